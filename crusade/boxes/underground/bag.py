"""The Bag of the Magic race: once a turn it stands for a Relic on the board, whoever holds that
(`underground.md UP18, UP40`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

from crusade.boxes.underground import turn_end
from crusade.boxes.underground.payers import payers
from crusade.boxes.underground.pieces import BAG
from crusade.boxes.underground.places import LOSTMINE
from crusade.boxes.underground.relics import (
    BY_WORD,
    RING,
    SCEPTER,
    Flee,
    Fly,
    Gleam,
    Strike,
    Use,
    collect,
    doubled,
)
from crusade.rules import markers
from crusade.rules.asking import Answer, AnswerError, Choice
from crusade.rules.board import MOST_REGIONS, bits
from crusade.rules.labels import REGION, Label, Term
from crusade.rules.library import Piece
from crusade.rules.questions import Events, Power
from crusade.rules.refusals import Refusal
from crusade.texts import _

if TYPE_CHECKING:
    from crusade.rules.state import State

NOT_IN_PLAY: Final = Refusal(
    "bag-absent", "The Bag stands only for a Relic on the board.", "underground.md UP18"
)


# ---------------------------------------------------------------- in a conquest
class Copy(Use):
    """`bag=sword`: the Bag stands for that Relic, in a conquest where the Relic is not used."""

    copied = True
    last = True
    absent = Refusal("no-bag", "Your race has no Bag.", "underground.md P-magic")
    USED = Refusal("bag-used", "The Bag has been used this turn already.", "underground.md UP18")

    def lies(self) -> Piece:
        return BAG

    def closed(self, s: State, slot: int) -> Refusal | None:
        return super().closed(s, slot) if s.where(BY_WORD[self.relic]) else NOT_IN_PLAY


class FlyByBag(Copy, Fly):
    """`with bag=doormat`."""

    word = "bag=doormat"
    title = Label("Bag as the Flying Doormat")


class FleeByBag(Copy, Flee):
    """`with bag=socks`."""

    word = "bag=socks"
    title = Label("Bag as Stinky Troll's Socks, as if it were empty")


class StrikeByBag(Copy, Strike):
    """`with bag=sword`."""

    word = "bag=sword"
    title = Label("Bag as the Sword of the Killer Rabbit")


class GleamByBag(Copy, Gleam):
    """`with bag=orb`."""

    word = "bag=orb"
    title = Label("Bag as the Shiny Orb: swap the token")


# ---------------------------------------------------------------- at the end of the turn
class PutBag(Choice):
    """`bag ring A`, `bag scepter A`, or `no bag`.

    A thing is one of `STANDS_FOR` in a Region: its place there times the most Regions that a board
    has, and the Region.
    """

    word = "bag"
    pass_word = "no bag"
    order = turn_end.BAG
    title = Label("Let the Bag stand for a Relic, or not")
    hint = Label("It goes to a Region of yours, and works there as that Relic does.")
    pass_title = Label("Not now")
    done_title = Label("Put it there")
    waits = Refusal("wrong-phase", "First let the Bag stand for a Relic, or not.")
    wrong_time = Refusal(
        "bag-when",
        "The Bag is put somewhere at the end of the turn, if it was not used in a conquest.",
        "underground.md UP20",
    )
    HELD: ClassVar[Refusal] = Refusal(
        "bag-held", "The Bag goes to a Region that your Active race holds.", "underground.md UP18"
    )
    BESIDE: ClassVar[Refusal] = Refusal(
        "bag-beside",
        "The Bag cannot stand for a Relic in the Region where that Relic lies.",
        "underground.md UP18",
    )
    STANDS_FOR: ClassVar[tuple[Piece, ...]] = (RING, SCEPTER)

    def needed(self, s: State, slot: int, events: Events | None) -> bool:
        return s.recall(self.source, slot) != s.round and bool(self.things(s, slot))

    def things(self, s: State, slot: int) -> tuple[int, ...]:
        found: tuple[int, ...] = ()
        for i, piece in enumerate(self.STANDS_FOR):
            where = s.where(piece)
            if where:
                found += tuple(i * MOST_REGIONS + r for r in bits(s.held[slot] & ~where))
        return found

    def why_not(self, s: State, slot: int, thing: int) -> Refusal:
        piece, r = self._parts(thing)
        if not s.where(piece):
            return NOT_IN_PLAY
        return self.BESIDE if s.held[slot] >> r & 1 else self.HELD

    def _parts(self, thing: int) -> tuple[Piece, int]:
        """The Relic and the Region that a thing is."""
        i, r = divmod(thing, MOST_REGIONS)
        return self.STANDS_FOR[i], r

    def group(self, s: State, thing: int) -> Label:
        return self._parts(thing)[0].title

    def thing_word(self, s: State, thing: int) -> str:
        piece, r = self._parts(thing)
        return f"{piece.word} {s.board.ids[r]}"

    def thing_name(self, s: State, thing: int) -> Label:
        piece, r = self._parts(thing)
        return Label(
            "{piece} in {region}", piece=piece.title, region=Term(REGION, s.board.names[r])
        )

    def thing_note(self, s: State, slot: int, thing: int) -> Label:
        count = self._gain(s, slot, thing)
        return Label("{count} coin", many="{count} coins", count=count) if count else Label("")

    def _gain(self, s: State, slot: int, thing: int) -> int:
        piece, r = self._parts(thing)
        return len(payers(s, slot, 1 << r)) if piece is RING else doubled(s, slot, r)

    def sensible(self, s: State, slot: int) -> Answer:
        best = max(self.things(s, slot), key=lambda thing: self._gain(s, slot, thing))
        return (best,) if self._gain(s, slot, best) else ()

    def read_thing(self, s: State, words: list[str]) -> int:
        for i, piece in enumerate(self.STANDS_FOR):
            if len(words) == 2 and words[0] == piece.word and words[1] in s.board.index:
                return i * MOST_REGIONS + s.board.index[words[1]]
        raise AnswerError(_("'{words}' is no Relic and Region for the Bag", words=" ".join(words)))

    def do(self, s: State, slot: int, answer: Answer, events: Events | None) -> None:
        if not answer:
            return
        piece, r = self._parts(answer[0])
        s.remember(self.source, slot, s.round)
        markers.station(s, BAG, 1 << r, events)
        if piece is RING:
            collect(s, slot, r, self.source, events)
        else:
            s.remember(self.source, slot, 1, "scepter")


class Magic(Power):
    """What is remembered is the round in which the Bag was used and, as "scepter", until the
    scoring whether it doubles a Region.
    """

    name, number, rule = "Magic", 5, "underground.md P-magic"
    text = (
        "Once a turn the Bag stands for any Relic on the board, whoever holds it, but not beside "
        "that Relic itself."
    )
    detail = "It lies where it was used last, and comes back to your hand when that Region is lost."
    coin_text = Label("Bag as the Scepter of Avarice, the Region once more")

    def __init__(self) -> None:
        self.ways = (FlyByBag(self), FleeByBag(self), StrikeByBag(self), GleamByBag(self))
        self.steps = (PutBag(self),)

    def doubles(self, s: State, slot: int) -> int:
        return s.where(BAG) & ~s.where(LOSTMINE) if s.recall(self, slot, "scepter") else 0

    def scored(self, s: State, slot: int, events: Events | None) -> None:
        s.remember(self, slot, 0, "scepter")


__all__ = ["Magic"]
