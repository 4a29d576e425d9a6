"""Long names of persons: the name is shortened where words do not fit, never the instruction."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from crusade.desktop.kit import text
from crusade.desktop.layout import Metrics
from crusade.desktop.theme import Style

LEAST = 3
"""Letters of a name that always stay."""


def fitting_test(style: Style, m: Metrics, width: int) -> Callable[[str], bool]:
    """Whether words fit on one line of so many pixels."""
    return lambda words: text.measure(words, style, m) <= width


def shorten_names(words: str, names: Sequence[str], fits: Callable[[str], bool]) -> str:
    """The words with the names in them cut, the longest first, until ``fits`` says yes.

    When even the shortest names do not help, the words with those are returned.
    """
    kept = {name: name for name in names if len(name) > LEAST and name in words}

    def said() -> str:
        out = words
        for name in sorted(kept, key=len, reverse=True):
            out = out.replace(name, kept[name])
        return out

    while not fits(said()):
        longest = max(kept, key=lambda name: len(kept[name].rstrip("…")), default="")
        letters = kept.get(longest, "").rstrip("…")
        if len(letters) <= LEAST:
            break
        kept[longest] = letters[:-1].rstrip() + "…"
    return said()
