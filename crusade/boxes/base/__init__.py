"""The base game: 14 Races, 20 Special Powers, their pieces, the land."""

from __future__ import annotations

from typing import Final

from crusade.boxes.base.land import LAND
from crusade.boxes.base.pieces import PIECES
from crusade.boxes.base.powers import POWERS
from crusade.boxes.base.races import RACES
from crusade.rules.labels import Label
from crusade.rules.library import Box

BOX: Final = Box(
    id="base",
    title=Label("Base game"),
    edition=2,
    land=LAND,
    races=RACES,
    powers=POWERS,
    pieces=PIECES,
)
