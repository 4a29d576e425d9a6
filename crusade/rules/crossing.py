"""The Lost Tribes' ways over rivers: what lies beyond, what the way there costs, and how it leads.

A river that they must leave again is no target of theirs, it is only crossed: a Region beyond costs
the way and the Region itself (`crusade.md I2`). On a board without rivers nobody asks here.
"""

from __future__ import annotations

from heapq import heappop, heappush
from typing import Final

from .board import bits
from .ids import EMPTY, TRIBES_SLOT
from .pricing import allowed, by_tables, cheapest, price, reach
from .state import State

NO_WAY: Final[tuple[int, ...]] = ()
"""The way to what borders a Region of theirs."""


def crossed(s: State) -> int:
    """Mask of the rivers that are only a way for the Lost Tribes: those that they cannot keep."""
    combo = s.combo[TRIBES_SLOT]
    return combo.crosses if combo is not None else 0


def beyond(s: State, reached: int, wet: int, most: int) -> list[tuple[int, int]]:
    """What lies beyond the rivers ``wet`` when the Regions ``reached`` are in reach.

    Pairs (tokens that the way takes, mask of the Regions that no cheaper way leads to), the
    cheapest first; no way of more than ``most`` tokens.
    """
    near = s.board.near
    found: list[tuple[int, int]] = []
    waiting = _paid(s, reached & wet, 0, most, {})
    done = reached & ~wet
    while waiting:
        fare = min(waiting)
        front = waiting.pop(fare) & ~done
        done |= front
        around = near[front] & ~done
        if fare >= most:
            around &= ~wet  # no river more can be paid
        around = allowed(s, TRIBES_SLOT, around) if around else 0
        shore = around & ~wet
        if shore:
            done |= shore
            found.append((fare, shore))
        _paid(s, around & wet, fare, most, waiting)
    return found


def _paid(s: State, rivers: int, fare: int, most: int, waiting: dict[int, int]) -> dict[int, int]:
    """Add to ``waiting`` (tokens: mask) what each of ``rivers`` costs after a way of ``fare``, if
    that is no more than ``most`` in all.
    """
    if fare >= most or not rivers:
        return waiting
    combo = s.combo[TRIBES_SLOT]
    assert combo is not None
    tables = by_tables(s, TRIBES_SLOT, rivers)  # the sum of `price`, without a call per Region
    defence, tokens, walls, cheaper = s.board.defence, s.tokens, s.walls, combo.cheaper
    for r in bits(rivers):
        if tables:
            cost = defence[r] + tokens[r] + walls[r] - cheaper[r]
            total = fare + (cost if cost > 0 else 1)
        else:
            total = fare + price(s, TRIBES_SLOT, r)
        if total <= most:
            waiting[total] = waiting.get(total, 0) | 1 << r
    return waiting


def ferried(s: State) -> int:
    """Mask of the Regions that the Lost Tribes could take if something carried them there first,
    which costs nothing (`crusade.md J5`); 0 mostly.
    """
    ferry = s.setup.library.ferry
    shores = ferry.shores(s) if ferry is not None else 0
    if not shores:
        return 0
    return allowed(s, TRIBES_SLOT, shores & ~crossed(s)) & ~reach(s, TRIBES_SLOT)


def borders(s: State, r: int) -> bool:
    """Whether Region ``r`` borders one of the Lost Tribes': what they could take there they get to
    over no river, and nothing carries them.
    """
    return bool(s.board.near[s.held[TRIBES_SLOT]] >> r & 1)


def carried(s: State, r: int) -> bool:
    """Whether the Lost Tribes get to Region ``r``, which they could take, only by being carried."""
    return not borders(s, r) and bool(ferried(s) >> r & 1)


def cheapest_targets(s: State) -> tuple[int, int]:
    """The Lost Tribes' cheapest candidates as a mask, and what each costs in all, in tokens (0
    where there is none).

    A way that leaves no token for the Region at its end makes it no candidate (`crusade.md I2`).
    """
    reached = reach(s, TRIBES_SLOT)
    wet = crossed(s)
    best, lowest = cheapest(s, TRIBES_SLOT, (reached | ferried(s)) & ~wet)
    if not reached & wet:
        return best, lowest
    most = s.hand[TRIBES_SLOT] - 1
    if best:
        # A way that leaves too little for the cheapest land there can be leads to nothing cheap.
        combo = s.combo[TRIBES_SLOT]
        assert combo is not None
        most = min(most, lowest - combo.least)
    if most < 1:
        return best, lowest
    for fare, shore in beyond(s, reached, wet, most):
        if best and fare >= lowest:
            break
        far, cost = cheapest(s, TRIBES_SLOT, shore)
        cost += fare
        if not best or cost < lowest:
            best, lowest = far, cost
        elif cost == lowest:
            best |= far
    return best, lowest


def targets(s: State) -> dict[int, int]:
    """Every candidate of the Lost Tribes with what the way there takes, in tokens (0 without)."""
    reached = reach(s, TRIBES_SLOT)
    wet = crossed(s) if s.board.rivers else 0
    found = dict.fromkeys(bits(reached & ~wet), 0)
    if reached & wet:
        for fare, shore in beyond(s, reached, wet, s.hand[TRIBES_SLOT] - 1):
            found.update(dict.fromkeys(bits(shore), fare))
    found.update(dict.fromkeys(bits(ferried(s)), 0))
    return found


def way_to(s: State, r: int) -> tuple[int, ...]:
    """The river Regions that the Lost Tribes pay first to get to Region ``r``, in order; none where
    they are beside it already or carried there, or where no way leads.

    The cheapest way; of equal ones the shortest, then the one whose Regions come first in the
    board's order (`crusade.md I2`).
    """
    bit = 1 << r
    if not s.board.rivers or (
        s.board.near[s.held[TRIBES_SLOT]] & bit and allowed(s, TRIBES_SLOT, bit)
    ):
        return NO_WAY
    reached = reach(s, TRIBES_SLOT)
    wet = crossed(s)
    if reached >> r & 1 or not reached & wet or ferried(s) >> r & 1:
        return NO_WAY
    near = s.board.near
    open_rivers = allowed(s, TRIBES_SLOT, wet)
    ways: list[tuple[int, int, tuple[int, ...]]] = []
    for first in bits(reached & wet):
        heappush(ways, (price(s, TRIBES_SLOT, first), 1, (first,)))
    while ways:
        fare, length, way = heappop(ways)
        here = 1 << way[-1]
        if not open_rivers & here:
            continue
        open_rivers &= ~here
        if near[here] >> r & 1:
            return way
        for more in bits(near[here] & open_rivers):
            heappush(ways, (fare + price(s, TRIBES_SLOT, more), length + 1, (*way, more)))
    return NO_WAY


def losses(s: State, way: tuple[int, ...]) -> tuple[tuple[int, int], ...]:
    """What a way over these rivers takes from a person: the rivers where somebody stands, each with
    the tokens that are lost there; the others flee (`crusade.md I2`).
    """
    found = []
    for river in way:
        victim = s.occ[river]
        loser = s.combo[victim] if victim != EMPTY else None
        if loser is None or victim == TRIBES_SLOT:
            continue
        lost = 1
        for more in loser.losses:
            lost = more(s, victim, lost, s.tokens[river])
        found.append((river, max(0, min(lost, s.tokens[river]))))
    return tuple(found)


def full_price(s: State, r: int) -> int:
    """What Region ``r`` costs the Lost Tribes in all, in tokens: the way there and the Region."""
    cost = price(s, TRIBES_SLOT, r)
    for river in way_to(s, r):
        cost += price(s, TRIBES_SLOT, river)
    return cost
