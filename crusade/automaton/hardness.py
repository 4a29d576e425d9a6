"""How hard a number of the Lost Tribes' tokens is, by games that the program has played.

The figures are in `hardness.json`, which `python -m crusade.lab.hardness` makes and fills in.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from math import sqrt
from pathlib import Path
from typing import Final

FILE: Final = Path(__file__).with_name("hardness.json")
HASTY: Final = "greedy"
STRONG: Final = "search"
"""The players whose figures are shown to a person."""
SIGMAS: Final = 1.959964
"""Standard deviations on either side that hold 95 percent of a normal distribution."""
FEWEST: Final = 10
"""Games below which a figure says too little to be shown."""
Table = dict[str, dict[str, dict[str, dict[str, list[int]]]]]
"""By box, mode, player and number of tokens: games that persons won, and games played."""


@dataclass(frozen=True, slots=True)
class Odds:
    """Of so many games persons ``won`` some: one of them, where there are two."""

    won: int
    games: int

    @property
    def rate(self) -> float:
        """The share that was won."""
        return self.won / self.games

    @property
    def interval(self) -> tuple[float, float]:
        """Where the true share lies, with 95 percent confidence."""
        return wilson(self.won, self.games)


def wilson(won: int, games: int) -> tuple[float, float]:
    """The 95 percent interval of a win rate by Wilson's score."""
    rate, z = won / games, SIGMAS**2 / games
    middle = rate + z / 2
    half = SIGMAS * sqrt(rate * (1 - rate) / games + z / (4 * games))
    return max(0.0, (middle - half) / (1 + z)), min(1.0, (middle + half) / (1 + z))


@cache
def table() -> Table:
    """What the file holds."""
    if not FILE.exists():
        return {}
    found: Table = json.loads(FILE.read_text(encoding="utf-8"))
    return found


def odds(box: str, mode: str, player: str, tokens: int) -> Odds | None:
    """How often that player won against so many tokens; None where too few games were played."""
    found = table().get(box, {}).get(mode, {}).get(player, {}).get(str(tokens))
    return Odds(*found) if found is not None and found[1] >= FEWEST else None
