"""The command line: exit codes, one clear sentence for every mistake, and nobody else's words."""

from __future__ import annotations

import json
import os
import random
import shutil
import struct
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from crusade import resources
from crusade.__main__ import LONGEST_SENTENCE, main
from crusade.archive import Archive
from crusade.desktop.scenes.samples import fame_line
from crusade.plain import harmful
from crusade.record import dump
from crusade.session import NewGame, Session
from crusade.settings import Settings, load_settings

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
        ["simulate", "--mode", "solo", "--box", "chess"],
        ["replay"],
        ["shot", "--scene", "table"],
        ["shot", "--scene", "nowhere", "--out", "x.png"],
        ["shot", "--scene", "title", "--size", "big", "--out", "x.png"],
        ["shot", "--scene", "title", "--size", "1x1", "--out", "x.png"],
        ["shot", "--scene", "title", "--out", "x.jpeg"],
        ["shot", "--scene", "title", "--combo", "Hill Orcs", "--out", "x.png"],
        ["shot", "--scene", "table", "--combo", "Hill Porcs", "--out", "x.png"],
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
    assert out.count("good") == len(list(resources.path("maps").glob("*.yaml")))
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


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes with a name")
@pytest.mark.parametrize("command", ["replay", "scenario", "boards", "import"])
@pytest.mark.parametrize("kind", ["pipe", "/dev/zero", "/dev/full", "/dev/tty"])
def test_what_is_no_plain_file_is_refused_and_not_waited_for(capsys, tmp_path, command, kind):
    file = Path(kind)
    if kind == "pipe":
        file = tmp_path / "pipe.yaml"
        os.mkfifo(file)
    elif not file.exists():
        pytest.skip(f"there is no {kind}")
    code, out, err = run(capsys, "--data-dir", str(tmp_path), command, str(file))
    assert code == (1 if command == "boards" else 2)
    assert_one_sentence(out + err)
    assert "no plain file" in out + err or kind == "/dev/tty", "a process may have no terminal"


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes with a name")
def test_a_pipe_is_neither_waited_for_nor_replaced(capsys, tmp_path):
    os.mkfifo(tmp_path / "shot.png")
    code, _, err = run(capsys, "shot", "--scene", "rules", "--out", str(tmp_path / "shot.png"))
    assert code == 1
    assert_one_sentence(err)
    assert (tmp_path / "shot.png").is_fifo()
    os.mkfifo(tmp_path / "settings.json")
    settings, notices = load_settings(tmp_path)
    assert settings == Settings()
    assert "it is no plain file" in notices[0]


@pytest.mark.parametrize("command", ["replay", "scenario", "boards", "import"])
def test_a_file_far_too_long_is_refused(capsys, tmp_path, command):
    file = tmp_path / "long.yaml"
    with file.open("wb") as hollow:
        hollow.truncate(1 << 40)
    code, out, err = run(capsys, "--data-dir", str(tmp_path), command, str(file))
    assert code == (1 if command == "boards" else 2)
    assert "far too long" in out + err


EVIL = "\x1b[2J\x1b]0;owned\x07\x9b31m\u202eevil\u2028\x00\x7f"


def assert_tame(text: str) -> None:
    """Nothing in what was printed is an order to a terminal, and no line is endless."""
    for line in text.split("\n"):
        assert not [sign for sign in line if harmful(sign)], ascii(line)
        assert len(line) <= LONGEST_SENTENCE


@pytest.mark.parametrize(
    "args",
    [
        [EVIL],
        ["--" + EVIL],
        ["shot", "--scene", EVIL, "--out", "x.png"],
        ["shot", "--scene", "title", "--size", EVIL, "--out", "x.png"],
        ["shot", "--scene", "title", "--scale", EVIL, "--out", "x.png"],
        ["shot", "--scene", "title", "--out", EVIL],
        ["shot", "--scene", "title", "--out", EVIL + "/x.png"],
        ["simulate", "--mode", EVIL],
        ["simulate", "--seed", EVIL],
        ["simulate", "--mode", "solo", "--box", EVIL],
        ["shot", "--scene", "table", "--combo", EVIL, "--out", "x.png"],
        ["replay", EVIL],
        ["replay", "replay", EVIL],
        ["import", EVIL],
        ["scenario", EVIL],
        ["boards", EVIL],
        ["boards", "./" + EVIL],
        ["--data-dir", EVIL, "--where"],
        ["--data-dir", EVIL + "/x\0", "import", "x"],
        ["--data-dir", "x\n\n\n" * 2000, "fame"],
        ["boards", "x\n\n\n" * 2000],
        ["boards", "a" * 100_000],
        ["replay", "a/" * 100_000],
        ["nonsense" * 10_000],
    ],
    ids=lambda args: ascii(" ".join(args)[:40]),
)
def test_arguments_cannot_command_the_terminal(capsys, tmp_path, monkeypatch, args):
    monkeypatch.chdir(tmp_path)
    _, out, err = run(capsys, *args)
    assert out + err
    assert_tame(out + err)
    assert len((out + err).splitlines()) == 1


def test_files_cannot_command_the_terminal(capsys, tmp_path):
    record = finished_record()
    lines = record.splitlines()
    texts = [
        EVIL,
        record.replace("format 1", "format " + EVIL),
        *(record.replace(line, line.split(":")[0] + ": " + EVIL) for line in lines[1:7]),
        record.replace("mode: solo", EVIL + ": solo"),
        record.replace(lines[-1], EVIL),
        record.replace(lines[-1], "conquer " + "r" * 100_000),
        f"title: {EVIL}\nregions: {{A: farmland}}\ndo: []\n",
        f"title: x\n{EVIL}: 1\n",
        'title: "\\e[2J"\nregions: {"\\e[2J": farmland edge}\ndo: ["\\e[2J"]\n',
        'title: "\\e[2J"\nregions: {A: farmland edge, B: hill}\nborders: A-B\n'
        "races: {P1: Hill Ratmen}\nhand: {P1: 3}\ndo:\n  - conquer A\nthen:\n  at: {A: P1 3}\n",
        'id: "\\e[2J"\n"\\x9b": 1\nsize: ["\\e", 1]\ncorners: {"\\e": 1}\n'
        'regions: {"\\a": {}, b: 1}\n',
    ]
    for number, text in enumerate(texts):
        file = tmp_path / f"{number}.yaml"
        file.write_text(text, encoding="utf-8")
        for command in ("replay", "import", "scenario", "boards"):
            _, out, err = run(capsys, "--data-dir", str(tmp_path), command, str(file))
            assert out + err
            assert_tame(out + err)
            assert len((out + err).splitlines()) <= 20


def test_the_hall_of_fame_cannot_command_the_terminal(capsys, tmp_path, monkeypatch):
    """Also with rows that somebody wrote by hand, which no import would have let through."""
    odd = replace(fame_line(3), names=(EVIL, '=HYPERLINK("x")'), board=EVIL, finished="\t=1+1")
    monkeypatch.setattr(Archive, "fame_lines", lambda self: [odd])
    for form in ([], ["--json"], ["--csv"]):
        code, out, err = run(capsys, "--data-dir", str(tmp_path), "fame", *form)
        assert (code, err) == (0, "")
        assert not [sign for sign in out if harmful(sign) and sign != "\n"], ascii(out)
    (game,) = json.loads(run(capsys, "--data-dir", str(tmp_path), "fame", "--json")[1])
    assert game["names"] == [EVIL, '=HYPERLINK("x")'], "JSON gives back what it was given"


SHOT = "import sys; from crusade.__main__ import main; sys.exit(main())"


@pytest.fixture(scope="module")
def installed(tmp_path_factory):
    """A copy of the program with files of its own, to damage them."""
    place = tmp_path_factory.mktemp("installed")
    shutil.copytree(ROOT / "crusade", place / "crusade", ignore=shutil.ignore_patterns("*.pyc"))
    for folder in ("assets", "maps"):
        shutil.copytree(ROOT / folder, place / folder)
    return place


@pytest.mark.parametrize(
    ("file", "damage"),
    [
        ("assets/fonts/Vollkorn-Regular.ttf", "empty"),
        ("assets/fonts/Vollkorn-Bold.ttf", "nonsense"),
        ("assets/races/orcs.svg", "folder"),
        ("assets/powers/hill.svg", "nonsense"),
        ("maps/base-2p.yaml", "missing"),
        ("maps/base-2p.yaml", "nonsense"),
        ("assets", "missing"),
    ],
)
def test_a_shipped_file_that_is_missing_or_broken_gives_one_sentence(installed, file, damage):
    path = installed / file
    aside = installed / "aside"
    path.rename(aside)
    try:
        if damage == "folder":
            path.mkdir()
        elif damage != "missing":
            path.write_bytes(b"" if damage == "empty" else b"\x89nonsense\n" * 40)
        words = ["shot", "--scene", "table", "--out", str(installed / "shot.png")]
        done = subprocess.run(
            [sys.executable, "-c", SHOT, *words],
            capture_output=True,
            text=True,
            cwd=installed,
            env={**os.environ, "PYTHONPATH": str(installed), "PYTHONDONTWRITEBYTECODE": "1"},
        )
    finally:
        if path.is_dir() and aside.exists() and damage == "folder":
            path.rmdir()
        path.unlink(missing_ok=True)
        aside.rename(path)
    assert done.returncode == 1
    assert done.stdout == ""
    assert "Traceback" not in done.stderr
    assert_one_sentence(done.stderr)
    assert path.stem in done.stderr


def test_only_what_is_asked_for_is_imported() -> None:
    """The help needs no rules, the title no table; `crusade.lab.benchmark_screen` has the times."""
    lines = (
        "import sys",
        "from crusade.__main__ import main",
        "def seen(*rooms): return [m for m in sys.modules if m.startswith(rooms)]",
        "try: main(['--help'])",
        "except SystemExit: pass",
        "assert not seen('pygame', 'yaml', 'crusade.rules', 'crusade.lab', 'crusade.desktop')",
        "import crusade.desktop.program",
        "more = 'table', 'replay', 'fame', 'new_game', 'result', 'rules_book', 'settings'",
        "scenes = ['crusade.desktop.scenes.' + name for name in more]",
        "found = seen('crusade.lab', 'crusade.desktop.table', 'urllib.request', *scenes)",
        "assert not found, found",
    )
    done = subprocess.run([sys.executable, "-c", "\n".join(lines)], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
