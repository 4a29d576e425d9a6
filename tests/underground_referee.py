"""Underground games played by the engine, every position compared with `naive_underground.py`.

`python tests/underground_referee.py --positions 200000` plays games in every mode until so many
positions were compared; half of them force a combo, one pairing after the other. The first
disagreement of a game is told, of the first such game with its moves. With `--throws` no games are
played: the positions are those of `underground_positions.py`.
"""

from __future__ import annotations

import sys
from collections import Counter
from functools import cache
from pathlib import Path
from random import Random

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parent.parent))

from naive_underground import CHASM, TRIBE_SEAT, TRIBES_SLOT, Done, Scene, total
from underground_positions import thrown
from walking import TABLES, Comparing, named, run, stands, turns, walked

from crusade.automaton.lost_tribes import LostTribes
from crusade.games import new_setup
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
    scoring,
    start,
    turn,
)
from crusade.rules.fighting import price_with
from crusade.rules.ids import (
    ASK,
    CONQUER,
    DEALER,
    REDEPLOY,
    ROLL_COMBO,
    SCORED,
    SOLO,
    TRIBES,
    TRIBES_TURN,
    TURN_END,
    VICTIM,
)
from crusade.rules.questions import Items


@cache
def setup(table: tuple[str, int], tokens: int = CRUSADE_TOKENS) -> Setup:
    """A game of that mode and number of persons; ``tokens`` are the Monsters'."""
    return new_setup(*table, tokens, boxes=("underground",))


LIBRARY = setup((SOLO, 1)).library
COMBOS = [(a, b) for a in range(len(LIBRARY.races)) for b in range(len(LIBRARY.powers))]
AUTOMATON = LostTribes()
NOBODY = TRIBES_SLOT + 1
SWAPS = {"orb", "bag=orb", "vampire"}
NOW_AND_THEN = 4
"""One of so many positions is asked what takes long: the parts of every worth, and what a race
could take whose turn it is not.
"""


class Comparison(Comparing):
    """Compares the positions of one game; `compared` counts what was."""

    def __init__(self, compared: Counter[str], played: bool = True) -> None:
        self.played = played
        self.compared = compared
        self.done = Done()
        self.wrong: list[str] = []
        self.scene: Scene | None = None
        self.fountain = 0
        """What the Fountain has brought at the start of this turn."""
        self.hammers: dict[int, int] = {}
        self.armors = 0
        """Those in play when the conquests of this turn ended."""
        """The position last looked at."""
        self.taking: list[str] = []
        """The words of the last move that was not the dealer's: what an attempt's die decides."""

    # ------------------------------------------------------------ a position
    def look(self, s: State) -> list[str]:
        """Where the engine and the statements differ in this position, one sentence each."""
        self.wrong = []
        self.compared["positions"] += 1
        scene = self.scene = self.scene or Scene(s, self.done)
        ids = s.board.ids
        everybody = self.compared["positions"] % NOW_AND_THEN == 0
        slots = [x for x in scene.races if x == 3 * s.seat or (everybody and x % 3 == 0)]
        if scene.crusade:
            slots.append(TRIBES_SLOT)
        for slot in slots:
            self.same(f"reach: of {slot}", named(s, pricing.reach(s, slot)), scene.reach(slot))
            for r, name in enumerate(ids):
                if scene.lands[name].terrain != CHASM and scene.spots[name].slot != slot:
                    price = pricing.price(s, slot, r)
                    self.same(f"price: of {name} for {slot}", price, scene.price(slot, name))
        if s.phase == CONQUER and decider(s) < scene.seats:
            self._assaults(s, scene)
        if s.phase == ASK and decider(s) == s.seat:
            self._answers(s, scene)
        for seat in range(scene.seats):
            self._coins(s, scene, seat)
        if scene.crusade:
            self._coins(s, scene, TRIBE_SEAT)
            self._journeys(s, scene)
        if s.phase == TRIBES_TURN and decider(s) != DEALER:
            self._plan(s, scene)
        return self.wrong

    def _assaults(self, s: State, scene: Scene) -> None:
        listed = {}
        for move in legal_moves(s):
            if move[0] in (moves.CONQUER, moves.ATTEMPT):
                verb, name, *words = move_text(s, move).split()
                cost = price_with(s, 3 * s.seat, move[1], move[2])
                listed[verb, name, frozenset(words[1:])] = cost
                bill = queries.cost_with(s, move[1], 3 * s.seat, move[2])
                if not cost == bill.total == sum(tokens for _, tokens, _ in bill.items):
                    self.wrong.append(f"{cost} tokens are itemised {bill}")
        wanted = scene.assaults(3 * s.seat)
        self.compared["assaults"] += len(wanted)
        for key in sorted(listed.keys() | wanted.keys(), key=str):
            if listed.get(key) != wanted.get(key):
                self.same(f"assaults: {key}", listed.get(key), wanted.get(key))

        words = {move_text(s, move) for move in legal_moves(s) if move[0] == moves.ANSWER}
        self.same("offers: are", words, scene.offers(3 * s.seat, s.fought))

    def _answers(self, s: State, scene: Scene) -> None:
        words = {move_text(s, move) for move in legal_moves(s)}
        word = s.setup.library.decisions[s.asked].word
        wanted = scene.answers(3 * s.seat, word)
        if wanted is not None:
            self.same(f"answers: to {word}", words, wanted)

    def _coins(self, s: State, scene: Scene, seat: int) -> None:
        bill = queries.earnings(s, seat)
        wanted = scene.income(seat)
        self.compared["incomes"] += 1
        if bill.total != total(wanted):
            self.same(f"income of {seat}", bill, (total(wanted), wanted))
        if sum(coins for _, coins, _ in bill.items) != bill.total:
            self.wrong.append(f"the items of {bill} are another sum")
        if seat == TRIBE_SEAT or scene.done.doubled:
            return
        rivers = any(scene.kept(slot) != scene.held(slot) for slot in scene.slots(seat))
        itemised = rivers or self.compared["positions"] % NOW_AND_THEN == 0
        for name, wanted_worth in scene.worths(seat).items():
            r = s.board.index[name]
            if itemised:
                self.same(f"worth: itemised of {name}", queries.worth(s, r).total, wanted_worth)
            if not rivers:
                self.same(f"worth: of {name}", scoring.worth(s, seat, r), wanted_worth)

    def _journeys(self, s: State, scene: Scene) -> None:
        for name, journey in scene.journeys().items():
            r = s.board.index[name]
            way = tuple(s.board.ids[x] for x in crossing.way_to(s, r))
            found = (crossing.full_price(s, r), way)
            self.same(f"composite: cost of {name}", found, journey)

    def _plan(self, s: State, scene: Scene) -> None:
        wanted = scene.candidates()
        found = {
            s.board.ids[r]: fare + pricing.price(s, TRIBES_SLOT, r)
            for r, fare in crossing.targets(s).items()
        }
        self.same("candidates: are", found, {name: cost for name, (cost, _) in wanted.items()})
        earned = total(scene.income(TRIBE_SEAT))
        for r in crossing.targets(s):
            bill = queries.cost(s, r, TRIBES_SLOT)
            self.same(f"bill: of {s.board.ids[r]}", bill.total, found[s.board.ids[r]])
            if sum(tokens for _, tokens, _ in bill.items) != bill.total:
                self.wrong.append(f"the items of {bill} are another sum")
            gained = total(scene.taken(s.board.ids[r]).income(TRIBE_SEAT)) - earned
            self.same(f"gain: by {s.board.ids[r]}", queries.gain(s, r).total, gained)
        action, best = AUTOMATON.step(s)
        word = {moves.TAKE: "conquer", moves.TRY: "attempt", moves.STOP: "stop"}[action]
        self.same("plan: is", (word, named(s, best)), scene.plan())
        if self.played:
            self.same("plan: in force", (s.plan, s.choices), (action, best))

    # ------------------------------------------------------------ a step
    def hear(self, s: State, move: moves.Move) -> None:
        """A move is made in the position ``s``."""
        if decider(s) == s.seat < s.setup.seats:
            fights = move[0] in (moves.CONQUER, moves.ATTEMPT)
            slot = s.occ[move[1]] if fights else NOBODY
            self.done.hear(move_text(s, move), slot // 3 if slot <= TRIBES_SLOT else None)
        if decider(s) != DEALER:
            self.taking = move_text(s, move).split()

    def step(self, s: State, move: moves.Move) -> State:
        """Play the move; compares what is scored in it with the table at that moment."""
        scored: list[State] = []

        def earnings(then: State, seat: int, items: Items | None = None) -> int:
            scored.append(then.copy())
            return scoring.earnings(then, seat, items)

        before = self.scene or Scene(s, self.done)
        self.hear(s, move)
        usual = turn.earnings
        turn.earnings = earnings
        try:
            after, _ = play(s, move)
        finally:
            turn.earnings = usual
        self.wrong = []
        self._flow(s, before, move, scored, after)
        if (after.seat, after.round) != (s.seat, s.round):
            self.done = Done()
            if self.scene is not None:
                self.scene.done = self.done
        return after

    def _flow(
        self, s: State, before: Scene, move: moves.Move, scored: list[State], after: State
    ) -> None:
        """What the move has cost and brought everybody: coins, tokens lost, Vengeance markers."""
        words = move_text(s, move).split()
        coins = Counter(before.coins)
        now = self.scene = Scene(after, self.done)
        passed = (after.seat, after.round) != (s.seat, s.round) or bool(scored)
        for name, spot in before.spots.items():
            slot = spot.slot
            if slot is None or slot // 3 == s.seat or now.spots[name].slot == slot:
                continue
            coins.update(before.paid_for(slot, s.seat))
            if slot != TRIBES_SLOT and not passed:
                lost = after.tray[s.banner[slot]] - s.tray[s.banner[slot]]
                wanted = before.lost(slot, spot.tokens, self.taking)
                self.same(f"lost: tokens in {name}", lost, wanted)
            # Whoever loses Stonehedge with its badge has no use for the marker.
            if "Vengeful" in before.powers(slot) & now.powers(slot):
                self.same("vengeance: marked", s.seat in now.marked[slot], True)
        if passed and s.seat * 3 in now.races and after.seat != s.seat:
            self.same("vengeance: left", now.marked[s.seat * 3], set())
        if not over(s):
            self.hammers = before.all_hammers
            same = [x for x, spot in before.spots.items() if now.spots[x].slot == spot.slot]
            self.armors = before.lying_about("armors", same)
        if words[0] == "decline":
            self._declined(before, now, s.seat)
            young = 3 * after.seat in before.races and "fountain" in now.things(3 * after.seat)
            self.fountain = min(before.races[3 * after.seat].tray, 1) if young else 0
        elif scored and s.seat != TRIBES:
            self._turn_end(s, before, Scene(scored[0], self.done))
        if words[0] not in ("pick", "decline"):
            self._tokens(s, before, move, now, after, bool(scored))
        if words[0] == "pick":
            row = int(words[1]) - 1
            coins[s.seat] += s.column[row][2] - row
        if words[0] == "ring" or words[:2] == ["bag", "ring"]:
            payers = before.payers(s.seat, words[-1:])
            coins.update({s.seat: len(payers)} | dict.fromkeys(payers, -1))
        if words[0] == "altar":
            coins[s.seat] += 3
        if words[0] == "decline" and "Vanishing" in before.powers(3 * s.seat):
            coins[s.seat] += 2 * len(before.held(3 * s.seat))
        if s.rolling == ROLL_COMBO:
            coins[TRIBES] += s.column[move[1]][2]
        for then in scored:
            self.compared["scorings"] += 1
            scene = Scene(then, self.done)
            self._coins(then, scene, then.seat)
            income = scene.income(then.seat)
            coins[then.seat] += total(income)
            for slot in scene.slots(then.seat):
                if "Thieving" in scene.powers(slot):
                    coins.subtract(scene.payers(then.seat, scene.kept(slot)))
            self.done.doubled.clear()
        self.same("coins: of all", {k: v for k, v in now.coins.items() if v}, dict(+coins))

    def _declined(self, before: Scene, now: Scene, seat: int) -> None:
        """X3, P-tomb, UP33, UP34: the tokens of a race that has just gone In Decline."""
        slot = 3 * seat
        race, powers, held = before.races[slot], before.powers(slot), before.held(slot)
        past = [x for x in (slot + 1, slot + 2) if now.race_of(x) == race.name]
        everything = before.in_play(slot) - self.fountain  # a decline brings none (UP13)
        wanted = everything if "Tomb" in powers and held else len(held)
        wanted = 0 if "Vanishing" in powers else wanted
        self.same("decline: tokens left", sum(now.in_play(x) for x in past), wanted)

    def _turn_end(self, s: State, before: Scene, then: Scene) -> None:
        """UC3, UP8, UP20, UP22, UP23: how the race whose turn is scored must stand."""
        slot = 3 * then.seat
        self.same("end: rivers left", then.held(slot), then.kept(slot))
        self.same("end: Hammers on the board", then.lying_about("hammers"), 0)
        if slot not in then.races or slot not in before.races:
            return
        held, powers = then.held(slot), then.powers(slot)
        if "Royal" in powers and held:
            self.same("end: Queens", then.lying_about("queen", held), 1)
        if then.ability(slot) == "Iron Dwarves":
            mines = [n for n in held if then.lands[n].terrain == "mine"]
            all_of_them = min(7, self.hammers[slot] + len(mines))
            self.same("end: Hammers", then.hammers[slot], all_of_them)
        if "Shield" in powers:
            forests = [n for n in held if then.lands[n].terrain == "mushroom_forest"]
            wanted = min(8, self.armors + len(forests))
            self.same("end: Armors", then.lying_about("armors"), wanted)

    def _tokens(
        self, s: State, before: Scene, move: moves.Move, now: Scene, after: State, scored: bool
    ) -> None:
        """How many tokens each Active race has on the board and in hand, lost and gained."""
        turned = (after.seat, after.round) != (s.seat, s.round)
        ended = not over(s) and (over(after) or scored or turned)
        words = move_text(s, move).split()
        self.fountain = 0 if turned else self.fountain
        for slot, race in before.races.items():
            new = now.races.get(slot)
            if slot % 3 or new is None or (new.name, new.badges) != (race.name, race.badges):
                continue
            mine = slot == 3 * s.seat
            wanted = before.in_play(slot)
            for name in before.held(slot):
                given_up = mine and self.taking[:2] != ["balrog", name]
                if now.spots[name].slot != slot and not given_up:
                    wanted -= before.lost(slot, before.spots[name].tokens, self.taking)
            tray = race.tray + before.in_play(slot) - wanted
            came = 0
            if mine and words[0] == "reborn":
                came = len(words) - 1
            elif mine and words[0] == "conquer" and SWAPS & set(words):
                came = 1
            came = min(tray, came)
            if mine and ended and now.ability(slot) == "Mudmen":
                mudpools = [n for n in now.held(slot) if now.lands[n].terrain == "mudpool"]
                came = min(tray, came + len(mudpools))
            if turned and slot == 3 * after.seat and "fountain" in now.things(slot):
                self.fountain = min(tray - came, 1)
                came += self.fountain
            wanted += came
            self.same(f"tokens: of {slot}", now.in_play(slot), wanted)


def over(s: State) -> bool:
    """Whether the conquests of this turn are over."""
    return s.phase in (REDEPLOY, VICTIM) or (s.phase == ASK and s.moment in (TURN_END, SCORED))


def throw(number: int, seed: int, compared: Counter[str]) -> list[str]:
    """Position ``number`` of a run that throws them together: what is wrong with it."""
    table = TABLES[number % len(TABLES)]
    s = thrown(setup(table), Random(f"{seed}/throw {number}"))
    wrong = Comparison(compared, played=False).look(s)
    return [stands(s), *wrong] if wrong else []


def game(number: int, seed: int, compared: Counter[str], tokens: int = CRUSADE_TOKENS) -> list[str]:
    """Game ``number`` of a run."""
    table, policy, combo = turns(number, COMBOS)
    s = start(setup(table, tokens))
    return walked(s, Comparison(compared), policy, Random(f"{seed}/{number}"), combo)


if __name__ == "__main__":
    sys.exit(run(__doc__ or "", game, throw))
