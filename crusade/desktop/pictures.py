"""Every small picture of the table, drawn once per size and then kept.

Sources are the SVG files under `assets/`. All sizes are pixels. Surfaces have an alpha channel and
need no display, so a picture can be made before the window opens and in tests. A returned surface
is shared by everybody who asked for it: copy it before drawing on it.

Races and Special Powers are named as in their box (`Dragon Master`) or as their file
(`dragon_master`).
"""

from __future__ import annotations

import io
import re
from collections import OrderedDict
from collections.abc import Callable, Hashable
from functools import cache, wraps
from pathlib import Path
from typing import ParamSpec

import pygame

from crusade import resources

Colour = str | tuple[int, int, int] | tuple[int, int, int, int]

# By seat. Any two of these and the Tribes' grey stay apart in simulated red, green and blue
# blindness too; the first two also differ in plain brightness.
OWNER_COLOURS = ("#2f5c9f", "#cb5630", "#d9a52c", "#5a2a5c", "#4fb0a0")
TRIBES_COLOUR = "#7f7164"

INK = "#3a2412"
_RIM = "#fdf6e4"
_CACHE_BYTES = 16 * 1024 * 1024
# Below this size nanosvg's own smoothing shows; draw at twice the size and halve.
_FINE_BELOW = 72
_STACK_MARGIN = 0.15
_P = ParamSpec("_P")


class Kept:
    """Surfaces by what was asked, the least recently used dropped when they fill the memory."""

    def __init__(self, room: int) -> None:
        self.room = room
        """Bytes that they may fill."""
        self.bytes = 0
        self.surfaces: OrderedDict[Hashable, pygame.Surface] = OrderedDict()

    def get(self, key: Hashable) -> pygame.Surface | None:
        """What is kept by that key."""
        found = self.surfaces.get(key)
        if found is not None:
            self.surfaces.move_to_end(key)
        return found

    def put(self, key: Hashable, surface: pygame.Surface) -> None:
        """Keep one more."""
        self.surfaces[key] = surface
        self.bytes += _weight(surface)
        while self.bytes > self.room and len(self.surfaces) > 1:
            _, dropped = self.surfaces.popitem(last=False)
            self.bytes -= _weight(dropped)

    def clear(self) -> None:
        """Drop all of them."""
        self.surfaces.clear()
        self.bytes = 0

    def by_arguments(self, draw: Callable[_P, pygame.Surface]) -> Callable[_P, pygame.Surface]:
        """Keep what `draw` makes, by its (hashable) arguments."""

        @wraps(draw)
        def kept(*args: _P.args, **kwargs: _P.kwargs) -> pygame.Surface:
            key = (draw.__name__, args, tuple(sorted(kwargs.items())))
            found = self.get(key)
            if found is None:
                found = draw(*args, **kwargs)
                self.put(key, found)
            return found

        return kept


def _weight(surface: pygame.Surface) -> int:
    return surface.get_width() * surface.get_height() * 4


_kept = Kept(_CACHE_BYTES)
_keep = _kept.by_arguments


def forget() -> None:
    """Drop every kept picture, for instance after the window moved to a screen of another scale."""
    _kept.clear()


# -- sources ---------------------------------------------------------------------------------------


def slug(name: str) -> str:
    """The file name of a Race, Special Power or marker: `Dragon Master` is `dragon_master`."""
    return re.sub(r"[^a-z0-9]+", "_", name.lower()).strip("_")


_more: list[Path] = []
"""Further folders with pictures: those of boxes that the program does not ship."""


def add_folder(folder: Path) -> None:
    """Look for pictures of Races, powers and pieces in ``folder`` too (`races/goblins.svg`)."""
    _more.append(folder)
    _source.cache_clear()


@cache
def _source(folder: str, name: str) -> bytes:
    file = f"{slug(name)}.svg"
    for more in _more:
        if (more / folder / file).is_file():
            return (more / folder / file).read_bytes()
    return resources.read("assets", folder, file)


def _shipped(folder: str, name: str, size: int) -> pygame.Surface:
    """A picture of the program, `size` square. Raises ResourceMissing or ResourceBroken."""
    try:
        return _render(_source(folder, name), size)
    except pygame.error:
        raise resources.ResourceBroken("assets", folder, f"{slug(name)}.svg") from None


def _render(svg: bytes, size: int) -> pygame.Surface:
    """The square drawing `svg` at `size` x `size` pixels."""
    if size < 1:
        raise ValueError(f"a picture needs at least one pixel, not {size}")
    if size >= _FINE_BELOW:
        return pygame.image.load_sized_svg(io.BytesIO(svg), (size, size))
    double = pygame.image.load_sized_svg(io.BytesIO(svg), (size * 2, size * 2))
    return pygame.transform.smoothscale(double, (size, size))


def _drawing(body: str, size: int) -> pygame.Surface:
    """An ad-hoc drawing: `body` is SVG in a box of 50 x 50 units."""
    head = '<svg xmlns="http://www.w3.org/2000/svg" width="50" height="50" viewBox="0 0 50 50">'
    return _render(f"{head}{body}</svg>".encode(), size)


def _hex(colour: pygame.Color) -> str:
    """The colour as "#rrggbb", without its alpha."""
    return f"#{colour.r:02x}{colour.g:02x}{colour.b:02x}"


# -- single pictures -------------------------------------------------------------------------------


@_keep
def race(name: str, size: int) -> pygame.Surface:
    """A Race's emblem, light on nothing, `size` square. "Lost Tribes" and "Monsters" are known too.

    Raises ResourceMissing if the Race has no picture.
    """
    return _shipped("races", name, size)


@_keep
def power(name: str, size: int) -> pygame.Surface:
    """A Special Power's emblem, dark on nothing, `size` square."""
    return _shipped("powers", name, size)


@_keep
def marker(name: str, size: int) -> pygame.Surface:
    """A piece or symbol in its own colours, `size` square: `lair`, `coin`, `die_3` ..."""
    return _shipped("markers", name, size)


@_keep
def card(name: str, size: int) -> pygame.Surface:
    """An event card's picture in its own colours, `size` square."""
    return _shipped("cards", name, size)


@_keep
def icon(name: str, size: int, colour: Colour) -> pygame.Surface:
    """A sign of the controls in one colour (alpha counts), `size` square: play, undo, gear..."""
    drawn = _shipped("icons", name, size)
    drawn.fill(pygame.Color(colour), special_flags=pygame.BLEND_RGBA_MULT)
    return drawn


@cache
def _font_bytes(bold: bool) -> bytes:
    return resources.read("assets", "fonts", _font_name(bold))


def _font_name(bold: bool) -> str:
    return "Vollkorn-Bold.ttf" if bold else "Vollkorn-Regular.ttf"


@cache
def font(size: int, bold: bool = False) -> pygame.font.Font:
    """The program's typeface at `size` pixels, with lining figures, Latin, Cyrillic and Greek."""
    if not pygame.font.get_init():
        pygame.font.init()
    try:
        face = pygame.font.Font(io.BytesIO(_font_bytes(bold)), size)
        face.size("A")  # a file of nonsense is opened without a word, and fails here
        return face
    except (pygame.error, ValueError, RuntimeError):  # no font; an empty file
        raise resources.ResourceBroken("assets", "fonts", _font_name(bold)) from None


# -- tokens ----------------------------------------------------------------------------------------

_BODY = 'x="3" y="2" width="44" height="44" rx="9"'


def _token_shadow(size: int) -> pygame.Surface:
    layers = "".join(
        f'<rect x="{3 - g}" y="{3.4 - g}" width="{44 + 2 * g}" height="{44 + 2 * g}" '
        f'rx="{9 + g}" fill="#2a1a0a" fill-opacity="0.13"/>'
        for g in (0, 0.8, 1.6, 2.4)
    )
    return _drawing(layers, size)


def _token_ground(size: int, colour: Colour, declined: bool) -> pygame.Surface:
    base = pygame.Color(colour)
    top, low = base.lerp("#ffffff", 0.10), base.lerp("#000000", 0.12)
    if declined:
        top, low = base.lerp("#8a8074", 0.25), base.lerp("#5a5248", 0.25)
    body = (
        f'<linearGradient id="g" x1="0%" y1="0%" x2="0%" y2="100%"><stop offset="0" '
        f'stop-color="{_hex(top)}"/><stop offset="1" stop-color="{_hex(low)}"/>'
        f'</linearGradient><rect x="0" y="0" width="50" height="50" fill="url(#g)"/>'
    )
    if declined:
        lines = "".join(f"M{x},52 L{x + 54},-2 " for x in range(-50, 50, 10))
        dark = _hex(base.lerp("#14100c", 0.55))
        body += f'<path d="{lines}" stroke="{dark}" stroke-width="3.6" fill="none"/>'
    ground = _drawing(body, size)
    outline = _drawing(f'<rect {_BODY} fill="#ffffff"/>', size)
    ground.blit(outline, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
    return ground


@_keep
def token(race_name: str, size: int, colour: Colour, declined: bool = False) -> pygame.Surface:
    """A Race token in its owner's colour, `size` square with its shadow (the token itself is 88 %).

    In Decline the ground is hatched and the emblem faded. Without a name it is blank.
    """
    made = _token_shadow(size)
    made.blit(_token_ground(size, colour, declined), (0, 0))
    side = max(1, round(size * 0.76))
    blank = pygame.Surface((side, side), pygame.SRCALPHA)
    emblem = race(race_name, side) if race_name else blank
    if declined:
        emblem = emblem.copy()
        emblem.fill((255, 255, 255, 150), special_flags=pygame.BLEND_RGBA_MULT)
    left = (size - side) // 2
    made.blit(emblem, (left, round(size * 0.48 - side / 2)))
    made.blit(
        _drawing(f'<rect {_BODY} fill="none" stroke="{_RIM}" stroke-width="2.6"/>', size), (0, 0)
    )
    return made


def folk_token(name: str, size: int) -> pygame.Surface:
    """A token of the Lost Tribes, or of whom a box has instead of them, by their `name`; as large
    as a Race token of that `size`.
    """
    return token(name, size, TRIBES_COLOUR)


def tribes_token(size: int) -> pygame.Surface:
    """A Lost Tribe token: `folk_token` of those of the base game."""
    return folk_token("Lost Tribes", size)


@_keep
def stack(token_surface: pygame.Surface, count: int) -> pygame.Surface:
    """Several equal tokens as a small stack, with their number on a disc when more than one.

    The surface is 1.3 times as wide and high as the token; the front token lies in its centre.
    """
    side = token_surface.get_width()
    margin = round(side * _STACK_MARGIN)
    made = pygame.Surface((side + 2 * margin, side + 2 * margin), pygame.SRCALPHA)
    for depth in range(min(count, 3) - 1, -1, -1):
        shift = (round(depth * side * 0.03), round(-depth * side * 0.075))
        made.blit(token_surface, (margin + shift[0], margin + shift[1]))
    if count > 1:
        disc = round(side * 0.48)
        corner = 2 * margin + side - disc
        made.blit(_count_disc(str(count), disc), (corner, corner))
    return made


@_keep
def _count_disc(text: str, size: int) -> pygame.Surface:
    made = _drawing(
        f'<circle cx="25" cy="26.5" r="23" fill="#2a1a0a" fill-opacity="0.3"/>'
        f'<circle cx="25" cy="25" r="21" fill="#fffaf0" stroke="{INK}" stroke-width="4"/>',
        size,
    )
    _write(made, text, 0.5, 0.5, round(size * 0.66), INK, 0.66)
    return made


# -- pieces with a number --------------------------------------------------------------------------


def _write(
    onto: pygame.Surface,
    text: str,
    x: float,
    y: float,
    height: int,
    colour: Colour,
    room: float,
) -> None:
    """Write `text` bold with its ink centred on (x, y), fractions of the side of `onto`.

    It shrinks from `height` pixels until it is no wider than `room`, also such a fraction.
    """
    side = onto.get_width()
    for pixels in range(max(height, 5), 4, -1):
        drawn = font(pixels, bold=True).render(text, True, pygame.Color(colour))
        ink = drawn.get_bounding_rect()
        if ink.width <= side * room:
            break
    place = (round(side * x - ink.width / 2), round(side * y - ink.height / 2))
    onto.blit(drawn, place, ink)


_SHIELDS = {
    "price": ("shield", "#4a2c08", 0.47),
    "dear": ("shield_dear", "#7c2413", 0.44),
    "choice": ("shield_choice", "#fff3d2", 0.47),
}
"""Of every kind of shield the picture, the colour of its number and how far down that stands."""


@_keep
def shield(text: str, size: int, kind: str = "price") -> pygame.Surface:
    """The price of a Region on a shield, `size` square.

    `kind` is "price", "dear" where the reinforcement die is needed, or "choice" (light on dark,
    which shows without colours too) where the Lost Tribes take it. Raises ValueError otherwise.
    """
    if kind not in _SHIELDS:
        raise ValueError(f"no shield of the kind {kind!r}")
    picture, ink, y = _SHIELDS[kind]
    made = marker(picture, size).copy()
    _write(made, text, 0.5, y, round(size * 0.60), ink, 0.56)
    return made


@_keep
def coin(text: str, size: int) -> pygame.Surface:
    """A Victory coin with a number on it, `size` square."""
    made = marker("coin", size).copy()
    _write(made, text, 0.5, 0.49, round(size * 0.58), "#5b3a0e", 0.56)
    return made


@_keep
def badge(power_name: str, size: int) -> pygame.Surface:
    """A Special Power badge: the emblem on a round parchment disc, `size` square."""
    made = marker("badge", size).copy()
    side = max(1, round(size * 0.65))
    made.blit(power(power_name, side), ((size - side) // 2, round(size * 0.49 - side / 2)))
    return made


def die(face: int, size: int) -> pygame.Surface:
    """The reinforcement die showing `face` (0 to 3), `size` square."""
    if face not in range(4):
        raise ValueError(f"the reinforcement die has no face {face}")
    return marker(f"die_{face}", size)
