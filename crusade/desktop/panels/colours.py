"""The colours of the Race banners, and words on colours."""

from __future__ import annotations

from crusade.desktop import theme
from crusade.desktop.theme import Colour, rgb
from crusade.rules import Library

READABLE = 4.5
"""The least contrast of small words with what they stand on."""


def banner_colour(library: Library, banner: int) -> Colour:
    """The strip of a Race's banner; cream words on it have a contrast of at least 4.5."""
    return rgb(library.races[banner].colour)


def ink_of(colour: Colour, ground: Colour = theme.PARCHMENT_LOW) -> Colour:
    """The colour, darkened until it can be read as words on ``ground``."""
    share = 0.0
    shade = colour
    while theme.contrast(shade, ground) < READABLE and share < 1:
        share += 0.08
        shade = theme.mix(colour, theme.INK, share)
    return shade
