"""Starting a game, and what the dealer may deal. Chance itself comes from outside, as moves."""

from __future__ import annotations

from .abilities import POWERS, RACES, combo_of
from .board import Board, bits
from .events import Event, RoundBegan, TurnBegan
from .ids import ALLY, CLASSIC, NONE, SOLO, TRIBES_SLOT, TWO_PLAYER
from .pieces import occupy
from .state import Automaton, Setup, State, blank

CRUSADE_TOKENS = 14
"""Lost Tribe tokens of a Crusade unless the difficulty says otherwise (`crusade.md A2`)."""
ROUNDS = {SOLO: 9, TWO_PLAYER: 8}
"""Rounds of the Crusades (`crusade.md A1, H1`); the classic game takes its board's."""


def setup(
    board: Board,
    mode: str = CLASSIC,
    seats: int = 2,
    tokens: int = CRUSADE_TOKENS,
    automaton: Automaton | None = None,
    pocket_first: bool = False,
    rounds: int = 0,
) -> Setup:
    """The Setup of a game.

    ``tokens`` counts only in a Crusade, which needs an ``automaton`` and takes the powers that
    choose
    an ally out of the box (`crusade.md A3`). ``rounds`` of 0 means the mode's own number. Raises
    ValueError for a number of seats that the mode does not have.
    """
    allowed = {SOLO: (1, 1), TWO_PLAYER: (2, 2), CLASSIC: (1, 5)}[mode]
    if not allowed[0] <= seats <= allowed[1]:
        raise ValueError(f"{mode} is not a game for {seats}")
    if mode != CLASSIC and automaton is None:
        raise ValueError("a Crusade needs someone who plays the Lost Tribes")
    badges = (1 << len(POWERS)) - 1
    if mode != CLASSIC:
        for badge, power in enumerate(POWERS):
            if ALLY in power.steps:
                badges &= ~(1 << badge)
    return Setup(
        board=board,
        mode=mode,
        seats=seats,
        rounds=rounds or ROUNDS.get(mode, board.rounds),
        tokens=tokens if mode != CLASSIC else board.lost_tribe.bit_count(),
        banners=(1 << len(RACES)) - 1,
        badges=badges,
        automaton=automaton if mode != CLASSIC else None,
        pocket_first=pocket_first,
    )


def start(game: Setup, events: list[Event] | None = None) -> State:
    """The position before the first deal: Lost Tribes on their symbols (`base.md S`, `crusade.md
    A`).

    The dealer reveals six combos next; then the first seat picks.
    """
    s = blank(game)
    s.combo[TRIBES_SLOT] = combo_of(game.board, NONE, NONE)
    left = game.tokens
    for r in bits(game.board.lost_tribe):
        if left:
            occupy(s, TRIBES_SLOT, r, 1)
            left -= 1
    s.hand[TRIBES_SLOT] = left if game.crusade else 0
    if game.mode == TWO_PLAYER:
        s.control = 1
    if events is not None:
        events.append(RoundBegan(1))
        events.append(TurnBegan(0, 1))
    return s
