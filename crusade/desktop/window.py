"""The one window: opening it, its size, full screen, and keeping the terminal quiet."""

from __future__ import annotations

import contextlib
import os
import sys
import warnings
from collections.abc import Iterator, Sequence

import pygame
from pygame import Rect, Surface

from crusade.desktop import pictures
from crusade.desktop.kit import paint, text
from crusade.desktop.layout import MIN_WINDOW
from crusade.resources import Unusable
from crusade.texts import N_, _

TITLE = N_("The Lost Tribes’ Crusade")
DEFAULT_SIZE = (1280, 720)
ICON = 64
"""Pixels of the side of the program's icon."""
_NOT_SCREENS = {"dummy", "offscreen"}
_ACCELERATION = "SDL_FRAMEBUFFER_ACCELERATION"


class NoDisplay(Exception):
    """No window can be opened; the message is one sentence for a person."""


@contextlib.contextmanager
def quiet() -> Iterator[None]:
    """Keep what C libraries write to the terminal (driver warnings) off it."""
    try:
        sys.stderr.flush()
        kept = os.dup(2)
    except (OSError, ValueError, AttributeError):
        yield
        return
    try:
        with open(os.devnull, "wb") as nowhere:  # noqa: PTH123  (a file descriptor is needed)
            os.dup2(nowhere.fileno(), 2)
        yield
    finally:
        os.dup2(kept, 2)
        os.close(kept)


@contextlib.contextmanager
def _in_parts() -> Iterator[None]:
    """Have SDL bring to an X server what has changed, not the whole window by way of a texture.

    SDL looks when the first window opens. A person's own wish stands, whatever it says. Only X is
    asked for it: Windows is drawn so anyway, and on Wayland and macOS there is nothing but the
    texture, so that no window would open at all.
    """
    if pygame.display.get_driver() != "x11" or _ACCELERATION in os.environ:
        yield
        return
    os.environ[_ACCELERATION] = "0"
    try:
        yield
    finally:
        del os.environ[_ACCELERATION]


class Window:
    """The game's window. `headless` opens it on SDL's dummy driver, for tests and pictures.

    Raises NoDisplay if there is no screen to open it on.
    """

    def __init__(
        self,
        size: tuple[int, int] = DEFAULT_SIZE,
        *,
        fullscreen: bool = False,
        headless: bool = False,
    ) -> None:
        self.fullscreen = False
        self.maximised = False
        self._maximise_again = False  # when the full screen is left
        self._before = size
        self._doubted: tuple[int, int] | None = None
        self.windowed = (max(320, size[0]), max(240, size[1]))
        asked = os.environ.get("SDL_VIDEODRIVER", "")
        if headless:
            os.environ["SDL_VIDEODRIVER"] = "dummy"
        self.headless = headless or asked in _NOT_SCREENS
        if pygame.display.get_init() and not self.headless:
            pygame.display.quit()
        try:
            with quiet():
                pygame.display.init()
                pygame.font.init()
        except pygame.error as error:
            raise NoDisplay(_sentence()) from error
        if not self.headless and pygame.display.get_driver() in _NOT_SCREENS:
            pygame.display.quit()
            raise NoDisplay(_sentence())
        pygame.display.set_caption(_(TITLE))
        with contextlib.suppress(Unusable):  # what is missing is told by what needs it
            self.set_icon(pictures.marker("program", ICON))
        self.surface = self._open(fullscreen)
        pygame.key.set_repeat(350, 32)
        pygame.key.stop_text_input()

    def _open(self, fullscreen: bool) -> Surface:
        try:
            with quiet(), _in_parts():
                if fullscreen and not self.headless:
                    desktop = pygame.display.get_desktop_sizes()[0]
                    surface = pygame.display.set_mode(desktop, pygame.FULLSCREEN)
                else:
                    fullscreen = fullscreen and self.headless
                    surface = pygame.display.set_mode(self.windowed, pygame.RESIZABLE)
        except pygame.error as error:
            if fullscreen:
                return self._open(False)
            raise NoDisplay(_sentence()) from error
        self.fullscreen = fullscreen
        self._limit()
        return surface

    def _limit(self) -> None:
        """Ask the desktop not to let the window become smaller than the layouts can bear."""
        if self.headless or self.fullscreen:
            return
        with (
            contextlib.suppress(pygame.error, AttributeError, TypeError),
            warnings.catch_warnings(action="ignore"),  # the way may go; the game does without
        ):
            desktop = pygame.display.get_desktop_sizes()[0]
            least = (min(MIN_WINDOW[0], desktop[0]), min(MIN_WINDOW[1], desktop[1]))
            pygame.Window.from_display_module().minimum_size = least

    @property
    def size(self) -> tuple[int, int]:
        """Size in pixels."""
        return self.surface.get_size()

    def set_fullscreen(self, on: bool) -> None:
        """Full screen or window; a screen that cannot do it stays as it is. The window comes back
        where it was, maximised if it was.
        """
        if on == self.fullscreen:
            return
        self._doubted = None
        if self.headless or not self._switch(on):
            self.surface = self._open(on)

    def _switch(self, on: bool) -> bool:
        """Let the desktop do it: it knows where the window was. False where it cannot."""
        try:
            with warnings.catch_warnings(action="ignore"), quiet():
                window = pygame.Window.from_display_module()
                if on:
                    self._maximise_again = self.maximised
                    if self.maximised:  # else its own place is forgotten
                        window.restore()
                        pygame.event.pump()
                    window.set_fullscreen(desktop=True)
                else:
                    window.set_windowed()
                    if self._maximise_again:
                        window.maximize()
        except (pygame.error, AttributeError, TypeError):
            return False
        self.fullscreen = on
        pygame.event.pump()  # the surface follows the window's size when its events are looked at
        current = pygame.display.get_surface()
        if current is not None:
            self.surface = current
        return True

    def set_maximised(self, on: bool) -> None:
        """The desktop says that the window was maximised, or is one among others again.

        Its own size is kept meanwhile, whichever of the two events comes first: this one or that
        of the new size.
        """
        self._doubted = None
        if on and not self.maximised and not self.fullscreen and self.windowed == self.size:
            self._doubted = self.windowed
            self.windowed = self._before  # unless the new size is still to come: see `resized`
        self.maximised = on

    def resized(self, size: tuple[int, int]) -> None:
        """The desktop says the window has a new size."""
        if self.headless and size != self.size:
            wanted = (max(320, size[0]), max(240, size[1]))
            self.surface = pygame.display.set_mode(wanted, pygame.RESIZABLE)
        current = pygame.display.get_surface()
        if current is not None:
            self.surface = current
        if self._doubted not in (None, self.size):
            self.windowed, self._doubted = self._doubted, None
        if not self.fullscreen and not self.maximised and self.windowed != self.size:
            self._before, self.windowed = self.windowed, self.size

    def show(self, rects: Sequence[Rect]) -> None:
        """Bring these parts of the surface onto the screen."""
        pygame.display.update(list(rects))

    def set_icon(self, picture: Surface) -> None:
        """The picture in the title bar and the task list."""
        with contextlib.suppress(pygame.error):
            pygame.display.set_icon(picture)

    def close(self) -> None:
        """Close the window and forget everything that was made for it."""
        text.forget()
        paint.forget()
        pygame.display.quit()


def _sentence() -> str:
    return _("No window can be opened here, because there is no display.")
