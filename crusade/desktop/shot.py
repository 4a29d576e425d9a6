"""Draw any scene into a picture file, without a display."""

from __future__ import annotations

import io
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path

import pygame

from crusade.boxes import FIRST, offered
from crusade.desktop.app import App
from crusade.desktop.scenes import sample_tables
from crusade.desktop.scenes.base import Scene
from crusade.desktop.scenes.book import GALLERY, read_book
from crusade.desktop.scenes.fame import FameScene
from crusade.desktop.scenes.first_game import FirstGameScene
from crusade.desktop.scenes.host import Host
from crusade.desktop.scenes.new_game import NewGameScene
from crusade.desktop.scenes.result import ResultScene
from crusade.desktop.scenes.rules_book import RulesScene, book_folder
from crusade.desktop.scenes.samples import SampleHost, fame_line, round_coins
from crusade.desktop.scenes.settings import SettingsScene
from crusade.desktop.scenes.take_in import ImportScene
from crusade.desktop.scenes.tale_view import TaleView, tell_tale
from crusade.desktop.scenes.title import TitleScene
from crusade.files import write_atomically
from crusade.rules.ids import SOLO, TWO_PLAYER


def _table(made: Callable[[Host, str], Scene], box: str) -> Scene:
    return made(SampleHost(box=box), box)


def _gallery(box: str) -> Scene:
    """The book opened at what can be seen in full of a box: its cards, its finds, its signs."""
    book = read_book(book_folder())
    shown = (c.key for c in book if c.gallery and c.gallery.id == box)
    return RulesScene(book, next(shown, GALLERY))


def _result(box: str, mode: str) -> Scene:
    line = fame_line(3, mode, box)
    return ResultScene(SampleHost(box=box), line, round_coins(line), again=lambda: None)


def _ending(box: str, mode: str) -> Scene:
    """The result of a whole game, with its story."""
    session = sample_tables.finished(box, mode)
    host = SampleHost(box=box)
    done = session.finish()
    line = replace(
        fame_line(3, mode, box),
        names=session.record.names,
        tokens=session.record.tokens,
        combos=done.combos,
        coins=done.result.coins,
        tribes=done.result.tribes,
        winners=done.result.winners,
    )

    def story() -> TaleView:
        return tell_tale(host, session, line)

    return ResultScene(host, line, done.rounds, again=lambda: None, story=story)


class _Charts(FameScene):
    """The Hall of Fame with its charts shown."""

    def enter(self) -> None:
        super().enter()
        self.show_charts(True)


_OF_THE_TABLE: dict[str, Callable[[Host, str], Scene]] = {
    "pick": sample_tables.pick,
    "entering": sample_tables.entering,
    "table": sample_tables.table,
    "offers": sample_tables.offers,
    "redeploy": sample_tables.redeploy,
    "income": sample_tables.income,
    "tribes": sample_tables.tribes,
    "ladder": sample_tables.ladder,
    "tie": sample_tables.tie,
    "forecast": sample_tables.forecast,
    "legend": sample_tables.legend,
    "menu": sample_tables.menu,
    "event": sample_tables.event,
    "auction": sample_tables.auction,
    "choice": sample_tables.choice,
    "two": sample_tables.two,
    "handover": sample_tables.handover,
    "advice": sample_tables.advised,
    "end": sample_tables.end,
    "replay": sample_tables.replayed,
}
OF_A_BOX: dict[str, Callable[[str], Scene]] = {
    **{name: partial(_table, made) for name, made in _OF_THE_TABLE.items()},
    "new": lambda box: NewGameScene(SampleHost(box=box)),
    "result": lambda box: _result(box, SOLO),
    "result-two": lambda box: _result(box, TWO_PLAYER),
    "ending": lambda box: _ending(box, SOLO),
    "ending-two": lambda box: _ending(box, TWO_PLAYER),
    "fame": lambda box: FameScene(SampleHost(box=box)),
    "charts": lambda box: _Charts(SampleHost(box=box)),
    "rules": lambda box: RulesScene(opened=f"guide_{box}"),
    "gallery": _gallery,
}
"""What can be drawn, by name, of a game with any box."""
SCENES: dict[str, Callable[[], Scene]] = {
    "title": lambda: TitleScene(SampleHost()),
    "first-game": lambda: FirstGameScene(SampleHost()),
    "guide": lambda: sample_tables.guided(SampleHost()),
    "import": lambda: ImportScene(SampleHost()),
    "settings": lambda: SettingsScene(SampleHost()),
    "examples": lambda: RulesScene(opened="races"),
    **{name: partial(made, FIRST) for name, made in OF_A_BOX.items()},
}
"""What can be drawn, by name."""
OF_A_COMBO: dict[str, Callable[..., Scene]] = {
    "table": lambda combo, box=FIRST: sample_tables.combo_table(SampleHost(), combo, box),
    "choice": lambda combo, box=FIRST: sample_tables.combo_choice(SampleHost(), combo, box),
}
"""Those that can be drawn with a combo of one's choice."""
_IN_SIGHT = 8
"""More examples than a page shows at once."""
ALL = "all"
"""The word for every scene, and for every box."""


def all_scenes(box: str = "") -> list[tuple[str, str]]:
    """Every scene with every box that it can be drawn with, as (scene, box), or with that ``box``
    alone; of one that is the same whatever is played the box is "".
    """
    boxes = [box] if box else [words[-1] for words, _title in offered()]
    alone = [(name, "") for name in SCENES if name not in OF_A_BOX and not box]
    return alone + [(name, each) for each in boxes for name in OF_A_BOX]


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
        for _more in range(_IN_SIGHT):
            app.pump(0.0)  # the pictures of examples are made one after another
        picture = io.BytesIO()
        pygame.image.save(app.window.surface, picture, ".png")
        write_atomically(Path(out), picture.getvalue())
    finally:
        app.window.close()
