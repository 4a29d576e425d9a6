"""The player's hand: what a click, a drag or a button means now, and the questions before it.

It knows the session and what is being arranged on the screen, and never decides a rule: every deed
ends as a move that the session judges.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Protocol

from pygame import Rect

from crusade.archive import ArchiveConflict
from crusade.atlas import BoardFile
from crusade.desktop.board_view import Lit, Marks, Pieces
from crusade.desktop.kit import Answer, MenuItem, Rich, Tip, Ui, ask, menu, rich
from crusade.desktop.table import marking
from crusade.desktop.table.advice import Asked, region_tip
from crusade.desktop.table.cues import cues
from crusade.desktop.table.draft import ENCAMPMENT, TOKENS, Draft, border, draft_for, ghoul_draft
from crusade.desktop.table.offers import (
    Offer,
    abandonable,
    conquests,
    ghouls_may_fight,
    odds,
    tied,
)
from crusade.desktop.table.stage import Sprite, Stage
from crusade.desktop.words import (
    Cast,
    combo_name,
    decline_question,
    end_question,
    final_words,
    plural,
    refusal_words,
    way_words,
)
from crusade.desktop.words import hint as general_hint
from crusade.rules import Refused, State, hand_of, moves, refusal
from crusade.rules.board import bits
from crusade.rules.events import TribesStopped
from crusade.rules.ids import CONQUER, FORTIFY, HERO, HEROES, HEROISM, NONE, PICK, TRIBES
from crusade.rules.moves import Move
from crusade.rules.queries import cost
from crusade.rules.turn import ghoul_slot
from crusade.session import Session
from crusade.settings import Settings


class Face(Protocol):
    """What the controller needs of the scene that it belongs to."""

    ui: Ui

    def refresh(self) -> None:
        """Something changed: show it."""

    def region_rect(self, region: int) -> Rect:
        """Where a Region's tokens stand, in window pixels."""

    def carry(self, sprite: Sprite | None, pos: tuple[int, int]) -> None:
        """Show what the mouse drags."""

    def settings(self) -> Settings:
        """The settings as they are now."""


class Controller:
    """One game at the table. ``viewer`` is the seat of the person who sits at the screen now."""

    def __init__(self, session: Session, cast: Cast, file: BoardFile, face: Face) -> None:
        self.session = session
        self.cast = cast
        self.file = file
        self.face = face
        self.stage = Stage(session.state, len(session.steps), self._pace, self._staged)
        self.viewer = 0 if cast.solo else NONE
        self.ghouls = True
        """While Ghouls In Decline may fight: whether the clicks are theirs."""
        self.draft: Draft | None = None
        self.heroes: list[int] = []
        self.message = ""
        """A sentence about the last click, for the line below the board."""
        self.hovered: int | None = None
        self.replaying = False
        """Whether the stage shows again what was seen before."""
        self.pointed: frozenset[int] = frozenset()
        """Regions that a line of the log or of the ladder speaks of."""
        self.offers: dict[int, Offer] = {}
        self.abandon = 0
        self._carried: int | None = None
        self._arranged_for: State | None = None
        self.take_in()

    # ---------------------------------------------------------------- reading
    @property
    def state(self) -> State:
        """The game's position (not the picture, which may lag behind)."""
        return self.session.state

    @property
    def deciding(self) -> bool:
        """Whether the person at the screen decides now, and sees the position he decides in."""
        return not self.stage.busy and self.session.actor == self.viewer

    @property
    def handing_over(self) -> bool:
        """Whether another person must come to the screen first."""
        actor = self.session.actor
        return not self.stage.busy and actor < self.session.setup.seats and actor != self.viewer

    @property
    def shown(self) -> State:
        """The position that is on the board."""
        return self.stage.picture

    def _pace(self, watched: bool) -> str:
        settings = self.face.settings()
        pace = settings.tribes_pace if watched else settings.animation_pace
        return "normal" if self.replaying and pace == "instant" else pace

    def _staged(self) -> None:
        if hasattr(self, "stage"):
            if not self.stage.busy:
                self.replaying = False
            self.take_in()
            self.face.refresh()

    def asked(self) -> Asked:
        """What tooltips are made from."""
        return Asked(
            self.session,
            self.cast,
            self.file,
            self.shown,
            self.offers,
            self.ghouling,
            self.draft,
            self.abandon,
            self.deciding,
        )

    @property
    def ghouling(self) -> bool:
        """Whether the Ghouls In Decline are the ones who fight now."""
        return self.ghouls and ghouls_may_fight(self.state)

    @property
    def arranging(self) -> bool:
        """Whether the board shows something that is only being thought of."""
        if self.draft is not None:
            return self.draft.changed
        s = self.state
        return self.deciding and s.phase == HEROISM and self.heroes != self._old_heroes(s)

    # ---------------------------------------------------------------- what is arranged
    def take_in(self) -> None:
        """Look at the position anew: offers, drafts, what may be chosen."""
        self.offers, self.abandon = {}, 0
        if not self.deciding:
            self.draft = None
            self._arranged_for = None
            return
        s = self.state
        if self._arranged_for is not s:
            self._arranged_for = s
            self.draft = draft_for(s)
            self.heroes = self._old_heroes(s) if s.phase == HEROISM else []
            if not ghouls_may_fight(s):
                self.ghouls = True  # for the next time
            elif s.combo[s.seat * 3] is None:
                self.ghouls = True
        if s.phase == CONQUER and self.draft is None:
            self.offers = conquests(s, self.session.choices, self.ghouling)
            self.abandon = 0 if self.ghouling else abandonable(self.session.choices)

    def _old_heroes(self, s: State) -> list[int]:
        return list(bits(s.marks[HERO] & s.held[s.seat * 3]))

    # ---------------------------------------------------------------- playing
    def play(self, move: Move) -> bool:
        """Play a move and show what follows; False (and the reason said) if it is refused."""
        before, count = self.state, len(self.session.steps)
        try:
            steps = self.session.play(move)
        except Refused as refused:
            self.say(refusal_words(refused.refusal, self.cast))
            return False
        except ArchiveConflict as conflict:
            self.say(str(conflict))
            return False
        self.message = ""
        self.draft = None
        self.face.ui.tooltip.hide()
        beats = cues(self.cast, before, steps, count)
        self.stage.add(beats, self.state, len(self.session.steps))
        self.take_in()
        self.face.refresh()
        return True

    def say(self, sentence: str) -> None:
        """Put a sentence into the line below the board."""
        self.message = sentence
        self.face.refresh()

    def hurry(self) -> bool:
        """A click or key while something is shown: one beat on. True if that used it up."""
        if not self.stage.busy:
            return False
        if self.stage.watching:
            self.stage.hurry()
            return True
        self.stage.skip()
        return False

    def hurry_one(self) -> None:
        """One beat on, whatever is being shown."""
        self.stage.paused = False
        self.stage.hurry()

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
            return "There is nothing to take back."
        return "A die, a revealed combo or the end of a turn cannot be taken back."

    def undo(self) -> None:
        """Take back the last change of a draft, else the last step of this turn."""
        self.stage.skip()
        if self.draft is not None and self.draft.undo():
            self.message = ""
            self.face.refresh()
        elif self.session.undo():
            self._jump()

    def undo_turn(self) -> None:
        """Take back everything of this turn that can be."""
        self.stage.skip()
        if self.session.undo_turn():
            self._jump()

    def redo(self) -> None:
        """Do what was taken back once more."""
        self.stage.skip()
        if self.session.redo():
            self._jump()

    def _jump(self) -> None:
        self.message = ""
        self.draft = None
        self._arranged_for = None
        self.stage.jump(self.state, len(self.session.steps))

    # ---------------------------------------------------------------- BoardUser
    def pieces(self) -> Sequence[Pieces]:
        """What stands on the board now."""
        pieces = marking.board_pieces(self.shown, self.cast.colours, self.draft)
        s = self.shown
        if self.deciding and s.phase == HEROISM:
            return marking.with_heroes(pieces, s.held[s.seat * 3], self.heroes)
        hovered = self.hovered
        if self.deciding and s.phase == FORTIFY and hovered in marking.site_lights(s):
            return marking.with_fortress(pieces, hovered)
        return pieces

    def marks(self, hovered: int | None) -> Marks:
        """What is lit now, and what a line of the log speaks of."""
        self.hovered = hovered
        marks = self._marks(hovered)
        more = {r: Lit("", "plain") for r in self.pointed if r not in marks.lit}
        return replace(marks, lit={**marks.lit, **more}) if more else marks

    def _marks(self, hovered: int | None) -> Marks:
        beat = self.stage.beat
        if beat is not None:
            return marking.beat_marks(beat, hovered)
        if not self.deciding:
            return Marks(hovered=hovered)
        s = self.state
        if self.draft is not None:
            return marking.draft_marks(self.draft, hovered, self._carried)
        if s.phase == CONQUER:
            return Marks(marking.conquest_lights(self.offers), hovered)
        if s.phase == FORTIFY:
            return Marks(marking.site_lights(s), hovered)
        if s.phase == HEROISM:
            return Marks(marking.held_lights(s), hovered)
        mask = tied(s)
        if mask:
            return Marks(marking.tie_lights(s), hovered, tied=frozenset(bits(mask)))
        return Marks(hovered=hovered)

    def tip(self, region: int) -> Tip | None:
        """The tooltip of a Region."""
        return region_tip(self.asked(), region)

    def clicked(self, region: int | None, button: int, shift: bool) -> None:
        """A Region was clicked: do what that means now."""
        if self.hurry():
            return
        if not self.deciding or region is None:
            return
        s = self.state
        if self.draft is not None:
            self._arrange(region, -1 if button == 3 or shift else 1)
        elif button != 1:
            return
        elif s.phase == CONQUER:
            self._attack(region)
        elif s.phase == FORTIFY:
            self.play(moves.FORTRESSES[region])
        elif s.phase == HEROISM:
            self._post_hero(region)
        elif tied(s):
            self.play(moves.CHOICES[region])
        elif s.phase == PICK:
            self.say("First pick a combo from the column on the right.")

    # ---------------------------------------------------------------- conquests
    def _attack(self, r: int) -> None:
        offer = self.offers.get(r)
        s = self.state
        if offer is None:
            if self.abandon >> r & 1:
                self._offer_abandoning(r)
                return
            way = moves.GHOULS if self.ghouling else moves.PLAIN
            refused = refusal(s, moves.CONQUERS[way][r])
            self.say(refusal_words(refused, self.cast) if refused is not None else "")
        elif not offer.ways:
            self.say("Roll the die first; then choose the Region.")
        elif len(offer.ways) == 1:
            self.attack_with(offer.ways[0])
        else:
            items = []
            for move in offer.ways:
                label, note = way_words(self.cast, s, move)
                if move[0] == moves.ATTEMPT:
                    note = f"succeeds {odds(s, move)}"
                items.append(MenuItem(label, partial(self.attack_with, move), note))
            menu(self.face.ui, self.face.region_rect(r), items, title=self.cast.region(r))

    def attack_with(self, move: Move) -> None:
        """Conquer, or ask before the die is rolled for an attempt."""
        if move[0] != moves.ATTEMPT or not self.face.settings().confirmations:
            self.play(move)
            return
        s, r = self.state, move[1]
        slot = ghoul_slot(s, s.seat) if move[2] == moves.GHOULS else s.seat * 3
        need = cost(s, r, slot).total
        hand = hand_of(s, slot)
        final = final_words(self.session.final(move))
        message = (
            f"It costs {need} tokens and you have {hand}: the die must show {need - hand} or more. "
            f"**That succeeds {odds(s, move)} times.** Either way these conquests end. {final}"
        )
        ask(
            self.face.ui,
            f"A last attempt at {self.cast.region(r)}?",
            rich(message),
            [Answer("Roll the die", lambda: self._play_quietly(move), True), Answer("Not now")],
        )

    def _play_quietly(self, move: Move) -> None:
        self.play(move)

    def _offer_abandoning(self, r: int) -> None:
        tokens = plural(self.state.tokens[r], "token")
        item = MenuItem("Abandon it", lambda: self._play_quietly((moves.ABANDON, r)), tokens)
        menu(self.face.ui, self.face.region_rect(r), [item], title=self.cast.region(r))

    def roll(self) -> None:
        """Berserk: roll the die."""
        if not self.hurry():
            self.play(moves.ROLL_MOVE)

    def end_conquests(self) -> None:
        """End the conquests; asks once when tokens in hand could still take something."""
        if self.hurry() or not self.deciding:
            return
        question = end_question(self.cast, self.state)
        if question and self.face.settings().confirmations:
            ask(
                self.face.ui,
                "End your conquests?",
                question,
                [
                    Answer("End conquests", lambda: self._play_quietly(moves.END_MOVE), True),
                    Answer("Keep playing"),
                ],
            )
        else:
            self.play(moves.END_MOVE)

    def decline(self) -> None:
        """Go In Decline; asks once."""
        if self.hurry() or not self.deciding:
            return
        if not self.face.settings().confirmations:
            self.play(moves.DECLINE_MOVE)
            return
        final = final_words(self.session.final(moves.DECLINE_MOVE))
        ask(
            self.face.ui,
            "Go In Decline?",
            f"{decline_question(self.cast, self.state)} {final}".strip(),
            [
                Answer("Go In Decline", lambda: self._play_quietly(moves.DECLINE_MOVE), True),
                Answer("Keep playing"),
            ],
        )

    def toggle_ghouls(self) -> None:
        """Let the Active race act instead of the Ghouls In Decline, or the other way round."""
        if not self.hurry():
            self.ghouls = not self.ghouls
            self.draft = None
            self.message = ""
            self.take_in()
            self.face.refresh()

    def redeploy_ghouls(self) -> None:
        """Begin to arrange the Ghouls In Decline."""
        if not self.hurry():
            self.draft = ghoul_draft_of(self.state)
            self.message = ""
            self.take_in()
            self.face.refresh()

    def stop_arranging(self) -> None:
        """Leave the Ghouls' draft and go on fighting."""
        self.draft = None
        self.take_in()
        self.face.refresh()

    # ---------------------------------------------------------------- picking
    def pick(self, row: int) -> None:
        """A combo of the column was chosen; asks, because a new one is revealed then."""
        if self.hurry() or not self.deciding or self.state.phase != PICK:
            return
        s = self.state
        banner, badge, coins = s.column[row]
        move = moves.PICKS[row]
        refused = refusal(s, move)
        if refused is not None:
            self.say(refusal_words(refused, self.cast))
            return
        if not self.face.settings().confirmations:
            self.play(move)
            return
        name = combo_name(banner, badge)
        price = f"It costs {plural(row, 'coin')}" if row else "It is free"
        found = f", and {plural(coins, 'coin')} lie on it" if coins else ""
        final = final_words(self.session.final(move))
        ask(
            self.face.ui,
            f"Take the {name}?",
            f"{price}{found}. {final}",
            [
                Answer(f"Take the {name}", lambda: self._play_quietly(move), True),
                Answer("Not yet"),
            ],
        )

    # ---------------------------------------------------------------- drafts
    def _arrange(self, r: int, change: int) -> None:
        draft = self.draft
        assert draft is not None
        if r not in draft.counts:
            self.say("Only the lit Regions take part.")
            return
        done = draft.add(r) if change > 0 else draft.take(r)
        self.message = "" if done else self._why_not_arranged(r, change)
        self.face.refresh()

    def _why_not_arranged(self, r: int, change: int) -> str:
        draft = self.draft
        assert draft is not None
        thing = "token" if draft.kind == TOKENS else "Encampment"
        if change > 0:
            if draft.spare > 0:
                return "Too few stay: every Region that is kept holds one token."
            return f"No {thing} is in hand: take one from another Region first, or drag it."
        if draft.only_add:
            return "Only what was driven out is placed; the others stay where they are."
        return "Each Region you hold keeps at least one token."

    def wheeled(self, region: int, up: bool) -> bool:
        """The wheel over a Region adds or takes in a draft."""
        if self.draft is None or not self.deciding:
            return False
        self._arrange(region, 1 if up else -1)
        return True

    def may_drag(self, region: int) -> bool:
        """Whether tokens can be dragged out of a Region now."""
        return self.draft is not None and self.deciding and self.draft.excess(region) > 0

    def dragging(self, source: int, pos: tuple[int, int] | None) -> None:
        """Show the dragged token; ``source`` of NONE is the hand."""
        self._carried = source if pos is not None and source != NONE else None
        sprite = self._carried_sprite() if pos is not None else None
        self.face.carry(sprite, pos or (0, 0))
        self.face.refresh()

    def _carried_sprite(self) -> Sprite | None:
        draft = self.draft
        if draft is None:
            return None
        if draft.kind == ENCAMPMENT:
            return Sprite("encampment")
        return Sprite("race", self.state.banner[draft.slot], draft.slot // 3, draft.slot % 3 != 0)

    def dropped(self, source: int, target: int | None) -> None:
        """A dragged token was let go: into a Region, or (None) back into the hand."""
        draft = self.draft
        if draft is None:
            return
        if source == NONE:
            done = draft.add(target) if target is not None else 0
        elif target is None or target not in draft.counts:
            done = draft.take(source) if target is None else 0
        else:
            done = draft.shift(source, target)
        if not done and target is not None and target != source:
            self.message = (
                self._why_not_arranged(target, 1)
                if target in draft.counts
                else "Only the lit Regions take part."
            )
        else:
            self.message = ""
        self.face.refresh()

    def spread_evenly(self) -> None:
        """Spread everything that is free evenly."""
        if self.draft is not None:
            self.draft.spread()
            self.message = ""
            self.face.refresh()

    def spread_border(self) -> None:
        """Put everything that is free where others could attack."""
        if self.draft is not None:
            self.draft.spread(border(self.state, self.draft.slot))
            self.message = ""
            self.face.refresh()

    def reset_draft(self) -> None:
        """The draft as it was at first."""
        if self.draft is not None:
            self.draft.reset()
            self.message = ""
            self.face.refresh()

    def finish_draft(self) -> None:
        """Redeploy so, if it is allowed."""
        if self.hurry() or self.draft is None or not self.deciding:
            return
        reason = self.draft.reason(self.state)
        if reason:
            self.say(reason)
        else:
            self.play(self.draft.move())

    # ---------------------------------------------------------------- markers and the rest
    def _post_hero(self, r: int) -> None:
        if not self.state.held[self.state.seat * 3] >> r & 1:
            self.say("Heroes stand only where your Active race does.")
            return
        if r in self.heroes:
            self.heroes.remove(r)
        else:
            self.heroes.append(r)
            del self.heroes[:-HEROES]
        self.message = ""
        self.face.refresh()

    def finish_heroes(self) -> None:
        """Post the Heroes."""
        if not self.hurry() and len(self.heroes) == HEROES:
            self.play((moves.HEROES, *sorted(self.heroes)))

    def no_fortress(self) -> None:
        """Build no Fortress this turn."""
        if not self.hurry():
            self.play(moves.NO_FORTRESS)

    def make_peace(self, seat: int) -> None:
        """The Diplomat chooses a seat, or NOBODY."""
        if not self.hurry():
            self.play((moves.ALLY, seat))

    def stay_active(self) -> None:
        """Stout: no decline."""
        if not self.hurry():
            self.play(moves.DONE_MOVE)

    def settle_ties(self, on: bool) -> None:
        """Whether ties with nothing at stake settle themselves from now on."""
        self.session.settle_ties = on

    # ---------------------------------------------------------------- words
    def hint(self) -> Rich:
        """The line below the board."""
        if self.message:
            return self.message
        beat = self.stage.beat
        if beat is not None:
            return beat.words
        s = self.state
        if self.handing_over or self.session.over:
            return ""
        if self.draft is not None:
            reason = self.draft.reason(s)
            return reason or self._ready_words()
        if s.phase == HEROISM:
            left = HEROES - len(self.heroes)
            if left > 0:
                return f"Click {'two' if left == 2 else 'one more'} of your Regions for the Heroes."
        if s.phase == PICK:
            return (
                "Click a combo: each row down costs 1 coin more, laid on the combos above. "
                "A new combo is revealed then, so a pick cannot be taken back."
            )
        return general_hint(self.cast, s)

    def _ready_words(self) -> str:
        assert self.draft is not None
        final = final_words(self.session.final(self.draft.move()))
        return f"{general_hint(self.cast, self.state)} {final}".strip()


def ghoul_draft_of(s: State) -> Draft | None:
    """The draft of the Ghouls In Decline of whoever's turn it is."""
    slot = ghoul_slot(s, s.seat)
    return None if slot == NONE else ghoul_draft(s, slot)
