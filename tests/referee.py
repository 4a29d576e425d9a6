"""A referee who knows the tables of `base.md` by their words and checks the numbers of events.

Written from the statements, without the engine's prices, incomes or hooks: it reads who stands
where after a step and what the events say happened, and does the sums itself.
"""

from __future__ import annotations

from play_helpers import LIBRARY, kind, way

from crusade.rules import State
from crusade.rules import events as ev
from crusade.rules.ids import EMPTY, IS_ACTIVE, NONE, OWNER, SLOTS_OF, TRIBES, TRIBES_SLOT

RACE_NAMES = [race.name for race in LIBRARY.races]
POWER_NAMES = [power.name for power in LIBRARY.powers]
BANNERS = {
    "Amazons": 6, "Dwarves": 3, "Elves": 6, "Ghouls": 5, "Giants": 6, "Halflings": 6, "Humans": 5,
    "Orcs": 5, "Ratmen": 8, "Skeletons": 6, "Sorcerers": 5, "Tritons": 6, "Trolls": 5, "Wizards": 5,
}  # fmt: skip
BADGES = {
    "Alchemist": 4, "Berserk": 4, "Bivouacking": 5, "Commando": 4, "Diplomat": 5,
    "Dragon Master": 5, "Flying": 5, "Forest": 4, "Fortified": 3, "Heroic": 5, "Hill": 4,
    "Merchant": 2, "Mounted": 5, "Pillaging": 5, "Seafaring": 5, "Spirit": 5, "Stout": 4,
    "Swamp": 4, "Underworld": 5, "Wealthy": 4,
}  # fmt: skip
TERRAIN_COINS = {"Humans": "farmland", "Forest": "forest", "Hill": "hill", "Swamp": "swamp"}
SYMBOL_COINS = {"Dwarves": "mine", "Wizards": "magic"}


class Referee:
    """Follows one game step by step; `watch` returns what is wrong with a step."""

    def __init__(self) -> None:
        self.nonempty = 0
        self.picked = False
        self.swapped: set[int] = set()
        self.attempts = 0
        self.dragons = 0
        self.holes: dict[int, int] = {}
        self.attacked: set[int] = set()

    def watch(self, before: State, events: list[ev.Event], after: State) -> list[str]:
        wrong: list[str] = []
        for event in events:
            if isinstance(event, ev.TurnBegan):
                self.nonempty = self.attempts = self.dragons = 0
                self.picked = False
                self.swapped = set()
                self.attacked = set()
            elif isinstance(event, ev.ComboPicked):
                self.picked = True
                wrong += self._pick(event)
            elif isinstance(event, ev.Conquered):
                wrong += self._conquest(before, event)
            elif isinstance(event, ev.AttemptMade):
                self.attempts += IS_ACTIVE[event.slot]
                victim = before.occ[event.region]
                if IS_ACTIVE[victim]:
                    self.attacked.add(OWNER[victim])
                short = event.cost - event.hand
                berserk = POWER_NAMES.index("Berserk") == before.badge[event.slot]
                if event.hand < 1 or short < 1 or (short > 3 and not berserk):
                    wrong.append(f"an attempt with {event.hand} tokens, {short} short (D2, D3)")
                if self.attempts > 1:
                    wrong.append("a second attempt in one turn (D2)")
            elif isinstance(event, ev.TokensGained):
                wrong += self._gain(before, event)
            elif (
                isinstance(event, ev.Answered) and LIBRARY.decisions[event.decision].word == "ally"
            ):
                ally = event.answer[0] if event.answer else NONE
                if ally in self.attacked or ally == OWNER[event.slot]:
                    wrong.append("peace with someone attacked (rulings 51)")
            elif isinstance(event, ev.Scored):
                coins = self.income(after, event.seat)
                if coins != event.coins:
                    wrong.append(f"seat {event.seat} scores {event.coins}, should be {coins}")
        return wrong

    @staticmethod
    def _pick(event: ev.ComboPicked) -> list[str]:
        race = RACE_NAMES[event.banner]
        tokens = BANNERS[race] + (4 if race == "Amazons" else 0)
        tokens += BADGES[POWER_NAMES[event.badge]] if event.badge != NONE else 0
        return [] if event.tokens == tokens else [f"{race}: {event.tokens} tokens (C6)"]

    def _conquest(self, before: State, event: ev.Conquered) -> list[str]:
        wrong = []
        attacker, victim = event.slot, event.victim
        if victim == EMPTY:
            lost = 0
        elif victim == TRIBES_SLOT:
            lost = 0 if before.setup.crusade else event.defenders
        elif event.way & way("sorcery"):
            lost = event.defenders
        elif RACE_NAMES[before.banner[victim]] == "Elves" and IS_ACTIVE[victim]:
            lost = 0
        else:
            lost = 1
        if event.lost != lost:
            wrong.append(f"{event.lost} tokens lost, should be {lost} (L1)")
        if victim != EMPTY and IS_ACTIVE[attacker] and attacker != TRIBES_SLOT:
            self.nonempty += 1
        if IS_ACTIVE[victim] and victim != TRIBES_SLOT:
            self.attacked.add(OWNER[victim])
        if event.way & way("sorcery"):
            if OWNER[victim] in self.swapped or event.defenders != 1 or not IS_ACTIVE[victim]:
                wrong.append("a swap against the Sorcerers' row")
            self.swapped.add(OWNER[victim])
        if event.way & way("dragon"):
            self.dragons += 1
            if self.dragons > 1 or event.spent != 1:
                wrong.append("the Dragon fights twice or for another price")
        return wrong

    def _gain(self, before: State, event: ev.TokensGained) -> list[str]:
        banner = before.banner[event.slot]
        tokens = min(self.nonempty // 2, before.tray[banner])
        if RACE_NAMES[banner] != "Skeletons" or event.tokens != tokens:
            return [f"{event.tokens} tokens gained, should be {tokens}"]
        return []

    def income(self, s: State, seat: int) -> int:
        """V1 to V4 and the tables, by words."""
        if seat == TRIBES:
            return s.occ.count(TRIBES_SLOT)
        total = 0
        for k, slot in enumerate(SLOTS_OF[seat]):
            if s.banner[slot] == NONE:
                continue
            race = RACE_NAMES[s.banner[slot]]
            power = POWER_NAMES[s.badge[slot]] if s.badge[slot] != NONE and k == 0 else ""
            names = (race, power) if k == 0 else ("Dwarves",) if race == "Dwarves" else ()
            regions = [r for r in range(s.board.n) if s.occ[r] == slot]
            total += len(regions)
            for name in names:
                terrain, symbol = TERRAIN_COINS.get(name), SYMBOL_COINS.get(name)
                if terrain:
                    total += sum(s.board.terrain[r] == terrain for r in regions)
                if symbol:
                    total += sum(s.board.mask_of(symbol) >> r & 1 for r in regions)
                if name == "Merchant":
                    total += len(regions)
                if name == "Fortified":
                    total += sum(s.marks[kind("fortress")] >> r & 1 for r in regions)
                if name in ("Orcs", "Pillaging"):
                    total += self.nonempty
                if name == "Wealthy" and self.picked:
                    total += 7
                aside = s.recall(LIBRARY.by_name[race], slot) if race == "Amazons" else 0
                if name == "Alchemist" and (regions or s.hand[slot] or aside):
                    total += 2
        return total
