"""What the board shows at this moment: the pieces of a position or a draft, and what is lit."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from crusade.desktop import whose
from crusade.desktop.board_view import Lit, Marks, Pieces, pieces_of
from crusade.desktop.crossing import Crossing
from crusade.desktop.table.asking import Places
from crusade.desktop.table.draft import TOKENS, Draft
from crusade.desktop.table.offers import Offer, tied, tribes_price
from crusade.desktop.table.stage import Beat
from crusade.rules import State, moves
from crusade.rules.board import bits
from crusade.rules.ids import NONE, TRIBES, TRIBES_SLOT
from crusade.rules.queries import closed_next_to, held_by, price, way


def board_pieces(
    s: State,
    colours: Sequence[str],
    draft: Draft | None = None,
    carried: int | None = None,
) -> tuple[Pieces, ...]:
    """What stands on every Region, by a draft's counts where there is one.

    From the Region ``carried`` one piece hangs on the mouse.
    """
    pieces = list(pieces_of(s, colours))
    if draft is None:
        return tuple(pieces)
    for r, count in draft.counts.items():
        here = pieces[r]
        count -= r == carried
        if draft.kind == TOKENS:
            pieces[r] = replace(here, count=count)
        else:
            count += draft.already(s, r)
            pieces[r] = replace(here, markers=with_marker(here.markers, picture_of(draft), count))
    return tuple(pieces)


def with_marker(
    markers: Sequence[tuple[str, int]], name: str, count: int
) -> tuple[tuple[str, int], ...]:
    """The markers of a Region with that many of one kind."""
    others = tuple(m for m in markers if m[0] != name)
    return (*others, (name, count)) if count else others


def picture_of(draft: Draft) -> str:
    """The name of the picture of the pieces that a draft distributes."""
    piece = draft.decision.piece if draft.decision is not None else None
    return piece.picture if piece is not None else ""


def with_chosen(
    pieces: tuple[Pieces, ...], decision: Places, among: int, chosen: Sequence[int]
) -> tuple[Pieces, ...]:
    """The pieces with those that are being thought of: one in each chosen Region, and where all
    stand anew in none of the others.
    """
    piece = decision.piece
    if piece is None:
        return pieces
    out = list(pieces)
    for r in bits(among):
        if r in chosen or decision.anew:
            there = dict(out[r].markers).get(piece.picture, 0) if piece.stacks else 0
            number = there + 1 if r in chosen else there
            markers = with_marker(out[r].markers, piece.picture, number)
            out[r] = replace(out[r], markers=markers)
    return tuple(out)


# ---------------------------------------------------------------- light
def crossing_to(s: State, region: int, rivers: Sequence[int]) -> Crossing | None:
    """The way of the Lost Tribes over these rivers to a Region; None where there are none."""
    if not rivers:
        return None
    sources = s.board.near[1 << rivers[0]] & s.held[TRIBES_SLOT] & ~sum(1 << r for r in rivers)
    fares = tuple(price(s, TRIBES_SLOT, river) for river in rivers)
    return Crossing(tuple(bits(sources)), tuple(rivers), fares, region)


def with_way(marks: Marks, crossing: Crossing | None) -> Marks:
    """The marks with a way over a river, its rivers lit."""
    if crossing is None:
        return marks
    rivers = {river: Lit("", "way") for river in crossing.rivers if river not in marks.lit}
    return replace(marks, lit={**rivers, **marks.lit}, crossing=crossing)


def beat_marks(beat: Beat, hovered: int | None) -> Marks:
    """The light of a beat: the Lost Tribes' candidates with their price, their choice pulsing."""
    lit: dict[int, Lit] = {}
    pulsing: frozenset[int] = frozenset()
    crossing = beat.crossing
    if beat.plan is not None:
        for candidate in beat.plan.candidates:
            best = beat.plan.best >> candidate.region & 1
            lit[candidate.region] = Lit(str(candidate.cost), "choice" if best else "price")
        lit.update(spared(beat.picture))
        if beat.region is not None:
            pulsing = frozenset({beat.region})
        under = beat.plan.candidate(hovered) if hovered is not None else None
        if under is not None:
            crossing = crossing_to(beat.picture, under.region, under.way)
    elif beat.region is not None and (beat.die is not None or beat.asks):
        pulsing = frozenset({beat.region})
    return with_way(Marks(lit, hovered, tied=pulsing, hidden=beat.hidden), crossing)


def spared(s: State) -> dict[int, Lit]:
    """During the Lost Tribes' turn the Regions of whoever plays them are safe (`crusade.md H3`)."""
    if s.seat != TRIBES or s.control == NONE:
        return {}
    return {r: Lit("", "safe") for r in bits(held_by(s, s.control))}


def conquest_lights(s: State, offers: Mapping[int, Offer], slot: int = NONE) -> dict[int, Lit]:
    """A price shield on every Region that can be taken, with a star where some way is cheaper;
    one's own In Decline look their own way, and so do those that are only reached over others.
    What is closed to the race in ``slot``, though it touches it, carries a lock.
    """
    closed = 0 if slot == NONE else closed_next_to(s, slot)
    lights = {r: Lit("", "safe") for r in bits(closed)}
    for r, o in offers.items():
        text = f"{o.price}*" if o.cheaper else str(o.price)
        kind = "dear" if o.dear else "far" if o.far else "price"
        lights[r] = Lit(text, kind, whose.owner(s.occ[r]) == s.seat)
    return lights


def tie_marks(s: State, hovered: int | None) -> Marks:
    """The light of a tie that a person decides, and the way to the Region that is asked about."""
    mask = tied(s)
    marks = Marks(tie_lights(s), hovered, tied=frozenset(bits(mask)))
    if hovered is None or not mask >> hovered & 1:
        return marks
    return with_way(marks, crossing_to(s, hovered, way(s, hovered)))


def tie_lights(s: State) -> dict[int, Lit]:
    """The Regions among which a person decides for the Lost Tribes."""
    kind = "dear" if s.plan == moves.TRY else "choice"
    lit = {r: Lit(str(tribes_price(s, r)), kind) for r in bits(tied(s))}
    return {**spared(s), **lit}


def draft_marks(draft: Draft, hovered: int | None, carried: int | None) -> Marks:
    """Regions that take part in a draft are lit; what has changed is written beside the tokens."""
    lit = {r: Lit("", "plain") for r in draft.counts}
    badges = {}
    for r, count in draft.counts.items():
        change = count - draft.start[r]
        if change:
            badges[r] = f"{change:+d}".replace("-", "−")
    return Marks(lit, hovered, carried, badges=badges)


def region_lights(mask: int, chosen: Sequence[int]) -> dict[int, Lit]:
    """The Regions that may be chosen; those that are stand out."""
    return {r: Lit("", "choice" if r in chosen else "plain") for r in bits(mask)}
