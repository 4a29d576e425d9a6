"""The six Relics: they lie where they were last used, and serve the Active holder of that Region
(`underground.md UC6, UC9, UC10`).
"""

from __future__ import annotations

from typing import Final

from crusade.rules.labels import Label
from crusade.rules.library import Piece
from crusade.rules.questions import Boon


class Relic(Boon):
    """A Relic: the Lost Tribes do not use it (`crusade.md I4`)."""

    serves_tribes = False


class FlyingDoormat(Relic):
    name, rule = "Flying Doormat", "underground.md RE-doormat"
    text = "Once a turn conquer any Region, wherever it lies: the Doormat flies there."


class FroggysRing(Relic):
    name, rule = "Froggy's Ring", "underground.md RE-ring"
    text = (
        "At the end of your turn put it into a Region you hold: each opponent with an Active token "
        "next to it pays you 1 coin."
    )


class ScepterOfAvarice(Relic):
    name, rule = "Scepter of Avarice", "underground.md RE-scepter"
    text = "Before you score put it into a Region you hold: that Region's coins are doubled."


class ShinyOrb(Relic):
    name, rule = "Shiny Orb", "underground.md RE-orb"
    text = "Once a turn replace a lone Active token of another within reach by a token of yours."


class StinkyTrollsSocks(Relic):
    name, rule = "Stinky Troll's Socks", "underground.md RE-socks"
    text = (
        "Once a turn conquer a Region as if it were empty; everybody who stood there flees "
        "unharmed."
    )


class SwordOfTheKillerRabbit(Relic):
    name, rule = "Sword of the Killer Rabbit", "underground.md RE-sword"
    text = "Once a turn a conquest costs 2 tokens fewer, at least 1."


DOORMAT: Final = Piece(
    "doormat",
    Label("Flying Doormat"),
    limit=1,
    stays=True,
    brings=FlyingDoormat(),
    picture="doormat",
    placed=Label("The Flying Doormat lies in {region}."),
)
ORB: Final = Piece(
    "orb",
    Label("Shiny Orb"),
    limit=1,
    stays=True,
    brings=ShinyOrb(),
    picture="orb",
    placed=Label("The Shiny Orb lies in {region}."),
)
RING: Final = Piece(
    "ring",
    Label("Froggy's Ring"),
    limit=1,
    stays=True,
    brings=FroggysRing(),
    picture="ring",
    placed=Label("Froggy's Ring lies in {region}."),
)
SCEPTER: Final = Piece(
    "scepter",
    Label("Scepter of Avarice"),
    limit=1,
    stays=True,
    brings=ScepterOfAvarice(),
    picture="scepter",
    placed=Label("The Scepter of Avarice lies in {region}."),
)
SOCKS: Final = Piece(
    "socks",
    Label("Stinky Troll's Socks"),
    limit=1,
    stays=True,
    brings=StinkyTrollsSocks(),
    picture="socks",
    placed=Label("Stinky Troll's Socks lie in {region}."),
)
SWORD: Final = Piece(
    "sword",
    Label("Sword of the Killer Rabbit"),
    limit=1,
    stays=True,
    brings=SwordOfTheKillerRabbit(),
    picture="sword",
    placed=Label("The Sword of the Killer Rabbit lies in {region}."),
)

RELICS: Final = (DOORMAT, ORB, RING, SCEPTER, SOCKS, SWORD)
