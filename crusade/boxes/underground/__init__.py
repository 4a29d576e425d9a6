"""Small World Underground: 15 Races, 21 Special Powers, 9 Places, 6 Relics, their pieces, the land.

It is played alone, without the Races and powers of other boxes (`underground.md`).
"""

from __future__ import annotations

from typing import Final

from crusade.boxes.underground.discovery import UNFOUND
from crusade.boxes.underground.land import LAND
from crusade.boxes.underground.monsters import PlaceOrRelic
from crusade.boxes.underground.pieces import PIECES
from crusade.boxes.underground.places import PLACES
from crusade.boxes.underground.powers import POWERS
from crusade.boxes.underground.races import RACES
from crusade.boxes.underground.relics import RELICS
from crusade.rules.labels import Label
from crusade.rules.library import Box, Folk

ALL_PIECES: Final = (*PLACES, *RELICS, *PIECES, UNFOUND)
BOX: Final = Box(
    id="underground",
    title=Label("Underground"),
    edition=1,
    land=LAND,
    races=RACES,
    powers=POWERS,
    boons=tuple(piece.brings for piece in ALL_PIECES if piece.brings is not None),
    pieces=ALL_PIECES,
    rungs=(PlaceOrRelic(),),
    folk=Folk(
        "monsters",
        Label("{count} Monster token", many="{count} Monster tokens"),
        Label("Monsters"),
        Label("the Monsters", context="who"),
        in_box=14,
    ),
    place=1,
    brief=Label(
        "Deep below **Monsters** take the part of the Lost Tribes. Two stand on each of their "
        "Regions, beside a **Place** or a **Relic** that serves whoever takes it. Rivers are "
        "crossed, not held; nobody enters a chasm."
    ),
)
