"""Moments as text: UTC in files, the local day and minute on the screen."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Final

FORM: Final = "%Y-%m-%dT%H:%M:%SZ"


def now() -> str:
    """This moment in UTC, to the second: `2026-11-30T10:00:00Z`."""
    return datetime.now(UTC).strftime(FORM)


def parse(text: str) -> datetime:
    """The moment a text names; ValueError if it is not of the form above."""
    return datetime.strptime(text, FORM).replace(tzinfo=UTC)


def _local(text: str, form: str) -> str:
    try:
        return parse(text).astimezone().strftime(form)
    except (ValueError, OverflowError, OSError):
        # A moment from somebody else's file may be odd; showing it beats refusing the whole list.
        return text


def local_day(text: str) -> str:
    """The day of a UTC moment where the player lives: `2026-11-30`."""
    return _local(text, "%Y-%m-%d")


def local_minute(text: str) -> str:
    """The day and minute of a UTC moment where the player lives: `2026-11-30 11:00`."""
    return _local(text, "%Y-%m-%d %H:%M")
