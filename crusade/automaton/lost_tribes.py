"""The Lost Tribes: which Region they take next, and why (`crusade.md D to F, H3`).

The ladder is cheapest, then worth most coins to the person, then the person's Active race, then a
person decides; a box may add rungs (`rules/rungs.py`). `step` gives what the rules need, `plan` and
`explain` the whole ladder for the screen. All read only what lies open on the table.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from ..rules import crossing, moves
from ..rules.board import bits
from ..rules.fighting import MOST_SHORT
from ..rules.ids import ACTIVE_OF, EMPTY, NONE, TRIBES_SLOT, TRIBES_TURN, TWO_PLAYER
from ..rules.labels import Label
from ..rules.library import Library
from ..rules.pricing import cheapest, price, reach
from ..rules.queries import Bill, cost, gain
from ..rules.queries import worth as worth_bill
from ..rules.rungs import Rung
from ..rules.scoring import held_by, income, income_without, worth
from ..rules.state import State

CHEAPEST = "cheapest"
WORTH = "worth"
ACTIVE_RACE = "active"
CHOICE = "choice"
RUNGS = (CHEAPEST, WORTH, ACTIVE_RACE, CHOICE)
"""The ladder without what a box adds."""


@cache
def rungs(library: Library) -> tuple[str, ...]:
    """The rungs of the ladder in order, those of the boxes by their words."""
    before = tuple(rung.word for rung in library.rungs if rung.before_active)
    after = tuple(rung.word for rung in library.rungs if not rung.before_active)
    return (CHEAPEST, WORTH, *before, ACTIVE_RACE, *after, CHOICE)


@cache
def _upper(library: Library) -> tuple[tuple[str, Rung | None], ...]:
    """The rungs between the worth and a person's choice, with what the boxes bring for theirs."""
    return tuple((word, library.rung.get(word)) for word in rungs(library)[2:-1])


@dataclass(frozen=True, slots=True)
class Candidate:
    """A Region the Lost Tribes could take: its cost in tokens, the way there included, and its
    worth to the person in coins.
    """

    region: int
    cost: int
    worth: int
    active: bool
    """Whether the person's Active race holds it."""
    way: tuple[int, ...] = ()
    """The river Regions that are paid first, in order (`crusade.md I2`)."""
    landing: int = NONE
    """The Region to which something carries them first, or NONE (`crusade.md J5`)."""


@dataclass(frozen=True, slots=True)
class Plan:
    """The Lost Tribes' next step.

    ``action`` is TAKE, TRY (the last attempt) or STOP; ``best`` the mask of the Regions still tied
    at the end of the ladder, ``rung`` the rung that decided, or CHOICE for a tie. ``hand`` is in
    tokens. ``left`` pairs each rung that was asked with the mask of the Regions that it left.
    """

    action: int
    best: int
    rung: str
    hand: int
    candidates: tuple[Candidate, ...]
    left: tuple[tuple[str, int], ...] = ()

    @property
    def cost(self) -> int:
        """The lowest cost among the candidates, in tokens; 0 if there is none."""
        return min((c.cost for c in self.candidates), default=0)

    def candidate(self, region: int) -> Candidate | None:
        """The candidate of that Region, or None."""
        return next((c for c in self.candidates if c.region == region), None)

    def fell_at(self, region: int) -> str:
        """The rung on which a Region dropped out, or "" if it is among the best."""
        return next((rung for rung, left in self.left if not left >> region & 1), "")


def opponent(s: State) -> int:
    """The person whose coins count: in the two-player Crusade the one who does not hold the
    marker.
    """
    return 1 - s.control if s.setup.mode == TWO_PLAYER else 0


class LostTribes:
    """The automaton that plays them; holds nothing, so one serves every game."""

    def step(self, s: State) -> tuple[int, int]:
        """The next step in this position (`crusade.md D`): what to do, and the mask of the best.

        Does no more than the decision needs; `plan` tells all there is to tell about it.
        """
        if s.hand[TRIBES_SLOT] < 1:
            return moves.STOP, 0
        best, lowest = _cheapest(s)
        action = _action(s, best, lowest)
        if action == moves.STOP:
            return action, 0
        return action, best if best & (best - 1) == 0 else _climb(s, best)[0]

    def plan(self, s: State) -> Plan:
        """The same step with every candidate and what decided; changes nothing."""
        best, lowest = _cheapest(s)
        action = _action(s, best, lowest)
        left = [(CHEAPEST, best)]
        best, rung = _climb(s, best, left)
        person = opponent(s)
        wet = crossing.crossed(s)
        active = s.held[ACTIVE_OF[person]] & ~wet
        fares = crossing.targets(s)
        fares.update(dict.fromkeys(bits(left[0][1] & ~sum(1 << r for r in fares)), 0))
        ferry = s.setup.library.ferry
        carried = crossing.ferried(s) if ferry is not None else 0
        found = tuple(
            Candidate(
                r,
                fare + price(s, TRIBES_SLOT, r),
                0 if wet >> r & 1 else worth(s, person, r),
                bool(active >> r & 1),
                crossing.way_to(s, r) if fare else (),
                ferry.landing(s, r) if ferry is not None and carried >> r & 1 else NONE,
            )
            for r, fare in sorted(fares.items())
        )
        return Plan(action, best, rung, s.hand[TRIBES_SLOT], found, tuple(left))


def _cheapest(s: State) -> tuple[int, int]:
    """The first rung: the mask of the cheapest candidates, and what each costs in tokens."""
    if s.board.rivers:
        best, lowest = crossing.cheapest_targets(s)
        if best:
            for rung in s.setup.library.joining:
                best |= rung.joins(s, lowest)
        return best, lowest
    return cheapest(s, TRIBES_SLOT, reach(s, TRIBES_SLOT))


def _action(s: State, best: int, lowest: int) -> int:
    """Take, try or stop, by what is in hand against the lowest cost."""
    hand = s.hand[TRIBES_SLOT]
    if not best or hand < 1 or lowest - hand > MOST_SHORT:
        return moves.STOP
    return moves.TAKE if lowest <= hand else moves.TRY


Left = list[tuple[str, int]]


def _climb(s: State, best: int, left: Left | None = None) -> tuple[int, str]:
    """The other rungs: which of the cheapest are left at the end, and the rung that decided.

    Appends to ``left``, if given, what each rung has left.
    """
    if best & (best - 1) == 0:
        return best, CHEAPEST
    person = opponent(s)
    library = s.setup.library
    owned = best & held_by(s, person)
    if library.rungs:
        owned &= ~crossing.crossed(s)
    if owned:
        # What lies on a Region may answer for its holder, and is lost with it (crusade.md I9).
        plain = not s.bears & owned
        # What nobody of interest holds is worth nothing to him.
        full = income(s, person)
        most, dearest = 0, best & ~owned
        for r in bits(owned):
            if plain:
                lost = full - income(s, person, None, 1 << r)
            else:
                lost = full - income_without(s, person, r)
            if lost > most or not dearest:
                most, dearest = lost, 1 << r
            elif lost == most:
                dearest |= 1 << r
        best = dearest
        if left is not None:
            left.append((WORTH, best))
        if best & (best - 1) == 0:
            return best, WORTH
    if library.rungs:
        return _climb_all(s, best, person, left)
    active = best & s.held[ACTIVE_OF[person]]
    if active:
        best = active
        if left is not None:
            left.append((ACTIVE_RACE, best))
        if best & (best - 1) == 0:
            return best, ACTIVE_RACE
    return best, CHOICE


def _climb_all(s: State, best: int, person: int, left: Left | None) -> tuple[int, str]:
    """The rungs after the worth, those of the boxes among them. A river that has joined the choice
    for the sake of one of them wins on no other (`crusade.md J4`).
    """
    his = held_by(s, person)
    for word, rung in _upper(s.setup.library):
        if not best & his and (rung is None or rung.of_person):
            continue
        if rung is None:
            narrower = best & s.held[ACTIVE_OF[person]] & ~crossing.crossed(s)
        else:
            narrower = rung.prefers(s, person, best) & best
        if narrower:
            best = narrower
            if left is not None:
                left.append((word, best))
            if best & (best - 1) == 0:
                return best, word
    return best, CHOICE


def nothing_at_stake(s: State) -> bool:
    """Whether a person must choose among Regions that they conquer, none of which is a person's.

    Such a tie may be settled by `default_choice` if the player has said so once. What a card makes
    of their own Regions is another matter: there the choice is worth something.
    """
    if s.phase != TRIBES_TURN:
        return False
    return all(s.occ[r] in (EMPTY, TRIBES_SLOT) for r in bits(s.choices))


def default_choice(s: State) -> int:
    """The Region of a tie that hurts the person least, then the lowest (`crusade.md F`, P).

    Worth is equal in a tie, so it is the income that the person could still hope for that decides:
    the fewest coins the Region would earn his Active race.
    """
    person = opponent(s)
    combo = s.combo[ACTIVE_OF[person]]

    def hope(r: int) -> int:
        return 0 if combo is None else sum(mask >> r & 1 for mask in combo.coin_masks)

    return min(bits(s.choices), key=lambda r: (worth(s, person, r) + hope(r), r))


@dataclass(frozen=True, slots=True)
class Reason:
    """A candidate for the screen: itemised cost and worth, and how far up the ladder it came.

    ``gain`` is what the Region would earn the Lost Tribes, in coins.
    """

    candidate: Candidate
    cost: Bill
    worth: Bill
    fell_at: str
    """The rung on which it dropped out, or "" if it is among the best."""
    gain: Bill
    notes: tuple[Label, ...] = ()
    """What the rungs of the boxes say of it, as sentences."""


def notes(s: State, r: int) -> tuple[Label, ...]:
    """What the rungs of the boxes have to say of Region ``r``, as sentences."""
    said = (rung.note(s, r) for rung in s.setup.library.rungs)
    return tuple(note for note in said if note)


def explain(s: State, plan: Plan) -> tuple[Reason, ...]:
    """All candidates of ``plan`` in the position ``s``, best first, with their reasons."""
    wet = crossing.crossed(s)
    rows = [
        Reason(
            c,
            cost(s, c.region, TRIBES_SLOT),
            Bill(0, ()) if wet >> c.region & 1 else worth_bill(s, c.region),
            plan.fell_at(c.region),
            gain(s, c.region),
            notes(s, c.region),
        )
        for c in plan.candidates
    ]
    order = {"": 0}
    for rung in reversed(rungs(s.setup.library)):
        order[rung] = len(order)
    rows.sort(key=lambda row: (order[row.fell_at], row.candidate.cost, -row.candidate.worth))
    return tuple(rows)
