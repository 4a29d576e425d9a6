"""What a message may be filled with besides numbers: people, Races, combos, Regions, lists.

A value knows what it is, not how it is written: a message asks for a form, ``{race:the}``,
``{race:of}``, ``{regions:or}``, and the grammar of the language answers. English knows the forms
named here; a translation may ask for those its own grammar adds (cases, above all). A form whose
first letter is large begins a sentence: ``{race:The}``. A form that a grammar does not know gives
the plain one.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from .lookup import NN_, grammar

YOU: Final = "you"
PERSON: Final = "person"
TRIBES: Final = "tribes"


class Value:
    """Something with a name that a language can inflect."""

    __slots__ = ()

    def inflected(self, form: str) -> str:
        """The value in a form of the present language; ``form`` is in small letters or empty."""
        raise NotImplementedError

    def __format__(self, form: str) -> str:
        if form[:1].isupper():
            return grammar().begun(self.inflected(form[:1].lower() + form[1:]))
        return self.inflected(form)

    def __str__(self) -> str:
        return self.inflected("")


@dataclass(frozen=True, slots=True)
class Who(Value):
    """Somebody who acts: "you", a person by name (of unknown gender), or the Lost Tribes, whose
    ``name`` is what a box calls them.

    Forms: plain (`you`, `Ada`, `the Lost Tribes`), ``of`` (`your`, `Ada's`, `the Lost Tribes'`).
    """

    kind: str
    name: str = ""

    def inflected(self, form: str) -> str:
        return grammar().who(self, form)


def person(name: str) -> Who:
    """A person by name."""
    return Who(PERSON, name)


def folk(name: str) -> Who:
    """The Lost Tribes by what a box calls them (`the Lost Tribes`)."""
    return Who(TRIBES, name)


THE_PLAYER: Final = Who(YOU)
"""The only person of a solo game, addressed as "you"."""
LOST_TRIBES: Final = folk("the Lost Tribes")


@dataclass(frozen=True, slots=True)
class Name(Value):
    """The English name of a thing of the game; ``kind`` is its context in the catalogue.

    Kinds: race, power, piece, terrain, card, place, relic, board, and source for whichever of them
    has it. Forms: plain (`Elves`), ``the`` (`the Elves`), ``of`` (`the Elves'`).
    """

    kind: str
    name: str

    def inflected(self, form: str) -> str:
        return grammar().name(self, form)


def race(name: str) -> Name:
    """A Race by its English name."""
    return Name("race", name)


def power(name: str) -> Name:
    """A Special Power by its English name."""
    return Name("power", name)


@dataclass(frozen=True, slots=True)
class Combo(Value):
    """A Race with the Special Powers beside it (none, one or more), by their English names.

    Forms: as those of a Race.
    """

    race: str
    powers: tuple[str, ...] = ()

    def inflected(self, form: str) -> str:
        return grammar().combo(self, form)


@dataclass(frozen=True, slots=True)
class Army(Value):
    """Somebody's Race: `your Elves`, `Ada's Elves`; the Lost Tribes are themselves.

    Forms: plain, ``of`` (`your Elves'`).
    """

    owner: Who
    race: str

    def inflected(self, form: str) -> str:
        return grammar().army(self, form)


@dataclass(frozen=True, slots=True)
class Region(Value):
    """A place on the board, by the name the board gives it; it is never inflected."""

    name: str

    def inflected(self, form: str) -> str:
        return grammar().region(self, form)


@dataclass(frozen=True, slots=True)
class Count(Value):
    """A number of things, where a sentence holds more numbers than the one it is about.

    ``noun`` is a pair of messages (singular, plural) with ``{count}`` in them.
    """

    number: int
    noun: tuple[str, str]

    def inflected(self, form: str) -> str:
        return grammar().count(self, form)


TOKENS: Final = NN_("{count} token", "{count} tokens")
COINS: Final = NN_("{count} coin", "{count} coins")
REGIONS: Final = NN_("{count} Region", "{count} Regions")


def begun(words: str) -> str:
    """Words as they begin a sentence or a heading."""
    return grammar().begun(words)


def tokens(number: int) -> Count:
    """`3 tokens`, within a longer sentence."""
    return Count(number, TOKENS)


def coins(number: int) -> Count:
    """`3 coins`, within a longer sentence."""
    return Count(number, COINS)


def regions(number: int) -> Count:
    """`3 Regions`, within a longer sentence."""
    return Count(number, REGIONS)


@dataclass(frozen=True, slots=True)
class Several(Value):
    """A list of things. Forms: ``and`` (also plain), ``or``, ``list`` (commas alone).

    After a dot stands the form of each thing: ``{races:and.the}`` is `the Elves and the Orcs`.
    """

    things: tuple[object, ...]

    def inflected(self, form: str) -> str:
        joiner, _, each = form.partition(".")
        return grammar().several([format(thing, each) for thing in self.things], joiner)


def several(things: Iterable[object]) -> Several:
    """A list of values (or of texts that are already in the player's language)."""
    return Several(tuple(things))


@dataclass(frozen=True, slots=True)
class Marked(Value):
    """A value whose place in the finished sentence can be found again, to set it in bold."""

    value: object

    def inflected(self, form: str) -> str:
        return f"{MARK_ON}{format(self.value, form)}{MARK_OFF}"


MARK_ON: Final = "\ue000"
MARK_OFF: Final = "\ue001"
"""Signs for private use: no name and no message ever holds them (`texts.runs`)."""


def runs(text: str) -> list[tuple[str, bool]]:
    """A sentence in its stretches, (words, whether they were `Marked`)."""
    found: list[tuple[str, bool]] = []
    for number, part in enumerate(text.split(MARK_ON)):
        if number:
            inside, _, part = part.partition(MARK_OFF)
            found.append((inside, True))
        if part:
            found.append((part, False))
    return found


def unmarked(text: str) -> str:
    """A sentence without the signs of `Marked`."""
    return text.replace(MARK_ON, "").replace(MARK_OFF, "")
