"""Games and positions of a box, one after the other, held against a naive reading of its
statements: what the referees of the boxes share.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Callable
from random import Random
from typing import Protocol

from crusade.lab.position import region_text
from crusade.players.policies import Policy, deal, greedy_policy, random_policy, uniform_policy
from crusade.rules import CRUSADE_TOKENS, State, combo_text, decider, move_text, moves
from crusade.rules.board import bits
from crusade.rules.ids import (
    CLASSIC,
    DEALER,
    OVER,
    PICK,
    SOLO,
    TRIBES,
    TRIBES_SLOT,
    TWO_PLAYER,
)
from crusade.rules.legal import tribes_move

Combo = tuple[int, int]
"""Banner and badge."""
TABLES = ((SOLO, 1), (TWO_PLAYER, 2), (CLASSIC, 2), (CLASSIC, 3))
"""The modes with their numbers of persons."""


class Watcher(Protocol):
    """Whoever knows the statements and follows a game."""

    wrong: list[str]

    def look(self, s: State) -> list[str]:
        """Where the engine and the statements differ in this position, one sentence each."""
        ...

    def step(self, s: State, move: moves.Move) -> State:
        """Play the move; `wrong` says what was wrong with it."""
        ...


class Comparing:
    """Says what differs; `compared` counts what was compared."""

    compared: dict[str, int]
    wrong: list[str]

    def same(self, what: str, engine: object, naive: object) -> None:
        """``what`` begins with a word and a colon for the count."""
        word = what.split(":")[0]
        self.compared[word] = self.compared.get(word, 0) + 1
        if engine != naive:
            if isinstance(engine, set) and isinstance(naive, set):
                engine, naive = engine - naive, naive - engine  # what only one of them has
            self.wrong.append(f"{what} is {engine}, should be {naive}")


def named(s: State, mask: int) -> set[str]:
    return {s.board.ids[r] for r in bits(mask)}


def mixed_policy(s: State, rng: Random) -> moves.Move:
    """Redeployments that no list names, and any listed move."""
    return random_policy(s, rng) if rng.random() < 0.5 else uniform_policy(s, rng)


POLICIES: tuple[Policy, ...] = (random_policy, uniform_policy, greedy_policy, mixed_policy)


def next_move(s: State, policy: Policy, rng: Random, combo: Combo | None) -> moves.Move:
    """The next move of a game whose first seat plays ``combo``, if one is given."""
    who = decider(s)
    if combo is not None and who == DEALER and not s.column and not s.picked and s.phase == PICK:
        return (moves.DEAL, *combo)
    if combo is not None and who == 0 and not s.picked:
        return moves.PICKS[0]
    if who == DEALER:
        return deal(s, rng)
    return tribes_move(s) if who == TRIBES else policy(s, rng)


def walked(
    s: State, watcher: Watcher, policy: Policy, rng: Random, combo: Combo | None = None
) -> list[str]:
    """Play a game to its end or to the first disagreement: its moves and what is wrong."""
    story: list[str] = []
    wrong = watcher.look(s)
    while s.phase != OVER and not wrong:
        move = next_move(s, policy, rng, combo)
        story.append(move_text(s, move))
        s = watcher.step(s, move)
        wrong = watcher.wrong
        wrong = wrong + watcher.look(s)
    return [*story, *wrong] if wrong else []


def turns(number: int, combos: list[Combo]) -> tuple[tuple[str, int], Policy, Combo | None]:
    """Of game ``number`` of a run: modes, players, then free and forced combos take turns."""
    round_of_modes, mode = divmod(number, len(TABLES))
    forced, policy = divmod(round_of_modes, len(POLICIES))
    combo = combos[number % len(combos)] if forced % 2 else None
    return TABLES[mode], POLICIES[policy], combo


def stands(s: State) -> str:
    """The position in words."""
    library = s.setup.library
    races = [
        f"{slot} {combo_text(library, s.banner[slot], s.badge[slot])}"
        for slot in range(TRIBES_SLOT)
        if s.banner[slot] >= 0
    ]
    told = [(name, s.board.terrain[r], region_text(s, r)) for r, name in enumerate(s.board.ids)]
    return f"seat {s.seat}, coins {s.coins}, hands {s.hand}: {races}, {told}, {s.memory}"


Game = Callable[[int, int, Counter[str], int], list[str]]
"""Number, seed, what was compared, tokens of the Lost Tribes: the story of a disagreement."""
Throw = Callable[[int, int, Counter[str]], list[str]]


def run(text: str, game: Game, throw: Throw, events: Callable[[str], Game] | None = None) -> int:
    """Games or thrown positions until enough were compared; prints what was and what differs.
    ``events`` gives the games with event cards of a deck.
    """
    parser = argparse.ArgumentParser(description=text.split("\n")[0])
    parser.add_argument("--positions", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--first", type=int, default=0, help="number of the first game")
    parser.add_argument("--tokens", type=int, default=CRUSADE_TOKENS, help="of the Lost Tribes")
    parser.add_argument("--throws", action="store_true", help="positions thrown together, no games")
    if events is not None:
        parser.add_argument("--events", default="", help="a deck of event cards, or 'every'")
    parser.add_argument("--stories", type=int, default=1, help="tell the moves of so many games")
    args = parser.parse_args()
    if events is not None and args.events:
        game = events(args.events)
    compared: Counter[str] = Counter()
    found = 0
    number = args.first
    while compared["positions"] < args.positions:
        if args.throws:
            story = throw(number, args.seed, compared)
        else:
            story = game(number, args.seed, compared, args.tokens)
        if story:
            found += 1
            told = story if found <= args.stories else story[-1:]
            print(f"game {number} {TABLES[number % len(TABLES)]}:", *told, sep="\n  ", flush=True)
        number += 1
    print(f"{number - args.first} played, {found} with a disagreement; compared:")
    for what, times in sorted(compared.items()):
        print(f"  {times:>10} {what}")
    return int(bool(found))
