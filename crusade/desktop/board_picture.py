"""Draws a board without its pieces: frame, terrain, borders, symbols and place names.

Everything is vector drawing (SVG made here and rasterised by pygame), so it is sharp at every
size. The layers, from below: pits, water, its shallows and current, land, soft shade inside the
borders, motifs, border lines, symbols, names.
"""

from __future__ import annotations

import io
import itertools
import math
import random
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

import pygame

from crusade.atlas import BoardFile
from crusade.chart import Point, sides
from crusade.desktop import kept, pictures, rivers
from crusade.desktop.geometry import Geometry, Line
from crusade.desktop.look import Look
from crusade.desktop.slots import SYMBOL, Slots
from crusade.desktop.terrain import BARE_DISC, look_of, mood_of, scatter, symbol_drawing
from crusade.resources import ResourceMissing

FRAME = 0.0115  # width of the frame, in board widths
SHADOW = 0.03  # room for the soft shadow around the frame
# How far below its brink the steps of a pit lie, the bottom last, in units.
DROPS = (0.0, 8.0, 19.0, 34.0, 53.0, 76.0, 102.0)

Placed = tuple[pygame.Surface, pygame.Rect]
View = tuple[float, float, float, float]


def render_svg(body: str, view: View, size: tuple[int, int]) -> pygame.Surface:
    """Rasterise SVG: the part `view` (x, y, width, height) of the drawing at `size` pixels."""
    x, y, w, h = view
    # The picture is as large as its pixels, and the drawing is scaled inside: load_sized_svg would
    # keep the proportions of the view, which may differ by a part of a pixel.
    text = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{size[0]}" height="{size[1]}">'
        f'<g transform="scale({size[0] / w:.6f},{size[1] / h:.6f}) translate({-x:.3f},{-y:.3f})">'
        f"{body}</g></svg>"
    )
    return pygame.image.load(io.BytesIO(text.encode()), "board.svg")


def closed(points: Iterable[Point]) -> str:
    """Path data of a closed outline."""
    return "M" + " ".join(f"{x:.1f},{y:.1f}" for x, y in points) + "Z"


def open_line(points: Iterable[Point]) -> str:
    """Path data of a line."""
    return "M" + " ".join(f"{x:.1f},{y:.1f}" for x, y in points)


def _fine(outline: Sequence[Point], most: float) -> Iterator[Point]:
    """A closed outline whose sides are no longer than ``most``."""
    for (x1, y1), (x2, y2) in sides(outline):
        parts = max(1, math.ceil(math.dist((x1, y1), (x2, y2)) / most))
        for k in range(parts):
            yield x1 + (x2 - x1) * k / parts, y1 + (y2 - y1) * k / parts


def _lowered(
    brink: Sequence[Point], drop: float, unit: float, chance: random.Random
) -> list[Point]:
    """An outline ``drop`` units lower, and the more broken the deeper it lies."""
    if not drop:
        return list(brink)
    rough = min(drop * 0.2, 9 * unit)
    phase, length = chance.uniform(0, 7), chance.uniform(17, 26) * unit
    return [
        (x, y + drop + rough * (math.sin(x / length + phase) + chance.uniform(-0.4, 0.4)))
        for x, y in brink
    ]


def facts_of(file: BoardFile) -> tuple[object, ...]:
    """All that the drawing of a board goes by, with its own words."""
    chart = file.chart
    places = sorted(chart.corners.items())
    return file.id, file.box, file.regions, chart.size, places, chart.outlines


class BoardPicture:
    """The still picture of one board at any size."""

    def __init__(
        self,
        file: BoardFile,
        geometry: Geometry,
        slots: Sequence[Slots],
        motifs: str | None = None,
    ) -> None:
        self.file = file
        self.geometry = geometry
        self.slots = slots
        self.mood = mood_of(file.box)
        self.looks = tuple(
            look_of(facts.terrain, file.box, (*facts.symbols, *facts.features))
            for facts in file.regions
        )
        flowing = frozenset(r for r, look in enumerate(self.looks) if look.flows)
        self._courses = rivers.courses(geometry, flowing)
        self._fords = frozenset(rivers.parted(geometry, flowing))
        self.motifs = self._scatter() if motifs is None else motifs
        """The SVG of all motifs; the same facts give the same."""

    def kept_as(self, what: str, size: tuple[int, int]) -> str:
        """The name by which a drawing of ``size`` pixels is kept on disk."""
        return kept.name_of(what, facts_of(self.file), self.slots, size)

    def _scatter(self) -> str:
        """All motifs, made once for all sizes."""
        parts = []
        for r, facts in enumerate(self.file.regions):
            slots = self.slots[r]
            clear = [slots.stack, slots.name, *slots.symbols]
            parts.append(
                scatter(
                    self.looks[r],
                    self.geometry.grounds[r],
                    clear,
                    self.geometry.unit,
                    f"{self.file.id}:{facts.id}",
                )
            )
        return "".join(parts)

    # -- the board --------------------------------------------------------------------------

    def board(self, size: tuple[int, int]) -> pygame.Surface:
        """The board inside its frame without symbols and names, `size` pixels, opaque."""
        width, height = self.geometry.size
        view = (0.0, 0.0, width, height)
        made = pygame.Surface(size)
        made.fill("#8a7a5a")
        made.blit(render_svg(self._fills(), view, size), (0, 0))
        made.blit(self._inner_shade(size), (0, 0))
        drawn = f"<defs>{self.mood.defs}</defs>{self.motifs}{self._borders()}"
        made.blit(render_svg(drawn, view, size), (0, 0))
        return made

    def rough(self, size: tuple[int, int]) -> pygame.Surface:
        """The same in flat colours with its borders, drawn at once: until `board` is there."""
        scale = size[0] / self.geometry.size[0], size[1] / self.geometry.size[1]
        made = pygame.Surface(size)
        made.fill(self.mood.border)
        for look, outline in zip(self.looks, self.geometry.outlines, strict=True):
            light, dark = look.abyss if look.walls else (look.light, look.dark)
            corners = [(x * scale[0], y * scale[1]) for x, y in outline]
            pygame.draw.polygon(made, pygame.Color(light).lerp(dark, 0.5), corners)
        for i, line in enumerate(self.geometry.lines):
            if i not in self._fords:
                points = [(x * scale[0], y * scale[1]) for x, y in line]
                pygame.draw.lines(made, self.mood.border, False, points, 2)
        return made

    def rough_frame(self, board: tuple[int, int]) -> list[pygame.Surface]:
        """The strips of the frame without its shadow, drawn at once."""
        soft = _softness(board[0])
        sizes = _frame_sizes(board)
        # Where the wood lies in each, above, below, left and right; the rest is shadow's.
        edge, wide, high = sizes[0][1] - soft, sizes[0][0] - 2 * soft, board[1]
        wood = (
            (soft, soft, wide, edge),
            (soft, 0, wide, edge),
            (soft, 0, edge, high),
            (0, 0, edge, high),
        )
        made = [pygame.Surface(size, pygame.SRCALPHA) for size in sizes]
        for strip, place in zip(made, wood, strict=True):
            strip.fill(self.mood.wood[2], place)
        return made

    def labels(self, region: int, width: int) -> list[Placed]:
        """A Region's symbols and name for a board `width` pixels wide: (picture, its place).

        They are apart from the board so that they can be put over a Region's light.
        """
        scale = width / self.geometry.size[0]
        slots = self.slots[region]
        return [*self._symbols(region, slots, scale), self._name(region, slots, scale)]

    def _fills(self) -> str:
        """Every Region in its two tones, the shallows of the water, and what lies deep."""
        tones: list[str] = []
        water: list[str] = []
        land: list[str] = []
        pits: list[str] = []
        for r, look in enumerate(self.looks):
            (x, y), _ = self.geometry.roomiest[r]
            outline = self.geometry.outlines[r]
            radius = max(((px - x) ** 2 + (py - y) ** 2) ** 0.5 for px, py in outline)
            light, dark = look.abyss if look.walls else (look.light, look.dark)
            tones.append(
                f'<radialGradient id="g{r}" gradientUnits="userSpaceOnUse" cx="{x:.1f}" '
                f'cy="{y:.1f}" r="{radius:.1f}"><stop offset="0" stop-color="{light}"/>'
                f'<stop offset="1" stop-color="{dark}"/></radialGradient>'
            )
            path = closed(outline)
            if look.walls:
                pits.append(self._pit(r, look))
            elif look.flows:
                # One tone all along, for a river has no middle of its own in every Region.
                water.append(f'<path d="{path}" fill="{look.dark}"/>')
            else:
                shape = f'<path d="{path}" fill="url(#g{r})"/>'
                (water if look.water else land).append(shape)
        shores = self._shores()
        unit = self.geometry.unit
        colour, bands = self.mood.shore
        shallows = "".join(
            f'<path d="{shores}" fill="none" stroke="{colour}" stroke-opacity="{opacity}" '
            f'stroke-width="{wide * unit:.1f}" stroke-linejoin="round" stroke-linecap="round"/>'
            for wide, opacity in bands
        )
        layers = (*pits, *water, self._currents(), shallows, *land)
        return f"<defs>{''.join(tones)}</defs>{''.join(layers)}"

    def _pit(self, r: int, look: Look) -> str:
        """A Region that falls away: the wall under its upper brink, step by step, then the bottom.

        What reaches over the lower brink is covered by the land in front of it.
        """
        unit = self.geometry.unit
        brink = list(_fine(self.geometry.outlines[r], 11 * unit))
        chance = random.Random(f"{self.file.id}:{r}")
        steps = [
            f'<path d="{closed(_lowered(brink, drop * unit, unit, chance))}" fill="{colour}"/>'
            for drop, colour in zip(DROPS, (*look.walls, f"url(#g{r})"), strict=True)
        ]
        cracks: list[str] = []
        far = 0.0
        for (x1, y1), (x2, _) in itertools.pairwise(brink):
            far -= x2 - x1
            if x2 > x1 and far <= 0:  # an upper brink: outlines run clockwise
                far = chance.uniform(8, 40) * unit
                deep = chance.uniform(20, 88) * unit
                lean = chance.uniform(-7, 7) * unit
                cracks.append(f"M{x1:.1f},{y1:.1f} l{lean:.1f},{deep * 0.5:.1f} 0,{deep * 0.5:.1f}")
        steps.append(
            f'<path d="{" ".join(cracks)}" fill="none" stroke="{look.halo}" stroke-opacity=".5" '
            f'stroke-width="{2.2 * unit:.1f}" stroke-linejoin="round"/>'
        )
        return "".join(steps)

    def _currents(self) -> str:
        """The deep of every river along its middle, and the strokes of its current."""
        if not self._courses:
            return ""
        unit = self.geometry.unit
        look = next(look for look in self.looks if look.flows)
        middles: list[Line] = []
        strokes: list[str] = []
        clear = [slots.name for slots in self.slots]
        chance = random.Random(f"{self.file.id}:current")
        for left, right in self._courses:
            middle, *lines = rivers.currents(left, right, (0.5, *rivers.CURRENTS))
            middles.append(rivers.joined(middle, middles, self.geometry.size))
            for line in lines:
                for piece in rivers.strokes(line, chance, unit, clear):
                    wide = chance.uniform(1.6, 3.4) * unit
                    strokes.append(
                        f'<path d="{open_line(piece)}" fill="none" stroke="#bff6f6" '
                        f'stroke-opacity="{chance.uniform(0.28, 0.6):.2f}" '
                        f'stroke-width="{wide:.1f}" stroke-linecap="round"/>'
                    )
        # One path, for where two runs meet the deep is no deeper.
        path = "".join(map(open_line, middles))
        deep = (
            f'<path d="{path}" fill="none" stroke="{look.light}" stroke-opacity="{opacity}" '
            f'stroke-width="{wide * unit:.1f}" stroke-linejoin="round"/>'
            for wide, opacity in ((104, 0.16), (82, 0.18), (58, 0.2), (34, 0.22))
        )
        return "".join((*deep, *strokes))

    def ice(self, regions: frozenset[int], size: tuple[int, int]) -> pygame.Surface:
        """What lies over those Regions while they are frozen, for a board of ``size`` pixels: a
        sheet with cracks, snow along the banks, and their borders again.
        """
        unit = self.geometry.unit
        sheets, cracks = [], []
        for r in sorted(regions):
            look = self.looks[r].frozen
            if look is None:
                continue
            path = closed(self.geometry.outlines[r])
            sheets.append(f'<path d="{path}" fill="{look.dark}" fill-opacity=".9"/>')
            slots = self.slots[r]
            clear = [slots.stack, slots.name, *slots.symbols]
            seed = f"{self.file.id}:{r}:ice"
            cracks.append(scatter(look, self.geometry.grounds[r], clear, unit, seed))
        pairs = zip(self.geometry.chart.edges, self.geometry.lines, strict=True)
        banks = "".join(
            open_line(line)
            for edge, line in pairs
            if len(edge.regions) == 2 and len(regions.intersection(edge.regions)) == 1
        )
        snow = "".join(
            f'<path d="{banks}" fill="none" stroke="#ffffff" stroke-opacity="{opacity}" '
            f'stroke-width="{wide * unit:.1f}" stroke-linejoin="round" stroke-linecap="round"/>'
            for wide, opacity in ((34, 0.3), (22, 0.5), (13, 0.85))
        )
        border = (
            f'<path d="{banks}" fill="none" stroke="{self.mood.border}" '
            f'stroke-width="{4.6 * unit}" stroke-linejoin="round" stroke-linecap="round"/>'
        )
        body = "".join((*sheets, *cracks, snow, border, self._foam()))
        return render_svg(body, (0.0, 0.0, *self.geometry.size), size)

    def _shores(self) -> str:
        """Path data of the lines between water and land."""
        geometry = self.geometry
        parts = []
        for edge, line in zip(geometry.chart.edges, geometry.lines, strict=True):
            wet = [self.looks[r].water for r in edge.regions]
            if len(wet) == 2 and wet[0] != wet[1]:
                parts.append(open_line(line))
        return "".join(parts)

    def _border_lines(self) -> str:
        """Path data of all borders between Regions, but for those where a river flows on."""
        pairs = zip(self.geometry.chart.edges, self.geometry.lines, strict=True)
        return "".join(
            open_line(line)
            for i, (edge, line) in enumerate(pairs)
            if not (edge.rim or i in self._fords)
        )

    def _inner_shade(self, size: tuple[int, int]) -> pygame.Surface:
        """A soft shade inside every border and the rim, which makes Regions look cushioned."""
        width, height = self.geometry.size
        unit = self.geometry.unit
        half = (max(1, size[0] // 2), max(1, size[1] // 2))
        colour, opacity, wide, soft = self.mood.shade
        body = (
            f'<path d="{self._border_lines()}M0,0 {width},0 {width},{height} 0,{height}Z" '
            f'fill="none" stroke="{colour}" stroke-opacity="{opacity}" '
            f'stroke-width="{wide * unit}" stroke-linejoin="round"/>'
        )
        drawn = render_svg(body, (0, 0, width, height), half)
        # Blur colour of the empty part too: transparent black would darken the rim of the shade.
        ground = pygame.Surface(half, pygame.SRCALPHA)
        ground.fill((*pygame.Color(colour)[:3], 0))
        ground.blit(drawn, (0, 0), special_flags=pygame.BLEND_RGBA_MAX)
        blurred = pygame.transform.gaussian_blur(ground, max(1, round(soft * half[0] / 1500 * 2)))
        return pygame.transform.smoothscale(blurred, size)

    def _borders(self) -> str:
        """A pale inner edge on both sides of every border line; a row of foam where a river flows
        on from one Region to the next.
        """
        lines = self._border_lines()
        mood = self.mood
        width, height = self.geometry.size
        unit = self.geometry.unit
        rim = f"M0,0 {width},0 {width},{height} 0,{height}Z"
        return (
            f'<path d="{lines}{rim}" fill="none" stroke="{mood.pale}" '
            f'stroke-opacity="{mood.pale_opacity}" stroke-width="{9.5 * unit}" '
            'stroke-linejoin="round" stroke-linecap="round"/>'
            f'<path d="{lines}" fill="none" stroke="{mood.border}" stroke-width="{4.6 * unit}" '
            'stroke-linejoin="round" stroke-linecap="round"/>' + self._foam()
        )

    def _foam(self) -> str:
        """Where a river flows from one Region into the next: dots, which stop nobody's eye."""
        if not self._fords:
            return ""
        unit = self.geometry.unit
        lines = "".join(open_line(self.geometry.lines[i]) for i in sorted(self._fords))
        dots = f'stroke-dasharray="{0.1 * unit},{11 * unit}" stroke-linecap="round"'
        return (
            f'<path d="{lines}" fill="none" stroke="#06222e" stroke-opacity=".55" '
            f'stroke-width="{6.4 * unit}" {dots}/><path d="{lines}" fill="none" stroke="#e6ffff" '
            f'stroke-width="{4 * unit}" {dots}/>'
        )

    def _symbols(self, r: int, slots: Slots, scale: float) -> list[Placed]:
        """The symbols printed on a Region."""
        made = []
        facts = self.file.regions[r]
        side = max(6, round(SYMBOL * slots.scale * self.geometry.unit * scale))
        for what, box in zip((*facts.symbols, *facts.features), slots.symbols, strict=True):
            picture = symbol_picture(what, side)
            made.append((picture, picture.get_rect(center=(box.x * scale, box.y * scale))))
        return made

    def _name(self, r: int, slots: Slots, scale: float) -> Placed:
        """A Region's name with a soft halo."""
        facts = self.file.regions[r]
        font = pictures.font(max(7, round(slots.name_size * scale)), bold=True)
        look = self.looks[r]
        ink = pygame.Color(look.ink)
        halo = pygame.Color(look.halo or pygame.Color(look.light).lerp("#ffffff", 0.45))
        text = with_halo(font, facts.name, ink, halo, max(2, round(3.4 * scale)))
        if slots.upright:
            text = pygame.transform.rotate(text, 90)
        return text, text.get_rect(center=(slots.name.x * scale, slots.name.y * scale))

    # -- the frame --------------------------------------------------------------------------

    def frame(self, board: tuple[int, int]) -> list[pygame.Surface]:
        """The frame with its shadow, as four strips around a board of this size; they lie at its
        `frame_places`.
        """
        edge, soft = frame_width(board[0]), _softness(board[0])
        w, h = board[0] + 2 * (edge + soft), board[1] + 2 * (edge + soft)
        # A soft shadow from many faint rectangles: even to its very end, which a blur is not.
        layers = 14
        shade = "".join(
            f'<rect x="{soft - grow:.1f}" y="{soft * 1.2 - grow:.1f}" rx="{edge * 1.4 + grow:.1f}" '
            f'width="{w - 2 * (soft - grow):.1f}" height="{h - 2.2 * soft + 2 * grow:.1f}" '
            'fill="#0c0603" fill-opacity=".058"/>'
            for grow in (soft * k / layers for k in range(layers))
        )
        quarter = max(1, w // 4), max(1, h // 4)
        made = pygame.transform.smoothscale(render_svg(shade, (0, 0, w, h), quarter), (w, h))
        made.blit(render_svg(self._wood(w, h, soft, edge), (0, 0, w, h), (w, h)), (0, 0))
        rim = soft + edge
        return [
            made.subsurface((x + rim, y + rim, *size)).copy()
            for (x, y), size in zip(frame_places(board), _frame_sizes(board), strict=True)
        ]

    def _wood(self, w: int, h: int, soft: int, edge: int) -> str:
        """A light outer moulding, a dark inner one, and a thin shine."""
        inner = edge * 0.5
        upper, lower, dark, line, inner_line = self.mood.wood
        return (
            '<defs><linearGradient id="wood" x1="0" y1="0" x2="0" y2="1"><stop offset="0" '
            f'stop-color="{upper}"/><stop offset="1" stop-color="{lower}"/></linearGradient></defs>'
            f'<rect x="{soft}" y="{soft}" width="{w - 2 * soft}" height="{h - 2 * soft}" '
            f'rx="{edge * 1.4}" fill="url(#wood)" stroke="{line}" stroke-width="1.4"/>'
            f'<rect x="{soft + inner}" y="{soft + inner}" width="{w - 2 * (soft + inner)}" '
            f'height="{h - 2 * (soft + inner)}" rx="{edge * 0.9}" fill="{dark}" '
            f'stroke="{inner_line}" stroke-width="1"/>'
        )


@lru_cache(maxsize=128)
def symbol_picture(symbol: str, side: int) -> pygame.Surface:
    """The picture of a symbol or feature printed on Regions, ``side`` pixels square.

    One that has no drawing and no picture file is its first letter on a disc.
    """
    drawn = symbol_drawing(symbol)
    if drawn:
        return render_svg(drawn, (0, 0, 50, 50), (side, side))
    try:
        return pictures.marker(symbol, side)
    except ResourceMissing:
        made = render_svg(BARE_DISC, (0, 0, 50, 50), (side, side))
        letter = pictures.font(max(6, round(side * 0.6)), bold=True).render(
            symbol[:1].upper(), True, "#3a2412"
        )
        made.blit(letter, letter.get_rect(center=(side // 2, side // 2)))
        return made


def frame_width(board_width: int) -> int:
    """The width of the frame around a board, in pixels."""
    return max(5, round(board_width * FRAME))


def _softness(board_width: int) -> int:
    """The room for the shadow around the frame, in pixels."""
    return max(6, round(board_width * SHADOW))


def frame_places(board: tuple[int, int]) -> list[tuple[int, int]]:
    """Where the strips of a frame lie, from the upper left corner of a board of that size: above,
    below, left, right.
    """
    rim = _softness(board[0]) + frame_width(board[0])
    return [(-rim, -rim), (-rim, board[1]), (-rim, 0), (board[0], 0)]


def _frame_sizes(board: tuple[int, int]) -> list[tuple[int, int]]:
    rim = _softness(board[0]) + frame_width(board[0])
    wide = board[0] + 2 * rim
    return [(wide, rim), (wide, rim), (rim, board[1]), (rim, board[1])]


def with_halo(
    font: pygame.font.Font,
    text: str,
    ink: Sequence[int] | pygame.Color,
    halo: Sequence[int] | pygame.Color,
    reach: int,
) -> pygame.Surface:
    """Text with a soft light around its letters, `reach` pixels wide."""
    letters = font.render(text, True, pygame.Color(*ink))
    made = pygame.Surface(
        (letters.get_width() + 2 * reach, letters.get_height() + 2 * reach), pygame.SRCALPHA
    )
    r, g, b = pygame.Color(*halo)[:3]
    made.fill((r, g, b, 0))
    glow = font.render(text, True, (r, g, b))
    for dx, dy in ((-1, 0), (1, 0), (0, -1), (0, 1), (0, 0)):
        made.blit(glow, (reach + dx, reach + dy))
    made = pygame.transform.gaussian_blur(made, max(1, reach // 2))
    # Twice, for a blurred glyph alone is too faint to part letters from wheat and trees.
    made.blit(made.copy(), (0, 0))
    made.blit(letters, (reach, reach))
    return made
