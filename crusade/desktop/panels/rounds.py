"""The round track on the wood, with the order of turns in this round."""

from __future__ import annotations

from collections.abc import Callable

import pygame
from pygame import Rect, Surface
from pygame.event import Event

from crusade.desktop import pictures, theme, whose
from crusade.desktop.kit import Tip, Widget, is_click, is_key, paint, text
from crusade.desktop.layout import Metrics
from crusade.desktop.panels.drawing import put
from crusade.desktop.theme import Style
from crusade.desktop.words import Cast
from crusade.rules import State
from crusade.rules.ids import TRIBES
from crusade.texts import _, several

_DISC, _NOW, _GAP, _SEAT = 27, 38, 8, 24
_BIG, _STEP = 34, 17
"""Points of the gold disc and of the way from seat to seat in the short form."""
_LEAST = 0.94
"""The track is drawn this much smaller at most; below that it takes its short form."""
_OF = Style(15, False, theme.CREAM_SOFT)
_PAST = theme.rgb("#b89a66")
_AHEAD = theme.rgb("#57412f")


class RoundTrack(Widget):
    """One disc a round, the present one in gold; behind them who plays in which order.

    ``opened()`` is told of a click on it, or of Enter while the keyboard stands on it.
    """

    focusable = True

    def __init__(
        self, cast: Cast, name: str = "rounds", opened: Callable[[], None] | None = None
    ) -> None:
        super().__init__(name=name)
        self.cast = cast
        self.opened = opened
        self._shown: tuple[int, int, int, tuple[int, ...]] | None = None

    def natural(self, m: Metrics) -> int:
        """Pixels of height it is made for."""
        return m.px(42)

    def natural_width(self, m: Metrics) -> int:
        """Pixels of width for the rounds and the order of turns."""
        if self._shown is None:
            return 0
        rounds, seats = self._shown[1], len(self._shown[3])
        wide = rounds * (_DISC + _GAP) + (_NOW - _DISC) + 16
        return m.px(wide) + m.px(seats * (_SEAT + 22))

    def short_width(self, m: Metrics) -> int:
        """Pixels of width for the short form: this round in gold, how many there are, the order."""
        if self._shown is None:
            return 0
        seats = len(self._shown[3])
        words = text.measure(self._short_words(), _OF, m)
        return m.px(_BIG + 6 + 10 + 5) + words + m.px(seats * (_SEAT + _STEP) - _STEP)

    def _short_words(self) -> str:
        return "" if self._shown is None else _("of {count}", count=self._shown[1])

    def show(self, state: State) -> None:
        """Show a position."""
        seat = whose.turn(state)
        facts = (state.round, state.setup.rounds, seat, state.order)
        if facts != self._shown:
            self._shown = facts
            self.touch()

    def draw(self, surface: Surface) -> None:
        """The discs, then the seats; the short form where there is too little room."""
        if self._shown is None:
            return
        m = self.m
        if self.keyed:
            paint.draw_focus(surface, self.rect, m.scale)
        now, rounds, seat, seats = self._shown
        whole = self.natural_width(m)
        x, y = self.rect.x, self.rect.centery
        if self.rect.w < whole * _LEAST:
            squeeze = min(1.0, self.rect.w / max(1, self.short_width(m)))
            side = min(round(m.px(_BIG) * squeeze), self.rect.h)
            self._draw_round(surface, now, now, Rect(x, y - side // 2, side, side))
            x += side + m.px(6)
            words = Rect(x, self.rect.y, max(0, self.rect.right - x), self.rect.h)
            x += text.draw_line(surface, self._short_words(), words, _OF, m).w + m.px(10)
            self._draw_order(surface, x, squeeze, seat, seats, _STEP)
            return
        squeeze = min(1.0, self.rect.w / max(1, whole))
        disc, big = round(m.px(_DISC) * squeeze), round(m.px(_NOW) * squeeze)
        gap = round(m.px(_GAP) * squeeze)
        for number in range(1, rounds + 1):
            side = big if number == now else disc
            self._draw_round(surface, number, now, Rect(x, y - side // 2, side, side))
            x += side + gap
        self._draw_order(surface, x + gap, squeeze, seat, seats)

    def _draw_round(self, surface: Surface, number: int, now: int, rect: Rect) -> None:
        m = self.m
        if number == now:
            surface.blit(
                paint.shadow(rect.size, rect.w // 2, m.px(6), 160), rect.move(-m.px(6), -m.px(5))
            )
        fill = theme.GOLD if number == now else _PAST if number < now else _AHEAD
        edge = theme.CREAM if number == now else theme.WOOD_DARK
        surface.blit(paint.disc(rect.w, fill, edge, max(1, m.px(2))), rect)
        ink = theme.CREAM_SOFT if number > now else theme.INK
        size = (20 if number == now else 15) * min(1.0, rect.w / m.px(_DISC))
        style = Style(max(10, round(size)), True, ink)
        text.draw_line(surface, str(number), rect.move(0, -m.px(0.5)), style, m, align="center")

    def _draw_order(
        self,
        surface: Surface,
        x: int,
        squeeze: float,
        seat: int,
        seats: tuple[int, ...],
        step: float = 22,
    ) -> None:
        """Who plays in this round, one after the other; whose turn it is stands in light."""
        m = self.m
        side = round(m.px(_SEAT) * squeeze)
        y = self.rect.centery
        for index, who in enumerate(seats):
            if index:
                arrow = pictures.icon("arrow_right", max(6, side // 2), theme.CREAM_SOFT)
                put(surface, arrow, (x + round(m.px(step / 2) * squeeze), y))
                x += round(m.px(step) * squeeze)
            rect = Rect(x, y - side // 2, side, side)
            if who == seat:
                ring = rect.inflate(m.px(7), m.px(7))
                surface.blit(paint.disc(ring.w, theme.LIT), ring)
            self._draw_seat(surface, who, rect)
            x += side

    def _draw_seat(self, surface: Surface, who: int, rect: Rect) -> None:
        m = self.m
        colour = theme.TRIBES if who == TRIBES else theme.rgb(self.cast.colours[who])
        surface.blit(paint.disc(rect.w, colour, theme.CREAM, max(1, m.px(1.5))), rect)
        if who == TRIBES:
            put(
                surface,
                pictures.race(self.cast.library.folk.name.message, round(rect.w * 0.82)),
                rect.center,
            )
            return
        initial = self.cast.names[who][:1].upper() or "?"
        style = Style(max(9, round(14 * rect.w / m.px(_SEAT))), True, theme.text_on(colour))
        text.draw_line(surface, initial, rect, style, m, align="center")

    def handle(self, event: Event) -> bool:
        """A click or Enter opens what belongs to it."""
        entered = self.keyed and is_key(event, pygame.K_RETURN, pygame.K_KP_ENTER, pygame.K_SPACE)
        if self.opened is None or not (is_click(event) or entered):
            return False
        self.opened()
        return True

    def tip_at(self, pos: tuple[int, int]) -> tuple[Tip, Rect] | None:
        """The round and the order of turns in words."""
        if self._shown is None:
            return None
        now, rounds = self._shown[:2]
        turns = several(self.cast.who(seat) for seat in self._shown[3])
        values = {"round": now, "count": rounds}
        title = _("Round {round} of {count}", **values)
        if now == rounds:
            title = _("Round {round} of {count}, the last", **values)
        more = _("Click for the legend: what wins, and what the signs are.") if self.opened else ""
        return Tip(title, _("In turn: {turns}.", turns=turns), note=more), self.rect
