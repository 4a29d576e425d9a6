"""The guided first game: what it is, who plays it, and its steps, each to begin with."""

from __future__ import annotations

import pygame
from pygame import Rect, Surface

from crusade.automaton.names import clean_name
from crusade.desktop import theme
from crusade.desktop.board_view import Preparing
from crusade.desktop.kit import (
    Button,
    Label,
    ListView,
    Panel,
    ScrollView,
    TextField,
    Toggle,
    paint,
    text,
)
from crusade.desktop.layout import Metrics, centred, columns, inset
from crusade.desktop.scenes.base import Page
from crusade.desktop.scenes.host import Host
from crusade.desktop.table.first_game import board
from crusade.desktop.table.lessons import GUIDE
from crusade.texts import N_, _

_ROW = 36
_LOOK_AGAIN = 0.04
"""Seconds after which it is looked again whether the board is ready."""
_WORDS = N_(
    "A real game on the real table, with the real rules. A card beside each thing says in a"
    " sentence or two what it is and what to do; do that, or anything else. You can leave the guide"
    " at any moment, close the program, and go on later."
)


class FirstGameScene(Page):
    """The name, whether the game counts, the way in; and the list of steps."""

    sets_up = True
    title = N_("A first game with a guide")

    def __init__(self, host: Host) -> None:
        super().__init__()
        self.host = host
        self._preparing: Preparing | None = None
        self._wanted = 0
        """The step at which the game begins when its board is ready."""
        self._seen = False
        """Whether a frame has said that the board is being set up."""

    @property
    def setting_up(self) -> bool:
        """Whether the game has been asked for and its board is being worked out."""
        return self._preparing is not None

    def build(self) -> None:
        """The two panels."""
        super().build()
        names = self.host.names()
        self.scroll = self.ui.add(ScrollView(arrange=self._arrange, name="scroll"))
        self.panel = self.scroll.add(Panel(name="first-game"))
        self.words = self.panel.add(Label(_(_WORDS), theme.BODY, wrap=True, valign="top"))
        self.asked = self.panel.add(Label(_("Your name"), theme.STRONG))
        self.name = self.panel.add(
            TextField(names[0] if names else "", _("Your name"), name="name")
        )
        self.counts = self.panel.add(
            Toggle(_("Keep it in the Hall of Fame"), False, lambda on: None, name="counts")
        )
        self.begin = self.panel.add(
            Button(_("Begin"), self._begin, "main", pygame.K_RETURN, name="begin")
        )
        self.steps = self.scroll.add(Panel(name="steps-panel"))
        self.caption = self.steps.add(Label(_("Or begin at a step"), theme.HEAD))
        self.note = self.steps.add(
            Label(
                _("What comes before it has been played; such a game is for practice alone."),
                theme.FAINT,
                wrap=True,
                valign="top",
            )
        )
        self.list = self.steps.add(
            ListView(
                row_height=_ROW,
                draw_row=self._draw_step,
                clicked=self._begin_at,
                name="steps",
                count=len(GUIDE),
            )
        )

    def _begin(self) -> None:
        self._begin_at(0)

    def _begin_at(self, index: int) -> None:
        """Say at once that the board is being set up, and work it out beside the window."""
        if self._preparing is not None:
            return
        self._preparing, self._wanted, self._seen = Preparing(board()), index, False
        self.begin.set(label=_("Setting up the board…"), enabled=False)

    def draw(self, surface: Surface) -> None:
        """The page; from then on it is known what is being waited for."""
        super().draw(surface)
        self._seen = self._preparing is not None

    def update(self, dt: float) -> None:
        """Begin when the board is there, after a frame that said so."""
        super().update(dt)
        if self._preparing is None or not self._seen or not self._preparing.done:
            return
        self._preparing = None
        self.begin.set(label=_("Begin"), enabled=True)
        step = self._wanted
        self.host.begin_first_game(self._name(), step, step == 0 and self.counts.on)
        pygame.event.clear((pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP, pygame.KEYDOWN))

    def wake_in(self) -> float | None:
        """It looks whether the board is ready several times a second."""
        return super().wake_in() if self._preparing is None else _LOOK_AGAIN

    def _name(self) -> str:
        return clean_name(self.name.value) or _("Newcomer")

    def layout(self, rect: Rect, m: Metrics) -> None:
        """One scrolling column of two panels, side by side when there is room."""
        body = self.layout_page(rect, m)
        self.scroll.place(centred(body, m.px(1000), body.h))

    def _arrange(self, view: Rect, m: Metrics) -> int:
        margin, gap, pad = m.px(8), m.px(18), m.px(16)
        field = inset(view, margin, margin)
        places = columns(field, [11, 9], gap) if m.points[0] >= 620 else [field]
        left, right = places[0], places[-1]
        inner = inset(left, pad, pad)
        tall = self.words.height(m, inner.w)
        self.words.place(Rect(inner.x, inner.y, inner.w, tall))
        y = inner.y + tall + m.px(10)
        self.begin.place(Rect(inner.x, y, min(inner.w, m.px(240)), m.px(42)))
        y = self.begin.rect.bottom + m.px(12)
        for widget, points in ((self.asked, 24), (self.name, 38), (self.counts, 38)):
            widget.place(Rect(inner.x, y, inner.w, m.px(points)))
            y += m.px(points + 4)
        self.panel.place(Rect(left.x, left.y, left.w, y + m.px(8) - left.y))
        top = left.y if len(places) > 1 else self.panel.rect.bottom + gap
        inner = Rect(right.x + pad, top + m.px(12), right.w - 2 * pad, 0)
        self.caption.place(Rect(inner.x, inner.y, inner.w, m.px(30)))
        tall = self.note.height(m, inner.w)
        self.note.place(Rect(inner.x, self.caption.rect.bottom, inner.w, tall))
        rows = Rect(inner.x, self.note.rect.bottom + m.px(6), inner.w, len(GUIDE) * m.px(_ROW))
        self.list.place(rows)
        self.steps.place(Rect(right.x, top, right.w, rows.bottom + m.px(12) - top))
        return max(self.panel.rect.bottom, self.steps.rect.bottom) + margin - view.y

    def _draw_step(self, surface: Surface, rect: Rect, index: int, hot: bool, chosen: bool) -> None:
        m = self.m
        plate = rect.inflate(0, -m.px(4))
        if hot or chosen:
            surface.blit(paint.rounded(plate.size, m.px(6), theme.LIT), plate)
        line = inset(plate, m.px(10), 0)
        number = Rect(line.x, line.y, m.px(26), line.h)
        text.draw_line(surface, str(index + 1), number, theme.FAINT, m)
        line.x += number.w
        line.w -= number.w
        text.draw_line(surface, _(GUIDE[index].title), line, theme.STRONG, m)
