"""The diary: every write since the last safety copy, once more, in a plain file of its own.

Safety copy and diary together are the present state, so even a file of games that is lost whole
takes nothing with it; and an older copy of the file that somebody puts back is brought up to date.
Each line is one transaction: a checksum and a JSON list of

    [the game's row, from which move on it wrote, the moves it wrote, coins per round or null]
    [the number of a game that was thrown away, its key]

The line is on the disk before the transaction ends. Where it cannot be written (a full disk) the
archive does not mind: the file of games itself has the move. Lines are written only inside write
transactions, and the diary is emptied inside one, so two windows never cross.
"""

from __future__ import annotations

import contextlib
import json
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any
from zlib import crc32

from crusade.files import NotPlain, open_own
from crusade.texts import _

from .errors import Damaged
from .merging import Found, Merger
from .rows import GameRow, game_row, to_json


def write(path: Path, row: GameRow, place: int, texts: Sequence[str], rounds: str | None) -> None:
    """Add the line of a write; a failure is nobody's loss."""
    _add(path, [row.values(), place, list(texts), rounds])


def write_end(path: Path, row: GameRow) -> None:
    """Add the line of a game that was thrown away."""
    _add(path, [row.id, row.key])


def _add(path: Path, story: list[Any]) -> None:
    line = to_json(story).encode()
    with contextlib.suppress(OSError):
        handle = open_own(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT)
        try:
            if os.fstat(handle).st_nlink > 1:
                raise NotPlain(path, _("a file that has a second name"))
            # It begins with a line end too, so that a torn line before it costs only itself.
            os.write(handle, b"\n%08x %s\n" % (crc32(line), line))
            os.fsync(handle)
        finally:
            os.close(handle)


def is_told(path: Path) -> bool:
    """Whether the diary says anything. Raises OSError."""
    try:
        return path.stat().st_size > 0
    except FileNotFoundError:
        return False


def empty(path: Path) -> None:
    """Start anew, because a safety copy holds all of it now."""
    with contextlib.suppress(OSError):
        handle = open_own(path, os.O_WRONLY)
        try:
            if os.fstat(handle).st_nlink == 1:
                os.ftruncate(handle, 0)
                return
        finally:
            os.close(handle)
        path.unlink()  # only this name: whoever gave the file another one keeps it as it is


def retell(path: Path, into: Merger) -> None:
    """Bring the games that the diary knows better into a good file; damaged lines are passed over.

    Raises sqlite3.Error where the file cannot be written.
    """
    try:
        handle = open_own(path, os.O_RDONLY)
        with os.fdopen(handle, "rb") as file:
            lines = file.read().split(b"\n")
    except OSError:
        return
    games: dict[str, Found] = {}
    for line in lines:
        with contextlib.suppress(Damaged, ValueError, TypeError, RecursionError):
            story = _story(line)
            if len(story) == 2:
                games[str(story[1])] = Found(gone=True)
                continue
            values, place, texts, rounds = story
            row = game_row(values)
            found = games.get(row.key)
            if found is None or found.gone:
                found = games[row.key] = Found(moves=into.moves_of(row.key))
            found.row, found.rounds = row, rounds
            if place <= len(found.moves):  # else a line is missing between
                found.moves[place:] = texts
    for key, found in games.items():
        if found.gone:
            into.drop(key)
        elif found.row is not None:
            into.bring(found, found.row.id)


def _story(line: bytes) -> list[Any]:
    mark, _unused, story = line.partition(b" ")
    if int(mark, 16) != crc32(story):
        raise Damaged("a line of the diary is torn")
    told = json.loads(story)
    if not isinstance(told, list):
        raise Damaged("a line of the diary is none")
    return told
