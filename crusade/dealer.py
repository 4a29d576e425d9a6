"""The dealer: chance from outside the rules, as moves.

Each draw has a generator of its own, made from the game's seed and the number of draws before it.
So a game with a seed deals the same after it was left and taken up again.
"""

from __future__ import annotations

import random
import secrets

from .rules import State
from .rules.board import bits
from .rules.ids import DIE, NONE
from .rules.legal import deal_banners
from .rules.moves import DEAL, DICE, Move
from .rules.pieces import owes_deal


class Dealer:
    """Rolls the die and reveals combos. ``seed`` of None means a secret one."""

    def __init__(self, seed: int | None = None) -> None:
        self.seed = secrets.randbits(64) if seed is None else seed

    def move(self, state: State, draws: int) -> Move:
        """The dealer's next move, when ``draws`` moves of his came before it in this game."""
        return draw(state, random.Random(f"{self.seed}/{draws}"))


def draw(state: State, rng: random.Random) -> Move:
    """A fair draw of what the dealer owes: a combo from the stacks, or a face of the die."""
    if owes_deal(state):
        badges = state.unseen_badges or state.discards
        banner = rng.choice(list(bits(deal_banners(state))))
        badge = rng.choice(list(bits(badges))) if badges else NONE
        return (DEAL, banner, badge)
    return DICE[rng.choice(DIE)]
