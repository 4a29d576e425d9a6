"""What may be done now: legal moves, and why any other move may not.

`refusal` judges any move; `legal_moves` lists them (redeployments as a small canonical set, see
`spread.py`). The two agree: a test holds them to it.
"""

from __future__ import annotations

from collections.abc import Callable

from . import moves, pieces, reasons, spread, turn
from .board import bits
from .ids import (
    ALLY,
    CAMPS,
    CONQUER,
    DEALER,
    EMPTY,
    ENCAMPMENTS,
    FORTIFY,
    FORTRESS,
    GHOULS_BEGAN,
    GHOULS_MAY,
    GHOULS_OVER,
    GHOULS_SPENT,
    HEROES,
    HEROISM,
    NO_ROLL,
    NOBODY,
    NONE,
    OVER,
    PICK,
    REDEPLOY,
    STOUT,
    TRIBES,
    TRIBES_SLOT,
    TRIBES_TURN,
    VICTIM,
    VICTIM_CAMPS,
)
from .moves import DRAGON, GHOULS, PLAIN, SORCERY, Move
from .pricing import price, reach
from .refusals import Refusal
from .state import State

MOST_SHORT = 3
"""A final attempt may be this many tokens short (`base.md D3`)."""


def decider(s: State) -> int:
    """Who must move now: a seat, TRIBES, DEALER (a combo or a die is due) or NOBODY (game over)."""
    if s.rolling or pieces.owes_deal(s):
        return NOBODY if s.phase == OVER else DEALER
    return s.actor


# ---------------------------------------------------------------- hands
def hand_of(s: State, slot: int) -> int:
    """Tokens that ``slot``'s race can fight with now, those counted that are only about to be
    readied.
    """
    hand = s.hand[slot]
    if slot == s.seat * 3 and s.unready:
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


# ---------------------------------------------------------------- conquests
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
    return _ghouls_settled(s)


def _ghouls_settled(s: State) -> Refusal | None:
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
    hand = s.hand[slot]
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


def _conquests(s: State, out: list[Move]) -> None:
    """Append every conquest and attempt of the Active race."""
    slot = s.seat * 3
    combo = s.combo[slot]
    if combo is None or _ghouls_settled(s):
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


def _ghoul_moves(s: State, out: list[Move]) -> None:
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


# ---------------------------------------------------------------- the other moves
def check_pick(s: State, move: Move) -> Refusal | None:
    """`pick N` (`base.md C`)."""
    if s.phase != PICK:
        return reasons.HAS_RACE
    row = move[1]
    if not 0 <= row < len(s.column):
        return reasons.NO_SUCH_ROW
    purse = s.coins[s.seat]
    if s.setup.pocket_first:
        purse += s.column[row][2]
    return reasons.coins(row, purse) if row > purse else None


def check_abandon(s: State, move: Move) -> Refusal | None:
    """`abandon A B`, before the first conquest (`base.md N3, N4`)."""
    if s.phase != CONQUER:
        return reasons.PICK_FIRST if s.phase == PICK else reasons.TOO_LATE_ABANDON
    refused = _ghouls_settled(s)
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
    return _ghouls_settled(s)


def check_decline(s: State, move: Move) -> Refusal | None:
    """`decline`: instead of the turn, or for Stout after scoring (`base.md X1, X7`)."""
    if s.phase == STOUT:
        return None
    if s.phase == PICK:
        return reasons.PICK_FIRST
    if s.phase != CONQUER:
        return reasons.TOO_LATE_DECLINE
    return reasons.TOO_LATE_DECLINE if s.begun else None


def check_done(s: State, move: Move) -> Refusal | None:
    """`done`: a Stout race stays Active."""
    return None if s.phase == STOUT else reasons.NOT_STOUT


def _counts(s: State, slot: int, move: Move) -> dict[int, int] | Refusal:
    """The whole distribution a redeployment means: every held Region with its count."""
    counts = {r: s.tokens[r] for r in bits(s.held[slot])}
    pairs = move[2:]
    named = pairs[::2]
    if len(set(named)) != len(named):
        return reasons.TWICE
    for r, count in zip(named, pairs[1::2], strict=True):
        if r not in counts:
            return reasons.NOT_WHERE_HELD if 0 <= r < s.board.n else reasons.NO_SUCH_REGION
        if count < 0:
            return reasons.NEGATIVE
        counts[r] = count
    return counts


def check_redeploy(s: State, move: Move) -> Refusal | None:
    """`redeploy`, of the Active race, of Ghouls In Decline, or of a victim (`base.md R, L2,
    L8`).
    """
    slot = move[1]
    if s.phase == VICTIM:
        if slot != s.victim:
            return reasons.wrong_phase(s)
    elif s.phase == CONQUER:
        if slot % 3 == 0:
            return reasons.STILL_CONQUERING
        if slot != turn.ghoul_slot(s, s.seat):
            return reasons.NO_GHOULS
        if s.ghouls == GHOULS_OVER:
            return reasons.GHOULS_DONE
    elif s.phase != REDEPLOY or slot != s.seat * 3:
        return reasons.PICK_FIRST if s.phase == PICK else reasons.wrong_phase(s)
    counts = _counts(s, slot, move)
    if isinstance(counts, Refusal):
        return counts
    if not counts:
        return reasons.NOT_WHERE_HELD
    total = s.hand[slot] + sum(s.tokens[r] for r in counts)
    placed = sum(counts.values())
    if s.phase == VICTIM:
        if any(counts[r] < s.tokens[r] for r in counts):
            return reasons.ONLY_ADD
    elif s.phase == REDEPLOY:
        total -= turn.leave(s, slot, total)
    if placed != total:
        return reasons.misplaced(placed, total)
    if total >= len(counts):
        return reasons.ONE_EACH if min(counts.values()) < 1 else None
    return reasons.AMAZON_KEEP if max(counts.values()) > 1 else None


def check_camps(s: State, move: Move) -> Refusal | None:
    """`encampments`: where all of them stand from now on (`base.md P-bivouacking`)."""
    if s.phase not in (CAMPS, VICTIM_CAMPS):
        return reasons.wrong_phase(s)
    if move[1] != s.actor:
        return reasons.wrong_phase(s)
    pairs = move[2:]
    named, numbers = pairs[::2], pairs[1::2]
    if len(set(named)) != len(named):
        return reasons.TWICE
    held = s.held[move[1] * 3]
    if any(not 0 <= r < s.board.n or not held >> r & 1 for r in named):
        return reasons.CAMPS_HELD
    if sum(numbers) != ENCAMPMENTS or (numbers and min(numbers) < 0):
        return reasons.CAMPS_ALL
    if s.phase == VICTIM_CAMPS:
        counts = dict(zip(named, numbers, strict=True))
        if any(counts.get(r, 0) < s.camps[r] for r in bits(held)):
            return reasons.CAMPS_STAY
    return None


def check_fortress(s: State, move: Move) -> Refusal | None:
    """`fortress A`, or `no fortress` (`base.md P-fortified`)."""
    if s.phase != FORTIFY:
        return reasons.wrong_phase(s)
    r = move[1]
    if r == NONE:
        return None
    if not 0 <= r < s.board.n or not s.held[s.seat * 3] >> r & 1:
        return reasons.FORT_HELD
    return reasons.FORT_ONE if s.marks[FORTRESS] >> r & 1 else None


def check_heroes(s: State, move: Move) -> Refusal | None:
    """`heroes A B` (`base.md P-heroic`)."""
    if s.phase != HEROISM:
        return reasons.wrong_phase(s)
    regions = move[1:]
    held = s.held[s.seat * 3]
    if len(regions) != HEROES or len(set(regions)) != HEROES:
        return reasons.HEROES_TWO
    if any(not 0 <= r < s.board.n or not held >> r & 1 for r in regions):
        return reasons.HEROES_TWO
    return None


def check_ally(s: State, move: Move) -> Refusal | None:
    """`ally P2`, or `no ally` (`base.md P-diplomat`)."""
    if s.phase != ALLY:
        return reasons.wrong_phase(s)
    seat = move[1]
    if seat == NOBODY:
        return None
    if not 0 <= seat < s.setup.seats or seat == s.seat:
        return reasons.ALLY_WHO
    return reasons.ALLY_ATTACKED if s.attacked >> seat & 1 else None


def check_choose(s: State, move: Move) -> Refusal | None:
    """`choose R`: a person decides a tie for the Lost Tribes (`crusade.md F4`)."""
    if s.phase != TRIBES_TURN or s.actor == TRIBES:
        return reasons.wrong_phase(s)
    r = move[1]
    if not 0 <= r < s.board.n:
        return reasons.NO_SUCH_REGION
    return None if s.choices >> r & 1 else reasons.NOT_TIED


def check_tribes(s: State, move: Move) -> Refusal | None:
    """The Lost Tribes do what the automaton says and nothing else (`crusade.md D`)."""
    return None if move == tribes_move(s) else reasons.TRIBES_OTHER


def tribes_move(s: State) -> Move:
    """The one move of the Lost Tribes where nothing is tied."""
    if s.plan == moves.STOP:
        return moves.STOP_MOVE
    r = s.choices.bit_length() - 1
    return moves.TAKES[r] if s.plan == moves.TAKE else moves.TRIES[r]


def check_die(s: State, move: Move) -> Refusal | None:
    """`die N`: the dealer's roll."""
    if s.rolling == NO_ROLL or pieces.owes_deal(s):
        return reasons.NOT_NOW
    return None if 0 <= move[1] <= 3 else reasons.NO_FACE


def check_deal(s: State, move: Move) -> Refusal | None:
    """`deal Hill Orcs`: the dealer reveals a combo (`base.md S3, C7, C9`)."""
    if not pieces.owes_deal(s):
        return reasons.NOT_NOW
    banner, badge = move[1], move[2]
    if not deal_banners(s) >> banner & 1:
        return reasons.NO_DEAL
    badges = s.unseen_badges or s.discards
    if badge == NONE:
        return reasons.NO_DEAL if badges else None
    return None if badges >> badge & 1 else reasons.NO_DEAL


def deal_banners(s: State) -> int:
    """Mask of the banners that may surface next: any unseen one, else the first put under the
    stack.
    """
    return s.unseen_banners or 1 << s.under[0]


_CHECKS: tuple[Callable[[State, Move], Refusal | None], ...] = (
    check_pick,
    check_abandon,
    check_conquer,
    check_attempt,
    check_roll,
    check_end,
    check_redeploy,
    check_camps,
    check_fortress,
    check_heroes,
    check_ally,
    check_decline,
    check_done,
    check_choose,
    check_die,
    check_deal,
    check_tribes,
    check_tribes,
    check_tribes,
)
_BY_TRIBES = (moves.TAKE, moves.TRY, moves.STOP)
_BY_DEALER = (moves.DIE, moves.DEAL)


def refusal(s: State, move: Move) -> Refusal | None:
    """Why ``move`` is not allowed in this position, or None if it is. Changes nothing."""
    if s.phase == OVER:
        return reasons.OVER
    who = decider(s)
    kind = move[0]
    if kind in _BY_DEALER:
        return _CHECKS[kind](s, move) if who == DEALER else reasons.NOT_NOW
    if who == DEALER:
        return reasons.DEALER
    if kind in _BY_TRIBES:
        return _CHECKS[kind](s, move) if who == TRIBES else reasons.NOT_NOW
    if who == TRIBES:
        return reasons.NOT_YOURS
    if s.phase == PICK and kind != moves.PICK:
        return reasons.PICK_FIRST
    return _CHECKS[kind](s, move)


def legal_moves(s: State) -> list[Move]:
    """The moves of whoever decides now; empty only when the game is over.

    Distributions (redeployments, Encampments) come as the small set of `spread.py`; abandoning
    comes one Region at a time. `refusal` accepts every other distribution that obeys the rules.
    """
    if s.phase == OVER:
        return []
    if pieces.owes_deal(s):
        badges = s.unseen_badges or s.discards
        return [
            (moves.DEAL, banner, badge)
            for banner in bits(deal_banners(s))
            for badge in (bits(badges) if badges else (NONE,))
        ]
    if s.rolling:
        return list(moves.DICE)
    phase = s.phase
    slot = s.seat * 3
    out: list[Move] = []
    if phase == CONQUER:
        if s.ghouls != GHOULS_OVER:
            _ghoul_moves(s, out)
        _conquests(s, out)
        if _ghouls_settled(s) is None:
            out.append(moves.END_MOVE)
            if not s.fought:
                out.extend((moves.ABANDON, r) for r in bits(s.held[slot]))
        if not s.begun:
            out.append(moves.DECLINE_MOVE)
    elif phase == PICK:
        purse = s.coins[s.seat]
        for row, (_, _, found) in enumerate(s.column):
            if row <= purse + (found if s.setup.pocket_first else 0):
                out.append(moves.PICKS[row])
    elif phase == REDEPLOY:
        out.extend(spread.redeployments(s, slot))
    elif phase == VICTIM:
        out.extend(spread.additions(s, s.victim))
    elif phase in (CAMPS, VICTIM_CAMPS):
        out.extend(spread.encampments(s, s.actor, phase == VICTIM_CAMPS))
    elif phase == FORTIFY:
        out.extend(moves.FORTRESSES[r] for r in bits(turn.fortress_sites(s, slot)))
        out.append(moves.NO_FORTRESS)
    elif phase == HEROISM:
        regions = list(bits(s.held[slot]))
        out.extend((moves.HEROES, a, b) for i, a in enumerate(regions) for b in regions[i + 1 :])
    elif phase == ALLY:
        out.extend((moves.ALLY, seat) for seat in bits(turn.allies(s)))
        out.append((moves.ALLY, NOBODY))
    elif phase == STOUT:
        out.append(moves.DECLINE_MOVE)
        out.append(moves.DONE_MOVE)
    elif s.actor == TRIBES:
        out.append(tribes_move(s))
    else:
        out.extend(moves.CHOICES[r] for r in bits(s.choices))
    return out
