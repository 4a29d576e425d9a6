"""Cards that change how Regions are conquered."""

from __future__ import annotations

from typing import Final

from crusade.rules.questions import Card

CONQUESTS: Final[tuple[Card, ...]] = ()
