"""What moves over the table: flying tokens and coins, the tumbling die, tokens being dragged."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from pygame import Rect, Surface

from crusade.desktop import pictures, theme
from crusade.desktop.kit import Widget, motion, paint, text
from crusade.desktop.layout import keep_inside
from crusade.desktop.table.stage import Beat, Flight, Place, Sprite, Stage
from crusade.rules.ids import TRIBES

DIE_POINTS = 84
TUMBLE, TUMBLE_SECONDS = 0.5, 0.75
"""How long a die tumbles, as a share of its beat and in seconds at most; then it lies still."""
FACES = (2, 0, 3, 1, 0, 2, 1, 3)


class FlyLayer(Widget):
    """Lies over everything and catches nothing.

    ``where`` gives the pixel of a place, ``side`` the size of a token in pixels, ``board`` the
    rectangle over whose middle the die rolls.
    """

    def __init__(
        self,
        stage: Stage,
        where: Callable[[Place], tuple[int, int]],
        side: Callable[[], int],
        board: Callable[[], Rect],
        colours: Sequence[str],
    ) -> None:
        super().__init__(name="flying")
        self.stage = stage
        self.where = where
        self.side = side
        self.board = board
        self.colours = colours
        self.carried: tuple[Sprite, tuple[int, int]] | None = None
        """What the mouse drags, and where it is."""
        self._inked: list[Rect] = []
        self._known: tuple[object, list[tuple[Surface, Rect]]] = None, []
        """What is in the air, with the moment and the places that it was worked out for: a frame
        draws it once for every part of the window that changes."""

    def hits(self, pos: tuple[int, int]) -> bool:
        """The mouse goes through it."""
        return False

    def moved(self) -> None:
        """Something moved: redraw where it was and where it is."""
        if self.ui is None:
            return
        now = [place for _, place in self._sprites()]
        die = self._die_box()
        if die is not None:
            now.append(die)
        for rect in (*self._inked, *now):
            self.ui.touch(rect.inflate(6, 6))
        self._inked = now

    def carry(self, sprite: Sprite | None, pos: tuple[int, int] = (0, 0)) -> None:
        """Show what is being dragged at the mouse; None when it is let go."""
        self.carried = None if sprite is None else (sprite, pos)
        self.moved()

    # ---------------------------------------------------------------- drawing
    def draw(self, surface: Surface) -> None:
        """Everything in the air."""
        for picture, place in self._sprites():
            surface.blit(picture, place)
        beat = self.stage.beat
        if beat is not None and beat.die is not None:
            self._draw_die(surface, beat)

    def _sprites(self) -> list[tuple[Surface, Rect]]:
        stage = self.stage
        flown = (id(stage.beat), stage.elapsed, stage.length, motion.reduced())
        moment = (*flown, self.carried, tuple(self.board()), self.side(), self.m)
        if self._known[0] != moment:
            self._known = moment, self._work_out()
        return self._known[1]

    def _work_out(self) -> list[tuple[Surface, Rect]]:
        out = []
        beat = self.stage.beat
        if beat is not None:
            for flight in beat.flights:
                shown = self._flying(flight)
                if shown is not None:
                    out.append(shown)
        if self.carried is not None:
            sprite, pos = self.carried
            picture = self.picture(sprite, round(self.side() * 1.1))
            out.append((picture, picture.get_rect(center=pos)))
        return out

    def _flying(self, flight: Flight) -> tuple[Surface, Rect] | None:
        t = self.stage.progress
        if t < flight.start or (t >= flight.end and flight.end < 1.0):
            return None
        share = min(1.0, (t - flight.start) / max(0.01, flight.end - flight.start))
        if motion.reduced():
            share = 1.0  # it lies where it goes, as long as it would have flown
        eased = share * share * (3 - 2 * share)
        (x0, y0), (x1, y1) = self.where(flight.source), self.where(flight.target)
        lift = math.sin(math.pi * share) * math.hypot(x1 - x0, y1 - y0) * 0.08
        x = x0 + (x1 - x0) * eased
        y = y0 + (y1 - y0) * eased - lift
        picture = self.picture(flight.sprite, self.side())
        return picture, picture.get_rect(center=(round(x), round(y)))

    def picture(self, sprite: Sprite, size: int) -> Surface:
        """What a sprite looks like."""
        if sprite.kind == "coin":
            return pictures.coin("", round(size * 0.55))
        if sprite.kind != "race":
            return pictures.marker(sprite.kind, round(size * 0.7))
        if sprite.seat == TRIBES:
            token = pictures.folk_token(sprite.race, size)
        else:
            colour = self.colours[sprite.seat]
            token = pictures.token(sprite.race, size, colour, sprite.declined)
        return pictures.stack(token, max(1, sprite.count))

    # ---------------------------------------------------------------- the die
    def _die_box(self) -> Rect | None:
        beat = self.stage.beat
        if beat is None or beat.die is None:
            return None
        m = self.m
        style = theme.HEAD
        wide = max(text.measure(beat.die.words, style, m) + m.px(48), m.px(220))
        most = max(self.board().w - m.px(24), m.px(300))
        high = m.px(DIE_POINTS + 78) + (text.line_height(style, m) if wide > most else 0)
        box = Rect(0, 0, min(wide, most), high)
        board = self.board()
        box.center = board.center
        return keep_inside(box.inflate(m.px(24), m.px(24)), m.window)

    def _draw_die(self, surface: Surface, beat: Beat) -> None:
        box, die = self._die_box(), beat.die
        assert box is not None and die is not None
        m = self.m
        panel = box.inflate(-m.px(24), -m.px(24))
        paint.draw_panel(surface, panel, m.scale)
        t = self.stage.progress
        side = m.px(DIE_POINTS)
        centre = (panel.centerx, panel.y + m.px(16) + side // 2)
        centre_low = centre[1] + side // 2
        length = max(0.01, self.stage.length)
        tumble = 0.0 if motion.reduced() else min(TUMBLE, TUMBLE_SECONDS / length)
        still = t >= tumble
        if still:
            shown = pictures.die(die.face, side)
        else:
            left = 1 - t / tumble
            face = FACES[int((1 - left * left) * 13) % len(FACES)]
            shown = pictures.die(face, side)
            jump = abs(math.sin(t * length * 17)) * left * m.px(12)
            centre = (centre[0], centre[1] - round(jump))
        surface.blit(shown, shown.get_rect(center=centre))
        under = centre_low + m.px(8)
        line = Rect(panel.x + m.px(10), under, panel.w - m.px(20), panel.bottom - m.px(8) - under)
        if still:
            colours = {True: theme.GOOD, False: theme.BAD, None: theme.INK}
            style = theme.HEAD.with_colour(colours[die.good])
            laid = text.paragraph(die.words, style, m, line.w, max_lines=2)
            laid.draw(surface, (line.x, line.centery - laid.height // 2), "center")
        else:
            words = die.words.split(":")[0]
            text.draw_line(surface, words, line, theme.HEAD, m, align="center")
