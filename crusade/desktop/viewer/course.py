"""The course of a finished game: every position, where its rounds and turns begin, what happened.

A *place* is a number from 0 (before the first move) to `Course.last`: place n is the position
after n steps. Everything here is read from the session; nothing is drawn.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass

from crusade.desktop.words import Cast, GameLog, LogLine, sentence
from crusade.desktop.words.cards import CardWords, card_words, current_card
from crusade.desktop.words.markers import marker_words
from crusade.replay import OPENING
from crusade.rules import State, moves
from crusade.rules import events as ev
from crusade.rules.board import bits
from crusade.rules.events import Event
from crusade.rules.ids import DEALER, NONE, ROLL_ASKED, TRIBES
from crusade.rules.queries import current_marker, pieces_at
from crusade.session import Session
from crusade.texts import _, _n, _w


@dataclass(frozen=True)
class Turn:
    """A turn: the place where it begins, whose it is, in which round."""

    place: int
    seat: int
    round: int


class Course:
    """A whole game, to be looked at place by place."""

    def __init__(self, session: Session) -> None:
        self.session = session
        # The game is over: nothing is hidden any more, and whoever looks need not be who played.
        self.cast = Cast.of(session, open_coins=True, by_name=True)
        log = GameLog(self.cast)
        log.update(session.opening, session.steps)
        self.lines: list[LogLine] = log.lines
        self.last = len(session.steps)
        self.turns = self._find_turns()
        self._starts = [turn.place for turn in self.turns]
        self._line_places = [line.step + 1 for line in self.lines]

    def _find_turns(self) -> tuple[Turn, ...]:
        return tuple(
            Turn(place, event.seat, event.round)
            for place in range(self.last + 1)
            for event in self.events(place)
            if isinstance(event, ev.TurnBegan)
        )

    # -- a place ------------------------------------------------------------------------------

    def state(self, place: int) -> State:
        """The position there."""
        return self.session.steps[place - 1].after if place else self.session.opening

    def events(self, place: int) -> Sequence[Event]:
        """What led there from the place before."""
        return self.session.steps[place - 1].events if place else OPENING

    def card(self, place: int) -> CardWords | None:
        """The event card in force there, in words; None where there is none."""
        s = self.state(place)
        card = current_card(s)
        return None if card == NONE else card_words(s.setup.library, card, s.setup.crusade)

    def in_force(self, place: int) -> list[CardWords]:
        """What is in force there for everybody, in words: the event card, the event marker."""
        card, marker = self.card(place), current_marker(self.state(place))
        found = [] if card is None else [card]
        return found if marker is None else [*found, marker_words(marker)]

    def dealt(self, place: int) -> bool:
        """Whether it was the dealer's step that led there: nobody needs long to read it."""
        return place > 0 and self.session.steps[place - 1].actor == DEALER

    def turn(self, place: int) -> Turn:
        """The turn that is played there."""
        return self.turns[max(0, bisect_right(self._starts, place) - 1)]

    def sentence(self, place: int) -> str:
        """What happened in the step that led there, in words."""
        said = [line for line in self.lines_at(place) if line.kind == "event"]
        if any(isinstance(event, ev.GameEnded) for event in self.events(place)):
            said = said[-1:]  # who won, with all coins; the rest is in the log
        words = [line.plain for line in said or self.lines_at(place)]
        if not place:
            words = [self._beginning()]
        if not words and place:
            before, after = self.state(place - 1), self.state(place)
            words = [sentence(event, self.cast, before, after) for event in self.events(place)]
            words = words or [self._deed(place)]
        result = self.session.record.result
        if place == self.last and result is not None and result.resigned:
            words.append(_("Here the game was given up; {folk} win.", folk=self.cast.folk))
        return " ".join(word for word in words if word)

    def _beginning(self) -> str:
        """What there is before the first move."""
        setup = self.session.setup
        if not setup.crusade:
            return _("The game begins.")
        return _n(
            "The game begins. {folk:Nom} have {count} token.",
            "The game begins. {folk:Nom} have {count} tokens.",
            setup.tokens,
            folk=self.cast.folk,
        )

    def _deed(self, place: int) -> str:
        """A step that changed nothing yet: who did what."""
        step = self.session.steps[place - 1]
        who = self.cast.who(step.actor)
        if step.move[0] == moves.END:
            return _w(
                who,
                "You ended the conquests.",
                "{who} ended the conquests.",
                "{who:Nom} ended their conquests.",
            )
        if step.after.rolling == ROLL_ASKED:
            return _w(
                who,
                "You threw the die.",
                "{who} threw the die.",
                "{who:Nom} threw the die.",
            )
        return _w(who, "You went on.", "{who} went on.", "{who:Nom} went on.")

    def regions(self, place: int) -> tuple[int, ...]:
        """The Regions in which the step that led there changed something, or which it paid for."""
        if not place:
            return ()
        events = self.events(place)
        named = {event.region for event in events if isinstance(event, _IN_A_REGION)}
        if named:
            return tuple(sorted(named))
        before, after = self.state(place - 1), self.state(place)
        moved = {
            r
            for event in events
            if isinstance(event, ev.Redeployed | ev.PilesSet)
            for r, _number in event.counts
            if _stands(before, r) != _stands(after, r)
        }
        if moved:
            return tuple(sorted(moved))
        paid = self.paid(place)
        if paid:
            return tuple(sorted(paid))
        everywhere = range(after.board.n)
        return tuple(r for r in everywhere if _stands(before, r) != _stands(after, r))

    def paid(self, place: int) -> dict[int, int]:
        """The coins that each Region brought in that step."""
        coins: dict[int, int] = {}
        for event in self.events(place):
            if not isinstance(event, ev.Scored):
                continue
            for _item, earned, mask in event.items:
                share = earned // mask.bit_count() if mask else 0
                for r in bits(mask):
                    coins[r] = coins.get(r, 0) + share
        return coins

    def gains(self, place: int) -> dict[int, int]:
        """By seat, the coins that were won or spent in that step, where any were."""
        if not place:
            return {}
        before, after = self.state(place - 1).coins, self.state(place).coins
        seats = (*range(len(self.cast.names)), TRIBES)
        return {seat: after[seat] - before[seat] for seat in seats if after[seat] != before[seat]}

    # -- going about --------------------------------------------------------------------------

    def next_turn(self, place: int) -> int:
        """Where the next turn begins, or the end."""
        index = bisect_right(self._starts, place)
        return self._starts[index] if index < len(self._starts) else self.last

    def previous_turn(self, place: int) -> int:
        """Where this turn began; from there, where the one before began."""
        index = bisect_left(self._starts, place)
        return self._starts[index - 1] if index else 0

    def rounds(self) -> list[Turn]:
        """The first turn of each round."""
        first: dict[int, Turn] = {}
        for turn in self.turns:
            first.setdefault(turn.round, turn)
        return list(first.values())

    # -- the log ------------------------------------------------------------------------------

    def lines_at(self, place: int) -> list[LogLine]:
        """The lines of the log that tell of the step that led there."""
        low = bisect_left(self._line_places, place)
        return self.lines[low : bisect_right(self._line_places, place)]

    def place_of(self, line: int) -> int:
        """The place that a line of the log leads to."""
        return self._line_places[line]

    def line_span(self, place: int) -> tuple[int, int]:
        """The lines told there, as (first, one past the last).

        A step without words of its own belongs to the lines before it.
        """
        end = bisect_right(self._line_places, place)
        told = self._line_places[end - 1] if end else 0
        return bisect_left(self._line_places, told), end


_IN_A_REGION = (
    ev.Conquered,
    ev.Abandoned,
    ev.AttemptMade,
    ev.AttemptFailed,
    ev.MarkPlaced,
    ev.MarkRemoved,
    ev.TribesDecided,
)


def _stands(state: State, r: int) -> tuple[int, ...]:
    """Everything that stands on a Region."""
    marks = tuple(mask >> r & 1 for mask in state.marks)
    return (state.occ[r], state.tokens[r], *marks, *(n for _kind, n in pieces_at(state, r)))
