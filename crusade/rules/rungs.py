"""What a box adds to the ladder on which the Lost Tribes choose (`crusade.md F, I3, J4`)."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from .labels import Label

if TYPE_CHECKING:
    from .state import State


class Rung:
    """A rung besides lowest cost, worth, the person's Active race and a person's choice.

    ``word`` is its key; ``title`` what the row of rungs calls it, ``decided`` what is said of the
    Region that it preferred, ``fell`` of one that it left. ``why`` explains a choice that it
    decided, as a clause, with the number of Regions that came so far as ``{count}`` and their
    ``{worth}``; ``active`` one that the Active race of ``{who}`` decided after it.
    """

    word: ClassVar[str] = ""
    title: ClassVar[Label] = Label("")
    decided: ClassVar[Label] = Label("")
    fell: ClassVar[Label] = Label("")
    why: ClassVar[Label] = Label("")
    active: ClassVar[Label] = Label("")
    before_active: ClassVar[bool] = False
    """Whether it comes before the person's Active race, and not after it."""

    def prefers(self, s: State, person: int, tied: int) -> int:
        """Mask of the Regions among ``tied`` that it prefers, 0 if it is indifferent.

        ``person`` is the seat whose coins the Lost Tribes are after.
        """
        return 0
