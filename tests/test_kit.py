"""The UI kit, driven by real pygame events through the window's own queue."""

from __future__ import annotations

import gc
import os
import random
import weakref
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pygame
import pytest
from pygame import Rect

from crusade.desktop import pictures, theme
from crusade.desktop.app import MINIMISED_NAP, PULLED_FOR, App
from crusade.desktop.kit import (
    Answer,
    Button,
    Column,
    Label,
    ListView,
    MenuItem,
    ScrollView,
    Segmented,
    Slider,
    Table,
    TextField,
    Tip,
    Toggle,
    ask,
    clean,
    menu,
    motion,
    paragraph,
    rich,
    text,
)
from crusade.desktop.layout import (
    Metrics,
    beside,
    clear_of,
    columns,
    cut_top,
    grid,
    keep_inside,
    rows,
)
from crusade.desktop.program import Program
from crusade.desktop.scenes.base import Scene
from crusade.desktop.scenes.sample_tables import session_at
from crusade.desktop.table.fly_layer import FlyLayer
from crusade.desktop.table.stage import Beat, Die, Flight, Sprite, Stage

pytestmark = pytest.mark.screen


class Bare(Scene):
    """A scene whose widgets a test adds itself."""

    def __init__(self) -> None:
        super().__init__()
        self.backs = 0

    def back(self) -> None:
        self.backs += 1


@pytest.fixture
def app() -> Iterator[App]:
    made = App(size=(1280, 720), headless=True)
    made.push(Bare())
    made.pump(0)
    made.presses.pass_time(1.0)  # it was looked at
    yield made
    made.window.close()


def post(app: App, kind: int, **values: Any) -> None:
    pygame.event.post(pygame.event.Event(kind, **values))
    app.pump(0.01)


def click(app: App, pos: tuple[int, int], button: int = 1) -> None:
    app.presses.pass_time(1.0)  # a person looks before clicking there again
    post(app, pygame.MOUSEMOTION, pos=pos, rel=(0, 0), buttons=(0, 0, 0))
    post(app, pygame.MOUSEBUTTONDOWN, pos=pos, button=button)
    post(app, pygame.MOUSEBUTTONUP, pos=pos, button=button)


def key(app: App, code: int, mod: int = 0, words: str = "") -> None:
    app.presses.pass_time(1.0)  # a person looks before pressing the same key again
    post(app, pygame.KEYDOWN, key=code, mod=mod, unicode=words, scancode=0)
    if words:
        post(app, pygame.TEXTINPUT, text=words)
    post(app, pygame.KEYUP, key=code, mod=mod, scancode=0)


def ui(app: App) -> Any:
    assert app.scene is not None
    return app.scene.ui


# -- layout and theme ---------------------------------------------------------------------------


@pytest.mark.parametrize("width", [1, 7, 100, 1281])
def test_cutting_loses_no_pixel(width: int) -> None:
    rect = Rect(3, 5, width, 50)
    parts = columns(rect, [1, 2, 3])
    assert parts[0].left == rect.left and parts[-1].right == rect.right
    assert all(a.right == b.left for a, b in pairwise(parts))
    assert sum(r.h for r in rows(rect, [1, 1, 1], 4)) == 50 - 8
    top, rest = cut_top(rect, 20, 5)
    assert (top.h, rest.y, rest.bottom) == (20, rect.y + 25, rect.bottom)
    assert len(grid(rect, 3, 7, 10)) == 7


def test_scale_grows_with_window_and_size_and_is_held_back_where_nothing_would_fit() -> None:
    assert Metrics((1280, 720)).scale == 1.0
    assert Metrics((1024, 600)).scale == 1.0
    assert Metrics((1920, 1080)).scale == 1.5
    assert Metrics((1280, 720), 75).scale == 0.75
    assert Metrics((1280, 720), 200).scale == 2.0
    small = Metrics((1024, 600), 200)
    assert small.points[0] >= 640 and small.points[1] >= 336


@pytest.mark.parametrize("x", [0, 300, 1260])
@pytest.mark.parametrize("y", [0, 300, 700])
def test_tooltips_stay_in_the_window_beside_their_target(x: int, y: int) -> None:
    window, target = Rect(0, 0, 1280, 720), Rect(x, y, 20, 20)
    place = beside(target, (300, 200), window, 8)
    assert window.contains(place)
    assert not place.colliderect(target)
    assert window.contains(keep_inside(Rect(5000, -9, 4000, 20), window))


def test_a_tooltip_keeps_off_what_must_stay_in_sight() -> None:
    window, size, dice = Rect(0, 0, 1280, 720), (300, 160), random.Random(5)
    free = 0
    for _ in range(200):
        spots = [
            Rect(dice.randrange(1200), dice.randrange(660), dice.randrange(20, 80), 50)
            for _ in range(dice.randrange(1, 12))
        ]
        target, *lit = spots
        place, covers = clear_of(target, size, window, 8, lit)
        assert window.contains(place) and place.size == size
        assert not place.colliderect(target)
        assert (covers == 0) == (place.collidelist(lit) < 0)
        free += covers == 0
    assert free > 190
    # Where every place covers something, the first of the list is spared.
    walls = [Rect(0, 0, 1280, 200), Rect(0, 520, 1280, 200), Rect(0, 200, 1280, 320)]
    place, covers = clear_of(Rect(600, 340, 40, 40), size, window, 8, walls)
    assert covers and not place.colliderect(walls[0]) and window.contains(place)


def test_the_tooltip_asks_its_widget_what_must_stay_in_sight(app: App) -> None:
    target, lit = Rect(200, 200, 80, 80), Rect(190, 290, 120, 90)

    class Board(Button):
        focusable = True

        def clear_of(self, pos: tuple[int, int]) -> tuple[Rect, ...]:
            return (lit,)

    scene_ui = ui(app)
    scene_ui.add(Board("A", tip="Words. " * 20, rect=Rect(target)))
    post(app, pygame.MOUSEMOTION, pos=target.center, rel=(0, 0), buttons=(0, 0, 0))
    app.pump(1.0)
    place = scene_ui.tooltip.rect
    assert scene_ui.tooltip.tip is not None
    assert not place.colliderect(target) and not place.colliderect(lit)
    scene_ui.say("Words. " * 20, target)
    assert scene_ui.tooltip.rect.colliderect(lit)  # nobody asked for it
    scene_ui.say("Words. " * 20, target, (lit,))
    assert not scene_ui.tooltip.rect.colliderect(lit)


def test_text_colours_can_be_read() -> None:
    parchment = (theme.PARCHMENT, theme.PARCHMENT_LOW, theme.PAPER)
    for ink in (theme.INK, theme.INK_SOFT, theme.GOOD, theme.BAD, theme.ACCENT_DARK):
        assert all(theme.contrast(ink, ground) >= 4.5 for ground in parchment)
    for cream in (theme.CREAM, theme.CREAM_SOFT):
        assert theme.contrast(cream, theme.WOOD_LIGHT) >= 4.5
    assert theme.contrast(theme.WHITE, theme.ACCENT) >= 4.5


def test_high_contrast_reaches_every_style_and_goes_again(app: App) -> None:
    styles = [s for s in vars(theme).values() if isinstance(s, theme.Style)]
    on_wood = [s for s in styles if s.colour in (theme.CREAM, theme.CREAM_SOFT)]
    on_paper = [s for s in styles if s not in on_wood]
    assert on_wood and on_paper
    m = app.metrics

    def written(style: theme.Style) -> theme.Colour:
        shown = text.render("MMM", style, m)
        return max(
            (tuple(shown.get_at((x, y))) for x in range(shown.get_width()) for y in (8, 9, 10)),
            key=lambda seen: seen[3],
        )[:3]

    plain = [written(style) for style in styles]
    assert theme.set_contrast(True) and not theme.set_contrast(True)
    try:
        for style in on_paper:
            assert theme.contrast(written(style), theme.PARCHMENT_DEEP) >= 7
        for style in on_wood:
            assert theme.contrast(written(style), theme.WOOD_LIGHT) >= 7
        for colour in (theme.GOOD, theme.BAD, theme.ACCENT, theme.FOCUS):
            assert theme.contrast(colour, theme.PARCHMENT) >= 7
    finally:
        assert theme.set_contrast(False)
    assert [written(style) for style in styles] == plain


# -- text ---------------------------------------------------------------------------------------


def test_any_text_can_be_drawn() -> None:
    m = Metrics((1280, 720))
    for nasty in ("\0", "\ud800", "a\u202eb", "😀", "\x1b[0m", "e\u0301", ""):
        text.render(nasty, theme.BODY, m)
        paragraph(nasty, theme.BODY, m, 30)
    assert clean("A\0d\u202ea\n") == "Ada "
    assert clean("e\u0301") == "é"
    assert clean("x" * 99, 5) == "xxxxx"


def test_wrapping_keeps_within_the_width_and_ellipsis_says_there_is_more() -> None:
    m = Metrics((1280, 720))
    long = "A Region is conquered with two tokens and one more for everything that defends it. " * 4
    for width in (40, 120, 333):
        laid = paragraph(long + "x" * 80, theme.BODY, m, width)
        assert laid.natural <= width
        assert laid.height == len(laid.lines) * text.line_height(theme.BODY, m)
    short = paragraph(long, theme.BODY, m, 200, max_lines=2)
    assert len(short.lines) == 2 and short.lines[-1][-1].text.endswith("…")
    assert text.measure(text.ellipsis(long, theme.BODY, m, 150), theme.BODY, m) <= 150


class Counted:
    """A typeface that counts the letters it measures."""

    letters = 0

    def __init__(self, face: pygame.font.Font) -> None:
        self.face = face

    def size(self, words: str) -> tuple[int, int]:
        Counted.letters += len(words)
        return self.face.size(words)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.face, name)


def measured(monkeypatch: pytest.MonkeyPatch, work: Any) -> int:
    """How many letters are measured while `work` is done."""
    real = theme.font
    text.forget()
    Counted.letters = 0
    with monkeypatch.context() as patch:
        patch.setattr(theme, "font", lambda pixels, bold=False: Counted(real(pixels, bold)))
        work()
    text.forget()
    return Counted.letters


@pytest.mark.parametrize("letter", ["x", "W", "\u0301", "é", "😀"])
@pytest.mark.parametrize("width", [5, 30, 400])
def test_laying_out_a_long_word_takes_work_by_its_length(
    monkeypatch: pytest.MonkeyPatch, letter: str, width: int
) -> None:
    m = Metrics((1280, 720))

    def work(letters: int) -> int:
        lay_out = lambda: paragraph(letter * letters, theme.BODY, m, width)  # noqa: E731
        return measured(monkeypatch, lay_out)

    for letters in (500, 2000, 8000):
        assert work(letters) <= letters * 30 + 1000
    assert work(200_000) <= 20_000 * 30  # what is longer is not laid out at all
    line = measured(monkeypatch, lambda: text.ellipsis(letter * 200_000, theme.BODY, m, width))
    assert line <= 20 * (4 * width + 64)


def test_what_is_too_long_ends_in_an_ellipsis_and_nothing_before_is_lost() -> None:
    m = Metrics((1280, 720))
    laid = paragraph("ab" * 40_000, theme.BODY, m, 300)
    words = "".join(piece.text for line in laid.lines for piece in line)
    assert words.endswith("…") and len(words) == text.LONGEST + 1
    laid = paragraph([text.Span("a" * 15_000), text.Span("b" * 15_000)], theme.BODY, m, 300)
    words = "".join(piece.text for line in laid.lines for piece in line)
    assert words == "a" * 15_000 + "b" * 5_000 + "…"
    word = "x" * 777
    laid = paragraph(f"One {word} two", theme.BODY, m, 120)
    assert "".join(p.text for line in laid.lines for p in line if p.text != " ") == f"One{word}two"
    assert max(laid.widths) <= 120


def test_words_from_outside_are_shortened_before_they_are_shown(app: App) -> None:
    assert text.shortened("A short one.") == "A short one."
    told = text.shortened(f"The file begins with {'x' * 200_000}: it is no record.")
    assert told == f"The file begins with {'x' * 300}…"
    told = text.shortened(f"The name {'x' * 3000} is too long.")
    assert told == f"The name {'x' * 300}… is too long."
    ask(ui(app), "Told", f"{'y' * 200_000}")
    app.pump(0)
    words = ui(app).layers[-1].root.kids[0].kids[1].kids[0]
    assert words.content == "y" * 300 + "…"


def test_markup_is_read_only_where_asked() -> None:
    spans = rich("cost **3** of {#96301c|7 tokens} {unknown}")
    assert [s.text for s in spans if s.bold] == ["3"]
    assert any(s.colour == theme.rgb("#96301c") for s in spans)
    assert text.plain(spans) == "cost 3 of 7 tokens {unknown}"
    m = Metrics((1280, 720))
    plainly = paragraph("**Ada**", theme.BODY, m, 500)
    assert "".join(piece.text for piece in plainly.lines[0]) == "**Ada**"


# -- widgets ------------------------------------------------------------------------------------


def test_buttons_take_clicks_keys_and_focus_but_only_on_release_inside(app: App) -> None:
    done: list[str] = []
    one = ui(app).add(
        Button("One", lambda: done.append("one"), key=pygame.K_o, rect=Rect(10, 10, 120, 40))
    )
    off = Button("Off", lambda: done.append("off"), key=pygame.K_f, rect=Rect(10, 60, 120, 40))
    ui(app).add(off)
    off.set(enabled=False, why="Not now.")
    click(app, one.rect.center)
    key(app, pygame.K_o)
    key(app, pygame.K_f)
    click(app, off.rect.center)
    post(app, pygame.MOUSEBUTTONDOWN, pos=one.rect.center, button=1)
    post(app, pygame.MOUSEBUTTONUP, pos=(900, 600), button=1)
    assert done == ["one", "one"]
    key(app, pygame.K_TAB)
    key(app, pygame.K_SPACE)
    assert done == ["one"] * 3
    said = off.tip_at(off.rect.center)
    assert said is not None and said[0].text == "Not now."


def test_a_key_that_brings_something_new_leaves_no_tooltip_over_it(app: App) -> None:
    one = Button("One", lambda: None, tip="Does nothing.", rect=Rect(10, 10, 120, 40))
    two = Button("Two", lambda: ui(app).settle(), tip="On.", rect=Rect(10, 60, 120, 40))
    for button, stays in ((one, True), (two, False)):
        ui(app).add(button)
        key(app, pygame.K_TAB)
        assert ui(app).focused is button and ui(app).tooltip.tip is not None
        key(app, pygame.K_SPACE)
        assert (ui(app).tooltip.tip is not None) == stays


def test_the_key_of_a_button_that_cannot_be_pressed_says_why(app: App) -> None:
    done: list[str] = []
    off = ui(app).add(Button("Decline", lambda: done.append("off"), key=pygame.K_d))
    off.place(Rect(700, 500, 120, 40))
    off.set(enabled=False, why="Only before the first conquest.")
    field = ui(app).add(TextField("", limit=6, rect=Rect(10, 10, 200, 40)))
    key(app, pygame.K_d)
    assert ui(app).tooltip.tip == Tip(text="Only before the first conquest.") and done == []
    assert not ui(app).tooltip.rect.colliderect(off.rect)
    key(app, pygame.K_F9)
    assert ui(app).tooltip.tip is None  # the next key takes it away
    key(app, pygame.K_d, pygame.KMOD_CTRL)
    assert ui(app).tooltip.tip is None  # another key
    click(app, field.rect.center)
    key(app, pygame.K_d, words="d")
    assert ui(app).tooltip.tip is None and field.value == "d"
    off.visible = False
    ui(app).focus(None)
    key(app, pygame.K_d)
    assert ui(app).tooltip.tip is None


def test_no_word_stands_alone_below_the_lines_of_a_card(app: App) -> None:
    said = "2 tokens of your Ghouls were driven out. Say where they go."
    label, m = Label(said, theme.LEAD, wrap=True), ui(app).m
    wide = text.measure(said, theme.LEAD, m) - 4  # the last word alone on a second line
    even = label.even_width(m, wide)
    assert label.height(m, even) == label.height(m, wide) < label.height(m, even - 1)
    assert even < 0.7 * wide


def test_a_resting_mouse_brings_the_tooltip_and_moving_on_takes_it_away(app: App) -> None:
    button = ui(app).add(Button("Hill", tip="+1 for each Hill", rect=Rect(600, 300, 120, 40)))
    post(app, pygame.MOUSEMOTION, pos=button.rect.center, rel=(0, 0), buttons=(0, 0, 0))
    assert ui(app).tooltip.tip is None and ui(app).wake_in() is not None
    app.pump(0.6)
    assert ui(app).tooltip.tip == Tip(text="+1 for each Hill")
    assert not ui(app).tooltip.rect.colliderect(button.rect)
    post(app, pygame.MOUSEMOTION, pos=(5, 5), rel=(0, 0), buttons=(0, 0, 0))
    assert ui(app).tooltip.tip is None and ui(app).wake_in() is None


def test_typing_keeps_to_the_limit_and_its_keys_do_not_press_buttons(app: App) -> None:
    pressed: list[int] = []
    field = ui(app).add(TextField("", limit=6, rect=Rect(10, 10, 200, 40)))
    ui(app).add(Button("N", lambda: pressed.append(1), key=pygame.K_n, rect=Rect(300, 10, 90, 40)))
    click(app, field.rect.center)
    for letter in "Anné\ud800Ω-too-long":
        key(app, pygame.K_n, words=letter)
    assert field.value == "AnnéΩ-" and pressed == []
    key(app, pygame.K_HOME)
    key(app, pygame.K_DELETE)
    key(app, pygame.K_END)
    key(app, pygame.K_BACKSPACE)
    assert field.value == "nnéΩ"
    key(app, pygame.K_a, pygame.KMOD_CTRL)
    key(app, pygame.K_x, words="Z")
    assert field.value == "Z"
    post(app, pygame.TEXTEDITING, text="にほ", start=0, length=2)
    key(app, pygame.K_BACKSPACE)
    assert field.value == "Z"
    post(app, pygame.TEXTINPUT, text="日")
    assert field.value == "Z日"


def test_a_field_can_refuse_what_is_typed(app: App) -> None:
    field = ui(app).add(TextField("", accept=str.isdecimal, rect=Rect(10, 10, 200, 40)))
    click(app, field.rect.center)
    for letter in "1a2":
        key(app, pygame.K_1, words=letter)
    assert field.value == "12"


def test_choices(app: App) -> None:
    told: list[Any] = []
    toggle = ui(app).add(Toggle("Hints", False, told.append, rect=Rect(10, 10, 300, 38)))
    pace = ui(app).add(Segmented(("slow", "fast"), 0, told.append, rect=Rect(10, 60, 300, 38)))
    volume = ui(app).add(Slider(50, 0, 100, 10, told.append, rect=Rect(10, 110, 300, 38)))
    click(app, toggle.rect.center)
    click(app, (pace.rect.right - 20, pace.rect.centery))
    line = volume.track()
    post(app, pygame.MOUSEBUTTONDOWN, pos=(line.x, line.centery), button=1)
    post(app, pygame.MOUSEMOTION, pos=(5000, 600), rel=(1, 1), buttons=(1, 0, 0))
    post(app, pygame.MOUSEBUTTONUP, pos=(5000, 600), button=1)
    assert told == [True, 1, 0, 100]
    key(app, pygame.K_LEFT)
    assert volume.value == 90


def test_a_list_of_ten_thousand_draws_only_what_is_seen(app: App) -> None:
    drawn: list[int] = []
    clicked: list[int] = []
    view = ListView(
        count=10_000,
        row_height=30,
        draw_row=lambda s, r, index, hot, chosen: drawn.append(index),
        clicked=clicked.append,
        rect=Rect(100, 100, 400, 300),
    )
    ui(app).add(view)
    view.place(Rect(100, 100, 400, 301))
    app.invalidate()
    app.pump(0)
    assert drawn and max(drawn) <= 11
    post(app, pygame.MOUSEMOTION, pos=(200, 150), rel=(0, 0), buttons=(0, 0, 0))
    post(app, pygame.MOUSEWHEEL, x=0, y=-3, precise_x=0.0, precise_y=-3.0, flipped=False)
    assert view.offset == 3 * view.step
    click(app, (200, 150))
    assert clicked == [(50 + view.offset) // 30]
    key(app, pygame.K_END)
    assert view.offset == view.limit
    trough = view.bar()
    assert trough is not None
    grip = trough[1].center
    post(app, pygame.MOUSEBUTTONDOWN, pos=grip, button=1)
    post(app, pygame.MOUSEMOTION, pos=(grip[0], -500), rel=(0, -1), buttons=(1, 0, 0))
    post(app, pygame.MOUSEBUTTONUP, pos=(grip[0], -500), button=1)
    assert view.offset == 0


def test_a_table_sorts_by_its_headings_and_opens_rows(app: App) -> None:
    opened: list[Any] = []
    table = Table(
        columns=[
            Column("Name", lambda row: row[0], lambda row: row[0]),
            Column("Score", lambda row: str(row[1]), lambda row: row[1], up_first=False),
        ],
        opened=opened.append,
    )
    ui(app).add(table)
    table.show([("Bo", 3), ("Ada", 9), ("Cy", 5)])
    table.place(Rect(100, 100, 500, 300))
    assert [row[0] for row in table.rows] == ["Ada", "Bo", "Cy"]
    score = table.cells(table.head.rect)[1]
    click(app, score.center)
    assert [row[1] for row in table.rows] == [9, 5, 3]
    click(app, score.center)
    assert [row[1] for row in table.rows] == [3, 5, 9]
    click(app, table.list.row_rect(2).center)
    assert opened == [("Ada", 9)]


def test_scrolled_widgets_move_and_are_not_hit_outside_the_view(app: App) -> None:
    pressed: list[int] = []
    buttons = [Button(str(n), lambda n=n: pressed.append(n)) for n in range(20)]  # type: ignore[misc]

    def arrange(view: Rect, m: Metrics) -> int:
        for n, button in enumerate(buttons):
            button.place(Rect(view.x, view.y + n * 50, view.w, 40))
        return 20 * 50

    scroll = ScrollView(arrange=arrange)
    ui(app).add(scroll)
    for button in buttons:
        scroll.add(button)
    scroll.place(Rect(100, 100, 300, 200))
    click(app, (150, 420))
    assert pressed == []
    scroll.scroll_to(500)
    click(app, (150, 120))
    assert pressed == [10]
    key(app, pygame.K_TAB)
    assert scroll.rect.contains(ui(app).focused.rect)


# -- menus and dialogs --------------------------------------------------------------------------


def test_a_dialog_holds_everything_until_it_is_answered(app: App) -> None:
    done: list[str] = []
    below = ui(app).add(Button("Below", lambda: done.append("below"), rect=Rect(10, 10, 100, 40)))
    answers = [Answer("Decline", lambda: done.append("decline"), main=True), Answer("Keep playing")]
    ask(ui(app), "Decline?", "You have tokens left.", answers)
    app.pump(0)
    click(app, below.rect.center)
    assert done == [] and ui(app).busy
    key(app, pygame.K_ESCAPE)
    assert done == [] and not ui(app).busy and app.scene.backs == 0  # type: ignore[union-attr]
    ask(ui(app), "Decline?", "You have tokens left.", answers)
    app.pump(0)
    key(app, pygame.K_RETURN)
    assert done == ["decline"]
    ask(ui(app), "Decline?", "Words. " * 900, answers)
    app.pump(0)
    click(app, ui(app).find("answer:Decline").rect.center)
    assert done == ["decline", "decline"]
    key(app, pygame.K_ESCAPE)
    assert app.scene.backs == 1  # type: ignore[union-attr]


def test_a_menu_offers_several_ways(app: App) -> None:
    done: list[str] = []
    left: list[int] = []
    items = [
        MenuItem("Conquer", lambda: done.append("conquer"), note="3 tokens"),
        MenuItem("Dragon", lambda: done.append("dragon"), note="1 token"),
        MenuItem("Sorcery", lambda: done.append("no"), enabled=False, why="Not lone."),
    ]
    anchor = Rect(1200, 680, 40, 30)

    def opened() -> Any:
        menu(ui(app), anchor, items, title="Ironbrow", closed=lambda: left.append(1))
        app.pump(0)
        return ui(app).find("menu-rows")

    rows_ = opened()
    assert app.metrics.window.contains(ui(app).find("menu").rect)
    click(app, rows_.row_rect(2).center)
    assert ui(app).busy and done == []
    click(app, rows_.row_rect(1).center)
    opened()
    key(app, pygame.K_1)
    opened()
    key(app, pygame.K_DOWN)
    key(app, pygame.K_RETURN)
    assert done == ["dragon", "conquer", "dragon"] and left == []
    opened()
    click(app, (50, 50))
    assert not ui(app).busy and left == [1]


# -- the window ---------------------------------------------------------------------------------


def test_nothing_is_drawn_when_nothing_changed_and_only_what_changed_otherwise(app: App) -> None:
    shown: list[list[Rect]] = []
    app.window.show = lambda rects: shown.append(list(rects))  # type: ignore[method-assign]
    button = ui(app).add(Button("One", rect=Rect(600, 300, 120, 40)))
    app.pump(0)
    shown.clear()
    app.pump(0)
    assert shown == []
    post(app, pygame.MOUSEMOTION, pos=button.rect.center, rel=(0, 0), buttons=(0, 0, 0))
    assert len(shown) == 1
    assert all(rect.w < 200 and rect.h < 100 for rect in shown[0])
    assert app.scene is not None and not app.scene.wants_frames()


def test_a_maximised_window_comes_back_maximised_from_the_full_screen(
    app: App, monkeypatch: pytest.MonkeyPatch
) -> None:
    """F11 twice: what the desktop is asked for. It forgets by itself that the window was maximised,
    and where it was before.
    """
    asked: list[str] = []

    class Desktop:
        """The desktop's window; it says that it is maximised no more when it is told so."""

        def __getattr__(self, name: str) -> object:
            return lambda **_how: asked.append(name)

    monkeypatch.setattr(app.window, "headless", False)
    monkeypatch.setattr(pygame, "Window", SimpleNamespace(from_display_module=Desktop))
    app.window.set_maximised(True)
    key(app, pygame.K_F11)
    app.window.set_maximised(False)  # the desktop's answer
    key(app, pygame.K_F11)
    assert asked == ["restore", "set_fullscreen", "set_windowed", "maximize"]
    asked.clear()
    key(app, pygame.K_F11)
    key(app, pygame.K_F11)
    assert asked == ["set_fullscreen", "set_windowed"]
    monkeypatch.undo()


def test_the_window_can_be_resized_and_told_so() -> None:
    told: list[tuple[tuple[int, int], bool]] = []
    app = App(
        size=(1280, 720), headless=True, on_window=lambda size, full: told.append((size, full))
    )
    app.push(Bare())
    post(app, pygame.VIDEORESIZE, size=(1024, 600), w=1024, h=600)
    assert app.metrics.size == app.window.surface.get_size() == (1024, 600)
    key(app, pygame.K_F11)
    assert app.window.fullscreen
    key(app, pygame.K_RETURN, pygame.KMOD_ALT)
    assert not app.window.fullscreen
    assert told == [((1024, 600), False), ((1024, 600), True), ((1024, 600), False)]
    app.set_ui_percent(5000)
    assert app.metrics.percent == 200
    app.window.close()


def test_closing_the_window_ends_the_loop_unless_the_scene_asks_first() -> None:
    class Asking(Bare):
        def closing(self) -> bool:
            return stay

    for stay in (True, False):
        app = App(headless=True)
        app.push(Asking())
        post(app, pygame.QUIT)
        assert app.running is stay
        app.window.close()


def test_the_setting_of_reduced_motion_reaches_all_that_moves(tmp_path: Path) -> None:
    program = Program(tmp_path, headless=True)
    assert not motion.reduced()
    program.change(reduced_motion=True)
    assert motion.reduced()
    program.app.window.close()
    again = Program(tmp_path, headless=True)
    assert motion.reduced()
    again.change(reduced_motion=False)
    assert not motion.reduced()
    again.app.window.close()


class Restless(Bare):
    """A scene that always wants frames and to be woken, and counts them."""

    updates = drawn = 0

    def wants_frames(self) -> bool:
        return True

    def wake_in(self) -> float | None:
        return 0.0

    def update(self, dt: float) -> None:
        super().update(dt)
        Restless.updates += 1
        self.ui.touch(None)

    def draw(self, surface: pygame.Surface) -> None:
        super().draw(surface)
        Restless.drawn += 1


def test_a_minimised_window_rests(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    app.push(Restless())
    app.pump(0.1)
    post(app, pygame.WINDOWMINIMIZED)
    before = Restless.updates, Restless.drawn
    naps: list[float] = []

    def nap(seconds: float) -> None:
        naps.append(seconds)
        if len(naps) == 50:
            pygame.event.post(pygame.event.Event(pygame.WINDOWRESTORED))

    monkeypatch.setattr("crusade.desktop.app.time.sleep", nap)
    woken = app._wait()
    assert [event.type for event in woken] == [pygame.WINDOWRESTORED]
    assert naps == [MINIMISED_NAP] * 50  # fifty looks at the queue in five seconds, no more
    assert (Restless.updates, Restless.drawn) == before
    app.pump(0.1, woken)
    assert (Restless.updates, Restless.drawn) == (before[0] + 1, before[1] + 1)


@pytest.mark.parametrize("first", ["event", "size"])
def test_the_window_comes_back_to_its_own_size(first: str) -> None:
    told: list[tuple[int, int]] = []
    app = App(size=(900, 600), headless=True, on_window=lambda size, full: told.append(size))
    app.push(Bare())
    app.pump(0)
    post(app, pygame.VIDEORESIZE, size=(1000, 640))
    assert app.window.windowed == (1000, 640)
    kinds = [(pygame.WINDOWMAXIMIZED, {}), (pygame.VIDEORESIZE, {"size": (1900, 1000)})]
    for kind, values in kinds if first == "event" else reversed(kinds):
        post(app, kind, **values)
    assert app.metrics.size == (1900, 1000) and app.window.windowed == (1000, 640)
    key(app, pygame.K_F11)
    key(app, pygame.K_F11)
    assert app.window.windowed == (1000, 640) and told[-1] == (1000, 640)
    post(app, pygame.WINDOWRESTORED)
    post(app, pygame.VIDEORESIZE, size=(1000, 640))
    assert app.window.windowed == (1000, 640)
    post(app, pygame.VIDEORESIZE, size=(980, 620))
    assert app.window.windowed == (980, 620)
    app.window.close()


def test_the_window_has_its_icon_before_it_opens(monkeypatch: pytest.MonkeyPatch) -> None:
    steps: list[str] = []
    real = pygame.display.set_mode
    monkeypatch.setattr(pygame.display, "set_icon", lambda picture: steps.append("icon"))
    monkeypatch.setattr(
        pygame.display, "set_mode", lambda *more: steps.append("window") or real(*more)
    )
    App(size=(900, 600), headless=True).window.close()
    assert steps == ["icon", "window"]


@pytest.mark.parametrize(
    ("driver", "wish", "seen"),
    [("x11", None, "0"), ("x11", "1", "1"), ("wayland", None, None), ("windows", None, None)],
)
def test_only_an_x_server_is_sent_the_changed_parts_and_a_wish_stands(
    driver: str, wish: str | None, seen: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    word = "SDL_FRAMEBUFFER_ACCELERATION"
    found: list[str | None] = []
    real = pygame.display.set_mode
    monkeypatch.delenv(word, raising=False)
    if wish is not None:
        monkeypatch.setenv(word, wish)
    monkeypatch.setattr(pygame.display, "get_driver", lambda: driver)
    monkeypatch.setattr(
        pygame.display, "set_mode", lambda *more: found.append(os.environ.get(word)) or real(*more)
    )
    App(size=(900, 600), headless=True).window.close()
    assert found == [seen]
    assert os.environ.get(word) == wish  # what is started from here hears nothing of it


def test_no_display_is_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    from crusade.desktop import window

    monkeypatch.delenv("SDL_VIDEODRIVER", raising=False)
    monkeypatch.setattr(pygame.display, "init", lambda: None)
    monkeypatch.setattr(pygame.display, "get_driver", lambda: "offscreen")
    with pytest.raises(window.NoDisplay) as caught:
        window.Window()
    assert str(caught.value).count(".") == 1


def test_a_line_says_where_it_stands_also_when_only_a_part_is_drawn():
    surface = pygame.Surface((300, 60))
    m = Metrics((1280, 720), 100)
    whole = text.draw_line(
        surface, "The Control Marker", pygame.Rect(10, 10, 280, 30), theme.BODY, m
    )
    surface.set_clip(pygame.Rect(0, 0, 40, 60))
    part = text.draw_line(
        surface, "The Control Marker", pygame.Rect(10, 10, 280, 30), theme.BODY, m
    )
    assert part == whole


def test_another_button_does_not_let_go_of_what_the_first_one_holds(app: App) -> None:
    pressed: list[str] = []
    assert app.scene is not None
    button = app.scene.ui.add(Button("Go", lambda: pressed.append("go")))
    button.place(Rect(100, 100, 200, 40))
    for kind, number in (
        (pygame.MOUSEBUTTONDOWN, 1),
        (pygame.MOUSEBUTTONDOWN, 3),
        (pygame.MOUSEBUTTONUP, 3),
    ):
        pygame.event.post(pygame.event.Event(kind, button=number, pos=button.rect.center))
        app.pump(0)
    assert app.scene.ui.grabbed is button and not pressed
    pygame.event.post(pygame.event.Event(pygame.MOUSEBUTTONUP, button=1, pos=(5, 5)))
    app.pump(0)
    assert app.scene.ui.grabbed is None and not button.down and not pressed


@pytest.mark.parametrize("away", ["dialog", "scene", "removed"])
def test_what_is_held_when_something_else_opens_is_let_go(app: App, away: str) -> None:
    pressed: list[str] = []
    scene = app.scene
    assert scene is not None
    button = scene.ui.add(Button("Go", lambda: pressed.append("go")))
    button.place(Rect(100, 100, 200, 40))
    at = {"button": 1, "pos": button.rect.center}
    pygame.event.post(pygame.event.Event(pygame.MOUSEBUTTONDOWN, **at))
    app.pump(0)
    assert scene.ui.grabbed is button and button.down
    if away == "dialog":
        ask(scene.ui, "Stop", "A question.", [Answer("Well")])
    elif away == "scene":
        app.push(Bare())
        app.pop()
    else:
        scene.ui.root.remove(button)
    assert scene.ui.grabbed is None and not button.down
    pygame.event.post(pygame.event.Event(pygame.MOUSEBUTTONUP, **at))
    app.pump(0)
    assert not pressed


def test_the_ring_of_the_keyboard_goes_with_any_click(app: App) -> None:
    scene = app.scene
    assert scene is not None
    button = scene.ui.add(Button("Go", lambda: None))
    button.place(Rect(100, 100, 200, 40))
    other = scene.ui.add(Button("Not now", lambda: None))
    other.place(Rect(400, 100, 200, 40))
    other.enabled = False
    scene.ui.focus(button, True)
    app.pump(0)
    ringed = app.window.surface.copy()
    pos = other.rect.center
    pygame.event.post(pygame.event.Event(pygame.MOUSEBUTTONDOWN, button=1, pos=pos))
    pygame.event.post(pygame.event.Event(pygame.MOUSEBUTTONUP, button=1, pos=pos))
    app.pump(0)
    part = button.rect.inflate(12, 12)
    shown = pygame.image.tobytes(app.window.surface.subsurface(part), "RGB")
    assert shown != pygame.image.tobytes(ringed.subsurface(part), "RGB")
    app.invalidate()
    app.draw()
    assert shown == pygame.image.tobytes(app.window.surface.subsurface(part), "RGB")


def test_the_bar_is_lit_only_while_the_mouse_is_on_it(app: App) -> None:
    scene = app.scene
    assert scene is not None
    rows = scene.ui.add(ListView(draw_row=lambda *row: None))
    rows.place(Rect(100, 100, 300, 200))
    rows.set_count(100)
    app.pump(0)
    bar = rows.bar()
    assert bar is not None
    pictures = []
    for pos in ((150, 150), bar[1].center, (150, 150), bar[1].center, (700, 600)):
        pygame.event.post(pygame.event.Event(pygame.MOUSEMOTION, pos=pos, rel=(0, 0), buttons=()))
        app.pump(0)
        pictures.append(pygame.image.tobytes(app.window.surface.subsurface(bar[1]), "RGB"))
        app.invalidate()
        app.draw()
        assert pictures[-1] == pygame.image.tobytes(app.window.surface.subsurface(bar[1]), "RGB")
    assert pictures[0] == pictures[2] == pictures[4] != pictures[1] == pictures[3]


def test_at_rest_the_loop_sleeps_until_an_event_or_its_time(
    app: App, monkeypatch: pytest.MonkeyPatch
) -> None:
    scene = app.scene
    assert scene is not None
    pygame.event.clear()
    slept: list[float] = []
    monkeypatch.setattr("crusade.desktop.app.time.sleep", slept.append)
    monkeypatch.setattr(scene, "wake_in", lambda: 0.03)
    assert app._wait() == [] and slept
    assert max(slept) <= 1 / 60, "an event is answered within a frame"
    monkeypatch.setattr(scene, "wake_in", lambda: None)
    pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_a, mod=0, unicode="a"))
    assert [event.key for event in app._wait()] == [pygame.K_a]


def test_with_reduced_motion_pieces_and_dice_lie_where_they_end(
    app: App, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = session_at(lambda made: bool(made.record.moves))
    state = session.state
    flight = Flight(Sprite("coin"), ("purse", 0), ("purse", 1))
    beat = Beat(state, state, 2.0, 1, flights=(flight,), die=Die(3, "Rolled: 3"))
    stage = Stage(state, 0, lambda watched: "normal", lambda: None)
    places = {("purse", 0): (100, 100), ("purse", 1): (900, 500)}
    layer = ui(app).add(
        FlyLayer(stage, places.__getitem__, lambda: 40, lambda: Rect(0, 0, 1280, 720), [])
    )
    layer.place(Rect(0, 0, 1280, 720))
    stage.add([beat], state, 1)
    faces: list[int] = []
    real = pictures.die
    monkeypatch.setattr(pictures, "die", lambda face, side: faces.append(face) or real(face, side))

    def seen(seconds: float) -> tuple[int, int]:
        stage.elapsed = seconds
        layer.draw(app.window.surface)
        return layer._sprites()[0][1].center

    moved = [seen(0.1), seen(0.5), seen(1.5)]
    assert len(set(moved)) == 3 and len(set(faces)) > 1
    monkeypatch.setattr(motion, "_reduced", True)
    faces.clear()
    assert {seen(0.1), seen(0.5), seen(1.5)} == {(900, 500)} and set(faces) == {3}


def test_no_line_begins_with_the_dot_between_two_remarks() -> None:
    m, remarks = (
        Metrics((1280, 720)),
        "it succeeds in 3 of 6 rolls · would earn 1 coin · it is final",
    )
    for width in range(130, 500, 3):
        lines = [
            "".join(p.text for p in row) for row in paragraph(remarks, theme.BODY, m, width).lines
        ]
        assert not any(row.lstrip().startswith("·") for row in lines)
        assert " ".join(" ".join(lines).split()) == remarks


def test_a_space_beside_bold_letters_can_be_seen() -> None:
    m = Metrics((1280, 720))
    laid = text.paragraph(text.rich("Take **the** Commando, **not** yet."), theme.BODY, m, 900)
    pieces = laid.lines[0]
    gaps = [after.x - piece.x for piece, after in pairwise(pieces) if piece.text == " "]
    assert len(gaps) == 4 and min(gaps) >= 0.3 * laid.pixels - 1
    plain = text.paragraph("Take the Commando, not yet.", theme.BODY, m, 900)
    assert plain.natural < laid.natural


def test_a_full_stop_behind_a_bold_word_never_begins_a_line() -> None:
    m = Metrics((1280, 720))
    for width in range(120, 400, 3):
        words = text.rich("Stonehedge came to light in **Deepseam**. The rest of it follows.")
        lines = text.paragraph(words, theme.BODY, m, width).lines
        assert not any(line and line[0].text.startswith(".") for line in lines), width
        assert all(line[-1].x >= line[0].x == 0 for line in lines if line)


def test_a_scene_that_was_left_is_gone_once_the_program_rests(app: App) -> None:
    class Knotted(Bare):
        def build(self) -> None:
            super().build()
            self.back_button = self.ui.add(Button("Back", self.back))

    left = Knotted()
    app.push(left)
    app.pump(0)
    gone = weakref.ref(left)
    del left
    app.pop()
    gc.disable()  # not by chance
    try:
        app.pump(0)
        assert gone() is not None
        app.rest()
        assert gone() is None
    finally:
        gc.enable()


def test_a_window_that_is_pulled_shows_its_picture_stretched_until_the_hand_rests(
    app: App,
) -> None:
    told: list[tuple[int, int]] = []
    app.on_window = lambda size, _full: told.append(size)
    app.live = True
    sizes = [(1280 + 20 * step, 720 + 10 * step) for step in range(1, 6)]
    for size in sizes:
        for kind, words in (
            (pygame.VIDEORESIZE, {"size": size, "w": size[0], "h": size[1]}),
            (pygame.WINDOWSIZECHANGED, {"x": size[0], "y": size[1]}),
        ):
            pygame.event.post(pygame.event.Event(kind, **words))
        app.pump(0.02)
        assert app.window.size == size  # the window follows, nothing is laid out anew
        assert app.metrics.size == (1280, 720) and not told
        assert app.window.surface.get_at((size[0] - 3, size[1] - 3))[:3] != (0, 0, 0)
    app.pump(PULLED_FOR)
    assert app.metrics.size == sizes[-1] and told == [sizes[-1]]
    shown = pygame.image.tobytes(app.window.surface, "RGB")
    app.invalidate()
    app.pump(0.02)
    assert pygame.image.tobytes(app.window.surface, "RGB") == shown
    pygame.event.post(pygame.event.Event(pygame.VIDEORESIZE, size=(1200, 700), w=1200, h=700))
    app.pump(0.02)
    assert app.metrics.size == sizes[-1]
    post(app, pygame.KEYDOWN, key=pygame.K_F5, mod=0, unicode="")  # who acts sees it drawn
    assert app.metrics.size == (1200, 700)
