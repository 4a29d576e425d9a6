"""The terrains and symbols of Underground (`underground.md US1, UC2 to UC4`)."""

from __future__ import annotations

from typing import Final

from crusade.rules.board import CHASM, RIVER, Land, Symbol, Terrain

_DRY: Final = ("mine", "mushroom_forest", "mystic_crystal", "mudpool", "black_mountain")
LAND: Final = Land(
    terrains=(
        Terrain("mine", "Mine"),
        Terrain("mushroom_forest", "Mushroom Forest"),
        Terrain("mystic_crystal", "Mystic Crystal"),
        Terrain("mudpool", "Mudpool"),
        Terrain("black_mountain", "Black Mountain", adds=1),
        Terrain("river", "River", kind=RIVER, price=1, phrase="A River"),
        Terrain("abysmal_chasm", "Abysmal Chasm", kind=CHASM, phrase="An Abysmal Chasm"),
    ),
    symbols=(
        Symbol("volcano", "Volcano", flag=True, on=("abysmal_chasm",)),
        Symbol("monsters", "Monsters", flag=True, on=_DRY, tribes=2),
    ),
)
