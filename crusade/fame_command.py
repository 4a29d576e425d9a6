"""`crusade fame`: the Hall of Fame in the terminal, or as JSON or CSV for other programs."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Final, TextIO

from crusade.archive import ArchiveError, open_archive
from crusade.automaton.fame_export import to_csv, to_json
from crusade.automaton.fame_statistics import summary
from crusade.automaton.hall_of_fame import FameLine, marks
from crusade.clock import local_day
from crusade.plain import plain
from crusade.terminal import speak_utf8

_WIDEST: Final = 200
"""Characters of a cell; the longest that the game writes, all Races of a game, has fewer."""
_HEADING: Final = ("Date", "Name", "Tokens", "Races", "Score", "Lost Tribes", "Winner", "")


def run(folder: Path, form: str = "text", out: TextIO | None = None) -> int:
    """Print the Hall of Fame of this folder; 0, or 1 with one sentence on standard error.

    `form` is "text", "json" or "csv". Notices about the file go to standard error, so the output
    stays clean.
    """
    out = sys.stdout if out is None else out
    try:
        archive, notices = open_archive(folder)
        with archive:
            lines = archive.fame_lines()
    except ArchiveError as error:
        print(plain(error), file=sys.stderr)
        return 1
    for notice in notices:
        print(plain(notice), file=sys.stderr)
    if form != "text" and out is sys.stdout:
        speak_utf8()  # other programs expect that everywhere
    write = {"text": as_text, "json": to_json, "csv": to_csv}[form]
    out.write(write(lines))
    return 0


def as_text(lines: Iterable[FameLine]) -> str:
    """The lines as a table with a heading, and a row that sums them up."""
    lines = list(lines)
    if not lines:
        return "No game has been finished yet.\n"
    rows = [_HEADING, *map(_cells, lines)]
    widths = [max(len(row[column]) for row in rows) for column in range(len(_HEADING))]
    table = "".join(
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
        + "\n"
        for row in rows
    )
    told = summary(lines)
    games = "1 game" if told.games == 1 else f"{told.games} games"
    resigned = sum(line.resigned for line in lines)
    given_up = f" and {resigned} given up" if resigned else ""
    scores = (
        f"; best score {told.best}, mean {told.mean:.1f} against {told.mean_tribes:.1f}"
        if told.games > resigned
        else ""
    )
    others = " (without those given up)" if resigned and scores else ""
    return table + (
        f"\n{games} against the Lost Tribes, {told.wins} won{given_up}{scores}{others}.\n"
    )


def _cells(line: FameLine) -> tuple[str, ...]:
    races = " / ".join(", ".join(line.races(seat)) for seat in range(len(line.combos)))
    cells = (
        local_day(line.finished),
        " / ".join(line.names),
        str(line.tokens) if line.tribes is not None else "",
        races,
        " / ".join(map(str, line.coins)),
        "" if line.tribes is None else str(line.tribes),
        line.winner_text,
        ", ".join(marks(line)),
    )
    return tuple(plain(cell, _WIDEST) for cell in cells)
