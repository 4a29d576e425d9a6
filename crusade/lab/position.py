"""From the words of a scenario to a position, and from a position back to those words."""

from __future__ import annotations

import re

from ..atlas import AtlasError, board_ids, load
from ..automaton.lost_tribes import LostTribes
from ..rules import ParseError, Setup, State, hand_of, parse_combo
from ..rules import setup as make_setup
from ..rules.abilities import POWERS, RACES, combo_of
from ..rules.board import MOST_REGIONS, SYMBOLS, TERRAINS, Board, RegionSpec
from ..rules.ids import (
    CLASSIC,
    COLUMN,
    EMPTY,
    ENCAMPMENTS,
    FORTRESSES,
    HEROES,
    HOLE,
    HOLES,
    IN_DECLINE,
    MARK_WORDS,
    MODES,
    NONE,
    SOLO,
    SPIRIT,
    TRIBES,
    TRIBES_SLOT,
    TWO_PLAYER,
)
from ..rules.markers import place
from ..rules.pieces import occupy
from ..rules.state import blank
from ..rules.turn import begin_turn
from .scenario_file import Case, Text

_PLAYER = re.compile(r"P([1-5])")
_OWNER = re.compile(r"(P[1-5])( declined(?:\((\w+)\))?)? ([0-9]+)|tribes ([0-9]+)")
_REGION = re.compile(r"\w+")
MARK_LIMITS = dict(zip(MARK_WORDS, (FORTRESSES, 10, HOLES, HEROES, 1), strict=True))
"""How many markers of each kind there are (`base.md S10`)."""


def seat_number(case: Case, word: str, key: str, seats: int, item: Text | None = None) -> int:
    """The seat of `P1` .. `P5` in a game of ``seats`` persons, or TRIBES for `T`.

    Raises ScenarioError, at ``item`` if that is given, else at ``key``.
    """
    if word == "T":
        return TRIBES
    where = item or Text(word, case.lines.get(key, case.line))
    found = _PLAYER.fullmatch(word)
    if not found:
        raise case.fault(where, f"'{word}' under '{key}' is not a player (P1 to P5, or T)")
    if int(found[1]) > seats:
        raise case.fault(where, f"there is no {word} in this game")
    return int(found[1]) - 1


def person(case: Case, word: str, key: str, seats: int, item: Text | None = None) -> int:
    """The seat of `P1` .. `P5`; the Lost Tribes are refused."""
    seat = seat_number(case, word, key, seats, item)
    if seat == TRIBES:
        raise case.error(key, f"the Lost Tribes have no place under '{key}'")
    return seat


def board_of(case: Case) -> Board:
    """The scenario's board: its own Regions and borders, or a board of the game by name."""
    name = case.text("board")
    regions = case.mapping("regions")
    if name.value and regions:
        raise case.fault(name, "a scenario has either 'board' or 'regions'")
    if name.value:
        if name.value not in board_ids():
            known = ", ".join(board_ids())
            raise case.fault(name, f"no board is called '{name.value}'; there are {known}")
        try:
            return load(name.value).board
        except AtlasError as error:
            raise case.fault(name, error.sentences[0]) from None
    if not regions:
        raise case.error("regions", "the scenario has neither 'regions' nor 'board'")
    if len(regions) > MOST_REGIONS:
        raise case.error("regions", f"a board has at most {MOST_REGIONS} Regions")
    specs = [_spec(case, id, words) for id, words in regions.items()]
    ids = [spec.id for spec in specs]
    borders = []
    text = case.text("borders")
    for pair in text.value.split():
        a, _, b = pair.partition("-")
        if a not in ids or b not in ids or a == b:
            raise case.fault(text, f"'{pair}' does not join two Regions of this board")
        borders.append((ids.index(a), ids.index(b)))
    return Board.make(id="scenario", regions=specs, borders=borders)


def _spec(case: Case, id: str, words: Text) -> RegionSpec:
    """One Region of the case's own board."""
    if not _REGION.fullmatch(id):
        raise case.fault(words, f"'{id}' is no name for a Region; use letters and digits")
    terrain, *rest = words.value.split() or [""]
    if terrain not in TERRAINS:
        raise case.fault(words, f"'{terrain}' of Region {id} is not a terrain")
    for word in rest:
        if word != "edge" and word not in SYMBOLS:
            raise case.fault(words, f"'{word}' of Region {id} is neither 'edge' nor a symbol")
    symbols = [word for word in rest if word != "edge"]
    return RegionSpec(id, id, terrain, symbols, edge="edge" in rest)


def _seats(case: Case, mode: str) -> int:
    """Players are those named anywhere in the case, at least P1 and P2, in solo P1 alone."""
    if mode != CLASSIC:
        return 1 if mode == SOLO else 2
    named = re.findall(r"\bP([1-5])\b", " ".join(case.words()))
    return max(2, *(int(n) for n in named), 2)


def build(case: Case) -> State:
    """The position a scenario begins with; the turn has begun.

    Raises ScenarioError for anything that is no position.
    """
    board = board_of(case)
    mode = case.text("mode", CLASSIC).value
    if mode not in MODES:
        raise case.error("mode", f"'{mode}' is not a mode ({', '.join(MODES)})")
    if case.text("event").value:
        raise case.error("event", "this game has no events yet")
    game: Setup = make_setup(
        board, mode, _seats(case, mode), automaton=None if mode == CLASSIC else LostTribes()
    )
    s = blank(game)
    s.combo[TRIBES_SLOT] = combo_of(board, NONE, NONE)
    s.round = case.whole("round", 2)
    if not 1 <= s.round <= game.rounds:
        raise case.error("round", f"this game has rounds 1 to {game.rounds}")
    _races(case, s)
    _coins(case, s)
    _regions(case, s)
    _hands(case, s)
    _column(case, s)
    _tribes(case, s)
    s.seat = seat_number(case, case.text("turn", "P1").value, "turn", game.seats)
    if s.seat == TRIBES and mode == CLASSIC:
        raise case.error("turn", "the Lost Tribes have no turn in the classic game")
    begin_turn(s, s.seat, None)
    return s


def _tribes(case: Case, s: State) -> None:
    """The tokens beside the board and the Control Marker."""
    mode = s.setup.mode
    s.hand[TRIBES_SLOT] = case.whole("aside", 0)
    if mode == CLASSIC and "aside" in case.sections:
        raise case.error("aside", "in the classic game no Lost Tribes wait beside the board")
    if mode == TWO_PLAYER:
        usual = "P2" if s.round % 2 else "P1"
        s.control = person(case, case.text("control", usual).value, "control", 2)
    elif "control" in case.sections:
        raise case.error("control", "the Control Marker belongs to the two-player mode")


def _races(case: Case, s: State) -> None:
    for word, item in case.mapping("races").items():
        slot = person(case, word, "races", s.setup.seats, item) * 3
        banner, badge = _combo(case, s, item)
        _enlist(s, slot, banner, badge, declined=False)
    for word, items in case.lists("declined").items():
        seat = person(case, word, "declined", s.setup.seats)
        for item in items:
            banner, badge = _combo(case, s, item)
            kept = badge != NONE and not POWERS[badge].counts_in_decline
            slot = seat * 3 + (SPIRIT if kept else IN_DECLINE)
            if s.banner[slot] != NONE:
                raise case.fault(item, f"{word} cannot have those races In Decline at once")
            _enlist(s, slot, banner, badge if kept else NONE, declined=True)


def _combo(case: Case, s: State, item: Text, text: str | None = None) -> tuple[int, int]:
    """Banner and badge of ``text``, else of all of ``item``; both must still be in the box."""
    banner, badge = _read_combo(case, item, text)
    race = RACES[banner].name
    if not s.unseen_banners >> banner & 1:
        raise case.fault(item, f"there is only one banner of the {race}")
    if badge != NONE and not s.setup.badges >> badge & 1:
        raise case.fault(item, f"the {POWERS[badge].name} badge is out of the box in this mode")
    if badge != NONE and not s.unseen_badges >> badge & 1:
        raise case.fault(item, f"there is only one {POWERS[badge].name} badge")
    return banner, badge


def _read_combo(case: Case, item: Text, text: str | None = None) -> tuple[int, int]:
    try:
        return parse_combo(item.value if text is None else text)
    except ParseError as error:
        raise case.fault(item, str(error)) from None


def _enlist(s: State, slot: int, banner: int, badge: int, declined: bool) -> None:
    s.banner[slot] = banner
    s.badge[slot] = badge
    s.combo[slot] = combo_of(s.board, banner, badge, declined)
    s.unseen_banners &= ~(1 << banner)
    if badge != NONE:
        s.unseen_badges &= ~(1 << badge)


def _coins(case: Case, s: State) -> None:
    for word, item in case.mapping("coins").items():
        seat = seat_number(case, word, "coins", s.setup.seats, item)
        s.coins[seat] = case.number(item, "coins")


def _regions(case: Case, s: State) -> None:
    for name, item in case.mapping("at").items():
        r = s.board.index.get(name)
        if r is None:
            raise case.fault(item, f"'{name}' is not a Region of this board")
        found = _OWNER.match(item.value)
        if not found:
            raise case.fault(item, f"'{item.value}' of Region {name} does not say who stands there")
        slot = TRIBES_SLOT if found[5] else _slot(case, s, item, found)
        tokens = case.number(Text(found[4] or found[5], item.line), "at")
        if not tokens:
            raise case.fault(item, f"Region {name} has no token; leave it out")
        occupy(s, slot, r, tokens)
        if slot != TRIBES_SLOT:
            s.tray[s.banner[slot]] -= tokens
        _markers(case, s, r, name, Text(item.value[found.end() :], item.line))
    for kind, word in enumerate(MARK_WORDS):
        if s.marks[kind].bit_count() > MARK_LIMITS[word]:
            raise case.error("at", f"there are only {MARK_LIMITS[word]} markers '{word}'")
    if sum(s.camps) > ENCAMPMENTS:
        raise case.error("at", f"there are only {ENCAMPMENTS} Encampments")


def _markers(case: Case, s: State, r: int, name: str, item: Text) -> None:
    """Put what the words of ``item`` name into Region ``r``, beside its tokens."""
    for word in item.value.split():
        kind, sign, count = word.partition("=")
        if kind == "encampments" and sign and not s.camps[r]:
            s.camps[r] = case.number(Text(count, item.line), "encampments")
            s.walls[r] += s.camps[r]
        elif kind in MARK_WORDS and not sign and not s.marks[MARK_WORDS.index(kind)] >> r & 1:
            place(s, MARK_WORDS.index(kind), r, None)
        else:
            raise case.fault(item, f"'{word}' of Region {name} is not a marker, or stands twice")
        if s.occ[r] == TRIBES_SLOT:
            raise case.fault(item, f"the Lost Tribes have no '{word}'")


def _slot(case: Case, s: State, item: Text, found: re.Match[str]) -> int:
    seat = person(case, found[1], "at", s.setup.seats, item)
    if not found[2]:
        slots = [seat * 3]
    else:
        slots = [
            slot
            for slot in (seat * 3 + 1, seat * 3 + 2)
            if s.banner[slot] != NONE and found[3] in (None, RACES[s.banner[slot]].name)
        ]
    if len(slots) != 1 or s.banner[slots[0]] == NONE:
        raise case.fault(item, f"'{found[0]}' does not name one of the races in play")
    return slots[0]


def _hands(case: Case, s: State) -> None:
    for word, item in case.mapping("hand").items():
        slot = person(case, word, "hand", s.setup.seats, item) * 3
        if s.banner[slot] == NONE:
            raise case.fault(item, f"{word} has no Active race to hold tokens of")
        s.hand[slot] = case.number(item, "hand")
        s.tray[s.banner[slot]] -= s.hand[slot]
    fresh = _just_picked(case, s)
    for seat in range(s.setup.seats):
        slot = seat * 3
        combo = s.combo[slot]
        if combo is None:
            continue
        banner, badge = s.banner[slot], s.badge[slot]
        number = RACES[banner].number + (POWERS[badge].number if badge != NONE else 0)
        if fresh is not None:
            just_picked = bool(fresh >> seat & 1)
        else:
            just_picked = s.round == 1 or (not s.held[slot] and s.hand[slot] >= number)
        if just_picked:
            for hook in combo.picked:
                hook(s, slot)
            # What is on the board already is not to come once more.
            dug = (s.marks[HOLE] & s.held[slot]).bit_count()
            s.memo[slot] = max(0, s.memo[slot] - dug) if dug else s.memo[slot]
        for aside in combo.set_aside:
            s.memo[slot] = aside(s, slot)
            s.tray[banner] -= s.memo[slot]
    for banner, left in enumerate(s.tray):
        if left < 0:
            raise case.error("at", f"there are not that many {RACES[banner].name}")
    s.picked = sum(
        1 << seat
        for seat in range(s.setup.seats)
        if s.round > 1 or any(s.banner[seat * 3 + k] != NONE for k in range(3))
    )


def _just_picked(case: Case, s: State) -> int | None:
    """Mask of the seats whose race is as just picked, so that what comes once (Holes, the
    Wealthy's coins) is still to come; None where the case leaves it to what FORMAT.md assumes.
    """
    if "picked" not in case.sections:
        return None
    mask = 0
    for item in case.sequence("picked"):
        seat = person(case, item.value, "picked", s.setup.seats, item)
        if s.banner[seat * 3] == NONE:
            raise case.fault(item, f"{item.value} has no Active race that could be new")
        mask |= 1 << seat
    return mask


def _column(case: Case, s: State) -> None:
    for item in case.sequence("combos"):
        name, coins = _row(case, item)
        banner, badge = _combo(case, s, item, name)
        s.column.append((banner, badge, coins))
        s.unseen_banners &= ~(1 << banner)
        if badge != NONE:
            s.unseen_badges &= ~(1 << badge)
    if len(s.column) > COLUMN:
        raise case.error("combos", "the column has six rows")


def _row(case: Case, item: Text) -> tuple[str, int]:
    name, _, coins = item.value.partition("+")
    return name.strip(), case.number(Text(coins.strip() or "0", item.line), "combos")


def parse_row(case: Case, item: Text) -> tuple[int, int, int]:
    """Banner, badge and coins of `Flying Trolls +1`."""
    name, coins = _row(case, item)
    return (*_read_combo(case, item, name), coins)


# ---------------------------------------------------------------- back to words
def shown_tokens(s: State, r: int) -> int:
    """The tokens in Region ``r`` as a player counts them: his are ready when his turn begins."""
    if s.unready and s.occ[r] == s.seat * 3:
        return 1
    return s.tokens[r]


def region_text(s: State, r: int) -> str:
    """What stands in Region ``r``, in the words of a scenario; `empty` if nobody does."""
    slot = s.occ[r]
    if slot == EMPTY:
        words = ["empty"]
    elif slot == TRIBES_SLOT:
        words = [f"tribes {s.tokens[r]}"]
    else:
        kind = f" declined({RACES[s.banner[slot]].name})" if slot % 3 else ""
        words = [f"P{slot // 3 + 1}{kind} {shown_tokens(s, r)}"]
    words += [word for kind, word in enumerate(MARK_WORDS) if s.marks[kind] >> r & 1]
    if s.camps[r]:
        words.append(f"encampments={s.camps[r]}")
    return " ".join(words)


def same_region(wanted: str, found: str) -> bool:
    """Whether two descriptions of a Region agree; `declined` without a name fits any race."""
    if "declined(" not in wanted:
        found = re.sub(r"declined\(\w+\)", "declined", found)
    return sorted(wanted.split()) == sorted(found.split())


def held_in_hand(s: State, seat: int) -> int:
    """What a player holds: ready tokens, and driven-out ones that still have to be placed, also
    those of his own that his Ghouls drove out (`rulings.md 27`).
    """
    waiting = s.waiting if seat == s.seat else 0
    return hand_of(s, seat * 3) + waiting + s.hand[seat * 3 + 1] + s.hand[seat * 3 + 2]
