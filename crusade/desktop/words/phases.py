"""Whose turn it is, which step, and what to do next."""

from __future__ import annotations

from crusade.desktop import whose
from crusade.desktop.words.cast import Cast
from crusade.desktop.words.grammar import race
from crusade.desktop.words.sentences import joined
from crusade.desktop.words.tribes import equal_words, lost_on_the_way
from crusade.rules import Refusal, State, decider, hand_of, legal_moves, queries
from crusade.rules import moves as kinds
from crusade.rules.asking import Decision, Spread
from crusade.rules.board import bits
from crusade.rules.ids import (
    ASK,
    CONQUER,
    DEALER,
    EARLY_MAY,
    EARLY_OVER,
    EARLY_SPENT,
    NONE,
    OVER,
    PICK,
    REDEPLOY,
    ROLL_COMBO,
    ROUND_START,
    TRIBES,
    TRIBES_TURN,
    VICTIM,
)
from crusade.rules.queries import asked, fighters, forces, progress
from crusade.texts import N_, Name, _, _n, _w, begun, several, tell


def headline(cast: Cast, s: State, active: bool = False) -> tuple[str, str]:
    """(whose turn, which step) for the top of the table: `Your turn`, `Pick a combo`; or who is
    asked in the turn of another: `Bob's decision`.

    ``active``: the person has gone on to the Active race, though one In Decline may still act.
    """
    title, step = _headline(cast, s, active)
    return title, begun(step)


def _headline(cast: Cast, s: State, active: bool) -> tuple[str, str]:
    if s.phase == OVER:
        return _("The game is over"), _outcome(cast, s)
    who = cast.who(s.seat)
    if _between_rounds(s):
        title = _("Round {round}", round=s.round)
    elif not cast.solo and s.phase in (VICTIM, ASK) and s.actor not in (s.seat, DEALER):
        title = _w(cast.who(s.actor), "Your decision", "{who:of} decision", "{who:Of} decision")
    elif s.round == s.setup.rounds:
        title = _w(who, "Your last turn", "{who:of} last turn", "{who:Of} last turn")
    else:
        title = _w(who, "Your turn", "{who:of} turn", "{who:Of} turn")
    if decider(s) == DEALER:
        return title, _chance(s)
    return title, _step(cast, s, active)


def _between_rounds(s: State) -> bool:
    """Whether everybody is asked before the first turn of a round: it is nobody's turn."""
    return s.cards_due or (s.phase == ASK and s.moment == ROUND_START)


def _outcome(cast: Cast, s: State) -> str:
    if not s.winners:
        return _("nobody won")
    if len(s.winners) > 1:
        return _("{winners} won", winners=several(map(cast.who, s.winners)))
    return _w(cast.who(s.winners[0]), "you won", "{who} won", "{who} won")


def _chance(s: State) -> str:
    if not s.rolling:
        return _("a combo is revealed")
    return _("the die takes a combo away") if s.rolling == ROLL_COMBO else _("the die is rolled")


def _step(cast: Cast, s: State, active: bool) -> str:
    if s.phase == CONQUER:
        return _conquer_step(s, active)
    if s.phase == TRIBES_TURN:
        return _tribes_step(cast, s)
    actor = cast.who(s.actor)
    if s.phase == VICTIM:
        if s.victim == NONE or s.banner[s.victim] == NONE:
            return _w(actor, "place the driven-out tokens", "{who} places the driven-out tokens")
        return _w(
            actor,
            "place the driven-out {race}",
            "{who} places the driven-out {race}",
            race=race(cast.library, s.banner[s.victim]),
        )
    decision = asked(s)
    if decision is not None:
        own = s.actor == s.seat and not _between_rounds(s)
        if own or cast.addressed:
            return tell(decision.title, cast.who)
        return _("{who}: {what}", who=actor, what=tell(decision.title, cast.who))
    said = _STEPS.get(s.phase)  # in the middle of a step what was asked is answered already
    return _(said) if said else ""


_STEPS = {
    PICK: N_("pick a combo"),
    REDEPLOY: N_("redeploy your tokens"),
}


def _conquer_step(s: State, active: bool) -> str:
    slot = whose.active_slot(s.seat)
    combo = s.combo[slot]
    first = NONE if active else early_slot(s)
    if first != NONE and not s.fought:
        name = race(s.setup.library, s.banner[first])
        stage = progress(s, first)
        if stage == EARLY_SPENT:
            return _("redeploy {race:the} In Decline", race=name)
        if stage == EARLY_MAY:
            return _("{race:the} In Decline may fight first", race=name)
        return _("conquer with {race:the}, or redeploy them", race=name)
    must = open_offer(s)
    if must is not None and held_back(s):
        return tell(must.title)
    if not hand_of(s, slot):
        if combo is not None and any(way.swaps for way in combo.ways):
            return _("swap a token, or end your conquests")
        if s.begun:
            return _("end your conquests")
        return _("no token in hand: go In Decline, or end")
    if combo is not None and combo.attempts_rolled and not _payable(s):
        return _("nothing can be paid: end your conquests")
    if not s.begun:
        return _("conquer, or go In Decline")
    return _("conquer, or end your conquests")


def _tribes_step(cast: Cast, s: State) -> str:
    if s.actor != TRIBES:
        tied = s.choices.bit_count()
        if s.plan == kinds.TRY:
            return _w(
                cast.who(s.actor),
                (
                    "choose {count} Region they attempt with the die",
                    "choose which of {count} Regions they attempt with the die",
                ),
                (
                    "{who} chooses {count} Region they attempt with the die",
                    "{who} chooses which of {count} Regions they attempt with the die",
                ),
                count=tied,
            )
        return _w(
            cast.who(s.actor),
            (
                "choose {count} Region they attack",
                "choose which of {count} Regions they attack",
            ),
            (
                "{who} chooses {count} Region they attack",
                "{who} chooses which of {count} Regions they attack",
            ),
            count=tied,
        )
    if s.plan == kinds.STOP:
        return _("they have done what they can")
    return _("they attack the cheapest Region")


def asked_words(cast: Cast, s: State, decision: Decision) -> str:
    """What must be known to decide something, and how it is done."""
    return joined(tell(decision.facts(s, s.asked_slot), cast.who), tell(decision.hint, cast.who))


def hint(cast: Cast, s: State, active: bool = False) -> str:
    """What to do next and how, for the line at the bottom of the table; ``active`` as in
    `headline`.
    """
    who = decider(s)
    if s.phase == OVER:
        return _("Point at anything to read it.")
    if who == DEALER or (who == TRIBES and s.phase == TRIBES_TURN):
        return _("Space or a click goes on at once.")
    if s.phase == CONQUER:
        return _conquer_hint(s, active)
    if s.phase == TRIBES_TURN:
        words = _w(
            cast.who(s.actor),
            "Click a lit Region: {rungs:and} are equal, so you may decide.",
            "Click a lit Region: {rungs:and} are equal, so {who} may decide.",
            "Click a lit Region: {rungs:and} are equal, so {who} decide.",
            rungs=equal_words(cast.library),
        )
        for r in bits(s.choices):
            words = joined(words, *lost_on_the_way(cast, s, r))
        if s.plan == kinds.TRY and s.choices:
            first = s.choices & -s.choices
            wins, faces = queries.chance(s, kinds.CHOICES[first.bit_length() - 1])
            last = _n(
                "It is their last attempt: {count} in {faces} rolls succeeds.",
                "It is their last attempt: {count} in {faces} rolls succeed.",
                wins,
                faces=faces,
            )
            words = joined(words, last)
        return words
    if s.phase == VICTIM:
        return _n(
            "Place {count} token by a click or by dragging; the others stay where they are.",
            "Place {count} tokens by a click or by dragging; the others stay where they are.",
            queries.driven_out(s, s.victim),
        )
    if s.phase == PICK:
        return _n(
            "Click a combo: the top one is free, each row below costs 1 coin more, laid on the "
            "combos above. You have {count} coin.",
            "Click a combo: the top one is free, each row below costs 1 coin more, laid on the "
            "combos above. You have {count} coins.",
            s.coins[s.seat],
        )
    decision = asked(s)
    if s.phase == ASK and decision is not None:
        return asked_words(cast, s, decision)
    words = _(_HINTS[s.phase])
    combo = s.combo[whose.active_slot(s.seat)]
    if s.phase == REDEPLOY and combo is not None:
        # What is placed after the tokens may change where they should stand.
        for step in combo.steps:
            if isinstance(step, Spread):
                words = joined(words, _("After that: {what}.", what=tell(step.title, cast.who)))
    return words


_HINTS = {
    REDEPLOY: N_(
        "Drag tokens, or click a Region for one more and right-click for one less. "
        "Every Region keeps at least one."
    ),
}


def _conquer_hint(s: State, active: bool) -> str:
    slot = whose.active_slot(s.seat)
    combo = s.combo[slot]
    before = early_slot(s)
    if before != NONE and not active:
        return _early_hint(s, before)
    must = open_offer(s)
    if must is not None and held_back(s):
        return tell(must.hint)
    if combo is not None and combo.attempts_rolled:
        if _payable(s):
            return _("The die has been rolled: choose one of the lit Regions.")
        return _("The roll does not suffice for any Region. End your conquests.")
    if not s.held[slot]:
        return _("A new race enters at a lit Region; the shield is the price in tokens.")
    if not hand_of(s, slot):
        rests = queries.resting(s, slot)
        if rests is not None:
            return tell(rests)
        return _("No token in hand is left; the tokens can be redeployed after the conquests.")
    kinds_now = {move[0] for move in legal_moves(s)}
    if kinds.CONQUER not in kinds_now and kinds.ATTEMPT in kinds_now:
        return _("The tokens in hand pay for no Region; lit ones can be tried with the die.")
    return _("Lit Regions can be taken now; the shield is the price.")


def _early_hint(s: State, before: int) -> str:
    """What the race In Decline that may act now has in hand, and how long it may act."""
    name = race(s.setup.library, s.banner[before])
    active = s.banner[whose.active_slot(s.seat)]
    if progress(s, before) == EARLY_SPENT:
        return _(
            "The conquests of {race:the} In Decline are over. Tokens in their hand: {hand}.",
            race=name,
            hand=hand_of(s, before),
        )
    if active == NONE:
        return _(
            "{race:The} In Decline may fight: {hand} ready.", race=name, hand=forces(s, before)
        )
    return joined(
        _("{race:The} In Decline may fight: {hand} ready.", race=name, hand=forces(s, before)),
        _(
            "They can be redeployed until {active:the} have moved.",
            active=race(s.setup.library, active),
        ),
    )


def news(s: State) -> str:
    """What is worth knowing before the hint, where there is room for it."""
    if s.phase not in (PICK, CONQUER) or s.begun:
        return ""
    last = _("The last round.") if s.round == s.setup.rounds else ""
    marker = queries.current_marker(s)
    if marker is None or marker.quiet:
        return last
    said = _("{name}: {text}", name=Name("source", marker.name), text=_(marker.text))
    return joined(last, said)


def more_hint(s: State) -> str:
    """What else the hint says, where there is room for it."""
    return _("Point at anything to read it.") if s.phase == CONQUER else ""


def early_slot(s: State) -> int:
    """The slot of the race In Decline that may still act before the Active one, or NONE."""
    if s.phase != CONQUER:
        return NONE
    return next((x for x in fighters(s, s.seat) if progress(s, x) != EARLY_OVER), NONE)


def open_offer(s: State) -> Decision | None:
    """What may be done now besides conquering and is best done at once (a roll), or None."""
    if s.phase != CONQUER:
        return None
    slot = whose.active_slot(s.seat)
    combo = s.combo[slot]
    offers = combo.offers if combo is not None else ()
    first = (offer for offer in offers if offer.eager and offer.closed(s, slot) is None)
    return next(first, None)


def held_back(s: State) -> bool:
    """Whether no ordinary conquest may be made before something else is done (a roll)."""
    slot = whose.active_slot(s.seat)
    combo = s.combo[slot]
    return combo is not None and any(ask(s, slot, None) for ask in combo.withholds)


def _payable(s: State) -> bool:
    """Whether some Region can be conquered now."""
    return any(move[0] == kinds.CONQUER for move in legal_moves(s))


def refusal_words(refusal: Refusal, cast: Cast) -> str:
    """The reason of a refusal, with the persons' names."""
    return tell(refusal, cast.who)
