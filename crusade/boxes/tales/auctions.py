"""Cards that are auctioned (`events.md D6, G3, E6`)."""

from __future__ import annotations

from typing import Final

from crusade.rules.questions import Card

AUCTIONS: Final[tuple[Card, ...]] = ()
