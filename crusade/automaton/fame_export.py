"""The Hall of Fame for other programs: comma-separated values and JSON."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable
from typing import Final

from crusade.rules.ids import TRIBES

from .hall_of_fame import FameLine, marks

CSV_COLUMNS: Final = (
    "date", "mode", "board", "names", "tokens", "races", "scores", "lost tribes", "winner", "marks",
)  # fmt: skip


def to_csv(lines: Iterable[FameLine]) -> str:
    """The lines as comma-separated values with a heading, as spreadsheets read them."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(CSV_COLUMNS)
    for line in lines:
        races = "; ".join(", ".join(map(str, combos)) for combos in line.combos)
        writer.writerow(
            (
                line.finished,
                line.mode,
                line.board,
                _harmless("; ".join(line.names)),
                line.tokens,
                races,
                "; ".join(map(str, line.coins)),
                "" if line.tribes is None else line.tribes,
                _harmless(line.winner_text),
                "; ".join(marks(line)),
            )
        )
    return out.getvalue()


def _harmless(cell: str) -> str:
    """A name that a spreadsheet will not take for a formula; records come from other people too."""
    return "'" + cell if cell.startswith(("=", "+", "-", "@")) else cell


def to_json(lines: Iterable[FameLine]) -> str:
    """The lines as a JSON list of objects, one a line, with every field of the sheet."""
    rows = [
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
                "lost tribes": line.tribes,
                "winners": ["T" if seat == TRIBES else f"P{seat + 1}" for seat in line.winners],
                "resigned": line.resigned,
                "rewound": line.rewound,
                "imported": line.imported,
                "next tokens": line.next_tokens,
            },
            ensure_ascii=False,
        )
        for line in lines
    ]
    return "[\n" + ",\n".join(rows) + "\n]\n" if rows else "[]\n"
