"""Cards that are auctioned (`events.md D6, G3, E6`)."""

from __future__ import annotations

from typing import ClassVar, Final

from crusade.boxes.tales.rights import ELIXIR
from crusade.boxes.tales.themes import LORDLY_LEGENDS, MIRACLES, TALL_TALES
from crusade.rules import events as ev
from crusade.rules import turn
from crusade.rules.asking import Answer, AnswerError, Choice, Number
from crusade.rules.board import bits
from crusade.rules.ids import (
    ACTIVE_OF,
    EMPTY,
    IS_DECLINED,
    NONE,
    OF_SEAT,
    OWNER,
    SECOND,
    TRIBES,
    TRIBES_SLOT,
    TWO_PLAYER,
    WON,
)
from crusade.rules.labels import PERSON, POWER, RACE, Label, Term
from crusade.rules.notation import ParseError, combo_text, parse_combo
from crusade.rules.pieces import badges_left, combine, give_badge, grant, pay, take_badge
from crusade.rules.questions import Card, Events
from crusade.rules.reasons import coins
from crusade.rules.refusals import Refusal
from crusade.rules.state import State
from crusade.texts import _


def winner(s: State) -> int:
    """The seat that has won this round's auction, TRIBES among them, or NONE."""
    if s.memory:
        for seat, place in enumerate(OF_SEAT):
            if s.memory.get((place, WON)):
                return seat
    return NONE


class Bid(Number):
    """`bid N`, sealed: every person once, the Lost Tribes by the die (`events.md D6, G3, E6`)."""

    word = "bid"
    title = Label("Your sealed bid")
    hint = Label(
        "Nobody sees your bid until all have bid. The highest pays and wins, the others pay "
        "nothing."
    )
    done_title = Label("Bid {number}")
    sealed = True
    closes = True
    waits = Refusal("wrong-phase", "First everybody bids.", "events.md D6")
    wrong_time = Refusal("no-auction", "There is no auction now.", "events.md D6")
    TOO_MUCH = Refusal("bid-coins", "You cannot bid more coins than you have.", "events.md D6")

    def __init__(self, source: Auction) -> None:
        super().__init__(source)
        self.auction = source
        self.secret = f"{source.key}/bid"

    def needed(self, s: State, slot: int, events: Events | None) -> bool:
        return s.coins[OWNER[slot]] > 0 and self.auction.offered(s)

    def facts(self, s: State, slot: int) -> Label:
        goods = self.auction.goods(s)
        return goods if goods or not s.setup.crusade else self.auction.BIDDERS

    def most(self, s: State, slot: int) -> int:
        return s.coins[OWNER[slot]]

    def why_not(self, s: State, slot: int, number: int) -> Refusal:
        return self.TOO_MUCH

    def sensible(self, s: State, slot: int) -> Answer:
        # A third of the purse says that it is wanted, and leaves enough for a combo.
        return (min(3, s.coins[OWNER[slot]] // 3),)

    def do(self, s: State, slot: int, answer: Answer, events: Events | None) -> None:
        s.remember(self.source, OF_SEAT[OWNER[slot]], answer[0], "bid")

    def reveal(self, s: State, events: Events | None) -> None:
        if not self.auction.offered(s):
            return
        if s.setup.crusade and s.coins[TRIBES]:
            turn.roll_for(s, TRIBES_SLOT, self)
        else:
            self._decide(s, 0, events)

    def rolled(self, s: State, slot: int, face: int, events: Events | None) -> None:
        self._decide(s, min(face + 1, s.coins[TRIBES]), events)

    def told_roll(self, face: int) -> Label:
        return Label("{who} rolled {face}: they bid one more than that, if they have as much.")

    def _decide(self, s: State, tribes: int, events: Events | None) -> None:
        """All bids are in: the highest wins, of equal ones that of the Lost Tribes, else the
        earliest; they pay nothing (`events.md D6, G3`).
        """
        best, won = tribes, TRIBES if tribes else NONE
        for seat in s.order:
            if seat == TRIBES:
                continue
            bid = s.recall(self.source, OF_SEAT[seat], "bid")
            s.remember(self.source, OF_SEAT[seat], 0, "bid")
            if bid > best:
                best, won = bid, seat
            self._tell(s, seat, bid, events)
        if tribes:
            self._tell(s, TRIBES, tribes, events)
        if won == NONE:
            self._say(events, Label("Nobody bid anything: nobody wins the auction."))
        else:
            s.memory[OF_SEAT[won], WON] = 1
            self._say(
                events,
                Label(
                    "{who} won the auction.",
                    you="You won the auction.",
                    who=Term(PERSON, won),
                ),
            )
            if won != TRIBES:
                pay(s, won, -best, self.source, events)
        self.auction.sold(s, won, events)

    def _tell(self, s: State, seat: int, bid: int, events: Events | None) -> None:
        self._say(
            events,
            Label(
                "{who} bid {number}.", you="You bid {number}.", who=Term(PERSON, seat), number=bid
            ),
        )

    def _say(self, events: Events | None, told: Label) -> None:
        if events is not None:
            events.append(ev.Told(self.source.name, told))


class Auction(Card):
    """A card that goes, with what it does, to the highest of one sealed bid each."""

    theme = MIRACLES
    crusade_detail = (
        "The Lost Tribes bid last: what the die shows and 1 more, but no more coins than they "
        "have. They win ties, and pay nothing when they win."
    )
    BIDDERS: ClassVar[Label] = Label(
        "The Lost Tribes bid last: what the die shows and 1 more. They pay nothing when they win."
    )

    def __init__(self) -> None:
        self.round_asks = (Bid(self),)

    def offered(self, s: State) -> bool:
        """Whether there is anything to be won."""
        return True

    def goods(self, s: State) -> Label:
        """What is to be won, where the card alone does not say it."""
        return Label("")

    def sold(self, s: State, seat: int, events: Events | None) -> None:
        """The auction is over; ``seat`` has won it (TRIBES: the Lost Tribes, NONE: nobody)."""


class ToughLove(Auction):
    """`events.md 45`."""

    name, strength, rule = "Tough Love", TALL_TALES, "events.md 45"
    text = "Auction: this round every conquest of the winner costs 1 token fewer, at least 1."
    intro = "Everybody bids in secret for a round in which conquering is cheaper."
    discount_text = Label("Tough Love")

    def discount(self, s: State, slot: int, r: int) -> int:
        return int(winner(s) == OWNER[slot])


class WhiteQueen(Auction):
    """`events.md 51, E25`: the Lost Tribes have nothing that it could protect."""

    name, strength, rule = "White Queen", TALL_TALES, "events.md 51"
    text = "Auction: this round nobody can take the winner's Regions In Decline."
    intro = "Everybody bids in secret for a round in which what he has In Decline is safe."
    detail = "Nobody means the winner himself as well."

    def protects(self, s: State, slot: int, attacker: int) -> int:
        return s.held[slot] if IS_DECLINED[slot] and winner(s) == OWNER[slot] else 0

    def why_protected(self, s: State, slot: int, attacker: int, r: int) -> Refusal | None:
        if not self.protects(s, slot, attacker) >> r & 1:
            return None
        return Refusal(
            "white-queen",
            "The White Queen protects the Regions In Decline of {person} this round.",
            self.rule,
            you="The White Queen protects your Regions In Decline this round, from you as well.",
            person=Term(PERSON, OWNER[slot]),
        )


class SmallTimeCoup(Auction):
    """`events.md 37, E43`."""

    name, strength, rule = "Small Time Coup", TALL_TALES, "events.md 37"
    text = "Auction: the winner plays first this round, the others follow clockwise."
    intro = "Everybody bids in secret for the first turn of the round."

    def turn_order(self, s: State, order: tuple[int, ...]) -> tuple[int, ...]:
        first = winner(s)
        if first == NONE:
            return order
        if first == TRIBES:
            return (TRIBES, *(seat for seat in order if seat != TRIBES))
        persons = [seat for seat in order if seat != TRIBES]
        start = persons.index(first)
        persons = persons[start:] + persons[:start]
        if not s.setup.crusade:
            return tuple(persons)
        # For two the Lost Tribes follow whoever plays them, in whatever order (crusade.md H2).
        after = persons.index(s.control) if s.setup.mode == TWO_PLAYER else len(persons) - 1
        return (*persons[: after + 1], TRIBES, *persons[after + 1 :])


class Combine(Choice):
    """`combine Flying Humans`, or `no combine` (`events.md E30`)."""

    word = "combine"
    pass_word = "no combine"
    title = Label("Put a combo together for your next pick")
    hint = Label(
        "Any banner and any badge on display. You pay as for the upper of the two rows; what is "
        "left of them stays there."
    )
    done_title = Label("Choose a combo")
    pass_title = Label("No combo")
    waits = Refusal(
        "wrong-phase", "First the winner of the auction puts a combo together, or none."
    )
    wrong_time = Refusal(
        "no-combine", "Only the winner of the auction puts a combo together.", "events.md 7"
    )
    ABSENT = Refusal(
        "combine-absent",
        "Banner and badge must both be among the combos on display.",
        "events.md 7",
    )

    def _rows(self, s: State, thing: int) -> tuple[int, int] | None:
        """The rows of banner and badge, or None where they are not on display."""
        banner, badge = self._combo(s, thing)
        rows = range(len(s.column))
        of_banner = next((row for row in rows if s.column[row][0] == banner), None)
        of_badge = [row for row in rows if s.column[row][1] == badge]
        if of_banner is None or not of_badge:
            return None
        return of_banner, of_banner if of_banner in of_badge else of_badge[0]

    def _combo(self, s: State, thing: int) -> tuple[int, int]:
        banner, badge = divmod(thing, len(s.setup.library.powers) + 1)
        return banner, badge - 1

    def _dear(self, s: State, slot: int, rows: tuple[int, int]) -> bool:
        """Whether the price is more than the winner has (`base.md C4` for a whole combo)."""
        purse = s.coins[OWNER[slot]]
        if s.setup.pocket_first and rows[0] == rows[1]:
            purse += s.column[rows[0]][2]
        return min(rows) > purse

    def things(self, s: State, slot: int) -> tuple[int, ...]:
        found: dict[int, None] = {}
        for banner, _badge, _coins in s.column:
            for _banner, badge, _found in s.column:
                thing = banner * (len(s.setup.library.powers) + 1) + badge + 1
                rows = self._rows(s, thing)
                if rows is not None and not self._dear(s, slot, rows):
                    found[thing] = None
        return tuple(found)

    def why_not(self, s: State, slot: int, thing: int) -> Refusal:
        rows = self._rows(s, thing)
        return self.ABSENT if rows is None else coins(min(rows), s.coins[OWNER[slot]])

    def thing_word(self, s: State, thing: int) -> str:
        return combo_text(s.setup.library, *self._combo(s, thing))

    def thing_name(self, s: State, thing: int) -> Label:
        library = s.setup.library
        banner, badge = self._combo(s, thing)
        race = Term(RACE, library.races[banner].name)
        if badge == NONE:
            return Label("{race}", race=race)
        return Label("{power} {race}", power=Term(POWER, library.powers[badge].name), race=race)

    def group(self, s: State, thing: int) -> Label:
        race = s.setup.library.races[self._combo(s, thing)[0]].name
        return Label("{race}", race=Term(RACE, race))

    def thing_note(self, s: State, slot: int, thing: int) -> Label:
        """The price, which may pay itself by the coins on a combo that stays as it stood."""
        rows = self._rows(s, thing)
        assert rows is not None
        price = min(rows)
        if rows[0] == rows[1] and s.column[rows[0]][2]:
            return Label("price {price}, finds {found}", price=price, found=s.column[rows[0]][2])
        return Label("price {price}", price=price) if price else Label("free")

    def read_thing(self, s: State, words: list[str]) -> int:
        library = s.setup.library
        try:
            banner, badge = parse_combo(library, " ".join(words))
        except ParseError as error:
            raise AnswerError(str(error)) from None
        return banner * (len(library.powers) + 1) + badge + 1

    def sensible(self, s: State, slot: int) -> Answer:
        """The combo with most tokens that costs no more than a coin."""
        library = s.setup.library

        def merit(thing: int) -> tuple[bool, int]:
            banner, badge = self._combo(s, thing)
            rows = self._rows(s, thing)
            number = library.powers[badge].number if badge != NONE else 0
            cheap = rows is not None and min(rows) <= 1
            return cheap, library.races[banner].number + number

        return (max(self.things(s, slot), key=merit),)

    def do(self, s: State, slot: int, answer: Answer, events: Events | None) -> None:
        if answer:
            rows = self._rows(s, answer[0])
            assert rows is not None
            combine(s, OWNER[slot], *rows, events)

    def told(self, s: State, slot: int, answer: Answer) -> Label:
        if answer:
            return Label("")
        return Label(
            "{who} put no combo together.",
            you="You put no combo together.",
            who=Term(PERSON, OWNER[slot]),
        )


class BlueGenes(Auction):
    """`events.md 7, E30`."""

    name, strength, rule = "Blue Genes", TALL_TALES, "events.md 7"
    text = (
        "Auction: the winner may join any banner to any badge on display, pays as for the upper of "
        "their two combos, and keeps that combo for his next pick."
    )
    intro = "Everybody bids in secret for a combo of his own making."
    detail = "What is left of the two combos stays in the upper row, with the coins of both."

    def __init__(self) -> None:
        super().__init__()
        self.follow_ups = (Combine(self),)

    def sold(self, s: State, seat: int, events: Events | None) -> None:
        if seat not in (TRIBES, NONE) and s.column:
            turn.ask_now(s, ACTIVE_OF[seat], self.follow_ups[0])


class NecromanticElixir(Auction):
    """`events.md 30, E32`; what it does is the right's business."""

    name, strength, rule = "Necromantic Elixir", LORDLY_LEGENDS, "events.md 30"
    text = (
        "Auction: when the winner's race goes In Decline it keeps all its tokens and its Special "
        "Power, and fights on each turn before his Active race."
    )
    intro = "Everybody bids in secret for a race that is In Decline and goes on all the same."
    detail = "Without an Active race the winner keeps the Elixir for the next one."

    def sold(self, s: State, seat: int, events: Events | None) -> None:
        if seat not in (TRIBES, NONE):
            grant(s, seat, ELIXIR)


class DrawBadge(Choice):
    """The dealer draws the badge that is auctioned (`events.md E31`)."""

    word = "badge"
    drawn = True

    def needed(self, s: State, slot: int, events: Events | None) -> bool:
        return badges_left(s) != 0

    def things(self, s: State, slot: int) -> tuple[int, ...]:
        return bits(badges_left(s))

    def do(self, s: State, slot: int, answer: Answer, events: Events | None) -> None:
        take_badge(s, answer[0])
        s.memory[EMPTY, SECOND] = answer[0] + 1

    def told(self, s: State, slot: int, answer: Answer) -> Label:
        return Label(
            "{power} is auctioned as a second Special Power.",
            power=Term(POWER, s.setup.library.powers[answer[0]].name),
        )

    def thing_word(self, s: State, thing: int) -> str:
        return s.setup.library.powers[thing].name

    def thing_name(self, s: State, thing: int) -> Label:
        return Label("{power}", power=Term(POWER, self.thing_word(s, thing)))

    def read_thing(self, s: State, words: list[str]) -> int:
        badge = s.setup.library.power_index.get(" ".join(words))
        if badge is None:
            raise AnswerError(
                _("'{words}' is not one of the Special Powers", words=" ".join(words))
            )
        return badge


class TheArtOfCombos(Auction):
    """`events.md 41, E31`."""

    name, strength, rule = "The Art Of Combos", LORDLY_LEGENDS, "events.md 41"
    text = (
        "A badge is drawn and auctioned: the winner's race has it as a second Special Power, "
        "without tokens, until it goes In Decline."
    )
    intro = "Everybody bids in secret for a second Special Power."
    detail = "Without an Active race the winner keeps the badge for the next one."

    def __init__(self) -> None:
        super().__init__()
        self.round_asks = (DrawBadge(self), *self.round_asks)

    def offered(self, s: State) -> bool:
        return (EMPTY, SECOND) in s.memory

    def goods(self, s: State) -> Label:
        badge = s.memory.get((EMPTY, SECOND), 0) - 1
        if badge < 0:
            return Label("")
        power = s.setup.library.powers[badge]
        return Label("{power}: {text}", power=Term(POWER, power.name), text=Label(power.text))

    def sold(self, s: State, seat: int, events: Events | None) -> None:
        badge = s.memory.pop((EMPTY, SECOND)) - 1
        power = Term(POWER, s.setup.library.powers[badge].name)
        if seat in (TRIBES, NONE):
            s.discards |= 1 << badge
            told = Label("The badge {power} goes to the discards.", power=power)
        elif s.combo[ACTIVE_OF[seat]] is None:
            s.memory[OF_SEAT[seat], SECOND] = badge + 1
            told = Label(
                "{who} keeps {power} for the next race.",
                you="You keep {power} for your next race.",
                who=Term(PERSON, seat),
                power=power,
            )
        else:
            slot = ACTIVE_OF[seat]
            give_badge(s, slot, badge, events)
            race = Term(RACE, s.setup.library.races[s.banner[slot]].name)
            told = Label("{race} are {power} too.", race=race, power=power)
        if events is not None:
            events.append(ev.Told(self.name, told))


AUCTIONS: Final[tuple[Card, ...]] = (
    BlueGenes(),
    NecromanticElixir(),
    SmallTimeCoup(),
    TheArtOfCombos(),
    ToughLove(),
    WhiteQueen(),
)
