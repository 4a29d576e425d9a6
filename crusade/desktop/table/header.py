"""The line above the board: whose turn it is, which step, and the round."""

from __future__ import annotations

from collections.abc import Callable

from pygame import Rect

from crusade.desktop import theme
from crusade.desktop.kit import Label, Ui, text
from crusade.desktop.layout import Metrics, cut_right
from crusade.desktop.panels import RoundTrack
from crusade.desktop.table.naming import fitting_test, shorten_names
from crusade.desktop.words import Cast, headline
from crusade.rules import State
from crusade.rules.questions import EventMarker

SIZES = ((28, 17), (24, 16), (20, 15))
"""Points of title and step on one line, tried in turn; a small window begins with the last."""
STACKED = (18, 14)
"""Points of title and step when the step has a line of its own."""
TIGHT = (13, 12, 11, 10)
"""Points of such a step that would be cut off, tried in turn while they can be read."""
LEAST = 14
"""Pixels of the smallest letters."""


class Header:
    """Title and step on the left, the round track on the right."""

    def __init__(self, ui: Ui, cast: Cast, legend: Callable[[], None] | None = None) -> None:
        self.cast = cast
        self.title = ui.add(Label("", theme.TITLE_ON_WOOD, name="title"))
        self.step = ui.add(Label("", theme.ON_WOOD, name="step"))
        self.track = ui.add(RoundTrack(cast, opened=legend))
        self._words = ("", "")

    def show(
        self,
        s: State,
        waiting: bool,
        active: bool = False,
        row: tuple[EventMarker, ...] = (),
        known: EventMarker | None = None,
    ) -> None:
        """Say what is going on; while another person must take over (``waiting``) not the step.

        ``active`` as in `headline`, ``row`` and ``known`` as for `RoundTrack.show`.
        """
        title, step = headline(self.cast, s, active)
        if self._words != (title, "" if waiting else step):
            self._words = (title, "" if waiting else step)
            self.title.set(title)
            self.step.set(self._words[1])
        self.track.show(s, row, known)

    def shape(self) -> tuple[object, ...]:
        """What the places depend on beside the window."""
        return self._words

    def words(self) -> tuple[Rect, ...]:
        """Where title and step are read; tooltips keep off them."""
        found = []
        for label in (self.title, self.step):
            place = Rect(label.rect)
            said = text.plain(label.content)
            place.w = min(place.w, text.measure(said, label.style, label.m))
            found.append(place)
        return tuple(found)

    def layout(self, rect: Rect, m: Metrics, small: bool) -> None:
        """Give the three their places.

        Title and step stand on one line if they can, else the round track takes its short form,
        else the step goes on a line of its own, and names are shortened last of all.
        """
        title, step = self._words
        full, short = self.track.natural_width(m), self.track.short_width(m)
        for track in (full, short):
            for head, body in SIZES[-1:] if small else SIZES:
                wide = text.measure(title, _head(head), m) + m.px(14)
                wide += text.measure(step, _body(body), m)
                if m.px(8) + wide + m.px(14) + track <= rect.w:
                    self._one_line(rect, m, track, _head(head), _body(body))
                    return
        self._two_lines(rect, m, min(short, round(rect.w * 0.56)))

    def _one_line(
        self, rect: Rect, m: Metrics, track: int, head: theme.Style, body: theme.Style
    ) -> None:
        title, step = self._words
        right, left = cut_right(rect, track, m.px(10))
        self.track.place(right)
        self.title.style, self.step.style = head, body
        self.title.set(title)
        self.step.set(step)
        wide = text.measure(title, head, m) + m.px(14)
        self.title.place(Rect(left.x + m.px(4), left.y, min(wide, left.w), left.h))
        rest = Rect(left.x + wide, left.y + m.px(2), max(0, left.w - wide), left.h)
        self.step.place(rest)

    def _two_lines(self, rect: Rect, m: Metrics, track: int) -> None:
        title, step = self._words
        right, left = cut_right(rect, track, m.px(10))
        self.track.place(right)
        self.title.style, self.step.style = _head(STACKED[0]), _body(STACKED[1])
        room = left.w - m.px(4)
        for size in TIGHT:
            if text.measure(step, self.step.style, m) <= room or m.px(size) < LEAST:
                break
            self.step.style = _body(size)
        names = self.cast.names
        for label, words in ((self.title, title), (self.step, step)):
            style = label.style
            label.set(shorten_names(words, names, fitting_test(style, m, room)))
        tops = [text.line_height(label.style, m) for label in (self.title, self.step)]
        # The lines' own leading is left out: the two stand close, in the middle together.
        close = max(0, sum(tops) - rect.h)
        top = rect.centery - (sum(tops) - close) // 2
        self.title.place(Rect(left.x + m.px(4), top, room, tops[0]))
        self.step.place(Rect(left.x + m.px(4), top + tops[0] - close, room, tops[1]))


def _head(size: int) -> theme.Style:
    return theme.Style(size, True, theme.CREAM)


def _body(size: int) -> theme.Style:
    return theme.Style(size, False, theme.CREAM_SOFT)
