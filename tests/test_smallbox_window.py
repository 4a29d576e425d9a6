"""Whole games with the small box, played by mouse events through the window."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest
from smallbox import BOXES, FAIR
from smallbox.window import fair_board, prepare
from table_player import Player

from crusade.automaton.lost_tribes import LostTribes
from crusade.boxes import library
from crusade.desktop import pictures
from crusade.desktop.scenes.sample_tables import SampleTable, combo_choice
from crusade.desktop.scenes.samples import SampleHost
from crusade.desktop.shot import OF_A_COMBO, draw_scene
from crusade.desktop.words import headline
from crusade.rules import combo_text, moves
from crusade.rules import setup as make_setup
from crusade.rules.ids import CLASSIC, SOLO
from crusade.rules.queries import asked
from crusade.session import NewGame, Session

LIBRARY = library(BOXES)


@pytest.fixture
def fair(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Makes a player at a table with the small box: its cards, its board, its pictures."""
    prepare()
    file = fair_board(tmp_path)

    def seat(mode: str, names: tuple[str, ...], seed: int, **options) -> Player:
        cards = (1 << len(LIBRARY.cards)) - 1
        automaton = None if mode == CLASSIC else LostTribes()
        game = make_setup(file.board, LIBRARY, mode, len(names), 14, automaton, cards=cards)
        monkeypatch.setattr("crusade.session.setup_of", lambda record: game)
        monkeypatch.setattr("crusade.desktop.scenes.table.load", lambda board: file)
        session = Session.new(NewGame(mode, names, 14, seed), None)
        return Player(mode, names, seed, session=session, **options)

    return seat


def test_everything_of_the_box_has_its_picture() -> None:
    prepare()
    for source in FAIR.races:
        assert pictures.race(source.name, 32).get_width() == 32
    for source in FAIR.powers:
        assert pictures.power(source.name, 32).get_width() == 32
    for piece in FAIR.pieces:
        assert pictures.marker(piece.picture, 32).get_width() == 32


def test_a_combo_of_the_box_is_shown_at_the_table(tmp_path: Path) -> None:
    prepare()
    for scene, combo in (("table", "Imperial Goblins"), ("choice", "Heroic Goblins")):
        made = OF_A_COMBO[scene](combo)
        assert isinstance(made, SampleTable)
        s = made.session.state
        assert made.session.record.boxes == BOXES
        assert combo_text(s.setup.library, s.banner[0], s.badge[0]) == combo
        assert (asked(s) is not None) == (scene == "choice")
        draw_scene(scene, (1280, 720), tmp_path / f"{scene}.png", combo=combo)
    with pytest.raises(LookupError):
        combo_choice(SampleHost(), "Imperial Goblins")


@pytest.mark.parametrize("seed", range(2))
def test_whole_games_by_mouse(fair, seed: int) -> None:
    player = fair(SOLO, ("Ada",), seed)
    done = player.play()
    assert done.over and player.clicks > 50


def test_a_game_for_two_by_mouse_with_an_auction(fair) -> None:
    player = fair(CLASSIC, ("Ada", "Ben"), 5)
    done = player.play()
    bids = [step for step in done.steps if step.text.startswith("bid")]
    befores = [at.after for at, step in pairwise(done.steps) if step in bids]
    for s in befores:  # between the rounds it is nobody's turn, and the step says who is asked
        title, words = headline(player.scene.cast, s)
        assert title == f"Round {s.round}" and words.startswith(("Ada: ", "Ben: ", "Bid"))
    assert befores
    assert done.over and bids
    assert all(step.move[0] == moves.ANSWER for step in bids)
