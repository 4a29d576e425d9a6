"""The land underground at the table: what is drawn, what is said, what is offered."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pygame
import pytest
from table_player import Player

from crusade.__main__ import main
from crusade.atlas import load
from crusade.automaton.lost_tribes import LostTribes
from crusade.boxes import library
from crusade.desktop import rivers
from crusade.desktop.board_view import BoardView, Lit, Marks, pieces_of
from crusade.desktop.panels.player import PlayerPanel
from crusade.desktop.scenes.sample_tables import session_at
from crusade.desktop.table.advice import _tribes_rows, holder, land_words, lying_words
from crusade.desktop.table.cues import cues
from crusade.desktop.table.marking import beat_marks, crossing_to
from crusade.desktop.terrain import look_of, mood_of
from crusade.desktop.words import Cast, headline, hint, lost_on_the_way, sentence
from crusade.lab.position import build
from crusade.lab.scenario_file import read
from crusade.replay import step
from crusade.rules import State, legal_moves, moves, queries
from crusade.rules import events as ev
from crusade.rules.board import bits
from crusade.rules.ids import DEALER, PICK, ROLL_TRIBES, TRIBES, TRIBES_SLOT, TRIBES_TURN
from crusade.session import NewGame, Session

BOARDS = ("underground-2p", "underground-3p")
LIBRARY = library(("underground",))


def position(tmp_path: Path, lines: str) -> State:
    """A position on the board for two, written as in a case."""
    head = "title: x\nrule: crusade.md I2\nbox: underground\nmode: solo\nboard: underground-2p\n"
    path = tmp_path / "case.yaml"
    path.write_text(f"{head}{lines}\ndo: []\nthen: {{}}\n", encoding="utf-8")
    state = build(next(iter(read(path))))
    while state.actor == DEALER or legal_moves(state)[0][0] == moves.DEAL:
        state = step(state, legal_moves(state)[0]).after
    return state


def region(state: State, name: str) -> int:
    return state.board.names.index(name)


# -- the land --------------------------------------------------------------------------------------


@pytest.mark.parametrize("board", BOARDS)
def test_a_river_is_one_and_every_land_has_its_look(board: str) -> None:
    file = load(board)
    view = BoardView(file)
    looks = view.picture.looks
    wet = frozenset(r for r, look in enumerate(looks) if look.flows)
    assert wet == {r for r, facts in enumerate(file.regions) if facts.terrain == "river"}
    # One river from rim to rim, whose current keeps between its banks; its Regions part nothing.
    ((left, right),) = rivers.courses(view.geometry, wet)
    for line in rivers.currents(left, right):
        hits = [view.geometry.grounds[r] for r in wet]
        assert sum(any(_on(g, p) for g in hits) for p in line) > len(line) * 0.95
    assert len(rivers.parted(view.geometry, wet)) == len(wet) - 1
    # Nothing looks like another, nor like anything above the ground; a chasm with fire in it too.
    drawn = {(look.motifs, look.walls, look.flows) for look in looks}
    assert len(drawn) == 8
    assert not drawn & {(look_of(facts.terrain).motifs, (), False) for facts in file.regions}
    assert all(look.walls for r, look in enumerate(looks) if view.slots[r].bare)
    assert mood_of(file.box) != mood_of("base") == mood_of("riverworld")


def _on(ground, point) -> bool:
    column = int((point[0] - ground.x0) / ground.grid)
    row = int((point[1] - ground.y0) / ground.grid)
    if not (0 <= column < ground.columns and 0 <= row < ground.rows):
        return False
    above, below = ground.sums[row], ground.sums[row + 1]
    return below[column + 1] - below[column] - above[column + 1] + above[column] == 1


def test_a_shot_shows_an_underground_table(tmp_path: Path, capsys) -> None:
    out = tmp_path / "t.png"
    shot = ["shot", "--scene", "redeploy", "--out", str(out)]
    assert main([*shot, "--box", "underground"]) == 0
    dark = pygame.image.load(str(out))
    assert main(shot) == 0
    bright = pygame.image.load(str(out))
    spot = pygame.Rect(40, 80, 850, 560)
    assert sum(pygame.transform.average_color(dark, spot)[:3]) < 0.75 * sum(
        pygame.transform.average_color(bright, spot)[:3]
    )
    capsys.readouterr()
    assert main([*shot, "--box", "tales"]) == 2
    assert "underground" in capsys.readouterr().err


# -- the Monsters, and their way -------------------------------------------------------------------

STONES = "r10"
"""A land Region beside Ashpeak."""
ACROSS = """
turn: T
races: {P1: Mining Mudmen}
aside: 9
at:
  r02: monsters 1
  r22: P1 1
  r14: P1 2 keep orb
"""


def test_the_monsters_come_over_the_river(tmp_path: Path) -> None:
    """Candidates, the choice and every token that flies show the way; the sentences name them."""
    state = position(tmp_path, ACROSS)
    cast = Cast(("Ada",), "solo", state.board, library=LIBRARY)
    plan = LostTribes().plan(state)
    goal = region(state, "Gleamden")
    candidate = plan.candidate(goal)
    assert candidate is not None and len(candidate.way) == 2
    crossing = crossing_to(state, goal, candidate.way)
    assert crossing is not None
    assert crossing.sources == (region(state, "Slugwallow"),) and crossing.fares == (1, 1)
    made = cues(cast, state, [step(state, legal_moves(state)[0])], 0)
    assert made[0].plan == plan
    marks = beat_marks(made[0], goal)
    assert marks.crossing == crossing
    assert all(marks.lit[river] == Lit("", "way") for river in candidate.way)
    assert marks.lit[goal].text == str(candidate.cost)  # the way included
    # The arrow is on the board, and a fare on each river.
    view = BoardView(load("underground-2p"))
    view.layout(pygame.Rect(0, 0, 900, 640))
    plain, shown = pygame.Surface((900, 640)), pygame.Surface((900, 640))
    pieces = pieces_of(state)
    assert pieces[region(state, "Slugwallow")].race == "Monsters"
    view.draw(plain, pieces, Marks(marks.lit, goal))
    view.draw(shown, pieces, marks)
    changed = pygame.mask.from_threshold(plain, (0, 0, 0), (1, 1, 1, 255), shown)
    assert 1_000 < 900 * 640 - changed.count() < 60_000
    # What is said names the Monsters wherever it would name the Lost Tribes.
    assert cast.label(TRIBES) == "The Monsters"
    rolled = sentence(ev.DieRolled(TRIBES, 2, ROLL_TRIBES), cast, state, state)
    for words in (made[0].words, rolled, headline(cast, state)[0]):
        assert "The Monsters" in str(words) and "Tribes" not in str(words)


def test_what_a_way_costs_the_person_is_told_wherever_it_is_shown(tmp_path: Path) -> None:
    """The worth speaks of the Region alone: that a token on the river dies is said beside it."""
    lines = ACROSS.replace("Mining Mudmen", "Mining Kraken").replace("aside: 9", "aside: 12")
    state = position(tmp_path, lines + "  r03: P1 1\n  r21: P1 1\n")
    cast = Cast(("Ada",), "solo", state.board, library=LIBRARY)
    plan = LostTribes().plan(state)
    wet = [c for c in plan.candidates if any(state.tokens[river] for river in c.way)]
    assert wet
    player = Player(session=Session.new(underground(1), None))
    ladder = player.scene.ladder
    ladder.show(state, plan)
    for candidate in wet:
        (index,) = [
            i for i, row in enumerate(ladder.rows) if row.candidate.region == candidate.region
        ]
        for said in lost_on_the_way(cast, state, candidate.region):
            assert said.startswith("On the way your 1 token in ") and said.endswith(" is lost.")
            assert said in str(ladder._tip(index).note)


def test_the_monsters_panel_counts_what_they_earn_and_names_all_rungs(tmp_path: Path) -> None:
    """A river under their feet is none of their Regions; the Place they hold earns them coins."""
    state = position(
        tmp_path, ACROSS.replace("r02: monsters 1", "r02: monsters 2 altar\n  r03: monsters 1")
    )
    cast = Cast(("Ada",), "solo", state.board, library=LIBRARY)
    panel = Player(session=Session.new(underground(1), None)).scene.side.tribes
    panel.show(state)
    tip, _place = panel.tip_at((0, 0))
    assert {row.left: row.right for row in tip.rows}["Regions held"] == "1"
    assert "Place or Relic" in tip.note and "Places and Relics" in tip.note
    assert panel._shown[-1] == 2  # the Region's coin and the Altar's
    # A tie is told to be one on every rung.
    tied = replace_tie(state)
    assert "Place or Relic" in hint(cast, tied)


def replace_tie(state: State) -> State:
    """The same position with a choice for the person."""
    tied = state.copy()
    tied.phase, tied.actor, tied.plan = TRIBES_TURN, 0, moves.TAKE
    tied.choices = state.held[0] & state.board.land
    return tied


def test_rivers_and_what_is_far_have_no_price_for_the_monsters(tmp_path: Path) -> None:
    state = position(tmp_path, ACROSS.replace("turn: T", "turn: P1"))
    asked = replace(
        Player(session=Session.new(underground(1), None)).scene.control.asked(), shown=state
    )

    def said(r: int) -> str:
        return " ".join(f"{row.left} {row.right}" for row in _tribes_rows(asked, r, 3))

    assert said(region(state, "Dimwater")) == "The Monsters only cross rivers "
    assert said(region(state, "Gleamden")) == "the Monsters would pay 3"
    far = next(r for r in bits(state.board.land) if not queries.tribes_reach(state) >> r & 1)
    assert said(far) == "The Monsters not in their reach yet"


def test_what_is_drawn_in_a_persons_turn_makes_nobody_wait_for_the_monsters(
    tmp_path: Path,
) -> None:
    """Stonehedge's badge is told, and not as a part of the Monsters' turn."""
    lines = ACROSS.replace("turn: T", "turn: P1\nhand: {P1: 6}").replace("keep orb", "keep")
    state = position(tmp_path, lines + f"  {STONES}: monsters 2 stonehedge\n")
    cast = Cast(("Ada",), "solo", state.board, library=LIBRARY)
    conquest = next(
        m for m in legal_moves(state) if m[0] == moves.CONQUER and state.board.ids[m[1]] == STONES
    )
    before = step(state, conquest).after
    assert before.actor == DEALER
    made = cues(cast, before, [step(before, legal_moves(before)[0])], 0)
    assert any("Stonehedge" in str(beat.words) for beat in made)
    assert not any(beat.watched for beat in made)


def test_a_row_of_the_ladder_shows_its_way(tmp_path: Path) -> None:
    state = position(tmp_path, ACROSS)
    player = Player(session=Session.new(underground(1), None))
    scene = player.scene
    scene.ladder.show(state, LostTribes().plan(state))
    goal = region(state, "Gleamden")
    scene.ladder.pointed(goal)
    marks = scene.control.marks(None)
    assert marks.pointed == {goal}
    assert marks.crossing is not None and marks.crossing.target == goal
    scene.ladder.pointed(None)
    assert scene.control.marks(None).crossing is None


# -- what lies there, what is in hand, what may be swapped -----------------------------------------


def test_pointing_at_a_region_tells_what_lies_there(tmp_path: Path) -> None:
    state = position(
        tmp_path,
        ACROSS.replace("turn: T", "turn: P1").replace("keep orb", "keep orb balrog"),
    )
    cast = Cast(("Ada",), "solo", state.board, library=LIBRARY)
    there = lying_words(cast, state, region(state, "Ashpeak")).split("\n")
    names = {line.split(":")[0] for line in there}
    assert names == {"Balrog", "Keep on the Motherland (Place)", "Shiny Orb (Relic)", "Monsters"}
    orb = next(line for line in there if line.startswith("Shiny Orb"))
    for said in ("moves to where it is used", "In Decline: nothing.", "Monster counts as Active"):
        assert said in orb
    state.occ[region(state, "Ashpeak")] = TRIBES_SLOT
    assert "Earns the Monsters 1 coin a turn." in lying_words(cast, state, region(state, "Ashpeak"))
    smoking = next(r for r in bits(state.board.mask_of("volcano")))
    assert "Flames" in lying_words(cast, state, smoking)
    assert not holder(cast, state, smoking)
    began = next(r for r in bits(state.board.mask_of("monsters")))
    assert "2 Monsters began here" in lying_words(cast, state, began)
    assert "leave it" in land_words(state, region(state, "Dimwater"))
    assert "enter" in land_words(state, region(state, "Voidrift"))
    assert not land_words(state, region(state, "Ashpeak"))
    slot = 0
    assert queries.prospect(state, slot, region(state, "Dimwater")).total == 0
    assert queries.prospect(state, slot, region(state, "Old Diggings")).total == 2


def test_hammers_stand_beside_the_hand_and_pay(tmp_path: Path) -> None:
    state = position(
        tmp_path,
        "turn: P1\nraces: {P1: Mining Iron Dwarves}\nhammers: {P1: 3}\nhand: {P1: 2}\n"
        "at:\n  r26: P1 1\n  r27: monsters 2",
    )
    ((piece, number),) = queries.at_hand(state, 0)
    assert (piece.word, number) == ("hammers", 3)
    player = Player(session=Session.new(underground(1), None))
    panel = player.scene.side.players[0]
    panel.show(state)
    player.app.pump(0.1)
    shown = [tip.title for part in panel.parts() if (tip := _tip(panel, part))]
    assert "3 Silver Hammers in hand" in shown


def _tip(panel: PlayerPanel, part: pygame.Rect):
    found = panel.tip_at(part.center)
    return None if found is None else found[0]


def test_a_badge_is_swapped_at_the_pick_by_mouse() -> None:
    def mimes(session: Session) -> bool:
        s = session.state
        races = [LIBRARY.races[banner].swaps_badge for banner, _badge, _coins in s.column]
        return s.phase == PICK and any(races[: s.coins[0] + 1])

    player = Player(session=session_at(mimes, box="underground"))
    s = player.session.state
    row = next(i for i, (b, _badge, _c) in enumerate(s.column) if LIBRARY.races[b].swaps_badge)
    other = 0 if row else 1
    wanted = s.column[other][1]
    player.click(player.scene.side.column.row_rect(row).center)
    titles = [item.label for item in player.scene.ui.find("menu-rows").items]
    assert len(titles) == 6
    word = f"{LIBRARY.powers[wanted].name} {LIBRARY.races[s.column[row][0]].name}"
    player.key(pygame.K_1 + titles.index(word))
    player.key(pygame.K_y)
    player.wait()
    assert player.session.state.badge[0] == wanted


def underground(seed: int) -> NewGame:
    return NewGame("solo", ("Ada",), 14, seed, {}, ("underground",))


@pytest.mark.parametrize("seed", [14, 20])
def test_a_whole_game_is_played_with_the_mouse(seed: int) -> None:
    """14: Armors come to those that stand there already. 20: one or two tokens rise."""
    done = Player(seed=seed, session=Session.new(underground(seed), None)).play()
    assert done.over and done.state.round == done.setup.rounds
