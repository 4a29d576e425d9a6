"""A position as text and back, so that a running game can outlive a change of the rules.

JSON with a version: every slot of the State that is plain data (numbers, texts, truth values, and
lists and tuples of those), by its name. What is no data (the Setup, the board, compiled sources) is
made anew from the Setup; whoever changes the State's slots need not know this module, but a text
of other slots than today's is not understood, and the record's moves then have to do.
"""

from __future__ import annotations

import json
from typing import Any, Final

from .rules import Setup, State

VERSION: Final = 1
LONGEST: Final = 200_000
"""Characters of a text that is looked into."""
_MOST_DEEP: Final = 5
_ABSENT: Final = object()


class PositionError(Exception):
    """A text that is no position of this game, or one of another version of the program."""


def position_text(state: State) -> str:
    """The position as one line of JSON; the same text for equal positions."""
    facts = {}
    for name in State.__slots__:
        value = _plain(getattr(state, name), 0)
        if value is not _ABSENT:
            facts[name] = value
    return json.dumps({"version": VERSION, "facts": facts}, separators=(",", ":"), sort_keys=True)


def _plain(value: Any, depth: int) -> Any:
    """The value as JSON holds it, tuples marked as such; _ABSENT if it is no data."""
    if value is None or isinstance(value, bool | int | str):
        return value
    if depth > _MOST_DEEP or not isinstance(value, list | tuple):
        return _ABSENT
    parts = [_plain(part, depth + 1) for part in value]
    if any(part is _ABSENT for part in parts):
        return _ABSENT
    return parts if isinstance(value, list) else {"tuple": parts}
