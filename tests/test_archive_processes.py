"""Windows that die, wait for each other, or run out of disk; all of them are real processes.

`CRUSADE_KILLS=300` in the environment makes the test with SIGKILL a long one.
"""

import contextlib
import os
import random
import subprocess
import sys
import time
from pathlib import Path

import pytest
from archive_child import RECORD, text

from crusade.archive import ArchiveError, Standing, open_archive
from crusade.archive.database import check, connect

CHILD = Path(__file__).with_name("archive_child.py")
KILLS = int(os.environ.get("CRUSADE_KILLS", "25"))
STANDING = Standing(1, (5,), 0)
posix = pytest.mark.skipif(sys.platform == "win32", reason="needs POSIX signals and limits")


def child(*words):
    return subprocess.Popen(
        [sys.executable, str(CHILD), *map(str, words)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )


def shown_until(player, games):
    """What a player shows until it has begun so many games."""
    lines = []
    while len({line.split()[1] for line in lines}) < games:
        lines.append(player.stdout.readline())
        assert lines[-1], player.stderr.read()
    return lines


def killed(player):
    """Kill a player; the rest of what it had shown, in whole lines."""
    player.kill()
    rest = player.stdout.read()
    assert player.stderr.read() == ""
    player.wait()
    return [line for line in rest.splitlines(keepends=True) if line.endswith("\n")]


@posix
@pytest.mark.slow
def test_killed_at_any_moment_every_shown_move_is_there(tmp_path):
    chance = random.Random(11)
    promised = {}
    finished = set()
    for round_number in range(KILLS):
        player = child("play", tmp_path, round_number)
        assert player.stdout.readline() == "notices\n"
        lines = shown_until(player, 1)
        time.sleep(chance.uniform(0.0, 0.12))
        lines += killed(player)
        for words in map(str.split, lines):
            game, length = int(words[1]), int(words[2])
            promised[game] = length
            if words[0] == "finished":
                finished.add(game)
        archive, notices = open_archive(tmp_path)
        with archive:
            assert notices == []
            # A finished game may still be on the list when the window died between its last
            # move and the answer to it, never the other way round.
            fame = {line.game for line in archive.fame_lines()}
            running = {game.game for game in archive.running_games()}
            assert finished <= fame
            assert promised.keys() <= fame | running
            for game, length in promised.items():
                moves = archive.game_record(game).moves
                assert len(moves) >= length
                assert moves == tuple(text(game, n) for n in range(len(moves)))
    assert len(promised) >= KILLS  # at least one game a window was really played
    database = connect(tmp_path / "crusade.sqlite")
    check(database)
    database.close()
    assert not list(tmp_path.glob("*damaged*"))
    assert not list(tmp_path.glob("*.tmp"))


@posix
def test_a_full_disk_costs_nothing_but_a_sentence(tmp_path):
    player = child("full", tmp_path)
    out, err = player.communicate(timeout=60)
    assert err == ""
    sentence, again, kept, total = out.splitlines()
    assert "full or failing" in sentence
    assert sentence.endswith(".")
    assert again == "still full"
    assert 20 <= int(kept) < int(total)
    archive, notices = open_archive(tmp_path)
    with archive:
        assert notices == []
        moves = archive.game_record(1).moves
        assert moves == (*(text(1, n) for n in range(int(total) - 1)), "die 2")
        assert archive.running_games()[0].round == 3


def test_two_windows_with_games_of_their_own(tmp_path):
    open_archive(tmp_path)[0].close()
    players = [child("play", tmp_path, seed) for seed in (1, 2)]
    assert [player.stdout.readline() for player in players] == ["notices\n"] * 2
    outs = [shown_until(player, 4) for player in players]
    outs = [lines + killed(player) for lines, player in zip(outs, players, strict=True)]
    archive, notices = open_archive(tmp_path)
    with archive:
        assert notices == []
        promised = [
            {int(game): int(length) for _, game, length in map(str.split, lines)} for lines in outs
        ]
        assert not promised[0].keys() & promised[1].keys()
        assert all(len(games) >= 4 for games in promised)
        for games in promised:
            for game, length in games.items():
                moves = archive.game_record(game).moves
                assert len(moves) >= length - 1  # the last line may speak of an undo
                assert moves == tuple(text(game, n) for n in range(len(moves)))


def test_opening_while_another_window_plays_sees_no_damage(tmp_path):
    player = child("play", tmp_path, 5)
    assert player.stdout.readline() == "notices\n"
    for _ in range(25):
        archive, notices = open_archive(tmp_path)
        archive.close()
        assert notices == []
    player.kill()
    assert player.communicate()[1] == ""
    assert not list(tmp_path.glob("*damaged*"))


def test_a_move_in_the_middle_of_the_check_is_no_damage(tmp_path, monkeypatch):
    monkeypatch.setattr("crusade.archive.connection.connect", lambda path: connect(path, 0.1))
    archive, _ = open_archive(tmp_path)
    with archive:
        game = archive.new_game(RECORD, STANDING)
        reader = connect(archive.path)
        tried = []

        def meanwhile(statement):
            if "FROM moves" in statement and not tried:
                tried.append(statement)
                with contextlib.suppress(ArchiveError):  # it may have to wait for the check
                    archive.append_moves(game, 0, ["die 2"])

        reader.set_trace_callback(meanwhile)
        check(reader)
        reader.close()
        assert tried
        archive.append_moves(game, 0, ["die 2"])


def test_two_windows_on_the_same_game_never_mix_their_moves(tmp_path):
    archive, _ = open_archive(tmp_path)
    game = archive.new_game(RECORD, STANDING)
    players = [child("same", tmp_path, game, name) for name in ("one", "two")]
    for player in players:
        player.stdin.write("go\n")
        player.stdin.flush()
    results = [player.communicate(timeout=60) for player in players]
    assert [err for _, err in results] == ["", ""]
    won = [int(out) for out, _ in results]
    moves = archive.game_record(game).moves
    assert len(moves) == sum(won)
    assert [sum(move.endswith(name) for move in moves) for name in ("one", "two")] == won
    archive.close()


def test_a_busy_file_is_told_and_caught_up_with(tmp_path):
    archive, _ = open_archive(tmp_path)
    game = archive.new_game(RECORD, STANDING)
    code = (
        "import sqlite3, sys; d = sqlite3.connect(sys.argv[1], isolation_level=None);"
        "d.execute('BEGIN EXCLUSIVE'); print('held', flush=True); sys.stdin.readline()"
    )
    holder = subprocess.Popen(
        [sys.executable, "-c", code, str(archive.path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert holder.stdout.readline() == "held\n"
    with pytest.raises(ArchiveError, match="kept busy by another program"):
        archive.append_moves(game, 0, ["pick 1"])
    with pytest.raises(ArchiveError, match="kept busy"):
        archive.fame_lines()
    holder.communicate("let go\n")
    archive.append_moves(game, 0, ["pick 1", "conquer r05"])
    assert archive.game_record(game).moves == ("pick 1", "conquer r05")
    archive.close()


def test_a_window_that_is_just_opening_is_waited_for(tmp_path, monkeypatch):
    code = (
        "import sys; from pathlib import Path; from crusade.archive.lock import only_one\n"
        "with only_one(Path(sys.argv[1]) / 'crusade.lock'):\n"
        "    print('held', flush=True); sys.stdin.readline()"
    )
    holder = subprocess.Popen(
        [sys.executable, "-c", code, str(tmp_path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )
    assert holder.stdout.readline() == "held\n"
    monkeypatch.setattr("crusade.archive.lock.SECONDS", 0.2)
    with pytest.raises(ArchiveError, match="locked by another program"):
        open_archive(tmp_path)
    holder.kill()  # a killed window holds nothing
    holder.communicate()
    archive, notices = open_archive(tmp_path)
    assert notices == []
    archive.close()
