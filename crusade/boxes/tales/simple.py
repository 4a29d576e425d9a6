"""Cards that change prices, terrain, or coins, and nothing else."""

from __future__ import annotations

from typing import Final

from crusade.rules.questions import Card

SIMPLE: Final[tuple[Card, ...]] = ()
