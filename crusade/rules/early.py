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
)
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
    slots = fighters(s, seat)
    for slot in slots:
        set_progress(s, slot, EARLY_MAY)
    return bool(slots)


def standing(s: State, slot: int) -> int:
    """Tokens of ``slot`` on the board."""
    tokens = s.tokens
    total = 0
    for r in bits(s.held[slot]):
        total += tokens[r]
    return total


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
                return slot
    return None


def waiting(s: State, slot: int, r: int) -> int:
    """Tokens that will be put into Region ``r`` before the race in ``slot`` fights (`rulings.md
    85`): those of a race that has fought, on the only Region it holds.
    """
    holder = s.occ[r]
    if slot == holder or OWNER[slot] != s.seat or IS_DECLINED[slot]:
        return 0
    if progress(s, holder) > EARLY_MAY and s.held[holder] == 1 << r:
        return s.hand[holder]
    return 0


def place_all(s: State, slot: int, events: Events | None) -> None:
    """Put the whole hand of ``slot`` into its only Region."""
    r = s.held[slot].bit_length() - 1
    s.tokens[r] += s.hand[slot]
    s.hand[slot] = 0
    if events is not None:
        events.append(ev.Redeployed(slot, ((r, s.tokens[r]),)))


def finish(s: State, events: Events | None) -> None:
    """The Active race's turn to act: those that fight before it are done."""
    if s.early:
        for slot in PAST_OF[s.seat]:
            if progress(s, slot) > EARLY_MAY and s.hand[slot] and s.held[slot]:
                place_all(s, slot, events)
        s.early = 0
