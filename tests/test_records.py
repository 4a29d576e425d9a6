"""Golden records: whole games as text that must replay to the same score, today and in years.

`python tests/test_records.py` adds the ones that are missing. One that no longer replays is a
change of the rules: if it is meant, say so in the commit, remove the file and let it be made anew.
"""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from play_helpers import next_move

from crusade.games import board_for, new_setup
from crusade.lab.policies import POLICIES, uniform_policy
from crusade.record import Record, dump, load
from crusade.replay import check, replay, result_of, setup_of
from crusade.rules import move_text, play, start
from crusade.rules.audit import audit, audit_step
from crusade.rules.ids import CLASSIC, OVER, SOLO, TWO_PLAYER

FOLDER = Path(__file__).parent / "records"
RECORDS = sorted(FOLDER.glob("*.txt"))
PLAYED = {
    "solo-random": (SOLO, ("Ada",), 14, "random"),
    "solo-greedy": (SOLO, ("Ada",), 14, "greedy"),
    "solo-greedy-6-tokens": (SOLO, ("Ada",), 6, "greedy"),
    "solo-uniform-22-tokens": (SOLO, ("Ada",), 22, "uniform"),
    "two-player-random": (TWO_PLAYER, ("Ada", "Bob"), 14, "random"),
    "two-player-greedy": (TWO_PLAYER, ("Ada", "Bob"), 14, "greedy"),
    "classic-random": (CLASSIC, ("Ada", "Bob"), 0, "random"),
    "classic-greedy": (CLASSIC, ("Ada", "Bob"), 0, "greedy"),
    "classic-three-uniform": (CLASSIC, ("Ada", "Bob", "Cy"), 0, "uniform"),
    "classic-three-greedy": (CLASSIC, ("Ada", "Bob", "Cy"), 0, "greedy"),
}


def made(name: str) -> Record:
    """The game of that name, played anew."""
    mode, names, tokens, policy = PLAYED[name]
    player = {"uniform": uniform_policy, **POLICIES}[policy]
    rng = Random(f"golden {name}")
    s = start(new_setup(mode, len(names), tokens))
    moves = []
    while s.phase != OVER:
        move = next_move(s, player, rng)
        moves.append(move_text(s, move))
        s, _ = play(s, move)
    return Record(
        mode=mode,
        board=board_for(mode, len(names)),
        tokens=tokens,
        names=names,
        started="2026-11-30T10:00:00Z",
        moves=tuple(moves),
        result=result_of(s),
    )


def test_there_is_a_record_of_every_kind() -> None:
    assert {path.stem for path in RECORDS} >= set(PLAYED)


@pytest.mark.parametrize("path", RECORDS, ids=lambda p: p.stem)
def test_a_golden_record_replays_to_its_result(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    record = load(text)
    assert record.result is not None
    assert check(record) == []
    assert dump(record) == text


@pytest.mark.parametrize("path", RECORDS, ids=lambda p: p.stem)
def test_a_golden_record_is_sound_at_every_move(path: Path) -> None:
    record = load(path.read_text(encoding="utf-8"))
    before = start(setup_of(record))
    for made_step in replay(before.setup, record.moves):
        problems = audit_step(before, made_step.move, made_step.events, made_step.after)
        assert problems + audit(made_step.after) == [], made_step.text
        before = made_step.after


@pytest.mark.parametrize("name", PLAYED)
def test_a_game_through_a_record_comes_to_the_same_position(name: str) -> None:
    record = made(name)
    again = load(dump(record))
    assert again == record
    setup = setup_of(record)
    assert replay(setup, again.moves)[-1].after == replay(setup, record.moves)[-1].after
    assert check(again) == []


def test_a_false_result_or_move_is_told() -> None:
    text = (FOLDER / "solo-greedy.txt").read_text(encoding="utf-8")
    result = next(line for line in text.splitlines() if line.startswith("result:"))
    wrong = load(text.replace(result, "result: P1 1 T 2 winner T"))
    assert "The record says 'P1 1 T 2 winner T'" in check(wrong)[0]
    assert check(load(text.replace("pick 1\n", "pick 9\n", 1)))[0].startswith("Move ")
    short = load("\n".join(text.splitlines()[:-1]) + "\n")
    assert "its moves end in round" in check(short)[0]


if __name__ == "__main__":
    for name in PLAYED:
        target = FOLDER / f"{name}.txt"
        if not target.exists():
            target.write_text(dump(made(name)), encoding="utf-8")
