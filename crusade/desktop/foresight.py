"""What the program does while nobody waits for it: boards that may be played next are worked out
before their table is opened.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterable
from threading import Event, Thread

import pygame

from crusade.atlas import AtlasError, load
from crusade.desktop.board_view import prepare
from crusade.resources import Unusable

PATIENCE = 0.5
"""Seconds until it asks again whether it may go on."""


class Foresight:
    """Works out boards, by their ids, in a thread of its own; ``wanted`` is asked there for them,
    and names None while something else goes first. Trouble is left to whoever opens the table, who
    is told of it.
    """

    def __init__(self, wanted: Callable[[], Iterable[str | None]]) -> None:
        self._stopped = Event()
        self._thread = Thread(target=self._work, args=(wanted,), daemon=True)
        self._thread.start()

    def _work(self, wanted: Callable[[], Iterable[str | None]]) -> None:
        with contextlib.suppress(AtlasError, Unusable, ValueError, pygame.error):
            for board in wanted():
                if self._stopped.is_set():
                    return
                if board is None:
                    self._stopped.wait(PATIENCE)
                else:
                    prepare(load(board))

    def stop(self) -> None:
        """Begin with no further board, and wait for the one that is being worked out."""
        self._stopped.set()
        self._thread.join()
