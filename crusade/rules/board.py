"""Frozen facts of a board, as int bitmasks.

A Region is a small int; bit ``r`` of a mask (``1 << r``) stands for Region ``r``. Everything that
follows from the geometry (neighbours, shores, entry Regions) is computed once, here.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

TERRAINS = ("farmland", "forest", "hill", "swamp", "mountain", "sea", "lake")
SYMBOLS = ("mine", "magic", "cavern")
MOST_REGIONS = 64
"""Regions of a board, at most; moves are made once for so many (`moves.py`)."""


_BYTES: tuple[tuple[tuple[int, ...], ...], ...] = tuple(
    tuple(tuple(shift + bit for bit in range(8) if byte >> bit & 1) for byte in range(256))
    for shift in (0, 8, 16, 24)
)
"""The bits of each byte of a mask, so that listing a mask is a few look-ups."""


def bits(mask: int) -> tuple[int, ...]:
    """The Regions of a mask, lowest first."""
    first, second, third, fourth = _BYTES
    low = first[mask & 255] + second[mask >> 8 & 255] + third[mask >> 16 & 255]
    if mask < 1 << 24:
        return low
    low += fourth[mask >> 24 & 255]
    rest = mask >> 32
    return low + tuple(32 + bit for bit in bits(rest)) if rest else low


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

    ``defence[r]`` is the part of the conquest cost that the land itself asks for, in tokens:
    2, and 1 more on a Mountain (`base.md K1`). ``entry`` are the land Regions of a first conquest
    (`base.md F1`), ``sea_entry`` the Seas a Seafaring race may enter on (`base.md F2`).
    """

    id: str
    title: str
    box: str
    players: int
    rounds: int
    ids: tuple[str, ...]
    names: tuple[str, ...]
    terrain: tuple[str, ...]
    neighbours: tuple[int, ...]
    farmland: int
    forest: int
    hill: int
    swamp: int
    mountain: int
    sea: int
    lake: int
    mine: int
    magic: int
    cavern: int
    lost_tribe: int
    edge: int
    n: int = field(init=False)
    all: int = field(init=False)
    water: int = field(init=False)
    land: int = field(init=False)
    coast: int = field(init=False)
    entry: int = field(init=False)
    sea_entry: int = field(init=False)
    defence: tuple[int, ...] = field(init=False)
    index: dict[str, int] = field(init=False)
    cache: dict[object, object] = field(init=False, default_factory=dict, repr=False)

    def __post_init__(self) -> None:
        put = object.__setattr__
        n = len(self.ids)
        put(self, "n", n)
        put(self, "all", (1 << n) - 1)
        water = self.sea | self.lake
        put(self, "water", water)
        land = ((1 << n) - 1) & ~water
        put(self, "land", land)
        put(self, "coast", self.around(water) & land)
        edge_sea = self.sea & self.edge
        put(self, "sea_entry", edge_sea)
        put(self, "entry", (self.edge | self.around(edge_sea)) & land)
        put(self, "defence", tuple(2 + (self.mountain >> r & 1) for r in range(n)))
        put(self, "index", {name: r for r, name in enumerate(self.ids)})

    def around(self, mask: int) -> int:
        """The Regions that share a border with any Region of ``mask``."""
        reach = 0
        neighbours = self.neighbours
        while mask:
            low = mask & -mask
            reach |= neighbours[low.bit_length() - 1]
            mask ^= low
        return reach

    def mask_of(self, word: str) -> int:
        """The mask of a terrain or symbol by its name (`hill`, `magic`, ...).

        Raises KeyError for a word that is neither.
        """
        if word not in TERRAINS and word not in SYMBOLS:
            raise KeyError(word)
        mask: int = getattr(self, word)
        return mask

    @classmethod
    def make(
        cls,
        *,
        regions: Sequence[RegionSpec],
        borders: Sequence[tuple[int, int]],
        id: str = "board",
        title: str = "",
        box: str = "base",
        players: int = 2,
        rounds: int = 10,
    ) -> Board:
        """Build a board from its Regions and the pairs of Regions that touch.

        Raises ValueError for more Regions than `MOST_REGIONS`.
        """
        if len(regions) > MOST_REGIONS:
            raise ValueError(f"A board has at most {MOST_REGIONS} Regions, not {len(regions)}.")
        masks = dict.fromkeys(TERRAINS + SYMBOLS, 0)
        edge = tribe = 0
        for r, spec in enumerate(regions):
            masks[spec.terrain] |= 1 << r
            for symbol in spec.symbols:
                masks[symbol] |= 1 << r
            edge |= spec.edge << r
            tribe |= spec.lost_tribe << r
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
            ids=tuple(spec.id for spec in regions),
            names=tuple(spec.name for spec in regions),
            terrain=tuple(spec.terrain for spec in regions),
            neighbours=tuple(neighbours),
            lost_tribe=tribe,
            edge=edge,
            **masks,
        )
