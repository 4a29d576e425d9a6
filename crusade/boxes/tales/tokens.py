"""Cards that cost tokens, or bring them for a while."""

from __future__ import annotations

from typing import ClassVar, Final

from crusade.boxes.tales.effects import LostTokens
from crusade.boxes.tales.losses import TRIBES_GIVE_UP, Discard, TribesLose, take, tell
from crusade.boxes.tales.moving import MOVING
from crusade.boxes.tales.themes import (
    BLOOD,
    GODS,
    LITTLE_LORE,
    LORDLY_LEGENDS,
    MIRACLES,
    PAX,
    TALL_TALES,
)
from crusade.rules import turn
from crusade.rules.asking import Act, Answer, Spread, YesNo
from crusade.rules.board import bits
from crusade.rules.early import standing
from crusade.rules.ids import ACTIVE_OF, EMPTY, NONE, OWNER, PAST_OF, POT, TRIBES, TRIBES_SLOT
from crusade.rules.labels import REGION, Label, Term
from crusade.rules.pieces import discard, pay, remove_race
from crusade.rules.questions import Card, Events
from crusade.rules.refusals import Refusal
from crusade.rules.scoring import held_by
from crusade.rules.state import State


class Plague(LostTokens, Card):
    name, rule = "Plague", "events.md 35"
    theme, strength = PAX, LITTLE_LORE
    text = "When the round begins everybody gives up 1 Active token."
    crusade_detail = TRIBES_GIVE_UP
    intro = "At the start of the round every player loses one token of his Active race."
    lost_tokens = 1


class Starve(Discard):
    """What hunger takes: less of those that hold Farmland."""

    order = 100
    title = Label("The Famine: give up Active tokens")

    def wanted(self, s: State, slot: int) -> int:
        farmland = s.held[slot] & s.board.mask_of("farmland")
        return max(0, self.tokens - farmland.bit_count())


class Famine(Card):
    name, rule = "Famine", "events.md 11"
    theme, strength = PAX, TALL_TALES
    lands = ("farmland",)
    text = (
        "At the end of his turn everybody gives up 2 Active tokens before he scores: 1 if his "
        "Active race holds one Farmland, none if it holds two or more."
    )
    intro = "A race that holds no Farmland starves at the end of its turn, by two tokens."
    crusade_detail = TRIBES_GIVE_UP

    def __init__(self) -> None:
        tribes = TribesLose(self)
        self.steps = (Starve(self, 2, tribes),)
        self.sequels = (tribes,)


class Smoke(Act):
    """The die for each Mountain that a player holds, in the order of the board (`events.md E37`).

    Nobody is asked anything: the dealer rolls.
    """

    word = "smoke"
    order = 100
    RISES: ClassVar[Label] = Label("Smoke rises over {region}.")

    def needed(self, s: State, slot: int, events: Events | None) -> bool:
        s.remember(self.source, EMPTY, 0)
        self._next(s, slot, events)
        return False

    def _next(self, s: State, slot: int, events: Events | None) -> None:
        """The next Mountain after the one that is remembered, with 1 added."""
        passed = (1 << s.recall(self.source, EMPTY)) - 1
        left = held_by(s, OWNER[slot]) & s.board.mask_of("mountain") & ~passed
        r = (left & -left).bit_length() - 1
        s.remember(self.source, EMPTY, r + 1)
        if left:
            tell(
                self.source,
                self.RISES.given(region=Term(REGION, s.board.names[r])),
                OWNER[slot],
                events,
                1 << r,
            )
            turn.roll_for(s, slot, self)

    def rolled(self, s: State, slot: int, face: int, events: Events | None) -> None:
        if face:
            discard(s, s.recall(self.source, EMPTY) - 1, face, events)
        self._next(s, slot, events)

    def told_roll(self, face: int) -> Label:
        if face:
            return Label(
                "{who} rolled {face}: so many tokens leave the Mountain.",
                you="You rolled {face}: so many tokens leave the Mountain.",
            )
        return Label(
            "{who} rolled {face}: the smoke drifts by.",
            you="You rolled {face}: the smoke drifts by.",
        )

    def do(self, s: State, slot: int, answer: Answer, events: Events | None) -> None:
        raise AssertionError("nobody is asked this")


class PuffOfSmoke(Card):
    name, rule = "A Puff of Smoke", "events.md 2"
    theme, strength = PAX, TALL_TALES
    lands = ("mountain",)
    text = (
        "At the end of his turn everybody rolls the die once for each Mountain Region he holds, "
        "Active or In Decline, before he scores: so many tokens leave it."
    )
    intro = "The Mountains smoke: at the end of your turn the die may take tokens from yours."

    def __init__(self) -> None:
        self.steps = (Smoke(self),)


class PayOrDiscard(Discard):
    """`pay`, or `discard A=1 B=1` (`events.md E35`)."""

    PRICE: ClassVar[int] = 3
    pass_word = "pay"
    title = Label("Pay 3 coins, or give up 2 Active tokens")
    hint = Label("Click a Region for each token that leaves it, or pay.")
    pass_title = Label("Pay 3 coins")
    waits = Refusal("wrong-phase", "First pay the bribe, or give up tokens.")
    POOR: ClassVar[Refusal] = Refusal(
        "bribe-coins", "You do not have 3 coins: give up tokens.", "events.md E35"
    )

    def needed(self, s: State, slot: int, events: Events | None) -> bool:
        rich = s.coins[OWNER[slot]] >= self.PRICE
        if slot == TRIBES_SLOT or not rich:
            if not rich:
                return super().needed(s, slot, events)
        elif s.hand[slot] + standing(s, slot) >= self.tokens:
            return True
        pay(s, OWNER[slot], -self.PRICE, self.source, events)
        return False

    def check(self, s: State, slot: int, answer: Answer) -> Refusal | None:
        if not answer and s.coins[OWNER[slot]] < self.PRICE:
            return self.POOR
        return super().check(s, slot, answer)

    def options(self, s: State, slot: int) -> list[Answer]:
        found = super().options(s, slot)
        return found if s.coins[OWNER[slot]] >= self.PRICE else [x for x in found if x]

    def sensible(self, s: State, slot: int) -> Answer:
        spare = standing(s, slot) + s.hand[slot] - s.held[slot].bit_count()
        if s.coins[OWNER[slot]] >= self.PRICE and spare < self.tokens:
            return ()
        return super().sensible(s, slot)

    def do(self, s: State, slot: int, answer: Answer, events: Events | None) -> None:
        if answer:
            super().do(s, slot, answer, events)
        else:
            pay(s, OWNER[slot], -self.PRICE, self.source, events)


class UngodlyBribe(Card):
    name, rule = "Ungodly Bribe", "events.md 47"
    theme, strength = GODS, LORDLY_LEGENDS
    text = (
        "When the round begins everybody pays 3 coins or gives up 2 Active tokens. A race that "
        "enters this round has 2 tokens fewer."
    )
    intro = "The gods want a bribe from everybody: three coins, or two tokens."
    crusade_detail = (
        "The Lost Tribes pay if they have 3 coins; else 2 of their tokens go beside the board."
    )

    def __init__(self) -> None:
        tribes = TribesLose(self)
        self.round_asks = (PayOrDiscard(self, 2, tribes),)
        self.sequels = (tribes,)

    def brings(self, s: State, slot: int) -> int:
        return -2


class Sell(Spread):
    """`sell A=2 B=1`, or `no sale` (`events.md E38`)."""

    COINS: ClassVar[int] = 2
    word = "sell"
    pass_word = "no sale"
    order = 110
    takes_away = True
    title = Label("Sell up to 3 tokens In Decline, or none")
    hint = Label("Click a Region for each token to sell: 2 coins each. A Region may be emptied.")
    done_title = Label("Sell them")
    pass_title = Label("Sell nobody")
    waits = Refusal("wrong-phase", "First sell tokens of your races In Decline, or nobody.")
    elsewhere = Refusal(
        "sell-own", "Only tokens of your own races In Decline can be sold.", "events.md E38"
    )
    all_of_them = Refusal("sell-number", "1 to 3 tokens can be sold, no more.", "events.md E38")
    ceiling = Refusal("sell-most", "There are not so many tokens.", "events.md E38")

    def needed(self, s: State, slot: int, events: Events | None) -> bool:
        return slot != TRIBES_SLOT and self.among(s, slot) != 0

    def among(self, s: State, slot: int) -> int:
        first, second = PAST_OF[OWNER[slot]]
        return s.held[first] | s.held[second]

    def number(self, s: State, slot: int) -> int:
        return min(3, sum(s.tokens[r] for r in bits(self.among(s, slot))))

    def fewest(self, s: State, slot: int) -> int:
        return 1

    def most(self, s: State, slot: int, r: int) -> int:
        return s.tokens[r]

    def sensible(self, s: State, slot: int) -> Answer:
        # Two coins are more than what a Region still earns only when little is left to score.
        if s.round < s.setup.rounds:
            return ()
        counts = [(r, s.tokens[r]) for r in bits(self.among(s, slot))]
        left, sold = self.number(s, slot), []
        for r, count in sorted(counts, key=lambda pair: -pair[1]):
            if left:
                sold += [r, min(left, count)]
                left -= min(left, count)
        return tuple(sold)

    def do(self, s: State, slot: int, answer: Answer, events: Events | None) -> None:
        if not answer:
            return
        take(s, slot, answer, events)
        pay(s, OWNER[slot], self.COINS * sum(answer[1::2]), self.source, events)


class WizenedAndOld(Card):
    name, rule = "Wizened and Old", "events.md 52"
    theme, strength = MIRACLES, TALL_TALES
    text = (
        "At the end of his turn everybody may give up 1 to 3 of his own tokens In Decline for 2 "
        "coins each, before he scores."
    )
    intro = "Sell up to three tokens of your races In Decline at the end of your turn."

    def __init__(self) -> None:
        self.steps = (Sell(self),)


class GoHome(Discard):
    """The barbarians leave: the owner says which (`events.md E36`)."""

    asks_tribes = False
    title = Label("Send the barbarians home: give up 3 tokens")
    waits = Refusal("wrong-phase", "The turn is scored: first the barbarians leave.")

    def wanted(self, s: State, slot: int) -> int:
        return s.recall(self.source, slot)

    def do(self, s: State, slot: int, answer: Answer, events: Events | None) -> None:
        s.remember(self.source, slot, 0)
        super().do(s, slot, answer, events)


class BarbarianInvasions(Card):
    name, rule = "Barbarian Invasions", "events.md 4"
    theme, strength = BLOOD, LORDLY_LEGENDS
    text = (
        "A race that enters this round has 3 tokens more, even if its tray is empty. Right after "
        "that turn is scored its owner gives up 3 tokens."
    )
    intro = "A new race comes with three barbarians, who go home when its first turn is scored."
    MORE: ClassVar[int] = 3

    def __init__(self) -> None:
        self.scored_asks = (GoHome(self, self.MORE),)

    def brings(self, s: State, slot: int) -> int:
        return self.MORE

    def picked(self, s: State, slot: int, events: Events | None) -> None:
        s.remember(self, slot, self.MORE)


class PayOrTake(YesNo):
    """`pay` or `take`: the persons in turn order, then the Lost Tribes, round and round, until one
    takes everything (`events.md E34`).
    """

    TOKENS: ClassVar[int] = 3
    word = "pay"
    no_word = "take"
    no_loses = True
    closes = True
    title = Label("Pay a coin, or take what lies on the lake")
    hint = Label(
        "Who takes the coins loses all his tokens In Decline or, without any, 3 Active tokens."
    )
    yes_title = Label("Pay 1 coin")
    no_title = Label("Take the coins")
    waits = Refusal("wrong-phase", "First pay a coin onto the lake, or take what lies there.")
    NONE_LEFT: ClassVar[Refusal] = Refusal(
        "lake-coin", "You have no coin to pay: take what lies there.", "events.md E34"
    )
    TAKES: ClassVar[Label] = Label("All coins on the lake go to {who}.")

    def facts(self, s: State, slot: int) -> Label:
        return Label(
            "{count} coin lies on the lake.",
            many="{count} coins lie on the lake.",
            count=s.memory.get((EMPTY, POT), 0),
        )

    def needed(self, s: State, slot: int, events: Events | None) -> bool:
        if s.recall(self.source, EMPTY, "over"):
            return False
        if s.setup.crusade and not s.recall(self.source, EMPTY, "pays"):
            # How often the Lost Tribes pay at most, and 1.
            if s.coins[TRIBES]:
                turn.ask_now(s, slot, self)
                turn.roll_for(s, TRIBES_SLOT, self)
                return False
            s.remember(self.source, EMPTY, 1, "pays")
        if not s.coins[OWNER[slot]]:
            self._take(s, OWNER[slot], events)
            return False
        return True

    def rolled(self, s: State, slot: int, face: int, events: Events | None) -> None:
        s.remember(self.source, EMPTY, face + 2, "pays")

    def told_roll(self, face: int) -> Label:
        return Label(
            "{who} rolled {face}: they pay {face} + 1 times at most.",
        )

    def yes_refused(self, s: State, slot: int) -> Refusal | None:
        return None if s.coins[OWNER[slot]] else self.NONE_LEFT

    def sensible(self, s: State, slot: int) -> Answer:
        pot = s.memory.get((EMPTY, POT), 0)
        return (int(pot < 2 + s.setup.seats and s.coins[OWNER[slot]] > 0),)

    def do(self, s: State, slot: int, answer: Answer, events: Events | None) -> None:
        if answer[0]:
            self._pay(s, OWNER[slot], events)
        else:
            self._take(s, OWNER[slot], events)

    def _pay(self, s: State, seat: int, events: Events | None) -> None:
        pay(s, seat, -1, self.source, events)
        s.memory[EMPTY, POT] = s.memory.get((EMPTY, POT), 0) + 1

    def _take(self, s: State, seat: int, events: Events | None) -> None:
        """``seat`` takes everything and loses his tokens; nobody is asked any more."""
        pot = s.memory.pop((EMPTY, POT), 0)
        tell(self.source, self.TAKES, seat, events)
        pay(s, seat, pot, self.source, events)
        s.remember(self.source, EMPTY, 1, "over")
        past = [slot for slot in PAST_OF[seat] if s.banner[slot] != NONE]
        lose, tribes = self.source.sequels
        if seat == TRIBES:
            assert isinstance(tribes, TribesLose)
            tribes.lose(s, self.TOKENS, events)
        elif any(s.held[slot] for slot in past):
            for slot in past:
                remove_race(s, slot, events)
        else:
            turn.ask_now(s, ACTIVE_OF[seat], lose)

    def reveal(self, s: State, events: Events | None) -> None:
        if not s.recall(self.source, EMPTY, "over"):
            if s.setup.crusade:
                left = s.recall(self.source, EMPTY, "pays") - 1
                if left and s.coins[TRIBES]:
                    s.remember(self.source, EMPTY, left, "pays")
                    self._pay(s, TRIBES, events)
                else:
                    self._take(s, TRIBES, events)
            if not s.recall(self.source, EMPTY, "over"):
                turn.ask_now(s, EMPTY, self)
                for seat in reversed(s.order):
                    if seat != TRIBES:
                        turn.ask_now(s, ACTIVE_OF[seat], self)
                return
        s.remember(self.source, EMPTY, 0, "over")
        s.remember(self.source, EMPTY, 0, "pays")


class ChickenLake(Card):
    name, rule = "Chicken Lake", "events.md 8"
    theme, strength = GODS, TALL_TALES
    text = (
        "Round and round everybody pays a coin, until one cannot or will not. He takes them all "
        "and gives up his tokens In Decline or, with none on the board, 3 Active tokens."
    )
    intro = "Who dares longest? The first who will not pay gets all the coins, and loses tokens."
    crusade_detail = (
        "The Lost Tribes come last. They pay at most once more often than a die shows that is "
        "rolled before; their 3 tokens would go beside the board."
    )

    def __init__(self) -> None:
        self.round_asks = (PayOrTake(self),)
        self.sequels = (Discard(self, PayOrTake.TOKENS), TribesLose(self))


TOKENS: Final[tuple[Card, ...]] = (
    Plague(),
    Famine(),
    PuffOfSmoke(),
    UngodlyBribe(),
    WizenedAndOld(),
    BarbarianInvasions(),
    ChickenLake(),
    *MOVING,
)
