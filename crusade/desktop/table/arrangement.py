"""Where everything on the table goes, from the window's size in points alone."""

from __future__ import annotations

from dataclasses import dataclass

from pygame import Rect

from crusade.desktop.layout import Metrics, cut_bottom, cut_right, cut_top, inset
from crusade.desktop.panels.events import SHORT, TALL

MARGIN = 12
GAP = 9
COLUMN_LEAST, COLUMN_BEST = 200, 308
LOG_LEAST, LOG_WISH = 44, 128
TRAY = 40
TABS = 34
RESERVE = 122
"""Points of height of the buttons at their most; the column is arranged for these."""
SMALL_HEIGHT = 520
"""Below this many points of height the side panels share one place, behind tabs."""


@dataclass(frozen=True)
class Frame:
    """The big parts of the window."""

    header: Rect
    board: Rect
    hint: Rect
    links: Rect
    """Room for what can always be opened: forecast, rules, menu (empty where it is too narrow)."""
    side: Rect
    small: bool
    events: Rect | None = None
    """Where the event cards lie, in a game that has some."""


def frame(rect: Rect, m: Metrics, links: int, events: bool = False) -> Frame:
    """Cut the window into header, board, line of hints and side column.

    ``links`` is how many pixels wide the words are that stand to the right of the hints; with
    ``events`` the cards get a strip above the board.
    """
    wide, tall = m.points
    small = tall < SMALL_HEIGHT or wide < 860
    margin = m.px(6 if small else MARGIN)
    body = inset(rect, margin)
    points = min(max(wide * 0.255, 286), 420) if not small else max(236, wide * 0.385)
    side, left = cut_right(body, m.px(points), m.px(6 if small else 10))
    header, left = cut_top(left, m.px(42 if small else 40), m.px(3 if small else 4))
    cards = None
    if events:
        cards, left = cut_top(left, m.px(SHORT if small else TALL), m.px(3 if small else 7))
    hint, board = cut_bottom(left, m.px(38 if small else 42), m.px(3 if small else 4))
    strip = Rect(hint.right, hint.y, 0, hint.h)
    if not small:
        strip, hint = cut_right(hint, links, m.px(10))
    return Frame(header, board, hint, strip, side, small, cards)


@dataclass(frozen=True)
class Side:
    """The parts of the side column, from the top; None where a part has no room now.

    ``tabs`` is the strip that chooses among the panels that share ``shared``.
    """

    players: tuple[Rect, ...]
    tribes: Rect | None
    column: Rect | None
    log: Rect | None
    tabs: Rect | None
    shared: Rect | None
    tray: Rect | None
    actions: Rect


def side(
    rect: Rect,
    m: Metrics,
    *,
    players: list[int],
    tribes: int,
    actions: int,
    tray: int,
    small: bool,
) -> Side:
    """Arrange the side column; the numbers are the heights wished for, in pixels.

    ``tray`` of 0 means there is none.
    """
    gap = m.px(5 if small else GAP)
    whole = rect.h - max(actions, m.px(RESERVE)) - max(tray, m.px(TRAY)) - 2 * gap
    buttons, rest = cut_bottom(rect, actions, gap)
    strip = None
    if tray:
        strip, rest = cut_bottom(rest, tray, gap)
    if small:
        tabs, shared = cut_top(rest, m.px(TABS - 6), m.px(4))
        return Side((), None, None, None, tabs, shared, strip, buttons)
    tops = []
    for height in players:
        part, rest = cut_top(rest, height, gap)
        tops.append(part)
    beside = None
    if tribes:
        beside, rest = cut_top(rest, tribes, gap)
    # Whether tabs are needed goes by the fullest moment, so that it is the same all through a turn.
    least = whole - sum(height + gap for height in players) - (tribes + gap if tribes else 0)
    if least >= m.px(COLUMN_LEAST) + gap + m.px(LOG_LEAST):
        wished = max(m.px(COLUMN_LEAST), rest.h - gap - m.px(LOG_WISH))
        column, log = cut_top(rest, min(m.px(COLUMN_BEST), wished), gap)
        return Side(tuple(tops), beside, column, log, None, None, strip, buttons)
    tabs, shared = cut_top(rest, m.px(TABS), m.px(5))
    return Side(tuple(tops), beside, None, None, tabs, shared, strip, buttons)
