"""Words from outside, made fit to be shown: names, paths, keys and arguments of unknown origin.

Whatever a file or a command line holds may be printed on a terminal or drawn on the screen only
after it went through here: no control character, no mark that turns the text around, no lone
surrogate, no line end, and no more letters than anybody would read.
"""

from __future__ import annotations

import unicodedata
from typing import Final

LONGEST: Final = 300
"""Characters of a text from outside that are worth showing; paths are the longest of them."""
_HARMFUL: Final = frozenset({"Cc", "Cf", "Cs", "Co", "Zl", "Zp"})
"""Unicode categories: controls, invisible marks, lone surrogates, private, line ends."""
_JOINERS: Final = frozenset("\u200c\u200d\u00ad")
"""Invisible, but words of some scripts and pictures of several signs need them."""


BLANK: Final = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0\U0001d159")
"""Letters, marks and signs that are drawn as nothing."""
_SHOWN: Final = frozenset("LNPS")
"""First letters of the categories that are something by themselves; marks are not."""


def seen(text: str) -> bool:
    """Whether anything of the text can be seen: not spaces, marks and blank letters alone."""
    return any(c not in BLANK and unicodedata.category(c)[0] in _SHOWN for c in text)


def harmful(sign: str) -> bool:
    """Whether this one character may move a terminal's cursor, hide or turn text, or end a line."""
    return unicodedata.category(sign) in _HARMFUL and sign not in _JOINERS


def spelled_out(text: str) -> str:
    r"""The text with every harmful character written as Python writes it: `\x1b`, `\n`."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(_escape(sign) if harmful(sign) else sign for sign in text)


def shortened(text: str, most: int = LONGEST) -> str:
    """At most ``most`` characters of the text: its beginning and its end, `…` for what is between.

    The end stays because a path tells most there.
    """
    if len(text) <= most:
        return text
    tail = (most - 1) // 3
    return text[: most - 1 - tail] + "…" + text[len(text) - tail :]


def plain(text: object, most: int = LONGEST) -> str:
    """The text on one line, safe to show, with at most ``most`` characters."""
    words = str(text)
    # Cut before it is spelled out, so that a text of megabytes costs no more than a short one.
    return shortened(spelled_out(shortened(words, most)), most)


def _escape(sign: str) -> str:
    number = ord(sign)
    if sign in "\n\r\t":
        return {"\n": r"\n", "\r": r"\r", "\t": r"\t"}[sign]
    if number < 0x100:
        return f"\\x{number:02x}"
    return f"\\u{number:04x}" if number < 0x10000 else f"\\U{number:08x}"
