"""The hand while pieces are being arranged: what is left to place, to be dragged from here."""

from __future__ import annotations

from collections.abc import Callable

import pygame
from pygame import Rect, Surface
from pygame.event import Event

from crusade.desktop import pictures, theme
from crusade.desktop.kit import Widget, paint, text
from crusade.desktop.layout import inset
from crusade.desktop.panels.drawing import fitting, token_row
from crusade.desktop.table.controller import Controller
from crusade.desktop.table.draft import TOKENS
from crusade.desktop.table.marking import picture_of
from crusade.rules.ids import IS_DECLINED, NONE, OWNER

MOST_SHOWN = 9


class Tray(Widget):
    """A parchment strip with the pieces in hand and their number; a piece can be dragged out."""

    def __init__(
        self, controller: Controller, drop: Callable[[tuple[int, int]], int | None]
    ) -> None:
        super().__init__(name="tray")
        self.controller = controller
        self.drop = drop
        self._held = False

    @property
    def spare(self) -> int:
        """Pieces left to place (negative: too many stand)."""
        draft = self.controller.draft
        return 0 if draft is None else draft.spare

    def let_go(self) -> None:
        """The mouse is taken away: the piece that is dragged stays in the hand."""
        if self._held:
            self._held = False
            self.controller.dragging(NONE, None)

    def handle(self, event: Event) -> bool:
        """Drag a piece onto the board."""
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            self._held = self.spare > 0 and self.controller.deciding
            return True
        if event.type == pygame.MOUSEMOTION and self._held:
            self.controller.dragging(NONE, event.pos)
            return True
        if event.type == pygame.MOUSEBUTTONUP and self._held:
            self._held = False
            self.controller.dragging(NONE, None)
            target = self.drop(event.pos)
            if target is not None:
                self.controller.dropped(NONE, target)
            return True
        return False

    def words(self) -> str:
        """`3 tokens left to place`."""
        draft = self.controller.draft
        return "" if draft is None else draft.words()

    def draw(self, surface: Surface) -> None:
        """The strip, the pieces, the number."""
        draft = self.controller.draft
        if draft is None:
            return
        m = self.m
        paint.draw_panel(surface, self.rect, m.scale)
        body = inset(self.rect, m.px(10), m.px(4))
        spare = draft.spare
        colour = theme.GOOD if spare == 0 else theme.BAD if spare < 0 else theme.INK
        style = theme.STRONG.with_colour(colour)
        words = self.words()
        side = min(m.px(32), body.h)
        shown = min(max(0, spare), MOST_SHOWN)
        style = fitting(words, style, m, body.w - (side + m.px(6) if shown else 0))
        start = body.x
        if shown:
            # All of them, over one another where the words leave little room.
            room = max(side, body.w - text.measure(words, style, m) - m.px(6))
            area = Rect(body.x, body.y, room, body.h)
            start = token_row(surface, self._piece(side), shown, area).right + m.px(6)
        line = Rect(start, body.y, body.right - start, body.h)
        laid = text.paragraph(words, style, m, line.w, max_lines=2)
        laid.draw(surface, (line.x, line.centery - laid.height // 2))

    def _piece(self, side: int) -> Surface:
        draft = self.controller.draft
        assert draft is not None
        if draft.kind != TOKENS:
            return pictures.marker(picture_of(draft), side)
        colour = self.controller.cast.colours[OWNER[draft.slot]]
        banner = self.controller.state.banner[draft.slot]
        race = self.controller.cast.library.races[banner].name
        return pictures.token(race, side, colour, IS_DECLINED[draft.slot])
