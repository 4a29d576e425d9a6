"""Finding Places and Relics: what the Monsters' Regions hide (`underground.md US4, UC5, UP30`,
`crusade.md I1`).
"""

from __future__ import annotations

from typing import Final

from crusade.boxes.underground.places import PLACES
from crusade.boxes.underground.relics import RELICS
from crusade.rules import markers, turn
from crusade.rules.asking import Answer, AnswerError, Choice
from crusade.rules.board import bits
from crusade.rules.ids import TRIBES_SLOT
from crusade.rules.labels import Label
from crusade.rules.library import Piece
from crusade.rules.loss import Loss
from crusade.rules.pieces import refresh
from crusade.rules.questions import Boon, Events
from crusade.rules.state import State
from crusade.texts import _

MARKERS: Final = (*PLACES, *RELICS)
"""What can be found: the Places and Relics, each once."""


class DrawMarker(Choice):
    """`draw keep`: the dealer draws a Place or Relic for the Region that was just taken or, when a
    Crusade is set up, for the next Region of the Monsters.
    """

    word = "marker"
    drawn = True
    by_thing = True

    def things(self, s: State, slot: int) -> tuple[int, ...]:
        marks, kind = s.marks, s.setup.library.kind
        return tuple([i for i, piece in enumerate(MARKERS) if not marks[kind[piece]]])

    def thing_word(self, s: State, thing: int) -> str:
        return MARKERS[thing].word

    def thing_name(self, s: State, thing: int) -> Label:
        return MARKERS[thing].title

    def read_thing(self, s: State, words: list[str]) -> int:
        for i, piece in enumerate(MARKERS):
            if words == [piece.word]:
                return i
        raise AnswerError(_("'{words}' is no Place or Relic", words=" ".join(words)))

    def do(self, s: State, slot: int, answer: Answer, events: Events | None) -> None:
        setting_up = slot == TRIBES_SLOT
        r = bits(s.where(UNFOUND) & (s.board.all if setting_up else s.held[slot]))[0]
        piece = MARKERS[answer[0]]
        markers.take(s, UNFOUND, r, events)
        markers.put(s, piece, r, events)
        refresh(s, slot)
        if not setting_up and piece.brings is not None:
            piece.brings.found(s, slot, r, events)


class Undiscovered(Boon):
    """What nobody has found yet: the first conquest of its Region brings it to light."""

    name, rule = "Undiscovered", "underground.md UC5"
    text = "Whoever is the first to conquer this Region finds a Place or a Relic there."

    def __init__(self) -> None:
        self.draws = (DrawMarker(self),)

    def game_began(self, s: State, events: Events | None) -> None:
        regions = bits(s.board.lost_tribe)
        for r in regions:
            markers.put(s, UNFOUND, r, None)
        refresh(s, TRIBES_SLOT)
        if s.setup.crusade:
            # What lies with the Monsters is seen from the beginning (crusade.md I1).
            for _region in regions:
                turn.ask_now(s, TRIBES_SLOT, self.draws[0])

    def conquered(self, s: State, slot: int, r: int, won: Loss, events: Events | None) -> None:
        if s.where(UNFOUND) >> r & 1:
            turn.ask_now(s, slot, self.draws[0])


UNFOUND: Final = Piece(
    "undiscovered",
    Label("Something undiscovered"),
    limit=9,
    stays=True,
    brings=Undiscovered(),
    picture="undiscovered",
)
