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
from crusade.desktop.words.markers import marker_words, unseen
from crusade.desktop.words.sentences import joined
from crusade.rules import State
from crusade.rules.ids import TRIBES
from crusade.rules.queries import face_down
from crusade.rules.questions import EventMarker
from crusade.texts import _, several

_DISC, _NOW, _GAP, _SEAT = 27, 38, 8, 24
_BIG, _STEP = 34, 17
"""Points of the gold disc and of the way from seat to seat in the short form."""
_LEAST = 0.94
"""The track is drawn this much smaller at most; below that it takes its short form."""
_OF = Style(15, False, theme.CREAM_SOFT)
_PAST = theme.rgb("#b89a66")
_AHEAD = theme.rgb("#57412f")
_FACE_DOWN, _FAINT = "event_marker", 150
"""The picture of an event marker's back, and how strongly past ones are drawn, of 255."""


class RoundTrack(Widget):
    """One disc a round, the present one in gold; behind them who plays in which order.

    In a box with event markers their row is the track: each lies face down until its round.
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
        self._row: tuple[EventMarker, ...] = ()
        self._known: EventMarker | None = None
        self._unseen = ""
        self._discs: list[tuple[int, Rect]] = []
        """Where the discs of the rounds were drawn."""

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

    def show(
        self,
        state: State,
        row: tuple[EventMarker, ...] = (),
        known: EventMarker | None = None,
    ) -> None:
        """Show a position; ``row`` are the event markers turned up so far, ``known`` is the next
        one where whoever sees the screen knows it.
        """
        seat = whose.turn(state)
        facts = (state.round, state.setup.rounds, seat, state.order)
        self._unseen = unseen(state) if row and face_down(state) else ""
        if (facts, row, known) != (self._shown, self._row, self._known):
            self._shown, self._row, self._known = facts, row, known
            self.touch()

    def draw(self, surface: Surface) -> None:
        """The discs, then the seats; the short form where there is too little room."""
        if self._shown is None:
            return
        m = self.m
        if self.keyed:
            paint.draw_focus(surface, self.rect, m.scale)
        now, rounds, seat, seats = self._shown
        self._discs = []
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
        self._discs.append((number, rect))
        if number == now:
            surface.blit(
                paint.shadow(rect.size, rect.w // 2, m.px(6), 160), rect.move(-m.px(6), -m.px(5))
            )
        if self._row:
            self._draw_marker(surface, number, now, rect)
            return
        fill = theme.GOLD if number == now else _PAST if number < now else _AHEAD
        edge = theme.CREAM if number == now else theme.WOOD_DARK
        surface.blit(paint.disc(rect.w, fill, edge, max(1, m.px(2))), rect)
        ink = theme.CREAM_SOFT if number > now else theme.INK
        size = (20 if number == now else 15) * min(1.0, rect.w / m.px(_DISC))
        style = Style(max(10, round(size)), True, ink)
        text.draw_line(surface, str(number), rect.move(0, -m.px(0.5)), style, m, align="center")

    def _draw_marker(self, surface: Surface, number: int, now: int, rect: Rect) -> None:
        """The event marker of a round: the present one ringed in gold with the round's number, past
        ones faint, those to come face down under their numbers, a foreseen one ringed.
        """
        m = self.m
        found = self._marker(number)
        if number == now or (found is not None and number > now):
            ring = rect.inflate(m.px(5), m.px(5)) if number == now else rect
            surface.blit(paint.disc(ring.w, theme.GOLD, theme.CREAM, max(1, m.px(1.5))), ring)
        side = rect.w if number == now else round(rect.w * 0.86) if found else rect.w
        picture = pictures.marker(found.picture if found else _FACE_DOWN, side)
        if found is not None and number < now:
            picture = picture.copy()
            picture.set_alpha(_FAINT)
        put(surface, picture, rect.center)
        if number < now or (found is not None and number != now):
            return
        size = max(10, round(15 * min(1.0, rect.w / m.px(_DISC))))
        plate = rect
        if number == now:
            plate = Rect(0, 0, round(rect.w * 0.46), round(rect.w * 0.46))
            plate.center = rect.right - m.px(3), rect.bottom - m.px(5)
            surface.blit(paint.disc(plate.w, theme.GOLD, theme.CREAM, max(1, m.px(1))), plate)
            size = max(9, round(plate.w * 0.72 / m.scale))
        ink = theme.INK if number == now else theme.CREAM
        style = Style(size, True, ink)
        text.draw_line(surface, str(number), plate.move(0, -m.px(0.5)), style, m, align="center")

    def _marker(self, number: int) -> EventMarker | None:
        """The event marker of a round, where whoever sees the screen may know it."""
        if number <= len(self._row):
            return self._row[number - 1]
        return self._known if number == len(self._row) + 1 else None

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

    def focus_tip(self) -> tuple[Tip, Rect] | None:
        """For the keyboard: this round's."""
        here = next((rect for number, rect in self._discs if self._is_now(number)), self.rect)
        return self.tip_at(here.center)

    def _is_now(self, number: int) -> bool:
        return self._shown is not None and number == self._shown[0]

    def _marker_tip(self, number: int, rect: Rect) -> tuple[Tip, Rect]:
        """What the event marker of a round means, or what may lie there."""
        found = self._marker(number)
        if found is None:
            title = _("Round {round}: face down", round=number)
            return Tip(title, self._unseen), rect
        words = marker_words(found)
        title = _("Round {round}: {marker}", round=number, marker=words.name)
        note = ""
        if number > len(self._row):
            note = _("You alone have looked at it.")
        return Tip(title, words.text, note=note), rect

    def tip_at(self, pos: tuple[int, int]) -> tuple[Tip, Rect] | None:
        """The round and the order of turns in words; over an event marker what it means."""
        if self._shown is None:
            return None
        if self._row:
            for number, rect in self._discs:
                if rect.collidepoint(pos):
                    return self._marker_tip(number, rect)
        now, rounds = self._shown[:2]
        turns = several(self.cast.who(seat) for seat in self._shown[3])
        values = {"round": now, "count": rounds}
        title = _("Round {round} of {count}", **values)
        if now == rounds:
            title = _("Round {round} of {count}, the last", **values)
        more = _("Click for the legend: what wins, and what the signs are.") if self.opened else ""
        if self.opened and self.keyed:
            more = _("Enter for the legend: what wins, and what the signs are.")
        said = _("In turn: {turns}.", turns=turns)
        if self._known is not None:
            name = marker_words(self._known).name
            said = joined(said, _("Next round: {marker}. You alone know.", marker=name))
        return Tip(title, said, note=more), self.rect
