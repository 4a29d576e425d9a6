"""How each terrain looks: its two tones, and small drawn motifs scattered over a Region.

Motifs are SVG fragments around (0, 0), about 40 units wide, lit from the upper left. A terrain is
told by what grows there, not by colour alone: wheat, trees, humps, snowy peaks, reeds, waves.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass

from crusade.desktop.ground import Box, Ground

TRIES = 26  # tries to place a motif, per motif that would fit on an empty Region


@dataclass(frozen=True)
class Look:
    """A terrain's picture.

    ``light`` and ``dark`` are the tones in the middle and at the border. ``spacing`` is the
    distance between motifs, ``reach`` how far one stretches from its centre (left and right, up,
    down), ``motifs`` the fragments with their share; all in units. ``sign`` is the picture of a
    piece that stands for the terrain in lists, "" if none does. ``ink`` and ``halo`` are the
    colours of a place name on it; without a halo it is made of the light tone.
    """

    light: str
    dark: str
    spacing: float
    reach: tuple[float, float, float]
    motifs: tuple[tuple[str, float], ...]
    water: bool = False
    sign: str = ""
    ink: str = "#3a2412"
    halo: str = ""


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
_STREAM = (
    '<path d="M-16,-3 C-8,-8 -3,2 5,-2 C10,-4 13,-3 16,-1 M-10,4 C-4,0 2,8 11,4" '
    'stroke="#e8f6ff" stroke-opacity=".6" stroke-width="1.7" fill="none" stroke-linecap="round"/>'
)


def _mushroom(cap: str, edge: str) -> str:
    return (
        '<ellipse cx="1" cy="10" rx="9" ry="2.6" fill="#1a1626" fill-opacity=".4"/>'
        '<path d="M-3,0 C-2,5 -4,9 -4,10 L4,10 C4,8 2,5 3,0 Z" fill="#e8dcc0" stroke="#8d7c5c" '
        'stroke-width="1"/>'
        f'<path d="M-12,1 C-11,-9 -5,-13 0,-13 C5,-13 11,-9 12,1 C6,3 -6,3 -12,1 Z" fill="{cap}" '
        f'stroke="{edge}" stroke-width="1.2"/>'
        '<ellipse cx="-4" cy="-6" rx="2.2" ry="1.7" fill="#f6ecd4" fill-opacity=".9"/>'
        '<ellipse cx="4" cy="-8" rx="1.6" ry="1.2" fill="#f6ecd4" fill-opacity=".9"/>'
        '<ellipse cx="6" cy="-2.5" rx="1.8" ry="1.3" fill="#f6ecd4" fill-opacity=".9"/>'
    )


_CRYSTAL = (
    '<ellipse cx="0" cy="11" rx="14" ry="3" fill="#20183a" fill-opacity=".4"/>'
    '<path d="M-5,11 L-6,-8 L0,-17 L5,-7 L5,11 Z" fill="#b79be8" stroke="#5a3f92" '
    'stroke-width="1.2" stroke-linejoin="round"/><path d="M0,-17 L5,-7 L5,11 L1,11 Z" '
    'fill="#8a68c8"/><path d="M-7,11 L-14,2 L-13,-4 L-8,0 L-5,11 Z" fill="#a184da" '
    'stroke="#5a3f92" stroke-width="1.2" stroke-linejoin="round"/>'
    '<path d="M6,11 L9,-2 L14,-5 L14,3 L10,11 Z" fill="#9a7bd6" stroke="#5a3f92" '
    'stroke-width="1.2" stroke-linejoin="round"/><path d="M-3,6 L-3.4,-7" stroke="#efe6ff" '
    'stroke-width="1.4" stroke-linecap="round"/>'
)
_MUD = (
    '<path d="M-18,3 C-18,-4 -6,-6 3,-5 C12,-5 19,-1 17,4 C14,9 -16,10 -18,3 Z" fill="#6a4a30" '
    'stroke="#4e3521" stroke-width="1.1"/><circle cx="-5" cy="0" r="3.6" fill="#8a6545" '
    'stroke="#4e3521" stroke-width="1"/><circle cx="6" cy="2" r="2.4" fill="#8a6545" '
    'stroke="#4e3521" stroke-width="1"/><path d="M-7,-1 C-6.6,-2.4 -5.4,-2.6 -4.6,-2.4" '
    'stroke="#c9a680" stroke-width="1.1" fill="none" stroke-linecap="round"/>'
)
_ADIT = (
    '<path d="M-15,11 C-15,-8 -8,-14 0,-14 C8,-14 15,-8 15,11 Z" fill="#94775a" stroke="#5d4732" '
    'stroke-width="1.3"/><path d="M-8,11 L-8,-3 L8,-3 L8,11 Z" fill="#241a12"/>'
    '<path d="M-8,11 L-8,-3 M8,11 L8,-3 M-11,-4 L11,-4" stroke="#c69a5c" stroke-width="3" '
    'stroke-linecap="round"/><path d="M-4,11 L-1.6,2 M4,11 L1.6,2" stroke="#8d8578" '
    'stroke-width="1.2"/>'
)
_NUGGET = (
    '<path d="M-7,4 L-4,-3 L2,-5 L7,0 L5,5 Z" fill="#8a7059" stroke="#5d4732" stroke-width="1.2" '
    'stroke-linejoin="round"/><circle cx="-1" cy="0" r="1.7" fill="#f0c95c"/>'
    '<circle cx="3" cy="2" r="1.2" fill="#f0c95c"/>'
)
_CRACK = (
    '<path d="M-16,3 L-8,-4 L-2,1 L5,-6 L9,0 L16,-3" stroke="#000000" stroke-opacity=".55" '
    'stroke-width="2.6" fill="none" stroke-linejoin="round" stroke-linecap="round"/>'
    '<path d="M-16,5.4 L-8,-1.6 L-2,3.4 L5,-3.6 L9,2.4 L16,-.6" stroke="#7a6d86" '
    'stroke-opacity=".5" stroke-width="1.2" fill="none" stroke-linejoin="round"/>'
)

_ROCK = ("#8f8479", "#736960", "#5f564e", "#fbf8f2")
_SOOT = ("#57525a", "#3f3b44", "#28252c", "#8d8792")
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
        "#86c6e2", "#4a98c2", 46, (16, 7, 7), ((_STREAM, 3), (_RIPPLE, 1)), True, ink=ON_WATER
    ),
    "mushroom_forest": Look(
        "#7f8a6a",
        "#565f4c",
        40,
        (12, 14, 11),
        (
            (_mushroom("#b8553f", "#6e2c20"), 4),
            (_mushroom("#c98a4a", "#7d5122"), 3),
            (_mushroom("#8f6aa8", "#553a68"), 2),
        ),
    ),
    "mystic_crystal": Look("#b7a9cf", "#81719f", 46, (14, 17, 12), ((_CRYSTAL, 1),)),
    "mudpool": Look("#b08a63", "#84603e", 46, (18, 6, 9), ((_MUD, 4), (_TUFT, 1))),
    "black_mountain": Look(
        "#98929c",
        "#67616c",
        54,
        (22, 16, 14),
        ((_peaks(*_SOOT), 5), (_peak(*_SOOT), 3)),
        sign="mountain",
    ),
    "mine": Look("#cbb08a", "#a08360", 50, (15, 14, 11), ((_ADIT, 3), (_NUGGET, 2))),
    "abysmal_chasm": Look(
        "#2a2433", "#4a4157", 50, (16, 7, 6), ((_CRACK, 1),), ink="#f0e6d6", halo="#1e1828"
    ),
}

# Symbols that the drawn pictures of the base game lack, as discs in a box of 50 x 50.
BARE_DISC = '<circle cx="25" cy="25" r="22" fill="#f8edd0" stroke="#6a4a26" stroke-width="3"/>'
FEATURES: dict[str, str] = {
    "harbor": BARE_DISC
    + '<path d="M25,12 V38 M17,19 H33 M12,27 C13,37 20,39 25,39 C30,39 37,37 38,27" '
    'stroke="#2f5f86" stroke-width="3.6" fill="none" stroke-linecap="round"/>',
    "shipyard": BARE_DISC + '<path d="M11,30 H39 L34,38 H16 Z" fill="#8a5a33"/><path d="M24,28 V11 '
    'L37,26 H24" fill="#c9a15c" stroke="#6a4a26" stroke-width="2" stroke-linejoin="round"/>',
    "temple": BARE_DISC
    + '<path d="M11,20 L25,11 L39,20 Z M13,35 H37 V38 H13 Z M15,22 H19 V34 H15 Z '
    'M23,22 H27 V34 H23 Z M31,22 H35 V34 H31 Z" fill="#7a5aa0"/>',
    "pirates": BARE_DISC + '<path d="M15,39 V11" stroke="#4a3520" stroke-width="3" '
    'stroke-linecap="round"/><path d="M16,12 C22,9 30,15 38,12 V28 C30,31 22,25 16,28 Z" '
    'fill="#26222a"/><circle cx="27" cy="19" r="4" fill="#f8edd0"/>',
    "volcano": BARE_DISC + '<path d="M10,38 L20,19 H30 L40,38 Z" fill="#5d4a48"/><path d="M20,19 '
    'C22,24 24,19 25,26 C27,20 28,24 30,19 Z" fill="#e2602c"/><path d="M22,15 C20,11 25,11 24,8 '
    'M28,15 C30,12 26,11 28,8" stroke="#e2602c" stroke-width="2.6" fill="none" '
    'stroke-linecap="round"/>',
    "monsters": BARE_DISC + '<path d="M13,18 L18,11 L21,17 C24,16 27,16 29,17 L32,11 L37,18 C38,30 '
    '33,39 25,39 C17,39 12,30 13,18 Z" fill="#4f6b4a"/><circle cx="20" cy="24" r="2.6" '
    'fill="#ffd65a"/><circle cx="30" cy="24" r="2.6" fill="#ffd65a"/><path d="M18,31 L21,34 '
    'L25,31 L29,34 L32,31" stroke="#f8edd0" stroke-width="2" fill="none"/>',
}


UNKNOWN = Look("#d9cdb4", "#b3a488", 60, (16, 7, 6), ())
"""A terrain that has no picture of its own yet: bare ground."""


def look_of(terrain: str) -> Look:
    """How a terrain looks, by its word in the board file."""
    return LOOKS.get(terrain, UNKNOWN)


def symbol_drawing(symbol: str) -> str:
    """The SVG of a symbol in a box of 50 x 50, "" where a picture file has it (or nothing does)."""
    return FEATURES.get(symbol, "")


def scatter(
    terrain: str,
    ground: Ground,
    keep_clear: Sequence[Box],
    unit: float,
    seed: str,
) -> str:
    """SVG of a Region's motifs: inside its ground, clear of the boxes, the same every time.

    Places are tried at random and kept when far enough from those before, until most tries fail:
    an even scatter without rows.
    """
    look = look_of(terrain)
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
