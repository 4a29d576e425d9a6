"""The events on the table: the card of this round and the next one, and a card in full."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import pygame
from pygame import Rect, Surface
from pygame.event import Event

from crusade.desktop import pictures, theme
from crusade.desktop.kit import (
    Panel,
    Tip,
    Ui,
    Widget,
    is_click,
    is_key,
    paint,
    text,
)
from crusade.desktop.layout import Metrics, centred, inset
from crusade.desktop.panels.drawing import fitting, put
from crusade.desktop.panels.popup import PopupCard
from crusade.desktop.theme import Style
from crusade.desktop.words.cards import (
    NEXT,
    NOW,
    CardWords,
    card_words,
    current_card,
    nothing_next,
    nothing_now,
)
from crusade.rules import State
from crusade.rules.ids import NONE
from crusade.texts import _

TALL, SHORT = 60, 32
"""Points of height of the strip, and where there is little room."""
_KIND = Style(13, False, theme.INK_SOFT)
_NAME = Style(16, True)
_LINE = Style(15, True)
_BODY = Style(14)
_READABLE, _SMALLEST = 12, 11
"""Points below which only the first sentence of the card's text stands on the strip, and of the
smallest letters at all."""
_STOP = ". "
_SMALLEST_NAME = 8
"""The same where a name stands alone: only at large interface sizes."""
_SHARES = (0.58, 0.5, 0.42)
"""How much of the strip may belong to the card of this round, the usual first."""


class EventStrip(Widget):
    """Both cards side by side over the board. ``opened(cards)`` is told of a click on it."""

    focusable = True

    def __init__(self, opened: Callable[[], None] | None = None) -> None:
        super().__init__(name="events")
        self.opened = opened
        self.cards_shown: tuple[CardWords | None, CardWords | None] = (None, None)
        """This round's card and the next one's."""
        self._nothing = ("", "")
        self._share: dict[tuple[object, ...], float] = {}

    def show(self, s: State) -> None:
        """Show the cards of a position."""
        library = s.setup.library
        now = current_card(s)
        cards = (
            None if now == NONE else card_words(library, now, s.setup.crusade),
            None if s.upcoming == NONE else card_words(library, s.upcoming, s.setup.crusade),
        )
        nothing = (nothing_now(s), nothing_next(s))
        if (cards, nothing) != (self.cards_shown, self._nothing):
            self.cards_shown, self._nothing = cards, nothing
            self.touch()

    def halves(self) -> tuple[Rect, Rect]:
        """Where the two cards lie, in pixels: whichever has more to say gets more room."""
        asked = (self.cards_shown, tuple(self.rect), self.m)
        if asked not in self._share:
            self._share = {asked: max(_SHARES, key=self._merit)}  # the first of equally good ones
        return self._parted(self._share[asked])

    def _parted(self, share: float) -> tuple[Rect, Rect]:
        m, rect = self.m, self.rect
        gap = m.px(8)
        left = Rect(rect.x, rect.y, round((rect.w - gap) * share), rect.h)
        return left, Rect(left.right + gap, rect.y, rect.right - left.right - gap, rect.h)

    def _merit(self, share: float) -> tuple[int, int]:
        """How well both can be read: how many with their whole text, and the smallest letters."""
        whole, smallest = 0, _BODY.size
        for half, card in zip(self._parted(share), self.cards_shown, strict=True):
            if card is None:
                continue
            size = self.letters(card, half)
            said = card.text if self._is_line(half) else self._said(card, self._under(half))[0]
            whole += size > 0 and said == card.text
            smallest = min(smallest, size)
        return whole, smallest

    def letters(self, card: CardWords, half: Rect) -> int:
        """Points of the letters in which a card's words stand in its half, 0 where they are cut."""
        if self._is_line(half):
            return self._name_size(card.name, self._beside(half))
        return self._said(card, self._under(half))[1]

    # ---------------------------------------------------------------- looks
    def _is_line(self, rect: Rect) -> bool:
        """Whether there is room for a name only."""
        return rect.h < self.m.px(TALL) - 2

    def _beside(self, rect: Rect) -> Rect:
        """What is left of a card's place beside its picture."""
        m = self.m
        body = inset(rect, m.px(6), m.px(3))
        side = min(body.h, m.px(50))
        return Rect(body.x + side + m.px(8), body.y, body.w - side - m.px(8), body.h)

    def _under(self, rect: Rect) -> Rect:
        """What is left of that below the name."""
        body = self._beside(rect)
        head = self.m.px(20)
        return Rect(body.x, body.y + head, body.w, body.h - head)

    def _largest(self, words: str, rect: Rect) -> int:
        """Points of the largest letters in which all the words fit into ``rect``, 0 for none."""
        m = self.m
        for size in range(_BODY.size, _SMALLEST - 1, -1):
            if text.paragraph(words, Style(size), m, rect.w).height <= rect.h + m.px(2):
                return size
        return 0

    def draw(self, surface: Surface) -> None:
        """The two cards."""
        if self.keyed:
            paint.draw_focus(surface, self.rect, self.m.scale)
        for index, half in enumerate(self.halves()):
            self._draw_card(surface, half, index)

    def _name_size(self, name: str, rect: Rect) -> int:
        """Points of the letters in which a name alone fits beside the picture, 0 for none."""
        style = fitting(name, _LINE, self.m, rect.w, _SMALLEST_NAME)
        return style.size if text.measure(name, style, self.m) <= rect.w else 0

    def _said(self, card: CardWords, rect: Rect) -> tuple[str, int]:
        """What of a card's words stands in ``rect``, and in which letters (0: it is cut): the whole
        text or, where that would be hard to read, the sentences with which it begins.
        """
        size = self._largest(card.text, rect)
        begins, *more = card.text.split(_STOP)
        if size < _READABLE and more:
            begins += _STOP.strip()
            shorter = self._largest(begins, rect)
            if shorter > size:
                return begins, shorter
        return card.text, size

    def _draw_card(self, surface: Surface, rect: Rect, index: int) -> None:
        m = self.m
        card, coming = self.cards_shown[index], index == 1
        top = theme.PARCHMENT if coming else theme.PAPER
        low = theme.PARCHMENT_LOW if coming else theme.PARCHMENT
        plate = paint.rounded(rect.size, m.px(8), top, low, theme.EDGE, m.px(1.5))
        surface.blit(plate, rect)
        kind = _(NEXT) if coming else _(NOW)
        if card is None:
            body = inset(rect, m.px(6), m.px(3))
            self._draw_nothing(surface, body, kind, self._nothing[index])
            return
        body = self._beside(rect)
        side = min(body.h, m.px(50))
        put(surface, pictures.card(card.key, side), (rect.x + m.px(6) + side // 2, body.centery))
        if self._is_line(rect):
            self._draw_line(surface, body, kind, card.name)
            return
        head = Rect(body.x, body.y + m.px(1), body.w, m.px(19))
        style = fitting(card.name, _NAME, m, head.w, _SMALLEST)
        name = text.draw_line(surface, card.name, head, style, m)
        rest = Rect(
            name.right + m.px(8), head.y + m.px(1), head.right - name.right - m.px(8), head.h
        )
        if rest.w > text.measure(kind, _KIND, m):
            text.draw_line(surface, kind, rest, _KIND, m, align="right")
        self._draw_text(surface, self._under(rect), card)

    def _draw_text(self, surface: Surface, rect: Rect, card: CardWords) -> None:
        """As much as can be read; whoever wants it all clicks."""
        m = self.m
        words, size = self._said(card, rect)
        style = Style(size or _SMALLEST)
        most = max(1, (rect.h + m.px(2)) // text.line_height(style, m))
        text.paragraph(words, style, m, rect.w, max_lines=most).draw(surface, (rect.x, rect.y))

    def _draw_line(self, surface: Surface, rect: Rect, kind: str, name: str) -> None:
        m = self.m
        drawn = text.draw_line(
            surface, name, rect, fitting(name, _LINE, m, rect.w, _SMALLEST_NAME), m
        )
        rest = Rect(drawn.right + m.px(6), rect.y, rect.right - drawn.right - m.px(6), rect.h)
        if rest.w > text.measure(kind, _KIND, m):
            text.draw_line(surface, kind, rest, _KIND, m, align="right")

    def _draw_nothing(self, surface: Surface, rect: Rect, kind: str, words: str) -> None:
        m = self.m
        if rect.h < m.px(TALL) - m.px(8):
            text.draw_line(surface, words, rect, Style(14, False, theme.INK_SOFT), m)
            return
        head = Rect(rect.x, rect.y + m.px(5), rect.w, m.px(18))
        text.draw_line(surface, kind, head, _KIND, m)
        under = Rect(rect.x, head.bottom, rect.w, m.px(22))
        text.draw_line(surface, words, under, Style(15, False, theme.INK_SOFT), m)

    def handle(self, event: Event) -> bool:
        """A click or Enter shows the cards in full."""
        entered = self.keyed and is_key(event, pygame.K_RETURN, pygame.K_KP_ENTER, pygame.K_SPACE)
        if self.opened is None or not (is_click(event) or entered):
            return False
        self.opened()
        return True

    def tip_at(self, pos: tuple[int, int]) -> tuple[Tip, Rect] | None:
        """The card in full."""
        halves = self.halves()
        index = 0 if halves[0].collidepoint(pos) else 1
        card = self.cards_shown[index]
        if card is None:
            return None
        note = joined_lines(card.kin, _("Click to see it in full."))
        return card.tip(note), halves[index]

    def cards(self) -> list[tuple[str, CardWords]]:
        """What lies there, with what it is: this round's card, the next round's."""
        kinds = (_(NOW), _(NEXT))
        both = zip(kinds, self.cards_shown, strict=True)
        return [(kind, card) for kind, card in both if card is not None]


def joined_lines(*parts: str) -> str:
    """What is not empty of these, one under the other."""
    return "\n".join(part for part in parts if part)


class CardFace(Panel):
    """One card in full: picture, name, what it does, an introduction, theme and strength."""

    def __init__(self, words: CardWords, kind: str = "") -> None:
        super().__init__(name=f"card-{words.key}", top=theme.PAPER, bottom=theme.PARCHMENT)
        self.words = words
        self.kind = kind
        self.brief = False
        """Whether the introduction is left out."""
        self.part = 1.0
        """How large picture and letters are, 1 for their usual size."""

    _PAD, _SIDE, _HEAD = 12, 84, 46

    def picture(self, side: int) -> Surface:
        """The picture, so many pixels square."""
        return pictures.card(self.words.key, side)

    def _points(self, points: float) -> int:
        """Letters of so many points at the card's size."""
        return max(_SMALLEST, round(points * self.part))

    def _parts(self, m: Metrics, width: int) -> list[text.Paragraph]:
        words = self.words
        parts = [text.paragraph(words.text, Style(self._points(theme.BODY.size)), m, width)]
        quiet = Style(self._points(15), False, theme.INK_SOFT)
        fine = (words.detail, "" if self.brief else words.intro)
        parts += [text.paragraph(line, quiet, m, width) for line in fine if line]
        return parts

    def natural(self, m: Metrics, width: int) -> int:
        """Pixels of height it needs at a width in pixels."""
        side = m.px(self._SIDE * self.part)
        inner = width - 2 * m.px(self._PAD) - side - m.px(12)
        body = sum(p.height + m.px(4) for p in self._parts(m, inner))
        return max(side, m.px(self._HEAD * self.part) + body) + 2 * m.px(self._PAD)

    def draw(self, surface: Surface) -> None:
        """Picture at the left, words at the right."""
        super().draw(surface)
        m, words = self.m, self.words
        body = inset(self.rect, m.px(self._PAD))
        side = m.px(self._SIDE * self.part)
        put(surface, self.picture(side), (body.x + side // 2, body.y + side // 2))
        x = body.x + side + m.px(12)
        small = Style(self._points(_KIND.size), False, _KIND.colour)
        head = Rect(x, body.y, body.right - x, m.px(24 * self.part))
        heading = Style(self._points(theme.HEAD.size), True)
        name = text.draw_line(surface, words.name, head, heading, m)
        rest = Rect(name.right + m.px(8), head.y, head.right - name.right - m.px(8), head.h)
        if self.kind and rest.w >= text.measure(self.kind, small, m):
            text.draw_line(surface, self.kind, rest, small, m, align="right")
        kin = Rect(x, head.bottom, body.right - x, m.px(18 * self.part))
        style = fitting(words.kin, small, m, kin.w, _SMALLEST_NAME)
        text.draw_line(surface, words.kin, kin, style, m)
        y = kin.bottom + m.px(4)
        for part in self._parts(m, body.right - x):
            part.draw(surface, (x, y))
            y += part.height + m.px(4)


_BRIEF = ((1.0, True), (0.9, True), (0.8, True), (0.7, True), (0.6, True))
"""Sizes of a card without its introduction, tried where it does not fit with it."""


class TurnedCard(CardFace):
    """The card of a new round, over the middle of the board for a moment; the mouse goes through
    it.
    """

    _WIDTH = 480

    def __init__(self) -> None:
        super().__init__(CardWords("", "", "", "", ""), "")
        self.name = "turned-card"
        self.marker = False
        self.visible = False

    def hits(self, pos: tuple[int, int]) -> bool:
        """The mouse goes through it."""
        return False

    def turn(self, words: CardWords | None, kind: str = NOW, marker: bool = False) -> None:
        """Show this card, or this event marker, or none."""
        if words is not None and words != self.words:
            self.words, self.kind, self.marker = words, _(kind), marker
        self.visible = words is not None

    def picture(self, side: int) -> Surface:
        """The picture, so many pixels square."""
        return pictures.marker(self.words.key, side) if self.marker else super().picture(side)

    def over(self, board: Rect, m: Metrics) -> None:
        """Lie in the middle of the board, as large as it fits there; on a small board without the
        introduction.
        """
        wide = min(m.px(self._WIDTH), board.w - m.px(24))
        for self.part, self.brief in ((1.0, False), (0.9, False), (0.8, False), *_BRIEF):
            tall = self.natural(m, wide)
            if tall <= board.h:
                break
        self.place(centred(board, wide, min(tall, board.h)))


class EventCards(PopupCard):
    """A popup with cards in full."""

    wide, pad, head = 560, 12, 32
    _GAP = 10

    def __init__(self, ui: Ui, anchor: Rect, cards: Iterable[tuple[str, CardWords]]) -> None:
        super().__init__(ui, anchor, _("Events"), "event-cards", "event-list")
        self.faces = [self.scroll.add(CardFace(words, kind)) for kind, words in cards]
        ui.open(self.layer)

    def _arrange(self, view: Rect, m: Metrics) -> int:
        y = view.y
        for face in self.faces:
            tall = face.natural(m, view.w)
            face.place(Rect(view.x, y, view.w, tall))
            y += tall + m.px(self._GAP)
        return y - view.y

    def _long(self, m: Metrics, width: int) -> int:
        return sum(face.natural(m, width) + m.px(self._GAP) for face in self.faces)


__all__ = ["SHORT", "TALL", "CardFace", "EventCards", "EventStrip", "TurnedCard"]
