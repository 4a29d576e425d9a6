"""River World games played by the engine, every position compared with `naive_riverworld.py`.

`python tests/riverworld_referee.py --positions 100000` plays games in every mode until so many
positions were compared; half of them force a combo, one pairing after the other. The first
disagreement of a game is told, of the first such game with its moves. With `--throws` no games are
played: the positions are those of `riverworld_positions.py`.
"""

from __future__ import annotations

import sys
from collections import Counter
from dataclasses import astuple
from functools import cache, partial
from pathlib import Path
from random import Random
from typing import ClassVar

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parent.parent))

from naive import TRIBE_SEAT, WATER, attackable, cost
from naive_riverworld import MARKERS, NO_OFFER, SHIPS, RiverTable
from naive_table import TRIBES_SLOT, Table, is_active, seat_of
from referee import Referee
from riverworld_positions import thrown
from walking import TABLES, Comparing, Game, named, run, stands, turns, walked

from crusade.automaton.lost_tribes import LostTribes
from crusade.games import new_setup, with_cards
from crusade.lab.audit_run import EVERY, Plan
from crusade.rules import (
    CRUSADE_TOKENS,
    Setup,
    State,
    crossing,
    decider,
    legal_moves,
    move_text,
    moves,
    play,
    pricing,
    queries,
    row,
    scoring,
    start,
)
from crusade.rules import events as ev
from crusade.rules.ids import ASK, CONQUER, CONQUESTS, DEALER, NONE, OVER, SOLO, TRIBES_TURN

BOX = ("riverworld",)


@cache
def setup(table: tuple[str, int], tokens: int = CRUSADE_TOKENS, events: str = "") -> Setup:
    """A game of that mode and number of persons; ``tokens`` are the Lost Tribes', ``events`` is the
    deck of event cards.
    """
    boxes = with_cards(BOX) if events else BOX
    return new_setup(*table, tokens, boxes=boxes, events=events)


LIBRARY = setup((SOLO, 1)).library
DECKS = Plan(SOLO, EVERY, boxes=BOX).decks
"""A deck of every kind."""
COMBOS = [(a, b) for a in range(len(LIBRARY.races)) for b in range(len(LIBRARY.powers))]
AUTOMATON = LostTribes()
VERBS = {moves.TAKE: "take", moves.TRY: "try", moves.STOP: "stop"}
FLAT = ("Alchemist", "Orcs", "Pillaging", "Wealthy")
TIMES = ("Kobold God", "Oldies But Goodies", "Philter Of Forgetfulness")
"""What a race earns in all counts so many times."""
WHOLE = ("Tea Time", "Regions conquered")
"""Of a whole scoring, whoever's Regions pay it."""
NOW_AND_THEN = 4
"""One of so many positions is asked what takes long: the parts of every worth, and what a race
could take whose turn it is not.
"""


class RiverReferee(Referee, Comparing):
    """Follows a game of River World; `look` compares a position."""

    table: ClassVar[type[Table]] = RiverTable
    nobodys: ClassVar[set[str]] = {"ship", "caravel", "treasure"}
    t: RiverTable

    def __init__(self, s: State, compared: Counter[str]) -> None:
        super().__init__(s)
        self.order = self._usual_order()  # the first turn begins with the first event marker
        self.compared = compared
        self.thawing = False
        self.ships_were: set[str] = set()
        self.freed: set[str] = set()
        self.known = ""
        """The next event marker, once somebody has seen it."""
        self.turned: Counter[str] = Counter()

    @classmethod
    def of(cls, s: State, compared: Counter[str]) -> RiverReferee:
        """Of a thrown position, which nothing has led to."""
        referee = cls(s, compared)
        referee.t = RiverTable.read(s)
        marker = row.current(s)
        referee.t.marker = marker.name if marker is not None else ""
        referee.nonempty = {3 * s.seat: s.nonempty}
        variant = LIBRARY.by_name["River World"]
        referee.t.sailed = s.recall(variant, 17 + s.seat, "sailed") == s.round
        return referee

    # ------------------------------------------------------------ a step
    def step(self, s: State, move: moves.Move) -> State:
        after, events = play(s, move)
        self.watch(s, move, events, after)
        return after

    def watch(
        self, before: State, move: moves.Move, events: list[ev.Event], after: State
    ) -> list[str]:
        self.ships_were, self.freed, self.thawing = self.t.ships(), set(), False
        super().watch(before, move, events, after)
        self._check_rivers(after)
        return self.wrong

    def _new_turn(self) -> None:
        super()._new_turn()
        self.t.sailed = self.t.looked = False

    def _RoundBegan(self, event: ev.RoundBegan) -> None:  # noqa: N802
        super()._RoundBegan(event)
        self.t.sailed = False

    def _hear(self, before: State, who: int) -> None:
        super()._hear(before, who)
        self.seen = self.t.sight(TRIBES_SLOT) if self.t.crusade else None
        t, words = self.t, self.text.removeprefix("T ").split()
        if words[:2] == ["turn", "up"] and " ".join(words[2:]) in MARKERS:
            self._hear_marker(" ".join(words[2:]))
        elif words[0] == "draw" and " ".join(words[1:]) in MARKERS:
            self.known = " ".join(words[1:])
        elif words[0] == "look":
            t.looked = True
        elif words[0] == "sail" and len(words) == 2:  # the card's sailors say where they come from
            t.sailed = self.begun = True
            self.early = dict.fromkeys(self.early, "over")
            self.unready = False
        elif words[0] == "choose":
            offer = t.offers().get(words[1])
            t.sailed |= offer is not None and bool(offer.landing)

    def _hear_marker(self, new: str) -> None:
        """W4, W20, W32: a marker that somebody has seen is the one that comes."""
        if self.known and self.known != new:
            self.say(f"{new} is turned up, but {self.known} was seen (W20)")
        self.known = ""
        self.turned[new] += 1
        if self.turned[new] > MARKERS[new]:
            self.say(f"{new} is turned up once too often (W30)")
        self.thawing = self.t.frost() and new != "Freezing"
        self.t.marker = new

    def _check_rivers(self, after: State) -> None:
        """W24, W33, W41, W43: what lies on the rivers after a step."""
        t = self.t
        wanted = self.ships_were - self.freed
        if self.text == "turn up Pirates":
            empty = [x for x in t.ids if x in t.rivers - wanted and t.spots[x].slot is None]
            wanted |= set(empty[: SHIPS - len(wanted)])
        self.same("ships: are", t.ships(), wanted)
        marker = row.current(after)
        self.same("marker: is", marker.name if marker is not None else "", t.marker)
        for name in t.rivers:
            spot = t.spots[name]
            if spot.slot is None and (spot.markers - self.nobodys or spot.encampments):
                self.say(f"{spot.markers} on {name}, where nobody stands (W43)")
            elif self.thawing and spot.slot is not None and name in t.leaving(spot.slot):
                self.say(f"the thaw leaves tokens on {name} (W33)")

    def _Returned(self, event: ev.Returned) -> None:  # noqa: N802
        t, name = self.t, self.t.ids[event.region]
        left = self.fall is not None or self.opening is not None or "leave" in self.text
        driven = self.thawing or not left
        if name not in t.rivers or not driven:
            super()._Returned(event)
            return
        self.holes.pop(name, None)
        mine = self.thawing or seat_of(event.slot) == t.seat
        if name not in t.leaving(event.slot) or not mine:
            self.say(f"tokens leave {name} (W8, W33)")
        if self.thawing and not is_active(event.slot):
            self.say(f"declined tokens on {name} go to hand (W33)")

    def _TokensLost(self, event: ev.TokensLost) -> None:  # noqa: N802
        if self._of_the_rivers(event):
            name = self.t.ids[event.region]
            if is_active(event.slot) or name not in self.t.leaving(event.slot):
                self.say(f"tokens on {name} are lost (W33)")
            return
        super()._TokensLost(event)

    def _Conquered(self, event: ev.Conquered) -> None:  # noqa: N802
        name = self.t.ids[event.region]
        self.freed.add(name)
        for kept in self.t.seafarers.values():
            kept.discard(name)
        if event.slot == TRIBES_SLOT:
            # As things lay before: what is driven off goes before the tokens come.
            self.prices[TRIBES_SLOT] = cost(self.seen, name)
            if self.fate is None and event.spent != self.prices[TRIBES_SLOT]:
                self.say(f"{name} is taken with {event.spent} (J3)")
        super()._Conquered(event)

    def _AttemptMade(self, event: ev.AttemptMade) -> None:  # noqa: N802
        if event.slot == TRIBES_SLOT:  # the way is paid by now
            name = self.t.ids[event.region]
            self.prices[TRIBES_SLOT] = cost(self.t.sight(TRIBES_SLOT), name)
        super()._AttemptMade(event)

    def _Declined(self, event: ev.Declined) -> None:  # noqa: N802
        t, race = self.t, self.t.races[3 * event.seat]
        kept = {t.ids[r] for r, _ in event.counts} & t.rivers
        seafaring = "Seafaring" in (race.power, *race.second)
        t.seafarers[event.slot] = kept if seafaring else set()
        super()._Declined(event)

    def _Scored(self, event: ev.Scored) -> None:  # noqa: N802
        for slot in self.t.slots(event.seat):
            if self.t.leaving(slot):
                self.say(f"{self.t.leaving(slot)} are held at the scoring (W8)")
        if event.coins != sum(coins for _, coins, _ in event.items):
            self.say(f"{event.items} make {event.coins}")
        super()._Scored(event)
        self.taken = set()  # paid for

    def _after(self, event: ev.Event) -> None:
        opening = self.opening
        super()._after(event)
        if opening is None or not self._of_the_rivers(event):
            return
        # The event marker acts before the card does: the card finds what it has left.
        opening.seen.pop()
        opening.was.see(event)

    def _of_the_rivers(self, event: ev.Event) -> bool:
        """Whether the event comes of the marker that has just been turned up: ships, and the thaw
        with whoever it takes off the map.
        """
        if self.text.removeprefix("turn up ") not in MARKERS:
            return False
        if isinstance(event, ev.MarkPlaced):
            return self.t.piece_words[event.kind] == "ship"
        if not self.thawing:
            return False
        if isinstance(event, ev.RaceLeft):
            assert self.opening is not None
            return not is_active(event.slot) and not self.opening.was.held(event.slot)
        if isinstance(event, ev.Returned | ev.TokensLost | ev.MarkRemoved):
            return event.region != NONE and self.t.ids[event.region] in self.t.rivers
        return False

    # ------------------------------------------------------------ what may be done
    def _check_deeds(self, listed: set[str]) -> None:
        """W15 to W20, W29, W38."""
        super()._check_deeds(listed)
        t, slot = self.t, 3 * self.t.seat
        mine = set()
        if slot in self._acting():
            mine = {f"sail {name}" for name in t.may_sail(slot)}
        if t.holds(slot, "temple") and not t.looked and t.round < t.rounds:
            mine.add("look")
        told = {text for text in listed if text.split()[0] in ("sail", "look")}
        self.same("deeds: listed", told, mine)

    def _check_plan(self, s: State) -> None:
        """D to F, J: the moves that are open in the Lost Tribes' turn."""
        self.compared["plans"] += 1
        t, open_moves = self.t, legal_moves(s)
        texts = {move_text(s, move) for move in open_moves}
        if t.sailed and s.phase == TRIBES_TURN and self._under_way:
            self.same("plan: goes on", texts, {self._under_way})
            self._under_way = ""
            return
        verb, best = t.tribes_step()
        wanted = {f"choose {name}" for name in best}
        if verb == "stop":
            wanted = {"T stop"}
        elif len(best) == 1:
            (name,) = best
            offer = (t.offers() | t.joining(t.offers()))[name]
            way = f" over {' '.join(offer.way)}" if offer.way else ""
            text = f"T {'conquer' if verb == 'take' else 'attempt'} {name}{way}"
            wanted = {text}
            if offer.landing:
                wanted, self._under_way = {f"T sail {offer.landing}"}, text
        self.same("plan: open", texts, wanted)

    _under_way = ""
    """What the Lost Tribes do when their Caravel has sailed for it."""

    # ------------------------------------------------------------ a position
    def look(self, s: State) -> list[str]:
        """Where the engine and the statements differ in this position, one sentence each."""
        self.wrong = []
        t = self.t
        if s.phase == OVER:
            return []
        self.compared["positions"] += 1
        everybody = self.compared["positions"] % NOW_AND_THEN == 0
        slots = [x for x in t.races if x == 3 * t.seat or (everybody and is_active(x))]
        # When their Caravel has sailed, what it has sailed for is theirs to take, and nothing else.
        theirs = t.crusade and not self._under_way and s.phase != OVER
        for slot in [*slots, *([TRIBES_SLOT] if theirs else [])]:
            fighting = s.phase == CONQUER or (s.phase == ASK and s.moment == CONQUESTS)
            fights = fighting and slot == 3 * t.seat
            p = self._fighting(slot) if fights else t.sight(slot)
            reach = attackable(p)
            self.same(f"reach: of {slot}", named(s, pricing.reach(s, slot)), reach)
            for name in reach if everybody and slot != TRIBES_SLOT else ():
                coins = queries.prospect(s, slot, s.board.index[name]).total
                self.same(f"prospect: of {name} for {slot}", coins, t.prospect(slot, name))
            for r, name in enumerate(t.ids):
                if t.lands[name].terrain not in WATER and t.spots[name].slot != slot:
                    price = pricing.price(s, slot, r)
                    self.same(f"price: of {name} for {slot}", price, cost(p, name))
        for seat in (*range(t.seats), *([TRIBE_SEAT] if t.crusade else [])):
            self._coins(s, seat, everybody)
        if theirs:
            self._journeys(s)
            if s.phase == TRIBES_TURN and decider(s) != DEALER:
                self._plan(s)
        return self.wrong

    def _coins(self, s: State, seat: int, itemised: bool) -> None:
        t = self.t
        nonempty, taken = (self.nonempty, self.taken) if seat == t.seat else ({}, set())
        wanted = t.coins_of(seat, nonempty)
        bill = queries.earnings(s, seat)
        self.same(f"income: of {seat}", bill.total, t.scoring(seat, nonempty, taken))
        own: Counter[str] = Counter()
        rows = flat = 0
        robbed: set[str] = set()
        each = True
        for label, coins, mask in bill.items:
            names, text = named(s, mask), str(label)
            if text.startswith("Harbor number"):
                rows += coins
                if not names <= t.signs["harbor"] or f" {coins + 1}" not in text:
                    self.wrong.append(f"{label} is {coins} for {names}, should be another sum")
            elif text == "Pirate ships":
                robbed |= names
            elif text.startswith(TIMES):
                each = False
            elif text.startswith(WHOLE):
                pass
            elif not mask or text.startswith(FLAT):
                flat += coins
            else:
                own.update({name: coins // len(names) for name in names})
        if each:
            self.same(f"items: of {seat}", (own, rows, robbed, flat), astuple(wanted))
        self.same(f"robbed: of {seat}", robbed, wanted.robbed)
        if sum(coins for _, coins, _ in bill.items) != bill.total:
            self.wrong.append(f"the items of {bill} are another sum")
        leaving = any(t.leaving(slot) for slot in t.slots(seat))
        for name, worth in t.worths(seat).items() if seat != TRIBE_SEAT else ():
            r = s.board.index[name]
            if itemised or leaving:
                self.same(f"worth: itemised of {name}", queries.worth(s, r).total, worth)
            if not leaving:
                self.same(f"worth: of {name}", scoring.worth(s, seat, r), worth)

    def _journeys(self, s: State) -> None:
        for name, (offer, _) in self.t.journeys().items():
            r = s.board.index[name]
            way = tuple(s.board.ids[x] for x in crossing.way_to(s, r))
            found = (crossing.full_price(s, r), way)
            self.same(f"composite: cost of {name}", found, (offer.cost, offer.way))

    def _plan(self, s: State) -> None:
        t, ids = self.t, s.board.ids
        offers = t.offers()
        plan = AUTOMATON.plan(s)
        verb, best = t.tribes_step()
        if verb != "stop":
            offers |= t.joining(offers)
        found = {
            ids[c.region]: (
                c.cost,
                tuple(ids[x] for x in c.way),
                ids[c.landing] if c.landing != NONE else "",
            )
            for c in plan.candidates
        }
        wanted = {name: (x.cost, x.way, x.landing) for name, x in offers.items()}
        if verb != "stop":
            self.same("candidates: are", found, wanted)
            worths = t.worths(1 - t.control if t.two else 0)
            for c in plan.candidates:
                name = ids[c.region]
                worth = 0 if offers.get(name, NO_OFFER).joins else worths.get(name, 0)
                self.same(f"worth: of candidate {name}", c.worth, worth)
        for name, offer in offers.items():
            r = s.board.index[name]
            bill = queries.cost(s, r, TRIBES_SLOT)
            self.same(f"bill: of {name}", bill.total, offer.cost)
            if sum(tokens for _, tokens, _ in bill.items) != bill.total:
                self.wrong.append(f"the items of {bill} are another sum")
            self.same(f"gain: by {name}", queries.gain(s, r).total, t.gain(name))
        action, mask = AUTOMATON.step(s)
        self.same("plan: is", (VERBS[action], named(s, mask)), (verb, best))
        self.same("plan: of step", plan.action, action)
        if action != moves.STOP:
            self.same("plan: of step", plan.best, mask)


def throw(number: int, seed: int, compared: Counter[str]) -> list[str]:
    """Position ``number`` of a run that throws them together: what is wrong with it."""
    table = TABLES[number % len(TABLES)]
    s = thrown(setup(table), Random(f"{seed}/throw {number}"))
    referee = RiverReferee.of(s, compared)
    wrong = referee.look(s)
    if s.phase == CONQUER:
        referee.wrong = []
        referee.begun = s.begun
        referee._check_listed(s)
        wrong = wrong + referee.wrong
    return [stands(s), *wrong] if wrong else []


def game(
    number: int,
    seed: int,
    compared: Counter[str],
    tokens: int = CRUSADE_TOKENS,
    events: str = "",
) -> list[str]:
    """Game ``number`` of a run, with event cards of a deck, or of every deck in turn."""
    table, policy, combo = turns(number, COMBOS)
    deck = DECKS[number // len(TABLES) % len(DECKS)] if events == EVERY else events
    s = start(setup(table, tokens, deck))
    return walked(s, RiverReferee(s, compared), policy, Random(f"{seed}/{number}"), combo)


def with_events(events: str) -> Game:
    """The games with event cards of that deck."""
    return partial(game, events=events)


if __name__ == "__main__":
    sys.exit(run(__doc__ or "", game, throw, with_events))
