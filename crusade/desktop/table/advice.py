"""Words about a Region: what it is, who holds it, what it costs and earns, or why not."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from crusade.atlas import BoardFile
from crusade.desktop import whose
from crusade.desktop.kit import Rich, Tip, TipRow
from crusade.desktop.table import asking
from crusade.desktop.table.draft import Draft
from crusade.desktop.table.offers import (
    Offer,
    costs_coins,
    fighting_slot,
    odds,
    tribes_price,
)
from crusade.desktop.words import (
    Cast,
    bill_rows,
    lost_on_the_way,
    refusal_words,
    signed,
)
from crusade.desktop.words.buttons import deed_words
from crusade.desktop.words.finds import find_lines
from crusade.desktop.words.sentences import beside, joined, land_names
from crusade.rules import State, moves, refusal
from crusade.rules.asking import Passage
from crusade.rules.ids import (
    ACTIVE_OF,
    CONQUER,
    EMPTY,
    IS_DECLINED,
    NONE,
    OWNER,
    TRIBES_SLOT,
    TRIBES_TURN,
)
from crusade.rules.moves import Move
from crusade.rules.queries import (
    chance,
    cost,
    cost_with,
    current_marker,
    for_taking,
    forces,
    in_reach,
    later_for_taking,
    losing,
    only_crossed,
    pieces_at,
    price_with,
    prospect,
    reached_over,
    tribes_reach,
    worth,
)
from crusade.rules.questions import overridden
from crusade.session import Session
from crusade.texts import Name, _, _n, _w, coins, several, tell


@dataclass(frozen=True)
class Asked:
    """Everything that a Region's tooltip depends on."""

    session: Session
    cast: Cast
    file: BoardFile
    shown: State
    offers: dict[int, Offer]
    early: bool
    early_word: int
    """The way that names the race In Decline that fights now, or PLAIN."""
    draft: Draft | None
    abandon: int
    mine: bool
    """Whether a person decides now and nothing is still being shown."""
    final: Callable[[Move], str]
    """That a move cannot be taken back, as a sentence; "" where it can be."""
    keys: bool = False
    """Whether the keyboard stands on the Region: keys are named instead of clicks."""
    offering: asking.Places | None = None
    """What is being done in the conquests besides conquering, by choosing Regions."""
    chosen: tuple[int, ...] = ()
    """The Regions that are chosen for a decision so far."""
    ends: Callable[[Move], str] = lambda move: ""
    """That a move ends the turn although it redeploys nothing, as a sentence; else ""."""
    asks: bool = False
    """Whether what cannot be taken back is asked about first."""


def region_title(file: BoardFile, r: int) -> str:
    """`Ironbrow · Mountain, Mine`."""
    return beside(file.regions[r].name, ", ".join(land_names(file, r)))


def holder(cast: Cast, s: State, r: int, draft: Draft | None = None) -> str:
    """Who stands on a Region, as a sentence; with as many tokens as are being placed there."""
    slot = s.occ[r]
    if s.board.chasms >> r & 1:
        return ""
    if slot == EMPTY:
        return _("Nobody is here.")
    count = s.tokens[r]
    if draft is not None and (draft.decision is None or draft.decision.piece is None):
        count = draft.counts.get(r, count)
    if slot == TRIBES_SLOT:
        return _n(
            "{folk:Nom}, {count} token.", "{folk:Nom}, {count} tokens.", count, folk=cast.folk
        )
    army = cast.army(OWNER[slot], s.banner[slot])
    if IS_DECLINED[slot]:
        return _n(
            "{army:Nom} In Decline, {count} token.",
            "{army:Nom} In Decline, {count} tokens.",
            count,
            army=army,
        )
    return _n("{army:Nom}, {count} token.", "{army:Nom}, {count} tokens.", count, army=army)


def loss_words(s: State, r: int, draft: Draft | None = None) -> str:
    """What is lost with a person's Region, as a sentence, where a card in force changes that; ""
    elsewhere.
    """
    count = s.tokens[r]
    if draft is not None and (draft.decision is None or draft.decision.piece is None):
        count = draft.counts.get(r, count)
    lost = losing(s, r, count)
    if lost is None:
        return ""
    if not lost:
        return _("Lost here if it is taken: no token.")
    return _n(
        "Lost here if it is taken: {count} token.",
        "Lost here if it is taken: {count} tokens.",
        lost,
    )


def spared_words(cast: Cast, s: State, r: int) -> str:
    """That the Lost Tribes spare a Region because its holder has the Control Marker."""
    slot = s.occ[r]
    if s.control == NONE or OWNER[slot] != s.control:
        return ""
    return _w(
        cast.who(s.control),
        "You have the Control Marker: {folk} spare it.",
        "{who} has the Control Marker: {folk} spare it.",
        folk=cast.folk,
    )


def land_words(s: State, r: int) -> str:
    """What is peculiar to the land of a Region, as a sentence; "" for plain land."""
    if s.board.chasms >> r & 1:
        return _("Nobody can enter it.")
    marker = current_marker(s)
    if s.board.rivers >> r & 1 and marker is not None and marker.keeps(s.board) >> r & 1:
        name = Name("source", marker.name)
        return _("{name}: tokens may stay here this round, and it earns.", name=name)
    slot = s.occ[r] if s.occ[r] != EMPTY or s.phase != CONQUER else ACTIVE_OF[s.seat]
    combo = s.combo[slot] if slot != EMPTY else None
    if s.board.rivers >> r & 1 and not (combo is not None and combo.keeps >> r & 1):
        return _("A way only: the tokens leave it when the conquests end, and it earns nothing.")
    return ""


def lying_words(cast: Cast, s: State, r: int) -> str:
    """What the pieces on a Region do, a line for each that does more than cost a token, and what
    its symbols are for.
    """
    pieces = s.setup.library.pieces
    said = []
    for kind, _number in pieces_at(s, r):
        piece = pieces[kind]
        if piece.brings is not None and piece.brings.text:
            said += find_lines(cast, s, piece, r)
        elif piece.immune:
            said.append(_("{name}: nobody can take the Region.", name=tell(piece.title)))
        elif piece.text:
            said.append(_("{name}: {text}", name=tell(piece.title), text=_(piece.text)))
    for symbol in s.board.words.symbols:
        if symbol.text and s.board.mask_of(symbol.word) >> r & 1:
            sign = Name("terrain", symbol.name)
            said.append(_("{name}: {text}", name=sign, text=_(symbol.text)))
    return "\n".join(said)


def robbed_words(s: State, r: int) -> str:
    """That the Region yields less because of what lies beside it, a line for each reason."""
    if s.board.rivers >> r & 1:
        return ""
    return "\n".join(
        _("{what}: 1 coin less", what=tell(source.coin_text))
        for source in s.everybody
        if overridden(source, "robs") and source.robs(s) >> r & 1
    )


def region_tip(asked: Asked, r: int) -> Tip:
    """The tooltip of Region ``r`` in what is going on now."""
    s = asked.shown
    title = region_title(asked.file, r)
    draft = asked.draft if asked.mine else None
    text = joined(
        holder(asked.cast, s, r, draft),
        loss_words(s, r, draft),
        land_words(s, r),
        spared_words(asked.cast, s, r),
    )
    more = (lying_words(asked.cast, s, r), robbed_words(s, r))
    text = "\n".join(filter(None, (text, *more)))
    if asked.mine and asked.draft is not None:
        return _draft_tip(asked, r, title, text)
    if asked.mine and s.phase == CONQUER and asked.offering is not None:
        return _choice_tip(asked, asked.offering, r, title, text)
    if asked.mine and s.phase == CONQUER:
        return _conquest_tip(asked, r, title, text)
    if asked.mine and s.phase == TRIBES_TURN:
        return _tribes_tip(asked, r, title, text)
    decision = asking.asked_regions(s)
    if asked.mine and decision is not None:
        return _choice_tip(asked, decision, r, title, text)
    return Tip(title, text, _worth_rows(s, r))


def _worth_rows(s: State, r: int) -> tuple[TipRow, ...]:
    bill = worth(s, r)
    if not bill.items:
        return ()
    # An event is in force for one round only.
    return bill_rows(bill, total=_("earns this turn") if s.cards else _("earns each turn"))


def _conquest_tip(asked: Asked, r: int, title: str, text: str) -> Tip:
    s = asked.shown
    offer = asked.offers.get(r)
    slot = fighting_slot(s, asked.early)
    if s.occ[r] == slot and slot != EMPTY:
        note: Rich = ""
        if asked.abandon >> r & 1:
            note = _("Enter: abandon it") if asked.keys else _("click to abandon it")
        return Tip(title, text, _worth_rows(s, r), note)
    if slot == NONE or s.combo[slot] is None:
        return Tip(title, text)
    text = "\n".join(filter(None, (text, tell(reached_over(s, slot, r)))))
    rows = _price_rows(s, slot, r, offer) if offer or in_reach(s, slot) >> r & 1 else ()
    if offer is None:
        move = moves.conquers(asked.early_word)[r]
        refused = refusal(s, move)
        why = refusal_words(refused, asked.cast) if refused is not None else ""
        return Tip(title, text, rows, why)
    return Tip(title, text, rows, _offer_note(asked, offer))


def _price_rows(s: State, slot: int, r: int, offer: Offer | None) -> tuple[TipRow, ...]:
    """What a conquest takes, in tokens, or for a last attempt what is missing; below it what it
    takes in other ways.
    """
    found = [] if offer is None else [move for move in offer.ways if move[0] == moves.CONQUER]
    found = found or ([] if offer is None else list(offer.ways))
    # The plain way stands first, if it is open.
    first, *others = [move[2] for move in found] or [moves.PLAIN]
    rows = _bill_rows(s, slot, r, first)
    hand = forces(s, slot)
    if found and found[0][0] == moves.CONQUER:
        for ways in others:
            rows += (TipRow(deed_words(s, ways), _of(price_with(s, slot, r, ways), hand)),)
    return rows


def _bill_rows(s: State, slot: int, r: int, ways: int) -> tuple[TipRow, ...]:
    hand = forces(s, slot)
    acting = s.setup.library.acting_of(ways)
    if acting and not all(way.priced for way in acting):
        return (TipRow(deed_words(s, ways), _of(price_with(s, slot, r, ways), hand), True),)
    bill = cost_with(s, r, slot, ways)
    if bill.total > hand:
        short = (
            TipRow(_("it costs"), str(bill.total), True),
            TipRow(_("you have"), str(hand), True),
        )
        return (*bill_rows(bill, "token"), *short)
    return (*bill_rows(bill, "token"), TipRow(_("you pay"), _of(bill.total, hand), True))


def _of(spent: int, hand: int) -> str:
    return _("{spent} of {hand}", spent=spent, hand=hand)


def own_loss(s: State, slot: int, r: int) -> tuple[str, int]:
    """(what taking one's own Region In Decline gives up, as a sentence, coins more a turn).

    ("", 0) for any other Region.
    """
    if not whose.is_declined(s.occ[r]) or whose.owner(s.occ[r]) != whose.owner(slot):
        return "", 0
    more = _more(s, slot, r)
    if more > 0 and s.cards:
        said = _n(
            "Your {count} token In Decline there is lost; the Region earns {more} more this turn.",
            "Your {count} tokens In Decline there are lost; the Region earns {more} more this "
            "turn.",
            s.tokens[r],
            more=more,
        )
        return said, more
    if more > 0:
        said = _n(
            "Your {count} token In Decline there is lost; the Region earns {more} more a turn.",
            "Your {count} tokens In Decline there are lost; the Region earns {more} more a turn.",
            s.tokens[r],
            more=more,
        )
        return said, more
    said = _n(
        "Your {count} token In Decline there is lost, and the Region earns nothing more.",
        "Your {count} tokens In Decline there are lost, and the Region earns nothing more.",
        s.tokens[r],
    )
    return said, 0


def _more(s: State, slot: int, r: int) -> int:
    """Coins that one's own Region would bring more if the race in ``slot`` took it: each turn, or
    with an event in force this turn, what taking it pays included.
    """
    if not s.cards:
        return prospect(s, slot, r).total - worth(s, r).total
    once = for_taking(s, slot, r) + later_for_taking(s, slot, r).total
    return prospect(s, slot, r).total - worth(s, r).total + once


def _would_earn(s: State, slot: int, r: int) -> str:
    """What holding Region ``r`` would change, in coins, and what taking it brings at once."""
    earn, here = prospect(s, slot, r).total, s.occ[r]
    if land_words(s, r) and not earn:
        return ""  # a river that is left again
    if here != EMPTY and OWNER[here] == OWNER[slot]:
        more = _more(s, slot, r)
        if more > 0 and s.cards:
            return _n(
                "would earn {more} more this turn; your {count} token there is lost",
                "would earn {more} more this turn; your {count} tokens there are lost",
                s.tokens[r],
                more=more,
            )
        if more > 0:
            return _n(
                "would earn {more} more a turn; your {count} token there is lost",
                "would earn {more} more a turn; your {count} tokens there are lost",
                s.tokens[r],
                more=more,
            )
        return _n(
            "earns nothing more; your {count} token there is lost",
            "earns nothing more; your {count} tokens there are lost",
            s.tokens[r],
        )
    once, later = for_taking(s, slot, r), later_for_taking(s, slot, r)
    if later.total:
        names = several(dict.fromkeys(tell(text) for text, _coins, _mask in later.items))
        return _(
            "would earn {earn} this turn, and {later} when the round ends ({cards}): {sum} in all",
            earn=coins(earn + once),
            later=signed(later.total),
            cards=names,
            sum=signed(earn + once + later.total),
        )
    if s.cards and once > 0:
        return _(
            "would earn {earn} this turn, and {once} for taking it",
            earn=coins(earn),
            once=coins(once),
        )
    if s.cards:
        return _("would earn {earn} this turn", earn=coins(earn))
    if once > 0:
        return _(
            "would earn {earn} a turn, and {once} for taking it this turn",
            earn=coins(earn),
            once=coins(once),
        )
    return _("would earn {earn} a turn", earn=coins(earn))


def _offer_note(asked: Asked, offer: Offer) -> str:
    s, r = asked.shown, offer.region
    slot = fighting_slot(s, asked.early)
    would = _would_earn(s, slot, r)
    if not offer.ways:
        wins, faces = chance(s, moves.CONQUERS[r])
        enough = _n(
            "enough in {count} of {faces} rolls",
            "enough in {count} of {faces} rolls",
            wins,
            faces=faces,
        )
        return beside(_("roll first"), enough, would)
    if len(offer.ways) > 1 or costs_coins(s, offer.ways[0]):
        ways = _("click for the ways to take it")
        star = _("*: one of them takes fewer tokens") if offer.cheaper else ""
        return beside(_("Enter shows the ways to take it") if asked.keys else ways, star, would)
    move = offer.ways[0]
    if move[0] == moves.ATTEMPT:
        last = _("click for a last attempt: it succeeds {odds}", odds=odds(s, move))
        if asked.keys:
            last = _("Enter for a last attempt: it succeeds {odds}", odds=odds(s, move))
        if asked.keys and asked.asks:
            last = _("Enter asks about a last attempt: it succeeds {odds}", odds=odds(s, move))
        return beside(last, would, joined(asked.ends(move), asked.final(move)))
    if offer.cheaper:
        would = beside(_("*: this way takes fewer tokens"), would)
    word = _("Enter conquers") if asked.keys else _("click to conquer")
    deed = deed_words(s, move[2])
    if deed:
        word = _("Enter: {deed}", deed=deed) if asked.keys else _("click: {deed}", deed=deed)
    return beside(word, would, joined(asked.ends(move), asked.final(move)))


def _draft_tip(asked: Asked, r: int, title: str, text: str) -> Tip:
    draft, s = asked.draft, asked.shown
    assert draft is not None
    if r not in draft.counts:
        return Tip(title, text, note=_("not a Region of the race that is placed now"))
    piece = draft.decision.piece if draft.decision is not None else None
    thing, number = _("tokens"), str(draft.counts[r])
    if piece is not None:
        thing = tell(piece.title.given(count=draft.counts[r]))
        number = "" if piece.title.many else number  # it says how many
    rows = [TipRow(thing, number, True)]
    given_up = piece is None and not draft.counts[r]  # nothing is paid for it, and it earns nothing
    if s.setup.crusade and not given_up:
        stands = s.tokens[r] if piece is None else s.number(piece, r)
        more = draft.counts[r] + draft.already(s, r) - stands
        price = tribes_price(s, r) + more * (1 if piece is None else piece.defence)
        if not spared_words(asked.cast, s, r):
            rows += _tribes_rows(asked, r, price)
    if not given_up:
        earns = _("it earns this turn") if s.cards else _("it earns each turn")
        rows.append(TipRow(earns, str(worth(s, r).total)))
    note = _("click to add · right click to take back · drag to move")
    if asked.keys:
        note = _("Enter or + adds · − takes back")
    if draft.takes:
        note = _("click to take a token off · right click to put it back")
        if asked.keys:
            note = _("Enter or + takes a token off · − puts it back")
    return Tip(title, text, tuple(rows), note)


def _tribes_rows(asked: Asked, r: int, price: int) -> tuple[TipRow, ...]:
    """What a Region would cost the Lost Tribes, or why it has no price for them: they only cross
    it, or it touches nothing of theirs yet; nothing of what nobody can take.
    """
    s, folk = asked.shown, asked.cast.folk
    if s.safe >> r & 1:
        return ()
    if only_crossed(s, r):
        return (TipRow(_("{folk:Nom} only cross rivers", folk=folk), ""),)
    if not tribes_reach(s) >> r & 1:
        return (TipRow(_("{folk:Nom}", folk=folk), _("not in their reach yet")),)
    return (TipRow(_("{folk} would pay", folk=folk), str(price), True),)


def _tribes_tip(asked: Asked, r: int, title: str, text: str) -> Tip:
    s = asked.shown
    if not s.choices >> r & 1:
        refused = refusal(s, moves.CHOICES[r])
        why = refusal_words(refused, asked.cast) if refused is not None else ""
        return Tip(title, text, _worth_rows(s, r), why)
    bill = cost(s, r, TRIBES_SLOT)
    hand = s.hand[TRIBES_SLOT]
    paid: tuple[TipRow, ...] = (TipRow(_("they pay"), _of(bill.total, hand), True),)
    if s.plan == moves.TRY:
        paid = (
            TipRow(_("it costs"), str(bill.total), True),
            TipRow(_("they have"), str(hand), True),
        )
    rows = (*bill_rows(bill, "token"), *paid)
    final = asked.final(moves.CHOICES[r])
    note = tie_words(asked, r)
    if s.plan == moves.TRY:
        chance_of = _("It succeeds {odds}.", odds=odds(s, moves.CHOICES[r]))
        note = joined(note, chance_of)
    text = "\n".join(filter(None, (text, *lost_on_the_way(asked.cast, s, r))))
    return Tip(title, text, rows, joined(note, final))


def tie_words(asked: Asked, r: int) -> str:
    """How a tied Region is chosen for the Lost Tribes, as a sentence: at once, or where that cannot
    be taken back marked and then settled. The line below the board and the tooltip both say it.
    """
    folk, keys = asked.cast.folk, asked.keys
    if asked.asks and asked.final(moves.CHOICES[r]):
        if asked.chosen == (r,):
            once_more = _("Enter once more or Y settles it.")
            return once_more if keys else _("Another click or Y settles it.")
        twice = _("Enter marks it, Enter once more or Y settles it.")
        return twice if keys else _("Click to mark it, a second click settles it.")
    if asked.shown.plan == moves.TRY:
        tries = _("Enter lets {folk} attempt it.", folk=folk)
        return tries if keys else _("Click to let {folk} attempt it.", folk=folk)
    takes = _("Enter lets {folk} take it.", folk=folk)
    return takes if keys else _("Click to let {folk} take it.", folk=folk)


def _choice_tip(asked: Asked, decision: asking.Places, r: int, title: str, text: str) -> Tip:
    s = asked.shown
    passing = isinstance(decision, Passage)
    start = asked.chosen[:1] if passing else ()
    move = asking.move_of(s, decision, (*start, r) if start or not passing else (r, r))
    if not asking.may_choose(s, decision, start) >> r & 1:
        refused = refusal(s, move)
        return Tip(title, text, note=refusal_words(refused, asked.cast) if refused else "")
    rows = list(_worth_rows(s, r))
    piece = decision.piece
    spared = spared_words(asked.cast, s, r)
    if piece is not None and piece.defence and s.setup.crusade and not spared:
        rows += _tribes_rows(asked, r, tribes_price(s, r) + piece.defence)
    if isinstance(decision, Passage):
        if not start:
            return Tip(title, text, tuple(rows), tell(decision.hint))
        if start == (r,):
            return Tip(title, text, tuple(rows), tell(decision.onwards))
        risk = asking.risk_words(s, decision, move[2:])
        return Tip(title, text, tuple(rows), joined(risk, asked.final(move)))
    final = asked.final(move) if decision.most == 1 else ""
    return Tip(title, text, tuple(rows), joined(tell(decision.hint), final))
