"""Where the arrow keys lead on the board: foreseeable, and back again.

An arrow goes to the nearest place in its quarter, the 45 degrees to either side of its direction,
measured between the points where the tokens stand: to the nearest of those that touch the place
where one stands, else to the nearest of all. The four quarters hold everything there is, so every
place can be reached. An arrow with nothing in its quarter leads to what no other arrow leads to,
if it lies on its side at a slant. The opposite arrow goes back to where one came from, unless
something touches on that side. Of places that are about equally far one that is seldom wanted comes
last.

While one stands still no arrow changes its goal under whoever has seen it: it stays, whatever else
can be gone to by now, until it cannot be gone to any more, or something touches where nothing did.
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


SLANT = 2.5
"""How many times farther aside than along its direction an arrow with nothing else may lead."""
FARTHER = 1.5
"""What is seldom wanted counts as if the square of its distance were so many times as large."""


class Compass:
    """The way that the arrows were walked, and where each of them leads from here."""

    def __init__(self) -> None:
        self._way: list[tuple[int, int, int]] = []  # from, by which arrow, to
        self.seen: dict[int, int] = {}
        """Where each arrow leads, as it was seen last."""
        self._seen_from: int | None = None

    def forget(self) -> None:
        """There is no way back from what comes now."""
        self._way.clear()
        self.seen = {}

    def look(self, stand: int | None, targets: dict[int, int]) -> None:
        """Who stands on ``stand`` sees where the arrows lead."""
        self._seen_from, self.seen = stand, targets

    def seen_from(self, stand: int | None) -> dict[int, int]:
        """Where the arrows were seen to lead, by who still stands there."""
        return self.seen if stand is not None and stand == self._seen_from else {}

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
        found: dict[int, int] = {}
        for key, way in ARROWS.items():
            r = nearest(others, start, way, seldom, beside)
            if r is not None:
                found[key] = r
        if self._way and self._way[-1][2] == stand and self._way[-1][0] in others:
            back, key = self._way[-1][0], OPPOSITE[self._way[-1][1]]
            if back in beside or found.get(key) not in beside:
                found[key] = back
        for key, r in self.seen_from(stand).items():
            if r in others and (r in beside or found.get(key) not in beside):
                found[key] = r
        return {**found, **_left_over(others, start, found, beside)}

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


def _left_over(
    places: Mapping[int, Point], start: Point, found: Mapping[int, int], beside: Collection[int]
) -> dict[int, int]:
    """For arrows that lead nowhere yet: the places on their side that no arrow leads to, the one
    that lies most nearly in its direction first.
    """
    (x, y), free = start, []
    for key in ARROWS.keys() - found.keys():
        dx, dy = ARROWS[key]
        for r in places.keys() - set(found.values()):
            px, py = places[r]
            along = (px - x) * dx + (py - y) * dy
            aside = abs((px - x) * dy) + abs((py - y) * dx)
            if aside < SLANT * along:
                free.append((r not in beside, aside / along, key, r))
    more: dict[int, int] = {}
    for _apart, _turn, key, r in sorted(free):
        if key not in more and r not in more.values():
            more[key] = r
    return more


def nearest(
    places: Mapping[int, Point],
    start: Point,
    way: tuple[int, int],
    seldom: Collection[int] = (),
    beside: Collection[int] = (),
) -> int | None:
    """The nearest place within 45 degrees of a direction: of those ``beside`` if there is one; one
    of ``seldom`` only if it is clearly nearer than others.
    """
    (x, y), (dx, dy) = start, way
    fars: dict[int, float] = {}
    for r, (px, py) in places.items():
        along = (px - x) * dx + (py - y) * dy
        aside = abs((px - x) * dy) + abs((py - y) * dx)
        far = along * along + aside * aside
        if 0 < along >= aside:
            fars[r] = far * FARTHER if r in seldom else far
    return min(fars, key=lambda r: (r not in beside, fars[r], r), default=None)
