"""Weigh by games what a position promises: `python -m crusade.lab.fit_evaluation`.

Games are played by a short look ahead, with something else done here and there, so that unusual
positions are met too. At the start of every turn the facts are noted, and what the lead became in
the end; least squares then give the weights, turn by turn. Run it again to play with the new ones.
"""

from __future__ import annotations

import argparse
import json
import sys
from random import Random
from typing import Final

from ..games import SEATS, new_setup
from ..players.evaluation import FILE, features, lead, weights
from ..players.policies import Policy, drawn
from ..players.quick import Style, quick_move, quick_policy
from ..players.search import Pace, Search
from ..rules import Setup, apply, due, moves, start
from ..rules.ids import CONQUER, MODES, OVER, PICK, TRIBES
from ..rules.legal import legal_moves, tribes_move

SPREAD: Final = (11, 12, 13, 14, 15, 16, 17)
"""Lost Tribe tokens of the games that are played."""
ODD: Final = 0.3
"""How often a turn is played otherwise than the player would."""
RIDGE: Final = 5.0
"""How strongly weights are kept small where games say little."""
Row = tuple[int, list[float], float]


def play_rows(game: Setup, policy: Policy, rng: Random) -> list[Row]:
    """One game: by turn the turns left, the facts, and how much the lead still grew."""
    s = start(game)
    noted: list[tuple[int, int, list[float], float]] = []
    turn = (-1, 0)
    odd: Style | None = None
    while s.phase != OVER:
        owed = due(s)
        if owed is not None:
            apply(s, drawn(owed, rng))
            continue
        if s.actor == TRIBES:
            apply(s, tribes_move(s))
            continue
        if (s.seat, s.round) != turn and s.phase in (PICK, CONQUER):
            turn = (s.seat, s.round)
            noted.append((s.seat, game.rounds - s.round, features(s, s.seat), lead(s, s.seat)))
            odd = None
            if rng.random() < ODD:
                odd = Style(noise=2 * rng.random(), kept=int(3 * rng.random()), declines=False)
                if rng.random() < ODD and moves.DECLINE_MOVE in legal_moves(s):
                    apply(s, moves.DECLINE_MOVE)
                    continue
        apply(s, policy(s, rng) if odd is None else quick_move(s, rng, odd))
    return [(left, facts, lead(s, seat) - then) for seat, left, facts, then in noted]


def least_squares(rows: list[tuple[list[float], float]]) -> list[float]:
    """The weights that fit best, by the normal equations."""
    n = len(rows[0][0])
    matrix = [[RIDGE * (i == j) for j in range(n)] for i in range(n)]
    right = [0.0] * n
    for facts, value in rows:
        for i, x in enumerate(facts):
            if x:
                right[i] += x * value
                line = matrix[i]
                for j, y in enumerate(facts):
                    line[j] += x * y
    for i in range(n):  # Gauss; the matrix is positive definite
        for k in range(i + 1, n):
            share = matrix[k][i] / matrix[i][i]
            if share:
                for j in range(i, n):
                    matrix[k][j] -= share * matrix[i][j]
                right[k] -= share * right[i]
    found = [0.0] * n
    for i in reversed(range(n)):
        rest = sum(matrix[i][j] * found[j] for j in range(i + 1, n))
        found[i] = (right[i] - rest) / matrix[i][i]
    return found


def fit(mode: str, games: int, seed: str, quick: bool) -> list[list[float]]:
    """Weights for a mode, the last turn's first."""
    by_left: dict[int, list[tuple[list[float], float]]] = {}
    pace = Pace(turns=12, changes=12, lines=1, playouts=0)
    for i in range(games):
        game = new_setup(mode, SEATS.get(mode, 2), SPREAD[i % len(SPREAD)])
        policy: Policy = quick_policy if quick else Search(pace)
        for left, facts, value in play_rows(game, policy, Random(f"{seed}/{i}")):
            by_left.setdefault(left, []).append((facts, value))
        if i % 100 == 99:
            print(mode, i + 1, file=sys.stderr, flush=True)
    return [[round(x, 3) for x in least_squares(rows)] for _left, rows in sorted(by_left.items())]


def main(argv: list[str] | None = None) -> int:
    """Play, fit and write the weights of the modes asked for."""
    parser = argparse.ArgumentParser(prog="python -m crusade.lab.fit_evaluation")
    parser.add_argument("--mode", choices=MODES, action="append")
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--seed", default="fit")
    parser.add_argument("--quick", action="store_true", help="the first time: by quick play")
    args = parser.parse_args(argv)
    known = json.loads(FILE.read_text(encoding="utf-8")) if FILE.exists() else {}
    for mode in args.mode or MODES:
        known[mode] = fit(mode, args.games, args.seed, args.quick)
        lines = [
            f' "{name}": [\n  ' + ",\n  ".join(json.dumps(row) for row in rows) + "\n ]"
            for name, rows in known.items()
        ]
        FILE.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")
        weights.cache_clear()
    return 0


if __name__ == "__main__":
    sys.exit(main())
