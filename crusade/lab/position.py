"""From the words of a scenario to a position, and from a position back to those words."""

from __future__ import annotations

import re

from ..atlas import AtlasError, board_ids, load
from ..atlas_reader import MOST_REGIONS
from ..automaton.lost_tribes import LostTribes
from ..boxes import BOXES, DEFAULT, UnknownBox, library
from ..games import with_cards
from ..rules import Library, ParseError, Piece, Setup, State, hand_of, parse_combo, start
from ..rules import setup as make_setup
from ..rules.board import Board, RegionSpec
from ..rules.ids import (
    ACTIVE_OF,
    CLASSIC,
    COLUMN,
    DECLINED_OF,
    EMPTY,
    IS_ACTIVE,
    MODES,
    NONE,
    OWNER,
    PAST_OF,
    SLOTS_OF,
    SOLO,
    TRIBES,
    TRIBES_SLOT,
    TWO_PLAYER,
    UNCOUNTED_OF,
)
from ..rules.markers import count, pieces_at, put
from ..rules.pieces import entitle, occupy, refresh, refresh_all
from ..rules.state import blank
from ..rules.turn import begin_turn, open_round, usual_order
from .box_words import BOX_KEYS, house_badge, piece_words, put_box_words
from .card_words import CARD_WORDS, order_of, put_words, rights_before
from .scenario_file import Case, Text

WITH_EVENTS = frozenset(
    ("event", "upcoming", "won", "order", "badge", "second", "elixir", "kept", "earned",
     "conquered", "pot", "shown")
)  # fmt: skip
"""The keys and checks of a case that make it one with event cards."""
_PLAYER = re.compile(r"P([1-5])")
_OWNER = re.compile(
    r"(P[1-5])( declined(?:\(([^)]*)\))?)? ([0-9]+)|empty\b|(?P<folk>[a-z]+) (?P<number>[0-9]+)"
)
_REGION = re.compile(r"\w+")
ENOUGH = 40
"""Event markers of each kind in a case: as many as it has rounds, and more."""


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


def library_of(case: Case) -> Library:
    """What the boxes that the case plays bring: those that `box` names, else the base game, with
    the event cards if the case has any.
    """
    item = case.text("box")
    keys = case.sections.keys() | case.then.keys()
    if any(box in BOXES and BOXES[box].event_markers for box in item.value.split()):
        keys -= {"event", "upcoming"}  # they name event markers
    with_events = WITH_EVENTS & keys or CARD_WORDS.search(" ".join(case.words()))
    boxes = tuple(item.value.split()) or DEFAULT
    try:
        return library(with_cards(boxes) if with_events else boxes)
    except (UnknownBox, ValueError) as error:
        raise case.fault(item, str(error)) from None


def board_of(case: Case, box: Library) -> Board:
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
    specs = [_spec(case, box, id, words) for id, words in regions.items()]
    ids = [spec.id for spec in specs]
    borders = []
    text = case.text("borders")
    for pair in text.value.split():
        a, _, b = pair.partition("-")
        if a not in ids or b not in ids or a == b:
            raise case.fault(text, f"'{pair}' does not join two Regions of this board")
        borders.append((ids.index(a), ids.index(b)))
    return Board.make(id="scenario", words=box.land, regions=specs, borders=borders)


def _spec(case: Case, box: Library, id: str, words: Text) -> RegionSpec:
    """One Region of the case's own board."""
    if not _REGION.fullmatch(id):
        raise case.fault(words, f"'{id}' is no name for a Region; use letters and digits")
    terrain, *rest = words.value.split() or [""]
    if box.land.terrain(terrain) is None:
        raise case.fault(words, f"'{terrain}' of Region {id} is not a terrain")
    printed = [symbol.word for symbol in box.land.symbols if symbol.word != "lost_tribe"]
    for word in rest:
        if word not in ("edge", "tribe") and word not in printed:
            raise case.fault(words, f"'{word}' of Region {id} is neither 'edge' nor a symbol")
    symbols = [word for word in rest if word in printed]
    tribe = "tribe" in rest
    return RegionSpec(id, id, terrain, symbols, lost_tribe=tribe, edge="edge" in rest)


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
    box = library_of(case)
    board = board_of(case, box)
    mode = case.text("mode", CLASSIC).value
    if mode not in MODES:
        raise case.error("mode", f"'{mode}' is not a mode ({', '.join(MODES)})")
    deck = cards_named(case, box, "event") + cards_named(case, box, "upcoming")
    game: Setup = make_setup(
        board,
        box,
        mode,
        _seats(case, mode),
        automaton=None if mode == CLASSIC else LostTribes(),
        cards=sum(1 << card for card in set(deck)),
        row=(ENOUGH,) * len(box.event_markers),  # a case names what is turned up
    )
    if case.text("start").value:
        return set_up(case, game)
    s = blank(game)
    refresh(s, TRIBES_SLOT)
    s.round = case.whole("round", 2)
    if not 1 <= s.round <= game.rounds:
        raise case.error("round", f"this game has rounds 1 to {game.rounds}")
    _races(case, s)
    _coins(case, s)
    _regions(case, s)
    _hands(case, s)
    put_words(case, s)
    put_box_words(case, s)
    _column(case, s)
    _tribes(case, s)
    s.seat = seat_number(case, case.text("turn", "P1").value, "turn", game.seats)
    if s.seat == TRIBES and mode == CLASSIC:
        raise case.error("turn", "the Lost Tribes have no turn in the classic game")
    s.order = usual_order(s)
    order_of(case, s)
    refresh_all(s)
    if _begins_with_round(case, s):
        open_round(s, None)
    else:
        begin_turn(s, s.seat, None)
    return s


def set_up(case: Case, game: Setup) -> State:
    """The box's own set-up for this board and mode, with the column that the case names."""
    for key in ("at", "races", "declined", "hand", "aside", *BOX_KEYS):
        if key in case.sections:
            raise case.error(key, f"with 'start' nothing is named under '{key}'")
    if case.whole("round", 1) != 1:
        raise case.error("round", "a game starts in round 1")
    s = start(game)
    _coins(case, s)
    _column(case, s)
    return s


def cards_named(case: Case, box: Library, key: str) -> list[int]:
    """The numbers of the cards under `event` or `upcoming`."""
    found: list[int] = []
    if box.event_markers:
        return found
    for item in case.sequence(key):
        if not box.cards:
            raise case.fault(item, "this game has no events yet")
        if item.value not in box.card_index:
            raise case.fault(item, f"'{item.value}' is not one of the cards")
        found.append(box.card_index[item.value])
    return found


def _begins_with_round(case: Case, s: State) -> bool:
    """Put the cards in their places; whether the case starts before the card does anything."""
    box = s.setup.library
    s.cards = tuple(cards_named(case, box, "event"))
    upcoming = cards_named(case, box, "upcoming")
    s.upcoming = upcoming[0] if upcoming else NONE
    s.unseen_cards = sum(1 << card for card in upcoming[1:])
    if s.cards and s.round < 2:
        raise case.error("event", "a card is in force from round 2 on")
    refresh_all(s)
    begins = case.text("begins", "turn")
    if begins.value not in ("turn", "round"):
        raise case.fault(begins, f"'{begins.value}' under 'begins' should be round or turn")
    if begins.value == "round" and not s.cards:
        raise case.fault(begins, "'begins: round' needs an 'event'")
    return begins.value == "round"


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
        slot = ACTIVE_OF[person(case, word, "races", s.setup.seats, item)]
        banner, badge = _combo(case, s, item)
        _enlist(s, slot, banner, badge)
    box = s.setup.library
    for word, items in case.lists("declined").items():
        seat = person(case, word, "declined", s.setup.seats)
        for item in items:
            combo, rights = rights_before(case, box, item)
            banner, badge = _combo(case, s, combo)
            power = box.powers[badge] if badge != NONE else None
            counts = power is None or power.counts_in_decline
            slot = (DECLINED_OF if counts else UNCOUNTED_OF)[seat]
            if s.banner[slot] != NONE:
                raise case.fault(item, f"{word} cannot have those races In Decline at once")
            kept = power is not None and (power.kept_in_decline or bool(rights))
            _enlist(s, slot, banner, badge if kept else NONE)
            for right in rights:
                entitle(s, slot, right)


def _combo(case: Case, s: State, item: Text, text: str | None = None) -> tuple[int, int]:
    """Banner and badge of ``text``, else of all of ``item``; both must still be in the box."""
    box = s.setup.library
    banner, badge = _read_combo(case, box, item, text)
    race = box.races[banner].name
    if not s.unseen_banners >> banner & 1:
        raise case.fault(item, f"there is only one banner of the {race}")
    if badge != NONE and not s.setup.badges >> badge & 1:
        raise case.fault(item, f"the {box.powers[badge].name} badge is out of the box in this mode")
    if badge != NONE and not s.unseen_badges >> badge & 1:
        raise case.fault(item, f"there is only one {box.powers[badge].name} badge")
    return banner, badge


def _read_combo(case: Case, box: Library, item: Text, text: str | None = None) -> tuple[int, int]:
    try:
        return parse_combo(box, item.value if text is None else text)
    except ParseError as error:
        raise case.fault(item, str(error)) from None


def _enlist(s: State, slot: int, banner: int, badge: int) -> None:
    s.banner[slot] = banner
    s.badge[slot] = badge
    refresh(s, slot)
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
        if not found or (found["folk"] and found["folk"] != s.setup.library.folk.word):
            raise case.fault(item, f"'{item.value}' of Region {name} does not say who stands there")
        if not found[0].startswith("empty"):
            slot = TRIBES_SLOT if found["folk"] else _slot(case, s, item, found)
            tokens = case.number(Text(found[4] or found["number"], item.line), "at")
            if not tokens:
                raise case.fault(item, f"Region {name} has no token; leave it out")
            occupy(s, slot, r, tokens)
            if slot != TRIBES_SLOT:
                s.tray[s.banner[slot]] -= tokens
        _markers(case, s, r, name, Text(item.value[found.end() :], item.line))
    for kind, piece in enumerate(s.setup.library.pieces):
        number = sum(count(s, kind, r) for r in range(s.board.n))
        if number > piece.limit:
            sentence = f"the box holds {piece.limit} of '{piece.word}', not {number}"
            raise case.error("at", sentence)


def _markers(case: Case, s: State, r: int, name: str, item: Text) -> None:
    """Put what the words of ``item`` name into Region ``r``, beside its tokens."""
    for word in item.value.split():
        kind, sign, number = word.partition("=")
        piece = s.setup.library.piece(kind)
        if piece is not None and sign and house_badge(case, s, piece, Text(number, item.line)):
            put(s, piece, r, None)
            continue
        if piece is None or bool(sign) != piece.stacks or s.number(piece, r):
            raise case.fault(item, f"'{word}' of Region {name} is not a marker, or stands twice")
        if s.occ[r] in (TRIBES_SLOT, EMPTY) and not piece.stays:
            who = "the Lost Tribes have" if s.occ[r] == TRIBES_SLOT else "an empty Region has"
            raise case.fault(item, f"{who} no '{word}'")
        for _ in range(case.number(Text(number, item.line), kind) if sign else 1):
            put(s, piece, r, None)


def _slot(case: Case, s: State, item: Text, found: re.Match[str]) -> int:
    seat = person(case, found[1], "at", s.setup.seats, item)
    races = s.setup.library.races
    if not found[2]:
        slots = [ACTIVE_OF[seat]]
    else:
        slots = [
            slot
            for slot in PAST_OF[seat]
            if s.banner[slot] != NONE and found[3] in (None, races[s.banner[slot]].name)
        ]
    if len(slots) != 1 or s.banner[slots[0]] == NONE:
        raise case.fault(item, f"'{found[0]}' does not name one of the races in play")
    return slots[0]


def _hands(case: Case, s: State) -> None:
    box = s.setup.library
    for word, item in case.mapping("hand").items():
        slot = ACTIVE_OF[person(case, word, "hand", s.setup.seats, item)]
        if s.banner[slot] == NONE:
            raise case.fault(item, f"{word} has no Active race to hold tokens of")
        s.hand[slot] = case.number(item, "hand")
        s.tray[s.banner[slot]] -= s.hand[slot]
    fresh = _just_picked(case, s)
    for seat in range(s.setup.seats):
        slot = ACTIVE_OF[seat]
        combo = s.combo[slot]
        if combo is None:
            continue
        banner, badge = s.banner[slot], s.badge[slot]
        number = box.races[banner].number + (box.powers[badge].number if badge != NONE else 0)
        if fresh is not None:
            just_picked = bool(fresh >> seat & 1)
        else:
            just_picked = s.round == 1 or (not s.held[slot] and s.hand[slot] >= number)
        if just_picked:
            for hook in combo.picked:
                hook(s, slot, None)
            for piece in box.pieces:
                _already_there(s, slot, piece)
        for leaves in combo.leaves:
            aside = leaves(s, slot)
            for put_aside in combo.set_aside:
                put_aside(s, slot, aside)
            s.tray[banner] -= aside
    for banner, left in enumerate(s.tray):
        if left < 0:
            raise case.error("at", f"there are not that many {box.races[banner].name}")
    s.picked = sum(
        1 << seat
        for seat in range(s.setup.seats)
        if s.round > 1 or any(s.banner[slot] != NONE for slot in SLOTS_OF[seat])
    )


def _already_there(s: State, slot: int, piece: Piece) -> None:
    """What a race still has to put down of a piece: not those that lie on the board already."""
    combo = s.combo[slot]
    there = (s.where(piece) & s.held[slot]).bit_count()
    source = s.setup.library.by_name.get(piece.source)
    if combo is not None and there and source in combo.own and source is not None:
        left = piece.limit - there
        s.remember(source, slot, max(0, min(s.recall(source, slot), left)))


def _just_picked(case: Case, s: State) -> int | None:
    """Mask of the seats whose race is as just picked, so that what comes once (pieces,
    coins) is still to come; None where the case leaves it to what FORMAT.md assumes.
    """
    if "picked" not in case.sections:
        return None
    mask = 0
    for item in case.sequence("picked"):
        seat = person(case, item.value, "picked", s.setup.seats, item)
        if s.banner[ACTIVE_OF[seat]] == NONE:
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


def parse_row(case: Case, box: Library, item: Text) -> tuple[int, int, int]:
    """Banner, badge and coins of `Flying Trolls +1`."""
    name, coins = _row(case, item)
    return (*_read_combo(case, box, item, name), coins)


# ---------------------------------------------------------------- back to words
def shown_tokens(s: State, r: int) -> int:
    """The tokens in Region ``r`` as a player counts them: his are ready when his turn begins."""
    if s.unready and s.occ[r] == ACTIVE_OF[s.seat]:
        return 1
    return s.tokens[r]


def region_text(s: State, r: int) -> str:
    """What stands in Region ``r``, in the words of a scenario; `empty` if nobody does."""
    slot = s.occ[r]
    if slot == EMPTY:
        words = ["empty"]
    elif slot == TRIBES_SLOT:
        words = [f"{s.setup.library.folk.word} {s.tokens[r]}"]
    else:
        race = s.setup.library.races[s.banner[slot]].name
        kind = "" if IS_ACTIVE[slot] else f" declined({race})"
        words = [f"P{OWNER[slot] + 1}{kind} {shown_tokens(s, r)}"]
    for kind_number, number in pieces_at(s, r):
        piece = s.setup.library.pieces[kind_number]
        words += piece_words(s, r, piece, number)
    return " ".join(words)


def same_region(wanted: str, found: str) -> bool:
    """Whether two descriptions of a Region agree; `declined` without a name fits any race."""
    if "declined(" not in wanted:
        found = re.sub(r"declined\([^)]*\)", "declined", found)
    return sorted(wanted.split()) == sorted(found.split())


def held_in_hand(s: State, seat: int) -> int:
    """What a player holds: ready tokens, and driven-out ones that still have to be placed, also
    those of his own that his other race drove out (`rulings.md 27`).
    """
    later = s.later if seat == s.seat else 0
    return hand_of(s, ACTIVE_OF[seat]) + later + sum(s.hand[slot] for slot in PAST_OF[seat])
