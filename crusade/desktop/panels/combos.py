"""The column of combos: what could be picked, what it brings and costs, and both texts to read."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import pygame
from pygame import Rect, Surface

from crusade.desktop import pictures, theme
from crusade.desktop.kit import Label, ListView, Panel, Tip, paint, text
from crusade.desktop.layout import Metrics, cut_left, cut_right, inset
from crusade.desktop.panels.combo_card import ComboCard
from crusade.desktop.panels.drawing import fitting, line, put, put_coin, set_rows
from crusade.desktop.theme import Style
from crusade.desktop.words import (
    Cast,
    combo_name,
    combo_tip,
    combo_tokens,
    refusal_words,
    token_figures,
)
from crusade.desktop.words.buttons import pick_words
from crusade.rules import State, refusal
from crusade.rules.ids import COLUMN, NONE
from crusade.rules.moves import PICKS
from crusade.rules.queries import lent
from crusade.texts import N_, NN_, Count, _, _n, coins, tokens

_HEAD, _PAD = 28, 10
_ROW, _DENSE, _LEAST = 46, 38, 17
"""Points of height of a row: as it is made, as it is where two persons play, the least."""
_LOW = 20
"""Points of height below which a row's words are smaller."""
_TWO_LINES = 48
"""Points of height from which a row has two lines that do not touch its frame."""
_NAME, _SMALL = Style(14, True, theme.CREAM), Style(14, False, theme.CREAM)
TITLE, PICKING = N_("Races to come"), N_("Pick a combo")


@dataclass(frozen=True)
class _Row:
    """A combo as the column shows it; ``why`` says what forbids picking it, "" if nothing does."""

    banner: int
    badge: int
    name: str
    race: str
    power: str
    colour: str
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


def _facts(cast: Cast, state: State, picking: bool) -> _Facts:
    rows = []
    library = state.setup.library
    for index, (banner, badge, lying) in enumerate(state.column):
        said = refusal(state, PICKS[index]) if picking else None
        tray = state.tray[banner]
        more = lent(state, banner, badge)
        number = combo_tokens(library, banner, badge, tray, more)
        figures = token_figures(library, banner, badge, tray, more)
        name = combo_name(library, banner, badge)
        race = library.races[banner]
        power = library.powers[badge].name if badge != NONE else ""
        why = refusal_words(said, cast) if said else ""
        words = (name, race.name, power, race.colour)
        rows.append(_Row(banner, badge, *words, lying, number, figures, why))
    return _Facts(
        tuple(rows),
        picking,
        state.coins[state.seat],
        state.unseen_banners.bit_count() + len(state.under),
        state.unseen_badges.bit_count() + state.discards.bit_count(),
    )


@dataclass(frozen=True)
class _Form:
    """How rows look: ``number`` is 0 for two lines, else the form of the single line's figures, the
    longest being 1; ``name`` and ``small`` are sizes in points.
    """

    number: int
    emblem: bool = True
    name: int = 16
    small: int = 14


class ComboColumn(Panel):
    """The six combos. While picking, a click on an affordable row picks it, else it opens the card.

    ``picked(row)`` is told of a pick. ``hurried()`` is asked first of a click on any other row: it
    is True if the click came too early for a pick and hurried what is shown; a card would stop it.
    """

    def __init__(
        self,
        cast: Cast,
        picked: Callable[[int], None] | None = None,
        hurried: Callable[[], bool] | None = None,
        name: str = "column",
    ) -> None:
        super().__init__(name=name)
        self.cast = cast
        self.picked = picked
        self.hurried = hurried
        self.asks = False
        """Whether a pick is asked about first."""
        self.state: State | None = None
        self._shown: _Facts | None = None
        self._form = _Form(0)
        self.title = self.add(Label(_(TITLE), Style(18, True)))
        self.left = self.add(Label("", theme.FAINT, align="right"))
        self.list = self.add(
            _Rows(
                draw_row=self._draw_row,
                clicked=self._clicked,
                row_tip=self._tip,
                name=f"{name}-rows",
            )
        )

    def natural(self, m: Metrics, dense: bool = False) -> int:
        """Pixels of height it is made for, with high rows or (``dense``) low ones."""
        return m.px(_HEAD + _PAD) + COLUMN * m.px(_DENSE if dense else _ROW)

    def place(self, rect: Rect) -> None:
        """All rows are in sight: of two lines where there is room, of one line where not."""
        super().place(rect)
        m = self.m
        head = Rect(rect.x + m.px(14), rect.y + m.px(2), rect.w - m.px(28), m.px(_HEAD))
        self.title.place(head)
        used = text.measure(str(self.title.content), self.title.style, m)
        self.left.place(Rect(head.x + used + m.px(8), head.y, head.w - used - m.px(8), head.h))
        top = rect.y + m.px(_HEAD)
        area = Rect(rect.x + m.px(8), top, rect.w - m.px(16), rect.bottom - m.px(_PAD) - top)
        each = area.h // COLUMN / m.scale
        self.list.row_height = min(max(each, _LEAST), 54)
        self.list.place(area)
        self._form = self._choose_form(area.w, each)
        self._caption()

    def _choose_form(self, width: int, each: float) -> _Form:
        """How all rows look in this width: the same for each of them."""
        if each >= _TWO_LINES or self._shown is None:
            return _Form(0)
        m, tall = self.m, self.list.tall
        room = width - tall - m.px(5 + 9 + 8)
        large = tall >= m.px(34)
        small = 15 if large else 14
        if tall < m.px(_LOW):  # smaller words rather than rows out of sight
            return _Form(2, False, 12, 12)
        for number, emblem in ((1, True), (2, True), (1, False), (2, False)):
            for name in (17, 16, 15, 14) if large else (15, 14):
                form = _Form(number, emblem, name, small if name > 14 else 14)
                if all(
                    self._one_line_needs(row, index, form) <= room
                    for index, row in enumerate(self._shown.rows)
                ):
                    return form
        return _Form(3, False, 14, 14)

    def _one_line_needs(self, row: _Row, index: int, form: _Form) -> int:
        """Pixels of width that a row of one line takes."""
        m = self.m
        need = text.measure(row.name, Style(form.name, True), m)
        need += text.measure(_line_words(row, index, form.number), Style(form.small), m)
        if row.coins:
            need += self._coin_side() + m.px(5)
        return need + (self._emblem_side() + m.px(5) if form.emblem else 0)

    def _coin_side(self) -> int:
        return min(self.m.px(30), self.list.tall - self.m.px(10))

    def _emblem_side(self) -> int:
        return min(self.m.px(28), self.list.tall - self.m.px(5))

    def show(self, state: State, picking: bool = False, asks: bool = False) -> None:
        """Show a position; ``picking`` lights what the person on turn can pick now, and ``asks``
        says whether that is asked about first.
        """
        self.asks = asks
        facts = _facts(self.cast, state, picking)
        self.state = state
        if facts == self._shown:
            return
        self._shown = facts
        self.title.set(_(PICKING) if picking else _(TITLE))
        self._caption()
        if self.ui is not None and self.rect.w:
            self.place(Rect(self.rect))
        set_rows(self.list, len(facts.rows), keep=True)
        self.left.tip = _(
            "{banners} and {badges} are still in the stacks, those that came back included.",
            banners=Count(facts.banners_left, BANNERS),
            badges=Count(facts.badges_left, BADGES),
        )
        self.touch()

    def _caption(self) -> None:
        """What is left in the stacks, and in the one-line form what the numbers mean."""
        if self._shown is not None and self.ui is not None:
            room = self.left.rect.w
            for words in _left_words(self._shown, self._form.number):
                self.left.set(words)
                if text.measure(words, self.left.style, self.m) <= room:
                    return

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
        elif self.hurried is not None and self.hurried():
            return
        elif self.ui is not None:
            tray = self.state.tray[row.banner]
            more = lent(self.state, row.banner, row.badge)
            ComboCard.open(
                self.ui,
                self.row_rect(index),
                self.state.setup.library,
                row.banner,
                row.badge,
                tray,
                more,
                self.state.setup.crusade,
            )

    def _tip(self, index: int) -> Tip | None:
        facts = self._shown
        if facts is None or self.state is None:
            return None
        row = facts.rows[index]
        notes = [_("Picking it is free.")]
        if index:
            notes = [_n("Picking it costs {count} coin.", "Picking it costs {count} coins.", index)]
        if row.coins:
            notes.append(
                _n(
                    "{count} coin on it would be yours.",
                    "{count} coins on it would be yours.",
                    row.coins,
                )
            )
        if facts.picking:
            keys = self.list.keyed and index == self.list.chosen
            notes.append(row.why or pick_words(keys, self.asks))
        library = self.state.setup.library
        tray, more = self.state.tray[row.banner], lent(self.state, row.banner, row.badge)
        crusade = self.state.setup.crusade
        return combo_tip(library, row.banner, row.badge, tray, " ".join(notes), more, crusade)

    # ---------------------------------------------------------------- looks
    def _draw_row(self, surface: Surface, rect: Rect, index: int, hot: bool, chosen: bool) -> None:
        facts = self._shown
        if facts is None or index >= len(facts.rows):
            return
        m = self.m
        row = facts.rows[index]
        gap = m.px(6) if rect.h >= m.px(30) else m.px(4)
        body = Rect(rect.x, rect.y + gap // 2, rect.w - m.px(2), rect.h - gap)
        can = facts.picking and not row.why
        strip = Rect(body.x + body.h // 2, body.y, body.w - body.h // 2, body.h)
        self._draw_strip(surface, strip, row, hot, can, facts.picking)
        side = body.h + m.px(2)
        disc = (
            pictures.badge(row.power, side) if row.badge != NONE else pictures.marker("badge", side)
        )
        put(surface, disc, (body.x + body.h // 2, body.centery))
        inner = Rect(body.x + body.h + m.px(5), body.y, 0, body.h)
        inner.w = strip.right - m.px(9) - inner.x
        if row.coins:
            coin_side = self._coin_side()
            coin, inner = cut_right(inner, coin_side, m.px(5))
            put_coin(surface, str(row.coins), coin_side, coin.center)
        if self._form.number == 0:
            self._draw_two_lines(surface, inner, row, index, facts)
        else:
            self._draw_one_line(surface, inner, row, index)

    def _draw_strip(
        self, surface: Surface, strip: Rect, row: _Row, hot: bool, can: bool, picking: bool
    ) -> None:
        """The banner's strip: lit where it can be picked, pale where it cannot."""
        m = self.m
        fill = theme.rgb(row.colour)
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

    def _emblem(self, surface: Surface, rect: Rect, race: str, size: int) -> Rect:
        """The Race's emblem at the left of ``rect``; returns what is left."""
        part, rest = cut_left(rect, size, self.m.px(5))
        put(surface, pictures.race(race, size), part.center)
        return rest

    def _sums_fit(self, facts: _Facts, wide: int) -> bool:
        """Whether every row has room for the sum behind its number of tokens beside its price."""
        m = self.m
        needs = (
            text.measure(_sum_words(row), _SMALL, m)
            + text.measure(_price_of(facts, row, index), _SMALL, m)
            for index, row in enumerate(facts.rows)
        )
        return max(needs, default=0) <= wide

    def _draw_two_lines(
        self, surface: Surface, rect: Rect, row: _Row, index: int, facts: _Facts
    ) -> None:
        m = self.m
        words = row.name
        rest, emblem = rect, min(m.px(34), rect.h - m.px(6))
        # The emblem gives way to a name that would be cut beside it.
        if text.measure(words, _NAME, m) + emblem + m.px(5) <= rect.w:
            rest = self._emblem(surface, rect, row.race, emblem)
        name = fitting(words, Style(16, True, theme.CREAM), m, rest.w)
        tall, low = text.line_height(name, m), text.line_height(_SMALL, m)
        # Lines stand 18 points apart at least: descenders and capitals never touch.
        close = max(0, tall - m.px(18))
        top = rest.centery - (tall + low - close) // 2 + m.px(1)
        line(surface, words, Rect(rest.x, top, rest.w, tall), name, m)
        second = Rect(rest.x, top + tall - close, rest.w, low)
        price = _price_of(facts, row, index)
        # The sum behind the number of tokens gives way to the price, in all rows alike.
        figures = _sum_words(row) if self._sums_fit(facts, rect.w - emblem - m.px(13)) else ""
        figures = figures or str(tokens(row.tokens))
        line(surface, price, second, _SMALL, m, "right")
        line(surface, figures, second, _SMALL, m)

    def _draw_one_line(self, surface: Surface, rect: Rect, row: _Row, index: int) -> None:
        """Emblem, name, tokens and price in one line."""
        m, form = self.m, self._form
        if form.emblem:
            rect = self._emblem(surface, rect, row.race, self._emblem_side())
        small = Style(form.small, False, theme.CREAM)
        room = Rect(rect.x, rect.y, rect.w - m.px(8), rect.h)
        price = _line_words(row, index, form.number)
        room.w -= line(surface, price, rect, small, m, "right")
        words, name = row.name, Style(form.name, True, theme.CREAM)
        least = max(11, min(14, round(14 / m.scale)))  # no smaller than 14 pixels
        line(surface, words, room, fitting(words, name, m, room.w, least), m)


class _Rows(ListView):
    """Rows whose tooltip stands left of the column, so that the other rows stay in sight."""

    def focus(self, on: bool) -> None:
        """The keyboard stands on a row as soon as it comes, so that it is plain where it is."""
        super().focus(on)
        if on and self.chosen is None and self.ui is not None and self.ui.by_keyboard:
            self.choose(0)

    def reveal(self, rect: Rect) -> None:
        """Scroll to a row; getting the focus scrolls nothing."""
        if rect != self.rect:
            super().reveal(rect)

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


BANNERS = NN_("{count} Race banner", "{count} Race banners")
BADGES = NN_("{count} Special Power badge", "{count} Special Power badges")


def _price_of(facts: _Facts, row: _Row, index: int) -> str:
    """What a row costs, with the purse beside it where that is too little."""
    if facts.picking and row.why and index:
        return _("price {price}, you have {purse}", price=index, purse=facts.purse)
    return _price_words(index)


def _sum_words(row: _Row) -> str:
    """`6 + 4 = 10 tokens`."""
    return _n("{sum} token", "{sum} tokens", row.tokens, sum=row.figures)


def _price_words(row: int) -> str:
    return _("price {price}", price=row) if row else _("free")


def _line_words(row: _Row, index: int, form: int) -> str:
    """Tokens and price within the single line of a row, the longest form being 1."""
    if form == 1 and index:
        return _n(
            "{count} token, price {price}",
            "{count} tokens, price {price}",
            row.tokens,
            price=index,
        )
    if form == 1:
        return _n("{count} token, free", "{count} tokens, free", row.tokens)
    if form == 2:
        if index:
            return _("{count}, price {price}", count=row.tokens, price=index)
        return _("{count}, free", count=row.tokens)
    return f"{row.tokens} · {index}"


def _left_words(facts: _Facts, form: int) -> tuple[str, ...]:
    """What stands beside the heading, the longest form first."""
    count = facts.banners_left
    if facts.picking:
        purse = coins(facts.purse)
        plain = _("you have {coins}", coins=purse), str(purse)
        return plain if form < 2 else (_("tokens, price · you have {coins}", coins=purse), *plain)
    stack = _("{count} in the stack", count=count) if count else _("none in the stack")
    if form < 2:
        return (stack,)
    return _("{count} more · tokens, price", count=count), _("tokens, price")
