"""Proof-reading of positions: `audit` names every defect, `audit_step` those of a single move.

Not part of play. Tests and long runs call it after every move; a position that was put together by
hand explains with it what is wrong. An empty list means sound.
"""

from __future__ import annotations

from collections.abc import Iterator

from . import moves
from .abilities import POWERS, RACES, combo_of
from .audit_step import audit_step, checked_play
from .audit_turn import steps_of, turn_defects
from .board import bits
from .ids import (
    CAMPS,
    CONQUER,
    DRAGON,
    EMPTY,
    ENCAMPMENTS,
    FORTRESS,
    FORTRESSES,
    GHOULS_BEGAN,
    GHOULS_OVER,
    GHOULS_SPENT,
    HERO,
    HEROES,
    HEROISM,
    HOLE,
    HOLES,
    IN_DECLINE,
    LAIR,
    MARK_WORDS,
    NONE,
    PICK,
    REDEPLOY,
    SLOTS,
    SPIRIT,
    TRIBES,
    TRIBES_SLOT,
)
from .markers import MARK_TABLE
from .state import State

LAIRS = 10
"""Lairs in the box (`base.md S10`)."""
_LIMITS = {FORTRESS: FORTRESSES, LAIR: LAIRS, HOLE: HOLES, HERO: HEROES, DRAGON: 1}
_SEAT_BITS = (1 << (TRIBES + 1)) - 1

__all__ = ["audit", "audit_step", "checked_play"]


def audit(s: State) -> list[str]:
    """Every defect of the position, one sentence each."""
    return [
        *_board(s),
        *_tokens(s),
        *_markers(s),
        *_combos(s),
        *_pieces(s),
        *_coins(s),
        *turn_defects(s),
        *_hands(s),
        *_memory(s),
    ]


def _persons(s: State) -> range:
    """The slots that persons of this game can have."""
    return range(s.setup.seats * 3)


def _board(s: State) -> Iterator[str]:
    """`occ`, `tokens` and `held` say the same."""
    ids = s.board.ids
    held = [0] * SLOTS
    for r in range(s.board.n):
        slot, tokens = s.occ[r], s.tokens[r]
        if slot == EMPTY:
            if tokens:
                yield f"{ids[r]} is empty but has {tokens} tokens"
        elif slot not in _persons(s) and slot != TRIBES_SLOT:
            yield f"{ids[r]} is held by slot {slot}, which nobody has"
        else:
            held[slot] |= 1 << r
            if tokens < 1:
                yield f"{ids[r]} is held by slot {slot} with {tokens} tokens"
    for slot in range(SLOTS):
        if held[slot] != s.held[slot]:
            yield f"slot {slot} holds {s.held[slot]:b} by its mask, {held[slot]:b} by the board"
    if s.held[TRIBES_SLOT] & s.board.water:
        yield "Lost Tribes stand on water"
    for slot in _persons(s):
        combo = s.combo[slot]
        if slot % 3 == 0 and combo is not None and s.held[slot] & ~combo.takes:
            yield f"slot {slot} holds what it cannot take"


def _tokens(s: State) -> Iterator[str]:
    """Every token is in its tray, on the board, in hand or set aside (`base.md S10, C6`)."""
    found = list(s.tray)
    for slot in _persons(s):
        banner = s.banner[slot]
        if s.hand[slot] < 0:
            yield f"slot {slot} has {s.hand[slot]} tokens in hand"
        if banner == NONE:
            if s.hand[slot] or s.held[slot]:
                yield f"slot {slot} has tokens but no race"
            continue
        found[banner] += s.hand[slot] + sum(s.tokens[r] for r in bits(s.held[slot]))
        combo = s.combo[slot]
        if combo is not None and combo.set_aside:
            found[banner] += s.memo[slot]
    for race, tray, number in zip(RACES, s.tray, found, strict=True):
        if tray < 0:
            yield f"the tray of the {race.name} holds {tray} tokens"
        if number != race.tray:
            yield f"there are {number} {race.name}, not {race.tray}"
    standing = sum(s.tokens[r] for r in bits(s.held[TRIBES_SLOT]))
    aside = s.hand[TRIBES_SLOT]
    if s.setup.crusade and standing + aside != s.setup.tokens:
        yield f"there are {standing + aside} Lost Tribe tokens, not {s.setup.tokens}"
    if not s.setup.crusade and (aside or standing > s.setup.tokens):
        yield f"{standing} Lost Tribe tokens stand and {aside} lie beside the board"


def _markers(s: State) -> Iterator[str]:
    """Markers stand where they may, no more than the box holds, and `walls` is their sum."""
    ids = s.board.ids
    active = 0
    for seat in range(s.setup.seats):
        active |= s.held[seat * 3]
    inhabited = sum(s.held[slot] for slot in _persons(s))
    for kind, mask in enumerate(s.marks):
        word = MARK_WORDS[kind]
        if mask.bit_count() > _LIMITS[kind]:
            yield f"there are {mask.bit_count()} {word} markers, more than {_LIMITS[kind]}"
        where = inhabited if MARK_TABLE[kind].outlasts_decline else active
        for r in bits(mask & ~where):
            yield f"a {word} stands in {ids[r]}, where none may be"
    # A kind of marker that only one race can have stands with one slot alone.
    for kind in (LAIR, HOLE, HERO, DRAGON):
        owners = {s.occ[r] for r in bits(s.marks[kind])}
        if len(owners) > 1:
            yield f"{MARK_WORDS[kind]} markers stand with several races: {sorted(owners)}"
        if kind == LAIR and len(owners) == 1 and s.marks[LAIR] != s.held[next(iter(owners))]:
            yield "a Region of the race with Lairs has none"
    for r in range(s.board.n):
        if s.camps[r] < 0 or (s.camps[r] and not active >> r & 1):
            yield f"{s.camps[r]} Encampments stand in {ids[r]}"
        walls = s.camps[r] + sum(
            mark.defence for kind, mark in enumerate(MARK_TABLE) if s.marks[kind] >> r & 1
        )
        if walls != s.walls[r]:
            yield f"the walls of {ids[r]} are {s.walls[r]}, but should be {walls}"
        if (s.camps[r] and CAMPS not in steps_of(s, s.occ[r])) or (
            s.marks[HERO] >> r & 1 and HEROISM not in steps_of(s, s.occ[r])
        ):
            yield f"the race in {ids[r]} cannot have what stands there"
    if sum(s.camps) > ENCAMPMENTS:
        yield f"there are {sum(s.camps)} Encampments"
    if s.marks[DRAGON]:
        combo = s.combo[s.occ[s.marks[DRAGON].bit_length() - 1] % SLOTS]
        if combo is None or moves.DRAGON not in combo.ways:
            yield "the Dragon stands with a race that does not master it"


def _combos(s: State) -> Iterator[str]:
    """Every slot's combo is the one that its banner, badge and state call for."""
    for slot in range(SLOTS):
        banner, badge, combo = s.banner[slot], s.badge[slot], s.combo[slot]
        if slot == TRIBES_SLOT:
            if banner != NONE or badge != NONE or combo is not combo_of(s.board, NONE, NONE):
                yield "the Lost Tribes have a banner, a badge or someone's abilities"
        elif banner == NONE:
            if badge != NONE or combo is not None:
                yield f"slot {slot} has no banner but a badge or abilities"
        elif slot not in _persons(s):
            yield f"slot {slot} belongs to nobody but has a race"
        else:
            if combo is not combo_of(s.board, banner, badge, declined=slot % 3 != 0):
                yield f"slot {slot} has the abilities of another combo"
            if slot % 3 == IN_DECLINE and badge != NONE:
                yield f"slot {slot} is In Decline but keeps its badge"
            if slot % 3 == SPIRIT and (badge == NONE or POWERS[badge].counts_in_decline):
                yield f"slot {slot} has no badge that lets it stay beside another race"
            if slot % 3 and not s.held[slot] and not s.hand[slot]:
                yield f"the race in slot {slot} is In Decline without a token"


def _pieces(s: State) -> Iterator[str]:
    """Each banner and each badge is in exactly one place (`base.md S3, C7, C9, L10`)."""
    banners = [*bits(s.unseen_banners), *s.under, *(row[0] for row in s.column)]
    badges = [*bits(s.unseen_badges), *bits(s.discards)]
    badges += [row[1] for row in s.column if row[1] != NONE]
    banners += [banner for banner in s.banner if banner != NONE]
    badges += [badge for badge in s.badge if badge != NONE]
    if sorted(banners) != list(bits(s.setup.banners)):
        yield f"the banners in the game are {sorted(banners)}"
    if sorted(badges) != list(bits(s.setup.badges)):
        yield f"the badges in the game are {sorted(badges)}"
    if len(s.column) > 6:
        yield f"the column has {len(s.column)} rows"
    for row, (_, _, coins) in enumerate(s.column):
        if coins < 0:
            yield f"{coins} coins lie on row {row + 1}"


def _coins(s: State) -> Iterator[str]:
    for seat, coins in enumerate(s.coins):
        playing = seat < s.setup.seats or (seat == TRIBES and s.setup.crusade)
        if coins < 0 or (coins and not playing):
            yield f"seat {seat} has {coins} coins"


def _hands(s: State) -> Iterator[str]:
    """Tokens stay in hand only while they may still be placed, or have no Region to go to."""
    for slot in _persons(s):
        combo = s.combo[slot]
        if combo is None:
            continue
        own = slot // 3 == s.seat
        fighting = own and s.phase in (CONQUER, REDEPLOY, PICK) and slot % 3 == 0
        ghouls = own and slot % 3 != 0 and s.ghouls in (GHOULS_BEGAN, GHOULS_SPENT)
        waits = s.driven >> slot & 1 or not s.held[slot]
        if s.hand[slot] and not (fighting or ghouls or waits):
            yield f"slot {slot} keeps {s.hand[slot]} tokens in hand"
        if slot % 3 and not combo.keeps_tokens:
            if s.hand[slot]:
                yield f"slot {slot} is In Decline with tokens in hand"
            if any(s.tokens[r] > 1 for r in bits(s.held[slot])):
                yield f"slot {slot} is In Decline with several tokens in a Region"
    known = 0
    for slot in _persons(s):
        if s.driven >> slot & 1:
            known |= 1 << slot
            if not s.hand[slot]:
                yield f"slot {slot} was driven out but holds nothing"
    for seat in range(s.setup.seats):
        known |= 1 << (SLOTS + seat)
    if s.driven & ~known:
        yield f"driven-out slots {s.driven & ~known:b} do not exist"


def _memory(s: State) -> Iterator[str]:
    """What must be remembered lies in its range, and nothing is remembered for nobody."""
    for slot in range(SLOTS):
        memo, power = s.memo[slot], s.memo_power[slot]
        combo = s.combo[slot]
        if s.banner[slot] == NONE:
            if memo or power:
                yield f"something is remembered for the empty slot {slot}"
            continue
        if not 0 <= memo <= _SEAT_BITS or power not in (0, 1):
            yield f"slot {slot} remembers {memo} and {power}"
        if combo is not None and combo.set_aside:
            most = sum(hook(s, slot) for hook in combo.set_aside)
            if memo > most:
                yield f"{memo} tokens of slot {slot} are set aside, more than {most}"
    if s.picked & ~((1 << s.setup.seats) - 1) or s.attacked & ~_SEAT_BITS:
        yield "seats that do not play have picked or were attacked"
    for slot in _persons(s):
        if s.banner[slot] != NONE and not s.picked >> (slot // 3) & 1:
            yield f"seat {slot // 3} has a race but never picked"
    if s.unready and (s.phase != CONQUER or s.ghouls == GHOULS_OVER):
        yield "the Active race is not ready although nobody goes first"
    if s.stood and (s.begun or s.phase != CONQUER):
        yield "how the tokens stood is remembered for too long"
    if s.fought and not s.begun:
        yield "the Active race has fought in a turn that has not begun"
    if s.nonempty < 0:
        yield f"{s.nonempty} non-empty Regions were conquered"
