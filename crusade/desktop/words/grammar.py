"""Small tools of English: plurals, possessives, lists. All texts of the table go through them."""

from __future__ import annotations

from collections.abc import Iterable

from crusade.rules.abilities import POWERS, RACES
from crusade.rules.ids import NONE

_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth")
_SINGULAR = {"Elves": "Elf", "Dwarves": "Dwarf", "Ratmen": "Ratman"}


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


def ordinal(row: int) -> str:
    """`first` for row 0 and so on, up to the sixth."""
    return _ORDINALS[row]


def race_name(banner: int) -> str:
    """`Elves`; `nobody` where there is no banner."""
    return "nobody" if banner == NONE else RACES[banner].name


def the_race(banner: int) -> str:
    """`the Elves`."""
    return f"the {race_name(banner)}"


def one_of(banner: int) -> str:
    """One of a Race: `Elf`, `Orc`, `Ratman`."""
    name = race_name(banner)
    return _SINGULAR.get(name, name.removesuffix("s"))


def counted(count: int, banner: int) -> str:
    """`1 Elf`, `4 Amazons`."""
    return f"{count} {one_of(banner) if count == 1 else race_name(banner)}"


def combo_name(banner: int, badge: int) -> str:
    """`Hill Orcs`, or `Orcs` where there is no badge."""
    return race_name(banner) if badge == NONE else f"{POWERS[badge].name} {race_name(banner)}"
