"""Golden records: whole games as text that must replay to the same score, today and in years.

`python tests/test_golden_records.py` adds the ones that are missing. One that no longer replays is
a change of the rules: if it is meant, say so in the commit, remove the file and have it made anew.
"""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from play_helpers import next_move

from crusade import resources
from crusade.boxes.tales.themes import MIRACLES
from crusade.games import (
    ALL_CARDS,
    CARD_BOX,
    DEFAULT,
    EDITION,
    EVENTS,
    SURPRISE,
    board_for,
)
from crusade.players import POLICIES, uniform_policy
from crusade.record import FIRST_EDITION, Record, dump, load
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
    "events-solo-random": (SOLO, ("Ada",), 14, "random"),
    "events-solo-greedy": (SOLO, ("Ada",), 14, "greedy"),
    "events-solo-surprise": (SOLO, ("Ada",), 14, "random"),
    "events-solo-theme": (SOLO, ("Ada",), 14, "uniform"),
    "events-two-player-random": (TWO_PLAYER, ("Ada", "Bob"), 14, "random"),
    "events-two-player-greedy": (TWO_PLAYER, ("Ada", "Bob"), 14, "greedy"),
    "events-two-player-theme": (TWO_PLAYER, ("Ada", "Bob"), 14, "random"),
    "events-classic-random": (CLASSIC, ("Ada", "Bob"), 0, "random"),
    "events-classic-three-greedy": (CLASSIC, ("Ada", "Bob", "Cy"), 0, "greedy"),
}


def deck_of(name: str) -> str:
    """From which cards the events of that game are drawn; empty for a game without."""
    if not name.startswith("events-"):
        return ""
    return {"surprise": SURPRISE, "theme": MIRACLES}.get(name.rpartition("-")[2], ALL_CARDS)


def made(name: str) -> Record:
    """The game of that name, played anew."""
    mode, names, tokens, policy = PLAYED[name]
    player = {"uniform": uniform_policy, **POLICIES}[policy]
    rng = Random(f"golden {name}")
    deck = deck_of(name)
    record = Record(
        mode=mode,
        board=board_for(mode, len(names)),
        tokens=tokens,
        names=names,
        started="2026-11-30T10:00:00Z",
        options={EVENTS: deck} if deck else {},
        boxes=(*DEFAULT, CARD_BOX) if deck else DEFAULT,
        edition=EDITION if deck else FIRST_EDITION,
    )
    s = start(setup_of(record))
    moves = []
    while s.phase != OVER:
        move = next_move(s, player, rng)
        moves.append(move_text(s, move))
        s, _ = play(s, move)
    return replace(record, moves=tuple(moves), result=result_of(s))


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


@pytest.mark.parametrize("path", RECORDS, ids=lambda p: p.stem)
def test_a_golden_record_cut_short_and_resigned_must_tell_what_its_moves_give(path: Path) -> None:
    record = load(path.read_text(encoding="utf-8"))
    if record.mode == CLASSIC:
        return
    part = replace(record, moves=record.moves[: len(record.moves) // 2], result=None)
    steps = replay(setup_of(part), part.moves)
    given_up = result_of(steps[-1].after, resigned=True)
    assert check(replace(part, result=given_up)) == []
    richer = replace(given_up, coins=tuple(coins + 50 for coins in given_up.coins))
    winner = replace(given_up, winners=(0,))
    poorer = replace(given_up, tribes=0)
    for claimed in (richer, winner, poorer):
        assert "The record says" in check(replace(part, result=claimed))[0]
    assert record.result is not None
    whole = replace(record, result=replace(record.result, resigned=True))
    assert "given up" in check(whole)[0]


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("board: base-2p", "board: base-3p", "played on the board base-2p"),
        ("board: base-2p", "board: mine.yaml", "played on the board base-2p"),
        ("tokens:", "boxes: base, river\nedition: 2\ntokens:", "box 'river'"),
    ],
)
def test_a_game_that_cannot_be_played_here_is_refused(
    old: str, new: str, words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copy(resources.path("maps", "base-3p.yaml"), tmp_path / "mine.yaml")
    monkeypatch.chdir(tmp_path)
    text = (FOLDER / "solo-greedy.txt").read_text(encoding="utf-8")
    (told,) = check(load(text.replace(old, new, 1)))
    assert words in told


def test_messages_about_a_record_have_a_length() -> None:
    text = (FOLDER / "solo-greedy.txt").read_text(encoding="utf-8")
    for line in ("x" * 300_000, "conquer " + "r" * 300_000, "pick " + "9" * 300_000):
        (told,) = check(load(text.replace("pick 1\n", line + "\n", 1)))
        assert len(told) < 300


if __name__ == "__main__":
    for name in PLAYED:
        target = FOLDER / f"{name}.txt"
        if not target.exists():
            target.write_text(dump(made(name)), encoding="utf-8")
