"""Whether a race has run out of steam: what going on promises, against going In Decline now.

Nothing hidden is read (`view_for`): dice, combos and cards to come are thought up.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Final

from ..rules import State, moves
from ..rules.ids import CONQUER, OVER
from ..rules.queries import earnings
from .quick import USUAL
from .search import Pace, Search, seen_by, steady_style, turn_in_thought

LOOKS: Final = 12
"""How often both are played on to the end of the game in thought."""


@dataclass(frozen=True)
class Steam:
    """``going_on`` and ``declining`` are the coins that this turn would earn; ``gain`` the coins
    that declining promises more than going on over all rounds left (negative: it loses them).
    """

    going_on: int
    declining: int
    gain: float


def steam(s: State) -> Steam:
    """Weigh a decline for whoever is on turn and may decline now (`base.md X1`)."""
    assert s.phase == CONQUER
    seat = s.seat
    seen = seen_by(s, seat)
    on = turn_in_thought(seen, seat, (), steady_style(seen), Random(1)).after
    off = turn_in_thought(seen, seat, (moves.DECLINE_MOVE,), USUAL[s.setup.mode], Random(1)).after
    gain = Search(Pace(playouts=LOOKS, rounds=s.setup.rounds + 1)).gap(off, on, seat, "steam")
    return Steam(_earned(seen, on, seat), _earned(seen, off, seat), gain)


def _earned(before: State, after: State, seat: int) -> int:
    """What the turn that led from one position to the other earned, or would if it ended here."""
    if after.seat != seat or after.round != before.round or after.phase == OVER:
        return after.coins[seat] - before.coins[seat]
    return earnings(after, seat).total
