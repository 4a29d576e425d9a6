"""A race In Decline that fights on, at the table: its stage, its redeployment, its last attempt."""

from __future__ import annotations

import pygame
import pytest
from table_player import Player

from crusade.desktop.kit import Label, text
from crusade.desktop.scenes.sample_tables import before_tribes, session_at
from crusade.desktop.table.offers import conquests, early_slot, tied
from crusade.rules import moves, queries
from crusade.rules.board import bits
from crusade.rules.ids import ASK, LAST, NONE
from crusade.session import Session
from crusade.settings import PACES

pytestmark = pytest.mark.screen
SEEDS = range(12, 200)


def _early(session: Session) -> bool:
    """Ghouls In Decline with several Regions may fight before an Active race."""
    s = session.state
    slot = early_slot(s)
    return slot != NONE and s.held[slot].bit_count() > 1 and s.combo[0] is not None


def _last_attempt(session: Session) -> bool:
    found = conquests(session.state, session.choices, True) if _early(session) else {}
    return any(offer.dear for offer in found.values())


def _failed() -> Session:
    """Their last attempt has failed, and their tokens wait to be placed."""
    for seed in SEEDS:
        try:
            session = session_at(_last_attempt, range(seed, seed + 1), combo="Hill Ghouls")
        except LookupError:
            continue
        offers = conquests(session.state, session.choices, True).values()
        session.play(next(offer.ways[0] for offer in offers if offer.dear))
        if _early(session) and session.state.hand[early_slot(session.state)]:
            return session
    raise LookupError("no attempt fails")


def test_after_the_last_attempt_there_is_nothing_to_fight_on_with() -> None:
    player = Player(session=_failed())
    control = player.scene.control
    slot = early_slot(control.state)
    assert not control.offers
    player.key(pygame.K_TAB)
    assert "lit Region" not in player.scene.hint_line.whole  # none is lit
    assert f"hand: {control.state.hand[slot]}" in player.scene.hint_line.whole
    player.key(pygame.K_o)
    assert control.draft is not None
    player.key(pygame.K_b)
    placed, said = dict(control.draft.counts), control.message
    assert control.draft.changed and said
    player.key(pygame.K_f)
    assert control.draft is not None and control.draft.counts == placed
    assert not player.on("back")
    region = next(iter(placed))
    told = f"{control.tip(region).rows} {control.tip(region, True).note}"
    player.key(pygame.K_t)
    assert control.early_first and early_slot(control.state) == NONE
    assert "would pay" in told and "+ adds" in told


def test_what_was_placed_is_still_placed_when_they_have_fought_on() -> None:
    player = Player(session=session_at(_last_attempt, SEEDS, combo="Hill Ghouls"))
    control = player.scene.control
    slot = early_slot(control.state)
    assert f"{queries.forces(control.state, slot)} ready" in player.scene.hint_line.whole
    panel = player.scene.side.players[0]
    assert panel._shown.declined[0].hand == queries.hand_of(control.state, slot)
    player.key(pygame.K_o)
    player.key(pygame.K_b)
    assert control.message
    player.key(pygame.K_v)
    player.key(pygame.K_b)
    first, *_others, last = sorted(control.draft.counts, key=lambda r: control.draft.counts[r])
    assert control.draft.shift(last, first)
    placed = dict(control.draft.counts)
    player.key(pygame.K_f)
    assert control.draft is None and control.offers
    assert not control.message  # what was said of the draft
    player.key(pygame.K_o)
    assert control.draft.counts == placed and player.on("undo")
    player.key(pygame.K_u)
    assert not control.draft.changed
    player.key(pygame.K_f)
    region = next(r for r, offer in control.offers.items() if offer.dear)
    player.key(pygame.K_TAB)
    assert "asks" in player.scene.hint_line.whole and "ready." in player.scene.hint_line.whole
    player.click(player.region(region))
    dialog = player.scene.ui.layers[-1].root
    told = " ".join(text.plain(w.content) for w in dialog.walk() if isinstance(w, Label))
    assert "the conquests of the Ghouls In Decline end" in told
    assert moves.END_MOVE in player.session.choices


def test_a_turn_that_is_scored_promises_no_coins_for_ending_it() -> None:
    session = session_at(
        lambda s: s.state.moment == LAST and s.state.phase == ASK, combo="Stout Elves"
    )
    panel = Player(session=session).scene.side.players[0]
    assert panel._income_words(panel._shown) == "this turn is scored"


@pytest.mark.parametrize("settle", [False, True])
def test_every_tie_says_truly_whether_it_can_be_taken_back(settle: bool) -> None:
    """What is said before the choice is what Undo can do after it."""
    seen = set()
    for seed in range(12, 60):
        try:
            session = session_at(lambda s: bool(tied(s.state)), range(seed, seed + 1))
        except LookupError:
            continue
        session.settle_ties = settle
        control = Player(session=session).scene.control
        for r in bits(tied(session.state)):
            said = control.hint()[1]
            final = control.final(moves.CHOICES[r])
            assert "taken back" in said
            session.play(moves.CHOICES[r])
            assert session.can_undo is not bool(final)
            seen.add(bool(final))
            if final:
                break
            assert said != "The choice cannot be taken back."
            session.undo()
            control.stage.jump(session.state, len(session.steps))
        if seen == {True, False}:
            return
    raise AssertionError(f"only such ties are met: {seen}")


def test_what_belongs_to_the_lost_tribes_turn_has_keys() -> None:
    """K turns the switch beside a tie, 1 to 4 choose the pace, L shows their last turn again."""
    player = Player(session=session_at(lambda s: bool(tied(s.state))))
    assert not player.session.settle_ties
    player.key(pygame.K_TAB)
    words = str(player.scene.hint_line.words)
    player.key(pygame.K_k)
    assert player.session.settle_ties
    then = str(player.scene.hint_line.words)
    player.scene.refresh()
    assert then == str(player.scene.hint_line.words) != words  # it can no longer be taken back
    player.key(pygame.K_k)
    assert not player.session.settle_ties
    player = Player(session=session_at(before_tribes), tribes_pace="normal")
    scene = player.scene
    player.key(pygame.K_v)
    player.key(pygame.K_t)
    assert scene.side.pace.visible
    for key in (pygame.K_1, pygame.K_4):
        player.key(key)
        assert player.host.kept.tribes_pace == PACES[key - pygame.K_1]
    player.key(pygame.K_SPACE)  # let them begin
    player.key(pygame.K_s)
    player.app.pump(0.1)
    assert scene.again.visible and "Key: L" in str(scene.again.tip)
    player.key(pygame.K_l)
    assert scene.control.replaying
