"""The nine Places: each stays in its Region and serves whoever holds it (`underground.md UC6,
UC9`).
"""

from __future__ import annotations

from typing import Final

from crusade.rules.board import Board
from crusade.rules.labels import Label
from crusade.rules.library import Piece
from crusade.rules.pieces import discard_from_hand, gain
from crusade.rules.questions import Boon, Events, Items
from crusade.rules.state import State


class Place(Boon):
    """A Place; the Lost Tribes have the use of some alone (`crusade.md I4`)."""

    serves_tribes = False


class AltarOfSouls(Place):
    name, rule = "Altar of Souls", "underground.md PL-altar"
    text = "At the end of your turn you may discard one of your tokens In Decline for 3 coins."
    declined = "The same."


class CryptOfTheTombRaider(Place):
    name, rule = "Crypt of the Tomb-raider", "underground.md PL-crypt"
    text = (
        "At the end of your turn you may put the Ghost on any other Region: nobody can take it. "
        "He leaves when the Crypt is lost."
    )
    declined = "The Ghost stays where he is."


def terrain_of(board: Board, where: int) -> int:
    """Mask of the Regions with the terrain of the single Region in ``where``; 0 for none."""
    return board.mask_of(board.terrain[where.bit_length() - 1]) if where else 0


class DiamondFields(Place):
    name, rule = "Diamond Fields", "underground.md PL-diamonds"
    text = "+1 coin for this Region and for each other Region of its terrain that the race holds."
    declined = "The same."
    lasts = frozenset({"income"})
    serves_tribes = True
    EARNED: Final = Label("Diamond Fields")

    def income(self, s: State, slot: int, held: int, items: Items | None) -> int:
        where = s.where(DIAMONDS) & held
        if not where:
            return 0
        mask = terrain_of(s.board, where) & held
        if items is not None:
            items.append((self.EARNED, mask.bit_count(), mask))
        return mask.bit_count()


class FountainOfYouth(Place):
    """`underground.md PL-fountain, UP13`: a token of the tray is readied with the others."""

    name, rule = "Fountain of Youth", "underground.md PL-fountain"
    text = "At the start of your turn 1 new token from the tray."

    def turn_began(self, s: State, slot: int, events: Events | None) -> None:
        before = s.hand[slot]
        gain(s, slot, 1, self.name, events)
        s.remember(self, slot, s.hand[slot] - before)

    def declines(self, s: State, slot: int, events: Events | None) -> None:
        if s.recall(self, slot):
            discard_from_hand(s, slot, 1, events)
            s.remember(self, slot, 0)

    def conquests_ended(self, s: State, slot: int, events: Events | None) -> None:
        s.remember(self, slot, 0)


class GreatBrassPipe(Place):
    name, rule = "Great Brass Pipe", "underground.md PL-pipe"
    text = "All Regions of its terrain are adjacent to each other for its Active holder."
    serves_tribes = True

    def links_now(self, s: State, slot: int, held: int) -> int:
        mask = terrain_of(s.board, s.where(PIPE))
        return mask if mask & held else 0


class KeepOnTheMotherland(Place):
    name, rule = "Keep on the Motherland", "underground.md PL-keep"
    text = "+1 coin, and +1 defence for its Region."
    declined = "The same."
    serves_tribes = True


class MineOfTheLostDwarf(Place):
    name, rule = "Mine of the Lost Dwarf", "underground.md PL-lostmine"
    text = "+2 coins."
    declined = "The same."
    serves_tribes = True


class Stonehedge(Place):
    """`underground.md PL-stonehedge, UP29`: the power that is housed there is its holder's."""

    name, rule = "Stonehedge", "underground.md PL-stonehedge"
    text = (
        "Whoever finds it draws a Special Power, which from now on is its holder's, without tokens."
    )
    declined = "What the Special Power does In Decline."
    houses = True


class WickedestPentacle(Place):
    name, rule = "Wickedest Pentacle", "underground.md PL-pentacle"
    text = (
        "Whoever finds it may send the Balrog to a Region next to it, later once a turn to one "
        "next to his own. Who stands there loses 2 tokens and flees, and nobody can take the "
        "Region."
    )
    declined = "The Balrog stays where he is."


ALTAR: Final = Piece(
    "altar",
    Label("Altar of Souls"),
    limit=1,
    stays=True,
    brings=AltarOfSouls(),
    picture="altar",
    placed=Label("The Altar of Souls was found in {region}."),
)
CRYPT: Final = Piece(
    "crypt",
    Label("Crypt of the Tomb-raider"),
    limit=1,
    stays=True,
    brings=CryptOfTheTombRaider(),
    picture="crypt",
    placed=Label("The Crypt of the Tomb-raider was found in {region}."),
)
DIAMONDS: Final = Piece(
    "diamonds",
    Label("Diamond Fields"),
    limit=1,
    stays=True,
    brings=DiamondFields(),
    picture="diamonds",
    placed=Label("The Diamond Fields were found in {region}."),
)
FOUNTAIN: Final = Piece(
    "fountain",
    Label("Fountain of Youth"),
    limit=1,
    stays=True,
    brings=FountainOfYouth(),
    picture="fountain",
    placed=Label("The Fountain of Youth was found in {region}."),
)
KEEP: Final = Piece(
    "keep",
    Label("Keep on the Motherland"),
    limit=1,
    defence=1,
    stays=True,
    brings=KeepOnTheMotherland(),
    pays=1,
    picture="keep",
    placed=Label("The Keep on the Motherland was found in {region}."),
)
LOSTMINE: Final = Piece(
    "lostmine",
    Label("Mine of the Lost Dwarf"),
    limit=1,
    stays=True,
    brings=MineOfTheLostDwarf(),
    pays=2,
    picture="lostmine",
    placed=Label("The Mine of the Lost Dwarf was found in {region}."),
)
PENTACLE: Final = Piece(
    "pentacle",
    Label("Wickedest Pentacle"),
    limit=1,
    stays=True,
    brings=WickedestPentacle(),
    picture="pentacle",
    placed=Label("The Wickedest Pentacle was found in {region}."),
)
PIPE: Final = Piece(
    "pipe",
    Label("Great Brass Pipe"),
    limit=1,
    stays=True,
    brings=GreatBrassPipe(),
    picture="pipe",
    placed=Label("The Great Brass Pipe was found in {region}."),
)
STONEHEDGE: Final = Piece(
    "stonehedge",
    Label("Stonehedge"),
    limit=1,
    stays=True,
    brings=Stonehedge(),
    picture="stonehedge",
    placed=Label("Stonehedge was found in {region}."),
)

PLACES: Final = (
    ALTAR,
    CRYPT,
    DIAMONDS,
    FOUNTAIN,
    KEEP,
    LOSTMINE,
    PENTACLE,
    PIPE,
    STONEHEDGE,
)
