"""What the table says about what is possible now: odd prices, last attempts, drafts, the end."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial

import pygame
import pytest
from table_player import Player

from crusade.desktop.kit import Label, text
from crusade.desktop.panels.legend import legend
from crusade.desktop.scenes.sample_tables import session_at, simple_move
from crusade.desktop.table import asking, marking
from crusade.desktop.table.draft import PIECES, Draft, earns, open_to_attack
from crusade.desktop.table.offers import conquests, tied
from crusade.desktop.words import Cast, decline_question, end_question, headline, hint, sentence
from crusade.rules import State, legal_moves, moves, play, queries
from crusade.rules.board import bits
from crusade.rules.events import DieRolled, Scored
from crusade.rules.ids import (
    CONQUER,
    EMPTY,
    IS_DECLINED,
    NONE,
    PICK,
    REDEPLOY,
    ROLL_COMBO,
    SLOTS_OF,
    TRIBES_SLOT,
    TRIBES_TURN,
)
from crusade.session import NewGame, Session

pytestmark = pytest.mark.screen
SEEDS = range(12, 400)
SWAP = "sorcery"


def _offers(session: Session):
    s = session.state
    return conquests(s, session.choices, False) if s.phase == CONQUER else {}


def _race(session: Session) -> str:
    banner = session.state.banner[0]
    return "" if banner == NONE else session.setup.library.races[banner].name


def _power(session: Session) -> str:
    badge = session.state.badge[0]
    return "" if badge == NONE else session.setup.library.powers[badge].name


def _look(wanted: Callable[[Session, int], bool]) -> tuple[Player, int]:
    """A table where an offer is as wanted, and its Region."""

    def found(session: Session) -> bool:
        return any(wanted(session, r) for r in _offers(session))

    session = session_at(found, SEEDS)
    region = next(r for r in _offers(session) if wanted(session, r))
    return Player(session=session), region


def test_a_swap_costs_no_token() -> None:
    def swap(session: Session, r: int) -> bool:
        ways = session.setup.library.ways_of
        return [[w.word for w in ways(m[2])] for m in _offers(session)[r].ways] == [[SWAP]]

    player, r = _look(swap)
    tip = player.scene.control.tip(r)
    assert tip is not None and "click" in str(tip.note)
    hand = player.session.state.hand[0]
    assert [(row.left, row.right) for row in tip.rows] == [
        ("Swap the token for a Sorcerer", f"0 of {hand}")
    ]


def test_taking_an_own_region_in_decline_for_nothing_is_asked_about() -> None:
    def for_nothing(session: Session, r: int) -> bool:
        s, ways = session.state, _offers(session)[r].ways
        if s.occ[r] == EMPTY or not IS_DECLINED[s.occ[r]] or len(ways) != 1:
            return False
        gains = queries.prospect(s, SLOTS_OF[0][0], r).total > queries.worth(s, r).total
        return ways[0][0] == moves.CONQUER and not gains

    player, region = _look(for_nothing)
    count = len(player.session.steps)
    player.click(player.region(region))
    ui = player.scene.ui
    assert ui.busy and len(player.session.steps) == count
    words = " ".join(
        text.plain(w.content) for w in ui.layers[-1].root.walk() if isinstance(w, Label)
    )
    assert "is lost, and the Region earns nothing more" in words
    player.key(pygame.K_RETURN)
    assert not ui.busy and len(player.session.steps) == count, "Enter gives nothing away"
    player.click(player.region(region))
    player.app.presses.pass_time(1.0)
    player.answer()
    assert len(player.session.steps) > count


def test_taking_an_own_region_in_decline_gains_only_the_difference() -> None:
    player, r = _look(lambda session, r: session.state.occ[r] == 1)
    tip = player.scene.control.tip(r)
    assert tip is not None
    assert "more" in str(tip.note) and "lost" in str(tip.note)
    assert "would earn 1 coin" not in str(tip.note)


@pytest.mark.parametrize("name", ["Orcs", "Pillaging"])
def test_what_a_conquest_brings_at_once_is_said(name: str) -> None:
    def bounty(session: Session, r: int) -> bool:
        here = session.state.occ[r]
        foreign = session.state.tokens[r] > 0 and here not in SLOTS_OF[0]
        plain = len(_offers(session)[r].ways) == 1
        return foreign and plain and name in (_race(session), _power(session))

    player, r = _look(bounty)
    tip = player.scene.control.tip(r)
    assert tip is not None and "for taking it this turn" in str(tip.note)


def test_a_tie_about_an_attempt_says_so() -> None:
    def wanted(session: Session) -> bool:
        s = session.state
        return s.phase == TRIBES_TURN and session.actor == 0 and s.plan == moves.TRY

    session = session_at(wanted, SEEDS)
    player = Player(session=session)
    s = session.state
    assert "attempt" in headline(player.scene.cast, s)[1]
    assert "last attempt" in str(player.scene.control.hint()[0])
    assert {lit.kind for r, lit in marking.tie_lights(s).items() if tied(s) >> r & 1} == {"dear"}
    r = next(iter(bits(tied(s))))
    tip = player.scene.control.tip(r)
    assert tip is not None and "of 6 rolls" in str(tip.note)
    assert [row.left for row in tip.rows[-2:]] == ["it costs", "they have"]
    assert tip.rows[-1].right == str(s.hand[TRIBES_SLOT])


def test_a_berserk_roll_that_is_too_low_says_what_is_left() -> None:
    said = set()
    for seed in SEEDS:
        session = Session.new(NewGame("solo", ("Ada",), 14, seed))
        while not session.over and len(said) < 2:
            s = session.state
            if s.phase == CONQUER and asking.must_do_first(s):
                session.play(asking.move_of(s, asking.offers(s)[0], (1,)))
                s = session.state
                payable = any(move[0] == moves.CONQUER for move in session.choices)
                cast = Cast.of(session)
                words, step = hint(cast, s), headline(cast, s)[1]
                assert ("does not suffice" in words) == (not payable)
                assert "roll" in words
                assert ("othing can be paid" in step) == (not payable)
                said.add(payable)
            session.play(simple_move(session))
        if len(said) == 2:
            return
    raise AssertionError("no roll was too low")


def test_an_attempt_that_is_left_is_asked_about() -> None:
    def wanted(session: Session) -> bool:
        s, choices = session.state, session.choices
        kinds = {move[0] for move in choices}
        return (
            s.phase == CONQUER
            and not asking.must_do_first(s)
            and moves.END_MOVE in choices
            and moves.ATTEMPT in kinds
            and moves.CONQUER not in kinds
        )

    session = session_at(wanted, SEEDS)
    question = end_question(Cast.of(session), session.state)
    assert "last attempt" in question and "of 6 rolls" in question


def test_what_could_still_be_taken_is_true() -> None:
    """The number is what the tokens pay for."""
    asked = 0
    for seed in SEEDS[:4]:
        session = Session.new(NewGame("solo", ("Ada",), 14, seed))
        while not session.over:
            s = session.state
            if s.phase == CONQUER and moves.END_MOVE in session.choices:
                question = end_question(Cast.of(session), s)
                found = re.search(r"enough for (\d+) of the (\d+) Regions", question)
                open_now = {m[1] for m in session.choices if m[0] == moves.CONQUER}
                if found:
                    asked += 1
                    assert 1 <= int(found[1]) <= int(found[2]) <= len(open_now)
                    cheap = sorted(queries.cost(s, r, 0).total for r in open_now)
                    assert int(found[1]) == 1 or sum(cheap[: int(found[1])]) <= s.hand[0]
            session.play(simple_move(session))
    assert asked > 10


def _ended(s: State, conquest: moves.Move | None = None) -> int:
    """Coins of seat 0 if he ends the turn, after a conquest or now, and keeps what earns most."""
    seat, turn = s.seat, (s.seat, s.round)
    for move in (*((conquest,) if conquest else ()), moves.END_MOVE):
        if (s.seat, s.round) == turn and s.phase == CONQUER:
            s = play(s, move)[0]
    if s.phase != REDEPLOY:
        return s.coins[seat]
    return max(play(s, move)[0].coins[seat] for move in legal_moves(s))


def test_the_question_at_the_end_tells_what_the_best_conquest_would_earn() -> None:
    """Also where so many Amazons leave that a Region more is a Region to give up."""

    def scarce(session: Session) -> bool:
        s = session.state
        plain = [m for m in session.choices if m[0] == moves.CONQUER and m[2] == moves.PLAIN]
        on_board = sum(s.tokens[r] for r in bits(s.held[0])) + s.hand[0]
        fits = on_board - 4 < s.held[0].bit_count() and moves.END_MOVE in session.choices
        return s.phase == CONQUER and bool(plain) and fits

    for session in (session_at(scarce, combo="Commando Amazons"), session_at(_could_go_on)):
        s = session.state
        plain = [m for m in session.choices if m[0] == moves.CONQUER and m[2] == moves.PLAIN]
        now = _ended(s)
        for move in plain:
            assert earns(s, move) == _ended(s, move) - now
        best = max(earns(s, move) for move in plain)
        question = end_question(Cast.of(session), s, partial(earns, s))
        assert ("no coin more" if best <= 0 else f"{best} coin") in question


def _could_go_on(session: Session) -> bool:
    s = session.state
    plain = [m for m in session.choices if m[0] == moves.CONQUER and m[2] == moves.PLAIN]
    return s.phase == CONQUER and len(plain) > 1 and moves.END_MOVE in session.choices


def test_ways_have_one_order_and_the_shield_one_meaning() -> None:
    """The ordinary way first, be it only an attempt; the shield shows its price, with a star."""

    def both(session: Session, r: int) -> bool:
        kinds = {m[0]: m[2] for m in _offers(session)[r].ways}
        return kinds.get(moves.ATTEMPT) == moves.PLAIN and bool(kinds.get(moves.CONQUER))

    player, r = _look(both)
    offer = player.scene.control.offers[r]
    assert offer.ways[0] == (moves.ATTEMPT, r, moves.PLAIN)
    assert offer.cheaper and not offer.dear and offer.price > player.session.state.hand[0]
    assert "*: one of them takes fewer tokens" in str(player.scene.control.tip(r).note)
    entries = legend(player.scene.cast, player.session.state, 1)
    assert any("3*" in text.plain(entry.words) for entry in entries)


def test_declining_says_what_the_turn_earns() -> None:
    session = session_at(lambda session: moves.DECLINE_MOVE in session.choices)
    _, events = play(session.state, moves.DECLINE_MOVE)
    earned = next(event.coins for event in events if isinstance(event, Scored))
    words = decline_question(Cast.of(session), session.state)
    assert f"which earns {earned} coin" in words
    assert "the die takes one combo away: number 1 to 4" in words


@pytest.mark.parametrize(
    ("combo", "said"), [("Alchemist Halflings", "Hole."), ("Bivouacking Elves", "Encampments.")]
)
def test_declining_says_which_pieces_leave_the_board(combo: str, said: str) -> None:
    def standing(session: Session) -> bool:
        s = session.state
        there = any(s.marks) and any(mask & s.held[0] for mask in s.marks)
        return there and moves.DECLINE_MOVE in session.choices

    session = session_at(standing, combo=combo)
    words = decline_question(Cast.of(session), session.state)
    assert "Taken off" in words and said in words


def test_the_last_round_is_announced() -> None:
    def wanted(session: Session) -> bool:
        s = session.state
        return s.phase in (PICK, CONQUER) and s.round == s.setup.rounds and not s.begun

    player = Player(session=session_at(wanted))
    assert headline(player.scene.cast, player.session.state)[0] == "Your last turn"
    assert "The last round." in player.scene.hint_line.whole


def test_a_draft_says_how_and_what_the_mouse_holds_is_not_there() -> None:
    def wanted(session: Session) -> bool:
        s = session.state
        return s.phase == REDEPLOY and s.hand[0] > 0 and max(s.tokens) > 1

    player = Player(session=session_at(wanted))
    control = player.scene.control
    draft = control.draft
    assert draft is not None and draft.spare > 0
    assert str(control.hint()[0]).endswith("Click a Region or drag.")
    source = next(r for r in draft.counts if draft.excess(r))
    stood = control.pieces()[source].count
    control.dragging(source, player.region(source))
    assert control.pieces()[source].count == stood - 1
    control.dragging(source, None)
    assert control.pieces()[source].count == stood


def test_encampments_and_the_border_leave_out_what_nobody_can_take() -> None:
    session = session_at(lambda session: session.state.held[0].bit_count() >= 3)
    s = session.state.copy()
    held = list(bits(s.held[0]))
    s.safe = 1 << held[0]
    draft = Draft(PIECES, 0, dict.fromkeys(held, 0), dict.fromkeys(held, 0), 5)
    draft.spread(open_to_attack(s, draft))
    assert draft.counts[held[0]] == 0 and sum(draft.counts.values()) == 5
    s.safe = s.held[0]
    assert open_to_attack(s, draft) is None


def test_the_die_for_the_combo_counts_from_one() -> None:
    session = Session.new(NewGame("solo", ("Ada",), 14, 1))
    rolled = DieRolled(0, 3, ROLL_COMBO)
    words = sentence(rolled, Cast.of(session), session.state, session.state)
    assert words == "You rolled 3: 3 + 1, so combo 4 of the column goes."
    assert legal_moves(session.state)
