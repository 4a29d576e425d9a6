"""Who sits at a seat: a person at the screen, the Lost Tribes, or a player of the program.

Whoever runs a game asks the seat that decides for its move. A person's seat has none to give: the
game waits for the screen.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random
from typing import Protocol

from ..players.policies import Policy
from ..rules import State
from ..rules.legal import tribes_move
from ..rules.moves import Move
from .view import view_for


class Seat(Protocol):
    """Whoever decides for a seat."""

    def move(self, s: State, seat: int, open_coins: bool) -> Move | None:
        """The move in a position in which ``seat`` decides, or None to wait for a person."""
        ...


class Person:
    """Someone at the screen."""

    def move(self, s: State, seat: int, open_coins: bool) -> Move | None:
        """Nothing: the screen brings it."""
        return None


class TribesSeat:
    """The Lost Tribes, whose moves the automaton has planned in the position (`crusade.md D`)."""

    def move(self, s: State, seat: int, open_coins: bool) -> Move | None:
        """The only move of the Lost Tribes where nothing is tied."""
        return tribes_move(s)


@dataclass
class Program:
    """A player of the program: a policy with a generator of its own, made from ``seed`` and the
    number of the seat, so that the same game is played the same.
    """

    policy: Policy
    seed: int = 0
    _moves: int = field(default=0, repr=False)

    def move(self, s: State, seat: int, open_coins: bool) -> Move | None:
        """What the policy chooses, given only what the seat may see."""
        self._moves += 1
        rng = Random(f"{self.seed}/{seat}/{self._moves}")
        return self.policy(view_for(s, seat, open_coins), rng)
