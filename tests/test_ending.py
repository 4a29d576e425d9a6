"""What is told of a finished game: against the records and by a second, plain way of counting."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from crusade.automaton.hall_of_fame import Combo, FameLine, Filter, same_deal, select
from crusade.dealer import Deal
from crusade.desktop.words.tale import tale
from crusade.ending import broken, look_back
from crusade.games import DEAL, DRAWS
from crusade.record import load_file
from crusade.rules.events import Conquered, Scored
from crusade.rules.ids import TRIBES
from crusade.session import NewGame, Session

RECORDS = sorted((Path(__file__).parent / "records").glob("*.txt"))


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_the_story_of_a_record_is_true(path: Path) -> None:
    session = Session(load_file(path), None, None)
    back, state = look_back(session), session.state
    sides = [*range(session.setup.seats), *([TRIBES] if session.setup.crusade else [])]
    bills = [
        (place, event)
        for place, made in enumerate(session.steps, 1)
        for event in made.events
        if isinstance(event, Scored)
    ]
    for side in sides:
        earned = sum(event.coins for _place, event in bills if event.seat == side)
        assert sum(coins for _item, coins in back.sources[side]) == earned
        assert side == TRIBES or sum(race.coins for race in back.races[side]) == earned
    assert (back.best.place, back.best.coins) in [(p, e.coins) for p, e in bills]
    assert back.best.coins == max(e.coins for _place, e in bills if e.seat != TRIBES)
    (winner,) = session.record.result.winners
    others = [side for side in sides if side != winner]
    assert back.ahead == state.coins[winner] - max(state.coins[side] for side in others)
    # Where the turning point is shown the winner leads; at the end of the round before, not.
    here = session.steps[back.turning.place - 1].after
    assert here.coins[winner] >= max(here.coins[side] for side in others)
    for told in (back.last, back.loss):
        if told is not None:
            events = session.steps[told.place - 1].events
            taken = [e.region for e in events if isinstance(e, Conquered)]
            assert (told.region if told is back.last else told.regions[0]) in taken
    if back.loss is not None:
        assert back.loss.coins > 0 and back.loss.by != back.loss.seat < TRIBES
    words = tale(session)
    assert all(line.place is None or 0 < line.place <= words.last for line in words.lines)


def test_the_end_of_a_known_game_in_words() -> None:
    session = Session(load_file(next(p for p in RECORDS if p.stem == "solo-greedy")), None, None)
    told = tale(session)
    assert told.lead == "The Lost Tribes won: level on coins, and they win ties."
    assert told.lines[0].words == "The Lost Tribes came ahead in round 4 and stayed there."
    session.resigned = True
    session.record = replace(
        session.record, result=replace(session.record.result, resigned=True, winners=(TRIBES,))
    )
    assert tale(session).lead == "Given up in round 9."


def _line(game: int, coins: int, tribes: int, tokens: int, name: str = "Ada") -> FameLine:
    return FameLine(
        game=game,
        finished=f"2026-11-0{game}T10:00:00Z",
        started=f"2026-11-0{game}T09:00:00Z",
        mode="solo",
        board="base-2p",
        names=(name,),
        tokens=tokens,
        combos=((Combo("Hill", "Orcs"),),),
        coins=(coins,),
        tribes=tribes,
        winners=(0,) if coins > tribes else (TRIBES,),
    )


def test_records_are_broken_by_the_same_person_only_and_by_later_games() -> None:
    first, lost, best = _line(1, 80, 70, 14), _line(2, 90, 95, 15), _line(3, 92, 81, 16)
    known = [first, lost, best, _line(4, 150, 10, 18, "Bob")]
    assert broken(first, known) == ()
    assert [(r.kind, r.value, r.before) for r in broken(lost, known)] == [("score", 90, 80)]
    assert [(r.kind, r.value, r.before) for r in broken(best, known)] == [
        ("score", 92, 90),
        ("tokens", 16, 14),
        ("ahead", 11, 10),
    ]


def test_a_deal_is_dealt_again_whatever_is_played() -> None:
    first = Session(load_file(next(p for p in RECORDS if p.stem == "solo-greedy")), None, None)
    deal = Deal.of(made.move for made in first.steps)
    assert Deal.read(deal.text()) == deal
    assert Deal.read("1 2;x;3;4") == Deal.read("1;2") == Deal()
    options = {DEAL: first.record.started, DRAWS: deal.text()}
    again = Session.new(NewGame("solo", ("Ada",), 14, None, options))
    while not again.over:  # by a player who takes the last of what is listed
        again.play(again.choices[-1])
        if len(again.steps) % 9 == 0:
            again = Session(again.record, None, None)  # left and taken up again
    assert again.record.moves != first.record.moves
    played = Deal.of(made.move for made in again.steps)
    for mine, theirs in zip(
        (played.banners, played.badges, played.faces),
        (deal.banners, deal.badges, deal.faces),
        strict=True,
    ):
        known = min(len(mine), len(theirs))
        assert known and mine[:known] == theirs[:known]


def test_the_deal_of_a_day_is_the_same_for_everybody_and_another_each_day() -> None:
    def column(day: str, name: str) -> list[tuple[int, ...]]:
        game = NewGame("solo", (name,), 14, None, {DEAL: day})
        return [made.move for made in Session.new(game).steps]

    assert column("2026-12-01", "Ada") == column("2026-12-01", "Bob")
    assert column("2026-12-01", "Ada") != column("2026-12-02", "Ada")
    lines = [replace(_line(n, 80, 70, 14), deal=d) for n, d in ((1, "2026-12-01"), (2, ""))]
    assert select(lines, Filter(day="2026-12-01")) == lines[:1]
    twin = replace(_line(3, 60, 70, 12, "Bob"), deal="2026-12-01")
    assert same_deal(twin, [*lines, twin]) == lines[:1]
