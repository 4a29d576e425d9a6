"""Nothing that was shown is ever lost: real processes, killed hard at random moments."""

from __future__ import annotations

import contextlib
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from crusade.archive import open_archive
from crusade.session import Session

KILLS = 300
FOLDERS = 4
LONGEST_LIFE = 0.12
"""Seconds; some dozens of moves."""
PROCESS = Path(__file__).with_name("game_process.py")
ROOT = Path(__file__).parent.parent


@contextlib.contextmanager
def players() -> Iterator[subprocess.Popen[str]]:
    """What starts a playing process for every line that it is given."""
    paths = os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")])
    process = subprocess.Popen(
        [sys.executable, str(PROCESS)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        bufsize=1,
        env={**os.environ, "PYTHONPATH": paths},
    )
    with process:
        try:
            yield process
        finally:
            process.kill()  # whatever still plays finds nobody who reads, and ends


def killed_once(
    process: subprocess.Popen[str], folder: Path, seed: int
) -> dict[int, tuple[int, bool]]:
    """Start a playing process, kill it after a random moment, return what it had shown last."""
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(f"{seed} {folder}\n")
    # The process may show something before its own number is told, and it plays from then on.
    lines: list[str] = []
    number = None
    while number is None or not lines:
        line = process.stdout.readline()
        assert line, "the process should have shown at least one position"
        if line.startswith("pid "):
            number = int(line.split()[1])
        else:
            lines.append(line)
    time.sleep(random.Random(seed).uniform(0, LONGEST_LIFE))
    os.kill(number, signal.SIGKILL)
    while (line := process.stdout.readline()) != "gone\n":
        assert line
        lines.append(line)
    last: dict[int, tuple[int, bool]] = {}
    for line in lines:
        game, count, over = (int(word) for word in line.split())
        last[game] = (count, bool(over))
    return last


def survive(folder: Path, seeds: range) -> int:
    """Kill again and again on one folder; after each kill every game goes on from what was
    shown.
    """
    moves = 0
    with players() as process:
        for seed in seeds:
            shown = killed_once(process, folder, seed)
            archive, notices = open_archive(folder)
            with archive:
                assert notices == [], notices
                for game, (count, over) in shown.items():
                    session = Session.resume(archive, game)
                    # The move being made may be on disk already; what was shown last always is.
                    # (After the announcement of an undo, -1, the game may just have become
                    # shorter.)
                    assert session.over or not over
                    assert len(session.steps) >= count
                    moves += max(count, 0)
                    assert_continues(session)
    return moves


def assert_continues(session: Session) -> None:
    """A resumed game has a decision for a person, or is over and stored as such."""
    if session.over:
        assert session.record.result is not None
    else:
        assert session.choices


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="fork and SIGKILL are those of POSIX systems")
def test_every_game_survives_three_hundred_hard_kills(tmp_path):
    per_folder = KILLS // FOLDERS
    moves = 0
    for i in range(FOLDERS):
        folder = tmp_path / f"data-{i}"
        folder.mkdir()
        moves += survive(folder, range(i * per_folder, (i + 1) * per_folder))
    assert moves > KILLS
