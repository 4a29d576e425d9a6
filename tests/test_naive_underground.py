"""Underground games against a second, slow reading of its statements, position by position."""

from __future__ import annotations

from collections import Counter

import naive_underground
import pytest
from underground_referee import TABLES, game

ROUNDS = range(0, 15, 3)
"""With every kind of player, and combos free and forced."""


@pytest.mark.parametrize("table", range(len(TABLES)), ids=[" ".join(map(str, t)) for t in TABLES])
def test_games_agree_with_the_statements(table: int) -> None:
    compared: Counter[str] = Counter()
    for round_of_modes in ROUNDS:
        assert game(len(TABLES) * round_of_modes + table, 0, compared) == []
    assert compared["positions"] > 300 and compared["assaults"] and compared["scorings"]
    assert bool(compared["plan"] and compared["composite"]) == (TABLES[table][0] != "classic")


@pytest.mark.parametrize("word", ["mine", "monsters"])
def test_a_misread_statement_is_noticed(word: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if word == "mine":
        monkeypatch.setitem(naive_underground.TERRAIN_COINS, "Mining", "mudpool")
    else:
        monkeypatch.setattr(naive_underground, "USELESS_TO_MONSTERS", set())
    assert any(game(number, 0, Counter()) for number in range(60))
