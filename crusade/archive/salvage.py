"""Getting games out of a damaged file.

Every row carries its own seal, so whatever can still be read is known to be right or known to be
wrong. The rows are asked for one by one, because a scan stops at the first broken page.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from .database import connect_reading
from .errors import Damaged
from .merging import Found, bring
from .rows import COLUMNS, game_row, lines_of, unsealed

PAGE: Final = 4096
"""Bytes of a page of the file, SQLite's default since 2016."""
_MARGIN: Final = 1000
"""How many numbers beyond the newest known game are tried where the file cannot tell its own."""
_UNREADABLE: Final = (sqlite3.Error, Damaged, ValueError, TypeError, OverflowError)


def rescue(source: Path, target: sqlite3.Connection, header: bytes) -> set[int]:
    """Bring every game of the damaged `source` that is newer there into `target`.

    Returns the numbers of the games that were added or brought forward. `source` is only read.
    `header` is the first page of a good file. Whatever stays unreadable is passed over; errors of
    `target` are raised as sqlite3.Error.
    """
    rescued: set[int] = set()
    grafted = source.with_name(f"{source.name}.{os.getpid()}.rescue.tmp")
    try:
        # The first page holds the header and the schema, which are the same in every file of this
        # format; with those of a good file the rest of the damaged one may be readable again.
        shutil.copyfile(source, grafted)
        _graft(header, grafted)
        rescued.update(_bring_all(grafted, target))
    except OSError:
        pass  # no room for the copy
    finally:
        with contextlib.suppress(OSError):
            grafted.unlink()
    rescued.update(_bring_all(source, target))
    return rescued


def _graft(header: bytes, path: Path) -> None:
    with path.open("r+b") as file:
        pages = file.seek(0, os.SEEK_END) // PAGE
        page = bytearray(header)
        page[28:32] = pages.to_bytes(4, "big")
        page[32:40] = bytes(8)  # no list of free pages: it is only needed for writing
        page[92:96] = page[24:28]  # "the number of pages above is valid"
        file.seek(0)
        file.write(page)


def _bring_all(source: Path, target: sqlite3.Connection) -> Iterator[int]:
    try:
        damaged = connect_reading(source)
    except sqlite3.Error:
        return
    with contextlib.closing(damaged):
        for game in range(1, _last(damaged, target) + 1):
            found = _find(damaged, game)
            if (found.row or found.moves) and bring(found, game, target):
                yield game


def _last(damaged: sqlite3.Connection, target: sqlite3.Connection) -> int:
    (known,) = target.execute("SELECT coalesce(max(id), 0) FROM games").fetchone()
    for question in (
        "SELECT seq FROM sqlite_sequence WHERE name = 'games'",
        "SELECT max(id) FROM games",
    ):
        try:
            row = damaged.execute(question).fetchone()
        except _UNREADABLE:
            continue
        if row and isinstance(row[0], int) and 0 < row[0] < known + 100 * _MARGIN:
            return max(int(known), row[0])
    return int(known) + _MARGIN


def _find(damaged: sqlite3.Connection, game: int) -> Found:
    found = Found()
    with contextlib.suppress(*_UNREADABLE):
        row = damaged.execute(f"SELECT {COLUMNS} FROM games WHERE id = ?", (game,)).fetchone()
        if row is not None:
            found.row = game_row(row)
    with contextlib.suppress(*_UNREADABLE):
        for row in damaged.execute(
            "SELECT game, place, text, seal FROM moves WHERE game = ? ORDER BY place", (game,)
        ):
            _, place, text = unsealed(row)
            if place != len(found.moves):
                break
            found.moves.append(str(text))
    with contextlib.suppress(*_UNREADABLE):
        row = damaged.execute(
            "SELECT game, moves, rounds, seal FROM chronicles WHERE game = ?", (game,)
        ).fetchone()
        if row is not None:
            _, moves, rounds = unsealed(row)
            found.moves, found.rounds = lines_of(str(moves)), str(rounds)
    return found
