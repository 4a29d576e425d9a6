"""The player's hand: what a click, a drag or a button means now, and the questions before it.

It knows the session and what is being arranged on the screen, and never decides a rule: every deed
ends as a move that the session judges.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Protocol

from pygame import Rect

from crusade.archive import ArchiveConflict
from crusade.atlas import BoardFile
from crusade.desktop import whose
from crusade.desktop.board_view import Marks, Pieces
from crusade.desktop.crossing import Crossing
from crusade.desktop.kit import Rich, Tip, Ui
from crusade.desktop.table import asking, marking
from crusade.desktop.table.advice import Asked, region_tip
from crusade.desktop.table.cues import cues, turn_over
from crusade.desktop.table.draft import Draft, draft_for, imagined
from crusade.desktop.table.fighting import Fighting
from crusade.desktop.table.offers import (
    Offer,
    abandonable,
    conquests,
    early_may_fight,
    early_slot,
    fighting_slot,
    odds,
    tied,
)
from crusade.desktop.table.placing import Placing
from crusade.desktop.table.stage import Beat, Sprite, Stage
from crusade.desktop.table.taking import Taking
from crusade.desktop.words import (
    Cast,
    final_words,
    refusal_words,
)
from crusade.desktop.words import hint as general_hint
from crusade.desktop.words.sentences import joined
from crusade.replay import Step, step
from crusade.rules import Refused, State, decider, legal_moves, moves, refusal
from crusade.rules.asking import Decision, Passage, Regions, Spread
from crusade.rules.board import bits
from crusade.rules.events import Event, Redeployed, Scored, TribesStopped
from crusade.rules.ids import (
    ACTIVE_OF,
    ASK,
    CONQUER,
    CONQUESTS,
    DEALER,
    NOBODY,
    NONE,
    OVER,
    PICK,
    ROLL_ATTEMPT,
    ROLL_COMBO,
    TRIBES,
)
from crusade.rules.moves import Move
from crusade.rules.queries import asked
from crusade.session import PASSES, Session
from crusade.settings import Settings
from crusade.texts import _, _n, _w, tell


class Face(Protocol):
    """What the controller needs of the scene that it belongs to."""

    ui: Ui

    def refresh(self) -> None:
        """Something changed: show it."""

    def region_rect(self, region: int) -> Rect:
        """Where a Region's tokens stand, in window pixels."""

    def board_rect(self) -> Rect:
        """Where the board lies, in window pixels."""

    def row_rect(self, row: int) -> Rect:
        """Where a row of the column stands, in window pixels."""

    def carry(self, sprite: Sprite | None, pos: tuple[int, int]) -> None:
        """Show what the mouse drags."""

    def settings(self) -> Settings:
        """The settings as they are now."""

    def hear(self, events: Sequence[Event]) -> None:
        """Let these be heard."""


class Controller:
    """One game at the table. ``viewer`` is the seat of the person who sits at the screen now."""

    def __init__(self, session: Session, cast: Cast, file: BoardFile, face: Face) -> None:
        session.go_on()  # a turn that had ended when the table was left
        self.session = session
        self.cast = cast
        self.file = file
        self.face = face
        self.stage = Stage(session.state, len(session.steps), self._pace, self._staged, self._began)
        persons = session.persons
        self.only = persons[0] if len(persons) == 1 else NONE
        """The seat of the only person at the screen; NONE where there are several."""
        self._viewer = self.only
        self._sat_down = (NONE, NONE)
        """The turn (round, seat) in which the viewer came to the screen."""
        self._held: list[Beat] = []
        """What is shown only when the next person has come to the screen."""
        self.early_first = True
        """While a race In Decline may fight: whether the clicks are its."""
        self.draft: Draft | None = None
        self.chosen: list[int] = []
        """Regions chosen for a decision that wants several."""
        self.number = 0
        """The number about to be named where one is asked."""
        self.offering: Decision | None = None
        """What besides conquering a Region is being chosen for."""
        self.message = ""
        """A sentence about the last click, for the line below the board."""
        self.refusals = 0
        """How often one was refused; see `refuse`."""
        self._refused = ""
        self.hovered: int | None = None
        self.replaying = False
        """Whether the stage shows again what was seen before."""
        self.pointed: frozenset[int] = frozenset()
        self.crossing: Crossing | None = None
        """The way over a river to what is pointed at."""
        """Regions that a line of the log or of the ladder speaks of."""
        self.offers: dict[int, Offer] = {}
        self.abandon = 0
        self.carried: int | None = None
        self._arranged_for: State | None = None
        self._adding = False
        self._kept = ""
        self._waited = False
        """Whether it was refused because something is still to be seen."""
        self._ended_by: int | None = None
        """The key that was pressed for the last move."""
        self._told: tuple[int, int, list[Step]] = (-1, 0, [])
        self.fight = Fighting(self)
        self.placing = Placing(self)
        self.take_in()

    # ---------------------------------------------------------------- reading
    @property
    def state(self) -> State:
        """The game's position (not the picture, which may lag behind)."""
        return self.session.state

    @property
    def viewer(self) -> int:
        """The seat of the person at the screen; NONE where nobody has sat down yet.

        With every turn of a person's that begins somebody has to sit down anew: until then both
        may be looking, and nobody's coins are shown.
        """
        if self.only == NONE and self._viewer != NONE:
            turn = (self.shown.round, self.shown.seat)
            if turn[1] != TRIBES and turn != self._sat_down:
                return NONE
        return self._viewer

    @viewer.setter
    def viewer(self, seat: int) -> None:
        self._viewer = seat
        self._sat_down = (self.state.round, self.state.seat)

    def sit_down(self, seat: int) -> None:
        """A person came to the screen: what was held back until then is shown now."""
        self.viewer = seat
        held, self._held = self._held, []
        self.stage.add(held, self.state, len(self.session.steps))
        if not self.stage.busy:
            self.face.hear([event for beat in held for event in beat.events])
        if self.session.held:
            self._go_on()
        self.take_in()
        self.face.refresh()

    def stays(self, seat: int) -> bool:
        """Whether the person of ``seat``, who is awaited, has decided in the Lost Tribes' turn just
        now, and so need not come to the screen again for his own.
        """
        decided = self._viewer == seat and self._sat_down[1] == TRIBES
        return decided and not self.session.held and self.state.seat == seat

    @property
    def deciding(self) -> bool:
        """Whether the person at the screen decides now, and sees the position he decides in."""
        session = self.session
        return self.stage.light and not session.held and session.actor == self.viewer

    @property
    def awaited(self) -> int:
        """The seat of the person who decides next; NOBODY where the Lost Tribes are next.

        While the end of a turn is held that is whoever comes then, although the one who ended it
        could still take it back.
        """
        session = self.session
        if not session.held:
            return session.actor
        who = decider(session.state)
        if who == DEALER:  # a die at the beginning of a turn is rolled for its person
            who = session.state.seat
        return who if who in session.persons else NOBODY

    @property
    def handing_over(self) -> bool:
        """Whether another person must come to the screen first."""
        seat = self.awaited
        return not self.stage.busy and seat < self.session.setup.seats and seat != self.viewer

    @property
    def die_first(self) -> bool:
        """Whether the die takes a combo away as soon as whoever is awaited has sat down."""
        due = decider(self.state) == DEALER and self.state.rolling == ROLL_COMBO
        return due or any(beat.takes for beat in self._held)

    @property
    def parting(self) -> bool:
        """Whether a turn of two persons' is over: either may come to the screen, so nobody's coins
        lie open that are not open for both.
        """
        both = self.only != NONE or self.cast.open_coins
        return not both and self.session.held and self.stage.watching and not self.stage.beats

    @property
    def tribes_next(self) -> bool:
        """Whether the turn that begins next, or has begun, is the Lost Tribes'."""
        return whose.turn(self.state) == TRIBES

    @property
    def held_by(self) -> int:
        """The seat whose turn has ended and can still be taken back; NONE where there is none."""
        steps = self.session.steps
        if not self.session.held:
            return NONE
        return (steps[-2].after if len(steps) > 1 else self.session.opening).seat

    @property
    def ending(self) -> bool:
        """Whether what is shown is the end of a person's turn: its deeds are done."""
        beat = self.stage.beat
        return beat is not None and beat.told is not None and beat.picture.seat != TRIBES

    @property
    def unpaid(self) -> State:
        """The position by which the coins are counted that are still to be paid: while the end of a
        turn is shown whose coins are paid, the one after it, in which its conquests earn no more.
        """
        beat = self.stage.beat
        if beat is None or beat.told is None:
            return self.shown
        made = self.session.steps[beat.step - 1]
        paid = any(isinstance(event, Scored) for event in made.events[: beat.told])
        return made.after if paid else self.shown

    @property
    def asks_later(self) -> bool:
        """Whether the Lost Tribes still move over a position in which a person is asked next."""
        beat = self.stage.beat
        asked = beat is not None and beat.picture.seat == TRIBES and beat.picture.actor != TRIBES
        return asked and not self.deciding

    def seen_steps(self) -> list[Step]:
        """The steps that can be told now: those that were shown, the last one as far as it was."""
        seen, told = self.stage.seen, self.stage.told
        steps = self.session.steps
        if not told or seen >= len(steps):
            return steps[:seen]
        if self._told[:2] != (seen, told) or self._told[2][:-1] != steps[:seen]:
            part = replace(steps[seen], events=steps[seen].events[:told])
            self._told = (seen, told, [*steps[:seen], part])
        return self._told[2]

    @property
    def shown(self) -> State:
        """The position that is on the board."""
        return self.stage.picture

    @property
    def imagined(self) -> State:
        """The position as it would be with what is being arranged, for the forecast."""
        if self.draft is None or not self.deciding:
            return self.shown
        return imagined(self.state, self.draft)

    def _pace(self, watched: bool) -> str:
        settings = self.face.settings()
        pace = settings.tribes_pace if watched else settings.animation_pace
        return "normal" if self.replaying and pace == "instant" else pace

    def _staged(self) -> None:
        if hasattr(self, "stage"):
            if not self.stage.busy:
                self.replaying = False
                self.forget_wait()
            if not self._adding:
                self._begin_next()
            self.take_in()
            self.face.refresh()

    def _began(self, beat: Beat) -> None:
        self.face.hear(beat.events)

    def asked(self, keys: bool = False) -> Asked:
        """What tooltips are made from; ``keys`` where keys act on what they are of."""
        return Asked(
            self.session,
            self.cast,
            self.file,
            self.shown,
            self.offers,
            self.early,
            self.early_word,
            self.draft,
            self.abandon,
            self.deciding,
            self.final,
            keys,
            self.choosing if self.offering is not None else None,
            tuple(self.chosen),
            self.end_words,
            self.face.settings().confirmations,
        )

    def final(self, move: Move) -> str:
        """That ``move`` cannot be taken back, as a sentence; "" where it can be."""
        why = self.session.final(move)
        if why == PASSES and self.session.holds(move) and self._waits_at_the_end(move):
            return ""
        return final_words(self.cast, why)

    def ends_turn(self, move: Move) -> bool:
        """Whether a turn is over with ``move``, whatever a die shows that it brings: the next one's
        turn begins, or the game ends.
        """
        last, always = self._last_steps(move)
        return bool(last) and always

    def _last_steps(self, move: Move) -> tuple[list[Step], bool]:
        """(the steps with which ``move`` ends the turn, of those that a die may bring, whether it
        ends whatever the die shows).
        """
        if refusal(self.state, move) is not None:
            return [], True
        made = step(self.state, move)
        after = made.after
        ways = [step(after, face) for face in legal_moves(after)] if after.rolling else [made]
        turn = (self.state.seat, self.state.round, False)
        last = [x for x in ways if (x.after.seat, x.after.round, x.after.phase == OVER) != turn]
        return last, len(last) == len(ways)

    def end_words(self, move: Move) -> str:
        """That ``move``, which redeploys nothing itself, ends the turn or may end it, and why, as a
        sentence; "" where a redeployment or something else follows it.
        """
        if not _sudden(self.state, move):
            return ""
        last, always = self._last_steps(move)
        if not last:
            return ""
        if not always:
            return _("It may end your turn: there may be only one way to redeploy then.")
        if all(_redeployed(made) for made in last):
            return _("It ends your turn: there is only one way to redeploy then.")
        return _("It ends your turn: no redeployment follows.")

    def _waits_at_the_end(self, move: Move) -> bool:
        """Whether there is a moment to take back ``move``, which ends what a person has to do."""
        after = step(self.state, move).after
        if whose.turn(after) != TRIBES or _sudden(self.state, move):
            return True
        return self._pace(True) != "instant"

    @property
    def early(self) -> bool:
        """Whether a race In Decline is the one that fights now."""
        return self.early_first and early_may_fight(self.state)

    @property
    def early_word(self) -> int:
        """The way that names that race, PLAIN while the Active race fights."""
        slot = early_slot(self.state)
        combo = self.state.combo[slot] if self.early and slot != NONE else None
        if combo is None or combo.early is None:
            return moves.PLAIN
        return self.session.setup.library.way_bit[combo.early]

    @property
    def choosing(self) -> asking.Places | None:
        """What Regions are being chosen for: a decision that is asked, or one that is offered."""
        if isinstance(self.offering, Regions | Passage):
            return self.offering
        return asking.asked_regions(self.state) if self.deciding else None

    @property
    def arranging(self) -> bool:
        """Whether the board shows something that is only being thought of."""
        if self.draft is not None:
            return self.draft.changed
        decision = self.choosing
        if decision is None or not self.deciding:
            return False
        if decision.piece is not None and decision.most == 1 and self.hovered is not None:
            return True
        return self.chosen != asking.standing(self.state, decision)

    # ---------------------------------------------------------------- what is arranged
    def take_in(self) -> None:
        """Look at the position anew: offers, drafts, what may be chosen."""
        self.offers, self.abandon = {}, 0
        if not self.deciding:
            if not self.replaying:
                self.draft = None
                self._arranged_for = None
            return
        s = self.state
        if self._arranged_for is not s:
            self._arranged_for = s
            self.take_up(self._draft_for(s))
            self.offering = None
            decision = asking.asked_regions(s)
            self.chosen = asking.standing(s, decision) if decision is not None else []
            self.number = 0
            if not early_may_fight(s) or s.combo[ACTIVE_OF[s.seat]] is None:
                self.early_first = True  # for the next time
        if s.phase == CONQUER and self.draft is None:
            self.offers = conquests(s, self.session.choices, self.early)
            self.abandon = 0 if self.early else abandonable(self.session.choices)

    def _draft_for(self, s: State) -> Draft | None:
        decision = asked(s)
        if isinstance(decision, Spread) and decision.takes_away:
            return Taking(s, decision, s.asked_slot, s.asked)
        return draft_for(s)

    def take_up(self, draft: Draft | None) -> None:
        """Begin to arrange, or go on where the table was left in the middle of it."""
        self.draft = draft
        if draft is not None:
            draft.load_text(self.session.load_draft())
            self._kept = draft.text

    def keep_draft(self) -> None:
        """Store what is being arranged, if it changed: it survives closing the window."""
        if self.draft is not None and self.deciding and self.draft.text != self._kept:
            self._kept = self.draft.text
            self.session.save_draft(self._kept if self.draft.changed else "")

    # ---------------------------------------------------------------- playing
    def play(self, move: Move) -> None:
        """Play a move and show what follows; if it is refused, say why."""
        if self.face.ui.presses.hasty and self.final(move):
            self.refuse(_("That cannot be taken back: look where the arrow led, then press Enter."))
            return
        before, count = self.state, len(self.session.steps)
        self._ended_by = self.face.ui.presses.acting
        try:
            steps = self.session.play(move, hold=True)
            if self.session.held and self._needs_no_card():
                steps += self.session.go_on()
        except Refused as refused:
            self.refuse(refusal_words(refused.refusal, self.cast))
            return
        except ArchiveConflict as conflict:
            self.say(str(conflict))
            return
        self.message = ""
        self.draft = None
        self.face.ui.tooltip.hide()
        self._show(before, steps, count)

    def _needs_no_card(self) -> bool:
        """Whether the only person at the screen has passed the turn to a seat that the program
        plays, or to himself: nobody else comes who could wish to wait.
        """
        if self.only == NONE or self.cast.solo:
            return False
        who = decider(self.state)
        if who == DEALER:
            who = self.state.seat
        return who < self.session.setup.seats

    def _show(self, before: State, steps: Sequence[Step], count: int) -> None:
        """Show steps that were played in the position ``before``, after ``count`` others."""
        beats = self._beats(before, steps, count)
        if self.session.held:
            origin = steps[-2].after if len(steps) > 1 else before
            sudden = _sudden(origin, steps[-1].move)
            tribes = whose.turn(steps[-1].after) == TRIBES
            if tribes or (sudden and self._passes_on(origin, steps[-1])):
                words = self._over_words(origin.seat, steps[-1], sudden)
                beats.append(turn_over(origin, steps[-1], count + len(steps), words, sudden))
        seen = self._seen_by_all(before, steps)
        self._held = [beat for beat in beats if beat.step > count + seen]
        now = beats[: len(beats) - len(self._held)]
        self._adding = True
        self.stage.add(now, steps[seen - 1].after if seen else self.state, count + seen)
        self._adding = False
        if not self.stage.busy:
            self.face.hear([event for made in steps[:seen] for event in made.events])
        self._begin_next()
        self.take_in()
        self.face.refresh()

    def _beats(self, before: State, steps: Sequence[Step], count: int) -> list[Beat]:
        """The beats of ``steps``; where the die of a last attempt ended the turn, that is said."""
        beats: list[Beat] = []
        for number, made in enumerate(steps, count + 1):
            beats += cues(self.cast, before, [made], number - 1)
            rolled = made.actor == DEALER and before.rolling == ROLL_ATTEMPT
            ends = whose.turn(made.after) == TRIBES or self._passes_on(before, made)
            if rolled and whose.turn(before) != TRIBES and ends:
                if whose.turn(made.after) == TRIBES:
                    waits = _("{folk:Nom} wait: Space lets them begin.", folk=self.cast.folk)
                else:
                    waits = _("{name} is next: Space goes on.", name=self._comes(made.after))
                words = joined(self._why_over(before.seat, made), waits)
                holds = self._pace(True) != "instant"  # nothing can be taken back any more
                beats.append(turn_over(before, made, number, words, holds))
            before = made.after
        return beats

    def _passes_on(self, before: State, made: Step) -> bool:
        """Whether a turn of two persons' at this screen ended with the step ``made``, taken in the
        position ``before``, and a person is next.
        """
        after = made.after
        if self.only != NONE or after.phase == OVER or after.seat == TRIBES:
            return False
        return (whose.turn(after), after.round) != (before.seat, before.round)

    def _comes(self, after: State) -> str:
        """The name of the person who decides next in the position ``after``."""
        who = decider(after)
        return self.cast.label(after.seat if who == DEALER else who)

    def _over_words(self, seat: int, last: Step, sudden: bool) -> str:
        """That the turn of ``seat`` has ended with the step ``last``, what comes next, and how it
        is taken back; also why it has, where that was ``sudden``.
        """
        who, folk = self.cast.who(seat), self.cast.folk
        if not sudden and self._pace(True) == "step":
            return _w(
                who,
                "Your turn is over. {folk:Nom} wait for “Let them begin”; take it back before "
                "that.",
                "{who:of} turn is over. {folk:Nom} wait for “Let them begin”; take it back before "
                "that.",
                folk=folk,
            )
        if not sudden:
            return _w(
                who,
                "Your turn is over. {folk:Nom} begin in a moment; take it back before that.",
                "{who:of} turn is over. {folk:Nom} begin in a moment; take it back before that.",
                folk=folk,
            )
        if whose.turn(last.after) == TRIBES:
            keys = _(
                "{folk:Nom} wait: Space lets them begin, U takes the last step back.", folk=folk
            )
        else:
            name = self._comes(last.after)
            keys = _("{name} is next: Space goes on, U takes the last step back.", name=name)
        return joined(self._why_over(seat, last), keys)

    def _why_over(self, seat: int, last: Step) -> str:
        """That the turn of ``seat`` has ended with the step ``last`` without a redeployment of his
        choice, and why.
        """
        who = self.cast.who(seat)
        if _redeployed(last):
            return _w(
                who,
                "Your turn is over: there was only one way to redeploy.",
                "{who:of} turn is over: there was only one way to redeploy.",
            )
        return _w(
            who,
            "Your turn is over: no redeployment was possible.",
            "{who:of} turn is over: no redeployment was possible.",
        )

    def _begin_next(self) -> None:
        """Let the Lost Tribes begin once the end of the turn before has been seen."""
        session = self.session
        if session.held and not self.stage.busy and whose.turn(session.state) == TRIBES:
            self._go_on()

    def _go_on(self) -> None:
        """Let begin whoever comes after a turn that was held."""
        before, count = self.state, len(self.session.steps)
        try:
            steps = self.session.go_on()
        except ArchiveConflict as conflict:
            self.say(str(conflict))
            return
        self._show(before, steps, count)

    def _seen_by_all(self, before: State, steps: Sequence[Step]) -> int:
        """How many of ``steps`` are shown before the next person comes to the screen.

        What follows the beginning of a person's turn is his own to see, its die included.
        """
        if self.only != NONE or self.session.over:
            return len(steps)
        turn = (before.round, before.seat)
        for number, made in enumerate(steps, 1):
            begun = (made.after.round, made.after.seat)
            if begun != turn and begun[1] != TRIBES:
                return number
            turn = begun
        return len(steps)

    def settle_ties(self, on: bool) -> None:
        """Whether ties with nothing at stake settle themselves from now on."""
        self.session.settle_ties = on

    def say(self, sentence: str) -> None:
        """Put a sentence into the line below the board."""
        self.message = sentence
        self.face.refresh()

    def refuse(self, sentence: str) -> None:
        """Say why something was not done, until something else is pressed or pointed at."""
        self._refused = sentence
        self.refusals += 1
        self.say(sentence)

    @property
    def refusing(self) -> bool:
        """Whether the line says why something was not done."""
        return bool(self.message) and self.message == self._refused

    def forget_refusal(self) -> None:
        """It was read: the line says again what to do."""
        if self.refusing:
            self.say("")

    def forget_wait(self) -> None:
        """What was waited for is over."""
        if self.refusing and self._waited:
            self._waited, self.message = False, ""

    def hurry(self) -> bool:
        """A click or key while something is shown: one beat on. True if that used it up."""
        if not self.stage.busy:
            return False
        if self.stage.watching:
            if self.session.held and not self.stage.beats:
                return True  # no key and no click of habit gives up that the turn can be taken back
            self.stage.hurry()
            return True
        if self.stage.taking:
            self._waited = True
            self.refuse(_("One moment: first the die takes a combo away."))
            return True
        self.stage.skip()
        return False

    def hurry_own(self) -> bool:
        """A click while a person's own turn is shown (its coins): to its end, at once; but a die
        that takes a combo is waited for.
        """
        stage = self.stage
        if not stage.busy or stage.watching:
            return False
        if not stage.taking:
            stage.skip()
        return True

    def hurry_one(self) -> None:
        """One beat on, whatever is being shown."""
        self.stage.paused = False
        self.stage.hurry()

    def hurry_end(self) -> None:
        """The turn has ended: let the Lost Tribes begin at once, or the next person come; but not
        by the key that ended it where nobody could expect that.
        """
        beat, acting = self.stage.beat, self.face.ui.presses.acting
        if beat is not None and beat.holds and acting is not None and acting == self._ended_by:
            self._ended_by = None
            if self.tribes_next:
                words = _(
                    "The turn is over: press Space once more to let {folk} begin.",
                    folk=self.cast.folk,
                )
            else:
                words = _("The turn is over: press Space once more to go on.")
            self.refuse(words)
            return
        self.stage.skip()

    def last_tribes_turn(self) -> tuple[int, int] | None:
        """(first, end) of the steps of the Lost Tribes' latest turn, or None before it."""
        steps = self.session.steps
        end = len(steps)
        while end and not any(isinstance(e, TribesStopped) for e in steps[end - 1].events):
            end -= 1
        first = end
        while first > 1 and steps[first - 2].after.seat == TRIBES:
            first -= 1
        return (first - 1, end) if end else None

    def show_again(self) -> None:
        """Show the Lost Tribes' latest turn once more."""
        found = self.last_tribes_turn()
        if found is None or self.stage.busy:
            return
        first, end = found
        steps = self.session.steps
        before = steps[first - 1].after if first else self.session.opening
        self.replaying = True
        self.message = ""
        beats = cues(self.cast, before, steps[first:end], first)
        self.stage.add(beats, self.state, len(steps))

    # ---------------------------------------------------------------- undo
    def undo_reason(self) -> str:
        """Why nothing can be taken back; "" when something can."""
        if self.draft is not None and self.draft.can_undo:
            return ""
        if self.session.can_undo:
            return ""
        if not self.session.steps or self.session.over:
            return _("There is nothing to take back.")
        return _("A die, a revealed combo or the end of a turn cannot be taken back.")

    def undo(self) -> None:
        """Take back the last change of a draft, else the last step of this turn."""
        self._skip_to_decision()
        if self.draft is not None and self.draft.undo():
            self.message = ""
            self.face.refresh()
            return
        held = self.session.steps[-1].move if self.session.held else None
        if self.session.undo():
            self._jump()
            if held is not None and self.draft is not None:
                self.draft.load(held)
                self.face.refresh()

    def undo_turn(self) -> None:
        """Take back everything of this turn that can be."""
        self._skip_to_decision()
        if self.session.undo_turn():
            self._jump()

    def redo(self) -> None:
        """Do what was taken back once more."""
        self._skip_to_decision()
        before, count = self.state, len(self.session.steps)
        steps = self.session.redo(hold=True)
        if not steps:
            return
        if self.session.held:
            self._show(before, steps, count)
        else:
            self._jump()

    def _skip_to_decision(self) -> None:
        """End what is being shown; but a turn that waits at its end does not go on by that."""
        if not self.session.held:
            self.stage.skip()

    def _jump(self) -> None:
        self.message = ""
        self.draft = None
        self._arranged_for = None
        self._held.clear()
        self.stage.jump(self.state, len(self.session.steps))

    # ---------------------------------------------------------------- BoardUser
    def pieces(self) -> Sequence[Pieces]:
        """What stands on the board now."""
        draft = self.draft if self.deciding else None
        pieces = marking.board_pieces(self.shown, self.cast.colours, draft, self.carried)
        decision = self.choosing
        if decision is None or not self.deciding:
            return pieces
        among = asking.may_choose(self.state, decision, self.chosen)
        if decision.most > 1:
            return marking.with_chosen(pieces, decision, among, self.chosen)
        hovered = self.hovered
        if hovered is not None and among >> hovered & 1 and not decision.anew:
            return marking.with_chosen(pieces, decision, among, [hovered])
        return pieces

    def marks(self, hovered: int | None) -> Marks:
        """What is lit now, and what a line of the log speaks of."""
        self.hovered = hovered
        marks = self._marks(hovered)
        if not self.pointed:
            return marks
        return marking.with_way(replace(marks, pointed=self.pointed), self.crossing)

    def asks(self) -> bool:
        """Whether an answer of the person at the screen is waited for."""
        return self.deciding

    @property
    def tied_now(self) -> frozenset[int]:
        """The Regions between which a tie is to be settled now."""
        return self._marks(None).tied

    def _marks(self, hovered: int | None) -> Marks:
        beat = self.stage.beat
        if beat is None:
            return self._decision_marks(hovered)
        if self.deciding:
            return replace(self._decision_marks(hovered), hidden=beat.hidden)
        return marking.beat_marks(beat, hovered)

    def _decision_marks(self, hovered: int | None) -> Marks:
        if not self.deciding:
            return Marks(hovered=hovered)
        s = self.state
        if self.draft is not None:
            return marking.draft_marks(self.draft, hovered, self.carried)
        decision = self.choosing
        if decision is not None:
            among = asking.may_choose(s, decision, self.chosen)
            return Marks(marking.region_lights(among, self.chosen), hovered)
        if s.phase == CONQUER:
            slot = fighting_slot(s, self.early)
            return Marks(marking.conquest_lights(s, self.offers, slot), hovered)
        if not tied(s):
            return Marks(hovered=hovered)
        marks = marking.tie_marks(s, hovered)
        return replace(marks, tied=frozenset(self.chosen)) if self.chosen else marks

    def tip(self, region: int, keys: bool = False) -> Tip | None:
        """The tooltip of a Region; ``keys`` where the keyboard stands on it."""
        return region_tip(self.asked(keys), region)

    def clicked(self, region: int | None, button: int, shift: bool) -> None:
        """A Region was clicked: do what that means now."""
        if self.hurry():
            return
        if not self.deciding or region is None:
            return
        s = self.state
        if self.draft is not None:
            self.placing.arrange(region, -1 if button == 3 or shift else 1)
        elif button != 1:
            return
        elif (decision := self.choosing) is not None:
            self.placing.choose(decision, region)
        elif s.phase == CONQUER:
            self.fight.attack(region)
        elif tied(s):
            self.placing.settle_tie(region)
        elif s.phase == PICK:
            self.refuse(_("First pick a combo from the column on the right."))

    def strayed(self) -> None:
        """Enter was pressed before it could be seen that an arrow led elsewhere than just now."""
        self.refuse(_("That arrow led elsewhere than just now: look where, then press Enter."))

    def wheeled(self, region: int, up: bool) -> bool:
        """The wheel over a Region adds or takes in a draft."""
        if self.draft is None or not self.deciding:
            return False
        self.placing.arrange(region, 1 if up else -1)
        return True

    def may_drag(self, region: int) -> bool:
        """Whether tokens can be dragged out of a Region now."""
        draft = self.draft
        return draft is not None and self.deciding and not draft.takes and draft.excess(region) > 0

    def dragging(self, source: int, pos: tuple[int, int] | None) -> None:
        """Show the dragged token; ``source`` of NONE is the hand."""
        self.placing.dragging(source, pos)

    def dropped(self, source: int, target: int | None) -> None:
        """A dragged token was let go."""
        self.placing.dropped(source, target)

    # ---------------------------------------------------------------- words
    def hint(self) -> tuple[Rich, str]:
        """The line below the board, and the warning in it that must never be cut off."""
        if self.message:
            ready = self.deciding and self.draft is not None and not self.draft.reason(self.state)
            return self.message, self.final(self.draft.move()) if ready and self.draft else ""
        beat = self.stage.beat
        if beat is not None and not self.deciding:
            return beat.words, ""
        s = self.state
        if self.session.over:
            return _("The game is over. A click or any key shows the result."), ""
        if self.session.held or self.handing_over:
            return "", ""
        if self.draft is not None:
            reason = self.draft.reason(s)
            asking_for = self.draft.decision
            if asking_for is not None and asking_for.pass_word and not self.draft.changed:
                return general_hint(self.cast, s, not self.early_first), ""
            if reason:
                return joined(reason, self.draft.how), ""
            return general_hint(self.cast, s, not self.early_first), self.final(self.draft.move())
        decision = self.choosing
        if isinstance(decision, Passage):
            return tell(decision.onwards if self.chosen else decision.hint), ""
        if decision is not None and decision.most > 1 and len(self.chosen) < decision.least:
            words = _n(
                "Click {count} more of your Regions.",
                "Click {count} more of your Regions.",
                decision.least - len(self.chosen),
            )
            return words, ""
        if self.offering is not None:
            return tell(self.offering.hint), ""
        if s.phase == PICK:
            rewinds = self.session.may_rewind
            words = _("Each row down costs 1 coin more.")
            return words, "" if rewinds else _("A pick cannot be taken back.")
        words = general_hint(self.cast, s, not self.early_first)
        if s.phase == CONQUER:
            return words, ""
        if tied(s) and self.chosen:
            return self.tie_question(), self._tie_final(1 << self.chosen[0])
        if tied(s):
            return words, self._tie_final(tied(s))
        return words, ""

    def tie_question(self) -> str:
        """Whether the tied Region that is marked shall be it, and how that is answered; "" while
        none is.
        """
        if not tied(self.state) or not self.chosen:
            return ""
        values = {"folk": self.cast.folk, "region": self.cast.place(self.chosen[0])}
        how = _("Another click on it or Y does it.")
        if self.face.ui.presses.by_keys:
            how = _("Enter once more or Y does it.")
        if self.state.plan != moves.TRY:
            return joined(_("Let {folk} take {region}?", **values), how)
        chance = odds(self.state, moves.CHOICES[self.chosen[0]])
        asked = _("Let {folk} attempt {region}? It succeeds {odds}.", odds=chance, **values)
        return joined(asked, how)

    def _tie_final(self, regions: int) -> str:
        """Whether the choice among the tied ``regions`` (a mask) can be taken back."""
        finals = {self.final(moves.CHOICES[r]) for r in bits(regions)}
        if finals == {""}:
            return _("The choice can be taken back.")
        if "" in finals:
            return _("Some of these choices cannot be taken back: point at a Region to see.")
        return finals.pop() if len(finals) == 1 else _("The choice cannot be taken back.")


def _sudden(before: State, move: Move) -> bool:
    """Whether ``move`` is a deed of the conquests in the position ``before``, after which somebody
    who sees the turn end has not chosen that: no redeployment, and no decline.
    """
    if before.phase == ASK:
        return before.moment == CONQUESTS
    return before.phase == CONQUER and move[0] not in (moves.REDEPLOY, moves.DECLINE)


def _redeployed(made: Step) -> bool:
    """Whether tokens were redeployed in a step."""
    return any(isinstance(event, Redeployed) for event in made.events)
