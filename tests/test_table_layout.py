"""The table at every window and interface size: nothing is cut, nothing is off the window."""

from __future__ import annotations

import os

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")

import pytest
from table_player import Player

from crusade.desktop.kit import text
from crusade.desktop.kit.text import plain
from crusade.desktop.scenes.table import TableScene
from crusade.desktop.table.naming import shorten_names
from crusade.rules.ids import PICK

SIZES = [
    ((1280, 720), 100),
    ((1280, 720), 150),
    ((1280, 720), 200),
    ((1920, 1080), 200),
    ((1024, 600), 100),
]
LONG = "Maximiliana Featherstone"


@pytest.fixture(scope="module", params=SIZES, ids=str)
def alone(request: pytest.FixtureRequest) -> TableScene:
    """A game for one that has just begun, at each size; laid out once for all who look at it."""
    size, percent = request.param
    return Player("solo", ("Ada",), size=size, percent=percent).scene


def assert_the_header_tells_the_step(scene: TableScene) -> None:
    header = scene.header
    for label in (header.title, header.step):
        assert text.measure(plain(label.content), label.style, scene.m) <= label.rect.w
        assert scene.m.window.contains(label.rect)
    assert not header.step.rect.colliderect(header.track.rect)
    assert header.track.rect.right <= scene.side.actions.rect.x


def test_the_header_always_tells_the_step(alone) -> None:
    assert_the_header_tells_the_step(alone)


@pytest.mark.parametrize(("size", "percent"), SIZES)
def test_the_header_has_room_for_a_long_name(size, percent) -> None:
    scene = Player("two-player", (LONG, "Bob"), size=size, percent=percent).scene
    assert_the_header_tells_the_step(scene)


def test_prices_and_coins_are_in_sight_while_picking(alone) -> None:
    assert alone.control.state.phase == PICK and alone.side.column.visible
    left = alone.side.column.left
    assert "5 coins" in plain(left.content)
    assert text.measure(plain(left.content), left.style, alone.m) <= left.rect.w


def test_the_forecast_is_wide_enough_and_inside_the_window(alone) -> None:
    alone.doors.forecast()
    assert alone.ladder.visible and alone.m.window.contains(alone.ladder.rect)
    assert alone.ladder.rect.w >= alone.m.px(360)
    alone.doors.forecast()  # as it was, for whoever looks next
    assert not alone.ladder.visible


def test_the_last_turn_can_be_shown_again_only_at_the_start_of_ones_own() -> None:
    player = Player("solo", ("Ada",), seed=3)
    again = player.scene.again
    assert not again.visible
    while not (again.visible and player.scene.control.deciding):
        player.step()
    player.click(again.rect.center)
    assert player.scene.picture_is_true() or player.scene.control.stage.busy


def test_the_name_is_shortened_and_not_the_instruction() -> None:
    said = shorten_names(f"{LONG}, a decision of yours", (LONG,), lambda words: len(words) < 34)
    assert said.endswith("…, a decision of yours") and said.startswith("Maximil")
    assert shorten_names("Bob plays", ("Bob",), lambda words: False) == "Bob plays"
