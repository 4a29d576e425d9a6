"""Conquests: with what, by whom, and why not (`base.md K, D, N, X1`, `rulings.md 24 to 46`)."""

from __future__ import annotations

from . import moves, reasons, spread, turn
from .board import bits
from .ids import (
    CONQUER,
    EMPTY,
    GHOULS_BEGAN,
    GHOULS_MAY,
    GHOULS_OVER,
    GHOULS_SPENT,
    NONE,
    PICK,
    STOUT,
    TRIBES_SLOT,
)
from .moves import DRAGON, GHOULS, PLAIN, SORCERY, Move
from .pricing import price, reach
from .refusals import Refusal
from .state import State

MOST_SHORT = 3
"""A final attempt may be this many tokens short (`base.md D3`)."""


def hand_of(s: State, slot: int) -> int:
    """Tokens that ``slot``'s race can fight with now, those counted that are only about to be
    readied, and not those that must wait for the redeployment.
    """
    hand = s.hand[slot]
    if slot == s.seat * 3:
        hand -= s.waiting
        if not s.unready:
            return hand
        hand += turn.standing(s, slot) - s.held[slot].bit_count()
        combo = s.combo[slot]
        if combo is not None and combo.set_aside:
            hand += s.memo[slot]
    elif (
        s.ghouls == GHOULS_MAY
        and slot % 3
        and s.phase == CONQUER
        and slot == turn.ghoul_slot(s, s.seat)
    ):
        hand += turn.standing(s, slot) - s.held[slot].bit_count()
    return hand


def fighter(s: State, way: int) -> int:
    """The slot that fights in the way ``way``: the Active race, or Ghouls In Decline."""
    return turn.ghoul_slot(s, s.seat) if way == GHOULS else s.seat * 3


def _may_fight(s: State, way: int) -> Refusal | None:
    """Whether this turn's conquests are open for the race that fights in this way."""
    if s.phase != CONQUER:
        return reasons.wrong_phase(s)
    if way == GHOULS:
        if turn.ghoul_slot(s, s.seat) == NONE:
            return reasons.NO_GHOULS
        if s.ghouls == GHOULS_OVER:
            return reasons.GHOULS_DONE
        if s.ghouls == GHOULS_SPENT:
            return reasons.ENDED_GHOULS
        return None
    return ghouls_settled(s)


def ghouls_settled(s: State) -> Refusal | None:
    """The Active race acts only when no Ghoul waits to be placed (`base.md R5`)."""
    if s.ghouls in (GHOULS_BEGAN, GHOULS_SPENT):
        slot = turn.ghoul_slot(s, s.seat)
        if slot != NONE and s.hand[slot] and s.held[slot].bit_count() > 1:
            return reasons.GHOULS_FIRST
    return None


def check_conquer(s: State, move: Move) -> Refusal | None:
    """`conquer R`, with the Dragon, a swap or the Ghouls (`base.md K`)."""
    r, way = move[1], move[2]
    refused = _may_fight(s, way)
    if refused:
        return refused
    slot = fighter(s, way)
    combo = s.combo[slot]
    if combo is None:
        return reasons.NO_RACE
    if way in (DRAGON, SORCERY) and way not in combo.ways:
        return reasons.no_way(way)
    if not 0 <= r < s.board.n:
        return reasons.NO_SUCH_REGION
    if not reach(s, slot) >> r & 1:
        return reasons.out_of_reach(s, slot, r)
    if way == SORCERY:
        return swap_refusal(s, slot, r)
    hand = hand_of(s, slot)
    if hand < 1:
        return reasons.NO_TOKEN
    if way == DRAGON:
        return reasons.DRAGON_USED if s.memo_power[slot] else None
    if combo.rolls_first and s.roll == NONE:
        return reasons.ROLL_FIRST
    cost = price(s, slot, r)
    return reasons.too_dear(cost, hand) if cost > hand else None


def swap_refusal(s: State, slot: int, r: int) -> Refusal | None:
    """Why the lone token in Region ``r``, which is in reach, may not be swapped (`rulings.md
    35-43`).
    """
    if s.roll != NONE:
        return reasons.ROLLED
    combo = s.combo[slot]
    assert combo is not None
    victim = s.occ[r]
    if not s.held[slot] and not any(more(s.board, 0) >> r & 1 for more in combo.reach):
        return reasons.SWAP_ENTRY
    if victim == EMPTY or (victim // 3 == slot // 3 and victim % 3 == 0):
        return reasons.SWAP_NOBODY
    if victim == TRIBES_SLOT:
        if not s.setup.crusade:
            return reasons.SWAP_TRIBE
    elif victim % 3:
        return reasons.SWAP_DECLINE
    if s.tokens[r] != 1:
        return reasons.SWAP_MANY
    if s.camps[r]:
        return reasons.SWAP_CAMP
    if s.memo[slot] >> (victim // 3) & 1:
        return reasons.SWAP_USED
    if not s.tray[s.banner[slot]]:
        return reasons.SWAP_TRAY
    return None


def check_attempt(s: State, move: Move) -> Refusal | None:
    """`attempt R`: the final attempt with the die (`base.md D`), or a Berserk roll that falls
    short.
    """
    r, way = move[1], move[2]
    if way not in (PLAIN, GHOULS):
        return reasons.ONLY_DIE
    refused = _may_fight(s, way)
    if refused:
        return refused
    slot = fighter(s, way)
    combo = s.combo[slot]
    if combo is None:
        return reasons.NO_RACE
    if not 0 <= r < s.board.n:
        return reasons.NO_SUCH_REGION
    if not reach(s, slot) >> r & 1:
        return reasons.out_of_reach(s, slot, r)
    hand = hand_of(s, slot)
    if hand < 1:
        return reasons.NO_TOKEN
    if combo.rolls_first and s.roll == NONE:
        return reasons.ROLL_FIRST
    cost = price(s, slot, r)
    if cost <= hand:
        return reasons.affordable(cost, hand)
    if not combo.rolls_first and cost - hand > MOST_SHORT:
        return reasons.too_short(cost, hand)
    return None


def check_roll(s: State, move: Move) -> Refusal | None:
    """`roll`: Berserk rolls before choosing (`rulings.md 45`)."""
    refused = _may_fight(s, PLAIN)
    if refused:
        return refused
    slot = s.seat * 3
    combo = s.combo[slot]
    if combo is None or not combo.rolls_first:
        return reasons.NO_ROLL
    if s.roll != NONE:
        return reasons.ROLLED
    if hand_of(s, slot) < 1:
        return reasons.NO_TOKEN
    return None if reach(s, slot) else reasons.NO_TARGET


def has_conquest(s: State) -> bool:
    """Whether the player to move could still conquer or attempt something, or Ghouls still act."""
    if s.ghouls != GHOULS_OVER:
        return True
    slot = s.seat * 3
    combo = s.combo[slot]
    if combo is None:
        return False
    hand = s.hand[slot] - s.waiting
    if not hand and SORCERY not in combo.ways:
        return False
    targets = reach(s, slot)
    if not targets:
        return False
    if hand:
        if combo.rolls_first or (DRAGON in combo.ways and not s.memo_power[slot]):
            return True
        limit = hand + MOST_SHORT
        for r in bits(targets):
            if price(s, slot, r) <= limit:
                return True
    if SORCERY in combo.ways:
        return any(swap_refusal(s, slot, r) is None for r in bits(targets))
    return False


def list_conquests(s: State, out: list[Move]) -> None:
    """Append every conquest and attempt of the Active race."""
    slot = s.seat * 3
    combo = s.combo[slot]
    if combo is None or ghouls_settled(s):
        return
    hand = hand_of(s, slot)
    targets = reach(s, slot)
    ways = combo.ways
    if combo.rolls_first and s.roll == NONE:
        if hand and targets:
            out.append(moves.ROLL_MOVE)
    elif hand:
        conquers, attempts = moves.CONQUERS[PLAIN], moves.ATTEMPTS[PLAIN]
        limit = hand + (MOST_SHORT if not combo.rolls_first else 1000)
        for r in bits(targets):
            cost = price(s, slot, r)
            if cost <= hand:
                out.append(conquers[r])
            elif cost <= limit:
                out.append(attempts[r])
    if ways:
        if DRAGON in ways and hand and not s.memo_power[slot]:
            out.extend(moves.CONQUERS[DRAGON][r] for r in bits(targets))
        if SORCERY in ways:
            out.extend(
                moves.CONQUERS[SORCERY][r]
                for r in bits(targets)
                if swap_refusal(s, slot, r) is None
            )


def list_ghoul_moves(s: State, out: list[Move]) -> None:
    """Append what the Ghouls In Decline may do."""
    slot = turn.ghoul_slot(s, s.seat)
    if s.ghouls == GHOULS_OVER or slot == NONE:
        return
    hand = hand_of(s, slot)
    if hand and s.ghouls != GHOULS_SPENT:
        for r in bits(reach(s, slot)):
            cost = price(s, slot, r)
            if cost <= hand:
                out.append(moves.CONQUERS[GHOULS][r])
            elif cost <= hand + MOST_SHORT:
                out.append(moves.ATTEMPTS[GHOULS][r])
    if s.held[slot].bit_count() > 1:
        out.extend(spread.redeployments(s, slot))


def check_abandon(s: State, move: Move) -> Refusal | None:
    """`abandon A B`, before the first conquest (`base.md N3, N4`)."""
    if s.phase != CONQUER:
        return reasons.PICK_FIRST if s.phase == PICK else reasons.TOO_LATE_ABANDON
    refused = ghouls_settled(s)
    if refused:
        return refused
    if s.fought:
        return reasons.TOO_LATE_ABANDON
    regions = move[1:]
    if not regions:
        return reasons.NOT_HELD
    if len(set(regions)) != len(regions):
        return reasons.TWICE
    held = s.held[s.seat * 3]
    for r in regions:
        if not 0 <= r < s.board.n:
            return reasons.NO_SUCH_REGION
        if not held >> r & 1:
            return reasons.NOT_HELD
    return None


def check_end(s: State, move: Move) -> Refusal | None:
    """`end conquests`, at any time (`base.md N6`)."""
    if s.phase == PICK:
        return reasons.PICK_FIRST
    if s.phase != CONQUER:
        return reasons.wrong_phase(s)
    return ghouls_settled(s)


def check_decline(s: State, move: Move) -> Refusal | None:
    """`decline`: instead of the turn, or for Stout after scoring (`base.md X1, X7`)."""
    if s.phase == STOUT:
        return None
    if s.phase == PICK:
        return reasons.PICK_FIRST
    if s.phase != CONQUER:
        return reasons.TOO_LATE_DECLINE
    return reasons.TOO_LATE_DECLINE if s.begun else None
