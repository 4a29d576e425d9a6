"""The player's settings: one small JSON file, checked key by key, written whole or not at all.

A file that cannot be read is moved aside and the defaults are used; a single bad value falls back
to its own default. Both are told in one sentence that names the file, and the key.
"""

from __future__ import annotations

import dataclasses
import json
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from crusade.automaton.names import clean_name, name_key
from crusade.boxes import FIRST
from crusade.files import move_aside, read_at_most, write_atomically
from crusade.texts import _

FILE: Final = "settings.json"
PACES: Final = ("step", "slow", "normal", "fast", "instant")
"""How fast things happen on the table; "step" waits for a click after each."""
LEAST_SIZE: Final = 75
MOST_SIZE: Final = 200
SMALLEST_WINDOW: Final = (640, 360)
LARGEST_WINDOW: Final = (16384, 16384)
NAMES_KEPT: Final = 12
_BOXES: Final = re.compile(r"[a-z0-9-]{1,31}(,[a-z0-9-]{1,31}){0,9}")
_LESSON: Final = re.compile(r"[a-z0-9-]{1,40}")
_LESSONS_KEPT: Final = 200
_LONGEST_FILE: Final = 100_000
"""Bytes; what is longer was not written by the game."""


class SettingsError(Exception):
    """The settings could not be written; `str()` is one sentence. They hold until the game ends."""


@dataclass(frozen=True)
class Settings:
    """Everything the player can set; the defaults are those of the first start.

    `confirmations`: ask before a step that wastes something. `open_coins`: new games
    of two are offered with all coins open (what holds in a game is fixed when it is set up).
    `volume` is 0 to 100, `volume_pieces` (tokens, dice, coins) and `volume_signals` (horn, drum,
    chime) are percent of it, `interface_size` 75 to 200 percent, `window_size` in
    pixels. `remember_names`: names of earlier games are offered. `undo_past_chance`: solo games may
    go back past a die or a reveal. `settle_ties`: ties of the Lost Tribes in which nothing of the
    person's is at stake settle themselves. `high_contrast`: ink on white, without wood and
    parchment. `reduced_motion`: nothing flies or pulses. `box`: the box of
    the latest game, as the Hall of Fame keeps it. `guide`: the guided first game is accompanied
    (`desktop/table/tutor.py`). `advice`: what matters for the first time is explained once.
    `lessons`: which of all that has been read.
    """

    tribes_pace: str = "normal"
    animation_pace: str = "normal"
    confirmations: bool = True
    open_coins: bool = False
    sound: bool = True
    volume: int = 70
    interface_size: int = 100
    full_screen: bool = False
    hints: bool = True
    remember_names: bool = True
    remembered_names: tuple[str, ...] = ()
    window_size: tuple[int, int] = (1280, 720)
    undo_past_chance: bool = False
    settle_ties: bool = False
    high_contrast: bool = False
    reduced_motion: bool = False
    volume_pieces: int = 100
    volume_signals: int = 100
    box: str = FIRST
    guide: bool = True
    advice: bool = False
    lessons: tuple[str, ...] = ()

    def changed(self, **values: Any) -> Settings:
        """These settings with other values. Raises ValueError with a sentence, or KeyError."""
        return dataclasses.replace(
            self, **{key: _CHECKS[key](value) for key, value in values.items()}
        )

    def with_names(self, names: Iterable[str]) -> Settings:
        """These settings with the names of the latest game first, if names are remembered."""
        if not self.remember_names:
            return self.changed(remembered_names=())
        return self.changed(remembered_names=[*names, *self.remembered_names])


def settings_path(folder: Path) -> Path:
    """Where the settings lie in the user's data folder."""
    return folder / FILE


def load_settings(folder: Path) -> tuple[Settings, list[str]]:
    """Read the settings; never fails. The sentences say what was not as it should be."""
    path = settings_path(folder)
    try:
        text = read_at_most(path, _LONGEST_FILE)
    except FileNotFoundError:
        return Settings(), []
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        told = _(
            "The settings {path} cannot be read ({reason}); defaults are used.",
            path=str(path),
            reason=str(reason),
        )
        return Settings(), [told]
    try:
        if len(text) > _LONGEST_FILE:
            raise ValueError
        values = json.loads(text.decode("utf-8"))
        if not isinstance(values, dict):
            raise ValueError
    except (ValueError, RecursionError):
        return Settings(), [_set_aside(path)]
    return _checked(values, path)


def save_settings(folder: Path, settings: Settings) -> None:
    """Write the settings. Raises SettingsError; the old file is then untouched."""
    path = settings_path(folder)
    text = json.dumps(dataclasses.asdict(settings), indent=2, ensure_ascii=False) + "\n"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        write_atomically(path, text.encode("utf-8"))
    except OSError as error:
        reason = error.strerror or error
        told = _(
            "The settings {path} could not be saved ({reason}).", path=str(path), reason=str(reason)
        )
        raise SettingsError(told) from None


def _checked(values: dict[str, object], path: Path) -> tuple[Settings, list[str]]:
    good: dict[str, Any] = {}
    notices = []
    for key, value in values.items():
        if key not in _CHECKS:
            word = clean_name(key)  # whatever stands in the file, the sentence can be shown
            notices.append(
                _(
                    'The settings {path} hold an unknown key "{key}"; it is ignored.',
                    path=str(path),
                    key=word,
                )
            )
            continue
        try:
            good[key] = _CHECKS[key](value)
        except ValueError as error:
            default = _in_words(getattr(Settings(), key))
            notices.append(
                _(
                    "In the settings {path} {trouble}; {default} is used.",
                    path=str(path),
                    trouble=str(error),
                    default=default,
                )
            )
    return Settings(**good), notices


def _set_aside(path: Path) -> str:
    try:
        aside = move_aside(path, "damaged")
    except OSError:
        return _("The settings {path} are damaged; defaults are used.", path=str(path))
    return _(
        "The settings {path} were damaged and now lie aside as {name}; defaults are used.",
        path=str(path),
        name=aside.name,
    )


def _in_words(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


# -- what each key may hold -----------------------------------------------------------------------


def _one_of(key: str, words: tuple[str, ...]) -> Callable[[object], str]:
    def check(value: object) -> str:
        if not isinstance(value, str) or value not in words:
            raise ValueError(_('"{key}" must be one of {words}', key=key, words=", ".join(words)))
        return value

    return check


def _flag(key: str) -> Callable[[object], bool]:
    def check(value: object) -> bool:
        if not isinstance(value, bool):
            raise ValueError(_('"{key}" must be true or false', key=key))
        return value

    return check


def _whole(key: str, least: int, most: int) -> Callable[[object], int]:
    def check(value: object) -> int:
        if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
            raise ValueError(
                _(
                    '"{key}" must be a whole number from {least} to {most}',
                    key=key,
                    least=least,
                    most=most,
                )
            )
        return value

    return check


def _size(value: object) -> tuple[int, int]:
    sentence = _(
        '"{key}" must be two whole numbers, at least {least}',
        key="window_size",
        least=str(SMALLEST_WINDOW),
    )
    if not isinstance(value, list | tuple) or len(value) != 2:
        raise ValueError(sentence)
    pairs = zip(value, SMALLEST_WINDOW, LARGEST_WINDOW, strict=True)
    if not all(
        isinstance(n, int) and not isinstance(n, bool) and least <= n <= most
        for n, least, most in pairs
    ):
        raise ValueError(sentence)
    return value[0], value[1]


def _names(value: object) -> tuple[str, ...]:
    if not isinstance(value, list | tuple) or not all(isinstance(name, str) for name in value):
        raise ValueError(_('"{key}" must be a list of names', key="remembered_names"))
    known: dict[str, str] = {}
    for name in map(clean_name, value):
        if name:
            known.setdefault(name_key(name), name)
    return tuple(known.values())[:NAMES_KEPT]


def _box(value: object) -> str:
    if not isinstance(value, str) or not _BOXES.fullmatch(value):
        raise ValueError(_('"{key}" must name a box', key="box"))
    return value


def _lessons(value: object) -> tuple[str, ...]:
    if not isinstance(value, list | tuple) or not all(
        isinstance(key, str) and _LESSON.fullmatch(key) for key in value
    ):
        raise ValueError(_('"{key}" must be a list of words', key="lessons"))
    return tuple(dict.fromkeys(value))[:_LESSONS_KEPT]


_CHECKS: Final[dict[str, Callable[[object], Any]]] = {
    "tribes_pace": _one_of("tribes_pace", PACES),
    "animation_pace": _one_of("animation_pace", PACES),
    "volume": _whole("volume", 0, 100),
    "volume_pieces": _whole("volume_pieces", 0, 100),
    "volume_signals": _whole("volume_signals", 0, 100),
    "interface_size": _whole("interface_size", LEAST_SIZE, MOST_SIZE),
    "window_size": _size,
    "remembered_names": _names,
    "box": _box,
    "lessons": _lessons,
    **{
        field.name: _flag(field.name)
        for field in dataclasses.fields(Settings)
        if isinstance(field.default, bool)
    },
}
