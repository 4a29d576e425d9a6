"""The words of the table: every event, every phase, every refusal has its sentence."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from dataclasses import replace
from functools import cache

import pytest
from play_helpers import lively_choice

from crusade import texts
from crusade.atlas import load
from crusade.automaton.lost_tribes import Candidate, Plan
from crusade.boxes import base_library, library
from crusade.boxes.base.pieces import ENCAMPMENT, HERO
from crusade.desktop.words import (
    Cast,
    GameLog,
    bill_rows,
    combo_tip,
    combo_tokens,
    decline_question,
    end_question,
    final_words,
    headline,
    hint,
    income_tip,
    log_lines,
    power_words,
    race_words,
    refusal_words,
    sentence,
    tribes_reason,
    way_words,
)
from crusade.desktop.words.log import EVENT, ROUND, TURN
from crusade.replay import OPENING
from crusade.rules import Refusal, legal_moves, moves, queries, refusal
from crusade.rules import events as ev
from crusade.rules.ids import (
    CLASSIC,
    CONQUER,
    DEALER,
    NOBODY,
    OVER,
    SOLO,
    TRIBES,
    TWO_PLAYER,
    VICTIM,
)
from crusade.rules.labels import PERSON, RACE, Label, Term
from crusade.session import NewGame, Session
from crusade.texts import coins

LIBRARY = base_library()
NAMES = {SOLO: ("Ada",), TWO_PLAYER: ("Ada", "James"), CLASSIC: ("Ada", "James", "Zoë")}
WRONG = re.compile(
    r"\b1 (tokens|coins|Regions|faces)\b|\bP[1-5]\b|  |\bNone\b|nobody's|\.\.|[{}]|^[a-z]| ,| \."
)


@cache
def played(mode: str, seed: int, rounds: int = 99) -> Session:
    """A whole game by chance, or its first rounds; conquests are preferred, something happens."""
    session = Session.new(NewGame(mode, NAMES[mode], 14, seed=seed))
    rng = random.Random(seed)
    while not session.over and session.state.round <= rounds:
        session.play(lively_choice(session.choices, rng))
    return session


GAMES = [(mode, seed) for mode in (SOLO, TWO_PLAYER, CLASSIC) for seed in range(1, 7)]


def cast_of(mode: str) -> Cast:
    return Cast(NAMES[mode], mode, load("base-2p" if mode == SOLO else "base-3p").board)


def event_classes() -> list[type[ev.Event]]:
    """Every class of events.py that says what happened."""
    return [
        kind
        for kind in vars(ev).values()
        if isinstance(kind, type) and issubclass(kind, ev.Event) and kind is not ev.Event
    ]


# ---------------------------------------------------------------- persons
def test_solo_says_you_and_two_players_have_names() -> None:
    solo, two = cast_of(SOLO), cast_of(TWO_PLAYER)
    assert [f"{solo.who(seat):Of}" for seat in (0, TRIBES)] == ["Your", "The Lost Tribes'"]
    assert [f"{two.who(seat):of}" for seat in (0, 1)] == ["Ada's", "James'"]
    assert (solo.name(0), two.name(1), solo.name(TRIBES)) == ("you", "James", "the Lost Tribes")
    assert two.who(0).kind == "person" and solo.who(0).kind == "you"
    assert solo.label(0) == "Ada"


# ---------------------------------------------------------------- events
def test_every_event_has_words() -> None:
    session = played(SOLO, 1)
    before = after = session.state
    cast = Cast.of(session)
    plan = Plan(moves.TAKE, 1 << 3, "cheapest", 4, (Candidate(3, 3, 0, False),))
    special = {
        "plan": plan,
        "items": ((Label("Regions of {race:the}", race=Term(RACE, "Orcs")), 3, 7),),
        "told": Label("Something is known."),
        "cards": (),
        "decision": -1,
        "source": "Orcs",
        "counts": ((3, 2),),
        "winners": (0,),
        "why": "Skeletons",
        "seat": 0,
        "by": TRIBES,
    }
    assert len(event_classes()) == len({kind.__name__ for kind in ev.Event.__subclasses__()})
    for kind in event_classes():
        fields = kind.__dataclass_fields__
        if kind is ev.CardTurned:
            continue  # the base game has no card: the small box of the tests tells them
        values = {name: special.get(name, 1) for name in fields}
        if "kind" in values:  # a Lair that is placed goes without saying
            piece = ENCAMPMENT if kind is ev.PilesSet else HERO
            values["kind"] = session.setup.library.pieces.index(piece)
        event = kind(**values)
        words = sentence(event, cast, before, after)
        assert len(words) > 5, kind.__name__
        assert not WRONG.search(words), words


@pytest.mark.parametrize(("mode", "seed"), GAMES)
def test_the_log_of_a_game_reads_well(mode: str, seed: int) -> None:
    session = played(mode, seed)
    lines = log_lines(session)
    assert [line.plain.split(" of ")[0] for line in lines if line.kind == ROUND] == [
        f"Round {n}" for n in range(1, session.setup.rounds + 1)
    ]
    for line in lines:
        assert not WRONG.search(line.plain), line.plain
        assert "".join(span.text for span in line.text) == line.plain
        assert all(0 <= r < session.setup.board.n for r in line.regions)
        assert line.plain.endswith(".") or line.kind in (ROUND, TURN)
        assert -1 <= line.step < len(session.steps)


@pytest.mark.parametrize(("mode", "seed"), GAMES[::3])
def test_every_event_is_told_once(mode: str, seed: int) -> None:
    session = played(mode, seed)
    text = "\n".join(line.plain for line in log_lines(session))
    conquests = sum(
        isinstance(e, ev.Conquered) and e.slot != 15 for s in session.steps for e in s.events
    )
    assert len(re.findall(r"\bconquered\b", text)) == conquests
    scored = sum(isinstance(e, ev.Scored) for s in session.steps for e in s.events)
    assert len(re.findall(r"\bearned\b", text)) == scored


@pytest.mark.parametrize(("mode", "seed"), GAMES[::4])
def test_the_log_grows_step_by_step_and_shrinks_with_undo(mode: str, seed: int) -> None:
    session = played(mode, seed)
    whole = GameLog(Cast.of(session))
    whole.update(session.opening, session.steps)
    growing = GameLog(Cast.of(session))
    for shown in range(len(session.steps) + 1):
        growing.update(session.opening, session.steps[:shown])
    assert growing.lines == whole.lines
    assert not growing.update(session.opening, session.steps)
    half = len(session.steps) // 2
    assert growing.update(session.opening, session.steps[:half])
    fresh = GameLog(Cast.of(session))
    fresh.update(session.opening, session.steps[:half])
    assert growing.lines == fresh.lines


def test_hidden_coins_stay_hidden_in_the_log() -> None:
    """Neither sums nor what would add up to them; the Lost Tribes' coins are open to all."""
    session = played(TWO_PLAYER, 1, rounds=4)
    assert not session.over
    scored = [line.plain for line in log_lines(session) if "scored" in line.plain]
    earned = [line.plain for line in log_lines(session) if "earned" in line.plain]
    assert set(scored) == {"Ada scored the turn.", "James scored the turn."}
    assert len(scored) >= 2 * 4
    assert earned and all(re.match(r"The Lost Tribes earned .* now\)", words) for words in earned)


def test_when_the_game_is_over_all_coins_lie_open_in_the_log() -> None:
    session = played(TWO_PLAYER, 1)
    earned = [line.plain for line in log_lines(session) if "earned" in line.plain]
    assert all(" now)" in words for words in earned)
    for who in ("Ada", "James", "The Lost Tribes"):
        assert sum(words.startswith(who) for words in earned) >= session.setup.rounds - 1


def test_the_opening_deal_is_one_line() -> None:
    lines = log_lines(played(SOLO, 2))
    assert [line.kind for line in lines[:3]] == [ROUND, TURN, EVENT]
    assert lines[2].plain.startswith("On offer: ")
    assert len(OPENING) == 2


# ---------------------------------------------------------------- the Lost Tribes' reasons
FOXMEAD, OTHER, THIRD = 3, 4, 5


def reason(rung: str, candidates: tuple[Candidate, ...], by: int = TRIBES) -> str:
    best = 1 << FOXMEAD
    if rung == "choice":
        best = sum(1 << c.region for c in candidates if c.cost == candidates[0].cost)
    plan = Plan(moves.TAKE, best, rung, 6, candidates)
    return tribes_reason(cast_of(SOLO), played(SOLO, 1).state, plan, FOXMEAD, by)


def test_each_rung_has_its_reason() -> None:
    mine = Candidate(FOXMEAD, 3, 2, True)
    assert reason("cheapest", (mine,)) == "the only Region they could reach"
    assert (
        reason("cheapest", (mine, Candidate(OTHER, 4, 5, True)))
        == "it was the cheapest; the next one cost 4"
    )
    assert (
        reason("worth", (mine, Candidate(OTHER, 3, 1, True), Candidate(THIRD, 3, 1, True)))
        == "of the cheapest it was worth most to you (2; the others 1)"
    )
    assert reason("worth", (mine, Candidate(OTHER, 3, 0, True))).endswith("(2; the other 0)")
    assert (
        reason("active", (mine, Candidate(OTHER, 3, 2, False)))
        == "2 cheapest were worth 2, and it alone was held by your Active race"
    )
    assert (
        reason("choice", (mine, Candidate(OTHER, 3, 2, True)), by=0)
        == "2 were equally cheap and worth 2 to you; you chose"
    )


# ---------------------------------------------------------------- phases, refusals, questions
@pytest.mark.parametrize(("mode", "seed"), GAMES)
def test_every_position_says_whose_turn_and_what_to_do(mode: str, seed: int) -> None:
    session = played(mode, seed)
    cast = Cast.of(session)
    for step in session.steps:
        state = step.after
        title, what = headline(cast, state)
        assert title[0].isupper() and not what[0].islower()
        assert not WRONG.search(title), title
        if state.phase == VICTIM and mode == TWO_PLAYER and state.actor != state.seat:
            assert title.startswith(cast.label(state.actor)) and title.endswith("decision")
        words = hint(cast, state)
        assert words.endswith(".") and not WRONG.search(words), words
        if state.phase == CONQUER and not state.rolling and state.seat != TRIBES:
            assert not WRONG.search(decline_question(cast, state))
            end_question(cast, state)
            for move in legal_moves(state):
                if move[0] in (moves.CONQUER, moves.ATTEMPT):
                    label, note = way_words(cast, state, move)
                    assert label and note and not WRONG.search(label)
    assert session.state.phase == OVER and NOBODY > DEALER


@pytest.mark.parametrize("mode", [SOLO, TWO_PLAYER])
def test_refusals_speak_of_persons_not_of_seats(mode: str) -> None:
    session = played(mode, 3)
    cast = Cast.of(session)
    for step in session.steps[::5]:
        for r in range(session.setup.board.n):
            said = refusal(step.after, moves.CONQUERS[r])
            if said is not None:
                assert not re.search(r"\bP[1-5]\b", refusal_words(said, cast))
    first = Refusal(
        "x",
        "First {who} redeploys the tokens that were driven out.",
        you="First redeploy the tokens that were driven out.",
        who=Term(PERSON, 0),
    )
    assert str(first).startswith("First P1 redeploys")
    assert refusal_words(first, cast_of(SOLO)) == "First redeploy the tokens that were driven out."
    assert refusal_words(first, cast_of(TWO_PLAYER)).startswith("First Ada redeploys")


def test_what_cannot_be_taken_back_is_said() -> None:
    assert final_words(cast_of(SOLO), "") == ""
    for why in ("rolls", "reveals", "passes", "goes-on"):
        assert final_words(cast_of(SOLO), why).startswith("Cannot be taken back")
    monsters = replace(cast_of(SOLO), library=library(("underground",)))
    assert final_words(monsters, "goes-on").endswith("the Monsters go on.")


# ---------------------------------------------------------------- abilities and money
def test_every_race_and_power_has_both_texts() -> None:
    for banner in range(len(LIBRARY.races)):
        words = race_words(LIBRARY, banner)
        assert words.active.endswith(".") and words.declined.endswith(".")
    for badge in range(len(LIBRARY.powers)):
        words = power_words(LIBRARY, badge)
        assert words.active.endswith(".") and words.declined.endswith(".")


def test_a_combo_respects_the_tray() -> None:
    amazons, heroic = LIBRARY.race_index["Amazons"], LIBRARY.power_index["Heroic"]
    assert combo_tokens(LIBRARY, amazons, heroic, 15) == 15  # 6 + 4 + 5
    assert combo_tokens(LIBRARY, amazons, heroic, 3) == 3
    tip = combo_tip(LIBRARY, amazons, heroic, 3)
    assert "all that the tray has" in str(tip.note)


def test_incomes_and_costs_add_up_in_words() -> None:
    session = played(SOLO, 4)
    cast = Cast.of(session)
    for step in session.steps[::7]:
        bill = queries.earnings(step.after, 0)
        rows = bill_rows(bill, total="in all")
        assert sum(int(row.right) for row in rows[:-1]) == bill.total
        assert rows[-1].right == str(coins(bill.total))
        assert income_tip(cast, step.after, 0).title


# ---------------------------------------------------------------- nothing is glued
def outside(words: str) -> str:
    """What stands outside the brackets of the pseudo-language."""
    out, depth = "", 0
    for sign in words:
        depth += (sign == "[") - (sign == "]")
        if not depth and sign != "]":
            out += sign
    return out.strip()


@pytest.fixture
def stretched() -> Iterator[None]:
    texts.use(texts.PSEUDO)
    yield
    texts.use("en")


@pytest.mark.parametrize(("mode", "seed"), GAMES[::3])
def test_every_word_of_a_game_comes_from_the_catalogue(
    mode: str, seed: int, stretched: None
) -> None:
    session = played(mode, seed)
    cast = Cast.of(session)
    for line in log_lines(session):
        assert outside(line.plain) == "", line.plain
    for step in session.steps[::3]:
        state = step.after
        said = [*headline(cast, state), hint(cast, state)]
        for r in range(session.setup.board.n):
            refused = queries.why_not(state, r) if state.phase == CONQUER else None
            if refused is not None and state.seat != TRIBES:
                said.append(refusal_words(refused, cast))
        if state.phase == CONQUER and not state.rolling and state.seat != TRIBES:
            said += [decline_question(cast, state), end_question(cast, state)]
        for seat in range(session.setup.seats):
            tip = income_tip(cast, state, seat)
            said += [str(tip.title), *(str(row.left) for row in tip.rows)]
        for words in said:
            assert outside(words) == "", words
