"""A line of text to type into: caret, selection, paste, input methods."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import pygame
from pygame import Rect, Surface
from pygame.event import Event

from crusade.desktop import theme
from crusade.desktop.kit import paint, text
from crusade.desktop.kit.widget import Widget, is_click
from crusade.desktop.layout import inset

_BLINK = 0.53


@dataclass(eq=False)
class TextField(Widget):
    """A single line. `accept` filters what may be typed (each piece of text), `limit` its length.

    `changed` is told every new text; `submitted` when Enter is pressed (Enter then goes no
    further). Text arrives only through TEXTINPUT, so dead keys and input methods work.
    """

    value: str = ""
    placeholder: str = ""
    limit: int = 24
    accept: Callable[[str], bool] | None = None
    changed: Callable[[str], None] | None = None
    submitted: Callable[[str], None] | None = None

    focusable = True
    wants_text = True

    def __post_init__(self) -> None:
        super().__post_init__()
        self.caret = self.anchor = len(self.value)
        self.composing = ""
        self._since = 0.0
        self._shown = True

    # -- text -----------------------------------------------------------------------------

    def set(self, value: str) -> None:
        """Replace the text (nobody is told)."""
        self.value = text.clean(value, self.limit)
        self.caret = self.anchor = len(self.value)
        self.touch()

    @property
    def selection(self) -> tuple[int, int]:
        """Start and end of what is selected (equal when nothing is)."""
        return min(self.caret, self.anchor), max(self.caret, self.anchor)

    def insert(self, words: str) -> None:
        """Type or paste: replaces the selection, keeps to the limit and the filter."""
        words = text.clean(words)
        if self.accept is not None and not self.accept(words):
            return
        start, end = self.selection
        words = words[: max(0, self.limit - len(self.value) + end - start)]
        self._change(self.value[:start] + words + self.value[end:], start + len(words))

    def _erase(self, step: int, word: bool) -> None:
        start, end = self.selection
        if start == end:
            other = self._jump(step) if word else self.caret + step
            other = min(max(other, 0), len(self.value))
            start, end = min(self.caret, other), max(self.caret, other)
        self._change(self.value[:start] + self.value[end:], start)

    def _change(self, value: str, caret: int) -> None:
        told = value != self.value
        self.value = value
        self._to(caret, False)
        if told and self.changed is not None:
            self.changed(self.value)

    def _to(self, caret: int, keep_anchor: bool) -> None:
        self.caret = min(max(caret, 0), len(self.value))
        if not keep_anchor:
            self.anchor = self.caret
        self._since, self._shown = 0.0, True
        self.touch()

    def _jump(self, step: int) -> int:
        """Where the next word begins or the last one began."""
        at = self.caret
        inside = range(1, len(self.value) + 1) if step < 0 else range(len(self.value))
        while at in inside and self.value[at - (step < 0)].isspace():
            at += step
        while at in inside and not self.value[at - (step < 0)].isspace():
            at += step
        return at

    # -- events ---------------------------------------------------------------------------

    def handle(self, event: Event) -> bool:
        """Typing, moving the caret, selecting by mouse or Shift."""
        if is_click(event):
            self._to(self._index(event.pos[0]), False)
            return True
        if event.type == pygame.MOUSEMOTION and self.ui is not None and self.ui.grabbed is self:
            self._to(self._index(event.pos[0]), True)
            return True
        if not self.focused:
            return False
        if event.type == pygame.TEXTINPUT:
            self.composing = ""
            self.insert(event.text)
            return True
        if event.type == pygame.TEXTEDITING:
            self.composing = text.clean(event.text)
            self.touch()
            return True
        return event.type == pygame.KEYDOWN and self._key(event)

    def repeats(self, event: Event) -> bool:
        """A held key types, erases and moves on; Enter and Escape count once."""
        return event.key not in (pygame.K_RETURN, pygame.K_KP_ENTER, pygame.K_ESCAPE, pygame.K_TAB)

    def _key(self, event: Event) -> bool:
        if self.composing:
            return True
        mod = getattr(event, "mod", 0)
        command = bool(mod & (pygame.KMOD_CTRL | pygame.KMOD_META)) and not mod & pygame.KMOD_MODE
        shift = bool(mod & pygame.KMOD_SHIFT)
        key = event.key
        if key in (pygame.K_BACKSPACE, pygame.K_DELETE):
            self._erase(-1 if key == pygame.K_BACKSPACE else 1, command)
        elif key in (pygame.K_LEFT, pygame.K_RIGHT):
            step = -1 if key == pygame.K_LEFT else 1
            self._to(self._jump(step) if command else self.caret + step, shift)
        elif key in (pygame.K_HOME, pygame.K_END):
            self._to(0 if key == pygame.K_HOME else len(self.value), shift)
        elif command and key == pygame.K_a:
            self.anchor = 0
            self._to(len(self.value), True)
        elif command and key in (pygame.K_c, pygame.K_x):
            self._copy(key == pygame.K_x)
        elif command and key == pygame.K_v:
            self.insert(clipboard())
        elif key in (pygame.K_RETURN, pygame.K_KP_ENTER) and self.submitted is not None:
            self.submitted(self.value)
        else:
            return key not in (pygame.K_RETURN, pygame.K_KP_ENTER, pygame.K_ESCAPE) and (
                not command and key < 0x110000
            )
        return True

    def _copy(self, cut: bool) -> None:
        start, end = self.selection
        if start == end:
            return
        to_clipboard(self.value[start:end])
        if cut:
            self._erase(1, False)

    def focus(self, on: bool) -> None:
        """Turn the window's text input on or off with the focus."""
        super().focus(on)
        self.composing = ""
        if on:
            pygame.key.start_text_input()
            pygame.key.set_text_input_rect(self.rect)
            if self.ui is not None and self.ui.by_keyboard:
                self.anchor, self.caret = 0, len(self.value)
            self._since, self._shown = 0.0, True
        else:
            pygame.key.stop_text_input()
            self.anchor = self.caret

    # -- time and drawing -----------------------------------------------------------------

    def wake_in(self) -> float | None:
        """The caret blinks while typing is possible."""
        return max(0.01, _BLINK - self._since)

    def update(self, dt: float) -> None:
        """Blink."""
        self._since += dt
        if self._since >= _BLINK:
            self._since, self._shown = 0.0, not self._shown
            self.touch()

    def _inner(self) -> Rect:
        return inset(self.rect, self.m.px(10), self.m.px(2))

    def _scroll(self) -> int:
        """Pixels the text is moved left so that the caret can be seen."""
        before = text.measure(self.value[: self.caret] + self.composing, theme.LEAD, self.m)
        return max(0, before - self._inner().w + self.m.px(4))

    def _index(self, x: int) -> int:
        """The place in the text nearest to a pixel column."""
        wanted = x - self._inner().x + self._scroll()
        places = range(len(self.value) + 1)
        return min(
            places,
            key=lambda i: abs(text.measure(self.value[:i], theme.LEAD, self.m) - wanted),
        )

    def draw(self, surface: Surface) -> None:
        """The box, the selection, the text, the caret."""
        m, inner = self.m, self._inner()
        edge = theme.FOCUS if self.focused else theme.EDGE
        line = m.px(2) if self.focused else m.px(1.5)
        surface.blit(
            paint.rounded(self.rect.size, m.px(7), theme.PAPER, None, edge, line), self.rect
        )
        clip = surface.get_clip()
        surface.set_clip(inner.clip(clip))
        if not self.value and not self.composing:
            text.draw_line(surface, self.placeholder, inner, theme.Style(16, False, _HINT), m)
        self._draw_text(surface, inner)
        surface.set_clip(clip)

    def _draw_text(self, surface: Surface, inner: Rect) -> None:
        m, style = self.m, theme.LEAD
        shift = self._scroll() if self.focused else 0
        start, end = self.selection
        shown = self.value[: self.caret] + self.composing + self.value[self.caret :]
        tall = min(inner.h, m.px(26))
        row = Rect(inner.x, inner.centery - tall // 2, inner.w, tall)
        if self.focused and start != end:
            left = text.measure(self.value[:start], style, m) - shift
            right = text.measure(self.value[:end], style, m) - shift
            surface.fill(_SELECTED, (inner.x + left, row.y, right - left, row.h))
        if shown:
            words = text.render(shown, style, m)
            surface.blit(words, words.get_rect(midleft=(inner.x - shift, inner.centery)))
        before = text.measure(self.value[: self.caret] + self.composing, style, m)
        if self.composing:
            first = text.measure(self.value[: self.caret], style, m)
            under = (inner.x + first - shift, row.bottom - m.px(2), before - first, m.px(1.5))
            surface.fill(theme.INK, under)
        if self.focused and self._shown:
            surface.fill(theme.INK, (inner.x + before - shift, row.y, m.px(1.5), row.h))


_HINT = theme.rgb("#7a6a55")
_SELECTED = theme.rgb("#c9dcf0")


def clipboard() -> str:
    """What was copied last, in any program; "" where there is no clipboard."""
    try:
        return pygame.scrap.get_text()
    except (pygame.error, NotImplementedError):
        return ""


def to_clipboard(words: str) -> None:
    """Copy words for any program; nothing happens where there is no clipboard."""
    try:
        pygame.scrap.put_text(words)
    except (pygame.error, NotImplementedError):
        return
