"""No key or click does what nobody meant: typed ahead on a slow machine, held, tapped twice."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pygame
import pytest
from program_driver import Driver
from pygame import Rect
from table_player import Player

from crusade.desktop.app import App
from crusade.desktop.kit import Answer, Button, ListView, MenuItem, Slider, TextField, ask, menu
from crusade.desktop.kit.dialog import answer_keys
from crusade.desktop.kit.presses import DOUBLE_TAP, LOOK, NEAR, Presses
from crusade.desktop.scenes.base import Scene
from crusade.desktop.scenes.samples import SampleHost
from crusade.desktop.scenes.settings import SettingsScene
from crusade.desktop.scenes.table import TableScene
from crusade.desktop.scenes.title import TitleScene
from crusade.desktop.table.handover import reason
from crusade.rules import hand_of
from crusade.rules.ids import ACTIVE_OF, CONQUER, PICK

pytestmark = pytest.mark.screen
ENTER, SPACE, ESCAPE = pygame.K_RETURN, pygame.K_SPACE, pygame.K_ESCAPE


class Counting(Scene):
    """A scene whose main action, on Enter, is counted and does what a test wants."""

    def __init__(self, then: Callable[[], None] | None = None, name: str = "go") -> None:
        super().__init__()
        self.then = then
        self.count = 0
        self.widget_name = name

    def build(self) -> None:
        place = Rect(20, 20, 200, 40)
        self.ui.add(Button("Go", self._go, "main", ENTER, name=self.widget_name, rect=place))

    def _go(self) -> None:
        self.count += 1
        if self.then is not None:
            self.then()


@pytest.fixture
def app() -> Iterator[App]:
    made = App(size=(1280, 720), headless=True)
    yield made
    made.window.close()


@pytest.fixture
def driver(tmp_path: Path) -> Iterator[Driver]:
    made = Driver(tmp_path)
    yield made
    made.close()


def down(key: int) -> None:
    pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=key, mod=0, unicode=""))


def up(key: int) -> None:
    pygame.event.post(pygame.event.Event(pygame.KEYUP, key=key, mod=0))


def typed(letter: str) -> None:
    pygame.event.post(pygame.event.Event(pygame.TEXTINPUT, text=letter))


def tap(app: App, key: int) -> None:
    """One press of somebody who has looked at the screen before."""
    app.pump(1.0)
    down(key)
    app.pump(0.01)
    up(key)
    app.pump(0.01)


def shown(app: App, scene: Counting) -> Counting:
    app.push(scene)
    app.pump(0.0)
    app.presses.pass_time(1.0)
    return scene


def test_presses_queued_before_the_frame_do_nothing_in_the_new_scene(app: App) -> None:
    second = Counting()
    first = shown(app, Counting(lambda: app.push(second)))
    for _ in range(4):
        down(ENTER)
        up(ENTER)
    app.pump(0.5)
    assert (first.count, second.count) == (1, 0)
    tap(app, ENTER)
    assert (first.count, second.count) == (1, 1)


def test_presses_made_while_the_first_frame_is_drawn_do_nothing_either(app: App) -> None:
    class Slow(Counting):
        def draw(self, surface: pygame.Surface) -> None:
            super().draw(surface)
            if self.impatient:
                self.impatient = False
                down(ENTER)
                up(ENTER)
                down(SPACE)

        impatient = True

    second = Slow()
    shown(app, Counting(lambda: app.push(second)))
    tap(app, ENTER)
    app.pump(1.0)
    assert second.count == 0
    down(SPACE)  # still held since before the frame
    up(SPACE)
    tap(app, ENTER)
    assert second.count == 1


def test_a_key_that_is_held_counts_once_until_it_is_let_go(app: App) -> None:
    second = Counting()
    first = shown(app, Counting(lambda: app.push(second)))
    for _ in range(30):
        down(ENTER)
        app.pump(0.4)
    assert (first.count, second.count) == (1, 0)
    up(ENTER)
    tap(app, ENTER)
    assert second.count == 1
    for _ in range(30):
        down(ENTER)
        app.pump(0.4)
    assert second.count == 2  # one more press, thirty repetitions


def test_a_second_tap_belongs_to_the_first_unless_there_was_time_to_look(app: App) -> None:
    second = Counting()
    shown(app, Counting(lambda: app.push(second)))
    tap(app, ENTER)
    down(ENTER)
    app.pump(DOUBLE_TAP / 2)
    up(ENTER)
    app.pump(0.01)
    assert second.count == 0
    app.pump(DOUBLE_TAP)
    down(ENTER)
    app.pump(0.01)
    assert second.count == 1


def test_what_lies_below_a_dialog_that_closes_is_new_as_well(app: App) -> None:
    scene = shown(app, Counting())
    scene.then = lambda: None if scene.ui.busy else ask(scene.ui, "Told", "Words") and None
    tap(app, ENTER)
    assert scene.ui.busy
    app.pump(1.0)
    for _ in range(3):  # the first one answers, the rest were not meant for the scene
        down(ENTER)
        up(ENTER)
    app.pump(0.01)
    assert not scene.ui.busy and scene.count == 1


def test_a_phase_of_its_own_is_settled_with_one_call(app: App) -> None:
    scene = shown(app, Counting())
    scene.then = lambda: scene.ui.settle()
    down(ENTER)
    up(ENTER)
    down(ENTER)
    up(ENTER)
    app.pump(0.01)
    assert scene.count == 1


def test_clicks_made_before_the_frame_are_not_meant_for_what_it_shows(app: App) -> None:
    second = Counting()
    first = shown(app, Counting(lambda: app.push(second)))
    app.pump(1.0)
    for _ in range(2):  # a double click on a button that lies where the next scene has its own
        pygame.event.post(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=(60, 40), button=1))
        pygame.event.post(pygame.event.Event(pygame.MOUSEBUTTONUP, pos=(60, 40), button=1))
    app.pump(0.01)
    assert (first.count, second.count) == (1, 0)


def test_letters_typed_ahead_stay_out_of_a_field_and_held_ones_too(app: App) -> None:
    field = TextField(rect=Rect(20, 80, 300, 40), name="field")

    def opened() -> None:
        second = Counting()
        app.push(second)
        second.ui.add(field)
        second.ui.focus(field)

    first = shown(app, Counting())
    first.ui.add(Button("New", opened, key=pygame.K_n, rect=Rect(20, 200, 90, 40)))
    app.pump(1.0)
    down(pygame.K_n)
    typed("n")
    app.pump(0.01)
    for _ in range(5):
        down(pygame.K_n)
        typed("n")
        app.pump(0.4)
    assert field.value == ""
    up(pygame.K_n)
    app.pump(0.01)
    down(pygame.K_a)
    typed("a")
    app.pump(0.01)
    assert field.value == "a"


def test_typing_and_scrolling_repeat_and_nothing_else(app: App) -> None:
    scene = shown(app, Counting())
    field = scene.ui.add(TextField("abcdef", rect=Rect(20, 80, 300, 40)))
    rows = scene.ui.add(ListView(count=50, choosable=False, rect=Rect(20, 200, 300, 90)))
    rows.place(Rect(20, 200, 300, 90))
    pressed: list[str] = []
    scene.ui.add(
        Button("S", lambda: pressed.append("s"), key=pygame.K_s, rect=Rect(400, 9, 90, 40))
    )
    step = Button("T", lambda: pressed.append("t"), key=pygame.K_t, rect=Rect(400, 99, 90, 40))
    step.scrolls = True
    scene.ui.add(step)
    app.pump(0.0)
    for key in (pygame.K_PAGEDOWN, pygame.K_s, pygame.K_t):
        for _ in range(3):
            down(key)
            app.pump(0.4)
        up(key)
    assert pressed == ["s", "t", "t", "t"]
    assert rows.offset > 2 * rows.rect.h
    scene.ui.focus(field)
    for _ in range(4):
        down(pygame.K_BACKSPACE)
        app.pump(0.4)
    assert field.value == "ab"


def test_full_screen_is_not_switched_by_a_held_key(app: App) -> None:
    shown(app, Counting())
    for _ in range(4):
        down(pygame.K_F11)
        app.pump(0.4)
    assert app.window.fullscreen


def test_a_key_let_go_elsewhere_is_not_held_for_ever(app: App) -> None:
    scene = shown(app, Counting())
    tap(app, SPACE)
    down(ENTER)
    app.pump(0.4)
    pygame.event.post(pygame.event.Event(pygame.WINDOWFOCUSLOST))
    tap(app, ENTER)
    assert scene.count == 2


def test_presses_know_whether_keys_or_the_mouse_were_used_last() -> None:
    presses = Presses()
    assert not presses.by_keys
    presses.take(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_LSHIFT))
    assert not presses.by_keys
    presses.take(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_LEFT))
    assert presses.by_keys
    presses.take(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=(9, 9), button=1))
    assert not presses.by_keys


# -- dialogs ------------------------------------------------------------------------------------


def test_enter_never_loses_anything_and_the_caps_say_which_key_works() -> None:
    lose, keep = Answer("Throw away", main=True, loses=True), Answer("Keep it")
    assert answer_keys([lose, keep]) == [pygame.K_t, ENTER]
    assert answer_keys([lose, keep], pygame.K_t) == [None, ENTER]  # T brought the question
    assert answer_keys([Answer("Yes", main=True), Answer("No")]) == [ENTER, ESCAPE]
    assert answer_keys([Answer("Understood", main=True)]) == [ENTER]
    own = Answer("Resign", key=ENTER, loses=True)
    assert answer_keys([own, keep]) == [None, ENTER]
    both = [lose, Answer("Take all", loses=True), keep]
    assert answer_keys(both) == [pygame.K_t, None, ENTER]


def test_a_dialog_that_loses_needs_another_key_or_a_walk_to_the_answer(app: App) -> None:
    done: list[str] = []
    scene = shown(app, Counting())
    answers = [Answer("Lose", lambda: done.append("lost"), main=True, loses=True), Answer("Keep")]
    scene.then = lambda: ask(scene.ui, "Lose it?", "Really?", answers) and None
    for _ in range(2):  # Enter asks, Enter keeps
        tap(app, ENTER)
        assert scene.ui.busy
        tap(app, ENTER)
        assert not scene.ui.busy and done == []
    tap(app, ENTER)
    tap(app, pygame.K_l)
    assert done == ["lost"]
    tap(app, ENTER)
    tap(app, pygame.K_RIGHT)
    assert scene.ui.focused.name == "answer:Lose"  # type: ignore[union-attr]
    tap(app, ENTER)
    assert done == ["lost", "lost"]


def test_arrows_in_a_dialog_go_where_they_point_and_stop_at_its_ends(app: App) -> None:
    done: list[str] = []
    scene = shown(app, Counting())
    answers = [
        Answer("Lose", lambda: done.append("lost"), main=True, loses=True),
        Answer("Wait", lambda: done.append("waited")),
        Answer("Keep", lambda: done.append("kept")),
    ]

    def stands() -> str:
        assert scene.ui.focused is not None
        return scene.ui.focused.name

    scene.then = lambda: ask(scene.ui, "Lose it?", "Really?", answers) and None
    tap(app, ENTER)
    assert stands() == "answer:Wait"
    seen = []
    for arrow in [pygame.K_LEFT] * 2 + [pygame.K_RIGHT] * 3 + [pygame.K_LEFT]:
        tap(app, arrow)
        seen.append(stands().removeprefix("answer:"))
    assert seen == ["Keep", "Keep", "Wait", "Lose", "Lose", "Wait"]
    tap(app, pygame.K_TAB)
    tap(app, pygame.K_TAB)
    assert stands() == "answer:Lose"  # Tab goes round
    tap(app, ESCAPE)
    # An arrow meant for the board does not turn Enter into the answer that loses.
    scene.then = lambda: ask(scene.ui, "Lose it?", "Really?", answers[:1] + answers[2:]) and None
    tap(app, ENTER)
    tap(app, pygame.K_LEFT)
    tap(app, ENTER)
    assert done == ["kept", "kept"]


def test_enter_in_the_same_instant_as_an_arrow_loses_nothing(app: App) -> None:
    done: list[str] = []
    scene = shown(app, Counting())
    answers = [Answer("Lose", lambda: done.append("lost"), loses=True), Answer("Keep")]
    scene.then = lambda: ask(scene.ui, "Lose it?", "Really?", answers) and None
    tap(app, ENTER)
    app.pump(1.0)
    for key in (pygame.K_RIGHT, ENTER):  # both before a frame could show the first
        down(key)
        up(key)
    app.pump(0.01)
    assert scene.ui.focused is not None and scene.ui.focused.name == "answer:Lose"
    for key in (pygame.K_SPACE, ENTER):  # a frame has shown it, just now
        down(key)
        up(key)
        app.pump(0.02)
    assert scene.ui.busy and done == []
    tap(app, ENTER)
    assert done == ["lost"]


def test_a_menu_never_goes_dead_to_keys(app: App) -> None:
    done: list[str] = []
    scene = shown(app, Counting())
    items = [
        MenuItem("Never", enabled=False, why="Not now."),
        MenuItem("One", lambda: done.append("one")),
        MenuItem("Two", lambda: done.append("two")),
    ]

    def opened() -> ListView:
        menu(scene.ui, Rect(300, 300, 20, 20), items, title="Ways")
        app.pump(0.0)
        found = scene.ui.find("menu-rows")
        assert isinstance(found, ListView)
        return found

    rows = opened()
    assert rows.chosen == 1  # the first that can be taken
    panel = scene.ui.find("menu").rect
    for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):  # a click on its heading
        pygame.event.post(pygame.event.Event(kind, pos=(panel.x + 20, panel.y + 12), button=1))
    for arrow, row in (
        (pygame.K_UP, 2),  # past the line that cannot be taken
        (pygame.K_DOWN, 1),
        (pygame.K_END, 2),
        (pygame.K_HOME, 1),
        (pygame.K_1, 1),
    ):
        tap(app, arrow)
        assert rows.chosen == row and scene.ui.busy
    assert scene.ui.tooltip.tip is not None  # its number key says why not
    tap(app, pygame.K_UP)
    tap(app, ENTER)
    assert done == ["two"]
    rows = opened()
    spot = rows.row_rect(2).center
    pygame.event.post(
        pygame.event.Event(pygame.MOUSEMOTION, pos=spot, rel=(1, 1), buttons=(0, 0, 0))
    )
    tap(app, ENTER)  # the line that is lit is the line that is taken
    assert done == ["two", "two"]


def test_the_cap_of_enter_stands_only_where_enter_works(app: App) -> None:
    scene = shown(app, Counting())
    other = scene.ui.add(Button("Other", rect=Rect(300, 20, 200, 40)))
    go = scene.ui.find("go")

    def picture() -> bytes:
        app.pump(0.0)
        return pygame.image.tobytes(app.window.surface.subsurface(go.rect), "RGB")

    with_cap = picture()
    tap(app, pygame.K_TAB)
    tap(app, pygame.K_TAB)
    assert scene.ui.focused is other
    without = picture()
    assert without != with_cap
    tap(app, ENTER)
    assert scene.count == 0
    for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):  # a click beside: Enter is back
        pygame.event.post(pygame.event.Event(kind, pos=(600, 600), button=1))
    assert picture() == with_cap
    tap(app, ENTER)
    assert scene.count == 1


def test_the_way_back_comes_last_on_a_page(driver: Driver) -> None:
    driver.press("settings")
    ui = driver.scene.ui
    walked: list[str] = []
    for _ in range(60):
        tap(driver.app, pygame.K_TAB)
        assert ui.focused is not None and ui.focused.keyed
        if ui.focused.name == "back":
            break
        walked.append(ui.focused.name)
    assert ui.focused.name == "back" and len(walked) > 10 and len(set(walked)) > 10
    tap(driver.app, pygame.K_TAB)
    assert ui.focused.name == walked[0]


def test_arrows_walk_the_title(driver: Driver) -> None:
    tap(driver.app, pygame.K_DOWN)
    tap(driver.app, pygame.K_DOWN)
    assert driver.scene.ui.focused.name == "first-game"
    tap(driver.app, pygame.K_UP)
    assert driver.scene.ui.focused.name == "new"
    tap(driver.app, ENTER)
    assert not isinstance(driver.scene, TitleScene)


def test_arrows_walk_the_settings_and_a_new_game_at_once(driver: Driver) -> None:
    """The first arrow goes to the first control, also where the page is long enough to scroll."""
    for opener in (pygame.K_s, pygame.K_n):
        driver.key(opener)
        driver.app.pump(0.0)
        ui, met = driver.scene.ui, []
        for _ in range(40):
            driver.key(pygame.K_DOWN)
            assert ui.focused is not None
            met.append(ui.focused)
            if len(met) > 1 and ui.focused is met[0]:
                break
        left = [w.rect.centery for w in met[:-1] if w.rect.x < 640 and w.name != "back"]
        top = left.index(min(left))
        assert left[top:] + left[:top] == sorted(left)  # as they stand
        controls = [w for w in ui.root.walk() if w.focusable and w.enabled]
        assert {id(w) for w in met} == {id(w) for w in controls}
        if opener == pygame.K_s:
            assert met[0].name == "tribes_pace"
        driver.key(pygame.K_UP)
        assert ui.focused is met[-2]
        driver.key(ESCAPE)


def test_the_keyboard_brings_the_tooltip_that_pointing_brings(app: App) -> None:
    scene = shown(app, Counting())
    scene.ui.add(Button("A", tip="About A.", rect=Rect(300, 9, 90, 40)))
    tap(app, pygame.K_TAB)
    assert scene.ui.tooltip.tip is None  # the main button says nothing
    tap(app, pygame.K_TAB)
    assert scene.ui.tooltip.tip is not None and scene.ui.tooltip.tip.text == "About A."


# -- the whole program --------------------------------------------------------------------------


def test_enter_held_from_the_title_opens_the_game_and_does_nothing_in_it(driver: Driver) -> None:
    driver.begin()
    driver.pick()
    driver.play_until(lambda scene: driver.session.state.phase > 1 and not scene.ui.busy)
    moves = len(driver.session.record.moves)
    driver.app.home()
    driver.app.pump(1.0)
    driver.app.presses.pass_time(1.0)
    assert isinstance(driver.scene, TitleScene)
    for _ in range(40):
        down(ENTER)
        driver.app.pump(0.2)
    scene = driver.scene
    assert isinstance(scene, TableScene)
    assert not scene.ui.busy and len(driver.session.record.moves) == moves
    up(ENTER)
    driver.app.pump(1.0)
    for _ in range(5):  # five taps in one frame: at most the first one is meant
        down(ENTER)
        up(ENTER)
    driver.app.pump(0.2)
    for _ in range(20):  # and Enter held on into the question it may have brought
        down(ENTER)
        driver.app.pump(0.2)
    assert len(driver.session.record.moves) <= moves + 1


# ---------------------------------------------------------------- the mouse button, twice
def press_mouse(app: App, pos: tuple[int, int], after: float = 0.1) -> None:
    """A click of somebody who does not look first, `after` seconds after what he did before."""
    app.pump(after)
    for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
        pygame.event.post(pygame.event.Event(kind, pos=pos, button=1))
        app.pump(0.01)


def test_the_second_click_of_two_presses_nothing_new(app: App) -> None:
    second = Counting()
    shown(app, Counting(lambda: app.push(second)))
    place = (60, 40)
    app.pump(1.0)
    press_mouse(app, place)
    assert app.scene is second
    press_mouse(app, (place[0] + NEAR, place[1]))
    assert second.count == 0
    press_mouse(app, (place[0] + NEAR + 20, place[1]))  # elsewhere, but nobody has looked yet
    assert second.count == 0
    press_mouse(app, place, LOOK)
    assert second.count == 1


def test_two_clicks_mean_the_same_thing_or_the_second_nothing(app: App) -> None:
    """Also where the place holds something else without a word of it, and on a slow machine."""
    done: list[str] = []
    scene = shown(app, Counting())
    place = Rect(300, 20, 200, 40)

    def first() -> None:
        done.append("first")
        scene.ui.root.remove(one)
        scene.ui.add(two)

    def undo() -> None:
        done.append("undo")
        scene.ui.settle()

    one = scene.ui.add(Button("One", first, rect=place))
    two = Button("Two", lambda: done.append("second"), rect=place)
    scene.ui.add(Button("More", lambda: done.append("more"), rect=place.move(0, 60)))
    scene.ui.add(Button("Undo", undo, key=pygame.K_u, steady=True, rect=place.move(0, 120)))
    app.pump(1.0)
    press_mouse(app, place.center)
    press_mouse(app, place.center, 0.3)
    assert done == ["first"]
    press_mouse(app, place.center, DOUBLE_TAP)
    assert done == ["first", "second"]
    done.clear()
    for down_by in (60, 120):
        for _ in range(3):
            press_mouse(app, place.move(0, down_by).center, 0.02)
    for _ in range(2):
        down(pygame.K_u)
        up(pygame.K_u)
        app.pump(0.02)
    assert done == ["more"] * 3 + ["undo"] * 5
    presses, held = Presses(), pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=(9, 9), button=1)
    assert presses.take(held)
    presses.settle()
    presses.seen(presses.news)
    presses.pass_time(2.0)
    presses.looked(2.0)  # the machine slept: the click may have come at any time since
    assert not presses.take(held)
    presses.looked(0.01)
    assert presses.take(held)


def test_a_double_click_on_two_players_chooses_nothing_else(driver: Driver) -> None:
    driver.press("new")
    scene = driver.scene
    mode, boxes = scene.ui.find("mode"), scene.ui.find("boxes")
    places = mode.rect.topleft, boxes.rect.topleft  # a bar that comes may make them narrower
    for index in range(len(scene.known_boxes)):
        scene.boxes.set(index)
        scene._box_changed(index)
        driver.app.pump(1.0)
        for share in (3, 1):
            spot = mode.rect.x + mode.rect.w * share // 4, mode.rect.centery
            for _ in range(2):
                press_mouse(driver.app, spot, 0.2)
            assert scene.two == (share == 3) and scene.boxes.index == index
            assert (mode.rect.topleft, boxes.rect.topleft) == places


@contextmanager
def two_players(wanted: Callable[[TableScene], bool], seed: int = 9) -> Iterator[Player]:
    """A game of two that has come to what is wanted."""
    player = Player("two-player", ("Ada", "Bob"), seed=seed)
    for _ in range(400):
        if wanted(player.scene):
            break
        player.step()
    else:
        raise AssertionError("it never comes to that")
    player.app.pump(1.0)
    yield player
    player.app.window.close()


def test_a_double_click_on_the_card_between_turns_takes_no_region() -> None:
    """Wherever the card's button lies over a Region that could be taken."""
    tried = 0
    for turn in range(2, 6):

        def card(scene: TableScene, turn: int = turn) -> bool:
            s = scene.session.state
            return s.round == turn and scene.control.handing_over and s.phase == CONQUER

        with two_players(card) as player:
            place = player.scene.ui.find("answer:take-over").rect.center
            count, region = len(player.session.steps), player.scene.board.view.region_at(place)
            press_mouse(player.app, place)
            assert player.scene.control.deciding
            tried += region in player.scene.board.lit()
            press_mouse(player.app, place)
            assert len(player.session.steps) == count and not player.scene.ui.busy
    assert tried


@pytest.mark.parametrize("by_keys", [False, True])
def test_what_follows_the_hand_over_card_is_answered_once_it_was_looked_at(by_keys: bool) -> None:
    """Elsewhere and with other keys too; an arrow may move the focus, Enter after it does nothing.
    Afterwards the same presses conquer.
    """

    def card(scene: TableScene) -> bool:
        s = scene.session.state
        return s.round == 2 and scene.control.handing_over and s.phase == CONQUER

    with two_players(card) as player:
        scene, app, steps = player.scene, player.app, player.session.steps
        count = len(steps)

        def go(key: int, after: float) -> None:
            app.pump(after)
            down(key)
            app.pump(0.01)
            up(key)
            app.pump(0.01)

        if by_keys:
            go(pygame.K_i, 0.1)
        else:
            press_mouse(app, scene.ui.find("answer:take-over").rect.center)
        assert scene.control.deciding and scene.board.lit()
        lit = [r for r, o in scene.control.offers.items() if o.ways]
        if by_keys:
            for key in (pygame.K_e, pygame.K_d, pygame.K_u, ENTER, SPACE, pygame.K_DOWN, ENTER):
                go(key, 0.02)
            go(pygame.K_DOWN, 0.1)  # early, and Enter when the view itself is known by now
            go(ENTER, 0.2)
            go(ENTER, 0.1)
        else:
            for r in lit[:2]:
                press_mouse(app, player.region(r))
            press_mouse(app, scene.ui.find("main").rect.center, 0.05)
        assert len(steps) == count and not scene.ui.busy
        app.pump(LOOK)
        if by_keys:
            go(pygame.K_DOWN, 0.0)
            go(ENTER, 0.4)
        else:
            press_mouse(app, player.region(lit[0]))
        assert len(steps) > count or scene.ui.busy


def test_a_double_click_on_the_answer_of_a_pick_takes_no_region() -> None:
    with two_players(lambda scene: scene.control.deciding) as player:
        assert player.session.state.phase == PICK
        press_mouse(player.app, player.scene.side.column.row_rect(0).center)
        buttons = player.scene.ui.layers[-1].root.walk()
        place = next(b for b in buttons if getattr(b, "key", None) == pygame.K_y).rect.center
        player.app.pump(1.0)
        press_mouse(player.app, place)
        count = len(player.session.steps)
        assert player.session.state.phase == CONQUER
        press_mouse(player.app, place)
        assert len(player.session.steps) == count


def test_the_key_between_two_races_tapped_twice_goes_to_the_other_one_and_stays() -> None:
    with two_players(lambda s: s.control.deciding and s.control.early, seed=2) as player:
        control, app = player.scene.control, player.app
        state = control.state
        ready = hand_of(state, ACTIVE_OF[state.seat])
        assert ready and f"{ready} token" in reason(control.cast, state, state.seat)
        tap(app, pygame.K_g)
        assert not control.early
        app.pump(0.1)
        down(pygame.K_g)
        up(pygame.K_g)
        app.pump(0.01)
        assert not control.early
        tap(app, pygame.K_g)
        assert control.early


def test_enter_that_hurries_the_last_coins_begins_no_other_game(driver: Driver) -> None:
    driver.begin(seed=3)
    driver.play_out()
    result = driver.scene
    for _ in range(3):
        tap(driver.app, ENTER)
        tap(driver.app, SPACE)
        assert driver.scene is result
    tap(driver.app, pygame.K_p)
    assert isinstance(driver.scene, TableScene)


def test_a_click_on_a_line_of_the_log_does_not_hold_up_the_lost_tribes() -> None:
    """Its Regions are lit while the mouse is there, and no longer."""
    with two_players(lambda scene: scene.session.state.round == 2 and scene.control.deciding) as p:
        scene, control, lines = p.scene, p.scene.control, p.scene.side.log.lines
        row = max(i for i, line in enumerate(lines.shown) if line.regions)
        lines.scroll_to(lines.offset + lines.row_rect(row).y - lines.rect.y)
        place = lines.row_rect(row).center
        for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):  # a finger: no movement before
            pygame.event.post(pygame.event.Event(kind, pos=place, button=1))
        p.app.pump(0.01)
        assert control.pointed == frozenset(lines.shown[row].regions)
        away = p.scene.header.track.rect.center
        pygame.event.post(
            pygame.event.Event(pygame.MOUSEMOTION, pos=away, rel=(0, 0), buttons=(0, 0, 0))
        )
        p.app.pump(0.01)
        assert not control.pointed and not scene.reading


def test_a_die_that_takes_a_combo_is_announced_and_seen_before_the_pick(app: App) -> None:
    """A click while it runs does nothing; the log, the frame and the coins follow the person."""
    player = Player("two-player", ("Ada", "Bob"), seed=9, animation_pace="normal")
    scene, control, app = player.scene, player.scene.control, player.app
    named = set()
    for _ in range(400):
        if control.handing_over and scene.ui.busy:
            with suppress(KeyError):
                named.add(scene.ui.find("take-back").label)
                assert control.cast.label(control.held_by) in scene.ui.find("take-back").label
            if control.die_first:
                break
        player.step()
    else:
        raise AssertionError("no die was rolled for a combo")
    assert named and "First the die takes a combo" in reason(
        control.cast, control.state, control.awaited, control.die_first
    )
    lines = scene.side.log.lines
    lines.scroll_to(0)
    scene.ui.layers[-1].came_from, scene.ui.layers[-1].came_by_keyboard = scene.board, True
    app.pump(1.0)
    press_mouse(app, scene.ui.find("answer:take-over").rect.center)
    assert not scene.ui.by_keyboard and not scene.board.focused and lines.offset == lines.limit
    app.pump(0.4)
    assert control.stage.taking
    for row in (2, 3):
        press_mouse(app, scene.side.column.row_rect(row).center)
        assert control.stage.taking and not control.deciding and not scene.ui.busy
    press_mouse(app, scene.board.rect.center)
    assert control.stage.taking
    while not control.deciding:
        app.pump(0.05)
    app.pump(0.1)
    press_mouse(app, scene.side.column.row_rect(4).center)  # on its way when the row moved
    assert control.state.phase == PICK and not scene.ui.busy
    press_mouse(app, scene.side.column.row_rect(4).center, LOOK)
    assert scene.ui.busy
    app.window.close()


def test_a_game_that_begins_says_so_at_once_and_tooltips_keep_off_headings(
    driver: Driver,
) -> None:
    driver.press("new")
    driver.scene.names[0].set("Ada")
    driver.scene._names_changed()
    seen, start = [], driver.scene.host.start

    def slowly(choice: object) -> None:
        seen.append(pygame.image.tobytes(driver.app.window.surface.subsurface(button.rect), "RGB"))
        start(choice)

    button = driver.scene.start
    driver.app.pump(1.0)
    before = pygame.image.tobytes(driver.app.window.surface.subsurface(button.rect), "RGB")
    driver.scene.host.start = slowly
    driver.press("begin")
    assert seen and seen[0] != before and button.label == "Begin"
    table = driver.scene
    assert isinstance(table, TableScene)
    for words in table.header.words():
        assert words in table.ui.tooltip.spared


class Sliding(Scene):
    """A scene with one slider that has the focus."""

    def build(self) -> None:
        self.slider = self.ui.add(Slider(value=50, rect=Rect(20, 20, 300, 40)))

    def enter(self) -> None:
        self.ui.focus(self.slider, True)


def test_a_tap_is_one_step_however_long_the_frame_takes_that_it_brings(app: App) -> None:
    scene = Sliding()
    app.push(scene)
    app.pump(1.0)
    down(pygame.K_RIGHT)
    app.pump(0.01)
    assert scene.slider.value == 55
    for _ in range(20):  # gathered while the frame was drawn, before the release was looked at
        down(pygame.K_RIGHT)
    up(pygame.K_RIGHT)
    app.pump(0.01)
    assert scene.slider.value == 55
    for _ in range(3):
        down(pygame.K_RIGHT)
        up(pygame.K_RIGHT)
    app.pump(0.01)
    assert scene.slider.value == 70  # taps all count


def test_a_held_key_takes_one_step_a_frame_and_stops_when_it_is_let_go(app: App) -> None:
    scene = Sliding()
    app.push(scene)
    app.pump(1.0)
    for frame in range(1, 4):
        for _ in range(6):
            down(pygame.K_LEFT)
        app.pump(0.01)
        # The first frame has the press and the last of its repetitions.
        assert scene.slider.value == 50 - 5 * (frame + 1)
    up(pygame.K_LEFT)
    app.pump(0.01)
    assert scene.slider.value == 30


def test_what_the_keyboard_stands_on_stays_in_sight_when_everything_grows(app: App) -> None:
    scene = SettingsScene(SampleHost())
    app.push(scene)
    app.pump(1.0)
    slider = scene.ui.find("interface_size")
    while scene.ui.focused is not slider:
        tap(app, pygame.K_TAB)
    for key, percents in (
        (pygame.K_RIGHT, range(105, 201, 5)),
        (pygame.K_LEFT, range(195, 99, -5)),
    ):
        for percent in percents:
            tap(app, key)
            assert app.metrics.percent == percent and scene.ui.focused is slider
            view = scene.scroll.rect
            assert view.top <= slider.rect.top and slider.rect.bottom <= view.bottom


def test_an_arrow_at_the_end_of_its_list_scrolls_nothing_else(app: App) -> None:
    class Two(Scene):
        def build(self) -> None:
            draw = lambda s, r, i, hot, chosen: None  # noqa: E731
            self.rows = self.ui.add(ListView(count=3, draw_row=draw, row_tip=str, name="rows"))
            self.log = self.ui.add(ListView(count=90, draw_row=draw, choosable=False, name="log"))
            self.rows.place(Rect(20, 20, 300, 200))
            self.log.place(Rect(400, 20, 300, 200))
            self.log.scroll_to(300)

    scene = Two()
    app.push(scene)
    app.pump(1.0)
    tap(app, pygame.K_TAB)
    for key, row in ((pygame.K_DOWN, 2), (pygame.K_UP, 0)):
        for _ in range(5):
            tap(app, key)
        assert scene.rows.chosen == row and scene.log.offset == 300
        assert scene.ui.tooltip.tip is not None  # it still says what it says of that row
        down(key)
        for _ in range(3):
            down(key)
            app.pump(0.01)
        up(key)
        app.pump(0.01)
        assert scene.rows.chosen == row and scene.log.offset == 300
