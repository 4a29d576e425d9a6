"""Waits of a person at the screen, measured and printed; shared by the benchmarks of the window."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import median
from typing import Final

FRAME: Final = 1000 / 60
"""Milliseconds of one frame of smooth motion."""


@dataclass(frozen=True, slots=True)
class Wait:
    """One measured wait, in milliseconds; ``limit`` is 0 where none is set."""

    what: str
    best: float
    median: float
    worst: float
    limit: float = 0.0

    @classmethod
    def of(cls, what: str, seconds: Sequence[float], limit: float = 0.0) -> Wait:
        """A wait from the times of some rounds."""
        times = [second * 1000 for second in seconds]
        return cls(what, min(times), median(times), max(times), limit)

    @property
    def kept(self) -> bool:
        """Whether the usual case is within the limit."""
        return not self.limit or self.median <= self.limit


def seconds_of(act: Callable[[], object]) -> float:
    """Seconds that it takes."""
    began = time.perf_counter()
    act()
    return time.perf_counter() - began


def timed(what: str, act: Callable[[], object], limit: float, rounds: int) -> Wait:
    """Do it some times."""
    return Wait.of(what, [seconds_of(act) for _ in range(rounds)], limit)


def print_waits(title: str, found: Sequence[Wait]) -> None:
    """A small table."""
    print(title)
    print(f"{'milliseconds':<34}{'best':>9}{'median':>9}{'worst':>9}   limit")
    for wait in found:
        limit = f"{wait.limit:,.0f}{'' if wait.kept else '  MISSED'}" if wait.limit else ""
        figures = f"{wait.best:>9.1f}{wait.median:>9.1f}{wait.worst:>9.1f}"
        print(f"{wait.what:<34}{figures}   {limit}".rstrip())
    print()
