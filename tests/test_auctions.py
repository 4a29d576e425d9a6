"""Sealed bids: nothing gives one away before all are in (`events.md D6`, issue 8)."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest
from play_helpers import bidding, sealed

from crusade.desktop.words import Cast, GameLog
from crusade.players.policies import random_policy
from crusade.players.view import view_for
from crusade.rules import decider, legal_moves, parse_move, play
from crusade.rules.ids import CLASSIC, DEALER, SOLO, TRIBES, TWO_PLAYER
from crusade.session import NewGame, Session

BOXES = ("base", "tales")
DECK = "all"
PEOPLE = {SOLO: ("Ada",), TWO_PLAYER: ("Ada", "Ben"), CLASSIC: ("Ada", "Ben", "Cy")}


def game(mode: str, seed: int) -> Session:
    new = NewGame(mode, PEOPLE[mode], 14, seed, options={"events": DECK}, boxes=BOXES)
    return Session.new(new, None)


def auctions(mode: str) -> Iterator[Session]:
    """Games at the first bid of an auction in which somebody else bids after."""
    rng = Random(7)
    found = 0
    for seed in range(40):
        session = game(mode, seed)
        while not session.over and not bidding(session.state):
            session.play(random_policy(session.state, rng))
        if session.over:
            continue
        first = session.state.actor
        after = play(session.state, parse_move(session.state, "bid 0"))[0]
        if bidding(after) and after.actor != first and session.state.coins[first] > 1:
            found += 1
            yield session
    assert found > 3


@pytest.mark.parametrize("mode", [TWO_PLAYER, CLASSIC])
def test_no_bid_is_given_away_before_all_are_in(mode: str) -> None:
    for session in auctions(mode):
        before = session.state
        bidder = before.actor
        seen = []
        for bid in (0, 1, 2):
            after, events = play(before, parse_move(before, f"bid {bid}"))
            assert sealed(after) == ({bidder} if bid else set())
            next_one = view_for(after, after.actor)
            assert not sealed(next_one)
            assert sealed(view_for(after, bidder)) == sealed(after)
            seen.append((events, next_one.facts(), legal_moves(after), after.coins))
        assert seen[0] == seen[1] == seen[2]


@pytest.mark.parametrize("mode", [TWO_PLAYER, CLASSIC])
def test_log_and_undo_keep_a_bid_sealed(mode: str) -> None:
    for session in auctions(mode):
        cast = Cast.of(session, open_coins=True)
        log = GameLog(cast)
        log.update(session.opening, session.steps)
        lines = len(log.lines)
        bidder = session.actor
        session.play(parse_move(session.state, "bid 2"), hold=True)
        assert session.held and session.can_undo  # the bidder's own, until he hands over
        session.undo()
        assert session.actor == bidder and not sealed(session.state)
        session.play(parse_move(session.state, "bid 1"))
        log.update(session.opening, session.steps)
        assert all("bid" not in line.plain for line in log.lines[lines:])
        assert session.actor != bidder
        assert not session.can_undo
        while bidding(session.state):
            session.play(parse_move(session.state, "bid 0"))
        log.update(session.opening, session.steps)
        told = [line.plain for line in log.lines[lines:]]
        assert any(f"{session.record.names[bidder]} bid 1" in line for line in told), told


def test_the_lost_tribes_bid_after_the_person() -> None:
    """What they roll is the dealer's next draw, so a bid cannot be taken back afterwards."""
    rng = Random(3)
    rolled = 0
    for seed in range(12):
        session = game(SOLO, seed)
        while not session.over:
            s = session.state
            if bidding(s) and s.coins[TRIBES]:
                after = play(s, parse_move(s, "bid 0"))[0]
                assert decider(after) == DEALER and after.rolling
                rolled += 1
                session.play(parse_move(s, "bid 0"))
                assert not session.can_undo
            else:
                session.play(random_policy(s, rng))
    assert rolled


def test_the_last_bid_opens_all_and_stays() -> None:
    """Whoever bids last learns the other bids with it: he cannot bid anew, though he goes on."""
    stayed = 0
    for session in auctions(TWO_PLAYER):
        while bidding(session.state):
            s = session.state
            last = not bidding(play(s, parse_move(s, "bid 0"))[0])
            move = parse_move(s, f"bid {s.coins[s.actor] if last else 0}")
            assert session.holds(move) == (not last)
            bidder = s.actor
            session.play(move, hold=True)
            if last:
                assert not session.held and not session.can_undo
                stayed += session.actor == bidder
            session.go_on()
    assert stayed
