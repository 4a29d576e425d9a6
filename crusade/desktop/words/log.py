"""The whole game in words: events gathered into the lines of the log, step by step."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from crusade.desktop.kit.text import Span
from crusade.desktop.words.cast import Cast
from crusade.desktop.words.grammar import combo
from crusade.desktop.words.sentences import (
    Telling,
    joined,
    losses,
    regions_of,
    rolled_and_conquered,
    rolled_and_failed,
    seat_of,
    told,
    tribes_attempted,
    tribes_took,
)
from crusade.desktop.words.tribes import needs_roll
from crusade.replay import OPENING, Step
from crusade.rules import State
from crusade.rules import events as ev
from crusade.rules.events import Event
from crusade.rules.ids import NOBODY
from crusade.texts import Combo, _, runs, several, unmarked

if TYPE_CHECKING:
    from crusade.session import Session

ROUND, TURN, EVENT = "round", "turn", "event"


@dataclass(frozen=True)
class LogLine:
    """A line of the log. ``step`` is the index of its step, -1 before the first move.

    ``seat`` is whose doing it was (TRIBES, or NOBODY where nobody acted); ``kind`` is ROUND or TURN
    for headings and EVENT for the rest.
    """

    plain: str
    seat: int
    round: int
    regions: tuple[int, ...]
    step: int
    kind: str
    text: tuple[Span, ...]
    marked: str
    """The words with their Regions marked (`texts.runs`)."""


_ADDED = (
    ev.MarkPlaced,
    ev.MarkRemoved,
    ev.AttemptFailed,
    ev.BadgesSwapped,
    ev.ComboDiscarded,
    ev.RaceLeft,
    ev.TokensSetAside,
    ev.HeldBack,
    ev.TokensLost,
    ev.TokensPlaced,
    ev.Returned,
)
"""Events that go on in the line of what caused them."""
_HEADINGS = (ev.RoundBegan, ev.TurnBegan)
"""Nothing goes on in their lines."""
_CAUSES = (ev.Conquered, ev.Redeployed, ev.Abandoned, ev.Declined)
"""What may be told before its consequences although it happens after them."""


class GameLog:
    """The lines of one game, kept in step with the steps that are shown."""

    def __init__(self, cast: Cast) -> None:
        self.cast = cast
        self._before: list[tuple[int, int, int]] = []
        """Before each step seen: how many lines there were, the round, the seat on turn."""
        self._clear()

    def _clear(self) -> None:
        self.lines: list[LogLine] = []
        self._seen: list[Step] = []
        self._offer: list[Combo] = []
        self._before.clear()
        self._begun = False
        self._picked = False
        self._round = 1
        self._seat = 0

    def update(self, opening: State, steps: Sequence[Step]) -> bool:
        """Take over the steps shown now; True if any line changed.

        New steps are added; what came of steps that are gone or told further now is cut off.
        """
        same = min(len(self._seen), len(steps))
        while same and steps[same - 1] is not self._seen[same - 1]:
            same -= 1
        if self._begun and same == len(self._seen) == len(steps):
            return False
        if not self._begun or (same < len(self._seen) and not self._cut(same)):
            self._clear()
            self._begun, same = True, 0
            self._add(OPENING, opening, opening, -1)
        for index in range(same, len(steps)):
            before = steps[index - 1].after if index else opening
            self._before.append((len(self.lines), self._round, self._seat))
            self._add(steps[index].events, before, steps[index].after, index)
        self._seen = list(steps)
        return True

    def tell_as(self, cast: Cast) -> None:
        """Write the log for another cast from now on (coins that were hidden lie open)."""
        if cast != self.cast:
            self.cast = cast
            self._clear()

    def _cut(self, steps: int) -> bool:
        """Back to the log as it was after so many steps; False where it must be written anew."""
        lines, self._round, self._seat = self._before[steps]
        if not self._picked or lines > len(self.lines):
            return False
        last = self.lines[lines - 1].step if lines else -1
        if last >= steps:  # the combos of the set-up share a line
            return False
        del self.lines[lines:], self._before[steps:]
        return True

    # ---------------------------------------------------------------- one step
    def _add(self, events: Sequence[Event], before: State, after: State, step: int) -> None:
        """The lines of one step."""
        telling = Telling(self.cast, before, after)
        waiting: list[Event] = []
        opened: Event | None = None
        for number, event in enumerate(events):
            if isinstance(event, ev.RoundBegan):
                self._round = event.round
            elif isinstance(event, ev.TurnBegan):
                self._seat = event.seat
            elif isinstance(event, ev.ComboPicked):
                self._picked = True
            elif isinstance(event, ev.ComboDealt) and not self._picked:
                self._deal(event, step, after)
                continue
            if self._goes_on(event, opened):
                if opened is not None and not isinstance(opened, _HEADINGS):
                    self._go_on(event, opened, telling)
                    continue
                if any(isinstance(later, _CAUSES) for later in events[number + 1 :]):
                    waiting.append(event)
                    continue
            if isinstance(event, ev.CardsInForce) and isinstance(opened, ev.CardTurned):
                continue  # turned up for this round: that says it
            words = self._words(event, events[number + 1 :], telling)
            if not words:
                continue
            self._open(words, event, step)
            opened = event
            for late in waiting:
                self._go_on(late, opened, telling)
            waiting.clear()

    @staticmethod
    def _goes_on(event: Event, opened: Event | None) -> bool:
        """Whether an event belongs into the line that is open (or into the next one)."""
        if isinstance(event, _ADDED):
            return True
        if isinstance(event, ev.Conquered):
            return isinstance(opened, ev.TribesDecided | ev.DieRolled)
        return isinstance(event, ev.AttemptMade) and isinstance(opened, ev.TribesDecided)

    @staticmethod
    def _words(event: Event, following: Sequence[Event], telling: Telling) -> str:
        if isinstance(event, ev.TribesDecided):
            tries = any(isinstance(e, ev.AttemptMade) for e in following)
            return tribes_attempted(event, telling) if tries else tribes_took(event, telling)
        return told(event, telling)

    def _go_on(self, event: Event, opened: Event, telling: Telling) -> None:
        """Let the open line tell an event, too."""
        last = self.lines[-1]
        if isinstance(opened, ev.DieRolled) and last.marked == told(opened, telling):
            # Nothing is told yet but the roll: what came of it makes one sentence with it.
            if isinstance(event, ev.Conquered):
                return self._replace(rolled_and_conquered(opened, event, telling), event)
            if isinstance(event, ev.AttemptFailed):
                return self._replace(rolled_and_failed(opened, event, telling), event)
        return self._replace(joined(last.marked, self._added(event, opened, telling)), event)

    @staticmethod
    def _added(event: Event, opened: Event, telling: Telling) -> str:
        """What an event adds to an open line; "" for what goes without saying."""
        if isinstance(event, ev.Conquered) and isinstance(opened, ev.TribesDecided):
            return losses(event, telling)
        if isinstance(event, ev.AttemptMade):
            return _("Needed: {roll}.", roll=needs_roll(event.cost - event.hand))
        return told(event, telling)

    # ---------------------------------------------------------------- lines
    def _open(self, words: str, event: Event, step: int) -> None:
        kind = EVENT
        if isinstance(event, ev.RoundBegan):
            kind = ROUND
        elif isinstance(event, ev.TurnBegan):
            kind = TURN
        seat = seat_of(event, self._seat)
        line = self._line(words, seat, self._round, regions_of(event), step, kind)
        self.lines.insert(self._place(event), line)

    def _place(self, event: Event) -> int:
        """Where the line of an event stands: at the end, but a card that is turned up when the
        first turn has begun belongs to the round, before that turn's heading.
        """
        if isinstance(event, ev.CardTurned):
            for at in range(len(self.lines) - 1, -1, -1):
                if self.lines[at].kind == TURN:
                    return at
                if self.lines[at].kind == ROUND:
                    break
        return len(self.lines)

    def _replace(self, marked: str, event: Event) -> None:
        """Let the last line say ``marked``, which tells of ``event`` as well."""
        last = self.lines[-1]
        regions = last.regions + tuple(r for r in regions_of(event) if r not in last.regions)
        self.lines[-1] = replace(
            last, plain=unmarked(marked), marked=marked, regions=regions, text=_spans(marked)
        )

    def _deal(self, event: ev.ComboDealt, step: int, after: State) -> None:
        """The combos of the set-up share one line."""
        if self._offer:
            step = self.lines.pop().step
        self._offer.append(combo(after.setup.library, event.banner, event.badge))
        words = _("On offer: {combos}.", combos=several(self._offer))
        self.lines.append(self._line(words, NOBODY, 1, (), step, EVENT))

    @staticmethod
    def _line(
        marked: str, seat: int, number: int, regions: tuple[int, ...], step: int, kind: str
    ) -> LogLine:
        return LogLine(unmarked(marked), seat, number, regions, step, kind, _spans(marked), marked)


def _spans(marked: str) -> tuple[Span, ...]:
    """The words with the places of the line in bold."""
    return tuple(Span(words, bold=bold) for words, bold in runs(marked))


def log_lines(session: Session, by_name: bool = False) -> list[LogLine]:
    """The log of a game as it stands; ``by_name`` for readers who need not have played it."""
    log = GameLog(Cast.of(session, by_name=by_name))
    log.update(session.opening, session.steps)
    return log.lines
