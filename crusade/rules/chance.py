"""Starting a game, and what the dealer may deal. Chance itself comes from outside, as moves."""

from __future__ import annotations

from .board import Board, bits
from .events import Event, RoundBegan, TurnBegan
from .ids import CLASSIC, ROUND_START, SOLO, TRIBES_SLOT, TWO_PLAYER
from .library import Library
from .pieces import occupy, refresh
from .questions import Variant
from .state import Automaton, Setup, State, blank
from .turn import ask, usual_order

CRUSADE_TOKENS = 14
"""Lost Tribe tokens of a Crusade unless the difficulty says otherwise (`crusade.md A2`)."""
ROUNDS = {SOLO: 9, TWO_PLAYER: 8}
"""Rounds of the Crusades (`crusade.md A1, H1`); the classic game takes its board's."""


def setup(
    board: Board,
    library: Library,
    mode: str = CLASSIC,
    seats: int = 2,
    tokens: int = CRUSADE_TOKENS,
    automaton: Automaton | None = None,
    pocket_first: bool = False,
    rounds: int = 0,
    cards: int = 0,
    hidden_cards: bool = False,
    variants: tuple[Variant, ...] | None = None,
    row: tuple[int, ...] | None = None,
) -> Setup:
    """The Setup of a game with what ``library`` brings.

    ``tokens`` counts only in a Crusade, which needs an ``automaton`` and leaves some badges in the
    box (`crusade.md A3`). ``rounds`` of 0 means the mode's own number. ``cards`` is the mask of the
    library's cards that the events are drawn from (0: no events), ``variants`` what of the
    library's holds (None: all of it), ``row`` how many event markers of each kind there are (None:
    what the library says). Raises ValueError for a number of seats that the mode does
    not have.
    """
    allowed = {SOLO: (1, 1), TWO_PLAYER: (2, 2), CLASSIC: (1, 5)}[mode]
    if not allowed[0] <= seats <= allowed[1]:
        raise ValueError(f"{mode} is not a game for {seats}")
    if mode != CLASSIC and automaton is None:
        raise ValueError("a Crusade needs someone who plays the Lost Tribes")
    badges = sum(
        1 << badge for badge, power in enumerate(library.powers) if mode == CLASSIC or power.crusade
    )
    return Setup(
        board=board,
        library=library,
        mode=mode,
        seats=seats,
        rounds=rounds or ROUNDS.get(mode, board.rounds),
        tokens=tokens if mode != CLASSIC else board.lost_tribe.bit_count() * board.tribes_each,
        banners=(1 << len(library.races)) - 1,
        badges=badges,
        automaton=automaton if mode != CLASSIC else None,
        pocket_first=pocket_first,
        variants=library.variants if variants is None else variants,
        cards=cards,
        hidden_cards=hidden_cards,
        row=tuple(x.number for x in library.event_markers) if row is None else row,
    )


def start(game: Setup, events: list[Event] | None = None) -> State:
    """The position before the first deal: Lost Tribes on their symbols (`base.md S`, `crusade.md
    A`).

    The dealer reveals six combos next (and the upcoming card, in a game with events); then the
    first seat picks.
    """
    s = blank(game)
    refresh(s, TRIBES_SLOT)
    left = game.tokens
    for r in bits(game.board.lost_tribe):
        tokens = min(left, game.board.tribes_each)
        if tokens:
            occupy(s, TRIBES_SLOT, r, tokens)
            left -= tokens
    s.hand[TRIBES_SLOT] = left if game.crusade else 0
    if game.mode == TWO_PLAYER:
        s.control = 1
    s.order = usual_order(s)
    s.cards_due = bool(game.cards) and not game.hidden_cards and game.rounds > 1
    for source in (*s.everybody, *game.library.setting_out):
        source.game_began(s, events)
    if events is not None:
        events.append(RoundBegan(1))
        if not s.agenda:
            events.append(TurnBegan(0, 1))
    if s.agenda:
        ask(s, ROUND_START, (), events)  # what is drawn for the set-up comes before the first turn
    return s
