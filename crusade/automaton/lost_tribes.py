"""The Lost Tribes: which Region they take next, and why (`crusade.md D to F, H3`).

The ladder is cheapest, then worth most coins to the person, then the person's Active race, then a
person decides. `plan` gives what the rules need, `explain` the whole ladder for the screen. Both
read only what lies open on the table.
"""

from __future__ import annotations

from dataclasses import dataclass

from ..rules import moves
from ..rules.board import bits
from ..rules.fighting import MOST_SHORT
from ..rules.ids import ACTIVE_OF, EMPTY, TRIBES_SLOT, TRIBES_TURN, TWO_PLAYER
from ..rules.pricing import cheapest, price, reach
from ..rules.queries import Bill, cost
from ..rules.queries import worth as worth_bill
from ..rules.scoring import held_by, income, worth
from ..rules.state import State

CHEAPEST = "cheapest"
WORTH = "worth"
ACTIVE_RACE = "active"
CHOICE = "choice"
RUNGS = (CHEAPEST, WORTH, ACTIVE_RACE, CHOICE)


@dataclass(frozen=True, slots=True)
class Candidate:
    """A Region the Lost Tribes could take: its cost in tokens, its worth to the person in coins."""

    region: int
    cost: int
    worth: int
    active: bool
    """Whether the person's Active race holds it."""


@dataclass(frozen=True, slots=True)
class Plan:
    """The Lost Tribes' next step.

    ``action`` is TAKE, TRY (the last attempt) or STOP; ``best`` the mask of the Regions still tied
    at the end of the ladder, ``rung`` the rung that decided, or CHOICE for a tie. ``hand`` is in
    tokens.
    """

    action: int
    best: int
    rung: str
    hand: int
    candidates: tuple[Candidate, ...]

    @property
    def cost(self) -> int:
        """The lowest cost among the candidates, in tokens; 0 if there is none."""
        return min((c.cost for c in self.candidates), default=0)


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
        best, lowest = _cheapest(s)
        action = _action(s, best, lowest)
        if action == moves.STOP:
            return action, 0
        return action, best if best & (best - 1) == 0 else _climb(s, best)[0]

    def plan(self, s: State) -> Plan:
        """The same step with every candidate and what decided; changes nothing."""
        best, lowest = _cheapest(s)
        action = _action(s, best, lowest)
        best, rung = _climb(s, best)
        person = opponent(s)
        active = s.held[ACTIVE_OF[person]]
        found = tuple(
            Candidate(r, price(s, TRIBES_SLOT, r), worth(s, person, r), bool(active >> r & 1))
            for r in bits(reach(s, TRIBES_SLOT))
        )
        return Plan(action, best, rung, s.hand[TRIBES_SLOT], found)


def _cheapest(s: State) -> tuple[int, int]:
    """The first rung: the mask of the cheapest candidates, and what each costs in tokens."""
    return cheapest(s, TRIBES_SLOT, reach(s, TRIBES_SLOT))


def _action(s: State, best: int, lowest: int) -> int:
    """Take, try or stop, by what is in hand against the lowest cost."""
    hand = s.hand[TRIBES_SLOT]
    if not best or hand < 1 or lowest - hand > MOST_SHORT:
        return moves.STOP
    return moves.TAKE if lowest <= hand else moves.TRY


def _climb(s: State, best: int) -> tuple[int, str]:
    """The other rungs: which of the cheapest are left at the end, and the rung that decided."""
    if best & (best - 1) == 0:
        return best, CHEAPEST
    person = opponent(s)
    active = s.held[ACTIVE_OF[person]]
    owned = best & held_by(s, person)
    if owned:
        # What nobody of interest holds is worth nothing to him.
        full = income(s, person)
        most, dearest = 0, best & ~owned
        for r in bits(owned):
            loss = full - income(s, person, None, 1 << r)
            if loss > most or not dearest:
                most, dearest = loss, 1 << r
            elif loss == most:
                dearest |= 1 << r
        best = dearest
        if best & (best - 1) == 0:
            return best, WORTH
        if best & active:
            best &= active
            if best & (best - 1) == 0:
                return best, ACTIVE_RACE
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
    """A candidate for the screen: itemised cost and worth, and how far up the ladder it came."""

    candidate: Candidate
    cost: Bill
    worth: Bill
    fell_at: str
    """The rung on which it dropped out, or "" if it is among the best."""


def explain(s: State, plan: Plan) -> tuple[Reason, ...]:
    """All candidates of ``plan`` in the position ``s``, best first, with their reasons."""
    lowest = plan.cost
    cheapest = [c for c in plan.candidates if c.cost == lowest]
    most = max((c.worth for c in cheapest), default=0)
    rows = []
    for c in plan.candidates:
        if plan.best >> c.region & 1:
            fell = ""
        elif c.cost > lowest:
            fell = CHEAPEST
        elif c.worth < most:
            fell = WORTH
        else:
            fell = ACTIVE_RACE
        rows.append(Reason(c, cost(s, c.region, TRIBES_SLOT), worth_bill(s, c.region), fell))
    order = {"": 0, ACTIVE_RACE: 1, WORTH: 2, CHEAPEST: 3}
    rows.sort(key=lambda row: (order[row.fell_at], row.candidate.cost, -row.candidate.worth))
    return tuple(rows)
