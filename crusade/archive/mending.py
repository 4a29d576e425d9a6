"""Making the file of games usable before it is opened: create, migrate, restore, back up.

Everything here runs under the lock of lock.py. A damaged file is never overwritten or deleted: it
gets a name of its own beside the good one, which is built complete and then put in place.
"""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from crusade.clock import local_minute
from crusade.files import (
    free_name,
    keep_aside,
    move_aside,
    must_be_plain,
    put_in_place,
    sync_file,
    temporary_beside,
)
from crusade.texts import _, _n

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
from .diary import empty, is_told, retell
from .errors import BROKEN, ArchiveTooNew, in_words, is_damage, is_no_room
from .merging import Merger
from .migrations import FORMAT, PAGE, format_of, migrate
from .salvage import rescue, rescue_as_it_is

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

    def must_be_plain(self) -> None:
        """Raise NotPlain if a link, a pipe or a device has the name of one of these files."""
        companions = [self.main.with_name(self.main.name + ending) for ending in _COMPANIONS]
        for path in (self.main, self.backup, self.diary, self.lock, *companions):
            must_be_plain(path)


def make_ready(place: Place) -> list[str]:
    """Leave a good file of the newest format at `place.main`; return what the player must know.

    Raises ArchiveTooNew, sqlite3.Error or OSError (NotPlain); the files are then as they were.
    """
    place.must_be_plain()
    for leftover in place.folder.glob("crusade*.tmp"):
        with contextlib.suppress(OSError):
            leftover.unlink()  # of a window that was killed while it copied
    damaged = False
    try:
        if _is_empty(place.main, connect):
            if _is_empty(place.backup, connect_reading) and not is_told(place.diary):
                return _upgrade(place.main)
        else:
            return _upgrade(place.main) + _catch_up(place)
    except BROKEN as error:
        if not is_damage(error):
            raise
        damaged = True
    return [_restore(place, damaged)]


def _catch_up(place: Place) -> list[str]:
    """Bring a good file up to date that is older than its safety copy or its diary.

    That is so if somebody put an older copy of it back, or if the last window died between a line
    of the diary and its move.
    """
    told = is_told(place.diary)
    with contextlib.closing(connect(place.main)) as database:
        newest = _writes_of_backup(place)
        older = newest > writes(database)
        if not told and not older:
            return []
        try:
            database.execute("BEGIN IMMEDIATE")
        except sqlite3.OperationalError as error:
            if is_damage(error):
                raise
            return []  # it cannot be written to now, and that has been told
        into = Merger(database)
        if older:
            rescue_as_it_is(place.backup, into)
        retell(place.diary, into)
        if into.brought or into.dropped or older:
            number = max(newest, writes(database)) + 1
            database.execute("UPDATE meta SET value = ? WHERE key = 'writes'", (number,))
        database.execute("COMMIT")
        check(database)
    if not into.brought or (into.ahead <= 1 and not older):
        return []  # at most the line of a move that was never shown
    return [
        _n(
            "The file of games was older than what was played since; "
            "what was newer was brought back into it ({count} game).",
            "The file of games was older than what was played since; "
            "what was newer was brought back into it ({count} games).",
            len(into.brought),
        )
    ]


def _writes_of_backup(place: Place) -> int:
    """How many times the archive was written to when the safety copy was made; 0 if unknown."""
    try:
        if _is_empty(place.backup, connect_reading):
            return 0
        with contextlib.closing(connect_reading(place.backup)) as backup:
            if format_of(backup) != FORMAT:
                return 0
            check(backup)
            return writes(backup)
    except (*BROKEN, OSError):
        return 0


def back_up(place: Place, database: sqlite3.Connection) -> str | None:
    """Copy the open, good file to `place.backup` if it has changed; say what went wrong, or None.

    Runs inside a write transaction, so that no other window adds to the diary before it is emptied.
    Only a copy that was checked takes the old one's place.
    """
    try:
        if not _is_empty(place.backup, connect_reading):
            with contextlib.closing(connect_reading(place.backup)) as old:
                version = _version(old)
                if version == FORMAT and writes(old) == writes(database):
                    empty(place.diary)
                    return None
            if version is not None and version > FORMAT:
                move_aside(place.backup, "newer")
    except BROKEN:
        pass  # a broken backup is replaced by a good one
    except OSError as error:
        return _no_copy(place, error)
    try:
        # SQLite copies from a connection of its own while `database` keeps other writers out.
        with contextlib.closing(connect(place.main)) as source:
            copy(source, place.backup)
    except (*BROKEN, OSError) as error:
        return _no_copy(place, error)
    empty(place.diary)
    return None


def _no_copy(place: Place, error: Exception) -> str:
    reason = error.strerror if isinstance(error, OSError) else error
    return _(
        "No safety copy of the games could be made in {folder} ({reason}).",
        folder=str(place.folder),
        reason=str(reason or error),
    )


def _is_empty(path: Path, opened: Callable[[Path], sqlite3.Connection]) -> bool:
    """Whether there is nothing in the file: missing, no bytes, or a database without tables."""
    try:
        if path.stat().st_size == 0:
            return True
    except FileNotFoundError:
        return True
    try:
        with contextlib.closing(opened(path)) as database:
            return format_of(database) == 0
    except BROKEN as error:
        if is_damage(error):
            return False
        raise


def _version(database: sqlite3.Connection) -> int | None:
    """The format, or None where the file contradicts itself about it."""
    try:
        return format_of(database)
    except ValueError:
        return None


def _upgrade(path: Path, keep: bool = True) -> list[str]:
    """Check the file, bring it to the newest format and `keep` a copy of an older one.

    Returns a sentence if nothing can be written to it now.
    """
    with contextlib.closing(connect(path)) as database:
        version = format_of(database)
        if version > FORMAT:
            raise ArchiveTooNew(
                _(
                    "The file of games {file} was written by a newer version of the game; "
                    "install that version to open it.",
                    file=str(path),
                )
            )
        if 0 < version < FORMAT:
            check_structure(database)
            if keep:
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
    fresh = temporary_beside(place.main)
    try:
        copied_from = _copy_backup(place, fresh)
        if copied_from is None:
            fresh.unlink(missing_ok=True)
            _upgrade(fresh)
        header = fresh.read_bytes()[:PAGE]
        with contextlib.closing(connect(fresh)) as target:
            target.execute("BEGIN IMMEDIATE")
            into = Merger(target)
            if copied_from is None and place.backup.exists():
                rescue(place.backup, into, header)
            retell(place.diary, into)
            if damaged:
                rescue(place.main, into, header)
            if into.brought or into.dropped:
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
    except BaseException:
        with contextlib.suppress(OSError):
            fresh.unlink()
        raise
    return _what_happened(aside, copied_from, len(into.brought))


def _copy_backup(place: Place, fresh: Path) -> str | None:
    """Copy a good backup to `fresh` and say of when it is ("" before the first game).

    None if there is no good one.

    Raises ArchiveTooNew, or sqlite3.Error and OSError where there is no room for a copy.
    """
    try:
        if _is_empty(place.backup, connect_reading):
            return None
        with contextlib.closing(connect_reading(place.backup)) as good:
            version = _version(good)
            if version is not None and version > FORMAT:
                raise ArchiveTooNew(
                    _(
                        "The last good copy of the games {file} was written by a newer version "
                        "of the game; install that version to open it.",
                        file=str(place.backup),
                    )
                )
            copy(good, fresh)
            row = good.execute("SELECT max(played) FROM games").fetchone()
        _upgrade(fresh, keep=False)
    except (*BROKEN, OSError) as error:
        # Whatever else keeps the backup from being used, diary and ruins may still do.
        if is_no_room(error):
            raise
        return None
    return local_minute(str(row[0])) if row[0] else ""


def _what_happened(aside: Path | None, copied_from: str | None, rescued: int) -> str:
    """Whole sentences: what was wrong, what was used instead, what could be restored."""
    if aside is None:
        told = [_("The file of games was missing or empty.")]
    else:
        told = [
            _("The file of games was damaged and now lies aside as {file}.", file=aside.name),
        ]
    if copied_from:
        told.append(_("The last good copy ({moment}) was used.", moment=copied_from))
    elif copied_from is not None:
        told.append(_("The last good copy, from before the first game, was used."))
    if rescued:
        told.append(
            _n(
                "What was newer or missing there could be restored ({count} game).",
                "What was newer or missing there could be restored ({count} games).",
                rescued,
            )
        )
    elif copied_from is None:
        told.append(_("No good copy was found, and nothing in it could be read."))
    return " ".join(told)
