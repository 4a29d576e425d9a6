"""What games have taught the players of the program, read from `experience.json`.

`python -m crusade.lab.learn` plays the games and writes the file: what Races and Special Powers
brought whoever picked them, and what the facts of a position promise.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Final, TypedDict

FILE: Final = Path(__file__).with_name("experience.json")
BANDS: Final = (3, 6)
"""What a combo is worth depends on the turns left after this one: fewer than these, fewer than
those, or more."""


class Experience(TypedDict):
    """By mode: worth in coins of a Race or Special Power by its name, one number for each of the
    bands, and the weights of the facts by the turns left.
    """

    combos: dict[str, dict[str, list[float]]]
    weights: dict[str, list[list[float]]]


@cache
def experience() -> Experience:
    """What the file holds; nothing where it is not there yet."""
    if not FILE.exists():
        return {"combos": {}, "weights": {}}
    found: Experience = json.loads(FILE.read_text(encoding="utf-8"))
    return found


def band(left: int) -> int:
    """The band of so many turns left after this one."""
    return sum(left >= edge for edge in BANDS)


def write(known: Experience) -> None:
    """Keep what was learned, in lines that a difference shows well."""
    combos, weights = [], []
    for mode, worths in sorted(known["combos"].items()):
        lines = [f"   {json.dumps(name)}: {each}" for name, each in sorted(worths.items())]
        combos.append(f"  {json.dumps(mode)}: {{\n" + ",\n".join(lines) + "\n  }")
    for mode, rows in sorted(known["weights"].items()):
        weights.append(f"  {json.dumps(mode)}: [\n   " + ",\n   ".join(map(str, rows)) + "\n  ]")
    text = '{\n "combos": {\n%s\n },\n "weights": {\n%s\n }\n}\n'
    FILE.write_text(text % (",\n".join(combos), ",\n".join(weights)), encoding="utf-8")
    experience.cache_clear()
