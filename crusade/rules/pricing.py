"""What a conquest costs and where a race may attack; the same functions quote and charge."""

from __future__ import annotations

from . import early
from .board import bits
from .ids import DIE, NONE, SLOTS_OF, TRIBES, TRIBES_SLOT
from .labels import RACE, TERRAIN, Label, Term
from .markers import pieces_at, silenced
from .state import State

Costs = list[tuple[Label, int]]
"""An itemised cost: label, tokens."""

ANY_REGION = Label("any Region")
TOKENS = Label("{count} token", many="{count} tokens")
AT_LEAST = Label("at least 1 token")


def price(s: State, slot: int, r: int, items: Costs | None = None) -> int:
    """The conquest cost of Region ``r`` for the race in ``slot``, in tokens (`base.md K1, K2`).

    What the land asks for, and what each piece adds, each token there, less the discounts, but
    never under 1. Tokens that will stand there before this race fights are counted (`rulings.md
    85`). Whether the Region may be attacked at all is `reach`'s business. Appends what makes the
    sum to ``items`` if given.
    """
    combo = s.combo[slot]
    assert combo is not None, "only a race that is in play can be quoted a price"
    cost = s.board.defence[r] + s.tokens[r] + s.walls[r] - combo.cheaper[r]
    if combo.discounts:
        for discount in combo.discounts:
            cost -= discount(s, slot, r)
    if s.early:
        cost += early.waiting(s, slot, r)
    if s.guards and s.occ[r] in s.guards:
        cost += toll(s, slot, r)
    if items is not None:
        _itemise(s, slot, r, cost, items)
    return cost if cost > 0 else 1


def toll(s: State, attacker: int, r: int) -> int:
    """What the race that holds Region ``r``, one of the ``guards``, makes ``attacker`` pay more, in
    tokens.
    """
    more = 0
    slot = s.occ[r]
    combo = s.combo[slot]
    assert combo is not None
    for ask, _ in combo.tolls:
        more += ask(s, slot, attacker, r)
    if combo.spurns and spurned(s, attacker) >> r & 1:
        more += _refused(s, attacker, r)
    return more


def dearer(s: State) -> int:
    """Mask of the Regions for which `toll` may ask more."""
    mask = 0
    for slot in s.guards:
        combo = s.combo[slot]
        assert combo is not None
        if combo.asks_more:
            mask |= s.held[slot]
    return mask


def by_tables(s: State, slot: int, mask: int) -> bool:
    """Whether the `price` of each Region of ``mask`` for the race in ``slot`` is the sum of the
    tables and of nothing else.
    """
    combo = s.combo[slot]
    assert combo is not None
    return combo.flat and not s.early and not (s.guards and dearer(s) & mask)


def spurned(s: State, attacker: int) -> int:
    """Mask of the Regions against which nothing helps ``attacker`` (`Source.spurns`)."""
    mask = 0
    for slot in s.guards:
        combo = s.combo[slot]
        assert combo is not None
        for spurns in combo.spurns:
            mask |= spurns(s, slot, attacker)
    return mask


def _refused(s: State, slot: int, r: int) -> int:
    """What the race in ``slot`` would pay less for Region ``r``, could anything help it there."""
    combo = s.combo[slot]
    assert combo is not None
    less = 0
    for mask, _, sign in combo.cheaper_why:
        less += max(0, sign) * (mask >> r & 1)
    for discount in combo.discounts:
        less += max(0, discount(s, slot, r))
    return less


def adjacent(s: State, slot: int, mask: int) -> int:
    """The Regions that are adjacent to any of ``mask`` for the race in ``slot``: neighbours, and
    what its abilities, Places and Relics make such.
    """
    combo = s.combo[slot]
    found = s.board.near[mask]
    if combo is not None:
        for links in combo.links:
            found |= links(s.board, mask)
        for links_now in combo.links_now:
            found |= links_now(s, slot, mask)
    return found


def sets_of(s: State, slot: int, held: int) -> int:
    """How many separate sets the Regions ``held`` of the race in ``slot`` make, by what is adjacent
    for it.
    """
    sets = 0
    left = held
    while left:
        sets += 1
        joined = left & -left
        left &= ~joined
        grown = True
        while grown:
            more = adjacent(s, slot, joined) & left
            for r in bits(left & ~more):
                if adjacent(s, slot, 1 << r) & joined:
                    more |= 1 << r
            joined |= more
            left &= ~more
            grown = bool(more)
    return sets


def _itemise(s: State, slot: int, r: int, cost: int, items: Costs) -> None:
    """Name the parts of a cost that `price` has just added up."""
    combo = s.combo[slot]
    assert combo is not None
    bit = 1 << r
    terrain = s.board.terrains[r]
    library = s.setup.library
    items.append(
        (ANY_REGION if terrain.price == 2 else Label(terrain.name, context=TERRAIN), terrain.price)
    )
    if terrain.adds:
        items.append((Label(terrain.name, context=TERRAIN), terrain.adds))
    for kind, number in pieces_at(s, r):
        piece = library.pieces[kind]
        if piece.defence and not silenced(s, piece, r):
            title = piece.title
            label = title.given(count=number) if title.many else title
            items.append((label, piece.defence * number))
    tokens = s.tokens[r] + (early.waiting(s, slot, r) if s.early else 0)
    if tokens:
        if s.occ[r] == TRIBES_SLOT:
            label = library.folk.tokens.given(count=tokens)
        else:
            label = TOKENS.given(count=tokens)
        items.append((label, tokens))
    alone = bool(s.guards) and bool(spurned(s, slot) & bit)  # nothing helps there
    for mask, why, sign in combo.cheaper_why:
        if mask & bit and not (alone and sign > 0):
            items.append((why, -sign))
    for discount, why in combo.discounts_why:
        less = discount(s, slot, r)
        if less and not (alone and less > 0):
            items.append((why, -less))
    holder = s.combo[s.occ[r]] if s.occ[r] in s.guards else None
    if holder is not None:
        for ask, why in holder.tolls:
            more = ask(s, s.occ[r], slot, r)
            if more:
                items.append((why, more))
    if cost < 1:
        items.append((AT_LEAST, 1 - cost))


def reach(s: State, slot: int) -> int:
    """The Regions that the race in ``slot`` may attack now, whatever they cost.

    Adjacent to what it holds or, if it holds nothing, where it may enter (`base.md F1 to F5, K8`);
    not its own, nothing it may not hold (`K5`), nothing immune (`K3`), nothing that another race
    keeps from it (`K7`), and not, for the Lost Tribes, the races of whoever plays them
    (`crusade.md E1, H3`).
    """
    combo = s.combo[slot]
    if combo is None:
        return 0
    board = s.board
    held = s.held[slot]
    if held:
        mask = board.near[held]
        for more in combo.reach:
            mask |= more(board, held)
    else:
        mask = combo.entry
    if combo.reach_now:
        for now in combo.reach_now:
            mask |= now(s, slot, held)
    mask &= combo.takes & ~(held | s.safe)
    if combo.bars or s.guards:
        mask = allowed(s, slot, mask)
        return mask & ~_out_of_help(s, slot) if s.guards else mask
    if slot == TRIBES_SLOT and s.control != NONE:
        mask &= ~spared(s)
    return mask


def allowed(s: State, slot: int, mask: int) -> int:
    """What of ``mask`` the race in ``slot`` may attack if it can get there."""
    combo = s.combo[slot]
    assert combo is not None
    mask &= combo.takes & ~(s.held[slot] | s.safe)
    for bars in combo.bars:
        mask &= ~bars(s, slot)
    if s.guards:
        mask &= ~protected(s, slot)
    if slot == TRIBES_SLOT and s.control != NONE:
        mask &= ~spared(s)
    return mask


def _out_of_help(s: State, slot: int) -> int:
    """Mask of the Regions that the race in ``slot`` reaches only by what does not help there."""
    mask = spurned(s, slot)
    if mask:
        held = s.held[slot]
        mask &= ~(s.board.near[held] if held else s.board.entry)
    return mask


def spared(s: State) -> int:
    """Mask of the Regions that the Lost Tribes spare: those of whoever plays them."""
    held = s.held
    holder, past, other = SLOTS_OF[s.control]
    return held[holder] | held[past] | held[other]


def cheapest(s: State, slot: int, mask: int) -> tuple[int, int]:
    """The Regions of ``mask`` with the lowest `price` for the race in ``slot``, as a mask, and that
    price in tokens (0 where the mask is empty).
    """
    combo = s.combo[slot]
    assert combo is not None
    best = 0
    lowest = 1 << 20
    if combo.flat and not s.early and not (s.guards and dearer(s) & mask):
        # Nothing depends on more than the tables: the sum of `price`, without a call per Region.
        defence, tokens, walls, cheaper = s.board.defence, s.tokens, s.walls, combo.cheaper
        for r in bits(mask):
            cost = defence[r] + tokens[r] + walls[r] - cheaper[r]
            if cost < 1:
                cost = 1
            if cost < lowest:
                lowest = cost
                best = 1 << r
            elif cost == lowest:
                best |= 1 << r
    else:
        for r in bits(mask):
            cost = price(s, slot, r)
            if cost < lowest:
                lowest = cost
                best = 1 << r
            elif cost == lowest:
                best |= 1 << r
    return best, lowest if best else 0


def protected(s: State, attacker: int) -> int:
    """Mask of the Regions that some race keeps from ``attacker`` (`base.md K7`)."""
    mask = 0
    for slot in s.guards:
        combo = s.combo[slot]
        assert combo is not None
        for protects in combo.protects:
            mask |= protects(s, slot, attacker)
    return mask


def die_chance(short: int) -> tuple[int, int]:
    """How many of the six faces of the die cover ``short`` missing tokens (`base.md D1`)."""
    return sum(face >= short for face in DIE), len(DIE)


def seat_name(seat: int) -> str:
    """`P1` .. `P5`, or `T` for the Lost Tribes."""
    return "T" if seat == TRIBES else f"P{seat + 1}"


def race_term(s: State, slot: int) -> Term:
    """The name of the race in ``slot``, for a message."""
    return Term(RACE, s.setup.library.races[s.banner[slot]].name)
