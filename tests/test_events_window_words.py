"""What the window says of events: nothing is cut, and every event says what it did and why."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import pygame
import pytest
from table_player import Player

from crusade import texts
from crusade.dealer import Dealer
from crusade.desktop.scenes.sample_tables import simple_move
from crusade.desktop.words.cards import card_words
from crusade.games import event_library
from crusade.rules import due
from crusade.rules.ids import CONQUER, SOLO
from crusade.rules.pieces import entitle, give_badge, grant, keep_combo
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


def game_at(wanted, cards: Sequence[str] = (), mode=SOLO, names=("Ada",)) -> Session:
    """A seeded game of the simple player at a position as wanted, the first that comes there; its
    events are ``cards``, from the second round on.
    """
    numbers = [next(i for i, c in enumerate(LIBRARY.cards) if c.name == name) for name in cards]

    class Stacked(Dealer):
        def move(self, state, draws):
            owed = due(state)
            if state.cards_due and owed is not None:
                fair = {move[-1]: move for move in owed.fair()}
                for number in numbers:
                    if number in fair:
                        return fair[number]
            return super().move(state, draws)

    for seed in range(1, 40):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("crusade.session.Dealer", Stacked)
            session = Session.new(NewGame(mode, names, 14, seed, {"events": "all"}, BOXES), None)
        while not session.over:
            if wanted(session.state):
                return session
            session.play(simple_move(session))
    raise AssertionError("no game comes to such a position")


def _point(player: Player, pos):
    player.post(pygame.MOUSEMOTION, pos, rel=(0, 0), buttons=(0, 0, 0))
    for _ in range(60):
        player.app.pump(0.05)
    return player.scene.ui.tooltip.tip


def test_the_panel_shows_what_a_race_has_besides() -> None:
    def wanted(s) -> bool:
        return s.round == 5 and s.phase == CONQUER and s.held[1] != 0

    session = game_at(wanted, ("Bling-Bling", "My Land", "Greedy Gob", "The Great Curse"))
    s = session.state
    taken = {*s.badge, *(row[1] for row in s.column)}
    badge = next(i for i in range(len(LIBRARY.powers)) if i not in taken)
    right = LIBRARY.rights[0]
    give_badge(s, 0, badge, None)
    grant(s, 0, right)
    entitle(s, 1, right)
    keep_combo(s, 0, s.column[2][0], s.column[1][1])
    player = Player(session=session)
    panel = player.scene.side.players[0]
    titles = []
    for part in panel.parts():
        tip = panel.tip_at(part.center)
        assert tip is not None
        titles.append(tip[0].title)
    assert f"{LIBRARY.powers[badge].name}, a second Special Power" in titles
    assert titles.count(right.name) == 2  # of the Active race and of the one In Decline
    assert any(title.endswith("put aside for the next pick") for title in titles)
    race = _point(player, panel.parts()[0].center)
    assert "Off this round by The Great Curse" in race.note
    assert LIBRARY.powers[badge].name in race.note
