"""Where tokens may be put once the conquests are over (`base.md R, L2`)."""

from __future__ import annotations

from . import early, reasons, turn
from .board import bits
from .ids import CONQUER, EARLY_OVER, IS_ACTIVE, OWNER, PICK, REDEPLOY, VICTIM
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
    """`redeploy`, of the Active race, of one that fights on In Decline, or of a victim (`base.md R,
    L2, L8`).
    """
    slot = move[1]
    if s.phase == VICTIM:
        if slot != s.victim:
            return reasons.wrong_phase(s)
    elif s.phase == CONQUER:
        if IS_ACTIVE[slot]:
            return reasons.STILL_CONQUERING
        combo = s.combo[slot]
        if combo is None or combo.early is None or OWNER[slot] != s.seat:
            return reasons.NO_EARLY
        if early.progress(s, slot) == EARLY_OVER:
            return reasons.EARLY_DONE
        refused = early.resting(s, slot)
        if refused is not None:
            return refused
    elif s.phase != REDEPLOY or slot != early.redeploying(s):
        return reasons.PICK_FIRST if s.phase == PICK else reasons.wrong_phase(s)
    counts = _counts(s, slot, move)
    if isinstance(counts, Refusal):
        return counts
    if not counts:
        return reasons.NOT_WHERE_HELD
    total = early.driven_out(s, slot) + sum(s.tokens[r] for r in counts)
    placed = sum(counts.values())
    if s.phase == VICTIM:
        if any(counts[r] < s.tokens[r] for r in counts):
            return reasons.ONLY_ADD
    elif s.phase == REDEPLOY:
        total -= turn.leave(s, slot, total)
        refused = early.resting(s, slot)
        if refused is not None and any(counts[r] > s.tokens[r] for r in counts):
            return refused
    if placed != total:
        return reasons.misplaced(placed, total)
    if total >= len(counts):
        return reasons.ONE_EACH if min(counts.values()) < 1 else None
    return reasons.KEEP_REGIONS if max(counts.values()) > 1 else None
