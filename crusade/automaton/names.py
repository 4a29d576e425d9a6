"""Players' names: how they are tidied before they are kept, and when two of them are the same.

A name comes from a keyboard, a settings file or somebody else's record, and goes to a font, a file
and a database; what is let through here is safe for all of them.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from typing import Final

from crusade.plain import BLANK, seen

LONGEST: Final = 24
"""Characters of a name that are kept."""

_UNWANTED: Final = frozenset({"Cc", "Cf", "Cn", "Cs", "Co", "Zl", "Zp"})
"""Unicode categories a name never has: controls, format marks (they turn the text around them, or
stand for nothing), what has no meaning, lone surrogates, private signs, line ends."""
_JOINERS: Final = frozenset("\u200c\u200d")
"""The two format marks that scripts and emoji need between two letters."""
_PLAIN: Final = str.maketrans(
    {"ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "æ": "ae", "œ": "oe", "ħ": "h", "ı": "i"}
)
"""Letters that no decomposition takes apart, as who has no such key would type them."""


def clean_name(text: str) -> str:
    """The name as it is kept: NFC, nothing harmful, single spaces, 1 to 24 characters to be seen.

    Returns "" when nothing is left that can be seen; the caller then asks again or uses a name of
    its own.
    """
    # Nothing beyond this can be kept: a text from outside may be millions of letters long.
    spaced = " ".join(text[: 40 * LONGEST].split())
    kept = "".join(
        c
        for c in spaced
        if c in _JOINERS or (c not in BLANK and unicodedata.category(c) not in _UNWANTED)
    )
    # Composing may shorten the text, so the length is cut afterwards; cutting keeps it composed.
    name = " ".join(unicodedata.normalize("NFC", kept).split())[:LONGEST]
    name = name.strip(" \u200c\u200d")
    return name if seen(name) else ""


def name_key(name: str) -> str:
    """What two spellings of the same name have in common: "ADA", "ada" and "Ada" give one key.

    Nor does what cannot be seen make two names of one: joiners and variants of a letter's form.
    """
    folded = unicodedata.normalize("NFKC", clean_name(name)).casefold()
    shown = "".join(c for c in folded if c not in _JOINERS and not "\ufe00" <= c <= "\ufe0f")
    return unicodedata.normalize("NFKC", shown)


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
