"""From the words of a scenario to a position, and from a position back to those words."""

from __future__ import annotations

import re

from ..atlas import AtlasError, load
from ..automaton.lost_tribes import LostTribes
from ..rules import ParseError, Setup, State, hand_of, parse_combo
from ..rules import setup as make_setup
from ..rules.abilities import POWERS, RACES, combo_of
from ..rules.board import SYMBOLS, TERRAINS, Board, RegionSpec
from ..rules.ids import (
    CLASSIC,
    COLUMN,
    EMPTY,
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
from .scenario_file import Case

_PLAYER = re.compile(r"P([1-5])")
_OWNER = re.compile(r"(P[1-5])( declined(?:\((\w+)\))?)? (\d+)|tribes (\d+)")


def seat_number(case: Case, word: str, key: str) -> int:
    """The seat of `P1` .. `P5`, or TRIBES for `T`."""
    if word == "T":
        return TRIBES
    found = _PLAYER.fullmatch(word)
    if not found:
        raise case.error(key, f"'{word}' under '{key}' is not a player (P1 to P5, or T)")
    return int(found[1]) - 1


def board_of(case: Case) -> Board:
    """The scenario's board: its own Regions and borders, or a board of the game by name."""
    name = case.text("board")
    if name:
        try:
            return load(name).board
        except AtlasError as error:
            raise case.error("board", str(error)) from None
    regions = case.mapping("regions")
    if not regions:
        raise case.error("title", "the scenario has neither 'regions' nor 'board'")
    specs = []
    for id, words in regions.items():
        terrain, *rest = words.split() or [""]
        if terrain not in TERRAINS:
            raise case.error("regions", f"'{terrain}' of Region {id} is not a terrain")
        for word in rest:
            if word != "edge" and word not in SYMBOLS:
                raise case.error(
                    "regions", f"'{word}' of Region {id} is neither 'edge' nor a symbol"
                )
        symbols = [word for word in rest if word != "edge"]
        specs.append(RegionSpec(id, id, terrain, symbols, edge="edge" in rest))
    ids = [spec.id for spec in specs]
    borders = []
    for pair in case.text("borders").split():
        a, _, b = pair.partition("-")
        if a not in ids or b not in ids or a == b:
            raise case.error("borders", f"'{pair}' does not join two Regions of this board")
        borders.append((ids.index(a), ids.index(b)))
    return Board.make(id="scenario", regions=specs, borders=borders)


def _seats(case: Case, mode: str) -> int:
    """Players are those named anywhere in the case, at least P1 and P2, in solo P1 alone."""
    if mode != CLASSIC:
        return 1 if mode == SOLO else 2
    words = " ".join(
        [
            *case.mapping("races"),
            *(name for key in ("declined",) for name in case.lists(key)),
            *case.mapping("hand"),
            *case.mapping("coins"),
            *case.mapping("at").values(),
            *(move.value for move in case.sequence("do")),
            case.text("turn", "P1"),
        ]
    )
    return max(2, *(int(n) for n in _PLAYER.findall(words)), 2)


def build(case: Case) -> State:
    """The position a scenario begins with; the turn has begun.

    Raises ScenarioError for anything that is no position.
    """
    board = board_of(case)
    mode = case.text("mode", CLASSIC)
    if mode not in MODES:
        raise case.error("mode", f"'{mode}' is not a mode ({', '.join(MODES)})")
    if case.text("event"):
        raise case.error("event", "this game has no events yet")
    game: Setup = make_setup(
        board, mode, _seats(case, mode), automaton=None if mode == CLASSIC else LostTribes()
    )
    s = blank(game)
    s.combo[TRIBES_SLOT] = combo_of(board, NONE, NONE)
    s.round = case.number("round", 2)
    if not 1 <= s.round <= game.rounds:
        raise case.error("round", f"this game has rounds 1 to {game.rounds}")
    _races(case, s)
    _coins(case, s)
    _regions(case, s)
    _hands(case, s)
    _column(case, s)
    if mode == TWO_PLAYER:
        holder = seat_number(case, case.text("control", "P2" if s.round % 2 else "P1"), "control")
        if holder not in (0, 1):
            raise case.error("control", "the Control Marker is held by P1 or P2")
        s.control = holder
    s.hand[TRIBES_SLOT] = case.number("aside", 0)
    s.seat = seat_number(case, case.text("turn", "P1"), "turn")
    if s.seat == TRIBES and mode == CLASSIC:
        raise case.error("turn", "the Lost Tribes have no turn in the classic game")
    if s.seat != TRIBES and s.seat >= game.seats:
        raise case.error("turn", f"there is no P{s.seat + 1} in this game")
    begin_turn(s, s.seat, None)
    return s


def _races(case: Case, s: State) -> None:
    for word, text in case.mapping("races").items():
        slot = seat_number(case, word, "races") * 3
        banner, badge = _combo(case, text, "races")
        _enlist(s, slot, banner, badge, declined=False)
    for word, texts in case.lists("declined").items():
        seat = seat_number(case, word, "declined")
        for item in texts:
            banner, badge = _combo(case, item.value, "declined")
            kept = badge != NONE and not POWERS[badge].counts_in_decline
            slot = seat * 3 + (SPIRIT if kept else IN_DECLINE)
            if s.banner[slot] != NONE:
                raise case.error("declined", f"{word} cannot have those races In Decline at once")
            _enlist(s, slot, banner, badge if kept else NONE, declined=True)


def _combo(case: Case, text: str, key: str) -> tuple[int, int]:
    try:
        return parse_combo(text)
    except ParseError as error:
        raise case.error(key, str(error)) from None


def _enlist(s: State, slot: int, banner: int, badge: int, declined: bool) -> None:
    s.banner[slot] = banner
    s.badge[slot] = badge
    s.combo[slot] = combo_of(s.board, banner, badge, declined)
    s.unseen_banners &= ~(1 << banner)
    if badge != NONE:
        s.unseen_badges &= ~(1 << badge)


def _coins(case: Case, s: State) -> None:
    for word, text in case.mapping("coins").items():
        s.coins[seat_number(case, word, "coins")] = case.to_int(text, "coins")


def _regions(case: Case, s: State) -> None:
    for name, text in case.mapping("at").items():
        r = s.board.index.get(name)
        if r is None:
            raise case.error("at", f"'{name}' is not a Region of this board")
        found = _OWNER.match(text)
        if not found:
            raise case.error("at", f"'{text}' of Region {name} does not say who stands there")
        slot = TRIBES_SLOT if found[5] else _slot(case, s, found)
        tokens = int(found[4] or found[5])
        if not tokens:
            raise case.error("at", f"Region {name} has no token; leave it out")
        occupy(s, slot, r, tokens)
        if slot != TRIBES_SLOT:
            s.tray[s.banner[slot]] -= tokens
        for word in text[found.end() :].split():
            kind, sign, count = word.partition("=")
            if kind == "encampments" and count.isdecimal():
                s.camps[r] = int(count)
                s.walls[r] += int(count)
            elif kind in MARK_WORDS and not sign:
                place(s, MARK_WORDS.index(kind), r, None)
            else:
                raise case.error("at", f"'{word}' of Region {name} is not a marker")


def _slot(case: Case, s: State, found: re.Match[str]) -> int:
    seat = int(found[1][1:]) - 1
    if not found[2]:
        slots = [seat * 3]
    else:
        slots = [
            slot
            for slot in (seat * 3 + 1, seat * 3 + 2)
            if s.banner[slot] != NONE and found[3] in (None, RACES[s.banner[slot]].name)
        ]
    if len(slots) != 1 or s.banner[slots[0]] == NONE:
        raise case.error("at", f"'{found[0]}' does not name one of the races in play")
    return slots[0]


def _hands(case: Case, s: State) -> None:
    named = case.mapping("hand")
    for word, text in named.items():
        slot = seat_number(case, word, "hand") * 3
        if s.banner[slot] == NONE:
            raise case.error("hand", f"{word} has no Active race to hold tokens of")
        s.hand[slot] = case.to_int(text, "hand")
        s.tray[s.banner[slot]] -= s.hand[slot]
    for seat in range(s.setup.seats):
        slot = seat * 3
        combo = s.combo[slot]
        if combo is None:
            continue
        banner, badge = s.banner[slot], s.badge[slot]
        number = RACES[banner].number + (POWERS[badge].number if badge != NONE else 0)
        # Whoever still has the whole combo in hand has just picked it; anyone else has spent what
        # comes once (Holes, the Wealthy's coins), except in the first round of a game.
        if s.round == 1 or (not s.held[slot] and s.hand[slot] >= number):
            for hook in combo.picked:
                hook(s, slot)
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


def _column(case: Case, s: State) -> None:
    for item in case.sequence("combos"):
        banner, badge, coins = parse_row(case, item.value)
        s.column.append((banner, badge, coins))
        s.unseen_banners &= ~(1 << banner)
        if badge != NONE:
            s.unseen_badges &= ~(1 << badge)
    if len(s.column) > COLUMN:
        raise case.error("combos", "the column has six rows")


def parse_row(case: Case, text: str) -> tuple[int, int, int]:
    """Banner, badge and coins of `Flying Trolls +1`."""
    name, _, coins = text.partition("+")
    banner, badge = _combo(case, name.strip(), "combos")
    return banner, badge, case.to_int(coins.strip() or "0", "combos")


# ---------------------------------------------------------------- back to words
def shown_tokens(s: State, r: int) -> int:
    """The tokens in Region ``r`` as a player counts them: his own are ready when his turn begins."""
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
    """What a player holds: ready tokens, and driven-out ones that still have to be placed."""
    return hand_of(s, seat * 3) + s.hand[seat * 3 + 1] + s.hand[seat * 3 + 2]
