"""Whoever plays many games at the same time: processes of this machine, or an executor from
elsewhere, a cluster's for example.

An executor is one of `concurrent.futures`. All that is asked of it is `submit`, and what is handed
to it are plain values and functions of this package.
"""

from __future__ import annotations

import importlib
import signal
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, Final, TypeVar

from ..plain import plain

if TYPE_CHECKING:
    from concurrent.futures import Executor, Future

MOST_JOBS: Final = 60
"""Processes; Windows can wait for no more."""

Made = TypeVar("Made")


class NoExecutor(Exception):
    """An executor that there is not, or that has failed; the message is one sentence."""


def processes(jobs: int) -> AbstractContextManager[Executor]:
    """So many processes of this machine."""
    from concurrent.futures import ProcessPoolExecutor  # a tenth of the program's start

    return ProcessPoolExecutor(jobs, initializer=_leave_interrupts)


def _leave_interrupts() -> None:
    """Ctrl+C is for the one who shares the games out: it ends the others."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def foreign(words: str) -> AbstractContextManager[Executor]:
    """The executor that ``module:callable`` gives, called with nothing.

    Raises ValueError for words that name no callable, NoExecutor for one that gives no executor.
    """
    module, colon, name = words.partition(":")
    if not (colon and module and name):
        raise ValueError(
            f"'{plain(words, 60)}' names no executor; write it like package.module:callable."
        )
    shown = plain(words, 60)
    try:
        found: object = importlib.import_module(module)
        for part in name.split("."):
            found = getattr(found, part)
    except Exception as error:  # whatever a module of somebody else's does when it is imported
        raise ValueError(f"The executor '{shown}' is not there ({reason(error)}).") from error
    if not callable(found):
        raise ValueError(f"The executor '{shown}' cannot be called.")
    try:
        made = found()
    except Exception as error:
        raise NoExecutor(f"The executor '{shown}' has not started ({reason(error)}).") from error
    from concurrent.futures import Executor

    if not isinstance(made, Executor):
        raise NoExecutor(
            f"What '{shown}' gives is no concurrent.futures executor but a {type(made).__name__}."
        )
    return made


def reason(error: BaseException) -> str:
    """What went wrong, in one line."""
    words = " ".join(str(error).split())
    return plain(f"{type(error).__name__}: {words}" if words else type(error).__name__, 300)


def in_order(
    executor: Executor, work: Callable[..., Made], shares: Iterable[tuple[object, ...]]
) -> Iterator[Made]:
    """What ``work`` makes of each of the ``shares``, in their order.

    Whatever goes wrong, nothing is left waiting in the executor. Raises what ``work`` raises if it
    is an exception of this package, else NoExecutor.
    """
    waiting: list[Future[Made]] = []
    try:
        waiting += [executor.submit(work, *share) for share in shares]
        for future in waiting:
            yield future.result()
    except Exception as error:
        if type(error).__module__.partition(".")[0] == __name__.partition(".")[0]:
            raise
        raise NoExecutor(f"Whoever was to play has failed ({reason(error)}).") from error
    finally:
        for future in waiting:
            future.cancel()
