"""How the tests run: on every core, unless only a few files are named; what draws is marked."""

from __future__ import annotations

import inspect
import os
from functools import cache
from types import ModuleType

import pytest

FEW = 3
"""So many files, or fewer, run where they can be stopped and looked into, without workers."""


def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """The workers that `-n auto` means: one a core for the suite, none for a few files."""
    named = [word for word in config.invocation_params.args if ".py" in str(word)]
    if 0 < len(named) <= FEW:
        return 0
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    return cores or 1


@cache
def draws(module: ModuleType) -> bool:
    """Whether the tests of a module drive the window."""
    source = inspect.getsource(module)
    return "from crusade.desktop" in source or "import pygame" in source


def pytest_itemcollected(item: pytest.Item) -> None:
    """Mark what drives the window, so that `-m "not screen"` leaves it out."""
    module = getattr(item, "module", None)
    if module is not None and draws(module):
        item.add_marker(pytest.mark.screen)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The slow tests first: at the end one worker would run them while the others have nothing."""
    items.sort(key=lambda item: item.get_closest_marker("slow") is None)
