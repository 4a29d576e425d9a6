"""The coins of a game round by round: a line for each side, and what each round brought."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import pygame
from pygame import Rect, Surface

from crusade.automaton.hall_of_fame import RoundCoins
from crusade.desktop import theme
from crusade.desktop.kit import Tip, TipRow, Widget, paint, text
from crusade.desktop.layout import columns, cut_bottom, cut_left
from crusade.desktop.scenes.chart_lines import draw_line, mark
from crusade.desktop.theme import Colour
from crusade.desktop.words import item_name
from crusade.rules.ids import START_COINS, TRIBES
from crusade.texts import N_, _

_INDENT = "   "
_PAID, _FOUND = N_("paid for a combo"), N_("coins of a combo")


@dataclass(frozen=True)
class Side:
    """One line of the chart."""

    seat: int
    name: str
    colour: Colour


class RoundsChart(Widget):
    """The chart. Pointing at a round says where its coins came from."""

    tip_delay = 0.0

    def __init__(self, sides: Sequence[Side], rounds: Sequence[RoundCoins]) -> None:
        super().__init__(name="rounds-chart")
        self.sides = sides
        self.last = max((entry.round for entry in rounds), default=0)
        self.entries = {(entry.seat, entry.round): entry for entry in rounds}
        self._lit: int | None = None

    def total(self, seat: int, number: int) -> int | None:
        """A side's coins after a round (0 is the start); None if nothing is known."""
        if number == 0:
            return 0 if seat == TRIBES else START_COINS
        found = self.entries.get((seat, number))
        return found.coins if found is not None else None

    def earned(self, seat: int, number: int) -> int | None:
        """What a round brought a side."""
        after, before = self.total(seat, number), self.total(seat, number - 1)
        return None if after is None or before is None else after - before

    # -- places ---------------------------------------------------------------------------

    def parts(self) -> tuple[Rect, Rect, Rect]:
        """(the names' column, the plot, the table's cells)."""
        m = self.m
        names = m.px(112 if self.rect.w > m.px(420) else 92)
        table = m.px(28) * (len(self.sides) + 1)
        below, above = cut_bottom(self.rect, table, m.px(6))
        side, cells = cut_left(below, names)
        plot = Rect(cells.x, above.y + m.px(12), cells.w, max(0, above.h - m.px(12)))
        return side, plot, cells

    def cells(self) -> list[Rect]:
        """The column of each round, over plot and table."""
        _unused, plot, cells = self.parts()
        whole = Rect(cells.x, plot.y, cells.w, cells.bottom - plot.y)
        return columns(whole, [1] * max(1, self.last))

    def handle(self, event: pygame.event.Event) -> bool:
        """Light the round under the mouse."""
        if event.type == pygame.MOUSEMOTION:
            self._light(self._round_at(event.pos))
        return False

    def hover(self, hot: bool) -> None:
        """No round is lit when the mouse leaves."""
        super().hover(hot)
        if not hot:
            self._light(None)

    def _light(self, number: int | None) -> None:
        if number != self._lit:
            self._lit = number
            self.touch()

    def _round_at(self, pos: tuple[int, int]) -> int | None:
        if self.last:
            for number, cell in enumerate(self.cells(), 1):
                if cell.collidepoint(pos):
                    return number
        return None

    def tip_at(self, pos: tuple[int, int]) -> tuple[Tip, Rect] | None:
        """Where the coins of the round under the mouse came from."""
        number = self._round_at(pos)
        if number is None:
            return None
        rows: list[TipRow] = []
        for side in self.sides:
            entry = self.entries.get((side.seat, number))
            if entry is None:
                continue
            rows.append(TipRow(side.name, _signed(self.earned(side.seat, number)), True))
            rows.extend(
                TipRow(_INDENT + item_name(words), _signed(coins)) for words, coins in entry.items
            )
            other = (self.earned(side.seat, number) or 0) - sum(n for _unused, n in entry.items)
            if other:
                rows.append(TipRow(_INDENT + _(_PAID if other < 0 else _FOUND), _signed(other)))
        return Tip(title=_("Round {round}", round=number), rows=tuple(rows)), self.cells()[
            number - 1
        ]

    # -- drawing --------------------------------------------------------------------------

    def draw(self, surface: Surface) -> None:
        """Grid, lines, dots, table."""
        if not self.last:
            words = _("The coins of the rounds of this game are not known.")
            laid = text.paragraph(words, theme.BODY, self.m, self.rect.w)
            laid.draw(surface, (self.rect.x, self.rect.centery), "center")
            return
        m = self.m
        side, plot, _unused = self.parts()
        roomy = plot.h >= m.px(36)
        if self._lit is not None:
            cell = self.cells()[self._lit - 1]
            lit = theme.mix(theme.LIT, theme.PARCHMENT, 0.35)
            surface.blit(paint.rounded(cell.size, m.px(6), lit), cell)
        top = self._draw_grid(surface, side, plot) if roomy else 1
        for line in self.sides if roomy else ():
            points = [
                (cell.centerx, self._y(plot, top, coins))
                for number, cell in enumerate(self.cells(), 1)
                if (coins := self.total(line.seat, number)) is not None
            ]
            start = self.total(line.seat, 0) or 0
            points.insert(0, (plot.x, self._y(plot, top, start)))
            draw_line(surface, points, line.colour, m.px(3), line.seat)
            small = plot.h < m.px(120)
            for point in points[1:]:
                dot = mark(line.seat, m.px(8 if small else 12), line.colour, m.px(1.5))
                surface.blit(dot, dot.get_rect(center=point))
        self._draw_table(surface)

    def _draw_grid(self, surface: Surface, side: Rect, plot: Rect) -> int:
        """Horizontal lines with numbers; returns the value at the top of the plot."""
        m = self.m
        most = max(
            (self.total(line.seat, n) or 0 for line in self.sides for n in range(self.last + 1)),
            default=0,
        )
        lines = max(1, min(6, plot.h // m.px(24)))
        step = next(s for s in (5, 10, 20, 25, 50, 100, 200, 1000) if most / s <= lines)
        top = (most // step + 1) * step
        for value in range(0, top + 1, step):
            y = self._y(plot, top, value)
            surface.fill(theme.EDGE_SOFT, (plot.x, y, plot.w, 1))
            place = Rect(side.x, y - m.px(10), side.w - m.px(10), m.px(20))
            text.draw_line(surface, str(value), place, theme.FAINT, m, align="right")
        return top

    @staticmethod
    def _y(plot: Rect, top: int, value: int) -> int:
        return plot.bottom - round(plot.h * value / max(1, top))

    def _draw_table(self, surface: Surface) -> None:
        m = self.m
        side, _unused, cells = self.parts()
        tall = m.px(28)
        for number, cell in enumerate(self.cells(), 1):
            place = Rect(cell.x, cells.y, cell.w, tall)
            text.draw_line(surface, str(number), place, theme.STRONG, m, align="center")
        place = Rect(side.x, side.y, side.w, tall)
        text.draw_line(surface, _("Round"), place, theme.STRONG, m)
        for index, line in enumerate(self.sides, 1):
            y = cells.y + index * tall
            surface.fill(theme.EDGE_SOFT, (side.x, y, side.w + cells.w, 1))
            dot = mark(line.seat, m.px(12), line.colour, m.px(1.5))
            surface.blit(dot, dot.get_rect(midleft=(side.x, y + tall // 2)))
            name = Rect(side.x + m.px(17), y, side.w - m.px(22), tall)
            known = line.name
            if line.seat == TRIBES and text.measure(known, theme.Style(15), m) > name.w:
                known = _("Tribes")
            text.draw_line(surface, known, name, theme.Style(15), m)
            for number, cell in enumerate(self.cells(), 1):
                place = Rect(cell.x, y, cell.w, tall)
                words = _signed(self.earned(line.seat, number))
                style = theme.Style(15 if cell.w > m.px(34) else 14)
                if text.measure(words, style, m) > cell.w - m.px(3):
                    words = words.removeprefix("+")
                text.draw_line(surface, words, place, style, m, align="center")


def _signed(value: int | None) -> str:
    if value is None:
        return "·"
    return f"+{value}" if value > 0 else str(value).replace("-", "−")
