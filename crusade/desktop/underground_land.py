"""How the lands of Underground look: dark ground, and what glows in it.

Motifs are drawn as those of `terrain`; `url(#...)` names a gradient of the mood.
"""

from __future__ import annotations

from crusade.desktop.look import Look, Mood


def _glow(name: str, colour: str, strength: float) -> str:
    return (
        f'<radialGradient id="{name}" cx="50%" cy="50%" r="50%"><stop offset="0" '
        f'stop-color="{colour}" stop-opacity="{strength}"/><stop offset=".45" '
        f'stop-color="{colour}" stop-opacity="{strength * 0.38:.3f}"/><stop offset="1" '
        f'stop-color="{colour}" stop-opacity="0"/></radialGradient>'
    )


def _halo(name: str, y: float, rx: float, ry: float) -> str:
    return f'<ellipse cx="0" cy="{y}" rx="{rx}" ry="{ry}" fill="url(#{name})"/>'


def _toadstool(cap: str, low: str, edge: str, glow: str) -> str:
    """A broad cap on a stem, its spots and gills alight."""
    return (
        _halo(glow, -2, 23, 20)
        + '<ellipse cx="1" cy="10.5" rx="10" ry="2.8" fill="#060b0c" fill-opacity=".5"/>'
        '<path d="M-3.4,0 C-2.2,5 -4.4,9 -4.4,10.6 L4.4,10.6 C4.4,8 2.2,5 3.4,0 Z" fill="#d9e6d0" '
        'stroke="#54705f" stroke-width="1"/>'
        f'<path d="M-13,1.4 C-12,-9 -6,-14 0,-14 C6,-14 12,-9 13,1.4 C7,4 -7,4 -13,1.4 Z" '
        f'fill="{cap}" stroke="{edge}" stroke-width="1.3"/>'
        f'<path d="M2,-13.6 C8,-12 12,-7 13,1.4 C9,3 5,3.4 1,3.4 C6,-1 6,-8 2,-13.6 Z" '
        f'fill="{low}"/>'
        '<ellipse cx="-5" cy="-6" rx="2.5" ry="2" fill="#fbffe8"/>'
        '<ellipse cx="3" cy="-9" rx="1.9" ry="1.5" fill="#fbffe8"/>'
        '<ellipse cx="6.4" cy="-2.6" rx="2.1" ry="1.6" fill="#fbffe8" fill-opacity=".9"/>'
    )


def _inkcaps(cap: str, edge: str, glow: str) -> str:
    """Three slender ones, of unequal height."""
    parts = [_halo(glow, 0, 19, 17)]
    for x, top, wide in ((-7, -3, 4.6), (6.5, -5, 5), (0, -12, 5.6)):
        parts.append(
            f'<path d="M{x - 1.3},{top + 3} L{x * 0.8 - 1.5:.1f},10 L{x * 0.8 + 1.5:.1f},10 '
            f'L{x + 1.3},{top + 3} Z" fill="#cfdccb" stroke="#54705f" stroke-width=".9"/>'
            f'<path d="M{x - wide},{top + 5} C{x - wide},{top - 3} {x - 2},{top - 6} {x},{top - 6} '
            f'C{x + 2},{top - 6} {x + wide},{top - 3} {x + wide},{top + 5} Z" fill="{cap}" '
            f'stroke="{edge}" stroke-width="1.1"/>'
            f'<path d="M{x - 1.6},{top + 1} L{x - 1},{top - 3}" stroke="#fdfff0" '
            'stroke-width="1.3" stroke-linecap="round"/>'
        )
    return "".join(parts)


_SHARDS = (
    _halo("violet", -3, 24, 22)
    + '<ellipse cx="0" cy="11.5" rx="15" ry="3" fill="#0d0820" fill-opacity=".55"/>'
    '<path d="M-5,11 L-6.4,-8 L0,-18 L5.4,-7 L5,11 Z" fill="#d6c2ff" stroke="#3d2870" '
    'stroke-width="1.2" stroke-linejoin="round"/><path d="M0,-18 L5.4,-7 L5,11 L1,11 Z" '
    'fill="#8f6bd6"/><path d="M-7,11 L-14.6,2 L-13.6,-5 L-8,-1 L-5,11 Z" fill="#b696f2" '
    'stroke="#3d2870" stroke-width="1.2" stroke-linejoin="round"/>'
    '<path d="M6,11 L9,-3 L14.6,-7 L14.6,3 L10,11 Z" fill="#a583e6" stroke="#3d2870" '
    'stroke-width="1.2" stroke-linejoin="round"/><path d="M12,-4 L14.6,-7 L14.6,3 L10,11 L8.6,11 Z"'
    ' fill="#6f4fb8"/><path d="M-3,7 L-3.6,-8 M-11,3 L-11.6,-2" stroke="#ffffff" '
    'stroke-width="1.5" stroke-linecap="round"/>'
)
_NEEDLES = (
    _halo("violet", -1, 16, 15)
    + '<path d="M-3,8 L-8,-3 L-5,-7 L0,8 Z" fill="#b696f2" stroke="#3d2870" stroke-width="1.1" '
    'stroke-linejoin="round"/><path d="M-1,8 L1,-13 L4.6,-9 L4,8 Z" fill="#e6daff" '
    'stroke="#3d2870" stroke-width="1.1" stroke-linejoin="round"/><path d="M4,8 L8.6,-2 L11,0 '
    'L7.6,8 Z" fill="#8f6bd6" stroke="#3d2870" stroke-width="1.1" stroke-linejoin="round"/>'
)
_POOL = (
    '<path d="M-20,2.6 C-20,-5 -7,-7 3,-6 C13,-6 21,-1.6 19,4 C16,10 -17,11 -20,2.6 Z" '
    'fill="#2b1a0e" stroke="#1c1008" stroke-width="1.2"/>'
    '<path d="M-17,1.4 C-15,-4 -5,-4.6 3,-4 C11,-4 17,-1 16.4,2.6 C11,0 -9,-1 -17,1.4 Z" '
    'fill="#b98a58" fill-opacity=".55"/>'
    '<circle cx="-6" cy="3" r="4.4" fill="#8c6138" stroke="#1c1008" stroke-width="1.1"/>'
    '<path d="M-8.6,1.6 C-8,-.2 -6.4,-.8 -5,-.4" stroke="#f3d3a2" stroke-width="1.4" fill="none" '
    'stroke-linecap="round"/><circle cx="6" cy="3.6" r="3" fill="#8c6138" stroke="#1c1008" '
    'stroke-width="1"/><path d="M4.4,2.6 C5,1.4 6,1.2 6.8,1.4" stroke="#f3d3a2" '
    'stroke-width="1.2" fill="none" stroke-linecap="round"/>'
)
_SEETHING = (
    '<path d="M-15,4 C-15,-1 -5,-3 2,-2.6 C9,-2.6 15,0 14,4.6 C12,9 -13,9.6 -15,4 Z" '
    'fill="#2b1a0e" stroke="#1c1008" stroke-width="1.1"/>'
    '<path d="M-12,3 C-10,-.6 -3,-1.4 2,-1 C8,-1 12,1 11.6,3 C8,1.4 -6,1.4 -12,3 Z" '
    'fill="#b98a58" fill-opacity=".5"/>'
    '<path d="M-3,-4 c-4,-3 3,-5 0,-9 M5,-4 c-3,-3 3,-4 1,-7" stroke="#e3d3b4" '
    'stroke-opacity=".6" stroke-width="1.6" fill="none" stroke-linecap="round"/>'
)


def _spires(points: str, shade: str, ridge: str) -> str:
    return (
        f'<path d="{points}" fill="#1d1a24" stroke="#0b090f" stroke-width="1.4" '
        'stroke-linejoin="round"/>'
        f'<path d="{shade}" fill="#3b3646"/>'
        f'<path d="{ridge}" stroke="#c9c3d6" stroke-width="1.5" fill="none" '
        'stroke-linejoin="round" stroke-linecap="round"/>'
    )


_CRAGS = _spires(
    "M-23,14 L-15,-3 L-12,-1 L-6,-18 L-1,-6 L2,-9 L5,-3 L9,-13 L17,2 L19,0 L25,14 Z",
    "M-23,14 L-15,-3 L-12,-1 L-6,-18 L-8,-2 L-12,5 L-10,14 Z "
    "M5,-3 L9,-13 L8,0 L4,7 L5,14 L-1,14 L2,4 Z",
    "M-15,-3 L-12,-1 L-6,-18 L-1,-6 M5,-3 L9,-13 L13,-5",
)
_TOOTH = _spires(
    "M-15,13 L-9,-2 L-6,0 L0,-17 L6,-3 L8,-5 L16,13 Z",
    "M-15,13 L-9,-2 L-6,0 L0,-17 L-2,-1 L-6,6 L-4,13 Z",
    "M-9,-2 L-6,0 L0,-17 L4,-8",
)
_ADIT = (
    _halo("amber", 3, 25, 21)
    + '<path d="M-17,11 C-17,-8 -9,-15 0,-15 C9,-15 17,-8 17,11 Z" fill="#5a442d" stroke="#23170c" '
    'stroke-width="1.4"/><path d="M-17,11 C-17,-8 -9,-15 0,-15 C-6,-11 -11,-4 -11,11 Z" '
    'fill="#806342" fill-opacity=".5"/><path d="M-9,11 L-9,-4 L9,-4 L9,11 Z" fill="#0d0805"/>'
    '<path d="M-6,11 L-3,1 L3,1 L6,11 Z" fill="#f7b84a" fill-opacity=".5"/>'
    '<path d="M-9.4,11 L-9.4,-4 M9.4,11 L9.4,-4 M-12.4,-5 L12.4,-5" stroke="#c99a5e" '
    'stroke-width="3.2" stroke-linecap="round"/>'
    '<path d="M-4.6,11 L-1.8,2 M4.6,11 L1.8,2 M-4,8.6 L4,8.6 M-3,5 L3,5" stroke="#2b1c0f" '
    'stroke-width="1.3"/><path d="M0,-4 L0,-1" stroke="#2b1c0f" stroke-width="1.2"/>'
    '<circle cx="0" cy="1" r="2.7" fill="#fff0b8" stroke="#b9731d" stroke-width="1"/>'
)
_CART = (
    '<ellipse cx="0" cy="10" rx="15" ry="2.6" fill="#140c06" fill-opacity=".5"/>'
    '<path d="M-17,9 L17,9 M-17,11.6 L17,11.6" stroke="#a39b8e" stroke-width="1.3"/>'
    '<path d="M-10,-3 C-9,-8 -4,-7 -3,-9 C1,-11 3,-8 6,-8 C9,-8 9,-4 10,-3 Z" fill="#f0c95c" '
    'stroke="#8a6220" stroke-width="1.1"/><circle cx="-3" cy="-6" r="1.5" fill="#fff3c4"/>'
    '<circle cx="4" cy="-5" r="1.3" fill="#fff3c4"/>'
    '<path d="M-12,-3.4 L12,-3.4 L9,6 L-9,6 Z" fill="#7a7168" stroke="#251d15" '
    'stroke-width="1.4" stroke-linejoin="round"/><path d="M-10,0 L10.6,0" stroke="#4c453e" '
    'stroke-width="1.5"/><circle cx="-5.4" cy="7" r="3" fill="#3a332c" stroke="#14100c" '
    'stroke-width="1.1"/><circle cx="5.4" cy="7" r="3" fill="#3a332c" stroke="#14100c" '
    'stroke-width="1.1"/>'
)
_NUGGETS = (
    _halo("amber", 0, 13, 10)
    + '<path d="M-9,5 L-6,-3 L0,-6 L7,-1 L8,5 Z" fill="#5a442d" stroke="#23170c" '
    'stroke-width="1.3" stroke-linejoin="round"/><circle cx="-2" cy="0" r="2.1" fill="#ffd968"/>'
    '<circle cx="3.4" cy="2" r="1.6" fill="#ffd968"/><circle cx="-5" cy="3" r="1.1" '
    'fill="#ffe9a0"/>'
)
_GLINT = (
    '<path d="M-9,0 C-5,-3.4 -2,2.6 2,0 C5,-2 7,-1.4 9,0" stroke="#a8f2f0" stroke-opacity=".55" '
    'stroke-width="1.6" fill="none" stroke-linecap="round"/>'
)

PALE_INK = "#f7ecd2"
"""The ink of place names in the dark."""
_WALLS = ("#7d7391", "#5f5674", "#453d59", "#2e283f", "#1c1729", "#0f0c18")
_HOT_WALLS = ("#80646a", "#6e484c", "#5c2f31", "#4a1e1d", "#3d1411", "#5a1a0c")
_VOLCANO = Look(
    "#2a0d08", "#160606", 60, (16, 7, 6), (), ink="#fff0d2", halo="#2a0705", walls=_HOT_WALLS,
    abyss=("#ffb53a", "#a01d08"),
)  # fmt: skip

LOOKS: dict[str, Look] = {
    "river": Look(
        "#2b93ad", "#14506e", 66, (9, 4, 4), ((_GLINT, 1),), True, ink="#e9fbff", halo="#0b3247",
        flows=True,
    ),
    "mushroom_forest": Look(
        "#5b7a5e",
        "#213a34",
        40,
        (13, 15, 11),
        (
            (_toadstool("#3fc6b4", "#1f8f86", "#0d4743", "teal"), 4),
            (_toadstool("#e06fae", "#a83f7d", "#57173c", "rose"), 2.6),
            (_inkcaps("#f0b659", "#7a4a12", "amber"), 2.6),
        ),
        ink=PALE_INK,
        halo="#14261f",
    ),
    "mystic_crystal": Look(
        "#7664ab",
        "#2f2454",
        45,
        (15, 18, 12),
        ((_SHARDS, 3), (_NEEDLES, 1.4)),
        ink=PALE_INK,
        halo="#1f1640",
    ),
    "mudpool": Look(
        "#8d6a48",
        "#4a321f",
        47,
        (20, 9, 9),
        ((_POOL, 3), (_SEETHING, 1.6)),
        ink=PALE_INK,
        halo="#2c1b0e",
    ),
    "black_mountain": Look(
        "#84808e",
        "#403c4a",
        54,
        (24, 17, 14),
        ((_CRAGS, 5), (_TOOTH, 3)),
        sign="mountain",
        ink=PALE_INK,
        halo="#23202b",
    ),
    "mine": Look(
        "#a5824f",
        "#553d22",
        52,
        (17, 15, 12),
        ((_ADIT, 3), (_CART, 1.8), (_NUGGETS, 2)),
        ink=PALE_INK,
        halo="#33220f",
    ),
    "abysmal_chasm": Look(
        "#0a0810", "#040308", 60, (16, 7, 6), (), ink=PALE_INK, halo="#0a0810", walls=_WALLS,
        abyss=("#000000", "#08060e"), marked={"volcano": _VOLCANO},
    ),
}  # fmt: skip

MOOD = Mood(
    border="#17101c",
    pale="#b9a9d6",
    pale_opacity=0.30,
    shade=("#08050f", 0.78, 30.0, 11.0),
    shore=("#7fe9ea", ((34, 0.10), (20, 0.14), (9, 0.34))),
    wood=("#8c8494", "#4d4657", "#2e2836", "#241e2b", "#15101b"),
    defs="".join(
        (
            _glow("teal", "#6ff5e0", 0.8),
            _glow("rose", "#ff8fd0", 0.7),
            _glow("amber", "#ffc45a", 0.72),
            _glow("violet", "#cfa8ff", 0.85),
        )
    ),
)

_DISC = '<circle cx="25" cy="25" r="22" fill="#f8edd0" stroke="#3a2a4a" stroke-width="3"/>'
SYMBOLS: dict[str, str] = {
    "volcano": _DISC + '<path d="M10,38 L20,19 H30 L40,38 Z" fill="#5d4a48"/><path d="M20,19 '
    'C22,24 24,19 25,26 C27,20 28,24 30,19 Z" fill="#e2602c"/><path d="M22,15 C20,11 25,11 24,8 '
    'M28,15 C30,12 26,11 28,8" stroke="#e2602c" stroke-width="2.6" fill="none" '
    'stroke-linecap="round"/>',
    "monsters": _DISC + '<path d="M13,18 L18,11 L21,17 C24,16 27,16 29,17 L32,11 L37,18 C38,30 '
    '33,39 25,39 C17,39 12,30 13,18 Z" fill="#4f6b4a"/><circle cx="20" cy="24" r="2.6" '
    'fill="#ffd65a"/><circle cx="30" cy="24" r="2.6" fill="#ffd65a"/><path d="M18,31 L21,34 '
    'L25,31 L29,34 L32,31" stroke="#f8edd0" stroke-width="2" fill="none"/>',
}
"""Symbols printed on Regions, as discs in a box of 50 x 50."""
