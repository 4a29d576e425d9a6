"""Whole games played by the program alone: `crusade simulate`.

Game ``i`` of a run has a generator of its own made from the seed and ``i``, so a run repeats, and
any single game of it can be played again.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Final

from ..boxes import FIRST, together
from ..games import CLASSIC_BOARDS, SEATS, new_setup, with_cards
from ..players.policies import POLICIES, Policy, drawn
from ..rules import CRUSADE_TOKENS, Setup, State, apply, due, start
from ..rules.ids import CLASSIC, MODES, OVER, TRIBES
from ..rules.legal import tribes_move
from ..rules.library import LOST_TRIBES, Folk
from ..rules.pricing import seat_name
from ..texts import tell

MOST_GAMES: Final = 10_000_000
MOST_TOKENS: Final = 99
LIMIT: Final = 20_000
"""Moves after which a game is given up as endless; real ones have some hundreds."""


class EndlessGame(Exception):
    """A game did not end; the message names it."""


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
    """Play one game in place; the last position and the number of moves.

    ``policies`` go by seat, a single one plays for everybody. Raises EndlessGame.
    """
    s = start(game)
    one = policies[0] if len(policies) == 1 else None
    for count in range(1, LIMIT + 1):
        owed = due(s)
        if owed is not None:
            move = drawn(owed, rng)
        elif s.actor == TRIBES:
            move = tribes_move(s)
        else:
            move = one(s, rng) if one is not None else policies[s.actor](s, rng)
        apply(s, move)
        if s.phase == OVER:
            return s, count
    raise EndlessGame(f"{game.mode}: no end after {LIMIT} moves, in round {s.round}")


def simulate(
    mode: str,
    games: int,
    seed: int = 0,
    policy: str = "random",
    tokens: int = CRUSADE_TOKENS,
    seats: int = 2,
    events: str = "",
    box: str = FIRST,
) -> Report:
    """Play ``games`` games and sum them up; all but the seconds depends only on the arguments.

    ``tokens`` counts in a Crusade, ``seats`` (2 or 3) in a classic game; ``events`` names the deck
    of event cards, ``box`` the box to play with. Raises ValueError for a deck or a box that there
    is not.
    """
    persons = SEATS.get(mode, seats)
    boxes = with_cards(together(box)) if events else together(box)
    game = new_setup(mode, persons, tokens, boxes=boxes, events=events)
    players = (POLICIES[policy],)
    sides = [*range(persons), TRIBES] if game.crusade else [*range(persons)]
    wins = dict.fromkeys(sides, 0)
    totals = dict.fromkeys(sides, 0)
    shared = moves = 0
    began = time.perf_counter()
    for i in range(games):
        last, count = play_game(game, players, Random(f"{seed}/{i}"))
        moves += count
        shared += len(last.winners) > 1
        for side in last.winners:
            wins[side] += 1
        for side in sides:
            totals[side] += last.coins[side]
    seconds = time.perf_counter() - began
    return Report(
        mode=mode,
        policy=policy,
        games=games,
        seed=seed,
        tokens=tokens if game.crusade else 0,
        sides=tuple(seat_name(side) for side in sides),
        wins=tuple(wins.values()),
        shared=shared,
        means=tuple(total / games for total in totals.values()),
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
        "--seats", metavar="P", help="players of a classic game, 2 or 3 (2 unless said otherwise)"
    )
    parser.add_argument(
        "--events",
        default="",
        metavar="DECK",
        help="draw event cards: all, surprise, or the name of a theme or a strength",
    )
    parser.add_argument("--box", default=FIRST, help="the box to play with, by its word")
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
        report = simulate(args.mode, games, seed, args.policy, tokens, seats, args.events, args.box)
    except ValueError as error:
        print(error, file=sys.stderr)
        return 2
    print(report.as_json() if args.json else report.text())
    return 0
