"""The line below the board: what to do next, why something was refused, or what is being shown."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from pygame import Rect, Surface

from crusade.desktop import theme
from crusade.desktop.kit import Rich, Tip, Widget, paint, text
from crusade.desktop.kit.text import plain
from crusade.desktop.layout import inset
from crusade.desktop.words.sentences import joined

_SENTENCES = re.compile(r"(?<=[.!?]) ")
"""What stands between two sentences."""
SMALLER = (14, 13, 12, 11, 10)
"""Points of the letters where the words do not fit one line, tried in turn."""
LEAST = 13
"""Pixels below which letters do not shrink for the sake of the last words."""


class HintLine(Widget):
    """Words on the wood; on a strip of parchment when they are `loud` (the Lost Tribes speak).

    A warning (that something cannot be taken back) stands at their end and is never cut off: where
    there is too little room, the words before it are, by whole sentences if they can be. What may
    stand `before` and `after` the words is only shown where there is room for it.
    """

    def __init__(self) -> None:
        super().__init__(name="hint")
        self.words: Rich = ""
        self.final = ""
        self.before, self.after = "", ""
        self.loud = False
        self.warning = False

    def show(
        self,
        words: Rich,
        loud: bool,
        warning: bool,
        final: str = "",
        before: str = "",
        after: str = "",
    ) -> None:
        """Show this; redraws only when it differs."""
        shown = (self.words, self.final, self.loud, self.warning, self.before, self.after)
        if (words, final, loud, warning, before, after) != shown:
            self.words, self.final, self.loud, self.warning = words, final, loud, warning
            self.before, self.after = before, after
            self.touch()

    def _style(self) -> theme.Style:
        if self.loud:
            return theme.Style(16, False, theme.INK)
        return theme.Style(16, False, theme.LIT if self.warning else theme.CREAM_SOFT)

    @property
    def whole(self) -> str:
        """All it has to say."""
        return joined(self.before, plain(self.words), self.after, self.final)

    def laid(self) -> list[text.Paragraph]:
        """Its paragraphs as they are drawn, two lines in all."""
        m, style = self.m, self._style()
        wide = inset(self.rect, m.px(12 if self.loud else 6), 0).w
        if text.measure(self.whole, style, m) <= wide:
            return [text.paragraph(self._all_of(self.before, self.after), style, m, wide)]
        for size in SMALLER:
            if size < SMALLER[0] and m.px(size) < LEAST:
                break
            style = theme.Style(size, style.bold, style.colour)
            for before, after in self._fuller():
                whole = text.paragraph(self._all_of(before, after), style, m, wide)
                if len(whole.lines) <= 2:
                    return [whole]
        if not self.final:
            return [self._cut(style, wide, 2)]
        fewer = self._with_final(style, wide)
        if fewer is not None:
            return [fewer]
        last = text.paragraph(self.final, style, m, wide)
        room = 2 - len(last.lines)
        if room < 1 or not plain(self.words):
            return [last]
        return [self._cut(style, wide, room), last]

    def _with_final(self, style: theme.Style, wide: int) -> text.Paragraph | None:
        """The first sentences of the words with the warning behind them, as many as two lines hold;
        None where not even one does.
        """
        sentences = _SENTENCES.split(plain(self.words))
        for count in range(len(sentences), 0, -1):
            laid = text.paragraph(joined(*sentences[:count], self.final), style, self.m, wide)
            if len(laid.lines) <= 2:
                return laid
        return None

    def _cut(self, style: theme.Style, wide: int, lines: int) -> text.Paragraph:
        """The words in so many lines: whole sentences, where at least the first one fits or what
        it says before a colon.
        """
        laid = text.paragraph(self.words, style, self.m, wide)
        if len(laid.lines) <= lines:
            return laid
        usual = self._style()
        for part in self._beginnings():
            for size in (usual.size, *SMALLER):
                shorter = text.paragraph(part, replace(usual, size=size), self.m, wide)
                if size >= style.size and len(shorter.lines) <= lines:
                    return shorter
        return text.paragraph(self.words, style, self.m, wide, max_lines=lines)

    def _beginnings(self) -> Iterator[str]:
        """The words in part, the longest first: whole sentences, then what the first one says
        before a colon.
        """
        sentences = _SENTENCES.split(plain(self.words))
        for count in range(len(sentences) - 1, 0, -1):
            yield joined(*sentences[:count])
        begins, colon, _rest = sentences[0].partition(": ")
        if colon:
            yield begins + "."

    def _fuller(self) -> list[tuple[str, str]]:
        """What may stand before and after the words, the fullest first."""
        return [(self.before, self.after), (self.before, ""), ("", self.after), ("", "")]

    def _all_of(self, before: str, after: str) -> Rich:
        """The words with what stands round them."""
        if not (before or after or self.final):
            return self.words
        return joined(before, plain(self.words), after, self.final)

    def tip_at(self, pos: tuple[int, int]) -> tuple[Tip, Rect] | None:
        """All of it, when something had to be cut or left out."""
        if self.whole:
            style = theme.Style(14, self._style().bold)
            laid = text.paragraph(self.whole, style, self.m, self.rect.w - self.m.px(24))
            if len(laid.lines) > 2:
                return Tip(text=self.whole), self.rect
        return None

    def draw(self, surface: Surface) -> None:
        """The strip and the words; small letters where the sentence is long."""
        if not self.whole:
            return
        m = self.m
        if self.loud:
            paint.draw_panel(surface, self.rect, m.scale, radius=8)
        body = inset(self.rect, m.px(12 if self.loud else 6), 0)
        parts = self.laid()
        top = body.y + (body.h - sum(part.height for part in parts)) // 2
        for part in parts:
            part.draw(surface, (body.x, top))
            top += part.height
