"""A card that pops up beside something: a title, and under it what may have to be scrolled."""

from __future__ import annotations

from typing import ClassVar

from pygame import Rect

from crusade.desktop import theme
from crusade.desktop.kit import Label, Layer, Panel, ScrollView, Ui
from crusade.desktop.kit.widget import Group
from crusade.desktop.layout import Metrics, beside, inset


class PopupCard:
    """Escape, Enter or a click beside closes it. ``wide``, ``pad`` and ``head`` are in points: how
    wide it is, the room around it, the height of the title.
    """

    wide: ClassVar[int]
    pad: ClassVar[int]
    head: ClassVar[int]

    def __init__(self, ui: Ui, anchor: Rect, title: str, name: str, scroll: str) -> None:
        self.ui = ui
        self.anchor = Rect(anchor)
        root = Group()
        self.panel = root.add(Panel(name=name))
        self.title = self.panel.add(Label(title, theme.HEAD))
        self.scroll = self.panel.add(ScrollView(arrange=self._arrange, name=scroll))
        self.layer = Layer(root)
        self.layer.outside = self.layer.escape = self.layer.enter = self.close
        self.layer.place = self._place

    def close(self) -> None:
        """Take it away."""
        self.ui.close(self.layer)

    def _arrange(self, view: Rect, m: Metrics) -> int:
        """Place what is scrolled; returns its height in pixels."""
        raise NotImplementedError

    def _long(self, m: Metrics, width: int) -> int:
        """Pixels of height that it wants at a width in pixels."""
        raise NotImplementedError

    def _place(self) -> None:
        m = self.ui.m
        wide = min(m.px(self.wide), m.window.w - m.px(16))
        pad, head = m.px(self.pad), m.px(self.head)
        tall = min(head + self._long(m, wide - 2 * pad) + 2 * pad, m.window.h - m.px(12))
        self.panel.place(beside(self.anchor, (wide, tall), inset(m.window, m.px(6)), m.px(8)))
        body = inset(self.panel.rect, pad)
        self.title.place(Rect(body.x, body.y, body.w, head))
        self.scroll.place(Rect(body.x, body.y + head, body.w, body.bottom - body.y - head))


__all__ = ["PopupCard"]
