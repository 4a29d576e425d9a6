"""What is to be told of a finished game: who led since when, the best turn, the dearest loss.

All of it is read from the steps of the game, with the place of each: place n is the position after
n steps, so that whatever is told can be looked at on the board.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from .automaton.hall_of_fame import FameLine
from .automaton.names import name_key
from .replay import Step
from .rules import State
from .rules.board import bits
from .rules.events import Conquered, Declined, Event, RoundBegan, Scored
from .rules.ids import EMPTY, IS_ACTIVE, NONE, OWNER, TRIBES
from .rules.labels import Label
from .session import Session, round_coins


class Turning(NamedTuple):
    """`seat` was ahead of everybody after `round`, and after every later one; `place` is where
    that round ended.
    """

    round: int
    seat: int
    place: int


class Best(NamedTuple):
    """The turn of a person that brought most: `coins` at its end, in `place`."""

    round: int
    seat: int
    coins: int
    place: int


class Taking(NamedTuple):
    """`seat` took `region` from the race in the slot `holder` (EMPTY where nobody stood) with the
    combo `banner` and `badge` (NONE for the Lost Tribes).
    """

    round: int
    seat: int
    banner: int
    badge: int
    region: int
    holder: int
    place: int

    @property
    def victim(self) -> int:
        """The seat that lost it; NONE where nobody stood."""
        return NONE if self.holder == EMPTY else OWNER[self.holder]


class Loss(NamedTuple):
    """What one turn of `by` took from `seat`: Regions that had paid at the last count before, and
    would have paid `coins` more until they were held again, their race would have left, or the game
    ended. `place` is where the first of them was taken.
    """

    round: int
    by: int
    seat: int
    regions: tuple[int, ...]
    coins: int
    place: int


class RaceCoins(NamedTuple):
    """What the Regions and the abilities of a combo brought at the ends of turns."""

    banner: int
    badge: int
    coins: int


@dataclass(frozen=True)
class LookBack:
    """A finished game, looked back at. What is None did not happen, or cannot be told.

    `ahead` are the coins of the winners above the best of the others. `last` is what the winner
    took in the last round. `sources` say by seat which items of the bills brought how much,
    `races` which combos, in the order in which they were played.
    """

    ahead: int
    last: Taking | None
    turning: Turning | None
    best: Best | None
    loss: Loss | None
    sources: dict[int, tuple[tuple[Label, int], ...]]
    races: dict[int, tuple[RaceCoins, ...]]


class _Happened(NamedTuple):
    """An event with the position before its step, and its place and round."""

    event: Event
    before: State
    place: int
    round: int


def _all(opening: State, steps: Sequence[Step]) -> Iterator[_Happened]:
    before, number = opening, opening.round
    for place, made in enumerate(steps, 1):
        for event in made.events:
            if isinstance(event, RoundBegan):
                number = event.round
            yield _Happened(event, before, place, number)
        before = made.after


def look_back(session: Session) -> LookBack:
    """What is to be told of this game, which is over."""
    happened = list(_all(session.opening, session.steps))
    state, seats = session.state, session.setup.seats
    sides = [*range(seats), *([TRIBES] if session.setup.crusade else [])]
    result = session.record.result
    winners = state.winners if result is None else result.winners
    takings = list(_takings(happened))
    losses = list(_losses(happened, takings, seats))
    others = [state.coins[side] for side in sides if side not in winners]
    given_up = result is not None and result.resigned
    ahead = max((state.coins[side] for side in winners), default=0) - max(others, default=0)
    return LookBack(
        ahead=ahead if winners and others and not given_up else 0,
        last=None if given_up else _last(happened, takings, winners, session.setup.rounds),
        turning=None if given_up else _turning(session, happened, sides, winners),
        best=_best(happened, seats),
        loss=max(losses, key=lambda loss: (loss.coins, -loss.place), default=None),
        sources={side: _sources(happened, side) for side in sides},
        races={seat: _races(happened, seat) for seat in range(seats)},
    )


def _takings(happened: Iterable[_Happened]) -> Iterator[Taking]:
    """Every Region that changed hands, in order."""
    for event, before, place, number in happened:
        if not isinstance(event, Conquered):
            continue
        seat = OWNER[event.slot]
        banner = badge = NONE
        if seat != TRIBES:
            banner, badge = before.banner[event.slot], before.badge[event.slot]
        yield Taking(number, seat, banner, badge, event.region, event.victim, place)


def _paid(event: Scored) -> dict[int, int]:
    """The coins that each Region brought by this bill."""
    coins: dict[int, int] = {}
    for _item, earned, mask in event.items:
        share = earned // mask.bit_count() if mask else 0
        for r in bits(mask):
            coins[r] = coins.get(r, 0) + share
    return coins


def _last(
    happened: Sequence[_Happened],
    takings: Sequence[Taking],
    winners: Sequence[int],
    rounds: int,
) -> Taking | None:
    """What the only winner took in the last round and what paid most at its end; taken from
    somebody rather than from nobody.
    """
    if len(winners) != 1:
        return None
    mine = [taking for taking in takings if taking.round == rounds and taking.seat == winners[0]]
    paid: dict[int, int] = {}
    for event, *_rest in happened:
        if isinstance(event, Scored) and event.seat == winners[0]:
            paid = _paid(event)
    return max(
        mine,
        key=lambda t: (t.victim not in (NONE, t.seat), paid.get(t.region, 0), t.place),
        default=None,
    )


def _turning(
    session: Session,
    happened: Sequence[_Happened],
    sides: Sequence[int],
    winners: Sequence[int],
) -> Turning | None:
    """Since when the only winner was ahead of everybody, or level where that wins."""
    if len(winners) != 1 or session.earlier:
        return None
    winner, rounds = winners[0], session.setup.rounds
    totals = {(entry.round, entry.seat): entry.coins for entry in round_coins(session)}
    for side in sides:  # whoever had no bill in a round has what he had
        for number in range(1, rounds + 1):
            had = totals.get((number - 1, side), session.opening.coins[side])
            totals.setdefault((number, side), had)
    ends = {e.round - 1: place for e, _b, place, _n in happened if isinstance(e, RoundBegan)}
    since = rounds
    for number in range(rounds, 0, -1):
        mine = totals[number, winner]
        best = max(totals[number, side] for side in sides if side != winner)
        ahead = mine >= best if winner == TRIBES else mine > best
        if not ahead and number < rounds:
            break
        since = number
    return Turning(since, winner, ends.get(since, len(session.steps)))


def _best(happened: Iterable[_Happened], seats: int) -> Best | None:
    """The turn of a person that brought most, the first of several."""
    turns = (
        Best(number, event.seat, event.coins, place)
        for event, _before, place, number in happened
        if isinstance(event, Scored) and event.seat < seats
    )
    return max(turns, key=lambda turn: (turn.coins, -turn.place), default=None)


def _losses(happened: Sequence[_Happened], takings: Sequence[Taking], seats: int) -> Iterator[Loss]:
    """What turns took from persons, where it had paid them something before."""
    found: dict[tuple[int, int, int], Loss] = {}
    for taking in takings:
        seat = taking.victim
        if not 0 <= seat < seats or taking.seat == seat:
            continue
        paid, counts = 0, 0
        declines = 2 if IS_ACTIVE[taking.holder] else 1
        for event, _before, place, _number in happened:
            if isinstance(event, Scored) and event.seat == seat:
                if place < taking.place:
                    paid = _paid(event).get(taking.region, 0)
                else:
                    counts += 1
            elif place <= taking.place:
                continue
            elif isinstance(event, Declined) and event.seat == seat:
                declines -= 1
                if not declines:
                    break
            elif isinstance(event, Conquered) and (event.region, OWNER[event.slot]) == (
                taking.region,
                seat,
            ):
                break
        if paid > 0 and counts:
            key = taking.round, taking.seat, seat
            loss = found.get(key, Loss(*key, (), 0, taking.place))
            regions = tuple(dict.fromkeys((*loss.regions, taking.region)))
            found[key] = loss._replace(regions=regions, coins=loss.coins + paid * counts)
    yield from found.values()


def _sources(happened: Iterable[_Happened], side: int) -> tuple[tuple[Label, int], ...]:
    """What each item of a side's bills brought, the most first."""
    found: dict[str, tuple[Label, int]] = {}
    for event, *_rest in happened:
        if isinstance(event, Scored) and event.seat == side:
            for item, coins, _mask in event.items:
                known = found.get(str(item), (item, 0))
                found[str(item)] = item, known[1] + coins
    return tuple(sorted(found.values(), key=lambda pair: -pair[1]))


def _races(happened: Iterable[_Happened], seat: int) -> tuple[RaceCoins, ...]:
    """What each combo of a person brought: the Regions that it held, and, to the race that was
    Active, whatever was paid for no Region.
    """
    found: dict[tuple[int, int], int] = {}
    for event, before, _place, _number in happened:
        if not isinstance(event, Scored) or event.seat != seat:
            continue
        slots = [s for s, b in enumerate(before.banner) if OWNER[s] == seat and b != NONE]
        if not slots:
            continue
        active = next((s for s in slots if IS_ACTIVE[s]), slots[0])
        for _item, coins, mask in event.items:
            shares = {s: (before.held[s] & mask).bit_count() for s in slots}
            slot = max(slots, key=lambda s: (shares[s], s == active))
            key = before.banner[slot], before.badge[slot]
            found[key] = found.get(key, 0) + coins
    return tuple(RaceCoins(banner, badge, coins) for (banner, badge), coins in found.items())


class Broken(NamedTuple):
    """A record of the Hall of Fame that a game broke: `kind` is `score`, `tokens` or `ahead`; the
    best before was `before`.
    """

    kind: str
    value: int
    before: int


def broken(line: FameLine, earlier: Iterable[FameLine]) -> tuple[Broken, ...]:
    """Which records of these people's games of this kind the game broke: their highest score, the
    most tokens they won against, the most coins they won by. A first game breaks none.
    """
    names = sorted(name_key(name) for name in line.names)
    before = [
        other
        for other in earlier
        if (other.mode, other.box) == (line.mode, line.box)
        and (other.finished, other.game) < (line.finished, line.game)
        and not other.resigned
        and sorted(name_key(name) for name in other.names) == names
    ]
    if not before or line.resigned:
        return ()
    out = []
    score, old = max(line.coins), max(max(other.coins) for other in before)
    if score > old:
        out.append(Broken("score", score, old))
    wins = [other for other in before if other.tribes is not None and not other.tribes_won]
    if line.tribes is not None and not line.tribes_won and wins:
        old = max(other.tokens for other in wins)
        if line.tokens > old:
            out.append(Broken("tokens", line.tokens, old))
        ahead, old = score - line.tribes, max(max(w.coins) - (w.tribes or 0) for w in wins)
        if ahead > old:
            out.append(Broken("ahead", ahead, old))
    return tuple(out)
