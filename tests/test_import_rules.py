"""House rules that a machine can check: imports, names of Races, what an ability needs."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator
from copy import deepcopy
from itertools import pairwise
from pathlib import Path
from typing import Any

import grimp
import pytest
from importlinter.cli import lint_imports
from importlinter.contracts.forbidden import ForbiddenContract
from importlinter.contracts.layers import LayersContract
from importlinter.domain.contract import Contract

import crusade
from crusade.boxes import BOXES, SHIPPED
from crusade.desktop.pictures import slug
from crusade.rules.questions import QUESTIONS, Card, Power, Race, Source

PACKAGE = Path(crusade.__file__).parent
ROOT = PACKAGE.parent
RULES = PACKAGE / "rules"
ENGINE = sorted([*RULES.glob("*.py"), *(PACKAGE / "automaton").glob("lost_tribes.py")])
SOURCES: list[Source] = [
    source
    for box in SHIPPED
    for source in (*box.races, *box.powers, *box.cards, *box.boons, *box.variants)
]
"""Everything that answers the engine's questions, of every box that the program brings."""
NAMES = {source.name for source in SOURCES}
CLASSES = {type(source).__name__ for source in SOURCES}
PURE = {
    "__future__", "collections", "copy", "dataclasses", "enum", "functools", "heapq", "itertools",
    "operator", "types", "typing",
}  # fmt: skip
"""What of Python's own library does the same on any machine and at any time."""
FORBIDDEN = {
    "pygame", "random", "secrets", "time", "datetime", "os", "sys", "pathlib", "yaml", "sqlite3",
    "platformdirs", "threading", "json",
}  # fmt: skip


CONTRACTS = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"][
    "importlinter"
]["contracts"]
SESSION = {"root_packages": ["crusade"], "include_external_packages": "True"}
KINDS = {"layers": LayersContract, "forbidden": ForbiddenContract}


def test_imports_point_down_only(capsys: pytest.CaptureFixture[str]) -> None:
    code = lint_imports(config_filename=str(ROOT / "pyproject.toml"), no_cache=True)
    assert code == 0, capsys.readouterr().out


@pytest.fixture(scope="module")
def graph() -> grimp.ImportGraph:
    """Who imports whom, as the linter sees it."""
    return grimp.build_graph(
        "crusade",
        include_external_packages=True,
        exclude_type_checking_imports=True,
        cache_dir=None,
    )


def made(options: dict[str, Any]) -> Contract:
    """The contract that these lines of pyproject describe."""
    words = {
        key: str(value) if isinstance(value, bool) else value for key, value in options.items()
    }
    name, kind = words.pop("name"), words.pop("type")
    return KINDS[kind](name, SESSION, words)


def in_layer(layer: str) -> list[str]:
    """The rooms of one layer, those that may not be there yet left out."""
    return [room.strip() for room in layer.split("|") if not room.strip().startswith("(")]


def upward() -> Iterator[tuple[str, str, str]]:
    """(contract, importer, imported): imports of which each breaks one contract."""
    for contract in CONTRACTS:
        name = contract["name"]
        if contract["type"] == "layers":
            (container,) = contract["containers"]
            layers = [rooms for layer in contract["layers"] if (rooms := in_layer(layer))]
            for above, below in pairwise(layers):
                yield from (
                    (name, f"{container}.{b}", f"{container}.{a}") for b in below for a in above
                )
            for rooms in layers:
                yield from (
                    (name, f"{container}.{a}", f"{container}.{b}") for a, b in pairwise(rooms)
                )
        else:
            for forbidden in contract["forbidden_modules"]:
                # Of the rules' many modules any that is not in the public face will do.
                target = forbidden.replace("rules.*", "rules.audit")
                yield from ((name, source, target) for source in contract["source_modules"])


PLANTED = list(upward())


@pytest.mark.parametrize(
    ("name", "importer", "imported"), PLANTED, ids=[f"{a}-{b}" for _, a, b in PLANTED]
)
def test_every_upward_import_is_caught(
    graph: grimp.ImportGraph, name: str, importer: str, imported: str
) -> None:
    (contract,) = (made(options) for options in CONTRACTS if options["name"] == name)
    there = imported in graph.modules
    direct = graph.direct_import_exists(importer=importer, imported=imported)
    assert not direct
    graph.add_import(importer=importer, imported=imported)
    try:
        broken = not contract.check(graph=deepcopy(graph), verbose=False).kept
    finally:
        graph.remove_import(importer=importer, imported=imported)
        if not there:
            graph.remove_module(imported)
    assert broken


def test_a_room_without_a_place_is_caught(graph: grimp.ImportGraph) -> None:
    for options in CONTRACTS:
        if not options.get("exhaustive"):
            continue
        (container,) = options["containers"]
        strange = deepcopy(graph)
        strange.add_module(f"{container}.somewhere")
        assert not made(options).check(graph=strange, verbose=False).kept


def imports(path: Path) -> Iterator[tuple[int, str]]:
    """(level, module) of every import statement; level 0 is absolute."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from ((0, name.name) for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield node.level, node.module or ""


@pytest.mark.parametrize("path", sorted(RULES.rglob("*.py")), ids=lambda p: p.name)
def test_the_rules_import_nothing_but_themselves(path: Path) -> None:
    deepest = len(path.relative_to(RULES).parts)
    for level, module in imports(path):
        if level:
            assert level <= deepest, f"{path.name} reaches out of the rules: {module}"
        else:
            top = module.split(".")[0]
            assert top not in FORBIDDEN, module
            assert top in PURE, module


def code_words(path: Path) -> Iterator[tuple[int, str]]:
    """(line, word) of every identifier and every short string that is no docstring."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for node in ast.walk(tree):
        if isinstance(node, ast.Name):
            yield node.lineno, node.id
        elif isinstance(node, ast.Attribute):
            yield node.lineno, node.attr
        elif isinstance(node, ast.alias):
            yield node.lineno, node.name
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.lineno, node.value


@pytest.mark.parametrize("path", ENGINE, ids=lambda p: p.name)
def test_the_engine_names_no_race_and_no_power(path: Path) -> None:
    """Sentences for a player may; what the engine compares and calls may not."""
    named = [(line, w) for line, w in code_words(path) if w in NAMES or w in CLASSES]
    assert named == []


@pytest.mark.parametrize("path", sorted(RULES.rglob("*.py")), ids=lambda p: p.name)
def test_no_floats_in_the_rules(path: Path) -> None:
    """A replay must come out the same on any machine."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        assert not (isinstance(node, ast.Constant) and isinstance(node.value, float)), node.lineno
        assert not (isinstance(node, ast.BinOp) and isinstance(node.op, ast.Div)), node.lineno


@pytest.mark.parametrize("path", sorted(PACKAGE.rglob("*.py")), ids=lambda p: str(p.name))
def test_every_module_says_what_it_is(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert ast.get_docstring(ast.parse(text)), path
    assert not re.search(r"\b(TODO|FIXME|XXX)\b", text), path


@pytest.mark.parametrize("source", SOURCES, ids=lambda source: source.name)
def test_every_source_has_its_texts_picture_and_scenario(source: Source) -> None:
    name = source.name
    assert source.text.endswith("."), f"the `text` of {name} ends with a full stop"
    assert len(source.text) < 200, f"the `text` of {name} is long: the rest is its `detail`"
    if isinstance(source, Card):
        assert source.intro.endswith(".") and len(source.intro) < 120
    book, tag = source.rule.split()
    place = (RULES / "book" if book.endswith(".md") else PACKAGE / "boxes") / book
    assert place.is_file(), f"the `rule` of {name} names {book}, and there is no {place}"
    if isinstance(source, Race | Power):
        assert source.declined.endswith("."), f"the `declined` of {name} ends with a full stop"
        kind, letter = ("races", "R") if isinstance(source, Race) else ("powers", "P")
        picture = ROOT / "assets" / kind / f"{slug(name)}.svg"
        assert picture.is_file(), f"{name} has no picture: draw {picture}"
        wanted = f"{letter}-{slug(name).replace('_', '-')}"
        short = f"{letter}-{slug(name).split('_')[-1]}"  # the last word of a long name
        assert tag in (wanted, short), f"the `rule` of {name} ends with {wanted}, not {tag}"
    told = [
        line
        for path in (ROOT / "tests" / "scenarios").glob("*.yaml")
        for line in path.read_text(encoding="utf-8").splitlines()
        if line.startswith("rule:") and re.search(rf"\b{tag}\b", line)
    ]
    assert told, f"no scenario in tests/scenarios tells of {name} with 'rule: {source.rule}'"


def test_names_and_rules_are_unique_and_in_order() -> None:
    for box in SHIPPED:
        for kind in (box.races, box.powers):
            names = [source.name for source in kind]
            assert names == sorted(names), f"{box.id} is in alphabetical order"
            assert len({source.rule for source in kind}) == len(kind)


def test_sources_hold_no_data_of_a_game() -> None:
    """What they bring (ways, decisions) and the word under which the position keeps what they
    remember are there from the beginning, and nothing joins them."""
    for source in SOURCES:
        assert set(vars(source)) <= QUESTIONS | {"key"}, source.name
        assert source.key == source.name


def test_numbers_are_those_of_the_tables() -> None:
    """`base.md` 12 and 13."""
    base = BOXES["base"]
    races = {r.name: (r.number + r.extra, r.tray) for r in base.races}
    assert races == {
        "Amazons": (10, 15), "Dwarves": (3, 8), "Elves": (6, 11), "Ghouls": (5, 10),
        "Giants": (6, 11), "Halflings": (6, 11), "Humans": (5, 10), "Orcs": (5, 10),
        "Ratmen": (8, 13), "Skeletons": (6, 20), "Sorcerers": (5, 18), "Tritons": (6, 11),
        "Trolls": (5, 10), "Wizards": (5, 10),
    }  # fmt: skip
    assert sum(race.tray for race in base.races) == 168
    powers = {p.name: p.number for p in base.powers}
    assert powers == {
        "Alchemist": 4, "Berserk": 4, "Bivouacking": 5, "Commando": 4, "Diplomat": 5,
        "Dragon Master": 5, "Flying": 5, "Forest": 4, "Fortified": 3, "Heroic": 5, "Hill": 4,
        "Merchant": 2, "Mounted": 5, "Pillaging": 5, "Seafaring": 5, "Spirit": 5, "Stout": 4,
        "Swamp": 4, "Underworld": 5, "Wealthy": 4,
    }  # fmt: skip
