"""Cards that a player writes, in the window: chosen at set-up, told of when they are wrong."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from program_driver import Driver
from test_own_cards import with_all_words

from crusade.boxes.tales.own import OWN_CARDS, OWN_THEME
from crusade.desktop.scenes.new_game import NewGameScene
from crusade.desktop.scenes.table import TableScene
from crusade.desktop.words.cards import card_words
from crusade.own_cards import FILE, library_with
from crusade.record import dump, load
from crusade.replay import check

pytestmark = pytest.mark.screen


@pytest.fixture
def driver(tmp_path: Path) -> Iterator[Driver]:
    made = Driver(tmp_path)
    yield made
    made.close()


def own_deck(driver: Driver) -> tuple[bool, str]:
    """Open the menu of decks at set-up: whether one's own can be chosen, and why not."""
    driver.press("new")
    assert isinstance(driver.scene, NewGameScene)
    driver.press("events")
    rows = driver.scene.ui.find("menu-rows")
    item = next(item for item in rows.items if item.label == OWN_THEME)
    driver.click(rows.row_rect(rows.items.index(item)).center)
    return item.enabled, item.why


def test_a_game_with_ones_own_cards_alone(driver: Driver, tmp_path: Path) -> None:
    cards = with_all_words()
    (tmp_path / FILE).write_text(cards.text, encoding="utf-8")
    assert own_deck(driver) == (True, "")
    driver.write("name-0", "Ada")
    driver.press("begin")
    session = driver.session
    assert session.record.options["events"] == OWN_THEME
    assert session.record.options[OWN_CARDS] == cards.text
    (tmp_path / FILE).unlink()  # the game has its own
    driver.play_out()
    assert session.over
    record = load(dump(session.record))
    assert check(record) == []


def test_once_more_is_with_the_same_cards(driver: Driver, tmp_path: Path) -> None:
    """Whatever has become of the file: on the table, and after the result."""
    cards = with_all_words()
    (tmp_path / FILE).write_text(cards.text, encoding="utf-8")
    own_deck(driver)
    driver.write("name-0", "Ada")
    driver.press("begin")
    options = driver.session.record.options
    (tmp_path / FILE).write_text("cards: [")
    driver.scene._do_start_anew()
    assert driver.session.record.options == options and not driver.session.over
    driver.play_out()
    driver.press("again")
    assert isinstance(driver.scene, TableScene)
    assert driver.session.record.options == options
    assert driver.session.record.boxes == ("base", "tales")


def test_a_file_that_breaks_during_set_up_is_told_before_the_game_begins(
    driver: Driver, tmp_path: Path
) -> None:
    (tmp_path / FILE).write_text(with_all_words().text, encoding="utf-8")
    own_deck(driver)
    driver.write("name-0", "Ada")
    (tmp_path / FILE).write_text("cards: [")
    driver.press("begin")
    assert isinstance(driver.scene, NewGameScene)
    assert driver.scene.events_row.note.content.startswith("events.yaml, line 1: this is no YAML")
    assert not driver.scene.start.enabled
    # With all cards there are those of the game: told once, they are played with.
    driver.scene._take_deck("all")
    (tmp_path / FILE).unlink()
    driver.scene._names_changed()
    driver.press("begin")
    driver.press("begin")
    assert OWN_CARDS not in driver.session.record.options


def test_a_card_without_an_introduction_is_told_once() -> None:
    """Its text is not said again beneath itself."""
    cards = with_all_words()
    library = library_with(("base", "tales"), cards.text)
    words = card_words(library, library.card_index[cards.cards[0].name])
    assert words.text == cards.cards[0].text and words.intro == ""


def test_without_cards_the_deck_says_where_to_write_them(driver: Driver) -> None:
    enabled, why = own_deck(driver)
    assert not enabled and FILE in why
    assert driver.scene.deck == ""


def test_too_few_cards_are_told(driver: Driver, tmp_path: Path) -> None:
    few = json.loads(with_all_words().text)["cards"][:7]
    (tmp_path / FILE).write_text(json.dumps({"cards": few}), encoding="utf-8")
    assert own_deck(driver) == (
        False,
        "The event deck 'Your own' has 7 cards, and this game needs 8.",
    )


def test_what_is_wrong_with_the_file_is_told(driver: Driver, tmp_path: Path) -> None:
    (tmp_path / FILE).write_text("cards:\n  - {name: A, text: B., pays: forrest}\n")
    enabled, why = own_deck(driver)
    assert not enabled and why.startswith("events.yaml, line 2, cards.1.pays: one of farmland")
