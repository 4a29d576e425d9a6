"""Records from outside: what is taken in, what is refused, and what a running one shows."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from crusade.archive import open_archive
from crusade.imports import ImportRefused, take_in
from crusade.record import Result, dump
from crusade.rules.ids import CLASSIC, SOLO, TWO_PLAYER
from crusade.session import NewGame, Session


@pytest.fixture
def archive(tmp_path):
    opened, _ = open_archive(tmp_path / "data")
    with opened:
        yield opened


def played(mode: str = SOLO, names: tuple[str, ...] = ("Ada",), moves: int = 60) -> Session:
    session = Session.new(NewGame(mode, names, 14, seed=8))
    rng = random.Random(8)
    for _ in range(moves):
        if not session.over:
            session.play(rng.choice(session.choices))
    return session


@pytest.mark.parametrize(("mode", "names"), [(SOLO, ("Ada",)), (TWO_PLAYER, ("Ada", "Bob"))])
def test_an_imported_game_shows_its_round_and_score(archive, mode, names):
    session = played(mode, names)
    assert session.state.round > 1
    take_in(archive, dump(session.record), "game.txt")
    (entry,) = archive.running_games()
    assert (entry.round, entry.coins, entry.tribes) == session.standing()


@pytest.mark.parametrize("names", [("Ada", "Bob"), ("Ada", "Bob", "Eve")])
def test_a_classic_game_can_be_taken_in_and_taken_up(archive, names):
    session = played(CLASSIC, names)
    take_in(archive, dump(session.record), "game.txt")
    (entry,) = archive.running_games()
    assert (entry.mode, entry.names, entry.tribes) == (CLASSIC, names, None)
    again = Session.resume(archive, entry.game)
    again.play(again.choices[0])
    (entry,) = archive.running_games()
    assert entry.moves == len(again.record.moves)
    again.resign()
    take_in(archive, dump(again.record), "game.txt")
    assert {line.winners for line in archive.fame_lines()} == {()}


@pytest.mark.parametrize("board", ["base-3p", "mine.yaml", "mine", "base-2p.yaml", "..", "CON"])
def test_a_solo_game_on_another_board_is_refused(archive, board, tmp_path, monkeypatch):
    from crusade import resources

    theirs = resources.path("maps", "base-3p.yaml").read_text(encoding="utf-8")
    for name in ("mine", "mine.yaml", "base-2p.yaml", "base-2p"):
        (tmp_path / name).write_text(theirs)
    monkeypatch.chdir(tmp_path)
    text = dump(played().record).replace("board: base-2p", f"board: {board}")
    with pytest.raises(ImportRefused) as caught:
        take_in(archive, text, "game.txt")
    assert len(str(caught.value)) < 200
    assert archive.running_games() == []


def test_a_result_that_nobody_worked_out_is_not_believed(archive):
    record = played().record
    claimed = replace(record, result=Result((200,), 3, (0,), resigned=True))
    with pytest.raises(ImportRefused, match="its moves give"):
        take_in(archive, dump(claimed), "game.txt")
    with pytest.raises(ImportRefused, match="end in round"):
        take_in(archive, dump(replace(claimed, result=Result((200,), 3, (0,)))), "game.txt")
    assert archive.fame_lines() == []


def test_a_resigned_game_is_taken_in_as_its_moves_tell(archive):
    session = played()
    session.resign()
    take_in(archive, dump(session.record), "game.txt")
    (line,) = archive.fame_lines()
    assert line.resigned and line.imported and line.tribes_won
    assert line.coins == session.standing().coins


@pytest.mark.parametrize(
    "line", ['options: {"colours": "' + "9" * 4301 + '"}', "seed: " + "9" * 100_000]
)
def test_a_header_that_would_stop_the_window_is_refused(archive, line):
    text = dump(played().record)
    seed = next(words for words in text.splitlines() if words.startswith("seed"))
    with pytest.raises(ImportRefused) as caught:
        take_in(archive, text.replace(seed, line), "game.txt")
    assert len(str(caught.value)) < 200
