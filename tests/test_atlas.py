"""Boards: the facts of the rulebook, and a sentence for all that can be wrong with a file."""

from __future__ import annotations

import math
import random
from collections import Counter
from pathlib import Path

import pytest

from crusade import atlas, chart
from crusade.atlas_reader import MOST_REGIONS
from crusade.boxes import LANDS
from crusade.rules import board as rules_board
from crusade.rules.board import Board, RegionSpec, bits

BASE = ("base-2p", "base-3p")

SMALL = """\
id: small
title: A small board
box: base
players: 2
rounds: 10
size: [300, 200]
corners:
  a: [0, 0]
  b: [100, 0]
  c: [200, 0]
  d: [300, 0]
  e: [0, 200]
  f: [100, 200]
  g: [200, 200]
  h: [300, 200]
regions:
  r1: {name: Westfield, terrain: farmland, outline: [a, b, f, e]}
  r2: {name: Midwood, terrain: forest, symbols: [mine], lost_tribe: true, outline: [b, c, g, f]}
  r3: {name: Eastsea, terrain: sea, outline: [c, d, h, g]}
"""


def sentences(tmp_path: Path, text: str | bytes) -> list[str]:
    """What `check` says of a board file with this text, the file's path left out."""
    path = tmp_path / "mine.yaml"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    ((shown, found),) = atlas.check([path])
    assert shown == str(path)
    assert all(sentence.startswith(str(path)) for sentence in found)
    assert all(sentence.endswith(".") and "\n" not in sentence for sentence in found)
    return [sentence.removeprefix(f"{path}, ") for sentence in found]


def test_all_boards_of_the_program_are_good() -> None:
    assert len(atlas.board_ids()) >= 6
    assert all(found == [] for _, found in atlas.check())


@pytest.mark.parametrize("board_id", atlas.board_ids())
def test_ids_names_and_neighbours_of_every_board(board_id: str) -> None:
    file = atlas.load(board_id)
    assert file.id == board_id
    names = [facts.name for facts in file.regions]
    assert len(set(names)) == len(names)
    assert all(2 < len(name) <= 12 for name in names)
    assert not set(names) & {facts.id for facts in file.regions}
    borders = file.chart.borders()
    assert {r for pair in borders for r in pair} == set(range(len(file.regions)))
    assert all(len(edge.regions) in (1, 2) for edge in file.chart.edges)


@pytest.mark.parametrize("board_id", BASE)
def test_adjacency_is_symmetrical(board_id: str) -> None:
    board = atlas.load(board_id).board
    for r in range(board.n):
        assert not board.neighbours[r] >> r & 1
        for s in bits(board.neighbours[r]):
            assert board.neighbours[s] >> r & 1


@pytest.mark.parametrize(("board_id", "regions"), [("base-2p", 23), ("base-3p", 30)])
def test_region_counts(board_id: str, regions: int) -> None:
    """`base.md S11`."""
    board = atlas.load(board_id).board
    assert board.n == regions
    assert board.mask_of("sea").bit_count() == 2
    assert board.mask_of("lake").bit_count() == 1


@pytest.mark.parametrize(("board_id", "tribes"), [("base-2p", 9), ("base-3p", 10)])
def test_lost_tribe_counts(board_id: str, tribes: int) -> None:
    """`base.md S5`."""
    board = atlas.load(board_id).board
    assert board.lost_tribe.bit_count() == tribes
    assert not board.lost_tribe & board.water


@pytest.mark.parametrize(("board_id", "mountains"), [("base-2p", 4), ("base-3p", 7)])
def test_mountain_counts(board_id: str, mountains: int) -> None:
    """`base.md S6`."""
    assert atlas.load(board_id).board.mask_of("mountain").bit_count() == mountains


@pytest.mark.parametrize(("board_id", "each"), [("base-2p", 4), ("base-3p", 5)])
def test_symbol_counts(board_id: str, each: int) -> None:
    board = atlas.load(board_id).board
    assert [
        m.bit_count()
        for m in (board.mask_of("mine"), board.mask_of("magic"), board.mask_of("cavern"))
    ] == [each] * 3


def test_entry_regions_touch_the_rim_or_a_sea_on_it() -> None:
    """`base.md F1`, `F2`: and the lake in the middle opens nothing."""
    board = atlas.load("base-2p").board
    assert board.sea_entry == board.mask_of("sea")
    assert not board.entry & board.water
    assert board.entry == (board.edge | board.around(board.mask_of("sea"))) & board.land
    inner = {board.ids[r] for r in bits(board.land & ~board.entry)}
    assert inner and all(not board.edge >> board.index[name] & 1 for name in inner)


def test_southern_mountain_of_the_three_player_map_touches_the_forest() -> None:
    """Ruling 7."""
    file = atlas.load("base-3p")
    board = file.board
    height = file.chart.size[1]
    southern = [
        r
        for r in bits(board.mask_of("mountain") & board.edge)
        if any(y == height for _, y in file.chart.polygon(r))
    ]
    right = max(southern, key=lambda r: max(x for x, _ in file.chart.polygon(r)))
    assert board.neighbours[right] & board.mask_of("forest")


def test_features_of_the_other_boxes_are_kept() -> None:
    river = Counter(f for facts in atlas.load("riverworld-3p").regions for f in facts.features)
    assert river == {"harbor": 6, "pirates": 3, "shipyard": 1, "temple": 1}
    cave = Counter(f for facts in atlas.load("underground-3p").regions for f in facts.features)
    assert cave == {"monsters": 5, "volcano": 2}


def test_a_board_the_rules_do_not_know_says_so() -> None:
    file = atlas.load("underground-2p")
    if file.playable:
        assert file.board.n == len(file.regions)
    else:
        with pytest.raises(atlas.AtlasError, match="is not in the game yet"):
            _ = file.board


def test_the_small_board_is_good(tmp_path: Path) -> None:
    assert sentences(tmp_path, SMALL) == []
    board = atlas.load(tmp_path / "mine.yaml").board
    assert board.neighbours == (0b010, 0b101, 0b010)
    assert board.edge == 0b111
    assert board.names == ("Westfield", "Midwood", "Eastsea")


def test_an_anticlockwise_outline_is_turned(tmp_path: Path) -> None:
    assert sentences(tmp_path, SMALL.replace("[a, b, f, e]", "[a, e, f, b]")) == []
    file = atlas.load(tmp_path / "mine.yaml")
    assert file.chart.outlines[0] == ("a", "b", "f", "e")


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("farmland", "farmlnd", "line 17, regions.r1.terrain: 'farmlnd' is no terrain"),
        ("terrain: sea, ", "", "line 19, regions.r3.terrain: this key is missing"),
        ("[a, b, f, e]", "[a, b, f, z]", "line 17, regions.r1.outline: there is no corner z"),
        ("[a, b, f, e]", "[a, b]", "line 17, regions.r1.outline: an outline is a list of three"),
        ("[a, b, f, e]", "[a, b, b, e]", "line 17, regions.r1.outline: corner b stands here twice"),
        ("[a, b, f, e]", "[a, f, b, e]", "line 17, regions.r1.outline: the outline crosses itself"),
        ("outline: [c, d, h, g]", "symbols: []", "regions.r3.outline: this key is missing"),
        (
            "Eastsea",
            "westfield",
            "line 19, regions.r3.name: r1 (line 17) is called 'westfield' too",
        ),
        ("  r3:", "  r1:", "line 19, regions.r1: the key stands here twice, see line 17"),
        ("  d: [300", "  c: [300", "line 11, corners.c: the key stands here twice, see line 10"),
        ("players: 2", "players: two", "line 4, players: a whole number from 2 to 5 is expected"),
        (
            "players: 2",
            "players: 9",
            "line 4, players: a whole number from 2 to 5 is expected, not 9",
        ),
        ("rounds: 10", "rounds: 1.5", "line 5, rounds: a whole number from 1 to 20 is expected"),
        ("rounds: 10\n", "", "rounds: this key is missing"),
        ("rounds: 10", "rounds: true", "line 5, rounds: a whole number"),
        ("size: [300, 200]", "size: [300]", "line 6, size: two numbers [x, y] are expected"),
        ("size: [300, 200]", "size: [-3, 200]", "line 6, size: width and height must be above 0"),
        (
            "[100, 0]",
            "[100, .nan]",
            "line 9, corners.b: two numbers [x, y] are expected, not 100, '.nan'",
        ),
        (
            "[100, 0]",
            "[100, x]",
            "line 9, corners.b: two numbers [x, y] are expected, not 100, 'x'",
        ),
        (
            "[300, 200]\nregions",
            "[301, 200]\nregions",
            "line 15, corners.h: the corner lies outside",
        ),
        ("  h:", "  k: [50, 50]\n  h:", "line 15, corners.k: no outline uses this corner"),
        ("  h: [300, 200]", "  h: [200, 200]", "corners.h: the corner lies at the same place as g"),
        ("box: base", "box: dungeon", "line 3, box: 'dungeon' is no box"),
        ("title:", "titel:", "line 2, titel: this key is unknown"),
        ("lost_tribe: true", "lost_tribe: 3", "regions.r2.lost_tribe: true or false is expected"),
        (
            "lost_tribe: true",
            "harbor: true",
            "regions.r2.harbor: this key is unknown in box 'base'",
        ),
        ("terrain: sea", "terrain: sea, lost_tribe: true", "a sea Region cannot have it"),
        ("[mine]", "[gold]", "line 18, regions.r2.symbols: 'gold' is no symbol"),
        ("[mine]", "[mine, mine]", "line 18, regions.r2.symbols: mine stands here twice"),
        ("[mine]", "mine", "line 18, regions.r2.symbols: a list such as"),
        (
            "Midwood",
            "Midwoodbytheveryfarshore",
            "regions.r2.name: 'Midwoodbytheveryfarshore' has 24",
        ),
        ("id: small", "id: a/b", "line 1, id: 'a/b' may have letters"),
        ("outline: [b, c, g, f]}", "outline: [b, c, g}", "this is no YAML"),
    ],
)
def test_a_defect_is_explained_with_its_line_and_key(
    tmp_path: Path, old: str, new: str, expected: str
) -> None:
    assert old in SMALL
    found = sentences(tmp_path, SMALL.replace(old, new, 1))
    assert any(expected in sentence for sentence in found), found


def test_all_defects_are_reported_in_the_order_of_the_file(tmp_path: Path) -> None:
    text = (
        SMALL.replace("players: 2", "players: 7")
        .replace("forest", "wood")
        .replace("a, b, f", "a, q")
    )
    found = sentences(tmp_path, text)
    assert [sentence.split(":")[0] for sentence in found] == [
        "line 4, players",
        "line 17, regions.r1.outline",
        "line 18, regions.r2.terrain",
    ]


def test_a_hole_in_the_board(tmp_path: Path) -> None:
    found = sentences(tmp_path, SMALL[: SMALL.index("  r3:")])
    assert any("corners.d: no outline uses this corner" in s for s in found)
    assert any("regions.r2.outline: edge c-g has a hole in the board" in s for s in found)


def test_overlapping_regions(tmp_path: Path) -> None:
    found = sentences(tmp_path, SMALL.replace("[b, c, g, f]", "[b, d, h, f]"))
    assert any("line 19, regions.r3.outline: the Region overlaps r2" in s for s in found)
    again = sentences(tmp_path, SMALL.replace("[b, c, g, f]", "[a, b, f, e]"))
    assert any("the Region overlaps r1" in s for s in again)


def test_a_corner_left_out_of_a_neighbours_outline(tmp_path: Path) -> None:
    text = SMALL.replace("  h: [", "  k: [100, 90]\n  h: [").replace(
        "[a, b, f, e]", "[a, b, k, f, e]"
    )
    found = sentences(tmp_path, text)
    assert any("regions.r2.outline: corner k lies on edge b-f but is left out" in s for s in found)


def test_an_isolated_region(tmp_path: Path) -> None:
    text = SMALL.replace("  r2: ", "  #r2: ")
    found = sentences(tmp_path, text)
    assert any("regions.r1: the Region touches no other Region" in s for s in found)


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (b"", "the file is empty"),
        (b"id: x\ntitle: \xff\xfe\n", "line 2: the file is not UTF-8 text"),
        (b"- 1\n- 2\n", "a list of `key: value` is expected here"),
        (b"just words\n", "a list of `key: value` is expected here"),
        (b"id: \x01\n", "the file has a character YAML forbids"),
        (b"a: b: c\n", "this is no YAML"),
        (b"[" * 20000, "nested too deeply"),
        (b"a: 1\n---\nb: 2\n", "this is no YAML"),
        (b"corners: &x {a: *x}\nregions: *x\nsize: *x\n", "expected"),
        (b"corners: 3\nregions: [1]\nsize: 3\n", "size: two numbers [x, y] are expected, not 3"),
    ],
)
def test_files_that_are_no_board(tmp_path: Path, data: bytes, expected: str) -> None:
    found = sentences(tmp_path, data)
    assert any(expected in sentence for sentence in found), found


def test_files_that_are_not_there(tmp_path: Path) -> None:
    with pytest.raises(atlas.AtlasError, match="there is no such file"):
        atlas.load(tmp_path / "none.yaml")
    with pytest.raises(atlas.AtlasError, match="folder"):
        atlas.load(tmp_path)
    with pytest.raises(atlas.AtlasError, match="No board is called 'base-9p'; there are base-2p"):
        atlas.load("base-9p")


@pytest.mark.parametrize("step", range(1, 60))
def test_a_file_cut_or_garbled_anywhere_never_ends_in_a_traceback(
    tmp_path: Path, step: int
) -> None:
    path = atlas.load("base-2p").path
    data = path.read_bytes()
    cut = len(data) * step // 60
    (tmp_path / "mine.yaml").write_bytes(data[:cut])
    assert atlas.check([tmp_path / "mine.yaml"])[0][1]
    lines = data.decode().splitlines(keepends=True)
    lines[len(lines) * step // 60] = "  ?: [c01, {]\n" if step % 2 else "x\n"
    (tmp_path / "mine.yaml").write_text("".join(lines), encoding="utf-8")
    assert atlas.check([tmp_path / "mine.yaml"])[0][1]


SCALARS = [
    "!!bool foo",
    '!!int ""',
    "!!int 7",
    "!!timestamp foo",
    "!!float x",
    "!!binary =",
    "!!null x",
    "!mine 3",
    "!<tag:yaml.org,2002:int> 3",
    "! 3x",
    "9" * 5000,
    "1:" + "59:" * 3000 + "1",
    "190:20:30",
    "0b1010",
    "0o7x",
    "1_000",
    "1e3000",
    "-.inf",
    "2026-12-01",
    "2026-99-99",
    "<<",
    "=",
    "&a b",
    '"\\x1b[31m"',
    '"\\uD800"',
    '"\\U00110000"',
    "\u202e",
    "{<<: {a: 1}}",
    "?",
    "*nowhere",
    "|\n    long\n",
    "[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]",
]


@pytest.mark.parametrize("value", SCALARS, ids=lambda value: ascii(value[:20]))
@pytest.mark.parametrize(
    "old",
    [
        "small", "A small board", "base", " 2", " 10", "[300, 200]", "[100, 0]", "Westfield",
        "farmland", "[mine]", "true", "[a, b, f, e]", "f, e]", "300",
    ],
)  # fmt: skip
def test_whatever_stands_for_a_value_gets_sentences(tmp_path: Path, old: str, value: str) -> None:
    new = f" {value}]" if old == "f, e]" else f" {value}"
    found = sentences(tmp_path, SMALL.replace(old, new, 1))
    assert len(found) <= 20
    for sentence in found:
        assert sentence.isprintable(), sentence
        assert len(sentence) < 600
    # A few of these are texts like any other, where a text is asked for.
    assert found or old in ("A small board", "Westfield", "small") or "|" in value


@pytest.mark.parametrize("tag", ["!!bool", "!!int", "!!str", "!mine", "!"])
def test_a_tag_is_refused(tmp_path: Path, tag: str) -> None:
    (found,) = sentences(tmp_path, SMALL.replace("players: 2", f"players: {tag} 2"))
    assert found.startswith(f"line 4: tags such as {tag} are not read here")


@pytest.mark.parametrize("number", ["9" * 5000, "1:30", "0x2", "002", "1_0", "+2.", "2e0"])
def test_a_number_is_written_in_plain_digits(tmp_path: Path, number: str) -> None:
    (found,) = sentences(tmp_path, SMALL.replace("players: 2", f"players: {number}"))
    assert found.startswith("line 4, players: a whole number from 2 to 5 is expected, not ")


def grid(columns: int, rows: int, box: str = "base", terrain: str = "forest") -> str:
    """A good board of squares."""
    corners = "".join(
        f"  c{x}-{y}: [{x * 10}, {y * 10}]\n" for y in range(rows + 1) for x in range(columns + 1)
    )
    regions = "".join(
        f"  r{x}-{y}: {{name: N{x}-{y}, terrain: {terrain}, "
        f"outline: [c{x}-{y}, c{x + 1}-{y}, c{x + 1}-{y + 1}, c{x}-{y + 1}]}}\n"
        for y in range(rows)
        for x in range(columns)
    )
    return (
        f"id: grid\ntitle: Grid\nbox: {box}\nplayers: 2\nrounds: 10\n"
        f"size: [{columns * 10}, {rows * 10}]\ncorners:\n{corners}regions:\n{regions}"
    )


@pytest.mark.parametrize("box", ["base", "underground"])
def test_a_board_has_at_most_as_many_regions_as_the_rules_hold(tmp_path: Path, box: str) -> None:
    terrain = "mudpool" if box == "underground" else "forest"
    columns = MOST_REGIONS // 4
    assert sentences(tmp_path, grid(columns, 4, box, terrain)) == []
    if box == "base":
        assert atlas.load(tmp_path / "mine.yaml").board.n == MOST_REGIONS
    (found,) = sentences(tmp_path, grid(columns + 1, 4, box, terrain))
    assert f"a board has 2 to {MOST_REGIONS} Regions, not {MOST_REGIONS + 4}" in found


def test_the_rules_refuse_a_board_they_cannot_hold() -> None:
    spec = RegionSpec("r", "R", "forest")
    most = rules_board.MOST_REGIONS
    with pytest.raises(ValueError, match=f"at most {most} Regions"):
        Board.make(words=LANDS["base"], regions=[spec] * (most + 1), borders=[])


@pytest.mark.parametrize("width", [1, 11, 44, 45, 64, 65, 300, rules_board.MOST_REGIONS])
def test_the_regions_of_a_mask_are_told_whatever_its_width(width: int) -> None:
    chance = random.Random(width)
    for mask in (0, 1 << width - 1, (1 << width) - 1, *(chance.getrandbits(width) for _ in "1234")):
        assert bits(mask) == tuple(r for r in range(width) if mask >> r & 1)
        assert bits(mask) == bits(mask)


def after_corners(more: str) -> str:
    """The small board with something put in behind its corners."""
    return SMALL.replace("regions:\n", more + "regions:\n")


HEAVY = {
    "90,000 unknown keys": "".join(f"k{n}: 1\n" for n in range(90_000)),
    "unknown keys up to the limit": SMALL + "".join(f"k{n}: 1\n" for n in range(9_000)),
    "an outline of 100,000 names": SMALL.replace("[a, b, f, e]", "[" + "a, " * 100_000 + "b]"),
    "a long outline": SMALL.replace("[a, b, f, e]", f"[{', '.join(f'n{n}' for n in range(5000))}]"),
    "40,000 corners": after_corners("".join(f"  k{n}: [{n}, 1]\n" for n in range(40_000))),
    "corners up to the limit": after_corners("".join(f"  k{n}: [{n}, 1]\n" for n in range(1_500))),
    "nested brackets": "[" * 90_000,
    "nested dashes": "- " * 45_000,
    "nested keys": "? " * 45_000,
    "nested braces": "corners: " + "{a: " * 9_000,
    "one long key": SMALL + "k" * 90_000 + ": 1\n",
    "one long name": SMALL.replace("Westfield", "W" * 90_000),
    "one long title": SMALL.replace("A small board", "long " * 19_000),
    "one long tag": SMALL.replace("Westfield", "!" + "t" * 90_000 + " x"),
    "one outline for all": SMALL.replace("[a, b, f, e]", "&o [" + "a, b, " * 2_000 + "f]").replace(
        "[b, c, g, f]", "*o"
    ),
    "Regions up to the limit": SMALL + "".join(f"  x{n}: {{}}\n" for n in range(3_000)),
    "comments up to the limit": SMALL + "#" * 90_000,
}


@pytest.mark.parametrize("text", HEAVY.values(), ids=HEAVY.keys())
def test_the_check_of_a_nonsense_file_is_short(tmp_path: Path, text: str) -> None:
    found = sentences(tmp_path, text)
    assert len(found) <= 20
    assert all(len(sentence) < 600 for sentence in found)
    assert found or text.endswith("#")


def test_outlines_that_cross_everywhere_are_not_compared_one_by_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The work of the check is bounded: counted, not timed."""
    counted = 0
    real = chart.turn

    def turn(*points: chart.Point) -> float:
        nonlocal counted
        counted += 1
        return real(*points)

    monkeypatch.setattr(chart, "turn", turn)
    chance = random.Random(1)
    side = 20
    text = grid(side, side).split("regions:")[0]
    for r in range(MOST_REGIONS):
        # Star-shaped around its middle, so that each outline alone is good.
        points = chance.sample(range(1, 20 * side), 60)
        middle = (side * 5 + r, side * 5)
        star = sorted(
            {(n % side * 10, n // side * 10) for n in points},
            key=lambda p: math.atan2(p[1] - middle[1] - 0.5, p[0] - middle[0] - 0.5),
        )
        outline = ", ".join(f"c{x // 10}-{y // 10}" for x, y in star)
        text += ("regions:\n" if not r else "") + (
            f"  r{r}: {{terrain: forest, outline: [{outline}]}}\n"
        )
    found = sentences(tmp_path, text)
    assert 0 < len(found) <= 20
    assert counted < 3_000_000


def test_a_file_of_the_user_never_takes_the_place_of_a_board_of_the_program(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shipped = atlas.load("base-2p").path
    monkeypatch.chdir(tmp_path)
    Path("base-2p").write_text("nonsense")
    Path("base-3p").mkdir()
    Path("mine").write_text(SMALL)
    assert atlas.load("base-2p").path == shipped
    assert atlas.load("base-3p").title
    assert atlas.check(["base-2p", "base-3p"]) == [("base-2p", []), ("base-3p", [])]
    with pytest.raises(atlas.AtlasError, match=r"No board is called 'mine'.*meant by './mine'"):
        atlas.load("mine")
    with pytest.raises(atlas.AtlasError, match="No board is called"):
        atlas.load("./mine")  # a record, a scenario or a row never names a file
    assert atlas.load(Path("mine")).id == "small"


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("base-2p", "base-2p"),
        ("./base-2p", Path("base-2p")),
        ("mine.yaml", Path("mine.yaml")),
        ("maps/mine", Path("maps/mine")),
        ("/", Path("/")),
    ],
)
def test_a_path_says_that_it_is_one(words: str, expected: str | Path) -> None:
    assert atlas.meant(words) == expected
