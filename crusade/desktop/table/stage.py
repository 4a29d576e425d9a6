"""The stage: what has happened is shown one beat after another, at the pace the player set.

A *beat* is a short scene: a picture of the board, something that flies or rolls over it, words, and
how long it takes. The stage never holds up a person: a click hurries it, and when no beat is left
the picture is the position of the game.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from crusade.automaton.lost_tribes import Plan
from crusade.desktop.crossing import Crossing
from crusade.desktop.kit import Rich
from crusade.rules import State
from crusade.rules.events import Event

PACE_FACTORS = {"step": 1.0, "slow": 1.9, "normal": 1.0, "fast": 0.45, "instant": 0.0}
"""How many times longer than written a beat takes."""

Place = tuple[str, int]
"""Where something flies from or to: ("region", r), ("hand", seat), ("purse", seat), ("row", i),
("beside", 0) for the Lost Tribes' tokens beside the board."""


@dataclass(frozen=True)
class Sprite:
    """What flies: "race" with its name (or that of the Lost Tribes), "coin", or a marker's name."""

    kind: str
    race: str = ""
    seat: int = -1
    declined: bool = False
    count: int = 1


@dataclass(frozen=True)
class Flight:
    """One thing flying from place to place within a beat; times are shares of the beat, 0 to 1."""

    sprite: Sprite
    source: Place
    target: Place
    start: float = 0.0
    end: float = 1.0


@dataclass(frozen=True)
class Die:
    """A die that tumbles over the board and shows ``face``; ``words`` stand under it."""

    face: int
    words: str
    good: bool | None = None


@dataclass(frozen=True)
class Beat:
    """A short scene; ``seconds`` at normal pace.

    ``picture`` is on the board during it, ``after`` when it is over. ``watched`` beats are the Lost
    Tribes' and go by their pace; at pace "step" those that ``ask`` wait for a click, and those
    that ``hold`` at every pace. ``step`` is how many of the session's steps have been shown when
    the beat is over.
    """

    picture: State
    after: State
    seconds: float
    step: int
    flights: tuple[Flight, ...] = ()
    die: Die | None = None
    hidden: frozenset[int] = frozenset()
    words: Rich = ""
    plan: Plan | None = None
    region: int | None = None
    by: int = -1
    crossing: Crossing | None = None
    """The way over a river on which they come."""
    watched: bool = False
    asks: bool = False
    told: int | None = None
    """How many events of its step the log tells while the beat is on; None: all of them once the
    picture is the position after the beat, none before."""
    light: bool = False
    """Whether the person need not wait for its end: what flies is where it will be."""
    takes: bool = False
    """Whether the die takes a combo away: that is seen before another one can be picked."""
    events: tuple[Event, ...] = ()
    """What is heard when it begins."""
    card: int | None = None
    """The event card that is shown in full meanwhile."""
    marker: bool = False
    """Whether the event marker of the round is."""
    foreseen: bool = False
    """Whether that of the next round is, to whoever has looked at it."""
    holds: bool = False
    """Whether it stands until somebody presses, at whatever pace: what it says was not expected."""


@dataclass
class Stage:
    """The beats still to come and the one that is on; ``changed`` is told of a new picture."""

    shown: State
    step: int
    pace_of: Callable[[bool], str]
    """Pace by whether the beat is a watched one."""
    changed: Callable[[], None]
    begun: Callable[[Beat], None] = lambda beat: None
    """Told of every beat when it begins."""
    beats: deque[Beat] = field(default_factory=deque)
    beat: Beat | None = None
    goal: tuple[State, int] | None = None
    """What is shown, and how many steps that makes, when no beat is left."""
    elapsed: float = 0.0
    paused: bool = False

    # ---------------------------------------------------------------- reading
    @property
    def busy(self) -> bool:
        """Whether anything is still to be shown."""
        return self.beat is not None or bool(self.beats)

    @property
    def watching(self) -> bool:
        """Whether the beat that is on, or any to come, is one to be watched."""
        return (self.beat is not None and self.beat.watched) or any(b.watched for b in self.beats)

    @property
    def taking(self) -> bool:
        """Whether the die takes a combo away, now or in a moment."""
        return any(b.takes for b in (self.beat, *self.beats) if b is not None)

    @property
    def light(self) -> bool:
        """Whether nothing is on or to come that a person would want to see first."""
        return all(b.light for b in self.beats) and (self.beat is None or self.beat.light)

    @property
    def waits(self) -> bool:
        """Whether it stands still until a click: paused, at what holds, or at pace "step" before a
        decision.
        """
        beat = self.beat
        if beat is None:
            return False
        if self.paused and beat.watched:
            return True
        if beat.holds:
            return self.elapsed >= self.length
        asked = beat.watched and beat.asks and self.pace_of(True) == "step"
        return asked and self.elapsed >= self.length

    @property
    def moves(self) -> bool:
        """Whether frames are needed now."""
        return self.busy and not self.waits

    @property
    def length(self) -> float:
        """Seconds that the beat now on takes."""
        beat = self.beat
        return beat.seconds * PACE_FACTORS[self.pace_of(beat.watched)] if beat else 0.0

    @property
    def progress(self) -> float:
        """How far the beat now on has got, 0 to 1."""
        length = self.length
        return min(1.0, self.elapsed / length) if length > 0 else 1.0

    @property
    def picture(self) -> State:
        """The position that is on the board now."""
        return self.beat.picture if self.beat is not None else self.shown

    @property
    def seen(self) -> int:
        """How many of the session's steps can be seen on the table now."""
        beat = self.beat
        if beat is None:
            return self.step
        if beat.told is not None:
            return beat.step - 1
        return beat.step if beat.picture is beat.after else beat.step - 1

    @property
    def told(self) -> int:
        """How many events of the step after the ``seen`` ones can be told already."""
        return 0 if self.beat is None else self.beat.told or 0

    # ---------------------------------------------------------------- going on
    def add(self, beats: Iterable[Beat], goal: State, step: int) -> None:
        """Show these after what is still to come, and then ``goal``, the position after ``step``.

        Beats of no length are left out, but not those that hold.
        """
        self.goal = (goal, step)
        for beat in beats:
            if beat.holds or PACE_FACTORS[self.pace_of(beat.watched)] > 0:
                self.beats.append(beat)
        if self.beat is None:
            self._next()

    def jump(self, state: State, step: int) -> None:
        """Drop everything and show this position (undo, load)."""
        self.beats.clear()
        self.beat = None
        self.paused = False
        self.goal = None
        self.shown, self.step = state, step
        self.changed()

    def _next(self) -> None:
        self.elapsed = 0.0
        self.beat = self.beats.popleft() if self.beats else None
        if self.beat is None:
            self.paused = False
            if self.goal is not None:
                (self.shown, self.step), self.goal = self.goal, None
        else:
            self.begun(self.beat)
        self.changed()

    def _finish(self) -> None:
        beat = self.beat
        if beat is not None:
            self.shown, self.step = beat.after, beat.step
        self._next()

    def hurry(self) -> None:
        """End the beat that is on."""
        if self.beat is not None:
            self._finish()

    def skip(self) -> None:
        """End every beat."""
        if self.beat is not None:
            self.beats.clear()
            self._finish()

    def update(self, dt: float) -> bool:
        """Let ``dt`` seconds pass; True if something moved."""
        if not self.moves:
            return False
        self.elapsed += dt
        while self.beat is not None and self.elapsed >= self.length and not self.waits:
            self._finish()
        return True
