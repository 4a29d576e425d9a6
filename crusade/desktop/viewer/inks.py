"""Players' colours as inks: dark enough to be read on parchment, still telling them apart."""

from __future__ import annotations

from functools import cache

from crusade.desktop import theme
from crusade.desktop.theme import Colour

_EASY = 6.0
"""Contrast to the parchment that a line of text gets at least."""


@cache
def readable(colour: Colour) -> Colour:
    """The colour, mixed with ink until it is easily read on parchment."""
    for tenth in range(11):
        mixed = theme.mix(colour, theme.INK, tenth / 10)
        if theme.contrast(mixed, theme.PARCHMENT_LOW) >= _EASY:
            return mixed
    return theme.INK


def coming(ink: Colour) -> Colour:
    """An ink for what has not happened yet: paler, but not hard to read."""
    return theme.mix(ink, theme.PARCHMENT_LOW, 0.25)
