"""What happened, in the past tense, with enough numbers to show it without asking back.

Log, sound, animation and statistics read the same events. Seats and slots are those of `ids`,
Regions are ints, counts are tokens or coins.
"""

from __future__ import annotations

from dataclasses import dataclass

from .labels import Label


@dataclass(frozen=True, slots=True)
class Event:
    """Base of all events."""


@dataclass(frozen=True, slots=True)
class RoundBegan(Event):
    """The Game Turn marker moved to ``round``."""

    round: int


@dataclass(frozen=True, slots=True)
class TurnBegan(Event):
    """It became ``seat``'s turn."""

    seat: int
    round: int


@dataclass(frozen=True, slots=True)
class ControlPassed(Event):
    """The Control Marker went to ``seat`` (`crusade.md H2`)."""

    seat: int


@dataclass(frozen=True, slots=True)
class ComboDealt(Event):
    """A combo surfaced at the bottom of the column."""

    row: int
    banner: int
    badge: int


@dataclass(frozen=True, slots=True)
class ComboPicked(Event):
    """``seat`` took row ``row`` for ``price`` coins, found ``found`` coins on it, got
    ``tokens``.
    """

    seat: int
    row: int
    banner: int
    badge: int
    price: int
    found: int
    tokens: int


@dataclass(frozen=True, slots=True)
class BadgesSwapped(Event):
    """The badges of the rows ``row`` and ``other`` changed places, before the pick of ``row``,
    which has ``badge`` now.
    """

    row: int
    other: int
    badge: int


@dataclass(frozen=True, slots=True)
class ComboDiscarded(Event):
    """The die took a combo away; ``coins`` went to the Lost Tribes (`crusade.md C2`)."""

    row: int
    banner: int
    badge: int
    coins: int


@dataclass(frozen=True, slots=True)
class DieRolled(Event):
    """``seat`` rolled ``face``; ``purpose`` is one of the ROLL constants of `ids`, ``decision`` the
    number of the decision that it was rolled for, or -1.
    """

    seat: int
    face: int
    purpose: int
    decision: int = -1


@dataclass(frozen=True, slots=True)
class Readied(Event):
    """All tokens of ``slot`` but one per Region were picked up; ``joined`` more came with them."""

    slot: int
    tokens: int
    joined: int


@dataclass(frozen=True, slots=True)
class Abandoned(Event):
    """``slot`` left ``region`` with ``tokens``."""

    slot: int
    region: int
    tokens: int


@dataclass(frozen=True, slots=True)
class AttemptMade(Event):
    """``slot`` named ``region`` for an attempt: ``cost`` against ``hand`` tokens."""

    slot: int
    region: int
    cost: int
    hand: int


@dataclass(frozen=True, slots=True)
class AttemptFailed(Event):
    """The die did not suffice."""

    slot: int
    region: int


@dataclass(frozen=True, slots=True)
class Conquered(Event):
    """``slot`` took ``region`` with ``spent`` tokens in the ways ``way`` (see `Library.ways_of`).

    ``victim`` is the slot that stood there (EMPTY if none) with ``defenders`` tokens, of which
    ``lost`` are gone and ``later`` held back; the rest is back with its owner. ``brought`` of
    ``spent`` came from the tray.
    """

    slot: int
    region: int
    spent: int
    way: int
    victim: int
    defenders: int
    lost: int
    brought: int = 0
    later: int = 0


@dataclass(frozen=True, slots=True)
class MarkPlaced(Event):
    """A piece of ``kind`` (see `Library.pieces`) was put into ``region``."""

    kind: int
    region: int


@dataclass(frozen=True, slots=True)
class MarkRemoved(Event):
    """``count`` pieces of ``kind``, all there were, left ``region``."""

    kind: int
    region: int
    count: int = 1


@dataclass(frozen=True, slots=True)
class PilesSet(Event):
    """The pieces of ``kind`` stand as in ``counts`` (Region, number) now; Regions that have none
    any more count 0.
    """

    kind: int
    slot: int
    counts: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class ComboKept(Event):
    """``seat`` put a combo aside for its next pick: ``banner`` and ``badge`` out of the rows
    ``upper`` and ``lower`` (the same row for a combo as it stood). It paid ``upper`` coins and
    found ``found`` on it; what is left of the two rows stays in the upper one.
    """

    seat: int
    upper: int
    lower: int
    banner: int
    badge: int
    found: int


@dataclass(frozen=True, slots=True)
class ComboTaken(Event):
    """The combo that ``seat`` had put aside came into play with ``tokens``."""

    seat: int
    banner: int
    badge: int
    tokens: int


@dataclass(frozen=True, slots=True)
class TokensGained(Event):
    """``slot`` got ``tokens`` from the tray; ``why`` names the ability."""

    slot: int
    tokens: int
    why: str


@dataclass(frozen=True, slots=True)
class TokensSetAside(Event):
    """``tokens`` of ``slot`` left the board until the next readying."""

    slot: int
    tokens: int


@dataclass(frozen=True, slots=True)
class Redeployed(Event):
    """``slot`` stands as in ``counts`` (Region, tokens) now; Regions given up count 0. ``waiting``
    tokens stay in hand.
    """

    slot: int
    counts: tuple[tuple[int, int], ...]
    waiting: int = 0


@dataclass(frozen=True, slots=True)
class Answered(Event):
    """The decision number ``decision`` of the library was answered for ``slot``.

    ``told`` says it in one line; empty where other events tell enough, or where it is sealed.
    """

    slot: int
    decision: int
    answer: tuple[int, ...]
    told: Label


@dataclass(frozen=True, slots=True)
class Told(Event):
    """Something that changes nothing on the table but should be known; ``source`` says it."""

    source: str
    told: Label
    regions: int = 0


@dataclass(frozen=True, slots=True)
class CoinsPaid(Event):
    """``seat`` got ``coins`` (negative: paid them) because of ``source``; ``total`` now."""

    seat: int
    coins: int
    source: str
    total: int


@dataclass(frozen=True, slots=True)
class TokensLost(Event):
    """``tokens`` of ``slot`` left ``region`` (NONE: the hand) for the tray or, of the Lost Tribes,
    the side of the board.
    """

    slot: int
    region: int
    tokens: int


@dataclass(frozen=True, slots=True)
class TokensPlaced(Event):
    """``slot`` put ``tokens`` more into ``region``: from its hand, or from the tray."""

    slot: int
    region: int
    tokens: int
    from_hand: bool


@dataclass(frozen=True, slots=True)
class Returned(Event):
    """``tokens`` of ``slot`` came from ``region`` to its hand."""

    slot: int
    region: int
    tokens: int


@dataclass(frozen=True, slots=True)
class CardTurned(Event):
    """``card`` came up: ``current`` if it is in force at once, else for the next round."""

    card: int
    current: bool


@dataclass(frozen=True, slots=True)
class CardsInForce(Event):
    """These cards hold for everybody from now on."""

    cards: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class HeldBack(Event):
    """``tokens`` of ``slot`` wait for the redeployment (negative: they join its hand)."""

    slot: int
    tokens: int


@dataclass(frozen=True, slots=True)
class Scored(Event):
    """``seat`` earned ``coins``: ``items`` are (label, coins, mask of Regions); ``total`` now."""

    seat: int
    coins: int
    items: tuple[tuple[Label, int, int], ...]
    total: int


@dataclass(frozen=True, slots=True)
class Declined(Event):
    """``seat``'s race went In Decline on ``regions`` Regions; ``slot`` is where it is kept now.

    ``counts`` are the tokens that stay: (Region, tokens); ``hand`` those that stay in hand.
    """

    seat: int
    slot: int
    banner: int
    regions: int
    counts: tuple[tuple[int, int], ...]
    hand: int = 0


@dataclass(frozen=True, slots=True)
class RaceLeft(Event):
    """A race left the board for good; its banner went under the stack."""

    slot: int
    banner: int


@dataclass(frozen=True, slots=True)
class HandedOn(Event):
    """The Active races went to other players: (slot, slot where it is now), all at once."""

    races: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class TribesDecided(Event):
    """The Lost Tribes' next Region: ``region``, one of those that ``plan`` calls best.

    ``plan`` is the automaton's whole plan, for the screen; ``by`` is the seat that chose in a tie,
    or TRIBES.
    """

    region: int
    by: int
    plan: object


@dataclass(frozen=True, slots=True)
class TribesStopped(Event):
    """The Lost Tribes' conquests ended with ``aside`` tokens beside the board."""

    aside: int


@dataclass(frozen=True, slots=True)
class GameEnded(Event):
    """``winners`` are seats; TRIBES if the Lost Tribes won."""

    winners: tuple[int, ...]
