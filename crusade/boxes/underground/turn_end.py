"""What is asked at the turn's end, in its order: after the redeployment and before the scoring; who
was driven out redeploys after that (`underground.md A10, UP20`).

A thing takes part by bringing a decision among its `steps` that has its place from here as its
`order`. The decisions of a race's banner, badge, Places, Relics and of the badge in Stonehedge are
asked in this order, whatever brings them. `needed` says whether it is asked: it is not where
nothing can be chosen, and a single outcome is brought about there. The Active race alone is asked,
unless its source `lasts` in "steps": then whoever holds it In Decline is asked too, and in the turn
of a decline it is asked as well.
"""

from __future__ import annotations

from typing import Final

ARMORS: Final = 10
QUEEN: Final = 20
GHOST: Final = 30
RING: Final = 40
SCEPTER: Final = 50
BAG: Final = 60
ALTAR: Final = 70
