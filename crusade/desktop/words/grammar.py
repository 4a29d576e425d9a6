"""Races and combos by their numbers, as values of sentences or as plain names."""

from __future__ import annotations

from crusade import texts
from crusade.rules import Library
from crusade.rules.ids import NONE
from crusade.texts import Combo, Name, _


def race(library: Library, banner: int) -> Name:
    """A Race as a value of a sentence: `{race:the}`; it must be one (see `race_name`)."""
    return texts.race(library.races[banner].name)


def power(library: Library, badge: int) -> Name:
    """A Special Power as a value of a sentence."""
    return texts.power(library.powers[badge].name)


def combo(library: Library, banner: int, badge: int) -> Combo:
    """A Race and, if there is one, its Special Power as a value of a sentence."""
    return Combo(library.races[banner].name, () if badge == NONE else (library.powers[badge].name,))


def played(power: str, race: str) -> str:
    """A combo of a finished game, by the names that are kept: `Hill Orcs`."""
    return str(Combo(race, (power,) if power else ()))


def race_name(library: Library, banner: int) -> str:
    """`Elves`; `nobody` where there is no banner."""
    return _("nobody") if banner == NONE else str(race(library, banner))


def combo_name(library: Library, banner: int, badge: int) -> str:
    """`Hill Orcs`, or `Orcs` where there is no badge."""
    return _("nobody") if banner == NONE else str(combo(library, banner, badge))
