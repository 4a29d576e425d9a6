"""What the panels of the persons and of the Lost Tribes share: pointing at one lights the board."""

from __future__ import annotations

from collections.abc import Callable

import pygame
from pygame import Rect, Surface
from pygame.event import Event

from crusade.desktop.kit import Panel, Tip, is_click, is_key, paint

Pointed = Callable[[frozenset[int]], None]


class HolderPanel(Panel):
    """A panel of somebody who holds Regions.

    ``pointed(regions)`` is told which Regions to light while the mouse or the keyboard is on it,
    and of none when it leaves. The keyboard goes through its parts with Left and Right, and each
    brings the card that pointing at it would bring.
    """

    focusable = True

    def __init__(self, pointed: Pointed | None, name: str) -> None:
        super().__init__(name=name)
        self.pointed = pointed
        self._at = 0
        self._told: frozenset[int] = frozenset()

    # ---------------------------------------------------------------- what a panel says of itself
    def parts(self) -> list[Rect]:
        """The parts that explain themselves, in reading order, in window pixels."""
        return [self.rect]

    def holds(self, pos: tuple[int, int]) -> frozenset[int]:
        """The Regions to light while this pixel is pointed at."""
        return frozenset()

    # ---------------------------------------------------------------- pointing
    def hover(self, hot: bool) -> None:
        """The mouse came or went."""
        super().hover(hot)
        if hot and self.ui is not None:
            self._tell(self.holds(self.ui.mouse))
        elif not self.keyed:
            self._tell(frozenset())

    def focus(self, on: bool) -> None:
        """The keyboard came or went."""
        super().focus(on)
        self._at = 0
        if on and self.keyed:
            self._tell(self.holds(self._part().center))
        elif not on and not self.hot:
            self._tell(frozenset())

    def focus_tip(self) -> tuple[Tip, Rect] | None:
        """The card of the part that the keyboard stands on."""
        return self.tip_at(self._part().center)

    def handle(self, event: Event) -> bool:
        """Left and Right go from part to part."""
        if event.type == pygame.MOUSEMOTION:
            self._tell(self.holds(event.pos))
            return False
        if is_click(event) and self.ui is not None:  # the keys stay with the board
            self.ui.focus(getattr(self.ui.layers[-1], "home", None))
            return False
        if not self.keyed or not is_key(event, pygame.K_LEFT, pygame.K_RIGHT):
            return False
        step = 1 if event.key == pygame.K_RIGHT else -1
        self._at = min(max(self._at + step, 0), len(self.parts()) - 1)
        self._tell(self.holds(self._part().center))
        self.touch()
        return True

    def _part(self) -> Rect:
        parts = self.parts()
        return parts[min(self._at, len(parts) - 1)]

    def _tell(self, regions: frozenset[int]) -> None:
        if regions != self._told:
            self._told = regions
            if self.pointed is not None:
                self.pointed(regions)

    def draw_focus(self, surface: Surface) -> None:
        """The ring round the panel, and a line under the part that the keyboard stands on."""
        if not self.keyed:
            return
        m = self.m
        paint.draw_focus(surface, self.rect, m.scale)
        if len(self.parts()) > 1:
            part = self._part().inflate(m.px(2), 0).clip(self.rect)
            paint.draw_focus(surface, part.inflate(-m.px(6), -m.px(6)), m.scale, 4)
