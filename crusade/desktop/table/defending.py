"""What a defence that was advised does, in a sentence or two."""

from __future__ import annotations

from collections.abc import Mapping

from crusade.automaton.defence import attacked, comes_under, raid, reachable_by_others
from crusade.desktop.table.draft import TOKENS, Draft, imagined
from crusade.desktop.words import Cast
from crusade.desktop.words.sentences import joined
from crusade.rules import State
from crusade.rules.ids import NONE, OWNER
from crusade.rules.queries import worth
from crusade.texts import Region, Who, _, _n, _w, several

MOST_NAMED = 4
"""How many raised Regions are named; more are counted."""
MOST_TAKEN, MOST_NAMES = 3, 7
"""How many Regions that are lost, and how many names with those tied, the line can hold."""


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
        return joined(done, _why_these(s, draft, before))
    coming = raid(imagined(s, draft), seat)
    ties = dict(coming.ties)
    holder = comes_under(s, seat)
    chooser = cast.who(0 if holder is None or holder == NONE else holder)
    several_ties = sum(_tied(ties.get(r, 0)) for r in coming.lost) > 1
    named = chooser if not several_ties else None
    names = sum(max(1, ties.get(r, 0).bit_count()) for r in coming.lost)
    most = MOST_NAMES if names <= MOST_NAMES else 2
    lost = [_one_of(cast, named, r, ties.get(r, 0), most) for r in coming.lost]
    if len(lost) > MOST_TAKEN:
        then = _n(
            "{folk:Nom} would still take {count} of your Regions.",
            "{folk:Nom} would still take {count} of your Regions.",
            len(lost),
            folk=cast.folk,
        )
    elif several_ties:
        then = _w(
            chooser,
            "{folk:Nom} would still take {regions:and} (your choice).",
            "{folk:Nom} would still take {regions:and} ({who:of} choice).",
            regions=several(lost),
            folk=cast.folk,
        )
    elif lost:
        then = _(
            "{folk:Nom} would still take {regions:and}.", regions=several(lost), folk=cast.folk
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


def _why_these(s: State, draft: Draft, before: Mapping[int, int]) -> str:
    """What others could attack of the Regions that were raised, where the Lost Tribes do not come:
    a sentence, or "" where nothing was raised.
    """
    more = {r for r, count in draft.counts.items() if count > before[r]}
    near = {r for r in reachable_by_others(s, draft.slot) if r in draft.counts}
    if not more or any(not count for count in draft.counts.values()):
        return ""
    if not near:
        return _("Others could attack none of your Regions first.")
    if more == near:
        return _("These are the Regions that others could attack first.")
    if more > near:
        return _("Among them are all Regions that others could attack first.")
    if not more <= near:
        return ""
    left = max(worth(s, r).total for r in near - more)
    if min(worth(s, r).total for r in more) >= left:
        return _("They are worth most of those that others could attack first.")
    return _("Others could attack them first.")


def _tied(regions: int) -> bool:
    """Whether a mask holds Regions between which somebody would choose."""
    return bool(regions & regions - 1)


def _one_of(
    cast: Cast, chooser: Who | None, r: int, tied: int, most: int = MOST_NAMES
) -> Region | str:
    """A Region, or those between which a person would choose: `Gillwood or Newtpool (your
    choice)`; more than ``most`` are counted; without a ``chooser`` the sentence around it names
    whose choice it is.
    """
    if not _tied(tied):
        return cast.place(r)
    if tied.bit_count() > most:
        one = _("one of {count}", count=tied.bit_count())
    else:
        one = _("{regions:or}", regions=cast.places(tied))
    if chooser is None:
        return one
    return _w(chooser, "{regions} (your choice)", "{regions} ({who:of} choice)", regions=one)


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
