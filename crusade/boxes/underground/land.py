"""The terrains and symbols of Underground (`underground.md US1, UC2 to UC4`), and what they count
as for that which speaks of the base game's ("Mixing with the base game").
"""

from __future__ import annotations

from typing import Final

from crusade.rules.board import CHASM, RIVER, Land, Symbol, Terrain
from crusade.texts import N_

_DRY: Final = ("mine", "mushroom_forest", "mystic_crystal", "mudpool", "black_mountain")
LAND: Final = Land(
    terrains=(
        Terrain("mine", "Mine"),
        Terrain("mushroom_forest", "Mushroom Forest", equals=("forest",)),
        Terrain("mystic_crystal", "Mystic Crystal", equals=("magic",)),
        Terrain("mudpool", "Mudpool", equals=("swamp",)),
        Terrain("black_mountain", "Black Mountain", adds=1, equals=("mountain",)),
        Terrain(
            "river",
            "River",
            kind=RIVER,
            price=1,
            shore=True,
            phrase="A River",
            equals=("sea", "lake"),
        ),
        Terrain("abysmal_chasm", "Abysmal Chasm", kind=CHASM, phrase="An Abysmal Chasm"),
    ),
    symbols=(
        Symbol(
            "volcano",
            "Volcano",
            flag=True,
            on=("abysmal_chasm",),
            text=N_("The Flames, when they are picked, light their Volcano in a chasm like this."),
        ),
        Symbol(
            "monsters",
            "Monsters",
            flag=True,
            on=_DRY,
            tribes=2,
            text=N_("2 Monsters began here, with a Place or a Relic."),
        ),
    ),
)
