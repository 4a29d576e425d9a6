"""Cards that cost or bring tokens, Regions or whole races."""

from __future__ import annotations

from typing import Final

from crusade.rules.questions import Card

TOKENS: Final[tuple[Card, ...]] = ()
