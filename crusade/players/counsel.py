"""The adviser as a process of its own, so that a window never waits for it.

It is asked by a line of JSON on its standard input and answers by one on its standard output. It is
started with the first question, and ends with the program: nobody writes to it any more.
"""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
import sys
import threading
from dataclasses import replace
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any, Final, TextIO

from ..games import DEAL, DRAWS
from ..position_text import PositionError, position_from, position_text
from ..record import Record, RecordError, dump, load
from ..replay import ReplayError, setup_of
from ..rules import State, decider
from .advice import REVIEWING, SOON, Choice, advise, lost_by
from .search import Pace, seen_by

_HOME: Final = Path(__file__).resolve().parents[2]
_UNSEEN: Final = getattr(subprocess, "CREATE_NO_WINDOW", 0)


def question(
    record: Record, s: State, number: int, pace: Pace = SOON, after: State | None = None
) -> str:
    """The line that asks what to do in the position ``s`` of a game; of what is hidden from whoever
    decides, nothing goes into it. With ``after`` it asks what the turn has cost that led there.
    """
    seat = decider(s)
    seen = seen_by(s, seat)
    # What is dealt is nobody's to know: the deal is among the options.
    options = {key: told for key, told in record.options.items() if key not in (DEAL, DRAWS)}
    bare = replace(record, moves=(), seed=None, options=options, result=None, rewound=False)
    pack = {
        "number": number,
        "game": dump(bare),
        "position": position_text(seen),
        "pace": [pace.turns, pace.changes, pace.lines, pace.playouts, pace.rounds, pace.seconds],
    }
    if after is not None:
        pack["after"] = position_text(seen_by(after, seat))
    return json.dumps(pack)


def answer(line: str) -> str:
    """The line that answers a question."""
    asked: dict[str, Any] = json.loads(line)
    try:
        setup = setup_of(load(asked["game"]))
        s = position_from(setup, asked["position"])
        if "after" in asked:
            after = position_from(setup, asked["after"])
            lost, move = lost_by(s, after, "review", Pace(*asked["pace"]))
            return json.dumps({"number": asked["number"], "choices": [[lost, [move]]]})
        found = advise(s, "advice", Pace(*asked["pace"]))
    except (RecordError, ReplayError, PositionError, ValueError) as error:
        return json.dumps({"number": asked["number"], "error": str(error)})
    choices = [[choice.value, choice.line] for choice in found]
    return json.dumps({"number": asked["number"], "choices": choices})


class Counsel:
    """The window's end: asks and looks whether there is an answer, never waiting for one."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[str] | None = None
        self._answers: SimpleQueue[str] = SimpleQueue()
        self._number = 0
        self.asking = False
        """Whether a question has not been answered yet."""

    def ask(self, record: Record, s: State, after: State | None = None) -> bool:
        """Ask about a position, or what the turn has cost that led from there to ``after``; an
        earlier question no longer counts. False if nobody is there.
        """
        self._number += 1
        pace = SOON if after is None else REVIEWING
        line = question(record, s, self._number, pace, after)
        for _attempt in range(2):  # one that has died is started anew
            process = self._running()
            try:
                if process is not None and process.stdin is not None:
                    process.stdin.write(line + "\n")
                    process.stdin.flush()
                    self.asking = True
                    return True
            except OSError:
                self.close()
        return False

    def forget(self) -> None:
        """The question no longer matters."""
        self._number += 1
        self.asking = False

    def answered(self) -> tuple[Choice, ...] | None:
        """The answer to the last question; None while there is none. Empty: nothing was found.

        What a turn has cost comes as one choice: a better beginning, with the coins lost.
        """
        if not self.asking:
            return None
        while True:
            try:
                told: dict[str, Any] = json.loads(self._answers.get_nowait())
            except Empty:
                if self._process is None or self._process.poll() is not None:
                    self.asking = False
                    return ()
                return None
            if told["number"] == self._number:
                break
        self.asking = False
        found = [(value, tuple(map(tuple, line))) for value, line in told.get("choices", [])]
        return tuple(Choice(line, value) for value, line in found)

    def close(self) -> None:
        """End the process."""
        process, self._process = self._process, None
        self.asking = False
        if process is not None:
            with contextlib.suppress(OSError):
                if process.stdin is not None:
                    process.stdin.close()
            process.terminate()
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(1.0)

    def _running(self) -> subprocess.Popen[str] | None:
        if self._process is None or self._process.poll() is not None:
            path = os.pathsep.join(filter(None, (str(_HOME), os.environ.get("PYTHONPATH"))))
            try:
                self._process = subprocess.Popen(
                    [sys.executable, "-m", "crusade.players.counsel"],
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    stderr=subprocess.DEVNULL,
                    text=True,
                    encoding="utf-8",
                    env={**os.environ, "PYTHONPATH": path},
                    creationflags=_UNSEEN,
                )
            except OSError:
                return None
            reads = self._process.stdout
            assert reads is not None
            threading.Thread(target=_listen, args=(reads, self._answers), daemon=True).start()
        return self._process


def _listen(lines: TextIO, answers: SimpleQueue[str]) -> None:
    """Pass on each line until the other end is closed."""
    with contextlib.suppress(ValueError, OSError):
        for line in lines:
            answers.put(line)


def main() -> int:
    """Answer until nobody asks any more."""
    for line in sys.stdin:
        print(answer(line), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
