"""Itemised sums in words: conquest costs in tokens, incomes in coins."""

from __future__ import annotations

import re

from crusade.desktop.kit.widget import Tip, TipRow
from crusade.desktop.words.cast import Cast
from crusade.desktop.words.grammar import capital, plural
from crusade.rules import State, queries
from crusade.rules.ids import TRIBES
from crusade.rules.queries import Bill

_HELD = re.compile(r"Regions, (.+) (active|in decline)")
_EACH = {
    "Forest": "Forest Regions",
    "Hill": "Hill Regions",
    "Swamp": "Swamp Regions",
    "Farmland": "Farmland Regions",
    "Mine": "Mine Regions",
    "Magic": "Magic Regions",
    "Fortress": "Fortresses",
    "Merchant": "each Region (Merchant)",
    "Orcs, non-empty Regions conquered": "non-empty Regions taken (Orcs)",
    "Pillaging, non-empty Regions conquered": "non-empty Regions taken (Pillaging)",
    "Wealthy, once": "Wealthy (once)",
}


def item_name(text: str) -> str:
    """A line of an income, as a person would say it: `Regions of the Orcs`."""
    held = _HELD.fullmatch(text)
    if held is None:
        return _EACH.get(text, text)
    race, where = held.groups()
    return f"Regions of the {race}" + (", In Decline" if where == "in decline" else "")


def item_words(text: str, coins: int) -> str:
    """A line of an income within a sentence: `6 for Regions of the Orcs`."""
    return f"{coins} for {item_name(text)}"


def bill_rows(bill: Bill, unit: str = "coin", total: str = "") -> tuple[TipRow, ...]:
    """A sum as rows of a tooltip; coins carry their sign, tokens start from what any Region costs.

    ``total`` is the word of the last row; without it there is none.
    """
    rows = []
    for index, (text, number, _) in enumerate(bill.items):
        plain = unit == "token" and index == 0
        name = text if unit == "token" else item_name(text)
        rows.append(TipRow(name, str(number) if plain else f"{number:+d}".replace("-", "−")))
    if total:
        rows.append(TipRow(total, plural(bill.total, unit), strong=True))
    return tuple(rows)


def income_tip(cast: Cast, state: State, seat: int) -> Tip:
    """What the turn of ``seat`` would earn if it ended now, itemised."""
    bill = queries.earnings(state, seat)
    now = state.seat == seat
    who = "The Lost Tribes" if seat == TRIBES else capital(cast.name(seat))
    title = "Income if the turn ended now" if now else f"{who}: income as the board stands"
    if not bill.items:
        return Tip(title, "Nothing yet: no Region is held.")
    return Tip(title, rows=bill_rows(bill, total="in all"))
