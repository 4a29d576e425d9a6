"""No general room names a Race, a Special Power, a card or a piece: only the boxes do.

Not the words are looked for but their stems, in the names and the strings of the code; comments and
docstrings may speak of whom they like.
"""

from __future__ import annotations

import io
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path

import pytest

import crusade
from crusade.boxes import base_library

ROOT = Path(crusade.__file__).parent
ROOMS = ("rules", "automaton", "players", "desktop", "session.py", "dealer.py", "replay.py")
EVERYDAY = frozenset({"hill", "forest", "swamp", "hole", "spirit", "flying", "hero", "mounted"})
"""Stems that are also words for terrains or of every day."""


def stem(name: str) -> str:
    """`Sorcerers` -> `sorcerer`, `Dwarves` -> `dwar`, `Dragon Master` -> `dragon`."""
    word = name.lower().split()[0]
    for ending in ("ves", "s"):
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            return word[: -len(ending)]
    return word


def stems() -> frozenset[str]:
    library = base_library()
    names = [source.name for source in (*library.races, *library.powers, *library.cards)]
    names += [piece.word for piece in library.pieces]
    return frozenset(stem(name) for name in names) - EVERYDAY


def words(source: str) -> Iterator[tuple[int, str]]:
    """The words of the names and strings of a file with their lines, without docstrings."""
    begins = True
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        text = token.type == tokenize.STRING and not begins
        if text or token.type == tokenize.NAME:
            for word in re.findall(r"[A-Z]?[a-z]+|[A-Z]+", token.string):
                yield token.start[0], word.lower()
        if token.type not in (tokenize.NL, tokenize.COMMENT):
            begins = token.type in (tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT)


def found_in(source: str) -> list[tuple[int, str]]:
    """The lines of a file that name something of a box, with the word."""
    known = tuple(stems())
    return [(line, word) for line, word in words(source) if word.startswith(known)]


FILES = [
    file
    for room in ROOMS
    for file in ([ROOT / room] if room.endswith(".py") else sorted((ROOT / room).rglob("*.py")))
    if not file.name.startswith("sample")  # a sample of a game names what stands in it
]


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(ROOT)))
def test_no_name_of_a_box(file: Path) -> None:
    assert found_in(file.read_text(encoding="utf-8")) == []


def test_a_name_would_be_found() -> None:
    source = (
        '"""Ghouls in a docstring."""\nif race is ELVES:\n    tell("The Ghouls fight")  # Trolls\n'
    )
    assert found_in(source) == [(2, "elves"), (3, "ghouls")]
    assert {"ghoul", "orc", "berserk", "dragon", "encampment", "dwar"} <= stems()
