"""The typeface with help: letters that the game's own lacks come from the fonts of the system.

A name or a path may be in any script. A text is cut into runs, each drawn by the first font that
has its letters; a letter that no font has becomes a small lozenge, which looks meant.
"""

from __future__ import annotations

import re
import unicodedata
import warnings
from functools import cache, lru_cache

import pygame
from pygame import Surface

from crusade.desktop import pictures

Colour = tuple[int, int, int]

OWN, NONE = "", "?"
"""The font of a run: the game's own; or no font at all."""

_FIRST = (
    "notosans",
    "dejavusans",
    "segoeui",
    "arial",
    "droidsansfallback",
    "notosanscjksc",
    "notosanscjkjp",
    "microsoftyahei",
    "msgothic",
    "malgungothic",
    "pingfang",
    "hiraginosans",
    "applesdgothicneo",
    "wenquanyimicrohei",
    "notosansarabic",
    "notosanshebrew",
    "notosansdevanagari",
    "notosansthai",
    "segoeuisymbol",
    "segoeuiemoji",
    "symbola",
    "freesans",
    "freeserif",
    "unifont",
    "arialunicodems",
)
"""System fonts that have many scripts, asked before the others."""
_JOINED = frozenset({"ARABIC", "HEBREW", "DEVANAGARI", "BENGALI", "THAI"})
"""Scripts whose letters change with their neighbours, by the first word of a letter's name; the
first four letters are what fonts call them."""
_MOST = 120
"""System fonts that are asked at all."""
_PROBE = 16
COMMON = re.compile("[ -~¡-\u00ac\u00ae-ž‘’“”–—…·×−]*")
"""Texts that the game's own typeface has whole: most of them, told apart at once."""
_NO_LETTER = "\U0010fffe"


def letters_of(text: str) -> list[tuple[str, str]]:
    """The runs of a text as (font, letters): `OWN`, the name of a system font, or `NONE`."""
    runs: list[tuple[str, str]] = []
    for letter in text:
        if letter.isspace() or _joins(letter):
            font = runs[-1][0] if runs else OWN  # it goes with what it follows
            if font == NONE and _joins(letter):
                continue
            if letter.isspace() and font == NONE:
                font = OWN
        else:
            font = font_of(letter)
        if runs and runs[-1][0] == font:
            runs[-1] = font, runs[-1][1] + letter
        else:
            runs.append((font, letter))
    return _spaced(runs)


def _spaced(runs: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """The runs with the spaces between them in runs of the game's font: a text that goes from right
    to left would draw them at its other end.
    """
    out: list[tuple[str, str]] = []
    for font, letters in runs:
        bare = letters if font == OWN else letters.rstrip()
        for piece in ((font, bare), (OWN, letters[len(bare) :])):
            if piece[1] and out and out[-1][0] == piece[0]:
                out[-1] = piece[0], out[-1][1] + piece[1]
            elif piece[1]:
                out.append(piece)
    return out


@lru_cache(maxsize=20_000)
def font_of(letter: str) -> str:
    """The font that has a letter: `OWN` if the game's has, a system font's name, or `NONE`."""
    if letter.isascii() or _has(pictures.font(_PROBE), letter):
        return OWN
    for name in _system_fonts():
        font = _system(name, _PROBE, False)
        if font is not None and _has(font, letter):
            return name
    return NONE


def _joins(letter: str) -> bool:
    """Whether it belongs to the letter before: an accent, a variation, a joiner."""
    return unicodedata.category(letter) in ("Mn", "Me", "Cf") and font_of(letter) != OWN


def _has(font: pygame.font.Font, letter: str) -> bool:
    """Whether a font has a picture of the letter: not the one it shows for what it lacks."""
    try:
        shown = _pixels(font.render(letter, True, (255, 255, 255)))
    except (pygame.error, UnicodeError):
        return False
    return shown != _lacking(font) and any(shown[1])


@lru_cache(maxsize=300)
def _lacking(font: pygame.font.Font) -> tuple[tuple[int, int], bytes]:
    return _pixels(font.render(_NO_LETTER, True, (255, 255, 255)))


def _pixels(surface: Surface) -> tuple[tuple[int, int], bytes]:
    return surface.get_size(), pygame.image.tobytes(surface, "RGBA")


@cache
def _system_fonts() -> tuple[str, ...]:
    """Names of the system's fonts, those with many scripts first."""
    with warnings.catch_warnings(action="ignore"):
        try:
            known = pygame.font.get_fonts()
        except Exception:  # a broken font list of the system is no trouble of ours
            return ()
    first = [name for name in _FIRST if name in known]
    return tuple([*first, *sorted(set(known) - set(first))][:_MOST])


@lru_cache(maxsize=300)
def _system(name: str, pixels: int, bold: bool) -> pygame.font.Font | None:
    """A system font, no higher than the game's own at that size; None if it cannot be used."""
    try:
        found = pygame.font.match_font(name, bold=bold) or pygame.font.match_font(name)
        font = pygame.font.Font(found, pixels)
        room = pictures.font(pixels, bold).get_height()
        if font.get_height() > room:
            smaller = max(6, pixels * room // font.get_height())
            font = pygame.font.Font(found, smaller)
        font.render("a", True, (0, 0, 0))
    except (pygame.error, OSError, ValueError, TypeError):
        return None
    return font


def _directed(font: pygame.font.Font, letters: str) -> None:
    """Write from right to left what is written so."""
    script = unicodedata.name(letters[0], "").partition(" ")[0]
    right = any(unicodedata.bidirectional(letter) in ("R", "AL") for letter in letters)
    try:
        font.set_direction(pygame.DIRECTION_RTL if right else pygame.DIRECTION_LTR)
        font.set_script((script if script in _JOINED else "zyyy")[:4].title())
    except (pygame.error, AttributeError, ValueError):
        return


class Face:
    """The typeface at one size and weight; draws and measures any text."""

    def __init__(self, pixels: int, bold: bool) -> None:
        self.pixels, self.bold = pixels, bold
        self.own = pictures.font(pixels, bold)

    def size(self, text: str) -> tuple[int, int]:
        """Width and height of a line in pixels."""
        if COMMON.fullmatch(text):
            return self.own.size(text)
        runs = letters_of(text)
        if all(font == OWN for font, _letters in runs):
            return self.own.size(text)
        return sum(self._width(*run) for run in runs), self.own.get_height()

    def render(self, text: str, antialias: bool, colour: pygame.typing.ColorLike) -> Surface:
        """A line of text on transparent ground."""
        if COMMON.fullmatch(text):
            return self.own.render(text, antialias, colour)
        runs = letters_of(text)
        if all(font == OWN for font, _letters in runs):
            return self.own.render(text, antialias, colour)
        drawn = [self._drawn(*run, antialias, colour) for run in runs]
        wide = sum(surface.get_width() for surface, _top in drawn)
        whole = Surface((max(1, wide), self.own.get_height()), pygame.SRCALPHA)
        x = 0
        for surface, top in drawn:
            whole.blit(surface, (x, top))
            x += surface.get_width()
        return whole

    def get_height(self) -> int:
        """Height of a line in pixels."""
        return self.own.get_height()

    def get_ascent(self) -> int:
        """Pixels from the top of a line to its base line."""
        return self.own.get_ascent()

    # -- one run --------------------------------------------------------------------------

    def _font(self, name: str, letters: str) -> pygame.font.Font | None:
        if name == OWN:
            return self.own
        font = None if name == NONE else _system(name, self.pixels, self.bold)
        if font is not None:
            _directed(font, letters)
        return font

    def _width(self, name: str, letters: str) -> int:
        font = self._font(name, letters)
        return len(letters) * self._lozenge_width if font is None else font.size(letters)[0]

    @property
    def _lozenge_width(self) -> int:
        return max(4, round(self.pixels * 0.52))

    def _drawn(
        self, name: str, letters: str, antialias: bool, colour: pygame.typing.ColorLike
    ) -> tuple[Surface, int]:
        """(the picture of a run, its distance from the top of the line)."""
        font = self._font(name, letters)
        if font is None:
            return self._lozenges(len(letters), colour), 0
        top = self.own.get_ascent() - font.get_ascent()
        room = self.own.get_height() - font.get_height()
        return font.render(letters, antialias, colour), min(max(top, 0), max(room, 0))

    def _lozenges(self, count: int, colour: pygame.typing.ColorLike) -> Surface:
        """As many small lozenges, standing on the line like letters."""
        wide, tall = self._lozenge_width, self.own.get_height()
        fine = 4
        big = Surface((count * wide * fine, tall * fine), pygame.SRCALPHA)
        big.fill((*pygame.Color(colour)[:3], 0))
        middle = (self.own.get_ascent() - round(self.pixels * 0.27)) * fine
        half, high = round(wide * fine * 0.36), round(self.pixels * fine * 0.26)
        for number in range(count):
            x = round((number + 0.5) * wide * fine)
            corners = [
                (x, middle - high),
                (x + half, middle),
                (x, middle + high),
                (x - half, middle),
            ]
            pygame.draw.polygon(big, pygame.Color(colour), corners, max(fine, round(high * 0.28)))
        return pygame.transform.smoothscale(big, (count * wide, tall))


@lru_cache(maxsize=300)
def face(pixels: int, bold: bool = False) -> Face:
    """The typeface at a size in pixels."""
    return Face(pixels, bold)
