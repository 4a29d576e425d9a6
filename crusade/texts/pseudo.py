"""The pseudo-language: English made 45 percent longer, accented and in brackets.

It shows in any screen what is cut, what did not come from a catalogue, and which sentences are
glued from pieces. Placeholders stay as they are; names and numbers filled into them stay plain.
"""

from __future__ import annotations

import string
from functools import lru_cache
from typing import Final

LANGUAGE: Final = "qps"
LONGER: Final = 0.45
_ACCENTS: Final = str.maketrans(
    "AaCcDdEeGgIiLlNnOoRrSsTtUuYyZz",
    "ÀàÇçÐðÉéĜĝÎîĻļÑñÖöŘřŠšŢţÛûÝýŽž",
)
_FILLER: Final = "one two three four five six seven eight nine ten"


@lru_cache(maxsize=4096)
def stretched(message: str) -> str:
    """The message in the pseudo-language; "" stays "".

    >>> stretched("Round {round}")
    '[Řöûñð {round} öñé]'
    """
    if not message:
        return ""
    parts: list[str] = []
    letters = 0
    for literal, name, spec, conversion in string.Formatter().parse(message):
        letters += len(literal)
        parts.append(literal.translate(_ACCENTS).replace("{", "{{").replace("}", "}}"))
        if name is not None:
            kept = name + (f"!{conversion}" if conversion else "") + (f":{spec}" if spec else "")
            parts.append("{" + kept + "}")
    more = max(1, round(letters * LONGER) - 3)  # two brackets and a space are longer, too
    filler = (_FILLER * (more // len(_FILLER) + 1))[:more].strip().translate(_ACCENTS)
    return f"[{''.join(parts)} {filler}]"
