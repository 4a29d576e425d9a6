"""Small World Underground: its tables are those of the rules book, set-up and whole games hold."""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib.resources import files
from random import Random

import pytest

from crusade.boxes import box, library, offered
from crusade.games import board_for, new_setup
from crusade.lab.audit_run import audited_game
from crusade.players.policies import deal, greedy_policy, random_policy, uniform_policy
from crusade.record import dump
from crusade.record import load as read_record
from crusade.rules import State, audit, decider, play, start
from crusade.rules.board import bits
from crusade.rules.ids import CLASSIC, DEALER, OVER, PICK, SOLO, TRIBES_SLOT, TWO_PLAYER
from crusade.session import NewGame, Session

BOXES = ("underground",)
UNDERGROUND = box("underground")
LIBRARY = library(BOXES)
MARKERS = [piece for piece in UNDERGROUND.pieces if piece.brings and piece.word != "undiscovered"]
CHAPTER = (files("crusade.rules") / "book" / "underground.md").read_text(encoding="utf-8")


def rows(columns: int) -> Iterator[list[str]]:
    """The rows of the chapter's tables that begin with a name and then have so many numbers."""
    pattern = r"\| ([A-Z][^|]*)" + r"\| (\d+) " * columns + r"\|"
    for line in CHAPTER.split("\n"):
        found = re.match(pattern, line)
        if found and not re.match(r"\| [A-Z][^|]*" + r"\| \d+ " * (columns + 1) + r"\|", line):
            yield [word.strip() for word in found.groups()]


def test_races_have_the_numbers_of_the_book() -> None:
    told = {name: (int(number), int(tray)) for name, number, tray in rows(2)}
    assert told == {race.name: (race.number, race.tray) for race in UNDERGROUND.races}
    assert len(told) == 15 and sum(tray for _, tray in told.values()) == 165


def test_powers_have_the_numbers_of_the_book() -> None:
    told = {name: int(number) for name, number in rows(1)}
    assert told == {power.name: power.number for power in UNDERGROUND.powers}
    assert len(told) == 21


def test_badges_that_stay() -> None:
    """`underground.md UP37`."""
    kept = [power.name for power in UNDERGROUND.powers if power.kept_in_decline]
    assert kept == ["Muddy", "Reborn", "Royal", "Tomb", "Wise"]


def test_nine_places_and_six_relics() -> None:
    rules = [piece.brings.rule.split()[-1][:2] for piece in MARKERS if piece.brings]
    assert (rules.count("PL"), rules.count("RE")) == (9, 6)
    assert all(piece.limit == 1 and piece.stays for piece in MARKERS)


def test_it_is_not_offered_before_the_window_knows_it() -> None:
    assert BOXES not in [words for words, _title in offered()]


def began(mode: str, seats: int, seed: int = 0, tokens: int = 14) -> State:
    """The position before the first pick."""
    s = start(new_setup(mode, seats, tokens, boxes=BOXES))
    rng = Random(seed)
    while decider(s) == DEALER:
        assert audit.audit(s) == []
        s, _ = play(s, deal(s, rng))
    return s


@pytest.mark.parametrize(
    ("mode", "seats", "board"),
    [
        (CLASSIC, 2, "underground-2p"),
        (CLASSIC, 3, "underground-3p"),
        (SOLO, 1, "underground-2p"),
        (TWO_PLAYER, 2, "underground-3p"),
    ],
)
def test_set_up(mode: str, seats: int, board: str) -> None:
    s = began(mode, seats)
    assert s.board.id == board == board_for(mode, seats, BOXES)
    regions = bits(s.board.mask_of("monsters"))
    assert s.board.lost_tribe == s.held[TRIBES_SLOT] == s.board.mask_of("monsters")
    assert all(s.tokens[r] == 2 for r in regions)
    found = [sum(s.number(piece, r) for piece in MARKERS) for r in regions]
    hidden = LIBRARY.piece("undiscovered")
    assert hidden is not None
    if mode == CLASSIC:
        assert not any(found) and s.where(hidden) == s.board.lost_tribe
    else:
        assert found == [1] * len(regions) and not s.where(hidden)
        assert s.hand[TRIBES_SLOT] == 14 - 2 * len(regions)
    assert (s.phase, s.seat, len(s.column)) == (PICK, 0, 6)


def test_fewer_monsters_than_symbols_show_all_markers() -> None:
    s = began(SOLO, 1, tokens=3)
    regions = bits(s.board.lost_tribe)
    assert [s.tokens[r] for r in regions] == [2, 1, 0, 0]
    assert all(sum(s.number(piece, r) for piece in MARKERS) == 1 for r in regions)


def test_other_games_set_out_other_markers() -> None:
    lying = {
        tuple(s.where(piece) for piece in MARKERS) for s in (began(SOLO, 1, i) for i in range(5))
    }
    assert len(lying) > 1


@pytest.mark.parametrize("player", [random_policy, uniform_policy, greedy_policy])
@pytest.mark.parametrize(
    ("mode", "seats"), [(CLASSIC, 2), (CLASSIC, 3), (SOLO, 1), (TWO_PLAYER, 2)]
)
def test_whole_games_are_sound(mode, seats, player) -> None:
    game = new_setup(mode, seats, 14, boxes=BOXES)
    s, played = audited_game(game, player, Random(f"{mode}/{seats}"), None, 60)
    assert s.phase == OVER and len(played) > 40


@pytest.mark.parametrize(("mode", "names"), [(CLASSIC, ("Ada", "Ben")), (SOLO, ("Ada",))])
def test_a_record_names_the_box_and_replays(mode: str, names: tuple[str, ...]) -> None:
    rng = Random(5)
    session = Session.new(NewGame(mode, names, 14, 11, boxes=BOXES), None)
    while not session.over:
        session.play(random_policy(session.state, rng))
    text = dump(session.record)
    assert "boxes: underground" in text and "board: underground-2p" in text
    drawn = [piece.word for piece in MARKERS if f"draw {piece.word}" in text]
    assert drawn
    again = Session(read_record(text), None, None)
    assert again.state.facts() == session.state.facts()
