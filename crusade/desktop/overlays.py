"""The light on Regions, and the small things put on them: badges, locks, counted markers.

One picture per Region and kind, made when first needed and kept until the board's size changes, or
until others need the room.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from functools import lru_cache

import pygame

from crusade.chart import Point
from crusade.desktop import pictures
from crusade.desktop.board_picture import closed, render_svg
from crusade.desktop.geometry import Geometry

LIT = "#ffe27a"
DEAR = "#f2a13c"
CHOICE = "#f4704c"
DEEP = "#4a1008"
INK = "#3a2412"
STRIPE = 30.0  # from stripe to stripe of a hatched Region, in units
ROOM = 2  # boards that the light of a board may fill, before what was not seen for longest goes
REACH = 16.0  # how far the light reaches over a Region's outline, in units

Surface = pygame.Surface
Placed = tuple[Surface, tuple[int, int]]


def _line(d: str, colour: str, width: float, opacity: float = 1.0, dashes: str = "") -> str:
    dashed = f' stroke-dasharray="{dashes}" stroke-linecap="butt"' if dashes else ""
    return (
        f'<path d="{d}" fill="none" stroke="{colour}" stroke-opacity="{opacity}" '
        f'stroke-width="{width}" stroke-linejoin="round"{dashed}/>'
    )


def _fill(d: str, colour: str, opacity: float) -> str:
    return f'<path d="{d}" fill="{colour}" fill-opacity="{opacity}"/>'


def _lit(d: str, colour: str, edge: str = "") -> str:
    """A bright outline with a darker edge, so that it shows on light ground too; with ``edge`` a
    broad one of that colour, which sets the Region apart without colours too.
    """
    return (
        _fill(d, "#fff6cc", 0.17)
        + (_line(d, edge, 14) if edge else _line(d, "#6b4a14", 11, 0.5))
        + _line(d, colour, 7.6)
        + _line(d, "#fffbe6", 2.2, 0.75)
    )


def _dashed(d: str) -> str:
    """The outline of a Region that something is lit for and that one stands on."""
    return (
        _line(d, "#6b4a14", 12, 0.6)
        + _line(d, "#f0b43c", 9)
        + _line(d, "#ffffff", 6.4, 1.0, "17 11")
    )


# The sharp part of every kind of light; the soft glow under it is in _GLOWS.
_SHARP: dict[str, Callable[[str], str]] = {
    "price": lambda d: _lit(d, LIT),
    "plain": lambda d: _lit(d, LIT),
    "dear": lambda d: (
        _fill(d, "#fff6cc", 0.08) + _line(d, "#6b4a14", 10, 0.5) + _line(d, DEAR, 6.4, 1.0, "26 12")
    ),
    "far": lambda d: (
        _fill(d, "#fff6cc", 0.17) + _line(d, "#6b4a14", 11, 0.5) + _line(d, LIT, 7.6, 1.0, "8 9")
    ),
    "choice": lambda d: _lit(d, CHOICE, DEEP),
    "way": lambda d: _fill(d, "#fff0c8", 0.14) + _line(d, "#ffe3a6", 5.0, 0.9, "3 10"),
    "safe": lambda d: _fill(d, "#2e3c4c", 0.30) + _line(d, "#dfe8f0", 4.4, 0.9, "5 9"),
    "hovered": lambda d: (
        _fill(d, "#ffffff", 0.10)
        + _line(d, "#3a2412", 7.5, 0.55)
        + _line(d, "#ffffff", 4.6, 1.0, "15 9")
    ),
    "hovered_lit": lambda d: _fill(d, "#fff8d8", 0.16) + _dashed(d),
    # Over the pulse, which would hide the outline above; no fill, for tokens lie under it.
    "hovered_tied": _dashed,
    "pointed": lambda d: (
        _fill(d, "#ffffff", 0.26)
        + _line(d, "#1d3a58", 13, 0.75)
        + _line(d, "#ffffff", 8.4)
        + _line(d, "#2f6ea8", 3.2, 1.0, "4 9")
    ),
    "selected": lambda d: (
        _fill(d, "#ffffff", 0.12)
        + _line(d, "#3a2412", 14, 0.7)
        + _line(d, "#ffffff", 10)
        + _line(d, "#e8a52e", 5)
    ),
    "dimmed": lambda d: _fill(d, "#1e140c", 0.42),
    "tied": lambda d: _line(d, DEEP, 16) + _line(d, CHOICE, 11) + _line(d, "#fff0d8", 4.4),
}
_GLOWS = {
    "price": (LIT, 16.0, 0.75),
    "plain": (LIT, 16.0, 0.75),
    "dear": (DEAR, 12.0, 0.4),
    "choice": (CHOICE, 16.0, 0.7),
    "hovered_lit": (LIT, 18.0, 0.8),
    "pointed": ("#d8ecff", 20.0, 0.85),
    "selected": ("#fff2c4", 20.0, 0.9),
    "tied": (CHOICE, 24.0, 0.95),
}


class Overlays:
    """The light of one board at one size."""

    def __init__(self, geometry: Geometry, size: tuple[int, int]) -> None:
        self.geometry = geometry
        self.scale = size[0] / geometry.size[0]
        self._made: OrderedDict[tuple[str, int], Placed] = OrderedDict()
        self._room = ROOM * size[0] * size[1]

    def get(self, kind: str, region: int) -> Placed:
        """The picture of this kind of light and its place on the board, in pixels."""
        key = kind, region
        if key in self._made:
            self._made.move_to_end(key)
            return self._made[key]
        made = self._made[key] = self._make(kind, self.geometry.outlines[region])
        self._room -= _pixels(made)
        while self._room < 0 and len(self._made) > 1:
            self._room += _pixels(self._made.popitem(last=False)[1])
        return made

    def _make(self, kind: str, outline: tuple[Point, ...]) -> Placed:
        unit = self.geometry.unit
        reach = REACH * unit
        left = int((min(x for x, _ in outline) - reach) * self.scale)
        top = int((min(y for _, y in outline) - reach) * self.scale)
        right = int((max(x for x, _ in outline) + reach) * self.scale) + 1
        low = int((max(y for _, y in outline) + reach) * self.scale) + 1
        size = right - left, low - top
        # Drawn in 1/1500 of the width, whatever the board's own units.
        view = tuple(part / self.scale / unit for part in (left, top, *size))
        d = closed((x / unit, y / unit) for x, y in outline)
        if kind == "own":
            return self._hatched(d, (view[0], view[1], view[2], view[3]), size), (left, top)
        sharp = render_svg(_SHARP[kind](d), (view[0], view[1], view[2], view[3]), size)
        if kind not in _GLOWS:
            return sharp, (left, top)
        colour, width, opacity = _GLOWS[kind]
        soft = render_svg(
            _line(d, colour, width, opacity), (view[0], view[1], view[2], view[3]), size
        )
        made = pygame.Surface(size, pygame.SRCALPHA)
        tint = pygame.Color(colour)
        made.fill((tint.r, tint.g, tint.b, 0))
        made.blit(soft, (0, 0), special_flags=pygame.BLEND_RGBA_MAX)
        made = pygame.transform.gaussian_blur(made, max(1, round(4.5 * self.scale * unit)))
        made.blit(sharp, (0, 0))
        return made, (left, top)

    @staticmethod
    def _hatched(d: str, view: tuple[float, float, float, float], size: tuple[int, int]) -> Surface:
        """Slanting stripes on a Region's ground, as tokens In Decline have them."""
        x, y, w, h = view
        start = x - h - (x - h) % STRIPE
        lines = "".join(
            f"M{start + k * STRIPE:.1f},{y + h:.1f} l{h:.1f},{-h:.1f} "
            for k in range(int((w + h) / STRIPE) + 2)
        )
        made = render_svg(_line(lines, "#2b2016", 7.5, 0.5), view, size)
        made.blit(
            render_svg(_fill(d, "#ffffff", 1), view, size),
            (0, 0),
            special_flags=pygame.BLEND_RGBA_MULT,
        )
        return made


def _pixels(placed: Placed) -> int:
    width, height = placed[0].get_size()
    return width * height


@lru_cache(maxsize=128)
def badge(text: str, size: int) -> pygame.Surface:
    """A short text such as "+2" on a round parchment badge, `size` square.

    A text that begins with + has a green edge, one with a minus a red one.
    """
    edge = "#3f6b2c" if text[:1] == "+" else "#96301c" if text[:1] in "-−" else "#8a6437"
    body = (
        '<circle cx="25" cy="27" r="22" fill="#2a1a0a" fill-opacity=".35"/>'
        f'<circle cx="25" cy="25" r="21" fill="#fffaee" stroke="{edge}" stroke-width="4.4"/>'
    )
    return _written(body, text, size, 0.5, 0.5, 0.66, edge)


@lru_cache(maxsize=16)
def lock(size: int) -> pygame.Surface:
    """The sign of a Region that cannot be taken now, `size` square."""
    body = (
        '<circle cx="25" cy="27" r="20" fill="#2a1a0a" fill-opacity=".35"/>'
        '<circle cx="25" cy="25" r="19" fill="#e4e2da" stroke="#4a5560" stroke-width="3.4"/>'
        '<path d="M18.5,24 V19.5 C18.5,10.5 31.5,10.5 31.5,19.5 V24" fill="none" '
        'stroke="#4a5560" stroke-width="3.6"/>'
        '<path d="M15.5,23.5 H34.5 V36 H15.5 Z" fill="#4a5560"/>'
    )
    return render_svg(body, (0, 0, 50, 50), (size, size))


@lru_cache(maxsize=64)
def arrow(way: tuple[int, int], size: int) -> pygame.Surface:
    """The sign of the arrow key that leads to a Region, `size` square: a dark key with a light
    edge, which shows on every ground. `way` is its direction (to the right and down).
    """
    body = (
        '<rect x="2" y="3" width="46" height="46" rx="12" fill="#10161e" fill-opacity=".35"/>'
        '<rect x="3" y="2" width="44" height="44" rx="11" fill="#14202e" stroke="#ffffff" '
        'stroke-width="4"/>'
    )
    dx, dy = way
    points = " ".join(
        f"{25 + along * dx - aside * dy},{24 + along * dy + aside * dx}"
        for along, aside in ((15, 0), (-9, 14), (-9, -14))
    )
    body += f'<polygon points="{points}" fill="#ffffff"/>'
    return render_svg(body, (0, 0, 50, 50), (size, size))


def counted(picture: pygame.Surface, number: int) -> pygame.Surface:
    """A marker's picture, with its number on a small disc when there are several."""
    if number < 2:
        return picture
    made = picture.copy()
    side = round(picture.get_width() * 0.56)
    disc = _written(
        f'<circle cx="25" cy="25" r="22" fill="#fffaf0" stroke="{INK}" stroke-width="4.6"/>',
        str(number),
        side,
        0.5,
        0.5,
        0.8,
        INK,
    )
    made.blit(disc, (picture.get_width() - side, 0))  # a tent leaves its upper corners free
    return made


def losing(sign: Surface) -> Surface:
    """A price shield with a red minus at its lower end: taking the Region loses a token."""
    width, height = sign.get_size()
    side = max(8, round(width * 0.42))
    more = round(side * 0.45)  # the disc hangs out below, off the number; the same room above
    made = pygame.Surface((width, height + 2 * more), pygame.SRCALPHA)
    made.blit(sign, (0, more))
    body = (
        '<circle cx="25" cy="25" r="22" fill="#fffaf0" stroke="#96301c" stroke-width="6"/>'
        '<path d="M14,25 H36" stroke="#96301c" stroke-width="9" stroke-linecap="round"/>'
    )
    disc = render_svg(body, (0, 0, 50, 50), (side, side))
    made.blit(disc, ((width - side) // 2, height + 2 * more - side))
    return made


def _written(
    body: str, text: str, size: int, x: float, y: float, room: float, colour: str
) -> pygame.Surface:
    """A drawing in a box of 50 x 50 with a bold text centred on (x, y), parts of its side."""
    made = render_svg(body, (0, 0, 50, 50), (size, size))
    for pixels in range(max(6, round(size * 0.68)), 5, -1):
        letters = pictures.font(pixels, bold=True).render(text, True, pygame.Color(colour))
        ink = letters.get_bounding_rect()
        if ink.width <= size * room:
            break
    place = round(size * x - ink.width / 2), round(size * y - ink.height / 2)
    made.blit(letters, place, ink)
    return made
