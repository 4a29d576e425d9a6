"""Which lesson speaks now, and what has been read: the guided first game, and quiet advice after.

What was read is kept in the settings, so a game that was left goes on where it was.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from crusade.desktop.table.controller import Controller
from crusade.desktop.table.lessons import ADVICE, GUIDE, GUIDED, Deeds, Lesson, Spot, deeds
from crusade.desktop.table.offers import tied
from crusade.rules import State
from crusade.settings import Settings

GUIDE_MARK, ADVICE_MARK = "guide", "advice"
"""What the keys of the lessons begin with in the settings."""


class Tutor:
    """Chooses the lesson for the position at one table. ``lesson`` is the one that speaks now."""

    def __init__(
        self, c: Controller, settings: Callable[[], Settings], change: Callable[..., Any]
    ) -> None:
        self.c = c
        self._settings = settings
        self._change = change
        self.lesson: Lesson | None = None
        self.said = ""
        self.spot = Spot("")
        self._watched = ""
        """The key of what was said while the Lost Tribes moved."""
        self._shown: Lesson | None = None
        """What spoke last, until it is known whether it still fits."""
        self._own_pace = False
        self._deeds: tuple[State | None, Deeds] = (None, Deeds())

    # ---------------------------------------------------------------- what is going on
    @property
    def may_guide(self) -> bool:
        """Whether this game was begun as the guided one."""
        return bool(self.c.session.record.options.get(GUIDED))

    @property
    def guiding(self) -> bool:
        """Whether the guide speaks in this game."""
        return self.may_guide and self._settings().guide

    @property
    def number(self) -> int:
        """Which step of the guide speaks, from 1; 0 for advice and for nothing."""
        return GUIDE.index(self.lesson) + 1 if self.lesson in GUIDE else 0

    @property
    def reads(self) -> bool:
        """Whether the lesson is done when it has been read, and not by a deed."""
        return self.lesson is not None and (self.lesson.reads or self.lesson.done is None)

    @property
    def by_steps(self) -> bool:
        """Whether the Lost Tribes wait after each of their conquests: while the guide speaks of
        their turn, unless another pace was chosen meanwhile.
        """
        lesson = next(lesson for lesson in GUIDE if lesson.key == "theirs")
        return self.guiding and not self._own_pace and not self._read(lesson)

    def pace_chosen(self) -> None:
        """The person chose how fast the Lost Tribes move."""
        self._own_pace = True

    def _mark(self, lesson: Lesson) -> str:
        topic = "" if lesson.topic is None else f"-{lesson.topic(self.c)}"
        return f"{GUIDE_MARK if lesson in GUIDE else ADVICE_MARK}-{lesson.key}{topic}"

    def _read(self, lesson: Lesson) -> bool:
        known = self._settings().lessons
        taught = lesson.topic is None and f"{GUIDE_MARK}-{lesson.key}" in known and self.may_guide
        return taught or self._mark(lesson) in known

    def done(self, lesson: Lesson) -> bool:
        """Whether a lesson is behind the person, by reading or by a deed."""
        return self._read(lesson) or (lesson.done is not None and lesson.done(self.c, self._done()))

    def _done(self) -> Deeds:
        if self._deeds[0] is not self.c.state:
            self._deeds = (self.c.state, deeds(self.c))
        return self._deeds[1]

    # ---------------------------------------------------------------- going on
    def look(self) -> bool:
        """Look at the table anew; True where something else is said than before, or elsewhere."""
        before = (self.lesson, self.said, self.spot)
        c = self.c
        if c.stage.busy and not c.stage.watching and not c.deciding:
            self.lesson, self.said = None, ""  # something flies: it is seen first
        else:
            self._pass_by()
            self._choose()
        return before != (self.lesson, self.said, self.spot)

    def _pass_by(self) -> None:
        """What was shown and fits no more has been read."""
        lesson, c = self._shown, self.c
        if not c.deciding:
            return
        self._shown = None
        if self._watched and not tied(c.state):
            self._remember(self._watched)
            self._watched = ""
        elif lesson is not None and lesson.done is None and not lesson.when(c, self._done()):
            self._remember(self._mark(lesson))

    def _choose(self) -> None:
        self.lesson, self.said = None, ""
        c = self.c
        if c.session.over or c.replaying or (c.session.held and c.deciding):
            return
        done = self._done()
        advice = ADVICE if self._settings().advice else ()
        for lesson in (*(GUIDE if self.guiding else ()), *advice):
            if self.done(lesson) or not lesson.when(c, done):
                continue
            said = lesson.said(c, done)
            if said:
                self.lesson, self.said, self.spot = lesson, said, lesson.where(c)
                self._shown = lesson
                if c.stage.watching:
                    self._watched = self._mark(lesson)
                return

    def _remember(self, mark: str) -> None:
        known = self._settings().lessons
        if mark not in known:
            self._change(lessons=(*known, mark))

    def read(self) -> None:
        """What speaks now has been read, or is to be passed over."""
        if self.lesson is not None:
            self._remember(self._mark(self.lesson))

    def leave(self) -> None:
        """Whoever speaks falls silent: the guide in this game, or all advice."""
        self._change(**({"guide": False} if self.number else {"advice": False}))

    def take_up(self) -> None:
        """The guide speaks again, from the step that fits the position."""
        self._change(guide=True)


def forgotten(lessons: tuple[str, ...], mark: str) -> tuple[str, ...]:
    """What has been read without what begins with ``mark``: it will be said again."""
    return tuple(key for key in lessons if not key.startswith(f"{mark}-"))
