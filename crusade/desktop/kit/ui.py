"""The root of a scene's widgets: who gets an event, what has the focus, what lies on top.

Layers: the lowest holds the scene's own widgets; menus and dialogs open further layers, and only
the topmost layer gets events. What changes is reported to `touch_screen`, so a frame redraws only
that part of the window.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

import pygame
from pygame import Rect, Surface
from pygame.event import Event

from crusade.desktop.kit.presses import NOTHING, Presses, Spot
from crusade.desktop.kit.tooltip import TooltipBox
from crusade.desktop.kit.widget import Group, Tip, Widget, is_key
from crusade.desktop.layout import Metrics

W = TypeVar("W", bound=Widget)

_MOUSE = {pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP, pygame.MOUSEMOTION}
_KEYS = {pygame.KEYDOWN, pygame.KEYUP, pygame.TEXTINPUT, pygame.TEXTEDITING}


@dataclass
class Layer:
    """One level of widgets. `dim` darkens what lies below; a click beside calls `outside`.

    `place` lays it out, `escape` and `enter` are what those keys do. `home` is the widget that the
    keys act on while no other has the focus; the keys in `arrows` walk back and on, round what
    takes the focus, or along `line` from its one end to the other.
    """

    root: Group
    dim: bool = False
    outside: Callable[[], None] | None = None
    place: Callable[[], None] | None = None
    escape: Callable[[], None] | None = None
    enter: Callable[[], None] | None = None
    home: Widget | None = field(default=None, repr=False)
    arrows: tuple[int, ...] = ()
    line: Callable[[], Sequence[Widget]] | None = field(default=None, repr=False)
    came_from: Widget | None = field(default=None, repr=False)
    came_by_keyboard: bool = field(default=False, repr=False)
    brought_by: int | None = field(default=None, repr=False)
    """The key that opened it, None for anything else. It must answer nothing here that loses
    something; see `Ui.brought_by`."""


class Ui:
    """The widgets of one scene. `m` is the current scale; `touch_screen` asks for a redraw."""

    def __init__(
        self,
        m: Metrics,
        touch_screen: Callable[[Rect | None], None],
        presses: Presses | None = None,
    ) -> None:
        self.m = m
        self._touch_screen = touch_screen
        self.presses = presses or Presses()
        self.layers: list[Layer] = [Layer(Group(rect=Rect(m.window)))]
        self.root.attach(self, None)
        self.mouse = (-1, -1)
        self.hot: Widget | None = None
        self.grabbed: Widget | None = None
        self.focused: Widget | None = None
        self.by_keyboard = False
        self.tooltip = TooltipBox(self)
        self._news = 0
        """How often something new came."""

    # -- building -------------------------------------------------------------------------

    @property
    def root(self) -> Group:
        """The scene's own widgets, below all menus and dialogs."""
        return self.layers[0].root

    def add(self, widget: W) -> W:
        """Add a widget to the scene's layer."""
        return self.root.add(widget)

    def clear(self) -> None:
        """Remove everything, open menus and dialogs too."""
        while len(self.layers) > 1:
            self.close(self.layers[-1])
        self.root.clear()
        self.tooltip.hide()

    def open(self, layer: Layer) -> Layer:
        """Put a layer on top; it gets all events until it is closed."""
        layer.came_from, layer.came_by_keyboard = self.focused, self.by_keyboard
        layer.brought_by = self.presses.acting
        layer.root.attach(self, None)
        layer.root.rect = Rect(self.m.window)
        self.layers.append(layer)
        self.focus(None)
        self._set_hot(None)
        self.let_go()
        self.tooltip.hide()
        if layer.place:
            layer.place()
        self.settle(new_view=layer.dim)
        if layer.home is not None:
            self.focus(layer.home, layer.brought_by is not None)
        return layer

    def close(self, layer: Layer) -> None:
        """Take a layer away; the focus goes back to where it was."""
        if layer not in self.layers[1:]:
            return
        self.layers.remove(layer)
        self.forget(layer.root)
        layer.root.attach(None, None)
        self.by_keyboard = layer.came_by_keyboard and self.presses.by_keys
        came_from = layer.came_from
        if came_from is not None and came_from.ui is self:
            self.focus(came_from, self.by_keyboard)
        self.tooltip.hide()
        # Escape loses nothing: pressed twice it may close a menu and leave the page.
        escaped = self.presses.acting == pygame.K_ESCAPE
        self.settle(double_tap=not escaped, new_view=layer.dim and not escaped)
        self._set_hot(self.pick(self.mouse))

    def settle(self, *, double_tap: bool = True, new_view: bool = True) -> None:
        """Something new comes (a phase, a card, a page): what was typed before it can be seen is
        swallowed, keys that are down count only after they were let go, and whatever is pressed
        before it can be taken in comes too early. Menus and dialogs do this by themselves.
        ``new_view``: see `Presses.settle`.
        """
        self._news += 1
        self.presses.settle(double_tap=double_tap, new_view=new_view)
        self.touch(None)

    @property
    def brought_by(self) -> int | None:
        """The key that opened the topmost layer, if a key did: let another one confirm there."""
        return self.layers[-1].brought_by

    @property
    def busy(self) -> bool:
        """Is a menu or a dialog open?"""
        return len(self.layers) > 1

    def forget(self, widget: Widget) -> None:
        """The widget leaves: drop every reference to it and what is inside."""
        gone = {id(widget)} | {id(w) for w in _everything(widget)}
        if self.hot is not None and id(self.hot) in gone:
            self.hot.hot = False
            self.hot = None
            self.tooltip.hide()
        if self.grabbed is not None and id(self.grabbed) in gone:
            self.let_go()
        if self.focused is not None and id(self.focused) in gone:
            self.focus(None)

    def let_go(self) -> None:
        """Drop what the mouse holds, without a release: the scene or its lowest layer is left."""
        widget, self.grabbed = self.grabbed, None
        while widget is not None:
            widget.let_go()
            widget = widget.parent

    def find(self, name: str) -> Widget:
        """The visible widget of that name, topmost layer first. Raises KeyError."""
        for layer in reversed(self.layers):
            for widget in layer.root.walk():
                if widget.name == name:
                    return widget
        raise KeyError(name)

    # -- drawing --------------------------------------------------------------------------

    def resize(self, m: Metrics) -> None:
        """The window or the interface size changed. The scene then places its widgets."""
        self.m = m
        for layer in self.layers:
            layer.root.rect = Rect(m.window)
        self.tooltip.hide()

    def replace_layers(self) -> None:
        """Place menus and dialogs anew (after `resize` and the scene's own layout)."""
        for layer in self.layers[1:]:
            if layer.place:
                layer.place()

    def touch(self, rect: Rect | None) -> None:
        """Redraw that part of the window (None: all of it)."""
        self._touch_screen(rect)

    def draw(self, surface: Surface) -> None:
        """Draw all layers within the surface's clip, then the tooltip."""
        for layer in self.layers:
            if layer.dim:
                veil = Surface(surface.get_clip().size, pygame.SRCALPHA)
                veil.fill((20, 12, 6, 150))
                surface.blit(veil, surface.get_clip())
            layer.root.draw(surface)
        self.tooltip.draw(surface)

    # -- time -----------------------------------------------------------------------------

    def wake_in(self) -> float | None:
        """Seconds until `update` has something to do; None when nothing waits."""
        times = [self.tooltip.wake_in()]
        if self.focused is not None:
            times.append(self.focused.wake_in())
        if self.grabbed is not None:
            times.append(self.grabbed.wake_in())
        due = [time for time in times if time is not None]
        return min(due) if due else None

    def update(self, dt: float) -> None:
        """Let `dt` seconds pass."""
        self.tooltip.update(dt)
        for widget in {self.focused, self.grabbed} - {None}:
            assert widget is not None
            widget.update(dt)

    # -- events ---------------------------------------------------------------------------

    def pick(self, pos: tuple[int, int]) -> Widget | None:
        """The innermost widget of the top layer at that pixel (never the layer's own root)."""
        root = self.layers[-1].root
        found = root.pick(pos)
        return None if found is root else found

    def lies_at(self, pos: tuple[int, int]) -> Spot:
        """What a click at that pixel acts on, to tell whether it is still the same later."""
        found = self.pick(pos)
        return NOTHING if found is None else Spot(found, found.says, found.steady, found.wants_text)

    def means(self, event: Event) -> Spot:
        """The text that key writes in, or the steady widget whose own key it is; `NOTHING` for
        other keys.
        """
        typing = self.focused is not None and self.focused.wants_text
        if typing and not is_key(event, pygame.K_RETURN, pygame.K_KP_ENTER):
            return Spot(self.focused, writes=True)
        for widget in self.layers[-1].root.walk():
            meant = getattr(widget, "is_meant_by", None)
            if widget.steady and widget.enabled and meant is not None and meant(event, typing):
                return Spot(widget, widget.says, True)
        return NOTHING

    def answers(self, event: Event) -> bool:
        """Whether a press of that key would do something here that can be said beforehand: it is
        the key of a widget that can be pressed, or acts on what the keyboard stands on.
        """
        stands = self.focused is not None and self.focused.keyed and self.focused.takes_enter
        if stands and is_key(event, pygame.K_RETURN, pygame.K_KP_ENTER, pygame.K_SPACE):
            return True
        typing = self.focused is not None and self.focused.wants_text
        for widget in self.layers[-1].root.walk():
            meant = getattr(widget, "is_meant_by", None)
            if meant is not None and widget.enabled and meant(event, typing):
                return True
        return False

    def handle(self, event: Event) -> bool:
        """Send an event where it belongs; True when something used it."""
        if event.type in _MOUSE or event.type == pygame.MOUSEWHEEL:
            return self._handle_mouse(event)
        if event.type in _KEYS:
            return self._handle_key(event)
        if event.type == pygame.WINDOWLEAVE and self.grabbed is None:
            self.mouse = (-1, -1)
            self._set_hot(None)
            self.tooltip.hide()
        return False

    def _handle_mouse(self, event: Event) -> bool:
        if event.type == pygame.MOUSEWHEEL:
            self.tooltip.hide()
            used = self._bubble(self.pick(self.mouse), event)
            self._set_hot(self.pick(self.mouse))
            return used or self.busy
        self.mouse = event.pos
        under = self.pick(event.pos)
        if self.grabbed is None:
            self._set_hot(under)
        if event.type == pygame.MOUSEMOTION:
            self.tooltip.point(self.hot if self.grabbed is None else None, event.pos)
            target = self.grabbed or under
            return self._bubble(target, event)
        if event.type == pygame.MOUSEBUTTONDOWN:
            return self._press(event, under)
        if event.button != 1:  # what the first button holds stays held
            return self._bubble(self.grabbed or under, event)
        target, self.grabbed = self.grabbed, None
        used = self._bubble(target or under, event)
        self._set_hot(self.pick(self.mouse))
        return used

    def _press(self, event: Event, under: Widget | None) -> bool:
        if self.by_keyboard:
            self.by_keyboard = False
            self._touch_main()
            if self.focused is not None:
                self.focused.touch()  # its ring goes, also where nothing else gets the focus
        self.tooltip.hide()
        layer = self.layers[-1]
        if under is None and layer.outside is not None:
            layer.outside()
            return True
        if event.button != 1:
            return self._bubble(under, event) or self.busy
        target = under
        while target is not None and not target.focusable:
            target = target.parent
        if target is None or target.enabled:
            self.focus(target or layer.home)
        self.grabbed = under
        return self._bubble(under, event) or self.busy

    def _handle_key(self, event: Event) -> bool:
        if event.type != pygame.KEYDOWN:
            return self.focused is not None and self._bubble(self.focused, event)
        self.tooltip.hide()
        return self._handle_held(event) if self.presses.held else self._pressed(event)

    def _pressed(self, event: Event) -> bool:
        if event.key == pygame.K_TAB and not event.mod & (pygame.KMOD_ALT | pygame.KMOD_CTRL):
            step = -1 if event.mod & pygame.KMOD_SHIFT else 1
            if self.focused is None or not self.focused.tab(step):
                self.focus_next(step)
            else:
                self.by_keyboard = True
                self.explain()
            return True
        asked, news = self.focused, self._news
        layer = self.layers[-1]
        walks = is_key(event, *layer.arrows)
        if asked is not None and (asked.handle(event) if walks else self._bubble(asked, event)):
            # What a key did is seen better than what the key says of itself.
            if self.focused is asked and not asked.wants_text and self._news == news:
                self.explain()
            return True
        if walks:
            step = -1 if layer.arrows.index(event.key) % 2 == 0 else 1
            if layer.line is None:
                self.focus_next(step)
            else:
                self._walk(layer.line(), step)
            return True
        if is_key(event, pygame.K_ESCAPE) and layer.escape is not None:
            layer.escape()
            return True
        if is_key(event, pygame.K_RETURN, pygame.K_KP_ENTER) and layer.enter is not None:
            layer.enter()
            return True
        typing = self.focused is not None and self.focused.wants_text
        for widget in list(layer.root.walk()):
            take = getattr(widget, "hot_key", None)
            if take is not None and widget.enabled and take(event, typing):
                return True
        if asked is not None and asked.repeats(event):
            self.explain()  # its end is reached: the key means nothing else
            return True
        return self._say_why_not(event, typing) or self._scroll_by_key(event) or self.busy

    def _say_why_not(self, event: Event, typing: bool) -> bool:
        """Answer the key of what cannot be pressed now, as pointing at it would."""
        for widget in self.layers[-1].root.walk():
            meant = getattr(widget, "is_meant_by", None)
            if meant is None or widget.enabled or not widget.why:
                continue
            if meant(event, typing):
                self.say(widget.why, widget.rect)
                return True
        return False

    def _handle_held(self, event: Event) -> bool:
        """A key that is held reaches only what takes its repetitions: typing and scrolling."""
        widget = self.focused
        layer = self.layers[-1]
        walks = is_key(event, *layer.arrows) and layer.line is None
        if walks and (widget is None or not widget.repeats(event)):
            return self._pressed(event)
        while widget is not None:
            parent = widget.parent
            if widget.repeats(event) and widget.handle(event):
                if not widget.wants_text:
                    self.explain()
                return True
            widget = parent
        typing = self.focused is not None and self.focused.wants_text
        for widget in list(self.layers[-1].root.walk()):
            take = getattr(widget, "hot_key", None)
            if take is not None and widget.enabled and widget.repeats(event):
                take(event, typing)
                return True
        if self.focused is None or not self.focused.repeats(event):
            self._scroll_by_key(event)
        else:
            self.explain()
        return True

    def _scroll_by_key(self, event: Event) -> bool:
        """Page and arrow keys scroll the one thing that scrolls, without a click on it first."""
        for widget in self.layers[-1].root.walk():
            scrolls = getattr(widget, "scrolls_by_key", False)
            if scrolls and widget.repeats(event) and widget.handle(event):
                return True
        return False

    @staticmethod
    def _bubble(widget: Widget | None, event: Event) -> bool:
        """Offer the event to a widget and then to its parents."""
        while widget is not None:
            parent = widget.parent
            if widget.handle(event):
                return True
            widget = parent
        return False

    def _set_hot(self, widget: Widget | None) -> None:
        if widget is self.hot:
            return
        if self.hot is not None:
            self.hot.hover(False)
        self.hot = widget
        if widget is not None:
            widget.hover(True)

    # -- focus ----------------------------------------------------------------------------

    def focus(self, widget: Widget | None, by_keyboard: bool = False) -> None:
        """Give the keyboard's attention to a widget (None: to no one)."""
        self.by_keyboard = by_keyboard or self.by_keyboard
        self._touch_main()
        if widget is self.focused:
            if widget is not None:
                widget.touch()
            return
        if self.focused is not None:
            self.focused.focus(False)
        self.focused = widget
        if widget is not None:
            widget.focus(True)
            widget.reveal(widget.rect)

    def reveal_focus(self) -> None:
        """Everything has another place or size: what the keyboard stands on comes into sight."""
        if self.focused is not None and self.by_keyboard:
            self.focused.reveal(self.focused.rect)

    def enter_goes_elsewhere(self, widget: Widget) -> bool:
        """Whether Enter acts on another widget than this one, which is pressed by it otherwise."""
        focused = self.focused
        if focused is None or focused is widget or not self.by_keyboard:
            return False
        return focused.takes_enter

    def _touch_main(self) -> None:
        """What Enter presses looks different when the keyboard comes or goes."""
        for widget in self.layers[-1].root.walk():
            if getattr(widget, "key", None) == pygame.K_RETURN:
                widget.touch()

    def focus_next(self, step: int) -> None:
        """Move the focus to the next (or, with -1, the previous) widget that takes it."""
        chain = [w for w in self.layers[-1].root.walk() if w.focusable and w.enabled]
        # The way back stands first on many pages, and has a key of its own: it comes last.
        chain.sort(key=lambda w: getattr(w, "key", None) == pygame.K_ESCAPE)
        if not chain:
            return
        self.by_keyboard = True
        if self.focused in chain:
            index = (chain.index(self.focused) + step) % len(chain)
        else:
            index = 0 if step > 0 else -1
        self.focus(chain[index], True)
        self.explain()

    def _walk(self, line: Sequence[Widget], step: int) -> None:
        """Move the focus along a line of widgets; at its end it stays."""
        if self.focused in line:
            index = line.index(self.focused) + step
        else:
            index = 0 if step > 0 else len(line) - 1
        self.by_keyboard = True
        self.focus(line[max(0, min(index, len(line) - 1))], True)
        self.explain()

    def explain(self) -> None:
        """Show the tooltip of what the keyboard stands on, as pointing at it would."""
        widget = self.focused
        if widget is None or not self.presses.by_keys or self.tooltip.tip is not None:
            return
        said = widget.focus_tip()
        if said is not None:
            self.tooltip.show(*said, widget.focus_clear())

    def say(self, tip: str | Tip, target: Rect, clear: Sequence[Rect] = ()) -> None:
        """Show a tooltip now, beside `target` and off `clear`, until the mouse moves on."""
        self.tooltip.show(Tip(text=tip) if isinstance(tip, str) else tip, target, clear)


def _everything(widget: Widget) -> list[Widget]:
    out: list[Widget] = []
    for child in widget.children():
        out.append(child)
        out.extend(_everything(child))
    return out
