"""Coins that change hands outside a scoring."""

from __future__ import annotations

from crusade.rules import State
from crusade.rules.events import CoinsPaid
from crusade.rules.questions import Events, Source


def pay(s: State, seat: int, coins: int, source: Source, events: Events | None) -> None:
    """``seat`` gets ``coins`` (negative: gives them) because of ``source``."""
    s.coins[seat] += coins
    if events is not None and coins:
        events.append(CoinsPaid(seat, coins, source.name, s.coins[seat]))
