"""What the buttons of the table say, and what is asked before something cannot be taken back."""

from __future__ import annotations

from crusade.desktop import whose
from crusade.desktop.words.cast import Cast
from crusade.desktop.words.grammar import capital, plural, race_name, the_race
from crusade.desktop.words.tribes import needs_roll
from crusade.rules import State, hand_of, legal_moves, moves, play, queries, refusal
from crusade.rules.board import bits
from crusade.rules.events import Scored
from crusade.rules.ids import DIE, IN_DECLINE, NONE, SPIRIT, STOUT
from crusade.rules.moves import Move

END_CONQUESTS = "End conquests"
END_TURN = "End turn"
DECLINE = "Go In Decline"
STAY_ACTIVE = "Stay Active"
UNDO = "Undo"
UNDO_TURN = "Undo the turn"
REDO = "Redo"
WHAT_NEXT = "What will they take?"
WHY = "Why?"
INCOME = "Income"
RULES = "Rules"
LOG = "Log"
MENU = "Menu"
CONFIRM_REDEPLOYMENT = "Redeploy so"
EVEN_OUT = "Spread evenly"
CONFIRM_ENCAMPMENTS = "Pitch them so"
NO_FORTRESS = "No Fortress now"
CONFIRM_HEROES = "Place the Heroes"
NO_ALLY = "No peace"
ROLL = "Roll the die"
CONTINUE = "Go on"
SKIP = "Skip"
PAUSE = "Pause"
STEP = "Step"
KEEP_PLAYING = "Keep playing"
SETTLE_TIES = "Settle ties that cost me nothing"
ABANDON = "Abandon"


def way_words(cast: Cast, state: State, move: Move) -> tuple[str, str]:
    """(label, note) of a conquest or attempt, where a Region can be taken in several ways."""
    kind, r = move[0], move[1]
    way = move[2] if len(move) > 2 else moves.PLAIN
    slot = state.seat * 3
    if way == moves.GHOULS:
        slot = next(
            (
                s
                for s in (state.seat * 3 + IN_DECLINE, state.seat * 3 + SPIRIT)
                if (combo := state.combo[s]) is not None and combo.fights_in_decline
            ),
            slot,
        )
    race = race_name(state.banner[slot])
    if way == moves.DRAGON:
        return "Send the Dragon", "1 token"
    if way == moves.SORCERY:
        return "Swap the token for a Sorcerer", "from the tray"
    cost = queries.cost(state, r, slot).total
    with_whom = f" with the {race}" if way == moves.GHOULS else ""
    if kind == moves.ATTEMPT:
        hand = hand_of(state, slot)
        combo = state.combo[slot]
        if combo is not None and combo.rolls_first and way == moves.PLAIN:
            return "Attempt in vain", f"costs {cost}, {hand} in hand: ends the conquests"
        return f"Attempt{with_whom}", needs_roll(cost - hand)
    return f"Conquer{with_whom}", plural(cost, "token")


def decline_question(cast: Cast, state: State) -> str:
    """What going In Decline now means, to be confirmed."""
    seat = state.seat
    slot = seat * 3
    name = race_name(state.banner[slot])
    held = state.held[slot].bit_count()
    combo = state.combo[slot]
    parts = [f"The {name} go In Decline on {plural(held, 'Region')}."]
    if combo is not None and not combo.keeps_tokens:
        spare = _spare(state, slot)
        if spare:
            parts.append(f"{capital(plural(spare, 'token'))} {_goes(spare)} to the tray.")
    goes = slot + (IN_DECLINE if combo is None or combo.counts_in_decline else SPIRIT)
    if state.banner[goes] != NONE:
        left = state.held[goes].bit_count()
        parts.append(
            f"{capital(the_race(state.banner[goes]))} In Decline leave the board"
            + (f": {plural(left, 'Region')} less." if left else ".")
        )
    if state.phase == STOUT:
        parts.append("The turn is scored already.")
        return " ".join(parts)
    parts.append(
        f"This takes the whole turn{_declining_earns(state)}; a new combo is picked next turn."
    )
    return " ".join(parts)


def _declining_earns(state: State) -> str:
    """What the turn earns if the race goes In Decline now; "" where it cannot."""
    if refusal(state, moves.DECLINE_MOVE) is not None:
        return ""
    _, events = play(state, moves.DECLINE_MOVE)
    earned = next((e.coins for e in events if isinstance(e, Scored)), 0)
    return f", which earns {plural(earned, 'coin')}"


def _spare(state: State, slot: int) -> int:
    """Tokens that are not the last one of a Region."""
    held = state.held[slot]
    on_board = sum(state.tokens[r] for r in range(state.board.n) if held >> r & 1)
    return on_board - held.bit_count() + state.hand[slot]


def _goes(count: int) -> str:
    return "goes" if count == 1 else "go"


def end_question(cast: Cast, state: State) -> str:
    """What would be given away by ending the conquests now; "" when nothing would.

    One's own Regions In Decline count only where holding them Active would earn more.
    """
    slot = whose.active_slot(state.seat)
    hand = hand_of(state, slot)
    if not hand:
        return ""
    plain = [m for m in legal_moves(state) if m[0] == moves.CONQUER and m[2] != moves.GHOULS]
    regions = {m[1] for m in plain if _gains(state, slot, m[1])}
    if not regions:
        return _attempt_left(cast, state)
    ready = plural(hand, "token")
    if len(regions) == 1:
        (region,) = regions
        return f"{ready} in hand could still take {cast.region(region)}. End the conquests?"
    enough = _how_many(hand, [queries.cost(state, r, slot).total for r in regions])
    return (
        f"{ready} in hand {'is' if hand == 1 else 'are'} enough for {enough} of the "
        f"{len(regions)} Regions in reach. End the conquests?"
    )


def _gains(state: State, slot: int, r: int) -> bool:
    """Whether taking Region ``r`` brings anything: always, but for one's own In Decline."""
    if whose.owner(state.occ[r]) != state.seat:
        return True
    return queries.prospect(state, slot, r).total > queries.worth(state, r).total


def _how_many(hand: int, costs: list[int]) -> int:
    """How many of the Regions so many tokens pay for, one at least, the cheapest first."""
    count = 0
    for cost in sorted(costs):
        hand -= cost
        if hand < 0:
            break
        count += 1
    return max(1, count)


def _attempt_left(cast: Cast, state: State) -> str:
    """That a last attempt is still possible; "" when none has a chance."""
    choices = legal_moves(state)
    if moves.ROLL_MOVE in choices:
        slot = state.seat * 3
        hand = hand_of(state, slot)
        near = [r for r in bits(queries.in_reach(state, slot))
                if queries.cost(state, r, slot).total - hand <= max(DIE)]  # fmt: skip
        if not near:
            return ""
        return f"{plural(hand, 'token')} in hand, and the die may still be rolled. End anyway?"
    tries = [m for m in choices if m[0] == moves.ATTEMPT and m[2] == moves.PLAIN]
    best = max(tries, key=lambda m: (queries.chance(state, m)[0], -m[1]), default=None)
    if best is None:
        return ""
    wins, faces = queries.chance(state, best)
    if not wins:
        return ""
    return (
        f"A last attempt with the die is still possible: {cast.region(best[1])} falls "
        f"in {wins} of {faces} rolls. End the conquests?"
    )


def final_words(why: str) -> str:
    """A remark before a move that cannot be taken back; "" for one that can."""
    return {
        "rolls": "Cannot be taken back: the die is rolled.",
        "reveals": "Cannot be taken back: a combo is revealed.",
        "passes": "Cannot be taken back: the turn passes.",
    }.get(why, "")
