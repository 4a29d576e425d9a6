"""The course of a turn: what follows what, up to the next decision.

The table is `base.md R4`: Skeletons' gains, redeployment, Amazons leave, Encampments, Fortress or
Heroes, Diplomat, scoring, the driven-out redeploy, Stout. A step with one possible outcome happens
by itself; each function here either leaves a decision in ``phase`` and ``actor`` or goes on.
"""

from __future__ import annotations

from collections.abc import Sequence

from . import events as ev
from . import pieces
from .abilities.base import Items
from .board import bits
from .ids import (
    ALLY,
    CAMPS,
    CLASSIC,
    CONQUER,
    DRAGON,
    ENCAMPMENTS,
    FORTIFY,
    FORTRESS,
    FORTRESSES,
    GHOULS_BEGAN,
    GHOULS_MAY,
    GHOULS_OVER,
    GHOULS_SPENT,
    HERO,
    HEROES,
    HEROISM,
    NOBODY,
    NONE,
    OVER,
    PICK,
    REDEPLOY,
    ROLL_COMBO,
    SLOTS,
    STOUT,
    TRIBES,
    TRIBES_SLOT,
    TRIBES_TURN,
    TWO_PLAYER,
    VICTIM,
    VICTIM_CAMPS,
)
from .markers import clear, place, remove, set_camps
from .scoring import income, winners
from .state import State, clear_turn

Events = list[ev.Event]


# ---------------------------------------------------------------- whose turn
def order(s: State) -> tuple[int, ...]:
    """The seats of this round, in order; the Lost Tribes follow whoever controls them (`H2`)."""
    seats = s.setup.seats
    if s.setup.mode == CLASSIC:
        return tuple(range(seats))
    if s.setup.mode == TWO_PLAYER and s.control == 0:
        return (0, TRIBES, 1)
    return (*range(seats), TRIBES)


def end_turn(s: State, events: Events | None) -> None:
    """The turn passes; after the last one of a round the Game Turn marker moves (`base.md S2`)."""
    seats = order(s)
    place_in_round = seats.index(s.seat) + 1
    if place_in_round < len(seats):
        begin_turn(s, seats[place_in_round], events)
        return
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
    begin_turn(s, 0, events)


def begin_turn(s: State, seat: int, events: Events | None) -> None:
    """Start ``seat``'s turn: pick, or ready and conquer (`base.md C1, N1`, `crusade.md C2, D`)."""
    clear_turn(s)
    s.seat = s.actor = seat
    if events is not None:
        events.append(ev.TurnBegan(seat, s.round))
    if seat == TRIBES:
        pieces.ready(s, TRIBES_SLOT, events)
        s.phase = TRIBES_TURN
        plan_tribes(s)
        return
    if s.peace_by == seat:
        s.peace_by = s.peace_with = NONE
    slot = seat * 3
    combo = s.combo[slot]
    if combo is None:
        s.phase = PICK
        if s.setup.crusade and s.picked >> seat & 1:
            s.rolling = ROLL_COMBO
        return
    for hook in combo.turn_began:
        hook(s, slot)
    begin_conquests(s, seat, True, events)


def begin_conquests(s: State, seat: int, to_ready: bool, events: Events | None) -> None:
    """The conquests may start; Ghouls In Decline come before the Active race readies (`R5`)."""
    s.phase = CONQUER
    ghouls = ghoul_slot(s, seat)
    if ghouls != NONE:
        s.ghouls = GHOULS_MAY
        s.unready = to_ready
    elif to_ready:
        pieces.ready(s, seat * 3, events)


def ghoul_slot(s: State, seat: int) -> int:
    """The slot of ``seat``'s race that fights on In Decline, or NONE."""
    for slot in (seat * 3 + 1, seat * 3 + 2):
        combo = s.combo[slot]
        if combo is not None and combo.fights_in_decline and (s.held[slot] or s.hand[slot]):
            return slot
    return NONE


def joining(s: State, slot: int, r: int) -> int:
    """Tokens of Ghouls In Decline, still in hand, that will stand in ``r`` before ``slot`` fights.

    They stand in their only Region when their owner's Active race begins (`rulings.md 85`); in
    several Regions their owner must have placed them.
    """
    if slot % 3 or s.ghouls not in (GHOULS_BEGAN, GHOULS_SPENT):
        return 0
    ghouls = ghoul_slot(s, s.seat)
    return s.hand[ghouls] if ghouls != NONE and s.held[ghouls] == 1 << r else 0


def finish_ghouls(s: State, events: Events | None) -> None:
    """The Active race's turn to act: Ghouls are done, and the Active tokens are readied."""
    if s.ghouls != GHOULS_OVER:
        slot = ghoul_slot(s, s.seat)
        if s.ghouls != GHOULS_MAY and slot != NONE and s.hand[slot] and s.held[slot]:
            place_all(s, slot, events)
        s.ghouls = GHOULS_OVER
    if s.unready:
        pieces.ready(s, s.seat * 3, events)


def begun(s: State) -> None:
    """Something was done this turn: it is too late to decline (`base.md N1`)."""
    s.begun = True
    s.stood = ()


# ---------------------------------------------------------------- after the conquests
def place_all(s: State, slot: int, events: Events | None) -> None:
    """Put the whole hand of ``slot`` into its only Region."""
    r = s.held[slot].bit_length() - 1
    s.tokens[r] += s.hand[slot]
    s.hand[slot] = 0
    if events is not None:
        events.append(ev.Redeployed(slot, ((r, s.tokens[r]),)))


def end_conquests(s: State, events: Events | None) -> None:
    """Conquests are over: gains from the tray, then redeployment (`base.md R1, R4`)."""
    slot = s.seat * 3
    s.stood = ()
    s.roll = NONE
    s.waiting = 0
    combo = s.combo[slot]
    assert combo is not None
    for gains, why in combo.gains:
        new = min(gains(s, slot), s.tray[s.banner[slot]])
        if new:
            s.tray[s.banner[slot]] -= new
            s.hand[slot] += new
            if events is not None:
                events.append(ev.TokensGained(slot, new, why))
    s.phase = REDEPLOY
    s.actor = s.seat
    held = s.held[slot]
    regions = held.bit_count()
    total = s.hand[slot] + standing(s, slot)
    leaving = leave(s, slot, total)
    staying = total - leaving
    if not regions:
        # Without a Region the tokens stay in hand for the next turn (base.md D5).
        s.hand[slot] = staying
        _set_aside(s, slot, leaving, events)
    elif regions == 1 or staying == regions or staying == 0:
        each = staying if regions == 1 else 1 if staying else 0
        redeploy(s, slot, [n for r in bits(held) for n in (r, each)], events)
    else:
        return
    after_redeployment(s, 0, events)


def standing(s: State, slot: int) -> int:
    """Tokens of ``slot`` on the board."""
    tokens = s.tokens
    total = 0
    for r in bits(s.held[slot]):
        total += tokens[r]
    return total


def leave(s: State, slot: int, total: int) -> int:
    """Tokens of ``total`` that leave the board at the end of redeployment (Amazons)."""
    combo = s.combo[slot]
    assert combo is not None
    leaving = 0
    for hook in combo.set_aside:
        leaving += hook(s, slot)
    return min(leaving, total)


def _set_aside(s: State, slot: int, tokens: int, events: Events | None) -> None:
    if tokens:
        s.memo[slot] = tokens
        if events is not None:
            events.append(ev.TokensSetAside(slot, tokens))


def redeploy(s: State, slot: int, counts: Sequence[int], events: Events | None) -> None:
    """Stand ``slot``'s tokens as in ``counts``: Region, tokens, Region, tokens ...

    Regions not named keep theirs; 0 gives a Region up. What is neither placed nor was there leaves
    the board as the race's abilities say.
    """
    tokens = s.tokens
    spare = s.hand[slot]
    given_up = []
    for i in range(0, len(counts), 2):
        r, count = counts[i], counts[i + 1]
        spare += tokens[r] - count
        if count:
            tokens[r] = count
        else:
            given_up.append((r, 0))
            clear(s, r, events)
            pieces.vacate(s, r)
    s.hand[slot] = 0
    if slot % 3 == 0:
        _set_aside(s, slot, spare, events)
    if events is not None:
        stand = [(r, tokens[r]) for r in bits(s.held[slot])]
        events.append(ev.Redeployed(slot, tuple(sorted(stand + given_up))))


def after_redeployment(s: State, step: int, events: Events | None) -> None:
    """Go through the combo's further steps from number ``step`` on, then score."""
    slot = s.seat * 3
    combo = s.combo[slot]
    assert combo is not None
    steps = combo.steps
    while step < len(steps):
        if _needs_decision(s, slot, steps[step], events):
            s.phase = steps[step]
            s.actor = s.seat
            return
        step += 1
    score(s, events)


def next_step(s: State, events: Events | None) -> None:
    """The decision of the present phase is made: go to the step after it."""
    combo = s.combo[s.seat * 3]
    assert combo is not None
    after_redeployment(s, combo.steps.index(s.phase) + 1, events)


def _needs_decision(s: State, slot: int, step: int, events: Events | None) -> bool:
    """Whether ``step`` asks the player; if only one outcome is possible, do it."""
    held = s.held[slot]
    if step == CAMPS:
        if held.bit_count() == 1:
            pitch(s, s.seat, {held.bit_length() - 1: ENCAMPMENTS}, events)
        return held.bit_count() > 1
    if step == FORTIFY:
        return fortress_sites(s, slot) != 0
    if step == HEROISM:
        if held.bit_count() <= HEROES:
            station_heroes(s, slot, held, events)
            return False
        return True
    assert step == ALLY
    return allies(s) != 0


def fortress_sites(s: State, slot: int) -> int:
    """Where a new Fortress may stand: held, without one, while any of the 6 is left (`S10`)."""
    if s.marks[FORTRESS].bit_count() >= FORTRESSES:
        return 0
    return s.held[slot] & ~s.marks[FORTRESS]


def allies(s: State) -> int:
    """Mask of the seats that may be chosen for a peace: not attacked this turn (`rulings.md
    51`).
    """
    return ((1 << s.setup.seats) - 1) & ~(1 << s.seat) & ~s.attacked


def pitch(s: State, seat: int, counts: dict[int, int], events: Events | None) -> None:
    """Stand ``seat``'s Encampments exactly as in ``counts``."""
    set_camps(s, s.held[seat * 3], counts)
    if events is not None:
        events.append(ev.EncampmentsSet(seat, tuple(sorted(counts.items()))))


def station_heroes(s: State, slot: int, mask: int, events: Events | None) -> None:
    """The Heroes of ``slot`` stand on the Regions of ``mask`` from now on (`base.md P-heroic`)."""
    old = s.marks[HERO]
    for r in bits(old & ~mask):
        remove(s, HERO, r, events)
    for r in bits(mask & ~old):
        place(s, HERO, r, events)


def move_dragon(s: State, r: int, events: Events | None) -> None:
    """The Dragon flies to Region ``r`` from wherever it is."""
    for old in bits(s.marks[DRAGON]):
        remove(s, DRAGON, old, events)
    place(s, DRAGON, r, events)


# ---------------------------------------------------------------- scoring and after
def score(s: State, events: Events | None) -> None:
    """Score the turn (`base.md V1`), then the driven-out redeploy."""
    seat = s.seat
    if events is None:
        s.coins[seat] += income(s, seat)
    else:
        items: Items = []
        coins = income(s, seat, items)
        s.coins[seat] += coins
        events.append(ev.Scored(seat, coins, tuple(items), s.coins[seat]))
    if seat != TRIBES:
        combo = s.combo[seat * 3]
        if combo is not None:
            for hook in combo.scored:
                hook(s, seat * 3)
    next_victim(s, events)


def next_victim(s: State, events: Events | None) -> None:
    """Whoever was driven out redeploys, clockwise from the active player (`base.md L2`)."""
    if s.driven:
        seats = s.setup.seats
        start = s.seat + 1 if s.seat != TRIBES else 0
        for i in range(seats):
            seat = (start + i) % seats
            for slot in (seat * 3, seat * 3 + 1, seat * 3 + 2):
                if not s.driven >> slot & 1:
                    continue
                regions = s.held[slot].bit_count()
                if regions > 1:
                    s.phase, s.actor, s.victim = VICTIM, seat, slot
                    return
                if regions:
                    place_all(s, slot, events)
                s.driven &= ~(1 << slot)  # without a Region they wait in hand (base.md L3)
            if s.driven >> (SLOTS + seat) & 1:
                held = s.held[seat * 3]
                if held.bit_count() > 1:
                    s.phase, s.actor, s.victim = VICTIM_CAMPS, seat, seat * 3
                    return
                if held:
                    pitch(s, seat, {held.bit_length() - 1: ENCAMPMENTS}, events)
                s.driven &= ~(1 << (SLOTS + seat))
        s.driven = 0
    s.victim = NONE
    after_victims(s, events)


def after_victims(s: State, events: Events | None) -> None:
    """Stout may decline now (`base.md X7`); otherwise the turn is over."""
    if s.seat != TRIBES:
        combo = s.combo[s.seat * 3]
        if combo is not None and combo.declines_after_scoring:
            s.phase = STOUT
            s.actor = s.seat
            return
    end_turn(s, events)


# ---------------------------------------------------------------- the Lost Tribes
def plan_tribes(s: State) -> None:
    """Ask the automaton for its next step; in a tie a person decides (`crusade.md D, F4, H3`)."""
    automaton = s.setup.automaton
    assert automaton is not None
    s.plan, s.choices = automaton.step(s)
    if s.choices & (s.choices - 1):
        s.actor = s.control if s.control != NONE else 0
    else:
        s.actor = TRIBES
