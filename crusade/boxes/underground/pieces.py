"""The pieces of Underground besides Places and Relics: what makes a Region immune, what defends it,
what fights (`underground.md US6, UC2, UC8`).
"""

from __future__ import annotations

from typing import Final

from crusade.rules.labels import Label
from crusade.rules.library import Piece
from crusade.rules.state import State
from crusade.texts import N_

ANCIENT: Final = Piece(
    "ancient",
    Label("Great Ancient"),
    limit=1,
    immune=True,
    alone=True,
    source="Cultists",
    picture="ancient",
    placed=Label("The Great Ancient stands in {region}."),
    removed=Label("The Great Ancient left {region}."),
    safe=Label("The Great Ancient keeps {race:of} Region safe."),
)
BALROG: Final = Piece(
    "balrog",
    Label("Balrog"),
    limit=1,
    immune=True,
    stays=True,
    picture="balrog",
    removed=Label("The Balrog left {region}."),
    safe=Label("The Balrog keeps everybody out of {race:of} Region."),
)
GHOST: Final = Piece(
    "ghost",
    Label("Ghost"),
    limit=1,
    immune=True,
    stays=True,
    picture="ghost",
    placed=Label("The Ghost haunts {region}."),
    removed=Label("The Ghost left {region}."),
    safe=Label("The Ghost keeps everybody out of {race:of} Region."),
)
QUEEN: Final = Piece(
    "queen",
    Label("Queen"),
    limit=1,
    immune=True,
    outlasts_decline=True,
    alone=True,
    source="Royal",
    picture="queen",
    placed=Label("The Queen makes {region} safe."),
    removed=Label("The Queen left {region}."),
    safe=Label("The Queen keeps {race:of} Region safe."),
)
BAG: Final = Piece(
    "bag",
    Label("Bag"),
    limit=1,
    alone=True,
    source="Magic",
    picture="bag",
    placed=Label("The Bag lies in {region}."),
    removed=Label("The Bag came back from {region}."),
)
ARMOR: Final = Piece(
    "armors",
    Label("{count} Mushroom Armor", many="{count} Mushroom Armors"),
    limit=8,
    defence=1,
    stacks=True,
    outlasts_decline=True,
    source="Shield",
    picture="armor",
    removed=Label("The Mushroom Armors in {region} are gone."),
    spread=Label(
        "{who} put on the Mushroom Armors: {stand}.", you="You put on the Mushroom Armors: {stand}."
    ),
)
HAMMER: Final = Piece(
    "hammers",
    Label("{count} Silver Hammer", many="{count} Silver Hammers"),
    limit=7,
    stacks=True,
    alone=True,
    source="Iron Dwarves",
    picture="hammer",
)
VOLCANO: Final = Piece(
    "volcano",
    Label("Volcano"),
    limit=1,
    stays=True,
    picture="volcano",
    text=N_("Regions next to it cost the Flames as little as empty ones."),
    placed=Label("The Volcano smokes in {region}."),
    removed=Label("The Volcano in {region} is out."),
)


def occupants(s: State, r: int) -> int:
    """What Region ``r`` costs less "as if it were empty": tokens and Armors (`underground.md A4,
    UP2`).
    """
    return s.tokens[r] + s.number(ARMOR, r)


PIECES: Final = (ANCIENT, BALROG, GHOST, QUEEN, BAG, ARMOR, HAMMER, VOLCANO)
