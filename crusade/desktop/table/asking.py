"""Decisions that abilities and cards bring, by their kind: what is lit, what the buttons say, what
a click or a key answers.

The table knows the few kinds of `crusade.rules.asking` and none of the decisions: Regions are lit
and clicked, a distribution is a draft, one of several things, yes or no, a number and a mere deed
are buttons.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

import pygame

from crusade.desktop.kit import MenuItem, menu
from crusade.desktop.table.actions import Action
from crusade.desktop.words.phases import held_back, open_offer
from crusade.rules import State, moves, refusal
from crusade.rules.asking import Act, Choice, Decision, Number, Passage, Regions, YesNo
from crusade.rules.board import bits
from crusade.rules.ids import ASK, CONQUER, NONE
from crusade.rules.moves import Move
from crusade.rules.queries import asked, offered
from crusade.texts import _, _n, tell

if TYPE_CHECKING:
    from crusade.desktop.table.controller import Controller

Row = list[Action]
DONE_KEY, NO_KEY, YES_KEY = pygame.K_t, pygame.K_n, pygame.K_y
DIGITS = (
    pygame.K_1,
    pygame.K_2,
    pygame.K_3,
    pygame.K_4,
    pygame.K_5,
    pygame.K_6,
    pygame.K_7,
    pygame.K_8,
    pygame.K_9,
)
OFFER_KEYS = (pygame.K_r, pygame.K_x, pygame.K_c, pygame.K_q)
"""Keys of what may be done in the conquests besides conquering, in the order of the rows."""
MOST_BUTTONS = 6
"""More things than these are offered in a menu."""


def move_of(s: State, decision: Decision, answer: tuple[int, ...]) -> Move:
    """The move that answers so."""
    return (moves.ANSWER, s.setup.library.decision_index[decision], *answer)


def slot_of(s: State, decision: Decision) -> int:
    """The slot that the decision is about now: what is asked, or what is offered."""
    if s.phase == ASK:
        return s.asked_slot
    return offered(s, s.setup.library.decision_index[decision])


Places = Regions | Passage
"""What is answered by clicking Regions."""


def asked_regions(s: State) -> Places | None:
    """The decision that is answered with Regions, if that is what is asked now."""
    decision = asked(s)
    return decision if isinstance(decision, Regions | Passage) else None


def offers(s: State) -> list[Decision]:
    """What may be done now besides conquering, in the conquests of the person to move."""
    if s.phase != CONQUER:
        return []
    found = []
    for decision in s.setup.library.decisions:
        slot = slot_of(s, decision)
        if slot != NONE and decision.closed(s, slot) is None and decision.options(s, slot):
            found.append(decision)
    return found


def may_choose(s: State, decision: Places, chosen: Sequence[int] = ()) -> int:
    """Mask of the Regions that may be chosen, when those of ``chosen`` are."""
    slot = slot_of(s, decision)
    if isinstance(decision, Regions):
        return decision.among(s, slot)
    if not chosen:
        return decision.starts(s, slot)
    return decision.ends(s, slot, chosen[0]) | 1 << chosen[0]


def risk_words(s: State, decision: Decision, answer: tuple[int, ...]) -> str:
    """How often the die that is rolled for an answer brings what is hoped for; "" for no such
    die.
    """
    found = decision.chance(s, slot_of(s, decision), answer)
    if found is None:
        return ""
    wins, faces = found
    return _n(
        "The die decides: {count} in {faces} rolls succeeds.",
        "The die decides: {count} in {faces} rolls succeed.",
        wins,
        faces=faces,
    )


def standing(s: State, decision: Places) -> list[int]:
    """Where the pieces stand that are placed anew: the choice to begin with."""
    if decision.piece is None or not decision.anew:
        return []
    return list(bits(s.where(decision.piece) & s.held[slot_of(s, decision)]))


# ---------------------------------------------------------------- buttons
def rows(c: Controller) -> list[Row]:
    """The buttons for what is asked now."""
    s = c.state
    decision = asked(s)
    if decision is None:
        return []
    if isinstance(decision, Regions):
        return _regions(c, decision)
    if isinstance(decision, Passage):
        return [passing(c, decision, main=True)]
    if isinstance(decision, YesNo):
        return [_yes_no(c, decision)]
    if isinstance(decision, Number):
        return _number(c, decision)
    if isinstance(decision, Choice):
        return _choice(c, decision)
    if isinstance(decision, Act):
        act = _answer(c, decision, (1,), "main", tell(decision.done_title), DONE_KEY, main=True)
        return [[act, *passing(c, decision)]]
    return []


def _answer(
    c: Controller,
    decision: Decision,
    answer: tuple[int, ...],
    name: str,
    label: str,
    key: int | None,
    main: bool = False,
) -> Action:
    """A button that gives one answer."""
    move = move_of(c.state, decision, answer)
    refused = refusal(c.state, move)
    why = tell(refused, c.cast.who) if refused is not None else ""
    act = partial(c.placing.answer, move)
    return Action(name, label, act, key, main=main, why=why, tip=c.final(move))


def passing(c: Controller, decision: Decision, main: bool = False) -> Row:
    """The button that passes, where a decision may be passed over."""
    if not decision.pass_word:
        return []
    label = tell(decision.pass_title) if decision.pass_title else _("No")
    if decision.pass_declines:
        key = pygame.K_d  # as the button that declines at other times
        action = _answer(c, decision, (), "decline", label, key)
        return [replace(action, act=partial(c.fight.decline, move_of(c.state, decision, ())))]
    return [_answer(c, decision, (), "main" if main else "pass", label, NO_KEY, main=main)]


def _regions(c: Controller, decision: Regions) -> list[Row]:
    if decision.most == 1:
        return [passing(c, decision, main=True)] if decision.pass_word else [[]]
    return [[_done(c, decision, "main", True), *passing(c, decision)]]


def _done(c: Controller, decision: Regions, name: str, main: bool) -> Action:
    """The button that answers with the Regions that are chosen."""
    chosen = tuple(sorted(c.chosen))
    label = tell(decision.done_title) if decision.done_title else _("Done")
    done = _answer(c, decision, chosen, name, label, DONE_KEY, main=main)
    if len(chosen) < decision.least:
        why = _n(
            "Choose {count} more Region first.",
            "Choose {count} more Regions first.",
            decision.least - len(chosen),
        )
        done = Action(name, label, lambda: None, DONE_KEY, main=main, why=why)
    return done


def _yes_no(c: Controller, decision: YesNo) -> Row:
    # What loses nothing comes first, mostly no.
    yes, no = tell(decision.yes_title), tell(decision.no_title)
    if decision.no_loses:
        return [
            _answer(c, decision, (1,), "main", yes, YES_KEY, main=True),
            _answer(c, decision, (0,), "no", no, NO_KEY),
        ]
    return [
        _answer(c, decision, (0,), "main", no, NO_KEY, main=True),
        _answer(c, decision, (1,), "yes", yes, YES_KEY),
    ]


def _choice(c: Controller, decision: Choice) -> list[Row]:
    s = c.state
    things = decision.things(s, slot_of(s, decision))
    if len(things) > MOST_BUTTONS:
        word = tell(decision.done_title or decision.title, c.cast.who)
        act = partial(_open_menu, c, decision)
        return [[Action("main", word, act, DONE_KEY, main=True), *passing(c, decision)]]
    buttons = [
        _answer(
            c,
            decision,
            (thing,),
            f"choose-{thing}",
            tell(decision.thing_name(s, thing), c.cast.who),
            DIGITS[number] if number < len(DIGITS) else None,
        )
        for number, thing in enumerate(things)
    ]
    found = [buttons[i : i + 3] for i in range(0, len(buttons), 3)]
    last = passing(c, decision, main=True)
    return [*found, last] if last else found


def _open_menu(c: Controller, decision: Decision) -> None:
    """All answers of a decision in a menu; things that stand in groups by their group first."""
    s = c.state
    title = tell(decision.title, c.cast.who)
    if isinstance(decision, Choice):
        groups: dict[str, list[int]] = {}
        for thing in decision.things(s, slot_of(s, decision)):
            groups.setdefault(tell(decision.group(s, thing), c.cast.who), []).append(thing)
        if len(groups) > 1:
            items = [
                MenuItem(name, partial(_show_menu, c, name, _things(c, decision, things)))
                for name, things in groups.items()
            ]
        else:
            items = _things(c, decision, [thing for many in groups.values() for thing in many])
    else:
        items = [
            MenuItem(
                decision.text(s, answer), partial(c.placing.answer, move_of(s, decision, answer))
            )
            for answer in decision.options(s, slot_of(s, decision))
            if answer
        ]
    _show_menu(c, title, items)


def _things(c: Controller, decision: Choice, things: Sequence[int]) -> list[MenuItem]:
    """A line for each of these things."""
    s = c.state
    slot = slot_of(s, decision)
    return [
        MenuItem(
            tell(decision.thing_name(s, thing), c.cast.who),
            partial(c.placing.answer, move_of(s, decision, (thing,))),
            tell(decision.thing_note(s, slot, thing), c.cast.who),
        )
        for thing in things
    ]


def _show_menu(c: Controller, title: str, items: list[MenuItem]) -> None:
    face = c.face
    menu(face.ui, face.region_rect(0), items, title=title, within=face.board_rect)


def _number(c: Controller, decision: Number) -> list[Row]:
    s = c.state
    slot = slot_of(s, decision)
    least, most = decision.least(s, slot), decision.most(s, slot)
    c.number = max(least, min(most, c.number))
    label = tell(decision.done_title.given(number=c.number)) if decision.done_title else ""
    label = label or str(c.number)
    return [
        [
            Action(
                "less",
                "−",
                partial(c.placing.count, -1),
                pygame.K_MINUS,
                enabled=c.number > least,
                show_key=False,
            ),
            _answer(c, decision, (c.number,), "main", label, DONE_KEY, main=True),
            Action(
                "more",
                "+",
                partial(c.placing.count, 1),
                pygame.K_PLUS,
                enabled=c.number < most,
                show_key=False,
            ),
        ],
        *([passing(c, decision)] if decision.pass_word else []),
    ]


def offer_rows(c: Controller) -> list[Row]:
    """The buttons of what may be done in the conquests besides conquering."""
    s = c.state
    found: list[Row] = []
    for number, decision in enumerate(offers(s)):
        key = OFFER_KEYS[number] if number < len(OFFER_KEYS) else None
        title = decision.done_title or decision.title
        label, name = tell(title, c.cast.who), decision.word.split()[0]
        if isinstance(decision, Act):
            found.append([_answer(c, decision, (1,), name, label, key, main=decision.eager)])
        elif isinstance(decision, Regions | Passage):
            on = c.offering is decision
            word = _("Not now") if on else label
            act = partial(c.placing.offer, None if on else decision)
            row = [Action(name, word, act, key, tip=tell(decision.hint))]
            if on and isinstance(decision, Regions) and decision.most > 1:
                row.insert(0, _done(c, decision, "done", False))
            found.append(row)
        else:
            act = partial(_open_menu, c, decision)
            found.append([Action(name, label, act, key, tip=tell(decision.hint))])
    return found


def must_do_first(s: State) -> bool:
    """Whether no ordinary conquest is possible before one of the offers is done (a roll)."""
    return open_offer(s) is not None and held_back(s)


__all__ = [
    "Places",
    "asked_regions",
    "may_choose",
    "move_of",
    "must_do_first",
    "offer_rows",
    "offers",
    "passing",
    "rows",
    "slot_of",
    "standing",
]
