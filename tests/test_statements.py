"""Statements of the rules that no scenario can show: the setup, the stacks, the trays, the dice.

`test_scenarios.py` names these tests in its list of what stands where.
"""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from crusade.atlas import load
from crusade.automaton.lost_tribes import LostTribes
from crusade.boxes import base_library
from crusade.boxes.base.pieces import ENCAMPMENT, FORTRESS, HERO, HOLE
from crusade.games import new_setup
from crusade.lab.scenario import Run
from crusade.lab.scenario_file import read
from crusade.players.policies import deal
from crusade.rules import (
    Refused,
    State,
    decider,
    legal_moves,
    move_text,
    moves,
    play,
    queries,
    start,
)
from crusade.rules import setup as make_setup
from crusade.rules.board import bits
from crusade.rules.due import due
from crusade.rules.ids import (
    CLASSIC,
    DEALER,
    DIE,
    NONE,
    PICK,
    ROLL_COMBO,
    SOLO,
    TRIBES,
    TRIBES_SLOT,
    TWO_PLAYER,
)
from crusade.rules.pricing import die_chance

BASE = base_library()
RACES, POWERS = BASE.races, BASE.powers
RACE_INDEX, POWER_INDEX = BASE.race_index, BASE.power_index

TWO = load("base-2p").board
THREE = load("base-3p").board
MODES = ((SOLO, 1), (TWO_PLAYER, 2), (CLASSIC, 2), (CLASSIC, 3))


def dealt(mode: str, seats: int, seed: int = 0) -> State:
    """The position before the first pick of a seeded game."""
    s = start(new_setup(mode, seats, 14))
    rng = Random(seed)
    while decider(s) == DEALER:
        s, _ = play(s, deal(s, rng))
    return s


def made(tmp_path: Path, text: str) -> State:
    """The position that a scenario begins with."""
    file = tmp_path / "position.yaml"
    file.write_text(f"title: a position\ndo: []\n{text}", encoding="utf-8")
    return Run(next(read(file))).state


# ---------------------------------------------------------------- boards and setup
@pytest.mark.parametrize(
    ("board", "regions", "rounds", "tribes", "mountains"),
    [(TWO, 23, 10, 9, 4), (THREE, 30, 10, 10, 7)],
)
def test_boards(board, regions, rounds, tribes, mountains):
    assert board.n == regions
    assert board.rounds == rounds
    assert board.lost_tribe.bit_count() == tribes
    assert board.mask_of("mountain").bit_count() == mountains
    assert (board.mask_of("sea").bit_count(), board.mask_of("lake").bit_count()) == (2, 1)
    assert not board.lost_tribe & (board.water | board.mask_of("mountain"))


def test_the_southern_border_mountain_on_the_right_touches_the_forest():
    outline = load("base-3p").chart.polygon
    height = load("base-3p").chart.size[1]
    mountains = bits(THREE.mask_of("mountain"))
    southern = [r for r in mountains if any(y == height for _, y in outline(r))]
    mountain = max(southern, key=lambda r: max(x for x, _ in outline(r)))
    assert THREE.neighbours[mountain] & THREE.mask_of("forest")


@pytest.mark.parametrize(("mode", "seats"), MODES)
def test_setup(mode, seats):
    s = start(new_setup(mode, seats, 14))
    board = s.board
    two = mode == SOLO or (mode, seats) == (CLASSIC, 2)
    assert board.id == ("base-2p" if two else "base-3p")
    assert s.setup.rounds == {SOLO: 9, TWO_PLAYER: 8, CLASSIC: 10}[mode]
    assert s.held[TRIBES_SLOT] == board.lost_tribe
    assert all(s.tokens[r] == 1 for r in bits(board.lost_tribe))
    aside = 14 - board.lost_tribe.bit_count() if mode != CLASSIC else 0
    assert s.hand[TRIBES_SLOT] == aside
    assert s.coins[:seats] == [5] * seats
    assert s.coins[TRIBES] == 0
    assert (s.round, s.seat, s.phase) == (1, 0, PICK)
    assert s.control == (1 if mode == TWO_PLAYER else NONE)
    assert s.tray == [race.tray for race in RACES]


@pytest.mark.parametrize("tokens", [1, 5, 9, 14, 18, 25])
def test_any_number_of_lost_tribes(tokens):
    s = start(new_setup(SOLO, 1, tokens))
    symbols = list(bits(TWO.lost_tribe))
    assert list(bits(s.held[TRIBES_SLOT])) == symbols[:tokens]  # filled in the order of the ids
    assert s.hand[TRIBES_SLOT] == max(0, tokens - len(symbols))


def test_the_diplomat_is_out_of_the_crusades():
    diplomat = POWER_INDEX["Diplomat"]
    for mode, seats in MODES:
        s = start(new_setup(mode, seats, 14))
        badges = {move[2] for move in legal_moves(s)}
        assert (diplomat in badges) == (mode == CLASSIC)


def test_numbers_of_pieces():
    assert sum(race.tray for race in RACES) == 168
    assert (len(RACES), len(POWERS)) == (14, 20)
    assert [piece.limit for piece in (FORTRESS, ENCAMPMENT, HOLE, HERO)] == [6, 5, 2, 2]
    assert RACES[RACE_INDEX["Trolls"]].tray == 10  # so ten Lairs always suffice


def test_numbers_of_players():
    assert all(make_setup(TWO, BASE, CLASSIC, seats).seats == seats for seats in range(1, 6))
    for mode, seats in ((SOLO, 2), (TWO_PLAYER, 1), (CLASSIC, 6)):
        with pytest.raises(ValueError):
            make_setup(TWO, BASE, mode, seats, automaton=LostTribes())


# ---------------------------------------------------------------- the column and the stacks
@pytest.mark.parametrize(("mode", "seats"), MODES)
def test_six_combos_are_dealt_before_the_first_pick(mode, seats):
    s = dealt(mode, seats)
    assert len(s.column) == 6
    assert [coins for _, _, coins in s.column] == [0] * 6
    assert len({banner for banner, _, _ in s.column}) == 6
    assert len({badge for _, badge, _ in s.column}) == 6
    library = s.setup.library
    badges = [power for power in library.powers if power.crusade or mode == CLASSIC]
    assert s.unseen_banners.bit_count() == len(library.races) - 6
    assert s.unseen_badges.bit_count() == len(badges) - 6
    assert decider(s) == 0


def test_what_lies_under_the_stacks_is_open():
    """Any banner may come with any badge: nothing in a position says what surfaces next."""
    s = start(new_setup(CLASSIC, 2, 0))
    races, powers = len(s.setup.library.races), len(s.setup.library.powers)
    assert len(legal_moves(s)) == races * powers
    s, _ = play(s, legal_moves(s)[5])
    assert len(legal_moves(s)) == (races - 1) * (powers - 1)


def test_a_combo_surfaces_without_coins():
    s = dealt(CLASSIC, 2)
    s, _ = play(s, (moves.PICK, 5))
    assert decider(s) == DEALER
    s, _ = play(s, legal_moves(s)[0])
    assert [coins for _, _, coins in s.column] == [1, 1, 1, 1, 1, 0]


PAIRING = """
mode: classic
regions: {A: farmland edge, B: hill, C: hill}
borders: A-B B-C
"""


@pytest.mark.parametrize("race", RACES, ids=lambda race: race.name)
def test_tokens_of_every_pairing(race, tmp_path):
    for power in POWERS:
        s = made(tmp_path, f"{PAIRING}combos: [{power.name} {race.name}]\n")
        s, _ = play(s, moves.PICKS[0])
        extra = 4 if race.name == "Amazons" else 0
        tokens = min(race.number + power.number + extra, race.tray)
        assert s.hand[0] == tokens
        assert s.tray[s.banner[0]] == race.tray - tokens


def test_no_pairing_is_cut_by_its_tray():
    """The trays hold exactly the largest combo, Dwarves 3 + 5 = 8 too."""
    for race in RACES:
        extra = 4 if race.name == "Amazons" else 0
        largest = race.number + max(power.number for power in POWERS) + extra
        assert largest <= race.tray


DECLINING = """
regions: {A: farmland edge, B: hill, C: hill}
borders: A-B B-C
races: {P1: Hill Orcs, P2: Swamp Ratmen}
declined: {P1: [Humans]}
at: {A: P1 declined 1, B: P1 2, C: P2 1}
"""


def test_a_banner_that_leaves_goes_under_the_stack_and_comes_back(tmp_path):
    s = made(tmp_path, DECLINING)
    humans = RACE_INDEX["Humans"]
    assert not s.unseen_banners >> humans & 1
    s, _ = play(s, moves.DECLINE_MOVE)
    assert s.under == [humans]
    assert s.tray[humans] == RACES[humans].tray
    s.column.pop()
    assert all(move[1] != humans for move in legal_moves(s))  # it lies under all the others
    s.unseen_banners = 0
    assert {move[1] for move in legal_moves(s)} == {humans}
    s, _ = play(s, legal_moves(s)[0])
    assert s.under == []
    assert s.column[-1][0] == humans


def test_a_banner_that_leaves_fills_a_gap_in_the_column_at_once(tmp_path):
    s = made(tmp_path, DECLINING)
    s.unseen_banners = 0
    while len(s.column) > 3:
        s.column.pop()
    assert due(s) is None  # fewer than six is legal when no banner is left
    s, _ = play(s, moves.DECLINE_MOVE)
    owed = due(s)
    assert owed is not None and owed.kind == moves.DEAL
    assert decider(s) == DEALER
    s, _ = play(s, legal_moves(s)[0])
    assert len(s.column) == 4
    assert s.column[-1][0] == RACE_INDEX["Humans"]
    assert decider(s) == 1


def test_a_race_wiped_out_in_a_conquest_fills_the_gap_too(tmp_path):
    text = DECLINING.replace("B: P1 2", "B: P1 5")
    s = made(tmp_path, text)
    s.unseen_banners = 0
    s.column.pop()
    s, _ = play(s, moves.CONQUERS[0])
    assert s.banner[1] == NONE
    assert decider(s) == DEALER
    s, _ = play(s, legal_moves(s)[0])
    assert s.column[-1][0] == RACE_INDEX["Humans"]
    assert decider(s) == 0


def test_the_lowest_of_several_returned_banners_surfaces_last(tmp_path):
    s = made(tmp_path, DECLINING)
    s.under = [RACE_INDEX["Elves"], RACE_INDEX["Wizards"]]
    s.unseen_banners = 0
    s.column.pop()
    assert {move[1] for move in legal_moves(s)} == {RACE_INDEX["Elves"]}


def test_discarded_badges_are_shuffled_when_the_stack_is_empty(tmp_path):
    s = made(tmp_path, DECLINING)
    hill = POWER_INDEX["Hill"]
    s.unseen_badges = 0
    s, _ = play(s, moves.DECLINE_MOVE)
    assert s.discards == 1 << hill
    s.column.pop()
    assert {move[2] for move in legal_moves(s)} == {hill}
    s, _ = play(s, legal_moves(s)[0])
    assert (s.unseen_badges, s.discards) == (0, 0)
    assert s.column[-1][1] == hill


def test_discarded_badges_wait_while_the_stack_lasts(tmp_path):
    s = made(tmp_path, DECLINING)
    s, _ = play(s, moves.DECLINE_MOVE)
    s.column.pop()
    assert POWER_INDEX["Hill"] not in {move[2] for move in legal_moves(s)}


def test_a_spirit_badge_is_kept_until_its_race_leaves(tmp_path):
    text = (
        "regions: {A: farmland edge, B: hill, C: hill}\nborders: A-B B-C\n"
        "races: {P1: Spirit Orcs, P2: Swamp Ratmen}\nat: {A: P1 2, B: P2 5}\nturn: P1\n"
    )
    spirit = POWER_INDEX["Spirit"]
    s = made(tmp_path, text)
    s, _ = play(s, moves.DECLINE_MOVE)
    assert not s.discards >> spirit & 1
    s, _ = play(s, moves.CONQUERS[0])
    assert s.discards >> spirit & 1
    assert s.under == [RACE_INDEX["Orcs"]]


def test_a_banner_without_a_badge_is_worth_its_number(tmp_path):
    s = made(tmp_path, "regions: {A: farmland edge, B: hill}\nborders: A-B\n")
    s.unseen_badges = s.discards = 0
    s.column.clear()
    deals = legal_moves(s)
    assert {move[2] for move in deals} == {NONE}
    s, _ = play(s, (moves.DEAL, RACE_INDEX["Orcs"], NONE))
    while decider(s) == DEALER:
        s, _ = play(s, legal_moves(s)[0])
    assert move_text(s, (moves.DEAL, RACE_INDEX["Orcs"], NONE)) == "deal Orcs"
    s, _ = play(s, moves.PICKS[0])
    assert s.hand[0] == 5


# ---------------------------------------------------------------- coins
@pytest.mark.parametrize("combo", ["Swamp Orcs", "Pillaging Ratmen", "Pillaging Orcs"])
def test_the_movers_conquests_earn_nobody_else_anything(combo, tmp_path):
    """`base.md R-orcs`, `P-pillaging`: "this turn" is the owner's own turn."""
    s = made(
        tmp_path,
        "mode: two-player\nregions: {A: farmland edge, B: hill, C: hill}\nborders: A-B B-C\n"
        f"races: {{P1: Hill Skeletons, P2: {combo}}}\n"
        "at: {A: P1 5, B: P2 1, C: P2 1}\n",
    )
    before = queries.earnings(s, 1)
    s, _ = play(s, moves.CONQUERS[s.board.index["B"]])
    after = queries.earnings(s, 1)
    assert (before.total, after.total) == (2, 1)
    assert sum(coins for _, coins, _ in after.items) == 1


# ---------------------------------------------------------------- the dice
def test_faces_of_the_die():
    assert DIE == (0, 0, 0, 1, 2, 3)
    assert [die_chance(short) for short in range(5)] == [(6, 6), (3, 6), (2, 6), (1, 6), (0, 6)]


def rolling(tmp_path: Path, rows: int, coins: int = 0) -> State:
    """P1 is about to roll a combo away, with ``rows`` combos left and no more banners."""
    s = made(
        tmp_path,
        "mode: solo\nregions: {A: farmland edge, B: hill, C: hill}\nborders: A-B B-C\n"
        "races: {P1: Hill Orcs}\nat: {A: P1 2, C: tribes 1}\n",
    )
    s.unseen_banners = 0
    del s.column[rows:]
    banner, badge, _ = s.column[-1]
    s.column[-1] = (banner, badge, coins)
    s, _ = play(s, moves.DECLINE_MOVE)
    while decider(s) == TRIBES:
        s, _ = play(s, legal_moves(s)[0])
    assert (decider(s), s.rolling) == (DEALER, ROLL_COMBO)
    with pytest.raises(Refused):
        play(s, moves.PICKS[0])
    return s


@pytest.mark.parametrize("face", [0, 1, 2, 3])
def test_a_roll_beyond_the_column_takes_the_lowest_combo(tmp_path, face):
    s = rolling(tmp_path, 2, coins=4)
    before = list(s.column)
    tribes = s.coins[TRIBES]
    s, _ = play(s, moves.DICE[face])
    gone = before[min(face, 1)]
    assert s.under == [gone[0]]  # at the bottom of the stack, from where it surfaces again
    assert s.discards >> gone[1] & 1
    assert s.column == [row for row in before if row is not gone]
    assert s.coins[TRIBES] == tribes + gone[2]


def test_the_only_combo_is_not_rolled_away(tmp_path):
    s = rolling(tmp_path, 1, coins=2)
    before, tribes = list(s.column), s.coins[TRIBES]
    s, _ = play(s, moves.DICE[0])
    assert s.column == before
    assert s.coins[TRIBES] == tribes
    assert decider(s) == 0
