"""What stands beside the board in a replay: the sentence of the step, and every side's state."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from pygame import Rect, Surface

from crusade.desktop import pictures, theme, whose
from crusade.desktop.kit import Tip, Widget, paint, text
from crusade.desktop.kit.text import Rich
from crusade.desktop.layout import Metrics, cut_right, inset
from crusade.desktop.theme import Colour, Style
from crusade.desktop.viewer.course import Course
from crusade.desktop.viewer.inks import readable
from crusade.desktop.words import combo_name
from crusade.desktop.words.sentences import beside
from crusade.rules import State
from crusade.rules.ids import NONE, OVER, TRIBES, TRIBES_SLOT
from crusade.texts import _, _n, regions

_HEADING_SIZES = (theme.STRONG.size, 15, 14, 13, 12)
_SENTENCE_SIZES = (22, 20, 18, 17, 16, 15, 14)


class StepCard(Widget):
    """Round and turn, and what happened in the step, as large as the room allows."""

    def __init__(self, course: Course, colours: Sequence[Colour]) -> None:
        super().__init__(name="step")
        self.course = course
        self.colours = colours
        self.at = 0
        self.sentence = course.sentence(0)

    @property
    def ink(self) -> Rect:
        """The card with its shadow."""
        return self.rect if self.ui is None else paint.panel_ink(self.rect, self.m.scale)

    def show(self, place: int) -> None:
        """Show another place."""
        if place != self.at:
            self.at = place
            self.sentence = self.course.sentence(place)
            self.touch()

    def heading(self) -> str:
        """`Round 3 of 9 · your turn · Flooded`; before the first move the number of rounds."""
        found = self._when()
        for words in self.course.in_force(self.at):
            found = beside(found, words.name)
        return found

    def _when(self) -> str:
        turn = self.course.turn(self.at)
        rounds = self.course.session.setup.rounds
        if not self.at:
            return _n("{count} round", "{count} rounds", rounds)
        if self.course.state(self.at).phase == OVER:
            return _(
                "Round {round} of {rounds} · the game is over", round=turn.round, rounds=rounds
            )
        return _(
            "Round {round} of {rounds} · {who:of} turn",
            round=turn.round,
            rounds=rounds,
            who=self.course.cast.who(turn.seat),
        )

    def tip_at(self, pos: tuple[int, int]) -> tuple[Tip, Rect] | None:
        """The event card and the event marker of the round behind the heading; below it the whole
        sentence, where it had to be cut.
        """
        body = self._body()
        found = self.course.in_force(self.at)
        if found and pos[1] < body.y:
            head = Rect(self.rect.x, self.rect.y, self.rect.w, body.y - self.rect.y)
            tips = [words.tip() for words in found]
            if len(tips) == 1:
                return tips[0], head
            return Tip(text="\n".join(f"{tip.title}: {tip.text}" for tip in tips)), head
        laid = text.paragraph(self.sentence, Style(_SENTENCE_SIZES[-1]), self.m, body.w)
        return (Tip(text=self.sentence, width=420), self.rect) if laid.height > body.h else None

    def _body(self) -> Rect:
        """The room of the sentence."""
        m = self.m
        inner = inset(self.rect, m.px(16), m.px(8))
        head = text.line_height(theme.STRONG, m) + m.px(2)
        return Rect(inner.x, inner.y + head, inner.w, max(1, inner.h - head))

    def draw(self, surface: Surface) -> None:
        """The card, a band in the colour of whose turn it is, the words."""
        m = self.m
        paint.draw_panel(surface, self.rect, m.scale, top=theme.PAPER, bottom=theme.PARCHMENT)
        colour = self.colours[self.course.turn(self.at).seat]
        band = Rect(self.rect.x + m.px(6), self.rect.y + m.px(8), m.px(5), self.rect.h - m.px(16))
        surface.blit(paint.rounded(band.size, m.px(2), colour), band)
        body = self._body()
        head = Rect(body.x, self.rect.y + m.px(8), body.w, body.y - self.rect.y - m.px(8))
        words = self.heading()
        style = theme.STRONG.with_colour(readable(colour))
        for size in _HEADING_SIZES:
            style = Style(size, style.bold, style.colour)
            if text.measure(words, style, m) <= head.w:
                break
        text.draw_line(surface, words, head, style, m)
        laid = self._laid(body, m)
        laid.draw(surface, (body.x, body.y + max(0, (body.h - laid.height) // 2)))

    def _laid(self, body: Rect, m: Metrics) -> text.Paragraph:
        for size in _SENTENCE_SIZES:
            laid = text.paragraph(self.sentence, Style(size), m, body.w)
            if laid.height <= body.h:
                return laid
        smallest = Style(_SENTENCE_SIZES[-1])
        lines = max(1, body.h // text.line_height(smallest, m))
        return text.paragraph(self.sentence, smallest, m, body.w, max_lines=lines)


class Standings(Widget):
    """One row for each side: its races, its tokens to come, its coins and what the step brought."""

    tip_delay = 0.2

    def __init__(self, course: Course, codes: Sequence[str], colours: Sequence[Colour]) -> None:
        super().__init__(name="standings")
        self.course = course
        self.codes = codes
        """The tokens' colours by seat, as "#rrggbb"."""
        self.colours = colours
        self.at = 0
        seats = tuple(range(course.session.setup.seats))
        self.seats = (*seats, TRIBES) if course.session.setup.crusade else seats

    @property
    def ink(self) -> Rect:
        """The panel with its shadow."""
        return self.rect if self.ui is None else paint.panel_ink(self.rect, self.m.scale)

    def natural(self, m: Metrics, compact: bool) -> int:
        """Pixels of height it wants."""
        return len(self.seats) * m.px(32 if compact else 54) + m.px(10)

    def show(self, place: int) -> None:
        """Show another place."""
        if place != self.at:
            self.at = place
            self.touch()

    def rows(self) -> list[Rect]:
        """The row of each side."""
        m = self.m
        inner = inset(self.rect, m.px(6), m.px(5))
        tall = inner.h // len(self.seats)
        return [Rect(inner.x, inner.y + i * tall, inner.w, tall) for i in range(len(self.seats))]

    # -- words --------------------------------------------------------------------------------

    def words(self, seat: int) -> str:
        """The line under a side's name."""
        state = self.course.state(self.at)
        if seat == TRIBES:
            return _(
                "{beside} beside the board · {all} in all",
                beside=state.hand[TRIBES_SLOT],
                all=state.setup.tokens,
            )
        slot = whose.active_slot(seat)
        if state.banner[slot] == NONE:
            return _("no Active race")
        words = combo_name(state.setup.library, state.banner[slot], state.badge[slot])
        if not state.hand[slot]:
            return words
        return _("{combo} · {tokens} in hand", combo=words, tokens=state.hand[slot])

    def tip_at(self, pos: tuple[int, int]) -> tuple[Tip, Rect] | None:
        """A side's races by name, and where its coins came from in this step."""
        for seat, row in zip(self.seats, self.rows(), strict=True):
            if row.collidepoint(pos):
                return Tip(self.course.cast.label(seat), self._told(seat)), row
        return None

    def _told(self, seat: int) -> Rich:
        state = self.course.state(self.at)
        told = [
            self.words(seat),
            *(_("In Decline: {race}", race=name) for name in _declined(state, seat)),
        ]
        held = whose.held_by(state, seat).bit_count()
        told.append(
            _n(
                "{regions}, {count} Victory coin",
                "{regions}, {count} Victory coins",
                state.coins[seat],
                regions=regions(held),
            )
        )
        return "\n".join(told)

    # -- drawing ------------------------------------------------------------------------------

    def draw(self, surface: Surface) -> None:
        """The panel and its rows."""
        m = self.m
        paint.draw_panel(surface, self.rect, m.scale)
        state = self.course.state(self.at)
        gains = self.course.gains(self.at)
        for seat, row in zip(self.seats, self.rows(), strict=True):
            if seat == state.seat and state.phase != OVER:
                lit = theme.mix(theme.LIT, theme.PARCHMENT, 0.55)
                plate = inset(row, m.px(1))
                made = paint.rounded(plate.size, m.px(7), lit, None, theme.GOLD, m.px(1.5))
                surface.blit(made, plate)
            self._draw_side(surface, inset(row, m.px(7), m.px(2)), seat, state, gains.get(seat, 0))

    def _draw_side(self, surface: Surface, row: Rect, seat: int, state: State, gain: int) -> None:
        m = self.m
        tall = row.h >= m.px(44)
        coin = pictures.coin(str(state.coins[seat]), m.px(42 if tall else 28))
        surface.blit(coin, coin.get_rect(midright=row.midright))
        _unused, row = cut_right(row, coin.get_width(), m.px(6))
        if gain:
            words = f"+{gain}" if gain > 0 else f"−{-gain}"
            style = Style(18 if tall else 16, True, theme.GOOD if gain > 0 else theme.BAD)
            place, row = cut_right(row, text.measure(words, style, m), m.px(6))
            text.draw_line(surface, words, place, style, m)
        x = self._draw_races(surface, row, seat, state)
        place = Rect(x, row.y, max(0, row.right - x), row.h)
        if state.phase == OVER and seat in state.winners:
            crown = pictures.marker("crown", m.px(24))
            surface.blit(crown, crown.get_rect(midright=row.midright))
            place.w -= m.px(30)
        name = Style(18 if tall else 16, True, readable(self.colours[seat]))
        if not tall:
            text.draw_line(surface, self.course.cast.label(seat), place, name, m)
            return
        upper = Rect(place.x, place.y + m.px(3), place.w, text.line_height(name, m))
        if text.measure(self.course.cast.label(seat), name, m) > upper.w:
            name = replace(name, size=16)
        text.draw_line(surface, self.course.cast.label(seat), upper, name, m)
        lower = Rect(place.x, upper.bottom - m.px(2), place.w, text.line_height(theme.SMALL, m))
        words = self.words(seat)
        if text.measure(words, theme.SMALL, m) > lower.w:
            words = words.split(" · ")[0]
        text.draw_line(surface, words, lower, theme.SMALL, m)

    def _draw_races(self, surface: Surface, row: Rect, seat: int, state: State) -> int:
        """The emblems, Active first; returns where the words begin."""
        m = self.m
        side = min(row.h, m.px(44))
        x = row.x
        if seat == TRIBES:
            token = pictures.folk_token(state.setup.library.folk.name.message, side)
            surface.blit(token, token.get_rect(midleft=(x, row.centery)))
            return x + side + m.px(6)
        library = state.setup.library
        for slot in whose.slots_of(seat):
            banner = state.banner[slot]
            if banner != NONE:
                size = side if whose.is_active(slot) else round(side * 0.72)
                token = pictures.token(
                    library.races[banner].name, size, self.codes[seat], whose.is_declined(slot)
                )
                surface.blit(token, token.get_rect(midleft=(x, row.centery)))
                x += size + m.px(2)
        if x == row.x:
            dot = paint.disc(m.px(18), self.colours[seat], theme.PAPER, m.px(2))
            surface.blit(dot, dot.get_rect(center=(x + side // 2, row.centery)))
            x += side
        if state.control == seat:
            mark = pictures.marker("control_marker", round(side * 0.7))
            surface.blit(mark, mark.get_rect(midleft=(x + m.px(2), row.centery)))
            x += mark.get_width() + m.px(4)
        return x + m.px(6)


def _declined(state: State, seat: int) -> list[str]:
    """The names of a side's races In Decline."""
    if seat == TRIBES:
        return []
    slots = whose.declined_slots(seat)
    library = state.setup.library
    return [combo_name(library, state.banner[s], NONE) for s in slots if state.banner[s] != NONE]
