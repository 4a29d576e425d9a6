"""What the rules say, in words: a message with its values as they come, not yet as they are read.

The rules speak in labels: an English message, its plural where it has one, and values that are
numbers, texts, terms (a kind and a name, or a seat) or further labels. Nothing is imported from
them; whatever has these attributes can be told.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Protocol

from . import lookup
from .values import Name, Region, Who, person


class Said(Protocol):
    """A message of the rules."""

    @property
    def message(self) -> str:
        """The English message, which is what the catalogue is asked for."""

    @property
    def many(self) -> str:
        """Its plural, or "": the number is the value called ``count``."""

    @property
    def context(self) -> str:
        """The context in the catalogue, or ""."""

    @property
    def values(self) -> Mapping[str, Any]:
        """What belongs in its places."""


Cast = Callable[[int], Who]
"""Who sits at a seat."""


def seats(seat: int) -> Who:
    """The seats as scenarios and records name them: `P1`, `P2`."""
    return person(f"P{seat + 1}")


def tell(said: Said, cast: Cast = seats) -> str:
    """The message in the player's language; ``cast`` knows the people.

    Where somebody acts (a value ``who``), the context is how they are spoken of: a label may bring
    the message for "you" in ``you``.
    """
    values = {key: value_of(value, cast) for key, value in said.values.items()}
    who = values.get("who")
    if isinstance(who, Who):
        one: lookup.Forms = (said.message, said.many) if said.many else said.message
        return lookup._w(who, getattr(said, "you", "") or one, one, one, **values)
    if said.many:
        count = values.pop("count")
        assert isinstance(count, int)
        if said.context:
            return lookup._np(said.context, said.message, said.many, count, **values)
        return lookup._n(said.message, said.many, count, **values)
    if said.context:
        return lookup._p(said.context, said.message, **values)
    return lookup._(said.message, **values)


def value_of(fact: Any, cast: Cast = seats) -> object:
    """A value of the rules as a value of a sentence."""
    if isinstance(fact, int | str):
        return fact
    if hasattr(fact, "message"):
        return tell(fact, cast)
    kind, name = fact.kind, fact.name
    if isinstance(name, int):
        return cast(name)
    return Region(name) if kind == "region" else Name(kind, name)
