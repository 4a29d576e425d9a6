"""Pieces on Regions besides tokens: what each adds, whether it makes immune, what it outlasts.

The library says which kinds there are. Mountains are terrain and belong to the board. A piece whose
source is silenced lies where it lies and does nothing (`events.md D9`).
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import reduce
from operator import or_

from .board import bits
from .events import Event, MarkPlaced, MarkRemoved, PilesSet
from .ids import EMPTY, IS_DECLINED
from .library import Piece
from .questions import Power
from .state import State

Events = list[Event]


def silenced(s: State, piece: Piece, r: int) -> bool:
    """Whether ``piece`` in Region ``r`` does nothing, because its source says nothing now."""
    library = s.setup.library
    if not library.silencing or not s.everybody or not piece.source or s.occ[r] == EMPTY:
        return False
    source = library.by_name.get(piece.source)
    declined = IS_DECLINED[s.occ[r]]
    if source is not None:
        for x in s.everybody:
            if x.silences(source, declined):
                return True
    return False


def count(s: State, kind: int, r: int) -> int:
    """How many pieces of ``kind`` stand in Region ``r``."""
    pile = s.setup.library.pile[kind]
    return s.marks[kind] >> r & 1 if pile < 0 else s.piles[pile * s.board.n + r]


def pieces_at(s: State, r: int) -> tuple[tuple[int, int], ...]:
    """What stands in Region ``r`` besides tokens: (kind, number), in the order of the library."""
    found: tuple[tuple[int, int], ...] = ()
    for kind, mask in enumerate(s.marks):
        if mask >> r & 1:
            found += ((kind, count(s, kind, r)),)
    return found


def walls_of(s: State, r: int) -> int:
    """What the pieces in Region ``r`` add to its conquest cost, in tokens (`base.md K1`)."""
    total = 0
    for kind, piece in s.setup.library.guarding:
        if s.marks[kind] >> r & 1 and not silenced(s, piece, r):
            total += piece.defence * count(s, kind, r)
    return total


def is_safe(s: State, r: int) -> bool:
    """Whether a piece in Region ``r`` makes it immune (`base.md K3`)."""
    for kind, piece in s.setup.library.guarding:
        if piece.immune and s.marks[kind] >> r & 1 and not silenced(s, piece, r):
            return True
    return False


def find(s: State) -> None:
    """Work out anew where anything lies, and where something that answers for the holder."""
    marks, bears = s.marks, 0
    for kind, _ in s.setup.library.bearing:
        bears |= marks[kind]
    s.bears = bears
    s.laid = reduce(or_, marks, 0)


def recount(s: State) -> None:
    """Work out anew what the pieces add and protect, and where something answers for the holder:
    after something was silenced or speaks, or the position was read.
    """
    walls = [0] * s.board.n
    safe = 0
    for kind, piece in s.setup.library.guarding:
        for r in bits(s.marks[kind]) if s.marks[kind] else ():
            if not silenced(s, piece, r):
                walls[r] += piece.defence * count(s, kind, r)
                safe |= piece.immune << r
    s.walls = walls
    s.safe = safe
    find(s)


def place(s: State, kind: int, r: int, events: Events | None) -> None:
    """Put a piece of ``kind`` into Region ``r``; one that does not stack must not be there yet."""
    library = s.setup.library
    piece = library.pieces[kind]
    s.marks[kind] |= 1 << r
    s.laid |= 1 << r
    s.bears |= library.bears[kind] << r
    if piece.stacks:
        s.piles[library.pile[kind] * s.board.n + r] += 1
    if not (s.everybody and silenced(s, piece, r)):
        s.walls[r] += piece.defence
        s.safe |= piece.immune << r
    if events is not None:
        events.append(MarkPlaced(kind, r))


def remove(s: State, kind: int, r: int, events: Events | None) -> None:
    """Take the pieces of ``kind`` off Region ``r``, which must carry some."""
    library = s.setup.library
    piece = library.pieces[kind]
    number = count(s, kind, r)
    hushed = bool(s.everybody) and silenced(s, piece, r)
    s.marks[kind] &= ~(1 << r)
    s.laid = reduce(or_, s.marks, 0)
    if not library.bears[kind]:
        pass
    elif s.laid >> r & 1:
        find(s)
    else:
        s.bears &= ~(1 << r)
    if piece.stacks:
        s.piles[library.pile[kind] * s.board.n + r] = 0
    if not hushed:
        s.walls[r] -= piece.defence * number
        if piece.immune and not is_safe(s, r):
            s.safe &= ~(1 << r)
    if events is not None:
        events.append(MarkRemoved(kind, r, number))


def put(s: State, piece: Piece, r: int, events: Events | None) -> None:
    """`place`, for definitions, which know the piece and not its number."""
    place(s, s.setup.library.kind[piece], r, events)


def take(s: State, piece: Piece, r: int, events: Events | None) -> None:
    """`remove`, for definitions; does nothing where none stands."""
    kind = s.setup.library.kind[piece]
    if s.marks[kind] >> r & 1:
        remove(s, kind, r, events)


def station(s: State, piece: Piece, mask: int, events: Events | None) -> None:
    """All of ``piece`` stand on the Regions of ``mask`` from now on, one each, and nowhere else."""
    kind = s.setup.library.kind[piece]
    old = s.marks[kind]
    for r in bits(old & ~mask):
        remove(s, kind, r, events)
    for r in bits(mask & ~old):
        place(s, kind, r, events)


def set_piles(
    s: State, piece: Piece, slot: int, counts: Mapping[int, int], events: Events | None
) -> None:
    """The pieces of the race in ``slot`` stand exactly as in ``counts`` (Region -> number)."""
    library = s.setup.library
    kind = library.kind[piece]
    start = library.pile[kind] * s.board.n
    for r in bits(s.held[slot]):
        new = counts.get(r, 0)
        if not (s.everybody and silenced(s, piece, r)):
            s.walls[r] += piece.defence * (new - s.piles[start + r])
        s.piles[start + r] = new
        if new:
            s.marks[kind] |= 1 << r
        else:
            s.marks[kind] &= ~(1 << r)
    find(s)
    if events is not None:
        told = tuple((r, counts.get(r, 0)) for r in bits(s.held[slot]))
        events.append(PilesSet(kind, slot, told))


def clear(s: State, r: int, events: Events | None) -> None:
    """Take everything off Region ``r`` that leaves with its race."""
    if not s.laid >> r & 1:  # nearly always
        return
    bit, marks = 1 << r, s.marks
    for kind in s.setup.library.leaving:
        if marks[kind] & bit:
            remove(s, kind, r, events)


def decline_markers(s: State, held: int, kept: tuple[Power, ...], events: Events | None) -> None:
    """Remove what does not outlast a decline from the Regions ``held`` (`base.md X4`), but not the
    pieces of those powers that are ``kept`` in full (`events.md E32`).
    """
    marks = s.marks
    for kind, source in s.setup.library.fading:
        mask = marks[kind] & held
        if mask and not (kept and source in [power.name for power in kept]):
            for r in bits(mask):
                remove(s, kind, r, events)
