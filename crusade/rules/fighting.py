"""Conquests: with what, by whom, and why not (`base.md K, D, N, X1`, `rulings.md 24 to 46`)."""

from __future__ import annotations

from itertools import combinations
from typing import Final

from . import early, moves, reasons, spread
from .board import bits
from .early import standing
from .ids import (
    ACTIVE_OF,
    CONQUER,
    EARLY_MAY,
    EARLY_OVER,
    EARLY_SPENT,
    IS_ACTIVE,
    NONE,
    PAST_OF,
    PICK,
    SLOT_MASK,
    SLOTS_OF,
)
from .moves import PLAIN, Move
from .pieces import aside
from .pricing import allowed, by_tables, price, reach, spurned
from .questions import Card
from .refusals import Refusal
from .state import State
from .ways import Manner, Way, main_way, together

MOST_SHORT: Final = 3
"""A final attempt may be this many tokens short (`base.md D3`)."""


def hand_of(s: State, slot: int) -> int:
    """Tokens that ``slot``'s race can fight with now, those counted that are only about to be
    readied.
    """
    hand = s.hand[slot]
    if s.unready and slot == ACTIVE_OF[s.seat]:
        hand += standing(s, slot) - s.held[slot].bit_count() + aside(s, slot)
    elif s.early and s.phase == CONQUER and early.progress(s, slot) == EARLY_MAY:
        hand += standing(s, slot) - s.held[slot].bit_count()
    return hand


def helpers(s: State, slot: int) -> int:
    """Pieces that fight beside the tokens of the race in ``slot`` now."""
    combo = s.combo[slot]
    number = 0
    if combo is not None:
        for helping in combo.helpers:
            number += helping(s, slot)
    return number


def forces(s: State, slot: int) -> int:
    """What the race in ``slot`` can pay a conquest with: the tokens in hand and, if there are any,
    the pieces that fight beside them.
    """
    hand = hand_of(s, slot)
    combo = s.combo[slot]
    if combo is not None and combo.helpers and hand:
        hand += helpers(s, slot)
    return hand


def fighter(s: State, ways: int) -> int:
    """The slot that fights in those ways: the Active race, or the race In Decline that one of them
    names; NONE if there is no such race, or if two are named.
    """
    if ways:
        named = [way for way in s.setup.library.ways_of(ways) if way.fights_early]
        if named:
            return early_slot(s, named[0]) if len(named) == 1 else NONE
    return ACTIVE_OF[s.seat]


def early_slot(s: State, way: Way) -> int:
    """The slot of the race that fights on In Decline by this word, or NONE."""
    for slot in PAST_OF[s.seat]:
        combo = s.combo[slot]
        if combo is not None and combo.early is way and (s.held[slot] or s.hand[slot]):
            return slot
    return NONE


def _may_fight(s: State, ways: int) -> Refusal | None:
    """Whether this turn's conquests are open for the race that fights in these ways."""
    if s.phase != CONQUER:
        return reasons.wrong_phase(s)
    slot = fighter(s, ways)
    if slot != ACTIVE_OF[s.seat]:
        if slot == NONE:
            named = [way for way in s.setup.library.ways_of(ways) if way.fights_early]
            return named[0].absent if len(named) == 1 else reasons.ONE_RACE
        return early_refusal(s, slot)
    return unsettled(s)


def early_refusal(s: State, slot: int) -> Refusal | None:
    """Why the race in ``slot``, which fights on In Decline, may not fight just now, or None."""
    progress = early.progress(s, slot)
    if progress == EARLY_OVER:
        return reasons.EARLY_DONE
    if progress == EARLY_SPENT:
        return reasons.ended_early(s, slot)
    return None


def unsettled(s: State) -> Refusal | None:
    """The Active race acts only when no token of another that has fought waits to be placed
    (`base.md R5`).
    """
    slot = early.unplaced(s)
    return None if slot is None else reasons.early_first(s, slot)


def reach_with(s: State, slot: int, ways: tuple[Way, ...]) -> int:
    """The Regions that the race in ``slot`` may attack in these ways, whatever they cost."""
    return _widened(s, slot, reach(s, slot), ways)


def _widened(s: State, slot: int, usual: int, ways: tuple[Way, ...]) -> int:
    """The same where the ``usual`` reach is known."""
    mask = usual
    beyond = -1
    for way in ways:
        wider = way.widens(s, slot)
        if wider:
            wider = allowed(s, slot, wider)
        if way.beyond:
            beyond &= wider & ~usual
        else:
            mask |= wider
    if beyond != -1:
        mask = beyond  # whatever else goes along, it takes nothing but this
    if s.guards and any(not isinstance(way.source, Card) for way in ways):
        mask &= ~spurned(s, slot)
    return mask


def in_sight(s: State, slot: int) -> int:
    """The Regions that the race in ``slot`` may attack now in the ordinary way or in one that takes
    the ordinary price, whatever they cost.
    """
    mask = reach(s, slot)
    combo = s.combo[slot]
    for way in combo.ways if combo is not None else ():
        if way.priced and way.closed(s, slot) is None:
            mask |= reach_with(s, slot, (way,))
    return mask


def price_with(s: State, slot: int, r: int, ways: int) -> int:
    """Tokens that Region ``r`` takes from the hand in these ways (`PLAIN` for the ordinary one)."""
    if not ways:
        return price(s, slot, r)
    acting = s.setup.library.acting_of(ways)
    main = main_way(acting)
    if main is not None and not main.priced:
        return main.cost(s, slot, r)
    cost = price(s, slot, r)
    for way in acting:
        cost -= way.less(s, slot, r)
    return max(1, cost)


def _attack_refusal(s: State, move: Move) -> Refusal | int:
    """Why the conquest or attempt of ``move`` is out of the question, or the slot that makes it."""
    r, ways = move[1], move[2]
    refused = _may_fight(s, ways)
    if refused:
        return refused
    slot = fighter(s, ways)
    combo = s.combo[slot]
    if combo is None:
        return reasons.NO_RACE
    acting = s.setup.library.acting_of(ways)
    for way in acting:
        if way not in combo.ways:
            return way.absent
    words = len(s.setup.library.ways_of(ways)) - len(acting)
    if words > 1 or not all(together(*pair) for pair in combinations(acting, 2)):
        return reasons.NOT_TOGETHER
    if not 0 <= r < s.board.n:
        return reasons.NO_SUCH_REGION
    if not reach_with(s, slot, acting) >> r & 1:
        return _not_reached(s, slot, r, acting)
    return slot


def _not_reached(s: State, slot: int, r: int, acting: tuple[Way, ...]) -> Refusal:
    """Why Region ``r`` is not among those that may be attacked in these ways."""
    for way in acting:
        if way.beyond:
            if reach(s, slot) >> r & 1:
                return way.near
            if allowed(s, slot, 1 << r):
                return way.far
    if acting and s.guards and spurned(s, slot) >> r & 1:
        return reasons.no_help(s, r)
    return reasons.out_of_reach(s, slot, r)


def _ways_refuse(s: State, slot: int, r: int, acting: tuple[Way, ...]) -> Refusal | None:
    """Why one of the ways cannot be gone now, or not to this Region."""
    for way in acting:
        refused = way.closed(s, slot) or way.refusal(s, slot, r)
        if refused:
            return refused
    return None


def check_conquer(s: State, move: Move) -> Refusal | None:
    """`conquer R`, in whatever way (`base.md K`)."""
    slot = _attack_refusal(s, move)
    if isinstance(slot, Refusal):
        return slot
    r, ways = move[1], move[2]
    combo = s.combo[slot]
    assert combo is not None
    acting = s.setup.library.acting_of(ways)
    main = main_way(acting)
    if not (main is not None and main.swaps) and hand_of(s, slot) < 1:
        return reasons.NO_TOKEN
    for withholds in combo.withholds:
        refused = withholds(s, slot, main)
        if refused:
            return refused
    refused = _ways_refuse(s, slot, r, acting)
    if refused:
        return refused
    cost = price_with(s, slot, r, ways)
    hand = forces(s, slot)
    if ways & s.setup.library.rolling and cost > hand:
        return reasons.too_short(cost, hand) if cost - hand > MOST_SHORT else None
    return reasons.too_dear(cost, hand) if cost > hand else None


def check_attempt(s: State, move: Move) -> Refusal | None:
    """`attempt R`: the final attempt with the die (`base.md D`), or a roll that falls short."""
    r, ways = move[1], move[2]
    acting = s.setup.library.acting_of(ways)
    if any(not way.attempts for way in acting):
        return reasons.ONLY_DIE
    slot = _attack_refusal(s, move)
    if isinstance(slot, Refusal):
        return slot
    combo = s.combo[slot]
    assert combo is not None
    hand = hand_of(s, slot)
    if hand < 1:
        return reasons.NO_TOKEN
    for withholds in combo.withholds:
        refused = withholds(s, slot, main_way(acting))
        if refused:
            return refused
    refused = _ways_refuse(s, slot, r, acting)
    if refused:
        return refused
    cost = price_with(s, slot, r, ways)
    hand = forces(s, slot)
    if cost <= hand:
        return reasons.affordable(cost, hand)
    if not combo.attempts_rolled and cost - hand > MOST_SHORT:
        return reasons.too_short(cost, hand)
    return None


def _ways_open(
    s: State, slot: int, manner: Manner, hand: int, usual: int, prices: dict[int, int]
) -> tuple[int, int]:
    """Masks of the Regions that the race in ``slot`` can take in this manner now, and of those that
    it can only attempt in it, with ``hand`` tokens and the ``usual`` reach. Prices are looked up
    in ``prices``, and noted there.
    """
    main = manner.main
    if hand < 1 and not main.swaps:
        return 0, 0
    for closed in manner.closed:
        if closed(s, slot) is not None:
            return 0, 0
    combo = s.combo[slot]
    assert combo is not None
    for withholds in combo.withholds:
        if withholds(s, slot, main):
            return 0, 0
    if combo.helpers and main.priced:
        hand = forces(s, slot)
    limit = hand + MOST_SHORT if not combo.attempts_rolled else 1 << 20
    attempts = manner.attempts and hand
    taken = tried = 0
    mask = _widened(s, slot, usual, manner.ways) if manner.widens or s.guards else usual
    tables = main.priced and by_tables(s, slot, mask)  # the sum of `price`, without a call
    defence, tokens, walls, cheaper = s.board.defence, s.tokens, s.walls, combo.cheaper
    refusals = manner.refusals
    for r in bits(mask):
        for refusal in refusals:
            if refusal(s, slot, r) is not None:
                break
        else:
            if main.priced:
                known = prices.get(r)
                if known is None:
                    if tables:
                        known = defence[r] + tokens[r] + walls[r] - cheaper[r]
                        known = known if known > 0 else 1
                    else:
                        known = price(s, slot, r)
                    prices[r] = known
                cost = known
                for less in manner.less:
                    cost -= less(s, slot, r)
                if cost < 1:
                    cost = 1
            else:
                cost = main.cost(s, slot, r)
            if cost <= hand or (manner.rolls and cost <= limit):
                taken |= 1 << r
            elif attempts and cost <= limit:
                tried |= 1 << r
    return taken, tried


def has_conquest(s: State) -> bool:
    """Whether the player to move could still conquer, attempt or do something, or another race of
    his may still act.
    """
    if s.early:
        return True
    slot = ACTIVE_OF[s.seat]
    combo = s.combo[slot]
    if combo is None:
        return False
    hand = s.hand[slot]
    if hand:
        targets = reach(s, slot)
        if targets:
            # Even where a conquest waits for a roll first, a target and a token are a choice.
            if combo.attempts_rolled:
                return True
            limit = (hand if not combo.helpers else forces(s, slot)) + MOST_SHORT
            tables = by_tables(s, slot, targets)
            defence, tokens, walls, cheaper = s.board.defence, s.tokens, s.walls, combo.cheaper
            for r in bits(targets):
                # Without discounts of the moment the tables tell; a price of 1 is always enough.
                if tables:
                    cost = defence[r] + tokens[r] + walls[r] - cheaper[r]
                else:
                    cost = price(s, slot, r)
                if cost <= limit:
                    return True
    if combo.manners:
        hand, usual = hand_of(s, slot), reach(s, slot)
        prices: dict[int, int] = {}
        for manner in combo.manners:
            if manner.standing and _ways_open(s, slot, manner, hand, usual, prices) != (0, 0):
                return True
    for offering in bits(s.talkers & SLOT_MASK[s.seat]):
        offers = s.combo[offering]
        for decision in offers.offers if offers is not None else ():
            if decision.closed(s, offering) is None and decision.options(s, offering):
                return True
    return False


def list_conquests(s: State, out: list[Move]) -> None:
    """Append every conquest and attempt of the Active race."""
    slot = ACTIVE_OF[s.seat]
    if s.combo[slot] is not None and not (s.early and unsettled(s)):
        _list_attacks(s, slot, PLAIN, out)


def _list_attacks(s: State, slot: int, word: int, out: list[Move]) -> None:
    """Append what the race in ``slot`` can conquer and attempt; ``word`` is the way that names it,
    PLAIN for the Active race.
    """
    combo = s.combo[slot]
    assert combo is not None
    own = hand_of(s, slot)
    hand = own if not combo.helpers else forces(s, slot)
    held_back = False
    for withholds in combo.withholds:
        held_back = held_back or withholds(s, slot, None) is not None
    usual = reach(s, slot) if hand or combo.manners else 0
    prices: dict[int, int] = {}
    if hand and not held_back:
        conquers, attempts = moves.conquers(word), moves.attempts(word)
        limit = 1 << 20 if combo.attempts_rolled else hand + MOST_SHORT
        if by_tables(s, slot, usual):
            # The sum of `price`, without a call per Region; a hand is never below 1 here.
            defence, tokens, walls, cheaper = s.board.defence, s.tokens, s.walls, combo.cheaper
            for r in bits(usual):
                cost = defence[r] + tokens[r] + walls[r] - cheaper[r]
                if cost <= hand:
                    out.append(conquers[r])
                elif cost <= limit:
                    out.append(attempts[r])
        else:
            for r in bits(usual):
                cost = prices[r] = price(s, slot, r)
                if cost <= hand:
                    out.append(conquers[r])
                elif cost <= limit:
                    out.append(attempts[r])
    way_bit = s.setup.library.way_bit
    for manner in combo.manners:
        taken, tried = _ways_open(s, slot, manner, own, usual, prices)
        if taken or tried:
            ways = word
            for way in manner.ways:
                ways |= way_bit[way]
            out += _those(moves.conquers(ways), taken)
            out += _those(moves.attempts(ways), tried)


def _those(known: tuple[Move, ...], mask: int) -> list[Move]:
    """The moves of the Regions of ``mask`` out of a table that has one for each Region."""
    return [known[r] for r in bits(mask)]


def list_early_moves(s: State, out: list[Move]) -> None:
    """Append what races that fight on In Decline may do."""
    for slot in PAST_OF[s.seat]:
        progress = early.progress(s, slot)
        combo = s.combo[slot]
        if progress == EARLY_OVER or combo is None or combo.early is None:
            continue
        if progress != EARLY_SPENT and hand_of(s, slot):
            _list_attacks(s, slot, s.setup.library.way_bit[combo.early], out)
        if s.held[slot].bit_count() > 1 and early.resting(s, slot) is None:
            out.extend(spread.redeployments(s, slot))


def offered(s: State, index: int) -> int:
    """The slot of the person to move that may make decision number ``index`` in the conquests, or
    NONE.
    """
    if s.phase != CONQUER:
        return NONE
    decision = s.setup.library.decisions[index]
    found = NONE
    for slot in SLOTS_OF[s.seat]:
        combo = s.combo[slot]
        if combo is not None and decision in combo.offers:
            if decision.closed(s, slot) is None:
                return slot
            if found == NONE:
                found = slot
    return found


def list_offers(s: State, out: list[Move]) -> None:
    """Append what may be done in the conquests besides conquering."""
    for slot in bits(s.talkers & SLOT_MASK[s.seat]):
        combo = s.combo[slot]
        if combo is None or not combo.offers:
            continue
        waits = IS_ACTIVE[slot] and s.early and unsettled(s) is not None
        for decision in combo.offers:
            if not (waits and decision.of_race) and decision.closed(s, slot) is None:
                index = s.setup.library.decision_index[decision]
                out += moves.answers(index, decision.options(s, slot))


def check_abandon(s: State, move: Move) -> Refusal | None:
    """`abandon A B`, before the first conquest (`base.md N3, N4`)."""
    if s.phase != CONQUER:
        return reasons.PICK_FIRST if s.phase == PICK else reasons.TOO_LATE_ABANDON
    refused = unsettled(s)
    if refused:
        return refused
    if s.fought:
        return reasons.TOO_LATE_ABANDON
    regions = move[1:]
    if not regions:
        return reasons.NOT_HELD
    if len(set(regions)) != len(regions):
        return reasons.TWICE
    held = s.held[ACTIVE_OF[s.seat]]
    for r in regions:
        if not 0 <= r < s.board.n:
            return reasons.NO_SUCH_REGION
        if not held >> r & 1:
            return reasons.NOT_HELD
    return None


def check_end(s: State, move: Move) -> Refusal | None:
    """`end conquests`, at any time (`base.md N6`)."""
    if s.phase == PICK:
        return reasons.PICK_FIRST
    if s.phase != CONQUER:
        return reasons.wrong_phase(s)
    return unsettled(s)


def check_decline(s: State, move: Move) -> Refusal | None:
    """`decline`: instead of the turn (`base.md X1`)."""
    if s.phase == PICK:
        return reasons.PICK_FIRST
    if s.phase != CONQUER:
        return reasons.TOO_LATE_DECLINE
    # What forbids it at any time is told first: it would have been in vain earlier, too.
    return declining_forbidden(s) or (reasons.TOO_LATE_DECLINE if s.begun else None)


def declining_forbidden(s: State) -> Refusal | None:
    """Why the race of the person to move may not go In Decline at all just now, or None."""
    slot = ACTIVE_OF[s.seat]
    combo = s.combo[slot]
    if combo is None:
        return reasons.NO_RACE
    for forbids in combo.forbids_decline:
        refused = forbids(s, slot)
        if refused:
            return refused
    return None
