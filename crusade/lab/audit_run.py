"""Whole games under audit, every move of them: `python -m crusade.lab.audit_run --games 20000`.

Plays solo games (or another mode), and games for each pairing of a Race with a Special Power,
Active first and then In Decline; with `--box wayside` games with that box, and its pairings. The
first defect stops the run with the moves that led to it.

With `--mode every` all modes take turns, and with `--events DECK` event cards are drawn, with
`--events every` from a deck of another kind in each game, in every mode. Half of these games force
a combo, each in its turn, so that everybody meets everything; the record of each must replay, and
the report says what met what. A defect is told and the run goes on.
"""

from __future__ import annotations

import argparse
import multiprocessing
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import combinations
from random import Random
from typing import Final

from ..boxes import DEFAULT, FIRST, UnknownBox, together
from ..boxes import box as box_called
from ..boxes import library as library_of
from ..games import (
    ALL_CARDS,
    EDITION,
    EVENTS,
    SEATS,
    SURPRISE,
    board_for,
    classic_seats,
    deck_trouble,
    new_setup,
    with_cards,
)
from ..own_cards import NONE as NO_CARDS
from ..players.policies import Policy, deal, greedy_policy, random_policy, uniform_policy
from ..record import Record, dump
from ..record import load as read_record
from ..replay import ReplayError, replay, result_of, setup_of
from ..rules import (
    CRUSADE_TOKENS,
    Box,
    Setup,
    State,
    combo_text,
    decider,
    legal_moves,
    parse_move,
    refusal,
    start,
)
from ..rules import moves as kinds
from ..rules.asking import Regions, Spread
from ..rules.audit import audit, checked_play
from ..rules.ids import DEALER, MODES, NOBODY, NONE, OVER, SOLO, TRIBES, TRIBES_TURN
from ..rules.legal import tribes_move
from ..rules.moves import Move
from ..rules.notation import move_text
from .met import Met, Watch

PLAYERS: Final[tuple[Policy, ...]] = (random_policy, uniform_policy, greedy_policy)
DECLINE_ROUND: Final = 4
"""The round in which a forced combo goes In Decline: late enough to have done what it can."""
EVERY: Final = "every"
"""The word for all modes, and for decks of every kind, one after the other."""
FORCED: Final = 0.5
"""How many of the games of a plan force a combo."""
PART: Final = 25
"""Games that a process plays before it tells what it found."""
TOLD: Final = 500
"""After so many games a long run says how far it is."""
_CRASHES: Final = (
    ArithmeticError,
    AssertionError,
    AttributeError,
    LookupError,
    TypeError,
    ValueError,
)
"""What a wrong line of the program raises."""


class AuditError(Exception):
    """A defect; the message names it and gives the moves that led to it."""


@dataclass(frozen=True, slots=True)
class Pairing:
    """A combo that the first seat must play, Active until DECLINE_ROUND, then In Decline."""

    banner: int
    badge: int


def pairings(game: Setup, box: Box | None = None) -> Iterator[Pairing]:
    """Every Race with every Special Power of ``game``; with ``box`` those that need that box."""
    races, powers = game.library.races, game.library.powers
    for banner in range(game.banners.bit_length()):
        for badge in range(game.badges.bit_length()):
            wanted = box is None or races[banner] in box.races or powers[badge] in box.powers
            if wanted and game.banners >> banner & 1 and game.badges >> badge & 1:
                yield Pairing(banner, badge)


def audited_game(
    game: Setup,
    player: Policy,
    rng: Random,
    forced: Pairing | None = None,
    deep: int = 0,
    watch: Callable[[State], None] | None = None,
) -> tuple[State, list[str]]:
    """Play one game with an audit after every move; the last position and the moves as text.

    With ``forced`` the first seat plays that combo. Every ``deep``-th position (none for 0) is also
    asked for `move_defects`, and ``watch`` is shown every position. Raises AuditError at the first
    defect.
    """
    s = start(game)
    played: list[str] = []
    problems = audit(s)
    while s.phase != OVER and not problems:
        try:
            move = _next_move(s, player, rng, forced)
            played.append(move_text(s, move))
            s, _, problems = checked_play(s, move)
            problems += audit(s)
            if deep and len(played) % deep == 0:
                problems += move_defects(s)
            if watch is not None:
                watch(s)
        except _CRASHES as error:
            story = "\n".join(played)
            raise AuditError(f"{game.mode}: {error!r}\nafter these moves:\n{story}") from error
    if problems:
        story = "\n".join(played)
        raise AuditError(f"{game.mode}: {'; '.join(problems)}\nafter these moves:\n{story}")
    return s, played


def _next_move(s: State, player: Policy, rng: Random, forced: Pairing | None) -> Move:
    who = decider(s)
    if forced is not None and who in (DEALER, 0):
        if who == DEALER and s.unseen_banners == s.setup.banners:
            return (kinds.DEAL, forced.banner, forced.badge)
        mine = (s.banner[0], s.badge[0]) == (forced.banner, forced.badge)
        if who == 0 and not s.picked & 1:
            return kinds.PICKS[0]
        if who == 0 and mine and s.phase != TRIBES_TURN:
            if s.round >= DECLINE_ROUND and refusal(s, kinds.DECLINE_MOVE) is None:
                return kinds.DECLINE_MOVE
            move = player(s, rng)
            while move == kinds.DECLINE_MOVE and s.round < DECLINE_ROUND:
                move = uniform_policy(s, rng)
            return move
    if who == DEALER:
        return deal(s, rng)
    return tribes_move(s) if who == TRIBES else player(s, rng)


# ---------------------------------------------------------------- moves
def single_moves(s: State) -> Iterator[Move]:
    """Every move that is not a distribution, sensible or not: what `legal_moves` lists in full."""
    n = s.board.n
    library = s.setup.library
    bits_of_ways = library.way_bit.values()
    manners = [sum(some) for number in range(4) for some in combinations(bits_of_ways, number)]
    for r in (*range(n), -1, n):
        for ways in manners:
            yield (kinds.CONQUER, r, ways)
            yield (kinds.ATTEMPT, r, ways)
        for kind in (kinds.ABANDON, kinds.CHOOSE, kinds.TAKE, kinds.TRY):
            yield (kind, r)
    for index, decision in enumerate(library.decisions):
        if isinstance(decision, Spread):
            continue
        yield (kinds.ANSWER, index)
        for r in range(-1, max(n, NOBODY) + 1):
            yield (kinds.ANSWER, index, r)
            if isinstance(decision, Regions) and decision.most > 1:
                yield from ((kinds.ANSWER, index, r, other) for other in range(r + 1, n))
    for row in range(-1, 8):
        yield (kinds.PICK, row)
    for face in range(-1, 5):
        yield (kinds.DIE, face)
    yield from ((kind,) for kind in (kinds.END, kinds.DECLINE, kinds.STOP))
    for banner in range(s.setup.banners.bit_length()):
        for badge in range(NONE, s.setup.badges.bit_length()):
            yield (kinds.DEAL, banner, badge)
    for card in range(len(library.cards)):
        yield (kinds.TURN_UP, card)


def move_defects(s: State) -> list[str]:
    """Where the listed moves, the refusals and the texts of moves disagree in this position."""
    listed = legal_moves(s)
    problems = []
    if not listed and s.phase != OVER:
        problems.append("no move is legal")
    if len(set(listed)) != len(listed):
        problems.append("a move is listed twice")
    for move in listed:
        reason = refusal(s, move)
        text = move_text(s, move)
        if reason is not None:
            problems.append(f"'{text}' is listed but refused: {reason.sentence}")
        if parse_move(s, text) != move:
            problems.append(f"'{text}' is read as {parse_move(s, text)}, not as {move}")
    known = set(listed)
    for move in single_moves(s):
        reason = refusal(s, move)
        if reason is None and move not in known:
            problems.append(f"{move} is allowed but not listed")
        elif reason is not None and not (reason.code and reason.sentence.endswith(".")):
            problems.append(f"the refusal of {move} has no sentence")
    return problems


# ---------------------------------------------------------------- many games
@dataclass(frozen=True)
class Plan:
    """What a run of games plays: a mode or all of them; a deck, all kinds of decks, or none ("").

    The record of every ``records``-th game is replayed (of none for 0), ``deep`` as in
    `audited_game`.
    """

    mode: str
    events: str
    seed: int = 0
    deep: int = 0
    records: int = 1
    boxes: tuple[str, ...] = DEFAULT

    @property
    def tables(self) -> tuple[tuple[str, int], ...]:
        """The modes and numbers of persons, which take turns."""
        return tuple(
            (mode, persons)
            for mode in (MODES if EVERY in (self.mode, self.events) else (self.mode,))
            for persons in ((SEATS[mode],) if mode in SEATS else classic_seats(self.boxes))
        )

    @property
    def decks(self) -> tuple[str, ...]:
        """The words of the decks, which take turns."""
        if self.events != EVERY:
            return (self.events,)
        library = library_of(with_cards(self.boxes))
        return (ALL_CARDS, *library.themes, *library.strengths, SURPRISE)


@dataclass
class Found:
    """What games under the audit came to; ``kinds`` counts them by mode, persons and deck."""

    moves: int = 0
    records: int = 0
    met: Met = field(default_factory=Met)
    kinds: Counter[tuple[str, int, str]] = field(default_factory=Counter)
    forced: set[Pairing] = field(default_factory=set)
    defects: list[str] = field(default_factory=list)

    def add(self, other: Found) -> None:
        """Take in what other games came to."""
        self.moves += other.moves
        self.records += other.records
        self.met.add(other.met)
        self.kinds += other.kinds
        self.forced |= other.forced
        self.defects += other.defects


def _boxes(boxes: tuple[str, ...], deck: str) -> tuple[str, ...]:
    return with_cards(boxes) if deck else boxes


@cache
def _table(
    boxes: tuple[str, ...], mode: str, persons: int, deck: str
) -> tuple[Setup, tuple[Pairing, ...]]:
    """The Setup of such games, made once, and every combo that they may force."""
    setup = new_setup(mode, persons, CRUSADE_TOKENS, boxes=_boxes(boxes, deck), events=deck)
    return setup, tuple(pairings(setup))


def planned_game(plan: Plan, number: int) -> Found:
    """Play game ``number`` of a plan; it depends on the plan and the number alone."""
    decks = plan.decks
    mode, persons = plan.tables[number % len(plan.tables)]
    deck = decks[number // len(plan.tables) % len(decks)]
    if deck and deck_trouble(mode, persons, deck, NO_CARDS, plan.boxes):
        deck = ALL_CARDS  # too many of its cards speak of land that is not there
    rng = Random(f"{plan.seed}/{number}")
    setup, combos = _table(plan.boxes, mode, persons, deck)
    if deck:
        forced = rng.choice(combos) if rng.random() < FORCED else None
    else:
        # Every second game of a mode forces the next combo, so that none is left out.
        turn = number // len(plan.tables)
        forced = combos[turn // 2 % len(combos)] if turn % 2 else None
    player = rng.choice(PLAYERS)
    found = Found(kinds=Counter([(mode, persons, deck)]))
    if forced is not None:
        found.forced.add(forced)
    watch = Watch()
    try:
        last, played = audited_game(setup, player, rng, forced, plan.deep, watch.look)
        found.moves = len(played)
        found.met = watch.met
        if plan.records and number % plan.records == 0:
            found.records = 1
            _check_record(last, played, deck, plan.boxes)
    except AuditError as error:
        found.defects.append(f"game {number} ({persons} persons, deck '{deck}'): {error}")
    return found


def _check_record(last: State, played: Sequence[str], deck: str, boxes: tuple[str, ...]) -> None:
    """The game as the text of its record comes to the same position. Raises AuditError."""
    setup = last.setup
    record = Record(
        mode=setup.mode,
        board=board_for(setup.mode, setup.seats, boxes),
        tokens=setup.tokens if setup.crusade else 0,
        names=("Ada", "Ben", "Cy", "Dee", "Eve")[: setup.seats],
        started="2026-11-30T10:00:00Z",
        moves=tuple(played),
        options={EVENTS: deck} if deck else {},
        result=result_of(last),
        boxes=_boxes(boxes, deck),
        edition=EDITION,
    )
    text = dump(record)
    again = read_record(text)
    story = "\n".join(played)
    if again != record or dump(again) != text:
        raise AuditError(f"the record is read as another\nafter these moves:\n{story}")
    try:
        after = replay(setup_of(again), again.moves)[-1].after
    except (ReplayError, *_CRASHES) as error:
        raise AuditError(f"the record: {error!r}\nafter these moves:\n{story}") from error
    if after.facts() != last.facts():
        raise AuditError(f"the record comes to another position\nafter these moves:\n{story}")


def _part(task: tuple[Plan, range]) -> Found:
    plan, numbers = task
    found = Found()
    for number in numbers:
        found.add(planned_game(plan, number))
    return found


def planned_run(plan: Plan, numbers: range, processes: int = 1) -> Found:
    """Play those games of a plan, on several processes; what they come to is the same on any
    number of them. Defects are told on standard error as they are found. An interrupt ends the
    run with what has been played. Raises ValueError for a deck that there is not.
    """
    for mode, persons in plan.tables:
        _table(plan.boxes, mode, persons, plan.decks[0])
    tasks = [(plan, numbers[i : i + PART]) for i in range(0, len(numbers), PART)]
    found = Found()
    began = time.perf_counter()
    with multiprocessing.Pool(processes) as pool:
        try:
            for part in pool.imap(_part, tasks):
                found.add(part)
                for defect in part.defects:
                    print(defect, file=sys.stderr, flush=True)
                played = found.kinds.total()
                if played % TOLD == 0:
                    print(f"{played} games, {_since(began)}", file=sys.stderr, flush=True)
        except KeyboardInterrupt:
            print("interrupted", file=sys.stderr, flush=True)
    return found


def _report(found: Found, plan: Plan, began: float) -> str:
    games = found.kinds.total()
    tables: Counter[tuple[str, int]] = Counter()
    decks: Counter[str] = Counter()
    for (mode, persons, deck), number in found.kinds.items():
        tables[mode, persons] += number
        decks[deck] += number
    modes = ", ".join(f"{mode} {persons}: {number}" for (mode, persons), number in tables.items())
    lines = [
        f"{games} games, {found.moves} moves, {_since(began)}; {found.records} records replayed; "
        f"{len(found.forced)} combos forced; {len(found.defects)} defects",
        f"games by mode and persons: {modes}",
    ]
    if plan.events:
        lines += [
            "games by deck: " + ", ".join(f"{deck}: {number}" for deck, number in decks.items()),
            found.met.report(library_of(with_cards(plan.boxes))),
        ]
    return "\n".join(lines)


# ---------------------------------------------------------------- command line
def main(argv: list[str] | None = None) -> int:
    """Run the audit as a command; 0 if all is sound, 1 with the defect and its moves if not."""
    parser = argparse.ArgumentParser(prog="python -m crusade.lab.audit_run", description=__doc__)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--mode", choices=(*MODES, EVERY), default=SOLO)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--deep", type=int, default=0, help="check the moves in every Nth position")
    parser.add_argument("--no-pairings", action="store_true")
    parser.add_argument("--box", default=FIRST, help="the box to play with, by its word")
    parser.add_argument("--events", default="", metavar="DECK", help=f"a deck, or '{EVERY}'")
    parser.add_argument("--first", type=int, default=0, help="of a plan: begin at game N")
    parser.add_argument("--records", type=int, default=1, help="replay the record of every Nth")
    parser.add_argument("--processes", type=int, default=1, help="of a plan: play on so many")
    args = parser.parse_args(argv)
    began = time.perf_counter()
    moves = 0
    try:
        box, boxes = box_called(args.box), together(args.box)
        if args.events or args.mode == EVERY:
            plan = Plan(args.mode, args.events, args.seed, args.deep, args.records, boxes)
            numbers = range(args.first, args.first + args.games)
            try:
                found = planned_run(plan, numbers, args.processes)
            except ValueError as error:
                print(error, file=sys.stderr)
                return 2
            print(_report(found, plan, began), flush=True)
            return 1 if found.defects else 0
        game = new_setup(args.mode, 1 if args.mode == SOLO else 2, CRUSADE_TOKENS, boxes=boxes)
        for i in range(args.games):
            player = PLAYERS[i % len(PLAYERS)]
            moves += len(audited_game(game, player, Random(f"{args.seed}/{i}"), None, args.deep)[1])
        print(f"{args.games} {args.mode} games sound: {moves} moves, {_since(began)}", flush=True)
        if not args.no_pairings:
            began = time.perf_counter()
            moves = games = 0
            told: set[Pairing] = set()
            for mode in MODES:
                game = new_setup(mode, 1 if mode == SOLO else 2, CRUSADE_TOKENS, boxes=boxes)
                for pairing in pairings(game, box):
                    told.add(pairing)
                    rng = Random(
                        f"{args.seed}/{combo_text(game.library, pairing.banner, pairing.badge)}"
                    )
                    for player in PLAYERS:
                        moves += len(audited_game(game, player, rng, pairing, args.deep)[1])
                        games += 1
            print(f"{len(told)} pairings sound: {games} games, {moves} moves, {_since(began)}")
    except (AuditError, UnknownBox) as error:
        print(error, file=sys.stderr)
        return 1
    return 0


def _since(began: float) -> str:
    return f"{time.perf_counter() - began:.0f} s"


if __name__ == "__main__":
    sys.exit(main())
