"""Placing pieces: drafts of tokens and pieces, chosen Regions, and answers given by buttons."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from crusade.automaton.defence import defend
from crusade.desktop.table import asking, marking
from crusade.desktop.table.confirm import confirm
from crusade.desktop.table.defending import defence_words, given_up_words
from crusade.desktop.table.draft import TOKENS, open_to_attack
from crusade.desktop.table.stage import Sprite
from crusade.desktop.words import refusal_words
from crusade.desktop.words.sentences import joined
from crusade.rules import moves, refusal
from crusade.rules.asking import Passage
from crusade.rules.ids import IS_DECLINED, NONE, OWNER
from crusade.rules.moves import Move
from crusade.rules.queries import resting
from crusade.texts import _, tell

if TYPE_CHECKING:
    from crusade.desktop.table.controller import Controller


class Placing:
    """What is done after the conquests, with the mouse on the board and the buttons beside it."""

    def __init__(self, controller: Controller) -> None:
        self.c = controller
        self.defended: dict[int, int] = {}
        """How the tokens stood when the best defence was last asked for."""

    def arrange(self, r: int, change: int) -> None:
        """Put a piece into a Region (``change`` above 0) or take one from it."""
        draft = self.c.draft
        assert draft is not None
        if r not in draft.counts:
            self.c.refuse(_("Only the lit Regions take part."))
            return
        more = change > 0
        done = draft.add(r) if more != draft.takes else draft.take(r)
        self.c.refuse("" if done else self._why_not_arranged(r, change))

    def _why_not_arranged(self, r: int, change: int) -> str:
        draft = self.c.draft
        assert draft is not None
        if draft.takes:
            if change < 0:
                return _("No token was taken from there.")
            if draft.counts[r] > draft.least[r]:
                return _("No more tokens can be given up: put one back first.")
            return _("There is no token left to give up.")
        if change > 0:
            if draft.spare < 0:
                return _("Too many still stand: a right-click takes one off a Region.")
            rests = resting(self.c.state, draft.slot)
            if rests is not None:
                return refusal_words(rests, self.c.cast)
            if draft.spare > 0:
                return _("Too few stay: every Region that is kept holds one token.")
            if draft.kind == TOKENS:
                return _("No token is in hand: take one from another Region first, or drag it.")
            return _("Nothing is in hand: take one from another Region first, or drag it.")
        if draft.only_add:
            return _("Only what was driven out is placed; the others stay where they are.")
        return _("Each Region you hold keeps at least one token.")

    def dragging(self, source: int, pos: tuple[int, int] | None) -> None:
        """Show the dragged token; ``source`` of NONE is the hand."""
        self.c.carried = source if pos is not None and source != NONE else None
        sprite = self._carried_sprite() if pos is not None else None
        self.c.face.carry(sprite, pos or (0, 0))
        self.c.face.refresh()

    def _carried_sprite(self) -> Sprite | None:
        draft = self.c.draft
        if draft is None:
            return None
        if draft.kind != TOKENS:
            return Sprite(marking.picture_of(draft))
        race = self.c.cast.library.races[self.c.state.banner[draft.slot]].name
        return Sprite("race", race, OWNER[draft.slot], IS_DECLINED[draft.slot])

    def dropped(self, source: int, target: int | None) -> None:
        """A dragged token was let go: into a Region, or (None) back into the hand."""
        draft = self.c.draft
        if draft is None:
            return
        if source == NONE:
            done = draft.add(target) if target is not None else 0
        elif target is None or target not in draft.counts:
            done = draft.take(source) if target is None else 0
        else:
            done = draft.shift(source, target)
        why = ""
        if not done and target is not None and target != source:
            why = (
                self._why_not_arranged(target, 1)
                if target in draft.counts
                else _("Only the lit Regions take part.")
            )
        self.c.refuse(why)

    def spread_evenly(self) -> None:
        """Spread everything that is free evenly."""
        if self.c.draft is not None:
            self.c.draft.spread(open_to_attack(self.c.state, self.c.draft))
            self.c.say(given_up_words(self.c.cast, self.c.draft))

    def defend(self) -> None:
        """Place the pieces where they cost the Lost Tribes most, and say what that does."""
        draft, s = self.c.draft, self.c.state
        if draft is None or not self.c.deciding:
            return
        before = dict(draft.counts)
        draft.place(defend(s, draft.task()))
        self.defended = dict(draft.counts)
        self.c.say(defence_words(self.c.cast, s, draft, before))

    def reset_draft(self) -> None:
        """The draft as it was at first."""
        if self.c.draft is not None:
            self.c.draft.reset()
            self.c.message = ""
            self.c.face.refresh()

    def finish_draft(self) -> None:
        """Redeploy so, if it is allowed."""
        if self.c.hurry() or self.c.draft is None or not self.c.deciding:
            return
        reason = self.c.draft.reason(self.c.state)
        if reason:
            self.c.refuse(reason)
        else:
            self.c.play(self.c.draft.move())

    # ---------------------------------------------------------------- decisions
    def choose(self, decision: asking.Places, r: int) -> None:
        """A Region was clicked for a decision: answer with it or, of several, (un)choose it."""
        c = self.c
        if not asking.may_choose(c.state, decision, c.chosen) >> r & 1:
            answer = (*c.chosen[:1], r) if isinstance(decision, Passage) else (r,)
            if answer == (r,) and isinstance(decision, Passage):
                answer = (r, r)
            refused = refusal(c.state, asking.move_of(c.state, decision, answer))
            c.refuse(refusal_words(refused, c.cast) if refused is not None else "")
            return
        if decision.most == 1:
            c.play(asking.move_of(c.state, decision, (r,)))
            return
        if isinstance(decision, Passage) and c.chosen and r not in c.chosen:
            self._go(decision, (c.chosen[0], r))
            return
        if r in c.chosen:
            c.chosen.remove(r)
        else:
            c.chosen.append(r)
            del c.chosen[: -decision.most]
        c.message = ""
        c.face.refresh()

    def settle_tie(self, r: int) -> None:
        """A Region was clicked in a tie that is decided for the Lost Tribes: what cannot be taken
        back is only marked at first, and settled by another press, once the mark has been seen.
        """
        c = self.c
        move = moves.CHOICES[r]
        asks = c.face.settings().confirmations and c.final(move)
        if not asks or c.chosen == [r] or refusal(c.state, move) is not None:
            c.play(move)
            return
        c.chosen = [r]
        c.message = ""
        c.face.ui.settle()
        c.face.refresh()

    def settle_marked(self) -> None:
        """Settle the tie with the Region that is marked."""
        if self.c.chosen and self.c.deciding:
            self.settle_tie(self.c.chosen[0])

    def _go(self, decision: Passage, answer: tuple[int, int]) -> None:
        """From one Region to another; asks before a die is rolled for it."""
        c = self.c
        move = asking.move_of(c.state, decision, answer)
        risk = asking.risk_words(c.state, decision, answer)
        if not risk or not c.face.settings().confirmations:
            c.play(move)
            return
        confirm(
            c.face.ui,
            tell(decision.title, c.cast.who),
            joined(risk, c.final(move)),
            _("Roll the die"),
            partial(c.play, move),
            _("Not now"),
        )

    def answer(self, move: Move) -> None:
        """Give an answer by a button."""
        if not self.c.hurry():
            self.c.play(move)

    def count(self, change: int) -> None:
        """Change the number that is about to be named."""
        self.c.number += change
        self.c.face.refresh()

    def offer(self, decision: asking.Places | None) -> None:
        """Choose a Region for something besides conquering, or no longer."""
        if not self.c.hurry():
            self.c.offering = decision
            self.c.chosen = []
            self.c.message = ""
            self.c.take_in()
            self.c.face.refresh()
