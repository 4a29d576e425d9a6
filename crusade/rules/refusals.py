"""Why a move is not allowed: a typed reason with a sentence for a person."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Refusal:
    """A reason. ``code`` is stable and for programs, ``sentence`` is for the player."""

    code: str
    sentence: str
    rule: str = ""


class Refused(Exception):
    """A move that the rules do not allow; carries its Refusal. The position is unchanged."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.sentence)
        self.refusal = refusal
