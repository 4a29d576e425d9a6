"""Every step of whole games against a referee who knows the rules by their words alone."""

from __future__ import annotations

from random import Random

import pytest
from play_helpers import GAMES, SETUPS, next_move
from referee import Referee

from crusade.games import CARD_BOX, DEFAULT, new_setup
from crusade.lab.audit_run import PLAYERS, pairings
from crusade.players.policies import Policy, uniform_policy
from crusade.rules import Setup, State, decider, due, move_text, moves, play, start
from crusade.rules.ids import CLASSIC, DEALER, OVER, SOLO, TWO_PLAYER


def with_events(mode: str, seats: int, deck: str) -> Setup:
    return new_setup(mode, seats, 14, boxes=(*DEFAULT, CARD_BOX), events=deck)


DECKS = ("all", "surprise")
EVENT_SETUPS = {
    (mode, seats, deck): with_events(mode, seats, deck) for mode, seats in GAMES for deck in DECKS
}
LIBRARY = EVENT_SETUPS[SOLO, 1, "all"].library


def refereed(
    game: Setup,
    policy: Policy,
    rng: Random,
    first: tuple[int, int] | None = None,
    card: int | None = None,
    mistaken: str = "",
) -> list[str]:
    """Play a game to its end or to the first step that the referee finds wrong: what is wrong.

    ``first`` is a combo that the first seat must play; ``card`` is turned up for the fourth round,
    and taken by the referee for the card ``mistaken``.
    """
    s = start(game)
    referee = Referee(s)
    if card is not None:
        referee.t.card_names[card] = mistaken or referee.t.card_names[card]
    story = []
    while s.phase != OVER:
        who = decider(s)
        if first and who == DEALER and not s.column and not s.picked:
            move: moves.Move = (moves.DEAL, *first)
        elif first and who == 0 and not s.picked:
            move = moves.PICKS[0]
        else:
            move = next_move(s, policy, rng)
            if card is not None and move[0] == moves.TURN_UP:
                move = turned_up(s, card, rng)
        story.append(move_text(s, move))
        after, events = play(s, move)
        wrong = referee.watch(s, move, events, after)
        if wrong:
            return [*story, *wrong]
        s = after
    return []


def turned_up(s: State, card: int, rng: Random) -> moves.Move:
    """`card` for the fourth round, any other for the others."""
    owed = due(s)
    assert owed is not None
    if s.round == 3:
        return (moves.TURN_UP, card)
    return rng.choice([move for move in owed.options() if move[1] != card])


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_random_games(game: tuple[str, int]) -> None:
    for i in range(45):
        assert refereed(SETUPS[game], PLAYERS[i % 3], Random(f"referee {i}")) == []


@pytest.mark.parametrize("mode", [CLASSIC, SOLO])
def test_every_pairing(mode: str) -> None:
    game = SETUPS[mode, 2 if mode == CLASSIC else 1]
    for pairing in pairings(game):
        combo = (pairing.banner, pairing.badge)
        policy = PLAYERS[(pairing.banner + pairing.badge) % 3]
        assert refereed(game, policy, Random(f"{combo}"), combo) == []


def mixed_policy(s: State, rng: Random) -> moves.Move:
    """Redeployments that no list names, and any listed move."""
    return PLAYERS[0](s, rng) if rng.random() < 0.5 else uniform_policy(s, rng)


@pytest.mark.parametrize("mode", [CLASSIC, SOLO])
def test_distributions_drawn_at_random(mode: str) -> None:
    game = SETUPS[mode, 2 if mode == CLASSIC else 1]
    for i in range(30):
        assert refereed(game, mixed_policy, Random(f"mixed {i}")) == []


# ---------------------------------------------------------------- event cards
@pytest.mark.parametrize("deck", DECKS)
@pytest.mark.parametrize("game", GAMES, ids=str)
def test_random_games_with_events(game: tuple[str, int], deck: str) -> None:
    for i in range(24 if deck == "all" else 8):
        policy = (*PLAYERS, mixed_policy)[i % 4]
        assert refereed(EVENT_SETUPS[*game, deck], policy, Random(f"events {i}")) == []


CARDS = [card.name for card in LIBRARY.cards]


@pytest.mark.parametrize("name", CARDS)
def test_every_card_in_every_mode(name: str) -> None:
    """Each card in force in the fourth round of a game of each mode."""
    for game in GAMES:
        setup = EVENT_SETUPS[*game, "all"]
        card = CARDS.index(name)
        if setup.cards >> card & 1:
            rng = Random(f"card {name}")
            assert refereed(setup, PLAYERS[2], rng, card=card) == []


SPEAKS_NOT = ("Bling-Bling",)


@pytest.mark.parametrize("name", [name for name in CARDS if name not in SPEAKS_NOT])
def test_a_referee_who_mistakes_a_card_protests(name: str) -> None:
    """He takes each card for one that does nothing: what it does must then be against the rules."""
    for i in range(40):
        game = ((CLASSIC, 2), (TWO_PLAYER, 2), (CLASSIC, 3))[i % 3]
        rng = Random(f"mistaken {name} {i}")
        setup = EVENT_SETUPS[*game, "all"]
        if refereed(setup, PLAYERS[i % 3], rng, card=CARDS.index(name), mistaken="Bling-Bling"):
            return
    pytest.fail(f"{name} changes nothing that he notices")
