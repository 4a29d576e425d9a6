"""Where the games and the settings lie."""

from __future__ import annotations

import contextlib
import os
import sys
from pathlib import Path
from typing import Final

import platformdirs

NAME: Final = "lost-tribes-crusade"


def data_folder(override: str | Path | None = None) -> Path:
    """The folder of the user's data; `override` is what `--data-dir` gave. Nothing is created."""
    if override is not None and str(override):
        folder = Path(override)
        with contextlib.suppress(RuntimeError):  # "~nobody": then it is a name like any other
            folder = folder.expanduser()
        return Path(os.path.abspath(folder))  # noqa: PTH100
    try:
        return Path(platformdirs.user_data_dir(NAME, appauthor=False))
    except Exception:
        # On odd systems platformdirs has raised where a folder was missing; the game still starts.
        return _fallback()


def cache_folder(data: Path) -> Path:
    """The folder of what can be made anew, for a program whose data lie in ``data``: where the
    system keeps such things, or beside the data if these are not in their usual place. Nothing is
    created.
    """
    if data == data_folder():
        with contextlib.suppress(Exception):  # as above
            return Path(platformdirs.user_cache_dir(NAME, appauthor=False))
    return data / "cache"


def _fallback() -> Path:
    try:
        home = Path.home()
    except RuntimeError:
        home = Path.cwd()
    return home / (NAME if sys.platform == "win32" else f".{NAME}")
