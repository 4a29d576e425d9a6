"""Imperial, Corrupt, Bewitching and Undying (`RULES.md`)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from crusade.boxes.base.pieces import ENCAMPMENT
from crusade.rules import State
from crusade.rules.ids import EMPTY, IS_ACTIVE, OWNER, TRIBES_SLOT
from crusade.rules.labels import Label
from crusade.rules.pieces import pay
from crusade.rules.questions import Events, Items, Power
from crusade.rules.refusals import Refusal
from crusade.rules.ways import Way

if TYPE_CHECKING:
    from crusade.rules.loss import Loss


class Imperial(Power):
    name, number, rule = "Imperial", 4, "RULES.md P-imperial"
    text = "+1 coin for each Region above 3."
    FREE: Final = 3
    EARNED: Final = Label("Imperial, Regions above 3")

    def income(self, s: State, slot: int, held: int, items: Items | None) -> int:
        coins = max(0, held.bit_count() - self.FREE)
        if items is not None and coins:
            items.append((self.EARNED, coins, 0))
        return coins


class Corrupt(Power):
    name, number, rule = "Corrupt", 4, "RULES.md P-corrupt"
    text = "For each Region taken from another's Active race that player pays you 1 coin."

    def conquered(self, s: State, slot: int, r: int, won: Loss, events: Events | None) -> None:
        victim = won.victim
        if victim == EMPTY or not IS_ACTIVE[victim] or OWNER[victim] == OWNER[slot]:
            return
        if s.coins[OWNER[victim]]:
            pay(s, OWNER[victim], -1, self, events)
            pay(s, OWNER[slot], 1, self, events)


class Charm(Way):
    """`with charm`: a lone token of another for one from the tray (`RULES.md P-bewitching`)."""

    word = "charm"
    title = Label("Bewitch the lone token")
    hint = Label("It goes to its tray, and a token from yours takes its place.")
    absent = Refusal("no-charm", "Your race bewitches nobody.", "RULES.md P-bewitching")
    swaps = True
    USED = Refusal("charm-used", "You have bewitched a token this turn.", "RULES.md P-bewitching")
    NOBODY = Refusal(
        "charm-nobody",
        "Only a lone token of another player's Active race can be bewitched.",
        "RULES.md P-bewitching",
    )
    ENTRY = Refusal("charm-entry", "Nobody enters the board by a charm.", "RULES.md F6")
    TRAY = Refusal("charm-tray", "No token of your race is left in the tray.", "RULES.md F6")

    def closed(self, s: State, slot: int) -> Refusal | None:
        if s.recall(self.source, slot):
            return self.USED
        return None if s.held[slot] else self.ENTRY

    def refusal(self, s: State, slot: int, r: int) -> Refusal | None:
        victim = s.occ[r]
        stranger = IS_ACTIVE[victim] and OWNER[victim] != OWNER[slot]
        if victim == TRIBES_SLOT and not s.setup.crusade:
            stranger = False
        if not stranger or s.tokens[r] != 1 or s.number(ENCAMPMENT, r):
            return self.NOBODY
        return None if s.tray[s.banner[slot]] else self.TRAY

    def brings(self, s: State, slot: int, r: int) -> int:
        s.tray[s.banner[slot]] -= 1
        return 1

    def used(self, s: State, slot: int, r: int) -> None:
        s.remember(self.source, slot, 1)


class Bewitching(Power):
    name, number, rule = "Bewitching", 4, "RULES.md P-bewitching"
    text = "Once a turn a lone Active token of another within reach is exchanged for one of yours."

    def __init__(self) -> None:
        self.ways = (Charm(self),)

    def turn_began(self, s: State, slot: int, events: Events | None) -> None:
        s.remember(self, slot, 0)


class FightOn(Way):
    """`with undying`: the race In Decline fights before the Active one."""

    word = "undying"
    title = Label("With the undying race")
    absent = Refusal("no-undying", "You have no undying race In Decline.", "RULES.md P-undying")
    fights_early = True
    attempts = True
    priced = True


class Undying(Power):
    name, number, rule = "Undying", 4, "RULES.md P-undying"
    text = "Nothing special while Active."
    declined = "All tokens stay. Each turn, before your Active race, they may conquer and redeploy."
    lasts = frozenset({"early"})
    keeps_tokens_in_decline = True
    kept_in_decline = True

    def __init__(self) -> None:
        self.early = FightOn(self)


POWERS: Final[tuple[Power, ...]] = (Imperial(), Corrupt(), Bewitching(), Undying())
