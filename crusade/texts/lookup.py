"""Messages in the chosen language: looked up by their English text, filled with named values.

Nothing here is slow enough to keep: a message takes about a microsecond. The language is one for
the whole program; `use` changes it.
"""

from __future__ import annotations

import gettext as _standard
import importlib
import os
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeAlias

from . import pseudo

if TYPE_CHECKING:
    from .grammar import Grammar
    from .values import Who

SOURCE: Final = "en"
"""The language the messages are written in; it needs no catalogue."""
PSEUDO: Final = pseudo.LANGUAGE
DOMAIN: Final = "crusade"
FOLDER: Final = Path(__file__).parent / "locale"
VARIABLE: Final = "CRUSADE_LANGUAGE"
"""An environment variable that chooses the language where nothing else does."""

Forms: TypeAlias = "str | tuple[str, str]"
"""A message, or its singular and its plural: the number is the value called ``count``."""

_BROKEN = (KeyError, IndexError, ValueError, TypeError, AttributeError)
"""What a placeholder that is wrong or missing in a translation raises."""


class _Catalogue:
    """The translations of one language; without a file every message stays as it is."""

    def __init__(self, language: str, found: _standard.NullTranslations) -> None:
        self.language = language
        self.get: Callable[[str], str] = found.gettext
        self.get_many: Callable[[str, str, int], str] = found.ngettext
        self.get_in: Callable[[str, str], str] = found.pgettext
        self.get_many_in: Callable[[str, str, str, int], str] = found.npgettext


def _pseudo_catalogue() -> _Catalogue:
    made = _Catalogue(PSEUDO, _standard.NullTranslations())
    made.get = pseudo.stretched
    made.get_many = lambda one, many, n: pseudo.stretched(one if n == 1 else many)
    made.get_in = lambda context, message: pseudo.stretched(message)
    made.get_many_in = lambda context, one, many, n: pseudo.stretched(one if n == 1 else many)
    return made


_now = _Catalogue(SOURCE, _standard.NullTranslations())
_grammar: Grammar | None = None


def languages() -> tuple[str, ...]:
    """The languages there are: English first, then whatever has a compiled catalogue."""
    found = sorted(path.parent.parent.name for path in FOLDER.glob(f"*/LC_MESSAGES/{DOMAIN}.mo"))
    return (SOURCE, *found)


def use(language: str = "") -> None:
    """Speak ``language`` from now on: `en`, `qps` (the pseudo-language) or one of `languages()`.

    Without a language the one that the environment variable CRUSADE_LANGUAGE names, else English.
    Raises ValueError with a sentence if there is no such language; nothing has changed then.
    """
    global _now, _grammar
    language = language or os.environ.get(VARIABLE, "") or SOURCE
    if language == PSEUDO:
        _now = _pseudo_catalogue()
    elif language == SOURCE:
        _now = _Catalogue(SOURCE, _standard.NullTranslations())
    elif language in languages():
        found = _standard.translation(DOMAIN, str(FOLDER), [language])
        _now = _Catalogue(language, found)
    else:
        there = ", ".join((*languages(), PSEUDO))
        raise ValueError(
            _(
                "There is no language '{language}' here; choose one of {languages}.",
                language=language[:20],
                languages=there,
            )
        )
    _grammar = None


def language() -> str:
    """The language that is spoken now, by its code."""
    return _now.language


def grammar() -> Grammar:
    """The grammar module of the language that is spoken now; English where it has none."""
    global _grammar
    if _grammar is None:
        name = _now.language if _now.language != PSEUDO else SOURCE
        try:
            module = importlib.import_module(f"crusade.texts.grammar.{name}")
        except ModuleNotFoundError:
            module = importlib.import_module(f"crusade.texts.grammar.{SOURCE}")
        _grammar = module.GRAMMAR
    return _grammar


def _fill(said: str, source: str, values: Mapping[str, object]) -> str:
    """The message with its values; the English one where the translation's places are wrong."""
    try:
        return said.format_map(values)
    except _BROKEN:
        if said == source:
            raise
        return source.format_map(values)


def _(message: str, /, **values: object) -> str:
    """The message in the player's language, with its named values."""
    said = _now.get(message)
    return _fill(said, message, values) if values else said


def _n(one: str, many: str, count: int, /, **values: object) -> str:
    """The same for a number of things: the plural form that fits ``count``, which it fills in."""
    return _fill(
        _now.get_many(one, many, count), one if count == 1 else many, {"count": count, **values}
    )


def _p(context: str, message: str, /, **values: object) -> str:
    """The same for a message that means different things in different places."""
    said = _now.get_in(context, message)
    return _fill(said, message, values) if values else said


def _np(context: str, one: str, many: str, count: int, /, **values: object) -> str:
    """The same for a number of things in a context."""
    said = _now.get_many_in(context, one, many, count)
    return _fill(said, one if count == 1 else many, {"count": count, **values})


def translation_in(context: str, one: str, many: str, count: int) -> str:
    """What a context of the catalogue has for a number of things, its places not yet filled."""
    return _now.get_many_in(context, one, many, count)


def _w(
    who: Who, you: Forms, person: Forms, tribes: Forms | None = None, /, **values: object
) -> str:
    """A sentence about somebody: addressed to "you", about a person by name, or the Lost Tribes.

    ``you``, ``person`` and ``tribes`` are three messages, each with its own context in the
    catalogue: other languages need three verbs where English may do with one. A message may be a
    pair (singular, plural); then ``count`` is among the values. ``{who}`` is always filled in.
    Raises ValueError if the Lost Tribes act in a sentence that has no message for them.
    """
    forms = {"you": you, "person": person, "tribes": tribes}[who.kind]
    if forms is None:
        raise ValueError(f"nothing is said of the Lost Tribes here: {person}")
    values = {"who": who, **values}
    if isinstance(forms, str):
        return _fill(_now.get_in(who.kind, forms), forms, values)
    count = values["count"]
    assert isinstance(count, int)
    one, many = forms
    said = _now.get_many_in(who.kind, one, many, count)
    return _fill(said, one if count == 1 else many, values)


def N_(message: str, /) -> str:  # noqa: N802 - the name every translator's tool knows
    """Mark a message that is translated later: `_(message)` where it is shown."""
    return message


def NP_(context: str, message: str, /) -> str:  # noqa: N802
    """Mark a message of a context that is translated later: `_p(context, message)`."""
    return message


def fixed(text: str, /) -> str:
    """Say that a text is the same in every language: a word of a file format or of a protocol."""
    return text


def NN_(one: str, many: str, /) -> tuple[str, str]:  # noqa: N802
    """Mark a counted noun, `{count} token` and `{count} tokens`: for `values.Count` and `_w`."""
    return one, many
