"""The position of a game: ints and flat lists, copied in about a microsecond.

Outside this package a State is read, never written. Derived lists (`walls`, `held`, `safe`) are
kept in step by the few functions in `pieces.py` and `markers.py`; `audit.py` proves it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, Protocol

from .board import Board
from .ids import (
    CLASSIC,
    EMPTY,
    NO_ROLL,
    NONE,
    PICK,
    SLOTS,
    START_COINS,
    TRIBES,
    TURN_START,
    TWO_PLAYER,
)
from .library import Library, Piece
from .questions import Source, Variant

if TYPE_CHECKING:
    from .sources import Combo

Row = tuple[int, int, int]
"""A row of the column: banner, badge (NONE where none is left), coins lying on it."""
Ask = tuple[int, int]
"""Something to be asked: the slot it is about (EMPTY: when all have answered), the decision."""


class Automaton(Protocol):
    """Whoever plays the Lost Tribes (`crusade.md D`); handed in, because the rules only ask it."""

    def step(self, state: State) -> tuple[int, int]:
        """The next step of the Lost Tribes' turn in this position; changes nothing.

        First `moves.TAKE`, `moves.TRY` or `moves.STOP`, then the mask of the best Regions: more
        than one is a tie that a person decides, none is a stop.
        """
        ...

    def plan(self, state: State) -> object:
        """The same step with all its reasons, for the events; the rules do not look into it."""
        ...


@dataclass(frozen=True, eq=False)
class Setup:
    """What is decided before the first move and never changes.

    ``library`` is what the game's boxes bring. ``seats`` is the number of persons (1 to 5),
    ``rounds`` the length of the game, ``tokens`` the number of Lost Tribe tokens of a Crusade.
    ``banners``, ``badges`` and ``cards`` are masks of what is in the game; with ``cards`` a round
    has an event from the second on, ``hidden_cards`` leaves the next one face down. ``variants``
    hold for everybody. ``pocket_first`` is the other reading of `base.md C4`. ``automaton`` is None
    in the classic game, where the Lost Tribes do not move.
    """

    board: Board
    library: Library
    mode: str
    seats: int
    rounds: int
    tokens: int
    banners: int
    badges: int
    automaton: Automaton | None = None
    pocket_first: bool = False
    variants: tuple[Variant, ...] = ()
    cards: int = 0
    hidden_cards: bool = False
    row: tuple[int, ...] = ()
    """How many event markers of each kind there are; those of the rounds to come lie face down."""

    crusade: bool = field(init=False)
    """Whether the Lost Tribes play (`crusade.md`)."""
    orders: tuple[tuple[int, ...], ...] = field(init=False)
    """The seats of a round, in order, by the seat that controls the Lost Tribes; the last is for
    NONE. They follow whoever controls them (`crusade.md H2`)."""

    def __post_init__(self) -> None:
        persons = tuple(range(self.seats))
        after_all = persons if self.mode == CLASSIC else (*persons, TRIBES)
        after_first = (0, TRIBES, 1) if self.mode == TWO_PLAYER else after_all
        object.__setattr__(self, "crusade", self.mode != CLASSIC)
        object.__setattr__(self, "orders", (after_first, after_all, after_all))


FIELDS: Final = (
    "actor",
    "agenda",
    "asked",
    "asked_slot",
    "attacked",
    "badge",
    "banner",
    "bears",
    "begun",
    "board",
    "cards",
    "cards_due",
    "choices",
    "coins",
    "column",
    "combo",
    "control",
    "discards",
    "driven",
    "early",
    "everybody",
    "fought",
    "guards",
    "hand",
    "held",
    "laid",
    "later",
    "marks",
    "memory",
    "moment",
    "more",
    "nonempty",
    "occ",
    "order",
    "owed",
    "phase",
    "picked",
    "piles",
    "plan",
    "rolling",
    "round",
    "safe",
    "seat",
    "setup",
    "stood",
    "talkers",
    "target",
    "target_slot",
    "target_way",
    "tokens",
    "tray",
    "under",
    "unready",
    "unseen_badges",
    "unseen_banners",
    "unseen_cards",
    "upcoming",
    "victim",
    "walls",
    "winners",
)
"""Everything that a position consists of."""


class State:
    """A position. See the module `ids` for seats, slots, phases and moments."""

    __slots__ = FIELDS

    setup: Setup
    board: Board
    round: int
    order: tuple[int, ...]
    """The seats of this round in the order of their turns, TRIBES among them in a Crusade."""
    seat: int
    """Whose turn it is: a person's seat, or TRIBES."""
    phase: int
    actor: int
    """Who decides now, when the dealer owes nothing."""
    moment: int
    """The moment to which the questions of `agenda` belong: what follows them."""
    agenda: tuple[Ask, ...]
    """What is still to be asked at this moment, in order."""
    asked: int
    """The decision that is asked now, or NONE."""
    asked_slot: int
    """The slot that it is about, or NONE."""
    owed: tuple[Ask, ...]
    """What is owed to persons who lost a Region, until the victims' time comes."""
    occ: list[int]
    """Per Region: the slot whose race stands there, or EMPTY."""
    tokens: list[int]
    walls: list[int]
    """Per Region: what the pieces there add to the conquest cost, in tokens."""
    marks: list[int]
    """Per kind of piece: the mask of the Regions that carry it."""
    piles: list[int]
    """Per kind of piece that stacks, Region by Region: how many stand there."""
    safe: int
    """Mask of the Regions that a piece makes immune."""
    laid: int
    """Mask of the Regions that carry any piece."""
    bears: int
    """Mask of the Regions where something lies that answers for whoever holds them."""
    held: list[int]
    hand: list[int]
    banner: list[int]
    badge: list[int]
    more: list[tuple[int, ...]]
    """Per slot: further badges of the race."""
    combo: list[Combo | None]
    everybody: tuple[Source, ...]
    """What holds for everybody: variants, and the cards in force."""
    guards: tuple[int, ...]
    """The slots whose race keeps others from taking something, or makes it dearer."""
    talkers: int
    """Mask of the slots whose race is told of or asked something in the course of its owner's
    turn."""
    memory: dict[tuple[int, str], int]
    """What sources must remember, by slot and key; what is 0 is not kept."""
    coins: list[int]
    tray: list[int]
    column: list[Row]
    unseen_banners: int
    under: list[int]
    """Banners returned under the stack, the next to surface first."""
    unseen_badges: int
    discards: int
    cards: tuple[int, ...]
    """The cards in force."""
    upcoming: int
    """The card of the next round, or NONE."""
    unseen_cards: int
    cards_due: bool
    """Whether the dealer must turn up a card."""
    picked: int
    """Mask of the seats that have picked a combo before."""
    control: int
    winners: tuple[int, ...]
    begun: bool
    """Whether this turn's conquests (or an abandoning) have begun: too late to decline."""
    unready: bool
    """Whether the Active tokens still stand as they did, because another race may fight first
    (`R5`)."""
    stood: tuple[int, ...]
    """How the tokens stood before readying, for a race that keeps them all if it declines now."""
    fought: bool
    """Whether the Active race has conquered, rolled or attempted this turn."""
    early: int
    """How far races that fight on In Decline have got: two bits each (`ids.EARLY_MAY`)."""
    later: int
    """Tokens of the Active race that its own other race drove out: they take part in its
    redeployment, not in its conquests (`rulings.md 27`)."""
    nonempty: int
    """Non-empty Regions the Active race conquered this turn."""
    attacked: int
    """Mask of the seats whose Active race was attacked this turn."""
    driven: int
    """Mask of the slots with driven-out tokens."""
    victim: int
    rolling: int
    target: int
    target_slot: int
    """Who makes the attempt that is being rolled, or NONE."""
    target_way: int
    choices: int
    """Mask of the Regions among which a person chooses for the Lost Tribes."""
    plan: int
    """What the Lost Tribes do next: TAKE, TRY or STOP."""

    # ---- words for those that define Races, powers, cards and relics
    def recall(self, source: Source, slot: int, what: str = "") -> int:
        """What ``source`` remembers for the race in ``slot``; 0 if nothing."""
        memory = self.memory
        if not memory:
            return 0
        return memory.get((slot, f"{source.key}/{what}" if what else source.key), 0)

    def remember(self, source: Source, slot: int, value: int, what: str = "") -> None:
        """Keep ``value`` for ``source`` and ``slot``, as long as the race is there."""
        key = (slot, f"{source.key}/{what}" if what else source.key)
        if value:
            self.memory[key] = value
        elif self.memory:
            self.memory.pop(key, None)

    def where(self, piece: Piece) -> int:
        """Mask of the Regions that carry ``piece``."""
        kind = self.setup.library.kind.get(piece)
        return 0 if kind is None else self.marks[kind]

    def number(self, piece: Piece, r: int) -> int:
        """How many of ``piece`` stand in Region ``r``."""
        library = self.setup.library
        kind = library.kind.get(piece)
        if kind is None:
            return 0
        pile = library.pile[kind]
        return self.marks[kind] >> r & 1 if pile < 0 else self.piles[pile * self.board.n + r]

    def copy(self) -> State:
        """An independent copy."""
        new = State.__new__(State)
        new.setup = self.setup
        new.board = self.board
        new.round = self.round
        new.order = self.order
        new.seat = self.seat
        new.phase = self.phase
        new.actor = self.actor
        new.moment = self.moment
        new.agenda = self.agenda
        new.asked = self.asked
        new.asked_slot = self.asked_slot
        new.owed = self.owed
        new.occ = self.occ[:]
        new.tokens = self.tokens[:]
        new.walls = self.walls[:]
        new.marks = self.marks[:]
        new.piles = self.piles[:]
        new.safe = self.safe
        new.laid = self.laid
        new.bears = self.bears
        new.held = self.held[:]
        new.hand = self.hand[:]
        new.banner = self.banner[:]
        new.badge = self.badge[:]
        new.more = self.more[:]
        new.combo = self.combo[:]
        new.everybody = self.everybody
        new.guards = self.guards
        new.talkers = self.talkers
        new.memory = self.memory.copy()
        new.coins = self.coins[:]
        new.tray = self.tray[:]
        new.column = self.column[:]
        new.unseen_banners = self.unseen_banners
        new.under = self.under[:]
        new.unseen_badges = self.unseen_badges
        new.discards = self.discards
        new.cards = self.cards
        new.upcoming = self.upcoming
        new.unseen_cards = self.unseen_cards
        new.cards_due = self.cards_due
        new.picked = self.picked
        new.control = self.control
        new.winners = self.winners
        new.begun = self.begun
        new.unready = self.unready
        new.stood = self.stood
        new.fought = self.fought
        new.early = self.early
        new.later = self.later
        new.nonempty = self.nonempty
        new.attacked = self.attacked
        new.driven = self.driven
        new.victim = self.victim
        new.rolling = self.rolling
        new.target = self.target
        new.target_slot = self.target_slot
        new.target_way = self.target_way
        new.choices = self.choices
        new.plan = self.plan
        return new

    def facts(self) -> tuple[object, ...]:
        """Everything that makes two positions equal, as one comparable value."""
        return tuple(
            tuple(sorted(value.items()))
            if isinstance(value, dict)
            else tuple(value)
            if isinstance(value, list)
            else value
            for name in FACTS
            for value in (getattr(self, name),)
        )

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, State):
            return NotImplemented
        return self.setup is other.setup and self.facts() == other.facts()

    __hash__ = None  # type: ignore[assignment]  # a position changes inside play()


DERIVED: Final = ("setup", "board", "combo", "everybody", "guards", "talkers", "laid", "bears")
"""What follows from the rest of a position: `pieces.refresh_all` makes it."""
FACTS: Final = tuple(name for name in FIELDS if name not in DERIVED)
"""The fields that make a position what it is; all are ints, bools, and tuples, lists and one dict
of them."""


def blank(setup: Setup) -> State:
    """An empty board before the first deal: five coins each, every token in its tray."""
    library = setup.library
    n = setup.board.n
    s = State.__new__(State)
    s.setup = setup
    s.board = setup.board
    s.round = 1
    s.order = ()
    s.seat = 0
    s.phase = PICK
    s.actor = 0
    s.moment = TURN_START
    s.agenda = ()
    s.asked = NONE
    s.asked_slot = NONE
    s.occ = [EMPTY] * n
    s.tokens = [0] * n
    s.walls = [0] * n
    s.marks = [0] * len(library.pieces)
    s.piles = [0] * (library.piles * n)
    s.safe = 0
    s.laid = 0
    s.bears = 0
    s.held = [0] * SLOTS
    s.hand = [0] * SLOTS
    s.banner = [NONE] * SLOTS
    s.badge = [NONE] * SLOTS
    s.more = [()] * SLOTS
    s.combo = [None] * SLOTS
    s.everybody = setup.variants
    s.guards = ()
    s.talkers = 0
    s.memory = {}
    s.coins = [START_COINS] * setup.seats + [0] * (TRIBES + 1 - setup.seats)
    s.tray = [race.tray for race in library.races]
    s.column = []
    s.unseen_banners = setup.banners
    s.under = []
    s.unseen_badges = setup.badges
    s.discards = 0
    s.cards = ()
    s.upcoming = NONE
    s.unseen_cards = setup.cards
    s.cards_due = False
    s.picked = 0
    s.control = NONE
    s.owed = ()
    s.victim = NONE
    s.rolling = NO_ROLL
    s.target = NONE
    s.target_slot = NONE
    s.target_way = 0
    s.choices = 0
    s.later = 0
    s.winners = ()
    s.plan = 0
    clear_turn(s)
    return s


def clear_turn(s: State) -> None:
    """Forget what only matters within one turn, beside what its course has put away already."""
    s.begun = False
    s.unready = False
    s.stood = ()
    s.early = 0
    s.fought = False
    s.nonempty = 0
    s.attacked = 0
    s.driven = 0
