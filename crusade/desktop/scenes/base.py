"""What every scene is, and what the scenes ask of the rest of the program."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pygame
from pygame import Rect, Surface
from pygame.event import Event

from crusade.desktop import theme
from crusade.desktop.kit import Button, Label, Ui, ask, paint
from crusade.desktop.layout import Metrics, centred, cut_right, cut_top, inset
from crusade.texts import _

if TYPE_CHECKING:
    from crusade.desktop.app import App
    from crusade.session import Session


class Scene:
    """A screen of the game. A scene

    * makes its widgets once in `build` and adds them with `self.ui.add`,
    * gives each its rectangle in `layout(rect, metrics)`, called whenever the window or the
      interface size changes (and by `self.relayout()`),
    * gets the keys and clicks no widget used in `unused(event)`,
    * draws what is not a widget in `paint(surface)`, under the widgets.
    """

    app: App
    ui: Ui
    sets_up = False
    """Whether a game is set up here: then nothing else is worked out beside it."""

    def __init__(self) -> None:
        self._built = False

    @property
    def on_table(self) -> Session | None:
        """The game that is played here, if this is a table."""
        return None

    # -- for the App ----------------------------------------------------------------------

    def attach(self, app: App) -> None:
        """The App takes the scene in; the first time, its widgets are made."""
        self.app = app
        if not self._built:
            self._built = True
            self.ui = Ui(app.metrics, self._touch, app.presses)
            self.build()

    def _touch(self, rect: Rect | None) -> None:
        if self.app.scene is self:
            self.app.invalidate(rect)

    @property
    def m(self) -> Metrics:
        """The scale of the window."""
        return self.ui.m

    def relayout(self, metrics: Metrics | None = None) -> None:
        """Place everything anew (for a new size, or because the widgets changed)."""
        if metrics is not None:
            self.ui.resize(metrics)
        self.layout(self.ui.m.window, self.ui.m)
        self.ui.replace_layers()
        if metrics is not None:
            self.ui.reveal_focus()
        self.ui.touch(None)

    def handle(self, event: Event) -> bool:
        """Widgets first, then the scene."""
        return self.ui.handle(event) or (not self.ui.busy and self.unused(event))

    def update(self, dt: float) -> None:
        """Let `dt` seconds pass. Call `super().update(dt)`."""
        self.ui.update(dt)

    def draw(self, surface: Surface) -> None:
        """Draw everything within the surface's clip."""
        self.paint(surface)
        self.ui.draw(surface)

    def wants_frames(self) -> bool:
        """True while something moves: 60 updates a second, else the loop sleeps."""
        return False

    def wake_in(self) -> float | None:
        """Seconds until `update` must be called although nothing happens; None for never."""
        return self.ui.wake_in()

    # -- for the scenes -------------------------------------------------------------------

    def build(self) -> None:
        """Make the widgets (once)."""

    def enter(self) -> None:
        """The scene is shown, for the first time or again: take in fresh data here."""

    def leave(self) -> None:
        """The scene is no longer shown."""
        self.ui.let_go()
        self.ui.tooltip.hide()

    def layout(self, rect: Rect, m: Metrics) -> None:
        """Give every widget its rectangle, from the window's rectangle and the scale only."""

    def paint(self, surface: Surface) -> None:
        """Draw what lies under the widgets; the wooden table by default."""
        self.draw_wood(surface)

    def unused(self, event: Event) -> bool:
        """An event no widget used. Escape goes back, by default."""
        if event.type == pygame.KEYDOWN and event.key == pygame.K_ESCAPE:
            self.back()
            return True
        return False

    def back(self) -> None:
        """What Escape does."""
        self.app.pop()

    def too_quick(self, key: bool = False) -> None:
        """A click, or with ``key`` the press of a key, was dropped because it came before what it
        would have acted on could be seen.
        """

    def closing(self) -> bool:
        """The window's close button was pressed; True to stay (a question was asked)."""
        return False

    def draw_wood(self, surface: Surface) -> None:
        """The table that everything lies on."""
        table = paint.wood(self.m.size, round(self.m.scale, 2))
        clip = surface.get_clip()
        surface.blit(table, clip, clip)


class Page(Scene):
    """A scene with its name at the top left of the wood and a way back at the top right."""

    title = ""
    """The message of its name (`N_`)."""

    def heading_words(self) -> str:
        """Its name in the player's language."""
        return _(self.title) if self.title else ""

    def build(self) -> None:
        """The heading and the way back; call `super().build()` first."""
        self.heading = self.ui.add(Label(self.heading_words(), theme.TITLE_ON_WOOD))
        self.back_button = self.ui.add(
            Button(_("Back"), self.back, "quiet", pygame.K_ESCAPE, name="back")
        )

    def layout_page(self, rect: Rect, m: Metrics) -> Rect:
        """Place heading and way back; returns the rectangle left for the scene."""
        body = inset(rect, m.px(28), m.px(16))
        top, body = cut_top(body, m.px(44), m.px(14))
        wide = self.back_button.natural_width(m)
        button, rest = cut_right(top, wide, m.px(12))
        self.back_button.place(centred(button, wide, m.px(38)))
        self.heading.place(rest)
        return body

    def say(self, sentence: str) -> None:
        """Tell the person one sentence, if there is one."""
        if sentence:
            ask(self.ui, self.heading_words() or _("The Lost Tribes’ Crusade"), sentence)
