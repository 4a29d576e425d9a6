"""Which Region lies under a pixel, exactly as the Regions are drawn."""

from __future__ import annotations

import pygame

from crusade.desktop.geometry import Geometry


class HitMap:
    """A picture of the board, never shown, in which every Region's pixels are its number."""

    def __init__(self, geometry: Geometry, size: tuple[int, int]) -> None:
        """`size` is the board's size in pixels."""
        scale = size[0] / geometry.size[0], size[1] / geometry.size[1]
        # A pixel is its Region's number and 1; 0 is no Region.
        self._map = pygame.Surface(size, 0, 8 if len(geometry.outlines) < 256 else 32)
        for r, outline in enumerate(geometry.outlines):
            corners = [(x * scale[0], y * scale[1]) for x, y in outline]
            pygame.draw.polygon(self._map, r + 1, corners)

    def region_at(self, x: int, y: int) -> int | None:
        """The Region under a pixel of the board, None outside it."""
        width, height = self._map.get_size()
        if not (0 <= x < width and 0 <= y < height):
            return None
        number = self._map.get_at_mapped((x, y))
        return number - 1 if number else None
