"""Whole games played by policies alone."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final

from ..rules.due import due
from ..rules.ids import OVER, TRIBES
from ..rules.legal import tribes_move
from ..rules.play import apply
from ..rules.state import State
from .policies import Policy, drawn

LIMIT: Final = 20_000
"""Moves after which a game is given up as endless; real ones have some hundreds."""


class EndlessGame(Exception):
    """A game did not end; its arguments are the mode, the moves played and the round reached."""


def play_on(s: State, policies: Sequence[Policy], rng: Random, limit: int = LIMIT) -> int:
    """Play a position on in place until the game is over; the number of moves.

    ``policies`` go by seat, a single one plays for everybody. Raises EndlessGame after ``limit``
    moves.
    """
    one = policies[0] if len(policies) == 1 else None
    for count in range(1, limit + 1):
        owed = due(s)
        if owed is not None:
            move = drawn(owed, rng)
        elif s.actor == TRIBES:
            move = tribes_move(s)
        else:
            move = one(s, rng) if one is not None else policies[s.actor](s, rng)
        apply(s, move)
        if s.phase == OVER:
            return count
    raise EndlessGame(s.setup.mode, limit, s.round)
