"""River World at the table: rivers and ice, the row of event markers, what only one person sees."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from program_driver import Driver
from table_player import KeyPlayer, Player

from crusade import atlas
from crusade.boxes import library
from crusade.desktop import rivers
from crusade.desktop.board_view import pieces_of
from crusade.desktop.geometry import Geometry
from crusade.desktop.kit.text import plain
from crusade.desktop.panels.legend import legend
from crusade.desktop.scenes.replay import ReplayScene
from crusade.desktop.scenes.result import ResultScene
from crusade.desktop.scenes.sample_tables import simple_move
from crusade.desktop.scenes.samples import SampleHost
from crusade.desktop.table import asking
from crusade.desktop.words.cards import card_words
from crusade.desktop.words.log import log_lines
from crusade.desktop.words.phases import news
from crusade.games import with_cards
from crusade.record import dump, load
from crusade.replay import check
from crusade.rules.events import MarkRemoved, Told
from crusade.rules.ids import CONQUER
from crusade.rules.queries import current_marker
from crusade.session import NewGame, Session

BOX = ("riverworld",)


def at(wanted, mode: str = "solo", seed: int = 1) -> Session:
    """The first position like that in a game of the simple player."""
    names = ("Ada", "Bob") if mode == "two-player" else ("Ada",)
    for number in range(seed, seed + 40):
        session = Session.new(NewGame(mode, names, 14, number, {}, BOX), None)
        session.settle_ties = True
        while not session.over:
            if session.state.phase == CONQUER and wanted(session):
                return session
            session.play(simple_move(session))
    raise LookupError("no such position")


def offering(word: str):
    return lambda session: any(o.word == word for o in asking.offers(session.state))


def in_force(name: str):
    def wanted(session: Session) -> bool:
        marker = current_marker(session.state)
        return session.state.round > 1 and marker is not None and marker.name == name

    return wanted


# ---------------------------------------------------------------- the land
@pytest.mark.parametrize(("board", "runs"), [("riverworld-2p", 2), ("riverworld-3p", 3)])
def test_every_arm_of_the_rivers_runs_between_two_banks(board: str, runs: int) -> None:
    file = atlas.load(board)
    geometry = Geometry.make(file.chart, file.id)
    wet = frozenset(r for r, facts in enumerate(file.regions) if facts.terrain == "river")
    found = rivers.courses(geometry, wet)
    assert len(found) == runs
    banks = {point for course in found for bank in course for point in bank}
    for r in wet:  # no Region of a river is left without a current
        assert banks & {*geometry.outlines[r]}
    middles: list = []
    for left, right in found:
        (middle,) = rivers.currents(left, right, (0.5,))
        middles.append(rivers.joined(middle, middles, geometry.size))
    for arm in middles[1:]:  # an arm flows out of the run it leaves
        assert {arm[0], arm[-1]} & {point for middle in middles for point in middle[1:-1]}


def test_in_frost_the_rivers_are_ice_and_say_so() -> None:
    player = Player(session=at(in_force("Freezing")))
    scene, s = player.scene, player.session.state
    pieces = pieces_of(s)
    assert {r for r, here in enumerate(pieces) if here.frozen} == {
        r for r in range(len(pieces)) if s.board.rivers >> r & 1
    }
    view, board = scene.board.view, player.app.window.surface
    r = next(r for r, here in enumerate(pieces) if here.frozen and not here.markers)
    x, y = view.region_rect(r).center
    view.draw(board, pieces)
    frozen = board.get_at((x, y))
    view.draw(board, [replace(here, frozen=False) for here in pieces])
    assert sum(frozen[:3]) > sum(board.get_at((x, y))[:3])
    assert "Freezing" in scene.control.tip(r).text


# ---------------------------------------------------------------- event markers
def test_the_round_track_is_the_row_of_event_markers() -> None:
    player = Player(session=at(in_force("Storm")))
    scene, s = player.scene, player.session.state
    track = scene.header.track
    scene.refresh()
    assert len(track._row) == s.round and track._row[-1].name == "Storm"
    discs = dict(track._discs)
    assert len(discs) == s.setup.rounds == 9
    said, _rect = track.tip_at(discs[s.round].center)
    assert said.title == f"Round {s.round}: Storm" and "3 tokens" in said.text
    said, _rect = track.tip_at(discs[9].center)
    assert said.title == "Round 9: face down" and "face down in the row" in said.text
    assert track.focus_tip()[0].title == f"Round {s.round}: Storm"
    before = s.copy()
    before.begun = False
    assert news(before) == "Storm: This round a River costs 3 tokens."
    river = next(r for r in scene.control.offers if s.board.rivers >> r & 1)
    assert any(row.left == "Storm" for row in scene.control.tip(river).rows)
    entries = [plain(entry.words) for entry in legend(scene.cast, s, 1)]
    for name in ("Harbor", "Shipyard", "Temple", "Pirate ship", "Caravel", "Calm", "Pirates"):
        assert any(entry.startswith(f"{name}:") for entry in entries), name


def test_a_new_event_marker_is_shown_in_full() -> None:
    player = Player(seed=5, boxes=BOX, tribes_pace="normal", animation_pace="normal")
    for _ in range(80):
        if player.scene.turned.visible:
            break
        if player.session.held:  # the end of the turn waits until somebody presses
            player.scene.control.hurry_end()
        player.step() if not player.scene.control.stage.busy else player.app.pump(0.4)
    marker = current_marker(player.scene.control.stage.beat.after)
    assert player.scene.turned.marker and player.scene.turned.words.name == marker.name
    lines = [line.plain for line in log_lines(player.session)]
    assert any(line.startswith("The event marker of this round: ") for line in lines)


def test_beside_a_pirate_ship_a_region_says_what_it_loses() -> None:
    player = Player(session=at(lambda session: True))
    s = player.session.state
    piece = s.setup.library.pieces[
        next(i for i, piece in enumerate(s.setup.library.pieces) if piece.word == "ship")
    ]
    robbed = s.board.around(s.where(piece)) & s.board.land & ~s.board.rivers
    tip = player.scene.control.tip
    for r in range(len(s.board.ids)):
        assert ("Pirate ships: 1 coin less" in tip(r).text) == bool(robbed >> r & 1)


# ---------------------------------------------------------------- the Temple
def test_only_who_has_looked_knows_what_comes() -> None:
    """Behind the hand-over card, in the log, in the track and after undo nothing tells it."""
    player = Player("two-player", session=at(offering("look"), "two-player"))
    player.answer()
    control, track = player.scene.control, player.scene.header.track
    looker = control.viewer
    assert track._known is None
    player.press("look")
    known = track._known
    assert known is not None
    said, _rect = track.tip_at(dict(track._discs)[player.session.state.round + 1].center)
    assert known.name in said.title and said.note == "You alone have looked at it."
    said, _rect = track.tip_at((track.rect.right - 1, track.rect.y))  # as where it has a short form
    assert f"Next round: {known.name}." in said.text
    lines = [line.plain for line in log_lines(player.session)]
    assert lines[-1].endswith("looked at the event marker of the next round.")
    turn = player.session.state.round
    for _ in range(60):
        player.step()
        if control.viewer != looker:
            assert track._known is None
        if control.viewer not in (looker, -1) and control.deciding:
            break
    if player.on("undo"):
        player.press("undo")
    assert track._known is None
    if player.session.state.round == turn:
        assert track._marker(turn + 1) is None


@pytest.mark.parametrize("kind", [Player, KeyPlayer])
def test_the_caravel_sails_to_a_lit_river(kind) -> None:
    ready = offering("sail")
    player = kind(session=at(lambda session: ready(session) and session.state.hand[0] > 3))
    control, s = player.scene.control, player.session.state
    player.press("sail")
    among = asking.may_choose(s, control.offering, control.chosen)
    assert among and not among & ~s.board.rivers
    lit = {r for r in range(len(s.board.ids)) if among >> r & 1}
    assert lit == set(player.scene.board.lit())
    target = min(lit)
    player.at(target)
    if control.offering is not None:
        player.press("done")
    state = player.session.state
    caravel = next(p for p in s.setup.library.pieces if p.word == "caravel")
    assert state.where(caravel) == 1 << target
    line = log_lines(player.session)[-1]
    assert line.plain.startswith("You sailed the Caravel to") and line.regions == (target,)
    assert not any(offer.word == "sail" for offer in asking.offers(state))
    assert state.board.near[1 << target] & sum(1 << r for r in control.offers)


# ---------------------------------------------------------------- around the table
def test_a_card_of_the_sea_means_rivers_as_well() -> None:
    mixed = library(with_cards(BOX))
    words = card_words(mixed, mixed.card_index["Flooded"])
    assert words.detail == "On this land that means River as well."


@pytest.mark.parametrize(
    ("kind", "mode", "seed", "size", "percent"),
    [
        (Player, "solo", 1, (1280, 720), 100),
        (KeyPlayer, "two-player", 3, (1920, 1080), 100),
    ],
)
def test_a_whole_game_in_river_world(kind, mode, seed, size, percent) -> None:
    names = ("Ada", "Bob") if mode == "two-player" else ("Ada",)
    session = kind(mode, names, seed, size, percent=percent, boxes=BOX).play()
    assert session.over and check(load(dump(session.record))) == []
    assert session.state.round == (9 if mode == "solo" else 8)
    # It has met frost and its end, storm, and ships that came and were driven off.
    met = set(session.record.moves)
    assert {"turn up Freezing", "turn up Storm", "turn up Pirates"} <= met
    told = [event for step in session.steps for event in step.events]
    assert any(isinstance(event, Told) and event.source == "Freezing" for event in told)
    assert any(isinstance(event, MarkRemoved) for event in told)


def test_from_the_title_to_the_hall_of_fame(tmp_path: Path) -> None:
    """It is chosen in the form, remembered, and counted apart from the other boxes."""
    driver = Driver(tmp_path)
    try:
        driver.press("new")
        form = driver.scene
        driver.choose("boxes", 2)
        assert "Harbors" in plain(form.words.content)
        driver.write("name-0", "Ada")
        driver.write("seed", "5")
        driver.press("begin")
        assert driver.session.record.board == "riverworld-2p"
        driver.play_out()
        assert isinstance(driver.scene, ResultScene)
        line = driver.scene.line
        assert line.box == "riverworld"
        assert driver.program.tokens_for("solo", ("Ada",), "riverworld")[0] == line.next_tokens
        assert driver.program.tokens_for("solo", ("Ada",), "underground")[0] == 14
        base = replace(line, game=97, box="base")
        driver.program.fame_lines = lambda: [base, line]
        driver.press("fame")
        fame = driver.scene
        fame.boxes.take("riverworld")
        assert fame.table.rows == [line]
        fame.show_charts(True)
    finally:
        driver.close()


def test_a_replay_names_the_event_marker_of_the_round() -> None:
    session = at(in_force("Storm"))
    player = Player(session=session)
    player.app.push(ReplayScene(SampleHost(), session, player.host.sounds))
    player.app.pump(0.0)
    card = player.app.scene.card
    card.show(len(session.steps))
    assert card.heading().endswith(" · Storm")
    said = card.tip_at((card.rect.centerx, card.rect.y + 12))
    assert said is not None and said[0].title == "Storm" and "3 tokens" in said[0].text
