"""Giving memory back, where the program rests anyway."""

from __future__ import annotations

import ctypes
import gc
import sys
from collections.abc import Callable
from functools import cache


def tidy() -> None:
    """Drop what nothing refers to any more, and let the system have the room.

    A scene and its widgets know each other, so only a collection finds them; and pictures of all
    sizes leave holes between what stays, which the C library keeps unless it is told otherwise.
    """
    gc.collect()
    _trim()()


@cache
def _trim() -> Callable[[], object]:
    """What asks the C library for it: glibc's `malloc_trim`; others do it by themselves."""
    if sys.platform != "linux":
        return lambda: None
    try:
        trim = ctypes.CDLL(None).malloc_trim
    except (OSError, AttributeError):
        return lambda: None
    return lambda: trim(0)
