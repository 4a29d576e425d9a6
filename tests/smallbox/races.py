"""Goblins, Leprechauns and Shrubmen (`RULES.md`)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from crusade.rules import State, markers
from crusade.rules.board import bits
from crusade.rules.ids import IS_DECLINED, OWNER
from crusade.rules.labels import RACE, Label, Term
from crusade.rules.pieces import pay
from crusade.rules.questions import Events, Race
from crusade.rules.refusals import Refusal

from .pieces import POT

if TYPE_CHECKING:
    from crusade.rules.loss import Loss


class Goblins(Race):
    name, number, tray, rule = "Goblins", 6, 11, "RULES.md R-goblins"
    colour = "#6f8f2f"
    text = "1 token fewer (at least 1) for Regions that a race In Decline holds."
    discount_text = Label("Goblins, held by a race In Decline")

    def discount(self, s: State, slot: int, r: int) -> int:
        return int(IS_DECLINED[s.occ[r]])


class Leprechauns(Race):
    name, number, tray, rule = "Leprechauns", 6, 11, "RULES.md R-leprechauns"
    colour = "#2f7d4f"
    text = (
        "After the redeployment each of their Regions gets a Pot of gold: 1 coin if it is still "
        "there when your next turn begins. Whoever conquers the Region gets it instead."
    )
    declined = "The Pots are gone."

    def turn_began(self, s: State, slot: int, events: Events | None) -> None:
        pots = s.where(POT) & s.held[slot]
        for r in bits(pots):
            markers.take(s, POT, r, events)
        pay(s, OWNER[slot], pots.bit_count(), self, events)

    def redeployed(self, s: State, slot: int, events: Events | None) -> None:
        lying = s.where(POT)
        for r in bits(s.held[slot] & ~lying)[: POT.limit - lying.bit_count()]:
            markers.put(s, POT, r, events)

    def region_lost(self, s: State, slot: int, r: int, loss: Loss, events: Events | None) -> None:
        kind = s.setup.library.kind[POT]
        pay(s, OWNER[loss.by], dict(loss.pieces).get(kind, 0), self, events)


class Shrubmen(Race):
    name, number, tray, rule = "Shrubmen", 6, 11, "RULES.md R-shrubmen"
    colour = "#4f6b3a"
    text = "Nobody can take the Forests they hold."
    declined = "The same."
    lasts = frozenset({"protects", "why_protected"})

    def protects(self, s: State, slot: int, attacker: int) -> int:
        return s.held[slot] & s.board.mask_of("forest")

    def why_protected(self, s: State, slot: int, attacker: int, r: int) -> Refusal | None:
        if not self.protects(s, slot, attacker) >> r & 1:
            return None
        return Refusal(
            "shrubs", "Nobody finds {race:the} in a Forest.", self.rule, race=Term(RACE, self.name)
        )


RACES: Final[tuple[Race, ...]] = (Goblins(), Leprechauns(), Shrubmen())
