"""How many tokens the Lost Tribes have next time (`crusade.md` A2, G2, G3, H5)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crusade.automaton import difficulty as d


@pytest.mark.parametrize(
    ("mode", "coins", "tribes", "resigned", "change"),
    [
        ("solo", [80], 79, False, 1),
        ("solo", [80], 81, False, -1),
        ("solo", [80], 80, False, -1),  # the Lost Tribes win a tie
        ("solo", [80], 10, True, -1),  # a resigned game counts as lost
        ("two-player", [80, 70], 90, False, -1),
        ("two-player", [80, 70], 80, False, -1),  # they win every tie they take part in
        ("two-player", [80, 70], 75, False, 0),
        ("two-player", [80, 70], 70, False, 0),  # a tie for second place makes them second
        ("two-player", [80, 70], 69, False, 1),
        ("two-player", [70, 80], 69, False, 1),
        ("two-player", [80, 70], 10, True, -1),
        ("classic", [80, 70, 60], 0, False, 0),
    ],
)
def test_change(mode, coins, tribes, resigned, change):
    assert d.change(mode, coins, tribes, resigned) == change
    expected = 14 + change
    assert d.next_tokens(mode, 14, coins, tribes, resigned) == expected


def test_carry_over_stays_playable():
    assert d.next_tokens("solo", 1, [3], 50) == 1
    assert d.next_tokens("solo", 18, [90], 50) == 19  # proxies are used without asking
    assert d.next_tokens("solo", 99, [90], 50) == 99
    assert d.next_tokens("classic", 0, [90, 80], 0) == 0


def test_what_a_player_may_choose():
    assert d.refusal(1) is None
    assert d.refusal(18) is None
    assert "at least one" in d.refusal(0)
    assert "18" in d.refusal(19)
    assert d.refusal(19, proxies=True) is None
    assert "99" in d.refusal(100, proxies=True)
    assert (d.clamp(0), d.clamp(40), d.clamp(40, proxies=True)) == (1, 18, 40)
    assert not d.needs_proxies(18)
    assert d.needs_proxies(19)


@given(
    st.sampled_from(["solo", "two-player"]),
    st.integers(1, 99),
    st.lists(st.integers(0, 200), min_size=1, max_size=2),
    st.integers(0, 200),
    st.booleans(),
)
def test_steps_are_of_one_and_legal(mode, tokens, coins, tribes, resigned):
    after = d.next_tokens(mode, tokens, coins, tribes, resigned)
    assert abs(after - tokens) <= 1
    assert d.refusal(after, proxies=True) is None
