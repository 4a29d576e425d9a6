"""Names in any script are drawn: by the game's typeface, the system's fonts, or a sign."""

from __future__ import annotations

from collections.abc import Iterator

import pygame
import pytest

from crusade.desktop import faces, theme
from crusade.desktop.faces import COMMON, NONE, OWN, Face, face, font_of, letters_of

INK = (58, 36, 18)
NAMES = ["Émile", "王小明", "Ada שלום Bob", "مرحبا", "नमस्ते", "a😀b", "ᚠᚢ 𓀀", "Жанна", "\u0301x"]


def forget() -> None:
    for kept in (faces._system_fonts, faces._system, faces.font_of, faces.face):
        kept.cache_clear()


@pytest.fixture
def alone(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A system without any font."""
    forget()
    monkeypatch.setattr(pygame.font, "get_fonts", lambda: [])
    yield
    forget()


def test_what_is_called_common_is_in_the_typeface() -> None:
    common = [chr(code) for code in range(0x3000) if COMMON.fullmatch(chr(code))]
    assert len(common) > 250
    assert [c for c in common if not c.isspace() and font_of(c) != OWN] == []
    assert COMMON.fullmatch("Émile’s “Žofie” — 3 × 4 · …") and not COMMON.fullmatch("王")


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("bold", [False, True])
def test_what_is_measured_is_what_is_drawn(name: str, bold: bool) -> None:
    for pixels in (9, 16, 40):
        made = face(pixels, bold)
        drawn = made.render(name, True, INK)
        assert drawn.get_size() == made.size(name)
        assert abs(drawn.get_height() - made.get_height()) <= 1  # lines keep their height
        assert drawn.get_bounding_rect().w > 0


@pytest.mark.parametrize("name", ["王小明", "שלום", "नमस्ते", "𓀀"])
def test_without_any_font_that_has_it_a_letter_is_a_lozenge_and_no_box(
    alone: None, name: str
) -> None:
    runs = letters_of(name)
    assert [font for font, _ in runs] == [NONE]
    made = Face(24, False)
    drawn = made.render(name, True, INK)
    wide = drawn.get_width() // len(runs[0][1])
    first = drawn.subsurface((0, 0, wide, drawn.get_height()))
    ink = first.get_bounding_rect()
    assert first.get_at((ink.centerx, ink.top)).a and first.get_at((ink.left, ink.centery)).a
    corners = [ink.topleft, (ink.right - 1, ink.top), ink.bottomleft]
    corners = [(min(x, wide - 1), min(y, drawn.get_height() - 1)) for x, y in corners]
    assert not any(first.get_at(corner).a > 60 for corner in corners)  # a box would have corners
    assert drawn.get_at((ink.left, ink.centery))[:3] == INK


def test_a_text_is_cut_into_runs_by_the_font_that_has_its_letters(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    own = {"a", "b", "é"}
    has = {"ש": "hebrew", "ל": "hebrew", "王": "han"}
    monkeypatch.setattr(faces, "font_of", lambda c: OWN if c in own else has.get(c, NONE))
    assert letters_of("ab é") == [(OWN, "ab é")]
    assert letters_of("a של של b") == [(OWN, "a "), ("hebrew", "של של"), (OWN, " b")]
    assert letters_of("王?a") == [("han", "王"), (NONE, "?"), (OWN, "a")]
    assert letters_of("") == []


def test_fonts_are_asked_once_for_a_letter(monkeypatch: pytest.MonkeyPatch) -> None:
    forget()
    asked: list[str] = []
    real = faces._has
    monkeypatch.setattr(faces, "_has", lambda font, c: asked.append(c) or real(font, c))
    for _ in range(5):
        theme.font(18).render("王王王 𓀀𓀀", True, INK)
    assert asked.count("王") <= faces._MOST + 1 and asked.count("𓀀") <= faces._MOST + 1
    before = len(asked)
    theme.font(30).render("王𓀀王", True, INK)
    assert len(asked) == before
    forget()


def test_a_system_whose_list_of_fonts_is_broken_is_no_trouble(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def broken() -> list[str]:
        raise OSError("no fc-list")

    forget()
    monkeypatch.setattr(pygame.font, "get_fonts", broken)
    assert letters_of("王") == [(NONE, "王")]
    forget()
    monkeypatch.setattr(pygame.font, "get_fonts", lambda: ["gone", "dejavusans"])
    monkeypatch.setattr(pygame.font, "match_font", lambda name, bold=False: "/nowhere/font.ttf")
    assert letters_of("王") == [(NONE, "王")]
    forget()
