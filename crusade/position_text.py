"""A position as text and back, so that a running game can outlive a change of the rules.

JSON with a version: every slot of the State that is plain data (numbers, texts, truth values, and
lists, tuples and dictionaries of those), by its name. What follows from the rest (compiled races,
the board) is made anew. Whoever changes the State's slots need not know this module, but a text of
other slots than today's is not understood, and the record's moves then have to do.
"""

from __future__ import annotations

import json
from typing import Any, Final

from .rules import Setup, State, decider, legal_moves, start
from .rules.pieces import refresh_all
from .rules.state import FACTS

VERSION: Final = 1
LONGEST: Final = 200_000
"""Characters of a text that is looked into; a position has some two thousand."""
_DEEPEST: Final = 5
_NO_DATA: Final = object()


class PositionError(Exception):
    """A text that is no position of this game, or one of another version of the program."""


def position_text(state: State) -> str:
    """The position as one line of JSON; the same text for equal positions."""
    facts = {name: _packed(getattr(state, name), 0) for name in FACTS}
    return json.dumps({"version": VERSION, "facts": facts}, separators=(",", ":"), sort_keys=True)


def position_from(setup: Setup, text: str) -> State:
    """The position of a game with this Setup that the text tells. Raises PositionError.

    The text may come from anywhere: it must have the slots of today, values of their kinds, and
    give a position in which the rules know what can be played.
    """
    try:
        if len(text) > LONGEST:
            raise PositionError("far too long")
        told = json.loads(text)
        if not isinstance(told, dict) or told.get("version") != VERSION:
            raise PositionError("of another version")
        facts = told["facts"]
        state = start(setup)
        if not isinstance(facts, dict) or facts.keys() != set(FACTS):
            raise PositionError("of another version's slots")
        for name, packed in facts.items():
            value = _unpacked(packed, 0)
            if not _alike(getattr(state, name), value):
                raise PositionError(f"the slot {name} cannot be so")
            setattr(state, name, value)
        refresh_all(state)
        decider(state)
        legal_moves(state.copy())
    except PositionError:
        raise
    except Exception as error:
        # Whatever a rule stumbles over in a text made by hand, it is no position.
        raise PositionError(f"no position ({error!r})") from None
    return state


def _packed(value: Any, depth: int) -> Any:
    """The value as JSON holds it, tuples and dictionaries marked as such; _NO_DATA if it is none.

    Deep inside of a value there is no data that is partly data.
    """
    if value is None or isinstance(value, bool | int | str):
        return value
    if depth > _DEEPEST or not isinstance(value, list | tuple | dict):
        return _NO_DATA
    items = sorted(value.items()) if isinstance(value, dict) else value
    parts = [_packed(part, depth + 1) for part in items]
    if any(part is _NO_DATA for part in parts):
        return _NO_DATA
    if isinstance(value, list):
        return parts
    return {"dict" if isinstance(value, dict) else "tuple": parts}


def _unpacked(value: Any, depth: int) -> Any:
    if depth > 2 * _DEEPEST:
        raise PositionError("nested too deep")
    if isinstance(value, list):
        return [_unpacked(part, depth + 1) for part in value]
    if isinstance(value, dict):
        ((kind, parts),) = value.items()
        made = tuple(_unpacked(part, depth + 1) for part in parts)
        return dict(made) if kind == "dict" else made
    return value


def _alike(sample: Any, value: Any) -> bool:
    """Whether a value is of the kind of the one that a new game has in its place."""
    if type(sample) is not type(value):
        return False
    if not isinstance(value, list):
        return True
    if sample and len(sample) != len(value) and all(type(part) is int for part in sample):
        return False  # a list of numbers has one for every Region, slot, seat or kind
    return not sample or all(type(part) is type(sample[0]) for part in value)
