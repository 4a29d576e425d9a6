"""Colours, type and measures of the whole game: the one place a designer would change."""

from __future__ import annotations

from dataclasses import dataclass, replace

from crusade.desktop import pictures
from crusade.desktop.faces import Face, face
from crusade.texts import NP_

Colour = tuple[int, int, int]


def rgb(text: str) -> Colour:
    """'#b8472f' as a colour."""
    return int(text[1:3], 16), int(text[3:5], 16), int(text[5:7], 16)


WOOD_DARK = rgb("#2a1d15")
WOOD = rgb("#3b2a20")
WOOD_LIGHT = rgb("#4a3427")
PARCHMENT = rgb("#f7ecd2")
PARCHMENT_LOW = rgb("#ead9b4")
PARCHMENT_DEEP = rgb("#dcc699")
PAPER = rgb("#fffaee")
INK = rgb("#3a2412")
INK_SOFT = rgb("#6a4a2c")
EDGE = rgb("#8a6437")
EDGE_SOFT = rgb("#c9ae7c")
CREAM = rgb("#fff4d8")
CREAM_SOFT = rgb("#e0c99a")
ACCENT = rgb("#b8472f")
ACCENT_LIT = rgb("#c9563c")
ACCENT_DARK = rgb("#8c2f1c")
GOLD = rgb("#e8b53a")
GOLD_DARK = rgb("#a87416")
LIT = rgb("#ffe27a")
GOOD = rgb("#3f6b2c")
BAD = rgb("#96301c")
TRIBES = rgb("#6b5f55")
FOCUS = rgb("#1f5f9e")
BLACK = rgb("#000000")
WHITE = rgb("#ffffff")

_STRONG: dict[str, Colour] = {
    "WOOD_DARK": rgb("#000000"),
    "WOOD": rgb("#0b0b0b"),
    "WOOD_LIGHT": rgb("#1c1c1c"),
    "PARCHMENT": rgb("#ffffff"),
    "PARCHMENT_LOW": rgb("#ffffff"),
    "PARCHMENT_DEEP": rgb("#f0f0f0"),
    "PAPER": rgb("#ffffff"),
    "INK": rgb("#000000"),
    "INK_SOFT": rgb("#2a2a2a"),
    "EDGE": rgb("#000000"),
    "EDGE_SOFT": rgb("#6a6a6a"),
    "CREAM": rgb("#ffffff"),
    "CREAM_SOFT": rgb("#f4f4f4"),
    "ACCENT": rgb("#9c1f0c"),
    "ACCENT_LIT": rgb("#b3260f"),
    "ACCENT_DARK": rgb("#5c0d00"),
    "GOOD": rgb("#1c5200"),
    "BAD": rgb("#8f0000"),
    "TRIBES": rgb("#4a4239"),
    "FOCUS": rgb("#0037c8"),
}
"""What high contrast changes. Styles made before keep their colour; `ink` puts that right when they
are written."""
_PLAIN: dict[str, Colour] = {name: globals()[name] for name in _STRONG}
_INKS = {
    _PLAIN[name]: _STRONG[name]
    for name in ("INK", "INK_SOFT", "CREAM", "CREAM_SOFT", "GOOD", "BAD", "ACCENT", "ACCENT_DARK")
}
high_contrast = False
"""Whether the colours are those of high contrast now."""


def set_contrast(high: bool) -> bool:
    """Ink on white without wood and parchment, or the usual colours; True if that changed them.

    Everything that is drawn asks this room for its colours when it draws; the caller has it drawn
    anew and drops what was drawn before.
    """
    global high_contrast
    if high == high_contrast:
        return False
    high_contrast = high
    globals().update(_STRONG if high else _PLAIN)
    return True


def ink(colour: Colour) -> Colour:
    """The colour that words are written in now: a usual ink becomes the strong one."""
    return _INKS.get(colour, colour) if high_contrast else colour


SEATS: tuple[tuple[str, Colour], ...] = tuple(
    zip(
        (
            NP_("colour", "Blue"),
            NP_("colour", "Orange"),
            NP_("colour", "Gold"),
            NP_("colour", "Plum"),
            NP_("colour", "Teal"),
        ),
        (rgb(code) for code in pictures.OWNER_COLOURS),
        strict=True,
    )
)
"""Colours a person can play with, by name; the order is that of the tokens' colours."""


@dataclass(frozen=True)
class Style:
    """How a text looks: size in points (14 or more), weight, colour."""

    size: int = 16
    bold: bool = False
    colour: Colour = INK

    def with_colour(self, colour: Colour) -> Style:
        """The same style in another colour."""
        return replace(self, colour=colour)

    def strong(self) -> Style:
        """The same style in the bold weight."""
        return replace(self, bold=True)


SMALL = Style(14)
BODY = Style(16)
STRONG = Style(16, True)
LEAD = Style(18)
HEAD = Style(20, True)
TITLE = Style(28, True)
ON_WOOD = Style(17, False, CREAM_SOFT)
TITLE_ON_WOOD = Style(30, True, CREAM)
FAINT = Style(14, False, INK_SOFT)


def font(pixels: int, bold: bool = False) -> Face:
    """The game's typeface at a size in pixels, at least 6; any script can be drawn with it."""
    return face(max(6, pixels), bold)


def mix(one: Colour, two: Colour, share: float) -> Colour:
    """A colour between two: share 0 is the first, 1 the second."""
    return (
        round(one[0] + (two[0] - one[0]) * share),
        round(one[1] + (two[1] - one[1]) * share),
        round(one[2] + (two[2] - one[2]) * share),
    )


def contrast(one: Colour, two: Colour) -> float:
    """The contrast ratio of two colours, 1 to 21 (4.5 and more is easy to read)."""
    first, second = _luminance(one), _luminance(two)
    return (max(first, second) + 0.05) / (min(first, second) + 0.05)


def text_on(background: Colour) -> Colour:
    """Cream or ink, whichever reads better on the colour."""
    return max((CREAM, INK), key=lambda colour: contrast(colour, background))


def _luminance(colour: Colour) -> float:
    parts = [c / 255 for c in colour]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
