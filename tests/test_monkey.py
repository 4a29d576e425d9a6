"""A monkey at the whole program: random clicks, keys, drags, resizes and closings, all repeatable.

Nothing may raise or hang; what is drawn in parts must be what is drawn as a whole; at rest the
board shows the position; and a game that was left, at whatever moment, is taken up where it was.
"""

from __future__ import annotations

import random
import subprocess
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pygame
import pytest
from table_player import Player

import crusade.session
from crusade.archive import ArchiveError
from crusade.desktop import file_doors
from crusade.desktop.program import Program
from crusade.desktop.scenes.host import NewGameChoice
from crusade.desktop.scenes.table import TableScene
from crusade.desktop.scenes.title import TitleScene
from crusade.games import ALL_CARDS, SURPRISE
from crusade.session import NewGame, Session

pytestmark = [pytest.mark.screen, pytest.mark.slow]

SIZES = [(640, 360), (800, 480), (1024, 600), (1280, 720), (600, 900)]
PERCENTS = (75, 100, 150, 200)
PACES = ("step", "slow", "normal", "fast", "instant")
KEYS = [
    *range(pygame.K_a, pygame.K_z + 1),
    *range(pygame.K_0, pygame.K_9 + 1),
    *(pygame.K_RETURN, pygame.K_SPACE, pygame.K_ESCAPE, pygame.K_TAB, pygame.K_BACKSPACE),
    *(pygame.K_LEFT, pygame.K_RIGHT, pygame.K_UP, pygame.K_DOWN, pygame.K_HOME, pygame.K_END),
    *(pygame.K_PAGEUP, pygame.K_PAGEDOWN, pygame.K_F1, pygame.K_DELETE, pygame.K_PLUS),
]
MODS = [0, 0, 0, 0, pygame.KMOD_CTRL, pygame.KMOD_SHIFT, pygame.KMOD_ALT]
WORDS = [
    "Ada",
    "😀",
    "שלום",
    "\u202eabc",
    "W" * 24,
    "\x00",
    "\t",
    "1" * 20,
    "\u0301" * 9,
    "<b>",
    "%s",
]
DECKS = ["", ALL_CARDS, SURPRISE, "Miracles for Sale!"]
DTS = [0.0, 0.016, 0.1, 0.5]


class Guide(Player):
    """Plays on by what is lit, so that the monkey gets to see whole games."""

    def __init__(self, monkey: Monkey) -> None:
        self.monkey = monkey
        self.rng = monkey.rng
        self.by_drag = True
        self.clicks = 0

    @property
    def app(self):
        return self.monkey.app

    @property
    def scene(self):
        return self.app.scene

    @property
    def session(self):
        return self.scene.session

    def step(self) -> None:
        """One sensible click; where the monkey's disorder bars the way, none."""
        try:
            super().step()
        except (AssertionError, KeyError, IndexError, ValueError) as barred:
            trace = barred.__traceback__
            while trace is not None and trace.tb_next is not None:
                trace = trace.tb_next
            names = {"table_player.py", "random.py"}
            if trace is None or Path(trace.tb_frame.f_code.co_filename).name not in names:
                raise
            if "picture_is_true" in str(barred):
                raise


class Monkey:
    """Does things at random in a Program whose games lie in ``folder``."""

    def __init__(self, seed: int, folder: Path) -> None:
        self.rng = random.Random(seed)
        self.folder = folder
        self.resumed = 0
        self.guide = Guide(self)
        self.open()

    def open(self) -> None:
        self.program = Program(self.folder, headless=True, size=self.rng.choice(SIZES))
        self.app = self.program.app
        self.app.pump(0.0)

    def close(self) -> None:
        assert self.program.archive is not None
        self.program.archive.close()
        self.app.window.close()

    # ---------------------------------------------------------------- events
    def post(self, kind: int, **values: Any) -> None:
        pygame.event.post(pygame.event.Event(kind, values))

    def pump(self) -> None:
        if self.app.running:
            self.app.pump(self.rng.choice(DTS))

    def point(self) -> tuple[int, int]:
        """A pixel, most often on some widget of the top layer."""
        rng, (wide, tall) = self.rng, self.app.metrics.size
        assert self.app.scene is not None
        seen = [w.rect for w in self.app.scene.ui.layers[-1].root.walk() if w.rect.w and w.rect.h]
        if seen and rng.random() < 0.7:
            rect = rng.choice(seen)
            return rng.randint(rect.left, rect.right), rng.randint(rect.top, rect.bottom)
        return rng.randint(-5, wide + 5), rng.randint(-5, tall + 5)

    def move(self, held: int = 0) -> None:
        buttons = (held, 0, 0)
        self.post(pygame.MOUSEMOTION, pos=self.point(), rel=(1, 1), buttons=buttons)

    def button(self, kind: int, button: int = 1) -> None:
        self.post(kind, pos=self.point(), button=button)

    def click(self, times: int = 1, button: int = 1) -> None:
        pos = self.point()
        self.post(pygame.MOUSEMOTION, pos=pos, rel=(0, 0), buttons=(0, 0, 0))
        for _ in range(times):
            for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
                self.post(kind, pos=pos, button=button)

    def drag(self) -> None:
        self.move()
        self.button(pygame.MOUSEBUTTONDOWN)
        for _ in range(self.rng.randint(1, 3)):
            self.move(held=1)
            self.pump()
            if self.rng.random() < 0.2:  # something comes between
                self.rng.choice((self.resize, self.key, self.percent, self.other_button))()
        if self.rng.random() < 0.9:
            self.button(pygame.MOUSEBUTTONUP)

    def other_button(self) -> None:
        self.click(button=self.rng.choice((2, 3, 4)))

    def wheel(self) -> None:
        self.move()
        y = self.rng.choice((-3, -1, 1, 3))
        self.post(pygame.MOUSEWHEEL, x=0, y=y, precise_y=float(y))

    def key(self) -> None:
        code = self.rng.choice(KEYS)
        sign = chr(code) if 32 <= code < 127 else ""
        self.post(pygame.KEYDOWN, key=code, mod=self.rng.choice(MODS), unicode=sign)
        self.let_go(code)

    def let_go(self, code: int) -> None:
        """Most keys are let go at once, some are held until another time."""
        if self.rng.random() < 0.85:
            self.post(pygame.KEYUP, key=code, mod=0)

    def undo(self) -> None:
        for _ in range(self.rng.randint(1, 4)):
            code = self.rng.choice((pygame.K_z, pygame.K_z, pygame.K_y, pygame.K_BACKSPACE))
            self.post(pygame.KEYDOWN, key=code, mod=pygame.KMOD_CTRL, unicode="")
            self.let_go(code)

    def write(self) -> None:
        kind = self.rng.choice((pygame.TEXTINPUT, pygame.TEXTINPUT, pygame.TEXTEDITING))
        self.post(kind, text=self.rng.choice(WORDS))

    def resize(self) -> None:
        self.post(pygame.VIDEORESIZE, size=self.rng.choice(SIZES))

    def percent(self) -> None:
        self.program.change(interface_size=self.rng.choice(PERCENTS))

    def settings(self) -> None:
        rng = self.rng
        self.program.change(
            tribes_pace=rng.choice(PACES),
            animation_pace=rng.choice(PACES),
            confirmations=rng.random() < 0.5,
            open_coins=rng.random() < 0.5,
            hints=rng.random() < 0.5,
        )

    def full_screen(self) -> None:
        self.post(pygame.KEYDOWN, key=pygame.K_F11, mod=0, unicode="")
        self.let_go(pygame.K_F11)

    def drop(self) -> None:
        path = self.rng.choice([*self.folder.iterdir(), Path("/dev/null"), self.folder])
        self.post(pygame.DROPFILE, file=str(path))

    def wait(self) -> None:
        for _ in range(self.rng.randint(1, 5)):
            self.pump()

    def many(self) -> None:
        """Several things before the next frame."""
        for _ in range(self.rng.randint(2, 4)):
            self.rng.choice((self.click, self.key, self.move))()

    def leave(self) -> None:
        self.post(pygame.WINDOWLEAVE)

    def quit(self) -> None:
        self.post(pygame.QUIT)

    def home(self) -> None:
        self.app.home()

    # ---------------------------------------------------------------- a step
    def act(self) -> None:
        """Do something, then let a frame pass."""
        scene, rng = self.app.scene, self.rng
        if isinstance(scene, TitleScene) and not scene.ui.busy and rng.random() < 0.5:
            self.go_somewhere()
        elif isinstance(scene, TableScene) and rng.random() < 0.5:
            self.guide.step()
        else:
            acts: dict[Callable[[], None], int] = {
                self.click: 30, self.key: 16, self.drag: 9, self.move: 8, self.wait: 8,
                self.undo: 6, self.many: 5, self.wheel: 4, self.write: 4, self.other_button: 3,
                self.settings: 2, self.percent: 1, self.resize: 1, self.full_screen: 1,
                self.leave: 1, self.drop: 1, self.quit: 1, self.home: 1,
            }  # fmt: skip
            rng.choices(list(acts), list(acts.values()))[0]()
        self.pump()

    def go_somewhere(self) -> None:
        """From the title to where it takes a person longer to get."""
        rng, program = self.rng, self.program
        running, lines = program.running_games(), program.fame_lines()
        two = rng.random() < 0.5
        names = ("Ada", "Bob") if two else ("Ada",)
        choice = NewGameChoice(
            mode="two-player" if two else "solo",
            names=names,
            colours=(3, 1)[: len(names)],
            first=0,
            tokens=14,
            seed=rng.randrange(1000),
            open_coins=rng.random() < 0.3,
            events=rng.choice(DECKS),
        )

        def begin() -> None:
            program.show_new_game()
            program.start(choice)

        ways: list[Callable[[], None]] = [begin, begin, program.show_import, program.show_fame]
        ways += [program.show_rules, program.show_settings, program.show_new_game]
        if running:
            ways += [lambda: program.resume(running[0].game)] * 2
        if lines:
            line = rng.choice(lines)
            ways += [lambda: program.replay(line.game), lambda: program.show_result(line)]
        rng.choice(ways)()

    # ---------------------------------------------------------------- what must hold
    def check(self) -> None:
        if not self.app.running:
            self.come_back()
        scene = self.app.scene
        if isinstance(scene, TableScene):
            if self.rng.random() < 0.05:
                self.come_to_rest(scene)
        elif self.rng.random() < 0.1:
            self.compare()

    def come_back(self) -> None:
        """The window was closed: open the program again and take the game up."""
        left = [scene.session for scene in self.app.scenes if isinstance(scene, TableScene)]
        self.close()
        self.open()
        if left and not left[0].over:
            assert left[0].game is not None
            self.program.resume(left[0].game)
            self.app.pump(0.0)
            scene = self.app.scene
            assert isinstance(scene, TableScene)
            assert scene.session.record.moves == left[0].record.moves
            assert scene.session.actor == left[0].actor
            self.resumed += 1

    def come_to_rest(self, scene: TableScene) -> None:
        stage = scene.control.stage
        self.post(pygame.MOUSEBUTTONUP, pos=(1, 1), button=1)
        self.leave()  # whoever points at something reads it, and the Lost Tribes wait
        self.app.pump(0.0)
        for _ in range(400):
            if not stage.busy or stage.waits or self.app.scene is not scene or scene.ui.busy:
                break
            self.app.pump(1.0)
        else:
            raise AssertionError("what is shown never ends")
        if self.app.scene is scene and not scene.ui.busy and not stage.busy:
            assert scene.picture_is_true()
            if not scene._pulses and not scene.wants_frames():
                self.compare()

    def compare(self) -> None:
        """What the last frames drew, part by part, is what is drawn as a whole."""
        surface = self.app.window.surface
        self.app.draw()
        parts = surface.copy()
        self.app.invalidate()
        self.app.draw()
        alike = pygame.mask.from_threshold(parts, (0, 0, 0), (12, 12, 12, 255), surface)
        alike.invert()
        # Corners of soft shadows may differ by a shade; a widget that was not redrawn does more.
        assert alike.count() < 12, f"{self.app.scene} shows what is no longer so, {alike}"


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_monkey_cannot_break_the_program(seed: int, tmp_path: Path, monkeypatch: Any) -> None:
    # No folder is opened on the machine of whoever tests; the counsel has its process.
    shut = SimpleNamespace(Popen=lambda *args, **more: None, DEVNULL=subprocess.DEVNULL)
    monkeypatch.setattr(file_doors, "subprocess", shut)
    dealer = crusade.session.Dealer
    seeded = lambda given, *deal: dealer(given or seed, *deal)  # noqa: E731
    monkeypatch.setattr(crusade.session, "Dealer", seeded)
    monkey = Monkey(seed, tmp_path)
    finished = Session.new(NewGame("solo", ("Zoe",), 14, seed), monkey.program.archive)
    while not finished.over:
        finished.play(monkey.rng.choice(finished.choices))
    try:
        for _ in range(250):
            monkey.act()
            monkey.check()
        monkey.quit()
        monkey.pump()
        monkey.check()
    finally:
        monkey.close()


def test_a_table_below_the_settings_is_measured_with_them(tmp_path: Path) -> None:
    monkey = Monkey(1, tmp_path)
    monkey.program.show_new_game()
    monkey.program.start(NewGameChoice("two-player", ("Ada", "Bob"), (0, 1), 0, 14, 5, False))
    monkey.program.show_settings()
    monkey.app.pump(0.0)
    monkey.program.change(high_contrast=True)
    monkey.app.resize((1100, 640))
    monkey.program.change(interface_size=150)
    monkey.app.pop()
    monkey.app.pump(0.0)
    assert isinstance(monkey.app.scene, TableScene) and not monkey.app.scene.cast.open_coins
    monkey.program.show_settings()
    monkey.program.change(high_contrast=False)
    monkey.app.home()
    monkey.app.pump(0.0)
    assert isinstance(monkey.app.scene, TitleScene)
    monkey.close()


def test_what_a_full_disk_did_not_take_is_kept_and_stored_later(
    tmp_path: Path, monkeypatch: Any
) -> None:
    """Also when the table was left, the game had ended, or the game was never stored at all."""
    monkey = Monkey(1, tmp_path)
    program, rng = monkey.program, random.Random(1)
    archive = program.archive
    assert archive is not None

    def begin(name: str, moves: int) -> Session:
        choice = NewGameChoice("solo", (name,), (0,), 0, 14, 5, False)
        program.show_new_game()
        program.start(choice)
        session = monkey.app.scene.session
        for _ in range(moves):
            if not session.over:
                session.play(rng.choice(session.choices))
        return session

    def full(*args: Any, **more: Any) -> Any:
        raise ArchiveError("The disk is full.")

    left = begin("Ada", 5)
    with monkeypatch.context() as patch:
        for name in ("append_moves", "keep", "finish"):
            patch.setattr(archive, name, full)
        for _ in range(4):
            left.play(rng.choice(left.choices))
        monkey.app.home()
        assert list(program.notices()) == [] and monkey.app.scene.ui.busy  # it was told
        never = begin("Bob", 3)
        monkey.app.home()
        over = begin("Eve", 400)
        for _ in range(50):
            monkey.app.pump(1.0)
        assert over.over and over.game is None
        monkey.app.home()
        assert program.fame_lines() == []
        assert left.game is not None
        program.resume(left.game)
        assert monkey.app.scene.session is left, "what the disk lacks is still there"
        monkey.app.home()
    monkey.app.home()
    assert {game.names for game in program.running_games()} == {("Ada",), ("Bob",)}
    assert [line.names for line in program.fame_lines()] == [("Eve",)]
    for session in (left, never, over):
        assert session.game is not None
        assert archive.game_record(session.game).moves == session.record.moves
    monkey.close()
