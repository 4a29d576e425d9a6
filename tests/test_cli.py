"""The command line: exit codes, one clear sentence for every mistake, and nobody else's words."""

from __future__ import annotations

import json
import os
import random
import struct
import subprocess
import sys
from pathlib import Path

import pytest

from crusade.__main__ import main
from crusade.record import dump
from crusade.session import NewGame, Session

ROOT = Path(__file__).parent.parent
SCENARIOS = sorted((ROOT / "tests" / "scenarios").glob("*.yaml"))


def run(capsys, *args: str) -> tuple[int, str, str]:
    """Exit code, standard output, standard error of the command line in this process."""
    try:
        code = main(list(args))
    except SystemExit as stop:
        code = stop.code if isinstance(stop.code, int) else 1
    out, err = capsys.readouterr()
    return code, out, err


def process(*args: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """`python -m crusade` in a process of its own."""
    env = {**os.environ, "PYTHONPATH": str(ROOT), **environment}
    return subprocess.run(
        [sys.executable, "-m", "crusade", *args], capture_output=True, text=True, env=env
    )


def assert_one_sentence(err: str) -> None:
    assert "Traceback" not in err
    assert len(err.strip().splitlines()) == 1, err
    assert err.strip()[-1] in ".)", err


@pytest.mark.parametrize(
    "args",
    [
        ["nonsense"],
        ["--nonsense"],
        ["scenario"],
        ["simulate", "--mode", "chess"],
        ["simulate", "--games", "0"],
        ["simulate", "--games", "many"],
        ["simulate", "--tokens", "0"],
        ["replay"],
        ["shot", "--scene", "table"],
        ["shot", "--scene", "nowhere", "--out", "x.png"],
        ["shot", "--scene", "title", "--size", "big", "--out", "x.png"],
        ["shot", "--scene", "title", "--size", "1x1", "--out", "x.png"],
        ["shot", "--scene", "title", "--out", "x.jpeg"],
        ["shot", "--scene", "title", "--scale", "5", "--out", "x.png"],
        ["shot", "--scene", "title", "--size", "9" * 5000 + "x720", "--out", "x.png"],
        ["simulate", "--mode", "solo", "--seed", "9" * 5000],
        ["--data-dir", "a\udcffb", "fame"],
        ["--data-dir", "a\udcffb", "import", "x.txt"],
        ["replay", "x" * 5000],
        ["replay", "x\0y"],
        ["fame", "--json", "--csv"],
    ],
    ids=lambda args: ascii(" ".join(args)[:60]),
)
def test_wrong_arguments_get_one_sentence(capsys, args):
    code, out, err = run(capsys, *args)
    assert code == 2
    assert out == ""
    assert_one_sentence(err)


def test_every_scenario_passes_through_the_command_line(capsys):
    code, out, err = run(capsys, "scenario", *map(str, SCENARIOS))
    assert code == 0, out
    assert err == ""
    passed, failed = (int(word) for word in out.split() if word.isdecimal())
    assert passed >= 232
    assert failed == 0


def test_a_failing_scenario_exits_with_1(capsys, tmp_path):
    file = tmp_path / "case.yaml"
    file.write_text(
        "title: Wrong on purpose\nregions: {A: farmland edge, B: hill}\nborders: A-B\n"
        "races: {P1: Hill Ratmen}\nhand: {P1: 3}\ndo:\n  - conquer A\nthen:\n  at: {A: P1 3}\n"
    )
    code, out, _ = run(capsys, "scenario", str(file))
    assert code == 1
    assert "A should hold 'P1 3', not 'P1 2'" in out
    assert "0 passed, 1 failed" in out


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("title: x\nregions: {A: farmland\n", 3),
        ("title: x\nregions: {A: meadow}\ndo: []\n", 2),
        ("title: x\nregions: {A: farmland}\ndo:\n  - fly away\n", 4),
        ("title: x\nregions: {A: farmland}\nfoo: 1\ndo: []\n", 3),
        ("- 1\n", 1),
        ('title: "\\U00110000"\n', 1),
    ],
)
def test_a_malformed_scenario_exits_with_2_and_names_file_and_line(capsys, tmp_path, text, line):
    file = tmp_path / "case.yaml"
    file.write_text(text)
    code, _, err = run(capsys, "scenario", str(file))
    assert code == 2
    assert f"{file}, line {line}:" in err
    assert "Traceback" not in err


@pytest.mark.parametrize("mode", ["solo", "two-player", "classic"])
@pytest.mark.parametrize("policy", ["random", "greedy"])
def test_simulate_plays_whole_games(capsys, mode, policy):
    args = ["simulate", "--mode", mode, "--policy", policy, "--games", "5", "--seed", "3"]
    code, out, err = run(capsys, *args, "--json")
    assert (code, err) == (0, "")
    told = json.loads(out)
    code, out, err = run(capsys, *args, "--json")
    again = json.loads(out)
    for figures in (told, again):
        for key in [key for key in figures if "second" in key]:
            del figures[key]
    assert told == again, "the same seed plays the same games"
    code, out, err = run(capsys, *args)
    assert (code, err) == (0, "")
    assert out.strip()


def finished_record() -> str:
    session = Session.new(NewGame("solo", ("Ada",), 14, seed=1))
    rng = random.Random(1)
    while not session.over:
        session.play(rng.choice(session.choices))
    return dump(session.record)


def test_replay_checks_the_result(capsys, tmp_path):
    text = finished_record()
    file = tmp_path / "game.txt"
    file.write_text(text)
    code, out, err = run(capsys, "replay", str(file))
    assert (code, err) == (0, "")
    assert "winner" in out
    head, _, moves = text.partition("--\n")
    result = next(line for line in head.splitlines() if line.startswith("result:"))
    coins = result.split()[2]
    file.write_text(text.replace(result, result.replace(f"P1 {coins}", f"P1 {int(coins) + 1}")))
    code, out, err = run(capsys, "replay", str(file))
    assert code == 1
    assert "The record says" in err
    lines = moves.splitlines()
    lines[8] = "conquer r99"
    file.write_text(head + "--\n" + "\n".join(lines))
    code, out, err = run(capsys, "replay", str(file))
    assert code == 1
    assert "Move 9" in err
    assert_one_sentence(err)


@pytest.mark.parametrize("content", [b"", b"\xff\xfe\x00", b"hello\n", b"\x00" * 100])
def test_replay_of_what_is_no_record(capsys, tmp_path, content):
    file = tmp_path / "game.txt"
    file.write_bytes(content)
    code, _, err = run(capsys, "replay", str(file))
    assert code == 2
    assert_one_sentence(err)
    code, _, err = run(capsys, "replay", str(tmp_path / "missing.txt"))
    assert code == 2
    assert_one_sentence(err)


def test_a_game_is_imported_once_and_shows_in_the_hall_of_fame(capsys, tmp_path):
    file = tmp_path / "game.txt"
    file.write_text(finished_record())
    data = tmp_path / "data"
    for _ in range(2):
        code, out, err = run(capsys, "--data-dir", str(data), "import", str(file))
        assert (code, err) == (0, "")
        assert "Hall of Fame" in out
    code, out, err = run(capsys, "--data-dir", str(data), "fame", "--json")
    assert (code, err) == (0, "")
    games = json.loads(out)
    assert len(games if isinstance(games, list) else games["games"]) == 1
    code, out, _ = run(capsys, "fame", "--csv", "--data-dir", str(data))
    assert code == 0
    assert "Ada" in out


def test_boards(capsys, tmp_path):
    code, out, err = run(capsys, "boards")
    assert (code, err) == (0, "")
    assert out.count("good") == 6
    broken = tmp_path / "broken.yaml"
    broken.write_text("id: broken\nregions: 7\n")
    code, out, err = run(capsys, "boards", str(broken))
    assert code == 1
    assert str(broken) in out
    assert "Traceback" not in out + err


def test_where(capsys, tmp_path):
    code, out, err = run(capsys, "--data-dir", str(tmp_path), "--where")
    assert (code, out.strip(), err) == (0, str(tmp_path), "")


@pytest.mark.parametrize(
    "scene", ["title", "new", "table", "redeploy", "tribes", "result", "fame", "settings", "rules"]
)
def test_shot_draws_a_screen_of_the_size_asked_for(capsys, tmp_path, scene):
    file = tmp_path / "shot.png"
    code, _, err = run(capsys, "shot", "--scene", scene, "--size", "1280x720", "--out", str(file))
    assert (code, err) == (0, "")
    data = file.read_bytes()
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    assert struct.unpack(">II", data[16:24]) == (1280, 720)
    assert len(data) > 50_000, "a drawn screen, not an empty one"


def test_the_terminal_shows_the_programs_own_words_only(tmp_path):
    file = tmp_path / "shot.png"
    done = process("shot", "--scene", "title", "--size", "1280x720", "--out", str(file))
    assert done.returncode == 0
    assert done.stdout.strip() == str(file)
    assert done.stderr == ""


@pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="X and Wayland only")
def test_without_a_display_one_sentence_says_so(tmp_path):
    done = process(
        "--data-dir",
        str(tmp_path),
        DISPLAY="",
        WAYLAND_DISPLAY="",
        SDL_VIDEODRIVER="x11",
        XDG_RUNTIME_DIR=str(tmp_path),
    )
    assert done.returncode == 1
    assert done.stdout == ""
    assert "simulate" in done.stderr
    assert "Traceback" not in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1


@pytest.mark.parametrize("name", ["x" * 5000, "x\0y.yaml", "/"], ids=["long", "nul", "root"])
def test_a_board_with_a_strange_name_gets_one_sentence(capsys, name):
    code, out, err = run(capsys, "boards", name)
    assert (code, err) == (1, "")
    assert_one_sentence(out)


def test_a_home_of_nobody_is_a_folder_like_any_other(capsys):
    code, out, _ = run(capsys, "--data-dir", "~nobody-of-that-name/x", "--where")
    assert code == 0
    assert out.strip().endswith("x")


def test_a_picture_that_cannot_be_written_leaves_nothing_behind(capsys, tmp_path):
    (tmp_path / "taken.png").mkdir()
    code, _, err = run(capsys, "shot", "--scene", "rules", "--out", str(tmp_path / "taken.png"))
    assert code == 1
    assert_one_sentence(err)
    assert [path.name for path in tmp_path.iterdir()] == ["taken.png"]


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="there is no file without an end")
@pytest.mark.parametrize("command", ["replay", "scenario", "boards", "import"])
def test_a_file_without_an_end_is_not_read_to_its_end(capsys, tmp_path, command):
    code, out, err = run(capsys, "--data-dir", str(tmp_path), command, "/dev/zero")
    assert code == (1 if command == "boards" else 2)
    assert "far too long" in out + err


def test_names_are_told_on_a_terminal_that_lacks_their_letters(tmp_path):
    text = finished_record().replace("names: Ada", "names: Zoë 😀 שלום")
    (tmp_path / "game.txt").write_text(text, encoding="utf-8")
    data = ("--data-dir", str(tmp_path))
    done = process(*data, "import", str(tmp_path / "game.txt"), PYTHONIOENCODING="ascii")
    assert (done.returncode, done.stderr) == (0, "")
    done = process(*data, "fame", PYTHONIOENCODING="ascii")
    assert (done.returncode, done.stderr) == (0, "")
    assert r"Zo\xeb \U0001f600" in done.stdout
    done = process(*data, "fame", "--csv", PYTHONIOENCODING="ascii")
    assert "Zoë 😀 שלום" in done.stdout, "files for other programs are UTF-8"


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no full disk to write to")
@pytest.mark.parametrize("command", [["boards"], ["--where"], ["fame", "--csv"]], ids=" ".join)
def test_output_that_nobody_takes(tmp_path, command):
    words = [sys.executable, "-m", "crusade", "--data-dir", str(tmp_path), *command]
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    with open("/dev/full", "w") as full:  # noqa: PTH123
        done = subprocess.run(words, stdout=full, stderr=subprocess.PIPE, text=True, env=env)
    assert done.returncode == 1
    assert_one_sentence(done.stderr)
    reader, writer = os.pipe()
    os.close(reader)
    done = subprocess.run(words, stdout=writer, stderr=subprocess.PIPE, text=True, env=env)
    os.close(writer)
    assert (done.returncode, done.stderr) == (0, "")
