"""What the buttons of the table say, and what is asked before something cannot be taken back."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from crusade.desktop import whose
from crusade.desktop.words.cast import Cast
from crusade.desktop.words.grammar import race
from crusade.desktop.words.sentences import beside, housed_in_decline, joined
from crusade.desktop.words.tribes import needs_roll
from crusade.rules import State, hand_of, legal_moves, moves, play, queries, refusal
from crusade.rules.board import bits
from crusade.rules.events import (
    CoinsPaid,
    Declined,
    MarkPlaced,
    MarkRemoved,
    RoundBegan,
    Scored,
    TurnBegan,
)
from crusade.rules.ids import DECLINED_OF, DIE, NONE, OVER, UNCOUNTED_OF
from crusade.rules.moves import Move
from crusade.rules.queries import fighter, price_with
from crusade.texts import N_, NP_, _, _n, _p, coins, several, tell, tokens
from crusade.texts import regions as count_of_regions

_LABELS = {
    "END_CONQUESTS": NP_("button", "End conquests"),
    "END_TURN": NP_("button", "End the turn"),
    "END_BOTH": NP_("button", "End whole turn"),
    "DONE": NP_("button", "Done"),
    "LET_THEM_BEGIN": NP_("button", "Let them begin"),
    "TAKE_BACK": NP_("button", "Take back"),
    "UNDO": NP_("button", "Undo"),
    "REDO": NP_("button", "Redo"),
    "WHAT_NEXT": NP_("button", "What will they take?"),
    "WHY": NP_("button", "Why?"),
    "RULES": NP_("button", "Rules"),
    "MENU": NP_("button", "Menu"),
    "SKIP": NP_("button", "Skip"),
    "PAUSE": NP_("button", "Pause"),
    "SETTLE_TIES": NP_("button", "Settle ties that cost me nothing"),
}
"""The words of buttons by name: `buttons.UNDO` is what the button says in the player's language."""


def __getattr__(name: str) -> str:
    """A button's words now. Raises AttributeError if there is no such button."""
    try:
        return _p("button", _LABELS[name])
    except KeyError:
        raise AttributeError(f"no button is called {name}") from None


def pick_words(keys: bool, asks: bool) -> str:
    """What a click or Enter (``keys``) does on a combo that can be picked, as a sentence;
    ``asks``: whether Enter is asked about first.
    """
    if not keys:
        return _("Click to pick it.")
    return _("Enter asks whether to pick it.") if asks else _("Enter picks it.")


def deed_words(state: State, mask: int) -> str:
    """What conquering in the ways of ``mask`` is called; "" for the ordinary way."""
    return beside(*(tell(way.title) for way in state.setup.library.acting_of(mask)))


def way_coins(state: State, mask: int) -> int:
    """The coins that taking a Region in the ways of ``mask`` costs."""
    return sum(way.coins for way in state.setup.library.acting_of(mask))


def way_words(cast: Cast, state: State, move: Move) -> tuple[str, str]:
    """(label, note) of a conquest or attempt, where a Region can be taken in several ways."""
    kind, r, mask = move[0], move[1], move[2]
    library = state.setup.library
    named = library.ways_of(mask)
    slot = fighter(state, mask)
    acting = library.acting_of(mask)
    if acting:
        deed = deed_words(state, mask)
        paid = way_coins(state, mask)
        price = str(coins(paid)) if paid else ""
        if kind == moves.ATTEMPT:
            return _("Attempt: {deed}", deed=deed), price
        spent = price_with(state, slot, r, mask)
        hints = [tell(way.hint) for way in acting if way.hint]
        return deed, beside(str(tokens(spent)) if spent else "", price, *hints)
    cost = queries.cost(state, r, slot).total
    early = bool(named)
    if kind == moves.ATTEMPT:
        hand = queries.forces(state, slot)
        combo = state.combo[slot]
        if combo is not None and combo.attempts_rolled:
            note = _("costs {cost}, {hand} in hand: ends the conquests", cost=cost, hand=hand)
            return _("Attempt in vain"), note
        label = _("Attempt")
        if early:
            label = _("Attempt with {race:the}", race=race(library, state.banner[slot]))
        return label, needs_roll(cost - hand)
    label = _("Conquer")
    if early:
        label = _("Conquer with {race:the}", race=race(library, state.banner[slot]))
    return label, str(tokens(cost))


def decline_question(cast: Cast, state: State, move: Move = moves.DECLINE_MOVE) -> str:
    """What going In Decline now by ``move`` means, to be confirmed."""
    slot = whose.active_slot(state.seat)
    combo = state.combo[slot]
    earned, stays = _declining(state, move)
    sentences = [goes_in_decline(cast, state, stays)]
    sentences += housed_in_decline(state, slot)
    if combo is not None and stays and not combo.keeps_tokens:
        spare = _spare(state, slot)
        if spare:
            sentences.append(
                _n("{count} token goes to the tray.", "{count} tokens go to the tray.", spare)
            )
    sentences += pushed_off(cast, state)
    sentences += _taken_off(cast, state, move)
    if earned is None:
        sentences.append(_("This takes the whole turn; a new combo is picked next turn."))
    else:
        sentences.append(
            _n(
                "This takes the whole turn, which earns {count} coin; a new combo is picked next "
                "turn.",
                "This takes the whole turn, which earns {count} coins; a new combo is picked next "
                "turn.",
                earned,
            )
        )
    if state.setup.crusade and state.round < state.setup.rounds:
        sentences.append(
            _(
                "Before that pick the die takes one combo away: number 1 to 4 of the column, and "
                "its coins go to {folk}.",
                folk=cast.folk,
            )
        )
    return joined(*sentences)


def stays_in_decline(state: State) -> bool:
    """Whether the Active race stays on its Regions if it goes In Decline now."""
    return _declining(state, moves.DECLINE_MOVE)[1]


def goes_in_decline(cast: Cast, state: State, stays: bool) -> str:
    """On how many Regions the Active race goes In Decline, or that it leaves the board."""
    slot = whose.active_slot(state.seat)
    name = race(cast.library, state.banner[slot])
    if not stays:
        return _("{race:The} go In Decline and leave the board.", race=name)
    return _n(
        "{race:The} go In Decline on {count} Region.",
        "{race:The} go In Decline on {count} Regions.",
        state.held[slot].bit_count(),
        race=name,
    )


def pushed_off(cast: Cast, state: State) -> list[str]:
    """Which race In Decline leaves the board if the Active one goes In Decline now (`base.md X2`),
    in a sentence; empty where none does.
    """
    combo = state.combo[whose.active_slot(state.seat)]
    counts = combo is None or combo.counts_in_decline
    goes = (DECLINED_OF if counts else UNCOUNTED_OF)[state.seat]
    if state.banner[goes] == NONE:
        return []
    left = state.held[goes].bit_count()
    leaving = race(cast.library, state.banner[goes])
    if not left:
        return [_("{race:The} In Decline leave the board.", race=leaving)]
    return [
        _n(
            "{race:The} In Decline leave the board: {count} Region less.",
            "{race:The} In Decline leave the board: {count} Regions less.",
            left,
            race=leaving,
        )
    ]


def _taken_off(cast: Cast, state: State, move: Move) -> list[str]:
    """The pieces that leave their Regions if the race goes In Decline by ``move``, a sentence for
    each kind.
    """
    if refusal(state, move) is not None:
        return []
    gone: dict[int, dict[int, int]] = {}
    for event in play(state, move)[1]:
        if isinstance(event, TurnBegan | RoundBegan):
            break
        if isinstance(event, MarkRemoved):
            gone.setdefault(event.kind, {})[event.region] = event.count
        elif isinstance(event, MarkPlaced) and gone.get(event.kind, {}).pop(event.region, 0) > 1:
            gone[event.kind][event.region] = 1  # of several that stood there one stands again
    said = []
    for kind, counts in gone.items():
        if counts:
            title = cast.library.pieces[kind].title
            name = tell(title.given(count=sum(counts.values())) if title.many else title)
            places = several([cast.place(r) for r in sorted(counts)])
            said.append(_("Taken off {regions:and}: {pieces}.", pieces=name, regions=places))
    return said


def _declining(state: State, move: Move) -> tuple[int | None, bool]:
    """What the turn earns in coins if the race goes In Decline now, None where it cannot; and
    whether it stays on the Regions that it holds.
    """
    if refusal(state, move) is not None:
        return None, True
    seat, stays, earned, scored = state.seat, True, 0, False
    after, events = play(state, move)
    for event in events:
        if isinstance(event, TurnBegan | RoundBegan):
            break
        if isinstance(event, CoinsPaid | Scored) and event.seat == seat:
            earned += event.coins
            scored = scored or isinstance(event, Scored)
        elif isinstance(event, Declined):
            stays = event.regions == state.held[whose.active_slot(seat)].bit_count()
    else:
        if not scored and after.phase != OVER:  # something is still to be decided before that
            earned += queries.earnings(after, seat).total
    if not any(isinstance(event, RoundBegan) for event in events) and after.phase != OVER:
        earned += queries.outlook(after, seat).total  # what the end of the round still pays
    return earned, stays


def _spare(state: State, slot: int) -> int:
    """Tokens that are not the last one of a Region."""
    held = state.held[slot]
    on_board = sum(state.tokens[r] for r in range(state.board.n) if held >> r & 1)
    return on_board - held.bit_count() + state.hand[slot]


def end_question(cast: Cast, state: State, earns: Callable[[Move], int] | None = None) -> str:
    """What would be given away by ending the conquests now; "" when nothing would.

    One's own Regions In Decline count only where holding them Active would earn more. ``earns``
    tells how many coins more the turn earns with a conquest.
    """
    slot = whose.active_slot(state.seat)
    hand = hand_of(state, slot)
    if not hand:
        return ""
    plain = [
        m for m in legal_moves(state) if m[0] == moves.CONQUER and fighter(state, m[2]) == slot
    ]
    regions = {m[1] for m in plain if _gains(state, slot, m[1])}
    if not regions:
        return _attempt_left(cast, state)
    enough = _how_many(
        queries.forces(state, slot), [queries.cost(state, r, slot).total for r in regions]
    )
    most = sorted((_brings(state, slot, r) for r in regions), reverse=True)[:enough]
    later = later_words(state, slot, regions)
    if later and sum(most) + _later(state, slot, regions) <= 0:
        return ""  # ending brings as much, or more
    said = _still_open(cast, state, regions, hand, enough)
    if not later and earns is not None:
        said = joined(said, _worth_words(max(earns(m) for m in plain if m[1] in regions), regions))
    return joined(said, later, _("End the conquests?"))


def _worth_words(coins_more: int, regions: set[int]) -> str:
    """What the best of the conquests that are open would earn more this turn."""
    if coins_more <= 0:
        return _("That would earn no coin more this turn.")
    if len(regions) == 1:
        return _n(
            "It would earn {count} coin more this turn.",
            "It would earn {count} coins more this turn.",
            coins_more,
        )
    return _n(
        "The best of them would earn {count} coin more this turn.",
        "The best of them would earn {count} coins more this turn.",
        coins_more,
    )


def _still_open(cast: Cast, state: State, regions: set[int], hand: int, enough: int) -> str:
    """What the ``hand`` tokens in hand could still take, as a sentence."""
    if len(regions) == 1:
        (region,) = regions
        return _n(
            "{count} token in hand could still take {region}.",
            "{count} tokens in hand could still take {region}.",
            hand,
            region=cast.place(region),
        )
    return _n(
        "{count} token in hand is enough for {enough} of the {regions} in reach.",
        "{count} tokens in hand are enough for {enough} of the {regions} in reach.",
        hand,
        enough=enough,
        regions=count_of_regions(len(regions)),
    )


def _gains(state: State, slot: int, r: int) -> bool:
    """Whether taking Region ``r`` brings anything: always, but for one's own In Decline."""
    if whose.owner(state.occ[r]) != state.seat:
        return True
    return queries.prospect(state, slot, r).total > queries.worth(state, r).total


def _brings(state: State, slot: int, r: int) -> int:
    """Coins more this turn if the race in ``slot`` holds Region ``r``, without what the end of the
    round changes.
    """
    bill = queries.prospect(state, slot, r).total + queries.for_taking(state, slot, r)
    if whose.owner(state.occ[r]) == state.seat:
        bill -= queries.worth(state, r).total
    return bill


def _later(state: State, slot: int, regions: Iterable[int]) -> int:
    """The least that the end of the round takes for conquering one of the Regions, as a number
    that is negative then.
    """
    return max(queries.later_for_taking(state, slot, r).total for r in regions)


def later_words(state: State, slot: int, regions: Iterable[int]) -> str:
    """What a card pays more or less when the round ends for conquering one of the Regions, as a
    sentence that names it; "" where none does.
    """
    bills = [queries.later_for_taking(state, slot, r) for r in regions]
    least = max(bills, key=lambda bill: bill.total, default=None)
    if least is None or not least.total:
        return ""
    names = several(dict.fromkeys(tell(text) for text, _coins, _mask in least.items))
    if least.total < 0:
        return _n(
            "That costs {count} coin when the round ends ({cards}).",
            "That costs {count} coins when the round ends ({cards}).",
            -least.total,
            cards=names,
        )
    return _n(
        "That brings {count} coin more when the round ends ({cards}).",
        "That brings {count} coins more when the round ends ({cards}).",
        least.total,
        cards=names,
    )


def _how_many(hand: int, costs: list[int]) -> int:
    """How many of the Regions so many tokens pay for, one at least, the cheapest first."""
    count = 0
    for cost in sorted(costs):
        hand -= cost
        if hand < 0:
            break
        count += 1
    return max(1, count)


def _attempt_left(cast: Cast, state: State) -> str:
    """That a last attempt is still possible; "" when none has a chance."""
    choices = legal_moves(state)
    slot = whose.active_slot(state.seat)
    combo = state.combo[slot]
    rolls = combo is not None and combo.attempts_rolled
    if rolls and any(m[0] == moves.ANSWER for m in choices):
        hand = queries.forces(state, slot)
        near = [r for r in bits(queries.in_reach(state, slot))
                if queries.cost(state, r, slot).total - hand <= max(DIE)]  # fmt: skip
        if not near:
            return ""
        return _n(
            "{count} token in hand, and the die may still be rolled. End anyway?",
            "{count} tokens in hand, and the die may still be rolled. End anyway?",
            hand,
        )
    tries = [m for m in choices if m[0] == moves.ATTEMPT and m[2] == moves.PLAIN]
    tries = [m for m in tries if _gains(state, slot, m[1])]
    best = max(tries, key=lambda m: _wanted(state, m), default=None)
    if best is None:
        return ""
    wins, faces = queries.chance(state, best)
    if not wins:
        return ""
    later = later_words(state, slot, (best[1],))
    if later and _brings(state, slot, best[1]) + _later(state, slot, (best[1],)) <= 0:
        return ""  # ending brings as much, or more
    said = _n(
        "A last attempt with the die is still possible: {region} falls in {count} of {faces} "
        "rolls.",
        "A last attempt with the die is still possible: {region} falls in {count} of {faces} "
        "rolls.",
        wins,
        region=cast.place(best[1]),
        faces=faces,
    )
    return joined(said, later, _("End the conquests?"))


def _wanted(state: State, move: Move) -> tuple[bool, int, int]:
    """How much an attempt is wanted: nobody gives up a Region of one's own first, then the die."""
    foreign = whose.owner(state.occ[move[1]]) != state.seat
    return foreign, queries.chance(state, move)[0], -move[1]


def final_words(cast: Cast, why: str) -> str:
    """A remark before a move that cannot be taken back; "" for one that can."""
    return _(_FINAL[why], folk=cast.folk) if why in _FINAL else ""


_FINAL = {
    "rolls": N_("Cannot be taken back: the die is rolled."),
    "reveals": N_("Cannot be taken back: a combo is revealed."),
    "opens": N_("Cannot be taken back: all bids are opened."),
    "goes-on": N_("Cannot be taken back: {folk} go on."),
    "passes": N_("Cannot be taken back: the turn passes."),
}
