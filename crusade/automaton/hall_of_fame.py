"""The Hall of Fame: one line for every finished game; choosing among many, and sorting them.

Pure: lines come in, lists go out. Where the lines are kept is the archive's business, what many say
together is in fame_statistics.py, and other programs' forms are in fame_export.py.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final, NamedTuple

from crusade.rules.ids import TRIBES
from crusade.rules.labels import Label
from crusade.texts import N_

from .difficulty import next_tokens
from .names import name_key, search_key

_DAY: Final = 10
"""Letters of a day; a moment has more."""
TRIBES_NAME: Final = N_("Lost Tribes")


class Combo(NamedTuple):
    """A Special Power and the Race it was played with, by their names."""

    power: str
    race: str

    def __str__(self) -> str:
        return f"{self.power} {self.race}"


class RoundCoins(NamedTuple):
    """What one side earned in one round, and its total afterwards.

    `seat` is 5 for the Lost Tribes; `coins` is the total after the round; `items` say what came in
    (or went) in this round, as on the bill of the turn: the rules' message and the coins.
    """

    round: int
    seat: int
    coins: int
    items: tuple[tuple[Label, int], ...] = ()


@dataclass(frozen=True, slots=True)
class FameLine:
    """One line of the record sheet. `names`, `coins` and `combos` are by seat.

    `game` is the archive's number, `finished` and `started` are UTC moments. `winners` are seats,
    5 for the Lost Tribes. `rewound` marks a game in which the player went back past chance,
    `imported` one that was finished elsewhere. `tribes` is None in a classic game.
    """

    game: int
    finished: str
    started: str
    mode: str
    board: str
    names: tuple[str, ...]
    tokens: int
    combos: tuple[tuple[Combo, ...], ...]
    coins: tuple[int, ...]
    tribes: int | None
    winners: tuple[int, ...]
    resigned: bool = False
    rewound: bool = False
    imported: bool = False
    events: str = ""
    """The word of the deck of event cards that it was played with; empty for none."""
    box: str = "base"
    """The boxes that it was played with, parted by commas, without that of the event cards."""
    advised: bool = False
    """Whether advice was asked for in it."""
    deal: str = ""
    """Whose deal was played: when its first game began, or its day; empty for a deal of its own."""

    @property
    def day(self) -> str:
        """The day whose deal was played (`2026-12-01`); empty if it was no deal of a day."""
        return self.deal if len(self.deal) == _DAY else ""

    def won(self, seat: int = 0) -> bool:
        """Whether this person is among the winners."""
        return seat in self.winners

    @property
    def tribes_won(self) -> bool:
        """Whether the Lost Tribes won."""
        return TRIBES in self.winners

    @property
    def next_tokens(self) -> int:
        """The Lost Tribes' tokens of these people's next game."""
        return next_tokens(self.mode, self.tokens, self.coins, self.tribes or 0, self.resigned)

    @property
    def winner_text(self) -> str:
        """The winner as other programs read it: a name, several, or "Lost Tribes"."""
        return ", ".join(
            TRIBES_NAME if seat == TRIBES else self.names[seat] for seat in self.winners
        )

    def races(self, seat: int = 0) -> tuple[str, ...]:
        """The Races this person played, in their order."""
        return tuple(combo.race for combo in self.combos[seat]) if seat < len(self.combos) else ()


def marks(line: FameLine) -> tuple[str, ...]:
    """What else is to be said about a game: messages, translated where a person reads them."""
    return tuple(
        word
        for word, is_so in (
            (N_("resigned"), line.resigned),
            (N_("went back past chance"), line.rewound),
            (N_("imported"), line.imported),
            (N_("asked for advice"), line.advised),
            (N_("a deal played before"), bool(line.deal) and not line.day),
        )
        if is_so
    )


def same_deal(line: FameLine, lines: Iterable[FameLine]) -> list[FameLine]:
    """The other games with the deal of this one, in the order in which they were played."""

    def kind(one: FameLine) -> tuple[str, ...]:
        return one.deal or one.started, one.mode, one.board, one.box, one.events

    found = [one for one in lines if one.game != line.game and kind(one) == kind(line)]
    return sorted(found, key=lambda one: (one.finished, one.game))


# -- choosing and sorting -------------------------------------------------------------------------


@dataclass(frozen=True)
class Filter:
    """What a line must be to be shown; what is None does not matter.

    `name` is part of any player's name, however it is written, with or without its accents.
    `tokens` is an exact number, `least` and `most` bound it. `won`: a person won. `race` and
    `power` must be among those played. `events` is the deck of event cards, "" for none, `box`
    the boxes as `FameLine.box` has them.
    """

    name: str | None = None
    mode: str | None = None
    tokens: int | None = None
    least: int | None = None
    most: int | None = None
    won: bool | None = None
    resigned: bool | None = None
    race: str | None = None
    power: str | None = None
    events: str | None = None
    box: str | None = None
    day: str | None = None
    """The day whose deal was played, "" for no deal of a day."""


def select(lines: Iterable[FameLine], wanted: Filter) -> list[FameLine]:
    """The lines that the filter lets through, in their order."""
    tests: list[Callable[[FameLine], bool]] = []
    if wanted.mode is not None:
        tests.append(lambda line: line.mode == wanted.mode)
    if wanted.tokens is not None:
        tests.append(lambda line: line.tokens == wanted.tokens)
    if (least := wanted.least) is not None:
        tests.append(lambda line: line.tokens >= least)
    if (most := wanted.most) is not None:
        tests.append(lambda line: line.tokens <= most)
    if wanted.won is not None:
        tests.append(lambda line: line.tribes_won != wanted.won)
    if wanted.events is not None:
        tests.append(lambda line: line.events == wanted.events)
    if wanted.box is not None:
        tests.append(lambda line: line.box == wanted.box)
    if wanted.day is not None:
        tests.append(lambda line: line.day == wanted.day)
    if wanted.resigned is not None:
        tests.append(lambda line: line.resigned == wanted.resigned)
    if wanted.name and (part := search_key(wanted.name)):
        # The same few names stand in thousands of lines, so each is compared only once.
        known: dict[tuple[str, ...], bool] = {}

        def named(line: FameLine) -> bool:
            if line.names not in known:
                known[line.names] = any(part in search_key(name) for name in line.names)
            return known[line.names]

        tests.append(named)
    if wanted.race is not None or wanted.power is not None:
        tests.append(
            lambda line: any(
                wanted.race in (None, combo.race) and wanted.power in (None, combo.power)
                for combos in line.combos
                for combo in combos
            )
        )
    return [line for line in lines if all(test(line) for test in tests)]


COLUMNS: Final[dict[str, Callable[[FameLine], object]]] = {
    "date": lambda line: line.finished,
    "name": lambda line: tuple(name_key(name) for name in line.names),
    "tokens": lambda line: line.tokens,
    "races": lambda line: line.combos,
    "score": lambda line: max(line.coins, default=0),
    "tribes": lambda line: -1 if line.tribes is None else line.tribes,
    "winner": lambda line: (line.tribes_won, line.winner_text.casefold()),
}
"""The columns of the sheet and what each is sorted by."""


def arrange(lines: Iterable[FameLine], column: str, descending: bool = True) -> list[FameLine]:
    """The lines sorted by a column; equal ones stand newest first. KeyError if there is no such."""
    newest = sorted(lines, key=lambda line: (line.finished, line.game), reverse=True)
    if column == "date":
        return newest if descending else newest[::-1]
    key = COLUMNS[column]
    # sorted() keeps the order of equals, in reverse too.
    return sorted(newest, key=key, reverse=descending)  # type: ignore[arg-type]
