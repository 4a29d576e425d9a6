"""Moves: plain tuples of ints, hashable, made once where they are simple.

The first int is the kind. What follows depends on the kind and is written beside it.
`notation.py` gives every move its text.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Final, TypeAlias

from .board import MOST_REGIONS

Move: TypeAlias = tuple[int, ...]

PICK: Final = 0  # row of the column, 0 at the top; then the row whose badge is taken instead
ABANDON: Final = 1  # Regions
CONQUER: Final = 2  # Region, ways
ATTEMPT: Final = 3  # Region, ways
END: Final = 4
REDEPLOY: Final = 5  # slot, then Region, count, Region, count ...
DECLINE: Final = 6
ANSWER: Final = 7  # decision, then its answer (see `asking.py`)
CHOOSE: Final = 8  # Region
DIE: Final = 9  # face
DEAL: Final = 10  # banner, badge (or -1)
TURN_UP: Final = 11  # card
TAKE: Final = 12  # Region, then the river Regions paid first: the Lost Tribes conquer
TRY: Final = 13  # the same: the Lost Tribes' last attempt
STOP: Final = 14  # the Lost Tribes' turn ends
FERRY: Final = 15  # Region: the Lost Tribes are carried there, and then take or try
KINDS: Final = 16

PLAIN: Final = 0
"""The ordinary way to conquer; every other is a mask of the library's ways."""


@cache
def conquers(ways: int) -> tuple[Move, ...]:
    """The conquest of each Region in these ways."""
    return tuple((CONQUER, r, ways) for r in range(MOST_REGIONS))


@cache
def attempts(ways: int) -> tuple[Move, ...]:
    """The final attempt on each Region in these ways."""
    return tuple((ATTEMPT, r, ways) for r in range(MOST_REGIONS))


def answers(decision: int, options: Iterable[Move]) -> list[Move]:
    """The moves that answer decision number ``decision`` with each of ``options``."""
    head = (ANSWER, decision)
    return [head + option for option in options]


PICKS: Final = tuple((PICK, row) for row in range(6))
ABANDONS: Final = tuple((ABANDON, r) for r in range(MOST_REGIONS))
CONQUERS: Final = conquers(PLAIN)
ATTEMPTS: Final = attempts(PLAIN)
CHOICES: Final = tuple((CHOOSE, r) for r in range(MOST_REGIONS))
TAKES: Final = tuple((TAKE, r) for r in range(MOST_REGIONS))
TRIES: Final = tuple((TRY, r) for r in range(MOST_REGIONS))
DICE: Final = tuple((DIE, face) for face in range(4))
END_MOVE: Final = (END,)
DECLINE_MOVE: Final = (DECLINE,)
STOP_MOVE: Final = (STOP,)
