"""What Monsters look for when they choose a Region: the rung that the box adds to their ladder
(`crusade.md I3`).
"""

from __future__ import annotations

from crusade.boxes.underground.discovery import MARKERS
from crusade.rules.labels import Label
from crusade.rules.rungs import Rung
from crusade.rules.state import State


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
        marks, kind = s.marks, s.setup.library.kind
        mask = 0
        for piece in MARKERS:
            mask |= marks[kind[piece]]
        return mask & tied
