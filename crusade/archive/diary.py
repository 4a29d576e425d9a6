"""The diary: every write since the last safety copy, once more, in a plain file of its own.

Safety copy and diary together are the present state, so even a file of games that is lost whole
takes nothing with it. Each line is one transaction: a checksum and a JSON list of

    [the game's row, from which move on it wrote, the moves it wrote, coins per round or null]

The line is on the disk before the transaction ends. Where it cannot be written (a full disk) the
archive does not mind: the file of games itself has the move. Lines are written only inside write
transactions, and the diary is emptied inside one, so two windows never cross.
"""

from __future__ import annotations

import contextlib
import json
import os
import sqlite3
from collections.abc import Sequence
from pathlib import Path
from zlib import crc32

from .errors import Damaged
from .merging import Found, bring
from .queries import running_moves
from .rows import GameRow, game_row, to_json


def write(path: Path, row: GameRow, place: int, texts: Sequence[str], rounds: str | None) -> None:
    """Add one line; a failure is nobody's loss."""
    story = to_json([row.values(), place, list(texts), rounds]).encode()
    with contextlib.suppress(OSError), path.open("ab", buffering=0) as file:
        # It begins with a line end too, so that a torn line before it costs only itself.
        file.write(b"\n%08x %s\n" % (crc32(story), story))
        os.fsync(file.fileno())


def empty(path: Path) -> None:
    """Start anew, because a safety copy holds all of it now."""
    with contextlib.suppress(OSError):
        os.truncate(path, 0)


def retell(path: Path, target: sqlite3.Connection) -> set[int]:
    """Bring the games that the diary knows better into `target`, a restored safety copy.

    Returns their numbers. Lines that are damaged are passed over.
    """
    try:
        lines = path.read_bytes().split(b"\n")
    except OSError:
        return set()
    games: dict[int, Found] = {}
    for line in lines:
        with contextlib.suppress(Damaged, ValueError, TypeError):
            values, place, texts, rounds = _story(line)
            row = game_row(values)
            found = games.get(row.id)
            if found is None:
                found = games[row.id] = Found(moves=running_moves(target, row.id))
            found.row, found.rounds = row, rounds
            if place <= len(found.moves):  # else a line is missing between
                found.moves[place:] = texts
    return {game for game, found in games.items() if bring(found, game, target)}


def _story(line: bytes) -> tuple[list[int | str | None], int, list[str], str | None]:
    mark, _, story = line.partition(b" ")
    if int(mark, 16) != crc32(story):
        raise Damaged("a line of the diary is torn")
    values, place, texts, rounds = json.loads(story)
    return values, place, texts, rounds
