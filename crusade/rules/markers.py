"""Markers: one table of what each adds, whether it makes immune, and what it outlasts.

Mountains are terrain and belong to the board. Encampments are counted per Region, the other markers
are at most one per Region (`base.md S10, K1, K3, L6, N3, X4`).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from .board import bits
from .events import Event, MarkPlaced, MarkRemoved
from .ids import DRAGON, HERO, HOLE
from .state import State


@dataclass(frozen=True)
class Mark:
    """A kind of marker: what it adds to the conquest cost, and what it outlasts."""

    word: str
    defence: int
    immune: bool
    outlasts_decline: bool


MARK_TABLE: Final = (
    Mark("Fortress", 1, False, True),
    Mark("Troll's Lair", 1, False, True),
    Mark("Hole", 0, True, False),
    Mark("Hero", 0, True, False),
    Mark("Dragon", 0, True, False),
)


def immune(s: State) -> int:
    """The Regions under a Hole, Hero or Dragon: nobody can take them (`base.md K3`)."""
    marks = s.marks
    return marks[HOLE] | marks[HERO] | marks[DRAGON]


def place(s: State, kind: int, r: int, events: list[Event] | None) -> None:
    """Put a marker of ``kind`` into Region ``r``, which must not carry one."""
    s.marks[kind] |= 1 << r
    if MARK_TABLE[kind].defence:
        s.walls[r] += MARK_TABLE[kind].defence
    if events is not None:
        events.append(MarkPlaced(kind, r))


def remove(s: State, kind: int, r: int, events: list[Event] | None) -> None:
    """Take the marker of ``kind`` off Region ``r``, which must carry one."""
    s.marks[kind] &= ~(1 << r)
    if MARK_TABLE[kind].defence:
        s.walls[r] -= MARK_TABLE[kind].defence
    if events is not None:
        events.append(MarkRemoved(kind, r))


def clear(s: State, r: int, events: list[Event] | None) -> int:
    """Take every marker and all Encampments off Region ``r``; return the number of Encampments."""
    bit = 1 << r
    for kind, mask in enumerate(s.marks):
        if mask & bit:
            remove(s, kind, r, events)
    loose = s.camps[r]
    if loose:
        s.camps[r] = 0
        s.walls[r] -= loose
    return loose


def set_camps(s: State, held: int, counts: dict[int, int]) -> None:
    """Pitch the Encampments of the race on ``held`` exactly as in ``counts`` (Region -> number)."""
    for r in bits(held):
        new = counts.get(r, 0)
        s.walls[r] += new - s.camps[r]
        s.camps[r] = new


def decline_markers(s: State, held: int, events: list[Event] | None) -> None:
    """Remove what does not outlast a decline from the Regions ``held`` (`base.md X4`)."""
    for kind, mark in enumerate(MARK_TABLE):
        if not mark.outlasts_decline:
            for r in bits(s.marks[kind] & held):
                remove(s, kind, r, events)
    set_camps(s, held, {})
