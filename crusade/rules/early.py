"""Races that fight on In Decline, in their owner's turn before the Active race (`base.md R5`).

How far each has got is kept in two bits of `State.early`: it may fight, it has begun, it has made
its final attempt, or its time is over.
"""

from __future__ import annotations

from . import events as ev
from .board import bits
from .ids import (
    ACTIVE_OF,
    EARLY_BEGAN,
    EARLY_MAY,
    EARLY_OVER,
    IS_DECLINED,
    OWNER,
    PAST_OF,
    WAITING,
)
from .refusals import Refusal
from .state import State

Events = list[ev.Event]


def fighters(s: State, seat: int) -> tuple[int, ...]:
    """The slots of ``seat``'s races that fight on In Decline."""
    found: tuple[int, ...] = ()
    for slot in PAST_OF[seat]:
        combo = s.combo[slot]
        if combo is not None and combo.early is not None and (s.held[slot] or s.hand[slot]):
            found += (slot,)
    return found


def _shift(slot: int) -> int:
    return 2 * (slot - ACTIVE_OF[OWNER[slot]] - 1)


def progress(s: State, slot: int) -> int:
    """How far the race in ``slot`` has got: one of the EARLY constants of `ids`."""
    if not s.early or not IS_DECLINED[slot] or OWNER[slot] != s.seat:
        return EARLY_OVER
    return s.early >> _shift(slot) & 3


def set_progress(s: State, slot: int, value: int) -> None:
    """The race in ``slot`` has got so far."""
    shift = _shift(slot)
    s.early = s.early & ~(3 << shift) | value << shift


def open_turn(s: State, seat: int) -> bool:
    """A turn's conquests begin; returns whether a race fights before the Active one."""
    opened = False
    for slot in PAST_OF[seat]:
        combo = s.combo[slot]
        if combo is not None and combo.early is not None and (s.held[slot] or s.hand[slot]):
            set_progress(s, slot, EARLY_MAY)
            opened = True
    return opened


def standing(s: State, slot: int) -> int:
    """Tokens of ``slot`` on the board."""
    tokens = s.tokens
    total = 0
    for r in bits(s.held[slot]):
        total += tokens[r]
    return total


def redeploying(s: State) -> int:
    """The slot that is redeployed in its owner's own turn: the Active race, or one that has just
    declined and stands anew (`underground.md UP34`).
    """
    active = ACTIVE_OF[s.seat]
    if s.combo[active] is None:
        for slot in PAST_OF[s.seat]:
            combo = s.combo[slot]
            if combo is not None and combo.regroups:
                return slot
    return active


def resting(s: State, slot: int) -> Refusal | None:
    """Why the race in ``slot`` is not redeployed after its owner's conquests, or None."""
    combo = s.combo[slot]
    if combo is not None:
        for rests in combo.rests:
            refused = rests(s, slot)
            if refused is not None:
                return refused
    return None


def ready(s: State, slot: int, events: Events | None) -> None:
    """A race In Decline picks up all but one token per Region (`base.md R-ghouls`)."""
    if progress(s, slot) != EARLY_MAY:
        return
    taken = 0
    for r in bits(s.held[slot]):
        taken += s.tokens[r] - 1
        s.tokens[r] = 1
    s.hand[slot] += taken
    set_progress(s, slot, EARLY_BEGAN)
    if events is not None and taken:
        events.append(ev.Readied(slot, taken, 0))


def unplaced(s: State) -> int | None:
    """The slot of a race that has fought and still has tokens to distribute, or None.

    The Active race acts only when there is none.
    """
    if s.early:
        for slot in PAST_OF[s.seat]:
            began = progress(s, slot) > EARLY_MAY
            if began and s.hand[slot] and s.held[slot].bit_count() > 1:
                return slot if resting(s, slot) is None else None
    return None


def waiting(s: State, slot: int, r: int) -> int:
    """Tokens that will be put into Region ``r`` before the race in ``slot`` fights (`rulings.md
    85`): those of a race that has fought, on the only Region it holds.
    """
    holder = s.occ[r]
    if slot == holder or OWNER[slot] != s.seat or IS_DECLINED[slot]:
        return 0
    if progress(s, holder) > EARLY_MAY and s.held[holder] == 1 << r:
        return s.hand[holder] if resting(s, holder) is None else 0
    return 0


def driven_out(s: State, slot: int) -> int:
    """Tokens in the hand of ``slot`` that are to be placed: all but those that wait there for its
    owner's next turn.
    """
    waits = s.memory.get((slot, WAITING), 0) if s.memory else 0
    return s.hand[slot] - waits


def drive_out(s: State, slot: int, tokens: int) -> None:
    """So many tokens of ``slot`` lost their Region and come to hand (`base.md L1, L2`)."""
    hand = s.hand[slot]
    if hand and not s.driven >> slot & 1:
        s.memory[slot, WAITING] = hand
    s.hand[slot] = hand + tokens
    s.driven |= 1 << slot


def brought_home(s: State, slot: int) -> int:
    """What was driven out is placed, or has no Region to go to; returns what waits in hand."""
    s.driven &= ~(1 << slot)
    return s.memory.pop((slot, WAITING), 0) if s.memory else 0


def place_all(s: State, slot: int, events: Events | None) -> None:
    """Put the whole hand of ``slot``, or what of it was driven out, into its only Region."""
    r = s.held[slot].bit_length() - 1
    waits = brought_home(s, slot)
    s.tokens[r] += s.hand[slot] - waits
    s.hand[slot] = waits
    if events is not None:
        events.append(ev.Redeployed(slot, ((r, s.tokens[r]),), waits))


def over(s: State, slot: int, events: Events | None) -> None:
    """The time of the race in ``slot`` is over; what its powers keep going is told so."""
    if progress(s, slot) == EARLY_OVER:
        return
    set_progress(s, slot, EARLY_OVER)
    combo = s.combo[slot]
    assert combo is not None
    for hook in combo.conquests_ended:
        hook(s, slot, events)


def finish(s: State, events: Events | None) -> None:
    """The Active race's turn to act: those that fight before it are done."""
    if s.early:
        for slot in PAST_OF[s.seat]:
            acted = progress(s, slot) > EARLY_MAY and s.hand[slot] and s.held[slot]
            if acted and resting(s, slot) is None:
                place_all(s, slot, events)
            over(s, slot, events)
        s.early = 0
