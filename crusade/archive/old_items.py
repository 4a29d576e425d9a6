"""The words of incomes as stored games keep them, as labels.

Until labels were kept, the bills of a stored game's rounds were English texts. What they said is
fixed for good; nothing new is ever added here.
"""

from __future__ import annotations

import re
from typing import Final

from crusade.rules.labels import POWER, RACE, Label, Term

_HELD: Final = re.compile(r"Regions, (.+) (active|in decline)")
_KNOWN: Final = {
    "Regions": Label("Regions"),
    "Region": Label("Region"),
    "Forest": Label("Forest Regions"),
    "Hill": Label("Hill Regions"),
    "Swamp": Label("Swamp Regions"),
    "Farmland": Label("Farmland Regions"),
    "Mine": Label("Mine Regions"),
    "Magic": Label("Magic Regions"),
    "Fortress": Label("Fortresses"),
    "Merchant": Label("each Region ({power})", power=Term(POWER, "Merchant")),
    "Alchemist": Label("Alchemist", context="power"),
    "Orcs, non-empty Regions conquered": Label(
        "non-empty Regions taken ({source})", source=Term(RACE, "Orcs")
    ),
    "Pillaging, non-empty Regions conquered": Label(
        "non-empty Regions taken ({source})", source=Term(POWER, "Pillaging")
    ),
    "Wealthy, once": Label("{power} (once)", power=Term(POWER, "Wealthy")),
}


def label_of(words: str) -> Label:
    """The label of a kept text; one that is not known here is a message itself."""
    if words in _KNOWN:
        return _KNOWN[words]
    held = _HELD.fullmatch(words)
    if held is None:
        return Label("{words}", words=words) if "{" in words or "}" in words else Label(words)
    race = Term(RACE, held[1])
    if held[2] == "active":
        return Label("Regions of {race:the}", race=race)
    return Label("Regions of {race:the}, In Decline", race=race)
