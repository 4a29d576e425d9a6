"""Underground games against a second, slow reading of its statements, position by position."""

from __future__ import annotations

from collections import Counter

import naive_underground
import pytest
from underground_referee import TABLES, game, throw

ROUNDS = range(0, 15, 3)
"""With every kind of player, and combos free and forced."""


@pytest.mark.parametrize("table", range(len(TABLES)), ids=[" ".join(map(str, t)) for t in TABLES])
def test_games_agree_with_the_statements(table: int) -> None:
    compared: Counter[str] = Counter()
    for round_of_modes in ROUNDS:
        assert game(len(TABLES) * round_of_modes + table, 0, compared) == []
    assert compared["positions"] > 300 and compared["assaults"] and compared["scorings"]
    assert bool(compared["plan"] and compared["composite"]) == (TABLES[table][0] != "classic")


def test_positions_thrown_together_agree() -> None:
    """Every Race beside every Place, Relic and piece, as games come to it seldom."""
    compared: Counter[str] = Counter()
    for number in range(480):
        assert throw(number, 0, compared) == []
    assert compared["assaults"] > 3000 and compared["plan"] > 50


@pytest.mark.parametrize("word", ["Will-o'-Wisps", "Magic", "Reborn", "sword", "ghost", "armors"])
def test_what_the_reader_never_heard_of_is_noticed(
    word: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(naive_underground.Scene, "unheard", word)
    assert any(throw(number, 0, Counter()) for number in range(600))


@pytest.mark.parametrize("word", ["mine", "monsters"])
def test_a_misread_statement_is_noticed(word: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if word == "mine":
        monkeypatch.setitem(naive_underground.TERRAIN_COINS, "Mining", "mudpool")
    else:
        monkeypatch.setattr(naive_underground, "USELESS_TO_MONSTERS", set())
    assert any(game(number, 0, Counter()) for number in range(60))
