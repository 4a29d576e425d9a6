"""Things longer than the window: a scrolling group of widgets, and a list of many rows."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import pygame
from pygame import Rect, Surface
from pygame.event import Event

from crusade.desktop import theme
from crusade.desktop.kit import paint
from crusade.desktop.kit.widget import Group, Tip, Widget, is_click, is_key
from crusade.desktop.layout import Metrics

_BAR = 12
_SCROLL_KEYS = frozenset(
    {
        pygame.K_UP,
        pygame.K_DOWN,
        pygame.K_PAGEUP,
        pygame.K_PAGEDOWN,
        pygame.K_HOME,
        pygame.K_END,
    }
)


@dataclass(eq=False)
class Scroller(Group):
    """What scrolling needs: `length` pixels of content, `offset` of them scrolled away.

    Wheel, dragging the bar, and Up, Down, Page Up, Page Down, Home and End scroll.
    """

    scrolls_by_key = True

    def __post_init__(self) -> None:
        super().__post_init__()
        self.length = 0
        self.offset = 0
        self._drag: int | None = None
        self._bar_lit = False
        """Whether the bar is drawn as one that the mouse is on."""

    @property
    def view(self) -> Rect:
        """The rectangle in which content shows (the bar's room is kept free when it scrolls)."""
        view = Rect(self.rect)
        if self.limit and self.ui is not None:
            view.w = max(0, view.w - self.m.px(_BAR + 4))
        return view

    @property
    def limit(self) -> int:
        """The largest offset."""
        return max(0, self.length - self.rect.h)

    @property
    def step(self) -> int:
        """Pixels of one notch of the wheel."""
        return self.m.px(56)

    def scroll_to(self, offset: int) -> bool:
        """Scroll; True if anything moved."""
        offset = min(max(offset, 0), self.limit)
        if offset == self.offset:
            return False
        moved, self.offset = self.offset - offset, offset
        for kid in self.kids:
            kid.move(0, moved)
        self.touch()
        return True

    def reveal(self, rect: Rect) -> None:
        """Scroll so that the rectangle (in window pixels) is in view."""
        spare = self.m.px(8)
        if rect.top - spare < self.rect.top:
            self.scroll_to(self.offset - (self.rect.top - rect.top + spare))
        elif rect.bottom + spare > self.rect.bottom:
            self.scroll_to(self.offset + rect.bottom + spare - self.rect.bottom)
        super().reveal(rect)

    def bar(self) -> tuple[Rect, Rect] | None:
        """(the bar's trough, its handle), None when everything fits."""
        if not self.limit or self.ui is None:
            return None
        m = self.m
        trough = Rect(self.rect.right - m.px(_BAR), self.rect.y, m.px(_BAR), self.rect.h)
        tall = max(m.px(28), trough.h * self.rect.h // self.length)
        tall = min(tall, trough.h)
        top = trough.y + (trough.h - tall) * self.offset // self.limit
        return trough, Rect(trough.x, top, trough.w, tall)

    def handle(self, event: Event) -> bool:
        """Scroll by wheel, bar or keys."""
        if event.type == pygame.MOUSEWHEEL:
            fine = getattr(event, "precise_y", 0.0) or event.y
            return self.scroll_to(self.offset - round(fine * self.step))
        if event.type == pygame.KEYDOWN and not event.mod & (pygame.KMOD_CTRL | pygame.KMOD_ALT):
            return self._scroll_key(event.key)
        if event.type == pygame.MOUSEMOTION:
            self._light_bar()
        return self._drag_bar(event)

    def repeats(self, event: Event) -> bool:
        """The keys that scroll do so as long as they are held."""
        return event.key in _SCROLL_KEYS

    def let_go(self) -> None:
        """The bar stays where it is."""
        self._drag = None
        self.touch()

    def _scroll_key(self, key: int) -> bool:
        page = self.rect.h - self.step // 2
        by = {
            pygame.K_UP: -self.step,
            pygame.K_DOWN: self.step,
            pygame.K_PAGEUP: -page,
            pygame.K_PAGEDOWN: page,
            pygame.K_HOME: -self.length,
            pygame.K_END: self.length,
        }.get(key)
        return by is not None and self.scroll_to(self.offset + by)

    def _drag_bar(self, event: Event) -> bool:
        bar = self.bar()
        if bar is None:
            return False
        trough, handle = bar
        if is_click(event) and trough.collidepoint(event.pos):
            if handle.collidepoint(event.pos):
                self._drag = event.pos[1] - handle.y
            else:
                page = self.rect.h - self.step // 2
                self.scroll_to(self.offset + (page if event.pos[1] > handle.y else -page))
            return True
        if self._drag is not None and event.type == pygame.MOUSEMOTION:
            free = max(1, trough.h - handle.h)
            self.scroll_to(round((event.pos[1] - self._drag - trough.y) * self.limit / free))
            return True
        if self._drag is not None and event.type == pygame.MOUSEBUTTONUP:
            self._drag = None
            self.touch()
            return True
        return False

    def pick(self, pos: tuple[int, int]) -> Widget | None:
        """Nothing outside the view can be hit; the bar comes before the content."""
        if not self.visible or not self.rect.collidepoint(pos):
            return None
        bar = self.bar()
        if bar is not None and bar[0].collidepoint(pos):
            return self
        return super().pick(pos)

    def draw(self, surface: Surface) -> None:
        """The content within the view, then the bar."""
        clip = surface.get_clip()
        view = Rect(self.rect)
        surface.set_clip(view.clip(clip))
        self.draw_content(surface)
        bar = self.bar()
        if bar is not None:
            self._draw_bar(surface, *bar)
        surface.set_clip(clip)

    def draw_content(self, surface: Surface) -> None:
        """Draw what scrolls; the surface is clipped to the view."""
        super().draw(surface)

    def _on_bar(self, trough: Rect) -> bool:
        """Whether the mouse stands on the bar or drags it."""
        on = self.ui is not None and self.hot and trough.collidepoint(self.ui.mouse)
        return on or self._drag is not None

    def _light_bar(self) -> None:
        bar = self.bar()
        if bar is not None and self._on_bar(bar[0]) != self._bar_lit and self.ui is not None:
            self.ui.touch(bar[0])

    def _draw_bar(self, surface: Surface, trough: Rect, handle: Rect) -> None:
        m = self.m
        soft = paint.rounded(trough.size, trough.w // 2, theme.EDGE_SOFT)
        surface.blit(soft, trough)
        self._bar_lit = self._on_bar(trough)
        fill = theme.ACCENT if self._bar_lit else theme.EDGE
        grip = handle.inflate(-m.px(4), -m.px(4))
        surface.blit(paint.rounded(grip.size, grip.w // 2, fill), grip)


@dataclass(eq=False)
class ScrollView(Scroller):
    """Widgets in a column that may be longer than the view.

    `arrange(view, metrics)` places the widgets into a column that starts at `view.topleft` and
    returns the column's height in pixels. It is called again with less width if a bar is needed.
    """

    arrange: Callable[[Rect, Metrics], int] = lambda view, m: 0

    def place(self, rect: Rect) -> None:
        """Place the view and what is inside, keeping how far it was scrolled."""
        kept, self.offset, self.length = self.offset, 0, 0
        super().place(rect)
        self.length = self.arrange(Rect(self.rect), self.m)
        if self.limit:
            view = self.view
            self.length = self.arrange(view, self.m)
        self.scroll_to(kept)
        self.touch()


@dataclass(eq=False)
class ListView(Scroller):
    """Many rows of equal height, of which only the visible ones are drawn (10,000 are fine).

    `draw_row(surface, rect, index, hot, chosen)` draws one; `clicked(index)` is told of a click
    or of Enter. With `choosable` a row can be chosen, and Up and Down move the choice.
    """

    count: int = 0
    row_height: float = 30
    draw_row: Callable[[Surface, Rect, int, bool, bool], None] = lambda s, r, i, hot, chosen: None
    clicked: Callable[[int], None] | None = None
    row_tip: Callable[[int], str | Tip | None] | None = None
    choosable: bool = True

    def __post_init__(self) -> None:
        super().__post_init__()
        self.chosen: int | None = None
        self._lit: int | None = None

    @property
    def focusable(self) -> bool:  # type: ignore[override]
        """The keyboard can walk its rows."""
        return self.choosable and self.count > 0

    @property
    def takes_enter(self) -> bool:
        """Enter takes the chosen row."""
        return self.chosen is not None and self.clicked is not None

    @property
    def tall(self) -> int:
        """Pixels of height of one row."""
        return self.m.px(self.row_height)

    def place(self, rect: Rect) -> None:
        """Place the view."""
        share = self.offset / self.length if self.length else 0.0
        super().place(rect)
        self.length = self.count * self.tall
        self.offset = min(round(share * self.length), self.limit)

    def set_count(self, count: int, keep: bool = False) -> None:
        """There are now so many rows; `keep` keeps what is scrolled to and chosen."""
        self._light(None)  # its place may be another's now
        self.count = count
        self.length = count * self.tall
        self.chosen = self.chosen if keep and (self.chosen or 0) < count else None
        self.offset = min(self.offset, self.limit) if keep else 0
        self.touch()

    def row_at(self, pos: tuple[int, int]) -> int | None:
        """The row under a pixel."""
        if not self.view.collidepoint(pos):
            return None
        index = (pos[1] - self.rect.y + self.offset) // self.tall
        return index if 0 <= index < self.count else None

    def row_rect(self, index: int) -> Rect:
        """Where a row stands now, in window pixels."""
        view = self.view
        return Rect(view.x, view.y + index * self.tall - self.offset, view.w, self.tall)

    def choose(self, index: int) -> None:
        """Choose a row and scroll to it."""
        if self.count:
            self.chosen = min(max(index, 0), self.count - 1)
            self.reveal(self.row_rect(self.chosen))
            self.touch()

    def handle(self, event: Event) -> bool:
        """Light the row under the mouse, choose by click, walk by keys, scroll."""
        if event.type == pygame.MOUSEMOTION and self._drag is None:
            self._light(self.row_at(event.pos))
            return super().handle(event)
        if self.focused and is_key(event, pygame.K_UP, pygame.K_DOWN) and self.count:
            step = 1 if event.key == pygame.K_DOWN else -1
            if self.chosen is not None and not 0 <= self.chosen + step < self.count:
                return False  # past its end the arrows may lead on
            self.choose(0 if self.chosen is None else self.chosen + step)
            return True
        enter = self.focused and is_key(event, pygame.K_RETURN, pygame.K_KP_ENTER, pygame.K_SPACE)
        if enter and self.chosen is not None and self.clicked is not None:
            self.clicked(self.chosen)
            return True
        if super().handle(event):
            if event.type == pygame.MOUSEWHEEL and self.ui is not None:
                self._light(self.row_at(self.ui.mouse))
            return True
        if is_click(event):
            row = self.row_at(event.pos)
            if row is not None:
                if self.choosable:
                    self.chosen = row
                    self.touch()
                if self.clicked is not None:
                    self.clicked(row)
            return row is not None
        return False

    def hover(self, hot: bool) -> None:
        """No row is lit when the mouse leaves."""
        super().hover(hot)
        if not hot:
            self._light(None)

    def _light(self, row: int | None) -> None:
        if row != self._lit:
            for index in (row, self._lit):
                if index is not None and self.ui is not None:
                    self.ui.touch(self.row_rect(index).clip(self.rect))
            self._lit = row

    def tip_at(self, pos: tuple[int, int]) -> tuple[Tip, Rect] | None:
        """The tooltip of the row under the mouse."""
        row = self.row_at(pos)
        said = self.row_tip(row) if row is not None and self.row_tip is not None else None
        if row is None or not said:
            return None
        tip = Tip(text=said) if isinstance(said, str) else said
        return tip, self.row_rect(row).clip(self.rect)

    def focus_tip(self) -> tuple[Tip, Rect] | None:
        """The tooltip of the chosen row."""
        return None if self.chosen is None else self.tip_at(self.row_rect(self.chosen).center)

    def draw_content(self, surface: Surface) -> None:
        """Only the rows within the clip."""
        if not self.count:
            return
        clip = surface.get_clip()
        first = max(0, (clip.top - self.rect.y + self.offset) // self.tall)
        last = min(self.count - 1, (clip.bottom - 1 - self.rect.y + self.offset) // self.tall)
        for index in range(first, last + 1):
            chosen = index == self.chosen and self.choosable
            self.draw_row(surface, self.row_rect(index), index, index == self._lit, chosen)
        if self.keyed and self.chosen is not None:
            row = self.row_rect(self.chosen).inflate(-self.m.px(8), -self.m.px(8))
            paint.draw_focus(surface, row, self.m.scale, 4)
