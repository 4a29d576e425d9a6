"""The words of a board file: YAML nodes with their lines, and notes on what is wrong with them."""

from __future__ import annotations

import math

import yaml

from crusade.chart import Point


class Notes:
    """One reading of one file: `defects` are (line, sentence)."""

    def __init__(self, where: str) -> None:
        self.where = where
        self.defects: list[tuple[int, str]] = []
        self.loader: yaml.SafeLoader

    def wrong(self, line: int, key: str, text: str) -> None:
        """Note a defect; `key` is the path of keys to it, "" for the whole file."""
        at = f"{self.where}, line {line}" + (f", {key}" if key else "")
        sentence = f"{at}: {text}."
        if (line, sentence) not in self.defects:
            self.defects.append((line, sentence))

    def root(self, data: bytes) -> yaml.Node | None:
        """The node tree of the file, or None after noting why there is none."""
        try:
            text = data.decode("utf-8-sig")
        except UnicodeDecodeError as error:
            line = data.count(b"\n", 0, error.start) + 1
            self.wrong(line, "", "the file is not UTF-8 text")
            return None
        try:
            self.loader = yaml.SafeLoader(text)
            node = self.loader.get_single_node()
        except RecursionError:
            self.wrong(1, "", "this is no YAML a board could be made of: it is nested too deeply")
            return None
        except yaml.reader.ReaderError as error:
            line = text.count("\n", 0, error.position) + 1
            self.wrong(line, "", f"the file has a character YAML forbids (#x{error.character:04x})")
            return None
        except yaml.MarkedYAMLError as error:
            mark = error.problem_mark or error.context_mark
            problem = error.problem or error.context or "it cannot be read"
            self.wrong(mark.line + 1 if mark else 1, "", f"this is no YAML: {problem}")
            return None
        if node is None:
            self.wrong(1, "", "the file is empty")
        return node

    def value(self, node: yaml.Node) -> object:
        """The plain value of a scalar node; a node of another kind stands for itself."""
        if not isinstance(node, yaml.ScalarNode):
            return node
        try:
            return self.loader.construct_object(node)
        except (yaml.YAMLError, ValueError):
            return node.value

    def mapping(self, node: yaml.Node, key: str) -> dict[str, tuple[int, yaml.Node]]:
        """A mapping's entries as key -> (line, node); notes doubled keys and other shapes."""
        entries: dict[str, tuple[int, yaml.Node]] = {}
        if not isinstance(node, yaml.MappingNode):
            self.wrong(line_of(node), key, "a list of `key: value` is expected here")
            return entries
        for name_node, value_node in node.value:
            name = str(name_node.value) if isinstance(name_node, yaml.ScalarNode) else "?"
            if name in entries:
                first = entries[name][0]
                path = f"{key}.{name}" if key else name
                self.wrong(line_of(name_node), path, f"the key stands here twice, see line {first}")
                continue
            entries[name] = (line_of(name_node), value_node)
        return entries

    def text(self, entry: tuple[int, yaml.Node], key: str, longest: int) -> str:
        """A line of printable text."""
        value = self.value(entry[1])
        if not isinstance(value, str) or not value.strip() or not value.isprintable():
            self.wrong(line_of(entry[1]), key, f"a short text is expected, not {shown(value)}")
            return ""
        if len(value) > longest:
            text = f"{value!r} has {len(value)} letters; at most {longest} have room"
            self.wrong(line_of(entry[1]), key, text)
        return value

    def whole(self, entry: tuple[int, yaml.Node], key: str, low: int, high: int) -> int:
        """A whole number from `low` to `high`."""
        value = self.value(entry[1])
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            text = f"a whole number from {low} to {high} is expected, not {shown(value)}"
            self.wrong(line_of(entry[1]), key, text)
            return low
        return value

    def pair(self, node: yaml.Node, key: str) -> Point | None:
        """Two numbers, `[x, y]`."""
        values = [self.value(n) for n in node.value] if isinstance(node, yaml.SequenceNode) else []
        numbers = [
            float(v)
            for v in values
            if isinstance(v, (int, float)) and not isinstance(v, bool) and abs(v) < 1e6
        ]
        if len(values) != 2 or len(numbers) != 2 or not all(map(math.isfinite, numbers)):
            given = ", ".join(map(shown, values)) if values else shown(self.value(node))
            self.wrong(line_of(node), key, f"two numbers [x, y] are expected, not {given}")
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
        return "a list" if isinstance(value, yaml.SequenceNode) else "a group of keys"
    if value is None:
        return "nothing"
    text = repr(value)
    return text if len(text) <= 40 else text[:37] + "..."
