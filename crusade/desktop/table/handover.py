"""The card that lies on the table while one person gives the mouse to the other."""

from __future__ import annotations

from collections.abc import Callable

import pygame
from pygame import Rect, Surface

from crusade.desktop import pictures, theme
from crusade.desktop.kit import Button, Canvas, Group, Label, Layer, Panel, Ui
from crusade.desktop.layout import Metrics, centred, inset
from crusade.desktop.table.naming import fitting_test, shorten_names
from crusade.desktop.words import Cast, plural, race_name
from crusade.rules import State
from crusade.rules.ids import NONE, VICTIM, VICTIM_CAMPS

EMBLEM = 76


def title(cast: Cast, s: State, seat: int) -> str:
    """`Bob, your turn`."""
    own = s.seat == seat and s.phase not in (VICTIM, VICTIM_CAMPS)
    return f"{cast.label(seat)}, {'your turn' if own else 'a decision of yours'}"


def reason(cast: Cast, s: State, seat: int) -> str:
    """What the next person is to do, as a sentence or two."""
    name = cast.label(seat)
    if s.phase == VICTIM:
        race = race_name(s.banner[s.victim]) if s.victim != NONE else "tokens"
        driven = plural(s.hand[s.victim], "token")
        were = "was" if s.hand[s.victim] == 1 else "were"
        go = "it goes" if s.hand[s.victim] == 1 else "they go"
        return f"{driven} of {cast.whose(seat)} {race} {were} driven out; {name} says where {go}."
    if s.phase == VICTIM_CAMPS:
        lost = f"{cast.whose(seat)} Encampments were lost in a conquest"
        return f"{lost}; {name} pitches them again now."
    hidden = "" if cast.open_coins else " Nobody's coins are shown until you have taken over."
    if s.combo[seat * 3] is None:
        return f"Pick a combo of Race and Special Power.{hidden}"
    race = race_name(s.banner[seat * 3])
    return f"Your {race} wait, {plural(s.hand[seat * 3], 'token')} in hand.{hidden}"


def hand_over(ui: Ui, cast: Cast, s: State, seat: int, ready: Callable[[], None]) -> Layer:
    """Show the card; ``ready`` is called when the next person has taken over."""
    root = Group()
    panel = root.add(Panel(name="handover"))
    heading = panel.add(Label(title(cast, s, seat), theme.TITLE, align="center"))
    words = panel.add(
        Label(reason(cast, s, seat), theme.LEAD, wrap=True, valign="top", align="center")
    )
    layer = Layer(root, dim=True)

    def take() -> None:
        ui.close(layer)
        ready()

    button = panel.add(
        Button(f"I am {cast.label(seat)}", take, "main", pygame.K_RETURN, name="answer:take-over")
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
        card = centred(m.window, wide, 2 * pad + picture + head + tall_words + foot + 3 * gap)
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
        words.place(Rect(body.x, heading.rect.bottom + gap, body.w, tall_words))
        room = body.w - m.px(110)
        said = f"I am {cast.label(seat)}"
        button.set(label=shorten_names(said, names, fitting_test(button.style, m, room)))
        width = min(body.w, button.natural_width(m) + m.px(40))
        button.place(Rect(body.centerx - width // 2, body.bottom - foot, width, foot))

    layer.place = place
    layer.enter = layer.escape = take
    return ui.open(layer)


def _emblem(cast: Cast, s: State, seat: int, side: int) -> Surface:
    """The token of the person's Active race, or a plain disc in the person's colour."""
    banner = s.banner[seat * 3]
    if banner != NONE:
        return pictures.token(banner, side, cast.colours[seat])
    plain = pygame.Surface((side, side), pygame.SRCALPHA)
    colour = pygame.Color(cast.colours[seat])
    pygame.draw.circle(plain, theme.INK, (side // 2, side // 2), side * 0.44)
    pygame.draw.circle(plain, colour, (side // 2, side // 2), side * 0.41)
    letter = theme.font(side // 2, True).render(
        cast.label(seat)[:1].upper(), True, theme.text_on((colour.r, colour.g, colour.b))
    )
    plain.blit(letter, letter.get_rect(center=(side // 2, side // 2)))
    return plain
