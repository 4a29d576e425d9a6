"""Taking a record from outside into the archive: checked against the rules before it is kept."""

from __future__ import annotations

from .archive import Archive
from .record import RecordError, load
from .replay import ReplayError, check
from .session import Session


class ImportRefused(Exception):
    """A record that is not taken in; the message is one sentence for a person."""


def take_in(archive: Archive, text: str, name: str) -> str:
    """Import the record ``text`` (called ``name`` to the player); returns the sentence to show.

    A finished game goes into the Hall of Fame marked as imported, a running one can be continued.
    Raises ImportRefused for a text that is no record or that the rules do not allow, ArchiveError
    if it cannot be stored.
    """
    try:
        record = load(text)
        wrong = check(record)
        if wrong:
            raise ImportRefused(f"{name} was not imported. {wrong[0]}")
        session = Session(record, None, None)
    except RecordError as error:
        raise ImportRefused(f"{name}, line {error.line}: {error.sentence}") from None
    except ReplayError as error:
        raise ImportRefused(f"{name} was not imported. {error}") from None
    archive.import_record(record, session.finish() if session.over else None)
    where = "into the Hall of Fame" if session.over else "and can be continued"
    return f"{name} was imported {where}."
