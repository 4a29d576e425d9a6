"""A question in front of everything: asked once, answered by a click, Enter or Escape.

Enter never loses anything: where the main answer does (`Answer.loses`), Enter gives the first
answer that does not, and the main one has a letter of its own, never the key that brought the
question up.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

import pygame
from pygame import Rect

from crusade.desktop import theme
from crusade.desktop.kit import text
from crusade.desktop.kit.buttons import Button
from crusade.desktop.kit.labels import Label, Panel
from crusade.desktop.kit.scroll import ScrollView
from crusade.desktop.kit.text import Rich
from crusade.desktop.kit.ui import Layer, Ui
from crusade.desktop.kit.widget import Group
from crusade.desktop.layout import Metrics, centred, inset
from crusade.texts import _


@dataclass(frozen=True)
class Answer:
    """A button of a dialog. The dialog closes first, then `action` runs (None: nothing).

    One that `loses` something which cannot be brought back is never given by Enter alone.
    """

    label: str
    action: Callable[[], None] | None = None
    main: bool = False
    key: int | None = None
    loses: bool = False


def ask(
    ui: Ui,
    title: str,
    message: Rich,
    answers: Sequence[Answer] = (),
    *,
    width: int = 470,
) -> Layer:
    """Ask; without answers it can only be understood.

    Enter gives the main answer (or, if that loses something, the first that does not),
    Escape the last one. Left and Right walk the answers as they stand, Tab goes round them.
    Returns the open layer.

    `width` is in points; long messages scroll.
    """
    answers = answers or (Answer(_("Understood"), main=True),)
    root = Group()
    panel = root.add(Panel(name="dialog"))
    heading = panel.add(Label(title, theme.HEAD))
    told = text.shortened(message) if isinstance(message, str) else message
    words = Label(told, theme.BODY, wrap=True, valign="top")
    scroll = panel.add(ScrollView())
    scroll.add(words)
    layer = Layer(root, dim=True)

    def arrange(view: Rect, m: Metrics) -> int:
        tall = words.height(m, view.w)
        words.rect = Rect(view.x, view.y, view.w, tall)
        return tall

    def answer(action: Callable[[], None] | None) -> None:
        ui.close(layer)
        if action is not None:
            action()

    scroll.arrange = arrange
    buttons: list[Button] = []
    for given, key in zip(answers, answer_keys(answers, ui.presses.acting), strict=True):
        buttons.append(
            Button(
                given.label,
                partial(answer, given.action),
                "main" if given.main else "quiet",
                key,
                name=f"answer:{given.label}",
                careful=given.loses,
            )
        )
        panel.add(buttons[-1])

    def place() -> None:
        _place(ui.m, panel, heading, words, scroll, buttons, width)

    layer.place = place
    layer.escape = lambda: answer(answers[-1].action)
    layer.arrows = (pygame.K_LEFT, pygame.K_RIGHT)
    # As they stand, not as they were given: Left must not lead to the answer on the right.
    layer.line = lambda: sorted(buttons, key=lambda button: (button.rect.y, button.rect.x))
    layer.home = next((b for b in buttons if b.key == pygame.K_RETURN), buttons[-1])
    return ui.open(layer)


def answer_keys(answers: Sequence[Answer], opener: int | None = None) -> list[int | None]:
    """The key of each answer. `opener` is the key that brought the question up: it answers nothing
    that loses something.
    """
    safe = [number for number, given in enumerate(answers) if not given.loses]
    main = next((number for number in safe if answers[number].main), safe[0] if safe else -1)
    keys: list[int | None] = []
    for number, given in enumerate(answers):
        key = given.key
        if key is None and number == main:
            key = pygame.K_RETURN
        elif key is None and given.loses:
            letter = given.label[:1].lower()
            key = ord(letter) if "a" <= letter <= "z" else None
        elif key is None and number == len(answers) - 1:
            key = pygame.K_ESCAPE
        if given.loses and key in (opener, pygame.K_RETURN, *keys):
            key = None
        keys.append(key)
    return keys


def _place(
    m: Metrics,
    panel: Panel,
    heading: Label,
    words: Label,
    scroll: ScrollView,
    buttons: Sequence[Button],
    width: int,
) -> None:
    pad, gap, tall = m.px(20), m.px(10), m.px(40)
    widths = [b.natural_width(m) for b in buttons]
    wide = max(m.px(width), sum(widths) + gap * (len(widths) - 1) + 2 * pad)
    wide = min(wide, m.window.w - m.px(32))
    stacked = sum(widths) + gap * (len(widths) - 1) + 2 * pad > wide
    feet = (tall + gap) * len(buttons) - gap if stacked else tall
    need = words.height(m, wide - 2 * pad)
    heading_tall = text.line_height(heading.style, m)
    fixed = 2 * pad + heading_tall + m.px(8) + feet + m.px(18)
    body = min(need, m.window.h - m.px(24) - fixed)
    panel.place(centred(m.window, wide, fixed + body))
    inner = inset(panel.rect, pad)
    heading.place(Rect(inner.x, inner.y, inner.w, heading_tall))
    scroll.place(Rect(inner.x, heading.rect.bottom + m.px(8), inner.w, body))
    x, y = inner.right, inner.bottom - feet
    for button, natural in zip(buttons, widths, strict=True):
        if stacked:
            button.place(Rect(inner.x, y, inner.w, tall))
            y += tall + gap
        else:
            x -= natural
            button.place(Rect(x, y, natural, tall))
            x -= gap
