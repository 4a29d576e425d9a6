"""Whole games under audit, every move of them: `python -m crusade.lab.audit_run --games 20000`.

Plays solo games (or another mode), and games for each pairing of a Race with a Special Power,
Active first and then In Decline; with `--box wayside` games with that box, and its pairings. The
first defect stops the run with the moves that led to it.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from random import Random
from typing import Final

from ..boxes import FIRST, UnknownBox, together
from ..boxes import box as box_called
from ..games import new_setup
from ..players.policies import Policy, deal, greedy_policy, random_policy, uniform_policy
from ..rules import (
    CRUSADE_TOKENS,
    Box,
    Setup,
    State,
    combo_text,
    decider,
    legal_moves,
    parse_move,
    refusal,
    start,
)
from ..rules import moves as kinds
from ..rules.asking import Regions, Spread
from ..rules.audit import audit, checked_play
from ..rules.ids import DEALER, MODES, NOBODY, NONE, OVER, SOLO, TRIBES, TRIBES_TURN
from ..rules.legal import tribes_move
from ..rules.moves import Move
from ..rules.notation import move_text

PLAYERS: Final[tuple[Policy, ...]] = (random_policy, uniform_policy, greedy_policy)
DECLINE_ROUND: Final = 4
"""The round in which a forced combo goes In Decline: late enough to have done what it can."""


class AuditError(Exception):
    """A defect; the message names it and gives the moves that led to it."""


@dataclass(frozen=True, slots=True)
class Pairing:
    """A combo that the first seat must play, Active until DECLINE_ROUND, then In Decline."""

    banner: int
    badge: int


def pairings(game: Setup, box: Box | None = None) -> Iterator[Pairing]:
    """Every Race with every Special Power of ``game``; with ``box`` those that need that box."""
    races, powers = game.library.races, game.library.powers
    for banner in range(game.banners.bit_length()):
        for badge in range(game.badges.bit_length()):
            wanted = box is None or races[banner] in box.races or powers[badge] in box.powers
            if wanted and game.banners >> banner & 1 and game.badges >> badge & 1:
                yield Pairing(banner, badge)


def audited_game(
    game: Setup, player: Policy, rng: Random, forced: Pairing | None = None, deep: int = 0
) -> tuple[State, list[str]]:
    """Play one game with an audit after every move; the last position and the moves as text.

    With ``forced`` the first seat plays that combo. Every ``deep``-th position (none for 0) is also
    asked for `move_defects`. Raises AuditError at the first defect.
    """
    s = start(game)
    played: list[str] = []
    problems = audit(s)
    while s.phase != OVER and not problems:
        move = _next_move(s, player, rng, forced)
        played.append(move_text(s, move))
        s, _, problems = checked_play(s, move)
        problems += audit(s)
        if deep and len(played) % deep == 0:
            problems += move_defects(s)
    if problems:
        story = "\n".join(played)
        raise AuditError(f"{game.mode}: {'; '.join(problems)}\nafter these moves:\n{story}")
    return s, played


def _next_move(s: State, player: Policy, rng: Random, forced: Pairing | None) -> Move:
    who = decider(s)
    if forced is not None and who in (DEALER, 0):
        if who == DEALER and s.unseen_banners == s.setup.banners:
            return (kinds.DEAL, forced.banner, forced.badge)
        mine = (s.banner[0], s.badge[0]) == (forced.banner, forced.badge)
        if who == 0 and not s.picked & 1:
            return kinds.PICKS[0]
        if who == 0 and mine and s.phase != TRIBES_TURN:
            if s.round >= DECLINE_ROUND and refusal(s, kinds.DECLINE_MOVE) is None:
                return kinds.DECLINE_MOVE
            move = player(s, rng)
            while move == kinds.DECLINE_MOVE and s.round < DECLINE_ROUND:
                move = uniform_policy(s, rng)
            return move
    if who == DEALER:
        return deal(s, rng)
    return tribes_move(s) if who == TRIBES else player(s, rng)


# ---------------------------------------------------------------- moves
def single_moves(s: State) -> Iterator[Move]:
    """Every move that is not a distribution, sensible or not: what `legal_moves` lists in full."""
    n = s.board.n
    library = s.setup.library
    bits_of_ways = library.way_bit.values()
    manners = [sum(some) for number in range(4) for some in combinations(bits_of_ways, number)]
    for r in (*range(n), -1, n):
        for ways in manners:
            yield (kinds.CONQUER, r, ways)
            yield (kinds.ATTEMPT, r, ways)
        for kind in (kinds.ABANDON, kinds.CHOOSE, kinds.TAKE, kinds.TRY):
            yield (kind, r)
    for index, decision in enumerate(library.decisions):
        if isinstance(decision, Spread):
            continue
        yield (kinds.ANSWER, index)
        for r in range(-1, max(n, NOBODY) + 1):
            yield (kinds.ANSWER, index, r)
            if isinstance(decision, Regions) and decision.most > 1:
                yield from ((kinds.ANSWER, index, r, other) for other in range(r + 1, n))
    for row in range(-1, 8):
        yield (kinds.PICK, row)
    for face in range(-1, 5):
        yield (kinds.DIE, face)
    yield from ((kind,) for kind in (kinds.END, kinds.DECLINE, kinds.STOP))
    for banner in range(s.setup.banners.bit_length()):
        for badge in range(NONE, s.setup.badges.bit_length()):
            yield (kinds.DEAL, banner, badge)
    for card in range(len(library.cards)):
        yield (kinds.TURN_UP, card)


def move_defects(s: State) -> list[str]:
    """Where the listed moves, the refusals and the texts of moves disagree in this position."""
    listed = legal_moves(s)
    problems = []
    if not listed and s.phase != OVER:
        problems.append("no move is legal")
    if len(set(listed)) != len(listed):
        problems.append("a move is listed twice")
    for move in listed:
        reason = refusal(s, move)
        text = move_text(s, move)
        if reason is not None:
            problems.append(f"'{text}' is listed but refused: {reason.sentence}")
        if parse_move(s, text) != move:
            problems.append(f"'{text}' is read as {parse_move(s, text)}, not as {move}")
    known = set(listed)
    for move in single_moves(s):
        reason = refusal(s, move)
        if reason is None and move not in known:
            problems.append(f"{move} is allowed but not listed")
        elif reason is not None and not (reason.code and reason.sentence.endswith(".")):
            problems.append(f"the refusal of {move} has no sentence")
    return problems


# ---------------------------------------------------------------- command line
def main(argv: list[str] | None = None) -> int:
    """Run the audit as a command; 0 if all is sound, 1 with the defect and its moves if not."""
    parser = argparse.ArgumentParser(prog="python -m crusade.lab.audit_run", description=__doc__)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--mode", choices=MODES, default=SOLO)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--deep", type=int, default=0, help="check the moves in every Nth position")
    parser.add_argument("--no-pairings", action="store_true")
    parser.add_argument("--box", default=FIRST, help="the box to play with, by its word")
    args = parser.parse_args(argv)
    began = time.perf_counter()
    moves = 0
    try:
        box, boxes = box_called(args.box), together(args.box)
        game = new_setup(args.mode, 1 if args.mode == SOLO else 2, CRUSADE_TOKENS, boxes=boxes)
        for i in range(args.games):
            player = PLAYERS[i % len(PLAYERS)]
            moves += len(audited_game(game, player, Random(f"{args.seed}/{i}"), None, args.deep)[1])
        print(f"{args.games} {args.mode} games sound: {moves} moves, {_since(began)}", flush=True)
        if not args.no_pairings:
            began = time.perf_counter()
            moves = games = 0
            told: set[Pairing] = set()
            for mode in MODES:
                game = new_setup(mode, 1 if mode == SOLO else 2, CRUSADE_TOKENS, boxes=boxes)
                for pairing in pairings(game, box):
                    told.add(pairing)
                    rng = Random(
                        f"{args.seed}/{combo_text(game.library, pairing.banner, pairing.badge)}"
                    )
                    for player in PLAYERS:
                        moves += len(audited_game(game, player, rng, pairing, args.deep)[1])
                        games += 1
            print(f"{len(told)} pairings sound: {games} games, {moves} moves, {_since(began)}")
    except (AuditError, UnknownBox) as error:
        print(error, file=sys.stderr)
        return 1
    return 0


def _since(began: float) -> str:
    return f"{time.perf_counter() - began:.0f} s"


if __name__ == "__main__":
    sys.exit(main())
