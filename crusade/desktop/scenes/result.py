"""The result of a game: totals, winner, coins per round, and what changes next time."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pygame
from pygame import Rect, Surface

from crusade.automaton.difficulty import change
from crusade.automaton.hall_of_fame import Combo, FameLine, RoundCoins, marks, same_deal
from crusade.boxes import called, folk_of
from crusade.clock import local_minute
from crusade.desktop import pictures, theme
from crusade.desktop.kit import (
    Button,
    Canvas,
    Label,
    ListView,
    Panel,
    Rich,
    ScrollView,
    ask,
    paint,
    text,
)
from crusade.desktop.layout import Metrics, columns, cut_bottom, cut_left, inset
from crusade.desktop.panels.drawing import fitting
from crusade.desktop.scenes.base import Page
from crusade.desktop.scenes.emblems import race_token
from crusade.desktop.scenes.host import Host, NewGameChoice
from crusade.desktop.scenes.rounds_chart import RoundsChart, Side
from crusade.desktop.scenes.tale_view import TaleView
from crusade.desktop.words.cards import deck_title
from crusade.desktop.words.grammar import played
from crusade.record import BASE
from crusade.rules.ids import CLASSIC, SOLO, TRIBES
from crusade.texts import N_, Who, _, _n, folk, person, several, tell

_SIDE = 92
_NAME = 54
_COMBO = 28
_INDENT = 14
_LOG_ROW = 26
_OTHERS = 4
"""Games with the same deal that are shown beside this one."""
_CAPTIONS = {
    "coins": N_("Coins, round by round"),
    "log": N_("The game in words"),
    "story": N_("The story"),
}


class ResultScene(Page):
    """The end of a game, or (not `fresh`) a game looked up in the Hall of Fame.

    `colours` are indices into `theme.SEATS` by seat; `again` starts another game of the same
    people and is only offered when fresh; `like` is how the game was set up, to set up another
    like it.
    """

    def __init__(
        self,
        host: Host,
        line: FameLine,
        rounds: Sequence[RoundCoins],
        *,
        colours: Sequence[int] = (0, 1, 2, 3, 4),
        fresh: bool = True,
        again: Callable[[], None] | None = None,
        like: NewGameChoice | None = None,
        practice: bool = False,
        story: Callable[[], TaleView | None] | None = None,
    ) -> None:
        super().__init__()
        self.story = story
        """Makes the story of the game, where it can be told."""
        self.practice = practice
        """Whether nothing of this game is kept."""
        self.host = host
        self.line = line
        self.fresh = fresh
        self.again = again
        self.like = like
        people = [
            Side(seat, name, theme.SEATS[colours[seat]][1]) for seat, name in enumerate(line.names)
        ]
        tribes = [] if line.tribes is None else [_tribes_side(line)]
        self.sides = people + tribes
        self.rounds = rounds
        self.shown = "coins"
        """What the panel on the right shows: "coins", "log" or "story"."""

    def heading_words(self) -> str:
        """Who won."""
        return headline(self.line)

    def build(self) -> None:
        """The panels and the buttons."""
        super().build()
        self.totals = self.ui.add(Panel(name="totals"))
        self.totals_scroll = self.totals.add(ScrollView(arrange=self._arrange_totals))
        self.cards = [
            self.totals_scroll.add(Canvas(paint_it=self._painter(side))) for side in self.sides
        ]
        self.next_card = self.totals_scroll.add(Canvas(paint_it=self._draw_next))
        self.marks = self.totals_scroll.add(
            Label(_remarks(self.line, self.like), theme.FAINT, wrap=True, valign="top")
        )
        self.others = self.totals_scroll.add(
            Label(_same_deal(self.line, self.host.fame_lines()), wrap=True, valign="top")
        )
        self.deal_button = self.totals_scroll.add(
            Button(
                _("Play the same deal"),
                lambda: self.host.play_deal(self.line),
                key=pygame.K_d,
                tip=_("The same combos, dice and cards in their order, as far as they were dealt"),
                name="same-deal",
            )
        )
        self.deal_button.visible = self.story is not None and not self.practice
        self.right = self.ui.add(Panel(name="rounds"))
        self.net = self.right.add(
            Label(
                _("Each round: what was earned, events included, less the price of a combo.")
                if self.line.events
                else _("Each round: what was earned, less the price of a combo."),
                theme.FAINT,
            )
        )
        self.net.align = "right"
        self.caption = self.right.add(Label(_("Coins, round by round"), theme.HEAD))
        self.chart = self.right.add(RoundsChart(self.sides, self.rounds))
        self.log_lines: list[str] = []
        self.log_rows: list[tuple[str, bool]] = []
        """The lines of the log as they are wrapped: words, and whether they are a heading."""
        self.log = self.right.add(
            ListView(row_height=_LOG_ROW, draw_row=self._draw_log, choosable=False, name="log")
        )
        self.log.visible = False
        self.tale: TaleView | None = None
        self.buttons = self._make_buttons()
        for button in self.buttons:
            self.ui.add(button)
        if self.fresh:
            self.back_button.set(label=_("To the title"))
            self._toggle_story()

    def _make_buttons(self) -> list[Button]:
        host, game = self.host, self.line.game
        out: list[Button] = []
        if self.again is not None:
            again = self.again
            # Not Enter: that hurries the last coins, and may come after them.
            out.append(Button(_("Play again"), again, "main", pygame.K_p, name="again"))
        if self.fresh:
            out.append(Button(_("Hall of Fame"), host.show_fame, key=pygame.K_h, name="fame"))
        self.log_button = Button(
            _("Show the log"), self._toggle_log, key=pygame.K_l, name="show-log"
        )
        out.append(self.log_button)
        self.story_button = Button(
            _("The story"), self._toggle_story, key=pygame.K_s, name="show-story"
        )
        self.story_button.visible = self.story is not None
        self.right.add(self.story_button)
        replay = Button(_("Replay"), lambda: host.replay(game), key=pygame.K_r, name="replay")
        replay.look = "quiet" if self.fresh else "main"
        out.append(replay)
        out.append(Button(_("Export"), self._export, key=pygame.K_e, name="export"))
        if self.like is not None and not self.fresh:
            like = self.like
            out.append(
                Button(
                    _("Same set-up"),
                    lambda: host.show_new_game(like),
                    key=pygame.K_n,
                    tip=_("A new game with the same people, tokens and seed"),
                    name="same",
                )
            )
        return out

    def _export(self) -> None:
        said = self.host.export(self.line.game)
        if said:
            ask(self.ui, _("Export"), said)

    def _toggle_log(self) -> None:
        self._show("coins" if self.log_shown else "log")

    def _toggle_story(self) -> None:
        """Tell the story, or show the coins again; it is worked out when it is first asked for."""
        if self.tale is None and self.story is not None:
            self.tale = self.story()
            if self.tale is not None:
                self.right.add(self.tale)
        told = self.tale is not None and self.tale.visible and self.shown == "story"
        self._show("coins" if told or self.tale is None else "story")

    def _show(self, what: str) -> None:
        """Show the "coins", the "log" or the "story"."""
        self.shown = what
        if self.log_shown and not self.log_lines:
            self.log_lines = list(self.host.game_log(self.line.game))
        self.log.visible = self.log_shown
        self.chart.visible = what == "coins"
        if self.tale is not None:
            self.tale.visible = what == "story"
        self.caption.set(_(_CAPTIONS[what]))
        self.log_button.set(label=_("Show the coins") if self.log_shown else _("Show the log"))
        told = what == "story"
        self.story_button.set(label=_("Show the coins") if told else _("The story"))
        if self.fresh:
            self.back_button.set(label=_("To the coins") if self.log_shown else _("To the title"))
        if self.right.rect.w:
            self.relayout()

    @property
    def log_shown(self) -> bool:
        """Whether the log is read."""
        return self.shown == "log"

    def back(self) -> None:
        """From the log: to the coins. Fresh: to the title. Otherwise: to the Hall of Fame."""
        if self.log_shown:
            self._toggle_log()
        elif self.fresh:
            self.app.home()
        else:
            self.app.pop()

    # -- layout ---------------------------------------------------------------------------

    def layout(self, rect: Rect, m: Metrics) -> None:
        """Totals on the left, the rounds on the right, the buttons below."""
        body = self.layout_page(rect, m)
        foot, body = cut_bottom(body, m.px(46), m.px(14))
        self._place_buttons(foot, m)
        if m.points[0] >= 800:
            left, right = cut_left(body, min(m.px(400), round(body.w * 0.38)), m.px(20))
        else:
            left, right = columns(body, [40, 60], m.px(12))
        self.totals.place(left)
        self.totals_scroll.place(inset(left, m.px(16), m.px(12)))
        self.right.place(right)
        inner = inset(right, m.px(18), m.px(12))
        self.caption.place(Rect(inner.x, inner.y, inner.w, m.px(28)))
        top, door = Rect(inner), self.story_button
        if door.visible:
            wide = min(door.natural_width(m), inner.w // 2)
            door.place(Rect(inner.right - wide, inner.y - m.px(4), wide, m.px(34)))
            top.w -= wide + m.px(12)
            self.caption.place(Rect(inner.x, inner.y, top.w, m.px(28)))
        room = top.w - text.measure(str(self.caption.content), theme.HEAD, m) - m.px(12)
        needed = text.measure(str(self.net.content), theme.FAINT, m)
        self.net.visible = self.shown == "coins" and needed <= room
        self.net.place(Rect(top.right - needed, inner.y, needed, m.px(28)))
        rest = Rect(inner.x, inner.y + m.px(34), inner.w, inner.h - m.px(34))
        self.chart.place(rest)
        if self.tale is not None:
            self.tale.place(rest)
        # Whole lines: the last one in sight is not cut in half.
        self.log.place(Rect(rest.x, rest.y, rest.w, rest.h - rest.h % m.px(_LOG_ROW)))
        if self.log_shown:
            self._wrap_log(m, rest.w - m.px(20))
            self.log.set_count(len(self.log_rows), keep=True)

    def _wrap_log(self, m: Metrics, width: int) -> None:
        self.log_rows = []
        for words in self.log_lines:
            heading = words.endswith(":")
            style = theme.STRONG if heading else theme.Style(15)
            for number, line in enumerate(text.wrapped(words, style, m, width - m.px(_INDENT))):
                self.log_rows.append((line, heading) if not number else (f"\t{line}", heading))

    def _place_buttons(self, foot: Rect, m: Metrics) -> None:
        gap = m.px(10)
        for button in self.buttons:
            button.show_key = True
        wide = [max(button.natural_width(m), m.px(130)) for button in self.buttons]
        room = foot.w - gap * (len(wide) - 1)
        if sum(wide) > room:
            for button in self.buttons:
                button.show_key = False
            bare = [button.natural_width(m) for button in self.buttons]
            for button, cell in zip(self.buttons, columns(foot, bare, gap), strict=True):
                button.place(cell)
            return
        x = foot.right
        for button, need in zip(self.buttons, wide, strict=True):
            x -= need
            button.place(Rect(x, foot.y, need, foot.h))
            x -= gap

    def _arrange_totals(self, view: Rect, m: Metrics) -> int:
        y = view.y
        for card, side in zip(self.cards, self.sides, strict=True):
            card.place(Rect(view.x, y, view.w, self._card_height(m, side)))
            y += card.rect.h + m.px(8)
        words = next_time(self.line)
        if words:
            room = view.w - m.px(_SIDE + 10)
            tall = text.paragraph(text.rich(words), theme.BODY, m, room).height + m.px(30)
            self.next_card.place(Rect(view.x, y + m.px(4), view.w, max(m.px(84), tall)))
            y = self.next_card.rect.bottom
        tall = self.marks.height(m, view.w - m.px(20))
        self.marks.place(Rect(view.x + m.px(10), y + m.px(8), view.w - m.px(20), tall))
        y += tall + m.px(12)
        if self.others.content:
            tall = self.others.height(m, view.w - m.px(20))
            self.others.place(Rect(view.x + m.px(10), y, view.w - m.px(20), tall))
            y += tall + m.px(8)
        if self.deal_button.visible:
            wide = min(self.deal_button.natural_width(m), view.w - m.px(20))
            self.deal_button.place(Rect(view.x + m.px(10), y, wide, m.px(38)))
            y += m.px(46)
        return y - view.y

    def _card_height(self, m: Metrics, side: Side) -> int:
        combos = len(self._combos(side)) if side.seat != TRIBES else 1
        return m.px(_NAME + 6) + m.px(_COMBO) * combos + m.px(8)

    def _combos(self, side: Side) -> tuple[Combo, ...]:
        known = side.seat < len(self.line.combos)
        return self.line.combos[side.seat] if known else ()

    # -- drawing --------------------------------------------------------------------------

    def _painter(self, side: Side) -> Callable[[Surface, Rect, Metrics], None]:
        return lambda surface, rect, m: self._draw_side(surface, rect, m, side)

    def _draw_side(self, surface: Surface, rect: Rect, m: Metrics, side: Side) -> None:
        won = side.seat in self.line.winners
        coins = self.line.tribes if side.seat == TRIBES else self.line.coins[side.seat]
        if won:
            lit = theme.mix(theme.LIT, theme.PARCHMENT, 0.45)
            plate = paint.rounded(rect.size, m.px(8), lit, None, theme.GOLD, m.px(1.5))
            surface.blit(plate, rect)
        top = Rect(rect.x + m.px(10), rect.y + m.px(6), rect.w - m.px(20), m.px(_NAME))
        size = m.px(52)
        shown = pictures.coin(str(coins), size)
        surface.blit(shown, shown.get_rect(midright=(top.right, top.centery)))
        x = top.x
        if won and rect.w > m.px(220):
            crown = pictures.marker("crown", m.px(34))
            surface.blit(crown, crown.get_rect(midleft=(x, top.centery)))
            x += m.px(44)
        name = Rect(x, top.y, top.right - size - m.px(8) - x, top.h)
        style = theme.Style(22, True, theme.mix(side.colour, theme.INK, 0.35))
        text.draw_line(surface, side.name, name, style, m)
        lines = Rect(top.x, top.bottom, top.w, m.px(_COMBO))
        if side.seat == TRIBES:
            token = pictures.folk_token(folk_of(self.line.box).name.message, m.px(26))
            self._draw_combo(
                surface,
                lines,
                m,
                token,
                _n("{count} token in this game", "{count} tokens in this game", self.line.tokens),
            )
            return
        combos = self._combos(side)
        for number, combo in enumerate(combos):
            colour = pictures.OWNER_COLOURS[_seat_colour(side)]
            declined = number < len(combos) - 1
            token = race_token(combo.race, m.px(26), colour, declined)
            self._draw_combo(surface, lines.move(0, number * lines.h), m, token, played(*combo))

    @staticmethod
    def _draw_combo(surface: Surface, rect: Rect, m: Metrics, token: Surface, words: str) -> None:
        surface.blit(token, token.get_rect(midleft=(rect.x, rect.centery)))
        place = Rect(rect.x + m.px(38), rect.y, rect.w - m.px(38), rect.h)
        text.draw_line(surface, words, place, fitting(words, theme.BODY, m, place.w, 12), m)

    def _draw_next(self, surface: Surface, rect: Rect, m: Metrics) -> None:
        """What changes: the tokens of the next game, and why."""
        words = next_time(self.line)
        if self.practice:
            words = _(
                "You have learned prices, declining and how {folk} choose. Try a real game now, "
                "with few of their tokens. This one was for practice.",
                folk=_folk(self.line),
            )
        if not words:
            return
        surface.fill(theme.EDGE_SOFT, (rect.x, rect.y, rect.w, m.px(1)))
        stack = pictures.stack(
            pictures.folk_token(folk_of(self.line.box).name.message, m.px(52)),
            self.line.next_tokens,
        )
        if not self.practice:
            surface.blit(stack, stack.get_rect(center=(rect.x + m.px(_SIDE // 2), rect.centery)))
        side = m.px(10 if self.practice else _SIDE)  # no tokens stand beside it then
        place = Rect(rect.x + side, rect.y, rect.w - side - m.px(10), rect.h)
        laid = text.paragraph(text.rich(words), theme.BODY, m, place.w)
        laid.draw(surface, (place.x, place.centery - laid.height // 2))

    def _draw_log(self, surface: Surface, rect: Rect, index: int, hot: bool, chosen: bool) -> None:
        words, heading = self.log_rows[index]
        style = theme.STRONG if heading else theme.Style(15)
        if words.startswith("\t"):
            rect = Rect(rect.x + self.m.px(_INDENT), rect.y, rect.w - self.m.px(_INDENT), rect.h)
        text.draw_line(surface, words.removeprefix("\t"), rect, style, self.m)


def _seat_colour(side: Side) -> int:
    return next(i for i, (_unused, colour) in enumerate(theme.SEATS) if colour == side.colour)


def _tribes_side(line: FameLine) -> Side:
    """The Lost Tribes, or whom the box of the game has instead of them."""
    return Side(TRIBES, tell(folk_of(line.box).name), theme.TRIBES)


def _folk(line: FameLine) -> Who:
    """Against whom it was played."""
    return folk(folk_of(line.box).title.message)


def headline(line: FameLine) -> str:
    """Who won, in one line."""
    if line.resigned:
        return _("{names} gave up; {folk} win", names=several(line.names), folk=_folk(line))
    if line.tribes_won:
        return _("{folk:Nom} win", folk=_folk(line))
    names = [line.names[seat] for seat in line.winners]
    if len(names) == 1:
        return _("{who} wins", who=person(names[0]))
    return _("{names} share the victory", names=several(names))


def next_time(line: FameLine) -> str:
    """What changes in the next game of these people, with its reason."""
    if line.mode == CLASSIC or line.tribes is None:
        return ""
    step = change(line.mode, line.coins, line.tribes, line.resigned)
    alone = line.mode == SOLO
    if step > 0:
        why = _("one more, because you won") if alone else _("one more, because they came third")
    elif step < 0:
        why = _("one fewer, because you lost") if alone else _("one fewer, because they won")
    else:
        why = _("as many as now, because they came second")
    if line.next_tokens == line.tokens and step:
        why = _("as many as now: there can be no fewer") if step < 0 else _("as many as can be")
    return _n(
        "Next time {folk} have **{count} token**: {why}.",
        "Next time {folk} have **{count} tokens**: {why}.",
        line.next_tokens,
        why=why,
        folk=_folk(line),
    )


def _same_deal(line: FameLine, lines: Sequence[FameLine]) -> Rich:
    """The other games with this deal and this one, each in a line."""
    others = same_deal(line, lines)
    if not others:
        return ""
    said = [_("**The same deal**"), _score(line, _("this game"))]
    said += [_score(one, local_minute(one.finished)) for one in others[-_OTHERS:]]
    return text.rich("\n".join(said))


def _score(line: FameLine, when: str) -> str:
    """`Ada 84, the Lost Tribes 70 (this game)`."""
    sides = [
        _("{who} {coins}", who=person(name), coins=coins)
        for name, coins in zip(line.names, line.coins, strict=True)
    ]
    if line.tribes is not None:
        sides.append(_("{who} {coins}", who=_folk(line), coins=line.tribes))
    return _("{result} ({when})", result=several(sides), when=when)


def _remarks(line: FameLine, like: NewGameChoice | None = None) -> str:
    said = [_("Finished {when}", when=local_minute(line.finished)), *map(_, marks(line))]
    if line.box != BASE:
        said.append(called(line.box))
    if line.events:
        said.append(_("Events: {deck}", deck=deck_title(line.events)))
    if not line.tribes_won and line.tribes is not None:
        ahead = max(line.coins) - line.tribes
        said.append(
            _n(
                "{count} coin ahead of {folk}",
                "{count} coins ahead of {folk}",
                ahead,
                folk=_folk(line),
            )
        )
    elif line.tribes is not None and line.tribes == max(line.coins):
        said.append(_("{folk} win ties", folk=_folk(line)))
    if like is not None:
        seed = N_("no seed: dice and combos by chance") if like.seed is None else N_("seed {seed}")
        said.append(_(seed, seed=like.seed))
    return " · ".join(said)
