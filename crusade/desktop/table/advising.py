"""Advice that a person asks for: a question to the counsel, and its answer on the table."""

from __future__ import annotations

from crusade.desktop.table.controller import Controller
from crusade.desktop.words.counsel import counsel_words, regions_meant
from crusade.players.advice import Choice
from crusade.players.counsel import Counsel
from crusade.rules import State, moves, refusal
from crusade.rules.asking import Spread
from crusade.rules.moves import Move
from crusade.texts import _

LOOK_EVERY = 0.05
"""Seconds between two looks for the answer."""
SHOWN_FOR = 1.4
"""Seconds at normal pace for which a move of the program is lit before it is played."""


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
        self.plays = False
        """Whether the program plays for the person, until it is told to stop."""
        self._rest: tuple[Move, ...] = ()
        """What it means to do after the move that is lit."""
        self._lit_for = 0.0

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

    @property
    def busy(self) -> bool:
        """Whether something is to be looked for or done soon."""
        return self.counsel.asking or (self.plays and not self.control.session.over)

    def let_play(self, on: bool) -> None:
        """The program plays for the person from now on, or no longer."""
        self.plays, self._rest = on, ()
        self.forget()

    def go_on(self, dt: float, pace: float) -> bool:
        """Where the program plays: think, light the move, play it after a while. Whether the table
        has changed by that. ``pace`` makes the while longer or shorter.
        """
        control = self.control
        if not self.plays or control.session.over:
            return False
        beat = control.stage.beat
        if control.session.held and beat is not None and beat.holds:
            self._lit_for += dt
            if self._lit_for >= SHOWN_FOR * pace:
                self._lit_for = 0.0
                control.stage.skip()
                return True
            return False
        if control.stage.busy or not control.deciding or self.counsel.asking:
            return False
        if not self.choices:
            self._lit_for = 0.0
            if self._rest and refusal(control.state, self._rest[0]) is None:
                self._about = control.state
                self.choices = (Choice(self._rest, 0.0),)
                self._light()
            else:
                self.ask()
            return True
        self._lit_for += dt
        if self._lit_for < SHOWN_FOR * pace:
            return False
        line = self.choices[0].line
        self.forget()
        self._rest = line[1:]
        control.play(line[0])
        return True

    def forget(self) -> None:
        """The table has moved on."""
        self._about, self.choices = None, ()
        self.counsel.forget()
        self.control.pointed = frozenset()

    def _show(self) -> None:
        self._light()
        self.control.say(counsel_words(self.control.cast, self.control.state, self.choices))

    def _light(self) -> None:
        """Light what is to be done on the board; what is to be placed stands there."""
        control, best = self.control, self.choices[0].move
        draft, s = control.draft, control.state
        spread = best[0] == moves.ANSWER and isinstance(s.setup.library.decisions[best[1]], Spread)
        if draft is not None and (best[0] == moves.REDEPLOY or spread):
            told = dict(zip(best[2::2], best[3::2], strict=True))
            draft.place({r: told.get(r, 0) for r in draft.counts})
        control.pointed = regions_meant(s, best)
