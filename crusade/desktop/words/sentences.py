"""Every event as a sentence in the past tense, and the Regions it speaks of."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from crusade.automaton.lost_tribes import Plan
from crusade.desktop.words.cast import Cast
from crusade.desktop.words.grammar import (
    capital,
    combo_name,
    counted,
    listed,
    one_of,
    ordinal,
    plural,
)
from crusade.desktop.words.money import item_words
from crusade.desktop.words.tribes import needs_roll, tribes_reason
from crusade.rules import State, moves
from crusade.rules import events as ev
from crusade.rules.board import bits
from crusade.rules.events import Event
from crusade.rules.ids import (
    DRAGON,
    EMPTY,
    FORTRESS,
    HERO,
    HOLE,
    LAIR,
    NOBODY,
    NONE,
    ROLL_BERSERK,
    ROLL_COMBO,
    TRIBES,
    TRIBES_SLOT,
)


@dataclass(frozen=True)
class Telling:
    """What a sentence may look at: who is who, the position before the event and after its move."""

    cast: Cast
    before: State
    after: State

    def banner(self, slot: int) -> int:
        """The Race in a slot, before the move or, if it came with it, after."""
        found = self.before.banner[slot]
        return found if found != NONE else self.after.banner[slot]

    def whose_race(self, slot: int) -> str:
        """`your Orcs`, `the Lost Tribes`."""
        return self.cast.races(slot // 3, self.banner(slot))


def sentence(event: Event, cast: Cast, before: State, after: State) -> str:
    """The event as a sentence of its own."""
    return _SENTENCES[type(event)](event, Telling(cast, before, after))


def _round(e: ev.RoundBegan, t: Telling) -> str:
    rounds = t.after.setup.rounds
    return f"Round {e.round} of {rounds}, the last" if e.round == rounds else f"Round {e.round}"


def _turn(e: ev.TurnBegan, t: Telling) -> str:
    return f"{capital(t.cast.whose(e.seat))} turn"


def _control(e: ev.ControlPassed, t: Telling) -> str:
    return f"{t.cast.subject(e.seat)} took the Control Marker and now plays the Lost Tribes."


def _dealt(e: ev.ComboDealt, t: Telling) -> str:
    return f"{combo_name(e.banner, e.badge)} came into the column."


def _picked(e: ev.ComboPicked, t: Telling) -> str:
    who, what = t.cast.subject(e.seat), combo_name(e.banner, e.badge)
    paid = f"for {plural(e.price, 'coin')}" if e.price else "for nothing"
    text = f"{who} picked {what} {paid} and got {plural(e.tokens, 'token')}"
    return f"{text} and the {plural(e.found, 'coin')} lying there." if e.found else f"{text}."


def _discarded(e: ev.ComboDiscarded, t: Telling) -> str:
    text = f"{combo_name(e.banner, e.badge)}, {ordinal(e.row)} in the column, were discarded"
    if not e.coins:
        return f"{text}."
    return f"{text}; the {plural(e.coins, 'coin')} on them went to the Lost Tribes."


def _rolled(e: ev.DieRolled, t: Telling) -> str:
    who = t.cast.subject(e.seat)
    if e.purpose == ROLL_COMBO:
        return f"{who} rolled {e.face}: {e.face} + 1, the {ordinal(e.face)} combo goes."
    if e.purpose == ROLL_BERSERK:
        less = f"the next conquest costs {e.face} less" if e.face else "no help this time"
        return f"{who} rolled {e.face}: {less}."
    return f"{who} rolled {e.face}."


def _readied(e: ev.Readied, t: Telling) -> str:
    if e.slot == TRIBES_SLOT:
        ready = t.after.hand[TRIBES_SLOT]
        picked = plural(e.tokens, "token")
        return f"The Lost Tribes picked up {picked} and have {ready} to attack with."
    who = t.cast.subject(e.slot // 3)
    text = f"{who} picked up {plural(e.tokens, 'token')}"
    if not e.joined:
        return f"{text}."
    came = counted(e.joined, t.banner(e.slot))
    return f"{text}, and {came} joined again." if e.tokens else f"{came} joined again."


def _abandoned(e: ev.Abandoned, t: Telling) -> str:
    who = t.cast.subject(e.slot // 3)
    return f"{who} abandoned {t.cast.region(e.region)} with {plural(e.tokens, 'token')}."


def _attempt(e: ev.AttemptMade, t: Telling) -> str:
    where = t.cast.region(e.region)
    who = t.cast.subject(e.slot // 3)
    against = f"{plural(e.hand, 'token')} against {e.cost}"
    if t.after.rolling:
        return f"{who} attempted {where}, {against}: {needs_roll(e.cost - e.hand)}."
    return f"{who} attempted {where}, {against}."


def _failed(e: ev.AttemptFailed, t: Telling) -> str:
    return f"The attempt on {t.cast.region(e.region)} failed."


def _conquered(e: ev.Conquered, t: Telling) -> str:
    where = t.cast.region(e.region)
    who = t.cast.subject(e.slot // 3)
    spent = plural(e.spent, "token")
    if e.slot == TRIBES_SLOT:
        text = f"The Lost Tribes took {where} with {spent}."
    elif e.way == moves.SORCERY:
        text = f"{who} conquered {where}: a {one_of(t.banner(e.slot))} took the lone token's place."
    elif e.way == moves.DRAGON:
        text = f"{who} conquered {where} with the Dragon and {spent}."
    elif e.slot % 3:
        text = f"{capital(t.whose_race(e.slot))} conquered {where} with {spent}."
    else:
        text = f"{who} conquered {where} with {spent}."
    return f"{text} {losses(e, t)}".strip()


def losses(e: ev.Conquered, t: Telling) -> str:
    """What the conquest meant for whoever stood there; "" if it was empty."""
    if e.victim == EMPTY or not e.defenders:
        return ""
    kept = e.defenders - e.lost
    if e.victim == TRIBES_SLOT:
        if e.lost:
            return f"{plural(e.lost, 'Lost Tribe token')} left the game."
        return f"{plural(kept, 'Lost Tribe token')} went beside the board."
    race = capital(t.whose_race(e.victim))
    if not e.lost:
        return f"{race} lost none; {plural(kept, 'token')} went back to hand."
    lost = f"{race} lost {plural(e.lost, 'token')}"
    return f"{lost}; {kept} went back to hand." if kept else f"{lost}."


_PLACED = {
    FORTRESS: "A Fortress was built in {}.",
    LAIR: "A Troll's Lair defends {}.",
    HOLE: "A Hole makes {} safe.",
    HERO: "A Hero makes {} safe.",
    DRAGON: "The Dragon makes {} safe.",
}
_REMOVED = {
    FORTRESS: "The Fortress in {} fell.",
    LAIR: "The Troll's Lair in {} is gone.",
    HOLE: "The Hole in {} is gone.",
    HERO: "A Hero left {}.",
    DRAGON: "The Dragon left {}.",
}


def _mark_placed(e: ev.MarkPlaced, t: Telling) -> str:
    return _PLACED[e.kind].format(t.cast.region(e.region))


def _mark_removed(e: ev.MarkRemoved, t: Telling) -> str:
    return _REMOVED[e.kind].format(t.cast.region(e.region))


def _gained(e: ev.TokensGained, t: Telling) -> str:
    race = capital(t.whose_race(e.slot))
    return f"{race} gained {plural(e.tokens, 'token')} from the tray."


def _aside(e: ev.TokensSetAside, t: Telling) -> str:
    return f"{counted(e.tokens, t.banner(e.slot))} left the board until next turn."


def _redeployed(e: ev.Redeployed, t: Telling) -> str:
    who = t.cast.subject(e.slot // 3)
    if e.slot % 3:
        who = capital(t.whose_race(e.slot))
    moved = [(r, n) for r, n in e.counts if n and n != t.before.tokens[r]]
    given_up = [r for r, n in e.counts if not n]
    if not moved and not given_up:
        return f"{who} left all tokens where they stood."
    text = f"{who} redeployed"
    if moved:
        text += f": {t.cast.stands(moved)}"
    if given_up:
        names = listed(t.cast.region(r) for r in given_up)
        text += f"{';' if moved else ''} gave up {names}" if moved else f" and gave up {names}"
    return f"{text}."


def _camps(e: ev.EncampmentsSet, t: Telling) -> str:
    stand = [(r, n) for r, n in e.counts if n]
    return f"{t.cast.subject(e.seat)} pitched the Encampments: {t.cast.stands(stand)}."


def _ally(e: ev.AllyChosen, t: Telling) -> str:
    who = t.cast.subject(e.seat)
    if not 0 <= e.ally < NOBODY:
        return f"{who} made peace with nobody."
    return f"{who} made peace with {t.cast.name(e.ally)} for a round."


def _scored(e: ev.Scored, t: Telling) -> str:
    who = t.cast.subject(e.seat)
    text = f"{who} earned {plural(e.coins, 'coin')}"
    if t.cast.coins_shown(t.after, e.seat, NOBODY):
        text += f" ({e.total} now)"
    if e.items and e.seat != TRIBES:
        text += ": " + listed(item_words(name, coins) for name, coins, _ in e.items)
    return f"{text}."


def _declined(e: ev.Declined, t: Telling) -> str:
    race = capital(t.cast.races(e.seat, e.banner))
    where = f"on {plural(e.regions, 'Region')}" if e.regions else "without a Region"
    return f"{race} went In Decline {where}."


def _left(e: ev.RaceLeft, t: Telling) -> str:
    return f"{capital(t.cast.races(e.slot // 3, e.banner))} left the board."


def tribes_decided(e: ev.TribesDecided, t: Telling, verb: str) -> str:
    """`The Lost Tribes took Foxmead (cost 3): why.` with the verb that fits what follows."""
    assert isinstance(e.plan, Plan)
    why = tribes_reason(t.cast, t.before, e.plan, e.region, e.by)
    return f"The Lost Tribes {verb} {t.cast.region(e.region)} (cost {e.plan.cost}): {why}."


def _decided(e: ev.TribesDecided, t: Telling) -> str:
    return tribes_decided(e, t, "chose")


def _stopped(e: ev.TribesStopped, t: Telling) -> str:
    if not e.aside:
        return "The Lost Tribes have no token left and stopped."
    stand = "stands" if e.aside == 1 else "stand"
    return f"The Lost Tribes stopped; {plural(e.aside, 'token')} {stand} beside the board."


def _ended(e: ev.GameEnded, t: Telling) -> str:
    coins = t.after.coins
    scores = [f"{t.cast.name(seat)} {coins[seat]}" for seat in range(t.after.setup.seats)]
    if t.after.setup.crusade:
        scores.append(f"the Lost Tribes {coins[TRIBES]}")
    won = capital(listed(t.cast.name(seat) for seat in e.winners)) or "Nobody"
    return f"{won} won the game ({', '.join(scores)})."


_SENTENCES: dict[type[Event], Callable[[Any, Telling], str]] = {
    ev.RoundBegan: _round,
    ev.TurnBegan: _turn,
    ev.ControlPassed: _control,
    ev.ComboDealt: _dealt,
    ev.ComboPicked: _picked,
    ev.ComboDiscarded: _discarded,
    ev.DieRolled: _rolled,
    ev.Readied: _readied,
    ev.Abandoned: _abandoned,
    ev.AttemptMade: _attempt,
    ev.AttemptFailed: _failed,
    ev.Conquered: _conquered,
    ev.MarkPlaced: _mark_placed,
    ev.MarkRemoved: _mark_removed,
    ev.TokensGained: _gained,
    ev.TokensSetAside: _aside,
    ev.Redeployed: _redeployed,
    ev.EncampmentsSet: _camps,
    ev.AllyChosen: _ally,
    ev.Scored: _scored,
    ev.Declined: _declined,
    ev.RaceLeft: _left,
    ev.TribesDecided: _decided,
    ev.TribesStopped: _stopped,
    ev.GameEnded: _ended,
}


# ---------------------------------------------------------------- what an event speaks of
def regions_of(event: Event) -> tuple[int, ...]:
    """The Regions an event speaks of, for lighting them on the board."""
    if isinstance(event, ev.Redeployed | ev.EncampmentsSet):
        return tuple(r for r, _ in event.counts)
    if isinstance(event, ev.Scored):
        mask = 0
        for _, _, part in event.items:
            mask |= part
        return tuple(bits(mask))
    region = getattr(event, "region", None)
    return () if region is None else (region,)


def seat_of(event: Event, turn: int) -> int:
    """Whose doing an event is; ``turn`` is whose turn it is, NOBODY where nobody acts."""
    if isinstance(event, ev.RoundBegan | ev.ComboDealt | ev.GameEnded):
        return NOBODY
    if isinstance(event, ev.TribesDecided | ev.TribesStopped):
        return TRIBES
    slot = getattr(event, "slot", None)
    if slot is not None:
        return int(slot) // 3
    return int(getattr(event, "seat", turn))
