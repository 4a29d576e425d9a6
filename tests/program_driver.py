"""The real program with its archive in a folder of the test, driven by mouse events."""

from __future__ import annotations

import random
import time
from pathlib import Path

import pygame
from table_player import INSTANT, Player

from crusade.desktop.program import Program
from crusade.desktop.scenes.table import TableScene
from crusade.settings import Settings, save_settings


class Driver(Player):
    """Plays by the mouse in a `Program`; scenes change as they do for a person."""

    by_drag = False
    clicks = 0

    def __init__(self, folder: Path, *, size=(1280, 720), seed=1, **settings) -> None:
        save_settings(folder, Settings().changed(**{**INSTANT, **settings}))
        self.open(folder, size)
        self.rng = random.Random(seed)

    def open(self, folder: Path, size=(1280, 720)) -> None:
        self.program = Program(folder, headless=True, size=size)
        self.app = self.program.app
        self.app.pump(0.0)

    def close(self) -> None:
        self.app.window.close()
        self.program.archive.close()

    # ---------------------------------------------------------------- what is seen
    @property
    def scene(self):
        return self.app.scene

    @property
    def session(self):
        return self.scene.session

    def click(self, pos, button=1) -> None:
        super().click(pos, button)
        self.app.pump(0.0)
        self.wait_for_the_board()

    def wait_for_the_board(self) -> None:
        """Let the board of a game that begins be set up."""
        while getattr(self.scene, "setting_up", False):
            time.sleep(0.01)
            self.app.pump(0.0)

    def press(self, name: str) -> None:
        widget = self.scene.ui.find(name)
        widget.reveal(widget.rect)
        assert widget.enabled, f"{name} cannot be pressed: {widget.why}"
        self.click(widget.rect.center)

    def choose(self, name: str, index: int) -> None:
        """Click a cell of a segmented choice or of swatches."""
        widget = self.scene.ui.find(name)
        widget.reveal(widget.rect)
        self.click(widget.cells()[index].center)

    def write(self, name: str, words: str) -> None:
        self.press(name)
        self.key(pygame.K_a, pygame.KMOD_CTRL)
        self.key(pygame.K_BACKSPACE)
        for letter in words:
            pygame.event.post(pygame.event.Event(pygame.TEXTINPUT, text=letter))
        self.app.pump(0.01)

    def said(self) -> str:
        """The message of the dialog that is open, which is then closed."""
        labels = [w for w in self.scene.ui.layers[-1].root.walk() if hasattr(w, "content")]
        words = " ".join(str(label.content) for label in labels)
        self.key(pygame.K_ESCAPE)
        return words

    # ---------------------------------------------------------------- games
    def begin(self, names=("Ada",), seed: int | None = 5, **more) -> None:
        """From the title through the new-game screen to the table."""
        self.press("new")
        if len(names) > 1:
            self.choose("mode", 1)
        for seat, name in enumerate(names):
            self.write(f"name-{seat}", name)
        if seed is not None:
            self.write("seed", str(seed))
        for name, index in more.items():
            self.choose(name.replace("_", "-"), index)
        self.press("begin")
        assert isinstance(self.scene, TableScene)

    def play_until(self, wanted, limit=4000) -> None:
        """Play on by clicks until the scene is as wanted."""
        with self.fewer_frames() as draw:
            for _ in range(limit):
                if wanted(self.scene):
                    return
                self.step()
                draw()
        raise AssertionError("it never comes to that")

    def play_out(self) -> None:
        """Play to the end; the result is shown then."""
        self.play_until(lambda scene: not isinstance(scene, TableScene))
