"""Positions as text: every one comes back equal and plays on, no broken text stops the program."""

from __future__ import annotations

import json
import random
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crusade.games import new_setup
from crusade.position_text import PositionError, position_from, position_text
from crusade.replay import replay
from crusade.rules import legal_moves, play, start
from crusade.rules.audit import audit
from crusade.rules.ids import CLASSIC, SOLO, TWO_PLAYER
from crusade.rules.state import DERIVED, FIELDS
from crusade.session import NewGame, Session

SETUP = new_setup(SOLO, 1, 14)


def steps(mode: str, names: tuple[str, ...], seed: int):
    session = Session.new(NewGame(mode, names, 14, seed=seed))
    rng = random.Random(seed)
    while not session.over:
        session.play(rng.choice(session.choices))
    return session.setup, session.steps


@pytest.mark.parametrize(
    ("mode", "names"),
    [(SOLO, ("Ada",)), (TWO_PLAYER, ("Ada", "Bob")), (CLASSIC, ("Ada", "Bob", "Cy"))],
)
def test_every_position_comes_back_and_plays_on(mode, names):
    for seed in range(3):
        setup, made = steps(mode, names, seed)
        for before, after in pairwise(made):
            text = position_text(before.after)
            again = position_from(setup, text)
            assert again == before.after
            assert again.combo == before.after.combo
            assert position_text(again) == text
            assert audit(again) == []
            assert legal_moves(again) == legal_moves(before.after)
            assert play(again, after.move)[0] == after.after
        assert "\n" not in position_text(made[-1].after)


def test_every_slot_is_either_told_or_made_anew():
    state = start(SETUP)
    told = json.loads(position_text(state))["facts"]
    assert set(FIELDS) - told.keys() == set(DERIVED)


def _changed(change) -> str:
    told = json.loads(position_text(start(SETUP)))
    change(told)
    return json.dumps(told)


@pytest.mark.parametrize(
    "text",
    [
        "", "{", "[]", "null", "7", '"x"', "[" * 100_000, "x" * 300_000,
        _changed(lambda t: t.update(version=2)),
        _changed(lambda t: t.update(version="1")),
        _changed(lambda t: t.update(facts=[])),
        _changed(lambda t: t.pop("facts")),
        _changed(lambda t: t["facts"].pop("coins")),
        _changed(lambda t: t["facts"].update(extra=1)),
        _changed(lambda t: t["facts"].update(coins=7)),
        _changed(lambda t: t["facts"].update(coins=[1])),
        _changed(lambda t: t["facts"].update(coins=["x"] * 6)),
        _changed(lambda t: t["facts"].update(round=True)),
        _changed(lambda t: t["facts"].update(winners={"tuple": 3})),
        _changed(lambda t: t["facts"].update(winners={"a": 1, "b": 2})),
        _changed(lambda t: t["facts"]["banner"].__setitem__(0, 999)),
    ],
)  # fmt: skip
def test_a_text_that_is_no_position_is_refused(text):
    with pytest.raises(PositionError):
        position_from(SETUP, text)


TEXT = position_text(
    replay(SETUP, ["deal Hill Orcs", "deal Stout Elves", "deal Mounted Giants"])[-1].after
)


@given(st.integers(0, len(TEXT) - 1), st.characters())
def test_a_changed_letter_gives_a_position_or_a_refusal(place, letter):
    text = TEXT[:place] + letter + TEXT[place + 1 :]
    try:
        state = position_from(SETUP, text)
    except PositionError:
        return
    legal_moves(state)
