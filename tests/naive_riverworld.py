"""River World once more, slowly, from its numbered statements and nothing else.

`riverworld.md`, `crusade.md` part J with I2, and `base.md` by the table of `naive_table.py` and the
prices of `naive.py`: Regions are names, everything is looked up on the table each time. It shares
no price, no reach, no income, no way and no hook with the engine.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from copy import copy
from dataclasses import dataclass, field, replace
from typing import ClassVar

from naive import RIVER, TRIBE_SEAT, Position, attackable, cost, in_reach, ways_over
from naive_table import CLOSED, NOBODY, NOWHERE, TRIBES_SLOT, Race, Spot, Table, is_active, seat_of

from crusade.rules import State
from crusade.rules import events as ev

SYMBOLS = ("harbor", "shipyard", "temple", "pirates")
SHIPS = 12
MARKERS = {"Pirates": 4, "Storm": 3, "Freezing": 2, "Calm": 2}


Way = tuple[int, tuple[str, ...]]
"""Tokens, and the rivers in order."""


@dataclass
class Offer:
    """What the Lost Tribes could do next: the cost in all, the rivers paid first, the river to
    which the Caravel sails for it.
    """

    cost: int
    way: tuple[str, ...] = ()
    landing: str = ""
    joins: bool = False
    """A river that joins the choice for the sake of its ship (J4)."""


@dataclass
class Coins:
    """What one seat earns: by Region, what the rows of Harbors add, what ships take, the rest."""

    own: dict[str, int] = field(default_factory=dict)
    rows: int = 0
    robbed: set[str] = field(default_factory=set)
    flat: int = 0

    def land(self) -> int:
        return sum(self.own.values()) + self.rows - len(self.robbed)

    def total(self) -> int:
        return self.land() + self.flat


class RiverTable(Table):
    """One game, event by event, or one position."""

    lakes: ClassVar[set[str]] = {"lake", RIVER}
    closed: ClassVar[dict[str, set[str]]] = CLOSED | {"Flooded": CLOSED["Flooded"] | {RIVER}}
    """Powers of Seas and of the Lake go by Rivers too (W9), and so do cards that speak of them."""
    unheard: ClassVar[str] = ""
    """What the reader has never heard of: a mistake made on purpose."""

    def __init__(self, s: State) -> None:
        super().__init__(s)
        board = s.board
        self.signs = {
            word: {name for r, name in enumerate(board.ids) if board.mask_of(word) >> r & 1}
            for word in SYMBOLS
        }
        self.rivers = {name for name, land in self.lands.items() if land.terrain == RIVER}
        self.touches = {name: land.touches for name, land in self.lands.items()}
        for name in sorted(self.signs["pirates"]):
            self.spots[name].markers.add("ship")  # W3
        self.marker = ""
        self.sailed = False
        """Whether the Caravel has sailed in this turn."""
        self.looked = False
        self.seafarers: dict[int, set[str]] = {}
        """The rivers that a race In Decline has kept from when it was Seafaring (W8, W33)."""
        self.trays: dict[str, int] = {}
        """Those of a position that no game has led to."""

    @classmethod
    def read(cls, s: State) -> RiverTable:
        """A position that no game has led to."""
        t = cls(s)
        library, ids = s.setup.library, s.board.ids
        for r, name in enumerate(ids):
            slot = s.occ[r] if s.occ[r] != NOBODY else None
            lying = {piece.word for piece in library.pieces if s.number(piece, r)}
            tents = sum(s.number(p, r) for p in library.pieces if p.word == "encampments")
            t.spots[name] = Spot(slot, s.tokens[r], lying - {"encampments"}, tents)
        for slot in range(TRIBES_SLOT):
            if s.banner[slot] != NOWHERE:
                race = library.races[s.banner[slot]].name
                t.races[slot] = Race(race, t.badge(s.badge[slot]), hand=s.hand[slot])
                t.trays[race] = s.tray[s.banner[slot]]
        t.coins = {seat: s.coins[seat] for seat in t.coins}
        t.tribes_hand = s.hand[TRIBES_SLOT]
        t.round, t.seat, t.control = s.round, s.seat, s.control
        return t

    def tray(self, name: str) -> int:
        return self.trays[name] if name in self.trays else super().tray(name)

    # ------------------------------------------------------------ rivers and ships
    def ships(self) -> set[str]:
        return {name for name, spot in self.spots.items() if "ship" in spot.markers}

    def caravel(self) -> str:
        """The river where it lies, or "" beside the board."""
        return next((name for name, spot in self.spots.items() if "caravel" in spot.markers), "")

    def frost(self) -> bool:
        return self.marker == "Freezing" and self.unheard != "Freezing"

    def is_wet(self, name: str) -> bool:
        """W28: frozen rivers are land."""
        return super().is_wet(name) or (name in self.rivers and not self.frost())

    def beside(self, name: str, regions: set[str]) -> bool:
        return bool(self.touches[name] & regions)

    def leaving(self, slot: int) -> set[str]:
        """W8, W28, W40, D9: the rivers that the race must leave when its conquests are over. What
        silences Seafaring takes it conquests; on the water it stays.
        """
        wet, race = set(self.held(slot)) & self.rivers, self.races.get(slot)
        if self.frost():
            return set()
        if race is not None and "Seafaring" in (race.power, *race.second):
            return set()
        return wet - self.seafarers.get(slot, set())

    def _RoundBegan(self, event: ev.RoundBegan) -> None:  # noqa: N802
        """E1: the old card goes before the new one comes, which may lie face down still."""
        super()._RoundBegan(event)
        self.card = ""

    def keeps(self, slot: int) -> list[str]:
        leaving = self.leaving(slot)
        return [name for name in self.held(slot) if name not in leaving]

    def holds(self, slot: int, sign: str) -> bool:
        return self.unheard != sign and bool(self.signs[sign] & set(self.held(slot)))

    # ------------------------------------------------------------ reach and prices
    def sight(self, slot: int, person_without_race: bool = False) -> Position:
        p = super().sight(slot, person_without_race)
        storm = 2 if self.marker == "Storm" and self.unheard != "Storm" else 0
        ships = self.ships() if self.unheard != "ship" else set()
        p.dearer_at = {name: storm + (name in ships) for name in self.rivers}  # W21, W27
        p.opened = self.opened(slot)
        return p

    def opened(self, slot: int) -> set[str]:
        """W17, W36, J5: what borders the Caravel, for whoever has sailed it this turn."""
        mine = is_active(slot) and seat_of(slot) == self.seat
        if not mine or not self.sailed or not self.holds(slot, "shipyard"):
            return set()
        return self.touches[self.caravel()]

    def harbours_for(self, slot: int) -> set[str]:
        """W17: the rivers to which the Caravel may be sent: no ship, no token of others."""
        seats = {*self.slots(seat_of(slot)), None}
        return {name for name in self.rivers - self.ships() if self.spots[name].slot in seats}

    def may_sail(self, slot: int) -> set[str]:
        """Where the Caravel may sail now (W15 to W19, W29)."""
        used = self.sailed and seat_of(slot) == self.seat
        if not is_active(slot) or used or self.frost():
            return set()
        return self.harbours_for(slot) if self.holds(slot, "shipyard") else set()

    # ------------------------------------------------------------ coins
    def rows(self, seat: int) -> dict[str, int]:
        """W11, W12: what each Harbor earns besides its own coin: those of the Active race come
        first in the row, of one race those first in the board's order.
        """
        if self.unheard == "harbor":
            return {}
        row = [
            x for slot in self.slots(seat) for x in self.keeps(slot) if x in self.signs["harbor"]
        ]
        return {name: place for place, name in enumerate(row)}

    def coins_of(self, seat: int, nonempty: dict[int, int]) -> Coins:
        """V1 to V4, W10 to W13, W34, W35, W42, J7, E10: what the seat's races earn as they stand,
        off the rivers that they must leave.
        """
        each, flat = self.plain_yields(seat, nonempty)
        rows = self.rows(seat)
        ships = self.ships() if self.unheard != "piracy" else set()
        found = Coins(rows=sum(rows.values()), flat=flat)
        for slot in self.slots(seat):
            for name in self.keeps(slot):
                coins = each[name] + rows.get(name, 0) * self.times(slot)
                more = rows.get(name, 0) * (self.times(slot) - 1)
                plague = self.poorer(name) and coins > 0
                found.own[name] = each[name] + more - plague
                if self.beside(name, ships) and coins > plague:
                    found.robbed.add(name)
        return found

    def scoring(self, seat: int, nonempty: dict[int, int], taken: set[str]) -> int:
        total = self.coins_of(seat, nonempty).total()
        if self.card == "War Is Sexy":
            total += len(taken & {name for slot in self.slots(seat) for name in self.keeps(slot)})
        return (total + 1) // 2 if self.card == "Tea Time" else total

    def worths(self, seat: int) -> dict[str, int]:
        """F, E8, J8: what the person would get less without each of his Regions."""
        now = self.coins_of(seat, {}).land()
        found = {}
        for slot in self.slots(seat):
            for name in self.keeps(slot):
                found[name] = now - self.as_if(name, None, 0).coins_of(seat, {}).land()
        leaving = {name for slot in self.slots(seat) for name in self.leaving(slot)}
        return found | dict.fromkeys(leaving, 0)

    def prospect(self, slot: int, name: str) -> int:
        """What the Region would earn the race if it took it and kept it: by itself, and by what it
        adds to the row of Harbors.
        """
        seat, then = seat_of(slot), self.as_if(name, slot, 1)
        if name in then.leaving(slot):
            return 0
        now, after = self.as_if(name, None, 0).row_coins(seat), then.row_coins(seat)
        coins = then.plain_yields(seat, {})[0][name] + after - now
        coins -= bool(self.poorer(name) and coins > 0)
        return coins - bool(self.beside(name, self.ships()) and coins > 0)

    def row_coins(self, seat: int) -> int:
        places, slots = self.rows(seat), self.slots(seat)
        owners = {name: slot for slot in slots for name in self.keeps(slot)}
        return sum(place * self.times(owners[name]) for name, place in places.items())

    def as_if(self, name: str, slot: int | None, tokens: int, ship: bool = True) -> RiverTable:
        """The same with others on one Region, only to be read."""
        was, then = self.spots[name], copy(self)
        lying = was.markers & ({"caravel", "treasure"} | ({"ship"} if ship else set()))
        then.spots = {**self.spots, name: Spot(slot, tokens, lying, coins=was.coins)}
        return then

    def gain(self, name: str) -> int:
        """What the Lost Tribes would earn more if they held the Region."""
        if name in self.wet():
            return 0
        then = self.as_if(name, TRIBES_SLOT, 1, ship=False)  # W41
        return then.coins_of(TRIBE_SEAT, {}).total() - self.coins_of(TRIBE_SEAT, {}).total()

    # ------------------------------------------------------------ the Lost Tribes
    def wet(self) -> set[str]:
        """J3, J6: the rivers that are stepping stones only."""
        return set() if self.frost() else self.rivers

    def takeable(self, p: Position) -> set[str]:
        """E1, E3, H3: what they could take if they got there."""
        return attackable(p, set(p.lands))

    def way(self, p: Position, goal: str, first: set[str], rivers: set[str]) -> Way | None:
        """I2, J3: the cheapest way over ``rivers``, begun on one of ``first``, with its price; the
        fewest Regions, then the first in the board's order.
        """
        ranked = [
            (sum(cost(p, x) for x in way), len(way), [self.ids.index(x) for x in way])
            for way in ways_over(goal, first, rivers, self.touches)
        ]
        if not ranked:
            return None
        price, _, order = min(ranked)
        return price, tuple(self.ids[r] for r in order)

    def offers(self) -> dict[str, Offer]:
        """E, J3, J5, J6, J9: what they could take now, whatever it costs; a way must leave them a
        token.
        """
        return {
            name: offer
            for name, (offer, fare) in self.journeys().items()
            if not offer.way or fare < self.tribes_hand
        }

    def journeys(self) -> dict[str, tuple[Offer, int]]:
        """The same although a way may leave them no token, with what the way takes."""
        p = self.sight(TRIBES_SLOT)
        near = in_reach(p)
        harbours = self.may_sail(TRIBES_SLOT)
        takeable = self.takeable(p)
        rivers = takeable & self.wet()
        found = {}
        for name in takeable - rivers:
            price = cost(p, name)
            landings = [x for x in self.ids if x in harbours & self.touches[name]]
            if name in near:
                found[name] = (Offer(price), 0)
            elif landings:
                found[name] = (Offer(price, landing=landings[0]), 0)
            else:
                way = self.way(p, name, near & rivers, rivers)
                if way is not None:
                    found[name] = (Offer(way[0] + price, way[1]), way[0])
        return found

    def regained(self, rivers: Iterable[str]) -> int:
        """J4: coins that Regions which they keep would yield again without the ships there."""
        then = copy(self)
        then.spots = dict(self.spots)
        for name in self.ships() & set(rivers):
            spot = self.spots[name]
            then.spots[name] = replace(spot, markers=spot.markers - {"ship"})
        return then.coins_of(TRIBE_SEAT, {}).total() - self.coins_of(TRIBE_SEAT, {}).total()

    def joining(self, offers: dict[str, Offer]) -> dict[str, Offer]:
        """J4: ship Regions beside theirs that cost what the cheapest land costs."""
        if not offers:
            return {}
        lowest = min(offer.cost for offer in offers.values())
        p = self.sight(TRIBES_SLOT)
        mine = set(self.held(TRIBES_SLOT))
        return {
            name: Offer(lowest, joins=True)
            for name in self.ships() & self.wet() & self.takeable(p)
            if self.beside(name, mine) and cost(p, name) == lowest and self.regained([name])
        }

    def tribes_step(self) -> tuple[str, set[str]]:
        """D, F, J4, J5: take, try or stop, and the Regions that are best."""
        offers = self.offers()
        hand = self.tribes_hand
        lowest = min((offer.cost for offer in offers.values()), default=0)
        if not offers or hand < 1 or lowest - hand > 3:
            return "stop", set()
        offers |= self.joining(offers)
        best = {name for name, offer in offers.items() if offer.cost == lowest}
        for better in self.rungs(offers):
            best = {name for name in best if name in better(best)} or best
        return ("take" if lowest <= hand else "try"), best

    def rungs(self, offers: dict[str, Offer]) -> Iterator[Callable[[set[str]], set[str]]]:
        """What each rung after the cost prefers among the Regions that are left."""
        person = 1 - self.control if self.two else 0
        rivals = {name for name in self.regions(person) if not offers.get(name, NO_OFFER).joins}

        def most(coins: dict[str, int], left: set[str]) -> set[str]:
            return {name for name in left if coins[name] == max(coins[x] for x in left)}

        worths = dict.fromkeys(offers, 0)
        worths |= {x: coins for x, coins in self.worths(person).items() if x in rivals}
        yield lambda left: most(worths, left)
        yield lambda left: {x for x in left & rivals if self.spots[x].slot == 3 * person}
        for sign in ("shipyard", "harbor"):
            if self.unheard != f"rung {sign}":
                yield lambda left, sign=sign: left & rivals & self.signs[sign]
        back = {x: self.regained((*offer.way, x)) for x, offer in offers.items()}
        if self.unheard != "rung ship":
            yield lambda left: most(back, left)
        if self.unheard != "rung caravel":
            yield lambda left: {x for x in left if not offers[x].landing}


NO_OFFER = Offer(0)
