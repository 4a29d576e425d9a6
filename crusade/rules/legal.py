"""What may be done now: legal moves, and why any other move may not.

`refusal` judges any move; `legal_moves` lists them (redeployments as a small canonical set, see
`spread.py`). The two agree: a test holds them to it.
"""

from __future__ import annotations

from collections.abc import Callable

from . import moves, pieces, reasons, spread, turn
from .board import bits
from .fighting import (
    check_abandon,
    check_attempt,
    check_conquer,
    check_decline,
    check_end,
    check_roll,
    ghouls_settled,
    list_conquests,
    list_ghoul_moves,
)
from .ids import (
    ALLY,
    CAMPS,
    CONQUER,
    DEALER,
    FORTIFY,
    GHOULS_OVER,
    HEROISM,
    NO_ROLL,
    NOBODY,
    NONE,
    OVER,
    PICK,
    REDEPLOY,
    STOUT,
    TRIBES,
    TRIBES_TURN,
    VICTIM,
    VICTIM_CAMPS,
)
from .moves import Move
from .placing import check_ally, check_camps, check_fortress, check_heroes, check_redeploy
from .refusals import Refusal
from .state import State


def decider(s: State) -> int:
    """Who must move now: a seat, TRIBES, DEALER (a combo or a die is due) or NOBODY (game over)."""
    if s.rolling or pieces.owes_deal(s):
        return NOBODY if s.phase == OVER else DEALER
    return s.actor


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


def check_done(s: State, move: Move) -> Refusal | None:
    """`done`: a Stout race stays Active."""
    return None if s.phase == STOUT else reasons.NOT_STOUT


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
            list_ghoul_moves(s, out)
        list_conquests(s, out)
        if ghouls_settled(s) is None:
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
