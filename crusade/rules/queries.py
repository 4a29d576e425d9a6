"""Questions of the screen, answered by the functions that the rules themselves use.

Some of them are those functions: they read a position and change nothing, and `__all__` names them
here, so that the screen needs nothing of what lies behind.
"""

from __future__ import annotations

from dataclasses import dataclass

from . import moves
from .asking import Regions
from .board import bits
from .crossing import crossed, full_price, losses, way_to
from .crossing import targets as tribes_targets
from .early import driven_out, fighters, progress, redeploying, resting
from .fighting import MOST_SHORT, fighter, forces, hand_of, offered, price_with
from .ids import (
    ACTIVE_OF,
    ASK,
    CONQUER,
    CONQUERED,
    DEALER,
    DECLINED,
    EMPTY,
    LAST,
    NONE,
    OF_SEAT,
    OWNER,
    SCORED,
    SECOND,
    SLOTS_OF,
    TRIBES,
    TRIBES_SLOT,
    VICTIM,
    VICTIMS,
)
from .labels import REGION as REGION_TERM
from .labels import SOURCE, Label, Term
from .legal import decider, legal_moves, refusal
from .library import Library, Piece
from .markers import pieces_at
from .moves import Move
from .pieces import aside, chase, kept_combo, note, occupy, own_sources, ready, refresh, vacate
from .pricing import AT_LEAST, Costs, die_chance, price, reach
from .questions import Boon, Items, Power, Source, overridden
from .refusals import Refusal
from .row import Foresee, TurnUp, face_down
from .row import current as current_marker
from .row import left as markers_left
from .row import seen as seen_marker
from .scoring import earnings as scored
from .scoring import held_by, income, income_without, longer_row, lying_at, poorer
from .sources import combo_of
from .state import State
from .turn import asked, leave, leave_rivers
from .ways import main_way

__all__ = [
    "MOST_SHORT",
    "Bill",
    "Foresee",
    "TurnUp",
    "aside",
    "asked",
    "at_hand",
    "besides",
    "chance",
    "cost",
    "cost_with",
    "current_marker",
    "driven_out",
    "earnings",
    "expected",
    "face_down",
    "fighter",
    "fighters",
    "for_taking",
    "forces",
    "fought_beside",
    "from_cards",
    "full_price",
    "gain",
    "hand_of",
    "has_scored",
    "held_by",
    "housed",
    "in_reach",
    "is_card",
    "kept_combo",
    "kept_for_next",
    "later_for_taking",
    "leave",
    "leavers",
    "lent",
    "losing",
    "markers_left",
    "moves_at",
    "offered",
    "only_crossed",
    "outlook",
    "pieces_at",
    "powers_of_places",
    "price",
    "price_with",
    "progress",
    "prospect",
    "reach",
    "reached_over",
    "readied",
    "redeploying",
    "resting",
    "seen_marker",
    "targets",
    "tribes_reach",
    "way",
    "way_losses",
    "why_not",
    "worth",
]

REGION = Label("Region")
OVER = Label("over {region}")


@dataclass(frozen=True)
class Bill:
    """A sum with its parts: (label, number, mask of Regions). Tokens for costs, coins for
    incomes.
    """

    total: int
    items: tuple[tuple[Label, int, int], ...]


def cost(s: State, r: int, slot: int) -> Bill:
    """What conquering Region ``r`` takes for the race in ``slot``, in tokens, itemised.

    For the Lost Tribes the way over rivers is part of it, an item for each river Region with its
    mask (`crusade.md I2`).
    """
    items: Costs = []
    total = price(s, slot, r, items)
    parts = [(text, number, 0) for text, number in items]
    for river in way(s, r) if slot == TRIBES_SLOT else ():
        fare = price(s, TRIBES_SLOT, river)
        total += fare
        parts.append((OVER.given(region=Term(REGION_TERM, s.board.names[river])), fare, 1 << river))
    return Bill(total, tuple(parts))


def way(s: State, r: int) -> tuple[int, ...]:
    """The river Regions that the Lost Tribes would pay first to take Region ``r`` from where they
    stand, in order; none where they stand beside it, or where no way leads (`crusade.md I2`).
    """
    return way_to(s, r)


def way_losses(s: State, r: int) -> tuple[tuple[int, int], ...]:
    """What the Lost Tribes' way to Region ``r`` takes from persons: the rivers on it where tokens
    stand, each with how many of them are lost.
    """
    return losses(s, way(s, r))


def only_crossed(s: State, r: int) -> bool:
    """Whether Region ``r`` is a river that the Lost Tribes never take for its own sake."""
    return bool(crossed(s) >> r & 1)


def tribes_reach(s: State) -> int:
    """Mask of the Regions that the Lost Tribes' next conquest could be of, whatever it costs."""
    then = s if s.seat == TRIBES else readied(s, TRIBES_SLOT)
    return sum(1 << r for r in tribes_targets(then))


def cost_with(s: State, r: int, slot: int, ways: int) -> Bill:
    """The same in these ways (a mask as in a move): what each of them takes off, or asks for."""
    acting = s.setup.library.acting_of(ways)
    main = main_way(acting)
    if main is not None and not main.priced:
        spent = main.cost(s, slot, r)
        return Bill(spent, ((main.title, spent, 0),))
    bill = cost(s, r, slot)
    less = [(way.title, -way.less(s, slot, r), 0) for way in acting if way.less(s, slot, r)]
    total = price_with(s, slot, r, ways)
    parts = tuple(part for part in bill.items if part[0] != AT_LEAST) if less else bill.items
    floor = total - sum(number for _, number, _ in (*parts, *less))
    return Bill(total, (*parts, *less, *(((AT_LEAST, floor, 0),) if less and floor else ())))


def earnings(s: State, seat: int) -> Bill:
    """What ``seat``'s turn would earn if it ended now, in coins, itemised.

    The conquests of a turn count for whoever makes them, not for a seat that looks on. Rivers that
    would have to be left by then earn nothing (`underground.md UC3`).
    """
    items: Items = []
    total = scored(_off_rivers(s, seat), seat, items)
    return Bill(total, tuple(items))


def outlook(s: State, seat: int) -> Bill:
    """What the end of the round pays ``seat`` as things stand (negative: takes from it), in coins,
    itemised: what the card in force makes of what is done or left undone in the round.
    """
    items: Items = []
    total = sum(source.outlook(s, seat, items) for source in s.everybody)
    return Bill(total, tuple(items))


def expected(s: State, seat: int) -> Bill:
    """What ``seat``'s turn would earn if it ended now, with what the end of the round pays for it
    or takes, in coins, itemised.
    """
    now, later = earnings(s, seat), outlook(s, seat)
    return Bill(now.total + later.total, now.items + later.items)


def has_scored(s: State) -> bool:
    """Whether the person on turn has scored, and only what comes after the scoring is still to be
    decided (`base.md R4`).
    """
    return s.phase == VICTIM or (s.phase == ASK and s.moment in (SCORED, VICTIMS, LAST, DECLINED))


def leavers(s: State, slot: int) -> tuple[Source, ...]:
    """Those by whom tokens of the race in ``slot`` leave the board at the end of redeployment."""
    combo = s.combo[slot]
    return () if combo is None else tuple(x for x in combo.leavers if x.leaves(s, slot))


def _off_rivers(s: State, seat: int) -> State:
    """The position with the rivers left that ``seat`` cannot hold when the conquests are over."""
    if s.board.rivers & held_by(s, seat):
        then = s.copy()
        for slot in SLOTS_OF[seat]:
            if then.combo[slot] is not None and leave_rivers(then, slot, None):
                refresh(then, slot)
        return then
    return s


def worth(s: State, r: int) -> Bill:
    """What Region ``r`` earns its holder at each scoring, in coins, itemised (`crusade.md F`).

    Bonuses that do not depend on the Region have no part in it.
    """
    slot = s.occ[r]
    if slot == EMPTY:
        return Bill(0, ())
    seat = OWNER[slot]
    s = _off_rivers(s, seat)
    if s.occ[r] != slot:
        return Bill(0, ())
    full: Items = []
    without: Items = []
    total = income(s, seat, full) - income_without(s, seat, r, without)
    return Bill(total, _differences(full, without, r))


def gain(s: State, r: int) -> Bill:
    """What Region ``r`` would earn the Lost Tribes at each scoring if they held it, in coins,
    itemised: what lies there and serves them included (`crusade.md I4, I10`).
    """
    if s.board.rivers and crossed(s) >> r & 1:
        return Bill(0, ())  # it is left again before that
    now: Items = []
    more: Items = []
    earned = income(s, TRIBES, now)
    then = s.copy()
    slot = then.occ[r]
    if slot != EMPTY:
        vacate(then, r)
        refresh(then, slot)
    occupy(then, TRIBES_SLOT, r, 1)
    chase(then, r, None)
    refresh(then, TRIBES_SLOT)
    return Bill(income(then, TRIBES, more) - earned, _differences(more, now, r))


def _differences(more: Items, less: Items, r: int) -> tuple[tuple[Label, int, int], ...]:
    """What makes the difference of two incomes, label by label, because of Region ``r``."""
    parts = _sums(more)
    for text, coins in _sums(less).items():
        parts[text] = parts.get(text, 0) - coins
    return tuple((text, coins, 1 << r) for text, coins in parts.items() if coins)


def _sums(items: Items) -> dict[Label, int]:
    """The coins of each label."""
    sums: dict[Label, int] = {}
    for text, coins, _ in items:
        sums[text] = sums.get(text, 0) + coins
    return sums


def prospect(s: State, slot: int, r: int) -> Bill:
    """What Region ``r`` would earn the race in ``slot`` at a scoring now if it held it, in coins,
    by the land, what lies there, and what the cards in force make of it.
    """
    combo = s.combo[slot]
    if combo is None:
        return Bill(0, ())
    bit = 1 << r
    if s.board.rivers & bit & ~combo.keeps:
        return Bill(0, ())  # it is left again before that
    items = [(REGION, 1, bit)]
    items += [(text, 1, bit) for mask, text in combo.coins if mask & bit]
    times, why = combo.times
    if times != 1:
        items.append((why, (times - 1) * sum(coins for _, coins, _ in items), bit))
    for mask, text in combo.series:
        number, more = longer_row(s, slot, mask, r) if mask & bit else (0, 0)
        if more:
            items.append((text.given(number=number), more, bit))
    items += [(text, coins, bit) for text, coins in lying_at(s, r, slot == TRIBES_SLOT)]
    total = sum(coins for _, coins, _ in items)
    for mask, text in poorer(s, slot):
        if mask & bit and total:
            items.append((text, -1, bit))
            total -= 1
    return Bill(total, tuple(items))


def for_taking(s: State, slot: int, r: int) -> int:
    """Coins that taking Region ``r`` brings at this turn's scoring besides what holding it earns:
    what abilities and cards pay for the conquest itself.
    """
    coins = 0
    for source in s.everybody:
        coins += source.prize(s, slot, r)
    if s.occ[r] == EMPTY or slot != ACTIVE_OF[s.seat]:
        return coins
    after = s.copy()
    after.nonempty += 1
    return coins + income(after, s.seat) - income(s, s.seat)


def later_for_taking(s: State, slot: int, r: int) -> Bill:
    """What the end of the round pays more for it (negative: less) if the race in ``slot`` takes
    Region ``r``, in coins, itemised; nothing unless a card in force looks at that.
    """
    seat = OWNER[slot]
    if not any(overridden(source, "outlook") for source in s.everybody):
        return Bill(0, ())
    then = s.copy()
    note(then, seat, CONQUERED, 1)
    loser = then.occ[r]
    if loser != EMPTY:
        vacate(then, r)
        refresh(then, loser)
    occupy(then, slot, r, 1)
    refresh(then, slot)
    now, after = _sums([*outlook(s, seat).items]), _sums([*outlook(then, seat).items])
    items = tuple(
        (text, after.get(text, 0) - now.get(text, 0), 0)
        for text in {**now, **after}
        if after.get(text, 0) != now.get(text, 0)
    )
    return Bill(sum(coins for _, coins, _ in items), items)


def losing(s: State, r: int, defenders: int) -> int | None:
    """Tokens that a person would lose with Region ``r`` if ``defenders`` stand there and it is
    conquered in the ordinary way; None where no card in force changes that.
    """
    slot = s.occ[r]
    combo = s.combo[slot] if slot not in (EMPTY, TRIBES_SLOT) else None
    if combo is None or not any(overridden(source, "losses") for source in s.everybody):
        return None
    lost = 1
    for changes in combo.losses:
        lost = changes(s, slot, lost, defenders)
    return max(0, min(lost, defenders))


def from_cards(s: State, r: int) -> Bill:
    """What of the worth of Region ``r`` comes from event cards, in coins, itemised."""
    library = s.setup.library
    titles = {piece.title.message for piece in library.pieces if is_card(library, piece.source)}

    def card_said(label: Label) -> bool:
        named = (v for v in label.values.values() if isinstance(v, Term) and v.kind == SOURCE)
        return label.message in titles or any(is_card(library, str(v.name)) for v in named)

    items = tuple(item for item in worth(s, r).items if card_said(item[0]))
    return Bill(sum(coins for _, coins, _ in items), items)


def at_hand(s: State, slot: int) -> tuple[tuple[Piece, int], ...]:
    """The pieces that the race in ``slot`` has in hand and uses from there, with their numbers:
    those that neither defend a Region nor make it immune.
    """
    combo = s.combo[slot]
    if combo is None:
        return ()
    found = []
    for source in combo.sources:
        fighting = source.helpers(s, slot)
        for piece in s.setup.library.pieces:
            if piece.source == source.name and not (piece.defence or piece.immune or piece.stays):
                there = sum(s.number(piece, r) for r in bits(s.where(piece)))
                number = fighting if overridden(source, "helpers") else piece.limit - there
                if number > 0:
                    found.append((piece, number))
    return tuple(found)


def fought_beside(
    s: State, slot: int, r: int, ways: int, spent: int
) -> tuple[tuple[Piece, int], ...]:
    """The pieces that fight beside ``spent`` tokens when the race in ``slot`` takes Region ``r`` in
    these ways from the position ``s``, with their number: they are spent first.
    """
    combo = s.combo[slot]
    if combo is None or not combo.helpers:
        return ()
    left = price_with(s, slot, r, ways) - spent
    found = []
    for source in combo.sources:
        number = min(left, source.helpers(s, slot))
        piece = next((p for p in s.setup.library.pieces if p.source == source.name), None)
        if number > 0 and piece is not None:
            found.append((piece, number))
            left -= number
    return tuple(found)


def housed(s: State, piece: Piece) -> Power | None:
    """The Special Power that whoever holds the piece's Region has from it, if it houses one."""
    boon = piece.brings
    badge = s.recall(boon, EMPTY, "badge") if boon is not None and boon.houses else 0
    return s.setup.library.powers[badge - 1] if badge else None


def reached_over(s: State, slot: int, r: int) -> Label:
    """What alone brings Region ``r`` into reach of the race in ``slot`` though it lies elsewhere,
    as a sentence; empty where a border or anything else does as well.
    """
    combo, held = s.combo[slot], s.held[slot]
    if combo is None or not held or not combo.links_now or s.board.near[held] >> r & 1:
        return Label("")
    if any(links(s.board, held) >> r & 1 for links in combo.links):
        return Label("")
    for source in combo.sources:
        if source.reach_text and source.links_now(s, slot, held) >> r & 1:
            return source.reach_text
    return Label("")


def powers_of_places(s: State, slot: int) -> tuple[tuple[Boon, Power], ...]:
    """The Special Powers that the race in ``slot`` has from Places that house one, each behind its
    Place.
    """
    found = []
    for kind, piece in s.setup.library.bearing:
        power = housed(s, piece) if s.marks[kind] & s.held[slot] else None
        if power is not None and piece.brings is not None:
            found.append((piece.brings, power))
    return tuple(found)


def moves_at(s: State, r: int) -> list[Move]:
    """Every legal move that a click on Region ``r`` could mean now: taking it, choosing it for the
    Lost Tribes, or answering with it alone.
    """
    library = s.setup.library
    found = []
    for m in legal_moves(s):
        if m[0] in (moves.CONQUER, moves.ATTEMPT, moves.CHOOSE):
            if m[1] == r:
                found.append(m)
        elif (
            m[0] == moves.ANSWER and m[2:] == (r,) and isinstance(library.decisions[m[1]], Regions)
        ):
            found.append(m)
    return found


def targets(s: State) -> int:
    """Mask of the Regions that may be conquered or attempted now, in whatever way."""
    if decider(s) == DEALER or s.phase != CONQUER:
        return 0
    mask = 0
    for m in legal_moves(s):
        if m[0] in (moves.CONQUER, moves.ATTEMPT):
            mask |= 1 << m[1]
    return mask


def why_not(s: State, r: int) -> Refusal | None:
    """Why Region ``r`` cannot be taken now, or None if some way to take it is open."""
    if moves_at(s, r):
        return None
    return refusal(s, moves.CONQUERS[r])


def chance(s: State, move: Move) -> tuple[int, int]:
    """How many of the six faces make an attempt or a roll before a conquest succeed: (wins, 6).

    For `attempt` and the Lost Tribes' last attempt the faces that cover what is missing; for a
    conquest not yet rolled for, the faces after which Region ``move[1]`` can be paid; for an answer
    what its decision says.
    """
    kind = move[0]
    if kind == moves.ANSWER:
        slot = s.asked_slot if s.phase == ASK else offered(s, move[1])
        return s.setup.library.decisions[move[1]].chance(s, slot, move[2:]) or (0, 6)
    if kind in (moves.TRY, moves.CHOOSE):
        return die_chance(full_price(s, move[1]) - s.hand[TRIBES_SLOT])
    ways = move[2] if len(move) > 2 else moves.PLAIN
    slot = fighter(s, ways)
    combo = s.combo[slot]
    if (
        combo is not None
        and combo.attempts_rolled
        and not any(withholds(s, slot, None) for withholds in combo.withholds)
    ):
        return (0, 6)
    return die_chance(price_with(s, slot, move[1], ways) - forces(s, slot))


def lent(s: State, banner: int, badge: int) -> int:
    """Tokens that a combo would bring besides its own if it were picked now (negative: fewer)."""
    if not s.everybody:
        return 0
    library = s.setup.library
    own: tuple[Source, ...] = (library.races[banner],)
    if badge != NONE:
        own += (library.powers[badge],)
    combo = combo_of(s.board, s.everybody, own)
    slot = ACTIVE_OF[s.seat if s.seat != TRIBES else 0]
    return sum(brings(s, slot) for brings in combo.brings)


def besides(s: State, slot: int) -> tuple[Power | Boon, ...]:
    """What the race in ``slot`` has besides banner and badge: further badges, and rights (`E31`,
    `E32` of events.md).
    """
    library = s.setup.library
    more = tuple(library.powers[badge] for badge in s.more[slot])
    if not s.memory:
        return more
    return more + tuple(right for right in library.rights if (slot, right.key) in s.memory)


def kept_for_next(s: State, seat: int) -> tuple[Power | Boon, ...]:
    """What ``seat`` has won that waits for its next race."""
    if not s.memory:
        return ()
    library, place = s.setup.library, OF_SEAT[seat]
    badge = s.memory.get((place, SECOND), 0) - 1
    more: tuple[Power | Boon, ...] = () if badge < 0 else (library.powers[badge],)
    return more + tuple(right for right in library.rights if (place, right.key) in s.memory)


def silent(s: State, slot: int) -> tuple[Source, ...]:
    """What of the race in ``slot`` does not work now, because a card says so."""
    combo = s.combo[slot]
    if combo is None or not s.everybody:
        return ()
    return tuple(
        source
        for source in own_sources(s, slot)
        if source not in combo.sources
        and any(card.silences(source, combo.declined) for card in s.everybody)
    )


def is_card(library: Library, source: str) -> bool:
    """Whether ``source``, the name of whoever brought something about, is an event card's."""
    return any(card.name == source for card in library.cards)


def in_reach(s: State, slot: int) -> int:
    """Mask of the Regions that the race in ``slot`` may attack now, whatever they cost."""
    return reach(s, slot)


def closed_next_to(s: State, slot: int) -> int:
    """Mask of the Regions that the race in ``slot`` touches, or could enter at, and that a card or
    an ability of its own closes to it: nothing that stands there tells so (`base.md K5, K8`).
    """
    combo = s.combo[slot]
    if combo is None or not combo.bars:
        return 0
    held, closed = s.held[slot], 0
    for bars in combo.bars:
        closed |= bars(s, slot)
    near = s.board.near[held] if held else combo.entry
    return closed & near & combo.takes & ~(held | s.safe)


def readied(s: State, slot: int) -> State:
    """A copy of the position with the tokens of the race in ``slot`` picked up (`base.md N2`)."""
    then = s.copy()
    ready(then, slot, None)
    return then
