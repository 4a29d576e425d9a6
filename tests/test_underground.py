"""Small World Underground: its tables are those of the rules book, set-up and whole games hold."""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib.resources import files
from itertools import combinations_with_replacement
from pathlib import Path
from random import Random

import pytest
from play_helpers import next_move

from crusade.automaton.defence import Task, defend, raid
from crusade.automaton.lost_tribes import LostTribes, explain, rungs
from crusade.boxes import box, library, offered
from crusade.desktop.table.advice import lying_words
from crusade.desktop.table.marking import conquest_lights
from crusade.desktop.table.offers import conquests
from crusade.desktop.words import Cast, decline_question, sentence
from crusade.games import board_for, new_setup
from crusade.lab.audit_run import audited_game
from crusade.lab.scenario import build
from crusade.lab.scenario_file import read as read_cases
from crusade.players.policies import deal, greedy_policy, random_policy, uniform_policy
from crusade.record import dump
from crusade.record import load as read_record
from crusade.replay import Step, moments
from crusade.rules import (
    State,
    apply,
    audit,
    decider,
    legal_moves,
    move_text,
    moves,
    parse_move,
    play,
    queries,
    refusal,
    start,
)
from crusade.rules.board import bits
from crusade.rules.events import Conquered, Declined
from crusade.rules.ids import (
    CLASSIC,
    DEALER,
    EMPTY,
    NO_ROLL,
    NONE,
    OVER,
    PICK,
    SOLO,
    TRIBES,
    TRIBES_SLOT,
    TRIBES_TURN,
    TWO_PLAYER,
)
from crusade.rules.markers import is_safe
from crusade.rules.moves import Move
from crusade.rules.pricing import price
from crusade.rules.scoring import held_by
from crusade.session import NewGame, Session

BOXES = ("underground",)
UNDERGROUND = box("underground")
LIBRARY = library(BOXES)
MARKERS = [piece for piece in UNDERGROUND.pieces if piece.brings and piece.word != "undiscovered"]
CHAPTER = (files("crusade.rules") / "book" / "underground.md").read_text(encoding="utf-8")


def rows(columns: int) -> Iterator[list[str]]:
    """The rows of the chapter's tables that begin with a name and then have so many numbers."""
    pattern = r"\| ([A-Z][^|]*)" + r"\| (\d+) " * columns + r"\|"
    for line in CHAPTER.split("\n"):
        found = re.match(pattern, line)
        if found and not re.match(r"\| [A-Z][^|]*" + r"\| \d+ " * (columns + 1) + r"\|", line):
            yield [word.strip() for word in found.groups()]


def test_races_have_the_numbers_of_the_book() -> None:
    told = {name: (int(number), int(tray)) for name, number, tray in rows(2)}
    assert told == {race.name: (race.number, race.tray) for race in UNDERGROUND.races}
    assert len(told) == 15 and sum(tray for _, tray in told.values()) == 165


def test_powers_have_the_numbers_of_the_book() -> None:
    told = {name: int(number) for name, number in rows(1)}
    assert told == {power.name: power.number for power in UNDERGROUND.powers}
    assert len(told) == 21


def test_badges_that_stay() -> None:
    """`underground.md UP37`."""
    kept = [power.name for power in UNDERGROUND.powers if power.kept_in_decline]
    assert kept == ["Muddy", "Reborn", "Royal", "Tomb", "Wise"]


def test_nine_places_and_six_relics() -> None:
    rules = [piece.brings.rule.split()[-1][:2] for piece in MARKERS if piece.brings]
    assert (rules.count("PL"), rules.count("RE")) == (9, 6)
    assert all(piece.limit == 1 and piece.stays for piece in MARKERS)


def test_it_is_offered_beside_the_base_game() -> None:
    assert [words for words, _title in offered()][:2] == [("base",), BOXES]


def began(mode: str, seats: int, seed: int = 0, tokens: int = 14) -> State:
    """The position before the first pick."""
    s = start(new_setup(mode, seats, tokens, boxes=BOXES))
    rng = Random(seed)
    while decider(s) == DEALER:
        assert audit.audit(s) == []
        s, _ = play(s, deal(s, rng))
    return s


@pytest.mark.parametrize(
    ("mode", "seats", "board"),
    [
        (CLASSIC, 2, "underground-2p"),
        (CLASSIC, 3, "underground-3p"),
        (SOLO, 1, "underground-2p"),
        (TWO_PLAYER, 2, "underground-3p"),
    ],
)
def test_set_up(mode: str, seats: int, board: str) -> None:
    s = began(mode, seats)
    assert s.board.id == board == board_for(mode, seats, BOXES)
    regions = bits(s.board.mask_of("monsters"))
    assert s.board.lost_tribe == s.held[TRIBES_SLOT] == s.board.mask_of("monsters")
    assert all(s.tokens[r] == 2 for r in regions)
    found = [sum(s.number(piece, r) for piece in MARKERS) for r in regions]
    hidden = LIBRARY.piece("undiscovered")
    assert hidden is not None
    if mode == CLASSIC:
        assert not any(found) and s.where(hidden) == s.board.lost_tribe
    else:
        assert found == [1] * len(regions) and not s.where(hidden)
        assert s.hand[TRIBES_SLOT] == 14 - 2 * len(regions)
    assert (s.phase, s.seat, len(s.column)) == (PICK, 0, 6)


def test_fewer_monsters_than_symbols_show_all_markers() -> None:
    s = began(SOLO, 1, tokens=3)
    regions = bits(s.board.lost_tribe)
    assert [s.tokens[r] for r in regions] == [2, 1, 0, 0]
    assert all(sum(s.number(piece, r) for piece in MARKERS) == 1 for r in regions)


def test_other_games_set_out_other_markers() -> None:
    lying = {
        tuple(s.where(piece) for piece in MARKERS) for s in (began(SOLO, 1, i) for i in range(5))
    }
    assert len(lying) > 1


@pytest.mark.parametrize("player", [random_policy, uniform_policy, greedy_policy])
@pytest.mark.parametrize(
    ("mode", "seats"), [(CLASSIC, 2), (CLASSIC, 3), (SOLO, 1), (TWO_PLAYER, 2)]
)
def test_whole_games_are_sound(mode, seats, player) -> None:
    game = new_setup(mode, seats, 14, boxes=BOXES)
    s, played = audited_game(game, player, Random(f"{mode}/{seats}"), None, 60)
    assert s.phase == OVER and len(played) > 40


@pytest.mark.parametrize(("mode", "names"), [(CLASSIC, ("Ada", "Ben")), (SOLO, ("Ada",))])
def test_a_record_names_the_box_and_replays(mode: str, names: tuple[str, ...]) -> None:
    rng = Random(5)
    session = Session.new(NewGame(mode, names, 14, 11, boxes=BOXES), None)
    while not session.over:
        session.play(random_policy(session.state, rng))
    text = dump(session.record)
    assert "boxes: underground" in text and "board: underground-2p" in text
    drawn = [piece.word for piece in MARKERS if f"draw {piece.word}" in text]
    assert drawn
    again = Session(read_record(text), None, None)
    assert again.state.facts() == session.state.facts()


def naive_ways(s: State, rivers: int, way: tuple[int, ...], goal: int) -> Iterator[tuple[int, ...]]:
    """Every way over rivers that goes on from ``way`` to a border of ``goal``, none twice."""
    here = s.board.neighbours[way[-1]]
    if here >> goal & 1:
        yield way
    for r in bits(here & rivers):
        if r not in way:
            yield from naive_ways(s, rivers, (*way, r), goal)


def naive_candidates(s: State) -> dict[int, tuple[int, tuple[int, ...]]]:
    """`crusade.md E, I2, I6` by trying everything: Region -> its cost in all, and the way."""
    slot, board, library = TRIBES_SLOT, s.board, s.setup.library
    immune = sum({1 << r for r in range(board.n) if is_safe(s, r)})
    spared = held_by(s, s.control) if s.control != NONE else 0
    shut = immune | spared | s.held[slot]
    open_rivers = board.rivers & ~shut
    held = bits(s.held[slot])
    pipe = library.piece("pipe")
    assert pipe is not None
    piped = board.mask_of(board.terrain[bits(s.where(pipe))[0]]) if s.where(pipe) else 0
    found = {}
    for r in bits(board.land & ~board.rivers & ~shut):
        combo = s.combo[s.occ[r]] if s.occ[r] != EMPTY else None
        race = combo.race.name if combo is not None and combo.race is not None else ""
        if race == "Liches" and not s.coins[TRIBES]:
            continue
        beside = any(board.neighbours[h] >> r & 1 for h in held)
        if s.where(pipe) & s.held[slot] and piped >> r & 1 and race != "Gnomes":
            beside = True
        if not held and board.edge >> r & 1:
            beside = True
        if beside:
            found[r] = (price(s, slot, r), ())
            continue
        starts = [
            x
            for x in bits(open_rivers)
            if (any(board.neighbours[h] >> x & 1 for h in held) if held else board.edge >> x & 1)
        ]
        ways = [way for x in starts for way in naive_ways(s, open_rivers, (x,), r)]
        ranked = sorted((sum(price(s, slot, x) for x in way), len(way), way) for way in ways)
        if ranked and ranked[0][0] < s.hand[slot]:
            found[r] = (ranked[0][0] + price(s, slot, r), ranked[0][2])
    return found


@pytest.mark.parametrize(("mode", "seats"), [(SOLO, 1), (TWO_PLAYER, 2)])
def test_monsters_climb_their_ladder_over_the_cheapest_ways(mode: str, seats: int) -> None:
    seen, ways, texts = set(), set(), set()
    for seed in range(8):
        rng = Random(f"monsters {seed}")
        s = start(new_setup(mode, seats, 14 + 2 * seed, boxes=BOXES))
        while s.phase != OVER:
            if s.phase == TRIBES_TURN and s.rolling == NO_ROLL and decider(s) != DEALER:
                plan = LostTribes().plan(s)
                assert (s.plan, s.choices) == LostTribes().step(s)
                found = naive_candidates(s)
                assert {c.region: (c.cost, c.way) for c in plan.candidates} == found
                ways |= {len(c.way) for c in plan.candidates}
                for row in explain(s, plan):
                    c = row.candidate
                    assert row.cost.total == c.cost == sum(n for _, n, _ in row.cost.items)
                    assert queries.way(s, c.region) == c.way
                    crossed = [1 << r for r in c.way]
                    assert [mask for _, _, mask in row.cost.items if mask] == crossed
                    assert row.gain.total == sum(n for _, n, _ in row.gain.items)
                best = plan.best
                lying = sum({s.where(piece) for piece in MARKERS})
                left = [c for c in plan.candidates if c.cost == plan.cost]
                if len(left) > 1:
                    left = [c for c in left if c.worth == max(x.worth for x in left)]
                if len(left) > 1:
                    left = [c for c in left if lying >> c.region & 1] or left
                if len(left) > 1:
                    left = [c for c in left if c.active] or left
                assert best == sum(1 << c.region for c in left)
                seen.add(plan.rung)
            move = next_move(s, (random_policy, greedy_policy)[seed % 2], rng)
            crossing = move[0] in (moves.TAKE, moves.TRY, moves.CHOOSE) and queries.way(s, move[1])
            if crossing:
                assert_crosses(s, move, crossing)
                assert parse_move(s, move_text(s, move)) == move
                texts.add(" over " in move_text(s, move))
            apply(s, move)
    assert seen == set(rungs(LIBRARY)) and ways >= {0, 1, 2}
    assert True in texts


def assert_crosses(s: State, move: Move, way: tuple[int, ...]) -> None:
    """The way is paid before the Region, and shown river by river."""
    after, told = play(s, move)
    taken = [event.region for event in told if isinstance(event, Conquered)]
    assert taken == [*way, move[1]] if s.plan == moves.TAKE else list(way)
    spent = sum(s.hand) - sum(after.hand)
    assert spent >= len(way) and all(after.occ[r] == TRIBES_SLOT for r in taken)
    if s.plan == moves.TAKE:
        seen = moments(s, Step(move, s.actor, "", tuple(told), after))
        before = [x.occ[move[1]] for x in seen[: [*map(type, told)].index(Conquered) + 1]]
        assert TRIBES_SLOT not in before and seen[-1] is after


# ---------------------------------------------------------------- words
@pytest.mark.parametrize(
    ("title", "words"),
    [
        ("Kraken that vanish", ("leave the board.", "earns 4 coins")),
        ("Tokens in hand join", ("on 2 Regions.", "earns 2 coins")),  # scored only afterwards
    ],
)
def test_what_a_decline_means_is_said_before(title: str, words: tuple[str, ...]) -> None:
    cases = read_cases(Path(__file__).parent / "scenarios" / "underground-more-powers.yaml")
    s = build(next(case for case in cases if case.title.startswith(title)))
    while decider(s) == DEALER:
        apply(s, deal(s, Random(0)))
    cast = Cast(("Ada", "Bob"), s.setup.mode, s.board, library=s.setup.library)
    said = decline_question(cast, s)
    assert all(word in said for word in words), said


def test_what_stonehedge_does_at_a_decline_is_said_before_and_after(tmp_path: Path) -> None:
    path = tmp_path / "case.yaml"
    path.write_text(
        "title: x\nrule: underground.md UP29\nbox: underground\n"
        "regions: {A: mine edge, B: mudpool}\nborders: A-B\nraces: {P1: Mining Ogres}\n"
        "at:\n  A: P1 3 stonehedge=Tomb\ndo: []\nthen: {}\n"
    )
    (case,) = read_cases(path)
    s = build(case)
    while decider(s) == DEALER:
        apply(s, deal(s, Random(0)))
    cast = Cast(("Ada", "Bob"), s.setup.mode, s.board, library=s.setup.library)
    stays = "All tokens stay"
    assert stays in decline_question(cast, s)
    after, events = play(s, moves.DECLINE_MOVE)
    assert stays in sentence(next(e for e in events if isinstance(e, Declined)), cast, s, after)
    assert stays in lying_words(cast, s, 0) and "Nothing special" in lying_words(cast, s, 0)
    assert queries.powers_of_places(s, 0)[0][1].name == "Tomb"


def test_the_defence_counts_a_river_on_their_way_as_lost() -> None:
    cases = read_cases(Path(__file__).parent / "scenarios" / "underground-more-crusade.yaml")
    s = build(next(case for case in cases if "Martyr" in case.title))
    while decider(s) == DEALER:
        apply(s, deal(s, Random(0)))
    assert raid(s, 0).lost == (s.board.index["R"],)


def small_position(tmp_path: Path, lines: str) -> State:
    """A position on four Regions: a Mine, then a Mudpool, then a Mine and a Black Mountain."""
    path = tmp_path / "case.yaml"
    path.write_text(
        "title: x\nrule: underground.md UC1\nbox: underground\n"
        "regions: {A: mine edge, B: mudpool, C: mine, D: black_mountain}\n"
        f"borders: A-B B-C A-D\n{lines}\ndo: []\nthen: {{}}\n"
    )
    s = build(next(iter(read_cases(path))))
    while decider(s) == DEALER:
        apply(s, deal(s, Random(0)))
    return s


def test_the_pipe_and_the_hammers_are_named_where_they_help(tmp_path: Path) -> None:
    s = small_position(tmp_path, "races: {P1: Stone Ogres}\nhand: {P1: 5}\nat:\n  A: P1 1 pipe")
    cast = Cast(("Ada", "Bob"), s.setup.mode, s.board, library=s.setup.library)
    far, near = s.board.index["C"], s.board.index["B"]
    assert "Great Brass Pipe" in str(queries.reached_over(s, 0, far))
    assert not queries.reached_over(s, 0, near)
    for r, named in (far, True), (near, False):
        after, events = play(s, moves.CONQUERS[r])
        said = sentence(next(e for e in events if isinstance(e, Conquered)), cast, s, after)
        assert ("over the Great Brass Pipe" in said) == named
    s = small_position(
        tmp_path,
        "races: {P1: Stone Iron Dwarves}\nhammers: {P1: 3}\nhand: {P1: 1}\nat:\n  A: P1 1",
    )
    after, events = play(s, moves.CONQUERS[near])
    said = sentence(next(e for e in events if isinstance(e, Conquered)), cast, s, after)
    assert "1 token and 1 Silver Hammer" in said


@pytest.mark.parametrize("hand", [1, 3, 5])
def test_a_shield_shows_the_ordinary_price_whatever_a_relic_takes_off(
    tmp_path: Path, hand: int
) -> None:
    lines = f"races: {{P1: Mining Mudmen}}\nhand: {{P1: {hand}}}\nat:\n  A: P1 1 sword"
    s = small_position(tmp_path, lines)
    r = s.board.index["D"]
    offer = conquests(s, legal_moves(s), False)[r]
    assert (offer.price, offer.cheaper, offer.dear) == (3, True, False)
    assert conquest_lights(s, {r: offer})[r].text == "3*"


def test_the_best_defence_gives_up_what_counts_least(tmp_path: Path) -> None:
    """Two tokens to spare, and something falls in any case: nothing else costs the person less, the
    Relic and the coins that it would give the Monsters counted.
    """
    path = tmp_path / "case.yaml"
    path.write_text(
        "title: x\nrule: crusade.md I2\nbox: underground\nmode: solo\nboard: underground-2p\n"
        "turn: P1\nraces: {P1: Mining Kraken}\naside: 5\nhand: {P1: 2}\nat:\n"
        "  r02: monsters 1\n  r08: P1 1 orb\n  r13: P1 1\n  r09: P1 2\n  r06: P1 1\n"
        "  r03: P1 1\n  r21: P1 1\ndo: []\nthen: {}\n"
    )
    s = build(next(iter(read_cases(path))))
    while decider(s) == DEALER:
        apply(s, deal(s, Random(0)))
    held = bits(s.held[0])
    least = {r: s.tokens[r] for r in held}
    task = Task(0, least, sum(least.values()) + 2, dict.fromkeys(held, 99))

    def loss(counts: dict[int, int]) -> tuple[bool, int]:
        lost = raid(task.position(s, counts), 0).lost
        finds = sum(s.where(piece) >> r & 1 for piece in MARKERS for r in lost)
        coins = sum(queries.worth(s, r).total + queries.gain(s, r).total for r in lost)
        return bool(lost), coins + finds

    ways = combinations_with_replacement(held, 2)
    best = min(loss({r: least[r] + way.count(r) for r in held}) for way in ways)
    assert loss(defend(s, task)) == best == (True, 2)


def test_what_is_listed_with_a_card_and_a_relic_is_what_is_allowed() -> None:
    cases = read_cases(Path(__file__).parent / "scenarios" / "underground-more-events.yaml")
    s = build(next(case for case in cases if case.title.startswith("With the Doormat")))
    while decider(s) == DEALER:
        apply(s, deal(s, Random(0)))
    assert any("doormat and catapult" in move_text(s, move) for move in legal_moves(s))
    assert all(refusal(s, move) is None for move in legal_moves(s))
