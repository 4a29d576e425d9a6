"""Players' names: how they are tidied before they are kept, and when two of them are the same.

A name comes from a keyboard, a settings file or somebody else's record, and goes to a font, a file
and a database; what is let through here is safe for all of them.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from typing import Final

LONGEST: Final = 24
"""Characters of a name that are kept."""

_UNWANTED: Final = frozenset({"Cc", "Cs", "Co", "Zl", "Zp"})
"""Unicode categories a name never has: controls, lone surrogates, private, line ends."""
_DIRECTION: Final = frozenset(
    "\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\ufeff"
)
"""Marks that would turn the text around them on the screen."""


_PLAIN: Final = str.maketrans(
    {"ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "æ": "ae", "œ": "oe", "ħ": "h", "ı": "i"}
)
"""Letters that no decomposition takes apart, as who has no such key would type them."""


def clean_name(text: str) -> str:
    """The name as it is kept: NFC, nothing harmful, single spaces, 1 to 24 characters.

    Returns "" when nothing is left; the caller then asks again or uses a name of its own.
    """
    spaced = " ".join(text.split())
    kept = "".join(
        c for c in spaced if unicodedata.category(c) not in _UNWANTED and c not in _DIRECTION
    )
    # Composing may shorten the text, so the length is cut afterwards; cutting keeps it composed.
    return " ".join(unicodedata.normalize("NFC", kept).split())[:LONGEST].strip()


def name_key(name: str) -> str:
    """What two spellings of the same name have in common: "ADA", "ada" and "Ada" give one key."""
    folded = unicodedata.normalize("NFKC", clean_name(name)).casefold()
    return unicodedata.normalize("NFKC", folded)


def search_key(text: str) -> str:
    """What a search compares: as `name_key`, and without accents: "emil" finds "Émile".

    Letters that are letters of their own (ø, ł, ß...) are found by their plain relatives, too.
    """
    parts = unicodedata.normalize("NFKD", name_key(text))
    bare = "".join(sign for sign in parts if not unicodedata.combining(sign))
    return unicodedata.normalize("NFKC", bare.translate(_PLAIN))


def names_key(names: Iterable[str]) -> str:
    """The key of the people of one game; the order in which they sat does not matter.

    A line end joins the names because no cleaned name can hold one.
    """
    return "\n".join(sorted(name_key(name) for name in names))
