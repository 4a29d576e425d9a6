"""Files that go in and out of the program: records, tables of the Hall of Fame, their folder."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeVar

from crusade.archive import Archive, ArchiveError
from crusade.automaton.fame_export import to_csv, to_json
from crusade.automaton.hall_of_fame import FameLine
from crusade.clock import local_day, now
from crusade.desktop.kit.text import shortened
from crusade.exports import ExportRefused, write_out
from crusade.files import write_atomically
from crusade.imports import ImportRefused, RecordFile, path_of, record_files, take_in
from crusade.record import RecordError, dump, read_words
from crusade.session import Session
from crusade.texts import _, _n

T = TypeVar("T")


class FileDoors:
    """What a program does with its archive and with files beside it; every trouble is a sentence.

    ``archive`` is None where none could be opened.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.archive: Archive | None = None
        self._notices: list[str] = []
        self._last: Session | None = None
        """The game finished last; the only one that can be looked at without an archive."""
        self._played: list[Session] = []
        """Games that were at the table and may hold moves that the disk does not."""

    def delete(self, game: int) -> str:
        """Throw a running game away."""
        self._played = [one for one in self._played if one.game != game]
        return self._do(lambda archive: archive.delete(game), _("The game was thrown away."))

    def export(self, game: int) -> str:
        """Write a game as a text record into the data folder, if it tells no secret of a player."""
        path = self.folder / f"game-{game}.txt"
        if self._last is not None and (self.archive is None or not game):  # it is nowhere else
            return self._write(
                path,
                dump(self._last.record),
                _("The record was written to {path}.", path=str(path)),
            )
        return self._do(
            lambda archive: write_out(archive, game, path),
            _("The record was written to {path}.", path=str(path)),
        )

    def export_log(self, game: int | None, words: str) -> str:
        """Write the log of a game, given as text, into the data folder."""
        name = "log.txt" if game is None else f"game-{game}-log.txt"
        path = self.folder / name
        return self._write(path, words, _("The log was written to {path}.", path=str(path)))

    def import_file(self, path: str) -> str:
        """Take in the record in a file (dropped on the window, or named)."""
        source = path_of(path)
        try:
            if not stat.S_ISREG(source.stat().st_mode):  # reading a pipe would wait for ever
                return _(
                    "{name} is not a file, so it is no record of a game.",
                    name=source.name or str(source),
                )
            words = read_words(source)
        except RecordError as error:
            return shortened(_("{name}: {trouble}", name=source.name, trouble=error.sentence))
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or type(error).__name__
            return _("{name} cannot be read ({reason}).", name=source.name, reason=reason)
        return self.import_text(words, source.name)

    def import_text(self, words: str, name: str = "") -> str:
        """Take in the text of a record; ``name`` is what the sentence calls it."""
        if self.archive is None:
            return _("There is no archive to import into.")
        try:
            return take_in(self.archive, words, name or _("The record"))
        except (ImportRefused, ArchiveError) as error:
            return shortened(str(error))  # it quotes the file

    def record_files(self) -> Sequence[RecordFile]:
        """The records that lie in the data folder, newest first."""
        return record_files(self.folder)

    def export_fame(self, lines: Sequence[FameLine], form: str) -> str:
        """Write lines of the Hall of Fame as "csv" or "json" into the data folder."""
        path = self.folder / f"hall-of-fame-{local_day(now())}.{form}"
        written = to_csv(lines) if form == "csv" else to_json(lines)
        told = _n(
            "{count:,} game was written to {path}.",
            "{count:,} games were written to {path}.",
            len(lines),
            path=str(path),
        )
        return self._write(path, written, told)

    def data_folder(self) -> str:
        """Where the games are kept."""
        return str(self.folder)

    def open_data_folder(self) -> str:
        """Show that folder in the desktop's file manager; a sentence if that failed, else ""."""
        try:
            if sys.platform == "win32":
                os.startfile(self.folder)
            else:
                opener = "open" if sys.platform == "darwin" else "xdg-open"
                subprocess.Popen(
                    [opener, str(self.folder)],
                    stdout=subprocess.DEVNULL,
                    stderr=subprocess.DEVNULL,
                    start_new_session=True,
                )
        except OSError:
            return _(
                "No file manager could be opened; the folder is {folder}.", folder=str(self.folder)
            )
        return ""

    # ---------------------------------------------------------------- never lost
    def catch_up(self) -> None:
        """Store what could not be stored when it was played; what still cannot stays in memory."""
        for session in self._played:
            trouble = session.catch_up()
            if trouble and not session.conflict:
                self._note(trouble)
        self._played = [one for one in self._played if one.notice and not one.conflict]

    def _in_memory(self, game: int) -> Session | None:
        """The game as it was left, if the disk does not hold all of it."""
        behind = (one for one in self._played if one.notice and not one.conflict)
        return next((one for one in behind if one.game == game), None)

    # ---------------------------------------------------------------- helpers
    @staticmethod
    def _write(path: Path, words: str, told: str) -> str:
        """Write a text file; ``told``, or why it failed."""
        try:
            write_atomically(path, words.encode("utf-8"))
        except OSError as error:
            reason = error.strerror or type(error).__name__
            return _("{path} cannot be written ({reason}).", path=str(path), reason=reason)
        return told

    def _ask(self, question: Callable[[Archive], T], otherwise: T) -> T:
        """Read from the archive; a failure becomes a notice on the title screen."""
        if self.archive is None:
            return otherwise
        try:
            return question(self.archive)
        except ArchiveError as error:
            self._note(str(error))
            return otherwise

    def _do(self, action: Callable[[Archive], object], told: str) -> str:
        if self.archive is None:
            return _("There is no archive in this session.")
        try:
            action(self.archive)
        except (ArchiveError, ExportRefused, OSError) as error:
            return str(error)
        return told

    def _note(self, sentence: str) -> None:
        """Say something when the title is shown next, once."""
        if sentence not in self._notices:
            self._notices.append(sentence)
