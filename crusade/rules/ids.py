"""The small ints that the whole core shares: seats, slots, phases, markers.

A *slot* is one race of one seat: ``seat * 3 + k`` with k = 0 for the Active race, 1 for the race
In Decline, 2 for a Spirit race In Decline (`base.md X8`). The Lost Tribes have a seat and a slot of
their own, whose hand holds the tokens beside the board.
"""

from __future__ import annotations

from typing import Final

MAX_SEATS: Final = 5
TRIBES: Final = 5
DEALER: Final = 6
NOBODY: Final = 7

ACTIVE: Final = 0
IN_DECLINE: Final = 1
SPIRIT: Final = 2
SLOTS: Final = 16
TRIBES_SLOT: Final = 15
EMPTY: Final = 16
NONE: Final = -1

COLUMN: Final = 6
"""Combos that are visible at any time (`base.md S3`)."""
START_COINS: Final = 5
DIE: Final = (0, 0, 0, 1, 2, 3)
"""The faces of the reinforcement die (`base.md D1`)."""

# Markers kept as one mask each; `base.md S10` limits their number. Encampments are counted per
# Region.
FORTRESS: Final = 0
LAIR: Final = 1
HOLE: Final = 2
HERO: Final = 3
DRAGON: Final = 4
MARKS: Final = 5
MARK_WORDS: Final = ("fortress", "lair", "hole", "hero", "dragon")
FORTRESSES: Final = 6
ENCAMPMENTS: Final = 5
HEROES: Final = 2
HOLES: Final = 2

# The phases of a turn, in the order of `base.md R4`.
PICK: Final = 0
CONQUER: Final = 1
REDEPLOY: Final = 2
CAMPS: Final = 3
FORTIFY: Final = 4
HEROISM: Final = 5
ALLY: Final = 6
VICTIM: Final = 7
VICTIM_CAMPS: Final = 8
STOUT: Final = 9
TRIBES_TURN: Final = 10
OVER: Final = 11
PHASE_WORDS: Final = (
    "pick",
    "conquer",
    "redeploy",
    "encampments",
    "fortress",
    "heroes",
    "ally",
    "victim redeploys",
    "victim's encampments",
    "stout",
    "lost tribes",
    "over",
)

# What the dealer owes.
NO_ROLL: Final = 0
ROLL_COMBO: Final = 1
ROLL_ATTEMPT: Final = 2
ROLL_GHOULS: Final = 3
ROLL_BERSERK: Final = 4
ROLL_TRIBES: Final = 5

# How far the race that fights on In Decline (Ghouls) has got in its owner's turn.
GHOULS_MAY: Final = 0
GHOULS_BEGAN: Final = 1
GHOULS_SPENT: Final = 2
"""Their final attempt is made: only their redeployment is left."""
GHOULS_OVER: Final = 3

SOLO: Final = "solo"
TWO_PLAYER: Final = "two-player"
CLASSIC: Final = "classic"
MODES: Final = (SOLO, TWO_PLAYER, CLASSIC)
