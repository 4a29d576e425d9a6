"""What the players of the program know of combos and positions: `python -m crusade.lab.learn`.

For the combos quick games are played in which any combo is picked; least squares tell what each
Race and Special Power brought. For the weights games are played by a short look ahead, with
something else done here and there, so that unusual positions are met too; at the start of every
turn the facts are noted, and how much the lead still grew. Run it again to play with what is known
by then.
"""

from __future__ import annotations

import argparse
import sys
from random import Random
from typing import Final

from ..boxes import FIRST, together
from ..games import SEATS, new_setup
from ..players.evaluation import features, lead
from ..players.experience import BANDS, band, experience, write
from ..players.playing import play_on
from ..players.policies import Policy
from ..players.quick import Style, quick_move, quick_policy
from ..players.search import Pace, Search
from ..rules import CRUSADE_TOKENS, Setup, State, moves, start
from ..rules.ids import CONQUER, MODES, NONE, PICK, TRIBES_SLOT
from ..rules.legal import legal_moves
from ..rules.moves import Move
from ..rules.scoring import held_by

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

    def noting(s: State, rng: Random) -> Move:
        nonlocal turn, odd
        if (s.seat, s.round) != turn and s.phase in (PICK, CONQUER):
            turn = (s.seat, s.round)
            noted.append((s.seat, game.rounds - s.round, features(s, s.seat), lead(s, s.seat)))
            odd = None
            if rng.random() < ODD:
                odd = Style(noise=2 * rng.random(), kept=int(3 * rng.random()), declines=False)
                if rng.random() < ODD and moves.DECLINE_MOVE in legal_moves(s):
                    return moves.DECLINE_MOVE
        return policy(s, rng) if odd is None else quick_move(s, rng, odd)

    play_on(s, (noting,), rng)
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


def learn_weights(mode: str, games: int, seed: str) -> list[list[float]]:
    """Weights for a mode, the last turn's first."""
    by_left: dict[int, list[tuple[list[float], float]]] = {}
    known = mode in experience()["weights"]
    pace = Pace(turns=12, changes=24, lines=1, playouts=0)
    for i in range(games):
        game = new_setup(mode, SEATS.get(mode, 2), SPREAD[i % len(SPREAD)])
        policy: Policy = Search(pace) if known else quick_policy
        for left, facts, value in play_rows(game, policy, Random(f"{seed}/{i}")):
            by_left.setdefault(left, []).append((facts, value))
    return [[round(x, 3) for x in least_squares(rows)] for _left, rows in sorted(by_left.items())]


# ---------------------------------------------------------------- combos
def play_picks(game: Setup, rng: Random) -> list[tuple[int, int, int, list[float], float]]:
    """One quick game in which combos are picked at random: for each the turns left, its banner and
    badge, what else counted, and how much the lead grew.
    """
    s = start(game)
    picks: list[tuple[int, int, int, int, list[float], float]] = []

    def picking(s: State, rng: Random) -> Move:
        if s.phase != PICK:
            return quick_policy(s, rng)
        row = int(rng.random() * min(len(s.column), s.coins[s.seat] + 1))
        banner, badge, found = s.column[row]
        left = game.rounds - s.round
        facts = [float(x) for x in (found - row, game.tokens, left, *map(left.__eq__, range(10)))]
        facts += [float(mask.bit_count()) for mask in (s.held[TRIBES_SLOT], held_by(s, s.seat))]
        picks.append((s.seat, left, banner, badge, facts, lead(s, s.seat)))
        return moves.PICKS[row]

    play_on(s, (picking,), rng)
    return [
        (left, banner, badge, facts, lead(s, seat) - then)
        for seat, left, banner, badge, facts, then in picks
    ]


def learn_combos(mode: str, games: int, seed: str, box: str) -> dict[str, list[float]]:
    """What each Race and Special Power of a box brings in a mode, by the bands of turns left."""
    boxes = together(box)
    library = new_setup(mode, SEATS.get(mode, 2), CRUSADE_TOKENS, boxes=boxes).library
    names = [x.name for x in (*library.races, *library.powers)]
    races = len(library.races)
    by_band: list[list[tuple[list[float], float]]] = [[] for _ in range(len(BANDS) + 1)]
    met: dict[str, int] = {}
    for i in range(games):
        game = new_setup(mode, SEATS.get(mode, 2), SPREAD[i % len(SPREAD)], boxes=boxes)
        for left, banner, badge, facts, value in play_picks(game, Random(f"{seed}/{i}")):
            each = [0.0] * len(names)
            each[banner] = 1.0
            if badge != NONE:
                each[races + badge] = 1.0
            for name, there in zip(names, each, strict=True):
                met[name] = met.get(name, 0) + int(there)
            by_band[band(left)].append(([*each, *facts], value))
    bands = [least_squares(rows) for rows in by_band]
    return {
        name: [round(found[i], 1) for found in bands] for i, name in enumerate(names) if met[name]
    }


def main(argv: list[str] | None = None) -> int:
    """Play, learn, and write what was learned; each part plays by what was known before."""
    parser = argparse.ArgumentParser(prog="python -m crusade.lab.learn", description=__doc__)
    parser.add_argument("--mode", choices=MODES, action="append", help="else every mode")
    parser.add_argument("--box", default=FIRST, help="whose combos are learned")
    parser.add_argument("--picks", type=int, default=0, help="games to learn the combos by")
    parser.add_argument("--games", type=int, default=0, help="games to learn the weights by")
    parser.add_argument("--seed", default="learn")
    args = parser.parse_args(argv)
    for mode in args.mode or MODES:
        known = experience()
        if args.picks:
            worths = learn_combos(mode, args.picks, args.seed, args.box)
            known["combos"].setdefault(mode, {}).update(worths)
            write(known)
        if args.games:
            known["weights"][mode] = learn_weights(mode, args.games, args.seed)
            write(known)
    return 0


if __name__ == "__main__":
    sys.exit(main())
