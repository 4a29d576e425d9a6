"""How fast the rules are: `python -m crusade.lab.benchmark`.

Whole games a second on one core, how fast games with events are beside those without, microseconds
of the single verbs, and what a fresh program needs until its first game is over. The headline is
uniform play: every legal move is listed, redeployments as their canonical set, and one is drawn.
The sampler beside it makes its moves without listing them. Each figure is the best of a few rounds,
by the time that this process computes: what else runs on the machine can only slow a round down.
"""

from __future__ import annotations

import argparse
import json
import platform
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from random import Random
from typing import Final

from ..games import ALL_CARDS, SEATS, new_setup, with_cards
from ..players.policies import Policy, deal, greedy_policy, random_policy, uniform_policy
from ..rules import CRUSADE_TOKENS, State, apply, decider, legal_moves, play, start
from ..rules.ids import CLASSIC, DEALER, OVER, SOLO, TRIBES, TWO_PLAYER
from ..rules.legal import tribes_move
from .simulate import play_game

GOAL: Final = 2559
"""Two-player classic games a second, uniform play on one core: what a numba engine reached."""
SAMPLE_GAMES: Final = 20
EVENTS_GOAL: Final = 50
"""Games with events reach at least so many percent of the speed of games without."""
PAIRED: Final = 10
"""Games of a kind that are played before those of the other kind have their turn."""


NAMES: Final[dict[Policy, str]] = {random_policy: "sampled"}
"""What a policy is called, where not by its own name."""

FIRST_GAME: Final = """
import time
from crusade.lab.simulate import simulate
simulate("classic", 1, policy="uniform")
spent = time.process_time()
try:
    with open("/proc/self/status") as file:
        memory = next(int(line.split()[1]) for line in file if line.startswith("VmHWM")) / 1024
except (OSError, StopIteration):
    memory = 0
print(spent * 1000, memory)
"""
"""A program of its own: prints the milliseconds it has computed when its first game is over, and
the most memory that it has had until then, in megabytes; 0 where the system does not tell it in
this way (what `resource` tells counts what the parent had)."""


@dataclass(frozen=True, slots=True)
class Figure:
    """One measured number: the best round, and the median one. What takes time or memory is best
    where it is least.
    """

    what: str
    unit: str
    best: float
    median: float


def games_per_second(mode: str, policy: Policy, games: int, rounds: int, seats: int = 2) -> Figure:
    """Whole games a second, the same games in each round."""
    setup = new_setup(mode, SEATS.get(mode, seats), CRUSADE_TOKENS)
    play_game(setup, [policy], Random("warm"))
    rates = []
    for _ in range(rounds):
        began = time.process_time()
        for i in range(games):
            play_game(setup, [policy], Random(f"benchmark/{i}"))
        rates.append(games / (time.process_time() - began))
    name = NAMES.get(policy, policy.__name__.removesuffix("_policy"))
    table = f"{mode} games" + (f" of {seats}" if seats > 2 else "")
    return Figure(f"{table}, {name} play", "games/s", max(rates), middle(rates))


def speed_with_events(mode: str, games: int, rounds: int) -> Figure:
    """How fast random games with events are, in percent of the speed of games without.

    Measured in pairs: a few games of the one kind, a few of the other, by the time of this process.
    """
    seats = SEATS.get(mode, 2)
    plain = new_setup(mode, seats, CRUSADE_TOKENS)
    events = new_setup(mode, seats, CRUSADE_TOKENS, boxes=with_cards(), events=ALL_CARDS)
    for setup in (plain, events):
        play_game(setup, [random_policy], Random("warm"))
    shares = []
    for _ in range(rounds):
        spent = [0.0, 0.0]
        for first in range(0, games, PAIRED):
            for kind, setup in enumerate((plain, events)):
                began = time.process_time()
                for i in range(first, min(first + PAIRED, games)):
                    play_game(setup, [random_policy], Random(f"benchmark/{i}"))
                spent[kind] += time.process_time() - began
        shares.append(spent[0] / spent[1] * 100)
    what = f"{mode} games with events, of those without"
    return Figure(what, f"% (goal {EVENTS_GOAL})", max(shares), middle(shares))


def first_game(rounds: int) -> list[Figure]:
    """What a fresh program needs for one game: Python itself, the imports, the board, the game."""
    times, sizes = [], []
    for _ in range(rounds):
        done = subprocess.run(
            [sys.executable, "-c", FIRST_GAME], check=True, capture_output=True, text=True
        )
        spent, memory = map(float, done.stdout.split())
        times.append(spent)
        sizes.append(memory)
    told = [Figure("start to the end of the first game", "ms", min(times), middle(times))]
    if max(sizes):
        told.append(Figure("memory of that program", "MB", min(sizes), middle(sizes)))
    return told


def middle(numbers: list[float]) -> float:
    """The median one."""
    return sorted(numbers)[len(numbers) // 2]


def positions() -> list[State]:
    """Every position of some classic games in which a person decides."""
    setup = new_setup(CLASSIC, 2, 0)
    found = []
    for i in range(SAMPLE_GAMES):
        rng = Random(f"sample/{i}")
        s = start(setup)
        while s.phase != OVER:
            who = decider(s)
            if who == DEALER:
                move = deal(s, rng)
            elif who == TRIBES:
                move = tribes_move(s)
            else:
                found.append(s.copy())
                move = random_policy(s, rng)
            apply(s, move)
    return found


def microseconds(what: str, verb: Callable[[], None], calls: int, rounds: int) -> Figure:
    """Microseconds of one call, where ``verb`` makes ``calls`` of them."""
    times = []
    for _ in range(rounds):
        began = time.process_time()
        verb()
        times.append((time.process_time() - began) / calls * 1e6)
    return Figure(what, "us", min(times), middle(times))


def measure(games: int, rounds: int) -> list[Figure]:
    """All figures, the games first."""
    figures = [
        games_per_second(CLASSIC, uniform_policy, games, rounds),
        games_per_second(CLASSIC, random_policy, games, rounds),
        games_per_second(SOLO, uniform_policy, games, rounds),
        games_per_second(SOLO, random_policy, games, rounds),
        games_per_second(TWO_PLAYER, uniform_policy, games, rounds),
        games_per_second(TWO_PLAYER, random_policy, games, rounds),
        games_per_second(CLASSIC, uniform_policy, max(1, games // 3), rounds, seats=5),
        games_per_second(SOLO, greedy_policy, max(1, games // 3), rounds),
        *first_game(rounds),
        *(speed_with_events(mode, games, rounds) for mode in (SOLO, TWO_PLAYER, CLASSIC)),
    ]
    sample = positions()
    rng = Random("moves")
    chosen = [(s, random_policy(s, rng)) for s in sample]

    def copies() -> None:
        for s in sample:
            s.copy()

    def lists() -> None:
        for s in sample:
            legal_moves(s)

    def plays() -> None:
        for s, move in chosen:
            play(s, move)

    def applies() -> None:
        for s, move in chosen:
            apply(s.copy(), move)

    n = len(sample)
    figures += [
        microseconds("copy()", copies, n, rounds),
        microseconds("legal_moves()", lists, n, rounds),
        microseconds("play(): checked, with events", plays, n, rounds),
        microseconds("copy() and apply(): unchecked, no events", applies, n, rounds),
    ]
    return figures


def compiled() -> bool:
    """Whether the rules that are measured were compiled (CONTRIBUTING.md, *The compiled build*)."""
    return not (sys.modules[apply.__module__].__file__ or "").endswith(".py")


def main(argv: list[str] | None = None) -> int:
    """Measure and print; 0, or 1 with `--goal` if uniform classic games are slower than that."""
    parser = argparse.ArgumentParser(prog="python -m crusade.lab.benchmark", description=__doc__)
    parser.add_argument("--games", type=int, default=600, help="games of each round")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--goal", type=float, default=0, help=f"such as {GOAL}")
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args(argv)
    if args.games < 1 or args.rounds < 1:
        print("Games and rounds must be at least 1.", file=sys.stderr)
        return 2
    figures = measure(args.games, args.rounds)
    if args.json:
        print(json.dumps([asdict(figure) for figure in figures], indent=2))
    else:
        rules = "compiled" if compiled() else "plain"
        rounds = args.rounds
        print(f"Python {platform.python_version()}, {rules} rules, {rounds} rounds: best (median)")
        for f in figures:
            print(f"{f.what:<42}{f.best:>9,.1f} ({f.median:,.1f}) {f.unit}")
    return 1 if figures[0].best < args.goal else 0


if __name__ == "__main__":
    sys.exit(main())
