"""The rules of Small World and of the Lost Tribes' Crusade.

A calculator: `play(state, move) -> (state, events)`, the same output for the same input. Imports
nothing but itself, knows no screen, no file, no clock and no chance: dice and revealed combos are
moves of the dealer.
"""

from __future__ import annotations

from .chance import CRUSADE_TOKENS, setup, start
from .due import Due, due
from .fighting import hand_of
from .legal import decider, legal_moves, refusal
from .library import Box, Library, Piece
from .notation import ParseError, combo_text, move_text, parse_combo, parse_move
from .play import apply, play
from .refusals import Refusal, Refused
from .state import Automaton, Setup, State

__all__ = [
    "CRUSADE_TOKENS",
    "Automaton",
    "Box",
    "Due",
    "Library",
    "ParseError",
    "Piece",
    "Refusal",
    "Refused",
    "Setup",
    "State",
    "apply",
    "combo_text",
    "decider",
    "due",
    "hand_of",
    "legal_moves",
    "move_text",
    "parse_combo",
    "parse_move",
    "play",
    "refusal",
    "setup",
    "start",
]
