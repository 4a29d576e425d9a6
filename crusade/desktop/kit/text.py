"""Text: cleaning, measuring, one line with ellipsis, paragraphs with wrapping and rich spans.

A plain `str` is shown exactly as it is (names are never read as markup). `rich` reads markup:
`**bold**`, `{#96301c|red words}`.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from pygame import Rect, Surface

from crusade.desktop import pictures, theme
from crusade.desktop.faces import Face
from crusade.desktop.kit import paint
from crusade.desktop.layout import Metrics
from crusade.desktop.theme import Colour, Style

LONGEST = 20_000
"""Characters of one text that are laid out; what is longer ends in an ellipsis."""
_GAP = 0.3
"""A space where bold letters begin or end is so many times as wide as the letters are high, at
least: the plain one of the face is lost beside them."""
LONGEST_WORD = 300
"""Characters of one word that `shortened` leaves: a path may be that long, no word is."""

_HIDDEN = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}


def clean(text: str, limit: int = 2000) -> str:
    """The text safe to draw: NFC, without control, surrogate and direction characters.

    At most `limit` characters; line breaks become spaces.
    """
    return _clean(text[: 4 * limit + 100], limit)  # some of it may be dropped or grow together


@lru_cache(maxsize=4000)
def _clean(text: str, limit: int) -> str:
    text = re.sub(r"[\t\r\n\v\f]+", " ", text)
    kept = "".join(c for c in text if unicodedata.category(c) not in _HIDDEN)
    return unicodedata.normalize("NFC", kept)[:limit]


def shortened(text: str, longest: int = 4000, word: int = LONGEST_WORD) -> str:
    """Text from outside (the first line of a file, a name in it) as it may stand in a sentence:
    words of more than `word` characters and texts of more than `longest` end in an ellipsis.
    """
    cut = len(text) > longest
    kept = re.sub(rf"(\S{{{word}}})\S+", r"\1…", text[:longest])
    return f"{kept.rstrip()}…" if cut and not kept.endswith("…") else kept


def typeset(text: str, limit: int = 2000) -> str:
    """`clean` text with the apostrophe of the printer, as it is drawn and measured."""
    return clean(text, limit).replace("'", "\u2019")


@dataclass(frozen=True)
class Span:
    """A run of text in one look."""

    text: str
    bold: bool = False
    colour: Colour | None = None


Rich = str | Sequence[Span]
"""What can be written: a plain text, or spans (from `rich`)."""

_MARK = re.compile(r"\*\*(.+?)\*\*|\{(#[0-9a-fA-F]{6})\|(.*?)\}")


def rich(text: str) -> list[Span]:
    """Markup as spans; see the module's first lines for the marks."""
    out: list[Span] = []
    at = 0
    for mark in _MARK.finditer(text):
        if mark.start() > at:
            out.append(Span(text[at : mark.start()]))
        bold, colour, inside = mark.groups()
        if bold is not None:
            out.extend(replace(span, bold=True) for span in rich(bold))
        else:
            shade = theme.rgb(colour)
            out.extend(replace(s, colour=s.colour or shade) for s in rich(inside))
        at = mark.end()
    if at < len(text):
        out.append(Span(text[at:]))
    return out


def plain(content: Rich) -> str:
    """The words of a text without their looks."""
    if isinstance(content, str):
        return content
    return "".join(span.text for span in content)


_kept = pictures.Kept(8 * 1024 * 1024)
"""Rendered words: those of one large table fill two thirds of it."""


@_kept.by_arguments
def _ink(text: str, pixels: int, bold: bool, colour: Colour) -> Surface:
    return theme.font(pixels, bold).render(text, True, colour)


def size_px(style: Style, m: Metrics) -> int:
    """The font size of a style in pixels."""
    return max(8, round(style.size * m.scale))


def render(text: str, style: Style, m: Metrics) -> Surface:
    """One line of text as a shared surface (blit it, never draw on it)."""
    return _ink(typeset(text), size_px(style, m), style.bold, theme.ink(style.colour))


def measure(text: str, style: Style, m: Metrics) -> int:
    """Width of a line in pixels."""
    shown = typeset(text)
    pixels = size_px(style, m)
    if len(shown) > _SHORT:
        return theme.font(pixels, style.bold).size(shown)[0]
    return _measured(shown, pixels, style.bold)


_SHORT = 120


@lru_cache(maxsize=8000)
def _measured(text: str, pixels: int, bold: bool) -> int:
    return theme.font(pixels, bold).size(text)[0]


def line_height(style: Style, m: Metrics) -> int:
    """Height of a line of that style, in pixels."""
    return _line_height(size_px(style, m), style.bold)


@lru_cache(maxsize=128)
def _line_height(pixels: int, bold: bool) -> int:
    return round(pixels * 1.34)


@lru_cache(maxsize=2000)
def _cut(text: str, pixels: int, bold: bool, width: int) -> str:
    face = theme.font(pixels, bold)
    if _width(face, text, width) <= width:
        return text
    low, high = 0, min(len(text), 4 * max(0, width) + 64)
    while low < high:
        middle = (low + high + 1) // 2
        if face.size(text[:middle].rstrip() + "…")[0] <= width:
            low = middle
        else:
            high = middle - 1
    return text[:low].rstrip() + "…"


def ellipsis(text: str, style: Style, m: Metrics, width: int) -> str:
    """The text, cut with an ellipsis if it is wider than `width` pixels."""
    return _cut(typeset(text), size_px(style, m), style.bold, width)


def draw_line(
    surface: Surface,
    text: str,
    rect: Rect,
    style: Style,
    m: Metrics,
    *,
    align: str = "left",
    valign: str = "middle",
) -> Rect:
    """One line inside `rect`, cut with an ellipsis when too long; returns where it stands.

    `align` is left, center or right; `valign` top, middle or bottom.
    """
    shown = render(ellipsis(text, style, m, rect.w), style, m)
    return paint.put(surface, shown, _place(shown.get_size(), rect, align, valign))


def _place(size: tuple[int, int], rect: Rect, align: str, valign: str) -> tuple[int, int]:
    free_x, free_y = rect.w - size[0], rect.h - size[1]
    x = {"left": 0, "center": free_x // 2, "right": free_x}[align]
    y = {"top": 0, "middle": free_y // 2, "bottom": free_y}[valign]
    return rect.x + x, rect.y + y


@dataclass(frozen=True)
class _Piece:
    """A word with its place in the paragraph."""

    x: int
    text: str
    bold: bool
    colour: Colour


@dataclass(frozen=True)
class Paragraph:
    """Text laid out to a width: draw it anywhere. Made by `paragraph`."""

    lines: tuple[tuple[_Piece, ...], ...]
    widths: tuple[int, ...]
    pixels: int
    step: int
    width: int

    @property
    def height(self) -> int:
        """Pixels from the top of the first line to the bottom of the last."""
        return self.step * len(self.lines)

    @property
    def natural(self) -> int:
        """Width of the widest line, in pixels."""
        return max(self.widths, default=0)

    def draw(self, surface: Surface, pos: tuple[int, int], align: str = "left") -> None:
        """Draw with the top left at `pos`; `align` works within `width`."""
        clip = surface.get_clip()
        x0, y = pos
        for pieces, wide in zip(self.lines, self.widths, strict=True):
            if y + self.step >= clip.top and y <= clip.bottom:
                free = self.width - wide
                shift = {"left": 0, "center": free // 2, "right": free}[align]
                for piece in pieces:
                    self._draw_piece(surface, piece, x0 + shift, y)
            y += self.step

    def _draw_piece(self, surface: Surface, piece: _Piece, x: int, y: int) -> None:
        shown = _ink(piece.text, self.pixels, piece.bold, theme.ink(piece.colour))
        surface.blit(shown, (x + piece.x, y + (self.step - shown.get_height()) // 2))


def paragraph(
    content: Rich, style: Style, m: Metrics, width: int, *, max_lines: int | None = None
) -> Paragraph:
    """Lay text out to `width` pixels. Line breaks in the text are kept.

    With `max_lines` the last shown line ends in an ellipsis when there is more.
    """
    spans = (Span(content[: LONGEST + 1]),) if isinstance(content, str) else tuple(content)
    if sum(len(span.text) for span in spans) > LONGEST:
        spans = _bounded(spans)
    return _paragraph(spans, style, size_px(style, m), max(1, width), max_lines)


def _bounded(spans: tuple[Span, ...]) -> tuple[Span, ...]:
    """The first `LONGEST` characters of the spans and an ellipsis."""
    out: list[Span] = []
    room = LONGEST
    for span in spans:
        if len(span.text) > room:
            out.append(replace(span, text=span.text[:room].rstrip() + "…"))
            break
        out.append(span)
        room -= len(span.text)
    return tuple(out)


@lru_cache(maxsize=600)
def _paragraph(
    spans: tuple[Span, ...], style: Style, pixels: int, width: int, max_lines: int | None
) -> Paragraph:
    lines: list[list[_Piece]] = [[]]
    widths = [0]

    def put(text: str, wide: int, bold: bool, colour: Colour) -> None:
        lines[-1].append(_Piece(widths[-1], text, bold, colour))
        widths[-1] += wide

    def new_line() -> None:
        lines.append([])
        widths.append(0)

    def hanging() -> list[_Piece]:
        """The end of the last line up to its last space: a full stop behind a bold word, or what
        else follows without a space, goes to the next line with it.
        """
        line = lines[-1]
        spaces = [number for number, piece in enumerate(line) if piece.text.isspace()]
        return line[spaces[-1] + 1 if spaces else 0 :]

    for span in spans:
        bold, colour = span.bold or style.bold, span.colour or style.colour
        face = theme.font(pixels, bold)
        for number, part in enumerate(span.text.split("\n")):
            if number:
                new_line()
            # A dot between two remarks stays with the first: no line begins with it.
            words = re.findall(r"\s+|\S+(?: ·(?=\s))?", typeset(part, LONGEST + 1))
            for place, word in enumerate(words):
                wide = _width(face, word, width)
                if word.isspace():
                    if len(spans) > 1 and place in (0, len(words) - 1):
                        wide = max(wide, round(pixels * _GAP))
                    if widths[-1] or (number and not lines[-1]):
                        put(word, wide, bold, colour)
                    continue
                if widths[-1] and widths[-1] + wide > width:
                    tail = hanging()
                    start = tail[0].x if tail else 0
                    along = widths[-1] - start
                    if not start or along + wide > width:
                        tail, along = [], 0
                    else:
                        del lines[-1][-len(tail) :]
                        widths[-1] = start
                    new_line()
                    lines[-1] = [replace(piece, x=piece.x - start) for piece in tail]
                    widths[-1] = along
                if wide <= width:
                    put(word, wide, bold, colour)
                    continue
                at = 0
                while at < len(word):
                    fits = _fitting(face, word, at, width)
                    piece = word[at : at + fits]
                    if at:
                        new_line()
                    put(piece, face.size(piece)[0], bold, colour)
                    at += fits
    for index, line in enumerate(lines):
        while line and line[-1].text.isspace():
            widths[index] = line.pop().x
    if max_lines is not None and len(lines) > max_lines:
        lines, widths = lines[:max_lines], widths[:max_lines]
        _end_with_ellipsis(lines[-1], widths, pixels, width)
    return Paragraph(
        tuple(tuple(line) for line in lines),
        tuple(widths),
        pixels,
        _line_height(pixels, style.bold),
        width,
    )


def _width(face: Face, word: str, width: int) -> int:
    """Width of a word in pixels; more than `width`, unmeasured, when it has so many letters that it
    is surely too wide.
    """
    surely = 4 * max(0, width) + 64
    return surely if len(word) > surely else face.size(word)[0]


def _fitting(face: Face, word: str, start: int, width: int) -> int:
    """How many characters of a word from `start` on fit in the width, at least 1.

    It measures short pieces first, so that the work goes by what fits and not by the word.
    """
    low, high, left = 1, 2, len(word) - start
    while high < left and face.size(word[start : start + high])[0] <= width:
        low, high = high, high * 2
    high = min(high, left)
    while low < high:
        middle = (low + high + 1) // 2
        if face.size(word[start : start + middle])[0] <= width:
            low = middle
        else:
            high = middle - 1
    return low


def _end_with_ellipsis(line: list[_Piece], widths: list[int], pixels: int, width: int) -> None:
    while line:
        last = line.pop()
        text = _cut(last.text.rstrip() + " …", pixels, last.bold, width - last.x)
        if text.strip(" …"):
            line.append(replace(last, text=text))
            widths[-1] = last.x + theme.font(pixels, last.bold).size(text)[0]
            return


def forget() -> None:
    """Drop everything rendered or laid out (fonts changed)."""
    _kept.clear()
    _cut.cache_clear()
    _measured.cache_clear()
    _paragraph.cache_clear()


def wrapped(words: str, style: Style, m: Metrics, width: int) -> list[str]:
    """Plain words cut into the lines that a paragraph of this width has."""
    lines = paragraph(words, style, m, width).lines
    return ["".join(piece.text for piece in line).strip() for line in lines]
