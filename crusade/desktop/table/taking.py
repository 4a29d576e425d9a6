"""A distribution that takes tokens away: how many leave each Region, and how many the hand."""

from __future__ import annotations

from crusade.desktop.table.draft import TOKENS, Draft
from crusade.rules import State, moves, refusal
from crusade.rules.asking import HAND, Spread
from crusade.rules.board import bits
from crusade.rules.moves import Move
from crusade.texts import _, _n, tell


class Taking(Draft):
    """What stays where, while tokens are being taken off: at most ``limit`` of them, of which up to
    ``in_hand`` can be left to come from the hand, and at least ``fewest`` in all.
    """

    takes = True

    def __init__(self, s: State, decision: Spread, slot: int, index: int) -> None:
        counts = {r: s.tokens[r] for r in bits(decision.among(s, slot))}
        least = {r: n - min(n, decision.most(s, slot, r)) for r, n in counts.items()}
        self.limit = decision.number(s, slot)
        self.fewest = decision.fewest(s, slot)
        self.in_hand = decision.in_hand(s, slot)
        total = sum(counts.values()) - self.limit
        super().__init__(TOKENS, slot, counts, least, total, index=index)
        self.decision = decision

    @property
    def taken(self) -> int:
        """Tokens that were taken off Regions."""
        return sum(self.start.values()) - sum(self.counts.values())

    @property
    def from_hand(self) -> int:
        """Tokens that come from the hand, because the Regions give too few."""
        return min(self.in_hand, max(0, self.fewest - self.taken))

    @property
    def spare(self) -> int:
        """Below zero: how many must still be taken off."""
        return min(0, self.taken + self.from_hand - self.fewest)

    def move(self) -> Move:
        """The answer: what leaves each Region, and the hand."""
        gone = [
            x
            for r in sorted(self.counts)
            for x in (r, self.start[r] - self.counts[r])
            if self._at(r)
        ]
        if self.from_hand:
            gone += (HAND, self.from_hand)
        return (moves.ANSWER, self._index, *gone)

    def _at(self, r: int) -> bool:
        return self.start[r] != self.counts[r]

    @property
    def how(self) -> str:
        """What to do while too few are taken off."""
        return _("Click a Region for each token that leaves it.") if self.spare else ""

    def words(self) -> str:
        """`1 of 2 given up, 1 from the hand`."""
        count = self.taken + self.from_hand
        if self.from_hand:
            return _n(
                "{count} of {limit} given up, {hand} from the hand",
                "{count} of {limit} given up, {hand} from the hand",
                count,
                limit=self.limit,
                hand=self.from_hand,
            )
        return _n(
            "{count} of {limit} given up",
            "{count} of {limit} given up",
            count,
            limit=self.limit,
        )

    def reason(self, s: State) -> str:
        """Why it cannot be done like this yet, as a sentence; "" when it can."""
        if self.spare:
            return _n(
                "{count} token more must be given up.",
                "{count} tokens more must be given up.",
                -self.spare,
            )
        refused = refusal(s, self.move())
        return tell(refused) if refused is not None else ""

    def room(self, r: int) -> int:
        """How many tokens were taken off Region ``r`` and could be put back."""
        return self.start.get(r, 0) - self.counts.get(r, 0)

    def excess(self, r: int) -> int:
        """How many tokens could still be taken off Region ``r``."""
        return min(super().excess(r), self.limit - self.taken)

    def load(self, move: Move) -> bool:
        """Stand as an answer says that was made of such a draft; False if it fits another."""
        gone = dict(zip(move[2::2], move[3::2], strict=False))
        gone.pop(HAND, None)
        if tuple(move[:2]) != (moves.ANSWER, self._index) or not set(gone) <= set(self.counts):
            return False
        counts = {r: n - gone.get(r, 0) for r, n in self.start.items()}
        taken = sum(gone.values())
        if taken > self.limit or any(
            n < self.least[r] or n > self.start[r] for r, n in counts.items()
        ):
            return False
        self.place(counts)
        return True

    def load_text(self, text: str) -> bool:
        """Stand as a kept line says; False, and unchanged, where it does not fit."""
        try:
            return self.load(tuple(int(word) for word in text.split()[: 4 + 2 * len(self.counts)]))
        except ValueError:
            return False
