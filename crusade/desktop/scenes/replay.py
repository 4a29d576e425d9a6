"""A finished game on the board again: forward, backward, at any speed, from any place."""

from __future__ import annotations

from functools import partial

import pygame
from pygame import Rect, Surface
from pygame.event import Event

from crusade.desktop import pictures, theme
from crusade.desktop.app import LONGEST_STEP, App
from crusade.desktop.kit import (
    Button,
    Canvas,
    Label,
    MenuItem,
    Panel,
    is_key,
    menu,
    paint,
    text,
)
from crusade.desktop.layout import Metrics, centred, cut_bottom, cut_left, cut_right, cut_top, inset
from crusade.desktop.scenes.base import Scene
from crusade.desktop.scenes.host import Host
from crusade.desktop.sound import Sounds
from crusade.desktop.table.advising import LOOK_EVERY
from crusade.desktop.viewer.board import ReplayBoard
from crusade.desktop.viewer.cards import Standings, StepCard
from crusade.desktop.viewer.costly import Costly, Review
from crusade.desktop.viewer.course import Course
from crusade.desktop.viewer.log_list import LogList
from crusade.desktop.viewer.timeline import Timeline
from crusade.desktop.viewer.transport import Speeds, TransportButton
from crusade.desktop.words.counsel import named
from crusade.desktop.words.sentences import beside
from crusade.session import Session
from crusade.texts import _, _n

SPEEDS = (0.5, 1.0, 2.0, 4.0, 8.0)
READ_SECONDS = 0.9
"""How long a step is shown at the speed of 1, besides the time to read its sentence."""
READ_LETTERS = 55
"""Letters that are read in a second."""
DEAL_SECONDS = 0.5
"""How long the dealer's steps are shown."""

_MARGIN = 14
_ROOMY = 900, 520
"""Points of width and height from which the wide layout has room for everything."""

_TALL = 310
"""Points of height beside the board that the words need; below it, they make do with less."""

_SMALL_HEADING = theme.Style(19, True, theme.CREAM)


class ReplayScene(Scene):
    """A finished game, looked at step by step. The session needs no archive.

    With `sounds` every step that is played or stepped forward to is also heard.
    """

    def __init__(self, host: Host, session: Session, sounds: Sounds | None = None) -> None:
        super().__init__()
        self.host = host
        self.sounds = sounds
        self.course = Course(session)
        self.codes = token_colours(session)
        self.colours = (*map(theme.rgb, self.codes), theme.TRIBES)
        self.at = 0
        """The place that is shown, 0 to `course.last`."""
        self.playing = False
        self._waited = 0.0

    # -- making -------------------------------------------------------------------------------

    def attach(self, app: App) -> None:
        """Say that the replay is coming, for drawing the board can take more than a second."""
        if not self._built and app.scene is self and len(app.scenes) > 1:
            _announce(app)
        super().attach(app)

    def build(self) -> None:
        """Board, sentence, standings, log, and the player's controls."""
        course = self.course
        # First, so that the frame's soft shadow lies under everything else.
        self.board = self.ui.add(ReplayBoard(course, self.codes))
        self.heading = self.ui.add(Label(_("Replay"), theme.TITLE_ON_WOOD))
        self.back_button = self.ui.add(
            Button(_("Back"), self.back, "quiet", pygame.K_ESCAPE, name="back")
        )
        self.review = Review(course)
        self.costly = self.ui.add(
            Button(
                _("Costly turns"),
                self._costly,
                "quiet",
                pygame.K_c,
                name="costly",
                tip=_(
                    "The three turns whose choice cost most coins, as the program sees it. Key: C."
                ),
            )
        )
        self.costly.show_key = False
        self.card = self.ui.add(StepCard(course, self.colours))
        self.standings = self.ui.add(Standings(course, self.codes, self.colours))
        self.log_panel = self.ui.add(Panel(name="log-panel"))
        self.log = self.log_panel.add(LogList(course, self.colours, self._to_line))
        self.console = self.ui.add(Panel(name="console"))
        self.timeline = self.console.add(Timeline(course, self.colours, self.jump))
        self.counter = self.console.add(Canvas(paint_it=self._draw_counter, name="counter"))
        self.buttons = [self.console.add(button) for button in self._make_buttons()]
        self.speeds = self.console.add(Speeds(("½×", "1×", "2×", "4×", "8×"), 1, name="speed"))
        self.speeds.tip = _("How fast it plays (+ and −)")

    def _make_buttons(self) -> list[TransportButton]:
        made = []
        for shows, key, tip, action in (
            ("first", pygame.K_HOME, _("To the beginning (Home)"), lambda: self.jump(0)),
            ("previous_turn", pygame.K_PAGEUP, _("Back a turn (Page Up)"), self._turn_back),
            ("previous", pygame.K_LEFT, _("Back a step (Left)"), lambda: self._step(self.at - 1)),
            ("play", pygame.K_SPACE, _("Play or pause (Space)"), self.toggle),
            ("next", pygame.K_RIGHT, _("On a step (Right)"), lambda: self._step(self.at + 1)),
            ("next_turn", pygame.K_PAGEDOWN, _("On a turn (Page Down)"), self._turn_on),
            ("last", pygame.K_END, _("To the end (End)"), lambda: self.jump(self.course.last)),
        ):
            look = "main" if shows == "play" else "quiet"
            made.append(TransportButton("", action, look, key, shows=shows, tip=tip, name=shows))
        return made

    def leave(self) -> None:
        """Stop playing when the scene is no longer seen."""
        self._play(False)
        self.review.going = False
        self.review.counsel.close()
        super().leave()

    # -- going about --------------------------------------------------------------------------

    def jump(self, place: int) -> None:
        """Show a place; playing goes on from there."""
        self._go(place)
        if self.at == self.course.last:
            self._play(False)

    def toggle(self) -> None:
        """Play or pause; at the end, play from the beginning."""
        if not self.playing and self.at == self.course.last:
            self._go(0)
        self._play(not self.playing)

    def _costly(self) -> None:
        """The costliest turns to choose from, as soon as all have been looked at."""
        review = self.review
        if not review.done:
            if not review.going:
                review.begin()
                self.costly.set(label=_("Thinking…"))
            return
        items = [
            MenuItem(
                _n(
                    "Round {round}: about {count} coin",
                    "Round {round}: about {count} coins",
                    round(each.lost),
                    round=each.turn.round,
                ),
                partial(self._step, each.place),
                note=self._better(each),
            )
            for each in review.worst()
        ] or [MenuItem(_("No turn cost as much as a coin"), enabled=False)]
        menu(self.ui, self.costly.rect, items, title=_("Where coins were lost"))

    def _better(self, costly: Costly) -> str:
        """How a better turn would have begun."""
        s = self.course.state(costly.place)
        what = named(self.course.cast, s, costly.better)
        return "" if what is None else _("better: {what}", what=what)

    def _step(self, place: int) -> None:
        """Who goes step by step wants to look: playing stops."""
        self._play(False)
        self._go(place)

    def _turn_on(self) -> None:
        self._step(self.course.next_turn(self.at))

    def _turn_back(self) -> None:
        self._step(self.course.previous_turn(self.at))

    def _to_line(self, line: int) -> None:
        place = self.course.place_of(line)
        self._go(place, pull=False)
        self.log.show_here(place)

    def _go(self, place: int, pull: bool = True) -> None:
        """Show a place; `pull` brings its lines of the log into view, wherever one reads there."""
        place = min(max(place, 0), self.course.last)
        self._waited = 0.0
        if place == self.at:
            return
        if self.sounds is not None and place == self.at + 1:
            self.sounds.events(self.course.events(place))
        self.at = place
        self.board.show(place)
        self.card.show(place)
        self.standings.show(place)
        self.timeline.show(place)
        self.log.show(place, pull)
        self.counter.touch()
        self._name()
        self._light_buttons()

    def _light_buttons(self) -> None:
        """Buttons that lead nowhere cannot be pressed."""
        for button in self.buttons[:3]:
            button.set(enabled=self.at > 0)
        for button in self.buttons[4:]:
            button.set(enabled=self.at < self.course.last)

    def _play(self, on: bool) -> None:
        self.playing = on and self.course.last > 0
        self._waited = 0.0
        self.buttons[3].show("pause" if self.playing else "play")

    # -- time ---------------------------------------------------------------------------------

    @property
    def speed(self) -> float:
        """How many times faster than normal it plays."""
        return SPEEDS[self.speeds.index]

    @property
    def shown_for(self) -> float:
        """Seconds for which the present step is shown while playing."""
        if self.course.dealt(self.at):
            return DEAL_SECONDS / self.speed
        return (READ_SECONDS + len(self.card.sentence) / READ_LETTERS) / self.speed

    def update(self, dt: float) -> None:
        """Play on when the present step has been shown long enough."""
        super().update(dt)
        if self.review.look():
            looked, of = self.review.progress
            self.costly.set(label=_("{number} of {count}", number=looked, count=of))
            if self.review.done:
                self.costly.set(label=_("Costly turns"))
                self._costly()
        if not self.playing or self.ui.busy:
            return
        self._waited += dt
        while self.playing and self._waited >= self.shown_for:
            left = self._waited - self.shown_for
            self._go(self.at + 1, pull=False)
            self._waited = left
            if self.at == self.course.last:
                self._play(False)

    def wake_in(self) -> float | None:
        """When the next step is due, at the latest after the longest time a frame counts for."""
        due = super().wake_in()
        if self.review.going:
            due = LOOK_EVERY if due is None else min(due, LOOK_EVERY)
        if not self.playing:
            return due
        mine = min(LONGEST_STEP, max(0.0, self.shown_for - self._waited))
        return mine if due is None else min(due, mine)

    def unused(self, event: Event) -> bool:
        """Plus and minus change the speed; Escape goes back."""
        if is_key(event, pygame.K_PLUS, pygame.K_KP_PLUS, pygame.K_EQUALS):
            self.speeds.set(min(self.speeds.index + 1, len(SPEEDS) - 1))
            return True
        if is_key(event, pygame.K_MINUS, pygame.K_KP_MINUS):
            self.speeds.set(max(self.speeds.index - 1, 0))
            return True
        return super().unused(event)

    # -- layout -------------------------------------------------------------------------------

    def layout(self, rect: Rect, m: Metrics) -> None:
        """The board as large as it can be, words on its right, the controls below."""
        roomy = m.points[0] >= _ROOMY[0] and m.points[1] >= _ROOMY[1]
        gap = m.px(_MARGIN if roomy else 8)
        body = inset(rect, gap)
        foot, body = cut_bottom(body, m.px(100 if roomy else 88), gap)
        self._place_console(foot, m, roomy)
        least = m.px(300 if roomy else 226)
        width, height = self.board.view.geometry.size
        wide = min(round(body.h * width / height), body.w - least - gap)
        left, right = cut_left(body, wide, gap)
        self.board.place(left)
        right = Rect(self.board.rect.right + gap, right.y, 0, right.h)
        right.w = body.right - right.x
        self._place_words(right, m, roomy, gap)
        self._light_buttons()

    def _place_words(self, column: Rect, m: Metrics, roomy: bool, gap: int) -> None:
        """Where it is too low for all, the lit lines of the log are the sentence."""
        gap = min(gap, m.px(10))
        top, column = cut_top(column, m.px(38 if roomy else 30), gap)
        wide = self.back_button.natural_width(m)
        button, top = cut_right(top, wide, m.px(10))
        self.back_button.place(button)
        button, top = cut_right(top, min(self.costly.natural_width(m), top.w // 2), m.px(10))
        self.costly.place(button)
        self.heading.place(top)
        self.card.visible = column.h >= m.px(_TALL)
        self.heading.style = theme.TITLE_ON_WOOD if self.card.visible else _SMALL_HEADING
        self._name()
        if self.card.visible:
            tall = min(max(round(column.h * 0.28), m.px(104)), m.px(148))
            card, column = cut_top(column, tall, gap)
            self.card.place(card)
        sides = len(self.standings.seats)
        compact = not roomy or sides > 3 or (sides > 2 and column.h < m.px(_TALL))
        standings, column = cut_top(column, self.standings.natural(m, compact), gap)
        self.standings.place(standings)
        self.log_panel.place(column)
        self.log.place(inset(column, m.px(6), m.px(7)))

    def _name(self) -> None:
        """The heading; it tells the round where the card does not."""
        turn = self.course.turn(self.at)
        rounds = self.course.session.setup.rounds
        words = _("Replay")
        if not self.card.visible:
            words = _("Round {round} of {rounds}", round=turn.round, rounds=rounds)
        card = None if self.card.visible else self.course.card(self.at)
        self.heading.tip = "" if card is None else card.tip()
        self.heading.set(beside(words, "" if card is None else card.name))

    def _place_console(self, foot: Rect, m: Metrics, roomy: bool) -> None:
        self.console.place(foot)
        inner = inset(foot, m.px(14 if roomy else 10), m.px(8 if roomy else 6))
        line, row = cut_top(inner, m.px(42 if roomy else 38), m.px(4 if roomy else 2))
        self.timeline.place(line)
        row = centred(row, row.w, m.px(36))
        count, cell, gap = len(self.buttons), m.px(46 if roomy else 36), m.px(7 if roomy else 5)
        wide = count * cell + (count - 1) * gap
        speeds, rest = cut_right(row, m.px(250 if roomy else 186), m.px(10))
        self.speeds.place(speeds)
        start = row.centerx - wide // 2 if roomy else rest.right - wide
        for index, button in enumerate(self.buttons):
            button.place(Rect(start + index * (cell + gap), row.y, cell, row.h))
        self.counter.place(Rect(row.x, row.y, max(0, start - row.x - m.px(8)), row.h))

    # -- drawing ------------------------------------------------------------------------------

    def _draw_counter(self, surface: Surface, rect: Rect, m: Metrics) -> None:
        words = _("Step {step} of {steps}", step=self.at, steps=self.course.last)
        if text.measure(words, theme.BODY, m) > rect.w:
            words = f"{self.at}/{self.course.last}"
        text.draw_line(surface, words, rect, theme.BODY, m)


def _announce(app: App) -> None:
    """A small plate over what is seen, at once; the next frame draws over it."""
    m, surface = app.metrics, app.window.surface
    words = _("The replay is being laid out …")
    wide = text.measure(words, theme.HEAD, m) + m.px(48)
    plate = centred(m.window, wide, m.px(64))
    paint.draw_panel(surface, plate, m.scale)
    text.draw_line(surface, words, plate, theme.HEAD, m, align="center")
    app.window.show([paint.panel_ink(plate, m.scale).clip(m.window)])


def token_colours(session: Session) -> tuple[str, ...]:
    """The tokens' colours by seat, "#rrggbb", as the game was set up; always five."""
    codes = list(pictures.OWNER_COLOURS)
    chosen = [codes[number] for number in session.record.seat_colours(len(codes))]
    return (*chosen, *(code for code in codes if code not in chosen))
