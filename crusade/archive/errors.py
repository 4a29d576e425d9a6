"""What can go wrong with the file of games, each with one sentence for the player."""

from __future__ import annotations

import errno
import sqlite3
from pathlib import Path
from typing import Final

from crusade.files import NotPlain
from crusade.texts import _


class ArchiveError(Exception):
    """Something could not be kept or read; `str()` is one sentence. The game in memory goes on."""


class ArchiveConflict(ArchiveError):
    """Another window changed this game; what this window wanted to write was not written."""


class ArchiveTooNew(ArchiveError):
    """A newer version of the game wrote the file; it was not touched."""


class Damaged(Exception):
    """The file's content contradicts itself (internal: whoever catches it mends the file)."""


_FULL: Final = {sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR}
_BUSY: Final = {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}
_CLOSED: Final = {sqlite3.SQLITE_READONLY, sqlite3.SQLITE_PERM, sqlite3.SQLITE_CANTOPEN}
_ELSEWHERE: Final = _BUSY | _CLOSED | {sqlite3.SQLITE_FULL, sqlite3.SQLITE_INTERRUPT}
"""What says nothing about the file's content: it cannot be reached, or there is no room."""
_UNREADABLE: Final = {
    sqlite3.SQLITE_IOERR_READ, sqlite3.SQLITE_IOERR_SHORT_READ, sqlite3.SQLITE_IOERR_CORRUPTFS,
    sqlite3.SQLITE_IOERR_DATA,
}  # fmt: skip
_NO_ROOM: Final = {errno.ENOSPC, errno.EROFS, getattr(errno, "EDQUOT", errno.ENOSPC)}

BROKEN: Final = (sqlite3.Error, Damaged, ValueError, OverflowError, MemoryError)
"""What reading a damaged file can raise; `is_damage` says whether it is that."""


def is_damage(error: BaseException) -> bool:
    """Whether a file of games, read from end to end, is broken and not only out of reach now.

    Whatever keeps it from being opened or read is damage, except what says that somebody else has
    it, that it must not be opened, or that there is no room.
    """
    if not isinstance(error, sqlite3.Error):
        return isinstance(error, BROKEN)
    code = getattr(error, "sqlite_errorcode", None)
    if code is None:
        return "decode" in str(error)  # a text that is no text any more; else our own misuse
    if code & 0xFF == sqlite3.SQLITE_IOERR:
        return code in _UNREADABLE
    return code & 0xFF not in _ELSEWHERE


def is_no_room(error: BaseException) -> bool:
    """Whether nothing more can be written, so that another source would not help either."""
    if isinstance(error, sqlite3.Error):
        code = getattr(error, "sqlite_errorcode", None) or 0
        io_error = code & 0xFF == sqlite3.SQLITE_IOERR and code not in _UNREADABLE
        return code & 0xFF == sqlite3.SQLITE_FULL or io_error
    return isinstance(error, OSError) and error.errno in _NO_ROOM


def in_words(error: BaseException, path: Path) -> ArchiveError:
    """The error as one sentence for the player."""
    if isinstance(error, NotPlain):
        return ArchiveError(
            _(
                "{file} is in the way, because {reason}; "
                "move it elsewhere to keep games in this folder.",
                file=str(error.filename),
                reason=str(error.strerror),
            )
        )
    folder = str(path.parent)
    if isinstance(error, OSError):
        return ArchiveError(
            _(
                "The folder {folder} cannot be used to keep games ({reason}).",
                folder=folder,
                reason=str(error.strerror or error),
            )
        )
    code = (getattr(error, "sqlite_errorcode", 0) or 0) & 0xFF
    if code in _BUSY:
        return ArchiveError(
            _(
                "The file of games is kept busy by another program, perhaps a second window of "
                "the game, so the last moves are not saved yet; they are saved with the next move."
            )
        )
    if code in _FULL:
        return ArchiveError(
            _(
                "The disk with {folder} is full or failing, so the last moves are not saved yet; "
                "they are saved with the next move once there is room.",
                folder=folder,
            )
        )
    if code in _CLOSED:
        return ArchiveError(
            _(
                "The file of games in {folder} cannot be written to, "
                "so what is played now is not saved.",
                folder=folder,
            )
        )
    return ArchiveError(
        _("The file of games {file} cannot be used ({reason}).", file=path.name, reason=str(error))
    )
