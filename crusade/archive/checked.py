"""Stored text becomes checked values here and nowhere else.

A row may have been written by hand, or by a program that was not ours, and yet carry a seal that
fits. What it says is looked at once, when the row is read; whatever is impossible is Damaged, and
the file is mended without it, before any screen can stumble over it.
"""

from __future__ import annotations

import json
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from crusade.automaton.names import clean_name
from crusade.record import SEATS, read_board, read_boxes, read_options
from crusade.rules.ids import CLASSIC, TRIBES

from .errors import Damaged

if TYPE_CHECKING:
    from .rows import GameRow

_LARGEST: Final = 10**12
"""No number that a game has is larger."""
_LONGEST: Final = 100
"""Characters of a moment, or of a name of a Race or Special Power."""
_MOST_COMBOS: Final = 200
_STATES: Final = frozenset({"running", "finished", "resigned"})


def whole(value: object) -> int:
    """A whole number of a sensible size. Raises Damaged."""
    if type(value) is not int or not -_LARGEST < value < _LARGEST:
        raise Damaged("a number that no game can have")
    return value


@lru_cache(maxsize=4096)
def names(text: str) -> tuple[str, ...]:
    """Names of people from their JSON, each fit to be shown. Raises Damaged."""
    found = [name for name in _list(text) if isinstance(name, str)]
    if len(found) != len(_list(text)):
        raise Damaged("names that are none")
    return tuple(clean_name(name) or "?" for name in found)


@lru_cache(maxsize=4096)
def coins(text: str) -> tuple[int, ...]:
    """Coins by seat from their JSON. Raises Damaged."""
    return tuple(whole(number) for number in _list(text))


@lru_cache(maxsize=64)
def winners(text: str) -> tuple[int, ...]:
    """Seats of winners from their JSON, 5 for the Lost Tribes. Raises Damaged."""
    found = tuple(whole(number) for number in _list(text))
    if not all(0 <= seat <= TRIBES for seat in found):
        raise Damaged("a winner who did not play")
    return found


@lru_cache(maxsize=4096)
def combos(text: str) -> int:
    """For how many seats this JSON tells combos, each a power and a Race. Raises Damaged.

    A Race or Special Power of a box that this program does not know is only a name here.
    """
    seats = _list(text)
    for seat in seats:
        if not isinstance(seat, list) or len(seat) > _MOST_COMBOS:
            raise Damaged("combos that are none")
        for pair in seat:
            if not isinstance(pair, list) or len(pair) != 2 or not all(map(_word, pair)):
                raise Damaged("a combo that is none")
    return len(seats)


def row(game: GameRow) -> None:
    """Raise Damaged if a game cannot be as this row says."""
    if game.state not in _STATES or game.mode not in SEATS or not _shape(game):
        raise Damaged("a row that no game can have")
    people = len(names(game.names))
    least, most = SEATS[game.mode]
    if not least <= people <= most or len(coins(game.coins)) != people:
        raise Damaged("a game that is not for so many people")
    # A classic game that runs was kept with no coins of theirs, 0, before it was kept with None.
    theirs = game.tribes is None if game.mode != CLASSIC else bool(game.tribes)
    if theirs and game.state == "running":
        raise Damaged("a game with or without Lost Tribes")
    _options(game.options)
    _place(game.board, game.boxes)
    if (game.ended is None) != (game.state == "running"):
        raise Damaged("a game that has and has not ended")
    if game.ended is not None:
        won = winners(game.winners or "")
        if any(seat >= people for seat in won if seat != TRIBES):
            raise Damaged("a winner who did not play")
        combos(game.combos or "")


def _shape(game: GameRow) -> bool:
    """Whether every field of the row is of its kind."""
    numbers = (
        game.id, game.tokens, game.rewound, game.imported, game.changes, game.length, game.round,
        game.touched, game.edition,
    )  # fmt: skip
    perhaps = (game.tribes, game.ended)
    return (
        all(type(n) is int and 0 <= n < _LARGEST for n in numbers)
        and all(n is None or (type(n) is int and -_LARGEST < n < _LARGEST) for n in perhaps)
        and (game.seed is None or (type(game.seed) is int))
        and all(map(_word, (game.started, game.played, game.key)))
        and (game.finished is None or _word(game.finished))
        and isinstance(game.people, str)
    )


def _word(value: object) -> bool:
    return isinstance(value, str) and len(value) <= _LONGEST


@lru_cache(maxsize=256)
def _options(text: str) -> None:
    try:
        read_options(text)
    except (ValueError, TypeError) as error:
        raise Damaged(str(error)) from None


@lru_cache(maxsize=64)
def _place(board: str, boxes: str) -> None:
    try:
        read_board(board)
        read_boxes(boxes)
    except (ValueError, TypeError) as error:
        raise Damaged(str(error)) from None


def _list(text: str) -> list[object]:
    try:
        found = json.loads(text)
    except (ValueError, TypeError, RecursionError) as error:
        raise Damaged(str(error)) from None
    if not isinstance(found, list):
        raise Damaged("a list that is none")
    return found
