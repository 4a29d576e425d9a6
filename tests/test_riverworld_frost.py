"""The frost of River World at a round's boundary: undo over it, taking up, records out and in."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from crusade.archive import open_archive
from crusade.exports import write_out
from crusade.imports import take_in
from crusade.players.policies import random_policy
from crusade.position_text import position_text
from crusade.replay import Step, check
from crusade.rules import State
from crusade.rules.events import Told
from crusade.rules.ids import SOLO, TWO_PLAYER
from crusade.session import NewGame, Session

BOX = ("riverworld",)
MODES = [(SOLO, ("Ada",)), (TWO_PLAYER, ("Ada", "Bob"))]


def on_rivers(s: State) -> int:
    return sum(tokens for r, tokens in enumerate(s.tokens) if s.board.rivers >> r & 1)


def thawed(made: list[Step]) -> bool:
    return any(isinstance(e, Told) and e.source == "Freezing" for step in made for e in step.events)


@pytest.mark.parametrize(("mode", "names"), MODES)
def test_frost_outlives_being_left_undone_and_carried_elsewhere(
    mode: str, names: tuple[str, ...], tmp_path: Path
) -> None:
    archive, _ = open_archive(tmp_path)
    elsewhere, _ = open_archive(tmp_path / "elsewhere")
    frosts = thaws = 0
    with archive, elsewhere:
        for seed in range(12):
            options = {"undo_past_chance": True}
            session = Session.new(NewGame(mode, names, 14, seed, options, BOX), archive)
            rng, taken_back = Random(seed), set[int]()
            while not session.over:
                before, count = session.state, len(session.steps)
                made = session.play(random_policy(before, rng))
                frozen = any(step.text == "turn up Freezing" for step in made)
                if count in taken_back or not (frozen or (thawed(made) and on_rivers(before))):
                    continue
                taken_back.add(count)
                frosts += frozen
                thaws += thawed(made)
                # Left and taken up, by the disk or by a file on another machine, it is the same.
                again = Session.resume(archive, session.game or 0)
                assert again.remark == "" and again.state.facts() == session.state.facts()
                file = tmp_path / "game.txt"
                write_out(archive, session.game or 0, file)
                take_in(elsewhere, file.read_text(encoding="utf-8"), "game.txt")
                taken_in = [game.game for game in elsewhere.running_games()]
                moves = {elsewhere.game_record(game).moves: game for game in taken_in}
                there = Session.resume(elsewhere, moves[session.record.moves])
                assert there.state.facts() == session.state.facts()
                # Nobody goes back over the marker, but alone where the game allows it.
                assert session.can_undo == (mode == SOLO)
                if mode == SOLO:
                    after = position_text(session.state)
                    assert session.undo() and len(session.steps) == count
                    assert session.state.facts() == before.facts()
                    back = Session.resume(archive, session.game or 0)
                    assert back.state.facts() == before.facts() and back.record.rewound
                    assert after != position_text(before)
            assert check(session.record) == []
            if frosts > 1 and thaws > 1:
                return
    raise AssertionError(f"{frosts} frosts and {thaws} thaws in all these games")
