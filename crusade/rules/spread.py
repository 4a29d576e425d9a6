"""Canonical distributions: the few redeployments that lists of legal moves name.

A redeployment has too many values to list; the rules take any of them as one checked move, and
these are the ones that random play, search and suggestions use.
"""

from __future__ import annotations

from . import moves, turn
from .board import bits
from .ids import ENCAMPMENTS, REDEPLOY
from .moves import Move
from .state import State


def even(regions: list[int], total: int) -> list[int]:
    """``total`` tokens over ``regions`` as evenly as possible, the first ones get the odd ones."""
    share, rest = divmod(total, len(regions))
    return [share + (i < rest) for i in range(len(regions))]


def _move(slot: int, regions: list[int], counts: list[int]) -> Move:
    flat = [moves.REDEPLOY, slot]
    for r, count in zip(regions, counts, strict=True):
        flat.append(r)
        flat.append(count)
    return tuple(flat)


def redeployments(s: State, slot: int) -> list[Move]:
    """One even distribution, and one for each Region that gets everything there is to spare.

    Where tokens leave the board and too few stay for one each (Amazons), each move gives up a
    different run of Regions.
    """
    regions = list(bits(s.held[slot]))
    n = len(regions)
    total = s.hand[slot] + turn.standing(s, slot)
    if s.phase == REDEPLOY:
        total -= turn.leave(s, slot, total)
    if total < n:
        return [
            _move(slot, regions, [int((i - first) % n < total) for i in range(n)])
            for first in range(n)
        ]
    # With a single token to spare the even distribution is one of the others.
    out = [_move(slot, regions, even(regions, total))] if total != n + 1 else []
    if total > n:
        for i in range(n):
            counts = [1] * n
            counts[i] += total - n
            out.append(_move(slot, regions, counts))
    return out


def additions(s: State, slot: int) -> list[Move]:
    """Where a victim may put the driven-out tokens: all into one Region, or evenly."""
    regions = list(bits(s.held[slot]))
    hand = s.hand[slot]
    base = [s.tokens[r] for r in regions]
    out = []
    for i in range(len(regions)):
        counts = base[:]
        counts[i] += hand
        out.append(_move(slot, regions, counts))
    if hand > 1:
        shares = even(regions, hand)
        out.append(_move(slot, regions, [a + b for a, b in zip(base, shares, strict=True)]))
    return out


def encampments(s: State, seat: int, only_add: bool) -> list[Move]:
    """Encampments: all loose ones into one Region, or one each; for a victim beside those that
    stand.
    """
    regions = list(bits(s.held[seat * 3]))
    base = [s.camps[r] if only_add else 0 for r in regions]
    loose = ENCAMPMENTS - sum(base)
    options = []
    for i in range(len(regions)):
        counts = base[:]
        counts[i] += loose
        options.append(counts)
    options.append([a + b for a, b in zip(base, even(regions, loose), strict=True)])
    out = []
    for counts in options:
        flat = [moves.CAMPS, seat]
        for r, count in zip(regions, counts, strict=True):
            if count:
                flat.append(r)
                flat.append(count)
        move = tuple(flat)
        if move not in out:
            out.append(move)
    return out
