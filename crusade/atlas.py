"""Boards from `maps/*.yaml`: find them, load them, explain everything that is wrong with one.

A board file is checked as a whole: every defect becomes one sentence with file, line and key, so
that whoever draws a board sees all of them at once. `load` either returns a `BoardFile` or raises
`AtlasError` with those sentences; `check` is the same for many files (`crusade boards`).
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Final

from crusade import atlas_reader, resources
from crusade.atlas_reader import AtlasError, RegionFacts
from crusade.boxes import BOXES, LANDS
from crusade.chart import Chart
from crusade.files import read_at_most
from crusade.plain import plain
from crusade.rules import board as rules_board
from crusade.texts import _

__all__ = ["AtlasError", "BoardFile", "RegionFacts", "board_ids", "check", "load", "meant"]
LONGEST_FILE = 100_000
"""Bytes; the largest board of the program has 8,000."""
FILES_KEPT: Final = 8


@dataclass(frozen=True, eq=False)
class BoardFile:
    """A board as its file tells it: the facts of every Region and the chart of their outlines.

    ``box`` is the box the board belongs to (`base`, `riverworld`, `underground`), ``players`` and
    ``rounds`` are those of the classic game. ``regions[r]`` also keeps what only other boxes use
    (harbor, pirates, volcano, ...) as `RegionFacts.features`.
    """

    path: Path
    id: str
    title: str
    box: str
    players: int
    rounds: int
    regions: tuple[RegionFacts, ...]
    chart: Chart

    @property
    def playable(self) -> bool:
        """True when the program has the box that the board belongs to."""
        return self.box in BOXES

    @cached_property
    def board(self) -> rules_board.Board:
        """The board for the rules, built once.

        Raises AtlasError when the program does not have the board's box (see `playable`).
        """
        if not self.playable:
            raise AtlasError(
                [
                    _(
                        "{name} cannot be played: the box '{box}' is not in the game yet.",
                        name=self.path.name,
                        box=self.box,
                    )
                ]
            )
        land = LANDS[self.box]
        return rules_board.Board.make(
            words=land,
            id=self.id,
            title=self.title,
            box=self.box,
            players=self.players,
            rounds=self.rounds,
            regions=[
                rules_board.RegionSpec(
                    facts.id,
                    facts.name,
                    facts.terrain,
                    (*facts.symbols, *facts.features),
                    facts.lost_tribe,
                    self.chart.on_rim(r),
                )
                for r, facts in enumerate(self.regions)
            ],
            borders=self.chart.borders(),
        )


def board_ids() -> list[str]:
    """The ids of the boards that come with the program, in alphabetical order."""
    return sorted(path.stem for path in resources.path("maps").glob("*.yaml"))


def load(board: str | Path) -> BoardFile:
    """Load a board that comes with the program by its id (a str: `base-2p`), or a file (a Path).

    An id is never looked for among the user's files, so nothing that lies in the current folder
    can take the place of a board of the program; `meant` turns a person's words into the one or
    the other. Raises AtlasError with one sentence per defect.
    """
    path = board if isinstance(board, Path) else _shipped(board)
    name = plain(path)
    try:
        data = read_at_most(path, LONGEST_FILE)
    except FileNotFoundError:
        raise AtlasError([_("{name}: there is no such file.", name=name)]) from None
    except IsADirectoryError:
        raise AtlasError([_("{name}: this is a folder, not a board file.", name=name)]) from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise AtlasError(
            [_("{name}: the file cannot be read ({reason}).", name=name, reason=reason)]
        ) from None
    if len(data) > LONGEST_FILE:
        raise AtlasError([_("{name}: the file is far too long to be a board.", name=name)])
    return _read(path, name, data)


@lru_cache(maxsize=FILES_KEPT)
def _read(path: Path, name: str, data: bytes) -> BoardFile:
    """The board that ``data`` tells. The same bytes give the same object, and so whatever was
    worked out from it before, the picture at the table included, is there for the next game.
    """
    return BoardFile(path=path, **atlas_reader.read(data, name))


def meant(words: str) -> str | Path:
    """The board that a person means at the command line: an id, or a file.

    A path says that it is one, by its ending (`mine.yaml`) or by a slash (`./mine`); a bare word
    is the id of a board of the program, whatever lies in the current folder.
    """
    path = Path(words)
    parted = "/" in words or os.sep in words or (os.altsep is not None and os.altsep in words)
    return path if parted or path.suffix else words


def _shipped(board: str) -> Path:
    """The file of a board of the program. Raises AtlasError if there is none of that id."""
    known = board_ids()
    if board in known:
        return resources.path("maps", f"{board}.yaml")
    sentences = [
        _(
            "No board is called '{board}'; there are {known}.",
            board=plain(board, 40),
            known=", ".join(known),
        )
    ]
    if os.path.lexists(board):
        sentences.append(_("A file of that name is meant by './{board}'.", board=board))
    raise AtlasError([" ".join(sentences)])


def check(boards: Iterable[str | Path] = ()) -> list[tuple[str, list[str]]]:
    """Check board files, or all boards of the program when none is named.

    Returns one pair per board: its path (or id) as given, and the sentences that say what is
    wrong with it; no sentence means that the board is good.
    """
    found: list[tuple[str, list[str]]] = []
    for board in list(boards) or board_ids():
        try:
            load(board)
        except AtlasError as error:
            found.append((str(board), list(error.sentences)))
        else:
            found.append((str(board), []))
    return found
