"""Positions of Underground thrown together by chance: everything lies everywhere.

Games come seldom to a Bag beside five Relics, or to Spiderines with the Pipe and Stonehedge; here
every Race meets every badge, Place, Relic and piece that the rules let it meet.
"""

from __future__ import annotations

from random import Random

from crusade.rules import Setup, State
from crusade.rules.ids import (
    CONQUER,
    EMPTY,
    NONE,
    TRIBES,
    TRIBES_SLOT,
    TRIBES_TURN,
    TWO_PLAYER,
)
from crusade.rules.library import Piece
from crusade.rules.markers import put
from crusade.rules.pieces import occupy, refresh_all
from crusade.rules.state import blank

IMMUNE = {"ancient", "balrog", "ghost", "queen"}
PLACES = (
    "altar", "crypt", "diamonds", "fountain", "keep", "lostmine", "pentacle", "pipe", "stonehedge",
)  # fmt: skip
RELICS = ("doormat", "orb", "ring", "scepter", "socks", "sword")


class Throw:
    """A position in the making."""

    def __init__(self, setup: Setup, rng: Random) -> None:
        self.rng = rng
        self.library = setup.library
        self.s = s = blank(setup)
        self.pieces = {piece.word: piece for piece in self.library.pieces}
        self.land = [r for r in range(s.board.n) if (s.board.land & ~s.board.rivers) >> r & 1]
        self.rivers = [r for r in range(s.board.n) if s.board.rivers >> r & 1]
        s.round = rng.randint(2, setup.rounds)
        s.seat = rng.choice([*range(setup.seats), *([TRIBES] * setup.crusade)])
        if setup.mode == TWO_PLAYER:
            s.control = rng.randrange(2)

    def make(self) -> State:
        s, rng = self.s, self.rng
        self._races()
        self._tokens()
        self._markers()
        self._pieces()
        for seat in (*range(s.setup.seats), *([TRIBES] * s.setup.crusade)):
            s.coins[seat] = rng.choice((0, 0, 1, 5))
        s.picked = (1 << s.setup.seats) - 1
        s.actor = s.seat
        s.phase = CONQUER if s.seat != TRIBES else TRIBES_TURN
        s.unseen_banners, s.unseen_badges = 0, 0
        s.fought = rng.random() < 0.5
        s.begun = s.fought
        refresh_all(s)
        return s

    def _races(self) -> None:
        s, rng = self.s, self.rng
        banners = rng.sample(range(len(self.library.races)), 2 * s.setup.seats)
        badges = rng.sample(range(len(self.library.powers)), 2 * s.setup.seats)
        for seat in range(s.setup.seats):
            s.banner[3 * seat], s.badge[3 * seat] = banners.pop(), badges.pop()
            s.hand[3 * seat] = rng.choice((0, 1, 2, 4, 7))
            if rng.random() < 0.7:
                s.banner[3 * seat + 1] = banners.pop()
                badge = badges.pop()
                if self.library.powers[badge].kept_in_decline:
                    s.badge[3 * seat + 1] = badge
        self.badges = [x for x in range(len(self.library.powers)) if x not in s.badge]

    def _race(self, slot: int) -> str:
        banner = self.s.banner[slot] if slot < TRIBES_SLOT else NONE
        return self.library.races[banner].name if banner != NONE else ""

    def _tokens(self) -> None:
        s, rng = self.s, self.rng
        slots = [slot for slot in range(TRIBES_SLOT) if s.banner[slot] != NONE]
        owners = [*slots, EMPTY, EMPTY, TRIBES_SLOT, TRIBES_SLOT]
        if rng.random() < 0.15:  # nobody of this race is on the board
            out = rng.choice(owners)
            owners = [slot for slot in owners if slot != out] or [EMPTY]
        for r in self.land:
            self._stand(rng.choice(owners), r)
        for r in self.rivers:
            wet = [slot for slot in owners if slot == 3 * s.seat or self._race(slot) == "Kraken"]
            if wet and rng.random() < 0.4:
                self._stand(rng.choice(wet), r)
        for slot in slots:
            tray = self.library.races[s.banner[slot]].tray
            tray -= s.hand[slot] + sum(s.tokens[r] for r in range(s.board.n) if s.occ[r] == slot)
            s.tray[s.banner[slot]] = max(0, min(tray, rng.randrange(4)))
        s.hand[TRIBES_SLOT] = rng.randrange(8) if s.setup.crusade else 0

    def _stand(self, slot: int, r: int) -> None:
        if slot != EMPTY:
            declined = slot != TRIBES_SLOT and slot % 3
            tokens = 1 if declined else self.rng.choice((1, 1, 1, 2, 3, 4))
            occupy(self.s, slot, r, tokens)

    def _markers(self) -> None:
        s, rng = self.s, self.rng
        for r, word in zip(rng.sample(self.land, len(PLACES)), PLACES, strict=True):
            if rng.random() < 0.7:
                self._put(word, r)
        for word in RELICS:
            if rng.random() < 0.6:
                self._put(word, rng.choice(self.land))
        stonehedge = self.pieces["stonehedge"].brings
        if s.where(self.pieces["stonehedge"]) and rng.random() < 0.8 and stonehedge:
            s.remember(stonehedge, EMPTY, rng.choice(self.badges) + 1, "badge")
        refresh_all(s)

    def _put(self, word: str, r: int) -> None:
        put(self.s, self.pieces[word], r, None)

    def _free(self, regions: list[int]) -> list[int]:
        """Those of the Regions where nothing makes immune yet."""
        immune: list[Piece] = [self.pieces[word] for word in sorted(IMMUNE)]
        return [r for r in regions if not any(self.s.number(piece, r) for piece in immune)]

    def _of(self, slot: int) -> list[int]:
        return [r for r in range(self.s.board.n) if self.s.occ[r] == slot]

    def _pieces(self) -> None:
        s, rng = self.s, self.rng
        for slot in range(TRIBES_SLOT):
            if s.banner[slot] == NONE:
                continue
            held = self._of(slot)
            badge = self.library.powers[s.badge[slot]].name if s.badge[slot] != NONE else ""
            land = [r for r in held if r in self.land]
            if self._race(slot) == "Cultists" and slot % 3 == 0 and held and rng.random() < 0.8:
                self._put("ancient", rng.choice(held))
            if badge == "Royal" and self._free(land) and rng.random() < 0.8:
                self._put("queen", rng.choice(self._free(land)))
            if self._race(slot) == "Flames" and slot % 3 == 0:
                volcanoes = [r for r in range(s.board.n) if s.board.mask_of("volcano") >> r & 1]
                self._put("volcano", rng.choice(volcanoes))
            for r in land:
                if rng.random() < 0.1 and not s.number(self.pieces["armors"], r):
                    for _ in range(rng.choice((1, 2))):
                        put(s, self.pieces["armors"], r, None)
            if self._race(slot) == "Iron Dwarves" and slot % 3 == 0:
                dwarves = self.library.by_name["Iron Dwarves"]
                s.remember(dwarves, slot, rng.randrange(4))
            if slot % 3 == 0 and "Vengeful" in self._working(slot, badge):
                marked = rng.randrange(1 << s.setup.seats) & ~(1 << slot // 3)
                marked |= rng.choice((0, 1 << TRIBES)) if s.setup.crusade else 0
                s.remember(self.library.by_name["Vengeful"], slot, marked)
        empty = self._free([r for r in (*self.land, *self.rivers) if s.occ[r] == EMPTY])
        if empty and rng.random() < 0.4:
            self._put("balrog", rng.choice(empty))
        places = self._free([*self.land, *self.rivers])
        crypt = [r for r in self.land if s.number(self.pieces["crypt"], r)]
        if crypt and s.occ[crypt[0]] not in (EMPTY, TRIBES_SLOT) and rng.random() < 0.6:
            self._put("ghost", rng.choice([r for r in places if r not in crypt] or places))

    def _working(self, slot: int, badge: str) -> set[str]:
        """The badge of a race and what Stonehedge lends it."""
        s = self.s
        piece = self.pieces["stonehedge"]
        lent = s.recall(piece.brings, EMPTY, "badge") if piece.brings is not None else 0
        if lent and any(s.number(piece, r) for r in self._of(slot)):
            return {badge, self.library.powers[lent - 1].name}
        return {badge}


def thrown(setup: Setup, rng: Random) -> State:
    """A position by chance, in the conquests of somebody's turn or in the Monsters'."""
    return Throw(setup, rng).make()
