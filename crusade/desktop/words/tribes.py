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
    rungs,
)
from crusade.desktop.words.cast import Cast
from crusade.rules import State, queries
from crusade.rules.ids import DIE, OWNER
from crusade.rules.labels import PERSON, Term
from crusade.rules.library import Library
from crusade.rules.queries import way_losses
from crusade.texts import Region, Several, Who, _, _n, _p, _w, several, tell


def tribes_reason(cast: Cast, before: State, plan: Plan, region: int, by: int) -> str:
    """Why ``region`` was chosen in the position ``before``: a clause without its full stop.

    ``by`` is the seat that decided a tie, or TRIBES.
    """
    lowest = plan.cost
    cheapest = [c for c in plan.candidates if c.cost == lowest]
    mine = next((c for c in plan.candidates if c.region == region), None)
    if mine is None or len(plan.candidates) == 1:
        return _("the only Region they could reach")
    if plan.rung == CHEAPEST:
        return _cheapest(plan, lowest)
    others = [c for c in cheapest if c.region != region]
    if plan.rung == WORTH:
        most = _worth(cast.who(cast.rival(before)), mine.worth, [c.worth for c in others])
        return by_cards(most, before, region)
    if plan.rung in (ACTIVE_RACE, CHOICE):
        boxes = [before.setup.library.rung[rung] for rung, _left in plan.left if rung not in _OWN]
        if plan.rung == ACTIVE_RACE and boxes:
            return tell(boxes[-1].active.given(who=Term(PERSON, cast.rival(before))), cast.who)
        if plan.rung == ACTIVE_RACE:
            return _active(cast, before, mine, others)
        return _choice(cast, before, plan, region, by)
    so_far = 1 + sum(_came_to(plan, c.region) for c in others)
    rung = before.setup.library.rung[plan.rung]
    values = rung.values(before, region)
    return tell(rung.why.given(count=so_far, worth=mine.worth, **values))


_OWN = (CHEAPEST, WORTH, ACTIVE_RACE)
"""The rungs that every box has."""


def _came_to(plan: Plan, region: int) -> bool:
    """Whether a Region was left when the rung that decided was asked."""
    return plan.fell_at(region) == plan.rung


def _cheapest(plan: Plan, lowest: int) -> str:
    next_cost = min(c.cost for c in plan.candidates if c.cost > lowest)
    return _("it was the cheapest; the next one cost {cost}", cost=next_cost)


def by_cards(reason: str, before: State, region: int) -> str:
    """The ``reason`` with the event cards that the worth of the Region comes from."""
    bill = queries.from_cards(before, region)
    names = several(dict.fromkeys(tell(text) for text, _coins, _mask in bill.items))
    if bill.total > 0:
        return _("{reason}, {coins} of it by {cards}", reason=reason, coins=bill.total, cards=names)
    if bill.total < 0:
        return _("{reason}, {coins} less by {cards}", reason=reason, coins=-bill.total, cards=names)
    return reason


def _worth(whom: Who, worth: int, others: list[int]) -> str:
    most = max(others)
    if len(others) == 1:
        return _w(
            whom,
            "of the cheapest it was worth most to you ({worth}; the other {most})",
            "of the cheapest it was worth most to {who} ({worth}; the other {most})",
            worth=worth,
            most=most,
        )
    if len(set(others)) == 1:
        return _w(
            whom,
            "of the cheapest it was worth most to you ({worth}; the others {most})",
            "of the cheapest it was worth most to {who} ({worth}; the others {most})",
            worth=worth,
            most=most,
        )
    return _w(
        whom,
        "of the cheapest it was worth most to you ({worth}; the others {most} at most)",
        "of the cheapest it was worth most to {who} ({worth}; the others {most} at most)",
        worth=worth,
        most=most,
    )


def _active(cast: Cast, before: State, mine: Candidate, others: list[Candidate]) -> str:
    return _w(
        cast.who(cast.rival(before)),
        (
            "{count} cheapest was worth {worth}, and it alone was held by your Active race",
            "{count} cheapest were worth {worth}, and it alone was held by your Active race",
        ),
        (
            "{count} cheapest was worth {worth}, and it alone was held by {who:of} Active race",
            "{count} cheapest were worth {worth}, and it alone was held by {who:of} Active race",
        ),
        count=1 + sum(c.worth == mine.worth for c in others),
        worth=mine.worth,
    )


def _choice(cast: Cast, before: State, plan: Plan, region: int, by: int) -> str:
    tied = plan.best.bit_count()
    worth = next(c.worth for c in plan.candidates if c.region == region)
    whom = cast.who(cast.rival(before))
    if settled(cast, before, plan, region):
        if not worth:
            return _n(
                "{count} was cheap and worth nothing, so the fixed order decided: "
                "first what would earn your race least, then the board's order",
                "{count} were equally cheap and worth nothing, so the fixed order decided: "
                "first what would earn your race least, then the board's order",
                tied,
            )
        return _w(
            whom,
            (
                "{count} was cheap and worth {worth} to you, so the fixed order decided: "
                "first what would earn your race least, then the board's order",
                "{count} were equally cheap and worth {worth} to you, so the fixed order decided: "
                "first what would earn your race least, then the board's order",
            ),
            (
                "{count} was cheap and worth {worth} to {who}, so the fixed order "
                "decided: first what would earn {who:of} race least, then the board's order",
                "{count} were equally cheap and worth {worth} to {who}, so the fixed order "
                "decided: first what would earn {who:of} race least, then the board's order",
            ),
            count=tied,
            worth=worth,
        )
    if not worth:
        return _w(
            cast.who(by),
            (
                "{count} was cheap and worth nothing; you chose",
                "{count} were equally cheap and worth nothing; you chose",
            ),
            (
                "{count} was cheap and worth nothing; {who} chose",
                "{count} were equally cheap and worth nothing; {who} chose",
            ),
            (
                "{count} was cheap and worth nothing; they chose",
                "{count} were equally cheap and worth nothing; they chose",
            ),
            count=tied,
        )
    return _w(
        cast.who(by),
        (
            "{count} was cheap and worth {worth} to you; you chose",
            "{count} were equally cheap and worth {worth} to you; you chose",
        ),
        (
            "{count} was cheap and worth {worth} to {whom}; {who} chose",
            "{count} were equally cheap and worth {worth} to {whom}; {who} chose",
        ),
        (
            "{count} was cheap and worth {worth} to {whom}; they chose",
            "{count} were equally cheap and worth {worth} to {whom}; they chose",
        ),
        count=tied,
        worth=worth,
        whom=whom,
    )


def rung_names(library: Library, active: str) -> tuple[str, ...]:
    """The rungs of the ladder, numbered in their order; ``active`` is what that of the person's
    Active race is called.
    """
    names = [*_rung_titles(library, active), _p("rung", "choice")]
    return tuple(f"{number} {name}" for number, name in enumerate(names, 1))


def _rung_titles(library: Library, active: str) -> list[str]:
    """What the rungs look at, in their order, before a person chooses."""
    own = {CHEAPEST: _p("rung", "cost"), WORTH: _p("rung", "worth"), ACTIVE_RACE: active}
    return [own.get(word) or tell(library.rung[word].title) for word in rungs(library)[:-1]]


def ladder_words(library: Library, who: Who) -> tuple[str, str]:
    """How the Lost Tribes choose, and what they earn, in a sentence each."""
    if not library.rungs:
        chosen = _(
            "They take the cheapest Region first, then the one worth most, then an Active race’s."
        )
    else:
        names = rung_names(library, _w(who, "your Active race", "{who:of} Active race"))
        chosen = _("Their ladder: {rungs}.", rungs=" · ".join(names))
    return chosen, coins_words(library)


def coins_words(library: Library) -> str:
    """What the Lost Tribes earn, in a sentence."""
    paying = dict.fromkeys(
        piece.brings.family
        for piece in library.pieces
        if piece.brings is not None and piece.brings.family and (piece.pays or piece.pays_tribes)
    )
    if not paying:
        return _("They earn 1 coin per Region.")
    return _(
        "They earn 1 coin per Region, and more for {things:and} on them.",
        things=several(_(family) for family in paying),
    )


_NAMED = 4
"""Rungs that a sentence can name without being too long to be read at a glance."""


def equal_words(library: Library) -> Several:
    """What is equal where a person chooses for the Lost Tribes: `cost, worth and Active race`; of
    a long ladder the first rungs alone are named.
    """
    titles = tuple(_rung_titles(library, _p("rung", "Active race")))
    if len(titles) > _NAMED:
        titles = (*titles[:2], _p("rung", "all else on their ladder"))
    return several(titles)


def lost_on_the_way(cast: Cast, s: State, r: int) -> tuple[str, ...]:
    """What the way of the Lost Tribes to Region ``r`` takes from whoever stands on it, a sentence
    for each river.
    """
    return tuple(
        _lost_there(cast.who(OWNER[s.occ[river]]), lost, s.tokens[river], cast.place(river))
        for river, lost in way_losses(s, r)
    )


def _lost_there(who: Who, lost: int, stood: int, region: Region) -> str:
    if not lost:
        return _w(
            who,
            "On the way they drive your tokens out of {region}.",
            "On the way they drive the tokens of {who} out of {region}.",
            region=region,
        )
    if lost < stood:
        return _w(
            who,
            (
                "On the way {count} of your tokens in {region} is lost, the others flee.",
                "On the way {count} of your tokens in {region} are lost, the others flee.",
            ),
            (
                "On the way {count} of the tokens of {who} in {region} is lost, the others flee.",
                "On the way {count} of the tokens of {who} in {region} are lost, the others flee.",
            ),
            count=lost,
            region=region,
        )
    return _w(
        who,
        (
            "On the way your {count} token in {region} is lost.",
            "On the way your {count} tokens in {region} are lost.",
        ),
        (
            "On the way {count} token of {who} in {region} is lost.",
            "On the way {count} tokens of {who} in {region} are lost.",
        ),
        count=lost,
        region=region,
    )


def settled(cast: Cast, before: State, plan: Plan, region: int) -> bool:
    """Whether the tie in the position ``before`` settled itself, as the player wished."""
    return (
        cast.settles(before)
        and before.choices == plan.best
        and nothing_at_stake(before)
        and default_choice(before) == region
    )


def needs_roll(short: int) -> str:
    """What the die must show to make up for ``short`` missing tokens, with the chance.

    Stands by itself or after a colon.
    """
    fit = sum(face >= short for face in DIE)
    if short >= max(DIE):
        return _n(
            "a {short} on the die, {count} face of {faces}",
            "a {short} on the die, {count} faces of {faces}",
            fit,
            short=short,
            faces=len(DIE),
        )
    return _n(
        "a {short} or more on the die, {count} face of {faces}",
        "a {short} or more on the die, {count} faces of {faces}",
        fit,
        short=short,
        faces=len(DIE),
    )
