"""What cards lay on Regions: coins."""

from __future__ import annotations

from typing import Final

from crusade.rules.library import Piece

PIECES: Final[tuple[Piece, ...]] = ()
