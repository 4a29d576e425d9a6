"""A quick player of the program, made for thinking ahead: it plays a turn in a third of a
millisecond, and in whatever `Style` the thinker wants to try.

It reads tables where greedy play lists and prices every move, and knows when a race is spent.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Final

from ..automaton.lost_tribes import opponent
from ..rules import moves, turn
from ..rules.board import bits
from ..rules.early import redeploying, resting, standing, unplaced
from ..rules.fighting import MOST_SHORT, declining_forbidden, fighter, forces, price_with
from ..rules.ids import (
    ACTIVE_OF,
    ASK,
    CLASSIC,
    CONQUER,
    EMPTY,
    NONE,
    OWNER,
    PICK,
    REDEPLOY,
    SLOTS_OF,
    SOLO,
    TRIBES,
    TRIBES_SLOT,
    TRIBES_TURN,
    TWO_PLAYER,
    VICTIM,
)
from ..rules.legal import legal_moves, open_moves
from ..rules.moves import Move
from ..rules.pricing import price, reach
from ..rules.questions import Power, Race
from ..rules.sources import combo_of
from ..rules.state import State
from .experience import band, experience
from .policies import greedy_policy


@dataclass(frozen=True, slots=True)
class Style:
    """What a quick player holds dear, in coins unless said otherwise.

    ``tribes``, ``rival`` and ``own``: to take a Region from the Lost Tribes, from another person,
    from oneself. ``noise`` blurs what a Region is worth, ``least`` is the worth per token under
    which nothing is taken. ``kept`` tokens are held back for the redeployment, ``stirs`` is how
    often something is done or answered at random. ``declines``: whether a spent race goes In
    Decline.
    """

    tribes: float = 0.0
    rival: float = 0.6
    own: float = -1.0
    noise: float = 0.0
    least: float = 0.0
    kept: int = 0
    stirs: float = 0.0
    declines: bool = True


USUAL: Final = {
    SOLO: Style(),
    TWO_PLAYER: Style(tribes=0.8, rival=0.0),
    CLASSIC: Style(rival=1.0),
}
"""By mode: the style in which quick play does best against itself and the Lost Tribes."""
SPENT: Final = 0.8
"""A race is spent when it has no more tokens to spare than this share of its Regions, ..."""
SPENT_LEAST: Final = 2
"""... or than this number."""
TOKEN: Final = 1.6
"""Coins that a token of a combo is worth when it is picked, where nothing is known of it, ..."""
FRUIT: Final = 4.0
"""... a badge or banner that would pay a coin in every Region of the board, ..."""
HOOK: Final = 2.0
"""... and one that pays by a rule of its own."""
USUAL_RACE: Final = 5.4
"""Tokens of a usual Race, ..."""
USUAL_POWER: Final = 4.6
"""... and of a usual Special Power."""
CHANCES: Final = (1.0, 1 / 2, 1 / 3, 1 / 6)
"""How likely the die covers so many missing tokens (`base.md D1`)."""


def quick_policy(s: State, rng: Random) -> Move:
    """Quick play in the usual style."""
    return quick_move(s, rng, USUAL[s.setup.mode])


def quick_move(s: State, rng: Random, style: Style) -> Move:
    """The move of whoever decides, in that style."""
    phase = s.phase
    if phase == CONQUER:
        return _conquest(s, rng, style)
    if phase == REDEPLOY:
        return _redeployment(s, rng)
    if phase == PICK:
        return _pick(s, rng, style)
    if phase == TRIBES_TURN:
        return moves.CHOICES[_tie(s)]
    if style.stirs and rng.random() < style.stirs:
        options = legal_moves(s)
        return options[int(rng.random() * len(options))]
    if phase in (ASK, VICTIM):
        return greedy_policy(s, rng)
    return legal_moves(s)[0]


def _tie(s: State) -> int:
    """The Region of a tie that `default_choice` names: what is tied is worth the same, so what it
    could still bring the Active race decides.
    """
    combo = s.combo[ACTIVE_OF[opponent(s)]]
    if combo is None or not combo.coin_masks:
        return (s.choices & -s.choices).bit_length() - 1
    masks = combo.coin_masks
    best, least = NONE, 99
    for r in bits(s.choices):
        hope = 0
        for mask in masks:
            hope += mask >> r & 1
        if hope < least:
            best, least = r, hope
    return best


# ---------------------------------------------------------------- picking
def _pick(s: State, rng: Random, style: Style) -> Move:
    """The row whose combo is worth most for its price."""
    best, at = -1e9, 0
    column = s.column
    for row in range(min(len(column), max(0, s.coins[s.seat]) + 1)):
        banner, badge, found = column[row]
        value = found - row + combo_worth(s, banner, badge)
        if style.noise:
            value += rng.random() * 8 * style.noise
        if value > best:
            best, at = value, row
    return moves.PICKS[at]


def combo_worth(s: State, banner: int, badge: int) -> float:
    """What a combo of the column promises whoever picks it now, in coins more than a usual one."""
    stage = band(s.setup.rounds - s.round)
    library = s.setup.library
    race = library.races[banner]
    power = library.powers[badge] if badge != NONE else None
    key = (combo_worth, s.setup.mode, race, power, stage)
    cache = s.board.cache
    found = cache.get(key)
    if not isinstance(found, float):
        known = experience()["combos"].get(s.setup.mode, {})
        found = 0.0
        for source in (race, power) if power is not None else (race,):
            taught = known.get(source.name)
            if taught:
                found += taught[stage]
            else:
                found += _at_sight(s, source)
        cache[key] = found
    return found


def _at_sight(s: State, source: Race | Power) -> float:
    """What a Race or Special Power that was never met seems to be worth, in coins."""
    combo = combo_of(s.board, s.everybody, (source,))
    fruit = sum(mask.bit_count() for mask in combo.coin_masks) / s.board.n
    usual = USUAL_RACE if isinstance(source, Race) else USUAL_POWER
    return TOKEN * (source.number + source.extra - usual) + FRUIT * fruit + HOOK * len(combo.income)


# ---------------------------------------------------------------- conquering
def _conquest(s: State, rng: Random, style: Style) -> Move:
    slot = ACTIVE_OF[s.seat]
    combo = s.combo[slot]
    assert combo is not None, "a race that conquers is in play"
    if style.declines and not s.begun and _spent(s, slot) and declining_forbidden(s) is None:
        return moves.DECLINE_MOVE
    if s.early or combo.ways or combo.withholds or combo.helpers or combo.attempts_rolled:
        return _listed(s, slot, rng, style)
    for decision in combo.offers:
        if decision.closed(s, slot) is None and (decision.eager or style.stirs):
            return _listed(s, slot, rng, style)
    hand = s.hand[slot] if not s.unready else forces(s, slot)
    if not hand or (style.kept and s.begun and hand <= style.kept):
        return moves.END_MOVE
    best = near = NONE
    best_rate, near_rate = style.least, 0.0
    tokens, occ, walls = s.tokens, s.occ, s.walls
    defence, cheaper, masks = s.board.defence, combo.cheaper, combo.coin_masks
    flat = combo.flat and not s.guards
    fruit = len(combo.income)
    noise = style.noise
    tribes = style.tribes if s.setup.crusade else 0.0
    own = s.held[slot + 1] | s.held[slot + 2]
    for r in bits(reach(s, slot)):
        cost = defence[r] + tokens[r] + walls[r] - cheaper[r] if flat else price(s, slot, r)
        if cost < 1:
            cost = 1
        short = cost - hand
        if short > MOST_SHORT:
            continue
        coins = 1.0
        for mask in masks:
            coins += mask >> r & 1
        holder = occ[r]
        if holder != EMPTY:
            if holder == TRIBES_SLOT:
                coins += tribes + fruit
            else:
                coins += fruit + (style.own if own >> r & 1 else style.rival)
        if short > 0:
            rate = CHANCES[short] * coins
            if rate > near_rate:
                near, near_rate = r, rate
            continue
        rate = coins / cost
        if noise:
            rate += rng.random() * noise / cost
        if rate > best_rate:
            best, best_rate = r, rate
    if best != NONE:
        return moves.CONQUERS[best]
    if near != NONE and style.least <= 0:
        return moves.ATTEMPTS[near]
    return moves.END_MOVE


def _spent(s: State, slot: int) -> bool:
    """Whether the race in ``slot`` has too few tokens to grow, and a new one could still earn."""
    regions = s.held[slot].bit_count()
    if not regions or s.round > s.setup.rounds - 2:
        return False
    spare = s.hand[slot]
    if s.unready:
        spare += standing(s, slot) - regions
    return spare <= max(SPENT_LEAST, regions * SPENT)


def _listed(s: State, slot: int, rng: Random, style: Style) -> Move:
    """A conquest of a race that has more than one way to fight: its moves are listed."""
    options = open_moves(s)
    decisions = s.setup.library.decisions
    acts = [move for move in options if move[0] == moves.ANSWER]
    for move in acts:
        if decisions[move[1]].eager:
            return move
    if acts and style.stirs and rng.random() < style.stirs:
        return acts[int(rng.random() * len(acts))]
    library = s.setup.library
    tribes = style.tribes if s.setup.crusade else 0.0
    best: Move | None = None
    best_rate = style.least
    near: Move | None = None
    near_rate = 0.0
    for move in options:
        kind = move[0]
        if kind != moves.CONQUER and kind != moves.ATTEMPT:
            continue
        r, ways = move[1], move[2]
        fighting = fighter(s, ways) if ways else slot
        cost = max(1, price_with(s, fighting, r, ways))
        combo = s.combo[fighting]
        assert combo is not None
        coins = 1.0 - (sum(way.coins for way in library.acting_of(ways)) if ways else 0)
        for mask in combo.coin_masks:
            coins += mask >> r & 1
        owner = OWNER[s.occ[r]]
        if s.tokens[r]:
            coins += len(combo.income)
            coins += style.own if owner == s.seat else tribes if owner == TRIBES else style.rival
        if kind == moves.ATTEMPT:
            short = min(MOST_SHORT, max(1, cost - forces(s, fighting)))
            rate = CHANCES[short] * coins
            if rate > near_rate:
                near, near_rate = move, rate
            continue
        if style.kept and s.begun and fighting == slot and forces(s, slot) <= style.kept:
            continue
        rate = (coins + rng.random() * style.noise) / cost
        if rate > best_rate:
            best, best_rate = move, rate
    if best is not None:
        return best
    if near is not None and style.least <= 0 and not style.kept:
        return near
    if moves.END_MOVE in options:
        return moves.END_MOVE
    waiting = unplaced(s)
    assert waiting is not None, "the conquests cannot end only while a race must redeploy"
    return next(move for move in options if move[0] == moves.REDEPLOY)


# ---------------------------------------------------------------- redeploying
def _redeployment(s: State, rng: Random) -> Move:
    """One token everywhere, each other one where it is then cheapest to come in."""
    slot = redeploying(s)
    combo = s.combo[slot]
    assert combo is not None
    held = s.held
    regions = bits(held[slot])
    total = s.hand[slot] + standing(s, slot)
    if combo.leaves:
        total -= turn.leave(s, slot, total)
    spare = total - len(regions)
    if spare < 0 or (combo.rests and resting(s, slot) is not None):
        options = legal_moves(s)
        return options[int(rng.random() * len(options))]
    counts = dict.fromkeys(regions, 1)
    if spare:
        board = s.board
        others = held[TRIBES_SLOT] if s.setup.crusade else 0
        for seat in range(s.setup.seats):
            if seat != s.seat:
                for other in SLOTS_OF[seat]:
                    others |= held[other]
        open_to = [r for r in regions if board.neighbours[r] & others and not s.safe >> r & 1]
        exposed = open_to or list(regions)
        worth = {r: sum(mask >> r & 1 for mask in combo.coin_masks) for r in exposed}
        dear = {r: board.defence[r] + s.walls[r] - worth[r] / 8 for r in exposed}
        for _ in range(spare):
            weakest = min(exposed, key=dear.__getitem__)
            dear[weakest] += 1
            counts[weakest] += 1
    flat = [moves.REDEPLOY, slot]
    for r in regions:
        flat += (r, counts[r])
    return tuple(flat)
