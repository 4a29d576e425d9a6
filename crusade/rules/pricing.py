"""What a conquest costs and where a race may attack; the same functions quote and charge."""

from __future__ import annotations

from . import turn
from .board import bits
from .ids import DIE, DRAGON, FORTRESS, GHOULS_OVER, HERO, HOLE, LAIR, NONE, TRIBES, TRIBES_SLOT
from .markers import MARK_TABLE
from .state import State

Costs = list[tuple[str, int]]
"""An itemised cost: text, tokens."""


def price(s: State, slot: int, r: int, items: Costs | None = None) -> int:
    """The conquest cost of Region ``r`` for the race in ``slot``, in tokens (`base.md K1, K2`).

    2, and 1 for a Mountain, each Fortress, Lair and Encampment, each token there, less the
    discounts, but never under 1. Whether the Region may be attacked at all is `reach`'s business.
    Tokens that the conquest itself would first put there count as standing (`rulings.md 85`).
    Appends what makes the sum to ``items`` if given.
    """
    combo = s.combo[slot]
    assert combo is not None, "only a race that is in play can be quoted a price"
    cost = s.board.defence[r] + s.tokens[r] + s.walls[r] - combo.cheaper[r]
    for discount in combo.discounts:
        cost -= discount(s, slot, r)
    if s.ghouls != GHOULS_OVER:
        cost += turn.joining(s, slot, r)
    if items is not None:
        _itemise(s, slot, r, cost, items)
    return cost if cost > 0 else 1


def _itemise(s: State, slot: int, r: int, cost: int, items: Costs) -> None:
    """Name the parts of a cost that `price` has just added up."""
    combo = s.combo[slot]
    assert combo is not None
    bit = 1 << r
    items.append(("any Region", 2))
    if s.board.mountain & bit:
        items.append(("Mountain", 1))
    for kind in (FORTRESS, LAIR):
        if s.marks[kind] & bit:
            items.append((MARK_TABLE[kind].word, MARK_TABLE[kind].defence))
    if s.camps[r]:
        items.append(("Encampments" if s.camps[r] > 1 else "Encampment", s.camps[r]))
    tokens = s.tokens[r] + turn.joining(s, slot, r)
    if tokens:
        kind_word = "Lost Tribe token" if s.occ[r] == TRIBES_SLOT else "token"
        items.append((f"{tokens} {kind_word}{'s' if tokens > 1 else ''}", tokens))
    for mask, why in combo.cheaper_why:
        if mask & bit:
            items.append((why, -1))
    for discount, why in combo.discounts_why:
        less = discount(s, slot, r)
        if less:
            items.append((why, -less))
    if cost < 1:
        items.append(("at least 1 token", 1 - cost))


def reach(s: State, slot: int) -> int:
    """The Regions that the race in ``slot`` may attack now, whatever they cost.

    Adjacent to what it holds or, if it holds nothing, where it may enter (`base.md F1 to F5, K8`);
    not its own, no water without leave (`K5`), not immune (`K3`), not under a peace (`K7`), and
    not, for the Lost Tribes, the races of whoever plays them (`crusade.md E1, H3`).
    """
    combo = s.combo[slot]
    if combo is None:
        return 0
    board = s.board
    held = s.held[slot]
    if held:
        mask = 0
        neighbours = board.neighbours
        for r in bits(held):
            mask |= neighbours[r]
        for more in combo.reach:
            mask |= more(board, held)
    else:
        mask = combo.entry
    marks = s.marks
    mask &= combo.takes & ~(held | marks[HOLE] | marks[HERO] | marks[DRAGON])
    if s.peace_by != NONE and slot == s.peace_with * 3:
        mask &= ~s.held[s.peace_by * 3]
    if slot == TRIBES_SLOT and s.control != NONE:
        holder = s.control * 3
        mask &= ~(s.held[holder] | s.held[holder + 1] | s.held[holder + 2])
    return mask


def die_chance(short: int) -> tuple[int, int]:
    """How many of the six faces of the die cover ``short`` missing tokens (`base.md D1`)."""
    return sum(face >= short for face in DIE), len(DIE)


def seat_name(seat: int) -> str:
    """`P1` .. `P5`, or `T` for the Lost Tribes."""
    return "T" if seat == TRIBES else f"P{seat + 1}"
