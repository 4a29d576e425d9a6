"""What the window says of events: nothing is cut, and every event says what it did and why."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

import pygame
import pytest
from table_player import Player

from crusade import texts
from crusade.dealer import Dealer
from crusade.desktop.kit.text import plain
from crusade.desktop.scenes.sample_tables import simple_move
from crusade.desktop.table.cues import cues
from crusade.desktop.table.handover import reason
from crusade.desktop.table.marking import conquest_lights
from crusade.desktop.table.offers import conquests
from crusade.desktop.table.turn_actions import action_rows
from crusade.desktop.words import Cast, GameLog, end_question, log_lines
from crusade.desktop.words.buttons import later_words
from crusade.desktop.words.cards import card_words, deck_count
from crusade.desktop.words.tribes import by_cards
from crusade.games import event_library, left_out_alone
from crusade.rules import due, legal_moves, moves, play, queries, refusal
from crusade.rules.board import bits
from crusade.rules.ids import ASK, CONQUER, CONQUERED, OF_SEAT, SOLO, TWO_PLAYER
from crusade.rules.pieces import entitle, give_badge, grant, keep_combo
from crusade.rules.queries import asked
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
    words = [card_words(LIBRARY, card, True) for card in range(len(LIBRARY.cards))]
    longest = sorted(words, key=lambda card: max(len(card.name) * 6, len(card.text)))[-5:]
    for long in longest:
        for card in words:
            for pair in ((card, long), (long, card)):
                strip.cards_shown = pair
                for half, shown in zip(strip.halves(), pair, strict=True):
                    assert strip.letters(shown, half), (shown.name, half)


def test_a_card_says_only_what_is_true_in_the_game() -> None:
    for number, card in enumerate(LIBRARY.cards):
        both, crusade, classic = (card_words(LIBRARY, number, mode) for mode in (None, True, False))
        for words in (crusade, classic):
            said = f"{words.text} {words.detail} {words.intro}"
            assert "In a Crusade" not in said and "Without the Crusade" not in said, card.name
            assert "lose a token" not in said, card.name  # the Lost Tribes lose none for good
        if card.crusade_text:
            assert (crusade.text, classic.text) == (card.crusade_text, card.text)
            assert card.crusade_text in both.detail
        assert card.crusade_detail in crusade.detail and card.crusade_detail in both.detail
        assert card.classic_detail in classic.detail and card.classic_detail in both.detail
        assert not card.crusade_detail or card.crusade_detail not in classic.detail, card.name
        assert not card.classic_detail or card.classic_detail not in crusade.detail, card.name
    names = [LIBRARY.cards[n].name for n in range(len(LIBRARY.cards)) if not LIBRARY.cards[n].solo]
    assert list(left_out_alone(SOLO, "all")) == names and not left_out_alone(TWO_PLAYER, "all")
    assert all(name in deck_count(53, 0, names) for name in names)


def game_at(wanted, cards: Sequence[str] = (), mode=SOLO, names=("Ada",)) -> Session:
    """A seeded game of the simple player at a position as wanted, the first that comes there; its
    events are ``cards``, from the second round on.
    """
    numbers = [next(i for i, c in enumerate(LIBRARY.cards) if c.name == name) for name in cards]

    class Stacked(Dealer):
        def move(self, state, draws, *rolls):
            owed = due(state)
            if state.cards_due and owed is not None:
                fair = {move[-1]: move for move in owed.fair()}
                for number in numbers:
                    if number in fair:
                        return fair[number]
            return super().move(state, draws, *rolls)

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


def _asks(word: str):
    def wanted(s) -> bool:
        decision = asked(s)
        return s.phase == ASK and s.actor == 0 and decision is not None and decision.word == word

    return wanted


def _shown(session: Session) -> tuple[Player, dict[str, object]]:
    player = Player(session=session)
    control = player.scene.control
    buttons = [a for row in action_rows(control, player.scene.doors) for a in row]
    return player, {a.name: a for a in buttons}


def test_what_loses_something_is_never_the_main_button() -> None:
    """Declining instead of leaving a Region is asked about; nobody takes the coins by Enter."""
    player, buttons = _shown(game_at(_asks("leave"), ("Malediction",)))
    assert not any(action.main for action in buttons.values())
    steps = len(player.session.steps)
    player.press("decline")
    assert player.scene.ui.busy and len(player.session.steps) == steps
    player.press("answer:Go In Decline")
    assert player.session.state.banner[1] != -1

    _player, buttons = _shown(game_at(_asks("pay"), ("Chicken Lake",)))
    assert buttons["main"].label == "Pay 1 coin" and not buttons["no"].main


def test_the_question_of_the_lake_says_how_much_lies_there() -> None:
    session = game_at(_asks("pay"), ("Chicken Lake",))
    player, _buttons = _shown(session)
    assert "0 coins lie on the lake" in player.scene.control.hint()[0]


def test_what_an_event_does_between_rounds_has_beats_and_a_line_with_its_name() -> None:
    """`Plague`: the Lost Tribes' token flies beside the board, and the log says who took it."""
    session = game_at(_asks("discard"), ("Plague",))
    before, count = session.state, len(session.steps)
    decision = asked(before)
    assert decision is not None
    answer = decision.sensible(before, before.asked_slot)
    session.play((moves.ANSWER, LIBRARY.decision_index[decision], *answer))
    while session.state.phase == ASK:  # where the Lost Tribes lose theirs, if they have a tie
        session.play(session.choices[0])
    cast = Cast.of(session)
    beats = cues(cast, before, session.steps[count:], count)
    flights = [flight for beat in beats for flight in beat.flights]
    assert any(flight.target == ("tray", 0) for flight in flights)
    assert any(flight.target == ("beside", 0) for flight in flights)
    told = [beat for beat in beats if "Plague takes" in str(beat.words)]
    assert told and all(beat.seconds > 0 for beat in told)
    log = GameLog(cast)
    log.update(session.opening, session.steps)
    lines = [line.plain for line in log.lines]
    assert any(line.startswith("Plague takes 1 token from you. 1 token of") for line in lines)


def test_a_line_of_the_log_names_the_card_it_comes_from() -> None:
    session = game_at(lambda s: s.round == 2 and s.phase == CONQUER, ("Bling-Bling",))
    log = GameLog(Cast.of(session))
    log.update(session.opening, session.steps)
    lines = [line.plain for line in log.lines]
    assert "“Bling-Bling” is in force from now on." in lines
    cards = [i for i, line in enumerate(lines) if line.endswith("is the next event.")]
    assert cards  # told with the round that it lies open in, before the turn that has begun
    assert all(log.lines[i + 1].kind == "turn" for i in cards)
    assert any(line.startswith("Bling-Bling: ") and "your purse" in line for line in lines)


def test_the_hand_over_card_names_the_event_and_no_bid() -> None:
    names = ("Ada", "Ben")
    session = game_at(_asks("bid"), ("Tough Love",), TWO_PLAYER, names)
    cast = Cast.of(session)
    first = reason(cast, session.state, 0)
    assert first.startswith("Tough Love: Your sealed bid.")
    decision = asked(session.state)
    assert decision is not None
    said = set()
    for bid in (0, 1):
        after, _events = play(session.state, (moves.ANSWER, LIBRARY.decision_index[decision], bid))
        said.add(reason(cast, after, after.actor))
    assert said == {first}


def test_the_lost_tribes_coins_name_the_card_that_changed_them() -> None:
    session = game_at(lambda s: s.round == 3, ("Heigh-Ho!",))
    log = GameLog(Cast.of(session))
    log.update(session.opening, session.steps)
    earned = [line.plain for line in log.lines if line.plain.startswith("The Lost Tribes earned ")]
    assert earned[0].endswith(" now).")  # without a card it is one coin for each Region
    assert ": " in earned[1] and "for Regions" in earned[1] and "for Heigh-Ho!" in earned[1]


def test_tokens_that_a_card_takes_from_the_lost_tribes_go_beside_the_board() -> None:
    session = game_at(lambda s: s.round == 3, ("Plague",))
    log = GameLog(Cast.of(session))
    log.update(session.opening, session.steps)
    lines = " ".join(line.plain for line in log.lines)
    assert re.search(r"\d Lost Tribe tokens? of [A-Z]\w+ went beside the board", lines)
    assert not re.search(r"of the Lost Tribes in \w+ (is|are) lost", lines)


@pytest.mark.parametrize("name", ["Summer Of Love", "My Land", "Greedy Gob"])
def test_coins_at_the_end_of_a_round_are_foreseen(name: str) -> None:
    """In the panel's sum, in a Region's tooltip and before the conquests are ended."""
    number = LIBRARY.card_index[name]
    session = game_at(lambda s: s.cards and s.cards[0] == number and s.phase == CONQUER, [name])
    looked = differs = asked = 0
    while session.state.cards[0] == number:
        s = session.state
        if s.phase == CONQUER and s.seat == 0:
            bill = queries.expected(s, 0)
            assert bill.total == queries.earnings(s, 0).total + queries.outlook(s, 0).total
            for move in session.choices:
                if move[0] == moves.CONQUER and move[2] == moves.PLAIN:
                    after, _events = play(s, move)
                    more = queries.outlook(after, 0).total - queries.outlook(s, 0).total
                    later = queries.later_for_taking(s, 0, move[1])
                    assert later.total == more
                    looked += 1
                    differs += more != 0
                    said = later_words(s, 0, [move[1]])
                    assert (name in said) == bool(later.total)
            if name == "Summer Of Love" and not s.memory.get((OF_SEAT[0], CONQUERED)):
                assert queries.outlook(s, 0).total == 3
                question = end_question(Cast.of(session), s)
                assert not question or f"3 coins when the round ends ({name})" in question
                asked += 1
        session.play(simple_move(session))
    assert looked
    if name == "Summer Of Love":
        assert differs and asked


def test_where_nobody_redeploys_the_roll_and_the_log_say_so() -> None:
    name = "Here To Stay"

    def wanted(s) -> bool:
        tries = [m for m in legal_moves(s) if m[0] == moves.ATTEMPT] if s.phase == CONQUER else []
        return s.cards[:1] == (LIBRARY.card_index[name],) and bool(tries) and s.hand[0] > 0

    session = game_at(wanted, [name])
    player = Player(session=session)
    move = next(m for m in session.choices if m[0] == moves.ATTEMPT)
    player.scene.control.fight.attack_with(move)
    asked = player.scene.ui.layers[-1].root.walk()
    said = " ".join(plain(w.content) for w in asked if hasattr(w, "content"))
    assert "Nobody redeploys in this round" in said
    while session.state.seat == 0 and session.state.cards[:1] == (LIBRARY.card_index[name],):
        session.play(simple_move(session))
    lines = [line.plain for line in log_lines(session)]
    assert any("did not redeploy: this round" in line for line in lines)


def test_a_tooltip_tells_what_a_card_makes_of_losses_and_leaves_the_cards_in_sight() -> None:
    session = game_at(
        lambda s: (
            s.cards[:1] == (LIBRARY.card_index["Handle With Care"],)
            and s.phase == CONQUER
            and any(s.occ[r] == 0 and s.tokens[r] > 1 for r in range(s.board.n))
        ),
        ["Handle With Care"],
    )
    player, s = Player(session=session), session.state
    own = next(r for r in range(s.board.n) if s.occ[r] == 0 and s.tokens[r] > 1)
    assert "Lost here if it is taken: 2 tokens." in str(player.scene.control.tip(own).text)
    strip, covered = player.scene.events.rect, 0
    for r in range(s.board.n):
        _point(player, player.scene.board.view.slot_centre(r, "token"))
        assert player.scene.ui.tooltip.tip is not None
        covered += bool(player.scene.ui.tooltip.rect.colliderect(strip))
    assert not covered


def test_the_ladder_names_the_card_that_a_worth_comes_from() -> None:
    session = game_at(
        lambda s: (
            s.cards[:1] == (LIBRARY.card_index["Magic Is In The Air"],)
            and bool(s.held[0] & s.board.mask_of("magic"))
        ),
        ["Magic Is In The Air"],
    )
    s = session.state
    for r in bits(queries.held_by(s, 0)):
        more = s.board.mask_of("magic") >> r & 1
        said = by_cards("it was worth most to you (2; the other 1)", s, r)
        assert said.endswith("1 of it by Magic Is In The Air") == bool(more)


@pytest.mark.parametrize(
    ("name", "kind"), [("Peasant Riot", "safe"), ("The Great Catapult", "far")]
)
def test_the_board_marks_what_a_card_closes_and_what_only_it_brings_into_reach(
    name: str, kind: str
) -> None:
    def wanted(s) -> bool:
        return s.phase == CONQUER and s.cards[:1] == (LIBRARY.card_index[name],) and s.hand[0] > 2

    s = game_at(wanted, [name]).state
    lights = conquest_lights(s, conquests(s, legal_moves(s), False), 0)
    marked = {r for r, lit in lights.items() if lit.kind == kind}
    assert marked and not marked & set(bits(queries.in_reach(s, 0)))
    if kind == "safe":
        assert {s.board.terrain[r] for r in marked} == {"farmland"}
    else:
        others = {r for r, lit in lights.items() if lit.kind == "price"}
        assert others <= set(bits(queries.in_reach(s, 0)))


def test_a_card_that_forbids_a_decline_is_named_after_the_first_conquest_too() -> None:
    s = game_at(
        lambda s: (
            s.phase == CONQUER and s.cards[:1] == (LIBRARY.card_index["Golden Age"],) and s.begun
        ),
        ["Golden Age"],
    ).state
    assert refusal(s, moves.DECLINE_MOVE).code == "decline-forbidden"
