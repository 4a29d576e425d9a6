"""The card that is on the table while one person gives the mouse to the other."""

from __future__ import annotations

from collections.abc import Callable

from crusade.desktop.kit import Answer, Layer, Ui, ask
from crusade.desktop.words import Cast, plural, race_name
from crusade.rules import State
from crusade.rules.ids import NONE, VICTIM, VICTIM_CAMPS


def reason(cast: Cast, s: State, seat: int, first: bool) -> str:
    """What the next person is to do, as a sentence."""
    name = cast.label(seat)
    if s.phase == VICTIM:
        race = race_name(s.banner[s.victim]) if s.victim != NONE else "tokens"
        driven = plural(s.hand[s.victim], "token")
        return f"{driven} of {name}'s {race} were driven out; {name} says where they go now."
    if s.phase == VICTIM_CAMPS:
        return f"{name}'s Encampments were lost in a conquest; {name} pitches them again now."
    if s.seat == seat and s.combo[seat * 3] is None:
        return f"{name} picks a combo of Race and Special Power." + (
            " The coins of the other stay hidden until the end." if first else ""
        )
    return "The coins of the other stay hidden."


def hand_over(
    ui: Ui, cast: Cast, s: State, seat: int, first: bool, ready: Callable[[], None]
) -> Layer:
    """Show the card; ``ready`` is called when the next person has taken over."""
    name = cast.label(seat)
    own = s.seat == seat and s.phase not in (VICTIM, VICTIM_CAMPS)
    title = f"{name}, your turn" if own else f"{name}, a decision of yours"
    words = reason(cast, s, seat, first)
    return ask(ui, title, words, [Answer(f"I am {name}", ready, main=True)])
