"""The table by hand: hovering, dialogs, drafts, undo, the keyboard, handing over, the menu."""

from __future__ import annotations

from dataclasses import replace

import pygame
import pytest
from table_player import KeyPlayer, Player

from crusade.archive import open_archive
from crusade.automaton.defence import Raid
from crusade.automaton.lost_tribes import default_choice, nothing_at_stake
from crusade.desktop.board_view import pieces_of
from crusade.desktop.kit import Tip, TipRow, motion
from crusade.desktop.panels.ladder import forecast
from crusade.desktop.scenes.sample_tables import before_tribes, session_at, simple_move
from crusade.desktop.scenes.table import PULSE, REFUSED_FOR
from crusade.desktop.table.compass import ARROWS, OPPOSITE, SLANT
from crusade.desktop.table.offers import tied
from crusade.desktop.words import log_lines
from crusade.desktop.words.phases import early_slot
from crusade.replay import step
from crusade.rules import legal_moves, moves
from crusade.rules.board import bits
from crusade.rules.events import Scored
from crusade.rules.ids import CONQUER, NONE, PICK, REDEPLOY, TRIBES, TRIBES_TURN, TWO_PLAYER, VICTIM
from crusade.rules.queries import earnings
from crusade.rules.turn import asked
from crusade.session import GOES_ON, NewGame, Session

pytestmark = pytest.mark.screen
CTRL = pygame.KMOD_CTRL


def _at(wanted, **more) -> Player:
    return Player(session=session_at(wanted), **more)


def _conquering(session) -> bool:
    s = session.state
    plain = [m for m in session.choices if m[0] == moves.CONQUER and m[2] == moves.PLAIN]
    dear = [m for m in session.choices if m[0] == moves.ATTEMPT]
    return s.phase == CONQUER and len(plain) > 2 and s.round > 1 and s.held[0] != 0 and bool(dear)


def _point(player: Player, pos) -> None:
    player.post(pygame.MOUSEMOTION, pos, rel=(0, 0), buttons=(0, 0, 0))
    player.app.pump(0.0)


def _tip(player: Player):
    return player.scene.ui.tooltip.tip


def test_pointing_shows_the_price_at_once_and_one_click_conquers() -> None:
    player = _at(_conquering)
    control = player.scene.control
    offer = next(o for o in control.offers.values() if len(o.ways) == 1 and not o.dear)
    r = offer.region
    _point(player, player.region(r))
    tip = _tip(player)
    assert tip is not None and tip.title.startswith(player.session.setup.board.names[r])
    assert tip.rows[-1].left == "you pay"
    assert tip.rows[-1].right == f"{offer.price} of {control.state.hand[0]}"
    count = len(player.session.steps)
    player.click(player.region(r))
    assert len(player.session.steps) == count + 1
    assert player.session.state.occ[r] == 0
    assert player.scene.picture_is_true()


def test_a_region_that_cannot_be_taken_says_why() -> None:
    player = _at(_conquering)
    control = player.scene.control
    held = control.state.held[0]
    closed = next(r for r in range(23) if r not in control.offers and not held >> r & 1)
    _point(player, player.region(closed))
    tip = _tip(player)
    assert tip is not None and tip.note
    player.click(player.region(closed))
    assert control.message == tip.note and control.hint()[0] == tip.note


def test_an_attempt_tells_its_chance_and_asks_first() -> None:
    player = _at(_conquering)
    control = player.scene.control
    offer = next(o for o in control.offers.values() if o.dear)
    _point(player, player.region(offer.region))
    tip = _tip(player)
    assert tip is not None and "of 6" in str(tip.note) and "Cannot be taken back" in str(tip.note)
    count = len(player.session.steps)
    player.click(player.region(offer.region))
    assert player.scene.ui.busy and len(player.session.steps) == count
    player.key(pygame.K_ESCAPE)
    assert not player.scene.ui.busy and len(player.session.steps) == count
    player.click(player.region(offer.region))
    player.key(pygame.K_RETURN)  # the key pressed by habit rolls no die
    assert not player.scene.ui.busy and len(player.session.steps) == count
    player.click(player.region(offer.region))
    player.key(pygame.K_y)
    assert len(player.session.steps) > count


def test_undo_redo_and_reset_show_the_position() -> None:
    player = _at(_conquering)
    control, session = player.scene.control, player.session
    before = session.state
    order = [o for o in control.offers.values() if len(o.ways) == 1 and not o.dear]
    player.click(player.region(order[0].region))
    after = session.state
    player.press("undo")
    assert session.state == before and player.scene.picture_is_true()
    player.key(pygame.K_y, pygame.KMOD_CTRL)
    assert session.state == after and player.scene.picture_is_true()
    player.press("undo-turn")
    assert len(session.steps) == session.floor and player.scene.picture_is_true()
    button = player.scene.ui.find("undo")
    assert not button.enabled and button.why


def test_ending_with_tokens_asks_once_and_not_without_confirmations() -> None:
    for wish in (True, False):
        player = _at(_conquering, confirmations=wish)
        count = len(player.session.steps)
        player.press("main")
        assert player.scene.ui.busy == wish
        if wish:
            assert len(player.session.steps) == count
            player.click(player.scene.ui.find("answer:Keep playing").rect.center)
            assert len(player.session.steps) == count and not player.scene.ui.busy
            player.press("main")
            player.click(player.scene.ui.find("answer:End conquests").rect.center)
        assert len(player.session.steps) > count


def test_a_menu_takes_the_dragged_token_off_the_mouse() -> None:
    """The menu opens while a token is dragged: it stays where it was, and nothing sticks."""
    player = Player(seed=11)
    while player.session.state.phase != REDEPLOY or not any(
        count > 1 for count in player.scene.control.draft.counts.values()
    ):
        player.step()
    control = player.scene.control
    before = dict(control.draft.counts)
    source = next(r for r, count in before.items() if count > 1)
    x, y = player.region(source)
    player.app.pump(0.0)
    player.app.presses.pass_time(1.0)
    player.post(pygame.MOUSEBUTTONDOWN, (x, y), button=1)
    player.post(pygame.MOUSEMOTION, (x + 60, y), rel=(60, 0), buttons=(1, 0, 0))
    player.app.pump(0.02)
    assert control.carried is not None
    player.key(pygame.K_ESCAPE)
    player.post(pygame.MOUSEBUTTONUP, (x + 60, y), button=1)
    player.app.pump(0.02)
    player.key(pygame.K_ESCAPE)
    player.app.pump(0.02)
    assert control.carried is None
    assert control.draft.counts == before


def test_redeployment_by_click_drag_wheel_and_buttons() -> None:
    def wanted(session) -> bool:
        s = session.state
        return s.phase == REDEPLOY and s.hand[0] >= 3 and s.held[0].bit_count() > 2

    player = _at(wanted)
    control, scene = player.scene.control, player.scene
    draft = control.draft
    first, second, *_ = sorted(draft.counts)
    spare = draft.spare
    player.click(player.region(first))
    assert draft.spare == spare - 1
    player.click(player.region(first), 3)
    assert draft.spare == spare
    tray = scene.side.tray
    player.drag((tray.rect.x + 20, tray.rect.centery), player.region(second))
    assert draft.spare == spare - 1 and draft.counts[second] == draft.start[second] + 1
    player.drag(player.region(second), player.region(first))
    assert draft.counts[first] == draft.start[first] + 1
    pygame.event.post(pygame.event.Event(pygame.MOUSEWHEEL, x=0, y=1, precise_y=1.0))
    player.app.pump(0.0)
    assert draft.counts[first] == draft.start[first] + 2
    assert not scene.ui.find("main").enabled or draft.spare == 0
    player.press("undo")
    assert draft.counts[first] == draft.start[first] + 1
    player.press("reset")
    assert not draft.changed
    player.press("defend")
    assert draft.spare == 0
    player.press("even")
    counts = dict(draft.counts)
    assert max(counts.values()) - min(counts.values()) <= 1
    player.press("main")
    assert all(player.session.state.tokens[r] >= 0 for r in counts)
    assert player.session.state.phase != REDEPLOY


def test_a_game_by_the_keyboard_alone() -> None:
    """Arrow keys reach every Region, Enter acts on it; the rest has keys of its own."""
    player = Player(seed=5)
    player.click(player.scene.side.column.row_rect(0).center)
    player.key(pygame.K_y)  # the question
    control = player.scene.control
    assert control.state.phase == CONQUER
    board = player.scene.board
    seen = set()
    for key in (pygame.K_RIGHT, pygame.K_DOWN, pygame.K_LEFT, pygame.K_UP) * 12:
        for _ in range(3):
            player.key(key)
            seen.add(board.cursor)
            if board.cursor in control.offers:
                break
        if board.cursor in control.offers:
            break
    assert board.cursor in control.offers
    taken = board.cursor
    assert _tip(player) is not None
    player.key(pygame.K_RETURN)
    assert player.session.state.occ[taken] == 0
    player.key(pygame.K_z, pygame.KMOD_CTRL)
    assert player.session.state.occ[taken] != 0


def test_every_region_can_be_reached_by_arrows() -> None:
    for mode, names in (("solo", ("Ada",)), ("two-player", ("Ada", "Bob"))):
        player = Player(mode, names, seed=5)
        player.answer()
        board = player.scene.board
        player.key(pygame.K_RIGHT)
        reached, edge = {board.cursor}, [board.cursor]
        arrows = (pygame.K_RIGHT, pygame.K_DOWN, pygame.K_LEFT, pygame.K_UP)
        while edge:
            at = edge.pop()
            for key in arrows:
                board.cursor = at
                player.key(key)
                if board.cursor not in reached:
                    reached.add(board.cursor)
                    edge.append(board.cursor)
        assert reached == set(range(player.session.setup.board.n))


def test_the_lost_tribes_turn_can_be_stepped_paused_and_skipped() -> None:
    player = _at(before_tribes, tribes_pace="normal", animation_pace="fast")
    control, scene = player.scene.control, player.scene
    control.play(player.session.choices[0])
    stage = control.stage
    player.app.pump(0.0)
    while stage.beat is not None and stage.beat.plan is None:
        player.app.pump(0.2)
    beat = stage.beat
    assert beat is not None and scene.hint_line.loud
    lit = control.marks(None)
    assert set(lit.lit) >= {c.region for c in beat.plan.candidates}
    assert lit.tied == {beat.region}
    player.key(pygame.K_p)
    player.app.pump(30.0)
    assert stage.beat is beat and stage.paused
    player.key(pygame.K_ESCAPE)  # opens the menu; nothing is decided or skipped by it
    assert stage.beat is beat
    player.key(pygame.K_ESCAPE)
    player.key(pygame.K_SPACE)
    assert stage.beat is not beat
    player.press("skip")
    assert not stage.busy and scene.picture_is_true()


def test_a_click_on_the_board_hurries_the_lost_tribes_and_does_nothing_else() -> None:
    player = _at(before_tribes, tribes_pace="slow", animation_pace="normal")
    control = player.scene.control
    control.play(player.session.choices[0])
    player.app.pump(0.0)
    own = sum(step.actor == 0 for step in player.session.steps)
    for _ in range(3):  # nor does it give up that the turn can be taken back
        player.click(player.region(3))
        assert player.session.held
    player.key(pygame.K_SPACE)
    assert not player.session.held
    for _ in range(60):
        if not control.stage.busy:
            break
        player.click(player.region(3))
    assert not control.stage.busy
    assert sum(step.actor == 0 for step in player.session.steps) == own
    assert player.scene.picture_is_true()


@pytest.mark.parametrize("calm", [False, True])
def test_a_tie_pulses_for_a_while_and_then_costs_nothing(
    calm: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(motion, "_reduced", calm)
    player = _at(lambda session: session.state.phase == TRIBES_TURN)
    for _ in range(20):
        player.app.pump(PULSE)
        assert player.scene.wake_in() == (None if calm else PULSE)
    drawn: list[int] = []
    for _ in range(100):
        player.app.pump(PULSE)
    real = player.scene.draw
    monkeypatch.setattr(player.scene, "draw", lambda surface: drawn.append(1) or real(surface))
    for _ in range(50):
        player.app.pump(PULSE)
    assert not drawn and player.scene.wake_in() is None
    assert player.scene.board.pulse == 0.0  # shines


def test_a_tie_waits_for_a_click_on_a_pulsing_region() -> None:
    player = _at(lambda s: s.state.phase == TRIBES_TURN and s.actor == 0)
    control = player.scene.control
    choices = set(bits(player.session.state.choices))
    assert control.marks(None).tied == choices
    assert player.scene.wake_in() is not None
    chosen = min(choices)
    player.click(player.region(chosen))
    decided = [e for step in player.session.steps for e in step.events if hasattr(e, "plan")]
    assert any(e.region == chosen and e.by == 0 for e in decided)


def test_two_persons_hand_over_and_hide_their_coins() -> None:
    player = Player("two-player", ("Ada", "Bob"), seed=9)
    scene, control = player.scene, player.scene.control
    assert scene.ui.busy and control.viewer == NONE
    assert not control.cast.coins_shown(control.state, 0, control.viewer)
    player.answer()
    assert control.viewer == 0 and control.state.phase == PICK
    assert control.cast.coins_shown(control.state, 0, control.viewer)
    assert not control.cast.coins_shown(control.state, 1, control.viewer)
    for _ in range(200):
        if control.awaited == 1:
            break
        player.step()
    player.app.pump(0.0)
    assert scene.ui.busy and not control.deciding
    player.answer()
    assert control.viewer == 1 and control.deciding


def test_the_card_comes_before_anything_of_the_next_turn() -> None:
    """At every beginning of a person's turn: no die, no coins, no line of the log before it."""
    player = Player("two-player", ("Ada", "Bob"), seed=9, animation_pace="fast")
    scene, control, session = player.scene, player.scene.control, player.session
    cards, dice = set(), 0
    sat_in = None
    while not dice or session.state.round < 4:
        assert not session.over
        control.stage.update(0.05)
        s, beat = control.shown, control.stage.beat
        turn = (s.round, s.seat)
        if turn[1] < 2 and turn != sat_in:
            assert control.viewer == NONE and not control.deciding
            assert beat is None or beat.die is None
            panels = (*scene.side.players, *scene.side.others)
            assert all(panel._shown.coins == "?" for panel in panels)
            player.app.pump(0.0)
        if scene.ui.busy and control.viewer == NONE:
            if turn[1] < 2 and turn != sat_in:
                cards.add(turn)
                sat_in = turn if control.awaited == turn[1] else sat_in
            dice += any(beat.die is not None for beat in control._held)
            player.answer()
            assert not control._held
            continue
        if not control.stage.busy:
            player.step()
    assert len(cards) >= 6


def test_nobody_settles_the_ties_of_two_persons() -> None:
    session = Session.new(NewGame("two-player", ("Ada", "Bob"), 14, 9), None, settle_ties=True)
    assert not session.settle_ties
    player = Player("two-player", session=session, seed=9)
    for _ in range(4000):
        if session.state.phase == TRIBES_TURN and player.scene.control.deciding:
            break
        player.step()
    assert not player.scene.side.settle_panel.visible


def _harmless(session) -> bool:
    s = session.state
    return s.phase == TRIBES_TURN and session.actor == 0 and nothing_at_stake(s)


def test_switching_on_during_a_tie_leaves_it_to_the_person_and_settles_the_next() -> None:
    player = _at(_harmless)
    session, decided = player.session, "so the fixed order decided: first what would"
    before = len(session.steps)
    player.click(player.scene.ui.find("settle").rect.center)
    assert session.settle_ties and len(session.steps) == before and _harmless(session)
    assert not session.settles(session.state)
    session.play((moves.CHOOSE, default_choice(session.state)))
    said = [line.plain for line in log_lines(session)]
    while not session.over and not any(decided in line for line in said):
        assert not _harmless(session)
        session.play(simple_move(session))
        said = [line.plain for line in log_lines(session)]
    assert any(decided in line for line in said)


def test_at_pace_step_a_settled_tie_waits_too() -> None:
    player = _at(_harmless, tribes_pace="step")
    player.click(player.scene.ui.find("settle").rect.center)
    player.session._own_ties.clear()  # as if it had been switched on before this tie
    player.scene.control.play((moves.CHOOSE, default_choice(player.session.state)))
    stage = player.scene.control.stage
    assert stage.beat is not None and stage.beat.plan is not None and stage.beat.asks
    player.app.pump(60.0)
    assert stage.waits


def test_nothing_of_the_turn_can_be_reset_before_anything_was_chosen() -> None:
    player = _at(_harmless)
    session = player.session
    assert session._last_own() < session.floor or session.can_undo_turn
    button = player.scene.ui.find("undo-turn")
    assert button.enabled == session.can_undo_turn


def test_the_menu_leaves_resigns_and_opens_the_settings() -> None:
    player = _at(_conquering)
    player.key(pygame.K_ESCAPE)
    assert player.scene.ui.busy
    player.key(pygame.K_ESCAPE)
    assert not player.scene.ui.busy
    player.press("rules")
    assert player.host.shown == ["rules"]
    player.scene.open_menu()
    rows = player.scene.ui.find("menu-rows")
    words = [item.label for item in rows.items]
    resign = rows.row_rect(words.index("Resign this game")).center
    player.click(resign)
    player.key(pygame.K_RETURN)  # loses nothing
    player.app.pump(0.0)
    assert player.host.done is None and not player.scene.ui.busy
    player.scene.open_menu()
    player.click(resign)
    player.key(pygame.K_y)
    player.app.pump(0.0)
    assert player.host.done is player.session and player.session.resigned


def test_a_game_that_cannot_be_stored_says_so() -> None:
    player = _at(_conquering)
    player.session.notice = "The disk is full."
    player.scene.refresh()
    player.app.pump(0.0)
    assert player.scene.notice.visible and player.scene.notice.rect.w > 0
    player.session.notice = ""
    player.scene.refresh()
    assert not player.scene.notice.visible


def test_the_picture_follows_a_resized_window() -> None:
    player = _at(_conquering)
    for size in ((1920, 1080), (1024, 600), (1280, 720)):
        player.app.resize(size)
        player.app.pump(0.0)
        assert player.scene.picture_is_true()
        window = pygame.Rect((0, 0), size)
        for widget in player.scene.ui.root.walk():
            if widget.rect.w and widget.name not in ("", "flying"):
                assert window.contains(widget.rect), widget.name


def test_nothing_overlaps() -> None:
    """In a game of two, where most is on the table, at every size of window and letters."""
    session = Session.new(NewGame("two-player", ("Ada", "Wilhelmina"), 14, 2), None)
    player = Player("two-player", session=session)
    player.answer()
    player.app.draw = lambda: None  # places are known without a picture
    for size in ((1280, 720), (1920, 1080), (1024, 600)):
        player.app.resize(size)
        for percent in (75, 100, 150, 200):
            player.app.set_ui_percent(percent)
            player.app.pump(0.0)
            _check_places(player, (size, percent))


def _check_places(player: Player, where) -> None:
    scene, side = player.scene, player.scene.side
    shown = [
        scene.header.title, scene.header.track, scene.board, scene.hint_line, scene.links,
        *side.players, *side.others, side.tribes, side.column, side.log, side.tabs, side.tray,
        side.pace, side.actions,
    ]  # fmt: skip
    rects = [(w.name, w.rect) for w in shown if w.visible and w.rect.w and w.rect.h]
    for i, (name, rect) in enumerate(rects):
        for other, place in rects[i + 1 :]:
            assert not rect.colliderect(place), (name, other, where)
    for button in side.actions.buttons.values():
        assert side.actions.rect.contains(button.rect), where
    wanted = pieces_of(player.session.state, scene.control.cast.colours)
    assert wanted == tuple(scene.control.pieces())


# ---------------------------------------------------------------- keys that nobody meant
def _ready_to_end(session) -> bool:
    """A redeployment that ends the turn, with nothing left to place."""
    s = session.state
    return s.phase == REDEPLOY and s.round > 2 and s.hand[0] > 1


def test_enter_and_space_never_end_a_turn() -> None:
    """From the conquests to the end of the turn: the keys of habit pass nothing on."""
    player = _at(_conquering)
    session, seen = player.session, set()
    for _ in range(40):
        count = len(session.steps)
        for key in (pygame.K_RETURN, pygame.K_KP_ENTER, pygame.K_SPACE):
            for _ in range(3):
                player.key(key)
        assert len(session.steps) == count and not player.scene.ui.busy
        s = session.state
        if s.seat != 0 or s.phase == PICK:
            break
        seen.add(s.phase)
        if s.phase == CONQUER:
            player.key(pygame.K_e)
            player.key(pygame.K_RETURN)  # keep playing
            assert len(session.steps) == count and not player.scene.ui.busy
            player.key(pygame.K_e)
            if player.scene.ui.busy:
                player.key(pygame.K_e)  # the key that asked does not answer
                assert len(session.steps) == count
                player.key(pygame.K_y)
        elif player.scene.control.draft is not None:
            player.key(pygame.K_v)
            player.key(pygame.K_t)
    assert {CONQUER, REDEPLOY} <= seen


def test_every_key_cap_of_the_table_is_a_key_that_works() -> None:
    """No button shows Enter: a Region or a row with the focus would take it."""
    for wanted in (_conquering, _ready_to_end, lambda s: s.state.phase == PICK):
        player = _at(wanted)
        for button in player.scene.side.actions.buttons.values():
            assert button.key not in (pygame.K_RETURN, pygame.K_KP_ENTER)


@pytest.mark.parametrize("percent", [100, 200])
def test_undo_redo_and_reset_show_keys_that_work(percent) -> None:
    player = _at(_conquering, percent=percent)
    session, before = player.session, player.session.state
    buttons = player.scene.side.actions.buttons
    for name, key in (("undo", pygame.K_u), ("redo", pygame.K_a), ("undo-turn", pygame.K_DELETE)):
        button = buttons[name]
        assert button.key == key and button.show_key
        assert button.label and button.rect.w >= button.least_width(player.app.metrics, False)
    player.key(pygame.K_RIGHT)
    order = [o for o in player.scene.control.offers.values() if len(o.ways) == 1 and not o.dear]
    player.scene.board.cursor = order[0].region
    player.key(pygame.K_RETURN)
    after = session.state
    for undo, redo in (((pygame.K_u,), (pygame.K_a,)), ((pygame.K_z, CTRL), (pygame.K_y, CTRL))):
        player.key(*undo)
        assert session.state == before
        player.key(*redo)
        assert session.state == after
    player.key(pygame.K_DELETE)
    assert len(session.steps) == session.floor


def test_a_refusal_is_read_and_goes_with_the_next_key_the_mouse_or_time() -> None:
    player = _at(_conquering)
    scene, control = player.scene, player.scene.control
    shut = next(r for r in range(player.session.setup.board.n) if r not in control.offers)
    for away in (
        lambda: player.key(pygame.K_RIGHT),
        lambda: _point(player, player.region(next(iter(control.offers)))),
        lambda: player.app.pump(REFUSED_FOR),
    ):
        player.click(player.region(shut))
        refused = scene.hint_line.words
        assert refused == control.message != ""
        player.app.pump(0.5)
        _point(player, player.region(shut))
        assert scene.hint_line.words == refused
        assert scene.wake_in() is not None  # it goes by itself
        away()
        assert control.message == "" and scene.hint_line.words not in ("", refused)


def test_whoever_places_what_was_driven_out_ends_nobodys_turn() -> None:
    player = Player("two-player", ("Ada", "Bob"), seed=7)
    for _ in range(200):
        if player.session.state.phase == VICTIM and player.scene.control.deciding:
            break
        player.step()
    control = player.scene.control
    player.key(pygame.K_v)
    assert control.draft.reason(control.state) == "" and control.ends_turn(control.draft.move())
    assert player.scene.ui.find("main").label == "Done"


def test_only_a_tie_that_needs_the_die_speaks_of_the_die() -> None:
    """What the Lost Tribes do after it is no reason to fear a die here."""

    def rolls_later(session) -> bool:
        s = session.state
        return bool(tied(s)) and GOES_ON in {session.final(moves.CHOICES[r]) for r in bits(tied(s))}

    for wanted, word in ((rolls_later, False), (lambda s: s.state.plan == moves.TRY, True)):
        player = _at(lambda session, wanted=wanted: _tie(session) and wanted(session))
        for r in bits(tied(player.session.state)):
            final = player.scene.control.final(moves.CHOICES[r])
            assert ("die" in final) == word or not final


def test_the_end_of_a_turn_can_be_taken_back_until_the_lost_tribes_begin() -> None:
    player = _at(_ready_to_end, tribes_pace="normal", animation_pace="fast")
    control, session, scene = player.scene.control, player.session, player.scene
    player.key(pygame.K_v)
    counts, count, before = dict(control.draft.counts), len(session.steps), session.state
    button = scene.ui.find("main")
    assert button.label == "End the turn"
    assert "taken back" not in f"{button.tip} {control.hint()}"  # because it can be
    player.key(pygame.K_t)
    assert session.held and len(session.steps) == count + 1
    while control.stage.beat is not None and not control.stage.beat.watched:
        player.app.pump(0.2)
    assert session.held and "taken back" not in scene.hint_line.whole
    assert "take it back before that" in scene.hint_line.whole
    assert scene.header.title.content == "Your turn"
    player.key(pygame.K_z, pygame.KMOD_CTRL)
    assert session.state is before and control.draft.counts == counts
    assert control.deciding and not control.stage.busy
    player.key(pygame.K_t)
    for _ in range(90):
        if not session.held:
            break
        player.app.pump(0.2)
    assert not session.held and not session.can_undo


def _earns_once(session) -> bool:
    """What the conquests of this turn earn is paid by its end, and never again."""
    s = session.state
    quiet = s.copy()
    quiet.nonempty = 0
    more = earnings(s, 0).total > earnings(quiet, 0).total
    return _ready_to_end(session) and more and s.round < s.setup.rounds


def test_what_was_paid_for_this_turn_only_is_not_promised_again() -> None:
    player = _at(_earns_once, tribes_pace="normal", animation_pace="normal")
    control, session, scene = player.scene.control, player.session, player.scene
    panel, coins, due = scene.side.players[0], session.state.coins[0], earnings(session.state, 0)
    player.key(pygame.K_v)
    player.key(pygame.K_t)
    told = 0
    while control.stage.beat is not None and not control.stage.beat.watched:
        told += any(isinstance(e, Scored) for e in control.seen_steps()[-1].events)
        assert panel._shown.coins == str(coins) and panel._shown.income == due.total
        player.app.pump(0.2)
    assert session.held and panel._shown.coins == str(coins + due.total)
    assert not told  # the log told the sum when the purse showed it, not before
    later = earnings(session.state, 0)
    assert panel._income_words(panel._shown) == f"+{later.total} as it stands"
    assert later.total < due.total
    tip, _place = panel.tip_at(panel._coin.center)
    assert tip.title == "Your income as the board stands"
    assert tip.rows[-1].right == f"{later.total} coins"


def _last_conquest(session) -> tuple[int, int, int] | None:
    """A plain conquest after which the tokens stand as they must, so that the turn is over."""
    s = session.state
    if s.phase != CONQUER or not s.begun:
        return None
    found = (m for m in session.choices if m[0] == moves.CONQUER and m[2] == moves.PLAIN)
    return next((m for m in found if step(s, m).after.seat != s.seat), None)


@pytest.mark.parametrize("pace", ["normal", "instant"])
def test_a_conquest_that_ends_the_turn_says_so_and_waits_until_it_may(pace: str) -> None:
    """Nobody expects it: pointing says it before, and then the Lost Tribes wait for a press."""
    paces = {"tribes_pace": pace, "animation_pace": pace}
    player = KeyPlayer(session=session_at(_last_conquest), confirmations=False, **paces)
    session, control, scene = player.session, player.scene.control, player.scene
    before, move = session.state, _last_conquest(session)
    player.app.presses.pass_time(1.0)
    _point(player, player.region(move[1]))
    assert "ends your turn" in str(_tip(player).note)
    for take in (pygame.K_RETURN, pygame.K_SPACE):
        player.at(move[1], take)
        for _unused in range(8):
            player.app.pump(10.0)
        assert session.held and "only one way to redeploy" in scene.hint_line.whole
        for key in (pygame.K_RETURN, pygame.K_RETURN, take):  # by habit
            player.key(key)
        assert session.held
        if take == pygame.K_RETURN:
            player.key(pygame.K_u)
            assert session.state is before and control.deciding
    player.key(pygame.K_SPACE)
    assert not session.held


def test_a_turn_of_two_that_ends_by_itself_waits_before_the_card() -> None:
    def wanted(session) -> bool:
        move = _last_conquest(session)
        return move is not None and step(session.state, move).after.seat in (0, 1)

    player = KeyPlayer(
        session=session_at(wanted, mode=TWO_PLAYER), confirmations=False, tribes_pace="normal"
    )
    player.key(pygame.K_i)  # whoever is awaited sits down
    session, control, scene = player.session, player.scene.control, player.scene
    seat, move, before = session.state.seat, _last_conquest(session), session.state
    names = control.cast.names
    for back in (True, False):
        player.at(move[1], pygame.K_SPACE)
        for _unused in range(8):
            player.app.pump(10.0)
        assert session.held and not control.handing_over and not scene.ui.busy
        assert control.shown.seat == seat and names[seat] in scene.header.title.content
        said = scene.hint_line.whole
        assert "only one way to redeploy" in said and f"{names[1 - seat]} is next" in said
        player.key(pygame.K_SPACE)  # by habit
        assert not scene.ui.busy and "press Space once more" in scene.hint_line.whole
        if back:
            player.key(pygame.K_u)
            assert session.state is before and control.deciding
    assert scene.ui.find("next").label == "Go on"
    player.press("next")
    player.app.pump(1.0)
    assert scene.ui.find("answer:take-over") is not None and session.held


def _last_attempt(session) -> tuple[int, int, int] | None:
    """A plain attempt with which the turn is over if it succeeds, which it mostly does."""
    s = session.state
    for move in session.choices if s.phase == CONQUER else ():
        if move[0] == moves.ATTEMPT and move[2] == moves.PLAIN:
            rolled = step(s, move).after
            ends = [step(rolled, face).after.seat != s.seat for face in legal_moves(rolled)]
            if ends[-3:] == [True] * 3:
                return move
    return None


def test_an_attempt_that_ends_the_turn_says_so_and_the_lost_tribes_wait() -> None:
    player = _at(_last_attempt, tribes_pace="normal", animation_pace="fast")
    scene, control, session = player.scene, player.scene.control, player.session
    move, s = _last_attempt(session), session.state
    control.fight.attack_with(move)
    words = [w.content for w in scene.ui.layers[-1].root.walk() if hasattr(w, "content")]
    assert "may end your turn" in str(words)
    tried = step(s, move)
    beats = control._beats(s, [tried, step(tried.after, legal_moves(tried.after)[-1])], 0)
    assert beats[-1].holds and "Space lets them begin" in str(beats[-1].words)


def test_the_question_at_the_end_says_when_no_redeployment_follows() -> None:
    def wanted(session) -> bool:
        s, end = session.state, moves.END_MOVE
        alone = s.phase == CONQUER and s.held[0].bit_count() == 1 and end in session.choices
        return alone and step(s, end).after.seat != s.seat

    player = _at(wanted)
    session, scene = player.session, player.scene
    assert scene.ui.find("main").label == "End whole turn"
    player.key(pygame.K_e)
    if scene.ui.busy:
        words = [w.content for w in scene.ui.layers[-1].root.walk() if hasattr(w, "content")]
        assert "only one way to redeploy" in str(words)
        player.key(pygame.K_y)
    player.app.pump(60.0)
    assert session.held and "U takes the last step back" in scene.hint_line.whole
    player.press("next")
    assert not session.held


def test_coins_are_hidden_again_while_a_turn_of_two_waits_at_its_end() -> None:
    player = Player("two-player", ("Ada", "Bob"), seed=9, tribes_pace="step")
    control, side = player.scene.control, player.scene.side
    for _ in range(400):
        if control.session.held and control.stage.watching:
            break
        player.step()
    else:
        raise AssertionError("no turn waits at its end")
    seat = control.held_by
    assert control.viewer == seat and control.cast.coins_shown(control.shown, seat, seat)
    panel = side.players[seat]
    assert panel._shown is not None and panel._shown.coins == "?"
    player.press("take-back")
    assert panel._shown.coins == str(control.state.coins[seat])


def test_taken_back_by_its_button_and_let_begin_by_another() -> None:
    player = _at(_ready_to_end, tribes_pace="step", animation_pace="instant")
    session = player.session
    player.key(pygame.K_v)
    player.key(pygame.K_t)
    player.app.pump(60.0)
    assert session.held  # at pace Step it waits
    player.press("take-back")
    assert not session.held and session.state.phase == REDEPLOY
    player.key(pygame.K_t)
    player.press("next")
    assert not session.held and session.state.phase != REDEPLOY


def test_where_nothing_waits_the_end_of_a_turn_says_that_it_is_final() -> None:
    player = _at(_ready_to_end)  # at pace Instant
    control = player.scene.control
    player.key(pygame.K_v)
    assert "Cannot be taken back" in control.hint()[1]
    assert "Cannot be taken back" in player.scene.ui.find("main").tip
    player.key(pygame.K_t)
    assert not player.session.held and not player.session.can_undo


def test_what_can_be_gone_back_on_is_not_called_final() -> None:
    for rewinds in (False, True):
        for wanted in (_ready_to_end, lambda s: s.state.phase == PICK, _conquering):
            player = _at(wanted)
            player.session.rewinds = rewinds
            player.key(pygame.K_v)
            control = player.scene.control
            player.scene.refresh()
            words = str(control.hint())
            if control.state.phase == CONQUER:
                dear = next(o.region for o in control.offers.values() if o.dear)
                words += str(control.tip(dear))
            assert ("aken back" in words) != rewinds


def test_that_it_is_final_is_never_the_part_of_a_line_that_is_cut() -> None:
    final = "Cannot be taken back: the turn passes."
    player = _at(_ready_to_end)
    line = player.scene.hint_line
    for size in ((1280, 720), (1920, 1080), (1024, 600), (640, 480)):
        player.app.resize(size)
        for percent in (100, 150, 200):
            player.app.set_ui_percent(percent)
            player.app.pump(0.0)
            for words in ("", "Short.", "Drag tokens, or click a Region for one more. " * 4):
                line.show(words, False, False, final)
                drawn = "".join(
                    piece.text for part in line.laid() for row in part.lines for piece in row
                )
                kept = drawn.replace(" ", "")
                assert "takenback:theturnpasses." in kept, (size, percent, drawn)
                assert len([row for part in line.laid() for row in part.lines]) <= 2


def test_the_card_is_answered_by_its_own_key_alone_and_has_a_menu() -> None:
    player = Player("two-player", ("Ada", "Bob"), seed=9)
    scene, control = player.scene, player.scene.control
    for key in (pygame.K_RETURN, pygame.K_SPACE, pygame.K_KP_ENTER, pygame.K_t, pygame.K_e):
        player.key(key)
        assert control.viewer == NONE and scene.ui.busy
    player.key(pygame.K_ESCAPE)
    rows = scene.ui.find("menu-rows")
    assert any(item.label == "Resign this game" for item in rows.items)
    player.key(pygame.K_ESCAPE)
    assert control.viewer == NONE and scene.ui.find("answer:take-over")
    player.key(pygame.K_i)
    assert control.viewer == 0 and control.deciding


def test_whoever_has_placed_his_tokens_needs_no_second_card_for_his_turn() -> None:
    """What the Lost Tribes drove out is placed by the one whose turn comes next."""
    player = Player("two-player", ("Ada", "Bob"), seed=6)
    control, scene, placed = player.scene.control, player.scene, NONE
    for _ in range(400):
        s = control.state
        if s.phase == VICTIM and s.seat == TRIBES and control.deciding:
            placed = control.viewer
        elif placed != NONE and s.seat < 2:
            player.app.pump(0.0)
            if placed == s.seat:
                assert not scene.ui.busy and control.viewer == placed and control.deciding
                return
            assert scene.ui.busy  # the other one has the card as ever
            placed = NONE
        player.step()
    raise AssertionError("nobody placed tokens just before his own turn")


def test_after_the_last_turn_no_income_is_promised() -> None:
    session = session_at(lambda s: s.state.round == s.setup.rounds and s.state.seat == TRIBES)
    player = Player(session=session)
    assert player.scene.side.players[0]._income_words(player.scene.side.players[0]._shown) == ""


def test_the_first_arrow_and_tab_leave_own_regions_for_the_end() -> None:
    """Taking one's own Region In Decline is seldom meant."""

    def mixed(session) -> bool:
        s = session.state
        own = [s.occ[m[1]] in (1, 2) for m in session.choices if m[0] in (2, 3)]
        return s.phase == CONQUER and any(own) and not all(own)

    player = _at(mixed)
    board, control = player.scene.board, player.scene.control
    lit = board.lit()
    lights = control.marks(None).lit
    owns = [lights[r].own for r in lit]
    assert any(owns) and owns == sorted(owns)
    player.key(pygame.K_TAB)
    assert not lights[board.cursor].own


def test_the_card_takes_the_turn_back_for_the_one_who_ended_it() -> None:
    player = Player("two-player", ("Ada", "Bob"), seed=9)
    scene, control, session = player.scene, player.scene.control, player.session
    player.answer()
    for _ in range(400):
        if session.held and scene.ui.busy and control.viewer == NONE:
            break
        player.step()
    ended, count = session.actor, len(session.steps)
    assert control.awaited != ended
    player.press("take-back")
    assert not session.held and len(session.steps) == count - 1
    player.app.pump(0.0)
    assert control.viewer == NONE and session.actor == ended  # the card asks who sits there
    player.key(pygame.K_i)
    assert control.viewer == ended and control.deciding


# ---------------------------------------------------------------- forecast and defence
def _within_their_reach(session) -> bool:
    s = session.state
    if not _ready_to_end(session):
        return False
    return any(s.held[0] >> c.region & 1 for c in forecast(s)[1].candidates)


def test_the_forecast_follows_the_draft_move_by_move() -> None:
    player = _at(_within_their_reach)
    control, scene = player.scene.control, player.scene
    player.key(pygame.K_w)
    assert scene.ladder.visible

    def cost(r: int) -> int:
        return next(c.cost for c in scene.ladder.plan.candidates if c.region == r)

    open_to_them = [c.region for c in scene.ladder.plan.candidates]
    r = next(r for r in open_to_them if control.draft.room(r))
    before = cost(r)
    board = scene.board
    player.key(pygame.K_RIGHT)
    board.cursor = r
    player.key(pygame.K_PLUS)
    assert control.draft.counts[r] == control.draft.start[r] + 1 and cost(r) == before + 1
    player.key(pygame.K_MINUS)
    assert cost(r) == before
    player.key(pygame.K_b)
    assert cost(r) == before + control.draft.counts[r] - control.draft.start[r]


def test_the_lost_tribes_wait_while_something_is_pointed_at() -> None:
    player = _at(before_tribes, tribes_pace="normal", animation_pace="fast")
    scene, control = player.scene, player.scene.control
    control.play(player.session.choices[0])
    while control.stage.beat.plan is None:
        player.app.pump(0.3)
    beat = control.stage.beat
    line = next(i for i, one in enumerate(scene.side.log.lines.shown) if one.regions)
    scene.side.log.lines.scroll_to(scene.side.log.lines._tops[line])
    places = (
        player.region(beat.region),
        scene.side.column.row_rect(0).center,
        scene.side.log.lines.row_rect(line).center,
    )
    for place in places:
        _point(player, place)
        player.app.pump(1.0)  # a combo takes a moment to explain itself
        held = control.stage.beat
        player.app.pump(60.0)
        assert control.stage.beat is held, place
        assert not scene.wants_frames()
        assert "wait while you look" in scene.hint_line.whole
        _point(player, (2, 2))
        player.app.pump(0.0)
        assert "wait while you look" not in scene.hint_line.whole
    player.app.pump(60.0)
    assert control.stage.beat is not beat


def test_what_was_read_before_they_began_does_not_hold_the_lost_tribes_up() -> None:
    """A turn ended by a key, with the mouse at rest on a line of the log."""
    player = _at(_ready_to_end, tribes_pace="normal", animation_pace="fast")
    scene, control = player.scene, player.scene.control
    scene._point(frozenset({3}))
    player.key(pygame.K_b)  # everything is placed
    player.key(pygame.K_t)
    assert control.pointed or control.stage.watching
    if player.session.held:
        player.key(pygame.K_RETURN)
    for _ in range(20):
        player.app.pump(5.0)
    assert not control.stage.watching and not scene.reading
    assert player.session.actor == 0 and not player.session.held


def test_the_best_defence_says_what_it_did() -> None:
    player = _at(_ready_to_end)
    control = player.scene.control
    player.press("defend")
    assert control.draft.spare == 0 and not control.draft.reason(control.state)
    assert "aised" in control.message and "The Lost Tribes" in control.message
    player.press("undo")
    assert not control.draft.changed


# ---------------------------------------------------------------- hidden coins
@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080)])
def test_what_the_lost_tribes_would_take_is_never_cut(size, monkeypatch) -> None:
    """The longest that B can say, with three ties of two and whatever was raised behind it; and a
    click that came too soon says in the same line that it did nothing.
    """
    player = _at(_redeploying, size=size)
    scene, control = player.scene, player.scene.control
    names = sorted(range(len(scene.file.regions)), key=lambda r: -len(scene.file.regions[r].name))
    ties = tuple((r, 1 << r | 1 << other) for r, other in zip(names[:3], names[3:6], strict=True))
    coming = Raid(tuple(names[:3]), ties=ties)
    monkeypatch.setattr("crusade.desktop.table.defending.raid", lambda s, seat: coming)
    player.key(pygame.K_b)
    player.app.pump(0.1)
    said = control.message.split(". ")[0] + "."
    assert said.count(" or ") == 3 and said.endswith(" (your choice).")
    scene.hint_line.final = ""  # at any pace but the quickest the turn can be taken back
    lines = [line for part in scene.hint_line.laid() for line in part.lines]
    shown = " ".join("".join(piece.text for piece in line) for line in lines)
    assert shown.startswith(said) and len(lines) <= 2
    place = player.scene.ui.find("main").rect.center
    player.app.presses.settle()
    player.post(pygame.MOUSEBUTTONDOWN, place, button=1)
    player.app.pump(0.0)
    assert "That click came too soon" in scene.hint_line.whole
    for pressed, answers in ((pygame.K_F9, False), (pygame.K_b, True)):
        control.forget_refusal()
        player.app.presses.settle()
        for _unused in range(2):  # the second one is the repetition of a key that is held
            pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=pressed, mod=0, unicode=""))
            player.app.pump(0.0)
        assert ("That key came too soon" in scene.hint_line.whole) == answers


def test_the_log_of_hidden_coins_tells_no_sums_until_the_game_is_over() -> None:
    player = Player("two-player", ("Ada", "Bob"), seed=9)
    session, log = player.session, player.scene.side.log
    while session.state.round < 3:
        player.step()
    own = [line.plain for line in log.game_log.lines if line.plain.startswith(("Ada", "Bob"))]
    assert [words for words in own if "scored the turn" in words]
    assert not [words for words in own if "earned" in words]
    assert "earned" in log.words()  # the Lost Tribes' coins are always open
    session.resign()
    player.scene.refresh()
    own = [line.plain for line in log.game_log.lines if line.plain.startswith(("Ada", "Bob"))]
    assert [words for words in own if "earned" in words and "now" in words]
    assert not [words for words in own if "scored the turn" in words]


# ---------------------------------------------------------------- leaving and beginning
def test_a_draft_survives_closing_the_window(tmp_path) -> None:
    archive, _ = open_archive(tmp_path)
    wanted = session_at(lambda s: _ready_to_end(s) and s.state.hand[0] > 2)
    session = Session(wanted.record, archive, None)
    session._store(0)
    player = Player(session=session)
    draft = player.scene.control.draft
    first = min(draft.counts)
    player.click(player.region(first))
    player.click(player.region(first))
    counts = dict(draft.counts)
    assert counts[first] == draft.start[first] + 2
    archive.close()
    archive, _ = open_archive(tmp_path)
    again = Player(session=Session.resume(archive, session.game))
    taken_up = again.scene.control.draft
    assert taken_up.counts == counts and taken_up.start == draft.start
    again.press("undo")  # and can be taken back as one change
    assert again.scene.control.draft.counts == draft.start
    archive.close()


def test_a_kept_draft_that_does_not_fit_is_ignored() -> None:
    player = _at(_ready_to_end)
    draft = player.scene.control.draft
    start = dict(draft.counts)
    r = min(start)
    for text in ("", "x y", "9 9 9", draft.text + " 4", f"{draft.text.split()[0]} 0 {r} 99", "-1"):
        draft.load_text(text)
        assert draft.counts == start, text


def test_the_menu_starts_anew_with_the_same_set_up() -> None:
    session = Session.new(
        NewGame("two-player", ("Ada", "Bob"), 11, 2, {"colours": "3,1", "open_coins": True}), None
    )
    player = Player("two-player", session=session)
    player.answer()
    player.scene.open_menu()
    player.app.pump(0.0)
    rows = player.scene.ui.find("menu-rows")
    words = [item.label for item in rows.items]
    player.click(rows.row_rect(words.index("Start anew with the same set-up")).center)
    player.click(player.scene.ui.find("answer:Start anew").rect.center)
    choice = player.host.begun[0]
    assert (choice.mode, choice.names, choice.tokens) == ("two-player", ("Ada", "Bob"), 11)
    assert (choice.seed, choice.open_coins, choice.colours) == (2, True, (3, 1))


# ---------------------------------------------------------------- the keyboard
def test_arrows_go_from_lit_region_to_lit_region_and_shift_goes_anywhere() -> None:
    player = _at(_conquering)
    board, lit = player.scene.board, set(player.scene.board.lit())
    assert lit == set(player.scene.control.offers)
    arrows = (pygame.K_RIGHT, pygame.K_DOWN, pygame.K_LEFT, pygame.K_UP)
    player.key(pygame.K_RIGHT)
    seen, edge, others = {board.cursor}, [board.cursor], set()
    while edge:
        at = edge.pop()
        for key in arrows:
            board.cursor = at
            player.key(key)
            assert _tip(player) == player.scene.control.tip(board.cursor, True)
            if board.cursor not in seen:
                seen.add(board.cursor)
                edge.append(board.cursor)
    assert seen == lit and len(lit) > 2
    for key in arrows * 6:
        player.key(key, pygame.KMOD_SHIFT)
        others.add(board.cursor)
    assert others - lit


ALL_ARROWS = (pygame.K_RIGHT, pygame.K_DOWN, pygame.K_LEFT, pygame.K_UP)


def test_the_first_arrow_after_an_answer_goes_where_it_points() -> None:
    """A tie is settled, the next one is asked: Left goes left, not to whatever is in the middle."""
    for wanted in (_conquering, _tie, _two_tied):
        player = _at(wanted)
        board = player.scene.board
        player.app.draw = lambda: None  # where the arrows go does not hang on what is drawn
        moved = 0
        for at in range(player.session.setup.board.n):
            for key in ALL_ARROWS:
                player.key(pygame.K_RIGHT)
                board.cursor = at
                player.key(key)
                there = board.cursor
                board.cursor = at
                board.stand_by()
                player.key(key)
                assert board.cursor in board.lit()
                if there != at:
                    moved += 1
                    assert board.cursor == there
        assert moved


def test_the_signs_tell_where_the_arrows_lead_and_the_opposite_one_leads_back() -> None:
    """Each arrow goes to the Region that carries its sign, on its side; back again by the opposite
    one, as often as one went on, unless something touches there; signs stand there only while
    keys are in use.
    """
    for wanted in (_conquering, _tie, _redeploying):
        player = _at(wanted)
        board = player.scene.board

        def signs(board=board) -> dict:
            return board.signs(board.user.marks(board.lit_region))

        def shown(board=board) -> dict:
            return board.view._last[1].arrows

        player.app.pump(0.0)
        assert not shown()
        player.key(pygame.K_RIGHT)
        for key in ALL_ARROWS * 3:
            player.app.pump(0.0)
            assert shown() == signs()
            start, told = board.cursor, [r for r, ways in shown().items() if ARROWS[key] in ways]
            back = OPPOSITE[key] if told else None
            player.key(key)
            assert board.cursor == (told[0] if told else start)
            (x, y), (dx, dy) = player.region(start), ARROWS[key]
            x, y = player.region(board.cursor)[0] - x, player.region(board.cursor)[1] - y
            assert SLANT * (x * dx + y * dy) >= abs(x * dy) + abs(y * dx)
            if back is not None:
                touching = board.view.file.board.neighbours[board.cursor]
                player.key(back)
                if board.cursor == start:
                    player.key(key)
                else:  # what touches comes first
                    assert touching >> board.cursor & 1 and not touching >> start & 1
        route = [board.cursor]
        for key in (pygame.K_UP, pygame.K_RIGHT, pygame.K_UP):
            player.key(key)
            route.append(board.cursor)
        for key, goal in zip(
            (pygame.K_DOWN, pygame.K_LEFT, pygame.K_DOWN), route[2::-1], strict=True
        ):
            touching = board.view.file.board.neighbours[board.cursor]
            if goal != board.cursor:
                player.key(key)
            if board.cursor != goal:
                assert touching >> board.cursor & 1 and not touching >> goal & 1
                break
        _point(player, (3, 3))
        player.click((3, 3))
        player.app.pump(0.0)
        assert not shown()


def _final_tie(session) -> bool:
    return _tie(session) and all(session.final(moves.CHOICES[r]) for r in bits(tied(session.state)))


def test_enter_with_an_arrow_does_at_once_only_what_can_be_taken_back() -> None:
    for wanted, waits in ((_conquering, False), (_final_tie, True)):
        player = _at(wanted)
        board, session = player.scene.board, player.session
        player.key(pygame.K_RIGHT)
        for key in (pygame.K_LEFT, pygame.K_RIGHT, pygame.K_DOWN):
            player.key(key)
            if board.signs(board.user.marks(board.lit_region)):
                break
        player.app.pump(1.0)
        count = len(session.steps)
        arrow = next(
            key
            for key, way in ARROWS.items()
            if any(way in ways for ways in board.signs(board.user.marks(board.cursor)).values())
        )
        for key in (arrow, pygame.K_RETURN):
            for kind in (pygame.KEYDOWN, pygame.KEYUP):
                pygame.event.post(pygame.event.Event(kind, key=key, mod=0, unicode=""))
        player.app.pump(0.01)
        assert (len(session.steps) == count and not player.scene.ui.busy) == waits
        if waits:
            assert "Enter once more or Y" in str(player.scene.hint_line.whole)
            player.key(pygame.K_RETURN)  # looked at since
            assert len(session.steps) > count


def test_enter_arrow_enter_typed_at_once_takes_only_what_was_seen_to_lie_there() -> None:
    """A conquest changes what is lit. The arrows keep their goals where they can; where not, the
    Enter that was typed with one waits until somebody has looked.
    """
    player = _at(_conquering)
    board, session, scene = player.scene.board, player.session, player.scene
    plain = [o.region for o in scene.control.offers.values() if len(o.ways) == 1 and not o.dear]
    player.key(pygame.K_RIGHT)
    went_on = held_up = 0
    for r in plain:
        for key in ARROWS:
            board.cursor = r
            board.touch()
            player.app.pump(1.0)
            seen = board._compass.seen_from(r).get(key)
            if seen is None:
                continue
            count = len(session.steps)
            for pressed in (pygame.K_RETURN, key, pygame.K_RETURN):
                for kind in (pygame.KEYDOWN, pygame.KEYUP):
                    pygame.event.post(pygame.event.Event(kind, key=pressed, mod=0, unicode=""))
            player.app.pump(0.01)
            taken = [made.move[1] for made in session.steps[count:]]
            assert taken[:1] == [r] and taken[1:] in ([], [seen])
            went_on += len(taken) == 2 or scene.ui.busy
            if "elsewhere" in scene.hint_line.whole:
                held_up += 1
                where = board.cursor
                player.app.pump(1.0)
                assert board.cursor == where != seen
            while scene.ui.busy:
                player.key(pygame.K_ESCAPE)
            while len(session.steps) > count:
                player.key(pygame.K_u)
    assert went_on and held_up, (went_on, held_up)


def test_a_tie_that_cannot_be_taken_back_is_marked_and_then_settled() -> None:
    """By keys and by the mouse, as an attempt of one's own is."""
    player = KeyPlayer(session=session_at(_final_tie))
    scene, session, control = player.scene, player.session, player.scene.control
    first, second = list(bits(tied(session.state)))[:2]
    count = len(session.steps)
    assert not scene.ui.find("main").enabled
    player.stand_on(first)
    twice = "Enter marks it, Enter once more or Y settles it."  # the line and the card agree
    assert twice in scene.hint_line.whole and twice in str(_tip(player).note)
    for _unused in range(2):  # the second tap belongs to the first
        for kind in (pygame.KEYDOWN, pygame.KEYUP):
            pygame.event.post(pygame.event.Event(kind, key=pygame.K_RETURN, mod=0, unicode=""))
        player.app.pump(0.05)
    assert control.chosen == [first] and control.tied_now == {first}
    assert "Let the Lost Tribes" in scene.hint_line.whole
    player.at(second)
    assert control.chosen == [second] and len(session.steps) == count
    player.key(pygame.K_y)
    assert len(session.steps) > count and not control.chosen
    player = _at(_final_tie)
    player.click(player.region(first))
    assert player.scene.control.chosen == [first] and len(player.session.steps) == count
    player.click(player.region(first))
    assert len(player.session.steps) > count


def test_while_nothing_is_marked_no_region_carries_several_arrows() -> None:
    for wanted in (_two_tied, _final_tie, _conquering):
        player = _at(wanted)
        board = player.scene.board
        assert all(len(ways) == 1 for ways in board.signs(board.user.marks(None)).values())


def test_the_first_arrow_of_all_goes_from_the_middle_where_it_points() -> None:
    for key, axis, sign in ((pygame.K_RIGHT, 0, 1), (pygame.K_UP, 1, -1)):
        board = (player := _at(lambda s: s.state.phase == CONQUER)).scene.board
        assert board.cursor is None
        player.key(key)
        there = board.view.slot_centre(board.cursor, "token")
        assert (there[axis] - board.view.rect.center[axis]) * sign > 0


def test_the_arrows_go_on_from_the_region_that_the_mouse_marks() -> None:
    """Whoever points at a Region and then takes to the arrows begins there."""
    player = _at(_conquering)
    board, there = player.scene.board, {}
    for at in board.lit():
        player.key(pygame.K_RIGHT)
        board.cursor = at
        player.key(pygame.K_LEFT)
        there[at] = board.cursor
    for at, goal in there.items():
        _point(player, (3, 3))
        player.click((3, 3))  # no ring any more: the mouse is in use
        _point(player, player.region(at))
        assert board.lit_region == at
        player.key(pygame.K_LEFT)
        if goal != at:
            assert board.cursor == goal


def test_the_tied_region_that_the_keyboard_stands_on_is_marked_over_its_pulse() -> None:
    """Every tied Region pulses; the one that Enter would choose has its dashed outline as well."""
    player = _at(_tie)
    board = player.scene.board
    player.key(pygame.K_RIGHT)
    at = board.cursor
    assert at in player.scene.control.marks(at).tied
    pieces, marks = board.user.pieces(), board.user.marks(at)
    pictures = []
    for hovered in (at, next(r for r in marks.tied if r != at)):
        surface = pygame.Surface(player.app.window.size)
        board.view.draw(surface, pieces, replace(marks, hovered=hovered), 0.0)
        pictures.append(pygame.mask.from_threshold(surface, "#ffffff", (24, 24, 24, 255)))
    box = board.view.region_rect(at)
    white = [p.overlap_area(pygame.mask.Mask(box.size, True), box.topleft) for p in pictures]
    assert white[0] > white[1] + 150


def test_tab_goes_through_every_lit_region_in_order_and_on() -> None:
    player = _at(_conquering)
    board = player.scene.board
    order, met = board.lit(), []
    for _ in range(80):
        player.key(pygame.K_TAB)
        if board.focused and board.cursor is not None:
            met.append(board.cursor)
        elif met:
            break
    assert met == order and not board.focused
    player.key(pygame.K_TAB, pygame.KMOD_SHIFT)
    assert board.focused


def test_the_focus_follows_the_phase_when_keys_are_used() -> None:
    player = _at(_ready_to_end)
    player.key(pygame.K_v)
    player.key(pygame.K_t)
    player.app.pump(0.0)
    scene, control = player.scene, player.scene.control
    assert control.deciding
    if control.state.phase == PICK:
        assert scene.side.column.list.focused
    else:
        assert scene.board.focused and scene.board.cursor is None
    count = len(player.session.steps)
    player.app.presses.pass_time(1.0)
    player.key(pygame.K_RETURN)  # nothing is chosen yet
    assert len(player.session.steps) == count


def test_hints_name_keys_when_keys_are_used_and_clicks_when_not() -> None:
    for wanted in (_conquering, _ready_to_end, lambda s: s.state.phase == PICK):
        player = _at(wanted)
        assert "rrow" not in str(player.scene.hint_line.whole)
        player.key(pygame.K_TAB)
        if player.scene.board.cursor is not None:
            told = str(_tip(player).note)
            assert ("Enter" in told or "+ adds" in told) and "click" not in told
        assert player.scene.board.cursor is not None or player.scene.side.column.list.focused
        assert "rrow" in str(player.scene.hint_line.whole)
        _point(player, (3, 3))
        player.click((3, 3))
        assert "rrow" not in str(player.scene.hint_line.whole)


def test_the_row_that_the_keyboard_stands_on_tells_what_pointing_tells() -> None:
    player = _at(lambda s: s.state.phase == PICK)
    rows = player.scene.side.column.list
    for _ in range(40):
        if rows.focused:
            break
        player.key(pygame.K_TAB)
    player.key(pygame.K_DOWN)
    by_key = _tip(player)
    _point(player, rows.row_rect(rows.chosen).center)
    player.app.pump(1.0)
    assert by_key is not None and by_key == _tip(player)


def test_where_no_question_is_asked_no_combo_is_chosen_before_a_key_chose_it() -> None:
    player = _at(_ready_to_end, confirmations=False)
    player.key(pygame.K_v)
    player.key(pygame.K_t)
    for _ in range(400):
        if player.session.state.phase == PICK and player.scene.control.deciding:
            break
        if player.scene.control.draft is not None:
            player.key(pygame.K_v)
        player.app.presses.pass_time(1.0)
        keys = [b.key for b in player.scene.side.actions.buttons.values() if b.enabled]
        player.key(pygame.K_d if pygame.K_d in keys else pygame.K_t)
        if tied(player.session.state):
            player.session.play(player.session.choices[0])
            player.scene.control._jump()
        elif asked(player.session.state) is not None or pygame.K_e in keys:
            player.key(pygame.K_n)
            player.key(pygame.K_e)
    rows = player.scene.side.column.list
    assert rows.focused and rows.chosen is None
    count = len(player.session.steps)
    player.app.presses.pass_time(1.0)
    player.key(pygame.K_RETURN)
    assert len(player.session.steps) == count


def test_the_header_asks_only_when_the_attack_before_has_been_seen() -> None:
    """Two ties in a row: while the first attack is on, nothing is asked about the second."""

    def two_ties(session) -> bool:
        s = session.state
        if s.phase != TRIBES_TURN or session.actor != 0:
            return False
        again = Session(session.record, None, None)
        again.play(again.choices[0])
        return again.state.phase == TRIBES_TURN and again.actor == 0

    player = _at(two_ties, tribes_pace="normal", animation_pace="normal")
    scene, control = player.scene, player.scene.control
    assert "hoose" in scene.header.step.content
    player.click(player.region(player.session.choices[0][1]))
    seen = 0
    while control.stage.busy:
        assert "hoose" not in scene.header.step.content
        seen += 1
        player.app.pump(0.2)
    assert seen > 1 and "hoose" in scene.header.step.content


def _first_conquest(session) -> bool:
    s = session.state
    return s.phase == CONQUER and s.round == 1 and s.held[0] == 0


def _tie(session) -> bool:
    return session.state.phase == TRIBES_TURN and session.state.round > 1


def _two_tied(session) -> bool:
    return session.state.phase == TRIBES_TURN and tied(session.state).bit_count() == 2


def _redeploying(session) -> bool:
    return session.state.phase == REDEPLOY and session.state.round > 1


@pytest.mark.parametrize("wanted", [_first_conquest, _conquering, _tie, _redeploying])
@pytest.mark.parametrize(
    ("size", "percent"),
    [((1280, 720), 100), ((1280, 720), 150), ((1280, 720), 200), ((1920, 1080), 200)],
)
def test_the_card_of_a_region_covers_nothing_lit_and_no_button(wanted, size, percent) -> None:
    player = _at(wanted, size=size, percent=percent)
    scene, board, tooltip = player.scene, player.scene.board, player.scene.ui.tooltip
    player.app.pump(1.0)
    player.key(pygame.K_LEFT)
    seen = set()

    def in_sight() -> None:
        assert board.cursor is not None and tooltip.tip is not None
        seen.add(board.cursor)
        assert scene.m.window.contains(tooltip.rect)
        assert not tooltip.rect.colliderect(scene.side.answers())
        for lit in {board.cursor, *board.user.marks(None).lit}:
            assert not tooltip.rect.colliderect(board.view.keep_clear(lit)[0])

    in_sight()
    for key in [pygame.K_UP] * 4 + [pygame.K_RIGHT] * 6 + [pygame.K_DOWN] * 4 + [pygame.K_LEFT] * 6:
        for mod in (0, pygame.KMOD_SHIFT):
            player.key(key, mod)
            in_sight()
    assert len(seen) > 4
    while scene.ui.focused is board:  # and from one lit Region to the next
        in_sight()
        player.key(pygame.K_TAB)


@pytest.mark.parametrize("percent", [100, 200])
def test_the_card_after_a_conquest_covers_nothing_lit_either(percent) -> None:
    player = _at(_first_conquest, percent=percent)
    scene, board, tooltip = player.scene, player.scene.board, player.scene.ui.tooltip
    conquests = 0
    for _ in range(12):
        player.key(pygame.K_RIGHT)
        player.key(pygame.K_UP)
        count = len(player.session.steps)
        player.key(pygame.K_RETURN)
        if scene.ui.busy:  # an attempt asks first
            player.key(pygame.K_ESCAPE)
        if player.session.state.phase != CONQUER:
            break
        conquests += len(player.session.steps) > count
        if tooltip.tip is None:
            continue
        for lit in {board.cursor, *board.user.marks(None).lit}:
            assert not tooltip.rect.colliderect(board.view.keep_clear(lit)[0])
    assert conquests


def test_the_longest_card_finds_room_where_everything_is_lit() -> None:
    player = _at(_first_conquest, percent=200)
    scene, board = player.scene, player.scene.board
    tip = Tip(
        "Twinpeaks · Mountain, Cavern, Mine",
        "Your Elves In Decline, 1 token.",
        tuple(TipRow(word, "1", word[0] == "i") for word in ("any", "two", "three", "it", "is")),
        "Enter for a last attempt: it succeeds in 1 of 6 rolls · earns nothing more; your 1 token "
        "there is lost · Cannot be taken back: the die is rolled.",
    )
    for r in range(player.session.setup.board.n):
        scene.ui.say(tip, board.tip_target(r), board.view.keep_clear(r, range(23)))
        place = scene.ui.tooltip.rect
        assert not place.colliderect(board.view.frame) and scene.m.window.contains(place)
        assert not place.colliderect(scene.side.answers())
    scene.ui.draw(player.app.window.surface)


def test_enter_does_not_give_up_that_a_turn_can_be_taken_back() -> None:
    player = _at(_ready_to_end, tribes_pace="normal", animation_pace="normal")
    session, control = player.session, player.scene.control
    player.key(pygame.K_v)
    player.key(pygame.K_t)
    assert session.held
    for _ in range(6):  # tapped on and on by habit; the board has the focus
        player.key(pygame.K_RETURN)
    assert session.held and "take it back before that" in player.scene.hint_line.whole
    count = len(session.steps)
    player.key(pygame.K_SPACE)  # the button says so
    assert not session.held and len(session.steps) > count and not control.deciding


def test_the_card_of_a_region_says_how_many_tokens_are_being_placed_there() -> None:
    player = _at(_ready_to_end)
    control, board = player.scene.control, player.scene.board
    player.key(pygame.K_v)
    player.key(pygame.K_RIGHT)
    for key in (pygame.K_MINUS, pygame.K_PLUS, pygame.K_UP, pygame.K_MINUS, pygame.K_RIGHT):
        player.key(key)
        tip = control.tip(board.cursor)
        number = control.draft.counts[board.cursor]
        assert tip.rows[0].right == str(number)
        assert f", {number} token" in str(tip.text)


def test_a_combo_names_the_key_that_picks_it_to_whoever_uses_keys() -> None:
    player = _at(lambda session: session.state.phase == PICK)
    player.key(pygame.K_DOWN)
    assert "Enter asks whether to pick it." in str(_tip(player).note)
    player.click(player.scene.side.tribes.rect.center)  # the mouse is in use now
    _point(player, player.scene.side.column.row_rect(0).center)
    player.app.pump(1.0)
    assert "Click to pick it." in str(_tip(player).note)


def _more_regions_than_tokens(session) -> bool:
    """A race holds more Regions than it has tokens when the four that only attack have left."""
    s = session.state
    if s.phase != REDEPLOY or s.seat != 0:
        return False
    on_board = sum(s.tokens[r] for r in bits(s.held[0])) + s.hand[0]
    return on_board - 4 < s.held[0].bit_count()


def test_the_panel_promises_only_what_the_regions_that_can_be_kept_earn() -> None:
    """B and T: the coins in the panel are those that come, and the hint names what was given up."""
    session = session_at(_more_regions_than_tokens, combo="Commando Amazons")
    player = Player(session=session, tribes_pace="normal", animation_pace="normal")
    panel, control = player.scene.side.players[0], player.scene.control
    s = session.state
    on_board = sum(s.tokens[r] for r in bits(s.held[0])) + s.hand[0]
    promised = panel._shown.income
    assert promised < earnings(s, 0).total
    assert "(Amazons)" in control.draft.words() and "(Amazons)" in player.scene.hint_line.whole
    player.key(pygame.K_v)
    assert "Given up: " in player.scene.hint_line.whole  # a spread says what it costs, too
    player.key(pygame.K_DELETE)
    player.key(pygame.K_b)
    given_up = [r for r, count in control.draft.counts.items() if not count]
    assert len(given_up) == s.held[0].bit_count() - (on_board - 4) > 0
    assert [row.right for row in control.tip(given_up[0]).rows] == ["0"]  # it earns nothing
    assert "Given up: " in player.scene.hint_line.whole
    assert all(session.setup.board.names[r] in player.scene.hint_line.whole for r in given_up)
    assert panel._shown.income == promised
    before = session.state.coins[0]
    player.key(pygame.K_t)
    assert session.state.coins[0] == before + promised
    assert not any(session.state.occ[r] == 0 for r in given_up)


def test_a_key_is_named_only_where_the_keyboard_stands() -> None:
    player = _at(lambda session: _conquering(session) and moves.ABANDON in _kinds(session))
    player.key(pygame.K_F7)  # any key: nobody has gone to a Region with it
    own = next(m[1] for m in player.session.choices if m[0] == moves.ABANDON)
    _point(player, player.scene.board.view.slot_centre(own, "token"))
    player.app.pump(1.0)
    assert "click to abandon it" in str(_tip(player).note)
    assert "Enter" in str(player.scene.control.tip(own, True).note)


def _kinds(session) -> set[int]:
    return {m[0] for m in session.choices}


def test_the_heading_follows_whoever_fights_now() -> None:
    def wanted(session) -> bool:
        s = session.state
        return early_slot(s) != NONE and s.combo[0] is not None and s.hand[0] > 0

    player = Player(session=session_at(wanted, combo="Hill Ghouls"))
    header = player.scene.header
    first = header.shape()
    assert "Ghouls" in str(first[1])
    player.key(pygame.K_g)  # on to the Active race
    assert not player.scene.control.early
    assert "Ghouls" not in str(header.shape()[1]) and "In Decline may fight" not in str(
        player.scene.control.hint()[0]
    )
    player.key(pygame.K_g)
    assert header.shape() == first


@pytest.mark.parametrize("pace", ["normal", "instant"])
def test_the_final_board_is_held_until_a_press(pace: str) -> None:
    session = Session.new(NewGame("solo", ("Ada",), 14, 3))
    while not session.over:
        session.play(simple_move(session))
    player = Player(session=session, animation_pace=pace)
    if pace == "instant":
        assert player.host.done is session
        return
    for _ in range(60):
        player.app.pump(0.5)
    assert player.host.done is None and "A click or any key" in player.scene.hint_line.whole
    assert player.scene.wake_in() is None  # a table at rest costs nothing
    player.key(pygame.K_SPACE)
    assert player.host.done is session


def test_the_question_before_a_pick_names_the_coins_that_the_combo_brings() -> None:
    """Those that it earns before any Region is conquered, as they are then paid."""

    def wealthy(s) -> list[int]:
        powers = [s.setup.library.powers[badge].name for _banner, badge, _coins in s.column]
        return [row for row, name in enumerate(powers) if name == "Wealthy" and row <= s.coins[0]]

    player = _at(lambda found: found.state.phase == PICK and wealthy(found.state))
    scene, s = player.scene, player.session.state
    rich = wealthy(s)[0]
    for row in (rich, 0 if rich else 1):
        scene.control.fight.pick(row)
        words = [w.content for w in scene.ui.layers[-1].root.walk() if hasattr(w, "content")]
        brings = "It brings 7 coins at the end of this turn." in str(words)
        assert brings == (row == rich), words
        player.key(pygame.K_ESCAPE)
