"""What an auction can give to a race beside its banner and badges."""

from __future__ import annotations

from typing import Final

from crusade.rules.labels import Label
from crusade.rules.questions import Boon
from crusade.rules.refusals import Refusal
from crusade.rules.ways import Way


class FightOn(Way):
    """`with elixir`: the race In Decline that the Elixir keeps going fights instead of the Active
    one (`events.md E32`).
    """

    word = "elixir"
    title = Label("Conquer with the race that the Elixir keeps going")
    absent = Refusal(
        "no-elixir", "You have no race In Decline that has the Elixir.", "events.md 30"
    )
    fights_early = True
    attempts = True
    priced = True


class Elixir(Boon):
    """`events.md 30, E32, E46, E47`: used up when its race declines, which it then keeps going."""

    name, word, rule = "Elixir", "elixir", "events.md 30"
    picture = "Necromantic Elixir"
    text = (
        "When this race goes In Decline it keeps all its tokens and its Special Power, and fights "
        "on each turn before the Active race."
    )
    declined = "The race keeps its Special Power and fights on before the Active race."
    keeps_tokens_in_decline = True
    keeps_powers = True
    lasts = frozenset({"early"})

    def __init__(self) -> None:
        self.early = FightOn(self)


ELIXIR: Final = Elixir()
RIGHTS: Final[tuple[Boon, ...]] = (ELIXIR,)
