"""Processes that play games until they are killed: each prints the positions it would show.

Run by test_kill.py: ``python game_process.py``, with a line ``KIND SEED FOLDER`` for each process.
This one has imported all that is needed; for every line it lets a process of its own play in the
folder, says ``pid PID``, and ``gone`` once that has been killed. What the player prints in between,
written only after `play` has returned, is ``GAME COUNT OVER MOMENT MOVE``: so many moves of that
game have been shown, the last of them is MOVE. MOMENT is ``sealed`` after a sealed answer while
others are still to come, ``start`` where a round's start asks somebody, ``frost`` where the rivers
have just frozen or thawed, else ``-``.
``GAME -1 0 - undo`` announces an undo, which shortens the game.

KIND is `plain` for games without events, `events` for games with them, `rivers` for River World;
the last two linger at the moments that have a word.
"""

from __future__ import annotations

import os
import random
import sys
import time
from pathlib import Path

from crusade.archive import open_archive
from crusade.boxes import DEFAULT
from crusade.games import CARD_BOX, EVENTS
from crusade.players.policies import random_policy
from crusade.rules.events import Told
from crusade.rules.ids import ASK, CLASSIC, DEALER, ROUND_START, SOLO, TRIBES, TWO_PLAYER
from crusade.rules.queries import asked
from crusade.session import NewGame, Session

LINGERS = 0.03
"""Seconds, at most, that a game with events waits where a kill would hurt."""
RIVERS = ("riverworld",)
BOXES = (DEFAULT, ("underground",), RIVERS)
FROST = "Freezing"
PEOPLE = ("Ada", "Bob", "Cy")
DECKS = ("Miracles for Sale!", "Miracles for Sale!", "all", "Lordly Legends")


def main(kind: str, folder: str, seed: int) -> None:
    rng = random.Random(seed)
    if kind == "events":
        play_events(folder, rng)
    elif kind == "rivers":
        play_plain(folder, rng, (RIVERS,))
    else:
        play_plain(folder, rng, BOXES)


def play_plain(folder: str, rng: random.Random, boxes: tuple[tuple[str, ...], ...]) -> None:
    archive, _ = open_archive(Path(folder))
    while True:
        running = archive.running_games()
        if running and rng.random() < 0.8:
            session = Session.resume(archive, rng.choice(running).game)
        elif rng.random() < 0.5:
            session = Session.new(NewGame(SOLO, ("Ada",), 14, boxes=rng.choice(boxes)), archive)
        else:
            new = NewGame(TWO_PLAYER, ("Ada", "Bob"), 14, boxes=rng.choice(boxes))
            session = Session.new(new, archive)
        tell(session)
        while not session.over and rng.random() < 0.995:
            if boxes == (RIVERS,) and moment(session) == "frost":
                time.sleep(rng.uniform(0, LINGERS))
            if session.can_undo and rng.random() < 0.1:
                undo(session)
            else:
                session.play(rng.choice(session.choices))
            tell(session)


def play_events(folder: str, rng: random.Random) -> None:
    """The same with events; whoever answers under seal often may still take that back."""
    archive, _ = open_archive(Path(folder))
    while True:
        running = archive.running_games()
        if running and rng.random() < 0.8:
            session = Session.resume(archive, rng.choice(running).game)
        else:
            mode, people = rng.choice([(SOLO, 1), (TWO_PLAYER, 2), (CLASSIC, 2), (CLASSIC, 3)])
            options = {EVENTS: rng.choice(DECKS)}
            new = NewGame(mode, PEOPLE[:people], 14, None, options, ("base", CARD_BOX))
            session = Session.new(new, archive)
        tell(session)
        while not session.over and rng.random() < 0.998:
            word = moment(session)
            if word != "-":
                time.sleep(rng.uniform(0, LINGERS))
            undone = rng.random() < (0.3 if word == "sealed" else 0.05)
            if session.can_undo and undone:
                undo(session)
            elif session.held:
                session.go_on()
            elif word != "-":
                session.play(rng.choice(session.choices), hold=rng.random() < 0.5)
            else:
                session.play(random_policy(session.state, rng))
            tell(session)


def moment(session: Session) -> str:
    """What stands at stake here: `frost`, `sealed`, `start` or nothing."""
    s = session.state
    for made in reversed(session.steps):
        if made.text == f"turn up {FROST}" or any(
            isinstance(event, Told) and event.source == FROST for event in made.events
        ):
            return "frost"
        if made.actor not in (DEALER, TRIBES):
            break  # what a person did, and what followed
    decision = asked(s)
    if s.phase != ASK or s.moment != ROUND_START or decision is None:
        return "-"
    made = session.steps[-1]
    before = session.steps[-2].after if len(session.steps) > 1 else session.opening
    begun = before.round == s.round and made.move[1] == s.asked and asked(before) is decision
    return "sealed" if decision.sealed and begun else "start"


def undo(session: Session) -> None:
    os.write(1, f"{session.game} -1 0 - undo\n".encode())
    session.undo()


def tell(session: Session) -> None:
    last = session.steps[-1].text if session.steps else ""
    words = f"{session.game} {len(session.steps)} {int(session.over)} {moment(session)} {last}"
    os.write(1, f"{words}\n".encode())


def serve() -> None:
    """A process for every line of standard input, one after the other."""
    for line in sys.stdin:
        kind, seed, folder = line.rstrip("\n").split(" ", 2)
        child = os.fork()
        if child == 0:
            try:
                main(kind, folder, int(seed))
            finally:
                os._exit(1)
        # A line of its own, whole: the child writes to the same pipe.
        os.write(1, f"pid {child}\n".encode())
        os.waitpid(child, 0)
        os.write(1, b"gone\n")


if __name__ == "__main__":
    serve()
