"""The formats of the file of games, and the steps from each to the next. All of them are here.

A step is a function of the open database and nothing else; it runs inside one transaction, after a
copy of the old file was kept. What it makes of a single row is a pure function, because rows of an
older format also come out of a diary, or of ruins. Every format ever released has a sample in
tests/data. What every format keeps: the file's user_version and the row `format` in the table
`meta` both say its number, so that a flipped bit in one of them is damage and not "a newer
version".
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import sqlite3
from collections.abc import Callable, Sequence
from typing import Final

from crusade.texts import _

from .errors import Damaged
from .facts import facts
from .old_items import label_of
from .seals import seal, unsealed

FORMAT: Final = 2
PAGE: Final = 4096
"""Bytes of a page of the file, SQLite's default since 2016."""
APPLICATION: Final = 0x4C544372
"""The mark "LTCr" in the file's header."""

# The whole schema of every format fits into the first page; salvage.py counts on that.
_FORMAT_1: Final = (
    "CREATE TABLE meta (key TEXT PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID",
    """CREATE TABLE games (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        state TEXT NOT NULL, mode TEXT NOT NULL, board TEXT NOT NULL, tokens INTEGER NOT NULL,
        names TEXT NOT NULL, people TEXT NOT NULL, seed INTEGER, options TEXT NOT NULL,
        started TEXT NOT NULL, played TEXT NOT NULL,
        rewound INTEGER NOT NULL, imported INTEGER NOT NULL,
        changes INTEGER NOT NULL, length INTEGER NOT NULL,
        round INTEGER NOT NULL, coins TEXT NOT NULL, tribes INTEGER,
        ended INTEGER, finished TEXT, combos TEXT, winners TEXT,
        seal INTEGER NOT NULL)""",
    """CREATE TABLE moves (game INTEGER NOT NULL, place INTEGER NOT NULL, text TEXT NOT NULL,
        seal INTEGER NOT NULL, PRIMARY KEY (game, place)) WITHOUT ROWID""",
    """CREATE TABLE chronicles (game INTEGER PRIMARY KEY, moves TEXT NOT NULL,
        rounds TEXT NOT NULL, seal INTEGER NOT NULL)""",
    "CREATE INDEX running ON games (played) WHERE ended IS NULL",
    "CREATE INDEX people ON games (mode, people, ended) WHERE ended IS NOT NULL",
)


def _to_1(database: sqlite3.Connection) -> None:
    """An empty file becomes format 1."""
    for statement in _FORMAT_1:
        database.execute(statement)
    database.execute(f"PRAGMA application_id = {APPLICATION}")
    database.execute("INSERT INTO meta VALUES ('format', 1), ('writes', 0)")


# -- format 2: identity of games, boxes and edition, facts instead of sentences ------------------

ROW_1: Final = (
    "id, state, mode, board, tokens, names, people, seed, options, started, played, rewound, "
    "imported, changes, length, round, coins, tribes, ended, finished, combos, winners, seal"
)
"""The columns of `games` in format 1; the later ones have more at their end."""
_LENGTH_1: Final = ROW_1.count(",") + 1
_GAMES_2: Final = """CREATE TABLE games (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        state TEXT NOT NULL, mode TEXT NOT NULL, board TEXT NOT NULL, tokens INTEGER NOT NULL,
        names TEXT NOT NULL, people TEXT NOT NULL, seed INTEGER, options TEXT NOT NULL,
        started TEXT NOT NULL, played TEXT NOT NULL,
        rewound INTEGER NOT NULL, imported INTEGER NOT NULL,
        changes INTEGER NOT NULL, length INTEGER NOT NULL,
        round INTEGER NOT NULL, coins TEXT NOT NULL, tribes INTEGER,
        ended INTEGER, finished TEXT, combos TEXT, winners TEXT,
        key TEXT NOT NULL, touched INTEGER NOT NULL, boxes TEXT NOT NULL, edition INTEGER NOT NULL,
        seal INTEGER NOT NULL)"""
# What lies beside a running game: the position and the draft of a redeployment. `mark` is the
# checksum of the moves that it belongs to.
_BESIDE_2: Final = """CREATE TABLE beside (game INTEGER NOT NULL, kind TEXT NOT NULL,
        mark INTEGER NOT NULL, text TEXT NOT NULL, seal INTEGER NOT NULL,
        PRIMARY KEY (game, kind)) WITHOUT ROWID"""


def row_to_2(row: Sequence[int | str | None], touched: int = 0) -> tuple[int | str | None, ...]:
    """A row of format 1 with its seal as one of format 2. Raises Damaged.

    Its key is made of what never changed, so that every copy of the game gets the same one.
    `touched`: its place among the running games by when they were played.
    """
    old = unsealed(row)
    names = ROW_1.split(", ")
    what = "\n".join(str(old[names.index(n)]) for n in ("id", "mode", "people", "started", "seed"))
    key = hashlib.sha256(what.encode("utf-8", "surrogatepass")).hexdigest()[:16]
    content = (*old, key, touched, "base", 1)
    return (*content, seal(*content))


def rounds_to_2(rounds: str) -> str:
    """The coins per round of a finished game: English words become a message with its values.

    Those of format 2 stay as they are. Raises ValueError or TypeError if they are none.
    """
    told = json.loads(rounds)
    for entry in told:
        entry[3] = [
            [facts(label_of(said)) if isinstance(said, str) else said, coins]
            for said, coins in entry[3]
        ]
    return json.dumps(told, ensure_ascii=False, separators=(",", ":"), sort_keys=True)


def _to_2(database: sqlite3.Connection) -> None:
    """Format 1 becomes 2."""
    last = database.execute("SELECT seq FROM sqlite_sequence WHERE name = 'games'").fetchone()
    rows = database.execute(f"SELECT {ROW_1} FROM games ORDER BY played, id").fetchall()
    for statement in ("DROP INDEX running", "DROP INDEX people", "DROP TABLE games", _GAMES_2):
        database.execute(statement)
    places = ", ".join("?" * (_LENGTH_1 + 4))
    for touched, row in enumerate(rows, 1):
        database.execute(f"INSERT INTO games VALUES ({places})", row_to_2(row, touched))
    database.execute("DELETE FROM sqlite_sequence WHERE name = 'games'")
    if last is not None:
        database.execute("INSERT INTO sqlite_sequence VALUES ('games', ?)", last)
    told = database.execute("SELECT game, moves, rounds, seal FROM chronicles").fetchall()
    for row in told:
        game, moves, rounds = unsealed(row)
        now = rounds_to_2(str(rounds))
        database.execute(
            "UPDATE chronicles SET rounds = ?, seal = ? WHERE game = ?",
            (now, seal(game, moves, now), game),
        )
    database.execute(_BESIDE_2)
    database.execute("CREATE INDEX running ON games (touched) WHERE ended IS NULL")
    database.execute("CREATE INDEX people ON games (mode, people, ended) WHERE ended IS NOT NULL")


def row_now(row: Sequence[int | str | None]) -> tuple[int | str | None, ...]:
    """A row of `games` of any older format, seal last, as one of today. Raises Damaged."""
    if len(row) != _LENGTH_1:
        raise Damaged("a row of no format")
    return row_to_2(row)


MIGRATIONS: dict[int, Callable[[sqlite3.Connection], None]] = {0: _to_1, 1: _to_2}
"""From which format: the step to the next one."""


def format_of(database: sqlite3.Connection) -> int:
    """The format of an open file, 0 if it is empty; sqlite3.Error or ValueError if unreadable."""
    (version,) = database.execute("PRAGMA user_version").fetchone()
    tables = database.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
    if not tables and not version:
        return 0
    row = database.execute("SELECT value FROM meta WHERE key = 'format'").fetchone()
    if row is None or row[0] != version or not isinstance(version, int) or version < 1:
        raise ValueError(
            _(
                "the file says it is of format {version}, its table says {row}",
                version=version,
                row=str(row),
            )
        )
    return version


def migrate(database: sqlite3.Connection, target: int) -> None:
    """Bring an open file step by step to `target`, in one transaction. Raises sqlite3.Error.

    Afterwards it is laid out anew, so that all files of a format have their tables on the same
    pages: the first page of one then opens the ruins of another (salvage.py).
    """
    database.execute("BEGIN IMMEDIATE")
    try:
        # Read inside the transaction: another window may have done it while this one waited.
        for old in range(format_of(database), target):
            MIGRATIONS[old](database)
            database.execute("UPDATE meta SET value = ? WHERE key = 'format'", (old + 1,))
            database.execute(f"PRAGMA user_version = {old + 1}")
        database.execute("COMMIT")
    except BaseException:
        if database.in_transaction:
            database.execute("ROLLBACK")
        raise
    with contextlib.suppress(sqlite3.OperationalError):  # no room: the file is good without
        database.execute("VACUUM")


def first_page(version: int) -> bytes:
    """The first page of an empty file of games of a format; it holds the whole schema."""
    with contextlib.closing(sqlite3.connect(":memory:", isolation_level=None)) as database:
        migrate(database, version)
        return database.serialize()[:PAGE]
