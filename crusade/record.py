"""The text record of a game: what was decided before the first move, and every move since.

The record is the truth about a game; it is what is exported, imported and put into a bug report:

    Lost Tribes' Crusade record, format 1
    mode: solo
    board: base-2p
    boxes: base
    edition: 2
    tokens: 14
    names: Ada
    started: 2026-11-30T10:00:00Z
    seed: 12345
    result: P1 84 T 70 winner P1
    --
    pick 1
    conquer r05

One move a line. Blank lines and lines that begin with `#` are ignored. `seed`, `options`, `rewound`
and `result` are left out where they say nothing. The people's coins stand in the order of seats.

`boxes` names the boxes that were in the game, parted by commas, and `edition` the edition of the
rules that it was played by; a record without these lines is of a base game by the first edition.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from crusade.automaton.names import clean_name
from crusade.boxes.tales.own import LONGEST_TEXT, OWN_CARDS
from crusade.clock import parse as parse_moment
from crusade.files import read_at_most
from crusade.rules.ids import CLASSIC, MAX_SEATS, MODES, SOLO, TRIBES, TWO_PLAYER
from crusade.texts import N_, _, _n, fixed

FORMAT: Final = 1
TITLE: Final = fixed("Lost Tribes' Crusade record, format ")
SEPARATOR: Final = "--"
LONGEST_FILE: Final = 4_000_000
"""Characters, or bytes; a real game has some thousands, so a longer text is not a record."""
_TOO_LONG: Final = N_("This file is far too long to be the record of a game.")
MOST_MOVES: Final = 100_000
Option = bool | int | str

BASE: Final = "base"
"""The box of the game itself."""
FIRST_EDITION: Final = 1
"""The edition of the rules of records that name none."""
_LARGEST: Final = 10**18
"""Numbers in a record are smaller."""
MOST_OPTIONS: Final = 50
LONGEST_OPTION: Final = 400
"""Characters of an option's text; its key is a tenth of that. Only the player's own cards have more
room."""

SEATS: Final = {SOLO: (1, 1), TWO_PLAYER: (2, 2), CLASSIC: (2, MAX_SEATS)}
_BOX: Final = re.compile(r"[a-z0-9][a-z0-9-]{0,30}")
_MOST_BOXES: Final = 20
_MOST_EDITIONS: Final = 9999
_BOARD: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.-]{0,63}")
_RESULT: Final = re.compile(
    r"(?P<coins>P1 -?\d+(?: P[2-5] -?\d+)*)(?: T (?P<tribes>-?\d+))?"
    r"(?: winner (?P<winners>(?:P[1-5]|T)(?: P[1-5])*))?(?P<resigned> resigned)?"
)


class RecordError(Exception):
    """A record that cannot be read. `line` counts from 1, `sentence` says what is wrong there."""

    def __init__(self, line: int, sentence: str) -> None:
        self.line = line
        self.sentence = sentence
        super().__init__(_("Line {line}: {sentence}", line=line, sentence=sentence))


@dataclass(frozen=True)
class Result:
    """How a game ended: coins of the people by seat, of the Lost Tribes (None in a classic game).

    `winners` are seats, 5 for the Lost Tribes; more than one seat is a shared victory, and a
    classic game that was resigned has none. `resigned`: the people gave up before the last round
    ended.
    """

    coins: tuple[int, ...]
    tribes: int | None
    winners: tuple[int, ...]
    resigned: bool = False

    def text(self) -> str:
        """One line: `P1 84 T 70 winner P1`."""
        words = [f"P{seat + 1} {coins}" for seat, coins in enumerate(self.coins)]
        if self.tribes is not None:
            words.append(f"T {self.tribes}")
        if self.winners:
            words += ["winner", *(seat_text(seat) for seat in self.winners)]
        return " ".join(words) + (" resigned" if self.resigned else "")


@dataclass(frozen=True)
class Record:
    """One game as text: enough to play it again to the same position.

    `tokens` is 0 in a classic game. `seed` is there only if the player gave one, at most 18 digits.
    `moves` are lines of `rules.notation`, chance included. `rewound`: the player went back past
    chance. `boxes` and `edition` say by which rules it was played.
    """

    mode: str
    board: str
    tokens: int
    names: tuple[str, ...]
    started: str
    moves: tuple[str, ...] = ()
    seed: int | None = None
    options: Mapping[str, Option] = field(default_factory=dict)
    result: Result | None = None
    rewound: bool = False
    boxes: tuple[str, ...] = (BASE,)
    edition: int = FIRST_EDITION

    def seat_colours(self, most: int) -> tuple[int, ...]:
        """Which of `most` colours each seat chose, by their numbers from 0; () if not known."""
        words = str(self.options.get("colours", "")).split(",")
        if len(words) != len(self.names) or not all(re.fullmatch("[0-9]{1,3}", w) for w in words):
            return ()
        found = tuple(int(word) for word in words)
        return found if max(found) < most and len(set(found)) == len(found) else ()


def seat_text(seat: int) -> str:
    """`P1` for seat 0, `T` for the Lost Tribes."""
    return "T" if seat == TRIBES else f"P{seat + 1}"


def dump(record: Record) -> str:
    """The record as text, ending with a line end; `load` gives back an equal record."""
    header: dict[str, object] = {"mode": record.mode, "board": record.board}
    if (record.boxes, record.edition) != ((BASE,), FIRST_EDITION):
        header |= {"boxes": ", ".join(record.boxes), "edition": record.edition}
    if record.mode != CLASSIC:
        header["tokens"] = record.tokens
    header |= {"names": _names_text(record.names), "started": record.started}
    if record.seed is not None:
        header["seed"] = record.seed
    if record.options:
        header["options"] = json.dumps(dict(record.options), sort_keys=True)
    if record.rewound:
        header["rewound"] = "yes"
    if record.result is not None:
        header["result"] = record.result.text()
    lines = [f"{TITLE}{FORMAT}", *(f"{key}: {value}" for key, value in header.items())]
    return "\n".join([*lines, SEPARATOR, *record.moves]) + "\n"


def load(text: str) -> Record:
    """Read a record; the moves are not checked against the rules here.

    Raises RecordError with the line and one sentence about the first thing that is wrong.
    """
    if len(text) > LONGEST_FILE:
        raise RecordError(1, _(_TOO_LONG))
    lines = [
        (number, line.strip())
        for number, line in enumerate(text.removeprefix("\ufeff").splitlines(), 1)
        if line.strip() and not line.lstrip().startswith("#")
    ]
    if not lines or not lines[0][1].startswith(TITLE):
        raise RecordError(
            1, _('A record begins with the line "{title}{format}".', title=TITLE, format=FORMAT)
        )
    _check_format(*lines[0])
    header: dict[str, tuple[int, str]] = {}
    for position, (number, line) in enumerate(lines[1:], 1):
        if line == SEPARATOR:
            return _record(header, lines[position + 1 :], number)
        key, colon, value = line.partition(":")
        if not colon or key not in _READERS:
            raise RecordError(
                number, _('"{line}" is not a line of a record\'s header.', line=short(line))
            )
        if key in header:
            raise RecordError(number, _('"{key}" is said twice.', key=key))
        header[key] = (number, value.strip())
    raise RecordError(
        lines[-1][0], _('The line "{separator}" before the moves is missing.', separator=SEPARATOR)
    )


def load_file(path: Path) -> Record:
    """Read an exported file. Raises RecordError; OSError or ValueError if it cannot be read."""
    return load(read_words(path))


def read_words(path: Path) -> str:
    """The text of a file that may be a record. Raises as `load_file`."""
    data = read_at_most(path, LONGEST_FILE)
    if len(data) > LONGEST_FILE:
        raise RecordError(1, _(_TOO_LONG))
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        raise RecordError(1, _("This file is not a text, so it is not a record.")) from None


def parse_result(text: str) -> Result:
    """The result that a line of `Result.text` names. Raises ValueError with one sentence."""
    match = _RESULT.fullmatch(text)
    if not match or not (match["winners"] or match["resigned"]):
        raise ValueError(
            _('"{text}" is not a result such as "P1 84 T 70 winner P1".', text=short(text))
        )
    words = match["coins"].split()
    if words[::2] != [f"P{n}" for n in range(1, len(words) // 2 + 1)]:
        raise ValueError(_("The result must name the players in order, P1 first."))
    seats = tuple(
        TRIBES if word == "T" else int(word[1]) - 1 for word in (match["winners"] or "").split()
    )
    tribes = match["tribes"]
    if any(seat >= len(words) // 2 for seat in seats if seat != TRIBES) or (
        TRIBES in seats and tribes is None
    ):
        raise ValueError(_("The result names a winner who did not play."))
    return Result(
        coins=tuple(_number(word) for word in words[1::2]),
        tribes=None if tribes is None else _number(tribes),
        winners=seats,
        resigned=match["resigned"] is not None,
    )


# -- the header, key by key -----------------------------------------------------------------------


def _check_format(number: int, title: str) -> None:
    version = title.removeprefix(TITLE)
    if not version.isdecimal() or not version.isascii() or len(version) > 6:
        raise RecordError(
            number, _('"{version}" is not the number of a format.', version=short(version))
        )
    if int(version) > FORMAT:
        raise RecordError(number, _("This record was written by a newer version of the game."))
    if int(version) != FORMAT:
        raise RecordError(
            number, _("There is no format {version} of records.", version=int(version))
        )


def _read_mode(text: str) -> str:
    if text not in MODES:
        raise ValueError(
            _(
                '"{text}" is not a mode; there are {modes}.',
                text=short(text),
                modes=", ".join(MODES),
            )
        )
    return text


def read_board(text: str) -> str:
    """The name of a board as records have it. Raises ValueError with one sentence."""
    if not _BOARD.fullmatch(text):
        raise ValueError(_('"{text}" is not the name of a board.', text=short(text)))
    return text


def read_boxes(text: str) -> tuple[str, ...]:
    """The names of boxes, parted by commas, each once. Raises ValueError with one sentence."""
    boxes = tuple(word.strip() for word in text.split(","))
    if len(boxes) > _MOST_BOXES or not all(_BOX.fullmatch(box) for box in boxes):
        raise ValueError(_('"{text}" are not names of boxes parted by commas.', text=short(text)))
    if len(set(boxes)) < len(boxes):
        raise ValueError(_("A box is named twice."))
    return boxes


def _read_edition(text: str) -> int:
    edition = _number(text)
    if not 1 <= edition <= _MOST_EDITIONS:
        raise ValueError(_("The rules have no edition {edition}.", edition=edition))
    return edition


def _read_tokens(text: str) -> int:
    tokens = _number(text)
    if not 1 <= tokens <= 999:
        raise ValueError(_("The Lost Tribes' tokens must be between 1 and 999."))
    return tokens


def _read_moment(text: str) -> str:
    try:
        parse_moment(text)
    except ValueError:
        raise ValueError(
            _('"{text}" is no moment such as 2026-11-30T10:00:00Z.', text=short(text))
        ) from None
    return text


def read_options(text: str) -> dict[str, Option]:
    """The options of a game from their JSON, checked. Raises ValueError with one sentence."""
    try:
        options = json.loads(text)
    except (ValueError, RecursionError):
        options = None
    if not isinstance(options, dict) or not all(
        isinstance(value, Option) for value in options.values()
    ):
        raise ValueError(_("The options must be one JSON object of plain values."))
    if len(options) > MOST_OPTIONS:
        raise ValueError(_("There are more than {most} options.", most=MOST_OPTIONS))
    for key, value in options.items():
        large = isinstance(value, int) and abs(value) >= _LARGEST
        longest = LONGEST_TEXT if key == OWN_CARDS else LONGEST_OPTION
        long = isinstance(value, str) and len(value) > longest
        if large or long or len(key) > LONGEST_OPTION // 10:
            raise ValueError(_('The option "{key}" is far too long.', key=short(key)))
    return options


def _read_yes(text: str) -> bool:
    if text != "yes":
        raise ValueError(_('"rewound" is either "yes" or left out.'))
    return True


def _read_names(text: str) -> tuple[str, ...]:
    names: list[str] = []
    rest = text
    decoder = json.JSONDecoder()
    while True:
        if rest.startswith('"'):
            try:
                name, end = decoder.raw_decode(rest)
            except ValueError:
                raise ValueError(_("A name in quotes does not end.")) from None
            after = rest[end:].strip()
            if after and not after.startswith(","):
                raise ValueError(_("Names are parted by commas."))
            comma, rest = after[:1], after[1:].strip()
        else:
            name, comma, rest = rest.partition(",")
            rest = rest.strip()
        if not clean_name(name):
            raise ValueError(_("A player has no name."))
        names.append(clean_name(name))
        if not comma:
            return tuple(names)


def _names_text(names: tuple[str, ...]) -> str:
    return ", ".join(
        json.dumps(name, ensure_ascii=False) if "," in name or '"' in name else name
        for name in names
    )


_READERS: Final = {
    "mode": _read_mode,
    "board": read_board,
    "boxes": read_boxes,
    "edition": _read_edition,
    "tokens": _read_tokens,
    "names": _read_names,
    "started": _read_moment,
    "seed": lambda text: _number(text),
    "options": read_options,
    "rewound": _read_yes,
    "result": parse_result,
}


def _record(
    header: dict[str, tuple[int, str]], moves: list[tuple[int, str]], separator: int
) -> Record:
    values: dict[str, object] = {}
    for key, (number, text) in header.items():
        try:
            values[key] = _READERS[key](text)
        except ValueError as error:
            raise RecordError(number, str(error)) from None
    classic = values.get("mode") == CLASSIC
    for key in ("mode", "board", "tokens", "names", "started"):
        if key not in values and not (key == "tokens" and classic):
            raise RecordError(separator, _('The header does not say "{key}".', key=key))
    if len(moves) > MOST_MOVES:
        raise RecordError(moves[MOST_MOVES][0], _("No game has so many moves."))
    values.setdefault("tokens", 0)
    record = Record(moves=tuple(line for _unused, line in moves), **values)  # type: ignore[arg-type]
    least, most = SEATS[record.mode]
    if not least <= len(record.names) <= most:
        raise RecordError(
            header["names"][0],
            _n(
                "A {mode} game is not for {count} player.",
                "A {mode} game is not for {count} players.",
                len(record.names),
                mode=record.mode,
            ),
        )
    result = record.result
    if result is not None and (
        len(result.coins) != len(record.names) or (result.tribes is None) != classic
    ):
        raise RecordError(
            header["result"][0], _("The result does not fit the players of the game.")
        )
    return record


def _number(text: str) -> int:
    if not re.fullmatch(r"-?[0-9]{1,18}", text):
        raise ValueError(_('"{text}" is not a number.', text=short(text)))
    return int(text)


def short(text: str) -> str:
    """A text from outside as a message quotes it: at most 40 characters, on one line."""
    text = " ".join(text[:80].split())
    return text if len(text) <= 40 else text[:39] + "…"
