"""Reading scenario files: YAML into plain values that remember their lines.

Every scalar is kept as text, so a Region may be called `N` or `1`; numbers are read where a number
is meant. `FORMAT.md` beside the scenarios describes the words.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import yaml

from ..files import read_at_most
from ..plain import plain

# fmt: off
KEYS = frozenset((
    "title", "rule", "mode", "regions", "borders", "board", "round", "turn", "races", "declined",
    "hand", "picked", "coins", "aside", "control", "combos", "event", "upcoming", "begins", "at",
    "dice", "draws", "box", "do", "then",
    "won", "order", "badge", "second", "elixir", "kept", "earned", "conquered",
    "start", "hammers", "vengeance", "caravel",
))
CHECKS = frozenset((
    "at", "coins", "hand", "turn", "cost", "reach", "immune", "choices", "legal", "illegal",
    "combos", "control", "aside", "winner", "event", "upcoming",
    "order", "won", "second", "kept", "elixir", "races", "declined", "pot", "shown",
    "hammers", "vengeance", "caravel", "seen",
))
# fmt: on
LONGEST_FILE = 1_000_000
"""Bytes; a file of scenarios has some ten thousands, and YAML is slow to read."""
LONGEST_SENTENCE = 200
"""Characters of what is said about a slip, whatever it repeats of the file."""
LONGEST_TITLE = 100
"""Characters of a title that are repeated with it."""
MOST_DIGITS = 6
"""Longer numbers are slips: no count of tokens or coins comes near."""


class ScenarioError(Exception):
    """A malformed scenario: the file, the line (from 1), the case's title and one sentence.

    The title is empty where the file could not be read far enough to know it.
    """

    def __init__(self, file: str, line: int, sentence: str, title: str = "") -> None:
        sentence = plain(sentence, LONGEST_SENTENCE)
        title = plain(title, LONGEST_TITLE)
        case = f"in '{title}': " if title else ""
        super().__init__(f"{plain(file)}, line {line}: {case}{sentence}")
        self.file = file
        self.line = line
        self.title = title
        self.sentence = sentence


@dataclass(frozen=True)
class Text:
    """A scalar with its line."""

    value: str
    line: int


@dataclass
class Case:
    """One scenario as read: sections by key, each with the line it starts on.

    ``then_lines`` are the lines of the checks, of which some are named like sections.
    """

    file: str
    line: int
    title: str
    sections: dict[str, object] = field(default_factory=dict)
    lines: dict[str, int] = field(default_factory=dict)
    then_lines: dict[str, int] = field(default_factory=dict)

    def error(
        self, key: str, sentence: str, source: dict[str, object] | None = None
    ) -> ScenarioError:
        """A ScenarioError at the line of ``key``, of the check of that name if ``source`` is
        `then`.
        """
        lines = self.lines if source is None else self.then_lines
        return self.fault(Text("", lines.get(key, self.line)), sentence)

    def fault(self, item: Text, sentence: str) -> ScenarioError:
        """A ScenarioError at the line of ``item``."""
        return ScenarioError(self.file, item.line, sentence, self.title)

    @property
    def then(self) -> dict[str, object]:
        """The checks of the case by name; none where it has no `then`."""
        value = self.sections.get("then", {})
        assert isinstance(value, dict)
        return value

    def text(self, key: str, default: str = "") -> Text:
        """A section that is one word or line."""
        value = self.sections.get(key)
        if value is None:
            return Text(default, self.lines.get(key, self.line))
        if not isinstance(value, Text):
            raise self.error(key, f"'{key}' should be a single value")
        return value

    def whole(self, key: str, default: int) -> int:
        """A section that is one whole number."""
        return self.number(self.text(key, str(default)), key)

    def number(self, item: Text, key: str) -> int:
        """``item`` as a whole number, at least 0."""
        text = item.value
        if not (text.isascii() and text.isdecimal()):
            raise self.fault(item, f"'{text}' under '{key}' should be a whole number")
        if len(text) > MOST_DIGITS:
            raise self.fault(item, f"the number under '{key}' is far too large")
        return int(text)

    def mapping(self, key: str, source: dict[str, object] | None = None) -> dict[str, Text]:
        """A section of `name: value` pairs."""
        value = self._value(key, source)
        if value is None:
            return {}
        if not isinstance(value, dict):
            raise self.error(key, f"'{key}' should be a list of 'name: value' pairs", source)
        for name, inner in value.items():
            if not isinstance(inner, Text):
                sentence = f"'{name}' under '{key}' should be a single value"
                raise self.error(key, sentence, source)
        return value

    def lists(self, key: str, source: dict[str, object] | None = None) -> dict[str, list[Text]]:
        """A section of `name: [values]` pairs."""
        value = self._value(key, source)
        if value is None:
            return {}
        if not isinstance(value, dict):
            raise self.error(key, f"'{key}' should be a list of 'name: [values]' pairs", source)
        return {name: self._texts(inner, key, source) for name, inner in value.items()}

    def sequence(self, key: str, source: dict[str, object] | None = None) -> list[Text]:
        """A section that is a list; a single value counts as a list of one."""
        return self._texts(self._value(key, source), key, source)

    def single(self, key: str, source: dict[str, object]) -> Text:
        """A check that is one word."""
        value = source.get(key)
        if not isinstance(value, Text):
            raise self.error(key, f"'{key}' should be a single value", source)
        return value

    def _value(self, key: str, source: dict[str, object] | None) -> object:
        return (self.sections if source is None else source).get(key)

    def _texts(self, value: object, key: str, source: dict[str, object] | None) -> list[Text]:
        if value is None:
            return []
        if isinstance(value, Text):
            return [value]
        if isinstance(value, list) and all(isinstance(v, Text) for v in value):
            return value
        raise self.error(key, f"'{key}' should be a list of single values", source)

    def words(self) -> Iterator[str]:
        """Every word of the case that may name a player: keys and values, checks included.

        Not its title, `rule` and board, nor the Regions under `at`.
        """
        for key, value in (*self.sections.items(), *self.then.items()):
            if key == "at" and isinstance(value, dict):
                value = list(value.values())
            if key not in ("title", "rule", "board", "regions", "borders", "then"):
                yield from _words(value)


def _words(value: object) -> Iterator[str]:
    if isinstance(value, Text):
        yield from value.value.split()
    elif isinstance(value, list):
        for item in value:
            yield from _words(item)
    elif isinstance(value, dict):
        yield from value
        for item in value.values():
            yield from _words(item)


def read(path: Path) -> Iterator[Case]:
    """The cases of a scenario file, in order.

    Raises ScenarioError, with file and line, for anything that is no scenario.
    """
    file = str(path)
    nodes = _nodes(_source(path, file), file)
    if not nodes:
        raise ScenarioError(file, 1, "there is no scenario in this file")
    for node in nodes:
        yield _case(node, file)


def _source(path: Path, file: str) -> str:
    """The text of a file. Raises ScenarioError where there is none."""
    try:
        data = read_at_most(path, LONGEST_FILE)
    except FileNotFoundError:
        raise ScenarioError(file, 1, "there is no such file") from None
    except IsADirectoryError:
        raise ScenarioError(file, 1, "this is a folder, not a scenario file") from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise ScenarioError(file, 1, f"the file cannot be read ({reason})") from None
    if len(data) > LONGEST_FILE:
        raise ScenarioError(file, 1, "the file is far too long to be scenarios")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise ScenarioError(file, line, "this is not UTF-8 text") from None


def _nodes(source: str, file: str) -> list[yaml.Node]:
    """The YAML documents of a source, those that hold nothing at all left out."""
    try:
        nodes = list(yaml.compose_all(source, Loader=yaml.SafeLoader))
    except yaml.reader.ReaderError as error:
        line = source.count("\n", 0, error.position) + 1
        raise ScenarioError(file, line, "there is a character that YAML does not allow") from None
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        line = mark.line + 1 if mark is not None else 1
        raise ScenarioError(file, line, f"the YAML is broken: {error.problem}") from None
    except RecursionError:
        raise ScenarioError(file, 1, "the values are nested too deeply") from None
    except (ValueError, OverflowError):  # "\U00110000": PyYAML asks Python for that letter
        raise ScenarioError(file, 1, "the YAML is broken: there is no such letter") from None
    return [
        node
        for node in nodes
        if node is not None and not (isinstance(node, yaml.ScalarNode) and not node.value)
    ]


def _plain(node: yaml.Node, file: str, seen: set[int], lines: dict[str, int]) -> object:
    """A YAML node as Text, list or dict; ``lines`` gets the line of every key not yet there."""
    line = node.start_mark.line + 1
    if id(node) in seen:
        raise ScenarioError(file, line, "a value is used twice by an alias; write it out")
    seen.add(id(node))
    if isinstance(node, yaml.ScalarNode):
        return Text(str(node.value), line)
    if isinstance(node, yaml.SequenceNode):
        return [_plain(item, file, seen, lines) for item in node.value]
    out: dict[str, object] = {}
    for key, value in node.value:
        at = key.start_mark.line + 1
        if not isinstance(key, yaml.ScalarNode):
            raise ScenarioError(file, at, "a key should be a single word")
        if key.value in out:
            raise ScenarioError(file, at, f"'{key.value}' stands there twice")
        out[str(key.value)] = _plain(value, file, seen, lines)
        lines[str(key.value)] = at
    return out


def _title(node: yaml.MappingNode) -> str:
    """The title of a case that is not read yet, empty where there is none."""
    for key, value in node.value:
        if isinstance(value, yaml.ScalarNode) and key.value == "title":
            return str(value.value)
    return ""


def _case(node: yaml.Node, file: str) -> Case:
    line = node.start_mark.line + 1
    if not isinstance(node, yaml.MappingNode):
        raise ScenarioError(file, line, "a scenario consists of 'key: value' lines")
    inner: dict[str, int] = {}
    title = _title(node)
    try:
        sections = _plain(node, file, set(), inner)
    except ScenarioError as error:
        raise ScenarioError(file, error.line, error.sentence, title) from None
    except RecursionError:
        raise ScenarioError(file, line, "the values are nested too deeply", title) from None
    assert isinstance(sections, dict)
    # A key of the case itself goes before a check of the same name.
    lines = inner | {str(key.value): key.start_mark.line + 1 for key, _ in node.value}
    checks = next((value for key, value in node.value if key.value == "then"), None)
    of_then = checks.value if isinstance(checks, yaml.MappingNode) else []
    then_lines = {str(key.value): key.start_mark.line + 1 for key, _ in of_then}
    case = Case(file, line, title, sections, lines, then_lines)
    for key in sections:
        if key not in KEYS:
            raise case.error(key, f"'{key}' is not a key of a scenario")
    case.title = case.text("title").value
    if not case.title:
        raise case.error("title", "the scenario has no title")
    case.text("rule")
    if "do" not in sections and "then" not in sections:
        raise case.error("title", "the scenario has neither 'do' nor 'then'")
    then = sections.get("then", {})
    if not isinstance(then, dict):
        raise case.error("then", "'then' should be a list of checks")
    for key in then:
        if key not in CHECKS:
            raise case.error(key, f"'{key}' cannot be checked", then)
    return case
