"""The drawn shapes of a board: borders with a hand's tremor, and the roomiest point of a Region.

All numbers are in the units of the board file (1500 wide on our boards), so one geometry serves
every window size. Each border between two Regions is roughened once, from a seed that belongs to
the border, and both Regions use the same line; the rim stays straight. No two borders cross.
"""

from __future__ import annotations

import heapq
import itertools
import math
import random
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from crusade.chart import Chart, Point, cross, inside, sides
from crusade.desktop.ground import Ground

Line = tuple[Point, ...]

STEP = 9.0  # a border is cut until its pieces are about this long, then rounded
FIRST_SWING = 0.085  # the first displacement as a part of the border's length
LARGEST_SWING = 17.0
CALMING = 0.53  # each level swings by this part of the level above
GRID = 4.0  # cell of a Region's ground, in parts of 1/1500 of the width
CELL = 16.0  # cell of the grid that finds lines close to each other


@dataclass(frozen=True, eq=False)
class Geometry:
    """Drawn lines and outlines of a chart.

    ``lines[i]`` is the drawn line of ``chart.edges[i]``, from corner ``a`` to corner ``b``.
    """

    chart: Chart
    lines: tuple[Line, ...]

    @classmethod
    def make(cls, chart: Chart, seed: str) -> Geometry:
        """Roughen the borders of a chart; the same seed gives the same lines."""
        return cls(chart, _roughen(chart, seed))

    @classmethod
    def known(
        cls,
        chart: Chart,
        lines: Iterable[Iterable[Iterable[float]]],
        roomiest: Iterable[tuple[Iterable[float], float]],
    ) -> Geometry:
        """The geometry of a chart by what was worked out before. Raises ValueError, TypeError."""
        drawn = tuple(tuple((float(x), float(y)) for x, y in line) for line in lines)
        rooms = tuple(((float(x), float(y)), float(far)) for (x, y), far in roomiest)
        if len(drawn) != len(chart.edges) or len(rooms) != len(chart.outlines):
            raise ValueError(f"{len(drawn)} lines and {len(rooms)} Regions")
        made = cls(chart, drawn)
        made.__dict__["roomiest"] = rooms  # where the cached property keeps it
        return made

    @property
    def size(self) -> tuple[float, float]:
        """Width and height of the board in units."""
        return self.chart.size

    @property
    def unit(self) -> float:
        """The length that looks like 1/1500 of the board's width."""
        return self.chart.size[0] / 1500

    @cached_property
    def outlines(self) -> tuple[Line, ...]:
        """The drawn outline of every Region, clockwise, its last point not repeated."""
        by_ends = {(e.a, e.b): line for e, line in zip(self.chart.edges, self.lines, strict=True)}
        outlines = []
        for names in self.chart.outlines:
            points: list[Point] = []
            for a, b in sides(names):
                line = by_ends[a, b] if (a, b) in by_ends else by_ends[b, a][::-1]
                points.extend(line[:-1])
            outlines.append(tuple(points))
        return tuple(outlines)

    @cached_property
    def roomiest(self) -> tuple[tuple[Point, float], ...]:
        """Per Region the inside point farthest from its outline, and that distance."""
        return tuple(roomiest_point(outline) for outline in self.outlines)

    @cached_property
    def grounds(self) -> tuple[Ground, ...]:
        """Per Region its outline on a fine grid."""
        return tuple(Ground(outline, GRID * self.unit) for outline in self.outlines)


def _roughen(chart: Chart, seed: str) -> tuple[Line, ...]:
    """All lines; a border that would cross another is drawn calmer until it does not."""
    swings = [0.0 if edge.rim else 1.0 for edge in chart.edges]
    while True:
        lines = [
            _tremor(
                chart.corners[edge.a],
                chart.corners[edge.b],
                random.Random(f"{seed}:{min(edge.a, edge.b)}:{max(edge.a, edge.b)}"),
                swing,
            )
            for edge, swing in zip(chart.edges, swings, strict=True)
        ]
        clashing = _clashes(lines, chart.size)
        if not any(swings[i] for i in clashing):
            return tuple(lines)
        for i in clashing:
            # A quarter of the swing is hardly a tremor any more: go straight, which cannot cross.
            swings[i] = swings[i] / 2 if swings[i] > 0.25 else 0.0


def _tremor(a: Point, b: Point, chance: random.Random, swing: float) -> Line:
    """A line from a to b by midpoint displacement, its kinks rounded."""
    if not swing:
        return (a, b)
    length = math.dist(a, b)
    reach = min(length * FIRST_SWING, LARGEST_SWING) * swing
    points = [a, b]
    while length > STEP:
        finer = [points[0]]
        for (x1, y1), (x2, y2) in itertools.pairwise(points):
            piece = math.hypot(x2 - x1, y2 - y1) or 1.0
            off = max(-2.0, min(2.0, chance.gauss(0, 0.75))) * reach
            finer.append(
                ((x1 + x2) / 2 + off * (y1 - y2) / piece, (y1 + y2) / 2 + off * (x2 - x1) / piece)
            )
            finer.append((x2, y2))
        points = finer
        length /= 2
        reach *= CALMING
    return _rounded(_rounded(points))


def _rounded(points: Sequence[Point]) -> Line:
    """Cut every kink at a quarter of its sides; the ends stay."""
    smooth = [points[0]]
    for (x1, y1), (x2, y2) in itertools.pairwise(points):
        smooth.append((0.75 * x1 + 0.25 * x2, 0.75 * y1 + 0.25 * y2))
        smooth.append((0.25 * x1 + 0.75 * x2, 0.25 * y1 + 0.75 * y2))
    smooth.append(points[-1])
    return tuple(smooth)


def _clashes(lines: Sequence[Line], size: tuple[float, float]) -> set[int]:
    """The lines that cross another one or themselves, or leave the board."""
    width, height = size
    clashing = {i for i, line in enumerate(lines) if any(_outside(p, width, height) for p in line)}
    cells: dict[tuple[int, int], list[tuple[int, int]]] = defaultdict(list)
    for i, line in enumerate(lines):
        for k in range(len(line) - 1):
            (x1, y1), (x2, y2) = line[k], line[k + 1]
            # Rim lines are long and straight, and nothing but a line off the board crosses them.
            if len(line) == 2 and _on_frame(line, width, height):
                continue
            for cx in range(int(min(x1, x2) // CELL), int(max(x1, x2) // CELL) + 1):
                for cy in range(int(min(y1, y2) // CELL), int(max(y1, y2) // CELL) + 1):
                    cells[cx, cy].append((i, k))
    for pieces in cells.values():
        for n, (i, k) in enumerate(pieces):
            for j, m in pieces[:n]:
                if i == j and abs(k - m) < 2:
                    continue
                if cross(lines[i][k], lines[i][k + 1], lines[j][m], lines[j][m + 1]):
                    clashing |= {i, j}
    return clashing


def _outside(point: Point, width: float, height: float) -> bool:
    return not (0 <= point[0] <= width and 0 <= point[1] <= height)


def _on_frame(line: Line, width: float, height: float) -> bool:
    (x1, y1), (x2, y2) = line
    return (x1 == x2 and x1 in (0, width)) or (y1 == y2 and y1 in (0, height))


def distance_to_line(point: Point, a: Point, b: Point) -> float:
    """The distance of a point from the segment ab."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    length = dx * dx + dy * dy
    part = ((point[0] - a[0]) * dx + (point[1] - a[1]) * dy) / length if length else 0.0
    part = max(0.0, min(1.0, part))
    return math.hypot(point[0] - a[0] - part * dx, point[1] - a[1] - part * dy)


def distance_to_outline(point: Point, outline: Sequence[Point]) -> float:
    """The distance of a point from the nearest side of a closed outline, 0 or more."""
    nearest = math.inf
    last = outline[-1]
    for corner in outline:
        nearest = min(nearest, distance_to_line(point, last, corner))
        last = corner
    return nearest


def roomiest_point(outline: Sequence[Point], precision: float = 2.0) -> tuple[Point, float]:
    """The pole of inaccessibility of an outline: the inside point farthest from it.

    Squares are searched best first: a square can be skipped when even its corner could not beat
    the best point found. Returns the point and its distance, exact to `precision` units.
    """
    # A thinned outline is near enough to choose by; the distance at the end is the true one.
    coarse = _thinned(outline, 8.0)
    xs, ys = [p[0] for p in coarse], [p[1] for p in coarse]
    side = min(max(xs) - min(xs), max(ys) - min(ys)) / 2
    half = side / 2
    best, best_point = -1.0, (min(xs), min(ys))
    queue: list[tuple[float, float, float, float]] = []

    def look(x: float, y: float, half: float) -> None:
        nonlocal best, best_point
        away = distance_to_outline((x, y), coarse)
        if not inside((x, y), coarse):
            away = -away
        if away > best:
            best, best_point = away, (x, y)
        heapq.heappush(queue, (-(away + half * math.sqrt(2)), x, y, half))

    for x in _steps(min(xs), max(xs), side):
        for y in _steps(min(ys), max(ys), side):
            look(x + half, y + half, half)
    while queue:
        reach, x, y, half = heapq.heappop(queue)
        if -reach - best <= precision:
            break
        half /= 2
        for dx in (-half, half):
            for dy in (-half, half):
                look(x + dx, y + dy, half)
    return best_point, distance_to_outline(best_point, outline)


def _thinned(outline: Sequence[Point], gap: float) -> list[Point]:
    """The outline without the points that follow closer than `gap` on the last one kept."""
    kept = [outline[0]]
    for here, following in zip(outline[1:], [*outline[2:], outline[0]], strict=True):
        # The last point before a long side is a real corner, however close the one before it.
        if math.dist(kept[-1], here) >= gap or math.dist(here, following) >= gap:
            kept.append(here)
    return kept


def _steps(start: float, stop: float, step: float) -> Iterable[float]:
    """start, start + step, ... below stop."""
    while start < stop:
        yield start
        start += step
