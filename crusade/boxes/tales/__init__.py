"""The event cards of Tales & Legends: themes, strengths, and what each card does."""

from __future__ import annotations

from typing import Final

from crusade.boxes.tales.auctions import AUCTIONS
from crusade.boxes.tales.conquests import CONQUESTS
from crusade.boxes.tales.pieces import PIECES
from crusade.boxes.tales.rights import RIGHTS
from crusade.boxes.tales.simple import SIMPLE
from crusade.boxes.tales.themes import STRENGTHS, THEMES
from crusade.boxes.tales.tokens import TOKENS
from crusade.rules.labels import Label
from crusade.rules.library import Box

BOX: Final = Box(
    id="tales",
    title=Label("Tales & Legends"),
    edition=1,
    cards=tuple(sorted((*SIMPLE, *TOKENS, *AUCTIONS, *CONQUESTS), key=lambda card: card.name)),
    boons=RIGHTS,
    pieces=PIECES,
    themes=THEMES,
    strengths=STRENGTHS,
)
