"""Whose race stands in a slot of a position, and whether it is Active: words, not arithmetic.

Every question about a slot that the board, the panels or the words have is asked here. A slot that
is empty belongs to nobody and is neither Active nor In Decline.
"""

from __future__ import annotations

from crusade.rules import State
from crusade.rules.ids import (
    ACTIVE_OF,
    ASK,
    IS_ACTIVE,
    IS_DECLINED,
    NOBODY,
    NONE,
    OVER,
    OWNER,
    PAST_OF,
    ROUND_START,
    SLOTS_OF,
    TRIBES,
)


def active_slot(seat: int) -> int:
    """The slot of a seat's Active race; of the Lost Tribes for theirs."""
    return ACTIVE_OF[seat]


def declined_slots(seat: int) -> tuple[int, ...]:
    """The slots of a seat's races In Decline; none for the Lost Tribes."""
    return PAST_OF[seat] if seat != TRIBES else ()


def slots_of(seat: int) -> tuple[int, ...]:
    """All slots of a seat, the Active race's first."""
    return SLOTS_OF[seat]


def owner(slot: int) -> int:
    """The seat a slot belongs to, TRIBES for the Lost Tribes', NONE where nobody is."""
    seat = OWNER[slot] if slot >= 0 else NOBODY
    return NONE if seat == NOBODY else seat


def is_person(slot: int) -> bool:
    """Whether a slot is a race of a person's: neither empty nor the Lost Tribes'."""
    return owner(slot) not in (NONE, TRIBES)


def is_active(slot: int) -> bool:
    """Whether a slot is a person's Active race."""
    return is_person(slot) and IS_ACTIVE[slot]


def is_declined(slot: int) -> bool:
    """Whether a slot is a race In Decline."""
    return is_person(slot) and IS_DECLINED[slot]


def turn(state: State) -> int:
    """The seat whose turn it is; NONE between the rounds and when the game is over."""
    between = state.phase == ASK and state.moment == ROUND_START
    return NONE if between or state.phase == OVER else state.seat


def held_by(state: State, seat: int) -> int:
    """The mask of the Regions that a seat's races hold, In Decline ones included."""
    mask = 0
    for slot in slots_of(seat):
        mask |= state.held[slot]
    return mask
