"""Positions of Underground thrown together by chance: everything lies everywhere.

Games come seldom to a Bag beside five Relics, or to Spiderines with the Pipe and Stonehedge; here
every Race meets every badge, Place, Relic and piece that the rules let it meet.
"""

from __future__ import annotations

from random import Random
from typing import ClassVar

from thrown_positions import Throw

from crusade.rules import Setup, State
from crusade.rules.ids import (
    EMPTY,
    NONE,
    TRIBES,
    TRIBES_SLOT,
)
from crusade.rules.library import Piece
from crusade.rules.markers import put
from crusade.rules.pieces import refresh_all

IMMUNE = {"ancient", "balrog", "ghost", "queen"}
PLACES = (
    "altar", "crypt", "diamonds", "fountain", "keep", "lostmine", "pentacle", "pipe", "stonehedge",
)  # fmt: skip
RELICS = ("doormat", "orb", "ring", "scepter", "socks", "sword")


class UndergroundThrow(Throw):
    """A position of Underground."""

    swimmers: ClassVar[set[str]] = {"Kraken"}

    def markers(self) -> None:
        s, rng = self.s, self.rng
        for r, word in zip(rng.sample(self.land, len(PLACES)), PLACES, strict=True):
            if rng.random() < 0.7:
                self.put(word, r)
        for word in RELICS:
            if rng.random() < 0.6:
                self.put(word, rng.choice(self.land))
        stonehedge = self.pieces["stonehedge"].brings
        if s.where(self.pieces["stonehedge"]) and rng.random() < 0.8 and stonehedge:
            s.remember(stonehedge, EMPTY, rng.choice(self.badges) + 1, "badge")
        refresh_all(s)

    def _free(self, regions: list[int]) -> list[int]:
        """Those of the Regions where nothing makes immune yet."""
        immune: list[Piece] = [self.pieces[word] for word in sorted(IMMUNE)]
        return [r for r in regions if not any(self.s.number(piece, r) for piece in immune)]

    def lay_pieces(self) -> None:
        s, rng = self.s, self.rng
        for slot in range(TRIBES_SLOT):
            if s.banner[slot] == NONE:
                continue
            held = self.of(slot)
            badge = self.library.powers[s.badge[slot]].name if s.badge[slot] != NONE else ""
            land = [r for r in held if r in self.land]
            if self.race(slot) == "Cultists" and slot % 3 == 0 and held and rng.random() < 0.8:
                self.put("ancient", rng.choice(held))
            if badge == "Royal" and self._free(land) and rng.random() < 0.8:
                self.put("queen", rng.choice(self._free(land)))
            if self.race(slot) == "Flames" and slot % 3 == 0:
                volcanoes = [r for r in range(s.board.n) if s.board.mask_of("volcano") >> r & 1]
                self.put("volcano", rng.choice(volcanoes))
            for r in land:
                if rng.random() < 0.1 and not s.number(self.pieces["armors"], r):
                    for _ in range(rng.choice((1, 2))):
                        put(s, self.pieces["armors"], r, None)
            if self.race(slot) == "Iron Dwarves" and slot % 3 == 0:
                dwarves = self.library.by_name["Iron Dwarves"]
                s.remember(dwarves, slot, rng.randrange(4))
            if slot % 3 == 0 and "Vengeful" in self._working(slot, badge):
                marked = rng.randrange(1 << s.setup.seats) & ~(1 << slot // 3)
                marked |= rng.choice((0, 1 << TRIBES)) if s.setup.crusade else 0
                s.remember(self.library.by_name["Vengeful"], slot, marked)
        empty = self._free([r for r in (*self.land, *self.rivers) if s.occ[r] == EMPTY])
        if empty and rng.random() < 0.4:
            self.put("balrog", rng.choice(empty))
        places = self._free([*self.land, *self.rivers])
        crypt = [r for r in self.land if s.number(self.pieces["crypt"], r)]
        if crypt and s.occ[crypt[0]] not in (EMPTY, TRIBES_SLOT) and rng.random() < 0.6:
            self.put("ghost", rng.choice([r for r in places if r not in crypt] or places))

    def _working(self, slot: int, badge: str) -> set[str]:
        """The badge of a race and what Stonehedge lends it."""
        s = self.s
        piece = self.pieces["stonehedge"]
        lent = s.recall(piece.brings, EMPTY, "badge") if piece.brings is not None else 0
        if lent and any(s.number(piece, r) for r in self.of(slot)):
            return {badge, self.library.powers[lent - 1].name}
        return {badge}


def thrown(setup: Setup, rng: Random) -> State:
    """A position by chance, in the conquests of somebody's turn or in the Monsters'."""
    return UndergroundThrow(setup, rng).make()
