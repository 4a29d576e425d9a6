"""Who pays a coin for an Active token beside a Region (`underground.md UP25, UC8`)."""

from __future__ import annotations

from crusade.rules.ids import ACTIVE_OF, OWNER, TRIBES
from crusade.rules.state import State


def payers(s: State, slot: int, mask: int) -> list[int]:
    """The seats that pay the race in ``slot`` a coin for the Regions ``mask``: each opponent with
    an Active token across a border and a coin to pay with, once. Immune Regions know no enemy.
    """
    near = s.board.near[mask] & ~s.safe
    return [
        seat
        for seat in (*range(s.setup.seats), TRIBES)
        if seat != OWNER[slot] and s.coins[seat] > 0 and s.held[ACTIVE_OF[seat]] & near
    ]
