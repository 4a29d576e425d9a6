"""A second window for the tests of the archive: a real process that plays until it is told to stop.

    python archive_child.py play FOLDER SEED    games without end; says what it was promised
    python archive_child.py same FOLDER GAME    tries to play on in a given game
    python archive_child.py full FOLDER         plays until the disk is full, then goes on

Every line it prints is something the archive has acknowledged before.
"""

import random
import sys
from pathlib import Path

from crusade.archive import ArchiveConflict, ArchiveError, Finish, Standing, open_archive
from crusade.record import Record, Result

RECORD = Record("solo", "base-2p", 14, ("Ada",), "2026-11-30T10:00:00Z")


def say(*words):
    print(*words, flush=True)


def text(game, index):
    """The move that stands at this place of this game, so that the test can tell."""
    return f"conquer r{(7 * game + index) % 97:02}"


def patiently(call, *args):
    """Do it again while another window keeps the file busy, as a running game does."""
    for _ in range(30):
        try:
            return call(*args)
        except ArchiveConflict:
            raise
        except ArchiveError as error:
            if "busy" not in str(error):
                raise
    return call(*args)


def play(folder, seed):
    chance = random.Random(seed)
    archive, notices = open_archive(folder)
    say("notices", *notices)
    while True:
        game, length = patiently(archive.new_game, RECORD, Standing(1, (5,), 0)), 0
        say("length", game, 0)
        for _ in range(chance.randint(3, 40)):
            if length and chance.random() < 0.1:
                # What is undone may be gone or not when the program dies; so promise less first.
                length -= 1
                say("length", game, length)
                patiently(archive.truncate, game, length)
            more = chance.randint(1, 4)
            standing = Standing(1, (length,), 0)
            moves = [text(game, length + n) for n in range(more)]
            patiently(archive.append_moves, game, length, moves, standing)
            length += more
            say("length", game, length)
        if chance.random() < 0.5:
            done = Finish(Result((84,), 70, (0,)))
            patiently(archive.finish, game, done, length, [text(game, length)])
            say("finished", game, length + 1)


def same(folder, game):
    archive, _ = open_archive(folder)
    archive.game_record(game)
    sys.stdin.readline()
    index, won = 0, 0
    for turn in range(100):
        try:
            if index < 0:
                index = len(archive.game_record(game).moves)
            archive.append_moves(game, index, [f"die {turn % 4} by {sys.argv[4]}"])
            won += 1
            index += 1
        except ArchiveConflict as error:
            assert str(error).count(".") == 1
            index = -1
        except ArchiveError as error:
            assert "busy" in str(error)  # the other window was quicker for two whole seconds
    say(won)


def full(folder):
    import resource

    archive, _ = open_archive(folder)
    moves = [text(1, n) for n in range(20)]
    game = archive.new_game(RECORD, Standing(1, (5,), 0))
    archive.append_moves(game, 0, moves)
    room = archive.path.stat().st_size + 6000
    resource.setrlimit(resource.RLIMIT_FSIZE, (room, resource.RLIM_INFINITY))
    try:
        while len(moves) < 5000:
            more = [text(1, len(moves) + n) for n in range(50)]
            moves += more
            archive.append_moves(game, len(moves) - 50, more)
        say("never full")
    except ArchiveError as error:
        say(error)
    try:
        archive.append_moves(game, len(moves), [text(1, len(moves))])
    except ArchiveError:
        say("still full")
    moves.append(text(1, len(moves)))
    say(len(archive.game_record(game).moves))
    resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
    from dataclasses import replace

    assert archive.keep(game, replace(RECORD, moves=tuple(moves)), Standing(3, (20,), 9)) == game
    archive.append_moves(game, len(moves), ["die 2"])
    say(len(moves) + 1)


if __name__ == "__main__":
    folder = Path(sys.argv[2])
    if sys.argv[1] == "play":
        play(folder, int(sys.argv[3]))
    elif sys.argv[1] == "same":
        same(folder, int(sys.argv[3]))
    else:
        full(folder)
