"""Reads the text of a board file and collects every defect, each with its line and key."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypedDict

import yaml

from crusade.atlas_yaml import VALUE_LENGTH, Enough, Notes, is_mapping, line_of, shown
from crusade.boxes import DEFAULT, LANDS
from crusade.chart import Chart, Point, fitting_faults, most_edges, simple_fault
from crusade.plain import plain
from crusade.resources import Unusable
from crusade.rules.board import Land
from crusade.texts import NN_, Count, _, _n, several
from crusade.texts import regions as regions_of

TOP_KEYS = ("id", "title", "box", "players", "rounds", "size", "corners", "regions")
NAME_LENGTH = 14  # letters; longer place names have no room on a small board
MOST_REGIONS = 64
MOST_CORNERS = 400
MOST_OUTLINE = 100  # corners of one Region

_CORNERS = NN_("{count} corner", "{count} corners")


class AtlasError(Unusable):
    """A board that cannot be used; `sentences` say all that is wrong with it."""

    def __init__(self, sentences: Sequence[str]) -> None:
        super().__init__("\n".join(sentences))
        self.sentences = tuple(sentences)


@dataclass(frozen=True)
class RegionFacts:
    """What a board file says of one Region; ``features`` are the flags of other boxes."""

    id: str
    name: str
    terrain: str
    symbols: tuple[str, ...]
    lost_tribe: bool
    features: tuple[str, ...]


class Facts(TypedDict):
    """The content of a board file."""

    id: str
    title: str
    box: str
    players: int
    rounds: int
    regions: tuple[RegionFacts, ...]
    chart: Chart


def read(data: bytes, where: str) -> Facts:
    """Read a board file's bytes; `where` names the file in the sentences.

    Raises AtlasError with every defect found.
    """
    reader = _Reader(where)
    try:
        facts = reader.board(data)
    except Enough:
        facts = None
    if reader.defects or facts is None:
        raise AtlasError([text for _unused, text in sorted(reader.defects, key=lambda d: d[0])])
    return facts


class _Reader(Notes):
    """Reads a board."""

    def board(self, data: bytes) -> Facts | None:
        """Read everything; the facts are sound only if no defect was noted."""
        root = self.root(data)
        if root is None:
            return None
        top = self.mapping(root, "")
        for key, (line, _unused) in top.items():
            if key not in TOP_KEYS:
                text = _("this key is unknown; known are {known}", known=", ".join(TOP_KEYS))
                self.wrong(line, key, text)
        missing = [key for key in TOP_KEYS if key not in top]
        for key in missing:
            self.wrong(line_of(root), key, _("this key is missing"))
        if "corners" in missing or "regions" in missing or "size" in missing:
            return None
        name = self.text(top["id"], "id", 40) if "id" in top else ""
        if name and not name.replace("-", "").replace("_", "").isalnum():
            self.wrong(
                top["id"][0],
                "id",
                _("{name} may have letters, digits and hyphens only", name=shown(name)),
            )
        title = self.text(top["title"], "title", 80) if "title" in top else ""
        box = self.text(top["box"], "box", 40) if "box" in top else "base"
        if box and box not in LANDS:
            text = _("{box} is no box; known are {lands}", box=shown(box), lands=", ".join(LANDS))
            self.wrong(top["box"][0], "box", text)
        players = self.whole(top["players"], "players", 2, 5) if "players" in top else 2
        rounds = self.whole(top["rounds"], "rounds", 1, 20) if "rounds" in top else 10
        size = self.pair(top["size"][1], "size")
        if size is not None and min(size) <= 0:
            self.wrong(top["size"][0], "size", _("width and height must be above 0"))
        corners, lines = self.corners(top["corners"][1], size)
        entries = self.mapping(top["regions"][1], "regions")
        if not 1 < len(entries) <= MOST_REGIONS:
            text = _(
                "a board has 2 to {regions}, not {count}",
                regions=regions_of(MOST_REGIONS),
                count=len(entries),
            )
            self.wrong(top["regions"][0], "regions", text)
            return None
        if len(corners) > MOST_CORNERS:
            text = _(
                "a board has at most {corners}, not {count}",
                corners=Count(MOST_CORNERS, _CORNERS),
                count=len(corners),
            )
            self.wrong(top["corners"][0], "corners", text)
            return None
        regions = [self.region(r, entry, box) for r, entry in entries.items()]
        self.doubles(list(entries.values()), regions)
        outlines = [
            self.outline(facts.id, node, corners)
            for facts, (_unused, node) in zip(regions, entries.values(), strict=True)
        ]
        used = {c for outline in outlines if outline for c in outline}
        for corner in corners:
            if corner not in used and all(outlines):
                self.wrong(lines[corner], f"corners.{corner}", _("no outline uses this corner"))
        sound = [outline for outline in outlines if outline]
        if size is None or min(size) <= 0 or len(sound) < len(outlines):
            return None
        chart = Chart.make(size, corners, sound)
        if len(chart.edges) > most_edges(len(used)):
            # Outlines as wild as that cross everywhere; telling each crossing would take minutes.
            text = _n(
                "the outlines have {count} edge, so many must cross each other",
                "the outlines have {count} edges, so many must cross each other",
                len(chart.edges),
            )
            self.wrong(top["regions"][0], "regions", text)
            return None
        self.fitting(chart, regions, [line for line, _unused in entries.values()])
        return Facts(
            id=name,
            title=title,
            box=box,
            players=players,
            rounds=rounds,
            regions=tuple(regions),
            chart=chart,
        )

    def corners(
        self, node: yaml.Node, size: Point | None
    ) -> tuple[dict[str, Point], dict[str, int]]:
        """The corner points, and the line each stands in."""
        corners: dict[str, Point] = {}
        lines: dict[str, int] = {}
        taken: dict[Point, str] = {}
        for corner, (line, value) in self.mapping(node, "corners").items():
            key = f"corners.{corner}"
            lines[corner] = line
            point = self.pair(value, key)
            if point is None:
                # Kept at a place of its own, so that outlines naming it raise no second defect.
                corners[corner] = (math.nan, math.nan)
                continue
            corners[corner] = point
            if size and not (0 <= point[0] <= size[0] and 0 <= point[1] <= size[1]):
                self.wrong(line, key, _("the corner lies outside the board's size"))
            if point in taken:
                self.wrong(
                    line, key, _("the corner lies at the same place as {taken}", taken=taken[point])
                )
            taken.setdefault(point, corner)
        return corners, lines

    def region(self, r: str, entry: tuple[int, yaml.Node], box: str) -> RegionFacts:
        """One Region without its outline."""
        key = f"regions.{r}"
        line, node = entry
        fields = self.mapping(node, key)
        land = LANDS.get(box, LANDS[DEFAULT[0]])
        terrains = land.terrain_words
        flags = {symbol.word: symbol.on for symbol in land.symbols if symbol.flag}
        known = ("name", "terrain", "symbols", "outline", *flags)
        for field, (at, _unused) in fields.items():
            if field not in known:
                text = _(
                    "this key is unknown in box {box}; known are {known}",
                    box=shown(box),
                    known=", ".join(known),
                )
                self.wrong(at, f"{key}.{field}", text)
        terrain = ""
        if "terrain" not in fields:
            self.wrong(line, f"{key}.terrain", _("this key is missing"))
        else:
            value = self.value(fields["terrain"][1])
            if isinstance(value, str) and value in terrains:
                terrain = value
            else:
                text = _(
                    "{value} is no terrain; known are {known}",
                    value=shown(value),
                    known=", ".join(terrains),
                )
                self.wrong(fields["terrain"][0], f"{key}.terrain", text)
        name = self.text(fields["name"], f"{key}.name", NAME_LENGTH) if "name" in fields else r
        symbols = (
            self.symbols(fields["symbols"][1], f"{key}.symbols", land)
            if "symbols" in fields
            else ()
        )
        on: list[str] = []
        for flag, needed in flags.items():
            if flag not in fields:
                continue
            value = self.value(fields[flag][1])
            if not isinstance(value, bool):
                text = _("true or false is expected, not {value}", value=shown(value))
                self.wrong(fields[flag][0], f"{key}.{flag}", text)
            elif value:
                on.append(flag)
                if terrain and terrain not in needed:
                    text = _(
                        "a {terrain} Region cannot have it; it needs {needed}",
                        terrain=terrain,
                        needed=format(several(needed), "or"),
                    )
                    self.wrong(fields[flag][0], f"{key}.{flag}", text)
        features = tuple(flag for flag in on if flag != "lost_tribe")
        return RegionFacts(r, name, terrain, symbols, "lost_tribe" in on, features)

    def symbols(self, node: yaml.Node, key: str, land: Land) -> tuple[str, ...]:
        """The symbols of a Region, each at most once."""
        words = tuple(symbol.word for symbol in land.symbols if not symbol.flag)
        if not isinstance(node, yaml.SequenceNode):
            text = _(
                "a list such as [mine, cavern] is expected, not {node}",
                node=shown(self.value(node)),
            )
            self.wrong(line_of(node), key, text)
            return ()
        found: list[str] = []
        for item in node.value:
            value = self.value(item)
            if not isinstance(value, str) or value not in words:
                text = _(
                    "{value} is no symbol; known are {known}",
                    value=shown(value),
                    known=", ".join(words) or _("none"),
                )
                self.wrong(line_of(item), key, text)
            elif value in found:
                self.wrong(line_of(item), key, _("{value} stands here twice", value=value))
            else:
                found.append(value)
        return tuple(found)

    def doubles(self, entries: list[tuple[int, yaml.Node]], regions: Sequence[RegionFacts]) -> None:
        """Place names that two Regions share."""
        first: dict[str, tuple[str, int]] = {}
        for (line, _unused), facts in zip(entries, regions, strict=True):
            other, at = first.setdefault(facts.name.casefold(), (facts.id, line))
            if other != facts.id and facts.name:
                text = _(
                    "{other} (line {at}) is called {name} too",
                    other=other,
                    at=at,
                    name=shown(facts.name),
                )
                self.wrong(line, f"regions.{facts.id}.name", text)

    def outline(self, r: str, node: yaml.Node, corners: dict[str, Point]) -> tuple[str, ...] | None:
        """The corners of a Region's outline, or None after noting what is wrong with it."""
        key = f"regions.{r}.outline"
        fields = dict(self.mapping(node, f"regions.{r}")) if is_mapping(node) else {}
        if "outline" not in fields:
            self.wrong(line_of(node), key, _("this key is missing"))
            return None
        line, value = fields["outline"]
        names = (
            [str(n.value) for n in value.value if isinstance(n, yaml.ScalarNode)]
            if isinstance(value, yaml.SequenceNode)
            else []
        )
        if len(names) < 3:
            self.wrong(line, key, _("an outline is a list of three or more corners"))
            return None
        if len(names) > MOST_OUTLINE:
            text = _(
                "an outline has at most {corners}, not {count}",
                corners=Count(MOST_OUTLINE, _CORNERS),
                count=len(names),
            )
            self.wrong(line, key, text)
            return None
        strange = [c for c in names if c not in corners]
        for corner in dict.fromkeys(strange):
            self.wrong(
                line, key, _("there is no corner {corner}", corner=plain(corner, VALUE_LENGTH))
            )
        twice = [c for i, c in enumerate(names) if c in names[:i]]
        for corner in dict.fromkeys(twice):
            self.wrong(
                line,
                key,
                _("corner {corner} stands here twice", corner=plain(corner, VALUE_LENGTH)),
            )
        if strange or twice or any(math.isnan(corners[c][0]) for c in names):
            return None
        fault = simple_fault(names, corners)
        if fault is not None:
            self.wrong(line, key, fault)
            return None
        return tuple(names)

    def fitting(self, chart: Chart, regions: Sequence[RegionFacts], lines: list[int]) -> None:
        """Overlaps, holes, Regions without neighbours, boards that fall apart."""
        for fault in fitting_faults(chart):
            key = f"regions.{regions[fault.region].id}.outline"
            text = fault.text
            if fault.other is not None:
                text = _("the Region overlaps {id}: {text}", id=regions[fault.other].id, text=text)
            self.wrong(lines[fault.region], key, text)
        reach = {0}
        borders = chart.borders()
        for _unused in regions:
            reach |= {b for a, b in borders if a in reach} | {a for a, b in borders if b in reach}
        touching = {r for pair in borders for r in pair}
        for r, facts in enumerate(regions):
            if r not in touching:
                self.wrong(lines[r], f"regions.{facts.id}", _("the Region touches no other Region"))
            elif r not in reach and 0 in touching:
                text = _("no way of Regions leads from {id} to this one", id=regions[0].id)
                self.wrong(lines[r], f"regions.{facts.id}", text)
