"""The definitions that CONTRIBUTING.md shows are played as they stand there."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from crusade import players
from crusade.atlas import load
from crusade.automaton.lost_tribes import LostTribes
from crusade.boxes import BOXES
from crusade.boxes.base import powers, races
from crusade.boxes.tales import effects
from crusade.lab.audit_run import Pairing, audited_game
from crusade.rules import (
    Box,
    Library,
    Setup,
    decider,
    moves,
    parse_move,
    pieces,
    play,
    refusal,
    start,
)
from crusade.rules import questions as asked_of
from crusade.rules import setup as make_setup
from crusade.rules.ids import ACTIVE_OF, CLASSIC, CONQUER, SOLO
from crusade.rules.labels import Label

PAGE = Path(__file__).parent.parent / "CONTRIBUTING.md"
GAMES = 6


@cache
def shown() -> dict[str, Any]:
    """Everything that the page defines, read as lines of the files that it names."""
    names: dict[str, Any] = {}
    for files in (asked_of, pieces, races, powers, effects):
        names.update(vars(files))
    names["__name__"] = "contributing"
    code = "\n\n".join(re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.S))
    exec(compile(f"from __future__ import annotations\n{code}", str(PAGE), "exec"), names)
    return names


@cache
def library() -> Library:
    """The base game with the page's Race, power and card."""
    names = shown()
    box = Box(
        id="page",
        title=Label("The page"),
        edition=1,
        land=BOXES["base"].land,
        races=(names["Wanderers"](),),
        powers=(names["Watchful"](),),
        cards=(names["Hush"](), names["ForestClump"]()),
    )
    return Library((BOXES["base"], box))


def game(mode: str, seats: int) -> Setup:
    board = load("base-3p" if seats == 3 else "base-2p").board
    automaton = None if mode == CLASSIC else LostTribes()
    return make_setup(board, library(), mode, seats, 14, automaton, cards=1)


def pairing() -> Pairing:
    found = library()
    return Pairing(found.race_index["Wanderers"], found.power_index["Watchful"])


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
    assert refused and any(text.startswith("watch ") for text in played)
