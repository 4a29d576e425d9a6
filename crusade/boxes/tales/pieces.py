"""What cards lay on Regions: coins, which pay whoever holds the Region (`events.md E7`)."""

from __future__ import annotations

from typing import Final

from crusade.rules.labels import Label
from crusade.rules.library import Piece

GIFT: Final = Piece(
    "coin",
    Label("{count} coin from the sky", many="{count} coins from the sky"),
    limit=24,
    stacks=True,
    stays=True,
    pays=1,
    picture="coin",
    placed=Label("A coin from the sky lies in {region}."),
)
"""One of each player's turn of one round: six a round, and the card may come up again."""
TREASURE: Final = Piece(
    "treasure",
    Label("Lost treasure"),
    limit=24,
    stays=True,
    pays=1,
    picture="treasure",
    placed=Label("A treasure lies in {region}."),
    removed=Label("The treasure in {region} is gone."),
)

PIECES: Final[tuple[Piece, ...]] = (GIFT, TREASURE)
