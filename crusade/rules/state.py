"""The position of a game: ints and flat lists, copied in about a microsecond.

Outside this package a State is read, never written. Derived lists (`walls`, `held`) are kept in
step by the few functions in `pieces.py`; `audit.py` proves it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from .board import Board
from .ids import (
    CLASSIC,
    EMPTY,
    GHOULS_OVER,
    MARKS,
    NO_ROLL,
    NONE,
    PICK,
    SLOTS,
    START_COINS,
    TRIBES,
)

if TYPE_CHECKING:
    from .abilities.combo import Combo

Row = tuple[int, int, int]
"""A row of the column: banner, badge (NONE where none is left), coins lying on it."""


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

    ``seats`` is the number of persons (1 to 5), ``rounds`` the length of the game, ``tokens`` the
    number of Lost Tribe tokens of a Crusade. ``banners`` and ``badges`` are masks of what is in the
    box. ``pocket_first`` is the other reading of `base.md C4`. ``automaton`` is None in the classic
    game, where the Lost Tribes do not move.
    """

    board: Board
    mode: str
    seats: int
    rounds: int
    tokens: int
    banners: int
    badges: int
    automaton: Automaton | None = None
    pocket_first: bool = False

    @property
    def crusade(self) -> bool:
        """Whether the Lost Tribes play (`crusade.md`)."""
        return self.mode != CLASSIC


class State:
    """A position. See the module `ids` for seats, slots and phases."""

    __slots__ = (
        "actor",
        "attacked",
        "badge",
        "banner",
        "begun",
        "board",
        "camps",
        "choices",
        "coins",
        "column",
        "combo",
        "control",
        "discards",
        "driven",
        "fought",
        "ghouls",
        "hand",
        "held",
        "marks",
        "memo",
        "memo_power",
        "nonempty",
        "occ",
        "peace_by",
        "peace_with",
        "phase",
        "picked",
        "plan",
        "roll",
        "rolling",
        "round",
        "seat",
        "setup",
        "stood",
        "target",
        "tokens",
        "tray",
        "under",
        "unready",
        "unseen_badges",
        "unseen_banners",
        "victim",
        "waiting",
        "walls",
        "winners",
    )

    setup: Setup
    board: Board
    round: int
    seat: int
    """Whose turn it is: a person's seat, or TRIBES."""
    phase: int
    actor: int
    """Who decides now, when the dealer owes nothing."""
    occ: list[int]
    """Per Region: the slot whose race stands there, or EMPTY."""
    tokens: list[int]
    camps: list[int]
    """Per Region: Encampments."""
    walls: list[int]
    """Per Region: what Fortress, Lair and Encampments add to the conquest cost, in tokens."""
    marks: list[int]
    """Per kind of marker: the mask of the Regions that carry it."""
    held: list[int]
    hand: list[int]
    banner: list[int]
    badge: list[int]
    combo: list[Combo | None]
    memo: list[int]
    """Per slot: what the Race must remember."""
    memo_power: list[int]
    """Per slot: what the Special Power must remember."""
    coins: list[int]
    tray: list[int]
    column: list[Row]
    unseen_banners: int
    under: list[int]
    """Banners returned under the stack, the next to surface first."""
    unseen_badges: int
    discards: int
    picked: int
    """Mask of the seats that have picked a combo before."""
    control: int
    winners: tuple[int, ...]
    begun: bool
    """Whether this turn's conquests (or an abandoning) have begun: too late to decline."""
    unready: bool
    """Whether the Active tokens still stand as they did, because Ghouls may fight first (`R5`)."""
    stood: tuple[int, ...]
    """How the tokens stood before readying, for a race that keeps them all if it declines now."""
    fought: bool
    """Whether the Active race has conquered, rolled or attempted this turn."""
    ghouls: int
    """How far Ghouls In Decline have got this turn, one of the GHOULS constants of `ids`."""
    nonempty: int
    """Non-empty Regions the Active race conquered this turn."""
    attacked: int
    """Mask of the seats whose Active race was attacked this turn."""
    driven: int
    """Mask of the slots with driven-out tokens, and (shifted by SLOTS) seats with lost
    Encampments.
    """
    waiting: int
    """Own Active tokens, driven out by own Ghouls, that are in hand but fight no more this turn
    (`rulings.md 27`).
    """
    victim: int
    roll: int
    """A Berserk roll that waits for its conquest, or NONE."""
    rolling: int
    target: int
    peace_by: int
    peace_with: int
    choices: int
    """Mask of the Regions among which a person chooses for the Lost Tribes."""
    plan: int
    """What the Lost Tribes do next: TAKE, TRY or STOP."""

    def copy(self) -> State:
        """An independent copy."""
        new = State.__new__(State)
        new.setup = self.setup
        new.board = self.board
        new.round = self.round
        new.seat = self.seat
        new.phase = self.phase
        new.actor = self.actor
        new.occ = self.occ[:]
        new.tokens = self.tokens[:]
        new.camps = self.camps[:]
        new.walls = self.walls[:]
        new.marks = self.marks[:]
        new.held = self.held[:]
        new.hand = self.hand[:]
        new.banner = self.banner[:]
        new.badge = self.badge[:]
        new.combo = self.combo[:]
        new.memo = self.memo[:]
        new.memo_power = self.memo_power[:]
        new.coins = self.coins[:]
        new.tray = self.tray[:]
        new.column = self.column[:]
        new.unseen_banners = self.unseen_banners
        new.under = self.under[:]
        new.unseen_badges = self.unseen_badges
        new.discards = self.discards
        new.picked = self.picked
        new.control = self.control
        new.winners = self.winners
        new.begun = self.begun
        new.unready = self.unready
        new.stood = self.stood
        new.fought = self.fought
        new.ghouls = self.ghouls
        new.nonempty = self.nonempty
        new.attacked = self.attacked
        new.driven = self.driven
        new.waiting = self.waiting
        new.victim = self.victim
        new.roll = self.roll
        new.rolling = self.rolling
        new.target = self.target
        new.peace_by = self.peace_by
        new.peace_with = self.peace_with
        new.choices = self.choices
        new.plan = self.plan
        return new

    def taken_by(self, slot: int) -> int:
        """Non-empty Regions that the race in ``slot`` conquered in the turn that is being played.

        Only the Active race of whoever's turn it is has conquered any.
        """
        return self.nonempty if slot == self.seat * 3 else 0

    def facts(self) -> tuple[object, ...]:
        """Everything that makes two positions equal, as one comparable value."""
        return tuple(
            tuple(value) if isinstance(value, list) else value
            for name in self.__slots__
            if name not in ("setup", "board", "combo")
            for value in (getattr(self, name),)
        )

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, State):
            return NotImplemented
        return self.setup is other.setup and self.facts() == other.facts()

    __hash__ = None  # type: ignore[assignment]  # a position changes inside play()


def blank(setup: Setup) -> State:
    """An empty board before the first deal: five coins each, every token in its tray."""
    from .abilities import RACES

    n = setup.board.n
    s = State.__new__(State)
    s.setup = setup
    s.board = setup.board
    s.round = 1
    s.seat = 0
    s.phase = PICK
    s.actor = 0
    s.occ = [EMPTY] * n
    s.tokens = [0] * n
    s.camps = [0] * n
    s.walls = [0] * n
    s.marks = [0] * MARKS
    s.held = [0] * SLOTS
    s.hand = [0] * SLOTS
    s.banner = [NONE] * SLOTS
    s.badge = [NONE] * SLOTS
    s.combo = [None] * SLOTS
    s.memo = [0] * SLOTS
    s.memo_power = [0] * SLOTS
    s.coins = [START_COINS] * setup.seats + [0] * (TRIBES + 1 - setup.seats)
    s.tray = [race.tray for race in RACES]
    s.column = []
    s.unseen_banners = setup.banners
    s.under = []
    s.unseen_badges = setup.badges
    s.discards = 0
    s.picked = 0
    s.control = NONE
    s.winners = ()
    s.plan = 0
    s.peace_by = NONE
    s.peace_with = NONE
    clear_turn(s)
    return s


def clear_turn(s: State) -> None:
    """Forget what only matters within one turn."""
    s.begun = False
    s.unready = False
    s.stood = ()
    s.ghouls = GHOULS_OVER
    s.fought = False
    s.nonempty = 0
    s.attacked = 0
    s.driven = 0
    s.waiting = 0
    s.victim = NONE
    s.roll = NONE
    s.rolling = NO_ROLL
    s.target = NONE
    s.choices = 0
