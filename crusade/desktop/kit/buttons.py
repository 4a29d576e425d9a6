"""Buttons: one main action in the accent colour, the rest quiet; each can carry its key."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import pygame
from pygame import Rect, Surface
from pygame.event import Event

from crusade.desktop import theme
from crusade.desktop.kit import paint, text
from crusade.desktop.kit.presses import one_key
from crusade.desktop.kit.widget import Widget, is_click, is_key
from crusade.desktop.layout import Metrics, inset
from crusade.desktop.theme import Colour, Style
from crusade.texts import NP_, _p

KEY_NAMES = {
    pygame.K_RETURN: NP_("key", "Enter"),
    pygame.K_ESCAPE: NP_("key", "Esc"),
    pygame.K_SPACE: NP_("key", "Space"),
    pygame.K_BACKSPACE: NP_("key", "Back"),
    pygame.K_DELETE: NP_("key", "Del"),
    pygame.K_LEFT: NP_("key", "Left"),
    pygame.K_RIGHT: NP_("key", "Right"),
}

CORNER = Style(11)
"""The key of a button that is too narrow for its cap, in the upper corner."""
_UNDER_CORNER = 4
"""Points by which the word then moves down, off the key."""
LEAST = 13
"""Pixels that it must have to be readable."""


@dataclass(eq=False)
class Button(Widget):
    """A word to click. `look` is "main" (accent), "quiet" (parchment), "link" (on the wood) or
    "words" (on the wood, in a thin frame: it only says something now).

    `key` is a pygame key that presses it from anywhere in the scene (with Ctrl when `ctrl`);
    letters do nothing while a name is being typed. `ctrl_key` does so too, with Ctrl, and is not
    shown. `icon` paints a picture before the word.
    """

    label: str = ""
    action: Callable[[], None] | None = None
    look: str = "quiet"
    key: int | None = None
    ctrl: bool = False
    ctrl_key: int | None = field(default=None, kw_only=True)
    icon: Callable[[int, Colour], Surface] | None = None
    style: Style = field(default_factory=lambda: theme.STRONG)
    show_key: bool = True
    align: str = "center"
    steady: bool = False
    scrolls: bool = False
    """Its key may be held: it only moves what is looked at (a step of a replay)."""
    careful: bool = False
    """It loses something: Enter presses it only where the focus on it could be seen before."""

    focusable = True

    def __post_init__(self) -> None:
        super().__post_init__()
        self.down = False

    def set(self, *, label: str | None = None, enabled: bool | None = None, why: str = "") -> None:
        """Change its word or whether it can be pressed (and why not); redraws only if needed."""
        new = (self.label if label is None else label, self.enabled if enabled is None else enabled)
        if (self.label, self.enabled, self.why) != (*new, why):
            self.label, self.enabled = new
            self.why = why
            self.touch()

    def press(self) -> None:
        """Do what it is for, if it can be pressed."""
        if self.enabled and self.visible and self.action is not None:
            self.action()

    def natural_width(self, m: Metrics) -> int:
        """Pixels its word, picture and key need."""
        wide = text.measure(self.label, self.style, m) + m.px(30)
        if self.icon is not None:
            wide += m.px(self.style.size + 10)
        if self._key_name():
            wide += text.measure(self._key_name(), theme.SMALL, m) + m.px(24)
        return wide

    def least_width(self, m: Metrics, with_key: bool = True) -> int:
        """Pixels below which its word, or the word with its key, has no room."""
        wide = self.natural_width(m) - m.px(10)
        key = self._key_name()
        if not key:
            return wide
        cap = text.measure(key, theme.SMALL, m) + m.px(24)
        return wide - (m.px(3) if with_key else cap)

    def handle(self, event: Event) -> bool:
        """A press and release on it, or Enter and Space while it has the focus."""
        if not self.enabled:
            return is_click(event)
        if is_click(event):
            self.down = True
            self.touch()
            return True
        if event.type == pygame.MOUSEBUTTONUP and event.button == 1 and self.down:
            self.down = False
            self.touch()
            if self.hits(event.pos):
                self.press()
            return True
        if self.keyed and is_key(event, pygame.K_RETURN, pygame.K_KP_ENTER, pygame.K_SPACE):
            if not (self.careful and self.ui is not None and self.ui.presses.hasty):
                self.press()
            return True
        return False

    def let_go(self) -> None:
        """Not pressed after all."""
        self.down = False
        self.touch()

    @property
    def takes_enter(self) -> bool:
        """Enter presses it while the keyboard stands on it."""
        return self.enabled

    @property
    def says(self) -> str:
        """The word of the main button, which is another one with every step of a turn."""
        return self.label if self.look == "main" else ""

    def repeats(self, event: Event) -> bool:
        """Its own key, if that only scrolls."""
        return self.scrolls and event.key == self.key

    def hot_key(self, event: Event, typing: bool) -> bool:
        """Press it when the event is its own key."""
        if not self.is_meant_by(event, typing):
            return False
        self.press()
        return True

    def is_meant_by(self, event: Event, typing: bool) -> bool:
        """Whether the event is its own key; letters mean no button while a name is typed."""
        key, held = one_key(event.key), bool(event.mod & (pygame.KMOD_CTRL | pygame.KMOD_META))
        if event.mod & pygame.KMOD_ALT:
            return False
        if held and key == self.ctrl_key:
            return True
        if self.key is None or key != self.key or held != self.ctrl:
            return False
        named = self.key in (pygame.K_RETURN, pygame.K_ESCAPE) or self.ctrl
        return not typing or named or pygame.K_F1 <= self.key <= pygame.K_F12

    def draw(self, surface: Surface) -> None:
        """The plate, the word, the key."""
        m = self.m
        ink = self._draw_plate(surface)
        inner = inset(self.rect, m.px(10), 0)
        if self.down and self.hot:
            inner.y += m.px(1)
        self._draw_words(surface, inner, ink)
        if self.keyed:
            paint.draw_focus(surface, self.rect, m.scale)

    def _draw_plate(self, surface: Surface) -> Colour:
        m, rect = self.m, self.rect
        lit = self.hot and self.enabled
        if self.look == "link":
            if lit:
                glow = paint.rounded(rect.size, m.px(8), theme.WOOD_LIGHT, None, theme.EDGE, 1)
                surface.blit(glow, rect)
            return theme.CREAM if self.enabled else theme.mix(theme.CREAM_SOFT, theme.WOOD, 0.35)
        if self.look == "words":
            ring = sheet_ring(rect.size, m.px(8), (*theme.CREAM_SOFT, 70), m.px(1))
            surface.blit(ring, rect)
            return theme.CREAM_SOFT
        top, bottom, edge, ink = self._colours(lit)
        blur = m.px(4)
        if self.enabled and not (self.down and self.hot):
            dark = paint.shadow(rect.size, m.px(8), blur, 130)
            surface.blit(dark, (rect.x - blur, rect.y - blur + m.px(2)))
        line = max(1, round(1.5 * m.scale))
        surface.blit(paint.rounded(rect.size, m.px(8), top, bottom, edge, line), rect)
        return ink

    def _colours(self, lit: bool) -> tuple[Colour, Colour, Colour, Colour]:
        if not self.enabled:
            dull = theme.mix(theme.PARCHMENT_LOW, theme.WOOD_LIGHT, 0.22)
            return dull, dull, theme.mix(dull, theme.EDGE, 0.5), theme.mix(theme.INK, dull, 0.12)
        if self.look == "main":
            top = theme.ACCENT_LIT if lit else theme.ACCENT
            return top, theme.mix(top, theme.ACCENT_DARK, 0.45), theme.ACCENT_DARK, theme.WHITE
        top = theme.PAPER if lit else theme.PARCHMENT
        return top, theme.PARCHMENT if lit else theme.PARCHMENT_LOW, theme.EDGE, theme.INK

    def _draw_words(self, surface: Surface, inner: Rect, ink: Colour) -> None:
        m = self.m
        key = self._key_name()
        if (
            self.key == pygame.K_RETURN
            and self.ui is not None
            and self.ui.enter_goes_elsewhere(self)
        ):
            key = ""  # the cap stands only where the key works
        cap = Rect(0, 0, 0, 0)
        style = self.style.with_colour(ink)
        word = text.measure(self.label, self.style, m)
        picture = m.px(self.style.size + 4) if self.icon is not None else 0
        gap = m.px(7) if picture and self.label else 0
        used = word + picture + gap
        cap_gap, room, corner = m.px(9), inner.w, False
        if key:
            wide = text.measure(key, theme.SMALL, m) + m.px(12)
            if room >= used + cap_gap + wide:
                cap = Rect(inner.right - wide + m.px(2), 0, wide, m.px(20))
                cap.centery = inner.centery
                room -= wide + cap_gap
            else:
                corner = m.px(CORNER.size) >= LEAST
        used = min(used, room)
        x = inner.x
        if self.align == "center":
            x = self.rect.centerx - used // 2
            if cap.w and (self.rect.w < m.px(240) or x + used + cap_gap > cap.x):
                # A small button: word and key stand in the middle together.
                x = self.rect.centerx - (used + cap_gap + cap.w) // 2
                cap.x = x + used + cap_gap
        if cap.w:
            self._draw_cap(surface, cap, key, ink)
        elif corner:  # no room beside the word: without a frame, over its end
            spot = inset(self.rect, m.px(6), m.px(1))
            small = CORNER.with_colour(ink)
            text.draw_line(surface, key, spot, small, m, align="right", valign="top")
        if corner:
            inner = inner.move(0, m.px(_UNDER_CORNER))
            x -= max(0, min(m.px(4), x - self.rect.x - m.px(6)))
        if self.icon is not None:
            shown = self.icon(picture, ink)
            surface.blit(shown, shown.get_rect(midleft=(x, inner.centery)))
        place = Rect(x + picture + gap, inner.y, max(0, used - picture - gap) + 1, inner.h)
        text.draw_line(surface, self.label, place, style, m)

    def _draw_cap(self, surface: Surface, cap: Rect, key: str, ink: Colour) -> None:
        m = self.m
        frame = sheet_ring(cap.size, m.px(4), (*ink, 120), m.px(1))
        surface.blit(frame, cap)
        text.draw_line(surface, key, cap, theme.SMALL.with_colour(ink), m, align="center")

    def _key_name(self) -> str:
        if self.key is None or not self.show_key:
            return ""
        known = KEY_NAMES.get(self.key)
        name = _p("key", known) if known else pygame.key.name(self.key).upper()
        return f"Ctrl+{name}" if self.ctrl else name


def sheet_ring(
    size: tuple[int, int], radius: int, colour: tuple[int, int, int, int], width: int
) -> Surface:
    """A thin rounded frame, transparent inside."""
    ring = paint.sheet(size)
    pygame.draw.rect(ring, colour, ((0, 0), size), width, radius)
    return ring
