"""Why the Lost Tribes took what they took: the ladder of `crusade.md F` as a clause."""

from __future__ import annotations

from crusade.automaton.lost_tribes import (
    ACTIVE_RACE,
    CHEAPEST,
    CHOICE,
    WORTH,
    Candidate,
    Plan,
    default_choice,
    nothing_at_stake,
)
from crusade.desktop.words.cast import Cast
from crusade.desktop.words.grammar import plural
from crusade.rules import State
from crusade.rules.ids import DIE, TRIBES

RUNG_NAMES = {
    CHEAPEST: "cheapest",
    WORTH: "worth most",
    ACTIVE_RACE: "Active race",
    CHOICE: "choice",
}


def tribes_reason(cast: Cast, before: State, plan: Plan, region: int, by: int) -> str:
    """Why ``region`` was chosen in the position ``before``: a clause without its full stop.

    ``by`` is the seat that decided a tie, or TRIBES.
    """
    lowest = plan.cost
    cheapest = [c for c in plan.candidates if c.cost == lowest]
    mine = next((c for c in plan.candidates if c.region == region), None)
    if mine is None or len(plan.candidates) == 1:
        return "the only Region they could reach"
    whom = cast.name(cast.rival(before))
    if plan.rung == CHEAPEST:
        return _cheapest(plan, lowest)
    others = [c for c in cheapest if c.region != region]
    if plan.rung == WORTH:
        return f"of the cheapest it was worth most to {whom} ({mine.worth}; {_worths(others)})"
    if plan.rung == ACTIVE_RACE:
        return _active(cast, before, mine, others)
    return _choice(cast, before, plan, region, by)


def _cheapest(plan: Plan, lowest: int) -> str:
    next_cost = min(c.cost for c in plan.candidates if c.cost > lowest)
    return f"it was the cheapest; the next one cost {next_cost}"


def _worths(others: list[Candidate]) -> str:
    """`the other 1`, `the others 1`, `the others 1 at most`."""
    worths = {c.worth for c in others}
    if len(others) == 1:
        return f"the other {max(worths)}"
    if len(worths) == 1:
        return f"the others {max(worths)}"
    return f"the others {max(worths)} at most"


def _active(cast: Cast, before: State, mine: Candidate, others: list[Candidate]) -> str:
    whose = cast.whose(cast.rival(before))
    equal = sum(c.worth == mine.worth for c in others)
    among = f"{equal + 1} cheapest were worth {mine.worth}"
    return f"{among}, and it alone was held by {whose} Active race"


def _choice(cast: Cast, before: State, plan: Plan, region: int, by: int) -> str:
    tied = plan.best.bit_count()
    worth = next(c.worth for c in plan.candidates if c.region == region)
    equal = f"{tied} were equally cheap"
    equal += (
        f" and worth {worth} to {cast.name(cast.rival(before))}" if worth else " and worth nothing"
    )
    if settled(cast, before, plan, region):
        return f"{equal}, so the fixed order decided"
    chooser = "they" if by == TRIBES else cast.name(by)
    return f"{equal}; {chooser} chose"


def settled(cast: Cast, before: State, plan: Plan, region: int) -> bool:
    """Whether the tie in the position ``before`` settled itself, as the player wished."""
    return (
        cast.settles()
        and before.choices == plan.best
        and nothing_at_stake(before)
        and default_choice(before) == region
    )


def needs_roll(short: int) -> str:
    """What the die must show to make up for ``short`` missing tokens, with the chance."""
    faces = sum(face >= short for face in DIE)
    what = f"a {short}" if short >= max(DIE) else f"a {short} or more"
    return f"{what} on the die, {plural(faces, 'face')} of {len(DIE)}"
