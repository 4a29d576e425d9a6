"""What a seat may see of a position (`base.md V4`): everything that lies open, and its own secrets.

The stacks have no order in a position, so nobody can peek; what is hidden are the coins of others
where they are kept secret, what others have answered under seal, and what only one seat has looked
at.
"""

from __future__ import annotations

from ..rules import State
from ..rules.ids import OWNER
from ..rules.queries import asked

HIDDEN = -1
"""What stands in a view where coins are hidden."""


def _secret_keys(s: State) -> frozenset[str]:
    """The keys under which decisions keep what is sealed."""
    return frozenset(decision.secret for decision in s.setup.library.decisions if decision.secret)


def view_for(s: State, seat: int, open_coins: bool = True) -> State:
    """The position as ``seat`` may see it; an independent copy.

    With ``open_coins`` False the coins of other persons are `HIDDEN`; the Lost Tribes' coins always
    lie open (`crusade.md S8`). Sealed answers of others are forgotten.
    """
    seen = s.copy()
    if not open_coins:
        for other in range(s.setup.seats):
            if other != seat:
                seen.coins[other] = HIDDEN
    secret = _secret_keys(s)
    for slot, key in list(seen.memory):
        if key in secret and OWNER[slot] != seat:
            del seen.memory[slot, key]
    return seen


def keeps_secrets(s: State) -> bool:
    """Whether one of several seats may know now what the others do not see (coins aside, which
    everybody could have counted): while sealed answers are asked for, too, for one that says
    nothing leaves no trace.
    """
    if s.setup.seats == 1:
        return False
    secret, decision = _secret_keys(s), asked(s)
    sealed = decision is not None and decision.sealed
    return sealed or any(key in secret for _slot, key in s.memory)


__all__ = ["HIDDEN", "keeps_secrets", "view_for"]
