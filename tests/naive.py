"""A slow counter of conquest sequences, written from the numbered statements and nothing else.

It shares no code with the engine: no masks, no prices, no reach. Regions are dictionaries, races
and powers are words. Where this counter and the engine differ, one of them misreads `base.md`.
"""

from __future__ import annotations

from copy import deepcopy
from dataclasses import dataclass, field


@dataclass
class Land:
    """A Region of the board: terrain, symbols, whether it touches the edge, and its neighbours."""

    terrain: str
    symbols: frozenset[str] = frozenset()
    edge: bool = False
    touches: set[str] = field(default_factory=set)


@dataclass
class Stand:
    """Who stands in a Region. Owners: me, my-declined, foe, foe-declined, tribe."""

    owner: str
    tokens: int
    markers: set[str] = field(default_factory=set)
    encampments: int = 0


@dataclass
class Position:
    """The moment before a conquest of the player called `me`, tokens ready in hand."""

    lands: dict[str, Land]
    stands: dict[str, Stand]
    race: str
    power: str
    hand: int
    tray: int
    tribes_active: bool = False
    peace: bool = False
    dragon_used: bool = False
    swapped: set[str] = field(default_factory=set)


WATER = ("sea", "lake")


def mine(p: Position) -> list[str]:
    return [name for name, stand in p.stands.items() if stand.owner == "me"]


def entries(p: Position) -> set[str]:
    """F1, F2: where a race without a Region enters."""
    found = set()
    for name, land in p.lands.items():
        by_sea = any(
            p.lands[other].terrain == "sea" and p.lands[other].edge for other in land.touches
        )
        if land.terrain in WATER:
            # F2: Seafaring may enter on a border Sea.
            if p.power == "Seafaring" and land.terrain == "sea" and land.edge:
                found.add(name)
        elif land.edge or by_sea or p.race == "Halflings" or p.power == "Flying":
            found.add(name)
    return found


def attackable(p: Position) -> set[str]:
    """K3, K5, K6, K7, K8 and the entry rules: what may be attacked, whatever it costs."""
    held = mine(p)
    if not held:
        near = entries(p)
    else:
        near = set()
        for name in held:
            near |= p.lands[name].touches
        if p.power == "Flying":
            near |= {name for name, land in p.lands.items() if land.terrain not in WATER}
        if p.power == "Underworld" and any("cavern" in p.lands[n].symbols for n in held):
            near |= {name for name, land in p.lands.items() if "cavern" in land.symbols}
    found = set()
    for name in near:
        stand = p.stands.get(name)
        if stand and stand.owner == "me":
            continue  # K6
        if stand and stand.markers & {"hole", "hero", "dragon"}:
            continue  # K3
        if p.lands[name].terrain in WATER and p.power != "Seafaring":
            continue  # K5
        if stand and stand.owner == "foe" and p.peace:
            continue  # K7
        found.add(name)
    return found


def cost(p: Position, name: str) -> int:
    """K1, K2 and the discounts of the tables."""
    land = p.lands[name]
    stand = p.stands.get(name)
    tokens = 2
    if land.terrain == "mountain":
        tokens += 1
    if stand:
        tokens += stand.tokens + stand.encampments
        tokens += len(stand.markers & {"fortress", "lair"})
    if p.power == "Commando":
        tokens -= 1
    if p.power == "Mounted" and land.terrain in ("hill", "farmland"):
        tokens -= 1
    if p.power == "Underworld" and "cavern" in land.symbols:
        tokens -= 1
    if p.race == "Tritons" and land.terrain not in WATER:
        tokens -= any(p.lands[other].terrain in WATER for other in land.touches)
    if p.race == "Giants":
        mountains = [n for n in mine(p) if p.lands[n].terrain == "mountain"]
        touched = any(n in land.touches for n in mountains)
        if p.power == "Underworld" and "cavern" in land.symbols:  # rulings.md 22
            touched = touched or any("cavern" in p.lands[n].symbols for n in mountains)
        tokens -= touched
    return max(1, tokens)


def may_swap(p: Position, name: str) -> bool:
    """The Sorcerers' row, rulings 35 to 43."""
    stand = p.stands.get(name)
    if p.race != "Sorcerers" or not stand or p.tray < 1:
        return False
    if stand.owner == "tribe":
        if not p.tribes_active:
            return False
    elif stand.owner != "foe":
        return False
    if stand.tokens != 1 or stand.encampments or stand.owner in p.swapped:
        return False
    return bool(mine(p)) or p.power == "Flying"


def take(p: Position, name: str, spent: int) -> Position:
    after = deepcopy(p)
    after.stands[name] = Stand("me", spent)
    return after


def conquests(p: Position) -> list[tuple[str, Position]]:
    """Every conquest that may be made now without a die, and the position after it."""
    found = []
    for name in sorted(attackable(p)):
        price = cost(p, name)
        if p.hand >= 1 and price <= p.hand:
            after = take(p, name, price)
            after.hand -= price
            found.append((name, after))
        if p.hand >= 1 and p.power == "Dragon Master" and not p.dragon_used:
            after = take(p, name, 1)
            after.hand -= 1
            after.dragon_used = True
            found.append((f"{name} with dragon", after))
        if may_swap(p, name):
            after = take(p, name, 1)
            after.tray -= 1
            after.swapped.add(p.stands[name].owner)
            found.append((f"{name} with sorcery", after))
    return found


def count(p: Position, depth: int) -> int:
    if depth == 0:
        return 1
    return sum(count(after, depth - 1) for _, after in conquests(p))
