"""The game table: board, panels and buttons, and what happens between them."""

from __future__ import annotations

import pygame
from pygame import Rect, Surface
from pygame.event import Event

from crusade.atlas import load
from crusade.automaton.lost_tribes import default_choice, nothing_at_stake
from crusade.desktop import pictures, theme
from crusade.desktop.board_view import pieces_of
from crusade.desktop.kit import (
    Answer,
    Button,
    Label,
    MenuItem,
    Panel,
    Segmented,
    Toggle,
    ask,
    menu,
    text,
)
from crusade.desktop.layout import Metrics, cut_bottom, cut_right, cut_top, inset
from crusade.desktop.panels import (
    ComboColumn,
    LadderPanel,
    LogPanel,
    PlayerPanel,
    RoundTrack,
    TribesPanel,
)
from crusade.desktop.scenes.base import Scene
from crusade.desktop.scenes.host import Host
from crusade.desktop.table.actions import GAP, ROW, ActionBar
from crusade.desktop.table.arrangement import TRAY, Frame, frame, side
from crusade.desktop.table.board_widget import BoardWidget
from crusade.desktop.table.controller import Controller
from crusade.desktop.table.fly_layer import FlyLayer
from crusade.desktop.table.handover import hand_over
from crusade.desktop.table.hint_line import HintLine
from crusade.desktop.table.offers import tied
from crusade.desktop.table.stage import Place, Sprite
from crusade.desktop.table.tray import Tray
from crusade.desktop.table.turn_actions import Doors, action_rows, always
from crusade.desktop.words import Cast, LogLine, headline
from crusade.rules import moves
from crusade.rules.ids import PICK, TRIBES
from crusade.session import Session
from crusade.settings import PACES, Settings

NARROW = 1120
"""Windows with fewer points of width use short words."""
PULSE = 0.06
"""Seconds between two pictures of a pulsing Region."""
TABS = ("Players", "Races", "Log")
PACE_WORDS = ("Step", "Slow", "Normal", "Fast")


class TableScene(Scene):
    """A running game. ``host.finished(session)`` is called when it has ended and is stored."""

    def __init__(self, host: Host, session: Session) -> None:
        super().__init__()
        self.host = host
        self.session = session
        options = session.record.options
        self.file = load(session.record.board)
        seats = session.setup.seats
        words = str(options.get("colours", "")).split(",")
        chosen = [int(w) for w in words if w.isdecimal() and int(w) < len(pictures.OWNER_COLOURS)]
        if len(chosen) != seats:
            chosen = list(range(seats))
        colours = [pictures.OWNER_COLOURS[i] for i in chosen]
        opened = bool(options.get("open_coins"))
        self.cast = Cast.of(session, colours, opened)
        self.tab = 0
        self.forecasting = False
        self._handing = False
        self._finished = False
        self._first = True
        self._frame: Frame | None = None

    # ---------------------------------------------------------------- widgets
    def build(self) -> None:
        """Everything that lies on the table."""
        self.control = Controller(self.session, self.cast, self.file, self)
        add = self.ui.add
        self.title = add(Label("", theme.TITLE_ON_WOOD, name="title"))
        self.step_words = add(Label("", theme.ON_WOOD, name="step", wrap=True))
        self.track = add(RoundTrack(self.cast))
        self.board = add(BoardWidget(self.file, self.control))
        self.hint_line = add(HintLine())
        seats = range(self.session.setup.seats)
        self.players = [add(PlayerPanel(self.cast, seat, name=f"player-{seat}")) for seat in seats]
        self.others = [
            add(PlayerPanel(self.cast, seat, compact=True, name=f"other-{seat}")) for seat in seats
        ]
        self.tribes = add(TribesPanel(self.cast))
        self.column = add(ComboColumn(self.cast, picked=self.control.pick))
        self.log = add(LogPanel(self.cast, chosen=self._chosen_line, pointed=self._pointed_line))
        self.tabs = add(Segmented(TABS, 0, self._tab_changed, name="tabs"))
        self.tray = add(Tray(self.control, self._region_at))
        self.settle_panel = add(Panel(name="settle-panel"))
        self.settle = self.settle_panel.add(
            Toggle(
                "Settle harmless ties by itself",
                False,
                self._settle,
                name="settle",
                tip="Ties in which nothing of yours is at stake are settled without asking, "
                "always in the same way.",
            )
        )
        self.pace = add(Segmented(PACE_WORDS, 2, self._pace_changed, name="pace"))
        self.actions = add(ActionBar())
        self.links = add(ActionBar())
        self.ladder = add(LadderPanel(self.cast, pointed=self._pointed_region))
        self.shut = self.ladder.add(
            Button("", self._forecast, icon=_cross, name="close-ladder", tip="Close (W)")
        )
        self.ladder.visible = False
        self.notice = add(Label("", theme.STRONG.with_colour(theme.WHITE), name="notice"))
        self.flying = add(
            FlyLayer(
                self.control.stage,
                self.where,
                lambda: self.board.view.token_size,
                lambda: self.board.view.rect,
                self.cast.colours,
            )
        )
        self.pointed: frozenset[int] = frozenset()
        self.doors = Doors(self._rules, self.open_menu, self._forecast, self._pause)

    def enter(self) -> None:
        """Shown, for the first time or again after the settings or the rules."""
        self.settle.set(self.session.settle_ties)
        self.refresh()

    # ---------------------------------------------------------------- Face
    def settings(self) -> Settings:
        """The settings as they are now."""
        return self.host.settings()

    def region_rect(self, region: int) -> Rect:
        """Where a Region's tokens stand, in window pixels."""
        return self.board.tip_target(region)

    def carry(self, sprite: Sprite | None, pos: tuple[int, int]) -> None:
        """Show what the mouse drags."""
        self.flying.carry(sprite, pos)

    def refresh(self) -> None:
        """Bring every widget up to date with what is going on."""
        if not hasattr(self, "doors"):
            return
        control, s = self.control, self.control.shown
        title, step = headline(self.cast, s)
        self.title.set(title)
        self.step_words.set("" if control.handing_over else step)
        self.track.show(s)
        for seat, (full, compact) in enumerate(zip(self.players, self.others, strict=True)):
            shown = self.cast.coins_shown(s, seat, control.viewer)
            full.show(s, coins_shown=shown)
            compact.show(s, coins_shown=shown)
        self.tribes.show(s)
        self.column.show(s, control.deciding and s.phase == PICK)
        self.log.show(self.session.opening, self.session.steps[: control.stage.seen])
        if not self.ui.by_keyboard and not self.ui.busy:
            self.ui.focus(None)
        rows = self._show_actions()
        self._show_hint()
        self._show_ladder()
        notice = self.session.conflict or self.session.notice
        self.notice.set(notice)
        if rows or self._changed_layout():
            self.relayout()
        self.board.touch()
        self.tray.touch()
        self.flying.moved()

    def _show_actions(self) -> bool:
        """The buttons; True when they need other room than before."""
        small = self._frame is not None and self._frame.small
        narrow = self.m.points[0] < NARROW
        rows = action_rows(self.control, self.doors, narrow and small)
        opened = always(self.control, self.doors, not small, narrow)
        self.links.visible = not small
        self.links.show([] if small else [opened])
        paces = PACES[: len(PACE_WORDS)]
        pace = self.settings().tribes_pace
        if pace in paces:
            self.pace.set(paces.index(pace))
        return self.actions.show([*rows, opened] if small else rows)

    def _show_hint(self) -> None:
        control = self.control
        beat = control.stage.beat
        loud = beat is not None and beat.watched
        words = control.hint()
        if not loud and not control.message and not self.settings().hints:
            draft = control.draft
            words = "" if draft is None else draft.reason(control.state)
        self.hint_line.show(words, loud, bool(control.message))

    def _show_ladder(self) -> None:
        beat = self.control.stage.beat
        watching = self.control.stage.watching
        if self.forecasting and not watching:
            self.ladder.forecast(self.control.shown)
        elif self.forecasting and beat is not None and beat.plan is not None:
            self.ladder.show(beat.picture, beat.plan, beat.region, beat.by)
        visible = self.forecasting
        if visible != self.ladder.visible:
            self.ladder.visible = visible
            self.ui.touch(None)

    # ---------------------------------------------------------------- layout
    def _shape(self) -> tuple[object, ...]:
        """What the layout depends on beside the window."""
        c = self.control
        tie = c.deciding and bool(tied(c.state))
        main = c.viewer if c.viewer >= 0 else self.session.state.seat % TRIBES
        watching = c.stage.watching
        words = (self.title.content, self.step_words.content, self.notice.content)
        return (c.draft is not None, tie, main, self.tab, self.forecasting, watching, *words)

    def _changed_layout(self) -> bool:
        shape = self._shape()
        if getattr(self, "_laid_shape", None) == shape:
            return False
        self._laid_shape = shape
        return True

    def layout(self, rect: Rect, m: Metrics) -> None:
        """Place everything for the window."""
        self._laid_shape = self._shape()
        self._frame = frame(rect, m, 0)
        self._show_actions()
        self._frame = parts = frame(rect, m, self.links.natural_width())
        self._layout_header(parts, m)
        self.board.place(parts.board)
        self.hint_line.place(parts.hint)
        self.links.place(parts.links)
        drafting, tie, main, *_ = self._shape()
        self._layout_side(parts, m, bool(drafting), bool(tie), int(str(main)))
        self.ladder.place(self._ladder_rect(parts, m))
        bar = Rect(parts.board.x, parts.board.y, parts.board.w, m.px(34))
        self.notice.visible = bool(self.notice.content)
        self.notice.place(inset(bar, m.px(30), m.px(3)))
        self.flying.place(rect)

    def _layout_header(self, parts: Frame, m: Metrics) -> None:
        track = min(self.track.natural_width(m), parts.header.w // 2)
        right, left = cut_right(parts.header, track, m.px(12))
        self.track.place(right)
        small = parts.small
        self.title.style = theme.Style(20 if small else 28, True, theme.CREAM)
        self.step_words.style = theme.Style(14 if small else 17, False, theme.CREAM_SOFT)
        wide = text.measure(str(self.title.content), self.title.style, m) + m.px(14)
        wide = min(wide, left.w)
        self.title.place(Rect(left.x + m.px(4), left.y, wide, left.h))
        room = max(0, left.w - wide)
        words = self.step_words
        if text.measure(str(words.content), words.style, m) > room:
            words.style = theme.Style(14, False, theme.CREAM_SOFT)
        one_line = text.measure(str(words.content), words.style, m) <= room
        down = m.px(2) if one_line else 0
        words.place(Rect(left.x + wide, left.y + down, room, left.h))

    def _layout_side(self, parts: Frame, m: Metrics, drafting: bool, tie: bool, main: int) -> None:
        small = parts.small
        seats = range(len(self.players))
        main = main if main in seats else 0
        full, other = self.players[main].natural(m), self.others[0].natural(m)
        watching = self.control.stage.watching
        strip = m.px(ROW) + m.px(GAP) if watching or tie else 0
        heights = [full if seat == main else other for seat in seats]
        placed = side(
            parts.side,
            m,
            players=heights,
            tribes=self.tribes.natural(m),
            actions=self.actions.height() + strip,
            tray=m.px(TRAY) if drafting else 0,
            small=small,
        )
        tab = self.tab
        self.tabs.visible = placed.tabs is not None
        if placed.tabs is not None:
            self.tabs.options = TABS if small else TABS[1:]
            tab = min(tab, len(self.tabs.options) - 1)
            self.tabs.set(tab)
            tab += len(TABS) - len(self.tabs.options)
            self.tabs.place(placed.tabs)
        rects = list(placed.players)
        tribes = placed.tribes
        in_tab = placed.shared
        if small and in_tab is not None and tab == 0:
            rest = in_tab
            crowded = sum(heights) + self.tribes.natural(m) + m.px(8) * len(heights) > rest.h
            rects = []
            for seat in seats:
                tall = other if crowded or seat != main else full
                part, rest = cut_top(rest, min(tall, rest.h), m.px(4))
                rects.append(part)
            tribes, rest = cut_top(rest, self.tribes.natural(m), 0)
        else:
            crowded = False
        for seat in seats:
            as_full = seat == main and not crowded
            shown = bool(rects)
            self.players[seat].visible = shown and as_full
            self.others[seat].visible = shown and not as_full
            if shown:
                (self.players if as_full else self.others)[seat].place(rects[seat])
        self.tribes.visible = tribes is not None and tribes.h > m.px(20)
        if tribes is not None:
            self.tribes.place(tribes)
        shared = placed.shared
        races = placed.column or (shared if tab == 1 else None)
        log = placed.log or (shared if tab == 2 else None)
        for widget, where in ((self.column, races), (self.log, log)):
            widget.visible = where is not None
            if where is not None:
                widget.place(where)
        self.tray.visible = drafting and placed.tray is not None
        if placed.tray is not None:
            self.tray.place(placed.tray)
        self._layout_strip(placed.actions, m, tie, watching)

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

    def _ladder_rect(self, parts: Frame, m: Metrics) -> Rect:
        wide = min(max(parts.side.w, m.px(420)), m.window.w - m.px(20))
        rest = self.actions.rect.top - m.px(9) - parts.side.top
        tall = min(self.ladder.natural(m), max(m.px(120), rest))
        rect = Rect(parts.side.right - wide, self.actions.rect.top - m.px(9) - tall, wide, tall)
        side = m.px(28)
        self.shut.place(Rect(rect.right - side - m.px(8), rect.y + m.px(8), side, side))
        return rect

    def _tab_changed(self, index: int) -> None:
        self.tab = index
        self.relayout()

    # ---------------------------------------------------------------- places
    def where(self, place: Place) -> tuple[int, int]:
        """The pixel of a place that things fly from or to."""
        kind, number = place
        view = self.board.view
        if kind == "region":
            return view.slot_centre(number, "token")
        if kind == "middle":
            return view.rect.center
        if kind in ("hand", "purse"):
            if number == TRIBES:
                return self._side_place(self.tribes.rect, 0.9)
            panel = self.players[number]
            if not panel.visible:
                panel = self.others[number]
            return self._side_place(panel.rect, 0.3 if kind == "hand" else 0.62)
        if kind == "beside":
            return self._side_place(self.tribes.rect, 0.1)
        return self._side_place(self.column.rect, 0.2)

    def _side_place(self, rect: Rect, share: float) -> tuple[int, int]:
        if rect.w and self.ui.m.window.colliderect(rect):
            return round(rect.x + rect.w * share), rect.centery
        return self.actions.rect.center

    def _region_at(self, pos: tuple[int, int]) -> int | None:
        return self.board.view.region_at(pos)

    # ---------------------------------------------------------------- time
    def update(self, dt: float) -> None:
        """Let the stage go on; hand over and finish when everything has been seen."""
        super().update(dt)
        stage = self.control.stage
        if not self.ui.busy and stage.update(dt):
            self.flying.moved()
        if self._pulsing():
            for r in self._pulsing():
                self.ui.touch(self.board.view.region_rect(r).inflate(24, 24))
        if self.control.handing_over and not self.ui.busy and not self._handing:
            self._hand_over()
        if self.session.over and not stage.busy and not self._finished and not self.ui.busy:
            self._finished = True
            self.host.finished(self.session)

    def _pulsing(self) -> frozenset[int]:
        return self.control.marks(None).tied

    def wants_frames(self) -> bool:
        """While something flies, rolls or is dragged."""
        return self.control.stage.moves and not self.ui.busy

    def wake_in(self) -> float | None:
        """Pulsing Regions want a new picture now and then."""
        due = super().wake_in()
        if self._pulsing():
            return PULSE if due is None else min(due, PULSE)
        return due

    # ---------------------------------------------------------------- two persons
    def _hand_over(self) -> None:
        control = self.control
        seat = self.session.actor
        if self.cast.solo:
            control.viewer = seat
            return
        self._handing = True
        control.viewer = -1
        self.refresh()
        hand_over(self.ui, self.cast, self.session.state, seat, self._first, self._taken_over)

    def _taken_over(self) -> None:
        self._handing = False
        self._first = False
        self.control.viewer = self.session.actor
        self.control.take_in()
        self.refresh()

    # ---------------------------------------------------------------- buttons of the scene
    def _rules(self) -> None:
        self.host.show_rules()

    def _forecast(self) -> None:
        self.forecasting = not self.forecasting
        self.refresh()

    def _pause(self) -> None:
        self.control.stage.paused = not self.control.stage.paused
        self.refresh()

    def _pace_changed(self, index: int) -> None:
        self.host.change(tribes_pace=PACES[index])
        self.refresh()

    def _settle(self, on: bool) -> None:
        self.control.settle_ties(on)
        self.host.change(settle_ties=on)
        s = self.session.state
        if on and self.control.deciding and tied(s) and nothing_at_stake(s):
            self.control.play(moves.CHOICES[default_choice(s)])

    def open_menu(self) -> None:
        """The menu of the table."""
        if self.forecasting:
            self._forecast()
            return
        anchor = (self.links if self.links.visible else self.actions).buttons["menu"].rect
        items = [
            MenuItem("Go on playing"),
            MenuItem(
                "Show their last turn again",
                self.control.show_again,
                enabled=self.control.last_tribes_turn() is not None,
                why="The Lost Tribes have not played yet.",
            ),
            MenuItem("Rules", self._rules),
            MenuItem("Settings", self.host.show_settings),
            MenuItem("Resign this game", self._resign),
            MenuItem("Leave to the title", self.app.home, note="the game is kept"),
        ]
        menu(self.ui, anchor, items, title="The game waits for you")

    def _resign(self) -> None:
        ask(
            self.ui,
            "Resign this game?",
            "It is recorded as resigned and counts as a loss; the next game has one Lost Tribe "
            "token fewer. This cannot be taken back.",
            [Answer("Resign", self._do_resign, main=True), Answer("Keep playing")],
        )

    def _do_resign(self) -> None:
        self.control.stage.skip()
        self.session.resign()
        self.control.take_in()
        self.refresh()

    def unused(self, event: Event) -> bool:
        """Enter hurries what is being shown."""
        if event.type == pygame.KEYDOWN and event.key in (pygame.K_RETURN, pygame.K_SPACE):
            return self.control.hurry()
        return False

    # ---------------------------------------------------------------- log and ladder
    def _chosen_line(self, line: LogLine) -> None:
        self._point(frozenset(line.regions))

    def _pointed_line(self, line: LogLine | None) -> None:
        self._point(frozenset() if line is None else frozenset(line.regions))

    def _pointed_region(self, region: int | None) -> None:
        self._point(frozenset() if region is None else frozenset({region}))

    def _point(self, regions: frozenset[int]) -> None:
        if regions != self.control.pointed:
            self.control.pointed = regions
            self.board.touch()

    # ---------------------------------------------------------------- for tests
    def picture_is_true(self) -> bool:
        """Whether nothing is being shown and the board shows the position of the game."""
        control = self.control
        if control.stage.busy or control.stage.shown is not self.session.state:
            return False
        if control.arranging:
            return True
        wanted = pieces_of(self.session.state, self.cast.colours)
        return tuple(control.pieces()) == wanted


def _cross(size: int, colour: theme.Colour) -> Surface:
    return pictures.icon("close", size, colour)
