"""The terrains and symbols of River World (`riverworld.md W7 to W9`): rivers beside the base
game's.
"""

from __future__ import annotations

from typing import Final

from crusade.boxes.base import land as base
from crusade.boxes.riverworld.facts import RIVER_PRICE
from crusade.rules.board import RIVER, Land, Symbol, Terrain

_DRY: Final = base.DRY
LAND: Final = Land(
    terrains=(
        *base.LAND.terrains,
        Terrain("river", "River", kind=RIVER, price=RIVER_PRICE, shore=True, phrase="A River"),
    ),
    symbols=(
        *base.LAND.symbols,
        Symbol("harbor", "Harbor", flag=True, on=_DRY),
        Symbol("shipyard", "Shipyard", flag=True, on=_DRY),
        Symbol("temple", "Temple", flag=True, on=_DRY),
        Symbol("pirates", "Pirates", flag=True, on=("river",)),
    ),
)
