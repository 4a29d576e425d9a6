"""How hard the Lost Tribes are: who wins at which number of their tokens, on the board of each box.

``python -m crusade.lab.balance --box base --box riverworld --processes 2`` lets a policy play solo
games against 10 to 18 tokens and prints a table, with the 95 percent interval (Wilson) of each win
rate. The same seeds are played for every box and number. ``--board FILE`` is another board of the
last box, say with fewer symbols.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Final

from ..atlas import AtlasError, meant
from ..automaton.hardness import wilson
from ..boxes import FIRST, together
from ..games import new_setup
from ..players import POLICIES
from ..rules import CRUSADE_TOKENS
from ..rules.ids import SOLO
from .executors import processes
from .simulate import MOST_TOKENS, Report, simulate


def row(board: str, report: Report) -> str:
    """One line of the table, of games on the board that is called so."""
    won, games = report.wins[0], report.games
    low, high = wilson(won, games)
    mine, theirs = report.means
    rate = f"{won / games:.1%} | {low:.1%} to {high:.1%}"
    return f"| {board} | {report.tokens} | {rate} | {mine:.1f} | {theirs:.1f} |"


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
    began = time.perf_counter()
    print(HEAD, flush=True)
    with ExitStack() as until:
        executor = until.enter_context(processes(args.processes)) if args.processes > 1 else None
        for box, board in boards:
            name = board.stem if isinstance(board, Path) else board or box
            for tokens in range(args.least, args.most + 1):
                report = simulate(
                    SOLO, args.games, args.seed, args.policy, tokens,
                    box=box, board=board, executor=executor,
                )  # fmt: skip
                print(row(name, report), flush=True)
    seconds = time.perf_counter() - began
    print(f"\n{args.games} games a line, {args.policy} play, seed {args.seed}; {seconds:.0f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main())
