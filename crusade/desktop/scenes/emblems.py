"""Drawn things that several scenes share: the written title, the row of emblems, flourishes."""

from __future__ import annotations

from functools import lru_cache

import pygame
from pygame import Rect, Surface

from crusade.boxes import BOXES
from crusade.desktop import pictures, theme
from crusade.desktop.kit import paint
from crusade.rules.library import Library


@lru_cache(maxsize=8)
def carved(words: str, pixels: int) -> Surface:
    """Words in gold with a dark rim and a shadow, as if painted on the table."""
    face = theme.font(pixels, True)
    shape = face.render(words, True, theme.WHITE)
    rim = max(2, pixels // 22)
    pad = rim * 3
    out = paint.sheet((shape.get_width() + 2 * pad, shape.get_height() + 2 * pad))
    dark = face.render(words, True, theme.rgb("#1c1009"))
    glow = out.copy()
    glow.blit(dark, (pad, pad + rim * 2))
    out.blit(pygame.transform.gaussian_blur(glow, rim * 2), (0, 0))
    for dx in range(-rim, rim + 1):
        for dy in range(-rim, rim + 1):
            if dx * dx + dy * dy <= rim * rim:
                out.blit(dark, (pad + dx, pad + dy))
    strip = Surface((1, 4))
    for row, colour in enumerate(("#fff6d8", "#f8dd8a", "#e0a83a", "#b97f1f")):
        strip.set_at((0, row), theme.rgb(colour))
    tone = pygame.transform.smoothscale(strip, shape.get_size())
    shape.blit(tone, (0, 0), special_flags=pygame.BLEND_RGB_MULT)
    out.blit(shape, (pad, pad))
    return out


def draw_carved(surface: Surface, words: str, pixels: int, center: tuple[int, int]) -> Rect:
    """Draw `carved` words centred on a point."""
    shown = carved(words, pixels)
    return paint.put(surface, shown, shown.get_rect(center=center).topleft)


def draw_flourish(surface: Surface, center: tuple[int, int], width: int, scale: float) -> None:
    """A thin gold line with a lozenge in its middle, fading to both ends."""
    x, y = center
    line = max(1, round(1.5 * scale))
    gap = round(16 * scale)
    for side in (-1, 1):
        parts = 24
        for step in range(parts):
            tone = theme.mix(theme.GOLD, theme.WOOD, step / parts)
            start = x + side * (gap + (width // 2 - gap) * step // parts)
            end = x + side * (gap + (width // 2 - gap) * (step + 1) // parts)
            surface.fill(tone, Rect(min(start, end), y, abs(end - start), line))
    size = round(6 * scale)
    points = [(x - size, y), (x, y - size), (x + size, y), (x, y + size)]
    pygame.draw.polygon(surface, theme.GOLD, points)
    pygame.draw.aalines(surface, theme.GOLD_DARK, True, points)


def race_token(name: str, size: int, colour: pictures.Colour, declined: bool = False) -> Surface:
    """The token of a Race by its name, `size` square; a blank one where no box has that Race.

    A line of the Hall of Fame may come from a program with more boxes than this one.
    """
    known = any(name == race.name for box in BOXES.values() for race in box.races)
    return pictures.token(name if known else "", size, colour, declined)


def draw_emblem_row(surface: Surface, rect: Rect, scale: float, known: Library) -> None:
    """All Races of a library as tokens in a row, centred in `rect`; some stand In Decline."""
    races = [race.name for race in known.races]
    count = len(races)
    side = min(rect.h, round(64 * scale), rect.w // count)
    if side < 16:
        return
    step = min(rect.w // count, round(side * 1.18))
    x = rect.centerx - (step * (count - 1) + side) // 2
    for number, race in enumerate(races):
        colour = pictures.OWNER_COLOURS[number % 5]
        token = pictures.token(race, side, colour, declined=number % 6 == 4)
        lift = round(side * 0.06) * (1 if number % 2 else -1)
        surface.blit(token, (x + number * step, rect.centery - side // 2 + lift))
