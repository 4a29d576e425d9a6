"""Who can sit at a seat, and what a seat may see: persons, the Lost Tribes, players of the program.

A policy is handed a position and chooses a move for the seat that decides in it. What it must not
read is taken out by `view_for`.
"""

from crusade.players.named import POLICIES, STRENGTHS
from crusade.players.policies import Policy, greedy_policy, random_policy, uniform_policy
from crusade.players.seats import Person, Program, Seat, TribesSeat
from crusade.players.view import view_for

__all__ = [
    "POLICIES",
    "STRENGTHS",
    "Person",
    "Policy",
    "Program",
    "Seat",
    "TribesSeat",
    "greedy_policy",
    "random_policy",
    "uniform_policy",
    "view_for",
]
