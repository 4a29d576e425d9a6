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
    due,
    legal_moves,
    move_text,
    parse_move,
    play,
    refusal,
)
from ..rules import moves as kinds
from ..rules.asking import names_seat
from ..rules.board import bits
from ..rules.due import Due
from ..rules.events import ComboPicked, DieRolled, TribesStopped, TurnBegan
from ..rules.ids import ACTIVE_OF, DEALER, DIE, EMPTY, NOBODY, NONE, ROLL_COMBO, TRIBES, TRIBES_SLOT
from ..rules.moves import Move
from ..rules.pricing import price, protected, seat_name
from ..rules.queries import asked, full_price, targets
from .box_words import QUIET, check_box_words, markers_named
from .card_words import check_words
from .position import (
    build,
    cards_named,
    held_in_hand,
    parse_row,
    person,
    region_text,
    same_region,
    seat_number,
)
from .scenario_file import Case, Text, read


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


def _face(case: Case, item: Text) -> int:
    face = case.number(item, "dice")
    if face not in DIE:
        raise case.fault(item, f"the die has no face {face}")
    return face


class _Stuck(Exception):
    """The case cannot go on; the message says why."""


class Run:
    """One case being played: the position, and the dice that are still to be rolled.

    ``unrolled`` counts the rolls that were open and did not happen: each of them excuses one die
    that is left, because a case may be about a roll that must not happen. ``undrawn`` counts the
    Regions of a beginning Lost Tribe that changed hands and nothing was drawn, in the same manner,
    in games where they hide something.
    """

    def __init__(self, case: Case) -> None:
        self.case = case
        self.unrolled = 0
        self._combo_rolled = False
        self.undrawn = 0
        self.dice = [_face(case, item) for item in case.sequence("dice")]
        self.draws = [item.value for item in case.sequence("draws")]
        badge = case.text("badge")
        if badge.value:
            self.draws.insert(0, f"badge {badge.value}")
        self.state = build(case)
        self.markers = markers_named(case, self.state.setup.library)
        self.cards = cards_named(case, self.state.setup.library, "upcoming")[1:]
        self.settle()

    def settle(self) -> None:
        """Play what needs no person: the dealer, by the case's dice, and the Lost Tribes."""
        while True:
            who = decider(self.state)
            if who == DEALER:
                self._play(self._dealt())
            elif who == TRIBES:
                self._play(legal_moves(self.state)[0])
            else:
                return

    def _play(self, move: Move) -> None:
        """Play a move and note which rolls of the Crusade it left out. Raises Refused."""
        before = self.state
        self.state, events = play(before, move)
        if move[0] == kinds.ANSWER and before.actor == DEALER:
            self.undrawn = max(0, self.undrawn - 1)
        for r in bits(before.board.lost_tribe) if before.setup.library.setting_out else ():
            self.undrawn += before.occ[r] != self.state.occ[r]
        if not self.state.setup.crusade:
            return
        rolled = any(isinstance(event, DieRolled) for event in events)
        for event in events:
            if isinstance(event, TurnBegan):
                self._combo_rolled = False
            elif isinstance(event, DieRolled) and event.purpose == ROLL_COMBO:
                self._combo_rolled = True
            elif isinstance(event, TribesStopped):
                self.unrolled += not rolled
            elif isinstance(event, ComboPicked):
                self.unrolled += not self._combo_rolled

    def left_over(self) -> Iterator[str]:
        """What is wrong with the dice that nobody rolled."""
        case = self.case
        refused = [item.value for item in case.sequence("do") if "->" in item.value]
        barred = [item.value for item in case.sequence("illegal", case.then)]
        about = sum(_rolls(line) for line in (*refused, *barred)) + self.unrolled
        if len(self.dice) > about:
            faces = " ".join(str(face) for face in self.dice)
            yield f"{faces} of 'dice' is never rolled"
        if len(self.draws) > self.undrawn:
            yield f"{' '.join(self.draws)} of 'draws' is never drawn"

    def _dealt(self) -> Move:
        owed = due(self.state)
        assert owed is not None
        if owed.kind == kinds.DEAL:
            # What is drawn later in the case does not come into the column.
            later = [
                not {f"badge {power}", power}.isdisjoint(self.draws)
                for power in map(self._power, owed.options())
            ]
            return owed.options()[later.index(False) if False in later else 0]
        if owed.kind == kinds.TURN_UP:
            return (kinds.TURN_UP, self.cards.pop(0))
        if owed.kind == kinds.DIE:
            if not self.dice:
                raise _Stuck("a die is rolled that 'dice' does not name")
            return (kinds.DIE, self.dice.pop(0))
        if self.state.setup.row:
            return self._marker(owed)
        if not self.draws:
            raise _Stuck("something is drawn that 'draws' does not name")
        wanted = f"draw {self.draws.pop(0)}"
        for move in owed.options():
            if move_text(self.state, move) == wanted:
                return move
        raise _Stuck(f"'{wanted}' cannot be drawn now")

    def _marker(self, owed: Due) -> Move:
        """An event marker: what the case names, what it does not name goes without saying. One that
        is only looked at is still to be turned up.
        """
        decision = asked(self.state)
        name = self.markers[0] if self.markers else QUIET
        if self.markers and decision is not None and not decision.private:
            self.markers.pop(0)
        for move in owed.options():
            if move_text(self.state, move).endswith(f" {name}"):
                return move
        raise _Stuck(f"the event marker {name} cannot be drawn now")

    def _power(self, deal: Move) -> str:
        """The name of the Special Power that a combo is dealt with."""
        return self.state.setup.library.powers[deal[2]].name if deal[2] != NONE else ""

    def step(self, item: Text) -> str | None:
        """Play one line of `do`; return what is wrong, or None."""
        line, arrow, result = item.value.partition("->")
        if arrow and result.strip() != "refused":
            raise self.case.fault(
                item, f"after '->' only 'refused' may stand, not '{result.strip()}'"
            )
        if _of_another(self.state, line):
            return None if arrow else f"'{line.strip()}': somebody else is asked"
        move = _move(self.case, self.state, Text(line.strip(), item.line))
        before = self.state.facts()
        reason = refusal(self.state, move)
        if arrow:
            if reason is None:
                return f"'{line.strip()}' should be refused"
            if self.state.facts() != before:
                return f"'{line.strip()}' was refused but changed the position"
            return None
        try:
            self._play(move)
        except Refused as refused:
            return f"'{line.strip()}' was refused: {refused}"
        self.settle()
        return None


def _rolls(line: str) -> bool:
    """Whether a line of `do` or `illegal` names a move that would roll the die."""
    words = line.split()
    return bool(words) and words[0] in ("attempt", "roll")


def _of_another(s: State, line: str) -> bool:
    """Whether a line is the move of a player who is not asked: it is refused, whatever it says."""
    words = line.split()
    named = len(words) > 1 and names_seat(words[0]) and words[1] != "redeploy"
    return named and int(words[0][1:]) - 1 != s.actor


def _move(case: Case, s: State, item: Text) -> Move:
    """The move that a line means now. Raises ScenarioError for what is no move."""
    try:
        return parse_move(s, item.value)
    except ParseError as error:
        raise case.fault(item, str(error)) from None


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
        problems += run.left_over()
    except _Stuck as stuck:
        problems.append(str(stuck))
    return Outcome(case.file, case.line, case.title, tuple(problems))


def check(case: Case, s: State) -> Iterator[str]:
    """Compare a position with the case's `then`; yields what differs."""
    then = case.then
    seats = s.setup.seats

    def differs(what: str, wanted: object, found: object) -> Iterator[str]:
        if wanted != found:
            yield f"{what} should be {wanted}, not {found}"

    for name, item in case.mapping("at", then).items():
        found = region_text(s, _region(case, s, name, item, "at"))
        if not same_region(item.value, found):
            yield f"{name} should hold '{item.value}', not '{found}'"
    for word, item in case.mapping("coins", then).items():
        seat = seat_number(case, word, "coins", seats, item)
        yield from differs(f"{word}'s coins", case.number(item, "coins"), s.coins[seat])
    for word, item in case.mapping("hand", then).items():
        seat = person(case, word, "hand", seats, item)
        yield from differs(f"{word}'s hand", case.number(item, "hand"), held_in_hand(s, seat))
    for name, item in case.mapping("cost", then).items():
        r = _region(case, s, name, item, "cost")
        wanted_cost = case.number(item, "cost")
        slot = ACTIVE_OF[s.seat]
        if s.combo[slot] is None:
            yield f"{name} has no cost: {seat_name(s.seat)} has no Active race"
            continue
        cost = full_price(s, r) if slot == TRIBES_SLOT else price(s, slot, r)
        yield from differs(f"the cost of {name}", wanted_cost, cost)
    for key, mask in (
        ("reach", targets(s)),
        ("immune", s.safe | protected(s, EMPTY)),
        ("choices", _choices(s)),
    ):
        if key in then:
            named = case.sequence(key, then)
            for item in named:
                _region(case, s, item.value, item, key)
            names = sorted(item.value for item in named)
            yield from differs(key, names, sorted(s.board.ids[r] for r in bits(mask)))
    for key, legal in (("legal", True), ("illegal", False)):
        for item in case.sequence(key, then):
            if _of_another(s, item.value):
                if legal:
                    yield f"'{item.value}' should be legal, but somebody else is asked"
                continue
            reason = refusal(s, _move(case, s, item))
            if legal and reason is not None:
                yield f"'{item.value}' should be legal, but: {reason.sentence}"
            if not legal and reason is None:
                yield f"'{item.value}' should not be legal"
    for i, item in enumerate(case.sequence("combos", then)):
        row = s.column[i] if i < len(s.column) else None
        library = s.setup.library
        if row != parse_row(case, library, item):
            shown = f"{combo_text(library, row[0], row[1])} +{row[2]}" if row else "nothing"
            yield f"row {i + 1} of the column should be {item.value}, not {shown}"
    if "turn" in then:
        item = case.single("turn", then)
        seat_number(case, item.value, "turn", seats, item)
        over = " (the game is over)" if decider(s) == NOBODY else ""
        yield from differs("the turn", item.value, seat_name(s.seat) + over)
    library = s.setup.library
    for key, cards in (("event", s.cards), ("upcoming", () if s.upcoming < 0 else (s.upcoming,))):
        if key in then and not library.event_markers:
            shown_cards = ", ".join(library.cards[card].name for card in cards) or "none"
            yield from differs(key, case.single(key, then).value, shown_cards)
    if "control" in then:
        item = case.single("control", then)
        wanted_control = person(case, item.value, "control", seats, item)
        holder = "nobody" if s.control == NONE else seat_name(s.control)
        yield from differs("the Control Marker's holder", seat_name(wanted_control), holder)
    if "aside" in then:
        wanted_aside = case.number(case.single("aside", then), "aside")
        yield from differs("Lost Tribes beside the board", wanted_aside, s.hand[TRIBES_SLOT])
    yield from check_words(case, s)
    yield from check_box_words(case, s)
    if "winner" in then:
        wanted_seats = sorted(
            seat_number(case, item.value, "winner", seats, item)
            for item in case.sequence("winner", then)
        )
        shown_seats = " and ".join(seat_name(seat) for seat in wanted_seats)
        found_seats = " and ".join(seat_name(seat) for seat in s.winners) or "nobody yet"
        yield from differs("the winner", shown_seats, found_seats)


def _choices(s: State) -> int:
    """The Regions among which a person must choose for the Lost Tribes now."""
    mask = 0
    if decider(s) not in (DEALER, NOBODY, TRIBES):
        for move in legal_moves(s):
            if move[0] == kinds.CHOOSE:
                mask |= 1 << move[1]
            elif move[0] == kinds.ANSWER and s.setup.library.decisions[move[1]].for_tribes:
                mask |= 1 << move[2]
    return mask


def _region(case: Case, s: State, name: str, item: Text, key: str) -> int:
    r = s.board.index.get(name)
    if r is None:
        raise case.fault(item, f"'{name}' under '{key}' is not a Region of this board")
    return r


def run_files(paths: Iterable[Path]) -> Iterator[Outcome]:
    """Run every case of the files. Raises ScenarioError at the first malformed one."""
    for path in paths:
        for case in read(path):
            yield run_case(case)
