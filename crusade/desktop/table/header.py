"""The line above the board: whose turn it is, which step, and the round."""

from __future__ import annotations

from pygame import Rect

from crusade.desktop import theme
from crusade.desktop.kit import Label, Ui, text
from crusade.desktop.layout import Metrics, cut_right
from crusade.desktop.panels import RoundTrack
from crusade.desktop.words import Cast, headline
from crusade.rules import State


class Header:
    """Title and step on the left, the round track on the right."""

    def __init__(self, ui: Ui, cast: Cast) -> None:
        self.cast = cast
        self.title = ui.add(Label("", theme.TITLE_ON_WOOD, name="title"))
        self.step = ui.add(Label("", theme.ON_WOOD, name="step", wrap=True))
        self.track = ui.add(RoundTrack(cast))

    def show(self, s: State, waiting: bool) -> None:
        """Say what is going on; while another person must take over (``waiting``) not the step."""
        title, step = headline(self.cast, s)
        self.title.set(title)
        self.step.set("" if waiting else step)
        self.track.show(s)

    def shape(self) -> tuple[object, ...]:
        """What the places depend on beside the window."""
        return (self.title.content, self.step.content)

    def layout(self, rect: Rect, m: Metrics, small: bool) -> None:
        """Give the three their places; a long step takes two lines."""
        track = min(self.track.natural_width(m), rect.w // 2)
        right, left = cut_right(rect, track, m.px(12))
        self.track.place(right)
        size = 20 if small else 28
        words = str(self.title.content)
        while size > 15 and text.measure(words, theme.Style(size, True), m) > left.w - m.px(6):
            size -= 1
        self.title.style = theme.Style(size, True, theme.CREAM)
        wide = text.measure(words, self.title.style, m) + m.px(14)
        wide = min(wide, left.w)
        self.title.place(Rect(left.x + m.px(4), left.y, wide, left.h))
        room = max(0, left.w - wide)
        words = str(self.step.content)
        style = theme.Style(14 if small else 17, False, theme.CREAM_SOFT)
        fits = text.measure(words, style, m) <= room
        if not fits:
            style = theme.Style(14, False, theme.CREAM_SOFT)
        self.step.style = style
        down = m.px(2) if fits and not small else 0
        self.step.place(Rect(left.x + wide, left.y + down, room, left.h))
        # Half a sentence helps nobody; the line below the board says it too.
        lines = text.paragraph(words, style, m, max(1, room)).lines
        self.step.visible = len(lines) * text.line_height(style, m) <= left.h + m.px(2)
