"""The text of moves: one line each, the words of the scenarios, the records and the log.

The engine's own moves are written and read here; what an ability asks is written and read by its
decision (`asking.py`), and the ways to conquer have their own words (`ways.py`).
"""

from __future__ import annotations

from . import moves
from .asking import AnswerError, Decision, is_number, names_seat
from .early import progress
from .fighting import offered
from .ids import (
    ACTIVE_OF,
    ASK,
    CONQUER,
    DEALER,
    EARLY_OVER,
    IS_ACTIVE,
    NOBODY,
    NONE,
    OWNER,
    PAST_OF,
    VICTIM,
    VICTIMS,
)
from .library import Library
from .moves import Move
from .questions import Card
from .sources import Combo
from .state import State


class ParseError(ValueError):
    """A text that is no move; the message says what is wrong in one sentence."""


def combo_text(library: Library, banner: int, badge: int) -> str:
    """`Hill Orcs`, or `Orcs` without a badge."""
    race = library.races[banner].name
    return race if badge == NONE else f"{library.powers[badge].name} {race}"


def parse_combo(library: Library, text: str) -> tuple[int, int]:
    """Banner and badge of a text such as `Dragon Master Orcs`; badge NONE for a bare banner."""
    words = text.split()
    for start in range(len(words)):
        race = " ".join(words[start:])
        if race in library.race_index:
            power = " ".join(words[:start])
            if power and power not in library.power_index:
                raise ParseError(f"'{power}' is not one of the Special Powers")
            badge = library.power_index[power] if power else NONE
            return library.race_index[race], badge
    raise ParseError(f"'{text}' does not end with one of the Races")


def _pairs(ids: tuple[str, ...], flat: Move) -> str:
    return " ".join(f"{ids[r]}={n}" for r, n in zip(flat[::2], flat[1::2], strict=True))


def _ways_text(s: State, ways: int) -> str:
    """` with ghouls and mercenaries`, ` with doormat orb`: who fights first, then how, a card
    last.
    """
    if not ways:
        return ""
    library = s.setup.library
    early = [way.word for way in library.ways_of(ways) if way.fights_early]
    acting = library.acting_of(ways)
    own = " ".join(way.word for way in acting if not isinstance(way.source, Card))
    cards = [way.word for way in acting if isinstance(way.source, Card)]
    return " with " + " and ".join([*early, *([own] if own else []), *cards])


def move_text(s: State, move: Move) -> str:
    """The line that stands for ``move`` in the position ``s`` before it."""
    ids = s.board.ids
    library = s.setup.library
    kind = move[0]
    if kind == moves.PICK:
        swap = f" swap {move[2] + 1}" if len(move) > 2 else ""
        return f"pick {move[1] + 1}{swap}"
    if kind == moves.ABANDON:
        return "abandon " + " ".join(ids[r] for r in move[1:])
    if kind in (moves.CONQUER, moves.ATTEMPT):
        verb = "conquer" if kind == moves.CONQUER else "attempt"
        ways = move[2]
        rolling = library.ways_of(ways & library.rolling)
        if rolling:
            verb, ways = rolling[0].word, ways & ~library.rolling
        return f"{verb} {ids[move[1]]}{_ways_text(s, ways)}"
    if kind == moves.END:
        return "end conquests"
    if kind == moves.REDEPLOY:
        slot = move[1]
        who = f"P{OWNER[slot] + 1} " if s.phase == VICTIM else ""
        combo = s.combo[slot]
        word = _declined_word(combo) if combo is not None else ""
        return f"{who}redeploy {_pairs(ids, move[2:])}{f' with {word}' if word else ''}"
    if kind == moves.ANSWER:
        decision = library.decisions[move[1]]
        text = decision.text(s, move[2:])
        if decision.drawn:
            return f"{decision.draw_word} {text}"
        word = _early_word(s, move[1])
        if word:
            return f"{text} with {word}"
        named = s.phase == ASK and s.moment == VICTIMS
        return f"P{s.actor + 1} {text}" if named else text
    if kind == moves.DECLINE:
        return "decline"
    if kind == moves.CHOOSE:
        return f"choose {ids[move[1]]}"
    if kind == moves.DIE:
        return f"die {move[1]}"
    if kind == moves.DEAL:
        return f"deal {combo_text(library, move[1], move[2])}"
    if kind == moves.TURN_UP:
        return f"turn up {library.cards[move[1]].name}"
    if kind in (moves.TAKE, moves.TRY):
        verb = "conquer" if kind == moves.TAKE else "attempt"
        way = " over " + " ".join(ids[r] for r in move[2:]) if len(move) > 2 else ""
        return f"T {verb} {ids[move[1]]}{way}"
    if kind == moves.FERRY:
        assert library.ferry is not None
        return f"T {library.ferry.word} {ids[move[1]]}"
    return "T stop"


def _declined_word(combo: Combo) -> str:
    """The word behind `redeploy` for a race In Decline, "" if it is Active or has none."""
    if combo.early is not None:
        return combo.early.word
    return combo.regroups


def _early_word(s: State, index: int) -> str:
    """The word of the race In Decline that makes decision ``index`` in the conquests, or "" if it
    is the Active race's or nobody's.
    """
    slot = offered(s, index)
    combo = s.combo[slot] if slot != NONE and not IS_ACTIVE[slot] else None
    return combo.early.word if combo is not None and combo.early is not None else ""


def parse_move(s: State, text: str) -> Move:
    """The move that ``text`` means in the position ``s``; whether it is legal is another question.

    Raises ParseError for anything that is no move at all, such as an unknown Region.
    """
    words = text.split()
    if not words:
        raise ParseError("an empty line is no move")
    try:
        return _parse(s, words, text)
    except AnswerError as error:
        raise ParseError(f"'{text}': {error}") from None


def _parse(s: State, words: list[str], text: str) -> Move:
    seat = s.actor
    if words[0] == "T" and len(words) > 1:
        return _parse_tribes(s, words[1:], text)
    named = False
    if len(words) > 1 and names_seat(words[0]):
        seat, named = _seat(s, words[0]), True
        words = words[1:]
    verb, rest = words[0], words[1:]
    if named and verb != "redeploy" and seat != s.actor:
        raise ParseError(f"'{text}': it is not P{seat + 1} who decides now")
    found = _parse_answer(s, words)
    if found is not None:
        return found
    if verb == "pick":
        if len(rest) == 3 and rest[1] == "swap":
            return (moves.PICK, _number(rest[:1], text) - 1, _number(rest[2:], text) - 1)
        return (moves.PICK, _number(rest, text) - 1)
    if verb == "abandon" and rest:
        return (moves.ABANDON, *(_region(s, word) for word in rest))
    if verb in ("conquer", "attempt"):
        kind = moves.CONQUER if verb == "conquer" else moves.ATTEMPT
        return (kind, _region(s, rest[0] if rest else ""), _ways(s, rest[1:], text))
    rolling = next((way for way in s.setup.library.ways if way.rolls and way.word == verb), None)
    if rolling is not None:
        bit = s.setup.library.way_bit[rolling]
        return (
            moves.CONQUER,
            _region(s, rest[0] if rest else ""),
            bit | _ways(s, rest[1:], text),
        )
    if verb == "redeploy":
        word = ""
        if len(rest) > 1 and rest[-2] == "with":
            word = rest[-1]
            rest = rest[:-2]
            library = s.setup.library
            if not any(way.word == word and way.fights_early for way in library.ways) and not any(
                source.regroups == word for source in library.sources
            ):
                raise ParseError(f"'{text}': no race redeploys 'with {word}'")
        return (moves.REDEPLOY, _redeploying(s, seat, word), *_parse_pairs(s, rest, text))
    if verb == "choose" and len(rest) == 1:
        return (moves.CHOOSE, _region(s, rest[0]))
    if verb == "die":
        return (moves.DIE, _number(rest, text))
    if verb == "deal":
        return (moves.DEAL, *parse_combo(s.setup.library, " ".join(rest)))
    if words[:2] == ["turn", "up"]:
        card = s.setup.library.card_index.get(" ".join(words[2:]))
        if card is None:
            raise ParseError(f"'{' '.join(words[2:])}' is not one of the cards")
        return (moves.TURN_UP, card)
    fixed = {"end conquests": moves.END_MOVE, "decline": moves.DECLINE_MOVE}.get(" ".join(words))
    if fixed is None:
        raise ParseError(f"'{text}' is not a move")
    return fixed


def _candidates(s: State) -> list[int]:
    """The numbers of all decisions, those first that could be meant now."""
    first = []
    if s.phase == ASK and s.asked != NONE:
        first = [s.asked]
    elif s.phase == CONQUER:
        index = s.setup.library.decision_index
        for slot in (ACTIVE_OF[s.seat], *PAST_OF[s.seat]):
            combo = s.combo[slot]
            if combo is not None:
                first += [index[decision] for decision in combo.offers]
    rest = [i for i in range(len(s.setup.library.decisions)) if i not in first]
    return first + rest


def _draw_word(library: Library, line: str) -> str:
    """What the line begins with if it is one that the dealer draws, else nothing."""
    for decision in library.decisions:
        if decision.drawn and line.startswith(f"{decision.draw_word} "):
            return decision.draw_word
    return ""


def _parse_answer(s: State, words: list[str]) -> Move | None:
    """The answer to a decision that the words mean, or None if they begin like none."""
    line = " ".join(words)
    drawing = _draw_word(s.setup.library, line)
    if drawing:
        line = line[len(drawing) + 1 :]
        words = line.split()
    early = ""
    fighters = [way.word for way in s.setup.library.ways if way.fights_early]
    if s.phase == CONQUER and words[-2:-1] == ["with"] and words[-1] in fighters:
        early = words[-1]
        line = " ".join(words[:-2])
    engine = {"decline"} if s.phase != ASK else set()
    for i in _candidates(s):
        decision = s.setup.library.decisions[i]
        if decision.drawn != bool(drawing) or (drawing and decision.draw_word != drawing):
            continue
        if decision.for_tribes and not (s.phase == ASK and i == s.asked):
            continue  # the same word chooses for their conquests
        answer = _answer_of(s, decision, line, engine)
        if answer is not None:
            if s.phase == CONQUER and _early_word(s, i) != early and offered(s, i) != NONE:
                return (moves.ANSWER, i)  # another race is meant, which has nothing to answer
            return (moves.ANSWER, i, *answer)
    return None


def _answer_of(s: State, decision: Decision, line: str, engine: set[str]) -> tuple[int, ...] | None:
    """What ``line`` answers to ``decision``, or None if it is not about it."""
    if line in engine:
        return None
    if decision.by_thing:
        return decision.read(s, line)
    if decision.pass_word and line == decision.pass_word:
        return ()
    no_word = getattr(decision, "no_word", "")
    if no_word and line == no_word:
        return (0,)
    if line == decision.word or line.startswith(decision.word + " "):
        return decision.parse(s, line[len(decision.word) :].split())
    return None


def _redeploying(s: State, seat: int, word: str) -> int:
    """The slot that a `redeploy` of ``seat`` speaks of; a victim's is the one whose time it is."""
    if seat in (NOBODY, DEALER):
        seat = s.seat
    if s.phase == VICTIM and OWNER[s.victim] == seat and not (word and IS_ACTIVE[s.victim]):
        return s.victim
    if not word:
        return ACTIVE_OF[seat]
    found = [
        slot
        for slot in PAST_OF[seat]
        for combo in (s.combo[slot],)
        if combo is not None and _declined_word(combo) == word
    ]
    still = [slot for slot in found if progress(s, slot) != EARLY_OVER]
    return (still or found or [PAST_OF[seat][0] if PAST_OF[seat] else ACTIVE_OF[seat]])[0]


def _parse_tribes(s: State, words: list[str], text: str) -> Move:
    if words == ["stop"]:
        return moves.STOP_MOVE
    kind = {"conquer": moves.TAKE, "attempt": moves.TRY}.get(words[0])
    if kind is not None and (len(words) == 2 or (len(words) > 3 and words[2] == "over")):
        return (kind, _region(s, words[1]), *(_region(s, word) for word in words[3:]))
    ferry = s.setup.library.ferry
    if ferry is not None and len(words) == 2 and words[0] == ferry.word:
        return (moves.FERRY, _region(s, words[1]))
    raise ParseError(f"'{text}' is not a move of the Lost Tribes")


def _region(s: State, word: str) -> int:
    r = s.board.index.get(word)
    if r is None:
        raise ParseError(f"'{word}' is not a Region of this board")
    return r


def _seat(s: State, word: str) -> int:
    seat = int(word[1:]) - 1
    if not 0 <= seat < s.setup.seats:
        raise ParseError(f"'{word}' is not a player of this game")
    return seat


def _number(words: list[str], text: str) -> int:
    if len(words) != 1 or not is_number(words[0]):
        raise ParseError(f"'{text}' needs one whole number")
    return int(words[0])


def _ways(s: State, words: list[str], text: str) -> int:
    """The mask of the ways behind a Region: `with ghouls and mercenaries`."""
    if not words:
        return moves.PLAIN
    library = s.setup.library
    mask = 0
    if words[0] == "with":
        for word in [word for word in words[1:] if word != "and"]:
            way = library.way(word)
            if way is None or mask & library.way_bit[way]:
                mask = 0
                break
            mask |= library.way_bit[way]
    if not mask:
        known = " or ".join(f"'with {way.word}'" for way in library.ways if not way.rolls)
        raise ParseError(f"'{text}': a conquest is made {known}")
    return mask


def _parse_pairs(s: State, words: list[str], text: str) -> Move:
    flat: list[int] = []
    for word in words:
        name, sign, count = word.partition("=")
        if not sign or not is_number(count):
            raise ParseError(f"'{word}' in '{text}' should read Region=number")
        flat += (_region(s, name), int(count))
    return tuple(flat)
