"""Who sits at a seat: a person at the screen, the Lost Tribes, or a player of the program.

Whoever runs a game asks the seat that decides for its move. A person's seat has none to give: the
game waits for the screen.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Protocol

from ..rules import State
from ..rules.legal import legal_moves
from ..rules.moves import Move
from .policies import Policy
from .view import view_for


class Seat(Protocol):
    """Whoever decides for a seat."""

    def move(self, s: State, seat: int, open_coins: bool, place: int) -> Move | None:
        """The move in a position in which ``seat`` decides, or None to wait for a person.

        ``open_coins``: whether everybody's coins lie open; ``place``: how many moves came before.
        """
        ...


class Person:
    """Someone at the screen."""

    def move(self, s: State, seat: int, open_coins: bool, place: int) -> Move | None:
        """Nothing: the screen brings it."""
        return None


class TribesSeat:
    """The Lost Tribes, whose moves the automaton has planned in the position (`crusade.md D`)."""

    def move(self, s: State, seat: int, open_coins: bool, place: int) -> Move | None:
        """The only move that the Lost Tribes have where nothing is tied."""
        return legal_moves(s)[0]


@dataclass(frozen=True)
class Program:
    """A player of the program: a policy with a generator of its own for each move, made from
    ``seed``, the number of the seat and the place in the game. So the same game is played the same,
    also when it was left and taken up again.
    """

    policy: Policy
    seed: int = 0

    def move(self, s: State, seat: int, open_coins: bool, place: int) -> Move | None:
        """What the policy chooses, given only what the seat may see."""
        rng = Random(f"{self.seed}/{seat}/{place}")
        return self.policy(view_for(s, seat, open_coins), rng)
