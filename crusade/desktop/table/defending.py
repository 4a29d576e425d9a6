"""What a defence that was advised does, in a sentence or two."""

from __future__ import annotations

from collections.abc import Mapping

from crusade.automaton.defence import attacked, comes_under, raid
from crusade.desktop.table.draft import TOKENS, Draft, imagined
from crusade.desktop.words import Cast
from crusade.rules import State
from crusade.rules.ids import NONE, OWNER
from crusade.texts import Region, Who, _, _n, _w, several

MOST_NAMED = 4
"""How many raised Regions are named; more are counted."""


def defence_words(cast: Cast, s: State, draft: Draft, before: Mapping[int, int]) -> str:
    """`The Lost Tribes would take none of your Regions. Raised to 3: Foxmead and Ironbrow.`

    ``before`` is how the pieces of the draft stood when the advice was asked for.
    """
    done = _raised(cast, draft, before)
    seat = OWNER[draft.slot]
    if not attacked(s, seat):
        if s.setup.crusade and s.control == NONE:
            alone = _("{folk:Nom} come only after you have played again.", folk=cast.folk)
            return f"{alone} {done}"
        return f"{done} {_('These are the Regions that others could attack.')}"
    coming = raid(imagined(s, draft), seat)
    ties = dict(coming.ties)
    holder = comes_under(s, seat)
    chooser = cast.who(0 if holder is None or holder == NONE else holder)
    lost = [_one_of(cast, chooser, r, ties.get(r, 0)) for r in coming.lost]
    if lost:
        then = _(
            "{folk:Nom} would still take {regions:and} now.",
            regions=several(lost),
            folk=cast.folk,
        )
    elif coming.threatened is not None:
        then = _n(
            "{folk:Nom} could only try {region}: {count} of 6 rolls.",
            "{folk:Nom} could only try {region}: {count} of 6 rolls.",
            coming.wins,
            region=_one_of(cast, chooser, coming.threatened, ties.get(coming.threatened, 0)),
            folk=cast.folk,
        )
    else:
        then = _(
            "{folk:Nom} would take none of your Regions, if their turn began now.", folk=cast.folk
        )
    return f"{then} {done}"


def _one_of(cast: Cast, chooser: Who, r: int, tied: int) -> Region | str:
    """A Region, or those between which a person would choose: `Gillwood or Newtpool (your
    choice)`.
    """
    if not tied & tied - 1:
        return cast.place(r)
    return _w(
        chooser,
        "{regions:or} (your choice)",
        "{regions:or} ({who:of} choice)",
        regions=cast.places(tied),
    )


def given_up_words(cast: Cast, draft: Draft) -> str:
    """`Given up: Foxmead.` for the Regions that a draft leaves without tokens; "" for none."""
    if draft.kind != TOKENS:
        return ""
    left = sorted(r for r, count in draft.counts.items() if not count and draft.start[r])
    places = several([cast.place(r) for r in left])
    return _("Given up: {regions:and}.", regions=places) if left else ""


def _raised(cast: Cast, draft: Draft, before: Mapping[int, int]) -> str:
    """Which Regions hold more than before, and where nothing was raised which hold fewer."""
    more = sorted(r for r, count in draft.counts.items() if count > before[r])
    fewer = sorted(r for r, count in draft.counts.items() if count < before[r])
    given_up = [cast.place(r) for r in fewer if not draft.counts[r]]
    if given_up:
        return _("Given up: {regions:and}.", regions=several(given_up))
    if fewer and not more:
        places = several([cast.place(r) for r in fewer])
        return _("Lowered: {regions:and}.", regions=places)
    if not more:
        return _("The pieces stand well as they are.")
    if len(more) > MOST_NAMED:
        return _n("{count} Region raised.", "{count} Regions raised.", len(more))
    to = {draft.counts[r] for r in more}
    if len(to) == 1:
        places = several([cast.place(r) for r in more])
        return _("Raised to {number}: {regions:and}.", number=to.pop(), regions=places)
    each = [_("{region} to {number}", region=cast.place(r), number=draft.counts[r]) for r in more]
    return _("Raised: {regions:and}.", regions=several(each))
