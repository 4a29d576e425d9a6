"""The Lost Tribes: which Region they take next, and why (`crusade.md D to F, H3`).

The ladder is cheapest, then worth most coins to the person, then the person's Active race, then a
person decides. `plan` gives what the rules need, `explain` the whole ladder for the screen. Both
read only what lies open on the table.
"""

from __future__ import annotations

from dataclasses import dataclass

from ..rules import moves
from ..rules.board import bits
from ..rules.ids import EMPTY, TRIBES_SLOT, TWO_PLAYER
from ..rules.legal import MOST_SHORT
from ..rules.pricing import price, reach
from ..rules.queries import Bill, cost
from ..rules.queries import worth as worth_bill
from ..rules.scoring import income, worth
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

    def plan(self, s: State) -> Plan:
        """The next step in this position (`crusade.md D`); changes nothing."""
        person = opponent(s)
        first = person * 3
        hand = s.hand[TRIBES_SLOT]
        active = s.held[first]
        owned = active | s.held[first + 1] | s.held[first + 2]
        base = income(s, person) if owned else 0
        found = []
        for r in bits(reach(s, TRIBES_SLOT)):
            bit = 1 << r
            loss = base - income(s, person, None, bit) if owned & bit else 0
            found.append(Candidate(r, price(s, TRIBES_SLOT, r), loss, bool(active & bit)))
        if not found:
            return Plan(moves.STOP, 0, CHEAPEST, hand, ())
        best, rung = _climb(found)
        lowest = best[0].cost
        if hand < 1 or lowest - hand > MOST_SHORT:
            action = moves.STOP
        elif lowest <= hand:
            action = moves.TAKE
        else:
            action = moves.TRY
        mask = sum(1 << c.region for c in best)
        return Plan(action, mask, rung, hand, tuple(found))


def _climb(found: list[Candidate]) -> tuple[list[Candidate], str]:
    """The candidates left at the end of the ladder, and the rung that left a single one."""
    lowest = min(c.cost for c in found)
    best = [c for c in found if c.cost == lowest]
    if len(best) == 1:
        return best, CHEAPEST
    most = max(c.worth for c in best)
    best = [c for c in best if c.worth == most]
    if len(best) == 1:
        return best, WORTH
    held = [c for c in best if c.active]
    if held:
        best = held
        if len(best) == 1:
            return best, ACTIVE_RACE
    return best, CHOICE


def nothing_at_stake(s: State) -> bool:
    """Whether a person must choose among Regions none of which is a person's (all empty).

    Such a tie may be settled by `default_choice` if the player has said so once.
    """
    return all(s.occ[r] in (EMPTY, TRIBES_SLOT) for r in bits(s.choices))


def default_choice(s: State) -> int:
    """The Region of a tie that hurts the person least, then the lowest (`crusade.md F`, P).

    Worth is equal in a tie, so it is the income that the person could still hope for that decides:
    the fewest coins the Region would earn his Active race.
    """
    person = opponent(s)
    combo = s.combo[person * 3]

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
