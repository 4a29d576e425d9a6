"""The fourteen Races (`base.md` 12)."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from .. import markers
from ..board import Board
from ..ids import HOLE, HOLES, LAIR
from ..moves import GHOULS, SORCERY
from .base import Ability, Items

if TYPE_CHECKING:
    from ..events import Event
    from ..state import State


class Race(Ability):
    """A Race banner with its tray of ``tray`` tokens."""

    tray: ClassVar[int] = 0
    declined = "Nothing special."


class Amazons(Race):
    name, number, tray, rule = "Amazons", 6, 15, "base.md R-amazons"
    text = (
        "4 extra tokens for conquests only: they leave the board at the end of each redeployment "
        "and are ready again next turn."
    )
    EXTRA: ClassVar[int] = 4

    def extra_tokens(self) -> int:
        return self.EXTRA

    def picked(self, s: State, slot: int) -> None:
        s.memo[slot] = 0

    def readied(self, s: State, slot: int) -> int:
        joined = s.memo[slot]
        s.memo[slot] = 0
        return joined

    def set_aside(self, s: State, slot: int) -> int:
        return self.EXTRA


class Dwarves(Race):
    name, number, tray, rule = "Dwarves", 3, 8, "base.md R-dwarves"
    text = "+1 coin for each Mine Region you hold."
    declined = "They keep earning +1 coin for each Mine Region."
    coin_text = "Mine"

    def coins(self, board: Board) -> int:
        return board.mine

    def coins_in_decline(self, board: Board) -> int:
        return board.mine


class Elves(Race):
    name, number, tray, rule = "Elves", 6, 11, "base.md R-elves"
    text = "When a Region is lost no token is lost: all Elves are redeployed."
    lost_when_conquered = 0


class Ghouls(Race):
    name, number, tray, rule = "Ghouls", 5, 10, "base.md R-ghouls"
    text = "Nothing special while Active."
    declined = (
        "All tokens stay. Each turn, before your Active race, they may conquer and redeploy as if "
        "they were Active."
    )
    way = GHOULS
    keeps_tokens_in_decline = True


class Giants(Race):
    name, number, tray, rule = "Giants", 6, 11, "base.md R-giants"
    text = "1 token fewer (at least 1) for a Region next to a Mountain Region they hold."
    discount_text = "Giants, next to a Mountain they hold"

    def discount(self, s: State, slot: int, r: int) -> int:
        mountains = s.board.mountain & s.held[slot]
        if not mountains:
            return 0
        if s.board.neighbours[r] & mountains:
            return 1
        # A power may make Regions adjacent that share no border (rulings.md 22), but flying over
        # them does not (rulings.md 21): only what the Mountain itself reaches counts.
        combo = s.combo[slot]
        if combo is None:
            return 0
        for links in combo.links:
            if links(s.board, mountains) >> r & 1:
                return 1
        return 0


class Halflings(Race):
    name, number, tray, rule = "Halflings", 6, 11, "base.md R-halflings"
    text = (
        "May enter on any land Region. The first 2 Regions they conquer get a Hole: nobody can "
        "take them."
    )
    declined = "The Holes are removed."

    def entry(self, board: Board) -> int:
        return board.land

    def picked(self, s: State, slot: int) -> None:
        s.memo[slot] = HOLES

    def conquered(self, s: State, slot: int, r: int, events: list[Event] | None) -> None:
        if s.memo[slot] > 0:
            s.memo[slot] -= 1
            markers.place(s, HOLE, r, events)


class Humans(Race):
    name, number, tray, rule = "Humans", 5, 10, "base.md R-humans"
    text = "+1 coin for each Farmland Region you hold."
    coin_text = "Farmland"

    def coins(self, board: Board) -> int:
        return board.farmland


class Orcs(Race):
    name, number, tray, rule = "Orcs", 5, 10, "base.md R-orcs"
    text = "+1 coin for each non-empty Region conquered this turn."

    def income(self, s: State, slot: int, held: int, items: Items | None) -> int:
        taken = s.taken_by(slot)
        if items is not None and taken:
            items.append(("Orcs, non-empty Regions conquered", taken, 0))
        return taken


class Ratmen(Race):
    name, number, tray, rule = "Ratmen", 8, 13, "base.md R-ratmen"
    text = "Nothing but their number."


class Skeletons(Race):
    name, number, tray, rule = "Skeletons", 6, 20, "base.md R-skeletons"
    text = "At redeployment 1 new token for every 2 non-empty Regions conquered this turn."

    def gains(self, s: State, slot: int) -> int:
        return s.taken_by(slot) // 2


class Sorcerers(Race):
    name, number, tray, rule = "Sorcerers", 5, 18, "base.md R-sorcerers"
    text = (
        "Once per turn and opponent: replace a lone Active token in an adjacent Region by a "
        "Sorcerer from the tray."
    )
    way = SORCERY

    def turn_began(self, s: State, slot: int) -> None:
        s.memo[slot] = 0  # mask of the seats swapped this turn


class Tritons(Race):
    name, number, tray, rule = "Tritons", 6, 11, "base.md R-tritons"
    text = "1 token fewer (at least 1) for Regions on the shore of a Sea or Lake."
    discount_text = "Tritons, on a shore"

    def cheaper(self, board: Board) -> int:
        return board.coast


class Trolls(Race):
    name, number, tray, rule = "Trolls", 5, 10, "base.md R-trolls"
    text = "A Lair in each Region they hold: +1 defence."
    declined = "The Lairs stay and defend."

    def conquered(self, s: State, slot: int, r: int, events: list[Event] | None) -> None:
        markers.place(s, LAIR, r, events)


class Wizards(Race):
    name, number, tray, rule = "Wizards", 5, 10, "base.md R-wizards"
    text = "+1 coin for each Magic Region you hold."
    coin_text = "Magic"

    def coins(self, board: Board) -> int:
        return board.magic


RACES: tuple[Race, ...] = (
    Amazons(),
    Dwarves(),
    Elves(),
    Ghouls(),
    Giants(),
    Halflings(),
    Humans(),
    Orcs(),
    Ratmen(),
    Skeletons(),
    Sorcerers(),
    Tritons(),
    Trolls(),
    Wizards(),
)
