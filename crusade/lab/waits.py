"""Waits of a person at the screen, measured and printed; shared by the benchmarks of the window."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import median
from typing import Final

FRAME: Final = 1000 / 60
"""Milliseconds of one frame of smooth motion."""


@dataclass(frozen=True, slots=True)
class Wait:
    """One measured wait, in milliseconds, or another quantity in its ``unit``; ``limit`` is for
    the median, ``high_limit`` for the 99th percentile, 0 where none is set.
    """

    what: str
    best: float
    median: float
    high: float
    """The 99th percentile: of fewer than a hundred the worst."""
    worst: float
    limit: float = 0.0
    high_limit: float = 0.0
    unit: str = "ms"

    @classmethod
    def of(
        cls, what: str, seconds: Sequence[float], limit: float = 0.0, high_limit: float = 0.0
    ) -> Wait:
        """A wait from the times of some rounds."""
        times = sorted(second * 1000 for second in seconds)
        high = times[math.ceil(0.99 * len(times)) - 1]
        return cls(what, times[0], median(times), high, times[-1], limit, high_limit)

    @classmethod
    def one(cls, what: str, figure: float, unit: str, limit: float = 0.0) -> Wait:
        """A single figure that is no time."""
        return cls(what, figure, figure, figure, figure, limit, unit=unit)

    @property
    def kept(self) -> bool:
        """Whether the usual case, and all but one of a hundred, are within the limits."""
        usual = not self.limit or self.median <= self.limit
        return usual and (not self.high_limit or self.high <= self.high_limit)


def seconds_of(act: Callable[[], object]) -> float:
    """Seconds that it takes by the clock on the wall."""
    began = time.perf_counter()
    act()
    return time.perf_counter() - began


def cpu_of(act: Callable[[], object]) -> float:
    """Seconds that this process computes for it, whatever else the machine does."""
    began = time.process_time()
    act()
    return time.process_time() - began


def held_of(act: Callable[[], object]) -> float:
    """Seconds that it keeps this thread computing: what others do meanwhile holds nobody up."""
    began = time.thread_time()
    act()
    return time.thread_time() - began


def timed(what: str, act: Callable[[], object], limit: float, rounds: int) -> Wait:
    """Do it some times."""
    return Wait.of(what, [seconds_of(act) for _ in range(rounds)], limit)


def print_waits(title: str, found: Sequence[Wait]) -> None:
    """A small table."""
    print(title)
    print(f"{'milliseconds':<44}{'best':>9}{'median':>9}{'99 %':>9}{'worst':>9}   limit")
    for wait in found:
        limits = [f"{limit:,.0f}" for limit in (wait.limit, wait.high_limit) if limit]
        limit = " / ".join(limits) + ("" if wait.kept else "  MISSED")
        figures = f"{wait.best:>9.1f}{wait.median:>9.1f}{wait.high:>9.1f}{wait.worst:>9.1f}"
        unit = "" if wait.unit == "ms" else f" ({wait.unit})"
        print(f"{wait.what + unit:<44}{figures}   {limit}".rstrip())
    print()
