"""Advice on where to stand: the Lost Tribes' turn played in thought, and what it costs."""

from __future__ import annotations

import random
from itertools import combinations, pairwise

import pytest
from play_helpers import SETUPS, next_move

from crusade.automaton.defence import Task, attacked, comes_under, defend, raid, standing
from crusade.automaton.lost_tribes import default_choice
from crusade.desktop.scenes.sample_tables import session_at
from crusade.desktop.table.defending import defence_words
from crusade.desktop.table.draft import draft_for
from crusade.desktop.words import Cast
from crusade.players import greedy_policy
from crusade.rules import State, apply, decider, legal_moves, moves, start
from crusade.rules.board import bits
from crusade.rules.ids import (
    ACTIVE_OF,
    OVER,
    OWNER,
    REDEPLOY,
    SOLO,
    TRIBES,
    TRIBES_SLOT,
    TRIBES_TURN,
    TWO_PLAYER,
)
from crusade.rules.queries import reach, worth
from crusade.session import NewGame, Session


def _redeployments(game: tuple[str, int], count: int) -> list[State]:
    """Positions of greedy games in which tokens are redeployed, some of them to spare."""
    out: list[State] = []
    for seed in range(40):
        rng, s = random.Random(seed), start(SETUPS[game])
        while s.phase != OVER and len(out) < count:
            if s.phase == REDEPLOY and s.hand[ACTIVE_OF[s.seat]] > 1 and rng.random() < 0.5:
                out.append(s.copy())
            apply(s, next_move(s, greedy_policy, rng))
    return out


def _coins_lost(s: State, task: Task, counts: dict[int, int]) -> int:
    after = raid(task.position(s, counts), OWNER[task.slot])
    return sum(worth(s, r).total for r in after.lost)


POSITIONS = _redeployments((SOLO, 1), 24)


def test_a_raid_is_what_the_lost_tribes_then_do() -> None:
    """The turn that was foreseen is the turn that is played, as far as no die is rolled."""
    foreseen = 0
    for s in _redeployments((SOLO, 1), 12):
        draft = draft_for(s)
        draft.spread()
        coming = raid(standing(s, draft.counts), 0)
        then, rng = s.copy(), random.Random(1)
        apply(then, draft.move())
        lost = []
        while (
            then.seat == TRIBES
            and then.phase == TRIBES_TURN
            and not then.choices & (then.choices - 1)
        ):
            before = then.occ[:]
            if then.rolling:
                break
            move = next_move(then, greedy_policy, rng)
            apply(then, move)
            lost += [
                r for r, slot in enumerate(before)
                if OWNER[slot] == 0 and then.occ[r] == TRIBES_SLOT and slot != TRIBES_SLOT
            ]  # fmt: skip
        if then.seat != 0 and then.phase != TRIBES_TURN:
            continue
        assert list(coming.lost[: len(lost)]) == lost
        foreseen += len(lost)
    assert foreseen


def test_a_tie_that_a_person_decides_is_not_called_certain() -> None:
    """What is told of a raid names all Regions between which the person would choose."""
    seen = 0
    for s in POSITIONS:
        draft = draft_for(s)
        draft.spread()
        coming = raid(standing(s, draft.counts), 0)
        for r, tied in coming.ties:
            assert tied >> r & 1 and r in (*coming.lost, coming.threatened)
            if tied & tied - 1:
                seen += 1
                cast = Cast(("Ada",), SOLO, s.board)
                said = defence_words(cast, s, draft, draft.counts)
                counted = f"one of {tied.bit_count()}"  # where the names have no room
                assert f"{cast.places(tied):or}" in said or counted in said
                assert " (your choice)" in said
    assert seen


def test_the_advice_is_legal_places_everything_and_is_always_the_same() -> None:
    for s in POSITIONS:
        before = s.facts()
        draft = draft_for(s)
        counts = defend(s, draft.task())
        assert counts == defend(s, draft.task()) and s.facts() == before
        draft.place(counts)
        assert draft.spare == 0 and draft.reason(s) == ""


def test_the_advice_loses_no_more_than_other_ways_to_stand() -> None:
    """Against even spreading and every pile: never worse in coins, and often better."""
    better = 0
    for s in POSITIONS:
        draft = draft_for(s)
        task = draft.task()
        if draft.total < len(draft.counts):
            continue
        advised = _coins_lost(s, task, defend(s, task))
        draft.spread()
        others = [_coins_lost(s, task, draft.counts)]
        for r in draft.counts:
            draft.spread([r])
            others.append(_coins_lost(s, task, draft.counts))
        assert advised <= min(others)
        better += advised < others[0]
    assert better


def test_where_the_lost_tribes_do_not_come_the_dearest_loss_is_guarded_first() -> None:
    """Only what the other person's Active race can attack is raised, and what is said is true."""
    said = set()
    for s in _redeployments((TWO_PLAYER, 2), 120):
        draft = draft_for(s)
        task, before = draft.task(), dict(draft.counts)
        if attacked(s, s.seat) or task.scarce:
            continue
        other = ACTIVE_OF[1 - s.seat]
        mask = s.board.entry if s.combo[other] is None else reach(s, other)
        near = {r for r in draft.counts if mask >> r & 1}
        draft.place(defend(s, task))
        assert draft.reason(s) == ""
        raised = {r for r, count in draft.counts.items() if count > before[r]}
        assert raised <= near or not near
        left = [worth(s, r).total for r in near - raised]
        assert not near or max(left, default=0) <= min(worth(s, r).total for r in raised)
        words = defence_words(
            Cast.of(Session.new(NewGame(TWO_PLAYER, ("Ann", "Ben"), 14, 1))), s, draft, before
        )
        said |= {"worth most" if "worth most" in words else "all" if "These are" in words else ""}
        assert ("worth most" in words) == bool(near and left)
        assert ("These are" in words) == bool(near and not left)
    assert said >= {"worth most", "all"}


def test_more_tokens_never_make_a_region_cheaper_to_think_of() -> None:
    s = POSITIONS[0]
    r = next(iter(bits(s.held[0])))
    lost = [r in raid(standing(s, {r: n}), 0).lost for n in range(1, 20)]
    assert all(a >= b for a, b in pairwise(lost)) and not lost[-1]


def _lead(s: State, move: tuple[int, ...]) -> int:
    """By how many coins the person leads when the game is over; dice show their lowest face."""
    then = s.copy()
    apply(then, move)
    while then.phase != OVER:
        if then.choices and decider(then) == 0:
            apply(then, moves.CHOICES[default_choice(then)])
        else:
            apply(then, legal_moves(then)[0])
    return then.coins[0] - then.coins[TRIBES]


def test_what_is_given_up_in_the_last_round_costs_as_few_coins_as_can_be() -> None:
    """Too few tokens stay for every Region: against every set of Regions that could be kept."""

    def scarce(session: Session) -> bool:
        draft = draft_for(session.state)
        return draft is not None and draft.task().scarce

    chosen = 0
    for seed in range(12, 24):
        try:
            s = session_at(scarce, range(seed, seed + 1), combo="Commando Amazons").state.copy()
        except LookupError:
            continue
        s.round = s.setup.rounds
        draft = draft_for(s)
        ways = []
        for kept in combinations(draft.counts, draft.total):
            draft.place({r: int(r in kept) for r in draft.counts})
            ways.append(_lead(s, draft.move()))
        draft.place(defend(s, draft.task()))
        assert _lead(s, draft.move()) == max(ways)
        chosen += max(ways) > min(ways)
    assert chosen > 2


@pytest.mark.parametrize("mode", [SOLO, TWO_PLAYER])
def test_whether_they_come_first_is_what_then_happens(mode: str) -> None:
    """Before a person plays again the Lost Tribes come for him as foretold, and under whom
    (`crusade.md H2, H3`)."""
    told: dict[tuple[int, bool], int] = {}
    for seed in range(3):
        s, rng = start(SETUPS[mode, 1 if mode == SOLO else 2]), random.Random(seed)
        said: dict[int, int | None] = {}
        while s.phase != OVER:
            if s.phase == REDEPLOY and s.seat != TRIBES:
                said[s.seat] = comes_under(s, s.seat)
            before = (s.round, s.seat)
            apply(s, next_move(s, greedy_policy, rng))
            if s.phase == OVER or (s.round, s.seat) == before:
                continue
            if s.seat != TRIBES:
                # His turn has come: nobody is foretold for it who has not been.
                assert said.pop(s.seat, None) is None
                continue
            for seat in [seat for seat in said if seat != s.control]:
                assert said.pop(seat) == s.control
                told[seat, bool(s.round % 2)] = 1
    assert set(told) == ({(0, False), (0, True)} if mode == SOLO else {(0, True), (1, False)})
