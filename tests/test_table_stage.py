"""The stage: beats in their order and at their pace, and a cue for every event."""

from __future__ import annotations

import inspect

import pytest

from crusade.desktop.scenes.sample_tables import before_tribes, session_at, simple_move
from crusade.desktop.table.cues import CUES, cues
from crusade.desktop.table.stage import Beat, Stage
from crusade.desktop.words import Cast
from crusade.replay import ends_turn, moments
from crusade.rules import events
from crusade.rules.ids import TRIBES


def _stage(pace="normal"):
    session = session_at(lambda s: True)
    told: list[int] = []
    stage = Stage(session.state, 0, lambda watched: pace, lambda: told.append(1))
    return stage, session.state, told


def _beats(state, count, **more) -> list[Beat]:
    return [Beat(state, state, 1.0, n + 1, **more) for n in range(count)]


def test_every_event_has_a_cue() -> None:
    known = {
        cls
        for _, cls in inspect.getmembers(events, inspect.isclass)
        if issubclass(cls, events.Event) and cls is not events.Event
    }
    assert known == set(CUES)


def test_beats_end_by_themselves_and_the_goal_is_shown() -> None:
    stage, state, told = _stage()
    goal = state.copy()
    stage.add(_beats(state, 3), goal, 9)
    assert stage.busy and stage.moves and stage.seen == 1
    stage.update(0.5)
    assert stage.progress == 0.5
    for _ in range(8):
        stage.update(0.5)
    assert not stage.busy and stage.shown is goal and stage.seen == 9
    assert told


def test_a_long_frame_does_not_lose_a_beat_but_skipping_does() -> None:
    stage, state, _ = _stage()
    heard: list[int] = []
    stage.begun = lambda beat: heard.append(beat.step)
    stage.add(_beats(state, 3), state, 3)
    for _ in range(3):
        stage.update(60.0)
    assert heard == [1, 2, 3] and not stage.busy
    stage.add(_beats(state, 3), state, 6)
    stage.skip()
    assert heard == [1, 2, 3, 1] and not stage.busy and stage.step == 6


def test_instant_pace_shows_nothing() -> None:
    stage, state, _ = _stage("instant")
    goal = state.copy()
    stage.add(_beats(state, 3), goal, 5)
    assert not stage.busy and stage.shown is goal


def test_step_pace_waits_for_a_click_and_pause_holds() -> None:
    stage, state, _ = _stage("step")
    stage.add(_beats(state, 2, watched=True, asks=True), state, 2)
    for _ in range(9):
        stage.update(1.0)
    assert stage.waits and not stage.moves and stage.beat is not None and stage.beat.step == 1
    stage.hurry()
    stage.paused = True
    stage.update(5.0)
    assert stage.beat is not None and stage.beat.step == 2 and stage.elapsed == 0.0
    stage.hurry()
    assert not stage.busy and not stage.paused


@pytest.mark.screen
def test_cues_of_a_whole_game_end_in_its_positions() -> None:
    session = session_at(lambda s: s.over or s.state.round == 6)
    cast = Cast.of(session)
    before = session.opening
    for shown, made in enumerate(session.steps, 1):
        beats = cues(cast, before, [made], shown - 1)
        for beat in beats:
            assert beat.step == shown
            if ends_turn(made):
                # Nothing of the next turn is seen: neither its header nor its tokens in hand.
                assert (beat.picture.seat, beat.picture.round) == (before.seat, before.round)
                assert beat.told is not None or not beat.seconds
            else:
                assert beat.after is made.after and beat.picture in (before, made.after)
        heard = [event for beat in beats for event in beat.events]
        assert len(heard) == len({id(event) for event in heard})
        before = made.after
    decided = [e for e in session.events() if isinstance(e, events.TribesDecided)]
    assert decided


def test_the_lost_tribes_say_their_reason() -> None:
    session = session_at(before_tribes)
    before, count = session.state, len(session.steps)
    steps = session.play(simple_move(session))
    beats = cues(Cast.of(session), before, steps, count)
    thoughts = [beat for beat in beats if beat.plan is not None]
    assert thoughts
    for beat in thoughts:
        assert beat.watched and beat.picture.seat == TRIBES
        assert str(beat.words).startswith("The Lost Tribes t")


@pytest.mark.screen
def test_in_the_middle_of_a_turns_end_the_table_is_as_far_as_the_events() -> None:
    """Attack, coins, next turn: each is seen in its own moment; the last one is the position."""
    session = session_at(lambda s: s.over or s.state.round == 6)
    before, attacks = session.opening, 0
    for made in session.steps:
        seen = moments(before, made)
        assert len(seen) == len(made.events) + 1 and seen[-1] is made.after
        for event, earlier, later in zip(made.events, seen, seen[1:], strict=False):
            if not ends_turn(made):
                continue
            if isinstance(event, events.Scored):
                paid = later.coins[event.seat] - earlier.coins[event.seat]
                assert paid == event.coins and earlier.seat == event.seat
            if isinstance(event, events.Conquered):
                attacks += 1
                assert later.occ[event.region] == event.slot and later.seat == before.seat
                assert later.coins == before.coins
        before = made.after
    assert attacks
