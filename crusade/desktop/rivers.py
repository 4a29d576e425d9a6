"""The run of a river over its Regions: its two banks, and the lines that its current follows."""

from __future__ import annotations

import itertools
import math
import random
from collections.abc import Iterable, Sequence

from crusade.chart import Point, sides
from crusade.desktop.geometry import Geometry, Line
from crusade.desktop.ground import Box

PIECES = 48
"""Pieces that a bank is cut into."""
CURRENTS = (0.13, 0.24, 0.36, 0.5, 0.63, 0.75, 0.86)
"""Where the lines of the current run, as shares of the way from one bank to the other."""


def parted(geometry: Geometry, wet: frozenset[int]) -> list[int]:
    """The numbers of the borders between two Regions of ``wet``."""
    edges = enumerate(geometry.chart.edges)
    return [i for i, edge in edges if len(edge.regions) == 2 and wet.issuperset(edge.regions)]


def courses(geometry: Geometry, wet: frozenset[int]) -> list[tuple[Line, Line]]:
    """The left and right bank of every stretch of the rivers, each Region in one of them.

    The longest run from the rim to the rim comes first; an arm begins where it leaves a run before
    it, and ends at the rim or where it comes to one again. A pond between no two ends has none.
    """
    beside: dict[int, dict[int, int]] = {r: {} for r in wet}
    for i in parted(geometry, wet):
        a, b = geometry.chart.edges[i].regions
        beside[a][b] = beside[b][a] = i
    rims = {r for edge in geometry.chart.edges if edge.rim for r in edge.regions if r in wet}
    left, found = set(wet), []
    while left:
        run = _longest(beside, rims, left)
        if run is None:
            break
        left.difference_update(run[1])
        banks = _banks(geometry, *run)
        if banks is not None:
            found.append(banks)
    return found


_Run = tuple[int | None, list[int], int | None]
"""Regions in a row, between the borders at which they begin and end; None is the rim."""


def _longest(beside: dict[int, dict[int, int]], rims: set[int], left: set[int]) -> _Run | None:
    """The run through most Regions of ``left`` that begins and ends in another place, at the rim or
    at a border of a Region that is not left.
    """
    ends: dict[int, list[int | None]] = {}
    for r in sorted(left):
        ends[r] = [None] if r in rims else []
        ends[r] += [i for other, i in sorted(beside[r].items()) if other not in left]
    best: _Run | None = None

    def follow(begin: int | None, way: list[int]) -> None:
        nonlocal best
        others = (end for end in ends[way[-1]] if len(way) > 1 or end != begin)
        end = next(others, -1)
        # From rim to rim before what only leaves a run for another one.
        rank = len(way) + 100 * ((begin is None) + (end is None))
        if end != -1 and (best is None or rank > _rank(best)):
            best = (begin, list(way), end)
        for other in sorted(beside[way[-1]]):
            # A run that touches itself again would have no bank there.
            if other in left and other not in way and not beside[other].keys() & {*way[:-1]}:
                follow(begin, [*way, other])

    for r in sorted(left):
        for begin in ends[r]:
            follow(begin, [r])
    return best


def _rank(run: _Run) -> int:
    begin, way, end = run
    return len(way) + 100 * ((begin is None) + (end is None))


def _banks(
    geometry: Geometry, begin: int | None, way: list[int], end: int | None
) -> tuple[Line, Line] | None:
    """The two banks of a run from its first end to its last; None for one of another shape."""
    chart, system = geometry.chart, set(way)
    numbers = {(edge.a, edge.b): i for i, edge in enumerate(chart.edges)}
    following: dict[str, tuple[str, int, Line]] = {}
    for r in way:
        for a, b in sides(chart.outlines[r]):
            i = numbers.get((a, b), numbers.get((b, a), -1))
            edge, line = chart.edges[i], geometry.lines[i]
            if len(edge.regions) == 2 and system.issuperset(edge.regions):
                continue
            first = i == begin or (begin is None and edge.rim and r == way[0])
            last = i == end or (end is None and edge.rim and r == way[-1])
            gate = 1 if first and not last else 2 if last else 0
            following[a] = (b, gate, line if edge.a == a else line[::-1])
    start = next((a for a, (_, gate, _) in following.items() if gate == 1), None)
    if start is None:
        return None
    runs: list[list[Point]] = []
    here, in_gate, seen = start, True, 0
    while seen == 0 or here != start:
        here, gate, line = following[here]
        seen += 1
        if not gate:
            if in_gate:
                runs.append([])
            runs[-1] += line
        in_gate = bool(gate)
    if len(runs) != 2 or seen != len(following):
        return None
    return tuple(runs[0]), tuple(runs[1][::-1])


def currents(left: Line, right: Line, shares: Sequence[float] = CURRENTS) -> list[Line]:
    """Lines along a river between its banks, each at its share of the way across."""
    pairs = _abreast(_cut(left), _cut(right))
    found = []
    for share in shares:
        line = [(x1 + (x2 - x1) * share, y1 + (y2 - y1) * share) for (x1, y1), (x2, y2) in pairs]
        for _ in range(6):  # what is left of the banks' tremor is no current
            line = [line[0], *map(_mean, line, line[1:], line[2:]), line[-1]]
        found.append(tuple(line))
    return found


def joined(middle: Line, others: Sequence[Line], size: tuple[float, float]) -> Line:
    """The middle of a run, led on to the nearest point of ``others`` from an end that is not at the
    rim of a board of that size.
    """
    points = [point for other in others for point in other]
    if not points:
        return middle

    def inner(end: Point) -> bool:
        return all(1 < part < most - 1 for part, most in zip(end, size, strict=True))

    def nearest(end: Point) -> Point:
        return min(points, key=lambda point: math.dist(point, end))

    before = (nearest(middle[0]),) if inner(middle[0]) else ()
    after = (nearest(middle[-1]),) if inner(middle[-1]) else ()
    return (*before, *middle, *after)


def _mean(a: Point, b: Point, c: Point) -> Point:
    return (a[0] + 2 * b[0] + c[0]) / 4, (a[1] + 2 * b[1] + c[1]) / 4


def _cut(line: Line) -> list[Point]:
    """Points along a line, evenly spaced, from its first to its last."""
    lengths = [0.0, *itertools.accumulate(math.dist(a, b) for a, b in itertools.pairwise(line))]
    points, k = [], 0
    for n in range(PIECES + 1):
        far = lengths[-1] * n / PIECES
        while k < len(line) - 2 and lengths[k + 1] < far:
            k += 1
        part = (far - lengths[k]) / ((lengths[k + 1] - lengths[k]) or 1.0)
        (x1, y1), (x2, y2) = line[k], line[k + 1]
        points.append((x1 + (x2 - x1) * part, y1 + (y2 - y1) * part))
    return points


def _abreast(left: Sequence[Point], right: Sequence[Point]) -> list[tuple[Point, Point]]:
    """Points of both banks that lie across from each other: the pairing with the shortest ways."""
    n = len(left)
    best = [[math.inf] * n for _ in range(n)]
    for i, j in itertools.product(range(n), range(n)):
        before = min(
            best[i - 1][j] if i else math.inf,
            best[i][j - 1] if j else math.inf,
            best[i - 1][j - 1] if i and j else math.inf,
        )
        best[i][j] = math.dist(left[i], right[j]) + (before if i or j else 0.0)
    i = j = n - 1
    pairs = [(left[i], right[j])]
    while i or j:
        steps = ((i - 1, j - 1), (i - 1, j), (i, j - 1))
        i, j = min((s for s in steps if min(s) >= 0), key=lambda s: best[s[0]][s[1]])
        pairs.append((left[i], right[j]))
    return pairs[::-1]


def strokes(line: Line, chance: random.Random, unit: float, clear: Iterable[Box]) -> list[Line]:
    """Pieces of a line of the current as a brush would set them, none through a box."""
    boxes = list(clear)
    found: list[Line] = []
    piece: list[Point] = []
    left, drawing = chance.uniform(0, 90) * unit, False
    points = _cut(line) if len(line) < PIECES else line
    for a, b in itertools.pairwise(points):
        steps = max(1, round(math.dist(a, b) / (6 * unit)))
        for k in range(steps):
            x, y = a[0] + (b[0] - a[0]) * k / steps, a[1] + (b[1] - a[1]) * k / steps
            left -= math.dist(a, b) / steps
            spot = Box(x, y, 0, 0)
            if drawing and not any(box.overlaps(spot, 3 * unit) for box in boxes):
                piece.append((x, y))
            elif len(piece) > 3:
                found.append(tuple(piece))
                piece = []
            else:
                piece = []
            if left <= 0:
                drawing = not drawing
                left = (chance.uniform(40, 120) if drawing else chance.uniform(34, 110)) * unit
    return [*found, tuple(piece)] if len(piece) > 3 else found
