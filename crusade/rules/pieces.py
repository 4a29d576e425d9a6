"""The few functions that move tokens, banners and badges. Everything that changes a State goes
here or to `markers.py`.

They keep the derived lists in step and do not ask whether a move is allowed.
"""

from __future__ import annotations

from . import events as ev
from . import markers
from .board import bits
from .early import drive_out, progress
from .ids import (
    ACTIVE_OF,
    CONQUERED,
    DECLINED_OF,
    EARLY_OVER,
    EMPTY,
    IS_ACTIVE,
    IS_DECLINED,
    KEPT,
    KEPT_RIVERS,
    LATER,
    MARKER,
    NONE,
    OF_SEAT,
    OWNER,
    PAST_OF,
    PROXIES,
    SECOND,
    TRIBES,
    TRIBES_SLOT,
    UNCOUNTED_OF,
)
from .library import Piece
from .loss import Loss
from .questions import Boon, Power, Source, answers
from .sources import Combo, combo_of
from .state import State
from .ways import main_way

Events = list[ev.Event]


# ---------------------------------------------------------------- who answers
def own_sources(s: State, slot: int) -> tuple[Source, ...]:
    """What the race in ``slot`` answers with: Race, badges, and what lies on its Regions."""
    library = s.setup.library
    own: tuple[Source, ...] = ()
    if s.banner[slot] != NONE:
        own += (library.races[s.banner[slot]],)
    if s.badge[slot] != NONE:
        own += (library.powers[s.badge[slot]],)
    for badge in s.more[slot]:
        own += (library.powers[badge],)
    held = s.held[slot]
    if s.bears & held:
        marks = s.marks
        for kind, piece in library.bearing:
            if marks[kind] & held:
                own += _brought(s, slot, piece)
    if s.memory:
        for right in library.rights:
            if (slot, right.key) in s.memory:
                own += (right,)
    return own


def _brought(s: State, slot: int, piece: Piece) -> tuple[Source, ...]:
    """What a piece on one of its Regions answers for the race in ``slot``: its boon and, before it,
    the power that is housed there.
    """
    boon = piece.brings
    assert boon is not None
    if slot == TRIBES_SLOT:
        if not boon.serves_tribes:
            return () if boon.for_tribes is None else (boon.for_tribes,)
        return (boon,)
    badge = s.recall(boon, EMPTY, "badge") if boon.houses else 0
    return (s.setup.library.powers[badge - 1], boon) if badge else (boon,)


def entitle(s: State, slot: int, right: Boon) -> None:
    """The race in ``slot`` has that right from now on."""
    s.remember(right, slot, 1)
    refresh(s, slot)


def refresh(s: State, slot: int) -> None:
    """Compile anew what the race in ``slot`` answers, after its sources have changed."""
    if s.banner[slot] == NONE and slot != TRIBES_SLOT:
        s.combo[slot] = None
    else:
        s.combo[slot] = combo_of(s.board, s.everybody, own_sources(s, slot), IS_DECLINED[slot])
    _enter(s, slot)


def _enter(s: State, slot: int) -> None:
    """List the race in ``slot``, or what has become of it, among those it belongs to."""
    combo = s.combo[slot]
    guards = combo is not None and combo.guards
    if guards != (slot in s.guards):
        s.guards = _listed(s.guards, slot, guards)
    if combo is not None and combo.speaks:
        s.talkers |= 1 << slot
    else:
        s.talkers &= ~(1 << slot)


def _listed(slots: tuple[int, ...], slot: int, belongs: bool) -> tuple[int, ...]:
    """``slots`` with ``slot`` among them, in order, or no longer among them."""
    if belongs:
        return tuple(sorted((*slots, slot)))
    place = slots.index(slot)
    return slots[:place] + slots[place + 1 :]


def in_force(s: State) -> tuple[Source, ...]:
    """What holds for everybody now: variants, the event marker of the round, the cards in force."""
    library = s.setup.library
    found: tuple[Source, ...] = s.setup.variants
    marker = s.memory.get((EMPTY, MARKER), 0) if s.setup.row else 0
    if marker and answers(type(library.event_markers[marker - 1])):
        found += (library.event_markers[marker - 1],)
    for card in s.cards:
        found += (library.cards[card],)
    return found


def refresh_all(s: State) -> None:
    """Compile everybody anew, and count the pieces: the cards in force have changed, or the
    position was read.
    """
    recompile(s)
    markers.recount(s)


def recompile(s: State) -> None:
    """Compile everybody anew: what holds for everybody has changed, but silences nobody."""
    s.guards = ()
    s.talkers = 0
    s.everybody = in_force(s)
    for slot, banner in enumerate(s.banner):
        if banner != NONE or slot == TRIBES_SLOT:
            refresh(s, slot)
        else:
            s.combo[slot] = None


def carries(s: State, r: int) -> bool:
    """Whether something lies in Region ``r`` that answers for whoever holds it."""
    return bool(s.bears >> r & 1)


def _let_go(s: State, slot: int, r: int, events: Events | None) -> None:
    """Tell what lies in Region ``r`` that the race in ``slot`` holds it no longer."""
    if not s.laid >> r & 1:
        return
    for kind, boon in s.setup.library.clinging:
        if s.marks[kind] >> r & 1:
            boon.let_go(s, slot, r, events)


# ---------------------------------------------------------------- Regions
def vacate(s: State, r: int) -> int:
    """Take every token off Region ``r`` and return their number; pieces are left alone."""
    slot = s.occ[r]
    tokens = s.tokens[r]
    s.occ[r] = EMPTY
    s.tokens[r] = 0
    s.held[slot] &= ~(1 << r)
    return tokens


def occupy(s: State, slot: int, r: int, tokens: int) -> None:
    """Put ``tokens`` of the race in ``slot`` into the empty Region ``r``."""
    s.occ[r] = slot
    s.tokens[r] = tokens
    s.held[slot] |= 1 << r


def give_up(s: State, r: int, events: Events | None) -> int:
    """The race in Region ``r`` leaves it of its own will; returns its tokens (`base.md N3`)."""
    slot = s.occ[r]
    combo = s.combo[slot]
    assert combo is not None
    markers.clear(s, r, events)
    tokens = vacate(s, r)
    for hook in combo.abandoned:
        hook(s, slot, r, events)
    if combo.own and carries(s, r):
        refresh(s, slot)
        _let_go(s, slot, r, events)
    return tokens


def discard(s: State, r: int, tokens: int, events: Events | None) -> None:
    """``tokens`` of those in Region ``r`` are lost; it may be empty afterwards, as if it were
    abandoned, and a race In Decline without any left goes (`events.md D11, E2`).
    """
    slot = s.occ[r]
    if tokens >= s.tokens[r]:
        tokens = give_up(s, r, events)
    else:
        s.tokens[r] -= tokens
    if slot == TRIBES_SLOT:
        s.hand[TRIBES_SLOT] += tokens if s.setup.crusade else 0
    else:
        to_tray(s, slot, tokens)
    if events is not None:
        events.append(ev.TokensLost(slot, r, tokens))
    if IS_DECLINED[slot] and not s.held[slot] and not s.hand[slot]:
        remove_race(s, slot, events)


def discard_from_hand(s: State, slot: int, tokens: int, events: Events | None) -> None:
    """``tokens`` of those that the race in ``slot`` has in hand are lost."""
    s.hand[slot] -= tokens
    to_tray(s, slot, tokens)
    if events is not None:
        events.append(ev.TokensLost(slot, NONE, tokens))


def to_tray(s: State, slot: int, tokens: int) -> None:
    """``tokens`` of the race in ``slot`` leave play: those that its tray never had are gone, the
    others go back there (`events.md E49`).
    """
    s.tray[s.banner[slot]] += tokens
    key = (slot, PROXIES)
    if s.memory and key in s.memory:
        strange = min(tokens, s.memory[key])
        s.tray[s.banner[slot]] -= strange
        s.memory[key] -= strange
        if not s.memory[key]:
            del s.memory[key]


def settle(s: State, slot: int, r: int, tokens: int, events: Events | None) -> None:
    """``tokens`` out of the hand of the race in ``slot`` go into Region ``r``, which is empty or
    its own; Lost Tribes of a classic game come from the box. What stands in all Regions of an
    Active race stands there, too.
    """
    from_hand = slot != TRIBES_SLOT or s.setup.crusade
    s.hand[slot] -= tokens if from_hand else 0
    if s.occ[r] == slot:
        s.tokens[r] += tokens
    else:
        occupy(s, slot, r, tokens)
        if carries(s, r):
            refresh(s, slot)
    if events is not None:
        events.append(ev.TokensPlaced(slot, r, tokens, from_hand))
    combo = s.combo[slot]
    names = [x.name for x in combo.own] if combo is not None and IS_ACTIVE[slot] else []
    for kind, piece in enumerate(s.setup.library.pieces):
        if piece.everywhere and piece.source in names and not s.marks[kind] >> r & 1:
            markers.place(s, kind, r, events)


def _take_new_water(s: State, slot: int, r: int) -> None:
    """A river that a race takes In Decline is not one that it held when it declined, even if it
    did (`rulings.md 30`, `riverworld.md W40`).
    """
    kept = s.memory.pop((slot, KEPT_RIVERS), 0) & ~(1 << r)
    if kept:
        s.memory[slot, KEPT_RIVERS] = kept


def chase(s: State, r: int, events: Events | None) -> None:
    """Whoever conquers Region ``r`` drives off what it is freed from (`riverworld.md W23, W41`)."""
    for kind in s.setup.library.chased:
        if s.marks[kind] >> r & 1:
            markers.remove(s, kind, r, events)


def conquer(
    s: State,
    slot: int,
    r: int,
    spent: int,
    ways: int,
    events: Events | None,
    brought: int = 0,
) -> None:
    """``slot`` takes Region ``r`` with ``spent`` tokens that have already left its hand or, so many
    of them as were ``brought``, its tray.

    The defender loses 1 token, or as its sources say, everything to a swap, and takes the others in
    hand (`base.md L1 to L6`). Lost Tribes are out of the game, in a Crusade beside the board (`L5`,
    `crusade.md B2`). Tells both sides.
    """
    victim = s.occ[r]
    defenders = lost = later = 0
    wiped_out = False
    loser = loss = None
    if victim != EMPTY:
        loser = s.combo[victim]
        assert loser is not None
        taken = markers.pieces_at(s, r) if loser.region_lost else ()
        markers.clear(s, r, events)
        defenders = vacate(s, r)
        if victim == TRIBES_SLOT:
            s.nonempty += IS_ACTIVE[slot]
            if s.setup.crusade:
                s.hand[TRIBES_SLOT] += defenders
            else:
                lost = defenders
        else:
            if IS_ACTIVE[slot] and slot != TRIBES_SLOT:
                s.nonempty += 1
            if ways and _takes_all(s, ways):
                lost = defenders
                for swap_losses in loser.swap_losses:
                    lost = swap_losses(s, victim, lost)
            elif not ways or not ways & s.setup.library.sparing:
                lost = 1
                if loser.losses:
                    for losses in loser.losses:
                        lost = losses(s, victim, lost, defenders)
                    lost = max(0, min(lost, defenders))
            kept = defenders - lost
            if s.everybody:
                to_tray(s, victim, lost)
            else:
                s.tray[s.banner[victim]] += lost
            if IS_ACTIVE[victim]:
                s.attacked |= 1 << OWNER[victim]
            if kept:
                later = _flee(s, victim, kept)
            elif not IS_ACTIVE[victim]:
                wiped_out = _wiped_out(s, victim)
        if loser.region_lost:
            way = main_way(s.setup.library.ways_of(ways)) if ways else None
            loss = Loss(slot, victim, way, defenders, lost, taken)
    s.occ[r] = slot
    s.tokens[r] = spent
    s.held[slot] |= 1 << r
    if events is not None:
        events.append(ev.Conquered(slot, r, spent, ways, victim, defenders, lost, brought, later))
    setup = s.setup
    library = setup.library
    if library.chased and s.laid >> r & 1:
        chase(s, r, events)
    if IS_DECLINED[slot] and s.board.rivers >> r & 1:
        _take_new_water(s, slot, r)
    attacker = s.combo[slot]
    assert attacker is not None
    if attacker.hushing or s.bears >> r & 1:
        _handed_over(s, slot, victim, r)
        attacker = s.combo[slot]
        assert attacker is not None
    if setup.cards:
        note(s, OWNER[slot], CONQUERED, 1)
    if attacker.conquered:
        way = main_way(library.ways_of(ways)) if ways else None
        won = loss or Loss(slot, victim, way, defenders, lost)
        for hook in attacker.conquered:
            hook(s, slot, r, won, events)
    if loss is not None:
        assert loser is not None
        for tell in loser.region_lost:
            tell(s, victim, r, loss, events)
    if victim != EMPTY and s.laid >> r & 1:
        _let_go(s, victim, r, events)
    if wiped_out:
        remove_race(s, victim, events)


def _flee(s: State, slot: int, tokens: int) -> int:
    """``tokens`` of the race in ``slot`` have lost their Region; returns how many of them are held
    back.
    """
    if IS_ACTIVE[slot]:
        if OWNER[slot] == s.seat:
            # Driven out by one's own other race: they join the redeployment (rulings.md 27).
            s.later += tokens
            return tokens
    elif s.early and progress(s, slot) != EARLY_OVER:
        s.memory[slot, LATER] = s.memory.get((slot, LATER), 0) + tokens
        return tokens
    drive_out(s, slot, tokens)
    return 0


def _wiped_out(s: State, slot: int) -> bool:
    """Whether nothing is left of the race in ``slot``, which is In Decline."""
    return not s.held[slot] and not s.hand[slot] and (slot, LATER) not in s.memory


def expel(s: State, by: int, r: int, number: int, events: Events | None) -> None:
    """Whoever stands in Region ``r`` flees from there as from a conquest by the race in ``by``; the
    Region is nobody's then.

    He loses ``number`` tokens, or as his sources say. Lost Tribes are out of the game, in a Crusade
    beside the board. Tells the loser.
    """
    victim = s.occ[r]
    loser = s.combo[victim] if victim != EMPTY else None
    if loser is None:
        return
    taken = markers.pieces_at(s, r)
    markers.clear(s, r, events)
    defenders = vacate(s, r)
    later = 0
    if victim == TRIBES_SLOT:
        lost = defenders
        s.hand[TRIBES_SLOT] += defenders if s.setup.crusade else 0
    else:
        lost = number
        for losses in loser.losses:
            lost = losses(s, victim, lost, defenders)
        lost = max(0, min(lost, defenders))
        to_tray(s, victim, lost)
        if IS_ACTIVE[victim]:
            s.attacked |= 1 << OWNER[victim]
        if lost < defenders:
            later = _flee(s, victim, defenders - lost)
    if events is not None:
        if lost:
            events.append(ev.TokensLost(victim, r, lost))
        if lost < defenders:
            events.append(ev.Returned(victim, r, defenders - lost))
        if later:
            events.append(ev.HeldBack(victim, later))
    if carries(s, r):
        refresh(s, victim)
    loss = Loss(by, victim, None, defenders, lost, taken)
    for tell in loser.region_lost:
        tell(s, victim, r, loss, events)
    _let_go(s, victim, r, events)
    if IS_DECLINED[victim] and _wiped_out(s, victim):
        remove_race(s, victim, events)


def _takes_all(s: State, ways: int) -> bool:
    """Whether everything that stands there is lost to a conquest in these ways."""
    way = main_way(s.setup.library.ways_of(ways))
    return way is not None and way.swaps


def _handed_over(s: State, slot: int, victim: int, r: int) -> None:
    """What lies in Region ``r`` answers for its new holder; silenced pieces are counted anew."""
    combo = s.combo[slot]
    assert combo is not None
    if carries(s, r):
        refresh(s, slot)
        if victim != EMPTY:
            refresh(s, victim)
    if combo.hushing:
        s.walls[r] = markers.walls_of(s, r)


def remove_race(s: State, slot: int, events: Events | None) -> None:
    """A race In Decline leaves for good: tokens to the tray, banner under the stack (`X2, L10`)."""
    banner = s.banner[slot]
    tokens = s.hand[slot]
    for r in bits(s.held[slot]):
        markers.clear(s, r, events)
        tokens += vacate(s, r)
        _let_go(s, slot, r, events)
    s.hand[slot] = 0
    to_tray(s, slot, tokens)
    s.under.append(banner)
    for badge in s.more[slot]:
        s.discards |= 1 << badge
    if s.badge[slot] != NONE:
        s.discards |= 1 << s.badge[slot]
    clear_slot(s, slot)
    if events is not None:
        events.append(ev.RaceLeft(slot, banner))


def clear_slot(s: State, slot: int) -> None:
    """Forget who was in ``slot``; its tokens must be elsewhere already."""
    s.banner[slot] = NONE
    s.badge[slot] = NONE
    s.more[slot] = ()
    s.combo[slot] = None
    _enter(s, slot)
    s.driven &= ~(1 << slot)
    if s.memory:
        forget(s, slot)
    if s.owed:
        _settle_owed(s, slot)


def _settle_owed(s: State, slot: int) -> None:
    """Nothing is owed any more for the race in ``slot``."""
    s.owed = tuple(ask for ask in s.owed if ask[0] != slot)


def forget(s: State, slot: int) -> None:
    """Nothing is remembered for the race in ``slot`` any more."""
    for key in [key for key in s.memory if key[0] == slot]:
        del s.memory[key]


def aside(s: State, slot: int) -> int:
    """Tokens of the race in ``slot`` that lie beside the board until its next readying."""
    combo = s.combo[slot]
    if combo is None:
        return 0
    tokens = 0
    for lying in combo.aside:
        tokens += lying(s, slot)
    return tokens


def apart(s: State, slot: int) -> int:
    """Tokens of the race in ``slot`` that lie beside the board, whether they may join or not."""
    combo = s.combo[slot]
    if combo is None:
        return 0
    tokens = 0
    for lying in combo.apart:
        tokens += lying(s, slot)
    return tokens


def pick_up(s: State, slot: int) -> int:
    """Take all tokens of the race in ``slot`` but one per Region off the board; returns their
    number.
    """
    tokens = s.tokens
    regions = bits(s.held[slot])
    taken = -len(regions)
    for r in regions:
        taken += tokens[r]
        tokens[r] = 1
    return taken


def ready(s: State, slot: int, events: Events | None) -> None:
    """Pick up all Active tokens but one per Region, and whatever else joins (`base.md N2`)."""
    combo = s.combo[slot]
    assert combo is not None
    if combo.keeps_tokens and not s.begun:
        s.stood = tuple(s.tokens)
    taken = pick_up(s, slot)
    joined = 0
    if combo.aside or combo.readied:
        for lying in combo.aside:
            joined += lying(s, slot)
        for hook in combo.readied:
            hook(s, slot)
    s.hand[slot] += taken + joined
    s.unready = False
    if events is not None and taken + joined:
        events.append(ev.Readied(slot, taken, joined))


def gain(s: State, slot: int, tokens: int, why: str, events: Events | None) -> None:
    """The race in ``slot`` gets ``tokens`` from its tray in hand, as far as there are so many;
    ``why`` is the name of the source.
    """
    banner = s.banner[slot]
    tray = s.tray[banner]
    new = tokens if tokens < tray else tray
    if new:
        s.tray[banner] -= new
        s.hand[slot] += new
        if events is not None:
            events.append(ev.TokensGained(slot, new, why))


# ---------------------------------------------------------------- combos
def pick(s: State, seat: int, row: int, events: Events | None) -> None:
    """``seat`` takes the combo in ``row`` (0 at the top) and pays for it (`base.md C2 to C7`)."""
    column = s.column
    banner, badge, found = column[row]
    for i in range(row):
        above = column[i]
        column[i] = (above[0], above[1], above[2] + 1)
    del column[row]
    s.coins[seat] += found - row
    slot = ACTIVE_OF[seat]
    tokens = enlist(s, slot, banner, badge)
    if events is not None:
        events.append(ev.ComboPicked(seat, row, banner, badge, row, found, tokens))
    combo = s.combo[slot]
    assert combo is not None
    for hook in combo.picked:
        hook(s, slot, events)


def swap_badges(s: State, row: int, other: int, events: Events | None) -> None:
    """The badges of two rows change places; the coins on them stay."""
    column = s.column
    first, second = column[row], column[other]
    column[row] = (first[0], second[1], first[2])
    column[other] = (second[0], first[1], second[2])
    if events is not None:
        events.append(ev.BadgesSwapped(row, other, second[1]))


def enlist(s: State, slot: int, banner: int, badge: int) -> int:
    """Banner and badge come into play in ``slot``; returns the tokens that come to its hand: as
    many of their numbers as the tray has, and what is brought besides (`events.md E35, E36`).
    """
    library = s.setup.library
    s.banner[slot] = banner
    s.badge[slot] = badge
    refresh(s, slot)
    combo = s.combo[slot]
    assert combo is not None
    tokens = library.races[banner].number
    if badge != NONE:
        tokens += library.powers[badge].number
    waiting = 0
    for source in combo.own:
        if source.extra and s.everybody and source not in combo.sources:
            waiting += source.extra  # a card keeps them from joining (events.md E12)
        else:
            tokens += source.extra
    tray = s.tray[banner]
    if tokens > tray:
        tokens = tray
    if combo.brings:
        for brings in combo.brings:
            tokens += brings(s, slot)
        tokens = max(0, tokens)
        if tokens > tray:
            s.memory[slot, PROXIES] = tokens - tray
    s.tray[banner] = tray - tokens if tray > tokens else 0
    if waiting:
        _wait_aside(s, slot, min(waiting, s.tray[banner]))
    s.hand[slot] = tokens
    s.picked |= 1 << OWNER[slot]
    if s.memory:
        _inherit(s, slot)
    return tokens


def _wait_aside(s: State, slot: int, tokens: int) -> None:
    """``tokens`` from the tray lie beside the board until what brings them may speak again."""
    combo = s.combo[slot]
    assert combo is not None
    s.tray[s.banner[slot]] -= tokens
    for source in combo.own:
        if source.extra:
            source.set_aside(s, slot, tokens)


def _inherit(s: State, slot: int) -> None:
    """What its seat has kept for its next race comes to the race in ``slot``: a further badge,
    without tokens, and rights (`events.md E31, E32`).
    """
    place = OF_SEAT[OWNER[slot]]
    badge = s.memory.pop((place, SECOND), 0) - 1
    if badge >= 0:
        s.more[slot] = (*s.more[slot], badge)
    for right in s.setup.library.rights:
        if s.memory.pop((place, right.key), 0):
            s.remember(right, slot, 1)
    refresh(s, slot)


def grant(s: State, seat: int, right: Boon) -> None:
    """``seat``'s Active race gets a right; without one it is kept for the next (`events.md
    E32`).
    """
    slot = ACTIVE_OF[seat]
    if s.combo[slot] is None:
        s.remember(right, OF_SEAT[seat], 1)
    else:
        entitle(s, slot, right)


# ---------------------------------------------------------------- combos put aside
def combine(s: State, seat: int, banner_row: int, badge_row: int, events: Events | None) -> None:
    """``seat`` joins the banner of one row to the badge of another, or of the same, pays for the
    upper row and puts that combo aside (`events.md E30`).

    What is left of two rows stays in the upper one with the coins of both; the lower one closes.
    The coins on a combo as it stood are pocketed.
    """
    column = s.column
    upper, lower = min(banner_row, badge_row), max(banner_row, badge_row)
    banner, badge = column[banner_row][0], column[badge_row][1]
    found = 0
    if upper == lower:
        found = column[upper][2]
    else:
        coins = column[upper][2] + column[lower][2]
        column[upper] = (column[badge_row][0], column[banner_row][1], coins)
    for i in range(upper):
        above = column[i]
        column[i] = (above[0], above[1], above[2] + 1)
    del column[lower]
    s.coins[seat] += found - upper
    keep_combo(s, seat, banner, badge)
    if events is not None:
        events.append(ev.ComboKept(seat, upper, lower, banner, badge, found))


def take_kept(s: State, seat: int, events: Events | None) -> None:
    """The combo that ``seat`` has put aside comes into play instead of a pick (`events.md E30`)."""
    kept = kept_combo(s, seat)
    assert kept is not None
    banner, badge = kept
    del s.memory[OF_SEAT[seat], KEPT]
    slot = ACTIVE_OF[seat]
    tokens = enlist(s, slot, banner, badge)
    if events is not None:
        events.append(ev.ComboTaken(seat, banner, badge, tokens))
    combo = s.combo[slot]
    assert combo is not None
    for hook in combo.picked:
        hook(s, slot, events)


def deal(s: State, banner: int, badge: int, events: Events | None) -> None:
    """Reveal a combo at the bottom of the column (`base.md C5, C7, C9`)."""
    if s.unseen_banners:
        s.unseen_banners &= ~(1 << banner)
    else:
        s.under.remove(banner)
    if badge != NONE:
        take_badge(s, badge)
    s.column.append((banner, badge, 0))
    if events is not None:
        events.append(ev.ComboDealt(len(s.column) - 1, banner, badge))


def badges_left(s: State) -> int:
    """Mask of the badges that may surface next: unseen ones, else the discards (`base.md C9`)."""
    return s.unseen_badges or s.discards


def take_badge(s: State, badge: int) -> None:
    """Take a badge out of the stack; an empty stack is made of the discards first."""
    if not s.unseen_badges:
        s.unseen_badges, s.discards = s.discards, 0
    s.unseen_badges &= ~(1 << badge)


def add_badge(s: State, slot: int, badge: int, events: Events | None) -> None:
    """The race in ``slot`` gets a further badge out of the stack, without tokens; it goes to the
    discards when the race leaves or declines (`events.md E31`).
    """
    take_badge(s, badge)
    give_badge(s, slot, badge, events)


def give_badge(s: State, slot: int, badge: int, events: Events | None) -> None:
    """The same with a badge that has left the stack already."""
    s.more[slot] = (*s.more[slot], badge)
    refresh(s, slot)
    power = s.setup.library.powers[badge]
    combo = s.combo[slot]
    assert combo is not None
    if power in combo.sources:  # nothing is told to what a card silences
        power.picked(s, slot, events)


def pay(s: State, seat: int, coins: int, source: Source, events: Events | None) -> None:
    """``seat`` gets ``coins`` (negative: gives them) because of ``source``, outside a scoring."""
    s.coins[seat] += coins
    if events is not None and coins:
        events.append(ev.CoinsPaid(seat, coins, source.name, s.coins[seat]))


def lose_power(s: State, slot: int, power: Power, events: Events | None) -> None:
    """The race in ``slot`` has lost that further power, and goes on: what it remembers for it is
    forgotten, and a piece of which there is only one leaves (`underground.md UP29`).
    """
    for key, _ in _kept_memory(s, slot, (power,)):
        del s.memory[slot, key]
    for piece in s.setup.library.pieces:
        if piece.alone and piece.source == power.name:
            markers.station(s, piece, 0, events)


def note(s: State, seat: int, what: str, more: int) -> None:
    """Add ``more`` to what is counted of ``seat`` in this round (`ids.EARNED`, `CONQUERED`)."""
    key = (OF_SEAT[seat], what)
    total = s.memory.get(key, 0) + more
    if total:
        s.memory[key] = total
    else:
        s.memory.pop(key, None)


def keep_combo(s: State, seat: int, banner: int, badge: int) -> None:
    """``seat`` puts a combo aside for its next pick (`events.md E30`); NONE for no badge."""
    badges = len(s.setup.library.powers) + 1
    s.memory[OF_SEAT[seat], KEPT] = 1 + banner * badges + badge + 1


def kept_combo(s: State, seat: int) -> tuple[int, int] | None:
    """Banner and badge of the combo that ``seat`` has put aside, or None."""
    kept = s.memory.get((OF_SEAT[seat], KEPT), 0)
    if not kept:
        return None
    banner, badge = divmod(kept - 1, len(s.setup.library.powers) + 1)
    return banner, badge - 1


def discard_combo(s: State, row: int, events: Events | None) -> None:
    """The combo in ``row`` is discarded, its coins go to the Lost Tribes (`crusade.md C2`)."""
    banner, badge, coins = s.column.pop(row)
    s.under.append(banner)
    if badge != NONE:
        s.discards |= 1 << badge
    s.coins[TRIBES] += coins
    if events is not None:
        events.append(ev.ComboDiscarded(row, banner, badge, coins))


def decline(s: State, seat: int, events: Events | None) -> None:
    """``seat``'s Active race goes In Decline (`base.md X2 to X4, X8, X10`)."""
    library = s.setup.library
    old = ACTIVE_OF[seat]
    combo = s.combo[old]
    assert combo is not None
    for hook in combo.declines:
        hook(s, old, events)
    banner = s.banner[old]
    # What was granted stays with the race; a right that keeps powers keeps the race's own badge.
    rights = combo.rights
    whole = bool(rights) and any(x.keeps_powers for x in rights)
    badges = _lasting_badges(s, old, whole)
    powers: tuple[Power, ...] = ()
    for badge in badges:
        powers += (library.powers[badge],)
    # A race that counts only because its power is off now is not the one that counts later on.
    limited = combo.counts_in_decline
    counted = limited
    for power in powers:
        counted = counted and power.counts_in_decline
    new = (DECLINED_OF if counted else UNCOUNTED_OF)[seat]
    for slot in PAST_OF[seat]:
        earlier = s.combo[slot]
        # One that does not count may count all the same while a card silences it (events.md E16).
        if earlier is not None and (slot == new or (limited and earlier.counts_in_decline)):
            remove_race(s, slot, events)
    held = s.held[old]
    lives = powers[:1] if whole and s.badge[old] != NONE else ()
    markers.decline_markers(s, held, lives, events)
    # Tokens set aside go back to the tray in any case, those in hand unless they stand anew.
    beside = s.later + apart(s, old)
    spare = s.hand[old]
    s.hand[old] = 0
    s.later = 0
    # What leaves with the decline, such as a further badge, keeps no token on the board.
    keepers: tuple[Source, ...] = ()
    if combo.keeps_tokens:
        keepers = _keepers(s, old, (library.races[banner], *powers, *rights))
    tokens = s.tokens
    for r in bits(held):
        s.occ[r] = new
        # Declining replaces readying: those who keep all tokens stand as they stood before it.
        stays = 1 if not keepers else s.stood[r] if s.stood else tokens[r]
        spare += tokens[r] - stays
        tokens[r] = stays
    s.held[old] = 0
    s.held[new] = held
    if any(x.regroups for x in keepers):
        s.hand[new], spare = spare, 0
    to_tray(s, old, spare + beside)
    own_badge = s.badge[old]
    for badge in (own_badge, *s.more[old]) if s.more[old] else (own_badge,):
        if badge != NONE and badge not in badges:
            s.discards |= 1 << badge
    lasts = _kept_memory(s, old, (*lives, *rights))
    clear_slot(s, old)
    s.banner[new] = banner
    s.badge[new] = badges[0] if badges else NONE
    s.more[new] = badges[1:]
    for key, value in lasts:
        s.memory[new, key] = value
    if held & s.board.rivers:
        kept = _own_rivers(s, combo, held & s.board.rivers)
        if kept:
            s.memory[new, KEPT_RIVERS] = kept
    refresh(s, new)
    if s.everybody:
        markers.recount(s)
    if events is not None:
        _tell_declined(s, seat, new, events)
    gone = s.combo[new]
    assert gone is not None
    for moment in gone.went_in_decline:
        moment(s, new, events)
    if not held:
        remove_race(s, new, events)


def _own_rivers(s: State, combo: Combo, rivers: int) -> int:
    """Those of the ``rivers`` that a race holds by what is its own, and not because all may."""
    own, everybody = 0, _kept_by_everybody(s)
    for source in combo.own if everybody else ():
        own |= source.keeps(s.board)
    return rivers & (own | ~everybody)


def _kept_by_everybody(s: State) -> int:
    mask = 0
    for source in s.everybody:
        mask |= source.keeps(s.board)
    return mask


def firm_land(s: State) -> int:
    """Mask of what is land now: rivers only while something makes them land for everybody
    (`riverworld.md W28`).
    """
    return s.board.land & (~s.board.rivers | _kept_by_everybody(s))


def _keepers(s: State, slot: int, lasting: tuple[Source, ...]) -> tuple[Source, ...]:
    """What keeps all tokens of the race in ``slot`` where they stand when it declines, and outlasts
    the decline: one of ``lasting``, or a power that is housed on its Regions.
    """
    combo = s.combo[slot]
    assert combo is not None
    stays = lasting
    for kind, piece in s.setup.library.bearing:
        if s.marks[kind] & s.held[slot]:
            stays += _brought(s, slot, piece)
    return tuple(x for x in combo.sources if x.keeps_tokens_in_decline and x in stays)


def _tell_declined(s: State, seat: int, slot: int, events: Events) -> None:
    held = s.held[slot]
    counts = tuple((r, s.tokens[r]) for r in bits(held))
    events.append(ev.Declined(seat, slot, s.banner[slot], held.bit_count(), counts, s.hand[slot]))


def hand_on(s: State, seats: tuple[int, ...], events: Events | None) -> None:
    """The Active race of each of ``seats`` goes to the next of them, the last one's to the first,
    all at the same time, with everything it has; what is kept for a player stays (`events.md E33`).
    """
    moved = dict(zip(seats, (*seats[1:], seats[0]), strict=True))
    new_slot = {ACTIVE_OF[seat]: ACTIVE_OF[to] for seat, to in moved.items()}
    slots = tuple(new_slot)
    old = {
        slot: (s.banner[slot], s.badge[slot], s.more[slot], s.held[slot], s.hand[slot])
        for slot in slots
    }
    kept = {key: value for key, value in s.memory.items() if key[0] in new_slot}
    for known in kept:
        del s.memory[known]
    for slot, to in new_slot.items():
        s.banner[to], s.badge[to], s.more[to], s.held[to], s.hand[to] = old[slot]
        for r in bits(s.held[to]):
            s.occ[r] = to
    for (slot, word), value in kept.items():
        s.memory[new_slot[slot], word] = value
    for slot in slots:
        refresh(s, slot)
    if events is not None:
        races = tuple((slot, to) for slot, to in new_slot.items() if s.banner[to] != NONE)
        events.append(ev.HandedOn(races))
    for slot in slots:
        combo = s.combo[slot]
        if combo is not None:
            for hook in combo.handed_on:
                hook(s, slot, events)


def _lasting_badges(s: State, slot: int, whole: bool) -> tuple[int, ...]:
    """The badges that the race in ``slot`` keeps when it declines now; ``whole`` says whether its
    own is among them whatever it is.
    """
    found: tuple[int, ...] = ()
    own = s.badge[slot]
    more = s.more[slot]
    for badge in (own, *more) if more else (own,):
        if badge != NONE:
            lasts = s.setup.library.powers[badge].kept_in_decline and not _hushed(s, badge)
            if lasts or (whole and badge == own):
                found += (badge,)
    return found


def _kept_memory(s: State, slot: int, sources: tuple[Source, ...]) -> list[tuple[str, int]]:
    """What is remembered for those sources of the race in ``slot``: (key, value)."""
    if not s.memory:
        return []
    keys = [source.key for source in sources]
    return [
        (key, value)
        for (place, key), value in s.memory.items()
        if place == slot and key.partition("/")[0] in keys
    ]


def _hushed(s: State, badge: int) -> bool:
    """Whether a badge says nothing at this moment, so that it does not stay either."""
    if not s.everybody:
        return False
    power = s.setup.library.powers[badge]
    return any(x.silences(power, False) for x in s.everybody)
