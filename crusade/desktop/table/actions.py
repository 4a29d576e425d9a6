"""The buttons at the lower right: what can be done now, the main thing first, each with its key."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from pygame import Rect, Surface

from crusade.desktop import pictures
from crusade.desktop.kit import Button, Group
from crusade.desktop.layout import columns
from crusade.desktop.theme import Colour


@dataclass(frozen=True)
class Action:
    """One button: its name for tests, word, deed, key, and why it cannot be pressed, if so."""

    name: str
    label: str
    act: Callable[[], None] = field(compare=False)
    key: int | None = None
    main: bool = False
    why: str = ""
    enabled: bool = True
    tip: str = ""
    ctrl_key: int | None = None
    """A second key, with Ctrl, that is not shown."""
    show_key: bool = True
    weight: float = 1.0
    icon: str = ""
    """The picture that stands for its word where that has no room."""
    bare: bool = False
    """Whether the picture stands for its word in any case."""
    link: bool = False
    steady: bool = False
    """Whether two clicks mean it twice, whatever the first one brought."""


Rows = Sequence[Sequence[Action]]

ROW = 36
GAP = 7


def _look(action: Action) -> str:
    """How a button looks; what is first but cannot be pressed now must not look like a button."""
    pressable = action.enabled and not action.why
    if action.name == "main" and not pressable:
        return "words"
    return "main" if action.main else "link" if action.link else "quiet"


def _painter(name: str) -> Callable[[int, Colour], Surface]:
    def paint(size: int, colour: Colour) -> Surface:
        return pictures.icon(name, size, colour)

    return paint


class ActionBar(Group):
    """Rows of buttons that follow what can be done. `show` is cheap when nothing changed."""

    def __init__(self) -> None:
        super().__init__(name="actions")
        self.rows: Rows = ()
        self.buttons: dict[str, Button] = {}
        self._bare: set[str] = set()
        """Buttons with a picture whose word has no room; their tooltip says what they do."""

    def height(self, count: int | None = None) -> int:
        """Pixels that so many rows need (those shown now if not given)."""
        rows = len(self.rows) if count is None else count
        return rows * self.m.px(ROW) + max(0, rows - 1) * self.m.px(GAP)

    def show(self, rows: Rows) -> bool:
        """Show these buttons; True when the rows differ in number, so that room is needed anew."""
        old = [[a.name for a in row] for row in self.rows]
        new = [[a.name for a in row] for row in rows]
        self.rows = rows
        self._bare |= {a.name for row in rows for a in row if a.bare}
        if old != new:
            self._rebuild()
            self.arrange()
        for row in rows:
            for action in row:
                button = self.buttons[action.name]
                button.look = _look(action)
                button.action, button.tip = action.act, action.tip or None
                button.key, button.show_key = action.key, action.show_key
                button.steady = action.steady
                self._set(action)
        return len(old) != len(new)

    def _widths(self, row: Sequence[Action], line: int) -> list[float]:
        """The pixels that each button of a row wants; fewer where there is little room."""
        buttons = [self.buttons[action.name] for action in row]
        wide = [button.natural_width(self.m) for button in buttons]
        if sum(wide) > line:
            wide = [button.least_width(self.m) for button in buttons]
        if sum(wide) > line:
            wide = [button.least_width(self.m, with_key=False) for button in buttons]
        return [pixels * action.weight for pixels, action in zip(wide, row, strict=True)]

    def _set(self, action: Action) -> None:
        """Let its button say what can be done now, or show its picture alone."""
        bare = action.name in self._bare
        self.buttons[action.name].icon = _painter(action.icon) if bare else None
        self.buttons[action.name].set(
            label="" if bare else action.label,
            enabled=action.enabled and not action.why,
            why=action.why,
        )

    def _rebuild(self) -> None:
        wanted = {a.name: a for row in self.rows for a in row}
        for name in list(self.buttons):
            if name not in wanted:
                self.remove(self.buttons.pop(name))
        for name, action in wanted.items():
            if name not in self.buttons:
                button = Button(
                    action.label,
                    action.act,
                    key=action.key,
                    ctrl_key=action.ctrl_key,
                    show_key=action.show_key,
                    name=name,
                )
                self.buttons[name] = self.add(button)
        # Reading order is the order in which Tab goes.
        self.kids = [self.buttons[a.name] for row in self.rows for a in row]

    def place(self, rect: Rect) -> None:
        """Place the rows from the bottom up."""
        super().place(rect)
        self.arrange()

    def natural_width(self) -> int:
        """Pixels that the widest row needs."""
        gap = self.m.px(GAP)
        rows = [[self.buttons[a.name].natural_width(self.m) for a in row] for row in self.rows]
        return max((sum(row) + gap * (len(row) - 1) for row in rows), default=0)

    def arrange(self) -> None:
        """Give every button its rectangle."""
        if self.ui is None or not self.rows:
            return
        tall, gap = self.m.px(ROW), self.m.px(GAP)
        self._bare = {a.name for row in self.rows for a in row if a.bare}
        for row in self.rows:
            for a in row:
                self._set(a)
        tall = min(tall, max(1, (self.rect.h - gap * (len(self.rows) - 1)) // len(self.rows)))
        top = self.rect.bottom - len(self.rows) * tall - (len(self.rows) - 1) * gap
        for row in self.rows:
            line = Rect(self.rect.x, top, self.rect.w, tall)
            room = line.w - gap * (len(row) - 1)
            wide = self._widths(row, room)
            if sum(wide) > room:
                self._bare |= {a.name for a in row if a.icon}
                for a in row:
                    self._set(a)
                wide = self._widths(row, room)
            for action, cell in zip(row, columns(line, wide, gap), strict=True):
                self.buttons[action.name].place(cell)
            top += tall + gap
        self.touch()
