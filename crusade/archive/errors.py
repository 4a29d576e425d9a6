"""What can go wrong with the file of games, each with one sentence for the player."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Final


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
_BROKEN: Final = {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB}

BUSY: Final = (
    "Another window keeps the file of games busy, so the last moves are not saved yet; "
    "they are saved with the next move."
)


def is_damage(error: BaseException) -> bool:
    """Whether the error says that the file itself is broken, not that it cannot be reached now."""
    if isinstance(error, Damaged):
        return True
    if isinstance(error, sqlite3.OperationalError) and "decode" in str(error):
        return True  # a text that is no text any more
    if not isinstance(error, sqlite3.Error):
        return False
    code = getattr(error, "sqlite_errorcode", None)
    if code is None:
        return False
    # SQLITE_ERROR comes when a table or column that must be there is not.
    return (code & 0xFF) in _BROKEN or (
        code == sqlite3.SQLITE_ERROR and str(error).startswith(("no such", "malformed"))
    )


def in_words(error: sqlite3.Error | OSError | Damaged, path: Path) -> ArchiveError:
    """The error as one sentence for the player."""
    if isinstance(error, OSError):
        return ArchiveError(
            f"The folder {path.parent} cannot be used to keep games ({error.strerror or error})."
        )
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    if code in _BUSY:
        return ArchiveError(BUSY)
    if code in _FULL:
        return ArchiveError(
            f"The disk with {path.parent} is full or failing, so the last moves are not saved yet; "
            "they are saved with the next move once there is room."
        )
    if code in _CLOSED:
        return ArchiveError(
            f"The file of games in {path.parent} cannot be written to, "
            "so what is played now is not saved."
        )
    return ArchiveError(f"The file of games {path.name} cannot be used ({error}).")
