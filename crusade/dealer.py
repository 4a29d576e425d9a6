"""The dealer: chance from outside the rules, as moves.

Each draw has a generator of its own, made from the game's seed and the number of draws before it.
So a game with a seed deals the same after it was left and taken up again.
"""

from __future__ import annotations

import random
import secrets
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from crusade.texts import _

from .rules import State, due
from .rules.board import bits
from .rules.ids import DIE as DIE_FACES
from .rules.ids import NONE
from .rules.moves import DEAL, DICE, DIE, TURN_UP, Move

FACES: Final = tuple(face for _die, face in DICE)
MOST: Final = (30, 30, 60, 12)
"""Banners, badges, faces and cards of a deal that a record has room for; no game needs many more,
and what comes after them is left to the seed.
"""


@dataclass(frozen=True)
class Deal:
    """What was dealt in a game, to be dealt again: banners and badges in the order in which they
    surfaced, the faces of the die, the event cards, all by their numbers.
    """

    banners: tuple[int, ...] = ()
    badges: tuple[int, ...] = ()
    faces: tuple[int, ...] = ()
    cards: tuple[int, ...] = ()

    @classmethod
    def of(cls, moves: Iterable[Move]) -> Deal:
        """The deal of a game, from all its moves."""
        chance = [move for move in moves if move[0] in (DEAL, DIE, TURN_UP)]
        dealt = [move for move in chance if move[0] == DEAL]
        return cls(
            tuple(dict.fromkeys(move[1] for move in dealt)),
            tuple(dict.fromkeys(move[2] for move in dealt if move[2] != NONE)),
            tuple(move[1] for move in chance if move[0] == DIE),
            tuple(dict.fromkeys(move[1] for move in chance if move[0] == TURN_UP)),
        )

    @classmethod
    def of_day(cls, day: str, opening: State) -> Deal:
        """The deal of a day (`2026-12-01`) for games that begin so: the same for everybody."""
        rng = random.Random(day)
        stacks = [
            list(bits(mask))
            for mask in (opening.unseen_banners, opening.unseen_badges, opening.unseen_cards)
        ]
        for stack in stacks:
            rng.shuffle(stack)
        faces = tuple(rng.choice(DIE_FACES) for _roll in range(MOST[2]))
        return cls(tuple(stacks[0]), tuple(stacks[1]), faces, tuple(stacks[2]))

    def text(self) -> str:
        """As an option of a record: numbers, in four groups; `read` gives an equal deal."""
        most = zip((self.banners, self.badges, self.faces, self.cards), MOST, strict=True)
        groups = [numbers[:count] for numbers, count in most]
        return ";".join(" ".join(map(str, group)) for group in groups)

    @classmethod
    def read(cls, text: str) -> Deal:
        """The deal in that text; an empty one where it is none: then chance deals."""
        try:
            groups = [tuple(int(word) for word in part.split()) for part in text.split(";")]
        except ValueError:
            return cls()
        return cls(*groups) if len(groups) == 4 else cls()


class Dealer:
    """Rolls the die and reveals combos. ``seed`` of None means a secret one. What ``deal`` says is
    dealt as long as it goes: each stack in its order, the die roll by roll.
    """

    def __init__(self, seed: int | None = None, deal: Deal | None = None) -> None:
        self.seed = secrets.randbits(64) if seed is None else seed
        self.deal = deal

    def move(self, state: State, draws: int, rolls: int = 0) -> Move:
        """The dealer's next move, when ``draws`` moves of his came before it in this game, and
        ``rolls`` of them rolled the die.
        """
        drawn = draw(state, random.Random(f"{self.seed}/{draws}"))
        return drawn if self.deal is None else self._known(state, drawn, self.deal, rolls)

    @staticmethod
    def _known(state: State, drawn: Move, deal: Deal, rolls: int) -> Move:
        """What the deal says instead of what was drawn, where it says something possible."""
        owed = due(state)
        if owed is None:
            return drawn
        if drawn[0] == DEAL:
            banner = next((b for b in deal.banners if owed.first >> b & 1), drawn[1])
            badge = next((b for b in deal.badges if owed.second >> b & 1), drawn[2])
            return (DEAL, banner, badge)
        if drawn[0] == TURN_UP:
            return (TURN_UP, next((c for c in deal.cards if owed.first >> c & 1), drawn[1]))
        if drawn[0] == DIE and rolls < len(deal.faces) and deal.faces[rolls] in FACES:
            return (DIE, deal.faces[rolls])
        return drawn


def draw(state: State, rng: random.Random) -> Move:
    """A fair draw of what the dealer owes: a combo from the stacks, a card, a face of the die, or
    what a decision draws. Raises ValueError if he owes nothing.
    """
    owed = due(state)
    if owed is None:
        raise ValueError(_("the dealer owes nothing in this position"))
    if owed.kind == DEAL:
        banner = rng.choice(list(bits(owed.first)))
        badge = rng.choice(list(bits(owed.second))) if owed.second else NONE
        return (DEAL, banner, badge)
    return rng.choice(owed.fair())
