"""How each terrain looks: its two tones, and small drawn motifs scattered over a Region.

Motifs are SVG fragments around (0, 0), about 40 units wide, lit from the upper left. A terrain is
told by what grows there, not by colour alone: wheat, trees, humps, snowy peaks, reeds, waves. The
terrains here are those of the lands above the ground; a box whose lands look another way has a
module of its own, named in `OF_BOX`.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Final

from crusade.desktop import underground_land
from crusade.desktop.ground import Box, Ground
from crusade.desktop.look import DAYLIGHT, Look, Mood

TRIES = 26  # tries to place a motif, per motif that would fit on an empty Region


ON_WATER = "#103454"
"""The ink of place names on water."""


def _wheat(colour: str) -> str:
    ears = "".join(
        f"M{x},{y} l-3,-2 M{x},{y + 3} l-3,-2 M{x},{y} l3,-2 M{x},{y + 3} l3,-2 "
        for x, y in ((-9, -9), (0, -10), (9, -9))
    )
    return (
        '<g fill="none" stroke-linecap="round">'
        f'<path d="M-9,7 C-8,1 -8,-4 -9,-11 M0,7 L0,-13 M9,7 C8,1 8,-4 9,-11" stroke="{colour}" '
        f'stroke-width="1.5"/><path d="{ears}" stroke="{colour}" stroke-width="1.7"/></g>'
    )


_FURROWS = (
    '<path d="M-19,4 C-8,0 8,0 19,3 M-16,-2 C-6,-6 8,-6 17,-3 M-18,10 C-8,6 9,6 20,9" '
    'stroke="#c49c3e" stroke-opacity=".55" stroke-width="1.6" fill="none" stroke-linecap="round"/>'
)
_HAYSTACK = (
    '<ellipse cx="1" cy="8" rx="13" ry="3" fill="#8a6a1e" fill-opacity=".3"/>'
    '<path d="M-11,8 C-12,-3 -6,-11 0,-12 C6,-11 12,-3 11,8 Z" fill="#e3bd55" stroke="#a37c24" '
    'stroke-width="1.4"/><path d="M-6,6 C-7,-1 -4,-6 -1,-9 M1,6 C2,0 1,-4 0,-8 M6,6 '
    'C7,1 5,-4 2,-8" stroke="#b98f2e" stroke-width="1.2" fill="none" stroke-linecap="round"/>'
)


def _tree(crown: str, edge: str, shine: str) -> str:
    return (
        '<ellipse cx="2" cy="9.5" rx="9" ry="2.8" fill="#1f3a1e" fill-opacity=".35"/>'
        '<path d="M-1.4,4 L-1.4,10.5 L1.6,10.5 L1.4,4 Z" fill="#6b4a2b"/>'
        f'<path d="M0,-15 C7,-9 9,-2 8,3 C5,7 -5,7 -8,3 C-9,-2 -7,-9 0,-15 Z" fill="{crown}" '
        f'stroke="{edge}" stroke-width="1.1"/>'
        '<path d="M1,-14 C7,-8 9,-2 8,3 C6,6 2,6.4 0,6 C5,2 5,-7 1,-14 Z" fill="#1c3a1d" '
        'fill-opacity=".22"/>'
        f'<path d="M-4,-4 C-3,-9 -1,-11 0,-12" stroke="{shine}" stroke-width="1.6" fill="none" '
        'stroke-linecap="round"/>'
    )


_FIR = (
    '<ellipse cx="2" cy="10" rx="9" ry="2.6" fill="#1f3a1e" fill-opacity=".35"/>'
    '<path d="M-1.3,6 L-1.3,11 L1.5,11 L1.3,6 Z" fill="#5d4126"/>'
    '<path d="M0,-18 L5,-9 L3,-9.4 L7.4,-1.6 L5,-2 L9.4,6.4 L-9.4,6.4 L-5,-2 L-7.4,-1.6 L-3,-9.4 '
    'L-5,-9 Z" fill="#36633a" stroke="#274a2b" stroke-width="1.1" stroke-linejoin="round"/>'
    '<path d="M0,-18 L5,-9 L3,-9.4 L7.4,-1.6 L5,-2 L9.4,6.4 L2,6.4 Z" fill="#1c3a1d" '
    'fill-opacity=".25"/>'
    '<path d="M-1.6,-12 L-4,-8 M-3,-6 L-5.6,-1.6" stroke="#7da86c" stroke-width="1.4" '
    'stroke-linecap="round"/>'
)
_HUMPS = (
    '<path d="M-20,8 C-14,-10 2,-12 8,-2 C12,-8 20,-4 24,8 Z" fill="#a5c069" stroke="#728c43" '
    'stroke-width="1.4" stroke-linejoin="round"/>'
    '<path d="M8,-2 C12,-8 20,-4 24,8 L12,8 C12,4 11,0 8,-2 Z" fill="#6f8d3f" fill-opacity=".28"/>'
    '<path d="M-13,3 C-9,-4 -3,-6 1,-5 M10,0 C13,-2 15,-2 18,2" stroke="#cbe093" '
    'stroke-width="1.8" fill="none" stroke-linecap="round"/>'
)
_HUMP = (
    '<path d="M-17,7 C-11,-10 9,-11 17,7 Z" fill="#a9c46d" stroke="#728c43" stroke-width="1.4" '
    'stroke-linejoin="round"/>'
    '<path d="M3,-5.6 C9,-5 14,0 17,7 L7,7 C8,2 7,-3 3,-5.6 Z" fill="#6f8d3f" fill-opacity=".25"/>'
    '<path d="M-10,2 C-7,-3 -3,-5 1,-4.6" stroke="#cbe093" stroke-width="1.8" fill="none" '
    'stroke-linecap="round"/>'
)
_GRASS = (
    '<path d="M-5,4 C-5,0 -6,-2 -8,-4 M0,4 C0,-1 0,-4 0,-6 M5,4 C5,0 6,-2 8,-4" '
    'stroke="#728c43" stroke-width="1.6" fill="none" stroke-linecap="round"/>'
)


def _peaks(rock: str, shade: str, edge: str, snow: str) -> str:
    return (
        f'<path d="M-22,14 L-6,-16 L2,-4 L8,-12 L24,14 Z" fill="{rock}" stroke="{edge}" '
        'stroke-width="1.4" stroke-linejoin="round"/>'
        f'<path d="M-6,-16 L2,-4 L0,2 L-3,14 L4,14 L0,2 L2,-4 L8,-12 L24,14 L6,14 L-2,3 Z" '
        f'fill="{shade}"/>'
        f'<path d="M-6,-16 L-11.4,-6 L-7,-8 L-5,-3 L-2,-7 L0.4,-6 Z" fill="{snow}"/>'
        f'<path d="M8,-12 L4.4,-7 L8.4,-5 L13,-4 Z" fill="{snow}"/>'
    )


def _peak(rock: str, shade: str, edge: str, snow: str) -> str:
    return (
        f'<path d="M-17,13 L0,-15 L17,13 Z" fill="{rock}" stroke="{edge}" stroke-width="1.4" '
        'stroke-linejoin="round"/>'
        f'<path d="M0,-15 L17,13 L3,13 L-1,4 L2,-3 Z" fill="{shade}"/>'
        f'<path d="M0,-15 L-6.4,-4.4 L-3,-6 L-1,-2 L2,-6 L6,-5 Z" fill="{snow}"/>'
    )


_ROCKS = (
    '<path d="M-10,5 L-7,-2 L-2,-4 L2,5 Z" fill="#978c80" stroke="#6b6158" stroke-width="1.2" '
    'stroke-linejoin="round"/><path d="M1,5 L4,0 L8,-1 L11,5 Z" fill="#857a6f" stroke="#6b6158" '
    'stroke-width="1.2" stroke-linejoin="round"/>'
)
_REEDS = (
    '<ellipse cx="0" cy="6" rx="16" ry="4.4" fill="#5d7f80" fill-opacity=".8"/>'
    '<ellipse cx="-2" cy="5" rx="9" ry="1.7" fill="#9cc0bf" fill-opacity=".75"/>'
    '<path d="M-6,5 L-8,-9 M-1,5 L-1,-12 M5,5 L7,-8 M-3,5 C-4,0 -6,-3 -10,-4 M3,5 C4,1 7,-1 10,-1" '
    'stroke="#4d5b37" stroke-width="1.6" fill="none" stroke-linecap="round"/>'
    '<ellipse cx="-1" cy="-13" rx="2" ry="4.2" fill="#6d4a2c"/>'
    '<ellipse cx="7.2" cy="-9" rx="1.8" ry="3.8" fill="#6d4a2c"/>'
)
_PUDDLE = (
    '<path d="M-17,2 C-17,-3 -6,-5 2,-4 C10,-4 17,-1 16,3 C14,7 -15,8 -17,2 Z" fill="#5d7f80" '
    'fill-opacity=".8"/><path d="M-11,1 C-6,-2 2,-2 8,-1" stroke="#a9c9c6" stroke-width="1.5" '
    'stroke-opacity=".85" fill="none" stroke-linecap="round"/>'
    '<path d="M8,3 C8,1 13,1 13,3 C13,4.6 8,4.6 8,3 Z" fill="#7f9a55"/>'
)
_TUFT = (
    '<path d="M-5,5 C-5,0 -7,-3 -9,-4 M-1,5 L-1,-8 M3,5 C3,0 6,-3 8,-4" stroke="#566540" '
    'stroke-width="1.6" fill="none" stroke-linecap="round"/>'
)


def _waves(colour: str, opacity: float) -> str:
    return (
        f'<path d="M-12,0 q4,-6.6 8,0 q4,6.6 8,0 q4,-6.6 8,0" stroke="{colour}" '
        f'stroke-opacity="{opacity}" stroke-width="1.8" fill="none" stroke-linecap="round"/>'
    )


_RIPPLE = (
    '<path d="M-8,0 q4,-5 8,0 q4,5 8,0" stroke="#e8f6ff" stroke-opacity=".5" stroke-width="1.6" '
    'fill="none" stroke-linecap="round"/>'
)
_CRACK = (
    '<path d="M-16,-4 L-8,-1 L-3,-6 L4,0 L10,-2 L16,3 M-3,-6 L-5,-9 M4,0 L1,6 L4,9" '
    'stroke="#7fa9c4" stroke-width="1.7" fill="none" stroke-linejoin="round" '
    'stroke-linecap="round"/><path d="M-16,-2.4 L-8,.6 L-3,-4.4 L4,1.6 L10,-.4 L16,4.6" '
    'stroke="#ffffff" stroke-width="1.2" fill="none" stroke-linejoin="round"/>'
)
_STAR = (
    '<path d="M0,-7.5 V7.5 M-6.5,-3.7 L6.5,3.7 M-6.5,3.7 L6.5,-3.7 M-2,-6 L0,-4 L2,-6 '
    'M-2,6 L0,4 L2,6" stroke="#86b3cf" stroke-width="1.5" fill="none" stroke-linecap="round"/>'
)


_ROCK = ("#8f8479", "#736960", "#5f564e", "#fbf8f2")
_TREE = _tree("#3d6b39", "#2d4d2b", "#86b072")
_PALE_TREE = _tree("#4a7a40", "#33592f", "#98bf80")

LOOKS: dict[str, Look] = {
    "farmland": Look(
        "#ecd384",
        "#d8b350",
        47,
        (13, 14, 9),
        ((_wheat("#b98f2e"), 5), (_wheat("#a97f25"), 3), (_FURROWS, 2), (_HAYSTACK, 0.8)),
    ),
    "forest": Look(
        "#74a55e",
        "#4b7d43",
        33,
        (9, 16, 11),
        ((_TREE, 5), (_PALE_TREE, 4), (_FIR, 3)),
    ),
    "hill": Look("#bdd382", "#8fb057", 52, (22, 11, 8), ((_HUMPS, 4), (_HUMP, 2.4), (_GRASS, 2.2))),
    "swamp": Look("#a0a684", "#717b60", 46, (16, 17, 10), ((_REEDS, 5), (_PUDDLE, 2), (_TUFT, 2))),
    "mountain": Look(
        "#cfc6b6",
        "#a09488",
        54,
        (22, 16, 14),
        ((_peaks(*_ROCK), 5), (_peak(*_ROCK), 3), (_ROCKS, 1.2)),
        sign="mountain",
    ),
    "sea": Look(
        "#6fb2d8",
        "#3b81b4",
        56,
        (12, 5, 5),
        ((_waves("#e8f6ff", 0.75), 4), (_RIPPLE, 1)),
        True,
        ink=ON_WATER,
    ),
    "lake": Look(
        "#8ccae8",
        "#4d97c6",
        52,
        (12, 5, 5),
        ((_waves("#f0fbff", 0.8), 3), (_RIPPLE, 1)),
        True,
        ink=ON_WATER,
    ),
    "river": Look(
        "#3b86bb",
        "#7dc0e2",
        46,
        (16, 7, 7),
        ((_RIPPLE, 1),),
        True,
        ink=ON_WATER,
        halo="#d5eefa",
        flows=True,
        frozen=Look("#f6fcff", "#dcecf5", 44, (17, 8, 9), ((_CRACK, 3), (_STAR, 2)), True),
    ),
}

# Symbols that the drawn pictures of the base game lack, as discs in a box of 50 x 50.
BARE_DISC = '<circle cx="25" cy="25" r="22" fill="#f8edd0" stroke="#6a4a26" stroke-width="3"/>'
SYMBOLS: dict[str, str] = {
    **underground_land.SYMBOLS,
    "pirates": BARE_DISC + '<path d="M15,39 V11" stroke="#4a3520" stroke-width="3" '
    'stroke-linecap="round"/><path d="M16,12 C22,9 30,15 38,12 V28 C30,31 22,25 16,28 Z" '
    'fill="#26222a"/><circle cx="27" cy="19" r="4" fill="#f8edd0"/>',
}


UNKNOWN = Look("#d9cdb4", "#b3a488", 60, (16, 7, 6), ())
"""A terrain that has no picture of its own yet: bare ground."""
OF_BOX: Final = {"underground": underground_land.LOOKS}
"""The terrains of boxes whose lands look another way, by the board's box."""
_MOODS: Final = {"underground": underground_land.MOOD}


def look_of(terrain: str, box: str = "", symbols: Sequence[str] = ()) -> Look:
    """How a terrain looks on a board of that box, by its word in the board file; ``symbols`` are
    those printed on the Region.
    """
    look = OF_BOX.get(box, LOOKS).get(terrain) or LOOKS.get(terrain, UNKNOWN)
    return next((look.marked[symbol] for symbol in symbols if symbol in look.marked), look)


def mood_of(box: str) -> Mood:
    """The light in which the boards of that box lie."""
    return _MOODS.get(box, DAYLIGHT)


def symbol_drawing(symbol: str) -> str:
    """The SVG of a symbol in a box of 50 x 50, "" where a picture file has it (or nothing does)."""
    return SYMBOLS.get(symbol, "")


def scatter(
    look: Look,
    ground: Ground,
    keep_clear: Sequence[Box],
    unit: float,
    seed: str,
) -> str:
    """SVG of a Region's motifs: inside its ground, clear of the boxes, the same every time.

    Places are tried at random and kept when far enough from those before, until most tries fail:
    an even scatter without rows.
    """
    if not look.motifs:
        return ""
    chance = random.Random(seed)
    spacing = look.spacing * unit
    side, up, down = (part * 1.36 * unit for part in look.reach)
    wide, high = ground.columns * ground.grid, ground.rows * ground.grid
    placed: list[tuple[float, float, float]] = []
    tries = round(TRIES * wide * high / (spacing * spacing))
    for n in range(tries):
        x = ground.x0 + chance.random() * wide
        y = ground.y0 + chance.random() * high
        size = chance.uniform(0.8, 1.05)
        apart = spacing
        if n > tries * 0.4:
            # What is left are narrow places: smaller motifs still fit there.
            size *= 0.8 if n < tries * 0.7 else 0.64
            apart *= 0.85 if n < tries * 0.7 else 0.75
        # Seen from the side, rows may stand closer than neighbours in a row.
        if any(abs(x - px) + 1.25 * abs(y - py) < apart for py, px, _ in placed):
            continue
        place = Box(x, y + (down - up) / 2 * size, 2 * side * size, (up + down) * size)
        if not ground.holds(place, 4 * unit):
            continue
        if not any(place.overlaps(box, 2 * unit) for box in keep_clear):
            placed.append((y, x, size))
    placed.sort()
    fragments = [fragment for fragment, _ in look.motifs]
    shares = [share for _, share in look.motifs]
    return "".join(
        f'<g transform="translate({x:.1f},{y:.1f}) scale({size * 1.36 * unit:.3f})">'
        f"{chance.choices(fragments, shares)[0]}</g>"
        for y, x, size in placed
    )
