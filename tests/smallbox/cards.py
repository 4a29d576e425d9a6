"""Mire, Hush and Market Day (`RULES.md F7 to F9`)."""

from __future__ import annotations

from typing import Final

from crusade.rules import State, turn
from crusade.rules.asking import Answer, AnswerError, Choice, Number
from crusade.rules.board import Board, bits
from crusade.rules.ids import ACTIVE_OF, OWNER, TRIBES
from crusade.rules.labels import POWER, RACE, Label, Term
from crusade.rules.pieces import add_badge, badges_left, pay
from crusade.rules.questions import Card, Events, Race, Source


class Mire(Card):
    name, rule = "Mire", "RULES.md F7"
    text = "Every conquest costs 1 token more."
    discount_text = Label("Mire")

    def dearer(self, board: Board) -> int:
        return board.all


class Hush(Card):
    name, rule = "Hush", "RULES.md F8"
    text = "No Race does anything."

    def silences(self, other: Source, declined: bool) -> bool:
        return isinstance(other, Race)


class Bid(Number):
    """`bid N`, sealed (`RULES.md F9`)."""

    word = "bid"
    title = Label("Bid for a second Special Power")
    hint = Label("The highest bid pays and gets it; nobody sees yours before all have bid.")
    done_title = Label("Bid {number}")
    sealed = True
    closes = True
    secret = "Market Day/bid"

    def needed(self, s: State, slot: int, events: Events | None) -> bool:
        return s.combo[slot] is not None and s.coins[OWNER[slot]] > 0

    def most(self, s: State, slot: int) -> int:
        return s.coins[OWNER[slot]]

    def do(self, s: State, slot: int, answer: Answer, events: Events | None) -> None:
        s.remember(self.source, slot, answer[0], "bid")

    def reveal(self, s: State, events: Events | None) -> None:
        best = winner = -1
        for seat in s.order:
            if seat != TRIBES:
                slot = ACTIVE_OF[seat]
                bid = s.recall(self.source, slot, "bid")
                s.remember(self.source, slot, 0, "bid")
                if bid > max(best, 0):
                    best, winner = bid, slot
        if winner >= 0 and badges_left(s):
            pay(s, OWNER[winner], -best, self.source, events)
            turn.ask_now(s, winner, self.source.draws[0])


class DrawBadge(Choice):
    """The dealer draws the second Special Power from the stack."""

    word = "badge"
    drawn = True

    def things(self, s: State, slot: int) -> tuple[int, ...]:
        return bits(badges_left(s))

    def do(self, s: State, slot: int, answer: Answer, events: Events | None) -> None:
        add_badge(s, slot, answer[0], events)

    def told(self, s: State, slot: int, answer: Answer) -> Label:
        library = s.setup.library
        return Label(
            "{race} are {power} too.",
            race=Term(RACE, library.races[s.banner[slot]].name),
            power=Term(POWER, library.powers[answer[0]].name),
        )

    def thing_word(self, s: State, thing: int) -> str:
        return s.setup.library.powers[thing].name

    def thing_name(self, s: State, thing: int) -> Label:
        return Label("{power}", power=Term(POWER, self.thing_word(s, thing)))

    def read_thing(self, s: State, words: list[str]) -> int:
        badge = s.setup.library.power_index.get(" ".join(words))
        if badge is None:
            raise AnswerError(f"'{' '.join(words)}' is not one of the Special Powers")
        return badge


class MarketDay(Card):
    name, rule = "Market Day", "RULES.md F9"
    text = "Bid for a second Special Power."

    def __init__(self) -> None:
        self.round_asks = (Bid(self),)
        self.draws = (DrawBadge(self),)


CARDS: Final[tuple[Card, ...]] = (Mire(), Hush(), MarketDay())
