"""The sentences of the refusals. One function or constant per reason; `legal.py` decides which."""

from __future__ import annotations

from typing import Final

from .abilities import RACES
from .ids import (
    DRAGON,
    HERO,
    HOLE,
    NONE,
    PHASE_WORDS,
    TRIBES_SLOT,
)
from .labels import PERSON, RACE, Term
from .moves import SORCERY
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
ROLL_FIRST = Refusal(
    "roll-first", "A Berserk race rolls the die before each conquest.", "base.md P-berserk"
)
ROLLED = Refusal(
    "rolled", "The die is already rolled: choose the Region it is for.", "rulings.md 45"
)
NO_ROLL = Refusal(
    "no-roll", "Only a Berserk race rolls the die before a conquest.", "base.md P-berserk"
)
NO_TARGET = Refusal(
    "no-target", "There is no Region that your race could attack now.", "base.md K8"
)
NO_DRAGON = Refusal("no-way", "Your race has no Dragon.", "base.md P-dragon-master")
NO_SORCERY = Refusal("no-way", "Only Sorcerers swap tokens.", "base.md R-sorcerers")
ONLY_DIE = Refusal("no-way", "A final attempt is made with tokens and the die alone.", "base.md D")
DRAGON_USED = Refusal(
    "dragon-used", "The Dragon has already fought this turn.", "base.md P-dragon-master"
)
SWAP_ENTRY = Refusal(
    "swap-entry", "Sorcerers may enter the board by a swap only if they are Flying.", "base.md F7"
)
SWAP_NOBODY = Refusal(
    "swap-nobody", "A swap needs a lone token of another player's Active race.", "rulings.md 43"
)
SWAP_MANY = Refusal(
    "swap-many",
    "More than one token stands there: only a lone one can be swapped.",
    "base.md R-sorcerers",
)
SWAP_CAMP = Refusal(
    "swap-camp", "An Encampment counts as a second token against Sorcerers.", "rulings.md 47"
)
SWAP_DECLINE = Refusal(
    "swap-decline",
    "Only tokens of an Active race can be swapped, and this one is In Decline.",
    "rulings.md 43",
)
SWAP_TRIBE = Refusal(
    "swap-tribe", "Lost Tribes can be swapped only in the Crusade.", "rulings.md 40"
)
SWAP_USED = Refusal(
    "swap-used", "You have already swapped a token of this opponent this turn.", "rulings.md 39"
)
SWAP_TRAY = Refusal("swap-tray", "No Sorcerer is left in the tray.", "base.md R-sorcerers")
NO_GHOULS = Refusal("no-ghouls", "You have no Ghouls In Decline.", "base.md R-ghouls")
GHOULS_DONE = Refusal(
    "ghouls-done",
    "Ghouls In Decline act before the Active race; this turn it is too late.",
    "base.md R5",
)
GHOULS_FIRST = Refusal(
    "ghouls-first",
    "First redeploy the Ghouls that are still in hand.",
    "base.md R5",
)
ENDED_GHOULS = Refusal(
    "ghouls-ended", "The Ghouls' conquests are over for this turn: redeploy them.", "rulings.md 26"
)
NEGATIVE = Refusal("every-token", "No Region can hold fewer than 0 tokens.", "base.md R1")
ONE_EACH = Refusal("one-each", "Each Region you hold keeps at least one token.", "base.md R1")
AMAZON_KEEP = Refusal(
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
CAMPS_HELD = Refusal(
    "camps-held", "Encampments are pitched only in Regions your Active race holds.", "rulings.md 48"
)
CAMPS_ALL = Refusal(
    "camps-all", "All 5 Encampments must be pitched, no more and no fewer.", "base.md P-bivouacking"
)
CAMPS_STAY = Refusal(
    "camps-stay",
    "Only the Encampments that came back are pitched again: the others stay.",
    "rulings.md 49",
)
FORT_HELD = Refusal(
    "fort-held",
    "A Fortress is built only in a Region your Active race holds.",
    "base.md P-fortified",
)
FORT_ONE = Refusal("fort-one", "A Region holds one Fortress at most.", "base.md P-fortified")
HEROES_TWO = Refusal(
    "heroes-two",
    "The 2 Heroes take 2 different Regions that your Active race holds.",
    "base.md P-heroic",
)
ALLY_WHO = Refusal("ally-who", "Choose one of the other players.", "base.md P-diplomat")
ALLY_ATTACKED = Refusal(
    "ally-attacked",
    "You attacked the Active race of that player this turn: there is no peace.",
    "rulings.md 51",
)
NOT_STOUT = Refusal("not-stout", "Only a Stout race decides something after scoring.", "base.md X7")
NOT_TIED = Refusal(
    "not-tied",
    "The Lost Tribes would not take that Region: choose one of those that are tied.",
    "crusade.md F",
)
NO_FACE = Refusal("no-face", "The die has the faces 0, 1, 2 and 3.", "base.md D1")
NO_DEAL = Refusal("no-deal", "That banner or badge cannot surface now.", "base.md S4, C9")
TRIBES_OTHER = Refusal("tribes-other", "That is not what the Lost Tribes do next.", "crusade.md D")
STILL_CONQUERING = Refusal("conquests-on", "First end your conquests, then redeploy.", "base.md R1")

WRONG_PHASE = Refusal("wrong-phase", "That is not possible at this point of the turn.")
WATER_SEA = Refusal("water", "A Sea can only be taken by an Active Seafaring race.", "base.md K5")
WATER_LAKE = Refusal(
    "water", "The Lake can only be taken by an Active Seafaring race.", "base.md K5"
)
NO_ENTRY = Refusal(
    "no-entry",
    "A race enters at the edge of the board or on the shore of a Sea at the edge.",
    "base.md F1",
)


_CONQUERED: Final[dict[str, Refusal]] = {
    "redeploy": Refusal(
        "wrong-phase", "The conquests of this turn are over: redeploy your tokens."
    ),
    "encampments": Refusal(
        "wrong-phase", "The conquests of this turn are over: pitch your Encampments."
    ),
    "fortress": Refusal(
        "wrong-phase", "The conquests of this turn are over: build a Fortress, or none."
    ),
    "heroes": Refusal("wrong-phase", "The conquests of this turn are over: place your Heroes."),
    "ally": Refusal("wrong-phase", "The conquests of this turn are over: choose an ally, or none."),
    "stout": Refusal(
        "wrong-phase", "The turn is scored: decide whether your race goes In Decline now."
    ),
    "lost tribes": Refusal("wrong-phase", "It is the Lost Tribes' turn."),
    "pick": Refusal("wrong-phase", "First pick a combo of Race and Special Power."),
    "over": Refusal("wrong-phase", "The game is over."),
}
"""What is to be decided in a phase, when something else was tried."""


def wrong_phase(s: State) -> Refusal:
    """What is to be decided now, when something else was tried."""
    word = PHASE_WORDS[s.phase]
    who = Term(PERSON, s.actor)
    if word == "victim redeploys":
        return Refusal(
            "wrong-phase",
            "First {who} redeploys the tokens that were driven out.",
            you="First redeploy the tokens that were driven out.",
            who=who,
        )
    if word == "victim's encampments":
        return Refusal(
            "wrong-phase",
            "First {who} pitches the Encampments that came back.",
            you="First pitch the Encampments that came back.",
            who=who,
        )
    return _CONQUERED.get(word, WRONG_PHASE)


def no_way(way: int) -> Refusal:
    """The race does not conquer in that way."""
    return NO_SORCERY if way == SORCERY else NO_DRAGON


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
        "It costs {count} token and you have {hand} in hand.",
        "base.md K1",
        many="It costs {count} tokens and you have {hand} in hand.",
        count=cost,
        hand=hand,
    )


def affordable(cost: int, hand: int) -> Refusal:
    """No die is rolled for what can be paid."""
    return Refusal(
        "affordable",
        "It costs {count} token and you have {hand}: conquer it without the die.",
        "base.md D3",
        many="It costs {count} tokens and you have {hand}: conquer it without the die.",
        count=cost,
        hand=hand,
    )


def too_short(cost: int, hand: int) -> Refusal:
    """Even a 3 on the die would not do."""
    return Refusal(
        "too-short",
        "It costs {count} token and you have {hand}: even the best roll adds only 3.",
        "base.md D3",
        many="It costs {count} tokens and you have {hand}: even the best roll adds only 3.",
        count=cost,
        hand=hand,
    )


def coins(price: int, owned: int) -> Refusal:
    """The combo's price is more than the player owns."""
    if not owned:
        return Refusal(
            "coins",
            "That combo costs {count} coin and you have none.",
            "base.md C4",
            many="That combo costs {count} coins and you have none.",
            count=price,
        )
    return Refusal(
        "coins",
        "That combo costs {count} coin and you have {coins}.",
        "base.md C4",
        many="That combo costs {count} coins and you have {coins}.",
        count=price,
        coins=owned,
    )


_IMMUNE: Final = {
    HOLE: (
        Refusal("immune", "A Hole keeps {race:of} Region safe.", "base.md K3"),
        Refusal("immune", "A Hole keeps this Region safe.", "base.md K3"),
    ),
    HERO: (
        Refusal("immune", "A Hero keeps {race:of} Region safe.", "base.md K3"),
        Refusal("immune", "A Hero keeps this Region safe.", "base.md K3"),
    ),
    DRAGON: (
        Refusal("immune", "The Dragon keeps {race:of} Region safe.", "base.md K3"),
        Refusal("immune", "The Dragon keeps this Region safe.", "base.md K3"),
    ),
}


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
    race = Term(RACE, RACES[s.banner[slot]].name) if s.banner[slot] != NONE else None
    if held & bit:
        if race is None:
            return Refusal("own", "The Lost Tribes already hold it.", "base.md K6")
        return Refusal("own", "Your {race} already hold it.", "base.md K6", race=race)
    if board.water & bit and not combo.takes & bit:
        return WATER_SEA if board.sea & bit else WATER_LAKE
    if slot == TRIBES_SLOT and s.control != NONE:
        holder = s.control * 3
        if (s.held[holder] | s.held[holder + 1] | s.held[holder + 2]) & bit:
            return Refusal(
                "controlled",
                "{who} has the Control Marker: those Regions are spared.",
                "crusade.md H3",
                you="You have the Control Marker: those Regions are spared.",
                who=Term(PERSON, s.control),
            )
    for kind, (of_race, of_nobody) in _IMMUNE.items():
        if s.marks[kind] & bit:
            owner = s.occ[r]
            banner = s.banner[owner] if owner < len(s.banner) else NONE
            if banner == NONE:
                return of_nobody
            return of_race.given(race=Term(RACE, RACES[banner].name))
    if s.peace_by != NONE and slot == s.peace_with * 3 and s.held[s.peace_by * 3] & bit:
        return Refusal(
            "peace",
            "You are at peace with {other} until {other:of} next turn.",
            "base.md K7",
            other=Term(PERSON, s.peace_by),
        )
    if held:
        if race is None:
            return Refusal(
                "not-adjacent", "It touches no Region that the Lost Tribes hold.", "base.md K8"
            )
        return Refusal(
            "not-adjacent", "It touches no Region that your {race} hold.", "base.md K8", race=race
        )
    return NO_ENTRY
