"""The Hall of Fame for other programs: comma-separated values and JSON."""

from __future__ import annotations

import csv
import io
import json
import unicodedata
from collections.abc import Iterable
from typing import Final

from crusade.plain import harmful, spelled_out
from crusade.rules.ids import TRIBES
from crusade.texts import fixed

from .hall_of_fame import FameLine, marks

CSV_COLUMNS: Final = (
    "date", "mode", "board", "names", "tokens", "races", "scores",
    fixed("lost tribes"), "winner", "marks", "events", "box",
)  # fmt: skip

_FORMULA: Final = "=+-@"
_DROPPED: Final = frozenset("\t\r\n")


def to_csv(lines: Iterable[FameLine]) -> str:
    """The lines as comma-separated values with a heading, as spreadsheets read them.

    Every cell is one that a spreadsheet shows and does not run, whoever wrote the game's row.
    """
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(CSV_COLUMNS)
    for line in lines:
        cells: tuple[object, ...] = (
            line.finished,
            line.mode,
            line.board,
            _listed(line.names),
            line.tokens,
            _listed(", ".join(map(str, combos)) for combos in line.combos),
            _listed(map(str, line.coins)),
            "" if line.tribes is None else line.tribes,
            line.winner_text,
            _listed(marks(line)),
            line.events,
            line.box,
        )
        writer.writerow([_harmless(str(cell)) for cell in cells])
    return out.getvalue()


def _listed(parts: Iterable[str]) -> str:
    """Several things in one cell; where `;` parts the columns each may stand in its own."""
    return "; ".join(map(_harmless, parts))


def _harmless(cell: str) -> str:
    """A cell that no spreadsheet takes for a formula: `=`, `+`, `-` and `@`, their full-width kin
    too, and what some drop before them (spaces, TAB, line ends) are led in by an apostrophe.
    """
    first = unicodedata.normalize("NFKC", cell).lstrip()[:1]
    runs = first in _FORMULA if first else False
    return "'" * (runs or cell[:1] in _DROPPED) + spelled_out(cell)


def _plain_json(text: str) -> str:
    """JSON in which a terminal finds no orders: they stand as `\\u009b`, which JSON reads back."""
    return "".join(
        json.dumps(sign)[1:-1] if harmful(sign) and sign != "\n" else sign for sign in text
    )


def to_json(lines: Iterable[FameLine]) -> str:
    """The lines as a JSON list of objects, one a line, with every field of the sheet."""
    rows = [
        _plain_json(
            json.dumps(
                {
                    "game": line.game,
                    "finished": line.finished,
                    "started": line.started,
                    "mode": line.mode,
                    "board": line.board,
                    "names": line.names,
                    "tokens": line.tokens,
                    "races": [[str(combo) for combo in combos] for combos in line.combos],
                    "scores": line.coins,
                    fixed("lost tribes"): line.tribes,
                    "winners": ["T" if seat == TRIBES else f"P{seat + 1}" for seat in line.winners],
                    "resigned": line.resigned,
                    "rewound": line.rewound,
                    "advised": line.advised,
                    "imported": line.imported,
                    "events": line.events,
                    "box": line.box,
                    "next tokens": line.next_tokens,
                },
                ensure_ascii=False,
            )
        )
        for line in lines
    ]
    return "[\n" + ",\n".join(rows) + "\n]\n" if rows else "[]\n"
