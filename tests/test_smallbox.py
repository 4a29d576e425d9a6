"""A box that nothing in `crusade/` knows: its cases, and random games with it under the audit."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from smallbox import BOXES, FAIR
from test_names import words

import crusade
from crusade.atlas import load
from crusade.automaton.lost_tribes import LostTribes
from crusade.boxes import base_library, library, offered, together
from crusade.lab import audit_run, simulate
from crusade.lab.audit_run import PLAYERS, Pairing, audited_game, pairings
from crusade.lab.scenario import run_case, run_files
from crusade.lab.scenario_file import Case, ScenarioError, read
from crusade.players.policies import deal, random_policy
from crusade.players.view import HIDDEN, view_for
from crusade.record import dump
from crusade.record import load as read_record
from crusade.rules import Box, Library, Setup, decider, moves, play, start
from crusade.rules import setup as make_setup
from crusade.rules.board import Board, RegionSpec, bits
from crusade.rules.ids import CLASSIC, DEALER, OVER, OWNER, SOLO, TWO_PLAYER
from crusade.rules.labels import Label
from crusade.rules.questions import Race
from crusade.session import NewGame, Session

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


POSITION = """\
title: words of the box
box: base fair
event: Mire
regions: {A: farmland edge, F: ford, B: hill}
borders: A-F F-B
races: {P1: Swamp Ratmen, P2: Merchant Humans}
at:
  A: P1 3 lantern
  B: tribes 1 tollhouse
do: []
"""


@pytest.mark.parametrize(
    ("old", "new", "line", "sentence"),
    [
        ("event: Mire", "event: Fog", 3, "'Fog' is not one of the cards"),
        ("event: Mire", "event: Mire\nround: 1", 3, "a card is in force from round 2 on"),
        ("event: Mire", "upcoming: [Mire, Fog]", 3, "'Fog' is not one of the cards"),
        ("F: ford", "F: brook", 4, "'brook' of Region F is not a terrain"),
        (
            "tollhouse",
            "lantern",
            7,
            "the box holds 1 of 'lantern', not 2",
        ),
        ("3 lantern", "3 lantern=2", 8, "'lantern=2' of Region A is not a marker, or stands twice"),
        ("tribes 1 tollhouse", "tribes 1 pot", 9, "the Lost Tribes have no 'pot'"),
        ("tribes 1 tollhouse", "empty pot", 9, "an empty Region has no 'pot'"),
        ("do: []", "do: [conquer B with magic]", 10, None),
        ("do: []", "do: [draw badge Cats]", 10, None),
    ],
)
def test_a_slip_in_the_words_of_the_box(
    tmp_path: Path, old: str, new: str, line: int, sentence: str | None
) -> None:
    assert old in POSITION
    file = tmp_path / "case.yaml"
    file.write_text(POSITION.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(ScenarioError) as caught:
        list(run_files([file]))
    assert caught.value.line == line, caught.value
    if sentence is not None:
        assert caught.value.sentence == sentence


@pytest.mark.parametrize(
    ("draws", "problem"),
    [
        ("[]", "something is drawn that 'draws' does not name"),
        ("[badge Hill, badge Stout]", "badge Stout of 'draws' is never drawn"),
        ("[badge Swamp]", "'draw badge Swamp' cannot be drawn now"),
    ],
)
def test_draws_that_are_missing_left_over_or_impossible(
    tmp_path: Path, draws: str, problem: str
) -> None:
    text = POSITION.replace("Mire", f"Market Day\nbegins: round\ndraws: {draws}")
    text = text.replace("3 lantern", "3 lantern\n  B: P2 1").replace(
        "  B: tribes 1 tollhouse\n", ""
    )
    file = tmp_path / "case.yaml"
    file.write_text(text.replace("do: []", "do: [bid 1, bid 0]"), encoding="utf-8")
    assert [outcome.problems for outcome in run_files([file])] == [(problem,)]


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


def test_nothing_in_the_program_knows_of_it() -> None:
    """Not one line of it was written for this box."""
    own = {"goblins", "leprechauns", "shrubmen", "bewitching", "undying", "lantern", "tollhouse"}
    for file in Path(crusade.__file__).parent.rglob("*.py"):
        source = file.read_text(encoding="utf-8")
        if any(name in source.lower() for name in own):
            assert not own & {word for _, word in words(source)}, file


def test_a_record_names_the_box_and_replays() -> None:
    """A game by the session, with the box by its name alone: its record makes it again."""
    rng = Random(3)
    session = Session.new(NewGame(CLASSIC, ("Ada", "Ben"), 14, 7, boxes=BOXES), None)
    assert session.setup.library is LIBRARY
    while not session.over:
        session.play(random_policy(session.state, rng))
    text = dump(session.record)
    assert "boxes: base, fair" in text
    again = Session(read_record(text), None, None)
    assert again.state.facts() == session.state.facts()
    banners = {step.move[1] for step in session.steps if step.move[0] == moves.DEAL}
    assert any(LIBRARY.races[banner] in FAIR.races for banner in banners)


def test_a_sealed_bid_is_in_nobody_else_s_view() -> None:
    """`base.md V4`: bids of others are not in a view, nor are hidden coins."""
    secrets = {decision.secret for decision in LIBRARY.decisions if decision.secret}
    sealed = 0
    for seed in range(6):
        rng = Random(seed)
        s = start(fair_setup(CLASSIC, 3))
        while s.phase != OVER:
            bids = {OWNER[slot] for slot, key in s.memory if key in secrets}
            for seat in range(3):
                seen = view_for(s, seat, open_coins=False)
                assert {OWNER[slot] for slot, key in seen.memory if key in secrets} == bids & {seat}
                assert [c for c in seen.coins[:3] if c != HIDDEN] == [s.coins[seat]]
            sealed += len(bids) > 1
            s, _events = play(s, deal(s, rng) if decider(s) == DEALER else random_policy(s, rng))
    assert sealed


# ---------------------------------------------------------------- a box that adds to another
def test_a_box_is_played_together_with_those_it_adds_to() -> None:
    assert together("fair") == BOXES
    assert BOXES in [words for words, _title in offered()]
    with pytest.raises(ValueError, match="The box 'fair' is played together with base"):
        library(("fair",))


def test_the_pairings_of_a_box_are_those_that_need_it() -> None:
    setup = fair_setup(CLASSIC, 2)
    new = set(pairings(setup, FAIR))
    base = len(base_library().races) * len(base_library().powers)
    assert len(new) == len(set(pairings(setup))) - base > 0
    for pairing in new:
        race, power = LIBRARY.races[pairing.banner], LIBRARY.powers[pairing.badge]
        assert race in FAIR.races or power in FAIR.powers


def test_commands_play_with_a_box(capsys: pytest.CaptureFixture[str]) -> None:
    assert simulate.simulate(SOLO, 4, box="fair").means != simulate.simulate(SOLO, 4).means
    assert audit_run.main(["--games", "2", "--no-pairings", "--box", "fair"]) == 0
    assert audit_run.main(["--games", "2", "--box", "chess"]) == 1
    out, err = capsys.readouterr()
    assert out.startswith("2 solo games sound") and err.startswith("There is no box 'chess'")


class Nameless(Race):
    name, number, tray, rule, text = "Nameless", 5, 10, "none.md R-nameless", "Cheap Forests."

    def cheaper(self, board: Board) -> int:
        return board.mask_of("forest")


def test_what_changes_a_sum_has_words_for_the_player() -> None:
    with pytest.raises(ValueError, match="Nameless answers `cheaper`, so it needs a `discount_te"):
        Library((*LIBRARY.boxes, Box("own", Label("Own"), 1, races=(Nameless(),))))
