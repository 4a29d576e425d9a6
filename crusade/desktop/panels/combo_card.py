"""The card of a combo, opened by a click: both texts in full, to be read at any time."""

from __future__ import annotations

import pygame
from pygame import Rect, Surface

from crusade.desktop import pictures, theme
from crusade.desktop.kit import Button, Label, Layer, Panel, ScrollView, Ui
from crusade.desktop.kit.widget import Group
from crusade.desktop.layout import Metrics, beside, inset
from crusade.desktop.panels.ability_card import AbilityCard
from crusade.desktop.words import combo_name, token_sum
from crusade.rules import Library
from crusade.rules.ids import NONE
from crusade.texts import _

_WIDTH, _PAD, _GAP, _CROSS = 420, 12, 10, (42, 28)


class ComboCard:
    """A popup with the Race's and the Special Power's card; Escape or a click beside closes it."""

    def __init__(
        self,
        ui: Ui,
        anchor: Rect,
        library: Library,
        banner: int,
        badge: int,
        tray: int,
        lent: int = 0,
        crusade: bool | None = None,
    ) -> None:
        self.ui = ui
        self.anchor = Rect(anchor)
        root = Group()
        self.panel = root.add(Panel(name="combo-card"))
        self.title = self.panel.add(Label(combo_name(library, banner, badge), theme.HEAD))
        self.sum = self.panel.add(
            Label(
                token_sum(library, banner, badge, tray, lent), theme.BODY, wrap=True, valign="top"
            )
        )
        # Without it the card looks like the tooltip, which goes by itself.
        self.cross = self.panel.add(
            Button(
                "",
                self.close,
                key=pygame.K_ESCAPE,
                show_key=False,
                icon=_cross,
                name="close-card",
                tip=_("Close (Esc)"),
            )
        )
        self.scroll = self.panel.add(ScrollView(arrange=self._arrange))
        self.cards: list[AbilityCard] = []
        race = self.scroll.add(AbilityCard("race-card"))
        race.show_race(library, banner, crusade)
        self.cards.append(race)
        if badge != NONE:
            power = self.scroll.add(AbilityCard("power-card"))
            power.show_power(library, badge, crusade)
            self.cards.append(power)
        self.layer = Layer(root)
        self.layer.outside = self.layer.escape = self.layer.enter = self.close
        self.layer.place = self._place

    @classmethod
    def open(
        cls,
        ui: Ui,
        anchor: Rect,
        library: Library,
        banner: int,
        badge: int,
        tray: int,
        lent: int = 0,
        crusade: bool | None = None,
    ) -> ComboCard:
        """Open it beside ``anchor`` (window pixels)."""
        card = cls(ui, anchor, library, banner, badge, tray, lent, crusade)
        ui.open(card.layer)
        return card

    def close(self) -> None:
        """Take it away."""
        self.ui.close(self.layer)

    def _arrange(self, view: Rect, m: Metrics) -> int:
        y = view.y
        for card in self.cards:
            tall = card.natural(m, view.w - m.px(8))
            card.place(Rect(view.x + m.px(4), y + m.px(4), view.w - m.px(8), tall))
            y += tall + m.px(_GAP)
        return y - view.y

    def _place(self) -> None:
        m = self.ui.m
        wide = min(m.px(_WIDTH), m.window.w - m.px(16))
        inner = wide - 2 * m.px(_PAD)
        head = m.px(30)
        sums = self.sum.height(m, inner)
        cards = sum(c.natural(m, inner - m.px(8)) + m.px(_GAP) for c in self.cards)
        tall = min(head + sums + m.px(8) + cards + 2 * m.px(_PAD), m.window.h - m.px(12))
        bounds = inset(m.window, m.px(6))
        self.panel.place(beside(self.anchor, (wide, tall), bounds, m.px(8)))
        body = inset(self.panel.rect, m.px(_PAD))
        cross = Rect(0, body.y, m.px(_CROSS[0]), m.px(_CROSS[1]))
        cross.right = body.right
        self.cross.place(cross)
        self.title.place(Rect(body.x, body.y, cross.x - body.x - m.px(8), head))
        self.sum.place(Rect(body.x, body.y + head, body.w, sums))
        top = self.sum.rect.bottom + m.px(8)
        self.scroll.place(Rect(body.x, top, body.w, body.bottom - top))


def _cross(size: int, colour: theme.Colour) -> Surface:
    return pictures.icon("close", size, colour)
