"""The terrains and symbols of the base game (`base.md S6, K1, K5`)."""

from __future__ import annotations

from typing import Final

from crusade.rules.board import WATER, Land, Symbol, Terrain

DRY: Final = ("farmland", "forest", "hill", "swamp", "mountain")
"""The terrains on which Lost Tribes can start."""
LAND: Final = Land(
    terrains=(
        Terrain("farmland", "Farmland"),
        Terrain("forest", "Forest"),
        Terrain("hill", "Hill"),
        Terrain("swamp", "Swamp"),
        Terrain("mountain", "Mountain", adds=1),
        Terrain("sea", "Sea", kind=WATER, open_water=True, phrase="A Sea"),
        Terrain("lake", "Lake", kind=WATER, phrase="The Lake"),
    ),
    symbols=(
        Symbol("mine", "Mine"),
        Symbol("magic", "Magic"),
        Symbol("cavern", "Cavern"),
        Symbol("lost_tribe", "Lost Tribe", flag=True, on=DRY, tribes=1),
    ),
)
