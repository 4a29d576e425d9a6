"""The table of `crusade.lab.balance`."""

from __future__ import annotations

import pytest

from crusade.lab.balance import main, wilson


@pytest.mark.parametrize(
    ("won", "games", "low", "high"),
    [(50, 100, 0.4038, 0.5962), (0, 10, 0.0, 0.2775), (10, 10, 0.7225, 1.0), (1, 1, 0.2065, 1.0)],
)
def test_the_interval_is_wilsons(won: int, games: int, low: float, high: float) -> None:
    assert wilson(won, games) == pytest.approx((low, high), abs=1e-4)


def test_a_line_for_each_box_and_number_of_tokens(capsys: pytest.CaptureFixture[str]) -> None:
    few = ["--games", "2", "--least", "1", "--most", "2"]
    assert main([*few, "--box", "base", "--box", "riverworld"]) == 0
    lines = capsys.readouterr().out.splitlines()
    told = [line.split(" | ")[:3] for line in lines[2:6]]
    # Against one or two tokens whoever plays wins.
    assert told == [
        [f"| {box}", tokens, "100.0%"] for box in ("base", "riverworld") for tokens in ("1", "2")
    ]


@pytest.mark.parametrize("wrong", [["--least", "0"], ["--box", "nix"], ["--board", "nix.yaml"]])
def test_what_cannot_be_played_is_said(
    wrong: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(wrong) == 2
    said = capsys.readouterr()
    assert said.err.count("\n") == 1 and not said.out
