"""Ways that cards bring: each has its own price, its own words, and a bill that adds up."""

from __future__ import annotations

from pathlib import Path

import pytest

from crusade.desktop.table.offers import conquests
from crusade.desktop.words.buttons import deed_words, way_words
from crusade.lab.scenario import Run
from crusade.lab.scenario_file import read
from crusade.rules import State, legal_moves, move_text, moves, parse_move, queries

HIRE = """
title: Mercenaries beside everything else
rule: events.md 27
event: Mercenaries
regions: {A: farmland, B: hill, C: mountain, D: hill, E: mountain}
borders: A-B A-C A-D A-E
races: {P1: Dragon Master Sorcerers, P2: Hill Tritons}
at: {A: P1 4, B: tribes 1, C: P2 1, E: P2 4}
do: []
then: {turn: P1}
"""
THROW = """
title: The catapult with the Dragon and with a swap
rule: events.md 42
event: The Great Catapult
regions: {A: farmland, B: hill, C: mountain}
borders: A-B B-C
races: {P1: Dragon Master Sorcerers, P2: Heroic Humans}
at: {A: P1 2, B: P2 1 hero, C: P2 1}
do: []
then: {turn: P1}
"""


def position(words: str, folder: Path) -> State:
    """The position of a case."""
    path = folder / "case.yaml"
    path.write_text(words.strip() + "\n", encoding="utf-8")
    return Run(next(iter(read(path)))).state


def ways(s: State, region: str) -> dict[str, tuple[str, str]]:
    """What the menu of a Region says, by the text of the move."""
    r = s.board.index[region]
    found = conquests(s, legal_moves(s), False)[r].ways
    return {move_text(s, move): way_words(None, s, move) for move in found}


def test_a_menu_offers_each_way_with_its_own_price(tmp_path: Path) -> None:
    s = position(HIRE, tmp_path)
    assert ways(s, "B") == {
        "conquer B": ("Conquer", "3 tokens"),
        "conquer B with mercenaries": ("Hire mercenaries", "1 token · 1 coin"),
        "conquer B with dragon": ("Send the Dragon", "1 token"),
    }
    assert ways(s, "E")["attempt E with mercenaries"] == ("Attempt: Hire mercenaries", "1 coin")


def test_where_one_token_is_enough_no_mercenaries_are_offered(tmp_path: Path) -> None:
    s = position(HIRE.replace("Dragon Master", "Commando"), tmp_path)
    assert "conquer D with mercenaries" not in ways(s, "D")
    assert parse_move(s, "conquer D with mercenaries") in legal_moves(s)


def test_two_ways_at_once_are_told_card_last(tmp_path: Path) -> None:
    s = position(THROW, tmp_path)
    said = ways(s, "C")
    assert said["conquer C with dragon and catapult"] == (
        "Send the Dragon · Throw with the Catapult",
        "1 token · once a turn",
    )
    assert "conquer C with sorcery and catapult" in said
    assert deed_words(s, moves.PLAIN) == ""


@pytest.mark.parametrize("words", [HIRE, THROW])
def test_a_bill_adds_up_to_what_is_paid(words: str, tmp_path: Path) -> None:
    s = position(words, tmp_path)
    fights = [m for m in legal_moves(s) if m[0] in (moves.CONQUER, moves.ATTEMPT)]
    assert len(fights) > 2
    for move in fights:
        slot = queries.fighter(s, move[2])
        bill = queries.cost_with(s, move[1], slot, move[2])
        assert bill.total == queries.price_with(s, slot, move[1], move[2])
        assert sum(number for _, number, _ in bill.items) == bill.total
