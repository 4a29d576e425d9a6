"""What the dealer owes: one answer for the dealer, simulations, scenarios, perft and the audit."""

from __future__ import annotations

from . import moves
from .asking import Answer
from .board import bits
from .ids import ASK, COLUMN, DEALER, DIE, NONE
from .moves import Move
from .state import State


class Due:
    """What chance must decide now. ``kind`` is the kind of the dealer's move.

    For a die nothing else is needed; for a combo ``first`` is the mask of the banners that may
    surface and ``second`` that of the badges (0: none is left); for a card ``first`` is the mask of
    the cards; for what a decision draws ``drawing`` is the position in which it is asked.
    """

    __slots__ = ("drawing", "first", "kind", "second")

    def __init__(
        self, kind: int, first: int = 0, second: int = 0, drawing: State | None = None
    ) -> None:
        self.kind = kind
        self.first = first
        self.second = second
        self.drawing = drawing

    def options(self) -> list[Move]:
        """Every move of the dealer that is possible now."""
        if self.kind == moves.DIE:
            return list(moves.DICE)
        if self.kind == moves.DEAL:
            badges = bits(self.second) if self.second else (NONE,)
            return [(moves.DEAL, banner, badge) for banner in bits(self.first) for badge in badges]
        if self.kind == moves.TURN_UP:
            return [(moves.TURN_UP, card) for card in bits(self.first)]
        s = self.drawing
        assert s is not None
        decision = s.setup.library.decisions[s.asked]
        return moves.answers(s.asked, decision.options(s, s.asked_slot))

    def fair(self) -> list[Move]:
        """The dealer's moves, each as often as it is likely: the faces of the die with their
        number, event markers with those that are left.
        """
        if self.kind == moves.DIE:
            return [moves.DICE[face] for face in DIE]
        s = self.drawing
        return self.options() if s is None else moves.answers(s.asked, self.lots(s))

    @staticmethod
    def lots(s: State) -> list[Answer]:
        """The answers to what a decision draws in the position ``s``, each as often as likely."""
        decision = s.setup.library.decisions[s.asked]
        lots = decision.lots(s, s.asked_slot)
        return decision.options(s, s.asked_slot) if lots is None else lots

    def allows(self, move: Move) -> bool:
        """Whether ``move`` is one of `options`."""
        if self.kind == moves.DIE:
            return len(move) == 2 and 0 <= move[1] <= 3
        if self.kind == moves.DEAL:
            banner, badge = move[1], move[2]
            if banner < 0 or not self.first >> banner & 1:
                return False
            return (
                badge == NONE if not self.second else badge >= 0 and bool(self.second >> badge & 1)
            )
        if self.kind == moves.TURN_UP:
            return move[1] >= 0 and bool(self.first >> move[1] & 1)
        return move in self.options()


_DIE_DUE = Due(moves.DIE)


def due(s: State) -> Due | None:
    """What the dealer owes in this position, or None: a combo for a gap in the column (`base.md C7,
    C8`), a card, a roll, or what a decision draws. In this order.
    """
    if len(s.column) < COLUMN and (s.unseen_banners or s.under):
        # Unseen banners surface first, then the one that was put under the stack first.
        return Due(moves.DEAL, s.unseen_banners or 1 << s.under[0], s.unseen_badges or s.discards)
    if s.cards_due:
        return Due(moves.TURN_UP, s.unseen_cards)
    if s.rolling:
        return _DIE_DUE
    if s.actor != DEALER or s.phase != ASK or s.asked == NONE:
        return None
    return Due(moves.ANSWER, drawing=s)


__all__ = ["Due", "due"]
