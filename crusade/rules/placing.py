"""Where tokens and markers may be put once the conquests are over (`base.md R, L2`)."""

from __future__ import annotations

from . import reasons, turn
from .board import bits
from .ids import (
    ALLY,
    CAMPS,
    CONQUER,
    ENCAMPMENTS,
    FORTIFY,
    FORTRESS,
    GHOULS_OVER,
    HEROES,
    HEROISM,
    NOBODY,
    NONE,
    PICK,
    REDEPLOY,
    VICTIM,
    VICTIM_CAMPS,
)
from .moves import Move
from .refusals import Refusal
from .state import State


def _counts(s: State, slot: int, move: Move) -> dict[int, int] | Refusal:
    """The whole distribution a redeployment means: every held Region with its count."""
    counts = {r: s.tokens[r] for r in bits(s.held[slot])}
    pairs = move[2:]
    named = pairs[::2]
    if len(set(named)) != len(named):
        return reasons.TWICE
    for r, count in zip(named, pairs[1::2], strict=True):
        if r not in counts:
            return reasons.NOT_WHERE_HELD if 0 <= r < s.board.n else reasons.NO_SUCH_REGION
        if count < 0:
            return reasons.NEGATIVE
        counts[r] = count
    return counts


def check_redeploy(s: State, move: Move) -> Refusal | None:
    """`redeploy`, of the Active race, of Ghouls In Decline, or of a victim (`base.md R, L2,
    L8`).
    """
    slot = move[1]
    if s.phase == VICTIM:
        if slot != s.victim:
            return reasons.wrong_phase(s)
    elif s.phase == CONQUER:
        if slot % 3 == 0:
            return reasons.STILL_CONQUERING
        if slot != turn.ghoul_slot(s, s.seat):
            return reasons.NO_GHOULS
        if s.ghouls == GHOULS_OVER:
            return reasons.GHOULS_DONE
    elif s.phase != REDEPLOY or slot != s.seat * 3:
        return reasons.PICK_FIRST if s.phase == PICK else reasons.wrong_phase(s)
    counts = _counts(s, slot, move)
    if isinstance(counts, Refusal):
        return counts
    if not counts:
        return reasons.NOT_WHERE_HELD
    total = s.hand[slot] + sum(s.tokens[r] for r in counts)
    placed = sum(counts.values())
    if s.phase == VICTIM:
        if any(counts[r] < s.tokens[r] for r in counts):
            return reasons.ONLY_ADD
    elif s.phase == REDEPLOY:
        total -= turn.leave(s, slot, total)
    if placed != total:
        return reasons.misplaced(placed, total)
    if total >= len(counts):
        return reasons.ONE_EACH if min(counts.values()) < 1 else None
    return reasons.AMAZON_KEEP if max(counts.values()) > 1 else None


def check_camps(s: State, move: Move) -> Refusal | None:
    """`encampments`: where all of them stand from now on (`base.md P-bivouacking`)."""
    if s.phase not in (CAMPS, VICTIM_CAMPS):
        return reasons.wrong_phase(s)
    if move[1] != s.actor:
        return reasons.wrong_phase(s)
    pairs = move[2:]
    named, numbers = pairs[::2], pairs[1::2]
    if len(set(named)) != len(named):
        return reasons.TWICE
    held = s.held[move[1] * 3]
    if any(not 0 <= r < s.board.n or not held >> r & 1 for r in named):
        return reasons.CAMPS_HELD
    if sum(numbers) != ENCAMPMENTS or (numbers and min(numbers) < 0):
        return reasons.CAMPS_ALL
    if s.phase == VICTIM_CAMPS:
        counts = dict(zip(named, numbers, strict=True))
        if any(counts.get(r, 0) < s.camps[r] for r in bits(held)):
            return reasons.CAMPS_STAY
    return None


def check_fortress(s: State, move: Move) -> Refusal | None:
    """`fortress A`, or `no fortress` (`base.md P-fortified`)."""
    if s.phase != FORTIFY:
        return reasons.wrong_phase(s)
    r = move[1]
    if r == NONE:
        return None
    if not 0 <= r < s.board.n or not s.held[s.seat * 3] >> r & 1:
        return reasons.FORT_HELD
    return reasons.FORT_ONE if s.marks[FORTRESS] >> r & 1 else None


def check_heroes(s: State, move: Move) -> Refusal | None:
    """`heroes A B` (`base.md P-heroic`)."""
    if s.phase != HEROISM:
        return reasons.wrong_phase(s)
    regions = move[1:]
    held = s.held[s.seat * 3]
    if len(regions) != HEROES or len(set(regions)) != HEROES:
        return reasons.HEROES_TWO
    if any(not 0 <= r < s.board.n or not held >> r & 1 for r in regions):
        return reasons.HEROES_TWO
    return None


def check_ally(s: State, move: Move) -> Refusal | None:
    """`ally P2`, or `no ally` (`base.md P-diplomat`)."""
    if s.phase != ALLY:
        return reasons.wrong_phase(s)
    seat = move[1]
    if seat == NOBODY:
        return None
    if not 0 <= seat < s.setup.seats or seat == s.seat:
        return reasons.ALLY_WHO
    return reasons.ALLY_ATTACKED if s.attacked >> seat & 1 else None
