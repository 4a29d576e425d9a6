"""The log: the whole game in words, by rounds; a line that is pointed at lights its Regions.

It follows the game as long as its end is in sight, tells how many lines wait below when it is not,
and can be taken along as text.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Sequence
from functools import lru_cache

import pygame
from pygame import Rect, Surface
from pygame.event import Event

from crusade.desktop import pictures, theme
from crusade.desktop.kit import Button, Panel, Scroller, is_click, is_key, paint, text
from crusade.desktop.layout import Metrics, inset
from crusade.desktop.panels.colours import ink_of
from crusade.desktop.theme import Style
from crusade.desktop.words import Cast, GameLog, LogLine
from crusade.desktop.words.log import ROUND, TURN
from crusade.replay import Step
from crusade.rules import State
from crusade.rules.ids import NOBODY, TRIBES
from crusade.texts import _n, _p

_STYLE = Style(15)
_ROUND = Style(15, True, theme.INK_SOFT)
_GAP = 3
_SLACK = 20
"""Points above the end at which the log still counts as scrolled to its end: a line's height."""
_TOOL, _TOOLS_FROM = 26, 84
"""Points of the side of a small button, and of the panel's height from which they are shown."""


class LogPanel(Panel):
    """The lines of the game so far, the newest at the bottom.

    ``chosen(line)`` is told of a click on a line, ``pointed(line)`` when the mouse or the keyboard
    comes to one and ``pointed(None)`` when it leaves. ``copied(words)`` and ``exported(words)`` get
    the log as text when somebody wants it; without them there are no buttons for it.
    """

    def __init__(
        self,
        cast: Cast,
        chosen: Callable[[LogLine], None] | None = None,
        pointed: Callable[[LogLine | None], None] | None = None,
        copied: Callable[[str], None] | None = None,
        exported: Callable[[str], None] | None = None,
        name: str = "log",
    ) -> None:
        super().__init__(name=name)
        self.game_log = GameLog(cast)
        self.lines = self.add(_Lines(cast, chosen, pointed, name=f"{name}-lines"))
        self.lines.moved = self._tell_waiting
        self.newest = self.add(
            Button(
                "",
                self.lines.follow,
                icon=_painter("arrow_down"),
                style=Style(14, True),
                name=f"{name}-newest",
                visible=False,
            )
        )
        self.tools: list[Button] = []
        self.copied, self.exported = copied, exported
        if copied is not None:
            self.lines.copied = self.copy
            self.tools.append(self.add(_tool("copy", self.copy, f"{name}-copy")))
        if exported is not None:
            self.tools.append(self.add(_tool("save", self.export, f"{name}-export")))

    def natural(self, m: Metrics) -> int:
        """Pixels of height for about four lines; it takes whatever it is given."""
        return m.px(96)

    def place(self, rect: Rect) -> None:
        """The lines fill the parchment; the buttons stand over their bar."""
        super().place(rect)
        m = self.m
        body = inset(rect, m.px(8), m.px(7))
        side = m.px(_TOOL)
        shown = rect.h >= m.px(_TOOLS_FROM)
        for index, tool in enumerate(self.tools):
            tool.visible = shown
            tool.place(Rect(body.right - side, body.y + index * (side + m.px(3)), side, side))
        self.lines.tools = (side, len(self.tools) * (side + m.px(3))) if shown else (0, 0)
        self.lines.place(body)
        self._tell_waiting()

    def show(self, opening: State, steps: Sequence[Step]) -> None:
        """Show the game up to the last of ``steps``; cheap when nothing is new."""
        if self.game_log.update(opening, steps):
            self.lines.set_lines(self.game_log.lines)
            self._tell_waiting()

    def _tell_waiting(self) -> None:
        """How many new lines stand below what is in sight, on a button that leads there."""
        count = self.lines.waiting
        if count and self.ui is not None and self.lines.rect.w:
            m = self.m
            self.newest.set(label=_n("{count} new line", "{count} new lines", count))
            wide = min(self.newest.natural_width(m), self.lines.view.w)
            place = Rect(0, 0, wide, m.px(26))
            place.midbottom = (self.lines.view.centerx, self.lines.rect.bottom)
            self.newest.place(place)
        if self.newest.visible != bool(count):
            self.newest.visible = bool(count)
            self.newest.touch()

    # ---------------------------------------------------------------- taking it along
    def words(self) -> str:
        """The whole log as text: rounds and turns as headings, what happened below them."""
        return log_text(self.game_log.lines)

    def copy(self) -> None:
        """Hand the text to whoever copies it."""
        if self.copied is not None:
            self.copied(self.words())

    def export(self) -> None:
        """Hand the text to whoever writes it to a file."""
        if self.exported is not None:
            self.exported(self.words())


def log_text(lines: Sequence[LogLine]) -> str:
    """Lines of the log as plain text, one line each, with an empty line before each round."""
    out: list[str] = []
    for line in lines:
        if line.kind == ROUND:
            out += ["", line.plain] if out else [line.plain]
        else:
            out.append(f"{'  ' if line.kind == TURN else '    '}{line.plain}")
    return "\n".join(out) + "\n" if out else ""


def _painter(icon: str) -> Callable[[int, theme.Colour], Surface]:
    def drawn(size: int, colour: theme.Colour) -> Surface:
        return pictures.icon(icon, size, colour)

    return drawn


class _Tool(Button):
    """A small button with a picture alone."""

    def _draw_words(self, surface: Surface, inner: Rect, ink: theme.Colour) -> None:
        if self.icon is not None:
            shown = self.icon(self.m.px(16), ink)
            surface.blit(shown, shown.get_rect(center=self.rect.center))


def _tool(icon: str, act: Callable[[], None], name: str) -> Button:
    """The button that copies the log, or the one that writes it."""

    def tip() -> str:
        if icon == "copy":
            return _p("button", "Copy the log as text")
        return _p("button", "Write the log to a text file")

    return _Tool("", act, icon=_painter(icon), style=Style(14, True), name=name, tip=tip)


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
        self.moved: Callable[[], None] | None = None
        self.copied: Callable[[], None] | None = None
        self.tools = (0, 0)
        """Pixels of width and height that buttons over the bar take."""
        self.following = True
        """Whether the newest lines are kept in sight."""
        self._known = 0
        """How many lines there were when the end was left."""

    # ---------------------------------------------------------------- following
    @property
    def waiting(self) -> int:
        """How many lines have come since somebody scrolled up."""
        return 0 if self.following else max(0, len(self.shown) - self._known)

    def follow(self) -> None:
        """Go to the end and stay there."""
        self.scroll_to(self.limit)

    def scroll_to(self, offset: int) -> bool:
        """Scroll; whoever comes to the end follows again, whoever leaves it reads on in peace."""
        moved = super().scroll_to(offset)
        end = self.offset >= self.limit - self.m.px(_SLACK)
        if self.following and not end:
            self._known = len(self.shown)
        self.following = end
        if moved and self.moved is not None:
            self.moved()
        return moved

    def reveal(self, rect: Rect) -> None:
        """Scroll to a line; getting the focus scrolls nothing."""
        if rect != self.rect:
            super().reveal(rect)

    # ---------------------------------------------------------------- lines
    def set_lines(self, lines: Sequence[LogLine]) -> None:
        """Take over the lines; only those that differ are laid out anew."""
        same = 0
        for old, new in zip(self.shown, lines, strict=False):
            if old is not new:
                break
            same += 1
        del self._laid[same:]
        self._light(None)  # its place may be another's now
        self.shown = list(lines)
        if self.ui is None or self.rect.w == 0:
            return
        self._lay()
        self._hold()
        self.touch()

    def place(self, rect: Rect) -> None:
        """Place the view; the newest lines stay in sight if they were."""
        super().place(rect)
        self._lay()
        self._hold()

    def _hold(self) -> None:
        """Stay where one is: at the end while following; where all can be seen, that is the end."""
        self.following = self.following or not self.limit
        self.offset = self.limit if self.following else min(self.offset, self.limit)

    @property
    def view(self) -> Rect:
        """Room for the lines: beside the bar and the buttons over it."""
        view = super().view
        view.w = min(
            view.w, max(0, self.rect.w - self.tools[0] - self.m.px(4) * bool(self.tools[0]))
        )
        return view

    def bar(self) -> tuple[Rect, Rect] | None:
        """The bar, below the buttons."""
        found = super().bar()
        if found is None or not self.tools[1]:
            return found
        m = self.m
        trough = found[0]
        trough = Rect(trough.x, trough.y + self.tools[1], trough.w, trough.h - self.tools[1])
        trough.centerx = self.rect.right - self.tools[0] // 2
        tall = min(max(m.px(20), trough.h * self.rect.h // self.length), trough.h)
        top = trough.y + (trough.h - tall) * self.offset // self.limit
        return trough, Rect(trough.x, top, trough.w, tall)

    def _lay(self) -> None:
        """Lay out what is not laid out yet, for the width with room for the bar."""
        m = self.m
        # Room for the bar is kept also where none is needed yet.
        width = self.rect.w - max(m.px(16), self.tools[0] + m.px(4)) - m.px(22)
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

    @property
    def whole_from(self) -> int:
        """The pixel from which lines of text are drawn: while the newest are followed, the top of
        the first one that is in sight as a whole.
        """
        top = self.rect.y
        if not self.following or not self.limit:
            return top
        index = min(bisect_right(self._tops, self.offset), len(self._laid)) - 1
        laid, first = self._laid[index], self.row_rect(index).top
        above = min(-(-(top - first) // laid.step), len(laid.lines))
        whole = max(top, first + above * laid.step)
        return whole if whole + laid.step <= self.rect.bottom else top

    def row_at(self, pos: tuple[int, int]) -> int | None:
        """The line under a pixel."""
        if not self.view.collidepoint(pos) or pos[1] < self.whole_from:
            return None
        index = bisect_right(self._tops, pos[1] - self.rect.y + self.offset) - 1
        return index if 0 <= index < len(self.shown) else None

    # ---------------------------------------------------------------- events
    def handle(self, event: Event) -> bool:
        """Light the line under the mouse, choose it by a click, scroll."""
        if event.type == pygame.MOUSEMOTION and self._drag is None:
            self._light(self.row_at(event.pos))
        if self.focused and self._key(event):
            return True
        if super().handle(event):
            if event.type == pygame.MOUSEWHEEL and self.ui is not None:
                self._light(self.row_at(self.ui.mouse))
            return True
        if is_click(event):
            row = self.row_at(event.pos)
            self._light(row)  # a finger has not been there before
            if row is not None and self.shown[row].regions and self.chosen is not None:
                self.chosen(self.shown[row])
            return row is not None
        return False

    @property
    def focusable(self) -> bool:  # type: ignore[override]
        """The keyboard can walk its lines."""
        return bool(self.shown)

    def _key(self, event: Event) -> bool:
        """Up and Down go from line to line, Enter chooses one, Ctrl C copies all."""
        if event.type != pygame.KEYDOWN:
            return False
        if event.key == pygame.K_c and event.mod & (pygame.KMOD_CTRL | pygame.KMOD_META):
            if self.copied is not None:
                self.copied()
            return self.copied is not None
        if is_key(event, pygame.K_UP, pygame.K_DOWN):
            self._walk(1 if event.key == pygame.K_DOWN else -1)
            return True
        chosen = is_key(event, pygame.K_RETURN, pygame.K_KP_ENTER, pygame.K_SPACE)
        if chosen and self._lit is not None and self.chosen is not None:
            self.chosen(self.shown[self._lit])
            return True
        return False

    def _walk(self, step: int) -> None:
        """Light the next line that speaks of a Region, above or below."""
        start = len(self.shown) if self._lit is None else self._lit
        rows = range(start + step, len(self.shown)) if step > 0 else range(start - 1, -1, -1)
        row = next((r for r in rows if self.shown[r].regions), None)
        if row is not None:
            self.reveal(self.row_rect(row))
            self._light(row)

    def focus(self, on: bool) -> None:
        """No line stays lit when the keyboard leaves."""
        super().focus(on)
        if not on:
            self._light(None)

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
        around = surface.get_clip()
        cut = self.whole_from - self.rect.y
        clip = around.clip(Rect(self.rect.x, self.rect.y + cut, self.rect.w, self.rect.h - cut))
        surface.set_clip(clip)
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
        surface.set_clip(around)
        self._fade(surface)
        if self.keyed:
            paint.draw_focus(surface, self.rect.inflate(-m.px(4), -m.px(4)), m.scale, 4)

    def _fade(self, surface: Surface) -> None:
        """The edges of the view grow pale where lines go on beyond them; not the upper one where
        whole lines stand.
        """
        tall = self.m.px(11)
        size = (self.view.w, min(tall, self.rect.h // 3))
        if self.offset > 0 and not self.following:
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
