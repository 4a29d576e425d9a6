"""One window's hold on the file of games: transactions, and what to do when the file misbehaves."""

from __future__ import annotations

import contextlib
import os
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType
from typing import Self

from crusade.texts import _

from .database import connect, copy, roll_back
from .errors import BROKEN, ArchiveError, Damaged, in_words, is_damage
from .lock import only_one
from .mending import Place, back_up, make_ready


class OpenFile:
    """The open file of games; not to be shared between threads."""

    def __init__(self, place: Place) -> None:
        self.place = place
        """Where the file and its companions lie."""
        self._database = connect(place.main)
        self._identity = _identity(place.main)
        self._open = True
        self._alone = False
        """Whether this window holds the lock already."""
        self._seen: dict[str, int] = {}
        """Of each game, by its key, the `changes` that this window knows of."""
        self._wrote: dict[str, int] = {}
        """The same for what the running transaction wrote."""
        self.backup_notice: str | None = None
        """Why the last safety copy could not be made, in one sentence."""

    @property
    def path(self) -> Path:
        """The file of games."""
        return self.place.main

    @property
    def folder(self) -> Path:
        """The folder in which the file lies."""
        return self.place.folder

    def close(self) -> None:
        """Close the file; harmless when done twice."""
        self._open = False
        self._database.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    @contextlib.contextmanager
    def _reading(self) -> Iterator[sqlite3.Connection]:
        """Read inside the block; every failure comes out as ArchiveError."""
        with self._sentences():
            self._find_again()
            yield self._database

    @contextlib.contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        """Write inside the block: all of it reaches the disk, or nothing and an ArchiveError."""
        with self._sentences():
            self._find_again()
            self._wrote = {}
            # IMMEDIATE: the block reads first and must not find the file locked when it writes.
            self._database.execute("BEGIN IMMEDIATE")
            try:
                before = self._database.total_changes
                yield self._database
                if self._database.total_changes != before:
                    self._database.execute("UPDATE meta SET value = value + 1 WHERE key = 'writes'")
                self._database.execute("COMMIT")
            except BaseException:
                with contextlib.suppress(sqlite3.Error):
                    roll_back(self._database)
                raise
            self._seen.update(self._wrote)

    @contextlib.contextmanager
    def _sentences(self) -> Iterator[None]:
        try:
            yield
        except BROKEN as error:
            # A ValueError here comes from the file's text; those of the callers are raised before.
            if self._open and is_damage(error):
                raise self._mended() from error
            if isinstance(error, Damaged):
                raise ArchiveError(_("The file of games is damaged.")) from error
            raise in_words(error, self.path) from error
        except OSError as error:
            raise in_words(error, self.path) from error

    @contextlib.contextmanager
    def _only_one(self, seconds: float | None = None) -> Iterator[None]:
        """Hold the lock during the block; inside such a block again, it is held already."""
        if self._alone:
            yield
            return
        with only_one(self.place.lock, seconds):
            self._alone = True
            try:
                yield
            finally:
                self._alone = False

    def _find_again(self) -> None:
        """Make sure that the file on disk is still the one that is open."""
        if not self._open:
            raise ArchiveError(_("The file of games is closed."))
        identity = _identity(self.path)
        if identity is not None and identity == self._identity:
            return
        if identity is None and self._identity is not None:
            # Somebody deleted or moved the file under the running game: what is still open holds
            # everything, so it is written again.
            self.folder.mkdir(parents=True, exist_ok=True)
            copy(self._database, self.path)
            self._connect_again()
            return
        # Another window found damage and put a good file in place, or somebody an older copy, or
        # the last try to connect failed.
        self.folder.mkdir(parents=True, exist_ok=True)
        with self._only_one():
            make_ready(self.place)
            self._connect_again()

    def _connect_again(self) -> None:
        """Open the file that lies there now; if that fails, all is as it was, for the next try."""
        identity = _identity(self.path)
        fresh = connect(self.path)
        self._database.close()
        self._database, self._identity = fresh, identity or _identity(self.path)

    def _mended(self) -> ArchiveError:
        """Repair the file and return the sentence that says so; the caller's work was not done."""
        self._database.close()
        self._identity = None
        try:
            with self._only_one():
                notices = make_ready(self.place)
                self._connect_again()
        except (*BROKEN, OSError) as error:
            return ArchiveError(
                _(
                    "The file of games is damaged and could not be mended ({reason}).",
                    reason=str(error),
                )
            )
        except ArchiveError as error:
            return error
        return ArchiveError(
            notices[0] if notices else _("The file of games could not be read for a moment.")
        )

    def renew_backup(self) -> None:
        """Renew the safety copy; a failure is kept as `backup_notice`, the game does not suffer."""
        try:
            with self._sentences(), self._only_one(1.0), self._writing() as database:
                self.backup_notice = back_up(self.place, database)
        except ArchiveError as error:
            self.backup_notice = str(error)


def _identity(path: Path) -> tuple[int, int] | None:
    try:
        found = os.stat(path)  # noqa: PTH116
    except FileNotFoundError:
        return None
    return found.st_dev, found.st_ino
