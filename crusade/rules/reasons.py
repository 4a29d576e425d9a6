"""The sentences of the refusals. One function or constant per reason; `legal.py` decides which."""

from __future__ import annotations

from .abilities import POWERS, RACES
from .board import bits
from .ids import (
    DRAGON,
    HERO,
    HOLE,
    MARK_WORDS,
    NONE,
    PHASE_WORDS,
    TRIBES,
    TRIBES_SLOT,
)
from .pricing import seat_name
from .refusals import Refusal
from .state import State

NOT_NOW = Refusal("not-now", "That is not what is to be decided now.")
OVER = Refusal("over", "The game is over.")
NOT_YOURS = Refusal("not-yours", "Someone else decides now.")
DEALER = Refusal("dealer", "First the dealer must reveal a combo or the die must be rolled.")
NO_SUCH_REGION = Refusal("no-region", "There is no such Region on this board.")
PICK_FIRST = Refusal("pick-first", "First pick a combo of Race and Special Power.", "base.md C1")
HAS_RACE = Refusal(
    "has-race",
    "You have an Active race; a new combo is picked the turn after a decline.",
    "base.md C1",
)
NO_SUCH_ROW = Refusal("no-row", "There is no combo in that row.", "base.md C2")
TOO_LATE_DECLINE = Refusal(
    "too-late-decline",
    "Declining takes the whole turn, and you have already begun this one.",
    "base.md N1, X1",
)
NO_RACE = Refusal("no-race", "You have no Active race.", "base.md X11")
TOO_LATE_ABANDON = Refusal(
    "too-late-abandon",
    "Regions are abandoned before the first conquest or not at all.",
    "base.md N4",
)
NOT_HELD = Refusal("not-held", "Your Active race does not hold that Region.", "base.md N3")
TWICE = Refusal("twice", "A Region is named twice.")
NO_TOKEN = Refusal("no-token", "A conquest needs at least one token in hand.", "base.md K9")
ROLL_FIRST = Refusal(
    "roll-first", "Berserk: roll the die before each conquest.", "base.md P-berserk"
)
ROLLED = Refusal("rolled", "The die is rolled: choose the Region it is for.", "rulings.md 45")
NO_ROLL = Refusal(
    "no-roll", "Your Special Power rolls no die before a conquest.", "base.md P-berserk"
)
NO_TARGET = Refusal("no-target", "No Region can be attacked now.", "base.md K8")
NO_WAY = Refusal("no-way", "Your race has no such way to conquer.")
DRAGON_USED = Refusal(
    "dragon-used", "The Dragon has already fought this turn.", "base.md P-dragon-master"
)
SWAP_ENTRY = Refusal(
    "swap-entry", "Sorcerers do not enter the board by a swap unless they fly.", "base.md F7"
)
SWAP_NOBODY = Refusal(
    "swap-nobody", "A swap needs a lone token of another player's Active race.", "rulings.md 43"
)
SWAP_MANY = Refusal(
    "swap-many",
    "More than one token stands there; only a lone one can be swapped.",
    "base.md R-sorcerers",
)
SWAP_CAMP = Refusal(
    "swap-camp", "An Encampment counts as a second token against Sorcerers.", "rulings.md 47"
)
SWAP_DECLINE = Refusal(
    "swap-decline", "Only Active tokens can be swapped; this race is In Decline.", "rulings.md 43"
)
SWAP_TRIBE = Refusal("swap-tribe", "Lost Tribes cannot be swapped in this game.", "rulings.md 40")
SWAP_USED = Refusal(
    "swap-used", "You have already swapped a token of that opponent this turn.", "rulings.md 39"
)
SWAP_TRAY = Refusal("swap-tray", "No Sorcerer is left in the tray.", "base.md R-sorcerers")
NO_GHOULS = Refusal("no-ghouls", "You have no race that fights on In Decline.", "base.md R-ghouls")
GHOULS_DONE = Refusal(
    "ghouls-done",
    "Your race In Decline fights before the Active race, and its time this turn is over.",
    "base.md R5",
)
GHOULS_FIRST = Refusal(
    "ghouls-first",
    "First redeploy the tokens In Decline that are still in hand.",
    "base.md R5",
)
ENDED_GHOULS = Refusal(
    "ghouls-ended", "Their conquests are over for this turn; redeploy them.", "rulings.md 26"
)
EVERY_TOKEN = Refusal(
    "every-token", "Every token must be placed, and no more than there are.", "base.md R1"
)
ONE_EACH = Refusal("one-each", "Each Region you hold keeps at least one token.", "base.md R1")
AMAZON_KEEP = Refusal(
    "keep-regions",
    "As many Regions as possible keep one token each; only the others are given up.",
    "rulings.md 3",
)
ONLY_ADD = Refusal(
    "only-add", "Only the tokens that were driven out are placed; the others stay.", "base.md L2"
)
NOT_WHERE_HELD = Refusal("not-held", "Tokens go only where that race holds a Region.", "base.md R1")
CAMPS_HELD = Refusal(
    "camps-held", "Encampments stand only beside your Active race.", "rulings.md 48"
)
CAMPS_ALL = Refusal("camps-all", "All 5 Encampments are pitched.", "base.md P-bivouacking")
CAMPS_STAY = Refusal(
    "camps-stay", "Only the Encampments that were lost are pitched again.", "rulings.md 49"
)
FORT_HELD = Refusal(
    "fort-held", "A Fortress is built in a Region your Active race holds.", "base.md P-fortified"
)
FORT_ONE = Refusal("fort-one", "A Region holds one Fortress at most.", "base.md P-fortified")
HEROES_TWO = Refusal(
    "heroes-two",
    "The 2 Heroes stand in 2 different Regions your Active race holds.",
    "base.md P-heroic",
)
ALLY_WHO = Refusal("ally-who", "Choose one of the other players.", "base.md P-diplomat")
ALLY_ATTACKED = Refusal(
    "ally-attacked", "You attacked his Active race this turn: he makes no peace.", "rulings.md 51"
)
NOT_STOUT = Refusal("not-stout", "There is nothing left to decide after scoring.", "base.md X7")
NOT_TIED = Refusal(
    "not-tied",
    "The Lost Tribes would not take that Region; choose one of the tied ones.",
    "crusade.md F",
)
NO_FACE = Refusal("no-face", "The die has the faces 0, 1, 2 and 3.", "base.md D1")
NO_DEAL = Refusal("no-deal", "That banner or badge cannot surface now.", "base.md S4, C9")
TRIBES_OTHER = Refusal("tribes-other", "That is not what the Lost Tribes do next.", "crusade.md D")
CONQUESTS_OVER = Refusal(
    "conquests-over", "The conquests of this turn are over; redeploy.", "base.md D4"
)

STILL_CONQUERING = Refusal("conquests-on", "First end your conquests, then redeploy.", "base.md R1")


def wrong_phase(s: State) -> Refusal:
    """What is to be decided now, when something else was tried."""
    word = PHASE_WORDS[s.phase]
    what = {
        "redeploy": "Conquests are over for this turn: redeploy your tokens.",
        "encampments": "Now the Encampments are pitched.",
        "fortress": "Now a Fortress may be built.",
        "heroes": "Now the Heroes take their places.",
        "ally": "Now the Diplomat chooses.",
        "victim redeploys": f"First {seat_name(s.actor)} redeploys the tokens that were driven out.",
        "victim's encampments": f"First {seat_name(s.actor)} pitches the Encampments again.",
        "stout": "Decide whether your race goes In Decline now.",
        "lost tribes": "The Lost Tribes' turn is not over.",
        "pick": PICK_FIRST.sentence,
        "over": OVER.sentence,
    }
    return Refusal("wrong-phase", what.get(word, NOT_NOW.sentence))


def too_dear(cost: int, hand: int) -> Refusal:
    """The Region costs more tokens than there are in hand."""
    return Refusal("too-dear", f"It costs {cost} tokens and you have {hand} in hand.", "base.md K1")


def affordable(cost: int, hand: int) -> Refusal:
    """No die is rolled for what can be paid."""
    return Refusal(
        "affordable",
        f"It costs {cost} and you have {hand}: conquer it, no die is needed.",
        "base.md D3",
    )


def too_short(cost: int, hand: int) -> Refusal:
    """Even a 3 on the die would not do."""
    return Refusal(
        "too-short",
        f"It costs {cost} and you have {hand}: more than 3 short, even the best roll would not do.",
        "base.md D3",
    )


def coins(price: int, owned: int) -> Refusal:
    """The combo's price is more than the player owns."""
    return Refusal("coins", f"That combo costs {price} coins and you have {owned}.", "base.md C4")


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
    if held & bit:
        return Refusal("own", "That race already holds it.", "base.md K6")
    if board.water & bit and not combo.takes & bit:
        water = "Seas" if board.sea & bit else "The Lake"
        return Refusal(
            "water", f"{water} can only be taken by an Active Seafaring race.", "base.md K5"
        )
    if slot == TRIBES_SLOT and s.control != NONE:
        holder = s.control * 3
        if (s.held[holder] | s.held[holder + 1] | s.held[holder + 2]) & bit:
            return Refusal(
                "controlled",
                f"{seat_name(s.control)} plays the Lost Tribes: his Regions are spared.",
                "crusade.md H3",
            )
    for kind in (HOLE, HERO, DRAGON):
        if s.marks[kind] & bit:
            owner = s.occ[r]
            race = s.banner[owner] if owner < len(s.banner) else NONE
            whose = f"the {RACES[race].name}'" if race != NONE else "this"
            what = {"hole": "A Hole", "hero": "A Hero", "dragon": "The Dragon"}[MARK_WORDS[kind]]
            return Refusal("immune", f"{what} keeps {whose} Region safe.", "base.md K3")
    if s.peace_by != NONE and slot == s.peace_with * 3 and s.held[s.peace_by * 3] & bit:
        return Refusal(
            "peace",
            f"{seat_name(s.peace_by)}'s Diplomat has made peace with you until his next turn.",
            "base.md K7",
        )
    if held:
        return Refusal("not-adjacent", "It does not touch any Region of that race.", "base.md K8")
    return Refusal(
        "no-entry",
        "A race enters at the edge of the board or on the shore of a Sea at the edge.",
        "base.md F1",
    )


def combo_name(banner: int, badge: int) -> str:
    """`Hill Orcs`, or `Orcs` where no badge is left."""
    race = RACES[banner].name
    return race if badge == NONE else f"{POWERS[badge].name} {race}"


def regions_named(s: State, mask: int) -> str:
    """The place names of a mask of Regions, for a sentence."""
    return ", ".join(s.board.names[r] for r in bits(mask))


def whose(seat: int) -> str:
    """`the Lost Tribes` or `P1`."""
    return "the Lost Tribes" if seat == TRIBES else seat_name(seat)
