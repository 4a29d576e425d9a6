"""Words about a Region: what it is, who holds it, what it costs and earns, or why not."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from crusade.atlas import BoardFile
from crusade.desktop.kit import Rich, Tip, TipRow
from crusade.desktop.table import asking
from crusade.desktop.table.draft import Draft
from crusade.desktop.table.offers import (
    Offer,
    fighting_slot,
    odds,
    tribes_price,
)
from crusade.desktop.words import (
    Cast,
    bill_rows,
    capital,
    plural,
    race_name,
    refusal_words,
)
from crusade.rules import State, hand_of, moves, refusal
from crusade.rules.asking import Regions
from crusade.rules.fighting import price_with
from crusade.rules.ids import (
    CONQUER,
    EMPTY,
    IS_DECLINED,
    NONE,
    OWNER,
    TRIBES_SLOT,
    TRIBES_TURN,
)
from crusade.rules.moves import Move
from crusade.rules.queries import chance, cost, for_taking, in_reach, prospect, worth
from crusade.session import Session
from crusade.texts import _, tell


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


def region_title(file: BoardFile, r: int) -> str:
    """`Ironbrow · Mountain, Mine`."""
    facts = file.regions[r]
    words = [facts.terrain, *facts.symbols]
    return f"{facts.name} · {', '.join(word.capitalize() for word in words)}"


def holder(cast: Cast, s: State, r: int) -> str:
    """Who stands on a Region, as a sentence."""
    slot = s.occ[r]
    if slot == EMPTY:
        return "Nobody is here."
    tokens = plural(s.tokens[r], "token")
    if slot == TRIBES_SLOT:
        return f"The Lost Tribes, {tokens}."
    state = " In Decline" if IS_DECLINED[slot] else ""
    race = race_name(cast.library, s.banner[slot])
    return f"{capital(cast.whose(OWNER[slot]))} {race}{state}, {tokens}."


def spared_words(cast: Cast, s: State, r: int) -> str:
    """That the Lost Tribes spare a Region because its holder has the Control Marker."""
    slot = s.occ[r]
    if s.control == NONE or OWNER[slot] != s.control:
        return ""
    return f"{cast.label(s.control)} has the Control Marker: the Lost Tribes spare it."


def region_tip(asked: Asked, r: int) -> Tip:
    """The tooltip of Region ``r`` in what is going on now."""
    s = asked.shown
    title = region_title(asked.file, r)
    text = " ".join(filter(None, (holder(asked.cast, s, r), spared_words(asked.cast, s, r))))
    if asked.mine and s.phase == CONQUER:
        return _conquest_tip(asked, r, title, text)
    if asked.mine and asked.draft is not None:
        return _draft_tip(asked, r, title, text)
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
    return bill_rows(bill, total="earns each turn")


def _conquest_tip(asked: Asked, r: int, title: str, text: str) -> Tip:
    s = asked.shown
    offer = asked.offers.get(r)
    slot = fighting_slot(s, asked.early)
    if s.occ[r] == slot and slot != EMPTY:
        note: Rich = "click to abandon it" if asked.abandon >> r & 1 else ""
        return Tip(title, text, _worth_rows(s, r), note)
    if slot == NONE or s.combo[slot] is None:
        return Tip(title, text)
    rows = _price_rows(s, slot, r, offer) if in_reach(s, slot) >> r & 1 else ()
    if offer is None:
        move = moves.conquers(asked.early_word)[r]
        refused = refusal(s, move)
        why = refusal_words(refused, asked.cast) if refused is not None else ""
        return Tip(title, text, rows, why)
    return Tip(title, text, rows, _offer_note(asked, offer))


def _price_rows(s: State, slot: int, r: int, offer: Offer | None) -> tuple[TipRow, ...]:
    """What a conquest takes, in tokens, or for a last attempt what is missing."""
    ways = [] if offer is None else [move[2] for move in offer.ways if move[0] == moves.CONQUER]
    hand = hand_of(s, slot)
    if len(ways) == 1:
        special = [way for way in s.setup.library.ways_of(ways[0]) if not way.fights_early]
        if special and not special[0].priced:
            spent = price_with(s, slot, r, ways[0])
            return (TipRow(tell(special[0].title), f"{spent} of {hand}", True),)
    bill = cost(s, r, slot)
    paid = TipRow("you pay", f"{bill.total} of {hand}", True)
    if bill.total > hand:
        paid = TipRow("it costs, and you have", f"{bill.total}, {hand}", True)
    return (*bill_rows(bill, "token"), paid)


def _would_earn(s: State, slot: int, r: int) -> str:
    """What holding Region ``r`` would change, in coins, and what taking it brings at once."""
    earn, here = prospect(s, slot, r).total, s.occ[r]
    words = f"would earn {plural(earn, 'coin')} a turn"
    if here != EMPTY and OWNER[here] == OWNER[slot]:
        more = earn - worth(s, r).total
        lost = plural(s.tokens[r], "token")
        kept = f"would earn {more} more a turn" if more > 0 else "earns nothing more"
        return f"{kept}; your {lost} there {'is' if s.tokens[r] == 1 else 'are'} lost"
    once = for_taking(s, slot, r)
    if once > 0:
        words += f", and {plural(once, 'coin')} for taking it this turn"
    return words


def _offer_note(asked: Asked, offer: Offer) -> str:
    s, r = asked.shown, offer.region
    slot = fighting_slot(s, asked.early)
    would = _would_earn(s, slot, r)
    if not offer.ways:
        wins, faces = chance(s, moves.CONQUERS[r])
        return f"roll first · enough in {wins} of {faces} rolls · {would}"
    if len(offer.ways) > 1:
        return f"click for the ways to take it · {would}"
    move = offer.ways[0]
    if move[0] == moves.ATTEMPT:
        final = asked.final(move)
        return f"click for a last attempt: it succeeds {odds(s, move)} · {would}. {final}".strip()
    word = "click to conquer"
    special = [way for way in s.setup.library.ways_of(move[2]) if not way.fights_early]
    if special:
        word = _("click: {deed}", deed=tell(special[0].title))
    note = f"{word} · {would}"
    final = asked.final(move)
    return f"{note}. {final}" if final else note


def _draft_tip(asked: Asked, r: int, title: str, text: str) -> Tip:
    draft, s = asked.draft, asked.shown
    assert draft is not None
    if r not in draft.counts:
        return Tip(title, text, note="not a Region of the race that is placed now")
    piece = draft.decision.piece if draft.decision is not None else None
    thing = "tokens" if piece is None else tell(piece.title.given(count=draft.counts[r]))
    rows = [TipRow(thing, str(draft.counts[r]), True)]
    if s.setup.crusade:
        stands = s.tokens[r] if piece is None else s.number(piece, r)
        more = draft.counts[r] - stands
        price = tribes_price(s, r) + more * (1 if piece is None else piece.defence)
        if not spared_words(asked.cast, s, r):
            rows.append(TipRow("the Lost Tribes would pay", str(price)))
    rows.append(TipRow("it earns each turn", str(worth(s, r).total)))
    note = "click to add · right click to take back · drag to move"
    return Tip(title, text, tuple(rows), note)


def _tribes_tip(asked: Asked, r: int, title: str, text: str) -> Tip:
    s = asked.shown
    if not s.choices >> r & 1:
        refused = refusal(s, moves.CHOICES[r])
        why = refusal_words(refused, asked.cast) if refused is not None else ""
        return Tip(title, text, _worth_rows(s, r), why)
    bill = cost(s, r, TRIBES_SLOT)
    paid = TipRow("they pay", f"{bill.total} of {s.hand[TRIBES_SLOT]}", True)
    note = "click to let the Lost Tribes take it"
    if s.plan == moves.TRY:
        paid = TipRow("it costs, and they have", f"{bill.total}, {s.hand[TRIBES_SLOT]}", True)
        note = f"click to let the Lost Tribes attempt it: it succeeds {odds(s, moves.CHOICES[r])}"
    rows = (*bill_rows(bill, "token"), paid)
    final = asked.final(moves.CHOICES[r])
    return Tip(title, text, rows, f"{note}. {final}" if final else note)


def _choice_tip(asked: Asked, decision: Regions, r: int, title: str, text: str) -> Tip:
    s = asked.shown
    move = asking.move_of(s, decision, (r,))
    if not asking.may_choose(s, decision) >> r & 1:
        refused = refusal(s, move)
        return Tip(title, text, note=refusal_words(refused, asked.cast) if refused else "")
    rows = list(_worth_rows(s, r))
    piece = decision.piece
    spared = spared_words(asked.cast, s, r)
    if piece is not None and piece.defence and s.setup.crusade and not spared:
        price = tribes_price(s, r) + piece.defence
        rows.append(TipRow("the Lost Tribes would pay", str(price), True))
    final = asked.final(move) if decision.most == 1 else ""
    return Tip(title, text, tuple(rows), f"{tell(decision.hint)} {final}".strip())
