"""Why the Lost Tribes take what they take: all candidates on the ladder that decides."""

from __future__ import annotations

from collections.abc import Callable

from pygame import Rect, Surface

from crusade.automaton.lost_tribes import (
    ACTIVE_RACE,
    CHEAPEST,
    CHOICE,
    WORTH,
    LostTribes,
    Plan,
    Reason,
    explain,
    notes,
    rungs,
)
from crusade.desktop import pictures, theme, whose
from crusade.desktop.kit import Label, ListView, Panel, Tip, TipRow, paint, text
from crusade.desktop.layout import Metrics, columns, inset
from crusade.desktop.layout import rows as split_rows
from crusade.desktop.panels.drawing import NOTE, QUIET, fitting, line, owner_token, put, set_rows
from crusade.desktop.terrain import look_of
from crusade.desktop.theme import Style
from crusade.desktop.words import Cast, bill_rows, lost_on_the_way, needs_roll, tribes_reason
from crusade.desktop.words.sentences import joined
from crusade.desktop.words.tribes import rung_names
from crusade.rules import State, moves
from crusade.rules.board import bits
from crusade.rules.ids import NONE, TRIBES, TRIBES_SLOT
from crusade.rules.queries import MOST_SHORT, Bill, reached_over, readied
from crusade.texts import N_, Name, Region, Who, _, _p, _w, begun, several, tell, tokens
from crusade.texts import regions as count_of_regions

_ROW, _HEAD, _CHIPS, _FOOT = 46, 28, 30, 24
_SMALLEST = 11
"""Points of the smallest letters in which the sums of a row stand."""
_CROSS = 44
"""Points beside the title for the button that closes the panel."""
_WEIGHTS = (3.5, 0.8, 1.2, 2.2)


def forecast(state: State) -> tuple[State, Plan]:
    """What the Lost Tribes would do first if their turn began in this position.

    Returns the position with their tokens readied, and their plan.
    """
    if state.seat == TRIBES:
        return state, LostTribes().plan(state)
    then = readied(state, TRIBES_SLOT)
    return then, LostTribes().plan(then)


class LadderPanel(Panel):
    """The candidates of a choice with itemised cost and worth, best first, and what decided.

    ``pointed(region)`` is told which row the mouse is on (None when it leaves), ``clicked(region)``
    of a click.
    """

    def __init__(
        self,
        cast: Cast,
        pointed: Callable[[int | None], None] | None = None,
        clicked: Callable[[int], None] | None = None,
        name: str = "ladder",
    ) -> None:
        super().__init__(name=name, top=theme.PAPER, bottom=theme.PARCHMENT)
        self.cast = cast
        self.pointed = pointed
        self.clicked = clicked
        self.state: State | None = None
        self.plan: Plan | None = None
        self.region: int | None = None
        self.rows: tuple[Reason, ...] = ()
        self._chips = self._names = Rect(0, 0, 0, 0)
        self.title = self.add(Label("", theme.HEAD))
        self.words = self.add(Label("", theme.BODY, wrap=True, valign="top"))
        self.list = self.add(
            _Rows(
                row_height=_ROW,
                draw_row=self._draw_row,
                clicked=self._click,
                row_tip=self._tip,
                choosable=False,
                name=f"{name}-rows",
            )
        )
        self.list.lit = self._point

    # ---------------------------------------------------------------- what is shown
    def show(self, before: State, plan: Plan, region: int | None = None, by: int = TRIBES) -> None:
        """Explain the choice of ``region`` (None: not made yet) in the position ``before``."""
        self.state, self.plan, self.region = before, plan, region
        self.rows = explain(before, plan)
        if region is None:
            self.title.set(_("What will they take?"))
            self.words.set(self._coming(before, plan))
        else:
            self.title.set(_("Why {region}?", region=Region(self.cast.region(region))))
            reason = begun(tribes_reason(self.cast, before, plan, region, by))
            self.words.set(
                _(
                    "{reason}. They had {tokens} in hand.",
                    reason=reason,
                    tokens=tokens(plan.hand),
                )
            )
        set_rows(self.list, len(self.rows))
        if self.ui is not None and self.rect.w:
            self.place(Rect(self.rect))
        self.touch()

    def forecast(self, state: State) -> None:
        """What they would take first if their turn began now."""
        self.show(*forecast(state))

    def _coming(self, before: State, plan: Plan) -> str:
        if not plan.candidates:
            return _("No Region is within their reach: their conquests would be over.")
        hand = tokens(plan.hand)
        if plan.action == moves.STOP:
            return _(
                "As things stand they attack with {tokens}; the cheapest Region costs {cost}, so "
                "they would stop.",
                tokens=hand,
                cost=plan.cost,
            )
        begun = _("As things stand they attack with {tokens}.", tokens=hand)
        if plan.action == moves.TRY:
            begun = _(
                "As things stand they attack with {tokens} and need the die: {roll}.",
                tokens=hand,
                roll=needs_roll(plan.cost - plan.hand),
            )
        return joined(begun, self._first(before, plan), self._by_then(before))

    @staticmethod
    def _by_then(before: State) -> str:
        """That another event is in force when the Lost Tribes play, which have had this round's
        turn; else "".
        """
        order = before.order
        if not before.setup.cards or TRIBES not in order or before.seat not in order:
            return ""
        if order.index(before.seat) <= order.index(TRIBES):
            return ""
        if before.upcoming == NONE:
            return _("That is in the next round, with another event.")
        card = Name("card", before.setup.library.cards[before.upcoming].name)
        return _("That is in the next round, with the event “{card}”.", card=card)

    def _first(self, before: State, plan: Plan) -> str:
        """What they would take first, and who would choose."""
        tied = plan.best.bit_count()
        places = several(Region(self.cast.region(r)) for r in bits(plan.best))
        if tied == 1:
            taken = _("First they would take {regions}.", regions=places)
            goal = plan.best.bit_length() - 1
            said = (tell(about, self.cast.who) for about in notes(before, goal))
            return joined(taken, *lost_on_the_way(self.cast, before, goal), *said)
        chooser = self.cast.who(before.control if before.control != NONE else 0)
        if tied > _MANY:
            return _w(
                chooser,
                "First it would be one of {regions}; you would choose.",
                "First it would be one of {regions}; {who} would choose.",
                regions=count_of_regions(tied),
            )
        return _w(
            chooser,
            "First it would be {regions:or}; you would choose.",
            "First it would be {regions:or}; {who} would choose.",
            regions=places,
        )

    # ---------------------------------------------------------------- layout
    def natural(self, m: Metrics, width: int | None = None) -> int:
        """Pixels of height for all its rows at a width in pixels (default 480 points)."""
        wide = (width or m.px(480)) - 2 * m.px(14)
        words = self.words.height(m, wide)
        rows = max(1, len(self.rows)) * m.px(_ROW) + m.px(2)
        chips = self._chips_height(m, wide)
        return m.px(10 + _HEAD + 6 + 6 + _FOOT + 10) + chips + words + rows

    def place(self, rect: Rect) -> None:
        """Title and words, the rungs, the head of the table, then the rows."""
        super().place(rect)
        m = self.m
        body = inset(rect, m.px(14), m.px(10))
        self.title.place(Rect(body.x, body.y, max(0, body.w - m.px(_CROSS)), m.px(_HEAD)))
        words = self.words.height(m, body.w)
        self.words.place(Rect(body.x, self.title.rect.bottom, body.w, words))
        self._chips = Rect(
            body.x, self.words.rect.bottom + m.px(6), body.w, self._chips_height(m, body.w)
        )
        self._names = Rect(body.x, self._chips.bottom + m.px(6), body.w, m.px(_FOOT))
        top = self._names.bottom
        self.list.place(Rect(body.x, top, body.w, max(0, body.bottom - top)))

    # ---------------------------------------------------------------- looks
    def draw(self, surface: Surface) -> None:
        """The rungs and the head of the table; the rest are widgets."""
        super().draw(surface)
        if self.plan is None:
            return
        self._draw_chips(surface)
        m = self.m
        cells = self._cells(self._names)
        worth = self._worth_words()
        if text.measure(worth, QUIET, m) > cells[2].w:
            worth = _("worth")
        titles = (_p("heading", "Region"), _("cost"), worth, "")
        for index, (title, cell) in enumerate(zip(titles, cells, strict=True)):
            align = "center" if index else "left"
            line(surface, title, cell, QUIET, m, align)
        surface.fill(
            theme.EDGE_SOFT, (self._names.x, self._names.bottom - 1, self._names.w, max(1, m.px(1)))
        )

    def _rival(self) -> Who:
        """Whose coins the Lost Tribes are after."""
        return self.cast.who(0 if self.state is None else self.cast.rival(self.state))

    def _worth_words(self) -> str:
        return _w(self._rival(), "worth to you", "worth to {who}")

    def _cells(self, rect: Rect) -> list[Rect]:
        m = self.m
        gap = m.px(4)
        view = Rect(rect.x + gap, rect.y, self.list.view.w - 2 * gap, rect.h)
        wide = [float(cell.w) for cell in columns(view, _WEIGHTS, gap)]
        for number, heading in ((1, _("cost")), (2, _("worth"))):
            # Longer words than English has take their room from the names.
            more = max(0.0, text.measure(heading, QUIET, m) + gap - wide[number])
            wide[number] += more
            wide[0] -= more
        said = (self._verdict(row, row.candidate.region == self.region) for row in self.rows)
        wish = max((text.measure(words, QUIET, m) for words in said), default=0) + gap
        more = min(max(0.0, wish - wide[3]), wide[0] * 0.3)
        wide[3] += more
        wide[0] -= more
        return columns(view, wide, gap)

    def _chip_rows(self, m: Metrics, wide: int) -> list[list[tuple[str, int]]]:
        """The names of the rungs in their order, each with its width in pixels, in the rows into
        which they go: one row if they can be told shortly enough, else two.
        """
        if self.state is None:
            return [[]]
        library, gap = self.state.setup.library, m.px(6)
        names = rung_names(library, _w(self._rival(), "your Active", "{who:of} Active"))
        chips = [(name, text.measure(name, NOTE, m) + m.px(20)) for name in names]
        room = wide - (len(chips) - 1) * gap
        if sum(width for _name, width in chips) > room:
            names = rung_names(library, _p("rung", "Active"))
            chips = [(name, text.measure(name, NOTE, m) + m.px(12)) for name in names]
        if sum(width for _name, width in chips) <= room:
            return [chips]
        half = (len(chips) + 1) // 2
        return [chips[:half], chips[half:]]

    def _chips_height(self, m: Metrics, wide: int) -> int:
        """Pixels of height for the rungs at a width in pixels."""
        rows = len(self._chip_rows(m, wide))
        return rows * m.px(_CHIPS) + (rows - 1) * m.px(4)

    def _draw_chips(self, surface: Surface) -> None:
        """The rungs in order; the one that decided is lit, those passed are ticked."""
        assert self.plan is not None and self.state is not None
        m = self.m
        reached = rungs(self.state.setup.library).index(self.plan.rung)
        rows = self._chip_rows(m, self._chips.w)
        first = 0
        bands = split_rows(self._chips, [1.0] * len(rows), m.px(4))
        for band, chips in zip(bands, rows, strict=True):
            cells = columns(band, [width for _name, width in chips], m.px(6))
            for index, (cell, (name, _width)) in enumerate(zip(cells, chips, strict=True), first):
                decided = index == reached and bool(self.plan.candidates)
                low = theme.PARCHMENT_LOW if index < reached else theme.PAPER
                fill = theme.LIT if decided else low
                edge = theme.GOLD_DARK if decided else theme.EDGE_SOFT
                look = paint.rounded(cell.size, m.px(8), fill, None, edge, m.px(1.5))
                surface.blit(look, cell)
                ink = theme.INK if index <= reached else theme.rgb("#7a6a55")
                line(surface, name, cell, Style(15, decided, ink), m, "center")
            first += len(chips)

    def _draw_row(self, surface: Surface, rect: Rect, index: int, hot: bool, chosen: bool) -> None:
        assert self.plan is not None and self.state is not None
        m = self.m
        row = self.rows[index]
        r = row.candidate.region
        taken = r == self.region or (self.region is None and not row.fell_at)
        body = Rect(rect.x, rect.y + m.px(1), rect.w, rect.h - m.px(2))
        if taken or hot:
            fill = theme.LIT if taken else theme.PARCHMENT_LOW
            surface.blit(paint.rounded(body.size, m.px(6), fill), body)
        inner = inset(body, 0, m.px(3))
        upper = Rect(inner.x, inner.y, inner.w, m.px(22))
        name, cost, worth, verdict = self._cells(upper)
        left = name.x + m.px(30)
        lower = Rect(
            left, upper.bottom - m.px(1), verdict.right - left, inner.bottom - upper.bottom
        )
        self._draw_sums(surface, lower, row)
        self._draw_place(surface, name, r, taken)
        spoiled = {CHEAPEST: cost, WORTH: worth}.get(row.fell_at)
        for cell, number in ((cost, row.candidate.cost), (worth, row.candidate.worth)):
            ink = theme.BAD if cell is spoiled else theme.INK
            line(surface, str(number), cell, Style(16, True, ink), m, "center")
        words = self._verdict(row, taken)
        style = fitting(words, NOTE if taken else QUIET, m, verdict.w)
        line(surface, words, verdict, style, m, "right")

    def _draw_place(self, surface: Surface, rect: Rect, r: int, strong: bool) -> None:
        """The Region's name with the token of whoever stands there."""
        assert self.state is not None
        m = self.m
        slot = self.state.occ[r]
        side = m.px(24)
        sign = look_of(self.state.board.terrain[r], self.state.board.box).sign
        if whose.is_person(slot):
            declined, banner = whose.is_declined(slot), self.state.banner[slot]
            token = owner_token(self.cast, whose.owner(slot), banner, side, declined)
            put(surface, token, (rect.x + side // 2, rect.centery))
        elif sign:
            put(surface, pictures.marker(sign, side), (rect.x + side // 2, rect.centery))
        room = Rect(rect.x + side + m.px(6), rect.y, rect.w - side - m.px(6), rect.h)
        words = self.cast.region(r)
        style = fitting(words, theme.STRONG if strong else theme.BODY, m, room.w)
        line(surface, words, room, style, m)

    def _draw_sums(self, surface: Surface, rect: Rect, row: Reason) -> None:
        """What the way there takes from others, what alone leads there, and the sums: as much of
        that as there is room for, the sum of the cost last of all; the tooltip says it all.
        """
        assert self.state is not None
        m, r = self.m, row.candidate.region
        said = (*lost_on_the_way(self.cast, self.state, r), self._over(r))
        forms = (
            joined(*said, self._sums(row)),
            self._sums(row),
            self._sums(row, False),
            _("cost {cost}", cost=_sum(row.cost)),
        )
        styles = (fitting(words, theme.FAINT, m, rect.w, 13) for words in forms[:-1])
        for words, style in zip(forms, styles, strict=False):
            if text.measure(words, style, m) <= rect.w:
                break
        else:
            words = forms[-1]
            style = fitting(words, theme.FAINT, m, rect.w, _SMALLEST)
        line(surface, words, rect, style, m)

    def _sums(self, row: Reason, both: bool = True) -> str:
        """Who stands there, and the sums of cost and (with ``both``) of worth on one line."""
        assert self.state is not None
        slot = self.state.occ[row.candidate.region]
        cost, worth = _sum(row.cost), ""
        if both and row.candidate.worth and len(row.worth.items) > 1:
            worth = _sum(row.worth)
        if not whose.is_person(slot):
            return _("Empty; cost {cost}", cost=cost)
        if whose.is_active(slot):
            if worth:
                return _("Active; cost {cost}; worth {worth}", cost=cost, worth=worth)
            return _("Active; cost {cost}", cost=cost)
        if worth:
            return _("In Decline; cost {cost}; worth {worth}", cost=cost, worth=worth)
        return _("In Decline; cost {cost}", cost=cost)

    def _over(self, r: int) -> str:
        """That only something of theirs brings a Region into their reach."""
        assert self.state is not None
        return tell(reached_over(self.state, TRIBES_SLOT, r))

    def _verdict(self, row: Reason, taken: bool) -> str:
        assert self.plan is not None and self.state is not None
        library, r = self.state.setup.library, row.candidate.region
        if row.fell_at in _FELL:
            return _(_FELL[row.fell_at])
        if row.fell_at:
            rung = library.rung[row.fell_at]
            return tell(rung.fell.given(**rung.values(self.state, r)))
        if self.plan.rung == CHOICE:
            return _("chosen") if self.region is not None and taken else _("equal")
        if self.plan.rung in library.rung:
            rung = library.rung[self.plan.rung]
            return tell(rung.decided.given(**rung.values(self.state, r)))
        return _(_DECIDED[self.plan.rung])

    # ---------------------------------------------------------------- pointing
    def _tip(self, index: int) -> Tip:
        assert self.plan is not None
        row = self.rows[index]
        rows = list(bill_rows(row.cost, "token", _("conquest cost")))
        if row.worth.items and row.candidate.worth:
            each = _w(self._rival(), "worth to you each turn", "worth to {who} each turn")
            if self.state is not None and self.state.cards:
                each = _w(self._rival(), "worth to you this round", "worth to {who} this round")
            rows += [TipRow("", ""), *bill_rows(row.worth, "coin", each)]
        if len(row.gain.items) > 1:  # more than the coin for any Region
            each = _("earns them each turn")
            if self.state is not None and self.state.cards:
                each = _("earns them this round")
            rows += [TipRow("", ""), *bill_rows(row.gain, "coin", each)]
        short = row.candidate.cost - self.plan.hand
        note = ""
        if 0 < short <= MOST_SHORT and self.plan.hand:
            note = _("They are {count} short: {roll}.", count=short, roll=needs_roll(short))
        said = [tell(about, self.cast.who) for about in row.notes]
        if self.state is not None:
            said += lost_on_the_way(self.cast, self.state, row.candidate.region)
            said.append(self._over(row.candidate.region))
        note = joined(note, *said)
        return Tip(self.cast.region(row.candidate.region), rows=tuple(rows), note=note)

    def _point(self, index: int | None) -> None:
        if self.pointed is not None:
            self.pointed(None if index is None else self.rows[index].candidate.region)

    def _click(self, index: int) -> None:
        if self.clicked is not None:
            self.clicked(self.rows[index].candidate.region)


_MANY = 5
"""With more tied Regions than these their number is told instead of their names."""
_FELL = {
    CHEAPEST: N_("costs more"),
    WORTH: N_("worth less"),
    ACTIVE_RACE: N_("not Active"),
}
_DECIDED = {
    CHEAPEST: N_("the cheapest"),
    WORTH: N_("worth most"),
    ACTIVE_RACE: N_("the Active race"),
}


def _sum(bill: Bill) -> str:
    """`2 + 1 Mountain + 2 tokens`: the first part of a sum needs no name."""
    parts = []
    for index, (item, number, _mask) in enumerate(bill.items):
        sign = ("" if index == 0 else "+ ") if number >= 0 else "− "
        said = tell(item)
        shown = said if item.many else f"{abs(number)} {said}" if index else str(number)
        parts.append(f"{sign}{shown}")
    return " ".join(parts)


class _Rows(ListView):
    """Rows that tell which one the mouse is on."""

    lit: Callable[[int | None], None] | None = None

    def _light(self, row: int | None) -> None:
        changed = row != self._lit
        super()._light(row)
        if changed and self.lit is not None:
            self.lit(row)
