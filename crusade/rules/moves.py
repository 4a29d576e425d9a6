"""Moves: plain tuples of ints, hashable, made once where they are simple.

The first int is the kind. What follows depends on the kind and is written beside it.
`notation.py` gives every move its text.
"""

from __future__ import annotations

from typing import Final, TypeAlias

from .board import MOST_REGIONS

Move: TypeAlias = tuple[int, ...]

PICK: Final = 0  # row of the column, 0 at the top
ABANDON: Final = 1  # Regions
CONQUER: Final = 2  # Region, way
ATTEMPT: Final = 3  # Region, way
ROLL: Final = 4
END: Final = 5
REDEPLOY: Final = 6  # slot, then Region, count, Region, count ...
CAMPS: Final = 7  # seat, then Region, count, ...
FORTRESS: Final = 8  # Region, or -1 for none this turn
HEROES: Final = 9  # Regions
ALLY: Final = 10  # seat, or NOBODY
DECLINE: Final = 11
DONE: Final = 12
CHOOSE: Final = 13  # Region
DIE: Final = 14  # face
DEAL: Final = 15  # banner, badge (or -1)
TAKE: Final = 16  # Region: the Lost Tribes conquer
TRY: Final = 17  # Region: the Lost Tribes' last attempt
STOP: Final = 18  # the Lost Tribes' turn ends
KINDS: Final = 19

PLAIN: Final = 0
DRAGON: Final = 1
SORCERY: Final = 2
GHOULS: Final = 3
WAY_WORDS: Final = ("", "dragon", "sorcery", "ghouls")

PICKS: Final = tuple((PICK, row) for row in range(6))
CONQUERS: Final = tuple(
    tuple((CONQUER, r, way) for r in range(MOST_REGIONS)) for way in range(len(WAY_WORDS))
)
ATTEMPTS: Final = tuple(
    tuple((ATTEMPT, r, way) for r in range(MOST_REGIONS)) for way in range(len(WAY_WORDS))
)
CHOICES: Final = tuple((CHOOSE, r) for r in range(MOST_REGIONS))
TAKES: Final = tuple((TAKE, r) for r in range(MOST_REGIONS))
TRIES: Final = tuple((TRY, r) for r in range(MOST_REGIONS))
FORTRESSES: Final = tuple((FORTRESS, r) for r in range(MOST_REGIONS))
DICE: Final = tuple((DIE, face) for face in range(4))
ROLL_MOVE: Final = (ROLL,)
END_MOVE: Final = (END,)
DECLINE_MOVE: Final = (DECLINE,)
DONE_MOVE: Final = (DONE,)
STOP_MOVE: Final = (STOP,)
NO_FORTRESS: Final = (FORTRESS, -1)
