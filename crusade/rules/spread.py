"""Canonical distributions: the few redeployments that lists of legal moves name.

A redeployment has too many values to list; the rules take any of them as one checked move, and
these are the ones that random play, search and suggestions use.
"""

from __future__ import annotations

from . import moves
from .board import bits
from .early import driven_out, resting, standing
from .ids import REDEPLOY
from .moves import Move
from .state import State


def even(regions: int, total: int) -> list[int]:
    """``total`` tokens over so many Regions as evenly as possible; the first get the odd ones."""
    share, rest = divmod(total, regions)
    return [share + 1] * rest + [share] * (regions - rest)


def _flat(head: tuple[int, int], regions: tuple[int, ...], counts: list[int]) -> list[int]:
    """A distribution on its way to a move: the head, then Region, count, Region, count ..."""
    flat = [*head]
    for i, r in enumerate(regions):
        flat += (r, counts[i])
    return flat


def _each_way(flat: list[int], more: int) -> list[Move]:
    """The distribution ``flat`` with ``more`` tokens in one Region, once for each Region."""
    out = []
    for i in range(3, len(flat), 2):
        flat[i] += more
        out.append(tuple(flat))
        flat[i] -= more
    return out


def _runs(head: tuple[int, int], regions: tuple[int, ...], total: int) -> list[Move]:
    """One token each in ``total`` Regions that follow each other, once from each Region on."""
    n = len(regions)
    row = [1] * total + [0] * (n - total)
    return [tuple(_flat(head, regions, row[n - first :] + row[: n - first])) for first in range(n)]


def leaving(s: State, slot: int, total: int) -> int:
    """Tokens of ``total`` that leave the board at the end of the redeployment that is due."""
    if s.phase != REDEPLOY:
        return 0
    combo = s.combo[slot]
    assert combo is not None
    left = 0
    for leaves in combo.leaves:
        left += leaves(s, slot)
    return min(total, left)


def redeployments(s: State, slot: int) -> list[Move]:
    """One even distribution, and one for each Region that gets everything there is to spare.

    Where tokens leave the board and too few stay for one each, each move gives up a different run
    of Regions.
    """
    head = (moves.REDEPLOY, slot)
    regions = bits(s.held[slot])
    n = len(regions)
    total = s.hand[slot] + standing(s, slot)
    total -= leaving(s, slot, total)
    if total < n:
        return _runs(head, regions, total)
    if total == n:
        return [tuple(_flat(head, regions, [1] * n))]
    if resting(s, slot) is not None:
        return _lowered(s, slot, total)
    piles = _each_way(_flat(head, regions, [1] * n), total - n)
    if total == n + 1:  # a single token to spare is even already
        return piles
    return [tuple(_flat(head, regions, even(n, total))), *piles]


def _lowered(s: State, slot: int, total: int) -> list[Move]:
    """Redeployments in which no Region gets more than it has: what leaves comes from one Region
    first, and then from those after it.
    """
    regions = bits(s.held[slot])
    stand = [s.tokens[r] for r in regions]
    out: list[Move] = []
    for first in range(len(regions)):
        counts = stand[:]
        less = sum(stand) - total
        for i in (*range(first, len(regions)), *range(first)):
            taken = min(less, counts[i] - 1)
            counts[i] -= taken
            less -= taken
        move = tuple(_flat((moves.REDEPLOY, slot), regions, counts))
        if move not in out:
            out.append(move)
    return out


def additions(s: State, slot: int) -> list[Move]:
    """Where a victim may put the driven-out tokens: all into one Region, or evenly."""
    head = (moves.REDEPLOY, slot)
    regions = bits(s.held[slot])
    hand = driven_out(s, slot)
    base = [s.tokens[r] for r in regions]
    out = _each_way(_flat(head, regions, base), hand)
    if hand > 1:
        added = even(len(regions), hand)
        for i, count in enumerate(base):
            added[i] += count
        out.append(tuple(_flat(head, regions, added)))
    return out
