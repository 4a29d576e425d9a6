"""Listed moves, refusals and the text of moves agree, in positions of every kind."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from play_helpers import (
    GAMES,
    SETUPS,
    asked_position,
    decision,
    next_move,
    person_position,
    position,
)

from crusade.boxes.base.pieces import ENCAMPMENT
from crusade.lab.audit_run import PLAYERS, audited_game, move_defects, pairings
from crusade.players.policies import random_policy, uniform_policy
from crusade.replay import replay
from crusade.rules import (
    ParseError,
    Refused,
    State,
    legal_moves,
    move_text,
    moves,
    parse_move,
    play,
    refusal,
    start,
)
from crusade.rules.board import bits
from crusade.rules.ids import (
    ACTIVE_OF,
    CLASSIC,
    CONQUER,
    OVER,
    REDEPLOY,
    SOLO,
    TWO_PLAYER,
    VICTIM,
)
from crusade.rules.turn import leave

DEALING = settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_lists_refusals_and_texts_agree(game: tuple[str, int]) -> None:
    for i in range(12):
        audited_game(SETUPS[game], PLAYERS[i % 3], Random(f"legal {i}"), None, 4)


@pytest.mark.parametrize("mode", [CLASSIC, SOLO, TWO_PLAYER])
def test_they_agree_for_every_pairing(mode: str) -> None:
    game = SETUPS[mode, 1 if mode == SOLO else 2]
    for i, pairing in enumerate(pairings(game)):
        if i % 3 == (CLASSIC, SOLO, TWO_PLAYER).index(mode):
            audited_game(game, uniform_policy, Random(f"pair {i}"), pairing, 8)


@given(st.sampled_from(GAMES), st.integers(0, 10**6), st.integers(0, 110))
@DEALING
def test_any_position_offers_a_move_before_the_end(
    game: tuple[str, int], seed: int, count: int
) -> None:
    s = position(game, seed, count, uniform_policy)
    assert move_defects(s) == []
    assert bool(legal_moves(s)) == (s.phase != OVER)


def test_after_the_end_nothing_is_allowed() -> None:
    s = position((SOLO, 1), 1, 10_000)
    assert s.phase == OVER
    assert move_defects(s) == []
    reason = refusal(s, moves.END_MOVE)
    assert reason is not None
    assert reason.code == "over"


def test_a_refused_move_changes_nothing() -> None:
    s = position((CLASSIC, 2), 5, 40)
    known = s.copy()
    for move in ((moves.PICK, 9), (moves.CHOOSE, 0), (moves.DEAL, 0, 0), (moves.STOP,)):
        with pytest.raises(Refused):
            play(s, move)
        assert s == known


# ---------------------------------------------------------------- distributions
def split(total: int, parts: int, rng: Random) -> list[int]:
    counts = [0] * parts
    for _ in range(total):
        counts[rng.randrange(parts)] += 1
    return counts


def flat(regions: list[int], counts: list[int]) -> list[int]:
    return [n for pair in zip(regions, counts, strict=True) for n in pair]


@given(st.sampled_from(GAMES), st.integers(0, 40), st.integers(0, 10**9))
@DEALING
def test_every_distribution_with_one_each_is_allowed_and_no_other(
    game: tuple[str, int], seed: int, salt: int
) -> None:
    s = person_position(game, seed % 8, REDEPLOY)
    slot = ACTIVE_OF[s.seat]
    rng = Random(salt)
    regions = list(bits(s.held[slot]))
    total = s.hand[slot] + sum(s.tokens[r] for r in regions)
    staying = total - leave(s, slot, total)
    counts = [n + 1 for n in split(staying - len(regions), len(regions), rng)]
    if staying < len(regions):
        return
    move = (moves.REDEPLOY, slot, *flat(regions, counts))
    assert refusal(s, move) is None
    after, _ = play(s, move)
    assert all(
        after.tokens[r] == n
        for r, n in zip(regions, counts, strict=True)
        if after.seat == s.seat and after.phase != CONQUER
    )
    # A Region left out keeps what it has; one token more, one fewer, or none somewhere is refused.
    for spoil in (+1, -1):
        worse = counts[:]
        worse[rng.randrange(len(worse))] += spoil
        assert refusal(s, (moves.REDEPLOY, slot, *flat(regions, worse))) is not None
    if len(regions) > 1:
        empty = counts[:]
        empty[1] += empty[0]
        empty[0] = 0
        reason = refusal(s, (moves.REDEPLOY, slot, *flat(regions, empty)))
        assert reason is not None
        assert reason.code == "one-each"
    strange = next(r for r in range(s.board.n) if not s.held[slot] >> r & 1)
    assert refusal(s, (*move, strange, 0)) is not None
    assert refusal(s, (*move, regions[0], counts[0])) is not None


@given(st.integers(0, 5), st.integers(0, 10**9))
@DEALING
def test_encampments_go_anywhere_one_holds_and_all_of_them(seed: int, salt: int) -> None:
    s = asked_position((CLASSIC, 3), seed, "encampments")
    regions = list(bits(s.held[ACTIVE_OF[s.seat]]))
    counts = split(ENCAMPMENT.limit, len(regions), Random(salt))
    assert refusal(s, (moves.ANSWER, s.asked, *flat(regions, counts))) is None
    counts[0] += 1
    assert refusal(s, (moves.ANSWER, s.asked, *flat(regions, counts))) is not None


@given(st.integers(0, 8), st.integers(0, 10**9))
@DEALING
def test_a_victim_only_adds(seed: int, salt: int) -> None:
    s = person_position((CLASSIC, 2), seed, VICTIM)
    slot = s.victim
    regions = list(bits(s.held[slot]))
    more = split(s.hand[slot], len(regions), Random(salt))
    counts = [s.tokens[r] + n for r, n in zip(regions, more, strict=True)]
    assert refusal(s, (moves.REDEPLOY, slot, *flat(regions, counts))) is None
    taken = next((i for i, r in enumerate(regions) if s.tokens[r] > 1), None)
    if taken is not None:
        counts = [s.tokens[r] for r in regions]
        counts[taken] -= 1
        counts[taken - 1] += s.hand[slot] + 1
        reason = refusal(s, (moves.REDEPLOY, slot, *flat(regions, counts)))
        assert reason is not None
        assert reason.code == "only-add"


# ---------------------------------------------------------------- texts
WORDS = """
    pick abandon conquer attempt roll redeploy encampments fortress heroes ally decline done
    choose die deal end conquests no with dragon sorcery ghouls T stop P1 P2 P9 P² r01 r05 r23
    r99 r01=2 r02=x r03= =1 r01=٣ 0 1 -1 ² ٣ 99999999999999999999 Hill Orcs Dragon Master
""".split()  # noqa: SIM905


@given(st.sampled_from(GAMES), st.integers(0, 30), st.lists(st.sampled_from(WORDS), max_size=6))
@settings(max_examples=600, deadline=None)
def test_words_in_any_order_are_a_move_or_an_error(
    game: tuple[str, int], count: int, words: list[str]
) -> None:
    s = position(game, 1, count * 3)
    known = s.facts()
    try:
        move = parse_move(s, " ".join(words))
    except ParseError as error:
        assert str(error)
        return
    refusal(s, move)
    assert s.facts() == known
    if refusal(s, move) is None:
        play(s, move)


@given(st.text(max_size=30))
@settings(max_examples=300, deadline=None)
def test_any_text_is_a_move_or_an_error(text: str) -> None:
    s = position((CLASSIC, 2), 2, 20)
    try:
        move = parse_move(s, text)
    except ParseError:
        return
    refusal(s, move)


def test_a_seat_before_a_move_must_be_the_one_that_decides() -> None:
    s = person_position((CLASSIC, 2), 1, CONQUER)
    other = "P2" if s.seat == 0 else "P1"
    assert parse_move(s, f"P{s.seat + 1} end conquests") == moves.END_MOVE
    with pytest.raises(ParseError, match="it is not P"):
        parse_move(s, f"{other} end conquests")


def test_ally_names_a_player_of_the_game() -> None:
    s = position((CLASSIC, 2), 1, 20)
    assert parse_move(s, "ally P2") == (moves.ANSWER, decision("ally"), 1)
    assert parse_move(s, "no ally") == (moves.ANSWER, decision("ally"))
    with pytest.raises(ParseError):
        parse_move(s, "ally P8")


# ---------------------------------------------------------------- replay
@pytest.mark.parametrize("game", GAMES, ids=str)
def test_a_game_replays_from_its_texts_to_every_position(game: tuple[str, int]) -> None:
    rng = Random("replay")
    s = start(SETUPS[game])
    texts: list[str] = []
    seen: list[State] = []
    while s.phase != OVER:
        move = next_move(s, random_policy, rng)
        texts.append(move_text(s, move))
        s, _ = play(s, move)
        seen.append(s)
    steps = replay(SETUPS[game], texts)
    assert [step.after for step in steps] == seen
    # Taking moves back is playing the others again.
    for keep in (0, 7, 25, len(texts) - 1):
        again = replay(SETUPS[game], texts[:keep])
        assert (again[-1].after if again else start(SETUPS[game])) == (
            seen[keep - 1] if keep else start(SETUPS[game])
        )
