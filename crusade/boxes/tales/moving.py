"""Cards that move tokens about, and those that send whole races away or on to somebody else."""

from __future__ import annotations

from typing import ClassVar, Final

from crusade.boxes.tales.losses import price_for_person, tell
from crusade.boxes.tales.themes import AGES, BLOOD, GODS, LORDLY_LEGENDS, TALL_TALES
from crusade.rules import events as ev
from crusade.rules import turn
from crusade.rules.asking import Answer, Passage, Regions, TribesChoice
from crusade.rules.board import bits
from crusade.rules.fighting import declining_forbidden
from crusade.rules.ids import (
    ACTIVE_OF,
    NONE,
    OF_SEAT,
    OWNER,
    PAST_OF,
    SLOTS_OF,
    TRIBES,
    TRIBES_SLOT,
)
from crusade.rules.labels import RACE, REGION, Label, Term
from crusade.rules.pieces import decline, discard, give_up, hand_on, remove_race, settle
from crusade.rules.questions import Card, Events, Source
from crusade.rules.refusals import Refusal
from crusade.rules.state import State


def persons(s: State) -> tuple[int, ...]:
    """The persons' seats in the order of the round."""
    return tuple(seat for seat in s.order if seat != TRIBES)


def come_to_hand(s: State, r: int, events: Events | None) -> int:
    """All tokens of Region ``r`` come into their owner's hand (`events.md E2`); returns their
    number.
    """
    slot = s.occ[r]
    tokens = give_up(s, r, events)
    s.hand[slot] += tokens
    if events is not None:
        events.append(ev.Returned(slot, r, tokens))
    return tokens


# ---------------------------------------------------------------- tokens that move
class Sail(Passage):
    """`sail A B`: all tokens of a coastal Region go to another Region of the same race (`events.md
    E27`).
    """

    word = "sail"
    title = Label("Sail from a coast to another Region")
    hint = Label("All tokens of the coastal Region go; 2 from beside the board settle there.")
    waits = Refusal("wrong-phase", "First the ships must sail.")
    not_from = Refusal(
        "sail-from",
        "Sail from a coastal Region of a race that acts and holds another Region.",
        "events.md E27",
    )
    not_to = Refusal("sail-to", "The ships go to another Region of the same race.", "events.md E27")
    SETTLERS: ClassVar[int] = 2
    SAILED: ClassVar[Label] = Label(
        "{who} sailed from {start} to {end}.", you="You sailed from {start} to {end}."
    )

    def needed(self, s: State, slot: int, events: Events | None) -> bool:
        options = self.options(s, slot)
        if len(options) == 1:
            self.do(s, slot, options[0], events)
        return len(options) > 1

    def starts(self, s: State, slot: int) -> int:
        mask = 0
        for sailor in SLOTS_OF[OWNER[slot]]:
            combo = s.combo[sailor]
            acts = combo is not None and (not combo.declined or combo.early is not None)
            if acts and s.held[sailor].bit_count() > 1:
                mask |= s.held[sailor] & s.board.coast
        return mask

    def ends(self, s: State, slot: int, start: int) -> int:
        return s.held[s.occ[start]] & ~(1 << start)

    def sensible(self, s: State, slot: int) -> Answer:
        # The fewest tokens leave: those behind them are safe from nobody.
        return min(self.options(s, slot), key=lambda pair: (s.tokens[pair[0]], -s.tokens[pair[1]]))

    def do(self, s: State, slot: int, answer: Answer, events: Events | None) -> None:
        start, end = answer
        sailor, names = s.occ[start], s.board.names
        told = self.SAILED.given(start=Term(REGION, names[start]), end=Term(REGION, names[end]))
        tell(self.source, told, OWNER[sailor], events, 1 << start | 1 << end)
        settle(s, sailor, end, come_to_hand(s, start, events), events)
        settlers = self.SETTLERS
        if s.setup.crusade:
            settlers = min(settlers, s.hand[TRIBES_SLOT])
        if settlers:
            settle(s, TRIBES_SLOT, start, settlers, events)


class DrakkarsFromAfar(Card):
    name, rule = "Drakkars From Afar", "events.md 10"
    theme, strength = BLOOD, LORDLY_LEGENDS
    lands = ("sea", "lake")
    text = (
        "When the round begins everybody moves all tokens of one coastal Region to another Region "
        "of the same race. 2 Lost Tribe tokens settle in the Region left."
    )
    intro = "Everybody must leave a Region by the water, and Lost Tribes settle there."
    crusade_detail = (
        "The Lost Tribes do not move. The 2 tokens come from those beside the board, as far as "
        "there are any."
    )

    def __init__(self) -> None:
        self.round_asks = (Sail(self),)


class LeaveRegion(Regions):
    """`leave A`, or `decline` (`events.md E28`)."""

    word = "leave"
    pass_word = "decline"
    pass_declines = True
    title = Label("Leave a Region, or go In Decline")
    hint = Label("All its tokens come into your hand; you may not take it back this round.")
    pass_title = Label("Go In Decline")
    waits = Refusal("wrong-phase", "First leave a Region, or go In Decline.")
    elsewhere = Refusal("leave-own", "Leave a Region that your Active race holds.", "events.md E28")

    def needed(self, s: State, slot: int, events: Events | None) -> bool:
        if slot == TRIBES_SLOT:
            self._tribes(s, events)
            return False
        if not s.held[slot]:
            return False
        options = self.options(s, slot)
        if len(options) == 1:
            self.do(s, slot, options[0], events)
        return len(options) > 1

    def _tribes(self, s: State, events: Events | None) -> None:
        """The Lost Tribes leave what is cheapest for the person."""
        held = s.held[TRIBES_SLOT]
        if held:
            prices = {r: price_for_person(s, r) for r in bits(held)}
            lowest = min(prices.values())
            tie = self.source.sequels[0]
            assert isinstance(tie, TribesChoice)
            mask = sum(1 << r for r, price in prices.items() if price == lowest)
            turn.tribes_tie(s, tie, mask, events)

    def among(self, s: State, slot: int) -> int:
        return s.held[slot]

    def check(self, s: State, slot: int, answer: Answer) -> Refusal | None:
        return super().check(s, slot, answer) if answer else declining_forbidden(s)

    def options(self, s: State, slot: int) -> list[Answer]:
        found = super().options(s, slot)
        return [answer for answer in found if answer] if declining_forbidden(s) else found

    def sensible(self, s: State, slot: int) -> Answer:
        combo = s.combo[slot]
        masks = combo.coin_masks if combo is not None else ()
        # What earns least and binds the fewest tokens; what stands there fights on.
        return min(
            ((r,) for r in bits(s.held[slot])),
            key=lambda answer: (sum(mask >> answer[0] & 1 for mask in masks), -s.tokens[answer[0]]),
        )

    def do(self, s: State, slot: int, answer: Answer, events: Events | None) -> None:
        if not answer:
            turn.decline_instead(s, events)
            return
        leave(s, self.source, answer[0], events)
        turn.begun(s)


CURSED = Label("{region} is cursed for {who} this round.")


def leave(s: State, source: Source, r: int, events: Events | None) -> None:
    """Whoever holds Region ``r`` leaves it, and no race of his may take it back this round."""
    seat = OWNER[s.occ[r]]
    tell(source, CURSED.given(region=Term(REGION, s.board.names[r])), seat, events, 1 << r)
    come_to_hand(s, r, events)
    s.remember(source, OF_SEAT[seat], s.recall(source, OF_SEAT[seat]) | 1 << r)


class TribesLeave(TribesChoice):
    """`choose R`: which Region the Lost Tribes leave (`events.md E28`)."""

    title = Label("Choose the Region that they leave")
    hint = Label("These would cost you least: click one. Its tokens come into their hand.")
    waits = Refusal("wrong-phase", "First choose the Region that they leave.")
    elsewhere = Refusal(
        "not-tied",
        "They leave the Region that would cost you least: choose among those.",
        "events.md E28",
    )

    def decided(self, s: State, r: int, events: Events | None) -> None:
        leave(s, self.source, r, events)


class Malediction(Card):
    name, rule = "Malediction", "events.md 26"
    theme, strength = GODS, TALL_TALES
    text = (
        "Everybody begins his turn by leaving one Region of his Active race, or by going In "
        "Decline. Nobody takes back this round what he has left."
    )
    detail = "The tokens of that Region come into the hand."
    crusade_detail = "The Lost Tribes leave the Region that would cost you least."
    intro = "Begin your turn by leaving one of your Regions: it is cursed for you in the round."

    def __init__(self) -> None:
        self.turn_asks = (LeaveRegion(self),)
        self.sequels = (TribesLeave(self),)

    def bars(self, s: State, slot: int) -> int:
        return s.recall(self, OF_SEAT[OWNER[slot]])

    def why_barred(self, s: State, slot: int, r: int) -> Refusal | None:
        if not self.bars(s, slot) >> r & 1:
            return None
        return Refusal("cursed", "You left this Region to the Malediction this round.", self.rule)

    def round_ended(self, s: State, slot: int, events: Events | None) -> None:
        for place in OF_SEAT:
            s.remember(self, place, 0)


# ---------------------------------------------------------------- races that go
class DeclineAndFall(Card):
    name, rule = "Decline And Fall", "events.md 9"
    theme, strength = AGES, LORDLY_LEGENDS
    text = (
        "When the round begins every Active race goes In Decline, without scoring for it. "
        "Everybody picks a new combo on his turn."
    )
    intro = "All races go In Decline at once, and everybody begins anew."

    def round_began(self, s: State, slot: int, events: Events | None) -> None:
        for seat in persons(s):
            if s.combo[ACTIVE_OF[seat]] is not None:
                decline(s, seat, events)


class TabulaRasa(Card):
    name, rule = "Tabula Rasa", "events.md 39"
    theme, strength = AGES, LORDLY_LEGENDS
    text = (
        "When the round begins all races In Decline leave the board, and all Lost Tribes with them."
    )
    crusade_text = "When the round begins all races In Decline leave the board."
    crusade_detail = "The Lost Tribes count as Active: they stay."
    intro = "The past is wiped off the board: every race In Decline is gone."

    def round_began(self, s: State, slot: int, events: Events | None) -> None:
        for seat in persons(s):
            for past in PAST_OF[seat]:
                if s.banner[past] != NONE:
                    remove_race(s, past, events)
        if not s.setup.crusade:
            for r in bits(s.held[TRIBES_SLOT]):
                discard(s, r, s.tokens[r], events)


class WheelOfMisfortune(Card):
    name, rule = "Wheel Of Misfortune", "events.md 50"
    theme, strength = GODS, LORDLY_LEGENDS
    text = (
        "When the round begins everybody hands his Active race with all its tokens to the player "
        "on his left. Who has none afterwards picks on his turn."
    )
    intro = "Everybody's Active race goes to the next player."
    solo = False
    GETS: ClassVar[Label] = Label("{race:The} go to {who}.")

    def round_began(self, s: State, slot: int, events: Events | None) -> None:
        if s.setup.seats == 1:
            return
        hand_on(s, tuple(range(s.setup.seats)), events)
        for seat in range(s.setup.seats):
            banner = s.banner[ACTIVE_OF[seat]]
            if banner != NONE:
                race = Term(RACE, s.setup.library.races[banner].name)
                tell(self, self.GETS.given(race=race), seat, events, s.held[ACTIVE_OF[seat]])


MOVING: Final[tuple[Card, ...]] = (
    DrakkarsFromAfar(),
    Malediction(),
    DeclineAndFall(),
    TabulaRasa(),
    WheelOfMisfortune(),
)
