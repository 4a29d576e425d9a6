"""What to do next in words of keys, for whoever uses them."""

from __future__ import annotations

from crusade.desktop.table.controller import Controller
from crusade.desktop.table.draft import TOKENS
from crusade.desktop.table.offers import tied
from crusade.rules.asking import Passage, Regions
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
        return f"{reason} {how}".strip()
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
    if s.phase == PICK:
        return _("Arrows go to a combo, Enter picks it.")
    if s.phase == CONQUER:
        return _("Arrows or Tab go to a lit Region, Enter takes it.")
    if tied(s):
        return _("Arrows or Tab go to a lit Region, Enter lets {folk} take it.", folk=c.cast.folk)
    return ""


def more_keys(c: Controller) -> str:
    """What else the keyboard can do there, where the hint has room for it."""
    if c.state.phase == CONQUER and c.choosing is None:
        return _("With Shift the arrows go to any Region.")
    return ""
