"""The colours of the Race banners: fourteen of one family, each dark enough for cream words."""

from __future__ import annotations

from crusade.desktop import theme
from crusade.desktop.theme import Colour, rgb
from crusade.rules.abilities import RACE_NAMES

_BANNERS = {
    "Amazons": "#96405f",
    "Dwarves": "#8a5a36",
    "Elves": "#3d774b",
    "Ghouls": "#5c6655",
    "Giants": "#7a4a72",
    "Halflings": "#95560f",
    "Humans": "#a34e38",
    "Orcs": "#5c7126",
    "Ratmen": "#6e5c4e",
    "Skeletons": "#4b6076",
    "Sorcerers": "#5f4796",
    "Tritons": "#28737d",
    "Trolls": "#43703a",
    "Wizards": "#41579a",
}
READABLE = 4.5
"""The least contrast of small words with what they stand on."""


def banner_colour(banner: int) -> Colour:
    """The strip of a Race's banner; cream words on it have a contrast of at least 4.5."""
    return rgb(_BANNERS[RACE_NAMES[banner]])


def ink_of(colour: Colour, ground: Colour = theme.PARCHMENT_LOW) -> Colour:
    """The colour, darkened until it can be read as words on ``ground``."""
    share = 0.0
    shade = colour
    while theme.contrast(shade, ground) < READABLE and share < 1:
        share += 0.08
        shade = theme.mix(colour, theme.INK, share)
    return shade
