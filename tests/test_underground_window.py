"""Underground as a box of its own around the table: set-up, numbers of tokens, Hall of Fame."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from program_driver import Driver

from crusade.boxes import box, library
from crusade.desktop.kit.text import plain
from crusade.desktop.scenes.result import ResultScene
from crusade.desktop.scenes.title import _standing
from crusade.desktop.words.cards import card_words
from crusade.games import event_library, with_cards
from crusade.record import load
from crusade.replay import check

RACES = {race.name for race in box("underground").races}


def test_a_card_says_what_it_means_on_this_land() -> None:
    below = library(with_cards(("underground",)))
    words = card_words(below, below.card_index["Flooded"])
    assert words.detail == "On this land that means Mudpool and River."
    assert card_words(event_library(), event_library().card_index["Flooded"]).detail == ""


@pytest.fixture
def driver(tmp_path: Path):
    made = Driver(tmp_path)
    yield made
    made.close()


def test_a_game_underground_from_the_title_to_the_hall_of_fame(
    driver: Driver, tmp_path: Path
) -> None:
    """It is chosen in the form, remembered, and counted apart from the base game."""
    driver.press("new")
    form = driver.scene
    assert "Monsters" not in plain(form.words.content)
    driver.choose("boxes", 1)
    assert "Monsters" in plain(form.words.content)
    assert form.tokens_row.label.content == "Monsters"
    form._take_deck("all")
    assert "50 cards" in form.events_row.note.content
    form._take_deck("Pax the Menace")
    assert "has 7 cards" in form.events_row.note.content and not form.start.enabled
    form._take_deck("")
    driver.write("name-0", "Ada")
    driver.write("seed", "5")
    driver.press("begin")
    session = driver.session
    assert (session.record.board, session.record.boxes) == ("underground-2p", ("underground",))
    driver.app.home()
    assert "Underground" in _standing(driver.scene.games[0], True)
    driver.press("continue")
    driver.play_out()
    assert isinstance(driver.scene, ResultScene)
    line = driver.scene.line
    assert line.box == "underground" and {combo.race for combo in line.combos[0]} <= RACES
    assert "Underground" in driver.scene.marks.content
    assert driver.program.tokens_for("solo", ("Ada",), "underground")[0] == line.next_tokens
    assert driver.program.tokens_for("solo", ("Ada",))[0] == 14

    told = driver.program.export(line.game)
    (file,) = tmp_path.glob("**/*.txt")
    assert file.name in told and check(load(file.read_text(encoding="utf-8"))) == []

    base = replace(line, game=99, box="base")
    driver.program.fame_lines = lambda: [base, line]
    driver.press("fame")
    fame = driver.scene
    assert fame.boxes.visible
    fame.boxes.take("underground")
    assert fame.table.rows == [line]
    fame.show_charts(True)
    fame.charts.kind.set(1)
    fame.charts._kind_changed(1)
    assert {rate.label for rate in fame.charts.rates} <= RACES
    assert all(fame.charts._icon(rate.label, 20) for rate in fame.charts.rates)

    driver.app.home()
    driver.press("new")
    assert driver.scene.boxes.index == 1  # as in the latest game
    assert driver.scene.tokens == line.next_tokens
