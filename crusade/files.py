"""Files that survive: written whole or not at all, moved aside instead of overwritten.

The order is the one that a power cut cannot break: a temporary file in the same folder, flushed to
the disk, put in place by one rename, and the folder flushed after it. Nothing here follows a link
or waits for a pipe that somebody put in a file's place, and no name of a temporary file can be
known before it is made.
"""

from __future__ import annotations

import contextlib
import errno
import os
import secrets
import stat
import sys
import time
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import Final

from crusade.texts import N_, _

_PATIENCE: Final = (0.01, 0.02, 0.05, 0.1, 0.2, 0.4, 0.7, 1.0)
"""Seconds between tries on Windows, where a virus scanner may hold a file for a moment."""
_PART: Final = 1 << 20
"""Bytes read at once."""
_NO_LINKS: Final = getattr(os, "O_NOFOLLOW", 0)
_CAREFUL: Final = (
    getattr(os, "O_NONBLOCK", 0)  # opening a pipe does not wait for its other end
    | getattr(os, "O_CLOEXEC", 0)
    | getattr(os, "O_NOCTTY", 0)
    | getattr(os, "O_BINARY", 0)
    | getattr(os, "O_NOINHERIT", 0)
)
_KINDS: Final = {
    stat.S_IFLNK: N_("a link"),
    stat.S_IFDIR: N_("a folder"),
    stat.S_IFIFO: N_("a named pipe"),
    stat.S_IFCHR: N_("a device"),
    stat.S_IFBLK: N_("a device"),
    stat.S_IFSOCK: N_("a socket"),
}


def _kind(mode: int) -> str:
    """What a file's mode says it is."""
    kind = _KINDS.get(stat.S_IFMT(mode))
    return _("something odd") if kind is None else _(kind)


class NotPlain(OSError):
    """Something else than a plain file lies where a file of ours should be.

    `strerror` says what it is, so it reads like any other reason of the system.
    """

    def __init__(self, path: Path, what: str) -> None:
        super().__init__(errno.EINVAL, _("it is no plain file but {what}", what=what), str(path))


def odd_thing(path: Path) -> str:
    """What lies at `path` if it is no plain file: "a link", "a named pipe"; "" for file or nothing.

    A link is not followed, and nothing is opened, so that nothing can wait. Raises OSError where
    the system does not tell (a folder that must not be looked into).
    """
    try:
        mode = os.lstat(path).st_mode
    except (FileNotFoundError, NotADirectoryError):
        return ""
    return "" if stat.S_ISREG(mode) else _kind(mode)


def must_be_plain(path: Path) -> None:
    """Raise NotPlain if something else than a plain file lies there (nothing at all is fine)."""
    what = odd_thing(path)
    if what:
        raise NotPlain(path, what)


def open_own(path: Path, flags: int) -> int:
    """A handle of a file of ours, opened without following a link and without waiting for a pipe.

    `flags` are those of `os.open`. Raises NotPlain for anything but a plain file, OSError.
    """
    must_be_plain(path)  # says what it is; the flags are for what changes meanwhile
    try:
        handle = os.open(path, flags | _CAREFUL | _NO_LINKS, 0o666)
    except OSError as error:
        if error.errno in (errno.ELOOP, errno.EMLINK):
            raise NotPlain(path, "a link") from None
        raise
    return _plain_handle(handle, path)


def _plain_handle(handle: int, path: Path) -> int:
    mode = os.fstat(handle).st_mode
    if not stat.S_ISREG(mode):
        os.close(handle)
        if stat.S_ISDIR(mode):
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
        raise NotPlain(path, _kind(mode))
    return handle


def temporary_beside(path: Path) -> Path:
    """A new empty file in the folder of `path`, under a name that nobody could know before.

    Raises OSError.
    """
    while True:
        temporary = path.with_name(f"{path.name}.{secrets.token_hex(8)}.tmp")
        with contextlib.suppress(FileExistsError):
            os.close(open_own(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL))
            return temporary


def write_atomically(path: Path, data: bytes) -> None:
    """Put `data` into the file; whatever happens, it holds either the old or the new content.

    Raises OSError (full disk, no permission), NotPlain where a link, a folder or a device has the
    name; what was there is then untouched.
    """
    must_be_plain(path)
    temporary = temporary_beside(path)
    try:
        with os.fdopen(open_own(temporary, os.O_WRONLY), "wb") as file:
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
    too long. A pipe or a device is refused instead of waited for.

    Raises OSError (NotPlain among them), ValueError for a name that no file can have.
    """
    parts: list[bytes] = []
    left = most + 1
    handle = _plain_handle(os.open(path, os.O_RDONLY | _CAREFUL), path)
    with os.fdopen(handle, "rb") as file:
        while left > 0 and (part := file.read(min(left, _PART))):
            parts.append(part)
            left -= len(part)
    return b"".join(parts)


def put_in_place(temporary: Path, path: Path) -> None:
    """Rename a finished temporary file over `path`, durably. Raises OSError."""
    _patiently(lambda: os.replace(temporary, path))  # noqa: PTH105
    sync_folder(path.parent)


def sync_file(path: Path) -> None:
    """Make what was written to the file reach the disk. Raises OSError."""
    handle = open_own(path, os.O_RDWR)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


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
    raise FileExistsError(_("no free name beside {path}", path=path))


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
