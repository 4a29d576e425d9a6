"""What the screen asks agrees with what the rules do: prices, incomes, chances, reasons."""

from __future__ import annotations

from random import Random

import pytest
from play_helpers import GAMES, SETUPS, next_move, way

from crusade.players.policies import random_policy
from crusade.rules import State, apply, decider, legal_moves, moves, play, refusal, start
from crusade.rules import events as ev
from crusade.rules.fighting import fighter
from crusade.rules.ids import ACTIVE_OF, CONQUER, DEALER, OVER, TRIBES
from crusade.rules.pricing import die_chance, price, reach
from crusade.rules.queries import (
    chance,
    cost,
    earnings,
    in_reach,
    moves_at,
    targets,
    why_not,
    worth,
)


def positions(game: tuple[str, int], games: int = 8) -> list[State]:
    found = []
    for i in range(games):
        rng = Random(f"queries {i}")
        s = start(SETUPS[game])
        while s.phase != OVER:
            if decider(s) != DEALER:
                found.append(s.copy())
            apply(s, next_move(s, random_policy, rng))
    return found


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_every_sum_is_the_sum_of_its_items(game: tuple[str, int]) -> None:
    for s in positions(game):
        known = s.facts()
        for slot in range(16):
            if s.combo[slot] is None:
                continue
            for r in range(s.board.n):
                bill = cost(s, r, slot)
                assert bill.total == price(s, slot, r) >= 1
                assert sum(n for _, n, _ in bill.items) == bill.total
                assert all(text and n for text, n, _ in bill.items)
        for seat in range(game[1]):
            bill = earnings(s, seat)
            assert sum(n for _, n, _ in bill.items) == bill.total
        for r in range(s.board.n):
            bill = worth(s, r)
            assert sum(n for _, n, _ in bill.items) == bill.total
        assert s.facts() == known


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_the_price_that_is_shown_is_the_price_that_is_paid(game: tuple[str, int]) -> None:
    for s in positions(game, 3):
        for move in legal_moves(s):
            if move[0] != moves.CONQUER or move[2] not in (moves.PLAIN, way("ghouls")):
                continue
            slot = fighter(s, move[2])
            _, events = play(s, move)
            taken = next(e for e in events if isinstance(e, ev.Conquered))
            assert taken.spent == cost(s, move[1], slot).total


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_what_the_turn_would_earn_is_what_it_earns(game: tuple[str, int]) -> None:
    for s in positions(game, 4):
        if s.phase != CONQUER or refusal(s, moves.END_MOVE) is not None:
            continue
        shown = earnings(s, s.seat)
        _, events = play(s, moves.END_MOVE)
        scored = [e for e in events if isinstance(e, ev.Scored)]
        # Amazons that leave may cost Regions; which ones is not known before the redeployment.
        given_up = any(
            isinstance(e, ev.Redeployed) and 0 in dict(e.counts).values() for e in events
        )
        if scored and not given_up:
            assert scored[0].coins == shown.total


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_every_region_offers_moves_or_a_reason(game: tuple[str, int]) -> None:
    for s in positions(game, 3):
        if s.phase != CONQUER:
            continue
        legal = legal_moves(s)
        mask = targets(s)
        for r in range(s.board.n):
            here = [m for m in moves_at(s, r) if m[0] in (moves.CONQUER, moves.ATTEMPT)]
            assert bool(here) == bool(mask >> r & 1)
            assert all(m in legal for m in here)
            reason = why_not(s, r)
            if not here and reason is not None:
                assert reason.sentence.endswith(".")
            assert (reason is None) == bool(moves_at(s, r))
            if here and here[0][2] != way("ghouls"):
                slot = ACTIVE_OF[s.seat]
                assert in_reach(s, slot) == reach(s, slot)


def test_the_chance_of_an_attempt_counts_the_faces() -> None:
    assert [die_chance(short) for short in (0, 1, 2, 3, 4)] == [
        (6, 6), (3, 6), (2, 6), (1, 6), (0, 6),
    ]  # fmt: skip
    seen = set()
    for s in positions(GAMES[0], 12):
        for move in legal_moves(s):
            if move[0] in (moves.ATTEMPT, moves.CHOOSE, moves.TRY) and not s.rolling:
                shown = chance(s, move)
                if move[0] == moves.CHOOSE and s.plan == moves.TAKE:
                    assert shown == (6, 6)
                    continue
                tried, _ = play(s, move)
                if not tried.rolling:  # a Berserk roll that did not suffice
                    assert shown == (0, 6)
                    continue
                won = 0
                for face in (0, 0, 0, 1, 2, 3):
                    _, events = play(tried, moves.DICE[face])
                    won += any(isinstance(e, ev.Conquered) for e in events)
                assert shown == (won, 6)
                seen.add(won)
    assert seen >= {1, 2, 3}


def test_nobody_is_asked_for_a_target_when_the_dealer_or_the_tribes_act() -> None:
    for s in positions(GAMES[0], 2):
        if s.seat == TRIBES:
            assert targets(s) == 0
