"""A table of many rows with headers that sort."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import pygame
from pygame import Rect, Surface
from pygame.event import Event

from crusade.desktop import theme
from crusade.desktop.kit import paint, text
from crusade.desktop.kit.scroll import ListView
from crusade.desktop.kit.widget import Group, Tip, Widget, is_click
from crusade.desktop.layout import Metrics, columns, cut_top, inset


@dataclass(frozen=True)
class Column:
    """A column: heading, the words of a cell, what to sort by, share of spare width, side.

    `paint_cell(surface, rect, row, metrics)` draws instead of the words when given. `up_first`
    is the direction of the first click on its heading. `note` is the heading's tooltip.
    """

    title: str
    words: Callable[[Any], str]
    order: Callable[[Any], Any] | None = None
    weight: float = 1.0
    align: str = "left"
    paint_cell: Callable[[Surface, Rect, Any, Metrics], None] | None = None
    up_first: bool = True
    note: str = ""
    least: float = 40
    """Points of width it gets at least, while all columns together fit."""
    tell: bool = False
    """Its words are part of the row's tooltip (for cells that are pictures)."""
    leave_out: int = 0
    """Where there is no room for all, columns above 0 are left out, the smallest first; what
    they say is then in the row's tooltip."""


@dataclass(eq=False)
class Table(Group):
    """Rows (any objects) shown by `columns`. `opened(row)` is told of a click on a row."""

    columns: Sequence[Column] = ()
    opened: Callable[[Any], None] | None = None
    sort_by: int = 0
    rising: bool = True
    row_height: float = 34
    empty: str = ""
    """What stands there when no row is shown."""

    def __post_init__(self) -> None:
        super().__post_init__()
        self.rows: list[Any] = []
        self.head = _Head(self)
        self.list = ListView(row_height=self.row_height, draw_row=self._draw_row, name="rows")
        self.list.clicked = self._open
        self.list.row_tip = self._row_tip
        self.kids = [self.head, self.list]

    def show(self, rows: Sequence[Any]) -> None:
        """Show these rows, sorted as the headings say."""
        self.rows = list(rows)
        self._sort()
        if self.ui is not None:
            self.list.set_count(len(self.rows))

    def rename(self, column: int, title: str) -> None:
        """Write another heading above a column."""
        if self.columns[column].title != title:
            made = list(self.columns)
            made[column] = replace(made[column], title=title)
            self.columns = made
            self.touch()

    def sort(self, column: int) -> None:
        """Sort by a column; the same column again turns the order round."""
        if self.columns[column].order is None:
            return
        if column == self.sort_by:
            self.rising = not self.rising
        else:
            self.sort_by, self.rising = column, self.columns[column].up_first
        self._sort()
        self.list.set_count(len(self.rows), keep=False)
        self.touch()

    def _sort(self) -> None:
        order = self.columns[self.sort_by].order
        if order is not None:
            self.rows.sort(key=order, reverse=not self.rising)

    def place(self, rect: Rect) -> None:
        """Place the headings and the rows below them."""
        super().place(rect)
        self.list.count = len(self.rows)
        top, rest = cut_top(rect, self.m.px(34), self.m.px(2))
        self.list.place(rest)
        self.head.place(Rect(top.x, top.y, self.list.view.w, top.h))

    def shown(self) -> list[Column]:
        """The columns there is room for."""
        room = self.list.view.w
        shown = list(self.columns)
        for column in sorted((c for c in shown if c.leave_out), key=lambda c: c.leave_out):
            if sum(self.m.px(c.least) for c in shown) > room:
                shown.remove(column)
        return shown

    def cells(self, rect: Rect) -> list[Rect]:
        """The cells of a row, one for each column of `shown`."""
        shown = self.shown()
        least = [self.m.px(column.least) for column in shown]
        spare = max(0, rect.w - sum(least))
        total = sum(column.weight for column in shown)
        share = [spare * column.weight / total for column in shown]
        return columns(rect, [a + b for a, b in zip(least, share, strict=True)])

    def _open(self, index: int) -> None:
        if self.opened is not None:
            self.opened(self.rows[index])

    def _row_tip(self, index: int) -> str | None:
        """The words of the cells that were cut or left out."""
        m, row, shown = self.m, self.rows[index], self.shown()
        cells = self.cells(self.list.row_rect(index))
        said = [
            column.words(row)
            for column, cell in zip(shown, cells, strict=True)
            if column.paint_cell is None
            and text.measure(column.words(row), theme.BODY, m) > cell.w - m.px(16)
        ]
        said += [f"{c.title}: {c.words(row)}" for c in self.columns if c not in shown]
        said += [c.words(row) for c in shown if c.tell]
        return "\n".join(said) or None

    def _draw_row(self, surface: Surface, rect: Rect, index: int, hot: bool, chosen: bool) -> None:
        m, row = self.m, self.rows[index]
        if hot or chosen:
            fill = theme.LIT if hot else theme.mix(theme.LIT, theme.PARCHMENT, 0.6)
            surface.blit(paint.rounded(rect.size, m.px(5), fill), rect)
        elif index % 2:
            shade = theme.mix(theme.PARCHMENT, theme.PARCHMENT_DEEP, 0.35)
            surface.blit(paint.rounded(rect.size, m.px(5), shade), rect)
        for column, cell in zip(self.shown(), self.cells(rect), strict=True):
            body = inset(cell, m.px(8), 0)
            if column.paint_cell is not None:
                column.paint_cell(surface, body, row, m)
            else:
                text.draw_line(surface, column.words(row), body, theme.BODY, m, align=column.align)

    def draw(self, surface: Surface) -> None:
        """Headings and rows, or the words for an empty table."""
        super().draw(surface)
        if not self.rows:
            laid = text.paragraph(self.empty, theme.LEAD, self.m, self.rect.w - self.m.px(40))
            y = self.list.rect.y + max(self.m.px(8), (self.list.rect.h - laid.height) // 2)
            laid.draw(surface, (self.rect.x + self.m.px(20), y), "center")


class _Head(Widget):
    """The headings of a table."""

    def __init__(self, table: Table) -> None:
        super().__init__(name="head")
        self.table = table

    def handle(self, event: Event) -> bool:
        """A click on a heading sorts by it."""
        if event.type == pygame.MOUSEMOTION:
            self.touch()
        if is_click(event):
            shown = self.table.shown()
            for column, cell in zip(shown, self.table.cells(self.rect), strict=True):
                if cell.collidepoint(event.pos):
                    self.table.sort(self.table.columns.index(column))
            return True
        return False

    def tip_at(self, pos: tuple[int, int]) -> tuple[Tip, Rect] | None:
        """The heading's remark."""
        for column, cell in zip(self.table.shown(), self.table.cells(self.rect), strict=True):
            if cell.collidepoint(pos) and column.note:
                return Tip(text=column.note), cell
        return None

    def draw(self, surface: Surface) -> None:
        """The headings; the one that sorts carries an arrow."""
        m, table = self.m, self.table
        mouse = self.ui.mouse if self.ui is not None and self.hot else (-1, -1)
        sorting = table.columns[table.sort_by] if table.columns else None
        for column, cell in zip(table.shown(), table.cells(self.rect), strict=True):
            sorts = column is sorting and column.order is not None
            if cell.collidepoint(mouse) and column.order is not None:
                surface.blit(paint.rounded(cell.size, m.px(5), theme.PARCHMENT_DEEP), cell)
            body = inset(cell, m.px(8), 0)
            arrow = m.px(14) if sorts else 0
            body.w -= arrow
            style = theme.Style(15, True)
            place = text.draw_line(surface, column.title, body, style, m, align=column.align)
            if sorts:
                self._draw_arrow(surface, place.right + m.px(5), place.centery)
        bottom = self.rect.bottom - 1
        surface.fill(theme.EDGE, (self.rect.x, bottom, self.rect.w, m.px(1.5)))

    def _draw_arrow(self, surface: Surface, x: int, y: int) -> None:
        size = self.m.px(4)
        way = -1 if self.table.rising else 1
        points = [(x, y - size * way), (x + 2 * size, y - size * way), (x + size, y + size * way)]
        pygame.draw.polygon(surface, theme.ACCENT, points)
