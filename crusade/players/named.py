"""The players of the program by their words, as commands and records name them."""

from __future__ import annotations

from typing import Final

from .policies import Policy, greedy_policy, random_policy, uniform_policy
from .search import Pace, Search

EASY: Final = "easy"
SOUND: Final = "sound"
STRONG: Final = "strong"
STRENGTHS: Final = (EASY, SOUND, STRONG)
"""The words of the three strengths that a person can play with or against. Easy grabs what is cheap
and pays, sound weighs a usual turn and its decline a round ahead, strong tries many turns and plays
the best of them further."""
GLANCING: Final = Pace(turns=1, changes=0, lines=1, playouts=0)
"""Thinking that weighs a usual turn, a decline and every combo by what a round later promises."""

POLICIES: Final[dict[str, Policy]] = {
    "random": random_policy,
    "uniform": uniform_policy,
    "greedy": greedy_policy,
    "search": Search(),
    EASY: greedy_policy,
    SOUND: Search(GLANCING),
    STRONG: Search(),
}
