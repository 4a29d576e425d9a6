"""The terminal: whatever is printed, nothing that it would obey goes out.

Names, paths and keys come from other people's files. A terminal takes control characters for
orders (clear the screen, rename the window, answer as if typed), so they are written out: `\\x1b`.
"""

from __future__ import annotations

import contextlib
import io
import sys
from collections.abc import Iterator
from typing import TextIO

from crusade.plain import spelled_out


class Guarded(io.TextIOBase):
    """A stream that spells out every control character except the end of a line."""

    def __init__(self, stream: TextIO) -> None:
        self.stream = stream

    def write(self, text: str) -> int:
        """Write the text; returns how many characters of it were taken."""
        self.stream.write("\n".join(map(spelled_out, text.split("\n"))))
        return len(text)

    def flush(self) -> None:
        """Bring everything out. Raises OSError where nobody takes it."""
        self.stream.flush()

    def isatty(self) -> bool:
        """Whether a person sits there."""
        return self.stream.isatty()

    def fileno(self) -> int:
        """The number of the open file behind the stream. Raises OSError if there is none."""
        return self.stream.fileno()


@contextlib.contextmanager
def guarded() -> Iterator[None]:
    """Inside, everything printed goes out spelled out."""
    out, err = Guarded(sys.stdout), Guarded(sys.stderr)
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        yield


def speak_utf8() -> None:
    """Print UTF-8 from here on: what other programs read is not in the terminal's own letters."""
    stream = sys.stdout.stream if isinstance(sys.stdout, Guarded) else sys.stdout
    if isinstance(stream, io.TextIOWrapper):
        stream.reconfigure(encoding="utf-8")
