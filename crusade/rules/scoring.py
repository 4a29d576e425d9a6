"""What a seat earns: one function for the score sheet, the preview and the worth of a Region."""

from __future__ import annotations

from functools import cache

from .board import bits
from .ids import CLASSIC, IS_DECLINED, OWNER, SLOTS_OF, SOLO, TRIBES, TRIBES_SLOT
from .labels import RACE, Label, Term
from .markers import count
from .pieces import carries, refresh, vacate
from .questions import Items, Source, overridden
from .state import State

REGIONS = Label("Regions")
REGIONS_ACTIVE = Label("Regions of {race:the}")
REGIONS_DECLINED = Label("Regions of {race:the}, In Decline")


def income(s: State, seat: int, items: Items | None = None, without: int = 0) -> int:
    """Coins that ``seat``'s races and Regions earn as they stand (`base.md V1 to V3`).

    One per Region of each of his races, what Race and power add while Active, and what outlasts a
    decline, with what holds for everybody and what lies on the Regions. ``without`` is a mask of
    Regions to leave out; the worth of a Region is the difference. Appends (label, coins, mask of
    Regions) to ``items`` if given. What a scoring pays is `earnings`.
    """
    total = 0
    combos, regions = s.combo, s.held
    library = s.setup.library
    paying = library.paying if seat == TRIBES else library.paying_persons
    for slot in SLOTS_OF[seat]:
        combo = combos[slot]
        if combo is None:
            continue
        held = regions[slot] & ~without
        coins = held.bit_count()
        for mask in combo.coin_masks:
            coins += (held & mask).bit_count()
        if items is not None:
            _itemise(s, slot, held, items)
        for mask, text in combo.series:
            if held & mask:
                coins += _in_row(held & mask, in_row(s, slot, mask, without), text, items)
        for more in combo.income:
            coins += more(s, slot, held, items)
        if combo.altered:
            coins = _altered(s, slot, held, coins, items, without)
        elif paying and s.laid & held:
            coins += _lying(s, slot, held, items)
        total += coins
    return total


def _altered(s: State, slot: int, held: int, coins: int, items: Items | None, without: int) -> int:
    """What is made of the ``coins`` that a race earns, where something takes from them or adds."""
    combo = s.combo[slot]
    assert combo is not None
    if combo.alters or s.setup.library.paying:
        return _changed(s, slot, held, coins, items, without)
    # Nothing else is taken, and each Region yields its own coin at least.
    robs, text = combo.robbed[0]
    hit = held & robs(s)
    if items is not None and hit:
        items.append((text, -hit.bit_count(), hit))
    return coins - hit.bit_count()


def _changed(s: State, slot: int, held: int, coins: int, items: Items | None, without: int) -> int:
    """What cards make of the ``coins`` that a race earns, with what lies on its Regions ``held``
    (`events.md E7, E10`).
    """
    combo = s.combo[slot]
    assert combo is not None
    times, why = combo.times
    if times != 1 and coins:
        if items is not None:
            items.append((why, coins * (times - 1), held))
        coins *= times
    if s.setup.library.paying:
        coins += _lying(s, slot, held, items)
    before: list[int] = []
    for mask, text in poorer(s, slot):
        # A Region yields at least the coin for holding it, or what lies there.
        hit = held & mask if times else held & mask & _paying(s)
        for r in bits(hit & before[-1]) if before else ():
            # It has yielded one coin less already, and never yields less than none.
            if _yield(s, slot, held, r, without) <= sum(mask >> r & 1 for mask in before):
                hit &= ~(1 << r)
        before.append(hit | (before[-1] if before else 0))
        coins -= hit.bit_count()
        if items is not None and hit:
            items.append((text, -hit.bit_count(), hit))
    for doubled, text in combo.doubles:
        for r in bits(doubled(s, slot) & held):
            more = region_coins(s, slot, held, r, without)
            coins += more
            if items is not None:
                items.append((text, more, 1 << r))
    return coins


def poorer(s: State, slot: int) -> tuple[tuple[int, Label], ...]:
    """What makes Regions yield a coin less to the race in ``slot`` now: (mask, label)."""
    combo = s.combo[slot]
    assert combo is not None
    found = combo.poorer
    for robs, text in combo.robbed:
        found += ((robs(s), text),)
    return found


def in_row(s: State, slot: int, mask: int, without: int = 0) -> int:
    """How many of the Regions ``mask``, which earn in a row, come before those of the race in
    ``slot``: its seat's races count together, the Active one first.
    """
    before = 0
    for other in SLOTS_OF[OWNER[slot]]:
        if other == slot:
            break
        before += (s.held[other] & mask & ~without).bit_count()
    return before


def _in_row(regions: int, before: int, text: Label, items: Items | None) -> int:
    """Coins that ``regions`` earn besides their own by being in a row behind so many ``before``
    them (`riverworld.md W11, W12`).
    """
    if items is not None:
        for place, r in enumerate(bits(regions), before + 1):
            if place > 1:
                items.append((text.given(number=place), place - 1, 1 << r))
    return _steps(regions.bit_count(), before)


def longer_row(s: State, slot: int, mask: int, r: int) -> tuple[int, int]:
    """How many of the Regions ``mask``, which earn in a row, its seat would hold if the race in
    ``slot`` held Region ``r`` of them too, and the coins that this adds to the row: those behind
    it move up, each race's counted as often as its coins are.
    """
    coins = number = late = 0
    for other in SLOTS_OF[OWNER[slot]]:
        combo = s.combo[other]
        if combo is None:
            continue
        stand = (s.held[other] & mask & ~(1 << r)).bit_count()
        had = _steps(stand, number)
        if other == slot:
            late = 1
            has = _steps(stand + 1, number)
        else:
            has = _steps(stand, number + late)
        coins += (has - had) * combo.times[0]
        number += stand
    return number + late, coins


def _steps(number: int, before: int) -> int:
    """Coins that so many Regions earn besides their own in a row, behind so many ``before``."""
    return number * before + number * (number - 1) // 2


def _yield(s: State, slot: int, held: int, r: int, without: int) -> int:
    """Coins that Region ``r`` yields the race in ``slot`` before anything is taken off."""
    combo = s.combo[slot]
    assert combo is not None
    lies = sum(coins for _, coins in lying_at(s, r, slot == TRIBES_SLOT))
    plain = sum(coins for _, coins in lying_at(s, r))
    return (region_coins(s, slot, held, r, without) - plain) * combo.times[0] + lies


def region_coins(s: State, slot: int, held: int, r: int, without: int = 0) -> int:
    """Coins that Region ``r`` itself brings the race in ``slot``: its own, those of what lies
    there, and what is counted Region by Region. ``without`` as in `income`.
    """
    combo = s.combo[slot]
    assert combo is not None
    items: Items = []
    _itemise(s, slot, held, items)
    for mask, text in combo.series:
        _in_row(held & mask, in_row(s, slot, mask, without), text, items)
    for more in combo.income:
        more(s, slot, held, items)
    coins = sum(coins // mask.bit_count() for _, coins, mask in items if mask >> r & 1)
    return coins + sum(coins for _, coins in lying_at(s, r))


def _paying(s: State) -> int:
    """Mask of the Regions where something lies that pays."""
    mask = 0
    for kind, _ in s.setup.library.paying:
        mask |= s.marks[kind]
    return mask


def _lying(s: State, slot: int, held: int, items: Items | None) -> int:
    """Coins of what lies on the Regions ``held`` of the race in ``slot`` and pays its holder
    (`events.md E7`).
    """
    total = 0
    if items is None:
        library = s.setup.library
        tribes = slot == TRIBES_SLOT and s.setup.crusade
        for kind, piece in library.paying if tribes else library.paying_persons:
            hit = s.marks[kind] & held
            if hit:
                pays = piece.pays + piece.pays_tribes if tribes else piece.pays
                number = hit.bit_count()
                if piece.stacks:
                    number = sum([count(s, kind, r) for r in bits(hit)])
                total += number * pays
        return total
    for r in bits(held & _paying(s)):
        for label, coins in lying_at(s, r, slot == TRIBES_SLOT):
            total += coins
            items.append((label, coins, 1 << r))
    return total


def lying_at(s: State, r: int, tribes: bool = False) -> list[tuple[Label, int]]:
    """What lies in Region ``r`` and pays whoever holds it: (label, coins).

    With ``tribes`` also what pays the Lost Tribes in a Crusade for what they cannot use
    (`crusade.md I4`).
    """
    found = []
    tribes = tribes and s.setup.crusade
    for kind, piece in s.setup.library.paying:
        if not s.marks[kind] >> r & 1:
            continue
        number = count(s, kind, r)
        pays = piece.pays + (piece.pays_tribes if tribes else 0)
        if number and pays:
            title = piece.title
            label = title.given(count=number) if title.many else title
            found.append((label, number * pays))
    return found


def earnings(s: State, seat: int, items: Items | None = None) -> int:
    """Coins that ``seat`` gets if his turn is scored now: `income`, with what the cards in force
    make of the whole sum.
    """
    total = income(s, seat, items)
    for source in _summing(s.everybody):
        total = source.total(s, seat, total, items)
    return total


@cache
def _summing(everybody: tuple[Source, ...]) -> tuple[Source, ...]:
    """Those of ``everybody`` that make anything of a whole sum."""
    return tuple([source for source in everybody if overridden(source, "total")])


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
    return income(s, seat) - income_without(s, seat, r)


def income_without(s: State, seat: int, r: int, items: Items | None = None) -> int:
    """Coins that ``seat`` would earn if he did not hold Region ``r``; what lies there would not
    answer for him any more. What others see there stays as it is: side effects on other Regions
    have no part in a worth (`crusade.md F`).
    """
    if s.setup.library.bearing and carries(s, r):
        slot = s.occ[r]
        then = s.copy()
        vacate(then, r)
        refresh(then, slot)
        then.occ, then.held, then.tokens = s.occ, s.held, s.tokens  # read, not changed
        s = then
    return income(s, seat, items, 1 << r)


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
