"""Cards of one's own: the effect words under the names that a player writes, and cards of them.

What stands here is known to be right: `crusade.own_cards` reads and checks what somebody wrote.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from crusade.boxes.tales import effects
from crusade.boxes.tales.themes import STRENGTHS, TALL_TALES
from crusade.rules.board import Land
from crusade.rules.labels import Label
from crusade.rules.library import Box
from crusade.rules.questions import Card
from crusade.texts import N_

OWN: Final = "own"
"""The id of the box that holds them; no record names it, for a record brings its own cards."""
OWN_CARDS: Final = "own_cards"
"""The option of a record that holds the player's own cards of a game, as JSON."""
LONGEST_TEXT: Final = 12_000
"""Characters of that option."""
OWN_THEME: Final = N_("Your own")
"""The theme of every card of one's own."""

# What may stand behind a word.
AREAS: Final = "areas"
COUNT: Final = "count"
FLAG: Final = "flag"
WHICH: Final = "which"


@dataclass(frozen=True)
class Word:
    """A word of a player's card: which effect it brings, and what its value means.

    ``field`` is the parameter of the effect that the value goes to ("" for a flag), ``kind`` what
    the value is: words for Regions, a number from ``least`` to ``most``, yes, or one of ``which``.
    ``needs`` is another word that must stand beside it.
    """

    key: str
    effect: type[effects.Effect]
    field: str
    kind: str
    least: int = 1
    most: int = 1
    needs: str = ""

    @property
    def which(self) -> tuple[str, ...]:
        """What a word of the kind `WHICH` can say."""
        return (effects.ALL, effects.DECLINED)


_WORDS: Final = (
    Word("pays", effects.LandPays, "pays", AREAS),
    Word("pays_coins", effects.LandPays, "coins_each", COUNT, 1, 3, needs="pays"),
    Word("pays_less", effects.LandPaysLess, "pays_less", AREAS),
    Word("closed", effects.ClosedLand, "closed", AREAS),
    Word("dearer", effects.DearerLand, "dearer_in", AREAS),
    Word("cheaper", effects.CheaperLand, "cheaper_in", AREAS),
    Word("cheaper_on_the_right", effects.CheaperFromTheRight, "", FLAG),
    Word("active_earns", effects.Times, "active_times", COUNT, 0, 3),
    Word("declined_earns", effects.Times, "declined_times", COUNT, 0, 3),
    Word("half_income", effects.Halved, "", FLAG),
    Word("conquests_pay", effects.PaidConquests, "", FLAG),
    Word("declining_pays", effects.PaidDecline, "for_declining", COUNT, 1, 9),
    Word("idle_pays", effects.PaidIdleness, "for_idleness", COUNT, 1, 9),
    Word("most_regions_pay", effects.PaidMostRegions, "for_most_regions", COUNT, 1, 9),
    Word("richest_takes", effects.RichestTakes, "taken_from_each", COUNT, 1, 9),
    Word("treasures", effects.Treasures, "", FLAG),
    Word("new_tokens", effects.NewTokens, "new_tokens", COUNT, 1, 5),
    Word("lost_tokens", effects.LostTokens, "lost_tokens", COUNT, 1, 5),
    Word("no_decline", effects.NoDecline, "", FLAG),
    Word("silent_races", effects.Silence, "silent_races", WHICH),
    Word("silent_powers", effects.Silence, "silent_powers", WHICH),
    Word("shows_coins", effects.ShownCoins, "", FLAG),
)
WORDS: Final = {word.key: word for word in _WORDS}
"""Every effect word by its key."""

Value = bool | int | str | tuple[str, ...]


@dataclass(frozen=True)
class OwnCard:
    """A card as somebody wrote it; ``words`` are (key of `WORDS`, value)."""

    name: str
    text: str
    intro: str
    words: tuple[tuple[str, Value], ...]
    strength: str = TALL_TALES
    solo: bool = True

    def facts(self) -> dict[str, object]:
        """What a file or a record says of it."""
        facts: dict[str, object] = {"name": self.name, "text": self.text}
        if self.intro != self.text:
            facts["intro"] = self.intro
        if self.strength != TALL_TALES:
            facts["strength"] = self.strength
        if not self.solo:
            facts["solo"] = False
        facts.update(
            (key, list(value) if isinstance(value, tuple) else value) for key, value in self.words
        )
        return facts


class _Own(effects.Effect):
    """A card that a player wrote."""

    rule = "events.md D2"
    theme = OWN_THEME
    picture = "your own"


def made(card: OwnCard) -> Card:
    """The card itself: a definition put together of the effects that its words name."""
    bases: dict[type[Card], None] = {}
    fields: dict[str, object] = {}
    for key, value in card.words:
        word = WORDS[key]
        bases[word.effect] = None
        if word.field:
            fields[word.field] = value
    parameters: Mapping[str, object] = {
        "name": card.name,
        "text": card.text,
        "intro": card.intro,
        "strength": card.strength,
        "solo": card.solo,
        **fields,
    }
    kind = type("OwnCard", (*bases, _Own), dict(parameters))
    definition = kind()
    assert isinstance(definition, Card)
    return definition


@lru_cache(maxsize=32)
def box_of(cards: Sequence[OwnCard]) -> Box:
    """The box of these cards; the same for the same cards, as long as it is remembered."""
    return Box(
        id=OWN,
        title=Label("Your own cards"),
        edition=1,
        land=Land(()),
        adds_to=("tales",),
        cards=tuple(made(card) for card in cards),
        themes=(OWN_THEME,),
    )


__all__ = [
    "AREAS",
    "COUNT",
    "FLAG",
    "LONGEST_TEXT",
    "OWN",
    "OWN_CARDS",
    "OWN_THEME",
    "STRENGTHS",
    "WHICH",
    "WORDS",
    "OwnCard",
    "Value",
    "Word",
    "box_of",
    "made",
]
