"""The gallery of all event cards, theme by theme, in the rules book."""

from __future__ import annotations

from dataclasses import dataclass, field

from pygame import Rect

from crusade.desktop import theme
from crusade.desktop.kit import Label, ScrollView
from crusade.desktop.layout import Metrics
from crusade.desktop.panels.events import CardFace
from crusade.desktop.words.cards import card_words
from crusade.rules import Library
from crusade.texts import _

_GAP, _HEAD = 10, 34
_TWO_COLUMNS = 700
"""Points of width from which the cards stand in two columns."""


@dataclass(eq=False)
class Gallery(ScrollView):
    """Every card in full, under the heading of its theme."""

    library: Library | None = None
    name: str = "gallery"
    sections: list[tuple[Label, list[CardFace]]] = field(default_factory=list)

    def __post_init__(self) -> None:
        super().__post_init__()
        self.arrange = self._arrange
        library = self.library
        if library is None:
            return
        for word in library.themes:
            cards = [i for i, card in enumerate(library.cards) if card.theme == word]
            cards.sort(key=lambda i: (library.strengths.index(library.cards[i].strength), i))
            heading = self.add(Label(_(word), theme.HEAD, valign="bottom"))
            faces = [self.add(CardFace(card_words(library, card))) for card in cards]
            self.sections.append((heading, faces))

    def _arrange(self, view: Rect, m: Metrics) -> int:
        gap = m.px(_GAP)
        number = 2 if view.w >= m.px(_TWO_COLUMNS) else 1
        wide = (view.w - (number - 1) * gap) // number
        y = view.y
        for heading, faces in self.sections:
            heading.place(Rect(view.x, y, view.w, m.px(_HEAD)))
            y += m.px(_HEAD) + m.px(6)
            for first in range(0, len(faces), number):
                row = faces[first : first + number]
                tall = max(face.natural(m, wide) for face in row)
                for column, face in enumerate(row):
                    face.place(Rect(view.x + column * (wide + gap), y, wide, tall))
                y += tall + gap
            y += gap
        return y - view.y


__all__ = ["Gallery"]
