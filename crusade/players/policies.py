"""Players of the program: one plays at random, one grabs what is cheap and pays.

A policy chooses among legal moves and reads only what lies open on the table: the board, the
column, its own coins. Chance comes from the generator that it is handed, so a game with a seed
repeats. The dealer here draws what `crusade.dealer.draw` draws, only faster.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Final

from ..automaton.lost_tribes import default_choice
from ..rules import moves, spread, turn
from ..rules.board import bits
from ..rules.due import Due, due
from ..rules.early import redeploying, resting, standing, unplaced
from ..rules.fighting import MOST_SHORT, fighter, forces, hand_of, price_with
from ..rules.ids import (
    ACTIVE_OF,
    ASK,
    CONQUER,
    DIE,
    EMPTY,
    NONE,
    OWNER,
    PICK,
    REDEPLOY,
    TRIBES,
    TRIBES_TURN,
    VICTIM,
)
from ..rules.legal import legal_moves, open_moves
from ..rules.moves import Move
from ..rules.pricing import price, reach
from ..rules.sources import combo_of
from ..rules.state import State

Policy = Callable[[State, Random], Move]
"""Chooses a move for the seat that decides in a position; must not change it."""

DECLINES: Final = 0.12
"""How often random play declines where it may, ..."""
ABANDONS: Final = 0.02
"""... how often it abandons a Region before its first conquest, ..."""
STOPS: Final = 0.04
"""... and how often it ends its conquests although more are possible."""


# ---------------------------------------------------------------- chance
def any_bit(mask: int, rng: Random) -> int:
    """A bit of ``mask``, each as likely as any other; the mask must not be empty."""
    found = bits(mask)
    return found[int(rng.random() * len(found))]


def deal(s: State, rng: Random) -> Move:
    """A fair draw of what the dealer owes."""
    owed = due(s)
    assert owed is not None, "the dealer owes nothing"
    return drawn(owed, rng)


def drawn(owed: Due, rng: Random) -> Move:
    """One of the dealer's moves, each as often as it is likely."""
    if owed.kind == moves.DIE:
        return moves.DICE[DIE[int(rng.random() * 6)]]
    if owed.kind == moves.DEAL:
        badge = any_bit(owed.second, rng) if owed.second else NONE
        return (moves.DEAL, any_bit(owed.first, rng), badge)
    if owed.kind == moves.TURN_UP:
        return (moves.TURN_UP, any_bit(owed.first, rng))
    s = owed.drawing
    assert s is not None, "only a draw is left"
    lots = owed.lots(s)
    return (moves.ANSWER, s.asked, *lots[int(rng.random() * len(lots))])


# ---------------------------------------------------------------- random play
def uniform_policy(s: State, rng: Random) -> Move:
    """Any of the listed legal moves, each as likely as any other."""
    options = open_moves(s)
    return options[int(rng.random() * len(options))]


def random_policy(s: State, rng: Random) -> Move:
    """Random play that conquers: any target as likely as any other, any distribution possible.

    Moves are made, not listed. Declining, abandoning and stopping early come with fixed
    probabilities, so that games look like games.
    """
    phase = s.phase
    if phase == CONQUER:
        return _random_conquest(s, rng)
    if phase == REDEPLOY:
        return _random_redeployment(s, rng)
    if phase == PICK:
        # Rows are paid for with coins, so the upper ones are all that can be had.
        rows = min(len(s.column), s.coins[s.seat] + 1)
        row = int(rng.random() * rows)
        if s.setup.library.races[s.column[row][0]].swaps_badge:
            return uniform_policy(s, rng)
        return moves.PICKS[row]
    if phase == TRIBES_TURN:
        return moves.CHOICES[any_bit(s.choices, rng)]
    return uniform_policy(s, rng)


def _random_conquest(s: State, rng: Random) -> Move:
    slot = ACTIVE_OF[s.seat]
    chance = rng.random()
    combo = s.combo[slot]
    assert combo is not None, "a race that conquers is in play"
    if not s.begun:
        if chance < DECLINES and not combo.forbids_decline:
            return moves.DECLINE_MOVE
        if chance < DECLINES + ABANDONS:
            return uniform_policy(s, rng)
    # Races with more than one way to fight are rare enough to have their moves listed.
    if s.early or combo.ways or combo.withholds or (combo.offers and _may_do_more(s, slot)):
        return uniform_policy(s, rng)
    if chance > 1 - STOPS:
        return moves.END_MOVE
    hand = s.hand[slot] if not combo.helpers else forces(s, slot)
    targets = bits(reach(s, slot)) if hand else ()
    while targets:
        place = int(rng.random() * len(targets))
        r = targets[place]
        short = price(s, slot, r) - hand
        if short <= 0:
            return moves.CONQUERS[r]
        if short <= MOST_SHORT:
            return moves.ATTEMPTS[r]
        targets = targets[:place] + targets[place + 1 :]
    return moves.END_MOVE


def _may_do_more(s: State, slot: int) -> bool:
    """Whether something may be done in these conquests besides conquering: by what the race has of
    its own, or by what everybody may do if it is open to him now.
    """
    combo = s.combo[slot]
    assert combo is not None, "a race that conquers is in play"
    for offer in combo.offers:
        if offer.source not in s.everybody or offer.closed(s, slot) is None:
            return True
    return False


def _random_redeployment(s: State, rng: Random) -> Move:
    slot = redeploying(s)
    regions = bits(s.held[slot])
    total = s.hand[slot] + standing(s, slot)
    combo = s.combo[slot]
    assert combo is not None
    if combo.leaves:
        total -= turn.leave(s, slot, total)
    n = len(regions)
    spare = total - n
    if spare < 0 or combo.rests:
        return uniform_policy(s, rng)
    flat = [moves.REDEPLOY, slot]
    for r in regions:
        flat += (r, 1)
    draw = rng.random
    for _ in range(spare):
        flat[3 + 2 * int(draw() * n)] += 1
    return tuple(flat)


# ---------------------------------------------------------------- greedy play
def greedy_policy(s: State, rng: Random) -> Move:
    """A quick player with sense: good combos, most coins per token, declines when out of steam."""
    phase = s.phase
    if phase == CONQUER:
        return _greedy_conquest(s, rng)
    if phase == PICK:
        return _greedy_pick(s, rng)
    if phase in (REDEPLOY, VICTIM):
        slot = s.victim if phase == VICTIM else redeploying(s)
        return _to_the_borders(s, slot, legal_moves(s))
    if phase == TRIBES_TURN:
        return (moves.CHOOSE, default_choice(s))
    if phase == ASK:
        decision = s.setup.library.decisions[s.asked]
        return (moves.ANSWER, s.asked, *decision.sensible(s, s.asked_slot))
    return legal_moves(s)[0]


def _greedy_pick(s: State, rng: Random) -> Move:
    """The row with the most tokens and the most promising coins for its price."""

    def value(row: int) -> float:
        banner, badge, found = s.column[row]
        library = s.setup.library
        race = library.races[banner]
        badges = (library.powers[badge],) if badge != NONE else ()
        combo = combo_of(s.board, s.everybody, (race, *badges))
        tokens = race.number + race.extra + sum(power.number + power.extra for power in badges)
        tokens = min(tokens, s.tray[banner])
        tokens += sum(brings(s, ACTIVE_OF[s.seat]) for brings in combo.brings)
        fruit = sum(mask.bit_count() for mask in combo.coin_masks) / s.board.n
        return found - row + 1.2 * tokens + 8 * fruit + 3 * len(combo.income)

    affordable = [row for row in range(len(s.column)) if row <= s.coins[s.seat]]
    return moves.PICKS[max(affordable, key=lambda row: (value(row), rng.random()))]


def _spent(s: State, slot: int) -> bool:
    """Whether the race in ``slot`` has too few tokens to grow, and a new one could still earn."""
    regions = s.held[slot].bit_count()
    spare = hand_of(s, slot) + standing(s, slot) - regions
    return s.round < s.setup.rounds - 1 and spare <= max(2, regions // 2)


def _greedy_conquest(s: State, rng: Random) -> Move:
    slot = ACTIVE_OF[s.seat]
    options = legal_moves(s)
    if not s.begun and _spent(s, slot) and moves.DECLINE_MOVE in options:
        return moves.DECLINE_MOVE
    decisions = s.setup.library.decisions
    for move in options:
        if move[0] == moves.ANSWER and decisions[move[1]].eager:
            return move
    best: Move | None = None
    best_rate = 0.0
    for move in options:
        if move[0] not in (moves.CONQUER, moves.ATTEMPT):
            continue
        r, ways = move[1], move[2]
        fighting, paid = (fighter(s, ways), _paid(s, ways)) if ways else (slot, 0)
        cost = price_with(s, fighting, r, ways) or 1
        rate = (_gain(s, fighting, r) - paid) / cost + rng.random() * 0.01
        if move[0] == moves.ATTEMPT:
            # The last throw: only when nothing can be paid any more, the likeliest first.
            rate = 0.01 / cost
        if rate > best_rate:
            best, best_rate = move, rate
    if best is not None:
        return best
    if moves.END_MOVE in options:
        return moves.END_MOVE
    waiting = unplaced(s)
    assert waiting is not None, "the conquests cannot end only while a race must redeploy"
    return _to_the_borders(s, waiting, options)


def _paid(s: State, ways: int) -> int:
    """Coins that a conquest in these ways costs."""
    return sum(way.coins for way in s.setup.library.acting_of(ways))


def _gain(s: State, slot: int, r: int) -> float:
    """What conquering Region ``r`` is worth: its coins, and half of what its owner loses."""
    combo = s.combo[slot]
    assert combo is not None
    coins = 1.0
    for mask in combo.coin_masks:
        coins += mask >> r & 1
    owner = OWNER[s.occ[r]]
    if s.tokens[r]:
        coins += len(combo.income)
        if owner == s.seat:
            coins -= 1
        elif owner != TRIBES or s.setup.crusade:
            coins += 0.5
    return coins


def _danger(s: State, r: int) -> int:
    """How many land Regions next to ``r`` are not the same race's."""
    slot = s.occ[r]
    return (
        s.board.neighbours[r] & s.board.land & ~(0 if slot == EMPTY else s.held[slot])
    ).bit_count()


def _to_the_borders(s: State, slot: int, options: list[Move]) -> Move:
    """One token everywhere, the others where the most strangers look in.

    ``options`` are the listed moves; they decide where the tokens do not suffice for that.
    """
    if s.phase == VICTIM:
        return max((m for m in options if m[0] == moves.REDEPLOY), key=lambda m: -_widest(s, m))
    regions = sorted(bits(s.held[slot]), key=lambda r: -_danger(s, r))
    total = s.hand[slot] + standing(s, slot)
    if s.phase == REDEPLOY:
        total -= turn.leave(s, slot, total)
    if total < len(regions) or resting(s, slot) is not None:
        return next(m for m in options if m[0] == moves.REDEPLOY)
    exposed = [r for r in regions if _danger(s, r)] or regions
    shares = spread.even(len(exposed), total - len(regions))
    extra = dict(zip(exposed, shares, strict=True))
    flat = [moves.REDEPLOY, slot]
    for r in regions:
        flat += (r, 1 + extra.get(r, 0))
    return tuple(flat)


def _widest(s: State, move: Move) -> int:
    """The largest pile that a distribution makes, in tokens."""
    return max(move[3::2])
