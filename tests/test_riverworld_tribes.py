"""River World: the Lost Tribes' ladder, ways and Caravel are held against every way tried out
(`crusade.md J`), in games and in positions that were shaken.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

import pytest
from play_helpers import next_move

from crusade.automaton.defence import raid
from crusade.automaton.lost_tribes import LostTribes, explain, rungs
from crusade.boxes import library
from crusade.desktop.words import Cast, tribes_reason
from crusade.games import new_setup
from crusade.lab.scenario import build
from crusade.lab.scenario_file import read as read_cases
from crusade.players.policies import deal, greedy_policy, random_policy
from crusade.record import dump
from crusade.record import load as read_record
from crusade.rules import State, apply, decider, move_text, moves, parse_move, queries, start
from crusade.rules.board import bits
from crusade.rules.ids import (
    ACTIVE_OF,
    DEALER,
    EMPTY,
    NO_ROLL,
    NONE,
    OVER,
    OWNER,
    PAST_OF,
    SOLO,
    TRIBES,
    TRIBES_SLOT,
    TRIBES_TURN,
    TWO_PLAYER,
)
from crusade.rules.markers import is_safe, station
from crusade.rules.pieces import occupy, vacate
from crusade.rules.row import current, put_current
from crusade.rules.scoring import held_by
from crusade.rules.turn import plan_tribes
from crusade.session import NewGame, Session

BOXES = ("riverworld",)
LIBRARY = library(BOXES)
CAST = {
    mode: Cast(("Ada", "Ben")[:seats], mode, new_setup(mode, seats, 14, boxes=BOXES).board)
    for mode, seats in ((SOLO, 1), (TWO_PLAYER, 2))
}
FROST, STORM = "Freezing", "Storm"


@dataclass
class Option:
    """One thing that the Lost Tribes could do next: take ``region`` for ``cost`` in all."""

    region: int
    cost: int
    way: tuple[int, ...] = ()
    sails: int = NONE
    joins: bool = False
    key: tuple[int, ...] = ()


@dataclass
class Naive:
    """A position read plainly. ``anchor`` is the river where they have sailed this turn."""

    s: State
    anchor: int = NONE
    ships: int = field(init=False)
    event: str = field(init=False)
    wet: int = field(init=False)
    person: int = field(init=False)

    def __post_init__(self) -> None:
        s = self.s
        ship = LIBRARY.piece("ship")
        marker = current(s)
        assert ship is not None
        self.ships, self.event = s.where(ship), marker.name if marker is not None else ""
        self.wet = 0 if self.event == FROST else s.board.rivers
        self.person = 1 - s.control if s.control != NONE else 0

    def marked(self, r: int, symbol: str) -> bool:
        return bool(self.s.board.mask_of(symbol) >> r & 1)

    def beside(self, r: int, rivers: int) -> bool:
        return bool(self.s.board.neighbours[r] & rivers)

    def price(self, r: int) -> int:
        """J3, W31: 2, or 1 for a river and 3 in a Storm, and what stands there."""
        s, name = self.s, self.s.board.terrain[r]
        cost = (3 if self.event == STORM else 1) if name == "river" else 2
        cost += name == "mountain"
        pieces = sum(p.defence * s.number(p, r) for p in LIBRARY.pieces if p.word != "ship")
        return cost + s.tokens[r] + pieces + (self.ships >> r & 1)

    def open(self, r: int) -> bool:
        """Nobody keeps it from them (E1, H3)."""
        s = self.s
        spared = held_by(s, s.control) if s.control != NONE else 0
        if s.board.terrain[r] in ("sea", "lake") or is_safe(s, r) or spared >> r & 1:
            return False
        return s.occ[r] != TRIBES_SLOT

    def touched(self, r: int) -> bool:
        """Whether they stand beside it, may enter there, or their Caravel lies beside it."""
        s = self.s
        if self.anchor != NONE and s.board.neighbours[self.anchor] >> r & 1:
            return True
        if s.held[TRIBES_SLOT]:
            return self.beside(r, s.held[TRIBES_SLOT])
        seas = sum(1 << x for x, name in enumerate(s.board.terrain) if name == "sea")
        sea = seas & s.board.edge  # no river: to cards it is water, but nobody lands on its banks
        return bool(s.board.edge >> r & 1) or self.beside(r, sea)  # base.md F1

    def ways(self, way: tuple[int, ...], goal: int) -> Iterator[tuple[int, ...]]:
        here = self.s.board.neighbours[way[-1]]
        if here >> goal & 1:
            yield way
        for r in bits(here & self.wet):
            if r not in way and self.open(r):
                yield from self.ways((*way, r), goal)

    def regained(self, rivers: tuple[int, ...]) -> int:
        """J4: coins of the Regions they keep that border ships of ``rivers``, and no others."""
        freed = self.ships & sum(1 << r for r in rivers)
        rest = self.ships & ~freed
        kept = bits(self.s.held[TRIBES_SLOT] & ~self.wet)
        return sum(self.beside(r, freed) and not self.beside(r, rest) for r in kept)

    def options(self) -> list[Option]:
        """E, J3, J5, J6, J9: one for each Region to be had, and one by the Caravel beside it."""
        s = self.s
        found = []
        for r in range(s.board.n):
            if self.wet >> r & 1 or not self.open(r):
                continue
            if self.touched(r):
                found.append(Option(r, self.price(r)))
                continue
            starts = [x for x in bits(self.wet) if self.open(x) and self.touched(x)]
            ways = [way for x in starts for way in self.ways((x,), r)]
            ranked = sorted((sum(map(self.price, way)), len(way), way) for way in ways)
            if ranked and ranked[0][0] < s.hand[TRIBES_SLOT]:
                found.append(Option(r, ranked[0][0] + self.price(r), ranked[0][2]))
            free = [x for x in bits(self.free()) if s.board.neighbours[x] >> r & 1]
            if free:
                found.append(Option(r, self.price(r), (), free[0]))
        lowest = min((x.cost for x in found), default=0)
        for r in bits(self.wet & self.ships):
            near = found and self.open(r) and self.touched(r)
            if near and self.price(r) == lowest and self.regained((r,)):
                found.append(Option(r, lowest, joins=True))
        for x in found:
            x.key = self.key(x)
        return found

    def free(self) -> int:
        """J5: rivers to which the Caravel may sail, if it may."""
        s = self.s
        yard = any(self.marked(r, "shipyard") for r in bits(s.held[TRIBES_SLOT]))
        if not yard or self.anchor != NONE or self.event == FROST:
            return 0
        taken = sum(1 << r for r in range(s.board.n) if s.occ[r] not in (EMPTY, TRIBES_SLOT))
        return self.wet & ~self.ships & ~taken

    def key(self, x: Option) -> tuple[int, ...]:
        """J4 from the worth on, the best smallest."""
        r, s = x.region, self.s
        if x.joins:  # it wins on the last rung alone
            return (0, 0, 0, 0, -self.regained((r,)))
        mine = OWNER[s.occ[r]] == self.person
        coins = self.worth(r) if mine else 0
        active = s.occ[r] == ACTIVE_OF[self.person]
        yard, harbor = self.marked(r, "shipyard"), self.marked(r, "harbor")
        regained = self.regained((*x.way, r))
        return (-coins, -active, -(mine and yard), -(mine and harbor), -regained)

    def worth(self, r: int) -> int:
        """J8: its coin with the bonuses of the land, a Harbor's row, a ship beside it."""
        s = self.s
        combo = s.combo[s.occ[r]]
        assert combo is not None
        coins = 1 + sum(mask >> r & 1 for mask in combo.coin_masks)
        fortress = LIBRARY.piece("fortress")
        assert fortress is not None
        if any(x.name == "Fortified" for x in combo.sources) and not combo.declined:
            coins += s.number(fortress, r)
        if self.marked(r, "harbor"):
            held = bits(held_by(s, self.person))
            coins += sum(self.marked(x, "harbor") for x in held) - 1
        return max(0, coins - self.beside(r, self.ships))

    def coins(self) -> int:
        """J7: what they earn if their turn is over."""
        kept = bits(self.s.held[TRIBES_SLOT] & ~self.wet)
        harbors = sum(self.marked(r, "harbor") for r in kept)
        total = len(kept) - harbors + harbors * (harbors + 1) // 2
        return total - sum(self.beside(r, self.ships) for r in kept)

    def best(self, found: list[Option]) -> list[Option]:
        """F and J4; the Caravel only for what is strictly better than all else (J5)."""
        left = [x for x in found if x.cost == min(y.cost for y in found)]
        left = [x for x in left if x.key == min(y.key for y in left)]
        return [x for x in left if x.sails == NONE] or left


def played(mode: str, seed: int) -> Iterator[tuple[State, Random]]:
    """Every position of a game in which the Lost Tribes' turn has just begun."""
    rng = Random(f"river {mode} {seed}")
    s = start(new_setup(mode, 1 if mode == SOLO else 2, 14 + seed % 5, boxes=BOXES))
    before = NONE
    while s.phase != OVER:
        if s.phase == TRIBES_TURN != before and s.rolling == NO_ROLL:
            yield s.copy(), rng
        before = s.phase
        apply(s, next_move(s, (random_policy, greedy_policy)[seed % 2], rng))


def shaken(s: State, rng: Random) -> State:
    """The position with other Regions, ships, tokens in hand, and another event marker."""
    then = s.copy()
    slots = [EMPTY]
    for seat in range(s.setup.seats):
        slots += [x for x in (ACTIVE_OF[seat], *PAST_OF[seat]) if s.combo[x] is not None]
    water = s.board.mask_of("sea") | s.board.mask_of("lake")
    theirs = rng.choice((0, 0.1, 0.4))  # how much of the land is theirs
    most = rng.choice((1, 2, 6))
    for r in bits(s.board.all & ~water):
        if then.occ[r] != EMPTY and not is_safe(s, r):
            vacate(then, r)
        if then.occ[r] != EMPTY or (s.board.rivers >> r & 1 and rng.random() < 0.7):
            continue
        slot = TRIBES_SLOT if rng.random() < theirs else rng.choice(slots)
        if slot == TRIBES_SLOT and not s.board.rivers >> r & 1:
            occupy(then, slot, r, 1)
        elif slot not in (EMPTY, TRIBES_SLOT):
            occupy(then, slot, r, rng.randrange(most) + 1)
    if rng.random() < 0.6:
        besiege(then, rng, slots[1:])
    ship = LIBRARY.piece("ship")
    assert ship is not None
    rivers = bits(s.board.rivers)
    afloat = rng.sample(rivers, rng.randrange(len(rivers) + 1))
    station(then, ship, sum(1 << r for r in afloat), None)
    put_current(then, rng.choice((0, 0, 1, 3)))
    then.hand[TRIBES_SLOT] = rng.randrange(1, 16)
    plan_tribes(then)
    return then


def besiege(s: State, rng: Random, slots: list[int]) -> None:
    """Leave the Lost Tribes one Region on a bank, or the Shipyard, amid strong neighbours: what is
    cheap lies beyond.
    """
    banks = s.board.near[s.board.rivers] & s.board.land & ~s.board.rivers
    here = rng.choice(bits(rng.choice((banks, s.board.mask_of("shipyard")))))
    for r in bits(s.held[TRIBES_SLOT] | 1 << here | s.board.neighbours[here] & s.board.land):
        if s.occ[r] != EMPTY and not is_safe(s, r):
            vacate(s, r)
        if s.occ[r] == EMPTY and r == here:
            occupy(s, TRIBES_SLOT, r, 1)
        elif s.occ[r] == EMPTY and slots and not s.board.rivers >> r & 1:
            occupy(s, rng.choice(slots), r, 6)


def watch(s: State, rng: Random, seen: Counter[str]) -> None:
    """Play the Lost Tribes' turn and hold each step of it against the plain reading."""
    anchor = NONE
    while s.phase == TRIBES_TURN and s.rolling == NO_ROLL and decider(s) != DEALER:
        naive = Naive(s, anchor)
        found = naive.options()
        left = naive.best(found) if found else []
        plan = LostTribes().plan(s)
        assert (s.plan, s.choices) == LostTribes().step(s)
        cheapest: dict[int, Option] = {}
        for x in sorted(found, key=lambda x: -x.cost):
            cheapest[x.region] = x
        told = {c.region: (c.cost, c.way, c.landing) for c in plan.candidates}
        assert told == {r: (x.cost, x.way, x.sails) for r, x in cheapest.items()}
        hand = s.hand[TRIBES_SLOT]
        lowest = min((x.cost for x in found), default=0)
        action = moves.TAKE if lowest <= hand else moves.TRY
        if not found or not hand or lowest - hand > 3:
            action, left = moves.STOP, []
        assert plan.action == s.plan == action
        assert s.choices == sum(1 << x.region for x in left)
        for row in explain(s, plan):
            c = row.candidate
            assert row.cost.total == c.cost == sum(n for _, n, _ in row.cost.items)
            assert row.worth.total == c.worth == sum(n for _, n, _ in row.worth.items)
            assert queries.way(s, c.region) == c.way
        for x in left:
            if naive.s.board.rivers and plan.rung != "choice":
                said = tribes_reason(CAST[s.setup.mode], s, plan, x.region, TRIBES)
                back = -x.key[-1]
                assert (f"({back} coin" in said) == (plan.rung == "ship"), said
                noted = [str(note) for note in explain(s, plan)[0].notes]
                assert any(f"cost them {back} coin" in note for note in noted) == bool(back)
                assert any("Caravel" in note for note in noted) == (x.sails != NONE)
        if action == moves.STOP:
            mine, before = naive.coins(), s.coins[TRIBES]
            apply(s, moves.STOP_MOVE)
            assert s.coins[TRIBES] - before == mine
            assert LIBRARY.ferry is not None
            assert s.seat == TRIBES or not LIBRARY.ferry.under_way(s)  # it was their turn's
            break
        seen[plan.rung] += 1
        seen["held joins"] += any(x.joins and s.occ[x.region] != EMPTY for x in found)
        for x in left:
            seen["joins"] += x.joins
            seen["way"] += bool(x.way)
            seen["long way"] += len(x.way) > 1
            seen["sails"] += x.sails != NONE
            seen["frozen"] += naive.event == FROST and s.board.rivers >> x.region & 1
            seen["over ships"] += any(naive.ships >> r & 1 for r in x.way)
        move = next_move(s, random_policy, rng)
        if move[0] == moves.FERRY:
            (x,) = left
            assert move_text(s, move) == f"T sail {s.board.ids[x.sails]}"
            assert parse_move(s, move_text(s, move)) == move and move[1] == x.sails
            plan_now = (s.plan, s.choices)
            apply(s, move)
            assert (s.plan, s.choices) == plan_now == LostTribes().step(s)
            move = next_move(s, random_policy, rng)
        x = next(x for x in left if x.region == move[1])
        assert parse_move(s, move_text(s, move)) == move
        if x.sails != NONE:
            anchor = x.sails
        ships = naive.ships
        paid = sum(naive.price(r) for r in x.way)
        apply(s, move)
        freed = sum({1 << r for r in (*x.way, *((x.region,) if action == moves.TAKE else ()))})
        after = Naive(s, anchor)
        assert after.ships == ships & ~freed
        caravel = LIBRARY.piece("caravel")
        assert caravel is not None
        if x.sails != NONE:
            assert s.where(caravel) == 1 << x.sails
        spent = x.cost if action == moves.TAKE else paid
        assert s.hand[TRIBES_SLOT] == hand - spent
    seen["turns"] += 1


@pytest.mark.parametrize("mode", [SOLO, TWO_PLAYER])
def test_the_ladder_is_held_against_every_way_tried_out(mode: str) -> None:
    seen: Counter[str] = Counter()
    wanted = {*rungs(LIBRARY), "joins", "held joins", "way", "over ships", "sails", "frozen"}
    for seed in range(40):
        for s, rng in played(mode, seed):
            for then in (*(shaken(s, rng) for _ in range(5)), s):
                watch(then, rng, seen)
        if seed >= 3 and all(seen[what] for what in wanted):
            return
    raise AssertionError(f"never seen: {[what for what in wanted if not seen[what]]}")


def test_the_defence_thinks_of_their_caravel() -> None:
    cases = read_cases(Path(__file__).parent / "scenarios" / "riverworld-crusade.yaml")
    s = build(next(case for case in cases if case.title.startswith("They sail for a Region")))
    while decider(s) == DEALER:
        apply(s, deal(s, Random(0)))
    assert raid(s, 0).lost == (s.board.index["C"],)


def test_a_record_tells_where_they_sailed() -> None:
    rng = Random(2)
    texts = []
    for seed in range(9):
        session = Session.new(NewGame(SOLO, ("Ada",), 18, seed, boxes=BOXES), None)
        while not session.over:
            session.play(greedy_policy(session.state, rng))
        texts.append(dump(session.record))
        again = Session(read_record(texts[-1]), None, None)
        assert again.state.facts() == session.state.facts()
        if "T sail" in texts[-1]:
            break
    assert "T sail" in texts[-1]
