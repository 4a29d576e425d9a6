"""A distribution in the making: tokens or pieces moved about until the player says done.

A draft is only the screen's: the rules see it once, as one move, and judge it then.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from crusade.automaton.defence import Task, standing
from crusade.replay import step
from crusade.rules import State, moves, refusal
from crusade.rules.asking import Spread
from crusade.rules.board import bits
from crusade.rules.ids import ACTIVE_OF, CONQUER, NONE, OVER, REDEPLOY, VICTIM
from crusade.rules.moves import Move
from crusade.rules.queries import (
    asked,
    driven_out,
    expected,
    has_scored,
    leave,
    leavers,
    outlook,
    redeploying,
    resting,
    worth,
)
from crusade.texts import Name, _, _n, several, tell, tokens

TOKENS = "tokens"
PIECES = "pieces"
ANY = 99
"""More than there are of anything: as many as one likes."""


class Draft:
    """Who stands where, while it is being changed.

    ``total`` pieces must be placed, at least ``least[r]`` in each Region and at most ``most[r]``
    (any number if it is not given); ``leaving`` more go off the board, by what is named in
    ``causes``. ``spare`` below zero means that too many still stand.
    """

    takes = False
    """Whether a click takes a token away instead of putting one there; see `taking.py`."""

    def __init__(
        self,
        kind: str,
        slot: int,
        counts: dict[int, int],
        least: dict[int, int],
        total: int,
        *,
        leaving: int = 0,
        causes: Sequence[Name] = (),
        most: Mapping[int, int] | None = None,
        only_add: bool = False,
        decision: Spread | None = None,
        index: int = -1,
    ) -> None:
        self.decision = decision
        self._index = index
        self.kind = kind
        self.slot = slot
        self.counts = dict(counts)
        self.start = dict(counts)
        self.least = least
        self.total = total
        self.leaving = leaving
        self.causes = tuple(causes)
        self.most = dict.fromkeys(counts, ANY) if most is None else most
        self.only_add = only_add
        self._past: list[dict[int, int]] = []

    # ---------------------------------------------------------------- reading
    @property
    def spare(self) -> int:
        """Pieces that are still to be placed; negative when some must be taken back."""
        return self.total - sum(self.counts.values())

    def already(self, s: State, r: int) -> int:
        """Pieces that stand on a Region beside those of the draft, which come to them."""
        decision = self.decision
        if self.kind == TOKENS or decision is None or not decision.adds or decision.piece is None:
            return 0
        return s.number(decision.piece, r)

    @property
    def changed(self) -> bool:
        """Whether anything was moved."""
        return self.counts != self.start

    @property
    def can_undo(self) -> bool:
        """Whether a step of this draft can be taken back."""
        return bool(self._past)

    def move(self) -> Move:
        """The draft as one move."""
        flat = [number for r in sorted(self.counts) for number in (r, self.counts[r])]
        if self.kind == TOKENS:
            return (moves.REDEPLOY, self.slot, *flat)
        placed = [x for r in sorted(self.counts) if self.counts[r] for x in (r, self.counts[r])]
        return (moves.ANSWER, self._index, *placed)

    @property
    def how(self) -> str:
        """What to do with the mouse while too few or too many pieces stand; "" when all is well."""
        if self.spare > 0:
            return _("Click a Region or drag.")
        if self.spare < 0:
            return _("Right-click a Region to take one off.")
        return ""

    def words(self) -> str:
        """`3 tokens left to place`."""
        if self.spare > 0:
            return _("{pieces} left to place", pieces=self.pieces(self.spare))
        if self.spare < 0:
            return self._too_many(-self.spare)
        return _("all placed")

    def _too_many(self, number: int) -> str:
        """`4 tokens too many (Amazons): take them off`, with what makes tokens leave the board."""
        if self.causes:
            return _n(
                "{pieces} too many ({causes:and}): take it off",
                "{pieces} too many ({causes:and}): take them off",
                number,
                pieces=self.pieces(number),
                causes=several(self.causes),
            )
        return _n(
            "{pieces} too many: take it off",
            "{pieces} too many: take them off",
            number,
            pieces=self.pieces(number),
        )

    def pieces(self, number: int) -> str:
        """So many of what is placed, `3 Encampments`; tokens where no piece is."""
        piece = self.decision.piece if self.decision is not None else None
        return str(tokens(number)) if piece is None else tell(piece.title.given(count=number))

    def reason(self, s: State) -> str:
        """Why it cannot be done like this yet, as a sentence; "" when it can."""
        spare = self.spare
        if spare > 0:
            if self.kind != TOKENS:
                return _("Left to place: {pieces}.", pieces=self.pieces(spare))
            return _n("{count} token is left to place.", "{count} tokens are left to place.", spare)
        if spare < 0:
            if self.kind != TOKENS:
                return _("Too many are placed; take off: {pieces}.", pieces=self.pieces(-spare))
            return _n(
                "Take {count} more token off: {leaving} must leave the board now ({causes:and}).",
                "Take {count} more tokens off: {leaving} must leave the board now ({causes:and}).",
                -spare,
                leaving=tokens(self.leaving),
                causes=several(self.causes),
            )
        refused = refusal(s, self.move())
        return tell(refused) if refused is not None else ""

    # ---------------------------------------------------------------- changing
    def _keep(self) -> None:
        self._past.append(dict(self.counts))

    def room(self, r: int) -> int:
        """How many pieces could still be put into Region ``r``."""
        if r not in self.counts:
            return 0
        return max(0, min(self.spare, self.most[r] - self.counts[r]))

    def excess(self, r: int) -> int:
        """How many pieces could be taken from Region ``r``."""
        return max(0, self.counts.get(r, 0) - self.least.get(r, 0))

    def add(self, r: int, number: int = 1) -> int:
        """Put pieces from the hand into a Region; returns how many."""
        number = min(number, self.room(r))
        if number > 0:
            self._keep()
            self.counts[r] += number
        return max(0, number)

    def take(self, r: int, number: int = 1) -> int:
        """Take pieces from a Region into the hand; returns how many."""
        number = min(number, self.excess(r))
        if number > 0:
            self._keep()
            self.counts[r] -= number
        return max(0, number)

    def shift(self, source: int, target: int, number: int = 1) -> int:
        """Move pieces from one Region to another; returns how many."""
        if source == target or target not in self.counts:
            return 0
        number = min(number, self.excess(source), self.most[target] - self.counts[target])
        if number > 0:
            self._keep()
            self.counts[source] -= number
            self.counts[target] += number
        return max(0, number)

    def load(self, move: Move) -> bool:
        """Stand as a move says that was made of such a draft; False if it fits another one."""
        head = self.move()[:2]
        counts = dict(zip(move[2::2], move[3::2], strict=False))
        if self.decision is not None:  # an answer leaves out what gets nothing
            counts = {**dict.fromkeys(self.counts, 0), **counts}
        if tuple(move[:2]) != head or set(counts) != set(self.counts):
            return False
        if any(number < self.least.get(r, 0) for r, number in counts.items()):
            return False
        if counts != self.counts:
            self._keep()
            self.counts = counts
        return True

    @property
    def text(self) -> str:
        """The draft as one line, for keeping it; see `load_text`."""
        return " ".join(str(number) for number in self.move())

    def load_text(self, text: str) -> bool:
        """Stand as a kept line says; False, and unchanged, where it does not fit this draft."""
        try:
            move = tuple(int(word) for word in text.split()[: 2 + 2 * len(self.counts)])
        except ValueError:
            return False
        counts = dict(zip(move[2::2], move[3::2], strict=False))
        fits = all(self.least.get(r, 0) <= n <= self.most.get(r, 0) for r, n in counts.items())
        if not fits or sum(counts.values()) > max(self.total, sum(self.start.values())):
            return False
        return self.load(move)

    def undo(self) -> bool:
        """Take the last change of the draft back."""
        if not self._past:
            return False
        self.counts = self._past.pop()
        return True

    def reset(self) -> None:
        """As it stood at first."""
        if self.changed:
            self._keep()
            self.counts = dict(self.start)

    def task(self) -> Task:
        """What is to be placed, for whoever gives advice."""
        # Tokens stand as they are counted, whatever is asked.
        decision = None if self.kind == TOKENS else self.decision
        return Task(self.slot, self.least, self.total, self.most, decision)

    def place(self, counts: Mapping[int, int]) -> None:
        """Stand like this, as one change."""
        if dict(counts) != self.counts:
            self._keep()
            self.counts = dict(counts)

    def spread(self, regions: Sequence[int] | None = None) -> None:
        """Spread everything that is free evenly over ``regions`` (all of them if not given)."""
        chosen = [r for r in (regions or sorted(self.counts)) if r in self.counts]
        if not chosen:
            return
        self._keep()
        counts = {r: self.least.get(r, 0) for r in self.counts}
        free = self.total - sum(counts.values())
        for _unused in range(free):
            open_to = [r for r in chosen if counts[r] < self.most[r]]
            open_to = open_to or [r for r in counts if counts[r] < self.most[r]]
            if not open_to:
                break
            counts[min(open_to, key=lambda r: (counts[r], r))] += 1
        self.counts = counts


def draft_for(s: State) -> Draft | None:
    """The draft that this position asks for, or None when it asks for something else. What takes
    tokens away is drafted in `taking.py`.
    """
    if s.phase == REDEPLOY:
        return _redeployment(s, redeploying(s))
    if s.phase == VICTIM:
        counts = {r: s.tokens[r] for r in bits(s.held[s.victim])}
        total = driven_out(s, s.victim) + sum(counts.values())
        return Draft(TOKENS, s.victim, counts, dict(counts), total, only_add=True)
    decision = asked(s)
    if isinstance(decision, Spread):
        slot = s.asked_slot
        piece = decision.piece
        regions = bits(decision.among(s, slot))
        least = {r: decision.least(s, slot, r) for r in regions}
        total = decision.number(s, slot)
        counted = None if decision.adds else piece
        stand = {r: s.number(counted, r) if counted is not None else 0 for r in regions}
        counts = stand if sum(stand.values()) <= total else dict(least)
        counts = {r: max(counts[r], least[r]) for r in regions}
        return Draft(
            PIECES,
            slot,
            counts,
            least,
            total,
            most={r: decision.most(s, slot, r) for r in regions},
            only_add=any(least.values()),
            decision=decision,
            index=s.asked,
        )
    return None


def early_draft(s: State, slot: int) -> Draft:
    """The redeployment of a race In Decline that fights on, before the Active race does."""
    counts = {r: s.tokens[r] for r in bits(s.held[slot])}
    total = s.hand[slot] + sum(counts.values())
    return Draft(TOKENS, slot, counts, dict.fromkeys(counts, 1), total)


def _redeployment(s: State, slot: int) -> Draft:
    counts = {r: s.tokens[r] for r in bits(s.held[slot])}
    total = s.hand[slot] + sum(counts.values())
    leaving = leave(s, slot, total)
    staying = total - leaving
    scarce = staying < len(counts)
    least = dict.fromkeys(counts, 0 if scarce else 1)
    most = dict.fromkeys(counts, 1 if scarce else ANY)
    if resting(s, slot) is not None:
        most = {r: min(most[r], counts[r]) for r in counts}
    causes = [Name("source", source.name) for source in leavers(s, slot)]
    return Draft(TOKENS, slot, counts, least, staying, leaving=leaving, causes=causes, most=most)


def open_to_attack(s: State, draft: Draft) -> list[int] | None:
    """Where pieces that defend are of use: Regions that can be taken. None where all take part."""
    if draft.kind == TOKENS:
        return None
    return [r for r in sorted(draft.counts) if not s.safe >> r & 1] or None


def imagined(s: State, draft: Draft) -> State:
    """A copy of the position with the pieces standing as in the draft."""
    return draft.task().position(s, draft.counts)


def at_turns_end(s: State, draft: Draft | None) -> State:
    """The position that is counted if the turn ends now, for the coins that the panel promises.

    What the draft gives up is given up. Where fewer tokens stay than Regions are held, the poorest
    go (`base.md N4`): which ones is still to be chosen, how many is not.
    """
    if draft is None:
        slot = ACTIVE_OF[s.seat] if s.phase == CONQUER else NONE
        if slot == NONE or s.combo[slot] is None:
            return s
        draft = _redeployment(s, slot)
        if not draft.leaving:
            return s
    elif draft.kind != TOKENS or draft.takes:
        return s
    given_up = {r for r, count in draft.counts.items() if not count and draft.start[r]}
    held = [r for r, count in draft.counts.items() if count]
    short = len(held) - draft.total
    if short > 0:
        given_up.update(sorted(held, key=lambda r: (worth(s, r).total, r))[:short])
    return standing(s, dict.fromkeys(given_up, 0)) if given_up else s


def earns(s: State, move: Move) -> int:
    """Coins more that the turn earns if it ends after the conquest ``move`` and not before it; the
    Regions that must be given up then earn nothing.
    """
    seat = s.seat
    now = s.coins[seat] + expected(at_turns_end(s, None), seat).total
    after = step(s, move).after
    if (after.seat, after.round, after.phase == OVER) != (seat, s.round, False):
        return after.coins[seat] + outlook(after, seat).total - now
    if has_scored(after):
        return after.coins[seat] + outlook(after, seat).total - now
    draft = draft_for(after)
    return after.coins[seat] + expected(at_turns_end(after, draft), seat).total - now


def preview(s: State, draft: Draft) -> State:
    """A copy of the position for the panels, with the hand as it is while the draft is made."""
    if draft.kind != TOKENS or draft.takes:
        return s
    seen = s.copy()
    seen.hand[draft.slot] = max(0, draft.spare)
    return seen
