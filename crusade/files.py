"""Files that survive: written whole or not at all, moved aside instead of overwritten.

The order is the one that a power cut cannot break: a temporary file in the same folder, flushed to
the disk, put in place by one rename, and the folder flushed after it.
"""

from __future__ import annotations

import contextlib
import errno
import os
import stat
import sys
import time
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import BinaryIO, Final

_PATIENCE: Final = (0.01, 0.02, 0.05, 0.1, 0.2, 0.4, 0.7, 1.0)
"""Seconds between tries on Windows, where a virus scanner may hold a file for a moment."""
_NO_WAIT: Final = getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
_PART: Final = 1 << 20
"""Bytes read at once."""


def write_atomically(path: Path, data: bytes) -> None:
    """Put `data` into the file; whatever happens, it holds either the old or the new content.

    Raises OSError (full disk, no permission); the old file is then untouched.
    """
    temporary = path.with_name(f"{path.name}.{os.getpid()}.tmp")
    try:
        with temporary.open("wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        put_in_place(temporary, path)
    except BaseException:
        with contextlib.suppress(OSError):
            temporary.unlink()
        raise


def read_at_most(path: Path, most: int) -> bytes:
    """The file's first `most` bytes and, if there are more, one of those: enough to see that it is
    too long. A pipe or a device is refused, not waited for. Raises OSError, ValueError for a name
    that no file can have.
    """
    parts: list[bytes] = []
    left = most + 1
    with open_plain(path) as file:
        while left > 0 and (part := file.read(min(left, _PART))):
            parts.append(part)
            left -= len(part)
    return b"".join(parts)


def open_plain(path: Path) -> BinaryIO:
    """Open a plain file to read it. Raises OSError, also for a pipe, a socket or a device: these
    may never end, or never begin; ValueError for a name that no file can have.
    """
    # Without waiting: the open of a pipe would last until somebody writes into it.
    handle = os.open(path, os.O_RDONLY | _NO_WAIT)
    try:
        mode = os.fstat(handle).st_mode
        if stat.S_ISDIR(mode):
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
        if not stat.S_ISREG(mode):
            raise OSError(errno.EINVAL, "it is no plain file", str(path))
        return os.fdopen(handle, "rb")
    except BaseException:
        os.close(handle)
        raise


def put_in_place(temporary: Path, path: Path) -> None:
    """Rename a finished temporary file over `path`, durably. Raises OSError."""
    _patiently(lambda: os.replace(temporary, path))  # noqa: PTH105
    sync_folder(path.parent)


def sync_file(path: Path) -> None:
    """Make what was written to the file reach the disk. Raises OSError."""
    with path.open("r+b") as file:
        os.fsync(file.fileno())


def sync_folder(folder: Path) -> None:
    """Make renames in the folder reach the disk, where the system can do that."""
    if sys.platform == "win32":
        return
    with contextlib.suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def free_name(path: Path, word: str) -> Path:
    """A name beside `path` that is not taken: `settings-damaged-20261130-101500.json`."""
    stamp = datetime.now().strftime("%Y%m%d-%H%M%S")
    for number in range(1, 10_000):
        tail = "" if number == 1 else f"-{number}"
        free = path.with_name(f"{path.stem}-{word}-{stamp}{tail}{path.suffix}")
        if not os.path.lexists(free):
            return free
    raise FileExistsError(f"no free name beside {path}")


def move_aside(path: Path, word: str) -> Path:
    """Rename the file to a free name beside it and say which. Raises OSError."""
    aside = free_name(path, word)
    _patiently(lambda: path.rename(aside))
    sync_folder(path.parent)
    return aside


def keep_aside(path: Path, word: str) -> Path:
    """Give the file a second name beside it, so that a replacement of the first one keeps it.

    Where the file system has no hard links the file is renamed. Raises OSError.
    """
    aside = free_name(path, word)
    try:
        os.link(path, aside)
    except (OSError, AttributeError, NotImplementedError):
        return move_aside(path, word)
    sync_folder(path.parent)
    return aside


def _patiently(act: Callable[[], object]) -> None:
    for pause in _PATIENCE if sys.platform == "win32" else ():
        try:
            act()
            return
        except PermissionError:
            time.sleep(pause)
    act()
