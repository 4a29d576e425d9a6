"""House rules that a machine can check: imports, names of Races, what an ability needs."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from importlinter.cli import lint_imports

import crusade
from crusade import resources
from crusade.rules.abilities import POWERS, RACES, Ability

PACKAGE = Path(crusade.__file__).parent
ROOT = PACKAGE.parent
RULES = PACKAGE / "rules"
ENGINE = sorted([*RULES.glob("*.py"), *(PACKAGE / "automaton").glob("lost_tribes.py")])
NAMES = {ability.name for ability in (*RACES, *POWERS)}
CLASSES = {type(ability).__name__ for ability in (*RACES, *POWERS)}
FORBIDDEN = {
    "pygame", "random", "secrets", "time", "datetime", "os", "sys", "pathlib", "yaml", "sqlite3",
    "platformdirs", "threading", "json",
}  # fmt: skip


def test_imports_point_down_only(capsys: pytest.CaptureFixture[str]) -> None:
    code = lint_imports(config_filename=str(ROOT / "pyproject.toml"), no_cache=True)
    assert code == 0, capsys.readouterr().out


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
            assert top in {"__future__", "typing", "collections", "dataclasses"}, module


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


def abilities() -> list[Ability]:
    return [*RACES, *POWERS]


@pytest.mark.parametrize("ability", abilities(), ids=lambda a: a.name)
def test_every_ability_has_its_texts_picture_and_scenario(ability: Ability) -> None:
    assert ability.text.endswith(".")
    assert ability.declined.endswith(".")
    assert len(ability.text) < 200
    kind = "races" if ability in RACES else "powers"
    word = ability.name.lower().replace(" ", "_")
    picture = resources.path("assets", kind, f"{word}.svg")
    assert picture.is_file(), picture
    assert ability.rule.startswith("base.md ")
    tag = ability.rule.split()[-1]
    told = [
        line
        for path in (ROOT / "tests" / "scenarios").glob("*.yaml")
        for line in path.read_text(encoding="utf-8").splitlines()
        if line.startswith("rule:") and re.search(rf"\b{tag}\b", line)
    ]
    assert told, f"no scenario tells of {ability.name} ({tag})"


def test_names_and_rules_are_unique_and_in_order() -> None:
    for kind in (RACES, POWERS):
        names = [ability.name for ability in kind]
        assert names == sorted(names)
        assert len({ability.rule for ability in kind}) == len(kind)


def test_abilities_hold_no_data_of_a_game() -> None:
    for ability in abilities():
        assert vars(ability) == {}


def test_numbers_are_those_of_the_tables() -> None:
    """`base.md` 12 and 13."""
    races = {r.name: (r.number + r.extra_tokens(), r.tray) for r in RACES}
    assert races == {
        "Amazons": (10, 15), "Dwarves": (3, 8), "Elves": (6, 11), "Ghouls": (5, 10),
        "Giants": (6, 11), "Halflings": (6, 11), "Humans": (5, 10), "Orcs": (5, 10),
        "Ratmen": (8, 13), "Skeletons": (6, 20), "Sorcerers": (5, 18), "Tritons": (6, 11),
        "Trolls": (5, 10), "Wizards": (5, 10),
    }  # fmt: skip
    assert sum(race.tray for race in RACES) == 168
    powers = {p.name: p.number for p in POWERS}
    assert powers == {
        "Alchemist": 4, "Berserk": 4, "Bivouacking": 5, "Commando": 4, "Diplomat": 5,
        "Dragon Master": 5, "Flying": 5, "Forest": 4, "Fortified": 3, "Heroic": 5, "Hill": 4,
        "Merchant": 2, "Mounted": 5, "Pillaging": 5, "Seafaring": 5, "Spirit": 5, "Stout": 4,
        "Swamp": 4, "Underworld": 5, "Wealthy": 4,
    }  # fmt: skip
