"""The catalogues' workshop: `python -m crusade.texts.catalogue extract|update|compile|check`.

    extract              writes locale/crusade.pot from the messages in the code
    update LANGUAGE...   brings locale/LANGUAGE/LC_MESSAGES/crusade.po up to date (or begins it)
    compile              makes a .mo of every .po; the wheel's build does the same
    check                tells what is wrong with the messages and with every .po; exit 1 if any

Needs Babel, which the game itself does not.
"""

from __future__ import annotations

import argparse
import importlib
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

from .extraction import Message, all_messages, forms, places
from .grammar import Grammar
from .lookup import DOMAIN, FOLDER

if TYPE_CHECKING:
    from babel.messages.catalog import Catalog

CASED: Final = ("race", "power", "who", "piece", "terrain", "card", "place", "relic")
"""Contexts whose names are needed in every case of a language."""


def needed(messages: Iterable[Message], grammar: Grammar) -> list[Message]:
    """The messages, and the case forms that a language needs of names and nouns besides."""
    found = list(messages)
    for each in list(found):
        for case in grammar.CASES:
            if each.context in CASED:
                found.append(each._replace(context=f"{each.context}, {case}"))
            elif each.noun:
                found.append(each._replace(context=case))
    return found


def grammar_of(language: str) -> Grammar:
    """A language's grammar module, or one without inflection."""
    try:
        module = importlib.import_module(f"crusade.texts.grammar.{language.lower()}")
    except ModuleNotFoundError:
        return Grammar()
    found = module.GRAMMAR
    assert isinstance(found, Grammar)
    return found


def template(messages: Iterable[Message]) -> Catalog:
    """The messages as a Babel catalogue without translations."""
    from babel.messages.catalog import Catalog

    made = Catalog(project="The Lost Tribes' Crusade", charset="utf-8")
    for each in messages:
        name = (each.message, each.many) if each.many else each.message
        made.add(name, locations=[(each.file, each.line)], context=each.context or None)
    return made


def po_files(folder: Path = FOLDER) -> list[Path]:
    """The translations there are."""
    return sorted(folder.glob(f"*/LC_MESSAGES/{DOMAIN}.po"))


def read(path: Path) -> Catalog:
    """A translation. Raises ValueError with a sentence if the file is no catalogue."""
    from babel.messages.pofile import PoFileError, read_po

    with path.open("rb") as file:
        try:
            return read_po(file, locale=path.parent.parent.name, abort_invalid=True)
        except (PoFileError, UnicodeDecodeError) as error:
            raise ValueError(f"{path} is no message catalogue ({error}).") from None


def extract(folder: Path = FOLDER) -> Path:
    """Write the template; returns its path."""
    from babel.messages.pofile import write_po

    path = folder / f"{DOMAIN}.pot"
    folder.mkdir(parents=True, exist_ok=True)
    with path.open("wb") as file:
        write_po(file, template(all_messages()), width=100, sort_by_file=True)
    return path


def update(language: str, folder: Path = FOLDER) -> Path:
    """Bring a translation up to date with the code, or begin it; returns its path."""
    from babel.messages.catalog import Catalog
    from babel.messages.pofile import write_po

    path = folder / language / "LC_MESSAGES" / f"{DOMAIN}.po"
    path.parent.mkdir(parents=True, exist_ok=True)
    made = read(path) if path.exists() else Catalog(locale=language, charset="utf-8")
    made.update(template(needed(all_messages(), grammar_of(language))), no_fuzzy_matching=True)
    with path.open("wb") as file:
        write_po(file, made, width=100)
    return path


def compile_all(folder: Path = FOLDER) -> list[Path]:
    """Make a .mo of every .po; returns their paths."""
    from babel.messages.mofile import write_mo

    made = []
    for path in po_files(folder):
        target = path.with_suffix(".mo")
        with target.open("wb") as file:
            write_mo(file, read(path))
        made.append(target)
    return made


def faults(messages: Sequence[Message]) -> Iterator[str]:
    """What is wrong with the English messages themselves."""
    plurals: dict[tuple[str, str], str] = {}
    for each in messages:
        where = f"{each.file}, line {each.line}"
        try:
            one, many = places(each.message), places(each.many)
        except ValueError as error:
            yield f"{where}: the places of '{each.message}' cannot be read ({error})."
            continue
        if each.many and one | {"count"} != many | {"count"}:
            yield f"{where}: '{each.message}' and its plural have different places."
        if not all(name.isidentifier() for name in each.places):
            yield f"{where}: '{each.message}' has a place without a plain name."
        key = (each.context, each.message)
        if each.many and plurals.setdefault(key, each.many) != each.many:
            yield f"{where}: '{each.message}' has two plurals."


def translation_faults(path: Path, messages: Iterable[Message]) -> Iterator[str]:
    """What is wrong with one translation, a sentence each."""
    language = path.parent.parent.name
    catalogue = read(path)
    for each in needed(messages, grammar_of(language)):
        name = (each.message, each.many) if each.many else each.message
        found = catalogue.get(name, each.context or None)
        where = f"{path}: '{each.message}'" + (f" ({each.context})" if each.context else "")
        string = "" if found is None or found.fuzzy else found.string or ""
        words = [string] if isinstance(string, str) else list(string)
        if not words or not all(words):
            yield f"{where} is not translated in all its forms."
            continue
        if each.many and len(words) != catalogue.num_plurals:
            yield f"{where} has {len(words)} plural forms instead of {catalogue.num_plurals}."
        for text in words:
            try:
                strange = {name for name, _ in forms(text)} - each.places
            except ValueError as error:
                yield f"{where}: the places of '{text}' cannot be read ({error})."
                continue
            for place in sorted(strange):
                yield f"{where} is given no '{place}'."


def check(folder: Path = FOLDER) -> list[str]:
    """Everything wrong with the messages and their translations, a sentence each."""
    messages = all_messages()
    found = list(faults(messages))
    for path in po_files(folder):
        try:
            found += translation_faults(path, messages)
        except ValueError as error:
            found.append(str(error))
    return found


def main(argv: Sequence[str] | None = None) -> int:
    """Run the workshop's command; returns the exit code."""
    parser = argparse.ArgumentParser(prog="python -m crusade.texts.catalogue")
    parser.add_argument("command", choices=("extract", "update", "compile", "check"))
    parser.add_argument("languages", nargs="*", metavar="LANGUAGE")
    args = parser.parse_args(argv)
    if args.command == "check":
        found = check()
        print("\n".join(found) or f"{len(set(all_messages()))} messages are in order.")
        return 1 if found else 0
    try:
        if args.command == "extract":
            made = [extract()]
        elif args.command == "compile":
            made = compile_all()
        else:
            made = [update(language) for language in args.languages]
    except (OSError, ValueError) as error:
        print(error, file=sys.stderr)
        return 1
    for path in made:
        print(path)
    return 0


if __name__ == "__main__":
    sys.exit(main())
