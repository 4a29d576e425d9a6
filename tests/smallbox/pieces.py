"""The Lantern (a Relic that moves), the Toll House (a Place), and the Leprechauns' Pots."""

from __future__ import annotations

from typing import Final

from crusade.rules import Piece, State, markers
from crusade.rules.board import bits
from crusade.rules.ids import EMPTY, IS_DECLINED
from crusade.rules.labels import Label
from crusade.rules.pieces import refresh
from crusade.rules.questions import Boon, Events, Items, Variant
from crusade.rules.refusals import Refusal
from crusade.rules.ways import Way


class ByLantern(Way):
    """`with lantern`: 2 tokens fewer, once a turn; the Lantern moves there (`RULES.md F2`)."""

    word = "lantern"
    title = Label("With the Lantern")
    hint = Label("2 tokens fewer; the Lantern moves there.")
    absent = Refusal("no-lantern", "Your race does not hold the Lantern.", "RULES.md F2")
    priced = True
    LESS: Final = 2
    USED = Refusal("lantern-used", "The Lantern has already been used this turn.", "RULES.md F2")

    def closed(self, s: State, slot: int) -> Refusal | None:
        return self.USED if s.recall(self.source, slot) else None

    def less(self, s: State, slot: int, r: int) -> int:
        return self.LESS

    def used(self, s: State, slot: int, r: int) -> None:
        s.remember(self.source, slot, 1)

    def done(self, s: State, slot: int, r: int, events: Events | None) -> None:
        markers.station(s, LANTERN, 1 << r, events)
        refresh(s, slot)


class Lantern(Boon):
    """A Relic: a cheaper conquest for whoever holds it, and it goes along."""

    name, rule = "Lantern", "RULES.md F2"
    text = "Once a turn a conquest costs 2 tokens fewer, and the Lantern moves there."

    def __init__(self) -> None:
        self.ways = (ByLantern(self),)

    def turn_began(self, s: State, slot: int, events: Events | None) -> None:
        s.remember(self, slot, 0)


class TollHouse(Boon):
    """A Place that pays a race In Decline."""

    name, rule = "Toll House", "RULES.md F3"
    text = "A race In Decline that holds it earns 2 coins each turn."
    lasts = frozenset({"income"})
    COINS: Final = 2
    EARNED: Final = Label("Toll House")

    def income(self, s: State, slot: int, held: int, items: Items | None) -> int:
        where = s.where(TOLLHOUSE) & held
        if not where or not IS_DECLINED[slot]:
            return 0
        if items is not None:
            items.append((self.EARNED, self.COINS, where))
        return self.COINS


LANTERN: Final = Piece(
    "lantern", Label("Lantern"), limit=1, stays=True, brings=Lantern(), picture="lantern"
)
TOLLHOUSE: Final = Piece(
    "tollhouse", Label("Toll House"), limit=1, stays=True, brings=TollHouse(), picture="tollhouse"
)
POT: Final = Piece(
    "pot", Label("Pot of gold"), limit=16, alone=True, source="Leprechauns", picture="pot"
)
PIECES: Final = (LANTERN, TOLLHOUSE, POT)
BOONS: Final = tuple(piece.brings for piece in PIECES if piece.brings is not None)


class Fairground(Variant):
    """Sets out the Relic and the Place."""

    name, rule = "Fairground", "RULES.md F2, F3"
    text = "The Lantern and the Toll House lie where the first two Lost Tribes stand."

    def game_began(self, s: State, events: Events | None) -> None:
        places = bits(s.board.lost_tribe) or bits(s.board.land & ~s.board.rivers)
        for piece, r in zip((LANTERN, TOLLHOUSE), (places[0], places[-1]), strict=True):
            markers.put(s, piece, r, events)
            if s.occ[r] != EMPTY:
                refresh(s, s.occ[r])
