"""The board on the table: the still picture, what stands on it, and what is marked.

`BoardView.draw` composes the whole board only when the pieces or the marks differ from the last
time; otherwise a frame costs two blits, and one more per Region that pulses.
"""

from __future__ import annotations

import contextlib
import json
import math
from collections.abc import Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import asdict, dataclass, field, replace
from functools import lru_cache
from threading import RLock, Thread
from types import MappingProxyType
from typing import Any, Final

import pygame

from crusade.atlas import BoardFile
from crusade.boxes import BOXES, LANDS
from crusade.desktop import kept, pictures, whose
from crusade.desktop.board_picture import (
    BoardPicture,
    Placed,
    facts_of,
    frame_places,
    frame_width,
)
from crusade.desktop.crossing import Crossing, Drawn, draw_crossing
from crusade.desktop.geometry import Geometry
from crusade.desktop.ground import Box
from crusade.desktop.hit_map import HitMap
from crusade.desktop.overlays import Overlays, arrow, badge, counted, lock, losing
from crusade.desktop.slots import (
    LARGER,
    MARKERS,
    SHIELD,
    TOKEN,
    Slots,
    arrow_boxes,
    place_slots,
)
from crusade.resources import Unusable
from crusade.rules import ids
from crusade.rules.board import CHASM
from crusade.rules.queries import current_marker, pieces_at
from crusade.rules.state import State

PULSE_SECONDS = 1.3
Pixel = tuple[int, int]
Way = tuple[int, int]
"""A direction: to the right and down, each -1, 0 or 1."""


@dataclass(frozen=True)
class Pieces:
    """What stands on a Region.

    ``race`` is a Race's name, that of the Lost Tribes, or None when nobody is there; ``colour``
    its owner's; ``count`` the tokens. ``markers`` are the pieces beside the tokens as (name of the
    picture, number); the number is written when above 1. ``frozen`` is water that can be held like
    land in this round.
    """

    race: str | None = None
    colour: str = ""
    count: int = 0
    declined: bool = False
    markers: tuple[tuple[str, int], ...] = ()
    frozen: bool = False


@dataclass(frozen=True)
class Lit:
    """A Region that is lit, with the text on its shield.

    Kinds: `price`; `far` (the same, but only reached over others); `dear` (the die is needed);
    `choice` (what the Lost Tribes take, or could take where you decide); `safe` (cannot be taken, a
    lock instead of a shield); `way` (a river that is only crossed); `plain` (the light alone).
    ``own`` is a Region of the attacker's own race In Decline: its ground is hatched and the shield
    carries a minus, because the token there would be lost.
    """

    text: str = ""
    kind: str = "price"
    own: bool = False


@dataclass(frozen=True)
class Marks:
    """What is marked on the board at this moment.

    ``tied`` Regions pulse, ``dimmed`` ones are darkened, ``pointed`` ones are those that something
    else on the screen speaks of. ``badges`` are short texts such as "+2" in the shield's place.
    ``hidden`` Regions show no tokens (theirs are flying). ``arrows`` are the Regions that arrow
    keys lead to, each with the directions (to the right and down) that do. ``crossing`` is a way
    over a river that leads to one of the Regions.
    """

    lit: Mapping[int, Lit] = field(default_factory=dict)
    hovered: int | None = None
    selected: int | None = None
    tied: frozenset[int] = frozenset()
    dimmed: frozenset[int] = frozenset()
    pointed: frozenset[int] = frozenset()
    badges: Mapping[int, str] = field(default_factory=dict)
    hidden: frozenset[int] = frozenset()
    arrows: Mapping[int, frozenset[Way]] = field(default_factory=dict)
    crossing: Crossing | None = None


NO_MARKS = Marks()


BOARDS_KEPT: Final = 2
"""Boards whose lines and places are kept for the next game: a few megabytes each."""
STILLS_KEPT: Final = 1
"""Still pictures that are kept for the next table: one is as large as the board in the window."""


@lru_cache(maxsize=BOARDS_KEPT)
def _geometry(file: BoardFile) -> Geometry:
    """The drawn lines of a board; the same for every game on it (`atlas.load` keeps the file)."""
    name = kept.name_of("lines", facts_of(file))
    found = _told(name)
    if found is not None:
        with contextlib.suppress(ValueError, TypeError, KeyError):
            return Geometry.known(file.chart, found["lines"], found["roomiest"])
    made = Geometry.make(file.chart, file.id)
    _tell(name, {"lines": made.lines, "roomiest": made.roomiest})
    return made


@lru_cache(maxsize=2 * BOARDS_KEPT)
def _kind(file: BoardFile, most: float) -> tuple[tuple[Slots, ...], BoardPicture]:
    """Slots with things up to ``most`` times as large as usual, and the picture for them."""
    geometry = _geometry(file)
    more = _more_pieces(file)
    chasms = [_chasm(file, r) for r in range(len(file.regions))]
    name = kept.name_of("slots", facts_of(file), most, more, chasms)
    found = _told(name)
    if found is not None:
        with contextlib.suppress(ValueError, TypeError, KeyError):
            slots = tuple(Slots.known(told) for told in found["slots"])
            return slots, BoardPicture(file, geometry, slots, str(found["motifs"]))
    slots = place_slots(
        geometry,
        [facts.name for facts in file.regions],
        [len(facts.symbols) + len(facts.features) for facts in file.regions],
        _text_width,
        most,
        more,
    )
    slots = tuple(
        _bare(each, geometry.unit) if chasm else each
        for each, chasm in zip(slots, chasms, strict=True)
    )
    picture = BoardPicture(file, geometry, slots)
    _tell(name, {"slots": [asdict(each) for each in slots], "motifs": picture.motifs})
    return slots, picture


def _told(name: str) -> dict[str, Any] | None:
    """What was kept on disk by that name."""
    data = kept.read(name) if name else None
    if data is None:
        return None
    with contextlib.suppress(ValueError):
        found = json.loads(data)
        return found if isinstance(found, dict) else None
    return None


def _tell(name: str, facts: dict[str, Any]) -> None:
    """Keep facts on disk; every number comes back as it was."""
    if name:
        kept.write(name, json.dumps(facts).encode())


def _bare(slots: Slots, unit: float) -> Slots:
    """The places of a Region where no token ever stands: a piece has the middle."""
    side = TOKEN * slots.scale * unit
    return replace(slots, bare=True, markers=(Box(*slots.token, side, side), *slots.markers))


def _chasm(file: BoardFile, r: int) -> bool:
    """Whether nobody can ever stand on a Region."""
    land = LANDS.get(file.box)
    terrain = land.terrain(file.regions[r].terrain) if land is not None else None
    return terrain is not None and terrain.kind == CHASM


def _more_pieces(file: BoardFile) -> list[int]:
    """For how many pieces every Region has room beyond those of Races and powers: where some stay
    whoever comes, they lie there too, but for chasms, where nobody comes.
    """
    if not (file.playable and any(piece.stays for piece in BOXES[file.box].pieces)):
        return []
    return [0 if _chasm(file, r) else MARKERS for r in range(len(file.regions))]


_painted: dict[tuple[BoardPicture, Pixel], pygame.Surface] = {}
_framed: dict[tuple[BoardPicture, Pixel], list[pygame.Surface]] = {}
"""What `_Painting` has made and nobody has taken yet."""


class _Painting:
    """A board and its frame drawn in a thread of their own, while the table is played on already.
    Only what needs no letters is drawn there: fonts are not made for several threads.
    """

    def __init__(self, picture: BoardPicture, size: Pixel) -> None:
        self._thread = Thread(target=self._paint, args=(picture, size))
        self._thread.start()

    @staticmethod
    def _paint(picture: BoardPicture, size: Pixel) -> None:
        _painted.clear()  # those of a size that has passed
        _framed.clear()
        _framed[picture, size] = picture.frame(size)
        _painted[picture, size] = picture.board(size)

    @property
    def done(self) -> bool:
        """Whether it is there; if the thread failed, whoever takes it draws it and is told."""
        return not self._thread.is_alive()


def _at_hand(picture: BoardPicture, size: Pixel) -> bool:
    """Whether the still picture need not be drawn first."""
    return (picture, size) == _latest.get("still") or kept.has(picture.kept_as("board", size))


_latest: dict[str, tuple[BoardPicture, Pixel]] = {}
"""The still picture that is in memory."""


@lru_cache(maxsize=STILLS_KEPT)
def _still(picture: BoardPicture, size: tuple[int, int]) -> pygame.Surface:
    """The board with symbols and names, ``size`` pixels; not to be drawn on."""

    def draw() -> list[pygame.Surface]:
        made = _painted.pop((picture, size), None) or picture.board(size)
        for r in range(len(picture.slots)):
            made.blits(picture.labels(r, size[0]))
        return [made]

    (made,) = kept.surfaces(picture.kept_as("board", size), draw)
    _latest["still"] = picture, size
    # The window's own pixel format: then a frame is a plain copy of memory.
    return made if pygame.display.get_surface() is None else made.convert()


@lru_cache(maxsize=STILLS_KEPT)
def _frame(picture: BoardPicture, size: tuple[int, int]) -> list[tuple[pygame.Surface, Pixel]]:
    """The strips of the frame around a board of that size; not to be drawn on."""
    name = picture.kept_as("frame", size)
    strips = kept.surfaces(name, lambda: _framed.pop((picture, size), None) or picture.frame(size))
    return list(zip(strips, frame_places(size), strict=True))


@lru_cache(maxsize=STILLS_KEPT)
def _hits(geometry: Geometry, size: tuple[int, int]) -> HitMap:
    """Which Region is under which pixel of a board of that size."""
    return HitMap(geometry, size)


@lru_cache(maxsize=STILLS_KEPT)
def _overlays(geometry: Geometry, size: tuple[int, int]) -> Overlays:
    """The light of a board at that size."""
    return Overlays(geometry, size)


_locks: dict[str, AbstractContextManager[object]] = {}


def _working(file: BoardFile) -> AbstractContextManager[object]:
    """Held by whoever works out what that board needs, so that nobody does it twice at a time."""
    return _locks.setdefault(file.id, RLock())


def prepare(file: BoardFile) -> None:
    """Work out what depends on the board alone, in any thread: then its table opens at once."""
    with _working(file):
        _kind(file, 1.0)


class Preparing:
    """A board is being worked out in a thread of its own, so that the window goes on meanwhile."""

    def __init__(self, file: BoardFile) -> None:
        self._thread = Thread(target=self._work, args=(file,), daemon=True)
        self._thread.start()

    @staticmethod
    def _work(file: BoardFile) -> None:
        with contextlib.suppress(Unusable, ValueError, pygame.error):
            prepare(file)  # whoever opens the table is told of trouble

    @property
    def done(self) -> bool:
        """Whether nothing has to be waited for any more."""
        return not self._thread.is_alive()


class BoardView:
    """One board, drawn at the place given by `layout`."""

    def __init__(self, file: BoardFile) -> None:
        self.file = file
        with _working(file):
            self.geometry = _geometry(file)
            self.slots, self.picture = _kind(file, 1.0)
        self.frame = pygame.Rect(0, 0, 0, 0)
        self.rect = pygame.Rect(0, 0, 0, 0)
        self._arrow_boxes: dict[tuple[int, int, bool, int], tuple[Box, ...]] = {}
        self._strips: list[tuple[pygame.Surface, tuple[int, int]]] = []
        self._painting: _Painting | None = None
        self._still: pygame.Surface
        self._labels: dict[int, list[Placed]] = {}
        self._shown: pygame.Surface
        self._hits: HitMap
        self._overlays: Overlays
        self._last: tuple[tuple[Pieces, ...], Marks] | None = None

    # -- place ------------------------------------------------------------------------------

    def layout(self, rect: pygame.Rect, wanted: float = 0.0, patient: bool = True) -> None:
        """Put frame and board as large as they fit into `rect`, centred.

        `wanted` is the side in pixels that a token should have: where the board is too small for
        it, tokens, shields and names take what room the Regions have. The pictures are made anew
        only when the size changed; who is not ``patient`` gets a rough one until `arrived`.
        """
        width = self._board_width(rect)
        ratio = self.geometry.size[1] / self.geometry.size[0]
        size = (width, max(1, round(width * ratio)))
        edge = frame_width(width)
        ratio = wanted * self.geometry.size[0] / (TOKEN * self.geometry.unit * width)
        most = next((scale for scale in LARGER if scale <= ratio + 0.07), 1.0)
        with _working(self.file):
            slots, self.picture = _kind(self.file, most)
        resized = size != self.rect.size or slots is not self.slots
        self.slots = slots
        if resized:
            self._arrow_boxes.clear()
        self.rect = pygame.Rect((0, 0), size)
        self.rect.center = rect.center
        self.frame = self.rect.inflate(2 * edge, 2 * edge)
        if resized:
            self._labels = {}
            if patient or _at_hand(self.picture, size):
                self._finish()
            else:
                self._begin()
            self._hits = _hits(self.geometry, size)
            self._overlays = _overlays(self.geometry, size)
            self._ways: dict[Crossing, Drawn] = {}
            self._ice: dict[frozenset[int], pygame.Surface] = {}
            self._last = None

    @property
    def painting(self) -> bool:
        """Whether the picture is a rough one, and the true one is still to come."""
        return self._painting is not None

    def arrived(self) -> bool:
        """Take in the true picture, if it is there by now; True when it has just come."""
        if self._painting is None or not self._painting.done:
            return False
        self._finish()
        self._last = None
        return True

    def _finish(self) -> None:
        self._painting = None
        self._still = _still(self.picture, self.rect.size)
        self._strips = _frame(self.picture, self.rect.size)
        self._shown = self._still.copy()

    def _begin(self) -> None:
        size = self.rect.size
        self._painting = _Painting(self.picture, size)
        self._still = self.picture.rough(size)
        for r in range(len(self.slots)):
            self._still.blits(self._label(r))
        strips = self.picture.rough_frame(size)
        self._strips = list(zip(strips, frame_places(size), strict=True))
        self._shown = self._still.copy()

    def _board_width(self, rect: pygame.Rect) -> int:
        """The widest board that fits into `rect` with its frame."""
        ratio = self.geometry.size[1] / self.geometry.size[0]
        width = max(60, rect.width)
        while width > 60:
            edge = 2 * frame_width(width)
            if width + edge <= rect.width and round(width * ratio) + edge <= rect.height:
                break
            width -= 1
        return width

    @property
    def ink(self) -> pygame.Rect:
        """Everything that is coloured: the frame with its shadow."""
        strips = (
            strip.get_rect(topleft=(self.rect.x + x, self.rect.y + y))
            for strip, (x, y) in self._strips
        )
        return self.frame.unionall(list(strips))

    @property
    def scale(self) -> float:
        """Pixels of one board unit."""
        return self.rect.width / self.geometry.size[0]

    @property
    def token_size(self) -> int:
        """The side of a token's picture in pixels, where a Region has full room."""
        scales = sorted(slots.scale for slots in self.slots)
        return self._pixels(TOKEN * max(1.0, scales[len(scales) // 2]))

    def token_size_at(self, region: int) -> int:
        """The side of a token's picture on this Region; narrow Regions have smaller tokens."""
        return self._pixels(TOKEN * self.slots[region].scale)

    def region_at(self, pos: tuple[int, int]) -> int | None:
        """The Region under a pixel of the window, or None."""
        return self._hits.region_at(pos[0] - self.rect.x, pos[1] - self.rect.y)

    def slot_centre(self, region: int, kind: str) -> tuple[int, int]:
        """The pixel of the window where something of this kind stands on a Region.

        Kinds: token, shield, markers, symbols, name. A Region without symbols answers with the
        token's place. Raises KeyError for another kind.
        """
        slots = self.slots[region]
        places: dict[str, tuple[Box, ...]] = {
            "token": (),
            "shield": (slots.shield,),
            "markers": slots.markers,
            "symbols": slots.symbols,
            "name": (slots.name,),
        }
        boxes = places[kind]
        if not boxes:
            return self._pixel(*slots.token)
        x = sum(box.x for box in boxes) / len(boxes)
        y = sum(box.y for box in boxes) / len(boxes)
        return self._pixel(x, y)

    def keep_clear(
        self,
        region: int,
        lit: Iterable[int] = (),
        arrows: Mapping[int, frozenset[Way]] = MappingProxyType({}),
    ) -> tuple[pygame.Rect, ...]:
        """What a tooltip about a Region should not cover, in window pixels, most important first.

        What stands on the Region, then the Region, then the signs of ``arrows``, then what stands
        on its neighbours that are ``lit``, then what stands on all others that are.
        """
        edges = self.geometry.chart.edges
        touching = {r for edge in edges if region in edge.regions for r in edge.regions}
        shown = sorted(set(lit) - {region}, key=lambda r: (r not in touching, r))
        pieces = self._last[0] if self._last is not None else ()
        ways = arrows.items() if pieces else ()
        signs = [
            self._window_rect(box)
            for r, by in ways
            for box in self._arrow_places(r, pieces[r], len(by))
        ]
        return (self._things(region), self.region_rect(region), *signs, *map(self._things, shown))

    def _things(self, region: int) -> pygame.Rect:
        """The rectangle around tokens, shield and name of a Region."""
        slots = self.slots[region]
        rects = [self._window_rect(box) for box in (slots.stack, slots.shield, slots.name)]
        return rects[0].unionall(rects[1:])

    def _window_rect(self, box: Box) -> pygame.Rect:
        """A rectangle of the board in window pixels."""
        sides = (round(side * self.scale) for side in box[2:])
        return pygame.Rect(*self._pixel(box.left, box.top), *sides)

    def region_rect(self, region: int) -> pygame.Rect:
        """The smallest rectangle of the window around a Region."""
        xs = [x for x, _ in self.geometry.outlines[region]]
        ys = [y for _, y in self.geometry.outlines[region]]
        left, top = self._pixel(min(xs), min(ys))
        right, low = self._pixel(max(xs), max(ys))
        return pygame.Rect(left, top, right - left, low - top)

    def region_outline(self, region: int) -> list[tuple[int, int]]:
        """The drawn outline of a Region, in window pixels."""
        return [self._pixel(x, y) for x, y in self.geometry.outlines[region]]

    def _pixel(self, x: float, y: float) -> tuple[int, int]:
        return round(self.rect.x + x * self.scale), round(self.rect.y + y * self.scale)

    def _pixels(self, units: float) -> int:
        return max(6, round(units * self.geometry.unit * self.scale))

    # -- drawing ----------------------------------------------------------------------------

    def draw(
        self,
        surface: pygame.Surface,
        pieces: Sequence[Pieces],
        marks: Marks = NO_MARKS,
        seconds: float = 0.0,
    ) -> bool:
        """Draw the board with one `Pieces` per Region; `layout` must have been called.

        The frame's shadow is translucent: draw the table below it first.
        `seconds` is any running clock; tied Regions pulse by it. Returns True when the picture
        had to be composed anew.
        """
        wanted = tuple(pieces), marks
        changed = self._last != wanted
        if changed:
            self._compose(pieces, marks)
            # Copies, so that a caller who goes on changing his own is noticed.
            kept = replace(
                marks,
                lit=dict(marks.lit),
                badges=dict(marks.badges),
                arrows=dict(marks.arrows),
            )
            self._last = wanted[0], kept
        for strip, (x, y) in self._strips:
            surface.blit(strip, (self.rect.x + x, self.rect.y + y))
        surface.blit(self._shown, self.rect)
        if marks.tied:
            self._pulse(surface, marks, seconds)
        return changed

    def _pulse(self, surface: pygame.Surface, marks: Marks, seconds: float) -> None:
        """Blit the light of the tied Regions, as strong as the clock says.

        The outline of the one that is asked about lies over it.
        """
        strength = 0.5 + 0.5 * math.cos(2 * math.pi * seconds / PULSE_SECONDS)
        clip = surface.get_clip()
        surface.set_clip(self.rect.clip(clip))
        for r in sorted(marks.tied):
            glow, (x, y) = self._overlays.get("tied", r)
            glow.set_alpha(round(70 + 185 * strength))
            surface.blit(glow, (self.rect.x + x, self.rect.y + y))
        if marks.hovered in marks.tied and marks.hovered is not None:
            line, (x, y) = self._overlays.get("hovered_tied", marks.hovered)
            surface.blit(line, (self.rect.x + x, self.rect.y + y))
        surface.set_clip(clip)

    def _compose(self, pieces: Sequence[Pieces], marks: Marks) -> None:
        """Put the still picture, the light and the pieces together."""
        if len(pieces) != len(self.slots):
            raise ValueError(f"{len(pieces)} pieces for a board of {len(self.slots)} Regions")
        shown = self._shown
        shown.blit(self._still, (0, 0))
        self._freeze(frozenset(r for r, here in enumerate(pieces) if here.frozen))
        for r in sorted(marks.dimmed):
            shown.blit(*self._overlays.get("dimmed", r))
        # Dear and safe first: where two Regions share a border, the better offer shows.
        order = ("safe", "way", "dear", "far", "plain", "price", "choice")
        for r, lit in sorted(marks.lit.items(), key=lambda item: order.index(item[1].kind)):
            if lit.own:
                shown.blit(*self._overlays.get("own", r))
            shown.blit(*self._overlays.get(lit.kind, r))
        for r in sorted(marks.pointed):
            shown.blit(*self._overlays.get("pointed", r))
        if marks.selected is not None:
            shown.blit(*self._overlays.get("selected", marks.selected))
        if marks.hovered is not None:
            kind = "hovered_lit" if marks.hovered in marks.lit else "hovered"
            shown.blit(*self._overlays.get(kind, marks.hovered))
        if marks.crossing is not None:
            drawn = self._way(marks.crossing)
            shown.blit(drawn.arrow, drawn.place)
        # Light lies on the ground, not on the print: names and symbols go over it again.
        for marked in {*marks.lit, *marks.pointed, marks.selected, marks.hovered}:
            if marked is not None:
                shown.blits(self._label(marked))
        for r, here in enumerate(pieces):
            tokens = here.race is not None and here.count > 0 and r not in marks.hidden
            if tokens:
                self._put_tokens(r, here)
            self._put_markers(r, here)
            sign = self._sign(r, marks)
            if sign is not None:
                # On an empty Region the price stands where the tokens will.
                centre = Box(*self.slots[r].token, 0, 0)
                self._put(sign, self.slots[r].shield if tokens else centre)
        if marks.crossing is not None:
            self._put_fares(marks.crossing, pieces)
        for r, ways in marks.arrows.items():
            places = self._arrow_places(r, pieces[r], len(ways))
            for way, box in zip(sorted(ways), places, strict=True):
                self._put(arrow(way, max(6, round(box.w * self.scale))), box)

    def _freeze(self, frozen: frozenset[int]) -> None:
        """Lay ice over those Regions, and their names and symbols over it."""
        if not frozen:
            return
        if frozen not in self._ice:
            self._ice = {frozen: self.picture.ice(frozen, self.rect.size)}
        self._shown.blit(self._ice[frozen], (0, 0))
        for r in sorted(frozen):
            self._shown.blits(self._label(r))

    def _label(self, r: int) -> list[Placed]:
        """A Region's symbols and name, to be put over its light or ice."""
        if r not in self._labels:
            self._labels[r] = self.picture.labels(r, self.rect.width)
        return self._labels[r]

    def _arrow_places(self, r: int, here: Pieces, ways: int) -> tuple[Box, ...]:
        """The free places on a Region where the signs of so many arrow keys stand."""
        stands = len(here.markers), here.race is not None, ways
        if (r, *stands) not in self._arrow_boxes:
            ground = self.geometry.grounds[r]
            boxes = arrow_boxes(ground, self.slots[r], self.geometry.unit, *stands)
            self._arrow_boxes[r, *stands] = boxes
        return self._arrow_boxes[r, *stands]

    def _way(self, crossing: Crossing) -> Drawn:
        """A way over a river as it is drawn at this size."""
        if crossing not in self._ways:
            places = [slots.token for slots in self.slots]
            self._ways[crossing] = draw_crossing(crossing, self.geometry, places, self.rect.size)
        return self._ways[crossing]

    def _put_fares(self, crossing: Crossing, pieces: Sequence[Pieces]) -> None:
        """What each river of a way costs, on its own small shield beside whoever stands there."""
        for river, ((x, y), fare) in zip(crossing.rivers, self._way(crossing).fares, strict=True):
            sign = pictures.shield(str(fare), self._pixels(SHIELD * 0.86))
            stands = pieces[river].race is not None
            self._put(sign, self.slots[river].shield if stands else Box(x, y, 0, 0))

    def _side(self, units: float, region: int) -> int:
        return self._pixels(units * self.slots[region].scale)

    def _put(self, picture: pygame.Surface, box: Box) -> None:
        """Blit a picture centred on a box of the board."""
        centre = (round(box.x * self.scale), round(box.y * self.scale))
        self._shown.blit(picture, picture.get_rect(center=centre))

    def stack_picture(self, here: Pieces, size: int) -> pygame.Surface:
        """A Region's tokens as a picture; the front token, `size` wide, lies in its centre."""
        assert here.race is not None
        token = pictures.token(here.race, size, here.colour, here.declined)
        return pictures.stack(token, here.count)

    def _put_tokens(self, r: int, here: Pieces) -> None:
        x, y = self.slots[r].token
        self._put(self.stack_picture(here, self.token_size_at(r)), Box(x, y, 0, 0))

    def _put_markers(self, r: int, here: Pieces) -> None:
        boxes = self.slots[r].markers
        if len(here.markers) > len(boxes):  # more kinds than a Region was given places for
            boxes = tuple(part for box in boxes for part in _quarters(box))
        for (name, number), box in zip(here.markers, boxes, strict=False):
            side = max(6, round(box.w * self.scale))
            self._put(counted(pictures.marker(name, side), number), box)

    def _sign(self, r: int, marks: Marks) -> pygame.Surface | None:
        """The badge, shield or lock of a Region, if it has one."""
        side = self._side(SHIELD, r)
        if r in marks.badges:
            return badge(marks.badges[r], side)
        lit = marks.lit.get(r)
        if lit is None or lit.kind == "plain":
            return None
        if lit.kind == "safe":
            return lock(side)
        if not lit.text:
            return None
        sign = pictures.shield(
            lit.text, side, lit.kind if lit.kind in ("dear", "choice") else "price"
        )
        return losing(sign) if lit.own else sign


def _text_width(text: str) -> float:
    """The width of a text in the names' typeface, in parts of the font's size."""
    # Small sizes round every letter to whole pixels; 4 % more than the true width covers that.
    return pictures.font(64, bold=True).size(text)[0] / 64 * 1.04


def _quarters(box: Box) -> tuple[Box, ...]:
    """The four quarters of a place, for small pictures."""
    wide, high = box.w / 2, box.h / 2
    return tuple(
        Box(box.x + dx * wide / 2, box.y + dy * high / 2, wide, high)
        for dy in (-1, 1)
        for dx in (-1, 1)
    )


def pieces_on(state: State, r: int) -> tuple[tuple[str, int], ...]:
    """The pieces beside the tokens of Region ``r``: (name of the picture, number).

    The one place that reads them out of a position; everything else draws what is in this list.
    """
    pieces = state.setup.library.pieces
    return tuple((pieces[kind].picture, number) for kind, number in pieces_at(state, r))


def pieces_of(state: State, colours: Sequence[str] = pictures.OWNER_COLOURS) -> tuple[Pieces, ...]:
    """What stands on every Region of a position; `colours` by seat."""
    made = []
    folk = state.setup.library.folk.name.message
    marker = current_marker(state)
    firm = state.board.rivers & marker.keeps(state.board) if marker is not None else 0
    for r, slot in enumerate(state.occ):
        markers, seat, tokens = pieces_on(state, r), whose.owner(slot), state.tokens[r]
        ice = bool(firm >> r & 1)
        if seat == ids.NONE:
            made.append(Pieces(markers=markers, frozen=ice))
        elif seat == ids.TRIBES:
            made.append(Pieces(folk, pictures.TRIBES_COLOUR, tokens, markers=markers, frozen=ice))
        else:
            declined = whose.is_declined(slot)
            race = state.setup.library.races[state.banner[slot]].name
            made.append(Pieces(race, colours[seat], tokens, declined, markers, ice))
    return tuple(made)
