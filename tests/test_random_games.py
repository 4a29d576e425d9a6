"""Whole games under audit after every move: all modes, all pairings; simulations repeat."""

from __future__ import annotations

import argparse
import json
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from play_helpers import GAMES, LIBRARY, SETUPS

from crusade.__main__ import main
from crusade.atlas import load
from crusade.games import new_setup
from crusade.lab import audit_run, simulate
from crusade.lab.audit_run import PLAYERS, audited_game, pairings
from crusade.players import policies
from crusade.rules import Setup, combo_text, moves, setup, start
from crusade.rules.ids import CLASSIC, OVER, SOLO, TRIBES, TWO_PLAYER

RACES, POWERS = LIBRARY.races, LIBRARY.powers
GAMES_EACH = 50


@pytest.mark.parametrize("player", PLAYERS, ids=lambda p: p.__name__)
@pytest.mark.parametrize("game", GAMES, ids=str)
def test_games_are_sound(game: tuple[str, int], player: policies.Policy) -> None:
    for i in range(GAMES_EACH):
        last, _ = audited_game(SETUPS[game], player, Random(f"{game}/{i}"))
        assert last.phase == OVER


def boxes() -> dict[str, Setup]:
    """Games that empty the stacks: more players, fewer pieces, more rounds than usual."""
    two, three = load("base-2p").board, load("base-3p").board
    classic, solo = SETUPS[CLASSIC, 3], SETUPS[SOLO, 1]
    return {
        "four players": setup(three, LIBRARY, CLASSIC, 4),
        "five players": setup(three, LIBRARY, CLASSIC, 5),
        "five players on the small board": setup(two, LIBRARY, CLASSIC, 5),
        "four badges": replace(classic, badges=0b1000100010001),
        "no badge": replace(classic, badges=0),
        "seven banners": replace(classic, banners=0b10110111001),
        "three banners": replace(solo, banners=0b111, badges=0b11 << 14),
        "sixty rounds": replace(classic, rounds=60),
        "coins of the combo first": setup(two, LIBRARY, CLASSIC, 2, pocket_first=True),
    }


@pytest.mark.parametrize("name", boxes())
def test_the_stacks_may_run_out(name: str) -> None:
    for i, player in enumerate(PLAYERS * 2):
        audited_game(boxes()[name], player, Random(f"{name}/{i}"), None, 13)


@pytest.mark.parametrize("tokens", [1, 5, 18, 40])
def test_crusades_are_sound_with_any_number_of_tokens(tokens: int) -> None:
    for mode, seats in ((SOLO, 1), (TWO_PLAYER, 2)):
        for i, player in enumerate(PLAYERS):
            audited_game(new_setup(mode, seats, tokens), player, Random(f"{tokens}/{i}"))


@pytest.mark.parametrize("race", range(len(RACES)), ids=lambda r: RACES[r].name)
def test_every_pairing_is_sound_active_and_in_decline(race: int) -> None:
    for i, game in enumerate((SETUPS[CLASSIC, 2], SETUPS[SOLO, 1], SETUPS[TWO_PLAYER, 2])):
        for pairing in pairings(game):
            if pairing.banner != race:
                continue
            name = combo_text(LIBRARY, pairing.banner, pairing.badge)
            player = PLAYERS[(i + pairing.badge) % len(PLAYERS)]
            _, played = audited_game(game, player, Random(name), pairing)
            assert played[0] == f"deal {name}"
            assert "decline" in played, name


def test_the_pairings_are_all_there_are() -> None:
    assert len(list(pairings(SETUPS[CLASSIC, 2]))) == len(RACES) * len(POWERS)
    crusade = list(pairings(SETUPS[SOLO, 1]))
    assert len(crusade) == len(RACES) * sum(power.crusade for power in POWERS)
    assert not [p for p in crusade if not POWERS[p.badge].crusade]


def test_a_defect_is_told_with_the_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(audit_run, "audit", lambda s: ["something is wrong"] if s.column else [])
    with pytest.raises(audit_run.AuditError, match="something is wrong\nafter these moves:\ndeal "):
        audited_game(SETUPS[SOLO, 1], policies.random_policy, Random(1))


def test_the_command_counts_what_it_has_played(capsys: pytest.CaptureFixture[str]) -> None:
    assert audit_run.main(["--games", "3", "--no-pairings", "--deep", "9"]) == 0
    assert capsys.readouterr().out.startswith("3 solo games sound: ")


# ---------------------------------------------------------------- simulate
@pytest.mark.parametrize("policy", ["random", "greedy"])
@pytest.mark.parametrize("mode", [SOLO, TWO_PLAYER, CLASSIC])
def test_a_seed_gives_the_same_games(mode: str, policy: str) -> None:
    one = simulate.simulate(mode, 8, 5, policy)
    two = simulate.simulate(mode, 8, 5, policy)
    other = simulate.simulate(mode, 8, 6, policy)
    assert (one.wins, one.means, one.moves) == (two.wins, two.means, two.moves)
    assert one.means != other.means
    assert sum(one.wins) >= 8
    assert one.sides == {SOLO: ("P1", "T"), TWO_PLAYER: ("P1", "P2", "T")}.get(mode, ("P1", "P2"))


def test_any_game_of_a_run_can_be_played_again_alone() -> None:
    report = simulate.simulate(SOLO, 3, 4)
    totals = [0, 0]
    for i in range(3):
        last, _ = simulate.play_game(SETUPS[SOLO, 1], [policies.random_policy], Random(f"4/{i}"))
        totals[0] += last.coins[0]
        totals[1] += last.coins[TRIBES]
    assert report.means == (totals[0] / 3, totals[1] / 3)


def test_sense_plays_better_than_chance() -> None:
    game = SETUPS[CLASSIC, 2]
    players = [policies.greedy_policy, policies.random_policy]
    won = sum(
        simulate.play_game(game, players, Random(f"duel {i}"))[0].winners == (0,) for i in range(40)
    )
    assert won > 25


def test_more_lost_tribes_are_harder() -> None:
    few = simulate.simulate(SOLO, 60, 1, "greedy", tokens=4)
    many = simulate.simulate(SOLO, 60, 1, "greedy", tokens=25)
    assert few.wins[0] > many.wins[0]


def test_an_endless_game_is_given_up(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(simulate, "LIMIT", 20)
    assert main(["simulate", "--mode", SOLO, "--games", "1"]) == 1
    assert capsys.readouterr().err.startswith("solo: no end after 20 moves, in round ")


def test_chance_is_fair() -> None:
    rng = Random(1)
    drawn = [policies.any_bit(0b101001, rng) for _ in range(6000)]
    assert set(drawn) == {0, 3, 5}
    assert all(abs(drawn.count(bit) - 2000) < 200 for bit in (0, 3, 5))
    s = start(SETUPS[SOLO, 1])
    combos = [policies.deal(s, rng) for _ in range(4000)]
    assert {m[0] for m in combos} == {moves.DEAL}
    assert len({m[1] for m in combos}) == len(s.setup.library.races)
    assert len({m[2] for m in combos}) == s.setup.badges.bit_count()


def run(*words: str) -> int:
    parser = argparse.ArgumentParser()
    simulate.add_arguments(parser)
    return simulate.run(parser.parse_args(words))


def test_the_report_for_people_and_for_programs(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("--mode", "solo", "--games", "4", "--seed", "9", "--tokens", "12") == 0
    text = capsys.readouterr().out
    assert text.startswith("4 solo games, random play, seed 9, 12 Lost Tribe tokens\n")
    assert "games a second" in text
    assert run("--mode", "classic", "--games", "4", "--seats", "3", "--json") == 0
    told = json.loads(capsys.readouterr().out)
    assert told["games"] == 4
    assert set(told["win_rate"]) == set(told["mean_score"]) == {"P1", "P2", "P3"}
    assert told["tokens"] is None
    assert told["games_per_second"] > 0


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--mode", "solo", "--games", "0"], "The number of games must lie between 1 and 10000000"),
        (["--mode", "solo", "--games", "10000001"], "The number of games must lie between"),
        (["--mode", "solo", "--games", "many"], "must be a whole number, not 'many'"),
        (["--mode", "solo", "--games", "²"], "must be a whole number"),
        (["--mode", "solo", "--games", "9" * 5000], "must be a whole number"),
        (["--mode", "solo", "--games", "1", "--seed", "x"], "The seed must be a whole number"),
        (["--mode", "solo", "--tokens", "0"], "tokens must lie between 1 and 99, not 0"),
        (["--mode", "solo", "--tokens", "100"], "tokens must lie between 1 and 99, not 100"),
        (["--mode", "classic", "--tokens", "5"], "leave out --tokens"),
        (["--mode", "solo", "--seats", "2"], "leave out --seats"),
        (["--mode", "classic", "--seats", "6"], "players must lie between 2 and 5, not 6"),
        (["--mode", "classic", "--seats", "4", "--box", "underground"], "no board for 4 players"),
        (["--mode", "solo", "--jobs", "0"], "processes must lie between 1 and 60, not 0"),
        (["--mode", "solo", "--jobs", "2", "--executor", "a:b"], "leave out --jobs"),
        (["--mode", "solo", "--executor", "nothing"], "'nothing' names no executor"),
        (["--mode", "solo", "--executor", "no.such:thing"], "'no.such:thing' is not there (Modu"),
        (["--mode", "solo", "--executor", "os:sep"], "'os:sep' cannot be called"),
    ],
)
def test_wrong_numbers_get_one_sentence(
    words: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(*words) == 2
    told = capsys.readouterr()
    assert sentence in told.err
    assert told.err.count("\n") == 1
    assert told.out == ""


# ---------------------------------------------------------------- several at the same time
def figures(*words: str, capsys: pytest.CaptureFixture[str]) -> dict[str, object]:
    assert run("--json", *words) == 0
    told = json.loads(capsys.readouterr().out)
    del told["games_per_second"]
    return told


def test_whoever_plays_the_results_are_the_same(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Games have generators of their own, and shares of every size add up."""
    words = ("--mode", "classic", "--seats", "5", "--policy", "uniform", "--games", "70")
    alone = figures(*words, capsys=capsys)
    assert list(alone["win_rate"]) == ["P1", "P2", "P3", "P4", "P5"]
    assert figures(*words, "--jobs", "2", capsys=capsys) == alone
    threads = ("--executor", "concurrent.futures:ThreadPoolExecutor")
    monkeypatch.setattr(simulate, "SHARES", 7)
    assert figures(*words, *threads, capsys=capsys) == alone


def test_the_same_command_on_a_cluster(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """README, *On a cluster*; with what `pip install '.[dask]'` brings."""
    distributed = pytest.importorskip("distributed")
    dask = pytest.importorskip("dask")
    readme = (Path(__file__).parent.parent / "README.md").read_text(encoding="utf-8")
    (tmp_path / "cluster.py").write_text(readme.partition("# cluster.py\n")[2].partition("```")[0])
    monkeypatch.syspath_prepend(tmp_path)
    words = ("--mode", "solo", "--policy", "uniform", "--games", "150")
    alone = figures(*words, capsys=capsys)
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=False, dashboard_address=None
    ) as local:
        monkeypatch.setenv("DASK_SCHEDULER_ADDRESS", local.scheduler_address)
        dask.config.refresh()
        assert figures(*words, "--executor", "cluster:executor", capsys=capsys) == alone
        distributed.default_client().close()


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("os:getcwd", "What 'os:getcwd' gives is no concurrent.futures executor but a str.\n"),
        ("os:fsencode", "The executor 'os:fsencode' has not started (TypeError: "),
        ("concurrent.futures:Executor", "Whoever was to play has failed (NotImplementedError).\n"),
    ],
)
def test_an_executor_that_fails_gets_one_sentence(
    words: str, sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run("--mode", "solo", "--executor", words) == 1
    told = capsys.readouterr()
    assert sentence in told.err
    assert (told.err.count("\n"), told.out) == (1, "")


def test_an_endless_game_is_told_in_one_sentence_wherever_it_is_played(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(simulate, "LIMIT", 20)
    for more in ((), ("--executor", "concurrent.futures:ThreadPoolExecutor")):
        assert run("--mode", "solo", "--games", "130", *more) == 1
        told = capsys.readouterr()
        assert told.err.startswith("solo: no end after 20 moves")
        assert told.err.count("\n") == 1
