"""The text of moves: one line each, the words of the scenarios, the records and the log."""

from __future__ import annotations

from . import moves
from .abilities import POWER_INDEX, POWER_NAMES, RACE_INDEX, RACE_NAMES
from .ids import NOBODY, NONE, VICTIM, VICTIM_CAMPS
from .moves import WAY_WORDS, Move
from .state import State


class ParseError(ValueError):
    """A text that is no move; the message says what is wrong in one sentence."""


def combo_text(banner: int, badge: int) -> str:
    """`Hill Orcs`, or `Orcs` without a badge."""
    return RACE_NAMES[banner] if badge == NONE else f"{POWER_NAMES[badge]} {RACE_NAMES[banner]}"


def parse_combo(text: str) -> tuple[int, int]:
    """Banner and badge of a text such as `Dragon Master Orcs`; badge NONE for a bare banner."""
    words = text.split()
    if not words or words[-1] not in RACE_INDEX:
        raise ParseError(f"'{text}' does not end with one of the Races")
    power = " ".join(words[:-1])
    if power and power not in POWER_INDEX:
        raise ParseError(f"'{power}' is not one of the Special Powers")
    return RACE_INDEX[words[-1]], POWER_INDEX[power] if power else NONE


def _pairs(ids: tuple[str, ...], flat: Move) -> str:
    return " ".join(f"{ids[r]}={n}" for r, n in zip(flat[::2], flat[1::2], strict=True))


def move_text(s: State, move: Move) -> str:
    """The line that stands for ``move`` in the position ``s`` before it."""
    ids = s.board.ids
    kind = move[0]
    if kind == moves.PICK:
        return f"pick {move[1] + 1}"
    if kind == moves.ABANDON:
        return "abandon " + " ".join(ids[r] for r in move[1:])
    if kind in (moves.CONQUER, moves.ATTEMPT):
        verb = "conquer" if kind == moves.CONQUER else "attempt"
        way = f" with {WAY_WORDS[move[2]]}" if move[2] else ""
        return f"{verb} {ids[move[1]]}{way}"
    if kind == moves.ROLL:
        return "roll"
    if kind == moves.END:
        return "end conquests"
    if kind == moves.REDEPLOY:
        slot = move[1]
        who = f"P{slot // 3 + 1} " if s.phase == VICTIM else ""
        return f"{who}redeploy {_pairs(ids, move[2:])}{' with ghouls' if slot % 3 else ''}"
    if kind == moves.CAMPS:
        who = f"P{move[1] + 1} " if s.phase == VICTIM_CAMPS else ""
        return f"{who}encampments {_pairs(ids, move[2:])}"
    if kind == moves.FORTRESS:
        return "no fortress" if move[1] == NONE else f"fortress {ids[move[1]]}"
    if kind == moves.HEROES:
        return "heroes " + " ".join(ids[r] for r in move[1:])
    if kind == moves.ALLY:
        return "no ally" if move[1] == NOBODY else f"ally P{move[1] + 1}"
    if kind == moves.DECLINE:
        return "decline"
    if kind == moves.DONE:
        return "done"
    if kind == moves.CHOOSE:
        return f"choose {ids[move[1]]}"
    if kind == moves.DIE:
        return f"die {move[1]}"
    if kind == moves.DEAL:
        return f"deal {combo_text(move[1], move[2])}"
    if kind == moves.TAKE:
        return f"T conquer {ids[move[1]]}"
    if kind == moves.TRY:
        return f"T attempt {ids[move[1]]}"
    return "T stop"


def parse_move(s: State, text: str) -> Move:
    """The move that ``text`` means in the position ``s``; whether it is legal is another question.

    Raises ParseError for anything that is no move at all, such as an unknown Region.
    """
    words = text.split()
    if not words:
        raise ParseError("an empty line is no move")
    seat = s.actor
    if words[0] == "T" and len(words) > 1:
        return _parse_tribes(s, words[1:], text)
    if len(words) > 1 and _names_seat(words[0]):
        seat = _seat(s, words[0])
        words = words[1:]
        if words[0] not in ("redeploy", "encampments") and seat != s.actor:
            raise ParseError(f"'{text}': it is not P{seat + 1} who decides now")
    verb, rest = words[0], words[1:]
    if verb == "pick":
        return (moves.PICK, _number(rest, text) - 1)
    if verb == "abandon" and rest:
        return (moves.ABANDON, *(_region(s, word) for word in rest))
    if verb in ("conquer", "attempt"):
        way = _way(rest[1:], text)
        kind = moves.CONQUER if verb == "conquer" else moves.ATTEMPT
        return (kind, _region(s, rest[0] if rest else ""), way)
    if verb == "redeploy":
        ghouls = rest[-2:] == ["with", "ghouls"]
        pairs = _parse_pairs(s, rest[:-2] if ghouls else rest, text)
        return (moves.REDEPLOY, _redeploying(s, seat, ghouls), *pairs)
    if verb == "encampments":
        return (moves.CAMPS, seat, *_parse_pairs(s, rest, text))
    if verb == "fortress":
        return (moves.FORTRESS, _region(s, rest[0] if len(rest) == 1 else " ".join(rest)))
    if verb == "heroes" and rest:
        return (moves.HEROES, *(_region(s, word) for word in rest))
    if verb == "ally" and len(rest) == 1 and _names_seat(rest[0]):
        return (moves.ALLY, _seat(s, rest[0]))
    if verb == "choose" and len(rest) == 1:
        return (moves.CHOOSE, _region(s, rest[0]))
    if verb == "die":
        return (moves.DIE, _number(rest, text))
    if verb == "deal":
        return (moves.DEAL, *parse_combo(" ".join(rest)))
    fixed = {
        "roll": moves.ROLL_MOVE,
        "end conquests": moves.END_MOVE,
        "decline": moves.DECLINE_MOVE,
        "done": moves.DONE_MOVE,
        "no ally": (moves.ALLY, NOBODY),
        "no fortress": moves.NO_FORTRESS,
    }
    found = fixed.get(" ".join(words))
    if found is None:
        raise ParseError(f"'{text}' is not a move")
    return found


def _redeploying(s: State, seat: int, ghouls: bool) -> int:
    """The slot that a `redeploy` of ``seat`` speaks of; a victim's is the one whose time it is."""
    if s.phase == VICTIM and s.victim // 3 == seat and not (ghouls and s.victim % 3 == 0):
        return s.victim
    if not ghouls:
        return seat * 3
    for slot in (seat * 3 + 1, seat * 3 + 2):
        combo = s.combo[slot]
        if combo is not None and combo.fights_in_decline:
            return slot
    return seat * 3 + 1


def _parse_tribes(s: State, words: list[str], text: str) -> Move:
    if words == ["stop"]:
        return moves.STOP_MOVE
    if len(words) == 2 and words[0] == "conquer":
        return (moves.TAKE, _region(s, words[1]))
    if len(words) == 2 and words[0] == "attempt":
        return (moves.TRY, _region(s, words[1]))
    raise ParseError(f"'{text}' is not a move of the Lost Tribes")


def _region(s: State, word: str) -> int:
    r = s.board.index.get(word)
    if r is None:
        raise ParseError(f"'{word}' is not a Region of this board")
    return r


def _is_number(word: str) -> bool:
    """Whether ``word`` is a whole number of a size that occurs in a game."""
    return word.isascii() and word.isdecimal() and len(word) <= 4


def _names_seat(word: str) -> bool:
    return word.startswith("P") and _is_number(word[1:])


def _seat(s: State, word: str) -> int:
    seat = int(word[1:]) - 1
    if not 0 <= seat < s.setup.seats:
        raise ParseError(f"'{word}' is not a player of this game")
    return seat


def _number(words: list[str], text: str) -> int:
    if len(words) != 1 or not _is_number(words[0]):
        raise ParseError(f"'{text}' needs one whole number")
    return int(words[0])


def _way(words: list[str], text: str) -> int:
    if not words:
        return moves.PLAIN
    if len(words) == 2 and words[0] == "with" and words[1] in WAY_WORDS[1:]:
        return WAY_WORDS.index(words[1])
    raise ParseError(f"'{text}': a conquest is made 'with dragon', 'with sorcery' or 'with ghouls'")


def _parse_pairs(s: State, words: list[str], text: str) -> Move:
    flat: list[int] = []
    for word in words:
        name, sign, count = word.partition("=")
        if not sign or not _is_number(count):
            raise ParseError(f"'{word}' in '{text}' should read Region=number")
        flat += (_region(s, name), int(count))
    return tuple(flat)
