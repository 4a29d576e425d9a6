"""The archive of games: every move is on the disk before it is shown, every finished game is kept.

Every method that writes is one transaction: it happens wholly or not at all, and a failure is one
sentence (ArchiveError) while the game in memory goes on; `keep` then catches up. Two windows may
use one archive; the second one to change a game is told so (ArchiveConflict).

A game is its key, not its number: a GameNumber, as every method here gives it, means the same game
even where the file was deleted or replaced meanwhile and another game has the number.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from crusade import record as text_record
from crusade.automaton.difficulty import START
from crusade.automaton.hall_of_fame import FameLine, RoundCoins
from crusade.files import write_atomically
from crusade.record import BASE, Record
from crusade.rules.ids import CLASSIC
from crusade.texts import N_, _

from . import diary, queries
from .connection import OpenFile
from .database import one_view
from .errors import ArchiveConflict, ArchiveError, Damaged
from .rows import (
    PUT_BESIDE,
    PUT_CHRONICLE,
    PUT_GAME,
    PUT_MOVE,
    RUNNING,
    Finish,
    GameNumber,
    GameRow,
    Kept,
    RunningGame,
    Standing,
    Story,
    beside_values,
    chronicle_values,
    move_values,
    new_row,
    rounds_from,
    rounds_text,
)

_GONE: Final = N_(
    "This game is no longer in the file of games; it is saved anew with the next move."
)
_CHANGED: Final = N_("This game was played on in another window; load it again to continue here.")
_OVER: Final = N_("This game was finished in another window.")
_OLDER: Final = N_(
    "The file of games holds an older state of this game; it is saved anew with the next move."
)
_STORY: Final = "story"
_DRAFT: Final = "draft"


class Archive(OpenFile):
    """An open file of games; made by `open_archive`. Not to be shared between threads."""

    # -- running games --

    def new_game(self, record: Record, standing: Standing) -> GameNumber:
        """Begin a game with this record (usually without moves yet) and return its number."""
        return self.keep(None, record, standing)

    def append_moves(
        self,
        game: int,
        index: int,
        texts: Sequence[str],
        standing: Standing | None = None,
        story: Kept | None = None,
    ) -> None:
        """Write moves that follow the first `index` ones; the same call twice is harmless.

        `story` (the text of a Story) is kept beside the game. Raises ArchiveConflict if another
        window changed the game, ArchiveError if it cannot be written now.
        """
        _check_lines(texts)
        with self._writing():
            row = self._running(game)
            if self._append(row, index, texts):
                row.stand(standing)
                self._put(row, index, texts)
                self._put_beside(row, _STORY, story)

    def truncate(
        self,
        game: int,
        index: int,
        standing: Standing | None = None,
        past_chance: bool = False,
        story: Kept | None = None,
    ) -> None:
        """Undo: keep only the first `index` moves. `past_chance` marks the game for good."""
        with self._writing():
            row = self._running(game)
            self._check_ours(row)
            if not 0 <= index <= row.length:
                raise ArchiveConflict(_(_CHANGED))
            self._cut(row, index)
            row.rewound |= past_chance
            row.stand(standing)
            self._put(row, index, ())
            self._put_beside(row, _STORY, story)

    def keep(
        self, game: int | None, record: Record, standing: Standing, story: Kept | None = None
    ) -> GameNumber:
        """Make the file hold exactly this running game, whatever of it is there; return its number.

        This is how a game catches up after an ArchiveError; `game` is None if it never got a
        number. The number may change, where a damaged file was replaced by an older copy.
        """
        _check_lines(record.moves)
        wanted = new_row(0, record, standing)
        with self._writing() as database:
            row = None if game is None else self._find(game)
            if row is None and isinstance(game, GameNumber):
                wanted.key = game.key  # it is the same game, saved anew
            elif row is not None and (row.started, row.people) != (wanted.started, wanted.people):
                row = None
            if row is None:
                row = wanted
                row.id, row.length = queries.last_number(database) + 1, 0
            elif row.state != RUNNING:
                raise ArchiveConflict(_(_OVER))
            stored = queries.running_moves(database, row.id)
            same = _common(stored, record.moves)
            seen = self._seen.get(row.key)
            answer_lost = row.changes - 1 == seen and same == len(stored)
            ahead = row.changes > (row.changes if seen is None else seen)
            if (ahead and not answer_lost) or (seen is None and same < len(stored)):
                raise ArchiveConflict(_(_CHANGED))
            # A file that knows less of the game than this window is an older copy of it.
            row.changes = self._seen[row.key] = max(row.changes, seen or 0)
            self._cut(row, same)
            self._append(row, same, record.moves[same:])
            row.rewound |= record.rewound
            row.options, row.edition = wanted.options, wanted.edition
            row.stand(standing)
            self._put(row, same, record.moves[same:])
            self._put_beside(row, _STORY, story)
        return row.number()

    def shown(
        self,
        game: int,
        length: int,
        standing: Standing,
        edition: int,
        story: Kept | None = None,
    ) -> None:
        """This game is on the screen now: it comes first in the list, with this standing.

        Standing and edition are only taken over if the game still has `length` moves; so is the
        text of its Story, which games written before there were stories do not have yet.
        """
        with self._writing() as database:
            row = self._find(game)
            if row is None or row.state != RUNNING:
                return
            row.touched = queries.next_touch(database)
            if row.length == length:
                row.put_standing(standing)
                row.edition = edition
                self._put_beside(row, _STORY, story)
            database.execute(PUT_GAME, row.values())

    def delete(self, game: int) -> None:
        """Throw a running game away because the player said so. Raises ArchiveError otherwise."""
        with self._writing() as database:
            row = self._find(game)
            if row is None:
                return
            if row.state != RUNNING:
                raise ArchiveError(_("A finished game stays in the Hall of Fame."))
            self._cut(row, 0)
            database.execute("DELETE FROM beside WHERE game = ?", (row.id,))
            database.execute("DELETE FROM games WHERE id = ?", (row.id,))
            diary.write_end(self.place.diary, row)

    # -- beside a running game --

    def save_draft(self, game: int, draft: Kept) -> None:
        """Keep a draft that was not played yet; an empty text removes it. Raises ArchiveError."""
        with self._writing() as database:
            row = self._find(game)
            if row is not None and row.state == RUNNING:
                if draft.text:
                    self._put_beside(row, _DRAFT, draft)
                else:
                    database.execute(
                        "DELETE FROM beside WHERE game = ? AND kind = ?", (row.id, _DRAFT)
                    )

    def draft(self, game: int, mark: int) -> str:
        """The draft that was kept after the moves with this mark; "" if there is none."""
        return self._beside(game, _DRAFT, mark)

    def story(self, game: int, mark: int) -> Story | None:
        """What was kept beside the game after the moves with this mark; None if there is none."""
        text = self._beside(game, _STORY, mark)
        try:
            return Story.of(text) if text else None
        except Damaged:
            return None  # it only helps where the moves do not

    def _beside(self, game: int, kind: str, mark: int) -> str:
        with self._reading() as database:
            row = self._find(game)
            return "" if row is None else queries.beside(database, row.id, kind, mark)

    # -- the list --

    def running_games(self) -> list[RunningGame]:
        """The games that can be continued, the one that was shown last first."""
        with self._reading() as database:
            return queries.running_games(database)

    # -- finished games --

    def finish(
        self, game: int, finish: Finish, index: int | None = None, texts: Sequence[str] = ()
    ) -> FameLine:
        """End a game: its last moves (if given), result, Hall of Fame line and coins at once.

        The same call twice is harmless. Raises ArchiveConflict or ArchiveError.
        """
        _check_lines(texts)
        with self._writing() as database:
            row = self._find(game)
            if row is None or row.state == RUNNING:
                row = self._running(game)
                if index is None:
                    self._check_ours(row)
                else:
                    self._append(row, index, texts)
                row.stand(None)
                start = row.length if index is None else index
                self._end(row, queries.running_moves(database, game), finish, start)
            elif row.record(()).result != finish.result:
                raise ArchiveConflict(_(_OVER))
        self.renew_backup()
        return self.fame_line(row.id)

    def fame_lines(self, mode: str | None = None) -> list[FameLine]:
        """The Hall of Fame, newest first, of one mode or of all."""
        with self._reading() as database:
            return queries.fame_lines(database, mode)

    def fame_stamp(self) -> tuple[int, int]:
        """Differs whenever the Hall of Fame does: its lines never change, they only get more."""
        with self._reading() as database:
            return queries.fame_stamp(database)

    def fame_line(self, game: int) -> FameLine:
        """The line of one finished game. Raises ArchiveError if there is none."""
        with self._reading() as database:
            line = queries.fame_line(database, game)
        if line is None:
            raise ArchiveError(_("This game is not in the Hall of Fame."))
        return line

    def round_coins(self, game: int) -> tuple[RoundCoins, ...]:
        """What each side earned in every round of a finished game; empty if it is not known."""
        with self._reading() as database:
            told = queries.chronicle(database, game)
        return () if told is None else rounds_from(told[1])

    def next_tokens(self, mode: str, names: Sequence[str], box: str = BASE) -> int:
        """The Lost Tribes' tokens that these people earned with their last game with that box, 14
        at first.

        Names are compared without regard to case and, for two players, to their order.
        """
        line = self.last_line(mode, names, box)
        return START if line is None else line.next_tokens

    def last_line(self, mode: str, names: Sequence[str], box: str = BASE) -> FameLine | None:
        """The last game that these people finished here with that box (`FameLine.box`), or None;
        imported ones do not count.
        """
        with self._reading() as database:
            return queries.last_line(database, mode, names, box)

    def player_names(self, limit: int = 12) -> list[str]:
        """The names that have played here, the last one first, each once."""
        with self._reading() as database:
            return queries.player_names(database, limit)

    # -- records --

    def game_record(self, game: int) -> Record:
        """The whole record of a running or finished game. Raises ArchiveError if there is none.

        A running game may be written by this window from then on, unless another one changes it.
        """
        with self._reading() as database, one_view(database):
            row = self._find(game)
            moves = [] if row is None else queries.moves_of(database, row.id)
        if row is None:
            raise ArchiveError(_("This game is not in the file of games."))
        self._seen[row.key] = row.changes
        return row.record(moves)

    def import_record(
        self, record: Record, finish: Finish | None = None, standing: Standing | None = None
    ) -> GameNumber:
        """Take in a record from elsewhere and return its number; the same one twice is one game.

        A finished record goes to the Hall of Fame, marked as imported; `finish` is what replaying
        it gave. Without it the line has no Races and no coins per round. `standing` is shown for
        one that can be continued.
        """
        _check_lines(record.moves)
        if finish is None and record.result is not None:
            finish = Finish(record.result)
        tribes = None if record.mode == CLASSIC else 0
        begun = Standing(0, (0,) * len(record.names), tribes)
        row = new_row(0, record, begun if standing is None else standing)
        with self._writing() as database:
            for twin in queries.twins(
                database, row.started, row.mode, row.people, len(record.moves)
            ):
                known = queries.open_row(database, twin)
                if known and tuple(queries.moves_of(database, twin)) == record.moves:
                    return known.number()
            row.id = queries.last_number(database) + 1
            if finish is None:
                row.length = 0
                self._append(row, 0, record.moves)
                self._put(row, 0, record.moves)
            else:
                row.imported = 1
                self._end(row, record.moves, finish, 0)
        self.renew_backup()
        return row.number()

    def export_record(self, game: int, path: Path) -> None:
        """Write the record of a game to a text file. Raises ArchiveError."""
        text = text_record.dump(self.game_record(game))
        try:
            write_atomically(path, text.encode("utf-8"))
        except OSError as error:
            raise ArchiveError(
                _(
                    "The file {file} cannot be written ({reason}).",
                    file=str(path),
                    reason=str(error.strerror or error),
                )
            ) from None

    # -- inside a transaction --

    def _find(self, game: int) -> GameRow | None:
        """The row of this game, which may have another number by now; None if it is gone."""
        row = queries.open_row(self._database, game)
        if isinstance(game, GameNumber) and (row is None or row.key != game.key):
            return queries.row_of(self._database, game.key)
        return row

    def _running(self, game: int) -> GameRow:
        row = self._find(game)
        if row is None:
            raise ArchiveError(_(_GONE))
        if row.state != RUNNING:
            raise ArchiveConflict(_(_OVER))
        return row

    def _check_ours(self, row: GameRow) -> None:
        """Refuse if another window wrote to the game since this one last looked.

        A file that knows less of it is an older copy: `keep` brings it up to date.
        """
        seen = self._seen.get(row.key, row.changes)
        if row.changes > seen:
            raise ArchiveConflict(_(_CHANGED))
        if row.changes < seen:
            raise ArchiveError(_(_OLDER))

    def _append(self, row: GameRow, index: int, texts: Sequence[str]) -> bool:
        """Write the moves; False if exactly these are already there."""
        end = index + len(texts)
        seen = self._seen.get(row.key, row.changes)
        if (
            row.length == end > index
            and seen in (row.changes, row.changes - 1)
            and queries.running_moves(self._database, row.id)[index:] == list(texts)
        ):
            self._wrote[row.key] = row.changes  # the answer to the first call got lost
            return False
        self._check_ours(row)
        if index != row.length:
            raise ArchiveConflict(_(_CHANGED))
        self._database.executemany(
            PUT_MOVE, (move_values(row.id, index + n, text) for n, text in enumerate(texts))
        )
        row.length = end
        return True

    def _cut(self, row: GameRow, index: int) -> None:
        self._database.execute("DELETE FROM moves WHERE game = ? AND place >= ?", (row.id, index))
        row.length = index

    def _end(self, row: GameRow, moves: Sequence[str], finish: Finish, told: int) -> None:
        """Close the game; of its moves the first `told` were written before."""
        (ended,) = self._database.execute("SELECT value FROM meta WHERE key = 'writes'").fetchone()
        row.end(finish, ended)
        self._cut(row, 0)
        row.length = len(moves)
        rounds = rounds_text(finish.rounds)
        self._database.execute("DELETE FROM beside WHERE game = ?", (row.id,))
        self._database.execute(PUT_CHRONICLE, chronicle_values(row.id, moves, rounds))
        self._put(row, told, moves[told:], rounds)

    def _put(
        self, row: GameRow, place: int, texts: Sequence[str], rounds: str | None = None
    ) -> None:
        """Write the game's row; from move `place` on this transaction wrote `texts`."""
        row.changes += 1
        if row.state == RUNNING:
            row.touched = queries.next_touch(self._database)
        self._database.execute(PUT_GAME, row.values())
        self._wrote[row.key] = row.changes
        self._tell(row, place, texts, rounds)

    def _put_beside(self, row: GameRow, kind: str, kept: Kept | None) -> None:
        if kept is not None and kept.text:
            self._database.execute(PUT_BESIDE, beside_values(row.id, kind, kept))

    def _tell(self, row: GameRow, place: int, texts: Sequence[str], rounds: str | None) -> None:
        diary.write(self.place.diary, row, place, texts, rounds)


def _check_lines(texts: Sequence[str]) -> None:
    if any(text.splitlines() != [text] for text in texts):
        raise ValueError(_("a move is one line of text"))


def _common(one: Sequence[str], other: Sequence[str]) -> int:
    """How many moves two games share from the first on."""
    shared = 0
    for left, right in zip(one, other, strict=False):
        if left != right:
            break
        shared += 1
    return shared
