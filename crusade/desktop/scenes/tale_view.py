"""The story of a finished game: its picture, the sentence about the end, and what more is told."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

import pygame
from pygame import Rect, Surface

from crusade import atlas
from crusade.automaton.hall_of_fame import FameLine
from crusade.boxes import folk_of
from crusade.desktop import pictures, theme
from crusade.desktop.board_view import BoardView, Lit, Marks, pieces_of
from crusade.desktop.kit import Button, Canvas, Label, ScrollView, paint
from crusade.desktop.layout import Metrics
from crusade.desktop.scenes.emblems import race_token
from crusade.desktop.scenes.host import Host
from crusade.desktop.scenes.replay import token_colours
from crusade.desktop.words.tale import Tale, tale
from crusade.ending import Broken
from crusade.rules import State
from crusade.rules.ids import TRIBES
from crusade.session import Session
from crusade.texts import _

_TALL = 0.46
"""The picture's height as a part of the view's, at most."""
_SHAPE = 0.42
"""Its height as a part of its width."""
_ZOOM = 1.5
"""How many times wider than the picture the whole board is in it, where a Region is shown."""
_ROOMY = 120
"""Points of height from which the picture has room for a button."""
_MARK = 84
"""Points of the sign of victory on the picture."""


class TaleView(ScrollView):
    """The story; `show(place)` shows a place of the game on the board.

    `codes` are the tokens' colours by seat; `token` makes the sign of whoever won, of so many
    pixels; `seen` is the view of the board at the table, where the game comes from there: its
    picture need not be made again.
    """

    def __init__(
        self,
        told: Tale,
        state: State,
        codes: Sequence[str],
        token: Callable[[int], Surface],
        show: Callable[[int | None], None],
        seen: BoardView | None = None,
    ) -> None:
        super().__init__(name="tale", arrange=self._arrange)
        self.told, self.state, self.codes, self.token = told, state, tuple(codes), token
        self.seen = seen
        self.won = TRIBES not in state.winners
        self._shown: tuple[tuple[int, int], Surface] | None = None
        self.picture = self.add(Canvas(paint_it=self._draw, name="tale-picture"))
        self.final = self.add(
            Button(
                _("Final board"),
                lambda: show(None),
                key=pygame.K_b,
                name="final-board",
                tip=_("The board as it stood at the end; Back leads here again."),
            )
        )
        self.lead = self.add(Label(told.lead, theme.HEAD, wrap=True, valign="top"))
        self.rows: list[tuple[Label, Label, Button | None]] = []
        for number, line in enumerate(told.lines):
            title = self.add(Label(line.title, theme.STRONG))
            words = self.add(Label(line.words, theme.BODY, wrap=True, valign="top"))
            door = None
            if line.place is not None:
                door = self.add(
                    Button(
                        _("On the board"),
                        partial(show, line.place),
                        name=f"tale-{number}",
                        tip=_("Shows that moment of the game on the board."),
                    )
                )
            self.rows.append((title, words, door))

    def _arrange(self, view: Rect, m: Metrics) -> int:
        y, gap = view.y, m.px(8)
        tall = min(round(view.w * _SHAPE), round(self.rect.h * _TALL))
        self.picture.place(Rect(view.x, y, view.w, tall))
        wide = self.final.natural_width(m)
        corner = Rect(0, 0, wide, m.px(36))
        corner.bottomright = view.right - gap, y + tall - gap
        if tall < m.px(_ROOMY):  # it would hide too much of the board
            corner.topleft = view.x, y + tall + gap
            tall += corner.h + gap
        self.final.place(corner)
        y += tall + gap
        tall = self.lead.height(m, view.w)
        self.lead.place(Rect(view.x, y, view.w, tall))
        y += tall + gap
        for title, words, door in self.rows:
            wide = 0 if door is None else door.natural_width(m)
            room = view.w - (wide + gap if wide else 0)
            title.place(Rect(view.x, y, room, m.px(24)))
            tall = words.height(m, room)
            words.place(Rect(view.x, y + m.px(24), room, tall))
            row = m.px(24) + tall
            if door is not None:
                door.place(Rect(view.right - wide, y + m.px(4), wide, m.px(34)))
                row = max(row, m.px(40))
            y += row + gap
        return y - view.y

    def _draw(self, surface: Surface, rect: Rect, m: Metrics) -> None:
        """The board where it was decided, and the sign of whoever won."""
        if self._shown is None or self._shown[0] != rect.size:
            self._shown = rect.size, self._board(rect.size)
        surface.blit(self._shown[1], rect)
        side = min(m.px(_MARK), rect.h * 2 // 3)
        at = Rect(rect.x + m.px(12), rect.bottom - side - m.px(12), side, side)
        plate = at.inflate(m.px(16), m.px(16))
        fill = theme.LIT if self.won else theme.PARCHMENT
        edge = theme.GOLD if self.won else theme.EDGE
        surface.blit(paint.rounded(plate.size, m.px(10), fill, None, edge, m.px(2)), plate)
        surface.blit(self.token(side), at)
        if self.won:
            crown = pictures.marker("crown", side // 2)
            surface.blit(crown, crown.get_rect(midbottom=(at.centerx, at.y + side // 8)))

    def _board(self, size: tuple[int, int]) -> Surface:
        """The last position around the Region taken last, in the shape of the picture."""
        region = self.told.region
        view = self.seen
        if view is None or not view.rect.w:
            view = BoardView(atlas.load(self.state.board.id))
            wide = round(size[0] * _ZOOM)
            view.layout(Rect(0, 0, wide, wide))
        whole = paint.sheet(view.frame.union(view.rect).bottomright)
        lit = {} if region is None else {region: Lit(kind="plain")}
        view.draw(whole, pieces_of(self.state, self.codes), Marks(lit))
        wide = view.rect.w if region is None else round(view.rect.w / _ZOOM)
        part = Rect(0, 0, wide, min(view.rect.h, round(wide * size[1] / size[0])))
        part.w = min(wide, round(part.h * size[0] / size[1]))
        part.center = view.rect.center if region is None else view.region_rect(region).center
        return paint.scaled(whole.subsurface(part.clamp(view.rect)), size)


def tell_tale(
    host: Host,
    session: Session,
    line: FameLine,
    broke: Sequence[Broken] = (),
    seen: BoardView | None = None,
) -> TaleView:
    """The story of a game that is over, with the records that it broke."""
    codes = token_colours(session)

    def token(side: int) -> Surface:
        if len(line.winners) == 1 and line.winners[0] != TRIBES:
            combos = line.combos[line.winners[0]]
            name = combos[-1].race if combos else ""
            return race_token(name, side, codes[line.winners[0]])
        if TRIBES in line.winners:
            return pictures.folk_token(folk_of(line.box).name.message, side)
        return pictures.marker("crown", side)

    def show(place: int | None) -> None:
        host.replay(line.game, place)

    return TaleView(tale(session, broke), session.state, codes, token, show, seen)
