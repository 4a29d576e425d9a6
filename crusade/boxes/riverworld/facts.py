"""Numbers of the printed box. Where no source gave them they are proposals (`riverworld.md`, P and
Gaps): a correction is a line here.
"""

from __future__ import annotations

from typing import Final

RIVER_PRICE: Final = 1
"""Tokens that a River Region costs when nothing stands there (`W7`), ..."""
STORM_PRICE: Final = 3
"""... and in a Storm (`W27`)."""
SHIPS: Final = 12
"""Pirate ships in the box (`W1`)."""
SHIP_DEFENCE: Final = 1
"""Tokens that a ship adds to the cost of its River Region (`W21`)."""
# How many event markers there are of each kind, eleven in all (`W30`, P).
PIRATES: Final = 4
STORMS: Final = 3
FREEZINGS: Final = 2
CALMS: Final = 2
