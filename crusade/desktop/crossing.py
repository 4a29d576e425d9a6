"""The Lost Tribes' way over a river, as it is drawn on the board (`crusade.md I2`)."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from dataclasses import dataclass

import pygame

from crusade.chart import Point
from crusade.desktop.board_picture import open_line, render_svg
from crusade.desktop.geometry import Geometry

STEPS = 10
"""Pieces into which the line from one point to the next is bent."""


@dataclass(frozen=True)
class Crossing:
    """A way over ``rivers``, each for its fare in tokens, to the Region ``target``: from any of
    ``sources``, or from the rim of the board where there is none.
    """

    sources: tuple[int, ...]
    rivers: tuple[int, ...]
    fares: tuple[int, ...]
    target: int


@dataclass(frozen=True)
class Drawn:
    """A way as a picture: the arrow and its place, and the points of the board where the fares
    stand.
    """

    arrow: pygame.Surface
    place: tuple[int, int]
    fares: tuple[tuple[Point, int], ...]


def draw_crossing(
    crossing: Crossing, geometry: Geometry, places: Sequence[Point], size: tuple[int, int]
) -> Drawn:
    """The way as an arrow of footsteps on a board of ``size`` pixels.

    ``places`` are the points of the Regions where their tokens stand.
    """
    scale, unit = size[0] / geometry.size[0], geometry.unit
    points, fords = _points(crossing, geometry, places)
    line = _smooth(points)
    line = _shortened(line, 40 * unit)
    (x1, y1), (x2, y2) = line[-4], line[-1]
    turn = math.atan2(y2 - y1, x2 - x1)
    head = " ".join(
        f"{x2 + far * unit * math.cos(turn + off):.1f},{y2 + far * unit * math.sin(turn + off):.1f}"
        for far, off in ((22, 0.0), (17, 2.3), (7, math.pi), (17, -2.3))
    )
    path = open_line(line)
    body = (
        f'<path d="{path}" fill="none" stroke="#1a0f08" stroke-opacity=".62" '
        f'stroke-width="{13 * unit}" stroke-linecap="round" stroke-linejoin="round"/>'
        f'<path d="{path}" fill="none" stroke="#ffd98c" stroke-width="{6.4 * unit}" '
        f'stroke-dasharray="{13 * unit},{9 * unit}"/>'
        f'<path d="M{head}Z" fill="#ffd98c" stroke="#1a0f08" stroke-width="{3 * unit}" '
        'stroke-linejoin="round"/>'
    )
    reach = 30 * unit
    left = max(0, int((min(x for x, _ in line) - reach) * scale))
    top = max(0, int((min(y for _, y in line) - reach) * scale))
    right = min(size[0], int((max(x for x, _ in line) + reach) * scale) + 1)
    low = min(size[1], int((max(y for _, y in line) + reach) * scale) + 1)
    pixels = right - left, low - top
    view = left / scale, top / scale, pixels[0] / scale, pixels[1] / scale
    fares = tuple(zip(fords, crossing.fares, strict=True))
    return Drawn(render_svg(body, view, pixels), (left, top), fares)


def _points(
    crossing: Crossing, geometry: Geometry, places: Sequence[Point]
) -> tuple[list[Point], list[Point]]:
    """The points that the way runs through, and those of them in the middle of the rivers."""
    rivers = crossing.rivers
    gates = [
        _gate(geometry, here, following)
        for here, following in zip(rivers, (*rivers[1:], crossing.target), strict=True)
    ]
    begins = {source: _gate(geometry, source, rivers[0]) for source in crossing.sources}
    source = min(begins, key=lambda r: math.dist(begins[r], gates[0]), default=None)
    if source is None:
        points = [_gate(geometry, rivers[0], None)]
    else:
        points = [places[source], begins[source]]
    fords = []
    for river, gate in zip(rivers, gates, strict=True):
        (x1, y1), (x2, y2), (px, py) = points[-1], gate, places[river]
        # Towards the river's middle, but no detour for it.
        ford = (x1 + x2) * 0.38 + px * 0.24, (y1 + y2) * 0.38 + py * 0.24
        fords.append(ford)
        points += [ford, gate]
    return [*points, places[crossing.target]], fords


def _gate(geometry: Geometry, one: int, other: int | None) -> Point:
    """The middle of the longest border between two Regions, or of a Region's longest rim."""
    best: tuple[float, Point] = (-1.0, geometry.roomiest[one][0])
    for edge, line in zip(geometry.chart.edges, geometry.lines, strict=True):
        if one in edge.regions and (edge.rim if other is None else other in edge.regions):
            length = sum(math.dist(a, b) for a, b in itertools.pairwise(line))
            if length > best[0]:
                (x1, y1), (x2, y2) = line[(len(line) - 1) // 2], line[len(line) // 2]
                best = length, ((x1 + x2) / 2, (y1 + y2) / 2)
    return best[1]


def _smooth(points: Sequence[Point]) -> list[Point]:
    """A line bent softly through all points."""
    around = [points[0], *points, points[-1]]
    line: list[Point] = []
    for a, b, c, d in zip(around, around[1:], around[2:], around[3:], strict=False):
        for k in range(STEPS):
            t = k / STEPS
            x, y = (
                0.5
                * (
                    2 * q
                    + (r - p) * t
                    + (2 * p - 5 * q + 4 * r - s) * t * t
                    + (3 * q - p - 3 * r + s) * t**3
                )
                for p, q, r, s in zip(a, b, c, d, strict=True)
            )
            line.append((x, y))
    return [*line, points[-1]]


def _shortened(line: list[Point], less: float) -> list[Point]:
    """The line without its last stretch, so that its head stands beside the tokens."""
    kept = list(line)
    while len(kept) > STEPS and math.dist(kept[-1], line[-1]) < less:
        kept.pop()
    return kept
