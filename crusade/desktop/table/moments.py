"""What the table looks like in the middle of a step: after each of its events, one by one.

The end of a turn is a single step in which much happens: tokens are placed, coins are earned, the
marker moves on, somebody else readies his tokens. Shown all at once, the header would speak of the
next turn while the last attack of this one is still on the board. A reader of the events (the
rules' own `Mirror`, which the audit holds to every game) tells how far things have come.
"""

from __future__ import annotations

from crusade.replay import Step
from crusade.rules import State, moves
from crusade.rules.audit_step import Mirror
from crusade.rules.events import Scored, TribesStopped, TurnBegan
from crusade.rules.ids import TRIBES


def ends_turn(step: Step) -> bool:
    """Whether coins are counted or a turn begins in this step."""
    return any(isinstance(event, Scored | TurnBegan) for event in step.events)


def moments(before: State, step: Step) -> list[State]:
    """The positions after 0, 1, 2 ... events of a step that was played in ``before``.

    Only a step that ends a turn is taken apart; any other is seen at once. The last moment is
    always the position after the step itself.
    """
    if not ends_turn(step):
        return [step.after] * (len(step.events) + 1)
    mirror = Mirror(before)
    out = [_picture(mirror, before, step.after)]
    stopped = False
    for event in step.events[:-1]:
        mirror.see(event)
        stopped = stopped or isinstance(event, TribesStopped)
        seen = _picture(mirror, before, step.after)
        if stopped and seen.seat == TRIBES:
            seen.plan = moves.STOP
        out.append(seen)
    return [*out, step.after]


def _picture(mirror: Mirror, before: State, after: State) -> State:
    """A position to be looked at (never played on) with what the mirror knows by now."""
    s = after.copy()
    s.occ, s.tokens, s.camps = mirror.occ[:], mirror.tokens[:], mirror.camps[:]
    s.marks, s.hand, s.coins = mirror.marks[:], mirror.hand[:], mirror.coins[:]
    s.column = mirror.column[:]
    s.round, s.seat, s.control, s.winners = mirror.round, mirror.seat, mirror.control, ()
    s.held = [0] * len(s.held)
    for r, slot in enumerate(s.occ):
        if 0 <= slot < len(s.held):
            s.held[slot] |= 1 << r
    for slot, banner in enumerate(s.banner):
        if banner < 0 and s.held[slot]:  # a race that leaves only later in this step
            s.banner[slot], s.badge[slot] = before.banner[slot], before.badge[slot]
            s.combo[slot] = before.combo[slot]
    if (s.seat, s.round) == (before.seat, before.round):
        s.phase, s.actor, s.plan, s.choices = before.phase, s.seat, before.plan, 0
        s.nonempty, s.rolling, s.unready = before.nonempty, 0, False
    return s
