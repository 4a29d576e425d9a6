"""Setting up and dealing: `base.md` S and C, `crusade.md` A to C."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from play_helpers import GAMES, LIBRARY, SETUPS, next_move

from crusade.games import new_setup
from crusade.players.policies import deal, uniform_policy
from crusade.rules import (
    State,
    apply,
    decider,
    due,
    legal_moves,
    moves,
    parse_combo,
    play,
    refusal,
    start,
)
from crusade.rules.events import ComboDealt, ComboDiscarded
from crusade.rules.ids import (
    CLASSIC,
    DEALER,
    NONE,
    OVER,
    PICK,
    ROLL_COMBO,
    SOLO,
    TRIBES,
    TRIBES_SLOT,
    TWO_PLAYER,
)
from crusade.rules.pieces import clear_slot


def dealt(s: State, *combos: str) -> State:
    for combo in combos:
        apply(s, (moves.DEAL, *parse_combo(LIBRARY, combo)))
    return s


SIX = (
    "Hill Orcs",
    "Swamp Elves",
    "Commando Ratmen",
    "Stout Trolls",
    "Merchant Giants",
    "Spirit Wizards",
)


@pytest.mark.parametrize(
    ("game", "regions", "tribes", "mountains", "rounds", "badges"),
    [
        ((SOLO, 1), 23, 9, 4, 9, 19),
        ((TWO_PLAYER, 2), 30, 10, 7, 8, 19),
        ((CLASSIC, 2), 23, 9, 4, 10, 20),
        ((CLASSIC, 3), 30, 10, 7, 10, 20),
    ],
)
def test_the_first_position(
    game: tuple[str, int], regions: int, tribes: int, mountains: int, rounds: int, badges: int
) -> None:
    """S1, S5, S6, S7, S11; crusade.md A1 to A5, H1."""
    setup = SETUPS[game]
    s = start(setup)
    board = setup.board
    assert (board.n, board.mask_of("mountain").bit_count(), setup.rounds) == (
        regions,
        mountains,
        rounds,
    )
    assert (board.mask_of("sea").bit_count(), board.mask_of("lake").bit_count()) == (2, 1)
    assert s.held[TRIBES_SLOT] == board.lost_tribe
    assert s.occ.count(TRIBES_SLOT) == sum(s.tokens) == tribes
    assert s.hand[TRIBES_SLOT] == (14 - tribes if setup.crusade else 0)
    assert s.coins[: game[1]] == [5] * game[1]
    assert s.coins[TRIBES] == 0
    assert (s.round, s.seat, s.phase, decider(s)) == (1, 0, PICK, DEALER)
    assert setup.badges.bit_count() == badges
    assert setup.badges >> LIBRARY.power_index["Diplomat"] & 1 == (game[0] == CLASSIC)
    assert len(legal_moves(s)) == len(LIBRARY.races) * badges


def test_few_lost_tribes_fill_the_symbols_in_order() -> None:
    """crusade.md A2."""
    s = start(new_setup(SOLO, 1, 4))
    standing = [r for r in range(s.board.n) if s.occ[r] == TRIBES_SLOT]
    symbols = [r for r in range(s.board.n) if s.board.lost_tribe >> r & 1]
    assert standing == symbols[:4]
    assert s.hand[TRIBES_SLOT] == 0


def test_six_combos_are_dealt_and_then_the_first_player_picks() -> None:
    """S3, C7: what is taken leaves a gap at the bottom, which is filled at once."""
    s = dealt(start(SETUPS[CLASSIC, 2]), *SIX)
    assert decider(s) == 0
    assert legal_moves(s) == list(moves.PICKS[:6])
    s, _ = play(s, moves.PICKS[2])
    assert [row[2] for row in s.column] == [1, 1, 0, 0, 0]
    assert s.coins[0] == 3
    assert decider(s) == DEALER
    s, events = play(s, (moves.DEAL, *parse_combo(LIBRARY, "Flying Dwarves")))
    assert events == [ComboDealt(5, *parse_combo(LIBRARY, "Flying Dwarves"))]
    assert s.column[5][2] == 0  # C5


def test_a_piece_that_lies_open_cannot_surface() -> None:
    """S4."""
    s = dealt(start(SETUPS[CLASSIC, 2]), *SIX[:5])
    for combo in ("Hill Ratmen", "Flying Orcs", "Orcs", "Dwarves"):
        reason = refusal(s, (moves.DEAL, *parse_combo(LIBRARY, combo)))
        assert reason is not None
        assert reason.code == "no-deal"


def test_the_discarded_badges_become_a_new_stack_when_the_stack_is_empty() -> None:
    """C9."""
    s = dealt(start(SETUPS[CLASSIC, 2]), *SIX[:5])
    rest = s.unseen_badges
    discarded = rest & -rest | 1 << LIBRARY.power_index["Wealthy"]
    s.unseen_badges, s.discards = rest & ~discarded, discarded
    assert {m[2] for m in legal_moves(s)} == {
        b for b in range(len(LIBRARY.powers)) if s.unseen_badges >> b & 1
    }
    s.unseen_badges = 0
    options = legal_moves(s)
    assert {m[2] for m in options} == {b for b in range(len(LIBRARY.powers)) if discarded >> b & 1}
    after, _ = play(s, options[0])
    assert after.unseen_badges == discarded & ~(1 << options[0][2])
    assert after.discards == 0


def test_a_banner_without_a_badge_is_worth_its_number() -> None:
    """C10."""
    s = dealt(start(replace(SETUPS[CLASSIC, 2], badges=0)), *(combo.split()[-1] for combo in SIX))
    assert all(badge == NONE for _, badge, _ in s.column)
    s, _ = play(s, moves.PICKS[2])
    assert s.hand[0] == 8  # Ratmen
    assert s.badge[0] == NONE


def owed_banners(s: State) -> int:
    """Mask of the banners that the dealer may reveal next."""
    owed = due(s)
    assert owed is not None
    return owed.first


def test_returned_banners_surface_in_the_order_of_their_return() -> None:
    """C12, L10: under the stack, so only when everything else has been seen."""
    s = dealt(start(SETUPS[CLASSIC, 2]), *SIX)
    s, _ = play(s, moves.PICKS[0])
    s.under = [3, 0]
    assert owed_banners(s) == s.unseen_banners
    s.unseen_banners = 0
    assert owed_banners(s) == 1 << 3
    s, _ = play(s, legal_moves(s)[0])
    assert s.under == [0]
    assert s.column[5][0] == 3


def test_a_race_never_gets_more_than_its_tray_holds() -> None:
    """C6."""
    s = dealt(start(SETUPS[CLASSIC, 2]), *SIX)
    orcs = s.column[0][0]
    s.tray[orcs] = 4
    s, _ = play(s, moves.PICKS[0])
    assert s.hand[0] == 4
    assert s.tray[orcs] == 0


@pytest.mark.parametrize("face", range(4))
def test_the_die_takes_a_combo_and_its_coins_before_a_later_pick(face: int) -> None:
    """crusade.md C2, C3."""
    s = dealt(start(SETUPS[SOLO, 1]), *SIX)
    s.column = [(banner, badge, row + 1) for row, (banner, badge, _) in enumerate(s.column)]
    s.picked = 1
    s.rolling = ROLL_COMBO
    assert legal_moves(s) == list(moves.DICE)
    lost = s.column[face]
    s, events = play(s, moves.DICE[face])
    assert ComboDiscarded(face, *lost) in events
    assert s.coins[TRIBES] == face + 1
    assert s.under == [lost[0]]
    assert s.discards == 1 << lost[1]
    assert decider(s) == DEALER
    assert {m[0] for m in legal_moves(s)} == {moves.DEAL}


@pytest.mark.parametrize(("rows", "left"), [(1, 1), (2, 1), (3, 2)])
def test_the_die_leaves_something_to_pick(rows: int, left: int) -> None:
    """crusade.md C2 (P): the lowest goes where there are fewer; a single one stays."""
    s = dealt(start(SETUPS[SOLO, 1]), *SIX)
    game = replace(s.setup, banners=0)
    for banner, _, _ in s.column[:rows]:
        game = replace(game, banners=game.banners | 1 << banner)
    s.setup, s.column, s.unseen_banners = game, s.column[:rows], 0
    s.picked, s.rolling = 1, ROLL_COMBO
    s, _ = play(s, moves.DICE[3])
    assert len(s.column) == left


def test_no_die_before_the_first_pick_nor_in_the_classic_game() -> None:
    """crusade.md C2."""
    for game in GAMES:
        rng = Random(f"no die {game}")
        s = start(SETUPS[game])
        picks = [0] * game[1]
        while s.phase != OVER:
            if s.rolling == ROLL_COMBO:
                assert game[0] != CLASSIC
                assert picks[s.seat] > 0
                picks[s.seat] = -picks[s.seat]  # rolled: the pick may follow
            who = decider(s)
            move = next_move(s, uniform_policy, rng) if who != DEALER else deal(s, rng)
            if move[0] == moves.PICK:
                assert game[0] == CLASSIC or picks[s.seat] <= 0
                picks[s.seat] = abs(picks[s.seat]) + 1
            apply(s, move)


def test_a_race_that_was_wiped_out_can_be_picked_again() -> None:
    """C12."""
    s = dealt(start(SETUPS[CLASSIC, 2]), *SIX)
    s, _ = play(s, moves.PICKS[0])
    banner = s.banner[0]
    s.tray[banner] = LIBRARY.races[banner].tray
    s.hand[0] = 0
    s.discards |= 1 << s.badge[0]
    clear_slot(s, 0)
    s.under.append(banner)
    s.unseen_banners = 0
    assert {m[1] for m in legal_moves(s)} == {banner}
