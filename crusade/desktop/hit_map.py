"""Which Region lies under a pixel, exactly as the Regions are drawn."""

from __future__ import annotations

import pygame

from crusade.desktop.geometry import Geometry


class HitMap:
    """A picture of the board, never shown, in which every Region has a colour of its own."""

    def __init__(self, geometry: Geometry, size: tuple[int, int]) -> None:
        """`size` is the board's size in pixels."""
        scale = size[0] / geometry.size[0], size[1] / geometry.size[1]
        self._map = pygame.Surface(size, 0, 32)
        for r, outline in enumerate(geometry.outlines):
            # The number in the colour's lower bytes; 0 is no Region.
            colour = (0, (r + 1) >> 8, (r + 1) & 255)
            pygame.draw.polygon(
                self._map, colour, [(x * scale[0], y * scale[1]) for x, y in outline]
            )

    def region_at(self, x: int, y: int) -> int | None:
        """The Region under a pixel of the board, None outside it."""
        width, height = self._map.get_size()
        if not (0 <= x < width and 0 <= y < height):
            return None
        _, high, low, _ = self._map.get_at((x, y))
        number = high * 256 + low
        return number - 1 if number else None
