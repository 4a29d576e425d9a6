"""Fills an archive with thousands of made-up games, and measures how the Hall of Fame copes.

    python -m crusade.lab.generate_fame FOLDER [GAMES]

The games have the shape of real ones (some 170 moves each, Races, coins of every round) but were
never played: their records do not replay. FOLDER must not hold games yet.
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from datetime import datetime, timedelta
from pathlib import Path
from typing import Final

from crusade.archive import ArchiveError, Finish, Standing, open_archive
from crusade.archive.queries import last_number
from crusade.archive.rows import GameRow, new_row
from crusade.archive.store import Archive
from crusade.automaton.difficulty import START, next_tokens
from crusade.automaton.fame_export import to_csv, to_json
from crusade.automaton.fame_statistics import rate_by_power, rate_by_race, rate_by_tokens, summary
from crusade.automaton.hall_of_fame import COLUMNS, Combo, Filter, RoundCoins, arrange, select
from crusade.boxes import base_library
from crusade.clock import FORM
from crusade.record import Record, Result
from crusade.rules.ids import SOLO, TRIBES, TWO_PLAYER
from crusade.rules.labels import Label

GAMES: Final = 10_000
NAMES: Final = ("Ada", "Bruno", "Chiara", "Dmitri", "Émile", "Farah", "Gwen", "Håkon")
_FIRST: Final = datetime(2020, 1, 1, 18)


def generate(count: int, seed: int = 1) -> Iterator[tuple[Record, Finish]]:
    """Made-up finished games, the oldest first; the same seed gives the same games."""
    chance = random.Random(seed)
    tokens: dict[frozenset[str], int] = {}
    for number in range(count):
        mode = SOLO if chance.random() < 0.7 else TWO_PLAYER
        names = tuple(chance.sample(NAMES, 1 if mode == SOLO else 2))
        people = frozenset(names)
        strength = tokens.get(people, START)
        rounds = tuple(_rounds(chance, len(names), strength, 9 if mode == SOLO else 8))
        totals = [row.coins for row in rounds[-len(names) - 1 :]]
        coins, tribes = tuple(totals[:-1]), totals[-1]
        best = max(coins)
        resigned = chance.random() < 0.02
        winners = (TRIBES,) if resigned or tribes >= best else (coins.index(best),)
        tokens[people] = next_tokens(mode, strength, coins, tribes, resigned)
        started = _FIRST + timedelta(hours=5 * number)
        record = Record(
            mode, "base-2p" if mode == SOLO else "base-3p", strength, names,
            started.strftime(FORM), tuple(_moves(chance)), seed=number,
        )  # fmt: skip
        finish = Finish(
            Result(coins, tribes, winners, resigned),
            tuple(tuple(_combos(chance)) for _ in names),
            rounds,
            (started + timedelta(minutes=40)).strftime(FORM),
        )
        yield record, finish


def _rounds(chance: random.Random, people: int, strength: int, rounds: int) -> Iterator[RoundCoins]:
    totals = [5] * people + [0]
    for number in range(1, rounds + 1):
        for seat in range(people):
            regions, extra = chance.randint(4, 8), chance.randint(0, 4)
            totals[seat] += regions + extra
            items = ((Label("Regions"), regions), (Label("Special Power"), extra))
            yield RoundCoins(number, seat, totals[seat], items)
        held = max(3, strength // 2 + chance.randint(-1, 5))
        totals[people] += held
        yield RoundCoins(number, TRIBES, totals[people], ((Label("Regions"), held),))


def _combos(chance: random.Random) -> Iterator[Combo]:
    races = chance.sample(list(base_library().race_index), 3)
    return map(Combo, chance.sample(list(base_library().power_index), 3), races)


def _moves(chance: random.Random) -> Iterator[str]:
    for _ in range(chance.randint(120, 220)):
        kind = chance.choice(("conquer", "T conquer", "T conquer", "redeploy", "die"))
        if kind == "die":
            yield f"die {chance.randint(0, 3)}"
        elif kind == "redeploy":
            yield "redeploy " + " ".join(f"r{n:02}={chance.randint(1, 4)}" for n in range(1, 6))
        else:
            yield f"{kind} r{chance.randint(1, 23):02}"


class Filler(Archive):
    """An archive that takes finished games in bulk, as if they had been played here."""

    def fill(self, games: Iterator[tuple[Record, Finish]]) -> None:
        """Write all games in one transaction."""
        with self._writing() as database:
            first = last_number(database) + 1
            for number, (record, finish) in enumerate(games, first):
                row = new_row(number, record, Standing(0, finish.result.coins, 0))
                row.played = finish.finished
                # The counter that orders finished games moves on once a game, as in real play.
                database.execute("UPDATE meta SET value = value + 1 WHERE key = 'writes'")
                self._end(row, record.moves, finish, 0)

    def _tell(self, row: GameRow, place: int, texts: Sequence[str], rounds: str | None) -> None:
        """No diary: the safety copy follows at once."""


def fill(folder: Path, count: int = GAMES, seed: int = 1) -> None:
    """Fill the archive in this folder. Raises ArchiveError, also if it holds games already."""
    archive, _ = open_archive(folder)
    with archive:
        if archive.fame_lines() or archive.running_games():
            raise ArchiveError(f"There are games in {folder} already.")
    with Filler(archive.place) as filler:
        filler.fill(generate(count, seed))
        filler.renew_backup()


def measure(folder: Path) -> dict[str, float]:
    """Seconds for each thing that the Hall of Fame does, the best of five."""
    figures: dict[str, float] = {}

    def timed(label: str, act: Callable[[], object]) -> None:
        best = float("inf")
        for _ in range(5):
            start = time.perf_counter()
            act()
            best = min(best, time.perf_counter() - start)
        figures[label] = best

    timed("open the archive, checked from end to end", lambda: open_archive(folder)[0].close())
    archive, _ = open_archive(folder)
    with archive:
        timed("load the Hall of Fame", archive.fame_lines)
        timed("load the solo sheet", lambda: archive.fame_lines(SOLO))
        lines = archive.fame_lines()
        for column in COLUMNS:
            timed(f"sort by {column}", lambda column=column: arrange(lines, column))  # type: ignore[misc]
        timed("filter by name", lambda: select(lines, Filter(name="ada")))
        timed("filter by Race", lambda: select(lines, Filter(race="Orcs")))
        timed("win rate by tokens", lambda: rate_by_tokens(lines))
        timed("win rate by Race", lambda: rate_by_race(lines))
        timed("win rate by Special Power", lambda: rate_by_power(lines))
        timed("summary", lambda: summary(lines))
        timed("tokens of the next game", lambda: archive.next_tokens(SOLO, ["Ada"]))
        timed("open one game", lambda: archive.game_record(lines[len(lines) // 2].game))
        timed("CSV", lambda: to_csv(lines))
        timed("JSON", lambda: to_json(lines))
    return figures


def main(arguments: list[str]) -> int:
    """Fill a folder and print the figures."""
    if not 1 <= len(arguments) <= 2:
        print("usage: python -m crusade.lab.generate_fame FOLDER [GAMES]", file=sys.stderr)
        return 2
    try:
        count = int(arguments[1]) if len(arguments) == 2 else GAMES
        fill(Path(arguments[0]), count)
        for label, seconds in measure(Path(arguments[0])).items():
            print(f"{seconds * 1000:9.1f} ms  {label}")
    except (ArchiveError, ValueError) as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
