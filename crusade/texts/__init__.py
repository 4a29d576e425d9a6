"""Every text for people: messages looked up in a catalogue, filled with named, typed values.

Write whole English sentences with named places, `_("You hold {regions}.", regions=...)`, and let
values of this room stand in them; never glue pieces together, never take a sentence apart. The
English text is the message's name in the catalogue. See `values` for what may be filled in, and
`grammar` for what a further language brings.
"""

from .facts import tell, value_of
from .lookup import N_, NN_, NP_, PSEUDO, SOURCE, _, _n, _np, _p, _w, fixed, language, languages, use
from .values import (
    LOST_TRIBES,
    THE_PLAYER,
    Army,
    Combo,
    Count,
    Marked,
    Name,
    Region,
    Several,
    Value,
    Who,
    begun,
    coins,
    person,
    power,
    race,
    regions,
    runs,
    several,
    tokens,
    unmarked,
)

__all__ = [
    "LOST_TRIBES",
    "NN_",
    "NP_",
    "N_",
    "PSEUDO",
    "SOURCE",
    "THE_PLAYER",
    "Army",
    "Combo",
    "Count",
    "Marked",
    "Name",
    "Region",
    "Several",
    "Value",
    "Who",
    "_",
    "_n",
    "_np",
    "_p",
    "_w",
    "begun",
    "coins",
    "fixed",
    "language",
    "languages",
    "person",
    "power",
    "race",
    "regions",
    "runs",
    "several",
    "tell",
    "tokens",
    "unmarked",
    "use",
    "value_of",
]
