"""River World with event cards: what a row of Harbors, ships and frost come to under them."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from riverworld_referee import EVERY, game, setup
from walking import TABLES

from crusade.players.policies import deal
from crusade.rules import State, decider, legal_moves, move_text, moves, play, queries, start
from crusade.rules.board import bits
from crusade.rules.ids import CLASSIC, DEALER, NONE
from crusade.rules.pieces import occupy, refresh, refresh_all, vacate
from crusade.rules.row import put_current
from crusade.rules.scoring import worth


def staged(
    card: str, marker: str, mine: dict[str, int], past: dict[str, int], ships: tuple[str, ...] = ()
) -> State:
    """The first person's turn: Spirit Ratmen, and Orcs In Decline, on these Regions, and ships."""
    s, rng = start(setup((CLASSIC, 2), 14, "all")), Random(1)
    library = s.setup.library
    names = [race.name for race in library.races]
    spirit = [power.name for power in library.powers].index("Spirit")
    s, _ = play(s, legal_moves(s)[0])  # the first event marker
    s, _ = play(s, (moves.DEAL, names.index("Ratmen"), spirit))
    while decider(s) == DEALER:
        s, _ = play(s, deal(s, rng))
    s, _ = play(s, moves.PICKS[0])
    while decider(s) == DEALER:
        s, _ = play(s, deal(s, rng))
    s = s.copy()
    for r in bits(s.held[15]):
        vacate(s, r)
    s.banner[1], s.badge[1] = names.index("Orcs"), NONE
    for piece in library.pieces:
        if piece.word == "ship":
            s.marks[library.kind[piece]] = sum(1 << s.board.index[name] for name in ships)
    for slot, regions in ((0, mine), (1, past)):
        for name, tokens in regions.items():
            occupy(s, slot, s.board.index[name], tokens)
        refresh(s, slot)
    s.cards = (library.card_index[card],)
    put_current(s, [m.name for m in library.event_markers].index(marker))
    refresh_all(s)
    return s


@pytest.mark.parametrize(
    ("card", "coins"),
    # The Harbor of the Active race is the first of the row, that In Decline moves up to the second.
    [
        ("Bling-Bling", 2),
        ("Oldies But Goodies", 3),
        ("Kobold God", 1),
        ("Philter Of Forgetfulness", 1),
    ],
)
def test_a_harbor_more_earns_what_it_adds_to_the_row(card: str, coins: int) -> None:
    s = staged(card, "Calm", {"r01": 1}, {"r04": 1})
    found = queries.prospect(s, 0, s.board.index["r23"])
    assert found.total == coins == sum(n for _, n, _ in found.items)


def test_without_a_harbor_the_row_is_shorter_for_all_that_takes_from_it() -> None:
    """Two Harbors on banks: 1 - 1 and 2 - 1, with a ship 2 - 2; without the first one 1 - 1."""
    harbors = {"r14": 1}, {"r04": 1}
    s = staged("Pestilence", "Calm", *harbors)
    assert worth(s, 0, s.board.index["r14"]) == worth(s, 0, s.board.index["r04"]) == 1
    s = staged("Pestilence", "Calm", *harbors, ("r16",))
    assert worth(s, 0, s.board.index["r14"]) == worth(s, 0, s.board.index["r04"]) == 0


@pytest.mark.parametrize(("marker", "wet"), [("Freezing", True), ("Calm", False)])
def test_going_down_reaches_a_river_only_while_it_is_frozen(marker: str, wet: bool) -> None:
    s = staged("Going Down", marker, {"r01": 3}, {"r04": 1})
    falls = {move_text(s, m) for m in legal_moves(s) if move_text(s, m).startswith("fall r04 ")}
    assert falls and ("fall r04 r03" in falls) == wet


@pytest.mark.parametrize("table", range(len(TABLES)), ids=[" ".join(map(str, t)) for t in TABLES])
def test_games_with_cards_agree_with_the_statements(table: int) -> None:
    compared: Counter[str] = Counter()
    assert game(len(TABLES) * 6 + table, 0, compared, 14, EVERY) == []
    assert compared["positions"] > 100
