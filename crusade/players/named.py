"""The players of the program by their words, as commands and records name them."""

from __future__ import annotations

from typing import Final

from .policies import Policy, greedy_policy, random_policy, uniform_policy
from .search import Search

POLICIES: Final[dict[str, Policy]] = {
    "random": random_policy,
    "uniform": uniform_policy,
    "greedy": greedy_policy,
    "search": Search(),
}
