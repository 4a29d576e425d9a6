"""What a position promises: coins that a seat may still get more than the others, by experience.

The sum of a few facts, each weighed by how many turns are left. The weights were fitted to games
(`python -m crusade.lab.learn`); without them a game would have to be played to its end
each time, with all the luck in it.
"""

from __future__ import annotations

from operator import mul

from ..rules.early import standing
from ..rules.ids import ACTIVE_OF, TRIBES, TRIBES_SLOT
from ..rules.scoring import income
from ..rules.state import State
from .experience import experience
from .quick import combo_worth


def facts_of(s: State, seat: int) -> tuple[float, ...]:
    """What counts of a seat at the start of a round: whether it has an Active race, the coins a
    turn of that and of what is In Decline, the Active race's tokens to spare, its Regions and
    what its combo is worth; where it has none, the coins to pick with and the best combo that it
    can have for them.
    """
    slot = ACTIVE_OF[seat]
    held = s.held[slot]
    total = income(s, seat)
    past = income(s, seat, None, held) if held else total
    if s.combo[slot] is None:
        purse = min(5, max(0, s.coins[seat]))
        best = 0.0
        for row in range(min(len(s.column), purse + 1)):
            banner, badge, found = s.column[row]
            best = max(best, found - row + combo_worth(s, banner, badge))
        return (0.0, 0.0, float(past), 0.0, 0.0, 0.0, float(purse), best)
    regions = held.bit_count()
    tokens = s.hand[slot] + standing(s, slot)
    worth = combo_worth(s, s.banner[slot], s.badge[slot])
    coins, spare = float(total - past), float(tokens - regions)
    return (1.0, coins, float(past), spare, float(regions), worth, 0.0, 0.0)


def features(s: State, seat: int) -> list[float]:
    """All facts for ``seat``: a constant, its own, those of the mean rival, the Lost Tribes'."""
    own = facts_of(s, seat)
    found = [1.0, *own]
    others = [other for other in range(s.setup.seats) if other != seat]
    if others:
        several = [facts_of(s, other) for other in others]
        found += [sum(each) / len(others) for each in zip(*several, strict=True)]
    if s.setup.crusade:
        regions = s.held[TRIBES_SLOT].bit_count()
        found += [float(regions), float(s.hand[TRIBES_SLOT] + standing(s, TRIBES_SLOT) - regions)]
    return found


def lead(s: State, seat: int) -> float:
    """Coins that ``seat`` has more than the others on average, the Lost Tribes among them."""
    others = sum(s.coins[: s.setup.seats]) - s.coins[seat]
    number = s.setup.seats - 1
    if s.setup.crusade:
        others += s.coins[TRIBES]
        number += 1
    return s.coins[seat] - others / number if number else float(s.coins[seat])


def prospect(s: State, seat: int) -> float:
    """What the `lead` of ``seat`` will be at the end, by experience; at the start of his turn."""
    rows = experience()["weights"][s.setup.mode]
    row = rows[min(s.setup.rounds - s.round, len(rows) - 1)]
    found = features(s, seat)
    ahead: float = sum(map(mul, row, found))
    return lead(s, seat) + ahead
