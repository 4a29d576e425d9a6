"""The scenes, driven through the window's event queue with a host of samples."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pygame
import pytest
from pygame import Rect

import crusade.__main__ as command
from crusade.archive import open_archive
from crusade.boxes import SHIPPED, offered
from crusade.clock import local_day
from crusade.desktop.app import App
from crusade.desktop.file_doors import FileDoors
from crusade.desktop.kit import Button, ListView, Segmented, Slider, Table, TextField, Toggle
from crusade.desktop.kit.text import measure
from crusade.desktop.kit.widget import Widget
from crusade.desktop.scenes import chart_lines, take_in
from crusade.desktop.scenes.base import Scene
from crusade.desktop.scenes.book import read_chapter
from crusade.desktop.scenes.fame import FameScene
from crusade.desktop.scenes.first_game import FirstGameScene
from crusade.desktop.scenes.host import NewGameChoice
from crusade.desktop.scenes.new_game import NewGameScene
from crusade.desktop.scenes.result import ResultScene, headline, next_time
from crusade.desktop.scenes.rules_book import RulesScene
from crusade.desktop.scenes.samples import SampleHost, fame_line, round_coins
from crusade.desktop.scenes.settings import SettingsScene
from crusade.desktop.scenes.take_in import ImportScene
from crusade.desktop.scenes.title import TitleScene
from crusade.desktop.shot import OF_A_BOX, SCENES, all_scenes, draw_scene
from crusade.desktop.theme import Style
from crusade.imports import RecordFile
from crusade.record import TITLE
from crusade.rules.ids import SOLO, TRIBES, TWO_PLAYER

pytestmark = pytest.mark.screen
SIZES = [(1024, 600), (1280, 720), (1920, 1080)]


@pytest.fixture(params=SIZES[:2], ids=str)
def app(request: pytest.FixtureRequest) -> Iterator[App]:
    made = App(size=request.param, headless=True)
    yield made
    made.window.close()


def show(app: App, scene: Scene) -> Any:
    app.push(scene)
    app.pump(0)
    return scene


def click(app: App, pos: tuple[int, int]) -> None:
    app.presses.pass_time(1.0)  # a person looks before clicking there again
    for kind in (pygame.MOUSEMOTION, pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
        values: dict[str, Any] = {"pos": pos}
        if kind == pygame.MOUSEMOTION:
            values |= {"rel": (0, 0), "buttons": (0, 0, 0)}
        else:
            values["button"] = 1
        pygame.event.post(pygame.event.Event(kind, values))
        app.pump(0.01)


def press(app: App, name: str) -> None:
    assert app.scene is not None
    widget = app.scene.ui.find(name)
    widget.reveal(widget.rect)
    click(app, widget.rect.center)


def pick(app: App, words: str) -> None:
    """Click the line of the open menu that says ``words``."""
    assert app.scene is not None
    rows = app.scene.ui.find("menu-rows")
    labels = [item.label for item in rows.items]
    click(app, rows.row_rect(labels.index(words)).center)


def key(app: App, code: int, mod: int = 0) -> None:
    app.presses.pass_time(1.0)  # a person looks before pressing the same key again
    for kind in (pygame.KEYDOWN, pygame.KEYUP):
        pygame.event.post(pygame.event.Event(kind, key=code, mod=mod, unicode=""))
        app.pump(0.01)


def write(app: App, name: str, words: str) -> None:
    press(app, name)
    key(app, pygame.K_a, pygame.KMOD_CTRL)
    key(app, pygame.K_BACKSPACE)
    for letter in words:
        pygame.event.post(pygame.event.Event(pygame.TEXTINPUT, text=letter))
    app.pump(0.01)


# -- all scenes ------------------------------------------------------------


@pytest.mark.parametrize("name", sorted(SCENES))
def test_every_scene_can_be_drawn_to_a_file(name: str, tmp_path: Any) -> None:
    out = tmp_path / "shot.png"
    draw_scene(name, (1280, 720), out)
    assert pygame.image.load(out).get_size() == (1280, 720)


def test_every_scene_is_drawn_with_every_box_that_can_change_it(tmp_path: Any) -> None:
    """The command knows the names without loading the window, and one word means them all."""
    assert sorted(command.SCENES) == sorted(SCENES)
    drawn = all_scenes()
    boxes = {words[-1] for words, _title in offered()}
    assert len(drawn) == len(set(drawn)) == len(SCENES) + (len(boxes) - 1) * len(OF_A_BOX)
    assert {box for _name, box in drawn} == {"", *boxes} >= {"base", "underground", "riverworld"}
    assert all_scenes("riverworld") == [(name, "riverworld") for name in OF_A_BOX]
    for number, name in enumerate(("pick", "result")):
        out = tmp_path / f"{name}.png"
        draw_scene(name, (1280, 720), out, box=("underground", "riverworld")[number % 2])
        assert pygame.image.load(out).get_size() == (1280, 720)


def test_no_line_of_a_chart_is_told_by_its_colour_alone() -> None:
    """Marks of one colour differ in shape, side by side; the Lost Tribes' line is broken."""
    grey = (90, 90, 90)
    marks = [
        pygame.image.tobytes(chart_lines.mark(side, 12, grey, 1), "RGBA")
        for side in (*range(5), TRIBES)
    ]
    assert len(set(marks)) == len(marks)
    counts = []
    for side in (0, TRIBES):
        paper = pygame.Surface((100, 9))
        chart_lines.draw_line(paper, [(0, 4), (40, 4), (99, 4)], (255, 255, 255), 3, side)
        counts.append(sum(paper.get_at((x, 4))[0] > 128 for x in range(100)))
    assert counts[0] > 95 and 40 < counts[1] < 80


MINE: dict[str, Any] = {
    "title": lambda: TitleScene(SampleHost()),
    "title without games": lambda: TitleScene(SampleHost(games=0)),
    "new": lambda: NewGameScene(SampleHost()),
    "import": lambda: ImportScene(SampleHost()),
    "first game": lambda: FirstGameScene(SampleHost()),
    "result": lambda: _result(SOLO),
    "result of two": lambda: _result(TWO_PLAYER),
    "fame": lambda: FameScene(SampleHost()),
    "charts": lambda: Charts(SampleHost()),
    "settings": lambda: SettingsScene(SampleHost()),
    "rules": RulesScene,
}


class Charts(FameScene):
    """The Hall of Fame with its charts shown."""

    def enter(self) -> None:
        super().enter()
        self.view.set(1)
        self._show_view()


def _result(mode: str) -> Scene:
    line = fame_line(5, mode)
    return ResultScene(SampleHost(), line, round_coins(line), again=lambda: None)


@pytest.mark.parametrize("percent", [75, 100, 200])
@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("name", sorted(MINE))
def test_widgets_lie_in_the_window_and_do_not_overlap(
    name: str, size: tuple[int, int], percent: int
) -> None:
    app = App(size=size, ui_percent=percent, headless=True)
    scene = show(app, MINE[name]())
    window = Rect((0, 0), size)
    kinds = (Button, TextField, Toggle, Segmented, Slider, Table, ListView)
    seen = [w for w in scene.ui.root.walk() if isinstance(w, kinds)]
    assert seen
    for number, widget in enumerate(seen):
        view = _view(widget)
        if view is None:
            assert window.contains(widget.rect), widget
        else:
            assert view.left <= widget.rect.left and widget.rect.right <= view.right, widget
        assert widget.rect.w >= 20 and widget.rect.h >= 15, widget
        for other in seen[number + 1 :]:
            nested = widget in _parents(other)
            if not nested and _view(other) is view:
                assert not widget.rect.colliderect(other.rect), (widget, other)
    for button in (w for w in seen if isinstance(w, Button) and w.label):
        button.show_key = False
        assert button.natural_width(scene.m) - scene.m.px(12) <= button.rect.w, button
    app.window.close()


@pytest.mark.parametrize("percent", [75, 200])
@pytest.mark.parametrize("name", sorted(MINE))
def test_every_scene_bears_any_window(name: str, percent: int) -> None:
    app = App(size=(640, 360), ui_percent=percent, headless=True)
    scene = show(app, MINE[name]())
    for size in ((320, 240), (1400, 240), (320, 1000), (1333, 427), (2000, 900), (640, 360)):
        app.resize(size)
        app.pump(0.02)
        assert app.metrics.size == size
        for widget in scene.ui.root.walk():
            assert widget.rect.w >= 0 and widget.rect.h >= 0, widget
    app.window.close()


def _parents(widget: Widget) -> list[Widget]:
    out = []
    while widget.parent is not None:
        widget = widget.parent
        out.append(widget)
    return out


def _view(widget: Widget) -> Rect | None:
    from crusade.desktop.kit import ScrollView

    return next((p.rect for p in _parents(widget) if isinstance(p, ScrollView)), None)


def test_escape_goes_back_and_the_title_stays(app: App) -> None:
    host = SampleHost()
    show(app, TitleScene(host))
    key(app, pygame.K_ESCAPE)
    assert isinstance(app.scene, TitleScene)
    show(app, SettingsScene(host))
    key(app, pygame.K_ESCAPE)
    assert isinstance(app.scene, TitleScene) and app.running


# -- title ------------------------------------------------------------


def test_the_title_leads_everywhere(app: App) -> None:
    host = SampleHost()
    scene = show(app, TitleScene(host))
    for name in ("new", "fame", "rules", "settings"):
        press(app, name)
    key(app, pygame.K_RETURN)
    click(app, scene.list.row_rect(1).center)
    assert host.told == [
        ("new",),
        ("fame",),
        ("rules",),
        ("settings",),
        ("resume", 1),
        ("resume", 2),
    ]
    press(app, "quit")
    assert not app.running


def test_a_running_game_is_thrown_away_only_after_a_question(app: App) -> None:
    host = SampleHost()
    scene = show(app, TitleScene(host))
    row = scene.list.row_rect(0)
    for answer in ("Keep it", "Throw away"):
        click(app, (row.right - 12, row.centery))
        click(app, scene.ui.find("menu-rows").row_rect(2).center)
        assert len(host.games) == 3
        press(app, f"answer:{answer}")
    assert [game.game for game in host.games] == [2, 3]
    assert scene.list.count == 2


def test_a_dropped_record_is_taken_in(app: App) -> None:
    host = SampleHost(games=0)
    show(app, TitleScene(host))
    pygame.event.post(pygame.event.Event(pygame.DROPFILE, file="/tmp/game.txt"))
    app.pump(0)
    assert host.told == [("import", "/tmp/game.txt")]


def test_notices_are_shown_once(app: App) -> None:
    host = SampleHost()
    waiting = ["The settings could not be read."]
    host.notices = lambda: [waiting.pop() for _ in list(waiting)]  # type: ignore[method-assign]
    scene = show(app, TitleScene(host))
    assert scene.ui.busy
    key(app, pygame.K_RETURN)
    assert not scene.ui.busy
    scene.enter()
    assert not scene.ui.busy
    waiting.append("The disk is full.")  # whatever happens later is told, too
    scene.enter()
    assert scene.ui.busy


# -- new game ------------------------------------------------------------


def test_a_solo_game_is_chosen(app: App) -> None:
    host = SampleHost()
    scene = show(app, NewGameScene(host))
    assert scene.tokens == 15
    write(app, "name-0", "Søren")
    assert scene.tokens == 14
    write(app, "seed", "12x34")
    plus = scene.stepper.parts()[2]
    scene.stepper.reveal(scene.stepper.rect)
    plus = scene.stepper.parts()[2]
    click(app, plus.center)
    press(app, "begin")
    assert host.told == [
        ("start", NewGameChoice(SOLO, ("Søren",), (0,), 0, 15, 1234, False)),
    ]


def test_a_game_for_two_is_chosen_with_different_names_and_colours(app: App) -> None:
    host = SampleHost()
    scene = show(app, NewGameScene(host))
    mode = scene.ui.find("mode").rect
    click(app, (mode.right - 30, mode.centery))
    write(app, "name-0", "Ada")
    write(app, "name-1", " ada ")
    assert not scene.start.enabled and "different" in scene.start.why
    same = scene.name_rows[1].note
    assert same is not None and same.content == scene.start.why  # said, not only in a tooltip
    key(app, pygame.K_RETURN)
    assert host.told == []
    write(app, "name-1", "Bo")
    swatches = scene.colours[1]
    swatches.reveal(swatches.rect)
    click(app, swatches.cells()[0].center)
    assert swatches.index == 1
    click(app, swatches.cells()[4].center)
    begins = scene.begins
    begins.reveal(begins.rect)
    click(app, begins.cells()[2].center)
    press(app, "begin")
    choice = host.told[0][1]
    assert choice == NewGameChoice(TWO_PLAYER, ("Ada", "Bo"), (0, 4), None, 14, None, False)


def test_enter_after_one_of_two_names_goes_to_the_other(app: App) -> None:
    host = SampleHost()
    scene = show(app, NewGameScene(host))
    mode = scene.ui.find("mode").rect
    click(app, (mode.right - 30, mode.centery))
    write(app, "name-1", "")
    write(app, "name-0", "Ada")
    key(app, pygame.K_RETURN)
    assert scene.ui.focused is scene.names[1] and host.told == []
    write(app, "name-0", "")
    write(app, "name-1", "Bo")
    key(app, pygame.K_RETURN)
    assert scene.ui.focused is scene.names[0] and host.told == []
    write(app, "name-0", "Ada")
    key(app, pygame.K_RETURN)
    assert host.told[0][1].names == ("Ada", "Bo")


def test_nobody_begins_without_a_name_or_with_impossible_tokens(app: App) -> None:
    host = SampleHost()
    host.names = lambda: ()  # type: ignore[method-assign]
    scene = show(app, NewGameScene(host))
    assert not scene.start.enabled
    write(app, "name-0", "Bo")
    assert scene.start.enabled
    for _ in range(40):
        scene.change_tokens(1)
    assert scene.tokens == 18
    for _ in range(40):
        scene.change_tokens(-1)
    assert scene.tokens == 1 and scene.start.enabled


# -- result ------------------------------------------------------------


def test_the_result_says_who_won_and_what_changes() -> None:
    for number in range(60):
        for mode in (SOLO, TWO_PLAYER):
            line = fame_line(number, mode)
            words = headline(line)
            assert ("Lost Tribes win" in words) == (TRIBES in line.winners)
            assert f"**{line.next_tokens} tokens**" in next_time(line)


def test_a_round_tells_where_its_coins_came_from(app: App) -> None:
    line = fame_line(3)
    rounds = round_coins(line)
    scene = show(app, ResultScene(SampleHost(), line, rounds, again=lambda: None))
    cell = scene.chart.cells()[4]
    pygame.event.post(
        pygame.event.Event(pygame.MOUSEMOTION, pos=cell.center, rel=(0, 0), buttons=(0, 0, 0))
    )
    app.pump(0.05)
    app.pump(0.05)
    tip = scene.ui.tooltip.tip
    assert tip is not None and tip.title == "Round 5"
    mine = [entry for entry in rounds if entry.seat == 0]
    earned = mine[4].coins - mine[3].coins
    assert tip.rows[0].right == f"+{earned}"
    assert sum(int(row.right.replace("−", "-")) for row in tip.rows if not row.strong) == sum(
        value for entry in rounds if entry.round == 5 for _, value in entry.items
    )
    press(app, "show-log")
    assert scene.log.visible and scene.log.count == 5


def test_the_log_of_a_game_is_wrapped_not_cut(app: App) -> None:
    host, line = SampleHost(), fame_line(3)
    words = "The Lost Tribes take Foxmead: " + "cheapest, worth 2 to Ada, " * 12
    host.game_log = lambda game: ["Round 1:", words]  # type: ignore[method-assign]
    scene = show(app, ResultScene(host, line, round_coins(line), fresh=False))
    press(app, "show-log")
    first, *rest = scene.log_rows
    assert first == ("Round 1:", True) and len(rest) > 1 and scene.log.count == len(rest) + 1
    assert " ".join(part.strip() for part, _ in rest) == words.strip()
    assert all(measure(part, Style(15), scene.m) <= scene.log.view.w for part, _ in rest)


# -- Hall of Fame ------------------------------------------------------------


def test_the_hall_of_fame_opens_on_the_sheet_that_has_games(app: App) -> None:
    host = SampleHost()
    host.lines = [line for line in host.lines if line.mode == TWO_PLAYER]
    scene = show(app, FameScene(host))
    assert scene.sheet.index == 1 and len(scene.table.rows) == len(host.lines)


def test_the_sheets_filter_sort_and_open_games(app: App) -> None:
    host = SampleHost()
    scene = show(app, FameScene(host))
    assert [line.mode for line in scene.table.rows] == [SOLO] * 160
    write(app, "filter-name", "søren")
    assert {line.names for line in scene.table.rows} == {("Søren",)}
    write(app, "filter-tokens", "14")
    assert all(line.tokens == 14 for line in scene.table.rows)
    write(app, "filter-tokens", "")
    table = scene.table
    titles = [column.title for column in table.shown()]
    click(app, table.cells(table.head.rect)[titles.index("Your score")].center)
    scores = [line.coins[0] for line in table.rows]
    assert scores == sorted(scores, reverse=True)
    click(app, table.list.row_rect(0).center)
    assert host.told == [("result", table.rows[0].game)]
    press(app, "filter-events")
    pick(app, "Surprise!!")
    assert {line.events for line in table.rows} == {"surprise"}
    press(app, "filter-events")
    pick(app, "Any events")
    assert {line.events for line in table.rows} > {"surprise"}
    write(app, "filter-name", "")
    sheet = scene.sheet.cells()[1]
    click(app, sheet.center)
    assert [line.mode for line in scene.table.rows] == [TWO_PLAYER] * 160
    click(app, scene.view.cells()[1].center)
    assert scene.charts.rates and not scene.table.visible


def test_escape_in_the_log_goes_back_to_the_coins(app: App) -> None:
    line = fame_line(3)
    below = show(app, Scene())
    scene = show(app, ResultScene(SampleHost(), line, round_coins(line), fresh=False))
    press(app, "show-log")
    assert scene.log_shown
    scene.back()
    assert not scene.log_shown and scene.chart.visible and app.scene is scene
    scene.back()
    assert app.scene is below


def test_the_star_is_explained_where_there_is_one(app: App) -> None:
    host = SampleHost()
    scene = show(app, FameScene(host))
    assert scene.legend.visible and scene.legend.rect.top >= scene.table.rect.bottom
    gone = replace(host.lines[0], resigned=True, rewound=False, imported=False)
    host.lines = [replace(gone, resigned=False), gone]
    scene.enter()
    app.pump(0)
    assert scene.legend.visible and "1 given up" in scene.forms[0]
    assert f"mean of the others {max(gone.coins)}" in scene.forms[0]
    host.lines = host.lines[:1]
    scene.enter()
    assert not scene.legend.visible


def test_an_empty_hall_of_fame_says_so(app: App) -> None:
    scene = show(app, FameScene(SampleHost(lines=0)))
    assert "No game has been finished" in scene.table.empty
    click(app, scene.view.cells()[1].center)


def test_ten_thousand_games_cost_no_more_than_what_is_seen(app: App) -> None:
    """Only the rows in the window are drawn; `crusade.lab.benchmark_fame` has the times."""
    host = SampleHost(lines=2)
    host.lines = [fame_line(n) for n in range(10_000, 0, -1)]
    scene = show(app, FameScene(host))
    rows = scene.table.list
    drawn: list[int] = []
    draw_row = rows.draw_row

    def counted(surface: Any, rect: Rect, index: int, hot: bool, chosen: bool) -> None:
        drawn.append(index)
        draw_row(surface, rect, index, hot, chosen)

    rows.draw_row = counted
    seen = rows.rect.h // rows.tall + 2
    for offset in (0, 30_000, 200_000, rows.limit):
        drawn.clear()
        rows.scroll_to(offset)
        rows.touch()
        app.pump(0)
        assert 0 < len(drawn) <= seen and offset // rows.tall in range(drawn[0] - 1, drawn[-1] + 1)
    scene.table.sort(1)
    app.pump(0)
    names = [line.names[0].casefold() for line in scene.table.rows]
    assert len(names) == 10_000 and names == sorted(names)


def test_coming_back_from_a_game_the_sheet_is_where_it_was(app: App) -> None:
    scene = show(app, FameScene(SampleHost()))
    write(app, "filter-name", "a")
    scene.table.list.scroll_to(300)
    at = scene.table.list.offset
    show(app, SettingsScene(SampleHost()))
    key(app, pygame.K_ESCAPE)
    assert app.scene is scene and scene.name.value == "a" and scene.table.list.offset == at > 0


def test_the_charts_of_two_people_have_a_line_for_each(app: App) -> None:
    host = SampleHost()
    scene = show(app, FameScene(host))
    scene.show_charts(True)
    assert [one.name for one in scene.charts.scores.series] == ["Lost Tribes", "Score"]
    scene.show_sheet(1)
    names = [one.name for one in scene.charts.scores.series]
    assert names == ["Lost Tribes", "The better of the two"]
    pair = next(line for line in host.lines if line.mode == TWO_PLAYER)
    turned = replace(pair, game=9999, names=pair.names[::-1], coins=pair.coins[::-1])
    scene.charts.show([pair, turned])
    scores = {one.name: one.values for one in scene.charts.scores.series}
    assert scores[pair.names[0]] == (pair.coins[0],) * 2
    assert scores[pair.names[1]] == (pair.coins[1],) * 2
    assert scene.charts.scores.first == local_day(pair.finished)


# -- settings and rules ------------------------------------------------------------


def test_settings_are_applied_at_once_and_kept(app: App) -> None:
    host = SampleHost()
    scene = show(app, SettingsScene(host))
    pace = scene.ui.find("tribes_pace")
    click(app, pace.cells()[3].center)
    press(app, "hints")
    press(app, "full_screen")
    assert host.known.tribes_pace == "fast" and not host.known.hints
    assert host.known.full_screen and app.window.fullscreen
    size = scene.ui.find("interface_size")
    size.reveal(size.rect)
    line = size.track()
    click(app, (line.right, line.centery))
    assert host.known.interface_size == app.metrics.percent == 200
    for name in ("volume", "volume_pieces", "volume_signals"):
        slider = scene.ui.find(name)
        slider.reveal(slider.rect)
        line = slider.track()
        click(app, (line.centerx, line.centery))
        assert getattr(host.known, name) == 50
    press(app, "high_contrast")
    press(app, "reduced_motion")
    assert host.known.high_contrast and host.known.reduced_motion
    press(app, "sound")
    assert not host.known.sound and not scene.volume.enabled
    assert not any(slider.enabled for slider in scene.shares)


def test_the_rules_book_is_complete_and_searchable(app: App) -> None:
    scene = show(app, RulesScene())
    keys = [chapter.key for chapter in scene.chapters]
    assert keys[:3] == ["guide", "guide_crusade", "races"]
    assert keys[-6:] == ["base", "crusade", "events", "underground", "riverworld", "rulings"]
    below = keys.index("guide_underground")
    kinds = ("races", "powers", "finds")
    assert keys[below + 1 : below + 4] == [f"{kind}_underground" for kind in kinds]
    assert scene.caption.content == "How to play"
    numbers = {block.number for chapter in scene.chapters for block in chapter.blocks}
    assert {"S1", "K4", "D2", "E1"} <= numbers
    rulings = [block.number for block in scene.chapters[-1].blocks if block.number]
    # 62 to 84 speak of other boxes.
    assert rulings == [str(number) for number in (*range(1, 62), *range(85, 95))]
    told = {cell for chapter in scene.chapters for block in chapter.blocks for cell in block.cells}
    known = [one for box in SHIPPED for one in (*box.races, *box.powers)]
    assert {one.text for one in known} <= told
    # What lies on Regions is shown with its picture, and found by its words.
    scene._open(below + 3)
    faces = [face.words.name for part in scene.gallery.sections for face in part.faces]
    lying = {boon.name for box in SHIPPED for boon in box.boons if boon.family}
    assert set(faces) == lying and len(faces) == len(lying) > 9
    scene._open(keys.index("markers_riverworld"))
    faces = [face.words.name for part in scene.gallery.sections for face in part.faces]
    assert faces[:4] == ["Calm", "Freezing", "Pirates", "Storm"]
    assert {"Harbor", "Shipyard", "Temple", "Pirate ship", "Caravel"} <= {*faces}
    write(app, "search", "doubled")
    assert any(block.lead == "Scepter of Avarice" for block in scene.book.blocks)
    write(app, "search", "dragon")
    found = [block for block in scene.book.blocks if block.kind not in ("heading", "header")]
    assert found and all("dragon" in block.all_words for block in found)
    write(app, "search", "")
    click(app, scene.list.row_rect(1).center)
    assert scene.caption.content == "The Lost Tribes' Crusade"


def test_page_keys_turn_the_page_and_escape_clears_the_search_first(app: App) -> None:
    show(app, TitleScene(SampleHost()))
    scene = RulesScene()
    app.push(scene)
    app.pump(0.0)
    index = next(n for n, chapter in enumerate(scene.chapters) if chapter.gallery is not None)
    click(app, scene.list.row_rect(index).center)  # the list has the focus now
    event = pygame.event.Event(pygame.MOUSEMOTION, pos=scene.page.rect.center, rel=(0, 0))
    pygame.event.post(event)
    key(app, pygame.K_PAGEDOWN)
    assert scene.gallery.offset > 0 and scene.list.chosen == index
    write(app, "search", "dragon")
    key(app, pygame.K_ESCAPE)
    assert app.scene is scene and scene.search.value == ""
    key(app, pygame.K_ESCAPE)
    assert app.scene is not scene


def test_no_word_of_the_rules_is_for_programmers(app: App) -> None:
    for chapter in show(app, RulesScene()).chapters:
        for block in chapter.blocks:
            words = "" if block.kind == "heading" else " ".join((block.words, *block.cells))
            wrong = r"\bLT\b|\bH\b|\(P\)|\[[A-Z]|\bsoftware\b|->|<=|>=|\bRB\b"
            assert not re.search(wrong, words)


def test_a_chapter_is_read_into_blocks() -> None:
    chapter = read_chapter(
        "x",
        [
            "# A title",
            "about the sources",
            "## 1. Setup",
            "- S1 One map. [R,J]",
            "- S2 P Two **maps**.",
            "  and more",
            "12. A rule",
            "   - a point",
            "- **First** words",
            "",
            "A paragraph",
            "goes on.",
            "",
            "Another.",
            "",
            "| Race | Tray |",
            "|---|---|",
            "| Orcs | 10 |",
            "```",
            "loop:",
            "  stop",
            "```",
        ],
    )
    assert chapter.title == "A title"
    kinds = [(b.kind, b.number, b.words, b.own) for b in chapter.blocks]
    assert kinds == [
        ("heading", "", "1. Setup", False),
        ("statement", "S1", "One map.", False),
        ("statement", "S2", "Two maps. and more", True),
        ("statement", "12", "A rule", False),
        ("statement", "", "a point", False),
        ("statement", "", "words", False),
        ("prose", "", "A paragraph goes on.", False),
        ("prose", "", "Another.", False),
        ("header", "", "", False),
        ("row", "", "", False),
        ("code", "", "loop:\n  stop", False),
    ]
    assert chapter.blocks[9].cells == ("Orcs", "10")
    assert chapter.blocks[5].lead == "First"


# -- a key never does what nobody meant -----------------------------------------------------------


def hold(app: App, code: int, times: int = 30) -> None:
    """A key that is held, or one tap that slow frames turned into many."""
    app.presses.pass_time(1.0)
    for _ in range(times):
        pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=code, mod=0, unicode=""))
    app.pump(0.01)
    for _ in range(times):
        pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=code, mod=0, unicode=""))
        app.pump(0.01)
    pygame.event.post(pygame.event.Event(pygame.KEYUP, key=code, mod=0))
    app.pump(0.5)


def tap(app: App, code: int) -> None:
    """One press of a key, seen before the next."""
    for kind in (pygame.KEYDOWN, pygame.KEYUP):
        pygame.event.post(pygame.event.Event(kind, key=code, mod=0, unicode=""))
        app.pump(0.01)
    app.pump(0.5)


class Opens(SampleHost):
    """A host that really shows another scene for a game, as the program does."""

    app: App

    def resume(self, game: int) -> None:
        super().resume(game)
        line = fame_line(3)
        again = ResultScene(
            self, line, round_coins(line), again=lambda: self.told.append(("again",))
        )
        self.app.push(again)

    show_new_game = lambda self: self.app.push(NewGameScene(self))  # noqa: E731


def test_a_held_enter_continues_a_game_and_presses_nothing_there(app: App) -> None:
    host = Opens()
    host.app = app
    show(app, TitleScene(host))
    hold(app, pygame.K_RETURN)
    assert host.told == [("resume", 1)] and isinstance(app.scene, ResultScene)
    tap(app, pygame.K_RETURN)  # nor does a new press: it hurries the last coins, and comes late
    assert host.told == [("resume", 1)]
    tap(app, pygame.K_p)
    assert host.told == [("resume", 1), ("again",)]


def test_a_held_enter_opens_the_new_game_and_does_not_begin_it(app: App) -> None:
    host = Opens(games=0)
    host.app = app
    show(app, TitleScene(host))
    hold(app, pygame.K_RETURN)
    assert host.told == [] and isinstance(app.scene, NewGameScene)


def test_enter_never_throws_a_game_away_and_the_keyboard_can(app: App) -> None:
    host = SampleHost()
    scene = show(app, TitleScene(host))
    app.scene.ui.focus(scene.list, True)
    tap(app, pygame.K_DOWN)
    for opener in (pygame.K_DELETE, pygame.K_RIGHT):
        tap(app, opener)
        if opener == pygame.K_RIGHT:  # the menu: its last line asks
            tap(app, pygame.K_DOWN)
            tap(app, pygame.K_DOWN)
            hold(app, pygame.K_RETURN)
        else:
            hold(app, opener)
        assert scene.ui.find("answer:Throw away")
        assert len(host.games) == 3 and scene.ui.busy
        tap(app, pygame.K_RETURN)
        assert len(host.games) == 3 and not scene.ui.busy
        app.scene.ui.focus(scene.list, True)
    tap(app, pygame.K_DELETE)
    tap(app, pygame.K_ESCAPE)
    assert len(host.games) == 3
    tap(app, pygame.K_DELETE)
    tap(app, pygame.K_t)
    assert [game.game for game in host.games] == [2, 3] and host.told == []


def test_what_an_import_says_is_not_closed_by_the_key_that_asked_for_it(app: App) -> None:
    host = SampleHost()
    scene = show(app, ImportScene(host))
    write(app, "path", "game.txt")
    hold(app, pygame.K_RETURN)
    assert host.told == [("import", "game.txt")] and scene.ui.busy
    tap(app, pygame.K_RETURN)
    assert not scene.ui.busy


# -- finding games in the Hall of Fame ------------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("emil", "Émile"),
        ("ÉMI", "Émile"),
        ("soren", "Søren"),
        ("Мар", "Мария"),
        ("zoe", "Zoë"),
        ("lukasz", "Łukasz"),
        ("strasse", "Straße"),
    ],
)
def test_a_name_is_found_without_its_accents(app: App, typed: str, found: str) -> None:
    host = SampleHost()
    names = ("Émile", "Søren", "Мария", "Zoë", "Łukasz", "Straße", "Tom")
    host.lines = [replace(fame_line(number), names=(name,)) for number, name in enumerate(names, 1)]
    scene = show(app, FameScene(host))
    write(app, "filter-name", typed)
    assert [line.names for line in scene.table.rows] == [(found,)]


@pytest.mark.parametrize(
    ("typed", "wanted"),
    [
        ("14", {14}),
        ("12-15", {12, 13, 14, 15}),
        ("12–15", {12, 13, 14, 15}),
        ("15-12", {12, 13, 14, 15}),
        ("18-", {18, 19, 20}),
        ("-12", {11, 12}),
        ("12-1", set(range(12, 21))),
        ("-", set(range(11, 21))),
        ("99-1", set()),
        ("x", set(range(11, 21))),
    ],
)
def test_a_range_of_tokens_is_found(app: App, typed: str, wanted: set[int]) -> None:
    host = SampleHost()
    host.lines = [replace(fame_line(number), tokens=number) for number in range(11, 21)]
    scene = show(app, FameScene(host))
    write(app, "filter-tokens", typed)
    assert {line.tokens for line in scene.table.rows} == wanted


def test_one_game_is_not_one_games(app: App) -> None:
    host = SampleHost()
    host.lines = [replace(fame_line(1), resigned=False)]
    scene = show(app, FameScene(host))
    assert scene.forms[0].startswith("1 game ·")
    press(app, "export")
    notes = [item.note for item in scene.ui.find("menu-rows").items]
    assert notes == ["1 game", "1 game"]


# -- set-up: boxes, the same again ------------------------------------------------------------


def test_a_box_is_chosen_only_where_there_are_several(app: App) -> None:
    host = SampleHost()
    del host.known_boxes[1:]
    scene = show(app, NewGameScene(host))
    assert not scene.boxes.visible
    host.known_boxes.append((("underground",), "Underground"))
    scene = show(app, NewGameScene(host))
    assert scene.boxes.visible
    scene.boxes.reveal(scene.boxes.rect)
    click(app, scene.boxes.cells()[1].center)
    press(app, "begin")
    assert host.told[0][1].boxes == ("underground",)
    again = show(app, NewGameScene(host, host.told[0][1]))
    assert again.boxes.index == 1


def test_choosing_a_box_moves_nothing_that_is_under_the_mouse(app: App) -> None:
    """Its words may grow; the controls stay where they are, and so does the form's upper edge."""
    for size in ((1280, 720), (1920, 1080)):
        app.resize(size)
        form = show(app, NewGameScene(SampleHost()))
        before = form.boxes.rect.copy(), form.mode.rect.copy(), form.panel.rect.top
        for cell in form.boxes.cells():
            click(app, cell.center)
            app.pump(0.0)
            assert (form.boxes.rect, form.mode.rect, form.panel.rect.top) == before


def test_a_game_is_set_up_as_another_was(app: App) -> None:
    host = SampleHost()
    wanted = NewGameChoice(TWO_PLAYER, ("Bo", "Cy"), (3, 1), 0, 12, 77, True)
    show(app, NewGameScene(host, wanted))
    press(app, "begin")
    assert host.told == [("start", wanted)]
    line = fame_line(3)
    looked_up = ResultScene(host, line, round_coins(line), fresh=False, like=wanted)
    show(app, looked_up)
    assert "seed 77" in str(looked_up.marks.content)
    press(app, "same")
    assert host.told[-1] == ("new", wanted)
    chance = replace(wanted, seed=None)
    looked_up = show(app, ResultScene(host, line, round_coins(line), fresh=False, like=chance))
    assert "no seed" in str(looked_up.marks.content)


# -- whatever is copied or dropped ------------------------------------------------------------


@pytest.mark.parametrize(
    "copied",
    [
        "x" * 3_000_000,
        "x " * 1_000_000,
        "\n" * 500_000 + "x",
        "é" * 400_000,
        "\u202e" * 300_000,
        "# " + "y" * 2_000_000,
        TITLE + "1\n" + "z" * 5_000_000,
        TITLE + "1\nmode: " + "q" * 300_000,
        TITLE + "9" * 300_000,
    ],
    ids=lambda text: f"{text[:12]!a} {len(text)}",
)
def test_pasted_text_of_any_length_is_told_in_a_sentence(
    copied: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    app = App(size=(1280, 720), headless=True)
    monkeypatch.setattr(take_in, "clipboard", lambda: copied)
    doors = FileDoors(tmp_path)
    doors.archive, _notices = open_archive(tmp_path)
    host = SampleHost()
    host.import_text = doors.import_text  # type: ignore[method-assign]
    host.import_file = doors.import_file  # type: ignore[method-assign]
    scene = show(app, ImportScene(host))
    press(app, "paste")
    if not scene.ui.busy:  # it was taken for a path
        assert 0 < len(scene.path.value) <= 1000
        press(app, "take")
    assert scene.ui.busy
    said = [str(w.content) for w in scene.ui.layers[-1].root.walk() if hasattr(w, "content")]
    assert len(" ".join(said)) < 1200 and not set("".join(said)) & set("\u202e\n\x1b")
    dropped = tmp_path / "dropped.txt"
    dropped.write_text(copied[:200_000], encoding="utf-8")
    key(app, pygame.K_ESCAPE)
    pygame.event.post(pygame.event.Event(pygame.DROPFILE, file=str(dropped)))
    app.pump(0.01)
    assert scene.ui.busy
    said = [str(w.content) for w in scene.ui.layers[-1].root.walk() if hasattr(w, "content")]
    assert "dropped.txt" in " ".join(said) and len(" ".join(said)) < 1200
    doors.archive.close()
    app.window.close()


def test_a_file_with_a_long_name_leaves_room_for_its_people(app: App) -> None:
    host = SampleHost()
    record = host.record_files()[0].record
    name = "very long " * 20 + "\x1b[31m.txt"
    host.record_files = lambda: [RecordFile(Path(name), record)]  # type: ignore[method-assign]
    drawn: list[tuple[str, int]] = []
    real = take_in.text.draw_line

    def seen(surface: Any, words: str, rect: Rect, *more: Any, **named: Any) -> Any:
        drawn.append((words, rect.w))
        return real(surface, words, rect, *more, **named)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(take_in.text, "draw_line", seen)
        show(app, ImportScene(host))
    widths = dict(drawn)
    assert widths[" and ".join(record.names)] > 150
    assert not any("\x1b" in words for words in widths)
