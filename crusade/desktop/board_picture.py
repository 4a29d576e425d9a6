"""Draws a board without its pieces: frame, terrain, borders, symbols and place names.

Everything is vector drawing (SVG made here and rasterised by pygame), so it is sharp at every
size. The layers, from below: water, shallows along its shores, land, soft shade inside the
borders, motifs, border lines, symbols, names.
"""

from __future__ import annotations

import io
from collections.abc import Iterable, Sequence
from functools import lru_cache

import pygame

from crusade.atlas import BoardFile
from crusade.chart import Point
from crusade.desktop import pictures
from crusade.desktop.geometry import Geometry
from crusade.desktop.slots import SYMBOL, Slots
from crusade.desktop.terrain import BARE_DISC, look_of, scatter, symbol_drawing
from crusade.resources import ResourceMissing

BORDER = "#543a20"
PALE = "#fff4d6"
SHADE = "#2a1a0a"
FRAME_DARK = "#8a6a3e"
FRAME = 0.0115  # width of the frame, in board widths
SHADOW = 0.03  # room for the soft shadow around the frame

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


class BoardPicture:
    """The still picture of one board at any size."""

    def __init__(self, file: BoardFile, geometry: Geometry, slots: Sequence[Slots]) -> None:
        self.file = file
        self.geometry = geometry
        self.slots = slots
        self._motifs = self._scatter()

    def _scatter(self) -> str:
        """All motifs, made once for all sizes."""
        parts = []
        for r, facts in enumerate(self.file.regions):
            slots = self.slots[r]
            clear = [slots.stack, slots.name, *slots.symbols]
            parts.append(
                scatter(
                    facts.terrain,
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
        made.blit(render_svg(self._motifs + self._borders(), view, size), (0, 0))
        return made

    def labels(self, region: int, width: int) -> list[Placed]:
        """A Region's symbols and name for a board `width` pixels wide: (picture, its place).

        They are apart from the board so that they can be put over a Region's light.
        """
        scale = width / self.geometry.size[0]
        slots = self.slots[region]
        return [*self._symbols(region, slots, scale), self._name(region, slots, scale)]

    def _fills(self) -> str:
        """Every Region in its two tones, and the shallows of the water."""
        tones: list[str] = []
        water: list[str] = []
        land: list[str] = []
        for r, facts in enumerate(self.file.regions):
            look = look_of(facts.terrain)
            (x, y), _ = self.geometry.roomiest[r]
            outline = self.geometry.outlines[r]
            radius = max(((px - x) ** 2 + (py - y) ** 2) ** 0.5 for px, py in outline)
            tones.append(
                f'<radialGradient id="g{r}" gradientUnits="userSpaceOnUse" cx="{x:.1f}" '
                f'cy="{y:.1f}" r="{radius:.1f}"><stop offset="0" stop-color="{look.light}"/>'
                f'<stop offset="1" stop-color="{look.dark}"/></radialGradient>'
            )
            shape = f'<path d="{closed(outline)}" fill="url(#g{r})"/>'
            (water if look.water else land).append(shape)
        shores = self._shores()
        unit = self.geometry.unit
        shallows = "".join(
            f'<path d="{shores}" fill="none" stroke="#d6f0f4" stroke-opacity="{opacity}" '
            f'stroke-width="{wide * unit:.1f}" stroke-linejoin="round" stroke-linecap="round"/>'
            for wide, opacity in ((46, 0.13), (30, 0.16), (15, 0.28))
        )
        return f"<defs>{''.join(tones)}</defs>{''.join(water)}{shallows}{''.join(land)}"

    def _shores(self) -> str:
        """Path data of the lines between water and land."""
        geometry, regions = self.geometry, self.file.regions
        parts = []
        for edge, line in zip(geometry.chart.edges, geometry.lines, strict=True):
            wet = [look_of(regions[r].terrain).water for r in edge.regions]
            if len(wet) == 2 and wet[0] != wet[1]:
                parts.append(open_line(line))
        return "".join(parts)

    def _border_lines(self) -> str:
        """Path data of all borders between Regions."""
        pairs = zip(self.geometry.chart.edges, self.geometry.lines, strict=True)
        return "".join(open_line(line) for edge, line in pairs if not edge.rim)

    def _inner_shade(self, size: tuple[int, int]) -> pygame.Surface:
        """A soft shade inside every border and the rim, which makes Regions look cushioned."""
        width, height = self.geometry.size
        unit = self.geometry.unit
        half = (max(1, size[0] // 2), max(1, size[1] // 2))
        body = (
            f'<path d="{self._border_lines()}M0,0 {width},0 {width},{height} 0,{height}Z" '
            f'fill="none" stroke="{SHADE}" stroke-opacity=".42" stroke-width="{15 * unit}" '
            'stroke-linejoin="round"/>'
        )
        drawn = render_svg(body, (0, 0, width, height), half)
        # Blur colour of the empty part too: transparent black would darken the rim of the shade.
        ground = pygame.Surface(half, pygame.SRCALPHA)
        ground.fill((42, 26, 10, 0))
        ground.blit(drawn, (0, 0), special_flags=pygame.BLEND_RGBA_MAX)
        blurred = pygame.transform.gaussian_blur(ground, max(1, round(5.5 * half[0] / 1500 * 2)))
        return pygame.transform.smoothscale(blurred, size)

    def _borders(self) -> str:
        """A pale inner edge on both sides of every brown border line."""
        lines = self._border_lines()
        width, height = self.geometry.size
        unit = self.geometry.unit
        rim = f"M0,0 {width},0 {width},{height} 0,{height}Z"
        return (
            f'<path d="{lines}{rim}" fill="none" stroke="{PALE}" stroke-opacity=".42" '
            f'stroke-width="{9.5 * unit}" stroke-linejoin="round" stroke-linecap="round"/>'
            f'<path d="{lines}" fill="none" stroke="{BORDER}" stroke-width="{4.6 * unit}" '
            'stroke-linejoin="round" stroke-linecap="round"/>'
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
        look = look_of(facts.terrain)
        ink = pygame.Color(look.ink)
        halo = pygame.Color(look.halo or pygame.Color(look.light).lerp("#ffffff", 0.45))
        text = with_halo(font, facts.name, ink, halo, max(2, round(3.4 * scale)))
        if slots.upright:
            text = pygame.transform.rotate(text, 90)
        return text, text.get_rect(center=(slots.name.x * scale, slots.name.y * scale))

    # -- the frame --------------------------------------------------------------------------

    def frame(self, board: tuple[int, int]) -> list[tuple[pygame.Surface, tuple[int, int]]]:
        """The frame with its shadow, as four strips around a board of this size.

        Each comes with its place relative to the board's upper left corner.
        """
        edge = frame_width(board[0])
        soft = max(6, round(board[0] * SHADOW))
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
        strips = (
            (0, 0, w, rim),
            (0, h - rim, w, rim),
            (0, rim, rim, board[1]),
            (w - rim, rim, rim, board[1]),
        )
        return [
            (made.subsurface(strip).copy(), (strip[0] - rim, strip[1] - rim)) for strip in strips
        ]

    def _wood(self, w: int, h: int, soft: int, edge: int) -> str:
        """A light outer moulding, a dark inner one, and a thin shine."""
        inner = edge * 0.5
        return (
            '<defs><linearGradient id="wood" x1="0" y1="0" x2="0" y2="1"><stop offset="0" '
            f'stop-color="#e6cf9c"/><stop offset="1" stop-color="#c4a56a"/></linearGradient></defs>'
            f'<rect x="{soft}" y="{soft}" width="{w - 2 * soft}" height="{h - 2 * soft}" '
            f'rx="{edge * 1.4}" fill="url(#wood)" stroke="#6d5029" stroke-width="1.4"/>'
            f'<rect x="{soft + inner}" y="{soft + inner}" width="{w - 2 * (soft + inner)}" '
            f'height="{h - 2 * (soft + inner)}" rx="{edge * 0.9}" fill="{FRAME_DARK}" '
            'stroke="#5d4426" stroke-width="1"/>'
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
