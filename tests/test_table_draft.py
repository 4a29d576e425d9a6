"""Drafts: what may be moved while arranging, the totals, and the move that comes of it."""

from __future__ import annotations

from crusade.desktop.scenes.sample_tables import session_at, simple_move
from crusade.desktop.table.draft import TOKENS, Draft, draft_for, early_draft
from crusade.rules import moves, refusal
from crusade.rules.ids import REDEPLOY


def _draft(counts, total, least=1, **more) -> Draft:
    return Draft(TOKENS, 0, counts, dict.fromkeys(counts, least), total, **more)


def test_the_hand_goes_down_and_up() -> None:
    draft = _draft({1: 1, 2: 2}, 5)
    assert draft.spare == 2
    assert draft.add(1) == 1 and draft.add(1, 9) == 1 and draft.add(1) == 0
    assert draft.spare == 0 and draft.counts == {1: 3, 2: 2}
    assert draft.take(2) == 1 and draft.take(2) == 0
    assert draft.shift(1, 2) == 1 and draft.shift(1, 7) == 0 and draft.shift(2, 2) == 0
    assert draft.undo() and draft.undo() and draft.counts == {1: 3, 2: 2}
    draft.reset()
    assert draft.counts == {1: 1, 2: 2} and not draft.changed
    assert draft.undo() and draft.changed


def test_spreading_is_even_and_keeps_what_must_stay() -> None:
    draft = _draft({1: 1, 2: 5, 3: 1}, 9)
    draft.spread()
    assert draft.counts == {1: 3, 2: 3, 3: 3}
    draft.spread([3])
    assert draft.counts == {1: 1, 2: 1, 3: 7}
    fixed = Draft(TOKENS, 0, {1: 2, 2: 1}, {1: 2, 2: 1}, 5, only_add=True)
    fixed.spread()
    assert fixed.counts == {1: 3, 2: 2}
    assert fixed.take(1, 5) == 1


def test_too_few_to_stay_means_giving_regions_up() -> None:
    draft = _draft({1: 2, 2: 2, 3: 2}, 2, least=0, most=dict.fromkeys((1, 2, 3), 1))
    assert draft.total < len(draft.counts) and draft.spare == -4
    draft.spread()
    assert sorted(draft.counts.values()) == [0, 1, 1] and draft.spare == 0
    assert draft.add(1) == 0


def test_a_sample_redeployment_is_legal_when_it_says_so() -> None:
    session = session_at(lambda s: s.state.phase == REDEPLOY and s.state.hand[0] > 1)
    s = session.state
    draft = draft_for(s)
    assert draft is not None
    assert draft.reason(s) == f"{s.hand[0]} tokens are left to place."
    assert refusal(s, draft.move()) is not None
    draft.spread()
    assert draft.reason(s) == "" and refusal(s, draft.move()) is None
    session.play(draft.move())


def test_no_draft_where_nothing_is_placed() -> None:
    session = session_at(lambda s: True)
    assert draft_for(session.state) is None
    session.play(simple_move(session))
    assert draft_for(session.state) is None
    draft = early_draft(session.state, 0)
    assert draft.move()[:2] == (moves.REDEPLOY, 0)
