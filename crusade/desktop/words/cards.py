"""What event cards say: their name, what they do, and how a deck of them is called."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from crusade.boxes.tales.own import OWN_THEME
from crusade.desktop.kit.widget import Tip
from crusade.desktop.words.abilities import said_of
from crusade.desktop.words.sentences import joined
from crusade.games import ALL_CARDS, SURPRISE
from crusade.rules import Library, State
from crusade.rules.ids import NONE
from crusade.rules.library import LOST_TRIBES
from crusade.rules.questions import Card
from crusade.texts import N_, Name, _, _n, folk, several

NOW, NEXT = N_("This round"), N_("Next round")


@dataclass(frozen=True)
class CardWords:
    """A card in words; ``kin`` are its theme and strength in one line."""

    key: str
    """The name of its picture."""
    name: str
    text: str
    intro: str
    kin: str
    detail: str = ""
    """Fine print."""

    def tip(self, note: str = "") -> Tip:
        """All that it says, as a tooltip."""
        said = "\n".join(filter(None, (self.text, self.detail, self.intro)))
        return Tip(self.name, said, note=note)


def card_words(library: Library, card: int, crusade: bool | None = None) -> CardWords:
    """What an event card says in a game with or without the Crusade; with None, where no game is
    meant, what holds in either.
    """
    found = library.cards[card]
    kin = _("{theme} · {strength}", theme=_(found.theme), strength=_(found.strength))
    # A card of one's own may come without an introduction: its text then stands for it.
    intro = "" if found.intro in ("", found.text) else _(found.intro)
    text, detail = said_of(found, crusade)
    detail = joined(detail, _equals(library, found), _meant(library, found))
    name = str(Name("card", found.name))
    return CardWords(found.picture or found.name, name, text, intro, kin, detail)


def _meant(library: Library, card: Card) -> str:
    """Who takes the part of the Lost Tribes of whom the card speaks, where others do."""
    said = (card.text, card.detail, card.crusade_text, card.crusade_detail, card.classic_detail)
    if library.folk is LOST_TRIBES or not any("Lost Tribe" in text for text in said):
        return ""
    return _("{folk:Nom} take the part of the Lost Tribes.", folk=folk(library.folk.title.message))


def _equals(library: Library, card: Card) -> str:
    """What counts on this land as that which the card speaks of, where it has another name."""
    spoken = {word for words in card.speaks_of() for word in words}
    equal = [
        terrain
        for terrain in library.land.terrains
        if spoken & set(terrain.equals) and terrain.word not in spoken
    ]
    if not equal:
        return ""
    names = several(Name("terrain", terrain.name) for terrain in equal)
    if spoken & {terrain.word for terrain in library.land.terrains}:
        return _("On this land that means {terrains} as well.", terrains=names)
    return _("On this land that means {terrains}.", terrains=names)


def current_card(s: State) -> int:
    """The card in force, or NONE."""
    return s.cards[0] if s.cards else NONE


def nothing_now(s: State) -> str:
    """Why no card is in force, in one sentence."""
    if s.round == 1:
        return _("No event: the first round has none.")
    return _("No event in this round.")


def nothing_next(s: State) -> str:
    """Why no upcoming card is to be seen, in one sentence."""
    if s.round == s.setup.rounds:
        return _("This is the last round.")
    if s.cards_due:
        return _("Not turned up yet.")
    if s.setup.hidden_cards:
        return _("It lies face down.")
    return _("No event is to come.")


def deck_title(word: str) -> str:
    """The name of a deck of events, as set-up and Hall of Fame call it; empty for none."""
    if not word:
        return _("No events")
    if word == ALL_CARDS:
        return _("All events")
    if word == SURPRISE:
        return _("Surprise!!")
    return _(word)


def deck_note(library: Library, word: str) -> str:
    """What belongs to a deck, in one sentence."""
    if not word:
        return _("The game without event cards.")
    if word == ALL_CARDS:
        return _("From the second round on each round has an event, drawn from all cards.")
    if word == SURPRISE:
        return _("Only the strongest events, face down until their round begins.")
    if word == OWN_THEME:
        return _("Only the cards that you have written yourself.")
    if word in library.strengths:
        return _("Only events of this strength.")
    return _("Only events of this theme.")


def deck_count(cards: int, left_out: int, alone: Sequence[str] = ()) -> str:
    """How many cards a deck has, how many stay out for want of the land that they speak of, and
    the names of those that are left out because one person plays ``alone``.
    """
    found = _n("It has {count} card.", "It has {count} cards.", cards)
    if alone:
        why = _n(
            "{names:and} stays out: it needs a second player.",
            "{names:and} stay out: they need a second player.",
            len(alone),
            names=several(Name("card", name) for name in alone),
        )
        found = joined(found, why)
    if not left_out:
        return found
    out = _n(
        "{count} more speaks of land that is not there, and stays out.",
        "{count} more speak of land that is not there, and stay out.",
        left_out,
    )
    return joined(found, out)


def decks(library: Library) -> list[str]:
    """The words of all decks that a game can be played with, no events first, one's own cards
    last.
    """
    return ["", ALL_CARDS, *library.themes, *library.strengths, SURPRISE, OWN_THEME]


__all__ = [
    "NEXT",
    "NOW",
    "CardWords",
    "card_words",
    "current_card",
    "deck_count",
    "deck_note",
    "deck_title",
    "decks",
    "nothing_next",
    "nothing_now",
]
