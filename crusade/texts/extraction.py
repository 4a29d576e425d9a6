"""Every message in a Python file, found in its syntax tree: what the catalogue is made from.

Messages are the literal arguments of the marking calls of this room, the labels and refusals of the
rules, and the `name` and the texts (`SPOKEN`) of a definition (a class whose base is a kind of
source: its name gets that kind as context).
"""

from __future__ import annotations

import ast
import string
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

ROOT: Final = Path(__file__).resolve().parent.parent
"""The folder of the package `crusade`."""
KINDS: Final = (
    "Race",
    "Power",
    "Card",
    "EventMarker",
    "Boon",
    "Place",
    "Relic",
    "Piece",
    "Terrain",
    "Variant",
)
"""Base classes of definitions; the small word is the context of the name."""
LANDS: Final = ("Terrain", "Symbol")
"""Calls that name a kind of land or what a board prints on it."""
SPOKEN: Final = (
    "text",
    "declined",
    "detail",
    "intro",
    "crusade_text",
    "crusade_detail",
    "classic_detail",
)
WHO: Final = ("you", "person", "tribes")


class Message(NamedTuple):
    """A message of the catalogue and where it stands.

    ``many`` is "" where it has no plural; a ``noun`` (`NN_`) is counted within other sentences.
    """

    file: str
    line: int
    message: str
    many: str = ""
    context: str = ""
    noun: bool = False

    @property
    def places(self) -> set[str]:
        """The names of its placeholders."""
        return places(self.message) | places(self.many)


def places(message: str) -> set[str]:
    """The names of the placeholders in a message. Raises ValueError if it is no format."""
    return {name for _, name, _, _ in string.Formatter().parse(message) if name is not None}


def forms(message: str) -> set[tuple[str, str]]:
    """(name, form) of every placeholder in a message."""
    return {
        (name, form or "")
        for _, name, form, _ in string.Formatter().parse(message)
        if name is not None
    }


def all_messages(root: Path = ROOT) -> list[Message]:
    """Every message of the program, file by file."""
    found: list[Message] = []
    for path in sorted(root.rglob("*.py")):
        found += messages_in(path.read_text("utf-8"), path.relative_to(root.parent).as_posix())
    return found


def messages_in(source: str, file: str) -> Iterator[Message]:
    """The messages of one file, in their order."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call):
            yield from _of_call(node, file)
        elif isinstance(node, ast.ClassDef):
            yield from _of_definition(node, file)


def _text(node: ast.expr | None) -> str:
    """A literal text, or "" for anything else."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    return ""


def _name(node: ast.expr) -> str:
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else ""


def _of_call(call: ast.Call, file: str) -> Iterator[Message]:
    name = _name(call.func)
    words = [_text(arg) for arg in call.args]
    words += [""] * (4 - len(words))
    given = {each.arg: _text(each.value) for each in call.keywords if each.arg}
    line = call.lineno
    if name in ("_", "N_"):
        found = [Message(file, line, words[0])]
    elif name == "NN_":
        found = [Message(file, line, words[0], words[1], noun=True)]
    elif name == "_n":
        found = [Message(file, line, words[0], words[1])]
    elif name in ("_p", "NP_"):
        found = [Message(file, line, words[1], "", words[0])]
    elif name == "_np":
        found = [Message(file, line, words[1], words[2], words[0])]
    elif name == "_w":
        found = list(_of_people(call, file))
    elif name in ("Label", "Refusal") and "/desktop/" not in file:  # there a label is a widget
        message = words[0] if name == "Label" else words[1]
        many, context = given.get("many", ""), given.get("context", "")
        if "{who" not in message and "who" not in given:
            found = [Message(file, line, message, many, context)]
        else:
            spoken = (given.get("you") or message, message, message)
            found = [
                Message(file, line, each, "" if each != message else many, who)
                for each, who in zip(spoken, WHO, strict=True)
            ]
    elif name in LANDS:
        # The word of a board file, the name, and how a sentence speaks of it.
        said = (words[0], words[1], given.get("phrase", ""))
        found = [Message(file, line, each.replace("_", " "), "", "terrain") for each in said]
    else:
        return
    yield from (each for each in found if each.message)


def _of_people(call: ast.Call, file: str) -> Iterator[Message]:
    for who, arg in zip(WHO, call.args[1:], strict=False):
        if isinstance(arg, ast.Tuple) and len(arg.elts) == 2:
            yield Message(file, arg.lineno, _text(arg.elts[0]), _text(arg.elts[1]), who)
        else:
            yield Message(file, arg.lineno, _text(arg), "", who)


def _of_definition(node: ast.ClassDef, file: str) -> Iterator[Message]:
    kind = next((word for base in node.bases if (word := _name(base)) in KINDS), "")
    if not kind and node.name not in KINDS:
        return
    for statement in node.body:
        for name, value in assigned(statement):
            words = _text(value)
            if words and name == "name":
                yield Message(file, statement.lineno, words, "", kind.lower())
            elif words and name in SPOKEN:
                yield Message(file, statement.lineno, words)


def assigned(statement: ast.stmt) -> Iterator[tuple[str, ast.expr]]:
    """(name, value) of the assignments in a statement."""
    if isinstance(statement, ast.AnnAssign) and statement.value is not None:
        yield _name(statement.target), statement.value
    elif isinstance(statement, ast.Assign):
        for target in statement.targets:
            if isinstance(target, ast.Tuple) and isinstance(statement.value, ast.Tuple):
                yield from zip(map(_name, target.elts), statement.value.elts, strict=False)
            else:
                yield _name(target), statement.value
