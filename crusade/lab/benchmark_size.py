"""How a game's cost grows with board and rounds: `python -m crusade.lab.benchmark_size`.

Boards are made here, rectangles of Regions side by side. Whole solo games on boards of different
sizes, with half as many Lost Tribe tokens as Regions so that there is something to conquer, and
games of different lengths on one board. The Lost Tribes' choice is timed where it is hardest: on a
board that the person's Active race and they hold like a chequerboard, so that every one of his
Regions is a candidate and costs the same.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from dataclasses import asdict, dataclass, replace
from math import isqrt
from random import Random
from typing import Final

from ..boxes import DEFAULT, LANDS, library
from ..games import LOST_TRIBES
from ..players.policies import deal, uniform_policy
from ..rules import Setup, State, apply, setup, start
from ..rules.board import LAND, MOST_REGIONS, Board, RegionSpec
from ..rules.ids import ACTIVE_OF, DEALER, EMPTY, SOLO, TRIBES_SLOT
from ..rules.legal import decider
from ..rules.pieces import refresh_all
from .simulate import play_game

REGIONS: Final = (30, 64, 128, 300, 1000)
ROUNDS: Final = (9, 18, 36, 72, 144)
CHOICES: Final = 24
"""Positions in which the Lost Tribes choose."""
PRINTED: Final = 6
"""One Region in so many carries each of the symbols."""
BEGUN: Final = 3
"""One Region in so many begins with a Lost Tribe."""


@dataclass(frozen=True, slots=True)
class Size:
    """What games of one size cost: milliseconds of a whole game and of a round, the moves of a
    game, and microseconds of one choice of the Lost Tribes.
    """

    regions: int
    tokens: int
    rounds: int
    game: float
    moves: float
    choice: float


def rectangle(regions: int) -> Board:
    """A board of so many Regions side by side, the same each time."""
    land = LANDS[DEFAULT[0]]
    terrains = [terrain.word for terrain in land.terrains if terrain.kind == LAND]
    columns = max(1, isqrt(regions * 3 // 2))
    chance = Random(regions)
    specs, borders = [], []
    for r in range(regions):
        printed = [symbol.word for symbol in land.symbols if chance.random() * PRINTED < 1]
        row, column = divmod(r, columns)
        rim = row == 0 or column in (0, columns - 1) or r + columns >= regions
        begun = chance.random() * BEGUN < 1
        name = f"r{r}"
        specs.append(RegionSpec(name, name, chance.choice(terrains), printed, begun, rim))
        if column:
            borders.append((r - 1, r))
        if row:
            borders.append((r - columns, r))
    return Board.make(words=land, regions=specs, borders=borders)


def game_on(board: Board, tokens: int, rounds: int) -> Setup:
    """A solo game of the base game there."""
    made = setup(board, library(DEFAULT), SOLO, 1, tokens, LOST_TRIBES)
    return replace(made, rounds=rounds)


def chequered(game: Setup, empty: int) -> State:
    """A position in which the Lost Tribes' choice is hardest; Region ``empty`` is nobody's, so that
    positions differ as they do from one choice to the next.
    """
    s = start(game)
    chance = Random(1)
    while decider(s) == DEALER:
        apply(s, deal(s, chance))
    apply(s, uniform_policy(s, chance))
    s.hand[TRIBES_SLOT] = game.board.n
    s.held[ACTIVE_OF[0]] = s.held[TRIBES_SLOT] = 0
    for r in range(game.board.n):
        s.occ[r], s.tokens[r] = EMPTY, 0
        if r != empty:
            s.occ[r], s.tokens[r] = (ACTIVE_OF[0], TRIBES_SLOT)[r % 2], 1
            s.held[s.occ[r]] |= 1 << r
    refresh_all(s)
    return s


def measured(board: Board, tokens: int, rounds: int, games: int) -> Size:
    """What games on ``board`` cost; no game and no position comes twice."""
    game = game_on(board, tokens, rounds)
    play_game(game, [uniform_policy], Random("warm"))
    moves = 0
    began = time.process_time()
    for i in range(games):
        moves += play_game(game, [uniform_policy], Random(f"size/{i}"))[1]
    spent = (time.process_time() - began) / games
    positions = [chequered(game, r) for r in range(CHOICES)]
    began = time.process_time()
    for s in positions:
        LOST_TRIBES.step(s)
    choice = (time.process_time() - began) / CHOICES
    return Size(board.n, tokens, rounds, spent * 1e3, moves / games, choice * 1e6)


def measure(games: int) -> list[Size]:
    """Boards of all sizes in games of nine rounds, then games of all lengths on the smallest."""
    sizes = [measured(rectangle(n), n // 2, ROUNDS[0], games) for n in REGIONS]
    board = rectangle(REGIONS[0])
    tokens = REGIONS[0] // 2
    return sizes + [measured(board, tokens, rounds, games) for rounds in ROUNDS[1:]]


def main(argv: list[str] | None = None) -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(
        prog="python -m crusade.lab.benchmark_size", description=__doc__
    )
    parser.add_argument("--games", type=int, default=50, help="games of each size")
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args(argv)
    if args.games < 1:
        print("Games must be at least 1.", file=sys.stderr)
        return 2
    sizes = measure(args.games)
    if args.json:
        print(json.dumps([asdict(size) for size in sizes], indent=2))
        return 0
    print(f"a board has at most {MOST_REGIONS} Regions; games in milliseconds, choices in us")
    print("Regions tokens rounds     game  a round   moves   choice  for each Region")
    for z in sizes:
        print(
            f"{z.regions:>7}{z.tokens:>7}{z.rounds:>7}{z.game:>9.2f}{z.game / z.rounds:>9.3f}"
            f"{z.moves:>8.0f}{z.choice:>9.1f}{z.choice / z.regions:>9.3f}"
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
