"""The rules book as data: files of numbered statements read into blocks for the screen."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

_TAGS = re.compile(r"\s*\[[^\[\]]{1,60}\](?=[\s,;.]|$)")
_NUMBER = re.compile(r"^(?:[-*]\s+)?([A-Z]{1,2}\d+[a-z]?|\d+\.|\d+)\s+(.*)$")
_MARKS = re.compile(r"\*\*|`|^\s*>\s?")
_OWN = re.compile(r"^P(?=\s|[.:,])[.:,]?\s*|[\s,;]*\bP(?: for [^.,;]*)?\.?$")


@dataclass(frozen=True)
class Statement:
    """A block: `kind` is heading, statement, row or code; `number` is its own ("K4", "12")."""

    kind: str
    words: str
    number: str = ""
    own: bool = False
    """True for a ruling of this program where no source decides."""
    cells: tuple[str, ...] = ()
    level: int = 0

    @property
    def all_words(self) -> str:
        """Everything in it that can be searched, in small letters."""
        return " ".join((self.number, self.words, *self.cells)).casefold()


@dataclass
class Chapter:
    """One file of the book."""

    key: str
    title: str
    blocks: list[Statement] = field(default_factory=list)
    titled: bool = False

    def find(self, wanted: str) -> list[Statement]:
        """The blocks with all the words of `wanted`, each after the heading it stands under."""
        words = wanted.casefold().split()
        out: list[Statement] = []
        heading: Statement | None = None
        for block in self.blocks:
            if block.kind == "heading":
                heading = block
            elif all(word in block.all_words for word in words):
                if heading is not None:
                    out.append(heading)
                    heading = None
                out.append(block)
        return out


def _cleaned(words: str) -> str:
    """Without marks of the source files: bold, code, and where a sentence comes from."""
    words = _MARKS.sub("", words)
    return re.sub(r"\s{2,}", " ", _TAGS.sub("", words)).strip()


def read_chapter(key: str, lines: Iterable[str]) -> Chapter:
    """Read one file. Tables become rows, fenced text is kept as it is, the rest are statements."""
    chapter = Chapter(key, key.capitalize())
    code: list[str] | None = None
    header = False
    for raw in lines:
        line = raw.rstrip()
        if line.strip().startswith("```"):
            if code is None:
                code = []
            else:
                chapter.blocks.append(Statement("code", "\n".join(code)))
                code = None
        elif code is not None:
            code.append(line)
        elif line.startswith("#"):
            level = len(line) - len(line.lstrip("#"))
            words = _cleaned(line[level:])
            if level == 1:
                chapter.title, chapter.titled = words, True
            else:
                chapter.blocks.append(Statement("heading", words, level=level))
        elif line.startswith("|"):
            cells = tuple(_cleaned(cell) for cell in line.strip("|").split("|"))
            if all(set(cell) <= set("-: ") for cell in cells):
                continue
            header = not (chapter.blocks and chapter.blocks[-1].kind in ("row", "header"))
            kind = "header" if header else "row"
            chapter.blocks.append(Statement(kind, "", cells=cells))
        elif line.strip() and (chapter.blocks or not chapter.titled):
            # What stands between the title and the first heading is about the files themselves.
            _add_statement(chapter, line)
    return chapter


def _add_statement(chapter: Chapter, line: str) -> None:
    """A numbered statement, a point of a list, or the continuation of the one above."""
    bare = line.strip()
    found = _NUMBER.match(bare)
    last = chapter.blocks[-1] if chapter.blocks else None
    if found is not None:
        number, words = found.group(1).rstrip("."), _cleaned(found.group(2))
        own = bool(_OWN.search(words))
        words = _OWN.sub("", words)
        level = 1 if line[0].isspace() else 0
        chapter.blocks.append(Statement("statement", words, number, own, level=level))
    elif bare.startswith(("- ", "* ")):
        words = _cleaned(bare[2:])
        own = bool(_OWN.search(words))
        words = _OWN.sub("", words)
        chapter.blocks.append(Statement("statement", words, "", own, level=1))
    elif last is not None and last.kind == "statement" and line[0].isspace():
        joined = f"{last.words} {_cleaned(bare)}"
        chapter.blocks[-1] = Statement("statement", joined, last.number, last.own, level=last.level)
    else:
        chapter.blocks.append(Statement("statement", _cleaned(bare)))


def read_book(folder: Path) -> list[Chapter]:
    """All chapters of a folder: the base game and the Crusade first, the README not at all."""
    files = sorted(folder.glob("*.md"), key=lambda path: (_ORDER.get(path.stem, 99), path.stem))
    return [
        read_chapter(path.stem, path.read_text(encoding="utf-8").splitlines())
        for path in files
        if path.stem.lower() != "readme"
    ]


_ORDER = {"base": 0, "crusade": 1, "rulings": 2, "underground": 3, "events": 4, "riverworld": 5}
