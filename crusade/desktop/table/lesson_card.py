"""The card of a lesson: beside what it speaks of, with a line to it, and never over it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pygame
from pygame import Rect, Surface

from crusade.desktop import pictures, theme
from crusade.desktop.kit import Button, Label, Panel
from crusade.desktop.kit.text import line_height
from crusade.desktop.layout import Metrics, clear_of, inset

GO_ON_KEY = pygame.K_F2
WIDTHS = (330, 280, 250, 400)
"""Points of width tried in turn; the one that covers least is taken."""
_PAD, _HEAD, _ROW = 12, 26, 32
_RING = 5
"""Points between what is spoken of and the ring around it."""


class LessonCard(Panel):
    """A title, a sentence or two, a way on and a way out. It takes no clicks beside its buttons."""

    def __init__(
        self, go_on: Callable[[], None], leave: Callable[[], None], more: Callable[[], None]
    ) -> None:
        super().__init__(name="lesson", top=theme.PAPER, bottom=theme.PARCHMENT, visible=False)
        self.target = Rect(0, 0, 0, 0)
        """What it speaks of, in window pixels."""
        self.outline: Sequence[tuple[int, int]] = ()
        """The outline of the Region that it speaks of, in window pixels; else empty."""
        self.title = self.add(Label("", theme.STRONG.with_colour(theme.ACCENT_DARK)))
        self.words = self.add(Label("", theme.BODY, wrap=True, valign="top"))
        self.on = self.add(Button("", go_on, key=GO_ON_KEY, name="lesson-on"))
        self.more = self.add(Button("", more, name="lesson-more"))
        self.shut = self.add(Button("", leave, icon=_cross, name="lesson-leave"))

    def show(self, title: str, words: str, on: str, more: str, leave: str) -> None:
        """Say this; ``on`` is the word of its button, ``more`` what else is offered ("" for
        nothing), ``leave`` what its cross does.
        """
        self.border = theme.GOLD_DARK
        self.title.set(title)
        self.words.set(words)
        self.on.set(label=on)
        self.more.set(label=more)
        self.more.visible = bool(more)
        self.shut.tip = leave

    @property
    def ink(self) -> Rect:
        """The card, the line and the ring."""
        card = super().ink
        return card.union(self._ring().inflate(8, 8)) if self.ui is not None else card

    def _ring(self) -> Rect:
        if self.outline:
            xs, ys = zip(*self.outline, strict=True)
            around = Rect(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))
            return around.inflate(8, 8)
        return self.target.inflate(2 * self.m.px(_RING), 2 * self.m.px(_RING))

    def natural(self, m: Metrics, wide: int) -> int:
        """Pixels of height it needs at a width."""
        body = wide - 2 * m.px(_PAD)
        return m.px(_HEAD + _ROW + 2 * _PAD + 4) + self.words.height(m, body)

    def stand(
        self,
        target: Rect,
        bounds: Rect,
        clear: Sequence[Rect],
        outline: Sequence[tuple[int, int]] = (),
    ) -> None:
        """Place it inside ``bounds``, off ``target`` and, where it can be, off ``clear`` (most
        important first). A Region is ringed along its ``outline``.
        """
        m = self.m
        self.touch()
        self.outline = outline
        self.target = Rect(target)
        best: tuple[float, Rect] | None = None
        for points in WIDTHS:
            wide = min(m.px(points), bounds.w)
            size = (wide, min(self.natural(m, wide), bounds.h))
            place, covers = clear_of(target, size, bounds, m.px(16), clear)
            if place.colliderect(target):
                covers += 1e9
            if best is None or covers < best[0]:
                best = covers, place
        assert best is not None
        self.place(best[1])
        self.arrange()
        self.touch()

    def arrange(self) -> None:
        """Place what is on it."""
        m = self.m
        body = inset(self.rect, m.px(_PAD), m.px(_PAD))
        cross = m.px(42)
        self.shut.place(Rect(body.right - cross + m.px(5), body.y - m.px(5), cross, m.px(27)))
        self.title.place(Rect(body.x, body.y, body.w - cross, m.px(_HEAD - 4)))
        row = Rect(body.x, body.bottom - m.px(_ROW), body.w, m.px(_ROW))
        top = body.y + m.px(_HEAD)
        self.words.place(Rect(body.x, top, body.w, max(line_height(theme.BODY, m), row.y - top)))
        wide = min(self.on.natural_width(m), row.w)
        self.on.place(Rect(row.right - wide, row.y, wide, row.h))
        left = min(self.more.natural_width(m), row.w - wide - m.px(8))
        self.more.place(Rect(row.x, row.y, left, row.h))

    def draw(self, surface: Surface) -> None:
        """The ring, the line, the card."""
        m = self.m
        ring, card = self._ring(), self.rect
        wide = max(2, m.px(3))
        if self.outline:
            # A line to the Region itself, which may lie far inside the rectangle around it.
            start, _on = _nearest(card, self.target)
            end = min(
                self.outline, key=lambda at: (at[0] - start[0]) ** 2 + (at[1] - start[1]) ** 2
            )
            pygame.draw.lines(surface, theme.INK, True, self.outline, wide + 4)
            pygame.draw.lines(surface, theme.GOLD, True, self.outline, wide)
        else:
            start, end = _nearest(card, ring)
            dark = ring.inflate(4, 4)
            pygame.draw.rect(surface, theme.INK, dark, wide + 4, m.px(10) + 2)
            pygame.draw.rect(surface, theme.GOLD, ring, wide, m.px(10))
        if start != end:
            pygame.draw.line(surface, theme.INK, start, end, wide + 2)
            pygame.draw.line(surface, theme.GOLD, start, end, wide)
        super().draw(surface)


def _nearest(card: Rect, ring: Rect) -> tuple[tuple[int, int], tuple[int, int]]:
    """The ends of the line from the card to the ring: where they are nearest to each other."""

    def between(a: tuple[int, int], b: tuple[int, int]) -> tuple[int, int]:
        low, high = max(a[0], b[0]), min(a[1], b[1])
        if low <= high:
            middle = (low + high) // 2
            return middle, middle
        return (a[1], b[0]) if a[1] < b[0] else (a[0], b[1])

    x = between((card.left, card.right), (ring.left, ring.right))
    y = between((card.top, card.bottom), (ring.top, ring.bottom))
    return (x[0], y[0]), (x[1], y[1])


def _cross(size: int, colour: theme.Colour) -> Surface:
    return pictures.icon("close", size, colour)
