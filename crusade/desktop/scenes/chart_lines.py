"""The lines of charts: each side has a mark and a stroke of its own, so that no line is told by its
colour alone.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import pairwise

import pygame
from pygame import Surface

from crusade.desktop import theme
from crusade.desktop.kit import paint
from crusade.desktop.theme import Colour
from crusade.rules.ids import TRIBES

Point = tuple[float, float]
_CORNERS = {1: 4, 2: 3, 3: 5, 4: 6, TRIBES: 4}
"""Corners of the mark of a side; one that is not here has a disc."""
_UPRIGHT = frozenset((1,))
"""Whose mark stands on a side instead of a corner."""
_DASH, _GAP = 3.0, 2.0
"""Length of the dashes of the Lost Tribes' line and of what is between them, in widths."""
_FINER = 4


def mark(side: int, size: int, colour: Colour, rim: int) -> Surface:
    """The mark of a side (a seat, or `TRIBES`) in a square of ``size`` pixels, with a light rim."""
    corners = _CORNERS.get(side)
    if corners is None:
        return paint.disc(size, colour, theme.PAPER, rim)
    big = Surface((size * _FINER, size * _FINER), pygame.SRCALPHA)
    big.fill((*theme.PAPER, 0))
    centre = size * _FINER / 2
    turn = math.pi / corners if side in _UPRIGHT else 0.0
    reach = centre * (1.2 if side in _UPRIGHT else 1.0)
    for far, fill in ((reach, theme.PAPER), (reach - rim * _FINER * 1.4, colour)):
        points = [
            (
                centre + far * math.sin(turn + 2 * math.pi * n / corners),
                centre - far * math.cos(turn + 2 * math.pi * n / corners),
            )
            for n in range(corners)
        ]
        pygame.draw.polygon(big, fill, points)
    return pygame.transform.smoothscale(big, (size, size))


def draw_line(
    surface: Surface, points: Sequence[Point], colour: Colour, width: float, side: int
) -> None:
    """The thick smooth line of a side through points; the Lost Tribes' is dashed."""
    strokes = _dashes(points, width) if side == TRIBES else pairwise(points)
    for one, two in strokes:
        pygame.draw.aaline(surface, colour, one, two, round(width))


def _dashes(points: Sequence[Point], width: float) -> Iterator[tuple[Point, Point]]:
    """The strokes of a dashed line through points."""
    left, drawn = _DASH * width, True
    for start, end in pairwise(points):
        length, gone = math.dist(start, end), 0.0
        while gone < length:
            step = min(left, length - gone)
            if drawn:
                yield (
                    _between(start, end, gone / length),
                    _between(start, end, (gone + step) / length),
                )
            gone += step
            left -= step
            if left <= 1e-6:
                drawn = not drawn
                left = (_DASH if drawn else _GAP) * width


def _between(start: Point, end: Point, part: float) -> Point:
    return start[0] + (end[0] - start[0]) * part, start[1] + (end[1] - start[1]) * part
