"""Nothing that was shown is ever lost: real processes, killed hard at random moments."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from crusade.archive import open_archive
from crusade.session import Session

KILLS = 300
FOLDERS = 4
PROCESS = Path(__file__).with_name("game_process.py")
ROOT = Path(__file__).parent.parent


def killed_once(folder: Path, seed: int) -> dict[int, tuple[int, bool]]:
    """Start a playing process, kill it after a random moment, return what it had shown last."""
    paths = os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")])
    process = subprocess.Popen(
        [sys.executable, str(PROCESS), str(folder), str(seed)],
        stdout=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": paths},
    )
    assert process.stdout is not None
    os.set_blocking(process.stdout.fileno(), True)
    shown = [process.stdout.readline()]  # it plays now
    time.sleep(random.Random(seed).uniform(0, 0.25))
    process.send_signal(signal.SIGKILL)
    shown += process.stdout.readlines()
    process.wait()
    last: dict[int, tuple[int, bool]] = {}
    for line in shown:
        if line.endswith(b"\n"):
            game, count, over = (int(word) for word in line.split())
            last[game] = (count, bool(over))
    assert last, "the process should have shown at least one position"
    return last


def survive(folder: Path, seeds: range) -> int:
    """Kill again and again on one folder; after each kill every game goes on from what was
    shown.
    """
    moves = 0
    for seed in seeds:
        shown = killed_once(folder, seed)
        archive, notices = open_archive(folder)
        with archive:
            assert notices == [], notices
            for game, (count, over) in shown.items():
                session = Session.resume(archive, game)
                # The move being made may be on disk already; what was shown last always is. (After
                # the announcement of an undo, -1, the game may just have become shorter.)
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
@pytest.mark.skipif(sys.platform == "win32", reason="SIGKILL is a signal of POSIX systems")
def test_every_game_survives_three_hundred_hard_kills(tmp_path):
    per_folder = KILLS // FOLDERS
    jobs = []
    with ThreadPoolExecutor(2) as pool:
        for i in range(FOLDERS):
            folder = tmp_path / f"data-{i}"
            folder.mkdir()
            jobs.append(pool.submit(survive, folder, range(i * per_folder, (i + 1) * per_folder)))
    assert sum(job.result() for job in jobs) > KILLS
