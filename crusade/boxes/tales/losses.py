"""Tokens that cards take away: from persons, who choose where, and from the Lost Tribes.

Which cards there are is said in `tokens.py`; what is here serves any card.
"""

from __future__ import annotations

from crusade.rules import events as ev
from crusade.rules import turn
from crusade.rules.asking import HAND, Answer, Spread, TribesChoice
from crusade.rules.board import bits
from crusade.rules.early import standing
from crusade.rules.ids import ACTIVE_OF, OWNER, TRIBES, TRIBES_SLOT, TWO_PLAYER
from crusade.rules.labels import PERSON, SOURCE, Label, Term
from crusade.rules.pieces import discard, discard_from_hand
from crusade.rules.pricing import price
from crusade.rules.questions import Events, Source
from crusade.rules.refusals import Refusal
from crusade.rules.state import State
from crusade.texts import N_

TRIBES_GIVE_UP = N_(
    "What the Lost Tribes give up goes beside the board and comes back in their next turn."
)
"""What cards that take tokens from everybody say of the Lost Tribes in a Crusade."""
TAKEN = Label(
    "{source} takes {count} token from {who}.",
    many="{source} takes {count} tokens from {who}.",
)


def told_of(source: Source) -> Term:
    """The name of a card, for a message."""
    return Term(SOURCE, source.name)


def tell(
    source: Source, label: Label, seat: int, events: Events | None, regions: int = 0, count: int = 0
) -> None:
    """Say what ``source`` does to ``seat``: the label's `source`, `who` and `count`."""
    if events is not None:
        told = label.given(source=told_of(source), who=Term(PERSON, seat), count=count)
        events.append(ev.Told(source.name, told, regions))


def take(s: State, slot: int, answer: Answer, events: Events | None) -> None:
    """The race in ``slot`` loses what an answer says: Region, tokens, Region, tokens ..."""
    for r, tokens in zip(answer[::2], answer[1::2], strict=True):
        if not tokens:
            continue
        if r == HAND:
            discard_from_hand(s, slot, tokens, events)
        else:
            discard(s, r, tokens, events)


# ---------------------------------------------------------------- the Lost Tribes
def person_opposed(s: State) -> int:
    """The person whose prices and coins count for the Lost Tribes (`events.md E28, G6`)."""
    return 1 - s.control if s.setup.mode == TWO_PLAYER else 0


def price_for_person(s: State, r: int) -> int:
    """Tokens that Region ``r`` would cost that person's Active race now, in reach or not; without
    one no discounts count (`events.md E28`).
    """
    slot = ACTIVE_OF[person_opposed(s)]
    if s.combo[slot] is None:
        return s.board.defence[r] + s.tokens[r] + s.walls[r]
    return price(s, slot, r)


class TribesLose(TribesChoice):
    """`choose R`: from which of their largest stacks the next token is taken (`events.md E5`)."""

    title = Label("Choose which of their tokens goes beside the board")
    hint = Label("Their largest stacks are equally large: click the Region that a token leaves.")
    waits = Refusal("wrong-phase", "First choose which of their tokens goes beside the board.")
    elsewhere = Refusal(
        "not-tied",
        "A token goes beside the board from one of their largest stacks: choose among those.",
        "events.md E5",
    )

    def lose(self, s: State, tokens: int, events: Events | None) -> None:
        """They lose so many tokens, one at a time from the largest stack, as far as they have any.

        Where all stacks that are tied lose one, it does not matter which is first.
        """
        counts = {r: s.tokens[r] for r in bits(s.held[TRIBES_SLOT])}
        taken = dict.fromkeys(counts, 0)
        tied: list[int] = []
        while tokens and any(counts.values()):
            highest = max(counts.values())
            tied = [r for r, count in counts.items() if count == highest]
            if len(tied) > tokens:
                break
            for r in tied:
                counts[r] -= 1
                taken[r] += 1
            tokens -= len(tied)
            tied = []
        for r, count in taken.items():
            if count:
                discard(s, r, count, events)
        if tied:
            s.remember(self.source, TRIBES_SLOT, tokens, "left")
            turn.tribes_tie(s, self, sum(1 << r for r in tied), events)

    def decided(self, s: State, r: int, events: Events | None) -> None:
        left = s.recall(self.source, TRIBES_SLOT, "left")
        s.remember(self.source, TRIBES_SLOT, 0, "left")
        discard(s, r, 1, events)
        self.lose(s, left - 1, events)


# ---------------------------------------------------------------- persons
class Discard(Spread):
    """`discard A=1 B=2`: the owner chooses which Active tokens go, from Regions and from his hand;
    who has fewer gives all (`events.md E4`). The Lost Tribes lose theirs by `tribes`, a decision
    that the same card brings among its `sequels`.
    """

    word = "discard"
    takes_away = True
    asks_tribes = True
    title = Label("Give up Active tokens")
    hint = Label("Click a Region for each token that leaves it.")
    done_title = Label("Give them up")
    waits = Refusal("wrong-phase", "First choose which tokens you give up.")
    wrong_time = Refusal("wrong-phase", "No tokens are given up now.")
    elsewhere = Refusal(
        "discard-own", "Tokens are taken only where your Active race has some.", "events.md E4"
    )
    all_of_them = Refusal(
        "discard-number", "Give up exactly as many tokens as the event wants.", "events.md E4"
    )
    ceiling = Refusal("discard-most", "There are not so many tokens.", "events.md E4")
    tribes: TribesLose | None = None

    def __init__(self, source: Source, tokens: int, tribes: TribesLose | None = None) -> None:
        super().__init__(source)
        self.tokens = tokens
        self.tribes = tribes

    def wanted(self, s: State, slot: int) -> int:
        """How many tokens the card wants of the race in ``slot``."""
        return self.tokens

    def needed(self, s: State, slot: int, events: Events | None) -> bool:
        if slot == TRIBES_SLOT:
            self.tribes_give(s, events)
            return False
        owned = s.hand[slot] + standing(s, slot)
        number = self.number(s, slot)
        if not number:
            return False
        regions = bits(s.held[slot])
        if number == owned:
            answer = [x for r in regions for x in (r, s.tokens[r])]
            if s.hand[slot]:
                answer += (HAND, s.hand[slot])
        elif len(regions) + bool(s.hand[slot]) == 1:
            answer = [regions[0] if regions else HAND, number]
        else:
            return True
        self.do(s, slot, tuple(answer), events)
        return False

    def tribes_give(self, s: State, events: Events | None) -> None:
        """The Lost Tribes' part (`events.md E5`)."""
        wanted = min(self.wanted(s, TRIBES_SLOT), standing(s, TRIBES_SLOT))
        if self.tribes is not None and wanted:
            tell(self.source, TAKEN, TRIBES, events, count=wanted)
            self.tribes.lose(s, wanted, events)

    def among(self, s: State, slot: int) -> int:
        return s.held[slot]

    def number(self, s: State, slot: int) -> int:
        return min(self.wanted(s, slot), s.hand[slot] + standing(s, slot))

    def in_hand(self, s: State, slot: int) -> int:
        return s.hand[slot]

    def most(self, s: State, slot: int, r: int) -> int:
        return s.tokens[r]

    def sensible(self, s: State, slot: int) -> Answer:
        # From the hand, then from the largest stacks, so that few Regions are lost.
        left = self.number(s, slot)
        counts = {HAND: s.hand[slot], **{r: s.tokens[r] for r in bits(s.held[slot])}}
        taken = dict.fromkeys(counts, 0)
        for _ in range(left):
            r = HAND if counts[HAND] else max(counts, key=lambda r: counts[r])
            counts[r] -= 1
            taken[r] += 1
        return tuple(x for r, count in taken.items() if count for x in (r, count))

    def do(self, s: State, slot: int, answer: Answer, events: Events | None) -> None:
        tell(self.source, TAKEN, OWNER[slot], events, count=sum(answer[1::2]))
        take(s, slot, answer, events)


__all__ = [
    "TAKEN",
    "TRIBES_GIVE_UP",
    "Discard",
    "TribesLose",
    "person_opposed",
    "price_for_person",
    "take",
    "tell",
    "told_of",
]
