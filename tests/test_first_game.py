"""The guided first game, played to its end from the title; left and taken up; begun at any step."""

from __future__ import annotations

from threading import Event

import pytest
from guided_player import Guided, GuidedByKeys
from table_player import Player

from crusade.boxes import SHIPPED
from crusade.desktop import board_view
from crusade.desktop.app import App
from crusade.desktop.scenes.examples import example_of, ladder_examples
from crusade.desktop.scenes.result import ResultScene
from crusade.desktop.scenes.rules_book import RulesScene
from crusade.desktop.scenes.table import TableScene
from crusade.desktop.table import first_game
from crusade.desktop.table.lessons import ADVICE, GUIDE
from crusade.players.steam import steam
from crusade.rules.events import ComboPicked
from crusade.rules.ids import CONQUER
from crusade.rules.queries import why_not
from crusade.session import Session

KEYS = [lesson.key for lesson in GUIDE]


@pytest.mark.parametrize(
    ("kind", "size", "percent", "pace"),
    [
        (Guided, (1280, 720), 100, "instant"),
        (Guided, (1920, 1080), 100, "fast"),
        (GuidedByKeys, (1280, 720), 200, "normal"),
    ],
)
def test_the_first_game_is_played_as_its_guide_says(tmp_path, kind, size, percent, pace) -> None:
    """By mouse and by keys; each step speaks, and its card is whole and beside its place."""
    player = kind(tmp_path, size=size, interface_size=percent, tribes_pace=pace)
    player.press("first-game")
    player.press("begin")
    player.play_until(lambda scene: not isinstance(scene, TableScene), 600)
    assert isinstance(player.scene, ResultScene)
    assert player.met == KEYS
    assert not player.program.archive.fame_lines()  # it was for practice
    assert not player.program.archive.running_games()
    assert player.scene.practice
    player.close()


def test_it_goes_on_where_it_was_left(tmp_path) -> None:
    """At each step the guide is left and taken up again, and the program closed and opened."""
    player = Guided(tmp_path)
    player.press("first-game")
    player.press("counts")
    player.press("begin")
    known: list[str] = []
    for _ in range(600):
        if not isinstance(player.scene, TableScene):
            break
        key = player.speaks
        if key and key not in known:
            known.append(key)
            player.press("lesson-leave")
            assert not player.speaks
            player.press("menu")
            player.take("Let the guide speak again")
            assert player.speaks == key
            player.close()
            player.open(tmp_path)
            player.press("continue")
            assert player.speaks == key
        with player.fewer_frames():
            player.step()
    assert known == KEYS
    assert len(player.program.archive.fame_lines()) == 1
    player.close()


def test_advice_is_given_once_and_goes_with_a_click() -> None:
    player = Player(seed=5, advice=True)
    tutor = player.scene.tutor
    said: list[str] = []
    with player.fewer_frames():
        while len(said) < 3:
            if tutor.lesson is not None and not player.scene.ui.busy:
                said.append(tutor._mark(tutor.lesson))
                player.press("lesson-on")
            player.step()
        assert len(set(said)) == 3 and set(said) <= set(player.host.kept.lessons)
        while tutor.lesson is None:
            player.step()
    player.press("lesson-leave")
    assert not player.host.kept.advice and tutor.lesson is None
    assert not player.scene.lesson.visible


@pytest.mark.parametrize("step", [0, 3, 6, 9, 11])
def test_it_begins_at_any_step(tmp_path, step) -> None:
    player = Guided(tmp_path)
    player.press("rules") if step else player.press("first-game")
    if step:
        player.press("learn")
    rows = player.scene.list
    rows.reveal(rows.row_rect(step))
    player.click(rows.row_rect(step).center)
    assert isinstance(player.scene, TableScene)
    assert player.speaks == KEYS[step]
    player.close()


def test_a_board_that_takes_long_is_said_and_a_second_click_does_nothing(
    tmp_path, monkeypatch
) -> None:
    go = Event()
    monkeypatch.setattr(board_view, "prepare", lambda file: go.wait(10))
    player = Guided(tmp_path)
    player.press("first-game")
    begin = player.scene.begin
    for _ in range(2):
        Player.click(player, begin.rect.center)
        player.app.pump(0.5)
        assert begin.label == "Setting up the board…" and not begin.enabled
    go.set()
    player.wait_for_the_board()
    assert isinstance(player.scene, TableScene)
    assert not any(isinstance(e, ComboPicked) for s in player.scene.session.steps for e in s.events)
    player.close()


def test_a_decline_is_weighed_before_it_is_advised() -> None:
    """In round 3 of the guided game it loses nothing; with a race just picked it would be ruin."""
    session = Session.new(first_game.set_up("Ada", False), None)
    first_game.play_up_to(session, KEYS.index("decline"))
    assert -1 < steam(session.state).gain < 5
    first_game.play_up_to(session := Session.new(first_game.set_up("Ada", False), None), 11)
    states = [step.after for step in session.steps if step.after.phase == CONQUER]
    fifth = next(s for s in states if s.round == 5 and not s.begun and s.seat == 0)
    found = steam(fifth)
    assert found.gain < -10 and found.going_on > found.declining


def test_every_lesson_has_a_word_of_its_own() -> None:
    for lessons in (GUIDE, ADVICE):
        keys = [lesson.key for lesson in lessons]
        assert len(set(keys)) == len(keys)
        assert all(lesson.title for lesson in lessons)
    assert 8 <= len(GUIDE) <= 12


def test_the_search_finds_what_stands_on_the_table(tmp_path) -> None:
    """ "Why can I not take this": the rules say of a Region what the engine says of it."""
    player = Guided(tmp_path)
    player.begin()
    player.play_until(lambda scene: bool(scene.control.offers))
    control, names = player.scene.control, player.scene.cast.board.names
    out = next(
        r for r in range(len(names)) if r not in control.offers and why_not(control.state, r)
    )
    reason = why_not(control.state, out).sentence
    player.press("rules")
    player.write("search", names[out])
    assert any(reason in block.words for block in player.scene.book.blocks)
    player.close()


@pytest.mark.parametrize("box", [box for box in SHIPPED if box.races], ids=lambda box: box.id)
def test_races_and_powers_are_shown_by_the_engine(box) -> None:
    """Nearly all; what cannot be shown in a short Crusade has no picture."""
    missing = [one.name for one in (*box.races, *box.powers) if example_of(box, one) is None]
    assert len(missing) <= 6
    assert not set(missing) & {"Elves", "Giants", "Trolls", "Berserk", "Stout", "Tomb"}


def test_the_pictures_of_the_rules_are_drawn_when_they_are_seen() -> None:
    app = App(size=(1280, 720), headless=True)
    scene = RulesScene(opened="races")
    app.push(scene)
    app.pump(0.0)
    waiting = len(scene.book.missing)
    assert 0 < waiting < 6
    for _ in range(waiting + 1):
        app.pump(0.0)
    assert not scene.book.missing and scene.wake_in() is None
    made = [found for found in scene.book._pictures.values() if found is not None]
    assert len(made) == waiting
    assert all(first.get_buffer().raw != second.get_buffer().raw for first, second, _said in made)
    assert len(ladder_examples()) == 2
