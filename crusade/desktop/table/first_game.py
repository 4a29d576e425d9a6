"""The deal of the guided first game, and how it goes up to each of its steps.

The seed fixes what comes into the column and what the dice show. `first_game.txt` holds what the
person does in one game that is played as the guide says, with a heading where each step speaks: a
step that is opened by itself begins after what stands above it.
"""

from __future__ import annotations

from itertools import takewhile
from pathlib import Path
from typing import Final

from crusade.atlas import BoardFile, load
from crusade.boxes import DEFAULT
from crusade.desktop.table.lessons import GUIDE, GUIDED
from crusade.desktop.table.tutor import GUIDE_MARK, forgotten
from crusade.games import board_for
from crusade.record import Option
from crusade.rules import CRUSADE_TOKENS, parse_move
from crusade.rules.ids import SOLO
from crusade.session import PRACTICE, NewGame, Session

SEED: Final = 2603
_LINES: Final = Path(__file__).with_name("first_game.txt")


def set_up(name: str, counts: bool, colour: int = 0) -> NewGame:
    """The set-up of the guided first game; it is kept when it is over only if it ``counts``."""
    options: dict[str, Option] = {GUIDED: True, "colours": str(colour)}
    if not counts:
        options[PRACTICE] = True
    return NewGame(SOLO, (name,), CRUSADE_TOKENS, SEED, options)


def board() -> BoardFile:
    """The board on which it is played."""
    return load(board_for(SOLO, 1, DEFAULT))


def play_up_to(session: Session, step: int) -> None:
    """Play a new first game up to where a step of the guide (its index) speaks."""
    lines = _LINES.read_text(encoding="utf-8").splitlines()
    for line in takewhile(lambda line: line != f"# {GUIDE[step].key}", lines):
        if not line.startswith("#"):
            session.play(parse_move(session.state, line))


def read_before(lessons: tuple[str, ...], step: int) -> tuple[str, ...]:
    """What has been read when the guide begins at a step: of the guide all steps before it."""
    before = (f"{GUIDE_MARK}-{lesson.key}" for lesson in GUIDE[:step])
    return (*forgotten(lessons, GUIDE_MARK), *before)
