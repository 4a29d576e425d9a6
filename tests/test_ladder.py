"""The Lost Tribes' ladder: the quick step, the told plan, and the ladder of `crusade.md F`."""

from __future__ import annotations

from random import Random

import pytest
from play_helpers import SETUPS, next_move

from crusade.automaton.lost_tribes import (
    ACTIVE_RACE,
    CHEAPEST,
    CHOICE,
    RUNGS,
    WORTH,
    LostTribes,
    default_choice,
    explain,
    opponent,
)
from crusade.players.policies import greedy_policy, random_policy
from crusade.rules import State, apply, moves, start
from crusade.rules.ids import (
    ACTIVE_OF,
    EMPTY,
    NO_ROLL,
    OVER,
    OWNER,
    SOLO,
    TRIBES,
    TRIBES_SLOT,
    TRIBES_TURN,
    TWO_PLAYER,
)
from crusade.rules.queries import worth as worth_bill
from crusade.rules.scoring import income

AUTOMATON = LostTribes()


def tribes_positions(mode: str, games: int) -> list[State]:
    found = []
    for i in range(games):
        rng = Random(f"ladder {i}")
        s = start(SETUPS[mode, 1 if mode == SOLO else 2])
        while s.phase != OVER:
            if s.phase == TRIBES_TURN and s.rolling == NO_ROLL:
                found.append(s.copy())
            apply(s, next_move(s, (random_policy, greedy_policy)[i % 2], rng))
    return found


@pytest.mark.parametrize("mode", [SOLO, TWO_PLAYER])
def test_the_step_is_the_plan_and_the_plan_is_the_ladder(mode: str) -> None:
    rungs = set()
    for s in tribes_positions(mode, 30):
        plan = AUTOMATON.plan(s)
        assert (s.plan, s.choices) == AUTOMATON.step(s)
        assert s.plan == plan.action
        assert s.choices == (plan.best if plan.action != moves.STOP else 0)
        person = opponent(s)
        left = list(plan.candidates)
        assert all(not s.board.water >> c.region & 1 for c in left)
        assert all(s.occ[c.region] != TRIBES_SLOT for c in left)
        if mode == TWO_PLAYER:
            assert all(OWNER[s.occ[c.region]] != s.control for c in left)
        rung = CHEAPEST
        for c in left:
            mine = OWNER[s.occ[c.region]] == person
            whole, less = income(s, person), income(s, person, None, 1 << c.region)
            assert c.worth == (whole - less if mine else 0)
            assert c.active == (s.occ[c.region] == ACTIVE_OF[person])
        if left:
            left = [c for c in left if c.cost == min(x.cost for x in left)]
            if len(left) > 1:
                rung = WORTH
                left = [c for c in left if c.worth == max(x.worth for x in left)]
            if len(left) > 1:
                rung = ACTIVE_RACE
                left = [c for c in left if c.active] or left
            if len(left) > 1:
                rung = CHOICE
        assert plan.best == sum(1 << c.region for c in left)
        assert plan.rung == rung
        rungs.add(rung)
        hand = s.hand[TRIBES_SLOT]
        short = plan.cost - hand
        wanted = moves.STOP
        if plan.candidates and hand:
            wanted = moves.TAKE if short <= 0 else moves.TRY if short <= 3 else moves.STOP
        assert plan.action == wanted
    assert rungs == set(RUNGS)


def test_the_screen_is_told_the_same_numbers() -> None:
    for s in tribes_positions(SOLO, 6):
        plan = AUTOMATON.plan(s)
        rows = explain(s, plan)
        assert {row.candidate for row in rows} == set(plan.candidates)
        for row in rows:
            assert row.cost.total == row.candidate.cost
            assert sum(n for _, n, _ in row.cost.items) == row.cost.total
            assert row.worth.total == row.candidate.worth
            assert sum(n for _, n, _ in row.worth.items) == row.worth.total
            assert (row.fell_at == "") == bool(plan.best >> row.candidate.region & 1)
        order = ["", ACTIVE_RACE, WORTH, CHEAPEST]
        ranks = [order.index(row.fell_at) for row in rows]
        assert ranks == sorted(ranks)


def test_a_settled_tie_is_one_of_the_tied_and_repeats() -> None:
    for s in tribes_positions(SOLO, 6):
        if s.actor != TRIBES:
            r = default_choice(s)
            assert s.choices >> r & 1
            assert default_choice(s.copy()) == r


def test_nobody_loses_an_empty_region() -> None:
    s = tribes_positions(SOLO, 1)[0]
    r = s.occ.index(EMPTY)
    assert worth_bill(s, r).total == 0
