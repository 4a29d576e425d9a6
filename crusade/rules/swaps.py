"""Swaps: a lone Active token of another is replaced by one of one's own (`rulings.md 35 to 43`,
`underground.md UP16`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from .ids import EMPTY, IS_ACTIVE, IS_DECLINED, OWNER, TRIBES_SLOT
from .refusals import Refusal
from .ways import Way

if TYPE_CHECKING:
    from .state import State


class Swap(Way):
    """A lone Active token is lost, whatever else stands there, and one from the tray takes its
    place: no token in hand is needed. What brings it says what more it takes, and how often.
    """

    swaps = True
    ENTRY: ClassVar[Refusal]
    """Why a race without a Region cannot swap."""
    NOBODY = Refusal(
        "swap-nobody", "A swap needs a lone token of another player's Active race.", "rulings.md 43"
    )
    MANY = Refusal(
        "swap-many",
        "More than one token stands there: only a lone one can be swapped.",
        "rulings.md 43",
    )
    DECLINE = Refusal(
        "swap-decline",
        "Only tokens of an Active race can be swapped, and this one is In Decline.",
        "rulings.md 43",
    )
    TRIBE = Refusal(
        "swap-tribe", "Lost Tribes can be swapped only in the Crusade.", "rulings.md 40"
    )
    USED = Refusal(
        "swap-used", "You have already swapped a token of this opponent this turn.", "rulings.md 39"
    )

    def refusal(self, s: State, slot: int, r: int) -> Refusal | None:
        """Why the token in Region ``r`` cannot be swapped, or None."""
        victim = s.occ[r]
        if not s.held[slot] and not self.enters(s, slot, r):
            return self.ENTRY
        if victim == EMPTY or (OWNER[victim] == OWNER[slot] and IS_ACTIVE[victim]):
            return self.NOBODY
        if victim == TRIBES_SLOT:
            if not s.setup.crusade:
                return self.TRIBE
        elif IS_DECLINED[victim]:
            return self.DECLINE
        if s.tokens[r] != 1:
            return self.MANY
        return self.hindered(s, slot, r)

    def enters(self, s: State, slot: int, r: int) -> bool:
        """Whether a race without a Region may begin with a swap of Region ``r`` (`base.md F7`)."""
        return False

    def hindered(self, s: State, slot: int, r: int) -> Refusal | None:
        """Why the lone token in Region ``r`` cannot be swapped all the same, or None."""
        return None

    def cost(self, s: State, slot: int, r: int) -> int:
        """An empty tray costs a token of the hand."""
        return 0 if s.tray[s.banner[slot]] else 1

    def brings(self, s: State, slot: int, r: int) -> int:
        """The token comes from the tray, as long as there is one."""
        if not s.tray[s.banner[slot]]:
            return 0
        s.tray[s.banner[slot]] -= 1
        return 1


__all__ = ["Swap"]
