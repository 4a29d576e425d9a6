"""Cards that take, lend and move tokens, at the table: drafts that take away, games by hand."""

from __future__ import annotations

from pathlib import Path

import pytest
from table_player import KeyPlayer, Player

from crusade.atlas import load
from crusade.automaton.lost_tribes import LostTribes
from crusade.boxes import library
from crusade.desktop.table.taking import Taking
from crusade.desktop.words import combo_tokens, token_figures, token_sum
from crusade.games import board_for
from crusade.lab.scenario import Run
from crusade.lab.scenario_file import read
from crusade.rules import moves, refusal
from crusade.rules import setup as make_setup
from crusade.rules.asking import HAND, Spread
from crusade.rules.ids import CLASSIC, SOLO, TWO_PLAYER
from crusade.rules.queries import asked, lent
from crusade.rules.state import State
from crusade.session import NewGame, Session

LIBRARY = library(("base", "tales"))
CARDS = (
    "A Puff of Smoke",
    "Barbarian Invasions",
    "Chicken Lake",
    "Decline And Fall",
    "Drakkars From Afar",
    "Famine",
    "Malediction",
    "Plague",
    "Tabula Rasa",
    "Ungodly Bribe",
    "Wheel Of Misfortune",
    "Wizened and Old",
)

PLAGUE = """
title: a token waits in hand
rule: events.md 35
event: {card}
begins: round
regions: {{A: farmland, B: hill, C: farmland}}
borders: A-B B-C
races: {{P1: Swamp Ratmen, P2: Hill Tritons}}
hand: {{P1: 1}}
at:
  A: P1 2
  B: P1 1
  C: P2 2
do: []
then:
  turn: P1
"""


def _position(tmp_path: Path, card: str) -> State:
    path = tmp_path / "case.yaml"
    path.write_text(PLAGUE.format(card=card), encoding="utf-8")
    (case,) = read(path)
    return Run(case).state


def _draft(s: State) -> Taking:
    decision = asked(s)
    assert isinstance(decision, Spread) and decision.takes_away
    return Taking(s, decision, s.asked_slot, s.asked)


def test_what_the_regions_do_not_give_comes_from_the_hand(tmp_path: Path) -> None:
    s = _position(tmp_path, "Plague")
    draft = _draft(s)
    assert draft.move() == (moves.ANSWER, s.asked, HAND, 1)
    assert draft.reason(s) == "" and refusal(s, draft.move()) is None
    assert draft.take(0) == 1 and draft.take(0) == 0 and draft.take(1) == 0
    assert draft.move() == (moves.ANSWER, s.asked, 0, 1)
    assert draft.words() == "1 of 1 given up"
    assert draft.undo() and draft.words() == "1 of 1 given up, 1 from the hand"


def test_a_region_may_be_emptied_but_no_more_than_is_wanted_is_taken(tmp_path: Path) -> None:
    s = _position(tmp_path, "Ungodly Bribe")
    draft = _draft(s)
    assert draft.reason(s) == "1 token more must be given up."
    assert draft.take(1) == 1 and draft.counts[1] == 0
    assert draft.reason(s) == "" and draft.take(0) == 1 and draft.take(0) == 0
    assert draft.add(0, 5) == 1 and draft.counts == draft.start | {1: 0}
    kept = draft.text
    again = _draft(s)
    assert again.load_text(kept) and again.counts == draft.counts
    assert not again.load_text("7 0 0 9") and not again.load_text("nonsense")


@pytest.mark.parametrize(
    ("card", "tokens", "figures", "said"),
    [
        ("Barbarian Invasions", 11, "3 + 5 + 3 = 11", "3 by the event: 11 tokens."),
        ("Ungodly Bribe", 6, "3 + 5 − 2 = 6", "2 fewer by the event: 6 tokens."),
        ("Plague", 8, "3 + 5 = 8", "3 Dwarves + 5 Bivouacking: 8 tokens."),
    ],
)
def test_the_column_counts_what_the_event_lends(
    tmp_path: Path, card: str, tokens: int, figures: str, said: str
) -> None:
    s = _position(tmp_path, card)
    dwarves, camp = LIBRARY.race_index["Dwarves"], LIBRARY.power_index["Bivouacking"]
    more = lent(s, dwarves, camp)
    assert combo_tokens(LIBRARY, dwarves, camp, 8, more) == tokens
    assert token_figures(LIBRARY, dwarves, camp, 8, more) == figures
    assert token_sum(LIBRARY, dwarves, camp, 8, more).endswith(said)
    assert lent(_position(tmp_path, "Plague"), dwarves, camp) == 0


def _player(
    kind: type[Player],
    mode: str,
    names: tuple[str, ...],
    seed: int,
    monkeypatch: pytest.MonkeyPatch,
) -> Player:
    cards = sum(1 << LIBRARY.card_index[name] for name in CARDS)
    file = load(board_for(mode, len(names)))
    automaton = None if mode == CLASSIC else LostTribes()
    game = make_setup(file.board, LIBRARY, mode, len(names), 14, automaton, cards=cards)
    monkeypatch.setattr("crusade.session.setup_of", lambda record: game)
    session = Session.new(NewGame(mode, names, 14, seed), None)
    return kind(mode, names, seed, session=session)


@pytest.mark.screen
@pytest.mark.parametrize(
    ("kind", "mode", "names", "seed"),
    [
        (Player, SOLO, ("Ada",), 1),
        (Player, TWO_PLAYER, ("Ada", "Ben"), 2),
        (KeyPlayer, SOLO, ("Ada",), 4),
    ],
)
def test_whole_games_with_these_cards(
    kind: type[Player],
    mode: str,
    names: tuple[str, ...],
    seed: int,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    player = _player(kind, mode, names, seed, monkeypatch)
    done = player.play()
    assert done.over
    words = {step.text.split()[0] for step in done.steps}
    assert words & {"discard", "sell", "no", "pay", "take", "leave", "sail", "choose"}
