"""Ways to conquer besides the ordinary one: what a Race, power, card or Relic brings to `conquer`.

A move names its ways as a mask of the library's ways; 0 is the ordinary conquest. A way is checked,
listed, priced and told in one place each, whatever brings it.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, ClassVar

from .labels import Label
from .refusals import Refusal

if TYPE_CHECKING:
    from .events import Event
    from .questions import Source
    from .state import State

Events = list["Event"]


class Way:
    """A way to conquer. ``word`` stands behind `with` in the notation; ``source`` brings it."""

    word: ClassVar[str] = ""
    title: ClassVar[Label] = Label("")
    """What a menu calls it."""
    hint: ClassVar[Label] = Label("")
    """What a menu says of it."""
    told: ClassVar[Label] = Label("")
    """What the log says when ``{who}`` conquers ``{region}`` with ``{tokens}`` in this way; empty
    for the ordinary sentence."""
    absent: ClassVar[Refusal] = Refusal("no-way", "Your race does not conquer in that way.", "")
    """Why it cannot be done by a race that does not have it."""

    fights_early: ClassVar[bool] = False
    """Whether it names the race that fights on In Decline instead of the Active one (`R5`)."""
    attempts: ClassVar[bool] = False
    """Whether the final attempt may be made in this way."""
    rolls: ClassVar[bool] = False
    """Whether the die is rolled first, and what it shows is taken off the price: if that is in hand
    the Region is taken and the conquests go on, if not they are over. The notation says ``word``
    instead of `conquer`."""
    swaps: ClassVar[bool] = False
    """Whether it takes everything that stands there, and needs no token in hand."""
    spares: ClassVar[bool] = False
    """Whether nobody who stood there is lost: all are driven out."""
    last: ClassVar[bool] = False
    """Whether its word stands behind those of the other ways."""
    priced: ClassVar[bool] = False
    """Whether the ordinary price is paid (changed by `less`), and not what `cost` says."""
    beyond: ClassVar[bool] = False
    """Whether it takes only what it puts in reach besides the usual; ``near`` and ``far`` are why
    it does not take a Region in the usual reach, and one that is even too far for it."""
    near: ClassVar[Refusal] = Refusal("no-way", "That Region is in reach without it.")
    far: ClassVar[Refusal] = Refusal("no-way", "That Region is out of reach even so.")
    coins: ClassVar[int] = 0
    """Coins that its owner pays if the Region is taken."""
    standing: ClassVar[bool] = True
    """Whether conquests do not end by themselves while it is open."""

    def __init__(self, source: Source) -> None:
        self.source = source

    def joins(self, other: Way) -> bool:
        """Whether a Region may be taken in this way and in ``other`` at once."""
        return False

    def closed(self, s: State, slot: int) -> Refusal | None:
        """Why the way is closed to the race in ``slot`` for now, or None."""
        return None

    def widens(self, s: State, slot: int) -> int:
        """Mask of the Regions that it puts in reach besides the usual ones."""
        return 0

    def refusal(self, s: State, slot: int, r: int) -> Refusal | None:
        """Why Region ``r``, which is in reach, cannot be taken in this way, or None."""
        return None

    def cost(self, s: State, slot: int, r: int) -> int:
        """Tokens that it takes from the hand, where it is not the ordinary price."""
        return 0

    def less(self, s: State, slot: int, r: int) -> int:
        """Tokens that it takes off the ordinary price."""
        return 0

    def brings(self, s: State, slot: int, r: int) -> int:
        """Tokens that come to the Region from elsewhere than the hand; takes them there."""
        return 0

    def used(self, s: State, slot: int, r: int) -> None:
        """A conquest or an attempt is made in this way: it is used up, whatever comes of it."""

    def done(self, s: State, slot: int, r: int, events: Events | None) -> None:
        """Region ``r`` was conquered in this way."""


def main_way(ways: Iterable[Way]) -> Way | None:
    """The way that says what is paid and what happens to the defenders: one that does not take the
    ordinary price, else the first; None where there is none but a word for who fights.
    """
    found = None
    for way in ways:
        if not way.fights_early:
            if not way.priced:
                return way
            found = found or way
    return found


class Manner:
    """How a Region can be taken: in one way, or in several at once; read-only.

    ``main`` is their `main_way`, ``attempts`` and ``standing`` hold if they do for all of them,
    ``rolls`` if it does for one, ``widens`` if one changes the reach. The tuples hold what the ways
    really answer, and no default.
    """

    __slots__ = (
        "attempts",
        "closed",
        "less",
        "main",
        "refusals",
        "rolls",
        "standing",
        "ways",
        "widens",
    )

    def __init__(self, *ways: Way) -> None:
        main = main_way(ways)
        assert main is not None, "a word for who fights is no way to conquer"
        self.ways = ways
        self.main = main
        self.attempts = all(way.attempts for way in ways)
        self.rolls = any(way.rolls for way in ways)
        self.standing = all(way.standing for way in ways)
        self.closed = tuple(w.closed for w in ways if type(w).closed is not Way.closed)
        self.refusals = tuple(w.refusal for w in ways if type(w).refusal is not Way.refusal)
        self.less = tuple(w.less for w in ways if type(w).less is not Way.less)
        self.widens = any(w.beyond or type(w).widens is not Way.widens for w in ways)


def together(way: Way, other: Way) -> bool:
    """Whether a Region may be taken in both ways at once."""
    return way.joins(other) or other.joins(way)
