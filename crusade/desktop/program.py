"""The program behind the scenes: archive, settings and sessions, and which scene comes next.

This is the real `Host`. Scenes ask it for data and tell it what the person chose; it never draws.
"""

from __future__ import annotations

import contextlib
import os
import random
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeVar

from crusade.archive import Archive, ArchiveError, RunningGame, open_archive
from crusade.automaton.difficulty import START
from crusade.automaton.fame_export import to_csv, to_json
from crusade.automaton.hall_of_fame import FameLine, RoundCoins
from crusade.clock import local_day, now
from crusade.desktop.app import App
from crusade.desktop.scenes.fame import FameScene
from crusade.desktop.scenes.host import NewGameChoice
from crusade.desktop.scenes.new_game import NewGameScene
from crusade.desktop.scenes.replay import ReplayScene
from crusade.desktop.scenes.result import ResultScene
from crusade.desktop.scenes.rules_book import RulesScene
from crusade.desktop.scenes.settings import SettingsScene
from crusade.desktop.scenes.table import TableScene
from crusade.desktop.scenes.title import TitleScene
from crusade.desktop.sound import Sounds
from crusade.desktop.words import log_lines
from crusade.files import write_atomically
from crusade.imports import ImportRefused, take_in
from crusade.replay import ReplayError
from crusade.rules.ids import CLASSIC, SOLO
from crusade.session import NewGame, Session
from crusade.settings import Settings, SettingsError, load_settings, save_settings

T = TypeVar("T")
LONGEST_IMPORT = 4_000_000
"""Bytes; no record of a game is longer."""


class Program:
    """The real Host: see `scenes.host.Host` for what each method promises."""

    def __init__(
        self,
        folder: Path,
        *,
        archive: Archive | None = None,
        headless: bool = False,
        size: tuple[int, int] | None = None,
    ) -> None:
        self.folder = folder
        self._settings, self._notices = load_settings(folder)
        self.archive = archive
        if archive is None:
            try:
                self.archive, notices = open_archive(folder)
                self._notices += notices
            except ArchiveError as error:
                self._notices.append(f"{error} Games of this session cannot be kept.")
        self.sounds = Sounds(self._settings.sound and not headless, self._settings.volume)
        self.headless = headless
        self.app = App(
            size=size or self._settings.window_size,
            ui_percent=self._settings.interface_size,
            fullscreen=self._settings.full_screen and not headless,
            headless=headless,
            on_window=self._window_changed,
        )
        self.app.push(TitleScene(self))

    # ---------------------------------------------------------------- the title screen
    def running_games(self) -> Sequence[RunningGame]:
        """Games that can be continued, newest first."""
        return self._ask(Archive.running_games, [])

    def notices(self) -> Sequence[str]:
        """Sentences to show once on the title screen."""
        told, self._notices = self._notices, []
        return told

    def resume(self, game: int) -> None:
        """Take a running game up again."""
        if self.archive is None:
            return
        try:
            session = Session.resume(self.archive, game, self._settings.settle_ties)
        except (ArchiveError, ReplayError) as error:
            self._tell(f"This game cannot be continued. {error}")
            return
        if session.over:
            self.finished(session)
        else:
            self.app.push(TableScene(self, session))

    def delete(self, game: int) -> str:
        """Throw a running game away."""
        return self._do(lambda archive: archive.delete(game), "The game was thrown away.")

    def export(self, game: int) -> str:
        """Write a game as a text record into the data folder."""
        path = self.folder / f"game-{game}.txt"
        return self._do(
            lambda archive: archive.export_record(game, path), f"The record was written to {path}."
        )

    def import_file(self, path: str) -> str:
        """Read a text record that was dropped on the window."""
        if self.archive is None:
            return "There is no archive to import into."
        source = Path(path)
        try:
            if source.stat().st_size > LONGEST_IMPORT:
                return f"{source.name} is far too long to be the record of a game."
            return take_in(self.archive, source.read_text(encoding="utf-8"), source.name)
        except UnicodeDecodeError:
            return f"{source.name} is not a text file, so it is no record of a game."
        except OSError as error:
            return f"{source.name} cannot be read ({error.strerror or type(error).__name__})."
        except (ImportRefused, ArchiveError) as error:
            return str(error)

    # ---------------------------------------------------------------- scenes
    def show_new_game(self) -> None:
        """Show the new-game screen."""
        self.app.push(NewGameScene(self))

    def show_fame(self) -> None:
        """Show the Hall of Fame."""
        self.app.push(FameScene(self))

    def show_rules(self) -> None:
        """Show the rules book."""
        self.app.push(RulesScene())

    def show_settings(self) -> None:
        """Show the settings."""
        self.app.push(SettingsScene(self))

    def show_result(self, line: FameLine) -> None:
        """Show the result of a finished game from the Hall of Fame."""
        colours = self._colours(line.game, len(line.names))
        self.app.push(
            ResultScene(self, line, self.round_coins(line.game), colours=colours, fresh=False)
        )

    # ---------------------------------------------------------------- beginning and ending
    def names(self) -> Sequence[str]:
        """Names that were used before, newest first."""
        none: list[str] = []
        stored = self._ask(lambda archive: archive.player_names(), none)
        return list(dict.fromkeys([*self._settings.remembered_names, *stored]))

    def tokens_for(self, mode: str, names: Sequence[str]) -> tuple[int, str]:
        """(Lost Tribes' tokens earned by these people, the sentence that says why)."""
        if mode == CLASSIC or not all(names):
            return START, f"A first game is played with {START} tokens."
        tokens = self._ask(lambda archive: archive.next_tokens(mode, tuple(names)), START)
        whose = " and ".join(names)
        none: list[FameLine] = []
        mine = [
            line
            for line in self._ask(lambda archive: archive.fame_lines(mode), none)
            if not line.imported and sorted(line.names) == sorted(names)
        ]
        if not mine:
            return tokens, f"A first game is played with {START} tokens."
        last = mine[0]
        if tokens > last.tokens:
            why = "one more"
        elif tokens < last.tokens:
            why = "one fewer"
        else:
            why = "the same"
        return tokens, f"{whose} last played against {last.tokens}: {why} this time."

    def start(self, choice: NewGameChoice) -> None:
        """Begin a game and show the table."""
        names, colours = list(choice.names), list(choice.colours)
        first = choice.first
        if len(names) > 1:
            if first is None:
                first = random.randrange(len(names))
            names = names[first:] + names[:first]
            colours = colours[first:] + colours[:first]
        options: dict[str, bool | int | str] = {
            "colours": ",".join(str(colour) for colour in colours),
            "open_coins": choice.open_coins,
        }
        if choice.mode == SOLO and self._settings.undo_past_chance:
            options["undo_past_chance"] = True
        session = Session.new(
            NewGame(choice.mode, tuple(names), choice.tokens, choice.seed, options),
            self.archive,
            self._settings.settle_ties,
        )
        with contextlib.suppress(SettingsError):
            self._settings = self._settings.with_names(names)
            save_settings(self.folder, self._settings)
        self.app.go(TableScene(self, session))

    def finished(self, session: Session) -> None:
        """A game has ended and is stored: show its result instead of the table."""
        line = self.line_of(session)
        colours = [int(word) for word in str(session.record.options["colours"]).split(",")]

        def again() -> None:
            self.start(
                NewGameChoice(
                    mode=line.mode,
                    names=line.names,
                    colours=tuple(colours),
                    first=0 if line.mode == SOLO else len(line.names) - 1,
                    tokens=self.tokens_for(line.mode, line.names)[0],
                    seed=None,
                    open_coins=bool(session.record.options.get("open_coins")),
                )
            )

        scene = ResultScene(self, line, session.finish().rounds, colours=colours, again=again)
        if isinstance(self.app.scene, TableScene):
            self.app.go(scene)
        else:
            self.app.push(scene)

    def line_of(self, session: Session) -> FameLine:
        """The Hall of Fame line of a finished game, from the archive or, failing that, from
        memory.
        """
        if self.archive is not None and session.game is not None:
            with contextlib.suppress(ArchiveError):
                return self.archive.fame_line(session.game)
        done = session.finish()
        record = session.record
        return FameLine(
            game=0,
            finished=now(),
            started=record.started,
            mode=record.mode,
            board=record.board,
            names=record.names,
            tokens=record.tokens,
            combos=done.combos,
            coins=done.result.coins,
            tribes=done.result.tribes,
            winners=done.result.winners,
            resigned=done.result.resigned,
            rewound=record.rewound,
            imported=False,
        )

    # ---------------------------------------------------------------- the Hall of Fame
    def fame_lines(self) -> Sequence[FameLine]:
        """All finished games, newest first."""
        return self._ask(lambda archive: archive.fame_lines(), [])

    def round_coins(self, game: int) -> Sequence[RoundCoins]:
        """The coins of every round of a finished game."""
        return self._ask(lambda archive: archive.round_coins(game), ())

    def game_log(self, game: int) -> Sequence[str]:
        """A finished game in words, one sentence a line; lines ending in ":" are headings."""
        session = self._look_up(game)
        return [] if session is None else [line.plain for line in log_lines(session)]

    def replay(self, game: int) -> None:
        """Show a finished game on the board, move by move."""
        session = self._look_up(game)
        if session is not None:
            self.app.push(ReplayScene(self, session, self.sounds))

    def export_fame(self, lines: Sequence[FameLine], form: str) -> str:
        """Write lines of the Hall of Fame as "csv" or "json" into the data folder."""
        path = self.folder / f"hall-of-fame-{local_day(now())}.{form}"
        written = to_csv(lines) if form == "csv" else to_json(lines)
        try:
            write_atomically(path, written.encode("utf-8"))
        except OSError as error:
            return f"{path} cannot be written ({error.strerror or type(error).__name__})."
        return f"{len(lines)} games were written to {path}."

    # ---------------------------------------------------------------- settings
    def settings(self) -> Settings:
        """The settings as they are now."""
        return self._settings

    def change(self, **values: Any) -> str:
        """Change settings, apply and keep them; a sentence if keeping them failed, else ""."""
        try:
            self._settings = self._settings.changed(**values)
        except ValueError as error:
            return str(error)
        self.app.set_ui_percent(self._settings.interface_size)
        self.sounds.set(self._settings.sound and not self.headless, self._settings.volume)
        if "full_screen" in values:
            self.app.set_fullscreen(self._settings.full_screen)
        try:
            save_settings(self.folder, self._settings)
        except SettingsError as error:
            return str(error)
        return ""

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
            return f"No file manager could be opened; the folder is {self.folder}."
        return ""

    # ---------------------------------------------------------------- helpers
    def _window_changed(self, size: tuple[int, int], fullscreen: bool) -> None:
        values = {"window_size": size, "full_screen": fullscreen}
        with contextlib.suppress(ValueError, SettingsError):
            self._settings = self._settings.changed(**values)
            save_settings(self.folder, self._settings)

    def _tell(self, sentence: str) -> None:
        self._notices.append(sentence)
        self.app.home()

    def _ask(self, question: Callable[[Archive], T], otherwise: T) -> T:
        """Read from the archive; a failure becomes a notice on the title screen."""
        if self.archive is None:
            return otherwise
        try:
            return question(self.archive)
        except ArchiveError as error:
            self._notices.append(str(error))
            return otherwise

    def _do(self, action: Callable[[Archive], object], told: str) -> str:
        if self.archive is None:
            return "There is no archive in this session."
        try:
            action(self.archive)
        except (ArchiveError, OSError) as error:
            return str(error)
        return told

    def _look_up(self, game: int) -> Session | None:
        if self.archive is None:
            return None
        try:
            return Session(self.archive.game_record(game), None, None)
        except (ArchiveError, ReplayError) as error:
            self._notices.append(str(error))
            return None

    def _colours(self, game: int, seats: int) -> list[int]:
        record = self._ask(lambda archive: archive.game_record(game), None)
        words = str(record.options.get("colours", "")) if record is not None else ""
        found = [int(word) for word in words.split(",") if word.isdecimal()]
        return found if len(found) == seats else list(range(seats))


def run(folder: Path) -> int:
    """Open the window and play until the person quits. Raises NoDisplay without a screen."""
    program = Program(folder)
    try:
        return program.app.run()
    finally:
        program.sounds.close()
        if program.archive is not None:
            program.archive.close()
