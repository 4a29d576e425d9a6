"""The line on which a game lies from its first step to its last, to be dragged along."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pygame
from pygame import Rect, Surface
from pygame.event import Event

from crusade.desktop import theme
from crusade.desktop.kit import Tip, Widget, is_click, paint, text
from crusade.desktop.theme import Colour
from crusade.desktop.viewer.course import Course
from crusade.texts import _

_KNOB = 22
_LINE = 10


class Timeline(Widget):
    """Places from 0 to `course.last`; each turn in its owner's colour, the rounds numbered below.

    `colours` are by seat; `moved(place)` is told while the knob is dragged.
    """

    tip_delay = 0.0

    def __init__(
        self, course: Course, colours: Sequence[Colour], moved: Callable[[int], None]
    ) -> None:
        super().__init__(name="timeline")
        self.course = course
        self.colours = colours
        self.moved = moved
        self.place_shown = 0
        self._pointed: int | None = None

    # -- places and pixels --------------------------------------------------------------------

    def track(self) -> Rect:
        """The line that the knob runs on."""
        m = self.m
        line = Rect(self.rect.x + m.px(_KNOB / 2), self.rect.y, 0, m.px(_LINE))
        line.w = max(1, self.rect.w - m.px(_KNOB))
        line.y += (m.px(_KNOB) - line.h) // 2
        return line

    def x_of(self, place: int) -> int:
        """The pixel column of a place."""
        line = self.track()
        return line.x + round(line.w * place / max(1, self.course.last))

    def place_at(self, x: int) -> int:
        """The place nearest to a pixel column."""
        line = self.track()
        share = min(max((x - line.x) / line.w, 0.0), 1.0)
        return round(share * self.course.last)

    def show(self, place: int) -> None:
        """Move the knob."""
        if place != self.place_shown:
            self.place_shown = place
            self.touch()

    # -- events -------------------------------------------------------------------------------

    def handle(self, event: Event) -> bool:
        """Click anywhere on the line, drag, or turn the wheel over it."""
        dragging = self.ui is not None and self.ui.grabbed is self
        if is_click(event) or (event.type == pygame.MOUSEMOTION and dragging):
            self._point(None)
            self.moved(self.place_at(event.pos[0]))
            return True
        if event.type == pygame.MOUSEMOTION:
            self._point(self.place_at(event.pos[0]))
            return False
        if event.type == pygame.MOUSEWHEEL and event.y:
            step = 1 if event.y < 0 else -1
            self.moved(min(max(self.place_shown + step, 0), self.course.last))
            return True
        return event.type == pygame.MOUSEBUTTONUP and event.button == 1

    def hover(self, hot: bool) -> None:
        """Nothing is pointed at when the mouse leaves."""
        super().hover(hot)
        if not hot:
            self._point(None)

    def _point(self, place: int | None) -> None:
        if place != self._pointed:
            self._pointed = place
            self.touch()

    def tip_at(self, pos: tuple[int, int]) -> tuple[Tip, Rect] | None:
        """What happened at the place under the mouse."""
        if self.ui is not None and self.ui.grabbed is self:
            return None
        place = self.place_at(pos[0])
        turn = self.course.turn(place)
        who = self.course.cast.who(turn.seat)
        spot = Rect(self.x_of(place) - self.m.px(6), self.rect.y, self.m.px(12), self.rect.h)
        title = _("Round {round}: {who:of} turn", round=turn.round, who=who)
        tip = Tip(title, self.course.sentence(place), width=340)
        return tip, spot

    # -- drawing ------------------------------------------------------------------------------

    def draw(self, surface: Surface) -> None:
        """The turns, the rounds' marks and numbers, the knob."""
        m, line = self.m, self.track()
        frame = line.inflate(m.px(4), m.px(4))
        surface.blit(paint.rounded(frame.size, m.px(4), theme.EDGE), frame)
        self._draw_turns(surface, line)
        self._draw_rounds(surface, line)
        if self._pointed is not None:
            x = self.x_of(self._pointed)
            surface.fill(theme.INK, (x - m.px(1), line.y - m.px(4), m.px(2), line.h + m.px(8)))
        lit = self.hot or (self.ui is not None and self.ui.grabbed is self)
        edge = theme.ACCENT if lit else theme.ACCENT_DARK
        knob = paint.disc(m.px(_KNOB), theme.PAPER, edge, m.px(4))
        surface.blit(knob, knob.get_rect(center=(self.x_of(self.place_shown), line.centery)))

    def _draw_turns(self, surface: Surface, line: Rect) -> None:
        """What lies behind in full colour, what is to come pale."""
        turns = self.course.turns
        ends = [turn.place for turn in turns[1:]] + [self.course.last]
        now = self.x_of(self.place_shown)
        for turn, end in zip(turns, ends, strict=True):
            colour = self.colours[turn.seat]
            pale = theme.mix(colour, theme.PARCHMENT, 0.68)
            start, stop = self.x_of(turn.place), self.x_of(end)
            surface.fill(pale, (start, line.y, stop - start, line.h))
            if start < now:
                surface.fill(colour, (start, line.y, min(stop, now) - start, line.h))

    def _draw_rounds(self, surface: Surface, line: Rect) -> None:
        m = self.m
        rounds = self.course.rounds()
        current = self.course.turn(self.place_shown).round
        top = line.bottom + m.px(5)
        ends = [turn.place for turn in rounds[1:]] + [self.course.last]
        for turn, end in zip(rounds, ends, strict=True):
            start, stop = self.x_of(turn.place), self.x_of(end)
            if turn.place:
                mark = Rect(start - m.px(1), line.y - m.px(2), m.px(2), line.h + m.px(10))
                surface.fill(theme.INK, mark)
            style = theme.STRONG if turn.round == current else theme.FAINT
            words = _("Round {round}", round=turn.round)
            if text.measure(words, theme.STRONG, m) > stop - start - m.px(10):
                words = str(turn.round)
            place = Rect(start, top, stop - start, max(1, self.rect.bottom - top))
            text.draw_line(surface, words, place, style, m, align="center", valign="middle")
