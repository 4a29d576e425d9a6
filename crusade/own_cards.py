"""Cards that a player writes: reading `events.yaml`, and telling what is wrong with it.

The same reader takes them out of a record, which carries the cards of its game as JSON; JSON is
YAML as well. What a card may say stands in `boxes/tales/own.py`.
"""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Final

import yaml

from .atlas_yaml import MOST_DEFECTS, Enough, Notes, line_of, shown
from .boxes import BOXES, LANDS, box, joined, library
from .boxes.tales import effects, own
from .boxes.tales.own import OwnCard, Word
from .boxes.tales.themes import STRENGTHS, TALL_TALES, THEMES
from .files import read_at_most
from .plain import BLANK, plain
from .rules.library import Box, Library
from .texts import _

FILE: Final = "events.yaml"
"""The file in the data folder."""
LONGEST_FILE: Final = 40_000
"""Bytes of the file."""
MOST_CARDS: Final = 30
LONGEST_NAME: Final = 30
LONGEST_WORDS: Final = 200
"""Letters of a card's text; a longer one has no room on the table."""
_TAKEN: Final = ("all", "surprise", "none")
"""Names that mean a deck."""


class OwnCardsError(ValueError):
    """What somebody wrote is no cards; ``sentences`` say why, one for each fault."""

    def __init__(self, sentences: tuple[str, ...]) -> None:
        super().__init__(sentences[0])
        self.sentences = sentences


@dataclass(frozen=True)
class OwnCards:
    """The cards of one file or record; ``text`` is what a record carries of them."""

    cards: tuple[OwnCard, ...] = ()

    @property
    def text(self) -> str:
        """All of them as JSON; empty where there are none."""
        if not self.cards:
            return ""
        return json.dumps({"cards": [card.facts() for card in self.cards]}, ensure_ascii=False)


NONE: Final = OwnCards()


def load_file(folder: Path) -> OwnCards:
    """The cards of `events.yaml` in the data folder; none where there is no such file.

    Raises OwnCardsError.
    """
    path = folder / FILE
    try:
        path.lstat()
    except (FileNotFoundError, NotADirectoryError):
        return NONE
    except OSError:
        pass  # what is wrong is said by whoever reads it
    return load(path)


def load(path: Path) -> OwnCards:
    """The cards of a file. Raises OwnCardsError."""
    where = plain(path.name, 80)
    try:
        data = read_at_most(path, LONGEST_FILE)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise OwnCardsError(
            (_("{where}: the file cannot be read ({reason}).", where=where, reason=plain(reason)),)
        ) from None
    if len(data) > LONGEST_FILE:
        raise OwnCardsError(
            (
                _(
                    "{where}: the file is longer than {most} bytes; write shorter or fewer cards.",
                    where=where,
                    most=LONGEST_FILE,
                ),
            )
        )
    return read(data, where)


@lru_cache(maxsize=32)
def of_text(text: str, boxes: tuple[str, ...]) -> OwnCards:
    """The cards that a record of a game with these ``boxes`` carries. Raises OwnCardsError."""
    return read(text.encode("utf-8", "replace"), own.OWN_CARDS, boxes) if text else NONE


def library_with(boxes: tuple[str, ...], text: str) -> Library:
    """What ``boxes`` bring, with the cards that a record carries as ``text``.

    Raises OwnCardsError, and ValueError for boxes that cannot be played together, or not with such
    cards.
    """
    return _joined(boxes, of_text(text, boxes).cards) if text else library(boxes)


@lru_cache(maxsize=32)
def _joined(boxes: tuple[str, ...], cards: tuple[OwnCard, ...]) -> Library:
    return joined((*(box(name) for name in boxes), own.box_of(cards)))


def read(data: bytes, where: str, boxes: Iterable[str] | None = None) -> OwnCards:
    """The cards that the words of a file mean; ``where`` is its name.

    None is called like anything of these ``boxes``: those of a record, for a file all there are.
    Raises OwnCardsError with a sentence for each fault: where it is, what is wrong, what to do.
    """
    others = tuple(box(name) for name in (BOXES if boxes is None else boxes))
    notes = Notes(where)
    cards: tuple[OwnCard, ...] = ()
    try:
        root = notes.root(data)
        if root is not None:
            cards = _Reading(notes, others).cards(root)
    except Enough:
        pass
    if notes.defects:
        raise OwnCardsError(tuple(text for _line, text in sorted(notes.defects)[:MOST_DEFECTS]))
    found = OwnCards(cards)
    if len(found.text) > own.LONGEST_TEXT:
        raise OwnCardsError(
            (
                _(
                    "{where}: together the cards are too long for the record of a game; write "
                    "shorter texts or fewer cards.",
                    where=where,
                ),
            )
        )
    return found


def known_areas() -> tuple[str, ...]:
    """Every word for Regions: the terrains and symbols of all boxes, and some more."""
    words: dict[str, None] = {}
    for land in LANDS.values():
        words.update(dict.fromkeys(land.terrain_words))
        words.update(dict.fromkeys(symbol.word for symbol in land.symbols if not symbol.flag))
    return (*words, *effects.AREAS)


class _Reading:
    """One reading of one file."""

    def __init__(self, notes: Notes, boxes: tuple[Box, ...]) -> None:
        self.notes = notes
        self.names: dict[str, tuple[int, str]] = {}
        self.areas = known_areas()
        self.taken = {_alike(name) for name in (*THEMES, *STRENGTHS, own.OWN_THEME, *_TAKEN)}
        for one in boxes:
            sources = (*one.variants, *one.cards, *one.races, *one.powers, *one.boons)
            self.taken |= {_alike(source.name) for source in sources}

    def cards(self, root: yaml.Node) -> tuple[OwnCard, ...]:
        """All cards of the file."""
        notes = self.notes
        entries = notes.mapping(root, "")
        for key, (line, _node) in entries.items():
            if key != "cards":
                notes.wrong(
                    line, key, _("there is no such key here; the file has one key, 'cards'")
                )
        if "cards" not in entries:
            if isinstance(root, yaml.MappingNode):
                notes.wrong(
                    line_of(root), "cards", _("the key is missing; write the cards as its list")
                )
            return ()
        line, node = entries["cards"]
        if not isinstance(node, yaml.SequenceNode) or not node.value:
            notes.wrong(line, "cards", _("a list of cards is expected; begin each with '- name:'"))
            return ()
        if len(node.value) > MOST_CARDS:
            notes.wrong(
                line_of(node.value[MOST_CARDS]),
                "cards",
                _("a file has {most} of them at most; leave some out", most=MOST_CARDS),
            )
        found = [
            self.card(item, f"cards.{number}")
            for number, item in enumerate(node.value[:MOST_CARDS], 1)
        ]
        return tuple(card for card in found if card is not None)

    def card(self, node: yaml.Node, path: str) -> OwnCard | None:
        """One card, or None after noting what is wrong with it."""
        notes = self.notes
        before = len(notes.defects)
        entries = notes.mapping(node, path)
        if not entries:
            if len(notes.defects) == before:
                notes.wrong(line_of(node), path, _("the card is empty; give it a name"))
            return None
        texts = {key: self.line(entries, path, key, node) for key in ("name", "text")}
        self.name(entries, path, texts["name"])
        intro = self.line(entries, path, "intro", node) if "intro" in entries else texts["text"]
        strength = TALL_TALES
        if "strength" in entries:
            strength = self.one_of(entries["strength"], f"{path}.strength", STRENGTHS)
        solo = True
        if "solo" in entries:
            value = notes.value(entries["solo"][1])
            solo = value is not False
            if not isinstance(value, bool):
                self.expected(entries["solo"], f"{path}.solo", _("yes or no"), value)
        words = self.words(entries, path)
        if not words and len(notes.defects) == before:
            notes.wrong(
                line_of(node),
                path,
                _("the card does nothing; give it one of {words}", words=_listed(own.WORDS)),
            )
        if len(notes.defects) > before:
            return None
        return OwnCard(texts["name"], texts["text"], intro, words, strength, solo)

    def line(
        self, entries: dict[str, tuple[int, yaml.Node]], path: str, key: str, node: yaml.Node
    ) -> str:
        """A text that is shown to players."""
        notes = self.notes
        where = f"{path}.{key}"
        if key not in entries:
            notes.wrong(line_of(node), where, _("the key is missing; write it"))
            return ""
        text = notes.text(entries[key], where, LONGEST_NAME if key == "name" else LONGEST_WORDS)
        if any(sign in text for sign in "{}<>*"):
            notes.wrong(
                line_of(entries[key][1]),
                where,
                _("the signs {signs} cannot be used in a text; leave them out", signs="{ } < > *"),
            )
        return unicodedata.normalize("NFC", " ".join(text.split()))

    def name(self, entries: dict[str, tuple[int, yaml.Node]], path: str, name: str) -> None:
        """Note a name that something else has."""
        if "name" not in entries or not name:
            return
        line, where = line_of(entries["name"][1]), f"{path}.name"
        key = _alike(name)
        if key in self.taken:
            self.notes.wrong(
                line, where, _("{name} is the name of something else; choose another", name=name)
            )
        elif key in self.names:
            first, name = self.names[key]
            self.notes.wrong(
                line,
                where,
                _(
                    "the card of line {line} is called {name} too; choose another",
                    line=first,
                    name=name,
                ),
            )
        self.names.setdefault(key, (line, name))

    def words(
        self, entries: dict[str, tuple[int, yaml.Node]], path: str
    ) -> tuple[tuple[str, own.Value], ...]:
        """What the card does."""
        notes = self.notes
        found: dict[str, own.Value] = {}
        for key, entry in entries.items():
            if key in ("name", "text", "intro", "strength", "solo"):
                continue
            where = f"{path}.{key}"
            word = own.WORDS.get(key)
            if word is None:
                notes.wrong(
                    entry[0],
                    where,
                    _("there is no such word; write one of {words}", words=_listed(own.WORDS)),
                )
                continue
            value = self.value(word, entry, where)
            if value is not None:
                found[key] = value
            if word.needs and word.needs not in entries:
                notes.wrong(
                    entry[0],
                    where,
                    _("it needs the key '{key}' beside it; write that too", key=word.needs),
                )
        return tuple((key, found[key]) for key in own.WORDS if key in found)

    def value(self, word: Word, entry: tuple[int, yaml.Node], where: str) -> own.Value | None:
        """What stands behind a word, or None after noting what is wrong."""
        notes = self.notes
        if word.kind == own.COUNT:
            return notes.whole(entry, where, word.least, word.most)
        if word.kind == own.WHICH:
            return self.one_of(entry, where, word.which)
        if word.kind == own.FLAG:
            value = notes.value(entry[1])
            if value is not True:
                self.expected(entry, where, _("yes (or no such line)"), value)
            return True
        return self.regions(entry, where)

    def regions(self, entry: tuple[int, yaml.Node], where: str) -> own.Value | None:
        """Words for Regions: one, or a list of them."""
        notes = self.notes
        node = entry[1]
        items = node.value if isinstance(node, yaml.SequenceNode) else [node]
        found: dict[str, None] = {}
        for item in items:
            value = notes.value(item)
            if isinstance(value, str) and value in self.areas:
                found[value] = None
            else:
                self.expected(
                    (line_of(item), item),
                    where,
                    _("one of {words}", words=_listed(self.areas)),
                    value,
                )
        if not items:
            self.expected(entry, where, _("one of {words}", words=_listed(self.areas)), None)
        return tuple(found) if found else None

    def one_of(self, entry: tuple[int, yaml.Node], where: str, words: tuple[str, ...]) -> str:
        """One of these words."""
        value = self.notes.value(entry[1])
        if isinstance(value, str) and value in words:
            return value
        self.expected(entry, where, _("one of {words}", words=_listed(words)), value)
        return words[0]

    def expected(
        self, entry: tuple[int, yaml.Node], where: str, wanted: str, value: object
    ) -> None:
        """Note that something else should stand there."""
        self.notes.wrong(
            line_of(entry[1]),
            where,
            _("{wanted} is expected, not {value}", wanted=wanted, value=shown(value)),
        )


def _alike(name: str) -> str:
    """What names have in common that nobody could tell apart, or would type for one another."""
    folded = unicodedata.normalize("NFKC", name).casefold()
    return "".join(c for c in folded if c not in BLANK and not "\ufe00" <= c <= "\ufe0f")


def _listed(words: Iterable[str]) -> str:
    return ", ".join(words)


__all__ = [
    "FILE",
    "MOST_CARDS",
    "NONE",
    "OwnCards",
    "OwnCardsError",
    "known_areas",
    "library_with",
    "load",
    "load_file",
    "of_text",
    "read",
]
