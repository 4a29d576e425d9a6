"""The score sheet: coins of every round for everybody, with what they came from."""

from __future__ import annotations

from collections.abc import Sequence, Set
from dataclasses import dataclass

from pygame import Rect, Surface

from crusade.desktop import theme
from crusade.desktop.kit import ListView, Panel, Tip, TipRow, text
from crusade.desktop.layout import Metrics, centred, columns, cut_bottom, cut_top, inset
from crusade.desktop.panels.colours import ink_of
from crusade.desktop.panels.drawing import QUIET, line, put_coin, set_rows
from crusade.desktop.theme import Style
from crusade.desktop.words import Cast, item_name, plural
from crusade.rules.events import ComboDiscarded, ComboPicked, Event, RoundBegan, Scored
from crusade.rules.ids import CLASSIC, START_COINS, TRIBES

_ROW, _HEAD, _FOOT = 26, 34, 44


@dataclass
class _Turn:
    """What one side got and paid in one round, in coins."""

    earned: int = 0
    paid: int = 0
    scored: bool = False
    total: int = 0
    items: tuple[tuple[str, int, int], ...] = ()


class ScoreSheet(Panel):
    """Rounds in rows, sides in columns; pointing at a number tells what it was made of."""

    def __init__(self, cast: Cast, name: str = "scores") -> None:
        super().__init__(name=name, top=theme.PAPER, bottom=theme.PARCHMENT)
        self.cast = cast
        self.sides: tuple[int, ...] = tuple(range(len(cast.names)))
        if cast.mode != CLASSIC:
            self.sides += (TRIBES,)
        self.turns: dict[tuple[int, int], _Turn] = {}
        self.rounds = 0
        self.hidden: Set[int] = frozenset()
        self.coins: dict[int, int] = {}
        self._head = self._foot = Rect(0, 0, 0, 0)
        self.list = self.add(
            _Cells(row_height=_ROW, draw_row=self._draw_row, choosable=False, name=f"{name}-rows")
        )
        self.list.sheet = self

    def natural(self, m: Metrics) -> int:
        """Pixels of height for all its rounds."""
        return m.px(_HEAD + _FOOT + 17) + max(1, self.rounds) * m.px(_ROW)

    def show(self, events: Sequence[Event], rounds: int, hidden: Set[int] = frozenset()) -> None:
        """Take over a game's events; ``rounds`` rows, of ``hidden`` seats no totals."""
        self.turns, self.rounds, self.hidden = {}, rounds, hidden
        self.coins = {side: 0 if side == TRIBES else START_COINS for side in self.sides}
        number = 1
        for event in events:
            if isinstance(event, RoundBegan):
                number = event.round
            elif isinstance(event, ComboPicked):
                turn = self._turn(number, event.seat)
                turn.paid += event.price - event.found
                self.coins[event.seat] += event.found - event.price
            elif isinstance(event, ComboDiscarded) and event.coins:
                self._turn(number, TRIBES).paid -= event.coins
                self.coins[TRIBES] += event.coins
            elif isinstance(event, Scored):
                turn = self._turn(number, event.seat)
                turn.earned += event.coins
                turn.items += event.items
                turn.scored = True
                turn.total = self.coins[event.seat] = event.total
        set_rows(self.list, rounds, keep=True)
        self.touch()

    def _turn(self, number: int, seat: int) -> _Turn:
        return self.turns.setdefault((number, seat), _Turn())

    # ---------------------------------------------------------------- layout and looks
    def place(self, rect: Rect) -> None:
        """Head, rounds, totals."""
        super().place(rect)
        m = self.m
        body = inset(rect, m.px(12), m.px(8))
        self._head, body = cut_top(body, m.px(_HEAD))
        self._foot, body = cut_bottom(body, m.px(_FOOT))
        self.list.place(body)

    def cells(self, rect: Rect) -> list[Rect]:
        """The cells of a row: the round, then each side."""
        return columns(rect, [0.55, *[1.0] * len(self.sides)], self.m.px(6))

    def _name(self, side: int) -> str:
        return "Lost Tribes" if side == TRIBES else self.cast.label(side)

    def _ink(self, side: int) -> theme.Colour:
        if side == TRIBES:
            return theme.mix(theme.TRIBES, theme.INK, 0.45)
        return ink_of(theme.rgb(self.cast.colours[side]))

    def draw(self, surface: Surface) -> None:
        """The heads and the totals; the rounds are a list."""
        super().draw(surface)
        m = self.m
        line(surface, "round", self.cells(self._head)[0], QUIET, m)
        for side, cell in zip(self.sides, self.cells(self._head)[1:], strict=True):
            name = self._name(side)
            line(surface, name, cell, Style(17, True, self._ink(side)), m, "center")
        y = self._head.bottom - m.px(3)
        surface.fill(theme.EDGE_SOFT, (self._head.x, y, self._head.w, max(1, m.px(1))))
        surface.fill(theme.EDGE, (self._foot.x, self._foot.y, self._foot.w, max(1, m.px(1))))
        line(surface, "coins", self.cells(self._foot)[0], QUIET, m)
        for side, cell in zip(self.sides, self.cells(self._foot)[1:], strict=True):
            words = "?" if side in self.hidden else str(self.coins.get(side, 0))
            put_coin(surface, words, m.px(38), (cell.centerx, cell.centery + m.px(2)))

    def _draw_row(self, surface: Surface, rect: Rect, index: int, hot: bool, chosen: bool) -> None:
        m = self.m
        if index % 2:
            surface.fill(theme.PARCHMENT, rect)
        cells = self.cells(rect)
        line(surface, str(index + 1), cells[0], Style(16, True, theme.INK_SOFT), m, "center")
        for side, cell in zip(self.sides, cells[1:], strict=True):
            turn = self.turns.get((index + 1, side))
            if turn is None:
                continue
            earned, paid, total = columns(centred(cell, m.px(132), cell.h), (1, 0.6, 1), m.px(4))
            if turn.scored:
                line(surface, f"+{turn.earned}", earned, theme.BODY, m, "right")
            if turn.paid:
                line(surface, _signed(-turn.paid), paid, theme.FAINT, m, "center")
            if turn.scored and side not in self.hidden:
                line(surface, str(turn.total), total, theme.STRONG, m)

    def cell_tip(self, pos: tuple[int, int]) -> tuple[Tip, Rect] | None:
        """What the coins under a pixel were made of."""
        row = self.list.row_at(pos)
        if row is None:
            return None
        for side, cell in zip(self.sides, self.cells(self.list.row_rect(row))[1:], strict=True):
            turn = self.turns.get((row + 1, side))
            if turn is None or not cell.collidepoint(pos):
                continue
            rows = [TipRow(item_name(name), f"+{coins}") for name, coins, _ in turn.items]
            if turn.paid:
                word = "paid for a combo" if turn.paid > 0 else "coins on a combo"
                rows.append(TipRow(word, _signed(-turn.paid)))
            rows.append(TipRow("in all", plural(turn.earned - turn.paid, "coin"), strong=True))
            return Tip(f"{self.cast.label(side)}, round {row + 1}", rows=tuple(rows)), cell
        return None

    def least_width(self, m: Metrics) -> int:
        """Pixels of width below which names are cut."""
        style = Style(17, True)
        widest = max(text.measure(self._name(side), style, m) for side in self.sides)
        return (widest + m.px(10)) * len(self.sides) + m.px(80)


def _signed(coins: int) -> str:
    """`+3`, or with a proper minus sign `−2`."""
    return f"{coins:+d}".replace("-", "−")


class _Cells(ListView):
    """Rows whose cells explain themselves."""

    sheet: ScoreSheet | None = None

    def tip_at(self, pos: tuple[int, int]) -> tuple[Tip, Rect] | None:
        """The tip of the cell under the mouse."""
        return None if self.sheet is None else self.sheet.cell_tip(pos)
