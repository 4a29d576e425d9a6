"""The program behind the scenes: archive, settings and sessions, and which scene comes next.

This is the real `Host`. Scenes ask it for data and tell it what the person chose; it never draws.
What the title does not need is imported when it is first shown.
"""

from __future__ import annotations

import contextlib
import gc
import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from crusade.archive import Archive, ArchiveError, RunningGame, open_archive
from crusade.atlas import board_ids
from crusade.automaton.difficulty import START
from crusade.automaton.hall_of_fame import FameLine, RoundCoins
from crusade.boxes import BOXES, offered, together
from crusade.boxes.tales.own import OWN_CARDS
from crusade.clock import now
from crusade.data_folder import cache_folder
from crusade.dealer import Deal
from crusade.desktop import kept, theme
from crusade.desktop.app import App
from crusade.desktop.file_doors import FileDoors
from crusade.desktop.kit import ask, motion
from crusade.desktop.scenes.host import NewGameChoice, OnTable
from crusade.desktop.scenes.title import TitleScene
from crusade.desktop.sound import Sounds
from crusade.desktop.words.sentences import joined
from crusade.ending import broken
from crusade.games import (
    ADVISED,
    DEAL,
    DRAWS,
    EVENTS,
    board_for,
    box_of,
    events_options,
    with_cards,
)
from crusade.own_cards import NONE as NO_CARDS
from crusade.own_cards import OwnCards, OwnCardsError
from crusade.own_cards import load_file as load_own
from crusade.record import BASE, Record
from crusade.replay import ReplayError
from crusade.rules import ParseError, Refused
from crusade.rules.ids import CLASSIC, SOLO, TWO_PLAYER
from crusade.rules.library import LOST_TRIBES
from crusade.session import PRACTICE, NewGame, Session
from crusade.settings import Settings, SettingsError, load_settings, save_settings
from crusade.texts import _, several, tell

if TYPE_CHECKING:
    from crusade.desktop.board_view import BoardView
    from crusade.desktop.scenes.tale_view import TaleView


_DAY = len("2026-12-01")


class Program(FileDoors):
    """The real Host: see `scenes.host.Host` for what each method promises."""

    def __init__(
        self,
        folder: Path,
        *,
        archive: Archive | None = None,
        headless: bool = False,
        size: tuple[int, int] | None = None,
    ) -> None:
        super().__init__(folder)
        self._settings, self._notices = load_settings(folder)
        self.archive = archive
        if archive is None:
            try:
                self.archive, notices = open_archive(folder)
                self._notices += notices
            except ArchiveError as error:
                self._notices.append(joined(str(error), _("Games of this session cannot be kept.")))
        self.sounds = Sounds(self._settings.sound and not headless, self._settings.volume)
        self.headless = headless
        self._fame: tuple[tuple[int, int] | None, Sequence[FameLine]] = None, ()
        """The lines of the Hall of Fame as they were read last, with their stamp."""
        self.app = App(
            size=size or self._settings.window_size,
            ui_percent=self._settings.interface_size,
            fullscreen=self._settings.full_screen and not headless,
            headless=headless,
            on_window=self._window_changed,
        )
        self._apply_looks_and_sounds()
        self.app.push(TitleScene(self))

    # ---------------------------------------------------------------- the title screen
    def running_games(self) -> Sequence[RunningGame]:
        """Games that can be continued, newest first."""
        self.catch_up()
        return self._ask(Archive.running_games, [])

    def notices(self) -> Sequence[str]:
        """Sentences to show once on the title screen."""
        told, self._notices = self._notices, []
        return told

    def resume(self, game: int) -> None:
        """Take a running game up again."""
        from crusade.desktop.scenes.table import TableScene

        if self.archive is None:
            return
        try:
            session = self._in_memory(game) or Session.resume(
                self.archive, game, self._settings.settle_ties
            )
        except (ArchiveError, ReplayError) as error:
            self._tell(joined(_("This game cannot be continued."), str(error)))
            return
        if session.over:
            self.finished(session)
            return
        session.settle_ties = self._settings.settle_ties
        session.rewinds = self._settings.undo_past_chance
        self._played.append(session)
        self.app.push(TableScene(self, session))

    # ---------------------------------------------------------------- scenes
    def show_new_game(self, like: NewGameChoice | None = None) -> None:
        """Show the new-game screen, set up as another game was if one is given."""
        from crusade.desktop.scenes.new_game import NewGameScene

        self.app.push(NewGameScene(self, like))

    def boxes(self) -> Sequence[tuple[tuple[str, ...], str]]:
        """With which boxes a game can be begun, and what the choice is called."""
        return [(words, tell(title)) for words, title in offered()]

    def own_cards(self) -> tuple[OwnCards, str]:
        """The player's own event cards, and what is wrong with their file."""
        try:
            return load_own(self.folder), ""
        except OwnCardsError as error:
            return NO_CARDS, error.sentences[0]

    def show_first_game(self) -> None:
        """Show what the guided first game is, and its steps."""
        from crusade.desktop.scenes.first_game import FirstGameScene

        self.app.push(FirstGameScene(self))

    def begin_first_game(self, name: str, step: int = 0, counts: bool = False) -> None:
        """Begin the guided first game at one of its steps; from now on there is advice."""
        from crusade.desktop.table.first_game import play_up_to, read_before, set_up

        try:
            session = Session.new(
                set_up(name, counts and not step), self.archive, self._settings.settle_ties
            )
            play_up_to(session, step)
        except (ParseError, Refused, ReplayError) as error:
            self._tell(str(error))
            return
        left = self._at_the_table()
        if left is not None and left.record.options.get(PRACTICE) and left.game is not None:
            self.delete(left.game)  # practice is begun anew, not piled up
        self._keep_settings(
            guide=True, advice=True, lessons=read_before(self._settings.lessons, step)
        )
        self._show_table(session)

    def _at_the_table(self) -> Session | None:
        """The game whose table lies below what is shown, None where there is none."""
        tables = [scene.on_table for scene in self.app.scenes if scene.on_table is not None]
        return tables[-1] if tables else None

    def _show_table(self, session: Session) -> None:
        from crusade.desktop.scenes.table import TableScene

        self._played.append(session)
        self.app.scene_leave_all()  # a table that the new game was set up from is left, too
        self.app.push(TableScene(self, session))

    def show_import(self) -> None:
        """Show the screen that takes in a record."""
        from crusade.desktop.scenes.take_in import ImportScene

        self.app.push(ImportScene(self))

    def show_fame(self) -> None:
        """Show the Hall of Fame."""
        from crusade.desktop.scenes.fame import FameScene

        self.app.push(FameScene(self))

    def show_rules(self, table: OnTable | None = None) -> None:
        """Show the rules book; its search also finds what ``table`` says of a name."""
        from crusade.desktop.scenes.rules_book import RulesScene

        self.app.push(RulesScene(learn=self.show_first_game, table=table))

    def show_settings(self) -> None:
        """Show the settings, in the words of the game that is on the table."""
        from crusade.desktop.scenes.settings import SettingsScene

        played = self._at_the_table()
        known = LOST_TRIBES if played is None else played.setup.library.folk
        self.app.push(SettingsScene(self, known))

    def show_result(self, line: FameLine) -> None:
        """Show the result of a finished game from the Hall of Fame."""
        from crusade.desktop.scenes.result import ResultScene

        record = self._ask(lambda archive: archive.game_record(line.game), None)
        colours = list(range(len(line.names))) if record is None else colours_in(record)
        self.app.push(
            ResultScene(
                self,
                line,
                self.round_coins(line.game),
                colours=colours,
                fresh=False,
                like=None if record is None else NewGameChoice.like(record, colours),
                story=None if record is None else lambda: self._story(line),
            )
        )

    # ---------------------------------------------------------------- beginning and ending
    def names(self) -> Sequence[str]:
        """Names that were used before, newest first; none if they are not to be remembered."""
        if not self._settings.remember_names:
            return []
        none: list[str] = []
        stored = self._ask(lambda archive: archive.player_names(), none)
        return list(dict.fromkeys([*self._settings.remembered_names, *stored]))

    def tokens_for(self, mode: str, names: Sequence[str], box: str = BASE) -> tuple[int, str]:
        """(Lost Tribes' tokens earned with that box, the sentence that says why)."""
        from crusade.desktop.scenes.new_game import first_game

        if mode == CLASSIC or not all(names):
            return START, first_game(START)
        last = self._ask(lambda archive: archive.last_line(mode, tuple(names), box), None)
        if last is None:
            return START, first_game(START)
        tokens = last.next_tokens
        values = {"names": several(names), "last": last.tokens, "now": tokens}
        if tokens > last.tokens:
            why = _("{names} last played with {last}, so {now} are earned: one more now.", **values)
        elif tokens < last.tokens:
            why = _(
                "{names} last played with {last}, so {now} are earned: one fewer now.", **values
            )
        else:
            why = _("{names} last played with {last}, so {now} are earned: as many now.", **values)
        return tokens, why

    def today(self) -> str:
        """The day of the deal of the day, the same all over the world."""
        return now()[:_DAY]

    def start(self, choice: NewGameChoice) -> None:
        """Begin a game and show the table."""
        names, colours = list(choice.names), list(choice.colours)
        first = choice.first
        programs = [*choice.programs, *[""] * len(names)][: len(names)]
        if len(names) > 1:
            if first is None:
                first = random.randrange(len(names))
            names = names[first:] + names[:first]
            programs = programs[first:] + programs[:first]
            colours = colours[first:] + colours[:first]
        options: dict[str, bool | int | str] = {
            "colours": ",".join(str(colour) for colour in colours),
            "open_coins": choice.open_coins,
        }
        boxes = choice.boxes
        if choice.events:
            if choice.own is None:
                options |= events_options(choice.events, self.own_cards()[0])
            else:
                options[EVENTS] = choice.events
                if choice.own:
                    options[OWN_CARDS] = choice.own
            boxes = with_cards(boxes)
        if choice.deal:
            options[DEAL] = choice.deal
            if choice.draws:
                options[DRAWS] = choice.draws
        if choice.mode == SOLO and self._settings.undo_past_chance:
            options["undo_past_chance"] = True
        try:
            session = Session.new(
                NewGame(
                    choice.mode,
                    tuple(names),
                    choice.tokens,
                    choice.seed,
                    options,
                    boxes,
                    {seat: word for seat, word in enumerate(programs) if word},
                ),
                self.archive,
                self._settings.settle_ties,
            )
        except ReplayError as error:  # a board of the program is missing or broken
            self._tell(str(error))
            return
        self._settings = self._settings.with_names(
            [name for name, word in zip(names, programs, strict=True) if not word]
        )
        agreed = {} if choice.mode == SOLO else {"open_coins": choice.open_coins}
        self._keep_settings(box=box_of(choice.boxes), **agreed)
        self._show_table(session)

    def finished(self, session: Session) -> None:
        """A game has ended and is stored: show its result instead of the table."""
        from crusade.desktop.scenes.result import ResultScene
        from crusade.desktop.scenes.table import TableScene

        trouble = session.catch_up()
        self._last = session
        line = self.line_of(session)
        table = self.app.scene
        seen = table.board.view if isinstance(table, TableScene) else None
        colours = colours_in(session.record)
        like = NewGameChoice.like(session.record, colours)

        practised = bool(session.record.options.get(PRACTICE))

        def again() -> None:
            if practised:
                self.show_new_game()  # what comes after practice is chosen first
                return
            self.start(
                replace(
                    like,
                    first=0 if line.mode == SOLO else len(line.names) - 1,
                    tokens=self.tokens_for(line.mode, line.names, line.box)[0],
                    seed=None,
                    deal="",
                    draws="",
                )
            )

        scene = ResultScene(
            self,
            line,
            session.finish().rounds,
            colours=colours,
            again=again,
            like=like,
            practice=practised,
            story=lambda: self._story(line, seen),
        )
        if self.app.scene is not None and self.app.scene.on_table is not None:
            self.app.go(scene)
        else:
            self.app.push(scene)
        if not trouble and self.archive is not None:
            trouble = self.archive.backup_notice or ""
        scene.say(trouble)

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
            events=str(record.options.get(EVENTS, "")),
            box=box_of(record.boxes),
            advised=bool(record.options.get(ADVISED)),
            deal=str(record.options.get(DEAL, "")),
        )

    # ---------------------------------------------------------------- the Hall of Fame
    def fame_lines(self) -> Sequence[FameLine]:
        """All finished games, newest first."""
        stamp = self._ask(lambda archive: archive.fame_stamp(), None)
        if stamp is None or stamp != self._fame[0]:
            lines = self._ask(lambda archive: archive.fame_lines(), None)
            if lines is None:
                return ()
            self._fame = stamp, lines
        return self._fame[1]

    def round_coins(self, game: int) -> Sequence[RoundCoins]:
        """The coins of every round of a finished game."""
        return self._ask(lambda archive: archive.round_coins(game), ())

    def game_log(self, game: int) -> Sequence[str]:
        """A finished game in words, one sentence a line; lines ending in ":" are headings."""
        from crusade.desktop.words import log_lines
        from crusade.desktop.words.log import EVENT

        session = self._look_up(game)
        if session is None:
            return []
        return [
            line.plain if line.kind == EVENT else f"{line.plain.rstrip(':')}:"
            for line in log_lines(session, by_name=True)
        ]

    def replay(self, game: int, place: int | None = 0) -> None:
        """Show a finished game on the board, move by move, from the position after so many; None
        for the last.
        """
        from crusade.desktop.scenes.replay import ReplayScene

        session = self._look_up(game)
        if session is not None:
            scene = ReplayScene(self, session, self.sounds)
            self.app.push(scene)
            scene.jump(scene.course.last if place is None else place)

    def play_deal(self, line: FameLine) -> None:
        """Begin a game of the same people with what was dealt in a finished one."""
        session = self._look_up(line.game)
        if session is None:
            return
        record = session.record
        choice = NewGameChoice.like(record, colours_in(record))
        if not choice.deal:
            dealt = Deal.of(made.move for made in session.steps)
            choice = replace(choice, deal=record.started, draws=dealt.text())
        self.start(choice)

    def _story(self, line: FameLine, seen: BoardView | None = None) -> TaleView | None:
        """The story of a finished game; `seen` is the board at its table."""
        from crusade.desktop.scenes.tale_view import tell_tale

        session = self._look_up(line.game)
        if session is None:
            return None
        return tell_tale(self, session, line, broken(line, self.fame_lines()), seen)

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
        self._apply_looks_and_sounds()
        if "full_screen" in values:
            self.app.set_fullscreen(self._settings.full_screen)
        if not self._settings.remember_names:
            self._settings = self._settings.changed(remembered_names=())
        self._change_table()
        return self._keep_settings()

    def _apply_looks_and_sounds(self) -> None:
        """High contrast, reduced motion and volumes, as the settings say."""
        now = self._settings
        motion.reduce(now.reduced_motion)
        self.sounds.set(
            now.sound and not self.headless, now.volume, now.volume_pieces, now.volume_signals
        )
        if theme.set_contrast(now.high_contrast):
            self.app.looks_changed()

    def _change_table(self) -> None:
        """Let the game at the table go by the settings from now on.

        Not by `open_coins`: whether coins lie open was agreed when the game was set up.
        """
        for scene in self.app.scenes:
            if scene.on_table is not None:
                scene.on_table.settle_ties = self._settings.settle_ties
                scene.on_table.rewinds = self._settings.undo_past_chance

    # ---------------------------------------------------------------- helpers
    def likely_boards(self) -> Iterator[str | None]:
        """The boards that may be played next: those of the box chosen last, then all others whose
        shape nothing is known of yet; None while a game is set up, whose board goes first.
        """
        box = self._settings.box
        for mode, seats in ((SOLO, 1), (TWO_PLAYER, 2)) if box in BOXES else ():
            yield board_for(mode, seats, together(box))
        mark = kept.name_of("boards", board_ids())
        if mark and kept.read(mark) is None:
            for board in board_ids():
                while self.app.scene is not None and self.app.scene.sets_up:
                    yield None
                yield board
            kept.write(mark, b"")

    def _window_changed(self, size: tuple[int, int], fullscreen: bool) -> None:
        values = {"window_size": size, "full_screen": fullscreen}
        with contextlib.suppress(ValueError):
            self._settings = self._settings.changed(**values)
            self._keep_settings()

    def _keep_settings(self, **values: Any) -> str:
        """Change these settings and write all of them; a sentence if that failed, else ""."""
        self._settings = self._settings.changed(**values)
        try:
            save_settings(self.folder, self._settings)
        except SettingsError as error:
            return str(error)
        return ""

    def _tell(self, sentence: str) -> None:
        """Say something on the screen that is seen."""
        if self.app.scene is not None:
            ask(self.app.scene.ui, _("The Lost Tribes’ Crusade"), sentence)

    def _look_up(self, game: int) -> Session | None:
        """A finished game, played again; None, with a sentence on the screen, if that failed."""
        if self._last is not None and game in (0, self._last.game):
            return self._last
        if self.archive is None:
            return None
        try:
            return Session(self.archive.game_record(game), None, None)
        except (ArchiveError, ReplayError) as error:
            self._tell(str(error))
            return None


def colours_in(record: Record) -> list[int]:
    """Indices into `theme.SEATS` by seat, as chosen for a game; those of the seats if unknown."""
    return list(record.seat_colours(len(theme.SEATS)) or range(len(record.names)))


def run(folder: Path) -> int:
    """Open the window and play until the person quits. Raises NoDisplay without a screen."""
    from crusade.desktop.foresight import Foresight

    kept.use(cache_folder(folder))
    program = Program(folder)
    program.app.pump(0.0)
    gc.freeze()  # what the program is made of stays as long as it runs
    gc.enable()
    foresight = Foresight(program.likely_boards)
    try:
        return program.app.run()
    finally:
        foresight.stop()
        program.sounds.close()
        program.catch_up()
        if program.archive is not None:
            program.archive.close()
