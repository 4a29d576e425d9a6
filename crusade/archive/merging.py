"""Bringing a game that was found in ruins or in the diary into a restored file of games."""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass, field

from .queries import open_row, running_moves
from .rows import (
    PUT_CHRONICLE,
    PUT_GAME,
    PUT_MOVE,
    RUNNING,
    GameRow,
    chronicle_values,
    move_values,
)


@dataclass
class Found:
    """What is left of one game: its row if that is whole, moves from the first on without a gap."""

    row: GameRow | None = None
    moves: list[str] = field(default_factory=list)
    rounds: str | None = None


def bring(found: Found, game: int, target: sqlite3.Connection) -> bool:
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
        whole = len(found.moves) == row.length
        if row.changes < known.changes or not (whole or len(found.moves) > len(known_moves)):
            return False
        if row.changes == known.changes and found.moves == known_moves:
            return False
    row.length = len(found.moves)
    target.execute("DELETE FROM moves WHERE game = ?", (game,))
    target.execute(PUT_GAME, row.values())
    target.executemany(PUT_MOVE, (move_values(game, n, t) for n, t in enumerate(found.moves)))
    return True
