"""A card for one Race or Special Power: picture, number, what it does Active and In Decline."""

from __future__ import annotations

from pygame import Rect, Surface

from crusade.boxes import base_library
from crusade.desktop import pictures, theme
from crusade.desktop.kit import Panel, paint, text
from crusade.desktop.kit.text import Rich, Span
from crusade.desktop.layout import Metrics, inset
from crusade.desktop.panels.colours import banner_colour
from crusade.desktop.panels.drawing import line, put
from crusade.desktop.theme import Style
from crusade.desktop.words import AbilityWords, power_words, race_words
from crusade.rules import Library
from crusade.rules.ids import NONE
from crusade.texts import Marked, _, runs, tokens

_HEAD, _PAD = 50, 12
_NAME = Style(20, True, theme.CREAM)
_KIND = Style(15, False, theme.CREAM)
_POWER = theme.rgb("#6a4a2c")


class AbilityCard(Panel):
    """What a Race or Special Power does, in full."""

    def __init__(self, name: str = "card") -> None:
        super().__init__(name=name, top=theme.PAPER, bottom=theme.PARCHMENT)
        self.words: AbilityWords | None = None
        self._library = base_library()
        self._banner = NONE
        self._badge = NONE

    def show_race(self, library: Library, banner: int, crusade: bool | None = None) -> None:
        """Show a Race, as it is in a game with or without the Crusade."""
        self._library = library
        self._set(race_words(library, banner, crusade), banner, NONE)

    def show_power(self, library: Library, badge: int, crusade: bool | None = None) -> None:
        """Show a Special Power, as it is in a game with or without the Crusade."""
        self._library = library
        self._set(power_words(library, badge, crusade), NONE, badge)

    def _set(self, words: AbilityWords, banner: int, badge: int) -> None:
        if words != self.words:
            self.words, self._banner, self._badge = words, banner, badge
            self.touch()

    def natural(self, m: Metrics, width: int) -> int:
        """Pixels of height it needs at a width in pixels."""
        if self.words is None:
            return 0
        body = sum(p.height + m.px(4) for p in self._parts(m, width - 2 * m.px(_PAD)))
        return m.px(_HEAD) + body + m.px(14)

    def _parts(self, m: Metrics, width: int) -> list[text.Paragraph]:
        words = self.words
        assert words is not None
        said = _("{heading} {text}", heading=Marked(_("In Decline:")), text=words.declined)
        declined: Rich = tuple(Span(part, bold=bold) for part, bold in runs(said))
        parts = [
            text.paragraph(words.active, theme.BODY, m, width),
            text.paragraph(declined, theme.BODY, m, width),
        ]
        if words.detail:
            parts.append(text.paragraph(words.detail, Style(15, False, theme.INK_SOFT), m, width))
        return parts

    def draw(self, surface: Surface) -> None:
        """The strip with picture and name, then the texts."""
        super().draw(surface)
        words = self.words
        if words is None:
            return
        m = self.m
        edge = m.px(5)
        head = Rect(self.rect.x + edge, self.rect.y + edge, self.rect.w - 2 * edge, m.px(_HEAD - 5))
        fill = _POWER if self._banner == NONE else banner_colour(self._library, self._banner)
        low = theme.mix(fill, theme.BLACK, 0.14)
        surface.blit(paint.rounded(head.size, m.px(7), fill, low), head)
        side = m.px(42)
        picture = (
            pictures.badge(self._library.powers[self._badge].name, side)
            if self._banner == NONE
            else pictures.race(self._library.races[self._banner].name, side)
        )
        put(surface, picture, (head.x + m.px(8) + side // 2, head.centery))
        names = Rect(head.x + side + m.px(18), head.y, head.w - side - m.px(28), head.h)
        line(surface, words.name, names, _NAME, m)
        line(surface, self._number_words(words), names, _KIND, m, "right")
        body = inset(self.rect, m.px(_PAD))
        y = self.rect.y + m.px(_HEAD) + m.px(8)
        for part in self._parts(m, body.w):
            part.draw(surface, (body.x, y))
            y += part.height + m.px(4)

    def _number_words(self, words: AbilityWords) -> str:
        if self._banner == NONE:
            return str(tokens(words.number))
        race = self._library.races[self._banner]
        if race.extra:
            return _(
                "{number} + {extra}, {all} in all",
                number=words.number,
                extra=tokens(race.extra),
                all=race.tray,
            )
        return _("{number}, {all} in all", number=tokens(words.number), all=race.tray)
