"""Making the file of games usable before it is opened: create, migrate, restore, back up.

Everything here runs under the lock of lock.py. A damaged file is never overwritten or deleted: it
gets a name of its own beside the good one, which is built complete and then put in place.
"""

from __future__ import annotations

import contextlib
import sqlite3
from dataclasses import dataclass
from pathlib import Path

from crusade.clock import local_minute
from crusade.files import free_name, keep_aside, move_aside, put_in_place, sync_file

from .database import (
    check,
    check_structure,
    check_writable,
    connect,
    connect_reading,
    copy,
    settle,
    writes,
)
from .diary import empty, retell
from .errors import ArchiveTooNew, Damaged, in_words, is_damage
from .migrations import FORMAT, format_of, migrate
from .salvage import PAGE, rescue

_COMPANIONS = ("-journal", "-wal", "-shm")


@dataclass(frozen=True)
class Place:
    """Where the archive's files lie."""

    folder: Path

    @property
    def main(self) -> Path:
        """The file of games."""
        return self.folder / "crusade.sqlite"

    @property
    def backup(self) -> Path:
        """The copy of the last good state."""
        return self.folder / "crusade-backup.sqlite"

    @property
    def diary(self) -> Path:
        """What was written since the copy was made."""
        return self.folder / "crusade-moves.log"

    @property
    def lock(self) -> Path:
        """The file whose lock is held while a window opens the archive."""
        return self.folder / "crusade.lock"


def make_ready(place: Place) -> list[str]:
    """Leave a good file of the newest format at `place.main`; return what the player must know.

    Raises ArchiveTooNew, sqlite3.Error or OSError; the files are then as they were.
    """
    for leftover in place.folder.glob("crusade*.tmp"):
        with contextlib.suppress(OSError):
            leftover.unlink()  # of a window that was killed while it copied
    damaged = False
    try:
        if _is_empty(place.main):
            if _is_empty(place.backup) and not _is_told(place.diary):
                return _upgrade(place.main)
        else:
            return _upgrade(place.main)
    except (sqlite3.Error, Damaged, ValueError) as error:
        if not is_damage(error) and not isinstance(error, ValueError):
            raise
        damaged = True
    return [_restore(place, damaged)]


def back_up(place: Place, database: sqlite3.Connection) -> str | None:
    """Copy the open, good file to `place.backup` if it has changed; say what went wrong, or None.

    Runs inside a write transaction, so that no other window adds to the diary before it is emptied.
    Only a copy that was checked takes the old one's place.
    """
    try:
        if not _is_empty(place.backup):
            with contextlib.closing(connect_reading(place.backup)) as old:
                version = _version(old)
                if version == FORMAT and writes(old) == writes(database):
                    empty(place.diary)
                    return None
            if version is not None and version > FORMAT:
                move_aside(place.backup, "newer")
    except (sqlite3.Error, Damaged):
        pass  # a broken backup is replaced by a good one
    except OSError as error:
        return _no_copy(place, error)
    try:
        # SQLite copies from a connection of its own while `database` keeps other writers out.
        with contextlib.closing(connect(place.main)) as source:
            copy(source, place.backup)
    except (sqlite3.Error, OSError, Damaged) as error:
        return _no_copy(place, error)
    empty(place.diary)
    return None


def _no_copy(place: Place, error: Exception) -> str:
    reason = error.strerror if isinstance(error, OSError) else error
    return f"No safety copy of the games could be made in {place.folder} ({reason or error})."


def _is_empty(path: Path) -> bool:
    """Whether there is nothing in the file: missing, no bytes, or a database without tables."""
    try:
        if path.stat().st_size == 0:
            return True
    except FileNotFoundError:
        return True
    try:
        with contextlib.closing(connect(path)) as database:
            return format_of(database) == 0
    except ValueError:
        return False
    except sqlite3.Error as error:
        if is_damage(error):
            return False
        raise


def _is_told(diary: Path) -> bool:
    try:
        return diary.stat().st_size > 0
    except FileNotFoundError:
        return False


def _version(database: sqlite3.Connection) -> int | None:
    """The format, or None where the file contradicts itself about it."""
    try:
        return format_of(database)
    except ValueError:
        return None


def _upgrade(path: Path) -> list[str]:
    """Check the file, bring it to the newest format and keep a copy of an older one.

    Returns a sentence if nothing can be written to it now.
    """
    with contextlib.closing(connect(path)) as database:
        version = format_of(database)
        if version > FORMAT:
            raise ArchiveTooNew(
                f"The file of games {path} was written by a newer version of the game; "
                "install that version to open it."
            )
        if 0 < version < FORMAT:
            check_structure(database)
            copy(database, free_name(path, f"format-{version}"))
        if version < FORMAT:
            migrate(database, FORMAT)
        check(database)
        error = check_writable(database, path)
        if error is None:
            settle(database)
    return [] if error is None else [str(in_words(error, path))]


def _restore(place: Place, damaged: bool) -> str:
    """Build the best file that can be had from the backup and the ruins, and put it in place."""
    fresh = place.main.with_name(f"{place.main.name}.restore.tmp")
    copied_from = _copy_backup(place, fresh)
    if copied_from is None:
        fresh.unlink(missing_ok=True)
    _upgrade(fresh)
    header = fresh.read_bytes()[:PAGE]
    rescued: set[int] = set()
    with contextlib.closing(connect(fresh)) as target:
        target.execute("BEGIN IMMEDIATE")
        if copied_from is None and not _is_empty(place.backup):
            rescued |= rescue(place.backup, target, header)
        rescued |= retell(place.diary, target)
        if damaged:
            rescued |= rescue(place.main, target, header)
        if rescued:
            target.execute("UPDATE meta SET value = value + 1 WHERE key = 'writes'")
        target.execute("COMMIT")
        check(target)
    sync_file(fresh)
    if copied_from is None and place.backup.exists():
        move_aside(place.backup, "damaged")
    for ending in _COMPANIONS:
        # Left behind, an old journal would be played back into the new file.
        companion = place.main.with_name(place.main.name + ending)
        with contextlib.suppress(FileNotFoundError):
            move_aside(companion, "damaged")
    aside = keep_aside(place.main, "damaged") if damaged else None
    put_in_place(fresh, place.main)
    return _what_happened(aside, copied_from, len(rescued))


def _copy_backup(place: Place, fresh: Path) -> str | None:
    """Copy a good backup to `fresh` and say of when it is; None if there is no good one."""
    if _is_empty(place.backup):
        return None
    try:
        with contextlib.closing(connect_reading(place.backup)) as good:
            version = _version(good)
            if version is not None and version > FORMAT:
                raise ArchiveTooNew(
                    f"The last good copy of the games {place.backup} was written by a newer "
                    "version of the game; install that version to open it."
                )
            copy(good, fresh)
            row = good.execute("SELECT max(played) FROM games").fetchone()
            return local_minute(str(row[0])) if row[0] else "before the first game"
    except (sqlite3.Error, Damaged, ValueError) as error:
        if is_damage(error) or isinstance(error, ValueError):
            return None
        raise


def _what_happened(aside: Path | None, copied_from: str | None, rescued: int) -> str:
    if aside is None:
        start = "The file of games was missing or empty"
    else:
        start = f"The file of games was damaged and now lies aside as {aside.name}"
    if copied_from is not None:
        start += f"; the last good copy ({copied_from}) was used"
    games = "1 game" if rescued == 1 else f"{rescued} games"
    if rescued:
        start += f", and what was newer or missing there could be restored ({games})"
    elif copied_from is None:
        start += ", no good copy was found, and nothing in it could be read"
    return start + "."
