"""Frozen facts of a board, as int bitmasks.

A Region is a small int; bit ``r`` of a mask (``1 << r``) stands for Region ``r``. Everything that
follows from the geometry (neighbours, shores, entry Regions) is computed once, here. Which terrains
and symbols there are, and what they mean, is said by the box: see `Land`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

MOST_REGIONS: Final = 1024
"""Regions that a board of this core can have; a board file, which is also drawn, has fewer."""

# What a kind of terrain is to a race (`Terrain.kind`).
LAND: Final = "land"
WATER: Final = "water"
RIVER: Final = "river"
CHASM: Final = "chasm"


def _listed(shift: int) -> tuple[tuple[int, ...], ...]:
    """For each value of eleven bits of a mask: the Regions that it names."""
    found: list[tuple[int, ...]] = [()]
    for bit in range(shift, shift + 11):
        found += [(*low, bit) for low in found]
    return tuple(found)


_FIRST: Final = _listed(0)
_SECOND: Final = _listed(11)
_THIRD: Final = _listed(22)
_FOURTH: Final = _listed(33)


MOST_KNOWN: Final = 1 << 14
"""Masks whose Regions (and, per board, neighbours) are kept once worked out: some three megabytes.
When there are more all are forgotten, because a mask is mostly asked for several times on end."""


WIDE: Final = 64
"""Bits of a mask, a Region each, of which there are more only on a board that no file tells."""


class _Regions(dict[int, tuple[int, ...]]):
    """Per mask: its Regions, lowest first; worked out when they are first asked for."""

    def __missing__(self, mask: int) -> tuple[int, ...]:
        found = _FIRST[mask & 2047] + _SECOND[mask >> 11 & 2047] + _THIRD[mask >> 22 & 2047]
        if mask >= 8589934592:
            found += _FOURTH[mask >> 33 & 2047]
            if mask >> 44:
                if mask >> WIDE:
                    return self._wide(mask)
                found += tuple([44 + bit for bit in self[mask >> 44]])
        if len(self) >= MOST_KNOWN:
            self.clear()
        self[mask] = found
        return found

    def _wide(self, mask: int) -> tuple[int, ...]:
        """For any width, in a time that grows as the width does, and so does what one of them takes
        to keep: of those from the largest boards one is kept.
        """
        width = mask.bit_length()
        listed: list[int] = []
        for place, byte in enumerate(mask.to_bytes((width + 7) // 8, "little")):
            if byte:
                first = 8 * place
                listed += [first + bit for bit in _FIRST[byte]]
        if len(self) >= MOST_KNOWN >> width // WIDE:
            self.clear()
        self[mask] = found = tuple(listed)
        return found


bits: Final = _Regions().__getitem__
"""The Regions of a mask, lowest first. A look-up and no function of its own: nothing is called so
often."""


class _Near(dict[int, int]):
    """Per mask: the Regions that share a border with any Region of it, in the same manner; put
    together from tables of what eight Regions on end have around them.
    """

    def __init__(self, neighbours: Sequence[int]) -> None:
        super().__init__()
        tables: list[list[int]] = []
        for first in range(0, len(neighbours), 8):
            table = [0]
            for around in neighbours[first : first + 8]:
                table += [found | around for found in table]
            tables.append(table)
        self._tables = tables

    def __missing__(self, mask: int) -> int:
        found, left = 0, mask
        for table in self._tables:
            found |= table[left & 255]
            left >>= 8
        if len(self) >= MOST_KNOWN:
            self.clear()
        self[mask] = found
        return found


@dataclass(frozen=True, slots=True)
class Terrain:
    """A kind of terrain.

    ``price`` is what its Regions cost when nothing else stands there, in tokens, and ``adds`` what
    the land itself puts on top (a mountain). ``kind`` is LAND, WATER (taken only by leave, never
    an entry unless an ability says so), RIVER (conquered like land, but emptied at redeployment
    unless an ability keeps it) or CHASM (nobody ever stands there). ``open_water`` is water whose
    edge lets races land on its shore (`base.md F1`). ``name`` is the word for a player, and
    ``phrase`` says how a sentence speaks of it. ``equals`` are the terrains and symbols of other
    boxes that it counts as, for whatever is mixed in and speaks of those.
    """

    word: str
    name: str
    kind: str = LAND
    price: int = 2
    adds: int = 0
    open_water: bool = False
    shore: bool = False
    phrase: str = ""
    equals: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Symbol:
    """A kind of symbol that a board prints into a Region.

    A board file names it in the Region's list of symbols or, if it is a ``flag``, as a key of its
    own; ``on`` are the words of the terrains that may carry it (empty: any). ``tribes`` is how many
    Lost Tribe tokens begin there. ``text`` tells a player what it is for.
    """

    word: str
    name: str
    flag: bool = False
    on: tuple[str, ...] = ()
    tribes: int = 0
    text: str = ""


@dataclass(frozen=True, eq=False)
class Land:
    """The terrains and symbols of a box: the words that a board file of it may use."""

    terrains: tuple[Terrain, ...]
    symbols: tuple[Symbol, ...] = ()

    def terrain(self, word: str) -> Terrain | None:
        """The terrain of that word, or None."""
        return next((t for t in self.terrains if t.word == word), None)

    @property
    def terrain_words(self) -> tuple[str, ...]:
        """The words of all terrains, in the order of the box."""
        return tuple(t.word for t in self.terrains)

    @property
    def symbol_words(self) -> tuple[str, ...]:
        """The words of all symbols, in the order of the box."""
        return tuple(s.word for s in self.symbols)

    def has(self, word: str) -> bool:
        """Whether there is a terrain or symbol of that word, or a terrain that equals it."""
        return word in self.symbol_words or any(
            word == t.word or word in t.equals for t in self.terrains
        )

    def joined(self, other: Land) -> Land:
        """Both boxes' words; a word that both have must mean the same."""
        return Land(
            (*self.terrains, *(t for t in other.terrains if t not in self.terrains)),
            (*self.symbols, *(s for s in other.symbols if s not in self.symbols)),
        )


class RegionSpec:
    """What a board file says of one Region, before anything is derived from it."""

    __slots__ = ("edge", "id", "lost_tribe", "name", "symbols", "terrain")

    def __init__(
        self,
        id: str,
        name: str,
        terrain: str,
        symbols: Sequence[str] = (),
        lost_tribe: bool = False,
        edge: bool = False,
    ) -> None:
        self.id = id
        self.name = name
        self.terrain = terrain
        self.symbols = tuple(symbols)
        self.lost_tribe = lost_tribe
        self.edge = edge


@dataclass(frozen=True, eq=False)
class Board:
    """A board's facts. All masks are ints over Regions ``0 .. n-1``.

    ``defence[r]`` is the part of the conquest cost that the land itself asks for, in tokens
    (`base.md K1`). ``entry`` are the Regions of a first conquest (`base.md F1`), ``sea_entry`` the
    water at the edge on which a race with leave to may enter (`base.md F2`). ``rivers`` must be
    empty after a redeployment, ``chasms`` always.
    """

    id: str
    title: str
    box: str
    players: int
    rounds: int
    words: Land
    ids: tuple[str, ...]
    names: tuple[str, ...]
    terrain: tuple[str, ...]
    neighbours: tuple[int, ...]
    masks: Mapping[str, int]
    lost_tribe: int
    """The Regions where Lost Tribes begin, ..."""
    tribes_each: int
    """... and how many tokens in each."""
    edge: int
    terrains: tuple[Terrain, ...] = field(init=False)
    n: int = field(init=False)
    all: int = field(init=False)
    water: int = field(init=False)
    land: int = field(init=False)
    rivers: int = field(init=False)
    chasms: int = field(init=False)
    coast: int = field(init=False)
    entry: int = field(init=False)
    sea_entry: int = field(init=False)
    defence: tuple[int, ...] = field(init=False)
    index: dict[str, int] = field(init=False)
    cache: dict[object, object] = field(init=False, default_factory=dict, repr=False)
    near: Mapping[int, int] = field(init=False, repr=False)
    """`around`, without a call."""

    def __post_init__(self) -> None:
        put = object.__setattr__
        n = len(self.ids)
        put(self, "n", n)
        put(self, "all", (1 << n) - 1)
        put(self, "near", _Near(self.neighbours))
        known = {t.word: t for t in self.words.terrains}
        terrains = tuple(known[word] for word in self.terrain)
        put(self, "terrains", terrains)

        def of_kind(kind: str) -> int:
            return sum(1 << r for r, t in enumerate(terrains) if t.kind == kind)

        water, rivers, chasms = of_kind(WATER), of_kind(RIVER), of_kind(CHASM)
        put(self, "water", water)
        put(self, "rivers", rivers)
        put(self, "chasms", chasms)
        land = ((1 << n) - 1) & ~(water | chasms)
        put(self, "land", land)
        shores = sum(1 << r for r, t in enumerate(terrains) if t.shore)
        # What is a shore itself, such as a river, is the coast of a Sea, but of no other shore.
        put(self, "coast", (self.around(water) | (self.around(shores) & ~shores)) & land)
        open_water = sum(1 << r for r, t in enumerate(terrains) if t.open_water)
        edge_water = open_water & self.edge
        put(self, "sea_entry", edge_water)
        put(self, "entry", (self.edge | self.around(edge_water)) & land)
        put(self, "defence", tuple(t.price + t.adds for t in terrains))
        put(self, "index", {name: r for r, name in enumerate(self.ids)})

    def around(self, mask: int) -> int:
        """The Regions that share a border with any Region of ``mask``."""
        return self.near[mask]

    def mask_of(self, word: str) -> int:
        """The mask of a terrain or symbol by its word, or of what equals it; 0 for one that this
        board's box lacks.
        """
        return self.masks.get(word, 0)

    @classmethod
    def make(
        cls,
        *,
        words: Land,
        regions: Sequence[RegionSpec],
        borders: Sequence[tuple[int, int]],
        id: str = "board",
        title: str = "",
        box: str = "base",
        players: int = 2,
        rounds: int = 10,
    ) -> Board:
        """Build a board from its Regions and the pairs of Regions that touch.

        Raises ValueError for more Regions than `MOST_REGIONS`, and KeyError for a terrain or
        symbol that ``words`` does not have.
        """
        if len(regions) > MOST_REGIONS:
            raise ValueError(
                f"a board has at most {MOST_REGIONS} Regions, and this one has {len(regions)}"
            )
        masks = dict.fromkeys((*words.terrain_words, *words.symbol_words), 0)
        equals = {terrain.word: terrain.equals for terrain in words.terrains if terrain.equals}
        edge = tribe = 0
        beginning = {symbol.word: symbol.tribes for symbol in words.symbols if symbol.tribes}
        for r, spec in enumerate(regions):
            for word in (spec.terrain, *spec.symbols):
                if word not in masks:
                    raise KeyError(word)
                masks[word] |= 1 << r
            for word in equals.get(spec.terrain, ()):
                masks[word] = masks.get(word, 0) | 1 << r
            edge |= spec.edge << r
            begins = spec.lost_tribe or any(word in beginning for word in spec.symbols)
            tribe |= begins << r
        neighbours = [0] * len(regions)
        for a, b in borders:
            neighbours[a] |= 1 << b
            neighbours[b] |= 1 << a
        return cls(
            id=id,
            title=title or id,
            box=box,
            players=players,
            rounds=rounds,
            words=words,
            ids=tuple(spec.id for spec in regions),
            names=tuple(spec.name for spec in regions),
            terrain=tuple(spec.terrain for spec in regions),
            neighbours=tuple(neighbours),
            masks=masks,
            lost_tribe=tribe,
            tribes_each=max(beginning.values(), default=1),
            edge=edge,
        )
