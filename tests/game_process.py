"""Processes that play games until they are killed: each prints the positions it would show.

Run by test_kill.py: ``python game_process.py``, with a line ``SEED FOLDER`` for each process. This
one has imported all that is needed; for every line it lets a process of its own play in the folder,
says ``pid PID``, and ``gone`` once that has been killed. What the player prints in between, written
only after `play` has returned, is ``GAME COUNT OVER``: so many moves of that game have been shown.
``GAME -1 0`` announces an undo, which shortens the game.
"""

from __future__ import annotations

import os
import random
import sys
from pathlib import Path

from crusade.archive import open_archive
from crusade.rules.ids import SOLO, TWO_PLAYER
from crusade.session import NewGame, Session


def main(folder: str, seed: int) -> None:
    rng = random.Random(seed)
    archive, _ = open_archive(Path(folder))
    while True:
        running = archive.running_games()
        if running and rng.random() < 0.8:
            session = Session.resume(archive, rng.choice(running).game)
        elif rng.random() < 0.5:
            session = Session.new(NewGame(SOLO, ("Ada",), 14), archive)
        else:
            session = Session.new(NewGame(TWO_PLAYER, ("Ada", "Bob"), 14), archive)
        tell(session)
        while not session.over and rng.random() < 0.995:
            if session.can_undo and rng.random() < 0.1:
                os.write(1, f"{session.game} -1 0\n".encode())
                session.undo()
            else:
                session.play(rng.choice(session.choices))
            tell(session)


def tell(session: Session) -> None:
    os.write(1, f"{session.game} {len(session.steps)} {int(session.over)}\n".encode())


def serve() -> None:
    """A process for every line of standard input, one after the other."""
    for line in sys.stdin:
        seed, folder = line.rstrip("\n").split(" ", 1)
        child = os.fork()
        if child == 0:
            try:
                main(folder, int(seed))
            finally:
                os._exit(1)
        # A line of its own, whole: the child writes to the same pipe.
        os.write(1, f"pid {child}\n".encode())
        os.waitpid(child, 0)
        os.write(1, b"gone\n")


if __name__ == "__main__":
    serve()
