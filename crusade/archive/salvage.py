"""Getting games out of a damaged file.

Every row carries its own seal, so whatever can still be read is known to be right or known to be
wrong. The rows are asked for one by one, because a scan stops at the first broken page.
"""

from __future__ import annotations

import contextlib
import os
import sqlite3
from pathlib import Path
from typing import Final

from crusade.files import open_own, temporary_beside

from .database import connect_reading
from .errors import BROKEN
from .merging import Found, Merger
from .migrations import FORMAT, PAGE, first_page
from .rows import game_row, lines_of
from .seals import unsealed

_MARGIN: Final = 1000
"""How many numbers beyond the newest known game are tried where the file cannot tell its own."""
_UNREADABLE: Final = (*BROKEN, TypeError)


def rescue(source: Path, into: Merger, header: bytes) -> None:
    """Bring every game of the damaged `source` that is newer there into a good file.

    `source` is only read. `header` is the first page of a good file of today's format. Whatever
    stays unreadable is passed over; errors of the good file are raised as sqlite3.Error.
    """
    # The first page holds the header and the schema, which are the same in every file of one
    # format; with those of a good file the rest of the damaged one may be readable again. It may
    # have been damaged before this version came to bring it up to date.
    for page in (header, *(first_page(older) for older in range(FORMAT - 1, 0, -1))):
        with contextlib.suppress(OSError):  # no room for the copy
            grafted = temporary_beside(source)
            try:
                _graft(page, source, grafted)
                rescue_as_it_is(grafted, into)
            finally:
                with contextlib.suppress(OSError):
                    grafted.unlink()
    rescue_as_it_is(source, into)


def _graft(header: bytes, source: Path, target: Path) -> None:
    """Write the damaged file to `target` with another first page."""
    with os.fdopen(open_own(source, os.O_RDONLY), "rb") as file:
        rest = file.read()[PAGE:]
    page = bytearray(header)
    page[28:32] = (len(rest) // PAGE + 1).to_bytes(4, "big")
    page[32:40] = bytes(8)  # no list of free pages: it is only needed for writing
    page[92:96] = page[24:28]  # "the number of pages above is valid"
    with os.fdopen(open_own(target, os.O_WRONLY), "wb") as file:
        file.write(bytes(page) + rest)


def rescue_as_it_is(source: Path, into: Merger) -> None:
    """Bring what can be read of a file as it lies there."""
    try:
        damaged = connect_reading(source)
    except sqlite3.Error:
        return
    with contextlib.closing(damaged):
        for game in range(1, _last(damaged, into.target) + 1):
            found = _find(damaged, game)
            if found.row or found.moves:
                into.bring(found, game)


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
        # Of all formats: a row's length says which one it is of.
        row = damaged.execute("SELECT * FROM games WHERE id = ?", (game,)).fetchone()
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
