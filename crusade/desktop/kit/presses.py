"""Which presses count: those of keys and buttons made after what they answer could be seen.

Six things make a key do what nobody meant, and all of them are met here, for every scene, menu,
dialog and phase alike:

* **Typed ahead.** A slow machine shows a new thing late; what was pressed meanwhile was meant for
  the old one. Whoever brings something new calls `settle`; until the frame that shows it has been
  drawn, presses are dropped.
* **Held.** A key that was down when something new came counts as typed before, until it is let go.
  A press of a key that is down already is a repetition (`held`): only text fields and scrolling
  take those (see `Widget.repeats`).
* **Not looked at.** An arrow moved the focus, and Enter came before it could be seen where to
  (`hasty`): what can be taken back happens all the same, what cannot waits for another press.
* **Turned round.** A deed changed where an arrow leads, and the arrow came before that could be
  seen (`turned`): it goes there, but Enter waits until where it went was looked at.
* **Not taken in.** A new view (a page, a card, a phase, the end of the others' turn) must have been
  in sight for `LOOK` seconds before anything answers it, whatever the key or place. Until then
  arrows move the focus, but an Enter after them waits until where they went was seen for as long.
  What a person opens where he looks (a menu) or comes back to is no new view.
* **Tapped twice.** The key that brought the new thing up is deaf for `DOUBLE_TAP` seconds after it
  was seen, unless another key than an arrow was pressed in between. So is the mouse button, at
  that place: the second click of two must not answer what lay below the button that the first
  one pressed. Nor must it where nobody called `settle` but the place holds something else by now
  (a form that grew, a button with another word): `lies_at` is asked at every click, and compared.
  What means the same whatever came between (`Spot.steady`) may be clicked and tapped as fast as
  anybody can.

How long something was seen is counted from the frame that showed it; and as an event may have
come at any time since the queue was last looked at (`looked`), it counts as having come right
then. So a slow machine makes nothing count that was not looked at for so long.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import NamedTuple

import pygame
from pygame.event import Event

LOOK = 0.5
"""Seconds for which a new view must have been in sight before a press answers it."""
DOUBLE_TAP = 0.45
"""Seconds in which a second tap on the same key, or a second click, belongs to the first."""
GLANCE = 0.12
"""Seconds that a new focus must have been in sight before Enter may do there what is final."""
TURN = 0.3
"""Seconds for which it must have been in sight where an arrow leads for it to count as aimed."""
NEAR = 8
"""Pixels that the mouse may move between the two clicks of a double click."""

_MODIFIERS = frozenset(
    {
        pygame.K_LSHIFT,
        pygame.K_RSHIFT,
        pygame.K_LCTRL,
        pygame.K_RCTRL,
        pygame.K_LALT,
        pygame.K_RALT,
        pygame.K_LMETA,
        pygame.K_RMETA,
        pygame.K_MODE,
        pygame.K_CAPSLOCK,
        pygame.K_NUMLOCK,
    }
)
_MOVING = frozenset(
    {
        pygame.K_LEFT,
        pygame.K_RIGHT,
        pygame.K_UP,
        pygame.K_DOWN,
        pygame.K_TAB,
        pygame.K_HOME,
        pygame.K_END,
        pygame.K_PAGEUP,
        pygame.K_PAGEDOWN,
    }
)
"""Keys that move what Enter acts on."""
_ACTING = frozenset({pygame.K_RETURN, pygame.K_SPACE})
_ANSWERS_NOTHING = _MOVING | {pygame.K_ESCAPE, pygame.K_F11}
"""Keys that may come before a new view was taken in: they move, or lead away."""
_TEXT = frozenset({pygame.TEXTINPUT, pygame.TEXTEDITING})


class Spot(NamedTuple):
    """What a click at some place, or a key, acts on."""

    thing: object = None
    says: str = ""
    """What it does now, where one thing comes to do another."""
    steady: bool = False
    """Whether doing it twice is what two clicks on it mean, whatever came of the first."""
    writes: bool = False
    """Whether it is a text being written, which answers nothing."""


NOTHING = Spot()


def one_key(key: int) -> int:
    """The key as the program knows it: both Enter keys are one."""
    return pygame.K_RETURN if key == pygame.K_KP_ENTER else key


class Presses:
    """The keys of one window. The App asks `take` about every event, in the order they came."""

    def __init__(self) -> None:
        self.down: set[int] = set()
        """Keys that are down now."""
        self.held = False
        """Whether the event being handled is the repetition of a key that is held."""
        self.acting: int | None = None
        """The key whose press is being handled, None for any other event."""
        self.last: int | None = None
        """The key pressed last; None after a mouse button."""
        self.by_keys = False
        """Whether the person used keys last (and not the mouse): hints then name keys."""
        self.news = 0
        """How often something new came; see `seen`."""
        self._seen = 0
        self._void: set[int] = set()
        self._guard: int | None = None
        self._clicked: tuple[int, tuple[int, int]] | None = None
        """The button and place of the last press of the mouse; None after a key."""
        self._click_guard: tuple[int, tuple[int, int]] | None = None
        self._since = math.inf
        self._new_view = False
        self._early = False
        """Whether the focus was moved last before the new view was taken in."""
        self.lies_at: Callable[[tuple[int, int]], Spot] = lambda pos: NOTHING
        """What a click at that pixel acts on."""
        self.means: Callable[[Event], Spot] = lambda event: NOTHING
        """What presses of that key act on, if it is something steady."""
        self._lay = NOTHING
        """What the last click or key acted on."""
        self._answered = math.inf
        """Seconds for which what that click did has been seen."""
        self._answering = False
        self._unsure = 0.0
        self._moved = False  # by a key, and not drawn yet
        self._looked = math.inf
        self._turning, self._turned = False, math.inf

    # -- telling --------------------------------------------------------------------------

    def settle(self, *, double_tap: bool = True, new_view: bool = True) -> None:
        """Something new is about to be shown: what was typed before means nothing to it.

        Without `double_tap` the key or button in use may be pressed again at once, as soon as it
        is seen. ``new_view``: nothing answers it before there was time to look at it.
        """
        self._new_view = new_view or (self._new_view and self._within(LOOK))
        self.news += 1
        self._void |= self.down
        self._guard = self.last if double_tap else None
        self._click_guard = self._clicked if double_tap else None
        self._since = 0.0

    @property
    def unseen(self) -> bool:
        """Whether something new has not been drawn yet."""
        return self._seen != self.news

    def drawn(self) -> None:
        """A frame was drawn: it shows where the keys moved the focus."""
        if self._moved:
            self._moved, self._looked = False, 0.0
        if self._answering:
            self._answering, self._answered = False, 0.0
        if self._turning:
            self._turning, self._turned = False, 0.0

    @property
    def hasty(self) -> bool:
        """Whether the press being handled acts on a focus that a key moved there just before."""
        return self.acting in _ACTING and self.glanced(GLANCE)

    def glanced(self, seconds: float) -> bool:
        """Whether what a key moved to has been in sight for no longer than that."""
        return self._moved or self._looked - self._unsure < seconds

    def turn(self) -> None:
        """A deed has changed where the moving keys lead; nobody has seen it yet."""
        self._turning = True

    @property
    def turned(self) -> bool:
        """Whether where the moving keys lead has changed too shortly before this press for anybody
        to have seen it.
        """
        return self._turning or self._turned - self._unsure < TURN

    def seen(self, news: int) -> None:
        """A frame was drawn that shows everything new up to that count of `news`."""
        if self.unseen:
            self._seen = news
            self._since = 0.0

    def pass_time(self, seconds: float) -> None:
        """Let time pass."""
        self.acting = None
        self._looked += seconds
        self._answered += seconds
        self._turned += seconds
        if not self.unseen:
            self._since += seconds

    def looked(self, since: float) -> None:
        """The queue is about to be looked at: what is in it came after the last look, so many
        seconds ago.
        """
        self._unsure = since

    # -- asking ---------------------------------------------------------------------------

    def take(self, event: Event) -> bool:
        """Take note of an event; False when it was meant for something that is gone."""
        self.held = False
        self.acting = None
        if event.type == pygame.KEYDOWN:
            return event.key in _MODIFIERS or self._press(one_key(event.key), event)
        if event.type == pygame.KEYUP:
            self.down.discard(one_key(event.key))
            self._void.discard(one_key(event.key))
        elif event.type in _TEXT:
            return not self.unseen and self.last not in self._void
        elif event.type == pygame.MOUSEBUTTONDOWN:
            return self._click(event.button, event.pos)
        elif event.type == pygame.MOUSEBUTTONUP:
            self._answering = self._clicked is not None  # most things answer when it is let go
        elif event.type == pygame.WINDOWFOCUSLOST:
            self.down.clear()
            self._void.clear()
        return True

    def _click(self, button: int, pos: tuple[int, int]) -> bool:
        if self.unseen:
            return False
        lies = self.lies_at(pos)
        again = lies.steady and lies == self._lay
        if self._strange and not again and not lies.writes:
            return False
        if self._fresh and _same(self._click_guard, button, pos) and not again:
            return False
        known = self._clicked
        if known is not None and _same(known, button, pos) and self._changed(known[1]):
            return False
        self._lay, self._answering = lies, True
        self.last = self._guard = self._click_guard = None
        self._clicked = button, pos
        self.by_keys = False
        return True

    def _within(self, seconds: float) -> bool:
        """Whether what is new was seen for less than that."""
        return self.unseen or self._since - self._unsure < seconds

    @property
    def _fresh(self) -> bool:
        """Whether a second tap still belongs to the one that brought what is new."""
        return self._within(DOUBLE_TAP)

    @property
    def _strange(self) -> bool:
        """Whether a new view has not been in sight for long enough to be answered."""
        return self._new_view and self._within(LOOK)

    def _too_early(self, key: int) -> bool:
        """Whether that key would answer what nobody can have taken in yet."""
        if key in _MOVING:
            self._early = self._strange
        if key in _ANSWERS_NOTHING:
            return False
        looked = not self._moved and self._looked - self._unsure >= LOOK
        return self._strange or (self._early and key in _ACTING and not looked)

    def _changed(self, pos: tuple[int, int]) -> bool:
        """Whether something else than what was clicked there just now has come to that place."""
        soon = self._answering or self._answered - self._unsure < DOUBLE_TAP
        return soon and self.lies_at(pos) != self._lay

    def _press(self, key: int, event: Event) -> bool:
        again = key in self.down
        self.down.add(key)
        if self.unseen:
            self._void.add(key)
            self.last = key
            return False
        if key in self._void:
            return False
        if again:
            self._moved = self._moved or key in _MOVING
            self.held = True
            return True
        means = self.means(event)
        same = means.steady and means == self._lay
        tapped = key == self._guard and self._fresh
        early = self._too_early(key) and not means.writes
        if (tapped or early) and not same:
            self._void.add(key)
            return False
        self._moved = self._moved or key in _MOVING
        self._lay = means
        if key not in _MOVING:
            self._guard = None
        self._clicked = self._click_guard = None
        self.last = self.acting = key
        self.by_keys = True
        return True


def _same(known: tuple[int, tuple[int, int]] | None, button: int, pos: tuple[int, int]) -> bool:
    """Whether a click is the second of two on one place."""
    if known is None or known[0] != button:
        return False
    (x, y), (known_x, known_y) = pos, known[1]
    return abs(x - known_x) <= NEAR and abs(y - known_y) <= NEAR
