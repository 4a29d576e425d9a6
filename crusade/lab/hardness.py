"""How hard is it: `python -m crusade.lab.hardness`.

Lets players of the program play Crusades against 6 to 20 Lost Tribe tokens, and keeps in the game's
own file how often a person won. What has been played before is kept and only added to, so it can be
left at any time and taken up again; a change of the players asks for `--anew`. Game number `i` of a
line is the same however often it was left. ``--show`` prints the table that the README has.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from typing import Final

from ..automaton.hardness import FILE, Odds, Table, table
from ..boxes import FIRST
from ..games import SEATS
from ..players import POLICIES
from ..rules.ids import SOLO, TRIBES, TWO_PLAYER
from .simulate import Run, play_share

TOKENS: Final = range(6, 21)
SHARE: Final = 20
"""Games that are played before the file is written again."""


def write(known: Table) -> None:
    """Keep the table, one line for each player."""
    boxes = []
    for box, modes in sorted(known.items()):
        lines = [
            f"  {json.dumps(mode)}: {{\n"
            + ",\n".join(
                f"   {json.dumps(player)}: {json.dumps(by_tokens)}"
                for player, by_tokens in sorted(players.items())
            )
            + "\n  }"
            for mode, players in sorted(modes.items())
        ]
        boxes.append(f" {json.dumps(box)}: {{\n" + ",\n".join(lines) + "\n }")
    FILE.write_text("{\n" + ",\n".join(boxes) + "\n}\n", encoding="utf-8")


def fill_in(
    known: Table, box: str, mode: str, player: str, tokens: Sequence[int], games: int
) -> None:
    """Play each line up to so many games, a share of each in turn, and keep what came of it."""
    by_tokens = known.setdefault(box, {}).setdefault(mode, {}).setdefault(player, {})
    for upto in (*range(SHARE, games, SHARE), games):
        for each in tokens:
            won, played = by_tokens.get(str(each), [0, 0])
            if played < upto:
                run = Run(mode, f"hard/{each}", player, each, SEATS[mode], events="", box=box)
                _moves, _shared, *sums = play_share(run, played, upto)
                won += upto - played - sums[run.sides.index(TRIBES)]
            by_tokens[str(each)] = [won, max(played, upto)]
        ordered = sorted(by_tokens.items(), key=lambda item: int(item[0]))
        by_tokens.clear()
        by_tokens.update(ordered)
        write(known)


def shown(known: Table, box: str, mode: str) -> str:
    """The table of a box and mode as Markdown: each share with its interval and its games."""
    players = known.get(box, {}).get(mode, {})
    names = [name for name in ("random", "greedy", "search") if name in players]
    lines = ["| tokens | " + " | ".join(names) + " |", "| ---: |" + " ---: |" * len(names)]
    for tokens in sorted({int(each) for name in names for each in players[name]}):
        cells = []
        for name in names:
            found = players[name].get(str(tokens))
            if found is None:
                cells.append("")
                continue
            low, high = Odds(*found).interval
            cells.append(f"{found[0] / found[1]:.0%} ({low:.0%} to {high:.0%}, n {found[1]})")
        lines.append(f"| {tokens} | " + " | ".join(cells) + " |")
    return "\n".join(lines)


def main(argv: Sequence[str] | None = None) -> int:
    """Play what was asked for, or show what is known."""
    parser = argparse.ArgumentParser(prog="python -m crusade.lab.hardness", description=__doc__)
    parser.add_argument("--box", action="append", help=f"by its word, several times; else {FIRST}")
    parser.add_argument("--mode", action="append", choices=(SOLO, TWO_PLAYER), help="else both")
    parser.add_argument("--player", action="append", choices=sorted(POLICIES))
    parser.add_argument("--tokens", type=int, action="append", help="else 6 to 20")
    parser.add_argument("--games", type=int, default=0, help="else 2000, with search 300")
    parser.add_argument("--anew", action="store_true", help="forget what these lines held")
    parser.add_argument("--show", action="store_true", help="only print what is known")
    args = parser.parse_args(argv)
    known = table()
    for box in args.box or [FIRST]:
        for mode in args.mode or (SOLO, TWO_PLAYER):
            for player in args.player or ("random", "greedy", "search"):
                if args.anew:
                    known.get(box, {}).get(mode, {}).pop(player, None)
                if not args.show:
                    games = args.games or (300 if player == "search" else 2000)
                    fill_in(known, box, mode, player, args.tokens or TOKENS, games)
            print(f"{box}, {mode}\n{shown(known, box, mode)}\n", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
