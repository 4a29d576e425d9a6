"""Whole games with event cards at the table: by real mouse events, and by the keyboard alone."""

from __future__ import annotations

from itertools import pairwise

import pytest
from table_player import KeyPlayer, Player

from crusade.boxes import DEFAULT
from crusade.games import ALL_CARDS, CARD_BOX, EVENTS, SURPRISE, event_library
from crusade.record import dump, load
from crusade.replay import check
from crusade.rules.events import TurnBegan
from crusade.rules.ids import OVER, SOLO, TWO_PLAYER
from crusade.session import NewGame, Session

pytestmark = pytest.mark.screen
GODS, BLOOD, AGES, WIND, AUCTIONS, PAX = event_library().themes


def session(mode: str, deck: str, seed: int) -> Session:
    """A new game with events drawn from that deck."""
    names = ("Ada",) if mode == SOLO else ("Ada", "Bob")
    options = {EVENTS: deck, "open_coins": bool(seed % 4)}
    return Session.new(NewGame(mode, names, 14, seed, options, (*DEFAULT, CARD_BOX)), None)


def whole_game(kind: type[Player], mode: str, deck: str, seed: int, **options) -> Session:
    """Play a game to its end; the picture is checked at every step, the record replays."""
    game = session(mode, deck, seed)
    player = kind(mode, game.record.names, seed=seed, session=game, **options)
    done = player.play()
    assert done.over and done.state.phase == OVER
    assert check(load(dump(done.record))) == []
    return done


@pytest.mark.parametrize(
    ("mode", "deck", "seed"),
    [
        (SOLO, ALL_CARDS, 0),
        (SOLO, AUCTIONS, 12),
        (SOLO, SURPRISE, 28),
        (SOLO, PAX, 42),
        (TWO_PLAYER, AUCTIONS, 3),
        (TWO_PLAYER, WIND, 43),
    ],
)
def test_a_whole_game_with_events_by_the_mouse(mode: str, deck: str, seed: int) -> None:
    done = whole_game(Player, mode, deck, seed)
    bids = [step for step in done.steps if step.text.startswith("bid")]
    assert bool(bids) == (deck == AUCTIONS) or deck in (ALL_CARDS, SURPRISE)


@pytest.mark.parametrize(
    ("mode", "deck", "seed"),
    [
        (SOLO, BLOOD, 44),
        (SOLO, AUCTIONS, 30),
        (TWO_PLAYER, AGES, 23),
        (TWO_PLAYER, AUCTIONS, 21),
    ],
)
def test_a_whole_game_with_events_by_the_keyboard(mode: str, deck: str, seed: int) -> None:
    whole_game(KeyPlayer, mode, deck, seed)


def test_a_game_with_events_at_the_largest_interface_size() -> None:
    whole_game(Player, SOLO, GODS, 38, percent=200)


def test_whose_turn_follows_his_own_is_not_held_up() -> None:
    """Where the Lost Tribes won the right to play first, the person's turns follow each other."""
    done = whole_game(Player, SOLO, AUCTIONS, 12)
    seats = [event.seat for event in done.events() if isinstance(event, TurnBegan)]
    assert any(one == other == 0 for one, other in pairwise(seats))
