"""What makes a game: the mode, its board and who plays the Lost Tribes."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import Final

from crusade.texts import _, _n

from .atlas import board_ids, load
from .automaton.lost_tribes import LostTribes
from .boxes import DEFAULT, FIRST, library
from .boxes.tales.own import OWN_CARDS, OWN_THEME
from .own_cards import OwnCards, library_with
from .plain import plain
from .rules import Library, Setup
from .rules import setup as make_setup
from .rules.chance import ROUNDS
from .rules.ids import CLASSIC, SOLO, TWO_PLAYER

BOARDS = {SOLO: "base-2p", TWO_PLAYER: "base-3p"}
"""The boards of the Crusades (`crusade.md A1, H1`)."""
CLASSIC_BOARDS = {2: "base-2p", 3: "base-3p", 4: "base-4p", 5: "base-5p"}
SEATS = {SOLO: 1, TWO_PLAYER: 2}
LOST_TRIBES = LostTribes()
EDITION: Final = 2
"""The edition of the rules that this program plays by: one more whenever a rule was corrected so
that a game may come out differently. A record names its edition, and the archive keeps the position
of every running game, so that a game begun by an older one is played on from where it stood.

1: before tokens In Decline that wait to enter counted in prices, and with tokens driven out by
one's own race In Decline in hand.
"""


EVENTS: Final = "events"
"""The option of a record that says from which cards the events of the game are drawn."""
ADVISED: Final = "advised"
"""The option of a record that says that advice was asked for in the game."""
DEAL: Final = "deal"
"""The option of a record that says whose deal is played once more: the moment when the first game
with that deal began, or the day that the deal belongs to.
"""
DRAWS: Final = "draws"
"""The option of a record that holds that deal itself (`dealer.Deal.text`)."""
ALL_CARDS: Final = "all"
SURPRISE: Final = "surprise"
CARD_BOX: Final = "tales"
"""The box that a game with events has besides its own."""


def with_cards(boxes: tuple[str, ...] = DEFAULT) -> tuple[str, ...]:
    """The boxes of a game with events: ``boxes``, and the event cards behind them, once."""
    return (*(box for box in boxes if box != CARD_BOX), CARD_BOX)


def box_of(boxes: Iterable[str]) -> str:
    """What the Hall of Fame keeps of the boxes of a game, and what a number of tokens is earned
    for: all but the event cards, parted by commas.
    """
    return ",".join(box for box in boxes if box != CARD_BOX)


def event_library() -> Library:
    """What the base game brings with the event cards."""
    return library(with_cards())


def _meant(library: Library, mode: str, word: str) -> int:
    """The cards that the word of a deck means, as a mask, whatever land they speak of."""
    return sum(
        1 << number
        for number in _called(library, word)
        if library.cards[number].solo or mode != SOLO
    )


def _called(library: Library, word: str) -> list[int]:
    """The numbers of the cards that the word of a deck means, in whatever mode."""
    strength = library.strengths[-1] if word == SURPRISE and library.strengths else word
    return [
        number
        for number, card in enumerate(library.cards)
        if word == ALL_CARDS or strength in (card.theme, card.strength)
    ]


def left_out_alone(mode: str, word: str) -> tuple[str, ...]:
    """The names of the cards of a deck that stay out because one person plays (`Card.solo`)."""
    library = event_library()
    if mode != SOLO:
        return ()
    cards = (library.cards[number] for number in _called(library, word))
    return tuple(card.name for card in cards if not card.solo)


def _at_home(library: Library) -> int:
    """The cards that speak of no land besides that of this library, as a mask."""
    return sum(
        1 << number for number, card in enumerate(library.cards) if card.at_home(library.land)
    )


def deck(library: Library, mode: str, rounds: int, word: str) -> tuple[int, bool]:
    """The cards that the events are drawn from, as a mask, and whether they stay face down.

    ``word`` is `all`, a theme, a strength, or `surprise`: only the strongest, nothing upcoming
    (`events.md D2`); empty for a game without events. Cards that speak of land that this library
    lacks are left out. Raises ValueError with a sentence for a word that means no deck, or one that
    has fewer cards than the game needs (`D1`).
    """
    if not word:
        return 0, False
    mask = _meant(library, mode, word) & _at_home(library)
    if not mask:
        raise ValueError(_("There is no event deck called '{word}'.", word=plain(word, 40)))
    if mask.bit_count() < rounds - 1:
        raise ValueError(
            _n(
                "The event deck '{word}' has {count} card, and this game needs {needed}.",
                "The event deck '{word}' has {count} cards, and this game needs {needed}.",
                mask.bit_count(),
                word=plain(word, 40),
                needed=rounds - 1,
            )
        )
    return mask, word == SURPRISE


def events_options(events: str, own: OwnCards) -> dict[str, str]:
    """The options of a record of a game with that deck: the deck's word and, where the player's own
    cards are among those that may be drawn, the cards.
    """
    if not events:
        return {}
    options = {EVENTS: events}
    strengths = event_library().strengths
    strength = strengths[-1] if events == SURPRISE else events
    drawn = events in (ALL_CARDS, OWN_THEME) or any(c.strength == strength for c in own.cards)
    if own.cards and drawn:
        options[OWN_CARDS] = own.text
    return options


def deck_trouble(
    mode: str, seats: int, events: str, own: OwnCards, boxes: tuple[str, ...] = DEFAULT
) -> str:
    """Why no game of that mode can be played with that deck and ``boxes``, in one sentence; "" if
    one can.
    """
    joined = library_with(with_cards(boxes), own.text)
    rounds = ROUNDS.get(mode) or load(board_for(mode, seats, boxes)).board.rounds
    try:
        deck(joined, mode, rounds, events)
    except ValueError as error:
        return str(error)
    return ""


def deck_size(
    mode: str, events: str, own: OwnCards, boxes: tuple[str, ...] = DEFAULT
) -> tuple[int, int]:
    """How many cards that deck has in a game of that mode with ``boxes``, and how many are left out
    because they speak of land that there is not.
    """
    joined = library_with(with_cards(boxes), own.text)
    meant, home = _meant(joined, mode, events), _at_home(joined)
    return (meant & home).bit_count(), (meant & ~home).bit_count()


def board_for(mode: str, seats: int, boxes: tuple[str, ...] = DEFAULT) -> str:
    """The id of the board that a mode is played on with so many persons, of those ``boxes``: the
    last of them that has boards of its own.

    Raises ValueError where there is none.
    """
    board = CLASSIC_BOARDS.get(seats, "") if mode == CLASSIC else BOARDS[mode]
    known = board_ids()
    owners = {word.rpartition("-")[0] for word in known}
    owner = next((box for box in reversed(boxes) if box in owners), "")
    if owner and owner != FIRST:
        own = board.replace(FIRST, owner, 1)
        board = own if own in known else ""
    if not board:
        raise ValueError(
            _n(
                "There is no board for {count} player yet.",
                "There is no board for {count} players yet.",
                seats,
            )
        )
    return board


def classic_seats(boxes: tuple[str, ...] = DEFAULT) -> tuple[int, ...]:
    """For how many persons those ``boxes`` have a board of the classic game."""
    found = []
    for seats in CLASSIC_BOARDS:
        with suppress(ValueError):
            board_for(CLASSIC, seats, boxes)
            found.append(seats)
    return tuple(found)


def new_setup(
    mode: str,
    seats: int,
    tokens: int,
    board: str | Path = "",
    boxes: tuple[str, ...] = DEFAULT,
    events: str = "",
    own: str = "",
) -> Setup:
    """The Setup of a game on ``board`` (id or file; the mode's own if empty), with ``tokens`` Lost
    Tribes, what ``boxes`` bring, and the deck of ``events`` (see `deck`), the player's ``own``
    cards (as a record carries them) among them.

    Raises ValueError for a number of persons that the mode does not have, a box or a deck that
    there is not, AtlasError for a board that cannot be loaded.
    """
    chart = load(board or board_for(mode, seats, boxes)).board
    automaton = None if mode == CLASSIC else LOST_TRIBES
    joined = library_with(boxes, own)
    cards, hidden = deck(joined, mode, ROUNDS.get(mode, chart.rounds), events)
    return make_setup(
        chart, joined, mode, seats, tokens, automaton, cards=cards, hidden_cards=hidden
    )
