"""The few functions that move tokens, banners and badges. Everything that changes a State goes
here.

They keep the derived lists in step and do not ask whether a move is allowed.
"""

from __future__ import annotations

from . import events as ev
from . import markers, moves
from .abilities import POWERS, RACES, combo_of
from .board import bits
from .ids import (
    COLUMN,
    EMPTY,
    IN_DECLINE,
    NONE,
    SLOTS,
    SPIRIT,
    TRIBES,
    TRIBES_SLOT,
)
from .state import State

Events = list[ev.Event]


def vacate(s: State, r: int) -> int:
    """Take every token off Region ``r`` and return their number; markers are left alone."""
    slot = s.occ[r]
    tokens = s.tokens[r]
    s.occ[r] = EMPTY
    s.tokens[r] = 0
    s.held[slot] &= ~(1 << r)
    return tokens


def occupy(s: State, slot: int, r: int, tokens: int) -> None:
    """Put ``tokens`` of the race in ``slot`` into the empty Region ``r``."""
    s.occ[r] = slot
    s.tokens[r] = tokens
    s.held[slot] |= 1 << r


def conquer(s: State, slot: int, r: int, spent: int, way: int, events: Events | None) -> None:
    """``slot`` takes Region ``r`` with ``spent`` tokens that have already left its hand.

    The defender loses 1 token, an Active race as its abilities say, everything to a swap, and takes
    the others in hand (`base.md L1 to L6`). Lost Tribes are out of the game, in a Crusade beside
    the board (`L5`, `crusade.md B2`). Fires the race's own moments.
    """
    victim = s.occ[r]
    defenders = lost = 0
    wiped_out = False
    if victim != EMPTY:
        defenders = vacate(s, r)
        loose = markers.clear(s, r, events)
        if slot % 3 == 0 and slot != TRIBES_SLOT:
            s.nonempty += 1
        if victim == TRIBES_SLOT:
            if s.setup.crusade:
                s.hand[TRIBES_SLOT] += defenders
            else:
                lost = defenders
        else:
            combo = s.combo[victim]
            assert combo is not None
            lost = defenders if way == moves.SORCERY else combo.lost
            kept = defenders - lost
            s.tray[s.banner[victim]] += lost
            seat = victim // 3
            if victim % 3 == 0:
                s.attacked |= 1 << seat
            if kept:
                s.hand[victim] += kept
                if victim % 3 or seat != s.seat:
                    s.driven |= 1 << victim
                else:  # one's own Active tokens, by one's own Ghouls: they join the redeployment
                    s.waiting += kept
            if loose and seat != s.seat:
                s.driven |= 1 << (SLOTS + seat)
            wiped_out = bool(victim % 3 and not s.held[victim] and not s.hand[victim])
    occupy(s, slot, r, spent)
    if events is not None:
        events.append(ev.Conquered(slot, r, spent, way, victim, defenders, lost))
    attacker = s.combo[slot]
    assert attacker is not None
    for hook in attacker.conquered:
        hook(s, slot, r, events)
    if wiped_out:
        remove_race(s, victim, events)


def remove_race(s: State, slot: int, events: Events | None) -> None:
    """A race In Decline leaves for good: tokens to the tray, banner under the stack (`X2, L10`)."""
    banner = s.banner[slot]
    tokens = s.hand[slot]
    for r in bits(s.held[slot]):
        markers.clear(s, r, events)
        tokens += vacate(s, r)
    s.hand[slot] = 0
    s.tray[banner] += tokens
    s.under.append(banner)
    if s.badge[slot] != NONE:
        s.discards |= 1 << s.badge[slot]
    clear_slot(s, slot)
    if events is not None:
        events.append(ev.RaceLeft(slot, banner))


def clear_slot(s: State, slot: int) -> None:
    """Forget who was in ``slot``; its tokens must be elsewhere already."""
    s.banner[slot] = NONE
    s.badge[slot] = NONE
    s.combo[slot] = None
    s.memo[slot] = 0
    s.memo_power[slot] = 0
    s.driven &= ~(1 << slot)


def ready(s: State, slot: int, events: Events | None) -> None:
    """Pick up all Active tokens but one per Region, and whatever else joins (`base.md N2`)."""
    combo = s.combo[slot]
    assert combo is not None
    tokens = s.tokens
    if combo.keeps_tokens:
        s.stood = tuple(tokens)
    taken = 0
    for r in bits(s.held[slot]):
        more = tokens[r] - 1
        if more:
            taken += more
            tokens[r] = 1
    joined = 0
    for hook in combo.readied:
        joined += hook(s, slot)
    s.hand[slot] += taken + joined
    s.unready = False
    if events is not None and taken + joined:
        events.append(ev.Readied(slot, taken, joined))


def pick(s: State, seat: int, row: int, events: Events | None) -> None:
    """``seat`` takes the combo in ``row`` (0 at the top) and pays for it (`base.md C2 to C7`)."""
    column = s.column
    banner, badge, found = column[row]
    for i in range(row):
        above = column[i]
        column[i] = (above[0], above[1], above[2] + 1)
    del column[row]
    s.coins[seat] += found - row
    slot = seat * 3
    race = RACES[banner]
    tokens = race.number + race.extra_tokens()
    if badge != NONE:
        tokens += POWERS[badge].number
    if tokens > s.tray[banner]:
        tokens = s.tray[banner]
    s.tray[banner] -= tokens
    s.hand[slot] = tokens
    s.banner[slot] = banner
    s.badge[slot] = badge
    combo = combo_of(s.board, banner, badge)
    s.combo[slot] = combo
    s.memo[slot] = s.memo_power[slot] = 0
    s.picked |= 1 << seat
    for hook in combo.picked:
        hook(s, slot)
    if events is not None:
        events.append(ev.ComboPicked(seat, row, banner, badge, row, found, tokens))


def owes_deal(s: State) -> bool:
    """Whether the dealer must reveal a combo: a gap in the column and a banner for it (`C7,
    C8`).
    """
    return len(s.column) < COLUMN and bool(s.unseen_banners or s.under)


def deal(s: State, banner: int, badge: int, events: Events | None) -> None:
    """Reveal a combo at the bottom of the column (`base.md C5, C7, C9`)."""
    if s.unseen_banners:
        s.unseen_banners &= ~(1 << banner)
    else:
        s.under.remove(banner)
    if badge != NONE:
        if not s.unseen_badges:
            s.unseen_badges, s.discards = s.discards, 0
        s.unseen_badges &= ~(1 << badge)
    s.column.append((banner, badge, 0))
    if events is not None:
        events.append(ev.ComboDealt(len(s.column) - 1, banner, badge))


def discard_combo(s: State, row: int, events: Events | None) -> None:
    """The combo in ``row`` is discarded, its coins go to the Lost Tribes (`crusade.md C2`)."""
    banner, badge, coins = s.column.pop(row)
    s.under.append(banner)
    if badge != NONE:
        s.discards |= 1 << badge
    s.coins[TRIBES] += coins
    if events is not None:
        events.append(ev.ComboDiscarded(row, banner, badge, coins))


def decline(s: State, seat: int, events: Events | None) -> None:
    """``seat``'s Active race goes In Decline (`base.md X2 to X4, X8, X10`)."""
    old = seat * 3
    combo = s.combo[old]
    assert combo is not None
    banner, badge = s.banner[old], s.badge[old]
    new = seat * 3 + (IN_DECLINE if combo.counts_in_decline else SPIRIT)
    if s.banner[new] != NONE:
        remove_race(s, new, events)
    held = s.held[old]
    markers.decline_markers(s, held, events)
    spare = s.hand[old]
    for hook in combo.readied:  # tokens set aside go back to the tray as well
        spare += hook(s, old)
    s.hand[old] = 0
    tokens = s.tokens
    for r in bits(held):
        s.occ[r] = new
        # Declining replaces readying: those who keep all tokens stand as they stood before it.
        stays = 1 if not combo.keeps_tokens else s.stood[r] if s.stood else tokens[r]
        spare += tokens[r] - stays
        tokens[r] = stays
    s.held[old] = 0
    s.held[new] = held
    s.tray[banner] += spare
    kept_badge = badge if not combo.counts_in_decline else NONE
    if badge != NONE and kept_badge == NONE:
        s.discards |= 1 << badge
    clear_slot(s, old)
    s.banner[new] = banner
    s.badge[new] = kept_badge
    s.combo[new] = combo_of(s.board, banner, kept_badge, declined=True)
    if events is not None:
        counts = tuple((r, tokens[r]) for r in bits(held))
        events.append(ev.Declined(seat, new, banner, held.bit_count(), counts))
    if not held:
        remove_race(s, new, events)
