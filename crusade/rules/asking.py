"""The few kinds of decision: Regions, a passage, a distribution, one of several things, and so on.

An ability that adds a decision brings one of these, with what is special to it: when it is asked,
what may be answered, what it does, its words. How an answer is checked, listed, written and read is
here, once for each kind. An answer is a tuple of ints; what they mean is the kind's business. An
empty answer is the pass, where a decision has a word for passing.
"""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, ClassVar

from .board import bits
from .ids import MAX_SEATS, NONE
from .labels import PERSON, Label, Term
from .refusals import Refusal

if TYPE_CHECKING:
    from .events import Event
    from .library import Piece
    from .questions import Source
    from .state import State

Events = list["Event"]
Answer = tuple[int, ...]

NOT_ONE_OF = Refusal("not-offered", "That is none of what may be chosen now.")
NO_SUCH_REGION = Refusal("no-region", "There is no such Region on this board.")
HAND = NONE
"""Stands in a distribution where a Region would: what waits in hand (`hand=1`)."""
HAND_WORD = "hand"
TWICE = Refusal("twice", "The same Region is named twice.")
NO_PASS = Refusal("no-pass", "This decision cannot be passed over.")


class AnswerError(ValueError):
    """Words that are no answer to this decision at all; the message says why."""


class Decision:
    """Something that a person (or, for a draw, the dealer) decides.

    ``word`` begins its line in the notation and ``pass_word`` is the line for passing; both are
    unique in a game. ``order`` is its place among what is asked at the same moment (`base.md R4`).
    """

    word: ClassVar[str] = ""
    pass_word: ClassVar[str] = ""
    order: ClassVar[int] = 0
    sealed: ClassVar[bool] = False
    """Whether the answers are hidden until everybody has given theirs, and `closes` shows them."""
    closes: ClassVar[bool] = False
    """Whether `closed` is to be called when all who are asked have answered."""
    drawn: ClassVar[bool] = False
    """Whether chance answers: the dealer draws one of the `options`, as likely as `lots` says."""
    acts: ClassVar[bool] = True
    """Whether doing it in the conquests is an act of the turn: no decline afterwards."""
    of_race: ClassVar[bool] = True
    """Whether doing it in the conquests is an act of the race whose sources bring it: of the Active
    one, that those are done that fight before it (`base.md R5`)."""
    before: ClassVar[bool] = False
    """Whether it is done before the first conquest, like abandoning, and leaves other such things
    open; what cannot be done later on says so in `closed`."""
    draw_word: ClassVar[str] = "draw"
    """What the line of a draw begins with."""
    private: ClassVar[bool] = False
    """Whether only whoever is asked sees the answer: the log says that there is one."""
    by_thing: ClassVar[bool] = False
    """Whether its line is the word of what is chosen alone, without its own: of draws."""
    eager: ClassVar[bool] = False
    """Whether a quick player of the program does it whenever it can, in the conquests."""
    secret: str = ""
    """The key under which the position keeps answers that nobody else may see yet."""
    asks_tribes: ClassVar[bool] = False
    """Whether, among what is asked when a round begins, `needed` is called for the Lost Tribes too,
    after the last person, and brings their part about (`events.md E1, G1`)."""
    for_tribes: ClassVar[bool] = False
    """Whether a person decides it for the Lost Tribes: whoever decides their ties (`F4, H3`)."""
    redeploys: ClassVar[bool] = False
    """Whether it belongs to the redeployment, and is not asked where there is none."""
    final: ClassVar[bool] = False
    """Whether it ends a person's turn, so that nothing can be taken back afterwards."""

    pass_declines: ClassVar[bool] = False
    """Whether passing puts the Active race In Decline instead: a person is asked once more."""

    # ---- words for a person
    title: ClassVar[Label] = Label("")
    """What is to be decided, as a headline."""
    hint: ClassVar[Label] = Label("")
    """How it is done, and what it means."""
    pass_title: ClassVar[Label] = Label("")
    """What the button for passing says."""
    done_title: ClassVar[Label] = Label("")
    """What the button for answering says."""
    wrong_time: ClassVar[Refusal] = Refusal("wrong-phase", "That cannot be decided now.")
    """Why it cannot be answered at another time."""
    waits: ClassVar[Refusal] = Refusal("wrong-phase", "First something else must be decided.")
    """Why nothing else can be done while it is asked."""

    def __init__(self, source: Source) -> None:
        self.source = source

    # ---- when
    def needed(self, s: State, slot: int, events: Events | None) -> bool:
        """Whether it must be asked now; if only one outcome is possible, brings it about.

        Where it has the dealer roll the die (`turn.roll_for`) it is not asked: `rolled` goes on,
        and may put it on the agenda again (`turn.ask_now`).
        """
        return True

    def closed(self, s: State, slot: int) -> Refusal | None:
        """Why it is not open now, for what may be done during the conquests; None if it is."""
        return None

    def facts(self, s: State, slot: int) -> Label:
        """What of the position must be known to decide it, as a sentence; empty for nothing."""
        return Label("")

    # ---- what
    def check(self, s: State, slot: int, answer: Answer) -> Refusal | None:
        """Why ``answer`` is not allowed, or None."""
        raise NotImplementedError

    def options(self, s: State, slot: int) -> list[Answer]:
        """Answers to list among the legal moves: all of them, or a small canonical set."""
        raise NotImplementedError

    def lots(self, s: State, slot: int) -> list[Answer] | None:
        """Of a draw: the answers, each as often as it is likely; None if all are alike."""
        return None

    def do(self, s: State, slot: int, answer: Answer, events: Events | None) -> None:
        """What the answer does. What follows is the turn's business."""
        raise NotImplementedError

    def chance(self, s: State, slot: int, answer: Answer) -> tuple[int, int] | None:
        """How many of the faces of the die that is rolled for an answer bring what is hoped for:
        (wins, 6); None where no such die is rolled.
        """
        return None

    def rolled(self, s: State, slot: int, face: int, events: Events | None) -> None:
        """The die fell that `do` has asked for (`turn.roll_for`)."""

    def told_roll(self, face: int) -> Label:
        """One line for the log: that ``{who}`` rolled ``{face}`` for it, and what it means."""
        return Label("")

    def reveal(self, s: State, events: Events | None) -> None:
        """Everybody who was asked has answered; may have the dealer roll (`turn.roll_for`)."""

    def sensible(self, s: State, slot: int) -> Answer:
        """What a quick player of the program answers, by nothing but what lies open."""
        return self.options(s, slot)[0]

    def told(self, s: State, slot: int, answer: Answer) -> Label:
        """One line for the log: what was answered. Empty where its events tell enough."""
        return Label("")

    # ---- words of the notation
    def text(self, s: State, answer: Answer) -> str:
        """The line that stands for an answer."""
        if not answer and self.pass_word:
            return self.pass_word
        words = self.words(s, answer)
        if self.by_thing:
            return words
        return f"{self.word} {words}" if words else self.word

    def words(self, s: State, answer: Answer) -> str:
        """What follows the word."""
        raise NotImplementedError

    def parse(self, s: State, words: list[str]) -> Answer:
        """The answer that the words behind `word` mean. Raises AnswerError for no answer at all."""
        raise NotImplementedError

    def read(self, s: State, line: str) -> Answer | None:
        """The answer that a whole line means where `by_thing` says so; None if it means none."""
        return None

    def _pass_or(self, s: State, slot: int, answer: Answer) -> Refusal | None:
        return None if self.pass_word else NO_PASS


def _region(s: State, word: str) -> int:
    r = s.board.index.get(word)
    if r is None:
        raise AnswerError(f"'{word}' is not a Region of this board")
    return r


class Regions(Decision):
    """So many Regions out of a mask; ``least`` and ``most`` are their number."""

    least: ClassVar[int] = 1
    most: ClassVar[int] = 1
    piece: ClassVar[Piece | None] = None
    """The piece that is put there, for those who show what is being thought of."""
    anew: ClassVar[bool] = False
    """Whether all pieces of that kind stand anew, so that those not chosen leave."""
    elsewhere: ClassVar[Refusal] = NOT_ONE_OF
    """Why a Region outside the mask cannot be chosen."""
    number: ClassVar[Refusal] = NOT_ONE_OF
    """Why another number of Regions cannot be chosen."""

    def among(self, s: State, slot: int) -> int:
        """Mask of the Regions that may be chosen."""
        raise NotImplementedError

    def why_not(self, s: State, slot: int, r: int) -> Refusal:
        """Why Region ``r``, which is not in the mask, cannot be chosen."""
        return self.elsewhere

    def check(self, s: State, slot: int, answer: Answer) -> Refusal | None:
        if not answer:
            return self._pass_or(s, slot, answer)
        if len(set(answer)) != len(answer):
            return self.number if self.most > 1 else TWICE
        if not self.least <= len(answer) <= self.most:
            return self.number
        among = self.among(s, slot)
        for r in answer:
            if not 0 <= r < s.board.n:
                return NO_SUCH_REGION
            if not among >> r & 1:
                return self.why_not(s, slot, r)
        return None

    def options(self, s: State, slot: int) -> list[Answer]:
        regions = bits(self.among(s, slot))
        found: list[Answer] = []
        for size in range(self.least, min(self.most, len(regions)) + 1):
            found += combinations(regions, size)
        if self.pass_word:
            found.append(())
        return found

    def sensible(self, s: State, slot: int) -> Answer:
        def strangers(answer: Answer) -> int:
            land = s.board.land & ~s.held[slot]
            return sum((s.board.neighbours[r] & land).bit_count() for r in answer)

        options = [answer for answer in self.options(s, slot) if answer]
        return max(options, key=strangers) if options else ()

    def words(self, s: State, answer: Answer) -> str:
        return " ".join(s.board.ids[r] for r in answer)

    def parse(self, s: State, words: list[str]) -> Answer:
        if not words:
            raise AnswerError(f"'{self.word}' needs a Region")
        return tuple(_region(s, word) for word in words)


class TribesChoice(Regions):
    """`choose R`: a tie of the Lost Tribes outside their conquests, decided by whoever decides
    their ties (`crusade.md F4, H3`, `events.md G6`); put with `turn.tribes_tie`.
    """

    word = "choose"
    for_tribes = True
    elsewhere = Refusal("not-tied", "Choose one of the Regions that are tied.", "crusade.md F4")

    def among(self, s: State, slot: int) -> int:
        return s.choices

    def decided(self, s: State, r: int, events: Events | None) -> None:
        """Region ``r`` was chosen, or is the only one."""
        raise NotImplementedError

    def do(self, s: State, slot: int, answer: Answer, events: Events | None) -> None:
        s.choices = 0
        self.decided(s, answer[0], events)


class Passage(Decision):
    """From one Region to another: `sail A B`."""

    least: ClassVar[int] = 2
    most: ClassVar[int] = 2
    piece: ClassVar[Piece | None] = None
    anew: ClassVar[bool] = False
    onwards: ClassVar[Label] = Label("Now choose where they go.")
    """How it is done once the first Region is chosen."""
    not_from: ClassVar[Refusal] = NOT_ONE_OF
    """Why a Region cannot be left."""
    not_to: ClassVar[Refusal] = NOT_ONE_OF
    """Why a Region cannot be reached from there."""

    def starts(self, s: State, slot: int) -> int:
        """Mask of the Regions to begin in; each has somewhere to go."""
        raise NotImplementedError

    def ends(self, s: State, slot: int, start: int) -> int:
        """Mask of the Regions to go to from Region ``start``."""
        raise NotImplementedError

    def why_not(self, s: State, slot: int, start: int, end: int) -> Refusal:
        """Why one cannot go from ``start`` to ``end``."""
        return self.not_to if self.starts(s, slot) >> start & 1 else self.not_from

    def check(self, s: State, slot: int, answer: Answer) -> Refusal | None:
        if not answer:
            return self._pass_or(s, slot, answer)
        if len(answer) != 2 or not all(0 <= r < s.board.n for r in answer):
            return NO_SUCH_REGION
        start, end = answer
        if not self.starts(s, slot) >> start & 1 or not self.ends(s, slot, start) >> end & 1:
            return self.why_not(s, slot, start, end)
        return None

    def options(self, s: State, slot: int) -> list[Answer]:
        found: list[Answer] = [
            (start, end)
            for start in bits(self.starts(s, slot))
            for end in bits(self.ends(s, slot, start))
        ]
        if self.pass_word:
            found.append(())
        return found

    def words(self, s: State, answer: Answer) -> str:
        return " ".join(s.board.ids[r] for r in answer)

    def parse(self, s: State, words: list[str]) -> Answer:
        if len(words) != 2:
            raise AnswerError(f"'{self.word}' needs two Regions")
        return tuple(_region(s, word) for word in words)


class Spread(Decision):
    """A number of pieces or tokens over Regions: Region, count, Region, count, ...

    Tokens that are taken away may come from the hand too, where `in_hand` says so: `HAND`, count.
    """

    piece: ClassVar[Piece | None] = None
    """The piece that is distributed; None for tokens."""
    takes_away: ClassVar[bool] = False
    """Whether it tells how many tokens leave each Region, instead of how many are put there."""
    adds: ClassVar[bool] = False
    """Whether it tells how many pieces come to those that stand there already, instead of how many
    stand there from now on."""
    elsewhere: ClassVar[Refusal] = NOT_ONE_OF
    """Why a Region outside `among` cannot be named."""
    all_of_them: ClassVar[Refusal] = NOT_ONE_OF
    """Why another sum is not allowed."""
    floor: ClassVar[Refusal] = NOT_ONE_OF
    """Why a Region cannot get fewer than `least`."""
    ceiling: ClassVar[Refusal] = NOT_ONE_OF
    """Why a Region cannot get more than `most`."""
    _free: ClassVar[bool] = True
    """Whether every Region can get anything from none to all."""

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        cls._free = cls.least is Spread.least and cls.most is Spread.most

    def among(self, s: State, slot: int) -> int:
        """Mask of the Regions that may be named."""
        raise NotImplementedError

    def number(self, s: State, slot: int) -> int:
        """How many there are to distribute in all."""
        raise NotImplementedError

    def fewest(self, s: State, slot: int) -> int:
        """How many must be distributed, where it need not be all of `number`."""
        return self.number(s, slot)

    def in_hand(self, s: State, slot: int) -> int:
        """How many of them can be named for the hand."""
        return 0

    def least(self, s: State, slot: int, r: int) -> int:
        """The fewest that Region ``r`` must get."""
        return 0

    def most(self, s: State, slot: int, r: int) -> int:
        """The most that Region ``r`` can get."""
        return self.number(s, slot)

    def check(self, s: State, slot: int, answer: Answer) -> Refusal | None:
        if not answer and self.pass_word:
            return None
        named, counts = answer[::2], answer[1::2]
        if len(set(named)) != len(named):
            return TWICE
        among = self.among(s, slot)
        in_hand = self.in_hand(s, slot)
        for r in named:
            if r == HAND and in_hand:
                continue
            if not 0 <= r < s.board.n or not among >> r & 1:
                return self.elsewhere
        total = sum(counts)
        if not self.fewest(s, slot) <= total <= self.number(s, slot) or min(counts, default=0) < 0:
            return self.all_of_them
        given = dict(zip(named, counts, strict=True))
        if given.get(HAND, 0) > in_hand:
            return self.ceiling
        for r in bits(among):
            if given.get(r, 0) < self.least(s, slot, r):
                return self.floor
            if given.get(r, 0) > self.most(s, slot, r):
                return self.ceiling
        return None

    def options(self, s: State, slot: int) -> list[Answer]:
        regions = bits(self.among(s, slot))
        base, roof = self._limits(s, slot, regions)
        in_hand = self.in_hand(s, slot)
        if in_hand:
            regions = (*regions, HAND)
            base.append(0)
            roof.append(in_hand)
        plans: list[list[int]] = []
        for total in range(self.fewest(s, slot), self.number(s, slot) + 1):
            plans += _plans(base, roof, total - sum(base))
        found: list[Answer] = []
        for counts in plans:
            flat: list[int] = []
            for i, count in enumerate(counts):
                if count:
                    flat += (regions[i], count)
            answer = tuple(flat)
            if answer not in found:
                found.append(answer)
        if self.pass_word:
            found.append(())
        return found

    def _limits(self, s: State, slot: int, regions: tuple[int, ...]) -> tuple[list[int], list[int]]:
        """Per Region: the fewest and the most that it can get."""
        if self._free:
            return [0] * len(regions), [self.number(s, slot)] * len(regions)
        base, roof = [], []
        for r in regions:
            base.append(self.least(s, slot, r))
            roof.append(self.most(s, slot, r))
        return base, roof

    def words(self, s: State, answer: Answer) -> str:
        ids = s.board.ids
        return " ".join(
            f"{HAND_WORD if r == HAND else ids[r]}={n}"
            for r, n in zip(answer[::2], answer[1::2], strict=True)
        )

    def parse(self, s: State, words: list[str]) -> Answer:
        if not words and self.pass_word:
            raise AnswerError(f"'{self.word}' needs a Region and a number")
        flat: list[int] = []
        for word in words:
            name, sign, count = word.partition("=")
            if not sign or not is_number(count):
                raise AnswerError(f"'{word}' should read Region=number")
            flat += (HAND if name == HAND_WORD else _region(s, name), int(count))
        return tuple(flat)


def _plans(base: list[int], roof: list[int], loose: int) -> list[list[int]]:
    """What is loose in one heap, once in each Region, and evenly."""
    heaps = [_heap(base, roof, loose, first) for first in range(len(base))]
    return [*heaps, _even(base, roof, loose)]


def _heap(base: list[int], roof: list[int], loose: int, first: int) -> list[int]:
    """Everything loose into Region number ``first``, and what does not fit into those after it."""
    counts = base[:]
    for i in (*range(first, len(base)), *range(first)):
        room = roof[i] - counts[i]
        if loose <= room:
            counts[i] += loose
            break
        counts[i] = roof[i]
        loose -= room
    return counts


def _even(base: list[int], roof: list[int], loose: int) -> list[int]:
    """Everything loose as evenly as it can be; the first Regions get the odd ones."""
    counts = base[:]
    while loose:
        open_ = [i for i in range(len(base)) if counts[i] < roof[i]]
        if not open_:
            break
        share, rest = divmod(loose, len(open_))
        for place, i in enumerate(open_):
            more = min(share + (place < rest), roof[i] - counts[i])
            counts[i] += more
            loose -= more
    return counts


class Choice(Decision):
    """One of several things, each with a number of its own, a word, and a name for a person."""

    def things(self, s: State, slot: int) -> tuple[int, ...]:
        """The numbers of what may be chosen now."""
        raise NotImplementedError

    def why_not(self, s: State, slot: int, thing: int) -> Refusal:
        """Why the thing of that number cannot be chosen."""
        return NOT_ONE_OF

    def thing_word(self, s: State, thing: int) -> str:
        """Its word in the notation."""
        raise NotImplementedError

    def group(self, s: State, thing: int) -> Label:
        """By what a thing is looked for where there are many; empty where by nothing."""
        return Label("")

    def thing_note(self, s: State, slot: int, thing: int) -> Label:
        """What a thing costs, or what else must be known of it; empty for nothing."""
        return Label("")

    def thing_name(self, s: State, thing: int) -> Label:
        """Its name for a person."""
        raise NotImplementedError

    def read(self, s: State, line: str) -> Answer | None:
        try:
            return (self.read_thing(s, line.split()),)
        except AnswerError:
            return None

    def read_thing(self, s: State, words: list[str]) -> int:
        """The number of the thing that the words name. Raises AnswerError for none."""
        raise NotImplementedError

    def check(self, s: State, slot: int, answer: Answer) -> Refusal | None:
        if not answer:
            return self._pass_or(s, slot, answer)
        if len(answer) != 1 or answer[0] not in self.things(s, slot):
            return self.why_not(s, slot, answer[0])
        return None

    def options(self, s: State, slot: int) -> list[Answer]:
        found: list[Answer] = [(thing,) for thing in self.things(s, slot)]
        if self.pass_word:
            found.append(())
        return found

    def words(self, s: State, answer: Answer) -> str:
        return self.thing_word(s, answer[0])

    def parse(self, s: State, words: list[str]) -> Answer:
        return (self.read_thing(s, words),)


class SeatChoice(Choice):
    """One of the persons."""

    def thing_word(self, s: State, thing: int) -> str:
        return f"P{thing + 1}"

    def thing_name(self, s: State, thing: int) -> Label:
        return Label("{person}", person=Term(PERSON, thing))

    def read_thing(self, s: State, words: list[str]) -> int:
        if len(words) != 1 or not names_seat(words[0]):
            raise AnswerError(f"'{self.word}' needs a player (P1 to P{MAX_SEATS})")
        seat = int(words[0][1:]) - 1
        if not 0 <= seat < s.setup.seats:
            raise AnswerError(f"'{words[0]}' is not a player of this game")
        return seat


class _Bare(Decision):
    """A decision whose own word says it all: nothing stands behind it."""

    def words(self, s: State, answer: Answer) -> str:
        return ""

    def parse(self, s: State, words: list[str]) -> Answer:
        if words:
            raise AnswerError(f"nothing stands behind '{self.word}'")
        return (1,)


class YesNo(_Bare):
    """Yes or no: ``word`` is the line for yes, ``no_word`` the line for no."""

    no_word: ClassVar[str] = ""
    no_loses: ClassVar[bool] = False
    """Whether it is no that gives something up."""
    yes_title: ClassVar[Label] = Label("")
    no_title: ClassVar[Label] = Label("")

    def yes_refused(self, s: State, slot: int) -> Refusal | None:
        """Why the answer cannot be yes, or None."""
        return None

    def check(self, s: State, slot: int, answer: Answer) -> Refusal | None:
        if answer not in ((0,), (1,)):
            return NOT_ONE_OF
        return self.yes_refused(s, slot) if answer[0] else None

    def options(self, s: State, slot: int) -> list[Answer]:
        return [(0,)] if self.yes_refused(s, slot) else [(1,), (0,)]

    def text(self, s: State, answer: Answer) -> str:
        return self.word if answer[0] else self.no_word


class Number(Decision):
    """A number from ``least`` up to what `most` says."""

    def least(self, s: State, slot: int) -> int:
        """The smallest number that may be named."""
        return 0

    def most(self, s: State, slot: int) -> int:
        """The largest number that may be named."""
        raise NotImplementedError

    def why_not(self, s: State, slot: int, number: int) -> Refusal:
        """Why that number cannot be named."""
        return NOT_ONE_OF

    def check(self, s: State, slot: int, answer: Answer) -> Refusal | None:
        if not answer:
            return self._pass_or(s, slot, answer)
        if len(answer) != 1 or not self.least(s, slot) <= answer[0] <= self.most(s, slot):
            return self.why_not(s, slot, answer[0])
        return None

    def options(self, s: State, slot: int) -> list[Answer]:
        found: list[Answer] = [(n,) for n in range(self.least(s, slot), self.most(s, slot) + 1)]
        if self.pass_word:
            found.append(())
        return found

    def words(self, s: State, answer: Answer) -> str:
        return str(answer[0])

    def parse(self, s: State, words: list[str]) -> Answer:
        if len(words) != 1 or not is_number(words[0]):
            raise AnswerError(f"'{self.word}' needs one whole number")
        return (int(words[0]),)


class Act(_Bare):
    """Something that is simply done: no answer but doing it (or passing)."""

    def check(self, s: State, slot: int, answer: Answer) -> Refusal | None:
        return None if answer == (1,) else self._pass_or(s, slot, answer)

    def options(self, s: State, slot: int) -> list[Answer]:
        return [(1,), ()] if self.pass_word else [(1,)]


KINDS: tuple[type[Decision], ...] = (Regions, Passage, Spread, Choice, YesNo, Number, Act)
"""The kinds that a screen must know how to ask; every decision is one of them."""


def kind_of(decision: Decision) -> type[Decision]:
    """The kind of a decision, one of `KINDS`."""
    return next(kind for kind in KINDS if isinstance(decision, kind))


def names_seat(word: str) -> bool:
    """Whether a word reads like `P1`."""
    return word.startswith("P") and is_number(word[1:])


def is_number(word: str) -> bool:
    """Whether ``word`` is a whole number of a size that occurs in a game."""
    return word.isascii() and word.isdecimal() and len(word) <= 4


__all__ = [
    "HAND",
    "KINDS",
    "NO_PASS",
    "Act",
    "Answer",
    "AnswerError",
    "Choice",
    "Decision",
    "Number",
    "Passage",
    "Regions",
    "SeatChoice",
    "Spread",
    "TribesChoice",
    "YesNo",
    "is_number",
    "kind_of",
    "names_seat",
]
