"""What Races and Special Powers do, for cards and tooltips: their texts and the fine print."""

from __future__ import annotations

from dataclasses import dataclass

from crusade.desktop.kit.text import Span
from crusade.desktop.kit.widget import Tip
from crusade.desktop.words.grammar import combo_name
from crusade.desktop.words.grammar import power as power_value
from crusade.desktop.words.grammar import race as race_value
from crusade.desktop.words.sentences import joined
from crusade.rules.abilities import POWERS, RACES
from crusade.rules.abilities.powers import Power
from crusade.rules.abilities.races import Race
from crusade.rules.ids import NONE
from crusade.texts import N_, Marked, _, _n, runs

_FINE_PRINT = {
    "Amazons": N_(
        "As long as there are enough, every Region keeps one token; only when there are not, "
        "Regions are given up. The 4 do not defend during other turns."
    ),
    "Elves": N_("Only a Sorcerer's swap kills an Elf."),
    "Ghouls": N_(
        "In Decline they may use a final attempt of their own, may attack even your Active "
        "race, and enter again if they were driven off. They lose 1 token per Region. They do "
        "not fight in the turn in which another race declines."
    ),
    "Giants": N_("Two Mountains give no more than one. The Giants must hold the Mountain."),
    "Halflings": N_("Abandoned Holes are gone for good."),
    "Orcs": N_("Non-empty means: any token stood there, Active, In Decline or Lost Tribes."),
    "Skeletons": N_(
        "Counted in whole pairs, as long as the tray has tokens. Non-empty means: any token "
        "stood there, also Lost Tribes."
    ),
    "Sorcerers": N_(
        "Mountain, Fortress and Lair do not protect, an Encampment does. A swap costs no token "
        "in hand, is not possible to enter the board unless they fly, nor after the final "
        "attempt. In a Crusade a lone Lost Tribe token counts as Active."
    ),
    "Tritons": N_("The water itself is not cheaper."),
    "Trolls": N_("A Lair is removed when its Region is abandoned or conquered."),
    "Alchemist": N_("Paid as long as the race has a token."),
    "Berserk": N_(
        "One roll per conquest. If the tokens then do not suffice, the conquests are over."
    ),
    "Bivouacking": N_(
        "Any number in a Region, but only beside a token. They are never lost: driven out, they"
        " are pitched again at the end of that turn."
    ),
    "Commando": N_("The first conquest is cheaper too."),
    "Diplomat": N_("Left out of the Crusades."),
    "Dragon Master": N_(
        "The Region must be in reach. It may be the first conquest. The Dragon stays until it "
        "is sent elsewhere in a later turn."
    ),
    "Flying": N_("Seas and the Lake excepted. They may enter anywhere."),
    "Fortified": N_("One per Region at most. A Fortress is never moved and falls with its Region."),
    "Heroic": N_("The Heroes may stay where they are."),
    "Pillaging": N_("Non-empty means: any token stood there, Active, In Decline or Lost Tribes."),
    "Seafaring": N_("Nobody else can take the water from them. In Decline they take no new water."),
    "Stout": N_("Nothing is scored twice."),
    "Underworld": N_("They enter the board as everybody does."),
}

RACE, POWER = N_("Race"), N_("Special Power")
_NOTHING = frozenset({Race.declined, Power.declined})


@dataclass(frozen=True)
class AbilityWords:
    """The texts of a Race or Special Power; ``number`` in tokens, ``detail`` fine print or ""."""

    name: str
    kind: str
    number: int
    active: str
    declined: str
    detail: str
    changes: bool
    """Whether going In Decline leaves something to say."""

    @property
    def title(self) -> str:
        """`Elves, 6 tokens`."""
        return _n("{name}, {count} token", "{name}, {count} tokens", self.number, name=self.name)


def race_words(banner: int) -> AbilityWords:
    """What a Race does."""
    race = RACES[banner]
    return _words(race, str(race_value(banner)), _(RACE))


def power_words(badge: int) -> AbilityWords:
    """What a Special Power does."""
    power = POWERS[badge]
    return _words(power, str(power_value(badge)), _(POWER))


def _words(source: Race | Power, name: str, kind: str) -> AbilityWords:
    detail = _FINE_PRINT.get(source.name, "")
    return AbilityWords(
        name,
        kind,
        source.number,
        _(source.text),
        _(source.declined),
        _(detail) if detail else "",
        source.declined not in _NOTHING,
    )


def combo_tokens(banner: int, badge: int, tray: int) -> int:
    """Tokens the combo brings, as far as the tray has them (`base.md C6`)."""
    race = RACES[banner]
    tokens = race.number + race.extra_tokens()
    if badge != NONE:
        tokens += POWERS[badge].number
    return min(tokens, tray)


def token_sum(banner: int, badge: int, tray: int) -> str:
    """How the number of tokens comes about: `6 Amazons + 4 for conquests only: 10 tokens.`"""
    race = RACES[banner]
    parts = [_("{number} {name}", number=race.number, name=race_value(banner))]
    if race.extra_tokens():
        parts.append(_("{number} for conquests only", number=race.extra_tokens()))
    if badge != NONE:
        number = POWERS[badge].number
        parts.append(_("{number} {name}", number=number, name=power_value(badge)))
    got = combo_tokens(banner, badge, tray)
    whole = combo_tokens(banner, badge, 99)
    if got < whole:
        return _n(
            "{sum}: {count} token, all that the tray has.",
            "{sum}: {count} tokens, all that the tray has.",
            got,
            sum=" + ".join(parts),
        )
    return _n("{sum}: {count} token.", "{sum}: {count} tokens.", got, sum=" + ".join(parts))


def token_figures(banner: int, badge: int, tray: int) -> str:
    """The numbers of banner, extra tokens and badge, and what they bring: `6 + 4 + 5 = 15`.

    Where the tray has fewer than the sum the figures stay and the tray decides: `3 + 5: 7`.
    """
    race = RACES[banner]
    parts = [race.number, race.extra_tokens(), POWERS[badge].number if badge != NONE else 0]
    got = combo_tokens(banner, badge, tray)
    sign = " =" if got == sum(parts) else ":"
    return f"{' + '.join(str(part) for part in parts if part)}{sign} {got}"


def _said(words: str) -> list[Span]:
    """A text with its heading in bold."""
    return [Span(part, bold=bold) for part, bold in runs(words)]


def combo_tip(banner: int, badge: int, tray: int, note: str = "") -> Tip:
    """A combo's two texts, Active and In Decline, and what it brings, as a tooltip."""
    spans: list[Span] = []
    parts = [race_words(banner)] + ([power_words(badge)] if badge != NONE else [])
    for index, words in enumerate(parts):
        if index:
            spans.append(Span("\n"))
        spans += _said(
            _("{heading} {text}", heading=Marked(_("{name}:", name=words.name)), text=words.active)
        )
        if words.changes:
            spans.append(Span(" "))
            spans += _said(
                _("{heading} {text}", heading=Marked(_("In Decline:")), text=words.declined)
            )
        if words.detail:
            spans.append(Span(" " + words.detail, colour=_SOFT))
    ends = joined(token_sum(banner, badge, tray), note)
    return Tip(combo_name(banner, badge), tuple(spans), (), ends, 400)


_SOFT = (106, 74, 44)
