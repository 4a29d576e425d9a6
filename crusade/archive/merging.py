"""Bringing games that were found in ruins, in a copy or in the diary into a good file of games.

A game is known by its key: two games that got the same number in two files are both kept, the
second one under a number of its own.
"""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass, field

from .migrations import rounds_to_2
from .queries import last_number, open_row, running_moves
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
    """What is left of one game: its row if that is whole, moves from the first on without a gap.

    `gone`: it was thrown away.
    """

    row: GameRow | None = None
    moves: list[str] = field(default_factory=list)
    rounds: str | None = None
    gone: bool = False


class Merger:
    """Brings games into the open, good file `target`, inside a transaction of its own."""

    def __init__(self, target: sqlite3.Connection) -> None:
        self.target = target
        self.brought: set[int] = set()
        """Numbers of the games that were added or brought forward."""
        self.dropped = 0
        """How many running games were thrown away."""
        self.ahead = 0
        """By how many writes the found games were ahead, at most."""
        rows = target.execute("SELECT key, id FROM games")
        self._numbers: dict[str, int] = {str(key): int(game) for key, game in rows}

    def moves_of(self, key: str) -> list[str]:
        """The moves of the running game with this key; none if it is not there."""
        game = self._numbers.get(key)
        return [] if game is None else running_moves(self.target, game)

    def drop(self, key: str) -> None:
        """Throw the running game with this key away, as the player did."""
        game = self._numbers.get(key)
        row = None if game is None else open_row(self.target, game)
        if row is None or row.state != RUNNING:
            return
        for table, column in (("moves", "game"), ("beside", "game"), ("games", "id")):
            self.target.execute(f"DELETE FROM {table} WHERE {column} = ?", (game,))
        del self._numbers[key]
        self.dropped += 1

    def bring(self, found: Found, game: int) -> None:
        """Write what was found under the number `game`, if it says more than what is there.

        Raises sqlite3.Error.
        """
        if found.row is not None:
            game = self._number(found.row)
        known = open_row(self.target, game)
        if not self._bring(found, game, known):
            return
        self.brought.add(game)
        if found.row is not None:
            self._numbers[found.row.key] = game
            self.ahead = max(self.ahead, found.row.changes - (known.changes if known else 0))

    def _number(self, row: GameRow) -> int:
        """The number of a game here: the one it has, its own if that is free, or a new one."""
        known = self._numbers.get(row.key)
        if known is not None:
            return known
        taken = self.target.execute("SELECT 1 FROM games WHERE id = ?", (row.id,)).fetchone()
        return last_number(self.target) + 1 if taken else row.id

    def _bring(self, found: Found, game: int, known: GameRow | None) -> bool:
        target = self.target
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
            self._clear(game)
            row.id, row.length = game, len(found.moves)
            target.execute(PUT_GAME, row.values())
            rounds = _rounds(found.rounds)
            target.execute(PUT_CHRONICLE, chronicle_values(game, found.moves, rounds))
            return True
        elif known is not None:
            whole = len(found.moves) == row.length
            if row.changes < known.changes or not (whole or len(found.moves) > len(known_moves)):
                return False
            if row.changes == known.changes and found.moves == known_moves:
                return False
        row.id, row.length = game, len(found.moves)
        self._clear(game)
        target.execute(PUT_GAME, row.values())
        target.executemany(PUT_MOVE, (move_values(game, n, t) for n, t in enumerate(found.moves)))
        return True

    def _clear(self, game: int) -> None:
        for table in ("moves", "beside"):
            self.target.execute(f"DELETE FROM {table} WHERE game = ?", (game,))


def _rounds(text: str) -> str:
    """Coins per round of any format as today's; none if they cannot be read."""
    try:
        return rounds_to_2(text)
    except (ValueError, TypeError, LookupError):
        return "[]"
