"""Shapes with soft edges, rendered once per size and kept: panels, shadows, wood, rings.

Every function that returns a surface returns a shared one: blit it, never draw on it.
"""

from __future__ import annotations

import math
import random
from functools import lru_cache

import pygame
from pygame import Rect, Surface

from crusade.desktop import pictures, theme
from crusade.desktop.theme import Colour

_SMOOTH = 4
_SHARE = 0.8
"""How much the shapes of one window size may fill, in parts of that window's own bytes; those of a
table fill half of it."""
_kept = pictures.Kept(0)


def sheet(size: tuple[int, int]) -> Surface:
    """An empty transparent surface."""
    return Surface((max(1, size[0]), max(1, size[1])), pygame.SRCALPHA)


def put(surface: Surface, picture: Surface, place: tuple[int, int]) -> Rect:
    """Blit ``picture`` with its top left corner at ``place``; returns all of where it stands.

    What `Surface.blit` returns is cut by the clip, and only a part of a widget may be drawn anew.
    """
    surface.blit(picture, place)
    return Rect(place, picture.get_size())


@lru_cache(maxsize=64)
def _corner(radius: int) -> Surface:
    """White quarter discs in one square of twice the radius: the mask of rounded corners."""
    big = sheet((radius * 2 * _SMOOTH, radius * 2 * _SMOOTH))
    big.fill((255, 255, 255, 0))  # clear but white: scaling down must not darken the edge
    pygame.draw.circle(big, "white", (radius * _SMOOTH, radius * _SMOOTH), radius * _SMOOTH)
    return pygame.transform.smoothscale(big, (radius * 2, radius * 2))


def _mask(size: tuple[int, int], radius: int) -> Surface:
    """A white rounded rectangle with smooth corners on transparent."""
    width, height = size
    radius = max(0, min(radius, width // 2, height // 2))
    mask = sheet(size)
    if radius == 0:
        mask.fill("white")
        return mask
    pygame.draw.rect(mask, "white", (radius, 0, width - 2 * radius, height))
    pygame.draw.rect(mask, "white", (0, radius, width, height - 2 * radius))
    corner = _corner(radius)
    for x in (0, 1):
        for y in (0, 1):
            place = (x * (width - radius), y * (height - radius))
            mask.blit(corner, place, (x * radius, y * radius, radius, radius))
    return mask


def _filled(size: tuple[int, int], radius: int, top: Colour, bottom: Colour) -> Surface:
    """A rounded rectangle with a vertical two-tone fill."""
    mask = _mask(size, radius)
    if top == bottom:
        mask.fill((*top, 255), special_flags=pygame.BLEND_RGBA_MULT)
        return mask
    strip = Surface((1, 2))
    strip.set_at((0, 0), top)
    strip.set_at((0, 1), bottom)
    tone = pygame.transform.smoothscale(strip.convert(32, 0), mask.get_size())
    mask.blit(tone, (0, 0), special_flags=pygame.BLEND_RGB_MULT)
    return mask


@_kept.by_arguments
def rounded(
    size: tuple[int, int],
    radius: int,
    top: Colour,
    bottom: Colour | None = None,
    border: Colour | None = None,
    width: int = 1,
) -> Surface:
    """A rounded rectangle: two-tone fill and, if `border` is given, a line inside its edge."""
    size = (max(1, size[0]), max(1, size[1]))
    bottom = top if bottom is None else bottom
    if border is None:
        return _filled(size, radius, top, bottom)
    out = _filled(size, radius, border, border)
    inner = (size[0] - 2 * width, size[1] - 2 * width)
    if inner[0] > 0 and inner[1] > 0:
        hole = _mask(inner, max(0, radius - width))
        hole.fill((255, 255, 255, 255), special_flags=pygame.BLEND_RGB_MULT)
        out.blit(_filled(inner, max(0, radius - width), top, bottom), (width, width))
    return out


@lru_cache(maxsize=64)
def _shadow_tile(radius: int, blur: int, strength: int) -> Surface:
    """A small blurred rounded square, to be stretched by `shadow`."""
    side = 2 * (radius + 2 * blur) + 4
    shape = sheet((side, side))
    shape.blit(_mask((side - 2 * blur, side - 2 * blur), radius), (blur, blur))
    soft = pygame.transform.gaussian_blur(shape, max(1, round(blur * 0.45)))
    # Only the alpha of the blurred shape counts: black, as strong as asked.
    soft.fill((0, 0, 0, strength), special_flags=pygame.BLEND_RGBA_MULT)
    return soft


@_kept.by_arguments
def shadow(size: tuple[int, int], radius: int, blur: int, strength: int = 150) -> Surface:
    """The soft shadow of a rounded rectangle; `blur` pixels larger than it on every side."""
    tile = _shadow_tile(radius, blur, strength)
    edge = tile.get_width() // 2 - 1
    full = (size[0] + 2 * blur, size[1] + 2 * blur)
    return _nine(tile, min(edge, full[0] // 2, full[1] // 2), full)


def _nine(tile: Surface, edge: int, size: tuple[int, int]) -> Surface:
    """The tile stretched to a size with its four corners kept as they are."""
    out = sheet(size)
    side, (width, height) = tile.get_width(), size
    spans = ((0, edge, 0, edge), (edge, side - 2 * edge, edge, width - 2 * edge))
    ends_x = (side - edge, edge, width - edge, edge)
    ends_y = (side - edge, edge, height - edge, edge)
    across = (*spans, ends_x)
    down = (spans[0], (edge, side - 2 * edge, edge, height - 2 * edge), ends_y)
    for sx, sw, dx, dw in across:
        for sy, sh, dy, dh in down:
            if min(sw, sh, dw, dh) > 0:
                part = tile.subsurface((sx, sy, sw, sh))
                out.blit(pygame.transform.scale(part, (dw, dh)), (dx, dy))
    return out


def draw_panel(
    surface: Surface,
    rect: Rect,
    scale: float,
    *,
    top: Colour | None = None,
    bottom: Colour | None = None,
    border: Colour | None = None,
    radius: float = 10,
) -> None:
    """A parchment panel (unless other colours are given) with its soft shadow; `scale` is pixels
    per point.
    """
    top = theme.PARCHMENT if top is None else top
    bottom = theme.PARCHMENT_LOW if bottom is None else bottom
    border = theme.EDGE if border is None else border
    if rect.w < 4 or rect.h < 4:
        return
    round_by = round(radius * scale)
    blur = max(2, round(7 * scale))
    surface.blit(shadow(rect.size, round_by, blur), (rect.x - blur, rect.y - blur + blur // 3))
    line = max(1, round(1.5 * scale))
    surface.blit(rounded(rect.size, round_by, top, bottom, border, line), rect)


def panel_ink(rect: Rect, scale: float) -> Rect:
    """Everything `draw_panel` may colour, shadow included: what to redraw when it moves."""
    blur = max(2, round(7 * scale)) + 2
    return rect.inflate(2 * blur, 2 * blur + blur // 2)


def scaled(picture: Surface, size: tuple[int, int]) -> Surface:
    """The picture as a copy of that size, smoothly."""
    if picture.get_size() == size:
        return picture.copy()
    return pygame.transform.smoothscale(picture, size)


@_kept.by_arguments
def disc(diameter: int, fill: Colour, border: Colour | None = None, width: int = 1) -> Surface:
    """A smooth filled circle."""
    return rounded((diameter, diameter), diameter // 2, fill, None, border, width)


@_kept.by_arguments
def ellipse_ring(size: tuple[int, int], colour: Colour, width: int) -> Surface:
    """A hand-drawn looking ellipse, as a pen circles a name: it overshoots where it closes."""
    big = sheet((size[0] * 3, size[1] * 3))
    big.fill((*colour, 0))
    rx, ry = size[0] * 1.5 - width * 3, size[1] * 1.5 - width * 3
    points = []
    for step in range(0, 393, 3):
        angle = math.radians(step - 100)
        swell = 1 - 0.05 * step / 393
        points.append(
            (
                size[0] * 1.5 + rx * swell * math.cos(angle),
                size[1] * 1.5 + ry * swell * math.sin(angle),
            )
        )
    for point in points:
        pygame.draw.circle(big, colour, point, width * 1.5)
    pygame.draw.lines(big, colour, False, points, width * 3)
    return pygame.transform.smoothscale(big, size)


@lru_cache(maxsize=1)
def wood(size: tuple[int, int], scale: float) -> Surface:
    """The table: dark planks with grain and a shade towards the edges. The same every time."""
    dice = random.Random(1409)
    out = Surface(size).convert(32, 0) if not pygame.display.get_surface() else Surface(size)
    if theme.high_contrast:
        out.fill(theme.WOOD)
        return out
    width, height = size
    plank = max(24, round(74 * scale))
    grain = sheet(size)
    for top in range(0, height, plank):
        shade = dice.uniform(0, 1)
        pygame.draw.rect(
            out, theme.mix(theme.WOOD, theme.WOOD_LIGHT, shade), (0, top, width, plank)
        )
        for _ in range(plank // max(2, round(2.4 * scale))):
            y = top + dice.randrange(plank)
            x, length = dice.randrange(-200, width), dice.randrange(width // 8, width // 2)
            dark = dice.random() < 0.6
            colour = (20, 12, 6, dice.randrange(14, 44)) if dark else (130, 96, 66, 22)
            bend = dice.uniform(-2, 2) * scale
            points = [
                (x + length * t / 8, y + bend * math.sin(t * 0.9) + bend * 0.3 * t)
                for t in range(9)
            ]
            pygame.draw.lines(grain, colour, False, points, max(1, round(scale)))
        pygame.draw.line(grain, (14, 8, 4, 150), (0, top), (width, top), max(1, round(1.5 * scale)))
        pygame.draw.line(grain, (150, 112, 78, 26), (0, top + 2), (width, top + 2))
        joint = dice.randrange(width // 5, width)
        pygame.draw.line(grain, (14, 8, 4, 130), (joint, top), (joint, top + plank), 2)
    out.blit(grain, (0, 0))
    out.blit(_vignette(size), (0, 0), special_flags=pygame.BLEND_RGB_MULT)
    return out


def _vignette(size: tuple[int, int]) -> Surface:
    """White in the middle, darker to the rim: multiplied over the table."""
    small = Surface((32, 18))
    for x in range(32):
        for y in range(18):
            far = math.hypot((x - 15.5) / 19, (y - 7.5) / 12)
            value = max(120, min(255, round(275 - 105 * far * far)))
            small.set_at((x, y), (value, value, value))
    return pygame.transform.smoothscale(small, size)


def draw_focus(surface: Surface, rect: Rect, scale: float, radius: float = 8) -> None:
    """The ring round what the keyboard would act on: cream and blue, seen on wood and parchment."""
    outer = rect.inflate(round(6 * scale), round(6 * scale))
    line = max(2, round(2 * scale))
    pygame.draw.rect(surface, theme.CREAM, outer, line, round((radius + 3) * scale))
    inner = outer.inflate(-line, -line)
    pygame.draw.rect(surface, theme.FOCUS, inner, line, round((radius + 2) * scale))


def forget(size: tuple[int, int] = (0, 0)) -> None:
    """Drop the pictures that belong to one window size (after the scale changed); the next ones are
    for a window of ``size``.
    """
    _kept.room = round(_SHARE * 4 * size[0] * size[1])
    _kept.clear()
    wood.cache_clear()
