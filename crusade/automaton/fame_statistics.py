"""What the games in the Hall of Fame say together: win rates, means, and series over time."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

from crusade.rules.ids import CLASSIC

from .hall_of_fame import Combo, FameLine, arrange


class Rate(NamedTuple):
    """How often something was played, and how often its player won."""

    label: str
    games: int
    wins: int

    @property
    def share(self) -> float:
        """Wins per game, 0 to 1."""
        return self.wins / self.games if self.games else 0.0


class Point(NamedTuple):
    """One game in a picture over time: its line, when it was, best person's coins, Lost Tribes'."""

    game: int
    finished: str
    score: int
    tribes: int


class Summary(NamedTuple):
    """Many games in one row: means are of the best person's and the Lost Tribes' coins.

    Games that were given up count as games, but their coins say nothing: best and means are
    without them (0 if there are no others).
    `streak` counts the newest games with one outcome: 3 = three wins in a row, -2 = two losses.
    """

    games: int
    wins: int
    best: int
    mean: float
    mean_tribes: float
    streak: int


def rate_by_tokens(lines: Iterable[FameLine]) -> list[Rate]:
    """How often people beat the Lost Tribes, by their number of tokens, fewest first."""
    counts: dict[int, list[int]] = {}
    for line in lines:
        if line.mode != CLASSIC:
            row = counts.setdefault(line.tokens, [0, 0])
            row[0] += 1
            row[1] += not line.tribes_won
    return [Rate(str(tokens), *counts[tokens]) for tokens in sorted(counts)]


def rate_by_race(lines: Iterable[FameLine]) -> list[Rate]:
    """How often the one who played a Race won the game, the most successful Race first."""
    return _rate_by(lines, lambda combo: combo.race)


def rate_by_power(lines: Iterable[FameLine]) -> list[Rate]:
    """How often the one who played a Special Power won the game, the most successful first."""
    return _rate_by(lines, lambda combo: combo.power)


def _rate_by(lines: Iterable[FameLine], label: Callable[[Combo], str]) -> list[Rate]:
    counts: dict[str, list[int]] = {}
    for line in lines:
        for seat, combos in enumerate(line.combos):
            won = line.won(seat)
            for name in {label(combo) for combo in combos}:
                row = counts.setdefault(name, [0, 0])
                row[0] += 1
                row[1] += won
    rates = [Rate(name, *row) for name, row in counts.items()]
    return sorted(rates, key=lambda rate: (-rate.share, -rate.games, rate.label))


def score_series(lines: Iterable[FameLine]) -> list[Point]:
    """Scores over time against the Lost Tribes, oldest first; classic games have none."""
    return [
        Point(line.game, line.finished, max(line.coins, default=0), line.tribes)
        for line in reversed(arrange(lines, "date"))
        if line.tribes is not None
    ]


def token_series(lines: Iterable[FameLine]) -> list[tuple[str, int]]:
    """The Lost Tribes' tokens over time, oldest first: (when, tokens)."""
    return [
        (line.finished, line.tokens)
        for line in reversed(arrange(lines, "date"))
        if line.mode != CLASSIC
    ]


def summary(lines: Iterable[FameLine]) -> Summary:
    """The row under the sheet; all zero for no games."""
    newest = [line for line in arrange(lines, "date") if line.tribes is not None]
    if not newest:
        return Summary(0, 0, 0, 0.0, 0.0, 0)
    ended = [line for line in newest if not line.resigned]
    scores = [max(line.coins, default=0) for line in ended]
    lost = newest[0].tribes_won
    streak = next((n for n, line in enumerate(newest) if line.tribes_won != lost), len(newest))
    return Summary(
        games=len(newest),
        wins=sum(not line.tribes_won for line in newest),
        best=max(scores, default=0),
        mean=sum(scores) / max(1, len(scores)),
        mean_tribes=sum(line.tribes or 0 for line in ended) / max(1, len(ended)),
        streak=-streak if lost else streak,
    )
