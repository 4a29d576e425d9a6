"""Cards that change how Regions are conquered."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

from crusade.boxes.tales.deeds import DEEDS, UsedInTurns
from crusade.boxes.tales.themes import BLOOD, LORDLY_LEGENDS, MIRACLES, TALL_TALES, WIND
from crusade.rules import events as ev
from crusade.rules.ids import IS_ACTIVE, OWNER, TRIBES
from crusade.rules.labels import PERSON, Label, Term
from crusade.rules.pieces import pay
from crusade.rules.questions import Card, Events
from crusade.rules.refusals import Refusal
from crusade.rules.ways import Way

if TYPE_CHECKING:
    from crusade.rules.loss import Loss
    from crusade.rules.state import State


class HandleWithCare(Card):
    name, rule = "Handle With Care", "events.md 19"
    theme, strength = BLOOD, LORDLY_LEGENDS
    text = (
        "Whoever loses a Region to a conquest loses 2 tokens there instead of 1; who loses none "
        "otherwise loses 1."
    )
    crusade_detail = "The Lost Tribes lose none: theirs go beside the board as always."
    classic_detail = "Lost Tribes leave the board as always."
    intro = "Being conquered is twice as costly in the round."

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
        "Encampments and the like stay too. Whatever else is chosen at the end of a turn is chosen "
        "as always. Tokens that must leave the board leave from the hand first."
    )
    intro = "For one round your tokens stay where your conquests leave them."
    STAYS: ClassVar[Refusal] = Refusal(
        "no-redeployment",
        "Nobody redeploys in this round: tokens stay where they are.",
        "events.md 21, E26",
    )

    TOLD: ClassVar[Label] = Label(
        "{who} did not redeploy: this round tokens stay where they are.",
        you="You did not redeploy: this round tokens stay where they are.",
    )

    def rests(self, s: State, slot: int) -> Refusal | None:
        return self.STAYS

    def conquests_ended(self, s: State, slot: int, events: Events | None) -> None:
        super().conquests_ended(s, slot, events)
        if events is not None and s.seat != TRIBES:
            events.append(ev.Told(self.name, self.TOLD.given(who=Term(PERSON, s.seat))))


class Hire(Way):
    """`with mercenaries`: 1 coin for 2 tokens (`events.md 27, E19`)."""

    word = "mercenaries"
    title = Label("Hire mercenaries")
    absent = Refusal("no-mercenaries", "There are no mercenaries to be hired.", "events.md 27, D4")
    attempts = True
    priced = True
    coins = 1
    LESS: ClassVar[int] = 2
    NO_COIN: ClassVar[Refusal] = Refusal(
        "mercenaries-coin", "Mercenaries cost a coin, and you have none.", "events.md 27, E19"
    )
    HIRED: ClassVar[Refusal] = Refusal(
        "mercenaries-used",
        "You have taken two Regions with mercenaries this turn: no more can be hired.",
        "events.md 27, E19",
    )
    source: Mercenaries

    def joins(self, other: Way) -> bool:
        return other.priced

    def closed(self, s: State, slot: int) -> Refusal | None:
        if self.source.spent(s, slot):
            return self.HIRED
        return None if s.coins[OWNER[slot]] >= self.coins else self.NO_COIN

    def less(self, s: State, slot: int, r: int) -> int:
        return self.LESS

    def done(self, s: State, slot: int, r: int, events: Events | None) -> None:
        self.source.use(s, slot)
        pay(s, OWNER[slot], -self.coins, self.source, events)


class Mercenaries(UsedInTurns):
    name, rule = "Mercenaries", "events.md 27"
    theme, strength = MIRACLES, TALL_TALES
    uses = 2
    text = (
        "Up to twice in a turn of your own: pay 1 coin, and a conquest costs 2 tokens fewer, but "
        "at least 1. A failed attempt costs no coin."
    )
    detail = (
        "Races that fight on In Decline may hire them too. They do not help where the price is "
        "fixed, nor a swap."
    )
    crusade_detail = "The Lost Tribes hire nobody."
    intro = "For a coin you take a Region with two tokens fewer, twice a turn."

    def __init__(self) -> None:
        self.ways = (Hire(self),)


class Throw(Way):
    """`with catapult`: over one Region or the Lake (`events.md 42, E20`)."""

    word = "catapult"
    title = Label("Throw with the Catapult")
    hint = Label("once a turn")
    absent = Refusal("no-catapult", "There is no catapult in this round.", "events.md 42, D4")
    attempts = True
    priced = True
    beyond = True
    near = Refusal(
        "catapult-near", "That Region is in reach without the Catapult.", "events.md 42, E20"
    )
    far = Refusal(
        "catapult-far",
        "The Catapult throws over one Region or the Lake, but over no Sea and no farther.",
        "events.md 42, E20",
    )
    USED: ClassVar[Refusal] = Refusal(
        "catapult-used",
        "You have taken a Region with the Catapult this turn.",
        "events.md 42, E20",
    )
    NO_PLACE: ClassVar[Refusal] = Refusal(
        "catapult-place",
        "The Catapult stands in a Region that the race holds, and it holds none.",
        "events.md 42, E20",
    )
    source: GreatCatapult

    def joins(self, other: Way) -> bool:
        return True

    def closed(self, s: State, slot: int) -> Refusal | None:
        if self.source.spent(s, slot):
            return self.USED
        return None if s.held[slot] else self.NO_PLACE

    def widens(self, s: State, slot: int) -> int:
        held = s.held[slot]
        if not held:
            return 0
        over = self._touching(s, slot, held) & (s.board.land | s.board.mask_of("lake"))
        return self._touching(s, slot, over)

    def _touching(self, s: State, slot: int, mask: int) -> int:
        """What touches any Region of ``mask``; a power may let Regions touch that share no border
        (`rulings.md 22`).
        """
        combo = s.combo[slot]
        assert combo is not None
        touching = s.board.around(mask)
        for links in combo.links:
            touching |= links(s.board, mask)
        return touching

    def done(self, s: State, slot: int, r: int, events: Events | None) -> None:
        self.source.use(s, slot)
        if events is not None:
            told = Label("The Catapult threw the conquerors over what lay between.")
            events.append(ev.Told(self.source.name, told, 1 << r))


class GreatCatapult(UsedInTurns):
    name, rule = "The Great Catapult", "events.md 42"
    theme, strength = BLOOD, TALL_TALES
    text = (
        "Once in a turn of your own conquer a Region two steps from one of yours. What lies "
        "between may be any land or the Lake, but no Sea."
    )
    detail = (
        "Price and protection are as always. It helps a final attempt and a swap too, and races "
        "that fight on In Decline."
    )
    crusade_detail = "The Lost Tribes do not use it."
    intro = "Once a turn you may conquer over the head of a neighbour."

    def __init__(self) -> None:
        self.ways = (Throw(self),)


class WealthRedistribution(Card):
    name, rule = "Wealth Redistribution", "events.md 49"
    theme, strength = WIND, TALL_TALES
    text = (
        "No Active token is lost to a conquest: all of them come back to their owner's hand. He "
        "pays the conqueror 1 coin for the Region, if he has one."
    )
    detail = (
        "That includes a token that was swapped. Races In Decline lose their token as always, and "
        "nobody pays for them."
    )
    crusade_detail = "The Lost Tribes pay and are paid as well."
    intro = "For one round a Region that is taken costs its owner a coin instead of a token."

    def losses(self, s: State, slot: int, loss: int, defenders: int) -> int:
        return 0 if IS_ACTIVE[slot] else loss

    def swap_losses(self, s: State, slot: int, loss: int) -> int:
        return 0

    def conquered(self, s: State, slot: int, r: int, won: Loss, events: Events | None) -> None:
        conqueror, owner = OWNER[slot], OWNER[won.victim]
        if IS_ACTIVE[won.victim] and owner != conqueror and s.coins[owner]:
            pay(s, owner, -1, self, events)
            pay(s, conqueror, 1, self, events)


CONQUESTS: Final[tuple[Card, ...]] = (
    *DEEDS,
    HandleWithCare(),
    HereToStay(),
    Mercenaries(),
    GreatCatapult(),
    WealthRedistribution(),
)
