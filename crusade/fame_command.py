"""`crusade fame`: the Hall of Fame in the terminal, or as JSON or CSV for other programs."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Final, TextIO

from crusade.archive import ArchiveError, open_archive
from crusade.automaton.fame_export import to_csv, to_json
from crusade.automaton.fame_statistics import summary
from crusade.automaton.hall_of_fame import TRIBES_NAME, FameLine, Filter, marks, select
from crusade.boxes import UnknownBox, called, together
from crusade.clock import local_day
from crusade.games import box_of
from crusade.plain import plain
from crusade.rules.ids import TRIBES
from crusade.terminal import speak_utf8
from crusade.texts import N_, _, _n, race

_WIDEST: Final = 200
"""Characters of a cell; the longest that the game writes, all Races of a game, has fewer."""
_HEADING: Final = (
    N_("Date"),
    N_("Name"),
    N_("Tokens"),
    N_("Box"),
    N_("Races"),
    N_("Score"),
    N_("Lost Tribes"),
    N_("Winner"),
    "",
)


def run(folder: Path, form: str = "text", out: TextIO | None = None, box: str = "") -> int:
    """Print the Hall of Fame of this folder; 0, or 1 with one sentence on standard error.

    `form` is "text", "json" or "csv"; with ``box`` only the games that were played with it are
    printed. Notices about the file go to standard error, so the output stays clean.
    """
    out = sys.stdout if out is None else out
    try:
        archive, notices = open_archive(folder)
        with archive:
            lines = archive.fame_lines()
            lines = select(lines, Filter(box=box_of(together(box)))) if box else lines
    except (ArchiveError, UnknownBox) as error:
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
        return _("No game has been finished yet.") + "\n"
    rows = [tuple(_(word) if word else "" for word in _HEADING), *map(_cells, lines)]
    widths = [max(len(row[column]) for row in rows) for column in range(len(_HEADING))]
    table = "".join(
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
        + "\n"
        for row in rows
    )
    return f"{table}\n{_summed_up(lines)}\n"


def _summed_up(lines: Sequence[FameLine]) -> str:
    """All games in one sentence, and their scores in another."""
    told = summary(lines)
    resigned = sum(line.resigned for line in lines)
    if resigned:
        games = _n(
            "{count} game against the Lost Tribes, {won} won and {resigned} given up",
            "{count} games against the Lost Tribes, {won} won and {resigned} given up",
            told.games,
            won=told.wins,
            resigned=resigned,
        )
    else:
        games = _n(
            "{count} game against the Lost Tribes, {won} won",
            "{count} games against the Lost Tribes, {won} won",
            told.games,
            won=told.wins,
        )
    values = {"games": games, "best": told.best}
    if told.games <= resigned:
        return _("{games}.", **values)
    mean, tribes = f"{told.mean:.1f}", f"{told.mean_tribes:.1f}"
    if resigned:
        return _(
            "{games}; of the others the best score is {best}, the mean {mean} against {tribes}.",
            **values,
            mean=mean,
            tribes=tribes,
        )
    return _(
        "{games}; best score {best}, mean {mean} against {tribes}.",
        **values,
        mean=mean,
        tribes=tribes,
    )


def _cells(line: FameLine) -> tuple[str, ...]:
    races = " / ".join(
        ", ".join(map(str, map(race, line.races(seat)))) for seat in range(len(line.combos))
    )
    cells = (
        local_day(line.finished),
        " / ".join(line.names),
        str(line.tokens) if line.tribes is not None else "",
        called(line.box),
        races,
        " / ".join(map(str, line.coins)),
        "" if line.tribes is None else str(line.tribes),
        ", ".join(_(TRIBES_NAME) if seat == TRIBES else line.names[seat] for seat in line.winners),
        ", ".join(map(_, marks(line))),
    )
    return tuple(plain(cell, _WIDEST) for cell in cells)
