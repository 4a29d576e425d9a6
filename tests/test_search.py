"""The player that looks ahead: its moves are allowed, repeat by seed and read nothing hidden."""

from __future__ import annotations

from random import Random

import pytest

from crusade.boxes import together
from crusade.games import ALL_CARDS, new_setup, with_cards
from crusade.lab.simulate import play_game
from crusade.players import POLICIES, view_for
from crusade.players.policies import Policy, drawn
from crusade.players.quick import quick_policy
from crusade.players.search import Pace, Search
from crusade.rules import State, apply, due, refusal, start
from crusade.rules.ids import CLASSIC, OVER, SOLO, TRIBES, TWO_PLAYER
from crusade.rules.legal import tribes_move
from crusade.rules.moves import Move

SHORT = Pace(turns=4, changes=6, lines=3, playouts=6, rounds=2)
GAMES = [
    (SOLO, 1, "base", ""),
    (TWO_PLAYER, 2, "base", ALL_CARDS),
    (CLASSIC, 3, "base", ""),
    (CLASSIC, 2, "base", ALL_CARDS),
    (SOLO, 1, "underground", ""),
    (TWO_PLAYER, 2, "riverworld", ""),
]


def game_of(mode: str, seats: int, box: str, events: str, seed: str, policy: Policy) -> list[Move]:
    """The moves of a whole game, each of which the rules have been asked about."""
    boxes = with_cards(together(box)) if events else together(box)
    s = start(new_setup(mode, seats, 14, boxes=boxes, events=events))
    rng = Random(seed)
    played: list[Move] = []
    while s.phase != OVER:
        owed = due(s)
        if owed is not None:
            move = drawn(owed, rng)
        elif s.actor == TRIBES:
            move = tribes_move(s)
        else:
            before = s.facts()
            move = policy(s, rng)
            assert s.facts() == before
        assert refusal(s, move) is None
        apply(s, move)
        played.append(move)
    return played


@pytest.mark.parametrize(("mode", "seats", "box", "events"), GAMES)
def test_whole_games_are_allowed_and_repeat_by_seed(
    mode: str, seats: int, box: str, events: str
) -> None:
    first = game_of(mode, seats, box, events, "one", Search(SHORT))
    assert game_of(mode, seats, box, events, "one", Search(SHORT)) == first
    game_of(mode, seats, box, events, "two", quick_policy)


def test_neither_the_coins_of_others_nor_what_is_sealed_changes_a_move() -> None:
    asked = 0

    def same(s: State, rng: Random) -> Move:
        nonlocal asked
        seed = rng.random()
        move = Search(SHORT)(s, Random(seed))
        other = view_for(s, s.actor, open_coins=False)
        assert Search(SHORT)(other, Random(seed)) == move
        richer = s.copy()
        for seat in range(s.setup.seats):
            richer.coins[seat] += 9 * (seat != s.actor)
        assert Search(SHORT)(richer, Random(seed)) == move
        asked += 1
        return quick_policy(s, rng)

    game_of(CLASSIC, 2, "base", ALL_CARDS, "hidden", same)
    assert asked > 20


def test_it_wins_where_greedy_play_loses() -> None:
    game = new_setup(SOLO, 1, 13)
    pace = Pace(turns=12, changes=40, lines=4, playouts=16)
    won = {"search": 0, "greedy": 0}
    for i in range(6):
        for word, policy in (("search", Search(pace)), ("greedy", POLICIES["greedy"])):
            last, _ = play_game(game, [policy], Random(f"wins/{i}"))
            won[word] += last.winners == (0,)
    assert won["search"] >= won["greedy"] + 2
