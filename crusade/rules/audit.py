"""Proof-reading of positions: `audit` names every defect, `audit_step` those of a single move.

Not part of play. Tests and long runs call it after every move; a position that was put together by
hand explains with it what is wrong. An empty list means sound.
"""

from __future__ import annotations

from collections.abc import Iterator

from . import early
from .audit_step import audit_step, checked_play
from .audit_turn import turn_defects
from .board import bits
from .ids import (
    ACTIVE_OF,
    AFTER_PICK,
    ASK,
    CONQUER,
    CONQUESTS,
    EARLY_BEGAN,
    EARLY_SPENT,
    EMPTY,
    FOUGHT,
    IS_ACTIVE,
    IS_DECLINED,
    KEPT_RIVERS,
    LATER,
    NONE,
    OWNER,
    PICK,
    PROXIES,
    REDEPLOY,
    SECOND,
    SLOTS,
    TRIBES,
    TRIBES_SLOT,
    WAITING,
)
from .markers import count, find, is_safe, walls_of
from .pieces import apart, in_force, kept_combo, own_sources
from .sources import combo_of
from .state import State

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
    return range(ACTIVE_OF[s.setup.seats] if s.setup.seats < TRIBES else TRIBES_SLOT)


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
    if sum(held) & s.board.chasms:
        yield "somebody stands in a chasm"
    for slot in _persons(s):
        combo = s.combo[slot]
        if IS_ACTIVE[slot] and combo is not None and s.held[slot] & ~combo.takes:
            # What it took before a card silenced the leave to take it stays its own (events.md D9).
            takes = combo.takes
            for source in combo.own if s.everybody else ():
                takes |= source.takes(s.board)
            if s.held[slot] & ~takes:
                yield f"slot {slot} holds what it cannot take"
        kept = s.memory.get((slot, KEPT_RIVERS), 0)
        for source in combo.own if combo is not None and s.everybody else ():
            kept |= source.keeps(s.board)  # a card that silences it drives nobody off at once
        if (
            combo is not None
            and s.held[slot] & ~(combo.keeps | kept)
            and not (OWNER[slot] == s.seat and _in_conquests(s))
        ):
            yield f"slot {slot} stays where nobody may stay"


def _in_conquests(s: State) -> bool:
    """Whether the conquests of the turn are on, or something is asked in the course of them."""
    asking = s.phase == ASK and s.moment in (AFTER_PICK, CONQUESTS, FOUGHT)
    return s.phase == CONQUER or asking


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
        found[banner] += apart(s, slot) - s.memory.get((slot, PROXIES), 0)
        found[banner] += s.memory.get((slot, LATER), 0)
    if s.later:
        active = ACTIVE_OF[s.seat]
        if not _in_conquests(s) or s.banner[active] == NONE or s.later < 0:
            yield f"{s.later} tokens wait for a redeployment that does not come"
        else:
            found[s.banner[active]] += s.later
    for race, tray, number in zip(s.setup.library.races, s.tray, found, strict=True):
        if tray < 0:
            yield f"the tray of the {race.name} holds {tray} tokens"
        if number != race.tray:
            yield f"there are {number} {race.name}, not {race.tray}"
    standing = sum(s.tokens[r] for r in bits(s.held[TRIBES_SLOT]))
    beside = s.hand[TRIBES_SLOT]
    if s.setup.crusade and standing + beside != s.setup.tokens:
        yield f"there are {standing + beside} Lost Tribe tokens, not {s.setup.tokens}"
    # Cards may bring Lost Tribes out of the box into a classic game.
    if not s.setup.crusade and (beside or (standing > s.setup.tokens and not s.setup.cards)):
        yield f"{standing} Lost Tribe tokens stand and {beside} lie beside the board"


def _markers(s: State) -> Iterator[str]:
    """Pieces stand where they may, no more than the box holds, and what they add is their sum."""
    ids = s.board.ids
    active = 0
    for seat in range(s.setup.seats):
        active |= s.held[ACTIVE_OF[seat]]
    inhabited = sum(s.held[slot] for slot in _persons(s))
    lively: dict[str, int] = {}
    for slot in _persons(s):
        for power in _kept_whole(s, slot):
            lively[power] = lively.get(power, 0) | s.held[slot]
    for kind, piece in enumerate(s.setup.library.pieces):
        mask = s.marks[kind]
        total = sum(count(s, kind, r) for r in range(s.board.n))
        if total > piece.limit:
            yield f"there are {total} pieces '{piece.word}', more than {piece.limit}"
        if mask != sum(1 << r for r in range(s.board.n) if count(s, kind, r)):
            yield f"the Regions with '{piece.word}' are not those that have some"
        where = s.board.all if piece.stays else inhabited if piece.outlasts_decline else active
        where |= lively.get(piece.source, 0)
        for r in bits(mask & ~where):
            yield f"a {piece.word} stands in {ids[r]}, where none may be"
        # A kind of piece that only one race can have stands with one slot alone.
        owners = {s.occ[r] for r in bits(mask)}
        if piece.alone and len(owners) > 1:
            yield f"pieces '{piece.word}' stand with several races: {sorted(owners)}"
        for owner in owners if piece.everywhere else ():
            if IS_ACTIVE[owner] and mask != s.held[owner]:
                yield f"a Region of the race with '{piece.word}' has none"
        if piece.alone and piece.source and not piece.outlasts_decline:
            for owner in owners:
                combo = s.combo[owner] if owner < SLOTS else None
                names = [source.name for source in combo.own] if combo is not None else []
                if piece.source not in names:
                    yield f"the race in slot {owner} cannot have '{piece.word}'"
    for r in range(s.board.n):
        if walls_of(s, r) != s.walls[r]:
            yield f"the walls of {ids[r]} are {s.walls[r]}, but should be {walls_of(s, r)}"
        if is_safe(s, r) != bool(s.safe >> r & 1):
            yield f"whether {ids[r]} is immune is told wrongly"
    found = s.laid, s.bears
    find(then := s.copy())
    if found != (then.laid, then.bears):
        yield "the Regions where something lies, or answers for the holder, are told wrongly"


def _combos(s: State) -> Iterator[str]:
    """Every slot's combo is the one that its sources and its state call for."""
    library = s.setup.library
    everybody = in_force(s)
    if s.everybody != everybody:
        yield "what holds for everybody is not what is in force"
    for slot in range(SLOTS):
        banner, badge, combo = s.banner[slot], s.badge[slot], s.combo[slot]
        right = combo_of(s.board, everybody, own_sources(s, slot), IS_DECLINED[slot])
        if slot == TRIBES_SLOT:
            if banner != NONE or badge != NONE or combo is None or combo.key != right.key:
                yield "the Lost Tribes have a banner, a badge or someone's abilities"
        elif banner == NONE:
            if badge != NONE or combo is not None or s.more[slot]:
                yield f"slot {slot} has no banner but a badge or abilities"
        elif slot not in _persons(s):
            yield f"slot {slot} belongs to nobody but has a race"
        else:
            if combo is None or combo.key != right.key:
                yield f"slot {slot} has the abilities of another combo"
            whole = bool(_kept_whole(s, slot))
            for number, kept in enumerate((badge, *s.more[slot])):
                if not IS_DECLINED[slot] or kept == NONE or (whole and not number):
                    continue
                if not library.powers[kept].kept_in_decline:
                    yield f"slot {slot} is In Decline but keeps its badge"
            held_back = s.memory.get((slot, LATER), 0)
            if IS_DECLINED[slot] and not s.held[slot] and not s.hand[slot] and not held_back:
                yield f"the race in slot {slot} is In Decline without a token"
        guards = combo is not None and combo.guards
        talks = combo is not None and combo.speaks
        if (slot in s.guards) != guards or bool(s.talkers >> slot & 1) != talks:
            yield f"slot {slot} is not listed among those it belongs to"


def _kept_whole(s: State, slot: int) -> tuple[str, ...]:
    """The name of the power that a race In Decline keeps in full, if it does (`events.md E32`)."""
    combo = s.combo[slot]
    if combo is None or not IS_DECLINED[slot] or s.badge[slot] == NONE:
        return ()
    kept = any(source.keeps_powers for source in combo.own)
    return (s.setup.library.powers[s.badge[slot]].name,) if kept else ()


def _pieces(s: State) -> Iterator[str]:
    """Each banner, badge and card is in exactly one place (`base.md S3, C7, C9, L10`)."""
    banners = [*bits(s.unseen_banners), *s.under, *(row[0] for row in s.column)]
    badges = [*bits(s.unseen_badges), *bits(s.discards)]
    badges += [row[1] for row in s.column if row[1] != NONE]
    banners += [banner for banner in s.banner if banner != NONE]
    badges += [badge for badge in s.badge if badge != NONE]
    badges += [badge for more in s.more for badge in more]
    badges += [number - 1 for (_, key), number in s.memory.items() if key == SECOND]
    houses = [boon for boon in s.setup.library.boons if boon.houses]
    badges += [s.recall(x, EMPTY, "badge") - 1 for x in houses if s.recall(x, EMPTY, "badge")]
    for seat in range(s.setup.seats) if s.setup.cards else ():
        combo = kept_combo(s, seat)
        if combo is not None:
            banners.append(combo[0])
            badges += [combo[1]] if combo[1] != NONE else []
    if sorted(banners) != list(bits(s.setup.banners)):
        yield f"the banners in the game are {sorted(banners)}"
    if sorted(badges) != list(bits(s.setup.badges)):
        yield f"the badges in the game are {sorted(badges)}"
    if len(s.column) > 6:
        yield f"the column has {len(s.column)} rows"
    for row, (_, _, coins) in enumerate(s.column):
        if coins < 0:
            yield f"{coins} coins lie on row {row + 1}"
    shown = [*s.cards, *((s.upcoming,) if s.upcoming != NONE else ())]
    if s.unseen_cards & ~s.setup.cards or any(
        not s.setup.cards >> card & 1 or s.unseen_cards >> card & 1 for card in shown
    ):
        yield f"the cards {shown} are not those of the game"


def _coins(s: State) -> Iterator[str]:
    for seat, coins in enumerate(s.coins):
        playing = seat < s.setup.seats or (seat == TRIBES and s.setup.crusade)
        if coins < 0 or (coins and not playing):
            yield f"seat {seat} has {coins} coins"


def _hands(s: State) -> Iterator[str]:
    """Tokens stay in hand only while they may still be placed, or have no Region to go to."""
    bearing = s.setup.library.bearing
    for slot in _persons(s):
        combo = s.combo[slot]
        if combo is None:
            continue
        own = OWNER[slot] == s.seat
        playing = s.phase in (REDEPLOY, PICK) or _in_conquests(s)
        fighting = own and playing and IS_ACTIVE[slot]
        regroups = own and s.phase == REDEPLOY and slot == early.redeploying(s)
        before = own and early.progress(s, slot) in (EARLY_BEGAN, EARLY_SPENT)
        # Cards let tokens wait in hand for their owner's next turn (events.md E26, E42).
        may_wait = bool(s.setup.cards) and (IS_ACTIVE[slot] or combo.early is not None)
        # What the end of a round has brought home from rivers waits as well (riverworld.md W33).
        may_wait = may_wait or (bool(s.setup.row) and IS_ACTIVE[slot])
        waits = may_wait or s.driven >> slot & 1 or not s.held[slot]
        if s.hand[slot] and not (fighting or before or waits or regroups):
            yield f"slot {slot} keeps {s.hand[slot]} tokens in hand"
        # What a power that is housed on the board has kept is not lost with it (UP29).
        housed = any(piece.brings.houses for _, piece in bearing if piece.brings)
        keeps = housed or any(x.keeps_tokens_in_decline for x in combo.own)
        if IS_DECLINED[slot] and not keeps:
            if s.hand[slot]:
                yield f"slot {slot} is In Decline with tokens in hand"
            if any(s.tokens[r] > 1 for r in bits(s.held[slot])):
                yield f"slot {slot} is In Decline with several tokens in a Region"
    known = 0
    for slot in _persons(s):
        if s.driven >> slot & 1:
            known |= 1 << slot
            if early.driven_out(s, slot) < 1:
                yield f"slot {slot} was driven out but holds nothing"
        elif (slot, WAITING) in s.memory:
            yield f"slot {slot} was not driven out, and some of its tokens wait"
        if (slot, LATER) in s.memory and (not _in_conquests(s) or OWNER[slot] != s.seat):
            yield f"tokens of slot {slot} wait for a redeployment that does not come"
    if s.driven & ~known:
        yield f"driven-out slots {s.driven & ~known:b} do not exist"


def _memory(s: State) -> Iterator[str]:
    """What must be remembered lies in its range, and nothing is remembered for nobody."""
    for (slot, key), value in s.memory.items():
        if not value:
            yield f"nothing is remembered as '{key}' for slot {slot}"
        if slot < SLOTS and slot != TRIBES_SLOT and s.banner[slot] == NONE:
            yield f"'{key}' is remembered for the empty slot {slot}"
    for slot in range(SLOTS):
        combo = s.combo[slot]
        if combo is not None:
            for source in combo.own:
                yield from source.audit(s, slot)
    for source in s.everybody:
        yield from source.audit(s, EMPTY)
    if s.picked & ~((1 << s.setup.seats) - 1) or s.attacked & ~_SEAT_BITS:
        yield "seats that do not play have picked or were attacked"
    for slot in _persons(s):
        if s.banner[slot] != NONE and not s.picked >> OWNER[slot] & 1:
            yield f"seat {OWNER[slot]} has a race but never picked"
    # What is drawn for somebody who only looks interrupts the conquests and begins nothing.
    conquering = s.phase == CONQUER or (s.phase == ASK and s.moment == CONQUESTS)
    if s.unready and (not conquering or not s.early):
        yield "the Active race is not ready although nobody goes first"
    if s.early and not conquering:
        yield "a race In Decline may fight outside the conquests"
    if s.stood and (s.begun or not conquering):
        yield "how the tokens stood is remembered for too long"
    if s.fought and not s.begun:
        yield "the Active race has fought in a turn that has not begun"
    if s.nonempty < 0:
        yield f"{s.nonempty} non-empty Regions were conquered"
    if sorted(s.order) != sorted(set(s.order)) or s.seat not in s.order:
        yield f"the order of the round is {s.order}, and it is seat {s.seat}'s turn"
