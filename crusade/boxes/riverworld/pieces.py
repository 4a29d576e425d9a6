"""The pieces of River World: Pirate ships and the Caravel (`riverworld.md W1, W16, W21`)."""

from __future__ import annotations

from typing import Final

from crusade.boxes.riverworld import facts
from crusade.rules.labels import Label
from crusade.rules.library import Piece

SHIP: Final = Piece(
    "ship",
    Label("Pirate ship"),
    limit=facts.SHIPS,
    defence=facts.SHIP_DEFENCE,
    stays=True,
    chased=True,
    picture="ship",
    placed=Label("A Pirate ship lies on {region}."),
    removed=Label("{region} is free of its Pirate ship."),
)
CARAVEL: Final = Piece(
    "caravel",
    Label("Caravel"),
    limit=1,
    stays=True,
    picture="caravel",
)

PIECES: Final = (SHIP, CARAVEL)
