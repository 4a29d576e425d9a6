"""Running games: undo, redo, the dealer's seed, storing, and what the screen is told."""

from __future__ import annotations

import dataclasses
import random
import sqlite3
from pathlib import Path

import pytest
import smallbox

from crusade import players
from crusade.archive import ArchiveError, open_archive
from crusade.archive.rows import moves_mark
from crusade.boxes import DEFAULT
from crusade.games import CARD_BOX, EDITION, EVENTS
from crusade.players.view import HIDDEN
from crusade.position_text import position_from, position_text
from crusade.record import dump, load
from crusade.replay import ReplayError, check, replay
from crusade.rules import Refused, decider, legal_moves, moves
from crusade.rules.asking import TribesChoice
from crusade.rules.ids import CLASSIC, DEALER, NOBODY, OWNER, SOLO, TRIBES, TWO_PLAYER
from crusade.rules.queries import asked
from crusade.session import PASSES, ROLLS, NewGame, Session, combos_played, round_coins

BELOW = ("underground",)
MODES = [(SOLO, ("Ada",)), (TWO_PLAYER, ("Ada", "Bob"))]


def new(mode: str = SOLO, names: tuple[str, ...] = ("Ada",), seed: int = 1, **more) -> Session:
    return Session.new(NewGame(mode, names, 14, seed=seed, **more))


def play_on(session: Session, rng: random.Random, count: int = 10_000) -> None:
    while count and not session.over:
        session.play(rng.choice(session.choices))
        count -= 1


@pytest.mark.parametrize("boxes", [DEFAULT, BELOW])
@pytest.mark.parametrize(("mode", "names"), MODES)
@pytest.mark.parametrize("seed", range(6))
def test_undoing_any_moves_gives_back_an_equal_position(mode, names, seed, boxes):
    rng = random.Random(seed)
    session = new(mode, names, seed, boxes=boxes)
    positions = {len(session.steps): session.state.facts()}
    undone = 0
    while not session.over:
        session.play(rng.choice(session.choices))
        positions[len(session.steps)] = session.state.facts()
        while session.can_undo and rng.random() < 0.3:
            floor = session.floor
            assert session.undo()
            assert len(session.steps) >= floor
            assert session.state.facts() == positions[len(session.steps)]
            undone += 1
    assert undone > 1
    steps = replay(session.setup, session.record.moves)
    assert steps[-1].after.facts() == session.state.facts()
    assert check(load(dump(session.record))) == []


@pytest.mark.parametrize(("mode", "names"), MODES)
def test_redo_does_again_what_undo_took_back(mode, names):
    rng = random.Random(5)
    session = new(mode, names, 5)
    done_again = 0
    for _ in range(120):
        if session.over:
            break
        session.play(rng.choice(session.choices))
        before = session.state.facts()
        moves_before = session.record.moves
        if rng.random() < 0.5 and session.can_undo:
            assert session.undo_turn()
            assert session.can_redo
            while session.can_redo:
                session.redo()
                done_again += 1
            assert session.state.facts() == before
            assert session.record.moves == moves_before
    assert done_again > 10


def test_a_new_move_forgets_what_was_undone():
    session = new()
    session.play(moves.PICKS[0])
    rng = random.Random(1)
    while not session.can_undo:
        session.play(rng.choice(session.choices))
    session.undo()
    session.play(session.choices[0])
    assert not session.can_redo
    assert session.redo() == []


def test_chance_cannot_be_taken_back_unless_the_game_allows_it():
    strict = new()
    strict.play(moves.PICKS[0])
    assert strict.steps[-1].actor == DEALER, "a pick reveals the next combo"
    assert not strict.can_undo
    free = new(options={"undo_past_chance": True})
    free.play(moves.PICKS[0])
    assert free.can_undo
    assert free.undo()
    assert free.record.rewound
    assert free.state.banner[0] == -1


def test_nothing_is_called_final_where_the_game_allows_going_back():
    session = new(options={"undo_past_chance": True}, seed=3)
    rng = random.Random(3)
    ended = 0
    while not session.over:
        move = rng.choice(session.choices)
        final = session.final(move)
        last = session.state.round == session.setup.rounds
        session.play(move)
        if session.over:
            assert final == PASSES
            ended += 1
        elif not last:
            assert final == "" and session.can_undo
        else:
            assert final in ("", PASSES)
    assert ended == 1


def test_two_players_never_go_back_past_chance():
    session = new(TWO_PLAYER, ("Ada", "Bob"), options={"undo_past_chance": True})
    session.play(moves.PICKS[0])
    assert not session.can_undo


def test_what_cannot_be_taken_back_is_told_before():
    rng = random.Random(3)
    session = new(seed=3)
    seen = set()
    while not session.over:
        move = rng.choice(session.choices)
        final = session.final(move)
        seen.add(final)
        count = len(session.steps)
        session.play(move)
        assert bool(final) == (session.floor > count or session.over), (move, final)
    assert {"", ROLLS, PASSES} <= seen


def _other_person_asked(seed: int):
    """A two-player game at the first placing of driven-out tokens: who moved, the session."""
    rng = random.Random(seed)
    session = new(TWO_PLAYER, ("Ada", "Bob"), seed)
    while not session.over:
        mover = session.actor
        asked_before = session.state.seat == mover
        session.play(rng.choice(session.choices))
        if asked_before and not session.over and session.state.seat == mover != session.actor:
            return mover, session
    return None


def test_nobody_takes_back_what_the_other_person_did():
    met = 0
    for seed in range(12):
        found = _other_person_asked(seed)
        if found is None:
            continue
        met += 1
        mover, session = found
        count = len(session.steps)
        # The victim is asked to place driven-out tokens: the mover's turn is not theirs to undo.
        assert not session.can_undo and not session.can_undo_turn
        assert not session.undo() and not session.undo_turn()
        assert len(session.steps) == count
        victim = session.actor
        while session.actor == victim and session.state.seat == mover:
            move = session.choices[0]
            final = session.final(move)
            session.play(move)
            if session.actor == victim and session.state.seat == mover:
                assert final == "" and session.can_undo, "their own placing is"
            else:
                assert final == PASSES
        if session.actor == mover and session.state.seat == mover:
            assert not session.can_undo, "nor does the mover take back the victim's placing"
    assert met >= 3


def test_a_move_after_which_the_other_person_is_asked_is_final():
    rng = random.Random(1)
    told = 0
    for seed in range(12):
        session = new(TWO_PLAYER, ("Ada", "Bob"), seed)
        while not session.over:
            mover, seat = session.actor, session.state.seat
            move = rng.choice(session.choices)
            final = session.final(move)
            session.play(move)
            if not session.over and session.state.seat == seat and session.actor != mover:
                assert final
                told += final == PASSES
    assert told


@pytest.mark.parametrize(("mode", "names"), MODES)
def test_the_end_of_a_turn_can_be_held_and_taken_back(tmp_path, mode, names):
    archive, _ = open_archive(tmp_path)
    session = Session.new(NewGame(mode, names, 14, seed=3), archive)
    plain = new(mode, names, 3)
    rng = random.Random(3)
    held = 0
    while not session.over:
        move = rng.choice(session.choices)
        would = session.holds(move)
        actor, count = session.actor, len(session.steps)
        assert not would or session.final(move) == PASSES
        session.play(move, hold=True)
        assert session.held == would
        if would:
            held += 1
            assert len(session.steps) == count + 1, "nobody has begun"
            assert session.actor == actor and session.choices == []
            assert archive.game_record(session.game).moves == session.record.moves
            before = session.state.facts()
            assert session.can_undo and session.can_undo_turn
            assert session.undo()
            assert not session.held and len(session.steps) == count
            assert session.actor == actor and move in session.choices
            session.play(move, hold=True)
            assert session.state.facts() == before
            steps = session.go_on()
            assert not session.held and session.go_on() == []
            assert session.steps[count + 1 :] == steps
            assert session.floor > count, "now it has passed"
        plain.play(move)
        assert plain.record.moves == session.record.moves
    assert held >= 8
    assert archive.fame_line(session.game).coins == session.record.result.coins


def new_choices(session: Session) -> list:
    """What the next person may do once the turn that is held has passed."""
    return legal_moves(session.state)


def test_resigning_and_playing_on_end_a_hold():
    rng = random.Random(3)
    session = new(TWO_PLAYER, ("Ada", "Bob"), 3)
    while not session.held:
        session.play(rng.choice(session.choices), hold=True)
    count = len(session.steps)
    session.play(rng.choice(new_choices(session)))
    assert not session.held and len(session.steps) > count
    while not session.held:
        session.play(rng.choice(session.choices), hold=True)
    session.resign()
    assert not session.held and session.over and session.actor == NOBODY


def test_the_same_seed_deals_the_same_game():
    one, two = new(seed=42), new(seed=42)
    play_on(one, random.Random(0))
    play_on(two, random.Random(0))
    assert one.record.moves == two.record.moves
    assert new(seed=43).record.moves != new(seed=42).record.moves


def test_a_seeded_game_deals_on_as_if_never_left(tmp_path: Path):
    archive, _ = open_archive(tmp_path)
    whole = new(seed=9)
    play_on(whole, random.Random(2))
    part = Session.new(NewGame(SOLO, ("Ada",), 14, seed=9), archive)
    rng = random.Random(2)
    play_on(part, rng, 20)
    again = Session.resume(archive, part.game)
    assert again.state.facts() == part.state.facts()
    play_on(again, rng)
    assert again.record.moves == whole.record.moves


def test_a_refused_move_changes_nothing():
    session = new()
    before = session.state.facts()
    with pytest.raises(Refused):
        session.play(moves.END_MOVE)
    with pytest.raises(Refused):
        session.play((moves.DIE, 3))
    assert session.state.facts() == before


@pytest.mark.parametrize(("mode", "names"), MODES)
def test_a_finished_game_is_in_the_hall_of_fame(tmp_path, mode, names):
    archive, _ = open_archive(tmp_path)
    session = Session.new(NewGame(mode, names, 14, seed=4), archive)
    play_on(session, random.Random(4))
    line = archive.fame_line(session.game)
    assert line.names == names
    assert line.coins == tuple(session.state.coins[: len(names)])
    assert line.tribes == session.state.coins[TRIBES]
    assert line.winners == session.state.winners
    assert line.combos == combos_played(session)
    assert archive.running_games() == []
    assert not session.can_undo
    assert session.choices == []


@pytest.mark.parametrize(("mode", "names"), MODES)
@pytest.mark.parametrize("deck", ["", "all", "Miracles for Sale!"])
@pytest.mark.parametrize("seed", range(3))
def test_the_rounds_lead_to_the_result(mode, names, deck, seed):
    """What was earned, paid and found in a round stands in that round, combos and cards too."""
    boxes = (*DEFAULT, CARD_BOX) if deck else DEFAULT
    options = {EVENTS: deck} if deck else {}
    session = Session.new(NewGame(mode, names, 14, seed, options, boxes))
    play_on(session, random.Random(seed))
    coins = {}
    ends = {step.after.round: step.after for step in session.steps}
    for entry in round_coins(session):
        coins[entry.seat] = entry.coins
    assert coins == {seat: session.state.coins[seat] for seat in coins}
    assert set(coins) == {*range(len(names)), TRIBES} and len(ends) == session.setup.rounds


def test_resigning_counts_as_a_loss(tmp_path):
    archive, _ = open_archive(tmp_path)
    session = Session.new(NewGame(SOLO, ("Ada",), 14), archive)
    play_on(session, random.Random(4), 5)
    session.resign()
    assert session.over
    line = archive.fame_line(session.game)
    assert line.resigned
    assert line.tribes_won
    assert archive.next_tokens(SOLO, ("Ada",)) == 13


def test_what_a_card_asks_of_the_tribes_regions_never_settles_itself():
    """Which Region they leave or bless is worth something, though none of them is a person's."""
    seen = set()
    for deck in ("The Gods Must Be Crazy", "Pax the Menace"):
        for seed in range(12):
            game = NewGame(SOLO, ("Ada",), 14, seed, {"events": deck}, ("base", "tales"))
            session = Session.new(game, None, settle_ties=True)
            rng = random.Random(seed)
            while not session.over:
                decision = asked(session.state)
                if isinstance(decision, TribesChoice):
                    assert session.actor == 0
                    seen.add(decision.source.name)
                session.play(rng.choice(session.choices))
    assert {"Malediction", "A Gift From The Sky"} <= seen


def test_harmless_ties_settle_themselves_if_wanted():
    asked = {False: 0, True: 0}
    for settle in (False, True):
        for seed in range(12):
            session = Session.new(NewGame(SOLO, ("Ada",), 14, seed=seed), None, settle)
            rng = random.Random(seed)
            while not session.over:
                move = rng.choice(session.choices)
                if move[0] == moves.CHOOSE:
                    asked[settle] += 1
                    if settle:
                        owned = [OWNER[session.state.occ[m[1]]] == 0 for m in session.choices]
                        assert any(owned), "something of the player's must be at stake"
                session.play(move)
    assert 0 < asked[True] < asked[False]


class FullDisk:
    """An archive that stops writing after some calls, as a full disk does."""

    def __init__(self, archive, failing):
        self.archive = archive
        self.failing = failing

    def __getattr__(self, name):
        method = getattr(self.archive, name)
        if name not in ("append_moves", "keep", "finish", "truncate"):
            return method

        def call(*args, **more):
            if self.failing():
                raise ArchiveError("The disk is full: the last move is not stored yet.")
            return method(*args, **more)

        return call


@pytest.mark.parametrize(
    ("mode", "names"), [*MODES, (CLASSIC, ("Ada", "Bob")), (CLASSIC, ("Ada", "Bob", "Cy"))]
)
def test_a_running_game_of_every_mode_is_there_when_the_file_is_opened_again(mode, names, tmp_path):
    archive, _ = open_archive(tmp_path)
    with archive:
        session = Session.new(NewGame(mode, names, 14, seed=4), archive)
        play_on(session, random.Random(4), 20)
        # One that comes from elsewhere is kept like one's own.
        other = dataclasses.replace(session.record, started="2026-11-30T10:00:00Z")
        games = (session.game, archive.import_record(other))
    again, notices = open_archive(tmp_path)
    with again:
        assert notices == []
        for game in games:
            assert Session.resume(again, game).state.facts() == session.state.facts()
        running = again.running_games()
        assert [one.tribes is None for one in running] == [mode == CLASSIC] * 2


def test_a_full_disk_is_told_and_made_good_later(tmp_path):
    archive, _ = open_archive(tmp_path)
    trouble = {"on": False}
    session = Session.new(
        NewGame(SOLO, ("Ada",), 14, seed=6), FullDisk(archive, lambda: trouble["on"])
    )
    rng = random.Random(6)
    play_on(session, rng, 5)
    stored = len(archive.game_record(session.game).moves)
    trouble["on"] = True
    play_on(session, rng, 5)
    assert "full" in session.notice
    assert len(archive.game_record(session.game).moves) == stored
    trouble["on"] = False
    play_on(session, rng, 1)
    assert session.notice == ""
    assert archive.game_record(session.game).moves == session.record.moves


def test_two_windows_on_one_game(tmp_path):
    archive, _ = open_archive(tmp_path)
    one = Session.new(NewGame(SOLO, ("Ada",), 14, seed=7), archive)
    two = Session.resume(archive, one.game)
    rng = random.Random(7)
    play_on(one, rng, 3)
    two.play(two.choices[-1])
    assert two.conflict
    with pytest.raises(ArchiveError):
        two.play(two.choices[0])
    two.undo()
    assert not two.can_redo and two.redo() == []
    two.resign()
    assert not two.over, "the game belongs to the other window"
    assert archive.game_record(one.game).moves == one.record.moves


@pytest.mark.parametrize(("mode", "names"), MODES)
def test_the_end_of_a_turn_waits_until_the_next_one_begins(mode, names, tmp_path):
    """Held back, it can be taken back and is on disk; what follows comes with `go_on`."""
    archive, _ = open_archive(tmp_path)
    session = Session.new(NewGame(mode, names, 14, seed=3), archive)
    rng, held = random.Random(3), 0
    while not session.over:
        before, count = session.state.facts(), len(session.steps)
        seat = session.state.seat
        steps = session.play(rng.choice(session.choices), hold=True)
        stored = archive.game_record(session.game).moves if session.game else ()
        if session.over:
            break
        assert list(stored) == [made.text for made in session.steps]
        if not session.held:
            continue
        held += 1
        assert len(steps) == 1 and session.can_undo
        assert session.state.seat != seat or session.actor != decider(session.state)
        if rng.random() < 0.5:
            assert session.undo() and not session.held
            assert (session.state.facts(), len(session.steps)) == (before, count)
            session.redo(hold=True)
            assert session.held
        floor = len(session.steps)
        followed = session.go_on()
        assert not session.held and session.steps[floor:] == followed
        assert session.over or session.floor >= floor
    archive.close()
    assert held > 8
    plain = Session(session.record, None, None)
    assert plain.state.facts() == session.state.facts()


def test_a_game_left_at_the_end_of_a_turn_goes_on_with_the_next(tmp_path):
    archive, _ = open_archive(tmp_path)
    session = Session.new(NewGame(SOLO, ("Ada",), 14, seed=3), archive)
    while not session.held:
        session.play(session.choices[0], hold=True)
    again = Session.resume(archive, session.game)
    archive.close()
    session.archive = None
    session.go_on()
    assert not again.held and again.actor == 0
    assert again.state.facts() == session.state.facts()


# -- a rule was corrected since ------------------------------------------------------------------


def _refuses(setup, texts):
    if texts:
        raise ReplayError(3, "'pick 1' is not allowed: a rule was corrected.")
    return []


def _leads_elsewhere(setup, texts):
    steps = replay(setup, texts)
    if steps:
        other = steps[-1].after.copy()
        other.coins[0] += 1
        steps[-1] = dataclasses.replace(steps[-1], after=other)
    return steps


@pytest.mark.parametrize(("mode", "names"), MODES)
@pytest.mark.parametrize("corrected", [_refuses, _leads_elsewhere])
def test_a_running_game_outlives_a_corrected_rule(tmp_path, monkeypatch, mode, names, corrected):
    archive, _ = open_archive(tmp_path)
    rng = random.Random(11)
    before = Session.new(NewGame(mode, names, 14, seed=11), archive)
    play_on(before, rng, 40)
    assert not before.over
    monkeypatch.setattr("crusade.session.replay", corrected)
    whole = Session(before.record, None, None) if corrected is _leads_elsewhere else None
    again = Session.resume(archive, before.game)
    assert "goes on from where it stood" in again.remark
    assert again.state.facts() == before.state.facts()
    assert whole is None or again.state.facts() != whole.state.facts()
    assert again.standing() == before.standing()
    assert not again.can_undo, "what was played by other rules is not taken back"
    # Both play on in the same way, deals of the same seed included.
    while not before.over:
        move = rng.choice(before.choices)
        before.archive = None
        before.play(move)
        again.play(move)
        assert again.remark == ""
        if again.can_undo and rng.random() < 0.2:
            again.undo()
            assert archive.game_record(again.game).moves == again.record.moves
            again.redo()
        if not again.over and rng.random() < 0.1:
            again = Session.resume(archive, again.game)
            assert again.remark
    assert again.record.moves == before.record.moves
    line = archive.fame_line(again.game)
    assert line.coins == before.record.result.coins
    assert line.combos == combos_played(before)
    assert archive.round_coins(again.game) == round_coins(before)


def test_a_game_without_a_kept_position_gets_one_when_it_is_taken_up(tmp_path, monkeypatch):
    """Games of the first format have none: once seen here, they outlive a corrected rule too."""
    archive, _ = open_archive(tmp_path)
    before = Session.new(NewGame(SOLO, ("Ada",), 14, seed=11), archive)
    play_on(before, random.Random(11), 40)
    archive._database.execute("DELETE FROM beside")
    assert archive.story(before.game, moves_mark(before.record.moves)) is None
    assert Session.resume(archive, before.game).remark == ""
    monkeypatch.setattr("crusade.session.replay", _refuses)
    again = Session.resume(archive, before.game)
    assert "goes on from where it stood" in again.remark
    assert again.state.facts() == before.state.facts()


def test_a_game_that_plays_to_the_same_position_goes_on_as_ever(tmp_path):
    archive, _ = open_archive(tmp_path)
    session = Session.new(NewGame(SOLO, ("Ada",), 14, seed=2), archive)
    play_on(session, random.Random(2), 40)
    again = Session.resume(archive, session.game)
    assert (again.remark, again.earlier, len(again.steps)) == ("", (), len(session.steps))


def test_without_a_position_that_can_be_read_the_moves_have_to_do(tmp_path, monkeypatch):
    archive, _ = open_archive(tmp_path)
    session = Session.new(NewGame(SOLO, ("Ada",), 14, seed=2), archive)
    play_on(session, random.Random(2), 40)
    monkeypatch.setattr("crusade.session.position_text", lambda state: "from another version")
    session.play(session.choices[0])
    monkeypatch.undo()
    with monkeypatch.context() as patch:
        patch.setattr("crusade.session.replay", _refuses)
        with pytest.raises(ReplayError, match="corrected"):
            Session.resume(archive, session.game)
    again = Session.resume(archive, session.game)
    assert again.state.facts() == session.state.facts() and again.remark == ""
    # Taking it up has put a position beside it that can be read.
    monkeypatch.setattr("crusade.session.replay", _refuses)
    assert "goes on from where it stood" in Session.resume(archive, session.game).remark


def test_a_game_of_an_older_edition_becomes_one_of_today_when_all_of_it_can_be_played(tmp_path):
    archive, _ = open_archive(tmp_path)
    session = Session.new(NewGame(SOLO, ("Ada",), 14, seed=2))
    play_on(session, random.Random(2), 20)
    assert session.record.edition == EDITION
    old = archive.import_record(dataclasses.replace(session.record, edition=1))
    assert archive.game_record(old).edition == 1
    taken_up = Session.resume(archive, old)
    assert taken_up.record.edition == EDITION
    assert archive.game_record(old).edition == EDITION
    # No position lay beside it, so nobody knows whether the rules have led elsewhere: it is told.
    assert "today's rules hold" in taken_up.remark
    assert Session.resume(archive, old).remark == ""


def test_a_running_game_of_the_first_format_that_cannot_be_played_is_told_and_kept(tmp_path):
    sample = Path(__file__).parent / "data" / "archive-format-1.sql"
    database = sqlite3.connect(tmp_path / "crusade.sqlite")
    database.executescript(sample.read_text("utf-8"))
    database.close()
    archive, notices = open_archive(tmp_path)
    assert notices == []
    (running,) = archive.running_games()
    before = archive.game_record(running.game)
    with pytest.raises(ReplayError, match="pick 1"):
        Session.resume(archive, running.game)
    assert archive.game_record(running.game) == before
    assert [line.game for line in archive.running_games()] == [running.game]


# -- what is being prepared ----------------------------------------------------------------------


def test_a_draft_survives_closing_the_window(tmp_path):
    archive, _ = open_archive(tmp_path)
    session = Session.new(NewGame(SOLO, ("Ada",), 14, seed=2), archive)
    assert session.load_draft() == ""
    play_on(session, random.Random(2), 6)
    session.save_draft('{"r05": 3}')
    archive.close()
    archive, _ = open_archive(tmp_path)
    again = Session.resume(archive, session.game)
    assert again.load_draft() == '{"r05": 3}'
    again.save_draft('{"r05": 2}')
    assert again.load_draft() == '{"r05": 2}'
    move = again.choices[0]
    again.play(move)
    assert again.load_draft() == "", "it belongs to the place where it was made"
    again.save_draft("x")
    again.save_draft("")
    assert again.load_draft() == ""
    assert Session.resume(archive, session.game).load_draft() == ""


def test_a_draft_that_cannot_be_stored_lives_as_long_as_the_session():
    session = new()
    session.save_draft("three to the border")
    assert session.load_draft() == "three to the border"


def test_the_game_shown_last_comes_first_whatever_the_clock_does(tmp_path, monkeypatch):
    archive, _ = open_archive(tmp_path)
    games = []
    for number, moment in enumerate(("2026-12-01T10:00:00Z", "2026-11-01T10:00:00Z")):
        monkeypatch.setattr("crusade.archive.rows.now", lambda moment=moment: moment)
        games.append(Session.new(NewGame(SOLO, (f"Ada {number}",), 14, seed=number), archive).game)
    assert [entry.game for entry in archive.running_games()] == games[::-1]
    Session.resume(archive, games[0])
    assert [entry.game for entry in archive.running_games()] == games
    monkeypatch.setattr("crusade.archive.rows.now", lambda: "1980-01-01T00:00:00Z")
    other = Session.resume(archive, games[1])
    other.play(other.choices[0])
    assert [entry.game for entry in archive.running_games()] == games[::-1]


# -- boxes -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("mode", "names"), MODES)
@pytest.mark.parametrize("boxes", [smallbox.BOXES, BELOW])
@pytest.mark.parametrize("seed", range(3))
def test_a_game_with_another_box_is_stored_and_taken_up_with_it(tmp_path, mode, names, boxes, seed):
    archive, _ = open_archive(tmp_path)
    game = NewGame(mode, names, 14, seed=seed, boxes=boxes)
    session = Session.new(game, archive)
    assert session.record.boxes == boxes
    rng = random.Random(seed)
    while not session.over:
        play_on(session, rng, 7)
        text = position_text(session.state)
        assert position_from(session.setup, text) == session.state
        if not session.over:
            again = Session.resume(archive, session.game)
            assert again.remark == ""
            assert again.setup.library is session.setup.library
            assert again.state.facts() == session.state.facts()
    stored = archive.game_record(session.game)
    assert stored.boxes == boxes
    assert check(load(dump(stored))) == []
    other, _ = open_archive(tmp_path / "elsewhere")
    with other:
        taken_in = other.import_record(load(dump(stored)))
        assert other.game_record(taken_in).moves == stored.moves
    assert archive.round_coins(session.game) == round_coins(session)


# ---------------------------------------------------------------- seats played by the program
@pytest.mark.parametrize("word", ["greedy", "uniform", "random"])
@pytest.mark.parametrize(("mode", "names"), MODES)
def test_programs_play_every_seat_of_a_whole_game(mode, names, word):
    session = new(mode, names, 8, programs=dict.fromkeys(range(len(names)), word))
    assert session.over and session.actor == NOBODY
    assert {step.actor for step in session.steps} >= {*range(len(names)), DEALER, TRIBES}
    assert check(load(dump(session.record))) == []
    again = new(mode, names, 8, programs=dict.fromkeys(range(len(names)), word))
    assert again.record.moves == session.record.moves


@pytest.mark.parametrize("seat", [0, 1])
def test_a_person_plays_against_a_program(tmp_path, seat):
    """The person is asked for the own seat only, and takes nothing of the program's back."""
    archive, _ = open_archive(tmp_path)
    game = NewGame(TWO_PLAYER, ("Ada", "Bob"), 14, seed=3, programs={1 - seat: "greedy"})
    session = Session.new(game, archive)
    rng = random.Random(3)
    asked = 0
    while not session.over:
        assert session.actor == seat
        asked += 1
        before = len(session.steps)
        session.play(rng.choice(session.choices))
        theirs = [i for i, step in enumerate(session.steps) if step.actor == 1 - seat]
        if session.can_undo and asked % 3 == 0:
            assert not theirs or theirs[-1] < session.floor
            assert session.undo() and session.actor == seat
            assert len(session.steps) == before
            session.redo()
        if asked % 10 == 0 and not session.over:
            assert session.game is not None
            taken_up = Session.resume(archive, session.game)
            assert taken_up.record.moves == session.record.moves
            session = taken_up
    assert asked > 20 and check(load(dump(session.record))) == []


def test_a_program_goes_on_after_the_game_was_taken_up_as_it_would_have(tmp_path):
    """Left in the middle of the program's turn, as after a crash of the machine."""
    whole = new(SOLO, ("Ada",), 6, programs={0: "uniform"})
    archive, _ = open_archive(tmp_path)
    part = dataclasses.replace(whole.record, moves=whole.record.moves[:25], result=None)
    game = archive.keep(None, part, new().standing())
    session = Session.resume(archive, game)
    assert session.over and session.record.moves == whole.record.moves


def test_a_program_sees_only_what_lies_open(monkeypatch):
    seen = []

    def spy(s, rng):
        seen.append((s.seat, tuple(s.coins[:2])))
        return players.POLICIES["greedy"](s, rng)

    monkeypatch.setitem(players.POLICIES, "spy", spy)
    hidden = new(TWO_PLAYER, ("Ada", "Bob"), 4, programs={0: "spy", 1: "greedy"})
    assert hidden.over
    assert seen and all(coins[1] == HIDDEN for seat, coins in seen if seat == 0)
    seen.clear()
    options = {"open_coins": True}
    new(TWO_PLAYER, ("Ada", "Bob"), 4, programs={0: "spy", 1: "greedy"}, options=options)
    assert seen and all(HIDDEN not in coins for _, coins in seen)


def test_a_program_that_is_not_known_is_refused_or_leaves_the_seat_to_a_person(tmp_path):
    with pytest.raises(ValueError, match="no player clever"):
        new(programs={0: "clever"})
    with pytest.raises(ValueError, match="no player greedy"):
        new(programs={1: "greedy"})
    archive, _ = open_archive(tmp_path)
    made = new(TWO_PLAYER, ("Ada", "Bob"))
    foreign = dataclasses.replace(made.record, options={"program_2": "clever"})
    session = Session.resume(archive, archive.keep(None, foreign, made.standing()))
    assert session.remark.startswith('The player of the program "clever" is not known here')
    rng = random.Random(1)
    play_on(session, rng)
    assert session.over and {0, 1} <= {step.actor for step in session.steps}
