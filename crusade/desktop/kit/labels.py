"""Quiet widgets: words, panels, pictures, and a canvas for a scene's own drawing."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from pygame import Rect, Surface

from crusade.desktop import theme
from crusade.desktop.kit import paint, text
from crusade.desktop.kit.text import Rich
from crusade.desktop.kit.widget import Group, Tip, Widget
from crusade.desktop.layout import Metrics
from crusade.desktop.theme import Colour, Style


@dataclass(eq=False)
class Label(Widget):
    """Words. With `wrap` they flow to the width; otherwise one line with an ellipsis.

    A line that had to be cut is shown whole as its tooltip.
    """

    content: Rich = ""
    style: Style = field(default_factory=lambda: theme.BODY)
    align: str = "left"
    valign: str = "middle"
    wrap: bool = False

    def set(self, content: Rich) -> None:
        """Change the words; redraws only when they differ."""
        if content != self.content:
            self.content = content
            self.touch()

    def height(self, m: Metrics, width: int) -> int:
        """Pixels of height it needs at a width."""
        return text.paragraph(self.content, self.style, m, width).height

    def even_width(self, m: Metrics, width: int) -> int:
        """The fewest pixels that take no more lines than `width`: no word stands alone below."""
        tall, low = self.height(m, width), 1
        while low < width:
            middle = (low + width) // 2
            if self.height(m, middle) > tall:
                low = middle + 1
            else:
                width = middle
        return width

    def draw(self, surface: Surface) -> None:
        """Draw the words within the rectangle."""
        m = self.m
        lines = max(1, self.rect.h // text.line_height(self.style, m)) if self.wrap else 1
        laid = text.paragraph(self.content, self.style, m, self.rect.w, max_lines=lines)
        free = self.rect.h - laid.height
        down = {"top": 0, "middle": free // 2, "bottom": free}[self.valign]
        laid.draw(surface, (self.rect.x, self.rect.y + down), self.align)

    def tip_at(self, pos: tuple[int, int]) -> tuple[Tip, Rect] | None:
        """Its own tip, or the whole text when it was cut."""
        own = super().tip_at(pos)
        if own is None and not self.wrap and self.ui is not None:
            words = text.plain(self.content)
            if text.measure(words, self.style, self.m) > self.rect.w:
                return Tip(text=words), self.rect
        return own


@dataclass(eq=False)
class Panel(Group):
    """A parchment panel with a soft shadow, and whatever is added on it."""

    top: Colour | None = None
    bottom: Colour | None = None
    border: Colour | None = None
    """None: parchment, in the colours of the moment."""
    radius: float = 10

    @property
    def ink(self) -> Rect:
        """The panel with its shadow."""
        return self.rect if self.ui is None else paint.panel_ink(self.rect, self.m.scale)

    def draw(self, surface: Surface) -> None:
        """The panel, then what is on it."""
        paint.draw_panel(
            surface,
            self.rect,
            self.m.scale,
            top=self.top,
            bottom=self.bottom,
            border=self.border,
            radius=self.radius,
        )
        super().draw(surface)


@dataclass(eq=False)
class Canvas(Widget):
    """A rectangle that a scene paints itself: `paint_it(surface, rect, metrics)`."""

    paint_it: Callable[[Surface, Rect, Metrics], None] = lambda surface, rect, m: None

    def draw(self, surface: Surface) -> None:
        """Let the scene paint, within the rectangle's ink."""
        self.paint_it(surface, self.rect, self.m)
