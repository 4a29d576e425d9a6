"""What Races and Special Powers do, for cards and tooltips: their texts and the fine print."""

from __future__ import annotations

from dataclasses import dataclass

from crusade.desktop.kit.text import Span
from crusade.desktop.kit.widget import Tip
from crusade.desktop.words.grammar import combo_name, plural
from crusade.rules.abilities import POWERS, RACES
from crusade.rules.ids import NONE

_FINE_PRINT = {
    "Amazons": "As long as there are enough, every Region keeps one token; only when there are "
    "not, Regions are given up. The 4 do not defend during other turns.",
    "Dwarves": "",
    "Elves": "Only a Sorcerer's swap kills an Elf.",
    "Ghouls": "In Decline they may use a final attempt of their own, may attack even your Active "
    "race, and enter again if they were driven off. They lose 1 token per Region. They do not "
    "fight in the turn in which another race declines.",
    "Giants": "Two Mountains give no more than one. The Giants must hold the Mountain.",
    "Halflings": "Abandoned Holes are gone for good.",
    "Humans": "",
    "Orcs": "Non-empty means: any token stood there, Active, In Decline or Lost Tribes.",
    "Ratmen": "",
    "Skeletons": "Counted in whole pairs, as long as the tray has tokens. Non-empty means: any "
    "token stood there, also Lost Tribes.",
    "Sorcerers": "Mountain, Fortress and Lair do not protect, an Encampment does. A swap costs no "
    "token in hand, is not possible to enter the board unless they fly, nor after the final "
    "attempt. In a Crusade a lone Lost Tribe token counts as Active.",
    "Tritons": "The water itself is not cheaper.",
    "Trolls": "A Lair is removed when its Region is abandoned or conquered.",
    "Wizards": "",
    "Alchemist": "Paid as long as the race has a token.",
    "Berserk": "One roll per conquest. If the tokens then do not suffice, the conquests are over.",
    "Bivouacking": "Any number in a Region, but only beside a token. They are never lost: driven "
    "out, they are pitched again at the end of that turn.",
    "Commando": "The first conquest is cheaper too.",
    "Diplomat": "Left out of the Crusades.",
    "Dragon Master": "The Region must be in reach. It may be the first conquest. The Dragon stays "
    "until it is sent elsewhere in a later turn.",
    "Flying": "Seas and the Lake excepted. They may enter anywhere.",
    "Forest": "",
    "Fortified": "One per Region at most. A Fortress is never moved and falls with its Region.",
    "Heroic": "The Heroes may stay where they are.",
    "Hill": "",
    "Merchant": "",
    "Mounted": "",
    "Pillaging": "Non-empty means: any token stood there, Active, In Decline or Lost Tribes.",
    "Seafaring": "Nobody else can take the water from them. In Decline they take no new water.",
    "Spirit": "",
    "Stout": "Nothing is scored twice.",
    "Swamp": "",
    "Underworld": "They enter the board as everybody does.",
    "Wealthy": "",
}
_NOTHING = {"Nothing special.": "nothing special.", "Gone.": "without effect."}

RACE, POWER = "Race", "Special Power"


@dataclass(frozen=True)
class AbilityWords:
    """The texts of a Race or Special Power; ``number`` in tokens, ``detail`` fine print or ""."""

    name: str
    kind: str
    number: int
    active: str
    declined: str
    detail: str

    @property
    def title(self) -> str:
        """`Elves, 6 tokens`."""
        return f"{self.name}, {plural(self.number, 'token')}"

    @property
    def changes(self) -> bool:
        """Whether going In Decline leaves something to say."""
        return self.declined not in _NOTHING.values()


def race_words(banner: int) -> AbilityWords:
    """What a Race does."""
    race = RACES[banner]
    return AbilityWords(
        race.name, RACE, race.number, race.text, _declined(race.declined), _FINE_PRINT[race.name]
    )


def power_words(badge: int) -> AbilityWords:
    """What a Special Power does."""
    power = POWERS[badge]
    return AbilityWords(
        power.name,
        POWER,
        power.number,
        power.text,
        _declined(power.declined),
        _FINE_PRINT[power.name],
    )


def _declined(words: str) -> str:
    return _NOTHING.get(words, words[:1].lower() + words[1:])


def combo_tokens(banner: int, badge: int, tray: int) -> int:
    """Tokens the combo brings, as far as the tray has them (`base.md C6`)."""
    race = RACES[banner]
    tokens = race.number + race.extra_tokens()
    if badge != NONE:
        tokens += POWERS[badge].number
    return min(tokens, tray)


def token_sum(banner: int, badge: int, tray: int) -> str:
    """How the number of tokens comes about: `6 + 4 for conquests + 5 = 15 tokens`."""
    race = RACES[banner]
    parts = [f"{race.number} {race.name}"]
    if race.extra_tokens():
        parts.append(f"{race.extra_tokens()} for conquests only")
    if badge != NONE:
        parts.append(f"{POWERS[badge].number} {POWERS[badge].name}")
    got = combo_tokens(banner, badge, tray)
    words = f"{' + '.join(parts)}: {plural(got, 'token')}"
    whole = combo_tokens(banner, badge, 99)
    return f"{words}, all that the tray has" if got < whole else words


def token_figures(banner: int, badge: int, tray: int) -> str:
    """The numbers of banner, extra tokens and badge, and what they bring: `6 + 4 + 5 = 15`.

    Where the tray has fewer than the sum the figures stay and the tray decides: `3 + 5: 7`.
    """
    race = RACES[banner]
    parts = [race.number, race.extra_tokens(), POWERS[badge].number if badge != NONE else 0]
    got = combo_tokens(banner, badge, tray)
    sign = " =" if got == sum(parts) else ":"
    return f"{' + '.join(str(part) for part in parts if part)}{sign} {got}"


def combo_tip(banner: int, badge: int, tray: int, note: str = "") -> Tip:
    """A combo's two texts, Active and In Decline, and what it brings, as a tooltip."""
    spans: list[Span] = []
    parts = [race_words(banner)] + ([power_words(badge)] if badge != NONE else [])
    for index, words in enumerate(parts):
        spans.append(Span(("\n" if index else "") + words.name + ": ", bold=True))
        spans.append(Span(words.active))
        if words.changes:
            spans.append(Span(" In Decline: ", bold=True))
            spans.append(Span(words.declined))
        if words.detail:
            spans.append(Span(" " + words.detail, colour=_SOFT))
    ends = f"{token_sum(banner, badge, tray)}. {note}".strip()
    return Tip(combo_name(banner, badge), tuple(spans), (), ends, 400)


_SOFT = (106, 74, 44)
