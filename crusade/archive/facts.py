"""What the rules said, kept as facts: an English message that names it, and its typed values.

Stored as JSON: the message alone, or `[message, {value: ...}]`, with the message for many and the
context after it where there are such. A value is a number, a text, `["race", "Orcs"]` for a term,
or `{"label": ...}` for a further label. No sentence is stored: the room for texts makes it.
"""

from __future__ import annotations

import re
from typing import Any, Final

from crusade.rules.labels import Label, Term, Value

from .errors import Damaged

_LONGEST: Final = 400
"""Characters of a text among the values."""
_PLAIN: Final = re.compile(r"(?:[^{}]|\{[a-z_]{1,20}(?::[a-z]{0,10})?\}){0,400}")
"""A message of at most 400 letters and places, none of which does more than name a value."""
_MOST: Final = 20
"""Values of a label."""


def facts(label: Label | str) -> Any:
    """The label as it is stored."""
    if isinstance(label, str):
        return label
    if not (label.values or label.many or label.context):
        return label.message
    values = {key: _value(value) for key, value in label.values.items()}
    parts = [label.message, values, label.many, label.context]
    while not parts[-1]:
        parts.pop()
    return parts


def _value(value: Value) -> Any:
    if isinstance(value, Term):
        return [value.kind, value.name]
    if isinstance(value, Label):
        return {"label": facts(value)}
    return value


def label_from(stored: Any, depth: int = 0) -> Label:
    """The label that was stored. Raises Damaged."""
    parts: list[Any] = [stored] if isinstance(stored, str) else stored
    if not isinstance(parts, list) or not 1 <= len(parts) <= 4:
        raise Damaged("a message that is none")
    message, values, many, context = (parts + ["", {}, "", ""][len(parts) :])[:4]
    words = (message, many, context)
    if depth > 3 or not all(isinstance(word, str) and _PLAIN.fullmatch(word) for word in words):
        raise Damaged("a message that is none")
    if not isinstance(values, dict) or len(values) > _MOST:
        raise Damaged("a message whose values are none")
    found = {str(key): _value_from(value, depth) for key, value in values.items()}
    try:
        label = Label(message, **{**found, "many": many, "context": context})
        str(label)
    except (KeyError, IndexError, ValueError, TypeError, AttributeError):
        raise Damaged("a message without the values that it names") from None
    return label


def _value_from(value: Any, depth: int) -> Value:
    if isinstance(value, dict) and value.keys() == {"label"}:
        return label_from(value["label"], depth + 1)
    if isinstance(value, list) and len(value) == 2 and isinstance(value[0], str):
        kind, name = value
        if type(name) is int or (isinstance(name, str) and len(name) <= _LONGEST):
            return Term(kind, name)
    if type(value) is int or (isinstance(value, str) and len(value) <= _LONGEST):
        return value
    raise Damaged("a value that is none")
