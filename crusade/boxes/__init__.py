"""The boxes of the family, each a module here: Races, powers, cards, pieces, terrains, symbols.

A game is played with one or more of them; `library` joins them. The rules import none of this: they
are handed the library of a game with its Setup.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from typing import Final

from crusade.plain import plain
from crusade.rules.board import Land
from crusade.rules.labels import Label
from crusade.rules.library import LOST_TRIBES, Box, Folk, Library
from crusade.texts import _, tell

FIRST: Final = "base"
"""The word of the base game."""


def brought() -> Iterator[Box]:
    """What the modules of this folder make as their `BOX`, the base game's first, then by place and
    name.
    """
    names = {module.name for module in iter_modules(__path__)}
    found = (getattr(import_module(f"{__name__}.{name}"), "BOX", None) for name in sorted(names))
    boxes = [made for made in found if isinstance(made, Box)]
    yield from sorted(boxes, key=lambda box: (box.id != FIRST, box.place))


BOXES: Final[dict[str, Box]] = {box.id: box for box in brought()}
"""Every box that can be played with, by its word in records and board files."""
SHIPPED: Final = tuple(box for box in BOXES.values() if box.table)
"""Those of them that the program brings to the table."""
LANDS: Final[dict[str, Land]] = {box.id: box.land for box in BOXES.values()}
"""The terrains and symbols that a board file may use, by the box that it names."""
DEFAULT: Final = (FIRST,)
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
            _("There is no box '{name}'; there are {known}.", name=plain(name, 40), known=known)
        )
    return found


def together(name: str) -> tuple[str, ...]:
    """The boxes of a game with that box: those it adds to, and itself. Raises UnknownBox."""
    return (*box(name).adds_to, name)


def offered() -> list[tuple[tuple[str, ...], Label]]:
    """With which boxes a game can be begun, and what that is called; not those of cards alone."""
    boxes = [box for box in BOXES.values() if box.table and (box.races or box.powers)]
    return [(together(box.id), box.title) for box in boxes]


def called(words: str) -> str:
    """What a game's boxes are called, by their words parted by commas: the last one's title, which
    stands for those that it adds to; of a box that is not known here the words themselves.
    """
    known = BOXES.get(words.rpartition(",")[2])
    return plain(words, 60) if known is None else tell(known.title)


def folk_of(words: str) -> Folk:
    """Who stands on the board before anybody picks, by the words of a game's boxes, parted by
    commas: as `Library.folk`, also where a box is not known here.
    """
    known = (BOXES[word] for word in words.split(",") if word in BOXES)
    return next((box.folk for box in known if box.folk is not None), LOST_TRIBES)


@cache
def library(names: tuple[str, ...] = DEFAULT) -> Library:
    """What those boxes bring together; made once. Raises UnknownBox, and ValueError as `joined`."""
    return joined(tuple(box(name) for name in names))


def joined(boxes: tuple[Box, ...]) -> Library:
    """What these boxes bring together.

    Raises ValueError for a box without those that it adds to, and for boxes that have nothing to
    pick from.
    """
    names = [one.id for one in boxes]
    for one in boxes:
        missing = [name for name in one.adds_to if name not in names]
        if missing:
            raise ValueError(
                _(
                    "The box '{name}' is played together with {boxes}.",
                    name=one.id,
                    boxes=", ".join(missing),
                )
            )
    if not (any(one.races for one in boxes) and any(one.powers for one in boxes)):
        raise ValueError(
            _(
                "No game can be played with {boxes} alone: a Race or a Special Power is missing.",
                boxes=", ".join(names),
            )
        )
    return Library(boxes)


def base_library() -> Library:
    """What the base game brings."""
    return library(DEFAULT)


__all__ = [
    "BOXES",
    "DEFAULT",
    "FIRST",
    "LANDS",
    "SHIPPED",
    "UnknownBox",
    "base_library",
    "box",
    "called",
    "folk_of",
    "joined",
    "library",
    "offered",
    "register",
    "together",
]
