"""What was worked out once and is kept on disk: files that may be thrown away at any time.

Without a folder (`use`) nothing is kept. A file that is missing, cut short or changed is as good as
none; trouble with the disk is no trouble of the player's.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import zlib
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import Final, Literal

import pygame

import crusade
from crusade import files, resources

MOST: Final = 150_000_000
"""Bytes that all files may fill; those used last stay. The picture of a board has 3 for a pixel."""
_HEAD: Final = b"crusade kept 1\n"
_folder: Path | None = None


def use(folder: Path | None) -> None:
    """Keep files in that folder from now on; None for nowhere."""
    global _folder
    _folder = folder


def read(name: str) -> bytes | None:
    """What was kept by that name, if it is still whole."""
    if _folder is None:
        return None
    path = _folder / name
    try:
        data = files.read_at_most(path, MOST)
        os.utime(path)  # it was used
    except (OSError, ValueError):
        return None
    start = len(_HEAD) + 9
    seal, content = data[len(_HEAD) : start], memoryview(data)[start:]
    if not data.startswith(_HEAD) or seal != _seal(content):
        return None
    return bytes(content)


def has(name: str) -> bool:
    """Whether something is kept by that name, whole or not."""
    return bool(name) and _folder is not None and (_folder / name).is_file()


def write(name: str, content: bytes) -> None:
    """Keep that; whatever happens, the file is whole or not there."""
    if _folder is None:
        return
    path = _folder / name
    with contextlib.suppress(OSError):
        _folder.mkdir(parents=True, exist_ok=True)
        files.must_be_plain(path)
        temporary = files.temporary_beside(path)
        try:
            with os.fdopen(files.open_own(temporary, os.O_WRONLY), "wb") as file:
                file.write(_HEAD + _seal(content) + content)
            temporary.replace(path)
        except BaseException:
            with contextlib.suppress(OSError):
                temporary.unlink()
            raise
        _make_room(_folder)


def _seal(content: bytes | memoryview) -> bytes:
    return b"%08x\n" % zlib.crc32(content)


def _make_room(folder: Path) -> None:
    """Drop what was used longest ago."""
    found = [(path.stat(), path) for path in folder.glob("*.kept")]
    room = MOST
    for stat, path in sorted(found, key=lambda each: each[0].st_mtime, reverse=True):
        room -= stat.st_size
        if room < 0:
            path.unlink()


@cache
def _program() -> bytes:
    """A mark of everything that drawings come from: the window's code, the typeface, the pieces,
    and the libraries that draw.
    """
    mark = hashlib.sha256(f"{crusade.__version__} {pygame.ver} {pygame.get_sdl_version()}".encode())
    package = Path(crusade.__file__).parent
    for path in sorted((*package.glob("*.py"), *(package / "desktop").glob("*.py"))):
        mark.update(path.read_bytes())
    for folder in ("fonts", "markers"):
        for path in sorted(resources.path("assets", folder).iterdir()):
            mark.update(f"{path.name} {path.stat().st_size} {path.stat().st_mtime_ns}".encode())
    return mark.digest()


def name_of(kind: str, *facts: object) -> str:
    """The name of what is worked out from these facts by this program: others have others."""
    try:
        mark = hashlib.sha256(_program())
    except (OSError, resources.Unusable):
        return ""
    mark.update(repr(facts).encode())
    return f"{kind}-{mark.hexdigest()[:40]}.kept"


def surfaces(name: str, make: Callable[[], Sequence[pygame.Surface]]) -> list[pygame.Surface]:
    """The pictures kept by that name, or those that are made now."""
    data = read(name) if name else None
    if data is not None:
        with contextlib.suppress(ValueError, pygame.error):
            return _unpacked(data)
    made = list(make())
    if name and _folder is not None:
        write(name, b"".join(map(_packed, made)))
    return made


def _packed(surface: pygame.Surface) -> bytes:
    clear = bool(surface.get_flags() & pygame.SRCALPHA)
    width, height = surface.get_size()
    pixels = pygame.image.tobytes(surface, "RGBA" if clear else "RGB")
    return f"{4 if clear else 3} {width} {height}\n".encode() + pixels


def _unpacked(data: bytes) -> list[pygame.Surface]:
    """Raises ValueError for what is no row of pictures."""
    found = []
    at = 0
    while at < len(data):
        end = data.index(b"\n", at)
        depth, width, height = map(int, data[at:end].split())
        at = end + 1 + width * height * depth
        form: Literal["RGBA", "RGB"] = "RGBA" if depth == 4 else "RGB"
        found.append(pygame.image.frombytes(data[end + 1 : at], (width, height), form))
    return found
