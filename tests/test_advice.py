"""Advice at the table: asked for by key and button, answered by a process of its own."""

from __future__ import annotations

import time
from dataclasses import replace

import pygame
import pytest
from table_player import Player

from crusade.archive import open_archive
from crusade.desktop.words.counsel import counsel_words
from crusade.games import DEAL, DRAWS
from crusade.players.advice import Choice, advise
from crusade.players.counsel import answer, question
from crusade.players.search import Pace
from crusade.rules import moves, refusal
from crusade.rules.ids import CONQUER, PICK, REDEPLOY
from crusade.session import NewGame, Session

SHORT = Pace(turns=6, changes=10, lines=4, playouts=12, rounds=2)


def advised(player: Player) -> str:
    """What the line says once the counsel has answered."""
    until = time.monotonic() + 60
    while player.scene.advising.counsel.asking:
        assert time.monotonic() < until, "the counsel does not answer"
        assert player.scene.wake_in() is not None
        time.sleep(0.02)
        player.app.pump(0.02)
    return str(player.scene.control.message)


def test_what_is_advised_is_lit_and_told_in_each_step_of_a_turn_and_marks_the_game() -> None:
    player = Player(seed=5, hints=True)
    control, session = player.scene.control, player.session
    try:
        seen = set()
        for _ in range(40):
            phase = session.state.phase
            if phase not in seen and phase in (PICK, CONQUER, REDEPLOY):
                if seen:
                    player.key(pygame.K_h)
                else:
                    assert not session.record.options.get("advised")
                    player.press("advice")
                seen.add(phase)
                count = len(session.steps)
                words = advised(player)
                best = player.scene.advising.choices[0].move
                assert refusal(session.state, best) is None and len(session.steps) == count
                assert session.record.options["advised"] is True
                if phase == PICK:
                    assert player.scene.side.column.list.chosen == best[1]
                    assert words.startswith("Pick ")
                elif best[0] == moves.CONQUER:
                    assert control.pointed == frozenset(best[1:2])
                    assert session.setup.board.names[best[1]] in words
                elif phase == REDEPLOY and control.draft is not None:
                    assert (
                        control.draft.move() == best and control.draft.reason(session.state) == ""
                    )
            if {PICK, CONQUER, REDEPLOY} <= seen:
                break
            session.play(session.choices[0])
            control.take_in()
            control.stage.skip()
            player.app.pump(0.02)
            assert not control.pointed
        assert {PICK, CONQUER} <= seen
    finally:
        player.scene.leave()
    assert not player.scene.advising.counsel.asking


def test_a_game_in_which_advice_was_asked_for_is_marked_in_the_hall_of_fame(tmp_path) -> None:
    archive, _ = open_archive(tmp_path)
    session = Session.new(NewGame("solo", ("Ada",), 14, 3), archive)
    session.take_advice()
    session.play(session.choices[0])
    again = Session.resume(archive, session.game)
    assert again.record.options["advised"] is True
    again.resign()
    line = archive.fame_line(again.game)
    assert line.advised and not replace(line, advised=False).advised
    archive.close()


def test_a_question_holds_nothing_hidden_and_its_answer_is_the_advice() -> None:
    session = Session.new(NewGame("classic", ("Ada", "Bob"), 0, 987654321), None)
    while session.state.round < 3:
        session.play(session.choices[0])
    s = session.state
    richer = s.copy()
    richer.coins[1 - s.actor] += 7
    asked = question(session.record, s, 1, SHORT)
    assert question(session.record, richer, 1, SHORT) == asked
    assert str(session.record.seed) not in asked
    dealt = {DEAL: "2026-12-01", DRAWS: "1 2;3;4;"}
    again = replace(session.record, options={**session.record.options, **dealt})
    assert question(again, s, 1, SHORT) == asked
    assert '"choices"' in answer(asked)
    found = advise(s, "advice", SHORT)
    assert [x.value for x in found] == sorted((x.value for x in found), reverse=True)


@pytest.mark.parametrize("mode", ["solo", "two-player", "classic"])
def test_every_choice_has_words(mode: str) -> None:
    names = ("Ada",) if mode == "solo" else ("Ada", "Bob")
    player = Player(mode, names, seed=2)
    session = player.session
    for _ in range(25):
        s = session.state
        options = session.choices
        told = [Choice((move,), 9.0 - 2 * i) for i, move in enumerate(options[:5])]
        words = counsel_words(player.scene.cast, s, told)
        assert words.endswith((".", ")")) and "{" not in words
        session.play(options[0])


def test_the_program_plays_a_whole_game_for_whoever_watches() -> None:
    player = Player(seed=11, tokens=10)
    scene = player.scene
    scene.advising.counsel.ask = _at_once(scene)  # type: ignore[method-assign]
    scene._let_play(True)
    until = time.monotonic() + 60
    while not player.session.over:
        assert time.monotonic() < until
        player.app.pump(0.2)
        assert not scene.ui.busy
    assert player.session.record.options["advised"] is True
    assert not scene.advising.busy


def _at_once(scene):
    """A counsel that thinks briefly, here and now."""
    counsel = scene.advising.counsel

    def ask(record, s) -> bool:
        counsel._answers.put(answer(question(record, s, counsel._number + 1, SHORT)))
        counsel._number += 1
        counsel.asking = True
        return True

    return ask
