"""Games and positions for the tests of the rules: seeded, in any mode, cheap to make."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from crusade.boxes import base_library
from crusade.games import new_setup
from crusade.players.policies import Policy, deal, random_policy
from crusade.rules import Setup, State, apply, decider, start
from crusade.rules.asking import Number
from crusade.rules.ids import ASK, CLASSIC, DEALER, OVER, OWNER, SOLO, TRIBES, TWO_PLAYER
from crusade.rules.legal import tribes_move
from crusade.rules.moves import ATTEMPT, CONQUER, DECLINE_MOVE, Move
from crusade.rules.turn import asked

GAMES = ((SOLO, 1), (TWO_PLAYER, 2), (CLASSIC, 2), (CLASSIC, 3))
SETUPS: dict[tuple[str, int], Setup] = {
    (mode, seats): new_setup(mode, seats, 14) for mode, seats in GAMES
}


def next_move(s: State, policy: Policy, rng: Random) -> Move:
    who = decider(s)
    if who == DEALER:
        return deal(s, rng)
    return tribes_move(s) if who == TRIBES else policy(s, rng)


def lively_choice(choices: Sequence[Move], rng: Random) -> Move:
    """One of a session's choices by chance; conquests are preferred, so that something happens."""
    fights = [m for m in choices if m[0] in (CONQUER, ATTEMPT)]
    if DECLINE_MOVE in choices and rng.random() < 0.2:
        return DECLINE_MOVE
    return rng.choice(fights if fights and rng.random() < 0.85 else choices)


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


LIBRARY = base_library()


def way(word: str) -> int:
    """The int by which a move names a way of the base game: `dragon`, `sorcery`, `ghouls`."""
    found = LIBRARY.way(word)
    assert found is not None
    return LIBRARY.way_bit[found]


def decision(word: str) -> int:
    """The number of the first decision of the base game with that word."""
    return next(i for i, d in enumerate(LIBRARY.decisions) if d.word == word)


def kind(word: str) -> int:
    """The number of a kind of piece of the base game: `fortress`, `dragon`."""
    found = LIBRARY.piece(word)
    assert found is not None
    return LIBRARY.kind[found]


def asked_position(game: tuple[str, int], seed: object, word: str) -> State:
    """The first position of seeded games in which a person is asked that decision."""
    for attempt in range(400):
        rng = Random(f"phase {seed} {attempt}")
        s = start(SETUPS[game])
        while s.phase != OVER:
            found = asked(s)
            if found is not None and found.word == word and decider(s) < SETUPS[game].seats:
                return s
            apply(s, next_move(s, random_policy, rng))
    raise AssertionError(f"no game of {game} asks '{word}'")


def bidding(s: State) -> bool:
    """Whether a person is asked for a sealed bid."""
    decision = asked(s)
    asks = s.phase == ASK and not s.rolling
    return asks and isinstance(decision, Number) and decision.sealed


def sealed(s: State) -> set[int]:
    """The seats whose bids the position holds."""
    secrets = {d.secret for d in s.setup.library.decisions if d.secret}
    return {OWNER[place] for place, key in s.memory if key in secrets}
