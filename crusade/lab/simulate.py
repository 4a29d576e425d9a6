"""Whole games played by the program alone: `crusade simulate`.

Game ``i`` of a run has a generator of its own made from the seed and ``i``, so a run repeats, any
single game of it can be played again, and it does not matter who plays which: the games can be
shared out among processes, or to any executor (`executors.py`).
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Final

from ..boxes import FIRST, together
from ..games import CLASSIC_BOARDS, SEATS, new_setup, with_cards
from ..plain import LONGEST, plain
from ..players import POLICIES
from ..players.playing import LIMIT, EndlessGame, play_on
from ..players.policies import Policy
from ..rules import CRUSADE_TOKENS, Setup, State, start
from ..rules.ids import CLASSIC, MODES, TRIBES
from ..rules.library import LOST_TRIBES, Folk
from ..rules.pricing import seat_name
from ..texts import tell
from .executors import MOST_JOBS, NoExecutor, foreign, in_order, processes

if TYPE_CHECKING:
    from concurrent.futures import Executor

MOST_GAMES: Final = 10_000_000
MOST_TOKENS: Final = 99
SHARES: Final = 64
"""Into about so many shares the games of a run are parted, to be played at the same time, ..."""
LARGEST_SHARE: Final = 200
"""... but none has more games than this."""


@dataclass(frozen=True, slots=True)
class Report:
    """What a run of games came to.

    ``sides`` are `P1` .. and in a Crusade `T`, the Lost Tribes; ``wins`` and ``means`` (coins) go
    by side, ``shared`` counts victories of several sides at once. ``moves`` is the mean number of
    moves of a game, chance included; ``seconds`` what the games took on this machine.
    """

    mode: str
    policy: str
    games: int
    seed: int
    tokens: int
    sides: tuple[str, ...]
    wins: tuple[int, ...]
    shared: int
    means: tuple[float, ...]
    moves: float
    seconds: float
    folk: Folk = LOST_TRIBES
    """Who the persons play against."""

    @property
    def rate(self) -> float:
        """Games per second."""
        return self.games / self.seconds if self.seconds else 0.0

    def text(self) -> str:
        """The report for a person, several lines."""
        hand = tell(self.folk.tokens.given(count=self.tokens))
        tokens = f", {hand}" if self.tokens else ""
        lines = [f"{self.games} {self.mode} games, {self.policy} play, seed {self.seed}{tokens}"]
        for side, won, mean in zip(self.sides, self.wins, self.means, strict=True):
            name = tell(self.folk.name) if side == "T" else side
            lines.append(f"{name:<12} won {won / self.games:6.1%}   mean score {mean:6.1f}")
        if self.shared:
            lines.append(f"{self.shared} of the victories were shared.")
        lines.append(f"{self.moves:.1f} moves a game, {self.rate:,.0f} games a second")
        return "\n".join(lines)

    def as_json(self) -> str:
        """The report for programs, one JSON object."""
        return json.dumps(
            {
                "mode": self.mode,
                "policy": self.policy,
                "games": self.games,
                "seed": self.seed,
                "tokens": self.tokens or None,
                "win_rate": {
                    side: won / self.games for side, won in zip(self.sides, self.wins, strict=True)
                },
                "shared_victories": self.shared,
                "mean_score": dict(zip(self.sides, self.means, strict=True)),
                "mean_moves": self.moves,
                "games_per_second": round(self.rate, 1),
            },
            indent=2,
        )


def play_game(game: Setup, policies: Sequence[Policy], rng: Random) -> tuple[State, int]:
    """Play one game; the last position and the number of moves.

    ``policies`` go by seat, a single one plays for everybody. Raises EndlessGame.
    """
    s = start(game)
    return s, play_on(s, policies, rng, LIMIT)


@dataclass(frozen=True, slots=True)
class Run:
    """What decides the games of a run. ``tokens`` counts in a Crusade, ``seats`` in a classic game;
    ``events`` names the deck of event cards, ``box`` the box to play with, ``board`` a board by id
    or file instead of the mode's own.
    """

    mode: str
    seed: int | str
    policy: str
    tokens: int
    seats: int
    events: str
    box: str
    board: str | Path = ""

    @property
    def persons(self) -> int:
        """How many persons play."""
        return SEATS.get(self.mode, self.seats)

    @property
    def sides(self) -> list[int]:
        """The seats that win or lose, in a Crusade the Lost Tribes among them."""
        persons = [*range(self.persons)]
        return persons if self.mode == CLASSIC else [*persons, TRIBES]


@lru_cache(maxsize=4)
def setup_of(run: Run) -> Setup:
    """The Setup of the games of a run.

    Raises ValueError for a deck or a box that there is not, AtlasError for such a board.
    """
    boxes = with_cards(together(run.box)) if run.events else together(run.box)
    return new_setup(run.mode, run.persons, run.tokens, run.board, boxes, run.events)


Sums = tuple[int, ...]
"""Moves, shared victories, then the wins and the coins of each side."""


def play_share(run: Run, first: int, behind: int) -> Sums:
    """Play the games ``first`` to ``behind`` - 1 of a run and add them up. Raises EndlessGame."""
    game, players, sides = setup_of(run), (POLICIES[run.policy],), run.sides
    moves = shared = 0
    wins = dict.fromkeys(sides, 0)
    coins = dict.fromkeys(sides, 0)
    for i in range(first, behind):
        last, count = play_game(game, players, Random(f"{run.seed}/{i}"))
        moves += count
        shared += len(last.winners) > 1
        for side in last.winners:
            wins[side] += 1
        for side in sides:
            coins[side] += last.coins[side]
    return (moves, shared, *wins.values(), *coins.values())


def _shares(run: Run, games: int, executor: Executor) -> Iterator[Sums]:
    """The sums of all shares of a run that ``executor`` plays."""
    size = max(1, min(LARGEST_SHARE, games // SHARES))
    edges = [*range(0, games, size), games]
    return in_order(executor, play_share, ((run, *share) for share in pairwise(edges)))


def simulate(
    mode: str,
    games: int,
    seed: int = 0,
    policy: str = "random",
    tokens: int = CRUSADE_TOKENS,
    seats: int = 2,
    events: str = "",
    box: str = FIRST,
    executor: Executor | None = None,
    board: str | Path = "",
) -> Report:
    """Play ``games`` games and sum them up; all but the seconds depends only on the arguments, and
    not on ``executor``, which plays them (None: this process).

    ``tokens`` counts in a Crusade, ``seats`` (2 to 5) in a classic game; ``events`` names the deck
    of event cards, ``box`` the box to play with, ``board`` another board than the mode's own.
    Raises ValueError for a deck or a box that there is not, AtlasError for such a board,
    NoExecutor where what ``executor`` was given failed there.
    """
    run = Run(mode, seed, policy, tokens, seats, events, box, board)
    game = setup_of(run)
    sides = run.sides
    began = time.perf_counter()
    shares: Iterable[Sums]
    shares = (play_share(run, 0, games),) if executor is None else _shares(run, games, executor)
    moves, shared, *rest = (sum(column) for column in zip(*shares, strict=True))
    seconds = time.perf_counter() - began
    return Report(
        mode=mode,
        policy=policy,
        games=games,
        seed=seed,
        tokens=tokens if game.crusade else 0,
        sides=tuple(seat_name(side) for side in sides),
        wins=tuple(rest[: len(sides)]),
        shared=shared,
        means=tuple(total / games for total in rest[len(sides) :]),
        moves=moves / games,
        seconds=seconds,
        folk=game.library.folk,
    )


# ---------------------------------------------------------------- command line
def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of `crusade simulate`; their values are checked by `run`."""
    parser.add_argument("--mode", required=True, choices=MODES)
    parser.add_argument("--games", default="100", metavar="N", help=f"1 to {MOST_GAMES}")
    parser.add_argument("--seed", default="0", metavar="S", help="a whole number")
    parser.add_argument("--policy", default="random", choices=sorted(POLICIES))
    parser.add_argument(
        "--tokens", metavar="T", help=f"Lost Tribe tokens, 1 to {MOST_TOKENS}; only in a Crusade"
    )
    parser.add_argument(
        "--seats", metavar="P", help="players of a classic game, 2 to 5 (2 unless said otherwise)"
    )
    parser.add_argument(
        "--events",
        default="",
        metavar="DECK",
        help="draw event cards: all, surprise, or the name of a theme or a strength",
    )
    parser.add_argument("--box", default=FIRST, help="the box to play with, by its word")
    parser.add_argument(
        "--jobs",
        metavar="N",
        help=f"play in N processes at the same time, 1 to {MOST_JOBS}; the results are the same",
    )
    parser.add_argument(
        "--executor",
        metavar="MODULE:CALLABLE",
        help="let the concurrent.futures executor play that this callable gives",
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def _whole(text: str, what: str, least: int, most: int) -> int:
    """The number in ``text``. Raises ValueError with one sentence."""
    digits = text.removeprefix("-")
    if not (digits.isascii() and digits.isdecimal() and len(digits) < 20):
        raise ValueError(f"{what} must be a whole number, not '{text[:40]}'.")
    number = int(text)
    if not least <= number <= most:
        raise ValueError(f"{what} must lie between {least} and {most}, not {text}.")
    return number


def run(args: argparse.Namespace) -> int:
    """Carry the command out; 0, or 2 with one sentence on standard error."""
    try:
        games = _whole(args.games, "The number of games", 1, MOST_GAMES)
        seed = _whole(args.seed, "The seed", -(10**18), 10**18)
        if args.tokens is not None and args.mode == CLASSIC:
            raise ValueError(
                "A classic game takes its Lost Tribes from the board: leave out --tokens."
            )
        if args.seats is not None and args.mode != CLASSIC:
            raise ValueError(
                f"A {args.mode} game has its own number of players: leave out --seats."
            )
        tokens = _whole(args.tokens or str(CRUSADE_TOKENS), "The number of tokens", 1, MOST_TOKENS)
        least, most = min(CLASSIC_BOARDS), max(CLASSIC_BOARDS)
        seats = _whole(args.seats or "2", "The number of players", least, most)
        if args.jobs is not None and args.executor is not None:
            raise ValueError("--executor brings its own workers: leave out --jobs.")
        jobs = _whole(args.jobs or "1", "The number of processes", 1, MOST_JOBS)
        setup_of(Run(args.mode, seed, args.policy, tokens, seats, args.events, args.box))
        with ExitStack() as until:
            executor: Executor | None = None
            if args.executor is not None:
                executor = until.enter_context(foreign(args.executor))
            elif jobs > 1:
                executor = until.enter_context(processes(jobs))
            report = simulate(
                args.mode, games, seed, args.policy, tokens, seats, args.events, args.box, executor
            )
    except ValueError as error:
        print(plain(error, LONGEST), file=sys.stderr)
        return 2
    except EndlessGame as error:
        print("{}: no end after {} moves, in round {}".format(*error.args), file=sys.stderr)
        return 1
    except NoExecutor as error:
        print(plain(error, LONGEST), file=sys.stderr)
        return 1
    print(report.as_json() if args.json else report.text())
    return 0
