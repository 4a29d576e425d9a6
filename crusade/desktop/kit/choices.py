"""Settings of all kinds: a switch, one of several, a colour, a value on a line."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

import pygame
from pygame import Rect, Surface
from pygame.event import Event

from crusade.desktop import pictures, theme
from crusade.desktop.kit import paint, text
from crusade.desktop.kit.buttons import sheet_ring
from crusade.desktop.kit.widget import Tip, Widget, is_click, is_key
from crusade.desktop.layout import columns
from crusade.desktop.theme import Colour
from crusade.texts import _, _p

CAP = 22
"""Points of width of the cap that shows a switch's key."""
_SMALLEST = 14
_TWO_LINES, _LEAST = (14, 13, 12, 11), 14
"""Points of a switch's words that need two lines, tried in turn; pixels they have at least."""
"""Points of the smallest letters there are."""


@dataclass(eq=False)
class Toggle(Widget):
    """A switch with its words on the right; a click anywhere on it turns it, or its `key` from
    anywhere in the scene.
    """

    label: str = ""
    on: bool = False
    changed: Callable[[bool], None] | None = None
    key: int | None = field(default=None, kw_only=True)

    focusable = True

    @property
    def takes_enter(self) -> bool:
        """Enter turns it."""
        return self.enabled

    def set(self, on: bool) -> None:
        """Turn it without telling anyone."""
        if on != self.on:
            self.on = on
            self.touch()

    def handle(self, event: Event) -> bool:
        """Turn on a click, or on Space or Enter with the focus."""
        if not self.enabled:
            return is_click(event)
        keys = (pygame.K_SPACE, pygame.K_RETURN, pygame.K_KP_ENTER)
        if is_click(event) or (self.keyed and is_key(event, *keys)):
            self._turn()
            return True
        return False

    def _turn(self) -> None:
        self.set(not self.on)
        if self.changed is not None:
            self.changed(self.on)

    def hot_key(self, event: Event, typing: bool) -> bool:
        """Turn when the event is its own key."""
        if typing or self.key is None or not is_key(event, self.key):
            return False
        self._turn()
        return True

    def draw(self, surface: Surface) -> None:
        """The track, the knob, a tick when on, the words."""
        m = self.m
        track = Rect(self.rect.x, 0, m.px(46), m.px(26))
        track.centery = self.rect.centery
        fill = theme.GOOD if self.on else theme.mix(theme.EDGE, theme.PARCHMENT, 0.25)
        if not self.enabled:
            fill = theme.mix(fill, theme.PARCHMENT_LOW, 0.6)
        edge = theme.mix(fill, theme.INK, 0.45 if not self.hot else 0.75)
        surface.blit(paint.rounded(track.size, track.h // 2, fill, None, edge, m.px(1.5)), track)
        size = track.h - m.px(6)
        knob = paint.disc(size, theme.PAPER, theme.mix(theme.EDGE, theme.INK, 0.2), m.px(1))
        x = track.right - size - m.px(3) if self.on else track.x + m.px(3)
        place = paint.put(surface, knob, (x, track.centery - size // 2))
        if self.on:
            draw_tick(surface, place.center, theme.GOOD, m.px(15))
        laid = self.words()
        laid.draw(surface, (track.right + m.px(11), self.rect.centery - laid.height // 2))
        if self.key is not None:
            cap = Rect(self.rect.right - m.px(CAP), 0, m.px(CAP), m.px(20))
            cap.centery = self.rect.centery
            surface.blit(sheet_ring(cap.size, m.px(4), (*theme.INK, 120), m.px(1)), cap)
            name = pygame.key.name(self.key).upper()
            text.draw_line(surface, name, cap, theme.SMALL, m, align="center")
        if self.keyed:
            paint.draw_focus(surface, track, m.scale, 13)

    def words(self) -> text.Paragraph:
        """Its words as they are drawn: two lines where they need them, no higher than it is."""
        m = self.m
        wide = max(0, self.rect.w - m.px(46) - m.px(11))
        wide -= m.px(CAP + 6) if self.key is not None else 0
        style = theme.BODY if self.enabled else theme.BODY.with_colour(theme.INK_SOFT)
        laid = text.paragraph(self.label, style, m, wide, max_lines=2)
        for size in _TWO_LINES:
            if len(laid.lines) == 1 or m.px(size) < _LEAST:
                break
            style = theme.Style(size, False, style.colour)
            laid = text.paragraph(self.label, style, m, wide, max_lines=2)
            if laid.height <= self.rect.h:
                break
        return laid


def draw_tick(surface: Surface, center: tuple[int, int], colour: Colour, size: int) -> None:
    """A check mark."""
    shown = pictures.icon("check", size, colour)
    surface.blit(shown, shown.get_rect(center=center))


@dataclass(eq=False)
class Segmented(Widget):
    """One of several words, side by side (a radio group). `notes` are tooltips of the words, `keys`
    choose them from anywhere in the scene.
    """

    options: Sequence[str] = ()
    index: int = 0
    changed: Callable[[int], None] | None = None
    notes: Sequence[str] = ()
    keys: Sequence[int] = field(default=(), kw_only=True)

    focusable = True

    def set(self, index: int) -> None:
        """Choose without telling anyone."""
        if index != self.index:
            self.index = index
            self.touch()

    def cells(self) -> list[Rect]:
        """The rectangle of each word: all alike, or by their length if that is needed to fit."""
        wide = [text.measure(o, theme.STRONG, self.m) + self.m.px(16) for o in self.options]
        fits = max(wide, default=0) * len(wide) <= self.rect.w
        return columns(self.rect, [1] * len(wide) if fits else wide)

    def handle(self, event: Event) -> bool:
        """Choose by click, or by arrow keys with the focus."""
        if not self.enabled:
            return is_click(event)
        if is_click(event):
            for number, cell in enumerate(self.cells()):
                if cell.collidepoint(event.pos):
                    self._choose(number)
            return True
        if event.type == pygame.MOUSEMOTION and self.hot:
            self.touch()
        if self.focused and is_key(event, pygame.K_LEFT, pygame.K_RIGHT):
            step = 1 if event.key == pygame.K_RIGHT else -1
            self._choose(min(max(self.index + step, 0), len(self.options) - 1))
            return True
        return False

    def hot_key(self, event: Event, typing: bool) -> bool:
        """Choose the word whose key the event is."""
        if typing or not is_key(event, *self.keys):
            return False
        self._choose(list(self.keys).index(event.key))
        return True

    def _choose(self, index: int) -> None:
        if index != self.index:
            self.set(index)
            if self.changed is not None:
                self.changed(index)

    def tip_at(self, pos: tuple[int, int]) -> tuple[Tip, Rect] | None:
        """The note of the word under the mouse."""
        if self.enabled:
            for number, cell in enumerate(self.cells()):
                if number < len(self.notes) and self.notes[number] and cell.collidepoint(pos):
                    return Tip(text=self.notes[number]), cell
        return super().tip_at(pos)

    def focus_tip(self) -> tuple[Tip, Rect] | None:
        """The note of the chosen word."""
        cells = self.cells()
        return self.tip_at(cells[self.index].center) if cells else None

    def draw(self, surface: Surface) -> None:
        """A trough with the chosen word raised in the accent colour."""
        m = self.m
        trough = paint.rounded(
            self.rect.size,
            m.px(8),
            theme.PARCHMENT_DEEP,
            theme.PARCHMENT_LOW,
            theme.EDGE,
            m.px(1.5),
        )
        surface.blit(trough, self.rect)
        mouse = self.ui.mouse if self.ui is not None else (-1, -1)
        for number, cell in enumerate(self.cells()):
            chosen = number == self.index
            plate = cell.inflate(-m.px(5), -m.px(6))
            if chosen:
                fill = theme.ACCENT if self.enabled else theme.INK_SOFT
                lit = paint.rounded(plate.size, m.px(6), fill, None, theme.ACCENT_DARK, m.px(1))
                surface.blit(lit, plate)
            elif self.hot and self.enabled and cell.collidepoint(mouse):
                surface.blit(paint.rounded(plate.size, m.px(6), theme.PARCHMENT), plate)
            words = self.options[number]
            style = theme.STRONG.with_colour(theme.WHITE) if chosen else theme.BODY
            if number < len(self.keys):
                key = pygame.key.name(self.keys[number]).upper()
                small = theme.SMALL.with_colour(theme.WHITE if chosen else theme.INK_SOFT)
                spot = Rect(plate.x + m.px(5), plate.y, plate.w, plate.h)
                plate.x += text.draw_line(surface, key, spot, small, m).w + m.px(4)
                plate.w = cell.right - m.px(4) - plate.x
            for size in range(style.size, _SMALLEST - 1, -1):
                style = replace(style, size=size)
                if text.measure(words, style, m) <= plate.w:
                    break
            text.draw_line(surface, words, plate, style, m, align="center")
        if self.keyed:
            paint.draw_focus(surface, self.rect, m.scale)


@dataclass(eq=False)
class Swatches(Widget):
    """A row of colours, one chosen; `taken` ones cannot be chosen and are crossed out."""

    colours: Sequence[tuple[str, Colour]] = ()
    index: int = 0
    taken: tuple[int, ...] = ()
    changed: Callable[[int], None] | None = None

    focusable = True

    def set(self, index: int, taken: tuple[int, ...] = ()) -> None:
        """Choose without telling anyone."""
        self.index, self.taken = index, taken
        self.touch()

    def cells(self) -> list[Rect]:
        """The square of each colour."""
        side = min(self.rect.h, self.m.px(34))
        gap = self.m.px(8)
        top = self.rect.centery - side // 2
        return [
            Rect(self.rect.x + i * (side + gap), top, side, side) for i in range(len(self.colours))
        ]

    def handle(self, event: Event) -> bool:
        """Choose by click, or by arrow keys with the focus."""
        if is_click(event):
            for number, cell in enumerate(self.cells()):
                if cell.collidepoint(event.pos):
                    self._choose(number)
            return True
        if self.focused and is_key(event, pygame.K_LEFT, pygame.K_RIGHT):
            step = 1 if event.key == pygame.K_RIGHT else -1
            index = self.index + step
            while 0 <= index < len(self.colours) and index in self.taken:
                index += step
            if 0 <= index < len(self.colours):
                self._choose(index)
            return True
        return False

    def _choose(self, index: int) -> None:
        if index != self.index and index not in self.taken:
            self.index = index
            self.touch()
            if self.changed is not None:
                self.changed(index)

    def tip_at(self, pos: tuple[int, int]) -> tuple[Tip, Rect] | None:
        """The colour's name."""
        for number, cell in enumerate(self.cells()):
            if cell.collidepoint(pos):
                name = _p("colour", self.colours[number][0])
                if number in self.taken:
                    name = _("{colour} (taken by the other player)", colour=name)
                return Tip(text=name), cell
        return None

    def focus_tip(self) -> tuple[Tip, Rect] | None:
        """The name of the chosen colour."""
        return self.tip_at(self.cells()[self.index].center)

    def draw(self, surface: Surface) -> None:
        """The squares; the chosen one ringed and ticked."""
        m = self.m
        for number, cell in enumerate(self.cells()):
            colour = self.colours[number][1]
            if number in self.taken:
                colour = theme.mix(colour, theme.PARCHMENT_LOW, 0.7)
            if number == self.index:
                ring = cell.inflate(m.px(6), m.px(6))
                surface.blit(paint.rounded(ring.size, m.px(9), theme.INK), ring)
                inner = cell.inflate(m.px(2), m.px(2))
                surface.blit(paint.rounded(inner.size, m.px(7), theme.PAPER), inner)
            surface.blit(paint.rounded(cell.size, m.px(6), colour), cell)
            if number == self.index:
                draw_tick(surface, cell.center, theme.text_on(colour), m.px(24))
            elif number in self.taken:
                line = (theme.INK_SOFT, cell.inflate(-m.px(12), -m.px(12)))
                pygame.draw.line(surface, line[0], line[1].topleft, line[1].bottomright, m.px(2))
        if self.keyed:
            paint.draw_focus(surface, self.cells()[self.index].inflate(m.px(6), m.px(6)), m.scale)


@dataclass(eq=False)
class Slider(Widget):
    """A value on a line between `low` and `high` in steps of `step` (whole numbers).

    `changed` is told while it is dragged, or only at the end with `at_end`; `shown` words it.
    """

    value: int = 0
    low: int = 0
    high: int = 100
    step: int = 5
    changed: Callable[[int], None] | None = None
    at_end: bool = False
    shown: Callable[[int], str] = str

    focusable = True

    def __post_init__(self) -> None:
        super().__post_init__()
        self._told = self.value

    def set(self, value: int) -> None:
        """Move it without telling anyone."""
        value = min(max(value, self.low), self.high)
        if value != self.value:
            self.value = value
            self.touch()
        self._told = self.value

    def track(self) -> Rect:
        """The line the knob runs on."""
        m = self.m
        number = max(
            text.measure(self.shown(v), theme.STRONG, m) for v in (self.low, self.value, self.high)
        )
        wide = max(m.px(40), self.rect.w - number - m.px(26))
        line = Rect(self.rect.x + m.px(10), 0, wide, m.px(6))
        line.centery = self.rect.centery
        return line

    def handle(self, event: Event) -> bool:
        """Drag, click on the line, wheel, or arrow keys with the focus."""
        if not self.enabled:
            return is_click(event)
        dragging = self.ui is not None and self.ui.grabbed is self
        if is_click(event) or (event.type == pygame.MOUSEMOTION and dragging):
            line = self.track()
            share = min(max((event.pos[0] - line.x) / max(1, line.w), 0.0), 1.0)
            steps = round(share * (self.high - self.low) / self.step)
            self._move(self.low + steps * self.step, not self.at_end)
            return True
        if event.type == pygame.MOUSEBUTTONUP and event.button == 1:
            self._tell()
            return True
        if self.focused and is_key(event, pygame.K_LEFT, pygame.K_RIGHT):
            step = self.step if event.key == pygame.K_RIGHT else -self.step
            self._move(self.value + step, True)
            return True
        return False

    def repeats(self, event: Event) -> bool:
        """The knob slides as long as an arrow key is held."""
        return event.key in (pygame.K_LEFT, pygame.K_RIGHT)

    def _move(self, value: int, tell: bool) -> None:
        value = min(max(value, self.low), self.high)
        if value != self.value:
            self.value = value
            self.touch()
        if tell:
            self._tell()

    def _tell(self) -> None:
        if self._told != self.value:
            self._told = self.value
            if self.changed is not None:
                self.changed(self.value)

    def draw(self, surface: Surface) -> None:
        """The line, filled up to the knob; the value in words on the right."""
        m, line = self.m, self.track()
        surface.blit(paint.rounded(line.size, m.px(3), theme.EDGE_SOFT, None, theme.EDGE, 1), line)
        share = (self.value - self.low) / max(1, self.high - self.low)
        done = Rect(line.x, line.y, round(line.w * share), line.h)
        if done.w > 0:
            fill = theme.ACCENT if self.enabled else theme.INK_SOFT
            surface.blit(paint.rounded(done.size, m.px(3), fill), done)
        size = m.px(20)
        edge = theme.ACCENT_DARK if self.hot and self.enabled else theme.EDGE
        knob = paint.disc(size, theme.PAPER, edge, m.px(2.5))
        place = paint.put(surface, knob, (done.right - size // 2, line.centery - size // 2))
        words = Rect(line.right + m.px(14), self.rect.y, 0, self.rect.h)
        words.w = max(0, self.rect.right - words.x)
        text.draw_line(surface, self.shown(self.value), words, theme.STRONG, m, align="right")
        if self.keyed:
            paint.draw_focus(surface, place, m.scale, 10)
