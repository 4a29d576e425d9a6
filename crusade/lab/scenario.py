"""Running scenarios: play the moves of a case and check what must come out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from ..rules import (
    ParseError,
    Refused,
    State,
    combo_text,
    decider,
    legal_moves,
    parse_move,
    play,
    refusal,
)
from ..rules import moves as kinds
from ..rules.board import bits
from ..rules.ids import DEALER, NOBODY, TRIBES, TRIBES_SLOT
from ..rules.markers import immune
from ..rules.moves import Move
from ..rules.pieces import owes_deal
from ..rules.pricing import price, seat_name
from ..rules.queries import targets
from .position import (
    build,
    held_in_hand,
    parse_row,
    region_text,
    same_region,
    seat_number,
)
from .scenario_file import Case, ScenarioError, Text, read


@dataclass(frozen=True)
class Outcome:
    """How a case came out: ``problems`` are sentences, none if it passed."""

    file: str
    line: int
    title: str
    problems: tuple[str, ...]

    @property
    def passed(self) -> bool:
        """Whether everything came out as the case says."""
        return not self.problems


class _Stuck(Exception):
    """The case cannot go on; the message says why."""


class Run:
    """One case being played: the position, and the dice that are still to be rolled."""

    def __init__(self, case: Case) -> None:
        self.case = case
        self.dice = [case.to_int(item.value, "dice") for item in case.sequence("dice")]
        self.state = build(case)
        self.settle()

    def settle(self) -> None:
        """Play what needs no person: the dealer, by the case's dice, and the Lost Tribes."""
        while True:
            who = decider(self.state)
            if who == DEALER:
                self.state, _ = play(self.state, self._dealt())
            elif who == TRIBES:
                self.state, _ = play(self.state, legal_moves(self.state)[0])
            else:
                return

    def _dealt(self) -> Move:
        if owes_deal(self.state):
            return legal_moves(self.state)[0]
        if not self.dice:
            raise _Stuck("a die is rolled that 'dice' does not name")
        return (kinds.DIE, self.dice.pop(0))

    def step(self, item: Text) -> str | None:
        """Play one line of `do`; return what is wrong, or None."""
        line, arrow, result = item.value.partition("->")
        if arrow and result.strip() != "refused":
            raise ScenarioError(
                self.case.file, item.line, f"after '->' only 'refused' may stand, not '{result}'"
            )
        move = self._parse(line.strip(), item.line)
        before = self.state.facts()
        reason = refusal(self.state, move)
        if arrow:
            if reason is None:
                return f"'{line.strip()}' should be refused"
            if self.state.facts() != before:
                return f"'{line.strip()}' was refused but changed the position"
            return None
        try:
            self.state, _ = play(self.state, move)
        except Refused as refused:
            return f"'{line.strip()}' was refused: {refused}"
        self.settle()
        return None

    def _parse(self, text: str, line: int) -> Move:
        try:
            return parse_move(self.state, text)
        except ParseError as error:
            raise ScenarioError(self.case.file, line, str(error)) from None


def run_case(case: Case) -> Outcome:
    """Play a case and check it. Raises ScenarioError if it is malformed."""
    problems: list[str] = []
    try:
        run = Run(case)
        for item in case.sequence("do"):
            wrong = run.step(item)
            if wrong:
                raise _Stuck(wrong)
        problems += check(case, run.state)
    except _Stuck as stuck:
        problems.append(str(stuck))
    return Outcome(case.file, case.line, case.title, tuple(problems))


def check(case: Case, s: State) -> Iterator[str]:
    """Compare a position with the case's `then`; yields what differs."""
    then = case.sections.get("then", {})
    assert isinstance(then, dict)

    def differs(what: str, wanted: object, found: object) -> Iterator[str]:
        if wanted != found:
            yield f"{what} should be {wanted}, not {found}"

    for name, wanted in case.mapping("at", then).items():
        r = _region(case, s, name, "at")
        found = region_text(s, r)
        if not same_region(wanted, found):
            yield f"{name} should hold '{wanted}', not '{found}'"
    for word, text in case.mapping("coins", then).items():
        seat = seat_number(case, word, "coins")
        yield from differs(f"{word}'s coins", case.to_int(text, "coins"), s.coins[seat])
    for word, text in case.mapping("hand", then).items():
        seat = seat_number(case, word, "hand")
        yield from differs(f"{word}'s hand", case.to_int(text, "hand"), held_in_hand(s, seat))
    for name, text in case.mapping("cost", then).items():
        r = _region(case, s, name, "cost")
        if s.combo[s.seat * 3] is None:
            yield f"the cost of {name} should be {text}, but {seat_name(s.seat)} has no Active race"
            continue
        found_cost = price(s, s.seat * 3, r)
        yield from differs(f"the cost of {name}", case.to_int(text, "cost"), found_cost)
    for key, mask in (("reach", targets(s)), ("immune", immune(s)), ("choices", _choices(s))):
        if key in then:
            names = sorted(item.value for item in case.sequence(key, then))
            for name in names:
                _region(case, s, name, key)
            yield from differs(key, names, sorted(s.board.ids[r] for r in bits(mask)))
    for key, legal in (("legal", True), ("illegal", False)):
        for item in case.sequence(key, then):
            try:
                reason = refusal(s, parse_move(s, item.value))
            except ParseError as error:
                raise ScenarioError(case.file, item.line, str(error)) from None
            if legal and reason is not None:
                yield f"'{item.value}' should be legal, but: {reason.sentence}"
            if not legal and reason is None:
                yield f"'{item.value}' should not be legal"
    for i, item in enumerate(case.sequence("combos", then)):
        row = s.column[i] if i < len(s.column) else None
        if row != parse_row(case, item.value):
            shown = f"{combo_text(row[0], row[1])} +{row[2]}" if row else "nothing"
            yield f"row {i + 1} of the column should be {item.value}, not {shown}"
    if "turn" in then:
        wanted_turn = case.sequence("turn", then)[0].value
        over = " (the game is over)" if decider(s) == NOBODY else ""
        yield from differs("the turn", wanted_turn, seat_name(s.seat) + over)
    if "control" in then:
        wanted_control = seat_number(case, case.sequence("control", then)[0].value, "control")
        yield from differs("the Control Marker's holder", wanted_control, s.control)
    if "aside" in then:
        wanted_aside = case.to_int(case.sequence("aside", then)[0].value, "aside")
        yield from differs("Lost Tribes beside the board", wanted_aside, s.hand[TRIBES_SLOT])
    if "winner" in then:
        wanted_seats = tuple(
            sorted(
                seat_number(case, item.value, "winner") for item in case.sequence("winner", then)
            )
        )
        yield from differs("the winner", wanted_seats, tuple(sorted(s.winners)))


def _choices(s: State) -> int:
    """The Regions among which a person must choose for the Lost Tribes now."""
    mask = 0
    if decider(s) not in (DEALER, NOBODY, TRIBES):
        for move in legal_moves(s):
            if move[0] == kinds.CHOOSE:
                mask |= 1 << move[1]
    return mask


def _region(case: Case, s: State, name: str, key: str) -> int:
    r = s.board.index.get(name)
    if r is None:
        raise case.error("then", f"'{name}' under '{key}' is not a Region of this board")
    return r


def run_files(paths: Iterable[Path]) -> Iterator[Outcome]:
    """Run every case of the files. Raises ScenarioError at the first malformed one."""
    for path in paths:
        for case in read(path):
            yield run_case(case)
