"""The dealer: chance from outside the rules, as moves.

Each draw has a generator of its own, made from the game's seed and the number of draws before it.
So a game with a seed deals the same after it was left and taken up again.
"""

from __future__ import annotations

import random
import secrets

from crusade.texts import _

from .rules import State, due
from .rules.board import bits
from .rules.ids import NONE
from .rules.moves import DEAL, Move


class Dealer:
    """Rolls the die and reveals combos. ``seed`` of None means a secret one."""

    def __init__(self, seed: int | None = None) -> None:
        self.seed = secrets.randbits(64) if seed is None else seed

    def move(self, state: State, draws: int) -> Move:
        """The dealer's next move, when ``draws`` moves of his came before it in this game."""
        return draw(state, random.Random(f"{self.seed}/{draws}"))


def draw(state: State, rng: random.Random) -> Move:
    """A fair draw of what the dealer owes: a combo from the stacks, a card, a face of the die, or
    what a decision draws. Raises ValueError if he owes nothing.
    """
    owed = due(state)
    if owed is None:
        raise ValueError(_("the dealer owes nothing in this position"))
    if owed.kind == DEAL:
        banner = rng.choice(list(bits(owed.first)))
        badge = rng.choice(list(bits(owed.second))) if owed.second else NONE
        return (DEAL, banner, badge)
    return rng.choice(owed.fair())
