"""How many tokens the Lost Tribes have, and how many next time (`crusade.md` A2, G2, G3, H5)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from crusade.rules import CRUSADE_TOKENS
from crusade.rules.ids import CLASSIC, SOLO
from crusade.rules.library import LOST_TRIBES
from crusade.texts import _, _n

START: Final = CRUSADE_TOKENS
"""Tokens of the first game (`crusade.md A2`)."""
LEAST: Final = 1
IN_BOX: Final = LOST_TRIBES.in_box
"""Tokens that the base game holds; more than these are proxies."""
MOST: Final = 99
"""The most that the board can show in one Region; a limit of the program, not of the rules."""


def clamp(tokens: int, proxies: bool = False) -> int:
    """The nearest number of tokens that may be played, with or without proxies."""
    return max(LEAST, min(tokens, MOST if proxies else IN_BOX))


def needs_proxies(tokens: int, in_box: int = IN_BOX) -> bool:
    """Whether a box with ``in_box`` of these tokens has too few for this game."""
    return tokens > in_box


def refusal(tokens: int, proxies: bool = False, in_box: int = IN_BOX) -> str | None:
    """Why a player may not choose this number of tokens, in one sentence; None if he may.

    ``in_box`` is how many there are (`Folk.in_box`).
    """
    if tokens < LEAST:
        return _("The Lost Tribes need at least one token.")
    if tokens > MOST:
        return _("More than {most} Lost Tribe tokens cannot be shown on the board.", most=MOST)
    if needs_proxies(tokens, in_box) and not proxies:
        return _n(
            "The box holds {count} token; more need the option for proxies.",
            "The box holds {count} tokens; more need the option for proxies.",
            in_box,
        )
    return None


def change(mode: str, coins: Sequence[int], tribes: int, resigned: bool = False) -> int:
    """By how many tokens the next game is harder (1), easier (-1) or the same (0).

    `coins` are the people's totals by seat, `tribes` the Lost Tribes'. Solo: one more after a win,
    one fewer after a loss, and the Lost Tribes win a tie. Two players: one fewer if the Lost Tribes
    came first (again they win any tie they take part in), one more if they came third. A resigned
    game counts as lost.
    """
    if mode == CLASSIC or not coins:
        return 0
    if resigned or tribes >= max(coins):
        return -1
    if mode == SOLO or tribes < min(coins):
        return 1
    return 0


def next_tokens(
    mode: str, tokens: int, coins: Sequence[int], tribes: int, resigned: bool = False
) -> int:
    """The Lost Tribes' tokens of the game after this one, 1 to 99; past 18 proxies are used.

    A classic game has no Lost Tribes' hand: its number stays as it is.
    """
    if mode == CLASSIC:
        return tokens
    return clamp(tokens + change(mode, coins, tribes, resigned), proxies=True)
