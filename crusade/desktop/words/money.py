"""Itemised sums in words: conquest costs in tokens, incomes in coins."""

from __future__ import annotations

from collections.abc import Sequence

from crusade.archive.old_items import label_of
from crusade.desktop.kit.widget import Tip, TipRow
from crusade.desktop.words.cast import Cast
from crusade.rules import State, queries
from crusade.rules.labels import Label
from crusade.rules.queries import Bill
from crusade.texts import _, _w, coins, tell, tokens


def item_name(item: Label | str) -> str:
    """A line of an income or a cost, as a person would say it: `Regions of the Orcs`."""
    return tell(label_of(item) if isinstance(item, str) else item)


def summed(items: Sequence[tuple[Label | str, int, int]]) -> list[tuple[Label | str, int]]:
    """The amounts of a sum, those of the same name together, in the order of their first."""
    found: dict[str, tuple[Label | str, int]] = {}
    for item, number, _mask in items:
        name = item_name(item)
        found[name] = (item, number + found.get(name, (item, 0))[1])
    return list(found.values())


def item_words(item: Label | str, amount: int) -> str:
    """A line of an income within a sentence: `6 for Regions of the Orcs`."""
    return _("{coins} for {item}", coins=amount, item=item_name(item))


def signed(number: int) -> str:
    """`+2`, `−1`, with a real minus."""
    return f"{number:+d}".replace("-", "−")


def bill_rows(bill: Bill, unit: str = "coin", total: str = "") -> tuple[TipRow, ...]:
    """A sum as rows of a tooltip; coins carry their sign, tokens start from what any Region costs.

    ``unit`` is "coin" or "token", ``total`` the word of the last row, in the player's language;
    without it there is none.
    """
    rows = []
    for index, (item, number) in enumerate(summed(bill.items)):
        plain = unit == "token" and index == 0
        rows.append(TipRow(item_name(item), str(number) if plain else signed(number)))
    if total:
        sum_of = coins(bill.total) if unit == "coin" else tokens(bill.total)
        rows.append(TipRow(total, str(sum_of), strong=True))
    return tuple(rows)


def income_tip(cast: Cast, state: State, seat: int) -> Tip:
    """What the turn of ``seat`` would earn if it ended now, itemised."""
    bill = queries.expected(state, seat)
    if state.seat == seat and not queries.has_scored(state):
        title = _("Income if the turn ended now")
    else:
        title = _w(
            cast.who(seat),
            "Your income as the board stands",
            "{who}: income as the board stands",
            "{who:Nom}: income as the board stands",
        )
    if not bill.items:
        return Tip(title, _("Nothing yet: no Region is held."))
    return Tip(title, rows=bill_rows(bill, total=_("in all")))
