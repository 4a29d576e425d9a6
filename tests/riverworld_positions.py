"""Positions of River World thrown together by chance: ships, frost and the Caravel anywhere, every
Race beside every badge.
"""

from __future__ import annotations

from random import Random
from typing import ClassVar

from thrown_positions import Throw

from crusade.rules import Setup, State
from crusade.rules.board import bits
from crusade.rules.ids import (
    EMPTY,
    IS_ACTIVE,
    NONE,
    OF_SEAT,
    SLOTS,
    TRIBES,
    TRIBES_SLOT,
    TWO_PLAYER,
)
from crusade.rules.markers import is_safe
from crusade.rules.pieces import occupy, vacate
from crusade.rules.row import put_current


class RiverThrow(Throw):
    """A position of River World."""

    swimmers: ClassVar[set[str]] = {"Seafaring"}

    def markers(self) -> None:
        s, rng = self.s, self.rng
        if s.seat == TRIBES and rng.random() < 0.5:
            self._crowd()
        put_current(s, rng.randrange(4))
        most = min(self.pieces["ship"].limit, len(self.rivers))
        for r in rng.sample(self.rivers, rng.randrange(most + 1)):
            self.put("ship", r)
        if s.memory and rng.random() < 0.3:  # frost: anybody may stand there
            for r in self.rivers:
                if s.occ[r] == EMPTY:
                    slots = [x for x in range(TRIBES_SLOT) if s.banner[x] >= 0]
                    occupy(s, rng.choice(slots), r, 1)
        self._sail()

    def _crowd(self) -> None:
        """The Lost Tribes are few amid single tokens of one person, who holds one Harbor or so:
        what costs the same is often worth the same, and the rungs below decide.
        """
        s, rng = self.s, self.rng
        slot = 3 * (1 - s.control if s.setup.mode == TWO_PLAYER else 0)
        stay = set(rng.sample(self.land, 2))
        if rng.random() < 0.3:
            stay |= set(bits(s.board.mask_of("shipyard")))
        harbors = bits(s.board.mask_of("harbor"))
        for r in (*self.land, *self.rivers):
            if s.occ[r] != EMPTY:
                vacate(s, r)
            if r in stay:
                occupy(s, TRIBES_SLOT, r, 1)
            elif r in self.land and (r not in harbors or rng.random() < 1.5 / len(harbors)):
                occupy(s, slot + (rng.random() < 0.15 and s.banner[slot + 1] != NONE), r, 1)

    def _sail(self) -> None:
        """The Caravel has sailed, and serves whoever holds the Shipyard if it is his turn."""
        s, rng = self.s, self.rng
        free = [r for r in self.rivers if not s.number(self.pieces["ship"], r)]
        if free and rng.random() < 0.5:
            self.put("caravel", rng.choice(free))
            if rng.random() < 0.6:
                variant = self.library.by_name["River World"]
                s.remember(variant, OF_SEAT[s.seat], s.round, "sailed")

    def lay_pieces(self) -> None:
        """What makes dearer or immune, on Regions of any race."""
        s, rng = self.s, self.rng
        for slot in range(SLOTS):
            for r in bits(s.held[slot]) if slot != TRIBES_SLOT else ():
                kind = rng.randrange(12)
                if kind == 0:
                    self.put("fortress", r)
                elif kind == 1 and self.race(slot) == "Trolls":
                    self.put("lair", r)
                elif kind == 2 and IS_ACTIVE[slot] and not is_safe(s, r):
                    self.put(rng.choice(("hole", "hero")), r)


def thrown(setup: Setup, rng: Random) -> State:
    """A position by chance, in the conquests of somebody's turn or in the Lost Tribes'."""
    return RiverThrow(setup, rng).make()
