"""The table at every window and interface size: nothing is cut, nothing is off the window."""

from __future__ import annotations

import os
from functools import cache

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")

import pygame
import pytest
from table_player import Player

from crusade.desktop import board_view
from crusade.desktop.kit import text
from crusade.desktop.kit.text import plain
from crusade.desktop.scenes.sample_tables import session_at
from crusade.desktop.scenes.table import TableScene
from crusade.desktop.table.naming import shorten_names
from crusade.rules.ids import CONQUER, PICK, REDEPLOY, TRIBES_TURN, VICTIM
from crusade.session import Session

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


PHASES = {
    "pick": lambda s: s.state.phase == PICK and s.state.round > 2,
    "first": lambda s: s.state.phase == CONQUER and not s.state.held[0],
    "conquer": lambda s: s.state.phase == CONQUER and s.state.begun and s.state.hand[0] > 3,
    "fresh": lambda s: s.state.phase == CONQUER and s.state.held[0] and not s.state.begun,
    "last": lambda s: s.state.phase == CONQUER and s.state.round == 9 and not s.state.begun,
    "spent": lambda s: s.state.phase == CONQUER and not s.state.hand[0],
    "redeploy": lambda s: s.state.phase == REDEPLOY and s.state.hand[0] > 1,
    "driven out": lambda s: s.state.phase == VICTIM,
    "tie": lambda s: s.state.phase == TRIBES_TURN and s.actor == 0,
}
"""A game at each kind of decision, the Lost Tribes having played before it."""


def _phase(name: str) -> Session:
    return session_at(PHASES[name])


def test_the_hint_is_never_cut(monkeypatch) -> None:
    """The line below the board says what to do in whole, by mouse and by keyboard."""
    # The boards of these few sizes serve every phase; a running game keeps fewer of them.
    for kept in ("_still", "_hits", "_overlays"):
        monkeypatch.setattr(board_view, kept, cache(getattr(board_view, kept).__wrapped__))
    cut = []
    for name in PHASES:
        player = Player(session=_phase(name))
        line = player.scene.hint_line
        player.app.draw = lambda: None  # the words are laid out without being drawn
        for size, percent in (*SIZES, ((1280, 720), 75)):
            player.app.resize(size)
            player.app.set_ui_percent(percent)
            for by_keys in (False, True):
                player.app.presses.by_keys = by_keys
                player.scene.refresh()
                player.app.pump(0.0)
                drawn = "".join(
                    piece.text for part in line.laid() for row in part.lines for piece in row
                )
                if "…" in drawn:
                    cut.append((name, size, percent, by_keys, drawn))
                assert len([row for part in line.laid() for row in part.lines]) <= 2
                assert plain(line.words)
    assert not cut


def test_what_the_best_defence_comes_to_is_never_cut_and_neither_is_the_step() -> None:
    """The advice after B, and the words beside the title, at every size."""
    for name in ("redeploy", "driven out", "tie"):
        player = Player(session=_phase(name))
        for size, percent in ((1280, 720), 100), ((1280, 720), 150), ((1280, 720), 200):
            player.app.resize(size)
            player.app.set_ui_percent(percent)
            player.key(pygame.K_b)
            line, m = player.scene.hint_line, player.scene.m
            drawn = "".join(
                piece.text for part in line.laid() for row in part.lines for piece in row
            )
            assert "…" not in drawn, (name, percent, drawn)
            assert len([row for part in line.laid() for row in part.lines]) <= 2
            assert name == "tie" or "The Lost Tribes" in drawn
            step = player.scene.header.step
            assert "…" not in str(step.content)
            assert text.measure(str(step.content), step.style, m) <= step.rect.w
            settle = player.scene.ui.find("settle") if name == "tie" else None
            if settle is not None:
                laid = settle.words()
                assert laid.height <= settle.rect.h and "…" not in str(laid.lines)


def test_their_last_turn_can_be_seen_again_after_what_they_drove_out_was_placed() -> None:
    player = Player(session=_phase("driven out"))
    player.key(pygame.K_b)
    assert not player.scene.again.visible  # the advice has the room
    player.key(pygame.K_t)
    assert player.session.state.phase == CONQUER and player.scene.again.visible


def test_what_there_is_no_room_for_is_left_out_in_whole_sentences() -> None:
    player = Player(session=_phase("conquer"))
    line = player.scene.hint_line
    for many in (1, 40):
        line.show("Do this.", False, False, "It is final.", "Before. " * many, "After.")
        drawn = "".join(piece.text for part in line.laid() for row in part.lines for piece in row)
        assert "Do this." in drawn and "It is final." in drawn and "…" not in drawn
        assert ("Before." in drawn) == (many == 1) and "After." in drawn
    assert "Before." in str(line.tip_at(line.rect.center))
