"""The twenty-one Special Powers of Underground (`underground.md`)."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from crusade.boxes.underground import turn_end
from crusade.boxes.underground.bag import Magic
from crusade.boxes.underground.payers import payers
from crusade.boxes.underground.pieces import ARMOR, QUEEN
from crusade.boxes.underground.places import PLACES
from crusade.rules import markers
from crusade.rules.asking import Answer, Regions, Spread
from crusade.rules.board import Board, bits
from crusade.rules.ids import ACTIVE_OF, IS_DECLINED, OWNER, TRIBES
from crusade.rules.labels import Label
from crusade.rules.pieces import discard, gain, pay, settle
from crusade.rules.pricing import sets_of
from crusade.rules.questions import Events, Items, Power
from crusade.rules.refusals import Refusal
from crusade.rules.swaps import Swap

if TYPE_CHECKING:
    from crusade.rules.loss import Loss
    from crusade.rules.state import State


class Adventurous(Power):
    name, number, rule = "Adventurous", 5, "underground.md P-adventurous"
    text = "+1 coin for each Region with a Place that you hold."
    EARNED: ClassVar[Label] = Label("Adventurous, Regions with a Place")

    def income(self, s: State, slot: int, held: int, items: Items | None) -> int:
        mask = 0
        for piece in PLACES:
            mask |= s.where(piece)
        mask &= held
        if items is not None and mask:
            items.append((self.EARNED, mask.bit_count(), mask))
        return mask.bit_count()


class Fisher(Power):
    name, number, rule = "Fisher", 4, "underground.md P-fisher"
    text = "+1 coin for each two Regions on the River that you hold."
    detail = "The River itself does not count, and a Region without a partner earns nothing."
    EARNED: ClassVar[Label] = Label("Fisher, pairs of Regions on the River")

    def income(self, s: State, slot: int, held: int, items: Items | None) -> int:
        rivers = s.board.rivers
        coins = (held & s.board.near[rivers] & ~rivers).bit_count() // 2
        if items is not None and coins:
            items.append((self.EARNED, coins, 0))
        return coins


class Flocking(Power):
    name, number, rule = "Flocking", 5, "underground.md P-flocking"
    text = "+2 coins if all Regions that you hold are joined to each other."
    detail = "What is adjacent to your race by its abilities or a Place counts as joined."
    COINS: ClassVar[int] = 2
    EARNED: ClassVar[Label] = Label("Flocking, all Regions joined")

    def income(self, s: State, slot: int, held: int, items: Items | None) -> int:
        if not held or sets_of(s, slot, held) > 1:
            return 0
        if items is not None:
            items.append((self.EARNED, self.COINS, 0))
        return self.COINS


class Frightened(Power):
    name, number, rule = "Frightened", 4, "underground.md P-frightened"
    text = "+1 coin for each Region that you hold with 3 tokens or more."
    MANY: ClassVar[int] = 3
    EARNED: ClassVar[Label] = Label("Frightened, Regions with 3 tokens or more")

    def income(self, s: State, slot: int, held: int, items: Items | None) -> int:
        mask = 0
        for r in bits(held):
            if s.tokens[r] >= self.MANY:
                mask |= 1 << r
        if items is not None and mask:
            items.append((self.EARNED, mask.bit_count(), mask))
        return mask.bit_count()


class Immortal(Power):
    name, number, rule = "Immortal", 4, "underground.md P-immortal"
    text = "When a Region is lost no token is lost: all are redeployed."
    detail = "Only a swap kills an Immortal token."

    def losses(self, s: State, slot: int, loss: int, defenders: int) -> int:
        return 0


class Martyr(Power):
    name, number, rule = "Martyr", 4, "underground.md P-martyr"
    text = "+1 coin at once each time an opponent takes a Region of yours."

    def region_lost(self, s: State, slot: int, r: int, loss: Loss, events: Events | None) -> None:
        if OWNER[loss.by] != OWNER[slot]:
            pay(s, OWNER[slot], 1, self, events)


class Mining(Power):
    name, number, rule = "Mining", 4, "underground.md P-mining"
    text = "+1 coin for each Mine Region that you hold."
    coin_text = Label("Mine Regions")

    def coins(self, board: Board) -> int:
        return board.mask_of("mine")


class Muddy(Power):
    name, number, rule = "Muddy", 3, "underground.md P-muddy"
    text = "+1 coin for each Mudpool Region that you hold."
    declined = "They keep earning +1 coin for each Mudpool Region."
    lasts = frozenset({"coins"})
    kept_in_decline = True
    coin_text = Label("Mudpool Regions")

    def coins(self, board: Board) -> int:
        return board.mask_of("mudpool")


class Mystic(Power):
    name, number, rule = "Mystic", 4, "underground.md P-mystic"
    text = "+1 coin for each Mystic Crystal Region that you hold."
    coin_text = Label("Mystic Crystal Regions")

    def coins(self, board: Board) -> int:
        return board.mask_of("mystic_crystal")


class Quarreling(Power):
    name, number, rule = "Quarreling", 3, "underground.md P-quarreling"
    text = "+1 coin for each separate set of Regions that you hold."
    detail = "What is adjacent to your race by its abilities or a Place counts as joined."
    EARNED: ClassVar[Label] = Label("Quarreling, separate sets of Regions")

    def income(self, s: State, slot: int, held: int, items: Items | None) -> int:
        coins = sets_of(s, slot, held)
        if items is not None and coins:
            items.append((self.EARNED, coins, 0))
        return coins


class Rise(Regions):
    """`reborn A B`, before the first conquest (`underground.md UP12, UP14`)."""

    word = "reborn"
    most = 2
    before = True
    of_race = False
    title = Label("Let new tokens rise")
    hint = Label(
        "Choose 1 or 2 Regions of your race In Decline: they are emptied, and 1 Active token comes "
        "into each."
    )
    done_title = Label("Let them rise")
    wrong_time = Refusal(
        "no-reborn",
        "Only from a Reborn race In Decline new tokens rise.",
        "underground.md P-reborn",
    )
    TOO_LATE = Refusal(
        "reborn-late",
        "New tokens rise once a turn, before the first conquest.",
        "underground.md UP12",
    )
    elsewhere = Refusal(
        "reborn-elsewhere",
        "New tokens rise in Regions of the Reborn race In Decline.",
        "underground.md UP14",
    )
    number = Refusal(
        "reborn-number", "1 or 2 Regions are emptied, no more.", "underground.md P-reborn"
    )
    NO_TOKEN = Refusal(
        "reborn-token",
        "Neither tray nor hand has so many tokens.",
        "underground.md UP14",
    )

    def closed(self, s: State, slot: int) -> Refusal | None:
        if not IS_DECLINED[slot]:
            return self.wrong_time
        if s.fought or s.recall(self.source, ACTIVE_OF[OWNER[slot]]) == s.round:
            return self.TOO_LATE
        return None if self._ready(s, slot) else self.NO_TOKEN

    def among(self, s: State, slot: int) -> int:
        return s.held[slot]

    def check(self, s: State, slot: int, answer: Answer) -> Refusal | None:
        refused = super().check(s, slot, answer)
        return refused or (self.NO_TOKEN if len(answer) > self._ready(s, slot) else None)

    def options(self, s: State, slot: int) -> list[Answer]:
        ready = self._ready(s, slot)
        return [answer for answer in super().options(s, slot) if len(answer) <= ready]

    @staticmethod
    def _ready(s: State, slot: int) -> int:
        """Tokens of the Active race, in tray and hand, that can rise."""
        active = ACTIVE_OF[OWNER[slot]]
        return s.tray[s.banner[active]] + s.hand[active]

    def do(self, s: State, slot: int, answer: Answer, events: Events | None) -> None:
        active = ACTIVE_OF[OWNER[slot]]
        s.remember(self.source, active, s.round)
        for r in answer:
            discard(s, r, s.tokens[r], events)
        gain(s, active, len(answer), self.source.name, events)
        for r in answer:
            settle(s, active, r, 1, events)


class Reborn(Power):
    name, number, rule = "Reborn", 5, "underground.md P-reborn"
    text = "Nothing special while Active."
    declined = (
        "At the start of each turn you may empty 1 or 2 of their Regions and put 1 new Active "
        "token into each."
    )
    lasts = frozenset({"offers"})
    kept_in_decline = True

    def __init__(self) -> None:
        self.offers = (Rise(self),)


class PlaceQueen(Regions):
    """`queen A` (`underground.md UP23`)."""

    word = "queen"
    order = turn_end.QUEEN
    piece = QUEEN
    anew = True
    title = Label("Place the Queen")
    hint = Label("Click a Region of yours: nobody can take it while the Queen is there.")
    done_title = Label("Place the Queen")
    waits = Refusal("wrong-phase", "The conquests of this turn are over: place the Queen.")
    wrong_time = Refusal(
        "no-queen", "A Royal race places the Queen at the end of its turn.", "underground.md UP23"
    )
    elsewhere = Refusal(
        "queen-held", "The Queen stands in a Region that her race holds.", "underground.md P-royal"
    )

    def needed(self, s: State, slot: int, events: Events | None) -> bool:
        held = s.held[slot]
        if held & held - 1:
            return True
        markers.station(s, QUEEN, held, events)
        return False

    def among(self, s: State, slot: int) -> int:
        return s.held[slot]

    def do(self, s: State, slot: int, answer: Answer, events: Events | None) -> None:
        markers.station(s, QUEEN, 1 << answer[0], events)


class Royal(Power):
    name, number, rule = "Royal", 5, "underground.md P-royal"
    text = "At the end of each turn put the Queen into a Region you hold: nobody can take it."
    declined = "The Queen stays where she is for good."
    kept_in_decline = True

    def __init__(self) -> None:
        self.steps = (PlaceQueen(self),)


class PutOnArmors(Spread):
    """`armors A=2 B=1`: where those come that were just gained (`underground.md UP22`)."""

    word = "armors"
    order = turn_end.ARMORS
    adds = True
    piece = ARMOR
    title = Label("Put on the new Mushroom Armors")
    hint = Label("Click your Regions: +1 defence each, any number in a Region. They stay there.")
    done_title = Label("Put on the Armors")
    waits = Refusal("wrong-phase", "The conquests of this turn are over: put on the Armors.")
    wrong_time = Refusal(
        "no-armors", "A Shield race puts on Armors after its redeployment.", "underground.md UP22"
    )
    elsewhere = Refusal(
        "armors-held",
        "Armors are put on only in Regions that their race holds.",
        "underground.md UP22",
    )
    all_of_them = Refusal(
        "armors-all",
        "All Armors that were gained are put on, no more and no fewer.",
        "underground.md P-shield",
    )

    def needed(self, s: State, slot: int, events: Events | None) -> bool:
        held = s.held[slot]
        number = self.number(s, slot)
        if number and held & held - 1:
            return True
        if number:
            self._put_on(s, slot, {held.bit_length() - 1: number}, events)
        return False

    def among(self, s: State, slot: int) -> int:
        return s.held[slot]

    def number(self, s: State, slot: int) -> int:
        worn = sum(s.number(ARMOR, r) for r in bits(s.where(ARMOR)))
        forests = s.board.mask_of("mushroom_forest") & s.held[slot]
        return min(ARMOR.limit - worn, forests.bit_count())

    def do(self, s: State, slot: int, answer: Answer, events: Events | None) -> None:
        self._put_on(s, slot, dict(zip(answer[::2], answer[1::2], strict=True)), events)

    @staticmethod
    def _put_on(s: State, slot: int, new: dict[int, int], events: Events | None) -> None:
        counts = {r: s.number(ARMOR, r) + new.get(r, 0) for r in bits(s.held[slot])}
        markers.set_piles(s, ARMOR, slot, counts, events)


class Shield(Power):
    name, number, rule = "Shield", 3, "underground.md P-shield"
    text = (
        "When your conquests end 1 Mushroom Armor for each Mushroom Forest you hold. Put them "
        "where you like after the redeployment: +1 defence each."
    )
    declined = "The Armors stay and defend."

    def __init__(self) -> None:
        self.steps = (PutOnArmors(self),)


class Stone(Power):
    name, number, rule = "Stone", 4, "underground.md P-stone"
    text = "+1 coin for each Black Mountain Region that you hold."
    coin_text = Label("Black Mountain Regions")

    def coins(self, board: Board) -> int:
        return board.mask_of("black_mountain")


class Thieving(Power):
    """`underground.md UP25`: they are counted with the income, and pay when it is scored."""

    name, number, rule = "Thieving", 4, "underground.md P-thieving"
    text = "1 coin from each player who has an Active token next to a Region of yours."
    detail = "Each player pays once, if there is a coin to pay with."
    crusade_detail = "The Monsters count as Active and pay too."
    EARNED: ClassVar[Label] = Label("Thieving")

    def income(self, s: State, slot: int, held: int, items: Items | None) -> int:
        coins = len(payers(s, slot, held))
        if items is not None and coins:
            items.append((self.EARNED, coins, 0))
        return coins

    def scored(self, s: State, slot: int, events: Events | None) -> None:
        for seat in payers(s, slot, s.held[slot]):
            pay(s, seat, -1, self, events)


class Tomb(Power):
    name, number, rule = "Tomb", 5, "underground.md P-tomb"
    text = "Nothing special while Active."
    declined = (
        "All tokens stay, for one last redeployment before scoring. A Region that is lost costs 1 "
        "token, the others go to other Regions of the race."
    )
    kept_in_decline = True
    keeps_tokens_in_decline = True
    regroups = "tomb"


class Bite(Swap):
    """`with vampire` (`underground.md UP16`)."""

    word = "vampire"
    title = Label("Bite the token")
    absent = Refusal("no-way", "Only Vampires bite.", "underground.md P-vampire")
    told = Label(
        "{who} conquered {region}: a Vampire took the lone token's place.",
        you="You conquered {region}: a Vampire took the lone token's place.",
    )
    hint = Label("from the tray, or else from your hand")
    ENTRY = Refusal(
        "swap-entry", "Vampires do not enter the board by a bite.", "underground.md UP16"
    )
    TRIBE = Refusal(
        "swap-tribe", "Monsters can be bitten only in a Crusade.", "underground.md UP16"
    )
    ROUND: ClassVar[int] = 1 << TRIBES + 1
    """What is remembered is the round, times this, with a bit for each seat that was bitten: a bite
    of an earlier round does not count."""

    def hindered(self, s: State, slot: int, r: int) -> Refusal | None:
        return self.USED if self._bitten(s, slot) >> OWNER[s.occ[r]] & 1 else None

    def used(self, s: State, slot: int, r: int) -> None:
        bitten = self._bitten(s, slot) | 1 << OWNER[s.occ[r]]
        s.remember(self.source, slot, s.round * self.ROUND + bitten)

    def _bitten(self, s: State, slot: int) -> int:
        """Mask of the seats that were bitten this turn."""
        number, bitten = divmod(s.recall(self.source, slot), self.ROUND)
        return bitten if number == s.round else 0


class Vampire(Power):
    name, number, rule = "Vampire", 5, "underground.md P-vampire"
    text = (
        "Once per turn and opponent: replace a lone Active token within reach by a token from your "
        "tray, or else from your hand."
    )
    detail = "Black Mountain, Keep and Armors do not protect. Nobody enters the board by a bite."
    crusade_detail = "A lone Monster counts as Active."

    def __init__(self) -> None:
        self.ways = (Bite(self),)


class Vanishing(Power):
    name, number, rule = "Vanishing", 5, "underground.md P-vanishing"
    text = "When the race declines it leaves the board, for 2 coins a Region."
    declined = "Nothing stays on the board."
    COINS: ClassVar[int] = 2

    def declines(self, s: State, slot: int, events: Events | None) -> None:
        left = bits(s.held[slot])
        for r in left:
            discard(s, r, s.tokens[r], events)
        pay(s, OWNER[slot], self.COINS * len(left), self, events)


class Vengeful(Power):
    """`underground.md UP31`: the position remembers the attackers, a bit for each seat."""

    name, number, rule = "Vengeful", 4, "underground.md P-vengeful"
    text = (
        "Whoever takes a Region of yours gets a Vengeance marker: in your next turn all Regions of "
        "that player cost you 1 token less, at least 1."
    )
    discount_text = Label("Vengeful, they have a Vengeance marker")

    def region_lost(self, s: State, slot: int, r: int, loss: Loss, events: Events | None) -> None:
        if OWNER[loss.by] != OWNER[slot]:
            s.remember(self, slot, s.recall(self, slot) | 1 << OWNER[loss.by])

    def discount(self, s: State, slot: int, r: int) -> int:
        return s.recall(self, slot) >> OWNER[s.occ[r]] & 1

    def turn_ended(self, s: State, slot: int, events: Events | None) -> None:
        s.remember(self, slot, 0)


class Wise(Power):
    name, number, rule = "Wise", 4, "underground.md P-wise"
    text = "Nothing special while Active."
    declined = "+2 coins each turn, also in the turn of the decline, while 1 Region is left."
    lasts = frozenset({"income"})
    kept_in_decline = True
    COINS: ClassVar[int] = 2
    EARNED: ClassVar[Label] = Label("Wise, In Decline")

    def income(self, s: State, slot: int, held: int, items: Items | None) -> int:
        if not IS_DECLINED[slot] or not held:
            return 0
        if items is not None:
            items.append((self.EARNED, self.COINS, 0))
        return self.COINS


POWERS: tuple[Power, ...] = (
    Adventurous(),
    Fisher(),
    Flocking(),
    Frightened(),
    Immortal(),
    Magic(),
    Martyr(),
    Mining(),
    Muddy(),
    Mystic(),
    Quarreling(),
    Reborn(),
    Royal(),
    Shield(),
    Stone(),
    Thieving(),
    Tomb(),
    Vampire(),
    Vanishing(),
    Vengeful(),
    Wise(),
)
