"""The course of a round and of a turn: what follows what, up to the next decision.

The table is `base.md R4`: gains from the tray, redeployment, tokens that leave, what abilities
place and ask, scoring, the driven-out redeploy, what may be decided last. At each moment the
questions of the abilities and cards are put on an agenda; a step with one possible outcome happens
by itself; each function here either leaves a decision in ``phase`` and ``actor`` or goes on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from typing import TYPE_CHECKING

from . import early, pieces
from . import events as ev
from .asking import Decision, TribesChoice
from .board import bits
from .early import brought_home, place_all, resting, standing
from .ids import (
    ACTIVE_OF,
    AFTER_PICK,
    ASK,
    CONQUER,
    CONQUERED,
    CONQUESTS,
    DEALER,
    DECLINED,
    EARNED,
    EMPTY,
    IS_ACTIVE,
    KEPT_RIVERS,
    LAST,
    LATER,
    NOBODY,
    NONE,
    OVER,
    OWNER,
    PAST_OF,
    PICK,
    REDEPLOY,
    ROLL_ASKED,
    ROLL_COMBO,
    ROUND_OPENS,
    ROUND_START,
    SCORED,
    SLOT_MASK,
    SLOTS_OF,
    TRIBES,
    TRIBES_SLOT,
    TRIBES_TURN,
    TURN_END,
    TURN_START,
    TWO_PLAYER,
    VICTIM,
    VICTIMS,
    WON,
)
from .questions import Items, Source
from .scoring import earnings, income, winners
from .state import Ask, State, clear_turn

if TYPE_CHECKING:
    from .sources import Combo

Events = list[ev.Event]


# ---------------------------------------------------------------- questions at a moment
def ask(s: State, moment: int, asks: Iterable[Ask], events: Events | None) -> None:
    """Ask all that, after what the definitions have put before it; what belongs to ``moment``
    follows.
    """
    s.moment = moment
    s.agenda = (*s.agenda, *asks)
    proceed(s, events)


def proceed(s: State, events: Events | None) -> None:
    """Go on to the next question that needs someone, or to what follows the moment."""
    while s.agenda:
        (slot, index), s.agenda = s.agenda[0], s.agenda[1:]
        decision = s.setup.library.decisions[index]
        if slot == EMPTY:
            decision.reveal(s, events)
        elif decision.needed(s, slot, events):
            s.phase = ASK
            s.asked = index
            s.asked_slot = slot
            s.actor = DEALER if decision.drawn else speaker(s, OWNER[slot])
            return
        if s.rolling:
            s.phase = ASK
            s.actor = DEALER
            return
    s.asked = s.asked_slot = NONE
    _AFTER[s.moment](s, events)


def speaker(s: State, seat: int) -> int:
    """The person who answers for ``seat``: for the Lost Tribes whoever decides their ties
    (`crusade.md F4, H3`).
    """
    if seat != TRIBES:
        return seat
    return s.control if s.control != NONE else 0


def tribes_tie(s: State, decision: TribesChoice, mask: int, events: Events | None) -> None:
    """One Region of ``mask`` for the Lost Tribes: the only one, or a person chooses (`F4`)."""
    if mask & (mask - 1):
        s.choices = mask
        ask_now(s, TRIBES_SLOT, decision)
    elif mask:
        decision.decided(s, mask.bit_length() - 1, events)


def ask_now(s: State, slot: int, decision: Decision) -> None:
    """Put ``decision`` before everything else that is still to be asked; for definitions."""
    s.agenda = ((slot, s.setup.library.decision_index[decision]), *s.agenda)


def owe(s: State, slot: int, decision: Decision) -> None:
    """``decision`` is asked of the owner of ``slot`` when the victims' time has come (`L2, L7`)."""
    due = (slot, s.setup.library.decision_index[decision])
    if due not in s.owed:
        s.owed = (*s.owed, due)


def roll_for(s: State, slot: int, decision: Decision) -> None:
    """The dealer rolls the die, and ``decision.rolled`` is told."""
    s.rolling = ROLL_ASKED
    s.asked = s.setup.library.decision_index[decision]
    s.asked_slot = slot


def asked(s: State) -> Decision | None:
    """The decision that is asked now, or None."""
    return s.setup.library.decisions[s.asked] if s.phase == ASK and s.asked != NONE else None


def _numbered(s: State, slot: int, decisions: Iterable[Decision]) -> tuple[Ask, ...]:
    index = s.setup.library.decision_index
    asks: tuple[Ask, ...] = ()
    for decision in decisions:
        asks += ((slot, index[decision]),)
    return asks


# ---------------------------------------------------------------- rounds
def usual_order(s: State) -> tuple[int, ...]:
    """The seats of a round, in order; the Lost Tribes follow whoever controls them (`H2`)."""
    return s.setup.orders[s.control]


def begin_round(s: State, events: Events | None) -> None:
    """A round begins, with its card if the game has cards (`events.md D3`)."""
    s.order = usual_order(s)
    if s.setup.cards and s.round > 1:
        if s.setup.hidden_cards and s.unseen_cards:
            _put_in_force(s, (), None)  # the old card is gone before the new one is turned up
            s.cards_due = True
            s.phase = ASK
            s.moment = ROUND_START
            s.agenda = ()
            s.asked = s.asked_slot = NONE
            s.actor = DEALER
            return
        _put_in_force(s, () if s.upcoming == NONE else (s.upcoming,), events)
        s.upcoming = NONE
        s.cards_due = s.round < s.setup.rounds and bool(s.unseen_cards)
    open_round(s, events)


def _put_in_force(s: State, cards: tuple[int, ...], events: Events | None) -> None:
    if cards != s.cards:
        s.cards = cards
        pieces.refresh_all(s)
        if events is not None:
            events.append(ev.CardsInForce(cards))


def turn_up(s: State, card: int, events: Events | None) -> None:
    """The dealer turns up a card: the upcoming one or, face down until now, that of this round."""
    s.unseen_cards &= ~(1 << card)
    s.cards_due = False
    if events is not None:
        events.append(ev.CardTurned(card, s.setup.hidden_cards))
    if s.setup.hidden_cards:
        _put_in_force(s, (card,), events)
        open_round(s, events)
    else:
        s.upcoming = card


def open_round(s: State, events: Events | None) -> None:
    """What happens between the rounds, before the first turn: what is drawn for the round, then
    moments, then questions in order.
    """
    if s.setup.variants:
        for source in s.setup.variants:
            source.round_opens(s, events)
        if s.agenda:
            ask(s, ROUND_OPENS, (), events)
            return
    _after_round_opened(s, events)


def _after_round_opened(s: State, events: Events | None) -> None:
    if s.setup.library.tells_rounds:
        _tell_and_ask_all(s, events)
    else:
        begin_turn(s, s.order[0], events)


def _tell_and_ask_all(s: State, events: Events | None) -> None:
    for source in s.everybody:
        source.round_began(s, EMPTY, events)
    _tell_races(s, "round_began", events)
    asks: tuple[Ask, ...] = ()
    persons = [seat for seat in s.order if seat != TRIBES]
    for source in s.everybody:
        for decision in source.round_asks:
            if decision.drawn:
                asks += _numbered(s, ACTIVE_OF[persons[0]], (decision,))
                continue
            for seat in persons:
                asks += _numbered(s, ACTIVE_OF[seat], (decision,))
            if decision.asks_tribes and s.setup.crusade:
                asks += _numbered(s, TRIBES_SLOT, (decision,))
            if decision.closes:
                asks += _numbered(s, EMPTY, (decision,))
    ask(s, ROUND_START, asks, events)


def _after_round_start(s: State, events: Events | None) -> None:
    for source in s.everybody:
        s.order = source.turn_order(s, s.order)
    begin_turn(s, s.order[0], events)


def _tell_races(s: State, moment: str, events: Events | None) -> None:
    """Tell every race in play, in the order of the round."""
    for seat in s.order:
        for slot in SLOTS_OF[seat]:
            combo = s.combo[slot]
            if combo is not None:
                for hook in getattr(combo, moment):
                    hook(s, slot, events)


def _tell(s: State, slots: int, moment: str, events: Events | None) -> None:
    """Tell the races in the slots of that mask."""
    for slot in bits(slots):
        for hook in getattr(s.combo[slot], moment):
            hook(s, slot, events)


def end_turn(s: State, events: Events | None) -> None:
    """The turn passes; after the last one of a round the Game Turn marker moves (`base.md S2`)."""
    seat = s.seat
    own = s.talkers & SLOT_MASK[seat]
    if own:
        _tell(s, own, "turn_ended", events)
    seats = s.order
    place_in_round = seats.index(seat) + 1
    if place_in_round < len(seats):
        begin_turn(s, seats[place_in_round], events)
    else:
        end_round(s, events)


def end_round(s: State, events: Events | None) -> None:
    """The last turn of a round is over: the next one begins, or the game ends."""
    if s.setup.library.tells_rounds:
        for source in s.everybody:
            source.round_ended(s, EMPTY, events)
        _tell_races(s, "round_ended", events)
    if s.setup.cards:
        for key in [key for key in s.memory if key[1] in (EARNED, CONQUERED, WON)]:
            del s.memory[key]
    if s.round == s.setup.rounds:
        s.phase = OVER
        s.actor = NOBODY
        s.winners = winners(s)
        if events is not None:
            events.append(ev.GameEnded(s.winners))
        return
    s.round += 1
    if events is not None:
        events.append(ev.RoundBegan(s.round))
    if s.setup.mode == TWO_PLAYER:
        s.control = 1 - s.control
        if events is not None:
            events.append(ev.ControlPassed(s.control))
    begin_round(s, events)


# ---------------------------------------------------------------- the start of a turn
def begin_turn(s: State, seat: int, events: Events | None) -> None:
    """Start ``seat``'s turn: pick, or ready and conquer (`base.md C1, N1`, `crusade.md C2, D`)."""
    clear_turn(s)
    s.seat = s.actor = seat
    if events is not None:
        events.append(ev.TurnBegan(seat, s.round))
    if s.everybody or s.talkers & SLOT_MASK[seat]:
        asks = turn_asks(s, seat)
        if asks:
            ask(s, TURN_START, asks, events)
            return
    open_turn(s, events)


@cache
def _opening(everybody: tuple[Source, ...]) -> tuple[Decision, ...]:
    """What whoever has no race is asked at the start of his turn, by what holds for everybody."""
    return tuple(decision for source in everybody for decision in source.turn_asks)


def turn_asks(s: State, seat: int) -> tuple[Ask, ...]:
    """What is asked before all else in a turn of ``seat``."""
    asks: tuple[Ask, ...] = ()
    if s.everybody and s.combo[ACTIVE_OF[seat]] is None:
        asks = _numbered(s, ACTIVE_OF[seat], _opening(s.everybody))
    for slot in bits(s.talkers & SLOT_MASK[seat]):
        combo = s.combo[slot]
        if combo is not None and combo.at_turn_start:
            asks += _numbered(s, slot, combo.at_turn_start)
    return asks


def open_turn(s: State, events: Events | None) -> None:
    """The turn itself: a pick, or the conquests; the Lost Tribes' first step."""
    seat = s.seat
    slot = ACTIVE_OF[seat]
    past = s.talkers & SLOT_MASK[seat] & ~(1 << slot)
    if past:
        _tell(s, past, "turn_began", events)
    if seat == TRIBES:
        pieces.ready(s, TRIBES_SLOT, events)
        s.phase = TRIBES_TURN
        plan_tribes(s)
        return
    s.actor = seat
    combo = s.combo[slot]
    if combo is None:
        s.phase = PICK
        if s.setup.crusade and s.picked >> seat & 1:
            s.rolling = ROLL_COMBO
        elif s.memory:
            begin_kept(s, events)
        return
    for hook in combo.turn_began:
        hook(s, slot, events)
    begin_conquests(s, True, events)


def begin_kept(s: State, events: Events | None) -> None:
    """A combo that was put aside replaces the pick, which is not asked (`events.md E30`)."""
    from .fighting import has_conquest

    if s.phase == PICK and pieces.kept_combo(s, s.seat) is not None:
        pieces.take_kept(s, s.seat, events)
        after_pick(s, events)
        if s.phase == CONQUER and not has_conquest(s):
            end_conquests(s, events)


def after_pick(s: State, events: Events | None) -> None:
    """A combo was picked: what it asks at once, then the conquests."""
    begun(s)  # a combo is not picked and put In Decline in one turn (base.md C13, N1)
    slot = ACTIVE_OF[s.seat]
    combo = s.combo[slot]
    assert combo is not None
    if combo.after_pick:
        ask(s, AFTER_PICK, _numbered(s, slot, combo.after_pick), events)
    else:
        begin_conquests(s, False, events)


def _after_pick_asked(s: State, events: Events | None) -> None:
    begin_conquests(s, False, events)


def begin_conquests(s: State, to_ready: bool, events: Events | None) -> None:
    """The conquests may start; races that fight on In Decline come before the Active race readies
    (`R5`).
    """
    s.phase = CONQUER
    s.actor = seat = s.seat
    if early.open_turn(s, seat):
        s.unready = to_ready
    elif to_ready:
        pieces.ready(s, ACTIVE_OF[seat], events)
        if s.everybody and _nothing_to_do(s):
            end_conquests(s, events)


def _nothing_to_do(s: State) -> bool:
    """Whether the person to move can do nothing but end his conquests: a card forbids what is
    always possible otherwise (`events.md E44`).
    """
    from .fighting import declining_forbidden, has_conquest

    held = s.held[ACTIVE_OF[s.seat]]
    return not held and not has_conquest(s) and declining_forbidden(s) is not None


def decline_instead(s: State, events: Events | None) -> None:
    """Whoever is asked at the start of his turn puts his race In Decline: the whole turn (`base.md
    X1`). For definitions, as an answer.
    """
    pieces.decline(s, s.seat, events)
    s.moment = DECLINED
    s.agenda = ()


def finish_early(s: State, events: Events | None) -> None:
    """The Active race's turn to act: those that fight before it are done, its tokens are
    readied.
    """
    if s.early:
        early.finish(s, events)
    if s.unready:
        pieces.ready(s, ACTIVE_OF[s.seat], events)


def act(s: State, slot: int, events: Events | None) -> None:
    """The race in ``slot``, Active or one that fights on In Decline, acts, whatever it does."""
    if not IS_ACTIVE[slot]:
        early.ready(s, slot, events)
    elif s.early or s.unready:
        finish_early(s, events)
    s.begun = True
    s.stood = ()


def begun(s: State) -> None:
    """Something was done this turn: it is too late to decline (`base.md N1`)."""
    s.begun = True
    s.stood = ()


# ---------------------------------------------------------------- after the conquests
def end_conquests(s: State, events: Events | None) -> None:
    """Conquests are over: gains from the tray, then redeployment (`base.md R1, R4`)."""
    slot = ACTIVE_OF[s.seat]
    s.stood = ()
    s.actor = s.seat
    combo = s.combo[slot]
    assert combo is not None
    for hook in combo.conquests_ended:
        hook(s, slot, events)
    if s.later:
        if events is not None:
            events.append(ev.HeldBack(slot, -s.later))
        s.hand[slot] += s.later
        s.later = 0
    if s.memory:
        _held_back_join(s, events)
    if s.board.rivers:
        active, past, other = SLOTS_OF[s.seat]
        if (s.held[active] | s.held[past] | s.held[other]) & s.board.rivers:
            _leave_all_rivers(s, slot, events)
    for gains, why in combo.gains:
        pieces.gain(s, slot, gains(s, slot), why, events)
    s.phase = REDEPLOY
    held = bits(s.held[slot])
    regions = len(held)
    total = s.hand[slot] + standing(s, slot)
    leaving = leave(s, slot, total) if combo.leaves else 0
    staying = total - leaving
    rests = bool(combo.rests) and resting(s, slot) is not None
    if not regions or (rests and leaving <= s.hand[slot]):
        # Without a Region the tokens stay in hand for the next turn (base.md D5).
        s.hand[slot] -= leaving
        _set_aside(s, slot, leaving, events)
    elif regions == 1 or staying == regions or staying == 0:
        each = staying if regions == 1 else 1 if staying else 0
        counts: list[int] = []
        for r in held:
            counts += (r, each)
        redeploy(s, slot, counts, events)
    elif rests and staying > regions and _piles(s, slot).bit_count() == 1:
        # What must leave can come from one Region alone.
        redeploy(s, slot, [_piles(s, slot).bit_length() - 1, staying - regions + 1], events)
    else:
        return
    after_redeployment(s, events)


def _held_back_join(s: State, events: Events | None) -> None:
    """Tokens of races In Decline that were held back are driven out now."""
    for past in PAST_OF[s.seat]:
        held_back = s.memory.pop((past, LATER), 0)
        if held_back:
            if events is not None:
                events.append(ev.HeldBack(past, -held_back))
            early.drive_out(s, past, held_back)


def _leave_all_rivers(s: State, slot: int, events: Events | None) -> None:
    leave_rivers(s, slot, events)
    for past in PAST_OF[s.seat]:
        # One that fights on In Decline redeploys what was there with the victims.
        if s.combo[past] is not None and leave_rivers(s, past, events):
            s.driven |= (resting(s, past) is None) << past


def _piles(s: State, slot: int) -> int:
    """Mask of the Regions where the race in ``slot`` has more than one token."""
    return sum(1 << r for r in bits(s.held[slot]) if s.tokens[r] > 1)


def leave_rivers(s: State, slot: int, events: Events | None) -> int:
    """Tokens on what cannot be held come to hand when the conquests end (`underground.md UC3`);
    returns how many.
    """
    combo = s.combo[slot]
    assert combo is not None
    left = 0
    wet = s.held[slot] & combo.crosses
    if wet:
        wet &= ~s.memory.get((slot, KEPT_RIVERS), 0)
    for r in bits(wet) if wet else ():
        tokens = pieces.give_up(s, r, events)
        s.hand[slot] += tokens
        left += tokens
        if events is not None:
            events.append(ev.Returned(slot, r, tokens))
    return left


def leave(s: State, slot: int, total: int) -> int:
    """Tokens of ``total`` that leave the board at the end of redeployment."""
    combo = s.combo[slot]
    assert combo is not None
    leaving = 0
    for hook in combo.leaves:
        leaving += hook(s, slot)
    return leaving if leaving < total else total


def _set_aside(s: State, slot: int, tokens: int, events: Events | None) -> None:
    if tokens:
        combo = s.combo[slot]
        assert combo is not None
        for hook in combo.set_aside:
            hook(s, slot, tokens)
        if events is not None:
            events.append(ev.TokensSetAside(slot, tokens))


def redeploy(s: State, slot: int, counts: Sequence[int], events: Events | None) -> None:
    """Stand ``slot``'s tokens as in ``counts``: Region, tokens, Region, tokens ...

    Regions not named keep theirs; 0 gives a Region up. What is neither placed nor was there leaves
    the board as the race's abilities say. Of a victim's hand only what was driven out is placed.
    """
    tokens = s.tokens
    waits = brought_home(s, slot) if s.driven or s.memory else 0
    spare = s.hand[slot] - waits
    given_up = []
    for i in range(0, len(counts), 2):
        r, count = counts[i], counts[i + 1]
        spare += tokens[r] - count
        if count:
            tokens[r] = count
        else:
            given_up.append((r, 0))
            pieces.give_up(s, r, events)
    s.hand[slot] = waits
    if spare and IS_ACTIVE[slot]:
        _set_aside(s, slot, spare, events)
    if events is not None:
        stand = [(r, tokens[r]) for r in bits(s.held[slot])]
        events.append(ev.Redeployed(slot, tuple(sorted((*stand, *given_up))), waits))


def after_redeployment(s: State, events: Events | None) -> None:
    """The tokens stand: what the abilities place and ask, then the scoring."""
    asks: tuple[Ask, ...] = ()
    own = s.talkers & SLOT_MASK[s.seat]
    for slot in bits(own) if own else ():
        combo = s.combo[slot]
        if combo is not None:
            for hook in combo.redeployed:
                hook(s, slot, events)
            if combo.steps:
                asks += _numbered(s, slot, _steps(s, slot, combo))
    if s.everybody and (last := _last_steps(s.everybody)):
        asks += _numbered(s, ACTIVE_OF[s.seat], last)
    if asks or s.agenda:
        ask(s, TURN_END, asks, events)
    else:
        score(s, events)


def _steps(s: State, slot: int, combo: Combo) -> tuple[Decision, ...]:
    """What the race in ``slot`` is asked after its redeployment, or instead where there is none."""
    if combo.rests and resting(s, slot) is not None:
        return tuple(step for step in combo.steps if not step.redeploys)
    return combo.steps


@cache
def _last_steps(everybody: tuple[Source, ...]) -> tuple[Decision, ...]:
    """What everybody is asked at the end of a turn, after all that his race is asked (`events.md
    E2`), by what holds for everybody.
    """
    steps = (decision for source in everybody for decision in source.steps)
    return tuple(sorted(steps, key=lambda decision: decision.order))


def after_decline(s: State, events: Events | None) -> None:
    """The race went In Decline, and may have one last redeployment (`underground.md UP34`)."""
    slot = early.redeploying(s)
    if s.combo[slot] is not None:
        regions = s.held[slot].bit_count()
        if regions > 1 and s.hand[slot] + standing(s, slot) > regions:
            s.phase = REDEPLOY
            s.actor = s.seat
            return
        if s.hand[slot]:
            place_all(s, slot, events)
    after_regrouping(s, events)


def after_regrouping(s: State, events: Events | None) -> None:
    """What is asked at the end of a turn of decline, then the scoring."""
    seat = s.seat
    asks: tuple[Ask, ...] = ()
    for slot in PAST_OF[seat]:
        combo = s.combo[slot]
        if combo is not None and combo.steps:
            # Nothing is placed in such a turn (base.md X1, events.md E46): only what speaks of the
            # decline itself is asked.
            lasting = [step for step in combo.steps if "steps" in step.source.lasts]
            asks += _numbered(s, slot, lasting)
    if s.everybody and (last := _last_steps(s.everybody)):
        asks += _numbered(s, ACTIVE_OF[s.seat], last)
    if asks:
        ask(s, TURN_END, asks, events)
    else:
        score(s, events)


# ---------------------------------------------------------------- scoring and after
def score(s: State, events: Events | None) -> None:
    """Score the turn (`base.md V1`), then the driven-out redeploy."""
    seat = s.seat
    if events is None:
        coins = earnings(s, seat) if s.everybody else income(s, seat)
        s.coins[seat] += coins
    else:
        items: Items = []
        coins = earnings(s, seat, items)
        s.coins[seat] += coins
        events.append(ev.Scored(seat, coins, tuple(items), s.coins[seat]))
    if s.setup.cards:
        pieces.note(s, seat, EARNED, coins)
    asks: tuple[Ask, ...] = ()
    own = s.talkers & SLOT_MASK[seat]
    for slot in bits(own) if own else ():
        combo = s.combo[slot]
        if combo is not None:
            for hook in combo.scored:
                hook(s, slot, events)
            if combo.after_scoring:
                asks += _numbered(s, slot, combo.after_scoring)
    if asks or s.agenda:
        ask(s, SCORED, asks, events)
    elif s.driven or s.owed:
        next_victim(s, events)
    else:
        after_victims(s, events)


def next_victim(s: State, events: Events | None) -> None:
    """Whoever was driven out redeploys, clockwise from the active player (`base.md L2`)."""
    if s.driven or s.owed:
        seats = s.setup.seats
        start = s.seat + 1 if s.seat != TRIBES else 0
        for i in range(seats):
            seat = (start + i) % seats
            for slot in SLOTS_OF[seat]:
                if not s.driven >> slot & 1:
                    continue
                regions = s.held[slot].bit_count()
                if regions > 1:
                    s.phase, s.actor, s.victim = VICTIM, seat, slot
                    return
                if regions:
                    place_all(s, slot, events)
                else:
                    _without_region(s, slot, events)
            if s.owed:
                due = _owed_to(s, seat)
                if due:
                    s.victim = NONE
                    ask(s, VICTIMS, due, events)
                    return
        s.driven = 0
    s.victim = NONE
    after_victims(s, events)


def _without_region(s: State, slot: int, events: Events | None) -> None:
    """Who was driven out of the last Region waits in hand (`base.md L3`), but is lost from a race
    In Decline that never fights again (`rulings.md 80`).
    """
    combo = s.combo[slot]
    if IS_ACTIVE[slot] or combo is None or any(x.early is not None for x in combo.own):
        brought_home(s, slot)
        return
    pieces.discard_from_hand(s, slot, s.hand[slot], events)
    pieces.remove_race(s, slot, events)


def _owed_to(s: State, seat: int) -> tuple[Ask, ...]:
    """What is owed to ``seat``; from now on it is no longer owed."""
    due = tuple(one for one in s.owed if OWNER[one[0]] == seat)
    s.owed = tuple(one for one in s.owed if one not in due)
    return due


def after_victims(s: State, events: Events | None) -> None:
    """What may be decided when all else is done (`base.md X7`); then the turn is over."""
    if s.seat != TRIBES:
        slot = ACTIVE_OF[s.seat]
        combo = s.combo[slot]
        if combo is not None and combo.at_last:
            ask(s, LAST, _numbered(s, slot, combo.at_last), events)
            return
    end_turn(s, events)


def _after_conquest_asked(s: State, events: Events | None) -> None:
    s.phase = CONQUER
    s.actor = s.seat


_AFTER: tuple[Callable[[State, Events | None], None], ...] = (
    _after_round_start,
    open_turn,
    _after_pick_asked,
    score,
    next_victim,
    next_victim,
    end_turn,
    _after_conquest_asked,
    after_decline,
    end_conquests,
    _after_round_opened,
)
"""Per moment: what follows when nothing of it is left to ask."""


# ---------------------------------------------------------------- the Lost Tribes
def plan_tribes(s: State) -> None:
    """Ask the automaton for its next step; in a tie a person decides (`crusade.md D, F4, H3`)."""
    automaton = s.setup.automaton
    assert automaton is not None
    s.plan, s.choices = automaton.step(s)
    s.actor = speaker(s, TRIBES) if s.choices & (s.choices - 1) else TRIBES


__all__ = [
    "CONQUESTS",
    "after_decline",
    "after_pick",
    "after_redeployment",
    "after_regrouping",
    "ask",
    "ask_now",
    "asked",
    "begin_round",
    "begin_turn",
    "begun",
    "decline_instead",
    "end_conquests",
    "end_turn",
    "finish_early",
    "leave",
    "open_round",
    "owe",
    "place_all",
    "plan_tribes",
    "proceed",
    "redeploy",
    "roll_for",
    "score",
    "speaker",
    "standing",
    "tribes_tie",
    "turn_up",
    "usual_order",
]
