"""Rows of a form: words on the left, the thing to set on the right, a remark below."""

from __future__ import annotations

from dataclasses import dataclass

from pygame import Rect

from crusade.desktop import theme
from crusade.desktop.kit import Button, Group, Label, Rich, Widget, text
from crusade.desktop.layout import Metrics, columns

_CONTROL = 38
_NARROW = 430
_WIDEST_LABEL = 1.45
"""How many times the usual width the words on the left may take."""


@dataclass
class Row:
    """One row: `label` may be empty (the control then takes the whole width)."""

    label: Label | None
    control: Widget
    note: Label | None = None
    extra: Widget | None = None
    """A second widget at the right end of the control, `extra_width` points wide."""
    extra_width: float = 44
    heading: bool = False
    height: float = _CONTROL

    @property
    def widgets(self) -> list[Widget]:
        """All that it consists of."""
        made = (self.label, self.control, self.note, self.extra)
        return [widget for widget in made if widget is not None]

    def show(self, visible: bool) -> None:
        """Show or hide all of it."""
        for widget in self.widgets:
            widget.visible = visible


def row(
    group: Group,
    label: str,
    control: Widget,
    *,
    note: Rich = "",
    extra: Widget | None = None,
    extra_width: float = 44,
    height: float = _CONTROL,
) -> Row:
    """Make a row and add its widgets to a group."""
    words = group.add(Label(label, theme.BODY)) if label else None
    group.add(control)
    if extra is not None:
        group.add(extra)
    remark = None
    if note:
        remark = group.add(Label(note, theme.FAINT, wrap=True, valign="top"))
    return Row(words, control, remark, extra, extra_width, height=height)


def heading(group: Group, words: str) -> Row:
    """A heading between rows."""
    return Row(None, group.add(Label(words, theme.HEAD, valign="bottom")), heading=True, height=34)


def in_order(group: Group, rows: list[Row]) -> None:
    """Let the keys go through the rows as they stand, in whatever order they were made."""
    order = {id(widget): number for number, row in enumerate(rows) for widget in row.widgets}
    group.kids.sort(key=lambda widget: order.get(id(widget), len(rows)))


def arrange(
    rows: list[Row],
    view: Rect,
    m: Metrics,
    label_width: float = 170,
    between: float = 10,
    *,
    hidden: bool = False,
) -> int:
    """Place the visible rows into a column at `view.topleft`; returns its height in pixels.

    `between` is the space between rows in points. In a narrow column the words stand above
    what they belong to. With ``hidden`` room is taken for the rows that do not show, too.
    """
    gap, margin = m.px(between), m.px(4)
    narrow = view.w < m.px(_NARROW)
    label_width = _label_width(rows, m, label_width)
    left = view.x + margin
    wide = view.w - 2 * margin
    y = view.y + margin
    for number, item in enumerate(rows):
        if not (item.control.visible or hidden):
            continue
        if item.heading and number:
            y += m.px(8)
        x, room = left, wide
        if item.label is not None:
            line = text.line_height(item.label.style, m)
            if narrow:
                item.label.place(Rect(left, y, wide, line))
                y += line + m.px(2)
            else:
                item.label.place(Rect(left, y, m.px(label_width - 12), m.px(item.height)))
                x, room = left + m.px(label_width), wide - m.px(label_width)
        place = Rect(x, y, room, m.px(item.height))
        if item.extra is not None:
            extra = m.px(item.extra_width)
            if isinstance(item.extra, Button):
                extra = min(max(extra, item.extra.natural_width(m)), room // 2)
            place.w -= extra + m.px(8)
            item.extra.place(Rect(place.right + m.px(8), y, extra, place.h))
        item.control.place(place)
        y += place.h
        if item.note is not None and item.note.content:
            tall = item.note.height(m, room)
            item.note.place(Rect(x, y + m.px(3), room, tall))
            y += tall + m.px(3)
        y += gap
    return y - gap + margin - view.y


def _label_width(rows: list[Row], m: Metrics, usual: float) -> float:
    """Points for the words on the left: more than usual where a language needs it."""
    labels = [item.label for item in rows if item.label is not None and item.control.visible]
    need = max((text.measure(text.plain(one.content), one.style, m) for one in labels), default=0)
    return min(max(usual, need / m.scale + 14), usual * _WIDEST_LABEL)


def two_columns(rect: Rect, m: Metrics, gap: float = 24) -> list[Rect]:
    """The rectangle in two columns when it is wide enough for two, else once."""
    return columns(rect, [1, 1], m.px(gap)) if m.points[0] >= 900 else [rect]
