"""Giving the record of a game out of the archive: not while it would tell one person's secret.

A record holds every move. While a game runs that is also what one seat alone may see: the event
marker that it has looked at, a bid that is still sealed. On disk it has to be there, for the
game to go on; a file that anybody can read waits until it lies open.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from .archive import Archive, moves_mark
from .players.view import keeps_secrets
from .record import Record
from .replay import ReplayError
from .session import Session
from .texts import N_, _

_SECRET: Final = N_(
    "This game holds what only one of its players may see now, and the file would tell it: play on "
    "until it lies open, then export the game."
)


class ExportRefused(Exception):
    """A record that is not given out; the message is one sentence for a person."""


def write_out(archive: Archive, game: int, path: Path) -> None:
    """Write the record of a game as a text file.

    Raises ExportRefused while it would tell a secret, ArchiveError if it cannot be read or written.
    """
    if _tells_a_secret(archive, game, archive.game_record(game)):
        raise ExportRefused(_(_SECRET))
    archive.export_record(game, path)


def _tells_a_secret(archive: Archive, game: int, record: Record) -> bool:
    if record.result is not None:
        return False
    try:
        story = archive.story(game, moves_mark(record.moves))
        session = Session(record, None, None, story=story)
    except ReplayError:  # nobody can play it on, so nobody keeps a secret in it
        return False
    return keeps_secrets(session.state)
