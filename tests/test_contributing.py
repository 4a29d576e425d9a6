"""The definitions and the case that CONTRIBUTING.md shows are played as they stand there."""

from __future__ import annotations

import re
import sys
from dataclasses import replace
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest

from crusade import boxes, players
from crusade.atlas import load
from crusade.automaton.lost_tribes import LostTribes
from crusade.boxes import BOXES
from crusade.boxes.tales import effects
from crusade.lab.audit_run import Pairing, audited_game
from crusade.lab.scenario import run_files
from crusade.rules import (
    Box,
    Library,
    Setup,
    decider,
    moves,
    parse_move,
    play,
    refusal,
    start,
)
from crusade.rules import questions as asked_of
from crusade.rules import setup as make_setup
from crusade.rules.ids import ACTIVE_OF, CLASSIC, CONQUER, SOLO

PAGE = Path(__file__).parent.parent / "CONTRIBUTING.md"
GAMES = 6


def blocks(language: str, heading: str) -> list[str]:
    """The blocks of that language in a chapter of the page."""
    text = PAGE.read_text(encoding="utf-8")
    chapter = text.partition(f"\n## {heading}")[2].partition("\n## ")[0]
    return re.findall(rf"```{language}\n(.*?)```", chapter, re.S)


def run(code: str, names: dict[str, Any]) -> dict[str, Any]:
    exec(compile(code, str(PAGE), "exec"), names)
    return names


@cache
def module() -> dict[str, Any]:
    """What the page's module makes: a whole file with its Race, and below it the power."""
    code = blocks("python", "Add a Race") + blocks("python", "Add a Special Power")
    return run("\n\n".join(code), {"__name__": "contributing"})


@cache
def cards() -> dict[str, Any]:
    """The page's cards, read as lines of the files that it names."""
    code = ["from __future__ import annotations", *blocks("python", "Add a card")]
    return run("\n\n".join(code), {**vars(asked_of), **vars(effects), "__name__": "contributing"})


@cache
def page_box() -> Box:
    """The page's box with everything that the page adds to it."""
    made = module()
    played = (cards()["Hush"](), cards()["ForestClump"]())
    return replace(made["BOX"], powers=(made["Watchful"](),), cards=played)


@cache
def library() -> Library:
    """The base game with the page's Race, power and card."""
    return Library((BOXES["base"], page_box()))


def game(mode: str, seats: int) -> Setup:
    board = load("base-3p" if seats == 3 else "base-2p").board
    automaton = None if mode == CLASSIC else LostTribes()
    return make_setup(board, library(), mode, seats, 14, automaton, cards=1)


def pairing() -> Pairing:
    found = library()
    return Pairing(found.race_index["Wanderers"], found.power_index["Watchful"])


def test_the_page_s_module_is_found_where_it_lies(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (whole,) = blocks("python", "Add a Race")
    (tmp_path / "wayside.py").write_text(whole, encoding="utf-8")
    # Other tests may have registered boxes of their own beside those that lie there.
    before = [box.id for box in boxes.brought()]
    monkeypatch.setattr(boxes, "__path__", [*boxes.__path__, str(tmp_path)])
    monkeypatch.delattr(boxes, "wayside", raising=False)
    try:
        found = [box.id for box in boxes.brought()]
    finally:
        sys.modules.pop("crusade.boxes.wayside", None)
    assert found == [*before, "wayside"]


def test_the_page_s_case_passes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(BOXES, "wayside", page_box())
    (case,) = blocks("yaml", "Add a Race")
    file = tmp_path / "wayside.yaml"
    for wrong, passes in (("coins: {P1: 6}", True), ("coins: {P1: 7}", False)):
        file.write_text(case.replace("coins: {P1: 6}", wrong), encoding="utf-8")
        assert [outcome.passed for outcome in run_files([file])] == [passes]


def test_the_page_s_race_power_and_card_are_sound() -> None:
    for seed in range(GAMES):
        mode, seats = ((SOLO, 1), (CLASSIC, 2), (CLASSIC, 3))[seed % 3]
        audited_game(game(mode, seats), players.random_policy, Random(seed), pairing(), deep=9)


def test_the_page_s_decision_is_asked_answered_and_protects() -> None:
    """`watch A` is answered, and from then on the other person is refused that Region."""
    setup = game(CLASSIC, 2)
    _end, played = audited_game(setup, players.greedy_policy, Random(3), pairing())
    power = library().powers[pairing().badge]
    s, refused = start(setup), 0
    for text in played:
        s, _events = play(s, parse_move(s, text))
        watched = s.recall(power, ACTIVE_OF[0]) - 1
        if watched >= 0 and s.phase == CONQUER and decider(s) == 1:
            assert s.occ[watched] == ACTIVE_OF[0]
            why = refusal(s, moves.CONQUERS[watched])
            assert why is not None and why.message == "This Region is watched."
            refused += 1
            (told,) = [d.told(s, ACTIVE_OF[0], (watched,)) for d in power.steps]
            assert str(told) == f"P1 watches {s.board.names[watched]}."
    assert refused and any(text.startswith("watch ") for text in played)
