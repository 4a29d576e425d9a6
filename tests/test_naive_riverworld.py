"""River World games against a second, slow reading of its statements, position by position."""

from __future__ import annotations

from collections import Counter

import naive_riverworld
import pytest
from riverworld_referee import game, throw
from walking import TABLES

ROUNDS = (0, 5)
"""With two kinds of player, and combos free and forced."""


@pytest.mark.parametrize("table", range(len(TABLES)), ids=[" ".join(map(str, t)) for t in TABLES])
def test_games_agree_with_the_statements(table: int) -> None:
    compared: Counter[str] = Counter()
    for round_of_modes in ROUNDS:
        assert game(len(TABLES) * round_of_modes + table, 0, compared) == []
    assert compared["positions"] > 100 and compared["assaults"] and compared["scorings"]
    assert bool(compared["plan"] and compared["composite"]) == (TABLES[table][0] != "classic")


def test_positions_thrown_together_agree() -> None:
    """Ships, frost and the Caravel anywhere, as games come to it seldom."""
    compared: Counter[str] = Counter()
    for number in range(200):
        assert throw(number, 0, compared) == []
    assert compared["assaults"] > 1000 and compared["plan"] > 30


@pytest.mark.parametrize(
    "word",
    [
        "Freezing",
        "Storm",
        "ship",
        "harbor",
        "piracy",
        "shipyard",
        "temple",
        "rung caravel",
        "rung shipyard",
        "rung harbor",
        "rung ship",
    ],
)
def test_what_the_reader_never_heard_of_is_noticed(
    word: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(naive_riverworld.RiverTable, "unheard", word)
    crusades = [number for number in range(1600) if TABLES[number % len(TABLES)][0] != "classic"]
    assert any(throw(number, 0, Counter()) for number in crusades)
