"""What several panels draw: tokens with their owner's colour, coins, rows of small tokens."""

from __future__ import annotations

from dataclasses import replace

from pygame import Rect, Surface

from crusade.desktop import pictures, theme
from crusade.desktop.kit import ListView, paint, text
from crusade.desktop.layout import Metrics
from crusade.desktop.theme import Style
from crusade.desktop.words import Cast
from crusade.rules.ids import TRIBES

NOTE = Style(15)
QUIET = Style(15, False, theme.INK_SOFT)


def owner_token(cast: Cast, seat: int, banner: int, size: int, declined: bool = False) -> Surface:
    """A token as it stands on the board; of the Lost Tribes when ``seat`` is theirs."""
    if seat == TRIBES:
        return pictures.folk_token(cast.library.folk.name.message, size)
    return pictures.token(cast.library.races[banner].name, size, cast.colours[seat], declined)


def empty_token(surface: Surface, rect: Rect, m: Metrics, colour: theme.Colour) -> None:
    """The place of a token where no race is: a dim outline in the owner's colour."""
    body = rect.inflate(-rect.w // 6, -rect.h // 6)
    ground = theme.mix(theme.PARCHMENT_LOW, colour, 0.18)
    edge = theme.mix(theme.PARCHMENT_LOW, colour, 0.75)
    surface.blit(paint.rounded(body.size, body.w // 5, ground, None, edge, m.px(1.5)), body)


def put(surface: Surface, picture: Surface, centre: tuple[int, int]) -> None:
    """Blit a picture by its centre."""
    surface.blit(picture, picture.get_rect(center=centre))


def put_coin(surface: Surface, words: str, size: int, centre: tuple[int, int]) -> None:
    """A Victory coin with a number."""
    put(surface, pictures.coin(words, size), centre)


def token_row(surface: Surface, token: Surface, count: int, area: Rect) -> Rect:
    """``count`` tokens side by side from the left of ``area``, overlapping if they must.

    Returns the part they cover.
    """
    side = token.get_width()
    if count < 1:
        return Rect(area.x, area.y, 0, area.h)
    free = max(0, area.w - side)
    step = side if count == 1 else min(side, free / (count - 1))
    top = area.y + (area.h - side) // 2
    for index in range(count):
        surface.blit(token, (area.x + round(index * step), top))
    return Rect(area.x, area.y, round((count - 1) * step) + side, area.h)


def line(
    surface: Surface,
    words: str,
    rect: Rect,
    style: Style,
    m: Metrics,
    align: str = "left",
) -> int:
    """One line in ``rect``; returns the pixels it takes in width."""
    return text.draw_line(surface, words, rect, style, m, align=align).w


def fitting(words: str, style: Style, m: Metrics, width: int, least: int = 14) -> Style:
    """The style, smaller (down to ``least`` points) where the words would not fit the width."""
    while style.size > least and text.measure(words, style, m) > width:
        style = replace(style, size=style.size - 1)
    return style


def set_rows(rows: ListView, count: int, keep: bool = False) -> None:
    """Give a list its number of rows, also before it stands in a window."""
    if rows.ui is None:
        rows.count = count
    else:
        rows.set_count(count, keep)
