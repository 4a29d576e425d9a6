"""Where the arrow keys lead on the board: foreseeable, and back again.

An arrow goes to the nearest place in its quarter, the 45 degrees to either side of its direction,
measured between the points where the tokens stand. The four quarters hold everything there is, so
every place can be reached; the opposite arrow goes back to where one came from. Of places that are
about equally far one that is seldom wanted comes last; but one that lies right beside is never
passed over for one behind it.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

import pygame

from crusade.chart import Point

ARROWS = {
    pygame.K_LEFT: (-1, 0),
    pygame.K_RIGHT: (1, 0),
    pygame.K_UP: (0, -1),
    pygame.K_DOWN: (0, 1),
}
OPPOSITE = {
    pygame.K_LEFT: pygame.K_RIGHT,
    pygame.K_RIGHT: pygame.K_LEFT,
    pygame.K_UP: pygame.K_DOWN,
    pygame.K_DOWN: pygame.K_UP,
}


FARTHER = 1.5
"""What is seldom wanted counts as if the square of its distance were so many times as large."""


class Compass:
    """The way that the arrows were walked, and where each of them leads from here."""

    def __init__(self) -> None:
        self._way: list[tuple[int, int, int]] = []  # from, by which arrow, to

    def forget(self) -> None:
        """There is no way back from what comes now."""
        self._way.clear()

    def targets(
        self,
        goals: Mapping[int, Point],
        start: Point,
        stand: int | None,
        seldom: Collection[int] = (),
        beside: Collection[int] = (),
    ) -> dict[int, int]:
        """The goal that each arrow leads to from ``start``, where one stands on ``stand``; arrows
        that lead nowhere are left out. ``goals`` are the places that can be gone to, ``seldom``
        those of them that are seldom wanted, ``beside`` those that touch where one stands.
        """
        others = {r: place for r, place in goals.items() if r != stand}
        found = {key: nearest(others, start, way, seldom, beside) for key, way in ARROWS.items()}
        if self._way and self._way[-1][2] == stand and self._way[-1][0] in others:
            found[OPPOSITE[self._way[-1][1]]] = self._way[-1][0]
        return {key: r for key, r in found.items() if r is not None}

    def walked(self, start: int | None, key: int, end: int) -> None:
        """The arrow ``key`` led from one place to another: that is kept, or the way back grows
        shorter by it.
        """
        last = self._way[-1] if self._way else None
        if last == (end, OPPOSITE[key], start):
            self._way.pop()
            return
        if last is not None and last[2] != start:
            self.forget()
        if start is not None:
            self._way.append((start, key, end))


def nearest(
    places: Mapping[int, Point],
    start: Point,
    way: tuple[int, int],
    seldom: Collection[int] = (),
    beside: Collection[int] = (),
) -> int | None:
    """The nearest place within 45 degrees of a direction, one of ``seldom`` only if it is clearly
    nearer than others, or one of ``beside`` and nearer than what is not.
    """
    (x, y), (dx, dy) = start, way
    fars: dict[int, float] = {}
    for r, (px, py) in places.items():
        along = (px - x) * dx + (py - y) * dy
        aside = abs((px - x) * dy) + abs((py - y) * dx)
        far = along * along + aside * aside
        if 0 < along >= aside:
            fars[r] = far

    def wanted(r: int) -> tuple[float, int]:
        return (fars[r] * FARTHER if r in seldom else fars[r], r)

    best = min(fars, key=wanted, default=None)
    if best is None or best in beside:
        return best
    return min((r for r in fars if r in beside and fars[r] < fars[best]), key=wanted, default=best)
