"""Who is who in a game, for sentences and panels: names, places, colours, whose coins are open."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from crusade.boxes import base_library
from crusade.desktop.kit.text import clean
from crusade.desktop.pictures import OWNER_COLOURS
from crusade.rules import Library, State
from crusade.rules.board import Board, bits
from crusade.rules.ids import ASK, NONE, OVER, ROUND_START, SOLO, TRIBES, TWO_PLAYER
from crusade.rules.queries import seen_marker
from crusade.rules.questions import EventMarker
from crusade.texts import (
    THE_PLAYER,
    Army,
    Region,
    Several,
    Who,
    _,
    begun,
    folk,
    person,
    several,
    tell,
)

if TYPE_CHECKING:
    from crusade.session import Session


@dataclass(frozen=True)
class Cast:
    """The persons, places and colours of one game.

    In the solo game the person is "you", unless ``by_name`` (a game that is looked at: whoever
    looks need not be who played it); otherwise everybody goes by name. ``colours`` are
    "#rrggbb" by seat. ``open_coins`` lays all Victory coins open; ``settles(s)`` tells whether ties
    with nothing at stake decide themselves at the moment.
    """

    names: tuple[str, ...]
    mode: str
    board: Board
    colours: tuple[str, ...] = OWNER_COLOURS
    open_coins: bool = False
    settles: Callable[[State], bool] = lambda before: False
    by_name: bool = False
    library: Library = field(default_factory=base_library)

    @classmethod
    def of(
        cls,
        session: Session,
        colours: Sequence[str] = OWNER_COLOURS,
        open_coins: bool = False,
        by_name: bool = False,
    ) -> Cast:
        """The cast of a running or finished game; when it is over, all coins lie open."""
        record = session.record
        return cls(
            tuple(clean(name) for name in record.names),
            record.mode,
            session.setup.board,
            tuple(colours),
            open_coins or session.over,
            session.settles,
            by_name,
            session.setup.library,
        )

    @property
    def solo(self) -> bool:
        """Whether a single person plays."""
        return self.mode == SOLO

    @property
    def addressed(self) -> bool:
        """Whether that person is addressed as "you"."""
        return self.solo and not self.by_name

    # ---------------------------------------------------------------- persons
    @property
    def folk(self) -> Who:
        """The Lost Tribes, or whoever plays their part in this game's box."""
        return folk(self.library.folk.title.message)

    @property
    def folk_name(self) -> str:
        """The same for a place of its own, without an article."""
        return tell(self.library.folk.name)

    def name(self, seat: int) -> str:
        """`you`, `Ada`, `the Lost Tribes`, for a place of its own; sentences take `who`."""
        return str(self.who(seat))

    def who(self, seat: int) -> Who:
        """Whoever sits there, as sentences speak of them: see `texts._w`."""
        if seat == TRIBES:
            return self.folk
        if self.addressed and 0 <= seat < len(self.names):
            return THE_PLAYER
        return person(self.names[seat] if 0 <= seat < len(self.names) else _("nobody"))

    def label(self, seat: int) -> str:
        """The name on a panel: the person's own name also in the solo game."""
        return begun(str(self.folk)) if seat == TRIBES else self.names[seat]

    def army(self, seat: int, banner: int) -> Army:
        """`your Elves`, `Ada's Elves`; the Lost Tribes are themselves."""
        return Army(self.who(seat), "" if banner == NONE else self.library.races[banner].name)

    def coins_shown(self, state: State, seat: int, viewer: int | None = None) -> bool:
        """Whether ``seat``'s coins lie open now for ``viewer`` (default: whose turn it is).

        The Lost Tribes' coins are always open, one's own on one's own turn (`base.md S8`): not
        while the Lost Tribes play and both look on, nor while the other person's turn waits for a
        decision of one's own. At the start of a round nobody's turn has begun: whoever is asked
        sees what is his.
        """
        if seat == TRIBES or self.solo or self.open_coins or state.phase == OVER:
            return True
        if state.phase == ASK and state.moment == ROUND_START:
            return seat == state.actor == viewer
        return seat == state.seat and viewer in (None, seat)

    def foreseen(self, state: State, viewer: int) -> EventMarker | None:
        """The event marker of the next round, where ``viewer`` alone has looked at it and alone
        sees the screen: in a game of two only in his own turn (`riverworld.md W20`).
        """
        if viewer < 0 or not (self.solo or state.seat == viewer):
            return None
        return seen_marker(state, viewer)

    def rival(self, state: State) -> int:
        """Whose coins the Lost Tribes are after: of two, who does not hold the Control Marker."""
        return 1 - state.control if self.mode == TWO_PLAYER else 0

    # ---------------------------------------------------------------- places
    def region(self, r: int) -> str:
        """The place name of a Region."""
        return self.board.names[r]

    def place(self, r: int) -> Region:
        """A Region as a value of a sentence."""
        return Region(self.board.names[r])

    def places(self, mask: int) -> Several:
        """Regions as a value of a sentence: `Foxmead, Ironbrow and Reedmarsh`."""
        return several(map(self.place, bits(mask)))

    def regions(self, mask: int) -> str:
        """`Foxmead, Ironbrow and Reedmarsh`."""
        return str(self.places(mask))
