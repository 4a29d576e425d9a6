"""What the Regions of the board offer at this moment: which moves a click means, at which price.

Nothing here decides a rule: offers are the session's legal moves, sorted by Region.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from crusade.rules import State, hand_of, moves
from crusade.rules.board import bits
from crusade.rules.ids import CONQUER, GHOULS_OVER, NONE, TRIBES_SLOT, TRIBES_TURN
from crusade.rules.moves import Move
from crusade.rules.pricing import price
from crusade.rules.queries import chance, in_reach
from crusade.rules.turn import ghoul_slot

ROLL_LIMIT = 3
"""The best face of the die."""


@dataclass(frozen=True)
class Offer:
    """A Region that can be taken now. ``ways`` are the moves a click could mean, plain first.

    ``price`` is the number on the shield, in tokens; ``dear`` if a die decides. ``ways`` is empty
    where the die must be rolled first (Berserk).
    """

    region: int
    price: int
    dear: bool
    ways: tuple[Move, ...]


def fighting_slot(s: State, ghouls: bool) -> int:
    """The slot whose prices are shown: the Active race, or the Ghouls while they fight."""
    return ghoul_slot(s, s.seat) if ghouls else s.seat * 3


def ghouls_may_fight(s: State) -> bool:
    """Whether the Ghouls In Decline still have their time this turn."""
    return s.phase == CONQUER and s.ghouls != GHOULS_OVER and ghoul_slot(s, s.seat) != NONE


def rolls_first(s: State) -> bool:
    """Whether the Active race must roll the die before it may choose a Region (Berserk)."""
    combo = s.combo[s.seat * 3]
    return s.phase == CONQUER and combo is not None and combo.rolls_first and s.roll == NONE


def conquests(s: State, choices: Iterable[Move], ghouls: bool) -> dict[int, Offer]:
    """The Regions that can be conquered or attempted now, by Region.

    With ``ghouls`` those that the Ghouls In Decline can take, otherwise the Active race's.
    """
    if s.phase != CONQUER:
        return {}
    slot = fighting_slot(s, ghouls)
    combo = s.combo[slot] if slot != NONE else None
    if combo is None:
        return {}
    berserk = combo.rolls_first
    ways: dict[int, list[Move]] = {}
    for move in choices:
        if move[0] not in (moves.CONQUER, moves.ATTEMPT):
            continue
        if (move[2] == moves.GHOULS) != ghouls:
            continue
        if berserk and move[0] == moves.ATTEMPT:
            continue  # the roll is known: it cannot succeed, and ending the conquests says so
        ways.setdefault(move[1], []).append(move)
    if berserk and not ghouls and s.roll == NONE and moves.ROLL_MOVE in choices:
        return _before_the_roll(s, slot, ways)
    return {r: _offer(s, slot, r, found) for r, found in sorted(ways.items())}


def _offer(s: State, slot: int, r: int, ways: list[Move]) -> Offer:
    plain = [m for m in ways if m[0] == moves.CONQUER and m[2] in (moves.PLAIN, moves.GHOULS)]
    dear = not any(m[0] == moves.CONQUER for m in ways)
    if plain or dear:
        number = price(s, slot, r)
    else:
        number = min(tokens_for(s, m) for m in ways if m[0] == moves.CONQUER)
    return Offer(r, number, dear, tuple(sorted(ways)))


def _before_the_roll(s: State, slot: int, ways: dict[int, list[Move]]) -> dict[int, Offer]:
    """Berserk, not rolled yet: what could be taken after a good enough roll."""
    hand = hand_of(s, slot)
    out = {}
    for r in bits(in_reach(s, slot)):
        cost = price(s, slot, r)
        if cost - hand <= ROLL_LIMIT or r in ways:
            out[r] = Offer(r, cost, cost > hand, tuple(sorted(ways.get(r, []))))
    return out


def tokens_for(s: State, move: Move) -> int:
    """How many tokens leave the hand for a conquest (for an attempt: all of them)."""
    kind, r, way = move
    slot = fighting_slot(s, way == moves.GHOULS)
    if kind == moves.ATTEMPT:
        return hand_of(s, slot)
    if way == moves.DRAGON:
        return 1
    return 0 if way == moves.SORCERY else price(s, slot, r)


def odds(s: State, move: Move) -> str:
    """`in 2 of 6 rolls`: the chance of an attempt."""
    wins, faces = chance(s, move)
    return f"in {wins} of {faces} rolls"


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
    """What a Region costs the Lost Tribes, in tokens."""
    return price(s, TRIBES_SLOT, r)
