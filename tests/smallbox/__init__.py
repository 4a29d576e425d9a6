"""A small box for the tests: Races, Special Powers, cards, a Relic, a Place and a terrain.

Nothing in `crusade/` knows of it: it is written against the public face of the rules alone, as a
box of somebody else would be. Its statements are in `RULES.md`, its cases in `cases/`.
"""

from __future__ import annotations

from typing import Final

from crusade.boxes import register
from crusade.boxes.base.land import LAND
from crusade.rules.board import RIVER, Land, Terrain
from crusade.rules.labels import Label
from crusade.rules.library import Box

from .cards import CARDS
from .pieces import BOONS, PIECES, Fairground
from .powers import POWERS
from .races import RACES

FAIR: Final = Box(
    id="fair",
    title=Label("The fair"),
    edition=1,
    adds_to=("base",),
    land=LAND.joined(Land(terrains=(Terrain("ford", "Ford", kind=RIVER, price=1),))),
    races=RACES,
    powers=POWERS,
    cards=CARDS,
    boons=BOONS,
    variants=(Fairground(),),
    pieces=PIECES,
)
BOXES: Final = ("base", "fair")
"""The boxes of a game with it."""

register(FAIR)
