"""The boxes of the family: each a package of Races, powers, cards, pieces, terrains and symbols.

A game is played with one or more of them; `library` joins them. The rules import none of this: they
are handed the library of a game with its Setup.
"""

from __future__ import annotations

from functools import cache
from typing import Final

from crusade.boxes.base import BASE
from crusade.boxes.riverworld.land import LAND as RIVERWORLD_LAND
from crusade.boxes.tales import TALES
from crusade.boxes.underground.land import LAND as UNDERGROUND_LAND
from crusade.rules.board import Land
from crusade.rules.library import Box, Library
from crusade.texts import _

BOXES: Final[dict[str, Box]] = {box.id: box for box in (BASE, TALES)}
"""Every box that can be played with, by its word in records and board files."""
SHIPPED: Final = tuple(BOXES.values())
"""Those of them that the program brings."""
LANDS: Final[dict[str, Land]] = {
    **{box.id: box.land for box in BOXES.values()},
    "riverworld": RIVERWORLD_LAND,
    "underground": UNDERGROUND_LAND,
}
"""The terrains and symbols that a board file may use, by the box that it names: boards of boxes
that cannot be played yet are read and checked all the same."""
DEFAULT: Final = (BASE.id,)
"""The boxes of a game that names none."""


class UnknownBox(ValueError):
    """A box that this program does not have; the message names it and those there are."""


def register(box: Box) -> None:
    """Make ``box`` known beside those that the program brings: for boxes of one's own.

    Raises ValueError if another box has its word.
    """
    if BOXES.setdefault(box.id, box) is not box:
        raise ValueError(_("there is a box '{id}' already", id=box.id))
    LANDS[box.id] = box.land


def box(name: str) -> Box:
    """The box of that word. Raises UnknownBox."""
    found = BOXES.get(name)
    if found is None:
        known = ", ".join(BOXES)
        raise UnknownBox(
            _("There is no box '{name}'; there are {known}.", name=name[:40], known=known)
        )
    return found


@cache
def library(names: tuple[str, ...] = DEFAULT) -> Library:
    """What those boxes bring together; made once. Raises UnknownBox."""
    return Library(tuple(box(name) for name in names))


def base_library() -> Library:
    """What the base game brings."""
    return library(DEFAULT)


__all__ = [
    "BOXES",
    "DEFAULT",
    "LANDS",
    "SHIPPED",
    "UnknownBox",
    "base_library",
    "box",
    "library",
    "register",
]
