"""The line below the board: what to do next, why something was refused, or what is being shown."""

from __future__ import annotations

from pygame import Rect, Surface

from crusade.desktop import theme
from crusade.desktop.kit import Rich, Tip, Widget, paint, text
from crusade.desktop.kit.text import plain
from crusade.desktop.layout import inset


class HintLine(Widget):
    """Words on the wood; on a strip of parchment when they are `loud` (the Lost Tribes speak)."""

    def __init__(self) -> None:
        super().__init__(name="hint")
        self.words: Rich = ""
        self.loud = False
        self.warning = False

    def show(self, words: Rich, loud: bool, warning: bool) -> None:
        """Show this; redraws only when it differs."""
        if (words, loud, warning) != (self.words, self.loud, self.warning):
            self.words, self.loud, self.warning = words, loud, warning
            self.touch()

    def _style(self) -> theme.Style:
        if self.loud:
            return theme.Style(16, False, theme.INK)
        return theme.Style(16, False, theme.LIT if self.warning else theme.CREAM_SOFT)

    def tip_at(self, pos: tuple[int, int]) -> tuple[Tip, Rect] | None:
        """The whole sentence, when it had to be cut."""
        words = plain(self.words)
        if words:
            style = theme.Style(14, self._style().bold)
            laid = text.paragraph(words, style, self.m, self.rect.w - self.m.px(24))
            if len(laid.lines) > 2:
                return Tip(text=words), self.rect
        return None

    def draw(self, surface: Surface) -> None:
        """The strip and the words; small letters where the sentence is long."""
        if not self.words:
            return
        m = self.m
        if self.loud:
            paint.draw_panel(surface, self.rect, m.scale, radius=8)
        body = inset(self.rect, m.px(12 if self.loud else 6), 0)
        style = self._style()
        if text.measure(plain(self.words), style, m) > body.w:
            style = theme.Style(14, style.bold, style.colour)
        laid = text.paragraph(self.words, style, m, body.w, max_lines=2)
        laid.draw(surface, (body.x, body.y + (body.h - laid.height) // 2))
