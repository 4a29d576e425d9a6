"""Reading scenario files: YAML into plain values that remember their lines.

Every scalar is kept as text, so a Region may be called `N` or `1`; numbers are read where a number is
meant. `FORMAT.md` beside the scenarios describes the words.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import yaml

KEYS = frozenset(
    ["title", "rule", "mode", "regions", "borders", "board", "round", "turn", "races", "declined", "hand", "coins", "aside", "control", "combos", "event", "at", "dice", "do", "then"]
)
CHECKS = frozenset(
    ["at", "coins", "hand", "turn", "cost", "reach", "immune", "choices", "legal", "illegal", "combos", "control", "aside", "winner"]
)


class ScenarioError(Exception):
    """A malformed scenario: the file, the line (from 1) and one sentence."""

    def __init__(self, file: str, line: int, sentence: str) -> None:
        super().__init__(f"{file}, line {line}: {sentence}")
        self.file = file
        self.line = line
        self.sentence = sentence


@dataclass
class Text:
    """A scalar with its line."""

    value: str
    line: int


@dataclass
class Case:
    """One scenario as read: sections by key, each with the line it starts on."""

    file: str
    line: int
    title: str
    sections: dict[str, object] = field(default_factory=dict)
    lines: dict[str, int] = field(default_factory=dict)

    def error(self, key: str, sentence: str) -> ScenarioError:
        """A ScenarioError at the line of ``key``."""
        return ScenarioError(self.file, self.lines.get(key, self.line), sentence)

    def text(self, key: str, default: str = "") -> str:
        """A section that is one word or line."""
        value = self.sections.get(key)
        if value is None:
            return default
        if not isinstance(value, Text):
            raise self.error(key, f"'{key}' should be a single value")
        return value.value

    def number(self, key: str, default: int) -> int:
        """A section that is one whole number."""
        text = self.text(key, str(default))
        return self.to_int(text, key)

    def to_int(self, text: str, key: str) -> int:
        """``text`` as a whole number, at least 0."""
        if not text.isdecimal():
            raise self.error(key, f"'{text}' under '{key}' should be a whole number")
        return int(text)

    def mapping(self, key: str, source: dict[str, object] | None = None) -> dict[str, str]:
        """A section of `name: value` pairs, values as text."""
        value = (self.sections if source is None else source).get(key)
        if value is None:
            return {}
        if not isinstance(value, dict):
            raise self.error(key, f"'{key}' should be a list of 'name: value' pairs")
        out = {}
        for name, inner in value.items():
            if not isinstance(inner, Text):
                raise self.error(key, f"'{name}' under '{key}' should be a single value")
            out[name] = inner.value
        return out

    def lists(self, key: str, source: dict[str, object] | None = None) -> dict[str, list[Text]]:
        """A section of `name: [values]` pairs."""
        value = (self.sections if source is None else source).get(key)
        if value is None:
            return {}
        if not isinstance(value, dict):
            raise self.error(key, f"'{key}' should be a list of 'name: [values]' pairs")
        return {name: self._texts(inner, key) for name, inner in value.items()}

    def sequence(self, key: str, source: dict[str, object] | None = None) -> list[Text]:
        """A section that is a list; a single value counts as a list of one."""
        return self._texts((self.sections if source is None else source).get(key), key)

    def _texts(self, value: object, key: str) -> list[Text]:
        if value is None:
            return []
        if isinstance(value, Text):
            return [value]
        if isinstance(value, list) and all(isinstance(v, Text) for v in value):
            return value
        raise self.error(key, f"'{key}' should be a list of single values")


def _plain(node: yaml.Node, file: str) -> object:
    """A YAML node as Text, list or dict; duplicate keys are refused."""
    line = node.start_mark.line + 1
    if isinstance(node, yaml.ScalarNode):
        return Text(str(node.value), line)
    if isinstance(node, yaml.SequenceNode):
        return [_plain(item, file) for item in node.value]
    out: dict[str, object] = {}
    for key, value in node.value:
        if not isinstance(key, yaml.ScalarNode):
            raise ScenarioError(file, line, "a key should be a single word")
        if key.value in out:
            raise ScenarioError(file, key.start_mark.line + 1, f"'{key.value}' stands there twice")
        out[str(key.value)] = _plain(value, file)
    return out


def read(path: Path) -> Iterator[Case]:
    """The cases of a scenario file, in order.

    Raises ScenarioError, with file and line, for anything that is no scenario.
    """
    file = str(path)
    try:
        source = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        raise ScenarioError(file, 1, "there is no such file") from None
    except (OSError, UnicodeDecodeError) as error:
        raise ScenarioError(file, 1, f"the file cannot be read: {error}") from None
    try:
        nodes = list(yaml.compose_all(source, Loader=yaml.SafeLoader))
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        line = mark.line + 1 if mark is not None else 1
        what = getattr(error, "problem", None) or "this is not YAML"
        raise ScenarioError(file, line, f"the YAML is broken: {what}") from None
    for node in nodes:
        if node is None:
            continue
        yield _case(node, file)


def _case(node: yaml.Node, file: str) -> Case:
    line = node.start_mark.line + 1
    if not isinstance(node, yaml.MappingNode):
        raise ScenarioError(file, line, "a scenario consists of 'key: value' lines")
    sections = _plain(node, file)
    assert isinstance(sections, dict)
    lines = {str(key.value): key.start_mark.line + 1 for key, _ in node.value}
    case = Case(file, line, "", sections, lines)
    for key in sections:
        if key not in KEYS:
            raise case.error(key, f"'{key}' is not a key of a scenario")
    case.title = case.text("title")
    if not case.title:
        raise ScenarioError(file, line, "the scenario has no title")
    if "do" not in sections and "then" not in sections:
        raise case.error("title", "the scenario has neither 'do' nor 'then'")
    then = sections.get("then", {})
    if not isinstance(then, dict):
        raise case.error("then", "'then' should be a list of checks")
    for key in then:
        if key not in CHECKS:
            raise case.error("then", f"'{key}' cannot be checked")
    return case
