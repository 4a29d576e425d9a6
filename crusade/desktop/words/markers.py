"""The row of event markers in words: what each means, and what still lies face down."""

from __future__ import annotations

from collections.abc import Sequence

from crusade.desktop.words.cards import CardWords
from crusade.replay import Step
from crusade.rules import State
from crusade.rules.ids import ASK
from crusade.rules.library import Box
from crusade.rules.queries import TurnUp, asked, current_marker, face_down, markers_left
from crusade.rules.questions import EventMarker
from crusade.texts import Name, _, _n, several, tell


def marker_words(marker: EventMarker) -> CardWords:
    """What an event marker does, as on a card; under its name stands how many there are."""
    kin = _n("{count} in the box", "{count} in the box", marker.number)
    name = str(Name("source", marker.name))
    return CardWords(marker.picture, name, _(marker.text), _(marker.intro), kin)


def signs(box: Box) -> list[CardWords]:
    """What a box's own symbols and pieces are for, as on cards, where they say so; the symbols come
    first.
    """
    symbols = [
        CardWords(symbol.word, str(Name("terrain", symbol.name)), _(symbol.text), "", _("Sign"))
        for symbol in box.land.symbols
        if symbol.text
    ]
    pieces = [
        CardWords(piece.picture, tell(piece.title), _(piece.text), "", _("Piece"))
        for piece in box.pieces
        if piece.text and piece.brings is None
    ]
    return symbols + pieces


def turned_up(opening: State, steps: Sequence[Step]) -> tuple[EventMarker, ...]:
    """The event markers of the rounds so far, the first round's first; empty without such a row."""
    if not opening.setup.row:
        return ()
    found: dict[int, EventMarker] = {}
    for s in (opening, *(step.after for step in steps)):
        marker = current_marker(s)
        due = s.phase == ASK and isinstance(asked(s), TurnUp)
        if marker is not None and not due:  # until then the last round's is in force
            found[s.round] = marker
    return tuple(found[number] for number in sorted(found))


def unseen(s: State) -> str:
    """Which event markers nobody has seen openly yet, in one sentence; more than lie in the row."""
    markers = s.setup.library.event_markers
    counts = ((marker, markers_left(s, number)) for number, marker in enumerate(markers))
    names = [
        _("{count} {name}", count=count, name=Name("source", marker.name))
        for marker, count in counts
        if count
    ]
    down = face_down(s)
    return _n(
        "{count} of these lies face down in the row: {names}.",
        "{count} of these lie face down in the row: {names}.",
        down,
        names=several(names),
    )


__all__ = ["marker_words", "signs", "turned_up", "unseen"]
