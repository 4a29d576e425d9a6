"""What is kept on disk about boards: it comes back as it was, or is worked out anew."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest

from crusade import atlas
from crusade.desktop import board_view, kept
from crusade.desktop.board_view import BoardView

CACHES = ("_geometry", "_kind", "_still", "_frame")


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    kept.use(tmp_path / "kept")
    yield tmp_path / "kept"
    kept.use(None)
    _forget()


def _forget() -> None:
    """As in a program that was just started."""
    for name in CACHES:
        getattr(board_view, name).cache_clear()


def _looks() -> tuple[object, ...]:
    """All that a board is, and its picture."""
    _forget()
    view = BoardView(atlas.load("base-2p"))
    view.layout(pygame.Rect(0, 0, 420, 300), 30)
    strips = [(pygame.image.tobytes(strip, "RGBA"), at) for strip, at in view._strips]
    still = pygame.image.tobytes(view._still, "RGB")
    geometry = view.geometry
    picture = view.picture
    return geometry.lines, geometry.roomiest, view.slots, picture.motifs, still, strips


def test_a_board_comes_back_from_disk_as_it_was_or_is_worked_out_anew(folder: Path) -> None:
    kept.use(None)
    true = _looks()
    assert not folder.exists()
    kept.use(folder)
    assert _looks() == true
    names = sorted(path.name for path in folder.iterdir())
    assert {name.partition("-")[0] for name in names} == {"board", "frame", "lines", "slots"}
    assert all(name.endswith(".kept") for name in names)
    stamps = {name: (folder / name).stat().st_ino for name in names}
    assert _looks() == true
    assert {name: (folder / name).stat().st_ino for name in names} == stamps  # none was written
    for name in names:
        path = folder / name
        whole = path.read_bytes()
        for broken in (b"", whole[:-1], whole[:-9] + b"x" + whole[-8:], b"{}" + whole):
            path.write_bytes(broken)
            assert kept.read(name) is None
        assert _looks() == true
        assert path.read_bytes() == whole
    for name in names:  # whole, but of no sense
        kept.write(name, b'{"lines": 3}')
    assert _looks() == true
    for name in names:  # and what is no file at all
        (folder / name).unlink()
        (folder / name).mkdir()
    assert _looks() == true


def test_only_so_much_is_kept_and_what_was_used_last(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kept, "MOST", 1000)
    for number in range(3):
        kept.write(f"{number}.kept", b"x" * 300)
        os.utime(folder / f"{number}.kept", (number, number))
    assert kept.read("0.kept") is not None  # used again
    kept.write("3.kept", b"x" * 300)
    assert {path.name for path in folder.iterdir()} == {"0.kept", "2.kept", "3.kept"}
