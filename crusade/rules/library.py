"""The library of a game: everything that its boxes bring, numbered.

Banners, badges, cards, pieces, decisions and ways are small ints in a position and in moves; the
library says what they are. It is part of the Setup, and nothing else knows which Races exist.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Final

from .asking import Decision
from .board import Land
from .labels import NOTHING, Label
from .questions import (
    QUESTIONS,
    Boon,
    Card,
    EventMarker,
    Power,
    Race,
    Source,
    Variant,
    answers,
    overridden,
)
from .rungs import Ferry, Rung
from .ways import Way

NO_LAND: Final = Land(())
"""No terrain and no symbol besides those of other boxes."""


TOLD_OF_ROUNDS: Final = ("round_began", "round_ended", "turn_order")
ITEMISED: Final = {
    "discount_text": ("cheaper", "dearer", "discount", "toll"),
    "coin_text": ("coins", "doubles", "series", "robs"),
}
"""The words that name an amount for the player, and the questions whose answers they name."""


@dataclass(frozen=True, eq=False)
class Piece:
    """A kind of piece that stands or lies on Regions besides tokens.

    ``word`` names it in the notation, ``title`` for a person. Each adds ``defence`` tokens to the
    conquest cost, or makes its Region ``immune``; ``limit`` is how many there are. ``stacks``
    pieces are counted per Region, the others stand once in a Region at most. A piece leaves its
    Region when the race does, unless it ``stays``; ``outlasts_decline`` keeps it when the race
    declines. ``source`` is the name of the Race or power that it belongs to (silenced with it), and
    ``brings`` answers for whoever holds its Region. ``alone`` pieces stand with one race only, and
    ``everywhere`` with all its Regions. Whoever conquers its Region drives off a ``chased`` piece.
    ``plural`` is the word where several are set at once.
    """

    word: str
    title: Label
    limit: int
    defence: int = 0
    immune: bool = False
    outlasts_decline: bool = False
    stacks: bool = False
    stays: bool = False
    alone: bool = False
    everywhere: bool = False
    chased: bool = False
    source: str = ""
    brings: Boon | None = None
    pays: int = 0
    """Coins that each earns at every scoring of whoever holds its Region; they belong to the
    Region, and no race or power earns them (`events.md E7`)."""
    pays_tribes: int = 0
    """The same where the Lost Tribes hold it in a Crusade, for what they cannot use (`crusade.md
    I4`)."""
    picture: str = ""
    text: str = ""
    """What it is for, where nothing else tells."""
    placed: Label = NOTHING
    """What the log says when one is put into ``{region}``; empty where that goes without saying."""
    removed: Label = NOTHING
    """What the log says when those in ``{region}`` are gone."""
    spread: Label = NOTHING
    """What the log says when ``{who}`` sets all of them as in ``{stand}``."""
    safe: Label = NOTHING
    """How a refusal says that it keeps a Region safe; ``{race}`` is whose Region it is."""


@dataclass(frozen=True, eq=False)
class Folk:
    """Who stands on the board before anybody picks, and in a Crusade plays against the persons: the
    Lost Tribes, whatever a box calls them. ``word`` names their tokens in the notation, ``name``
    is what stands on a panel (and the name of their picture), ``title`` how sentences speak of
    them. There are ``in_box`` tokens; more are proxies.
    """

    word: str
    tokens: Label
    name: Label
    title: Label
    in_box: int


LOST_TRIBES: Final = Folk(
    "tribes",
    Label("{count} Lost Tribe token", many="{count} Lost Tribe tokens"),
    Label("Lost Tribes"),
    Label("the Lost Tribes", context="who"),
    in_box=18,
)


@dataclass(frozen=True, eq=False)
class Box:
    """What a box of the family brings. ``id`` is its word in records, ``edition`` of its rules.

    ``adds_to`` names the boxes that it is played together with, none for a game of its own.
    ``themes`` and ``strengths`` are those of its cards, the strengths from the mildest on.
    ``rungs`` are added to the ladder of the Lost Tribes, a ``ferry`` carries them further. Where
    there are ``event_markers`` one is turned up for each round.
    ``folk`` is who stands on the board before anybody picks; None for those of the base game.
    ``brief`` says in a sentence or two what is new to somebody who knows the base game.
    ``table`` is whether games with it can be begun in the window, and its chapters stand in the
    book.
    """

    id: str
    title: Label
    edition: int
    land: Land = NO_LAND
    adds_to: tuple[str, ...] = ()
    races: tuple[Race, ...] = ()
    powers: tuple[Power, ...] = ()
    cards: tuple[Card, ...] = ()
    boons: tuple[Boon, ...] = ()
    variants: tuple[Variant, ...] = ()
    pieces: tuple[Piece, ...] = ()
    themes: tuple[str, ...] = ()
    strengths: tuple[str, ...] = ()
    rungs: tuple[Rung, ...] = ()
    ferry: Ferry | None = None
    event_markers: tuple[EventMarker, ...] = ()
    folk: Folk | None = None
    brief: Label = NOTHING
    table: bool = True
    place: int = 99
    """Where it stands among the boxes behind the base game."""


@dataclass(frozen=True, eq=False)
class Library:
    """The boxes of a game, joined. Raises ValueError where two things share a word or name."""

    boxes: tuple[Box, ...]
    races: tuple[Race, ...] = field(init=False)
    powers: tuple[Power, ...] = field(init=False)
    cards: tuple[Card, ...] = field(init=False)
    boons: tuple[Boon, ...] = field(init=False)
    variants: tuple[Variant, ...] = field(init=False)
    pieces: tuple[Piece, ...] = field(init=False)
    themes: tuple[str, ...] = field(init=False)
    strengths: tuple[str, ...] = field(init=False)
    land: Land = field(init=False)
    decisions: tuple[Decision, ...] = field(init=False)
    ways: tuple[Way, ...] = field(init=False)
    race_index: dict[str, int] = field(init=False)
    power_index: dict[str, int] = field(init=False)
    card_index: dict[str, int] = field(init=False)
    kind: dict[Piece, int] = field(init=False)
    """Per piece: its number in `State.marks`."""
    pile: tuple[int, ...] = field(init=False)
    """Per kind of piece: its number among those that stack, or -1."""
    piles: int = field(init=False)
    """How many kinds of piece stack."""
    decision_index: dict[Decision, int] = field(init=False)
    way_bit: dict[Way, int] = field(init=False)
    rolling: int = field(init=False)
    """The ways for which the die is rolled first, as a mask."""
    sparing: int = field(init=False)
    """The ways in which no defender is lost, as a mask."""
    bearing: tuple[tuple[int, Piece], ...] = field(init=False)
    """The pieces that answer for whoever holds their Region, with their numbers."""
    clinging: tuple[tuple[int, Boon], ...] = field(init=False)
    """What lies on Regions and is told when it is lost: its boons, with the numbers of the
    pieces."""
    chased: tuple[int, ...] = field(init=False)
    """The numbers of the pieces that whoever conquers their Region drives off."""
    guarding: tuple[tuple[int, Piece], ...] = field(init=False)
    """The pieces that add to a price or make immune, with their numbers."""
    fading: tuple[tuple[int, str], ...] = field(init=False)
    """The pieces that do not outlast a decline: their numbers, and the names of their sources."""
    leaving: tuple[int, ...] = field(init=False)
    """The numbers of the pieces that leave a Region with its race."""
    bears: tuple[bool, ...] = field(init=False)
    """Per kind of piece: whether it is one of those in `bearing`."""
    silencing: bool = field(init=False)
    """Whether anything can silence anybody."""
    rights: tuple[Boon, ...] = field(init=False)
    """The boons that are rights of a race."""
    paying: tuple[tuple[int, Piece], ...] = field(init=False)
    """The pieces that pay whoever holds their Region, or the Lost Tribes alone, with their
    numbers."""
    paying_persons: tuple[tuple[int, Piece], ...] = field(init=False)
    """Those among them that pay a person."""
    event_markers: tuple[EventMarker, ...] = field(init=False)
    rungs: tuple[Rung, ...] = field(init=False)
    """What the boxes add to the ladder of the Lost Tribes, ..."""
    rung: dict[str, Rung] = field(init=False)
    """... by word, ..."""
    joining: tuple[Rung, ...] = field(init=False)
    """... and those for whose sake rivers join the choice."""
    ferry: Ferry | None = field(init=False)
    """What carries the Lost Tribes further."""
    tells_rounds: bool = field(init=False)
    """Whether anything is told or asked when a round begins or ends."""
    setting_out: tuple[Boon, ...] = field(init=False)
    """What lies on the board by itself and has something to do with the set-up."""
    folk: Folk = field(init=False)
    """Who stands on the board before anybody picks."""
    _ways_of: dict[int, tuple[Way, ...]] = field(init=False, default_factory=dict, repr=False)
    _acting_of: dict[int, tuple[Way, ...]] = field(init=False, default_factory=dict, repr=False)

    def __post_init__(self) -> None:
        put = object.__setattr__
        for name in (
            "races",
            "powers",
            "cards",
            "boons",
            "variants",
            "pieces",
            "themes",
            "strengths",
            "rungs",
            "event_markers",
        ):
            put(self, name, tuple(x for box in self.boxes for x in getattr(box, name)))
        land = self.boxes[0].land
        for box in self.boxes[1:]:
            land = land.joined(box.land)
        put(self, "land", land)
        put(self, "race_index", _index(self.races))
        put(self, "power_index", _index(self.powers))
        put(self, "card_index", _index(self.cards))
        put(self, "kind", {piece: kind for kind, piece in enumerate(self.pieces)})
        put(
            self,
            "bearing",
            tuple((kind, p) for kind, p in enumerate(self.pieces) if _answers(p.brings)),
        )
        put(
            self,
            "clinging",
            tuple(
                (kind, piece.brings)
                for kind, piece in enumerate(self.pieces)
                if piece.brings is not None and type(piece.brings).let_go is not Boon.let_go
            ),
        )
        put(self, "chased", tuple(kind for kind, x in enumerate(self.pieces) if x.chased))
        put(
            self,
            "guarding",
            tuple((kind, x) for kind, x in enumerate(self.pieces) if x.defence or x.immune),
        )
        put(
            self,
            "fading",
            tuple(
                (kind, piece.source)
                for kind, piece in enumerate(self.pieces)
                if not (piece.outlasts_decline or piece.stays)
            ),
        )
        put(self, "leaving", tuple(kind for kind, x in enumerate(self.pieces) if not x.stays))
        put(self, "bears", tuple(_answers(x.brings) for x in self.pieces))
        put(self, "rights", tuple(boon for boon in self.boons if boon.word))
        pile, piles = [], 0
        for piece in self.pieces:
            pile.append(piles if piece.stacks else -1)
            piles += piece.stacks
        put(self, "pile", tuple(pile))
        put(self, "piles", piles)
        put(self, "rung", {rung.word: rung for rung in self.rungs})
        put(self, "joining", tuple(x for x in self.rungs if type(x).joins is not Rung.joins))
        put(self, "ferry", next((box.ferry for box in self.boxes if box.ferry), None))
        paying = tuple((k, x) for k, x in enumerate(self.pieces) if x.pays or x.pays_tribes)
        put(self, "paying", paying)
        put(self, "paying_persons", tuple((k, x) for k, x in paying if x.pays))
        sources = self.sources
        put(self, "silencing", any(overridden(x, "silences") for x in sources))
        decisions = tuple(dict.fromkeys(d for source in sources for d in source.decisions()))
        put(self, "decisions", decisions)
        put(self, "decision_index", {d: i for i, d in enumerate(decisions)})
        ways = tuple(
            dict.fromkeys(
                way
                for source in sources
                for way in (*source.ways, *((source.early,) if source.early else ()))
            )
        )
        put(self, "ways", ways)
        put(self, "way_bit", {way: 1 << i for i, way in enumerate(ways)})
        put(self, "rolling", sum(1 << i for i, way in enumerate(ways) if way.rolls))
        put(self, "sparing", sum(1 << i for i, way in enumerate(ways) if way.spares))
        put(
            self,
            "tells_rounds",
            any(
                x.round_asks or any(overridden(x, name) for name in TOLD_OF_ROUNDS) for x in sources
            ),
        )
        put(self, "setting_out", tuple(x for x in self.boons if overridden(x, "game_began")))
        put(self, "folk", next((box.folk for box in self.boxes if box.folk), LOST_TRIBES))
        self._check()

    @property
    def sources(self) -> tuple[Source, ...]:
        """Everything that answers, in the order in which it is asked."""
        return (
            *self.variants,
            *self.event_markers,
            *self.cards,
            *self.races,
            *self.powers,
            *self.boons,
        )

    @cached_property
    def by_name(self) -> dict[str, Source]:
        """Every source by its name."""
        return {source.name: source for source in self.sources}

    def piece(self, word: str) -> Piece | None:
        """The piece of that word, or None."""
        return next((piece for piece in self.pieces if piece.word == word), None)

    def way(self, word: str) -> Way | None:
        """The way of that word, or None."""
        return next((way for way in self.ways if way.word == word), None)

    def right(self, word: str) -> Boon | None:
        """The right of that word, or None."""
        return next((boon for boon in self.rights if boon.word == word), None)

    def ways_of(self, mask: int) -> tuple[Way, ...]:
        """The ways that the int of a move names."""
        found = self._ways_of.get(mask)
        if found is None:
            found = tuple(way for i, way in enumerate(self.ways) if mask >> i & 1)
            self._ways_of[mask] = found
        return found

    def acting_of(self, mask: int) -> tuple[Way, ...]:
        """The same without the word for who fights; what a card brings stands last."""
        found = self._acting_of.get(mask)
        if found is None:
            acting = (way for way in self.ways_of(mask) if not way.fights_early)
            found = tuple(sorted(acting, key=lambda x: (isinstance(x.source, Card), x.last)))
            self._acting_of[mask] = found
        return found

    def _check(self) -> None:
        """Names and words are unique, and every definition is complete."""
        for source in self.sources:
            if not (source.name and source.text and source.rule):
                raise ValueError(f"{type(source).__name__} lacks its name, text or rule")
            unknown = source.lasts - QUESTIONS
            if unknown:
                raise ValueError(f"{source.name} lasts in unknown questions: {sorted(unknown)}")
            for named, asked in ITEMISED.items():
                if not getattr(source, named).message:
                    nameless = [name for name in asked if overridden(source, name)]
                    if nameless:
                        raise ValueError(
                            f"{source.name} answers `{nameless[0]}`, so it needs a `{named}`: the "
                            "words that stand for it in the player's sum"
                        )
        _unique("sources", (source.name for source in self.sources))
        _unique("pieces", (piece.word for piece in self.pieces))
        _unique("rungs", (rung.word for rung in self.rungs))
        _unique("ways", (way.word for way in self.ways))
        # A word may be shared by decisions that are never open to the same player at once, such as
        # the same placing at the end of one's own turn and after a loss.
        for d in self.decisions:
            if not d.word:
                raise ValueError(f"a decision of {d.source.name} has no word")


def _answers(boon: Boon | None) -> bool:
    """Whether a boon has anything to say to the rules: what only pays or defends is its piece's."""
    if boon is None:
        return False
    own = answers(type(boon)) or boon.ways or boon.decisions()
    return bool(own or boon.houses or boon.for_tribes)


def _index(things: Iterable[Source]) -> dict[str, int]:
    return {thing.name: i for i, thing in enumerate(things)}


def _unique(what: str, words: Iterable[str]) -> None:
    seen: set[str] = set()
    for word in words:
        if word in seen:
            raise ValueError(f"two {what} of the library are called '{word}'")
        seen.add(word)
