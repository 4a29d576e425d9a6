"""Rows and records that somebody wrote by hand do not stop the window: it tells, and goes on."""

from __future__ import annotations

import json
import random
import sqlite3
from pathlib import Path

import pygame
import pytest
from program_driver import Driver

from crusade.archive import open_archive
from crusade.archive.seals import seal
from crusade.desktop.scenes.fame import FameScene
from crusade.desktop.scenes.table import TableScene
from crusade.desktop.scenes.title import TitleScene
from crusade.record import dump
from crusade.session import NewGame, Session

pytestmark = pytest.mark.screen
SPOILED = [
    ("options", json.dumps({"colours": "9" * 4301})),
    ("options", '{"colours": ' + "9" * 4301 + "}"),
    ("names", "[1, 2]"),
    ("names", '["\u3164"]'),
    ("names", json.dumps(["x" * 100_000])),
    ("board", "moon-5p"),
    ("board", "../../etc"),
    ("boxes", "base,moon"),
    ("combos", '[[["Frozen","Gnolls"],["","Orcs"],["Hill","' + "x" * 90 + '"]]]'),
    ("combos", "[[[1,2]]]"),
    ("winners", "[4]"),
    ("coins", '["many"]'),
    ("started", "yesterday"),
    ("finished", "tomorrow"),
]


def two_games(folder: Path) -> None:
    """A finished and a running game."""
    archive, _notices = open_archive(folder)
    with archive:
        for moves in (10_000, 12):
            session = Session.new(NewGame("solo", ("Ada",), 14, seed=3), archive)
            rng = random.Random(3)
            while moves and not session.over:
                session.play(rng.choice(session.choices))
                moves -= 1


def spoil(folder: Path, column: str, value: str) -> None:
    for name in ("crusade.sqlite", "crusade-backup.sqlite"):
        database = sqlite3.connect(folder / name)
        database.execute(f"UPDATE games SET {column} = ?", (value,))
        for row in database.execute("SELECT * FROM games").fetchall():
            database.execute("UPDATE games SET seal = ? WHERE id = ?", (seal(*row[:-1]), row[0]))
        database.commit()
        database.close()
    (folder / "crusade-moves.log").unlink(missing_ok=True)


@pytest.mark.parametrize(("column", "value"), SPOILED)
def test_the_window_goes_on_with_rows_made_by_hand(tmp_path, column, value) -> None:
    two_games(tmp_path)
    spoil(tmp_path, column, value)
    driver = Driver(tmp_path)
    try:
        driver.key(pygame.K_ESCAPE)  # what was damaged has been told
        for entry in driver.program.running_games():
            driver.program.resume(entry.game)
            driver.app.pump(0.0)
            assert isinstance(driver.scene, TableScene | TitleScene)
            if isinstance(driver.scene, TableScene):
                driver.app.pop()
            driver.key(pygame.K_ESCAPE)
        driver.press("fame")
        fame = driver.scene
        assert isinstance(fame, FameScene)
        driver.choose("view", 1)
        for kind in range(3):
            driver.choose("kind", kind)
            driver.app.pump(0.0)
        driver.choose("view", 0)
        for number, _line in enumerate(list(fame.table.rows)):
            driver.click(fame.table.list.row_rect(number).center)
            driver.app.pump(0.0)
            driver.key(pygame.K_ESCAPE)
        driver.program.export_fame(list(fame.table.rows), "csv")
    finally:
        driver.close()


def test_a_record_with_a_header_made_by_hand_is_told(tmp_path) -> None:
    driver = Driver(tmp_path)
    session = Session.new(NewGame("solo", ("Ada",), 14, seed=3))
    text = dump(session.record)
    try:
        for old, new in (
            ("seed: 3", 'options: {"colours": "' + "9" * 4301 + '"}'),
            ("names: Ada", 'names: "\u3164"'),
            ("board: base-2p", "board: base-3p"),
            ("boxes: base", "boxes: moon"),
            ("edition: 2", "edition: " + "9" * 5000),
        ):
            assert old in text
            told = driver.program.import_text(text.replace(old, new))
            assert len(told) < 300
            assert "\n" not in told
        assert driver.program.running_games() == []
    finally:
        driver.close()
