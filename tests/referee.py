"""A referee who follows a game at a table of his own and checks every step by the rules' words.

Written from the statements, without the engine's prices, incomes or hooks: the naive table takes
the events in one after the other, and each is judged against what the table says at that moment.
After a step the table and the engine's position must be the same; before one, the conquests that
the engine lists and the plan of the Lost Tribes must be those of the naive rules.
"""

from __future__ import annotations

from typing import ClassVar

from naive import TRIBE_SEAT, Position, assaults, attackable, cost
from naive_openings import Opening, largest_first
from naive_table import TRIBES_SLOT, Table, is_active, seat_of

from crusade.rules import State, decider, legal_moves, move_text
from crusade.rules import events as ev
from crusade.rules import moves as kinds
from crusade.rules.ids import CONQUER, DEALER, NONE, ROLL_ASKED, ROLL_COMBO, TRIBES_TURN

Assault = tuple[str, str, frozenset[str]]
"""conquer or attempt, the Region, the ways with the word for who fights."""


class Referee:
    """Follows one game step by step; `watch` returns what is wrong with a step."""

    table: ClassVar[type[Table]] = Table
    nobodys: ClassVar[set[str]] = {"treasure"}
    """What lies on a Region whoever holds it."""

    def __init__(self, s: State) -> None:
        self.t = self.table(s)
        self.whole = self.t
        """The table before a step in which a race declines."""
        self.races_left: set[int] = set()
        self.asked_slot = NONE
        self.wrong: list[str] = []
        self.text = ""
        self.due: list[tuple[int, int]] = []
        """Payments that must follow: (seat, coins)."""
        self.opening: Opening | None = None
        self.order: list[int] = []
        self.round_coins: dict[int, int] = {}
        self.round_taken: dict[int, int] = {}
        self.had_race: set[int] = set()
        self.closing = False
        self.compared = {"steps": 0, "assaults": 0, "plans": 0, "scorings": 0, "events": 0}
        self._new_round()
        self.order.pop(0)
        self._new_turn()

    def _new_round(self) -> None:
        self.round_coins, self.round_taken = {}, {}
        self.order = self._usual_order()

    def _usual_order(self) -> list[int]:
        t = self.t
        if not t.crusade:
            return list(range(t.seats))
        if t.two and t.control == 0:
            return [0, TRIBE_SEAT, 1]
        return [*range(t.seats), TRIBE_SEAT]

    def _new_turn(self) -> None:
        self.nonempty: dict[int, int] = {}
        self.taken: set[str] = set()
        self.swapped: set[tuple[str, int]] = set()
        self.attempts: dict[int, int] = {}
        self.dragons: set[int] = set()
        self.attacked: set[int] = set()
        self.hired = 0
        self.thrown = self.rode = self.fell = self.drank = False
        self.fall: tuple[str, str] | None = None
        self.rolls: dict[int, int] = {}
        self.gained = False
        self.early: dict[int, str] = {}
        self.unready = False
        self.begun = False
        self.entered = self.declined = self.combo_die = self.scored = False
        self.gifts = 0
        self.left: list[str] = []
        self.had_region = False
        self.lost: dict[int, int] = {}
        self.lost_from: list[tuple[str, int]] = []
        self.before_losses: Table | None = None
        self.smoke: list[int] = []
        self.sold = 0
        self.stood: dict[str, int] = {}
        self.paid_young: list[int] = []
        self.fate: tuple[int, int, int] | None = None
        """An attempt that waits for the die: cost, hand, face."""

    def say(self, sentence: str) -> None:
        self.wrong.append(f"{self.t.card or 'no card'}: {sentence}")

    # ------------------------------------------------------------ a step
    def watch(
        self, before: State, move: kinds.Move, events: list[ev.Event], after: State
    ) -> list[str]:
        """What is wrong with the step, one sentence each."""
        self.wrong = []
        self.text = move_text(before, move)
        who = decider(before)
        self.asked_slot = before.asked_slot
        if before.phase == CONQUER and who < self.t.seats:
            self._check_listed(before)
        if before.phase == TRIBES_TURN and who != DEALER:
            self._check_plan(before)
        self._hear(before, who)
        declines = any(isinstance(event, ev.Declined) for event in events)
        self.whole = self.t.copy() if declines else self.t
        self.races_left = set()
        self.holes: dict[str, bool] = {}
        for event in events:
            self.compared["events"] += 1
            judge = getattr(self, "_" + type(event).__name__, None)
            if judge is not None:
                judge(event)
            self.t.see(event)
            if isinstance(event, ev.MarkPlaced) and self.whole is not self.t:
                self.whole.see(event)
            self._after(event)
        if self.due or self.paid_young:
            self.say(f"not paid: {self.due}; paid for nothing: {self.paid_young}")
            self.due, self.paid_young = [], []
        for name, due in self.holes.items():
            if ("hole" in self.t.spots[name].markers) != due:
                self.say(f"the Hole in {name} (base.md, E13)")
        for slot, race in self.t.races.items():
            lairs = [n for n in self.t.held(slot) if "lair" in self.t.spots[n].markers]
            if race.race == "Trolls" and is_active(slot) and len(lairs) < len(self.t.held(slot)):
                self.say(f"Trolls stand with {len(lairs)} Lairs (E13)")
        self.compared["steps"] += 1
        self.wrong += self.t.differs(after)
        return self.wrong

    def _hear(self, before: State, who: int) -> None:
        """What the move's own words say."""
        words = self.text.removeprefix("T ").split()
        self.prices = {}
        if words[0] in ("conquer", "attempt", "choose"):
            slots = [x for x in (*self.early, 3 * self.t.seat) if x in self.t.races]
            slots += [TRIBES_SLOT] if self.t.seat == TRIBE_SEAT else []
            self.prices = {x: self._price(x, words[1], self._ways()) for x in slots}
        elif self.fall is not None:
            past = [x for x in self.t.slots(self.t.seat) if not is_active(x)]
            self.prices = {x: cost(self.t.sight(x), self.fall[1]) for x in past}
        if self.opening is not None:
            self.opening.hear(who, words)
        if words[:1] == ["fall"]:
            self.fell = self.begun = True
            self.fall = (words[1], words[2])
            victim = self.t.spots[words[2]].slot
            if victim is not None and is_active(victim) and victim != TRIBES_SLOT:
                self.attacked.add(seat_of(victim))
        elif words == ["ride"]:
            self.rode = self.begun = True
        elif words[0] == "potion":
            self.drank = self.begun = True
        elif words[0] in ("conquer", "attempt", "abandon", "roll", "redeploy"):
            self.begun = True
        placing = words[0] in ("fortress", "heroes", "encampments", "ally")
        if placing and self.t.card == "The Great Curse":
            self.say(f"{words[0]} are asked for (E15)")
        acts = words[0] in ("conquer", "attempt") and not self._ways() & {"ghouls", "elixir"}
        if acts or words[0] in ("abandon", "ride", "potion") or words == ["roll"]:
            self.early = dict.fromkeys(self.early, "over")
            self.unready = False

    # ------------------------------------------------------------ what may be conquered
    def _fighting(self, slot: int) -> Position:
        """What the race sees, with what it has used up this turn."""
        t = self.t
        p = t.sight(slot)
        p.dragon_used = slot in self.dragons
        p.swapped = set(self.swapped)
        p.roll = self.rolls.get(slot, 0)
        p.catapult = t.card == "The Great Catapult" and not self.thrown
        p.mercenaries = t.card == "Mercenaries" and self.hired < 2 and t.coins[seat_of(slot)] > 0
        if is_active(slot):
            # rulings.md 85: they stand there before the Active race fights.
            for past, state in self.early.items():
                held = t.held(past)
                if state in ("began", "spent") and len(held) == 1 and t.card != "Here To Stay":
                    p.stands[held[0]].tokens += t.hand(past)
        hand = t.hand(slot)
        if (is_active(slot) and self.unready) or self.early.get(slot) == "may":
            hand += t.on_board(slot) - len(t.held(slot))
            if is_active(slot) and t.card != "Rats":
                hand += t.races[slot].aside
        p.hand = hand
        return p

    def _acting(self) -> list[int]:
        """Whose conquests are open: races that fight on before the Active one (R5)."""
        t = self.t
        found = [slot for slot, state in self.early.items() if state in ("may", "began")]
        waiting = [
            slot
            for slot, state in self.early.items()
            if state in ("began", "spent") and t.hand(slot) and len(t.held(slot)) > 1
        ]
        if not waiting or t.card == "Here To Stay":
            found.append(3 * t.seat)
        return found

    def lawful(self) -> set[Assault]:
        """Every conquest and attempt of whoever's turn it is."""
        found = set()
        for slot in self._acting():
            p = self._fighting(slot)
            word = set()
            if not is_active(slot):
                word = {"elixir" if self.t.races[slot].elixir else "ghouls"}
            berserk = "Berserk" in (p.power, *p.second)
            for (name, ways), price in assaults(p).items():
                free = bool(ways & {"dragon", "sorcery"})
                if berserk and not free and slot not in self.rolls:
                    continue
                if berserk and "sorcery" in ways and slot in self.rolls:
                    continue  # the roll is for a Region
                all_ways = frozenset(ways | word)
                if "sorcery" in ways or (p.hand >= 1 and price <= p.hand):
                    found.add(("conquer", name, all_ways))
                elif p.hand >= 1 and (berserk or price - p.hand <= 3):
                    found.add(("attempt", name, all_ways))
        return found

    def _check_listed(self, s: State) -> None:
        listed = {move_text(s, move) for move in legal_moves(s)}
        told = set()
        for text in listed:
            verb, _, rest = text.partition(" ")
            if verb in ("conquer", "attempt"):
                name, _, ways = rest.partition(" with ")
                told.add((verb, name, frozenset(ways.split(" and ") if ways else ())))
        mine = self.lawful()
        verb, _, rest = self.text.partition(" ")
        played = (verb, rest.partition(" with ")[0], self._ways())
        if verb in ("conquer", "attempt") and played not in mine:
            self.say(f"{self.text} is against the rules")
        self.compared["assaults"] += len(mine)
        if told != mine:
            more = sorted((v, n, sorted(w)) for v, n, w in told - mine)
            less = sorted((v, n, sorted(w)) for v, n, w in mine - told)
            self.say(f"listed but against the rules: {more[:6]}; not listed: {less[:6]}")
        may = not self.begun and self.t.card != "Golden Age"
        if ("decline" in listed) != may:
            self.say(f"to decline is {'not ' * (not may)}allowed")
        self._check_deeds(listed)

    def _check_deeds(self, listed: set[str]) -> None:
        """Going Down, The Great Ride, Youth Potion No 8 (E21, E22, E39)."""
        t, seat = self.t, self.t.seat
        slot = 3 * seat
        acts = slot in self._acting()
        mine: set[str] = set()
        if t.card == "Going Down" and not self.fell:
            for past in t.slots(seat):
                if is_active(past):
                    continue
                p = t.sight(past)
                for start in t.held(past):
                    lands = {n for n in t.lands[start].touches if not t.is_wet(n)}
                    for end in attackable(p, lands):
                        if cost(p, end) <= t.spots[start].tokens + 3:
                            mine.add(f"fall {start} {end}")
        if t.card == "The Great Ride" and acts and not self.rode:
            p = self._fighting(slot)
            if "Berserk" in (p.power, *p.second):
                if p.hand and slot not in self.rolls and attackable(p):
                    mine.add("ride")
            elif p.hand and any(0 < cost(p, n) - p.hand <= 3 for n in attackable(p)):
                mine.add("ride")
        if t.card == "Youth Potion No 8" and acts and not self.drank and t.tray(t.races[slot].race):
            for name in t.regions(seat):
                if not is_active(t.spots[name].slot or 0) and (
                    not t.is_wet(name) or "Seafaring" in t.powers(slot)
                ):
                    mine.add(f"potion {name}")
        told = {x for x in listed if x.split()[0] in ("fall", "ride", "potion")}
        if told != mine:
            self.say(
                f"deeds listed {sorted(told - mine)[:4]}, not listed {sorted(mine - told)[:4]}"
            )

    # ------------------------------------------------------------ the Lost Tribes
    def _check_plan(self, s: State) -> None:
        self.compared["plans"] += 1
        verb, best = self.t.tribes_step()
        moves = legal_moves(s)
        texts = {move_text(s, move) for move in moves}
        words = {text.split()[-1] for text in texts}
        kind = {kinds.TAKE: "take", kinds.TRY: "try", kinds.STOP: "stop"}[s.plan]
        found = set() if kind == "stop" else words
        if (kind, found) != (verb, best):
            self.say(f"the Lost Tribes {kind} {sorted(found)}, should {verb} {sorted(best)}")

    # ------------------------------------------------------------ rounds
    def _CardTurned(self, event: ev.CardTurned) -> None:  # noqa: N802
        if not event.current and self.t.upcoming:
            self.say("a card is turned up that should not be (D3)")

    def _CardsInForce(self, event: ev.CardsInForce) -> None:  # noqa: N802
        card = self.t.card_names[event.cards[0]] if event.cards else ""
        if self.t.upcoming and card != self.t.upcoming:
            self.say(f"{card} comes into force, not {self.t.upcoming} (D3)")
        self.t.upcoming = ""

    def _RoundBegan(self, event: ev.RoundBegan) -> None:  # noqa: N802
        if event.round > 1:
            self._end_round()

    def _GameEnded(self, event: ev.GameEnded) -> None:  # noqa: N802
        self._end_round()
        t = self.t
        best = max(t.coins[seat] for seat in range(t.seats))
        first = [seat for seat in range(t.seats) if t.coins[seat] == best]
        if t.crusade and t.coins[TRIBE_SEAT] >= best:
            first = [TRIBE_SEAT]
        elif len(first) > 1:
            tokens = {x: sum(t.spots[n].tokens for n in t.regions(x)) for x in first}
            first = [x for x in first if tokens[x] == max(tokens.values())]
        if list(event.winners) != first:
            self.say(f"{event.winners} win, should be {first}")

    def _sides(self) -> list[int]:
        return [*range(self.t.seats), *([TRIBE_SEAT] if self.t.crusade else [])]

    def _payments(self) -> list[tuple[int, int]]:
        """E3, E9: what the end of this round pays."""
        t, sides = self.t, self._sides()
        if t.card == "Summer Of Love":
            return [(x, 3) for x in sides if not self.round_taken.get(x)]
        if t.card == "My Land":
            number = {x: len(t.regions(x)) for x in sides}
            most = [x for x in sides if number[x] == max(number.values()) > 0]
            return [(x, 2 if len(most) == 1 else 1) for x in most]
        if t.card == "Greedy Gob":
            earned = {x: self.round_coins.get(x, 0) for x in sides}
            first = [x for x in sides if earned[x] == max(earned.values())]
            if len(first) == 1:
                poorer = [x for x in sides if x != first[0] and t.coins[x] > 0]
                paid = [(x, -1) for x in poorer]
                return [*paid, (first[0], len(poorer))] if poorer else []
        return []

    def _end_round(self) -> None:
        """The round is over: what its end pays must have been paid."""
        if not self.closing:
            for payment in self._payments():
                self.say(f"the end of the round does not pay {payment}")
        if any("treasure" in spot.markers for spot in self.t.spots.values()):
            self.say("a treasure lies there after its round (E3)")
        self.closing = False

    def _CoinsPaid(self, event: ev.CoinsPaid) -> None:  # noqa: N802
        payment = (event.seat, event.coins)
        if self.opening is not None:
            return  # judged when the round has begun
        if payment in self.due:
            self.due.remove(payment)
            return
        if self.t.card in ("Summer Of Love", "My Land", "Greedy Gob") and self.scored:
            if not self.closing:
                self.due = self._payments()
                self.closing = True
            if payment in self.due:
                self.due.remove(payment)
                return
        if self.t.card == "Youth Power" and event.coins == 3:
            self.paid_young.append(event.seat)
            return
        if self.t.card == "Wizened and Old" and event.coins == 2 * self.sold:
            self.sold = 0
            return
        self.say(f"seat {event.seat} is paid {event.coins} by {event.source}")

    def _after(self, event: ev.Event) -> None:
        """What begins with an event that the table knows by now."""
        t = self.t
        if isinstance(event, ev.CardsInForce):
            self._new_round()
            self.opening = Opening(t.copy(), self.order)
        elif self.opening is not None:
            self.opening.seen.append(event)
        if isinstance(event, ev.RoundBegan | ev.ControlPassed):
            self._new_round()
        if isinstance(event, ev.TurnBegan):
            slot = 3 * event.seat
            self.early = {
                x: "may"
                for x in t.slots(event.seat)
                if x != TRIBES_SLOT and t.fights_on(x) and (t.held(x) or t.hand(x))
            }
            self.unready = slot in t.races and bool(self.early)
            self.had_region = bool(t.held(slot))
            self.stood = {name: t.spots[name].tokens for name in t.held(slot)}

    def _TurnBegan(self, event: ev.TurnBegan) -> None:  # noqa: N802
        t = self.t
        if self.opening is not None:
            self.opening.finish(t)
            self.wrong += self.opening.wrong
            t.won = self.opening.won
            if t.card == "Small Time Coup" and t.won is not None:
                self.order = coup(self.order, t)
            self.opening = None
        else:
            self._barbarians()
        self._new_turn()
        if not self.order or self.order.pop(0) != event.seat:
            self.say(f"it is seat {event.seat}'s turn")

    # ------------------------------------------------------------ a turn
    def _barbarians(self) -> None:
        """E36: they leave right after the scoring, before anything that follows it."""
        if self.t.card == "Barbarian Invasions" and self.scored and self.entered:
            found = self.lost.get(3 * self.t.seat, 0)
            if found != self.barbarians:
                self.say(f"{found} barbarians leave, should be {self.barbarians} (E36)")

    def _DieRolled(self, event: ev.DieRolled) -> None:  # noqa: N802
        if event.purpose == ROLL_COMBO:
            self.combo_die = True
            rows = len(self.t.column)
            self.combo_row = min(event.face, rows - 1) if rows > 1 else None
        elif event.purpose != ROLL_ASKED:
            assert self.fate is not None
            self.fate = (self.fate[0], self.fate[1], event.face)
        elif self.opening is None:
            word = self.t.decision_words[event.decision]
            if word == "roll":
                self.rolls[self.asked_slot] = event.face
                if self.asked_slot in self.early:
                    self.early[self.asked_slot] = "began"
            elif word == "smoke":
                if self.before_losses is None:
                    self.before_losses = self.t.copy()
                self.smoke.append(event.face)

    def _ComboDiscarded(self, event: ev.ComboDiscarded) -> None:  # noqa: N802
        if event.row != self.combo_row:
            self.say(f"row {event.row + 1} is discarded, should be {self.combo_row} + 1")

    def _entering(self, seat: int, race: str, power: str, tokens: int) -> None:
        wanted, _ = self.t.entering_tokens(race, power)
        if tokens != wanted:
            self.say(f"{power} {race} bring {tokens} tokens, should be {wanted}")
        if self.t.crusade and seat in self.had_race and not self.combo_die:
            self.say("no die for the combos before a pick (crusade.md C2)")
        self.had_race.add(seat)
        self.entered = self.begun = True

    def _ComboPicked(self, event: ev.ComboPicked) -> None:  # noqa: N802
        race, power, found = self.t.column[event.row]
        if event.found != found or event.price != event.row:
            self.say(f"row {event.row + 1} costs {event.price} and brings {event.found}")
        if event.seat in self.t.kept:
            self.say("a pick although a combo is kept (E30)")
        self._entering(event.seat, race, power, event.tokens)

    def _ComboTaken(self, event: ev.ComboTaken) -> None:  # noqa: N802
        if event.seat not in self.t.kept:
            self.say("a combo is taken that was not kept")
            return
        self._entering(event.seat, *self.t.kept[event.seat], event.tokens)

    def _Readied(self, event: ev.Readied) -> None:  # noqa: N802
        slot = event.slot
        t = self.t
        if slot in self.early:
            self.early[slot] = "began"
        if slot == 3 * t.seat and slot in t.races and not self.rode:
            self.unready = False
            four = (
                t.races[slot].aside if t.races[slot].race == "Amazons" and t.card != "Rats" else 0
            )
            if event.joined != four:
                self.say(f"{event.joined} tokens join, should be {four} (E12)")
        if event.tokens != t.on_board(slot) - len(t.held(slot)):
            self.say(f"slot {slot} readies {event.tokens}")

    def _AttemptMade(self, event: ev.AttemptMade) -> None:  # noqa: N802
        slot = event.slot
        self.attempts[slot] = self.attempts.get(slot, 0) + 1
        if self.attempts[slot] > 1:
            self.say("a second attempt in one turn (D2)")
        victim = self.t.spots[self.t.ids[event.region]].slot
        if victim is not None and is_active(victim) and victim != TRIBES_SLOT:
            self.attacked.add(seat_of(victim))
        price = self.prices[slot]
        if event.cost != price:
            self.say(f"an attempt for {event.cost}, should be {price}")
        if slot not in self.rolls and (event.hand < 1 or not 0 < price - event.hand <= 3):
            self.say(f"an attempt with {event.hand} tokens for {price} (D2, D3)")
        self.attempt_ways = self._ways()
        self.fate = (price, event.hand, NONE)
        if slot in self.early:
            self.early[slot] = "spent"

    def _ways(self) -> frozenset[str]:
        _, _, ways = self.text.partition(" with ")
        return frozenset(ways.split(" and ") if ways else ())

    def _price(self, slot: int, name: str, ways: frozenset[str]) -> int:
        p = self._fighting(slot) if slot != TRIBES_SLOT else self.t.sight(slot)
        if "dragon" in ways or "sorcery" in ways:
            return 1
        return cost(p, name, hired="mercenaries" in ways)

    def _AttemptFailed(self, event: ev.AttemptFailed) -> None:  # noqa: N802
        if self.fall is not None and "fall" not in self.text:
            start, _ = self.fall
            face = int(self.text.split()[1])
            if self.t.spots[start].tokens + face >= self.prices[event.slot]:
                self.say("a fall fails although tokens and die suffice (E22)")
            self.fall = None
            return
        if self.fate is not None and self.fate[2] != NONE:
            price, hand, face = self.fate
            if hand + face >= price:
                self.say(f"an attempt fails: {hand} and {face} against {price} (D4)")
        self.fate = None

    def _Conquered(self, event: ev.Conquered) -> None:  # noqa: N802
        t, slot = self.t, event.slot
        seat, name = seat_of(slot), t.ids[event.region]
        victim = t.spots[name].slot
        ways = self._ways()
        falls = self.fall is not None
        if self.fall is not None:
            _, end = self.fall
            face = int(self.text.split()[1])
            enough = self.fallen + face >= self.prices[slot]
            if name != end or not enough or event.spent != self.fallen:
                self.say(f"{event.spent} fall upon {name}")
            self.fall = None
        elif self.fate is not None:
            price, hand, face = self.fate
            if hand + face < price or event.spent != hand:
                self.say(f"an attempt succeeds: {hand} and {face} against {price} (D4)")
            ways = self.attempt_ways
            self.fate = None
        else:
            price = self.prices[slot]
            if event.spent != price or event.brought != ("sorcery" in ways):
                self.say(f"{name} is taken with {event.spent}, should be {price}")
        lost = self._losses(victim, name, ways)
        if event.lost != lost:
            self.say(f"{event.lost} tokens lost in {name}, should be {lost} (L1, E23, E24)")
        self.holes[name] = slot != TRIBES_SLOT and t.digs(slot)
        if "mercenaries" in ways:
            self.hired += 1
            self.due.append((seat, -1))
        if "catapult" in ways:
            self.thrown = True
        if victim is not None and t.card == "Wealth Redistribution" and is_active(victim):
            owner = seat_of(victim)
            if owner != seat and t.coins.get(owner, 0) and (victim != TRIBES_SLOT or t.crusade):
                self.due += [(owner, -1), (seat, 1)]
        if victim is not None and not falls:
            self.nonempty[slot] = self.nonempty.get(slot, 0) + 1
        if victim is not None and is_active(victim) and victim != TRIBES_SLOT:
            self.attacked.add(seat_of(victim))
        if "sorcery" in ways and victim is not None:
            self.swapped.add(("tribe" if victim == TRIBES_SLOT else "foe", seat_of(victim)))
        if "dragon" in ways:
            self.dragons.add(slot)
        self.rolls.pop(slot, None)
        self.taken.add(name)
        self.round_taken[seat] = self.round_taken.get(seat, 0) + 1
        if slot in self.early and not falls and self.early[slot] == "may":
            self.early[slot] = "began"

    def _losses(self, victim: int | None, name: str, ways: frozenset[str]) -> int:
        """L1, L4, L5, L8, crusade.md B2, E23, E24."""
        t = self.t
        if victim is None:
            return 0
        tokens = t.spots[name].tokens
        if victim == TRIBES_SLOT:
            return 0 if t.crusade else tokens
        if t.card == "Wealth Redistribution" and is_active(victim):
            return 0
        if "sorcery" in ways:
            return tokens
        lost = 0 if t.ability(victim) == "Elves" else 1
        return min(tokens, lost + (t.card == "Handle With Care"))

    fallen = 0
    attempt_ways: frozenset[str] = frozenset()
    combo_row: int | None = None

    def _Returned(self, event: ev.Returned) -> None:  # noqa: N802
        name = self.t.ids[event.region]
        if self.fall is not None:
            self.fallen = event.tokens
        elif self.t.card == "Malediction" and self.opening is None:
            slot = event.slot
            if slot == TRIBES_SLOT:
                prices = {n: self.t.price_for_person(n) for n in self.t.held(slot)}
                if prices[name] != min(prices.values()):
                    self.say(f"the Lost Tribes leave {name}, not the cheapest (E28)")
            elif self.begun:
                self.say("a Region is left in the middle of a turn (E28)")
            self.left.append(name)
            self.begun = True
            self.t.cursed.setdefault(seat_of(slot), set()).add(name)
        elif self.opening is None:
            self.say(f"tokens come back from {name}")

    def _MarkPlaced(self, event: ev.MarkPlaced) -> None:  # noqa: N802
        t = self.t
        if t.piece_words[event.kind] != "coin":
            return
        self.gifts += 1
        name = t.ids[event.region]
        if t.seat == TRIBE_SEAT:
            prices = {n: t.price_for_person(n) for n in t.held(TRIBES_SLOT)}
            if prices.get(name) != max(prices.values()):
                self.say(f"the Lost Tribes' coin goes to {name}, not the dearest (E29)")
        if self.begun:
            self.say("a gift in the middle of a turn (E29)")

    def _TokensGained(self, event: ev.TokensGained) -> None:  # noqa: N802
        if self.opening is not None:
            return
        t, slot = self.t, event.slot
        tokens = min(self.nonempty.get(slot, 0) // 2, t.tray(t.races[slot].race))
        if self.drank and self.text.startswith("potion"):
            tokens = 1
        elif t.ability(slot) != "Skeletons":
            tokens = 0
        self.gained = True
        if event.tokens != tokens:
            self.say(f"{event.tokens} tokens gained, should be {tokens}")

    def _TokensLost(self, event: ev.TokensLost) -> None:  # noqa: N802
        if self.opening is not None or self.text.startswith("potion"):
            return
        if self.before_losses is None:
            self.before_losses = self.t.copy()
        self.lost[event.slot] = self.lost.get(event.slot, 0) + event.tokens
        where = "hand" if event.region == NONE else self.t.ids[event.region]
        self.lost_from.append((where, event.tokens))
        if self.t.card == "Wizened and Old":
            self.sold += event.tokens

    def _Redeployed(self, event: ev.Redeployed) -> None:  # noqa: N802
        t, slot = self.t, event.slot
        if self.scored:
            self._barbarians()
        if t.card == "Here To Stay" and seat_of(slot) == t.seat and not self.scored:
            change = {t.ids[r]: count - t.spots[t.ids[r]].tokens for r, count in event.counts}
            four = 4 if t.ability(slot) == "Amazons" else 0
            # E26: the four leave from the hand first, the rest from Regions.
            rest = max(0, four - self.hand_was)
            down = -sum(min(0, x) for x in change.values())
            if any(x > 0 for x in change.values()) or down > rest:
                self.say(f"tokens move although nobody redeploys: {change} (E26)")

    hand_was = 0

    def _TokensSetAside(self, event: ev.TokensSetAside) -> None:  # noqa: N802
        self.hand_was = self.t.hand(event.slot)
        if self.t.ability(event.slot) != "Amazons" or event.tokens > 4:
            self.say(f"{event.tokens} tokens are set aside")

    def _PilesSet(self, event: ev.PilesSet) -> None:  # noqa: N802
        if self.t.card == "Here To Stay" and seat_of(event.slot) == self.t.seat and not self.scored:
            self.say("Encampments are pitched although nobody redeploys (E26)")

    def _Answered(self, event: ev.Answered) -> None:  # noqa: N802
        words = self.text.split()
        if words[0] == "ally":
            ally = int(words[1][1:]) - 1
            if ally in self.attacked or ally == seat_of(event.slot):
                self.say("peace with someone attacked (rulings 51)")
            self.t.peace[event.slot] = ally

    def _Declined(self, event: ev.Declined) -> None:  # noqa: N802
        """X2, X3, X8, E16, E31, E32."""
        t, old = self.t, 3 * event.seat
        race = t.races[old]
        if self.scored and self.opening is None:
            self._barbarians()
        if t.card == "Golden Age":
            self.say("a race declines in the Golden Age (17)")
        keeps = race.elixir or (race.race == "Ghouls" and t.card != "Rats")
        counts = {t.ids[r]: count for r, count in event.counts}
        if not keeps and any(count != 1 for count in counts.values()):
            self.say(f"{race.race} decline with {counts}")
        if keeps:
            # Declining replaces readying: what stood there stays (X1, X3).
            now = {name: t.spots[name].tokens for name in t.held(old)}
            if self.opening is None and not self.scored:
                now = self.stood
            if counts != now:
                self.say(f"{race.race} keep {counts} of {now}")
        spirit = "Spirit" in (race.power, *race.second) and t.card != "The Great Curse"
        if event.slot != old + (2 if spirit else 1):
            self.say(f"{race.race} decline into slot {event.slot}")
        self._check_decline(event.seat, spirit)
        self.declined = True
        if t.card == "Youth Power":
            if event.seat in self.paid_young:
                self.paid_young.remove(event.seat)
            else:
                self.due.append((event.seat, 3))

    def _RaceLeft(self, event: ev.RaceLeft) -> None:  # noqa: N802
        self.races_left.add(event.slot)

    def _check_decline(self, seat: int, spirit: bool) -> None:
        """X2, X4, X8, E16, E32: which races leave, and which pieces stay."""
        t, old = self.t, 3 * seat
        off = t.card in ("The Great Curse", "Philter Of Forgetfulness")
        gone = {
            slot
            for slot in self.whole.slots(seat)
            if slot != old and not spirit and (off or "Spirit" not in self._badges(slot))
        }
        left = {slot for slot in self.races_left if seat_of(slot) == seat}
        if left != gone:
            self.say(f"{left} leave when seat {seat} declines, should be {gone}")
        race = t.races[old]
        own = {"Heroic": "hero", "Dragon Master": "dragon", "Bivouacking": "encampments"}
        keeps = {"lair", "fortress"}
        keeps |= {own.get(race.power, "")} if race.elixir else set()
        for name in t.held(old):
            was, now = self.whole.spots[name], t.spots[name]
            if now.markers - self.nobodys != was.markers & keeps:
                self.say(f"{was.markers} in {name} become {now.markers} (X4)")
            if now.encampments != ("encampments" in keeps and was.encampments):
                self.say(f"{now.encampments} Encampments stay in {name} (X4)")

    def _badges(self, slot: int) -> list[str]:
        race = self.whole.races[slot]
        return [race.power, *race.second]

    def _Scored(self, event: ev.Scored) -> None:  # noqa: N802
        t = self.t
        self.compared["scorings"] += 1
        self._check_turn_end(event.seat)
        coins = t.scoring(event.seat, self.nonempty, self.taken)
        if event.coins != coins:
            self.say(f"seat {event.seat} scores {event.coins}, should be {coins}")
        self.round_coins[event.seat] = self.round_coins.get(event.seat, 0) + event.coins
        self.scored = True
        self.lost, self.before_losses = {}, None
        if self.entered and t.card == "Barbarian Invasions":
            self.barbarians = min(3, t.active_tokens(event.seat))

    barbarians = 0

    def _check_turn_end(self, seat: int) -> None:
        """E2: Famine, A Puff of Smoke, Wizened and Old; and what the turn began with."""
        t, slot = self.t, 3 * seat
        was = self.before_losses or t
        if seat != TRIBE_SEAT and slot in t.races:
            race = t.races[slot]
            bones = t.ability(slot) == "Skeletons" and self.nonempty.get(slot, 0) > 1
            if bones and t.tray("Skeletons") and not self.gained:
                self.say("the Skeletons gain nothing")
            if t.ability(slot) == "Amazons" and race.aside < 4 and t.active_tokens(seat):
                self.say(f"{race.aside} Amazons are set aside")
        active = self.lost.get(slot, 0)
        past = sum(n for x, n in self.lost.items() if x != slot)
        if t.card == "Famine":
            farmland = sum(was.lands[n].terrain == "farmland" for n in was.held(slot))
            have = was.on_board(slot) if seat == TRIBE_SEAT else was.active_tokens(seat)
            wanted = min(max(0, 2 - farmland), have)
            if active != wanted or past:
                self.say(f"the Famine takes {active} from seat {seat}, should be {wanted}")
            if seat == TRIBE_SEAT and not largest_first(was, t):
                self.say("not from the largest stacks (E5)")
        elif t.card == "A Puff of Smoke":
            mountains = [n for n in was.regions(seat) if was.lands[n].terrain == "mountain"]
            if len(self.smoke) != len(mountains):
                self.say(f"{len(self.smoke)} dice for the Mountains {mountains} (E37)")
            wanted_from = [
                (n, min(face, was.spots[n].tokens))
                for n, face in zip(mountains, self.smoke, strict=False)
                if face
            ]
            if self.lost_from != wanted_from:
                self.say(f"the smoke takes {self.lost_from}, should be {wanted_from} (E37)")
        elif t.card == "Wizened and Old":
            if active or past > 3:
                self.say(f"{active} Active, {past} declined tokens are sold (E38)")
        elif active or past:
            self.say(f"{self.lost} tokens are lost at the end of the turn")
        giving = t.card == "A Gift From The Sky" and (seat != TRIBE_SEAT or self.had_region)
        if self.gifts != giving:
            self.say(f"{self.gifts} gifts in seat {seat}'s turn (E29)")
        if t.card == "Malediction" and not self.declined and len(self.left) != self.had_region:
            self.say(f"seat {seat} has left {self.left} (E28)")


def coup(order: list[int], t: Table) -> list[int]:
    """E43: the winner opens the round."""
    if t.won == TRIBE_SEAT:
        return [TRIBE_SEAT, *(seat for seat in order if seat != TRIBE_SEAT)]
    assert t.won is not None
    persons = [(t.won + i) % t.seats for i in range(t.seats)]
    if not t.crusade:
        return persons
    after = persons.index(t.control) if t.two else len(persons) - 1
    return [*persons[: after + 1], TRIBE_SEAT, *persons[after + 1 :]]
