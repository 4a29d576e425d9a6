"""The pieces of River World: Pirate ships and the Caravel (`riverworld.md W1, W16, W21`)."""

from __future__ import annotations

from typing import Final

from crusade.boxes.riverworld import facts
from crusade.rules.labels import Label
from crusade.rules.library import Piece
from crusade.texts import N_

SHIP: Final = Piece(
    "ship",
    Label("Pirate ship"),
    limit=facts.SHIPS,
    defence=facts.SHIP_DEFENCE,
    stays=True,
    chased=True,
    picture="ship",
    text=N_(
        "Its River costs 1 token more, and each Region beside it yields 1 coin less. Whoever takes "
        "the River drives it off."
    ),
    placed=Label("A Pirate ship lies on {region}."),
    removed=Label("{region} is free of its Pirate ship."),
)
CARAVEL: Final = Piece(
    "caravel",
    Label("Caravel"),
    limit=1,
    stays=True,
    picture="caravel",
    text=N_(
        "It sails for whoever holds the Shipyard; what borders its River is in reach for the rest "
        "of that turn."
    ),
)

PIECES: Final = (SHIP, CARAVEL)
