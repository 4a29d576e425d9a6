"""One window at a time opens, mends or backs up the archive.

A lock of the operating system on a small file: it vanishes with the process, so a killed window
never locks out the next one.
"""

from __future__ import annotations

import contextlib
import os
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from crusade.files import NotPlain, open_own
from crusade.texts import _

from .errors import ArchiveError

SECONDS = 5.0
"""How long a window waits for another one that is just starting."""


@contextlib.contextmanager
def only_one(path: Path, seconds: float | None = None) -> Iterator[None]:
    """Hold the lock file while the block runs.

    Raises ArchiveError if another program holds it too long or it cannot be opened, NotPlain if it
    is no plain file. In a folder that cannot be written to there is nothing to protect: the block
    runs without a lock.
    """
    handle = _opened(path)
    if handle is None:
        yield
        return
    try:
        end = time.monotonic() + (SECONDS if seconds is None else seconds)
        while not _take(handle):
            if time.monotonic() > end:
                raise ArchiveError(
                    _(
                        "The file {file} is locked by another program (a window of the game locks "
                        "it for a moment while it starts); try again when that has ended.",
                        file=str(path),
                    )
                )
            time.sleep(0.02)
        yield
    finally:
        os.close(handle)  # which also gives the lock back


def _opened(path: Path) -> int | None:
    """A handle of the lock file; None where it is not there and cannot be made."""
    try:
        return open_own(path, os.O_RDWR | os.O_CREAT)
    except NotPlain:
        raise
    except OSError as error:
        if not os.path.lexists(path):
            return None
        raise ArchiveError(
            _(
                "The lock {file} keeps windows apart and cannot be opened ({reason}); "
                "delete it, or let it be written to.",
                file=str(path),
                reason=str(error.strerror or error),
            )
        ) from None


if sys.platform == "win32":
    import msvcrt

    def _take(handle: int) -> bool:
        try:
            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

else:
    import fcntl

    def _take(handle: int) -> bool:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        except OSError:
            return True  # a file system without locks: better unprotected than unusable
        return True
