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
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from .database import connect_reading
from .errors import Damaged
from .queries import open_row, running_moves
from .rows import (
    COLUMNS,
    PUT_CHRONICLE,
    PUT_GAME,
    PUT_MOVE,
    RUNNING,
    GameRow,
    chronicle_values,
    game_row,
    lines_of,
    move_values,
    unsealed,
)

PAGE: Final = 4096
"""Bytes of a page of the file, SQLite's default since 2016."""
_MARGIN: Final = 1000
"""How many numbers beyond the newest known game are tried where the file cannot tell its own."""
_UNREADABLE: Final = (sqlite3.Error, Damaged, ValueError, TypeError, OverflowError)


@dataclass
class Found:
    """What is left of one game: its row if that is whole, moves from the first on without a gap."""

    row: GameRow | None = None
    moves: list[str] = field(default_factory=list)
    rounds: str | None = None


def rescue(source: Path, target: sqlite3.Connection, header: bytes) -> int:
    """Bring every game of the damaged `source` that is newer there into `target`.

    Returns how many games were added or brought forward. `source` is only read. `header` is the
    first page of a good file. Whatever stays unreadable is passed over; errors of `target` are
    raised as sqlite3.Error.
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
    return len(rescued)


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
            if (found.row or found.moves) and _bring(found, game, target):
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


def _bring(found: Found, game: int, target: sqlite3.Connection) -> bool:
    """Write what was found, if it says more than what the target has. True if it did."""
    known = open_row(target, game)
    known_moves = running_moves(target, game)
    row = found.row
    if known is not None and known.state != RUNNING:
        return False
    if row is None:
        # Its row is lost; the row of the last good copy serves, if the moves go on from there.
        goes_on = found.moves[: len(known_moves)] == known_moves
        if known is None or not goes_on or len(found.moves) <= len(known_moves):
            return False
        row = known
    elif row.state != RUNNING:
        if found.rounds is None:
            # The result is kept even where the moves are lost, with the moves that are known.
            found.moves, found.rounds = known_moves, "[]"
        target.execute("DELETE FROM moves WHERE game = ?", (game,))
        row.length = len(found.moves)
        target.execute(PUT_GAME, row.values())
        target.execute(PUT_CHRONICLE, chronicle_values(game, found.moves, found.rounds))
        return True
    elif known is not None:
        newer = row.changes > known.changes
        whole = len(found.moves) == row.length
        if not newer or not (whole or len(found.moves) > len(known_moves)):
            return False
    row.length = len(found.moves)
    target.execute("DELETE FROM moves WHERE game = ?", (game,))
    target.execute(PUT_GAME, row.values())
    target.executemany(PUT_MOVE, (move_values(game, n, t) for n, t in enumerate(found.moves)))
    return True
