"""The board as a widget: it shows a position and its marks, and tells what was done to it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Protocol

import pygame
from pygame import Rect, Surface
from pygame.event import Event

from crusade.atlas import BoardFile
from crusade.desktop.board_view import BoardView, Marks, Pieces
from crusade.desktop.kit import Tip, Widget, is_key, paint
from crusade.desktop.table.compass import ARROWS, Compass
from crusade.rules.board import bits

DRAG_POINTS = 6
"""Points the mouse moves with the button down before a click becomes a drag."""
LOOK = 0.4
"""Seconds that the Region to which an arrow strayed is in sight before Enter acts there."""
TOKEN_POINTS = 40
"""Points that a token's side should have, also on a board that is small for its window."""


class BoardUser(Protocol):
    """Whoever decides what the board shows and what a click on it means."""

    def pieces(self) -> Sequence[Pieces]:
        """What stands on every Region."""

    def marks(self, hovered: int | None) -> Marks:
        """What is marked, with the Region under the mouse or the keyboard's cursor."""

    def asks(self) -> bool:
        """Whether an answer is waited for, which a lit Region gives."""

    def tip(self, region: int, keys: bool = False) -> Tip | None:
        """The tooltip of a Region; ``keys`` where keys act on it."""

    def clicked(self, region: int | None, button: int, shift: bool) -> None:
        """A Region (or the frame: None) was clicked, with button 1 or 3."""

    def strayed(self) -> None:
        """Enter was pressed before it could be seen that an arrow led elsewhere than just now."""

    def wheeled(self, region: int, up: bool) -> bool:
        """The wheel was turned over a Region; True when that meant something."""

    def may_drag(self, region: int) -> bool:
        """Whether tokens can be dragged out of the Region."""

    def dragging(self, source: int, pos: tuple[int, int] | None) -> None:
        """Tokens of ``source`` are being dragged and are at this pixel; None when it ends."""

    def dropped(self, source: int, target: int | None) -> None:
        """Tokens dragged out of ``source`` were let go over ``target``."""


class BoardWidget(Widget):
    """The board. ``view`` draws it; ``user`` knows what it means."""

    focusable = True
    tip_delay = 0.0

    def __init__(self, file: BoardFile, user: BoardUser) -> None:
        super().__init__(name="board")
        self.view = BoardView(file)
        self.patient = True
        """Whether the table waits for the board's picture; see `BoardView.layout`."""
        self.user = user
        self.cursor: int | None = None
        """The Region that the keyboard stands on."""
        self._stood: int | None = None  # where it stood before something new was asked
        self._compass = Compass()
        self._was: dict[int, int] = {}
        """Where the arrows led before that changed under whoever stands still."""
        self._astray = False
        """Whether the last arrow led elsewhere than it had been seen to, and that just before."""
        self.under: int | None = None
        """The Region under the mouse."""
        self.pulse = 0.0
        """Seconds that tied Regions have pulsed; at 0 they shine."""
        self._pressed: tuple[int, tuple[int, int]] | None = None
        self._dragged: int | None = None

    # ---------------------------------------------------------------- place and picture
    def place(self, rect: Rect) -> None:
        """Fill the rectangle with the board and its frame."""
        super().place(rect)
        self.view.layout(rect, self.m.px(TOKEN_POINTS), self.patient)
        self.touch()

    @property
    def ink(self) -> Rect:
        """Frame and shadow."""
        return self.rect.union(self.view.ink)

    @property
    def lit_region(self) -> int | None:
        """The Region that is being asked about, by mouse or keyboard."""
        if self.keyed:
            return self.cursor
        return self.under if self.hot else None

    def draw(self, surface: Surface) -> None:
        """Frame, Regions, marks and pieces."""
        marks = self.user.marks(self.lit_region)
        if self.keyed and self.user.asks():
            self._look(marks)
            marks = replace(marks, arrows=self.signs(marks), pointed=marks.pointed | self._from)
        self.view.draw(surface, self.user.pieces(), marks, self.pulse)
        if self.keyed and self.cursor is None:
            paint.draw_focus(surface, self.view.frame, self.m.scale)

    def hits(self, pos: tuple[int, int]) -> bool:
        """Only the frame and what is inside."""
        return self.view.frame.collidepoint(pos)

    def tip_at(self, pos: tuple[int, int]) -> tuple[Tip, Rect] | None:
        """The tooltip of the Region under the mouse, beside it."""
        region = self.view.region_at(pos)
        if region is None or self._dragged is not None:
            return None
        # What a key does there is said only of the Region where the keyboard itself stands.
        tip = self.user.tip(region, self.keyed and region == self.cursor)
        return None if tip is None else (tip, self.tip_target(region))

    def tip_target(self, region: int) -> Rect:
        """What a tooltip may not cover: the Region's tokens and shield."""
        x, y = self.view.slot_centre(region, "token")
        side = round(self.view.token_size_at(region) * 1.7)
        box = Rect(0, 0, side, side)
        box.center = (x, y)
        shield = Rect(0, 0, side // 2, side // 2)
        shield.center = self.view.slot_centre(region, "shield")
        return box.union(shield)

    def clear_of(self, pos: tuple[int, int]) -> Sequence[Rect]:
        """What a tooltip of the Region at a pixel leaves in sight where it can."""
        region = self.view.region_at(pos)
        return () if region is None else self.keep_clear(region)

    def keep_clear(self, region: int) -> Sequence[Rect]:
        """The Region itself, and what stands on the lit Regions, those beside it first."""
        marks = self.user.marks(self.lit_region)
        signs = self.signs(marks) if self.keyed and self.user.asks() else {}
        return self.view.keep_clear(region, marks.lit, signs)

    # ---------------------------------------------------------------- mouse
    def hover(self, hot: bool) -> None:
        """The mouse came or went."""
        if not hot:
            self.under = None
        super().hover(hot)

    def handle(self, event: Event) -> bool:
        """Point, click, drag, turn the wheel; keys while it has the focus."""
        if event.type == pygame.MOUSEMOTION:
            self._moved(event.pos)
            return self._dragged is not None
        if event.type == pygame.MOUSEBUTTONDOWN and event.button in (1, 3):
            region = self.view.region_at(event.pos)
            if event.button == 3:
                self.user.clicked(region, 3, _shift())
            else:
                self._pressed = (-1 if region is None else region, event.pos)
            return True
        if event.type == pygame.MOUSEBUTTONUP and event.button == 1:
            return self._released(event.pos)
        if event.type == pygame.MOUSEWHEEL and self.under is not None:
            return self.user.wheeled(self.under, event.y > 0)
        return self._key(event) if self.focused else False

    def _moved(self, pos: tuple[int, int]) -> None:
        region = self.view.region_at(pos)
        if region != self.under:
            self.under = region
            self.touch()
        if self._pressed is None:
            return
        start, (x, y) = self._pressed
        if self._dragged is None and start >= 0 and self.user.may_drag(start):
            far = self.m.px(DRAG_POINTS)
            if abs(pos[0] - x) >= far or abs(pos[1] - y) >= far:
                self._dragged = start
        if self._dragged is not None:
            self.user.dragging(self._dragged, pos)

    def let_go(self) -> None:
        """The mouse is taken away: the token that is dragged stays where it is."""
        self._pressed = None
        if self._dragged is not None:
            source, self._dragged = self._dragged, None
            self.user.dragging(source, None)

    def _released(self, pos: tuple[int, int]) -> bool:
        pressed, self._pressed = self._pressed, None
        region = self.view.region_at(pos)
        if self._dragged is not None:
            source, self._dragged = self._dragged, None
            self.user.dragging(source, None)
            self.user.dropped(source, region)
        elif pressed is not None and pressed[0] == (-1 if region is None else region):
            self.user.clicked(region, 1, _shift())
        return True

    # ---------------------------------------------------------------- keyboard
    def hot_key(self, event: Event, typing: bool) -> bool:
        """The arrow keys bring the keyboard's cursor onto the board from anywhere."""
        if typing or event.key not in ARROWS or event.mod & (pygame.KMOD_CTRL | pygame.KMOD_ALT):
            return False
        ui = self.ui
        if ui is None or (ui.focused is not None and ui.focused is not self):
            return False
        marked = self.lit_region
        ui.focus(self, True)
        self._step(event, marked)
        return True

    def _key(self, event: Event) -> bool:
        if event.type != pygame.KEYDOWN:
            return False
        if event.key in ARROWS and is_key(event, *ARROWS):
            self._step(event, self.lit_region)
            return True
        if self.cursor is None or self.ui is None or not self.ui.by_keyboard:
            return False
        if is_key(event, pygame.K_RETURN, pygame.K_KP_ENTER, pygame.K_SPACE):
            if self._astray and self.ui.presses.glanced(LOOK):
                self._astray = False
                self.user.strayed()
                return True
            self.user.clicked(self.cursor, 1, bool(event.mod & pygame.KMOD_SHIFT))
            return True
        if is_key(event, pygame.K_PLUS, pygame.K_KP_PLUS, pygame.K_EQUALS):
            return self.user.wheeled(self.cursor, True)
        if is_key(event, pygame.K_MINUS, pygame.K_KP_MINUS):
            return self.user.wheeled(self.cursor, False)
        return False

    def _step(self, event: Event, marked: int | None) -> None:
        """Move the cursor where an arrow points: to a Region that is lit, with Shift to any."""
        assert self.ui is not None
        self.ui.by_keyboard = True
        anywhere = bool(event.mod & pygame.KMOD_SHIFT)
        marks = self.user.marks(None)
        stand = self._stand(marked)
        self._look(marks)
        led = self._targets({} if anywhere else _goals(marks), stand)
        found = led.get(event.key)
        if found is not None:
            self._compass.walked(stand, event.key, found)
        elif self.cursor is None:
            found = self._first(_goals(marks), stand)
        aimed = self._was.get(event.key) if self.ui.presses.turned and not anywhere else None
        self._astray, self._was = aimed not in (None, found), {}
        if found is not None:
            self.cursor = found
        assert self.cursor is not None
        self._compass.look(self.cursor, self._targets(_goals(marks), self.cursor))
        self.touch()
        self.show_tip(self.cursor)

    def _look(self, marks: Marks) -> None:
        """See where the arrows lead by now; what has changed under whoever stands still is told."""
        stand = self._stand(self.lit_region)
        led = self._targets(_goals(marks), stand)
        seen = self._compass.seen_from(stand)
        if any(led.get(key) != r for key, r in seen.items()) and self.ui is not None:
            self._was = (self._was if self.ui.presses.turned else {}) or seen
            self.ui.presses.turn()
        self._compass.look(stand, led)

    def _stand(self, marked: int | None) -> int | None:
        """Where the arrows go on from: the ``marked`` Region, else where the cursor stood before
        something new was asked, else (None) the middle.
        """
        return next((r for r in (marked, self.cursor, self._stood) if r is not None), None)

    def _targets(self, goals: Mapping[int, bool], stand: int | None) -> dict[int, int]:
        """The Region that each arrow leads to: one of ``goals``, of all where there are none, those
        with a loss of one's own after others. Arrows on whose side none lies are left out.
        """
        view = self.view
        places = {r: view.slot_centre(r, "token") for r in goals or range(len(view.slots))}
        start = view.rect.center if stand is None else view.slot_centre(stand, "token")
        own = [r for r, loses in goals.items() if loses]
        beside = () if stand is None else tuple(bits(self.view.file.board.neighbours[stand]))
        return self._compass.targets(places, start, stand, own, beside)

    def _first(self, goals: Mapping[int, bool], stand: int | None) -> int | None:
        """Where an arrow leads that has nothing on its side, while no Region is marked yet: to the
        nearest of ``goals``, of all where there are none.
        """
        view = self.view
        start = view.rect.center if stand is None else view.slot_centre(stand, "token")

        def near(r: int) -> tuple[bool, int, int]:
            return goals.get(r, False), _far(view.slot_centre(r, "token"), start), r

        return min(goals or range(len(view.slots)), key=near, default=None)

    @property
    def _from(self) -> frozenset[int]:
        """The Region that the arrows go on from although none is marked: it is shown."""
        alone = self.cursor is None and self._stood is not None
        return frozenset({self._stood} if alone and self._stood is not None else ())

    def signs(self, marks: Marks) -> dict[int, frozenset[tuple[int, int]]]:
        """The Regions that the arrows lead to from here, each with the directions that do; while no
        Region is marked with one direction each.
        """
        goals, stand = _goals(marks), self._stand(self.lit_region)
        led = self._targets(goals, stand)
        first = self._first(goals, stand) if self.cursor is None else None
        if first is not None and first not in led.values():
            dead = next((key for key in ARROWS if key not in led), None)
            led = led if dead is None else {**led, dead: first}
        signs: dict[int, frozenset[tuple[int, int]]] = {}
        for key, r in led.items():
            if r not in signs or self.cursor is not None:
                signs[r] = signs.get(r, frozenset()) | {ARROWS[key]}
        return signs

    def lit(self) -> list[int]:
        """The Regions that mean something now, in the order in which they are read, those with a
        loss of one's own after the others.
        """
        found = _goals(self.user.marks(None))
        places = {r: self.view.slot_centre(r, "token") for r in found}
        row = max(1, self.view.token_size * 2)
        return sorted(found, key=lambda r: (found[r], places[r][1] // row, places[r][0], r))

    def tab(self, step: int) -> bool:
        """From one lit Region to the next; behind the last one the focus goes on."""
        order = self.lit()
        if not order:
            return False
        if self.cursor not in order:
            self.cursor = order[0 if step > 0 else -1]
        else:
            at = order.index(self.cursor) + step
            if not 0 <= at < len(order):
                return False
            self.cursor = order[at]
        self._compass.forget()
        self.touch()
        return True

    def stand_by(self) -> None:
        """Something new is asked: no Region is chosen until a key goes to one."""
        if self.cursor is not None:
            self._stood, self.cursor = self.cursor, None
            self._compass.forget()
            self.touch()

    def focus_tip(self) -> tuple[Tip, Rect] | None:
        """What pointing at the cursor's Region would bring."""
        tip = None if self.cursor is None else self.user.tip(self.cursor, True)
        return None if tip is None or self.cursor is None else (tip, self.tip_target(self.cursor))

    def focus_clear(self) -> Sequence[Rect]:
        """What the tooltip of the cursor's Region leaves in sight where it can."""
        return () if self.cursor is None else self.keep_clear(self.cursor)

    def repeats(self, event: Event) -> bool:
        """An arrow key that is held goes on from Region to Region."""
        return event.key in ARROWS

    def show_tip(self, region: int) -> None:
        """Show a Region's tooltip without the mouse."""
        tip = self.user.tip(region, True)
        if tip is not None and self.ui is not None:
            self.ui.say(tip, self.tip_target(region), self.keep_clear(region))


def _goals(marks: Marks) -> dict[int, bool]:
    """The Regions that mean something now, and whether taking each loses tokens of one's own."""
    return {r: lit.own for r, lit in marks.lit.items() if lit.kind != "safe"}


def _far(a: tuple[int, int], b: tuple[int, int]) -> int:
    """The square of the distance of two pixels."""
    return (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2


def _shift() -> bool:
    return bool(pygame.key.get_mods() & pygame.KMOD_SHIFT)
