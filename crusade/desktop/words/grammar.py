"""Races and combos by their numbers, as values of sentences or as plain names."""

from __future__ import annotations

from collections.abc import Iterable

from crusade import texts
from crusade.rules import Library
from crusade.rules.ids import NONE
from crusade.texts import Combo, Name, _


def plural(count: int, word: str, words: str = "") -> str:
    """`1 token`, `3 tokens`; ``words`` where the plural is not made with an s.

    >>> plural(1, "token"), plural(0, "coin"), plural(2, "Fortress", "Fortresses")
    ('1 token', '0 coins', '2 Fortresses')
    """
    return f"{count} {word if count == 1 else words or word + 's'}"


def possessive(name: str) -> str:
    """The genitive of a name.

    >>> possessive("Ada"), possessive("the Elves"), possessive("the Ratmen")
    ("Ada's", "the Elves'", "the Ratmen's")
    """
    return name + ("'" if name.endswith(("s", "S")) else "'s")


def listed(parts: Iterable[str], last: str = "and") -> str:
    """`A`, `A and B`, `A, B and C`; empty for nothing."""
    words = list(parts)
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {last} {words[-1]}"


def capital(sentence: str) -> str:
    """The sentence with its first letter large; names keep their spelling elsewhere."""
    return sentence[:1].upper() + sentence[1:]


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


def the_race(library: Library, banner: int) -> str:
    """`the Elves`."""
    return format(race(library, banner), "the")


def combo_name(library: Library, banner: int, badge: int) -> str:
    """`Hill Orcs`, or `Orcs` where there is no badge."""
    return _("nobody") if banner == NONE else str(combo(library, banner, badge))
