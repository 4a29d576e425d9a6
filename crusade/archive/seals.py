"""The checksum that every stored row carries, and whether it fits."""

from __future__ import annotations

from collections.abc import Sequence
from zlib import crc32

from .errors import Damaged


def seal(*content: int | str | None) -> int:
    """The checksum of a row's content."""
    return crc32("\x1f".join(map(str, content)).encode("utf-8", "surrogatepass"))


def unsealed(row: Sequence[int | str | None]) -> Sequence[int | str | None]:
    """The row without its seal. Raises Damaged if the seal does not fit."""
    if seal(*row[:-1]) != row[-1]:
        raise Damaged("a row was changed outside the game")
    return row[:-1]
