"""Finds texts for people that do not go through the catalogue, in the syntax tree."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from crusade.texts import extraction

MESSAGES = ("name", *extraction.SPOKEN)
"""What a definition says, which the catalogue takes from there."""
PACKAGE = Path(__file__).resolve().parent.parent / "crusade"
SILENT = ("texts/", "lab/", "rules/", "archive/old_items.py")
"""Rooms whose words are not a player's: the catalogue itself, the developers' tools, what has its
own test (the rules say nothing but labels), and what old files say.
"""
DRAWINGS = re.compile(
    r"desktop/(terrain|pictures|slots|overlays|geometry|board_picture|board_view)\.py$"
)
"""Files that draw: their texts are pictures, and complaints to whoever programs."""
SAMPLES = re.compile(r"desktop/.*sample\w*\.py$")
"""Made-up games and people for screenshots."""
MARKING = {"_", "_n", "_p", "_np", "_w", "N_", "NP_", "NN_", "fixed", "Label", "Refusal"}
PROGRAMMERS = {
    "AssertionError",
    "KeyError",
    "TypeError",
    "NotImplementedError",
    "AttributeError",
    "PositionError",
    "Damaged",
}
"""Errors that tell a programmer what was done wrong; no player ever reads them."""
TECHNICAL = {
    "compile",
    "fullmatch",
    "match",
    "getattr",
    "TypeVar",
    "Term",
    *extraction.LANDS,
    "NewType",
    "execute",
    "encode",
}
"""Calls whose texts are patterns, names and statements of another language."""
WORDS = re.compile(r"[A-Za-z]{2,}[,;:]? +\(?[A-Za-z]{1,}|^[A-Z][a-z]+[.:?!…]?$|[a-z]{2,}[.?!…]$")
"""Two words beside each other, a capitalised word, or the end of a sentence."""
BESIDE = re.compile(r"(^|[ (])[A-Za-z]{3,}[,;:]? +_|_ [A-Za-z]{3,}")
"""A word beside a placeholder in an f-string."""
FORMS = {"many", "you", "context"}
"""What a label brings besides its message."""
NAMES = {"name", "source", "word", "pass_word", "key", "picture", "rule"}
"""Attributes and arguments that programs read: names of widgets, words of records, rules."""
OTHER_LANGUAGE = re.compile(
    r"^\s*(<|REPLACE|SELECT|INSERT|UPDATE|DELETE|CREATE|DROP|PRAGMA|BEGIN|VALUES)\b"
    r"|^\s*(FROM|WHERE|ORDER|ALTER|AND)\b|^[a-z_]+(, [a-z_]+){4,}$"
    r"|^[\w./*-]+\.(py|json|svg|ttf|md|yaml|png|txt|db)$|%[A-Za-z]|^\.{0,2}/|^[CZL][a-z]$"
)
"""Database statements, drawings, file names, forms of dates, Unicode's categories."""


class Unmarked(NamedTuple):
    """A text outside every marking call."""

    file: str
    line: int
    text: str


def unmarked(root: Path = PACKAGE) -> list[Unmarked]:
    """Every such text of the package."""
    found: list[Unmarked] = []
    for path in sorted(root.rglob("*.py")):
        name = path.relative_to(root).as_posix()
        if not (name.startswith(SILENT) or DRAWINGS.search(name) or SAMPLES.search(name)):
            found += unmarked_in(path.read_text("utf-8"), name)
    return found


def unmarked_in(source: str, file: str) -> Iterator[Unmarked]:
    """Those of one file."""
    yield from _in(ast.parse(source), file)


def _in(node: ast.AST, file: str) -> Iterator[Unmarked]:
    if isinstance(node, ast.Constant):
        if isinstance(node.value, str) and is_words(node.value):
            yield Unmarked(file, node.lineno, node.value)
        return
    if isinstance(node, ast.JoinedStr):
        text = "".join(_literal(part) for part in node.values)
        if is_words(text) or (BESIDE.search(text) and not OTHER_LANGUAGE.search(text)):
            yield Unmarked(file, node.lineno, text)
        for part in node.values:
            if isinstance(part, ast.FormattedValue):
                yield from _in(part.value, file)
        return
    for child in _spoken_children(node):
        yield from _in(child, file)


def _literal(part: ast.expr) -> str:
    """What stands in an f-string; a placeholder counts as one letter without a case."""
    return str(part.value) if isinstance(part, ast.Constant) else "_"


def is_words(text: str) -> bool:
    """Whether a text looks like words for a person."""
    return bool(WORDS.search(text)) and not OTHER_LANGUAGE.search(text)


def _spoken_children(node: ast.AST) -> Iterator[ast.AST]:
    """The parts of a node in which a text would be read by a person."""
    if isinstance(node, ast.Assert | ast.AnnAssign | ast.arg | ast.arguments):
        if isinstance(node, ast.AnnAssign) and node.value is not None:
            yield node.value
        if isinstance(node, ast.arguments):
            yield from _defaults(node)
        return
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
        return  # a docstring
    if isinstance(node, ast.Call):
        name = _name(node.func)
        if name in PROGRAMMERS or name in TECHNICAL:
            return
        yield node.func
        marked = name in MARKING
        for each in node.args:
            if not (marked and (_is_message(each) or name == "fixed")):
                yield each
        # Values in a marking call stand in a sentence: a plain text among them is none of the
        # catalogue's.
        yield from (
            word.value
            for word in node.keywords
            if word.arg not in NAMES and not (marked and word.arg in FORMS)
        )
        return
    if isinstance(node, ast.Subscript):
        yield node.value
        if not isinstance(node.slice, ast.Constant):
            yield node.slice
        return
    if isinstance(node, ast.Compare):
        return
    if isinstance(node, ast.FunctionDef):
        if node.name == "audit":
            return  # what is wrong with a position, for whoever programs
        yield node.args
        yield from node.body
        yield from node.decorator_list
        return
    if isinstance(node, ast.Dict):
        yield from node.values
        return
    if isinstance(node, ast.Assign) and any(_name(each) == "__all__" for each in node.targets):
        return
    if isinstance(node, ast.ClassDef):
        yield from node.keywords
        for each in node.body:
            for name, value in extraction.assigned(each):
                if not (name in (*MESSAGES, *NAMES) and _is_message(value)):
                    yield value
            if not isinstance(each, ast.Assign | ast.AnnAssign):
                yield each
        return
    if isinstance(node, ast.Import | ast.ImportFrom | ast.MatchValue):
        return
    yield from ast.iter_child_nodes(node)


def _defaults(node: ast.arguments) -> Iterator[ast.expr]:
    """What arguments are unless they are given; a name is no text for people."""
    given = [*node.posonlyargs, *node.args]
    pairs = zip(given[len(given) - len(node.defaults) :], node.defaults, strict=True)
    for arg, value in (*pairs, *zip(node.kwonlyargs, node.kw_defaults, strict=True)):
        if value is not None and arg.arg not in NAMES:
            yield value


def _is_message(node: ast.expr) -> bool:
    if isinstance(node, ast.Tuple):
        return all(map(_is_message, node.elts))
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


def _name(node: ast.expr) -> str:
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else ""


if __name__ == "__main__":
    for each in unmarked():
        print(f"crusade/{each.file}:{each.line}: {each.text!r}")
