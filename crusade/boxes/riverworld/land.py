"""The terrains and symbols of River World (`riverworld.md W7 to W9`): rivers beside the base
game's.
"""

from __future__ import annotations

from typing import Final

from crusade.boxes.base import land as base
from crusade.boxes.riverworld.facts import RIVER_PRICE
from crusade.rules.board import RIVER, Land, Symbol, Terrain
from crusade.texts import N_

_DRY: Final = base.DRY
LAND: Final = Land(
    terrains=(
        *base.LAND.terrains,
        Terrain(
            "river",
            "River",
            kind=RIVER,
            price=RIVER_PRICE,
            shore=True,
            phrase="A River",
            equals=("sea", "lake"),
        ),
    ),
    symbols=(
        *base.LAND.symbols,
        Symbol(
            "harbor",
            "Harbor",
            flag=True,
            on=_DRY,
            text=N_("Your first Harbor earns 1 coin, your second 2, your third 3, and so on."),
        ),
        Symbol(
            "shipyard",
            "Shipyard",
            flag=True,
            on=_DRY,
            text=N_(
                "An Active race here sails the Caravel once a turn: what borders its River is "
                "then in reach."
            ),
        ),
        Symbol(
            "temple",
            "Temple",
            flag=True,
            on=_DRY,
            text=N_("An Active race here looks at the next event marker, once a turn."),
        ),
        Symbol(
            "pirates",
            "Pirates",
            flag=True,
            on=("river",),
            text=N_("A Pirate ship lay here when the game began."),
        ),
    ),
)
