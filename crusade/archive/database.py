"""Opening the file of games, checking it from end to end, and copying it whole.

The journal is SQLite's rollback journal (DELETE) with synchronous = EXTRA, not WAL: at rest the
archive is exactly one file, so a copy, a cloud folder or a network home never catches half of it,
and EXTRA also flushes the folder, so a power cut cannot bring an old journal back and take away a
move that was already shown. A move costs about a millisecond on a good disk; WAL would save
two thirds of it at a pace of a few moves a second.
"""

from __future__ import annotations

import contextlib
import os
import sqlite3
import urllib.parse
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from crusade.files import put_in_place, sync_file, temporary_beside

from .errors import Damaged
from .migrations import APPLICATION, FORMAT, format_of
from .rows import COLUMNS, RUNNING, game_row, rounds_from
from .seals import unsealed

BUSY_SECONDS: Final = 2.0
"""How long a write waits for another window before it gives up with a sentence."""


def connect(path: Path, busy: float = BUSY_SECONDS) -> sqlite3.Connection:
    """Open the file for reading and writing, made if missing. Raises sqlite3.Error."""
    database = sqlite3.connect(path, timeout=busy, isolation_level=None)
    try:
        database.execute("PRAGMA synchronous = EXTRA")
        database.execute("PRAGMA fullfsync = ON")  # macOS: past the drive's own cache
        database.execute("PRAGMA trusted_schema = OFF")
        database.execute("PRAGMA cell_size_check = ON")
    except BaseException:
        database.close()
        raise
    return database


def connect_reading(path: Path) -> sqlite3.Connection:
    """Open a file that nobody writes to, without journal, locks or any change to it."""
    quoted = urllib.parse.quote(str(path.resolve()))
    return sqlite3.connect(f"file:{quoted}?mode=ro&immutable=1", uri=True, isolation_level=None)


def settle(database: sqlite3.Connection) -> None:
    """Make the file use the rollback journal, if some tool changed that."""
    (mode,) = database.execute("PRAGMA journal_mode").fetchone()
    if mode != "delete":
        database.execute("PRAGMA journal_mode = DELETE")


def roll_back(database: sqlite3.Connection) -> None:
    """End a transaction without its changes; some errors have ended it already."""
    if database.in_transaction:
        database.execute("ROLLBACK")


@contextlib.contextmanager
def one_view(database: sqlite3.Connection) -> Iterator[None]:
    """All that is read in the block is of one moment, also inside a transaction that runs."""
    if database.in_transaction:
        yield
        return
    database.execute("BEGIN")
    try:
        yield
    finally:
        roll_back(database)


def check(database: sqlite3.Connection) -> None:
    """Read the whole file once. Raises Damaged or sqlite3.DatabaseError if anything is wrong.

    Only for files of the newest format; an older one is checked by `check_structure` first and by
    this after its migration.
    """
    check_structure(database)
    # One view of the file for all questions: another window may be writing to it meanwhile.
    with one_view(database):
        _check_rows(database)


def _check_rows(database: sqlite3.Connection) -> None:
    lengths: dict[int, int] = {}
    finished = set()
    for row in database.execute(f"SELECT {COLUMNS} FROM games"):
        game = game_row(row)
        if game.state == RUNNING:
            lengths[game.id] = game.length
        else:
            finished.add(game.id)
    for row in database.execute("SELECT game, place, text, seal FROM moves"):
        unsealed(row)
    for game_id, moves, last in database.execute(
        "SELECT game, count(*), max(place) FROM moves GROUP BY game"
    ):
        if lengths.pop(game_id, 0) != moves or last != moves - 1:
            raise Damaged("a running game lacks moves")
    if any(lengths.values()):
        raise Damaged("a running game has lost all its moves")
    for row in database.execute("SELECT game, moves, rounds, seal FROM chronicles"):
        unsealed(row)
        rounds_from(row[2])
        finished.discard(row[0])
    if finished:
        raise Damaged("a finished game has lost its moves")


def check_structure(database: sqlite3.Connection) -> None:
    """SQLite's own check of pages and indexes, and the marks of a file of games."""
    (mark,) = database.execute("PRAGMA application_id").fetchone()
    if mark != APPLICATION:
        raise Damaged("the file does not say that it holds games")
    (verdict,) = database.execute("PRAGMA integrity_check(1)").fetchone()
    if verdict != "ok":
        raise Damaged(str(verdict))


def check_writable(database: sqlite3.Connection, path: Path) -> sqlite3.Error | None:
    """Try to write without doing it; the error if the system does not allow it now.

    Raises Damaged if only the file's own header forbids it. Another window that writes is no error.
    """
    try:
        database.execute("BEGIN IMMEDIATE")
        database.execute("UPDATE meta SET value = value WHERE key = 'writes'")
    except sqlite3.OperationalError as error:
        code = error.sqlite_errorcode & 0xFF
        if code == sqlite3.SQLITE_READONLY and all(
            os.access(place, os.W_OK) for place in (path, path.parent)
        ):
            raise Damaged("the file says that it must not be written to") from None
        return None if code == sqlite3.SQLITE_BUSY else error
    finally:
        roll_back(database)
    return None


def writes(database: sqlite3.Connection) -> int:
    """How many times this archive was written to; two files with the same number are alike."""
    row = database.execute("SELECT value FROM meta WHERE key = 'writes'").fetchone()
    if row is None or not isinstance(row[0], int):
        raise Damaged("the counter of writes is gone")
    return row[0]


def copy(database: sqlite3.Connection, path: Path) -> None:
    """Put a checked copy of the open database in place of `path`, whole or not at all.

    Raises Damaged, sqlite3.Error or OSError; what lay at `path` is then untouched.
    """
    temporary = temporary_beside(path)
    try:
        with contextlib.closing(sqlite3.connect(temporary, isolation_level=None)) as target:
            # The copy is nothing until it is renamed, so it needs no journal and one flush.
            target.execute("PRAGMA journal_mode = OFF")
            target.execute("PRAGMA synchronous = OFF")
            database.backup(target)
            if format_of(target) == FORMAT:
                check(target)
            else:
                check_structure(target)
        sync_file(temporary)
        put_in_place(temporary, path)
    except BaseException:
        with contextlib.suppress(OSError):
            temporary.unlink()
        raise
