"""What every widget is: a rectangle that draws itself, takes events, and may hold others."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeVar

import pygame
from pygame import Rect, Surface
from pygame.event import Event

from crusade.desktop.kit.text import Rich
from crusade.desktop.layout import Metrics

if TYPE_CHECKING:
    from crusade.desktop.kit.ui import Ui

W = TypeVar("W", bound="Widget")


@dataclass(frozen=True)
class TipRow:
    """A line of a sum in a tooltip: words on the left, a number on the right."""

    left: str
    right: str
    strong: bool = False


@dataclass(frozen=True)
class Tip:
    """What a tooltip says: a title, words, a sum of rows, a closing remark. Any may be empty."""

    title: str = ""
    text: Rich = ""
    rows: tuple[TipRow, ...] = ()
    note: Rich = ""
    width: int = 300
    """Widest it may be, in points."""


@dataclass(eq=False)
class Widget:
    """A part of a scene. Give it a `rect` in the scene's layout, add it to a `Ui` or a `Group`.

    `tip` is shown when the mouse rests on it. A widget that is not `enabled` takes no clicks;
    `why` then says why, as its tooltip.
    """

    rect: Rect = field(default_factory=lambda: Rect(0, 0, 0, 0), kw_only=True)
    visible: bool = field(default=True, kw_only=True)
    enabled: bool = field(default=True, kw_only=True)
    tip: str | Tip | Callable[[], str | Tip | None] | None = field(default=None, kw_only=True)
    why: str = field(default="", kw_only=True)
    name: str = field(default="", kw_only=True)
    """A name by which tests find it (`ui.find`)."""

    focusable = False
    wants_text = False
    """True for widgets that are typed into."""
    steady = False
    """Whether two clicks on it mean the same twice, whatever the first one brought: taking back."""
    tip_delay = 0.45
    """Seconds the mouse rests before the tooltip appears."""

    def __post_init__(self) -> None:
        self.parent: Widget | None = None
        self.ui: Ui | None = None
        self.hot = False
        self.focused = False

    @property
    def m(self) -> Metrics:
        """The scale of the window. Only while the widget belongs to a `Ui`."""
        assert self.ui is not None, "the widget is in no Ui yet"
        return self.ui.m

    @property
    def keyed(self) -> bool:
        """Does it have the focus, and from the keyboard? Only then Enter and Space press it:
        after a click on a button, Enter still means the scene's main action."""
        return self.focused and self.ui is not None and self.ui.by_keyboard

    @property
    def ink(self) -> Rect:
        """All the pixels it may colour (shadow, focus ring), for redrawing."""
        grow = 16 if self.ui is None else self.m.px(16)
        return self.rect.inflate(grow, grow)

    @property
    def takes_enter(self) -> bool:
        """Whether Enter acts on it while the keyboard stands on it (and not on the main button)."""
        return False

    def children(self) -> tuple[Widget, ...]:
        """The widgets inside, in drawing order."""
        return ()

    @property
    def says(self) -> str:
        """What a click on it does now, for what comes to do something else."""
        return ""

    def attach(self, ui: Ui | None, parent: Widget | None) -> None:
        """Called when it becomes part of a window (or, with None, leaves it)."""
        self.ui, self.parent = ui, parent
        for child in self.children():
            child.attach(ui, self)

    def place(self, rect: Rect) -> None:
        """Give it its rectangle. Groups also place what is inside."""
        if rect != self.rect:
            self.touch()
            self.rect = Rect(rect)
            self.touch()

    def move(self, dx: int, dy: int) -> None:
        """Shift it and everything inside."""
        self.rect.move_ip(dx, dy)
        for child in self.children():
            child.move(dx, dy)

    def touch(self) -> None:
        """It looks different now: have it drawn again."""
        if self.ui is not None:
            self.ui.touch(self.ink)

    def pick(self, pos: tuple[int, int]) -> Widget | None:
        """The innermost widget at that pixel, itself included."""
        if not self.visible or not self.hits(pos):
            return None
        for child in reversed(self.children()):
            found = child.pick(pos)
            if found is not None:
                return found
        return self

    def hits(self, pos: tuple[int, int]) -> bool:
        """Is the pixel on it?"""
        return self.rect.collidepoint(pos)

    def walk(self) -> Iterator[Widget]:
        """Itself and everything visible inside, in drawing order."""
        if self.visible:
            yield self
            for child in self.children():
                yield from child.walk()

    def tip_at(self, pos: tuple[int, int]) -> tuple[Tip, Rect] | None:
        """The tooltip for the mouse at `pos` and what it explains (never covered by it)."""
        said = self.tip() if callable(self.tip) else self.tip
        if not self.enabled and self.why:
            said = self.why
        if not said:
            return None
        return (Tip(text=said) if isinstance(said, str) else said), self.rect

    def clear_of(self, pos: tuple[int, int]) -> Sequence[Rect]:
        """What the tooltip for the mouse at `pos` should not cover beside what it explains, in
        window pixels, most important first.
        """
        return ()

    def focus_tip(self) -> tuple[Tip, Rect] | None:
        """The tooltip for the keyboard standing on it: what pointing at it would bring."""
        return self.tip_at(self.rect.center)

    def focus_clear(self) -> Sequence[Rect]:
        """What that tooltip should not cover beside what it explains; see `clear_of`."""
        return ()

    def tab(self, step: int) -> bool:
        """Tab was pressed while it has the focus (-1: with Shift); True if it goes on inside."""
        return False

    def handle(self, event: Event) -> bool:
        """Take an event; True when it was used. Unused ones go to the parent."""
        return False

    def repeats(self, event: Event) -> bool:
        """Whether it takes this key again and again while it is held: only what types or scrolls
        does, for a repetition must never answer anything.
        """
        return False

    def let_go(self) -> None:
        """What the mouse holds here is dropped without a release: a dialog opened, for example."""

    def hover(self, hot: bool) -> None:
        """The mouse came or went."""
        self.hot = hot
        self.touch()

    def focus(self, on: bool) -> None:
        """The keyboard's attention came or went."""
        self.focused = on
        self.touch()

    def reveal(self, rect: Rect) -> None:
        """Scroll so that the rectangle can be seen; groups pass it up."""
        if self.parent is not None:
            self.parent.reveal(rect)

    def wake_in(self) -> float | None:
        """Seconds until it wants `update` called, None for never."""
        return None

    def update(self, dt: float) -> None:
        """Time passed (seconds); only called when `wake_in` asks or something else happens."""

    def draw(self, surface: Surface) -> None:
        """Draw itself."""


@dataclass(eq=False)
class Group(Widget):
    """A widget that only holds others."""

    def __post_init__(self) -> None:
        super().__post_init__()
        self.kids: list[Widget] = []

    def add(self, widget: W) -> W:
        """Put a widget on top of the others; returns it."""
        self.kids.append(widget)
        widget.attach(self.ui, self)
        self.touch()
        return widget

    def remove(self, widget: Widget) -> None:
        """Take a widget out."""
        self.kids.remove(widget)
        if self.ui is not None:
            self.ui.forget(widget)
        widget.attach(None, None)
        self.touch()

    def clear(self) -> None:
        """Take all widgets out."""
        for kid in list(self.kids):
            self.remove(kid)

    def children(self) -> tuple[Widget, ...]:
        """The widgets inside."""
        return tuple(self.kids)

    def draw(self, surface: Surface) -> None:
        """Draw what is inside and can be seen."""
        clip = surface.get_clip()
        for kid in self.kids:
            if kid.visible and clip.colliderect(kid.ink):
                kid.draw(surface)


def is_click(event: Event, button: int = 1) -> bool:
    """Is it a press of that mouse button?"""
    return bool(event.type == pygame.MOUSEBUTTONDOWN and event.button == button)


def is_key(event: Event, *keys: int) -> bool:
    """Is it the press of one of these keys, without Ctrl, Alt or Meta?"""
    held = pygame.KMOD_CTRL | pygame.KMOD_ALT | pygame.KMOD_META
    return bool(
        event.type == pygame.KEYDOWN and event.key in keys and not getattr(event, "mod", 0) & held
    )
