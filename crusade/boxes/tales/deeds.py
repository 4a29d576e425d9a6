"""Cards of which a player may make use in his own conquests, once a turn or twice."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar, Final

from crusade.boxes.tales.moving import come_to_hand
from crusade.boxes.tales.themes import (
    BLOOD,
    LITTLE_LORE,
    LORDLY_LEGENDS,
    MIRACLES,
    TALL_TALES,
)
from crusade.rules import events as ev
from crusade.rules import turn
from crusade.rules.asking import Act, Answer, Passage, Regions
from crusade.rules.board import bits
from crusade.rules.fighting import MOST_SHORT, hand_of
from crusade.rules.ids import ACTIVE_OF, ASK, CONQUER, EMPTY, IS_ACTIVE, OWNER, PAST_OF
from crusade.rules.labels import PERSON, RACE, REGION, Label, Term
from crusade.rules.moves import PLAIN
from crusade.rules.pieces import conquer, discard, firm_land, gain, pick_up, settle
from crusade.rules.pricing import allowed, die_chance, price, reach
from crusade.rules.questions import Card, Events
from crusade.rules.refusals import Refusal
from crusade.rules.state import State


def _whose(slot: int) -> int:
    """Where a card remembers what the owner of the race in ``slot`` has used this turn: all his
    races share it.
    """
    return ACTIVE_OF[OWNER[slot]]


class UsedInTurns(Card):
    """A card of which each player may make use in a turn of his own, ``uses`` times at most."""

    uses: ClassVar[int] = 1

    def spent(self, s: State, slot: int) -> bool:
        """Whether the owner of the race in ``slot`` has done so as often as he may."""
        return self.used(s, slot) >= self.uses

    def used(self, s: State, slot: int) -> int:
        """How often the owner of the race in ``slot`` has made use of it this turn."""
        return s.recall(self, _whose(slot))

    def use(self, s: State, slot: int) -> None:
        """He makes use of it."""
        s.remember(self, _whose(slot), self.used(s, slot) + 1)

    def conquests_ended(self, s: State, slot: int, events: Events | None) -> None:
        s.remember(self, _whose(slot), 0)

    def audit(self, s: State, slot: int) -> Iterator[str]:
        for seat in range(s.setup.seats):
            number = s.recall(self, ACTIVE_OF[seat])
            if number > (self.uses if seat == s.seat and s.phase in (CONQUER, ASK) else 0):
                yield f"seat {seat} has used {self.name} {number} times"


# ---------------------------------------------------------------- Going Down
class Fall(Passage):
    """`fall A B`: the tokens of a race In Decline attack with the die (`events.md 16, E22`)."""

    word = "fall"
    order = 100
    of_race = False
    title = Label("Let a race In Decline fall upon a neighbour")
    hint = Label(
        "Click a Region of yours In Decline, then a neighbour: the die is rolled, and if tokens "
        "and die suffice all of them move there."
    )
    done_title = Label("Fall upon a neighbour")
    onwards = Label("Now choose the neighbour they fall upon.")
    wrong_time = Refusal(
        "fall-when", "No race In Decline falls upon its neighbours now.", "events.md 16, E22"
    )
    not_from = Refusal(
        "fall-from",
        "A Region of your own falls upon a neighbour only In Decline, and only where a neighbour "
        "costs at most 3 more than there are tokens.",
        "events.md E22",
    )
    not_to = Refusal(
        "fall-to",
        "They fall upon a land Region that touches theirs, may be taken, and costs at most 3 more "
        "than there are tokens.",
        "events.md E22",
    )
    USED: ClassVar[Refusal] = Refusal(
        "fall-used", "One Region may fall upon a neighbour each turn.", "events.md 16, E22"
    )
    NOWHERE: ClassVar[Refusal] = Refusal(
        "fall-nowhere",
        "No Region of yours In Decline has a neighbour to fall upon.",
        "events.md E22",
    )
    FAILED: ClassVar[Label] = Label("Nothing has happened: they stay where they were.")
    source: GoingDown

    def closed(self, s: State, slot: int) -> Refusal | None:
        if self.source.spent(s, slot):
            return self.USED
        return None if self.starts(s, slot) else self.NOWHERE

    def starts(self, s: State, slot: int) -> int:
        mask = 0
        for past in PAST_OF[OWNER[slot]]:
            for r in bits(s.held[past]):
                mask |= bool(self._targets(s, r)) << r
        return mask

    def ends(self, s: State, slot: int, start: int) -> int:
        return self._targets(s, start)

    def _targets(self, s: State, start: int) -> int:
        past = s.occ[start]
        near = s.board.neighbours[start] & firm_land(s)
        limit = s.tokens[start] + MOST_SHORT
        mask = 0
        for r in bits(allowed(s, past, near)):
            mask |= (price(s, past, r) <= limit) << r
        return mask

    def chance(self, s: State, slot: int, answer: Answer) -> tuple[int, int] | None:
        start, end = answer
        return die_chance(price(s, s.occ[start], end) - s.tokens[start])

    def sensible(self, s: State, slot: int) -> Answer:
        return max(self.options(s, slot), key=lambda answer: self.chance(s, slot, answer) or (0, 6))

    def told(self, s: State, slot: int, answer: Answer) -> Label:
        start, end = answer
        past = s.occ[start]
        return Label(
            "{who} let {count} token of {race:the} In Decline fall from {start} upon {end}, which "
            "costs {cost}.",
            many="{who} let {count} tokens of {race:the} In Decline fall from {start} upon {end}, "
            "which costs {cost}.",
            who=Term(PERSON, OWNER[slot]),
            race=Term(RACE, s.setup.library.races[s.banner[past]].name),
            start=Term(REGION, s.board.names[start]),
            end=Term(REGION, s.board.names[end]),
            count=s.tokens[start],
            cost=price(s, past, end),
        )

    def do(self, s: State, slot: int, answer: Answer, events: Events | None) -> None:
        start, end = answer
        self.source.use(s, slot)
        s.remember(self.source, EMPTY, start + 1, "from")
        s.remember(self.source, EMPTY, end + 1, "upon")
        if IS_ACTIVE[s.occ[end]]:
            s.attacked |= 1 << OWNER[s.occ[end]]
        turn.roll_for(s, slot, self)

    def told_roll(self, face: int) -> Label:
        return Label("{who} rolled {face}.", you="You rolled {face}.")

    def rolled(self, s: State, slot: int, face: int, events: Events | None) -> None:
        start = s.recall(self.source, EMPTY, "from") - 1
        end = s.recall(self.source, EMPTY, "upon") - 1
        s.remember(self.source, EMPTY, 0, "from")
        s.remember(self.source, EMPTY, 0, "upon")
        past = s.occ[start]
        if s.tokens[start] + face < price(s, past, end):
            if events is not None:
                events.append(ev.AttemptFailed(past, end))
                events.append(ev.Told(self.source.name, self.FAILED, 1 << start))
            return
        tokens = come_to_hand(s, start, events)
        s.hand[past] -= tokens
        conquer(s, past, end, tokens, PLAIN, events)


class GoingDown(UsedInTurns):
    name, rule = "Going Down", "events.md 16"
    theme, strength = BLOOD, TALL_TALES
    text = (
        "Once in a turn of your own the tokens of one Region In Decline attack a neighbour with "
        "the die. If it succeeds all of them move there, else nothing happens."
    )
    detail = (
        "The die is rolled always. The neighbour is land, may be anybody's, and costs at most 3 "
        "more than there are tokens; discounts do not count, nor does a peace. The Active race's "
        "conquests go on afterwards."
    )
    crusade_detail = "The Lost Tribes have no race In Decline."
    intro = "Once a turn a Region of your old race may fall upon a neighbour, with the die."

    def __init__(self) -> None:
        self.offers = (Fall(self),)


# ---------------------------------------------------------------- The Great Ride
class Ride(Act):
    """`ride`: all Active tokens but one per Region into the hand (`events.md 44, E21`)."""

    word = "ride"
    order = 100
    title = Label("Ride: pick up your tokens once more")
    hint = Label("All Active tokens but one per Region come into your hand, and you conquer on.")
    done_title = Label("Ride on")
    wrong_time = Refusal("ride-when", "Nobody rides now.", "events.md 44, E21")
    USED: ClassVar[Refusal] = Refusal("ride-used", "You ride once a turn.", "events.md 44, E21")
    NO_TOKEN: ClassVar[Refusal] = Refusal(
        "ride-token",
        "You ride before a final attempt, and that takes a token in hand.",
        "events.md E21",
    )
    ROLLED: ClassVar[Refusal] = Refusal(
        "ride-rolled", "The die is rolled: first choose the Region it is for.", "events.md E21"
    )
    TOO_FAR: ClassVar[Refusal] = Refusal(
        "ride-attempt",
        "You ride before a final attempt: only while a Region in reach is 1 to 3 tokens too dear.",
        "events.md E21",
    )
    source: GreatRide

    def closed(self, s: State, slot: int) -> Refusal | None:
        if self.source.spent(s, slot):
            return self.USED
        hand = hand_of(s, slot)
        if hand < 1:
            return self.NO_TOKEN
        combo = s.combo[slot]
        assert combo is not None
        if combo.attempts_rolled:
            if not any(withholds(s, slot, None) for withholds in combo.withholds):
                return self.ROLLED
            return None if reach(s, slot) else self.TOO_FAR
        for r in bits(reach(s, slot)):
            if 0 < price(s, slot, r) - hand <= MOST_SHORT:
                return None
        return self.TOO_FAR

    def do(self, s: State, slot: int, answer: Answer, events: Events | None) -> None:
        self.source.use(s, slot)
        taken = pick_up(s, slot)
        s.hand[slot] += taken
        if events is not None:
            events.append(ev.Readied(slot, taken, 0))


class GreatRide(UsedInTurns):
    name, rule = "The Great Ride", "events.md 44"
    theme, strength = BLOOD, LORDLY_LEGENDS
    text = (
        "Once in a turn of your own, when a final attempt could be made: pick up all Active tokens "
        "but one per Region once more and conquer on."
    )
    detail = (
        "Those just used come along; every Region and what stands in it stays yours. A race that "
        "rolls before each conquest rides before a roll."
    )
    crusade_detail = "The Lost Tribes do not ride."
    intro = "Before your last attempt you may pick up all your tokens again and conquer on."

    def __init__(self) -> None:
        self.offers = (Ride(self),)


# ---------------------------------------------------------------- Youth Potion No 8
class Drink(Regions):
    """`potion A`: an Active token from the tray for those In Decline (`events.md 53, E39`)."""

    word = "potion"
    order = 100
    title = Label("Let a Region In Decline grow young")
    hint = Label(
        "Click a Region of yours In Decline: its tokens go, and an Active token from the tray "
        "takes their place."
    )
    done_title = Label("Drink the potion")
    wrong_time = Refusal("potion-when", "There is no potion to drink now.", "events.md 53, E39")
    elsewhere = Refusal(
        "potion-own", "The potion is for a Region of yours that is In Decline.", "events.md 53"
    )
    USED: ClassVar[Refusal] = Refusal(
        "potion-used", "You have drunk the potion this turn.", "events.md 53, E39"
    )
    TRAY: ClassVar[Refusal] = Refusal(
        "potion-tray", "No token of your Active race is left in the tray.", "events.md 53, E39"
    )
    NOWHERE: ClassVar[Refusal] = Refusal(
        "potion-nowhere",
        "You hold no Region In Decline that your Active race could hold.",
        "events.md 53, E39",
    )
    UNFIT: ClassVar[Refusal] = Refusal(
        "potion-land", "Your Active race cannot hold such a Region.", "events.md E39"
    )
    source: YouthPotion

    def closed(self, s: State, slot: int) -> Refusal | None:
        if self.source.spent(s, slot):
            return self.USED
        if not s.tray[s.banner[slot]]:
            return self.TRAY
        return None if self.among(s, slot) else self.NOWHERE

    def _old(self, s: State, slot: int) -> int:
        first, second = PAST_OF[OWNER[slot]]
        return s.held[first] | s.held[second]

    def among(self, s: State, slot: int) -> int:
        combo = s.combo[slot]
        assert combo is not None
        return self._old(s, slot) & combo.takes & combo.keeps

    def why_not(self, s: State, slot: int, r: int) -> Refusal:
        return self.UNFIT if self._old(s, slot) >> r & 1 else self.elsewhere

    def told(self, s: State, slot: int, answer: Answer) -> Label:
        return Label(
            "{who} drank the potion in {region}: {race} are young there again.",
            you="You drank the potion in {region}: {race} are young there again.",
            who=Term(PERSON, OWNER[slot]),
            region=Term(REGION, s.board.names[answer[0]]),
            race=Term(RACE, s.setup.library.races[s.banner[slot]].name),
        )

    def do(self, s: State, slot: int, answer: Answer, events: Events | None) -> None:
        r = answer[0]
        self.source.use(s, slot)
        discard(s, r, s.tokens[r], events)
        gain(s, slot, 1, self.source.name, events)
        settle(s, slot, r, 1, events)


class YouthPotion(UsedInTurns):
    name, rule = "Youth Potion No 8", "events.md 53"
    theme, strength = MIRACLES, LITTLE_LORE
    text = (
        "Once in a turn of your own remove your tokens In Decline from one Region, and put 1 "
        "Active token from the tray there, if one is left."
    )
    detail = (
        "It is no conquest, but an act of the Active race: races that fight on In Decline are "
        "done, and so is the chance to go In Decline. The new token does not fight this turn. A "
        "race without a Region may begin like this."
    )
    intro = "Once a turn one Region of your old race may become one of your young race."

    def __init__(self) -> None:
        self.offers = (Drink(self),)


DEEDS: Final[tuple[Card, ...]] = (GoingDown(), GreatRide(), YouthPotion())
