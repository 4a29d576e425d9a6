"""What a seat earns: one function for the score sheet, the preview and the worth of a Region."""

from __future__ import annotations

from .abilities.base import Items
from .board import bits
from .ids import CLASSIC, SOLO, TRIBES, TRIBES_SLOT
from .state import State


def income(s: State, seat: int, items: Items | None = None, without: int = 0) -> int:
    """Coins that ``seat`` would get if his turn were scored now (`base.md V1 to V3`).

    One per Region of each of his races, what Race and power add while Active, and what outlasts a
    decline. ``without`` is a mask of Regions to leave out; the worth of a Region is the difference.
    Appends (text, coins, mask of Regions) to ``items`` if given.
    """
    if seat == TRIBES:
        held = s.held[TRIBES_SLOT] & ~without
        if items is not None and held:
            items.append(("Regions", held.bit_count(), held))
        return held.bit_count()
    total = 0
    first = seat * 3
    for slot in (first, first + 1, first + 2):
        combo = s.combo[slot]
        if combo is None:
            continue
        held = s.held[slot] & ~without
        total += held.bit_count()
        for mask in combo.coin_masks:
            total += (held & mask).bit_count()
        if items is not None:
            _itemise(s, slot, held, items)
        for more in combo.income:
            total += more(s, slot, held, items)
    return total


def _itemise(s: State, slot: int, held: int, items: Items) -> None:
    """Name what `income` has just counted per Region."""
    combo = s.combo[slot]
    assert combo is not None and combo.race is not None
    where = "in decline" if slot % 3 else "active"
    if held:
        items.append((f"Regions, {combo.race.name} {where}", held.bit_count(), held))
    for mask, text in combo.coins:
        if held & mask:
            items.append((text, (held & mask).bit_count(), held & mask))


def worth(s: State, seat: int, r: int) -> int:
    """Coins that ``seat`` would earn less at a scoring now without Region ``r`` (`crusade.md
    F`).
    """
    if not (s.held[seat * 3] | s.held[seat * 3 + 1] | s.held[seat * 3 + 2]) >> r & 1:
        return 0
    return income(s, seat) - income(s, seat, None, 1 << r)


def tokens_on_board(s: State, seat: int) -> int:
    """Race tokens of ``seat`` on the board, Active and In Decline: the tie-break (`base.md E2`)."""
    return sum(s.tokens[r] for k in range(3) for r in bits(s.held[seat * 3 + k]))


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
