"""The settings file: kept whole, checked key by key, never in the way of starting the game."""

import json
import os
import random
import subprocess
import sys
from dataclasses import asdict, fields
from pathlib import Path

import pytest

from crusade import files
from crusade.data_folder import data_folder
from crusade.desktop import theme
from crusade.settings import (
    PACES,
    Settings,
    SettingsError,
    load_settings,
    save_settings,
    settings_path,
)

OTHER = Settings(
    tribes_pace="step",
    animation_pace="instant",
    confirmations=False,
    open_coins=True,
    sound=False,
    volume=0,
    interface_size=200,
    full_screen=True,
    hints=False,
    remember_names=False,
    remembered_names=("Émile", "王"),
    window_size=(1920, 1080),
    undo_past_chance=True,
    settle_ties=True,
    high_contrast=True,
    reduced_motion=True,
    volume_pieces=50,
    volume_signals=0,
    box="underground,tales",
    guide=False,
    advice=True,
    lessons=("guide-wins",),
)


def test_the_first_start_has_the_defaults(tmp_path):
    assert load_settings(tmp_path / "not there") == (Settings(), [])


def test_what_is_saved_comes_back(tmp_path):
    assert all(getattr(OTHER, f.name) != getattr(Settings(), f.name) for f in fields(Settings))
    save_settings(tmp_path / "new", OTHER)
    assert load_settings(tmp_path / "new") == (OTHER, [])
    assert [path.name for path in (tmp_path / "new").iterdir()] == ["settings.json"]


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("tribes_pace", "hasty"),
        ("animation_pace", 3),
        ("confirmations", 1),
        ("sound", "yes"),
        ("volume", 101),
        ("volume", True),
        ("volume", 50.0),
        ("interface_size", 74),
        ("interface_size", 201),
        ("window_size", [1280]),
        ("window_size", [1280, "720"]),
        ("window_size", [10, 10]),
        ("remembered_names", "Ada"),
        ("remembered_names", [1]),
        ("hints", None),
        ("box", "no box"),
    ],
)
def test_one_bad_value_costs_only_itself(tmp_path, key, value):
    settings_path(tmp_path).write_text(json.dumps({**asdict(OTHER), key: value}))
    settings, notices = load_settings(tmp_path)
    assert settings == OTHER.changed(**{key: getattr(Settings(), key)})
    assert len(notices) == 1
    assert str(settings_path(tmp_path)) in notices[0]
    assert key in notices[0]
    with pytest.raises(ValueError, match=key):
        OTHER.changed(**{key: value})


def test_an_unknown_key_is_named(tmp_path):
    settings_path(tmp_path).write_text('{"volume": 5, "weather\\ud800": 1}')
    settings, notices = load_settings(tmp_path)
    assert settings == Settings(volume=5)
    assert "weather" in notices[0]
    notices[0].encode("utf-8")


@pytest.mark.parametrize(
    "content", [b"", b"{", b"[1]", b"null", b"\xff\xfe\x00", b"[" * 90_000, b" " * 200_000]
)
def test_a_damaged_file_is_moved_aside(tmp_path, content):
    settings_path(tmp_path).write_bytes(content)
    settings, notices = load_settings(tmp_path)
    assert settings == Settings()
    (aside,) = tmp_path.iterdir()
    assert aside.read_bytes() == content
    assert len(notices) == 1
    assert aside.name in notices[0]
    # ... and a second one does not overwrite the first.
    settings_path(tmp_path).write_bytes(b"{")
    load_settings(tmp_path)
    assert len(list(tmp_path.iterdir())) == 2
    assert load_settings(tmp_path) == (Settings(), [])


def test_random_damage_never_raises(tmp_path):
    chance = random.Random(7)
    save_settings(tmp_path, OTHER)
    good = settings_path(tmp_path).read_bytes()
    for _ in range(200):
        place = chance.randrange(len(good))
        damaged = good[:place] + bytes([chance.randrange(256)]) + good[place + 1 :]
        settings_path(tmp_path).write_bytes(damaged)
        settings, notices = load_settings(tmp_path)
        settings.changed(**asdict(settings))  # every value is a legal one
        assert all("\n" not in notice for notice in notices)


def test_a_folder_that_cannot_be_written_to(tmp_path):
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(SettingsError, match="could not be saved"):
        save_settings(tmp_path / "file", Settings())
    settings_path(tmp_path).mkdir()
    settings, notices = load_settings(tmp_path)
    assert settings == Settings()
    assert len(notices) == 1


@pytest.mark.skipif(sys.platform == "win32", reason="needs a limit on the size of files")
def test_a_full_disk_keeps_the_old_settings(tmp_path):
    save_settings(tmp_path, OTHER)
    code = (
        "import resource, sys; from pathlib import Path;"
        "from crusade.settings import *;"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (20, 20));"
        "folder = Path(sys.argv[1])\n"
        "try: save_settings(folder, Settings())\n"
        "except SettingsError as error: sys.exit(str(error))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, str(tmp_path)], capture_output=True, text=True, check=False
    )
    assert done.returncode == 1
    assert "could not be saved" in done.stderr
    assert load_settings(tmp_path) == (OTHER, [])
    assert len(list(tmp_path.iterdir())) == 1


def test_names_are_remembered_once_and_newest_first():
    settings = Settings().with_names(["Ada"]).with_names(["Bob", "ADA", "\x00"])
    assert settings.remembered_names == ("Bob", "ADA")
    for number in range(20):
        settings = settings.with_names([f"Player {number}"])
    assert len(settings.remembered_names) == 12


def test_names_are_forgotten_where_they_are_not_to_be_remembered():
    quiet = Settings(remember_names=False, remembered_names=("Ada",))
    assert quiet.with_names(["Bob"]).remembered_names == ()


def test_every_pace_is_accepted():
    for pace in PACES:
        assert Settings().changed(tribes_pace=pace).tribes_pace == pace
    with pytest.raises(KeyError):
        Settings().changed(weather=1)


def test_windows_waits_for_a_virus_scanner(tmp_path, monkeypatch):
    tries = []
    real = os.replace

    def busy(source, target):
        tries.append(source)
        if len(tries) < 3:
            raise PermissionError(13, "Access is denied")
        real(source, target)

    monkeypatch.setattr(files.sys, "platform", "win32")
    monkeypatch.setattr(files.os, "replace", busy)
    files.write_atomically(tmp_path / "x", b"new")
    assert (tmp_path / "x").read_bytes() == b"new"
    assert len(tries) == 3


def test_the_data_folder(tmp_path, monkeypatch):
    assert data_folder(tmp_path) == tmp_path
    assert data_folder("some/where") == Path.cwd() / "some" / "where"
    assert data_folder().name == "lost-tribes-crusade"

    def broken(*_, **__):
        raise FileNotFoundError("no AppData")

    monkeypatch.setattr("crusade.data_folder.platformdirs.user_data_dir", broken)
    assert data_folder() == Path.home() / ".lost-tribes-crusade"


def test_high_contrast_changes_the_grounds_and_back():
    before = (theme.PARCHMENT, theme.INK, theme.WOOD)
    try:
        assert theme.set_contrast(True) and not theme.set_contrast(True)
        for ink in (theme.INK, theme.INK_SOFT, theme.GOOD, theme.BAD, theme.ACCENT, theme.FOCUS):
            assert theme.contrast(ink, theme.PARCHMENT_DEEP) >= 7
        assert theme.contrast(theme.CREAM_SOFT, theme.WOOD_LIGHT) >= 7
        assert theme.contrast(theme.WHITE, theme.ACCENT_LIT) >= 4.5
        styles = [style for style in vars(theme).values() if isinstance(style, theme.Style)]
        for style in styles:  # made before: their ink is read on the new grounds, too
            assert max(theme.contrast(style.colour, g) for g in (theme.PAPER, theme.WOOD)) >= 7
    finally:
        theme.set_contrast(False)
    assert before == (theme.PARCHMENT, theme.INK, theme.WOOD)
