"""What Underground adds to the words of a scenario: `FORMAT-boxes.md`."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ..rules import Library, Piece, State
from ..rules.board import bits
from ..rules.ids import ACTIVE_OF, EMPTY, SLOTS, TRIBES, TRIBES_SLOT
from ..rules.markers import put
from ..rules.pieces import refresh_all
from ..rules.pricing import seat_name
from ..rules.questions import Source
from ..rules.row import current, put_current, seen
from .scenario_file import Case, Text

BOX_KEYS = ("hammers", "vengeance", "caravel")
"""The keys that say something of the position."""
UNFOUND = "undiscovered"
PENTACLE = "pentacle"
CARAVEL = "caravel"
QUIET = "Calm"
"""The event marker that goes without saying."""
ASIDE, NOTHING = "aside", "nothing"
SMITHS, AVENGERS = "Iron Dwarves", "Vengeful"
_PERSON = re.compile(r"P([1-5])")


def house_badge(case: Case, s: State, piece: Piece, item: Text) -> bool:
    """Lay the badge of that name beside ``piece``, if it houses one: `stonehedge=Wise`; whether it
    does.
    """
    boon = piece.brings
    if boon is None or not boon.houses:
        return False
    badge = s.setup.library.power_index.get(item.value)
    if badge is None or not s.unseen_badges >> badge & 1:
        raise case.fault(item, f"'{item.value}' is no Special Power that is still to be had")
    s.unseen_badges &= ~(1 << badge)
    s.remember(boon, EMPTY, badge + 1, "badge")
    return True


def piece_words(s: State, r: int, piece: Piece, number: int) -> list[str]:
    """How a position names what lies in Region ``r``; nothing where it goes without saying."""
    if piece.word == CARAVEL or (piece.word == UNFOUND and s.occ[r] == TRIBES_SLOT):
        return []
    if piece.stacks:
        return [f"{piece.word}={number}"]
    boon = piece.brings
    badge = s.recall(boon, EMPTY, "badge") if boon is not None and boon.houses else 0
    return [f"{piece.word}={s.setup.library.powers[badge - 1].name}" if badge else piece.word]


def put_box_words(case: Case, s: State) -> None:
    """Put what the further keys say into the position; races, tokens and pieces are there."""
    piece = s.setup.library.piece(UNFOUND)
    if piece is not None and not s.setup.crusade:
        bearing = [other for other in s.setup.library.pieces if other.brings is not None]
        for r in bits(s.board.lost_tribe & s.held[TRIBES_SLOT]):
            if not any(s.number(other, r) for other in bearing):
                put(s, piece, r, None)
    pentacle = s.setup.library.piece(PENTACLE)
    if pentacle is not None and pentacle.brings is not None and s.setup.crusade:
        # Away from the Monsters it lies only where a person has taken it from them.
        found = s.where(pentacle) and not s.where(pentacle) & s.held[TRIBES_SLOT]
        s.remember(pentacle.brings, EMPTY, int(bool(found)), "found")
    if s.setup.library.bearing:
        refresh_all(s)  # what lies on the Regions answers for whoever holds them
    place = case.text("caravel")
    if place.value:
        caravel = s.setup.library.piece(CARAVEL)
        r = s.board.index.get(place.value, -1)
        if caravel is None or not s.board.rivers >> max(r, 0) & (r >= 0):
            raise case.fault(place, f"the Caravel cannot lie on '{place.value}'")
        put(s, caravel, r, None)
    if s.setup.row:
        event = case.text("event", QUIET)
        put_current(s, marker_number(case, s.setup.library, event))
    smiths = _source(s, SMITHS)
    for word, item in case.mapping("hammers").items():
        slot = ACTIVE_OF[_seat(case, s, word, "hammers", item)]
        if smiths is None or s.combo[slot] is None or smiths not in _own(s, slot):
            raise case.fault(item, f"{word} has no race with Hammers")
        s.remember(smiths, slot, case.number(item, "hammers"))
    hammers = s.setup.library.piece("hammers")
    if hammers is not None and smiths is not None:
        for r in bits(s.where(hammers)):
            slot = s.occ[r]
            s.remember(smiths, slot, s.recall(smiths, slot) + s.number(hammers, r))
    avengers = _source(s, AVENGERS)
    for item in case.sequence("vengeance"):
        seat = _seat(case, s, item.value, "vengeance", item)
        slots = [
            slot for slot in range(SLOTS) if avengers is not None and avengers in _own(s, slot)
        ]
        if not slots or avengers is None:
            raise case.fault(item, "no race in play gives Vengeance markers")
        s.remember(avengers, slots[0], s.recall(avengers, slots[0]) | 1 << seat)


def marker_number(case: Case, library: Library, item: Text) -> int:
    """The number of the event marker of that name."""
    for i, marker in enumerate(library.event_markers):
        if marker.name == item.value:
            return i
    raise case.fault(item, f"'{item.value}' is no event marker")


def markers_named(case: Case, library: Library) -> list[str]:
    """The event markers that the dealer turns up in the case, by name and in order."""
    if not library.event_markers:
        return []
    named = case.sequence("upcoming")
    if case.text("start").value and "event" in case.sections:
        named = [case.text("event"), *named]
    return [library.event_markers[marker_number(case, library, item)].name for item in named]


def check_box_words(case: Case, s: State) -> Iterator[str]:
    """Compare the position with the further checks; yields what differs."""
    then = case.then
    smiths = _source(s, SMITHS)
    for word, item in case.mapping("hammers", then).items():
        slot = ACTIVE_OF[_seat(case, s, word, "hammers", item)]
        combo = s.combo[slot]
        found = sum(helping(s, slot) for helping in combo.helpers) if combo is not None else 0
        wanted = case.number(item, "hammers")
        if smiths is None or found != wanted:
            yield f"{word}'s Hammers should be {wanted}, not {found}"
    if "event" in then and s.setup.row:
        wanted_event, marker = case.single("event", then).value, current(s)
        if marker is None or marker.name != wanted_event:
            yield f"the event marker should be {wanted_event}, not {marker and marker.name}"
    if "caravel" in then:
        caravel = s.setup.library.piece(CARAVEL)
        lies = bits(s.where(caravel)) if caravel is not None else ()
        place = s.board.ids[lies[0]] if lies else ASIDE
        if case.single("caravel", then).value != place:
            yield f"the Caravel should lie on {case.single('caravel', then).value}, not {place}"
    for word, item in case.mapping("seen", then).items():
        known = seen(s, _seat(case, s, word, "seen", item))
        found_marker = NOTHING if known is None else known.name
        if item.value != found_marker:
            yield f"{word} should have seen {item.value}, not {found_marker}"
    if "vengeance" in then:
        avengers = _source(s, AVENGERS)
        mask = 0
        for slot in range(SLOTS):
            mask |= s.recall(avengers, slot) if avengers is not None else 0
        holders = [seat_name(seat) for seat in bits(mask)]
        named = [item.value for item in case.sequence("vengeance", then)]
        if holders != sorted(named):
            yield f"the Vengeance markers should be with {sorted(named)}, not {holders}"


def _source(s: State, name: str) -> Source | None:
    return s.setup.library.by_name.get(name)


def _own(s: State, slot: int) -> tuple[Source, ...]:
    combo = s.combo[slot]
    return combo.own if combo is not None else ()


def _seat(case: Case, s: State, word: str, key: str, item: Text) -> int:
    """The seat of `P1` .. `P5`, or of `T` in a Crusade."""
    if word == "T" and s.setup.crusade:
        return TRIBES
    found = _PERSON.fullmatch(word)
    if not found or int(found[1]) > s.setup.seats:
        raise case.fault(item, f"'{word}' under '{key}' is not a player of this game")
    return int(found[1]) - 1


__all__ = [
    "BOX_KEYS",
    "QUIET",
    "check_box_words",
    "house_badge",
    "markers_named",
    "piece_words",
    "put_box_words",
]
