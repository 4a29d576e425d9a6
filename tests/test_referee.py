"""Every number of a turn against a referee who does the sums from the tables of `base.md`."""

from __future__ import annotations

from random import Random

import pytest
from play_helpers import GAMES, SETUPS, next_move
from referee import Referee

from crusade.lab.audit_run import PLAYERS, pairings
from crusade.players.policies import Policy, uniform_policy
from crusade.rules import Setup, State, decider, move_text, moves, play, start
from crusade.rules.ids import CLASSIC, DEALER, OVER, SOLO


def refereed(
    game: Setup, policy: Policy, rng: Random, first: tuple[int, int] | None = None
) -> State:
    s = start(game)
    referee = Referee()
    story = []
    while s.phase != OVER:
        who = decider(s)
        if first and who == DEALER and not s.column and not s.picked:
            move = (moves.DEAL, *first)
        elif first and who == 0 and not s.picked:
            move = moves.PICKS[0]
        else:
            move = next_move(s, policy, rng)
        story.append(move_text(s, move))
        after, events = play(s, move)
        wrong = referee.watch(s, events, after)
        assert wrong == [], "\n".join(story)
        s = after
    return s


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_random_games(game: tuple[str, int]) -> None:
    for i in range(45):
        refereed(SETUPS[game], PLAYERS[i % 3], Random(f"referee {i}"))


@pytest.mark.parametrize("mode", [CLASSIC, SOLO])
def test_every_pairing(mode: str) -> None:
    game = SETUPS[mode, 2 if mode == CLASSIC else 1]
    for pairing in pairings(game):
        combo = (pairing.banner, pairing.badge)
        policy = PLAYERS[(pairing.banner + pairing.badge) % 3]
        refereed(game, policy, Random(f"{combo}"), combo)


@pytest.mark.parametrize("mode", [CLASSIC, SOLO])
def test_distributions_drawn_at_random(mode: str) -> None:
    """The same with redeployments that no list names."""
    game = SETUPS[mode, 2 if mode == CLASSIC else 1]

    def policy(s: State, rng: Random) -> moves.Move:
        return PLAYERS[0](s, rng) if rng.random() < 0.5 else uniform_policy(s, rng)

    for i in range(30):
        refereed(game, policy, Random(f"mixed {i}"))
