"""Examples for the rules book, played by the engine itself: a position before and after, in which
a Race or a Special Power does what its text says, or in which the Lost Tribes' ladder decides.

Nothing here knows a name: a short game is played with what is to be shown, and the first step is
taken in which it has a part.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache

from crusade.automaton.lost_tribes import ACTIVE_RACE, WORTH, Plan
from crusade.boxes import together
from crusade.desktop.scenes.sample_tables import picked, simple_move
from crusade.desktop.words import Cast, bill_rows, sentence, tribes_reason
from crusade.desktop.words.sentences import joined
from crusade.replay import Step
from crusade.rules import State, combo_text, moves
from crusade.rules.asking import Regions, Spread
from crusade.rules.board import bits
from crusade.rules.events import (
    Answered,
    CoinsPaid,
    Conquered,
    Declined,
    Event,
    MarkPlaced,
    Scored,
    TokensGained,
    TokensSetAside,
    TribesDecided,
)
from crusade.rules.ids import ACTIVE_OF, CONQUER, OWNER, SOLO, TRIBES
from crusade.rules.labels import Label
from crusade.rules.library import Box
from crusade.rules.moves import Move
from crusade.rules.queries import cost, prospect
from crusade.rules.questions import Power, Race, overridden
from crusade.session import NewGame, Session
from crusade.texts import Region, _, begun, tell

SEEDS = range(12, 24)
ROUNDS = 4
"""So many games, and so many rounds of each, are looked through for an example."""
LADDER_SEEDS = range(12, 40)
"""The games in which the choices of the Lost Tribes are looked for."""


@dataclass(frozen=True, eq=False)
class Example:
    """Two positions, what lies between them in words, the Regions it is about, and short texts such
    as "+1" for some of them.
    """

    before: State
    after: State
    said: str
    regions: frozenset[int]
    badges: tuple[tuple[int, str], ...] = ()


# ---------------------------------------------------------------- Races and Special Powers
@lru_cache(maxsize=256)
def example_of(box: Box, about: Race | Power) -> Example | None:
    """The first step of a few short games in which ``about`` has a part; None where there is none,
    and where no game of the Crusade is played with it.
    """
    if isinstance(about, Power) and not about.crusade:
        return None
    for seed in SEEDS:
        found = next(_steps(_session(box, about, seed), about, bool(seed % 2)), None)
        if found is not None:
            return found
    return None


def _session(box: Box, about: Race | Power, seed: int) -> Session:
    """A game in which ``about`` is picked first, with the plainest partner there is."""
    session = Session.new(NewGame(SOLO, (_("Newcomer"),), 14, seed, boxes=together(box.id)))
    known = session.setup.library
    if isinstance(about, Race):
        banner = known.races.index(about)
        badge = min(range(len(known.powers)), key=lambda i: (_weight(known.powers[i]), i))
    else:
        badge = known.powers.index(about)
        banner = min(range(len(known.races)), key=lambda i: (_weight(known.races[i]), i))
    return picked(session, combo_text(known, banner, badge))


def _weight(source: Race | Power) -> int:
    """How much a Race or Special Power does, by the length of its text: little distracts least."""
    return len(source.text) + 1000 * len(source.decisions()) + 200 * len(source.ways)


def _steps(session: Session, about: Race | Power, dear: bool) -> Iterator[Example]:
    """The steps of a game in which ``about`` has a part; with ``dear`` the person likes what is
    dear, such as a Mountain.
    """
    cast = Cast.of(session)
    while not session.over and session.state.round <= ROUNDS:
        count, before = len(session.steps), session.state
        session.play(_showing(session, about, dear))
        for step in session.steps[count:]:
            yield from _examples(cast, before, step, about)
            before = step.after


def _showing(session: Session, about: Race | Power, dear: bool) -> Move:
    """A move that lets ``about`` be seen, else what the simple player does."""
    s, library = session.state, session.setup.library
    if _of_decline(about) and s.round > 1 and moves.DECLINE_MOVE in session.choices:
        return moves.DECLINE_MOVE
    own = {library.decision_index[decision] for decision in about.decisions()}
    ways = sum(library.way_bit[way] for way in about.ways)
    for move in session.choices:
        if move[0] == moves.ANSWER and move[1] in own and len(move) > 2:
            return move
        if move[0] == moves.CONQUER and move[2] & ways:
            return move
    slot = ACTIVE_OF[0]
    plain = [m for m in session.choices if m[0] == moves.CONQUER] if s.phase == CONQUER else []
    for move in plain:
        if _conquers(s, move[1], slot, about):
            return move
    for move in plain:
        if _named(about, prospect(s, slot, move[1]).items):
            return move
    if dear and plain:
        return max(plain, key=lambda move: (cost(s, move[1], slot).total, -move[1]))
    return simple_move(session)


def _of_decline(about: Race | Power) -> bool:
    """Whether going In Decline is what shows it."""
    return about.keeps_tokens_in_decline or not about.counts_in_decline


def _named(about: Race | Power, items: Iterable[tuple[Label, int, int]]) -> bool:
    """Whether a sum has a line because of ``about``."""
    names = [label.message for label in (about.coin_text, about.discount_text) if label.message]
    return any(isinstance(item, Label) and item.message in names for item, _n, _m in items)


def _conquers(s: State, r: int, slot: int, about: Race | Power) -> bool:
    """Whether ``about`` has a part in the conquest of a Region: its price, or that it can be
    reached at all.
    """
    board, held = s.board, s.held[slot]
    if _named(about, cost(s, r, slot).items):
        return True
    if overridden(about, "takes") and about.takes(board) >> r & 1:
        return True
    if not held:
        return overridden(about, "entry") and not board.edge >> r & 1
    return overridden(about, "reach") and not board.neighbours[r] & held


def _examples(cast: Cast, before: State, step: Step, about: Race | Power) -> Iterator[Example]:
    for event in step.events:
        part = _part(before, event, about)
        if part is None or not _differ(before, step.after):
            continue
        said = sentence(event, cast, before, step.after)
        if isinstance(event, Conquered) and OWNER[event.slot] == 0:
            said = _with_price(said, before, event, about)
        if not said and isinstance(event, Answered):
            decision = before.setup.library.decisions[event.decision]
            said = tell(decision.title, cast.who)
        if not said:
            all_said = (sentence(each, cast, before, step.after) for each in step.events)
            said = next(filter(None, all_said), "")
        yield Example(before, step.after, said, *part)


def _differ(before: State, after: State) -> bool:
    """Whether anything that can be seen has changed: what stands on the board, coins, a hand."""
    return any(
        getattr(before, fact) != getattr(after, fact)
        for fact in ("tokens", "occ", "marks", "piles", "coins", "hand")
    )


def _with_price(said: str, before: State, event: Conquered, about: Race | Power) -> str:
    """A conquest with the sum that made its price, where ``about`` has a line in that."""
    bill = cost(before, event.region, event.slot)
    if not _named(about, bill.items):
        return said
    rows = "; ".join(f"{row.left} {row.right}" for row in bill_rows(bill, "token"))
    return joined(said, _("The price: {bill}.", bill=rows))


Part = tuple[frozenset[int], tuple[tuple[int, str], ...]]


def _part(s: State, event: Event, about: Race | Power) -> Part | None:
    """The Regions of an event in which ``about`` has a part, and their texts; None for others."""
    library = s.setup.library
    nothing = frozenset[int]()
    if isinstance(event, Conquered):
        here = frozenset((event.region,))
        if OWNER[event.slot] == TRIBES:
            lost = OWNER[event.victim] == 0 and event.defenders > 0
            return (here, ()) if lost and overridden(about, "losses") else None
        ways = sum(library.way_bit[way] for way in about.ways)
        speaks = bool(event.way & ways) or _conquers(s, event.region, event.slot, about)
        return (here, ()) if speaks else None
    if isinstance(event, Scored) and event.seat == 0:
        return _scored(s, event, about)
    if isinstance(event, MarkPlaced) and library.pieces[event.kind].source == about.name:
        return frozenset((event.region,)), ()
    if isinstance(event, Declined) and _of_decline(about):
        return frozenset(r for r, _number in event.counts), ()
    if isinstance(event, TokensSetAside) and about.extra:
        return nothing, ()
    if isinstance(event, Answered):
        decision = library.decisions[event.decision]
        if decision in about.decisions() and event.answer:
            named = event.answer[::2] if isinstance(decision, Spread) else event.answer
            places = isinstance(decision, Spread | Regions)
            return (frozenset(named) if places else nothing), ()
    if isinstance(event, CoinsPaid) and event.source == about.name:
        return nothing, ()
    if isinstance(event, TokensGained) and event.why == about.name:
        return nothing, ()
    return None


def _scored(s: State, event: Scored, about: Race | Power) -> Part | None:
    """The part of a scoring that ``about`` has: the Regions that pay for it, and how much."""
    for item, number, mask in event.items:
        if _named(about, ((item, number, mask),)) and mask:
            each = number // mask.bit_count()
            return frozenset(bits(mask)), tuple((r, f"+{each}") for r in bits(mask))
    if overridden(about, "income"):
        more: list[tuple[Label, int, int]] = []
        slot = ACTIVE_OF[0]
        if about.income(s, slot, s.held[slot], more):
            regions = frozenset(r for _item, _n, mask in more for r in bits(mask))
            return regions or frozenset(bits(s.held[slot])), ()
    return None


# ---------------------------------------------------------------- the ladder
@lru_cache(maxsize=1)
def ladder_examples() -> tuple[Example, ...]:
    """Two choices of the Lost Tribes: one that worth decides, one that the Active race does."""
    wanted = (WORTH, ACTIVE_RACE)
    found: dict[str, Example] = {}
    for seed in LADDER_SEEDS:
        for rung, example in _choices(Session.new(NewGame(SOLO, (_("Newcomer"),), 14, seed))):
            if rung in wanted:
                found.setdefault(rung, example)
        if len(found) == len(wanted):
            break
    return tuple(found[rung] for rung in wanted if rung in found)


def _choices(session: Session) -> Iterator[tuple[str, Example]]:
    """Every choice of the Lost Tribes in a game among three Regions or more, and what decided."""
    cast = Cast.of(session)
    while not session.over:
        count, before = len(session.steps), session.state
        session.play(simple_move(session))
        for step in session.steps[count:]:
            for event in step.events:
                if not isinstance(event, TribesDecided) or not isinstance(event.plan, Plan):
                    continue
                if len(event.plan.candidates) > 2:
                    yield event.plan.rung, _choice(cast, before, step.after, event, event.plan)
            before = step.after


def _choice(cast: Cast, before: State, after: State, event: TribesDecided, plan: Plan) -> Example:
    badges = tuple((c.region, str(c.cost)) for c in plan.candidates)
    reason = begun(tribes_reason(cast, before, plan, event.region, event.by))
    said = _("{region}: {reason}.", region=Region(cast.region(event.region)), reason=reason)
    return Example(before, after, said, frozenset((event.region,)), badges)
