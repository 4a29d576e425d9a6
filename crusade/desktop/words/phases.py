"""Whose turn it is, which step, and what to do next."""

from __future__ import annotations

from crusade.desktop import whose
from crusade.desktop.words.cast import Cast
from crusade.desktop.words.grammar import race
from crusade.desktop.words.sentences import joined
from crusade.rules import Refusal, State, decider, hand_of, legal_moves, queries
from crusade.rules import moves as kinds
from crusade.rules.ids import (
    ALLY,
    CAMPS,
    CONQUER,
    DEALER,
    ENCAMPMENTS,
    FORTIFY,
    GHOULS_MAY,
    GHOULS_OVER,
    GHOULS_SPENT,
    HEROISM,
    NONE,
    OVER,
    PICK,
    REDEPLOY,
    ROLL_COMBO,
    STOUT,
    TRIBES,
    TRIBES_TURN,
    VICTIM,
    VICTIM_CAMPS,
)
from crusade.rules.turn import ghoul_slot
from crusade.texts import N_, _, _n, _w, several, tell


def headline(cast: Cast, s: State) -> tuple[str, str]:
    """(whose turn, which step) for the top of the table: `Your turn`, `pick a combo`."""
    if s.phase == OVER:
        return _("The game is over"), _outcome(cast, s)
    who = cast.who(s.seat)
    if s.round == s.setup.rounds:
        title = _w(who, "Your last turn", "{who:of} last turn", "The Lost Tribes' last turn")
    else:
        title = _w(who, "Your turn", "{who:of} turn", "The Lost Tribes' turn")
    if decider(s) == DEALER:
        return title, _chance(s)
    return title, _step(cast, s)


def _outcome(cast: Cast, s: State) -> str:
    if not s.winners:
        return _("nobody won")
    if len(s.winners) > 1:
        return _("{winners} won", winners=several(map(cast.who, s.winners)))
    return _w(cast.who(s.winners[0]), "you won", "{who} won", "the Lost Tribes won")


def _chance(s: State) -> str:
    if not s.rolling:
        return _("a combo is revealed")
    return _("the die takes a combo away") if s.rolling == ROLL_COMBO else _("the die is rolled")


def _step(cast: Cast, s: State) -> str:
    if s.phase == CONQUER:
        return _conquer_step(s)
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
            race=race(s.banner[s.victim]),
        )
    if s.phase == VICTIM_CAMPS:
        return _w(actor, "pitch the lost Encampments", "{who} pitches the lost Encampments")
    return _(_STEPS[s.phase], camps=ENCAMPMENTS)


_STEPS = {
    PICK: N_("pick a combo"),
    REDEPLOY: N_("redeploy your tokens"),
    CAMPS: N_("pitch the {camps} Encampments"),
    FORTIFY: N_("build a Fortress, or none"),
    HEROISM: N_("place the 2 Heroes"),
    ALLY: N_("choose whom to make peace with"),
    STOUT: N_("go In Decline now, or stay Active"),
}


def _conquer_step(s: State) -> str:
    slot = whose.active_slot(s.seat)
    combo = s.combo[slot]
    if s.ghouls in (GHOULS_MAY, GHOULS_SPENT) or (s.ghouls != GHOULS_OVER and not s.fought):
        fighting = ghoul_slot(s, s.seat)
        if fighting != NONE and s.banner[fighting] != NONE:
            name = race(s.banner[fighting])
            if s.ghouls == GHOULS_SPENT:
                return _("redeploy {race:the} In Decline", race=name)
            if s.ghouls == GHOULS_MAY:
                return _("{race:the} In Decline may fight first", race=name)
            return _("conquer with {race:the}, or redeploy them", race=name)
    if combo is not None and combo.rolls_first and hand_of(s, slot):
        if s.roll == NONE:
            return _("roll the die, or end your conquests")
        if not _payable(s):
            return _("you rolled {face}: nothing can be paid", face=s.roll)
        return _("you rolled {face}: choose a Region", face=s.roll)
    if not hand_of(s, slot):
        if kinds.SORCERY in (combo.ways if combo is not None else ()):
            return _("swap a token, or end your conquests")
        if s.begun:
            return _("end your conquests")
        return _("no token in hand: go In Decline, or end")
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


def hint(cast: Cast, s: State) -> str:
    """What to do next and how, for the line at the bottom of the table."""
    who = decider(s)
    if s.phase == OVER:
        return _("Point at anything to read it.")
    if who == DEALER or (who == TRIBES and s.phase == TRIBES_TURN):
        return _("Space or a click goes on at once.")
    if s.phase == CONQUER:
        return _conquer_hint(s)
    if s.phase == TRIBES_TURN:
        words = _w(
            cast.who(s.actor),
            "Click one of the lit Regions: cost and worth are equal, so you may decide.",
            "Click one of the lit Regions: cost and worth are equal, so {who} may decide.",
            "Click one of the lit Regions: cost and worth are equal, so the Lost Tribes decide.",
        )
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
            s.hand[s.victim],
        )
    if s.phase == PICK:
        return _n(
            "Click a combo: the top one is free, each row below costs 1 coin more, laid on the "
            "combos above. You have {count} coin.",
            "Click a combo: the top one is free, each row below costs 1 coin more, laid on the "
            "combos above. You have {count} coins.",
            s.coins[s.seat],
        )
    words = _(_HINTS[s.phase])
    combo = s.combo[whose.active_slot(s.seat)]
    if s.phase == REDEPLOY and combo is not None and CAMPS in combo.steps:
        after = _("The {camps} Encampments are pitched after that.", camps=ENCAMPMENTS)
        words = joined(words, after)
    return words


_HINTS = {
    REDEPLOY: N_(
        "Drag tokens, or click a Region for one more and right-click for one less. "
        "Every Region keeps at least one."
    ),
    CAMPS: N_("Click your Regions to pitch Encampments: +1 defence each, any number in a Region."),
    VICTIM_CAMPS: N_("Click your Regions to pitch the lost Encampments again."),
    FORTIFY: N_("Click a Region for the Fortress: +1 defence, and +1 coin each turn while Active."),
    HEROISM: N_("Click two of your Regions: nobody can take them while the Heroes are there."),
    ALLY: N_("Choose an opponent you did not attack: he cannot attack you until your next turn."),
    STOUT: N_("The turn is scored. The race may go In Decline without losing a turn."),
}


def _conquer_hint(s: State) -> str:
    slot = whose.active_slot(s.seat)
    combo = s.combo[slot]
    if s.ghouls != GHOULS_OVER and ghoul_slot(s, s.seat) != NONE:
        return _("The race In Decline acts before the Active one; its first conquest ends that.")
    if combo is not None and combo.rolls_first and s.roll == NONE and hand_of(s, slot):
        return _("Berserk: roll first, then choose the Region that the roll makes cheaper.")
    if combo is not None and combo.rolls_first and s.roll != NONE:
        swap = ""
        if kinds.SORCERY in combo.ways:
            swap = _("A swap is possible only before the roll.")
        if _payable(s):
            words = _(
                "Choose one of the lit Regions: the roll of {face} counts for it.", face=s.roll
            )
        else:
            words = _(
                "Even with the roll of {face} no Region can be paid. End your conquests.",
                face=s.roll,
            )
        return joined(words, swap)
    if not s.held[slot]:
        return _("A new race enters at a lit Region; the shield is the price in tokens.")
    if not hand_of(s, slot):
        return _("No token in hand is left; the tokens can be redeployed after the conquests.")
    return _("Lit Regions can be taken now; the shield is the price. Point at anything to read it.")


def _payable(s: State) -> bool:
    """Whether some Region can be conquered now."""
    return any(move[0] == kinds.CONQUER for move in legal_moves(s))


def refusal_words(refusal: Refusal, cast: Cast) -> str:
    """The reason of a refusal, with the persons' names."""
    return tell(refusal, cast.who)
