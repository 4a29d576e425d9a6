"""A Race and its Special Power on one board, compiled: tables and the hooks they really have."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from ..board import Board
from ..ids import NONE
from ..moves import PLAIN
from .base import Ability, Discount, Income, overridden
from .powers import POWERS
from .races import RACES, Race

if TYPE_CHECKING:
    from ..events import Event
    from ..state import State

Moment = Callable[["State", int], None]
Count = Callable[["State", int], int]


class Combo:
    """What a combo answers on a board, Race first, then power; read-only.

    ``cheaper[r]`` is the sum of the static discounts in tokens, ``entry`` and ``takes`` are masks,
    ``coins`` pairs (mask, text) of one extra coin per Region, ``coin_masks`` the masks alone for
    the
    hot path. The tuples of hooks hold only what is overridden. A combo In Decline keeps only what
    outlasts the decline.
    """

    __slots__ = (
        "abilities",
        "cheaper",
        "cheaper_why",
        "coin_masks",
        "coins",
        "conquered",
        "counts_in_decline",
        "declines_after_scoring",
        "discounts",
        "discounts_why",
        "entry",
        "fights_in_decline",
        "gains",
        "income",
        "keeps_tokens",
        "links",
        "lost",
        "picked",
        "race",
        "reach",
        "readied",
        "rolls_first",
        "scored",
        "set_aside",
        "steps",
        "takes",
        "turn_began",
        "ways",
    )

    def __init__(self, board: Board, abilities: tuple[Ability, ...], declined: bool) -> None:
        self.abilities = abilities
        race = abilities[0] if abilities else None
        self.race: Race | None = race if isinstance(race, Race) else None
        live = () if declined else abilities
        cheaper = [0] * board.n
        why: list[tuple[int, str]] = []
        entry = board.entry
        takes = board.land
        coins: list[tuple[int, str]] = []
        for ability in live:
            mask = ability.cheaper(board)
            if mask:
                why.append((mask, ability.discount_text))
                for r in range(board.n):
                    cheaper[r] += mask >> r & 1
            entry |= ability.entry(board)
            takes |= ability.takes(board)
            mask = ability.coins(board)
            if mask:
                coins.append((mask, ability.coin_text))
        if declined:
            for ability in abilities:
                mask = ability.coins_in_decline(board)
                if mask:
                    coins.append((mask, ability.coin_text))
        self.cheaper = tuple(cheaper)
        self.cheaper_why = tuple(why)
        self.entry = entry
        self.takes = takes
        self.coins = tuple(coins)
        self.coin_masks = tuple(mask for mask, _ in coins)
        # A board that gives an ability no Region to speak of makes the coin list longer for
        # nothing.

        def hooks(name: str) -> tuple[Ability, ...]:
            return tuple(ability for ability in live if overridden(ability, name))

        self.reach = tuple(a.reach for a in hooks("reach"))
        # What links two Regions as neighbours would, for abilities that ask who is adjacent. A
        # reach that is the same wherever the race stands is no adjacency.
        self.links = tuple(a.reach for a in hooks("reach") if not a.reach(board, 0))
        discounting = hooks("discount")
        self.discounts: tuple[Discount, ...] = tuple(a.discount for a in discounting)
        self.discounts_why = tuple((a.discount, a.discount_text) for a in discounting)
        self.income: tuple[Income, ...] = tuple(a.income for a in hooks("income"))
        self.picked: tuple[Moment, ...] = tuple(a.picked for a in hooks("picked"))
        self.turn_began: tuple[Moment, ...] = tuple(a.turn_began for a in hooks("turn_began"))
        self.readied: tuple[Count, ...] = tuple(a.readied for a in hooks("readied"))
        self.conquered: tuple[Callable[[State, int, int, list[Event] | None], None], ...] = tuple(
            a.conquered for a in hooks("conquered")
        )
        self.gains: tuple[tuple[Count, str], ...] = tuple((a.gains, a.name) for a in hooks("gains"))
        self.scored: tuple[Moment, ...] = tuple(a.scored for a in hooks("scored"))
        self.set_aside: tuple[Count, ...] = tuple(a.set_aside for a in hooks("set_aside"))
        self.steps = tuple(step for a in live for step in a.steps)
        self.ways = tuple(a.way for a in live if a.way != PLAIN and not a.keeps_tokens_in_decline)
        self.rolls_first = any(a.rolls_first for a in live)
        self.lost = min((a.lost_when_conquered for a in live), default=1)
        self.declines_after_scoring = any(a.declines_after_scoring for a in live)
        self.keeps_tokens = any(a.keeps_tokens_in_decline for a in abilities)
        self.fights_in_decline = declined and self.keeps_tokens
        self.counts_in_decline = all(a.counts_in_decline for a in abilities)


def combo_of(board: Board, banner: int, badge: int, declined: bool = False) -> Combo:
    """The compiled combo of a banner and a badge (NONE for none) on ``board``; made once."""
    key = (banner, badge, declined)
    found = board.cache.get(key)
    if isinstance(found, Combo):
        return found
    abilities: tuple[Ability, ...] = ()
    if banner != NONE:
        abilities += (RACES[banner],)
    if badge != NONE:
        abilities += (POWERS[badge],)
    made = Combo(board, abilities, declined)
    board.cache[key] = made
    return made
