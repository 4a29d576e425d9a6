"""Every piece has a picture, no two Races look alike, and the files are found from anywhere."""

from __future__ import annotations

import math
import subprocess
import sys
from itertools import combinations
from pathlib import Path

import pygame
import pytest

from crusade import resources
from crusade.__main__ import main
from crusade.boxes import SHIPPED, box
from crusade.desktop import faces, pictures

RACE_NAMES = tuple(dict.fromkeys(race.name for box in SHIPPED for race in box.races))
POWER_NAMES = tuple(dict.fromkeys(power.name for box in SHIPPED for power in box.powers))
MARKERS = (
    "fortress",
    "lair",
    "encampment",
    "hole",
    "hero",
    "dragon",
    "mountain",
    "mine",
    "magic",
    "cavern",
    "coin",
    "coin_stack",
    "treasure",
    "badge",
    "control_marker",
    "shield",
    "shield_dear",
    "shield_choice",
    "crown",
    "laurel",
    "die_0",
    "die_1",
    "die_2",
    "die_3",
    "program",
    "vengeance",
    *(piece.picture for piece in box("underground").pieces),
    *(piece.picture for piece in box("riverworld").pieces if piece not in box("base").pieces),
    *(marker.picture for marker in box("riverworld").event_markers),
    "event_marker",  # face down
    "harbor",
    "shipyard",
    "temple",
)
ICONS = (
    "play",
    "pause",
    "step",
    "skip",
    "undo",
    "redo",
    "gear",
    "book",
    "log",
    "trophy",
    "exit",
    "eye",
    "fullscreen",
    "speaker",
    "mute",
    "question",
    "close",
    "check",
    "plus",
    "minus",
    "arrow_left",
    "arrow_right",
    "arrow_up",
    "arrow_down",
    "save",
    "copy",
    "folder",
    "flag",
    "bag",
    "clock",
    "lightbulb",
)


def covered(surface: pygame.Surface) -> float:
    """The part of a surface that is more than half opaque."""
    mask = pygame.mask.from_surface(surface)
    return mask.count() / (surface.get_width() * surface.get_height())


def difference(one: pygame.Surface, two: pygame.Surface) -> float:
    """How unlike two emblems look on a blue ground: the mean difference per channel, 0 to 1."""
    seen = []
    for emblem in (one, two):
        ground = pygame.Surface(emblem.get_size(), pygame.SRCALPHA)
        ground.fill(pictures.OWNER_COLOURS[0])
        ground.blit(emblem, (0, 0))
        seen.append(pygame.image.tobytes(ground, "RGB"))
    one_bytes, two_bytes = seen
    apart = sum(abs(x - y) for x, y in zip(one_bytes, two_bytes, strict=True))
    return apart / len(one_bytes) / 255


@pytest.mark.parametrize("size", [24, 96])
@pytest.mark.parametrize("name", [*RACE_NAMES, "Lost Tribes"])
def test_every_race_has_an_emblem(name: str, size: int) -> None:
    emblem = pictures.race(name, size)
    assert emblem.get_size() == (size, size)
    assert 0.15 < covered(emblem) < 0.95


@pytest.mark.parametrize("size", [24, 96])
@pytest.mark.parametrize("name", POWER_NAMES)
def test_every_special_power_has_an_emblem(name: str, size: int) -> None:
    emblem = pictures.power(name, size)
    assert emblem.get_size() == (size, size)
    assert 0.1 < covered(emblem) < 0.95


@pytest.mark.parametrize("size", [24, 96])
@pytest.mark.parametrize("name", MARKERS)
def test_every_marker_has_a_picture(name: str, size: int) -> None:
    assert covered(pictures.marker(name, size)) > 0.2


@pytest.mark.parametrize("name", ICONS)
def test_icons_take_the_colour_asked_for(name: str) -> None:
    drawn = pictures.icon(name, 24, "#b8472f")
    solid = [
        drawn.get_at((x, y)) for x in range(24) for y in range(24) if drawn.get_at((x, y)).a == 255
    ]
    assert solid
    assert all(abs(c.r - 0xB8) < 3 and abs(c.g - 0x47) < 3 for c in solid)


def test_no_picture_file_is_left_unlisted() -> None:
    for folder, known in (("markers", MARKERS), ("icons", ICONS)):
        files = {file.stem for file in resources.path("assets", folder).glob("*.svg")}
        assert files == set(known)


@pytest.mark.parametrize("pair", list(combinations([*RACE_NAMES, "Lost Tribes"], 2)), ids="-".join)
def test_two_races_never_look_alike(pair: tuple[str, str]) -> None:
    assert difference(pictures.race(pair[0], 26), pictures.race(pair[1], 26)) > 0.1


def test_two_special_powers_never_look_alike() -> None:
    for one, two in combinations(POWER_NAMES, 2):
        assert difference(pictures.power(one, 26), pictures.power(two, 26)) > 0.04, (one, two)


def test_a_power_may_be_given_by_its_name_or_by_the_word_of_its_file() -> None:
    same = pictures.power("Dragon Master", 30)
    assert pygame.image.tobytes(same, "RGBA") == pygame.image.tobytes(
        pictures.power("dragon_master", 30), "RGBA"
    )


def test_a_token_shows_owner_and_decline() -> None:
    blue, red = pictures.OWNER_COLOURS[:2]
    active = pictures.token("Orcs", 48, blue)
    assert active.get_size() == (48, 48)
    assert active is pictures.token("Orcs", 48, blue)
    assert difference(active, pictures.token("Orcs", 48, red)) > 0.02
    assert difference(active, pictures.token("Orcs", 48, blue, declined=True)) > 0.06
    assert difference(active, pictures.tribes_token(48)) > 0.1


# Linear RGB as seen with full dichromacy (Machado, Oliveira and Fernandes 2009).
SIGHT = {
    "full": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "no red": ((0.152, 1.053, -0.205), (0.115, 0.786, 0.099), (-0.004, -0.048, 1.052)),
    "no green": ((0.367, 0.861, -0.228), (0.280, 0.673, 0.047), (-0.012, 0.043, 0.969)),
    "no blue": ((1.256, -0.077, -0.179), (-0.078, 0.931, 0.148), (0.005, 0.691, 0.304)),
}


def lab(colour: str, sight: str) -> tuple[float, float, float]:
    """The colour in CIE L*a*b* as somebody with that sight sees it."""
    c = pygame.Color(colour)
    plain = [(v / 255 + 0.055) ** 2.4 / 1.055**2.4 for v in (c.r, c.g, c.b)]
    r, g, b = (
        min(1.0, max(0.0, sum(k * v for k, v in zip(row, plain, strict=True))))
        for row in SIGHT[sight]
    )
    x = ((0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505) ** (1 / 3)
    y = (0.2126 * r + 0.7152 * g + 0.0722 * b) ** (1 / 3)
    z = ((0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.0888) ** (1 / 3)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


@pytest.mark.parametrize("sight", SIGHT)
def test_owner_colours_stay_apart_for_everybody(sight: str) -> None:
    colours = [*pictures.OWNER_COLOURS, pictures.TRIBES_COLOUR]
    for one, two in combinations(colours, 2):
        distance = math.dist(lab(one, sight), lab(two, sight))
        assert distance > 18, f"{one} and {two} look alike"


def test_a_stack_grows_and_counts() -> None:
    token = pictures.token("Elves", 40, pictures.OWNER_COLOURS[0])
    one, two = pictures.stack(token, 1), pictures.stack(token, 2)
    assert one.get_size() == two.get_size() == (52, 52)
    assert covered(two) > covered(one)
    assert difference(two, pictures.stack(token, 3)) > 0


def test_pieces_with_a_number() -> None:
    assert covered(pictures.shield("3", 40)) > 0.5
    assert difference(pictures.shield("3", 40), pictures.shield("3", 40, "dear")) > 0.01
    assert difference(pictures.shield("3", 40), pictures.shield("3", 40, "choice")) > 0.1
    assert difference(pictures.coin("1", 30), pictures.coin("128", 30)) > 0
    assert covered(pictures.badge("Stout", 44)) > 0.6
    assert difference(pictures.die(0, 32), pictures.die(3, 32)) > 0.02
    with pytest.raises(ValueError, match="no shield"):
        pictures.shield("3", 40, "cheap")
    with pytest.raises(ValueError, match="no face 4"):
        pictures.die(4, 32)


def test_the_typeface_has_every_letter_needed() -> None:
    metrics = pictures.font(20).metrics("AZaz09·–−×ÄéßЁЖяї")
    assert all(metric is not None for metric in metrics)
    assert pictures.font(20, bold=True).size("Orcs")[0] > pictures.font(20).size("Orcs")[0]
    assert pictures.font(20) is pictures.font(20)


def test_kept_pictures_stay_within_their_room() -> None:
    kept = pictures.Kept(room=10_000)
    for side in range(10, 40):
        kept.put(side, pygame.Surface((side, side), pygame.SRCALPHA))
        assert kept.bytes <= 10_000
    assert kept.get(39) is not None
    assert kept.get(10) is None


def test_a_missing_file_is_named_in_one_sentence() -> None:
    with pytest.raises(resources.ResourceMissing, match=r"assets/races/nobody\.svg"):
        pictures.race("Nobody", 24)


def test_files_are_found_from_another_folder(tmp_path: Path) -> None:
    root = Path(__file__).resolve().parent.parent
    code = (
        f"import sys; sys.path.insert(0, {str(root)!r}); from crusade import resources; "
        "print(resources.path('assets', 'races', 'orcs.svg').is_file())"
    )
    run = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=True
    )
    assert run.stdout.strip() == "True"


@pytest.mark.parametrize(
    "parts",
    [
        ("assets", "fonts", "Vollkorn-Regular.ttf"),
        ("assets", "fonts", "Vollkorn-Bold.ttf"),
        ("assets", "markers", "coin.svg"),
        ("assets", "races", "lost_tribes.svg"),
    ],
    ids="/".join,
)
@pytest.mark.parametrize("how", ["missing", "damaged", "empty"])
def test_a_shipped_file_that_is_not_as_it_was_is_one_sentence(
    parts: tuple[str, ...], how: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys
) -> None:
    real, spoilt = resources.path, tmp_path / parts[-1]
    if how != "missing":
        spoilt.write_bytes(b"<svg no more" if how == "damaged" else b"")

    def path(*asked: str) -> Path:
        if asked != parts:
            return real(*asked)
        if how == "missing":
            raise resources.ResourceMissing(f"The game's own file {'/'.join(asked)} is missing.")
        return spoilt

    monkeypatch.setattr(resources, "path", path)
    kept = (pictures.font, pictures._source, pictures._font_bytes, faces.face, faces.font_of)

    def forget() -> None:
        pictures.forget()
        for cached in kept:
            cached.cache_clear()

    forget()
    try:
        code = main(["shot", "--scene", "table", "--out", str(tmp_path / "shot.png")])
        told = capsys.readouterr().err.strip()
    finally:
        forget()
    assert code != 0 and not (tmp_path / "shot.png").exists()
    assert "/".join(parts) in told and told.count("\n") == 0 and "Traceback" not in told
