"""The fifteen Races of Underground (`underground.md`)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, ClassVar

from crusade.boxes.underground.pieces import ANCIENT, HAMMER, VOLCANO, occupants
from crusade.rules import markers
from crusade.rules.asking import Answer, Regions
from crusade.rules.board import Board, bits
from crusade.rules.ids import IS_DECLINED, OWNER, SLOTS, TRIBES
from crusade.rules.labels import RACE, Label, Term
from crusade.rules.pieces import pay
from crusade.rules.pricing import adjacent
from crusade.rules.questions import Events, Items, Race
from crusade.rules.refusals import Refusal
from crusade.rules.ways import Way

if TYPE_CHECKING:
    from crusade.rules.loss import Loss
    from crusade.rules.state import State


class MoveAncient(Regions):
    """`ancient A`, before the first conquest (`underground.md UP12`)."""

    word = "ancient"
    before = True
    piece = ANCIENT
    anew = True
    title = Label("Move the Great Ancient")
    hint = Label(
        "Choose another Region of yours: nobody can take it, and what is adjacent is cheaper."
    )
    done_title = Label("Move the Great Ancient")
    wrong_time = Refusal(
        "no-ancient", "Only Cultists move the Great Ancient.", "underground.md R-cultists"
    )
    NOT_YET = Refusal(
        "ancient-away",
        "The Great Ancient comes to the next Region that the Cultists conquer.",
        "underground.md UP7",
    )
    TOO_LATE = Refusal(
        "ancient-late",
        "The Great Ancient moves once a turn, before the first conquest.",
        "underground.md UP12",
    )
    elsewhere = Refusal(
        "ancient-elsewhere",
        "The Great Ancient moves to another Region that the Cultists hold.",
        "underground.md R-cultists",
    )

    def closed(self, s: State, slot: int) -> Refusal | None:
        if s.fought or s.recall(self.source, slot):
            return self.TOO_LATE
        return None if s.where(ANCIENT) else self.NOT_YET

    def among(self, s: State, slot: int) -> int:
        return s.held[slot] & ~s.where(ANCIENT)

    def do(self, s: State, slot: int, answer: Answer, events: Events | None) -> None:
        s.remember(self.source, slot, 1)
        markers.station(s, ANCIENT, 1 << answer[0], events)


class Cultists(Race):
    name, number, tray, rule = "Cultists", 5, 10, "underground.md R-cultists"
    colour = "#5b4a72"
    text = (
        "The Great Ancient stands in the first Region they conquer: nobody can take it, and "
        "Regions adjacent to it cost 1 token less, at least 1. Later he may move at the start of a "
        "turn."
    )
    declined = "The Great Ancient leaves."
    detail = "If his Region is abandoned he comes to the next one that is conquered."
    discount_text = Label("Cultists, next to the Great Ancient")

    def __init__(self) -> None:
        self.offers = (MoveAncient(self),)

    def turn_began(self, s: State, slot: int, events: Events | None) -> None:
        s.remember(self, slot, 0)

    def conquered(self, s: State, slot: int, r: int, won: Loss, events: Events | None) -> None:
        if not s.where(ANCIENT):
            markers.put(s, ANCIENT, r, events)

    def discount(self, s: State, slot: int, r: int) -> int:
        where = s.where(ANCIENT)
        return adjacent(s, slot, where) >> r & 1 if where else 0


class Drow(Race):
    name, number, tray, rule = "Drow", 4, 9, "underground.md R-drow"
    colour = "#3f4f7d"
    text = "+1 coin for each Region that borders no Region of another race."
    detail = "Monsters and your own race In Decline are other races."
    EARNED: ClassVar[Label] = Label(
        "Regions beside no other race ({source})", source=Term(RACE, "Drow")
    )

    def income(self, s: State, slot: int, held: int, items: Items | None) -> int:
        others = 0
        for other in range(SLOTS):
            if other != slot:
                others |= s.held[other]
        mask = held & ~s.board.near[others]
        if items is not None and mask:
            items.append((self.EARNED, mask.bit_count(), mask))
        return mask.bit_count()


class SetVolcano(Regions):
    """`volcano V`, before all else (`underground.md R-flames`)."""

    word = "volcano"
    piece = VOLCANO
    anew = True
    title = Label("Choose the chasm where the Volcano breaks out")
    hint = Label("What borders it costs the Flames as little as if it were empty.")
    done_title = Label("Let the Volcano break out")
    waits = Refusal(
        "volcano-first", "First choose the chasm of the Volcano.", "underground.md R-flames"
    )
    elsewhere = Refusal(
        "volcano-chasm",
        "The Volcano breaks out in a chasm with its symbol.",
        "underground.md R-flames",
    )

    def among(self, s: State, slot: int) -> int:
        return s.board.mask_of("volcano")

    def needed(self, s: State, slot: int, events: Events | None) -> bool:
        chasms = 0 if s.where(VOLCANO) else self.among(s, slot)
        if chasms and not chasms & chasms - 1:
            markers.put(s, VOLCANO, chasms.bit_length() - 1, events)
            return False
        return bool(chasms)

    def do(self, s: State, slot: int, answer: Answer, events: Events | None) -> None:
        markers.station(s, VOLCANO, 1 << answer[0], events)


class Flames(Race):
    name, number, tray, rule = "Flames", 4, 9, "underground.md R-flames"
    colour = "#a3421d"
    text = (
        "Put the Volcano on a Volcano chasm. Regions next to it, or next to Regions of theirs that "
        "are joined to it, cost as if they were empty."
    )
    declined = "The Volcano leaves."
    detail = "They may enter next to the Volcano too. Black Mountain and Keep still count."
    discount_text = Label("Flames, as if it were empty")

    def __init__(self) -> None:
        self.pick_asks = self.turn_asks = (SetVolcano(self),)

    def reach_now(self, s: State, slot: int, held: int) -> int:
        where = s.where(VOLCANO)
        return s.board.near[where] if where and not held else 0

    def discount(self, s: State, slot: int, r: int) -> int:
        if not (s.tokens[r] or s.walls[r]) or not self._lit(s, slot) >> r & 1:
            return 0
        return occupants(s, r)

    def _lit(self, s: State, slot: int) -> int:
        """Mask of the Regions beside the Volcano, or beside Flames that are joined to it."""
        where = s.where(VOLCANO)
        if not where:
            return 0
        near, held = s.board.near, s.held[slot]
        lit = near[where]
        joined = 0
        while lit & held & ~joined:
            joined |= lit & held
            lit |= near[joined]
        return lit

    def declines(self, s: State, slot: int, events: Events | None) -> None:
        markers.station(s, VOLCANO, 0, events)


class Gnomes(Race):
    name, number, tray, rule = "Gnomes", 6, 11, "underground.md R-gnomes"
    colour = "#5d6b33"
    text = (
        "No Race, Special Power, Place or Relic helps others against them: they are reached over "
        "borders, and cost what stands and lies there."
    )
    declined = "The same."
    lasts = frozenset({"spurns"})

    def spurns(self, s: State, slot: int, attacker: int) -> int:
        return 0 if OWNER[attacker] == OWNER[slot] else s.held[slot]


class IronDwarves(Race):
    """What is remembered are all their Hammers, those on the board among them; as "spent" those of
    them that were on the board, in a Region that the Balrog has emptied.
    """

    name, number, tray, rule = "Iron Dwarves", 7, 12, "underground.md R-iron-dwarves"
    colour = "#57606b"
    text = (
        "At each redeployment 1 more Silver Hammer for each Mine they hold, up to 7 in all. A "
        "Hammer fights like a token, but 1 Dwarf must go along, and it defends nothing."
    )
    declined = "The Hammers are gone."
    detail = "Hammers are spent first and come back at the end of the redeployment."

    def helpers(self, s: State, slot: int) -> int:
        there = sum(s.number(HAMMER, r) for r in bits(s.where(HAMMER)))
        return s.recall(self, slot) - there - s.recall(self, slot, "spent")

    def helped(self, s: State, slot: int, r: int, number: int, events: Events | None) -> None:
        for _ in range(number):
            markers.put(s, HAMMER, r, events)

    def region_lost(self, s: State, slot: int, r: int, loss: Loss, events: Events | None) -> None:
        kind = s.setup.library.kind[HAMMER]
        for lost, number in loss.pieces:
            if lost == kind:
                s.remember(self, slot, s.recall(self, slot, "spent") + number, "spent")

    def redeployed(self, s: State, slot: int, events: Events | None) -> None:
        markers.station(s, HAMMER, 0, events)
        s.remember(self, slot, 0, "spent")
        mines = (s.board.mask_of("mine") & s.held[slot]).bit_count()
        s.remember(self, slot, min(HAMMER.limit, s.recall(self, slot) + mines))

    def audit(self, s: State, slot: int) -> Iterator[str]:
        if not 0 <= s.recall(self, slot) <= HAMMER.limit or self.helpers(s, slot) < 0:
            yield f"slot {slot} has {s.recall(self, slot)} Hammers"


class Kraken(Race):
    name, number, tray, rule = "Kraken", 5, 10, "underground.md R-kraken"
    colour = "#286a78"
    text = "They may stay on Rivers, and score there."
    declined = "They keep their Rivers and score there."
    lasts = frozenset({"keeps"})

    def keeps(self, board: Board) -> int:
        return board.rivers


class Liches(Race):
    name, number, tray, rule = "Liches", 5, 10, "underground.md R-liches"
    colour = "#4e4a5e"
    text = "Whoever has no coin can take none of their Regions."
    declined = (
        "Each opponent who takes a Region of theirs pays you 1 coin; whoever has none takes none."
    )
    lasts = frozenset({"protects", "why_protected", "region_lost"})
    BROKE: ClassVar[Refusal] = Refusal(
        "liches-coin",
        "Whoever has no coin takes no Region of the Liches.",
        "underground.md UP10",
    )

    def protects(self, s: State, slot: int, attacker: int) -> int:
        seat = OWNER[attacker]
        broke = seat <= TRIBES and seat != OWNER[slot] and not s.coins[seat]
        return s.held[slot] if broke else 0

    def why_protected(self, s: State, slot: int, attacker: int, r: int) -> Refusal | None:
        return self.BROKE if self.protects(s, slot, attacker) >> r & 1 else None

    def region_lost(self, s: State, slot: int, r: int, loss: Loss, events: Events | None) -> None:
        payer, owner = OWNER[loss.by], OWNER[slot]
        if IS_DECLINED[slot] and payer != owner:
            pay(s, payer, -1, self, events)
            pay(s, owner, 1, self, events)


class Lizardmen(Race):
    name, number, tray, rule = "Lizardmen", 7, 12, "underground.md R-lizardmen"
    colour = "#3f7048"
    text = "Regions along the same stretch of River are adjacent for them, whoever is on the River."
    detail = "They may conquer the River too, but leave it at redeployment."

    def reach(self, board: Board, held: int) -> int:
        found = 0
        for stretch, banks in _stretches(board):
            if held & (stretch | banks):
                found |= stretch | banks
        return found


def _stretches(board: Board) -> tuple[tuple[int, int], ...]:
    """Each stretch of river of the board with the Regions that border it; worked out once."""
    known = board.cache.get("stretches")
    if isinstance(known, tuple):
        return known
    found: tuple[tuple[int, int], ...] = ()
    left = board.rivers
    while left:
        stretch = left & -left
        while board.near[stretch] & left & ~stretch:
            stretch |= board.near[stretch] & left
        left &= ~stretch
        found += ((stretch, board.near[stretch] & ~stretch & ~board.chasms),)
    board.cache["stretches"] = found
    return found


class Mudmen(Race):
    name, number, tray, rule = "Mudmen", 5, 12, "underground.md R-mudmen"
    colour = "#76552e"
    text = "At redeployment 1 new token for each Mudpool they hold."
    detail = "As long as the tray has tokens."

    def gains(self, s: State, slot: int) -> int:
        return (s.board.mask_of("mudpool") & s.held[slot]).bit_count()


class Mummies(Race):
    name, number, tray, rule = "Mummies", 10, 15, "underground.md R-mummies"
    colour = "#7d6a3c"
    text = "Each conquest costs them 1 token more."
    discount_text = Label("Mummies")

    def dearer(self, board: Board) -> int:
        return board.all


class Ogres(Race):
    name, number, tray, rule = "Ogres", 5, 10, "underground.md R-ogres"
    colour = "#6d4f5d"
    text = "Each conquest costs them 1 token less, at least 1."
    discount_text = Label("Ogres")

    def cheaper(self, board: Board) -> int:
        return board.all


class ShadowMimes(Race):
    name, number, tray, rule = "Shadow Mimes", 7, 12, "underground.md R-shadow-mimes"
    colour = "#44444f"
    text = "When you pick them you may exchange their Special Power for another one shown."
    detail = "Their own row decides what they cost and which coins you find; the coins stay."
    swaps_badge = True


class Shrooms(Race):
    name, number, tray, rule = "Shrooms", 5, 10, "underground.md R-shrooms"
    colour = "#8a4a54"
    text = "+1 coin for each Mushroom Forest Region that they hold."
    coin_text = Label("Mushroom Forest Regions")

    def coins(self, board: Board) -> int:
        return board.mask_of("mushroom_forest")


class Spiderines(Race):
    name, number, tray, rule = "Spiderines", 7, 12, "underground.md R-spiderines"
    colour = "#5a3f6b"
    text = (
        "All Regions that border a chasm are adjacent to theirs, and they may enter through any of "
        "them."
    )

    def reach(self, board: Board, held: int) -> int:
        return board.near[board.chasms] if held else 0

    def entry(self, board: Board) -> int:
        return board.near[board.chasms]


class Roll(Way):
    """`roll R`: the die before a conquest of a Crystal, or beside one (`underground.md UP9`)."""

    word = "roll"
    title = Label("Roll the die first")
    hint = Label(
        "The Region costs what the die shows less. If you cannot pay it the conquests end."
    )
    absent = Refusal(
        "no-roll", "Only Will-o'-Wisps roll before a conquest.", "underground.md R-wisps"
    )
    priced = True
    rolls = True
    NO_CRYSTAL = Refusal(
        "roll-crystal",
        "They roll for a Mystic Crystal, or for a Region adjacent to one they hold.",
        "underground.md R-wisps",
    )

    def refusal(self, s: State, slot: int, r: int) -> Refusal | None:
        crystals = s.board.mask_of("mystic_crystal")
        lit = crystals | adjacent(s, slot, crystals & s.held[slot])
        return None if lit >> r & 1 else self.NO_CRYSTAL


class Wisps(Race):
    name, number, tray, rule = "Will-o'-Wisps", 6, 11, "underground.md R-wisps"
    colour = "#2f6f6a"
    text = (
        "They may roll the die before they conquer a Mystic Crystal, or a Region adjacent to one "
        "they hold: it costs that much less, at least 1."
    )
    detail = (
        "The Region is named first. If it can be paid after the roll it is taken, if not the "
        "conquests are over."
    )

    def __init__(self) -> None:
        self.ways = (Roll(self),)


RACES: tuple[Race, ...] = (
    Cultists(),
    Drow(),
    Flames(),
    Gnomes(),
    IronDwarves(),
    Kraken(),
    Liches(),
    Lizardmen(),
    Mudmen(),
    Mummies(),
    Ogres(),
    ShadowMimes(),
    Shrooms(),
    Spiderines(),
    Wisps(),
)
