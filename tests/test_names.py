"""No general room names a Race, a Special Power, a card or a piece: only the boxes do.

Not the words are looked for but their stems, in names, strings, docstrings and comments.
"""

from __future__ import annotations

import io
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path

import pytest

import crusade
from crusade.boxes import base_library, library

ROOT = Path(crusade.__file__).parent
OF_THE_BOXES = (
    "boxes",
    "archive/old_items.py",  # the sentences of the first format, which knew no boxes
    "desktop/scenes/samples.py",  # samples of screens for `crusade shot` name what stands in them
    "lab/benchmark_fame.py",
    "lab/box_words.py",  # the words of cases with a further box
    "lab/card_words.py",  # the words of cases with events
    "lab/benchmark_screen.py",
    "lab/generate_fame.py",
    "lab/perft.py",
    "lab/scenario_file.py",  # the keys of cases, those of further boxes among them
)
"""What may name something of a box: the boxes, what is old, and what shows or measures a sample.
No other room or file of `crusade` may."""
# fmt: off
EVERYDAY = frozenset((
    "hill", "forest", "swamp", "mine", "mystic", "volcano", "hole", "flying", "keep", "shield",
    "magic", "shadow", "ring", "pipe", "sock", "pirate", "ship", "calm",
))
# fmt: on
"""Stems that are also terrains and symbols (`Forest`) or words of every day (a hole in a board, a
token that is flying to its place, what is kept, a socket, what is shipped, a calming colour)."""


def stem(name: str) -> str:
    """`Sorcerers` -> `sorcerer`, `Dwarves` -> `dwar`, `Dragon Master` -> `dragon`."""
    word = name.lower().split()[0]
    for ending in ("ves", "s"):
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            return word[: -len(ending)]
    return word


def stems() -> frozenset[str]:
    libraries = (base_library(), library(("underground",)), library(("riverworld",)))
    names = [
        source.name
        for known in libraries
        for source in (
            *known.races,
            *known.powers,
            *known.event_markers,
            *known.cards,
            *known.boons,
        )
    ]
    names += [piece.word for known in libraries for piece in known.pieces]
    return frozenset(stem(name) for name in names) - EVERYDAY


def words(source: str) -> Iterator[tuple[int, str]]:
    """The words of a file with their lines: of names, strings, docstrings and comments.

    In comments and docstrings what stands between `backticks` is an example or a rule, not a word.
    """
    begins = True
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        string = token.type == tokenize.STRING
        if string or token.type in (tokenize.NAME, tokenize.COMMENT):
            told = token.type == tokenize.COMMENT or (string and begins)
            text = re.sub(r"`[^`]*`", quiet, token.string) if told else token.string
            for number, line in enumerate(text.split("\n"), token.start[0]):
                for word in re.findall(r"[A-Z]?[a-z]+|[A-Z]+", line):
                    yield number, word.lower()
        if token.type not in (tokenize.NL, tokenize.COMMENT):
            begins = token.type in (tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT)


def quiet(quoted: re.Match[str]) -> str:
    """The line ends of what was quoted, so that lines keep their numbers."""
    return "\n" * quoted[0].count("\n")


def found_in(source: str) -> list[tuple[int, str]]:
    """The lines of a file that name something of a box, with the word."""
    known = tuple(stems())
    return [(line, word) for line, word in words(source) if word.startswith(known)]


FILES = [
    file
    for file in sorted(ROOT.rglob("*.py"))
    if not any(file.is_relative_to(ROOT / room) for room in OF_THE_BOXES)
]


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(ROOT)))
def test_no_name_of_a_box(file: Path) -> None:
    assert found_in(file.read_text(encoding="utf-8")) == []


def test_a_name_would_be_found() -> None:
    source = (
        '"""Ghouls in a docstring, `Orcs` as an example,\n`Elves\nTrolls` and Giants."""\n'
        'if race is ELVES:\n    tell("The `Ghouls` fight")  # Trolls, `Wizards`\n'
    )
    found = [(1, "ghouls"), (3, "giants"), (4, "elves"), (5, "ghouls"), (5, "trolls")]
    assert found_in(source) == found
    assert {"ghoul", "orc", "berserk", "dragon", "encampment", "dwar", "spirit"} <= stems()
    assert len(FILES) > 150 and all((ROOT / room).exists() for room in OF_THE_BOXES)
