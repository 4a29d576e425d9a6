"""Taking a game in from elsewhere: from a file, from the clipboard, or from the folder of games."""

from __future__ import annotations

import pygame
from pygame import Rect, Surface
from pygame.event import Event

from crusade.clock import local_minute
from crusade.desktop import theme
from crusade.desktop.kit import Button, Label, ListView, Panel, TextField, clipboard, paint, text
from crusade.desktop.layout import Metrics, centred, columns, cut_bottom, cut_top, inset
from crusade.desktop.scenes.base import Page
from crusade.desktop.scenes.host import Host
from crusade.imports import RecordFile, is_record
from crusade.plain import plain, shortened
from crusade.record import LONGEST_FILE
from crusade.rules.ids import SOLO
from crusade.texts import N_, _, _n, several

_LONGEST_PATH = 1000
_LONGEST_NAME = 120
_NAME_SHARE = 0.55
"""The most of a row's width that the name of a file takes; the rest is for the people."""
_ROW = 52
_WORDS = N_(
    "Every game can be exported as one small text file, its record. Drop such a file on the window,"
    " write where it lies, or copy its text and paste it here. A finished game goes into the Hall"
    " of Fame, a running one can be continued."
)


class ImportScene(Page):
    """A line for a path, a button for what was copied, and the records that lie at hand."""

    title = N_("Import a game")

    def __init__(self, host: Host) -> None:
        super().__init__()
        self.host = host
        self.files: list[RecordFile] = []

    def build(self) -> None:
        """The line, the buttons, the list."""
        super().build()
        self.panel = self.ui.add(Panel(name="import-panel"))
        self.words = self.panel.add(Label(_(_WORDS), theme.BODY, wrap=True, valign="top"))
        self.path = self.panel.add(
            TextField(
                "",
                _("Where the file lies, such as ~/Downloads/game-7.txt"),
                limit=_LONGEST_PATH,
                changed=lambda value: self._typed(),
                submitted=lambda value: self._take_typed(),
                name="path",
            )
        )
        self.take = self.panel.add(
            Button(_("Import"), self._take_typed, "main", pygame.K_RETURN, name="take")
        )
        self.paste = self.panel.add(
            Button(_("Paste a record"), self._paste, key=pygame.K_v, ctrl=True, name="paste")
        )
        self.caption = self.panel.add(Label("", theme.STRONG))
        self.list = self.panel.add(
            ListView(row_height=_ROW, draw_row=self._draw_file, clicked=self._clicked, name="files")
        )
        self._typed()

    def enter(self) -> None:
        """Look which records lie beside the games."""
        self.files = list(self.host.record_files())
        self.list.set_count(len(self.files))
        where = (
            _("Records beside your games") if self.files else _("No records lie beside your games.")
        )
        self.caption.set(where)

    def _typed(self) -> None:
        if is_record(self.path.value):  # its lines were lost on the way into a single line
            self.path.set("")
            self._paste()
        empty = not self.path.value.strip()
        self.take.set(enabled=not empty, why=_("Write where the file lies.") if empty else "")

    # -- layout ---------------------------------------------------------------------------

    def layout(self, rect: Rect, m: Metrics) -> None:
        """Words, line and buttons from the top, the list below them."""
        body = self.layout_page(rect, m)
        self.panel.place(centred(body, m.px(860), body.h))
        inner = inset(self.panel.rect, m.px(20), m.px(14))
        roomy = m.points[1] > 420
        self.words.visible = roomy
        if roomy:
            words, inner = cut_top(inner, self.words.height(m, inner.w), m.px(12))
            self.words.place(words)
        line, inner = cut_top(inner, m.px(40), m.px(10))
        self.path.place(line)
        buttons, inner = cut_top(inner, m.px(40), m.px(12))
        for button, cell in zip((self.take, self.paste), columns(buttons, [1, 1], m.px(12)),
                                strict=True):  # fmt: skip
            button.place(cell)
        caption, inner = cut_top(inner, m.px(26), m.px(4))
        self.caption.place(caption)
        rows = max(1, inner.h // m.px(_ROW))
        _unused, inner = cut_bottom(inner, max(0, inner.h - rows * m.px(_ROW)))
        self.list.place(inner)

    def _draw_file(self, surface: Surface, rect: Rect, index: int, hot: bool, chosen: bool) -> None:
        m, (path, record) = self.m, self.files[index]
        box = inset(rect, 0, m.px(2))
        if hot or chosen:
            surface.blit(paint.rounded(box.size, m.px(7), theme.LIT, None, theme.GOLD, 1), box)
        elif index:
            surface.fill(theme.EDGE_SOFT, (rect.x, rect.y, rect.w, 1))
        body = inset(box, m.px(10), m.px(2))
        tall = text.line_height(theme.STRONG, m)
        upper = Rect(body.x, body.centery - tall, body.w, tall)
        name = plain(path.name, _LONGEST_NAME)
        wide = min(text.measure(name, theme.FAINT, m), round(upper.w * _NAME_SHARE))
        place = Rect(upper.right - wide, upper.y, wide, upper.h)
        text.draw_line(surface, name, place, theme.FAINT, m, align="right")
        upper.w -= wide + m.px(10)
        text.draw_line(surface, str(several(record.names)), upper, theme.STRONG, m)
        who = _("Alone") if record.mode == SOLO else _("Two players")
        if record.result:
            state = _("finished")
        else:
            state = _n("running, {count} move", "running, {count} moves", len(record.moves))
        begun = _("begun {when}", when=local_minute(record.started))
        words = " · ".join((who, begun, state))
        lower = Rect(body.x, body.centery, body.w, tall)
        text.draw_line(surface, words, lower, theme.Style(15), m)

    # -- what the person does -------------------------------------------------------------

    def _take_typed(self) -> None:
        if self.path.value.strip():
            self.say(self.host.import_file(self.path.value))

    def _clicked(self, index: int) -> None:
        self.say(self.host.import_file(str(self.files[index].path)))

    def _paste(self) -> None:
        # Whatever was copied, no more of it is looked at than a record may have.
        words = clipboard()[: LONGEST_FILE + 1]
        if is_record(words):
            self.say(self.host.import_text(words))
        elif words.strip() and "\n" not in words.strip():
            # A path that long is none, and shown it would be only a flood.
            self.path.set(shortened(words.strip(), _LONGEST_PATH))
            self._typed()
        else:
            self.say(_("What was copied is neither a record nor the place of a file."))

    def unused(self, event: Event) -> bool:
        """A file dropped on the window is taken in."""
        if event.type == pygame.DROPFILE:
            self.say(self.host.import_file(event.file))
            return True
        return super().unused(event)
