"""A host made of samples: scenes can be drawn and tested without games on disk."""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from crusade.archive import RunningGame
from crusade.automaton import difficulty
from crusade.automaton.hall_of_fame import Combo, FameLine, RoundCoins
from crusade.boxes import FIRST, SHIPPED, library, together
from crusade.desktop.scenes.host import SOLO_ROUNDS, TWO_ROUNDS, NewGameChoice, OnTable
from crusade.desktop.sound import Sounds
from crusade.games import board_for, box_of
from crusade.imports import RecordFile
from crusade.own_cards import NONE, OwnCards
from crusade.record import BASE, Record, Result
from crusade.rules import labels
from crusade.rules.ids import SOLO, START_COINS, TRIBES, TWO_PLAYER
from crusade.session import Session
from crusade.settings import Settings
from crusade.texts import tell

_NAMES = ("Ada", "Brunhild", "Søren", "Мария", "Wilhelmina of the Far Marshes", "Tom")


_DECKS = ("", "", "all", "", "surprise")


def fame_line(game: int, mode: str = SOLO, box: str = FIRST) -> FameLine:
    """A made-up finished game with a box, always the same for a number."""
    dice = random.Random(game * 31 + len(mode))
    seats = 1 if mode == SOLO else 2
    tribes = dice.randint(48, 96)
    coins = tuple(dice.randint(44, 104) for _ in range(seats))
    if tribes >= max(coins):
        winners: tuple[int, ...] = (TRIBES,)
    else:
        winners = tuple(s for s in range(seats) if coins[s] == max(coins))
    boxes = together(box)
    known = library(boxes)
    races_there_are = [race.name for race in known.races]
    powers_there_are = [power.name for power in known.powers if power.crusade]
    combos = []
    for _ in range(seats):
        races = dice.sample(races_there_are, dice.randint(2, 4))
        powers = dice.sample(powers_there_are, len(races))
        combos.append(tuple(map(Combo, powers, races)))
    day = f"{2024 + game // 250 % 3}-{game // 21 % 12 + 1:02d}-{game % 28 + 1:02d}"
    return FameLine(
        game=game,
        finished=f"{day}T{game % 24:02d}:{game * 7 % 60:02d}:00Z",
        started=f"{day}T{game % 24:02d}:00:00Z",
        mode=mode,
        board=board_for(mode, seats, boxes),
        names=tuple(dice.sample(_NAMES, seats)),
        tokens=dice.randint(11, 20),
        combos=tuple(combos),
        coins=coins,
        tribes=tribes,
        winners=winners,
        resigned=False,
        rewound=game % 17 == 3,
        events=_DECKS[game % len(_DECKS)],
        box=box_of(boxes),
    )


def round_coins(line: FameLine) -> tuple[RoundCoins, ...]:
    """Made-up rounds that lead to the totals of a line."""
    dice = random.Random(line.game)
    last = SOLO_ROUNDS if line.mode == SOLO else TWO_ROUNDS
    out: list[RoundCoins] = []
    sides = [(seat, START_COINS, total) for seat, total in enumerate(line.coins)]
    sides.append((TRIBES, 0, line.tribes or 0))
    for seat, start, total in sides:
        weights = [dice.uniform(0.6, 1.5) + 0.05 * n for n in range(last)]
        done, coins = 0.0, start
        for number, weight in enumerate(weights, 1):
            done += weight
            after = start + round((total - start) * done / sum(weights))
            regions = max(0, after - coins - 2)
            items = (
                (labels.Label("Regions"), regions),
                (labels.Label("Special Power"), after - coins - regions),
            )
            out.append(RoundCoins(number, seat, after, items))
            coins = after
    return tuple(out)


def _record(line: FameLine) -> Record:
    """A record without moves that fits a line."""
    result = Result(line.coins, line.tribes, line.winners)
    return Record(line.mode, line.board, line.tokens, line.names, line.started, result=result)


class SampleHost:
    """A `Host` whose games are made up, half of them with that box; what it is told is written
    down in `told`.
    """

    def __init__(self, games: int = 3, lines: int = 320, box: str = FIRST) -> None:
        self.told: list[tuple[Any, ...]] = []
        self.sounds = Sounds(on=False)
        self.known = Settings(box=box_of(together(box)))
        self.own = NONE
        self.known_boxes: list[tuple[tuple[str, ...], str]] = [
            (together(box.id), tell(box.title)) for box in SHIPPED if box.races
        ]
        half = lines // 2
        either = (box, FIRST)
        self.lines = [fame_line(n, SOLO, either[n % 2]) for n in range(lines - half, 0, -1)]
        self.lines += [
            fame_line(n, TWO_PLAYER, either[n % 2]) for n in range(lines, lines - half, -1)
        ]
        self.games = [
            RunningGame(
                1, SOLO, "base-2p", 15, ("Ada",), "2026-11-29T18:00:00Z",
                "2026-11-30T09:41:00Z", 4, (31,), 28, 61, False,
            ),
            RunningGame(
                2, TWO_PLAYER, "base-3p", 14, ("Ada", "Wilhelmina of the Far Marshes"),
                "2026-11-21T18:00:00Z", "2026-11-28T21:05:00Z", 6, (44, 39), 35, 120, False,
            ),
            RunningGame(
                3, SOLO, "base-2p", 12, ("Søren",), "2026-11-02T18:00:00Z",
                "2026-11-03T20:12:00Z", 1, (5,), 0, 2, False,
            ),
        ][:games]  # fmt: skip

    def running_games(self) -> Sequence[RunningGame]:
        """The first few sample games."""
        return self.games

    def notices(self) -> Sequence[str]:
        """None."""
        return ()

    def resume(self, game: int) -> None:
        """Written down."""
        self.told.append(("resume", game))

    def delete(self, game: int) -> str:
        """Taken from the list."""
        self.games = [g for g in self.games if g.game != game]
        return ""

    def export(self, game: int) -> str:
        """Only a sentence."""
        return f"Game {game} was written to crusade-{game}.txt."

    def export_log(self, game: int | None, words: str) -> str:
        """Written down."""
        self.told.append(("log", words))
        return "The log was written to game-1-log.txt."

    def import_file(self, path: str) -> str:
        """Written down."""
        self.told.append(("import", path))
        return "The game was taken in."

    def import_text(self, words: str) -> str:
        """Written down."""
        self.told.append(("import text", words))
        return "The game was taken in."

    def record_files(self) -> Sequence[RecordFile]:
        """A few made-up files."""
        return [RecordFile(Path(f"game-{line.game}.txt"), _record(line)) for line in self.lines[:4]]

    def show_first_game(self) -> None:
        """Written down."""
        self.told.append(("first game",))

    def begin_first_game(self, name: str, step: int = 0, counts: bool = False) -> None:
        """Written down."""
        self.told.append(("begin", name, step, counts))

    def show_import(self) -> None:
        """Written down."""
        self.told.append(("import",))

    def show_new_game(self, like: NewGameChoice | None = None) -> None:
        """Written down."""
        self.told.append(("new",) if like is None else ("new", like))

    def show_fame(self) -> None:
        """Written down."""
        self.told.append(("fame",))

    def show_rules(self, table: OnTable | None = None) -> None:
        """Written down."""
        self.told.append(("rules",))

    def show_settings(self) -> None:
        """Written down."""
        self.told.append(("settings",))

    def show_result(self, line: FameLine) -> None:
        """Written down."""
        self.told.append(("result", line.game))

    def names(self) -> Sequence[str]:
        """The sample names."""
        return _NAMES

    def boxes(self) -> Sequence[tuple[tuple[str, ...], str]]:
        """The base game alone, unless a test adds some to `known_boxes`."""
        return self.known_boxes

    def own_cards(self) -> tuple[OwnCards, str]:
        """None, unless a test puts some into `own`."""
        return self.own, ""

    def tokens_for(self, mode: str, names: Sequence[str], box: str = BASE) -> tuple[int, str]:
        """Ada has won once."""
        if mode == SOLO and names[0] == "Ada":
            return 15, "15 tokens: one more than last time, because Ada won 84 to 70."
        return difficulty.START, "14 tokens: the first game of these players."

    def finished(self, session: Session) -> None:
        """Note that a game was seen to its end."""
        self.told.append(("finished", session))

    def today(self) -> str:
        """A day that never ends."""
        return "2026-11-30"

    def start(self, choice: NewGameChoice) -> None:
        """Written down."""
        self.told.append(("start", choice))

    def fame_lines(self) -> Sequence[FameLine]:
        """The sample lines."""
        return self.lines

    def round_coins(self, game: int) -> Sequence[RoundCoins]:
        """Made up."""
        return next(round_coins(line) for line in self.lines if line.game == game)

    def game_log(self, game: int) -> Sequence[str]:
        """A few sentences."""
        return [
            "Round 1:",
            "Ada picks Forest Skeletons for 1 coin.",
            "Ada conquers Thornwood with 2 tokens.",
            "Ada earns 4 coins.",
            "The Lost Tribes take Foxmead: cheapest, worth 2 to Ada, the others 1.",
        ]

    def replay(self, game: int, place: int | None = 0) -> None:
        """Written down."""
        self.told.append(("replay", game) if place == 0 else ("replay", game, place))

    def play_deal(self, line: FameLine) -> None:
        """Written down."""
        self.told.append(("deal", line.game))

    def export_fame(self, lines: Sequence[FameLine], form: str) -> str:
        """Only a sentence."""
        return f"{len(lines)} games were written as {form}."

    def settings(self) -> Settings:
        """The settings as changed so far."""
        return self.known

    def change(self, **values: Any) -> str:
        """Changed in memory only."""
        self.known = self.known.changed(**values)
        return ""

    def data_folder(self) -> str:
        """A made-up folder."""
        return "~/.local/share/lost-tribes-crusade"

    def open_data_folder(self) -> str:
        """Only a sentence."""
        return "There is no file manager here."
