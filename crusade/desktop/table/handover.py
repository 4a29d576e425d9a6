"""The card that lies on the table while one person gives the mouse to the other."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import pygame
from pygame import Rect, Surface

from crusade.desktop import pictures, theme
from crusade.desktop.kit import Button, Canvas, Group, Label, Layer, Panel, Ui
from crusade.desktop.layout import Metrics, centred, inset
from crusade.desktop.table.naming import fitting_test, shorten_names
from crusade.desktop.words import Cast, race_name
from crusade.desktop.words.phases import asked_words
from crusade.desktop.words.sentences import joined
from crusade.rules import State, hand_of, moves
from crusade.rules.ids import ACTIVE_OF, ASK, NONE, ROUND_START, TRIBES_TURN, VICTIM
from crusade.rules.queries import asked as asked_now
from crusade.rules.queries import driven_out, is_card, kept_combo
from crusade.texts import Name, _, _n, tell

EMBLEM = 76


HERE_KEY = pygame.K_i
"""Answers the card: nobody has a finger on it, and no other deed of a turn listens to it."""


@dataclass(frozen=True)
class CardDoors:
    """What the card can lead to. ``back`` takes the turn back that has just ended, if it can be:
    that of the seat ``whose``.
    """

    ready: Callable[[], None]
    back: Callable[[], None] | None
    menu: Callable[[], None]
    whose: int = NONE


def title(cast: Cast, s: State, seat: int) -> str:
    """`Bob, your turn`."""
    name = cast.label(seat)
    if s.phase == TRIBES_TURN:
        return _("{name}, choose for {folk}", name=name, folk=cast.folk)
    between = s.phase == ASK and s.moment == ROUND_START
    if between or (s.phase in (VICTIM, ASK) and s.seat != seat):
        return _("{name}, a decision of yours", name=name)
    return _("{name}, your turn", name=name)


def reason(cast: Cast, s: State, seat: int, die_first: bool = False) -> str:
    """What the person at the card is to do, who is spoken to; a sentence or two.

    ``die_first``: before that the die takes a combo away (`crusade.md C2`).
    """
    if s.phase == VICTIM:
        race = race_name(cast.library, s.banner[s.victim]) if s.victim != NONE else ""
        return _n(
            "{count} token of your {race} was driven out. Say where it goes.",
            "{count} tokens of your {race} were driven out. Say where they go.",
            driven_out(s, s.victim),
            race=race,
        )
    decision = asked_now(s)
    if decision is not None:
        said = asked_words(cast, s, decision)
        name = decision.source.name
        if not is_card(cast.library, name):
            return said
        what = tell(decision.title, cast.who)
        return joined(_("{card}: {what}.", card=Name("card", name), what=what), said)
    if s.phase == TRIBES_TURN:
        if s.plan == moves.TRY:
            return _n(
                "You hold the Control Marker. Say which Region they attempt with the die.",
                "You hold the Control Marker. Say which of {count} Regions they attempt with the "
                "die.",
                s.choices.bit_count(),
            )
        return _n(
            "You hold the Control Marker. Say which Region they attack.",
            "You hold the Control Marker. Say which of {count} Regions they attack.",
            s.choices.bit_count(),
        )
    if die_first:
        asked = _("First the die takes a combo away.")
        if kept_combo(s, seat) is None:
            asked = joined(asked, _("Then pick one."))
    elif s.combo[ACTIVE_OF[seat]] is None:
        asked = _("Pick a combo of Race and Special Power.")
    else:
        asked = _n(
            "Your {race} wait, {count} token in hand.",
            "Your {race} wait, {count} tokens in hand.",
            hand_of(s, ACTIVE_OF[seat]),
            race=race_name(cast.library, s.banner[ACTIVE_OF[seat]]),
        )
    if cast.open_coins:
        return asked
    return f"{asked} {_('Nobody’s coins are shown until you have taken over.')}"


def hand_over(
    ui: Ui, cast: Cast, s: State, seat: int, doors: CardDoors, die_first: bool = False
) -> Layer:
    """Show the card for the person of ``seat``; it is answered by its button or its own key.

    Neither Enter nor Escape answers it, because either may still be held by the person who has
    just ended the turn; Escape opens the menu.
    """
    root = Group()
    panel = root.add(Panel(name="handover"))
    heading = panel.add(Label(title(cast, s, seat), theme.TITLE, align="center"))
    words = panel.add(
        Label(reason(cast, s, seat, die_first), theme.LEAD, wrap=True, valign="top", align="center")
    )
    layer = Layer(root, dim=True)

    def leave(act: Callable[[], None]) -> None:
        ui.close(layer)
        act()

    whose_turn = ""
    if doors.back is not None:
        whose_turn = _("Take {who:of} turn back", who=cast.who(doors.whose))
    said = _("I am {name}", name=cast.label(seat))
    button = panel.add(
        Button(said, lambda: leave(doors.ready), "main", HERE_KEY, name="answer:take-over")
    )
    lower = [panel.add(Button(_("Menu"), doors.menu, "quiet", pygame.K_ESCAPE, name="card-menu"))]
    if doors.back is not None:
        back = doors.back
        lower.insert(
            0,
            panel.add(
                Button(
                    whose_turn,
                    lambda: leave(back),
                    "quiet",
                    pygame.K_u,
                    ctrl_key=pygame.K_z,
                    name="take-back",
                )
            ),
        )

    def paint(surface: Surface, rect: Rect, m: Metrics) -> None:
        surface.blit(_emblem(cast, s, seat, rect.w), rect)

    emblem = panel.add(Canvas(paint_it=paint))

    def place() -> None:
        m = ui.m
        pad, gap = m.px(24), m.px(12)
        wide = min(m.px(500), m.window.w - m.px(32))
        tall_words = words.height(m, wide - 2 * pad)
        head, foot, picture = m.px(40), m.px(44), m.px(EMBLEM)
        small = m.px(36)
        tall = 2 * pad + picture + head + tall_words + foot + small + 4 * gap
        card = centred(m.window, wide, tall)
        panel.place(card)
        body = inset(card, pad)
        emblem.place(Rect(body.centerx - picture // 2, body.y, picture, picture))
        names = cast.names
        heading.set(
            shorten_names(
                title(cast, s, seat), names, fitting_test(theme.TITLE, m, body.w - m.px(4))
            )
        )
        heading.place(Rect(body.x, body.y + picture + gap, body.w, head))
        even = words.even_width(m, body.w)
        words.place(Rect(body.centerx - even // 2, heading.rect.bottom + gap, even, tall_words))
        room = body.w - m.px(110)
        button.set(label=shorten_names(said, names, fitting_test(button.style, m, room)))
        width = min(body.w, button.natural_width(m) + m.px(40))
        above = body.bottom - small - gap - foot
        button.place(Rect(body.centerx - width // 2, above, width, foot))
        if doors.back is not None:
            room = body.w - lower[-1].natural_width(m) - gap - m.px(80)
            lower[0].set(
                label=shorten_names(whose_turn, names, fitting_test(theme.STRONG, m, room))
            )
        widths = [each.natural_width(m) for each in lower]
        x = body.centerx - (sum(widths) + gap * (len(widths) - 1)) // 2
        for each, natural in zip(lower, widths, strict=True):
            each.place(Rect(x, body.bottom - small, natural, small))
            x += natural + gap

    layer.place = place
    layer.escape = doors.menu
    return ui.open(layer)


def _emblem(cast: Cast, s: State, seat: int, side: int) -> Surface:
    """The token of the person's Active race, or a plain disc in the person's colour."""
    banner = s.banner[ACTIVE_OF[seat]]
    if banner != NONE:
        return pictures.token(cast.library.races[banner].name, side, cast.colours[seat])
    plain = pygame.Surface((side, side), pygame.SRCALPHA)
    colour = pygame.Color(cast.colours[seat])
    pygame.draw.circle(plain, theme.INK, (side // 2, side // 2), side * 0.44)
    pygame.draw.circle(plain, colour, (side // 2, side // 2), side * 0.41)
    letter = theme.font(side // 2, True).render(
        cast.label(seat)[:1].upper(), True, theme.text_on((colour.r, colour.g, colour.b))
    )
    plain.blit(letter, letter.get_rect(center=(side // 2, side // 2)))
    return plain
