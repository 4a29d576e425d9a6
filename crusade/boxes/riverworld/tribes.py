"""What the Lost Tribes look for in River World when they choose a Region, and how the Caravel
carries them (`crusade.md J4, J5`).
"""

from __future__ import annotations

from typing import Final

from crusade.boxes.riverworld.markers import FREEZING
from crusade.boxes.riverworld.pieces import CARAVEL, SHIP
from crusade.boxes.riverworld.rivers import (
    HARBOR,
    RIVER_WORLD,
    SAILED,
    SHIPYARD,
    UNDER_WAY,
    done,
    free_rivers,
)
from crusade.rules import markers, row
from crusade.rules.board import bits
from crusade.rules.crossing import crossed, ferried, way_to
from crusade.rules.events import Event, Told
from crusade.rules.ids import OF_SEAT, TRIBES, TRIBES_SLOT
from crusade.rules.labels import REGION, Label, Term, Value
from crusade.rules.pricing import allowed, price
from crusade.rules.rungs import Ferry, Rung
from crusade.rules.scoring import held_by, income
from crusade.rules.state import State

COINS: Final = Label("{count} coin", many="{count} coins")
NO_COIN: Final = Label("no coin")


def regained(s: State, rivers: int) -> int:
    """Coins that the Lost Tribes would get more at this turn's scoring, from the Regions that they
    hold and keep, if no ship lay on ``rivers`` (`J4`).
    """
    ships = s.where(SHIP)
    freed = ships & rivers
    if not freed:
        return 0
    near, wet = s.board.near, crossed(s)
    robbed = s.held[TRIBES_SLOT] & ~wet & near[freed] & ~near[ships & ~freed]
    combo = s.combo[TRIBES_SLOT]
    if not robbed or combo is None or not combo.alters:
        return robbed.bit_count()  # each yields its coin at least, and a ship takes one
    then = s.copy()
    markers.station(then, SHIP, ships & ~freed, None)
    return income(then, TRIBES, None, wet) - income(s, TRIBES, None, wet)


def robbing(s: State) -> int:
    """Mask of the ships beside Regions that the Lost Tribes hold and keep."""
    ships, near = s.where(SHIP), s.board.near
    robbed = near[ships] & s.held[TRIBES_SLOT] & ~crossed(s)
    return near[robbed] & ships if robbed else 0


class YourShipyard(Rung):
    """Behind the person's Active race: his Caravel, which is his Shipyard (`J4 c, W18`)."""

    word = "shipyard"
    title = Label("Shipyard", context="rung")
    decided = Label("the Shipyard")
    fell = Label("not the Shipyard")
    why = Label(
        "{count} of the cheapest was worth {worth}, and it alone is the Shipyard",
        many="{count} of the cheapest were worth {worth}, and it alone is the Shipyard",
    )

    of_person = True

    def prefers(self, s: State, person: int, tied: int) -> int:
        yards = tied & s.board.mask_of(SHIPYARD)
        return yards & held_by(s, person) if yards else 0


class YourHarbor(Rung):
    """Then a Harbor that he holds (`J4 d`)."""

    word = "harbor"
    title = Label("Harbor", context="rung")
    decided = Label("a Harbor")
    fell = Label("no Harbor")
    why = Label(
        "{count} of the cheapest was worth {worth}, and it alone is a Harbor",
        many="{count} of the cheapest were worth {worth}, and it alone is a Harbor",
    )

    of_person = True

    def prefers(self, s: State, person: int, tied: int) -> int:
        harbors = tied & s.board.mask_of(HARBOR)
        return harbors & held_by(s, person) if harbors else 0


class ShipToFree(Rung):
    """Then a river with a Pirate ship, or a way over one, where that brings them coins back; most
    coins first (`J4 e`).
    """

    word = "ship"
    title = Label("Pirate ship", context="rung")
    decided = Label("{coins} back")
    fell = Label("{coins} back")
    why = Label(
        "{count} of the cheapest was worth {worth}, and it wins back most from Pirate ships "
        "({coins})",
        many="{count} of the cheapest were worth {worth}, and it wins back most from Pirate ships "
        "({coins})",
    )
    BACK: Final = Label("The Pirate ships that go with it cost them {coins} now.")

    def prefers(self, s: State, person: int, tied: int) -> int:
        ships = robbing(s)
        if not ships:
            return 0
        most = best = 0
        # What they stand beside is reached over no river.
        for r in bits(tied & (ships | ~s.board.near[s.held[TRIBES_SLOT]])):
            coins = self.coins(s, r)
            if coins > most:
                most, best = coins, 1 << r
            elif coins and coins == most:
                best |= 1 << r
        return best

    def joins(self, s: State, lowest: int) -> int:
        mask, ships = 0, robbing(s)
        for r in bits(ships & crossed(s)) if ships else ():
            if price(s, TRIBES_SLOT, r) == lowest and regained(s, 1 << r) > 0:
                mask |= 1 << r
        return allowed(s, TRIBES_SLOT, mask) if mask else 0

    def values(self, s: State, r: int) -> dict[str, Value]:
        coins = self.coins(s, r)
        return {"coins": COINS.given(count=coins) if coins else NO_COIN}

    def note(self, s: State, r: int) -> Label:
        return self.BACK.given(**self.values(s, r)) if self.coins(s, r) else Label("")

    @staticmethod
    def coins(s: State, r: int) -> int:
        """Coins that the ships on Region ``r`` and on the way there cost the Lost Tribes now."""
        return regained(s, 1 << r | sum(1 << river for river in way_to(s, r)))


class WithoutCaravel(Rung):
    """Last what they reach without the Caravel: it sails only for what is better (`J5`)."""

    word = "caravel"
    title = Label("no Caravel", context="rung")
    decided = Label("without the Caravel")
    fell = Label("only by the Caravel")
    why = Label(
        "{count} of the cheapest was worth {worth}, and it alone needs no Caravel",
        many="{count} of the cheapest were worth {worth}, and it alone needs no Caravel",
    )
    BY_CARAVEL: Final = Label("The Caravel would carry them there from {region}.")

    def prefers(self, s: State, person: int, tied: int) -> int:
        return tied & ~ferried(s)

    def note(self, s: State, r: int) -> Label:
        if not ferried(s) >> r & 1:
            return Label("")
        river = s.board.names[FERRY.landing(s, r)]
        return self.BY_CARAVEL.given(region=Term(REGION, river))


class TheirCaravel(Ferry):
    """The Caravel of the Lost Tribes: once a turn, if they hold the Shipyard and nothing is frozen
    (`J5, J6`).
    """

    word = "sail"
    TOLD: Final = Label("The Lost Tribes sailed the Caravel to {region}.")

    def shores(self, s: State) -> int:
        if not s.held[TRIBES_SLOT] & s.board.mask_of(SHIPYARD) or row.current(s) is FREEZING:
            return 0
        if done(s, RIVER_WORLD, TRIBES, SAILED):
            return 0
        return s.board.near[free_rivers(s, TRIBES_SLOT)]

    def landing(self, s: State, r: int) -> int:
        near = s.board.neighbours[r] & free_rivers(s, TRIBES_SLOT)
        return bits(near)[0]

    def under_way(self, s: State) -> bool:
        return done(s, RIVER_WORLD, TRIBES, UNDER_WAY)

    def go(self, s: State, r: int, events: list[Event] | None) -> None:
        markers.station(s, CARAVEL, 1 << r, events)
        s.remember(RIVER_WORLD, OF_SEAT[TRIBES], s.round, UNDER_WAY)
        if events is not None:
            told = self.TOLD.given(region=Term(REGION, s.board.names[r]))
            events.append(Told(RIVER_WORLD.name, told, 1 << r))

    def arrived(self, s: State) -> None:
        s.remember(RIVER_WORLD, OF_SEAT[TRIBES], s.round, SAILED)


RUNGS: Final = (YourShipyard(), YourHarbor(), ShipToFree(), WithoutCaravel())
FERRY: Final = TheirCaravel()
