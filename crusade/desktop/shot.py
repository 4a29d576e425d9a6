"""Draw any scene into a picture file, without a display."""

from __future__ import annotations

import io
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pygame

from crusade.boxes import FIRST
from crusade.desktop.app import App
from crusade.desktop.scenes import sample_tables
from crusade.desktop.scenes.base import Scene
from crusade.desktop.scenes.book import GALLERY
from crusade.desktop.scenes.fame import FameScene
from crusade.desktop.scenes.first_game import FirstGameScene
from crusade.desktop.scenes.new_game import NewGameScene
from crusade.desktop.scenes.result import ResultScene
from crusade.desktop.scenes.rules_book import RulesScene
from crusade.desktop.scenes.samples import SampleHost, fame_line, round_coins
from crusade.desktop.scenes.settings import SettingsScene
from crusade.desktop.scenes.take_in import ImportScene
from crusade.desktop.scenes.title import TitleScene
from crusade.files import write_atomically


def _result() -> Scene:
    line = fame_line(3)
    return ResultScene(SampleHost(), line, round_coins(line), again=lambda: None)


SCENES: dict[str, Callable[[], Scene]] = {
    "title": lambda: TitleScene(SampleHost()),
    "new": lambda: NewGameScene(SampleHost()),
    "first-game": lambda: FirstGameScene(SampleHost()),
    "import": lambda: ImportScene(SampleHost()),
    "table": lambda: sample_tables.table(SampleHost()),
    "redeploy": lambda: sample_tables.redeploy(SampleHost()),
    "tribes": lambda: sample_tables.tribes(SampleHost()),
    "event": lambda: sample_tables.event(SampleHost()),
    "auction": lambda: sample_tables.auction(SampleHost()),
    "choice": lambda: sample_tables.choice(SampleHost()),
    "result": _result,
    "fame": lambda: FameScene(SampleHost()),
    "guide": lambda: sample_tables.guided(SampleHost()),
    "advice": lambda: sample_tables.advised(SampleHost()),
    "settings": lambda: SettingsScene(SampleHost()),
    "rules": lambda: RulesScene(),
    "gallery": lambda: RulesScene(opened=GALLERY),
}
"""What can be drawn, by name."""
OF_A_COMBO: dict[str, Callable[..., Scene]] = {
    "table": lambda combo, box=FIRST: sample_tables.combo_table(SampleHost(), combo, box),
    "choice": lambda combo, box=FIRST: sample_tables.combo_choice(SampleHost(), combo, box),
}
"""Those that can be drawn with a combo of one's choice."""
OF_A_BOX: dict[str, Callable[[str], Scene]] = {
    "table": lambda box: sample_tables.table(SampleHost(), box),
    "redeploy": lambda box: sample_tables.redeploy(SampleHost(), box),
    "tribes": lambda box: sample_tables.tribes(SampleHost(), box),
}
"""Those that can be drawn as they are in a game with another box."""


def draw_scene(
    name: str,
    size: tuple[int, int],
    out: str | Path,
    *,
    ui_percent: int = 100,
    combo: str = "",
    box: str = "",
) -> None:
    """Draw a scene with sample data at a size in pixels and save it as a PNG file; with ``combo``
    one in which the person plays that combo, with ``box`` one of a game with that box.

    Raises KeyError for an unknown scene, what `sample_tables.session_at` raises for the combo or
    the box, and OSError if the file cannot be written; then nothing is.
    """
    make = SCENES[name]
    if combo:
        make = partial(OF_A_COMBO[name], combo, box or FIRST)
    elif box:
        make = partial(OF_A_BOX[name], box)
    app = App(size=size, ui_percent=ui_percent, headless=True)
    try:
        app.push(make())
        app.pump(0.0)
        picture = io.BytesIO()
        pygame.image.save(app.window.surface, picture, ".png")
        write_atomically(Path(out), picture.getvalue())
    finally:
        app.window.close()
