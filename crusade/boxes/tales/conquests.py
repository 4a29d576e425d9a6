"""Cards that change how Regions are conquered."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

from crusade.boxes.tales.themes import BLOOD, LORDLY_LEGENDS, TALL_TALES, WIND
from crusade.rules.ids import IS_ACTIVE, OWNER
from crusade.rules.pieces import pay
from crusade.rules.questions import Card, Events
from crusade.rules.refusals import Refusal

if TYPE_CHECKING:
    from crusade.rules.loss import Loss
    from crusade.rules.state import State


class HandleWithCare(Card):
    name, rule = "Handle With Care", "events.md 19"
    theme, strength = BLOOD, LORDLY_LEGENDS
    text = (
        "Whoever loses a Region to a conquest loses 2 tokens there instead of 1; who loses none "
        "otherwise loses 1. Lost Tribes as always."
    )
    intro = "Being conquered is twice as costly this round."

    def losses(self, s: State, slot: int, loss: int, defenders: int) -> int:
        return loss + 1


class HereToStay(Card):
    name, rule = "Here To Stay", "events.md 21"
    theme, strength = BLOOD, TALL_TALES
    text = (
        "Nobody redeploys after his conquests: every token stays where it is, and what is in hand "
        "waits there for his next turn. Whoever is driven out still redeploys."
    )
    detail = (
        "Encampments stay where they are; a Fortress, Heroes and an ally are chosen as always. "
        "Tokens that leave the board after each redeployment leave from the hand first."
    )
    intro = "This round your tokens stay where your conquests leave them."
    STAYS: ClassVar[Refusal] = Refusal(
        "no-redeployment",
        "Nobody redeploys in this round: tokens stay where they are.",
        "events.md 21, E26",
    )

    def rests(self, s: State, slot: int) -> Refusal | None:
        return self.STAYS


class WealthRedistribution(Card):
    name, rule = "Wealth Redistribution", "events.md 49"
    theme, strength = WIND, TALL_TALES
    text = (
        "No Active token is lost to a conquest: all of them come back to their owner's hand. He "
        "pays the conqueror 1 coin for the Region, if he has one."
    )
    detail = (
        "That includes a token that was swapped, and in a Crusade the Lost Tribes, who pay and are "
        "paid. Races In Decline lose their token as always, and nobody pays for them."
    )
    intro = "This round a Region that is taken costs its owner a coin instead of a token."

    def losses(self, s: State, slot: int, loss: int, defenders: int) -> int:
        return 0 if IS_ACTIVE[slot] else loss

    def swap_losses(self, s: State, slot: int, loss: int) -> int:
        return 0

    def conquered(self, s: State, slot: int, r: int, won: Loss, events: Events | None) -> None:
        conqueror, owner = OWNER[slot], OWNER[won.victim]
        if IS_ACTIVE[won.victim] and owner != conqueror and s.coins[owner]:
            pay(s, owner, -1, self, events)
            pay(s, conqueror, 1, self, events)


CONQUESTS: Final[tuple[Card, ...]] = (HandleWithCare(), HereToStay(), WealthRedistribution())
