"""How fast the window is: `python -m crusade.lab.benchmark_screen`.

Boards made ready and drawn, frames of the table, a sound. No display and no sound device is needed.
"""

from __future__ import annotations

import argparse
import os
import platform
import sys
from functools import partial
from typing import Final

import pygame

from ..atlas import load
from ..desktop.app import App
from ..desktop.board_view import BoardView, Lit, Marks, Pieces
from ..desktop.scenes import sample_tables
from ..desktop.scenes.samples import SampleHost
from ..desktop.sound import Sounds
from ..games import board_for
from ..rules.ids import SOLO, TWO_PLAYER
from .waits import FRAME, Wait, print_waits, seconds_of, timed

FRAMES: Final = 60
AT_ONCE: Final = 50.0
"""Milliseconds in which an answer to the mouse is felt to come at once."""
SOUND: Final = 5.0
"""Milliseconds that a sound may hold up the game, once it was heard before."""
BOARD: Final = pygame.Rect(20, 90, 1350, 920)
"""The board's share of a window of 1920x1080."""


def board_waits(board: str, rounds: int) -> list[Wait]:
    """A large board made ready, composed anew for every Region under the mouse, and blitted."""
    file = load(board)
    made: list[BoardView] = []

    def ready() -> None:
        made.append(BoardView(file))
        made[-1].layout(BOARD)

    found = [timed(f"{board}: ready", ready, 0.0, rounds)]
    view = made[-1]
    screen = pygame.Surface((1920, 1080))
    pieces = [Pieces("Orcs", "#2f5c9f", 2) for _ in view.slots]
    view.draw(screen, pieces)
    lit = {r: Lit("3") for r in range(len(view.slots))}
    marks = [Marks(lit, hovered=r) for r in range(len(view.slots))]
    times = [seconds_of(partial(view.draw, screen, pieces, mark)) for mark in marks]
    found.append(Wait.of(f"{board}: another Region lit", times, AT_ONCE))
    still = partial(view.draw, screen, pieces, marks[-1])
    found.append(timed(f"{board}: nothing new", still, FRAME, FRAMES))
    return found


def table_waits(size: tuple[int, int], rounds: int) -> list[Wait]:
    """The whole table laid out and drawn, and single frames while the mouse moves over it."""
    app = App(size=size, headless=True)
    app.push(sample_tables.table(SampleHost()))
    app.pump(0.0)
    scene = app.scene
    assert scene is not None

    def laid() -> None:
        scene.relayout(app.metrics)
        app.pump(0.0)

    w, h = size
    name = f"table {w}x{h}"
    found = [timed(f"{name}: laid out anew", laid, 0.0, rounds)]
    times = []
    for number in range(FRAMES):
        pos = (w * (number + 1) // (FRAMES * 2), h // 2 + number % 7)
        event = pygame.event.Event(pygame.MOUSEMOTION, pos=pos, rel=(1, 0), buttons=(0, 0, 0))
        pygame.event.post(event)
        times.append(seconds_of(partial(app.pump, 1 / 60)))
    found.append(Wait.of(f"{name}: the mouse moves", times, FRAME))
    app.window.close()
    return found


def sound_waits(rounds: int) -> list[Wait]:
    """The first sound, which opens the device, and later ones."""
    sounds = Sounds()
    found = [timed("the first sound", partial(sounds.play, "coins"), 0.0, 1)]
    found.append(timed("a sound", partial(sounds.play, "coins"), SOUND, rounds * 10))
    sounds.close()
    return found


def main(argv: list[str] | None = None) -> int:
    """Measure and print; 0, or 1 with `--goal` if a limit is not kept."""
    parser = argparse.ArgumentParser(
        prog="python -m crusade.lab.benchmark_screen",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--goal", action="store_true", help="exit with 1 if a limit is not kept")
    args = parser.parse_args(argv)
    if args.rounds < 1:
        print("Rounds must be at least 1.", file=sys.stderr)
        return 2
    os.environ.setdefault("SDL_AUDIODRIVER", "dummy")
    found: list[Wait] = []
    for board in (board_for(SOLO, 1), board_for(TWO_PLAYER, 2)):
        found += board_waits(board, args.rounds)
    for size in ((1280, 720), (1920, 1080)):
        found += table_waits(size, args.rounds)
    found += sound_waits(args.rounds)
    print_waits(f"Python {platform.python_version()}", found)
    return 1 if args.goal and any(not wait.kept for wait in found) else 0


if __name__ == "__main__":
    sys.exit(main())
