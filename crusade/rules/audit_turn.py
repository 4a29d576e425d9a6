"""Proof-reading of the turn: phase, actor, die, Lost Tribes and peace fit together."""

from __future__ import annotations

from collections.abc import Iterator

from . import moves
from .ids import (
    ALLY,
    CONQUER,
    NO_ROLL,
    NOBODY,
    NONE,
    OVER,
    PHASE_WORDS,
    PICK,
    REDEPLOY,
    ROLL_ATTEMPT,
    ROLL_BERSERK,
    ROLL_COMBO,
    ROLL_GHOULS,
    ROLL_TRIBES,
    SLOTS,
    STOUT,
    TRIBES,
    TRIBES_SLOT,
    TRIBES_TURN,
    TWO_PLAYER,
    VICTIM,
    VICTIM_CAMPS,
)
from .legal import decider
from .pieces import owes_deal
from .state import State


def steps_of(s: State, slot: int) -> tuple[int, ...]:
    """The phases that the combo in ``slot`` adds to a turn; none for EMPTY."""
    combo = s.combo[slot] if slot < SLOTS else None
    return combo.steps if combo is not None else ()


def turn_defects(s: State) -> Iterator[str]:
    """Phase, actor, die and what belongs to them."""
    seats = s.setup.seats
    phase = s.phase
    where = PHASE_WORDS[phase] if 0 <= phase < len(PHASE_WORDS) else str(phase)
    over = phase == OVER
    if not 1 <= s.round <= s.setup.rounds:
        yield f"it is round {s.round} of {s.setup.rounds}"
    if not (0 <= s.seat < seats or (s.seat == TRIBES and s.setup.crusade)):
        yield f"it is the turn of seat {s.seat}"
    if (s.actor == NOBODY) != over or bool(s.winners) != over:
        yield f"in phase '{where}' seat {s.actor} acts and {s.winners} have won"
    if over and decider(s) != NOBODY:
        yield "someone decides after the end"
    if s.seat == TRIBES and phase not in (TRIBES_TURN, VICTIM, VICTIM_CAMPS, OVER):
        yield f"the Lost Tribes are in phase '{where}'"
    if s.seat != TRIBES and phase == TRIBES_TURN:
        yield "the Lost Tribes' turn belongs to a person"
    if phase < VICTIM and s.actor != s.seat:
        yield f"seat {s.actor} acts in phase '{where}' of seat {s.seat}"
    if s.seat != TRIBES and phase not in (VICTIM, VICTIM_CAMPS, OVER):
        active = s.combo[s.seat * 3]
        if (active is None) != (phase == PICK):
            yield f"phase '{where}' does not fit seat {s.seat}'s Active race"
        if active is not None and REDEPLOY < phase < VICTIM and phase not in active.steps:
            yield f"phase '{where}' is none of this combo's"
        if phase == STOUT and not (active is not None and active.declines_after_scoring):
            yield "a race that is not Stout is asked whether it declines"
    if phase == VICTIM:
        if s.victim // 3 != s.actor or not s.driven >> s.victim & 1 or not s.hand[s.victim]:
            yield f"slot {s.victim} redeploys without having been driven out"
        if s.held[s.victim].bit_count() < 2:
            yield "a redeployment with one outcome is asked for"
    elif phase == VICTIM_CAMPS:
        if s.victim != s.actor * 3 or not s.driven >> (SLOTS + s.actor) & 1:
            yield f"seat {s.actor} pitches Encampments that were not lost"
    elif s.victim != NONE:
        yield f"slot {s.victim} is a victim in phase '{where}'"
    if not owes_deal(s) and len(s.column) < 6 and (s.unseen_banners or s.under):
        yield "the column has a gap that nobody fills"
    if phase == PICK and decider(s) == s.seat and not s.column:
        yield "there is nothing to pick"
    yield from _die(s, where)
    yield from _crusade(s)
    yield from _peace(s)


def _die(s: State, where: str) -> Iterator[str]:
    owner = {
        NO_ROLL: s.phase,
        ROLL_COMBO: PICK,
        ROLL_ATTEMPT: CONQUER,
        ROLL_GHOULS: CONQUER,
        ROLL_BERSERK: CONQUER,
        ROLL_TRIBES: TRIBES_TURN,
    }.get(s.rolling)
    if owner != s.phase:
        yield f"the die is rolled for purpose {s.rolling} in phase '{where}'"
    named = s.rolling in (ROLL_ATTEMPT, ROLL_GHOULS, ROLL_TRIBES)
    if (s.target != NONE) != named or not NONE <= s.target < s.board.n:
        yield f"Region {s.target} is the target of roll {s.rolling}"
    if s.roll != NONE:
        combo = s.combo[s.seat * 3] if s.seat != TRIBES else None
        if s.phase != CONQUER or combo is None or not combo.rolls_first or not 0 <= s.roll <= 3:
            yield f"a roll of {s.roll} waits in phase '{where}'"


def _crusade(s: State) -> Iterator[str]:
    if s.setup.mode == TWO_PLAYER:
        if s.control != (1 if s.round % 2 else 0):
            yield f"the Control Marker lies with {s.control} in round {s.round}"
    elif s.control != NONE:
        yield "there is a Control Marker"
    if s.phase != TRIBES_TURN:
        if s.choices:
            yield "the Lost Tribes have choices outside their turn"
        return
    chooser = s.control if s.control != NONE else 0
    if s.plan not in (moves.TAKE, moves.TRY, moves.STOP):
        yield f"the Lost Tribes plan {s.plan}"
    elif s.rolling == NO_ROLL:
        tied = s.plan != moves.STOP and s.choices.bit_count() > 1
        if s.actor != (chooser if tied else TRIBES):
            yield f"seat {s.actor} decides for the Lost Tribes"
    if s.choices & s.held[TRIBES_SLOT] and s.rolling == NO_ROLL:
        yield "the Lost Tribes want what they hold"


def _peace(s: State) -> Iterator[str]:
    by, ally = s.peace_by, s.peace_with
    if (by == NONE) != (ally == NONE):
        yield f"half a peace: {by} with {ally}"
    elif by != NONE:
        seats = range(s.setup.seats)
        if by not in seats or ally not in seats or by == ally:
            yield f"a peace of {by} with {ally}"
        elif ALLY not in steps_of(s, by * 3):
            yield f"seat {by} makes peace without a Diplomat"
