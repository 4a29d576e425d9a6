"""Cards whose coins lie on Regions and pay whoever holds them (`events.md E7`)."""

from __future__ import annotations

from typing import Final

from crusade.boxes.tales.effects import Treasures
from crusade.boxes.tales.losses import price_for_person
from crusade.boxes.tales.pieces import GIFT
from crusade.boxes.tales.themes import GODS, LITTLE_LORE, TALL_TALES, WIND
from crusade.rules import markers, turn
from crusade.rules.asking import Answer, Regions, TribesChoice
from crusade.rules.board import bits
from crusade.rules.ids import EMPTY, OWNER, TRIBES_SLOT
from crusade.rules.labels import Label
from crusade.rules.questions import Card, Events, Source
from crusade.rules.refusals import Refusal
from crusade.rules.state import State


class TribesGift(TribesChoice):
    """`choose R`: which of the Regions that cost the person as much the Lost Tribes give to."""

    title = Label("Choose where they put their coin")
    hint = Label("Those of their Regions that would cost most to take are equally dear.")
    waits = Refusal("wrong-phase", "First choose where they put their coin.")
    elsewhere = Refusal(
        "not-tied",
        "They put their coin where it would cost most to come: choose among those.",
        "events.md E29",
    )

    def decided(self, s: State, r: int, events: Events | None) -> None:
        markers.put(s, GIFT, r, events)


class Gift(Regions):
    """`gift A`: the coin goes to A, any Region at all (`events.md E29`)."""

    word = "gift"
    title = Label("Put the coin from the sky into a Region")
    hint = Label(
        "Any Region: from now on it pays 1 coin more to whoever holds it, to the end of the game."
    )
    piece = GIFT
    waits = Refusal("wrong-phase", "First put the coin from the sky into a Region.", "events.md 1")
    wrong_time = Refusal("wrong-phase", "There is no coin from the sky to put now.", "events.md 1")
    elsewhere = Refusal("gift-nowhere", "Nobody can ever stand there.", "events.md E29")

    def __init__(self, source: Source, tribes: TribesGift) -> None:
        super().__init__(source)
        self.tribes = tribes

    def needed(self, s: State, slot: int, events: Events | None) -> bool:
        if slot != TRIBES_SLOT:
            return True
        mask = highest = 0
        for r in bits(s.held[TRIBES_SLOT]):
            cost = price_for_person(s, r)
            if cost > highest:
                mask, highest = 1 << r, cost
            elif cost == highest:
                mask |= 1 << r
        turn.tribes_tie(s, self.tribes, mask, events)
        return False

    def among(self, s: State, slot: int) -> int:
        return s.board.all & ~s.board.chasms

    def sensible(self, s: State, slot: int) -> Answer:
        """Where the coin is safest: the Region of one's own that is hardest to take."""
        mine = 0
        for r, holder in enumerate(s.occ):
            if holder != EMPTY and OWNER[holder] == OWNER[slot]:
                mine |= 1 << r
        regions = bits(mine & s.safe or mine or s.board.land)
        return (max(regions, key=lambda r: (s.board.defence[r] + s.tokens[r] + s.walls[r], -r)),)

    def do(self, s: State, slot: int, answer: Answer, events: Events | None) -> None:
        markers.put(s, GIFT, answer[0], events)


class AGiftFromTheSky(Card):
    name, rule = "A Gift From The Sky", "events.md 1"
    theme, strength = GODS, LITTLE_LORE
    text = (
        "Each player begins his turn by putting 1 coin of the bank into any Region. To the end of "
        "the game each such coin earns whoever holds the Region 1 coin at every scoring."
    )
    crusade_detail = (
        "The Lost Tribes put theirs on the Region of theirs that costs you most to take."
    )
    intro = "Everybody makes one Region worth 1 coin more, for the whole game."

    def __init__(self) -> None:
        tribes = TribesGift(self)
        self.turn_asks = (Gift(self, tribes),)
        self.sequels = (tribes,)


class LostTreasures(Treasures, Card):
    name, rule = "Lost Treasures", "events.md 24"
    theme, strength = WIND, TALL_TALES
    text = (
        "A treasure lies on every Region of the Lost Tribes: whoever holds such a Region when his "
        "turn is scored earns 1 coin more. After the round the treasures are gone."
    )
    crusade_text = (
        "Where Lost Tribes began the game and stand now, a treasure lies: whoever holds one when "
        "he scores earns 1 coin more. After the round the treasures are gone."
    )
    intro = (
        "For one round old Regions of the Lost Tribes pay 1 coin more, to you too if you take one."
    )


GIFTS: Final[tuple[Card, ...]] = (AGiftFromTheSky(), LostTreasures())
