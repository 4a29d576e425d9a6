"""The words of a file that a player writes: YAML nodes with their lines, and what is wrong there.

Only what such a file needs is read: keys, lists, texts, plain decimal numbers, true and false. What
more YAML has (tags, sexagesimal numbers, dates, several documents, deep nesting) is refused with a
sentence, so that no file, however odd, costs more than a moment or ends in a traceback.
"""

from __future__ import annotations

import math
import re
from typing import Any, Final

import yaml

from crusade.chart import Point
from crusade.plain import plain, seen
from crusade.texts import _, _n

MOST_DEFECTS: Final = 20
"""Sentences about one file; who mends these sees the rest next time."""
MOST_NODES: Final = 10_000
"""Keys and values of a file; a board of as many Regions as there may be has half of them."""
DEEPEST: Final = 8
"""Levels of nesting; a board has four."""
KEY_LENGTH: Final = 60
"""Letters of a path of keys that a sentence shows."""
VALUE_LENGTH: Final = 40
"""Letters of a value that a sentence shows."""
TEXT_LENGTH: Final = 400
"""Letters of what a sentence says, whatever it repeats of the file."""
_YAML: Final = "tag:yaml.org,2002:"
_BOOLS: Final = {"yes": True, "no": False, "true": True, "false": False, "on": True, "off": False}
_WHOLE: Final = re.compile(r"[-+]?(0|[1-9][0-9]{0,8})")
_BROKEN: Final = re.compile(r"[-+]?[0-9]{1,9}\.[0-9]{0,9}")


class Enough(Exception):
    """So much is wrong with the file that reading on would tell nobody anything."""


class _Oddity(Exception):
    """Something YAML allows and such a file does not; the words say what, without a dot."""

    def __init__(self, mark: Any, text: str) -> None:
        super().__init__(text)
        self.line = int(mark.line) + 1
        self.text = text


class _Loader(yaml.SafeLoader):
    """Composes nodes only as far as such a file goes."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self._nodes = self._depth = 0

    def compose_node(self, parent: yaml.Node | None, index: Any) -> yaml.Node | None:
        """As YAML has it, but counting."""
        event = self.peek_event()  # type: ignore[no-untyped-call]
        tag = getattr(event, "tag", None)
        if tag is not None:
            short = plain(tag.replace(_YAML, "!!"), VALUE_LENGTH)
            text = _("tags such as {tag} are not read here; write the value alone", tag=short)
            raise _Oddity(event.start_mark, text)
        self._nodes += 1
        if self._nodes > MOST_NODES:
            raise _Oddity(
                event.start_mark,
                _("more than {most} keys and values are too many", most=MOST_NODES),
            )
        self._depth += 1
        if self._depth > DEEPEST:
            raise _Oddity(event.start_mark, _("this is nested too deeply"))
        node: yaml.Node | None = super().compose_node(parent, index)
        self._depth -= 1
        return node


class Notes:
    """One reading of one file: `defects` are (line, sentence), at most `MOST_DEFECTS`."""

    def __init__(self, where: str) -> None:
        self.where = plain(where)
        self.defects: list[tuple[int, str]] = []

    def wrong(self, line: int, key: str, text: str) -> None:
        """Note a defect; `key` is the path of keys to it, "" for the whole file.

        Raises Enough with the last that is noted.
        """
        trouble = plain(text, TEXT_LENGTH)
        if key:
            sentence = _(
                "{where}, line {line}, {key}: {trouble}.",
                where=self.where,
                line=line,
                key=plain(key, KEY_LENGTH),
                trouble=trouble,
            )
        else:
            sentence = _(
                "{where}, line {line}: {trouble}.", where=self.where, line=line, trouble=trouble
            )
        if (line, sentence) in self.defects:
            return
        if len(self.defects) == MOST_DEFECTS - 1:
            last = max(self.defects)[0]
            self.defects.append(
                (
                    last,
                    _(
                        "{where}, line {last}: more is wrong; mend what is said so far first.",
                        where=self.where,
                        last=last,
                    ),
                )
            )
            raise Enough
        self.defects.append((line, sentence))

    def root(self, data: bytes) -> yaml.Node | None:
        """The node tree of the file, or None after noting why there is none."""
        try:
            text = data.decode("utf-8-sig")
        except UnicodeDecodeError as error:
            line = data.count(b"\n", 0, error.start) + 1
            self.wrong(line, "", _("the file is not UTF-8 text"))
            return None
        loader = None
        try:
            loader = _Loader(text)
            node = loader.get_single_node()
        except _Oddity as oddity:
            self.wrong(oddity.line, "", oddity.text)
            return None
        except RecursionError:
            self.wrong(1, "", _("this is nested too deeply"))
            return None
        except yaml.reader.ReaderError as error:
            line = text.count("\n", 0, error.position) + 1
            self.wrong(
                line,
                "",
                _(
                    "the file has a character YAML forbids (#x{character:04x})",
                    character=error.character,
                ),
            )
            return None
        except yaml.MarkedYAMLError as error:
            mark = error.problem_mark or error.context_mark
            problem = plain(error.problem or error.context or _("it cannot be read"), 120)
            self.wrong(
                mark.line + 1 if mark else 1, "", _("this is no YAML: {problem}", problem=problem)
            )
            return None
        except (ValueError, OverflowError):  # "\U00110000": PyYAML asks Python for that letter
            line = 1 if loader is None else int(loader.line) + 1
            self.wrong(line, "", _("this is no YAML: there is no such letter"))
            return None
        if node is None:
            self.wrong(1, "", _("the file is empty"))
        return node

    def value(self, node: yaml.Node) -> object:
        """What a plain scalar means: a truth, a decimal number, nothing or a text.

        A quoted scalar is a text; a node of another kind stands for itself.
        """
        if not isinstance(node, yaml.ScalarNode):
            return node
        text = str(node.value)
        if node.style is not None:
            return text
        if text in ("", "~", "null", "Null", "NULL"):
            return None
        if text.lower() in _BOOLS:
            return _BOOLS[text.lower()]
        if _WHOLE.fullmatch(text):
            return int(text)
        return float(text) if _BROKEN.fullmatch(text) else text

    def mapping(self, node: yaml.Node, key: str) -> dict[str, tuple[int, yaml.Node]]:
        """A mapping's entries as key -> (line, node); notes doubled keys and other shapes."""
        entries: dict[str, tuple[int, yaml.Node]] = {}
        if not isinstance(node, yaml.MappingNode):
            self.wrong(line_of(node), key, _("a list of `key: value` is expected here"))
            return entries
        for name_node, value_node in node.value:
            name = str(name_node.value) if isinstance(name_node, yaml.ScalarNode) else "?"
            if name in entries:
                first = entries[name][0]
                path = f"{key}.{name}" if key else name
                self.wrong(
                    line_of(name_node),
                    path,
                    _("the key stands here twice, see line {first}", first=first),
                )
                continue
            entries[name] = (line_of(name_node), value_node)
        return entries

    def text(self, entry: tuple[int, yaml.Node], key: str, longest: int) -> str:
        """A line of printable text of which something can be seen."""
        value = self.value(entry[1])
        if isinstance(value, bool | int | float):
            self.wrong(
                line_of(entry[1]),
                key,
                _("{value} is no text unless it stands in quotes", value=shown(entry[1].value)),
            )
            return ""
        if not isinstance(value, str) or not seen(value) or not value.isprintable():
            self.wrong(
                line_of(entry[1]),
                key,
                _("a short text is expected, not {value}", value=shown(value)),
            )
            return ""
        if len(value) > longest:
            text = _n(
                "{value} has {count} letter; at most {longest} have room",
                "{value} has {count} letters; at most {longest} have room",
                len(value),
                value=shown(value),
                longest=longest,
            )
            self.wrong(line_of(entry[1]), key, text)
        return value

    def whole(self, entry: tuple[int, yaml.Node], key: str, low: int, high: int) -> int:
        """A whole number from `low` to `high`."""
        value = self.value(entry[1])
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            text = _(
                "a whole number from {low} to {high} is expected, not {value}",
                low=low,
                high=high,
                value=shown(value),
            )
            self.wrong(line_of(entry[1]), key, text)
            return low
        return value

    def pair(self, node: yaml.Node, key: str) -> Point | None:
        """Two numbers, `[x, y]`."""
        items = node.value if isinstance(node, yaml.SequenceNode) else []
        values = [self.value(item) for item in items[:3]]
        numbers = [
            float(v)
            for v in values
            if isinstance(v, (int, float)) and not isinstance(v, bool) and abs(v) < 1e6
        ]
        if len(values) != 2 or len(numbers) != 2 or not all(map(math.isfinite, numbers)):
            more = ", ..." if len(items) > len(values) else ""
            given = ", ".join(map(shown, values)) + more if values else shown(self.value(node))
            self.wrong(
                line_of(node), key, _("two numbers [x, y] are expected, not {given}", given=given)
            )
            return None
        return numbers[0], numbers[1]


def line_of(node: yaml.Node) -> int:
    """The line of a node, counted from 1."""
    return int(node.start_mark.line) + 1


def is_mapping(node: yaml.Node) -> bool:
    """True for a node of `key: value` entries."""
    return isinstance(node, yaml.MappingNode)


def shown(value: object) -> str:
    """A value as a sentence shows it, short."""
    if isinstance(value, yaml.Node):
        return _("a list") if isinstance(value, yaml.SequenceNode) else _("a group of keys")
    if value is None:
        return _("nothing")
    if isinstance(value, str):
        return f"'{plain(value, VALUE_LENGTH)}'"
    return repr(value)
