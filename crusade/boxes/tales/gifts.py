"""Cards whose coins lie on Regions and pay whoever holds them (`events.md E7`)."""

from __future__ import annotations

from typing import Final

from crusade.rules.questions import Card

GIFTS: Final[tuple[Card, ...]] = ()
