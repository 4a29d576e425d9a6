"""The question before a deed that gives something away: never answered by the key that asked it."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from crusade.desktop.kit import Answer, Layer, Rich, Ui, ask


def confirm(
    ui: Ui, title: str, message: Rich, deed: str, act: Callable[[], None], stay: str
) -> Layer:
    """Ask whether to do ``deed``; Enter and Escape ``stay``, only Y or a click does it.

    Enter is the key that is pressed by habit, so it goes to the answer that loses nothing.
    """
    answers = [Answer(deed, act, True, pygame.K_y, loses=True), Answer(stay)]
    return ask(ui, title, message, answers)
