"""Words for a person as facts: an English message with named places, and what belongs in them.

The rules build no sentence. They say which message is meant and with which values; the room for
texts turns both into the player's language. The message is the English one, so that a definition
stands together with what it says, and so that it can be looked up in a catalogue.
"""

from __future__ import annotations

from copy import copy
from dataclasses import dataclass
from typing import Final, Self, TypeAlias

PERSON: Final = "person"
RACE: Final = "race"
POWER: Final = "power"
REGION: Final = "region"
TERRAIN: Final = "terrain"
SOURCE: Final = "source"


@dataclass(frozen=True, slots=True)
class Term:
    """A thing that has a name: its kind (one of the words above) and its name, or a seat number.

    A language says how the name is inflected, where the message asks for it: ``{race:the}``.
    """

    kind: str
    name: str | int

    def __format__(self, spec: str) -> str:
        """The bare name: what to make of ``spec`` is a language's business."""
        return f"P{self.name + 1}" if isinstance(self.name, int) else self.name


Value: TypeAlias = "int | str | Term | Label"


class Label:
    """A message with its values; ``many`` is its plural form where ``count`` is among them.

    A value called ``who`` is the person who acts: ``you`` is the message for a person who is spoken
    to, where it differs.
    """

    __slots__ = ("context", "many", "message", "values", "you")

    def __init__(
        self,
        message: str,
        /,
        *,
        many: str = "",
        context: str = "",
        you: str = "",
        **values: Value,
    ) -> None:
        self.message = message
        self.you = you
        self.many = many
        self.context = context
        self.values = values

    def given(self, **values: Value) -> Self:
        """The same message with these values besides those it has."""
        made = copy(self)
        made.values = {**self.values, **values}
        return made

    def __str__(self) -> str:
        """The message with its values in place, names uninflected: for logs and error messages."""
        count = self.values.get("count")
        message = self.many if self.many and count != 1 else self.message
        return message.format_map(self.values)

    def __format__(self, spec: str) -> str:
        return str(self)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.message!r}, {self.values!r})"

    def _facts(self) -> tuple[object, ...]:
        return (self.message, self.many, self.context, self.you, tuple(sorted(self.values.items())))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Label) and self._facts() == other._facts()

    def __hash__(self) -> int:
        return hash((self.message, self.many, self.context, tuple(sorted(self.values))))

    def __bool__(self) -> bool:
        return bool(self.message)


NOTHING: Final = Label("")
"""What goes without saying."""
