"""The column of combos: what could be picked, what it brings and costs, and both texts to read."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import pygame
from pygame import Rect, Surface

from crusade.desktop import pictures, theme
from crusade.desktop.kit import Label, ListView, Panel, Tip, paint, text
from crusade.desktop.layout import Metrics, cut_left, cut_right, inset
from crusade.desktop.panels.colours import banner_colour
from crusade.desktop.panels.combo_card import ComboCard
from crusade.desktop.panels.drawing import fitting, line, put, put_coin, set_rows
from crusade.desktop.theme import Style
from crusade.desktop.words import Cast, combo_name, combo_tip, combo_tokens, plural, token_figures
from crusade.rules import State, refusal
from crusade.rules.ids import COLUMN, NONE
from crusade.rules.moves import PICKS

_HEAD, _PAD = 28, 10
_ROW, _DENSE, _LEAST = 46, 38, 27
"""Points of height of a row: as it is made, the least with two lines, the least with one."""


@dataclass(frozen=True)
class _Row:
    """A combo as the column shows it; ``why`` says what forbids picking it, "" if nothing does."""

    banner: int
    badge: int
    coins: int
    tokens: int
    figures: str
    why: str


@dataclass(frozen=True)
class _Facts:
    """Everything the column shows."""

    rows: tuple[_Row, ...]
    picking: bool
    purse: int
    banners_left: int
    badges_left: int


def _facts(state: State, picking: bool) -> _Facts:
    rows = []
    for index, (banner, badge, coins) in enumerate(state.column):
        said = refusal(state, PICKS[index]) if picking else None
        tokens = combo_tokens(banner, badge, state.tray[banner])
        figures = token_figures(banner, badge, state.tray[banner])
        rows.append(_Row(banner, badge, coins, tokens, figures, said.sentence if said else ""))
    return _Facts(
        tuple(rows),
        picking,
        state.coins[state.seat],
        state.unseen_banners.bit_count() + len(state.under),
        state.unseen_badges.bit_count() + state.discards.bit_count(),
    )


class ComboColumn(Panel):
    """The six combos. While picking, a click on an affordable row picks it, else it opens the card.

    ``picked(row)`` is told of a pick, ``opened(row)`` of a click on any other row; without it the
    column opens the combo's card itself.
    """

    def __init__(
        self,
        cast: Cast,
        picked: Callable[[int], None] | None = None,
        opened: Callable[[int], None] | None = None,
        name: str = "column",
    ) -> None:
        super().__init__(name=name)
        self.cast = cast
        self.picked = picked
        self.opened = opened
        self.state: State | None = None
        self._shown: _Facts | None = None
        self.title = self.add(Label("Races to come", Style(18, True)))
        self.left = self.add(Label("", theme.FAINT, align="right"))
        self.list = self.add(
            _Rows(
                draw_row=self._draw_row,
                clicked=self._clicked,
                row_tip=self._tip,
                choosable=False,
                name=f"{name}-rows",
            )
        )

    def natural(self, m: Metrics, dense: bool = False) -> int:
        """Pixels of height it is made for, with high rows or (``dense``) low ones."""
        return m.px(_HEAD + _PAD) + COLUMN * m.px(_DENSE if dense else _ROW)

    def place(self, rect: Rect) -> None:
        """Rows of two lines where there is room, of one line where not; scrolling below that."""
        super().place(rect)
        m = self.m
        head = Rect(rect.x + m.px(14), rect.y + m.px(2), rect.w - m.px(28), m.px(_HEAD))
        self.title.place(head)
        used = text.measure(str(self.title.content), self.title.style, m)
        self.left.place(Rect(head.x + used + m.px(8), head.y, head.w - used - m.px(8), head.h))
        top = rect.y + m.px(_HEAD)
        area = Rect(rect.x + m.px(8), top, rect.w - m.px(16), rect.bottom - m.px(_PAD) - top)
        each = area.h // COLUMN / m.scale
        one_line = each < _DENSE and self._one_line_fits(area.w)
        self.list.row_height = min(max(each, _LEAST if one_line else _DENSE), 54)
        self.list.place(area)
        self._caption()

    def _one_line_fits(self, width: int) -> bool:
        """Whether rows of this many pixels can say name, tokens and price on one line."""
        if self._shown is None:
            return True
        m = self.m
        name, small = Style(14, True), Style(14)
        return all(
            text.measure(combo_name(row.banner, row.badge), name, m)
            + text.measure(f"{row.tokens}, {_price_words(index)}", small, m)
            + m.px(_LEAST + 5 + 9 + 12 + (30 if row.coins else 0))
            <= width - m.px(_LEAST // 2)
            for index, row in enumerate(self._shown.rows)
        )

    def show(self, state: State, picking: bool = False) -> None:
        """Show a position; ``picking`` lights what the person on turn can pick now."""
        facts = _facts(state, picking)
        self.state = state
        if facts == self._shown:
            return
        self._shown = facts
        self.title.set("Pick a combo" if picking else "Races to come")
        self._caption()
        self.list.choosable = picking
        if self.ui is not None and self.rect.w:
            self.place(Rect(self.rect))
        set_rows(self.list, len(facts.rows), keep=True)
        self.left.tip = (
            f"{plural(facts.banners_left, 'Race banner')} and "
            f"{plural(facts.badges_left, 'Special Power badge')} are still in the stacks, those "
            "that came back included."
        )
        self.touch()

    def _caption(self) -> None:
        """What is left in the stacks, and in the one-line form what the numbers mean."""
        if self._shown is not None and self.ui is not None:
            one_line = 0 < self.list.row_height < _DENSE
            words = _left_words(self._shown, one_line)
            if text.measure(words, self.left.style, self.m) > self.left.rect.w:
                words = words.removeprefix("you have ")
            self.left.set(words)

    def row_rect(self, row: int) -> Rect:
        """Where a row stands now, in window pixels (for flying coins and pointing)."""
        return self.list.row_rect(row).clip(self.list.rect)

    # ---------------------------------------------------------------- doing
    def _clicked(self, index: int) -> None:
        facts = self._shown
        if facts is None or self.state is None:
            return
        row = facts.rows[index]
        if facts.picking and not row.why and self.picked is not None:
            self.picked(index)
        elif self.opened is not None:
            self.opened(index)
        elif self.ui is not None:
            tray = self.state.tray[row.banner]
            ComboCard.open(self.ui, self.row_rect(index), row.banner, row.badge, tray)

    def _tip(self, index: int) -> Tip | None:
        facts = self._shown
        if facts is None or self.state is None:
            return None
        row = facts.rows[index]
        note = f"Picking it costs {plural(index, 'coin')}." if index else "Picking it is free."
        if row.coins:
            note += f" {plural(row.coins, 'coin')} on it would be yours."
        if facts.picking:
            note += f" {row.why}" if row.why else " Click to pick it."
        return combo_tip(row.banner, row.badge, self.state.tray[row.banner], note)

    # ---------------------------------------------------------------- looks
    def _draw_row(self, surface: Surface, rect: Rect, index: int, hot: bool, chosen: bool) -> None:
        facts = self._shown
        if facts is None or index >= len(facts.rows):
            return
        m = self.m
        row = facts.rows[index]
        gap = m.px(4) if rect.h >= m.px(_DENSE) else m.px(2)
        body = Rect(rect.x, rect.y + gap // 2, rect.w, rect.h - gap)
        can = facts.picking and not row.why
        strip = Rect(body.x + body.h // 2, body.y, body.w - body.h // 2, body.h)
        self._draw_strip(surface, strip, row, hot, can, facts.picking)
        side = body.h + m.px(2)
        disc = (
            pictures.badge(row.badge, side) if row.badge != NONE else pictures.marker("badge", side)
        )
        put(surface, disc, (body.x + body.h // 2, body.centery))
        inner = Rect(body.x + body.h + m.px(5), body.y, 0, body.h)
        inner.w = strip.right - m.px(9) - inner.x
        if row.coins:
            coin_side = min(m.px(30), body.h - m.px(4))
            coin, inner = cut_right(inner, coin_side, m.px(5))
            put_coin(surface, str(row.coins), coin_side, coin.center)
        if rect.h >= m.px(_DENSE):
            self._draw_two_lines(surface, inner, row, index, facts)
        else:
            self._draw_one_line(surface, inner, row, index)

    def _draw_strip(
        self, surface: Surface, strip: Rect, row: _Row, hot: bool, can: bool, picking: bool
    ) -> None:
        """The banner's strip: lit where it can be picked, pale where it cannot."""
        m = self.m
        fill = banner_colour(row.banner)
        if picking and not can:
            fill = theme.mix(fill, theme.rgb("#6f6456"), 0.7)
        top = theme.mix(fill, theme.WHITE, 0.0 if picking and not can else 0.03)
        bottom = theme.mix(fill, theme.BLACK, 0.14)
        edge = theme.LIT if can else theme.mix(fill, theme.BLACK, 0.3)
        width = m.px(3 if can and hot else 2) if can else max(1, m.px(1.5))
        radius = m.px(7)
        if hot:
            bottom = theme.mix(fill, theme.BLACK, 0.04)
        if can:
            glow = strip.inflate(m.px(3), m.px(3))
            surface.blit(paint.rounded(glow.size, radius + m.px(2), theme.GOLD_DARK), glow)
        surface.blit(paint.rounded(strip.size, radius, top, bottom, edge, width), strip)
        if not can and strip.h >= m.px(_ROW - 6):
            line_in = inset(strip, m.px(3))
            pale = theme.mix(fill, theme.CREAM, 0.45 if hot else 0.28)
            draw_outline(surface, line_in, radius - m.px(2), pale, max(1, m.px(1)))

    def _emblem(self, surface: Surface, rect: Rect, banner: int, size: int) -> Rect:
        """The Race's emblem at the left of ``rect``; returns what is left."""
        part, rest = cut_left(rect, size, self.m.px(5))
        put(surface, pictures.race(banner, size), part.center)
        return rest

    def _draw_two_lines(
        self, surface: Surface, rect: Rect, row: _Row, index: int, facts: _Facts
    ) -> None:
        m = self.m
        words = combo_name(row.banner, row.badge)
        rest, emblem = rect, min(m.px(34), rect.h - m.px(6))
        # The emblem gives way to a name that would be cut beside it.
        if text.measure(words, Style(14, True), m) + emblem + m.px(5) <= rect.w:
            rest = self._emblem(surface, rect, row.banner, emblem)
        low_row = rect.h < m.px(_ROW - 6)
        name = Style(15 if low_row else 16, True, theme.CREAM)
        small = Style(14, False, theme.CREAM)
        name = fitting(words, name, m, rest.w)
        tall, low = text.line_height(name, m), text.line_height(small, m)
        # Lines stand 17 points apart at least: descenders and capitals never touch.
        close = max(0, tall - m.px(17 if low_row else 19))
        top = rest.centery - (tall + low - close) // 2 + m.px(1)
        line(surface, words, Rect(rest.x, top, rest.w, tall), name, m)
        second = Rect(rest.x, top + tall - close, rest.w, low)
        price = _price_words(index)
        if facts.picking and row.why:
            price += f", you have {facts.purse}"
        line(surface, price, second, small, m, "right")
        figures = f"{row.figures} tokens"
        if text.measure(figures, small, m) + text.measure(price, small, m) > rest.w - m.px(8):
            figures = plural(row.tokens, "token")
        line(surface, figures, second, small, m)

    def _draw_one_line(self, surface: Surface, rect: Rect, row: _Row, index: int) -> None:
        """Name, tokens and price in one line; the emblem gives way to a long name."""
        m = self.m
        name, small = Style(15, True, theme.CREAM), Style(14, False, theme.CREAM)
        words = combo_name(row.banner, row.badge)
        price = f"{row.tokens}, {_price_words(index)}"
        emblem = min(m.px(25), rect.h - m.px(2))
        need = text.measure(words, Style(14, True), m) + text.measure(price, small, m) + m.px(6)
        if need + emblem + m.px(5) <= rect.w:
            rect = self._emblem(surface, rect, row.banner, emblem)
        elif need > rect.w:
            price = str(row.tokens)
        room = Rect(rect.x, rect.y, rect.w - m.px(6), rect.h)
        room.w -= line(surface, price, rect, small, m, "right")
        line(surface, words, room, fitting(words, name, m, room.w), m)


class _Rows(ListView):
    """Rows whose tooltip stands left of the column, so that the other rows stay in sight."""

    def tip_at(self, pos: tuple[int, int]) -> tuple[Tip, Rect] | None:
        """The combo's texts; what they must not cover is the column from its row down."""
        said = super().tip_at(pos)
        if said is None or self.ui is None or self.parent is None:
            return said
        tip, row = said
        column, window = self.parent.rect, self.m.window
        tall = self.ui.tooltip.size(tip)[1]
        # No room is left above and below this target, so the box goes beside it.
        top = min(row.y, tall)
        return tip, Rect(column.x, top, column.w, window.bottom - top)


def draw_outline(
    surface: Surface, rect: Rect, radius: int, colour: theme.Colour, width: int
) -> None:
    """A thin rounded line."""
    pygame.draw.rect(surface, colour, rect, width, max(1, radius))


def _price_words(row: int) -> str:
    return f"price {row}" if row else "free"


def _left_words(facts: _Facts, one_line: bool) -> str:
    count = facts.banners_left
    if facts.picking:
        return f"you have {plural(facts.purse, 'coin')}"
    if one_line:
        return f"{count} more · tokens, price"
    return f"{count} in the stack" if count else "none in the stack"
