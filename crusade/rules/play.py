"""One move: `apply` changes a position in place, `play` changes a private copy.

`apply` trusts its caller to bring a legal move (simulations do); `play` checks it at the door.
"""

from __future__ import annotations

from collections.abc import Callable

from . import events as ev
from . import moves, pieces, turn
from .board import bits
from .events import Event
from .fighting import hand_of, has_conquest
from .ids import (
    EMPTY,
    FORTRESS,
    GHOULS_BEGAN,
    GHOULS_MAY,
    GHOULS_OVER,
    GHOULS_SPENT,
    NO_ROLL,
    NONE,
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
    VICTIM,
)
from .legal import refusal
from .markers import clear, place
from .moves import DRAGON, GHOULS, SORCERY, Move
from .pricing import price
from .refusals import Refused
from .state import State

Events = list[Event]


def play(s: State, move: Move) -> tuple[State, list[Event]]:
    """The position after ``move``, and what happened. ``s`` is unchanged.

    Raises Refused, with its Refusal, if the rules do not allow the move.
    """
    refused = refusal(s, move)
    if refused is not None:
        raise Refused(refused)
    new = s.copy()
    events: Events = []
    apply(new, move, events)
    return new, events


def apply(s: State, move: Move, events: Events | None = None) -> None:
    """Do a legal move in place, up to the next decision. Appends to ``events`` if given."""
    _DO[move[0]](s, move, events)


# ---------------------------------------------------------------- the start of a turn
def _pick(s: State, move: Move, events: Events | None) -> None:
    pieces.pick(s, s.seat, move[1], events)
    turn.begun(s)  # a combo is not picked and put In Decline in one turn (base.md C13, N1)
    turn.begin_conquests(s, s.seat, False, events)
    _settle(s, events)


def _abandon(s: State, move: Move, events: Events | None) -> None:
    turn.finish_ghouls(s, events)
    turn.begun(s)
    slot = s.seat * 3
    for r in move[1:]:
        clear(s, r, events)
        tokens = pieces.vacate(s, r)
        s.hand[slot] += tokens
        if events is not None:
            events.append(ev.Abandoned(slot, r, tokens))


def _decline(s: State, move: Move, events: Events | None) -> None:
    after_scoring = s.phase == STOUT
    pieces.decline(s, s.seat, events)
    s.unready = False
    s.stood = ()
    if after_scoring:
        turn.end_turn(s, events)
    else:
        turn.score(s, events)


def _done(s: State, move: Move, events: Events | None) -> None:
    turn.end_turn(s, events)


# ---------------------------------------------------------------- conquests
def _ghouls_ready(s: State, slot: int, events: Events | None) -> None:
    """Ghouls In Decline pick up all but one token per Region (`base.md R-ghouls`)."""
    if s.ghouls == GHOULS_MAY:
        taken = 0
        for r in bits(s.held[slot]):
            taken += s.tokens[r] - 1
            s.tokens[r] = 1
        s.hand[slot] += taken
        s.ghouls = GHOULS_BEGAN
        if events is not None and taken:
            events.append(ev.Readied(slot, taken, 0))
    turn.begun(s)


def _fighter(s: State, way: int, events: Events | None) -> int:
    """Get the race that fights in this way ready, and return its slot."""
    if way == GHOULS:
        slot = turn.ghoul_slot(s, s.seat)
        _ghouls_ready(s, slot, events)
        return slot
    turn.finish_ghouls(s, events)
    turn.begun(s)
    s.fought = True
    return s.seat * 3


def _conquer(s: State, move: Move, events: Events | None) -> None:
    r, way = move[1], move[2]
    slot = _fighter(s, way, events)
    if way == SORCERY:
        s.memo[slot] |= 1 << (s.occ[r] // 3)
        s.tray[s.banner[slot]] -= 1
        spent = 1
    else:
        spent = 1 if way == DRAGON else price(s, slot, r)
        s.hand[slot] -= spent
    if way == DRAGON:
        s.memo_power[slot] = 1
    s.roll = NONE
    pieces.conquer(s, slot, r, spent, way, events)
    if way == DRAGON:
        turn.move_dragon(s, r, events)
    _settle(s, events)


def _settle(s: State, events: Events | None) -> None:
    """End the conquests when nothing but ending them is left to decide."""
    if s.begun and not has_conquest(s):
        turn.end_conquests(s, events)


def _attempt(s: State, move: Move, events: Events | None) -> None:
    r, way = move[1], move[2]
    slot = _fighter(s, way, events)
    combo = s.combo[slot]
    assert combo is not None
    victim = s.occ[r]
    if victim != EMPTY and victim % 3 == 0 and victim != TRIBES_SLOT:
        s.attacked |= 1 << (victim // 3)
    if events is not None:
        events.append(ev.AttemptMade(slot, r, price(s, slot, r), hand_of(s, slot)))
    if combo.rolls_first:
        # The die has been rolled already, and did not suffice (rulings.md 45).
        if events is not None:
            events.append(ev.AttemptFailed(slot, r))
        turn.end_conquests(s, events)
        return
    s.target = r
    s.rolling = ROLL_GHOULS if way == GHOULS else ROLL_ATTEMPT


def _roll(s: State, move: Move, events: Events | None) -> None:
    turn.finish_ghouls(s, events)
    turn.begun(s)
    s.fought = True
    s.rolling = ROLL_BERSERK


def _end(s: State, move: Move, events: Events | None) -> None:
    turn.finish_ghouls(s, events)
    turn.begun(s)
    turn.end_conquests(s, events)


def _die(s: State, move: Move, events: Events | None) -> None:
    face = move[1]
    purpose = s.rolling
    s.rolling = NO_ROLL
    if events is not None:
        events.append(ev.DieRolled(s.seat, face, purpose))
    if purpose == ROLL_BERSERK:
        s.roll = face
    elif purpose == ROLL_COMBO:
        if len(s.column) > 1:
            pieces.discard_combo(s, min(face, len(s.column) - 1), events)
    else:
        _attempt_rolled(s, face, purpose, events)


def _attempt_rolled(s: State, face: int, purpose: int, events: Events | None) -> None:
    """The die of a last attempt has fallen (`base.md D4`, `crusade.md D`)."""
    if purpose == ROLL_TRIBES:
        slot = TRIBES_SLOT
    elif purpose == ROLL_GHOULS:
        slot = turn.ghoul_slot(s, s.seat)
    else:
        slot = s.seat * 3
    r, s.target = s.target, NONE
    hand = hand_of(s, slot)
    if hand + face >= price(s, slot, r):
        s.hand[slot] -= hand
        way = GHOULS if purpose == ROLL_GHOULS else moves.PLAIN
        pieces.conquer(s, slot, r, hand, way, events)
    elif events is not None:
        events.append(ev.AttemptFailed(slot, r))
    if purpose == ROLL_TRIBES:
        _stop_tribes(s, events)
    elif purpose == ROLL_GHOULS:
        s.ghouls = GHOULS_SPENT
        if s.held[slot].bit_count() <= 1:
            turn.finish_ghouls(s, events)
            _settle_after_ghouls(s, events)
    else:
        turn.end_conquests(s, events)


def _settle_after_ghouls(s: State, events: Events | None) -> None:
    """After the Ghouls an Active race with nothing to do at all has its conquests ended for it."""
    if not has_conquest(s) and not s.held[s.seat * 3]:
        turn.end_conquests(s, events)


# ---------------------------------------------------------------- redeployment and what follows
def _redeploy(s: State, move: Move, events: Events | None) -> None:
    slot = move[1]
    if s.phase == REDEPLOY:
        turn.redeploy(s, slot, move[2:], events)
        turn.after_redeployment(s, 0, events)
    elif s.phase == VICTIM:
        turn.redeploy(s, slot, move[2:], events)
        s.driven &= ~(1 << slot)
        turn.next_victim(s, events)
    else:
        _ghouls_ready(s, slot, events)
        turn.redeploy(s, slot, move[2:], events)
        s.ghouls = GHOULS_OVER
        turn.finish_ghouls(s, events)
        _settle_after_ghouls(s, events)


def _camps(s: State, move: Move, events: Events | None) -> None:
    seat = move[1]
    turn.pitch(s, seat, dict(zip(move[2::2], move[3::2], strict=True)), events)
    if s.victim != NONE:
        s.driven &= ~(1 << (SLOTS + seat))
        turn.next_victim(s, events)
    else:
        turn.next_step(s, events)


def _fortress(s: State, move: Move, events: Events | None) -> None:
    if move[1] != NONE:
        place(s, FORTRESS, move[1], events)
    turn.next_step(s, events)


def _heroes(s: State, move: Move, events: Events | None) -> None:
    turn.station_heroes(s, s.seat * 3, 1 << move[1] | 1 << move[2], events)
    turn.next_step(s, events)


def _ally(s: State, move: Move, events: Events | None) -> None:
    seat = move[1]
    if seat < s.setup.seats:
        s.peace_by, s.peace_with = s.seat, seat
    if events is not None:
        events.append(ev.AllyChosen(s.seat, seat))
    turn.next_step(s, events)


# ---------------------------------------------------------------- the Lost Tribes
def _decided(s: State, r: int, by: int, events: Events | None) -> None:
    if events is not None:
        automaton = s.setup.automaton
        assert automaton is not None
        events.append(ev.TribesDecided(r, by, automaton.plan(s)))


def _take(s: State, move: Move, events: Events | None) -> None:
    r = move[1]
    _decided(s, r, s.actor, events)
    spent = price(s, TRIBES_SLOT, r)
    s.hand[TRIBES_SLOT] -= spent
    pieces.conquer(s, TRIBES_SLOT, r, spent, moves.PLAIN, events)
    turn.plan_tribes(s)


def _try(s: State, move: Move, events: Events | None) -> None:
    r = move[1]
    _decided(s, r, s.actor, events)
    s.target = r
    s.rolling = ROLL_TRIBES
    s.actor = TRIBES
    if events is not None:
        events.append(ev.AttemptMade(TRIBES_SLOT, r, price(s, TRIBES_SLOT, r), s.hand[TRIBES_SLOT]))


def _choose(s: State, move: Move, events: Events | None) -> None:
    if s.plan == moves.TAKE:
        _take(s, move, events)
    else:
        _try(s, move, events)


def _stop(s: State, move: Move, events: Events | None) -> None:
    _stop_tribes(s, events)


def _stop_tribes(s: State, events: Events | None) -> None:
    s.choices = 0
    if events is not None:
        events.append(ev.TribesStopped(s.hand[TRIBES_SLOT]))
    turn.score(s, events)


def _deal(s: State, move: Move, events: Events | None) -> None:
    pieces.deal(s, move[1], move[2], events)


_DO: tuple[Callable[[State, Move, Events | None], None], ...] = (
    _pick,
    _abandon,
    _conquer,
    _attempt,
    _roll,
    _end,
    _redeploy,
    _camps,
    _fortress,
    _heroes,
    _ally,
    _decline,
    _done,
    _choose,
    _die,
    _deal,
    _take,
    _try,
    _stop,
)
