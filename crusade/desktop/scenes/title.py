"""The title: the game's name, games to continue, and the ways into everything else."""

from __future__ import annotations

import pygame
from pygame import Rect, Surface
from pygame.event import Event

from crusade.archive import RunningGame
from crusade.boxes import BOXES, base_library, called, folk_of, library
from crusade.clock import local_day, local_minute
from crusade.desktop import pictures, theme
from crusade.desktop.kit import (
    Answer,
    Button,
    Label,
    ListView,
    MenuItem,
    Panel,
    ScrollView,
    ask,
    is_key,
    menu,
    paint,
    text,
)
from crusade.desktop.layout import Metrics, centred, cut_bottom, cut_left, cut_right, cut_top, inset
from crusade.desktop.scenes import emblems
from crusade.desktop.scenes.base import Scene
from crusade.desktop.scenes.host import SOLO_ROUNDS, TWO_ROUNDS, Host
from crusade.record import BASE
from crusade.rules.ids import SOLO
from crusade.rules.library import Library
from crusade.texts import _, _n, _p, coins, several, tell

_ROW = 58
_MORE = 38


class TitleScene(Scene):
    """The first screen."""

    def __init__(self, host: Host) -> None:
        super().__init__()
        self.host = host
        self.games: list[RunningGame] = []

    def build(self) -> None:
        """The list of running games and the buttons."""
        self.panel = self.ui.add(Panel(name="continue-panel"))
        self.caption = self.panel.add(Label(_("Continue a game"), theme.HEAD))
        self.import_here = self.panel.add(
            Button(_("Import"), self.host.show_import, key=pygame.K_i, name="import-here")
        )
        self.list = self.panel.add(
            ListView(row_height=_ROW, draw_row=self._draw_game, clicked=self._clicked, name="games")
        )
        self.list.row_tip = self._tip
        self.ui.layers[0].arrows = (pygame.K_UP, pygame.K_DOWN)
        self.menu = self.ui.add(ScrollView(arrange=self._arrange_menu, name="menu"))
        host = self.host
        self.buttons = [
            Button(_("Continue"), self._continue, "main", pygame.K_RETURN, name="continue"),
            Button(_("New game"), host.show_new_game, "main", pygame.K_n, name="new"),
            Button(_("Learn by playing"), host.show_first_game, key=pygame.K_g, name="first-game"),
            Button(_("Hall of Fame"), host.show_fame, key=pygame.K_h, name="fame"),
            Button(_("Rules"), host.show_rules, key=pygame.K_r, name="rules"),
            Button(_("Settings"), host.show_settings, key=pygame.K_s, name="settings"),
            Button(_("Import a game"), host.show_import, key=pygame.K_i, name="import"),
            Button(_("Quit"), self.app_quit, key=pygame.K_q, name="quit"),
        ]
        self.hello = self.menu.add(
            Label(
                _("New here? A guide plays along."),
                theme.ON_WOOD,
                "center",
                wrap=True,
                name="hello",
            )
        )
        for button in self.buttons:
            button.style = theme.Style(18, True)
            self.menu.add(button)

    def app_quit(self) -> None:
        """End the program; running games are on disk already."""
        self.app.quit()

    def enter(self) -> None:
        """Take in which games are running."""
        self.games = list(self.host.running_games())
        running = bool(self.games)
        self.panel.visible = running
        self.buttons[0].visible = running
        self.buttons[-2].visible = not running
        fresh = not running and not self.host.fame_lines()
        self.hello.visible = fresh
        new, learn = self.buttons[1:3]
        for button, key, first in (
            (new, pygame.K_n, not running and not fresh),
            (learn, pygame.K_g, fresh),
        ):
            button.look = "main" if first else "quiet"
            button.key = pygame.K_RETURN if first else key
        self.list.set_count(len(self.games))
        sentences = list(self.host.notices())
        if sentences:
            self._say("\n\n".join(sentences))

    # -- layout ---------------------------------------------------------------------------

    def layout(self, rect: Rect, m: Metrics) -> None:
        """Title above, emblems below, in between the games and the buttons."""
        tall = m.points[1]
        head = m.px(226 if tall > 640 else 150 if tall > 480 else 84)
        foot = m.px(100 if tall > 640 else 76 if tall > 540 else 14)
        self.head_rect, body = cut_top(rect, head)
        self.foot_rect, body = cut_bottom(body, foot)
        body = inset(body, m.px(32), m.px(4))
        if not self.panel.visible:
            self.menu.place(centred(body, m.px(320), body.h))
            return
        body = centred(body, m.px(960), body.h)
        wide = m.px(300 if m.points[0] > 900 else 220)
        games, menu_rect = cut_left(body, body.w - wide - m.px(28), m.px(28))
        rows = min(len(self.games), max(1, (games.h - m.px(64)) // m.px(_ROW)))
        games = Rect(games.x, games.y, games.w, m.px(64) + rows * m.px(_ROW))
        self.menu.place(menu_rect)
        self.panel.place(games)
        inner = inset(games, m.px(16), m.px(12))
        top, inner = cut_top(inner, m.px(32), m.px(6))
        button, top = cut_right(top, self.import_here.natural_width(m), m.px(10))
        self.import_here.place(button)
        self.caption.place(top)
        self.list.place(inner)

    def _arrange_menu(self, view: Rect, m: Metrics) -> int:
        shown = [button for button in self.buttons if button.visible]
        margin = m.px(5)
        gap = m.px(11 if view.h > m.px(330) else 6)
        head = self.hello.height(m, view.w) + m.px(4) if self.hello.visible else 0
        high = view.h - head
        room = (high - 2 * margin + gap) // max(1, len(shown)) - gap
        tall = min(max(room, m.px(34)), m.px(44))
        spare = high - 2 * margin - len(shown) * (tall + gap) + gap
        y = view.y + (max(0, spare) // 3 if not self.panel.visible else 0)
        top = y
        self.hello.place(Rect(view.x, y, view.w, head))
        y += head
        for button in shown:
            button.place(Rect(view.x + margin, y + margin, view.w - 2 * margin, tall))
            y += tall + gap
        return y - gap - top + 2 * margin + (top - view.y)

    # -- drawing --------------------------------------------------------------------------

    def paint(self, surface: Surface) -> None:
        """The table, the title, the emblems."""
        self.draw_wood(surface)
        m = self.m
        head, clip = self.head_rect, surface.get_clip()
        if clip.colliderect(head):
            words = _("The Lost Tribes’ Crusade")
            wide = m.px(74) if m.points[1] > 640 else m.px(60) if m.points[1] > 480 else m.px(40)
            need = theme.font(wide, True).size(words)[0]
            wide = min(wide, wide * (head.w - m.px(90)) // need)
            y = head.y + round(head.h * (0.6 if head.h > m.px(120) else 0.5))
            place = emblems.draw_carved(surface, words, wide, (head.centerx, y))
            if head.h > m.px(120):
                side = m.px(66 if m.points[1] > 640 else 46)
                mask = pictures.tribes_token(side)
                spot = (head.centerx, place.top - side // 2 + m.px(14))
                surface.blit(mask, mask.get_rect(center=spot))
                under = (head.centerx, place.bottom - m.px(2))
                emblems.draw_flourish(surface, under, min(place.w, m.px(620)), m.scale)
        foot = self.foot_rect
        if foot.h > m.px(40) and clip.colliderect(foot):
            row = inset(foot, m.px(40), m.px(16))
            emblems.draw_emblem_row(surface, row, m.scale, self._library())

    def _library(self) -> Library:
        """What the game that stands first is played with; the base game where that is not known."""
        words = tuple(self.games[0].box.split(",")) if self.games else ()
        return library(words) if words and BOXES.keys() >= set(words) else base_library()

    def _draw_game(self, surface: Surface, rect: Rect, index: int, hot: bool, chosen: bool) -> None:
        m, game = self.m, self.games[index]
        box = inset(rect, 0, m.px(2))
        if hot:
            lit = paint.rounded(box.size, m.px(7), theme.LIT, None, theme.GOLD, 1)
            surface.blit(lit, box)
        elif index:
            surface.fill(theme.EDGE_SOFT, (rect.x, rect.y, rect.w, 1))
        body = inset(box, m.px(10), m.px(3))
        more = Rect(body.right - m.px(_MORE) + m.px(8), body.y, m.px(_MORE), body.h)
        text.draw_line(surface, "···", more, theme.HEAD, m, align="center")
        body.w -= m.px(_MORE)
        line = text.line_height(theme.STRONG, m)
        upper = Rect(body.x, body.centery - line, body.w, line)
        roomy = rect.w > m.px(360)
        when = local_minute(game.played) if roomy else local_day(game.played)
        text.draw_line(surface, when, upper, theme.FAINT, m, align="right")
        upper.w -= text.measure(when, theme.FAINT, m) + m.px(10)
        text.draw_line(surface, _people(game), upper, theme.STRONG, m)
        lower = Rect(body.x, body.centery, body.w, line)
        style = theme.Style(15)
        words = _standing(game, roomy)
        if roomy and text.measure(words, style, m) > lower.w:
            words = _standing(game, False)
        text.draw_line(surface, words, lower, style, m)

    def _tip(self, index: int) -> str | None:
        over_more = self._over_more(index)
        return _("Export or throw away (Delete)") if over_more else None

    def _over_more(self, index: int) -> bool:
        row = self.list.row_rect(index)
        return self.ui.mouse[0] > row.right - self.m.px(_MORE + 8)

    # -- what the person does -------------------------------------------------------------

    def _continue(self) -> None:
        if self.games:
            self.host.resume(self.games[0].game)

    def _clicked(self, index: int) -> None:
        game = self.games[index]
        if self.ui.by_keyboard or not self._over_more(index):
            self.host.resume(game.game)
            return
        self._row_menu(index)

    def _row_menu(self, index: int) -> None:
        """What else can be done with a game."""
        game, row = self.games[index], self.list.row_rect(index)
        anchor = Rect(row.right - self.m.px(_MORE), row.y, self.m.px(_MORE), row.h)
        menu(
            self.ui,
            anchor,
            [
                MenuItem(_("Continue"), lambda: self.host.resume(game.game)),
                MenuItem(
                    _("Export as a text file"), lambda: self._say(self.host.export(game.game))
                ),
                MenuItem(_("Throw away…"), lambda: self._ask_delete(game)),
            ],
        )

    def _ask_delete(self, game: RunningGame) -> None:
        ask(
            self.ui,
            _("Throw this game away?"),
            _(
                "{names}, round {round}: it cannot be brought back and will not appear in the"
                " Hall of Fame.",
                names=_people(game),
                round=game.round,
            ),
            [
                Answer(_("Throw away"), lambda: self._delete(game), loses=True),
                Answer(_("Keep it"), main=True),
            ],
        )

    def _delete(self, game: RunningGame) -> None:
        self._say(self.host.delete(game.game))
        self.enter()
        self.relayout()

    def _say(self, sentence: str) -> None:
        if sentence:
            ask(self.ui, _("The Lost Tribes’ Crusade"), sentence)

    def unused(self, event: Event) -> bool:
        """A record dropped on the window is imported; Delete and Right on a game of the list open
        what else can be done with it; Escape does nothing here."""
        if self.list.focused and self.list.chosen is not None:
            if is_key(event, pygame.K_RIGHT, pygame.K_MENU):
                self._row_menu(self.list.chosen)
                return True
            if is_key(event, pygame.K_DELETE):
                self._ask_delete(self.games[self.list.chosen])
                return True
        if event.type == pygame.DROPFILE:
            self._say(self.host.import_file(event.file))
            self.enter()
            self.relayout()
            return True
        return False


def _people(game: RunningGame) -> str:
    return format(several(map(text.clean, game.names)), "and")


def _standing(game: RunningGame, roomy: bool) -> str:
    """How a game stands: `Alone · round 4 of 9 · 31 to 28 coins · 15 tokens`; a box besides the
    base game is named.
    """
    alone = game.mode == SOLO
    named = game.box != BASE
    parts = [_("Alone") if alone else _("Two players") if roomy else _p("players", "Two")]
    if named:
        parts = [*(parts if roomy else ()), called(game.box)]
    rounds = SOLO_ROUNDS if alone else TWO_ROUNDS
    if named and not roomy:
        parts.append(_p("round", "{round} of {rounds}", round=game.round, rounds=rounds))
    else:
        parts.append(_("round {round} of {rounds}", round=game.round, rounds=rounds))
    if alone or (game.open_coins and game.tribes is not None):
        if game.coins and game.tribes is not None:
            mine = format(several(game.coins), "and")
            parts.append(_("{mine} to {theirs}", mine=mine, theirs=coins(game.tribes)))
    elif game.tribes is not None:
        # Coins of two people stay hidden until the end, here too.
        folk = tell(folk_of(game.box).name)
        if roomy:
            parts.append(_("{folk} {coins}, yours hidden", folk=folk, coins=game.tribes))
        else:
            parts.append(_("{folk} {coins}", folk=folk, coins=game.tribes))
    if roomy:
        parts.append(_n("{count} token", "{count} tokens", game.tokens))
    return " · ".join(parts)
