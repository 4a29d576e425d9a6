"""What makes a game: the mode, its board and who plays the Lost Tribes."""

from __future__ import annotations

from typing import Final

from crusade.texts import _n

from .atlas import load
from .automaton.lost_tribes import LostTribes
from .boxes import DEFAULT, library
from .rules import Setup
from .rules import setup as make_setup
from .rules.ids import CLASSIC, SOLO, TWO_PLAYER

BOARDS = {SOLO: "base-2p", TWO_PLAYER: "base-3p"}
"""The boards of the Crusades (`crusade.md A1, H1`)."""
CLASSIC_BOARDS = {2: "base-2p", 3: "base-3p"}
SEATS = {SOLO: 1, TWO_PLAYER: 2}
LOST_TRIBES = LostTribes()
EDITION: Final = 2
"""The edition of the rules that this program plays by: one more whenever a rule was corrected so
that a game may come out differently. A record names its edition, and the archive keeps the position
of every running game, so that a game begun by an older one is played on from where it stood.

1: before tokens In Decline that wait to enter counted in prices, and with tokens driven out by
one's own race In Decline in hand.
"""


def board_for(mode: str, seats: int) -> str:
    """The id of the board that a mode is played on with so many persons.

    Raises ValueError where there is none.
    """
    if mode == CLASSIC:
        if seats not in CLASSIC_BOARDS:
            raise ValueError(
                _n(
                    "There is no board for {count} player yet.",
                    "There is no board for {count} players yet.",
                    seats,
                )
            )
        return CLASSIC_BOARDS[seats]
    return BOARDS[mode]


def new_setup(
    mode: str,
    seats: int,
    tokens: int,
    board: str = "",
    boxes: tuple[str, ...] = DEFAULT,
) -> Setup:
    """The Setup of a game on ``board`` (by id; the mode's own if empty), with ``tokens`` Lost
    Tribes and what ``boxes`` bring.

    Raises ValueError for a number of persons that the mode does not have or a box that there is
    not, AtlasError for a board that cannot be loaded.
    """
    chart = load(board or board_for(mode, seats)).board
    automaton = None if mode == CLASSIC else LOST_TRIBES
    return make_setup(chart, library(boxes), mode, seats, tokens, automaton)
