"""Tables in the middle of a game, for pictures: seeded games played by a simple player."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from crusade.boxes import FIRST, library, offered, together
from crusade.desktop.kit import Tip
from crusade.desktop.scenes.host import Host
from crusade.desktop.scenes.replay import ReplayScene
from crusade.desktop.scenes.table import TableScene
from crusade.desktop.table.asking import offers as may_do
from crusade.desktop.table.first_game import play_up_to, read_before, set_up
from crusade.desktop.table.lessons import GUIDE
from crusade.desktop.table.stage import Beat
from crusade.games import ALL_CARDS, EVENTS, with_cards
from crusade.rules import ParseError, State, combo_text, moves, parse_combo
from crusade.rules.asking import Decision, Passage, Spread
from crusade.rules.board import bits
from crusade.rules.events import Event, Scored
from crusade.rules.ids import (
    ACTIVE_OF,
    CONQUER,
    NONE,
    PICK,
    REDEPLOY,
    ROUND_START,
    SOLO,
    TRIBES,
    TRIBES_TURN,
    TWO_PLAYER,
)
from crusade.rules.moves import Move
from crusade.rules.queries import asked, fighter, price, prospect
from crusade.session import NewGame, Session

SEED = 12
_NAMES = {SOLO: ("Ada",), TWO_PLAYER: ("Ada", "Brunhild")}
TIRED = 4
"""With fewer tokens to attack with, the simple player declines."""


def simple_move(session: Session) -> Move:
    """A sensible move: what earns most for its price, and a decline when few tokens are left."""
    s, choices = session.state, session.choices
    slot = ACTIVE_OF[s.seat]
    if s.phase == PICK:
        return choices[min(len(choices) - 1, s.round % 3)]
    if s.phase == CONQUER:
        if moves.DECLINE_MOVE in choices and s.hand[slot] < TIRED and s.round > 2:
            return moves.DECLINE_MOVE
        plain = [m for m in choices if m[0] == moves.CONQUER and fighter(s, m[2]) == slot]
        if plain:
            return max(plain, key=lambda m: (_gain(s, slot, m[1]), -m[1]))
        return moves.END_MOVE if moves.END_MOVE in choices else choices[0]
    return choices[0]


def _gain(s: State, slot: int, r: int) -> float:
    return prospect(s, slot, r).total / price(s, slot, r) + (s.tokens[r] > 0) * 0.01


def session_at(
    wanted: Callable[[Session], bool],
    seeds: range = range(SEED, SEED + 60),
    events: str = "",
    combo: str = "",
    box: str = FIRST,
    settle_ties: bool = False,
    mode: str = SOLO,
) -> Session:
    """The first position of the simple player's seeded games that is as wanted; ``events`` is the
    word of the deck of event cards that they are played with, ``box`` the box of the games, and
    ``combo`` the combo that is picked first (`Hill Orcs`), with the box that has it if none is
    named, ``mode`` how many play. With ``settle_ties`` ties with nothing at stake decide
    themselves.

    Raises UnknownBox for a box that there is not, LookupError when none of them is, ParseError for
    a combo that no box has, ReplayError for one that a Crusade leaves out.
    """
    options = {EVENTS: events} if events else {}
    boxes = _boxes_with(combo) if combo and box == FIRST else together(box)
    boxes = with_cards(boxes) if events else boxes
    for seed in seeds:
        session = Session.new(NewGame(mode, _NAMES[mode], 14, seed, options, boxes))
        session.settle_ties = settle_ties
        if combo:
            session = picked(session, combo)
        while not session.over:
            if wanted(session):
                return session
            session.play(simple_move(session))
    raise LookupError("no sample game comes to such a position")


def guided(host: Host) -> TableScene:
    """The guided first game at the step that speaks of Regions with tokens."""
    step = [lesson.key for lesson in GUIDE].index("guards")
    session = Session.new(set_up("Ada", False))
    play_up_to(session, step)
    host.change(lessons=read_before((), step))
    return TableScene(host, session)


def advised(host: Host, box: str = FIRST) -> TableScene:
    """A piece of advice: a tie is to be decided for the first time."""
    session = session_at(lambda game: game.state.phase == TRIBES_TURN, box=box)
    host.change(advice=True)
    return TableScene(host, session)


def _boxes_with(combo: str) -> tuple[str, ...]:
    """The boxes of a game in which there is that combo."""
    trouble = None
    for boxes, _title in offered():
        try:
            parse_combo(library(boxes), combo)
        except ParseError as error:
            trouble = error
        else:
            return boxes
    assert trouble is not None
    raise trouble


def picked(session: Session, combo: str) -> Session:
    """The same game with that combo on top of the column, and picked; it changes places with what
    was dealt.
    """
    known = session.setup.library
    race, power = parse_combo(known, combo)
    dealt = [step.move[1:] for step in session.steps if step.move[0] == moves.DEAL]
    races, powers = {race: dealt[0][0]}, {power: dealt[0][1]}
    column = [(race, power), *((races.get(a, a), powers.get(b, b)) for a, b in dealt[1:])]
    deals = iter(f"deal {combo_text(known, *each)}" for each in column)
    # What a box draws before it is drawn as it was.
    made = tuple(
        next(deals) if step.move[0] == moves.DEAL else text
        for step, text in zip(session.steps, session.record.moves, strict=True)
    )
    begun = Session(replace(session.record, moves=made), None, None)
    begun.play(moves.PICKS[0])
    return begun


def _asked(session: Session) -> Decision | None:
    """What is asked of the person now."""
    return None if session.over else asked(session.state)


class SampleTable(TableScene):
    """A table that does one thing as soon as it is shown: point somewhere, play a move."""

    def __init__(self, host: Host, session: Session, then: Callable[[SampleTable], None]) -> None:
        super().__init__(host, session)
        self.then: Callable[[SampleTable], None] | None = then

    def update(self, dt: float) -> None:
        """The first time, do what the picture is to show."""
        if self.then is not None:
            then, self.then = self.then, None
            then(self)
        super().update(dt)


def table(host: Host, box: str = FIRST) -> TableScene:
    """A conquest in the fourth round or later, a race In Decline, one Region being asked about."""

    def wanted(session: Session) -> bool:
        s = session.state
        return s.phase == CONQUER and s.round >= 4 and s.hand[0] >= 5 and s.held[1] != 0

    return SampleTable(host, session_at(wanted, box=box), _ask_about_a_region)


def combo_table(host: Host, combo: str, box: str = FIRST) -> TableScene:
    """A conquest of that combo, in its second turn or later, one Region being asked about."""

    def wanted(session: Session) -> bool:
        s = session.state
        return s.phase == CONQUER and s.round >= 2 and s.hand[0] >= 3 and _plays(s, combo)

    return SampleTable(host, session_at(wanted, combo=combo, box=box), _ask_about_a_region)


def combo_choice(host: Host, combo: str, box: str = FIRST) -> TableScene:
    """What that combo asks, the first time it does."""

    def wanted(session: Session) -> bool:
        return _asked(session) is not None and _plays(session.state, combo)

    few = range(SEED, SEED + 5)  # it is asked again and again, or never
    found = session_at(wanted, few, combo=combo, box=box)
    return SampleTable(host, found, lambda scene: None)


def _plays(s: State, combo: str) -> bool:
    return s.banner[0] != NONE and combo_text(s.setup.library, s.banner[0], s.badge[0]) == combo


def _ask_about_a_region(scene: SampleTable) -> None:
    offers = scene.control.offers.values()
    board = scene.session.setup.board
    best = max(offers, key=lambda o: (board.terrains[o.region].adds, o.price, -o.region))
    scene.board.under = best.region
    scene.board.hot = True
    tip = scene.control.tip(best.region)
    if isinstance(tip, Tip):
        scene.ui.say(tip, scene.board.tip_target(best.region), scene.board.keep_clear(best.region))
    scene.board.touch()


def pick(host: Host, box: str = FIRST) -> TableScene:
    """A pick later in the game, its first combo being asked about."""

    def ask(scene: SampleTable) -> None:
        rows = scene.side.column.list
        scene.ui.focus(rows, True)
        rows.choose(0)
        scene.ui.explain()

    return SampleTable(host, session_at(_picks_again, box=box), ask)


def _picks_again(session: Session) -> bool:
    return session.state.phase == PICK and session.state.round > 1


def entering(host: Host, box: str = FIRST) -> TableScene:
    """The first conquest of a game, a Region being asked about."""

    def wanted(session: Session) -> bool:
        return session.state.phase == CONQUER and not session.state.held[0]

    return SampleTable(host, session_at(wanted, box=box), _ask_about_a_region)


def offers(host: Host, box: str = FIRST) -> TableScene:
    """What an Active race is offered beside conquests: a relic to use, a piece to set."""

    def wanted(session: Session) -> bool:
        s = session.state
        return s.phase == CONQUER and s.round >= 3 and bool(may_do(s))

    found = session_at(wanted, box=box)
    return SampleTable(host, found, lambda scene: None)


def menu(host: Host, box: str = FIRST) -> TableScene:
    """The menu of the table."""
    return SampleTable(host, session_at(_picks_again, box=box), lambda scene: scene.open_menu())


def forecast(host: Host, box: str = FIRST) -> TableScene:
    """What the Lost Tribes would do now."""

    def wanted(session: Session) -> bool:
        s = session.state
        return s.phase == REDEPLOY and s.round >= 4

    found = session_at(wanted, box=box)
    return SampleTable(host, found, lambda scene: scene.doors.forecast())


def legend(host: Host, box: str = FIRST) -> TableScene:
    """What wins, what the signs are, what the stacks still hold."""
    return SampleTable(host, session_at(_picks_again, box=box), _open_legend)


def _open_legend(scene: SampleTable) -> None:
    opened = scene.header.track.opened
    assert opened is not None
    opened()


def two(host: Host, box: str = FIRST) -> TableScene:
    """A conquest of the second of two persons, one Region being asked about."""

    def wanted(session: Session) -> bool:
        s = session.state
        return s.phase == CONQUER and s.seat == 1 and s.round >= 3 and bool(s.held[ACTIVE_OF[1]])

    def sit_down(scene: SampleTable) -> None:
        scene.control.sit_down(1)
        scene.refresh()
        _ask_about_a_region(scene)

    return SampleTable(host, session_at(wanted, box=box, mode=TWO_PLAYER), sit_down)


def handover(host: Host, box: str = FIRST) -> TableScene:
    """The card between the turns of two persons."""

    def wanted(session: Session) -> bool:
        s = session.state
        return s.phase in (PICK, CONQUER) and s.seat == 1 and s.round >= 3

    return SampleTable(
        host, session_at(wanted, box=box, mode=TWO_PLAYER), lambda scene: scene.update(0.0)
    )


def income(host: Host, box: str = FIRST) -> TableScene:
    """A turn has just ended: what it earns, item by item."""

    def wanted(session: Session) -> bool:
        return session.state.phase == REDEPLOY and session.state.round >= 4

    def watch(scene: SampleTable) -> None:
        stage = scene.control.stage
        while not any(isinstance(event, Scored) for event in _heard(stage.beat)):
            if stage.beat is None:
                scene.control.play(scene.session.choices[0])
            else:
                stage.hurry()
        scene.refresh()

    return SampleTable(host, session_at(wanted, box=box), watch)


def _heard(beat: Beat | None) -> Sequence[Event]:
    return () if beat is None else beat.events


def end(host: Host, box: str = FIRST) -> TableScene:
    """The table as it stands at the end of the game."""

    def finish(scene: SampleTable) -> None:
        while not scene.session.over:
            scene.control.play(simple_move(scene.session))
            if scene.session.held:
                scene.control.hurry_end()
        while scene.control.stage.busy:
            scene.control.stage.hurry()
        scene.refresh()

    def wanted(session: Session) -> bool:
        s = session.state
        return s.phase == REDEPLOY and s.round == s.setup.rounds

    return SampleTable(host, session_at(wanted, box=box), finish)


def finished(box: str = FIRST, mode: str = SOLO) -> Session:
    """A whole game."""
    session = session_at(lambda game: True, box=box, mode=mode)
    while not session.over:
        session.play(simple_move(session))
    return session


def redeploy(host: Host, box: str = FIRST) -> TableScene:
    """A redeployment that has begun: one token more here, some left to place."""

    def wanted(session: Session) -> bool:
        s = session.state
        return s.phase == REDEPLOY and s.round >= 3 and s.hand[0] >= 2 and len(_loose(s)) > 0

    def begin(scene: SampleTable) -> None:
        draft = scene.control.draft
        assert draft is not None
        full = _loose(scene.session.state)[0]
        regions = sorted(draft.counts)
        draft.shift(full, next(r for r in regions if r != full), 1)
        draft.add(next(r for r in reversed(regions) if r != full))
        scene.refresh()

    return SampleTable(host, session_at(wanted, box=box), begin)


def _loose(s: State) -> list[int]:
    return [r for r in bits(s.held[0]) if s.tokens[r] > 1]


def before_tribes(session: Session) -> bool:
    """Whether the first legal move ends the turn, and the Lost Tribes then take a Region."""
    s = session.state
    if s.phase != REDEPLOY or s.round < 3:
        return False
    tried = Session(session.record, None, None)
    tried.settle_ties = session.settle_ties
    steps = tried.play(session.choices[0])
    taken = any(step.actor == TRIBES and step.move[0] == moves.TAKE for step in steps)
    return taken and steps[-1].after.phase != TRIBES_TURN


def tribes(host: Host, box: str = FIRST) -> TableScene:
    """The Lost Tribes' turn: their candidates, the one they choose, and why."""

    def watch(scene: SampleTable) -> None:
        scene.control.play(scene.session.choices[0])
        stage = scene.control.stage
        while stage.beat is not None and stage.beat.plan is None:
            stage.hurry()
        scene.refresh()

    # Where several rivers lead on, hardly a turn is without a tie.
    return SampleTable(host, session_at(before_tribes, box=box, settle_ties=box != FIRST), watch)


def ladder(host: Host, box: str = FIRST) -> TableScene:
    """The Lost Tribes' turn with the ladder of their reasons."""
    scene = tribes(host, box)
    assert isinstance(scene, SampleTable) and scene.then is not None
    watch = scene.then

    def read(shown: SampleTable) -> None:
        watch(shown)
        shown.doors.forecast()

    scene.then = read
    return scene


def tie(host: Host, box: str = FIRST) -> TableScene:
    """A tie of the Lost Tribes is to be decided."""
    found = session_at(lambda game: game.state.phase == TRIBES_TURN, box=box)
    return SampleTable(host, found, lambda scene: None)


def replayed(host: Host, box: str = FIRST) -> ReplayScene:
    """A whole game on the board again, in the middle of it."""

    class Middle(ReplayScene):
        def enter(self) -> None:
            super().enter()
            self.jump(self.course.last * 3 // 5)

    return Middle(host, finished(box))


def event(host: Host, box: str = FIRST) -> TableScene:
    """A round begins: its card is shown in full."""

    def turns_up(session: Session) -> bool:
        s = session.state
        if s.round < 3 or s.phase != REDEPLOY:
            return False
        steps = Session(session.record, None, None).play(session.choices[0])
        return steps[-1].after.round > s.round and bool(steps[-1].after.cards)

    def watch(scene: SampleTable) -> None:
        scene.control.play(scene.session.choices[0])
        stage = scene.control.stage
        while stage.beat is not None and stage.beat.card is None:
            stage.hurry()
        scene.refresh()

    return SampleTable(host, session_at(turns_up, events=ALL_CARDS, box=box), watch)


def auction(host: Host, box: str = FIRST) -> TableScene:
    """A sealed bid, when a round begins."""

    def wanted(session: Session) -> bool:
        decision = _asked(session)
        return decision is not None and decision.sealed

    return SampleTable(host, session_at(wanted, events=ALL_CARDS, box=box), lambda scene: None)


def choice(host: Host, box: str = FIRST) -> TableScene:
    """Something else that a card asks before the first turn of a round."""

    def wanted(session: Session) -> bool:
        decision = _asked(session)
        asks_tokens = isinstance(decision, Spread | Passage)
        return asks_tokens and session.state.moment == ROUND_START

    return SampleTable(host, session_at(wanted, events=ALL_CARDS, box=box), lambda scene: None)
