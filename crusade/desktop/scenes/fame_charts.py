"""Many games as pictures: scores and tokens over time, and how often what was won."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import fmean

from pygame import Rect, Surface

from crusade.automaton.fame_statistics import (
    Rate,
    rate_by_power,
    rate_by_race,
    rate_by_tokens,
    score_series,
    token_series,
)
from crusade.automaton.hall_of_fame import FameLine
from crusade.automaton.names import name_key, names_key
from crusade.boxes import BOXES, folk_of
from crusade.clock import local_day
from crusade.desktop import pictures, theme
from crusade.desktop.kit import Canvas, Label, ListView, ScrollView, Segmented, Widget, paint, text
from crusade.desktop.layout import Metrics, cut_left, cut_top, rows
from crusade.desktop.scenes.chart_lines import draw_line, mark
from crusade.desktop.theme import Colour
from crusade.rules.ids import TRIBES
from crusade.rules.library import LOST_TRIBES, Folk
from crusade.texts import N_, _, _n, _p, folk, tell, tokens

_KINDS: tuple[tuple[str, Callable[[Sequence[FameLine]], list[Rate]]], ...] = (
    (N_("Tokens"), rate_by_tokens),
    (N_("Races"), rate_by_race),
    (N_("Powers"), rate_by_power),
)
_YOU = theme.SEATS[0][1]


@dataclass(frozen=True)
class _Series:
    """A line of a plot: one value for each game, oldest first."""

    name: str
    colour: Colour
    values: tuple[int, ...]
    side: int = 0
    """Whose it is, a seat or `TRIBES`: gives it its mark and its stroke."""


@dataclass(frozen=True)
class _Plot:
    """The lines of a plot, and the days of the first and the last game."""

    series: tuple[_Series, ...] = ()
    first: str = ""
    last: str = ""


class ChartsView(ScrollView):
    """Plots on the left, win rates on the right; below each other where it is narrow.

    Nothing is computed before it is seen.
    """

    def __init__(self) -> None:
        super().__init__(name="charts", arrange=self._arrange)
        self.lines: list[FameLine] = []
        self._fresh = True
        self.scores = _Plot()
        self.tokens = _Plot()
        self.rates: list[Rate] = []
        self.captions = [
            Label("", theme.STRONG),
            Label("", theme.STRONG),
            Label(_("Games won, by"), theme.STRONG),
        ]
        self.plots = [
            Canvas(paint_it=lambda s, r, m: _draw_plot(s, r, m, self.scores)),
            Canvas(paint_it=lambda s, r, m: _draw_plot(s, r, m, self.tokens)),
        ]
        self.kind = Segmented(
            [_(name) for name, _rates in _KINDS], 0, self._kind_changed, name="kind"
        )
        self.bars = ListView(row_height=30, draw_row=self._draw_rate, choosable=False, name="bars")
        self.kids: list[Widget] = [*self.captions, *self.plots, self.kind, self.bars]

    def show(self, lines: Sequence[FameLine]) -> None:
        """Show these games, now or when it is next seen."""
        self.lines, self._fresh = list(lines), False
        if self.visible:
            self.refresh()

    def refresh(self) -> None:
        """Compute what is not computed yet."""
        if not self._fresh:
            self._compute()
            if self.rect.w:
                self.place(self.rect)
            self.touch()

    def _kind_changed(self, index: int) -> None:
        self._fresh = False
        self.refresh()

    def _compute(self) -> None:
        self._fresh = True
        self.scores, caption = _score_plot(self.lines)
        self.captions[0].set(caption)
        self.captions[1].set(_("Tokens of {folk}", folk=folk(met(self.lines).title.message)))
        tokens = token_series(self.lines)
        series = _Series(_("Tokens"), theme.ACCENT, tuple(number for _unused, number in tokens))
        self.tokens = _plot([series], [finished for finished, _unused in tokens])
        self.rates = _KINDS[self.kind.index][1](self.lines)
        self.bars.count = len(self.rates)

    def _arrange(self, view: Rect, m: Metrics) -> int:
        wide = view.w >= m.px(760)
        if wide:
            left, right = cut_left(view, round(view.w * 0.55), m.px(26))
            upper, lower = rows(left, [6, 4], m.px(12))
        else:
            upper = Rect(view.x, view.y, view.w, m.px(210))
            lower = Rect(view.x, upper.bottom + m.px(14), view.w, m.px(160))
            tall = m.px(44) + len(self.rates) * self.bars.tall
            right = Rect(view.x, lower.bottom + m.px(16), view.w, tall)
        for caption, plot, place in zip(self.captions, self.plots, (upper, lower), strict=False):
            head, body = cut_top(place, m.px(26), m.px(4))
            caption.place(head)
            plot.place(body)
        head, body = cut_top(right, m.px(36), m.px(8))
        words, kind = cut_left(head, m.px(116), m.px(6))
        self.captions[2].place(words)
        self.kind.place(kind)
        self.bars.place(body)
        return right.bottom - view.y

    def _draw_rate(self, surface: Surface, rect: Rect, index: int, hot: bool, chosen: bool) -> None:
        m, rate = self.m, self.rates[index]
        label, bar = cut_left(rect, m.px(136), m.px(8))
        icon = self._icon(rate.label, m.px(22))
        if icon is not None:
            surface.blit(icon, icon.get_rect(midleft=(label.x, label.centery)))
            label = Rect(label.x + m.px(28), label.y, label.w - m.px(28), label.h)
        words = self._words(rate.label)
        text.draw_line(surface, words, label, theme.Style(15), m)
        note = _share(round(rate.share * 100), rate.games)
        need = text.measure(_share(100, 10_000), theme.FAINT, m) + m.px(8)
        text.draw_line(surface, note, bar, theme.FAINT, m, align="right")
        trough = Rect(bar.x, 0, max(m.px(20), bar.w - need), m.px(14))
        trough.centery = rect.centery
        surface.blit(paint.rounded(trough.size, m.px(4), theme.PARCHMENT_DEEP), trough)
        done = Rect(trough.x, trough.y, round(trough.w * rate.share), trough.h)
        if done.w > 1:
            surface.blit(paint.rounded(done.size, m.px(4), theme.GOOD), done)

    @staticmethod
    def _words(label: str) -> str:
        """A Race or Special Power by its name, of whatever box, or a number of tokens."""
        for box in BOXES.values():
            if any(race.name == label for race in box.races):
                return _p("race", label)
            if any(power.name == label for power in box.powers):
                return _p("power", label)
        return str(tokens(int(label))) if label.isdecimal() else label

    @staticmethod
    def _icon(label: str, size: int) -> Surface | None:
        for box in BOXES.values():
            if any(race.name == label for race in box.races):
                return pictures.token(label, size, pictures.OWNER_COLOURS[0])
            if any(power.name == label for power in box.powers):
                return pictures.badge(label, size)
        return None


def _share(percent: int, games: int) -> str:
    return _("{percent} % of {games:,}", percent=percent, games=games)


def _plot(series: Sequence[_Series], finished: Sequence[str]) -> _Plot:
    if not finished:
        return _Plot()
    return _Plot(tuple(series), local_day(finished[0]), local_day(finished[-1]))


def met(lines: Sequence[FameLine]) -> Folk:
    """Who was played against; of games with several boxes those of the base game stand for all."""
    known = {folk_of(box) for box in {line.box for line in lines}}
    return known.pop() if len(known) == 1 else LOST_TRIBES


def _score_plot(lines: Sequence[FameLine]) -> tuple[_Plot, str]:
    """Scores over time against the Lost Tribes, and what to write above them.

    Two people who always played each other get a line each; else of two the better one counts.
    """
    points = score_series(lines)
    finished = [point.finished for point in points]
    them = met(lines)
    against = folk(them.title.message)
    tribes = _Series(tell(them.name), theme.TRIBES, tuple(point.tribes for point in points), TRIBES)
    people = {names_key(names) for names in {line.names for line in lines}}
    pair = lines[0].names if lines and len(lines[0].names) == 2 and len(people) == 1 else ()
    if pair:
        known = {line.game: line for line in lines}
        mine: list[_Series] = []
        for number, name in enumerate(pair):
            wanted = name_key(name)
            values = tuple(_coins_of(known[point.game], wanted) for point in points)
            mine.append(_Series(name, theme.SEATS[number][1], values, number))
        return _plot([tribes, *reversed(mine)], finished), _("Scores against {folk}", folk=against)
    alone = all(len(line.names) == 1 for line in lines)
    values = tuple(point.score for point in points)
    if alone:
        best = _Series(_("Score"), _YOU, values)
        return _plot([tribes, best], finished), _("Score against {folk}", folk=against)
    best = _Series(_("The better of the two"), _YOU, values)
    return _plot([tribes, best], finished), _("The better of the two against {folk}", folk=against)


def _coins_of(line: FameLine, wanted: str) -> int:
    """The coins of the person with this name key."""
    keys = [name_key(name) for name in line.names]
    return line.coins[keys.index(wanted)]


def _thinned(values: tuple[int, ...], most: int) -> list[float]:
    """At most `most` values: neighbours are averaged when there are more."""
    if len(values) <= most:
        return [float(value) for value in values]
    edges = [round(i * len(values) / most) for i in range(most + 1)]
    return [fmean(values[a:b]) for a, b in pairwise(edges) if b > a]


def _draw_plot(surface: Surface, rect: Rect, m: Metrics, shown: _Plot) -> None:
    """Lines over a grid, the newest game at the right, the days below."""
    series = shown.series
    count = max((len(one.values) for one in series), default=0)
    if not count:
        laid = text.paragraph(_("No game fits."), theme.BODY, m, rect.w)
        laid.draw(surface, (rect.x, rect.centery - laid.height // 2), "center")
        return
    plot = Rect(rect.x + m.px(34), rect.y + m.px(10), rect.w - m.px(46), rect.h - m.px(38))
    highest = max(max(one.values) for one in series if one.values)
    steps = (1, 2, 5, 10, 20, 25, 50, 100, 1000)
    step = next((s for s in steps if highest / s <= plot.h / m.px(30)), steps[-1])
    top = (highest // step + 1) * step
    for value in range(0, top + 1, step):
        y = plot.bottom - round(plot.h * value / top)
        surface.fill(theme.EDGE_SOFT, (plot.x, y, plot.w, 1))
        place = Rect(rect.x, y - m.px(10), m.px(28), m.px(20))
        text.draw_line(surface, str(value), place, theme.FAINT, m, align="right")
    for one in series:
        values = _thinned(one.values, max(2, plot.w // m.px(9)))
        span = max(1, len(values) - 1)
        left = plot.x if len(values) > 1 else plot.centerx  # a single game stands in the middle
        points = [
            (left + plot.w * i / span, plot.bottom - plot.h * value / top)
            for i, value in enumerate(values)
        ]
        draw_line(surface, points, one.colour, m.px(2.5), one.side)
        if len(points) <= 40:
            for point in points:
                dot = mark(one.side, m.px(9), one.colour, m.px(1))
                surface.blit(dot, dot.get_rect(center=(round(point[0]), round(point[1]))))
    _draw_days(surface, plot, m, shown, count)
    if len(series) > 1:
        _draw_legend(surface, plot, m, series)


def _draw_days(surface: Surface, plot: Rect, m: Metrics, shown: _Plot, count: int) -> None:
    """When the first and the last game were; between them, what a point stands for."""
    line = Rect(plot.x, plot.bottom + m.px(6), plot.w, m.px(20))
    if count < 2:
        text.draw_line(surface, shown.first, line, theme.FAINT, m, align="center")
        return
    text.draw_line(surface, shown.first, line, theme.FAINT, m)
    text.draw_line(surface, shown.last, line, theme.FAINT, m, align="right")
    most = max(2, plot.w // m.px(9))
    words = _n("{count:,} game", "{count:,} games", count)
    if count > most:
        words = _n(
            "{count:,} game, a point is the mean of about {each:,}",
            "{count:,} games, a point is the mean of about {each:,}",
            count,
            each=max(2, round(count / most)),
        )
    room = plot.w - 2 * text.measure(shown.last, theme.FAINT, m) - m.px(24)
    if text.measure(words, theme.FAINT, m) <= room:
        text.draw_line(surface, words, line, theme.FAINT, m, align="center")


def _draw_legend(surface: Surface, plot: Rect, m: Metrics, series: Sequence[_Series]) -> None:
    """Names of the lines on a plate in the lower right of the plot, where lines seldom run."""
    style = theme.SMALL
    wide = sum(text.measure(one.name, style, m) + m.px(50) for one in series)
    plate = Rect(plot.right - wide, plot.bottom - m.px(30), wide, m.px(24))
    surface.blit(paint.rounded(plate.size, m.px(5), theme.PAPER, None, theme.EDGE_SOFT, 1), plate)
    x = plate.x + m.px(8)
    for one in reversed(series):
        ends = ((x, plate.centery), (x + m.px(26), plate.centery))
        draw_line(surface, ends, one.colour, m.px(2.5), one.side)
        dot = mark(one.side, m.px(11), one.colour, m.px(1))
        surface.blit(dot, dot.get_rect(center=(x + m.px(13), plate.centery)))
        x += m.px(32)
        need = text.measure(one.name, style, m)
        text.draw_line(surface, one.name, Rect(x, plate.y, need + 2, plate.h), style, m)
        x += need + m.px(18)
