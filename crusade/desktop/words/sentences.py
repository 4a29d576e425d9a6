"""Every event as a sentence in the past tense, and the Regions it speaks of."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from crusade.atlas import BoardFile
from crusade.automaton.lost_tribes import Plan
from crusade.boxes import LANDS
from crusade.desktop import whose
from crusade.desktop.words.cast import Cast
from crusade.desktop.words.grammar import combo, power
from crusade.desktop.words.money import item_words, summed
from crusade.desktop.words.tribes import needs_roll, tribes_reason
from crusade.rules import Library, State, queries
from crusade.rules import events as ev
from crusade.rules.board import bits
from crusade.rules.events import Event
from crusade.rules.ids import EMPTY, NOBODY, NONE, ROLL_COMBO, TRIBES, TRIBES_SLOT
from crusade.rules.labels import Label
from crusade.rules.questions import Power, Race
from crusade.texts import (
    Army,
    Marked,
    Name,
    Several,
    Who,
    _,
    _n,
    _w,
    begun,
    coins,
    regions,
    several,
    tell,
    tokens,
    unmarked,
)


@dataclass(frozen=True)
class Telling:
    """What a sentence may look at: who is who, the position before the event and after its move."""

    cast: Cast
    before: State
    after: State

    @property
    def library(self) -> Library:
        """What the game's boxes bring."""
        return self.after.setup.library

    def banner(self, slot: int) -> int:
        """The Race in a slot, before the move or, if it came with it, after."""
        found = self.before.banner[slot]
        return found if found != NONE else self.after.banner[slot]

    def who(self, slot: int) -> Who:
        """Whose race is in a slot."""
        return self.cast.who(whose.owner(slot))

    def folk(self, number: int) -> str:
        """`3 Lost Tribe tokens`."""
        return tell(self.cast.library.folk.tokens.given(count=number))

    def army(self, slot: int) -> Army:
        """`your Orcs`, `the Lost Tribes`."""
        return self.cast.army(whose.owner(slot), self.banner(slot))

    def place(self, r: int) -> Marked:
        """A Region, to be set in bold where lines are set."""
        return Marked(self.cast.place(r))

    def stands(self, counts: Iterable[tuple[int, int]]) -> Several:
        """`3 in Foxmead and 2 in Ironbrow`."""
        return several(
            _("{tokens} in {region}", tokens=count, region=self.place(r)) for r, count in counts
        )


def sentence(event: Event, cast: Cast, before: State, after: State) -> str:
    """The event as a sentence of its own."""
    return unmarked(told(event, Telling(cast, before, after)))


def told(event: Event, telling: Telling) -> str:
    """The event as a sentence of its own, its Regions marked (`texts.runs`)."""
    return _SENTENCES[type(event)](event, telling)


def _round(e: ev.RoundBegan, t: Telling) -> str:
    if e.round == t.after.setup.rounds:
        return _("Round {round} of {rounds}, the last", round=e.round, rounds=e.round)
    return _("Round {round}", round=e.round)


def _turn(e: ev.TurnBegan, t: Telling) -> str:
    return _w(t.cast.who(e.seat), "Your turn", "{who:of} turn", "{who:Of} turn")


def _control(e: ev.ControlPassed, t: Telling) -> str:
    return _w(
        t.cast.who(e.seat),
        "You took the Control Marker and now play {folk}.",
        "{who} took the Control Marker and now plays {folk}.",
        folk=t.cast.folk,
    )


def _dealt(e: ev.ComboDealt, t: Telling) -> str:
    return _("{combo} came into the column.", combo=combo(t.library, e.banner, e.badge))


def _picked(e: ev.ComboPicked, t: Telling) -> str:
    who, what = t.cast.who(e.seat), combo(t.library, e.banner, e.badge)
    got, price, found = tokens(e.tokens), coins(e.price), coins(e.found)
    if e.price and e.found:
        return _w(
            who,
            "You picked {combo} for {price} and got {tokens} and the {found} lying there.",
            "{who} picked {combo} for {price} and got {tokens} and the {found} lying there.",
            combo=what,
            price=price,
            tokens=got,
            found=found,
        )
    if e.price:
        return _w(
            who,
            "You picked {combo} for {price} and got {tokens}.",
            "{who} picked {combo} for {price} and got {tokens}.",
            combo=what,
            price=price,
            tokens=got,
        )
    if e.found:
        return _w(
            who,
            "You picked {combo} for nothing and got {tokens} and the {found} lying there.",
            "{who} picked {combo} for nothing and got {tokens} and the {found} lying there.",
            combo=what,
            tokens=got,
            found=found,
        )
    return _w(
        who,
        "You picked {combo} for nothing and got {tokens}.",
        "{who} picked {combo} for nothing and got {tokens}.",
        combo=what,
        tokens=got,
    )


def _kept(e: ev.ComboKept, t: Telling) -> str:
    return _w(
        t.cast.who(e.seat),
        "You put {combo} aside for your next pick: {price} paid, {found} found.",
        "{who} put {combo} aside for the next pick: {price} paid, {found} found.",
        "{who} put {combo} aside for the next pick: {price} paid, {found} found.",
        combo=combo(t.library, e.banner, e.badge),
        price=coins(e.upper),
        found=coins(e.found),
    )


def _taken(e: ev.ComboTaken, t: Telling) -> str:
    return _w(
        t.cast.who(e.seat),
        "The {combo} that you had put aside came into play: {tokens}.",
        "The {combo} that {who} had put aside came into play: {tokens}.",
        "The {combo} that {who} had put aside came into play: {tokens}.",
        combo=combo(t.library, e.banner, e.badge),
        tokens=tokens(e.tokens),
    )


def _badges_swapped(e: ev.BadgesSwapped, t: Telling) -> str:
    return _(
        "Number {row} in the column took the badge of number {other}: {power}.",
        row=e.row + 1,
        other=e.other + 1,
        power=power(t.library, e.badge),
    )


def _discarded(e: ev.ComboDiscarded, t: Telling) -> str:
    what = combo(t.library, e.banner, e.badge)
    if not e.coins:
        return _("{combo}, number {row} in the column, were discarded.", combo=what, row=e.row + 1)
    return _n(
        "{combo}, number {row} in the column, were discarded; the {count} coin on them went to "
        "{folk}.",
        "{combo}, number {row} in the column, were discarded; the {count} coins on them went to "
        "{folk}.",
        e.coins,
        combo=what,
        row=e.row + 1,
        folk=t.cast.folk,
    )


def _rolled(e: ev.DieRolled, t: Telling) -> str:
    who = t.cast.who(e.seat)
    if e.purpose == ROLL_COMBO:
        return _w(
            who,
            "You rolled {face}: {face} + 1, so combo {row} of the column goes.",
            "{who} rolled {face}: {face} + 1, so combo {row} of the column goes.",
            "{who:Nom} rolled {face}: {face} + 1, so combo {row} of the column goes.",
            face=e.face,
            row=e.face + 1,
        )
    if e.decision != NONE:
        said = t.library.decisions[e.decision].told_roll(e.face)
        if said:
            return begun(_say(said, t, who=who, face=e.face))
    return _w(
        who,
        "You rolled {face}.",
        "{who} rolled {face}.",
        "{who:Nom} rolled {face}.",
        face=e.face,
    )


def rolled_and_conquered(roll: ev.DieRolled, e: ev.Conquered, t: Telling) -> str:
    """A roll for an attempt, and that it succeeded, in one line."""
    said = _w(
        t.cast.who(roll.seat),
        "You rolled {face} and conquered {region} with {tokens}.",
        "{who} rolled {face} and conquered {region} with {tokens}.",
        "{who:Nom} rolled {face} and took {region} with {tokens}.",
        face=roll.face,
        region=t.place(e.region),
        tokens=_forces(e, t),
    )
    return joined(said, losses(e, t))


def rolled_and_failed(roll: ev.DieRolled, e: ev.AttemptFailed, t: Telling) -> str:
    """A roll for an attempt, and that it failed, in one line."""
    return _w(
        t.cast.who(roll.seat),
        "You rolled {face}: the attempt on {region} failed.",
        "{who} rolled {face}: the attempt on {region} failed.",
        "{who:Nom} rolled {face}: the attempt on {region} failed.",
        face=roll.face,
        region=t.place(e.region),
    )


def joined(*sentences: str) -> str:
    """Whole sentences, one after the other; empty ones are left out."""
    return " ".join(each for each in sentences if each)


def land_names(file: BoardFile, r: int) -> list[str]:
    """What is printed on a Region besides its name: the terrain, then the symbols that are more
    than a beginning (`Mountain`, `Mine`).
    """
    land, facts = LANDS[file.box], file.regions[r]
    terrain = land.terrain(facts.terrain)
    names = [] if terrain is None else [terrain.name]
    printed = (*facts.symbols, *facts.features)
    names += [sign.name for sign in land.symbols if sign.word in printed and not sign.tribes]
    return [begun(str(Name("terrain", name))) for name in names]


def beside(*parts: str) -> str:
    """Remarks side by side, those that are empty left out."""
    return " · ".join(part for part in parts if part)


def _readied(e: ev.Readied, t: Telling) -> str:
    who, picked = t.who(e.slot), tokens(e.tokens)
    if e.slot == TRIBES_SLOT:
        return _(
            "{folk:Nom} picked up {tokens} and have {ready} to attack with.",
            tokens=picked,
            ready=t.after.hand[TRIBES_SLOT],
            folk=t.cast.folk,
        )
    if not e.joined:
        return _w(who, "You picked up {tokens}.", "{who} picked up {tokens}.", tokens=picked)
    if not e.tokens:
        return _n(
            "{count} token of {army} joined again.",
            "{count} tokens of {army} joined again.",
            e.joined,
            army=t.army(e.slot),
        )
    return _w(
        who,
        "You picked up {tokens}, and {joined} joined again.",
        "{who} picked up {tokens}, and {joined} joined again.",
        tokens=picked,
        joined=tokens(e.joined),
    )


def _abandoned(e: ev.Abandoned, t: Telling) -> str:
    return _w(
        t.who(e.slot),
        "You abandoned {region} with {tokens}.",
        "{who} abandoned {region} with {tokens}.",
        "{who:Nom} abandoned {region} with {tokens}.",
        region=t.place(e.region),
        tokens=tokens(e.tokens),
    )


def _attempt(e: ev.AttemptMade, t: Telling) -> str:
    if t.after.rolling:
        return _w(
            t.who(e.slot),
            "You attempted {region}, {hand} against {cost}: {roll}.",
            "{who} attempted {region}, {hand} against {cost}: {roll}.",
            "{who:Nom} attempted {region}, {hand} against {cost}: {roll}.",
            region=t.place(e.region),
            hand=tokens(e.hand),
            cost=e.cost,
            roll=needs_roll(e.cost - e.hand),
        )
    return _w(
        t.who(e.slot),
        "You attempted {region}, {hand} against {cost}.",
        "{who} attempted {region}, {hand} against {cost}.",
        "{who:Nom} attempted {region}, {hand} against {cost}.",
        region=t.place(e.region),
        hand=tokens(e.hand),
        cost=e.cost,
    )


def _failed(e: ev.AttemptFailed, t: Telling) -> str:
    return _("The attempt on {region} failed.", region=t.place(e.region))


def _conquered(e: ev.Conquered, t: Telling) -> str:
    who, where, spent = t.who(e.slot), t.place(e.region), _forces(e, t)
    way = next((w for w in t.library.ways_of(e.way) if w.told), None)
    if e.slot != TRIBES_SLOT and way is not None:
        said = _say(way.told, t, who=who, region=where, tokens=spent)
    elif whose.is_declined(e.slot):
        said = _w(
            who,
            "{army:Nom} conquered {region} with {tokens}.",
            "{army:Nom} conquered {region} with {tokens}.",
            army=t.army(e.slot),
            region=where,
            tokens=spent,
        )
    else:
        said = _w(
            who,
            "You conquered {region} with {tokens}.",
            "{who} conquered {region} with {tokens}.",
            "{who:Nom} took {region} with {tokens}.",
            region=where,
            tokens=spent,
        )
    over = "" if e.way else tell(queries.reached_over(t.before, e.slot, e.region))
    return joined(said, over, losses(e, t))


def _forces(e: ev.Conquered, t: Telling) -> Several:
    """What a conquest took: `2 tokens`, and what fought beside them (`and 1 Silver Hammer`)."""
    fought = queries.fought_beside(t.before, e.slot, e.region, e.way, e.spent)
    helped = (tell(piece.title.given(count=number)) for piece, number in fought)
    return several([tokens(e.spent), *helped])


def losses(e: ev.Conquered, t: Telling) -> str:
    """What the conquest meant for whoever stood there; "" if it was empty."""
    if e.victim == EMPTY or not e.defenders:
        return ""
    kept = e.defenders - e.lost - e.later
    if e.victim == TRIBES_SLOT:
        if e.lost:
            return _n(
                "{tokens} left the game.", "{tokens} left the game.", e.lost, tokens=t.folk(e.lost)
            )
        return _n(
            "{tokens} went beside the board.",
            "{tokens} went beside the board.",
            kept,
            tokens=t.folk(kept),
        )
    who, army = t.who(e.victim), t.army(e.victim)
    if not e.lost:
        return _w(
            who,
            (
                "{army:Nom} lost none; {count} token went back to hand.",
                "{army:Nom} lost none; {count} tokens went back to hand.",
            ),
            (
                "{army:Nom} lost none; {count} token went back to hand.",
                "{army:Nom} lost none; {count} tokens went back to hand.",
            ),
            army=army,
            count=kept,
        )
    if kept:
        return _w(
            who,
            "{army:Nom} lost {tokens}; {kept} went back to hand.",
            "{army:Nom} lost {tokens}; {kept} went back to hand.",
            army=army,
            tokens=tokens(e.lost),
            kept=kept,
        )
    return _w(
        who,
        "{army:Nom} lost {tokens}.",
        "{army:Nom} lost {tokens}.",
        army=army,
        tokens=tokens(e.lost),
    )


def _say(label: Label, t: Telling, **values: object) -> str:
    """A message that a definition brings, with the values of this event; "" for none."""
    if not label:
        return ""
    who = values.get("who")
    if isinstance(who, Who):
        del values["who"]
        return _w(who, label.you or label.message, label.message, label.message, **values)
    return _(label.message, **values)


def _mark_placed(e: ev.MarkPlaced, t: Telling) -> str:
    return _say(t.library.pieces[e.kind].placed, t, region=t.place(e.region))


def _mark_removed(e: ev.MarkRemoved, t: Telling) -> str:
    return _say(t.library.pieces[e.kind].removed, t, region=t.place(e.region))


def _gained(e: ev.TokensGained, t: Telling) -> str:
    said = _w(
        t.who(e.slot),
        "{army:Nom} gained {tokens} from the tray.",
        "{army:Nom} gained {tokens} from the tray.",
        "{who:Nom} gained {tokens} from the tray.",
        army=t.army(e.slot),
        tokens=tokens(e.tokens),
    )
    return _of_card(e.why, said, t)


def _aside(e: ev.TokensSetAside, t: Telling) -> str:
    return _n(
        "{count} token of {army} left the board until next turn.",
        "{count} tokens of {army} left the board until next turn.",
        e.tokens,
        army=t.army(e.slot),
    )


def _redeployed(e: ev.Redeployed, t: Telling) -> str:
    moved = [(r, n) for r, n in e.counts if n and n != t.before.tokens[r]]
    left = [r for r, n in e.counts if not n]
    stand = t.stands(moved)
    given_up = several(map(t.place, left))
    if whose.is_declined(e.slot):
        return _redeployed_army(t.who(e.slot), t.army(e.slot), stand, given_up)
    who = t.who(e.slot)
    if moved and left:
        return _w(
            who,
            "You redeployed: {stand}; gave up {regions}.",
            "{who} redeployed: {stand}; gave up {regions}.",
            "{who:Nom} redeployed: {stand}; gave up {regions}.",
            stand=stand,
            regions=given_up,
        )
    if moved:
        return _w(
            who,
            "You redeployed: {stand}.",
            "{who} redeployed: {stand}.",
            "{who:Nom} redeployed: {stand}.",
            stand=stand,
        )
    if left:
        return _w(
            who,
            "You redeployed and gave up {regions}.",
            "{who} redeployed and gave up {regions}.",
            "{who:Nom} redeployed and gave up {regions}.",
            regions=given_up,
        )
    return _w(
        who,
        "You left all tokens where they stood.",
        "{who} left all tokens where they stood.",
        "{who:Nom} left all tokens where they stood.",
    )


def _redeployed_army(who: Who, army: Army, stand: Several, given_up: Several) -> str:
    """The same for a race In Decline that fights on: it is told by its own name."""
    if stand.things and given_up.things:
        return _w(
            who,
            "{army:Nom} redeployed: {stand}; gave up {regions}.",
            "{army:Nom} redeployed: {stand}; gave up {regions}.",
            army=army,
            stand=stand,
            regions=given_up,
        )
    if stand.things:
        return _w(
            who,
            "{army:Nom} redeployed: {stand}.",
            "{army:Nom} redeployed: {stand}.",
            army=army,
            stand=stand,
        )
    if given_up.things:
        return _w(
            who,
            "{army:Nom} redeployed and gave up {regions}.",
            "{army:Nom} redeployed and gave up {regions}.",
            army=army,
            regions=given_up,
        )
    return _w(
        who,
        "{army:Nom} left all tokens where they stood.",
        "{army:Nom} left all tokens where they stood.",
        army=army,
    )


def _piles(e: ev.PilesSet, t: Telling) -> str:
    stand = t.stands((r, n) for r, n in e.counts if n)
    return _say(t.library.pieces[e.kind].spread, t, who=t.who(e.slot), stand=stand)


def _answered(e: ev.Answered, t: Telling) -> str:
    if not e.told:
        return ""
    return _of_card(t.library.decisions[e.decision].source.name, tell(e.told, t.cast.who), t)


def _told(e: ev.Told, t: Telling) -> str:
    return _of_card(e.source, tell(e.told, t.cast.who), t)


def _of_card(source: str, said: str, t: Telling) -> str:
    """What ``source`` says; an event card is named with it, unless it names itself."""
    said = begun(said)
    name = Name("source", source)
    if not queries.is_card(t.library, source) or str(name) in said:
        return said
    return _("{card}: {what}", card=name, what=said)


def _paid(e: ev.CoinsPaid, t: Telling) -> str:
    if e.coins < 0:
        return _w(
            t.cast.who(e.seat),
            "You paid {coins} ({source}).",
            "{who} paid {coins} ({source}).",
            "{who:Nom} paid {coins} ({source}).",
            coins=coins(-e.coins),
            source=Name("source", e.source),
        )
    return _w(
        t.cast.who(e.seat),
        "You got {coins} ({source}).",
        "{who} got {coins} ({source}).",
        "{who:Nom} got {coins} ({source}).",
        coins=coins(e.coins),
        source=Name("source", e.source),
    )


def _tokens_lost(e: ev.TokensLost, t: Telling) -> str:
    if e.region == NONE:
        return _n(
            "{count} token of {army} in hand is lost.",
            "{count} tokens of {army} in hand are lost.",
            e.tokens,
            army=t.army(e.slot),
        )
    if e.slot == TRIBES_SLOT and t.after.setup.crusade:  # they never lose a token
        return _n(
            "{tokens} of {region} went beside the board.",
            "{tokens} of {region} went beside the board.",
            e.tokens,
            tokens=t.folk(e.tokens),
            region=t.place(e.region),
        )
    return _n(
        "{count} token of {army} in {region} is lost.",
        "{count} tokens of {army} in {region} are lost.",
        e.tokens,
        army=t.army(e.slot),
        region=t.place(e.region),
    )


def _tokens_placed(e: ev.TokensPlaced, t: Telling) -> str:
    return _n(
        "{count} token of {army} came to {region}.",
        "{count} tokens of {army} came to {region}.",
        e.tokens,
        army=t.army(e.slot),
        region=t.place(e.region),
    )


def _returned(e: ev.Returned, t: Telling) -> str:
    return _n(
        "{count} token of {army} came back from {region}.",
        "{count} tokens of {army} came back from {region}.",
        e.tokens,
        army=t.army(e.slot),
        region=t.place(e.region),
    )


def _held_back(e: ev.HeldBack, t: Telling) -> str:
    if e.tokens > 0:
        return _n(
            "{count} token of {army} waits for the redeployment.",
            "{count} tokens of {army} wait for the redeployment.",
            e.tokens,
            army=t.army(e.slot),
        )
    return _n(
        "{count} driven-out token of {army} joined the redeployment.",
        "{count} driven-out tokens of {army} joined the redeployment.",
        -e.tokens,
        army=t.army(e.slot),
    )


def _card(e: ev.CardTurned, t: Telling) -> str:
    card = Name("card", t.library.cards[e.card].name)
    if e.current:
        return _("“{card}” is the event of this round.", card=card)
    return _("“{card}” is the next event.", card=card)


def _in_force(e: ev.CardsInForce, t: Telling) -> str:
    cards = [Name("card", t.library.cards[card].name) for card in e.cards]
    if not cards:
        return _("No event is in force any more.")
    if len(cards) == 1:
        return _("“{card}” is in force from now on.", card=cards[0])
    return _("In force from now on: {cards}.", cards=several(cards))


def _scored(e: ev.Scored, t: Telling) -> str:
    who, earned = t.cast.who(e.seat), coins(e.coins)
    if not t.cast.coins_shown(t.after, e.seat, NOBODY):
        # What was earned turn by turn would add up to the coins that are hidden.
        return _w(who, "You scored the turn.", "{who} scored the turn.")
    sums = summed(e.items)
    # The Lost Tribes' coins are those of their Regions: only what a card changes must be said.
    if not sums or (e.seat == TRIBES and len(sums) == 1):
        return _w(
            who,
            "You earned {coins} ({total} now).",
            "{who} earned {coins} ({total} now).",
            "{who:Nom} earned {coins} ({total} now).",
            coins=earned,
            total=e.total,
        )
    return _w(
        who,
        "You earned {coins} ({total} now): {items}.",
        "{who} earned {coins} ({total} now): {items}.",
        "{who:Nom} earned {coins} ({total} now): {items}.",
        coins=earned,
        total=e.total,
        items=several(item_words(label, number) for label, number in sums),
    )


NOTHING_IN_DECLINE = frozenset({Race.declined, Power.declined})
"""What Races and Special Powers say of their decline where there is nothing to say."""


def housed_in_decline(s: State, slot: int) -> list[str]:
    """What the Special Powers of a race's Places do when it declines, a line for each that does
    something.
    """
    return [
        _(
            "{power} from {place}: {text}",
            power=Name("power", power.name),
            place=Name("source", place.name),
            text=_(power.declined),
        )
        for place, power in queries.powers_of_places(s, slot)
        if power.declined not in NOTHING_IN_DECLINE
    ]


def _declined(e: ev.Declined, t: Telling) -> str:
    """With what Special Powers of Places did at the decline."""
    said = housed_in_decline(t.before, whose.active_slot(e.seat))
    return joined(_went_in_decline(e, t), *said)


def _went_in_decline(e: ev.Declined, t: Telling) -> str:
    who, army = t.cast.who(e.seat), t.cast.army(e.seat, e.banner)
    if not e.regions:
        return _w(
            who,
            "{army:Nom} went In Decline without a Region.",
            "{army:Nom} went In Decline without a Region.",
            army=army,
        )
    return _w(
        who,
        "{army:Nom} went In Decline on {regions}.",
        "{army:Nom} went In Decline on {regions}.",
        army=army,
        regions=regions(e.regions),
    )


def _left(e: ev.RaceLeft, t: Telling) -> str:
    seat = whose.owner(e.slot)
    return _w(
        t.cast.who(seat),
        "{army:Nom} left the board.",
        "{army:Nom} left the board.",
        army=t.cast.army(seat, e.banner),
    )


def _handed_on(e: ev.HandedOn, t: Telling) -> str:
    return _("The Active races change hands.")


def tribes_chose(e: ev.TribesDecided, t: Telling) -> str:
    """`The Lost Tribes chose Foxmead (cost 3): why.`, where what follows is not known yet."""
    return _("{folk:Nom} chose {region} (cost {cost}): {why}.", **_decision_values(e, t))


def tribes_took(e: ev.TribesDecided, t: Telling) -> str:
    """The same where the Region was taken."""
    values = _decision_values(e, t)
    if "way" in values:
        return _("{folk:Nom} took {region} over {way} (cost {cost}): {why}.", **values)
    return _("{folk:Nom} took {region} (cost {cost}): {why}.", **values)


def tribes_attempted(e: ev.TribesDecided, t: Telling) -> str:
    """The same where the die decides."""
    values = _decision_values(e, t)
    if "way" in values:
        return _("{folk:Nom} attempted {region} over {way} (cost {cost}): {why}.", **values)
    return _("{folk:Nom} attempted {region} (cost {cost}): {why}.", **values)


def _decision_values(e: ev.TribesDecided, t: Telling) -> dict[str, object]:
    assert isinstance(e.plan, Plan)
    why = tribes_reason(t.cast, t.before, e.plan, e.region, e.by)
    values: dict[str, object] = {
        "region": t.place(e.region),
        "cost": e.plan.cost,
        "why": why,
        "folk": t.cast.folk,
    }
    mine = e.plan.candidate(e.region)
    if mine is not None and mine.way:
        values["way"] = several(t.place(river) for river in mine.way)
    return values


def _stopped(e: ev.TribesStopped, t: Telling) -> str:
    if not e.aside:
        return _("{folk:Nom} have no token left and stopped.", folk=t.cast.folk)
    return _n(
        "{folk:Nom} stopped; {count} token stands beside the board.",
        "{folk:Nom} stopped; {count} tokens stand beside the board.",
        e.aside,
        folk=t.cast.folk,
    )


def _ended(e: ev.GameEnded, t: Telling) -> str:
    totals = t.after.coins
    sides = [*range(t.after.setup.seats), *([TRIBES] if t.after.setup.crusade else [])]
    scores = several(_("{who} {coins}", who=t.cast.who(seat), coins=totals[seat]) for seat in sides)
    if not e.winners:
        return _("Nobody won the game ({scores:list}).", scores=scores)
    if len(e.winners) > 1:
        return _(
            "{winners:And} won the game ({scores:list}).",
            winners=several(t.cast.who(seat) for seat in e.winners),
            scores=scores,
        )
    return _w(
        t.cast.who(e.winners[0]),
        "You won the game ({scores:list}).",
        "{who} won the game ({scores:list}).",
        "{who:Nom} won the game ({scores:list}).",
        scores=scores,
    )


_SENTENCES: dict[type[Event], Callable[[Any, Telling], str]] = {
    ev.RoundBegan: _round,
    ev.TurnBegan: _turn,
    ev.ControlPassed: _control,
    ev.ComboDealt: _dealt,
    ev.ComboPicked: _picked,
    ev.ComboKept: _kept,
    ev.ComboTaken: _taken,
    ev.BadgesSwapped: _badges_swapped,
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
    ev.PilesSet: _piles,
    ev.Answered: _answered,
    ev.Told: _told,
    ev.CoinsPaid: _paid,
    ev.TokensLost: _tokens_lost,
    ev.TokensPlaced: _tokens_placed,
    ev.Returned: _returned,
    ev.HeldBack: _held_back,
    ev.CardTurned: _card,
    ev.CardsInForce: _in_force,
    ev.Scored: _scored,
    ev.Declined: _declined,
    ev.RaceLeft: _left,
    ev.HandedOn: _handed_on,
    ev.TribesDecided: tribes_chose,
    ev.TribesStopped: _stopped,
    ev.GameEnded: _ended,
}


# ---------------------------------------------------------------- what an event speaks of
def regions_of(event: Event) -> tuple[int, ...]:
    """The Regions an event speaks of, for lighting them on the board."""
    if isinstance(event, ev.Redeployed | ev.PilesSet):
        return tuple(r for r, _number in event.counts)
    if isinstance(event, ev.Scored):
        mask = 0
        for _label, _coins, part in event.items:
            mask |= part
        return tuple(bits(mask))
    region = getattr(event, "region", None)
    return () if region is None else (region,)


_NOBODYS = ev.RoundBegan | ev.ComboDealt | ev.CardTurned | ev.CardsInForce | ev.GameEnded


def seat_of(event: Event, turn: int) -> int:
    """Whose doing an event is; ``turn`` is whose turn it is, NOBODY where nobody acts."""
    if isinstance(event, _NOBODYS):
        return NOBODY
    if isinstance(event, ev.TribesDecided | ev.TribesStopped):
        return TRIBES
    slot = getattr(event, "slot", None)
    if slot is not None:
        return whose.owner(int(slot))
    return int(getattr(event, "seat", turn))
