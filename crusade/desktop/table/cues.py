"""Events as beats: how every thing that happens at the table is shown.

`cues` is one reader of the events among others (log, statistics). Every kind of event has an entry
in ``CUES``; those without a scene of their own say so there.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import cast as typed

from crusade.automaton.lost_tribes import Plan
from crusade.desktop.crossing import Crossing
from crusade.desktop.kit.text import plain
from crusade.desktop.sound import sounds_of
from crusade.desktop.table.marking import crossing_to
from crusade.desktop.table.stage import Beat, Die, Flight, Place, Sprite
from crusade.desktop.words import Cast, sentence, settled, tribes_reason
from crusade.replay import Step, in_parts, moments
from crusade.rules import State, moves
from crusade.rules import events as ev
from crusade.rules.board import bits
from crusade.rules.ids import (
    ASK,
    EMPTY,
    IS_DECLINED,
    NONE,
    OWNER,
    ROLL_ATTEMPT,
    ROLL_COMBO,
    ROLL_TRIBES,
    ROUND_START,
    TRIBES,
    TRIBES_SLOT,
)
from crusade.rules.queries import Foresee, TurnUp, is_card
from crusade.texts import N_, Name, _, several

FLY = 0.42
"""Seconds a token takes to its Region."""
REASON = 1.7
"""Seconds that the Lost Tribes' reason stands before they move."""
ROLL, OWN_ROLL = 1.5, 2.6
COINS = 0.9
NOTE = 1.2
CARD = 3.2
"""Seconds that a new event card lies in full over the board."""
MARKER = 2.4
"""Seconds that a new event marker does."""
LETTERS, LETTER = 45, 0.022
"""Letters of a sentence that are read within a note, and seconds that each further one takes."""
OVER_NOTE = 4.0
"""Seconds in which the end of a turn waits before the Lost Tribes begin."""
MOST_COINS = 14


@dataclass(frozen=True)
class Scene:
    """What a cue may look at: the step, the position before it, and who plays."""

    cast: Cast
    before: State
    step: Step
    number: int
    """How many steps have been shown when this one is over."""
    earlier: State
    """The table as it was before the event that is being shown."""
    later: State
    """The table as that event leaves it."""
    told: int | None = None
    """How many events of the step are told with it, where the step is taken apart."""
    between: bool = False
    """Whether it happens between two rounds, when it is nobody's turn."""

    def beat(self, seconds: float, **more: object) -> Beat:
        """A beat of this step, over the position after its event."""
        made = Beat(self.later, self.later, seconds, self.number, told=self.told)
        return replace(made, **more)  # type: ignore[arg-type]

    @property
    def not_yet(self) -> int | None:
        """``told`` for a beat that comes before what the event says."""
        return None if self.told is None else self.told - 1

    def own(self, seat: int) -> bool:
        """Whether ``seat`` is who acts in this step, a person: he knows what he does."""
        return seat == self.step.actor and seat < self.before.setup.seats

    @property
    def watched(self) -> bool:
        """Whether this belongs to the Lost Tribes' turn."""
        return self.before.seat == TRIBES


def cues(cast: Cast, before: State, steps: Sequence[Step], shown: int) -> list[Beat]:
    """The beats of steps that follow the position ``before``; ``shown`` steps came before them."""
    out: list[Beat] = []
    for number, step in enumerate(steps, shown + 1):
        out += _beats(cast, before, step, number)
        before = step.after
    return out


def _beats(cast: Cast, before: State, step: Step, number: int) -> list[Beat]:
    """The beats of one step. What has no scene of its own is heard with the next one that has."""
    out: list[Beat] = []
    unheard: list[ev.Event] = []
    stages = moments(before, step)
    apart = in_parts(step)
    scene = Scene(cast, before, step, number, before, step.after)
    between = before.cards_due or (before.phase == ASK and before.moment == ROUND_START)
    for count, event in enumerate(step.events, 1):
        told = count if apart else None
        if isinstance(event, ev.RoundBegan | ev.TurnBegan):
            between = isinstance(event, ev.RoundBegan)
        seen = stages[count - 1], stages[count]
        scene = Scene(cast, before, step, number, *seen, told, between)
        unheard.append(event)
        made = CUES[type(event)](scene, event)
        if made:
            out += [replace(made[0], events=tuple(unheard)), *made[1:]]
            unheard.clear()
    if unheard and out:
        out[-1] = replace(out[-1], events=(*out[-1].events, *unheard))
    elif sounds_of(unheard):
        out.append(scene.beat(0.0, events=tuple(unheard), light=True, told=None))
    return out


Cue = Callable[[Scene, ev.Event], list[Beat]]


def _nothing(scene: Scene, event: ev.Event) -> list[Beat]:
    """Seen on the board or in the log without a scene of its own."""
    return []


def _sprite(scene: Scene, slot: int, count: int) -> Sprite:
    """The tokens of the race in ``slot``, as they looked before or after the step."""
    if slot == TRIBES_SLOT:
        return Sprite("race", scene.cast.library.folk.name.message, TRIBES, count=count)
    banner = scene.before.banner[slot]
    if banner < 0:
        banner = scene.step.after.banner[slot]
    race = scene.before.setup.library.races[banner].name
    return Sprite("race", race, OWNER[slot], IS_DECLINED[slot], count)


def _home(slot: int) -> Place:
    """Where the tokens of a slot are when they are not on the board."""
    return ("beside", 0) if slot == TRIBES_SLOT else ("hand", OWNER[slot])


def _conquered(scene: Scene, event: ev.Event) -> list[Beat]:
    """The defenders go, the attackers come."""
    e = typed(ev.Conquered, event)
    flights = []
    if e.victim != EMPTY and e.defenders - e.lost > 0:
        gone = _sprite(scene, e.victim, e.defenders - e.lost)
        flights.append(Flight(gone, ("region", e.region), _home(e.victim), 0.0, 0.75))
    source = ("tray", 0) if e.brought else _home(e.slot)
    come = _sprite(scene, e.slot, e.spent)
    flights.append(Flight(come, source, ("region", e.region), 0.1, 1.0))
    return [
        scene.beat(
            FLY,
            flights=tuple(flights),
            hidden=frozenset({e.region}),
            watched=e.slot == TRIBES_SLOT,
            light=e.slot != TRIBES_SLOT,
            region=e.region,
            crossing=_way(scene),
            words=sentence(e, scene.cast, scene.before, scene.step.after),
        )
    ]


def _way(scene: Scene) -> Crossing | None:
    """The way over a river that the Lost Tribes take in this step."""
    kind, *rest = scene.step.move
    if kind not in (moves.TAKE, moves.TRY) or len(rest) < 2:
        return None
    return crossing_to(scene.before, rest[0], rest[1:])


def _decided(scene: Scene, event: ev.Event) -> list[Beat]:
    """The Lost Tribes think aloud: their candidates are lit, and the reason is said."""
    e = typed(ev.TribesDecided, event)
    plan = typed(Plan, e.plan)
    reason = tribes_reason(scene.cast, scene.before, plan, e.region, e.by)
    # What a person clicked himself needs no second look, what was settled for him does.
    alone = e.by == TRIBES or settled(scene.cast, scene.before, plan, e.region)
    mine = plan.candidate(e.region)
    price = plan.cost if mine is None else mine.cost
    place = scene.cast.place
    values: dict[str, object] = {"region": place(e.region), "price": price, "reason": reason}
    values["folk"] = scene.cast.folk
    if mine is not None and mine.way:
        values["way"] = several(place(river) for river in mine.way)
        if plan.action == moves.TRY:
            words = _("{folk:Nom} try to take {region} over {way} for {price}: {reason}.", **values)
        else:
            words = _("{folk:Nom} take {region} over {way} for {price}: {reason}.", **values)
    elif plan.action == moves.TRY:
        words = _("{folk:Nom} try to take {region} for {price}: {reason}.", **values)
    else:
        words = _("{folk:Nom} take {region} for {price}: {reason}.", **values)
    return [
        scene.beat(
            REASON if alone else REASON / 3,
            picture=scene.before,
            told=scene.not_yet,
            plan=plan,
            region=e.region,
            by=e.by,
            crossing=_way(scene),
            words=words,
            watched=True,
            asks=alone,
        )
    ]


def _stopped(scene: Scene, event: ev.Event) -> list[Beat]:
    return _note(scene, event)


def _note(scene: Scene, event: ev.Event, *flights: Flight) -> list[Beat]:
    """What happened in words, as long as it takes to read them, with what flies meanwhile."""
    words = sentence(event, scene.cast, scene.before, scene.step.after)
    seconds = NOTE + LETTER * max(0, len(plain(words)) - LETTERS)
    return [scene.beat(seconds, words=words, flights=flights, watched=True, asks=True)]


def _told(scene: Scene, event: ev.Event) -> list[Beat]:
    """What a card says of itself stays in sight together with the Region it speaks of."""
    e = typed(ev.Told, event)
    made = _note(scene, e)
    one = e.regions.bit_count() == 1
    return [replace(made[0], region=e.regions.bit_length() - 1)] if one else made


def _answered(scene: Scene, event: ev.Event) -> list[Beat]:
    """What somebody chose is seen by what comes of it; what was drawn must be said."""
    e = typed(ev.Answered, event)
    decision = scene.before.setup.library.decisions[e.decision]
    if not decision.drawn:
        return []
    made = _note(scene, e)
    if isinstance(decision, TurnUp):
        return [replace(made[0], seconds=MARKER, marker=True)]
    if isinstance(decision, Foresee):
        return [replace(made[0], seconds=MARKER, foreseen=True, watched=False, asks=False)]
    watched = scene.watched or scene.between
    return [replace(made[0], watched=watched, asks=watched)]


def _only_between(scene: Scene, event: ev.Event) -> list[Beat]:
    """Worth a note only where nobody's turn tells why it happens."""
    return _note(scene, event) if scene.between else []


def _flown(scene: Scene, event: ev.Event, slot: int, flight: Flight) -> list[Beat]:
    """Tokens fly because a card says so. Who moves his own need not wait for it."""
    words = sentence(event, scene.cast, scene.before, scene.step.after)
    if scene.own(OWNER[slot]):
        return [scene.beat(FLY, flights=(flight,), words=words, light=True)]
    return [scene.beat(COINS, flights=(flight,), words=words, watched=True)]


def _lost(scene: Scene, event: ev.Event) -> list[Beat]:
    e = typed(ev.TokensLost, event)
    start: Place = ("hand", OWNER[e.slot]) if e.region == NONE else ("region", e.region)
    end: Place = ("beside", 0) if e.slot == TRIBES_SLOT else ("tray", 0)
    return _flown(scene, e, e.slot, Flight(_sprite(scene, e.slot, e.tokens), start, end))


def _placed(scene: Scene, event: ev.Event) -> list[Beat]:
    e = typed(ev.TokensPlaced, event)
    start: Place = _home(e.slot) if e.from_hand else ("tray", 0)
    flight = Flight(_sprite(scene, e.slot, e.tokens), start, ("region", e.region))
    return _flown(scene, e, e.slot, flight)


def _returned(scene: Scene, event: ev.Event) -> list[Beat]:
    e = typed(ev.Returned, event)
    flight = Flight(_sprite(scene, e.slot, e.tokens), ("region", e.region), _home(e.slot))
    return _flown(scene, e, e.slot, flight)


def _mark(scene: Scene, event: ev.Event) -> list[Beat]:
    """Coins that a card lays on a Region; the pieces of races and powers are simply there."""
    e = typed(ev.MarkPlaced, event)
    piece = scene.before.setup.library.pieces[e.kind]
    if not piece.pays:
        return []
    flight = Flight(Sprite(piece.picture or piece.word), ("middle", 0), ("region", e.region))
    words = sentence(e, scene.cast, scene.before, scene.step.after)
    own = not scene.between and scene.own(scene.earlier.seat)
    seconds = FLY if own or scene.between else NOTE
    return [scene.beat(seconds, flights=(flight,), words=words, light=own, watched=not own)]


def _paid(scene: Scene, event: ev.Event) -> list[Beat]:
    """Coins that a card costs or brings: to the bank, or from it."""
    e = typed(ev.CoinsPaid, event)
    if not e.coins or not is_card(scene.before.setup.library, e.source):
        return []
    bank: Place = ("middle", 0)
    purse: Place = ("purse", e.seat)
    start, end = (bank, purse) if e.coins > 0 else (purse, bank)
    flights = tuple(
        Flight(Sprite("coin"), start, end, i * 0.12, 0.6 + i * 0.12)
        for i in range(min(abs(e.coins), 4))
    )
    words = sentence(e, scene.cast, scene.before, scene.step.after)
    # What a deed of one's own costs or brings holds nobody up.
    light = scene.own(scene.earlier.seat) and not scene.between and scene.told is None
    watched = not light
    return [scene.beat(COINS, flights=flights, words=words, light=light, watched=watched)]


def _kept(scene: Scene, event: ev.Event) -> list[Beat]:
    e = typed(ev.ComboKept, event)
    token = Sprite("race", scene.before.setup.library.races[e.banner].name, e.seat)
    return _note(scene, e, Flight(token, ("row", e.upper), ("hand", e.seat)))


def _taken(scene: Scene, event: ev.Event) -> list[Beat]:
    e = typed(ev.ComboTaken, event)
    race = scene.before.setup.library.races[e.banner].name
    token = Sprite("race", race, e.seat, count=e.tokens)
    return _note(scene, e, Flight(token, ("tray", 0), ("hand", e.seat)))


def _handed_on(scene: Scene, event: ev.Event) -> list[Beat]:
    e = typed(ev.HandedOn, event)
    flights = tuple(
        Flight(_sprite(scene, old, 1), ("hand", OWNER[old]), ("hand", OWNER[new]))
        for old, new in e.races
    )
    return _note(scene, e, *flights)


def _in_force(scene: Scene, event: ev.Event) -> list[Beat]:
    """The card of the round is shown in full before it does anything."""
    e = typed(ev.CardsInForce, event)
    words = sentence(event, scene.cast, scene.before, scene.step.after)
    card = e.cards[0] if e.cards else None
    seconds = NOTE if card is None else CARD
    return [scene.beat(seconds, words=words, watched=True, asks=True, card=card)]


_ROLLS = {
    ROLL_ATTEMPT: N_("The last attempt"),
    ROLL_TRIBES: N_("{folk:Of} last attempt"),
    ROLL_COMBO: N_("A combo is lost to the die"),
}
_SOME_ROLL = N_("A roll")


def _roll_name(scene: Scene, e: ev.DieRolled) -> str:
    """What a roll is for: that of a decision is called as whoever brings it."""
    if e.decision != NONE:
        decisions = scene.before.setup.library.decisions
        return str(Name("source", decisions[e.decision].source.name))
    return _(_ROLLS.get(e.purpose, _SOME_ROLL), folk=scene.cast.folk)


def _rolled(scene: Scene, event: ev.Event) -> list[Beat]:
    e = typed(ev.DieRolled, event)
    failed = any(isinstance(other, ev.AttemptFailed) for other in scene.step.events)
    good: bool | None = None
    words = _("A roll: {face}", face=e.face)
    if e.purpose == ROLL_ATTEMPT:
        good = not failed
        if failed:
            words = _("The last attempt: {face}, it fails", face=e.face)
        else:
            words = _("The last attempt: {face}, it succeeds", face=e.face)
    elif e.purpose == ROLL_TRIBES:
        good = not failed
        if failed:
            words = _("{folk:Of} last attempt: {face}, it fails", face=e.face, folk=scene.cast.folk)
        else:
            words = _(
                "{folk:Of} last attempt: {face}, it succeeds", face=e.face, folk=scene.cast.folk
            )
    elif e.purpose == ROLL_COMBO:
        words = _(
            "A combo is lost to the die: {face} + 1 = number {row}", face=e.face, row=e.face + 1
        )
    elif e.decision != NONE:
        words = sentence(event, scene.cast, scene.before, scene.step.after)
    tribes = e.purpose == ROLL_TRIBES
    die = Die(e.face, words, good)
    region = scene.before.target if scene.before.target >= 0 else None
    return [
        scene.beat(
            ROLL if tribes else OWN_ROLL,
            picture=scene.before,
            told=scene.not_yet,
            die=die,
            words=_roll_name(scene, e),
            watched=tribes,
            region=region,
            takes=e.purpose == ROLL_COMBO,
        )
    ]


def _scored(scene: Scene, event: ev.Event) -> list[Beat]:
    """Coins fly from the Regions that earned them."""
    e = typed(ev.Scored, event)
    if not e.coins:
        return []
    sources: list[Place] = []
    for _unused, coins, mask in e.items:
        if mask:
            sources += [("region", r) for r in bits(mask)]
        else:
            sources += [("middle", 0)] * coins
    sources = sources[:MOST_COINS]
    share = 0.5 / max(1, len(sources))
    coin = Sprite("coin")
    flights = tuple(
        Flight(coin, place, ("purse", e.seat), i * share, 0.5 + i * share)
        for i, place in enumerate(sources)
    )
    words = sentence(e, scene.cast, scene.before, scene.step.after)
    flown = scene.beat(COINS, picture=scene.earlier, flights=flights, words=words)
    # The log tells the sum when the coins have come, and the purse shows it.
    return [replace(flown, told=scene.not_yet, watched=e.seat == TRIBES)]


def _picked(scene: Scene, event: ev.Event) -> list[Beat]:
    e = typed(ev.ComboPicked, event)
    tokens = Sprite("race", scene.before.setup.library.races[e.banner].name, e.seat, count=e.tokens)
    flight = Flight(tokens, ("row", e.row), ("hand", e.seat))
    return [scene.beat(FLY, flights=(flight,), light=True)]


def _discarded(scene: Scene, event: ev.Event) -> list[Beat]:
    e = typed(ev.ComboDiscarded, event)
    flights = tuple(
        Flight(Sprite("coin"), ("row", e.row), ("purse", TRIBES), i * 0.1, 0.6 + i * 0.1)
        for i in range(min(e.coins, 4))
    )
    words = sentence(e, scene.cast, scene.before, scene.step.after)
    return [scene.beat(NOTE, flights=flights, words=words)]


def _gained(scene: Scene, event: ev.Event) -> list[Beat]:
    e = typed(ev.TokensGained, event)
    tokens = _sprite(scene, e.slot, e.tokens)
    flight = Flight(tokens, ("tray", 0), _home(e.slot))
    if scene.between:
        return _note(scene, e, flight)
    return [scene.beat(FLY, flights=(flight,), light=True)]


def turn_over(before: State, step: Step, number: int, words: str, holds: bool = False) -> Beat:
    """The moment after a person's turn in which it can still be taken back.

    ``step`` ended the turn in the position ``before`` and is the game's ``number``th. With
    ``holds`` it is over only when somebody presses.
    """
    seen = moments(before, step)
    own = [i for i, s in enumerate(seen) if (s.seat, s.round) == (before.seat, before.round)]
    return Beat(
        seen[own[-1]],
        step.after,
        OVER_NOTE,
        number,
        words=words,
        watched=True,
        asks=True,
        told=own[-1],
        holds=holds,
    )


CUES: dict[type[ev.Event], Cue] = {
    ev.RoundBegan: _nothing,
    ev.TurnBegan: _nothing,
    ev.ControlPassed: _nothing,
    ev.ComboDealt: _nothing,
    ev.ComboPicked: _picked,
    ev.ComboKept: _kept,
    ev.ComboTaken: _taken,
    ev.BadgesSwapped: _stopped,
    ev.ComboDiscarded: _discarded,
    ev.DieRolled: _rolled,
    ev.Readied: _nothing,
    ev.Abandoned: _nothing,
    ev.AttemptMade: _nothing,
    ev.AttemptFailed: _nothing,
    ev.Conquered: _conquered,
    ev.MarkPlaced: _mark,
    ev.MarkRemoved: _nothing,
    ev.TokensGained: _gained,
    ev.TokensSetAside: _nothing,
    ev.Redeployed: _nothing,
    ev.PilesSet: _nothing,
    ev.Answered: _answered,
    ev.Told: _told,
    ev.CoinsPaid: _paid,
    ev.TokensLost: _lost,
    ev.TokensPlaced: _placed,
    ev.Returned: _returned,
    ev.HeldBack: _nothing,
    ev.CardTurned: _nothing,
    ev.CardsInForce: _in_force,
    ev.Scored: _scored,
    ev.Declined: _only_between,
    ev.RaceLeft: _only_between,
    ev.HandedOn: _handed_on,
    ev.TribesDecided: _decided,
    ev.TribesStopped: _stopped,
    ev.GameEnded: _nothing,
}
"""How each event is shown; a test proves that none is missing."""
