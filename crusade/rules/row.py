"""The row of event markers: one for each round, face down until then (`riverworld.md W4`).

It is never laid out. The dealer turns up the marker of a round when it begins, or draws that of the
next one when somebody may look at it in secret: what nobody has seen has no order. What a marker
means holds for everybody as long as it is the round's.
"""

from __future__ import annotations

from . import pieces
from .asking import Answer, AnswerError, Choice
from .events import Event
from .ids import EMPTY, MARKER, OF_SEAT, OWNER, SEEN
from .labels import PERSON, SOURCE, Label, Term
from .questions import EventMarker
from .state import State

Events = list[Event]
_TURNED = "turned up"


def current(s: State) -> EventMarker | None:
    """The event marker of this round, or None."""
    number = s.memory.get((EMPTY, MARKER), 0)
    return s.setup.library.event_markers[number - 1] if number else None


def put_current(s: State, number: int) -> None:
    """The event marker of that number is the round's, and nothing else happens: for a position that
    is put together by hand.
    """
    s.memory[EMPTY, MARKER] = number + 1
    if pieces.in_force(s) != s.everybody:
        (pieces.refresh_all if s.setup.library.silencing else pieces.recompile)(s)


def seen(s: State, seat: int) -> EventMarker | None:
    """The event marker of the next round if ``seat`` has looked at it, or None. Nobody else may
    know it: see `players.view`.
    """
    number = s.memory.get((OF_SEAT[seat], SEEN), 0)
    return s.setup.library.event_markers[number - 1] if number else None


def face_down(s: State) -> int:
    """How many event markers still lie face down in the row."""
    return s.setup.rounds - s.round if s.setup.row else 0


def left(s: State, number: int) -> int:
    """How many event markers of that number nobody has seen, those that went back into the box
    among them.
    """
    marker = s.setup.library.event_markers[number]
    return s.setup.row[number] - s.recall(marker, EMPTY, _TURNED)


class _Draw(Choice):
    """An event marker, as likely as there are still such markers; the one that somebody has seen is
    the next one for certain.
    """

    drawn = True
    by_thing = True

    def things(self, s: State, slot: int) -> tuple[int, ...]:
        return tuple(sorted({thing for (thing,) in self.lots(s, slot)}))

    def lots(self, s: State, slot: int) -> list[Answer]:
        for seat in range(s.setup.seats):
            known = s.memory.get((OF_SEAT[seat], SEEN), 0)
            if known:
                return [(known - 1,)]
        found: list[Answer] = []
        for i, marker in enumerate(s.setup.library.event_markers):
            found += [(i,)] * (s.setup.row[i] - s.recall(marker, EMPTY, _TURNED))
        return found

    def thing_word(self, s: State, thing: int) -> str:
        return s.setup.library.event_markers[thing].name

    def thing_name(self, s: State, thing: int) -> Label:
        return Label("{source}", source=Term(SOURCE, s.setup.library.event_markers[thing].name))

    def read_thing(self, s: State, words: list[str]) -> int:
        name = " ".join(words)
        for i, marker in enumerate(s.setup.library.event_markers):
            if marker.name == name:
                return i
        raise AnswerError(f"'{name}' is no event marker")


class TurnUp(_Draw):
    """`turn up X`: the event marker of the round that begins (`riverworld.md W4, W32`)."""

    word = "event marker"
    draw_word = "turn up"

    def told(self, s: State, slot: int, answer: Answer) -> Label:
        return Label("The event marker of this round: {source}.", source=self._term(s, answer))

    def _term(self, s: State, answer: Answer) -> Term:
        return Term(SOURCE, s.setup.library.event_markers[answer[0]].name)

    def do(self, s: State, slot: int, answer: Answer, events: Events | None) -> None:
        old, number = current(s), answer[0]
        new = s.setup.library.event_markers[number]
        for seat in range(s.setup.seats):
            s.memory.pop((OF_SEAT[seat], SEEN), None)
        s.remember(new, EMPTY, s.recall(new, EMPTY, _TURNED) + 1, _TURNED)
        if new is not old:
            put_current(s, number)
            if old is not None:
                old.passes(s, events)
        new.begins(s, events)


class Foresee(_Draw):
    """`draw X`: the event marker of the next round, which one seat looks at in secret
    (`riverworld.md W20, W38`).
    """

    word = "next event marker"
    private = True
    secret = SEEN

    def told(self, s: State, slot: int, answer: Answer) -> Label:
        return Label(
            "{who} looked at the event marker of the next round.",
            you="You looked at the event marker of the next round.",
            who=Term(PERSON, OWNER[slot]),
        )

    def do(self, s: State, slot: int, answer: Answer, events: Events | None) -> None:
        s.memory[OF_SEAT[OWNER[slot]], SEEN] = answer[0] + 1


__all__ = ["Foresee", "TurnUp", "current", "face_down", "left", "put_current", "seen"]
