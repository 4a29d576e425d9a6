"""Games and positions for the tests of the rules: seeded, in any mode, cheap to make."""

from __future__ import annotations

from random import Random

from crusade.games import new_setup
from crusade.players.policies import Policy, deal, random_policy
from crusade.rules import Setup, State, apply, decider, start
from crusade.rules.ids import CLASSIC, DEALER, OVER, SOLO, TRIBES, TWO_PLAYER
from crusade.rules.legal import tribes_move
from crusade.rules.moves import Move

GAMES = ((SOLO, 1), (TWO_PLAYER, 2), (CLASSIC, 2), (CLASSIC, 3))
SETUPS: dict[tuple[str, int], Setup] = {
    (mode, seats): new_setup(mode, seats, 14) for mode, seats in GAMES
}


def next_move(s: State, policy: Policy, rng: Random) -> Move:
    who = decider(s)
    if who == DEALER:
        return deal(s, rng)
    return tribes_move(s) if who == TRIBES else policy(s, rng)


def position(
    game: tuple[str, int], seed: object, moves: int, policy: Policy = random_policy
) -> State:
    """The position after so many moves of a seeded game, or its last one."""
    rng = Random(f"position {seed}")
    s = start(SETUPS[game])
    for _ in range(moves):
        if s.phase == OVER:
            break
        apply(s, next_move(s, policy, rng))
    return s


def person_position(game: tuple[str, int], seed: object, phase: int) -> State:
    """The first position of seeded games in which a person decides in this phase."""
    for attempt in range(200):
        rng = Random(f"phase {seed} {attempt}")
        s = start(SETUPS[game])
        while s.phase != OVER:
            if s.phase == phase and decider(s) < SETUPS[game].seats:
                return s
            apply(s, next_move(s, random_policy, rng))
    raise AssertionError(f"no game of {game} comes to phase {phase}")
