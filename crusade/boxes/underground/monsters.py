"""What Monsters look for when they choose a Region: the rung that the box adds to their ladder
(`crusade.md I3`).
"""

from __future__ import annotations

from functools import cache

from crusade.boxes.underground.discovery import MARKERS
from crusade.rules.labels import Label
from crusade.rules.library import Library
from crusade.rules.rungs import Rung
from crusade.rules.state import State


@cache
def _kinds(library: Library) -> tuple[int, ...]:
    """The numbers of the Places and Relics in `State.marks`."""
    return tuple([library.kind[piece] for piece in MARKERS])


class PlaceOrRelic(Rung):
    """Behind the worth, before the person's Active race: a Region with a Place or Relic."""

    word = "marker"
    title = Label("Place or Relic", context="rung")
    decided = Label("a Place or Relic")
    fell = Label("no Place or Relic")
    why = Label(
        "{count} cheapest was worth {worth}, and it alone has a Place or Relic",
        many="{count} cheapest were worth {worth}, and it alone has a Place or Relic",
    )
    active = Label(
        "of the cheapest with a Place or Relic it alone was held by {who:of} Active race",
        you="of the cheapest with a Place or Relic it alone was held by your Active race",
    )
    before_active = True

    def prefers(self, s: State, person: int, tied: int) -> int:
        if not tied & s.laid:
            return 0
        marks, mask = s.marks, 0
        for kind in _kinds(s.setup.library):
            mask |= marks[kind]
        return mask & tied
