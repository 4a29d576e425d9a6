"""The tooltip: appears when the mouse rests, stays in the window, never covers what it explains."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from pygame import Rect, Surface

from crusade.desktop import theme
from crusade.desktop.kit import paint, text
from crusade.desktop.kit.widget import Tip, Widget
from crusade.desktop.layout import beside, clear_of, inset, keep_inside

if TYPE_CHECKING:
    from crusade.desktop.kit.ui import Ui

_PAD = 11
_HEAD, _WORDS, _NOTE = 17, 15, theme.FAINT.size
"""Points of its letters: heading, words and rows, remark."""
_SMALLER = (0, 1, 2, 3)
"""Points by which letters may shrink where a tooltip has no other room, tried in turn."""
_LEAST = 15
"""Pixels of height of letters below which they do not shrink."""


class TooltipBox:
    """The one tooltip of a window."""

    def __init__(self, ui: Ui) -> None:
        self.ui = ui
        self.tip: Tip | None = None
        self.target = Rect(0, 0, 0, 0)
        self.rect = Rect(0, 0, 0, 0)
        self.field: Rect | None = None
        """Tooltips of what lies in here stay in here where they can, off the buttons beside it."""
        self.shelf: Rect | None = None
        """Where a tooltip out of the field may stand when it would cover too much anywhere else."""
        self.off: tuple[Rect, ...] = ()
        """What tooltips out of the field leave in sight too: the buttons that answer."""
        self.spared: tuple[Rect, ...] = ()
        """What every tooltip leaves in sight where it finds any other place."""
        self._less = 0
        self._waiting: Widget | None = None
        self._left = 0.0
        self._pos = (0, 0)

    def point(self, widget: Widget | None, pos: tuple[int, int]) -> None:
        """The mouse moved over `widget` (None: over nothing that explains itself)."""
        said = widget.tip_at(pos) if widget is not None else None
        while said is None and widget is not None and widget.parent is not None:
            widget = widget.parent
            said = widget.tip_at(pos)
        if widget is None or said is None:
            self.hide()
            return
        if self.tip is not None:
            if said == (self.tip, self.target):
                return
            self.show(*said, widget.clear_of(pos))
            return
        if widget is not self._waiting:
            self._waiting, self._left = widget, widget.tip_delay
        self._pos = pos
        if self._left <= 0:
            self.show(*said, widget.clear_of(pos))

    def show(self, tip: Tip, target: Rect, clear: Sequence[Rect] = ()) -> None:
        """Show it now, beside the target and off `clear` (window pixels, most important first)."""
        self.hide()
        self.tip, self.target = tip, Rect(target)
        m = self.ui.m
        bounds = inset(m.window, m.px(6))
        self._less = self._letters(tip, bounds.h)
        self.rect = self._sparing(self._place(tip, bounds, clear), bounds, clear)
        self.ui.touch(paint.panel_ink(self.rect, m.scale))

    def _sparing(self, place: Rect, bounds: Rect, clear: Sequence[Rect]) -> Rect:
        """``place`` or, where it covers what is to be spared, another one that covers nothing."""
        spared = [rect for rect in self.spared if not rect.colliderect(self.target)]
        if place.collidelist(spared) < 0:
            return place
        field, gap = self.field, self.ui.m.px(8)
        rooms = [(bounds, (*clear, *spared, *self.off))]
        if field is not None and field.contains(self.target):
            rooms.insert(0, (field, (*clear, *spared)))
        for room, kept in rooms:
            other, covers = clear_of(self.target, place.size, room, gap, kept)
            if not covers and not other.colliderect(self.target):
                return other
        return place

    def _place(self, tip: Tip, bounds: Rect, clear: Sequence[Rect]) -> Rect:
        gap, field, size = self.ui.m.px(8), self.field, self.size(tip, less=self._less)
        kept = field if field is not None and field.contains(self.target) else None
        if not clear:
            if kept is not None:
                place = beside(self.target, size, kept, gap)
                if place.size == size and not place.colliderect(self.target):
                    return place
            return beside(self.target, size, bounds, gap)
        if kept is None:
            return clear_of(self.target, size, bounds, gap, clear)[0]
        place, covered = clear_of(self.target, size, kept, gap, clear)
        fits = place.size == size and not place.colliderect(self.target)
        if fits and not covered:
            return place
        free, covers = clear_of(self.target, size, bounds, gap, (*clear, *self.off))
        if covers:
            shelved = self._on_shelf(tip)
            if shelved is not None:
                return shelved
        # Better over the buttons beside the field than over what it explains.
        return place if fits and covered <= covers else free

    def _letters(self, tip: Tip, tall: int) -> int:
        """By how many points its letters are smaller, so that it is ``tall`` pixels at most."""
        allowed = [less for less in _SMALLER if self.ui.m.px(_NOTE - less) >= _LEAST] or [0]
        fitting = (less for less in allowed if self.size(tip, less=less)[1] <= tall)
        return next(fitting, allowed[-1])

    def _on_shelf(self, tip: Tip) -> Rect | None:
        """Its place on the shelf, as wide as that and in smaller letters if need be, or None."""
        m, shelf = self.ui.m, self.shelf
        if shelf is None:
            return None
        for less in _SMALLER:
            if less and m.px(_NOTE - less) < _LEAST:
                break
            wide, tall = self.size(tip, shelf.w, less)
            if wide <= shelf.w and tall <= shelf.h:
                self._less = less
                place = Rect(shelf.x, 0, wide, tall)
                place.centery = self.target.centery
                return keep_inside(place, shelf)
        return None

    def hide(self) -> None:
        """Take it away and stop waiting."""
        self._waiting = None
        if self.tip is not None:
            self.tip = None
            self.ui.touch(paint.panel_ink(self.rect, self.ui.m.scale))

    def wake_in(self) -> float | None:
        """Seconds until it wants to appear."""
        return max(0.0, self._left) if self._waiting is not None and self.tip is None else None

    def update(self, dt: float) -> None:
        """Let time pass; shows the tooltip when the mouse has rested long enough."""
        if self._waiting is None or self.tip is not None:
            return
        self._left -= dt
        if self._left <= 0:
            said = self._waiting.tip_at(self._pos)
            if said is None:
                self._waiting = None
            else:
                self.show(*said, self._waiting.clear_of(self._pos))

    def size(self, tip: Tip, most: int | None = None, less: int = 0) -> tuple[int, int]:
        """Size in pixels of the box for a tip, `most` pixels wide, its letters `less` points
        smaller than usual.
        """
        m = self.ui.m
        wide = min(m.px(tip.width), m.window.w - m.px(40))
        if most is not None:
            wide = min(wide, most - 2 * m.px(_PAD) - 1)
        parts = self._parts(tip, wide, less)
        rows = [
            text.measure(r.left, _row_style(r.strong, less), m)
            + text.measure(r.right, _row_style(r.strong, less), m)
            + m.px(26)
            for r in tip.rows
        ]
        used = max([p.natural for p in parts if p] + rows + [m.px(40)])
        used = min(used, wide)
        height = sum(p.height for p in self._parts(tip, used, less) if p)
        height += len(tip.rows) * self._row_height(less) + (m.px(6) if tip.rows else 0)
        height += m.px(3) if tip.note else 0
        return used + 2 * m.px(_PAD) + 1, height + 2 * m.px(_PAD - 2)

    def draw(self, surface: Surface) -> None:
        """Draw it, if it is shown."""
        tip = self.tip
        if tip is None:
            return
        m = self.ui.m
        paint.draw_panel(surface, self.rect, m.scale, top=theme.PAPER, bottom=theme.PAPER)
        body = inset(self.rect, m.px(_PAD), m.px(_PAD - 2))
        title, words, note = self._parts(tip, body.w, self._less)
        y = body.y
        for part in (title, words):
            if part is not None:
                part.draw(surface, (body.x, y))
                y += part.height
        y = self._draw_rows(surface, tip, body, y)
        if note is not None:
            note.draw(surface, (body.x, y + m.px(3)))

    def _draw_rows(self, surface: Surface, tip: Tip, body: Rect, y: int) -> int:
        m = self.ui.m
        if tip.rows:
            y += m.px(3)
        for index, row in enumerate(tip.rows):
            line = Rect(body.x, y, body.w, self._row_height(self._less))
            if row.strong and index:
                surface.fill(theme.EDGE_SOFT, (line.x, line.y, line.w, m.px(1)))
            style = _row_style(row.strong, self._less)
            number = text.measure(row.right, style, m)
            text.draw_line(surface, row.right, line, style, m, align="right")
            line.w -= number + m.px(10)
            text.draw_line(surface, row.left, line, style, m)
            y += line.h
        return y + (m.px(3) if tip.rows else 0)

    def _parts(self, tip: Tip, wide: int, less: int) -> tuple[text.Paragraph | None, ...]:
        m = self.ui.m
        head, words = theme.Style(_HEAD - less, True), theme.Style(_WORDS - less)
        note = theme.Style(_NOTE - less, theme.FAINT.bold, theme.FAINT.colour)
        return (
            text.paragraph(tip.title, head, m, wide) if tip.title else None,
            text.paragraph(tip.text, words, m, wide) if tip.text else None,
            text.paragraph(tip.note, note, m, wide) if tip.note else None,
        )

    def _row_height(self, less: int) -> int:
        return text.line_height(_row_style(False, less), self.ui.m)


def _row_style(strong: bool, less: int) -> theme.Style:
    return theme.Style(_WORDS - less, strong)
