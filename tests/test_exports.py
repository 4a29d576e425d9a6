"""A running game's file tells nobody what only one of its players may see."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from play_helpers import bidding, sealed

from crusade.archive import Archive, open_archive
from crusade.desktop.file_doors import FileDoors
from crusade.games import CARD_BOX, EVENTS
from crusade.players.policies import greedy_policy
from crusade.record import load_file
from crusade.rules import move_text, parse_move, row
from crusade.rules.ids import TWO_PLAYER
from crusade.session import NewGame, Session


def looked(archive: Archive) -> Session:
    """A game of two in which the first has just looked into the Temple of the Seer."""
    for seed in range(40):
        new = NewGame(TWO_PLAYER, ("Ada", "Bob"), 14, seed, boxes=("riverworld",))
        session, rng = Session.new(new, archive), Random(seed)
        while not session.over:
            look = next((m for m in session.choices if move_text(session.state, m) == "look"), None)
            session.play(greedy_policy(session.state, rng) if look is None else look)
            if look is not None:
                return session
    raise AssertionError("nobody ever looks")


def bid(archive: Archive, text: str) -> Session:
    """A game of two in which the first has bid in an auction and the second is to bid."""
    options = {EVENTS: "Miracles for Sale!"}
    new = NewGame(TWO_PLAYER, ("Ada", "Bob"), 14, 3, options, ("base", CARD_BOX))
    session, rng = Session.new(new, archive), Random(1)
    while not bidding(session.state):
        session.play(greedy_policy(session.state, rng))
    session.play(parse_move(session.state, text))
    assert bidding(session.state) and bool(sealed(session.state)) == (text != "bid 0")
    return session


@pytest.mark.parametrize("secret", ["look", "bid 2", "bid 0"])
def test_a_file_waits_until_nothing_in_it_is_one_persons_secret(
    secret: str, tmp_path: Path
) -> None:
    doors, rng = FileDoors(tmp_path), Random(2)
    doors.archive, _ = open_archive(tmp_path)
    with doors.archive as archive:
        session = looked(archive) if secret == "look" else bid(archive, secret)
        assert session.game is not None
        file = tmp_path / f"game-{session.game}.txt"
        told = doors.export(session.game)
        assert told.startswith("This game holds what only one of its players may see")
        assert not file.exists()
        # On disk it is kept, for whoever goes on.
        moves = Session.resume(archive, session.game).record.moves
        assert moves == session.record.moves and secret in moves[-3:]
        held = session.state.round
        while any(row.seen(session.state, seat) for seat in (0, 1)) or bidding(session.state):
            assert session.state.round == held
            session.play(greedy_policy(session.state, rng))
        assert str(file) in doors.export(session.game)
        assert load_file(file).moves == session.record.moves


def test_a_finished_game_and_one_played_alone_are_given_out_at_once(tmp_path: Path) -> None:
    doors = FileDoors(tmp_path)
    doors.archive, _ = open_archive(tmp_path)
    with doors.archive as archive:
        session = looked(archive)
        session.resign()
        assert "was written" in doors.export(session.game or 0)
