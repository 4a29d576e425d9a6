"""Which buttons there are in each step of a turn."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import pygame

from crusade.desktop.table import asking
from crusade.desktop.table.actions import Action
from crusade.desktop.table.controller import Controller
from crusade.desktop.table.offers import early_may_fight, early_slot, tied
from crusade.desktop.words import buttons, refusal_words
from crusade.desktop.words.grammar import race
from crusade.rules import hand_of, moves, refusal
from crusade.rules.board import bits
from crusade.rules.ids import ACTIVE_OF, CONQUER, NONE, OWNER, PICK
from crusade.rules.queries import asked, resting
from crusade.texts import _, _p, tell

Row = list[Action]

# Enter acts on what has the focus and hurries what is shown, so no deed of a turn listens to it:
# whoever presses it once more than was meant loses nothing.
END_KEY = pygame.K_e
DECLINE_KEY = pygame.K_d
DONE_KEY = pygame.K_t
TROOPS_KEY = pygame.K_o
SETTLE_KEY = pygame.K_y
UNDO_KEY = pygame.K_u
REDO_KEY = pygame.K_a
RESET_KEY = pygame.K_DELETE
ADVICE_KEY = pygame.K_h


@dataclass(frozen=True)
class Doors:
    """What the scene itself can open."""

    rules: Callable[[], None]
    menu: Callable[[], None]
    forecast: Callable[[], None]
    pause: Callable[[], None]
    advise: Callable[[], None]


def action_rows(c: Controller, doors: Doors, narrow: bool = False) -> list[Row]:
    """The rows of buttons for what is going on; with few words where it is ``narrow``."""
    if c.stage.busy and c.stage.watching:
        return [_turn_over(c)] if c.session.held else [_watching(c, doors)]
    rows = (
        _decision(c, narrow)
        if c.deciding
        else [[_over() if c.session.over and not c.stage.busy else _waiting()]]
    )
    return [*rows, [*_history(c), _advice(c, doors)]]


def _waiting() -> Action:
    return Action("main", _("One moment"), lambda: None, main=True, enabled=False)


def _over() -> Action:
    """The final board is seen: any press shows the result, on the button or elsewhere."""
    return Action("main", _("Show the result"), lambda: None, main=True)


def always(c: Controller, doors: Doors, link: bool, narrow: bool) -> Row:
    """What can be opened at any time; as words on the wood with ``link``."""
    watching = c.stage.watching
    what = buttons.WHY if watching else buttons.WHAT_NEXT
    tip = (
        _("Why {folk} choose what they choose: all their candidates.", folk=c.cast.folk)
        if watching
        else _("What {folk} would take first if their turn began now.", folk=c.cast.folk)
    )
    why = (
        ""
        if c.session.setup.crusade
        else _("{folk:Nom} do not move in this game.", folk=c.cast.folk)
    )
    keys = not (narrow and link)  # there the hint beside them needs the room
    return [
        Action(
            "forecast",
            _("Forecast") if narrow and not watching else what,
            doors.forecast,
            pygame.K_w,
            why=why,
            tip=tip,
            link=link,
            show_key=keys,
        ),
        Action("rules", buttons.RULES, doors.rules, pygame.K_F1, link=link, show_key=keys),
        Action("menu", buttons.MENU, doors.menu, pygame.K_ESCAPE, link=link, show_key=keys),
    ]


def _history(c: Controller) -> Row:
    none = c.undo_reason()
    turn = ""
    if not c.session.can_undo_turn:
        turn = none or _("Nothing of this turn can be taken back.")
    redo = "" if c.session.can_redo else _("There is nothing to do again.")
    return [
        Action(
            "undo",
            buttons.UNDO,
            c.undo,
            UNDO_KEY,
            why=none,
            ctrl_key=pygame.K_z,
            tip=_("Take the last step back (also Ctrl+Z)."),
            icon="undo",
            steady=True,
        ),
        Action(
            "redo",
            buttons.REDO,
            c.redo,
            REDO_KEY,
            why=redo,
            ctrl_key=pygame.K_y,
            tip=_("Do it again (also Ctrl+Y)."),
            icon="redo",
            steady=True,
        ),
        _reset(c)
        if c.draft is not None and c.draft.changed
        else Action(
            "undo-turn",
            _("Reset"),
            c.undo_turn,
            RESET_KEY,
            why=turn,
            ctrl_key=pygame.K_BACKSPACE,
            tip=_("Take the whole turn back, as far as it can be (also Ctrl+Back)."),
        ),
    ]


def _advice(c: Controller, doors: Doors) -> Action:
    """A picture at the end of the row: it takes no room from words."""
    return Action(
        "advice",
        _("Advice"),
        doors.advise,
        ADVICE_KEY,
        why="" if c.deciding else _("Advice is for whoever decides."),
        tip=_(
            "What the program would do now, and what it is worth in coins. The game is marked: "
            "advice was asked for. Key: {key}.",
            key=pygame.key.name(ADVICE_KEY).upper(),
        ),
        show_key=False,
        icon="lightbulb",
        bare=True,
    )


def _reset(c: Controller) -> Action:
    """While a draft differs from how it began, resetting means the draft."""
    return Action(
        "reset",
        _("Reset"),
        c.placing.reset_draft,
        RESET_KEY,
        ctrl_key=pygame.K_BACKSPACE,
        tip=_("All pieces back to where they stood (also Ctrl+Back)."),
    )


def _turn_over(c: Controller) -> Row:
    """A turn has ended, and whoever comes next has not begun: it can still be taken back."""
    if c.tribes_next:
        word = buttons.LET_THEM_BEGIN
        tip = _("Take the turn back (also Ctrl+Z), until {folk} begin.", folk=c.cast.folk)
    else:
        word = _("Go on")
        tip = _("Take the last step back (also Ctrl+Z).")
    return [
        Action("next", word, c.hurry_end, pygame.K_SPACE, main=True),
        Action(
            "take-back",
            buttons.TAKE_BACK,
            c.undo,
            UNDO_KEY,
            ctrl_key=pygame.K_z,
            tip=tip,
        ),
    ]


def _watching(c: Controller, doors: Doors) -> Row:
    paused = c.stage.paused
    word = _("Next")
    return [
        Action("next", word, c.hurry_one, pygame.K_SPACE, main=True),
        Action("pause", _("Resume") if paused else buttons.PAUSE, doors.pause, pygame.K_p),
        Action(
            "skip",
            buttons.SKIP,
            c.stage.skip,
            pygame.K_s,
            tip=_("Show the end of {folk:of} turn at once.", folk=c.cast.folk),
        ),
    ]


def _decision(c: Controller, narrow: bool) -> list[Row]:
    s = c.state
    if c.draft is not None:
        return _arranging(c, narrow)
    if s.phase == CONQUER:
        return _conquering(c)
    if s.phase == PICK:
        word = Action(
            "main",
            _("Pick a combo"),
            lambda: None,
            main=True,
            why=_("Click one of the combos in the column."),
        )
        return [[word]]
    if asked(s) is not None:
        return asking.rows(c)
    if tied(s):
        return _settling(c)
    return [[_waiting()]]


def _settling(c: Controller) -> list[Row]:
    """The button that settles a tie, where its answer is only marked on the board at first."""
    final = any(c.final(moves.CHOICES[r]) for r in bits(tied(c.state)))
    if not final or not c.face.settings().confirmations:
        return []
    why = "" if c.chosen else _("First choose a lit Region.")
    word = _("Let them attempt it") if c.state.plan == moves.TRY else _("Let them take it")
    label = word if c.chosen else _("Choose a lit Region")
    return [[Action("main", label, c.placing.settle_marked, SETTLE_KEY, main=True, why=why)]]


def _decline_action(c: Controller) -> Action:
    refused = refusal(c.state, moves.DECLINE_MOVE)
    why = refusal_words(refused, c.cast) if refused is not None else ""
    return Action("decline", _("Decline"), c.fight.decline, DECLINE_KEY, why=why)


def _conquering(c: Controller) -> list[Row]:
    s = c.state
    rows: list[Row] = []
    before = early_slot(s)
    if c.early and before != NONE:
        name = race(c.cast.library, s.banner[before])
        rests = resting(s, before)
        can = s.held[before].bit_count() > 1 or s.hand[before]
        if rests is not None:
            why = refusal_words(rests, c.cast)
        elif can and s.held[before]:
            why = ""
        else:
            why = _("{race:The} hold too little to redeploy.", race=name)
        rows.append(
            [
                Action(
                    "main",
                    _("Redeploy {race:the}", race=name),
                    c.fight.redeploy_early,
                    TROOPS_KEY,
                    main=True,
                    why=why,
                    tip=_("Once they are redeployed, {race:the} do not fight this turn.", race=name)
                    if c.fight.early_can_conquer
                    else "",
                ),
                _decline_action(c),
            ]
        )
        rows.append([_other_race(c)])
        return rows
    refused = refusal(s, moves.END_MOVE)
    why = refusal_words(refused, c.cast) if refused is not None else ""
    first = asking.must_do_first(s)
    rows += asking.offer_rows(c)
    last = c.end_words(moves.END_MOVE)
    end = Action(
        "main",
        buttons.END_BOTH if last else buttons.END_CONQUESTS,
        c.fight.end_conquests,
        END_KEY,
        main=not first,
        why=why,
        tip=last or _("What your tokens do next is asked then, before the turn ends."),
    )
    rows.append([end, _decline_action(c)])
    if not c.early_first and early_may_fight(s):
        rows.append([_other_race(c)])
    return rows


def _other_race(c: Controller) -> Action:
    """The switch between the race In Decline that fights on and the Active race."""
    s = c.state
    before = race(c.cast.library, s.banner[early_slot(s)])
    if not c.early_first:
        word = _("First redeploy {race:the}", race=before)
        if c.fight.early_can_conquer:
            word = _("First fight with {race:the}", race=before)
        return Action("early", word, c.fight.toggle_early, pygame.K_g)
    slot = ACTIVE_OF[s.seat]
    active = s.banner[slot]
    hand = hand_of(s, slot)
    label = _("No Active race")
    if active != NONE:
        label = _(
            "Go on to {race:the} ({hand} ready)", race=race(c.cast.library, active), hand=hand
        )
    refused = refusal(s, moves.END_MOVE)
    why = refusal_words(refused, c.cast) if refused is not None else ""
    tip = ""
    if active != NONE:
        tip = _(
            "You can come back to {race:the} until {active:the} have moved. With that move the "
            "conquests and the redeployment of {race:the} are over for this turn.",
            race=before,
            active=race(c.cast.library, active),
        )
    return Action("early", label, c.fight.toggle_early, pygame.K_g, why=why, tip=tip)


def _leaving(c: Controller) -> Row:
    """The way out of the redeployment of a race In Decline that fights on, where there is another
    thing to do.
    """
    kept = _("What was placed stays as it is until then.")
    if c.fight.early_can_conquer:
        return [Action("back", _("Fight on"), c.fight.stop_arranging, pygame.K_f, tip=kept)]
    others = (moves.END_MOVE, moves.DECLINE_MOVE)
    if all(refusal(c.state, move) is not None for move in others):
        return []
    return [Action("back", _("Not now"), c.fight.stop_arranging, pygame.K_f, tip=kept)]


def _arranging(c: Controller, narrow: bool) -> list[Row]:
    draft = c.draft
    assert draft is not None
    reason = draft.reason(c.state)
    final = "" if reason else c.final(draft.move())
    own = OWNER[draft.slot] == c.state.seat  # nobody ends the turn of another
    ends = own and not reason and c.ends_turn(draft.move())
    label = buttons.END_TURN if ends else buttons.DONE
    if draft.takes and draft.decision is not None and draft.decision.done_title:
        label = tell(draft.decision.done_title, c.cast.who)
    act = c.placing.finish_draft
    first: Row = [Action("main", label, act, DONE_KEY, main=True, why=reason, tip=final)]
    if c.state.phase == CONQUER:
        first += _leaving(c)
    if draft.takes and draft.decision is not None:
        return [first, asking.passing(c, draft.decision)]
    return [
        first,
        [
            Action(
                "even",
                _("Evenly") if narrow else _("Spread evenly"),
                c.placing.spread_evenly,
                pygame.K_v,
                tip=_("As evenly as it goes."),
            ),
            Action(
                "defend",
                _p("button", "Defend") if narrow else _p("button", "Best defence"),
                c.placing.defend,
                pygame.K_b,
                tip=_(
                    "Places all pieces so that {folk:of} next turn costs you least.",
                    folk=c.cast.folk,
                ),
            ),
        ],
    ]
