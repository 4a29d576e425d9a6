"""The whole log of a game beside its replay: the present lines lit, a click leads to a line."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Sequence

import pygame
from pygame import Rect, Surface
from pygame.event import Event

from crusade.desktop import pictures, theme
from crusade.desktop.kit import Paragraph, Scroller, is_click, paint, text
from crusade.desktop.theme import Colour, Style
from crusade.desktop.viewer.course import Course
from crusade.desktop.viewer.inks import coming as coming_ink
from crusade.desktop.viewer.inks import readable
from crusade.desktop.words import LogLine
from crusade.rules.ids import TRIBES
from crusade.texts import _

_PAD = 8
_GAP = 3
_BAR = 16


class LogList(Scroller):
    """Lines of different heights, of which only the visible ones are drawn.

    It follows the present lines until someone scrolls them out of sight, and again from the moment
    they are scrolled back into sight; meanwhile a plate says where they are, and leads there.
    `colours` are by seat; `clicked(line)` is told the number of the line.
    """

    def __init__(
        self, course: Course, colours: Sequence[Colour], clicked: Callable[[int], None]
    ) -> None:
        super().__init__(name="log")
        self.lines = course.lines
        self.course = course
        self.colours = colours
        self.clicked = clicked
        self.now = (0, 0)
        """The lines of the present place: first, and one past the last."""
        self.following = True
        """Whether the present lines are kept in view while the game plays on."""
        self._tops: list[int] = [0]
        self._lit: int | None = None

    def place(self, rect: Rect) -> None:
        """Place the view; the lines are wrapped anew, the present ones are kept in view."""
        super().place(rect)
        self._tops = [0]
        for line in self.lines:
            tall = self._words(line, False).height + 2 * self.m.px(_GAP)
            if line.kind != "event":
                tall += self.m.px(4)
            self._tops.append(self._tops[-1] + tall)
        self.length = self._tops[-1]
        if self.following:
            self._follow()
        else:
            self.offset = min(self.offset, self.limit)

    def show(self, place: int, pull: bool = True) -> None:
        """Light the lines of a place.

        `pull` brings them into the middle of the view (somebody went there); without it they are
        only followed if they have not been scrolled out of sight (the game plays on by itself).
        """
        now = self.course.line_span(place)
        if now != self.now:
            self.now = now
            self.touch()
        if pull or self.following:
            self._follow()

    def show_here(self, place: int) -> None:
        """Light the lines of a place that was chosen in this list: the view stays where it is."""
        self.now = self.course.line_span(place)
        self.following = True
        if self.away:
            self._follow()
        self.touch()

    @property
    def away(self) -> int:
        """Where the present lines are: 0 in view (in part at least), -1 above it, 1 below it."""
        if self.now[1] >= len(self._tops) or not self.limit:
            return 0
        top, low = self._tops[self.now[0]], self._tops[self.now[1]]
        least = min(low - top, text.line_height(Style(15), self.m))
        if low - self.offset < least:
            return -1
        return 1 if self.offset + self.rect.h - top < least else 0

    def plate(self) -> Rect:
        """Where it is said that the present lines are out of sight."""
        m = self.m
        wide = min(text.measure(self._plate_words(), theme.STRONG, m) + m.px(40), self._width())
        plate = Rect(0, 0, wide, m.px(28))
        plate.midbottom = (self.rect.x + self._width() // 2, self.rect.bottom - m.px(4))
        if self.away < 0:
            plate.top = self.rect.top + m.px(4)
        return plate

    def _plate_words(self) -> str:
        return _("New lines below") if self.away > 0 else _("The present lines are above")

    def _follow(self) -> None:
        self.following = True
        if self.now[1] < len(self._tops):
            top, low = self._tops[self.now[0]], self._tops[self.now[1]]
            # Long lines show their beginning.
            free = max(0, self.rect.h - (low - top))
            self.scroll_to(top - free // 2)

    # -- where the lines stand ----------------------------------------------------------------

    def line_at(self, pos: tuple[int, int]) -> int | None:
        """The line under a pixel."""
        if not self.view.collidepoint(pos) or not self.lines:
            return None
        index = bisect_right(self._tops, pos[1] - self.rect.y + self.offset) - 1
        return index if 0 <= index < len(self.lines) else None

    def line_rect(self, index: int) -> Rect:
        """Where a line stands now, in window pixels."""
        top, low = self._tops[index], self._tops[index + 1]
        return Rect(self.rect.x, self.rect.y + top - self.offset, self._width(), low - top)

    def _width(self) -> int:
        return max(1, self.rect.w - self.m.px(_BAR))

    def _words(self, line: LogLine, coming: bool) -> Paragraph:
        """A line laid out; what is still to come is paler."""
        colour = theme.INK if line.seat > TRIBES else self.colours[line.seat]
        colour = readable(colour)
        style = Style(15, False, colour)
        if line.kind != "event":
            style = Style(17 if line.kind == "round" else 15, True, colour)
        if coming:
            style = style.with_colour(coming_ink(colour))
        wide = self._width() - 2 * self.m.px(_PAD)
        return text.paragraph(line.text, style, self.m, wide)

    # -- events -------------------------------------------------------------------------------

    def handle(self, event: Event) -> bool:
        """Light the line under the mouse, tell of a click, scroll."""
        if event.type == pygame.MOUSEMOTION and self._drag is None:
            self._light(self.line_at(event.pos))
            return super().handle(event)
        if is_click(event) and self.away and self.plate().collidepoint(event.pos):
            self._follow()
            self.touch()
            return True
        offset = self.offset
        if super().handle(event):
            if self.offset != offset:
                self.following = not self.away
            if event.type == pygame.MOUSEWHEEL and self.ui is not None:
                self._light(self.line_at(self.ui.mouse))
            return True
        line = self.line_at(event.pos) if is_click(event) else None
        if line is not None:
            self.clicked(line)
        return line is not None

    def hover(self, hot: bool) -> None:
        """No line is lit when the mouse leaves."""
        super().hover(hot)
        if not hot:
            self._light(None)

    def _light(self, line: int | None) -> None:
        if line != self._lit:
            for index in (line, self._lit):
                if index is not None and self.ui is not None:
                    self.ui.touch(self.line_rect(index).clip(self.rect))
            self._lit = line

    # -- drawing ------------------------------------------------------------------------------

    def draw_content(self, surface: Surface) -> None:
        """Only the lines within the clip."""
        clip = surface.get_clip()
        if not self.lines or not clip.h:
            return
        first, end = self.now
        if first < end:
            here = self.line_rect(first).union(self.line_rect(end - 1))
            if here.colliderect(clip):
                lit = theme.mix(theme.LIT, theme.PARCHMENT, 0.35)
                radius, line = self.m.px(6), self.m.px(1.5)
                surface.blit(paint.rounded(here.size, radius, lit, None, theme.GOLD, line), here)
        index = max(0, bisect_right(self._tops, clip.top - self.rect.y + self.offset) - 1)
        while index < len(self.lines) and self.line_rect(index).top < clip.bottom:
            self._draw_line(surface, index)
            index += 1
        if self.away:
            self._draw_plate(surface)

    def _draw_plate(self, surface: Surface) -> None:
        """Out of sight: a plate with an arrow, which leads to the present lines."""
        m, plate = self.m, self.plate()
        surface.blit(paint.rounded(plate.size, m.px(8), theme.ACCENT, None, theme.CREAM, 1), plate)
        style = theme.STRONG.with_colour(theme.WHITE)
        size = m.px(16)
        arrow = pictures.icon("arrow_right", size, theme.WHITE)
        arrow = pygame.transform.rotate(arrow, -90 * self.away)
        surface.blit(arrow, arrow.get_rect(midleft=(plate.x + m.px(8), plate.centery)))
        words = Rect(plate.x + m.px(28), plate.y, plate.w - m.px(36), plate.h)
        text.draw_line(surface, self._plate_words(), words, style, m)

    def _draw_line(self, surface: Surface, index: int) -> None:
        m, rect, line = self.m, self.line_rect(index), self.lines[index]
        if index == self._lit and not self.now[0] <= index < self.now[1]:
            surface.blit(paint.rounded(rect.size, m.px(5), theme.PAPER), rect)
        words = self._words(line, index >= self.now[1])
        free = rect.h - words.height
        words.draw(surface, (rect.x + m.px(_PAD), rect.y + free - m.px(_GAP)))
