"""Playing a record again: the same moves give the same position on any machine."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from crusade.texts import _, tell

from .atlas import AtlasError
from .boxes.tales.own import OWN_CARDS
from .games import EVENTS, board_for, new_setup
from .record import Record, RecordError, Result, short
from .rules import (
    ParseError,
    Refused,
    Setup,
    State,
    decider,
    move_text,
    parse_move,
    play,
    start,
)
from .rules import moves as kinds
from .rules.audit_step import Mirror
from .rules.events import (
    AttemptMade,
    Conquered,
    Event,
    RoundBegan,
    Scored,
    TribesStopped,
    TurnBegan,
)
from .rules.ids import CLASSIC, OVER, TRIBES
from .rules.markers import find
from .rules.moves import Move


@dataclass(frozen=True, slots=True)
class Step:
    """One move as it was played: who made it, its text, what happened, and the position after
    it.
    """

    move: Move
    actor: int
    text: str
    events: tuple[Event, ...]
    after: State


_LONGEST: Final = 200
"""Characters of a message about a line of a record."""
OPENING = (RoundBegan(1), TurnBegan(0, 1))
"""What happens before the first move."""


class ReplayError(Exception):
    """A record whose moves the rules do not allow; ``move`` counts from 1, the message is a
    sentence.
    """

    def __init__(self, move: int, sentence: str) -> None:
        super().__init__(
            _("Move {move}: {sentence}", move=move, sentence=sentence) if move else sentence
        )
        self.move = move
        self.sentence = sentence


def setup_of(record: Record) -> Setup:
    """The Setup that ``record`` was played with. Raises ReplayError if this program cannot make
    it.

    Every mode has its own board for each number of people; a record that names another one is of no
    game that can be played here.
    """
    try:
        board = board_for(record.mode, len(record.names), record.boxes)
        if record.board != board:
            raise ReplayError(
                0,
                _(
                    "Such a game is played on the board {board}, not on {other}.",
                    board=board,
                    other=record.board,
                ),
            )
        people = len(record.names)
        events = str(record.options.get(EVENTS, ""))
        own = str(record.options.get(OWN_CARDS, "")) if events else ""
        return new_setup(
            record.mode, people, record.tokens, record.board, record.boxes, events, own
        )
    except (ValueError, AtlasError) as error:
        raise ReplayError(0, str(error).splitlines()[0]) from None


def step(state: State, move: Move) -> Step:
    """Play ``move`` and keep everything about it. Raises Refused."""
    actor = decider(state)
    text = move_text(state, move)
    after, events = play(state, move)
    return Step(move, actor, text, tuple(events), after)


def replay(setup: Setup, moves: Sequence[str]) -> list[Step]:
    """The steps of a game from its moves as text. Raises ReplayError at the first that is not
    legal.
    """
    state = start(setup)
    steps: list[Step] = []
    for number, text in enumerate(moves, 1):
        try:
            made = step(state, parse_move(state, text))
        except ParseError as error:
            raise ReplayError(number, f"{_bounded(str(error))}.") from None
        except Refused as refused:
            raise ReplayError(
                number,
                _(
                    "'{text}' is not allowed: {refused}",
                    text=short(text),
                    refused=tell(refused.refusal),
                ),
            ) from None
        steps.append(made)
        state = made.after
    return steps


def _bounded(sentence: str) -> str:
    """A sentence that quotes a line of a record, which may be of any length."""
    return sentence if len(sentence) <= _LONGEST else f"{sentence[: _LONGEST - 1]}…"


def result_of(state: State, resigned: bool = False) -> Result:
    """The result of a finished (or resigned) game."""
    crusade = state.setup.mode != CLASSIC
    return Result(
        coins=tuple(state.coins[: state.setup.seats]),
        tribes=state.coins[TRIBES] if crusade else None,
        winners=(TRIBES,) if resigned and crusade else state.winners,
        resigned=resigned,
    )


def check(record: Record) -> list[str]:
    """Play ``record`` again and compare; the sentences say what does not agree, none if all
    does.
    """
    try:
        steps = replay(setup_of(record), record.moves)
    except ReplayError as error:
        return [str(error)]
    state = steps[-1].after if steps else start(setup_of(record))
    wanted = record.result
    if wanted is None:
        return []
    over = state.phase == OVER
    if over and wanted.resigned:
        return [_("The record says that the game was given up, but its moves end it.")]
    if not over and not wanted.resigned:
        return [
            _("The record gives a result, but its moves end in round {round}.", round=state.round)
        ]
    found = result_of(state, wanted.resigned)
    if found != wanted:
        return [
            _(
                "The record says '{text}', its moves give '{found}'.",
                text=wanted.text(),
                found=found.text(),
            )
        ]
    return []


__all__ = ["OPENING", "RecordError", "ReplayError", "Step", "check", "replay", "result_of"]


# ---------------------------------------------------------------- in the middle of a step
# The end of a turn is a single step in which much happens: tokens are placed, coins are earned, the
# marker moves on, somebody else readies his tokens. Shown all at once, the next turn would stand
# over the last attack of this one. A reader of the events (the rules' own `Mirror`, which the audit
# holds to every game) tells how far things have come.
def ends_turn(step: Step) -> bool:
    """Whether coins are counted or a turn begins in this step."""
    return any(isinstance(event, Scored | TurnBegan) for event in step.events)


def in_parts(step: Step) -> bool:
    """Whether a step is seen event by event: it ends a turn, or the Lost Tribes cross a river in it
    and take what lies beyond.
    """
    taken = sum(isinstance(event, Conquered) for event in step.events)
    tried = any(isinstance(event, AttemptMade) for event in step.events)
    return ends_turn(step) or (taken > 1 and not tried)


def moments(before: State, step: Step) -> list[State]:
    """The positions after 0, 1, 2 ... events of a step that was played in ``before``.

    Only a step that is seen in parts is taken apart (`in_parts`); any other is seen at once. The
    last moment is always the position after the step itself.
    """
    if not in_parts(step):
        return [step.after] * (len(step.events) + 1)
    mirror = Mirror(before)
    out = [_picture(mirror, before, step.after)]
    stopped = False
    for event in step.events[:-1]:
        mirror.see(event)
        stopped = stopped or isinstance(event, TribesStopped)
        seen = _picture(mirror, before, step.after)
        if stopped and seen.seat == TRIBES:
            seen.plan = kinds.STOP
        out.append(seen)
    return [*out, step.after]


def _picture(mirror: Mirror, before: State, after: State) -> State:
    """A position to be looked at (never played on) with what the mirror knows by now."""
    s = after.copy()
    s.occ, s.tokens, s.piles = mirror.occ[:], mirror.tokens[:], mirror.piles[:]
    s.marks, s.hand, s.coins = mirror.marks[:], mirror.hand[:], mirror.coins[:]
    find(s)
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
    if s.round == before.round:  # the Control Marker and the card change with the round
        s.order = before.order
        s.cards, s.upcoming, s.everybody = before.cards, before.upcoming, before.everybody
        s.cards_due = before.cards_due
        for slot, combo in enumerate(before.combo):
            if s.banner[slot] == before.banner[slot] and s.badge[slot] == before.badge[slot]:
                s.combo[slot] = combo
    if (s.seat, s.round) == (before.seat, before.round):
        s.phase, s.actor, s.plan, s.choices = before.phase, s.seat, before.plan, 0
        s.nonempty, s.rolling, s.unready = before.nonempty, 0, False
    return s
