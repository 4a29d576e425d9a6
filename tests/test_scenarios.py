"""Every scenario is a test, every statement of the rules has one, every slip gets a sentence."""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path
from random import Random

import pytest

from crusade.boxes import BOXES, SHIPPED, base_library
from crusade.lab.scenario import run_case, run_files
from crusade.lab.scenario_file import Case, ScenarioError, read
from crusade.rules.questions import Source

HERE = Path(__file__).parent
RACES = list(dict.fromkeys(race for box in SHIPPED for race in box.races))
POWERS = list(dict.fromkeys(power for box in SHIPPED for power in box.powers))
FILES = sorted((HERE / "scenarios").glob("*.yaml"))
CASES = [case for file in FILES for case in read(file)]


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{Path(case.file).stem}: {case.title}")
def test_scenario(case: Case) -> None:
    assert run_case(case).problems == ()


def test_titles_are_told_apart() -> None:
    titles = [case.title for case in CASES]
    assert len(set(titles)) == len(titles)


# ---------------------------------------------------------------- what the scenarios cover
# Statements that no scenario can show, with the test that holds them instead.
ELSEWHERE = {
    "base.md S1": "test_statements.py::test_boards",
    "base.md S3": "test_statements.py::test_six_combos_are_dealt_before_the_first_pick",
    "base.md S4": "test_statements.py::test_what_lies_under_the_stacks_is_open",
    "base.md S5": "test_statements.py::test_setup",
    "base.md S6": "test_statements.py::test_boards",
    "base.md S7": "test_statements.py::test_setup",
    "base.md S8": "test_words.py::test_hidden_coins_stay_hidden_in_the_log",
    "base.md S11": "test_statements.py::test_boards",
    "base.md C5": "test_statements.py::test_a_combo_surfaces_without_coins",
    "base.md C8": "test_statements.py::test_a_banner_that_leaves_fills_a_gap_in_the_column_at_once",
    "base.md C9": "test_statements.py::test_discarded_badges_are_shuffled_when_the_stack_is_empty",
    "base.md C10": "test_statements.py::test_a_banner_without_a_badge_is_worth_its_number",
    "base.md C12": (
        "test_statements.py::test_a_banner_that_leaves_goes_under_the_stack_and_comes_back"
    ),
    "rulings.md 7": (
        "test_statements.py::test_the_southern_border_mountain_on_the_right_touches_the_forest"
    ),
    "rulings.md table row 13": (
        "test_statements.py::test_a_banner_that_leaves_goes_under_the_stack_and_comes_back"
    ),
    "crusade.md A3": "test_statements.py::test_the_diplomat_is_out_of_the_crusades",
    "crusade.md G2": "test_difficulty.py::test_change",
    "crusade.md G3": "test_difficulty.py::test_carry_over_stays_playable",
    "crusade.md G4": "test_hall_of_fame.py::test_csv",
    "crusade.md H5": "test_difficulty.py::test_change",
    "events.md D2": "test_events_deck.py::test_a_deck_holds_what_its_word_says",
    "underground.md US5": "test_underground.py::test_set_up",
    "underground.md US7": "test_underground.py::test_set_up",
    "underground.md A11": "test_underground.py::test_set_up",
    "crusade.md K7": "test_words.py::test_hidden_coins_stay_hidden_in_the_log",
}
# Statements that speak of another box.
OTHER_BOXES = {"crusade.md K5"}


def chapter(name: str) -> str:
    """A chapter of the rules book as it ships."""
    return (Path(str(files("crusade.rules"))) / "book" / name).read_text(encoding="utf-8")


def numbered(name: str) -> Iterator[str]:
    """The statements of a chapter: `S1`, `D`, `24`, `table row 3`, by how the chapter numbers."""
    section = ""
    for line in chapter(name).split("\n"):
        if found := re.match(r"## ([A-Z])\. ", line):
            section = found[1]
        elif line.startswith("## "):
            section = ""
        for pattern, form in (
            (r"- ([A-Z]{1,2}\d+) ", "{}"),  # `- K4 `, `- UP12 `
            (r"(\d+)\. ", section + "{}"),  # `24. `, in a section `A. ` its `A24`
            (r"\| (\d+) \|", "{}" if name == "events.md" else "table row {}"),
        ):
            if found := re.match(pattern, line):
                yield f"{name} {form.format(found[1])}"


def statements() -> Iterator[str]:
    """Every statement of the base game and of the Crusade without other boxes."""
    yield from numbered("base.md")
    yield from (source.rule for source in (*base_library().races, *base_library().powers))
    yield from numbered("rulings.md")
    yield from numbered("crusade.md")
    yield "crusade.md D"  # the Lost Tribes' turn, one statement
    yield from numbered("events.md")
    yield from numbered("underground.md")
    rules = {source.rule for source in _sources("underground")}
    yield from sorted(rules - set(numbered("underground.md")))
    yield from numbered("riverworld.md")


def box_statements() -> Iterator[str]:
    """The statements that speak of boxes to come: a case may name them, none has to."""
    yield from _of_boxes("rulings")
    yield from _of_boxes("crusade")


def _of_boxes(name: str) -> Iterator[str]:
    """The statements of a chapter that speak of other boxes."""
    return (statement.replace("_boxes", "") for statement in numbered(f"{name}_boxes.md"))


def _sources(box: str) -> Iterator[Source]:
    """What a box brings and the base game does not: Races, powers, what lies on Regions."""
    made, base = BOXES[box], base_library().sources
    boons = (boon for boon in made.boons if not boon.word)
    return (x for x in (*made.races, *made.powers, *boons) if x not in base)


def test_the_statements_are_found() -> None:
    known, boxes = list(statements()), list(box_statements())
    assert len(set(known)) == len(known)
    for last in ("S11", "C13", "F7", "K11", "L10", "N6", "D7", "R5", "V5", "X12", "E3"):
        assert f"base.md {last}" in known
    assert {"rulings.md 1", "rulings.md 61", "rulings.md 94"} <= set(known)
    assert {"rulings.md table row 20", "crusade.md A1", "crusade.md K14"} <= set(known)
    assert {"events.md E49", "events.md 54", "events.md D12", "events.md G6"} <= set(known)
    assert {"underground.md UP40", "underground.md R-wisps", "crusade.md I11"} <= set(known)
    assert "riverworld.md W45" in known
    assert "crusade.md J10" in known
    assert "rulings.md 84" in boxes
    assert not set(known) & set(boxes)


def cited(case: Case) -> Iterator[str]:
    """The statements that a case's `rule` names: `base.md C2, C3; rulings.md 5, table row 3`."""
    file = ""
    for part in case.text("rule").value.split(";"):
        for word in part.split(","):
            found = re.fullmatch(r"\s*(?:(\w+\.(?:md|py)) )?(.*?)(?: and V)?(?: ?\(.*\))*\s*", word)
            assert found, f"{case.title}: '{word}' is no reference"
            file = found[1] or file
            # A card is cited by its number and name: `36 Rats`, `8 Chicken Lake (solo)`.
            card = re.fullmatch(r"(\d+) \D.*", found[2]) if file == "events.md" else None
            yield f"{file} {card[1] if card else found[2]}"


def test_every_statement_has_a_scenario() -> None:
    seen = {statement for case in CASES for statement in cited(case)}
    known = set(statements())
    # A whole section may be named where its printed examples are meant.
    unknown = seen - known - set(box_statements()) - {"crusade.md F"}
    assert not unknown, f"named by a scenario, but no statement: {sorted(unknown)}"
    untold = known - seen - set(ELSEWHERE) - OTHER_BOXES
    assert not untold, f"no scenario shows {sorted(untold)}"
    assert set(ELSEWHERE) <= known


@pytest.mark.parametrize("test", sorted(set(ELSEWHERE.values())))
def test_what_stands_elsewhere_is_there(test: str) -> None:
    file, name = test.split("::")
    assert f"\ndef {name}(" in (HERE / file).read_text(encoding="utf-8")


def _cases_of(source: Source) -> list[Case]:
    return [case for case in CASES if source.rule in cited(case)]


def _stands(case: Case, key: str, word: str) -> bool:
    """Whether `races` or `declined` names a Race or Special Power."""
    names = [item.value for items in case.lists(key).values() for item in items]
    combos = [item.value for item in case.sequence("combos")] if key == "races" else []
    return any(word in f" {name} " for name in (*names, *combos))


@pytest.mark.parametrize("race", RACES, ids=lambda race: race.name)
def test_every_race_is_shown_active_and_in_decline(race) -> None:
    cases = _cases_of(race)
    assert any(_stands(case, "races", f" {race.name}") for case in cases), race.rule
    if race.declined != "Nothing special.":
        declines = [
            case
            for case in cases
            if _stands(case, "declined", f"{race.name} ")
            or (
                _stands(case, "races", f" {race.name}")
                and any(item.value == "decline" for item in case.sequence("do"))
            )
        ]
        assert declines, f"no scenario shows {race.name} In Decline"


@pytest.mark.parametrize("power", POWERS, ids=lambda power: power.name)
def test_every_special_power_is_shown_active_and_in_decline(power) -> None:
    cases = _cases_of(power)
    assert any(_stands(case, "races", f"{power.name} ") for case in cases), power.rule
    if power.declined != "Gone.":
        moves = [(case, [item.value for item in case.sequence("do")]) for case in cases]
        shown = any("decline" in did or case.lists("declined") for case, did in moves)
        assert shown, f"no scenario shows {power.name} In Decline"


# ---------------------------------------------------------------- malformed files
def malformed(tmp_path: Path, content: str | bytes) -> ScenarioError:
    """The error that a file with this content gives; it must give one."""
    file = tmp_path / "case.yaml"
    file.write_bytes(content.encode() if isinstance(content, str) else content)
    with pytest.raises(ScenarioError) as caught:
        list(run_files([file]))
    error = caught.value
    assert error.file == str(file)
    case = f"in '{error.title}': " if error.title else ""
    assert str(error) == f"{file}, line {error.line}: {case}{error.sentence}"
    assert "\n" not in error.sentence
    return error


GOOD = """\
title: A good case
mode: classic
regions: {A: farmland edge, B: hill, C: hill}
borders: A-B B-C
races: {P1: Swamp Ratmen, P2: Forest Humans}
declined: {P2: [Elves]}
at:
  A: P1 3
  B: P2 2
  C: P2 declined 1
do:
  - end conquests
then:
  coins: {P1: 6}
"""


def test_the_good_case_is_good(tmp_path: Path) -> None:
    file = tmp_path / "case.yaml"
    file.write_text(GOOD)
    assert [outcome.problems for outcome in run_files([file])] == [()]


@pytest.mark.parametrize(
    ("old", "new", "line", "sentence"),
    [
        ("title: A good case\n", "", 1, "the scenario has no title"),
        ("title: A good case", "title: [A]", 1, "'title' should be a single value"),
        ("mode: classic", "mode: chess", 2, "'chess' is not a mode (solo, two-player, classic)"),
        ("mode: classic", "event: Tremolo", 2, "'Tremolo' is not one of the cards"),
        ("mode: classic", "round: 11", 2, "this game has rounds 1 to 10"),
        ("mode: classic", "round: -1", 2, "'-1' under 'round' should be a whole number"),
        ("mode: classic", "round: 99999999", 2, "the number under 'round' is far too large"),
        ("mode: classic", "round: ²", 2, "'²' under 'round' should be a whole number"),
        ("mode: classic", "colour: red", 2, "'colour' is not a key of a scenario"),
        ("mode: classic", "turn: T", 2, "the Lost Tribes have no turn in the classic game"),
        ("mode: classic", "turn: P7", 2, "'P7' under 'turn' is not a player (P1 to P5, or T)"),
        ("mode: classic", "control: P1", 2, "the Control Marker belongs to the two-player mode"),
        (
            "mode: classic",
            "aside: 3",
            2,
            "in the classic game no Lost Tribes wait beside the board",
        ),
        ("mode: classic", "mode: solo", 5, "there is no P2 in this game"),
        ("mode: classic", "dice: [0, 4]", 2, "the die has no face 4"),
        ("mode: classic", "dice: {a: 1}", 2, "'dice' should be a list of single values"),
        ("mode: classic", "hand: {P1: 99}", 7, "there are not that many Ratmen"),
        ("mode: classic", "hand: {P3: 1}", 2, "P3 has no Active race to hold tokens of"),
        ("mode: classic", "hand: {T: 1}", 2, "the Lost Tribes have no place under 'hand'"),
        (
            "mode: classic",
            "combos: [Hill Rats]",
            2,
            "'Hill Rats' does not end with one of the Races",
        ),
        ("mode: classic", "combos: [Odd Orcs]", 2, "'Odd' is not one of the Special Powers"),
        (
            "mode: classic",
            "combos: [Hill Orcs +x]",
            2,
            "'x' under 'combos' should be a whole number",
        ),
        ("mode: classic", "combos: [Hill Humans]", 2, "there is only one banner of the Humans"),
        ("mode: classic", "combos: [Swamp Orcs]", 2, "there is only one Swamp badge"),
        ("mode: classic", "board: base-2p", 2, "a scenario has either 'board' or 'regions'"),
        ("mode: classic", "mode: classic\nmode: solo", 3, "'mode' stands there twice"),
        ("A: farmland edge", "A: meadow", 3, "'meadow' of Region A is not a terrain"),
        (
            "A: farmland edge",
            "A: farmland gold",
            3,
            "'gold' of Region A is neither 'edge' nor a symbol",
        ),
        ("A: farmland edge", "A-: hill", 3, "'A-' is no name for a Region; use letters and digits"),
        ("A: farmland edge", "A: [hill]", 3, "'A' under 'regions' should be a single value"),
        ("A: farmland edge, B: hill", "A: hill, A: hill", 3, "'A' stands there twice"),
        ("A-B B-C", "A-B B-D", 4, "'B-D' does not join two Regions of this board"),
        ("A-B B-C", "A-A", 4, "'A-A' does not join two Regions of this board"),
        ("borders: A-B B-C", "borders: [A-B]", 4, "'borders' should be a single value"),
        ("P1: Swamp Ratmen", "P1: Swamp", 5, "'Swamp' does not end with one of the Races"),
        ("P1: Swamp Ratmen", "P1: Forest Ratmen", 5, "there is only one Forest badge"),
        ("P1: Swamp Ratmen", "T: Swamp Ratmen", 5, "the Lost Tribes have no place under 'races'"),
        ("[Elves]", "[Humans]", 6, "there is only one banner of the Humans"),
        ("[Elves]", "[Elves, Wizards]", 6, "P2 cannot have those races In Decline at once"),
        (
            "[Elves]",
            "[Spirit Elves, Spirit Orcs]",
            6,
            "there is only one Spirit badge",
        ),
        ("{P2: [Elves]}", "[P2]", 6, "'declined' should be a list of 'name: [values]' pairs"),
        ("A: P1 3", "X: P1 3", 8, "'X' is not a Region of this board"),
        ("A: P1 3", "A: P1", 8, "'P1' of Region A does not say who stands there"),
        ("A: P1 3", "A: P1 0", 8, "Region A has no token; leave it out"),
        ("A: P1 3", "A: P1 -3", 8, "'P1 -3' of Region A does not say who stands there"),
        ("A: P1 3", "A: P3 1", 8, "'P3 1' does not name one of the races in play"),
        (
            "A: P1 3",
            "A: P1 declined 1",
            8,
            "'P1 declined 1' does not name one of the races in play",
        ),
        ("A: P1 3", "A: P1 3 wall", 8, "'wall' of Region A is not a marker, or stands twice"),
        ("A: P1 3", "A: P1 3 lair lair", 8, "'lair' of Region A is not a marker, or stands twice"),
        ("A: P1 3", "A: tribes 1 lair", 8, "the Lost Tribes have no 'lair'"),
        ("A: P1 3", "A: P1 3 encampments=6", 7, "the box holds 5 of 'encampments', not 6"),
        ("A: P1 3", "A: P1 3 encampments=x", 8, "'x' under 'encampments' should be a whole number"),
        ("A: P1 3", "A: P1 20", 7, "there are not that many Ratmen"),
        ("B: P2 2\n", "B: P2 2 dragon\n  A: P1 1 dragon\n", 10, "'A' stands there twice"),
        ("do:\n  - end conquests", "do:\n  - fly", 12, "'fly' is not a move"),
        ("do:\n  - end conquests", "do:\n  - conquer X", 12, "'X' is not a Region of this board"),
        ("do:\n  - end conquests", "do:\n  - a: b", 11, "'do' should be a list of single values"),
        (
            "  - end conquests",
            "  - end conquests -> maybe",
            12,
            "after '->' only 'refused' may stand, not 'maybe'",
        ),
        ("then:\n  coins: {P1: 6}", "then: good", 13, "'then' should be a list of checks"),
        ("coins: {P1: 6}", "mood: good", 14, "'mood' cannot be checked"),
        (
            "coins: {P1: 6}",
            "coins: {P1: many}",
            14,
            "'many' under 'coins' should be a whole number",
        ),
        (
            "coins: {P1: 6}",
            "coins: {P9: 6}",
            14,
            "'P9' under 'coins' is not a player (P1 to P5, or T)",
        ),
        ("coins: {P1: 6}", "at: {A: [P1]}", 14, "'A' under 'at' should be a single value"),
        ("coins: {P1: 6}", "coins: 6", 14, "'coins' should be a list of 'name: value' pairs"),
        ("coins: {P1: 6}", "combos: {P1: 6}", 14, "'combos' should be a list of single values"),
        ("mode: classic", "box: chess", 2, None),
        ("mode: classic", "begins: round", 2, "'begins: round' needs an 'event'"),
        ("mode: classic", "begins: now", 2, "'now' under 'begins' should be round or turn"),
        ("mode: classic", "upcoming: [Tremolo]", 2, "'Tremolo' is not one of the cards"),
        ("mode: classic", "picked: [P3]", 2, "P3 has no Active race that could be new"),
        ("mode: classic", "picked: [T]", 2, "the Lost Tribes have no place under 'picked'"),
        ("mode: classic", "picked: {P1: x}", 2, "'picked' should be a list of single values"),
        ("coins: {P1: 6}", "hand: {T: 6}", 14, "the Lost Tribes have no place under 'hand'"),
        ("coins: {P1: 6}", "turn: []", 14, "'turn' should be a single value"),
        ("coins: {P1: 6}", "turn: me", 14, "'me' under 'turn' is not a player (P1 to P5, or T)"),
        (
            "coins: {P1: 6}",
            "winner: [P1, me]",
            14,
            "'me' under 'winner' is not a player (P1 to P5, or T)",
        ),
        ("coins: {P1: 6}", "reach: [A, Q]", 14, "'Q' under 'reach' is not a Region of this board"),
        ("coins: {P1: 6}", "at: {Q: empty}", 14, "'Q' under 'at' is not a Region of this board"),
        ("coins: {P1: 6}", "cost: {A: dear}", 14, "'dear' under 'cost' should be a whole number"),
        ("coins: {P1: 6}", "legal: [dance]", 14, "'dance' is not a move"),
        ("coins: {P1: 6}", "combos: [Elves +]", 14, None),
        ("coins: {P1: 6}", "combos: [Cats]", 14, "'Cats' does not end with one of the Races"),
        (
            "do:\n  - end conquests\nthen:\n  coins: {P1: 6}",
            "",
            1,
            "the scenario has neither 'do' nor 'then'",
        ),
        ("regions: {A: farmland edge, B: hill, C: hill}\n", "", 1, None),
        ("{P1: Swamp Ratmen", "{[P1]: Swamp Ratmen", 5, "a key should be a single word"),
        ("P1: Swamp Ratmen, P2", "P1: &x Swamp Ratmen, P3: *x, P2", 5, None),
        ("races:", "\traces:", 5, None),
        ("B: hill", "B: hill\x00", 3, "there is a character that YAML does not allow"),
    ],
)
def test_a_slip_is_named_with_its_line(
    tmp_path: Path, old: str, new: str, line: int, sentence: str | None
) -> None:
    assert old in GOOD
    content = GOOD.replace(old, new, 1)
    if sentence is None and "Elves +" in new:
        # A plus without a number means no coins: nothing is wrong with the words.
        file = tmp_path / "case.yaml"
        file.write_text(content)
        assert [outcome.passed for outcome in run_files([file])] == [False]
        return
    error = malformed(tmp_path, content)
    assert error.line == line, error
    if sentence is not None:
        assert error.sentence == sentence


@pytest.mark.parametrize(
    ("content", "line", "sentence"),
    [
        (b"", 1, "there is no scenario in this file"),
        (b"# nothing but a comment\n---\n", 1, "there is no scenario in this file"),
        (b"title: x\ndo: [\xff]\n", 2, "this is not UTF-8 text"),
        (b"just words\n", 1, "a scenario consists of 'key: value' lines"),
        (b"- a\n- b\n", 1, "a scenario consists of 'key: value' lines"),
        (b"title: x\ndo: []\n---\n- 1\n", 1, "the scenario has neither 'regions' nor 'board'"),
        (b"title: x\nboard: nowhere\ndo: []\n", 2, None),
        (b"title: x\nboard: ../maps/base-2p.yaml\ndo: []\n", 2, None),
        (b"title: x\nregions: &a [*a]\ndo: []\n", 2, None),
        (
            b"title: x\nmode: solo\nregions: {A: hill}\nraces: {P1: Diplomat Orcs}\ndo: []\n",
            4,
            None,
        ),
        (b"title: x\ndo: " + b"[" * 3000 + b"]" * 3000, 1, "the values are nested too deeply"),
        (
            b"title: x\nregions: {"
            + ", ".join(f"r{i}: hill" for i in range(65)).encode()
            + b"}\ndo: []\n",
            2,
            "a board has at most 64 Regions",
        ),
    ],
)
def test_a_file_that_is_no_scenario(
    tmp_path: Path, content: bytes, line: int, sentence: str | None
) -> None:
    error = malformed(tmp_path, content)
    assert error.line == line, error
    if sentence is not None:
        assert error.sentence == sentence


def test_a_missing_file_and_a_folder(tmp_path: Path) -> None:
    for path, sentence in (
        (tmp_path / "none.yaml", "there is no such file"),
        (tmp_path, "this is a folder, not a scenario file"),
    ):
        with pytest.raises(ScenarioError, match=sentence):
            list(run_files([path]))


def test_a_die_that_is_missing_is_a_failure(tmp_path: Path) -> None:
    file = tmp_path / "case.yaml"
    file.write_text(GOOD.replace("A: P1 3", "A: P1 2").replace("end conquests", "attempt B"))
    assert [outcome.problems for outcome in run_files([file])] == [
        ("a die is rolled that 'dice' does not name",)
    ]


def problems(tmp_path: Path, content: str) -> tuple[str, ...]:
    """What is wrong with how the one case of ``content`` comes out."""
    file = tmp_path / "case.yaml"
    file.write_text(content, encoding="utf-8")
    (outcome,) = run_files([file])
    return outcome.problems


@pytest.mark.parametrize(
    ("dice", "do", "left"),
    [
        ("[2]", "end conquests", "2"),
        ("[2]", "conquer B", "2"),
        ("[1, 2, 0]", "attempt B", "2 0"),  # the first face is rolled
        ("[2]", "attempt B -> refused", ""),  # a roll that must not happen ...
        ("[2, 0]", "attempt B -> refused", "2 0"),  # ... but not two of them
        ("[2]", "conquer C -> refused", "2"),  # and this would have rolled nothing
        ("[2]", "roll -> refused", ""),
        ("[]", "end conquests", ""),
    ],
)
def test_dice_that_are_left_over_are_refused(tmp_path: Path, dice: str, do: str, left: str) -> None:
    tokens = {"conquer B": 5, "attempt B": 4}.get(do, 3 if do != "attempt B -> refused" else 9)
    content = GOOD.replace("A: P1 3", f"A: P1 {tokens}").replace("- end conquests", f"- {do}")
    content = content[: content.index("then:")].replace("mode: classic", f"dice: {dice}")
    expected = (f"{left} of 'dice' is never rolled",) if left else ()
    assert problems(tmp_path, content) == expected


def test_a_roll_that_the_crusade_leaves_out_excuses_one_die(tmp_path: Path) -> None:
    solo = (
        "title: a pick without a roll\nmode: solo\nregions: {A: farmland edge, B: hill}\n"
        "borders: A-B\nround: 1\ndice: [0]\ndo: [pick 1]\n"
    )
    assert problems(tmp_path, solo) == ()
    assert problems(tmp_path, solo.replace("[0]", "[0, 1]")) == ("0 1 of 'dice' is never rolled",)


NEW = """\
title: what comes once
regions: {A: farmland edge, B: hill}
borders: A-B
round: 4
races: {P1: Wealthy Halflings, P2: Swamp Ratmen}
hand: {P1: 10}
picked: [P1]
do: [conquer A, end conquests]
"""


@pytest.mark.parametrize(
    ("line", "coins", "region"),
    [
        ("picked: [P1]", 13, "P1 10 hole"),
        ("picked: P1", 13, "P1 10 hole"),
        ("picked: []", 6, "P1 10"),
        ("picked: [P2]", 6, "P1 10"),
        ("coins: {P1: 5}", 13, "P1 10 hole"),  # as FORMAT.md assumes: all its tokens in hand
    ],
)
def test_a_case_says_whose_race_is_new(tmp_path: Path, line: str, coins: int, region: str) -> None:
    content = NEW.replace("picked: [P1]", line)
    then = f"then:\n  coins: {{P1: {coins}}}\n  at: {{A: {region}}}\n"
    assert problems(tmp_path, content + then) == ()
    # In the first round everybody is new, unless the case says otherwise.
    first = content.replace("round: 4", "round: 1").replace("hand: {P1: 10}", "hand: {P1: 5}")
    at = region.replace("10", "5")
    then = f"then:\n  coins: {{P1: {coins}}}\n  at: {{A: {at}}}\n"
    assert problems(tmp_path, first + then) == ()


def test_players_are_those_named_anywhere(tmp_path: Path) -> None:
    content = GOOD.replace("coins: {P1: 6}", "coins: {P1: 6, P4: 5}")
    assert problems(tmp_path, content) == ()
    assert problems(tmp_path, GOOD.replace("turn: P2", "") + "  turn: P2\n") == ()
    # Neither a title nor a Region is a player.
    named = GOOD.replace("A good case", "P3 looks on").replace("C: hill", "P5: hill")
    named = named.replace("B-C", "B-P5").replace("C: P2", "P5: P2")
    turns = named.replace("- end conquests", "- end conquests\n  - end conquests")
    assert problems(tmp_path, turns + "  turn: P1\n") == ()


def test_what_a_file_holds_is_safe_to_print(tmp_path: Path) -> None:
    content = GOOD.replace("A good case", '"a \\e[31m case"').replace("hill, C", '"\\e[2J", C')
    error = malformed(tmp_path, content)
    assert error.title == r"a \x1b[31m case"
    assert error.sentence == r"'\x1b[2J' of Region B is not a terrain"
    assert str(error).isprintable()
    assert len(malformed(tmp_path, GOOD.replace("hill, C", "h" * 5000 + ", C")).sentence) <= 200


@pytest.mark.parametrize("seed", range(8))
def test_damaged_scenarios_pass_fail_or_name_a_line(tmp_path: Path, seed: int) -> None:
    """Whatever happens to a file, the answer is an outcome or a ScenarioError."""
    rng = Random(seed)
    texts = [document for file in FILES for document in file.read_text().split("\n---\n")]
    words = ["0", "-1", "7", "99999999", "[]", "{}", "null", "P1", "P5", "T", "->", ":", "&", "²"]
    words += ["declined", "tribes", "Spirit", "*", "\t"]
    file = tmp_path / "case.yaml"
    for _ in range(60):
        lines = rng.choice(texts).split("\n")
        for _ in range(rng.randint(1, 3)):
            i = rng.randrange(len(lines))
            kind = rng.randrange(4)
            if kind == 0:
                lines.pop(i)
            elif kind == 1:
                lines.insert(i, rng.choice(rng.choice(texts).split("\n")))
            else:
                parts = lines[i].split(" ")
                parts[rng.randrange(len(parts))] = rng.choice(words)
                lines[i] = " ".join(parts)
            lines = lines or [""]
        file.write_text("\n".join(lines), encoding="utf-8")
        try:
            list(run_files([file]))
        except ScenarioError as error:
            assert 1 <= error.line <= len(lines) + 1
