"""What may be done now: legal moves, and why any other move may not.

`refusal` judges any move; `legal_moves` lists them (redeployments as a small canonical set, see
`spread.py`). The two agree: a test holds them to it.
"""

from __future__ import annotations

from collections.abc import Callable

from . import moves, reasons, spread
from .board import bits
from .crossing import borders, carried, way_to
from .due import due
from .early import redeploying
from .fighting import (
    check_abandon,
    check_attempt,
    check_conquer,
    check_decline,
    check_end,
    declining_forbidden,
    list_conquests,
    list_early_moves,
    list_offers,
    offered,
    unsettled,
)
from .ids import (
    ACTIVE_OF,
    ASK,
    COLUMN,
    CONQUER,
    DEALER,
    IS_ACTIVE,
    NOBODY,
    NONE,
    OVER,
    PICK,
    REDEPLOY,
    TRIBES,
    TRIBES_TURN,
    VICTIM,
)
from .moves import Move
from .placing import check_redeploy
from .refusals import Refusal
from .state import State


def decider(s: State) -> int:
    """Who must move now: a seat, TRIBES, DEALER (a combo or a die is due) or NOBODY (game over)."""
    if s.rolling or s.cards_due or (len(s.column) < COLUMN and (s.unseen_banners or s.under)):
        return NOBODY if s.phase == OVER else DEALER
    return s.actor  # DEALER where a decision is drawn


def check_pick(s: State, move: Move) -> Refusal | None:
    """`pick N` (`base.md C`)."""
    if s.phase != PICK:
        return reasons.HAS_RACE
    row = move[1]
    if not 0 <= row < len(s.column):
        return reasons.NO_SUCH_ROW
    if len(move) > 2:
        races = s.setup.library.races
        if not races[s.column[row][0]].swaps_badge:
            return reasons.KEEPS_BADGE
        if not 0 <= move[2] < len(s.column) or move[2] == row:
            return reasons.NO_SUCH_ROW
    purse = s.coins[s.seat]
    if s.setup.pocket_first:
        purse += s.column[row][2]
    return reasons.coins(row, purse) if row > purse else None


def check_answer(s: State, move: Move) -> Refusal | None:
    """The answer to what is asked now, or something that may be done in the conquests."""
    decisions = s.setup.library.decisions
    index, answer = move[1], move[2:]
    if not 0 <= index < len(decisions):
        return reasons.NO_DECISION
    decision = decisions[index]
    if s.phase == ASK:
        if index != s.asked:
            return reasons.wrong_phase(s)
        return decision.check(s, s.asked_slot, answer)
    slot = offered(s, index)
    if slot == NONE:
        return decision.wrong_time if s.phase == CONQUER else reasons.wrong_phase(s)
    if IS_ACTIVE[slot] and decision.of_race:
        refused = unsettled(s)
        if refused:
            return refused
    return decision.closed(s, slot) or decision.check(s, slot, answer)


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
    if not s.board.rivers or borders(s, r):
        return moves.TAKES[r] if s.plan == moves.TAKE else moves.TRIES[r]
    ferry = s.setup.library.ferry
    if ferry is not None and carried(s, r) and not ferry.under_way(s):
        return (moves.FERRY, ferry.landing(s, r))
    way = way_to(s, r)
    if way:
        return (s.plan, r, *way)
    return moves.TAKES[r] if s.plan == moves.TAKE else moves.TRIES[r]


def check_chance(s: State, move: Move) -> Refusal | None:
    """The dealer's moves: `die N`, `deal Hill Orcs`, `turn up X`, or what a decision draws.

    See `base.md D1, S3, C7, C9`.
    """
    owed = due(s)
    if owed is None or move[0] != owed.kind:
        return reasons.NOT_NOW
    if owed.allows(move):
        return None
    return {moves.DIE: reasons.NO_FACE, moves.TURN_UP: reasons.NO_CARD}.get(
        move[0], reasons.NO_DEAL
    )


_CHECKS: tuple[Callable[[State, Move], Refusal | None], ...] = (
    check_pick,
    check_abandon,
    check_conquer,
    check_attempt,
    check_end,
    check_redeploy,
    check_decline,
    check_answer,
    check_choose,
    check_chance,
    check_chance,
    check_chance,
    check_tribes,
    check_tribes,
    check_tribes,
    check_tribes,
)
_BY_TRIBES = (moves.TAKE, moves.TRY, moves.STOP, moves.FERRY)
_BY_DEALER = (moves.DIE, moves.DEAL, moves.TURN_UP)


def refusal(s: State, move: Move) -> Refusal | None:
    """Why ``move`` is not allowed in this position, or None if it is. Changes nothing."""
    if s.phase == OVER:
        return reasons.OVER
    who = decider(s)
    kind = move[0]
    if who == DEALER:
        if kind in _BY_DEALER or (kind == moves.ANSWER and s.actor == DEALER):
            return check_chance(s, move)
        return reasons.DEALER
    if kind in _BY_DEALER:
        return reasons.NOT_NOW
    if kind in _BY_TRIBES:
        return _CHECKS[kind](s, move) if who == TRIBES else reasons.NOT_NOW
    if who == TRIBES:
        return reasons.NOT_YOURS
    if s.phase == PICK and kind != moves.PICK:
        return reasons.PICK_FIRST
    return _CHECKS[kind](s, move)


def legal_moves(s: State) -> list[Move]:
    """The moves of whoever decides now; empty only when the game is over.

    Distributions (redeployments, pieces) come as a small set; abandoning comes one Region at a
    time. `refusal` accepts every other distribution that obeys the rules.
    """
    if s.phase == OVER:
        return []
    owed = due(s)
    if owed is not None:
        return owed.options()
    return open_moves(s)


def open_moves(s: State) -> list[Move]:
    """The same where the game is not over and the dealer owes nothing."""
    phase = s.phase
    out: list[Move] = []
    if phase == CONQUER:
        if s.early:
            list_early_moves(s, out)
        list_conquests(s, out)
        if s.talkers:
            list_offers(s, out)
        if not s.early or unsettled(s) is None:
            out.append(moves.END_MOVE)
            if not s.fought:
                out += map(moves.ABANDONS.__getitem__, bits(s.held[ACTIVE_OF[s.seat]]))
        if not s.begun and declining_forbidden(s) is None:
            out.append(moves.DECLINE_MOVE)
    elif phase == PICK:
        purse = s.coins[s.seat]
        races = s.setup.library.races
        for row, (banner, _, found) in enumerate(s.column):
            if row <= purse + (found if s.setup.pocket_first else 0):
                out.append(moves.PICKS[row])
                if races[banner].swaps_badge:
                    others = [other for other in range(len(s.column)) if other != row]
                    out += [(moves.PICK, row, other) for other in others]
    elif phase == REDEPLOY:
        out.extend(spread.redeployments(s, redeploying(s)))
    elif phase == VICTIM:
        out.extend(spread.additions(s, s.victim))
    elif phase == ASK:
        decision = s.setup.library.decisions[s.asked]
        out += moves.answers(s.asked, decision.options(s, s.asked_slot))
    elif s.actor == TRIBES:
        out.append(tribes_move(s))
    else:
        out.extend(moves.CHOICES[r] for r in bits(s.choices))
    return out
