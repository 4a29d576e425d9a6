"""Rectangles, and a fast answer to "does this rectangle lie inside this outline?"."""

from __future__ import annotations

import itertools
import math
from array import array
from collections.abc import Sequence
from typing import NamedTuple

from crusade.chart import Point


class Box(NamedTuple):
    """A rectangle in board units: its centre, width and height."""

    x: float
    y: float
    w: float
    h: float

    @property
    def left(self) -> float:
        """The x of the left side."""
        return self.x - self.w / 2

    @property
    def top(self) -> float:
        """The y of the upper side."""
        return self.y - self.h / 2

    def overlaps(self, other: Box, gap: float = 0.0) -> bool:
        """True when the rectangles come closer than `gap`."""
        return (
            abs(self.x - other.x) * 2 < self.w + other.w + 2 * gap
            and abs(self.y - other.y) * 2 < self.h + other.h + 2 * gap
        )


class Ground:
    """An outline on a fine grid, with the sums that count the inside cells of any rectangle.

    The grid's cells are `grid` units wide; answers are exact to half a cell, so callers ask for a
    margin of at least that.
    """

    def __init__(self, outline: Sequence[Point], grid: float) -> None:
        self.grid = grid
        self.x0 = min(p[0] for p in outline) - grid
        self.y0 = min(p[1] for p in outline) - grid
        self.columns = int((max(p[0] for p in outline) - self.x0) / grid) + 3
        self.rows = int((max(p[1] for p in outline) - self.y0) / grid) + 3
        # Four bytes a number: a board has some 150,000 of them.
        self.sums = [array("I", [0] * (self.columns + 1))]
        for cuts in self._cuts(outline):
            row = bytearray(self.columns)
            cuts.sort()
            for start, stop in zip(cuts[::2], cuts[1::2], strict=True):
                first = math.ceil((start - self.x0) / grid - 0.5)
                last = math.floor((stop - self.x0) / grid - 0.5)
                row[first : last + 1] = b"\1" * max(0, last - first + 1)
            run = itertools.accumulate(row, initial=0)
            sums = [a + b for a, b in zip(run, self.sums[-1], strict=True)]
            self.sums.append(array("I", sums))

    def _cuts(self, outline: Sequence[Point]) -> list[list[float]]:
        """Where the outline crosses the middle of every row of cells."""
        rows: list[list[float]] = [[] for _ in range(self.rows)]
        x1, y1 = outline[-1]
        for x2, y2 in outline:
            if y1 != y2:
                low, high = min(y1, y2), max(y1, y2)
                first = math.ceil((low - self.y0) / self.grid - 0.5)
                last = math.ceil((high - self.y0) / self.grid - 0.5)
                for j in range(first, last):
                    y = self.y0 + (j + 0.5) * self.grid
                    rows[j].append(x1 + (y - y1) * (x2 - x1) / (y2 - y1))
            x1, y1 = x2, y2
        return rows

    def holds(self, box: Box, margin: float) -> bool:
        """True when the rectangle, `margin` wider on every side, lies inside the outline."""
        left = int((box.x - box.w / 2 - margin - self.x0) / self.grid)
        top = int((box.y - box.h / 2 - margin - self.y0) / self.grid)
        right = int((box.x + box.w / 2 + margin - self.x0) / self.grid) + 1
        low = int((box.y + box.h / 2 + margin - self.y0) / self.grid) + 1
        if left < 0 or top < 0 or right > self.columns or low > self.rows:
            return False
        above, below = self.sums[top], self.sums[low]
        count = below[right] - below[left] - above[right] + above[left]
        return count == (right - left) * (low - top)
