"""One move: `apply` changes a position in place, `play` changes a private copy.

`apply` trusts its caller to bring a legal move (simulations do); `play` checks it at the door.
"""

from __future__ import annotations

from collections.abc import Callable

from . import early, moves, pieces, turn
from . import events as ev
from .crossing import borders, carried, way_to
from .events import Event
from .fighting import fighter, forces, has_conquest, helpers, offered, price_with
from .ids import (
    ACTIVE_OF,
    ASK,
    CONQUER,
    CONQUESTS,
    EARLY_SPENT,
    FOUGHT,
    IS_ACTIVE,
    NO_ROLL,
    NONE,
    OWNER,
    REDEPLOY,
    ROLL_ASKED,
    ROLL_ATTEMPT,
    ROLL_COMBO,
    ROLL_TRIBES,
    TRIBES,
    TRIBES_SLOT,
    VICTIM,
)
from .labels import Label
from .legal import refusal
from .moves import Move
from .pricing import price
from .refusals import Refused
from .state import State
from .ways import main_way

Events = list[Event]
_NOTHING = Label("")


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
    if len(move) > 2:
        pieces.swap_badges(s, move[1], move[2], events)
    pieces.pick(s, s.seat, move[1], events)
    turn.after_pick(s, events)
    _settle(s, events)


def _abandon(s: State, move: Move, events: Events | None) -> None:
    slot = ACTIVE_OF[s.seat]
    turn.act(s, slot, events)
    for r in move[1:]:
        tokens = pieces.give_up(s, r, events)
        s.hand[slot] += tokens
        if events is not None:
            events.append(ev.Abandoned(slot, r, tokens))


def _decline(s: State, move: Move, events: Events | None) -> None:
    pieces.decline(s, s.seat, events)
    s.unready = False
    s.stood = ()
    s.early = 0
    turn.after_decline(s, events)


# ---------------------------------------------------------------- what abilities and cards ask
def _answer(s: State, move: Move, events: Events | None) -> None:
    index, answer = move[1], move[2:]
    decision = s.setup.library.decisions[index]
    asked = s.phase == ASK
    if asked:
        slot = s.asked_slot
    else:
        slot = offered(s, index)
        if not decision.of_race:
            pass
        elif IS_ACTIVE[slot]:
            turn.finish_early(s, events)
        else:
            early.ready(s, slot, events)
        if decision.acts:
            turn.begun(s)
            if IS_ACTIVE[slot] and decision.of_race and not decision.before:
                s.fought = True
    if events is not None:
        told = _NOTHING if decision.sealed else decision.told(s, slot, answer)
        hidden = decision.sealed or decision.private
        events.append(ev.Answered(slot, index, () if hidden else answer, told))
    decision.do(s, slot, answer, events)
    if not s.rolling:
        _go_on(s, events)


def _go_on(s: State, events: Events | None) -> None:
    """After a decision: the next question of the moment, or the conquests go on."""
    if s.phase == ASK:
        turn.proceed(s, events)
    if s.phase == CONQUER:
        _settle(s, events)


# ---------------------------------------------------------------- conquests
def _conquer(s: State, move: Move, events: Events | None) -> None:
    r, ways = move[1], move[2]
    slot = fighter(s, ways) if ways else ACTIVE_OF[s.seat]
    turn.act(s, slot, events)
    if IS_ACTIVE[slot]:
        s.fought = True
    combo = s.combo[slot]
    assert combo is not None
    if combo.helpers:
        _conquer_helped(s, slot, r, ways, events)
    elif not ways:
        spent = price(s, slot, r)
        s.hand[slot] -= spent
        pieces.conquer(s, slot, r, spent, ways, events)
    elif ways & s.setup.library.rolling:
        _roll_first(s, slot, r, ways, events)
    else:
        _conquer_with(s, slot, r, ways, events)
    if not s.rolling:
        _settle(s, events)


def _conquer_with(
    s: State, slot: int, r: int, ways: int, events: Events | None, helping: int = 0
) -> None:
    """In these ways; ``helping`` of what is spent are no tokens."""
    named = s.setup.library.ways_of(ways)
    spent = price_with(s, slot, r, ways)
    s.hand[slot] -= spent
    brought = 0
    for way in named:
        brought += way.brings(s, slot, r)
        way.used(s, slot, r)
    pieces.conquer(s, slot, r, spent - helping + brought, ways, events, brought)
    for way in named:
        way.done(s, slot, r, events)


def _roll_first(s: State, slot: int, r: int, ways: int, events: Events | None) -> None:
    """The die is rolled for Region ``r`` before it is paid for."""
    if events is not None:
        cost = price_with(s, slot, r, ways)
        events.append(ev.AttemptMade(slot, r, cost, forces(s, slot)))
    for way in s.setup.library.ways_of(ways):
        way.used(s, slot, r)
    s.target = r
    s.target_slot = slot
    s.target_way = ways
    s.rolling = ROLL_ATTEMPT


def _conquer_helped(s: State, slot: int, r: int, ways: int, events: Events | None) -> None:
    """The same for a race beside whose tokens pieces fight: those are spent first."""
    if ways & s.setup.library.rolling:
        _roll_first(s, slot, r, ways, events)
        return
    main = main_way(s.setup.library.ways_of(ways)) if ways else None
    number = 0
    if main is None or main.priced:
        number = min(helpers(s, slot), price_with(s, slot, r, ways) - 1)
        s.hand[slot] += number
    if ways:
        _conquer_with(s, slot, r, ways, events, number)
    else:
        spent = price(s, slot, r)
        s.hand[slot] -= spent
        pieces.conquer(s, slot, r, spent - number, ways, events)
    _tell_helped(s, slot, r, number, events)


def _tell_helped(s: State, slot: int, r: int, number: int, events: Events | None) -> None:
    combo = s.combo[slot]
    if number and combo is not None:
        for hook in combo.helped:
            hook(s, slot, r, number, events)


def _settle(s: State, events: Events | None) -> None:
    """Ask what a conquest has brought up; end the conquests when nothing is left to decide."""
    if s.agenda and s.phase == CONQUER:
        s.moment = CONQUESTS
        turn.proceed(s, events)
    if s.phase == CONQUER and s.begun and not has_conquest(s):
        turn.end_conquests(s, events)


def _attempt(s: State, move: Move, events: Events | None) -> None:
    r, ways = move[1], move[2]
    slot = fighter(s, ways) if ways else ACTIVE_OF[s.seat]
    turn.act(s, slot, events)
    if IS_ACTIVE[slot]:
        s.fought = True
    combo = s.combo[slot]
    assert combo is not None
    victim = s.occ[r]
    if victim != TRIBES_SLOT and IS_ACTIVE[victim]:
        s.attacked |= 1 << OWNER[victim]
    if events is not None:
        events.append(ev.AttemptMade(slot, r, price_with(s, slot, r, ways), forces(s, slot)))
    if ways:
        for way in s.setup.library.ways_of(ways):
            way.used(s, slot, r)
    if combo.attempts_rolled:
        # The die has been rolled already, and did not suffice (rulings.md 45).
        if events is not None:
            events.append(ev.AttemptFailed(slot, r))
        _fought_out(s, slot, events)
        return
    s.target = r
    s.target_slot = slot
    s.target_way = ways
    s.rolling = ROLL_ATTEMPT


def _fought_out(s: State, slot: int, events: Events | None) -> None:
    """The conquests of the race in ``slot`` are over for this turn (`base.md D4`)."""
    if IS_ACTIVE[slot]:
        turn.end_conquests(s, events)
        return
    early.set_progress(s, slot, EARLY_SPENT)
    if s.held[slot].bit_count() <= 1 or early.resting(s, slot) is not None:
        _early_over(s, slot, events)


def _early_over(s: State, slot: int, events: Events | None) -> None:
    """A race that fights on In Decline is done. When it was the last, the Active race readies, and
    one with nothing to do at all has its conquests ended for it.
    """
    if s.hand[slot] and s.held[slot] and early.resting(s, slot) is None:
        early.place_all(s, slot, events)
    early.over(s, slot, events)
    if not s.early:
        turn.finish_early(s, events)
        if not has_conquest(s) and not s.held[ACTIVE_OF[s.seat]]:
            turn.end_conquests(s, events)


def _end(s: State, move: Move, events: Events | None) -> None:
    turn.act(s, ACTIVE_OF[s.seat], events)
    turn.end_conquests(s, events)


def _die(s: State, move: Move, events: Events | None) -> None:
    face = move[1]
    purpose = s.rolling
    s.rolling = NO_ROLL
    if events is not None:
        seat = OWNER[s.asked_slot] if purpose == ROLL_ASKED else s.seat
        asked = s.asked if purpose == ROLL_ASKED else NONE
        events.append(ev.DieRolled(seat, face, purpose, asked))
    if purpose == ROLL_ASKED:
        decision = s.setup.library.decisions[s.asked]
        slot = s.asked_slot
        if s.phase != ASK:
            s.asked = s.asked_slot = NONE
        decision.rolled(s, slot, face, events)
        if not s.rolling:
            _go_on(s, events)
    elif purpose == ROLL_COMBO:
        if len(s.column) > 1:
            pieces.discard_combo(s, min(face, len(s.column) - 1), events)
        turn.begin_kept(s, events)
    else:
        _attempt_rolled(s, face, purpose, events)


def _attempt_rolled(s: State, face: int, purpose: int, events: Events | None) -> None:
    """The die of a last attempt has fallen (`base.md D4`, `crusade.md D`)."""
    slot, ways = s.target_slot, s.target_way
    r = s.target
    s.target = s.target_slot = NONE
    s.target_way = 0
    hand = s.hand[slot]
    combo = s.combo[slot]
    helping = helpers(s, slot) if combo is not None and combo.helpers else 0
    taken = hand + helping + face >= price_with(s, slot, r, ways)
    rolls = ways & s.setup.library.rolling
    if taken:
        spent = max(1, price_with(s, slot, r, ways) - face) if rolls else hand
        helping = min(helping, spent - 1) if rolls else helping
        spent -= helping if rolls else 0
        s.hand[slot] -= spent
        pieces.conquer(s, slot, r, spent, ways, events)
        for way in s.setup.library.ways_of(ways) if ways else ():
            way.done(s, slot, r, events)
        if helping:
            _tell_helped(s, slot, r, helping, events)
    elif events is not None:
        events.append(ev.AttemptFailed(slot, r))
    if purpose == ROLL_TRIBES:
        _stop_tribes(s, events)
    elif taken and rolls:
        _settle(s, events)
    elif s.agenda and IS_ACTIVE[slot]:
        turn.ask(s, FOUGHT, (), events)  # what the attempt has brought up comes first
    else:
        _fought_out(s, slot, events)
        if s.agenda:
            _settle(s, events)


# ---------------------------------------------------------------- redeployment
def _redeploy(s: State, move: Move, events: Events | None) -> None:
    slot = move[1]
    if s.phase == REDEPLOY:
        turn.redeploy(s, slot, move[2:], events)
        if IS_ACTIVE[slot]:
            turn.after_redeployment(s, events)
        else:
            turn.after_regrouping(s, events)
    elif s.phase == VICTIM:
        turn.redeploy(s, slot, move[2:], events)
        turn.next_victim(s, events)
    else:
        turn.act(s, slot, events)
        turn.redeploy(s, slot, move[2:], events)
        _early_over(s, slot, events)


# ---------------------------------------------------------------- the Lost Tribes
def _decided(s: State, r: int, by: int, events: Events | None) -> None:
    if events is not None:
        automaton = s.setup.automaton
        assert automaton is not None
        events.append(ev.TribesDecided(r, by, automaton.plan(s)))


def _take(s: State, move: Move, events: Events | None) -> None:
    r = move[1]
    if s.board.rivers and not borders(s, r):
        _ferry_to(s, r, events)
        _decided(s, r, s.actor, events)
        _cross(s, r, events)
    else:
        _decided(s, r, s.actor, events)
    spent = price(s, TRIBES_SLOT, r)
    s.hand[TRIBES_SLOT] -= spent
    pieces.conquer(s, TRIBES_SLOT, r, spent, moves.PLAIN, events)
    turn.plan_tribes(s)


def _try(s: State, move: Move, events: Events | None) -> None:
    r = move[1]
    if s.board.rivers and not borders(s, r):
        _ferry_to(s, r, events)
        _decided(s, r, s.actor, events)
        _cross(s, r, events)
    else:
        _decided(s, r, s.actor, events)
    s.target = r
    s.target_slot = TRIBES_SLOT
    s.target_way = 0
    s.rolling = ROLL_TRIBES
    s.actor = TRIBES
    if events is not None:
        events.append(ev.AttemptMade(TRIBES_SLOT, r, price(s, TRIBES_SLOT, r), s.hand[TRIBES_SLOT]))


def _ferry(s: State, move: Move, events: Events | None) -> None:
    ferry = s.setup.library.ferry
    assert ferry is not None
    ferry.go(s, move[1], events)


def _ferry_to(s: State, r: int, events: Events | None) -> None:
    """The Lost Tribes are carried to Region ``r`` if they do not get there otherwise (`crusade.md
    J5`) and have not gone yet: a person has chosen it.
    """
    ferry = s.setup.library.ferry
    if ferry is not None and carried(s, r) and not ferry.under_way(s):
        ferry.go(s, ferry.landing(s, r), events)


def _cross(s: State, r: int, events: Events | None) -> None:
    """The Lost Tribes pay the way to Region ``r``, river by river (`crusade.md I2`), or have
    arrived there if they were carried.
    """
    ferry = s.setup.library.ferry
    if ferry is not None and carried(s, r):
        ferry.arrived(s)
    for river in way_to(s, r):
        spent = price(s, TRIBES_SLOT, river)
        s.hand[TRIBES_SLOT] -= spent
        pieces.conquer(s, TRIBES_SLOT, river, spent, moves.PLAIN, events)


def _choose(s: State, move: Move, events: Events | None) -> None:
    if s.plan == moves.TAKE:
        _take(s, move, events)
    else:
        _try(s, move, events)


def _stop(s: State, move: Move, events: Events | None) -> None:
    _stop_tribes(s, events)


def _stop_tribes(s: State, events: Events | None) -> None:
    s.choices = 0
    if s.held[TRIBES_SLOT] & s.board.rivers:
        turn.leave_rivers(s, TRIBES_SLOT, events)
    if events is not None:
        events.append(ev.TribesStopped(s.hand[TRIBES_SLOT]))
    turn.after_redeployment(s, events)


def _deal(s: State, move: Move, events: Events | None) -> None:
    pieces.deal(s, move[1], move[2], events)


def _turn_up(s: State, move: Move, events: Events | None) -> None:
    turn.turn_up(s, move[1], events)


_DO: tuple[Callable[[State, Move, Events | None], None], ...] = (
    _pick,
    _abandon,
    _conquer,
    _attempt,
    _end,
    _redeploy,
    _decline,
    _answer,
    _choose,
    _die,
    _deal,
    _turn_up,
    _take,
    _try,
    _stop,
    _ferry,
)
