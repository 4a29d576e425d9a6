"""A player of the program that looks ahead: it tries whole turns in thought and follows the best.

A turn is thought up in many styles (`quick.Style`) and bettered by small changes; each is weighed
by what comes next, with dice, combos and cards from the thinker's own generator, and by what the
position then promises (`evaluation.prospect`). The best are played further ahead before one is
chosen. Nothing hidden is read: of the coins of others only what they gain counts, and the rest is
what `view_for` leaves.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from random import Random
from typing import Final

from ..rules import State, apply, due, moves, refusal
from ..rules.ids import (
    ASK,
    CONQUER,
    DIE,
    OVER,
    PICK,
    REDEPLOY,
    ROLL_ATTEMPT,
    TRIBES,
)
from ..rules.legal import legal_moves, tribes_move
from ..rules.moves import Move
from .evaluation import lead, prospect
from .policies import drawn
from .quick import USUAL, Style, quick_move
from .view import view_for

Key = tuple[object, ...]
MOST_MOVES: Final = 400
"""Moves after which a turn that is thought up is given up."""


@dataclass(slots=True)
class Line:
    """A way to go on: the moves of one's own up to the end of the turn or the next throw of the
    die, the position after them, and what it came to in the playouts, in coins.
    """

    moves: tuple[Move, ...]
    after: State
    total: float = 0.0
    count: int = 0
    rough: float = 0.0
    """What it came to at first sight, one round ahead."""

    @property
    def value(self) -> float:
        """The lead at the end of the game that it promises, in coins."""
        return self.total / self.count if self.count else self.rough


@dataclass(frozen=True, slots=True)
class Pace:
    """How much is thought: turns that are thought up for each way to begin, changes that are tried,
    lines that are played further ahead, how often and how many rounds.

    They are so many for a decision with one way to begin; ``seconds`` ends it early if it is not 0.
    """

    turns: int = 24
    changes: int = 80
    lines: int = 8
    playouts: int = 150
    rounds: int = 3
    seconds: float = 0.0


def seen_by(s: State, seat: int) -> State:
    """A copy of the position with what ``seat`` may see; others are thought as rich as he is, which
    no comparison of moves depends on.
    """
    seen = view_for(s, seat, open_coins=False)
    for other in range(s.setup.seats):
        seen.coins[other] = seen.coins[seat]
    return seen


def scene(s: State) -> Key:
    """What must be as it was foreseen for a line to be followed further."""
    return (s.round, s.seat, s.phase, s.asked, s.rolling, *s.occ, *s.tokens, *s.hand)


class Search:
    """The policy. Holds the rest of the line that it follows in this turn, and nothing else."""

    def __init__(self, pace: Pace | None = None) -> None:
        self.pace = pace or Pace()
        self._line: list[tuple[Key, Move]] = []
        self.playouts = 0
        """How often a position has been played on in thought."""

    def __call__(self, s: State, rng: Random) -> Move:
        """The move for whoever decides; the position is not changed."""
        if self._line and self._line[0][0] == scene(s):
            move = self._line.pop(0)[1]
            if refusal(s, move) is None:
                return move
        self._line = []
        options = legal_moves(s)
        if len(options) == 1 and s.phase not in (REDEPLOY, CONQUER):
            return options[0]
        lines = self.think(s, Random(rng.getrandbits(64)), options)
        self._follow(s, lines[0].moves)
        return self._line.pop(0)[1]

    def _follow(self, s: State, line: tuple[Move, ...]) -> None:
        """Remember the line with the scenes that it foresees."""
        then = s.copy()
        rng = Random(0)
        self._line = []
        for move in line:
            owed = due(then)
            while owed is not None:
                apply(then, drawn(owed, rng))
                owed = due(then)
            self._line.append((scene(then), move))
            apply(then, move)

    # ------------------------------------------------------------ thinking
    def think(self, s: State, rng: Random, options: list[Move], apart: bool = False) -> list[Line]:
        """The ways to go on, best first. ``options`` are the listed moves.

        With ``apart`` the best line of each first move is looked at, not of each kind of turn.
        """
        seat = s.actor
        seen = seen_by(s, seat)
        pace = self.pace
        until = time.perf_counter() + pace.seconds if pace.seconds else 0.0
        lines: list[Line] = []
        if seen.seat == seat and seen.phase in (PICK, CONQUER, REDEPLOY, ASK):
            begins = _beginnings(seen, options)
            share = max(1, len(begins) - 2) ** 0.5  # more ways to begin are looked at less each
            for begin in begins:
                lines += self._turns(seen, seat, begin, rng, share, until)
        else:
            lines = [Line((move,), _after(seen, move)) for move in options]
        for line in lines:
            if not line.count and not line.rough:
                line.rough = self._glance(line.after, seat, rng)
        lines.sort(key=lambda line: -line.rough)
        return self._weigh(lines, seat, rng, until, apart)

    def _turns(
        self, s: State, seat: int, begin: Move | None, rng: Random, share: float, until: float
    ) -> list[Line]:
        """The best turns that begin with that move, or as they like, at first sight."""
        pace = self.pace
        found: dict[Key, Line] = {}

        def add(line: Line) -> None:
            key = scene(line.after)
            if key not in found:
                line.rough = self._glance(line.after, seat, rng)
                found[key] = line

        head = () if begin is None else (begin,)
        if begin in (moves.DECLINE_MOVE, moves.END_MOVE):
            add(turn_in_thought(s, seat, head, USUAL[s.setup.mode], rng))
        else:
            add(turn_in_thought(s, seat, head, steady_style(s), rng))
            for _ in range(int(pace.turns / share)):
                add(turn_in_thought(s, seat, head, _any_style(rng), rng))
                if until and time.perf_counter() > until:
                    break
        best = sorted(found.values(), key=lambda line: -line.rough)[: 3 * pace.lines]
        if begin == moves.DECLINE_MOVE:
            return best
        share = max(share, 4.0 * (begin == moves.END_MOVE))  # only the redeployment is left
        fixed = 0 if begin is None else 1
        for _ in range(int(pace.changes / share)):
            # The better ones are changed more often.
            line = best[int(rng.random() ** 2 * len(best))]
            made = _changed(s, seat, line, fixed, rng)
            key = scene(made.after)
            if key not in found:
                made.rough = self._glance(made.after, seat, rng)
                found[key] = made
                if made.rough > best[-1].rough or len(best) < pace.lines:
                    best.append(made)
                    best.sort(key=lambda line: -line.rough)
                    del best[3 * pace.lines :]
            if until and time.perf_counter() > until:
                break
        return best

    def _glance(self, after: State, seat: int, rng: Random) -> float:
        """What a position promises, looked at one turn ahead; a die that is owed falls each way."""
        if after.rolling == ROLL_ATTEMPT:
            total = 0.0
            for face in DIE:
                then = after.copy()
                apply(then, moves.DICE[face])
                total += self._ahead(then, seat, Random(1), 1)
            return total / len(DIE)
        return self._ahead(after.copy(), seat, Random(1), 1)

    def _weigh(
        self, lines: list[Line], seat: int, rng: Random, until: float, apart: bool
    ) -> list[Line]:
        """Play the best lines further ahead, the better ones more often (sequential halving)."""
        pace = self.pace
        alive = _best_of_each(lines, pace.lines, apart)
        rest = [line for line in lines if line not in alive]
        if len(alive) < 2 or not pace.playouts:
            return lines
        seed = rng.random()
        stages = (len(alive) - 1).bit_length()
        played = 0
        out: list[Line] = []
        while len(alive) > 1:
            more = max(1, round(pace.playouts / stages / len(alive)))
            for number in range(played, played + more):
                for line in alive:
                    then = line.after.copy()
                    if then.rolling == ROLL_ATTEMPT:
                        apply(then, moves.DICE[DIE[number % len(DIE)]])
                    line.total += self._ahead(then, seat, Random(f"{seed}/{number}"), pace.rounds)
                    line.count += 1
                if until and time.perf_counter() > until:
                    break
            played += more
            alive.sort(key=lambda line: -line.value)
            half = (len(alive) + 1) // 2
            out = alive[half:] + out
            alive = alive[:half]
        return [*alive, *out, *rest]

    def gap(self, one: State, other: State, seat: int, seed: str) -> float:
        """How many coins more the position ``one`` promises ``seat`` than ``other`` does, both
        played on with the same dice.
        """
        total = 0.0
        number = max(1, self.pace.playouts)
        for each in range(number):
            for s, sign in ((one, 1), (other, -1)):
                then = s.copy()
                if then.rolling == ROLL_ATTEMPT:
                    apply(then, moves.DICE[DIE[each % len(DIE)]])
                total += sign * self._ahead(then, seat, Random(f"{seed}/{each}"), self.pace.rounds)
        return total / number

    def _ahead(self, s: State, seat: int, rng: Random, rounds: int) -> float:
        """The lead that is promised after so many turns of the others, played quickly in place."""
        self.playouts += 1
        style = USUAL[s.setup.mode]
        turn = (s.seat, s.round)
        began = s.seat == seat
        left = rounds
        while s.phase != OVER:
            if (s.seat, s.round) != turn:
                turn = (s.seat, s.round)
                began = False
            if s.seat == seat and not began and s.phase in (PICK, CONQUER):
                began = True
                left -= 1
                if left <= 0:
                    return prospect(s, seat)
            owed = due(s)
            if owed is not None:
                apply(s, drawn(owed, rng))
            elif s.actor == TRIBES:
                apply(s, tribes_move(s))
            else:
                apply(s, quick_move(s, rng, style))
        return lead(s, seat)


# ---------------------------------------------------------------- turns in thought
def steady_style(s: State, kept: int = 0, noise: float = 0.0) -> Style:
    """The usual style for a turn that is not spent on a decline."""
    return replace(USUAL[s.setup.mode], declines=False, kept=kept, noise=noise)


def _any_style(rng: Random) -> Style:
    """A style to try a turn in."""
    pick = rng.random
    return Style(
        tribes=pick() * 1.9 - 0.3,
        rival=pick() * 2 - 0.5,
        own=(-2.0, -1.0, -0.5)[int(pick() * 3)],
        noise=(0.0, 0.5, 1.5)[int(pick() * 3)],
        least=(0.0, 0.0, 0.26, 0.34)[int(pick() * 4)],
        kept=(0, 0, 0, 1, 2, 3, 4)[int(pick() * 7)],
        stirs=(0.0, 0.3)[int(pick() * 2)],
        declines=False,
    )


def _beginnings(s: State, options: list[Move]) -> list[Move | None]:
    """The first moves that lead to turns of different kinds; None for all that are alike."""
    if s.phase == PICK:
        return list(options)
    only = [move for move in (moves.DECLINE_MOVE, moves.END_MOVE) if move in options]
    return [None, *only]


def _after(s: State, move: Move) -> State:
    then = s.copy()
    apply(then, move)
    return then


def _own(s: State, seat: int, turn: int) -> bool:
    """Whether it is still that turn of ``seat`` and he decides."""
    return s.phase != OVER and s.seat == seat and s.round == turn and s.actor == seat


def _dealt(s: State, rng: Random) -> bool:
    """Fill the column; whether the dealer owes nothing else."""
    owed = due(s)
    while owed is not None:
        if owed.kind != moves.DEAL:
            return False
        apply(s, drawn(owed, rng))
        owed = due(s)
    return True


def turn_in_thought(s: State, seat: int, head: tuple[Move, ...], style: Style, rng: Random) -> Line:
    """A turn that begins with these moves and goes on in that style."""
    then = s.copy()
    made = list(head)
    for move in head:
        apply(then, move)
    _go_on(then, seat, s.round, made, style, rng)
    return Line(tuple(made), then)


def _go_on(s: State, seat: int, turn: int, made: list[Move], style: Style, rng: Random) -> None:
    """Play on in place to the end of one's turn or the next throw of the die."""
    while _own(s, seat, turn) and _dealt(s, rng) and len(made) < MOST_MOVES:
        if not _own(s, seat, turn):
            return
        move = quick_move(s, rng, style)
        made.append(move)
        apply(s, move)


def _changed(s: State, seat: int, line: Line, fixed: int, rng: Random) -> Line:
    """The line with one thing changed behind its first ``fixed`` moves; what no longer goes is left
    out, and what is still to be done is done quickly.
    """
    old = line.moves
    if len(old) <= fixed:
        return line
    places = range(fixed, len(old))
    # Redeployments are at the end and matter most.
    at = places[-1] if rng.random() < 0.4 else places[int(rng.random() * len(places))]
    how = rng.random()
    then = s.copy()
    made: list[Move] = []
    for i, move in enumerate(old):
        if not _own(then, seat, s.round) or not _dealt(then, rng):
            return Line(tuple(made), then)
        if i == at:
            if move[0] == moves.REDEPLOY:
                move = _shifted(then, move, rng)
            elif how < 0.35:
                continue
            else:
                options = legal_moves(then)
                options = [x for x in options if x != moves.DECLINE_MOVE] or options
                other = options[int(rng.random() * len(options))]
                made.append(other)
                apply(then, other)
                if how < 0.7 or not _own(then, seat, s.round) or not _dealt(then, rng):
                    continue
        elif move[0] == moves.REDEPLOY and i > at and rng.random() < 0.5:
            break
        if refusal(then, move) is None:
            made.append(move)
            apply(then, move)
    kept = int(rng.random() * 3) if rng.random() < 0.4 else 0
    _go_on(then, seat, s.round, made, steady_style(s, kept, rng.random()), rng)
    return Line(tuple(made), then)


def _shifted(s: State, move: Move, rng: Random) -> Move:
    """The redeployment with some tokens in another Region, if the rules allow it."""
    flat = list(move)
    number = (len(flat) - 2) // 2
    if number < 2:
        return move
    free = [i for i in range(3, len(flat), 2) if flat[i] > 1]
    if not free:
        return move
    source = free[int(rng.random() * len(free))]
    goal = 3 + 2 * int(rng.random() * number)
    most = flat[source] - 1
    moved = 1 if rng.random() < 0.7 else most
    flat[source] -= moved
    flat[goal] += moved
    made = tuple(flat)
    return made if refusal(s, made) is None else move


def _best_of_each(lines: list[Line], number: int, apart: bool) -> list[Line]:
    """The best lines for a longer look: the best of each beginning that is a kind of its own (or,
    with ``apart``, of the best first moves), and the next best.
    """
    chosen: list[Line] = []
    kinds: set[Move | None] = set()
    for line in lines:
        first = line.moves[0]
        own = first[0] in (moves.PICK, moves.DECLINE, moves.END)
        kind = first if own or (apart and len(kinds) < number) else None
        if kind not in kinds:
            kinds.add(kind)
            chosen.append(line)
    for line in lines:
        if len(chosen) >= max(number, len(kinds)):
            break
        if line not in chosen:
            chosen.append(line)
    return chosen
