"""Whole games with events under audit after every move: all modes, decks of every kind, records."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from crusade.games import CARD_BOX, SEATS, event_library, new_setup
from crusade.lab import audit_run
from crusade.lab.audit_run import EVERY, Plan, planned_game, planned_run
from crusade.lab.met import Met, Watch
from crusade.replay import ReplayError
from crusade.rules import State, start
from crusade.rules.ids import CLASSIC, SOLO, TWO_PLAYER
from crusade.rules.pieces import refresh_all

PLAN = Plan(SOLO, EVERY, seed=1, deep=100)
GAMES_EACH = 15
LIBRARY = event_library()


@pytest.mark.parametrize("table", range(len(PLAN.tables)), ids=lambda i: f"{PLAN.tables[i]}")
def test_games_with_events_are_sound(table: int) -> None:
    """Sound at every move, what is listed is what is allowed, and the record replays."""
    kinds: Counter[tuple[str, int, str]] = Counter()
    for i in range(GAMES_EACH):
        found = planned_game(PLAN, i * len(PLAN.tables) + table)
        assert found.defects == []
        assert found.records == 1
        assert len(found.met.seen) == new_setup(*PLAN.tables[table], 14).rounds - 1
        kinds += found.kinds
    assert {(mode, persons) for mode, persons, _ in kinds} == {PLAN.tables[table]}
    assert {deck for _, _, deck in kinds} == set(PLAN.decks)


def test_every_means_all_modes_and_all_kinds_of_decks() -> None:
    assert PLAN.tables == (
        (SOLO, 1),
        (TWO_PLAYER, 2),
        (CLASSIC, 2),
        (CLASSIC, 3),
        (CLASSIC, 4),
        (CLASSIC, 5),
    )
    assert PLAN.decks == ("all", *LIBRARY.themes, *LIBRARY.strengths, "surprise")
    one = Plan(SOLO, "surprise")
    assert (one.tables, one.decks) == (((SOLO, 1),), ("surprise",))


def test_a_run_is_the_same_on_any_number_of_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(audit_run, "PART", 2)
    plan = replace(PLAN, deep=0, records=3)
    one, two = (planned_run(plan, range(4, 10), processes) for processes in (1, 2))
    assert one == two
    assert one.moves and one.kinds.total() == 6
    assert one.records == 2  # games 6 and 9


def test_a_defect_is_told_with_its_game_and_the_run_goes_on(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(audit_run, "audit", lambda s: ["a wrong thing"] if s.cards else [])
    found = planned_game(PLAN, 9)
    assert len(found.defects) == 1
    assert found.defects[0].startswith(
        "game 9 (3 persons, deck 'The Gods Must Be Crazy'): classic:"
    )
    assert "a wrong thing\nafter these moves:\ndeal " in found.defects[0]
    words = ["--events", "all", "--mode", "solo", "--games", "2"]
    assert audit_run.main(words) == 1
    told = capsys.readouterr()
    assert "2 games, " in told.out and "2 defects" in told.out
    assert "game 1 (1 persons, deck 'all')" in told.err


def test_a_deck_that_there_is_not_gets_one_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    assert audit_run.main(["--events", "nonsense", "--games", "2"]) == 2
    assert capsys.readouterr().err == "There is no event deck called 'nonsense'.\n"


def test_a_crash_is_a_defect_with_its_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    def crash(s: State) -> list[str]:
        return [][s.round - 1 :] if s.round < 3 else [[][s.round]]

    monkeypatch.setattr(audit_run, "audit", crash)
    (told,) = planned_game(PLAN, 0).defects
    assert "IndexError" in told and "after these moves:\ndeal " in told


def test_a_record_that_comes_to_something_else_is_a_defect(monkeypatch: pytest.MonkeyPatch) -> None:
    true_replay = audit_run.replay
    monkeypatch.setattr(audit_run, "replay", lambda setup, moves: true_replay(setup, moves[:-1]))
    (told,) = planned_game(PLAN, 0).defects
    assert "the record comes to another position" in told

    def refused(*_: object) -> None:
        raise ReplayError(3, "It is not allowed.")

    monkeypatch.setattr(audit_run, "replay", refused)
    (told,) = planned_game(PLAN, 0).defects
    assert "Move 3: It is not allowed." in told


def test_who_met_which_card() -> None:
    setup = new_setup(TWO_PLAYER, SEATS[TWO_PLAYER], 14, boxes=("base", CARD_BOX), events="all")
    s = start(setup)
    watch = Watch()
    s.banner[0], s.badge[0] = 0, 1
    watch.look(s)  # no card is in force
    assert watch.met == Met()
    s.cards = (5,)
    s.banner[4], s.badge[4] = 2, 3
    s.more[0] = (6,)
    refresh_all(s)
    watch.look(s)
    watch.look(s)
    card = LIBRARY.cards[5].name
    races = [LIBRARY.races[i].name for i in (0, 2)]
    powers = [LIBRARY.powers[i].name for i in (1, 3, 6)]
    assert watch.met.seen == {card: 1}
    assert watch.met.met == {(card, name): 1 for name in (*races, *powers)}
    assert set(watch.met.active) == {(card, races[0]), (card, powers[0]), (card, powers[2])}
    both = watch.met
    both.add(watch.met)
    assert both.seen == {card: 2} and both.met[card, races[1]] == 2
    report = both.report(LIBRARY)
    assert f"{card:<24} seen      2" in report
    assert f"Least seen: {LIBRARY.cards[0].name}, in 0 games" in report
