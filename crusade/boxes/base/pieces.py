"""The pieces of the base game: what each adds, whom it protects, how many there are (`base.md
S10, K1, K3, L6, N3, X4`).
"""

from __future__ import annotations

from typing import Final

from crusade.rules.labels import Label
from crusade.rules.library import Piece

FORTRESS: Final = Piece(
    "fortress",
    Label("Fortress"),
    limit=6,
    defence=1,
    outlasts_decline=True,
    source="Fortified",
    picture="fortress",
    placed=Label("A Fortress was built in {region}."),
    removed=Label("The Fortress in {region} fell."),
)
LAIR: Final = Piece(
    "lair",
    Label("Troll's Lair"),
    limit=10,
    defence=1,
    outlasts_decline=True,
    alone=True,
    everywhere=True,
    source="Trolls",
    picture="lair",
    removed=Label("The Troll's Lair in {region} is gone."),
)
HOLE: Final = Piece(
    "hole",
    Label("Hole"),
    limit=2,
    immune=True,
    alone=True,
    source="Halflings",
    picture="hole",
    placed=Label("A Hole makes {region} safe."),
    removed=Label("The Hole in {region} is gone."),
    safe=Label("A Hole keeps {race:of} Region safe."),
)
HERO: Final = Piece(
    "hero",
    Label("Hero"),
    limit=2,
    immune=True,
    alone=True,
    source="Heroic",
    picture="hero",
    placed=Label("A Hero makes {region} safe."),
    removed=Label("A Hero left {region}."),
    safe=Label("A Hero keeps {race:of} Region safe."),
)
DRAGON: Final = Piece(
    "dragon",
    Label("Dragon"),
    limit=1,
    immune=True,
    alone=True,
    source="Dragon Master",
    picture="dragon",
    placed=Label("The Dragon makes {region} safe."),
    removed=Label("The Dragon left {region}."),
    safe=Label("The Dragon keeps {race:of} Region safe."),
)
ENCAMPMENT: Final = Piece(
    "encampments",
    Label("{count} Encampment", many="{count} Encampments"),
    limit=5,
    defence=1,
    stacks=True,
    alone=True,
    source="Bivouacking",
    picture="encampment",
    spread=Label(
        "{who} pitched the Encampments: {stand}.", you="You pitched the Encampments: {stand}."
    ),
)

PIECES: Final = (FORTRESS, LAIR, HOLE, HERO, DRAGON, ENCAMPMENT)
