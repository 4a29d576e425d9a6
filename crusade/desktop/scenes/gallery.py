"""The gallery of a box in the rules book: its event cards theme by theme, its Places and Relics,
its event markers, signs and pieces.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from pygame import Rect, Surface

from crusade.desktop import pictures, theme
from crusade.desktop.board_picture import symbol_picture
from crusade.desktop.kit import Label, ScrollView
from crusade.desktop.layout import Metrics
from crusade.desktop.panels.events import CardFace
from crusade.desktop.words.cards import card_words
from crusade.desktop.words.finds import find_words, finds
from crusade.desktop.words.markers import marker_words, signs
from crusade.games import event_library
from crusade.rules.library import Box
from crusade.texts import _

_GAP, _HEAD = 10, 34
_TWO_COLUMNS = 700
"""Points of width from which the cards stand in two columns."""


class FindFace(CardFace):
    """A Place or Relic in full, with the picture of its marker."""

    def picture(self, side: int) -> Surface:
        """The marker as it lies on the board."""
        return pictures.marker(self.words.key, side)


class SignFace(CardFace):
    """A symbol or piece in full, as it is on the board."""

    def picture(self, side: int) -> Surface:
        """The sign as it is printed on Regions, or the piece."""
        return symbol_picture(self.words.key, side)


@dataclass
class Section:
    """Cards under a heading; ``said`` is what they have in common, where that is said."""

    heading: Label
    faces: list[CardFace]
    said: Label | None = None


@dataclass(eq=False)
class Gallery(ScrollView):
    """Every card and every find of a box in full, under the heading of its theme or family."""

    name: str = "gallery"
    sections: list[Section] = field(default_factory=list)

    def __post_init__(self) -> None:
        super().__post_init__()
        self.arrange = self._arrange

    def show(self, box: Box) -> None:
        """Show what this box has, from the top."""
        self.offset = 0
        self.kids.clear()
        self.sections = []
        if box.cards:
            self._add_cards(box)
        if box.event_markers:
            markers: list[CardFace] = [
                self.add(FindFace(marker_words(marker))) for marker in box.event_markers
            ]
            self._add(_("Event markers"), markers)
            self._add(_("Signs and pieces"), [self.add(SignFace(words)) for words in signs(box)])
        for family in finds(box):
            heading = self.add(Label(_(family.name), theme.HEAD, valign="bottom"))
            said = self.add(Label(_(family.text), theme.BODY, wrap=True, valign="top"))
            faces: list[CardFace] = [
                self.add(FindFace(find_words(box, piece))) for piece in family.pieces
            ]
            self.sections.append(Section(heading, faces, said))
        if self.rect.w:
            self.place(self.rect)
        self.touch()

    def _add(self, title: str, faces: list[CardFace]) -> None:
        heading = self.add(Label(title, theme.HEAD, valign="bottom"))
        self.sections.append(Section(heading, faces))

    def _add_cards(self, box: Box) -> None:
        library = event_library()
        for word in box.themes:
            cards = [i for i, card in enumerate(library.cards) if card.theme == word]
            cards.sort(key=lambda i: (library.strengths.index(library.cards[i].strength), i))
            heading = self.add(Label(_(word), theme.HEAD, valign="bottom"))
            faces = [self.add(CardFace(card_words(library, card))) for card in cards]
            self.sections.append(Section(heading, faces))

    def _arrange(self, view: Rect, m: Metrics) -> int:
        gap = m.px(_GAP)
        number = 2 if view.w >= m.px(_TWO_COLUMNS) else 1
        wide = (view.w - (number - 1) * gap) // number
        y = view.y
        for section in self.sections:
            section.heading.place(Rect(view.x, y, view.w, m.px(_HEAD)))
            y += m.px(_HEAD) + m.px(6)
            if section.said is not None:
                tall = section.said.height(m, view.w)
                section.said.place(Rect(view.x, y, view.w, tall))
                y += tall + m.px(8)
            for first in range(0, len(section.faces), number):
                row = section.faces[first : first + number]
                tall = max(face.natural(m, wide) for face in row)
                for column, face in enumerate(row):
                    face.place(Rect(view.x + column * (wide + gap), y, wide, tall))
                y += tall + gap
            y += gap
        return y - view.y


__all__ = ["Gallery"]
