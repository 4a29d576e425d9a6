"""What is made when the wheel is built: every message catalogue, from `.po` to `.mo`."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class Catalogues(BuildHookInterface[Any]):
    """Compiles the translations beside their sources and takes them into the wheel.

    An editable install reads them where they lie. The source archive needs none of them: whoever
    builds from it comes through here again.
    """

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Before the wheel is built. Raises ValueError for a `.po` that is no catalogue."""
        root = Path(self.root)
        sys.path.insert(0, self.root)
        try:
            from crusade.texts.catalogue import compile_all
        finally:
            sys.path.remove(self.root)
        for made in compile_all(root / "crusade" / "texts" / "locale"):
            build_data["force_include"][str(made)] = made.relative_to(root).as_posix()
