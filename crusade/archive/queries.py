"""Reading the tables: every SELECT that the archive needs, as functions of an open database.

All of them raise Damaged where a seal does not fit, and sqlite3.Error.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence

from crusade.automaton.hall_of_fame import FameLine
from crusade.automaton.names import name_key, names_key
from crusade.games import with_cards

from . import checked
from .errors import Damaged
from .rows import COLUMNS, FameReader, GameRow, Kept, RunningGame, game_row, lines_of
from .seals import unsealed


def open_row(database: sqlite3.Connection, game: int) -> GameRow | None:
    """The row of one game, or None."""
    row = database.execute(f"SELECT {COLUMNS} FROM games WHERE id = ?", (game,)).fetchone()
    return None if row is None else game_row(row)


def row_of(database: sqlite3.Connection, key: str) -> GameRow | None:
    """The row of the game with this key, whatever its number, or None."""
    row = database.execute(f"SELECT {COLUMNS} FROM games WHERE key = ?", (key,)).fetchone()
    return None if row is None else game_row(row)


def next_touch(database: sqlite3.Connection) -> int:
    """What the running game that is shown now is `touched` with: more than any other."""
    row = database.execute("SELECT max(touched) FROM games WHERE ended IS NULL").fetchone()
    return int(row[0] or 0) + 1


def beside(database: sqlite3.Connection, game: int, kind: str, mark: int) -> str:
    """What is kept beside a game after the moves with this mark; "" if there is nothing whole."""
    row = database.execute(
        "SELECT game, kind, mark, text, seal FROM beside WHERE game = ? AND kind = ?", (game, kind)
    ).fetchone()
    try:
        if row is None or unsealed(row)[2] != mark:
            return ""
    except Damaged:
        return ""
    return Kept(*row[2:4]).text


def running_moves(database: sqlite3.Connection, game: int) -> list[str]:
    """The moves of a running game in their order."""
    rows = database.execute(
        "SELECT game, place, text, seal FROM moves WHERE game = ? ORDER BY place", (game,)
    )
    return [str(unsealed(row)[2]) for row in rows]


def chronicle(database: sqlite3.Connection, game: int) -> tuple[list[str], str] | None:
    """The moves of a finished game and its coins per round as JSON, or None."""
    row = database.execute(
        "SELECT game, moves, rounds, seal FROM chronicles WHERE game = ?", (game,)
    ).fetchone()
    if row is None:
        return None
    _, moves, rounds = unsealed(row)
    return lines_of(str(moves)), str(rounds)


def moves_of(database: sqlite3.Connection, game: int) -> list[str]:
    """The moves of any game."""
    told = chronicle(database, game)
    return running_moves(database, game) if told is None else told[0]


def running_games(database: sqlite3.Connection) -> list[RunningGame]:
    """The games that can be continued, the one that was shown last first."""
    rows = database.execute(
        f"SELECT {COLUMNS} FROM games WHERE ended IS NULL ORDER BY touched DESC, id DESC"
    )
    return [game_row(row).running() for row in rows]


def fame_lines(database: sqlite3.Connection, mode: str | None) -> list[FameLine]:
    """The Hall of Fame, newest first, of one mode or of all."""
    question = f"SELECT {FameReader.COLUMNS} FROM games WHERE ended IS NOT NULL"
    if mode is not None:
        question += " AND mode = :mode"
    rows = database.execute(f"{question} ORDER BY finished DESC, id DESC", {"mode": mode})
    reader = FameReader()
    return [reader.line(row) for row in rows]


def fame_stamp(database: sqlite3.Connection) -> tuple[int, int]:
    """How many games are in the Hall of Fame, and which of them ended last."""
    row = database.execute(
        "SELECT COUNT(*), MAX(ended) FROM games WHERE ended IS NOT NULL"
    ).fetchone()
    return int(row[0]), int(row[1] or 0)


def fame_line(database: sqlite3.Connection, game: int) -> FameLine | None:
    """The line of one finished game, or None."""
    row = database.execute(
        f"SELECT {FameReader.COLUMNS} FROM games WHERE id = ? AND ended IS NOT NULL", (game,)
    ).fetchone()
    return None if row is None else FameReader().line(row)


def last_line(
    database: sqlite3.Connection, mode: str, names: Sequence[str], box: str
) -> FameLine | None:
    """The line of the last game that these people finished here with that box (`FameLine.box`),
    with event cards or without; None before their first.
    """
    row = database.execute(
        f"SELECT {FameReader.COLUMNS} FROM games WHERE mode = ? AND people = ? "
        "AND boxes IN (?, ?) AND imported = 0 AND ended IS NOT NULL ORDER BY ended DESC LIMIT 1",
        (mode, names_key(names), box, ",".join(with_cards((box,)))),
    ).fetchone()
    return None if row is None else FameReader().line(row)


def player_names(database: sqlite3.Connection, limit: int) -> list[str]:
    """The names that have played here, the last one first, each once."""
    known: dict[str, str] = {}
    for (names,) in database.execute(
        "SELECT names FROM games WHERE imported = 0 ORDER BY played DESC, id DESC LIMIT 500"
    ):
        for name in checked.names(names):
            known.setdefault(name_key(name), name)
    return list(known.values())[:limit]


def twins(
    database: sqlite3.Connection, started: str, mode: str, people: str, length: int
) -> list[int]:
    """Games that may be the same one: same start, mode, people and number of moves."""
    rows = database.execute(
        "SELECT id FROM games WHERE mode = ? AND people = ? AND started = ? AND length = ?",
        (mode, people, started, length),
    )
    return [int(game) for (game,) in rows]


def last_number(database: sqlite3.Connection) -> int:
    """The highest number a game ever had here; numbers are not used twice."""
    row = database.execute("SELECT seq FROM sqlite_sequence WHERE name = 'games'").fetchone()
    return int(row[0]) if row else 0
