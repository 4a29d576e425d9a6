"""The Hall of Fame as pure lists: choosing, sorting, statistics, export, the terminal's table."""

import csv
import io
import itertools
import json
import unicodedata
from dataclasses import replace

import pytest

from crusade import fame_command
from crusade.archive import open_archive
from crusade.automaton.fame_export import to_csv, to_json
from crusade.automaton.fame_statistics import (
    Rate,
    rate_by_power,
    rate_by_race,
    rate_by_tokens,
    score_series,
    summary,
    token_series,
)
from crusade.automaton.hall_of_fame import COLUMNS, Combo, FameLine, Filter, arrange, marks, select
from crusade.boxes import base_library
from crusade.lab import benchmark_fame, generate_fame


def line(game, names, tokens, combos, coins, tribes, mode="solo", **more):
    best = max(coins)
    winners = (5,) if tribes is not None and tribes >= best else (coins.index(best),)
    day = f"2026-11-{game:02}T10:00:00Z"
    played = tuple(tuple(Combo(*words.split()) for words in seat) for seat in combos)
    return FameLine(
        game, day, day, mode, "base-2p", names, tokens, played, coins, tribes, winners, **more
    )


ADA_WINS = line(1, ("Ada",), 14, [["Hill Orcs", "Flying Elves"]], (84,), 70)
ADA_LOSES = line(2, ("Ada",), 15, [["Hill Elves", "Forest Orcs", "Swamp Orcs"]], (60,), 60)
BOB_WINS = line(3, ("bob",), 14, [["Stout Trolls"]], (90,), 71, rewound=True)
PAIR = line(
    4, ("Ada", "Bob"), 14, [["Hill Orcs"], ["Stout Elves"]], (80, 85), 82, mode="two-player"
)
EVENTFUL = line(7, ("Ada",), 14, [["Hill Orcs"]], (81,), 70, events="surprise")
GAVE_UP = line(5, ("Ada",), 14, [["Hill Ratmen"]], (20,), 40, resigned=True)
CLASSIC = line(6, ("Ada", "Bob"), 0, [["Hill Orcs"], []], (70, 60), None, mode="classic")
BELOW = line(8, ("Ada",), 13, [["Muddy Drow"]], (70,), 77, box="underground")
LINES = [BOB_WINS, ADA_WINS, CLASSIC, PAIR, GAVE_UP, ADA_LOSES]


@pytest.mark.parametrize(
    ("wanted", "games"),
    [
        (Filter(), [3, 1, 6, 4, 5, 2]),
        (Filter(name="AD"), [1, 6, 4, 5, 2]),
        (Filter(name="b"), [3, 6, 4]),
        (Filter(name="nobody"), []),
        (Filter(name="  "), [3, 1, 6, 4, 5, 2]),
        (Filter(mode="solo"), [3, 1, 5, 2]),
        (Filter(tokens=14), [3, 1, 4, 5]),
        (Filter(least=15), [2]),
        (Filter(least=1, most=14), [3, 1, 4, 5]),
        (Filter(won=True, mode="solo"), [3, 1]),
        (Filter(won=False), [5, 2]),
        (Filter(resigned=True), [5]),
        (Filter(race="Elves"), [1, 4, 2]),
        (Filter(race="Orcs", power="Hill"), [1, 6, 4]),
        (Filter(power="Stout", name="bob"), [3, 4]),
        (Filter(box="base", mode="solo"), [3, 1, 5, 2]),
        (Filter(box="underground"), [8]),
    ],
)
def test_filters(wanted, games):
    lines = [*LINES, BELOW] if wanted.box else LINES
    assert [found.game for found in select(lines, wanted)] == games


@pytest.mark.parametrize(
    ("column", "games"),
    [
        ("date", [6, 5, 4, 3, 2, 1]),
        ("name", [3, 6, 4, 5, 2, 1]),
        ("tokens", [2, 5, 4, 3, 1, 6]),
        ("score", [3, 4, 1, 6, 2, 5]),
        ("tribes", [4, 3, 1, 2, 5, 6]),
        ("winner", [5, 2, 4, 3, 6, 1]),
    ],
)
def test_sorting(column, games):
    assert [found.game for found in arrange(LINES, column)] == games
    upwards = [COLUMNS[column](found) for found in arrange(LINES, column, descending=False)]
    assert upwards == sorted(upwards)


def test_every_column_sorts_and_an_unknown_one_does_not():
    for column in COLUMNS:
        assert len(arrange(LINES, column)) == len(LINES)
    with pytest.raises(KeyError):
        arrange(LINES, "weather")


def test_rates_count_games_not_combos():
    assert rate_by_tokens(LINES) == [Rate("14", 4, 3), Rate("15", 1, 0)]
    races = {rate.label: (rate.games, rate.wins) for rate in rate_by_race(LINES)}
    # Two Races of the same name in one game are one game; in a game of two only its winner won.
    assert races == {
        "Orcs": (4, 2), "Elves": (3, 2), "Trolls": (1, 1), "Ratmen": (1, 0),
    }  # fmt: skip
    powers = {rate.label: rate for rate in rate_by_power(LINES)}
    assert powers["Hill"] == Rate("Hill", 5, 2)
    assert powers["Stout"].share == 1.0
    assert [rate.label for rate in rate_by_race(LINES)] == ["Trolls", "Elves", "Orcs", "Ratmen"]


def test_series_run_from_the_oldest_game():
    assert [(p.game, p.score, p.tribes) for p in score_series(LINES)] == [
        (1, 84, 70), (2, 60, 60), (3, 90, 71), (4, 85, 82), (5, 20, 40),
    ]  # fmt: skip
    assert [tokens for _, tokens in token_series(LINES)] == [14, 15, 14, 14, 14]


def test_summary():
    told = summary(LINES)
    assert (told.games, told.wins, told.best, told.streak) == (5, 3, 90, -1)
    assert told.mean == pytest.approx((84 + 60 + 90 + 85) / 4)  # the game given up is left out
    assert told.mean_tribes == pytest.approx((70 + 60 + 71 + 82) / 4)
    assert summary([PAIR, BOB_WINS, ADA_LOSES]).streak == 2
    assert summary([CLASSIC]) == summary([])
    assert summary([GAVE_UP]).games == 1
    assert summary([GAVE_UP]).mean == summary([GAVE_UP]).best == 0
    assert summary([]).games == 0


def test_a_line_speaks_for_itself():
    assert [found.next_tokens for found in (ADA_WINS, ADA_LOSES, PAIR, GAVE_UP)] == [15, 14, 14, 13]
    assert ADA_WINS.won()
    assert not PAIR.won(0)
    assert PAIR.won(1)
    assert PAIR.winner_text == "Bob"
    assert ADA_LOSES.winner_text == "Lost Tribes"
    assert ADA_LOSES.races() == ("Elves", "Orcs", "Orcs")
    assert marks(BOB_WINS) == ("went back past chance",)
    assert marks(GAVE_UP) == ("resigned",)


def test_csv():
    odd = line(7, ('=HYPERLINK("x")',), 14, [["Hill Orcs"]], (84,), 70)
    rows = list(csv.DictReader(io.StringIO(to_csv([*LINES, odd]))))
    assert len(rows) == 7
    assert rows[3] == {
        "date": "2026-11-04T10:00:00Z",
        "mode": "two-player",
        "board": "base-2p",
        "names": "Ada; Bob",
        "tokens": "14",
        "races": "Hill Orcs; Stout Elves",
        "scores": "80; 85",
        "lost tribes": "82",
        "winner": "Bob",
        "marks": "",
        "events": "",
        "box": "base",
    }
    assert rows[6]["names"] == '\'=HYPERLINK("x")'  # a spreadsheet must not run it
    assert rows[2]["lost tribes"] == ""


@pytest.mark.parametrize(
    "start", ["=", "+", "-", "@", "\t", "\r", "\n", " =", "＝", "＋", "－", "＠", "﹦", "﹣"]
)
@pytest.mark.parametrize("column", ["date", "mode", "board", "names", "winner", "events"])
def test_no_column_of_the_csv_is_a_formula(start, column):
    cell = start + "1+1"
    odd = line(7, ("Ada",), 14, [["Hill Orcs"]], (84,), 70)
    odd = {
        "date": replace(odd, finished=cell),
        "mode": replace(odd, mode=cell),
        "board": replace(odd, board=cell),
        "names": replace(odd, names=("Ada", cell)),
        "winner": replace(odd, names=(cell,)),
        "events": replace(odd, events=cell),
    }[column]
    (row,) = csv.DictReader(io.StringIO(to_csv([odd])))
    for found in row.values():
        for part in found.split(";"):
            assert unicodedata.normalize("NFKC", part).strip()[:1] not in {*"=+-@"}
            assert part[:1] not in {*"\t\r\n"}
    assert "'" in row[column]


def test_json():
    rows = json.loads(to_json(LINES))
    assert [row["game"] for row in rows] == [3, 1, 6, 4, 5, 2]
    assert rows[5]["winners"] == ["T"]
    assert rows[3]["races"] == [["Hill Orcs"], ["Stout Elves"]]
    assert json.loads(to_json([])) == []


def test_the_command(tmp_path, capsys):
    assert fame_command.run(tmp_path / "data") == 0
    assert capsys.readouterr().out == "No game has been finished yet.\n"
    generate_fame.fill(tmp_path / "data", 5)
    assert fame_command.run(tmp_path / "data") == 0
    table = capsys.readouterr().out.splitlines()
    assert len(table) == 8
    assert table[0].split() == [
        "Date", "Name", "Tokens", "Box", "Races", "Score", "Lost", "Tribes", "Winner"
    ]  # fmt: skip
    assert fame_command.run(tmp_path / "data", "json") == 0
    assert len(json.loads(capsys.readouterr().out)) == 5
    assert fame_command.run(tmp_path / "data", "csv") == 0
    assert len(capsys.readouterr().out.splitlines()) == 6
    assert fame_command.run(tmp_path / "data", "json", box="underground") == 0
    assert json.loads(capsys.readouterr().out) == []
    assert fame_command.run(tmp_path / "data", box="moon") == 1
    assert "no box 'moon'" in capsys.readouterr().err
    (tmp_path / "file").write_text("")
    assert fame_command.run(tmp_path / "file") == 1
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.count("\n") == 1


def test_generated_games_are_the_same_for_the_same_seed():
    assert list(generate_fame.generate(20, 3)) == list(generate_fame.generate(20, 3))
    assert list(generate_fame.generate(20, 3)) != list(generate_fame.generate(20, 4))


def test_generated_tokens_follow_the_rule(tmp_path):
    generate_fame.fill(tmp_path, 200)
    archive, _ = open_archive(tmp_path)
    with archive:
        lines = archive.fame_lines()
        for name in generate_fame.NAMES:
            own = [found for found in lines if found.names == (name,)]
            assert archive.next_tokens("solo", [name]) == own[0].next_tokens
            assert all(a.tokens == b.next_tokens for a, b in itertools.pairwise(own))


def test_ten_thousand_games_come_back_as_they_were(tmp_path):
    """The times are those of `python -m crusade.lab.benchmark_fame`."""
    generate_fame.fill(tmp_path, 10_000)
    archive, notices = open_archive(tmp_path)
    assert notices == []
    with archive:
        lines = archive.fame_lines()
        assert len(lines) == len({found.game for found in lines}) == 10_000
        assert archive.fame_stamp() == (10_000, 10_000)
        assert lines == arrange(lines, "date")
        combos = [combo for found in lines for seat in found.combos for combo in seat]
        # Equal combos are one object: with so many games that is what makes reading them fast.
        pairings = len(base_library().races) * len(base_library().powers)
        assert len({id(combo) for combo in combos}) == len(set(combos)) <= pairings
        some = select(lines, Filter(name="ada", mode="solo", least=10))
        assert 0 < len(some) < len(lines)


def test_the_benchmark_tells_what_a_person_waits_for(capsys):
    assert benchmark_fame.main(["--games", "30", "--rounds", "1", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert list(told) == ["1280x720", "1920x1080"]
    names = [wait["what"] for wait in told["1280x720"]]
    for what in ("open for the first time", "sort by date", "the other sheet", "charts",
                 "a frame of scrolling", "open a game"):  # fmt: skip
        assert what in names
    assert all(0 <= wait["best"] <= wait["median"] <= wait["worst"] for wait in told["1280x720"])
    assert benchmark_fame.main(["--games", "30", "--rounds", "1"]) == 0
    assert "filter by 14 tokens" in capsys.readouterr().out
    assert benchmark_fame.main(["--games", "0"]) == 2
