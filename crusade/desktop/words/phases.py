"""Whose turn it is, which step, and what to do next."""

from __future__ import annotations

from crusade.desktop.words.cast import Cast
from crusade.desktop.words.grammar import capital, listed, plural, race_name
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
from crusade.texts import tell


def headline(cast: Cast, s: State) -> tuple[str, str]:
    """(whose turn, which step) for the top of the table: `Your turn`, `pick a combo`."""
    if s.phase == OVER:
        return "The game is over", _outcome(cast, s)
    last = s.round == s.setup.rounds
    title = f"{capital(cast.whose(s.seat))} {'last turn' if last else 'turn'}"
    if decider(s) == DEALER:
        return title, _chance(s)
    return title, _step(cast, s)


def _outcome(cast: Cast, s: State) -> str:
    if not s.winners:
        return "nobody won"
    return f"{listed(cast.name(seat) for seat in s.winners)} won"


def _chance(s: State) -> str:
    if not s.rolling:
        return "a combo is revealed"
    return "the die takes a combo away" if s.rolling == ROLL_COMBO else "the die is rolled"


def _step(cast: Cast, s: State) -> str:
    if s.phase == CONQUER:
        return _conquer_step(s)
    if s.phase == TRIBES_TURN:
        return _tribes_step(cast, s)
    actor = cast.name(s.actor)
    race = race_name(s.banner[s.victim]) if s.victim != NONE else ""
    if s.phase == VICTIM:
        return (
            "place the driven-out " + race if cast.solo else f"{actor} places the driven-out {race}"
        )
    if s.phase == VICTIM_CAMPS:
        return (
            "pitch the lost Encampments" if cast.solo else f"{actor} pitches the lost Encampments"
        )
    return _STEPS[s.phase]


_STEPS = {
    PICK: "pick a combo",
    REDEPLOY: "redeploy your tokens",
    CAMPS: f"pitch the {ENCAMPMENTS} Encampments",
    FORTIFY: "build a Fortress, or none",
    HEROISM: "place the 2 Heroes",
    ALLY: "choose whom to make peace with",
    STOUT: "go In Decline now, or stay Active",
}


def _conquer_step(s: State) -> str:
    slot = s.seat * 3
    combo = s.combo[slot]
    if s.ghouls in (GHOULS_MAY, GHOULS_SPENT) or (s.ghouls != GHOULS_OVER and not s.fought):
        ghouls = race_name(s.banner[ghoul_slot(s, s.seat)]) if ghoul_slot(s, s.seat) != NONE else ""
        if ghouls and s.ghouls == GHOULS_SPENT:
            return f"redeploy the {ghouls} In Decline"
        if ghouls and s.ghouls == GHOULS_MAY:
            return f"the {ghouls} In Decline may fight first"
        if ghouls:
            return f"conquer with the {ghouls}, or redeploy them"
    if combo is not None and combo.rolls_first and hand_of(s, slot):
        if s.roll == NONE:
            return "roll the die, or end your conquests"
        if not _payable(s):
            return f"you rolled {s.roll}: nothing can be paid"
        return f"you rolled {s.roll}: choose a Region"
    if not hand_of(s, slot):
        if kinds.SORCERY in (combo.ways if combo is not None else ()):
            return "swap a token, or end your conquests"
        return "end your conquests" if s.begun else "no token in hand: go In Decline, or end"
    if not s.begun:
        return "conquer, or go In Decline"
    return "conquer, or end your conquests"


def _tribes_step(cast: Cast, s: State) -> str:
    if s.actor != TRIBES:
        tied = s.choices.bit_count()
        deed = "attempt with the die" if s.plan == kinds.TRY else "attack"
        what = f"which of {tied} Regions they {deed}"
        return f"choose {what}" if cast.solo else f"{cast.name(s.actor)} chooses {what}"
    if s.plan == kinds.STOP:
        return "they have done what they can"
    return "they attack the cheapest Region"


def hint(cast: Cast, s: State) -> str:
    """What to do next and how, for the line at the bottom of the table."""
    who = decider(s)
    if s.phase == OVER:
        return "Point at anything to read it."
    if who == DEALER or (who == TRIBES and s.phase == TRIBES_TURN):
        return "Space or a click goes on at once."
    if s.phase == CONQUER:
        return _conquer_hint(s)
    if s.phase == TRIBES_TURN:
        why = "cost and worth are equal"
        words = f"Click one of the lit Regions: {why}, so {cast.name(s.actor)} may decide."
        if s.plan == kinds.TRY and s.choices:
            first = s.choices & -s.choices
            wins, faces = queries.chance(s, kinds.CHOICES[first.bit_length() - 1])
            words += f" It is their last attempt: {wins} in {faces} rolls succeed."
        return words
    if s.phase == VICTIM:
        left = plural(s.hand[s.victim], "token")
        return f"Place {left} by a click or by dragging; the others stay where they are."
    if s.phase == PICK:
        coins = s.coins[s.seat]
        return (
            "Click a combo: the top one is free, each row below costs 1 coin more, laid on the "
            f"combos above. You have {plural(coins, 'coin')}."
        )
    words = _HINTS[s.phase]
    combo = s.combo[s.seat * 3]
    if s.phase == REDEPLOY and combo is not None and CAMPS in combo.steps:
        words += f" The {ENCAMPMENTS} Encampments are pitched after that."
    return words


_HINTS = {
    REDEPLOY: "Drag tokens, or click a Region for one more and right-click for one less. "
    "Every Region keeps at least one.",
    CAMPS: "Click your Regions to pitch Encampments: +1 defence each, any number in a Region.",
    VICTIM_CAMPS: "Click your Regions to pitch the lost Encampments again.",
    FORTIFY: "Click a Region for the Fortress: +1 defence, and +1 coin each turn while Active.",
    HEROISM: "Click two of your Regions: nobody can take them while the Heroes are there.",
    ALLY: "Choose an opponent you did not attack: he cannot attack you until your next turn.",
    STOUT: "The turn is scored. The race may go In Decline without losing a turn.",
}


def _conquer_hint(s: State) -> str:
    slot = s.seat * 3
    combo = s.combo[slot]
    if s.ghouls != GHOULS_OVER and ghoul_slot(s, s.seat) != NONE:
        return "The race In Decline acts before the Active one; its first conquest ends that."
    if combo is not None and combo.rolls_first and s.roll == NONE and hand_of(s, slot):
        return "Berserk: roll first, then choose the Region that the roll makes cheaper."
    if combo is not None and combo.rolls_first and s.roll != NONE:
        swap = " A swap is possible only before the roll." if kinds.SORCERY in combo.ways else ""
        if _payable(s):
            return f"Choose one of the lit Regions: the roll of {s.roll} counts for it.{swap}"
        return f"Even with the roll of {s.roll} no Region can be paid. End your conquests.{swap}"
    if not s.held[slot]:
        return "A new race enters at a lit Region; the shield is the price in tokens."
    if not hand_of(s, slot):
        return "No token in hand is left; the tokens can be redeployed after the conquests."
    return "Lit Regions can be taken now; the shield is the price. Point at anything to read it."


def _payable(s: State) -> bool:
    """Whether some Region can be conquered now."""
    return any(move[0] == kinds.CONQUER for move in legal_moves(s))


def refusal_words(refusal: Refusal, cast: Cast) -> str:
    """The reason of a refusal, with the persons' names."""
    return tell(refusal, cast.who)
