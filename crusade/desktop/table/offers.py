"""What the Regions of the board offer at this moment: which moves a click means, at which price.

Nothing here decides a rule: offers are the session's legal moves, sorted by Region.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from crusade.desktop.words.buttons import way_coins
from crusade.desktop.words.phases import early_slot as words_early_slot
from crusade.desktop.words.phases import held_back, open_offer
from crusade.rules import State, moves
from crusade.rules.board import bits
from crusade.rules.ids import ACTIVE_OF, CONQUER, NONE, TRIBES_TURN
from crusade.rules.moves import Move
from crusade.rules.queries import (
    MOST_SHORT,
    chance,
    fighter,
    forces,
    full_price,
    in_reach,
    price,
    price_with,
)
from crusade.texts import _n


@dataclass(frozen=True)
class Offer:
    """A Region that can be taken now. ``ways`` are the moves a click could mean, plain first.

    ``price`` is the number on the shield, in tokens, the ordinary one wherever an ordinary conquest
    or attempt is one of the ways; ``dear`` if a die decides. ``ways`` is empty where the die must
    be rolled first, and has the same order everywhere. ``cheaper`` is whether one of the ways takes
    fewer tokens. ``far`` is whether it is out of reach but for a way that leads over others.
    """

    region: int
    price: int
    dear: bool
    ways: tuple[Move, ...]
    cheaper: bool = False
    far: bool = False


def early_slot(s: State) -> int:
    """The slot of the race In Decline that may still act before the Active one, or NONE."""
    return words_early_slot(s)


def fighting_slot(s: State, early: bool) -> int:
    """The slot whose prices are shown: the Active race, or the one that fights before it."""
    return early_slot(s) if early else ACTIVE_OF[s.seat]


def early_may_fight(s: State) -> bool:
    """Whether a race In Decline still has its time this turn."""
    return early_slot(s) != NONE


def conquests(s: State, choices: Iterable[Move], early: bool) -> dict[int, Offer]:
    """The Regions that can be conquered or attempted now, by Region.

    With ``early`` those that the race In Decline can take, otherwise the Active race's.
    """
    if s.phase != CONQUER:
        return {}
    slot = fighting_slot(s, early)
    combo = s.combo[slot] if slot != NONE else None
    if combo is None:
        return {}
    ways: dict[int, list[Move]] = {}
    for move in choices:
        if move[0] not in (moves.CONQUER, moves.ATTEMPT) or fighter(s, move[2]) != slot:
            continue
        if combo.attempts_rolled and move[0] == moves.ATTEMPT:
            continue  # the roll is known: it cannot succeed, and ending the conquests says so
        ways.setdefault(move[1], []).append(move)
    if not early and open_offer(s) is not None and held_back(s):
        return _before_the_roll(s, slot, ways)
    return {r: _offer(s, slot, r, found) for r, found in sorted(ways.items())}


def _offer(s: State, slot: int, r: int, ways: list[Move]) -> Offer:
    library = s.setup.library
    same = [m for m in ways if not library.acting_of(m[2]) and price_with(s, slot, r, m[2]) == 1]
    if same:  # a coin for a token less is wasted where one token is enough
        ways = [m for m in ways if not costs_coins(s, m)]
    dear = not any(m[0] == moves.CONQUER for m in ways)
    found = [m[2] for m in ways if dear or m[0] == moves.CONQUER]
    lowest = min(price_with(s, slot, r, mask) for mask in found)
    in_order = tuple(sorted(ways, key=lambda m: (m[2], m[0])))
    far = all(any(way.beyond for way in library.acting_of(m[2])) for m in ways)
    if any(all(way.priced for way in library.acting_of(m[2])) for m in ways):
        number = price(s, slot, r)
        return Offer(r, number, dear, in_order, lowest < number, far)
    return Offer(r, lowest, dear, in_order, far=far)


def _before_the_roll(s: State, slot: int, ways: dict[int, list[Move]]) -> dict[int, Offer]:
    """Not rolled yet: what could be taken after a good enough roll."""
    hand = forces(s, slot)
    out = {}
    for r in bits(in_reach(s, slot)):
        cost = price(s, slot, r)
        if cost - hand <= MOST_SHORT or r in ways:
            out[r] = Offer(r, cost, cost > hand, tuple(sorted(ways.get(r, []))))
    return out


def costs_coins(s: State, move: Move) -> bool:
    """Whether a conquest or attempt may cost coins beside its tokens."""
    return way_coins(s, move[2]) > 0


def at_once(s: State, offer: Offer, asks: bool) -> bool:
    """Whether choosing the Region of ``offer`` takes it without a question; with ``asks`` an
    attempt is asked about.
    """
    if len(offer.ways) != 1 or costs_coins(s, offer.ways[0]):
        return False
    return not (asks and offer.dear)


def odds(s: State, move: Move) -> str:
    """`in 2 of 6 rolls`: the chance of an attempt."""
    wins, faces = chance(s, move)
    return _n("in {count} of {faces} rolls", "in {count} of {faces} rolls", wins, faces=faces)


def abandonable(choices: Iterable[Move]) -> int:
    """Mask of the Regions that may be abandoned now."""
    mask = 0
    for move in choices:
        if move[0] == moves.ABANDON:
            mask |= 1 << move[1]
    return mask


def tied(s: State) -> int:
    """Mask of the Regions among which a person chooses for the Lost Tribes now."""
    if s.phase == TRIBES_TURN and s.actor < s.setup.seats:
        return s.choices
    return 0


def tribes_price(s: State, r: int) -> int:
    """What a Region costs the Lost Tribes, in tokens, the way there included."""
    return full_price(s, r)
