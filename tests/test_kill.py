"""Nothing that was shown is ever lost: real processes, killed hard at random moments."""

from __future__ import annotations

import contextlib
import os
import random
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from play_helpers import bidding, sealed

from crusade.archive import open_archive
from crusade.desktop.words import Cast, GameLog
from crusade.players.view import view_for
from crusade.replay import replay
from crusade.rules import parse_move
from crusade.session import Session

KILLS = 300
EVENT_KILLS = 60
FROST_KILLS = 8
LONGEST_MOMENT = 0.02
"""Seconds between a moment that a kill waits for and the kill."""
FOLDERS = 4
LONGEST_LIFE = 0.07
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


@dataclass(frozen=True)
class Shown:
    """What a process had shown last of a game: the number of moves (-1: it announced an undo),
    whether it was over, the moment (see game_process.py), and the last move.
    """

    count: int
    over: bool
    moment: str
    move: str


def killed_once(
    process: subprocess.Popen[str],
    folder: Path,
    seed: int,
    kind: str = "plain",
    moment: str = "",
    life: float = LONGEST_LIFE,
) -> dict[int, Shown]:
    """Start a playing process, kill it after a random moment, return what it had shown last.

    With ``moment`` its time begins when it has shown a position of that kind.
    """
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(f"{kind} {seed} {folder}\n")
    # The process may show something before its own number is told, and it plays from then on.
    lines: list[str] = []
    number = None
    met = False
    while number is None or not met:
        line = process.stdout.readline()
        assert line, "the process should have shown at least one position"
        if line.startswith("pid "):
            number = int(line.split()[1])
        else:
            lines.append(line)
            met = not moment or line.split()[3] == moment
    time.sleep(random.Random(seed).uniform(0, life))
    os.kill(number, signal.SIGKILL)
    while (line := process.stdout.readline()) != "gone\n":
        assert line
        lines.append(line)
    last: dict[int, Shown] = {}
    for line in lines:
        game, count, over, word, move = line.rstrip("\n").split(" ", 4)
        last[int(game)] = Shown(int(count), over == "1", word, move)
    return last


def survive(folder: Path, seeds: range) -> Counter[tuple[str, ...]]:
    """Kill again and again on one folder; after each kill every game goes on from what was
    shown. Counts the moves that had been shown, by the boxes of their games.
    """
    moves: Counter[tuple[str, ...]] = Counter()
    with players() as process:
        for seed in seeds:
            shown = killed_once(process, folder, seed)
            for session, last in resumed(folder, shown):
                moves[session.record.boxes] += max(last.count, 0)
                assert_continues(session)
    return moves


def resumed(folder: Path, shown: dict[int, Shown]) -> Iterator[tuple[Session, Shown]]:
    """Every game that was shown, taken up again, with what was shown of it; nothing is lost."""
    archive, notices = open_archive(folder)
    with archive:
        assert notices == [], notices
        for game, last in shown.items():
            session = Session.resume(archive, game)
            # The move being made may be on disk already; what was shown last always is. (After the
            # announcement of an undo, -1, the game may just have become shorter.)
            assert session.over or not last.over
            assert len(session.steps) >= last.count
            if last.count > 0:
                assert session.steps[last.count - 1].text == last.move
            yield session, last


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
    moves: Counter[tuple[str, ...]] = Counter()
    for i in range(FOLDERS):
        folder = tmp_path / f"data-{i}"
        folder.mkdir()
        moves += survive(folder, range(i * per_folder, (i + 1) * per_folder))
    assert len(moves) == 3 and min(moves.values()) > KILLS


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="fork and SIGKILL are those of POSIX systems")
def test_kills_when_the_rivers_freeze_or_thaw_lose_nothing(tmp_path):
    met = 0
    with players() as process:
        for seed in range(FROST_KILLS):
            shown = killed_once(process, tmp_path, seed, "rivers", "frost", LONGEST_MOMENT)
            for session, last in resumed(tmp_path, shown):
                assert_continues(session)
                met += last.moment == "frost"
                played = replay(session.setup, session.record.moves)
                assert played[-1].after.facts() == session.state.facts()
    assert met > FROST_KILLS // 2


# ---------------------------------------------------------------- auctions, and a round's start
def bids_given(session: Session) -> dict[int, int]:
    """By seat, the sealed bids of the auction that goes on, none where none does."""
    given = {}
    if bidding(session.state):
        for made in reversed(session.steps):
            if not made.text.startswith("bid "):
                break
            given[made.actor] = int(made.text.split()[1])
    return given


def assert_sealed(session: Session, given: dict[int, int]) -> None:
    """The bids are there and nobody learns one: not by view, log, coins or undo. At the end of the
    auction all of them count.
    """
    s = session.state
    assert sealed(s) == {seat for seat, bid in given.items() if bid}
    assert session.actor not in given
    assert not sealed(view_for(s, session.actor))
    assert not session.can_undo
    log = GameLog(Cast.of(session, open_coins=True))
    log.update(session.opening, session.steps)
    assert log.lines
    last_round = [line.plain for line in log.lines[-len(given) - 3 :]]
    assert not [line for line in last_round if " bid " in f" {line} "], last_round
    before = session.steps[-len(given) - 1].after
    assert session.state.coins == before.coins
    names = session.record.names
    lines = len(log.lines)
    while bidding(session.state):
        session.play(parse_move(session.state, "bid 0"))
    log.update(session.opening, session.steps)
    told = [line.plain for line in log.lines[lines:]]
    for seat, bid in given.items():
        assert any(f"{names[seat]} bid {bid}." in line for line in told), told


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="fork and SIGKILL are those of POSIX systems")
def test_kills_in_an_auction_or_a_rounds_start_lose_and_reveal_nothing(tmp_path):
    auctions = starts = 0
    with players() as process:
        for seed in range(EVENT_KILLS):
            folder = tmp_path / f"data-{seed % FOLDERS}"
            folder.mkdir(exist_ok=True)
            moment = "start" if seed % 4 == 3 else "sealed"
            shown = killed_once(process, folder, seed, "events", moment, LONGEST_MOMENT)
            for session, last in resumed(folder, shown):
                assert_continues(session)
                given = bids_given(session)
                if given:
                    auctions += 1
                    assert_sealed(session, given)
                elif last.moment == "start":
                    starts += 1
    assert auctions > EVENT_KILLS // 4
    assert starts > EVENT_KILLS // 8
