"""What a Race or a Special Power can be asked.

The engine names no Race and no power: it asks these questions of every source of an answer, Race
first, then power. The methods here are the answers of something that has nothing to say;
`combo.py` collects for each combo only those that are really overridden. Abilities hold no data of
a game: what they must remember lives in the State, in `memo` (Races) and `memo_power` (powers).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, ClassVar

from ..board import Board
from ..moves import PLAIN

if TYPE_CHECKING:
    from ..events import Event
    from ..state import State

Items = list[tuple[str, int, int]]
"""Itemised coins: text, coins, mask of the Regions they come from (0 for none)."""


class Ability:
    """A Race or a Special Power: its number, its texts, and its answers.

    ``number`` is what the banner or badge gives in tokens; ``text`` and ``declined`` tell the
    player what it does while Active and In Decline; ``rule`` points to the numbered statement.
    """

    name: ClassVar[str] = ""
    number: ClassVar[int] = 0
    text: ClassVar[str] = ""
    declined: ClassVar[str] = ""
    rule: ClassVar[str] = ""

    way: ClassVar[int] = PLAIN
    """A further way to conquer that this ability offers (`moves.WAY_WORDS`)."""
    steps: ClassVar[tuple[int, ...]] = ()
    """Phases that follow the redeployment."""
    rolls_first: ClassVar[bool] = False
    """Whether each conquest is preceded by a roll of the die (`rulings.md 45`)."""
    lost_when_conquered: ClassVar[int] = 1
    """Tokens that an Active race loses with a Region (`base.md L1`)."""
    declines_after_scoring: ClassVar[bool] = False
    keeps_tokens_in_decline: ClassVar[bool] = False
    """Whether all tokens stay in decline, and may go on conquering."""
    counts_in_decline: ClassVar[bool] = True
    """Whether the race counts for the limit of one race In Decline (`base.md X8`)."""

    # ---- geometry, once per board
    def cheaper(self, board: Board) -> int:
        """Mask of the Regions that cost this race one token less."""
        return 0

    def takes(self, board: Board) -> int:
        """Mask of the Regions, besides land, that this race may conquer."""
        return 0

    def entry(self, board: Board) -> int:
        """Mask of the Regions, besides the usual ones, where this race may enter."""
        return 0

    def coins(self, board: Board) -> int:
        """Mask of the Regions that earn one coin more while the race is Active."""
        return 0

    def coins_in_decline(self, board: Board) -> int:
        """Mask of the Regions that earn one coin more while the race is In Decline."""
        return 0

    coin_text: ClassVar[str] = ""
    """How the score sheet names those coins."""

    # ---- asked in a position; nothing changes
    def reach(self, board: Board, held: int) -> int:
        """Mask of the Regions that count as adjacent to ``held`` besides the neighbours."""
        return 0

    def discount(self, s: State, slot: int, r: int) -> int:
        """Tokens that conquering Region ``r`` costs less in this position."""
        return 0

    discount_text: ClassVar[str] = ""

    def income(self, s: State, slot: int, held: int, items: Items | None) -> int:
        """Coins at the end of the turn besides those per Region; appends to ``items`` if given.

        ``held`` are the Regions to count, which may be fewer than the race holds: the worth of a
        Region is the difference.
        """
        return 0

    def set_aside(self, s: State, slot: int) -> int:
        """Tokens that leave the board at the end of redeployment."""
        return 0

    # ---- moments
    def extra_tokens(self) -> int:
        """Tokens that come with the combo beside the two numbers."""
        return 0

    def picked(self, s: State, slot: int) -> None:
        """The combo was picked."""

    def turn_began(self, s: State, slot: int) -> None:
        """A turn of the owner began, before readying."""

    def readied(self, s: State, slot: int) -> int:
        """Tokens that join the hand at readying."""
        return 0

    def conquered(self, s: State, slot: int, r: int, events: list[Event] | None) -> None:
        """The race conquered Region ``r``."""

    def gains(self, s: State, slot: int) -> int:
        """Tokens that the tray owes the race at redeployment, before the tray limit."""
        return 0

    def scored(self, s: State, slot: int) -> None:
        """The owner's turn was scored."""


def overridden(ability: Ability, name: str) -> bool:
    """Whether ``ability`` answers the question ``name`` itself."""
    return getattr(type(ability), name) is not getattr(Ability, name)


Discount = Callable[["State", int, int], int]
Income = Callable[["State", int, int, Items | None], int]
