"""Files beside strangers: links, pipes and devices in a file's place are refused, not touched."""

import os
import sys
from pathlib import Path

import pytest

from crusade import files
from crusade.files import (
    NotPlain,
    odd_thing,
    open_own,
    read_at_most,
    temporary_beside,
    write_atomically,
)
from crusade.settings import Settings, SettingsError, load_settings, save_settings

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs links and pipes")


def _link(path: Path) -> None:
    other = path.parent.parent / "strangers"
    other.write_bytes(b"not ours")
    path.symlink_to(other)


def _dangling(path: Path) -> None:
    path.symlink_to(path.parent / "nowhere")


ODD = {
    "a link": _link,
    "a link ": _dangling,
    "a folder": Path.mkdir,
    "a named pipe": os.mkfifo,
}


@pytest.fixture
def folder(tmp_path):
    path = tmp_path / "data"
    path.mkdir()
    return path


@pytest.mark.parametrize("what", ODD)
def test_what_is_no_plain_file_is_neither_written_nor_waited_for(folder, what):
    path = folder / "x"
    ODD[what](path)
    before = os.lstat(path)
    assert odd_thing(path) == what.strip()
    with pytest.raises(NotPlain, match=what.strip()):
        write_atomically(path, b"new")
    for flags in (os.O_RDONLY, os.O_WRONLY, os.O_RDWR | os.O_CREAT, os.O_WRONLY | os.O_APPEND):
        with pytest.raises(NotPlain, match=what.strip()):
            open_own(path, flags)
    assert os.lstat(path) == before
    assert [entry.name for entry in folder.iterdir()] == ["x"]
    stranger = folder.parent / "strangers"
    assert not stranger.exists() or stranger.read_bytes() == b"not ours"


def test_a_thing_that_took_the_place_meanwhile_is_refused_too(folder, monkeypatch):
    """Between the look and the opening somebody may put a link or a pipe there."""
    monkeypatch.setattr(files, "must_be_plain", lambda path: None)
    _link(folder / "link")
    os.mkfifo(folder / "pipe")
    for name in ("link", "pipe"):
        with pytest.raises(NotPlain):
            open_own(folder / name, os.O_RDWR | os.O_CREAT)


def test_reading_follows_a_link_but_waits_for_no_pipe(folder):
    _link(folder / "link")
    assert read_at_most(folder / "link", 100) == b"not ours"
    os.mkfifo(folder / "pipe")
    with pytest.raises(NotPlain, match="named pipe"):
        read_at_most(folder / "pipe", 100)
    with pytest.raises(NotPlain, match="device"):
        read_at_most(Path("/dev/null"), 100)
    with pytest.raises(IsADirectoryError):
        read_at_most(folder, 100)


def test_a_device_is_not_replaced(monkeypatch):
    monkeypatch.setattr(files, "temporary_beside", lambda path: pytest.fail("written"))
    with pytest.raises(NotPlain, match="device"):
        write_atomically(Path("/dev/null"), b"new")


def test_names_of_temporary_files_cannot_be_guessed(folder):
    made = {temporary_beside(folder / "x").name for _ in range(50)}
    assert len(made) == 50
    assert all(name.startswith("x.") and len(name) >= 20 for name in made)
    assert not any(str(os.getpid()) == name.split(".")[1] for name in made)


def test_a_temporary_name_that_is_taken_is_not_used(folder, monkeypatch):
    names = iter(["aa", "aa", "bb"])
    monkeypatch.setattr(files.secrets, "token_hex", lambda n: next(names))
    (folder / "x.aa.tmp").symlink_to(folder.parent / "strangers")
    (folder.parent / "strangers").write_bytes(b"not ours")
    with pytest.raises(NotPlain):
        temporary_beside(folder / "x")
    assert (folder.parent / "strangers").read_bytes() == b"not ours"


def test_settings_beside_strangers(folder):
    path = folder / "settings.json"
    _link(path)
    with pytest.raises(SettingsError, match="a link"):
        save_settings(folder, Settings())
    assert (folder.parent / "strangers").read_bytes() == b"not ours"
    path.unlink()
    os.mkfifo(path)
    settings, (notice,) = load_settings(folder)
    assert settings == Settings()
    assert "named pipe" in notice
