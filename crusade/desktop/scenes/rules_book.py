"""The rules book: how to play, then the numbered statements; searchable."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pygame
from pygame import Rect, Surface
from pygame.event import Event

from crusade import rules
from crusade.desktop import theme
from crusade.desktop.kit import (
    Button,
    Label,
    ListView,
    Panel,
    Paragraph,
    Scroller,
    TextField,
    is_key,
    paint,
    paragraph,
    text,
)
from crusade.desktop.kit.text import plain
from crusade.desktop.layout import Metrics, columns, cut_bottom, cut_left, cut_top, inset
from crusade.desktop.panels.drawing import fitting
from crusade.desktop.scenes.base import Page
from crusade.desktop.scenes.book import Chapter, Shown, Statement, read_book
from crusade.desktop.scenes.example_pictures import Pictures, drawn
from crusade.desktop.scenes.gallery import Gallery
from crusade.desktop.scenes.host import OnTable
from crusade.rules.library import Box
from crusade.texts import N_, _, _n

_TITLES = {
    "guide": N_("How to play"),
    "guide_crusade": N_("The Lost Tribes"),
    "guide_screen": N_("Mouse and keys"),
    "base": N_("Reference: base game"),
    "crusade": N_("Reference: Crusade"),
    "events": N_("Reference: events"),
    "rulings": N_("Reference: rulings"),
}
"""What the list of chapters calls them, where that is shorter than their title."""


def book_folder() -> Path:
    """Where the chapters lie inside the program."""
    return Path(rules.__file__).parent / "book"


class RulesScene(Page):
    """Chapters on the left, the page on the right; the search goes through all chapters."""

    title = N_("Rules")

    def __init__(
        self,
        chapters: list[Chapter] | None = None,
        opened: str = "",
        learn: Callable[[], None] = lambda: None,
        table: OnTable | None = None,
    ) -> None:
        super().__init__()
        self.table = table
        """What stands on the table the book was opened from, for the search."""
        self.learn = learn
        """Shows the steps of the guided first game."""
        self.opened = opened
        """The key of the chapter to begin with; the first one if empty."""
        self.chapters = read_book(book_folder()) if chapters is None else chapters

    def build(self) -> None:
        """The search, the list of chapters, the page."""
        super().build()
        self.side = self.ui.add(Panel(name="chapters"))
        self.search = self.side.add(
            TextField("", _("Search all rules"), changed=self._searched, name="search", limit=40)
        )
        self.list = self.side.add(
            ListView(
                row_height=38,
                draw_row=self._draw_chapter,
                clicked=self._open,
                name="chapter-list",
                count=len(self.chapters),
            )
        )
        self.list.scrolls_by_key = False
        self.list.chosen = 0
        self.guided = self.ui.add(
            Button(_("Learn by playing"), self.learn, key=pygame.K_g, ctrl=True, name="learn")
        )
        self.found = self.side.add(Label("", theme.FAINT, wrap=True, valign="top"))
        self.page = self.ui.add(Panel(name="page"))
        self.caption = self.page.add(Label("", theme.TITLE))
        self.book = self.page.add(BookView())
        self.gallery = self.page.add(Gallery())
        keys = [chapter.key for chapter in self.chapters]
        first = keys.index(self.opened) if self.opened in keys else 0
        self.list.chosen = first
        self._open(first)

    def _open(self, index: int) -> None:
        if not self.chapters:
            return
        chapter = self.chapters[index]
        self.list.touch()
        self.search.set("")
        self.found.set("")
        self.caption.set(chapter.title)
        self._fit_caption()
        self._show_gallery(chapter.gallery)
        self.book.show(chapter.blocks)

    def _fit_caption(self) -> None:
        """In smaller letters where a chapter's name is long."""
        if self.caption.rect.w:
            words = plain(self.caption.content)
            self.caption.style = fitting(words, theme.TITLE, self.m, self.caption.rect.w)

    def _show_gallery(self, box: Box | None) -> None:
        """The cards and finds of a box in full or, for None, the page of words."""
        self.gallery.visible, self.book.visible = box is not None, box is None
        if box is not None:
            self.gallery.show(box)
        self.page.touch()

    def _searched(self, wanted: str) -> None:
        if not wanted.strip():
            self._open(self.list.chosen or 0)
            return
        self.list.touch()  # while searching no chapter is the open one
        blocks: list[Statement] = []
        count = 0
        for about, said in () if self.table is None else self.table(wanted):
            if not blocks:
                blocks.append(Statement("heading", _("On the table"), level=1))
            blocks.append(Statement("statement", said, level=1, lead=f"{about}:"))
            count += 1
        for chapter in self.chapters:
            found = chapter.find(wanted)
            if found:
                blocks.append(Statement("heading", chapter.title, level=1))
                blocks.extend(found)
                count += sum(block.kind not in ("heading", "header") for block in found)
        self._show_gallery(None)
        self.caption.set(f"“{wanted.strip()}”")
        self.found.set(_n("{count} passage", "{count} passages", count))
        self.book.show(blocks, wanted.split())

    def update(self, dt: float) -> None:
        """One picture of an example after another is made, of those that can be seen."""
        super().update(dt)
        self.book.work()

    def wake_in(self) -> float | None:
        """At once, while a picture is missing."""
        return 0.0 if self.book.missing else super().wake_in()

    def handle(self, event: Event) -> bool:
        """Page Up and Page Down turn the page wherever the focus is, but for the list under the
        mouse; Escape clears the search before it leaves.
        """
        if event.type == pygame.KEYDOWN and not self.ui.busy:
            listed = self.list.limit and self.list.rect.collidepoint(self.ui.mouse)
            if is_key(event, pygame.K_PAGEUP, pygame.K_PAGEDOWN) and not listed:
                page = self.gallery if self.gallery.visible else self.book
                page.handle(event)
                return True
            if is_key(event, pygame.K_ESCAPE) and self.search.value:
                if not self.ui.presses.held:
                    self._open(self.list.chosen or 0)
                return True
        return super().handle(event)

    def unused(self, event: Event) -> bool:
        """Ctrl+F goes to the search."""
        if (
            event.type == pygame.KEYDOWN
            and event.key == pygame.K_f
            and event.mod & pygame.KMOD_CTRL
        ):
            self.ui.focus(self.search)
            return True
        return super().unused(event)

    def layout(self, rect: Rect, m: Metrics) -> None:
        """Chapters left, page right."""
        body = self.layout_page(rect, m)
        usual = m.px(250 if m.points[0] >= 900 else 190)
        named = max(
            (text.measure(self._name(c), theme.STRONG, m) for c in self.chapters), default=0
        )
        wide = min(max(usual, named + m.px(28 + 20 + 18)), max(usual, round(body.w * 0.36)))
        side, page = cut_left(body, wide, m.px(18))
        low, side = cut_bottom(side, m.px(40), m.px(10))
        need = m.px(28 + 38 + 6 + 22 + 4) + len(self.chapters) * m.px(38)
        side = Rect(side.x, side.y, side.w, min(side.h, need))
        self.side.place(side)
        self.guided.place(Rect(side.x, side.bottom + m.px(10), side.w, low.h))
        inner = inset(side, m.px(14), m.px(14))
        field, inner = cut_top(inner, m.px(38), m.px(6))
        self.search.place(field)
        found, inner = cut_top(inner, m.px(22), m.px(4))
        self.found.place(found)
        self.list.place(inner)
        if self.list.chosen is not None:
            self.list.reveal(self.list.row_rect(self.list.chosen))
        self.page.place(page)
        inner = inset(page, m.px(22), m.px(14))
        head, inner = cut_top(inner, m.px(40), m.px(6))
        self.caption.place(head)
        self._fit_caption()
        self.book.place(inner)
        self.gallery.place(inner)

    @staticmethod
    def _name(chapter: Chapter) -> str:
        """What the list calls a chapter."""
        known = _TITLES.get(chapter.key)
        return chapter.listed or (chapter.title if known is None else _(known))

    def _draw_chapter(
        self, surface: Surface, rect: Rect, index: int, hot: bool, chosen: bool
    ) -> None:
        m, chapter = self.m, self.chapters[index]
        plate = rect.inflate(0, -m.px(4))
        searching = bool(self.search.value.strip())
        if chosen and not searching:
            surface.blit(paint.rounded(plate.size, m.px(6), theme.ACCENT), plate)
        elif hot:
            surface.blit(paint.rounded(plate.size, m.px(6), theme.LIT), plate)
        lit = chosen and not searching
        style = theme.STRONG.with_colour(theme.WHITE) if lit else theme.BODY
        place, name = inset(plate, m.px(10), 0), self._name(chapter)
        text.draw_line(surface, name, place, fitting(name, style, m, place.w, 12), m)


_CAPTION, _BETWEEN = 42, 34
"""Points of height of the words below the pictures of an example, and between the two."""


class BookView(Scroller):
    """Statements in a scrolling column; only those in view are drawn."""

    def __init__(self) -> None:
        super().__init__(name="book")
        self.blocks: list[Statement] = []
        self.wanted: list[str] = []
        self._tops: list[int] = []
        self._laid: list[list[Paragraph]] = []
        self.missing: list[Shown] = []
        """The examples in sight whose pictures are still to be made."""
        self._pictures: dict[tuple[Shown, tuple[int, int]], Pictures | None] = {}

    def show(self, blocks: list[Statement], wanted: list[str] | None = None) -> None:
        """Show these blocks from the top; the words of `wanted` are marked."""
        self.blocks, self.wanted = blocks, [word.casefold() for word in wanted or []]
        self.offset = 0
        if self.ui is not None and self.rect.h:
            self._lay()
        self.touch()

    def place(self, rect: Rect) -> None:
        """Lay the blocks out to the new width, keeping the place that is read."""
        share = self.offset / self.length if self.length else 0.0
        super().place(rect)
        self._lay()
        self.offset = min(round(share * self.length), self.limit)

    def _lay(self) -> None:
        m = self.m
        width = self.rect.w - m.px(18)
        self._laid = [self._paragraphs(block, width, m) for block in self.blocks]
        self._tops = []
        y = 0
        for block, laid in zip(self.blocks, self._laid, strict=True):
            y += self._space(block, m) if y else 0
            self._tops.append(y)
            y += self._tall(block, laid)
        self.length = y + m.px(12)

    def _tall(self, block: Statement, laid: list[Paragraph]) -> int:
        """Pixels of height of a block."""
        if block.kind == "example":
            return 0 if self._none(block) else self._size()[1] + self.m.px(_CAPTION)
        return max((part.height for part in laid), default=0)

    def _size(self) -> tuple[int, int]:
        """The size of each of the two pictures of an example."""
        wide = min((self.rect.w - self.m.px(18 + _BETWEEN)) // 2, self.m.px(430))
        return max(40, wide), max(20, wide * 9 // 20)

    def _none(self, block: Statement) -> bool:
        """Whether it is known that there is no example."""
        assert block.shows is not None
        return self._pictures.get((block.shows, self._size()), ()) is None

    def work(self) -> None:
        """Make the next picture that is missing."""
        if not self.missing:
            return
        shown, size = self.missing.pop(0), self._size()
        self._pictures[shown, size] = found = drawn(shown, size)
        if found is None:
            self._lay()
        self.touch()

    def _draw_example(self, surface: Surface, block: Statement, at: Rect) -> None:
        m, size = self.m, self._size()
        assert block.shows is not None
        left = Rect(at.topleft, size)
        right = Rect((at.x + size[0] + m.px(_BETWEEN), at.y), size)
        key = (block.shows, size)
        if key not in self._pictures:
            if block.shows not in self.missing:
                self.missing.append(block.shows)
            for place in (left, right):
                surface.blit(paint.rounded(size, m.px(6), theme.PARCHMENT_DEEP), place)
            return
        found = self._pictures[key]
        if found is None:
            return
        first, second, said = found
        for picture, place in ((first, left), (second, right)):
            surface.blit(picture, place)
            pygame.draw.rect(surface, theme.EDGE, place, max(1, m.px(2)), m.px(3))
        arrow = Rect(left.right, at.y, right.x - left.right, size[1])
        text.draw_line(surface, "→", arrow, theme.TITLE, m, align="center")
        line = Rect(at.x, left.bottom + m.px(4), right.right - at.x, m.px(_CAPTION - 4))
        paragraph(said, theme.FAINT, m, line.w, max_lines=2).draw(surface, line.topleft)

    @staticmethod
    def _space(block: Statement, m: Metrics) -> int:
        if block.kind == "heading":
            return m.px(22 if block.level == 1 else 15)
        return m.px({"header": 9, "row": 9, "prose": 10}.get(block.kind, 6))

    def _number_width(self, m: Metrics) -> int:
        return m.px(50)

    def _paragraphs(self, block: Statement, width: int, m: Metrics) -> list[Paragraph]:
        if block.kind == "heading":
            size = {1: 24, 2: 20}.get(block.level, 18)
            return [paragraph(block.words, theme.Style(size, True), m, width)]
        if block.kind in ("row", "header"):
            style = theme.Style(15, block.kind == "header")
            cells = columns(Rect(0, 0, width, 1), _weights(block.cells), m.px(14))
            return [
                paragraph(self._marked(words), style, m, cell.w)
                for words, cell in zip(block.cells, cells, strict=True)
            ]
        if block.kind == "code":
            return [paragraph(block.words, theme.Style(15), m, width - m.px(24))]
        if block.kind == "example":
            return []
        words = self._marked(block.words)
        if block.lead:
            # The lead is bold anyway; it is marked as a whole where it holds a wanted word.
            hit = any(word in block.lead.casefold() for word in self.wanted)
            # A sentence may go on behind its lead without a space: `**Nothing**, and ...`.
            gap = "" if block.words[:1] in tuple(",.;:") else " "
            words = [text.Span(block.lead + gap, True, theme.BAD if hit else None), *words]
        if block.own:
            words = [*words, text.Span(_("  our ruling"), colour=theme.INK_SOFT)]
        if block.kind == "prose":
            return [paragraph(words, theme.BODY, m, width)]
        left = self._number_width(m) + m.px(18) * block.level
        return [paragraph(words, theme.BODY, m, width - left)]

    def _marked(self, words: str) -> list[text.Span]:
        """The words with what was searched for in bold red: whole words, so that none is broken."""
        if not self.wanted:
            return [text.Span(words)]
        out: list[text.Span] = []
        for part in re.findall(r"\s+|\S+", words):
            hit = any(word in part.casefold() for word in self.wanted)
            out.append(text.Span(part, True, theme.BAD) if hit else text.Span(part))
        return out

    def draw_content(self, surface: Surface) -> None:
        """The blocks within the clip."""
        m, clip = self.m, surface.get_clip()
        if not self.blocks:
            laid = paragraph(_("Nothing in the rules has these words."), theme.LEAD, m, self.rect.w)
            laid.draw(surface, (self.rect.x, self.rect.y + m.px(30)), "center")
        top = self.rect.y - self.offset
        for block, parts, y in zip(self.blocks, self._laid, self._tops, strict=True):
            tall = self._tall(block, parts)
            if top + y + tall >= clip.top and top + y <= clip.bottom:
                self._draw_block(surface, block, parts, Rect(self.rect.x, top + y, 0, tall))

    def _draw_block(
        self, surface: Surface, block: Statement, laid: list[Paragraph], at: Rect
    ) -> None:
        m = self.m
        width = self.rect.w - m.px(18)
        if block.kind in ("row", "header"):
            cells = columns(Rect(at.x, at.y, width, 1), _weights(block.cells), m.px(14))
            for part, cell in zip(laid, cells, strict=True):
                part.draw(surface, cell.topleft)
            surface.fill(theme.EDGE_SOFT, (at.x, at.bottom + m.px(4), width, 1))
        elif block.kind == "code":
            plate = Rect(at.x, at.y - m.px(3), width, at.h + m.px(6))
            surface.blit(paint.rounded(plate.size, m.px(6), theme.PARCHMENT_DEEP), plate)
            laid[0].draw(surface, (at.x + m.px(12), at.y))
        elif block.kind == "example":
            self._draw_example(surface, block, at)
        elif block.kind in ("heading", "prose"):
            laid[0].draw(surface, at.topleft)
        else:
            left = self._number_width(m) + m.px(18) * block.level
            line = Rect(at.x, at.y, left - m.px(8), text.line_height(theme.BODY, m))
            mark = block.number or ("•" if block.level else "")
            style = theme.STRONG.with_colour(theme.ACCENT_DARK)
            align = "right" if not block.number else "left"
            text.draw_line(surface, mark, line, style, m, align=align)
            laid[0].draw(surface, (at.x + left, at.y))


def _weights(cells: tuple[str, ...]) -> list[float]:
    """Column widths by how many columns a table has: names and numbers narrow, words wide."""
    known: dict[int, list[float]] = {
        2: [1, 1],
        3: [1, 1.4, 1],
        4: [1.3, 0.5, 3.4, 1.6],
        5: [1.2, 0.8, 0.5, 3.4, 1.6],
    }
    return known.get(len(cells), [1.0] * len(cells))
