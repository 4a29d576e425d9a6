"""River World besides its cases: what only one seat knows, how the event markers are drawn, and
that nobody else's view, no program and no record is the wiser.
"""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from crusade.automaton.lost_tribes import LostTribes
from crusade.boxes import library
from crusade.dealer import Dealer
from crusade.games import new_setup
from crusade.players.policies import deal, greedy_policy, random_policy
from crusade.players.view import view_for
from crusade.position_text import position_from, position_text
from crusade.rules import State, decider, due, parse_move, play, row, start
from crusade.rules import moves as kinds
from crusade.rules.asking import kind_of
from crusade.rules.events import Answered
from crusade.rules.ids import DEALER, NOBODY, OF_SEAT, SEEN, TRIBES, TWO_PLAYER
from crusade.rules.legal import tribes_move
from crusade.rules.notation import move_text

LIBRARY = library(("riverworld",))
NAMES = [marker.name for marker in LIBRARY.event_markers]


def looked_at(mode: str = TWO_PLAYER) -> State:
    """A position in which the first seat has just looked at the next event marker."""
    s = start(new_setup(mode, 2, 14, boxes=("riverworld",)))
    rng = Random(5)
    while decider(s) == DEALER:
        s, _ = play(s, deal(s, rng))
    s, _ = play(s, parse_move(s, "pick 1"))
    while decider(s) == DEALER:
        s, _ = play(s, deal(s, rng))
    temple = s.board.mask_of("temple").bit_length() - 1
    s = s.copy()
    s.occ[temple], s.tokens[temple], s.held[0] = 0, 1, 1 << temple
    s.hand[0] -= 1
    s, _ = play(s, parse_move(s, "look"))
    assert decider(s) == DEALER
    s, events = play(s, parse_move(s, "draw Storm"))
    told = [event for event in events if isinstance(event, Answered)]
    # The log says that he looked, and nothing of what he saw.
    assert told[-1].answer == () and "Storm" not in str(told[-1].told)
    return s


def test_only_who_has_looked_knows_what_comes() -> None:
    s = looked_at()
    seen = row.seen(s, 0)
    assert seen is not None and seen.name == "Storm" and row.seen(s, 1) is None
    mine, yours = view_for(s, 0), view_for(s, 1)
    assert (OF_SEAT[0], SEEN) in mine.memory and (OF_SEAT[0], SEEN) not in yours.memory
    # Nothing that decides reads it: the same position with another marker plays on alike.
    other = s.copy()
    other.memory[OF_SEAT[0], SEEN] = NAMES.index("Calm") + 1
    for policy in (random_policy, greedy_policy):
        assert policy(s, Random(1)) == policy(other, Random(1)) == policy(yours, Random(1))
    assert LostTribes().step(s) == LostTribes().step(other)


def test_the_marker_that_was_seen_is_the_next_one() -> None:
    s, rng = looked_at(), Random(8)
    while s.round == 1 or decider(s) != DEALER or due(s) is None or s.asked < 0:
        move = deal(s, rng) if decider(s) == DEALER else None
        if move is None:
            move = tribes_move(s) if decider(s) == TRIBES else random_policy(s, rng)
        s, _ = play(s, move)
    owed = due(s)
    assert owed is not None
    assert [move_text(s, move) for move in owed.options()] == ["turn up Storm"]
    s, _ = play(s, owed.options()[0])
    now = row.current(s)
    assert now is not None and now.name == "Storm" and row.seen(s, 0) is None


def test_event_markers_are_drawn_as_often_as_there_are_such() -> None:
    s = start(new_setup("solo", 1, 14, boxes=("riverworld",)))
    while due(s) is not None and due(s).kind == kinds.DEAL:  # type: ignore[union-attr]
        s, _ = play(s, deal(s, Random(1)))
    owed = due(s)
    assert owed is not None
    lots = Counter(move_text(s, move).removeprefix("turn up ") for move in owed.fair())
    assert lots == {marker.name: marker.number for marker in LIBRARY.event_markers}
    assert sum(lots.values()) == 11
    assert Dealer(3).move(s, 6) in owed.options()
    s, _ = play(s, parse_move(s, "turn up Freezing"))
    assert row.left(s, NAMES.index("Freezing")) == lots["Freezing"] - 1
    assert row.face_down(s) == 8


@pytest.mark.parametrize("mode", ["solo", "two-player", "classic"])
def test_no_marker_is_turned_up_more_often_than_it_is_there(mode: str) -> None:
    setup = new_setup(mode, 1 if mode == "solo" else 2, 14, boxes=("riverworld",))
    for seed in range(6):
        rng, s, turned = Random(seed), start(setup), Counter[str]()
        while decider(s) != NOBODY:
            who = decider(s)
            if who == DEALER:
                move = deal(s, rng)
                line = move_text(s, move)
                turned[line.removeprefix("turn up ")] += line.startswith("turn up ")
                assert parse_move(s, line) == move
            else:
                move = tribes_move(s) if who == TRIBES else random_policy(s, rng)
            s, _ = play(s, move)
            if s.round == 4:
                assert position_from(setup, position_text(s)) == s
        assert sum(turned.values()) == setup.rounds
        assert all(turned[marker.name] <= marker.number for marker in LIBRARY.event_markers)


def test_every_decision_is_of_a_general_kind() -> None:
    for decision in LIBRARY.decisions:
        assert kind_of(decision)
    assert "Flying" not in LIBRARY.power_index and len(LIBRARY.powers) == 19
