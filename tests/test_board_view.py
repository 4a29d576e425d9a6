"""The drawn board: its lines, the places of things, the hit map, and when it redraws."""

from __future__ import annotations

import os
import random
from dataclasses import replace
from functools import cache
from itertools import pairwise

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")

import pygame
import pytest

from crusade import atlas, games, rules
from crusade.chart import cross, inside
from crusade.desktop import pictures, whose
from crusade.desktop.board_picture import symbol_picture
from crusade.desktop.board_view import BoardView, Lit, Marks, Pieces, pieces_of
from crusade.desktop.geometry import Geometry, distance_to_outline
from crusade.desktop.overlays import ROOM, Overlays
from crusade.desktop.scenes.sample_tables import session_at
from crusade.desktop.slots import ARROW_SCALES, SMALL_NAME, arrow_boxes, faults
from crusade.desktop.table.compass import Compass, nearest
from crusade.desktop.table.marking import conquest_lights
from crusade.desktop.table.offers import conquests
from crusade.desktop.terrain import UNKNOWN, look_of
from crusade.rules import ids
from crusade.rules.board import bits
from crusade.session import Session

ALL = atlas.board_ids()
BASE = ("base-2p", "base-3p")
SMALL_WINDOW = pygame.Rect(12, 60, 884, 600)  # the board's share of 1280 x 720
LARGE_WINDOW = pygame.Rect(20, 90, 1350, 920)  # and of 1920 x 1080
BLUE = pictures.OWNER_COLOURS[0]


@cache
def view_of(board_id: str) -> BoardView:
    return BoardView(atlas.load(board_id))


def nobody(view: BoardView) -> list[Pieces]:
    return [Pieces() for _ in view.slots]


# -- lines -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("board_id", ALL)
def test_neighbours_share_the_same_line_and_the_rim_is_straight(board_id: str) -> None:
    geometry = view_of(board_id).geometry
    for edge, line in zip(geometry.chart.edges, geometry.lines, strict=True):
        assert line[0] == geometry.chart.corners[edge.a]
        assert line[-1] == geometry.chart.corners[edge.b]
        assert (len(line) == 2) == edge.rim
        for r in edge.regions:
            outline = set(geometry.outlines[r])
            assert outline.issuperset(line)


def test_the_sign_of_an_arrow_key_covers_nothing() -> None:
    """Neither a Place, Relic or other marker, nor a symbol, a name, tokens or their shield."""
    view = view_of("underground-2p")
    unit = view.geometry.unit
    for ground, slots in zip(view.geometry.grounds, view.slots, strict=True):
        for pieces, tokens, ways in (
            (0, False, 1),
            (len(slots.markers), not slots.bare, 1),
            (0, not slots.bare, 2),
            (len(slots.markers), not slots.bare, 2),
            (0, False, 3),
        ):
            boxes = arrow_boxes(ground, slots, unit, pieces, tokens, ways)
            lie = [*slots.symbols, slots.name, *slots.markers[:pieces]]
            lie += [slots.stack, slots.shield] if tokens else []
            assert len(boxes) == ways
            for box in boxes:
                others = [*lie, *(other for other in boxes if other is not box)]
                assert not any(box.overlaps(other, -0.01) for other in others)
                assert ground.holds(box, 0)
                assert box.w >= 40 * slots.scale * unit * ARROW_SCALES[-1] * 0.999


@pytest.mark.parametrize("board_id", BASE)
def test_no_two_lines_cross(board_id: str) -> None:
    lines = view_of(board_id).geometry.lines
    boxes = [
        pygame.Rect(min(xs) - 1, min(ys) - 1, max(xs) - min(xs) + 3, max(ys) - min(ys) + 3)
        for xs, ys in (tuple(zip(*line, strict=True)) for line in lines)
    ]
    for i, line in enumerate(lines):
        for j in boxes[i].collidelistall(boxes[:i]):
            other = lines[j]
            crossing = any(
                cross(line[k], line[k + 1], other[m], other[m + 1])
                for k in range(0, len(line) - 1)
                for m in range(0, len(other) - 1)
            )
            assert not crossing, (i, j)


def test_the_same_board_is_drawn_the_same_every_time() -> None:
    file = atlas.load("base-2p")
    again = Geometry.make(file.chart, file.id)
    assert again.lines == view_of("base-2p").geometry.lines
    assert Geometry.make(file.chart, "another seed").lines != again.lines


@pytest.mark.parametrize("board_id", BASE)
def test_the_roomiest_point_is_inside_and_hard_to_beat(board_id: str) -> None:
    geometry = view_of(board_id).geometry
    chance = random.Random(1)
    for outline, (point, room) in zip(geometry.outlines, geometry.roomiest, strict=True):
        assert inside(point, outline)
        xs, ys = zip(*outline, strict=True)
        for _ in range(30):
            other = chance.uniform(min(xs), max(xs)), chance.uniform(min(ys), max(ys))
            if inside(other, outline):
                assert distance_to_outline(other, outline) < room + 10


# -- places ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("board_id", ALL)
def test_everything_stands_inside_and_nothing_on_another(board_id: str) -> None:
    view = view_of(board_id)
    for r, slots in enumerate(view.slots):
        facts = view.file.regions[r]
        assert faults(view.geometry.outlines[r], slots) == [], facts.name
        assert len(slots.symbols) == len(facts.symbols) + len(facts.features)
        more = 0 if view.file.box == "base" else 1 if slots.bare else 2
        assert len(slots.markers) == 2 + more


@pytest.mark.parametrize("board_id", BASE)
def test_larger_things_find_room_where_the_regions_have_it(board_id: str) -> None:
    view = BoardView(atlas.load(board_id))
    view.layout(SMALL_WINDOW)
    usual = [slots.scale for slots in view.slots]
    view.layout(SMALL_WINDOW, view.token_size * 2)
    for r, slots in enumerate(view.slots):
        assert faults(view.geometry.outlines[r], slots) == []
        assert slots.scale >= usual[r]
    assert sum(slots.scale > 1 for slots in view.slots) > len(usual) / 2
    view.layout(SMALL_WINDOW)
    assert [slots.scale for slots in view.slots] == usual


@pytest.mark.parametrize("board_id", BASE)
def test_tokens_and_names_are_large_enough_at_1280(board_id: str) -> None:
    view = view_of(board_id)
    view.layout(SMALL_WINDOW)
    assert view.rect.width >= 860
    assert view.token_size >= 38
    for r, slots in enumerate(view.slots):
        assert slots.scale >= 0.9
        assert view.token_size_at(r) >= 35
        assert slots.name_size * view.scale >= 11
        assert slots.name_size >= SMALL_NAME
        assert not slots.upright


@pytest.mark.parametrize("rect", [SMALL_WINDOW, LARGE_WINDOW])
@pytest.mark.parametrize("board_id", BASE)
def test_pictures_keep_to_their_places(board_id: str, rect: pygame.Rect) -> None:
    """The ink of the fullest stack, of the longest shield and of the name stays in its slot."""
    view = view_of(board_id)
    view.layout(rect)
    for r, slots in enumerate(view.slots):
        size = view.token_size_at(r)
        stack = view.stack_picture(Pieces("Skeletons", BLUE, 12), size)
        ink = stack.get_bounding_rect(min_alpha=80)
        width, height = stack.get_size()
        left = slots.token[0] * view.scale - width / 2 + ink.left
        top = slots.token[1] * view.scale - height / 2 + ink.top
        box = slots.stack
        assert left >= box.left * view.scale - 1.5
        assert top >= box.top * view.scale - 1.5
        assert left + ink.width <= (box.left + box.w) * view.scale + 1.5
        assert top + ink.height <= (box.top + box.h) * view.scale + 1.5
        name = view.file.regions[r].name
        letters = pictures.font(max(7, round(slots.name_size * view.scale)), bold=True)
        assert letters.size(name)[0] <= slots.name.w * view.scale + 1


@pytest.mark.parametrize("rect", [SMALL_WINDOW, LARGE_WINDOW, pygame.Rect(0, 0, 500, 900)])
def test_the_board_fits_its_place(rect: pygame.Rect) -> None:
    view = view_of("base-2p")
    view.layout(rect)
    assert rect.contains(view.frame)
    assert view.frame.contains(view.rect)
    assert abs(view.rect.width / view.rect.height - 1.5) < 0.01
    full = view.frame.width >= rect.width - 4 or view.frame.height >= rect.height - 4
    assert full


def test_slot_centres_lie_on_their_region() -> None:
    view = view_of("base-3p")
    view.layout(SMALL_WINDOW)
    for r in range(len(view.slots)):
        for kind in ("token", "shield", "markers", "symbols", "name"):
            assert view.region_rect(r).collidepoint(view.slot_centre(r, kind))
        assert view.region_at(view.slot_centre(r, "token")) == r
        assert view.region_at(view.slot_centre(r, "name")) == r
    with pytest.raises(KeyError):
        view.slot_centre(0, "hat")


# -- the hit map -----------------------------------------------------------------------------------


@pytest.mark.parametrize("rect", [SMALL_WINDOW, LARGE_WINDOW])
@pytest.mark.parametrize("board_id", ALL)
def test_every_pixel_belongs_to_the_region_drawn_there(board_id: str, rect: pygame.Rect) -> None:
    view = view_of(board_id)
    view.layout(rect)
    chance = random.Random(7)
    for _ in range(400):
        x = chance.randrange(view.rect.left, view.rect.right)
        y = chance.randrange(view.rect.top, view.rect.bottom)
        r = view.region_at((x, y))
        assert r is not None
        point = (
            (x + 0.5 - view.rect.left) / view.scale,
            (y + 0.5 - view.rect.top) / view.scale,
        )
        outline = view.geometry.outlines[r]
        assert inside(point, outline) or distance_to_outline(point, outline) < 1.5 / view.scale


def test_outside_the_board_is_no_region() -> None:
    view = view_of("base-2p")
    view.layout(SMALL_WINDOW)
    for pos in (
        (view.rect.left - 1, view.rect.centery),
        (view.rect.right, view.rect.centery),
        (view.rect.centerx, view.rect.top - 1),
        (view.rect.centerx, view.rect.bottom),
        (-5, -5),
        (9999, 9999),
    ):
        assert view.region_at(pos) is None


# -- drawing ---------------------------------------------------------------------------------------


def test_it_composes_only_when_something_changed() -> None:
    view = view_of("base-2p")
    view.layout(pygame.Rect(0, 0, 600, 420))
    screen = pygame.Surface((600, 420))
    pieces = nobody(view)
    lit = {3: Lit("4")}
    assert view.draw(screen, pieces, Marks(lit=lit))
    assert not view.draw(screen, pieces, Marks(lit=lit))
    assert not view.draw(screen, tuple(pieces), Marks(lit={3: Lit("4")}))
    lit[4] = Lit("2")
    assert view.draw(screen, pieces, Marks(lit=lit))
    pieces[0] = Pieces("Orcs", BLUE, 2)
    assert view.draw(screen, pieces, Marks(lit=lit))
    assert not view.draw(screen, pieces, Marks(lit=lit), seconds=5.0)
    view.layout(pygame.Rect(10, 10, 600, 420))
    assert not view.draw(screen, pieces, Marks(lit=lit)), "moving needs no new picture"
    view.layout(pygame.Rect(0, 0, 500, 420))
    assert view.draw(screen, pieces, Marks(lit=lit))


def changed_regions(view: BoardView, before: pygame.Surface, after: pygame.Surface) -> set[int]:
    """The Regions in which two pictures differ, seen on a grid of pixels."""
    found = set()
    for x in range(view.rect.left + 2, view.rect.right - 2, 3):
        for y in range(view.rect.top + 2, view.rect.bottom - 2, 3):
            if before.get_at((x, y)) != after.get_at((x, y)):
                r = view.region_at((x, y))
                assert r is not None
                found.add(r)
    return found


@pytest.mark.parametrize(
    "here",
    [
        Pieces("Orcs", BLUE, 3),
        Pieces("Orcs", BLUE, 1, True),
        Pieces("Lost Tribes", pictures.TRIBES_COLOUR, 2),
        Pieces("Trolls", BLUE, 12, False, (("lair", 1), ("encampment", 5))),
        Pieces(markers=(("hole", 1),)),
    ],
)
def test_pieces_change_only_their_own_region(here: Pieces) -> None:
    view = view_of("base-3p")
    view.layout(SMALL_WINDOW)
    before, after = pygame.Surface((900, 700)), pygame.Surface((900, 700))
    view.draw(before, nobody(view))
    for r in range(0, len(view.slots), 7):
        pieces = nobody(view)
        pieces[r] = here
        view.draw(after, pieces)
        assert changed_regions(view, before, after) == {r}


def test_hidden_tokens_are_not_drawn() -> None:
    view = view_of("base-2p")
    view.layout(pygame.Rect(0, 0, 600, 420))
    empty, hidden = pygame.Surface((600, 420)), pygame.Surface((600, 420))
    pieces = nobody(view)
    view.draw(empty, pieces)
    pieces[5] = Pieces("Orcs", BLUE, 2)
    view.draw(hidden, pieces, Marks(hidden=frozenset({5})))
    assert changed_regions(view, empty, hidden) == set()


@pytest.mark.parametrize("kind", ["price", "dear", "choice", "safe", "plain"])
def test_every_kind_of_light_shows(kind: str) -> None:
    view = view_of("base-2p")
    view.layout(pygame.Rect(0, 0, 600, 420))
    dark, light = pygame.Surface((600, 420)), pygame.Surface((600, 420))
    view.draw(dark, nobody(view))
    view.draw(light, nobody(view), Marks(lit={8: Lit("3", kind)}))
    assert 8 in changed_regions(view, dark, light)


@pytest.mark.parametrize("kind", ["price", "dear"])
def test_ones_own_region_in_decline_is_told_by_shape(kind: str) -> None:
    """Hatched ground and a minus on the shield: also without any colour."""
    view = view_of("base-2p")
    view.layout(pygame.Rect(0, 0, 900, 640))
    pieces = nobody(view)
    pieces[8] = Pieces("Orcs", BLUE, 1, True)
    plain, own = pygame.Surface((900, 640)), pygame.Surface((900, 640))
    view.draw(plain, pieces, Marks(lit={8: Lit("3", kind)}))
    view.draw(own, pieces, Marks(lit={8: Lit("3", kind, own=True)}))
    assert 8 in changed_regions(view, plain, own)
    grey_plain, grey_own = (pygame.transform.grayscale(s) for s in (plain, own))
    box = view.region_rect(8)
    inside_it = [
        (x, y)
        for x in range(box.left, box.right, 4)
        for y in range(box.top, box.bottom, 4)
        if view.region_at((x, y)) == 8
    ]
    other = sum(abs(grey_plain.get_at(pos)[0] - grey_own.get_at(pos)[0]) > 12 for pos in inside_it)
    assert 0.15 < other / len(inside_it) < 0.7, "stripes: some of the ground, not all of it"


def test_conquests_of_ones_own_race_in_decline_are_lit_their_own_way() -> None:
    session = session_at(_own_region_offered)
    s = session.state
    lights = conquest_lights(s, conquests(s, session.choices, False))
    own = {r for r, lit in lights.items() if lit.own}
    assert own and own == {r for r in lights if s.occ[r] in whose.declined_slots(s.seat)}
    assert own < set(lights)


def _own_region_offered(session: Session) -> bool:
    s = session.state
    if s.phase != ids.CONQUER:
        return False
    offered = conquests(s, session.choices, False)
    own = [r for r in offered if whose.owner(s.occ[r]) == s.seat]
    return 0 < len(own) < len(offered)


def test_slots_have_words() -> None:
    seats = range(ids.MAX_SEATS)
    for seat in seats:
        active, *declined = whose.slots_of(seat)
        assert whose.is_active(active) and not whose.is_declined(active)
        assert all(whose.is_declined(slot) and not whose.is_active(slot) for slot in declined)
        assert {whose.owner(slot) for slot in (active, *declined)} == {seat}
    assert len({slot for seat in seats for slot in whose.slots_of(seat)}) == ids.TRIBES_SLOT
    for nobodys in (ids.EMPTY, ids.NONE, ids.TRIBES_SLOT):
        assert not whose.is_active(nobodys) and not whose.is_declined(nobodys)
    assert whose.owner(ids.EMPTY) == whose.owner(ids.NONE) == ids.NONE
    assert whose.slots_of(ids.TRIBES) == (ids.TRIBES_SLOT,)
    assert whose.owner(ids.TRIBES_SLOT) == ids.TRIBES


def test_more_kinds_of_pieces_than_places_are_all_drawn() -> None:
    view = view_of("base-2p")
    view.layout(SMALL_WINDOW)
    seen = []
    names = ("fortress", "lair", "encampment", "hero", "dragon")
    for count in range(len(names) + 1):
        pieces = nobody(view)
        pieces[8] = Pieces("Orcs", BLUE, 2, False, tuple((name, 1) for name in names[:count]))
        seen.append(pygame.Surface((900, 700)))
        view.draw(seen[-1], pieces)
    for fewer, more in pairwise(seen):
        assert changed_regions(view, fewer, more) == {8}


def test_terrains_and_symbols_come_from_a_table() -> None:
    """What another box brings without a picture of its own is drawn, not refused."""
    assert look_of("mountain").sign == "mountain" and not look_of("sea").sign
    assert look_of("sea").water and not look_of("nowhere").water
    assert look_of("nowhere") is UNKNOWN
    for symbol in ("mine", "harbor", "nothing known"):
        assert symbol_picture(symbol, 30).get_bounding_rect().w > 10
    file = atlas.load("base-2p")
    strange = replace(
        file,
        regions=tuple(
            replace(facts, terrain="ash", symbols=("forge",)) if r == 8 else facts
            for r, facts in enumerate(file.regions)
        ),
    )
    view = BoardView(strange)
    view.layout(pygame.Rect(0, 0, 600, 420))
    assert view.draw(pygame.Surface((600, 420)), nobody(view))


def test_what_a_tooltip_keeps_clear_is_the_region_its_lit_neighbours_and_all_that_is_lit() -> None:
    view = view_of("base-2p")
    view.layout(SMALL_WINDOW)
    board = view.file.board
    every = range(board.n)
    for r in every:
        things, whole, *lit = view.keep_clear(r, every)
        near = lit[: board.neighbours[r].bit_count()]
        assert whole == view.region_rect(r) and whole.contains(things)
        for kind in ("token", "shield", "name"):
            assert things.collidepoint(view.slot_centre(r, kind))
        assert len(lit) == board.n - 1
        assert all(
            view.region_rect(n).colliderect(rect)
            for n, rect in zip(bits(board.neighbours[r]), near, strict=True)
        )
        assert len(view.keep_clear(r)) == 2


def test_marks_of_every_sort_show_and_tied_regions_pulse() -> None:
    view = view_of("base-2p")
    view.layout(pygame.Rect(0, 0, 600, 420))
    plain = pygame.Surface((600, 420))
    view.draw(plain, nobody(view))
    for marks in (
        Marks(hovered=2),
        Marks(selected=2),
        Marks(dimmed=frozenset({2})),
        Marks(pointed=frozenset({2})),
        Marks(lit={2: Lit("3")}, pointed=frozenset({2})),
        Marks(badges={2: "+1"}),
        Marks(lit={2: Lit("3")}, hovered=2),
    ):
        shown = pygame.Surface((600, 420))
        view.draw(shown, nobody(view), marks)
        assert 2 in changed_regions(view, plain, shown)
    bright, faint = pygame.Surface((600, 420)), pygame.Surface((600, 420))
    tied = Marks(tied=frozenset({2}))
    view.draw(bright, nobody(view), tied, seconds=0.0)
    view.draw(faint, nobody(view), tied, seconds=0.65)
    assert 2 in changed_regions(view, bright, faint)


def test_the_wrong_number_of_pieces_is_refused() -> None:
    view = view_of("base-2p")
    view.layout(pygame.Rect(0, 0, 600, 420))
    with pytest.raises(ValueError, match="1 pieces for a board of 23"):
        view.draw(pygame.Surface((600, 420)), [Pieces()])


def test_pieces_of_running_games_equal_the_position() -> None:
    setup = games.new_setup("solo", 1, 14)
    seen = set()
    for seed in range(8):
        state = rules.start(setup)
        chance = random.Random(seed)
        while moves := rules.legal_moves(state):
            state, _ = rules.play(state, chance.choice(moves))
            if chance.random() > 0.1:
                continue
            for r, here in enumerate(pieces_of(state)):
                slot = state.occ[r]
                seat = whose.owner(slot)
                assert (here.race is None) == (seat == ids.NONE)
                if seat == ids.TRIBES:
                    assert (here.race, here.count) == ("Lost Tribes", state.tokens[r])
                elif seat != ids.NONE:
                    race = setup.library.races[state.banner[slot]].name
                    assert (here.race, here.count) == (race, state.tokens[r])
                    assert here.declined == whose.is_declined(slot)
                    assert here.colour == pictures.OWNER_COLOURS[seat]
                found = dict(here.markers)
                for piece in setup.library.pieces:
                    assert found.pop(piece.picture, 0) == state.number(piece, r)
                assert not found
                seen.add(
                    (here.race not in (None, "Lost Tribes"), here.declined, bool(here.markers))
                )
    assert {(True, False, False), (True, True, False), (True, False, True)} <= seen


def test_an_arrow_prefers_what_loses_nothing_where_it_is_about_as_near() -> None:
    places = {1: (100, -10), 2: (110, 20), 3: (300, 0)}
    assert nearest(places, (0, 0), (1, 0)) == 1
    assert nearest(places, (0, 0), (1, 0), {1}) == 2
    assert nearest(places, (0, 0), (1, 0), {1}, {1}) == 1  # what lies beside is not passed over
    assert nearest(places, (0, 0), (1, 0), {1}, {1, 2}) == 2
    assert nearest(places, (0, 0), (1, 0), (), {3}) == 3  # what touches comes first
    assert nearest(places, (0, 0), (1, 0), {1, 2}) == 1  # what is much farther does not come first


def test_arrows_reach_whatever_is_lit_show_what_touches_and_keep_what_was_seen() -> None:
    file = atlas.load("base-2p")
    places = [slots.token for slots in BoardView(file).slots]
    rng = random.Random(3)
    for _unused in range(60):
        lit = rng.sample(range(len(places)), rng.randint(2, 9))
        goals = {r: places[r] for r in lit}
        leads = {}
        for r in lit:
            beside = tuple(bits(file.board.neighbours[r]))
            led = Compass().targets(goals, places[r], r, (), beside)
            leads[r] = set(led.values())
            if len(lit) <= 3:  # so few get a sign each, but for those that lie one behind another
                assert leads[r] >= set(beside) & set(lit) or len(led) > 1
            compass = Compass()
            compass.look(r, led)
            more = {**goals, **{x: places[x] for x in rng.sample(range(len(places)), 4)}}
            for key, goal in compass.targets(more, places[r], r, (), beside).items():
                assert goal == led.get(key, goal) or (goal in beside and led[key] not in beside)
        reached, edge = {lit[0]}, [lit[0]]
        while edge:
            new = leads[edge.pop()] - reached
            reached |= new
            edge += new
        assert reached == set(lit)


def test_the_light_of_a_board_takes_no_more_room_than_two_boards() -> None:
    view = view_of("base-2p")
    size = 500, 333
    light = Overlays(view.geometry, size)
    kinds = ("price", "hovered", "hovered_lit", "pointed", "selected", "dimmed", "tied")
    first = light.get("price", 0)[0]
    for kind in kinds:
        for r in range(len(view.slots)):
            light.get(kind, r)
    kept = [light.get(kinds[-1], r)[0] for r in range(len(view.slots))]
    assert all(a is light.get(kinds[-1], r)[0] for r, a in enumerate(kept))  # the latest stay
    filled = sum(made.get_width() * made.get_height() for made, _ in light._made.values())
    assert filled <= ROOM * size[0] * size[1]
    again = light.get("price", 0)[0]
    assert again is not first  # it had to go
    assert pygame.image.tobytes(again, "RGBA") == pygame.image.tobytes(first, "RGBA")


def test_a_board_that_is_not_waited_for_is_rough_first_and_then_the_same() -> None:
    """The table can be played on meanwhile, with everything in its place."""
    rect, screen = pygame.Rect(30, 20, 640, 470), pygame.Surface((700, 520))
    view, waited = BoardView(atlas.load("base-2p")), BoardView(atlas.load("base-2p"))
    pieces = [Pieces("Orcs", BLUE, 2) for _ in view.slots]

    def shown(of: BoardView) -> bytes:
        screen.fill("#402010")
        of.draw(screen, pieces, Marks(hovered=3))
        return pygame.image.tobytes(screen, "RGB")

    view.layout(rect, patient=False)
    assert view.painting
    rough, ink = shown(view), view.ink
    assert view.region_at(view.slot_centre(5, "token")) == 5
    for _ in range(2000):
        if view.arrived():
            break
        pygame.time.wait(5)
    assert not view.painting and not view.arrived()
    waited.layout(rect)
    assert shown(view) == shown(waited) != rough and view.ink == ink == waited.ink
    view.layout(rect.inflate(-8, -8), patient=False)
    view.layout(rect, patient=False)  # this size is at hand
    assert not view.painting and shown(view) == shown(waited)
