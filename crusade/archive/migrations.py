"""The formats of the file of games, and the steps from each to the next. All of them are here.

A step is a function of the open database and nothing else; it runs inside one transaction, after a
copy of the old file was kept. Every format ever released has a sample in tests/data. What every
format keeps: the file's user_version and the row `format` in the table `meta` both say its number,
so that a flipped bit in one of them is damage and not "a newer version".
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from typing import Final

FORMAT: Final = 1
APPLICATION: Final = 0x4C544372
"""The mark "LTCr" in the file's header."""

# The whole schema fits into the first page; salvage.py counts on that.
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


MIGRATIONS: dict[int, Callable[[sqlite3.Connection], None]] = {0: _to_1}
"""From which format: the step to the next one."""


def format_of(database: sqlite3.Connection) -> int:
    """The format of an open file, 0 if it is empty; sqlite3.Error or ValueError if unreadable."""
    (version,) = database.execute("PRAGMA user_version").fetchone()
    tables = database.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
    if not tables and not version:
        return 0
    row = database.execute("SELECT value FROM meta WHERE key = 'format'").fetchone()
    if row is None or row[0] != version or not isinstance(version, int) or version < 1:
        raise ValueError(f"the file says it is of format {version}, its table says {row}")
    return version


def migrate(database: sqlite3.Connection, target: int) -> None:
    """Bring an open file step by step to `target`, in one transaction. Raises sqlite3.Error."""
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
