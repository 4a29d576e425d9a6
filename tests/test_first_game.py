"""The guided first game, played to its end from the title; left and taken up; begun at any step."""

from __future__ import annotations

import pytest
from guided_player import Guided, GuidedByKeys

from crusade.desktop.scenes.result import ResultScene
from crusade.desktop.scenes.table import TableScene
from crusade.desktop.table.lessons import ADVICE, GUIDE

KEYS = [lesson.key for lesson in GUIDE]


@pytest.mark.parametrize(
    ("kind", "size", "percent"),
    [(Guided, (1280, 720), 100), (Guided, (1920, 1080), 100), (GuidedByKeys, (1280, 720), 200)],
)
def test_the_first_game_is_played_as_its_guide_says(tmp_path, kind, size, percent) -> None:
    """By mouse and by keys; each step speaks, and its card is whole and beside its place."""
    player = kind(tmp_path, size=size, interface_size=percent)
    player.press("first-game")
    player.press("begin")
    player.play_until(lambda scene: not isinstance(scene, TableScene), 600)
    assert isinstance(player.scene, ResultScene)
    assert player.met == KEYS
    assert not player.program.archive.fame_lines()  # it was for practice
    assert not player.program.archive.running_games()
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


def test_every_lesson_has_a_word_of_its_own() -> None:
    for lessons in (GUIDE, ADVICE):
        keys = [lesson.key for lesson in lessons]
        assert len(set(keys)) == len(keys)
        assert all(lesson.title for lesson in lessons)
    assert 8 <= len(GUIDE) <= 12
