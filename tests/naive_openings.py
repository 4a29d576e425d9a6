"""What an event card does when its round begins, by its own words (`events.md` E1, E4 to E6, ...).

An `Opening` remembers the table as it was when the card came into force, hears what is answered and
sees what happens until the first turn begins; then it says what should have been otherwise.
"""

from __future__ import annotations

from collections import Counter

from naive import TRIBE_SEAT
from naive_table import TRIBES_SLOT, Table, is_active, seat_of

from crusade.rules import events as ev

AUCTIONS = {
    "Blue Genes", "Necromantic Elixir", "Small Time Coup", "The Art Of Combos", "Tough Love",
    "White Queen",
}  # fmt: skip
WATERS = ("sea", "lake", "river")
"""A River counts as the Lake and as a Sea for cards (riverworld.md W9)."""
SPEAKING = (ev.Told, ev.Answered, ev.DieRolled, ev.CardTurned, ev.MarkRemoved, ev.ComboDealt)
"""Events that change nothing by themselves, or follow from others."""


def largest_first(was: Table, now: Table) -> bool:
    """E5: whether what the Lost Tribes lost went one by one from the largest stacks."""
    stacks = {name: was.spots[name].tokens for name in was.held(TRIBES_SLOT)}
    left = {
        name: now.spots[name].tokens if now.spots[name].slot == TRIBES_SLOT else 0
        for name in stacks
    }
    highest = max(left.values(), default=0)
    return all(left[name] == stacks[name] or left[name] + 1 >= highest for name in stacks)


class Opening:
    """The start of a round under the card that `t` has in force."""

    def __init__(self, t: Table, order: list[int]) -> None:
        self.was = t
        self.persons = [seat for seat in order if seat != TRIBE_SEAT]
        self.seen: list[ev.Event] = []
        self.heard: list[tuple[int, list[str]]] = []
        self.wrong: list[str] = []
        self.won: int | None = None

    def hear(self, who: int, words: list[str]) -> None:
        self.heard.append((who, words))

    def say(self, sentence: str) -> None:
        self.wrong.append(f"{self.was.card}: when the round begins, {sentence}")

    # ------------------------------------------------------------ what was seen
    def of(self, kind: type) -> list[ev.Event]:
        return [event for event in self.seen if isinstance(event, kind)]

    def lost(self) -> Counter[int]:
        """Tokens given up, by slot."""
        found: Counter[int] = Counter()
        for event in self.seen:
            if isinstance(event, ev.TokensLost):
                found[event.slot] += event.tokens
        return found

    def paid(self) -> Counter[int]:
        """Coins paid or got, by seat."""
        found: Counter[int] = Counter()
        for event in self.seen:
            if isinstance(event, ev.CoinsPaid):
                found[event.seat] += event.coins
        return found

    def only(self, *allowed: type) -> None:
        """Nothing else may have happened."""
        for event in self.seen:
            if not isinstance(event, (*SPEAKING, *allowed)):
                self.say(f"{event} should not be")

    def same(self, what: str, found: object, wanted: object) -> None:
        if found != wanted:
            self.say(f"{what} {found}, should be {wanted}")

    def face(self) -> int | None:
        """What was rolled for the Lost Tribes."""
        rolls = [e.face for e in self.seen if isinstance(e, ev.DieRolled)]
        if len(rolls) > 1 or (rolls and not self.was.coins[TRIBE_SEAT]):
            self.say(f"the dice are {rolls}")
        if not rolls and self.was.crusade and self.was.coins[TRIBE_SEAT]:
            self.say("no die is rolled for the Lost Tribes")
        return rolls[0] if rolls else None

    # ------------------------------------------------------------ the end
    def finish(self, now: Table) -> None:
        """The first turn begins: judge, and tell the table what no event says."""
        card = self.was.card
        if card in AUCTIONS:
            self._auction(now)
            return
        rule = {
            "Plague": self._plague,
            "Baby Boom": self._baby_boom,
            "Ungodly Bribe": self._bribe,
            "Chicken Lake": self._lake,
            "Decline And Fall": self._decline_and_fall,
            "Drakkars From Afar": self._drakkars,
            "Lost Treasures": self._treasures,
            "Tabula Rasa": self._tabula_rasa,
            "Wheel Of Misfortune": self._wheel,
        }.get(card)
        if rule is None:
            self.only()
        else:
            rule(now)

    def _discards(self, wanted: dict[int, int], now: Table) -> None:
        """E4, E5: so many tokens of each slot, the Lost Tribes' from the largest stacks."""
        self.same("tokens given up", dict(self.lost()), {x: n for x, n in wanted.items() if n})
        if not largest_first(self.was, now):
            self.say("the Lost Tribes lose from other than their largest stacks")

    def _wanted(self, tokens: int) -> dict[int, int]:
        was = self.was
        wanted = {3 * x: min(tokens, was.active_tokens(x)) for x in range(was.seats)}
        if was.crusade:
            wanted[TRIBES_SLOT] = min(tokens, was.on_board(TRIBES_SLOT))
        return wanted

    def _plague(self, now: Table) -> None:
        self.only(ev.TokensLost)
        self._discards(self._wanted(1), now)

    def _baby_boom(self, now: Table) -> None:
        self.only(ev.TokensGained)
        found = {e.slot: e.tokens for e in self.seen if isinstance(e, ev.TokensGained)}
        was = self.was
        wanted = {
            slot: 1
            for slot, race in was.races.items()
            if is_active(slot) and was.tray(race.race) > 0
        }
        self.same("tokens gained", found, wanted)

    def _bribe(self, now: Table) -> None:
        """E35."""
        self.only(ev.TokensLost, ev.CoinsPaid)
        was, lost, paid = self.was, self.lost(), self.paid()
        for seat, two in self._wanted(2).items():
            slot, seat = seat, seat_of(seat)
            rich = was.coins[seat] >= 3
            ways = [(-3, 0)] if rich else [(0, two)]
            if rich and two == 2 and seat != TRIBE_SEAT:
                ways.append((0, 2))
            if (paid[seat], lost[slot]) not in ways:
                self.say(f"seat {seat} pays {paid[seat]} and loses {lost[slot]}, not of {ways}")
        if any(not is_active(slot) for slot in lost):
            self.say("tokens In Decline are lost")
        if not largest_first(was, now):
            self.say("the Lost Tribes lose from other than their largest stacks")

    def _lake(self, now: Table) -> None:
        """8, E34."""
        was = self.was
        self.only(ev.CoinsPaid, ev.TokensLost, ev.RaceLeft)
        coins = dict(was.coins)
        face = self.face()
        tribes_pay = 0 if face is None else face + 1
        answers = [words[0] for _, words in self.heard if words[0] in ("pay", "take")]
        pot, taker = 0, None
        seats = [*self.persons, *([TRIBE_SEAT] if was.crusade else [])]
        while taker is None:
            for seat in seats:
                if seat == TRIBE_SEAT:
                    pays = tribes_pay > 0 and coins[seat] > 0
                    tribes_pay -= 1
                else:
                    pays = coins[seat] > 0 and answers.pop(0) == "pay"
                if not pays:
                    taker = seat
                    break
                coins[seat] -= 1
                pot += 1
        coins[taker] += pot
        self.same("coins are", dict(now.coins), coins)
        self.same("answers left are", answers, [])
        past = [slot for slot in was.slots(taker) if not is_active(slot)]
        gone = {e.slot for e in self.seen if isinstance(e, ev.RaceLeft)}
        if any(was.held(slot) for slot in past):
            self.same("races that leave are", gone, set(past))
            self.same("tokens lost are", dict(self.lost()), {})
        else:
            slot = 3 * taker
            have = was.on_board(slot) if taker == TRIBE_SEAT else was.active_tokens(taker)
            self._discards({slot: min(3, have)}, now)
            self.same("races that leave are", gone, set())

    def _decline_and_fall(self, now: Table) -> None:
        """9, E41: the referee judges each decline."""
        self.only(ev.Declined, ev.RaceLeft)
        found = [e.seat for e in self.seen if isinstance(e, ev.Declined)]
        self.same("declining are", found, [x for x in self.persons if 3 * x in self.was.races])
        if any(3 * x in now.races for x in self.persons):
            self.say("an Active race is left")

    def _drakkars(self, now: Table) -> None:
        """10, E27."""
        self.only(ev.Returned, ev.TokensPlaced, ev.MarkPlaced)
        was = self.was
        hand = was.tribes_hand
        events = [e for e in self.seen if isinstance(e, ev.Returned | ev.TokensPlaced)]
        for seat in self.persons:
            sailors = {}
            for slot in was.slots(seat):
                if (is_active(slot) or was.fights_on(slot)) and len(was.held(slot)) > 1:
                    sailors[slot] = {name for name in was.held(slot) if coastal(was, name)}
            if not any(sailors.values()):
                continue
            if len(events) < 2:
                self.say(f"seat {seat} does not sail")
                return
            away, there = events.pop(0), events.pop(0)
            assert isinstance(away, ev.Returned)
            start = was.ids[away.region]
            if start not in sailors.get(away.slot, ()) or away.tokens != was.spots[start].tokens:
                self.say(f"{away} (E27)")
            if not isinstance(there, ev.TokensPlaced):
                self.say(f"{there} follows a sailing")
                return
            end = was.ids[there.region]
            if (there.slot, there.tokens) != (away.slot, away.tokens) or end == start:
                self.say(f"{there} (E27)")
            if was.spots[end].slot != away.slot:
                self.say(f"they sail to {end}")
            settlers = min(2, hand) if was.crusade else 2
            hand -= settlers if was.crusade else 0
            if settlers:
                new = events.pop(0) if events else None
                wanted = (TRIBES_SLOT, away.region, settlers)
                found = isinstance(new, ev.TokensPlaced) and (new.slot, new.region, new.tokens)
                self.same("settlers are", found, wanted)
        self.same("left over is", events, [])

    def _treasures(self, now: Table) -> None:
        """24, E40."""
        self.only(ev.MarkPlaced)
        was = self.was
        wanted = {n for n in was.held(TRIBES_SLOT) if not was.crusade or n in was.printed}
        found = {name for name, spot in now.spots.items() if "treasure" in spot.markers}
        self.same("treasures lie in", found, wanted)

    def _tabula_rasa(self, now: Table) -> None:
        """39, E41; the Lost Tribes of a Crusade count as Active."""
        self.only(ev.RaceLeft, ev.TokensLost)
        was = self.was
        gone = {e.slot for e in self.seen if isinstance(e, ev.RaceLeft)}
        self.same("races that leave are", gone, {x for x in was.races if not is_active(x)})
        tribes = 0 if was.crusade else was.on_board(TRIBES_SLOT)
        self.same("tokens lost are", dict(self.lost()), {TRIBES_SLOT: tribes} if tribes else {})

    def _wheel(self, now: Table) -> None:
        """50, E33."""
        self.only(ev.HandedOn)
        was = self.was
        for seat in range(was.seats):
            giver = (seat - 1) % was.seats
            mine, theirs = now.races.get(3 * seat), was.races.get(3 * giver)
            self.same(f"the race of seat {seat} is", mine, theirs)
            self.same(f"seat {seat} holds", now.held(3 * seat), was.held(3 * giver))
            self.same(
                f"In Decline seat {seat} holds",
                [now.held(3 * seat + i) for i in (1, 2)],
                [was.held(3 * seat + i) for i in (1, 2)],
            )

    # ------------------------------------------------------------ auctions
    def _auction(self, now: Table) -> None:
        """D6, G3, E6."""
        was, card = self.was, self.was.card
        self.only(ev.CoinsPaid, ev.ComboKept)
        drawn = [" ".join(words[2:]) for _, words in self.heard if words[0] == "draw"]
        if card == "The Art Of Combos" and not drawn:
            self.only()
            return
        bids = {who: int(words[1]) for who, words in self.heard if words[0] == "bid"}
        self.same("bidding are", set(bids), {x for x in self.persons if was.coins[x]})
        tribes = 0
        if was.crusade:
            face = self.face()
            tribes = 0 if face is None else min(face + 1, was.coins[TRIBE_SEAT])
        highest = max([tribes, *bids.values()])
        if highest:
            if tribes == highest:
                self.won = TRIBE_SEAT
            else:
                self.won = next(x for x in self.persons if bids.get(x) == highest)
        person = None if self.won == TRIBE_SEAT else self.won
        wanted = Counter() if person is None else Counter({person: -highest})
        self.same("coins paid are", dict(self.paid()), dict(wanted))
        self._blue_genes(person, highest, card == "Blue Genes")
        if person is None:
            return
        race = now.races.get(3 * person)
        if card == "Necromantic Elixir":
            if race is None:
                now.kept_elixir.add(person)
            else:
                race.elixir = True
        if card == "The Art Of Combos":
            if race is None:
                now.kept_second[person] = drawn[0]
            else:
                race.second.append(drawn[0])
                race.wealthy = race.wealthy or drawn[0] == "Wealthy"

    def _blue_genes(self, person: int | None, bid: int, blue: bool) -> None:
        """7, E30."""
        kept = [e for e in self.seen if isinstance(e, ev.ComboKept)]
        said = [words for who, words in self.heard if words[0] == "combine" and who == person]
        self.same("combos put aside are", len(kept), len(said) if blue else 0)
        if not kept or not said:
            return
        was, event = self.was, kept[0]
        race, power = said[0][-1], " ".join(said[0][1:-1])
        of_race = next(i for i, row in enumerate(was.column) if row[0] == race)
        rows = [i for i, row in enumerate(was.column) if row[1] == power]
        of_power = of_race if of_race in rows else rows[0]
        upper, lower = sorted((of_race, of_power))
        self.same("the rows are", (event.upper, event.lower), (upper, lower))
        if person is None or upper > was.coins[person] - bid:
            self.say("the combo cannot be paid")


def coastal(t: Table, name: str) -> bool:
    """E27: a land Region that touches a Sea or the Lake."""
    land = t.lands[name]
    wet = any(t.lands[other].terrain in WATERS for other in land.touches)
    return land.terrain not in WATERS and wet
