"""The audit itself: it finds nothing in sound positions, and every kind of damage."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest
from play_helpers import GAMES, SETUPS, kind, next_move, person_position, position

from crusade.atlas import load
from crusade.players.policies import greedy_policy
from crusade.rules import Setup, State, events, moves, play, start
from crusade.rules.audit import audit, audit_step, checked_play
from crusade.rules.ids import (
    ASK,
    CONQUER,
    EMPTY,
    NOBODY,
    OVER,
    REDEPLOY,
    ROLL_ATTEMPT,
    TRIBES,
    TRIBES_SLOT,
    VICTIM,
)
from crusade.rules.state import DERIVED, FIELDS, blank


@pytest.fixture
def middle() -> State:
    """A position in the middle of a classic game: the first seat is about to conquer."""
    for seed in range(100):
        s = position(("classic", 2), f"audit {seed}", 45)
        if s.phase == CONQUER and s.seat == 0 and s.held[0].bit_count() > 2 and s.held[3]:
            assert audit(s) == []
            return s
    raise AssertionError("no such position")


def own(s: State) -> int:
    return s.held[0].bit_length() - 1


def theirs(s: State) -> int:
    return s.held[3].bit_length() - 1


def put(name: str, index: int, value: int) -> Callable[[State], None]:
    def damage(s: State) -> None:
        getattr(s, name)[index] = value

    return damage


def say(name: str, value: object) -> Callable[[State], None]:
    def damage(s: State) -> None:
        setattr(s, name, value)

    return damage


def free(s: State) -> int:
    return next(r for r in range(s.board.n) if s.occ[r] == EMPTY)


def _pile(s: State, r: int, number: int) -> None:
    """So many Encampments in a Region, their walls with them."""
    s.marks[kind("encampments")] |= 1 << r
    s.piles[r] = number
    s.walls[r] += number


def _marked(word: str, mask: Callable[[State], int]) -> Callable[[State], None]:
    def damage(s: State) -> None:
        s.marks[kind(word)] |= mask(s)

    return damage


DAMAGE: dict[str, Callable[[State], object]] = {
    "a token too many": lambda s: s.tokens.__setitem__(own(s), s.tokens[own(s)] + 1),
    "a token gone": lambda s: s.hand.__setitem__(0, s.hand[0] - 1),
    "no token where a race stands": lambda s: s.tokens.__setitem__(own(s), 0),
    "tokens where nobody stands": lambda s: s.tokens.__setitem__(free(s), 1),
    "a Region of a seat that does not play": lambda s: s.occ.__setitem__(own(s), 12),
    "a Region twice": lambda s: s.held.__setitem__(3, s.held[3] | s.held[0] & -s.held[0]),
    "a tray below zero": put("tray", 5, -1),
    "coins below zero": put("coins", 1, -1),
    "coins of nobody": put("coins", 3, 5),
    "coins of Lost Tribes who do not play": put("coins", TRIBES, 5),
    "Lost Tribes beside the board of a classic game": put("hand", TRIBES_SLOT, 1),
    "walls of nothing": lambda s: s.walls.__setitem__(own(s), s.walls[own(s)] + 1),
    "a Fortress on empty land": _marked("fortress", lambda s: 1 << free(s)),
    "seven Fortresses": _marked("fortress", lambda s: (1 << 7) - 1),
    "a Hero of a race without any": _marked("hero", lambda s: 1 << own(s) | 1 << theirs(s)),
    "Lairs of two races": _marked("lair", lambda s: 1 << own(s) | 1 << theirs(s)),
    "two Dragons": _marked("dragon", lambda s: 1 << own(s) | 1 << theirs(s)),
    "Encampments of a race without any": lambda s: _pile(s, own(s), 6),
    "an immune Region without a piece": lambda s: say("safe", s.safe ^ 1 << free(s))(s),
    "another combo": lambda s: s.combo.__setitem__(0, s.combo[3]),
    "a race of the Lost Tribes": put("banner", TRIBES_SLOT, 1),
    "a badge without a banner": put("badge", 6, 1),
    "a race of a seat that does not play": put("banner", 9, 2),
    "a banner twice": lambda s: s.under.append(s.banner[0]),
    "a banner gone": lambda s: s.column.pop(),
    "a badge twice": lambda s: say("discards", s.discards | 1 << s.badge[0])(s),
    "coins owed on the column": lambda s: s.column.__setitem__(0, (*s.column[0][:2], -1)),
    "a round after the last": say("round", 99),
    "a turn of a seat that does not play": say("seat", 4),
    "nobody acts": say("actor", NOBODY),
    "winners before the end": say("winners", (0,)),
    "someone else acts": say("actor", 1),
    "a question of nobody": say("phase", ASK),
    "a question outside its phase": say("asked", 0),
    "questions that wait for nothing": say("agenda", ((0, 0),)),
    "a question that does not exist": say("owed", ((0, 99),)),
    "a victim without driven-out tokens": lambda s: (say("phase", VICTIM)(s), say("victim", 3)(s)),
    "a victim in a turn's middle": say("victim", 3),
    "an attempt without a target": say("rolling", ROLL_ATTEMPT),
    "a target without an attempt": say("target", 1),
    "a Control Marker": say("control", 0),
    "choices outside the Lost Tribes' turn": say("choices", 3),
    "guards that guard nothing": say("guards", (0, 3)),
    "an order without whose turn it is": say("order", (1,)),
    "a card that is not in the game": say("upcoming", 3),
    "tokens in hand out of turn": lambda s: (
        s.hand.__setitem__(3, 1),
        s.tray.__setitem__(s.banner[3], s.tray[s.banner[3]] - 1),
    ),
    "driven-out tokens of nobody": say("driven", 1 << 12),
    "a memory of nothing": lambda s: s.memory.__setitem__((0, "Amazons"), 0),
    "a memory of nobody": lambda s: s.memory.__setitem__((5, "Wealthy"), 1),
    "tokens held back for nobody": say("later", 2),
    "a race that may fight out of turn": lambda s: (say("early", 1)(s), say("phase", REDEPLOY)(s)),
    "a pick of nobody": say("picked", 1 << 4 | 3),
    "a race never picked": say("picked", 2),
    "an unready race with nobody before it": say("unready", True),
    "fought before beginning": lambda s: (say("begun", False)(s), say("fought", True)(s)),
    "remembered stands after beginning": lambda s: (
        say("begun", True)(s),
        say("stood", (1, 2))(s),
    ),
}


@pytest.mark.parametrize("name", DAMAGE)
def test_damage_is_found(middle: State, name: str) -> None:
    DAMAGE[name](middle)
    assert audit(middle) != []


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_the_first_position_is_sound(game: tuple[str, int]) -> None:
    assert audit(start(SETUPS[game])) == []


def test_lost_tribes_are_conserved_in_a_crusade_alone() -> None:
    s = position(("solo", 1), 1, 30)
    s.hand[TRIBES_SLOT] += 1
    assert any("Lost Tribe tokens" in line for line in audit(s))


# ---------------------------------------------------------------- steps
def steps(seed: int) -> list[tuple[State, moves.Move, list[events.Event], State]]:
    rng = Random(f"steps {seed}")
    out = []
    s = start(SETUPS["two-player", 2])
    while s.phase != OVER:
        move = next_move(s, greedy_policy, rng)
        after, found = play(s, move)
        out.append((s, move, found, after))
        s = after
    return out


TELLING = (
    events.RoundBegan,
    events.TurnBegan,
    events.ControlPassed,
    events.ComboDealt,
    events.ComboPicked,
    events.ComboDiscarded,
    events.Conquered,
    events.Readied,
    events.MarkPlaced,
    events.Redeployed,
    events.Scored,
    events.Declined,
    events.GameEnded,
)


def test_a_missing_event_is_found() -> None:
    missed: set[type[events.Event]] = set()
    for seed in range(6):
        for before, move, found, after in steps(seed):
            assert audit_step(before, move, found, after) == []
            for i, event in enumerate(found):
                rest = found[:i] + found[i + 1 :]
                problems = audit_step(before, move, rest, after)
                if type(event) in TELLING and not isinstance(event, events.Redeployed):
                    assert problems, event
                if problems:
                    missed.add(type(event))
    assert missed >= set(TELLING)


def test_a_wrong_number_in_an_event_is_found() -> None:
    for before, move, found, after in steps(1):
        for i, event in enumerate(found):
            if isinstance(event, events.Scored) and event.coins:
                worse = events.Scored(event.seat, event.coins + 1, event.items, event.total)
                assert audit_step(before, move, [*found[:i], worse, *found[i + 1 :]], after)
            if isinstance(event, events.Conquered):
                worse_still = events.Conquered(
                    event.slot, event.region, event.spent + 1, event.way, event.victim,
                    event.defenders, event.lost,
                )  # fmt: skip
                assert audit_step(before, move, [*found[:i], worse_still, *found[i + 1 :]], after)


def test_a_shared_list_is_found() -> None:
    before, move, found, after = steps(2)[20]
    after.coins = before.coins
    assert any("shared" in line for line in audit_step(before, move, found, after))


def test_play_leaves_the_position_alone_and_copies_are_independent() -> None:
    s = person_position(("classic", 2), 3, REDEPLOY)
    twin = s.copy()
    assert twin == s
    after, _, problems = checked_play(s, next_move(s, greedy_policy, Random(1)))
    assert problems == []
    assert s == twin
    assert after != s
    for name in FIELDS:
        value = getattr(after, name)
        if isinstance(value, list | dict):
            value.clear()
    assert s == twin


def another(value: object) -> object:
    """Something else of the same type."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + 77
    if isinstance(value, tuple):
        return (*value, 77)
    return SETUPS["two-player", 2] if isinstance(value, Setup) else load("base-3p").board


def test_copy_and_blank_know_every_slot() -> None:
    """A slot forgotten in `blank`, `copy` or `facts` fails here."""
    s = blank(SETUPS["solo", 1])
    missing = [name for name in FIELDS if not hasattr(s, name)]
    assert missing == []
    for name in FIELDS:
        marked = s.copy()
        if isinstance(getattr(s, name), list):
            getattr(marked, name).append(77)
        elif isinstance(getattr(s, name), dict):
            getattr(marked, name)[0, "mark"] = 77
        else:
            setattr(marked, name, another(getattr(s, name)))
        twin = marked.copy()
        assert getattr(twin, name) == getattr(marked, name), name
        assert getattr(s, name) != getattr(marked, name), name
        if isinstance(getattr(s, name), list | dict):
            assert getattr(twin, name) is not getattr(marked, name), name
        if name not in DERIVED:
            assert twin.facts() != s.facts(), name
