"""One game as a row of the table, sealed with a checksum, and back.

SQLite notices a broken structure but not a changed letter, so every row carries the checksum of its
content: a flipped bit in a name or a move is found, and a rescued row is known to be whole. What a
whole row says is checked too (checked.py), so that a row made by hand cannot stop the program.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import Any, Final, NamedTuple, Self
from zlib import crc32

from crusade.automaton.hall_of_fame import Combo, FameLine, RoundCoins
from crusade.automaton.names import clean_name, names_key
from crusade.clock import now
from crusade.games import ADVISED, DEAL, EVENTS, box_of
from crusade.record import BASE, FIRST_EDITION, Record, Result, read_options
from crusade.rules.ids import MAX_SEATS

from . import checked, migrations
from .errors import Damaged
from .facts import facts, label_from
from .seals import seal, unsealed

RUNNING: Final = "running"
FINISHED: Final = "finished"
RESIGNED: Final = "resigned"


class GameNumber(int):
    """The number of a game in the file, with the key of the game that is meant by it.

    A bare number means whatever game has it now; this one means its game or none.
    """

    key: str

    def __new__(cls, number: int, key: str) -> Self:
        """The number of the game with this key."""
        made = super().__new__(cls, number)
        made.key = key
        return made


class Kept(NamedTuple):
    """A text that belongs to a game after certain moves; `mark` is `moves_mark` of those."""

    mark: int
    text: str


class Story(NamedTuple):
    """A running game as it stands: its position as text, and what happened so far.

    `draws` is how often the dealer has drawn; combos and coins are as the Hall of Fame keeps them.
    """

    position: str
    draws: int
    combos: tuple[tuple[Combo, ...], ...]
    rounds: tuple[RoundCoins, ...]

    def text(self) -> str:
        """The story as JSON."""
        combos = [[list(combo) for combo in seat] for seat in self.combos]
        return to_json([self.position, self.draws, combos, json.loads(rounds_text(self.rounds))])

    @classmethod
    def of(cls, text: str) -> Self:
        """The story that the text tells. Raises Damaged."""
        try:
            position, draws, combos, rounds = json.loads(text)
            seats = checked.combos(to_json(combos))
            if not isinstance(position, str) or seats > MAX_SEATS:
                raise Damaged("a story that is none")
            return cls(
                position,
                checked.whole(draws),
                tuple(tuple(Combo(*pair) for pair in seat) for seat in combos),
                rounds_from(to_json(rounds)),
            )
        except (ValueError, TypeError, RecursionError) as error:
            raise Damaged(str(error)) from None


class Standing(NamedTuple):
    """How a running game stands, for the list: round, coins by seat, and the Lost Tribes' coins,
    None in a classic game, where they have none.
    """

    round: int
    coins: tuple[int, ...]
    tribes: int | None


class RunningGame(NamedTuple):
    """A game to continue. `played` is the moment of the last move, `moves` their number.

    `open_coins`: these people agreed that all coins lie open. `box` as in `FameLine`.
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
    box: str = BASE


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
    finished games and `touched` the running ones by when they were shown last; both are counters,
    because clocks are set back now and then. `key` is the game's identity, for its number may
    belong to another game after a file was deleted or an older one put back.
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
    key: str = ""
    touched: int = 0
    boxes: str = BASE
    edition: int = FIRST_EDITION

    def values(self) -> tuple[int | str | None, ...]:
        """The row as it is written, seal last."""
        content = tuple(getattr(self, name) for name in _FIELDS)
        return (*content, seal(*content))

    def stand(self, standing: Standing | None) -> None:
        """Take over how the game stands now."""
        self.played = now()
        if standing is not None:
            self.put_standing(standing)

    def put_standing(self, standing: Standing) -> None:
        """Take over round and coins."""
        self.round, self.tribes = standing.round, standing.tribes
        self.coins = to_json(standing.coins)

    def number(self) -> GameNumber:
        """The number of this game, which knows which one is meant."""
        return GameNumber(self.id, self.key)

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
                checked.coins(self.coins),
                self.tribes,
                checked.winners(self.winners or "[]"),
                self.state == RESIGNED,
            )
        return Record(
            mode=self.mode,
            board=self.board,
            tokens=self.tokens,
            names=checked.names(self.names),
            started=self.started,
            moves=tuple(moves),
            seed=self.seed,
            options=read_options(self.options),
            result=result,
            rewound=bool(self.rewound),
            boxes=tuple(self.boxes.split(",")),
            edition=self.edition,
        )

    def running(self) -> RunningGame:
        """The entry in the list of games to continue."""
        return RunningGame(
            self.number(), self.mode, self.board, self.tokens, checked.names(self.names),
            self.started, self.played, self.round, checked.coins(self.coins), self.tribes,
            self.length, bool(self.rewound), bool(read_options(self.options).get("open_coins")),
            box_of(self.boxes.split(",")),
        )  # fmt: skip


_FIELDS: Final = tuple(field.name for field in fields(GameRow))
COLUMNS: Final = ", ".join((*_FIELDS, "seal"))
PUT_GAME: Final = f"REPLACE INTO games ({COLUMNS}) VALUES ({', '.join('?' * (len(_FIELDS) + 1))})"
PUT_MOVE: Final = "REPLACE INTO moves (game, place, text, seal) VALUES (?, ?, ?, ?)"
PUT_BESIDE: Final = "REPLACE INTO beside (game, kind, mark, text, seal) VALUES (?, ?, ?, ?, ?)"
PUT_CHRONICLE: Final = "REPLACE INTO chronicles (game, moves, rounds, seal) VALUES (?, ?, ?, ?)"


def to_json(value: object) -> str:
    """Compact JSON, the same text for the same value."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), sort_keys=True)


def game_row(row: Sequence[int | str | None]) -> GameRow:
    """A row of `SELECT {COLUMNS}` as a GameRow; a row of an older format is brought up to date.

    Raises Damaged, also if what the row says is impossible.
    """
    if len(row) != len(_FIELDS) + 1:
        row = migrations.row_now(row)
    found = GameRow(*unsealed(row))  # type: ignore[arg-type]
    checked.row(found)
    return found


def new_row(game: int, record: Record, standing: Standing) -> GameRow:
    """The row of a game that begins with this record."""
    return GameRow(
        id=game, state=RUNNING, mode=record.mode, board=record.board, tokens=record.tokens,
        names=to_json([clean_name(name) or "?" for name in record.names]),
        people=names_key(record.names), seed=record.seed,
        options=json.dumps(dict(record.options), sort_keys=True),
        started=record.started, played=now(), rewound=int(record.rewound), imported=0, changes=0,
        length=len(record.moves), round=standing.round, coins=to_json(standing.coins),
        tribes=standing.tribes, key=secrets.token_hex(8), boxes=",".join(record.boxes),
        edition=record.edition,
    )  # fmt: skip


def moves_mark(moves: Sequence[str]) -> int:
    """A checksum of the moves of a game, to tell whether they are still the same."""
    return crc32("\n".join(moves).encode("utf-8", "surrogatepass"))


def beside_values(game: int, kind: str, kept: Kept) -> tuple[int, str, int, str, int]:
    """A row of the table `beside`."""
    return game, kind, kept.mark, kept.text, seal(game, kind, kept.mark, kept.text)


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


def rounds_text(rounds: Sequence[RoundCoins]) -> str:
    """The coins of every round as JSON: round, seat, total, and what came in as facts."""
    return to_json(
        [
            (told.round, told.seat, told.coins, [(facts(label), n) for label, n in told.items])
            for told in rounds
        ]
    )


def rounds_from(text: str) -> tuple[RoundCoins, ...]:
    """The coins of every round from their JSON. Raises Damaged."""
    try:
        return tuple(
            RoundCoins(
                checked.whole(number), checked.whole(seat), checked.whole(coins),
                tuple((label_from(words), checked.whole(amount)) for words, amount in items),
            )
            for number, seat, coins, items in json.loads(text)
        )  # fmt: skip
    except (ValueError, TypeError) as error:
        raise Damaged(str(error)) from None


def _word(options: str, key: str) -> str:
    """The word of a key among a game's options; few games have it. Raises ValueError."""
    return str(read_options(options).get(key, "")) if f'"{key}"' in options else ""


class FameReader:
    """Turns rows into lines of the Hall of Fame; what many rows share is decoded only once."""

    COLUMNS: Final = (
        "id, finished, started, mode, board, names, tokens, combos, coins, tribes, winners, "
        "state, rewound, imported, options, boxes"
    )

    def __init__(self) -> None:
        self._combos: dict[tuple[str, str], Combo] = {}
        self._boxes: dict[str, str] = {}

    def line(self, row: Sequence[Any]) -> FameLine:
        """One row of `SELECT {COLUMNS}`. Raises Damaged if it cannot be read."""
        try:
            (game, finished, started, mode, board, names, tokens, combos, coins, tribes, winners,
             state, rewound, imported, options, boxes) = row  # fmt: skip
            return FameLine(
                game, finished, started, mode, board, checked.names(names), tokens,
                tuple([self._played(seat) for seat in json.loads(combos)]),
                checked.coins(coins), tribes, checked.winners(winners),
                state == RESIGNED, rewound == 1, imported == 1, _word(options, EVENTS),
                self._box(boxes), f'"{ADVISED}"' in options, _word(options, DEAL),
            )  # fmt: skip
        except (ValueError, TypeError) as error:
            raise Damaged(str(error)) from None

    def _played(self, pairs: list[list[str]]) -> tuple[Combo, ...]:
        """The combos of one person; there are few different ones, and objects are dear."""
        known = self._combos
        return tuple([known.get((one, two)) or self._combo(one, two) for one, two in pairs])

    def _box(self, boxes: str) -> str:
        """What stands for these boxes in a line; there are few different ones."""
        known = self._boxes.get(boxes)
        if known is None:
            known = self._boxes[boxes] = box_of(boxes.split(","))
        return known

    def _combo(self, power: str, race: str) -> Combo:
        return self._combos.setdefault((power, race), Combo(power, race))
