"""Conquests at the table: what a click on a Region means, and the questions before it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from crusade.desktop import pictures, whose
from crusade.desktop.kit import MenuItem, menu, rich
from crusade.desktop.table.advice import own_loss
from crusade.desktop.table.confirm import confirm
from crusade.desktop.table.draft import Draft, early_draft, earns
from crusade.desktop.table.offers import conquests, costs_coins, early_slot, odds
from crusade.desktop.words import (
    buttons,
    decline_question,
    end_question,
    refusal_words,
    way_words,
)
from crusade.desktop.words.buttons import way_coins
from crusade.desktop.words.grammar import combo, race
from crusade.desktop.words.phases import open_offer
from crusade.desktop.words.sentences import beside, joined
from crusade.replay import step
from crusade.rules import Library, State, legal_moves, moves, queries, refusal
from crusade.rules.ids import ACTIVE_OF, NONE, PICK
from crusade.rules.moves import Move
from crusade.rules.queries import fighter, forces, price_with
from crusade.texts import _, _n, tell, tokens
from crusade.texts import coins as coins_of

if TYPE_CHECKING:
    from crusade.desktop.table.controller import Controller


class Fighting:
    """The conquests of the person who decides; also the pick before and the decline instead."""

    def __init__(self, controller: Controller) -> None:
        self.c = controller

    def attack(self, r: int) -> None:
        """A Region was clicked while the conquests go on."""
        offer = self.c.offers.get(r)
        s = self.c.state
        if offer is None:
            if self.c.abandon >> r & 1:
                self._offer_abandoning(r)
                return
            refused = refusal(s, moves.conquers(self.c.early_word)[r])
            self.c.refuse(refusal_words(refused, self.c.cast) if refused is not None else "")
        elif not offer.ways:
            must = open_offer(s)
            self.c.refuse(tell(must.hint) if must is not None else "")
        elif len(offer.ways) == 1 and not costs_coins(s, offer.ways[0]):
            self.attack_with(offer.ways[0])
        else:
            items = []
            for move in offer.ways:
                label, note = way_words(self.c.cast, s, move)
                if move[0] == moves.ATTEMPT:
                    paid = note if costs_coins(s, move) else ""
                    note = beside(_("succeeds {odds}", odds=odds(s, move)), paid)
                elif self.c.end_words(move):
                    note = beside(note, _("ends your turn"))
                items.append(MenuItem(label, partial(self.attack_with, move), note))
            loss, _more = own_loss(s, fighter(s, offer.ways[0][2]), r)
            title = self.c.cast.region(r)
            if loss:
                title = _("{region}: {loss}", region=self.c.cast.place(r), loss=loss)
            face = self.c.face
            menu(face.ui, face.region_rect(r), items, title=title, within=face.board_rect)

    def attack_with(self, move: Move) -> None:
        """Conquer, or ask before the die is rolled for an attempt."""
        s, r = self.c.state, move[1]
        slot = fighter(s, move[2])
        loss, more = own_loss(s, slot, r)
        if not self.c.face.settings().confirmations:
            self.c.play(move)
            return
        if move[0] != moves.ATTEMPT:
            if loss and not more:
                self._ask_about_own(move, loss)
            else:
                self.c.play(move)
            return
        need = price_with(s, slot, r, move[2])
        hand = forces(s, slot)
        final = self.c.final(move)
        message = _n(
            "It costs {count} token and you have {hand}: the die must show {short} or more. "
            "**That succeeds {odds}.**",
            "It costs {count} tokens and you have {hand}: the die must show {short} or more. "
            "**That succeeds {odds}.**",
            need,
            hand=hand,
            short=need - hand,
            odds=odds(s, move),
        )
        paid = way_coins(s, move[2])
        fee = _("If it succeeds, you pay {coins}.", coins=coins_of(paid)) if paid else ""
        confirm(
            self.c.face.ui,
            _("A last attempt at {region}?", region=self.c.cast.place(r)),
            rich(
                joined(
                    message,
                    self._whose_end(slot),
                    self._no_redeployment(slot) or self.c.end_words(move),
                    fee,
                    loss,
                    final,
                )
            ),
            _("Roll the die"),
            partial(self.c.play, move),
            _("Not now"),
        )

    def _no_redeployment(self, slot: int) -> str:
        """That no redeployment follows the conquests, and why; "" where one does."""
        s = self.c.state
        rests = queries.resting(s, slot)
        if rests is None:
            return ""
        acting = s.combo[slot]
        asked = acting is not None and any(not step.redeploys for step in acting.steps)
        if asked or slot != whose.active_slot(s.seat):
            return joined(tell(rests), _("So no redeployment follows."))
        return joined(tell(rests), _("So the turn ends with it."))

    def _whose_end(self, slot: int) -> str:
        """Whose conquests end with a last attempt of the race in ``slot``, and who plays then."""
        s, library = self.c.state, self.c.cast.library
        if slot == ACTIVE_OF[s.seat]:
            return _("Either way your conquests end.")
        fought = race(library, s.banner[slot])
        active = s.banner[ACTIVE_OF[s.seat]]
        if active == NONE:
            return _("Either way the conquests of {race:the} In Decline end.", race=fought)
        return _(
            "Either way the conquests of {race:the} In Decline end; {active:the} then play.",
            race=fought,
            active=race(library, active),
        )

    def _ask_about_own(self, move: Move, loss: str) -> None:
        """Taking one's own Region In Decline for nothing is asked about."""
        confirm(
            self.c.face.ui,
            _("Take your own {region}?", region=self.c.cast.place(move[1])),
            joined(loss, self.c.final(move)),
            _("Take it"),
            partial(self.c.play, move),
            _("Not now"),
        )

    def _offer_abandoning(self, r: int) -> None:
        there = str(tokens(self.c.state.tokens[r]))
        item = MenuItem(_("Abandon it"), partial(self.c.play, (moves.ABANDON, r)), there)
        face, title = self.c.face, self.c.cast.region(r)
        menu(face.ui, face.region_rect(r), [item], title=title, within=face.board_rect)

    def end_conquests(self) -> None:
        """End the conquests; asks once when tokens in hand could still take something."""
        if self.c.hurry() or not self.c.deciding:
            return
        question = end_question(self.c.cast, self.c.state, partial(earns, self.c.state))
        last = self.c.end_words(moves.END_MOVE)
        if question and self.c.face.settings().confirmations:
            confirm(
                self.c.face.ui,
                _("End your turn?") if last else _("End your conquests?"),
                joined(question, last),
                buttons.END_BOTH if last else buttons.END_CONQUESTS,
                partial(self.c.play, moves.END_MOVE),
                _("Keep playing"),
            )
        else:
            self.c.play(moves.END_MOVE)

    def decline(self, move: Move = moves.DECLINE_MOVE) -> None:
        """Go In Decline by ``move``; asks once."""
        if self.c.hurry() or not self.c.deciding:
            return
        if not self.c.face.settings().confirmations:
            self.c.play(move)
            return
        final = self.c.final(move)
        confirm(
            self.c.face.ui,
            _("Go In Decline?"),
            joined(decline_question(self.c.cast, self.c.state, move), final),
            _("Go In Decline"),
            partial(self.c.play, move),
            _("Keep playing"),
        )

    @property
    def early_can_conquer(self) -> bool:
        """Whether the race In Decline that fights on may still conquer or attempt a Region."""
        return bool(conquests(self.c.state, self.c.session.choices, True))

    def toggle_early(self) -> None:
        """Let the Active race act instead of the race In Decline, or the other way round."""
        if not self.c.hurry():
            self.c.keep_draft()
            self.c.early_first = not self.c.early_first
            self.c.draft = None
            self.c.message = ""
            self.c.take_in()
            self.c.face.refresh()

    def redeploy_early(self) -> None:
        """Begin to arrange the race In Decline."""
        if not self.c.hurry():
            self.c.take_up(self.early_draft())
            self.c.message = ""
            self.c.take_in()
            self.c.face.refresh()

    def early_draft(self) -> Draft | None:
        """The draft of the race In Decline that fights on of whoever's turn it is."""
        slot = early_slot(self.c.state)
        return None if slot == NONE else early_draft(self.c.state, slot)

    def stop_arranging(self) -> None:
        """Leave that draft; as long as nothing else is done, it is taken up again as it stands."""
        self.c.keep_draft()
        self.c.draft = None
        self.c.message = ""  # what was said of the draft
        self.c.take_in()
        self.c.face.refresh()

    # ---------------------------------------------------------------- picking
    def pick(self, row: int) -> None:
        """A combo of the column was chosen; asks, because a new one is revealed then."""
        if self.c.hurry() or not self.c.deciding or self.c.state.phase != PICK:
            return
        s = self.c.state
        badge = s.column[row][1]
        move = moves.PICKS[row]
        refused = refusal(s, move)
        if refused is not None:
            self.c.refuse(refusal_words(refused, self.c.cast))
            return
        swaps = [m for m in legal_moves(s) if m[:2] == (moves.PICK, row) and len(m) > 2]
        if swaps:
            self._offer_swaps(row, (move, *swaps))
        else:
            self._confirm_pick(move, badge)

    def _offer_swaps(self, row: int, ways: Sequence[Move]) -> None:
        """A combo whose Special Power may be exchanged while it is picked: with which one?"""
        s = self.c.state
        library = self.c.cast.library
        items = []
        for move in ways:
            badge = s.column[move[2] if len(move) > 2 else row][1]
            other = "" if len(move) == 2 else _row_words(s, library, move[2])
            items.append(
                MenuItem(
                    str(combo(library, s.column[row][0], badge)),
                    partial(self._confirm_pick, move, badge),
                    other,
                    icon=partial(pictures.badge, library.powers[badge].name),
                )
            )
        title = _("With which Special Power?")
        menu(self.c.face.ui, self.c.face.row_rect(row), items, title=title)

    def _brings(self, move: Move) -> str:
        """The Victory coins that the pick ``move`` itself earns by the end of this turn, before any
        Region is conquered: counted as they are paid.
        """
        s = self.c.state
        then = step(s, move).after
        more = queries.earnings(then, s.seat).total - queries.earnings(s, s.seat).total
        if more <= 0:
            return ""
        return _("It brings {coins} at the end of this turn.", coins=coins_of(more))

    def _confirm_pick(self, move: Move, badge: int) -> None:
        """Ask once whether the combo in the row of ``move`` is taken, with ``badge``."""
        row = move[1]
        banner, shown, coins = self.c.state.column[row]
        if not self.c.face.settings().confirmations:
            self.c.play(move)
            return
        name = combo(self.c.cast.library, banner, badge)
        final = self.c.final(move)
        given = ""
        if len(move) > 2:
            left = combo(self.c.cast.library, self.c.state.column[move[2]][0], shown)
            given = _("{combo} stay in the column.", combo=left)
        confirm(
            self.c.face.ui,
            _("Take {combo:the}?", combo=name),
            joined(_price(row, coins), self._brings(move), given, final),
            _("Take {combo:the}", combo=name),
            partial(self.c.play, move),
            _("Not yet"),
        )


def _row_words(s: State, library: Library, row: int) -> str:
    """From whom a Special Power comes: the Race beside it in the column."""
    return _("from {race:the}", race=race(library, s.column[row][0]))


def _price(row: int, coins: int) -> str:
    """What the combo in ``row`` costs, and the Victory coins that lie on it."""
    if row and coins:
        return _n(
            "It costs {price}, and {count} coin lies on it.",
            "It costs {price}, and {count} coins lie on it.",
            coins,
            price=coins_of(row),
        )
    if row:
        return _("It costs {price}.", price=coins_of(row))
    if coins:
        return _n(
            "It is free, and {count} coin lies on it.",
            "It is free, and {count} coins lie on it.",
            coins,
        )
    return _("It is free.")
