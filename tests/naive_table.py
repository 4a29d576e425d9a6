"""The naive second engine's table: who stands where, read from the events by words alone.

It knows no masks, no prices and no hooks of the engine. `Table.see` takes one event in; prices and
targets are those of `naive.py`, incomes are summed here from the tables of `base.md` and
`events.md`.
"""

from __future__ import annotations

from copy import copy
from dataclasses import dataclass, field, replace
from typing import ClassVar

from naive import TRIBE_SEAT, Land, Position, Stand, cost, in_reach

from crusade.rules import State
from crusade.rules import events as ev

TRIBES_SLOT = 15
NOBODY = 16
NOWHERE = -1

BANNERS = {
    "Amazons": 6, "Dwarves": 3, "Elves": 6, "Ghouls": 5, "Giants": 6, "Halflings": 6, "Humans": 5,
    "Orcs": 5, "Ratmen": 8, "Skeletons": 6, "Sorcerers": 5, "Tritons": 6, "Trolls": 5, "Wizards": 5,
}  # fmt: skip
TRAYS = {
    **{race: number + 5 for race, number in BANNERS.items()},
    "Amazons": 15, "Skeletons": 20, "Sorcerers": 18,
}  # fmt: skip
BADGES = {
    "Alchemist": 4, "Berserk": 4, "Bivouacking": 5, "Commando": 4, "Diplomat": 5,
    "Dragon Master": 5, "Flying": 5, "Forest": 4, "Fortified": 3, "Heroic": 5, "Hill": 4,
    "Merchant": 2, "Mounted": 5, "Pillaging": 5, "Seafaring": 5, "Spirit": 5, "Stout": 4,
    "Swamp": 4, "Underworld": 5, "Wealthy": 4,
}  # fmt: skip
TERRAIN_COINS = {"Humans": "farmland", "Forest": "forest", "Hill": "hill", "Swamp": "swamp"}
SYMBOL_COINS = {"Dwarves": "mine", "Wizards": "magic"}
CARD_PAYS = {
    "Forest Clump": "forest", "Ghuluth For President": "swamp", "Heigh-Ho!": "cavern",
    "Magic Is In The Air": "magic", "Mountain Ore": "mountain",
}  # fmt: skip
CLOSED = {
    "Flooded": {"sea", "lake", "swamp"}, "Forbidden Forest": {"forest"}, "Ice Age": {"mountain"},
    "Peasant Riot": {"farmland"},
}  # fmt: skip
OF_RACES = {"lair", "hole"}
OF_POWERS = {"fortress", "hero", "dragon", "encampments"}


def seat_of(slot: int) -> int:
    return slot // 3


def is_active(slot: int) -> bool:
    return slot % 3 == 0


@dataclass
class Spot:
    """A Region: the slot of the race there (or None), its tokens, and what lies there."""

    slot: int | None = None
    tokens: int = 0
    markers: set[str] = field(default_factory=set)
    encampments: int = 0
    coins: int = 0


@dataclass
class Race:
    """A race in play. `aside` are Amazons beside the board, `later` tokens held back."""

    race: str
    power: str = ""
    second: list[str] = field(default_factory=list)
    hand: int = 0
    aside: int = 0
    later: int = 0
    elixir: bool = False
    holes: int = 0
    """Holes still to be dug (E13)."""
    wealthy: bool = False
    """Whether seven coins are still to be paid."""


class Table:
    """One game, event by event."""

    lakes: ClassVar[set[str]] = {"lake"}
    """What a card means that speaks of the Lake."""
    closed: ClassVar[dict[str, set[str]]] = CLOSED

    def __init__(self, s: State) -> None:
        board, library = s.board, s.setup.library
        self.ids = board.ids
        self.race_names = [race.name for race in library.races]
        self.power_names = [power.name for power in library.powers]
        self.card_names = [card.name for card in library.cards]
        self.piece_words = [piece.word for piece in library.pieces]
        symbols = [symbol.word for symbol in library.land.symbols if not symbol.flag]
        self.lands = {
            name: Land(
                board.terrain[r],
                frozenset(word for word in symbols if board.mask_of(word) >> r & 1),
                bool(board.edge >> r & 1),
                {board.ids[x] for x in range(board.n) if board.neighbours[r] >> x & 1},
            )
            for r, name in enumerate(board.ids)
        }
        self.printed = {name for r, name in enumerate(board.ids) if board.lost_tribe >> r & 1}
        self.seats = s.setup.seats
        self.crusade = s.setup.crusade
        self.two = s.setup.mode == "two-player"
        self.rounds = s.setup.rounds
        self.spots = {name: Spot() for name in board.ids}
        self.races: dict[int, Race] = {}
        self.coins = dict.fromkeys(range(self.seats), 5) | {TRIBE_SEAT: 0}
        self.tribes_hand = 0
        left = s.setup.tokens
        for name in board.ids:
            if name in self.printed and left:
                self.spots[name] = Spot(TRIBES_SLOT, 1)
                left -= 1
        if self.crusade:
            self.tribes_hand = left
        self.column: list[tuple[str, str, int]] = []
        self.round, self.seat = 1, 0
        self.card = self.upcoming = ""
        self.control = 1
        self.peace: dict[int, int] = {}
        self.cursed: dict[int, set[str]] = {}
        self.won: int | None = None
        """Who won this round's auction."""
        self.kept: dict[int, tuple[str, str]] = {}
        self.kept_second: dict[int, str] = {}
        self.kept_elixir: set[int] = set()
        self.decision_words = [decision.word for decision in library.decisions]

    def copy(self) -> Table:
        """The table as it is now, of which only what lies on it may be read and changed."""
        new = copy(self)
        new.spots = {
            name: replace(spot, markers=set(spot.markers)) for name, spot in self.spots.items()
        }
        new.races = {
            slot: replace(race, second=race.second[:]) for slot, race in self.races.items()
        }
        new.coins = dict(self.coins)
        new.column = self.column[:]
        return new

    # ------------------------------------------------------------ reading
    def held(self, slot: int) -> list[str]:
        return [name for name, spot in self.spots.items() if spot.slot == slot]

    def slots(self, seat: int) -> list[int]:
        if seat == TRIBE_SEAT:
            return [TRIBES_SLOT]
        return [slot for slot in range(3 * seat, 3 * seat + 3) if slot in self.races]

    def regions(self, seat: int) -> list[str]:
        return [n for n, spot in self.spots.items() if spot.slot in self.slots(seat)]

    def on_board(self, slot: int) -> int:
        return sum(self.spots[name].tokens for name in self.held(slot))

    def is_wet(self, name: str) -> bool:
        """Whether the Region is no land now."""
        return self.lands[name].terrain in ("sea", "lake")

    def active_tokens(self, seat: int) -> int:
        """E4: on Regions and in hand, the Amazons' four set aside not."""
        race = self.races.get(3 * seat)
        return race.hand + self.on_board(3 * seat) if race else 0

    def tray(self, name: str) -> int:
        """E49: the total of the race less its tokens in play."""
        in_play = sum(
            race.hand + race.aside + race.later + self.on_board(slot)
            for slot, race in self.races.items()
            if race.race == name
        )
        return max(0, TRAYS[name] - in_play)

    def hand(self, slot: int) -> int:
        return self.tribes_hand if slot == TRIBES_SLOT else self.races[slot].hand

    def give(self, slot: int, tokens: int) -> None:
        if slot == TRIBES_SLOT:
            self.tribes_hand += tokens if self.crusade else 0
        else:
            self.races[slot].hand += tokens

    # ------------------------------------------------------------ abilities that work
    def ability(self, slot: int) -> str:
        """The Race whose ability works for `slot`: Active, and no Rats (36)."""
        return self.races[slot].race if is_active(slot) and self.card != "Rats" else ""

    def powers(self, slot: int) -> tuple[str, ...]:
        """The powers that work: of an Active race, or of one that the Elixir keeps going (E32)."""
        race = self.races[slot]
        if self.card == "The Great Curse":
            return ()
        if is_active(slot):
            return (*((race.power,) if race.power else ()), *race.second)
        if race.elixir and self.card != "Philter Of Forgetfulness" and race.power:
            return (race.power,)
        return ()

    def digs(self, slot: int) -> bool:
        """Whether the next conquest of the race gets a Hole; it counts as dug then."""
        race = self.races[slot]
        if self.ability(slot) != "Halflings" or not race.holes:
            return False
        race.holes -= 1
        return True

    def fights_on(self, slot: int) -> bool:
        """Ghouls In Decline (not under the Rats, E14), and what has the Elixir (E32)."""
        race = self.races[slot]
        return not is_active(slot) and (
            race.elixir or (race.race == "Ghouls" and self.card != "Rats")
        )

    def silent(self, name: str) -> set[str]:
        """D9, E17: the markers in a Region that give nothing now."""
        off: set[str] = set()
        if self.card == "Rats":
            off |= OF_RACES
        slot = self.spots[name].slot
        declined = slot is not None and not is_active(slot)
        if self.card == "The Great Curse" or (self.card == "Philter Of Forgetfulness" and declined):
            off |= OF_POWERS
        return off

    def sight(self, slot: int, person_without_race: bool = False) -> Position:
        """What the race in `slot` sees: the position from which it conquers."""
        seat = seat_of(slot)
        stands = {}
        for name, spot in self.spots.items():
            if spot.slot is None:
                continue
            theirs = seat_of(spot.slot)
            if spot.slot == slot:
                owner = "me"
            elif spot.slot == TRIBES_SLOT:
                owner = "tribe"
            elif theirs == seat:
                owner = "my-active" if is_active(spot.slot) else "my-declined"
            else:
                owner = "foe" if is_active(spot.slot) else "foe-declined"
            off = self.silent(name)
            stands[name] = Stand(
                owner,
                spot.tokens,
                spot.markers - off,
                0 if "encampments" in off else spot.encampments,
                theirs,
            )
        powers = () if slot == TRIBES_SLOT or person_without_race else self.powers(slot)
        race = "" if slot == TRIBES_SLOT or person_without_race else self.ability(slot)
        barred = set(self.cursed.get(seat, ()))
        if self.card == "White Queen" and self.won is not None and self.won != TRIBE_SEAT:
            barred |= {n for x in self.slots(self.won) if not is_active(x) for n in self.held(x)}
        if is_active(slot):  # Ghouls and races with the Elixir know no peace (K7, E32)
            for diplomat, ally in self.peace.items():
                if ally == seat and "Diplomat" in self.powers(diplomat):
                    barred |= set(self.held(diplomat))
        if slot == TRIBES_SLOT and self.two:
            barred |= set(self.regions(self.control))  # crusade.md H3
        order = [*range(self.seats), *((TRIBE_SEAT,) if self.crusade else ())]
        return Position(
            self.lands,
            stands,
            race,
            powers[0] if powers else "",
            0 if slot == TRIBES_SLOT or person_without_race else self.hand(slot),
            self.tray(race) if race else 0,
            tribes_active=self.crusade,
            second=powers[1:],
            closed=frozenset(self.closed.get(self.card, ())),
            barred=barred,
            dearer=int(self.card == "Tremor"),
            cheaper=int(self.card == "Tough Love" and self.won == seat),
            right=order[order.index(seat) - 1] if self.card == "Blood Brothers" else None,
        )

    def price_for_person(self, name: str) -> int:
        """E28: what a Region of the Lost Tribes would cost the person whose coins count."""
        slot = 3 * ((1 - self.control) if self.two else 0)
        return cost(self.sight(slot, slot not in self.races), name)

    # ------------------------------------------------------------ coins
    def times(self, slot: int) -> int:
        """E10: how often the coins of a race count."""
        if self.card == "Kobold God" and is_active(slot):
            return 0
        if self.card == "Philter Of Forgetfulness" and not is_active(slot):
            return 0
        return 2 if self.card == "Oldies But Goodies" and not is_active(slot) else 1

    def poorer(self, name: str) -> bool:
        """33: whether the Pestilence takes a coin of what the Region yields."""
        land = self.lands[name]
        near = [land.terrain, *(self.lands[other].terrain for other in land.touches)]
        return self.card == "Pestilence" and bool(self.lakes & set(near))

    def yields(self, seat: int, nonempty: dict[int, int]) -> tuple[dict[str, int], int]:
        """V1 to V4, the tables, D8, E7, E10: what each Region yields, and coins of no Region."""
        each, flat = self.plain_yields(seat, nonempty)
        return {name: max(0, coins - self.poorer(name)) for name, coins in each.items()}, flat

    def plain_yields(self, seat: int, nonempty: dict[int, int]) -> tuple[dict[str, int], int]:
        """The same before anything is taken off."""
        each: dict[str, int] = {}
        flat = 0
        for slot in self.slots(seat):
            regions = self.held(slot)
            times = self.times(slot)
            words: list[str] = []
            if slot != TRIBES_SLOT:
                words = [self.ability(slot), *self.powers(slot)]
                if not is_active(slot) and self.races[slot].race == "Dwarves":
                    words.append("Dwarves" if self.card != "Rats" else "")
            for name in regions:
                land, spot = self.lands[name], self.spots[name]
                coins = 1
                for word in words:
                    coins += TERRAIN_COINS.get(word) == land.terrain
                    coins += SYMBOL_COINS.get(word) in land.symbols
                    coins += word == "Merchant"
                    coins += word == "Fortified" and "fortress" in spot.markers
                each[name] = coins * times
            for word in words:
                race = self.races[slot]
                if word in ("Orcs", "Pillaging"):
                    flat += nonempty.get(slot, 0) * times
                if word == "Wealthy" and race.wealthy:
                    flat += 7 * times
                somewhere = regions or (is_active(slot) and (race.hand or race.aside))
                if word == "Alchemist" and somewhere:
                    flat += 2 * times
        for name in each:
            land, spot = self.lands[name], self.spots[name]
            pays = CARD_PAYS.get(self.card)
            each[name] += bool(pays) and (land.terrain == pays or pays in land.symbols)
            each[name] += spot.coins + ("treasure" in spot.markers)
        return each, flat

    def scoring(self, seat: int, nonempty: dict[int, int], taken: set[str]) -> int:
        """What a scoring pays: E10, E11."""
        each, flat = self.yields(seat, nonempty)
        total = sum(each.values()) + flat
        if self.card == "War Is Sexy":
            total += len(taken & set(each))
        return (total + 1) // 2 if self.card == "Tea Time" else total

    # ------------------------------------------------------------ the Lost Tribes
    def tribes_step(self) -> tuple[str, set[str]]:
        """crusade.md D, E, F with G5, E8: take, try or stop, and the Regions that are best."""
        p = self.sight(TRIBES_SLOT)
        lawful = {
            name
            for name in in_reach(p)
            if p.lands[name].terrain not in ("sea", "lake")
            and name not in p.barred
            and p.lands[name].terrain not in p.closed
            and (name not in p.stands or p.stands[name].owner != "me")
            and not (name in p.stands and p.stands[name].markers & {"hole", "hero", "dragon"})
        }
        prices = {name: cost(p, name) for name in lawful}
        if not prices or self.tribes_hand < 1 or min(prices.values()) - self.tribes_hand > 3:
            return "stop", set()
        lowest = min(prices.values())
        best = {name for name, price in prices.items() if price == lowest}
        person = 1 - self.control if self.two else 0
        each, _ = self.yields(person, {})
        most = max(each.get(name, 0) for name in best)
        best = {name for name in best if each.get(name, 0) == most}
        active = {name for name in best if self.spots[name].slot == 3 * person}
        return ("take" if lowest <= self.tribes_hand else "try"), active or best

    # ------------------------------------------------------------ events
    def leave(self, name: str) -> None:
        self.spots[name].slot = None
        self.spots[name].tokens = 0

    def see(self, event: ev.Event) -> None:
        """Change the table as the event tells."""
        method = getattr(self, "_" + type(event).__name__, None)
        if method is not None:
            method(event)

    def _RoundBegan(self, event: ev.RoundBegan) -> None:  # noqa: N802
        self.round = event.round
        self.won = None
        self.cursed = {}

    def _TurnBegan(self, event: ev.TurnBegan) -> None:  # noqa: N802
        self.seat = event.seat
        for slot in [x for x in self.peace if seat_of(x) == event.seat]:
            del self.peace[slot]

    def _ControlPassed(self, event: ev.ControlPassed) -> None:  # noqa: N802
        self.control = event.seat

    def _CardTurned(self, event: ev.CardTurned) -> None:  # noqa: N802
        if not event.current:
            self.upcoming = self.card_names[event.card]

    def _CardsInForce(self, event: ev.CardsInForce) -> None:  # noqa: N802
        self.card = self.card_names[event.cards[0]] if event.cards else ""

    def _CoinsPaid(self, event: ev.CoinsPaid) -> None:  # noqa: N802
        self.coins[event.seat] += event.coins

    def _Scored(self, event: ev.Scored) -> None:  # noqa: N802
        self.coins[event.seat] += event.coins
        race = self.races.get(3 * event.seat)
        if race is not None:
            race.wealthy = False

    def _TokensLost(self, event: ev.TokensLost) -> None:  # noqa: N802
        if event.region == NOWHERE:
            self.races[event.slot].hand -= event.tokens
            return
        name = self.ids[event.region]
        self.spots[name].tokens -= event.tokens
        if not self.spots[name].tokens:
            self.leave(name)
        if event.slot == TRIBES_SLOT:
            self.give(TRIBES_SLOT, event.tokens)

    def _TokensPlaced(self, event: ev.TokensPlaced) -> None:  # noqa: N802
        spot = self.spots[self.ids[event.region]]
        spot.slot = event.slot
        spot.tokens += event.tokens
        self.give(event.slot, -event.tokens)

    def _Returned(self, event: ev.Returned) -> None:  # noqa: N802
        self.leave(self.ids[event.region])
        self.give(event.slot, event.tokens)

    _Abandoned = _Returned

    def _HeldBack(self, event: ev.HeldBack) -> None:  # noqa: N802
        self.races[event.slot].hand -= event.tokens
        self.races[event.slot].later += event.tokens

    def _ComboDealt(self, event: ev.ComboDealt) -> None:  # noqa: N802
        self.column.append((self.race_names[event.banner], self.badge(event.badge), 0))

    def badge(self, number: int) -> str:
        return self.power_names[number] if number != NOWHERE else ""

    def pay_for(self, seat: int, row: int) -> None:
        """C2: a coin on each row above."""
        for i in range(row):
            banner, badge, coins = self.column[i]
            self.column[i] = (banner, badge, coins + 1)
        self.coins[seat] -= row

    def enter(self, seat: int, race: str, power: str, tokens: int, waiting: int) -> None:
        new = Race(race, power, hand=tokens, aside=waiting)
        if seat in self.kept_second:
            new.second.append(self.kept_second.pop(seat))
        if seat in self.kept_elixir:
            self.kept_elixir.remove(seat)
            new.elixir = True
        new.holes = 2 if race == "Halflings" else 0
        new.wealthy = "Wealthy" in (power, *new.second)
        self.races[3 * seat] = new

    def entering_tokens(self, race: str, power: str) -> tuple[int, int]:
        """C6, E12, E35, E36: the tokens of a combo that comes into play, and those that wait."""
        tokens = BANNERS[race] + (BADGES[power] if power else 0)
        four = 4 if race == "Amazons" else 0
        tray = self.tray(race)
        waiting = 0
        if self.card == "Rats":
            waiting = four
        else:
            tokens += four
        tokens = min(tokens, tray)
        waiting = min(waiting, tray - tokens)
        if self.card == "Ungodly Bribe":
            tokens -= 2
        if self.card == "Barbarian Invasions":
            tokens += 3
        return tokens, waiting

    def _ComboPicked(self, event: ev.ComboPicked) -> None:  # noqa: N802
        race, power, found = self.column[event.row]
        tokens, waiting = self.entering_tokens(race, power)
        self.pay_for(event.seat, event.row)
        self.coins[event.seat] += found
        del self.column[event.row]
        self.enter(event.seat, race, power, tokens, waiting)

    def _ComboTaken(self, event: ev.ComboTaken) -> None:  # noqa: N802
        race, power = self.kept.pop(event.seat)
        tokens, waiting = self.entering_tokens(race, power)
        self.enter(event.seat, race, power, tokens, waiting)

    def _ComboKept(self, event: ev.ComboKept) -> None:  # noqa: N802
        """E30: what is left of two rows stays in the upper one with the coins of both."""
        upper, lower = self.column[event.upper], self.column[event.lower]
        race, power = self.race_names[event.banner], self.badge(event.badge)
        if event.upper == event.lower:
            self.coins[event.seat] += upper[2]
        else:
            other_race = lower[0] if upper[0] == race else upper[0]
            other_power = upper[1] if lower[1] == power and upper[0] == race else lower[1]
            if upper[0] != race:
                other_power = lower[1] if upper[1] == power else upper[1]
            self.column[event.upper] = (other_race, other_power, upper[2] + lower[2])
        self.pay_for(event.seat, event.upper)
        del self.column[event.lower]
        self.kept[event.seat] = (race, power)

    def _ComboDiscarded(self, event: ev.ComboDiscarded) -> None:  # noqa: N802
        self.coins[TRIBE_SEAT] += self.column.pop(event.row)[2]

    def _Readied(self, event: ev.Readied) -> None:  # noqa: N802
        for name in self.held(event.slot):
            self.give(event.slot, self.spots[name].tokens - 1)
            self.spots[name].tokens = 1
        if event.slot in self.races:
            self.races[event.slot].aside -= event.joined
            self.races[event.slot].hand += event.joined

    def _Conquered(self, event: ev.Conquered) -> None:  # noqa: N802
        name = self.ids[event.region]
        spot = self.spots[name]
        if spot.slot is not None:
            if spot.slot == TRIBES_SLOT:
                self.give(TRIBES_SLOT, spot.tokens)
            else:
                self.races[spot.slot].hand += spot.tokens - event.lost - event.later
                self.races[spot.slot].later += event.later
        self.give(event.slot, event.brought - event.spent)
        spot.slot, spot.tokens = event.slot, event.spent

    def _MarkPlaced(self, event: ev.MarkPlaced) -> None:  # noqa: N802
        spot, word = self.spots[self.ids[event.region]], self.piece_words[event.kind]
        if word == "coin":
            spot.coins += 1
        elif word == "encampments":
            spot.encampments += 1
        else:
            spot.markers.add(word)

    def _MarkRemoved(self, event: ev.MarkRemoved) -> None:  # noqa: N802
        spot, word = self.spots[self.ids[event.region]], self.piece_words[event.kind]
        if word == "encampments":
            spot.encampments = 0
        else:
            spot.markers.remove(word)

    def _PilesSet(self, event: ev.PilesSet) -> None:  # noqa: N802
        for r, count in event.counts:
            self.spots[self.ids[r]].encampments = count

    def _TokensGained(self, event: ev.TokensGained) -> None:  # noqa: N802
        self.races[event.slot].hand += event.tokens

    def _TokensSetAside(self, event: ev.TokensSetAside) -> None:  # noqa: N802
        self.races[event.slot].hand -= event.tokens
        self.races[event.slot].aside += event.tokens

    def _Redeployed(self, event: ev.Redeployed) -> None:  # noqa: N802
        for r, count in event.counts:
            self.spots[self.ids[r]].tokens = count
            if not count:
                self.leave(self.ids[r])
        self.races[event.slot].hand = event.waiting

    def _Declined(self, event: ev.Declined) -> None:  # noqa: N802
        """X3, X8, E16, E31, E32: the race in its new place, with what it keeps."""
        old = 3 * event.seat
        race = self.races.pop(old)
        cursed = self.card == "The Great Curse"
        stays = [race.power] if race.power and race.elixir else []
        for badge in (race.power, *race.second):
            if badge == "Spirit" and not cursed and badge not in stays:
                stays.append(badge)
        kept = Race(race.race, stays[0] if stays else "", stays[1:], elixir=race.elixir)
        ally = self.peace.pop(old, None)
        if ally is not None and race.elixir:
            self.peace[event.slot] = ally
        for r, count in event.counts:
            self.spots[self.ids[r]].slot = event.slot
            self.spots[self.ids[r]].tokens = count
        self.races[event.slot] = kept

    def _RaceLeft(self, event: ev.RaceLeft) -> None:  # noqa: N802
        for name in self.held(event.slot):
            self.leave(name)
        self.races.pop(event.slot, None)
        self.peace.pop(event.slot, None)

    def _HandedOn(self, event: ev.HandedOn) -> None:  # noqa: N802
        moved = dict(event.races)
        races = {to: self.races.pop(slot) for slot, to in moved.items()}
        where = {name: spot.slot for name, spot in self.spots.items()}
        for name, slot in where.items():
            if slot in moved:
                self.spots[name].slot = moved[slot]
        for slot in moved:
            self.peace.pop(slot, None)
        self.races |= races

    # ------------------------------------------------------------ comparing
    def differs(self, s: State) -> list[str]:
        """Where the engine's position is another one."""
        wrong: list[str] = []

        def same(what: str, mine: object, theirs: object) -> None:
            if mine != theirs:
                wrong.append(f"{what}: {theirs}, should be {mine}")

        pieces = s.setup.library.pieces
        lying: dict[str, dict[str, int]] = {}
        for kind, word in enumerate(self.piece_words):
            for r, name in enumerate(self.ids):
                if s.marks[kind] >> r & 1:
                    lying.setdefault(name, {})[word] = s.number(pieces[kind], r)
        for r, name in enumerate(self.ids):
            spot = self.spots[name]
            theirs = None if s.occ[r] == NOBODY else s.occ[r]
            same(f"who stands in {name}", (spot.slot, spot.tokens), (theirs, s.tokens[r]))
            mine = dict.fromkeys(spot.markers, 1)
            mine |= {"encampments": spot.encampments} if spot.encampments else {}
            mine |= {"coin": spot.coins} if spot.coins else {}
            same(f"what lies in {name}", mine, lying.get(name, {}))
        for slot in range(15):
            race = self.races.get(slot)
            banner = self.race_names[s.banner[slot]] if s.banner[slot] != NOWHERE else ""
            same(f"the race of slot {slot}", race.race if race else "", banner)
            if race is not None:
                same(
                    f"badges of slot {slot}",
                    [x for x in (race.power, *race.second) if x],
                    [self.power_names[b] for b in (s.badge[slot], *s.more[slot]) if b != NOWHERE],
                )
                same(f"hand of slot {slot}", race.hand, s.hand[slot])
                elixir = s.setup.library.by_name.get("Elixir")
                has = elixir is not None and (slot, elixir.key) in s.memory
                same(f"the Elixir of slot {slot}", race.elixir, has)
                same(f"the tray of {race.race}", self.tray(race.race), s.tray[s.banner[slot]])
        for seat, coins in self.coins.items():
            same(f"coins of seat {seat}", coins, s.coins[seat])
        if self.crusade:
            same("tokens beside the board", self.tribes_hand, s.hand[TRIBES_SLOT])
        rows = [(self.race_names[b], self.badge(p), coins) for b, p, coins in s.column]
        same("the column", self.column, rows)
        return wrong
