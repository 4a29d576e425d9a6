"""A strip over the board that tells when the game could not be stored, or is played elsewhere."""

from __future__ import annotations

from pygame import Rect, Surface

from crusade.desktop import theme
from crusade.desktop.kit import Widget, paint, text
from crusade.desktop.layout import Metrics, inset


class NoticeBar(Widget):
    """Shows one sentence, and nothing when there is none."""

    def __init__(self) -> None:
        super().__init__(name="notice", visible=False)
        self.sentence = ""

    def show(self, sentence: str) -> None:
        """Show a sentence; "" takes the strip away."""
        if sentence != self.sentence:
            self.touch()
            self.sentence = sentence
            self.visible = bool(sentence)
            self.touch()
            if self.ui is not None and self.parent is not None and self.rect.w:
                self.place(self.within(self._bounds, self.m))

    def within(self, board: Rect, m: Metrics) -> Rect:
        """Where it stands: over the upper edge of the board, as high as its sentence needs."""
        self._bounds = Rect(board)
        wide = max(m.px(120), min(board.w - m.px(40), m.px(760)))
        laid = text.paragraph(self.sentence, theme.STRONG, m, wide - m.px(28))
        rect = Rect(0, board.y + m.px(8), wide, laid.height + m.px(16))
        rect.centerx = board.centerx
        return rect

    _bounds = Rect(0, 0, 0, 0)

    def draw(self, surface: Surface) -> None:
        """The strip and its words."""
        m = self.m
        top, low = theme.ACCENT, theme.ACCENT_DARK
        paint.draw_panel(surface, self.rect, m.scale, top=top, bottom=low, border=theme.GOLD)
        body = inset(self.rect, m.px(14), m.px(8))
        style = theme.STRONG.with_colour(theme.WHITE)
        text.paragraph(self.sentence, style, m, body.w).draw(surface, body.topleft)
