"""The fourteen Races (`base.md` 12)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, ClassVar

from crusade.boxes.base.pieces import ENCAMPMENT, HOLE, LAIR
from crusade.rules import markers
from crusade.rules.board import Board
from crusade.rules.ids import (
    ACTIVE_OF,
    OWNER,
)
from crusade.rules.labels import RACE, Label, Term
from crusade.rules.questions import Events, Items, Race
from crusade.rules.refusals import Refusal
from crusade.rules.swaps import Swap
from crusade.rules.ways import Way

if TYPE_CHECKING:
    from crusade.rules.loss import Loss
    from crusade.rules.sources import Combo
    from crusade.rules.state import State


class Amazons(Race):
    name, number, tray, rule = "Amazons", 6, 15, "base.md R-amazons"
    colour = "#96405f"
    text = (
        "4 extra tokens for conquests only: they leave the board at the end of each redeployment "
        "and are ready again next turn."
    )
    detail = (
        "As long as there are enough, every Region keeps one token; only when there are not, "
        "Regions are given up. The 4 do not defend during other turns."
    )
    extra = 4

    def aside(self, s: State, slot: int) -> int:
        return s.recall(self, slot)

    def readied(self, s: State, slot: int) -> None:
        s.remember(self, slot, 0)

    def leaves(self, s: State, slot: int) -> int:
        return self.extra

    def set_aside(self, s: State, slot: int, tokens: int) -> None:
        s.remember(self, slot, tokens)

    def audit(self, s: State, slot: int) -> Iterator[str]:
        if not 0 <= s.recall(self, slot) <= self.extra:
            yield f"{s.recall(self, slot)} tokens of slot {slot} are set aside, more than 4"


class Dwarves(Race):
    name, number, tray, rule = "Dwarves", 3, 8, "base.md R-dwarves"
    colour = "#8a5a36"
    text = "+1 coin for each Mine Region you hold."
    declined = "They keep earning +1 coin for each Mine Region."
    lasts = frozenset({"coins"})
    coin_text = Label("Mine Regions")

    def coins(self, board: Board) -> int:
        return board.mask_of("mine")


class Elves(Race):
    name, number, tray, rule = "Elves", 6, 11, "base.md R-elves"
    colour = "#3d774b"
    text = "When a Region is lost no token is lost: all Elves are redeployed."
    detail = "Only a Sorcerer's swap kills an Elf."

    def losses(self, s: State, slot: int, loss: int, defenders: int) -> int:
        return loss - 1


class FightOn(Way):
    """`with ghouls`: the race In Decline fights instead of the Active one."""

    word = "ghouls"
    title = Label("Conquer with the Ghouls")
    absent = Refusal("no-ghouls", "You have no Ghouls In Decline.", "base.md R-ghouls")
    fights_early = True
    attempts = True
    priced = True


class Ghouls(Race):
    name, number, tray, rule = "Ghouls", 5, 10, "base.md R-ghouls"
    colour = "#5c6655"
    text = "Nothing special while Active."
    declined = (
        "All tokens stay. Each turn, before your Active race, they may conquer and redeploy as if "
        "they were Active."
    )
    detail = (
        "In Decline they may use a final attempt of their own, may attack even your Active "
        "race, and enter again if they were driven off. They lose 1 token per Region. They do "
        "not fight in the turn in which another race declines."
    )
    lasts = frozenset({"early"})
    keeps_tokens_in_decline = True

    def __init__(self) -> None:
        self.early = FightOn(self)


class Giants(Race):
    name, number, tray, rule = "Giants", 6, 11, "base.md R-giants"
    colour = "#7a4a72"
    text = "1 token fewer (at least 1) for a Region next to a Mountain Region they hold."
    detail = "Two Mountains give no more than one. The Giants must hold the Mountain."
    discount_text = Label("Giants, next to a Mountain they hold")

    def discount(self, s: State, slot: int, r: int) -> int:
        mountains = s.board.mask_of("mountain") & s.held[slot]
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
    colour = "#95560f"
    text = (
        "May enter on any land Region. The first 2 Regions they conquer get a Hole: nobody can "
        "take them."
    )
    declined = "The Holes are removed."
    always = frozenset({"picked"})
    detail = "Abandoned Holes are gone for good."

    def entry(self, board: Board) -> int:
        return board.land

    def picked(self, s: State, slot: int, events: Events | None) -> None:
        s.remember(self, slot, HOLE.limit)

    def put_together(self, s: State, slot: int) -> None:
        # What is on the board already is not to come once more.
        left = HOLE.limit - s.where(HOLE).bit_count()
        s.remember(self, slot, min(s.recall(self, slot), left))

    def conquered(self, s: State, slot: int, r: int, won: Loss, events: Events | None) -> None:
        left = s.recall(self, slot)
        if left > 0:
            s.remember(self, slot, left - 1)
            markers.put(s, HOLE, r, events)

    def audit(self, s: State, slot: int) -> Iterator[str]:
        if s.recall(self, slot) + s.where(HOLE).bit_count() > HOLE.limit:
            yield f"slot {slot} has more Holes to dig than there are"


class Humans(Race):
    name, number, tray, rule = "Humans", 5, 10, "base.md R-humans"
    colour = "#a34e38"
    text = "+1 coin for each Farmland Region you hold."
    coin_text = Label("Farmland Regions")

    def coins(self, board: Board) -> int:
        return board.mask_of("farmland")


class Orcs(Race):
    name, number, tray, rule = "Orcs", 5, 10, "base.md R-orcs"
    colour = "#5c7126"
    text = "+1 coin for each non-empty Region conquered this turn."
    detail = "Non-empty means: any token stood there, Active, In Decline or Lost Tribes."
    EARNED: ClassVar[Label] = Label("non-empty Regions taken ({source})", source=Term(RACE, "Orcs"))

    def income(self, s: State, slot: int, held: int, items: Items | None) -> int:
        if slot != ACTIVE_OF[s.seat]:  # another's conquests are nothing to them
            return 0
        if items is not None and s.nonempty:
            items.append((self.EARNED, s.nonempty, 0))
        return s.nonempty


class Ratmen(Race):
    name, number, tray, rule = "Ratmen", 8, 13, "base.md R-ratmen"
    colour = "#6e5c4e"
    text = "Nothing but their number."


class Skeletons(Race):
    name, number, tray, rule = "Skeletons", 6, 20, "base.md R-skeletons"
    colour = "#4b6076"
    text = "At redeployment 1 new token for every 2 non-empty Regions conquered this turn."
    detail = (
        "Counted in whole pairs, as long as the tray has tokens. Non-empty means: any token "
        "stood there, also Lost Tribes."
    )

    def gains(self, s: State, slot: int) -> int:
        return s.nonempty // 2


def _from_nowhere(combo: Combo, board: Board) -> int:
    """Mask of the Regions that a race reaches although it holds none."""
    mask = 0
    for more in combo.reach:
        mask |= more(board, 0)
    return mask


class Sorcery(Swap):
    """`with sorcery`: a lone Active token of another is replaced by one from the tray (`rulings.md
    35-43`).
    """

    word = "sorcery"
    title = Label("Swap the token for a Sorcerer")
    absent = Refusal("no-way", "Only Sorcerers swap tokens.", "base.md R-sorcerers")
    told = Label(
        "{who} conquered {region}: a token from the tray took the lone token's place.",
        you="You conquered {region}: a token from the tray took the lone token's place.",
    )
    hint = Label("from the tray")

    ENTRY = Refusal(
        "swap-entry",
        "Sorcerers may enter the board by a swap only if they are Flying.",
        "base.md F7",
    )
    CAMP = Refusal(
        "swap-camp", "An Encampment counts as a second token against Sorcerers.", "rulings.md 47"
    )
    TRAY = Refusal("swap-tray", "No token of your race is left in the tray.", "base.md R-sorcerers")

    def enters(self, s: State, slot: int, r: int) -> bool:
        combo = s.combo[slot]
        return combo is not None and bool(_from_nowhere(combo, s.board) >> r & 1)

    def hindered(self, s: State, slot: int, r: int) -> Refusal | None:
        if s.number(ENCAMPMENT, r):
            return self.CAMP
        if s.recall(self.source, slot) >> OWNER[s.occ[r]] & 1:
            return self.USED
        return None if s.tray[s.banner[slot]] else self.TRAY

    def used(self, s: State, slot: int, r: int) -> None:
        swapped = s.recall(self.source, slot)
        s.remember(self.source, slot, swapped | 1 << OWNER[s.occ[r]])


class Sorcerers(Race):
    name, number, tray, rule = "Sorcerers", 5, 18, "base.md R-sorcerers"
    colour = "#5f4796"
    text = (
        "Once per turn and opponent: replace a lone Active token in an adjacent Region by a "
        "Sorcerer from the tray."
    )
    detail = (
        "Mountain, Fortress and Lair do not protect, an Encampment does. A swap costs no "
        "token in hand, is not possible to enter the board unless they fly, nor after the "
        "final attempt."
    )
    crusade_detail = "A lone Lost Tribe token counts as Active."

    def __init__(self) -> None:
        self.ways = (Sorcery(self),)

    def turn_began(self, s: State, slot: int, events: Events | None) -> None:
        s.remember(self, slot, 0)  # mask of the seats swapped this turn


class Tritons(Race):
    name, number, tray, rule = "Tritons", 6, 11, "base.md R-tritons"
    colour = "#28737d"
    text = "1 token fewer (at least 1) for Regions on the shore of a Sea or Lake."
    detail = "The water itself is not cheaper."
    discount_text = Label("Tritons, on a shore")

    def cheaper(self, board: Board) -> int:
        return board.coast


class Trolls(Race):
    name, number, tray, rule = "Trolls", 5, 10, "base.md R-trolls"
    colour = "#43703a"
    text = "A Lair in each Region they hold: +1 defence."
    declined = "The Lairs stay and defend."
    always = frozenset({"conquered"})
    detail = "A Lair is removed when its Region is abandoned or conquered."

    def conquered(self, s: State, slot: int, r: int, won: Loss, events: Events | None) -> None:
        markers.put(s, LAIR, r, events)


class Wizards(Race):
    name, number, tray, rule = "Wizards", 5, 10, "base.md R-wizards"
    colour = "#41579a"
    text = "+1 coin for each Magic Region you hold."
    coin_text = Label("Magic Regions")

    def coins(self, board: Board) -> int:
        return board.mask_of("magic")


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
