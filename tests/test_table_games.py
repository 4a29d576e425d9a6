"""Whole games at the table, played by real mouse events through the window's own queue."""

from __future__ import annotations

import pytest
from table_player import KeyPlayer, Player

from crusade.record import dump, load
from crusade.replay import check
from crusade.rules.ids import OVER

pytestmark = pytest.mark.screen


def _is_complete(session) -> None:
    assert session.over and session.state.phase == OVER
    assert session.record.result is not None
    assert check(load(dump(session.record))) == []


@pytest.mark.parametrize(("size", "by_drag"), [((1280, 720), False), ((1920, 1080), True)])
def test_a_whole_solo_game_by_the_mouse(size, by_drag) -> None:
    player = Player(seed=11, size=size, by_drag=by_drag)
    session = player.play()
    _is_complete(session)
    assert player.host.done is session
    assert player.clicks > 30


def test_a_whole_two_player_game_by_the_mouse() -> None:
    player = Player("two-player", ("Ada", "Bob"), seed=4)
    _is_complete(player.play())


@pytest.mark.parametrize("seed", range(20, 26))
def test_games_of_many_combos(seed) -> None:
    """Other combos, both ways of redeploying, both modes; the picture is checked at every step."""
    names = ("Ada", "Bob") if seed % 3 == 0 else ("Ada",)
    mode = "two-player" if len(names) == 2 else "solo"
    _is_complete(Player(mode, names, seed=seed, by_drag=bool(seed % 2), percent=100).play())


def test_a_game_at_the_largest_interface_size() -> None:
    """In a small window with large letters everything can still be reached."""
    player = Player(seed=3, size=(1280, 720), percent=200)
    _is_complete(player.play())


def test_a_game_at_normal_pace_ends_with_the_same_picture() -> None:
    """With all animations on, hurried by the clock of the test."""
    player = Player(seed=7, tribes_pace="fast", animation_pace="normal")
    for _ in range(60):
        if player.host.done is None:
            player.step()
    assert len(player.session.steps) > 12


@pytest.mark.parametrize(("mode", "seed"), [("solo", 6), ("two-player", 15)])
def test_a_whole_game_by_the_keyboard_alone(mode, seed) -> None:
    names = ("Ada", "Bob") if mode == "two-player" else ("Ada",)
    player = KeyPlayer(mode, names, seed=seed)
    _is_complete(player.play())
    assert player.clicks > 30


@pytest.mark.parametrize(
    ("kind", "mode", "seed", "size", "met"),
    [
        (Player, "solo", 18, (1280, 720), {"balrog", "ring", "scepter", "tomb"}),
        (Player, "two-player", 6, (1920, 1080), {"ghost", "queen", "ring"}),
        (KeyPlayer, "solo", 26, (1920, 1080), {"armors", "bag=sword", "doormat", "ring"}),
        (KeyPlayer, "two-player", 26, (1280, 720), {"queen", "reborn", "roll", "swap"}),
    ],
)
def test_a_whole_game_underground(kind, mode, seed, size, met) -> None:
    """By mouse and by keys, and these are among what a person decided in it."""
    names = ("Ada", "Bob") if mode == "two-player" else ("Ada",)
    session = kind(mode, names, seed, size, boxes=("underground",)).play()
    _is_complete(session)
    seats = range(len(names))
    said = {word for step in session.steps if step.actor in seats for word in step.text.split()}
    assert met <= said
