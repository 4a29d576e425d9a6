"""The log: the whole game in words, by rounds; a line under the mouse lights its Regions."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Sequence
from functools import lru_cache

import pygame
from pygame import Rect, Surface
from pygame.event import Event

from crusade.desktop import theme
from crusade.desktop.kit import Panel, Scroller, is_click, paint, text
from crusade.desktop.layout import Metrics, inset
from crusade.desktop.panels.colours import ink_of
from crusade.desktop.theme import Style
from crusade.desktop.words import Cast, GameLog, LogLine
from crusade.desktop.words.log import ROUND, TURN
from crusade.replay import Step
from crusade.rules import State
from crusade.rules.ids import NOBODY, TRIBES

_STYLE = Style(15)
_ROUND = Style(15, True, theme.INK_SOFT)
_GAP = 3


class LogPanel(Panel):
    """The lines of the game so far, the newest at the bottom.

    ``chosen(line)`` is told of a click on a line, ``pointed(line)`` when the mouse comes over one
    and ``pointed(None)`` when it leaves. It follows new lines unless someone scrolled up.
    """

    def __init__(
        self,
        cast: Cast,
        chosen: Callable[[LogLine], None] | None = None,
        pointed: Callable[[LogLine | None], None] | None = None,
        name: str = "log",
    ) -> None:
        super().__init__(name=name)
        self.game_log = GameLog(cast)
        self.lines = self.add(_Lines(cast, chosen, pointed, name=f"{name}-lines"))

    def natural(self, m: Metrics) -> int:
        """Pixels of height for about four lines; it takes whatever it is given."""
        return m.px(96)

    def place(self, rect: Rect) -> None:
        """The lines fill the parchment."""
        super().place(rect)
        self.lines.place(inset(rect, self.m.px(8), self.m.px(7)))

    def show(self, opening: State, steps: Sequence[Step]) -> None:
        """Show the game up to the last of ``steps``; cheap when nothing is new."""
        if self.game_log.update(opening, steps):
            self.lines.set_lines(self.game_log.lines)


class _Lines(Scroller):
    """Lines of different heights, of which only the visible ones are drawn."""

    def __init__(
        self,
        cast: Cast,
        chosen: Callable[[LogLine], None] | None,
        pointed: Callable[[LogLine | None], None] | None,
        name: str,
    ) -> None:
        super().__init__(name=name)
        self.cast = cast
        self.chosen = chosen
        self.pointed = pointed
        self.shown: list[LogLine] = []
        self._laid: list[text.Paragraph] = []
        self._tops: list[int] = []
        self._width = -1
        self._scale = 0.0
        self._lit: int | None = None

    # ---------------------------------------------------------------- lines
    def set_lines(self, lines: Sequence[LogLine]) -> None:
        """Take over the lines; only those that differ are laid out anew."""
        at_end = self.offset >= self.limit - 2
        same = 0
        for old, new in zip(self.shown, lines, strict=False):
            if old is not new:
                break
            same += 1
        del self._laid[same:]
        self.shown = list(lines)
        self._lit = None
        if self.ui is None or self.rect.w == 0:
            return
        self._lay()
        self.offset = self.limit if at_end else min(self.offset, self.limit)
        self.touch()

    def place(self, rect: Rect) -> None:
        """Place the view; the newest lines stay in sight if they were."""
        at_end = self.offset >= self.limit - 2
        super().place(rect)
        self._lay()
        self.offset = self.limit if at_end else min(self.offset, self.limit)

    def _lay(self) -> None:
        """Lay out what is not laid out yet, for the width with room for the bar."""
        m = self.m
        width = self.rect.w - m.px(16) - m.px(22)
        if (width, m.scale) != (self._width, self._scale):
            self._laid.clear()
            self._width, self._scale = width, m.scale
        for line in self.shown[len(self._laid) :]:
            self._laid.append(text.paragraph(line.text, self._style(line), m, max(40, width)))
        gap, top = m.px(_GAP), 0
        self._tops = []
        for line, laid in zip(self.shown, self._laid, strict=True):
            if line.kind == ROUND and self._tops:
                top += m.px(5)
            self._tops.append(top)
            top += laid.height + gap
        self._tops.append(top)
        self.length = top

    def _style(self, line: LogLine) -> Style:
        if line.kind == ROUND:
            return _ROUND
        if line.kind == TURN:
            return Style(15, True, self._ink(line.seat))
        return _STYLE.with_colour(theme.BAD) if line.seat == TRIBES else _STYLE

    def _ink(self, seat: int) -> theme.Colour:
        if seat == TRIBES:
            return theme.BAD
        if seat >= NOBODY or seat >= len(self.cast.colours):
            return theme.INK_SOFT
        return ink_of(theme.rgb(self.cast.colours[seat]))

    def row_rect(self, index: int) -> Rect:
        """Where a line stands now, in window pixels."""
        top = self._tops[index]
        height = self._laid[index].height
        return Rect(self.rect.x, self.rect.y + top - self.offset, self.view.w, height)

    def row_at(self, pos: tuple[int, int]) -> int | None:
        """The line under a pixel."""
        if not self.view.collidepoint(pos):
            return None
        index = bisect_right(self._tops, pos[1] - self.rect.y + self.offset) - 1
        return index if 0 <= index < len(self.shown) else None

    # ---------------------------------------------------------------- events
    def handle(self, event: Event) -> bool:
        """Light the line under the mouse, choose it by a click, scroll."""
        if event.type == pygame.MOUSEMOTION and self._drag is None:
            self._light(self.row_at(event.pos))
        if super().handle(event):
            if event.type == pygame.MOUSEWHEEL and self.ui is not None:
                self._light(self.row_at(self.ui.mouse))
            return True
        if is_click(event):
            row = self.row_at(event.pos)
            if row is not None and self.shown[row].regions and self.chosen is not None:
                self.chosen(self.shown[row])
            return row is not None
        return False

    def hover(self, hot: bool) -> None:
        """No line is lit when the mouse leaves."""
        super().hover(hot)
        if not hot:
            self._light(None)

    def _light(self, row: int | None) -> None:
        if row is not None and not self.shown[row].regions:
            row = None
        if row == self._lit:
            return
        for index in (row, self._lit):
            if index is not None and index < len(self._laid) and self.ui is not None:
                self.ui.touch(self.row_rect(index).inflate(4, 4).clip(self.rect))
        self._lit = row
        if self.pointed is not None:
            self.pointed(self.shown[row] if row is not None else None)

    # ---------------------------------------------------------------- looks
    def draw_content(self, surface: Surface) -> None:
        """Only the lines within the clip."""
        m = self.m
        clip = surface.get_clip()
        start = bisect_right(self._tops, clip.top - self.rect.y + self.offset) - 1
        for index in range(max(0, start), len(self.shown)):
            line, laid, place = self.shown[index], self._laid[index], self.row_rect(index)
            if place.top > clip.bottom:
                break
            if index == self._lit:
                lit = place.inflate(0, m.px(2))
                surface.blit(paint.rounded(lit.size, m.px(4), theme.LIT), lit)
            if line.kind == ROUND:
                self._draw_round(surface, place, laid)
                continue
            indent = 0 if line.kind == TURN else m.px(14)
            if indent:
                bar = Rect(place.x + m.px(4), place.y + m.px(3), m.px(3), place.h - m.px(6))
                colour = theme.EDGE_SOFT if line.seat >= NOBODY else self._bar(line.seat)
                surface.blit(paint.rounded(bar.size, bar.w // 2, colour), bar)
            laid.draw(surface, (place.x + m.px(4) + max(0, indent - m.px(4)), place.y))
        self._fade(surface)

    def _fade(self, surface: Surface) -> None:
        """The edges of the view grow pale where lines go on beyond them."""
        tall = self.m.px(11)
        size = (self.view.w, min(tall, self.rect.h // 3))
        if self.offset > 0:
            surface.blit(_veil(size, theme.PARCHMENT, True), self.rect)
        if self.offset < self.limit:
            surface.blit(
                _veil(size, theme.PARCHMENT_LOW, False), (self.rect.x, self.rect.bottom - size[1])
            )

    def _bar(self, seat: int) -> theme.Colour:
        return theme.TRIBES if seat == TRIBES else theme.rgb(self.cast.colours[seat])

    def _draw_round(self, surface: Surface, place: Rect, laid: text.Paragraph) -> None:
        """The heading of a round with a line on both sides."""
        m = self.m
        left = place.x + m.px(4)
        laid.draw(surface, (left, place.y))
        x = left + laid.natural + m.px(10)
        surface.fill(theme.EDGE_SOFT, (x, place.centery, max(0, place.right - x), max(1, m.px(1))))


@lru_cache(maxsize=16)
def _veil(size: tuple[int, int], colour: theme.Colour, top: bool) -> Surface:
    """A strip of one colour that is solid at its outer edge and clear at the inner one."""
    strip = paint.sheet((1, size[1]))
    for y in range(size[1]):
        share = 1 - (y + 0.5) / size[1] if top else (y + 0.5) / size[1]
        strip.set_at((0, y), (*colour, round(255 * share)))
    return pygame.transform.scale(strip, size)
