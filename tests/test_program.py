"""The whole program by real mouse events: set-up, table, result, Hall of Fame, settings, files."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest
from program_driver import Driver

from crusade.archive import open_archive
from crusade.desktop import theme
from crusade.desktop.kit import text
from crusade.desktop.scenes.fame import FameScene
from crusade.desktop.scenes.replay import ReplayScene
from crusade.desktop.scenes.result import ResultScene
from crusade.desktop.scenes.table import TableScene
from crusade.desktop.scenes.take_in import ImportScene
from crusade.desktop.scenes.title import TitleScene, _standing
from crusade.desktop.table.offers import tied
from crusade.desktop.words import end_question
from crusade.record import dump, load, load_file
from crusade.replay import check
from crusade.rules.board import bits
from crusade.rules.ids import CONQUER, NONE, PICK, TRIBES
from crusade.rules.moves import CHOICES, END_MOVE
from crusade.session import NewGame, Session
from crusade.settings import load_settings

pytestmark = pytest.mark.screen


@pytest.fixture
def driver(tmp_path: Path) -> Iterator[Driver]:
    made = Driver(tmp_path)
    yield made
    made.close()


def a_game(mode="solo", names=("Ada",), seed=3, moves=10, **options) -> Session:
    """A game in memory that has gone on for a while."""
    session = Session.new(NewGame(mode, names, 14, seed, options))
    for _ in range(moves):
        session.play(session.choices[0])
    return session


# -- a game of two from the title to the Hall of Fame ---------------------------------------------


def test_two_people_play_a_whole_game_and_look_at_it_afterwards(driver: Driver) -> None:
    driver.begin(("Ada", "Bob"), colour_0=3, begins=1)
    session = driver.session
    assert session.record.names == ("Bob", "Ada")  # Bob begins
    assert session.record.options["colours"] == "1,3"
    assert driver.scene.ui.busy  # the card that asks for Bob
    driver.play_out()
    result = driver.scene
    assert isinstance(result, ResultScene)
    line = result.line
    assert session.over and line.coins == session.record.result.coins
    assert [side.colour for side in result.sides[:2]] == [theme.SEATS[n][1] for n in (1, 3)]
    # The story comes first; each moment of it is looked at on the board, and so is the end.
    told = result.tale.told
    assert result.tale.visible and "round" in told.lead and len(told.lines) >= 5
    for name, place in (("tale-0", told.lines[0].place), ("final-board", told.last)):
        driver.press(name)
        assert isinstance(driver.scene, ReplayScene) and driver.scene.at == place
        driver.key(pygame.K_ESCAPE)
        assert driver.scene is result
    driver.press("show-story")
    assert result.chart.visible and not result.tale.visible
    driver.press("show-log")
    assert len(result.log_rows) >= len(result.log_lines) > 100
    headings = [words for words, heading in result.log_rows if heading]
    # As they are drawn: with the apostrophe of the printer.
    assert headings[:3] == ["Round 1:", "Bob\u2019s turn:", "Ada\u2019s turn:"]
    driver.press("replay")
    assert isinstance(driver.scene, ReplayScene)
    driver.key(pygame.K_END)
    assert driver.scene.at == driver.scene.course.last
    driver.key(pygame.K_HOME)
    assert driver.scene.at == 0
    driver.key(pygame.K_ESCAPE)
    driver.press("fame")
    fame = driver.scene
    assert isinstance(fame, FameScene)
    driver.choose("sheet", 1)
    assert fame.table.rows == [line]
    driver.click(fame.table.list.row_rect(0).center)
    assert isinstance(driver.scene, ResultScene) and driver.scene.line == line
    assert driver.program.round_coins(line.game) == session.finish().rounds
    driver.key(pygame.K_ESCAPE)
    assert driver.scene is fame


def test_the_same_deal_is_played_again_and_the_results_stand_side_by_side(driver: Driver) -> None:
    driver.begin(seed=None)
    first = driver.session.record.moves
    driver.play_out()
    line = driver.scene.line
    assert not driver.scene.others.content
    driver.press("same-deal")
    record = driver.session.record
    assert record.options["deal"] == line.started and record.moves == first  # the same column
    driver.play_out()
    again = driver.scene
    assert again.line.deal == line.started and again.line.game != line.game
    for scene in (again, None):
        if scene is None:  # the page of the first game, in the Hall of Fame
            driver.press("fame")
            driver.click(driver.scene.table.list.row_rect(1).center)
            scene = driver.scene
            assert scene.line == line
        words = text.plain(scene.others.content)
        assert f"Ada {line.coins[0]}" in words and f"Ada {again.line.coins[0]}" in words
    # The deal of the day is a button of the set-up.
    driver.app.home()
    driver.press("new")
    driver.write("name-0", "Ada")
    driver.press("deal-of-day")
    driver.press("begin")
    assert driver.session.record.options["deal"] == driver.program.today()
    driver.play_out()
    driver.press("fame")
    fame = driver.scene
    driver.press("filter-day")
    driver.key(pygame.K_DOWN)
    driver.key(pygame.K_RETURN)
    assert [row.deal for row in fame.table.rows] == [driver.program.today()]


def test_the_same_two_go_on_with_the_tokens_they_earned(driver: Driver) -> None:
    driver.begin(("Ada", "Bob"))
    driver.play_out()
    earned = driver.scene.line.next_tokens
    driver.press("again")
    assert isinstance(driver.scene, TableScene)
    assert driver.session.record.names == ("Bob", "Ada")  # the other one begins now
    assert driver.session.record.tokens == earned
    driver.app.home()
    # The pair is known whatever the spelling and the order; others begin with 14.
    assert driver.program.tokens_for("two-player", ("BOB", "ada"))[0] == earned
    assert driver.program.tokens_for("two-player", ("Bob", "Eve")) == (
        14,
        "A first game is played with 14 tokens.",
    )


# -- hidden coins ---------------------------------------------------------------------------------


def _words_on(scene) -> str:
    """Everything that stands on the table's panels and in its log."""
    side = scene.side
    shown = [panel._shown.coins for panel in (*side.players, *side.others)]
    lines = [line.plain for line in side.log.game_log.lines]
    lines = [line for line in lines if not line.startswith("The Lost Tribes")]  # theirs lie open
    return " ".join([*shown, *lines])


def test_nobody_sees_anothers_coins_before_the_end(driver: Driver) -> None:
    """At every click of a game: own coins on the own turn, all others hidden, no total in words."""
    driver.begin(("Ada", "Bob"))
    seen: set[tuple[int, bool]] = set()

    def looked_at(scene) -> bool:
        if not isinstance(scene, TableScene):
            return True
        control, side = scene.control, scene.side
        if scene.session.over or control.stage.busy:
            return False
        s = control.shown
        for seat in (0, 1):
            own = control.viewer == seat == s.seat
            for panel in (side.players[seat], side.others[seat]):
                assert panel._shown.coins == (str(s.coins[seat]) if own else "?")
            seen.add((seat, own))
        assert " now)" not in _words_on(scene)
        return False

    driver.play_until(looked_at)
    assert seen == {(0, True), (0, False), (1, True), (1, False)}


def test_the_list_of_running_games_keeps_the_secret(driver: Driver) -> None:
    driver.begin(("Ada", "Bob"))
    driver.play_until(lambda scene: scene.session.state.round == 2)
    coins = driver.session.state.coins
    driver.app.home()
    driver.app.pump(0.0)
    game = driver.scene.games[0]
    words = _standing(game, True)
    assert f"round 2 of 8 · Lost Tribes {coins[5]}, yours hidden" in words
    opened = _standing(game._replace(open_coins=True), True)
    assert f"{coins[0]} and {coins[1]} to {coins[5]} coins" in opened


def test_hidden_coins_are_agreed_at_set_up_and_nobody_opens_them_later(driver: Driver) -> None:
    driver.begin(("Ada", "Bob"))
    driver.answer()
    driver.key(pygame.K_ESCAPE)
    rows = driver.scene.ui.find("menu-rows")
    words = [item.label for item in rows.items]
    driver.click(rows.row_rect(words.index("Settings")).center)
    with pytest.raises(KeyError):
        driver.scene.ui.find("open_coins")  # no switch of the settings opens them
    driver.program.change(open_coins=True)  # whatever the habit is for new games
    driver.key(pygame.K_ESCAPE)
    table = driver.scene
    assert isinstance(table, TableScene) and not table.cast.open_coins
    assert driver.session.record.options["open_coins"] is False
    driver.app.home()
    assert not driver.scene.games[0].open_coins
    driver.program.resume(driver.program.running_games()[0].game)
    assert not driver.scene.cast.open_coins
    driver.app.home()
    driver.begin(("Ada", "Eve"))  # the habit is offered at the set-up
    assert driver.session.record.options["open_coins"] is True
    driver.app.home()
    assert driver.program.settings().open_coins


# -- the Control Marker ---------------------------------------------------------------------------


def test_the_marker_is_seen_explained_and_makes_regions_safe(driver: Driver) -> None:
    """It starts with the second person; whose Regions are locked while the Lost Tribes play."""
    driver.program.change(tribes_pace="normal")
    driver.begin(("Ada", "Bob"))
    watched: dict[int, int] = {}

    def looked_at(scene) -> bool:
        control = scene.control
        s = control.shown
        holder = 1 if s.round % 2 else 0
        assert s.control == holder
        if control.stage.watching and s.seat == TRIBES and control.stage.beat.plan is not None:
            mine = s.held[holder * 3] | s.held[holder * 3 + 1] | s.held[holder * 3 + 2]
            lit = control.marks(None).lit
            safe = {r for r, light in lit.items() if light.kind == "safe"}
            assert safe == set(bits(mine)) and not mine & control.stage.beat.plan.best
            watched[holder] = len(safe)
        if control.stage.busy and not scene.ui.busy:
            driver.app.pump(0.3)
        return len(watched) == 2 and s.round >= 3 and control.deciding

    driver.play_until(looked_at)
    assert all(watched.values())
    scene = driver.scene
    panel = next(w for w in (*scene.side.players, *scene.side.others) if w.visible and w.seat == 1)
    tip, _ = panel.tip_at(panel._marker.center)
    held = scene.control.shown.held
    assert tip.title == "Control Marker" and "Bob plays the Lost Tribes" in tip.text
    for r in bits(held[3] | held[4]):
        assert scene.cast.region(r) in tip.note


# -- undo past chance -----------------------------------------------------------------------------


def test_going_back_past_chance_is_allowed_at_once_and_marked(driver: Driver) -> None:
    driver.begin(("Ada",))
    driver.play_until(lambda scene: scene.control.state.phase == CONQUER)
    session = driver.session
    assert not session.can_undo  # the pick has revealed a combo
    driver.program.change(undo_past_chance=True)
    driver.scene.refresh()
    driver.press("undo")
    assert session.state.phase == PICK and session.record.rewound
    driver.play_out()
    assert driver.scene.line.rewound
    assert "went back past chance" in driver.scene.marks.content
    driver.press("fame")
    assert driver.scene.table.columns[0].words(driver.scene.table.rows[0]).endswith("*")


def test_two_people_never_go_back_past_chance(driver: Driver) -> None:
    driver.program.change(undo_past_chance=True)
    driver.begin(("Ada", "Bob"))
    driver.play_until(lambda scene: scene.control.state.phase == CONQUER)
    assert not driver.session.may_rewind and not driver.session.can_undo


def test_what_cannot_be_taken_back_says_so_before(driver: Driver) -> None:
    """At every decision of a game: the Region that would be clicked, and the main button."""
    driver.begin(("Ada", "Bob"), seed=8)
    checked: set[str] = set()

    def told(scene) -> bool:
        if not isinstance(scene, TableScene):
            return True
        control = scene.control
        if not control.deciding or scene.ui.busy or control.stage.busy:
            return False
        s, final = control.state, scene.session.final
        moves = [(o.region, o.ways[0]) for o in control.offers.values() if len(o.ways) == 1]
        moves += [(r, CHOICES[r]) for r in bits(tied(s))]
        for region, move in moves:
            if final(move):
                checked.add(final(move))
                assert "Cannot be taken back" in _words_of(control.tip(region)), move
        main = scene.side.actions.buttons.get("main")
        if s.phase == PICK:
            assert "cannot be taken back" in str(control.hint())
        elif control.draft is not None and main.enabled and final(control.draft.move()):
            checked.add("draft")
            said = "Cannot be taken back" in f"{main.tip} {control.hint()}"
            assert said == bool(control.final(control.draft.move()))
        elif s.phase == CONQUER and main.enabled and final(END_MOVE):
            checked.add("end")
            question = end_question(control.cast, s)
            assert "Cannot be taken back" in f"{main.tip} {control.hint()}" or question
        return False

    driver.play_until(told)
    assert {"rolls", "draft", "passes"} <= checked


def _words_of(tip) -> str:
    if tip is None or isinstance(tip, str):
        return str(tip)
    return f"{tip.text} {tip.note}"


# -- settings -------------------------------------------------------------------------------------


def test_every_setting_is_applied_at_once_and_kept(driver: Driver, tmp_path: Path) -> None:
    driver.begin(("Ada",))
    session = driver.session
    driver.program.show_settings()
    driver.app.pump(0.0)
    driver.choose("tribes_pace", 1)
    driver.choose("animation_pace", 3)
    for name in ("confirmations", "settle_ties", "undo_past_chance", "high_contrast",
                 "reduced_motion", "hints", "sound", "remember_names", "full_screen"):  # fmt: skip
        driver.press(name)
    slider = driver.scene.ui.find("interface_size")
    slider.reveal(slider.rect)
    driver.click((slider.track().right, slider.track().centery))
    kept, notices = load_settings(tmp_path)
    assert notices == [] and kept == driver.program.settings()
    assert (kept.tribes_pace, kept.animation_pace) == ("slow", "fast")
    assert not (kept.confirmations or kept.hints or kept.sound or kept.remember_names)
    assert kept.settle_ties and kept.undo_past_chance and kept.full_screen
    assert kept.high_contrast and kept.reduced_motion and theme.high_contrast
    driver.program.change(high_contrast=False)
    assert not theme.high_contrast
    kept = driver.program.settings()
    assert kept.interface_size == driver.app.metrics.percent == 200
    assert session.settle_ties and session.may_rewind  # also in the game at the table
    assert driver.app.window.fullscreen and not driver.program.sounds.on
    assert kept.remembered_names == () == tuple(driver.program.names())
    driver.key(pygame.K_ESCAPE)
    assert driver.scene.control._pace(True) == "slow"
    driver.key(pygame.K_F11)
    assert not load_settings(tmp_path)[0].full_screen


def test_the_volume_is_heard_while_it_is_changed(tmp_path: Path) -> None:
    driver = Driver(tmp_path)
    heard: list[tuple[str, int]] = []
    sounds = driver.program.sounds
    sounds.play = lambda name: heard.append((name, sounds.volume))  # type: ignore[method-assign]
    driver.press("settings")
    slider = driver.scene.ui.find("volume")
    slider.reveal(slider.rect)
    driver.click((slider.track().left, slider.track().centery))
    assert heard == [("coins", 0)] and load_settings(tmp_path)[0].volume == 0
    driver.close()


def test_hints_can_be_turned_off(driver: Driver) -> None:
    driver.begin(("Ada",))
    driver.play_until(lambda scene: scene.control.state.phase == CONQUER)
    assert driver.scene.hint_line.words
    driver.program.change(hints=False)
    driver.scene.enter()
    assert driver.scene.hint_line.words == ""


def test_names_are_offered_and_can_be_forgotten(driver: Driver) -> None:
    driver.begin(("Ada", "Bob"))
    driver.app.home()
    driver.press("new")
    assert [field.value for field in driver.scene.names] == ["Ada", "Bob"]
    driver.key(pygame.K_ESCAPE)
    driver.press("settings")
    driver.press("remember_names")
    driver.key(pygame.K_ESCAPE)
    driver.press("new")
    assert [field.value for field in driver.scene.names] == ["", ""]
    assert not driver.scene.start.enabled


def test_a_damaged_settings_file_is_told_on_the_title(tmp_path: Path) -> None:
    (tmp_path / "settings.json").write_text("{broken")
    driver = Driver.__new__(Driver)
    driver.open(tmp_path)
    assert "defaults are used" in driver.said()
    assert not driver.scene.ui.busy
    driver.close()


# -- files ----------------------------------------------------------------------------------------


def test_several_games_run_and_each_can_be_left_and_taken_up(driver: Driver) -> None:
    driver.begin(("Ada",))
    driver.play_until(lambda scene: scene.session.state.round == 2)
    first = driver.session.record.moves
    driver.app.home()
    driver.begin(("Ada", "Bob"))
    driver.app.home()
    title = driver.scene
    assert [game.names for game in title.games] == [("Ada", "Bob"), ("Ada",)]
    driver.click(title.list.row_rect(1).center)
    assert driver.session.record.moves == first


def test_a_game_is_exported_and_imported_from_the_screen(driver: Driver, tmp_path: Path) -> None:
    driver.begin(("Ada",))
    driver.play_until(lambda scene: scene.session.state.round == 2)
    moves = driver.session.record.moves
    driver.app.home()
    row = driver.scene.list.row_rect(0)
    driver.click((row.right - 12, row.centery))
    driver.click(driver.scene.ui.find("menu-rows").row_rect(1).center)
    told = driver.said()
    record = next(tmp_path.glob("game-*.txt"))
    assert str(record) in told and load_file(record).moves == moves

    other = Driver(tmp_path / "another machine")
    other.press("import")
    assert isinstance(other.scene, ImportScene)
    other.write("path", f'"{record}"')
    other.press("take")
    assert "can be continued" in other.said()
    other.key(pygame.K_ESCAPE)
    assert isinstance(other.scene, TitleScene)
    other.press("continue")
    assert other.session.record.moves == moves
    other.close()


def test_a_record_from_a_bug_report_is_pasted(driver: Driver, monkeypatch) -> None:
    """Also one of a game without colours and other habits of this program."""
    words = dump(a_game("two-player", ("Ada", "Bob")).record)
    monkeypatch.setattr("crusade.desktop.scenes.take_in.clipboard", lambda: words)
    driver.press("import")
    driver.press("paste")
    assert "can be continued" in driver.said()
    monkeypatch.setattr("crusade.desktop.scenes.take_in.clipboard", lambda: "a b\nc")
    driver.press("paste")
    assert "neither a record nor the place of a file" in driver.said()
    driver.key(pygame.K_ESCAPE)
    driver.press("continue")
    driver.play_out()
    assert driver.scene.line.names == ("Ada", "Bob")


def test_records_beside_the_games_are_offered(driver: Driver, tmp_path: Path) -> None:
    (tmp_path / "from-eve.txt").write_text(dump(a_game(names=("Eve",)).record), encoding="utf-8")
    (tmp_path / "notes.txt").write_text("no record", encoding="utf-8")
    driver.press("import")
    assert [file.path.name for file in driver.scene.files] == ["from-eve.txt"]
    driver.click(driver.scene.list.row_rect(0).center)
    assert "from-eve.txt was imported" in driver.said()
    assert [game.names for game in driver.program.running_games()] == [("Eve",)]


@pytest.mark.parametrize(
    ("name", "content", "sentence"),
    [
        ("picture.txt", b"\x89PNG\xff", "not a text"),
        ("letter.txt", b"Dear Ada", "letter.txt, line 1"),
        ("missing.txt", None, "cannot be read"),
    ],
)
def test_what_is_no_record_is_refused(driver: Driver, tmp_path, name, content, sentence) -> None:
    path = tmp_path / name
    if content is not None:
        path.write_bytes(content)
    pygame.event.post(pygame.event.Event(pygame.DROPFILE, file=str(path)))
    driver.app.pump(0.0)
    assert sentence in driver.said()
    assert driver.program.running_games() == []


def test_a_file_of_one_endless_line_is_refused_in_a_short_sentence(
    driver: Driver, tmp_path: Path
) -> None:
    (tmp_path / "long.txt").write_text("W" * 200_000 + "\n", encoding="utf-8")
    for how in ("drop", "read"):
        if how == "drop":
            dropped = pygame.event.Event(pygame.DROPFILE, file=str(tmp_path / "long.txt"))
            pygame.event.post(dropped)
            driver.app.pump(0.01)
            told = driver.said()
        else:
            told = driver.program.import_file(str(tmp_path / "long.txt"))
        assert "long.txt" in told and len(told) < 700


def test_the_hall_of_fame_is_exported_from_the_screen(driver: Driver, tmp_path: Path) -> None:
    session = a_game(moves=0)
    session.resign()
    driver.program.import_text(dump(session.record))
    driver.press("fame")
    for row, form in enumerate(("csv", "json")):
        driver.press("export")
        driver.click(driver.scene.ui.find("menu-rows").row_rect(row).center)
        assert "1 game was written to" in driver.said()
        assert "Ada" in next(tmp_path.glob(f"hall-of-fame-*.{form}")).read_text(encoding="utf-8")


def test_the_folder_is_shown_and_opened(driver: Driver, tmp_path: Path, monkeypatch) -> None:
    opened: list[list[str]] = []
    monkeypatch.setattr("crusade.desktop.file_doors.sys.platform", "linux")
    monkeypatch.setattr(
        "crusade.desktop.file_doors.subprocess.Popen", lambda words, **_: opened.append(words)
    )
    driver.press("settings")
    assert driver.scene.folder.content == str(tmp_path)
    driver.press("open-folder")
    assert opened == [["xdg-open", str(tmp_path)]]


# -- trouble --------------------------------------------------------------------------------------


def test_a_game_that_cannot_be_read_says_so(driver: Driver) -> None:
    driver.begin(("Ada",))
    game = driver.session.game
    driver.app.home()
    driver.program.archive.delete(game)
    driver.press("continue")
    assert "cannot be continued" in driver.said()
    assert isinstance(driver.scene, TitleScene)


def test_without_an_archive_a_game_can_be_played_and_looked_at(tmp_path: Path) -> None:
    """The folder is a file: nothing can be kept, and that is said; the game works."""
    folder = tmp_path / "taken"
    folder.write_text("")
    driver = Driver.__new__(Driver)
    driver.open(folder)
    assert "cannot be kept" in driver.said()
    session = a_game(moves=0)
    session.resign()
    driver.program.finished(session)
    driver.app.pump(0.0)
    driver.press("show-log")
    assert driver.scene.log_rows
    driver.press("replay")
    assert isinstance(driver.scene, ReplayScene)
    driver.app.window.close()


def test_the_end_of_a_game_that_could_not_be_stored_is_stored_after_all(driver: Driver) -> None:
    driver.begin(("Ada",))
    session = driver.session
    session.notice = "The disk is full."
    session._stored = False
    session.resigned = True
    driver.app.pump(0.0)
    assert isinstance(driver.scene, ResultScene) and not driver.scene.ui.busy
    assert [line.resigned for line in driver.program.fame_lines()] == [True]


def test_everything_is_there_after_the_program_was_opened_again(tmp_path: Path) -> None:
    driver = Driver(tmp_path)
    driver.begin(("Ada",))
    driver.play_until(lambda scene: scene.session.state.round == 3)
    session = driver.session
    moves = session.record.moves
    assert session.state.seat != NONE
    driver.close()  # nothing was saved by hand
    driver.open(tmp_path)
    assert driver.scene.games[0].round == 3
    driver.key(pygame.K_RETURN)
    assert driver.session.record.moves == moves
    assert check(load(dump(driver.session.record))) == []
    driver.close()
    archive, notices = open_archive(tmp_path)
    with archive:
        assert notices == []
