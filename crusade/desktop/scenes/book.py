"""The rules book as data: a guide for players, then the numbered statements, read into blocks.

The chapters of the guide are files of plain paragraphs; the texts of the Races, the Special Powers
and of what lies on Regions come from their definitions, so that they are written down once.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final

from crusade.boxes import BOXES, FIRST, SHIPPED
from crusade.desktop.words.abilities import said_of
from crusade.desktop.words.finds import find_words, finds
from crusade.desktop.words.markers import marker_words, signs
from crusade.rules.library import Box
from crusade.rules.questions import Card, Power, Race
from crusade.texts import N_, _, _p, several, tell

_TAGS = re.compile(r"\s*\[[^\[\]]{1,60}\](?=[\s,;.]|$)")
_NUMBER = re.compile(r"^(?:[-*]\s+)?([A-Z]{1,2}\d+[a-z]?|\d+\.|\d+)\s+(.*)$")
_MARKS = re.compile(r"\*\*|`|^\s*>\s?")
_LEAD = re.compile(r"^\*\*(.+?)\*\*\s*")
_SHOWN = re.compile(r"!\[example (\d)\]")
_OWN = re.compile(r"^P(?=\s|[.:,])[.:,]?\s*|[\s,;]*\bP(?: for [^.,;]*)?\.?$")


@dataclass(frozen=True)
class Shown:
    """What an example shows: a Race or Special Power of a box, or else one of the choices of the
    Lost Tribes, by its number.
    """

    box: Box
    about: Race | Power | None = None
    number: int = 0


@dataclass(frozen=True)
class Statement:
    """A block: `kind` is heading, prose, statement, header, row, code or example.

    `number` is the statement's own ("K4", "12"); `lead` are its first words where they stand out.
    """

    kind: str
    words: str
    number: str = ""
    own: bool = False
    """True for a ruling of this program where no source decides."""
    cells: tuple[str, ...] = ()
    level: int = 0
    lead: str = ""
    shows: Shown | None = None
    """What an example is of."""

    @property
    def all_words(self) -> str:
        """Everything in it that can be searched, in small letters."""
        return " ".join((self.number, self.lead, self.words, *self.cells)).casefold()


@dataclass
class Chapter:
    """One chapter: a file of the book, or the texts of the Races or Special Powers.

    ``listed`` is what the list of chapters calls it, where that is shorter than its title;
    ``gallery`` is the box whose cards and finds its page shows with their pictures.
    """

    key: str
    title: str
    blocks: list[Statement] = field(default_factory=list)
    titled: bool = False
    listed: str = ""
    gallery: Box | None = None

    def find(self, wanted: str) -> list[Statement]:
        """The blocks with all the words of `wanted`, each after the heading it stands under.

        A row of a table also brings the line that says what its columns are.
        """
        words = wanted.casefold().split()
        out: list[Statement] = []
        heading: Statement | None = None
        header: Statement | None = None
        for block in self.blocks:
            if block.kind == "heading":
                heading = block
            elif block.kind == "header":
                header = block
            elif all(word in block.all_words for word in words):
                if heading is not None:
                    out.append(heading)
                    heading = None
                if block.kind == "row" and header is not None:
                    out.append(header)
                    header = None
                out.append(block)
        return out


def _cleaned(words: str) -> str:
    """Without marks of the source files: bold, code, and where a sentence comes from."""
    words = _MARKS.sub("", words)
    return re.sub(r"\s{2,}", " ", _TAGS.sub("", words)).strip()


def read_chapter(key: str, lines: Iterable[str]) -> Chapter:
    """Read one file. Tables become rows, fenced text is kept as it is, the rest are statements."""
    chapter = Chapter(key, key.capitalize())
    code: list[str] | None = None
    apart = True
    for raw in lines:
        line = raw.rstrip()
        if line.strip().startswith("```"):
            if code is None:
                code = []
            else:
                chapter.blocks.append(Statement("code", "\n".join(code)))
                code = None
        elif code is not None:
            code.append(line)
        elif line.startswith("#"):
            level = len(line) - len(line.lstrip("#"))
            words = _cleaned(line[level:])
            if level == 1:
                chapter.title, chapter.titled = words, True
            else:
                chapter.blocks.append(Statement("heading", words, level=level))
        elif shown := _SHOWN.fullmatch(line):
            about = Shown(BOXES[FIRST], number=int(shown.group(1)))
            chapter.blocks.append(Statement("example", "", shows=about))
        elif line.startswith("|"):
            cells = tuple(_cleaned(cell) for cell in line.strip("|").split("|"))
            if all(set(cell) <= set("-: ") for cell in cells):
                continue
            inside = chapter.blocks and chapter.blocks[-1].kind in ("row", "header")
            chapter.blocks.append(Statement("row" if inside else "header", "", cells=cells))
        elif line.strip() and (chapter.blocks or not chapter.titled):
            # What stands between the title and the first heading is about the files themselves.
            _add_statement(chapter, line, apart)
        apart = not line.strip()
    return chapter


def _add_statement(chapter: Chapter, line: str, apart: bool) -> None:
    """A numbered statement, a point of a list, a paragraph, or more of the one above.

    `apart` says that an empty line stands above.
    """
    bare = line.strip()
    found = _NUMBER.match(bare)
    last = chapter.blocks[-1] if chapter.blocks else None
    if found is not None:
        number, words = found.group(1).rstrip("."), _cleaned(found.group(2))
        own = bool(_OWN.search(words))
        words = _OWN.sub("", words)
        level = 1 if line[0].isspace() else 0
        chapter.blocks.append(Statement("statement", words, number, own, level=level))
    elif bare.startswith(("- ", "* ")):
        lead = _LEAD.match(bare[2:])
        words = _cleaned(bare[2 + (lead.end() if lead is not None else 0) :])
        own = bool(_OWN.search(words))
        words = _OWN.sub("", words)
        first = lead.group(1) if lead is not None else ""
        chapter.blocks.append(Statement("statement", words, "", own, level=1, lead=first))
    elif last is not None and (
        (last.kind == "statement" and line[0].isspace()) or (last.kind == "prose" and not apart)
    ):
        chapter.blocks[-1] = replace(last, words=f"{last.words} {_cleaned(bare)}")
    else:
        words = _cleaned(bare)
        own = bool(_OWN.search(words))
        chapter.blocks.append(Statement("prose", _OWN.sub("", words), own=own))


def _abilities(
    box: Box, kind: str, named: tuple[str, str], intro: str, all_of: Sequence[Race | Power]
) -> list[Statement]:
    """The chapter of the Races or of the Special Powers, in the words of their definitions, each
    with an example.
    """
    header = (*named, _("While Active"), _("In Decline"))
    blocks = [Statement("prose", _(intro)), Statement("header", "", cells=header)]
    for one in all_of:
        cells = (_p(kind, one.name), str(one.number), _(one.text), _(one.declined))
        blocks.append(Statement("row", "", cells=cells))
        blocks.append(Statement("example", "", shows=Shown(box, one)))
    return blocks


def _of_box(box: Box) -> list[Chapter]:
    """The chapters that a box's definitions make; those of the first box need not name it."""
    first = box.id == FIRST
    mark = "" if first else f"_{box.id}"
    named = {
        "races": _("Races") if first else _("{box}: Races", box=tell(box.title)),
        "powers": _("Special Powers") if first else _("{box}: Powers", box=tell(box.title)),
    }
    found = []
    known = BOXES[FIRST]
    if box.races and (first or box.races != known.races):
        head = (_("Race"), _("Tokens"))
        rows = _abilities(box, "race", head, _RACES_INTRO, box.races)
        found.append(Chapter(f"races{mark}", named["races"], rows))
    if box.powers and (first or not set(box.powers) <= set(known.powers)):
        head = (_("Special Power"), _("Tokens"))
        rows = _abilities(box, "power", head, _POWERS_INTRO, box.powers)
        found.append(Chapter(f"powers{mark}", named["powers"], rows))
    if box.cards:
        blocks = [Statement("prose", _(_CARDS_INTRO))]
        blocks += [
            Statement("statement", _joined(card), level=1, lead=_p("card", card.name))
            for card in box.cards
        ]
        found.append(Chapter(GALLERY, _("Event cards"), blocks, gallery=box))
    if box.event_markers:
        blocks = []
        for title, all_words in (
            (_("Event markers"), [marker_words(marker) for marker in box.event_markers]),
            (_("Signs and pieces"), signs(box)),
        ):
            blocks += [Statement("heading", title, level=2)]
            for words in all_words:
                said = " ".join(filter(None, (words.text, words.intro, words.kin)))
                blocks.append(Statement("statement", said, level=1, lead=words.name))
        named_so = _("Event markers and signs")
        found.append(Chapter(f"markers{mark}", named_so, blocks, gallery=box))
    if families := finds(box):
        blocks = []
        for family in families:
            blocks += [Statement("heading", _(family.name), level=2)]
            blocks += [Statement("prose", _(family.text))]
            for piece in family.pieces:
                words = find_words(box, piece)
                said = " ".join(filter(None, (words.text, words.intro, words.detail, words.kin)))
                blocks.append(Statement("statement", said, level=1, lead=words.name))
        names = format(several(_(family.name) for family in families), "and")
        found.append(Chapter(f"finds{mark}", names, blocks, gallery=box))
    return found


def _joined(card: Card) -> str:
    """All that a card says, whatever game is played: found by the search word by word."""
    text, detail = said_of(card, None)
    return " ".join(filter(None, (text, detail, _(card.intro) if card.intro else "")))


def _read_file(folder: Path, key: str) -> Chapter:
    return read_chapter(key, (folder / f"{key}.md").read_text(encoding="utf-8").splitlines())


def read_book(folder: Path) -> list[Chapter]:
    """The chapters that are shown: the guide, the abilities, then the reference.

    Files of a folder that speak of boxes which are not in the game are not read.
    """
    book = [_read_file(folder, key) for key in _GUIDE]
    reference = [_read_file(folder, key) for key in _REFERENCE]
    more = []
    for box in SHIPPED:
        if (folder / f"guide_{box.id}.md").is_file():
            guide, rules = _read_file(folder, f"guide_{box.id}"), _read_file(folder, box.id)
            guide.listed = tell(box.title)
            rules.listed = _("Reference: {box}", box=tell(box.title))
            more.append(guide)
            reference[-1:-1] = [rules]
        more += _of_box(box)
    return [*book[:_SCREEN], *more, *book[_SCREEN:], *reference]


_GUIDE = ("guide", "guide_crusade", "guide_screen")
_REFERENCE = ("base", "crusade", "events", "rulings")
"""Those that every game has; the last one speaks of all boxes."""
GALLERY: Final = "cards"
"""The key of the chapter of the event cards."""
_SCREEN = 2
"""The abilities and the further boxes stand before the chapter about the screen."""

_RACES_INTRO = N_(
    "The number on the banner, added to the badge’s, makes the tokens of a combo. A race In"
    " Decline earns one coin for each of its Regions, whatever else stands in the last column."
)
_CARDS_INTRO = N_(
    "In a game with events each round from the second on has a card that holds for everybody. The"
    " card of the next round lies open beside it."
)
_POWERS_INTRO = N_(
    "A Special Power belongs to its race while that is Active. When the race declines the badge"
    " goes, unless the last column keeps it."
)
