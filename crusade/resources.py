"""Where the files are that the program ships beside its code: pictures, fonts and boards.

Installed, they lie inside the package (`crusade/assets`, `crusade/maps`); in a checkout they lie
beside it. The search starts from this file, so the working directory never matters.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

from crusade.texts import _

_PACKAGE = Path(__file__).resolve().parent
_PLACES = (_PACKAGE, _PACKAGE.parent)


class Unusable(Exception):
    """A file that is needed is missing or damaged; every line of the message is a sentence for a
    person.
    """


class ResourceMissing(Unusable):
    """A file that the program ships is not there; the message is one sentence for a person."""


class ResourceBroken(Unusable):
    """A file that the program ships is not what it was; the message is one sentence for a person.

    ``parts`` are the steps to the file, as `path` takes them.
    """

    def __init__(self, *parts: str) -> None:
        super().__init__(
            _(
                "The game's own file {name} is damaged; installing the game again helps.",
                name="/".join(parts),
            )
        )


@cache
def path(*parts: str) -> Path:
    """The full path of a shipped file or folder.

    `parts` are the steps below the root, starting with "assets" or "maps":
    `path("assets", "races", "orcs.svg")`, `path("maps")`.

    Raises ResourceMissing if no place has it.
    """
    for place in _PLACES:
        found = place.joinpath(*parts)
        if found.exists():
            return found
    raise ResourceMissing(
        _(
            "The game's own file {name} is missing; installing the game again helps.",
            name="/".join(parts),
        )
    )


def read(*parts: str) -> bytes:
    """The content of a shipped file, named as `path` names it.

    Raises ResourceMissing if no place has it, ResourceBroken if it cannot be read.
    """
    try:
        return path(*parts).read_bytes()
    except OSError:
        raise ResourceBroken(*parts) from None
