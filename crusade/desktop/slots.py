"""Where things stand on a Region: tokens, price shield, symbols, markers and the place name.

Every Region gets one rectangle per thing, all inside its drawn outline and none over another, so
that whatever happens in the game nothing covers anything. Rectangles are in board units; they
hold at every window size because everything drawn scales with the board. A board that is small
beside the interface's own size asks for larger things (`most`); Regions grant it where they can.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from crusade.chart import Point, inside
from crusade.desktop.geometry import Geometry, distance_to_outline
from crusade.desktop.ground import Box, Ground

Measure = Callable[[str], float]
"""The width of a text, in parts of its font size."""

# Sizes at scale 1, in units (1/1500 of the board's width; 860 pixels wide makes a unit 0.57).
TOKEN = 68.0  # side of the token's picture
SHIELD = 52.0
SYMBOL = 38.0
MARKER = 44.0
ARROW = 40.0  # the sign of an arrow key that leads to the Region
ARROW_SCALES = (1.0, 0.8, 0.64)
"""Sizes tried for that sign, in parts of the usual one."""
ARROW_SHAPES = {1: ((1, 1),), 2: ((2, 1), (1, 2)), 3: ((3, 1), (1, 3), (2, 2)), 4: ((2, 2),)}
"""Columns and rows in which the signs of so many arrow keys stand, tried in turn."""
# No Region can hold more kinds of piece at once where only Races and powers bring some: one each.
MARKERS = 2
MORE_SCALES = (1.0, 0.85, 0.72)
"""Sizes tried for the places of pieces beyond those, in parts of the others'."""
NAME = 22.5  # size of the place name's letters
SMALL_NAME = 19.8  # never below: 11 pixels on the smallest board
# The stack's ink around the token's centre: left, up, right, down, as parts of TOKEN.
STACK = (0.50, 0.65, 0.66, 0.66)

GAP = 4.0  # between two things
MARGIN = 7.0  # between a thing and the outline
LARGER = (1.6, 1.45, 1.3, 1.15)
"""Scales tried before those of `SCALES` when larger things are asked for."""
SCALES = (1.0, 0.94, 0.88, 0.82, 0.76, 0.7, 0.64, 0.58, 0.52)


@dataclass(frozen=True)
class Slots:
    """The places of one Region. ``scale`` multiplies the sizes above (1 where there is room,
    more where larger things were asked for).

    ``token`` is the token's centre, ``stack`` the rectangle its stack needs. ``symbols`` and
    ``markers`` hold one rectangle per picture. ``upright`` names are turned by 90 degrees.
    """

    scale: float
    token: Point
    stack: Box
    shield: Box
    symbols: tuple[Box, ...]
    markers: tuple[Box, ...]
    name: Box
    name_size: float
    upright: bool
    bare: bool = False
    """Whether no token ever stands there: then a marker has its place."""

    @classmethod
    def known(cls, told: Mapping[str, Any]) -> Slots:
        """The places as `asdict` told them. Raises ValueError, TypeError, KeyError."""
        x, y = told["token"]
        rects = {word: Box(*told[word]) for word in ("stack", "shield", "name")}
        rows = {word: tuple(Box(*each) for each in told[word]) for word in ("symbols", "markers")}
        return cls(**{**told, **rects, **rows, "token": (x, y)})

    def boxes(self) -> list[Box]:
        """All rectangles."""
        stack = () if self.bare else (self.stack,)
        return [*stack, self.shield, self.name, *self.symbols, *self.markers]


def place_slots(
    geometry: Geometry,
    names: Sequence[str],
    symbols: Sequence[int],
    measure: Measure,
    most: float = 1.0,
    more: Sequence[int] = (),
) -> tuple[Slots, ...]:
    """The slots of every Region; `symbols[r]` is the number of symbols printed on Region r.

    `most` is the largest scale wanted: 1, or one of `LARGER`. `more[r]` is for how many pieces
    beyond `MARKERS` there is room (none if left out).
    """
    return tuple(
        _place(
            geometry.outlines[r],
            geometry.grounds[r],
            geometry.roomiest[r][0],
            symbols[r],
            measure(name),
            geometry.unit,
            most,
            more[r] if more else 0,
        )
        for r, name in enumerate(names)
    )


def arrow_boxes(
    ground: Ground,
    slots: Slots,
    unit: float,
    pieces: int = 0,
    tokens: bool = True,
    ways: int = 1,
) -> tuple[Box, ...]:
    """Places for the signs of so many arrow keys (``ways``) on a Region, as near to the tokens as
    they can be: side by side or one below the other, and each by itself where that has no room.

    They are free of everything that could stand there or, on a narrow Region, of all that does:
    ``pieces`` markers, and ``tokens`` with their shield or, where nobody is, a shield in their
    place. Where there is no room left they are smaller.
    """
    stands = slots.boxes() if tokens else [*slots.boxes(), _centre(slots, unit)]
    lie = [*slots.symbols, slots.name, *slots.markers[:pieces]]
    lie += [slots.stack, slots.shield] if tokens else [_centre(slots, unit)]
    for shape in ARROW_SHAPES[ways]:
        together = _free(ground, slots, unit, shape, (stands, lie))
        if together is not None:
            return _cells(together, shape)[:ways]
    found: list[Box] = []
    for _way in range(ways):
        kept = [*lie, *found]
        box = _free(ground, slots, unit, (1, 1), ([*stands, *found], kept))
        if box is None:  # a sliver of a Region: the sign reaches over its outline
            side = ARROW * slots.scale * unit * ARROW_SCALES[-1]
            around = _around(slots.token, side, side, unit)
            box = next(box for box in around if not any(box.overlaps(other) for other in kept))
        found.append(box)
    return tuple(found)


def _free(
    ground: Ground,
    slots: Slots,
    unit: float,
    shape: tuple[int, int],
    keeps: Sequence[Sequence[Box]],
) -> Box | None:
    """The nearest rectangle of so many columns and rows of signs that overlaps nothing of the first
    of ``keeps``, else of the next one, as large as it can be; None where there is none.
    """
    for part in ARROW_SCALES:
        side = ARROW * slots.scale * unit * part
        for kept in keeps:
            for box in _around(slots.token, shape[0] * side, shape[1] * side, unit):
                inside = ground.holds(box, MARGIN * unit * part)
                if inside and not any(box.overlaps(other, GAP * unit * part) for other in kept):
                    return box
    return None


def _cells(box: Box, shape: tuple[int, int]) -> tuple[Box, ...]:
    """The columns and rows of a rectangle, row by row."""
    wide, high = box.w / shape[0], box.h / shape[1]
    return tuple(
        Box(box.left + (column + 0.5) * wide, box.top + (row + 0.5) * high, wide, high)
        for row in range(shape[1])
        for column in range(shape[0])
    )


def _centre(slots: Slots, unit: float) -> Box:
    """The shield that stands where the tokens would."""
    side = SHIELD * slots.scale * unit
    return Box(*slots.token, side, side)


def _around(centre: Point, wide: float, high: float, unit: float) -> Iterator[Box]:
    """Rectangles of that size around a point, the nearest first and at its left."""
    x, y = centre
    for ring in range(2, 60):
        for turn in range(32):
            angle = math.pi + turn // 2 * math.pi / 16 * (-1 if turn % 2 else 1)
            far = ring * 0.1 * TOKEN * unit
            yield Box(x + far * math.cos(angle), y + far * math.sin(angle), wide, high)


class _Anywhere(Ground):
    """Ground where everything fits."""

    def holds(self, box: Box, margin: float) -> bool:
        """Always."""
        return True


def _place(
    outline: Sequence[Point],
    ground: Ground,
    roomiest: Point,
    symbols: int,
    name: float,
    unit: float,
    most: float,
    more: int,
) -> Slots:
    """The slots of one Region, as large as they fit."""
    for scale in (*(s for s in LARGER if s <= most), *SCALES):
        for upright in (False, True):
            # Names shrink less than pictures, for they must stay readable.
            letters = max(SMALL_NAME, NAME * scale)
            search = _Search(ground, roomiest, symbols, name, letters, scale * unit, unit, upright)
            best = search.best()
            if best is not None:
                best = search.with_more(best, more)
            if best is not None:
                return best
            if scale > 0.76:
                break
    # A sliver of a Region, on somebody's own board: things may reach over its outline there.
    small = SCALES[-1] * unit
    search = _Search(ground, roomiest, symbols, name, SMALL_NAME, small, unit, False)
    search.ground = _Anywhere(outline, ground.grid)
    made = search.around(*roomiest)
    assert made is not None, "where everything fits, something fits"
    return search.with_more(made[1], more) or made[1]


class _Search:
    """One try to fit everything at one scale around the token's place."""

    def __init__(
        self,
        ground: Ground,
        roomiest: Point,
        symbols: int,
        name: float,
        letters: float,
        size: float,
        unit: float,
        upright: bool,
    ) -> None:
        self.ground = ground
        self.roomiest = roomiest
        self.symbols = symbols
        self.size = size
        self.unit = unit
        self.margin = MARGIN * unit
        self.letters = letters * unit
        self.roomy = size > 0.9 * unit
        self.upright = upright
        self.ink = [part * TOKEN * size for part in STACK]
        self.known_spots: dict[tuple[float, float], list[Point]] = {}
        wide, high = name * self.letters + 4 * unit, self.letters * 1.12
        self.name = (high, wide) if upright else (wide, high)

    def best(self) -> Slots | None:
        """The best arrangement, or None when nothing fits."""
        shield = SHIELD * self.size
        if not self.spots(*self.name) or not self.spots(shield * 0.86, shield):
            return None
        found: tuple[float, Slots] | None = None
        for distance, x, y in self.token_places():
            if found is not None and distance * 0.5 >= found[0]:
                break
            made = self.around(x, y)
            if made is not None:
                cost = made[0] + distance * 0.5
                if found is None or cost < found[0]:
                    found = cost, made[1]
        return found[1] if found else None

    def with_more(self, slots: Slots, count: int) -> Slots | None:
        """The same arrangement with room for ``count`` further markers wherever some is left, near
        the tokens and somewhat smaller if need be; None where there is not enough.
        """
        if not count:
            return slots
        gap = GAP * self.unit * 0.99
        taken = slots.boxes()
        for part in MORE_SCALES:
            side = MARKER * self.size * part
            found: list[Box] = []
            for x, y in sorted(self.spots(side, side), key=lambda at: math.dist(at, slots.token)):
                box = Box(x, y, side, side)
                if not any(box.overlaps(other, gap) for other in (*taken, *found)):
                    found.append(box)
                    if len(found) == count:
                        return replace(slots, markers=(*slots.markers, *found))
        return None

    def token_places(self) -> list[tuple[float, float, float]]:
        """Places where a stack fits: (distance from the roomiest point, x, y), nearest first."""
        step = 8.0 * self.unit
        px, py = self.roomiest
        ground = self.ground
        left, right = int((px - ground.x0) / step), int(ground.columns * ground.grid / step)
        above, below = int((py - ground.y0) / step), int(ground.rows * ground.grid / step)
        places = []
        for i, j in itertools.product(
            range(-left, right - left + 1), range(-above, below - above + 1)
        ):
            # Far from the middle every third place will do, where there is room enough.
            if self.roomy and max(abs(i), abs(j)) > 3 and (i % 3 or j % 3):
                continue
            x, y = px + i * step, py + j * step
            if ground.holds(self.stack(x, y), self.margin):
                places.append((math.hypot(i * step, j * step) / self.unit, x, y))
        return sorted(places)

    def stack(self, x: float, y: float) -> Box:
        """The rectangle of a stack whose front token is centred on (x, y)."""
        left, up, right, down = self.ink
        return Box(x + (right - left) / 2, y + (down - up) / 2, left + right, up + down)

    def around(self, x: float, y: float) -> tuple[float, Slots] | None:
        """Arrange the rest around a token at (x, y): (how unusual it looks, slots)."""
        stack = self.stack(x, y)
        taken = [stack]
        total = 0.0
        groups: list[list[Box]] = []
        for options in (
            self.rows(stack, x, SYMBOL, self.symbols, "below"),
            self.shields(stack),
            self.rows(stack, x, MARKER, MARKERS, "left"),
        ):
            chosen = self.first(options, taken)
            if chosen is None:
                return None
            total += chosen[0]
            groups.append(chosen[1])
            taken.extend(chosen[1])
        named = self.first(self.names(stack, x, groups[0]), taken)
        if named is None:
            return None
        symbols, shield, markers = groups
        slots = Slots(
            scale=self.size / self.unit,
            token=(x, y),
            stack=stack,
            shield=shield[0],
            symbols=tuple(symbols),
            markers=tuple(markers),
            name=named[1][0],
            name_size=self.letters,
            upright=self.upright,
        )
        return total + named[0], slots

    def first(
        self, options: Iterator[tuple[float, list[Box]]], taken: list[Box]
    ) -> tuple[float, list[Box]] | None:
        """The first option that lies inside and clear of everything taken."""
        gap = GAP * self.unit * 0.99
        for cost, boxes in options:
            if all(
                self.ground.holds(box, self.margin) and not any(box.overlaps(t, gap) for t in taken)
                for box in boxes
            ):
                return cost, boxes
        return None

    def rows(
        self, stack: Box, x: float, side: float, count: int, wish: str
    ) -> Iterator[tuple[float, list[Box]]]:
        """Places for `count` square pictures: a row below, beside or above, or a column beside."""
        side *= self.size
        gap = GAP * self.unit
        if not count:
            yield 0.0, []
            return
        length = count * side + (count - 1) * gap
        below = stack.y + stack.h / 2 + gap + side / 2
        above = stack.y - stack.h / 2 - gap - side / 2
        left = stack.x - stack.w / 2 - gap - side / 2
        right = stack.x + stack.w / 2 + gap + side / 2
        flat: list[tuple[float, float, float]] = [
            (0 if wish == "below" else 14, x + shift * side, below)
            for shift in (0, 0.3, -0.3, 0.6, -0.6, 0.9, -0.9, 1.3, -1.3)
        ]
        flat += [(22, x + shift * side, above) for shift in (0, 0.4, -0.4, 0.8, -0.8)]
        tall = [
            (0 if wish == "left" and cx < x else 16, cx, stack.y + shift * side)
            for cx in (left, right)
            for shift in (-0.06, -0.3, 0.2, -0.7, 0.6)
        ]
        options = [
            (
                cost + abs(cx - x) / side * 3,
                [self.square(cx, cy, side, k, count, True) for k in range(count)],
            )
            for cost, cx, cy in flat
        ]
        options += [
            (
                cost + abs(cy - stack.y) / side,
                [self.square(cx, cy, side, k, count, False) for k in range(count)],
            )
            for cost, cx, cy in tall
        ]
        for end, cy in itertools.product((left, right), (stack.y, stack.y + side / 2, below)):
            cx = end + (length - side) / 2 * (1 if end > x else -1)
            options.append((20, [self.square(cx, cy, side, k, count, True) for k in range(count)]))
        yield from sorted(options, key=lambda option: option[0])
        yield from self.anywhere(stack, 45, length, side, count)

    def square(self, x: float, y: float, side: float, k: int, count: int, flat: bool) -> Box:
        """The k-th of `count` squares in a row (or column) centred on (x, y)."""
        off = (k - (count - 1) / 2) * (side + GAP * self.unit)
        return Box(x + off, y, side, side) if flat else Box(x, y + off, side, side)

    def shields(self, stack: Box) -> Iterator[tuple[float, list[Box]]]:
        """Places for the price shield: to the upper right if it can be."""
        side = SHIELD * self.size
        wide, high = side * 0.86, side
        gap = GAP * self.unit
        right = stack.x + stack.w / 2 + gap + wide / 2
        left = stack.x - stack.w / 2 - gap - wide / 2
        top = stack.y - stack.h / 2
        for cost, x, y in (
            (0, right, top + high * 0.5),
            (0.5, right, top + high * 0.3),
            (1, right, top + high * 0.75),
            (3, right, stack.y + stack.h / 2 - high / 2),
            (6, left, top + high * 0.5),
            (7, left, top + high * 0.8),
            (8, left, stack.y + stack.h / 2 - high / 2),
            (9, stack.x + stack.w / 2 - wide / 2, top - gap - high / 2),
            (9.5, stack.x, top - gap - high / 2),
            (10, stack.x - stack.w / 2 + wide / 2, top - gap - high / 2),
        ):
            yield cost, [Box(x, y, wide, high)]
        yield from self.anywhere(stack, 40, wide, high, 1)

    def names(self, stack: Box, x: float, symbols: list[Box]) -> Iterator[tuple[float, list[Box]]]:
        """Places for the name: under everything, else over it, else where there is room."""
        wide, high = self.name
        gap = GAP * self.unit
        low = max(box.y + box.h / 2 for box in [stack, *symbols])
        top = stack.y - stack.h / 2
        options = [
            (cost + abs(shift) * 36, x + shift * wide, y)
            for cost, y in (
                (0.0, low + gap + high / 2),
                (1.0, low + gap + high),
                (4.0, top - gap - high / 2),
                (5.0, top - gap - high),
            )
            for shift in (0, 0.1, -0.1, 0.2, -0.2, 0.3, -0.3, 0.42, -0.42)
        ]
        for cost, cx, cy in sorted(options):
            yield cost, [Box(cx, cy, wide, high)]
        yield from self.anywhere(stack, 16, wide, high, 1)

    def anywhere(
        self, stack: Box, cost: float, wide: float, high: float, count: int
    ) -> Iterator[tuple[float, list[Box]]]:
        """Every place around the stack, nearest first, for one box or a row of squares."""
        spots = [
            (math.hypot(x - stack.x, y - stack.y) / self.unit, x, y)
            for x, y in self.spots(wide, high)
            if abs(x - stack.x) * 2 >= stack.w + wide or abs(y - stack.y) * 2 >= stack.h + high
        ]
        for far, x, y in sorted(spots):
            if count == 1:
                yield cost + far / 10, [Box(x, y, wide, high)]
            else:
                yield (
                    cost + far / 10,
                    [self.square(x, y, high, k, count, True) for k in range(count)],
                )

    def spots(self, wide: float, high: float) -> list[Point]:
        """The centres of all boxes of this size that lie inside the Region, on a coarse grid."""
        kept = self.known_spots.get((wide, high))
        if kept is None:
            step = (3 if self.roomy else 2) * self.ground.grid
            ground = self.ground
            kept = [
                (ground.x0 + i * step, ground.y0 + j * step)
                for i in range(int(ground.columns * ground.grid / step))
                for j in range(int(ground.rows * ground.grid / step))
                if ground.holds(
                    Box(ground.x0 + i * step, ground.y0 + j * step, wide, high), self.margin
                )
            ]
            self.known_spots[wide, high] = kept
        return kept


def faults(outline: Sequence[Point], slots: Slots) -> list[str]:
    """What is wrong with a Region's slots, in words; empty when all is well."""
    found = []
    boxes = slots.boxes()
    for i, box in enumerate(boxes):
        corners = [
            (box.x + sx * box.w / 2, box.y + sy * box.h / 2) for sx in (-1, 1) for sy in (-1, 1)
        ]
        if not all(inside(corner, outline) for corner in corners):
            found.append(f"box {i} leaves the outline")
        elif any(box.overlaps(Box(x, y, 0, 0)) for x, y in outline):
            found.append(f"the outline cuts box {i}")
        elif min(distance_to_outline(corner, outline) for corner in corners) < 1:
            found.append(f"box {i} touches the outline")
        found += [
            f"boxes {k} and {i} overlap" for k, other in enumerate(boxes[:i]) if box.overlaps(other)
        ]
    return found
