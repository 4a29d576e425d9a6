"""Taking a record from outside into the archive: checked against the rules before it is kept."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final, NamedTuple
from urllib.parse import urlsplit

from .archive import Archive, Standing
from .record import TITLE, Record, RecordError, load, load_file, short
from .replay import ReplayError, check
from .rules.ids import CLASSIC, SOLO
from .session import Session
from .texts import _, coins, several

_HEAD: Final = 100_000
"""Characters of a text in which a record has to begin; before it only comments may stand."""


class ImportRefused(Exception):
    """A record that is not taken in; the message is one sentence for a person."""


class RecordFile(NamedTuple):
    """A file that holds a record."""

    path: Path
    record: Record


def take_in(archive: Archive, text: str, name: str) -> str:
    """Import the record ``text`` (called ``name`` to the player); returns the sentence to show.

    A finished game goes into the Hall of Fame marked as imported, a running one can be continued
    and is shown with its round and score. Raises ImportRefused for a text that is no record or that
    the rules do not allow, ArchiveError if it cannot be stored.
    """
    name = short(name)
    try:
        record = load(text)
        wrong = check(record)
        if wrong:
            raise ImportRefused(
                _("{name} was not imported. {trouble}", name=name, trouble=wrong[0])
            )
        session = Session(record, None, None)
    except RecordError as error:
        raise ImportRefused(
            _("{name}, line {line}: {trouble}", name=name, line=error.line, trouble=error.sentence)
        ) from None
    except ReplayError as error:
        raise ImportRefused(
            _("{name} was not imported. {trouble}", name=name, trouble=str(error))
        ) from None
    finish = session.finish() if session.over else None
    archive.import_record(record, finish, session.standing())
    return _told(name, session)


def _told(name: str, session: Session) -> str:
    """That a game was imported, with its round and score; coins that are hidden stay so."""
    record, standing = session.record, session.standing()
    people = several(record.names)
    if session.over:
        score = _score(record, standing)
        return _(
            "{name} was imported into the Hall of Fame: {people:and}, {score}.",
            name=name,
            people=people,
            score=score,
        )
    values = {
        "name": name,
        "people": people,
        "round": standing.round,
        "rounds": session.setup.rounds,
    }
    hidden = record.mode != SOLO and not record.options.get("open_coins")
    if hidden:
        return _(
            "{name} was imported and can be continued: {people:and}, round {round} of {rounds}.",
            **values,
        )
    return _(
        "{name} was imported and can be continued: {people:and}, round {round} of {rounds},"
        " {score}.",
        score=_score(record, standing),
        **values,
    )


def _score(record: Record, standing: Standing) -> str:
    mine = format(several(standing.coins), "and")
    if record.mode == CLASSIC:
        return mine
    return _("{mine} to {theirs}", mine=mine, theirs=coins(standing.tribes or 0))


def path_of(words: str) -> Path:
    """The file that a person means: as typed, dragged from a file manager, or copied as a link."""
    words = words.strip().strip("'\"")
    try:
        if words.startswith("file://"):
            from urllib.request import url2pathname  # it brings half the web with it

            return Path(url2pathname(urlsplit(words).path))
        return Path(words).expanduser()
    except (ValueError, RuntimeError):  # no link after all; a home of nobody
        return Path(words)


def is_record(text: str) -> bool:
    """Whether a text begins as a record does (it may still be damaged further on)."""
    lines = (line.strip() for line in text[:_HEAD].splitlines())
    return next((line for line in lines if line and line[0] != "#"), "").startswith(TITLE)


def record_files(folder: Path, most: int = 50) -> Sequence[RecordFile]:
    """The records that lie in a folder as text files, the newest file first."""
    found = []
    for path in sorted(_text_files(folder), key=_changed, reverse=True):
        try:
            if path.is_file():  # reading a pipe would wait for ever
                found.append(RecordFile(path, load_file(path)))
        except (RecordError, OSError, ValueError):
            continue
        if len(found) == most:
            break
    return found


def _text_files(folder: Path) -> list[Path]:
    try:
        return list(folder.glob("*.txt"))
    except OSError:
        return []


def _changed(path: Path) -> float:
    try:
        return path.stat().st_mtime
    except OSError:
        return 0.0
