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

from .errors import ArchiveError

SECONDS = 5.0
"""How long a window waits for another one that is just starting."""


@contextlib.contextmanager
def only_one(path: Path, seconds: float | None = None) -> Iterator[None]:
    """Hold the lock file while the block runs. Raises ArchiveError if another window holds it.

    In a folder that cannot be written to there is nothing to protect: the block runs without it.
    """
    try:
        handle = os.open(path, os.O_RDWR | os.O_CREAT, 0o644)
    except OSError:
        yield
        return
    try:
        end = time.monotonic() + (SECONDS if seconds is None else seconds)
        while not _take(handle):
            if time.monotonic() > end:
                raise ArchiveError(
                    "Another window is just opening the file of games and does not finish; "
                    "close it and try again."
                )
            time.sleep(0.02)
        yield
    finally:
        os.close(handle)  # which also gives the lock back


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
