"""Numbers of conquest sequences: known ones, and those of a counter that shares no code."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from naive import Land, Position, Stand, conquests, count
from play_helpers import LIBRARY, kind

from crusade.atlas import load
from crusade.automaton.lost_tribes import LostTribes
from crusade.boxes.base.pieces import DRAGON, ENCAMPMENT, HERO
from crusade.lab import perft as perft_module
from crusade.lab.perft import divide, perft, picked
from crusade.rules import State, parse_combo, setup
from crusade.rules.audit import audit
from crusade.rules.board import Board, RegionSpec, bits
from crusade.rules.ids import (
    CLASSIC,
    DECLINED_OF,
    IS_DECLINED,
    NONE,
    SOLO,
    TRIBES_SLOT,
)
from crusade.rules.markers import place
from crusade.rules.pieces import clear_slot, occupy, refresh
from crusade.rules.state import blank
from crusade.rules.turn import begin_turn, usual_order

RACES, POWERS = LIBRARY.races, LIBRARY.powers
TERRAINS = LIBRARY.land.terrain_words
SYMBOLS = tuple(symbol.word for symbol in LIBRARY.land.symbols if not symbol.flag)
SUITES = sorted((Path(__file__).parent / "perft").glob("*.txt"))
OWNERS = {"me": 0, "my-declined": 1, "foe": 3, "foe-declined": 4, "tribe": TRIBES_SLOT}


def known() -> list[tuple[str, str, list[int]]]:
    """(board, combo, counts for depth 1, 2, ...) of the stored suites."""
    rows = []
    for path in SUITES:
        for line in path.read_text(encoding="utf-8").splitlines():
            if line.strip() and not line.startswith("#"):
                combo, _, counts = line.partition(":")
                rows.append((path.stem, combo.strip(), [int(n) for n in counts.split()]))
    return rows


def naive_of(s: State) -> Position:
    """The naive counter's reading of a position, word by word."""
    board = s.board
    lands = {
        board.ids[r]: Land(
            board.terrain[r],
            frozenset(word for word in SYMBOLS if board.mask_of(word) >> r & 1),
            bool(board.edge >> r & 1),
            {board.ids[other] for other in range(board.n) if board.neighbours[r] >> other & 1},
        )
        for r in range(board.n)
    }
    words = {slot: owner for owner, slot in OWNERS.items()}
    stands = {
        board.ids[r]: Stand(
            words[s.occ[r]],
            s.tokens[r],
            {p.word for p in LIBRARY.pieces if not p.stacks and s.where(p) >> r & 1},
            s.number(ENCAMPMENT, r),
        )
        for r in range(board.n)
        if s.tokens[r]
    }
    return Position(
        lands,
        stands,
        RACES[s.banner[0]].name,
        POWERS[s.badge[0]].name,
        s.hand[0],
        s.tray[s.banner[0]],
        tribes_active=s.setup.crusade,
        peace=s.recall(LIBRARY.by_name["Diplomat"], 3) == 1,
    )


@pytest.mark.parametrize(("board", "combo", "counts"), known(), ids=lambda v: str(v))
def test_first_turns_have_the_known_number_of_conquest_sequences(
    board: str, combo: str, counts: list[int]
) -> None:
    s = picked(load(board).board, *parse_combo(LIBRARY, combo))
    for depth, wanted in enumerate(counts, 1):
        found = perft(s, depth)
        assert found == wanted, f"depth {depth}: {found}, not {wanted}; {divide(s, depth)}"


def test_the_known_numbers_are_those_of_the_naive_counter() -> None:
    for board, combo, counts in known():
        p = naive_of(picked(load(board).board, *parse_combo(LIBRARY, combo)))
        for depth, wanted in enumerate(counts[:2], 1):
            assert count(p, depth) == wanted, (board, combo, depth)


# ---------------------------------------------------------------- random small positions
def random_board(rng: Random) -> Board:
    n = rng.randint(6, 9)
    specs = [
        RegionSpec(
            chr(ord("A") + r),
            chr(ord("A") + r),
            rng.choice(TERRAINS),
            [word for word in SYMBOLS if rng.random() < 0.3],
            edge=rng.random() < 0.4,
        )
        for r in range(n)
    ]
    for spec in specs:
        if spec.terrain in ("sea", "lake"):
            spec.symbols = ()
    borders = {(rng.randrange(r), r) for r in range(1, n)}  # in one piece, and then some more
    borders |= {(a, b) for a in range(n) for b in range(a + 1, n) if rng.random() < 0.25}
    return Board.make(words=LIBRARY.land, regions=specs, borders=sorted(borders))


def random_position(rng: Random, banner: int, badge: int) -> State:
    """A sound position with the first seat about to conquer, anything on the board that can be."""
    crusade = rng.random() < 0.4 and POWERS[badge].crusade  # crusade.md A3
    board = random_board(rng)
    mode, automaton = (SOLO, LostTribes()) if crusade else (CLASSIC, None)
    tokens = 0 if crusade else 99  # set right below
    s = blank(setup(board, LIBRARY, mode, 1 if crusade else 2, tokens=tokens, automaton=automaton))
    refresh(s, TRIBES_SLOT)
    others = [b for b in range(len(RACES)) if b != banner and not RACES[b].keeps_tokens_in_decline]
    rng.shuffle(others)
    badges = [b for b in bits(s.setup.badges) if b != badge]
    rng.shuffle(badges)
    foe = rng.choice([b for b in (*FOES, badges[0]) if b != badge])
    races = {0: (banner, badge), 1: (others.pop(), NONE)}
    if not crusade:
        races |= {3: (others.pop(), foe), 4: (others.pop(), NONE)}
    for slot, (race, power) in races.items():
        enlist(s, slot, race, power)
    owners = [0, 1, TRIBES_SLOT] if crusade else [0, 1, 3, 3, 4, TRIBES_SLOT]
    for r in range(board.n):
        slot = rng.choice(owners)
        combo = s.combo[slot]
        if rng.random() < 0.45 or combo is None or not combo.takes >> r & 1:
            continue
        if slot == TRIBES_SLOT:
            occupy(s, slot, r, rng.choice((1, 1, 2, 3)) if crusade else 1)
            continue
        tokens = 1 if IS_DECLINED[slot] else rng.choice((1, 1, 2, 3))
        occupy(s, slot, r, tokens)
        s.tray[s.banner[slot]] -= tokens
        if slot and rng.random() < 0.2:
            place(s, kind("fortress"), r, None)
        if RACES[s.banner[slot]].name == "Trolls":
            place(s, kind("lair"), r, None)
        if slot == 3 and rng.random() < 0.5:
            names = {source.name for source in combo.own}
            if "Heroic" in names and s.where(HERO).bit_count() < HERO.limit:
                place(s, kind("hero"), r, None)
            elif "Dragon Master" in names and not s.where(DRAGON):
                place(s, kind("dragon"), r, None)
            elif "Bivouacking" in names and s.where(ENCAMPMENT).bit_count() < 2:
                place(s, kind("encampments"), r, None)
                place(s, kind("encampments"), r, None)
    standing = sum(s.tokens[r] for r in bits(s.held[TRIBES_SLOT]))
    s.setup = replace(s.setup, tokens=standing)
    for slot in DECLINED_OF[:2]:
        if s.banner[slot] != NONE and not s.held[slot]:
            s.unseen_banners |= 1 << s.banner[slot]
            clear_slot(s, slot)
    while len(s.column) < 6:
        row = (others.pop(), next(b for b in badges if s.unseen_badges >> b & 1), 0)
        s.column.append(row)
        s.unseen_banners &= ~(1 << row[0])
        s.unseen_badges &= ~(1 << row[1])
    s.picked = (1 << s.setup.seats) - 1
    more = min(rng.randint(1, 5), s.tray[banner])
    s.hand[0] += more
    s.tray[banner] -= more
    if not crusade and POWERS[foe].name == "Diplomat":
        s.remember(POWERS[foe], 3, 1)
    s.round = 2
    s.order = usual_order(s)
    begin_turn(s, 0, None)
    return s


def enlist(s: State, slot: int, race: int, power: int) -> None:
    s.banner[slot], s.badge[slot] = race, power
    refresh(s, slot)
    s.unseen_banners &= ~(1 << race)
    if power != NONE:
        s.unseen_badges &= ~(1 << power)


FOES = [b for b, power in enumerate(POWERS) if power.steps or power.ways]
COMBOS = [
    (banner, badge)
    for banner in range(len(RACES))
    for badge in range(len(POWERS))
    if not POWERS[badge].attempts_rolled
]


@pytest.mark.parametrize("seed", range(3))
def test_small_positions_agree_with_the_naive_counter(seed: int) -> None:
    rng = Random(f"perft {seed}")
    for banner, badge in COMBOS:
        s = random_position(rng, banner, badge)
        assert audit(s) == []
        p = naive_of(s)
        told = {text.removeprefix("conquer ") for text in divide(s, 1)}
        assert told == {text for text, _ in conquests(p)}, (seed, banner, badge)
        for depth in (2, 3):
            assert perft(s, depth) == count(p, depth), (seed, banner, badge, depth)


def test_the_command_prints_the_divide(capsys: pytest.CaptureFixture[str]) -> None:
    assert perft_module.main(["--combo", "Flying Ratmen", "--depth", "1"]) == 0
    out = capsys.readouterr().out
    assert "conquer r05: 1" in out
    assert out.endswith("sequences of 1 conquests\n")
    assert perft_module.main(["--combo", "Flying Carpets"]) == 2
    assert perft_module.main(["--combo", "Flying Ratmen", "--board", "nowhere"]) == 2
