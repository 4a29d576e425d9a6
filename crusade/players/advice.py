"""Advice for whoever decides: the best ways to go on, and what they are worth in coins."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Final

from ..rules import State, decider
from ..rules.legal import legal_moves
from ..rules.moves import Move
from .search import Pace, Search, seen_by

SOON: Final = Pace(turns=24, changes=70, lines=6, playouts=150, rounds=4, seconds=0.7)
"""Thinking that is done within a second."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A way to go on: its moves up to the end of the turn or the next die, and the coins that the
    seat will in the end have more than the others, as far as can be foreseen.
    """

    line: tuple[Move, ...]
    value: float

    @property
    def move(self) -> Move:
        """What is to be done now."""
        return self.line[0]


REVIEWING: Final = Pace(turns=16, changes=40, lines=5, playouts=60, rounds=3)
"""Thinking about a turn that is over."""


def lost_by(s: State, after: State, seed: str, pace: Pace = REVIEWING) -> tuple[float, Move]:
    """What a turn has cost that began in the position ``s`` and led to ``after`` (its end, or its
    first throw of the die): the coins that the best turn which is found promises more, and how that
    one begins.
    """
    seat = s.actor
    seen, then = seen_by(s, seat), seen_by(after, seat)
    search = Search(pace)
    best = search.think(seen, Random(seed), legal_moves(seen))[0]
    return search.gap(best.after, then, seat, seed), best.moves[0]


def advise(s: State, seed: str, pace: Pace = SOON) -> tuple[Choice, ...]:
    """The ways to go on of whoever decides, best first, one for each first move that was looked at;
    none where nobody at the screen decides. Reads only what that seat may see.
    """
    if decider(s) >= s.setup.seats:
        return ()
    seen = seen_by(s, s.actor)
    search = Search(pace)
    found: dict[Move, Choice] = {}
    lines = search.think(seen, Random(seed), legal_moves(seen), apart=True)
    played = [line for line in lines if line.count] or lines[: pace.lines]
    for line in sorted(played, key=lambda line: -line.value):
        found.setdefault(line.moves[0], Choice(line.moves, line.value))
    return tuple(found.values())
