"""The six Relics: they lie where they were last used, and serve the Active holder of that Region
(`underground.md UC6, UC9, UC10`).

Four of them are ways to conquer, two are put somewhere at the end of the turn.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

from crusade.boxes.underground import turn_end
from crusade.boxes.underground.payers import payers
from crusade.boxes.underground.pieces import occupants
from crusade.boxes.underground.places import LOSTMINE
from crusade.boxes.underground.races import Flames
from crusade.rules import markers
from crusade.rules.asking import Answer, Regions
from crusade.rules.board import bits
from crusade.rules.ids import OWNER, TRIBES_SLOT
from crusade.rules.labels import Label
from crusade.rules.library import Piece
from crusade.rules.pieces import pay
from crusade.rules.questions import Boon, Events, Source
from crusade.rules.refusals import Refusal
from crusade.rules.scoring import region_coins
from crusade.rules.swaps import Swap
from crusade.rules.ways import Way
from crusade.texts import N_

if TYPE_CHECKING:
    from crusade.rules.state import State


# ---------------------------------------------------------------- ways to conquer
class Use(Way):
    """Once a turn a Relic helps a conquest, and lies in that Region afterwards (`underground.md
    UC10, UP15, UP17`).

    ``relic`` is the word of the Relic whose effect it is; ``copied`` is whether something else
    stands for it. What is remembered for whoever brings it is the round in which it was used.
    """

    relic: ClassVar[str] = ""
    copied: ClassVar[bool] = False
    attempts = True
    priced = True
    hint = Label("once a turn")
    absent = Refusal("no-relic", "Your Active race does not hold that Relic.", "underground.md UC9")
    USED: ClassVar[Refusal] = Refusal(
        "relic-used", "It has been used this turn already.", "underground.md UP15"
    )

    def lies(self) -> Piece:
        """The piece that goes to the Region that is conquered."""
        return BY_WORD[self.relic]

    def joins(self, other: Way) -> bool:
        if not isinstance(other, Use):
            return other.rolls and not self.swaps
        if self.relic == other.relic or (self.copied and other.copied):
            return False
        return not (self.swaps or other.swaps) or Fly.relic in (self.relic, other.relic)

    def closed(self, s: State, slot: int) -> Refusal | None:
        return self.USED if s.recall(self.source, slot) == s.round else None

    def used(self, s: State, slot: int, r: int) -> None:
        s.remember(self.source, slot, s.round)

    def done(self, s: State, slot: int, r: int, events: Events | None) -> None:
        markers.station(s, self.lies(), 1 << r, events)


class Fly(Use):
    """`with doormat`: any Region, wherever it lies."""

    word = relic = "doormat"
    title = Label("Flying Doormat")

    def widens(self, s: State, slot: int) -> int:
        return s.board.all


class Flee(Use):
    """`with socks`: as if the Region were empty, and nobody there is lost (`underground.md UP2,
    UP32`).
    """

    word = relic = "socks"
    title = Label("Stinky Troll's Socks, as if it were empty")
    spares = True

    def less(self, s: State, slot: int, r: int) -> int:
        combo = s.combo[slot]
        assert combo is not None
        known = [x.discount(s, slot, r) for x in combo.sources if isinstance(x, Flames)]
        # Beside the Volcano it costs so little already.
        return occupants(s, r) - sum(known)


class Strike(Use):
    """`with sword`: 2 tokens fewer."""

    word = relic = "sword"
    title = Label("Sword of the Killer Rabbit")
    LESS: ClassVar[int] = 2

    def less(self, s: State, slot: int, r: int) -> int:
        return self.LESS


class Gleam(Swap, Use):
    """`with orb`: a lone Active token gives way to one of one's own (`underground.md UP16`)."""

    word = relic = "orb"
    title = Label("Shiny Orb: swap the token")
    told = Label(
        "{who} conquered {region}: the lone token there gave way to a new one.",
        you="You conquered {region}: the lone token there gave way to a new one.",
    )
    hint = Label("once a turn, from the tray, or else from the hand")
    attempts = False
    priced = False
    ENTRY = Refusal("swap-entry", "Nobody enters the board by a swap.", "underground.md UP16")
    NOBODY = Refusal(
        "swap-nobody",
        "A swap needs a lone token of another player's Active race.",
        "underground.md UP16",
    )
    MANY = Refusal(
        "swap-many",
        "More than one token stands there: only a lone one can be swapped.",
        "underground.md UP16",
    )
    DECLINE = Refusal(
        "swap-decline",
        "Only tokens of an Active race can be swapped, and this one is In Decline.",
        "underground.md UP16",
    )
    TRIBE = Refusal("swap-tribe", "Monsters can be swapped only in the Crusade.", "crusade.md I7")


# ---------------------------------------------------------------- deeds at the end of the turn
def collect(s: State, slot: int, r: int, source: Source, events: Events | None) -> None:
    """Each opponent with an Active token beside Region ``r`` pays the race in ``slot`` a coin
    (`underground.md UP25`).
    """
    paying = payers(s, slot, 1 << r)
    for seat in paying:
        pay(s, seat, -1, source, events)
    pay(s, OWNER[slot], len(paying), source, events)


def doubled(s: State, slot: int, r: int) -> int:
    """Coins that the race in ``slot`` gets more when Region ``r`` is doubled (`underground.md
    UP26`).
    """
    return 0 if s.where(LOSTMINE) >> r & 1 else region_coins(s, slot, s.held[slot], r)


class Put(Regions):
    """A Relic is put into a Region that its holder's race holds, after the redeployment."""

    relic: ClassVar[str] = ""
    anew = True
    elsewhere = Refusal(
        "relic-held", "It goes to a Region that your Active race holds.", "underground.md UP20"
    )

    def needed(self, s: State, slot: int, events: Events | None) -> bool:
        return slot != TRIBES_SLOT and bool(s.where(BY_WORD[self.relic]) & s.held[slot])

    def among(self, s: State, slot: int) -> int:
        return s.held[slot]

    def sensible(self, s: State, slot: int) -> Answer:
        held = bits(s.held[slot])
        best = max(held, key=lambda r: self.gain(s, slot, r), default=-1)
        return (best,) if best >= 0 and self.gain(s, slot, best) else ()

    def gain(self, s: State, slot: int, r: int) -> int:
        """Coins that it brings in Region ``r``."""
        raise NotImplementedError

    def do(self, s: State, slot: int, answer: Answer, events: Events | None) -> None:
        if answer:
            markers.station(s, BY_WORD[self.relic], 1 << answer[0], events)
            self.put(s, slot, answer[0], events)

    def put(self, s: State, slot: int, r: int, events: Events | None) -> None:
        """It lies in Region ``r`` now."""
        raise NotImplementedError


class PutRing(Put):
    """`ring A`, or `no ring`."""

    word = relic = "ring"
    pass_word = "no ring"
    order = turn_end.RING
    title = Label("Put Froggy's Ring somewhere, or not")
    hint = Label(
        "Click a Region of yours: each opponent with an Active token next to it pays you 1 coin."
    )
    pass_title = Label("Not this turn")
    done_title = Label("Put the Ring there")
    waits = Refusal("wrong-phase", "First put Froggy's Ring somewhere, or not.")
    wrong_time = Refusal(
        "ring-when", "Froggy's Ring is put somewhere at the end of the turn.", "underground.md UP20"
    )

    def gain(self, s: State, slot: int, r: int) -> int:
        return len(payers(s, slot, 1 << r))

    def put(self, s: State, slot: int, r: int, events: Events | None) -> None:
        collect(s, slot, r, self.source, events)


class PutScepter(Put):
    """`scepter A`, or `no scepter`."""

    word = relic = "scepter"
    pass_word = "no scepter"
    order = turn_end.SCEPTER
    title = Label("Put the Scepter of Avarice somewhere, or not")
    hint = Label("Click a Region of yours: what it earns you now is doubled.")
    pass_title = Label("Not this turn")
    done_title = Label("Put the Scepter there")
    waits = Refusal("wrong-phase", "First put the Scepter of Avarice somewhere, or not.")
    wrong_time = Refusal(
        "scepter-when",
        "The Scepter of Avarice is put somewhere at the end of the turn.",
        "underground.md UP20",
    )

    def gain(self, s: State, slot: int, r: int) -> int:
        return doubled(s, slot, r)

    def put(self, s: State, slot: int, r: int, events: Events | None) -> None:
        s.remember(self.source, slot, 1)


# ---------------------------------------------------------------- the Relics
class Relic(Boon):
    """A Relic: the Lost Tribes do not use it (`crusade.md I4`)."""

    family, kind = N_("Relics"), N_("Relic")
    kind_text = N_("It moves to where it is used.")
    family_text = N_(
        "A Relic serves an Active race that holds its Region, and goes to the Region where it is "
        "used."
    )
    serves_tribes = False


class FlyingDoormat(Relic):
    name, rule = "Flying Doormat", "underground.md RE-doormat"
    text = "Once a turn conquer any Region, wherever it lies: the Doormat flies there."
    detail = "It may join the Socks, the Sword, or the Orb, and serve an attempt or a roll."

    def __init__(self) -> None:
        self.ways = (Fly(self),)


class FroggysRing(Relic):
    name, rule = "Froggy's Ring", "underground.md RE-ring"
    text = (
        "At the end of your turn put it into a Region you hold: each opponent with an Active token "
        "next to it pays you 1 coin."
    )
    crusade_detail = "The Monsters count as Active and pay too."

    def __init__(self) -> None:
        self.steps = (PutRing(self),)


class ScepterForTribes(Boon):
    """What the Scepter is for the Lost Tribes, who never move it: its Region is doubled wherever it
    lies (`crusade.md I4`).
    """

    name, rule = "Scepter of Avarice", "crusade.md I4"
    text = "The coins of its Region are doubled."
    coin_text = Label("Scepter of Avarice, the Region once more")

    def doubles(self, s: State, slot: int) -> int:
        return s.where(SCEPTER) & ~s.where(LOSTMINE)


class ScepterOfAvarice(Relic):
    """Whether it was put somewhere this turn is remembered until the scoring."""

    for_tribes = ScepterForTribes()
    name, rule = "Scepter of Avarice", "underground.md RE-scepter"
    text = "Before you score put it into a Region you hold: that Region's coins are doubled."
    detail = (
        "Its own coin, that of the land, of Keep and Diamond Fields, and what your race counts "
        "Region by Region. In the Mine of the Lost Dwarf it doubles nothing."
    )
    coin_text = Label("Scepter of Avarice, the Region once more")

    def __init__(self) -> None:
        self.steps = (PutScepter(self),)

    def doubles(self, s: State, slot: int) -> int:
        return s.where(SCEPTER) & ~s.where(LOSTMINE) if s.recall(self, slot) else 0

    def scored(self, s: State, slot: int, events: Events | None) -> None:
        s.remember(self, slot, 0)


class ShinyOrb(Relic):
    name, rule = "Shiny Orb", "underground.md RE-orb"
    text = "Once a turn replace a lone Active token of another within reach by a token of yours."
    detail = (
        "Black Mountain, Keep and Armors do not protect. The token comes from the tray, or else "
        "from your hand. Nobody enters the board by a swap. It may join the Doormat."
    )
    crusade_detail = "A lone Monster counts as Active."

    def __init__(self) -> None:
        self.ways = (Gleam(self),)


class StinkyTrollsSocks(Relic):
    name, rule = "Stinky Troll's Socks", "underground.md RE-socks"
    text = (
        "Once a turn conquer a Region as if it were empty; everybody who stood there flees "
        "unharmed."
    )
    detail = (
        "Black Mountain and Keep still count. It may join the Doormat and the Sword, and serve an "
        "attempt or a roll."
    )

    def __init__(self) -> None:
        self.ways = (Flee(self),)


class SwordOfTheKillerRabbit(Relic):
    name, rule = "Sword of the Killer Rabbit", "underground.md RE-sword"
    text = "Once a turn a conquest costs 2 tokens fewer, at least 1."
    detail = "It may join the Doormat and the Socks, and serve an attempt or a roll."

    def __init__(self) -> None:
        self.ways = (Strike(self),)


DOORMAT: Final = Piece(
    "doormat",
    Label("Flying Doormat"),
    limit=1,
    stays=True,
    brings=FlyingDoormat(),
    pays_tribes=1,
    picture="doormat",
    placed=Label("The Flying Doormat lies in {region}."),
)
ORB: Final = Piece(
    "orb",
    Label("Shiny Orb"),
    limit=1,
    stays=True,
    brings=ShinyOrb(),
    pays_tribes=1,
    picture="orb",
    placed=Label("The Shiny Orb lies in {region}."),
)
RING: Final = Piece(
    "ring",
    Label("Froggy's Ring"),
    limit=1,
    stays=True,
    brings=FroggysRing(),
    pays_tribes=1,
    picture="ring",
    placed=Label("Froggy's Ring lies in {region}."),
)
SCEPTER: Final = Piece(
    "scepter",
    Label("Scepter of Avarice"),
    limit=1,
    stays=True,
    brings=ScepterOfAvarice(),
    picture="scepter",
    placed=Label("The Scepter of Avarice lies in {region}."),
)
SOCKS: Final = Piece(
    "socks",
    Label("Stinky Troll's Socks"),
    limit=1,
    stays=True,
    brings=StinkyTrollsSocks(),
    pays_tribes=1,
    picture="socks",
    placed=Label("Stinky Troll's Socks lie in {region}."),
)
SWORD: Final = Piece(
    "sword",
    Label("Sword of the Killer Rabbit"),
    limit=1,
    stays=True,
    brings=SwordOfTheKillerRabbit(),
    pays_tribes=1,
    picture="sword",
    placed=Label("The Sword of the Killer Rabbit lies in {region}."),
)

RELICS: Final = (DOORMAT, ORB, RING, SCEPTER, SOCKS, SWORD)
BY_WORD: Final = {piece.word: piece for piece in RELICS}
"""The Relics by their words."""
# What is shown while a Region is being chosen; the Relics above bring these decisions.
PutRing.piece = RING
PutScepter.piece = SCEPTER
