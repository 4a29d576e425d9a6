"""The game table: board, panels and buttons, and what happens between them."""

from __future__ import annotations

from collections.abc import Sequence

import pygame
from pygame import Rect, Surface
from pygame.event import Event

from crusade.atlas import load
from crusade.desktop import pictures, theme, whose
from crusade.desktop.board_view import PULSE_SECONDS, pieces_of
from crusade.desktop.crossing import Crossing
from crusade.desktop.kit import Answer, Button, MenuItem, Widget, ask, menu, motion, to_clipboard
from crusade.desktop.kit.text import plain
from crusade.desktop.layout import Metrics, centred, cut_right
from crusade.desktop.panels import EventCards, EventStrip, LadderPanel, LegendCard, TurnedCard
from crusade.desktop.scenes.base import Scene
from crusade.desktop.scenes.host import Host, NewGameChoice
from crusade.desktop.table.actions import ActionBar
from crusade.desktop.table.advising import LOOK_EVERY, Advising
from crusade.desktop.table.arrangement import Frame, frame
from crusade.desktop.table.board_widget import BoardWidget
from crusade.desktop.table.confirm import confirm
from crusade.desktop.table.controller import Controller
from crusade.desktop.table.fly_layer import FlyLayer
from crusade.desktop.table.handover import CardDoors, hand_over
from crusade.desktop.table.header import Header
from crusade.desktop.table.hint_line import HintLine
from crusade.desktop.table.key_hints import key_hint, more_keys
from crusade.desktop.table.lesson_card import LessonCard
from crusade.desktop.table.lessons import GUIDE, Spot
from crusade.desktop.table.marking import crossing_to
from crusade.desktop.table.notice_bar import NoticeBar
from crusade.desktop.table.side_column import SideColumn, SideDoors
from crusade.desktop.table.stage import PACE_FACTORS, Place, Sprite
from crusade.desktop.table.turn_actions import Doors, action_rows, always
from crusade.desktop.table.tutor import Tutor
from crusade.desktop.words import Cast, more_hint, news, sentence
from crusade.desktop.words.cards import NEXT, NOW, card_words
from crusade.desktop.words.markers import marker_words, turned_up
from crusade.desktop.words.sentences import joined
from crusade.rules.events import DieRolled
from crusade.rules.events import Event as GameEvent
from crusade.rules.ids import DEALER, NONE, PICK, ROLL_TRIBES, TRIBES
from crusade.rules.queries import asked as asked_now
from crusade.rules.queries import current_marker
from crusade.session import Session
from crusade.settings import Settings
from crusade.texts import _

NARROW = 1120
"""Windows with fewer points of width use short words."""
AGAIN_KEY = pygame.K_l
PULSE = 0.08
"""Seconds between two pictures of a pulsing Region."""
PULSE_FOR = 3 * PULSE_SECONDS
"""Seconds that tied Regions pulse before they shine steadily: a table at rest costs nothing."""

REFUSED_FOR = 8.0
"""Seconds that the line below the board says why something was not done."""


class TableScene(Scene):
    """A running game. ``host.finished(session)`` is called when it has ended and is stored."""

    def __init__(self, host: Host, session: Session) -> None:
        super().__init__()
        self.host = host
        self.session = session
        options = session.record.options
        self.file = load(session.record.board)
        seats = session.setup.seats
        chosen = session.record.seat_colours(len(pictures.OWNER_COLOURS)) or range(seats)
        self.chosen_colours = tuple(chosen)
        colours = [pictures.OWNER_COLOURS[i] for i in chosen]
        opened = bool(options.get("open_coins"))
        self.cast = Cast.of(session, colours, opened)
        self.forecasting = False
        self._handing = False
        self._finished = False
        self._frame: Frame | None = None
        self._laid_shape: tuple[object, ...] = ()
        self._built_all = False
        self._tied: frozenset[int] = frozenset()
        self._pulsed = 0.0
        self._meaning: tuple[object, ...] = ()
        self._by_keys = False
        self._over_for = 0.0
        """Seconds for which the table has been seen as it stands at the end of the game."""
        self._reading = False
        self._refused_for = 0.0

    @property
    def on_table(self) -> Session:
        """The game that is played here."""
        return self.session

    # ---------------------------------------------------------------- widgets
    def build(self) -> None:
        """Everything that lies on the table."""
        self.control = Controller(self.session, self.cast, self.file, self)
        self.doors = Doors(self._rules, self.open_menu, self._forecast, self._pause, self._advise)
        self.advising = Advising(self.control)
        self.header = Header(self.ui, self.cast, self._legend)
        self.events = self.ui.add(EventStrip(self._show_events))
        self.events.visible = bool(self.session.setup.cards)
        self.board = self.ui.add(BoardWidget(self.file, self.control))
        self.hint_line = self.ui.add(HintLine())
        doors = SideDoors(
            self._point,
            self._settle,
            self._pace_changed,
            self._region_at,
            self.relayout,
            self._copy_log,
            self._export_log,
        )
        self.side = SideColumn(self.ui, self.control, doors)
        self.links = self.ui.add(ActionBar())
        self.again = self.ui.add(
            Button(
                _("Their last turn"),
                self.control.show_again,
                "link",
                AGAIN_KEY,
                name="their-last-turn",
                tip=_(
                    "Shows again what {folk} did in their last turn, and why. Key: {key}.",
                    key=pygame.key.name(AGAIN_KEY).upper(),
                    folk=self.control.cast.folk,
                ),
                visible=False,
            )
        )
        self.ladder = self.ui.add(LadderPanel(self.cast, pointed=self._pointed_region))
        self.shut = self.ladder.add(
            Button("", self._forecast, icon=_cross, name="close-ladder", tip=_("Close (W)"))
        )
        self.ladder.visible = False
        self.turned = self.ui.add(TurnedCard())
        self.notice = self.ui.add(NoticeBar())
        self.tutor = Tutor(self.control, self.host.settings, self.host.change)
        self.lesson = self.ui.add(LessonCard(self._lesson_on, self._lesson_leave, self._chapters))
        self.flying = self.ui.add(
            FlyLayer(
                self.control.stage,
                self.where,
                lambda: self.board.view.token_size,
                lambda: self.board.view.rect,
                self.cast.colours,
            )
        )
        self._built_all = True

    def enter(self) -> None:
        """Shown, for the first time or again after the settings or the rules."""
        self.refresh()

    # ---------------------------------------------------------------- Face
    def settings(self) -> Settings:
        """The settings as they are now; while the guide explains their turn the Lost Tribes wait
        after each of their conquests.
        """
        now = self.host.settings()
        if self._built_all and self.tutor.by_steps and now.tribes_pace != "instant":
            return now.changed(tribes_pace="step")
        return now

    def region_rect(self, region: int) -> Rect:
        """Where a Region's tokens stand, in window pixels."""
        return self.board.tip_target(region)

    def board_rect(self) -> Rect:
        """Where the board lies, in window pixels."""
        return self.board.view.frame

    def row_rect(self, row: int) -> Rect:
        """Where a row of the column stands, in window pixels."""
        return self.side.row_rect(row)

    def carry(self, sprite: Sprite | None, pos: tuple[int, int]) -> None:
        """Show what the mouse drags."""
        self.flying.carry(sprite, pos)

    def hear(self, events: Sequence[GameEvent]) -> None:
        """Let these be heard."""
        self.host.sounds.events(events)

    def refresh(self) -> None:
        """Bring every widget up to date with what is going on."""
        if not self._built_all:
            return
        control = self.control
        control.keep_draft()
        early = control.handing_over or control.ending or control.asks_later
        active = control.deciding and not control.early_first
        row_shown = turned_up(self.session.opening, control.seen_steps())
        known = self.cast.foreseen(control.shown, control.viewer)
        self.header.show(control.shown, early, active, row_shown, known)
        self.events.show(control.shown)
        if not self.ui.by_keyboard and not self.ui.busy:
            self.ui.focus(None)
        rows = self._show_actions()
        busy = control.message or control.draft is not None  # the hint needs the room
        self.again.visible = self._turn_is_fresh() and not busy
        self.side.show()
        self._show_hint()
        self._show_ladder()
        self._show_turned()
        session = self.session
        self.notice.show(session.conflict or session.notice or session.remark)
        if rows or self._shape() != self._laid_shape:
            self.relayout()
        self._settle_keys()
        if self.tutor.look():
            self._show_lesson()
        self.board.touch()
        self.flying.moved()

    # ---------------------------------------------------------------- the guide and advice
    def _show_lesson(self) -> None:
        """Show what is to be learned now, beside what it is about."""
        tutor, lesson = self.tutor, self.tutor.lesson
        self.lesson.touch()
        self.lesson.visible = lesson is not None
        if lesson is None:
            return
        title = _(lesson.title)
        if tutor.number:
            title = _(
                "{number} of {count}: {title}", number=tutor.number, count=len(GUIDE), title=title
            )
        self.lesson.show(
            title,
            tutor.said,
            _("Go on"),
            _("Steps…") if tutor.number else "",
            _("Leave the guide; the menu brings it back.")
            if tutor.number
            else _("No more advice; the settings bring it back."),
        )
        self._place_lesson()

    def _place_lesson(self) -> None:
        """Beside its place, off the buttons that answer and off the Regions that are lit."""
        target = self._spot_rect(self.tutor.spot)
        column = self.side.column
        # The figures that the words speak of are read beside them.
        clear = [panel.rect for panel in self._spoken_of() if panel.visible]
        clear.append(self.side.answers())
        outline: list[tuple[int, int]] = []
        if self.control.deciding and self.control.state.phase == PICK and column.visible:
            clear.append(column.rect)
        if self.tutor.spot.kind == "region":
            outline = self.board.view.region_outline(self.tutor.spot.number)
            clear.append(self.board.view.region_rect(self.tutor.spot.number).clip(self.board.rect))
        draft = self.control.draft
        lit = {*self.board.lit(), *self.control.tied_now}
        busy = sorted(lit if draft is None else draft.counts)
        clear += [self.board.tip_target(r) for r in busy]
        clear += [self.hint_line.rect]
        bounds = self.m.window.inflate(-self.m.px(12), -self.m.px(12))
        self.lesson.stand(target, bounds, clear, outline)

    def _spoken_of(self) -> list[Widget]:
        """The panels with coins and tokens in hand, of the person and of the Lost Tribes."""
        return [self.side.players[0], self.side.others[0], self.side.tribes]

    def _spot_rect(self, spot: Spot) -> Rect:
        """Where a place of the table lies, in window pixels; behind a tab it is the tabs."""
        if spot.kind == "region":
            return self.board.tip_target(spot.number)
        if spot.kind == "row":
            return self.side.row_rect(spot.number)
        if spot.kind == "player":
            full, small = self.side.players[0], self.side.others[0]
            shown = next((panel for panel in (full, small) if panel.visible), self.side.tabs)
            return shown.rect
        if spot.kind == "button":
            try:
                return self.ui.find(spot.name).rect
            except KeyError:
                return self.side.actions.rect
        return self.header.track.rect

    def _lesson_on(self) -> None:
        self.tutor.read()
        self.refresh()

    def _lesson_leave(self) -> None:
        self.tutor.leave()
        self.refresh()

    def _guide_again(self) -> None:
        self.tutor.take_up()
        self.refresh()

    def _chapters(self) -> None:
        """The steps of the guided game."""
        self.host.show_first_game()

    def _settle_keys(self) -> None:
        """Where the keys come to mean something else, those typed before mean nothing."""
        control = self.control
        deciding = control.deciding
        asked = control.state.phase if deciding else -1
        watching, early = control.stage.watching, control.early
        decision = asked_now(control.state) if deciding else None
        question = "" if decision is None else decision.word
        held = self.session.held
        meaning = (asked, question, watching, held, control.handing_over, early)
        if meaning != self._meaning:
            if control.stage.watching and not (self._meaning and self._meaning[2]):
                # What was read before the Lost Tribes began does not hold them up.
                self.ui.tooltip.hide()
                self._point(frozenset())
            self._meaning = meaning
            self.ui.settle()
            self._follow_phase(deciding)

    def _follow_phase(self, deciding: bool) -> None:
        """With the keyboard in use the focus goes to what is asked: the column, or the board.

        Nothing is chosen there yet, so that Enter, which may be on its way still, does nothing.
        """
        self.board.stand_by()
        if deciding and not self.ui.busy and self.ui.presses.by_keys:
            self._focus_asked()

    def _focus_asked(self) -> bool:
        """Give the focus to what is asked; False where its buttons are all there is."""
        rows = self.side.column.list
        if self.control.state.phase == PICK:
            rows.chosen = None
            if rows.visible:
                self.ui.focus(rows, True)
            if not self.settings().confirmations:  # nothing would ask after an Enter too many
                rows.chosen = None
            return rows.visible
        if self.board.lit():
            self.ui.focus(self.board, True)
            return True
        return False

    def handle(self, event: Event) -> bool:
        """The first Tab, or arrow while a combo is picked, goes to what is asked; what the hint
        says follows the hand in use.
        """
        ui = self.ui
        goes_on = event.type in (pygame.KEYDOWN, pygame.MOUSEBUTTONDOWN) and not ui.presses.held
        if goes_on and self._over_for and self._game_seen and not ui.busy:
            self._finish()
            return True
        picking = self.control.deciding and self.control.state.phase == PICK
        leads = (pygame.K_TAB, *((pygame.K_UP, pygame.K_DOWN) if picking else ()))
        first = event.type == pygame.KEYDOWN and event.key in leads and not event.mod
        used = False
        if first and ui.focused is None and not ui.busy and self.control.deciding:
            self._focus_asked()
            rows = self.side.column.list
            if rows.focused:  # the column takes this Tab: its first row
                rows.choose(0)
                ui.explain()
                used = True
        known, pointed = self.control.refusals, (ui.hot, self.board.under)
        used = used or super().handle(event)
        pressed = event.type == pygame.KEYDOWN and not ui.presses.held
        if self.control.refusals != known:
            self._refused_for = 0.0
        elif pressed or (ui.hot, self.board.under) != pointed:
            self.control.forget_refusal()
        if ui.presses.by_keys != self._by_keys:
            self._by_keys = ui.presses.by_keys
            self._show_hint()
        return used

    def _show_actions(self) -> bool:
        """The buttons; True when they need other room than before."""
        small = self._frame is not None and self._frame.small
        narrow = self.m.points[0] < NARROW
        rows = action_rows(self.control, self.doors, narrow and small)
        opened = always(self.control, self.doors, not small, narrow)
        self.links.visible = not small
        self.links.show([] if small else [opened])
        return self.side.actions.show([*rows, opened] if small else rows)

    def _turn_is_fresh(self) -> bool:
        """Whether the Lost Tribes played just before the decision that waits."""
        found = self.control.last_tribes_turn() if self.control.deciding else None
        steps = self.session.steps
        seats = self.session.setup.seats
        if found is None:
            return False
        since = range(found[1], len(steps))  # what was driven out is placed in their turn still
        return all(steps[i].actor >= seats or steps[i - 1].after.seat == TRIBES for i in since)

    def _rolled(self) -> str:
        """What the die just said, while nothing has been done since; else ""."""
        if not self.control.deciding:
            return ""
        steps = self.session.steps
        for index in range(len(steps) - 1, 0, -1):
            step = steps[index]
            if step.actor != DEALER:
                break
            for event in step.events:
                if isinstance(event, DieRolled) and event.purpose != ROLL_TRIBES:
                    return sentence(event, self.cast, steps[index - 1].after, step.after)
        return ""

    def _show_hint(self) -> None:
        control = self.control
        beat = control.stage.beat
        loud = beat is not None and beat.watched
        words, final = control.hint()
        if self.ui.presses.by_keys and control.deciding and not control.message:
            words = key_hint(control) or words
        if not loud and not control.message and not self.settings().hints:
            draft = control.draft
            words = "" if draft is None else draft.reason(control.state)
        before = ""
        after = (
            _("{folk:Nom} wait while you look at something.", folk=self.control.cast.folk)
            if self.reading and whose.turn(self.control.shown) == TRIBES
            else ""
        )
        if not loud and not control.message:
            before = self._rolled()
            if plain(words) and control.deciding:
                before = joined(before, news(control.state))
                by_keys = self.ui.presses.by_keys
                after = more_keys(control) if by_keys else more_hint(control.state)
        self.hint_line.show(words, loud, bool(control.message), final, before, after)

    def _show_ladder(self) -> None:
        beat = self.control.stage.beat
        if self.forecasting and not self.control.stage.watching:
            self.ladder.forecast(self.control.imagined)
        elif self.forecasting and beat is not None and beat.plan is not None:
            self.ladder.show(beat.picture, beat.plan, beat.region, beat.by)
        if self.forecasting and self._frame is not None:
            self.ladder.place(self._ladder_rect(self._frame, self.m))
        if self.forecasting != self.ladder.visible:
            self.ladder.visible = self.forecasting
            self.ui.touch(None)

    # ---------------------------------------------------------------- layout
    def _shape(self) -> tuple[object, ...]:
        """What the places depend on beside the window."""
        return (*self.side.shape(), *self.header.shape(), self.forecasting, self.again.visible)

    def layout(self, rect: Rect, m: Metrics) -> None:
        """Place everything for the window."""
        self._laid_shape = self._shape()
        cards = self.events.visible
        self._frame = frame(rect, m, 0, cards)
        self._show_actions()
        self._frame = parts = frame(rect, m, self.links.natural_width(), cards)
        self.header.layout(parts.header, m, parts.small)
        if parts.events is not None:
            self.events.place(parts.events)
        self.board.patient = not self.app.live
        self.board.place(parts.board)
        hint = parts.hint
        if self.again.visible:
            self.again.show_key = m.points[0] >= NARROW
            link, hint = cut_right(hint, self.again.natural_width(m), m.px(8))
            self.again.place(link)
        self.hint_line.place(hint)
        self.links.place(parts.links)
        self.side.layout(parts, m)
        tooltip, answers, column = self.ui.tooltip, self.side.answers(), parts.side
        tooltip.field = parts.header.unionall([parts.board, parts.hint])
        tooltip.off = (answers,)
        cards_shown = self.events.halves() if parts.events is not None else ()
        tooltip.spared = (*cards_shown, *self.header.words())
        tooltip.shelf = Rect(column.x, column.y, column.w, answers.top - m.px(4) - column.y)
        self.ladder.place(self._ladder_rect(parts, m))
        self.notice.place(self.notice.within(self.board.view.rect, m))
        if self.lesson.visible:
            self._place_lesson()
        self.flying.place(rect)
        self.flying.moved()

    def _ladder_rect(self, parts: Frame, m: Metrics) -> Rect:
        if parts.small:  # the column is too narrow to read it there
            left = parts.header.x
            field = Rect(left, parts.header.y, parts.side.x - m.px(6) - left, 0)
            field.h = parts.hint.bottom - field.y
            wide = min(field.w, m.px(560))
            rect = centred(field, wide, min(field.h, self.ladder.natural(m, wide)))
            return self._with_cross(rect, m)
        # As wide as it may be without covering a Region, but never too narrow to be read.
        wide = max(m.px(375), parts.side.right - self.board.view.rect.right - m.px(6))
        wide = min(wide, m.px(480))
        low = self.side.actions.rect.top - m.px(9)
        tall = min(self.ladder.natural(m, wide), max(m.px(120), low - parts.side.top))
        rect = Rect(parts.side.right - wide, low - tall, wide, tall)
        return self._with_cross(rect, m)

    def _with_cross(self, rect: Rect, m: Metrics) -> Rect:
        cross = Rect(0, 0, m.px(42), m.px(28))
        cross.topright = rect.right - m.px(8), rect.y + m.px(8)
        self.shut.place(cross)
        return rect

    # ---------------------------------------------------------------- places
    def where(self, place: Place) -> tuple[int, int]:
        """The pixel of a place that things fly from or to."""
        kind, number = place
        view = self.board.view
        if kind == "region":
            return view.slot_centre(number, "token")
        if kind == "middle":
            return view.rect.center
        return self.side.where(place)

    def _region_at(self, pos: tuple[int, int]) -> int | None:
        return self.board.view.region_at(pos)

    # ---------------------------------------------------------------- time
    def update(self, dt: float) -> None:
        """Let the stage go on; hand over and finish when everything has been seen."""
        super().update(dt)
        if self.board.view.arrived():
            self.board.touch()
        self._refused_for += dt
        if self._refused_for >= REFUSED_FOR:
            self.control.forget_refusal()
        stage = self.control.stage
        if self.reading != self._reading:
            self._reading = self.reading
            self._show_hint()
        if not self.ui.busy and not self._reading and stage.update(dt):
            self.flying.moved()
        self._pulse(dt)
        self._look_for_advice(dt)
        if self.control.handing_over and not self.ui.busy and not self._handing:
            self._hand_over()
        if self._game_seen and not self.ui.busy:
            if not self._over_for:
                self.ui.settle()  # what hurried the last coins does not hurry the result
                self._show_hint()
            self._over_for += max(dt, 0.001)
            if not self._held_at_end:
                self._finish()

    @property
    def _game_seen(self) -> bool:
        """Whether the game is over, all of it was shown, and its result is still to come."""
        return self.session.over and not self.control.stage.busy and not self._finished

    @property
    def _held_at_end(self) -> bool:
        """Whether the final board is seen until somebody presses: not where the game was given up,
        nor by those who want to wait for nothing.
        """
        return not self.session.resigned and self.settings().animation_pace != "instant"

    def _finish(self) -> None:
        """Show the result."""
        self._finished = True
        self.host.finished(self.session)

    @property
    def reading(self) -> bool:
        """Whether somebody reads what is pointed at while the Lost Tribes play: they wait."""
        pointed = self.ui.tooltip.tip is not None or bool(self.control.pointed)
        return pointed and self.control.stage.watching

    def _pulse(self, dt: float) -> None:
        """Let tied Regions pulse for a while, from the moment they are shown."""
        tied = self.control.tied_now
        if tied != self._tied:
            self._tied, self._pulsed = tied, 0.0
        elif self._pulses:
            self._pulsed = min(self._pulsed + dt, PULSE_FOR)
        else:
            return
        still = motion.reduced() or self._pulsed >= PULSE_FOR
        self.board.pulse = 0.0 if still else self._pulsed
        for r in tied:
            self.ui.touch(self.board.view.region_rect(r).inflate(24, 24))

    @property
    def _pulses(self) -> bool:
        """Whether tied Regions want another picture soon."""
        return bool(self._tied) and self._pulsed < PULSE_FOR and not motion.reduced()

    def wants_frames(self) -> bool:
        """While something flies, rolls or is dragged."""
        return self.control.stage.moves and not self.ui.busy and not self.reading

    def wake_in(self) -> float | None:
        """Pulsing Regions want a new picture now and then, a refusal goes after a while."""
        due = super().wake_in()
        waits = [] if due is None else [due]
        if self._pulses or self.board.view.painting:
            waits.append(PULSE)
        if self._game_seen and not (self._held_at_end and self._over_for):
            waits.append(0.0)
        if self.advising.busy:
            waits.append(LOOK_EVERY)
        if self.control.refusing:
            waits.append(max(0.0, REFUSED_FOR - self._refused_for))
        return min(waits, default=None)

    # ---------------------------------------------------------------- two persons
    def _hand_over(self) -> None:
        control = self.control
        seat = self.control.awaited
        if control.only != NONE:
            control.viewer = seat
            return
        if control.stays(seat):
            control.sit_down(seat)
            return
        self._handing = True
        control.viewer = -1
        self.refresh()
        back = self._not_yet if self.session.held else None
        doors = CardDoors(self._taken_over, back, self.open_menu, self.control.held_by)
        hand_over(self.ui, self.cast, self.session.state, seat, doors, self.control.die_first)

    def _taken_over(self) -> None:
        self._handing = False
        self.ui.by_keyboard = self.ui.presses.by_keys  # another person's hand is in use now
        self.ui.focus(None)
        self.control.sit_down(self.control.awaited)
        self.side.log.lines.follow()

    def _not_yet(self) -> None:
        """The turn that had ended is taken back; its person sits down again."""
        self._handing = False
        self.control.undo()

    # ---------------------------------------------------------------- buttons of the scene
    def _rules(self) -> None:
        self.host.show_rules(self.standing)

    def standing(self, wanted: str) -> list[tuple[str, str]]:
        """What stands in the Regions of that name, and why each can or cannot be taken now."""
        found = []
        words = wanted.casefold().split()
        for r, name in enumerate(self.cast.board.names):
            if not all(word in name.casefold() for word in words):
                continue
            tip = self.control.tip(r)
            if tip is not None:
                rows = "; ".join(f"{row.left} {row.right}" for row in tip.rows)
                said = (plain(tip.text), rows, plain(tip.note))
                found.append((tip.title, "\n".join(filter(None, said))))
        return found

    def _forecast(self) -> None:
        self.forecasting = not self.forecasting
        if self.control.stage.watching:  # reading the reasons takes its time
            self.control.stage.paused = self.forecasting
        self.refresh()

    def _advise(self) -> None:
        self.advising.ask()
        self.refresh()

    def _look_for_advice(self, dt: float) -> None:
        """Show what was advised as soon as it is there; the row of the column is chosen with it."""
        changed = self.advising.look()
        if not self.ui.busy and not self.reading:
            changed = (
                self.advising.go_on(dt, PACE_FACTORS[self.settings().animation_pace]) or changed
            )
        if changed:
            row = self.advising.row
            if row is not None and self.side.column.visible:
                self.side.column.list.choose(row)
            self.refresh()

    def leave(self) -> None:
        """The counsel goes home; it comes again when it is asked again."""
        super().leave()
        self.advising.counsel.close()

    def _pause(self) -> None:
        self.control.stage.paused = not self.control.stage.paused
        self.refresh()

    def _pace_changed(self, pace: str) -> None:
        self.host.change(tribes_pace=pace)
        self.tutor.pace_chosen()
        self.refresh()

    def _settle(self, on: bool) -> None:
        self.control.settle_ties(on)
        self.host.change(settle_ties=on)
        self.refresh()  # what can be taken back depends on it

    def open_menu(self) -> None:
        """The menu of the table."""
        if self.forecasting:
            self._forecast()
            return
        anchor = (self.links if self.links.visible else self.side.actions).buttons["menu"].rect
        items = [
            MenuItem(_("Go on playing")),
            MenuItem(
                _("Show their last turn again"),
                self.control.show_again,
                enabled=self.control.last_tribes_turn() is not None,
                why=_("{folk:Nom} have not played yet.", folk=self.control.cast.folk),
            ),
            MenuItem(_("Rules"), self._rules),
            MenuItem(_("Legend"), self._legend, note=_("what wins, signs, stacks, seed")),
            MenuItem(_("Settings"), self.host.show_settings),
            *self._guide_items(),
            *self._demonstration(),
            MenuItem(_("Start anew with the same set-up"), self._start_anew),
            MenuItem(_("Resign this game"), self._resign),
            MenuItem(_("Leave to the title"), self.app.home, note=_("the game is kept")),
        ]
        menu(self.ui, anchor, items, title=_("The game waits for you"))

    def _guide_items(self) -> list[MenuItem]:
        """What the menu says of the guide, in a game that has one."""
        if not self.tutor.may_guide:
            return []
        if self.tutor.guiding:
            return [MenuItem(_("Leave the guide"), self._guide_leave)]
        return [MenuItem(_("Let the guide speak again"), self._guide_again)]

    def _demonstration(self) -> list[MenuItem]:
        """What the menu says of the program playing for the person, which is for one alone."""
        if not self.cast.solo or self.session.over:
            return []
        if self.advising.plays:
            return [MenuItem(_("Play yourself again"), lambda: self._let_play(False))]
        note = _("it shows what it does; marked as advice")
        return [MenuItem(_("Let the program play"), lambda: self._let_play(True), note=note)]

    def _let_play(self, on: bool) -> None:
        self.advising.let_play(on)
        self.refresh()

    def _guide_leave(self) -> None:
        self.host.change(guide=False)
        self.refresh()

    def _legend(self) -> None:
        """What wins, what the signs are, what the stacks still hold, the seed."""
        anchor = self.header.track.rect
        LegendCard.open(self.ui, anchor, self.cast, self.control.shown, self.session.record.seed)

    def _show_turned(self) -> None:
        """The card that has just come into force, while its moment lasts."""
        beat = self.control.stage.beat
        card = None if beat is None else beat.card
        was = self.turned.visible
        setup = self.session.setup
        words = None if card is None else card_words(setup.library, card, setup.crusade)
        marker, kind = None, NOW
        if beat is not None and beat.marker:
            marker = current_marker(beat.after)
        elif beat is not None and beat.foreseen:
            marker, kind = self.cast.foreseen(beat.after, self.control.viewer), NEXT
        if marker is not None:
            words = marker_words(marker)
        self.turned.turn(words, kind, marker is not None)
        if self.turned.visible:
            self.turned.over(self.board.view.rect, self.m)
        if was != self.turned.visible:
            self.ui.touch(None)

    def _show_events(self) -> None:
        """The cards on the table in full."""
        cards = self.events.cards()
        if cards:
            EventCards(self.ui, self.events.rect, cards)

    def _start_anew(self) -> None:
        ask(
            self.ui,
            _("Start anew?"),
            _(
                "A new game begins with the same people, tokens and options. This one is kept and "
                "can be continued from the title."
            ),
            [Answer(_("Start anew"), self._do_start_anew, main=True), Answer(_("Keep playing"))],
        )

    def _do_start_anew(self) -> None:
        self.host.start(NewGameChoice.like(self.session.record, self.chosen_colours))

    def _resign(self) -> None:
        confirm(
            self.ui,
            _("Resign this game?"),
            _(
                "It is recorded as resigned and counts as a loss; the next game has one token of "
                "{folk} fewer. This cannot be taken back.",
                folk=self.cast.folk,
            ),
            _("Resign"),
            self._do_resign,
            _("Keep playing"),
        )

    def _do_resign(self) -> None:
        self.session.resign()
        self.control.stage.skip()
        self.control.take_in()
        self.refresh()

    def too_quick(self, key: bool = False) -> None:
        """A click or key was dropped: say that it did nothing."""
        if self.control.deciding and not self.ui.busy:
            if key:
                words = _("That key came too soon after the last one and did nothing.")
            else:
                words = _("That click came too soon after the last one and did nothing.")
            self.control.refuse(words)

    def unused(self, event: Event) -> bool:
        """Enter hurries what is being shown."""
        if event.type == pygame.KEYDOWN and event.key in (pygame.K_RETURN, pygame.K_SPACE):
            return self.control.hurry()
        return False

    # ---------------------------------------------------------------- log and ladder
    def _pointed_region(self, region: int | None) -> None:
        """A row of the ladder: its Region, and the way there."""
        plan, before = self.ladder.plan, self.ladder.state
        if region is None or plan is None or before is None:
            self._point(frozenset())
            return
        candidate = plan.candidate(region)
        way = () if candidate is None else candidate.way
        self._point(frozenset({region}), crossing_to(before, region, way))

    def _copy_log(self, words: str) -> None:
        to_clipboard(words)
        self.control.say(_("The log is in the clipboard."))

    def _export_log(self, words: str) -> None:
        self.control.say(self.host.export_log(self.session.game, words))

    def _point(self, regions: frozenset[int], crossing: Crossing | None = None) -> None:
        self.control.crossing = crossing
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
