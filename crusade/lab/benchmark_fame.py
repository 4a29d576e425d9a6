"""How fast the Hall of Fame is: `python -m crusade.lab.benchmark_fame`.

Fills a folder of its own with generated games, opens the real screen on it without a display, and
measures what a person waits for: opening, sorting, filtering, scrolling, charts, opening a game.
Each time is that of the whole picture, from the click to the drawn window.
"""

from __future__ import annotations

import argparse
import json
import platform
import sys
import tempfile
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import Final

from ..archive import Archive, ArchiveError, open_archive
from ..desktop.program import Program
from ..desktop.scenes.fame import FameScene
from .generate_fame import GAMES, fill
from .waits import FRAME, Wait, print_waits, seconds_of, timed

LIMIT: Final = 250.0
"""Milliseconds: in less, the Hall of Fame must open, sort and filter."""
FRAMES: Final = 240
SIZES: Final = ((1280, 720), (1920, 1080))


def measure(folder: Path, size: tuple[int, int], rounds: int) -> list[Wait]:
    """All waits at a window size. Raises ArchiveError if the folder cannot be opened."""
    archive, _ = open_archive(folder)
    with archive:
        found = [_first_opening(archive, folder, size, rounds)]
        program = Program(folder, archive=archive, headless=True, size=size)
        try:
            program.app.pump(0.0)
            found += _on_the_sheet(program, rounds)
        finally:
            program.app.window.close()
    return found


def _first_opening(archive: Archive, folder: Path, size: tuple[int, int], rounds: int) -> Wait:
    """Each time in a program that was just started."""
    times = []
    for _ in range(rounds):
        program = Program(folder, archive=archive, headless=True, size=size)
        program.app.pump(0.0)

        def opened(program: Program = program) -> None:
            program.show_fame()
            program.app.pump(0.0)

        times.append(seconds_of(opened))
        program.app.window.close()
    return Wait.of("open for the first time", times, LIMIT)


def _on_the_sheet(program: Program, rounds: int) -> list[Wait]:
    app = program.app
    found: list[Wait] = []

    def wait(what: str, act: Callable[[], object]) -> None:
        def seen() -> None:
            act()
            app.pump(0.0)

        found.append(timed(what, seen, LIMIT, rounds))

    def opened() -> None:
        app.home()
        program.show_fame()

    wait("open again", opened)
    scene = app.scene
    assert isinstance(scene, FameScene)
    for number, column in enumerate(scene.table.columns):
        wait(f"sort by {column.title.lower()}", lambda n=number: scene.table.sort(n))  # type: ignore[misc]
    for words in ("a", "ada", ""):
        wait(f'filter by name "{words}"', lambda w=words: scene.filter(name=w))  # type: ignore[misc]
    wait("filter by 14 tokens", lambda: scene.filter(tokens="14"))
    wait("no filter", lambda: scene.filter())
    wait("the other sheet", lambda: scene.show_sheet(1 - scene.sheet.index))
    found += _scroll(scene, app.pump)

    def charts() -> None:
        scene.charts.show(scene.shown)
        scene.show_charts(True)

    wait("charts", charts)
    scene.show_charts(False)
    line = scene.shown[len(scene.shown) // 2]

    def one_game() -> None:
        while app.scene is not scene:
            app.pop()
        program.show_result(line)

    wait("open a game", one_game)
    return found


def _scroll(scene: FameScene, pump: Callable[[float], object]) -> list[Wait]:
    """The frames of scrolling by notches, and of jumps all over the sheet."""
    rows = scene.table.list
    found = []
    for what, step in (("a frame of scrolling", rows.step), ("a jump", rows.limit // FRAMES)):

        def frame(offset: int) -> None:
            rows.scroll_to(offset)
            pump(0.0)

        offsets = [number * max(1, step) for number in range(1, FRAMES)]
        times = [seconds_of(lambda at=offset: frame(at)) for offset in offsets]  # type: ignore[misc]
        found.append(Wait.of(what, times, FRAME))
    return found


def main(argv: list[str] | None = None) -> int:
    """Measure and print; 0, or 1 with `--goal` if a limit is not kept."""
    parser = argparse.ArgumentParser(
        prog="python -m crusade.lab.benchmark_fame",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--games", type=int, default=GAMES)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--goal", action="store_true", help="exit with 1 if a limit is not kept")
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args(argv)
    if args.games < 1 or args.rounds < 1:
        print("Games and rounds must be at least 1.", file=sys.stderr)
        return 2
    with tempfile.TemporaryDirectory() as folder:
        try:
            fill(Path(folder), args.games)
            waits = {size: measure(Path(folder), size, args.rounds) for size in SIZES}
        except ArchiveError as error:
            print(error, file=sys.stderr)
            return 1
    if args.json:
        told = {f"{w}x{h}": [asdict(wait) for wait in found] for (w, h), found in waits.items()}
        print(json.dumps(told, indent=2))
    else:
        for (w, h), found in waits.items():
            print_waits(
                f"{args.games:,} games, window {w}x{h}, Python {platform.python_version()}", found
            )
    missed = any(not wait.kept for found in waits.values() for wait in found)
    return 1 if args.goal and missed else 0


if __name__ == "__main__":
    sys.exit(main())
