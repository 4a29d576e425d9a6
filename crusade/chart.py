"""The chart of a board: where its Regions lie, and whether their outlines fit together.

A board file gives corner points and one outline of corners per Region. Two Regions touch where
they share an edge, that is two corners in a row of their outlines; an edge that only one Region
has is the rim of the board.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple, TypeVar

from crusade.texts import _

Point = tuple[float, float]
T = TypeVar("T")


@dataclass(frozen=True)
class Edge:
    """The straight line between corners ``a`` and ``b``, with the one or two Regions beside it."""

    a: str
    b: str
    regions: tuple[int, ...]

    @property
    def rim(self) -> bool:
        """True where the board ends."""
        return len(self.regions) == 1


@dataclass(frozen=True, eq=False)
class Chart:
    """The places of a board's Regions, in the units of ``size`` (width, height); y grows down.

    ``outlines[r]`` are the corners of Region ``r``, clockwise as seen on the screen. ``edges``
    holds every edge once, in the order in which the outlines first meet it.
    """

    size: tuple[float, float]
    corners: dict[str, Point]
    outlines: tuple[tuple[str, ...], ...]
    edges: tuple[Edge, ...]

    @classmethod
    def make(
        cls,
        size: tuple[float, float],
        corners: dict[str, Point],
        outlines: Sequence[Sequence[str]],
    ) -> Chart:
        """Find the edges of the outlines and turn every outline clockwise."""
        turned = []
        for outline in outlines:
            names = tuple(outline)
            if area([corners[c] for c in names]) < 0:
                names = (names[0], *reversed(names[1:]))
            turned.append(names)
        beside: dict[tuple[str, str], list[int]] = {}
        for r, names in enumerate(turned):
            for a, b in sides(names):
                beside.setdefault((min(a, b), max(a, b)), []).append(r)
        edges = tuple(Edge(a, b, tuple(rs)) for (a, b), rs in beside.items())
        return cls(size, corners, tuple(turned), edges)

    def polygon(self, region: int) -> list[Point]:
        """The straight-sided outline of a Region."""
        return [self.corners[c] for c in self.outlines[region]]

    def borders(self) -> list[tuple[int, int]]:
        """The pairs of Regions that touch, each pair once, in ascending order."""
        pairs = {(min(e.regions), max(e.regions)) for e in self.edges if len(e.regions) == 2}
        return sorted(pairs)

    def on_rim(self, region: int) -> bool:
        """True when the Region touches the rim of the board (`base.md F1`)."""
        return any(e.rim and region in e.regions for e in self.edges)


def sides(outline: Sequence[T]) -> Iterator[tuple[T, T]]:
    """The sides of a closed outline: each corner (or its point) with the next one."""
    for i, a in enumerate(outline):
        yield a, outline[(i + 1) % len(outline)]


def area(polygon: Sequence[Point]) -> float:
    """The area of a polygon, positive when it runs clockwise on the screen (y down)."""
    total = 0.0
    for i, (x1, y1) in enumerate(polygon):
        x2, y2 = polygon[(i + 1) % len(polygon)]
        total += x1 * y2 - x2 * y1
    return total / 2


def inside(point: Point, polygon: Sequence[Point]) -> bool:
    """True when the point lies in the polygon (points on its outline may go either way)."""
    x, y = point
    odd = False
    x1, y1 = polygon[-1]
    for x2, y2 in polygon:
        if (y1 > y) != (y2 > y) and x < x1 + (y - y1) * (x2 - x1) / (y2 - y1):
            odd = not odd
        x1, y1 = x2, y2
    return odd


def turn(a: Point, b: Point, c: Point) -> float:
    """Twice the area of the triangle abc: its sign says to which side c lies of the line ab."""
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def cross(a: Point, b: Point, c: Point, d: Point) -> bool:
    """True when the segments ab and cd cross in a point that is no end of either."""
    return turn(a, b, c) * turn(a, b, d) < 0 and turn(c, d, a) * turn(c, d, b) < 0


def on_segment(p: Point, a: Point, b: Point) -> bool:
    """True when p lies on the segment ab, its ends left out."""
    if p in (a, b) or abs(turn(a, b, p)) > 1e-9:
        return False
    return min(a[0], b[0]) <= p[0] <= max(a[0], b[0]) and min(a[1], b[1]) <= p[1] <= max(a[1], b[1])


def simple_fault(outline: Sequence[str], corners: dict[str, Point]) -> str | None:
    """Why an outline is no simple polygon, in words, or None when it is one."""
    lines = list(sides(outline))
    for i, (a, b) in enumerate(lines):
        for c, d in lines[i + 1 :]:
            if cross(corners[a], corners[b], corners[c], corners[d]):
                return _("the outline crosses itself: {a}-{b} cuts {c}-{d}", a=a, b=b, c=c, d=d)
        for c in outline:
            if on_segment(corners[c], corners[a], corners[b]):
                return _("the outline touches itself: corner {c} lies on {a}-{b}", c=c, a=a, b=b)
    if abs(area([corners[c] for c in outline])) < 1e-6:
        return _("the outline encloses no area")
    return None


class Fault(NamedTuple):
    """A place where outlines do not fit: in Region `region`, `text` says how, `other` with whom."""

    region: int
    text: str
    other: int | None = None


def most_edges(corners: int) -> int:
    """The edges that so many corners can have at most without two of them crossing (Euler)."""
    return max(3, 3 * corners - 6)


def fitting_faults(chart: Chart) -> Iterator[Fault]:
    """Where outlines, each simple by itself, do not tile the board without gap or overlap.

    Every edge is looked at once, whatever number of Regions it has: the work is at most the square
    of the number of edges.
    """
    corners = chart.corners
    first_way: dict[tuple[str, str], int] = {}
    paired: set[tuple[int, int]] = set()
    for r, outline in enumerate(chart.outlines):
        for side in sides(outline):
            other = first_way.setdefault(side, r)
            if other != r and (other, r) not in paired:
                paired.add((other, r))
                yield Fault(
                    r, _("edge {a}-{b} has both on the same side", a=side[0], b=side[1]), other
                )
    used = sorted({c for outline in chart.outlines for c in outline})
    for edge in chart.edges:
        a, b = corners[edge.a], corners[edge.b]
        left_out = next((c for c in used if on_segment(corners[c], a, b)), None)
        if left_out is not None:
            text = _(
                "corner {left_out} lies on edge {a}-{b} but is left out of it",
                left_out=left_out,
                a=edge.a,
                b=edge.b,
            )
            yield Fault(edge.regions[0], text)
        elif edge.rim and not _along_rim(chart.size, a, b):
            text = _("edge {a}-{b} has a hole in the board on its other side", a=edge.a, b=edge.b)
            yield Fault(edge.regions[0], text)
    for s, r in itertools.chain(_crossing(chart), _covering(chart)):
        if (s, r) not in paired:
            paired.add((s, r))
            yield Fault(r, _("they cover the same ground"), s)


def _along_rim(size: tuple[float, float], a: Point, b: Point) -> bool:
    """True when the line ab runs along one side of the board's rectangle."""
    return (a[0] == b[0] and a[0] in (0, size[0])) or (a[1] == b[1] and a[1] in (0, size[1]))


def _crossing(chart: Chart) -> Iterator[tuple[int, int]]:
    """The pairs of Regions, lower first, that have edges which cross each other."""
    lines = sorted(
        (min(a[0], b[0]), max(a[0], b[0]), min(a[1], b[1]), max(a[1], b[1]), a, b, edge.regions)
        for edge in chart.edges
        for a, b in [(chart.corners[edge.a], chart.corners[edge.b])]
    )
    for i, (_unused, right, top, bottom, a, b, regions) in enumerate(lines):
        for left, _unused, other_top, other_bottom, c, d, others in lines[i + 1 :]:
            if left >= right:  # sorted from left to right: nothing further on can cross this one
                break
            if other_top < bottom and top < other_bottom and cross(a, b, c, d):
                yield from ((min(r, s), max(r, s)) for r in regions for s in others if r != s)


def _covering(chart: Chart) -> Iterator[tuple[int, int]]:
    """The pairs of Regions, lower first, of which one has a corner strictly inside the other."""
    for r, outline in enumerate(chart.outlines):
        polygon = chart.polygon(r)
        lines = list(sides(polygon))
        left, right = min(x for x, _unused in polygon), max(x for x, _unused in polygon)
        top, bottom = min(y for _unused, y in polygon), max(y for _unused, y in polygon)
        own = set(outline)
        held: dict[str, bool] = {}
        for s, other in enumerate(chart.outlines):
            for c in other if s != r else ():
                x, y = point = chart.corners[c]
                if c in own or not (left < x < right and top < y < bottom):
                    continue
                if c not in held:
                    held[c] = inside(point, polygon) and not any(
                        on_segment(point, a, b) for a, b in lines
                    )
                if held[c]:
                    yield min(r, s), max(r, s)
                    break
