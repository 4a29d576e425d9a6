"""Where things go: the scale of the window, and cutting rectangles into smaller ones.

Every scene places its widgets from two facts only, the window's rectangle and a `Metrics`.
Lengths in the code are *points*: one point is one pixel in a 1280x720 window at interface
size 100. `Metrics.px` turns points into pixels.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from pygame import Rect

MIN_WINDOW = (1024, 600)
"""Smallest window the layouts are made for, in pixels; below it, things scroll."""

MIN_PERCENT, MAX_PERCENT = 75, 200
"""Range of the interface size setting, in percent."""

_BASE = (1280, 720)
_ROOM = (640, 336)
"""Points that must always fit: the interface size is held back to keep this much room."""


@dataclass(frozen=True)
class Metrics:
    """The scale of one window: its size in pixels and the interface size in percent (75-200)."""

    size: tuple[int, int]
    percent: int = 100

    @cached_property
    def scale(self) -> float:
        """Pixels per point. Grows with the window and with the interface size."""
        width, height = self.size
        fit = max(1.0, min(width / _BASE[0], height / _BASE[1]))
        wanted = fit * min(max(self.percent, MIN_PERCENT), MAX_PERCENT) / 100
        return max(0.5, min(wanted, width / _ROOM[0], height / _ROOM[1]))

    def px(self, points: float) -> int:
        """Pixels for a length in points; a positive length is never rounded away to 0."""
        pixels = round(points * self.scale)
        return max(1, pixels) if points > 0 else pixels

    @cached_property
    def window(self) -> Rect:
        """The whole window, in pixels."""
        return Rect((0, 0), self.size)

    @cached_property
    def points(self) -> tuple[float, float]:
        """The window's size in points: what a layout decides by (wide, narrow, low)."""
        return self.size[0] / self.scale, self.size[1] / self.scale


def inset(rect: Rect, dx: int, dy: int | None = None) -> Rect:
    """The rectangle made smaller by `dx` left and right and `dy` (default `dx`) above and below."""
    dy = dx if dy is None else dy
    return Rect(rect.x + dx, rect.y + dy, max(0, rect.w - 2 * dx), max(0, rect.h - 2 * dy))


def cut_top(rect: Rect, height: int, gap: int = 0) -> tuple[Rect, Rect]:
    """(the top `height` pixels, what is left below after a `gap`)."""
    height = min(height, rect.h)
    rest = max(0, rect.h - height - gap)
    return Rect(rect.x, rect.y, rect.w, height), Rect(rect.x, rect.bottom - rest, rect.w, rest)


def cut_bottom(rect: Rect, height: int, gap: int = 0) -> tuple[Rect, Rect]:
    """(the bottom `height` pixels, what is left above after a `gap`)."""
    height = min(height, rect.h)
    rest = max(0, rect.h - height - gap)
    return (
        Rect(rect.x, rect.bottom - height, rect.w, height),
        Rect(rect.x, rect.y, rect.w, rest),
    )


def cut_left(rect: Rect, width: int, gap: int = 0) -> tuple[Rect, Rect]:
    """(the left `width` pixels, what is left to the right after a `gap`)."""
    width = min(width, rect.w)
    rest = max(0, rect.w - width - gap)
    return Rect(rect.x, rect.y, width, rect.h), Rect(rect.right - rest, rect.y, rest, rect.h)


def cut_right(rect: Rect, width: int, gap: int = 0) -> tuple[Rect, Rect]:
    """(the right `width` pixels, what is left to the left after a `gap`)."""
    width = min(width, rect.w)
    rest = max(0, rect.w - width - gap)
    return Rect(rect.right - width, rect.y, width, rect.h), Rect(rect.x, rect.y, rest, rect.h)


def columns(rect: Rect, weights: Sequence[float], gap: int = 0) -> list[Rect]:
    """The rectangle cut into columns whose widths go by `weights`; no pixel is lost."""
    edges = _edges(rect.w, weights, gap)
    return [Rect(rect.x + a, rect.y, b - a, rect.h) for a, b in edges]


def rows(rect: Rect, weights: Sequence[float], gap: int = 0) -> list[Rect]:
    """The rectangle cut into rows whose heights go by `weights`; no pixel is lost."""
    edges = _edges(rect.h, weights, gap)
    return [Rect(rect.x, rect.y + a, rect.w, b - a) for a, b in edges]


def grid(rect: Rect, across: int, count: int, height: int, gap: int = 0) -> list[Rect]:
    """`count` cells of equal width, `across` per row, each `height` pixels high."""
    out: list[Rect] = []
    for start in range(0, count, across):
        top = rect.y + (start // across) * (height + gap)
        row = columns(Rect(rect.x, top, rect.w, height), [1] * across, gap)
        out.extend(row[: count - start])
    return out


def centred(outer: Rect, width: int, height: int) -> Rect:
    """A rectangle of that size (never larger than `outer`) in the middle of `outer`."""
    width, height = min(width, outer.w), min(height, outer.h)
    return Rect(outer.x + (outer.w - width) // 2, outer.y + (outer.h - height) // 2, width, height)


def keep_inside(rect: Rect, bounds: Rect) -> Rect:
    """The rectangle moved, and cut if it must be, so that it lies inside `bounds`."""
    width, height = min(rect.w, bounds.w), min(rect.h, bounds.h)
    left = min(max(rect.x, bounds.x), bounds.right - width)
    top = min(max(rect.y, bounds.y), bounds.bottom - height)
    return Rect(left, top, width, height)


def beside(target: Rect, size: tuple[int, int], bounds: Rect, gap: int) -> Rect:
    """Where something of `size` may stand next to `target` without covering it.

    Tried in turn: below, above, right, left. When no side has the room, the side with the most
    room is taken and the result is kept inside `bounds`.
    """
    width, height = size
    middle = target.x
    sides = (
        (bounds.bottom - target.bottom - gap - height, Rect(middle, target.bottom + gap, *size)),
        (target.top - bounds.top - gap - height, Rect(middle, target.top - gap - height, *size)),
        (
            bounds.right - target.right - gap - width,
            Rect(target.right + gap, target.y, *size),
        ),
        (target.left - bounds.left - gap - width, Rect(target.left - gap - width, target.y, *size)),
    )
    for room, place in sides:
        if room >= 0:
            return keep_inside(place, bounds)
    return keep_inside(max(sides, key=lambda side: side[0])[1], bounds)


def clear_of(
    target: Rect,
    size: tuple[int, int],
    bounds: Rect,
    gap: int,
    clear: Sequence[Rect],
) -> tuple[Rect, float]:
    """(where something of `size` may stand near `target`, how much it covers there).

    It lies inside `bounds`, does not touch `target`, and covers none of `clear` (most important
    first) if any such place exists, the nearest one then; else it covers as little of them as can
    be, the first ones counting most. What it covers is 0 in the first case. A size that has no room
    beside the target at all is placed as `beside` does.
    """
    wide, tall = size
    edges = [target, *clear]
    lefts = {target.x, target.right - wide, target.centerx - wide // 2}
    tops = {target.y, target.bottom - tall, target.centery - tall // 2}
    lefts |= {e.right + gap for e in edges} | {e.left - gap - wide for e in edges}
    tops |= {e.bottom + gap for e in edges} | {e.top - gap - tall for e in edges}
    lefts |= {bounds.x, bounds.right - wide}
    tops |= {bounds.y, bounds.bottom - tall}
    near = target.inflate(2 * gap - 2, 2 * gap - 2)
    places = [
        place
        for x in sorted(lefts)
        for y in sorted(tops)
        if bounds.contains(place := Rect(x, y, wide, tall)) and not place.colliderect(near)
    ]
    if not places:
        place = beside(target, size, bounds, gap)
        return place, _covered(place, [target, *clear])
    places.sort(key=lambda place: _distance(place, target))
    for place in places:
        if place.collidelist(clear) < 0:
            return place, 0
    best = min(places, key=lambda place: _covered(place, clear))
    return best, _covered(best, clear)


def _covered(place: Rect, clear: Sequence[Rect]) -> float:
    """Pixels of the rectangles that the place covers, the first ones counting most."""
    return sum(
        part.w * part.h / (number + 1)
        for number, rect in enumerate(clear)
        if (part := place.clip(rect)).w
    )


def _distance(place: Rect, target: Rect) -> tuple[int, int]:
    """How far apart two rectangles are: the gap between their edges, then between their centres."""
    across = max(0, place.left - target.right, target.left - place.right)
    down = max(0, place.top - target.bottom, target.top - place.bottom)
    (x, y), (tx, ty) = place.center, target.center
    return across * across + down * down, (x - tx) ** 2 + (y - ty) ** 2


def _edges(length: int, weights: Sequence[float], gap: int) -> list[tuple[int, int]]:
    """(start, end) of each part of a length shared out by weights with gaps between."""
    total = sum(weights) or 1.0
    free = max(0, length - gap * (len(weights) - 1))
    edges: list[tuple[int, int]] = []
    done = 0.0
    for index, weight in enumerate(weights):
        start = round(free * done / total) + gap * index
        done += weight
        edges.append((start, round(free * done / total) + gap * index))
    return edges
