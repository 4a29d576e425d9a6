"""The board of a replay: what stood where after a step, and what the step was about."""

from __future__ import annotations

from collections.abc import Sequence

from pygame import Rect, Surface

from crusade import atlas
from crusade.desktop.board_view import BoardView, Lit, Marks, Pieces, pieces_of
from crusade.desktop.kit import Tip, Widget
from crusade.desktop.viewer.course import Course
from crusade.desktop.words import combo_name
from crusade.desktop.words.sentences import beside, land_names
from crusade.rules import events as ev
from crusade.rules.ids import EMPTY, IS_ACTIVE, OWNER, TRIBES, TRIBES_SLOT
from crusade.rules.queries import pieces_at
from crusade.texts import _, _n, several, tell


class ReplayBoard(Widget):
    """The board with the pieces of a place; the Regions of its step are lit.

    `codes` are the tokens' colours by seat, as "#rrggbb".
    """

    tip_delay = 0.1

    def __init__(self, course: Course, codes: Sequence[str]) -> None:
        super().__init__(name="board")
        self.course = course
        self.codes = codes
        self.view = BoardView(atlas.load(course.session.setup.board.id))
        self.pieces: tuple[Pieces, ...] = ()
        self.marks = Marks()
        self.at = -1
        self.show(0)

    @property
    def ink(self) -> Rect:
        """The frame with its soft shadow."""
        return self.rect.union(self.view.ink)

    def place(self, rect: Rect) -> None:
        """As large as fits; its own rectangle becomes that of the frame."""
        self.view.layout(rect)
        super().place(self.view.frame)

    def show(self, place: int) -> None:
        """Show another place."""
        if place == self.at:
            return
        self.at = place
        self.pieces = pieces_of(self.course.state(place), self.codes)
        self.marks = self._marks(place)
        self.touch()

    def _marks(self, place: int) -> Marks:
        """Light on what the step changed; coins where it paid for Regions."""
        regions = self.course.regions(place)
        kinds = {
            event.region: "dear"
            for event in self.course.events(place)
            if isinstance(event, ev.AttemptMade | ev.AttemptFailed)
        }
        paid = self.course.paid(place)
        badges = {}
        if set(regions) == set(paid):
            badges = {r: f"+{coins}" for r, coins in paid.items() if coins}
        return Marks({r: Lit(kind=kinds.get(r, "plain")) for r in regions}, badges=badges)

    def tip_at(self, pos: tuple[int, int]) -> tuple[Tip, Rect] | None:
        """What the Region under the mouse is, and who stands there."""
        r = self.view.region_at(pos)
        if r is None:
            return None
        file = self.view.file
        title = beside(file.regions[r].name, ", ".join(land_names(file, r)))
        return Tip(title, self._who(r)), self.view.region_rect(r)

    def _who(self, r: int) -> str:
        state, cast = self.course.state(self.at), self.course.cast
        slot = state.occ[r]
        told = []
        if slot == EMPTY:
            told.append(_("Nobody stands here."))
        elif slot == TRIBES_SLOT:
            told.append(
                _n(
                    "{who}: {count} token.",
                    "{who}: {count} tokens.",
                    state.tokens[r],
                    who=cast.label(TRIBES),
                )
            )
        else:
            values = {
                "who": cast.label(OWNER[slot]),
                "combo": combo_name(cast.library, state.banner[slot], state.badge[slot]),
            }
            count = state.tokens[r]
            if IS_ACTIVE[slot]:
                told.append(
                    _n(
                        "{who}, {combo}: {count} token.",
                        "{who}, {combo}: {count} tokens.",
                        count,
                        **values,
                    )
                )
            else:
                told.append(
                    _n(
                        "{who}, {combo}, In Decline: {count} token.",
                        "{who}, {combo}, In Decline: {count} tokens.",
                        count,
                        **values,
                    )
                )
        library = state.setup.library
        marks = [
            tell(title.given(count=number) if title.many else title)
            for title, number in (
                (library.pieces[kind].title, number) for kind, number in pieces_at(state, r)
            )
        ]
        if marks:
            told.append(_("Also here: {pieces}.", pieces=several(marks)))
        return " ".join(told)

    def draw(self, surface: Surface) -> None:
        """The board as it stood."""
        self.view.draw(surface, self.pieces, self.marks)
