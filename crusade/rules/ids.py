"""The small ints that the whole core shares: seats, slots, phases, moments.

A *slot* is one race of one seat: its Active race, its race In Decline, and a race In Decline that
does not count (`base.md X8`). The Lost Tribes have a seat and a slot of their own, whose hand holds
the tokens beside the board. `OWNER`, `IS_ACTIVE` and `SLOTS_OF` are the words for slots: what is
EMPTY has no owner and is neither Active nor In Decline.
"""

from __future__ import annotations

from typing import Final

MAX_SEATS: Final = 5
TRIBES: Final = 5
DEALER: Final = 6
NOBODY: Final = 7

SLOTS: Final = 16
TRIBES_SLOT: Final = 15
EMPTY: Final = 16
NONE: Final = -1

ACTIVE_OF: Final = (0, 3, 6, 9, 12, TRIBES_SLOT)
"""Per seat: the slot of its Active race; the Lost Tribes count as Active (`crusade.md B1`)."""
DECLINED_OF: Final = (1, 4, 7, 10, 13, NONE)
"""Per seat: the slot of its race In Decline; the Lost Tribes have none."""
UNCOUNTED_OF: Final = (2, 5, 8, 11, 14, NONE)
"""Per seat: the slot of a race In Decline that does not count for the limit of one."""
SLOTS_OF: Final = (
    *((first, first + 1, first + 2) for first in ACTIVE_OF[:MAX_SEATS]),
    (TRIBES_SLOT,),
)
"""Per seat: all its slots, the Active one first."""
SLOT_MASK: Final = tuple(sum(1 << slot for slot in slots) for slots in SLOTS_OF)
"""Per seat: the mask of all its slots."""
PAST_OF: Final = (*((first + 1, first + 2) for first in ACTIVE_OF[:MAX_SEATS]), ())
"""Per seat: the slots of races In Decline."""
OF_SEAT: Final = (17, 18, 19, 20, 21, 22)
"""Per seat: a place in the memory of a position for what outlives the seat's races."""
OWNER: Final[tuple[int, ...]] = (
    *(seat for seat in range(MAX_SEATS) for _ in range(3)),
    TRIBES,
    NOBODY,
    *range(TRIBES + 1),
)
"""Per slot: the seat whose race it is; NOBODY for EMPTY. The places of `OF_SEAT` too."""
IS_ACTIVE: Final = tuple(slot in ACTIVE_OF for slot in range(len(OWNER)))
"""Per slot: whether a race there is Active."""
IS_DECLINED: Final = tuple(
    slot < TRIBES_SLOT and slot not in ACTIVE_OF for slot in range(len(OWNER))
)
"""Per slot: whether a race there is In Decline."""

KEPT_RIVERS: Final = "kept rivers"
"""The word under which a position remembers the rivers that a race held when it declined: they
stay its own, whatever let it hold them (`riverworld.md W33, W40`)."""
PROXIES: Final = "proxies"
"""Of a race: how many of its tokens in play are more than its tray had (`events.md E36, E49`)."""
EARNED: Final = "earned"
"""Of a seat: the coins that its scorings of this round have paid (`events.md E9`)."""
CONQUERED: Final = "conquered"
"""Of a seat: the Regions conquered this round, by whatever race and means (`events.md E9`)."""
WON: Final = "won"
"""Of a seat: that it won this round's auction."""
SECOND: Final = "second"
"""Of a seat: the further badge kept for its next race, as its number and 1."""
KEPT: Final = "kept"
"""Of a seat: the combo that was put aside for its next pick, see `kept_combo`."""
POT: Final = "pot"
"""Of nobody: coins that lie in the middle of the table."""
SHOWN: Final = "shown"
"""Of a seat: the coins that were shown last, and 1."""
LATER: Final = "held back"
"""How many tokens of a race In Decline that has yet to fight were driven out by another race of its
owner: they are redeployed at the end of the turn and take no part in its conquests."""
WAITING: Final = "waits in hand"
"""The word under which a position remembers how many tokens in the hand of a race that was driven
out were there before: they wait for its owner's next turn and are not placed with the others."""
MARKER: Final = "event marker"
"""Of nobody: the event marker of this round, as its number and 1."""
SEEN: Final = "seen marker"
"""Of a seat: the event marker of the next round, as it alone has seen it, as its number and 1."""
COLUMN: Final = 6
"""Combos that are visible at any time (`base.md S3`)."""
START_COINS: Final = 5
DIE: Final = (0, 0, 0, 1, 2, 3)
"""The faces of the reinforcement die (`base.md D1`)."""

# The phases: what the position waits for.
PICK: Final = 0
CONQUER: Final = 1
REDEPLOY: Final = 2
ASK: Final = 3
"""A decision that an ability or a card brings; see `State.asked`."""
VICTIM: Final = 4
TRIBES_TURN: Final = 5
OVER: Final = 6
PHASE_WORDS: Final = (
    "pick",
    "conquer",
    "redeploy",
    "decision",
    "victim redeploys",
    "lost tribes",
    "over",
)

# The moments at which abilities and cards ask something; what follows is in `turn.py`.
ROUND_START: Final = 0
TURN_START: Final = 1
AFTER_PICK: Final = 2
TURN_END: Final = 3
SCORED: Final = 4
VICTIMS: Final = 5
LAST: Final = 6
CONQUESTS: Final = 7
DECLINED: Final = 8
"""A race has gone In Decline by the answer to a question."""
FOUGHT: Final = 9
"""The last attempt has brought something up; the conquests are over."""
ROUND_OPENS: Final = 10
"""A round opens: what is drawn for it, before all else is told and asked."""
MOMENTS: Final = 11

# What the dealer owes besides a combo or a card.
NO_ROLL: Final = 0
ROLL_COMBO: Final = 1
ROLL_ATTEMPT: Final = 2
ROLL_TRIBES: Final = 3
ROLL_ASKED: Final = 4
"""A roll for a decision: `State.asked` and `State.asked_slot` say whose."""

# How far a race that fights on In Decline has got in its owner's turn (two bits a race).
EARLY_OVER: Final = 0
EARLY_MAY: Final = 1
EARLY_BEGAN: Final = 2
EARLY_SPENT: Final = 3
"""Its final attempt is made: only its redeployment is left."""

SOLO: Final = "solo"
TWO_PLAYER: Final = "two-player"
CLASSIC: Final = "classic"
MODES: Final = (SOLO, TWO_PLAYER, CLASSIC)
