"""How hard the Lost Tribes are: who wins at which number of their tokens, on the board of each box.

``python -m crusade.lab.balance --box base --box riverworld --processes 2`` lets a policy play solo
games against 10 to 18 tokens and prints a table, with the 95 percent interval (Wilson) of each win
rate. The same seeds are played for every box and number. ``--board FILE`` is another board of the
last box, say with fewer symbols.
"""

from __future__ import annotations

import argparse
import multiprocessing
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Final, NamedTuple

from ..atlas import AtlasError, meant
from ..automaton.hardness import wilson
from ..boxes import FIRST, together
from ..games import new_setup
from ..players import POLICIES
from ..rules import CRUSADE_TOKENS
from ..rules.ids import SOLO
from .simulate import MOST_TOKENS, simulate


class Job(NamedTuple):
    """Games to be played: with a box, on a board ("" for the box's own), against so many tokens."""

    box: str
    board: str | Path
    tokens: int
    games: int
    seed: int
    policy: str


class Outcome(NamedTuple):
    """What came of them: games won by the person, mean coins of the person and the Lost Tribes."""

    job: Job
    won: int
    mine: float
    theirs: float


def played(job: Job) -> Outcome:
    """Play the games of a job."""
    report = simulate(
        SOLO, job.games, job.seed, job.policy, job.tokens, box=job.box, board=job.board
    )
    return Outcome(job, report.wins[0], *report.means)


def row(outcome: Outcome) -> str:
    """One line of the table."""
    job = outcome.job
    low, high = wilson(outcome.won, job.games)
    rate = f"{outcome.won / job.games:.1%} | {low:.1%} to {high:.1%}"
    coins = f"{outcome.mine:.1f} | {outcome.theirs:.1f}"
    name = job.board.stem if isinstance(job.board, Path) else job.board or job.box
    return f"| {name} | {job.tokens} | {rate} | {coins} |"


HEAD: Final = (
    "| board | tokens | person wins | 95 % interval | person's coins | Lost Tribes' coins |\n"
    "| --- | ---: | ---: | :---: | ---: | ---: |"
)


def main(argv: Sequence[str] | None = None) -> int:
    """Play and print the table; 0, or 2 with one sentence on standard error."""
    parser = argparse.ArgumentParser(prog="python -m crusade.lab.balance", description=__doc__)
    parser.add_argument("--box", action="append", help=f"by its word, several times; else {FIRST}")
    parser.add_argument("--board", action="append", help="a further board of the last box")
    parser.add_argument("--least", type=int, default=10, help="tokens of the Lost Tribes")
    parser.add_argument("--most", type=int, default=18)
    parser.add_argument("--games", type=int, default=2000, help="of each line")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--policy", default="greedy", choices=sorted(POLICIES))
    parser.add_argument("--processes", type=int, default=1)
    args = parser.parse_args(argv)
    if not 1 <= args.least <= args.most <= MOST_TOKENS or args.games < 1 or args.processes < 1:
        print(
            f"Tokens lie between 1 and {MOST_TOKENS}, games and processes above 0.", file=sys.stderr
        )
        return 2
    boxes: list[str] = args.box or [FIRST]
    boards: list[tuple[str, str | Path]] = [(box, "") for box in boxes]
    boards += [(boxes[-1], meant(board)) for board in args.board or ()]
    try:
        for box, board in boards:
            new_setup(SOLO, 1, CRUSADE_TOKENS, board, together(box))
    except (ValueError, AtlasError) as error:
        print(error, file=sys.stderr)
        return 2
    jobs = [
        Job(box, board, tokens, args.games, args.seed, args.policy)
        for box, board in boards
        for tokens in range(args.least, args.most + 1)
    ]
    began = time.perf_counter()
    print(HEAD, flush=True)
    with multiprocessing.Pool(args.processes) as pool:
        for outcome in pool.imap(played, jobs):
            print(row(outcome), flush=True)
    seconds = time.perf_counter() - began
    print(f"\n{args.games} games a line, {args.policy} play, seed {args.seed}; {seconds:.0f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main())
