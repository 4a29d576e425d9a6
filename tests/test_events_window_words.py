"""What the window says of events: nothing is cut, and every event says what it did and why."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from table_player import Player

from crusade import texts
from crusade.desktop.words.cards import card_words
from crusade.games import event_library
from crusade.session import NewGame, Session

pytestmark = pytest.mark.screen
LIBRARY = event_library()
BOXES = ("base", "tales")


@pytest.fixture(params=["", "qps"])
def language(request: pytest.FixtureRequest) -> Iterator[None]:
    texts.use(request.param)
    yield
    texts.use("")


@pytest.mark.parametrize(
    ("size", "percent"), [((1280, 720), 100), ((1920, 1080), 100), ((1920, 1080), 200)]
)
def test_no_pair_of_cards_is_cut_on_the_strip(size, percent, language) -> None:
    game = Session.new(NewGame("solo", ("Ada",), 14, 1, {"events": "all"}, BOXES), None)
    player = Player(session=game, size=size, percent=percent)
    strip = player.scene.events
    words = [card_words(LIBRARY, card) for card in range(len(LIBRARY.cards))]
    longest = sorted(words, key=lambda card: max(len(card.name) * 6, len(card.text)))[-5:]
    for long in longest:
        for card in words:
            for pair in ((card, long), (long, card)):
                strip.cards_shown = pair
                for half, shown in zip(strip.halves(), pair, strict=True):
                    assert strip.letters(shown, half), (shown.name, half)
