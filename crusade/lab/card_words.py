"""What event cards add to the words of a scenario: `FORMAT-events.md`."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ..rules import Library, State, combo_text
from ..rules.ids import (
    ACTIVE_OF,
    CONQUERED,
    EARNED,
    EMPTY,
    IS_DECLINED,
    NONE,
    OF_SEAT,
    PAST_OF,
    POT,
    SECOND,
    SHOWN,
    TRIBES,
    WON,
)
from ..rules.notation import ParseError, parse_combo
from ..rules.pieces import keep_combo, kept_combo, note, refresh
from ..rules.pricing import seat_name
from ..rules.questions import Boon
from .scenario_file import Case, Text

_SEAT = re.compile(r"P([1-5])|T")
NOBODY = "none"
CARD_WORDS = re.compile(r"\bElixir\b|\bcoin=\d|\btreasure\b")
"""What only a case with event cards names among its values."""


def _seat(case: Case, s: State, word: str, key: str, item: Text | None = None) -> int:
    """The seat of `P1` .. `P5`, or of `T` in a Crusade."""
    found = _SEAT.fullmatch(word)
    where = item or Text(word, case.lines.get(key, case.line))
    if not found or (word == "T" and not s.setup.crusade):
        raise case.fault(where, f"'{word}' under '{key}' is not a player of this game")
    seat = TRIBES if word == "T" else int(found[1]) - 1
    if seat != TRIBES and seat >= s.setup.seats:
        raise case.fault(where, f"there is no {word} in this game")
    return seat


def rights_before(case: Case, library: Library, item: Text) -> tuple[Text, list[Boon]]:
    """The rights that stand before a combo In Decline (`Elixir Commando Orcs`), and the rest."""
    found: list[Boon] = []
    words = item.value.split()
    while words and (right := library.right(words[0].lower())) is not None:
        found.append(right)
        words = words[1:]
    return Text(" ".join(words), item.line), found


def put_words(case: Case, s: State) -> None:
    """Put what the further keys say into the position; the races and cards are there already."""
    library = s.setup.library
    for key, what in (("earned", EARNED), ("conquered", CONQUERED)):
        for word, item in case.mapping(key).items():
            note(s, _seat(case, s, word, key, item), what, case.number(item, key))
    won = case.text("won")
    if won.value:
        s.memory[OF_SEAT[_seat(case, s, won.value, "won", won)], WON] = 1
    for word, item in case.mapping("second").items():
        seat = _seat(case, s, word, "second", item)
        badge = library.power_index.get(item.value)
        if badge is None or not s.unseen_badges >> badge & 1:
            raise case.fault(item, f"'{item.value}' is no Special Power that is still to be had")
        s.unseen_badges &= ~(1 << badge)
        slot = ACTIVE_OF[seat]
        if s.combo[slot] is None:
            s.memory[OF_SEAT[seat], SECOND] = badge + 1
        else:
            s.more[slot] = (*s.more[slot], badge)
            refresh(s, slot)
    for word, item in case.mapping("kept").items():
        seat = _seat(case, s, word, "kept", item)
        banner, badge = _combo(case, library, item)
        if not s.unseen_banners >> banner & 1 or not s.unseen_badges >> badge & 1:
            raise case.fault(item, f"'{item.value}' is not to be had any more")
        s.unseen_banners &= ~(1 << banner)
        s.unseen_badges &= ~(1 << badge)
        keep_combo(s, seat, banner, badge)
    elixir = case.text("elixir")
    if elixir.value:
        right = library.right("elixir")
        if right is None:
            raise case.fault(elixir, "no box of this game has an 'elixir'")
        seat = _seat(case, s, elixir.value, "elixir", elixir)
        slot = ACTIVE_OF[seat]
        s.memory[slot if s.combo[slot] is not None else OF_SEAT[seat], right.key] = 1
        refresh(s, slot)


def order_of(case: Case, s: State) -> None:
    """Put the seats of the round in the order that the case gives."""
    named = case.sequence("order")
    if not named:
        return
    if case.text("begins").value == "round":
        raise case.error("order", "'order' belongs to a round whose start is over")
    seats = tuple(_seat(case, s, item.value, "order", item) for item in named)
    if sorted(seats) != sorted(s.order):
        raise case.error("order", "'order' names every player once")
    s.order = seats


def _combo(case: Case, library: Library, item: Text) -> tuple[int, int]:
    try:
        return parse_combo(library, item.value)
    except ParseError as error:
        raise case.fault(item, str(error)) from None


def check_words(case: Case, s: State) -> Iterator[str]:
    """Compare the position with the further checks; yields what differs."""
    then = case.then
    library = s.setup.library

    def differs(what: str, wanted: object, found: object) -> Iterator[str]:
        if wanted != found:
            yield f"{what} should be {wanted}, not {found}"

    if "order" in then:
        wanted = [item.value for item in case.sequence("order", then)]
        yield from differs("the order", wanted, [seat_name(seat) for seat in s.order])
    if "won" in then:
        winners = [seat for seat in (*range(s.setup.seats), TRIBES) if _kept(s, seat, WON)]
        found = " ".join(seat_name(seat) for seat in winners) or NOBODY
        yield from differs("who won", case.single("won", then).value, found)
    if "elixir" in then:
        right = library.right("elixir")
        found = NOBODY
        for seat in range(s.setup.seats):
            places = (ACTIVE_OF[seat], OF_SEAT[seat])
            if right is not None and any((place, right.key) in s.memory for place in places):
                found = seat_name(seat)
        yield from differs("the elixir", case.single("elixir", then).value, found)
    for word, item in case.mapping("second", then).items():
        seat = _seat(case, s, word, "second", item)
        badges = [*s.more[ACTIVE_OF[seat]]]
        if _kept(s, seat, SECOND):
            badges.append(_kept(s, seat, SECOND) - 1)
        found = " ".join(library.powers[badge].name for badge in badges) or NOBODY
        yield from differs(f"{word}'s second badge", item.value, found)
    for word, item in case.mapping("kept", then).items():
        combo = kept_combo(s, _seat(case, s, word, "kept", item))
        found = NOBODY if combo is None else combo_text(library, *combo)
        yield from differs(f"{word}'s kept combo", item.value, found)
    for word, item in case.mapping("races", then).items():
        slot = ACTIVE_OF[_seat(case, s, word, "races", item)]
        yield from differs(f"{word}'s Active race", item.value, _race(s, slot) or NOBODY)
    for word, items in case.lists("declined", then).items():
        seat = _seat(case, s, word, "declined")
        races = [_race(s, slot) for slot in PAST_OF[seat] if s.banner[slot] != NONE]
        wanted = [item.value for item in items]
        yield from differs(f"{word}'s races In Decline", sorted(wanted), sorted(races))
    if "pot" in then:
        wanted_pot = case.number(case.single("pot", then), "pot")
        yield from differs("the pot", wanted_pot, s.memory.get((EMPTY, POT), 0))
    for word, item in case.mapping("shown", then).items():
        coins = _kept(s, _seat(case, s, word, "shown", item), SHOWN) - 1
        yield from differs(f"what {word} showed", case.number(item, "shown"), coins)


def _kept(s: State, seat: int, what: str) -> int:
    return s.memory.get((OF_SEAT[seat], what), 0)


def _race(s: State, slot: int) -> str:
    """A race as a position writes it: what it has besides, badge, banner; empty for none."""
    library = s.setup.library
    if s.banner[slot] == NONE:
        return ""
    words = [
        right.word.capitalize()
        for right in library.rights
        if IS_DECLINED[slot] and (slot, right.key) in s.memory
    ]
    return " ".join([*words, combo_text(library, s.banner[slot], s.badge[slot])])


__all__ = ["CARD_WORDS", "check_words", "order_of", "put_words", "rights_before"]
