"""What a picture of a terrain, and the mood of a board, are made of."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True)
class Look:
    """A terrain's picture.

    ``light`` and ``dark`` are the tones in the middle and at the border. ``spacing`` is the
    distance between motifs, ``reach`` how far one stretches from its centre (left and right, up,
    down), ``motifs`` the fragments with their share; all in units. ``sign`` is the picture of a
    piece that stands for the terrain in lists, "" if none does. ``ink`` and ``halo`` are the
    colours of a place name on it; without a halo it is made of the light tone.

    ``flows`` is water whose Regions run into one another: no border of land parts them. ``walls``
    makes a pit of the terrain: the colours of its steps from the brink down, and ``abyss`` those of
    its bottom, middle and edge. ``marked`` are other looks of the terrain where a symbol is
    printed, ``frozen`` is what lies over the water while it can be held like land.
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
    flows: bool = False
    walls: tuple[str, ...] = ()
    abyss: tuple[str, str] = ("#000000", "#000000")
    marked: dict[str, Look] = field(default_factory=dict)
    frozen: Look | None = None


@dataclass(frozen=True)
class Mood:
    """The light in which a whole board lies.

    ``border`` and ``pale`` are the line between Regions and the edge beside it, ``shade`` the soft
    shade inside it: colour, opacity, width, blur. ``shore`` is what water looks like along land:
    colour, and pairs of width and opacity. ``wood`` are the frame's tones: upper, lower, inner,
    line, inner line. ``defs`` are SVG gradients that the motifs name.
    """

    border: str = "#543a20"
    pale: str = "#fff4d6"
    pale_opacity: float = 0.42
    shade: tuple[str, float, float, float] = ("#2a1a0a", 0.42, 15.0, 5.5)
    shore: tuple[str, tuple[tuple[float, float], ...]] = (
        "#d6f0f4",
        ((46, 0.13), (30, 0.16), (15, 0.28)),
    )
    wood: tuple[str, str, str, str, str] = ("#e6cf9c", "#c4a56a", "#8a6a3e", "#6d5029", "#5d4426")
    defs: str = ""


DAYLIGHT = Mood()
"""The mood of the lands above the ground."""
