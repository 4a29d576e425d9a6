"""What an auction can give to a race beside its banner and badges."""

from __future__ import annotations

from typing import Final

from crusade.rules.questions import Boon

RIGHTS: Final[tuple[Boon, ...]] = ()
