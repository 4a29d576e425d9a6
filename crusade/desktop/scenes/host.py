"""What the scenes ask of the rest of the program, and the small forms they fill in for it.

A scene never touches a file: it gets data from a `Host` and tells it what the person chose. The
real host works on the archive and the sessions; pictures and tests use one made of samples.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from crusade.archive import RunningGame
from crusade.automaton.hall_of_fame import FameLine, RoundCoins
from crusade.boxes.tales.own import OWN_CARDS
from crusade.desktop.sound import Sounds
from crusade.games import DEAL, DRAWS, EVENTS
from crusade.imports import RecordFile
from crusade.own_cards import OwnCards
from crusade.record import BASE, Record
from crusade.session import Session, program_option
from crusade.settings import Settings

OnTable = Callable[[str], Sequence[tuple[str, str]]]
"""What stands on the table under a name: (its heading, what is to be said of it now)."""
SOLO_ROUNDS, TWO_ROUNDS = 9, 8


@dataclass(frozen=True)
class NewGameChoice:
    """What was chosen on the new-game screen.

    `colours` are indices into `theme.SEATS`, by seat. `first` is the seat that begins, or None to
    let chance decide. `seed` is None unless the player gave one. `open_coins` is agreed here for
    the whole game. `boxes` are the keys of the boxes in the game, `events` the word of the deck of
    event cards (`games.deck`), empty for none. ``own`` are the player's own cards as the
    record of a game has them that is played once more, None for those in his file now. ``deal`` and
    ``draws`` are the options of those names (`games.DEAL`), "" for a deal of its own; a day alone
    means the deal of that day.
    """

    mode: str
    names: tuple[str, ...]
    colours: tuple[int, ...]
    first: int | None
    tokens: int
    seed: int | None
    open_coins: bool
    boxes: tuple[str, ...] = (BASE,)
    events: str = ""
    own: str | None = None
    programs: tuple[str, ...] = ()
    """By seat: which player of the program (`players.STRENGTHS`) plays it, "" for a person."""
    deal: str = ""
    draws: str = ""

    @classmethod
    def like(cls, record: Record, colours: Sequence[int]) -> NewGameChoice:
        """The set-up of a game, to play it once more: its seed, tokens, seats and cards, too."""
        return cls(
            mode=record.mode,
            names=record.names,
            colours=tuple(colours),
            first=0,
            tokens=record.tokens,
            seed=record.seed,
            open_coins=bool(record.options.get("open_coins")),
            boxes=record.boxes,
            events=str(record.options.get(EVENTS, "")),
            own=str(record.options.get(OWN_CARDS, "")),
            deal=str(record.options.get(DEAL, "")),
            draws=str(record.options.get(DRAWS, "")),
            programs=_programs(record),
        )


def _programs(record: Record) -> tuple[str, ...]:
    """Which players of the program have seats in a game; empty if none has."""
    words = [str(record.options.get(program_option(x), "")) for x in range(len(record.names))]
    return tuple(words) if any(words) else ()


class Host(Protocol):
    """The program behind the scenes.

    `sounds` plays what happens, silently where there is no device or no wish for it.

    Methods that show another scene do so themselves (they know the App). Methods that return a
    `str` return one sentence for the person: what was done, or why it was not.
    """

    sounds: Sounds

    def running_games(self) -> Sequence[RunningGame]:
        """Games that can be continued, newest first."""

    def notices(self) -> Sequence[str]:
        """Sentences to show once on the title screen (a rescued file, a missing setting)."""

    def resume(self, game: int) -> None:
        """Take a running game up again: shows the table."""

    def delete(self, game: int) -> str:
        """Throw a running game away."""

    def export(self, game: int) -> str:
        """Write a game, running or finished, as a text record; says where."""

    def export_log(self, game: int | None, words: str) -> str:
        """Write the log of a game, given as text, to a file; says where."""

    def import_file(self, path: str) -> str:
        """Take in the record in a file (dropped on the window, or named)."""

    def import_text(self, words: str) -> str:
        """Take in the text of a record (pasted)."""

    def record_files(self) -> Sequence[RecordFile]:
        """The records that lie beside the games, newest first."""

    def show_first_game(self) -> None:
        """Show what the guided first game is, and its steps."""

    def begin_first_game(self, name: str, step: int = 0, counts: bool = False) -> None:
        """Begin the guided first game at one of its steps: shows the table. It is kept in the Hall
        of Fame only if it ``counts``.
        """

    def show_import(self) -> None:
        """Show the screen that takes in a record."""

    def show_new_game(self, like: NewGameChoice | None = None) -> None:
        """Show the new-game screen, set up as another game was if one is given."""

    def show_fame(self) -> None:
        """Show the Hall of Fame."""

    def show_rules(self, table: OnTable | None = None) -> None:
        """Show the rules book; its search also finds what ``table`` says of a name."""

    def show_settings(self) -> None:
        """Show the settings."""

    def show_result(self, line: FameLine) -> None:
        """Show the result of a finished game from the Hall of Fame."""

    def names(self) -> Sequence[str]:
        """Names that were used before, newest first."""

    def boxes(self) -> Sequence[tuple[tuple[str, ...], str]]:
        """With which boxes a game can be begun, and what the choice is called; the base game
        first.
        """

    def own_cards(self) -> tuple[OwnCards, str]:
        """The event cards that the player has written, and a sentence about what is wrong with
        their file, "" if nothing is.
        """

    def tokens_for(self, mode: str, names: Sequence[str], box: str = BASE) -> tuple[int, str]:
        """(Lost Tribes' tokens earned by these people in games with that box (`FameLine.box`), the
        sentence that says why).
        """

    def today(self) -> str:
        """The day of the deal of the day (`2026-12-01`), the same all over the world."""

    def start(self, choice: NewGameChoice) -> None:
        """Begin a game: shows the table."""

    def finished(self, session: Session) -> None:
        """A game has ended, is stored and has been seen to its end: shows the result."""

    def fame_lines(self) -> Sequence[FameLine]:
        """All finished games, newest first."""

    def round_coins(self, game: int) -> Sequence[RoundCoins]:
        """The coins of every round of a finished game."""

    def game_log(self, game: int) -> Sequence[str]:
        """A finished game in words, one sentence a line; lines ending in ":" are headings."""

    def replay(self, game: int, place: int | None = 0) -> None:
        """Show a finished game on the board, move by move, from the position after so many; None
        for the last.
        """

    def play_deal(self, line: FameLine) -> None:
        """Begin a game of the same people with what was dealt in a finished one."""

    def export_fame(self, lines: Sequence[FameLine], form: str) -> str:
        """Write lines of the Hall of Fame as "csv" or "json"; says where."""

    def settings(self) -> Settings:
        """The settings as they are now."""

    def change(self, **values: Any) -> str:
        """Change settings, apply and keep them; a sentence if keeping them failed, else ""."""

    def data_folder(self) -> str:
        """Where the games are kept."""

    def open_data_folder(self) -> str:
        """Show that folder in the desktop's file manager; a sentence if that failed, else ""."""
