"""How a Region changed hands: what is told to the conqueror and to the loser."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .ways import Way


@dataclass(slots=True, eq=False)
class Loss:
    """A conquest, told to both sides.

    ``by`` and ``victim`` are slots (EMPTY if nobody stood there), ``way`` how it was done (None for
    the ordinary way), ``defenders`` the tokens that stood there and ``lost`` those of them that are
    gone; ``pieces`` are (kind, number) of what was taken off the Region with them.
    """

    by: int
    victim: int
    way: Way | None
    defenders: int
    lost: int
    pieces: tuple[tuple[int, int], ...] = ()
