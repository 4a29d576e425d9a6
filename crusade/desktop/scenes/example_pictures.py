"""The pictures of an example in the rules book: the board before and after, as at the table."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from pygame import Rect, Surface

from crusade import atlas
from crusade.desktop import pictures
from crusade.desktop.board_view import BoardView, Marks, pieces_of
from crusade.desktop.kit import paint
from crusade.desktop.scenes.book import Shown
from crusade.desktop.scenes.examples import Example, example_of, ladder_examples
from crusade.rules import State
from crusade.rules.board import bits
from crusade.rules.ids import ACTIVE_OF, DECLINED_OF

ZOOM = 2.1
"""How many times wider than a picture the whole board would be."""
Pictures = tuple[Surface, Surface, str]
"""The board before, the board after, and what lies between them in words."""
VIEWS_KEPT, PICTURES_KEPT = 2, 160


def example(shown: Shown) -> Example | None:
    """The example itself; None where there is none."""
    if shown.about is not None:
        return example_of(shown.box, shown.about)
    found = ladder_examples()
    return found[shown.number] if shown.number < len(found) else None


@lru_cache(maxsize=PICTURES_KEPT)
def drawn(shown: Shown, size: tuple[int, int]) -> Pictures | None:
    """The board before and after, each of that size, and what lies between them."""
    found = example(shown)
    if found is None:
        return None
    view = _view(found.before.board.id, round(size[0] * ZOOM))
    part = _part(view, _about(found), sorted(found.regions), size)
    first = _picture(view, found.before, Marks(pointed=found.regions), part, size)
    badges = Marks(pointed=found.regions, badges=dict(found.badges))
    if shown.about is None:  # a choice is made before, and its prices are seen there
        first = _picture(view, found.before, badges, part, size)
        badges = Marks(pointed=found.regions)
    return first, _picture(view, found.after, badges, part, size), found.said


def _about(found: Example) -> Sequence[int]:
    """The Regions that must be seen; where none is named, all that the person holds."""
    if found.badges and len(found.regions) == 1:
        return [r for r, _words in found.badges]
    if found.regions:
        return sorted(found.regions)
    s = found.after
    return bits(s.held[ACTIVE_OF[0]] | s.held[DECLINED_OF[0]]) or (0,)


@lru_cache(maxsize=VIEWS_KEPT)
def _view(board: str, wide: int) -> BoardView:
    view = BoardView(atlas.load(board))
    view.layout(Rect(0, 0, wide, wide))
    return view


def _part(
    view: BoardView, regions: Sequence[int], most: Sequence[int], size: tuple[int, int]
) -> Rect:
    """The part of the board that is shown: around ``regions``, in the shape of the picture, and
    where that cannot hold all of them, so that the first of ``most`` is seen.
    """
    rects = [view.region_rect(r) for r in regions]
    box = rects[0].unionall(rects[1:]).inflate(size[0] // 8, size[0] // 8)
    wide = max(box.w, round(box.h * size[0] / size[1]), size[0])
    wide = min(wide, view.rect.w)
    tall = min(round(wide * size[1] / size[0]), view.rect.h)
    part = Rect(0, 0, wide, tall)
    part.center = box.center
    if most:
        seen = view.region_rect(most[0])
        part.top = max(min(part.top, seen.top), seen.bottom - part.h)
        part.left = max(min(part.left, seen.left), seen.right - part.w)
    return part.clamp(view.rect)


def _picture(view: BoardView, s: State, marks: Marks, part: Rect, size: tuple[int, int]) -> Surface:
    whole = paint.sheet(view.frame.union(view.rect).bottomright)
    view.draw(whole, pieces_of(s, pictures.OWNER_COLOURS), marks)
    cut = whole.subsurface(part.clip(whole.get_rect()))
    return paint.scaled(cut, size)
