"""The buttons of a player: their pictures, and which key presses which."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import pygame
from pygame import Surface
from pygame.event import Event

from crusade.desktop.kit import Button, Segmented, is_key, paint
from crusade.desktop.theme import Colour

_FINE = 4
"""How many times larger the pictures are drawn before they are scaled down."""

_FORWARD = {
    "play": ((0.24, 0.72),),
    "next": ((0.16, 0.60),),
    "next_turn": ((0.06, 0.48), (0.48, 0.90)),
    "last": ((0.02, 0.39), (0.39, 0.76)),
}
"""The triangles of each picture, from left to right, in parts of its side."""

_BARS = {"next": (0.68, 0.80), "last": (0.82, 0.94)}
_MIRRORED = {"previous": "next", "previous_turn": "next_turn", "first": "last"}


@lru_cache(maxsize=64)
def picture(name: str, size: int, colour: Colour) -> Surface:
    """The picture of a button: play, pause, next, next_turn, last, previous, previous_turn, first.

    Shared: blit it, never draw on it. Raises KeyError for another name.
    """
    if name in _MIRRORED:
        return pygame.transform.flip(picture(_MIRRORED[name], size, colour), True, False)
    side = size * _FINE
    big = paint.sheet((side, side))
    big.fill((*colour, 0))  # clear, but of the colour: scaling down must not darken the edges
    if name == "pause":
        for left in (0.22, 0.58):
            bar = pygame.Rect(left * side, 0.16 * side, 0.2 * side, 0.68 * side)
            pygame.draw.rect(big, colour, bar, border_radius=side // 24)
    else:
        half = 0.26 if len(_FORWARD[name]) > 1 else 0.34
        for left, right in _FORWARD[name]:
            corners = [(left, 0.5 - half), (right, 0.5), (left, 0.5 + half)]
            pygame.draw.polygon(big, colour, [(x * side, y * side) for x, y in corners])
        if name in _BARS:
            left, right = _BARS[name]
            bar = pygame.Rect(left * side, (0.5 - half) * side, (right - left) * side, 0)
            bar.h = round(2 * half * side)
            pygame.draw.rect(big, colour, bar, border_radius=side // 40)
    return pygame.transform.smoothscale(big, (size, size))


@dataclass(eq=False)
class TransportButton(Button):
    """A button with a picture only. Space is never its own: it always means play and pause."""

    shows: str = "play"

    def __post_init__(self) -> None:
        super().__post_init__()
        self.show_key = False
        self.icon = self._picture

    def _picture(self, size: int, colour: Colour) -> Surface:
        return picture(self.shows, size, colour)

    def show(self, shows: str) -> None:
        """Change the picture."""
        if shows != self.shows:
            self.shows = shows
            self.touch()

    def handle(self, event: Event) -> bool:
        """As a button, but leave Space alone."""
        return not is_key(event, pygame.K_SPACE) and super().handle(event)


class Speeds(Segmented):
    """The choice of a speed by mouse; the arrow keys belong to the steps, so it takes none."""

    focusable = False
