"""Races and Special Powers: small definitions that answer the engine's questions."""

from __future__ import annotations

from .base import Ability
from .combo import Combo, combo_of
from .powers import POWERS, Power
from .races import RACES, Race

RACE_NAMES: tuple[str, ...] = tuple(race.name for race in RACES)
POWER_NAMES: tuple[str, ...] = tuple(power.name for power in POWERS)
RACE_INDEX: dict[str, int] = {name: i for i, name in enumerate(RACE_NAMES)}
POWER_INDEX: dict[str, int] = {name: i for i, name in enumerate(POWER_NAMES)}

for _ability in RACES + POWERS:
    if not (_ability.name and _ability.text and _ability.declined and _ability.rule):
        raise AssertionError(f"{type(_ability).__name__} lacks its name, texts or rule")
if len(RACE_INDEX) != len(RACES) or len(POWER_INDEX) != len(POWERS):
    raise AssertionError("two Races or two Special Powers share a name")

__all__ = [
    "POWERS",
    "POWER_INDEX",
    "POWER_NAMES",
    "RACES",
    "RACE_INDEX",
    "RACE_NAMES",
    "Ability",
    "Combo",
    "Power",
    "Race",
    "combo_of",
]
