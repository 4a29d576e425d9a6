"""The deck of event cards: what is in it, how it is drawn, and what a record says of it."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import pairwise
from random import Random

import pytest

from crusade.boxes import DEFAULT, library
from crusade.games import (
    ALL_CARDS,
    CARD_BOX,
    EVENTS,
    SEATS,
    SURPRISE,
    deck,
    deck_size,
    deck_trouble,
    event_library,
    new_setup,
    with_cards,
)
from crusade.lab.simulate import simulate
from crusade.own_cards import NONE as NO_CARDS
from crusade.players.policies import deal, random_policy
from crusade.record import dump
from crusade.record import load as read_record
from crusade.replay import ReplayError, replay, setup_of
from crusade.rules import State, decider, legal_moves, play, start
from crusade.rules.board import bits
from crusade.rules.ids import CLASSIC, DEALER, NONE, OVER, SOLO, TWO_PLAYER
from crusade.session import NewGame, Session

LIBRARY = event_library()
BOXES = (*DEFAULT, CARD_BOX)
MODES = (SOLO, TWO_PLAYER, CLASSIC)
WORDS = (ALL_CARDS, *LIBRARY.themes, *LIBRARY.strengths, SURPRISE)


def names(mask: int) -> set[str]:
    return {LIBRARY.cards[card].name for card in bits(mask)}


def test_every_card_has_one_theme_and_one_strength() -> None:
    for card in LIBRARY.cards:
        assert card.theme in LIBRARY.themes and card.strength in LIBRARY.strengths
        assert card.intro and card.text
    themes = [card.theme for card in LIBRARY.cards]
    assert {themes.count(theme) for theme in LIBRARY.themes} == {
        len(LIBRARY.cards) // len(LIBRARY.themes)
    }


@pytest.mark.parametrize("mode", MODES)
def test_a_deck_holds_what_its_word_says(mode: str) -> None:
    """`events.md D2`; what is not for a game alone is left out of one."""
    fit = {card.name for card in LIBRARY.cards if card.solo or mode != SOLO}
    everything, hidden = deck(LIBRARY, mode, 8, ALL_CARDS)
    assert names(everything) == fit and not hidden
    for word in (*LIBRARY.themes, *LIBRARY.strengths):
        mask, hidden = deck(LIBRARY, mode, 8, word)
        wanted = {c.name for c in LIBRARY.cards if word in (c.theme, c.strength)}
        assert names(mask) == wanted & fit and not hidden
    mask, hidden = deck(LIBRARY, mode, 8, SURPRISE)
    assert (
        names(mask) == {c.name for c in LIBRARY.cards if c.strength == LIBRARY.strengths[-1]} & fit
    )
    assert hidden
    assert deck(LIBRARY, mode, 8, "") == (0, False)


def test_cards_that_speak_of_land_that_is_not_there_are_left_out() -> None:
    """`underground.md`, "Mixing with the base game": there is no Farmland, no Cavern; everything
    else that a card speaks of has its equal.
    """
    below = library(with_cards(("underground",)))
    mask, _hidden = deck(below, TWO_PLAYER, 8, ALL_CARDS)
    out = {card.name for n, card in enumerate(below.cards) if not mask >> n & 1}
    assert out == {"Famine", "Heigh-Ho!", "Peasant Riot"}
    assert deck_size(TWO_PLAYER, ALL_CARDS, NO_CARDS, ("underground",)) == (len(below.cards) - 3, 3)
    assert deck_size(TWO_PLAYER, ALL_CARDS, NO_CARDS) == (len(LIBRARY.cards), 0)
    # Nothing that a card says names a Race, a power or a piece that only one box has.
    base = library()
    things = {x.name for x in (*base.races, *base.powers)} | {"Dragon", "Fortress", "Lair", "Hero"}
    for card in below.cards:
        said = set(re.findall(r"\w+", f"{card.text} {card.detail} {card.intro}"))
        assert not said & (things - {"Forest", "Swamp", "Hill"}), card.name
    # Alone a theme that lost two has too few.
    assert "has 7 cards" in deck_trouble(SOLO, 1, LIBRARY.themes[5], NO_CARDS, ("underground",))
    # What is left is drawn in whole games.
    assert simulate(SOLO, 2, events=ALL_CARDS, box="underground").games == 2


def test_a_word_that_means_no_deck_is_refused() -> None:
    with pytest.raises(ValueError, match=r"no event deck called 'Nonsense'"):
        deck(LIBRARY, SOLO, 9, "Nonsense")
    with pytest.raises(ValueError, match=r"has 8 cards, and this game needs 29"):
        deck(LIBRARY, SOLO, 30, LIBRARY.themes[0])
    with pytest.raises(ValueError, match=r"no event deck"):
        simulate(SOLO, 1, events="\x1b[31m" + "x" * 5000)


def played(mode: str, word: str, seed: int) -> list[State]:
    """Every position of a random game with events."""
    s = start(new_setup(mode, SEATS.get(mode, 3), 14, boxes=BOXES, events=word))
    rng = Random(seed)
    out = [s]
    while s.phase != OVER:
        dealt = decider(s) == DEALER
        s, _ = play(s, deal(s, rng) if dealt else random_choice(s, rng))
        out.append(s)
    return out


def random_choice(s: State, rng: Random) -> tuple[int, ...]:
    return random_policy(s, rng) if decider(s) < len(s.coins) - 1 else legal_moves(s)[0]


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("word", [ALL_CARDS, LIBRARY.themes[5], LIBRARY.strengths[0], SURPRISE])
def test_one_event_fewer_than_rounds_none_in_the_first(mode: str, word: str) -> None:
    """`events.md D1, D3`."""
    game = played(mode, word, 7)
    setup = game[0].setup
    in_round: dict[int, set[int]] = {}
    for s in game:
        for card in s.cards:
            in_round.setdefault(s.round, set()).add(card)
        if word == SURPRISE:
            assert s.upcoming == NONE
    assert 1 not in in_round
    assert sorted(in_round) == list(range(2, setup.rounds + 1))
    shown = [card for cards in in_round.values() for card in cards]
    assert len(shown) == len(set(shown)) == setup.rounds - 1
    assert all(setup.cards >> card & 1 for card in shown)
    if word != SURPRISE:
        for now, then in pairwise(game):
            if then.round > now.round and now.upcoming != NONE:
                assert then.cards == (now.upcoming,)
        last = [s for s in game if s.round == setup.rounds]
        assert all(s.upcoming == NONE for s in last)


@pytest.mark.parametrize("word", [ALL_CARDS, SURPRISE])
def test_a_record_names_its_deck_and_replays(word: str) -> None:
    session = Session.new(NewGame(SOLO, ("Ada",), 14, 5, {EVENTS: word}, BOXES))
    rng = Random(3)
    while not session.over:
        session.play(random_policy(session.state, rng))
    text = dump(session.record)
    assert "boxes: base, tales" in text and f'"{EVENTS}": "{word}"' in text
    record = read_record(text)
    assert replay(setup_of(record), record.moves)[-1].after.facts() == session.state.facts()
    with pytest.raises(ReplayError, match="no event deck"):
        setup_of(replace(record, options={EVENTS: "Nonsense"}))
    with pytest.raises(ReplayError, match="no event deck"):
        setup_of(replace(record, boxes=DEFAULT))


def test_simulated_games_draw_from_the_deck() -> None:
    for word in WORDS:
        assert simulate(TWO_PLAYER, 1, events=word).games == 1
