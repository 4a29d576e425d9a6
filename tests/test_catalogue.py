"""The catalogue: every message is found, well formed, and kept apart from what it is not."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest
from unmarked import unmarked, unmarked_in

from crusade.boxes import SHIPPED
from crusade.texts import catalogue
from crusade.texts.extraction import ROOT, Message, all_messages, messages_in
from crusade.texts.grammar import Grammar

CODE = """
def say(who, n, refused):
    _("Whole {x}", x=1)
    _p("button", "Done")
    _n("{count} face", "{count} faces", n)
    _np("die", "{count} of 6", "{count} of 6", n)
    _w(who, "You won.", "{who} won.", ("The {count} won.", "The {count} have won."))
    ready(N_("Later" " on"), NP_("race", "Elves"))
    Refusal("code", "It costs {count} token.", "base.md K1", many="It costs {count} tokens.")
    Label("First {who} moves.", you="First move.", who=Term("person", 0))
    shown("not marked"), _(refused)

class Goblins(Race):
    name, number, rule = "Goblins", 6, "expansions.md 1"
    text = "They conquer " "cheaply."
    word = "no text"
"""


def test_every_way_of_marking_is_found() -> None:
    found = {each[2:] for each in messages_in(CODE, "crusade/rules/x.py")}
    assert found == {
        ("Whole {x}", "", "", False),
        ("Done", "", "button", False),
        ("{count} face", "{count} faces", "", False),
        ("{count} of 6", "{count} of 6", "die", False),
        ("You won.", "", "you", False),
        ("{who} won.", "", "person", False),
        ("The {count} won.", "The {count} have won.", "tribes", False),
        ("Later on", "", "", False),
        ("Elves", "", "race", False),
        ("It costs {count} token.", "It costs {count} tokens.", "", False),
        ("First move.", "", "you", False),
        ("First {who} moves.", "", "person", False),
        ("First {who} moves.", "", "tribes", False),
        ("Goblins", "", "race", False),
        ("They conquer cheaply.", "", "", False),
    }


def test_the_messages_of_the_program_are_in_order() -> None:
    assert catalogue.check() == []


def test_every_race_and_power_is_in_the_catalogue() -> None:
    found = {(each.context, each.message) for each in all_messages()}
    for box in SHIPPED:
        for kind, sources in (("race", box.races), ("power", box.powers)):
            for source in sources:
                assert (kind, source.name) in found
                assert ("", source.text) in found and ("", source.declined) in found


@pytest.mark.parametrize(
    ("message", "many", "said"),
    [
        ("{count} of {all}", "{count}", "different places"),
        ("{count token", "", "cannot be read"),
        ("{} tokens", "", "without a plain name"),
    ],
)
def test_a_message_that_cannot_be_filled_is_told(message: str, many: str, said: str) -> None:
    found = list(catalogue.faults([Message("a.py", 3, message, many)]))
    assert len(found) == 1 and found[0].startswith("a.py, line 3: ") and said in found[0]


# ---------------------------------------------------------------- a translation
class Cased(Grammar):
    CASES = ("gen",)


MESSAGES = [
    Message("a.py", 1, "Elves", "", "race"),
    Message("a.py", 2, "{count} token", "{count} tokens", noun=True),
    Message("a.py", 3, "Took {region} with {tokens}."),
]


@pytest.fixture
def german(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(catalogue, "all_messages", lambda: MESSAGES)
    monkeypatch.setattr(catalogue, "grammar_of", lambda language: Cased())
    return catalogue.update("de", tmp_path)


def filled(path: Path, **translations: str) -> None:
    """Write a translation into every entry: its own, or what the words of others are."""
    lines = path.read_text("utf-8").split("\n")
    header, name = True, ""
    for number, line in enumerate(lines):
        if line.startswith("msgid "):
            name = line[7:-1]
            header = not name and header and number < 20
        elif line.startswith("msgstr") and name:
            lines[number] = line[: line.index('"')] + f'"{translations.get(name, name)}"'
    path.write_text("\n".join(lines), "utf-8")


def test_a_translation_needs_every_case_and_every_plural(german: Path, tmp_path: Path) -> None:
    text = german.read_text("utf-8")
    assert text.count('msgid "Elves"') == 2 and 'msgctxt "race, gen"' in text
    assert text.count('msgid "{count} token"') == 2
    wrong = catalogue.check(tmp_path)
    assert len(wrong) == 5 and all("not translated" in each for each in wrong)
    filled(german)
    assert catalogue.check(tmp_path) == []


def test_a_translation_cannot_ask_for_what_is_not_given(german: Path, tmp_path: Path) -> None:
    filled(german, **{"Took {region} with {tokens}.": "{gebiet} mit {tokens:dat}."})
    assert [each.split(": ", 1)[1] for each in catalogue.check(tmp_path)] == [
        "'Took {region} with {tokens}.' is given no 'gebiet'."
    ]


def test_a_compiled_translation_is_spoken(
    german: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from crusade import texts
    from crusade.texts import _, lookup, race

    filled(german, **{"Elves": "Elben", "Took {region} with {tokens}.": "Nahmen {region}."})
    assert catalogue.compile_all(tmp_path) == [german.with_suffix(".mo")]
    monkeypatch.setattr(lookup, "FOLDER", tmp_path)
    assert texts.languages() == ("en", "de")
    texts.use("de")
    try:
        assert str(race("Elves")) == "Elben"
        assert _("Took {region} with {tokens}.", region="X", tokens=1) == "Nahmen X."
        assert texts.Count(2, ("{count} token", "{count} tokens")).number == 2
    finally:
        texts.use("en")


def test_a_broken_translation_gets_a_sentence(tmp_path: Path) -> None:
    path = tmp_path / "de" / "LC_MESSAGES" / "crusade.po"
    path.parent.mkdir(parents=True)
    path.write_text('msgid "unfinished\n', "utf-8")
    (sentence,) = catalogue.check(tmp_path)
    assert "is no message catalogue" in sentence


# ---------------------------------------------------------------- numbers and nouns
def _counted(message: str) -> set[str]:
    """The words that stand right behind a number's place: `{count} tokens`."""
    return set(re.findall(r"\{\w+\} ([A-Z]?[a-z]+)\b", message))


def test_no_number_stands_before_a_noun_that_cannot_follow_it() -> None:
    """`1 games` and its kin: a noun in the plural needs a message with a plural form."""
    messages = all_messages()
    plural = {
        word
        for each in messages
        if each.many
        for word in _counted(each.many) - _counted(each.message)
        if word.endswith("s") and word not in ("was", "is", "has")
    }
    assert {"tokens", "coins", "Regions"} <= plural
    wrong = [
        f"{each.file}:{each.line}: {each.message}"
        for each in messages
        if _counted(each.message) & plural
    ]
    assert wrong == []


def test_singular_and_plural_are_the_right_way_round() -> None:
    for each in all_messages():
        if each.many:
            one, many = (re.findall(r"\{count\} (\w+)", text) for text in (each.message, each.many))
            for word, words in zip(one, many, strict=False):
                assert word == words or len(words) > len(word) or words in ("have", "are"), each


# ---------------------------------------------------------------- nothing goes past it
def test_every_text_for_people_goes_through_the_catalogue() -> None:
    """A literal that looks like words and stands in no marking call is a text nobody translates."""
    assert [f"{each.file}:{each.line}: {each.text}" for each in unmarked()] == []


def test_what_goes_past_the_catalogue_is_seen() -> None:
    code = '''
"""A docstring is read by programmers."""
TITLE = "Not marked"
OTHER = N_("Marked")
PICTURE = "<path d='M0 0'/>"

def say(n, name="widget name"):
    """Also a docstring."""
    assert n, "for programmers"
    show(_("Marked {x}", x="Some value"), f"{n} tokens", {"a key": "Another value"})
    if name == "compared with words":
        raise TypeError("for programmers")
    return Button("Undo", name="button name", tip=f"{n} of {name} here")
'''
    found = [each.text for each in unmarked_in(code, "desktop/x.py")]
    assert found == ["Not marked", "Some value", "_ tokens", "Another value", "Undo", "_ of _ here"]


def test_nothing_is_called_as_the_marking_function_is() -> None:
    """A variable `_` would hide `_()` in its function."""
    hidden = []
    for path in sorted(ROOT.rglob("*.py")):
        tree = ast.parse(path.read_text("utf-8"))
        if "_" in {
            alias.name
            for node in ast.walk(tree)
            if isinstance(node, ast.ImportFrom)
            for alias in node.names
        }:
            hidden += [
                f"{path.name}:{node.lineno}"
                for node in ast.walk(tree)
                if isinstance(node, ast.Name) and node.id == "_" and isinstance(node.ctx, ast.Store)
            ]
    assert hidden == []
