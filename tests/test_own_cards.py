"""Cards that a player writes: what a file may say, what is told of its faults, games with them."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from smallbox import FAIR

from crusade import own_cards
from crusade.__main__ import main
from crusade.archive import Archive, open_archive
from crusade.boxes.tales import own
from crusade.boxes.tales.own import OWN_CARDS, OWN_THEME, WORDS
from crusade.boxes.tales.simple import SIMPLE
from crusade.games import EVENTS, events_options, new_setup
from crusade.imports import take_in
from crusade.lab.audit_run import PLAYERS, audited_game
from crusade.own_cards import OwnCards, OwnCardsError
from crusade.players.policies import random_policy
from crusade.record import dump, load
from crusade.replay import ReplayError, setup_of
from crusade.rules import CRUSADE_TOKENS
from crusade.rules.ids import CLASSIC, OVER, SOLO, TWO_PLAYER
from crusade.session import NewGame, Session

ROOT = Path(__file__).parent.parent
BOXES = ("base", "tales")
VALUES = {own.AREAS: ["forest", "coast"], own.COUNT: 1, own.FLAG: True, own.WHICH: "declined"}


def card_of(*keys: str) -> dict[str, object]:
    """What a file says of a card with these words."""
    words = {key: VALUES[WORDS[key].kind] for key in keys}
    return {"name": f"Card {' '.join(keys)}"[:30], "text": f"It does {keys[0]}.", **words}


def cards_of(*cards: dict[str, object]) -> OwnCards:
    return own_cards.read(json.dumps({"cards": cards}).encode(), own_cards.FILE)


def with_all_words() -> OwnCards:
    """A card for each word, in a deck long enough for any game."""
    return cards_of(
        *(card_of(*dict.fromkeys((word.needs or key, key))) for key, word in WORDS.items())
    )


def faults(text: str) -> tuple[str, ...]:
    with pytest.raises(OwnCardsError) as caught:
        own_cards.read(text.encode(), own_cards.FILE)
    return caught.value.sentences


def test_the_card_that_the_readme_shows(tmp_path: Path) -> None:
    found = re.search(r"```yaml\n(cards:.*?)```", (ROOT / "README.md").read_text("utf-8"), re.S)
    assert found
    (tmp_path / own_cards.FILE).write_text(found[1])
    harvest, muster = (own.made(card) for card in own_cards.load_file(tmp_path).cards)
    board = new_setup(SOLO, 1, CRUSADE_TOKENS).board
    assert harvest.coins(board) == board.mask_of("farmland") and harvest.coins_each == 2
    assert muster.cheaper(board) == board.coast | board.edge
    assert (harvest.strength, muster.strength) == ("Tall Tales", "Lordly Legends")


def test_the_readme_tells_every_word() -> None:
    told = (ROOT / "README.md").read_text("utf-8")
    assert [key for key in WORDS if not re.search(rf"`{key}[`:]", told)] == []


def test_the_simple_cards_use_the_same_words() -> None:
    """Every word is an effect of a card of the box, or can be said of one."""
    used = {base for card in SIMPLE for base in type(card).__mro__}
    unused = {word.key for word in WORDS.values() if word.effect not in used}
    assert unused == {"cheaper", "lost_tokens"}


def test_no_file_is_no_cards(tmp_path: Path) -> None:
    assert own_cards.load_file(tmp_path) == own_cards.NONE
    assert own_cards.NONE.text == ""


@pytest.mark.parametrize(
    ("line", "key", "told"),
    [
        ("pays: [forrest]", "pays", "one of farmland, forest"),
        ("pays: []", "pays", "one of farmland, forest"),
        ("pays_coins: 2", "pays_coins", "it needs the key 'pays' beside it; write that too"),
        ("new_tokens: 9", "new_tokens", "a whole number from 1 to 5 is expected, not 9"),
        ("half_income: 2", "half_income", "yes (or no such line) is expected, not 2"),
        ("silent_races: some", "silent_races", "one of all, declined is expected, not 'some'"),
        ("strength: mild", "strength", "one of Little Lore, Tall Tales, Lordly Legends"),
        ("solo: 3", "solo", "yes or no is expected, not 3"),
        ("frob: 1", "frob", "there is no such word; write one of pays, pays_coins"),
        ("intro: '{name}'", "intro", "the signs { } < > * cannot be used in a text"),
    ],
)
def test_a_fault_is_told_with_line_and_key(line: str, key: str, told: str) -> None:
    text = f"cards:\n  - name: Good\n    text: It pays.\n    no_decline: yes\n    {line}\n"
    (sentence,) = faults(text)
    assert sentence.startswith(f"events.yaml, line 5, cards.1.{key}: ") and told in sentence


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "line 1: the file is empty"),
        ("7", "a list of `key: value` is expected"),
        ("deck: 3", "there is no such key here; the file has one key, 'cards'"),
        ("cards: 3", "a list of cards is expected; begin each with '- name:'"),
        ("cards: [3]", "a list of `key: value` is expected"),
        ("cards: [{}]", "the card is empty; give it a name"),
        ("cards:\n- {name: A, no_decline: yes}", "cards.1.text: the key is missing; write it"),
        ("cards:\n- {name: A, text: B}", "the card does nothing; give it one of pays"),
        ("cards:\n- {name: Rats, text: B, no_decline: yes}", "Rats is the name of something else"),
        ("cards:\n- {name: Orcs, text: B, no_decline: yes}", "Orcs is the name of something else"),
        ("cards:\n- {name: all, text: B, no_decline: yes}", "all is the name of something else"),
        ("cards:\n- {name: rats, text: B, no_decline: yes}", "rats is the name of something else"),
        ("cards:\n- {name: tall Tales, text: B, no_decline: yes}", "is the name of something"),
        ('cards:\n- {name: "\\u3164", text: B, no_decline: yes}', "a short text is expected"),
        ('cards:\n- {name: A, text: "\\u2800", no_decline: yes}', "a short text is expected"),
        ("cards:\n- {name: 3, text: B, no_decline: yes}", "'3' is no text unless it stands in"),
        ("cards:\n- {name: A, text: no, no_decline: yes}", "'no' is no text unless it stands in"),
        (
            "cards:\n- {name: A, text: B, no_decline: yes}\n- {name: A, text: B, no_decline: yes}",
            "the card of line 2 is called A too",
        ),
        (
            'cards:\n- {name: "\\u00c9 A", text: B, no_decline: yes}\n'
            '- {name: "E\\u0301 a\\u3164", text: B, no_decline: yes}',
            "the card of line 2 is called \u00c9 A too",
        ),
        ("cards:\n- !!python/x {name: A}", "tags such as"),
        ("cards: [" * 30, "nested too deeply"),
        ("cards:\n" + "- {name: A}\n" * 40, "a file has 30 of them at most"),
        ("cards: \x00", "YAML forbids"),
    ],
)
def test_what_is_no_cards_at_all(text: str, told: str) -> None:
    sentences = faults(text)
    assert any(told in sentence for sentence in sentences), sentences
    assert all(re.match(r"events\.yaml, line \d+", sentence) for sentence in sentences)
    assert len(sentences) <= 20


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    (tmp_path / own_cards.FILE).mkdir()
    with pytest.raises(OwnCardsError, match="cannot be read"):
        own_cards.load_file(tmp_path)
    (tmp_path / "long.yaml").write_text("#" * (own_cards.LONGEST_FILE + 1))
    with pytest.raises(OwnCardsError, match="longer than"):
        own_cards.load(tmp_path / "long.yaml")
    many = [{**card_of("no_decline"), "name": f"Card {i}", "text": "x" * 200} for i in range(30)]
    for card in many:
        card["intro"] = "y" * 200
    with pytest.raises(OwnCardsError, match="too long for the record"):
        cards_of(*many)


def test_something_odd_in_the_place_of_the_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / own_cards.FILE
    file.symlink_to(tmp_path / "nowhere")
    with pytest.raises(OwnCardsError, match="cannot be read"):
        own_cards.load_file(tmp_path)
    assert own_cards.load_file(tmp_path / "no folder") == own_cards.NONE

    def closed(*given: object, **more: object) -> None:
        raise PermissionError(13, "Permission denied")

    for name in ("stat", "lstat", "open"):
        monkeypatch.setattr(f"os.{name}", closed)
    with pytest.raises(OwnCardsError, match=r"cannot be read \(Permission denied\)"):
        own_cards.load_file(tmp_path)


def test_names_are_compared_with_the_boxes_that_are_played() -> None:
    """A file's with everything there is; a record's with its own boxes, whatever comes later."""
    name = FAIR.races[0].name
    cards = {"cards": [{**card_of("no_decline"), "name": name}]}
    text = json.dumps(cards)
    (sentence,) = faults(text)
    assert "is the name of something else" in sentence
    assert own_cards.of_text(text, BOXES).cards[0].name == name
    with pytest.raises(OwnCardsError, match="is the name of something else"):
        own_cards.library_with((*BOXES, FAIR.id), text)


def test_the_command_names_faults_and_cards(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["events", "--data-dir", str(tmp_path)]) == 0
    assert "There are no cards of your own" in capsys.readouterr().out
    file = tmp_path / own_cards.FILE
    file.write_text("cards:\n- {name: A, text: B.}\n")
    assert main(["events", "--data-dir", str(tmp_path)]) == 1
    assert "events.yaml, line 2, cards.1: the card does nothing" in capsys.readouterr().out
    file.write_text("cards:\n- {name: A, text: B., no_decline: yes}\n")
    assert main(["events", str(file)]) == 0
    assert capsys.readouterr().out == "A: good\n"


def test_what_a_record_carries_is_what_was_written() -> None:
    cards = with_all_words()
    assert len(cards.cards) == len(WORDS)
    assert own_cards.of_text(cards.text, BOXES) == cards
    assert len(cards.text) < own.LONGEST_TEXT


def test_only_games_that_can_draw_them_carry_them() -> None:
    cards = cards_of({**card_of("no_decline"), "strength": "Little Lore"})
    carried = {
        events_options(word, cards).get(OWN_CARDS, "") for word in ("all", OWN_THEME, "Little Lore")
    }
    assert carried == {cards.text}
    for word in ("Tall Tales", "A Wind of Change", "surprise"):
        assert events_options(word, cards) == {EVENTS: word}
    assert events_options("", cards) == {}


@pytest.mark.parametrize(("mode", "seats"), [(SOLO, 1), (TWO_PLAYER, 2), (CLASSIC, 3)])
def test_random_games_with_every_word_are_sound(mode: str, seats: int) -> None:
    text = with_all_words().text
    game = new_setup(mode, seats, CRUSADE_TOKENS, boxes=BOXES, events=OWN_THEME, own=text)
    assert game.cards.bit_count() == len(WORDS)
    for i in range(6):
        audited_game(game, PLAYERS[i % len(PLAYERS)], Random(i), None, 11)


def played(archive: Archive | None, cards: OwnCards) -> Session:
    """A whole solo game with the player's own cards alone."""
    options = events_options(OWN_THEME, cards)
    session = Session.new(
        NewGame(SOLO, ("Ada",), 14, seed=3, options=options, boxes=BOXES), archive
    )
    rng = Random(5)
    while session.state.phase != OVER:
        session.play(random_policy(session.state, rng))
    return session


def test_the_record_of_a_game_with_them_plays_anywhere(tmp_path: Path) -> None:
    cards = with_all_words()
    session = played(None, cards)
    assert any("turn up Card" in move for move in session.record.moves)
    record = load(dump(session.record))
    assert record == session.record
    archive, _notices = open_archive(tmp_path)
    with archive:
        told = take_in(archive, dump(record), "game.txt")
        assert "Ada" in told


def test_a_record_of_cards_without_their_box_is_refused() -> None:
    record = played(None, with_all_words()).record
    with pytest.raises(ReplayError, match="'own' is played together with tales"):
        setup_of(replace(record, boxes=("base",)))
    with pytest.raises(ReplayError, match="No game can be played with tales alone"):
        setup_of(replace(record, boxes=("tales",), options={}))


def test_a_record_with_bad_cards_is_refused_with_a_sentence() -> None:
    record = played(None, with_all_words()).record
    for bad in ("cards: [", '{"cards": [{"name": "Rats"}]}', "x" * 5000):
        broken = replace(record, options={**record.options, OWN_CARDS: bad})
        with pytest.raises(ReplayError, match="own_cards, line 1"):
            setup_of(broken)
