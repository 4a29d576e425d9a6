"""What the window needs to show the small box: its pictures, and how a Ford looks."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from crusade import resources
from crusade.atlas import BoardFile, load
from crusade.desktop import pictures
from crusade.desktop.look import Look
from crusade.desktop.terrain import LOOKS

PICTURES: Final = Path(__file__).parent / "pictures"
FORDS: Final = ("r02", "r10", "r18", "r22")
"""The Regions of the board for two that are Fords on the fair's board."""
_STONES: Final = (
    '<ellipse cx="-7" cy="2" rx="6" ry="3.4" fill="#9a9284"/>'
    '<ellipse cx="7" cy="-2" rx="5" ry="3" fill="#b0a898"/>'
)


def prepare() -> None:
    """Make the pictures and the look of a Ford known."""
    if "ford" not in LOOKS:
        pictures.add_folder(PICTURES)
        LOOKS["ford"] = Look("#b5d3d4", "#86aeb2", 44, (14, 6, 6), ((_STONES, 1),), water=True)


def fair_board(folder: Path) -> BoardFile:
    """The board for two with four Fords, written to ``folder`` and read like anybody's board."""
    lines = []
    for line in resources.read("maps", "base-2p.yaml").decode().split("\n"):
        if line.startswith("box:"):
            line = "box: fair"
        elif line.startswith("id:"):
            line = "id: fair-2p"
        elif line.strip().split(":")[0] in FORDS and "terrain" in line:
            before, _, after = line.partition("terrain: ")
            line = f"{before}terrain: ford{after[after.index(',') :]}"
        lines.append(line)
    path = folder / "fair-2p.yaml"
    path.write_text("\n".join(lines), encoding="utf-8")
    return load(path)
