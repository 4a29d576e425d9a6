"""Positions thrown together by chance: everything lies everywhere. What a box adds is its own."""

from __future__ import annotations

from random import Random
from typing import ClassVar

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
from crusade.rules.markers import put as put_there
from crusade.rules.pieces import occupy, refresh_all
from crusade.rules.state import blank


class Throw:
    """A position in the making."""

    swimmers: ClassVar[set[str]] = set()
    """The Races and badges that may stay on rivers."""

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
        self.markers()
        self.lay_pieces()
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

    def markers(self) -> None:
        """What lies on the board by itself."""

    def lay_pieces(self) -> None:
        """What the races have put there."""

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

    def race(self, slot: int) -> str:
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
            wet = [slot for slot in owners if slot == 3 * s.seat or self.swims(slot)]
            if wet and rng.random() < 0.4:
                self._stand(rng.choice(wet), r)
        for slot in slots:
            tray = self.library.races[s.banner[slot]].tray
            tray -= s.hand[slot] + sum(s.tokens[r] for r in range(s.board.n) if s.occ[r] == slot)
            s.tray[s.banner[slot]] = max(0, min(tray, rng.randrange(4)))
        s.hand[TRIBES_SLOT] = rng.randrange(8) if s.setup.crusade else 0

    def swims(self, slot: int) -> bool:
        """Whether the race may stay on rivers."""
        return bool({self.race(slot), self.badge(slot)} & self.swimmers)

    def badge(self, slot: int) -> str:
        badge = self.s.badge[slot] if slot < TRIBES_SLOT else NONE
        return self.library.powers[badge].name if badge != NONE else ""

    def _stand(self, slot: int, r: int) -> None:
        if slot != EMPTY:
            declined = slot != TRIBES_SLOT and slot % 3
            tokens = 1 if declined else self.rng.choice((1, 1, 1, 2, 3, 4))
            occupy(self.s, slot, r, tokens)

    def of(self, slot: int) -> list[int]:
        return [r for r in range(self.s.board.n) if self.s.occ[r] == slot]

    def put(self, word: str, r: int) -> None:
        put_there(self.s, self.pieces[word], r, None)
