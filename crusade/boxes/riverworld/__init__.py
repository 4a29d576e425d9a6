"""River World: rivers, harbors, Pirate ships, the Shipyard with its Caravel, the Temple of the
Seer, and a row of event markers.

It is played with the Races and powers of the base game (`riverworld.md W1, W2`).
"""

from __future__ import annotations

from typing import Final

from crusade.boxes.base import pieces as base
from crusade.boxes.base.powers import POWERS, Flying
from crusade.boxes.base.races import RACES
from crusade.boxes.riverworld.land import LAND
from crusade.boxes.riverworld.markers import EVENT_MARKERS
from crusade.boxes.riverworld.pieces import PIECES
from crusade.boxes.riverworld.rivers import VARIANTS
from crusade.boxes.riverworld.tribes import FERRY, RUNGS
from crusade.rules.labels import Label
from crusade.rules.library import Box

BOX: Final = Box(
    id="riverworld",
    title=Label("River World"),
    edition=1,
    land=LAND,
    races=RACES,
    powers=tuple(power for power in POWERS if not isinstance(power, Flying)),  # `W2`
    variants=VARIANTS,
    pieces=(*base.PIECES, *PIECES),
    event_markers=EVENT_MARKERS,
    rungs=RUNGS,
    ferry=FERRY,
    brief=Label(
        "**Rivers** are crossed, not held, and Pirate ships lie on them. **Harbors** pay 1, 2, 3 "
        "coins and so on, the Shipyard sails a Caravel, the Temple foresees what the next "
        "**event marker** brings."
    ),
    place=2,
)
