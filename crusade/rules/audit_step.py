"""Proof-reading of a single move: its events alone must explain everything that changed.

A `Mirror` stands for a reader such as the screen: it knows the position before the move and follows
the events. Where it ends with another board than the rules, the events do not tell enough.
"""

from __future__ import annotations

from collections.abc import Sequence

from . import events as ev
from . import moves
from .crossing import way_to
from .ids import ACTIVE_OF, EMPTY, NONE, TRIBES, TRIBES_SLOT
from .moves import Move
from .play import play
from .state import FIELDS, State


class Mirror:
    """What a reader of the events knows of a position; `see` takes one event in.

    ``problems`` are the sentences about events that did not fit what the mirror knew.
    """

    def __init__(self, s: State) -> None:
        self.occ = s.occ[:]
        self.tokens = s.tokens[:]
        self.pile = s.setup.library.pile
        self.n = s.board.n
        self.piles = s.piles[:]
        self.cards = s.cards
        self.upcoming = s.upcoming
        self.crusade = s.setup.crusade
        self.face_down = s.setup.hidden_cards
        self.marks = s.marks[:]
        self.hand = s.hand[:]
        self.coins = s.coins[:]
        self.column = s.column[:]
        self.round = s.round
        self.seat = s.seat
        self.control = s.control
        self.winners = s.winners
        self.problems: list[str] = []

    def see(self, event: ev.Event) -> None:
        """Change the mirror as the event tells."""
        getattr(self, f"_{type(event).__name__}", self._other)(event)

    def compare(self, s: State) -> list[str]:
        """What differs from the position that the rules have come to."""
        pairs = (
            ("who stands where", self.occ, s.occ),
            ("the tokens", self.tokens, s.tokens),
            ("the piles of pieces", self.piles, s.piles),
            ("the cards in force", self.cards, s.cards),
            ("the upcoming card", self.upcoming, s.upcoming),
            ("the markers", self.marks, s.marks),
            ("the hands", self.hand, s.hand),
            ("the coins", self.coins, s.coins),
            ("the column", self.column, s.column),
            ("the round", self.round, s.round),
            ("whose turn it is", self.seat, s.seat),
            ("the Control Marker", self.control, s.control),
            ("the winners", self.winners, s.winners),
        )
        return self.problems + [
            f"the events do not explain {what}: {told} by them, {found} by the rules"
            for what, told, found in pairs
            if told != found
        ]

    def _wrong(self, sentence: str) -> None:
        self.problems.append(sentence)

    def _held(self, slot: int) -> list[int]:
        return [r for r, who in enumerate(self.occ) if who == slot]

    def _leave(self, r: int) -> None:
        self.occ[r] = EMPTY
        self.tokens[r] = 0

    def _other(self, event: ev.Event) -> None:
        """Events that change nothing on the table: rolls, attempts, decisions."""

    # The names below are those of the events, so that `see` finds them.
    def _RoundBegan(self, event: ev.RoundBegan) -> None:  # noqa: N802
        self.round = event.round
        if self.face_down:
            self.cards = ()  # the old card goes, and the new one is yet to be turned up

    def _TurnBegan(self, event: ev.TurnBegan) -> None:  # noqa: N802
        self.seat = event.seat

    def _ControlPassed(self, event: ev.ControlPassed) -> None:  # noqa: N802
        self.control = event.seat

    def _GameEnded(self, event: ev.GameEnded) -> None:  # noqa: N802
        self.winners = event.winners

    def _CardTurned(self, event: ev.CardTurned) -> None:  # noqa: N802
        if not event.current:
            self.upcoming = event.card

    def _CardsInForce(self, event: ev.CardsInForce) -> None:  # noqa: N802
        self.cards = event.cards
        if self.upcoming in event.cards:
            self.upcoming = NONE

    def _CoinsPaid(self, event: ev.CoinsPaid) -> None:  # noqa: N802
        self.coins[event.seat] += event.coins
        if self.coins[event.seat] != event.total:
            self._wrong(f"seat {event.seat} has {event.total} coins after {event.source}")

    def _TokensLost(self, event: ev.TokensLost) -> None:  # noqa: N802
        r = event.region
        if r == NONE:
            self.hand[event.slot] -= event.tokens
        elif self.tokens[r] == event.tokens:
            self._leave(r)
        else:
            self.tokens[r] -= event.tokens
        if event.slot == TRIBES_SLOT and self.crusade:
            self.hand[TRIBES_SLOT] += event.tokens

    def _TokensPlaced(self, event: ev.TokensPlaced) -> None:  # noqa: N802
        self.occ[event.region] = event.slot
        self.tokens[event.region] += event.tokens
        if event.from_hand:
            self.hand[event.slot] -= event.tokens

    def _Returned(self, event: ev.Returned) -> None:  # noqa: N802
        if self.tokens[event.region] != event.tokens:
            self._wrong(f"{event.tokens} tokens come back from Region {event.region}")
        self._leave(event.region)
        self.hand[event.slot] += event.tokens

    def _HeldBack(self, event: ev.HeldBack) -> None:  # noqa: N802
        self.hand[event.slot] -= event.tokens

    def _ComboDealt(self, event: ev.ComboDealt) -> None:  # noqa: N802
        if event.row != len(self.column):
            self._wrong(f"a combo is dealt into row {event.row + 1}")
        self.column.append((event.banner, event.badge, 0))

    def _BadgesSwapped(self, event: ev.BadgesSwapped) -> None:  # noqa: N802
        first, second = self.column[event.row], self.column[event.other]
        self.column[event.row] = (first[0], second[1], first[2])
        self.column[event.other] = (second[0], first[1], second[2])

    def _ComboPicked(self, event: ev.ComboPicked) -> None:  # noqa: N802
        if self.column[event.row] != (event.banner, event.badge, event.found):
            self._wrong(f"row {event.row + 1} is picked as another combo")
        for i in range(event.row):
            banner, badge, coins = self.column[i]
            self.column[i] = (banner, badge, coins + 1)
        if event.price != event.row:
            self._wrong(f"row {event.row + 1} is paid with {event.price} coins")
        del self.column[event.row]
        self.coins[event.seat] += event.found - event.price
        self.hand[ACTIVE_OF[event.seat]] = event.tokens

    def _ComboKept(self, event: ev.ComboKept) -> None:  # noqa: N802
        upper, lower = self.column[event.upper], self.column[event.lower]
        if event.upper == event.lower:
            if upper != (event.banner, event.badge, event.found):
                self._wrong(f"row {event.upper + 1} is put aside as another combo")
        else:
            left = [upper[0], lower[0]], [upper[1], lower[1]]
            if event.banner not in left[0] or event.badge not in left[1] or event.found:
                self._wrong(f"rows {event.upper + 1} and {event.lower + 1} have no such combo")
            else:
                left[0].remove(event.banner)
                left[1].remove(event.badge)
                self.column[event.upper] = (left[0][0], left[1][0], upper[2] + lower[2])
        for i in range(event.upper):
            banner, badge, coins = self.column[i]
            self.column[i] = (banner, badge, coins + 1)
        del self.column[event.lower]
        self.coins[event.seat] += event.found - event.upper

    def _ComboTaken(self, event: ev.ComboTaken) -> None:  # noqa: N802
        self.hand[ACTIVE_OF[event.seat]] = event.tokens

    def _ComboDiscarded(self, event: ev.ComboDiscarded) -> None:  # noqa: N802
        if self.column.pop(event.row) != (event.banner, event.badge, event.coins):
            self._wrong(f"row {event.row + 1} is discarded as another combo")
        self.coins[TRIBES] += event.coins

    def _Readied(self, event: ev.Readied) -> None:  # noqa: N802
        more = 0
        for r in self._held(event.slot):
            more += self.tokens[r] - 1
            self.tokens[r] = 1
        if more != event.tokens:
            self._wrong(f"{event.tokens} tokens are readied where {more} stood")
        self.hand[event.slot] += event.tokens + event.joined

    def _Abandoned(self, event: ev.Abandoned) -> None:  # noqa: N802
        if (self.occ[event.region], self.tokens[event.region]) != (event.slot, event.tokens):
            self._wrong(f"Region {event.region} is abandoned by others than stood there")
        self._leave(event.region)
        self.hand[event.slot] += event.tokens

    def _Conquered(self, event: ev.Conquered) -> None:  # noqa: N802
        r = event.region
        if (self.occ[r], self.tokens[r]) != (event.victim, event.defenders):
            self._wrong(f"Region {r} is conquered from others than stood there")
        if not 0 <= event.lost <= event.defenders or event.spent < 1:
            self._wrong(f"Region {r} costs {event.spent} and {event.lost} of {event.defenders}")
        if event.victim != EMPTY:
            self.hand[event.victim] += event.defenders - event.lost - event.later
        self.hand[event.slot] -= event.spent - event.brought
        self._leave(r)
        self.occ[r], self.tokens[r] = event.slot, event.spent

    def _MarkPlaced(self, event: ev.MarkPlaced) -> None:  # noqa: N802
        pile = self.pile[event.kind]
        if pile >= 0:
            self.piles[pile * self.n + event.region] += 1
        elif self.marks[event.kind] >> event.region & 1:
            self._wrong(f"marker {event.kind} is placed twice in Region {event.region}")
        self.marks[event.kind] |= 1 << event.region

    def _MarkRemoved(self, event: ev.MarkRemoved) -> None:  # noqa: N802
        if not self.marks[event.kind] >> event.region & 1:
            self._wrong(f"marker {event.kind} is removed from Region {event.region} without one")
        pile = self.pile[event.kind]
        if pile >= 0:
            if self.piles[pile * self.n + event.region] != event.count:
                self._wrong(f"{event.count} of {event.kind} are removed from {event.region}")
            self.piles[pile * self.n + event.region] = 0
        self.marks[event.kind] &= ~(1 << event.region)

    def _PilesSet(self, event: ev.PilesSet) -> None:  # noqa: N802
        start = self.pile[event.kind] * self.n
        for r, count in event.counts:
            self.piles[start + r] = count
            self.marks[event.kind] &= ~(1 << r)
            self.marks[event.kind] |= bool(count) << r

    def _TokensGained(self, event: ev.TokensGained) -> None:  # noqa: N802
        self.hand[event.slot] += event.tokens

    def _TokensSetAside(self, event: ev.TokensSetAside) -> None:  # noqa: N802
        self.hand[event.slot] -= event.tokens

    def _Redeployed(self, event: ev.Redeployed) -> None:  # noqa: N802
        before = self.hand[event.slot] + sum(self.tokens[r] for r in self._held(event.slot))
        if [r for r, _ in event.counts] != self._held(event.slot):
            self._wrong(f"slot {event.slot} redeploys elsewhere than it stands")
        if before != sum(count for _, count in event.counts) + event.waiting:
            self._wrong(f"slot {event.slot} redeploys another number than its {before} tokens")
        for r, count in event.counts:
            self.tokens[r] = count
            if not count:
                self._leave(r)
        self.hand[event.slot] = event.waiting

    def _Scored(self, event: ev.Scored) -> None:  # noqa: N802
        self.coins[event.seat] += event.coins
        if self.coins[event.seat] != event.total:
            self._wrong(f"seat {event.seat} has {event.total} coins after scoring")
        if sum(coins for _, coins, _ in event.items) != event.coins:
            self._wrong(f"the items of {event.coins} coins add up to another sum")
        for text, coins, mask in event.items:
            if not text or coins == 0:
                self._wrong(f"'{text}' earns {coins} coins in {mask.bit_count()} Regions")

    def _Declined(self, event: ev.Declined) -> None:  # noqa: N802
        held = self._held(ACTIVE_OF[event.seat])
        if [r for r, _ in event.counts] != held or len(held) != event.regions:
            self._wrong(f"seat {event.seat} declines elsewhere than it stands")
        for r, count in event.counts:
            self.occ[r], self.tokens[r] = event.slot, count
        self.hand[ACTIVE_OF[event.seat]] = 0
        self.hand[event.slot] = event.hand

    def _HandedOn(self, event: ev.HandedOn) -> None:  # noqa: N802
        stood = {slot: (self._held(slot), self.hand[slot]) for slot, _ in event.races}
        for slot in stood:
            self.hand[slot] = 0
        for slot, to in event.races:
            held, self.hand[to] = stood[slot]
            for r in held:
                self.occ[r] = to

    def _RaceLeft(self, event: ev.RaceLeft) -> None:  # noqa: N802
        for r in self._held(event.slot):
            self._leave(r)
        self.hand[event.slot] = 0


def audit_step(before: State, move: Move, events: Sequence[ev.Event], after: State) -> list[str]:
    """Every defect of the step from ``before`` to ``after``, one sentence each.

    ``before`` is the position as it was handed to `play`; whether it stayed as it was, only
    `checked_play` can tell.
    """
    mirror = Mirror(before)
    for event in events:
        mirror.see(event)
    problems = mirror.compare(after)
    most = 1
    if move[0] in (moves.TAKE, moves.TRY, moves.CHOOSE):
        most += len(way_to(before, move[1]))  # the Lost Tribes take the rivers on their way, too
    if sum(isinstance(event, ev.Conquered) for event in events) > most:
        problems.append(f"{move} conquers more Regions than it should")
    if before.setup is not after.setup or before.board is not after.board:
        problems.append("the game or its board has changed")
    for name in FIELDS:
        old, new = getattr(before, name), getattr(after, name)
        if isinstance(old, list | dict) and old is new:
            problems.append(f"'{name}' is shared by the two positions")
    return problems


def checked_play(s: State, move: Move) -> tuple[State, list[ev.Event], list[str]]:
    """`play`, and every defect of the step. Raises Refused as `play` does."""
    known = s.facts()
    combos = s.combo[:]
    after, events = play(s, move)
    problems = audit_step(s, move, events, after)
    if s.facts() != known or s.combo != combos:
        problems.append(f"{move} has changed the position it was played in")
    return after, events, problems
