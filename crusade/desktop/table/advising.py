"""Advice that a person asks for: a question to the counsel, and its answer on the table."""

from __future__ import annotations

from crusade.desktop.table.controller import Controller
from crusade.desktop.words.counsel import counsel_words, regions_meant
from crusade.players.advice import Choice
from crusade.players.counsel import Counsel
from crusade.rules import State, moves
from crusade.rules.asking import Spread
from crusade.texts import _

LOOK_EVERY = 0.05
"""Seconds between two looks for the answer."""


class Advising:
    """One table's counsel. It thinks in a process of its own, which begins with the first question;
    the window only looks now and then whether it has answered.
    """

    def __init__(self, control: Controller) -> None:
        self.control = control
        self.counsel = Counsel()
        self._about: State | None = None
        """The position that was asked about, as long as it lies on the table."""
        self.choices: tuple[Choice, ...] = ()
        """What was answered about it, best first."""

    @property
    def row(self) -> int | None:
        """The row of the column that is advised, or None."""
        if self.choices and self.choices[0].move[0] == moves.PICK:
            return self.choices[0].move[1]
        return None

    def ask(self) -> None:
        """What to do now? The game is marked as one in which that was asked."""
        control = self.control
        if control.hurry() or not control.deciding:
            return
        if self.counsel.asking and self._about is control.state:
            return
        control.session.take_advice()
        self.choices = ()
        if not self.counsel.ask(control.session.record, control.state):
            control.refuse(_("The counsel does not come: it could not be started."))
            return
        self._about = control.state
        control.say(_("The counsel is thinking."))

    def look(self) -> bool:
        """Show the answer if there is one; whether the table has changed by that."""
        if self._about is not None and self._about is not self.control.state:
            self.forget()
            return True
        found = self.counsel.answered()
        if found is None:
            return False
        self.choices = found
        if found:
            self._show()
        else:
            self.control.refuse(_("The counsel has nothing to say here."))
        return True

    def forget(self) -> None:
        """The table has moved on."""
        self._about, self.choices = None, ()
        self.counsel.forget()
        self.control.pointed = frozenset()

    def _show(self) -> None:
        control, best = self.control, self.choices[0].move
        words = counsel_words(control.cast, control.state, self.choices)
        draft, s = control.draft, control.state
        spread = best[0] == moves.ANSWER and isinstance(s.setup.library.decisions[best[1]], Spread)
        if draft is not None and (best[0] == moves.REDEPLOY or spread):
            told = dict(zip(best[2::2], best[3::2], strict=True))
            draft.place({r: told.get(r, 0) for r in draft.counts})
        control.pointed = regions_meant(s, best)
        control.say(words)
