"""A small menu beside what was clicked: several ways to do a thing, one click each."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import pygame
from pygame import Rect, Surface

from crusade.desktop import theme
from crusade.desktop.kit import paint, text
from crusade.desktop.kit.labels import Label, Panel
from crusade.desktop.kit.scroll import ListView
from crusade.desktop.kit.ui import Layer, Ui
from crusade.desktop.kit.widget import Group, is_key
from crusade.desktop.layout import beside, inset


@dataclass(frozen=True)
class MenuItem:
    """A line of a menu: its word, what it does, a remark on the right, a picture on the left.

    One that is not `enabled` is passed over by the arrow keys; `why` is then its remark, and its
    tooltip where there is no room for all of it.
    """

    label: str
    action: Callable[[], None] | None = None
    note: str = ""
    enabled: bool = True
    why: str = ""
    icon: Callable[[int], Surface] | None = None

    @property
    def remark(self) -> str:
        """What stands on the right."""
        return self.note if self.enabled else self.why or self.note


def menu(
    ui: Ui,
    anchor: Rect,
    items: Sequence[MenuItem],
    *,
    title: str = "",
    closed: Callable[[], None] | None = None,
    within: Callable[[], Rect] | None = None,
) -> Layer:
    """Open a menu beside `anchor` (window pixels), never covering it where there is room.

    It stays inside of `within` if it is not larger, so that it covers nothing beside that.

    A click on a line, Enter on the chosen one or its number key (1 to 9) takes it; a click
    beside the menu or Escape closes it (`closed` is told when nothing was taken).
    """
    root = Group()
    panel = root.add(Panel(name="menu", top=theme.PAPER, bottom=theme.PARCHMENT))
    heading = panel.add(Label(title, theme.STRONG)) if title else None
    rows = panel.add(_Rows(count=len(items), row_height=34, name="menu-rows"))
    layer = Layer(root)

    def leave() -> None:
        ui.close(layer)
        if closed is not None:
            closed()

    def take(index: int) -> None:
        item = items[index]
        if not item.enabled:
            if item.why:
                ui.say(item.why, rows.row_rect(index))
            return
        ui.close(layer)
        if item.action is not None:
            item.action()

    rows.items, rows.clicked = items, take
    rows.row_tip = lambda index: items[index].why if not items[index].enabled else None
    rows.draw_row = rows.draw_item
    layer.outside = layer.escape = leave

    def place() -> None:
        m = ui.m
        pad = m.px(7)
        head = text.line_height(theme.STRONG, m) + m.px(6) if heading else 0
        wide = max([rows.need(item) for item in items] + [m.px(140)])
        if heading:
            wide = max(wide, text.measure(title, theme.STRONG, m) + m.px(14))
        wide = min(wide + 2 * pad, m.window.w - m.px(16))
        tall = min(len(items) * m.px(34) + head + 2 * pad, m.window.h - m.px(16))
        bounds = inset(m.window, m.px(6))
        if within is not None and within().w >= wide and within().h >= tall:
            bounds = within()
        panel.place(beside(anchor, (wide, tall), bounds, m.px(4)))
        inner = inset(panel.rect, pad)
        if heading:
            heading.place(Rect(inner.x + m.px(7), inner.y, inner.w - m.px(14), head))
        rows.place(Rect(inner.x, inner.y + head, inner.w, inner.h - head))

    layer.place = place
    layer.home = rows
    ui.open(layer)
    rows.choose(next(iter(rows.open), 0))
    return layer


@dataclass(eq=False)
class _Rows(ListView):
    """The lines of a menu."""

    items: Sequence[MenuItem] = ()

    def need(self, item: MenuItem) -> int:
        """Pixels of width a line needs."""
        m = self.m
        wide = text.measure(item.label, theme.BODY, m) + m.px(24)
        if item.remark:
            wide += text.measure(item.remark, theme.FAINT, m) + m.px(28)
        return wide + (m.px(32) if item.icon else 0)

    def handle(self, event: pygame.event.Event) -> bool:
        """Number keys take a line; the mouse and the arrow keys move the one chosen line."""
        if event.type == pygame.MOUSEMOTION:
            row = self.row_at(event.pos)
            if row is not None and row != self.chosen:
                self.chosen = row
                self.touch()
        if is_key(event, pygame.K_UP, pygame.K_DOWN, pygame.K_HOME, pygame.K_END):
            if self.open:
                self.choose(self._led_to(event.key))
            return True
        if event.type == pygame.KEYDOWN and pygame.K_1 <= event.key <= pygame.K_9:
            index = event.key - pygame.K_1
            if index < len(self.items) and self.clicked is not None:
                self.clicked(index)
            return True
        return super().handle(event)

    @property
    def open(self) -> list[int]:
        """The lines that can be taken."""
        return [index for index, item in enumerate(self.items) if item.enabled]

    def _led_to(self, key: int) -> int:
        """The line that a key leads to; past the last one comes the first."""
        ways = self.open
        at = -1 if self.chosen is None else self.chosen
        if key in (pygame.K_HOME, pygame.K_END):
            return ways[0 if key == pygame.K_HOME else -1]
        if key == pygame.K_DOWN:
            return next((index for index in ways if index > at), ways[0])
        return next((index for index in reversed(ways) if index < at), ways[-1])

    def draw_item(self, surface: Surface, rect: Rect, index: int, hot: bool, chosen: bool) -> None:
        """One line."""
        m, item = self.m, self.items[index]
        if chosen:
            fill = theme.LIT if item.enabled else theme.PARCHMENT_DEEP
            surface.blit(paint.rounded(rect.size, m.px(6), fill, None, theme.GOLD, 1), rect)
        body = inset(rect, m.px(9), 0)
        if item.icon is not None:
            side = m.px(24)
            shown = item.icon(side)
            surface.blit(shown, shown.get_rect(center=(body.x + side // 2, body.centery)))
            body = Rect(body.x + m.px(32), body.y, body.w - m.px(32), body.h)
        ink = theme.INK if item.enabled else theme.rgb("#7a6a55")
        if item.remark:
            faint = theme.FAINT.with_colour(ink)
            word = text.measure(item.label, theme.BODY, m) + m.px(12)
            beside = Rect(body.x + word, body.y, max(0, body.w - word), body.h)
            text.draw_line(surface, item.remark, beside, faint, m, align="right")
            body.w = min(body.w, word)
        text.draw_line(surface, item.label, body, theme.BODY.with_colour(ink), m)
