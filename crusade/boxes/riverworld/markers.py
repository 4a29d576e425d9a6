"""What the event markers mean (`riverworld.md W24, W26 to W34`)."""

from __future__ import annotations

from typing import Final

from crusade.boxes.riverworld import facts
from crusade.boxes.riverworld.pieces import SHIP
from crusade.rules import markers
from crusade.rules.board import Board, bits
from crusade.rules.events import Told
from crusade.rules.ids import EMPTY, IS_DECLINED, KEPT_RIVERS, SLOTS
from crusade.rules.labels import Label
from crusade.rules.pieces import discard
from crusade.rules.questions import EventMarker, Events
from crusade.rules.state import State
from crusade.rules.turn import leave_rivers


class Calm(EventMarker):
    name, rule = "Calm", "riverworld.md W30"
    number = facts.CALMS
    text = "Nothing happens on the rivers this round."
    picture = "calm"
    intro = "A quiet round."
    quiet = True


class Freezing(EventMarker):
    """Frozen rivers are kept and scored like land; the thaw takes who has no leave to stay."""

    name, rule = "Freezing", "riverworld.md W28"
    number = facts.FREEZINGS
    text = "This round tokens may stay on the rivers, and Rivers earn their coin. Nobody sails."
    picture = "freezing"
    intro = "Ice makes land of the rivers for one round; when it breaks, who stood there goes home."
    THAW: Final = Label("The ice breaks.")

    def keeps(self, board: Board) -> int:
        return board.rivers

    def passes(self, s: State, events: Events | None) -> None:
        if events is not None:
            events.append(Told(self.name, self.THAW, s.board.rivers))
        for slot in range(SLOTS):
            if s.combo[slot] is None:
                pass
            elif IS_DECLINED[slot]:
                _thaw_declined(s, slot, events)
            else:
                leave_rivers(s, slot, events)


def _thaw_declined(s: State, slot: int, events: Events | None) -> None:
    """Tokens In Decline go to the tray, but not those of a race that keeps its rivers (`W33`)."""
    combo = s.combo[slot]
    assert combo is not None
    kept = combo.keeps | s.memory.get((slot, KEPT_RIVERS), 0)
    for r in bits(s.held[slot] & s.board.rivers & ~kept):
        discard(s, r, s.tokens[r], events)


class Pirates(EventMarker):
    name, rule = "Pirates", "riverworld.md W24"
    number = facts.PIRATES
    text = "A Pirate ship comes to every River where nobody stands, as far as there are ships."
    picture = "pirates"
    quiet = True
    intro = "Ships on the rivers cost a token more, and rob the Regions on their banks of a coin."

    def begins(self, s: State, events: Events | None) -> None:
        ships = SHIP.limit - s.where(SHIP).bit_count()
        for r in bits(s.board.rivers & ~s.where(SHIP)):
            if ships and s.occ[r] == EMPTY:
                markers.put(s, SHIP, r, events)
                ships -= 1


class Storm(EventMarker):
    name, rule = "Storm", "riverworld.md W27"
    number = facts.STORMS
    text = "This round a River costs 3 tokens."
    picture = "storm"
    intro = "The rivers are hard to cross."
    dearer_each = facts.STORM_PRICE - facts.RIVER_PRICE
    discount_text = Label("Storm")

    def dearer(self, board: Board) -> int:
        return board.rivers


FREEZING: Final = Freezing()
EVENT_MARKERS: Final = (Calm(), FREEZING, Pirates(), Storm())
