"""What Races and Special Powers do, for cards and tooltips: their texts and the fine print."""

from __future__ import annotations

from dataclasses import dataclass

from crusade.desktop.kit.text import Span
from crusade.desktop.kit.widget import Tip
from crusade.desktop.words.grammar import combo_name
from crusade.desktop.words.grammar import power as power_value
from crusade.desktop.words.grammar import race as race_value
from crusade.desktop.words.sentences import NOTHING_IN_DECLINE, joined
from crusade.rules import Library
from crusade.rules.ids import NONE
from crusade.rules.questions import Power, Race, Source
from crusade.texts import N_, Marked, _, _n, runs

RACE, POWER = N_("Race"), N_("Special Power")


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


def said_of(source: Source, crusade: bool | None) -> tuple[str, str]:
    """(text, fine print) of a source in a game: only what is true in a Crusade, or without one.

    With None, where no game is meant, both are told, each with its game.
    """
    text, detail = source.text, [_(source.detail) if source.detail else ""]
    here, there = source.crusade_detail, source.classic_detail
    if crusade is None:
        here = joined(*(_(said) for said in (source.crusade_text, here) if said))
        if here:
            detail.append(_("In a Crusade: {text}", text=here))
        if there:
            detail.append(_("Without the Crusade: {text}", text=_(there)))
    else:
        if crusade and source.crusade_text:
            text = source.crusade_text
        said = here if crusade else there
        detail.append(_(said) if said else "")
    return _(text), joined(*detail)


def race_words(library: Library, banner: int, crusade: bool | None = None) -> AbilityWords:
    """What a Race does, in a game with or without the Crusade."""
    race = library.races[banner]
    return _words(race, str(race_value(library, banner)), _(RACE), crusade)


def power_words(library: Library, badge: int, crusade: bool | None = None) -> AbilityWords:
    """What a Special Power does, in a game with or without the Crusade."""
    power = library.powers[badge]
    return _words(power, str(power_value(library, badge)), _(POWER), crusade)


def _words(source: Race | Power, name: str, kind: str, crusade: bool | None) -> AbilityWords:
    text, detail = said_of(source, crusade)
    return AbilityWords(
        name,
        kind,
        source.number,
        text,
        _(source.declined),
        detail,
        source.declined not in NOTHING_IN_DECLINE,
    )


def combo_tokens(library: Library, banner: int, badge: int, tray: int, lent: int = 0) -> int:
    """Tokens the combo brings, as far as the tray has them (`base.md C6`), and those that an event
    lends it or takes from it.
    """
    race = library.races[banner]
    tokens = race.number + race.extra
    if badge != NONE:
        tokens += library.powers[badge].number
    return max(0, min(tokens, tray) + lent)


def token_sum(library: Library, banner: int, badge: int, tray: int, lent: int = 0) -> str:
    """How the number of tokens comes about: `6 Amazons + 4 for conquests only: 10 tokens.`"""
    race = library.races[banner]
    parts = [_("{number} {name}", number=race.number, name=race_value(library, banner))]
    if race.extra:
        parts.append(_("{number} for conquests only", number=race.extra))
    if badge != NONE:
        number = library.powers[badge].number
        parts.append(_("{number} {name}", number=number, name=power_value(library, badge)))
    got = combo_tokens(library, banner, badge, tray, lent)
    whole = combo_tokens(library, banner, badge, 99, lent)
    if lent > 0:
        parts.append(_("{number} by the event", number=lent))
    elif lent:
        parts.append(_("{number} fewer by the event", number=-lent))
    if got < whole:
        return _n(
            "{sum}: {count} token, all that the tray has.",
            "{sum}: {count} tokens, all that the tray has.",
            got,
            sum=" + ".join(parts),
        )
    return _n("{sum}: {count} token.", "{sum}: {count} tokens.", got, sum=" + ".join(parts))


def token_figures(library: Library, banner: int, badge: int, tray: int, lent: int = 0) -> str:
    """The numbers of banner, extra tokens and badge, and what they bring: `6 + 4 + 5 = 15`.

    Where the tray has fewer than the sum the figures stay and the tray decides: `3 + 5: 7`.
    """
    race = library.races[banner]
    parts = [race.number, race.extra, library.powers[badge].number if badge != NONE else 0]
    got = combo_tokens(library, banner, badge, tray, lent)
    sign = " =" if got == sum(parts) + lent else ":"
    more = f" {'+' if lent > 0 else '−'} {abs(lent)}" if lent else ""
    return f"{' + '.join(str(part) for part in parts if part)}{more}{sign} {got}"


def _said(words: str) -> list[Span]:
    """A text with its heading in bold."""
    return [Span(part, bold=bold) for part, bold in runs(words)]


def combo_tip(
    library: Library,
    banner: int,
    badge: int,
    tray: int,
    note: str = "",
    lent: int = 0,
    crusade: bool | None = None,
) -> Tip:
    """A combo's two texts, Active and In Decline, and what it brings, as a tooltip."""
    spans: list[Span] = []
    parts = [race_words(library, banner, crusade)]
    if badge != NONE:
        parts.append(power_words(library, badge, crusade))
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
    ends = joined(token_sum(library, banner, badge, tray, lent), note)
    return Tip(combo_name(library, banner, badge), tuple(spans), (), ends, 400)


_SOFT = (106, 74, 44)
