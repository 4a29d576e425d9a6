"""The reasons of the refusals. One function or constant per reason; `legal.py` decides which.

What a Race, power, card or piece refuses is said by its own definition.
"""

from __future__ import annotations

from . import turn
from .ids import (
    ASK,
    CONQUER,
    EMPTY,
    NONE,
    PICK,
    REDEPLOY,
    SLOTS_OF,
    TRIBES_SLOT,
    TRIBES_TURN,
    VICTIM,
)
from .ids import (
    OVER as GAME_OVER,
)
from .labels import PERSON, RACE, TERRAIN, Label, Term
from .markers import pieces_at, silenced
from .pricing import race_term
from .refusals import Refusal
from .state import State

NOT_NOW = Refusal("not-now", "That is not possible at this point of the turn.")
OVER = Refusal("over", "The game is over.")
NOT_YOURS = Refusal("not-yours", "Someone else decides now.")
DEALER = Refusal("dealer", "First the die must be rolled, or the next combo revealed.")
NO_SUCH_REGION = Refusal("no-region", "There is no such Region on this board.")
PICK_FIRST = Refusal("pick-first", "First pick a combo of Race and Special Power.", "base.md C1")
HAS_RACE = Refusal(
    "has-race",
    "You have an Active race: a new combo is picked the turn after it goes In Decline.",
    "base.md C1",
)
KEEPS_BADGE = Refusal("keeps-badge", "Only some Races exchange their badge when they are picked.")
NO_SUCH_ROW = Refusal("no-row", "There is no combo in that row.", "base.md C2")
TOO_LATE_DECLINE = Refusal(
    "too-late-decline",
    "Going In Decline takes the whole turn, and you have already begun this one.",
    "base.md N1, X1",
)
NO_RACE = Refusal("no-race", "You have no Active race.", "base.md X11")
TOO_LATE_ABANDON = Refusal(
    "too-late-abandon",
    "Regions are abandoned before the first conquest of the turn, or not at all.",
    "base.md N4",
)
NOT_HELD = Refusal("not-held", "Your Active race does not hold that Region.", "base.md N3")
TWICE = Refusal("twice", "The same Region is named twice.")
NO_TOKEN = Refusal("no-token", "A conquest needs at least one token in hand.", "base.md K9")
NO_TARGET = Refusal(
    "no-target", "There is no Region that your race could attack now.", "base.md K8"
)
ONLY_DIE = Refusal("no-way", "A final attempt is made with tokens and the die alone.", "base.md D")
NOT_TOGETHER = Refusal("not-together", "These ways to conquer cannot be combined.")
ONE_RACE = Refusal("one-race", "A conquest is made by one race alone.", "base.md R3")
NO_EARLY = Refusal("no-early", "You have no race that redeploys In Decline.", "base.md R5")
EARLY_DONE = Refusal(
    "early-done",
    "A race In Decline acts before the Active race; this turn it is too late.",
    "base.md R5",
)
NEGATIVE = Refusal("every-token", "No Region can hold fewer than 0 tokens.", "base.md R1")
ENTRY = Refusal("no-entry", "A race enters at the edge of the board.", "underground.md UC1")
ENTRY_OR_SHORE = Refusal(
    "no-entry",
    "A race enters at the edge of the board or on the shore of a Sea at the edge.",
    "base.md F1",
)
ONE_EACH = Refusal("one-each", "Each Region you hold keeps at least one token.", "base.md R1")
KEEP_REGIONS = Refusal(
    "keep-regions",
    "As many Regions as possible keep one token each: only the others are given up.",
    "rulings.md 3",
)
ONLY_ADD = Refusal(
    "only-add",
    "Only the tokens that were driven out are placed: the others stay where they are.",
    "base.md L2",
)
NOT_WHERE_HELD = Refusal(
    "not-held", "Tokens are placed only in Regions that their race holds.", "base.md R1"
)
NOT_TIED = Refusal(
    "not-tied",
    "They would not take that Region: choose one of those that are tied.",
    "crusade.md F",
)
NO_FACE = Refusal("no-face", "The die has the faces 0, 1, 2 and 3.", "base.md D1")
NO_DEAL = Refusal("no-deal", "That banner or badge cannot surface now.", "base.md S4, C9")
NO_CARD = Refusal("no-card", "That card cannot be turned up now.", "events.md D3")
TRIBES_OTHER = Refusal("tribes-other", "That is not what they do next.", "crusade.md D")
STILL_CONQUERING = Refusal("conquests-on", "First end your conquests, then redeploy.", "base.md R1")
NO_DECISION = Refusal("no-decision", "Nobody decides that in this game.")
REDEPLOY_NOW = Refusal("wrong-phase", "The conquests of this turn are over: redeploy your tokens.")
TRIBES_NOW = Refusal("wrong-phase", "It is not your turn now.")


def wrong_phase(s: State) -> Refusal:
    """What is to be decided now, when something else was tried."""
    decision = turn.asked(s)
    if decision is not None:
        return decision.waits
    if s.phase == VICTIM:
        return Refusal(
            "wrong-phase",
            "First {who} redeploys the tokens that were driven out.",
            you="First redeploy the tokens that were driven out.",
            who=Term(PERSON, s.actor),
        )
    return {
        PICK: PICK_FIRST,
        REDEPLOY: REDEPLOY_NOW,
        TRIBES_TURN: TRIBES_NOW,
        GAME_OVER: OVER,
        CONQUER: NOT_NOW,
        ASK: NOT_NOW,
    }.get(s.phase, NOT_NOW)


def early_first(s: State, slot: int) -> Refusal:
    """Tokens of a race that has fought In Decline are still in hand."""
    return Refusal(
        "early-first",
        "First redeploy {race:the} that are still in hand.",
        "base.md R5",
        race=race_term(s, slot),
    )


def ended_early(s: State, slot: int) -> Refusal:
    """The race In Decline has made its final attempt."""
    return Refusal(
        "early-ended",
        "The conquests of {race:the} In Decline are over for this turn: redeploy them.",
        "rulings.md 26",
        race=race_term(s, slot),
    )


def misplaced(placed: int, total: int) -> Refusal:
    """A redeployment that leaves tokens over, or places more than there are."""
    if placed < total:
        return Refusal(
            "every-token",
            "Every token must be placed: {count} token is left.",
            "base.md R1",
            many="Every token must be placed: {count} tokens are left.",
            count=total - placed,
        )
    return Refusal(
        "every-token",
        "That is {count} token more than may stay on the board.",
        "base.md R1",
        many="That is {count} tokens more than may stay on the board.",
        count=placed - total,
    )


def too_dear(cost: int, hand: int) -> Refusal:
    """The Region costs more tokens than there are in hand."""
    return Refusal(
        "too-dear",
        "It costs {count} token, and you have {hand} in hand.",
        "base.md K1",
        many="It costs {count} tokens, and you have {hand} in hand.",
        count=cost,
        hand=hand,
    )


def affordable(cost: int, hand: int) -> Refusal:
    """No die is rolled for what can be paid."""
    return Refusal(
        "affordable",
        "It costs {count} token, and you have {hand} in hand: conquer it without the die.",
        "base.md D3",
        many="It costs {count} tokens, and you have {hand} in hand: conquer it without the die.",
        count=cost,
        hand=hand,
    )


def too_short(cost: int, hand: int) -> Refusal:
    """Even a 3 on the die would not do."""
    return Refusal(
        "too-short",
        "It costs {count} token, and you have {hand} in hand: even the best roll adds only 3.",
        "base.md D3",
        many=(
            "It costs {count} tokens, and you have {hand} in hand: even the best roll adds only 3."
        ),
        count=cost,
        hand=hand,
    )


def coins(price: int, owned: int) -> Refusal:
    """The combo's price is more than the player owns."""
    if not owned:
        return Refusal(
            "coins",
            "That combo costs {count} coin, and you have none.",
            "base.md C4",
            many="That combo costs {count} coins, and you have none.",
            count=price,
        )
    return Refusal(
        "coins",
        "That combo costs {count} coin, and you have {owned}.",
        "base.md C4",
        many="That combo costs {count} coins, and you have {owned}.",
        count=price,
        owned=owned,
    )


def no_help(s: State, r: int) -> Refusal:
    """Against whoever holds Region ``r`` tokens and the die are all that helps."""
    return Refusal(
        "no-help",
        "Nothing but tokens and the die helps against {race:the}.",
        "underground.md UP3",
        race=race_term(s, s.occ[r]),
    )


def out_of_reach(s: State, slot: int, r: int) -> Refusal:
    """Why the race in ``slot`` may not attack Region ``r``, the first reason that holds."""
    board = s.board
    bit = 1 << r
    if not 0 <= r < board.n:
        return NO_SUCH_REGION
    combo = s.combo[slot]
    if combo is None:
        return NO_RACE
    held = s.held[slot]
    tribes = slot == TRIBES_SLOT
    if held & bit:
        if tribes:
            return Refusal("own", "They already hold it.", "base.md K6")
        return Refusal("own", "Your {race} already hold it.", "base.md K6", race=race_term(s, slot))
    if board.chasms & bit:
        return Refusal("chasm", "Nobody can stand there.", "underground.md UC4")
    if not combo.takes & bit:
        return Refusal(
            "water",
            "{land} can only be taken by a race that goes to sea.",
            "base.md K5",
            land=Label(board.terrains[r].phrase or board.terrains[r].name, context=TERRAIN),
        )
    if tribes and s.control != NONE and _held_by(s, s.control) & bit:
        return Refusal(
            "controlled",
            "{person} has the Control Marker: those Regions are spared.",
            "crusade.md H3",
            person=Term(PERSON, s.control),
        )
    if s.safe & bit:
        return _immune(s, r)
    for source in combo.barred_by:
        barred = source.why_barred(s, slot, r)
        if barred is not None:
            return barred
    for other in s.guards:
        guard = s.combo[other]
        assert guard is not None
        for source in guard.shields:
            kept = source.why_protected(s, other, slot, r)
            if kept is not None:
                return kept
    if held and tribes:
        return Refusal("not-adjacent", "It touches none of their Regions.", "base.md K8")
    if held:
        return Refusal(
            "not-adjacent",
            "It touches no Region that your {race} hold.",
            "base.md K8",
            race=race_term(s, slot),
        )
    return ENTRY_OR_SHORE if any(t.open_water for t in board.terrains) else ENTRY


def _held_by(s: State, seat: int) -> int:
    mask = 0
    for slot in SLOTS_OF[seat]:
        mask |= s.held[slot]
    return mask


def _immune(s: State, r: int) -> Refusal:
    """What keeps Region ``r`` safe, and whose it is."""
    pieces = s.setup.library.pieces
    for kind, _ in pieces_at(s, r):
        piece = pieces[kind]
        if piece.immune and not silenced(s, piece, r):
            owner = s.occ[r]
            if owner in (EMPTY, TRIBES_SLOT):
                return Refusal(
                    "immune", "{piece} keeps this Region safe.", "base.md K3", piece=piece.title
                )
            return Refusal(
                "immune",
                piece.safe.message,
                "base.md K3",
                race=Term(RACE, s.setup.library.races[s.banner[owner]].name),
            )
    return NOT_NOW
