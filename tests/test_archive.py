"""The archive in one window: every call does what it promises, and refuses with one sentence."""

import json
import random
import sqlite3
from dataclasses import replace
from pathlib import Path

import pytest

from crusade.archive import (
    ArchiveConflict,
    ArchiveError,
    ArchiveTooNew,
    Finish,
    Standing,
    mending,
    migrations,
    open_archive,
)
from crusade.archive.errors import Damaged
from crusade.archive.facts import facts, label_from
from crusade.archive.queries import open_row
from crusade.archive.rows import game_row, rounds_from, rounds_text, to_json
from crusade.automaton.hall_of_fame import Combo, RoundCoins
from crusade.record import Record, Result, load
from crusade.rules.labels import RACE, Label, Term

DATA = Path(__file__).with_name("data")
RECORD = Record("solo", "base-2p", 14, ("Ada",), "2026-11-30T10:00:00Z", seed=5)
PAIR = Record("two-player", "base-3p", 14, ("Ada", "Bob"), "2026-11-30T11:00:00Z")
STANDING = Standing(1, (5,), 0)
ORCS = Combo("Hill", "Orcs")
ROUNDS = (
    RoundCoins(1, 0, 9, ((Label("3 Regions"), 3), (Label("Hill Regions"), 1))),
    RoundCoins(1, 5, 9, ((Label("9 Regions"), 9),)),
)
WON = Finish(Result((84,), 70, (0,)), ((ORCS,),), ROUNDS)
LOST = Finish(Result((60,), 70, (5,)), ((ORCS,),))


@pytest.fixture
def archive(tmp_path):
    opened, notices = open_archive(tmp_path)
    assert notices == []
    with opened:
        yield opened


def again(archive):
    """Another window on the same file."""
    opened, notices = open_archive(archive.folder)
    assert notices == []
    return opened


def test_moves_are_kept_one_by_one(archive):
    game = archive.new_game(RECORD, STANDING)
    archive.append_moves(game, 0, ["deal Hill Orcs", "pick 1"])
    archive.append_moves(game, 2, ["conquer r05"], Standing(2, (9,), 4))
    with again(archive) as other:
        moves = ("deal Hill Orcs", "pick 1", "conquer r05")
        assert other.game_record(game) == replace(RECORD, moves=moves)
        (entry,) = other.running_games()
    assert entry.game == game
    assert (entry.mode, entry.names, entry.tokens) == ("solo", ("Ada",), 14)
    assert (entry.round, entry.coins, entry.tribes, entry.moves) == (2, (9,), 4, 3)
    rows = sqlite3.connect(archive.path).execute("SELECT game, place, text FROM moves").fetchall()
    assert rows == [(game, n, text) for n, text in enumerate(moves)]


def test_the_same_call_twice_is_harmless(archive):
    game = archive.new_game(RECORD, STANDING)
    for _ in range(3):
        archive.append_moves(game, 0, ["pick 1", "die 2"])
    assert archive.game_record(game).moves == ("pick 1", "die 2")
    lines = [archive.finish(game, WON, 2, ["end conquests"]) for _ in range(3)]
    assert lines[0] == lines[1] == lines[2]
    with pytest.raises(ArchiveConflict, match="finished"):
        archive.finish(game, LOST)


@pytest.mark.parametrize("index", [0, 1, 3, 99, -1])
def test_moves_in_the_wrong_place_are_refused(archive, index):
    game = archive.new_game(replace(RECORD, moves=("pick 1", "die 2")), STANDING)
    with pytest.raises(ArchiveConflict, match="another window"):
        archive.append_moves(game, index, ["die 3"])
    assert archive.game_record(game).moves == ("pick 1", "die 2")


def test_a_move_is_one_line(archive):
    game = archive.new_game(RECORD, STANDING)
    for text in ("", "pick 1\ndie 2", "pick\u2028"):
        with pytest.raises(ValueError, match="one line"):
            archive.append_moves(game, 0, [text])
    assert archive.game_record(game).moves == ()


def test_undo_and_the_mark_of_going_back_past_chance(archive):
    game = archive.new_game(replace(RECORD, moves=("a", "b", "c", "d")), STANDING)
    archive.truncate(game, 2)
    archive.append_moves(game, 2, ["e"])
    assert archive.game_record(game) == replace(RECORD, moves=("a", "b", "e"))
    archive.truncate(game, 0, Standing(1, (5,), 0), past_chance=True)
    archive.append_moves(game, 0, ["x"])
    assert archive.game_record(game) == replace(RECORD, moves=("x",), rewound=True)
    with pytest.raises(ArchiveConflict):
        archive.truncate(game, 2)
    assert archive.finish(game, WON).rewound
    with pytest.raises(ArchiveConflict, match="finished"):
        archive.truncate(game, 0)


def test_two_windows_on_one_game(archive):
    game = archive.new_game(replace(RECORD, moves=("a", "b", "c")), STANDING)
    with again(archive) as other:
        assert other.game_record(game).moves == ("a", "b", "c")
        # The other window goes another way and comes to the same number of moves.
        other.truncate(game, 2)
        other.append_moves(game, 2, ["x"])
        for attempt in (
            lambda: archive.append_moves(game, 3, ["d"]),
            lambda: archive.truncate(game, 1),
            lambda: archive.finish(game, WON),
            lambda: archive.keep(game, replace(RECORD, moves=("a", "b", "c", "d")), STANDING),
        ):
            with pytest.raises(ArchiveConflict) as caught:
                attempt()
            assert str(caught.value).count(".") == 1
        assert archive.game_record(game).moves == ("a", "b", "x")  # loaded again
        archive.append_moves(game, 3, ["d"])
        with pytest.raises(ArchiveConflict):
            other.append_moves(game, 3, ["e"])
    assert archive.game_record(game).moves == ("a", "b", "x", "d")


def test_catching_up(archive):
    moves = tuple(f"conquer r{n:02}" for n in range(9))
    game = archive.keep(None, replace(RECORD, moves=moves[:3]), STANDING)
    assert archive.keep(game, replace(RECORD, moves=moves), STANDING) == game
    assert archive.game_record(game).moves == moves
    shorter = (*moves[:2], "die 0")
    assert archive.keep(game, replace(RECORD, moves=shorter, rewound=True), STANDING) == game
    assert archive.game_record(game) == replace(RECORD, moves=shorter, rewound=True)
    archive.append_moves(game, 3, ["die 1"])
    # A number that now belongs to another game, or to none, does not mislead it.
    assert archive.keep(game, replace(PAIR, moves=moves), Standing(1, (5, 5), 0)) == game + 1
    assert archive.keep(99, replace(RECORD, moves=moves), STANDING) == game + 2
    assert len(archive.running_games()) == 3


def test_a_random_walk_of_writes_agrees_with_a_list(archive):
    chance = random.Random(3)
    game = archive.new_game(RECORD, STANDING)
    moves = []
    for step in range(120):
        what = chance.random()
        if what < 0.6:
            more = [f"m{step} {n}" for n in range(chance.randint(1, 3))]
            archive.append_moves(game, len(moves), more)
            moves += more
        elif what < 0.85:
            del moves[chance.randint(0, len(moves)) :]
            archive.truncate(game, len(moves))
        else:
            del moves[chance.randint(0, len(moves)) :]
            moves.append(f"k{step}")
            archive.keep(game, replace(RECORD, moves=tuple(moves)), STANDING)
        if chance.random() < 0.2:
            assert archive.game_record(game).moves == tuple(moves)
    assert archive.game_record(game).moves == tuple(moves)


def test_a_finished_game_is_in_the_hall_of_fame(archive):
    game = archive.new_game(replace(RECORD, moves=("pick 1",)), STANDING)
    line = archive.finish(game, WON, 1, ["end conquests"])
    assert archive.running_games() == []
    assert archive.fame_lines() == [line]
    assert archive.fame_line(game) == line
    assert (line.names, line.tokens, line.coins, line.tribes) == (("Ada",), 14, (84,), 70)
    assert line.combos == ((ORCS,),)
    assert line.won()
    assert archive.round_coins(game) == ROUNDS
    assert archive.game_record(game) == replace(
        RECORD, moves=("pick 1", "end conquests"), result=WON.result
    )
    with pytest.raises(ArchiveConflict, match="finished"):
        archive.append_moves(game, 2, ["die 1"])
    with pytest.raises(ArchiveConflict, match="finished"):
        archive.keep(game, replace(RECORD, moves=("die 1",)), STANDING)


def test_a_resigned_game(archive):
    game = archive.new_game(RECORD, STANDING)
    line = archive.finish(game, Finish(Result((80,), 70, (5,), resigned=True)))
    assert line.resigned
    assert archive.next_tokens("solo", ["Ada"]) == 13
    assert archive.game_record(game).result.resigned


def test_sheets_by_mode(archive):
    solo = archive.new_game(RECORD, STANDING)
    pair = archive.new_game(PAIR, Standing(1, (5, 5), 0))
    archive.finish(solo, replace(WON, finished="2026-11-30T12:00:00Z"))
    archive.finish(
        pair, Finish(Result((80, 85), 70, (1,)), ((ORCS,), ()), finished="2026-11-30T11:00:00Z")
    )
    assert [line.game for line in archive.fame_lines()] == [solo, pair]
    assert [line.game for line in archive.fame_lines("two-player")] == [pair]
    assert archive.fame_lines("classic") == []
    assert archive.fame_lines("two-player")[0].combos == ((ORCS,), ())


def test_tokens_of_the_next_game(archive):
    def play(record, coins, tribes, tokens=14, finished="2026-11-30T12:00:00Z"):
        game = archive.new_game(
            replace(record, tokens=tokens), Standing(1, (5,) * len(record.names), 0)
        )
        winners = (5,) if tribes >= max(coins) else (coins.index(max(coins)),)
        archive.finish(game, Finish(Result(coins, tribes, winners), finished=finished))

    assert archive.next_tokens("solo", ["Ada"]) == 14
    play(RECORD, (84,), 70)
    assert archive.next_tokens("solo", ["ADA"]) == 15
    assert archive.next_tokens("solo", ["Bob"]) == 14
    assert archive.next_tokens("two-player", ["Ada", "Bob"]) == 14
    play(PAIR, (60, 70), 71)
    assert archive.next_tokens("two-player", ["bob", "ada"]) == 13
    assert archive.next_tokens("two-player", ["Ada", "Cem"]) == 14
    # Each box counts for itself, with event cards or without.
    assert archive.next_tokens("solo", ["Ada"], "underground") == 14
    play(replace(RECORD, boxes=("underground", "tales")), (50,), 70, tokens=12)
    assert archive.next_tokens("solo", ["Ada"], "underground") == 11
    assert archive.last_line("solo", ["Ada"], "underground").box == "underground"
    assert archive.next_tokens("solo", ["Ada"]) == 15
    play(RECORD, (50,), 70, tokens=1)
    assert archive.next_tokens("solo", ["Ada"]) == 1
    play(RECORD, (90,), 70, tokens=18)
    assert archive.next_tokens("solo", ["Ada"]) == 19
    # The last game counts, also when the clock was set back before it.
    play(RECORD, (50,), 70, tokens=16, finished="2001-01-01T00:00:00Z")
    assert archive.next_tokens("solo", ["Ada"]) == 15


def test_odd_options_come_back(archive):
    record = replace(RECORD, options={"note": "a\ud800 'b' \u2028", "open": True, "n": 3})
    game = archive.new_game(record, STANDING)
    assert archive.game_record(game) == record


def test_names_are_cleaned_and_remembered(archive):
    archive.new_game(replace(RECORD, names=("  E\u0301mile\x00\ud800 ",)), STANDING)
    archive.new_game(PAIR, Standing(1, (5, 5), 0))
    game = archive.new_game(replace(RECORD, names=("\x00",)), STANDING)
    assert archive.game_record(game).names == ("?",)
    assert archive.player_names() == ["?", "Ada", "Bob", "Émile"]
    assert archive.player_names(2) == ["?", "Ada"]


def test_deleting(archive):
    game = archive.new_game(replace(RECORD, moves=("pick 1",)), STANDING)
    done = archive.new_game(PAIR, Standing(1, (5, 5), 0))
    archive.finish(done, Finish(Result((80, 85), 70, (1,))))
    archive.delete(game)
    archive.delete(game)
    assert archive.running_games() == []
    with pytest.raises(ArchiveError, match="not in the file"):
        archive.game_record(game)
    with pytest.raises(ArchiveError, match="saved anew"):
        archive.append_moves(game, 1, ["die 1"])
    with pytest.raises(ArchiveError, match="stays in the Hall of Fame"):
        archive.delete(done)
    assert len(archive.fame_lines()) == 1
    assert archive.new_game(RECORD, STANDING) > done  # numbers are not used twice


def test_export_and_import(archive, tmp_path):
    game = archive.new_game(replace(RECORD, moves=("pick 1", "die 2")), STANDING)
    archive.export_record(game, tmp_path / "game.txt")
    record = load((tmp_path / "game.txt").read_text(encoding="utf-8"))
    assert record == archive.game_record(game)
    assert archive.import_record(record) == game  # the same one twice is one game
    elsewhere, _ = open_archive(tmp_path / "elsewhere")
    with elsewhere:
        copy = elsewhere.import_record(record)
        assert elsewhere.import_record(record) == copy
        elsewhere.append_moves(copy, 2, ["die 3"])
        assert elsewhere.finish(copy, WON).imported is False  # it was finished here
        assert elsewhere.next_tokens("solo", ["Ada"]) == 15
        finished = elsewhere.game_record(copy)
    theirs = archive.import_record(finished, WON)
    line = archive.fame_line(theirs)
    assert line.imported
    assert line.combos == ((ORCS,),)
    assert archive.round_coins(theirs) == ROUNDS
    assert archive.import_record(finished) == theirs
    assert archive.next_tokens("solo", ["Ada"]) == 14  # it was not played here
    assert archive.game_record(theirs) == finished
    with pytest.raises(ArchiveError, match="cannot be written"):
        archive.export_record(theirs, tmp_path / "no folder" / "x.txt")


def test_a_record_with_a_result_alone_can_be_imported(archive):
    game = archive.import_record(replace(RECORD, moves=("pick 1",), result=WON.result))
    assert archive.fame_line(game).combos == ()
    assert archive.round_coins(game) == ()


def test_the_file_may_vanish_or_be_replaced_under_the_game(archive):
    game = archive.new_game(replace(RECORD, moves=("a",)), STANDING)
    archive.path.unlink()
    archive.append_moves(game, 1, ["b"])
    assert archive.game_record(game).moves == ("a", "b")
    with again(archive) as other:
        assert other.game_record(game).moves == ("a", "b")
    other_copy = archive.folder / "copy.sqlite"
    other_copy.write_bytes(archive.path.read_bytes())
    other_copy.replace(archive.path)
    archive.append_moves(game, 2, ["c"])
    with again(archive) as other:
        assert other.game_record(game).moves == ("a", "b", "c")


def test_closed(archive):
    archive.close()
    archive.close()
    with pytest.raises(ArchiveError, match="closed"):
        archive.fame_lines()


def test_a_folder_that_cannot_be_used(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(ArchiveError) as caught:
        open_archive(tmp_path / "file")
    assert str(tmp_path / "file") in str(caught.value)
    assert str(caught.value).count("\n") == 0


def test_a_backup_that_cannot_be_made_is_told_and_no_more(tmp_path, monkeypatch):
    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(mending, "copy", full)
    archive, notices = open_archive(tmp_path)
    with archive:
        (notice,) = notices
        assert "No space left" in notice
        game = archive.new_game(RECORD, STANDING)
        archive.finish(game, WON)
        assert "No space left" in archive.backup_notice
        assert len(archive.fame_lines()) == 1


# -- formats --------------------------------------------------------------------------------------


def sample(number, folder):
    """Build the sample file of a format from its SQL text."""
    text = (DATA / f"archive-format-{number}.sql").read_text(encoding="utf-8")
    folder.mkdir()
    database = sqlite3.connect(folder / "crusade.sqlite")
    database.executescript(text)
    database.close()


@pytest.mark.parametrize("number", range(1, migrations.FORMAT + 1))
def test_every_format_ever_released_opens(tmp_path, number):
    sample(number, tmp_path / "data")
    archive, notices = open_archive(tmp_path / "data")
    with archive:
        assert notices == []
        assert [line.winner_text for line in archive.fame_lines()] == ["Bob", "Lost Tribes", "Ada"]
        assert archive.fame_lines()[2].combos == (
            (Combo("Hill", "Orcs"), Combo("Dragon Master", "Elves")),
        )
        (running,) = archive.running_games()
        assert archive.game_record(running.game).moves == (
            "deal Hill Orcs", "pick 1", "conquer r05", "die 2"
        )  # fmt: skip
        assert archive.round_coins(1) == ROUNDS
        assert archive.next_tokens("solo", ["ada"]) == 14
        archive.append_moves(running.game, 4, ["end conquests"])


def test_english_words_of_format_1_become_facts():
    told = [[1, 0, 9, [["Regions, Orcs active", 3], ["Regions, Dwarves in decline", 2],
            ["Hill", 1], ["Wealthy, once", 7], ["something {odd}", 1]]], [2, 5, 9, []]]  # fmt: skip
    now = migrations.rounds_to_2(to_json(told))
    assert migrations.rounds_to_2(now) == now, "what is of today stays as it is"
    (first, second) = rounds_from(now)
    assert [str(label) for label, coins in first.items] == [
        "Regions of Orcs", "Regions of Dwarves, In Decline", "Hill Regions", "Wealthy (once)",
        "something {odd}",
    ]  # fmt: skip
    assert first.items[0] == (Label("Regions of {race:the}", race=Term(RACE, "Orcs")), 3)
    assert rounds_text((first, second)) == now


LABELS = [
    Label("Regions"),
    Label("{count} token", many="{count} tokens", count=3),
    Label("Hill", context="power"),
    Label("{power} in {region}", power=Term("power", "Hill"), region=Term("region", "r05")),
    Label("{who} paid {what}", who=Term("person", 1), what=Label("{n} of {m}", n=1, m="x")),
]


@pytest.mark.parametrize("label", LABELS, ids=str)
def test_labels_are_kept_as_facts(label):
    kept = json.loads(to_json(facts(label)))
    assert label_from(kept) == label
    assert str(label_from(kept)) == str(label)


@pytest.mark.parametrize(
    "kept",
    [None, 3, [], [3], ["{count}"], ["{count}", {"count": [1, 2]}], ["x", []], ["{a.b}", {"a": 1}],
     ["{a:>9999999999}", {"a": 1}], ["{a!r}", {"a": 1}], ["{", {}], ["x", {"a": None}],
     ["x" * 401], ["{a}", {"a": "x" * 401}], {"label": "x"}, ["{a:the}", {"a": 1}]],
)  # fmt: skip
def test_what_is_no_label_is_damage(kept):
    with pytest.raises(Damaged):
        label_from(kept)


def test_rows_of_format_1_get_what_they_lack_alike_everywhere(tmp_path):
    """The key is the same in the file, its safety copy and the diary; the order is kept."""
    sample(1, tmp_path / "data")
    database = sqlite3.connect(tmp_path / "data" / "crusade.sqlite")
    rows = database.execute(f"SELECT {migrations.ROW_1} FROM games ORDER BY id").fetchall()
    database.close()
    made = [game_row(row) for row in rows]
    assert len({row.key for row in made}) == len(made)
    assert [game_row(row).key for row in rows] == [row.key for row in made]
    archive, _ = open_archive(tmp_path / "data")
    with archive:
        for row in made:
            stored = open_row(archive._database, row.id)
            assert stored.key == row.key
            assert (stored.boxes, stored.edition) == ("base", 1)


def test_every_file_of_a_format_has_its_tables_on_the_same_pages(tmp_path):
    def pages(database):
        return database.execute("SELECT name, rootpage FROM sqlite_master ORDER BY name").fetchall()

    old = sqlite3.connect(tmp_path / "old.sqlite", isolation_level=None)
    old.executescript((DATA / "archive-format-1.sql").read_text(encoding="utf-8"))
    rows = old.execute("SELECT * FROM games").fetchall()
    told = old.execute("SELECT * FROM chronicles").fetchall()
    real = sqlite3.connect(tmp_path / "real.sqlite", isolation_level=None)
    migrations.migrate(real, 1)
    real.executemany(f"INSERT INTO games VALUES ({', '.join('?' * len(rows[0]))})", rows)
    real.executemany("INSERT INTO chronicles VALUES (?, ?, ?, ?)", told)
    migrations.migrate(real, migrations.FORMAT)
    fresh = sqlite3.connect(tmp_path / "fresh.sqlite", isolation_level=None)
    migrations.migrate(fresh, migrations.FORMAT)
    assert pages(real) == pages(fresh)
    page = (tmp_path / "fresh.sqlite").read_bytes()[100:4096]
    assert migrations.first_page(migrations.FORMAT)[100:] == page


def test_a_migration_keeps_the_old_file(tmp_path, monkeypatch):
    sample(1, tmp_path / "data")

    def to_3(database):
        database.execute("ALTER TABLE meta RENAME TO meta_1")
        database.execute("CREATE TABLE meta (key TEXT PRIMARY KEY, value INTEGER NOT NULL)")
        database.execute("INSERT INTO meta SELECT * FROM meta_1")

    monkeypatch.setitem(migrations.MIGRATIONS, 2, to_3)
    for module in ("mending", "database"):
        monkeypatch.setattr(f"crusade.archive.{module}.FORMAT", 3)
    archive, notices = open_archive(tmp_path / "data")
    with archive:
        assert notices == []
        assert len(archive.fame_lines()) == 3
    (old,) = (tmp_path / "data").glob("crusade-format-1-*.sqlite")
    assert migrations.format_of(sqlite3.connect(old)) == 1
    assert migrations.format_of(sqlite3.connect(tmp_path / "data" / "crusade.sqlite")) == 3


def test_a_migration_that_fails_leaves_the_old_file(tmp_path, monkeypatch):
    sample(1, tmp_path / "data")

    def to_3(database):
        database.execute("DROP TABLE moves")
        raise sqlite3.OperationalError("something")

    monkeypatch.setitem(migrations.MIGRATIONS, 2, to_3)
    with monkeypatch.context() as patch:
        for module in ("mending", "database"):
            patch.setattr(f"crusade.archive.{module}.FORMAT", 3)
        with pytest.raises(ArchiveError):
            open_archive(tmp_path / "data")
    archive, notices = open_archive(tmp_path / "data")
    with archive:
        assert notices == []
        assert len(archive.running_games()) == 1


def test_a_newer_format_is_refused_and_not_touched(tmp_path):
    sample(1, tmp_path / "data")
    path = tmp_path / "data" / "crusade.sqlite"
    database = sqlite3.connect(path)
    database.execute("UPDATE meta SET value = 7 WHERE key = 'format'")
    database.execute("PRAGMA user_version = 7")
    database.commit()
    database.close()
    before = path.read_bytes()
    for _ in range(2):
        with pytest.raises(ArchiveTooNew, match="newer version"):
            open_archive(tmp_path / "data")
    assert path.read_bytes() == before
    assert not list(path.parent.glob("*damaged*"))
    assert not list(path.parent.glob("*backup*"))
