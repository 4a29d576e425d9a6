"""The Hall of Fame: the two record sheets, and pictures of many games."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import pygame
from pygame import Rect, Surface

from crusade.automaton.fame_statistics import summary
from crusade.automaton.hall_of_fame import FameLine, Filter, marks, select
from crusade.boxes import BOXES, called
from crusade.clock import local_day
from crusade.desktop import pictures, theme
from crusade.desktop.kit import (
    Button,
    Column,
    Label,
    MenuItem,
    Panel,
    Segmented,
    Table,
    TextField,
    menu,
    paint,
    text,
)
from crusade.desktop.layout import Metrics, columns, cut_bottom, cut_left, cut_right, cut_top, inset
from crusade.desktop.scenes.base import Page
from crusade.desktop.scenes.emblems import race_token
from crusade.desktop.scenes.fame_charts import ChartsView, met
from crusade.desktop.scenes.host import Host
from crusade.desktop.words.cards import deck_title, decks
from crusade.desktop.words.grammar import played
from crusade.games import event_library
from crusade.record import BASE
from crusade.rules.ids import SOLO, TRIBES, TWO_PLAYER
from crusade.rules.library import LOST_TRIBES
from crusade.texts import N_, _, _n, _p, tell

_MODES = (SOLO, TWO_PLAYER)
_SUMMARY = theme.Style(15)
_STAR = N_("* given up, past chance, imported, advised or dealt before; the game’s page says which")


class _Choice(Button):
    """Opens a menu of what the games shown may have been played with: all of them by the word
    ``every``, or one of what ``there_is`` tells, each ``called`` so; `value` is None for all.
    """

    def __init__(
        self,
        every: str,
        called: Callable[[str], str],
        there_is: Callable[[], Sequence[str]],
        chosen: Callable[[], None],
        *,
        tip: str,
        name: str,
    ) -> None:
        super().__init__(every, self._open, tip=tip, name=name)
        self.value: str | None = None
        self._every, self._called = every, called
        self._there_is, self._chosen = there_is, chosen

    def _word(self, value: str | None) -> str:
        return self._every if value is None else self._called(value)

    def _open(self) -> None:
        assert self.ui is not None
        values = (None, *self._there_is())
        menu(self.ui, self.rect, [MenuItem(self._word(v), partial(self.take, v)) for v in values])

    def take(self, value: str | None) -> None:
        """Show only the games played with that; all of them for None."""
        self.value = value
        self.set(label=self._word(value))
        self._chosen()


class FameScene(Page):
    """Sheets and charts of all finished games; a click on a line opens that game."""

    title = N_("Hall of Fame")

    def __init__(self, host: Host) -> None:
        super().__init__()
        self.host = host
        self.lines: list[FameLine] = []
        self.shown: list[FameLine] = []
        self.forms = [""]

    def build(self) -> None:
        """Tabs, filters, one table for each sheet, the charts."""
        super().build()
        self.sheet = self.ui.add(
            Segmented((_p("sheet", "Solo"), _("Two players")), 0, self._refilter_tab, name="sheet")
        )
        self.view = self.ui.add(
            Segmented((_("Sheet"), _("Charts")), 0, lambda index: self._show_view(), name="view")
        )
        self.panel = self.ui.add(Panel(name="sheet-panel"))
        self.name = self.panel.add(
            TextField("", _("Any name"), changed=lambda value: self._refilter(), name="filter-name")
        )
        self.tokens = self.panel.add(
            TextField(
                "",
                _("Tokens, 12-15"),
                limit=5,
                accept=_may_be_tokens,
                tip=_("A number of tokens such as 14, or from one to another: 12-15"),
                changed=lambda value: self._refilter(),
                name="filter-tokens",
            )
        )
        self.events = self.panel.add(
            _Choice(
                _("Any events"),
                deck_title,
                self._decks,
                self._chosen,
                tip=_("The deck of event cards that was played with"),
                name="filter-events",
            )
        )
        self.boxes = self.panel.add(
            _Choice(
                _("Any box"),
                called,
                self._boxes,
                self._chosen,
                tip=_("The box that was played with"),
                name="filter-box",
            )
        )
        self.days = self.panel.add(
            _Choice(
                _("Any deal"),
                _of_day,
                self._known_days,
                self._chosen,
                tip=_("Games with the deal of a day, which is the same for everybody"),
                name="filter-day",
            )
        )
        self.count = self.ui.add(Label("", _SUMMARY, align="right"))
        lines = self.host.fame_lines()
        more = [*_box_column(any(line.box != BASE for line in lines))]
        more += _events_column(any(line.events for line in lines))
        self.tables = [
            self.panel.add(
                Table(
                    columns=made, sort_by=0, rising=False, opened=self._open, name=f"table-{mode}"
                )
            )
            for mode, made in (
                (SOLO, _solo_columns(more)),
                (TWO_PLAYER, _two_columns(more)),
            )
        ]
        self.legend = self.panel.add(Label(_(_STAR), theme.FAINT, name="legend"))
        self.charts = self.panel.add(ChartsView())
        self.charts.visible = False
        self.export = self.ui.add(Button(_("Export"), self._export, key=pygame.K_e, name="export"))

    def enter(self) -> None:
        """Take in the finished games."""
        lines = list(self.host.fame_lines())
        if lines == self.lines and self.table.rows:
            return  # back from a game: the sheet stays scrolled to where it was
        self.lines = lines
        if not self.lines:
            words = _("No game has been finished yet. Yours will stand here.")
        else:
            words = _("No game fits.")
        for table in self.tables:
            table.empty = words
        modes = {line.mode for line in self.lines}
        if modes and _MODES[self.sheet.index] not in modes:  # the other sheet has them all
            self.sheet.set(1 - self.sheet.index)
        self._refilter()

    @property
    def table(self) -> Table:
        """The sheet that is chosen."""
        return self.tables[self.sheet.index]

    def filter(self, name: str = "", tokens: str = "") -> None:
        """Show only these games, as if it had been typed."""
        self.name.set(name)
        self.tokens.set(tokens)
        self._refilter()

    def show_sheet(self, index: int) -> None:
        """Show the solo sheet (0) or that of two players (1)."""
        self.sheet.set(index)
        self._refilter_tab(index)

    def show_charts(self, on: bool) -> None:
        """Show the charts, or the sheet."""
        self.view.set(int(on))
        self._show_view()

    def _refilter_tab(self, index: int) -> None:
        self._chosen()

    def _chosen(self) -> None:
        self._refilter()
        self.relayout()

    def _refilter(self) -> None:
        least, most = token_range(self.tokens.value)
        wanted = Filter(
            name=self.name.value.strip() or None,
            mode=_MODES[self.sheet.index],
            least=least,
            most=most,
            events=self.events.value,
            box=self.boxes.value,
            day=self.days.value,
        )
        self.shown = select(self.lines, wanted)
        self.table.rename(-1, _folk_heading(self.shown, self.sheet.index == 1))
        self.table.show(self.shown)
        self.charts.show(self.shown)
        self.forms = _summary_forms(self.shown)
        self._show_summary()
        self._show_view()

    def _decks(self) -> list[str]:
        """The decks of event cards that any game was played with, no events first."""
        played_with = {line.events for line in self.lines} | {""}
        known = decks(event_library())
        return [word for word in known if word in played_with] + sorted(played_with - set(known))

    def _boxes(self) -> list[str]:
        """The boxes that any game was played with, in their order; unknown ones last."""
        known = list(BOXES)
        order = {word: number for number, word in enumerate(known)}
        return sorted(
            {line.box for line in self.lines},
            key=lambda box: (order.get(box.rpartition(",")[2], len(known)), box),
        )

    def _known_days(self) -> list[str]:
        """The days whose deals were played, the last one first."""
        return sorted({line.day for line in self.lines if line.day}, reverse=True)

    def _show_summary(self) -> None:
        """As much of the summary as there is room for."""
        room, style = self.count.rect.w, self.count.style
        fitting = (words for words in self.forms if text.measure(words, style, self.m) <= room)
        self.count.set(next(fitting, self.forms[-1]))

    def _show_view(self) -> None:
        charts = self.view.index == 1
        for number, table in enumerate(self.tables):
            table.visible = not charts and number == self.sheet.index
        self.charts.visible = charts
        starred = not charts and any(marks(line) for line in self.shown)
        if starred != self.legend.visible:
            self.legend.visible = starred
            self.relayout()
        if charts:
            self.charts.refresh()
        self.ui.touch(None)

    def _open(self, line: Any) -> None:
        self.host.show_result(line)

    def _export(self) -> None:
        chosen = list(self.shown)

        def write(form: str) -> Callable[[], None]:
            return lambda: self.say(self.host.export_fame(chosen, form))

        items = [
            MenuItem(_("As a table (CSV)"), write("csv"), note=games_words(len(chosen))),
            MenuItem(_("As JSON"), write("json"), note=games_words(len(chosen))),
        ]
        menu(self.ui, self.export.rect, items)

    def layout(self, rect: Rect, m: Metrics) -> None:
        """Tabs beside the heading, filters in one line, the rest is the sheet."""
        body = self.layout_page(rect, m)
        wide = m.points[0] >= 900
        if wide:
            top = self.heading.rect
            tabs = Rect(top.right - m.px(500), top.y + m.px(3), m.px(500), m.px(38))
        else:
            tabs, body = cut_top(body, m.px(38), m.px(8))
        export, tabs = cut_right(tabs, m.px(110 if wide else 92), m.px(12))
        sheet, view = cut_left(tabs, round(tabs.w * 0.56), m.px(12))
        self.sheet.place(sheet)
        self.view.place(view)
        self.export.show_key = wide
        self.export.place(export)
        self.panel.place(body)
        inner = inset(body, m.px(16), m.px(12))
        filters, inner = cut_top(inner, m.px(38), m.px(10))
        # Only where games differ is there anything to choose.
        self.boxes.visible = len(self._boxes()) > 1
        self.events.visible = len(self._decks()) > 1
        self.days.visible = bool(self._known_days())
        filters_of = (self.boxes, self.events, self.days)
        chosen = [button for button in filters_of if button.visible]
        crowded = not wide and len(chosen) > 1
        name, filters = cut_left(filters, m.px(230 if wide else 110 if crowded else 150), m.px(12))
        tokens, filters = cut_left(
            filters, m.px(200 if wide else 128 if crowded else 150), m.px(16)
        )
        self.name.place(name)
        self.tokens.place(tokens)
        if crowded:  # the two buttons have all that is left
            wide_as = [button.natural_width(m) for button in chosen]
            cells = columns(filters, wide_as, m.px(8))
            for button, place in zip(chosen, cells, strict=True):
                button.place(place)
        else:
            for button in chosen:
                wish = max(m.px(110), button.natural_width(m))
                place, filters = cut_left(filters, min(wish, filters.w // 2), m.px(12))
                button.place(place)
        if crowded:  # what the games have in common stands beside the heading
            name, filters = cut_left(
                self.heading.rect,
                text.measure(self.heading_words(), self.heading.style, m),
                m.px(16),
            )
        self.count.style = theme.ON_WOOD if crowded else _SUMMARY
        self.count.place(filters)
        self._show_summary()
        self.charts.place(inner)
        if self.legend.visible:
            line, inner = cut_bottom(inner, m.px(20), m.px(4))
            self.legend.place(line)
        for table in self.tables:
            table.place(inner)


def _of_day(day: str) -> str:
    """`Deal of 2026-12-01`."""
    return _("Deal of {day}", day=day)


def _summary_forms(lines: list[FameLine]) -> list[str]:
    """What the games have in common, the longest form first."""
    if not lines:
        return [""]
    told = summary(lines)
    resigned = sum(line.resigned for line in lines)
    parts = [games_words(told.games), _n("{count:,} won", "{count:,} won", told.wins)]
    if resigned:
        parts.append(_n("{count:,} given up", "{count:,} given up", resigned))
    if told.games > resigned:
        parts.append(_("best {score}", score=told.best))
        mean = (
            N_("mean of the others {mine:.0f} to {theirs:.0f}")
            if resigned
            else N_("mean {mine:.0f} to {theirs:.0f}")
        )
        parts.append(_(mean, mine=told.mean, theirs=told.mean_tribes))
    return [" · ".join(parts[:count]) for count in range(len(parts), 0, -1)]


def games_words(count: int) -> str:
    """`1 game`, `1,200 games`."""
    return _n("{count:,} game", "{count:,} games", count)


_DASHES = "-–—"


def _may_be_tokens(typed: str) -> bool:
    """Whether this may stand in the filter for tokens: digits, and a dash for a range."""
    return all(sign.isdecimal() or sign in _DASHES or sign == " " for sign in typed)


def token_range(typed: str) -> tuple[int | None, int | None]:
    """(fewest, most) tokens that a filter names; None where it names no bound.

    >>> token_range("14"), token_range("12-15"), token_range("16 –"), token_range("-13")
    ((14, 14), (12, 15), (16, None), (None, 13))
    """
    plain = re.sub(f"[{_DASHES}]", "-", typed.replace(" ", ""))
    first, dash, last = plain.partition("-")
    numbers = [int(word) if word.isdecimal() else None for word in (first, last.strip("-"))]
    if not dash:
        return numbers[0], numbers[0]
    least, most = numbers
    if least is not None and most is not None and most < least:
        # Half typed, "12-1" on the way to "12-15", or turned round, "15-12".
        return (least, None) if len(last) < len(first) else (most, least)
    return least, most


def _races_words(line: FameLine) -> str:
    return "; ".join(", ".join(played(*combo) for combo in combos) for combos in line.combos)


def _paint_races(surface: Surface, rect: Rect, line: Any, m: Metrics) -> None:
    """The Races as small tokens, those of each person in their colour."""
    side = m.px(26)
    x = rect.x
    total = sum(len(combos) for combos in line.combos)
    gaps = (len(line.combos) - 1) * m.px(8)
    step = min(side, max(m.px(9), (rect.w - side - gaps) // max(1, total - 1)))
    for seat, combos in enumerate(line.combos):
        for combo in combos:
            token = race_token(combo.race, side, pictures.OWNER_COLOURS[seat])
            if x + side <= rect.right + 2:
                surface.blit(token, token.get_rect(midleft=(x, rect.centery)))
            x += step
        x += side - step + m.px(8)


def _score_painter(seat: int) -> Callable[[Surface, Rect, Any, Metrics], None]:
    def draw(surface: Surface, rect: Rect, line: Any, m: Metrics) -> None:
        won = seat in line.winners
        style = theme.STRONG if won else theme.BODY
        place = text.draw_line(surface, _score(line, seat), rect, style, m, align="center")
        if won:
            size = (place.w + m.px(26), min(rect.h - m.px(3), m.px(31)))
            ring = paint.ellipse_ring(size, theme.ACCENT, m.px(2))
            surface.blit(ring, ring.get_rect(center=place.center))

    return draw


def _score(line: FameLine, seat: int) -> str:
    if seat == TRIBES:
        return "" if line.tribes is None else str(line.tribes)
    return str(line.coins[seat]) if seat < len(line.coins) else ""


def _points(seat: int) -> Callable[[FameLine], int]:
    return lambda line: int(_score(line, seat) or 0)


def _date(line: FameLine) -> str:
    return local_day(line.finished) + (" *" if marks(line) else "")


def _name(seat: int, line: FameLine) -> str:
    return line.names[seat] if seat < len(line.names) else ""


def _name_order(seat: int, line: FameLine) -> tuple[str, str]:
    return _name(seat, line).casefold(), line.finished


def _score_column(title: str, seat: int, least: float) -> Column:
    return Column(
        title,
        partial(_score, seat=seat),
        _points(seat),
        0.6,
        "center",
        _score_painter(seat),
        up_first=False,
        note=_("The winner is circled."),
        least=least,
    )


def _common() -> tuple[Column, Column, Column]:
    date = Column(
        _("Date"),
        _date,
        lambda line: line.finished,
        0.5,
        up_first=False,
        least=104,
        note=_(
            "A star: given up, gone back past chance, imported, with advice asked for, or a deal "
            "played before; the game's page says which."
        ),
    )
    tokens = Column(
        _("Tokens"),
        lambda line: str(line.tokens),
        lambda line: (line.tokens, line.finished),
        0.4,
        "center",
        up_first=False,
        least=80,
        leave_out=2,
        note=_("Tokens of the Lost Tribes in that game, or of whoever takes their part"),
    )
    races = Column(
        _("Races"),
        _races_words,
        lambda line: sum(len(c) for c in line.combos),
        1.6,
        paint_cell=_paint_races,
        up_first=False,
        least=70,
        tell=True,
        leave_out=1,
        note=_("In the order they were played; sorted by their number"),
    )
    return date, tokens, races


def _events_column(wanted: bool) -> list[Column]:
    """What a game's events were drawn from, where any game had some."""
    if not wanted:
        return []
    return [
        Column(
            _("Events"),
            _deck_words,
            _deck_words,
            0.7,
            least=86,
            tell=True,
            leave_out=3,
            note=_("The deck of event cards that was played with"),
        )
    ]


def _box_column(wanted: bool) -> list[Column]:
    """What box a game was played with, where that was not always the base game."""
    if not wanted:
        return []
    note = _("The box that was played with")
    return [Column(_("Box"), _box_words, _box_words, 0.7, least=118, leave_out=4, note=note)]


def _box_words(line: FameLine) -> str:
    return called(line.box)


def _deck_words(line: FameLine) -> str:
    return deck_title(line.events) if line.events else "–"


def _solo_columns(more: list[Column]) -> list[Column]:
    date, tokens, races = _common()
    name = Column(_("Name"), partial(_name, 0), partial(_name_order, 0), 1.2, least=90)
    return [
        date,
        name,
        tokens,
        *more,
        races,
        _score_column(_("Your score"), 0, 104),
        _score_column(_folk_heading([], False), TRIBES, 110),
    ]


def _two_columns(more: list[Column]) -> list[Column]:
    date, tokens, races = _common()
    first = Column(_p("player", "First"), partial(_name, 0), partial(_name_order, 0), 0.9, least=90)
    second = Column(
        _p("player", "Second"), partial(_name, 1), partial(_name_order, 1), 0.9, least=90
    )
    return [
        date,
        first,
        second,
        tokens,
        *more,
        races,
        _score_column(_("First’s"), 0, 74),
        _score_column(_("Second’s"), 1, 84),
        _score_column(_folk_heading([], True), TRIBES, 88),
    ]


def _folk_heading(lines: Sequence[FameLine], short: bool) -> str:
    """What stands above the scores of whoever was played against in all these games."""
    them = met(lines)
    if them is LOST_TRIBES and short:
        return _("Tribes’")
    return tell(them.name)
