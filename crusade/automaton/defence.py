"""How to stand when the Lost Tribes come: what they would take, and where tokens are worth most.

The automaton holds no secrets, so its whole turn can be played in thought: on a copy, with the
tokens as they would stand. Advice is made of that alone, the same every time it is asked for.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from crusade.automaton.lost_tribes import default_choice
from crusade.rules import State, apply, decider, moves
from crusade.rules.asking import Spread
from crusade.rules.board import bits
from crusade.rules.ids import (
    ACTIVE_OF,
    DEALER,
    DIE,
    NONE,
    OWNER,
    TRIBES,
    TRIBES_SLOT,
    TRIBES_TURN,
)
from crusade.rules.legal import tribes_move
from crusade.rules.pieces import vacate
from crusade.rules.queries import earnings, full_price, gain, reach, way, worth
from crusade.rules.turn import begin_turn

MOST_FOCUSES = 6
"""How many sets of Regions to hold are thought through; see `defend`."""
MOST_SWEEPS = 3
"""How often what is free is moved about after that."""
MOST_TRIED = 250
"""Ways to stand that are played against in all."""


def standing(s: State, counts: Mapping[int, int]) -> State:
    """A copy of ``s`` in which tokens stand like this: Region, tokens; none gives a Region up."""
    then = s.copy()
    for r, count in counts.items():
        if count:
            then.tokens[r] = count
        else:
            vacate(then, r)
    return then


def placed(s: State, slot: int, decision: Spread, counts: Mapping[int, int]) -> State:
    """A copy of ``s`` in which the pieces that ``decision`` distributes stand like this."""
    then = s.copy()
    answer = tuple(x for r, count in counts.items() if count for x in (r, count))
    decision.do(then, slot, answer, None)
    return then


@dataclass(frozen=True)
class Raid:
    """What a turn of the Lost Tribes takes from one seat.

    ``lost`` are the Regions that fall, in order; ``threatened`` the one they then attempt with the
    die (or None), and ``wins`` how many of the six faces let it succeed. ``ties`` pairs each of
    these that a person would choose with the mask of all between which he would. ``taken`` are all
    Regions that they take from whomever.
    """

    lost: tuple[int, ...]
    threatened: int | None = None
    wins: int = 0
    ties: tuple[tuple[int, int], ...] = ()
    taken: tuple[int, ...] = ()


def raid(s: State, seat: int) -> Raid:
    """What the Lost Tribes would take from ``seat`` if their turn began in this position.

    Ties fall as `default_choice` says, which hurts the person least. The Control Marker is where it
    will be when they next come for that seat (`comes_under`).
    """
    then = s.copy()
    if then.seat != TRIBES:
        holder = comes_under(s, seat)
        then.control = then.control if holder is None else holder
        begin_turn(then, TRIBES, None)
    lost: list[int] = []
    taken: list[int] = []
    ties: list[tuple[int, int]] = []
    while then.seat == TRIBES and then.phase == TRIBES_TURN:
        if decider(then) == DEALER:
            break
        move = tribes_move(then) if decider(then) == TRIBES else None
        if move is not None and move[0] == moves.FERRY:
            apply(then, move)
            continue
        r = default_choice(then) if move is None else move[1] if len(move) > 1 else -1
        mine = r >= 0 and OWNER[then.occ[r]] == seat
        if r >= 0:
            lost += [x for x in way(then, r) if OWNER[then.occ[x]] == seat]
        if then.plan == moves.TRY:
            short = full_price(then, r) - then.hand[TRIBES_SLOT]
            wins = sum(face >= short for face in DIE)
            if mine and move is None:
                ties.append((r, then.choices))
            threatened, wins = (r, wins) if mine else (None, 0)
            return Raid(tuple(lost), threatened, wins, tuple(ties), tuple(taken))
        if mine and move is None:
            ties.append((r, then.choices))
        if mine:
            lost.append(r)
        if r >= 0:
            taken.append(r)
        apply(then, moves.CHOICES[r] if move is None else move)
    return Raid(tuple(lost), ties=tuple(ties), taken=tuple(taken))


def comes_under(s: State, seat: int) -> int | None:
    """Who holds the Control Marker when the Lost Tribes attack ``seat`` before he plays again (NONE
    in a game alone); None where they do not come before that, or spare him as its holder
    (`crusade.md H2, H3`).
    """
    if not s.setup.crusade:
        return None
    control, round_ = s.control, s.round
    coming = s.order[s.order.index(s.seat) + 1 :]
    while True:
        for turn in coming:
            if turn == seat:
                return None
            if turn == TRIBES and control != seat:
                return control
        if round_ >= s.setup.rounds or control == NONE:
            return None
        control, round_ = 1 - control, round_ + 1
        coming = s.setup.orders[control]


def attacked(s: State, seat: int) -> bool:
    """Whether the Lost Tribes attack ``seat`` before he plays again."""
    return comes_under(s, seat) is not None


@dataclass(frozen=True)
class Task:
    """What is to be placed: ``total`` pieces of the race in ``slot``, at least ``least[r]`` in each
    Region, at most ``most[r]``; with ``decision`` they are the pieces that it distributes, and not
    tokens.
    """

    slot: int
    least: Mapping[int, int]
    total: int
    most: Mapping[int, int]
    decision: Spread | None = None

    @property
    def scarce(self) -> bool:
        """Whether too few tokens stay to hold every Region (`base.md N4`)."""
        return self.decision is None and self.total < len(self.least)

    def position(self, s: State, counts: Mapping[int, int]) -> State:
        """The position ``s`` with the pieces like this."""
        if self.decision is not None:
            return placed(s, self.slot, self.decision, counts)
        return standing(s, counts)


def defend(s: State, task: Task) -> dict[int, int]:
    """How to place the pieces so that the Lost Tribes' next turn takes nothing for certain or,
    where it must, what counts least: see `_stake`.

    Where they do not come, the Regions that others could attack first are made dearer, those first
    whose loss costs most.

    A piece after the other goes where they would come first. Whether it is better to hold all
    Regions or to give up the poorest is tried out: all of them, then one fewer, and so on; then
    whether all that is free does more in one place, and at last whether some of it does elsewhere.
    Where tokens leave the board and Regions must be given up, those are whose loss costs least,
    what the Lost Tribes then earn included.
    """
    seat, regions = OWNER[task.slot], sorted(task.least)
    shut = s.safe
    if not attacked(s, seat):
        near = [r for r in reachable_by_others(s, task.slot) if r in task.least]
        return _shared_out(s, task, regions if task.scarce or not near else near)
    worths = {r: worth(s, r).total for r in regions}
    targets = sorted((r for r in regions if not shut >> r & 1), key=lambda r: (-worths[r], r))
    if not targets:
        targets = regions
    weighed = _Weighed(s, task)
    for held in range(len(targets), max(0, len(targets) - MOST_FOCUSES), -1):
        weighed.try_out(_filled(s, task, targets[:held], worths))
    if weighed.nothing_lost:
        return weighed.counts
    if task.scarce:
        targets = sorted(regions, key=lambda r: (-worths[r], r))
        weighed.try_out({**dict.fromkeys(regions, 0), **dict.fromkeys(targets[: task.total], 1)})
    for r in () if task.scarce else targets:
        weighed.try_out(_pile(task, r, weighed.counts))
    for _sweep in range(MOST_SWEEPS):
        if weighed.nothing_lost or not weighed.better_by_moving(targets):
            break
    return weighed.counts


def _stake(s: State, r: int) -> int:
    """What losing Region ``r`` counts, in coins: its worth to its holder, what it would earn the
    Lost Tribes, and 1 for each thing there that serves whoever holds it. In the last round no turn
    of the holder's is left for which it could count.
    """
    if s.round == s.setup.rounds:
        return gain(s, r).total
    bearing = sum(bool(s.marks[kind] >> r & 1) for kind, _piece in s.setup.library.bearing)
    return worth(s, r).total + gain(s, r).total + bearing


def _pile(task: Task, r: int, counts: Mapping[int, int]) -> dict[int, int]:
    """All that is free in Region ``r``, as far as it goes; the rest as in ``counts``."""
    made = dict(task.least)
    spare = task.total - sum(made.values())
    for each in (r, *counts):
        more = max(0, min(spare, task.most[each] - made[each]))
        made[each] += more
        spare -= more
    return made


class _Weighed:
    """The best way to stand of those that were tried out."""

    def __init__(self, s: State, task: Task) -> None:
        self._s, self._task = s, task
        self._seat = OWNER[task.slot]
        self._stakes: dict[int, int] = {}
        self._earned = earnings(s, self._seat).total
        self._tried: set[tuple[int, ...]] = set()
        self._rank: tuple[bool, float, float] | None = None
        self.counts: dict[int, int] = {}

    @property
    def nothing_lost(self) -> bool:
        """Whether the best of them leaves nothing to fear."""
        return self._rank is not None and self._rank[2] == 0

    def try_out(self, counts: dict[int, int]) -> bool:
        """Play the turn against this; whether it is better than all before."""
        key = tuple(counts[r] for r in sorted(counts))
        if key in self._tried:
            return False
        self._tried.add(key)
        then = self._task.position(self._s, counts)
        after = raid(then, self._seat)
        coins = float(sum(map(self._stake, after.lost)))
        number = float(len(after.lost))
        if after.threatened is not None:
            coins += self._stake(after.threatened) * after.wins / len(DIE)
            number += after.wins / len(DIE)
        rank = bool(after.lost), coins, number
        if self._task.scarce:
            others = [r for r in after.taken if r not in after.lost]
            coins += self._earned - earnings(then, self._seat).total
            coins += sum(gain(self._s, r).total for r in others)
            rank = False, coins, number + sum(not count for count in counts.values())
        if self._rank is not None and rank >= self._rank:
            return False
        self._rank, self.counts = rank, counts
        return True

    def _stake(self, r: int) -> int:
        if r not in self._stakes:
            self._stakes[r] = _stake(self._s, r)
        return self._stakes[r]

    def better_by_moving(self, targets: Sequence[int]) -> bool:
        """Try out to move what is free in one Region to another: one piece, or all."""
        most, least = self._task.most, self._task.least
        best = self.counts
        for source in sorted(best):
            free = best[source] - least[source]
            for goal in targets:
                for number in {1, free}:
                    if goal == source or not 0 < number <= free:
                        continue
                    if best[goal] + number > most[goal] or len(self._tried) >= MOST_TRIED:
                        continue
                    moved = {**best, source: best[source] - number, goal: best[goal] + number}
                    if self.try_out(moved) and self.nothing_lost:
                        return True
        return self.counts is not best


def _filled(s: State, task: Task, hold: list[int], worths: Mapping[int, int]) -> dict[int, int]:
    """The pieces placed one by one, each where the Lost Tribes would come first of ``hold``."""
    counts = dict(task.least)
    for _piece in range(task.total - sum(counts.values())):
        then = task.position(s, counts)
        coming = raid(then, OWNER[task.slot])
        first = [r for r in (*coming.lost, coming.threatened) if r in hold]
        room = [r for r in hold if counts[r] < task.most[r]] or [
            r for r in counts if counts[r] < task.most[r]
        ]
        if not room:
            break
        wanted = next((r for r in first if r is not None and r in room), None)
        if wanted is None:
            wanted = min(room, key=lambda r: (full_price(then, r), -worths[r], r))
        counts[wanted] += 1
    return counts


def _shared_out(s: State, task: Task, hold: Sequence[int]) -> dict[int, int]:
    """The pieces placed in rounds, one for each Region of ``hold``, the dearest loss first; of
    those worth the same always where an attack costs least, so that they are raised evenly.
    """
    counts, most = dict(task.least), task.most
    worths = {r: worth(s, r).total for r in counts}
    spare = task.total - sum(counts.values())
    while spare > 0:
        room = [r for r in hold if counts[r] < most[r]] or [
            r for r in counts if counts[r] < most[r]
        ]
        if not room:
            break
        for dear in sorted({worths[r] for r in room}, reverse=True):
            equal = [r for r in room if worths[r] == dear]
            for _piece in range(min(spare, len(equal))):
                then = task.position(s, counts)
                free = [r for r in equal if counts[r] < most[r]]
                if not free:
                    break
                counts[min(free, key=lambda r: (full_price(then, r), r))] += 1
                spare -= 1
    return counts


def reachable_by_others(s: State, slot: int) -> list[int]:
    """The Regions of the race in ``slot`` that the Active race of another person can attack first
    in his next turn: those it reaches from what it holds or, where it holds nothing or he has none
    now, by entering the board (`base.md F1`).
    """
    reached = 0
    for seat in range(s.setup.seats):
        if seat != OWNER[slot]:
            active = ACTIVE_OF[seat]
            entered = s.board.entry & ~s.safe if s.combo[active] is None else reach(s, active)
            reached |= entered
    return list(bits(s.held[slot] & reached))
