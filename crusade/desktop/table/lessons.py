"""What newcomers are told at the table: the steps of the guided first game, and quiet advice.

A lesson is one definition: when it speaks, where it points, what it says, when it is done. All of
these are asked of the position and of what has happened, never of a script: whoever plays otherwise
is told what fits. A lesson without ``done`` is over once it has been read.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from crusade.automaton.defence import raid
from crusade.desktop.table import asking
from crusade.desktop.table.controller import Controller
from crusade.desktop.table.offers import Offer, tied
from crusade.desktop.words import bill_rows, combo_tokens, refusal_words, tribes_reason
from crusade.desktop.words.buttons import goes_in_decline, pushed_off, stays_in_decline
from crusade.desktop.words.grammar import combo
from crusade.desktop.words.money import item_words, summed
from crusade.desktop.words.sentences import joined
from crusade.players.quick import combo_worth
from crusade.players.steam import Steam, steam
from crusade.rules import State, hand_of, moves, refusal
from crusade.rules.asking import Decision
from crusade.rules.board import bits
from crusade.rules.events import (
    AttemptMade,
    ComboDiscarded,
    ComboPicked,
    Conquered,
    Declined,
    Redeployed,
    Scored,
)
from crusade.rules.ids import ACTIVE_OF, CONQUER, NONE, OWNER, PICK, REDEPLOY, TRIBES, VICTIM
from crusade.rules.queries import chance, cost, prospect, why_not
from crusade.texts import N_, Combo, Name, Region, Several, _, _n, coins, several, tell, tokens

SECOND_TURN = 2
FIRST_DECLINE = 3
"""The round before which nothing is said of it: there a race still spreads."""
GUIDED = "guided"
"""The option of a record that a game was begun as the guided first game."""
FRESH = 2
"""Rounds after its pick in which a race is not spoken of as spent."""
EVEN = -0.5
"""Coins that declining may promise less than going on, and still be worth speaking of: the looks
ahead are not surer than that.
"""
BETTER = 1.0
"""Coins that it must promise more where nobody is being taught."""
LATE = 3
"""Rounds that must be left for a decline to be worth speaking of."""


@dataclass(frozen=True)
class Spot:
    """A place at the table: "region", "row" (of the column), "player", "tribes", "rounds" or
    "button" with its name.
    """

    kind: str
    number: int = 0
    name: str = ""


@dataclass(frozen=True)
class Deeds:
    """What the person has done in this game so far, counted."""

    picks: int = 0
    conquests: int = 0
    beaten: int = 0
    """Conquests of Regions on which tokens stood."""
    attempts: int = 0
    picked: int = 0
    """The round of the latest pick."""
    redeployed: int = 0
    declines: int = 0
    scored: Scored | None = None
    """The latest scoring."""
    theirs: Scored | None = None
    """That of the Lost Tribes."""
    discarded: ComboDiscarded | None = None


def deeds(c: Controller) -> Deeds:
    """What has happened at this table, seat 0's part of it."""
    counts = dict.fromkeys(
        ("picks", "conquests", "beaten", "attempts", "redeployed", "declines"), 0
    )
    scored: dict[int, Scored] = {}
    discarded = None
    picked = 0
    for made in c.session.steps:
        for event in made.events:
            if isinstance(event, Scored):
                scored[event.seat] = event
            elif isinstance(event, ComboDiscarded):
                discarded = event
            elif isinstance(event, ComboPicked):
                counts["picks"] += 1
                picked = made.after.round
            elif isinstance(event, Declined):
                counts["declines"] += 1
            elif isinstance(event, Conquered) and OWNER[event.slot] == 0:
                counts["conquests"] += 1
                counts["beaten"] += event.defenders > 0
            elif isinstance(event, AttemptMade) and OWNER[event.slot] == 0:
                counts["attempts"] += 1
            elif isinstance(event, Redeployed) and OWNER[event.slot] == 0:
                counts["redeployed"] += 1
    return Deeds(
        **counts,
        picked=picked,
        scored=scored.get(0),
        theirs=scored.get(TRIBES),
        discarded=discarded,
    )


Asks = Callable[[Controller, Deeds], bool]


@dataclass(frozen=True)
class Lesson:
    """``key`` is how the settings remember that it was read; ``said`` gives a sentence or two, ""
    where there is nothing to say after all.
    """

    key: str
    title: str
    """A message (`N_`)."""
    when: Asks
    where: Callable[[Controller], Spot]
    said: Callable[[Controller, Deeds], str]
    done: Asks | None = None
    reads: bool = False
    """Whether there is nothing to do but to read, though something done shows that it is known."""
    topic: Callable[[Controller], str] | None = None
    """What it is about this time, where it is said once for each such thing."""


# ---------------------------------------------------------------- what is asked of the position
def _slot(c: Controller) -> int:
    return ACTIVE_OF[c.state.seat] if c.state.seat != TRIBES else ACTIVE_OF[0]


def _guided(c: Controller) -> bool:
    """Whether this game has the guide, whose steps say some of it."""
    return bool(c.session.record.options.get(GUIDED))


def _picking(c: Controller) -> bool:
    return c.deciding and c.state.phase == PICK


def _fighting(c: Controller) -> bool:
    """Whether the Active race of the person at the screen conquers now."""
    return c.deciding and c.state.phase == CONQUER and c.draft is None and not c.early


def _holds(c: Controller) -> int:
    return c.state.held[_slot(c)]


def _payable(c: Controller) -> list[Offer]:
    """The Regions that can be paid now, cheapest first."""
    found = [offer for offer in c.offers.values() if offer.ways and not offer.dear]
    return sorted(found, key=lambda offer: (offer.price, offer.region))


def _attempts(c: Controller) -> list[Offer]:
    """The Regions for which the die can be rolled, the best chance first."""
    found = [offer for offer in c.offers.values() if offer.ways and offer.dear]
    return sorted(found, key=lambda offer: (offer.price, offer.region))


def _earning(c: Controller, r: int) -> int:
    return prospect(c.state, _slot(c), r).total


def _most_earning(c: Controller, offers: list[Offer]) -> Offer:
    """The one whose Region earns most, of these the cheapest."""
    return max(offers, key=lambda o: (_earning(c, o.region), -o.price, -o.region))


def _best_entry(c: Controller) -> int:
    """The Region that earns most of those that can be paid."""
    return _most_earning(c, _payable(c)).region


def _guarded(c: Controller) -> Offer | None:
    """A Region within reach on which tokens of others stand, the one that earns most."""
    s = c.state
    found = [o for o in _payable(c) if s.tokens[o.region] and OWNER[s.occ[o.region]] != s.seat]
    return _most_earning(c, found) if found else None


def _conquests_left(c: Controller) -> int:
    """How many Regions the tokens in hand would pay for as the board lies, the cheapest first."""
    hand, count = hand_of(c.state, _slot(c)), 0
    for offer in _payable(c):
        hand -= offer.price
        if hand < 0:
            break
        count += 1
    return count


def _combo(c: Controller, row: int) -> Combo:
    banner, badge, _lying = c.state.column[row]
    library = c.state.setup.library
    return combo(library, banner, badge)


def _best_row(c: Controller) -> int:
    """The combo that promises most coins for its price, as the quick player weighs them."""
    s = c.state
    rows = [
        (combo_worth(s, banner, badge) - row + lying, -row)
        for row, (banner, badge, lying) in enumerate(s.column)
        if refusal(s, moves.PICKS[row]) is None
    ]
    return -max(rows)[1]


def _power_words(c: Controller, row: int) -> str:
    """What the Special Power of a combo does, in its own words; "" for a banner without one."""
    badge = c.state.column[row][1]
    if badge == NONE:
        return ""
    power = c.state.setup.library.powers[badge]
    words = power.crusade_text if c.state.setup.crusade and power.crusade_text else power.text
    return _("{power}: {words}", power=_(power.name), words=_(words)) if words else ""


# ---------------------------------------------------------------- the steps of the first game
def _wins(c: Controller, done: Deeds) -> str:
    s = c.state
    return _(
        "After round {rounds} whoever has more coins wins, you or {folk}; a tie is theirs. "
        "You begin with {coins}: Regions that you hold earn more, every round.",
        rounds=s.setup.rounds,
        folk=c.cast.folk,
        coins=coins(s.coins[0]),
    )


def _pick(c: Controller, done: Deeds) -> str:
    s = c.state
    row = _best_row(c)
    banner, badge, _lying = s.column[row]
    number = combo_tokens(s.setup.library, banner, badge, s.tray[banner])
    if not row:
        said = _(
            "Pick a Race with its Special Power. Weighed with its price, {combo} promise most: "
            "{tokens} to conquer with, and the top row is free; each row below costs 1 coin more.",
            combo=_combo(c, row),
            tokens=tokens(number),
        )
    else:
        said = _(
            "Pick a Race with its Special Power. Weighed with its price, {combo} promise most: "
            "{tokens} to conquer with, for {coins} laid on the rows above.",
            combo=_combo(c, row),
            tokens=tokens(number),
            coins=coins(row),
        )
    return joined(said, _power_words(c, row), _("Click this row, or another."))


def _bill(c: Controller, r: int) -> str:
    """The price of a Region as a sum in words: `any Region 2; Mountain +1`."""
    rows = bill_rows(cost(c.state, r, _slot(c)), "token")
    return "; ".join(f"{row.left} {row.right}" for row in rows)


def _enter(c: Controller, done: Deeds) -> str:
    r = _best_entry(c)
    return _(
        "Your race comes in from the edge, into a lit Region. The shield is its price in tokens: "
        "{region} costs {cost} of your {hand} ({bill}). Click it.",
        region=Region(c.cast.region(r)),
        cost=c.offers[r].price,
        hand=hand_of(c.state, _slot(c)),
        bill=_bill(c, r),
    )


def _signs_at(c: Controller) -> int:
    """A held Region with the highest income, else the first."""
    held = list(bits(_holds(c)))
    return max(held, key=lambda r: (_earning(c, r), -r))


def _sign_names(c: Controller) -> Several:
    """The signs that this board has, by name."""
    board = c.state.board
    return several(
        Name("terrain", symbol.name)
        for symbol in board.words.symbols
        if not symbol.flag and board.mask_of(symbol.word)
    )


def _signs(c: Controller, done: Deeds) -> str:
    r = _signs_at(c)
    bill = prospect(c.state, _slot(c), r)
    if len(bill.items) == 1:
        return _(
            "{region} earns {coins} a turn, as each of your Regions does. Terrain and signs "
            "({signs:and}) pay more only to races whose text names them; point at your combo to "
            "read it.",
            signs=_sign_names(c),
            region=Region(c.cast.region(r)),
            coins=coins(bill.total),
        )
    items = several(item_words(item, number) for item, number in summed(bill.items))
    return _(
        "{region} earns {coins} a turn: {items}. Terrain and signs ({signs:and}) pay more only to "
        "races whose text names them; point at your combo to read it.",
        signs=_sign_names(c),
        region=Region(c.cast.region(r)),
        coins=coins(bill.total),
        items=items,
    )


def _guard_at(c: Controller) -> Spot:
    found = _guarded(c)
    return Spot("region", found.region if found is not None else 0)


def _guards(c: Controller, done: Deeds) -> str:
    offer = _guarded(c)
    if offer is None:
        return ""
    return _(
        "Go on beside your own Regions. Each token that stands in a Region makes it 1 dearer: "
        "{region} costs {cost} ({bill}). Click it, or another.",
        region=Region(c.cast.region(offer.region)),
        cost=offer.price,
        bill=_bill(c, offer.region),
    )


def _at_wits_end(c: Controller) -> bool:
    return _fighting(c) and bool(_holds(c)) and not _payable(c) and bool(_attempts(c))


def _attempt(c: Controller, done: Deeds) -> str:
    offer = _attempts(c)[0]
    wins, faces = chance(c.state, offer.ways[0])
    return _(
        "Too few tokens are left to pay. Once a turn, at its end, you may roll the reinforcement "
        "die (three blank faces, 1, 2 and 3): {region} falls in {wins} of {faces} rolls. Click it "
        "to try, or end your conquests.",
        region=Region(c.cast.region(offer.region)),
        wins=wins,
        faces=faces,
    )


def _raided(c: Controller) -> tuple[int, ...]:
    """The Regions that the Lost Tribes would take from the person as the tokens stand now."""
    found = raid(c.imagined, 0)
    return found.lost or (() if found.threatened is None else (found.threatened,))


def _redeploy_at(c: Controller) -> Spot:
    lost = _raided(c)
    return Spot("region", lost[0]) if lost else Spot("button", name="main")


def _redeploy(c: Controller, done: Deeds) -> str:
    lost = _raided(c)
    if not lost:
        return _(
            "Spread your tokens: each Region keeps at least one. As they stand now, {folk} would "
            "take nothing of yours, for other Regions are cheaper. End the turn.",
            folk=c.cast.folk,
        )
    regions = c.cast.places(sum(1 << r for r in lost))
    draft = c.draft
    if draft is not None and draft.counts == c.placing.defended:
        return _(
            "Your tokens stand as well as they can, and {folk} would still come for {regions}. "
            "Nothing more can be done: end the turn.",
            folk=c.cast.folk,
            regions=regions,
        )
    firm = [r for r in lost if draft is None or r not in draft.counts]
    if len(firm) == len(lost):
        return _(
            "As your tokens stand, {folk} would come for {regions}, where none can be added now. "
            "End the turn, or press “Best defence” first.",
            folk=c.cast.folk,
            regions=regions,
        )
    if firm:
        return _(
            "As your tokens stand, {folk} would come for {regions}. Press “Best defence”: it adds "
            "tokens where your Active race stands. Then end the turn.",
            folk=c.cast.folk,
            regions=regions,
        )
    return _(
        "Spread your tokens. As they stand, {folk} would come for {regions}: they go where it is "
        "cheapest. Add tokens to these, or press “Best defence”; then end the turn.",
        folk=c.cast.folk,
        regions=regions,
    )


def _theirs_now(c: Controller, done: Deeds) -> bool:
    beat = c.stage.beat
    if beat is not None and beat.plan is not None and c.stage.watching:
        return True
    if c.deciding and tied(c.state):
        return True
    return _fighting(c) and c.last_tribes_turn() is not None


def _theirs_at(c: Controller) -> Spot:
    beat = c.stage.beat
    if beat is not None and beat.region is not None:
        return Spot("region", beat.region)
    if tied(c.state):
        return Spot("region", bits(tied(c.state))[0])
    return Spot("button", name="their-last-turn")


def _theirs(c: Controller, done: Deeds) -> str:
    beat = c.stage.beat
    if c.deciding and tied(c.state):
        return _(
            "{folk:Nom} take the cheapest Region beside theirs; of equal ones the one that earns "
            "you most, then one of your Active race. The lit ones are equal in all that: "
            "you decide, so click one.",
            folk=c.cast.folk,
        )
    if beat is None or beat.plan is None or beat.region is None:
        return _(
            "{folk:Nom} take the cheapest Region beside theirs; of equal ones the one that earns "
            "you most, then one of your Active race. Here you can see their turn again.",
            folk=c.cast.folk,
        )
    return _(
        "They take the cheapest Region beside theirs; of equal ones the one that earns you most, "
        "then one of your Active race. {region}: {reason}. Space shows the next.",
        region=Region(c.cast.region(beat.region)),
        reason=tribes_reason(c.cast, beat.picture, beat.plan, beat.region, beat.by),
    )


def _score(c: Controller, done: Deeds) -> str:
    scored, theirs = done.scored, done.theirs
    if scored is None:
        return ""
    return _(
        "Your turn earned {coins}: {items}. {folk:Nom} earned {theirs}, 1 for each Region. Now all "
        "your tokens but one a Region are in hand again: conquer on.",
        coins=coins(scored.coins),
        items=several(item_words(item, number) for item, number in summed(scored.items)),
        folk=c.cast.folk,
        theirs=0 if theirs is None else theirs.coins,
    )


def _may_decline(c: Controller) -> bool:
    return _fighting(c) and refusal(c.state, moves.DECLINE_MOVE) is None


class _Weighing:
    """A decline weighed against going on, once for each position."""

    def __init__(self) -> None:
        self._known: tuple[State, Steam] | None = None

    def of(self, s: State) -> Steam:
        """Both in the position, where the race may decline."""
        if self._known is None or self._known[0] is not s:
            self._known = s, steam(s)
        return self._known[1]


_weighing = _Weighing()


def _may_tire(c: Controller, done: Deeds) -> bool:
    """Whether a turn begins in which the race could be spent, with rounds enough for another."""
    s = c.state
    if not _may_decline(c) or not _holds(c) or s.begun or s.round < FIRST_DECLINE:
        return False
    return s.setup.rounds - s.round >= LATE and s.round - done.picked >= FRESH


def _tired(c: Controller, done: Deeds) -> bool:
    """Whether declining loses nothing over the rounds left."""
    return _may_tire(c, done) and _weighing.of(c.state).gain >= EVEN


def _decline(c: Controller, done: Deeds) -> str:
    """What going on earns, what declining earns, who stays and who leaves the board."""
    found = _weighing.of(c.state)
    if found.gain < BETTER:
        weighed = _(
            "The race runs out of steam: going on would earn about {going} this turn, declining "
            "{declining}, and over the rounds left a fresh race makes up for it.",
            going=coins(found.going_on),
            declining=found.declining,
        )
    else:
        weighed = _(
            "The race runs out of steam: going on would earn about {going} this turn, declining "
            "{declining}, but over the rounds left a fresh race earns about {gain} more.",
            going=coins(found.going_on),
            declining=found.declining,
            gain=coins(round(found.gain)),
        )
    goes = goes_in_decline(c.cast, c.state, stays_in_decline(c.state))
    return joined(weighed, goes, *pushed_off(c.cast, c.state))


def _second(c: Controller, done: Deeds) -> str:
    gone = done.discarded
    row = _best_row(c)
    best = _(
        "Weighed with its price, {combo} promise most now ({coins}).",
        combo=_combo(c, row),
        coins=coins(row),
    )
    stays = _(
        "The first race stays, In Decline, at 1 coin a Region, until your next one declines and "
        "takes its place."
    )
    if gone is None:
        return joined(_("Pick your second race."), best, _power_words(c, row), stays)
    die = _(
        "From the second pick on, the die takes a combo away first: {combo} are gone.",
        combo=combo(c.state.setup.library, gone.banner, gone.badge),
    )
    return joined(die, best, _power_words(c, row), stays)


def _last_turn(c: Controller) -> bool:
    """Whether the last turn of the person at the screen is about to be played."""
    s = c.state
    return s.round == s.setup.rounds and not s.begun and (_picking(c) or _fighting(c))


def _last(c: Controller, done: Deeds) -> str:
    s = c.state
    return _(
        "The last round. You have {mine}, {folk} have {theirs}, and both still score. Nothing is "
        "saved up any more: take what earns most.",
        mine=coins(s.coins[0]),
        folk=c.cast.folk,
        theirs=s.coins[TRIBES],
    )


GUIDE: tuple[Lesson, ...] = (
    Lesson(
        "wins",
        N_("What wins"),
        lambda c, done: _picking(c) and not done.picks,
        lambda c: Spot("rounds"),
        _wins,
    ),
    Lesson(
        "pick",
        N_("Pick a race"),
        lambda c, done: _picking(c),
        lambda c: Spot("row", _best_row(c)),
        _pick,
        lambda c, done: done.picks > 0,
    ),
    Lesson(
        "enter",
        N_("Come in and pay"),
        lambda c, done: _fighting(c) and not _holds(c) and bool(_payable(c)),
        lambda c: Spot("region", _best_entry(c)),
        _enter,
        lambda c, done: done.conquests > 0,
    ),
    Lesson(
        "signs",
        N_("What a Region earns"),
        lambda c, done: _fighting(c) and bool(_holds(c)),
        lambda c: Spot("region", _signs_at(c)),
        _signs,
        lambda c, done: done.conquests > 2,
        reads=True,
    ),
    Lesson(
        "guards",
        N_("Regions with tokens"),
        lambda c, done: _fighting(c) and bool(_holds(c)) and _guarded(c) is not None,
        _guard_at,
        _guards,
        lambda c, done: done.beaten > 0,
    ),
    Lesson(
        "attempt",
        N_("The last attempt"),
        lambda c, done: _at_wits_end(c),
        lambda c: Spot("region", _attempts(c)[0].region),
        _attempt,
        lambda c, done: done.attempts > 0,
    ),
    Lesson(
        "redeploy",
        N_("Redeploy"),
        lambda c, done: c.deciding and c.state.phase == REDEPLOY and c.draft is not None,
        _redeploy_at,
        _redeploy,
        lambda c, done: done.redeployed > 0,
    ),
    Lesson("theirs", N_("Their turn"), _theirs_now, _theirs_at, _theirs),
    Lesson(
        "score",
        N_("What was earned"),
        lambda c, done: _fighting(c) and done.scored is not None and not c.state.begun,
        lambda c: Spot("player"),
        _score,
    ),
    Lesson(
        "decline",
        N_("Decline"),
        _tired,
        lambda c: Spot("button", name="decline"),
        _decline,
        lambda c, done: done.declines > 0,
    ),
    Lesson(
        "second",
        N_("The second race"),
        lambda c, done: _picking(c) and done.picks > 0,
        lambda c: Spot("row", _best_row(c)),
        _second,
        lambda c, done: done.picks > 1,
    ),
    Lesson(
        "last",
        N_("The last round"),
        lambda c, done: _last_turn(c),
        lambda c: Spot("rounds"),
        _last,
    ),
)
"""The guided first game, in the order in which the steps are meant to come."""


# ---------------------------------------------------------------- advice for the first games
def _tie(c: Controller, done: Deeds) -> str:
    return _(
        "For {folk} these Regions are equal, so you decide which of them falls. Click the one "
        "that you miss least.",
        folk=c.cast.folk,
    )


def _barred(c: Controller) -> int:
    """The mask of the Regions of others beside those of the Active race that nobody may take."""
    s = c.state
    held = _holds(c)
    beside = 0
    for r in bits(held):
        beside |= s.board.neighbours[r]
    return s.safe & beside & ~held


def _bar(c: Controller, done: Deeds) -> str:
    r = bits(_barred(c))[0]
    reason = why_not(c.state, r)
    if reason is None:
        return ""
    return _(
        "{region} cannot be taken. {reason}",
        region=Region(c.cast.region(r)),
        reason=refusal_words(reason, c.cast),
    )


def _offered(c: Controller) -> Decision | None:
    """Something that the race may do besides conquering, and has not been told of yet."""
    return next(iter(asking.offers(c.state)), None) if _fighting(c) else None


def _offer_word(c: Controller) -> str:
    offer = _offered(c)
    return "" if offer is None else offer.word.split()[0]


def _offer(c: Controller, done: Deeds) -> str:
    offer = _offered(c)
    if offer is None:
        return ""
    return _(
        "Your race can do more than conquer. {title}: {hint}",
        title=tell(offer.title, c.cast.who),
        hint=tell(offer.hint, c.cast.who),
    )


def _rich_row(c: Controller) -> int:
    """The first combo that coins lie on and that can be paid, NONE if there is none."""
    s = c.state
    return next(
        (
            row
            for row, (_banner, _badge, lying) in enumerate(s.column)
            if lying and refusal(s, moves.PICKS[row]) is None
        ),
        NONE,
    )


def _lying(c: Controller, done: Deeds) -> str:
    row = _rich_row(c)
    return _n(
        "On {combo} lies {count} coin: whoever picks a combo gets what lies on it.",
        "On {combo} lie {count} coins: whoever picks a combo gets what lies on it.",
        c.state.column[row][2],
        combo=combo(c.state.setup.library, *c.state.column[row][:2]),
    )


def _cheaper(c: Controller) -> Offer | None:
    return next((o for o in _payable(c) if o.cheaper), None)


def _cheaper_at(c: Controller) -> Spot:
    found = _cheaper(c)
    return Spot("region", found.region if found is not None else 0)


def _no_more(c: Controller, done: Deeds) -> bool:
    """Whether declining earns clearly more than going on."""
    if not done.declines and _guided(c):
        return False  # the guide has a step for it
    return _may_tire(c, done) and _weighing.of(c.state).gain >= BETTER


def _homeless(c: Controller) -> int:
    """How many tokens of those driven out are still to be placed."""
    if not c.deciding or c.state.phase != VICTIM or c.draft is None:
        return 0
    return max(0, c.draft.spare)


def _refuge(c: Controller) -> int:
    """A Region in which they can be placed."""
    return min(c.draft.counts, default=0) if c.draft is not None else 0


ADVICE: tuple[Lesson, ...] = (
    Lesson(
        "last",
        N_("The last round"),
        lambda c, done: _last_turn(c) and c.cast.solo,
        lambda c: Spot("rounds"),
        _last,
    ),
    Lesson(
        "tie",
        N_("A tie"),
        lambda c, done: c.deciding and bool(tied(c.state)) and c.cast.solo and not _guided(c),
        lambda c: Spot("region", bits(tied(c.state))[0]),
        _tie,
    ),
    Lesson(
        "threat",
        N_("They come for you"),
        lambda c, done: (
            c.deciding
            and c.cast.solo
            and c.state.phase == REDEPLOY
            and c.draft is not None
            and bool(_raided(c))
        ),
        _redeploy_at,
        _redeploy,
    ),
    Lesson(
        "spent",
        N_("Out of steam"),
        _no_more,
        lambda c: Spot("button", name="decline"),
        _decline,
        topic=lambda c: str(c.state.banner[_slot(c)]),
    ),
    Lesson(
        "barred",
        N_("Out of reach"),
        lambda c, done: _fighting(c) and bool(_barred(c)),
        lambda c: Spot("region", bits(_barred(c))[0]),
        _bar,
    ),
    Lesson(
        "offer",
        N_("More than conquests"),
        lambda c, done: _offered(c) is not None,
        lambda c: Spot("button", name=_offer_word(c)),
        _offer,
        topic=_offer_word,
    ),
    Lesson(
        "lying",
        N_("Coins on a combo"),
        lambda c, done: _picking(c) and _rich_row(c) != NONE,
        lambda c: Spot("row", _rich_row(c)),
        _lying,
    ),
    Lesson(
        "cheaper",
        N_("A cheaper way"),
        lambda c, done: _fighting(c) and _cheaper(c) is not None,
        _cheaper_at,
        lambda c, done: _(
            "The star on this shield: the Region can be taken for fewer tokens in another way. "
            "Click it to choose."
        ),
    ),
    Lesson(
        "driven",
        N_("Driven out"),
        lambda c, done: _homeless(c) > 0,
        lambda c: Spot("region", _refuge(c)),
        lambda c, done: _n(
            "A Region of yours fell, and one token there is lost. Place the {count} token left in "
            "a lit Region, which this race still holds.",
            "A Region of yours fell, and one token there is lost. Place the {count} tokens left in "
            "lit Regions, which this race still holds.",
            _homeless(c),
        ),
    ),
)
"""What is said once, the first time that it matters; most important first."""
