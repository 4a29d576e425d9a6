"""A second player of the program, from the set-up to the result, by the mouse."""

from __future__ import annotations

from pathlib import Path

import pytest
from program_driver import Driver

from crusade.automaton import hardness
from crusade.desktop.scenes.host import NewGameChoice
from crusade.desktop.scenes.result import ResultScene
from crusade.players import POLICIES, STRENGTHS


@pytest.mark.screen
@pytest.mark.parametrize(("strength", "begins"), [(2, 1)])
def test_one_person_plays_a_two_player_crusade_against_the_program(
    tmp_path: Path, strength: int, begins: int
) -> None:
    driver = Driver(tmp_path, seed=4)
    driver.press("new")
    driver.choose("mode", 1)
    driver.write("name-0", "Ada")
    driver.choose("second", strength)
    assert not driver.scene.names[1].visible
    driver.choose("begins", begins)
    driver.write("seed", "5")
    driver.press("begin")
    table, session = driver.scene, driver.session
    assert session.persons == (begins,) and table.control.only == begins
    assert session.record.options[f"program_{2 - begins}"] == STRENGTHS[strength - 1]
    again = NewGameChoice.like(session.record, (0, 1))
    assert again.programs[1 - begins] == STRENGTHS[strength - 1]

    cards = []

    def over(scene) -> bool:
        if scene is table and scene._handing:
            cards.append(scene)
        return isinstance(scene, ResultScene)

    driver.play_until(over)
    assert not cards, "nobody else comes to the screen"
    driver.close()


def test_the_set_up_tells_how_hard_a_number_of_tokens_is(tmp_path: Path) -> None:
    known = hardness.odds("base", "solo", hardness.HASTY, 14)
    assert known is not None and known.games >= hardness.FEWEST
    low, high = known.interval
    assert 0 < low < known.rate < high < 1
    driver = Driver(tmp_path)
    driver.press("new")
    note = driver.scene.tokens_row.note
    assert f"{round(100 * known.rate)}" in str(note.content)
    before = note.content
    driver.scene.change_tokens(-4)
    assert note.content != before
    driver.close()


def test_every_strength_is_a_player() -> None:
    assert set(STRENGTHS) <= set(POLICIES)
