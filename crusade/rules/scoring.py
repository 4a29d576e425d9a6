"""What a seat earns: one function for the score sheet, the preview and the worth of a Region."""

from __future__ import annotations

from .board import bits
from .ids import CLASSIC, IS_DECLINED, SLOTS_OF, SOLO, TRIBES
from .labels import RACE, Label, Term
from .questions import Items
from .state import State

REGIONS = Label("Regions")
REGIONS_ACTIVE = Label("Regions of {race:the}")
REGIONS_DECLINED = Label("Regions of {race:the}, In Decline")


def income(s: State, seat: int, items: Items | None = None, without: int = 0) -> int:
    """Coins that ``seat`` would get if his turn were scored now (`base.md V1 to V3`).

    One per Region of each of his races, what Race and power add while Active, and what outlasts a
    decline, with everything that holds for everybody. ``without`` is a mask of Regions to leave
    out; the worth of a Region is the difference. Appends (label, coins, mask of Regions) to
    ``items`` if given.
    """
    total = 0
    combos, regions = s.combo, s.held
    for slot in SLOTS_OF[seat]:
        combo = combos[slot]
        if combo is None:
            continue
        held = regions[slot] & ~without
        total += held.bit_count()
        for mask in combo.coin_masks:
            total += (held & mask).bit_count()
        if items is not None:
            _itemise(s, slot, held, items)
        for more in combo.income:
            total += more(s, slot, held, items)
    if s.everybody:
        for source in s.everybody:
            total = source.total(s, seat, total, items)
    return total


def _itemise(s: State, slot: int, held: int, items: Items) -> None:
    """Name what `income` has just counted per Region."""
    combo = s.combo[slot]
    assert combo is not None
    if held:
        label = REGIONS
        if combo.race is not None:
            label = REGIONS_DECLINED if IS_DECLINED[slot] else REGIONS_ACTIVE
            label = label.given(race=Term(RACE, combo.race.name))
        items.append((label, held.bit_count(), held))
    for mask, text in combo.coins:
        if held & mask:
            items.append((text, (held & mask).bit_count(), held & mask))


def held_by(s: State, seat: int) -> int:
    """Mask of the Regions that ``seat``'s races hold, Active and In Decline."""
    mask = 0
    for slot in SLOTS_OF[seat]:
        mask |= s.held[slot]
    return mask


def worth(s: State, seat: int, r: int) -> int:
    """Coins that ``seat`` would earn less at a scoring now without Region ``r`` (`crusade.md
    F`).
    """
    if not held_by(s, seat) >> r & 1:
        return 0
    return income(s, seat) - income(s, seat, None, 1 << r)


def tokens_on_board(s: State, seat: int) -> int:
    """Race tokens of ``seat`` on the board, Active and In Decline: the tie-break (`base.md E2`)."""
    return sum(s.tokens[r] for r in bits(held_by(s, seat)))


def winners(s: State) -> tuple[int, ...]:
    """Who has won if the game ends now (`base.md E1 to E3`, `crusade.md G1, H4`)."""
    persons = range(s.setup.seats)
    best = max(s.coins[seat] for seat in persons)
    if s.setup.mode != CLASSIC and s.coins[TRIBES] >= best:
        return (TRIBES,)
    leaders = [seat for seat in persons if s.coins[seat] == best]
    if len(leaders) > 1 and s.setup.mode != SOLO:
        most = max(tokens_on_board(s, seat) for seat in leaders)
        leaders = [seat for seat in leaders if tokens_on_board(s, seat) == most]
    return tuple(leaders)
