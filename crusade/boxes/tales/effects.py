"""The effect words: the small vocabulary in which the simple cards are written.

Each word is a class that answers a few of the engine's questions and takes its parameters from the
card. A card puts words together by naming them among its bases; words that answer the same question
add up. Cards of one's own (`own.py`) are made of the very same words.
"""

from __future__ import annotations

from typing import ClassVar

from crusade.boxes.tales.losses import Discard, TribesLose
from crusade.boxes.tales.pieces import TREASURE
from crusade.rules import markers
from crusade.rules.board import Board, bits
from crusade.rules.events import Told
from crusade.rules.ids import (
    ACTIVE_OF,
    CONQUERED,
    EARNED,
    EMPTY,
    IS_ACTIVE,
    OF_SEAT,
    OWNER,
    SHOWN,
    TRIBES,
    TRIBES_SLOT,
)
from crusade.rules.labels import PERSON, SOURCE, Label, Term
from crusade.rules.loss import Loss
from crusade.rules.pieces import gain, pay
from crusade.rules.questions import Card, Events, Items, Power, Race, Source
from crusade.rules.refusals import Refusal
from crusade.rules.scoring import earnings, held_by
from crusade.rules.state import State

# ---------------------------------------------------------------- where
COAST = "coast"
LAKESIDE = "lakeside"
EDGE = "edge"
EVERYWHERE = "everywhere"
AREAS = (COAST, LAKESIDE, EDGE, EVERYWHERE)
"""Words for Regions besides those for terrains and symbols: land by any water, the Lake and what
touches it, the edge of the board, and all Regions."""
LAKE = "lake"


def area(board: Board, words: tuple[str, ...]) -> int:
    """Mask of the Regions of ``board`` that any of these words means: a terrain, a symbol, or one
    of `AREAS`.
    """
    lake = board.mask_of(LAKE)
    special = {
        COAST: board.coast,
        LAKESIDE: lake | board.around(lake),
        EDGE: board.edge,
        EVERYWHERE: board.all,
    }
    mask = 0
    for word in words:
        mask |= special[word] if word in special else board.mask_of(word)
    return mask


def _named(words: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
    """The terrains and symbols that these words ask of a land, for `Card.speaks_of`: none where one
    of the words means Regions that every land has.
    """
    meant = {COAST: ("sea", LAKE, "river"), LAKESIDE: (LAKE,)}
    if not words or EDGE in words or EVERYWHERE in words:
        return ()
    return (tuple(one for word in words for one in meant.get(word, (word,))),)


# ---------------------------------------------------------------- the words
class Effect(Card):
    """A card, or a word of one. What a sum says of it is its name."""

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        if cls.name:
            cls.coin_text = cls.discount_text = Label("{source}", source=Term(SOURCE, cls.name))

    @property
    def label(self) -> Label:
        """How a sum names what the card adds or takes."""
        return self.coin_text


class LandPays(Effect):
    """Every Region of ``pays`` earns its holder ``coins_each`` more, Active or In Decline
    (`events.md D8`).
    """

    pays: ClassVar[tuple[str, ...]] = ()

    def speaks_of(self) -> tuple[tuple[str, ...], ...]:
        return (*super().speaks_of(), *_named(self.pays))

    def coins(self, board: Board) -> int:
        return area(board, self.pays)


class LandPaysLess(Effect):
    """Every Region of ``pays_less`` yields 1 coin less in all, never below 0 (`events.md E10`)."""

    pays_less: ClassVar[tuple[str, ...]] = ()

    def speaks_of(self) -> tuple[tuple[str, ...], ...]:
        return (*super().speaks_of(), *_named(self.pays_less))

    def poorer(self, board: Board) -> int:
        return area(board, self.pays_less)


class ClosedLand(Effect):
    """No Region of ``closed`` can be conquered."""

    closed: ClassVar[tuple[str, ...]] = ()

    def speaks_of(self) -> tuple[tuple[str, ...], ...]:
        return (*super().speaks_of(), *_named(self.closed))

    def bars(self, s: State, slot: int) -> int:
        return super().bars(s, slot) | area(s.board, self.closed)

    def why_barred(self, s: State, slot: int, r: int) -> Refusal | None:
        if not area(s.board, self.closed) >> r & 1:
            return super().why_barred(s, slot, r)
        return Refusal(
            "closed-land",
            "{source} is in force: nobody conquers this Region this round.",
            self.rule,
            source=Term(SOURCE, self.name),
        )


class DearerLand(Effect):
    """A conquest in any Region of ``dearer`` costs 1 token more (`events.md D10, E18`)."""

    dearer_in: ClassVar[tuple[str, ...]] = ()

    def speaks_of(self) -> tuple[tuple[str, ...], ...]:
        return (*super().speaks_of(), *_named(self.dearer_in))

    def dearer(self, board: Board) -> int:
        return area(board, self.dearer_in)


class CheaperLand(Effect):
    """A conquest in any Region of ``cheaper_in`` costs 1 token fewer, but at least 1."""

    cheaper_in: ClassVar[tuple[str, ...]] = ()

    def speaks_of(self) -> tuple[tuple[str, ...], ...]:
        return (*super().speaks_of(), *_named(self.cheaper_in))

    def cheaper(self, board: Board) -> int:
        return area(board, self.cheaper_in)


class CheaperFromTheRight(Effect):
    """Regions of the Active race of whoever sits to the right cost 1 token fewer (`events.md
    E18`).
    """

    def discount(self, s: State, slot: int, r: int) -> int:
        victim = s.occ[r]
        less = IS_ACTIVE[victim] and OWNER[victim] == right_of(s, OWNER[slot])
        return super().discount(s, slot, r) + int(less)


def sides(s: State) -> tuple[int, ...]:
    """All who play, in the order in which they sit: the persons, in a Crusade then the Lost Tribes
    (`events.md E9, E18`).
    """
    seats = tuple(range(s.setup.seats))
    return (*seats, TRIBES) if s.setup.crusade else seats


def right_of(s: State, seat: int) -> int:
    """Who sits to the right of ``seat``: the seat before it, the Lost Tribes after the persons."""
    seats = sides(s)
    return seats[seats.index(seat) - 1]


class Times(Effect):
    """What Active races and races In Decline earn counts so many times: 0, 1 or 2 (`events.md
    E10`).
    """

    active_times: ClassVar[int] = 1
    declined_times: ClassVar[int] = 1

    def times(self, declined: bool) -> int:
        return self.declined_times if declined else self.active_times


class Halved(Effect):
    """Each scoring pays half of its whole sum, rounded up (`events.md 40, E10`)."""

    def total(self, s: State, seat: int, coins: int, items: Items | None) -> int:
        coins = super().total(s, seat, coins, items)
        half = (coins + 1) // 2
        if items is not None and half != coins:
            items.append((self.label, half - coins, 0))
        return half


class PaidConquests(Effect):
    """Each Region conquered this turn and still held at the scoring pays 1 coin (`events.md E11`).

    Nothing of it belongs to a Region's worth: it is paid for the conquest (`E8`).
    """

    TAKEN: ClassVar[str] = "taken"

    def conquered(self, s: State, slot: int, r: int, won: Loss, events: Events | None) -> None:
        super().conquered(s, slot, r, won, events)
        s.remember(self, EMPTY, s.recall(self, EMPTY, self.TAKEN) | 1 << r, self.TAKEN)

    def income(self, s: State, slot: int, held: int, items: Items | None) -> int:
        more = super().income(s, slot, held, items)
        if OWNER[slot] != s.seat:
            return more
        taken = s.recall(self, EMPTY, self.TAKEN) & s.held[slot]
        if taken and items is not None:
            items.append((self.PAID.given(source=Term(SOURCE, self.name)), taken.bit_count(), 0))
        return more + taken.bit_count()

    PAID: ClassVar[Label] = Label("Regions conquered ({source})")

    def prize(self, s: State, slot: int, r: int) -> int:
        return super().prize(s, slot, r) + (not s.recall(self, EMPTY, self.TAKEN) >> r & 1)

    def scored(self, s: State, slot: int, events: Events | None) -> None:
        super().scored(s, slot, events)
        s.remember(self, EMPTY, 0, self.TAKEN)


class PaidDecline(Effect):
    """Who puts his race In Decline gets ``for_declining`` coins at once (`events.md 54`)."""

    for_declining: ClassVar[int] = 3

    def declines(self, s: State, slot: int, events: Events | None) -> None:
        super().declines(s, slot, events)
        pay(s, OWNER[slot], self.for_declining, self, events)


class NoDecline(Effect):
    """No race goes In Decline (`events.md 17, E44`)."""

    def forbids_decline(self, s: State, slot: int) -> Refusal | None:
        return Refusal(
            "decline-forbidden",
            "{source} is in force: no race goes In Decline this round.",
            self.rule,
            source=Term(SOURCE, self.name),
        )


ALL = "all"
DECLINED = "declined"


class Silence(Effect):
    """Races or Special Powers say nothing: `ALL` of them, or only those `DECLINED` (`events.md
    D9`).
    """

    silent_races: ClassVar[str] = ""
    silent_powers: ClassVar[str] = ""

    def silences(self, other: Source, declined: bool) -> bool:
        which = ""
        if isinstance(other, Race):
            which = self.silent_races
        elif isinstance(other, Power):
            which = self.silent_powers
        here = which == ALL or (which == DECLINED and declined)
        return here or super().silences(other, declined)


class NewTokens(Effect):
    """When the round begins each Active race gets ``new_tokens`` from its tray, in hand (`events.md
    E42`). The Lost Tribes never win tokens (`G2`).
    """

    new_tokens: ClassVar[int] = 1

    def round_began(self, s: State, slot: int, events: Events | None) -> None:
        super().round_began(s, slot, events)
        for seat in s.order:
            if seat != TRIBES and s.combo[ACTIVE_OF[seat]] is not None:
                gain(s, ACTIVE_OF[seat], self.new_tokens, self.name, events)


class ShownCoins(Effect):
    """When the round begins everybody's coins are announced (`events.md E42`)."""

    HAS: ClassVar[Label] = Label("{coins} in the purse of {who}.", you="{coins} in your purse.")
    COINS: ClassVar[Label] = Label("{count} coin", many="{count} coins")

    def round_began(self, s: State, slot: int, events: Events | None) -> None:
        super().round_began(s, slot, events)
        for seat in sides(s):
            coins = s.coins[seat]
            s.memory[OF_SEAT[seat], SHOWN] = coins + 1
            if events is not None:
                shown = self.HAS.given(who=Term(PERSON, seat), coins=self.COINS.given(count=coins))
                events.append(Told(self.name, shown))


class LostTokens(Effect):
    """When the round begins everybody gives up ``lost_tokens`` Active tokens of his choice, the
    Lost Tribes from their largest stacks (`events.md E4, E5`).
    """

    lost_tokens: ClassVar[int] = 1

    def __init__(self) -> None:
        super().__init__()
        tribes = TribesLose(self)
        self.round_asks = (Discard(self, self.lost_tokens, tribes),)
        self.sequels = (tribes,)


class Treasures(Effect):
    """A coin lies on every Region that the Lost Tribes hold when the round begins, until it ends
    (`events.md 24, E7, E40`).
    """

    def round_began(self, s: State, slot: int, events: Events | None) -> None:
        super().round_began(s, slot, events)
        where = s.held[TRIBES_SLOT]
        if s.setup.crusade:
            where &= s.board.lost_tribe
        for r in bits(where):
            markers.put(s, TREASURE, r, events)

    def round_ended(self, s: State, slot: int, events: Events | None) -> None:
        super().round_ended(s, slot, events)
        for r in bits(s.where(TREASURE)):
            markers.take(s, TREASURE, r, events)


# ---------------------------------------------------------------- what the end of a round pays
def _named_coins(card: Effect, coins: int, items: Items | None) -> int:
    """These ``coins``, named in a sum as the card's."""
    if coins and items is not None:
        items.append((card.label, coins, 0))
    return coins


class PaidIdleness(Effect):
    """At the end of the round whoever has conquered nothing in it gets ``for_idleness`` coins
    (`events.md 38, E9`).
    """

    for_idleness: ClassVar[int] = 3

    def round_ended(self, s: State, slot: int, events: Events | None) -> None:
        super().round_ended(s, slot, events)
        for seat in sides(s):
            coins = self._for_idleness(s, seat)
            if coins:
                pay(s, seat, coins, self, events)

    def outlook(self, s: State, seat: int, items: Items | None) -> int:
        more = super().outlook(s, seat, items)
        return more + _named_coins(self, self._for_idleness(s, seat), items)

    def _for_idleness(self, s: State, seat: int) -> int:
        """What ``seat`` gets for what it has conquered so far: all, or nothing."""
        return 0 if s.memory.get((OF_SEAT[seat], CONQUERED), 0) else self.for_idleness


class PaidMostRegions(Effect):
    """At the end of the round most Regions are worth ``for_most_regions`` coins, half of it to each
    where several hold as many (`events.md 29, E9`).
    """

    for_most_regions: ClassVar[int] = 2

    def round_ended(self, s: State, slot: int, events: Events | None) -> None:
        super().round_ended(s, slot, events)
        for seat, coins in self._for_regions(s).items():
            pay(s, seat, coins, self, events)

    def outlook(self, s: State, seat: int, items: Items | None) -> int:
        more = super().outlook(s, seat, items)
        return more + _named_coins(self, self._for_regions(s).get(seat, 0), items)

    def _for_regions(self, s: State) -> dict[int, int]:
        """What everybody who holds most Regions now gets for them."""
        regions = {seat: held_by(s, seat).bit_count() for seat in sides(s)}
        most = max(regions.values())
        if not most:
            return {}
        first = [seat for seat in regions if regions[seat] == most]
        coins = self.for_most_regions if len(first) == 1 else self.for_most_regions // 2
        return dict.fromkeys(first, coins)


class RichestTakes(Effect):
    """At the end of the round whoever's scorings earned most takes ``taken_from_each`` from each of
    the others, as far as they have it; in a tie nobody does (`events.md 18, E9, D12`).
    """

    taken_from_each: ClassVar[int] = 1

    def round_ended(self, s: State, slot: int, events: Events | None) -> None:
        super().round_ended(s, slot, events)
        earned = {seat: s.memory.get((OF_SEAT[seat], EARNED), 0) for seat in sides(s)}
        for seat, coins in self._taken(s, earned).items():
            pay(s, seat, coins, self, events)

    def outlook(self, s: State, seat: int, items: Items | None) -> int:
        more = super().outlook(s, seat, items)
        earned = {}
        passed = s.order.index(s.seat)
        for side in sides(s):
            earned[side] = s.memory.get((OF_SEAT[side], EARNED), 0)
            place = s.order.index(side)
            # Whoever has scored something has had his turn, or it is about to pass.
            if place > passed or (place == passed and not earned[side]):
                earned[side] += earnings(s, side)
        return more + _named_coins(self, self._taken(s, earned).get(seat, 0), items)

    def _taken(self, s: State, earned: dict[int, int]) -> dict[int, int]:
        """What everybody pays, and whoever has ``earned`` most takes, the latter last."""
        most = max(earned.values())
        first = [seat for seat in earned if earned[seat] == most]
        if len(first) > 1:
            return {}
        paid = {
            seat: -min(self.taken_from_each, s.coins[seat]) for seat in earned if seat != first[0]
        }
        return {**paid, first[0]: -sum(paid.values())}


__all__ = [
    "ALL",
    "AREAS",
    "DECLINED",
    "CheaperFromTheRight",
    "CheaperLand",
    "ClosedLand",
    "DearerLand",
    "Effect",
    "Halved",
    "LandPays",
    "LandPaysLess",
    "LostTokens",
    "NewTokens",
    "NoDecline",
    "PaidConquests",
    "PaidDecline",
    "PaidIdleness",
    "PaidMostRegions",
    "RichestTakes",
    "ShownCoins",
    "Silence",
    "Times",
    "Treasures",
    "area",
    "right_of",
]
