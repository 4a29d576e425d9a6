"""Proof-reading of the turn: phase, actor, die, Lost Tribes and peace fit together."""

from __future__ import annotations

from collections.abc import Iterator

from . import moves
from .board import bits
from .crossing import crossed
from .due import due
from .early import redeploying
from .ids import (
    ACTIVE_OF,
    ASK,
    COLUMN,
    CONQUER,
    DEALER,
    EMPTY,
    MOMENTS,
    NO_ROLL,
    NOBODY,
    NONE,
    OVER,
    OWNER,
    PHASE_WORDS,
    PICK,
    REDEPLOY,
    ROLL_ASKED,
    ROLL_ATTEMPT,
    ROLL_COMBO,
    ROLL_TRIBES,
    ROUND_START,
    TRIBES,
    TRIBES_SLOT,
    TRIBES_TURN,
    TWO_PLAYER,
    VICTIM,
    VICTIMS,
)
from .legal import decider
from .pricing import price
from .state import State
from .turn import speaker


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
    if s.seat == TRIBES and phase not in (TRIBES_TURN, VICTIM, ASK, OVER):
        yield f"the Lost Tribes are in phase '{where}'"
    if s.seat != TRIBES and phase == TRIBES_TURN:
        yield "the Lost Tribes' turn belongs to a person"
    if phase < ASK and s.actor != s.seat:
        yield f"seat {s.actor} acts in phase '{where}' of seat {s.seat}"
    if s.seat != TRIBES and phase < ASK:
        active = s.combo[ACTIVE_OF[s.seat]]
        if phase == REDEPLOY:
            active = s.combo[redeploying(s)]
        if (active is None) != (phase == PICK):
            yield f"phase '{where}' does not fit seat {s.seat}'s Active race"
    if phase == VICTIM:
        victim = s.victim
        if OWNER[victim] != s.actor or not s.driven >> victim & 1 or not s.hand[victim]:
            yield f"slot {victim} redeploys without having been driven out"
        if s.held[victim].bit_count() < 2:
            yield "a redeployment with one outcome is asked for"
    elif s.victim != NONE:
        yield f"slot {s.victim} is a victim in phase '{where}'"
    yield from _asked(s)
    owed = due(s)
    if owed is None and len(s.column) < COLUMN and (s.unseen_banners or s.under):
        yield "the column has a gap that nobody fills"
    if phase == PICK and decider(s) == s.seat and not s.column:
        yield "there is nothing to pick"
    yield from _die(s, where)
    yield from _crusade(s)


def _asked(s: State) -> Iterator[str]:
    """What is asked now belongs to somebody who is there, and is among what his sources bring."""
    decisions = s.setup.library.decisions
    if not 0 <= s.moment < MOMENTS:
        yield f"there is no moment {s.moment}"
    for slot, index in (*s.agenda, *s.owed):
        if not (0 <= index < len(decisions) and 0 <= slot <= EMPTY):
            yield f"decision {index} is to be asked of slot {slot}"
    if (
        s.owed
        and s.moment == VICTIMS
        and s.phase == ASK
        and any(OWNER[slot] == s.actor for slot, _ in s.owed)
    ):
        yield "what is owed to a victim waits although the victim is being asked"
    rolls = s.rolling == ROLL_ASKED
    if s.phase != ASK:
        if s.agenda:
            yield f"{len(s.agenda)} questions wait and nothing is asked"
        if (s.asked != NONE) != rolls or (s.asked_slot != NONE) != rolls:
            yield f"decision {s.asked} of slot {s.asked_slot} is asked in no moment for it"
        return
    if s.asked == NONE:
        if not s.cards_due:
            yield "nobody is asked anything"
        return
    decision = decisions[s.asked]
    if not rolls and s.actor != (DEALER if decision.drawn else speaker(s, OWNER[s.asked_slot])):
        yield f"seat {s.actor} is asked what slot {s.asked_slot} must decide"
    if s.moment != ROUND_START and s.asked_slot == EMPTY:
        yield "nobody's slot is asked"
    if not rolls and not decision.options(s, s.asked_slot):
        yield f"'{decision.word}' is asked and has no answer"


def _die(s: State, where: str) -> Iterator[str]:
    owners = {
        NO_ROLL: (s.phase,),
        ROLL_COMBO: (PICK,),
        ROLL_ATTEMPT: (CONQUER,),
        ROLL_TRIBES: (TRIBES_TURN,),
        ROLL_ASKED: (CONQUER, ASK),
    }.get(s.rolling, ())
    if s.phase not in owners:
        yield f"the die is rolled for purpose {s.rolling} in phase '{where}'"
    named = s.rolling in (ROLL_ATTEMPT, ROLL_TRIBES)
    if (s.target != NONE) != named or not NONE <= s.target < s.board.n:
        yield f"Region {s.target} is the target of roll {s.rolling}"
    if (s.target_slot != NONE) != named or (s.target_way and not named):
        yield f"slot {s.target_slot} makes an attempt that is not rolled"


def _joined(s: State, r: int) -> bool:
    """Whether river ``r`` may be chosen by the Lost Tribes although they only cross it."""
    lowest = price(s, TRIBES_SLOT, r)
    return any(rung.joins(s, lowest) >> r & 1 for rung in s.setup.library.rungs)


def _crusade(s: State) -> Iterator[str]:
    if s.setup.mode == TWO_PLAYER:
        if s.control != (1 if s.round % 2 else 0):
            yield f"the Control Marker lies with {s.control} in round {s.round}"
    elif s.control != NONE:
        yield "there is a Control Marker"
    if s.phase != TRIBES_TURN:
        # A card may put a tie of theirs outside their conquests.
        tied = s.phase == ASK and s.asked != NONE and s.setup.library.decisions[s.asked].for_tribes
        if tied != (s.choices.bit_count() > 1) or (s.choices and not tied):
            yield f"the Lost Tribes have choices {s.choices:b} outside their turn"
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
    if s.board.rivers and any(not _joined(s, r) for r in bits(s.choices & crossed(s))):
        yield "the Lost Tribes want a river that they cannot keep"
