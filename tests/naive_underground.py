"""Small World Underground once more, slowly, from its numbered statements and nothing else.

`underground.md`, `crusade.md` part I and `base.md` as a child would play them: Regions are names,
races and powers are words, everything is looked up on the table each time. It shares no price, no
reach, no income and no hook with the engine; it only reads off a position who stands where. Where
the two differ, one of them misreads the statements.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from copy import copy
from dataclasses import dataclass, field
from functools import cache
from itertools import combinations
from typing import ClassVar

from naive import ways_over

from crusade.rules import State
from crusade.rules.board import Board

TRIBES_SLOT, TRIBE_SEAT = 15, 5
PLACES = {
    "altar", "crypt", "diamonds", "fountain", "keep", "lostmine", "pentacle", "pipe", "stonehedge",
}  # fmt: skip
RELICS = {"doormat", "orb", "ring", "scepter", "socks", "sword"}
IMMUNE = {"ancient", "balrog", "ghost", "queen"}
RIVER, CHASM = "river", "abysmal_chasm"
TERRAIN_COINS = {
    "Shrooms": "mushroom_forest", "Mining": "mine", "Muddy": "mudpool", "Mystic": "mystic_crystal",
    "Stone": "black_mountain",
}  # fmt: skip
USELESS_TO_MONSTERS = (PLACES | RELICS) - {"scepter", "diamonds", "keep", "lostmine", "pipe"}

Item = tuple[str, int, frozenset[str]]
"""What pays, how many coins, for which Regions."""
Assault = tuple[str, str, frozenset[str]]
"""conquer, attempt or roll; the Region; the words behind `with`."""


def seat_of(slot: int) -> int:
    return slot // 3


def is_active(slot: int) -> bool:
    return slot % 3 == 0


@dataclass
class Land:
    """A Region of the board."""

    terrain: str
    edge: bool
    touches: set[str]
    volcano: bool


@dataclass
class Spot:
    """Who stands in a Region, and what else lies there."""

    slot: int | None
    tokens: int
    things: dict[str, int]


@dataclass
class Race:
    """A race in play with its badges."""

    name: str
    badges: set[str]
    hand: int
    tray: int


@dataclass
class Done:
    """What the player whose turn it is has done in it, heard from his moves."""

    used: set[str] = field(default_factory=set)
    """Relics and `bag`."""
    bitten: set[int] = field(default_factory=set)
    """Seats whose token a Vampire has replaced."""
    doubled: set[str] = field(default_factory=set)
    """Regions whose coins the Scepter (or the Bag as Scepter) doubles."""

    def hear(self, text: str, holder: int | None) -> None:
        """A move of this turn; ``holder`` is the seat that held the Region it names."""
        words = text.split()
        if words[0] in ("conquer", "attempt", "roll") and "with" in words:
            for word in words[words.index("with") + 1 :]:
                self.used.add("bag" if word.startswith("bag=") else word)
                if word == "vampire" and holder is not None:
                    self.bitten.add(holder)
        if words[0] == "bag":
            self.used.add("bag")
            words = words[1:]
        elif words[0] in ("ring", "scepter"):
            self.used.add(words[0])
        if words[0] == "scepter":
            self.doubled.add(words[1])
        for word in ("ancient", "balrog", "reborn"):
            if word in words[:2]:  # `no balrog` at the finding counts too (UP19)
                self.used.add(word)


@cache
def lands_on(board: Board) -> dict[str, Land]:
    """What is printed on a board."""
    return {
        name: Land(
            board.terrain[r],
            bool(board.edge >> r & 1),
            {board.ids[x] for x in range(board.n) if board.neighbours[r] >> x & 1},
            bool(board.mask_of("volcano") >> r & 1),
        )
        for r, name in enumerate(board.ids)
    }


class Scene:
    """A position, read off the engine's; ``done`` is what this turn's player has done in it."""

    unheard: ClassVar[str] = ""
    """The race, badge or piece that the reader has never heard of: a mistake made on purpose."""

    def __init__(self, s: State, done: Done) -> None:
        library, ids = s.setup.library, s.board.ids
        self.order = ids
        self.done = done
        self.seat = s.seat
        self.seats = s.setup.seats
        self.crusade = s.setup.crusade
        self.spared = s.control if s.setup.mode == "two-player" else None
        """The person who plays the Monsters (`crusade.md H3`)."""
        self.coins = dict(enumerate(s.coins))
        self.later = s.later
        """Tokens that his own Balrog drove out: they wait for his redeployment."""
        self.monsters_hand = s.hand[TRIBES_SLOT]
        self.lands = lands_on(s.board)
        things: dict[str, dict[str, int]] = {name: {} for name in ids}
        for piece in library.pieces:
            there = s.where(piece)
            if there and piece.word != self.unheard:
                for r, name in enumerate(ids):
                    if there >> r & 1:
                        things[name][piece.word] = s.number(piece, r)
        self.spots = {
            name: Spot(s.occ[r] if s.occ[r] <= TRIBES_SLOT else None, s.tokens[r], things[name])
            for r, name in enumerate(ids)
        }
        self.holdings = self.by_slot()
        self.races = {}
        for slot in range(TRIBES_SLOT):
            if s.banner[slot] >= 0:
                own = [s.badge[slot]] if s.badge[slot] >= 0 else []
                badges = {library.powers[badge].name for badge in (*own, *s.more[slot])}
                badges.discard(self.unheard)
                race = library.races[s.banner[slot]]
                name = race.name if race.name != self.unheard else ""
                self.races[slot] = Race(name, badges, s.hand[slot], s.tray[s.banner[slot]])
        # What words of a case say of a position: the badge of Stonehedge, Hammers, Vengeance.
        self.stonehedge = ""
        for piece in library.pieces:
            if piece.word == "stonehedge" and piece.brings is not None:
                badge = s.recall(piece.brings, 16, "badge")
                self.stonehedge = library.powers[badge - 1].name if badge else ""
        if self.stonehedge == self.unheard:
            self.stonehedge = ""
        dwarves, vengeful = library.by_name["Iron Dwarves"], library.by_name["Vengeful"]
        self.all_hammers = {slot: s.recall(dwarves, slot) for slot in self.races}
        self.hammers = {
            slot: s.recall(dwarves, slot)
            - sum(self.spots[name].things.get("hammers", 0) for name in self.held(slot))
            - s.recall(dwarves, slot, "spent")
            for slot in self.races
        }
        self.marked = {
            slot: {seat for seat in range(6) if s.recall(vengeful, slot) >> seat & 1}
            for slot in self.races
        }

    # ------------------------------------------------------------ who and what
    def by_slot(self) -> dict[int, list[str]]:
        found: dict[int, list[str]] = {}
        for name, spot in self.spots.items():
            if spot.slot is not None:
                found.setdefault(spot.slot, []).append(name)
        return found

    def held(self, slot: int) -> list[str]:
        return self.holdings.get(slot, [])

    def things(self, slot: int) -> set[str]:
        """What lies on the Regions of a race: it is his (UC6)."""
        return {word for name in self.held(slot) for word in self.spots[name].things}

    def in_play(self, slot: int) -> int:
        """The tokens of a race on the board and in hand."""
        waiting = self.later if slot == 3 * self.seat else 0
        on_board = sum(self.spots[name].tokens for name in self.held(slot))
        return self.races[slot].hand + waiting + on_board

    def lying_about(self, word: str, regions: Iterable[str] | None = None) -> int:
        """How many of a piece lie on these Regions, or on the board."""
        where = self.spots if regions is None else regions
        return sum(self.spots[name].things.get(word, 0) for name in where)

    def slots(self, seat: int) -> list[int]:
        if seat == TRIBE_SEAT:
            return [TRIBES_SLOT]
        return [slot for slot in range(3 * seat, 3 * seat + 3) if slot in self.races]

    def race_of(self, slot: int | None) -> str:
        return self.races[slot].name if slot in self.races else ""

    def ability(self, slot: int) -> str:
        """The race whose ability works for an Active race."""
        return self.race_of(slot) if is_active(slot) else ""

    def badges(self, slot: int, held: Iterable[str]) -> set[str]:
        """The badges of a race, and that of Stonehedge if it lies in one of ``held`` (UP29)."""
        if slot not in self.races:
            return set()
        badges = set(self.races[slot].badges)
        if self.stonehedge and any("stonehedge" in self.spots[name].things for name in held):
            badges.add(self.stonehedge)
        return badges

    def powers(self, slot: int) -> set[str]:
        """The badges that work for an Active race."""
        return self.badges(slot, self.held(slot)) if is_active(slot) else set()

    def has_active_token(self, name: str) -> int | None:
        """The seat whose Active race stands in a Region; Monsters count in a Crusade."""
        slot = self.spots[name].slot
        if slot is None or not is_active(slot) or (slot == TRIBES_SLOT and not self.crusade):
            return None
        return seat_of(slot)

    # ------------------------------------------------------------ the land
    def borders(self, name: str, terrain: str) -> bool:
        return any(self.lands[other].terrain == terrain for other in self.lands[name].touches)

    def grown(self, start: Iterable[str], within: set[str]) -> set[str]:
        """All of ``within`` that borders lead to from ``start``, which is part of it."""
        found, new = set(start), set(start)
        while new:
            new = {x for name in new for x in self.lands[name].touches if x in within} - found
            found |= new
        return found

    def stretches(self) -> list[set[str]]:
        """The rivers, each as the set of its Regions."""
        left = {name for name, land in self.lands.items() if land.terrain == RIVER}
        found = []
        while left:
            stretch = self.grown([min(left)], left)
            found.append(stretch)
            left -= stretch
        return found

    def pipe_terrain(self, slot: int, held: Iterable[str]) -> str:
        """PL-pipe: the terrain whose Regions are all adjacent for the Active holder."""
        if is_active(slot):
            for name in held:
                if "pipe" in self.spots[name].things:
                    return self.lands[name].terrain
        return ""

    def beside(self, slot: int, regions: Iterable[str], held: list[str]) -> set[str]:
        """What is adjacent to any of ``regions`` for a race that holds ``held`` (UP4, UP5)."""
        regions = list(regions)
        found = {other for name in regions for other in self.lands[name].touches}
        race = self.ability(slot)
        if race == "Spiderines" and regions:
            found |= {name for name in self.lands if self.borders(name, CHASM)}
        if race == "Lizardmen":
            for stretch in self.stretches():
                banks = {x for name in stretch for x in self.lands[name].touches} | stretch
                if banks & set(regions):
                    found |= banks
        terrain = self.pipe_terrain(slot, held)
        if any(self.lands[name].terrain == terrain for name in regions):
            found |= {name for name, land in self.lands.items() if land.terrain == terrain}
        return found

    def sets(self, slot: int, held: list[str]) -> int:
        """UP5: how many separate sets these Regions make."""
        left = set(held)
        number = 0
        while left:
            number += 1
            whole = {left.pop()}
            new = set(whole)
            while new:
                new = {
                    name
                    for name in left
                    if name in self.beside(slot, whole, held)
                    or self.beside(slot, [name], held) & whole
                }
                left -= new
                whole |= new
        return number

    # ------------------------------------------------------------ reach
    def open_to(self, slot: int, name: str) -> bool:
        """Whether a race could take a Region if it got there (UC4, UC8, UP10, UP11, K6, H3)."""
        spot = self.spots[name]
        if self.lands[name].terrain == CHASM or spot.slot == slot or IMMUNE & set(spot.things):
            return False
        if spot.slot is None:
            return True
        theirs = seat_of(spot.slot)
        if slot == TRIBES_SLOT and theirs == self.spared:
            return False
        liches = self.race_of(spot.slot) == "Liches"
        return not (liches and theirs != seat_of(slot) and self.coins[seat_of(slot)] == 0)

    def helpless(self, slot: int, name: str) -> bool:
        """UP3: a Region of Gnomes, against whom nothing helps others."""
        theirs = self.spots[name].slot
        return self.race_of(theirs) == "Gnomes" and seat_of(theirs or 0) != seat_of(slot)

    def entries(self, slot: int) -> tuple[set[str], set[str]]:
        """UC1, UP4, UP6: where a race without a Region enters, and where abilities let it."""
        usual = {name for name, land in self.lands.items() if land.edge}
        more: set[str] = set()
        if self.ability(slot) == "Spiderines":
            more = {name for name in self.lands if self.borders(name, CHASM)}
        if self.ability(slot) == "Flames":
            more = {x for name in self.volcano() for x in self.lands[name].touches}
        return usual, more

    def volcano(self) -> list[str]:
        return [name for name, spot in self.spots.items() if "volcano" in spot.things]

    def reach(self, slot: int, anywhere: bool = False) -> set[str]:
        """What a race may attack, whatever it costs; ``anywhere`` on the Doormat."""
        held = self.held(slot)
        if held:
            usual = {other for name in held for other in self.lands[name].touches}
            wide = usual | self.beside(slot, held, held)
        else:
            usual, more = self.entries(slot)
            wide = usual | more
        if anywhere:
            wide = set(self.lands)
        return {
            name
            for name in wide
            if self.open_to(slot, name) and (name in usual or not self.helpless(slot, name))
        }

    # ------------------------------------------------------------ prices
    def as_if_empty(self, slot: int, name: str) -> bool:
        """UP6: the price of Flames next to the Volcano, or joined to it."""
        if self.ability(slot) != "Flames":
            return False
        around = {x for there in self.volcano() for x in self.lands[there].touches}
        flames = set(self.held(slot))
        joined = self.grown(flames & around, flames)
        return name in around or bool(self.lands[name].touches & joined)

    def price(self, slot: int, name: str, socks: bool = False, sword: bool = False) -> int:
        """UP1, UP2, UP3; `crusade.md I8` for the Monsters."""
        spot = self.spots[name]
        tokens = 1 if self.lands[name].terrain == RIVER else 2
        tokens += self.lands[name].terrain == "black_mountain"
        tokens += "keep" in spot.things
        occupants = spot.tokens + spot.things.get("armors", 0)
        race = self.ability(slot)
        tokens += race == "Mummies"
        if self.helpless(slot, name):
            return tokens + occupants
        if not socks and not self.as_if_empty(slot, name):
            tokens += occupants
        tokens -= race == "Ogres"
        if race == "Cultists":
            ancient = [n for n in self.held(slot) if "ancient" in self.spots[n].things]
            tokens -= name in self.beside(slot, ancient, self.held(slot))
        if "Vengeful" in self.powers(slot) and spot.slot is not None:
            tokens -= seat_of(spot.slot) in self.marked[slot]
        tokens -= 2 * sword
        return max(1, tokens)

    # ------------------------------------------------------------ conquests
    def relics(self, slot: int) -> set[str]:
        """The Relics that a race may use now (UP15, UC9)."""
        return (self.things(slot) & RELICS) - self.done.used

    def copies(self, slot: int) -> set[str]:
        """UP18: what the Bag may stand for now."""
        if "Magic" not in self.powers(slot) or "bag" in self.done.used:
            return set()
        return {word for spot in self.spots.values() for word in spot.things} & RELICS

    def manners(self, slot: int) -> Iterator[tuple[frozenset[str], frozenset[str]]]:
        """UP17, UP18: which Relics may be joined in one conquest: what they do, in what words."""
        own, copied = self.relics(slot), self.copies(slot)
        joined = [
            set(some)
            for number in (1, 2, 3)
            for some in combinations(("doormat", "socks", "sword"), number)
        ]
        for doing in ({"orb"}, {"doormat", "orb"}, *joined):
            if doing <= own:
                yield frozenset(doing), frozenset(doing)
            for word in doing & copied:
                if doing - {word} <= own:
                    yield frozenset(doing), frozenset((doing - {word}) | {f"bag={word}"})

    def assaults(self, slot: int) -> dict[Assault, int]:
        """Every conquest, attempt and roll that the race whose turn it is may declare now, with
        what it takes from hand (of a swap: 0 from the tray, else 1).
        """
        race = self.races[slot]
        hand = race.hand + self.hammers[slot] if race.hand else 0
        found: dict[Assault, int] = {}
        near = self.reach(slot)
        plain = frozenset[str]()
        manners = [(plain, plain), *self.manners(slot)]
        if "Vampire" in self.powers(slot):
            manners.append((frozenset({"vampire"}), frozenset({"vampire"})))
        for doing, words in manners:
            targets = self.reach(slot, anywhere=True) if "doormat" in doing else near
            swap = bool(doing & {"orb", "vampire"})
            for name in targets:
                if words and self.helpless(slot, name):
                    continue
                if swap:
                    if self.may_swap(slot, name, "vampire" in doing) and (race.tray or race.hand):
                        found["conquer", name, words] = 0 if race.tray else 1
                    continue
                if not hand:
                    continue
                cost = self.price(slot, name, "socks" in doing, "sword" in doing)
                if cost <= hand:
                    found["conquer", name, words] = cost
                elif cost - hand <= 3:
                    found["attempt", name, words] = cost
                if cost - hand <= 3 and self.may_roll(slot, name):
                    found["roll", name, words] = cost
        return found

    def may_swap(self, slot: int, name: str, vampire: bool) -> bool:
        """UP16: a lone Active token of another; the race must hold a Region."""
        theirs = self.has_active_token(name)
        if theirs is None or theirs == seat_of(slot) or self.spots[name].tokens != 1:
            return False
        return bool(self.held(slot)) and not (vampire and theirs in self.done.bitten)

    def may_roll(self, slot: int, name: str) -> bool:
        """R-wisps, UP9: a Crystal Region, or one adjacent to a held one."""
        if self.ability(slot) != "Will-o'-Wisps" or self.helpless(slot, name):
            return False
        held = self.held(slot)
        crystal = [n for n in held if self.lands[n].terrain == "mystic_crystal"]
        return self.lands[name].terrain == "mystic_crystal" or name in self.beside(
            slot, crystal, held
        )

    # ------------------------------------------------------------ decisions
    def answers(self, slot: int, word: str) -> set[str] | None:
        """What may be answered to a decision of the race whose turn it is; None for what this
        reading does not know.
        """
        held = self.held(slot)
        named = {
            "ring": held,
            "scepter": held,
            "queen": held,
            "volcano": [name for name, land in self.lands.items() if land.volcano],
            "altar": [name for x in (slot + 1, slot + 2) for name in self.held(x)],
            "ghost": [
                name
                for name, land in self.lands.items()
                if land.terrain != CHASM
                and "crypt" not in self.spots[name].things
                # UC8: a Place does nothing to an immune Region of others.
                and "balrog" not in self.spots[name].things
                and (
                    self.spots[name].slot in (slot, slot + 1, slot + 2)
                    or "ghost" in self.spots[name].things  # he may stay
                    or not {"ancient", "queen"} & set(self.spots[name].things)
                )
            ],
            "balrog": self.balrog(slot),
        }
        if word == "bag":
            copied = self.copies(slot) & {"ring", "scepter"}
            options = {
                f"bag {relic} {name}"
                for relic in copied
                for name in held
                if relic not in self.spots[name].things
            }
        elif word in named:
            options = {f"{word} {name}" for name in named[word]}
        else:
            return None
        return options if word in ("queen", "volcano") else options | {f"no {word}"}

    def offers(self, slot: int, fought: bool) -> set[str]:
        """What may be done in the conquests besides conquering: UP12, UP14, UP19."""
        found = set()
        if "pentacle" in self.things(slot) and "balrog" not in self.done.used:
            found |= {f"balrog {name}" for name in self.balrog(slot)}
        if fought:
            return found
        held = self.held(slot)
        if "ancient" in self.things(slot) and "ancient" not in self.done.used:
            found |= {
                f"ancient {name}" for name in held if "ancient" not in self.spots[name].things
            }
        for past in (slot + 1, slot + 2):
            there = self.held(past)
            if "Reborn" in self.badges(past, there) and "reborn" not in self.done.used:
                tokens = self.races[slot].tray + self.races[slot].hand
                for number in range(1, min(2, tokens) + 1):
                    found |= {f"reborn {' '.join(some)}" for some in combinations(there, number)}
        return found

    def balrog(self, slot: int) -> set[str]:
        """UP19: where the holder of the Pentacle may send him."""
        place = next((n for n, spot in self.spots.items() if "pentacle" in spot.things), "")
        place = next((n for n, spot in self.spots.items() if "balrog" in spot.things), place)
        around = self.lands[place].touches if place else set()
        return {
            name
            for name in around
            if not self.helpless(slot, name)
            and (self.spots[name].slot == slot or self.open_to(slot, name))
            and not IMMUNE & set(self.spots[name].things)
        }

    # ------------------------------------------------------------ what a conquest does
    def paid_for(self, slot: int, by: int) -> dict[int, int]:
        """Coins by seat because seat ``by`` takes a Region of the race in ``slot`` (R-liches, UP10,
        UP31).
        """
        seat = seat_of(slot)
        if by == seat:
            return {}
        if self.race_of(slot) == "Liches" and not is_active(slot):
            return {by: -1, seat: 1}
        return {seat: 1} if "Martyr" in self.powers(slot) else {}

    def lost(self, slot: int, tokens: int, words: list[str]) -> int:
        """How many of the tokens of a Region go to the tray for good (L1, P-immortal, UP16, UP19,
        UP32, UP34), taken by the move ``words``.
        """
        if "orb" in words or "bag=orb" in words or "vampire" in words:
            return 1
        if "socks" in words or "bag=socks" in words:
            return 0
        if "Immortal" in self.powers(slot):
            return 0
        return min(tokens, 2 if words[0] == "balrog" else 1)

    # ------------------------------------------------------------ coins
    def income(self, seat: int, without: str = "", scepter: bool = True) -> list[Item]:
        """What a seat's races earn as they stand, without the Region ``without`` (V1 to V5, the
        tables, UP24 to UP29, `crusade.md I4, I9, I10`).
        """
        found: list[Item] = []
        for slot in self.slots(seat):
            held = [name for name in self.kept(slot) if name != without]
            found += (
                self.monsters_income(held) if slot == TRIBES_SLOT else self.coins_of(slot, held)
            )
            if slot != TRIBES_SLOT and scepter and is_active(slot) and seat == self.seat:
                for name in held:
                    if name in self.done.doubled and "lostmine" not in self.spots[name].things:
                        found.append(("scepter", self.own_coins(slot, held, name), one(name)))
        return [item for item in found if item[1]]

    def kept(self, slot: int) -> list[str]:
        """UC3: what a race holds when its conquests are over."""
        if self.race_of(slot) == "Kraken":
            return self.held(slot)
        return [name for name in self.held(slot) if self.lands[name].terrain != RIVER]

    def own_coins(self, slot: int, held: list[str], name: str) -> int:
        """UP26: the Region's own coin and its bonuses from the bank."""
        per_region = {"Regions", "Adventurous", "Frightened", "Drow", "keep", "diamonds"}
        per_region |= set(TERRAIN_COINS)
        return sum(
            coins // len(names)
            for what, coins, names in self.coins_of(slot, held)
            if what in per_region and name in names
        )

    def coins_of(self, slot: int, held: list[str]) -> list[Item]:
        """What a person's race earns on the Regions ``held``, the Scepter apart."""
        badges = self.badges(slot, held)
        active = is_active(slot)
        working = {*badges, self.race_of(slot)} if active else badges & {"Muddy", "Wise"}
        land = {name for name in held if self.lands[name].terrain != RIVER}
        found: list[Item] = [("Regions", len(held), frozenset(held))]

        def each(what: str, regions: Iterable[str]) -> None:
            names = frozenset(regions)
            found.append((what, len(names), names))

        for word, terrain in TERRAIN_COINS.items():
            if word in working:
                each(word, [n for n in held if self.lands[n].terrain == terrain])
        if "Adventurous" in working:
            each("Adventurous", [n for n in held if PLACES & set(self.spots[n].things)])
        if "Frightened" in working:
            each("Frightened", [n for n in held if self.spots[n].tokens >= 3])
        if "Drow" in working:
            each("Drow", [n for n in held if not self.strangers_beside(slot, n)])
        if "Fisher" in working:
            coast = [n for n in land if self.borders(n, RIVER)]
            found.append(("Fisher", len(coast) // 2, frozenset(coast)))
        if "Flocking" in working and self.sets(slot, held) == 1:
            found.append(("Flocking", 2, frozenset(held)))
        if "Quarreling" in working:
            found.append(("Quarreling", self.sets(slot, held), frozenset(held)))
        if "Thieving" in working:
            found.append(("Thieving", len(self.payers(seat_of(slot), held)), frozenset(held)))
        if not active and "Wise" in working and held:
            found.append(("Wise", 2, frozenset(held)))
        return found + self.lying(held)

    def lying(self, held: list[str]) -> list[Item]:
        """What pays whoever holds it, Active or declined: Keep, Mine, Diamond Fields (UP27)."""
        found: list[Item] = []
        for name in held:
            if "keep" in self.spots[name].things:
                found.append(("keep", 1, one(name)))
            if "lostmine" in self.spots[name].things:
                found.append(("lostmine", 2, one(name)))
            if "diamonds" in self.spots[name].things:
                same = [n for n in held if self.lands[n].terrain == self.lands[name].terrain]
                found.append(("diamonds", len(same), frozenset(same)))
        return found

    def strangers_beside(self, slot: int, name: str) -> bool:
        """R-drow: whether another race stands in a Region that borders this one."""
        return any(self.spots[other].slot not in (None, slot) for other in self.lands[name].touches)

    def payers(self, seat: int, held: Iterable[str]) -> set[int]:
        """UP25, UC8: who pays a coin because of an Active token beside ``held``."""
        found = set()
        for name in held:
            for other in self.lands[name].touches:
                theirs = self.has_active_token(other)
                if IMMUNE & set(self.spots[other].things):
                    continue
                if theirs is not None and theirs != seat and self.coins[theirs]:
                    found.add(theirs)
        return found

    def monsters_income(self, held: list[str]) -> list[Item]:
        """`crusade.md I4, I10`."""
        found: list[Item] = [("Regions", len(held), frozenset(held)), *self.lying(held)]
        for name in held:
            if "scepter" in self.spots[name].things and "lostmine" not in self.spots[name].things:
                again = sum(coins // len(names) for _, coins, names in found if name in names)
                found.append(("scepter", again, one(name)))
        for name in held:
            useless = USELESS_TO_MONSTERS & set(self.spots[name].things)
            found.append(("useless", len(useless), one(name)))
        return found

    def worths(self, seat: int) -> dict[str, int]:
        """`crusade.md F, I9`: what the person would get less without each of his Regions."""
        full = total(self.income(seat, scepter=False))
        return {
            name: full - total(self.income(seat, without=name, scepter=False))
            for slot in self.slots(seat)
            for name in self.held(slot)
        }

    # ------------------------------------------------------------ the Monsters
    def ways(self, name: str, near: set[str]) -> list[tuple[int, int, tuple[int, ...]]]:
        """`crusade.md I2`: the ways over rivers to a Region out of reach: price, length, order."""
        rivers = {
            x
            for x, land in self.lands.items()
            if land.terrain == RIVER and self.open_to(TRIBES_SLOT, x)
        }
        touches = {x: land.touches for x, land in self.lands.items()}
        found = [
            (
                sum(self.price(TRIBES_SLOT, x) for x in way),
                len(way),
                tuple(self.order.index(x) for x in way),
            )
            for way in ways_over(name, near & rivers, rivers, touches)
        ]
        return sorted(found)

    def journeys(self) -> dict[str, tuple[int, tuple[str, ...]]]:
        """What each land Region costs the Monsters in all, and the way there."""
        near = self.reach(TRIBES_SLOT)
        found = {name: self.journey(name, near) for name in self.lands}
        return {name: journey for name, journey in found.items() if journey is not None}

    def journey(self, name: str, near: set[str]) -> tuple[int, tuple[str, ...]] | None:
        """The same for one Region, with what is in reach; None without a way."""
        if not self.open_to(TRIBES_SLOT, name) or self.lands[name].terrain == RIVER:
            return None
        price = self.price(TRIBES_SLOT, name)
        if name in near:
            return price, ()
        ways = self.ways(name, near)
        if not ways:
            return None
        cost, _, way = ways[0]
        return cost + price, tuple(self.order[r] for r in way)

    def candidates(self) -> dict[str, tuple[int, tuple[str, ...]]]:
        """What the Monsters could take now, with its cost and way."""
        found = {}
        for name, journey in self.journeys().items():
            fare = sum(self.price(TRIBES_SLOT, x) for x in journey[1])
            if not journey[1] or fare <= self.monsters_hand - 1:
                found[name] = journey
        return found

    def taken(self, name: str) -> Scene:
        """The same with the Region in the Monsters' hands."""
        other = copy(self)
        other.spots = {**self.spots, name: Spot(TRIBES_SLOT, 1, self.spots[name].things)}
        other.holdings = other.by_slot()
        return other

    def plan(self) -> tuple[str, set[str]]:
        """`crusade.md D, F, I3`: conquer, attempt or stop, and the Regions still tied."""
        found = self.candidates()
        hand = self.monsters_hand
        if not found or hand < 1:
            return "stop", set()
        lowest = min(cost for cost, _ in found.values())
        if lowest - hand > 3:
            return "stop", set()
        person = 0 if self.spared is None else 1 - self.spared
        best = {name for name, (cost, _) in found.items() if cost == lowest}
        worths = self.worths(person)
        dearest = max(worths.get(name, 0) for name in best)
        best = {name for name in best if worths.get(name, 0) == dearest}
        lying = {name for name in best if (PLACES | RELICS) & set(self.spots[name].things)}
        best = lying or best
        active = {name for name in best if self.spots[name].slot == 3 * person}
        best = active or best
        return ("conquer" if lowest <= hand else "attempt"), best


def one(name: str) -> frozenset[str]:
    return frozenset((name,))


def total(items: Iterable[Item]) -> int:
    return sum(coins for _, coins, _ in items)
