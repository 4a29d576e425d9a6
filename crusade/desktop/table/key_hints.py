"""What to do next in words of keys, for whoever uses them."""

from __future__ import annotations

from crusade.desktop.table.advice import tie_words
from crusade.desktop.table.controller import Controller
from crusade.desktop.table.draft import TOKENS
from crusade.desktop.table.offers import at_once, tied
from crusade.desktop.words import hint
from crusade.desktop.words.buttons import pick_words
from crusade.desktop.words.sentences import joined
from crusade.rules.asking import Passage, Regions
from crusade.rules.board import bits
from crusade.rules.ids import CONQUER, PICK
from crusade.texts import _, _n


def key_hint(c: Controller) -> str:
    """How the decision that waits is made by the keyboard; "" where its buttons say it."""
    s = c.state
    if c.draft is not None:
        reason = c.draft.reason(s)
        how = _("Arrows go to a Region, + and − change its tokens, V spreads evenly, B defends.")
        if c.draft.takes:
            how = _("Arrows go to a Region, + takes a token off it, − puts it back.")
        elif c.draft.kind != TOKENS:
            how = _("Arrows go to a Region, + and − change its pieces, V spreads evenly.")
        return joined(reason, how)
    decision = c.choosing
    if isinstance(decision, Passage):
        if c.chosen:
            return _("Arrows or Tab go to a lit Region, Enter chooses where they go.")
        return _("Arrows or Tab go to a lit Region, Enter chooses it.")
    if isinstance(decision, Regions):
        left = decision.least - len(c.chosen)
        if decision.most > 1 and left > 0:
            return _n(
                "Arrows or Tab go to a lit Region, Enter chooses it: {count} more.",
                "Arrows or Tab go to a lit Region, Enter chooses it: {count} more.",
                left,
            )
        return _("Arrows or Tab go to a lit Region, Enter chooses it.")
    asks = c.face.settings().confirmations
    if s.phase == PICK:
        return joined(_("Arrows go to a combo."), pick_words(True, asks))
    if s.phase == CONQUER:
        keys = _conquest_keys(c, asks)
        # Whose tokens fight, and how long, is said to whoever uses keys too.
        return joined(keys, hint(c.cast, s)) if keys and c.early else keys
    if c.tie_question():
        return c.tie_question()
    if tied(s):
        ways = {tie_words(c.asked(True), r) for r in bits(tied(s))}
        if len(ways) > 1:
            ways = {_("Enter lets {folk} take it or marks it first.", folk=c.cast.folk)}
        return joined(_("Arrows or Tab go to a lit Region."), *ways)
    return ""


def _conquest_keys(c: Controller, asks: bool) -> str:
    """What Enter does on a lit Region; "" where none is lit. With ``asks`` a die is asked about."""
    if not c.offers:
        return ""
    if all(offer.dear for offer in c.offers.values()) and asks:
        return _("Arrows or Tab go to a lit Region, Enter asks about an attempt there.")
    if all(at_once(c.state, offer, asks) for offer in c.offers.values()):
        return _("Arrows or Tab go to a lit Region, Enter takes it.")
    return _("Arrows or Tab go to a lit Region, Enter takes it or asks first.")


def more_keys(c: Controller) -> str:
    """What else the keyboard can do there, where the hint has room for it."""
    if c.state.phase == CONQUER and c.choosing is None and c.draft is None and c.offers:
        return _("With Shift the arrows go to any Region.")
    return ""
