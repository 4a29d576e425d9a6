"""The running desktop program: one window, a stack of scenes, one event-driven loop.

The loop sleeps until an event arrives or something asked to be woken; it runs at 60 frames a
second only while a scene animates, and redraws only what was reported as changed.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Collection
from typing import TYPE_CHECKING

import pygame
from pygame import Rect, Surface
from pygame.event import Event

from crusade.desktop import memory
from crusade.desktop.kit import paint, text
from crusade.desktop.kit.presses import NOTHING, Presses, Spot, one_key
from crusade.desktop.layout import MAX_PERCENT, MIN_PERCENT, Metrics
from crusade.desktop.window import DEFAULT_SIZE, Window

if TYPE_CHECKING:
    from crusade.desktop.scenes.base import Scene

FRAME = 1 / 60
LONGEST_STEP = 0.1
"""Seconds: no frame moves time further, however long the window was dragged or asleep."""

PULLED_FOR = 0.15
"""Seconds without another size after which the hand that pulls at the window rests."""

AT_REST = 0.4
"""Seconds without an event after which nobody minds a few milliseconds."""

MINIMISED_NAP = 0.1
"""Seconds between two looks while the window is minimised: nobody sees it."""

SHORTEST_NAP, LONGEST_NAP = 0.002, 0.012
"""Seconds between two looks at the event queue while nothing happens: soon after something did,
and later, still within a frame. pygame's own `wait` looks every millisecond, which keeps a
processor busy for nothing."""

_RESIZED = {pygame.VIDEORESIZE, pygame.WINDOWSIZECHANGED, pygame.WINDOWRESIZED}
_SHOWN = {pygame.WINDOWEXPOSED, pygame.WINDOWRESTORED, pygame.WINDOWSHOWN}
_HIDDEN = {pygame.WINDOWMINIMIZED, pygame.WINDOWHIDDEN}
_BACK = {
    *_SHOWN,
    pygame.WINDOWMAXIMIZED,
    pygame.WINDOWFOCUSGAINED,
    pygame.KEYDOWN,
    pygame.MOUSEBUTTONDOWN,
}
_ACTS = {pygame.KEYDOWN, pygame.MOUSEBUTTONDOWN, pygame.MOUSEWHEEL, pygame.QUIT}
_MAX_DIRTY = 24


class App:
    """The window and its scenes.

    `on_window(size, fullscreen)` is told when the person changed the window, `on_quit` when the
    program is about to end (return False to stay). With `headless` no display is needed, and
    tests drive it: post pygame events, then call `pump`.
    """

    def __init__(
        self,
        *,
        size: tuple[int, int] = DEFAULT_SIZE,
        ui_percent: int = 100,
        fullscreen: bool = False,
        headless: bool = False,
        on_window: Callable[[tuple[int, int], bool], None] | None = None,
        on_quit: Callable[[], bool] | None = None,
    ) -> None:
        self.window = Window(size, fullscreen=fullscreen, headless=headless)
        self.metrics = Metrics(self.window.size, ui_percent)
        paint.forget(self.window.size)
        self.on_window = on_window
        self.on_quit = on_quit
        self.scenes: list[Scene] = []
        self.running = True
        self.presses = Presses()
        """Which keys are down, and which presses count: see there."""
        self.hidden = False
        """Whether the window is minimised: then nothing moves, nothing is drawn, time stands."""
        self._dirty: list[Rect] = []
        self.live = False
        """Whether the loop runs, so that what takes long may come a little later: a window that is
        pulled shows its old picture stretched, a board is first drawn roughly. Whoever drives the
        program step by step sees everything at once."""
        self._old: Surface | None = None
        """The picture that is stretched meanwhile."""
        self._pulled = 0.0
        """Seconds since the last new size, which is the next."""
        self._pulled_to = (0, 0)
        self._untidy = False
        """Whether a scene came or went since memory was given back."""
        self._clock = self._counted = self._looked = time.monotonic()
        self.presses.lies_at = self._lies_at
        self.presses.means = self._means

    # -- scenes ---------------------------------------------------------------------------

    @property
    def scene(self) -> Scene | None:
        """The scene that is seen."""
        return self.scenes[-1] if self.scenes else None

    def push(self, scene: Scene) -> None:
        """Show a scene on top; `pop` comes back to the one below."""
        if self.scene is not None:
            self.scene.leave()
        self.scenes.append(scene)
        self._enter()

    def pop(self) -> None:
        """Back to the scene below; the last one ends the program."""
        if self.scenes:
            self.scenes.pop().leave()
        if self.scenes:
            self._enter()
        else:
            self.quit()

    def go(self, scene: Scene) -> None:
        """Show a scene instead of the current one."""
        if self.scenes:
            self.scenes.pop().leave()
        self.scenes.append(scene)
        self._enter()

    def home(self) -> None:
        """Back to the first scene (the title)."""
        if len(self.scenes) > 1:
            self.scene_leave_all()
            self._enter()

    def scene_leave_all(self) -> None:
        """Leave every scene above the first."""
        while len(self.scenes) > 1:
            self.scenes.pop().leave()

    def _enter(self) -> None:
        scene = self.scenes[-1]
        self._untidy = True
        scene.attach(self)
        scene.enter()
        scene.relayout(self.metrics)
        self.presses.settle()
        self.invalidate()

    # -- window ---------------------------------------------------------------------------

    def invalidate(self, rect: Rect | None = None) -> None:
        """Redraw that part of the window (None: all of it) in the next frame."""
        whole = self.metrics.window
        if rect is None:
            self._dirty = [Rect(whole)]
            return
        part = rect.clip(whole)
        if part.w and part.h and not any(known.contains(part) for known in self._dirty):
            self._dirty.append(part)

    def set_ui_percent(self, percent: int) -> None:
        """Change the interface size (75 to 200 percent); takes effect at once."""
        percent = min(max(percent, MIN_PERCENT), MAX_PERCENT)
        if percent != self.metrics.percent:
            self._remeasure(percent)

    def looks_changed(self) -> None:
        """The colours are others now: everything is drawn anew."""
        self._remeasure(self.metrics.percent)

    def set_fullscreen(self, on: bool) -> None:
        """Full screen or window."""
        if on != self.window.fullscreen:
            self.window.set_fullscreen(on)
            self._remeasure(self.metrics.percent)
            self._tell_window()

    def resize(self, size: tuple[int, int]) -> None:
        """Take over a new window size (the headless window really changes to it)."""
        self.window.resized(size)
        if self.window.size != self.metrics.size:
            self._remeasure(self.metrics.percent)
            self._tell_window()

    def _stretch(self, size: tuple[int, int]) -> None:
        """Show the picture as it was in the window's new size, until the hand rests."""
        scene, before = self.scene, self.metrics.size
        if self._old is None and scene is not None:
            # The window has dropped its picture already; nothing is laid out anew for this one.
            self._old = Surface(before)
            scene.draw(self._old)
            self._pulled_to = before
        self.window.resized(size)
        if self._old is None:
            self.resize(size)
        elif self.window.size != self._pulled_to:  # one new size is told by several events
            self._pulled, self._pulled_to = 0.0, self.window.size
            surface = self.window.surface
            pygame.transform.scale(self._old, surface.get_size(), surface)
            self.window.show([surface.get_rect()])

    def _let_go(self) -> None:
        """The hand rests, or does something else: draw the window in its size."""
        self._old = None
        if self.window.size != self.metrics.size:
            self._remeasure(self.metrics.percent)
            self._tell_window()
        self.invalidate()

    def _tell_window(self) -> None:
        if self.on_window is not None:
            self.on_window(self.window.windowed, self.window.fullscreen)

    def _remeasure(self, percent: int) -> None:
        self.metrics = Metrics(self.window.size, percent)
        paint.forget(self.window.size)
        text.forget()
        for scene in self.scenes:
            scene.relayout(self.metrics)
        self.invalidate()

    # -- loop -----------------------------------------------------------------------------

    def run(self) -> int:
        """Run until the person quits; returns the exit code 0."""
        self._clock = time.monotonic()
        self.live = True
        while self.running:
            started = time.monotonic()
            self.pump(events=self._wait())
            if self._animates():
                spent = time.monotonic() - started
                if spent < FRAME:
                    time.sleep(FRAME - spent)
        self.window.close()
        return 0

    def pump(self, dt: float | None = None, events: list[Event] | None = None) -> None:
        """Handle everything in the event queue, let time pass, draw one frame.

        `dt` is in seconds; left out, it is what really passed, at most `LONGEST_STEP`.
        """
        now = time.monotonic()
        passed = now - self._clock if dt is None else dt
        self._clock = now
        if dt is not None:
            self.presses.pass_time(dt)
        elif not events:
            self._look()
        for event in _merged((events or []) + pygame.event.get(), self.presses.down):
            self._handle(event)
            if not self.running:
                return
        if self.hidden:
            return
        if self._old is not None:
            self._pulled += passed
            if self._pulled >= PULLED_FOR:
                self._let_go()
        scene = self.scene
        if scene is not None:
            scene.update(passed if dt is not None else min(passed, LONGEST_STEP))
        self.draw()
        if dt is None:
            self._count()  # what was drawn is seen from here on
        self.presses.drawn()
        self._shown_now(real=dt is None)

    def _count(self) -> None:
        """Let the time that has passed count for what is seen."""
        now = time.monotonic()
        self.presses.pass_time(now - self._counted)
        self._counted = now

    def _look(self) -> None:
        """The queue is looked at now."""
        self._count()
        self.presses.looked(self._counted - self._looked)
        self._looked = self._counted

    def _lies_at(self, pos: tuple[int, int]) -> Spot:
        return NOTHING if self.scene is None else self.scene.ui.lies_at(pos)

    def _means(self, event: Event) -> Spot:
        return NOTHING if self.scene is None else self.scene.ui.means(event)

    def _shown_now(self, real: bool) -> None:
        """What is new can be seen from here on; what was pressed until now was not meant for it."""
        news = self.presses.news
        if not self.presses.unseen:
            return
        if real:
            self._look()
        for event in _merged(pygame.event.get(), self.presses.down):
            self._handle(event)
            if not self.running:
                return
        self.presses.seen(news)

    def draw(self) -> None:
        """Draw what has changed since the last frame."""
        scene, dirty = self.scene, self._dirty
        if scene is None or not dirty or self._old is not None:
            return
        self._dirty = []
        if len(dirty) > _MAX_DIRTY:
            dirty = [dirty[0].unionall(dirty[1:])]
        surface = self.window.surface
        for part in _joined(dirty):
            surface.set_clip(part)
            scene.draw(surface)
        surface.set_clip(None)
        self.window.show(dirty)

    def quit(self) -> None:
        """End the program, unless `on_quit` objects."""
        if self.on_quit is None or self.on_quit():
            self.running = False

    def _animates(self) -> bool:
        return not self.hidden and self.scene is not None and self.scene.wants_frames()

    def _wait(self) -> list[Event]:
        """Sleep until there is something to do; returns the event that woke us, if one did."""
        waits = self.hidden or self._old is not None
        if self.scene is None or (self._dirty and not waits) or self._animates():
            return []
        due = None if self.hidden else self.scene.wake_in()
        if self._old is not None:
            due = min(PULLED_FOR if due is None else due, PULLED_FOR)
        if due is not None and due <= 0:
            return []
        began = time.monotonic()
        until = math.inf if due is None else began + due
        nap = SHORTEST_NAP
        while True:
            self._look()
            event = pygame.event.poll()
            if event.type != pygame.NOEVENT:
                return [event]
            left = until - time.monotonic()
            if left <= 0:
                return []
            if self._untidy and time.monotonic() - began > AT_REST:
                self.rest()
            time.sleep(MINIMISED_NAP if self.hidden else min(nap, left))
            nap = min(nap * 1.1, LONGEST_NAP)

    def rest(self) -> None:
        """Nothing has happened for a while: give back the memory of scenes that are gone."""
        self._untidy = False
        memory.tidy()

    def _handle(self, event: Event) -> None:
        if self._old is not None and event.type in _ACTS:
            self._let_go()  # what is meant must be where it is seen
        self._note_window(event)
        down = event.type == pygame.KEYDOWN and one_key(event.key) in self.presses.down
        if not self.presses.take(event):
            if self.scene is not None and not down:  # a key that is still held asks for nothing
                if event.type == pygame.MOUSEBUTTONDOWN:
                    self.scene.too_quick()
                elif event.type == pygame.KEYDOWN and self.scene.ui.answers(event):
                    self.scene.too_quick(key=True)
            return
        if event.type == pygame.QUIT:
            if self.scene is None or not self.scene.closing():
                self.quit()
        elif event.type in _RESIZED:
            size = event.size if event.type == pygame.VIDEORESIZE else (event.x, event.y)
            (self._stretch if self.live else self.resize)(size)
        elif event.type in _SHOWN:
            self.invalidate()
        elif _is_fullscreen_key(event):
            if not self.presses.held:
                self.set_fullscreen(not self.window.fullscreen)
        elif self.scene is not None:
            self.scene.handle(event)

    def _note_window(self, event: Event) -> None:
        """Take note of what the desktop did with the window."""
        if event.type in _HIDDEN:
            self.hidden = True
        elif event.type in _BACK and self.hidden:
            self.hidden = False
            self._clock = time.monotonic()
            self.invalidate()
        if event.type == pygame.WINDOWMAXIMIZED:
            self.window.set_maximised(True)
        elif event.type == pygame.WINDOWRESTORED and not self.window.fullscreen:
            self.window.set_maximised(False)


def _is_fullscreen_key(event: Event) -> bool:
    if event.type != pygame.KEYDOWN:
        return False
    alt = event.mod & pygame.KMOD_ALT
    return bool(event.key == pygame.K_F11 or (event.key == pygame.K_RETURN and alt))


def _merged(events: list[Event], keys_down: Collection[int]) -> list[Event]:
    """The events of one frame that count.

    Of several mouse movements in a row only the last does. A frame that takes long gathers many
    repetitions of a key: the last one counts, and none at all once the key was let go, for then
    nobody held it, the machine was slow.
    """
    out: list[Event] = []
    down = set(keys_down)
    last = {
        one_key(event.key): number
        for number, event in enumerate(events)
        if event.type in (pygame.KEYDOWN, pygame.KEYUP)
    }
    for number, event in enumerate(events):
        if out and event.type == out[-1].type == pygame.MOUSEMOTION:
            out[-1] = event
            continue
        if event.type == pygame.KEYDOWN:
            key = one_key(event.key)
            if key in down and last[key] > number:
                continue
            down.add(key)
        elif event.type == pygame.KEYUP:
            down.discard(one_key(event.key))
        out.append(event)
    return out


def _joined(parts: list[Rect]) -> list[Rect]:
    """Overlapping rectangles joined, so that nothing is drawn twice with soft edges."""
    out: list[Rect] = []
    for part in parts:
        joined = Rect(part)
        touching = joined.collidelist(out)
        while touching >= 0:
            joined = joined.union(out.pop(touching))
            touching = joined.collidelist(out)
        out.append(joined)
    return out
