"""What holds for everybody in River World: harbors, ships, the row of event markers, and what the
holders of the Shipyard and of the Temple may do (`riverworld.md`).
"""

from __future__ import annotations

from typing import Final

from crusade.boxes.riverworld.markers import FREEZING
from crusade.boxes.riverworld.pieces import CARAVEL, SHIP
from crusade.rules import markers, row, turn
from crusade.rules.asking import Act, Answer, Regions
from crusade.rules.board import Board, bits
from crusade.rules.ids import EMPTY, IS_ACTIVE, OF_SEAT, OWNER, TRIBES, TRIBES_SLOT
from crusade.rules.labels import PERSON, REGION, Label, Term
from crusade.rules.questions import Events, Source, Variant
from crusade.rules.refusals import Refusal
from crusade.rules.state import State

SHIPYARD: Final = "shipyard"
TEMPLE: Final = "temple"
HARBOR: Final = "harbor"
PIRATES: Final = "pirates"
SAILED: Final = "sailed"
UNDER_WAY: Final = "underway"
"""Of the Lost Tribes: that the Caravel has sailed, and what it sailed for is still to be taken."""
LOOKED: Final = "looked"


def done(s: State, source: Source, seat: int, what: str) -> bool:
    """Whether ``seat`` has done that in its turn of this round."""
    return s.recall(source, OF_SEAT[seat], what) == s.round


def free_rivers(s: State, slot: int) -> int:
    """Mask of the rivers to which the race in ``slot`` may send the Caravel: without a ship and
    without a token of others (`W17`).
    """
    mask = s.board.rivers & ~s.where(SHIP)
    for r in bits(mask):
        if s.occ[r] != EMPTY and OWNER[s.occ[r]] != OWNER[slot]:
            mask &= ~(1 << r)
    return mask


class Sail(Regions):
    """`sail R` (`W15 to W17, W36`)."""

    word = "sail"
    piece = CARAVEL
    anew = True
    before = True
    title = Label("Sail the Caravel")
    hint = Label("Click a River: what borders it is in reach until the end of your turn.")
    done_title = Label("Sail there")
    wrong_time = Refusal(
        "sail-when", "The Caravel sails only in the conquests of your turn.", "riverworld.md W17"
    )
    NO_YARD: Final = Refusal(
        "sail-yard",
        "Only an Active race that holds the Shipyard sails the Caravel.",
        "riverworld.md W17, W19",
    )
    USED: Final = Refusal("sail-once", "The Caravel sails once a turn.", "riverworld.md W17")
    FROZEN: Final = Refusal(
        "sail-frozen", "The rivers are frozen: the Caravel does not sail.", "riverworld.md W29"
    )
    NO_RIVER: Final = Refusal("sail-river", "The Caravel sails on Rivers.", "riverworld.md W17")
    SHIP_THERE: Final = Refusal(
        "sail-ship", "The Caravel keeps away from Pirate ships.", "riverworld.md W17"
    )
    TAKEN: Final = Refusal(
        "sail-enemy", "Somebody else's tokens stand on that River.", "riverworld.md W17"
    )

    def closed(self, s: State, slot: int) -> Refusal | None:
        if not s.held[slot] & s.board.mask_of(SHIPYARD):
            return self.NO_YARD
        if row.current(s) is FREEZING:
            return self.FROZEN
        return self.USED if done(s, self.source, OWNER[slot], SAILED) else None

    def among(self, s: State, slot: int) -> int:
        return free_rivers(s, slot)

    def why_not(self, s: State, slot: int, r: int) -> Refusal:
        if not s.board.rivers >> r & 1:
            return self.NO_RIVER
        return self.SHIP_THERE if s.where(SHIP) >> r & 1 else self.TAKEN

    def told(self, s: State, slot: int, answer: Answer) -> Label:
        return Label(
            "{who} sailed the Caravel to {region}.",
            you="You sailed the Caravel to {region}.",
            who=Term(PERSON, OWNER[slot]),
            region=Term(REGION, s.board.names[answer[0]]),
        )

    def do(self, s: State, slot: int, answer: Answer, events: Events | None) -> None:
        sail(s, self.source, slot, answer[0], events)


def sail(s: State, source: Source, slot: int, r: int, events: Events | None) -> None:
    """The race in ``slot`` sends the Caravel to River ``r``, which serves it for this turn."""
    markers.station(s, CARAVEL, 1 << r, events)
    s.remember(source, OF_SEAT[OWNER[slot]], s.round, SAILED)


class Look(Act):
    """`look` (`W20, W38`): the dealer draws the next marker, and one seat alone sees it."""

    word = "look"
    acts = False
    of_race = False
    before = True
    title = Label("Look into the Temple of the Seer")
    hint = Label("You alone see the event marker of the next round.")
    done_title = Label("Look at the next event marker")
    wrong_time = Refusal(
        "look-when", "The Seer is asked only in the conquests of your turn.", "riverworld.md W38"
    )
    NO_TEMPLE: Final = Refusal(
        "look-temple",
        "Only an Active race that holds the Temple of the Seer looks into it.",
        "riverworld.md W20",
    )
    USED: Final = Refusal(
        "look-once", "You have looked at the next event marker this turn.", "riverworld.md W20"
    )
    LAST: Final = Refusal(
        "look-last", "This is the last round: no event marker lies face down.", "riverworld.md W20"
    )

    def closed(self, s: State, slot: int) -> Refusal | None:
        if not s.held[slot] & s.board.mask_of(TEMPLE):
            return self.NO_TEMPLE
        if not row.face_down(s):
            return self.LAST
        return self.USED if done(s, self.source, OWNER[slot], LOOKED) else None

    def do(self, s: State, slot: int, answer: Answer, events: Events | None) -> None:
        s.remember(self.source, OF_SEAT[OWNER[slot]], s.round, LOOKED)
        turn.ask_now(s, slot, self.source.draws[1])


class RiverWorld(Variant):
    """The rules of the box. What the Caravel opens is remembered by the round of its sailing."""

    name, rule = "River World", "riverworld.md W6"
    text = (
        "Rivers are crossed, and left again. Harbors earn 1, 2, 3 coins and so on, ships rob the "
        "banks, and an event marker is turned up for each round."
    )

    def __init__(self) -> None:
        self.offers = (Sail(self), Look(self))
        self.draws = (row.TurnUp(self), row.Foresee(self))

    # ---- the row of event markers
    def game_began(self, s: State, events: Events | None) -> None:
        for r in bits(s.board.mask_of(PIRATES)):
            markers.put(s, SHIP, r, events)
        self.round_opens(s, events)

    def round_opens(self, s: State, events: Events | None) -> None:
        turn.ask_now(s, TRIBES_SLOT, self.draws[0])

    # ---- ships and the Caravel
    def turn_ended(self, s: State, slot: int, events: Events | None) -> None:
        if slot == TRIBES_SLOT:  # whose next turn may be thought through in the same round
            s.remember(self, OF_SEAT[TRIBES], 0, SAILED)
            s.remember(self, OF_SEAT[TRIBES], 0, UNDER_WAY)

    def reach_now(self, s: State, slot: int, held: int) -> int:
        if not held & s.board.masks.get(SHIPYARD, 0):  # asked often, and nearly always so
            return 0
        if not IS_ACTIVE[slot] or OWNER[slot] != s.seat:
            return 0
        if not s.where(CARAVEL) or not done(s, self, OWNER[slot], SAILED):
            return 0
        return s.board.near[s.where(CARAVEL)]


class Harbors(Variant):
    """`W11 to W13, W35`."""

    name, rule = "Harbors", "riverworld.md W11"
    text = "The first Harbor that you hold earns 1 coin, the second 2, the third 3, and so on."
    coin_text = Label("Harbor number {number}")

    def series(self, board: Board) -> int:
        return board.mask_of(HARBOR)


class Piracy(Variant):
    """`W22, W42`."""

    name, rule = "Piracy", "riverworld.md W22"
    text = "Each Region beside a Pirate ship yields 1 coin less, never below 0."
    coin_text = Label("Pirate ships")

    def robs(self, s: State) -> int:
        return s.board.near[s.where(SHIP)]


RIVER_WORLD: Final = RiverWorld()
VARIANTS: Final = (RIVER_WORLD, Harbors(), Piracy())
