"""How fast and how small the window is: `python -m crusade.lab.benchmark_screen`.

Start, opening a table, animated frames, resizing, memory: each measured in a program of its own.
Without `--display` nothing is needed, for SDL's dummy driver is asked; with it the window opens on
the display there is (`xvfb-run -s "-screen 0 3840x2160x24" python -m ...` makes one), and bringing
the picture there counts too. Times are those that the program computes, in milliseconds, not those
of the clock on the wall: a machine that others use gives the same figures.
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import platform
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Final

import pygame

from ..atlas import load
from ..boxes import together
from ..desktop import kept
from ..desktop.app import App
from ..desktop.board_view import BoardView, Lit, Marks, Pieces, prepare
from ..desktop.program import Program
from ..desktop.scenes import sample_tables
from ..desktop.scenes.host import NewGameChoice
from ..desktop.scenes.samples import SampleHost
from ..desktop.scenes.table import TableScene
from ..desktop.sound import Sounds
from ..desktop.table.stage import Beat, Die, Flight, Sprite
from ..games import board_for
from ..rules.ids import SOLO, TRIBES, TWO_PLAYER
from ..rules.moves import Move
from .waits import FRAME, Wait, cpu_of, held_of, print_waits

FRAMES: Final = 60
AT_ONCE: Final = 50.0
"""Milliseconds in which an answer to the mouse is felt to come at once."""
ANIMATED: Final = 2.0
"""Milliseconds that a usual frame costs while everything moves."""
START: Final = 300.0
"""Milliseconds until the first picture of the program."""
SOUND: Final = 5.0
"""Milliseconds that a sound may hold up the game, once it was heard before."""
BOARD: Final = pygame.Rect(20, 90, 1350, 920)
"""The board's share of a window of 1920x1080."""
LARGE: Final = 1920 * 1080
"""Pixels above which a window is called large."""
SIZES: Final = ("1920x1080", "3840x2160")
Size = tuple[int, int]

TABLES: Final = (
    ("alone", SOLO, ("base",)),
    ("for two", TWO_PLAYER, ("base",)),
    ("Underground", SOLO, together("underground")),
    ("River World", SOLO, together("riverworld")),
)
"""The tables that are opened: what they are called, mode, boxes."""

OPENED: Final = """
import sys
from crusade.desktop.app import App
App.run = lambda self: self.pump(0.0) or 0
from crusade.__main__ import main
sys.exit(main(["--data-dir", sys.argv[1]]))
"""
"""A program that ends with its first picture."""
FLOOR: Final = """
import pygame
pygame.display.init(); pygame.font.init(); pygame.display.set_mode((1920, 1080)).fill("red")
pygame.display.flip()
"""
"""What any program of Python and pygame costs that opens a window."""


# -- the program ----------------------------------------------------------------------------------


@contextmanager
def _program(size: Size, shown: bool) -> Iterator[Program]:
    """The real program on an empty folder, its title drawn; on the display if it is to be shown."""
    with tempfile.TemporaryDirectory() as folder:
        program = Program(Path(folder), headless=not shown, size=size)
        program.app.pump(0.0)
        try:
            yield program
        finally:
            program.sounds.close()
            program.app.window.close()
            if program.archive is not None:
                program.archive.close()


def _begin(program: Program, table: int, seed: int) -> None:
    """Begin a game and draw its table."""
    _name, mode, boxes = TABLES[table]
    names = ("Ada", "Bob")[: 1 if mode == SOLO else 2]
    seats = tuple(range(len(names)))
    program.start(NewGameChoice(mode, names, seats, 0, 14, seed, False, boxes))
    program.app.pump(0.0)


def start_waits(size: Size, shown: bool, rounds: int) -> list[Wait]:
    """From the command to the first picture, and to the words of its help."""

    # As installed: with compiled modules.
    clean = {word: told for word, told in os.environ.items() if word != "PYTHONDONTWRITEBYTECODE"}

    def spent(*words: str) -> float:
        began = os.times()
        subprocess.run([sys.executable, *words], check=True, stdout=subprocess.DEVNULL, env=clean)
        ended = os.times()
        return sum(ended[2:4]) - sum(began[2:4])

    found = []
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "settings.json").write_text(f'{{"window_size": [{size[0]}, {size[1]}]}}')
        for what, limit, words in (
            ("Python and pygame alone", 0.0, ("-c", FLOOR)),
            ("crusade --help", 0.0, ("-m", "crusade", "--help")),
            ("crusade: first picture", START, ("-c", OPENED, folder)),
        ):
            spent(*words)  # whatever is compiled or written the first time
            found.append(Wait.of(what, [spent(*words) for _ in range(rounds)], limit))
    return found


def opening_waits(size: Size, shown: bool, rounds: int) -> list[Wait]:
    """Every table opened the first time ever, the first time in a program, and once more."""
    with tempfile.TemporaryDirectory() as folder:
        kept.use(Path(folder))
        found = _openings(size, shown, 0, "the first time ever")
        fresh = multiprocessing.get_context("spawn")
        with ProcessPoolExecutor(1, mp_context=fresh) as pool:
            found += pool.submit(_later_openings, Path(folder), size, shown, rounds).result()
    return found


def _later_openings(folder: Path, size: Size, shown: bool, rounds: int) -> list[Wait]:
    """The same in another program, which finds what the first one kept."""
    kept.use(folder)
    return _openings(size, shown, rounds, "first in a program")


def _openings(size: Size, shown: bool, rounds: int, called: str) -> list[Wait]:
    """How long a table holds up whoever opens it, the first time and again."""
    limit = 300.0 if size[0] * size[1] > LARGE else 150.0
    found = []
    with _program(size, shown) as program:
        program.app.live = True

        def opened(table: int, seed: int) -> float:
            held = held_of(partial(_begin, program, table, seed))
            scene = program.app.scene
            while isinstance(scene, TableScene) and scene.board.view.painting:
                time.sleep(FRAME / 1000)
                program.app.pump(FRAME / 1000)
            program.app.home()
            program.app.pump(0.0)
            return held

        for table, (name, mode, boxes) in enumerate(TABLES):
            prepare(load(board_for(mode, 1 if mode == SOLO else 2, boxes)))  # as `Foresight` does
            found.append(Wait.of(f"table {name}: {called}", [opened(table, 1)], limit))
            if rounds:
                again = [opened(table, 2 + number) for number in range(rounds)]
                found.append(Wait.of(f"table {name}: again", again, 50.0))
    return found


def frame_waits(size: Size, shown: bool, rounds: int) -> list[Wait]:
    """The frames of whole turns of the Lost Tribes, and of a beat in which everything moves."""
    app = App(size=size, headless=not shown)
    scene = sample_tables.tribes(SampleHost())
    app.push(scene)
    times: list[float] = []
    app.pump(1 / 60)
    app.pump(1 / 60)
    for _ in range(rounds):
        while scene.control.stage.busy:
            times.append(cpu_of(partial(app.pump, 1 / 60)))
        scene.control.show_again()
    found = [Wait.of("a frame of their turn", times, ANIMATED, FRAME)]
    times.clear()
    stage = scene.control.stage
    stage.skip()
    for _ in range(rounds):
        stage.add([_lively(scene)], scene.session.state, len(scene.session.steps))
        while stage.busy:
            times.append(cpu_of(partial(app.pump, 1 / 60)))
    found.append(Wait.of("a frame while everything moves", times, ANIMATED, FRAME))
    app.window.close()
    return found


def _lively(scene: TableScene) -> Beat:
    """Tokens and coins fly over the whole board at once while the die tumbles."""
    state = scene.session.state
    folk = state.setup.library.folk.name.message
    places = range(len(state.occ))
    flights = tuple(
        Flight(
            Sprite("race", folk, TRIBES) if r % 2 else Sprite("coin"),
            ("region", r),
            ("region", places[-1 - r]),
        )
        for r in places[::3]
    )
    return Beat(state, state, 2.0, len(scene.session.steps), flights, Die(2, "A die"))


def resizing_waits(size: Size, shown: bool, rounds: int) -> list[Wait]:
    """The window pulled larger in small steps, as a hand does it, and what comes when it rests."""
    steps: list[float] = []
    rest: list[float] = []
    with _program(size, shown) as program:
        app = program.app
        app.live = True
        _begin(program, 0, 1)

        def resized(to: Size) -> None:
            if shown:
                pygame.Window.from_display_module().size = to
                until = time.monotonic() + 1
                while pygame.display.get_window_size() != to and time.monotonic() < until:
                    pygame.event.pump()
            else:
                pygame.event.post(pygame.event.Event(pygame.VIDEORESIZE, size=to, w=to[0], h=to[1]))
            steps.append(cpu_of(partial(app.pump, 1 / 60)))

        def a_second() -> None:
            for _ in range(60):
                app.pump(1 / 60)

        for number in range(rounds):  # each comes to rest at another size
            for less in range(120 + number, number, -10):
                resized((size[0] - less, size[1] - less))
            rest.append(cpu_of(a_second))
    return [
        Wait.of("a step of resizing", steps, FRAME),
        Wait.of("the second after it, in all", rest),
    ]


def memory_waits(size: Size, shown: bool, rounds: int) -> list[Wait]:
    """Memory at the first picture, and after games on every table one after another."""
    limit = 300.0 if size[0] * size[1] > LARGE else 120.0
    with _program(size, shown) as program:
        found = [Wait.one("memory: the title", _resident(), "MB")]
        for number in range(2):
            for table, (name, _mode, _boxes) in enumerate(TABLES):
                _begin(program, table, 1 + number)
                _play(program)
                program.app.home()
                program.app.pump(0.0)
                program.app.rest()  # as the loop does when nobody moves
                games = f"{4 * number + table + 1} games"
                found.append(Wait.one(f"memory: {games}, {name}", _resident(), "MB", limit))
        found.append(Wait.one("memory: the most", _resident("VmHWM"), "MB"))
    return found


def _play(program: Program) -> None:
    """Play the game on the table to its end, drawing it after every move."""
    scene = program.app.scene
    while isinstance(scene, TableScene) and not scene.session.over:
        session = scene.session
        scene.control.stage.skip()
        if session.held:  # the next person sits down
            session.go_on()
            scene.control.stage.jump(session.state, len(session.steps))
        elif not session.over:
            move: Move = sample_tables.simple_move(session)
            scene.control.play(move)
        program.app.pump(1 / 60)
        scene = program.app.scene


def _resident(line: str = "VmRSS") -> float:
    """Megabytes of memory that the process holds now, or the most so far (`VmHWM`); 0 where the
    system does not tell.
    """
    try:
        lines = Path("/proc/self/status").read_text().splitlines()
    except OSError:
        return 0.0
    return next((int(told.split()[1]) / 1024 for told in lines if told.startswith(line)), 0.0)


# -- parts ----------------------------------------------------------------------------------------


def board_waits(size: Size, shown: bool, rounds: int) -> list[Wait]:
    """Large boards composed anew for every Region under the mouse, and blitted."""
    screen = pygame.Surface((1920, 1080))
    found = []
    for board in (board_for(SOLO, 1), board_for(TWO_PLAYER, 2)):
        view = BoardView(load(board))
        view.layout(BOARD)
        pieces = [Pieces("Orcs", "#2f5c9f", 2) for _ in view.slots]
        view.draw(screen, pieces)
        lit = {r: Lit("3") for r in range(len(view.slots))}
        marks = [Marks(lit, hovered=r) for r in range(len(view.slots))]
        times = [cpu_of(partial(view.draw, screen, pieces, mark)) for mark in marks]
        found.append(Wait.of(f"{board}: another Region lit", times, AT_ONCE))
        still = partial(view.draw, screen, pieces, marks[-1])
        times = [cpu_of(still) for _ in range(FRAMES)]
        found.append(Wait.of(f"{board}: nothing new", times, FRAME))
    return found


def mouse_waits(size: Size, shown: bool, rounds: int) -> list[Wait]:
    """The whole table laid out and drawn, and single frames while the mouse moves over it."""
    app = App(size=size, headless=not shown)
    app.push(sample_tables.table(SampleHost()))
    app.pump(0.0)
    scene = app.scene
    assert scene is not None

    def laid() -> None:
        scene.relayout(app.metrics)
        app.pump(0.0)

    w, h = size
    found = [Wait.of("the table laid out anew", [cpu_of(laid) for _ in range(rounds)])]
    times = []
    for number in range(FRAMES):
        pos = (w * (number + 1) // (FRAMES * 2), h // 2 + number % 7)
        event = pygame.event.Event(pygame.MOUSEMOTION, pos=pos, rel=(1, 0), buttons=(0, 0, 0))
        pygame.event.post(event)
        times.append(cpu_of(partial(app.pump, 1 / 60)))
    found.append(Wait.of("the mouse moves", times, FRAME))
    app.window.close()
    return found


def sound_waits(size: Size, shown: bool, rounds: int) -> list[Wait]:
    """The first sound, which opens the device, and later ones."""
    sounds = Sounds()
    play = partial(sounds.play, "coins")
    found = [Wait.of("the first sound", [cpu_of(play)])]
    found.append(Wait.of("a sound", [cpu_of(play) for _ in range(rounds * 10)], SOUND))
    sounds.close()
    return found


Part = Callable[[Size, bool, int], list[Wait]]
ONCE: Final[dict[str, Part]] = {"board": board_waits, "sound": sound_waits}
"""What does not depend on the window's size."""
BY_SIZE: Final[dict[str, Part]] = {
    "start": start_waits,
    "opening": opening_waits,
    "frames": frame_waits,
    "mouse": mouse_waits,
    "resizing": resizing_waits,
    "memory": memory_waits,
}


def measured(part: str, size: Size, shown: bool, rounds: int) -> list[Wait]:
    """One part, in a process of its own, which knows nothing from the ones before."""
    fresh = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(1, mp_context=fresh) as pool:
        return pool.submit((ONCE | BY_SIZE)[part], size, shown, rounds).result()


def main(argv: list[str] | None = None) -> int:
    """Measure and print; 0, or 1 with `--goal` if a limit is not kept."""
    parser = argparse.ArgumentParser(
        prog="python -m crusade.lab.benchmark_screen",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--display", action="store_true", help="open the window on the display")
    parser.add_argument("--size", action="append", metavar="WxH", help=f"default: {SIZES}")
    parser.add_argument("--only", action="append", choices=[*ONCE, *BY_SIZE], metavar="PART")
    parser.add_argument("--goal", action="store_true", help="exit with 1 if a limit is not kept")
    args = parser.parse_args(argv)
    if args.rounds < 1:
        print("Rounds must be at least 1.", file=sys.stderr)
        return 2
    os.environ.setdefault("SDL_AUDIODRIVER", "dummy")
    if args.display:
        os.environ.pop("SDL_VIDEODRIVER", None)
    else:
        os.environ["SDL_VIDEODRIVER"] = "dummy"
    parts = args.only or [*ONCE, *BY_SIZE]
    driver = "the display" if args.display else "SDL's dummy driver"
    title = (
        f"Python {platform.python_version()}, SDL {'.'.join(map(str, pygame.get_sdl_version()))}"
    )
    kept = True
    once = [wait for part in parts if part in ONCE for wait in measured(part, (0, 0), False, 5)]
    if once:
        print_waits(title, once)
    for words in args.size or SIZES:
        width, _, height = words.partition("x")
        size = int(width), int(height)
        found = [
            wait
            for part in parts
            if part in BY_SIZE
            for wait in measured(part, size, args.display, args.rounds)
        ]
        if found:
            print_waits(f"{title}, {driver}, {words}", found)
        kept = kept and all(wait.kept for wait in (*once, *found))
    return 1 if args.goal and not kept else 0


if __name__ == "__main__":
    sys.exit(main())
