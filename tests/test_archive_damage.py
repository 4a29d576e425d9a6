"""A damaged file of games: set aside, the last good copy used, and what can be read is kept."""

import contextlib
import os
import random
import shutil
import sqlite3
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from crusade.archive import (
    ArchiveConflict,
    ArchiveError,
    Finish,
    Kept,
    Standing,
    connection,
    lock,
    open_archive,
)
from crusade.archive.seals import seal
from crusade.automaton.hall_of_fame import Combo, RoundCoins
from crusade.record import Record, Result
from crusade.replay import ReplayError
from crusade.rules.labels import Label
from crusade.session import Session

RECORD = Record("solo", "base-2p", 14, ("Ada",), "2026-11-30T10:00:00Z")
STANDING = Standing(1, (5,), 0)
SINCE = 6
"""Games that were finished after the last safety copy."""
PLACES = 40


def moves(game, count=150):
    return tuple(f"conquer r{(7 * game + n) % 97:02}" for n in range(count))


def finished(score):
    rounds = tuple(RoundCoins(n, 0, 9 * n, ((Label("Regions"), 9),)) for n in range(1, 10))
    return Finish(Result((score,), 70, (0,)), ((Combo("Hill", "Orcs"),),), rounds)


@pytest.fixture(scope="module")
def original(tmp_path_factory):
    """A folder with 12 finished and 2 running games in the backup, and 6 + 1 games newer than it.

    One of the two running games of the backup was played on since, and one of the newer ones too.
    """
    folder = tmp_path_factory.mktemp("original")
    archive, _ = open_archive(folder)
    with archive:
        for number in range(1, 13):
            game = archive.keep(None, replace(RECORD, moves=moves(number)), STANDING)
            archive.finish(game, finished(70 + number))
        for number in (13, 14):
            archive.keep(None, replace(RECORD, moves=moves(number, 40)), STANDING)
        archive.renew_backup()
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(connection, "back_up", lambda *_: None)
            archive.append_moves(14, 40, moves(14)[40:])
            for number in range(15, 15 + SINCE):
                game = archive.keep(None, replace(RECORD, moves=moves(number)), STANDING)
                archive.finish(game, finished(70 + number))
            archive.keep(None, replace(RECORD, moves=moves(15 + SINCE)), STANDING)
    return folder


NEWEST = 15 + SINCE
STAYS = set(range(14, NEWEST + 1))
"""The games that are newer in the file than in its safety copy."""


@pytest.fixture
def folder(original, tmp_path):
    return shutil.copytree(original, tmp_path / "data")


def look(folder):
    """Open the archive and check what must always hold; return (notices, moves by game)."""
    archive, notices = open_archive(folder)
    with archive:
        fame = {line.game: line for line in archive.fame_lines()}
        running = {game.game: game for game in archive.running_games()}
        for number in range(1, 13):
            assert fame[number].coins == (70 + number,)
            assert archive.game_record(number).moves == moves(number)
            assert archive.round_coins(number) == finished(0).rounds
        assert archive.game_record(13).moves == moves(13, 40)
        assert len(archive.game_record(14).moves) >= 40
        stories = {game: archive.game_record(game).moves for game in {**fame, **running}}
        for game, told in stories.items():
            assert told == moves(game, len(told))
        # ... and it can be played on.
        new = archive.new_game(RECORD, STANDING)
        archive.append_moves(new, 0, ["pick 1"])
        archive.delete(new)
    assert all(notice.count(".\n") == 0 and notice.endswith(".") for notice in notices)
    second, again = open_archive(folder)
    second.close()
    assert again == []
    return notices, stories


def whole(stories):
    """The newer games of which every move is there."""
    return {game for game in STAYS if len(stories.get(game, ())) == 150}


def damage(path, change):
    data = bytearray(path.read_bytes())
    change(data)
    path.write_bytes(data)
    return bytes(data)


def asides(folder):
    return sorted(path.read_bytes() for path in folder.glob("crusade-damaged-*.sqlite"))


def test_an_undamaged_file_is_as_it_was(folder):
    notices, stories = look(folder)
    assert notices == []
    assert all(len(stories[game]) == 150 for game in stories if game != 13)
    assert len(stories) == NEWEST


@pytest.mark.parametrize("seed", range(PLACES))
def test_a_flipped_byte_at_a_random_place(folder, seed):
    chance = random.Random(seed)
    path = folder / "crusade.sqlite"

    def change(data):
        # Every fourth time in the header and the schema, where it hurts most.
        place = chance.randrange(4096 if seed % 4 == 0 else len(data))
        data[place] ^= chance.randrange(1, 256)

    damaged = damage(path, change)
    notices, stories = look(folder)
    if notices:
        assert len(notices) == 1
        assert "damaged" in notices[0]
        assert asides(folder) == [damaged]
    else:
        assert asides(folder) == []
    assert whole(stories) == STAYS


def test_a_flipped_byte_where_the_diary_is_lost_too(original, tmp_path):
    """What was written since the safety copy can only be read from the damaged file itself."""
    lost = []
    for seed in range(PLACES):
        folder = shutil.copytree(original, tmp_path / str(seed))
        (folder / "crusade-moves.log").unlink()
        chance = random.Random(seed)
        place = chance.randrange((folder / "crusade.sqlite").stat().st_size)
        damage(
            folder / "crusade.sqlite",
            lambda data, place=place: data.__setitem__(place, data[place] ^ 0x41),
        )
        _, stories = look(folder)
        lost.append(len(STAYS - whole(stories)))
    # A byte of one game costs that game; only one in the middle of a table's tree costs a page.
    assert sum(many > 1 for many in lost) <= 2
    assert sum(lost) < PLACES / 2


@pytest.mark.parametrize("seed", range(12))
def test_greater_damage_at_random_places(folder, seed):
    chance = random.Random(seed)

    def change(data):
        kind = seed % 3
        place = chance.randrange(len(data))
        if kind == 0:
            data[place : place + 2000] = chance.randbytes(2000)
        elif kind == 1:
            del data[place:]  # half written
        else:
            for _ in range(30):
                data[chance.randrange(len(data))] = chance.randrange(256)

    damaged = damage(folder / "crusade.sqlite", change)
    notices, stories = look(folder)
    assert len(notices) == 1
    assert whole(stories) == STAYS
    assert asides(folder) == ([damaged] if damaged else [])


@pytest.mark.parametrize(
    "place", [0, 16, 18, 20, 24, 28, 44, 56, 60, 63, 68, 71, 96, 100, 103, 105]
)
def test_every_field_of_the_header_can_be_lost(folder, place):
    def change(data):
        data[place] ^= 0x5A

    damage(folder / "crusade.sqlite", change)
    _, stories = look(folder)
    assert whole(stories) == STAYS


def test_a_first_page_of_zeros_loses_nothing(folder):
    def change(data):
        data[:4096] = bytes(4096)

    damage(folder / "crusade.sqlite", change)
    (notice,), stories = look(folder)
    assert "last good copy" in notice
    assert f"could be restored ({SINCE + 2} games)" in notice
    assert whole(stories) == STAYS


def test_a_changed_letter_is_noticed(folder):
    """SQLite itself would not: the structure is whole, only a score is another one."""
    database = sqlite3.connect(folder / "crusade.sqlite")
    database.execute("UPDATE games SET coins = '[99]' WHERE id = 3")
    database.execute("UPDATE chronicles SET moves = replace(moves, 'r2', 'r3') WHERE game = 4")
    database.commit()
    database.close()
    (notice,), stories = look(folder)
    assert "damaged" in notice
    assert len(stories) == NEWEST


@pytest.mark.parametrize("diary", [True, False])
def test_another_file_in_its_place(folder, diary):
    if not diary:
        (folder / "crusade-moves.log").unlink()
    (folder / "crusade.sqlite").write_bytes(b"these are not games" * 500)
    (notice,), stories = look(folder)
    assert "last good copy" in notice
    assert sorted(stories) == list(range(1, NEWEST + 1 if diary else 15))


def test_another_program_s_database_in_its_place(folder):
    path = folder / "crusade.sqlite"
    path.unlink()
    database = sqlite3.connect(path)
    database.execute("CREATE TABLE recipes (id)")
    database.commit()
    database.close()
    (notice,), stories = look(folder)
    assert "last good copy" in notice
    assert sorted(stories) == list(range(1, NEWEST + 1))
    assert len(asides(folder)) == 1


@pytest.mark.parametrize("how", ["gone", "empty"])
def test_a_file_that_is_gone_or_empty_comes_from_the_copy(folder, how):
    (folder / "crusade.sqlite").unlink()
    if how == "empty":
        (folder / "crusade.sqlite").touch()
    (notice,), stories = look(folder)
    assert "missing or empty" in notice
    assert "last good copy" in notice
    assert sorted(stories) == list(range(1, NEWEST + 1))
    assert asides(folder) == []


def test_an_old_journal_is_not_played_into_the_new_file(folder):
    damage(folder / "crusade.sqlite", lambda data: data.__setitem__(slice(0, 100), bytes(100)))
    (folder / "crusade.sqlite-journal").write_bytes(b"\xd9\xd5\x05\xf9 \xa1c\xd7" + bytes(5000))
    look(folder)
    assert not (folder / "crusade.sqlite-journal").exists()
    # Where the file itself is gone SQLite never sees the journal, so it is set aside.
    (folder / "crusade.sqlite").unlink()
    (folder / "crusade.sqlite-journal").write_bytes(b"\xd9\xd5\x05\xf9 \xa1c\xd7" + bytes(5000))
    look(folder)
    assert not (folder / "crusade.sqlite-journal").exists()
    assert len(list(folder.glob("crusade-damaged-*.sqlite-journal"))) == 1


def test_a_damaged_backup_is_replaced_and_never_used(folder):
    damage(folder / "crusade-backup.sqlite", lambda data: data.__setitem__(200, data[200] ^ 255))
    notices, stories = look(folder)
    assert notices == []
    assert len(stories) == NEWEST
    damage(folder / "crusade.sqlite", lambda data: data.__setitem__(0, 0))
    notices, stories = look(folder)
    assert len(notices) == 1
    assert len(stories) == NEWEST


def test_both_damaged_still_gives_what_can_be_read(folder):
    main, backup = folder / "crusade.sqlite", folder / "crusade-backup.sqlite"
    ruins = [
        damage(main, lambda data: data.__setitem__(slice(0, 100), bytes(100))),
        damage(backup, lambda data: data.__setitem__(slice(0, 100), bytes(100))),
    ]
    (notice,), stories = look(folder)
    assert "could be restored" in notice
    assert len(stories) == NEWEST
    kept = [p.read_bytes() for p in folder.glob("crusade*damaged-*.sqlite")]
    assert sorted(kept) == sorted(ruins)


def test_nothing_left_at_all(tmp_path):
    (tmp_path / "crusade.sqlite").write_bytes(b"x" * 9000)
    archive, (notice,) = open_archive(tmp_path)
    with archive:
        assert "nothing in it could be read" in notice
        assert archive.running_games() == archive.fame_lines() == []
        archive.new_game(RECORD, STANDING)


def test_damaged_files_never_overwrite_each_other(folder):
    for number in range(3):
        damage(folder / "crusade.sqlite", lambda data: data.__setitem__(0, 0))
        look(folder)
        assert len(asides(folder)) == number + 1


def test_a_good_backup_is_never_replaced_by_a_damaged_file(folder):
    backup = folder / "crusade-backup.sqlite"
    archive, _ = open_archive(folder)
    with archive:
        before = backup.read_bytes()
        database = sqlite3.connect(folder / "crusade.sqlite")
        database.execute("UPDATE chronicles SET moves = 'gone' WHERE game = 4")
        database.execute("UPDATE meta SET value = value + 1 WHERE key = 'writes'")
        database.commit()
        database.close()
        archive.renew_backup()
        assert archive.backup_notice is not None
        assert backup.read_bytes() == before


def test_damage_under_a_running_game_is_mended_and_the_game_goes_on(folder):
    archive, _ = open_archive(folder)
    with archive:
        told = archive.game_record(NEWEST)
        damage(
            folder / "crusade.sqlite", lambda data: data.__setitem__(slice(0, 4096), b"?" * 4096)
        )
        with pytest.raises(ArchiveError, match="damaged") as caught:
            archive.append_moves(NEWEST, 150, ["die 2"])
        assert str(caught.value).count("\n") == 0
        longer = replace(told, moves=(*told.moves, "die 2", "end conquests"))
        game = archive.keep(NEWEST, longer, STANDING)
        assert archive.game_record(game) == longer
        assert len(archive.fame_lines()) >= 12
    assert len(asides(folder)) == 1
    archive, notices = open_archive(folder)
    archive.close()
    assert notices == []


def test_a_second_window_follows_to_the_mended_file(folder):
    first, _ = open_archive(folder)
    second, _ = open_archive(folder)
    with first, second:
        told = second.game_record(13)
        damage(
            folder / "crusade.sqlite", lambda data: data.__setitem__(slice(0, 4096), b"?" * 4096)
        )
        with pytest.raises(ArchiveError, match="damaged"):
            first.fame_lines()
        longer = replace(told, moves=(*told.moves, "die 2"))
        assert second.keep(13, longer, STANDING) == 13
        assert first.game_record(13).moves == longer.moves
    assert len(asides(folder)) == 1


@pytest.mark.parametrize("seed", range(10))
def test_a_damaged_diary_harms_nothing(folder, seed):
    chance = random.Random(seed)

    def change(data):
        if seed % 2:
            del data[chance.randrange(len(data)) :]
        else:
            for _ in range(20):
                data[chance.randrange(len(data))] = chance.randrange(256)

    damage(folder / "crusade-moves.log", change)
    if seed < 5:
        (folder / "crusade.sqlite").unlink()
    notices, stories = look(folder)
    assert len(notices) == (seed < 5)
    if seed >= 5:
        assert whole(stories) == STAYS


def test_undo_and_catching_up_are_in_the_diary_too(tmp_path):
    archive, _ = open_archive(tmp_path)
    with archive:
        game = archive.new_game(replace(RECORD, moves=moves(1, 10)), STANDING)
        archive.truncate(game, 4, past_chance=True)
        archive.append_moves(game, 4, ["x", "y"], Standing(3, (30,), 20))
        archive.truncate(game, 5)
        longer = (*moves(1, 4), "x", "z", "w")
        archive.keep(game, replace(RECORD, moves=longer), Standing(4, (31,), 21))
        told = archive.game_record(game)
    assert told.moves == longer
    (tmp_path / "crusade.sqlite").unlink()
    archive, (notice,) = open_archive(tmp_path)
    with archive:
        assert "(1 game)" in notice
        assert archive.game_record(game) == told
        assert archive.running_games()[0].round == 4
    assert (tmp_path / "crusade-moves.log").stat().st_size == 0  # the safety copy has it all now


def test_a_finished_game_outlives_a_failed_safety_copy(tmp_path, monkeypatch):
    archive, _ = open_archive(tmp_path)
    with archive:
        monkeypatch.setattr(connection, "back_up", lambda *_: "No room.")
        game = archive.new_game(RECORD, STANDING)
        archive.append_moves(game, 0, moves(1, 9))
        line = archive.finish(game, finished(80), 9, ["end conquests"])
        told = archive.game_record(game)
        assert archive.backup_notice == "No room."
    monkeypatch.undo()
    (tmp_path / "crusade.sqlite").unlink()
    archive, _ = open_archive(tmp_path)
    with archive:
        assert archive.fame_lines() == [line]
        assert archive.game_record(game) == told
        assert archive.round_coins(game) == finished(80).rounds


def test_leftovers_of_a_killed_window_are_cleared_away(folder):
    (folder / "crusade-backup.sqlite.123.tmp").write_bytes(b"half a copy")
    look(folder)
    assert not list(folder.glob("*.tmp"))


# -- whatever keeps a file from being read is damage, and every further source is tried -----------


def put(place, value):
    return lambda data: data.__setitem__(place, value)


HEADER = [
    (47, 5),
    (47, 255),
    (44, 99),
    (18, 3),
    (18, 0),
    (19, 3),
    (18, 2),
    (56, 9),
    (59, 2),
    (21, 1),
]
"""Bytes of the header with values that SQLite refuses, each with an error of its own."""


@pytest.mark.parametrize(("place", "value"), HEADER)
def test_a_header_that_sqlite_refuses_is_damage(folder, place, value):
    damage(folder / "crusade.sqlite", put(place, value))
    _, stories = look(folder)
    assert whole(stories) == STAYS


@pytest.mark.parametrize(("place", "value"), HEADER)
@pytest.mark.parametrize("diary", [True, False])
def test_a_backup_with_such_a_header_where_the_file_is_gone(folder, place, value, diary):
    (folder / "crusade.sqlite").unlink()
    if not diary:
        (folder / "crusade-moves.log").unlink()
    damage(folder / "crusade-backup.sqlite", put(place, value))
    _, stories = look(folder)
    assert set(stories) >= set(range(1, 15)), "the ruins of the backup can be read"
    if diary:
        assert whole(stories) == STAYS


@pytest.mark.parametrize(("place", "value"), HEADER)
def test_both_headers_gone_and_no_diary(folder, place, value):
    (folder / "crusade-moves.log").unlink()
    for name in ("crusade.sqlite", "crusade-backup.sqlite"):
        damage(folder / name, put(place, value))
    _, stories = look(folder)
    assert whole(stories) == STAYS


@pytest.mark.parametrize(("place", "value"), HEADER)
def test_such_a_header_under_a_running_game(folder, place, value):
    archive, _ = open_archive(folder)
    with archive:
        told = archive.game_record(NEWEST)
        damage(folder / "crusade.sqlite", put(place, value))
        longer = replace(told, moves=(*told.moves, "die 2"))
        for _try in range(3):
            with contextlib.suppress(ArchiveError):
                archive.keep(NEWEST, longer, STANDING)
        assert archive.game_record(NEWEST) == longer


def by_hand(folder, game, column, value):
    """Change a row and give it a seal that fits, as somebody who knows the format would."""
    for name in ("crusade.sqlite", "crusade-backup.sqlite"):
        database = sqlite3.connect(folder / name)
        database.execute(f"UPDATE games SET {column} = ? WHERE id = ?", (value, game))
        row = database.execute("SELECT * FROM games WHERE id = ?", (game,)).fetchone()
        if row is not None:
            database.execute("UPDATE games SET seal = ? WHERE id = ?", (seal(*row[:-1]), game))
        database.execute("UPDATE meta SET value = value + 1 WHERE key = 'writes'")
        database.commit()
        database.close()
    (folder / "crusade-moves.log").unlink()


@pytest.mark.parametrize(
    ("column", "value"),
    [
        ("names", "[1, 2]"), ("names", "[1]"), ("names", "[]"), ("names", "{}"), ("names", "["),
        ("names", '["Ada", "Bob"]'), ("names", "[" * 50_000), ("options", '{"colours": [1]}'),
        ("options", '{"colours": "' + "9" * 4301 + '"}'), ("options", "7"), ("mode", "duel"),
        ("options", '{"colours": ' + "9" * 4301 + "}"), ("board", "../../x"), ("board", "a\nb"),
        ("coins", '["x"]'), ("coins", "[1, 2]"), ("coins", "[1e999]"), ("state", "lost"),
        ("tribes", "many"), ("round", -3), ("round", "three"), ("started", "x" * 5000),
        ("played", None), ("boxes", ""), ("edition", "new"), ("tokens", 10**15),
    ],
)  # fmt: skip
@pytest.mark.parametrize("game", [14, 3])
def test_a_row_made_by_hand_costs_that_row_and_no_more(folder, game, column, value):
    try:
        by_hand(folder, game, column, value)
    except sqlite3.IntegrityError:
        return  # the file itself does not take it
    archive, (notice,) = open_archive(folder)
    with archive:
        assert "damaged" in notice
        listed = {entry.game for entry in archive.running_games()}
        listed |= {line.game for line in archive.fame_lines()}
        assert listed == set(range(1, NEWEST + 1)) - {game}
    archive, notices = open_archive(folder)
    archive.close()
    assert notices == []


@pytest.mark.parametrize(
    ("column", "value"),
    [("combos", '[[["Hill"]]]'), ("combos", '[[["Hill", 3]]]'), ("winners", "[4]"),
     ("winners", '["T"]'), ("winners", "[9]"), ("combos", "[" * 9000), ("finished", "x" * 500),
     ("ended", None)],
)  # fmt: skip
def test_a_finished_row_made_by_hand(folder, column, value):
    test_a_row_made_by_hand_costs_that_row_and_no_more(folder, 3, column, value)


def test_a_race_or_a_board_that_is_not_known_here_is_a_name(folder):
    by_hand(folder, 3, "combos", '[[["Frozen", "Gnolls"]]]')
    archive, notices = open_archive(folder)
    with archive:
        assert notices == []
        assert archive.fame_line(3).combos == ((Combo("Frozen", "Gnolls"),),)
    by_hand_running = folder  # a running one is listed, and refused with a sentence when opened
    (folder / "crusade-moves.log").touch()
    by_hand(by_hand_running, 14, "board", "moon-5p")
    archive, notices = open_archive(folder)
    with archive:
        assert notices == []
        assert "moon-5p" in {entry.board for entry in archive.running_games()}
        with pytest.raises(ReplayError, match="board base-2p, not on moon-5p"):
            Session.resume(archive, 14)


# -- which game is meant --------------------------------------------------------------------------


def again(folder):
    return open_archive(folder)[0]


def test_no_move_is_appended_to_another_game_with_the_same_number(tmp_path):
    folder = tmp_path / "data"
    archive = again(folder)
    mine = archive.keep(None, replace(RECORD, moves=("a", "b")), STANDING)
    shutil.rmtree(folder)
    other = again(folder)  # another window, which finds nothing
    theirs = other.keep(None, replace(RECORD, moves=("a", "b")), STANDING)
    assert (theirs, theirs.key) != (mine, mine.key)
    assert int(theirs) == int(mine)
    for attempt in (
        lambda: archive.append_moves(mine, 2, ["c"]),
        lambda: archive.truncate(mine, 1),
        lambda: archive.finish(mine, finished(80)),
        lambda: archive.finish(mine, finished(80), 2, ["c"]),
    ):
        with pytest.raises(ArchiveError, match="saved anew"):
            attempt()
    archive.delete(mine)
    archive.save_draft(mine, Kept(1, "x"))
    with pytest.raises(ArchiveError, match="not in the file"):
        archive.game_record(mine)
    assert other.game_record(theirs).moves == ("a", "b")
    # Saved anew it is a game of its own, and stays the same game.
    saved = archive.keep(mine, replace(RECORD, moves=("a", "b", "c")), STANDING)
    assert int(saved) != int(theirs)
    assert saved.key == mine.key
    archive.append_moves(mine, 3, ["d"])  # under its old number too
    assert archive.game_record(mine).moves == ("a", "b", "c", "d")
    assert other.game_record(theirs).moves == ("a", "b")
    assert len(other.running_games()) == 2
    archive.close()
    other.close()


def test_two_games_with_one_number_are_both_kept(tmp_path):
    """The diary tells of one, the file that was put in its place of the other."""
    first, second = tmp_path / "first", tmp_path / "second"
    for folder, name in ((first, "a"), (second, "b")):
        with again(folder) as archive:
            archive.keep(None, replace(RECORD, moves=(name, name)), STANDING)
            archive.append_moves(1, 2, [name])
    shutil.copy(second / "crusade.sqlite", first / "crusade.sqlite")
    archive, notices = open_archive(first)
    with archive:
        games = archive.running_games()
        told = {archive.game_record(game.game).moves for game in games}
        assert told == {("a", "a", "a"), ("b", "b", "b")}
        assert len({int(game.game) for game in games}) == 2
    assert len(notices) == 1
    assert "brought back" in notices[0]


@pytest.mark.parametrize("window", ["open", "closed"])
@pytest.mark.parametrize("age", ["before the game", "in the middle"])
def test_an_older_copy_put_back_is_caught_up(tmp_path, window, age):
    archive = again(tmp_path)
    old = tmp_path.parent / f"{tmp_path.name}-old.sqlite"
    if age == "before the game":
        shutil.copy(archive.path, old)
    game = archive.keep(None, replace(RECORD, moves=moves(1, 10)), STANDING)
    if age == "in the middle":
        shutil.copy(archive.path, old)
    archive.renew_backup()
    archive.append_moves(game, 10, moves(1, 59)[10:])
    archive.append_moves(game, 59, moves(1, 60)[59:], Standing(4, (30,), 20))
    if window == "closed":
        archive.close()
    put_back = tmp_path / "put-back"
    shutil.copy(old, put_back)
    put_back.replace(tmp_path / "crusade.sqlite")
    if window == "open":
        archive.append_moves(game, 60, ["die 2"])  # no conflict, and nothing is missing
        assert archive.game_record(game).moves == (*moves(1, 60), "die 2")
        archive.close()
    archive, notices = open_archive(tmp_path)
    with archive:
        assert archive.game_record(game).moves[:60] == moves(1, 60)
        (entry,) = archive.running_games()
        assert (entry.round, entry.coins) == (4, (30,))
    assert [("older than what was played" in notice) for notice in notices] == (
        [True] if window == "closed" else []
    )


def test_an_older_copy_without_a_diary_is_caught_up_by_the_game_in_memory(tmp_path):
    archive = again(tmp_path)
    with archive:
        game = archive.keep(None, replace(RECORD, moves=moves(1, 10)), STANDING)
        shutil.copy(archive.path, tmp_path / "old")
        archive.append_moves(game, 10, moves(1, 60)[10:])
        (tmp_path / "crusade-moves.log").unlink()
        (tmp_path / "crusade-backup.sqlite").unlink()
        (tmp_path / "old").replace(archive.path)
        with pytest.raises(ArchiveError, match="older state") as caught:
            archive.append_moves(game, 60, ["die 2"])
        assert not isinstance(caught.value, ArchiveConflict)
        longer = replace(RECORD, moves=(*moves(1, 60), "die 2"))
        assert archive.keep(game, longer, STANDING) == game
        assert archive.game_record(game).moves == longer.moves


def test_a_game_thrown_away_stays_away_when_the_file_comes_from_the_copy(tmp_path):
    archive = again(tmp_path)
    with archive:
        stays = archive.keep(None, replace(RECORD, moves=moves(1, 5)), STANDING)
        gone = archive.keep(None, replace(RECORD, moves=moves(2, 5)), STANDING)
        archive.renew_backup()
        archive.delete(gone)
    (tmp_path / "crusade.sqlite").unlink()
    with again(tmp_path) as archive:
        assert [entry.game for entry in archive.running_games()] == [stays]


# -- a connection that fails ----------------------------------------------------------------------


@pytest.mark.parametrize("gone", [True, False])
def test_a_reconnection_that_fails_once_costs_one_sentence(tmp_path, monkeypatch, gone):
    archive = again(tmp_path)
    with archive:
        game = archive.keep(None, replace(RECORD, moves=moves(1, 5)), STANDING)
        if gone:
            archive.path.unlink()
        else:
            shutil.copy(archive.path, tmp_path / "copy")
            (tmp_path / "copy").replace(archive.path)
        real = connection.connect
        with monkeypatch.context() as patch:
            fails = iter([True, True])

            def connect(path):
                if next(fails, False):
                    raise sqlite3.OperationalError("unable to open database file")
                return real(path)

            patch.setattr(connection, "connect", connect)
            for _try in range(2):
                with pytest.raises(ArchiveError) as caught:
                    archive.append_moves(game, 5, ["x"])
                assert str(caught.value).count("\n") == 0
            archive.append_moves(game, 5, ["x"])
        archive.append_moves(game, 6, ["y"])
        assert archive.game_record(game).moves == (*moves(1, 5), "x", "y")


def test_mending_that_fails_once_is_done_the_next_time(folder, monkeypatch):
    archive, _ = open_archive(folder)
    with archive:
        damage(folder / "crusade.sqlite", no_first_page)
        with monkeypatch.context() as patch:
            patch.setattr(connection, "make_ready", fails_with(OSError(5, "Input/output error")))
            with pytest.raises(ArchiveError, match="could not be mended"):
                archive.fame_lines()
        (folder / "crusade.sqlite").unlink()
        assert len(archive.fame_lines()) == 12 + SINCE
        new = archive.new_game(RECORD, STANDING)
        archive.append_moves(new, 0, ["pick 1"])


def no_first_page(data):
    data[:4096] = b"?" * 4096


def fails_with(error):
    def fail(*_, **__):
        raise error

    return fail


# -- locks, and strangers' files ------------------------------------------------------------------


def test_damage_found_while_the_lock_is_held_blames_no_window(folder, monkeypatch):
    archive, _ = open_archive(folder)
    with archive:
        monkeypatch.setattr("crusade.archive.lock.SECONDS", 0.2)
        damage(folder / "crusade.sqlite", no_first_page)
        archive.renew_backup()  # holds the lock, and finds the damage inside it
        assert "damaged and now lies aside" in archive.backup_notice
        assert len(archive.fame_lines()) == 12 + SINCE


FILES = ["crusade.sqlite", "crusade-backup.sqlite", "crusade-moves.log", "crusade.lock"]
ODD = {
    "a link": lambda path: path.symlink_to(path.parent.parent / "strangers"),
    "a folder": lambda path: path.mkdir(),
    "a named pipe": lambda path: os.mkfifo(path),
}


@pytest.mark.skipif(sys.platform == "win32", reason="needs links and pipes")
@pytest.mark.parametrize("name", [*FILES, "crusade.sqlite-journal", "crusade.sqlite-wal"])
@pytest.mark.parametrize("what", ODD)
def test_what_is_no_plain_file_is_refused_and_not_waited_for(folder, name, what):
    stranger = folder.parent / "strangers"
    stranger.write_bytes(b"not ours")
    (folder / name).unlink(missing_ok=True)
    ODD[what](folder / name)
    with pytest.raises(ArchiveError) as caught:
        open_archive(folder)
    sentence = str(caught.value)
    assert what in sentence
    assert str(folder / name) in sentence
    assert "window" not in sentence
    assert sentence.count("\n") == 0
    assert stranger.read_bytes() == b"not ours"
    assert os.path.lexists(folder / name)


@pytest.mark.skipif(sys.platform == "win32", reason="needs links and pipes")
@pytest.mark.parametrize("how", ["a link", "a second name"])
def test_a_stranger_s_file_under_the_diary_s_name_is_not_written_to(folder, how):
    stranger = folder.parent / "strangers"
    stranger.write_bytes(b"not ours")
    archive, _ = open_archive(folder)
    with archive:
        (folder / "crusade-moves.log").unlink()
        if how == "a link":
            (folder / "crusade-moves.log").symlink_to(stranger)
        else:
            os.link(stranger, folder / "crusade-moves.log")
        told = archive.game_record(NEWEST)
        archive.append_moves(NEWEST, len(told.moves), ["die 2"])
        archive.renew_backup()
    assert stranger.read_bytes() == b"not ours"


@pytest.mark.skipif(sys.platform == "win32", reason="needs links")
def test_links_under_names_of_temporary_files_are_not_followed(folder):
    stranger = folder.parent / "strangers"
    stranger.write_bytes(b"not ours")
    pid = os.getpid()
    for name in (
        f"crusade-backup.sqlite.{pid}.tmp", f"crusade.sqlite.{pid}.tmp",
        "crusade.sqlite.restore.tmp", f"crusade.sqlite.{pid}.rescue.tmp", f"game.txt.{pid}.tmp",
    ):  # fmt: skip
        (folder / name).symlink_to(stranger)
    damage(folder / "crusade.sqlite", lambda data: data.__setitem__(slice(0, 4096), bytes(4096)))
    archive, _ = open_archive(folder)
    with archive:
        archive.export_record(3, folder / "game.txt")
        archive.renew_backup()
    assert stranger.read_bytes() == b"not ours"
    look(folder)


@pytest.mark.skipif(sys.platform == "win32", reason="needs links")
def test_an_export_over_a_link_or_a_device_is_refused(folder):
    (folder / "out.txt").symlink_to(folder.parent / "strangers")
    archive, _ = open_archive(folder)
    with archive:
        for path in (folder / "out.txt", Path("/dev/null")):
            with pytest.raises(ArchiveError, match="cannot be written"):
                archive.export_record(3, path)
    assert not (folder.parent / "strangers").exists()
    assert not Path("/dev/null").is_file()


def test_a_lock_that_cannot_be_opened_says_what_it_is(folder, monkeypatch):
    (folder / "crusade.lock").touch()
    real = lock.open_own

    def refused(path, flags):
        raise PermissionError(13, "Permission denied", str(path))

    monkeypatch.setattr(lock, "open_own", refused)
    with pytest.raises(ArchiveError, match=r"crusade\.lock .*Permission denied"):
        open_archive(folder)
    (folder / "crusade.lock").unlink()  # a folder that cannot be written to has none, and no need
    archive, _ = open_archive(folder)
    archive.close()
    monkeypatch.setattr(lock, "open_own", real)
