"""A slow counter of conquest sequences, written from the numbered statements and nothing else.

It shares no code with the engine: no masks, no prices, no reach. Regions are dictionaries, races
and powers are words. Where this counter and the engine differ, one of them misreads `base.md`.
"""

from __future__ import annotations

from collections.abc import Iterable
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
    """Who stands in a Region. Owners: me, my-declined, my-active (for a race of mine that fights on
    In Decline), foe, foe-declined, tribe; `seat` says whose where there are several foes.

    Only markers that work now are named: what an event card silences is left out.
    """

    owner: str
    tokens: int
    markers: set[str] = field(default_factory=set)
    encampments: int = 0
    seat: int = 1


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
    swapped: set[tuple[str, int]] = field(default_factory=set)
    # What event cards add (`events.md`).
    second: tuple[str, ...] = ()
    """Further powers (E31)."""
    roll: int = 0
    """The face a Berserk race has rolled."""
    closed: frozenset[str] = frozenset()
    """Terrain that a card closes."""
    barred: set[str] = field(default_factory=set)
    """Regions that may not be taken: left to the Malediction, the White Queen's, at peace."""
    dearer: int = 0
    """Tremor (D10)."""
    cheaper: int = 0
    """Tough Love (E18)."""
    right: int | None = None
    """Blood Brothers: the seat on the right, the Lost Tribes' being TRIBE_SEAT (E18)."""
    catapult: bool = False
    """Whether the Catapult can still be used (E20)."""
    mercenaries: bool = False
    """Whether they can still be hired (E19)."""
    # What River World adds (`riverworld.md`).
    dearer_at: dict[str, int] = field(default_factory=dict)
    """What a Storm and Pirate ships add to the cost of a River Region (W21, W27)."""
    opened: set[str] = field(default_factory=set)
    """What borders the Caravel that has sailed this turn (W17)."""


TRIBE_SEAT = 5


def powers(p: Position) -> tuple[str, ...]:
    return (p.power, *p.second)


WATER = ("sea", "lake")
RIVER = "river"


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
            if "Seafaring" in powers(p) and land.terrain == "sea" and land.edge:
                found.add(name)
        elif land.edge or by_sea or p.race == "Halflings" or "Flying" in powers(p):
            found.add(name)
    return found


def touching(p: Position, regions: Iterable[str]) -> set[str]:
    """K8: what touches any of these; all Caverns touch one another for Underworld."""
    found = set()
    for name in regions:
        found |= p.lands[name].touches
    if "Underworld" in powers(p) and any("cavern" in p.lands[n].symbols for n in regions):
        found |= {name for name, land in p.lands.items() if "cavern" in land.symbols}
    return found


def in_reach(p: Position) -> set[str]:
    """K8, F1, F2: what the race could come to, whoever is there."""
    held = mine(p)
    near = (touching(p, held) if held else entries(p)) | p.opened
    if held and "Flying" in powers(p):
        near |= {name for name, land in p.lands.items() if land.terrain not in WATER}
    return near


def thrown(p: Position) -> set[str]:
    """E20: what the Catapult puts in reach besides: over any land or the Lake, but no Sea."""
    over = {name for name in touching(p, mine(p)) if p.lands[name].terrain != "sea"}
    return touching(p, over) - in_reach(p)


def attackable(p: Position, near: set[str] | None = None) -> set[str]:
    """K3, K5, K6, K7 and what cards close: what of `near` (in reach, if it is not given) may be
    attacked, whatever it costs.
    """
    if near is None:
        near = in_reach(p)
    found = set()
    for name in near:
        stand = p.stands.get(name)
        if stand and stand.owner == "me":
            continue  # K6
        if stand and stand.markers & {"hole", "hero", "dragon"}:
            continue  # K3
        if p.lands[name].terrain in WATER and "Seafaring" not in powers(p):
            continue  # K5
        if stand and stand.owner == "foe" and p.peace:
            continue  # K7
        if p.lands[name].terrain in p.closed or name in p.barred:
            continue
        found.add(name)
    return found


def cost(p: Position, name: str, hired: bool = False) -> int:
    """K1, K2 and the discounts of the tables, with what cards change (D10)."""
    land = p.lands[name]
    stand = p.stands.get(name)
    tokens = 1 if land.terrain == RIVER else 2
    if land.terrain == "mountain":
        tokens += 1
    tokens += p.dearer_at.get(name, 0)
    if stand:
        tokens += stand.tokens + stand.encampments
        tokens += len(stand.markers & {"fortress", "lair"})
    if "Commando" in powers(p):
        tokens -= 1
    if "Mounted" in powers(p) and land.terrain in ("hill", "farmland"):
        tokens -= 1
    if "Underworld" in powers(p) and "cavern" in land.symbols:
        tokens -= 1
    if p.race == "Tritons" and land.terrain not in WATER:
        shores = WATER if land.terrain == RIVER else (*WATER, RIVER)  # riverworld.md W9, W44
        tokens -= any(p.lands[other].terrain in shores for other in land.touches)
    if p.race == "Giants":
        mountains = [n for n in mine(p) if p.lands[n].terrain == "mountain"]
        touched = any(n in land.touches for n in mountains)
        if "Underworld" in powers(p) and "cavern" in land.symbols:  # rulings.md 22
            touched = touched or any("cavern" in p.lands[n].symbols for n in mountains)
        tokens -= touched
    tokens += p.dearer - p.cheaper - p.roll - 2 * hired
    if stand and stand.owner == "foe" and stand.seat == p.right:
        tokens -= 1
    if stand and stand.owner == "tribe" and p.right == TRIBE_SEAT and p.tribes_active:
        tokens -= 1
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
    if stand.tokens != 1 or stand.encampments or (stand.owner, stand.seat) in p.swapped:
        return False
    return bool(mine(p)) or "Flying" in powers(p)


def assaults(p: Position) -> dict[tuple[str, frozenset[str]], int]:
    """Every conquest and final attempt that may be declared now, whatever the hand: by Region and
    ways (dragon, sorcery, mercenaries, catapult), what it takes from the hand.
    """
    found: dict[tuple[str, frozenset[str]], int] = {}
    manners = [(attackable(p), frozenset[str]())]
    if p.catapult and mine(p):
        manners.append((attackable(p, thrown(p)), frozenset({"catapult"})))
    for targets, ways in manners:
        for name in targets:
            found[name, ways] = cost(p, name)
            if p.mercenaries:
                found[name, ways | {"mercenaries"}] = cost(p, name, hired=True)
            if "Dragon Master" in powers(p) and not p.dragon_used:
                found[name, ways | {"dragon"}] = 1
            if may_swap(p, name):
                found[name, ways | {"sorcery"}] = 0
    return found


def ways_over(
    goal: str, first: Iterable[str], rivers: set[str], touches: dict[str, set[str]]
) -> list[tuple[str, ...]]:
    """`crusade.md I2`: every way over some of ``rivers``, begun on one of ``first``, that ends as
    soon as it borders ``goal``.
    """
    found = []
    waiting = [(name,) for name in first]
    while waiting:
        way = waiting.pop()
        around = touches[way[-1]]
        if goal in around:
            found.append(way)
            continue  # whatever goes on from here is longer
        waiting += [(*way, name) for name in around & rivers - set(way)]
    return found


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
        if p.hand >= 1 and "Dragon Master" in powers(p) and not p.dragon_used:
            after = take(p, name, 1)
            after.hand -= 1
            after.dragon_used = True
            found.append((f"{name} with dragon", after))
        if may_swap(p, name):
            after = take(p, name, 1)
            after.tray -= 1
            after.swapped.add((p.stands[name].owner, p.stands[name].seat))
            found.append((f"{name} with sorcery", after))
    return found


def count(p: Position, depth: int) -> int:
    if depth == 0:
        return 1
    return sum(count(after, depth - 1) for _, after in conquests(p))
