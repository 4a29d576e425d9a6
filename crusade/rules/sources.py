"""A race in play on one board, compiled: tables, and the hooks that its sources really have."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from itertools import combinations
from operator import attrgetter
from typing import TYPE_CHECKING, Final

from .asking import Decision
from .board import Board, bits
from .labels import Label
from .questions import Boon, Discount, Income, Power, Race, Source, answers, overridden
from .ways import Manner, Way, together

if TYPE_CHECKING:
    from .events import Event
    from .loss import Loss
    from .refusals import Refusal
    from .state import State

Events = list["Event"]
_order = attrgetter("order")
Count = Callable[["State", int], int]
Moment = Callable[["State", int, "Events | None"], None]
Change = Callable[["State", int, int, "Loss", "Events | None"], None]

MOST_COMBOS: Final = 40_000
"""Combos that are kept for a board: a race with what lies on its Regions makes very many."""
ONCE_A_TURN: Final = ("turn_began", "conquests_ended", "redeployed", "scored", "turn_ended")
"""Told to a source that holds for everybody with the Active race, not once for each race."""

HOOKS: Final = frozenset(
    {
        "abandoned",
        "aside",
        "bars",
        "brings",
        "conquered",
        "conquests_ended",
        "declines",
        "forbids_decline",
        "handed_on",
        "helped",
        "helpers",
        "income",
        "leaves",
        "links_now",
        "losses",
        "picked",
        "protects",
        "put_together",
        "readied",
        "redeployed",
        "region_lost",
        "rests",
        "scored",
        "set_aside",
        "spurns",
        "swap_losses",
        "turn_began",
        "turn_ended",
        "went_in_decline",
        "withholds",
    }
)
"""What a compiled race keeps as it is answered, under the names of the questions."""


class Combo:
    """What a race in play answers on a board; read-only.

    ``everybody`` are the sources that hold for all (variants, the card in force), ``own`` the Race,
    its powers and what it has besides. ``cheaper[r]`` is the sum of the static discounts in tokens,
    ``entry``, ``takes`` and ``keeps`` are masks, ``crosses`` that of the rivers that it must leave
    again, ``coins`` pairs (mask, label) of one extra coin per Region, ``coin_masks`` the masks
    alone for the hot path. The tuples of hooks hold only what is overridden. ``speaks`` is whether
    any of them is told of or asked in the course of a turn, ``guards`` whether it keeps others from
    taking something or makes it dearer (``asks_more``), and ``flat`` whether its own prices depend
    on nothing but tables. ``rights`` are what was granted to the race. A race In Decline keeps only
    what outlasts the decline (`Source.lasts`), and its powers in full where one of its sources
    keeps them (`Source.keeps_powers`); ``live`` are those that speak as if Active. What is silenced
    says nothing. ``times`` is how often what it earns counts, with the label that says why,
    ``poorer`` pairs (mask, label) of one coin less per Region, ``robbed`` the same where the
    position says which, ``series`` the Regions that earn in a row. ``key`` is all that it was made
    of. ``hushing`` is whether anything silences anybody now, ``housed`` are the powers of badges
    that lie on its Regions, ``least`` is what the cheapest land there could be costs the
    Lost Tribes.
    """

    __slots__ = (
        "abandoned",
        "after_pick",
        "after_scoring",
        "altered",
        "alters",
        "apart",
        "aside",
        "asks_more",
        "at_last",
        "at_turn_start",
        "attempts_rolled",
        "barred_by",
        "bars",
        "brings",
        "cheaper",
        "cheaper_why",
        "coin_masks",
        "coins",
        "conquered",
        "conquests_ended",
        "counts_in_decline",
        "crosses",
        "declined",
        "declines",
        "discounts",
        "discounts_why",
        "doubles",
        "early",
        "entry",
        "flat",
        "forbids_decline",
        "gains",
        "guards",
        "handed_on",
        "helped",
        "helpers",
        "housed",
        "hushing",
        "income",
        "keeps",
        "keeps_tokens",
        "key",
        "least",
        "leavers",
        "leaves",
        "links",
        "links_now",
        "live",
        "losses",
        "manners",
        "offers",
        "own",
        "picked",
        "poorer",
        "protects",
        "put_together",
        "race",
        "reach",
        "reach_now",
        "readied",
        "redeployed",
        "region_lost",
        "regroups",
        "rests",
        "rights",
        "robbed",
        "round_began",
        "round_ended",
        "scored",
        "series",
        "set_aside",
        "shields",
        "sources",
        "speaks",
        "spurns",
        "steps",
        "swap_losses",
        "takes",
        "times",
        "tolls",
        "turn_began",
        "turn_ended",
        "ways",
        "went_in_decline",
        "withholds",
    )

    # The hooks of these names, of all that answer.
    abandoned: tuple[Callable[[State, int, int, Events | None], None], ...]
    aside: tuple[Count, ...]
    bars: tuple[Count, ...]
    brings: tuple[Count, ...]
    conquered: tuple[Change, ...]
    conquests_ended: tuple[Moment, ...]
    declines: tuple[Moment, ...]
    forbids_decline: tuple[Callable[[State, int], Refusal | None], ...]
    handed_on: tuple[Moment, ...]
    helped: tuple[Callable[[State, int, int, int, Events | None], None], ...]
    helpers: tuple[Count, ...]
    income: tuple[Income, ...]
    leaves: tuple[Count, ...]
    links_now: tuple[Callable[[State, int, int], int], ...]
    losses: tuple[Callable[[State, int, int, int], int], ...]
    picked: tuple[Moment, ...]
    protects: tuple[Callable[[State, int, int], int], ...]
    put_together: tuple[Callable[[State, int], None], ...]
    readied: tuple[Callable[[State, int], None], ...]
    redeployed: tuple[Moment, ...]
    region_lost: tuple[Change, ...]
    rests: tuple[Callable[[State, int], Refusal | None], ...]
    scored: tuple[Moment, ...]
    set_aside: tuple[Callable[[State, int, int], None], ...]
    spurns: tuple[Callable[[State, int, int], int], ...]
    swap_losses: tuple[Callable[[State, int, int], int], ...]
    turn_began: tuple[Moment, ...]
    turn_ended: tuple[Moment, ...]
    went_in_decline: tuple[Moment, ...]
    withholds: tuple[Callable[[State, int, Way | None], Refusal | None], ...]

    def __init__(
        self,
        board: Board,
        everybody: tuple[Source, ...],
        own: tuple[Source, ...],
        declined: bool,
    ) -> None:
        self.key = (everybody, own, declined)
        self.own = own
        self.declined = declined
        self.hushing = any(overridden(x, "silences") for x in everybody)
        self.race: Race | None = next((x for x in own if isinstance(x, Race)), None)
        # A card in force makes every race anew, in nearly every round: this is a hot path.
        heard_own, hushed = _heard(everybody, own, declined)
        self.sources = (*everybody, *heard_own)
        self.live = self.sources
        if declined:
            lives = any(x.keeps_powers for x in own)
            self.live = tuple([x for x in self.sources if lives and isinstance(x, Power)])

        answering: dict[str, list[Source]] = {}
        for x in everybody:
            for name in answers(type(x)):
                if not (declined and name in ONCE_A_TURN):
                    answering.setdefault(name, []).append(x)
        for x in heard_own:
            names = answers(type(x))
            for name in names if not declined or x in self.live else names & x.lasts:
                answering.setdefault(name, []).append(x)
        for x in hushed:
            names = answers(type(x)) & x.always
            for name in names if not declined else names & x.lasts:
                answering.setdefault(name, []).append(x)

        def asked(name: str) -> tuple[Source, ...]:
            """The sources that answer this question for this race as it is."""
            found = answering.get(name)
            return tuple(found) if found else ()

        def brought(name: str, sources: tuple[Source, ...]) -> tuple[Decision, ...]:
            """The decisions that those bring which are asked, in the order of their kind (`base.md
            R4`).
            """
            found: list[Decision] = []
            for x in sources:
                asks = getattr(x, name) if x in asking else ()
                if asks and (not declined or x in self.live or name in x.lasts):
                    found += asks
            return tuple(sorted(found, key=_order)) if found else ()

        asking = [x for x in self.sources if _asks(x)]
        for name in HOOKS:
            setattr(self, name, ())
        for name in answering.keys() & HOOKS:
            setattr(self, name, _hooks(name, *answering[name]))

        cheaper = [0] * board.n
        why: list[tuple[int, Label, int]] = []
        for name, sign in (("cheaper", 1), ("dearer", -1)):
            for x in asked(name):
                mask = getattr(x, name)(board)
                if mask:
                    each = sign if sign > 0 else -x.dearer_each
                    why.append((mask, x.discount_text, each))
                    for r in bits(mask):
                        cheaper[r] += each
        self.cheaper = tuple(cheaper)
        self.cheaper_why = tuple(why)
        self.entry = board.entry
        self.takes = board.land
        self.keeps = board.all & ~board.rivers
        for x in asked("entry"):
            self.entry |= x.entry(board)
        for x in asked("takes"):
            self.takes |= x.takes(board)
        for x in asked("keeps"):
            self.keeps |= x.keeps(board)
        self.crosses = board.rivers & ~self.keeps
        coins = [(x.coins(board), x.coin_text) for x in asked("coins") for _ in range(x.coins_each)]
        # A source to which a board gives no Region would make the list longer for nothing.
        self.coins = tuple([coin for coin in coins if coin[0]])
        self.coin_masks = tuple([mask for mask, _ in self.coins])
        self.poorer = tuple([(x.poorer(board), x.coin_text) for x in asked("poorer")])
        self.series = tuple([(x.series(board), x.coin_text) for x in asked("series")])
        self.robbed: tuple[tuple[Callable[[State], int], Label], ...] = tuple(
            [(x.robs, x.coin_text) for x in asked("robs")]
        )
        self.times = (1, Label(""))
        for x in asked("times"):
            self.times = (self.times[0] * x.times(declined), x.coin_text)

        self.doubles: tuple[tuple[Count, Label], ...] = tuple(
            (x.doubles, x.coin_text) for x in asked("doubles")
        )
        self.alters = self.times[0] != 1 or bool(self.poorer or self.doubles or self.robbed[1:])
        self.altered = self.alters or bool(self.robbed)

        reaching = asked("reach")
        self.reach = tuple(x.reach for x in reaching)
        # What links two Regions as neighbours would, for those that ask who is adjacent. A reach
        # that is the same wherever the race stands is no adjacency.
        self.links = tuple([x.reach for x in reaching if not x.reach(board, 0)])
        self.reach_now: tuple[Callable[[State, int, int], int], ...] = (
            *[x.reach_now for x in asked("reach_now")],
            *self.links_now,
        )
        self.barred_by = asked("bars")
        self.shields = asked("protects")
        discounting = asked("discount")
        self.discounts: tuple[Discount, ...] = tuple([x.discount for x in discounting])
        self.discounts_why = tuple([(x.discount, x.discount_text) for x in discounting])
        self.tolls = tuple([(x.toll, x.discount_text) for x in asked("toll")])
        self.leavers = asked("leaves")
        # What lies beside the board is there although a card keeps it from joining.
        self.apart: tuple[Count, ...] = tuple(
            [x.aside for x in own if not declined and overridden(x, "aside")]
        )
        self.gains: tuple[tuple[Count, str], ...] = tuple(
            [(x.gains, x.name) for x in asked("gains")]
        )
        self.round_began: tuple[Moment, ...] = tuple(
            [x.round_began for x in asked("round_began") if x not in everybody]
        )
        self.round_ended: tuple[Moment, ...] = tuple(
            [x.round_ended for x in asked("round_ended") if x not in everybody]
        )
        self.housed: tuple[Power, ...] = ()
        for i, x in enumerate(own[1:]):
            if isinstance(x, Boon) and x.houses and isinstance(housed := own[i], Power):
                self.housed += (housed,)
        # What holds for everybody asks at the end of a turn after all others (`events.md E2`), and
        # a further power after the first one (`E31`), but not one that is housed; see
        # `turn.after_redeployment`.
        powers = [x for x in heard_own if isinstance(x, Power) and x not in self.housed]
        further = tuple(powers[1:])
        first = tuple([x for x in heard_own if x not in further]) if further else heard_own
        self.steps = brought("steps", first) + brought("steps", further)
        askers = heard_own if declined else self.sources
        self.offers = brought("offers", askers)
        self.at_turn_start = brought("turn_asks", askers)
        self.after_pick = brought("pick_asks", askers)
        self.after_scoring = brought("scored_asks", askers)
        self.at_last = brought("last_asks", askers)
        ways: list[Way] = []
        for x in self.sources:
            if x.ways and (x in self.live or x in everybody or "ways" in x.lasts):
                ways += x.ways
        self.ways = tuple(ways)
        self.manners = _manners(self.ways)
        self.attempts_rolled = any(x.attempts_rolled for x in self.live)
        self.keeps_tokens = any(x.keeps_tokens_in_decline for x in heard_own)
        self.early: Way | None = None
        if declined:
            # What a race was given speaks before the race itself: the last of its sources.
            for x in heard_own:
                if x.early is not None and "early" in x.lasts:
                    self.early = x.early
        self.regroups = next((x.regroups for x in heard_own if declined and x.regroups), "")
        self.guards = bool(self.protects or self.tolls or self.spurns)
        self.rights = tuple([x for x in own if isinstance(x, Boon) and x.word])
        self.counts_in_decline = all(x.counts_in_decline for x in heard_own)
        self.speaks = bool(
            self.turn_began
            or self.redeployed
            or self.scored
            or self.turn_ended
            or self.steps
            or self.at_turn_start
            or self.after_scoring
            or self.offers
        )
        self.asks_more = bool(self.tolls or self.spurns)
        self.flat = not self.discounts
        self.least = 1
        if self.race is None and self.flat and self.crosses:  # the Lost Tribes
            land = bits(self.takes & ~self.crosses)
            self.least = max(1, min([board.defence[r] - cheaper[r] for r in land], default=1))


@cache
def _hooks(name: str, *sources: Source) -> tuple[object, ...]:
    """What those sources answer to a question; the same tuple for every race that they serve."""
    return tuple([getattr(x, name) for x in sources])


@cache
def _asks(source: Source) -> bool:
    """Whether ``source`` brings anything that a race may be asked in its turns."""
    return bool(
        source.steps
        or source.offers
        or source.turn_asks
        or source.pick_asks
        or source.scored_asks
        or source.last_asks
    )


def _heard(
    everybody: tuple[Source, ...], own: tuple[Source, ...], declined: bool
) -> tuple[tuple[Source, ...], tuple[Source, ...]]:
    """Which of a race's ``own`` sources speak, and which of those that are silenced go on answering
    something all the same (`Source.always`).
    """
    silencers = [x for x in everybody if overridden(x, "silences")]
    if not silencers:
        return own, ()
    heard = tuple([x for x in own if not any(s.silences(x, declined) for s in silencers)])
    return heard, tuple([x for x in own if x.always and x not in heard])


@cache
def _manners(ways: tuple[Way, ...]) -> tuple[Manner, ...]:
    """The ways in which a Region can be taken: each alone, then two at once, and so on."""
    if not ways:
        return ()
    manners = [Manner(way) for way in ways]
    for number in range(2, len(ways) + 1):
        more = [
            Manner(*several)
            for several in combinations(ways, number)
            if all(together(*pair) for pair in combinations(several, 2))
        ]
        if not more:
            break
        manners += more
    return tuple(manners)


def combo_of(
    board: Board,
    everybody: tuple[Source, ...],
    own: tuple[Source, ...],
    declined: bool = False,
) -> Combo:
    """The compiled answers of a race on ``board``; made once per board and tuple of sources."""
    key = (everybody, own, declined)
    found = board.cache.get(key)
    if isinstance(found, Combo):
        return found
    made = Combo(board, everybody, own, declined)
    if len(board.cache) >= MOST_COMBOS:
        board.cache.clear()
    board.cache[key] = made
    return made
