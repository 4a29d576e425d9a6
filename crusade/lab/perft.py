"""Counting conquest sequences: `python -m crusade.lab.perft --combo "Flying Ratmen" --depth 3`.

``perft(s, depth)`` is the number of different sequences of ``depth`` conquests that the player to
move could carry out, dice left aside. A wrong price or a wrong adjacency anywhere changes the
number; `divide` shows under which first conquest. The tests hold known numbers, found by a counter
that knows nothing of this engine.
"""

from __future__ import annotations

import argparse
import sys
from itertools import islice

from ..atlas import AtlasError, load, meant
from ..boxes import base_library
from ..rules import ParseError, State, apply, due, legal_moves, move_text, parse_combo, setup, start
from ..rules.board import Board, bits
from ..rules.ids import COLUMN
from ..rules.moves import CONQUER, DEAL, PICKS, Move


def perft(s: State, depth: int) -> int:
    """The number of sequences of exactly ``depth`` conquests in this turn; changes nothing."""
    if depth == 0:
        return 1
    conquests = _conquests(s)
    if depth == 1:
        return len(conquests)
    return sum(_after(s, move, depth - 1) for move in conquests)


def divide(s: State, depth: int) -> dict[str, int]:
    """For each first conquest, as text, the number of sequences of ``depth`` that begin with it."""
    return {move_text(s, move): _after(s, move, depth - 1) for move in _conquests(s)}


def _conquests(s: State) -> list[Move]:
    return [move for move in legal_moves(s) if move[0] == CONQUER]


def _after(s: State, move: Move, depth: int) -> int:
    """The sequences of ``depth`` that follow ``move``."""
    after = s.copy()
    apply(after, move)
    while (owed := due(after)) is not None and owed.kind == DEAL:
        apply(after, owed.options()[0])
    # Where nothing is left to decide the turn passes by itself, and what follows is someone else's.
    if depth and (after.seat, after.round) != (s.seat, s.round):
        return 0
    return perft(after, depth)


def picked(board: Board, banner: int, badge: int) -> State:
    """The first turn of a classic game for two on ``board``, right after picking that combo."""
    s = start(setup(board, base_library()))
    others = (b for b in bits(s.unseen_banners) if b != banner)
    badges = (b for b in bits(s.unseen_badges) if b != badge)
    deals = [(banner, badge), *islice(zip(others, badges, strict=False), COLUMN)]
    for pair in deals[:COLUMN]:
        apply(s, (DEAL, *pair))
    apply(s, PICKS[0])
    apply(s, (DEAL, *deals[COLUMN]))
    return s


def main(argv: list[str] | None = None) -> int:
    """Print the divide of a combo's first turn; 0, or 2 with one sentence."""
    parser = argparse.ArgumentParser(prog="python -m crusade.lab.perft", description=__doc__)
    parser.add_argument("--combo", required=True, help='such as "Flying Ratmen"')
    parser.add_argument("--board", default="base-2p")
    parser.add_argument("--depth", type=int, choices=range(1, 6), default=2)
    args = parser.parse_args(argv)
    try:
        s = picked(load(meant(args.board)).board, *parse_combo(base_library(), args.combo))
    except (AtlasError, ParseError) as error:
        print(error, file=sys.stderr)
        return 2
    found = divide(s, args.depth)
    for text, number in found.items():
        print(f"{text}: {number}")
    print(f"{sum(found.values())} sequences of {args.depth} conquests")
    return 0


if __name__ == "__main__":
    sys.exit(main())
