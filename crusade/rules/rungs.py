"""What a box adds to the choice of the Lost Tribes: rungs of their ladder, and what carries them
further (`crusade.md F, I3, J4, J5`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from .labels import Label, Value

if TYPE_CHECKING:
    from .events import Event
    from .state import State


NOTHING = Label("")


class Rung:
    """A rung besides lowest cost, worth, the person's Active race and a person's choice.

    ``word`` is its key; ``title`` what the row of rungs calls it, ``decided`` what is said of the
    Region that it preferred, ``fell`` of one that it left. ``why`` explains a choice that it
    decided, as a clause, with the number of Regions that came so far as ``{count}``, their
    ``{worth}`` and the `values`; ``active`` one that the Active race of ``{who}`` decided after it.
    """

    word: ClassVar[str] = ""
    title: ClassVar[Label] = Label("")
    decided: ClassVar[Label] = Label("")
    fell: ClassVar[Label] = Label("")
    why: ClassVar[Label] = Label("")
    active: ClassVar[Label] = Label("")
    before_active: ClassVar[bool] = False
    """Whether it comes before the person's Active race, and not after it."""
    of_person: ClassVar[bool] = False
    """Whether it prefers nothing but Regions that the person holds."""

    def prefers(self, s: State, person: int, tied: int) -> int:
        """Mask of the Regions among ``tied`` that it prefers, 0 if it is indifferent.

        ``person`` is the seat whose coins the Lost Tribes are after.
        """
        return 0

    def values(self, s: State, r: int) -> dict[str, Value]:
        """What ``why``, ``decided`` and ``fell`` say besides of Region ``r``, by name."""
        return {}

    def note(self, s: State, r: int) -> Label:
        """A sentence on what Region ``r`` has to do with this rung; empty for nothing."""
        return NOTHING

    def joins(self, s: State, lowest: int) -> int:
        """Mask of the rivers, else never a target, that join the choice for the sake of this rung
        where the cheapest Regions cost ``lowest`` tokens (`crusade.md J4`).
        """
        return 0


class Ferry:
    """What carries the Lost Tribes once a turn to Regions that they do not reach (`crusade.md J5`).

    They go by it only for a Region that is better than all within reach, so the box has a rung that
    prefers those. ``word`` begins its line in the notation: `T word R`.
    """

    word: ClassVar[str] = ""

    def shores(self, s: State) -> int:
        """Mask of the Regions that it could bring into reach now, wherever it goes; 0 where it
        cannot be used. Until they have `arrived` it is the same as before they went.
        """
        return 0

    def landing(self, s: State, r: int) -> int:
        """The Region to which it goes for the sake of Region ``r``."""
        raise NotImplementedError

    def under_way(self, s: State) -> bool:
        """Whether it has gone, and what it has gone for is still to be taken."""
        return False

    def go(self, s: State, r: int, events: list[Event] | None) -> None:
        """It goes to Region ``r``."""

    def arrived(self, s: State) -> None:
        """From now on what borders it is in reach until the end of the turn."""
