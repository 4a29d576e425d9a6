"""One game as a row of the table, sealed with a checksum, and back.

SQLite notices a broken structure but not a changed letter, so every row carries the checksum of its
content: a flipped bit in a name or a move is found, and a rescued row is known to be whole.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import Any, Final, NamedTuple
from zlib import crc32

from crusade.automaton.hall_of_fame import Combo, FameLine, RoundCoins
from crusade.automaton.names import clean_name, names_key
from crusade.clock import now
from crusade.record import Record, Result

from .errors import Damaged

RUNNING: Final = "running"
FINISHED: Final = "finished"
RESIGNED: Final = "resigned"


class Standing(NamedTuple):
    """How a running game stands, for the list: round, coins by seat, Lost Tribes' coins."""

    round: int
    coins: tuple[int, ...]
    tribes: int | None


class RunningGame(NamedTuple):
    """A game to continue. `played` is the moment of the last move, `moves` their number.

    `open_coins`: these people agreed that all coins lie open.
    """

    game: int
    mode: str
    board: str
    tokens: int
    names: tuple[str, ...]
    started: str
    played: str
    round: int
    coins: tuple[int, ...]
    tribes: int | None
    moves: int
    rewound: bool
    open_coins: bool = False


@dataclass(frozen=True)
class Finish:
    """The end of a game: result, combos by seat in the order played, coins of every round.

    `finished` is the moment in UTC; left empty it is now.
    """

    result: Result
    combos: tuple[tuple[Combo, ...], ...] = ()
    rounds: tuple[RoundCoins, ...] = ()
    finished: str = ""


@dataclass
class GameRow:
    """A row of the table `games`, field by field in the order of its columns, without the seal.

    `changes` counts what was written, so that a window notices another one. `ended` orders the
    finished games; it is a counter, because clocks are set back now and then.
    """

    id: int
    state: str
    mode: str
    board: str
    tokens: int
    names: str
    people: str
    seed: int | None
    options: str
    started: str
    played: str
    rewound: int
    imported: int
    changes: int
    length: int
    round: int
    coins: str
    tribes: int | None
    ended: int | None = None
    finished: str | None = None
    combos: str | None = None
    winners: str | None = None

    def values(self) -> tuple[int | str | None, ...]:
        """The row as it is written, seal last."""
        content = tuple(getattr(self, name) for name in _FIELDS)
        return (*content, seal(*content))

    def stand(self, standing: Standing | None) -> None:
        """Take over how the game stands now."""
        self.played = now()
        if standing is not None:
            self.round, self.tribes = standing.round, standing.tribes
            self.coins = to_json(standing.coins)

    def end(self, finish: Finish, ended: int) -> None:
        """Take over the result."""
        result = finish.result
        self.state = RESIGNED if result.resigned else FINISHED
        self.coins, self.tribes = to_json(result.coins), result.tribes
        self.winners = to_json(result.winners)
        self.combos = to_json(finish.combos)
        self.ended, self.finished = ended, finish.finished or now()

    def record(self, moves: Sequence[str]) -> Record:
        """The record of this game with these moves."""
        result = None
        if self.state != RUNNING:
            result = Result(
                tuple(json.loads(self.coins)),
                self.tribes,
                tuple(json.loads(self.winners or "[]")),
                self.state == RESIGNED,
            )
        return Record(
            mode=self.mode,
            board=self.board,
            tokens=self.tokens,
            names=tuple(json.loads(self.names)),
            started=self.started,
            moves=tuple(moves),
            seed=self.seed,
            options=json.loads(self.options),
            result=result,
            rewound=bool(self.rewound),
        )

    def running(self) -> RunningGame:
        """The entry in the list of games to continue."""
        return RunningGame(
            self.id, self.mode, self.board, self.tokens, tuple(json.loads(self.names)),
            self.started, self.played, self.round, tuple(json.loads(self.coins)), self.tribes,
            self.length, bool(self.rewound), bool(json.loads(self.options).get("open_coins")),
        )  # fmt: skip


_FIELDS: Final = tuple(field.name for field in fields(GameRow))
COLUMNS: Final = ", ".join((*_FIELDS, "seal"))
PUT_GAME: Final = f"REPLACE INTO games ({COLUMNS}) VALUES ({', '.join('?' * (len(_FIELDS) + 1))})"
PUT_MOVE: Final = "REPLACE INTO moves (game, place, text, seal) VALUES (?, ?, ?, ?)"
PUT_CHRONICLE: Final = "REPLACE INTO chronicles (game, moves, rounds, seal) VALUES (?, ?, ?, ?)"


def seal(*content: int | str | None) -> int:
    """The checksum of a row's content."""
    return crc32("\x1f".join(map(str, content)).encode("utf-8", "surrogatepass"))


def to_json(value: object) -> str:
    """Compact JSON, the same text for the same value."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), sort_keys=True)


def unsealed(row: Sequence[int | str | None]) -> Sequence[int | str | None]:
    """The row without its seal. Raises Damaged if the seal does not fit."""
    if seal(*row[:-1]) != row[-1]:
        raise Damaged("a row was changed outside the game")
    return row[:-1]


def game_row(row: Sequence[int | str | None]) -> GameRow:
    """A row of `SELECT {COLUMNS}` as a GameRow. Raises Damaged."""
    return GameRow(*unsealed(row))  # type: ignore[arg-type]


def new_row(game: int, record: Record, standing: Standing) -> GameRow:
    """The row of a game that begins with this record."""
    return GameRow(
        id=game, state=RUNNING, mode=record.mode, board=record.board, tokens=record.tokens,
        names=to_json([clean_name(name) or "?" for name in record.names]),
        people=names_key(record.names), seed=record.seed,
        options=json.dumps(dict(record.options), sort_keys=True),
        started=record.started, played=now(), rewound=int(record.rewound), imported=0, changes=0,
        length=len(record.moves), round=standing.round, coins=to_json(standing.coins),
        tribes=standing.tribes,
    )  # fmt: skip


def move_values(game: int, place: int, text: str) -> tuple[int, int, str, int]:
    """A row of the table `moves`."""
    return game, place, text, seal(game, place, text)


def chronicle_values(game: int, moves: Sequence[str], rounds: str) -> tuple[int, str, str, int]:
    """A row of the table `chronicles`: a finished game's moves as lines, its coins as JSON."""
    lines = "\n".join(moves)
    return game, lines, rounds, seal(game, lines, rounds)


def lines_of(moves: str) -> list[str]:
    """The moves of a chronicle, one by one."""
    return moves.split("\n") if moves else []


def rounds_from(text: str) -> tuple[RoundCoins, ...]:
    """The coins of every round from their JSON."""
    return tuple(
        RoundCoins(number, seat, coins, tuple((words, amount) for words, amount in items))
        for number, seat, coins, items in json.loads(text)
    )


class FameReader:
    """Turns rows into lines of the Hall of Fame; what many rows share is decoded only once."""

    COLUMNS: Final = (
        "id, finished, started, mode, board, names, tokens, combos, coins, tribes, winners, "
        "state, rewound, imported"
    )

    def __init__(self) -> None:
        self._lists: dict[str, tuple[Any, ...]] = {}
        self._combos: dict[tuple[str, str], Combo] = {}

    def line(self, row: Sequence[Any]) -> FameLine:
        """One row of `SELECT {COLUMNS}`. Raises Damaged if it cannot be read."""
        try:
            (game, finished, started, mode, board, names, tokens, combos, coins, tribes, winners,
             state, rewound, imported) = row  # fmt: skip
            return FameLine(
                game, finished, started, mode, board, self._list(names), tokens,
                tuple([self._played(seat) for seat in json.loads(combos)]),
                self._list(coins), tribes, self._list(winners),
                state == RESIGNED, rewound == 1, imported == 1,
            )  # fmt: skip
        except (ValueError, TypeError) as error:
            raise Damaged(str(error)) from None

    def _played(self, pairs: list[list[str]]) -> tuple[Combo, ...]:
        """The combos of one person; there are few different ones, and objects are dear."""
        known = self._combos
        return tuple([known.get((one, two)) or self._combo(one, two) for one, two in pairs])

    def _combo(self, power: str, race: str) -> Combo:
        return self._combos.setdefault((power, race), Combo(power, race))

    def _list(self, text: str) -> tuple[Any, ...]:
        known = self._lists.get(text)
        if known is None:
            known = self._lists[text] = tuple(json.loads(text))
        return known
