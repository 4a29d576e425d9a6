"""The replay of a finished game, driven by real events through the window's queue."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

import pygame
import pytest

from crusade import atlas
from crusade.desktop import pictures, theme
from crusade.desktop.app import LONGEST_STEP, App
from crusade.desktop.board_view import BoardView, pieces_of
from crusade.desktop.scenes.base import Scene
from crusade.desktop.scenes.replay import DEAL_SECONDS, READ_SECONDS, ReplayScene, token_colours
from crusade.desktop.scenes.sample_tables import simple_move
from crusade.desktop.scenes.samples import SampleHost
from crusade.desktop.sound import Sounds
from crusade.desktop.viewer import inks
from crusade.desktop.viewer.cards import StepCard
from crusade.desktop.viewer.course import Course
from crusade.players.counsel import answer, question
from crusade.players.search import Pace
from crusade.rules import events as ev
from crusade.rules import moves
from crusade.rules.ids import CLASSIC, DEALER, SOLO, TRIBES, TWO_PLAYER
from crusade.session import NewGame, Session

pytestmark = pytest.mark.screen

SIZES = [
    (size, percent)
    for size in ((1280, 720), (1920, 1080), (1024, 600))
    for percent in (75, 100, 150, 200)
]


def finished(mode: str = SOLO, names: tuple[str, ...] = ("Ada",), seed: int = 9) -> Session:
    """A game of random moves to its end; it conquers whenever it can."""
    session = Session.new(NewGame(mode, names, 14, seed=seed, options={"colours": "3"}))
    dice = random.Random(seed)
    while not session.over:
        takes = [move for move in session.choices if move[0] == moves.CONQUER]
        session.play(dice.choice(takes or session.choices))
    return session


@pytest.fixture(scope="module")
def game() -> Session:
    return finished()


@pytest.fixture(scope="module")
def app() -> Iterator[App]:
    made = App(size=(1280, 720), headless=True)
    yield made
    made.window.close()


@pytest.fixture
def scene(app: App, game: Session) -> Iterator[ReplayScene]:
    pygame.event.clear()
    app.push(Scene())
    shown = ReplayScene(SampleHost(), game)
    app.push(shown)
    app.pump(0.0)
    app.presses.pass_time(1.0)  # a person looks before answering what is new
    yield shown
    app.scenes.clear()
    app.running = True
    app.resize((1280, 720))
    app.set_ui_percent(100)


def press(app: App, key: int, dt: float = 0.0) -> None:
    for kind in (pygame.KEYDOWN, pygame.KEYUP):
        pygame.event.post(pygame.event.Event(kind, key=key, mod=0, unicode=""))
    app.pump(dt)


def mouse(app: App, kind: int, pos: tuple[int, int]) -> None:
    extra = {"rel": (0, 0), "buttons": (1, 0, 0)} if kind == pygame.MOUSEMOTION else {"button": 1}
    pygame.event.post(pygame.event.Event(kind, pos=pos, **extra))
    app.pump(0.0)


def click(app: App, pos: tuple[int, int]) -> None:
    app.presses.pass_time(1.0)  # a person looks before clicking there again
    mouse(app, pygame.MOUSEBUTTONDOWN, pos)
    mouse(app, pygame.MOUSEBUTTONUP, pos)


def click_on(app: App, scene: Scene, name: str) -> None:
    click(app, scene.ui.find(name).rect.center)


def board_pixels(surface: pygame.Surface, rect: pygame.Rect) -> bytes:
    return pygame.image.tobytes(surface.subsurface(rect), "RGB")


class Witness:
    """Draws every position on its own, to compare with what the window shows."""

    def __init__(self, scene: ReplayScene, game: Session) -> None:
        self.scene, self.game = scene, game
        self.view = BoardView(atlas.load(game.setup.board.id))
        self.view.layout(scene.board.rect)
        assert self.view.rect == scene.board.view.rect
        self.paper = pygame.Surface(scene.m.size)

    def check(self, app: App, place: int) -> None:
        scene, game = self.scene, self.game
        state = game.steps[place - 1].after if place else game.opening
        pieces = pieces_of(state, token_colours(game))
        assert scene.at == place
        assert scene.board.pieces == pieces
        self.view.draw(self.paper, pieces, scene.board.marks)
        shown = board_pixels(app.window.surface, self.view.rect)
        assert shown == board_pixels(self.paper, self.view.rect)


# -- every position -------------------------------------------------------------------------------


def test_forward_and_backward_the_picture_is_the_position(
    app: App, scene: ReplayScene, game: Session
) -> None:
    witness = Witness(scene, game)
    witness.check(app, 0)
    for place in range(1, len(game.steps) + 1):
        press(app, pygame.K_RIGHT)
        witness.check(app, place)
    press(app, pygame.K_RIGHT)
    witness.check(app, len(game.steps))
    for place in range(len(game.steps) - 1, -1, -1):
        press(app, pygame.K_LEFT)
        witness.check(app, place)
    press(app, pygame.K_LEFT)
    witness.check(app, 0)


def test_any_place_is_reached_by_a_click_on_the_line(
    app: App, scene: ReplayScene, game: Session
) -> None:
    witness = Witness(scene, game)
    line = scene.timeline.track()
    dice = random.Random(1)
    for _ in range(20):
        place = dice.randint(0, len(game.steps))
        click(app, (scene.timeline.x_of(place), line.centery))
        mouse(app, pygame.MOUSEMOTION, (0, 0))
        witness.check(app, place)


def test_the_knob_is_dragged(app: App, scene: ReplayScene, game: Session) -> None:
    line = scene.timeline.track()
    mouse(app, pygame.MOUSEBUTTONDOWN, (line.x, line.centery))
    seen = []
    for x in range(line.x, line.right + 1, 40):
        mouse(app, pygame.MOUSEMOTION, (x, 20))  # far off the line: it still follows
        assert scene.at == scene.timeline.place_at(x)
        seen.append(scene.at)
    assert seen == sorted(seen)
    mouse(app, pygame.MOUSEMOTION, (scene.m.window.right + 50, line.centery))
    assert scene.at == len(game.steps)
    mouse(app, pygame.MOUSEMOTION, (-50, line.centery))
    assert scene.at == 0
    mouse(app, pygame.MOUSEBUTTONUP, (line.centerx, line.centery))
    mouse(app, pygame.MOUSEMOTION, (line.right, line.centery))
    assert scene.at == 0


# -- turns, ends, keys, buttons -------------------------------------------------------------------


def test_turns_by_key_stop_where_every_turn_begins(
    app: App, scene: ReplayScene, game: Session
) -> None:
    begins = [
        place
        for place, step in enumerate(game.steps, 1)
        if any(isinstance(event, ev.TurnBegan) for event in step.events)
    ]
    stops = [*begins, len(game.steps)]
    for place in stops:
        press(app, pygame.K_PAGEDOWN)
        assert scene.at == place
    for place in [*reversed(begins), 0, 0]:
        press(app, pygame.K_PAGEUP)
        assert scene.at == place


def test_home_and_end(app: App, scene: ReplayScene, game: Session) -> None:
    press(app, pygame.K_END)
    assert scene.at == len(game.steps)
    press(app, pygame.K_HOME)
    assert scene.at == 0
    assert scene.card.sentence.startswith("The game begins.")
    assert scene.card.heading() == "9 rounds"


def test_the_same_by_buttons(app: App, scene: ReplayScene, game: Session) -> None:
    click_on(app, scene, "last")
    assert scene.at == len(game.steps)
    assert not scene.ui.find("next").enabled
    click_on(app, scene, "previous")
    assert scene.at == len(game.steps) - 1
    click_on(app, scene, "previous_turn")
    assert scene.at == scene.course.turns[-1].place
    click_on(app, scene, "first")
    assert scene.at == 0
    assert not scene.ui.find("previous").enabled
    click_on(app, scene, "next")
    assert scene.at == 1
    click_on(app, scene, "next_turn")
    assert scene.at == scene.course.turns[1].place


def test_back_inside_a_turn_goes_to_its_beginning(app: App, scene: ReplayScene) -> None:
    turn = scene.course.turns[3]
    scene.jump(turn.place + 1)
    press(app, pygame.K_PAGEUP)
    assert scene.at == turn.place


def test_escape_goes_back(app: App, scene: ReplayScene) -> None:
    press(app, pygame.K_ESCAPE)
    assert app.scene is not scene


# -- playing --------------------------------------------------------------------------------------


def test_it_plays_by_itself_and_stops_at_the_end(
    app: App, scene: ReplayScene, game: Session
) -> None:
    press(app, pygame.K_SPACE)
    assert scene.playing
    for place in range(len(game.steps)):
        assert scene.at == place
        dealt = game.steps[place - 1].actor == DEALER if place else False
        assert (scene.shown_for == DEAL_SECONDS) == dealt
        assert dealt or READ_SECONDS < scene.shown_for < 8
        app.pump(scene.shown_for * 0.9)
        assert scene.at == place
        app.pump(scene.shown_for * 0.1 + 1e-6)
    assert scene.at == len(game.steps)
    assert not scene.playing
    press(app, pygame.K_SPACE)
    assert scene.playing
    assert scene.at == 0


def test_speed_by_mouse_and_keys(app: App, scene: ReplayScene) -> None:
    cells = scene.speeds.cells()
    click(app, cells[4].center)
    assert scene.speed == 8
    press(app, pygame.K_RIGHT)  # the arrows stay with the steps
    assert (scene.at, scene.speed) == (1, 8)
    press(app, pygame.K_MINUS)
    assert scene.speed == 4
    press(app, pygame.K_KP_PLUS)
    press(app, pygame.K_KP_PLUS)
    assert scene.speed == 8
    click(app, cells[0].center)
    assert scene.speed == 0.5
    scene.jump(20)
    press(app, pygame.K_SPACE)
    assert scene.shown_for > 2 * READ_SECONDS
    app.pump(scene.shown_for * 1.01)
    assert scene.at == 21


def test_space_is_play_and_pause_whatever_was_clicked_last(app: App, scene: ReplayScene) -> None:
    click_on(app, scene, "next")
    press(app, pygame.K_SPACE)
    assert scene.playing
    assert scene.at == 1
    click_on(app, scene, "play")
    assert not scene.playing
    press(app, pygame.K_SPACE)
    assert scene.playing


def test_a_step_by_hand_stops_the_play(app: App, scene: ReplayScene) -> None:
    press(app, pygame.K_SPACE)
    press(app, pygame.K_RIGHT)
    assert not scene.playing
    press(app, pygame.K_SPACE)
    click(app, (scene.timeline.x_of(10), scene.timeline.track().centery))
    assert scene.playing


def test_leaving_stops_the_play(app: App, scene: ReplayScene) -> None:
    press(app, pygame.K_SPACE)
    app.push(Scene())
    assert not scene.playing


def test_the_loop_sleeps_and_draws_only_what_changed(
    app: App, scene: ReplayScene, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: list[int] = []
    monkeypatch.setattr(scene, "draw", lambda surface: drawn.append(scene.at))
    assert scene.wake_in() is None
    assert not scene.wants_frames()
    app.pump(5.0)
    assert drawn == []
    press(app, pygame.K_SPACE)
    drawn.clear()
    assert not scene.wants_frames()
    # A frame counts for so long at most, so it must wake up as often.
    assert scene.wake_in() == LONGEST_STEP
    app.pump(LONGEST_STEP)
    assert drawn == []
    app.pump(scene.shown_for)
    assert drawn
    assert set(drawn) == {1}


def test_steps_played_forward_are_heard(app: App, game: Session) -> None:
    heard: list[object] = []

    class Ear(Sounds):
        def events(self, events: object) -> None:
            heard.append(events)

    scene = ReplayScene(SampleHost(), game, Ear(on=False))
    app.push(scene)
    app.pump(0.0)
    press(app, pygame.K_RIGHT)
    press(app, pygame.K_LEFT)
    press(app, pygame.K_END)
    assert heard == [game.steps[0].events]
    app.scenes.clear()


# -- the words beside the board -------------------------------------------------------------------


def test_a_click_on_a_line_leads_to_its_step(app: App, scene: ReplayScene) -> None:
    press(app, pygame.K_END)
    log = scene.log
    pygame.event.post(pygame.event.Event(pygame.MOUSEMOTION, pos=log.rect.center, rel=(0, 0)))
    for _ in range(12):
        pygame.event.post(pygame.event.Event(pygame.MOUSEWHEEL, x=0, y=1, precise_y=1.0))
    app.pump(0.0)
    line = log.line_at(log.rect.center)
    assert line is not None
    offset = log.offset
    click(app, log.rect.center)
    assert scene.at == log.lines[line].step + 1
    assert log.now[0] <= line < log.now[1]
    assert abs(log.offset - offset) < log.rect.h


def test_the_present_lines_are_always_in_view(app: App, scene: ReplayScene) -> None:
    for place in range(0, scene.course.last + 1, 3):
        scene.jump(place)
        app.pump(0.0)
        first, end = scene.course.line_span(place)
        assert scene.log.line_rect(first).top >= scene.log.rect.top
        assert end > first


def test_every_step_has_a_sentence_and_its_regions(game: Session) -> None:
    course = Course(game)
    for place in range(course.last + 1):
        assert len(course.sentence(place)) > 5
        assert all(0 <= r < game.setup.board.n for r in course.regions(place))
        conquered = [e.region for e in course.events(place) if isinstance(e, ev.Conquered)]
        assert set(conquered) <= set(course.regions(place))
    assert "won" in course.sentence(course.last)


def test_coins_beside_the_board_are_those_of_the_position(game: Session) -> None:
    course = Course(game)
    coins = [game.opening.coins[0], game.opening.coins[TRIBES]]
    for place in range(course.last + 1):
        gains = course.gains(place)
        coins = [coins[0] + gains.get(0, 0), coins[1] + gains.get(TRIBES, 0)]
        state = course.state(place)
        assert coins == [state.coins[0], state.coins[TRIBES]]


def test_paid_regions_sum_up_to_what_the_regions_earned(game: Session) -> None:
    course = Course(game)
    for place in range(1, course.last + 1):
        scored = [e for e in course.events(place) if isinstance(e, ev.Scored)]
        earned = sum(coins for e in scored for _, coins, mask in e.items if mask)
        assert sum(course.paid(place).values()) == earned


def test_pointing_at_the_board_and_the_line_explains(app: App, scene: ReplayScene) -> None:
    scene.jump(scene.course.turns[4].place)
    state = scene.course.state(scene.at)
    for r in range(state.board.n):
        found = scene.board.tip_at(scene.board.view.slot_centre(r, "token"))
        assert found is not None
        assert state.board.names[r] in found[0].title
        assert (state.tokens[r] == 0) == ("Nobody" in str(found[0].text))
    line = scene.timeline.track()
    mouse(app, pygame.MOUSEMOTION, (line.centerx, line.centery))
    app.pump(1.0)
    assert scene.ui.tooltip.tip is not None
    assert "Round" in scene.ui.tooltip.tip.title


# -- sizes and kinds of games ---------------------------------------------------------------------


@pytest.mark.parametrize(("size", "percent"), SIZES)
def test_everything_has_its_place(
    app: App, scene: ReplayScene, size: tuple[int, int], percent: int
) -> None:
    app.resize(size)
    app.set_ui_percent(percent)
    scene.jump(30)
    app.pump(0.0)
    window = scene.m.window
    parts = [
        scene.board.view.frame,
        scene.heading.rect,
        scene.back_button.rect,
        scene.standings.rect,
        scene.log_panel.rect,
        scene.console.rect,
    ]
    if scene.card.visible:
        parts.append(scene.card.rect)
    for index, part in enumerate(parts):
        assert window.contains(part)
        assert part.w > 0
        assert part.collidelist(parts[index + 1 :]) == -1
    controls = [*(b.rect for b in scene.buttons), scene.speeds.rect, scene.counter.rect]
    for index, part in enumerate(controls):
        assert scene.console.rect.contains(part)
        assert part.collidelist([*controls[index + 1 :], scene.timeline.rect]) == -1
    assert all(b.rect.w >= 30 for b in scene.buttons)
    assert scene.log.rect.h >= 2 * scene.m.px(20)
    assert scene.board.rect.h >= scene.m.window.h * 0.6
    for name in ("next", "play"):
        click_on(app, scene, name)
    assert scene.at == 31
    assert scene.playing


@pytest.mark.parametrize(
    ("mode", "names"),
    [
        (TWO_PLAYER, ("Ada", "Wilhelmina of the Far Marsh")),
        (CLASSIC, ("Ada", "Tom")),
        (CLASSIC, ("Ada", "Tom", "Мария")),
    ],
)
def test_games_of_more_people(app: App, mode: str, names: tuple[str, ...]) -> None:
    game = finished(mode, names, seed=3)
    scene = ReplayScene(SampleHost(), game)
    app.push(scene)
    app.pump(0.0)
    witness = Witness(scene, game)
    for place in range(0, len(game.steps) + 1, 5):
        scene.jump(place)
        app.pump(0.0)
        witness.check(app, place)
    assert len(scene.standings.rows()) == len(names) + (mode != CLASSIC)
    app.scenes.clear()


def test_a_game_without_a_single_move(app: App) -> None:
    session = Session.new(NewGame(SOLO, ("Ada",), 14, seed=1))
    session.steps.clear()
    scene = ReplayScene(SampleHost(), session)
    app.push(scene)
    app.pump(0.0)
    for key in (pygame.K_SPACE, pygame.K_END, pygame.K_PAGEUP, pygame.K_RIGHT, pygame.K_PAGEDOWN):
        press(app, key, 1.0)
    click(app, scene.timeline.track().center)
    assert scene.at == 0
    assert not scene.playing
    app.scenes.clear()


def test_a_game_that_was_given_up(app: App) -> None:
    session = Session.new(NewGame(SOLO, ("Ada",), 14, seed=1))
    for _ in range(4):
        session.play(session.choices[0])
    session.resign()
    course = Course(session)
    assert "given up" in course.sentence(course.last)
    assert "given up" not in course.sentence(course.last - 1)


@pytest.mark.parametrize("colour", [*(colour for _, colour in theme.SEATS), theme.TRIBES])
def test_words_in_every_colour_can_be_read(colour: theme.Colour) -> None:
    ink = inks.readable(colour)
    lit = theme.mix(theme.LIT, theme.PARCHMENT, 0.35)
    for ground in (theme.PARCHMENT, theme.PARCHMENT_LOW, theme.PAPER, lit):
        assert theme.contrast(ink, ground) >= 5
    assert theme.contrast(inks.coming(ink), theme.PARCHMENT_LOW) >= 3


def test_tokens_have_the_colours_of_the_game(game: Session) -> None:
    chosen = token_colours(game)
    assert chosen[0] == pictures.OWNER_COLOURS[3]
    assert sorted(chosen) == sorted(pictures.OWNER_COLOURS)
    plain = Session.new(NewGame(SOLO, ("Ada",), 14, seed=1, options={"colours": "x,9"}))
    assert token_colours(plain) == pictures.OWNER_COLOURS


def test_the_replay_names_whose_move_it_tells(app: App, game: Session) -> None:
    """Whoever looks on need not be who played: nobody is "you", in no sentence and no heading."""
    scene = ReplayScene(SampleHost(), game)
    app.push(scene)
    words = [line.plain for line in scene.course.lines]
    for place in range(len(game.steps) + 1):
        scene.jump(place)
        words += [scene.card.heading(), scene.card.sentence]
    app.scenes.clear()
    assert not [said for said in words if re.search(r"\b(you|your|yours)\b", said, re.IGNORECASE)]
    assert any(said.startswith("Ada conquered") for said in words)
    assert any("Ada's turn" in said for said in words)


def test_the_log_follows_until_it_is_scrolled_away_and_again_from_its_end(
    app: App, scene: ReplayScene
) -> None:
    log = scene.log
    scene.jump(40)
    app.pump(0.0)
    over = pygame.event.Event(pygame.MOUSEMOTION, pos=log.rect.center, rel=(0, 0))

    def wheel(notches: int) -> None:
        pygame.event.post(over)
        pygame.event.post(
            pygame.event.Event(pygame.MOUSEWHEEL, x=0, y=notches, precise_y=float(notches))
        )
        app.pump(0.0)

    def play_on(steps: int) -> None:
        scene.toggle()
        wanted = scene.at + steps
        for _ in range(steps):
            app.pump(scene.shown_for + 0.001)
        assert scene.at == wanted
        scene.toggle()

    assert log.following and not log.away
    play_on(3)
    assert log.following and not log.away
    wheel(40)  # to the first lines: somebody reads there
    assert not log.following and log.away == 1
    offset = log.offset
    play_on(3)
    assert log.offset == offset, "the lines are not pulled away from who reads them"
    for _ in range(200):  # down again, until the present lines come into sight
        if log.away:
            wheel(-1)
    assert log.following
    play_on(12)
    assert not log.away
    wheel(40)
    click(app, log.plate().center)
    assert log.following and not log.away
    wheel(-400)
    assert log.away == -1
    click(app, log.plate().center)
    assert log.following and not log.away
    wheel(40)
    press(app, pygame.K_RIGHT)  # who goes on by hand goes with the log, too
    assert not log.away


def test_the_replay_names_the_event_of_the_round() -> None:
    session = Session.new(
        NewGame("solo", ("Ada",), 14, 5, {"events": "all"}, ("base", "tales")), None
    )
    while not session.over and session.state.round < 3:
        session.play(simple_move(session))
    course = Course(session)
    card = StepCard(course, ((0, 0, 0),) * 6)
    card.show(course.last)
    words = course.card(course.last)
    assert words is not None and words.name in card.heading()
    assert words.text in str(words.tip().text)
    assert course.card(0) is None and "·" not in StepCard(course, ()).heading()


def test_the_costliest_turns_are_found_and_lead_to_their_place(game: Session, app: App) -> None:
    app.push(Scene())
    scene = ReplayScene(SampleHost(), game)
    app.push(scene)
    review, counsel = scene.review, scene.review.counsel
    pace = Pace(turns=4, changes=6, lines=3, playouts=4, rounds=1)

    def ask(record, s, after=None) -> bool:
        """A counsel that thinks briefly, here and now."""
        counsel._number += 1
        counsel._answers.put(answer(question(record, s, counsel._number, pace, after)))
        counsel.asking = True
        return True

    counsel.ask = ask  # type: ignore[method-assign]
    scene._costly()
    assert scene.wake_in() is not None
    for _ in range(40):
        app.pump(0.1)
    assert review.done and not review.going
    assert review.progress[1] == game.setup.rounds  # each of the person's turns
    worst = review.worst()
    assert 0 < len(worst) <= 3
    assert [x.lost for x in worst] == sorted((x.lost for x in worst), reverse=True)
    rows = next(w for w in scene.ui.layers[-1].root.walk() if w.name == "menu-rows")
    assert rows.count == len(worst)
    pos = rows.row_rect(0).center
    for kind in (pygame.MOUSEMOTION, pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
        more = (
            {"rel": (0, 0), "buttons": (0, 0, 0)} if kind == pygame.MOUSEMOTION else {"button": 1}
        )
        pygame.event.post(pygame.event.Event(kind, pos=pos, **more))
    app.presses.pass_time(1.0)
    app.pump(0.1)
    assert scene.at == worst[0].place
    assert scene.course.state(scene.at).actor == 0
    app.home()
