"""A box that nothing in `crusade/` knows: its cases, and random games with it under the audit."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from smallbox import BOXES, FAIR

from crusade.atlas import load
from crusade.automaton.lost_tribes import LostTribes
from crusade.boxes import library
from crusade.lab.audit_run import PLAYERS, Pairing, audited_game, pairings
from crusade.lab.scenario import run_case
from crusade.lab.scenario_file import Case, read
from crusade.rules import Setup
from crusade.rules import setup as make_setup
from crusade.rules.board import Board, RegionSpec, bits
from crusade.rules.ids import CLASSIC, SOLO, TWO_PLAYER

HERE = Path(__file__).parent / "smallbox"
CASES = [case for file in sorted((HERE / "cases").glob("*.yaml")) for case in read(file)]
LIBRARY = library(BOXES)
MODES = ((SOLO, 1), (TWO_PLAYER, 2), (CLASSIC, 2), (CLASSIC, 3))


def with_fords(name: str) -> Board:
    """The board of that name with a Ford in place of every third Region that can be one."""
    board = load(name).board
    dry = bits(board.land & ~board.lost_tribe & ~board.mask_of("mountain"))
    fords = set(dry[::3])
    flags = {symbol.word for symbol in LIBRARY.land.symbols if symbol.flag}
    printed = [word for word in board.words.symbol_words if word not in flags]
    regions = [
        RegionSpec(
            board.ids[r],
            board.names[r],
            "ford" if r in fords else board.terrain[r],
            [word for word in printed if board.mask_of(word) >> r & 1],
            lost_tribe=bool(board.lost_tribe >> r & 1),
            edge=bool(board.edge >> r & 1),
        )
        for r in range(board.n)
    ]
    borders = [(a, b) for a in range(board.n) for b in bits(board.neighbours[a]) if a < b]
    return Board.make(words=LIBRARY.land, regions=regions, borders=borders, rounds=board.rounds)


BOARDS = {name: with_fords(name) for name in ("base-2p", "base-3p")}


def fair_setup(mode: str, seats: int) -> Setup:
    """A game with the small box: its cards, its variant, Fords on the board."""
    board = BOARDS["base-2p" if mode == SOLO or (mode, seats) == (CLASSIC, 2) else "base-3p"]
    automaton = None if mode == CLASSIC else LostTribes()
    cards = (1 << len(LIBRARY.cards)) - 1
    return make_setup(board, LIBRARY, mode, seats, 14, automaton, cards=cards)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.title)
def test_case(case: Case) -> None:
    assert run_case(case).problems == ()


def test_every_definition_has_a_case() -> None:
    rules = " ".join(case.text("rule").value for case in CASES)
    for source in (*FAIR.races, *FAIR.powers, *FAIR.cards, *FAIR.boons):
        assert source.rule.split()[-1] in rules


@pytest.mark.parametrize("player", PLAYERS, ids=lambda player: player.__name__)
@pytest.mark.parametrize(("mode", "seats"), MODES)
def test_random_games_are_sound(mode: str, seats: int, player) -> None:
    for seed in range(4):
        audited_game(fair_setup(mode, seats), player, Random(seed), deep=9)


NEW = [
    pairing
    for pairing in pairings(fair_setup(CLASSIC, 2))
    if LIBRARY.races[pairing.banner] in FAIR.races and LIBRARY.powers[pairing.badge] in FAIR.powers
]


@pytest.mark.parametrize("pairing", NEW, ids=lambda p: LIBRARY.races[p.banner].name + str(p.badge))
def test_every_new_pairing_is_sound(pairing: Pairing) -> None:
    for player in PLAYERS:
        audited_game(fair_setup(CLASSIC, 2), player, Random(pairing.badge), pairing, deep=9)
