"""Where the coins were lost: the turns of a finished game whose choice cost most."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from crusade.desktop.viewer.course import Course, Turn
from crusade.players.counsel import Counsel
from crusade.rules import State, decider
from crusade.rules.ids import OVER, ROLL_ATTEMPT
from crusade.rules.moves import Move

MOST: Final = 3
"""Turns that are told."""
LEAST: Final = 1.0
"""Coins below which a turn is not worth telling."""


@dataclass(frozen=True)
class Costly:
    """A turn, the place where its person first decides, the coins that it cost, and how a better
    one begins.
    """

    turn: Turn
    place: int
    lost: float
    better: Move


def span(course: Course, turn: Turn) -> tuple[int, int] | None:
    """The places between which a person has played a turn: the first position in which he decides,
    and that after his last decision before the turn is over or a die is thrown. None for no person.
    """
    persons = course.session.persons
    place = turn.place
    while place < course.last and decider(course.state(place)) != turn.seat:
        place += 1
    if turn.seat not in persons or not _his(course.state(place), turn):
        return None
    end = place + 1
    while end < course.last and _his(course.state(end), turn):
        if course.state(end).rolling == ROLL_ATTEMPT:
            break
        end += 1
    return (place, end) if end <= course.last else None


def _his(s: State, turn: Turn) -> bool:
    return s.phase != OVER and s.seat == turn.seat and s.round == turn.round


class Review:
    """Asks the counsel about one turn after the other."""

    def __init__(self, course: Course) -> None:
        self.course = course
        self.counsel = Counsel()
        found = [(turn, span(course, turn)) for turn in course.turns]
        self._spans = [(turn, places) for turn, places in found if places is not None]
        self._next = 0
        self.found: list[Costly] = []
        self.going = False

    @property
    def done(self) -> bool:
        """Whether every turn has been looked at."""
        return self._next >= len(self._spans)

    @property
    def progress(self) -> tuple[int, int]:
        """How many turns have been looked at, of how many."""
        return self._next, len(self._spans)

    def begin(self) -> None:
        """Look at the turns, from where it was left."""
        self.going = not self.done
        self._ask()

    def _ask(self) -> None:
        if not self.going or self.done:
            self.going = False
            return
        _turn, (place, end) = self._spans[self._next]
        state = self.course.state
        if not self.counsel.ask(self.course.session.record, state(place), state(end)):
            self.going = False

    def look(self) -> bool:
        """Take an answer, if there is one, and ask on; whether there was one."""
        answer = self.counsel.answered() if self.going else None
        if answer is None:
            return False
        turn, (place, _end) = self._spans[self._next]
        if answer and answer[0].value >= LEAST:
            self.found.append(Costly(turn, place, answer[0].value, answer[0].move))
        self._next += 1
        self._ask()
        return True

    def worst(self) -> list[Costly]:
        """The turns that cost most, the costliest first."""
        return sorted(self.found, key=lambda x: -x.lost)[:MOST]
