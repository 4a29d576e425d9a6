"""The column beside the board: who plays, the Lost Tribes, the combos, the log, the buttons."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import pygame
from pygame import Rect

from crusade.desktop.kit import Panel, Segmented, Toggle, Ui, Widget
from crusade.desktop.layout import Metrics, cut_bottom, cut_top, inset
from crusade.desktop.panels import ComboColumn, LogPanel, PlayerPanel, TribesPanel
from crusade.desktop.table.actions import GAP, ROW, ActionBar
from crusade.desktop.table.arrangement import TRAY, Frame, Side, side
from crusade.desktop.table.controller import Controller
from crusade.desktop.table.draft import at_turns_end, preview
from crusade.desktop.table.offers import tied
from crusade.desktop.table.stage import Place
from crusade.desktop.table.tray import Tray
from crusade.desktop.words import LogLine, buttons
from crusade.rules.ids import PICK, TRIBES
from crusade.settings import PACES
from crusade.texts import N_, _

SQUEEZE = 12
"""Points of height that the large panel of a person can do without."""
TABS = (N_("Players"), N_("Races"), N_("Log"))
PLAYERS, RACES = 0, 1
"""Which of them is shown."""
SETTLE_KEY = pygame.K_k
PACE_KEYS = (pygame.K_1, pygame.K_2, pygame.K_3, pygame.K_4)
"""A key for each of the words."""
PACE_WORDS = (N_("Step"), N_("Slow"), N_("Normal"), N_("Fast"))


@dataclass(frozen=True)
class SideDoors:
    """What the column tells the scene."""

    pointed: Callable[[frozenset[int]], None]
    """A line of the log that is pointed at speaks of these Regions, or somebody holds them."""
    settled: Callable[[bool], None]
    paced: Callable[[str], None]
    region_at: Callable[[tuple[int, int]], int | None]
    relayout: Callable[[], None]
    copied: Callable[[str], None]
    """The log is wanted as text, in the clipboard."""
    exported: Callable[[str], None]
    """The log is wanted as text, in a file."""


class SideColumn:
    """Makes the widgets, brings them up to date, and gives each its place."""

    def __init__(self, ui: Ui, control: Controller, doors: SideDoors) -> None:
        self.ui = ui
        self.control = control
        self.doors = doors
        cast, add = control.cast, ui.add
        seats = range(control.session.setup.seats)
        self.players = [
            add(PlayerPanel(cast, seat, name=f"player-{seat}", pointed=doors.pointed))
            for seat in seats
        ]
        self.others = [
            add(PlayerPanel(cast, seat, True, f"other-{seat}", doors.pointed)) for seat in seats
        ]
        self.tribes = add(TribesPanel(cast, pointed=doors.pointed))
        self.column = add(ComboColumn(cast, control.fight.pick, control.hurry_own))
        self.log = add(LogPanel(cast, self._line, self._line, doors.copied, doors.exported))
        self.tabs = add(Segmented([_(tab) for tab in TABS], 0, self._tab_changed, name="tabs"))
        self.tray = add(Tray(control, doors.region_at))
        self.settle_panel = add(Panel(name="settle-panel"))
        self.settle = self.settle_panel.add(
            Toggle(
                buttons.SETTLE_TIES,
                control.session.settle_ties,
                doors.settled,
                name="settle",
                tip=_(
                    "Ties in which nothing of yours is at stake are settled without asking, "
                    "always in the same way. Key: {key}.",
                    key=pygame.key.name(SETTLE_KEY).upper(),
                ),
                key=SETTLE_KEY,
            )
        )
        self.pace = add(
            Segmented(
                [_(word) for word in PACE_WORDS],
                2,
                self._pace_changed,
                [_("Key: {key}.", key=pygame.key.name(key)) for key in PACE_KEYS],
                keys=PACE_KEYS,
                name="pace",
            )
        )
        self.actions = add(ActionBar())
        self.tab = 0
        self._was_picking = False

    # ---------------------------------------------------------------- what it says
    def show(self) -> None:
        """Bring the panels up to date."""
        control, s = self.control, self.control.shown
        seen = s if control.draft is None else preview(s, control.draft)
        counted = at_turns_end(s, control.draft) if control.deciding else control.unpaid
        for seat, (full, compact) in enumerate(zip(self.players, self.others, strict=True)):
            shown = control.cast.coins_shown(s, seat, control.viewer) and not control.parting
            full.show(seen, shown, control.ending, counted)
            compact.show(seen, shown, control.ending, counted)
        self.tribes.show(s)
        picking = control.deciding and s.phase == PICK
        self.column.show(s, picking, control.face.settings().confirmations)
        session = control.session
        if session.over:  # what the log kept to itself lies open now
            self.log.game_log.tell_as(replace(control.cast, open_coins=True))
        self.log.show(session.opening, control.seen_steps())
        self.tray.touch()
        self.settle.set(session.settle_ties)
        pace = control.face.settings().tribes_pace
        if pace in PACES[: len(PACE_WORDS)]:
            self.pace.set(PACES.index(pace))
        if picking != self._was_picking:
            self._was_picking = picking
            if self.tabs.visible and picking:
                self._show_tab(RACES)
            elif self.tabs.visible and len(self.tabs.options) == len(TABS):
                self._show_tab(PLAYERS)

    def _line(self, line: LogLine | None) -> None:
        self.doors.pointed(frozenset() if line is None else frozenset(line.regions))

    def _pace_changed(self, index: int) -> None:
        self.doors.paced(PACES[index])

    def _tab_changed(self, index: int) -> None:
        self.tab = index + len(TABS) - len(self.tabs.options)
        self.doors.relayout()

    def _show_tab(self, tab: int) -> None:
        self.tab = tab
        self.doors.relayout()

    # ---------------------------------------------------------------- where it is
    @property
    def tie(self) -> bool:
        """Whether a tie waits for a person who may have such ties settled: only in solo play."""
        control = self.control
        return control.cast.solo and control.deciding and bool(tied(control.state))

    @property
    def main(self) -> int:
        """The seat whose panel is the large one."""
        control = self.control
        seat = control.viewer if control.viewer >= 0 else control.state.seat
        return seat if seat < len(self.players) else 0

    def shape(self) -> tuple[object, ...]:
        """What the places depend on beside the window."""
        control = self.control
        drafting = control.draft is not None
        return (drafting, self.tie, self.main, self.tab, control.stage.watching)

    def layout(self, parts: Frame, m: Metrics) -> None:
        """Give everything its rectangle."""
        watching, tie = self.control.stage.watching, self.tie
        drafting = self.control.draft is not None
        if parts.small and self.tab == RACES:
            drafting = False  # the hint tells what is left to place; all six combos need the room
        strip = m.px(ROW) + m.px(GAP) if watching or tie else 0
        full, other = self.players[0].natural(m), self.others[0].natural(m)
        seats = range(len(self.players))
        heights = [full if seat == self.main else other for seat in seats]
        placed = side(
            parts.side,
            m,
            players=heights,
            tribes=self.tribes.natural(m) if self.control.session.setup.crusade else 0,
            actions=self.actions.height() + strip,
            tray=m.px(TRAY) if drafting else 0,
            small=parts.small,
        )
        tab = self._layout_tabs(placed, parts.small)
        if parts.small and placed.shared is not None:
            self._layout_people(placed.shared if tab == 0 else None, heights, m)
        else:
            self._place_people(placed.players, placed.tribes, False)
        _put(self.column, placed.column or (placed.shared if tab == 1 else None))
        _put(self.log, placed.log or (placed.shared if tab == 2 else None))
        _put(self.tray, placed.tray if drafting else None)
        self._layout_strip(placed.actions, m, tie, watching)

    def _layout_tabs(self, placed: Side, small: bool) -> int:
        """Place the tabs, if there are any; returns the one that is chosen."""
        _put(self.tabs, placed.tabs)
        if placed.tabs is None:
            return -1
        first = PLAYERS if small else RACES
        self.tabs.options = [_(tab) for tab in TABS[first:]]
        tab = max(self.tab, first)
        self.tabs.set(tab - first)
        return tab

    def _layout_people(self, room: Rect | None, heights: list[int], m: Metrics) -> None:
        """The persons and the Lost Tribes in the room of a tab; None hides them."""
        if room is None:
            self._place_people((), None, False)
            return
        tribes = self.tribes.natural(m)
        gap = m.px(4)
        over = sum(heights) + tribes + gap * len(heights) - room.h
        if 0 < over <= m.px(SQUEEZE):  # the large panel can give that much
            heights = [max(heights) - over if tall == max(heights) else tall for tall in heights]
            over = 0
        crowded = over > 0
        places = []
        for tall in heights:
            wished = self.others[0].natural(m) if crowded else tall
            part, room = cut_top(room, wished, gap)
            places.append(part)
        last, _unused = cut_top(room, tribes)
        self._place_people(tuple(places), last if last.h > m.px(30) else None, crowded)

    def _place_people(self, places: tuple[Rect, ...], tribes: Rect | None, crowded: bool) -> None:
        for seat, (full, compact) in enumerate(zip(self.players, self.others, strict=True)):
            place = places[seat] if places else None
            large = seat == self.main and not crowded
            _put(full, place if large else None)
            _put(compact, None if large else place)
        _put(self.tribes, tribes)

    def _layout_strip(self, rect: Rect, m: Metrics, tie: bool, watching: bool) -> None:
        """The buttons, and above or below them what belongs to the Lost Tribes' turn."""
        self.pace.visible, self.settle_panel.visible = watching, tie and not watching
        if watching:
            strip, rect = cut_bottom(rect, m.px(ROW), m.px(GAP))
            self.pace.place(strip)
        elif tie:
            strip, rect = cut_top(rect, m.px(ROW), m.px(GAP))
            self.settle_panel.place(strip)
            self.settle.place(inset(strip, m.px(10), m.px(3)))
        self.actions.place(rect)

    def answers(self) -> Rect:
        """Where the buttons stand, with what belongs to them."""
        beside = (self.tray, self.pace, self.settle_panel)
        return self.actions.rect.unionall([one.rect for one in beside if one.visible])

    def where(self, place: Place) -> tuple[int, int]:
        """The pixel of a place in the column that things fly from or to."""
        kind, number = place
        if kind in ("hand", "purse") and number != TRIBES:
            full = self.players[number]
            panel: Widget = full if full.visible else self.others[number]
            if kind == "purse":
                return self._on(panel, 0.9, 0.27 if panel is full else 0.5)
            return self._on(panel, 0.2, 0.6 if panel is full else 0.5)
        if kind == "purse":
            return self._on(self.tribes, 0.9, 0.5)
        if kind == "beside":
            return self._on(self.tribes, 0.1, 0.5)
        if kind == "row" and self.column.visible:
            return self.column.row_rect(number).center
        return self._on(self.column, 0.2, 0.9)

    def row_rect(self, row: int) -> Rect:
        """Where a row of the column stands; behind a tab it is the tabs."""
        return self.column.row_rect(row) if self.column.visible else Rect(self.tabs.rect)

    def _on(self, widget: Widget, across: float, down: float) -> tuple[int, int]:
        """A place on a widget; behind a tab it is the tabs."""
        rect = widget.rect if widget.visible else self.tabs.rect
        return round(rect.x + rect.w * across), round(rect.y + rect.h * down)


def _put(widget: Widget, rect: Rect | None) -> None:
    """Show a widget at a place, or hide it."""
    widget.visible = rect is not None
    if rect is not None:
        widget.place(rect)
