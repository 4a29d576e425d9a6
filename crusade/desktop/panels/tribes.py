"""The panel of the Lost Tribes: tokens beside the board and in all, Regions, coins."""

from __future__ import annotations

from pygame import Rect, Surface

from crusade.desktop import pictures, theme
from crusade.desktop.kit import Panel, Tip, TipRow, paint, text
from crusade.desktop.layout import Metrics, cut_left, cut_right, inset
from crusade.desktop.panels.drawing import NOTE, QUIET, fitting, line, put, put_coin
from crusade.desktop.theme import Style
from crusade.desktop.words import Cast, plural
from crusade.rules import State
from crusade.rules.board import bits
from crusade.rules.ids import OVER, TRIBES, TRIBES_SLOT

_TALL, _TALLER = 62, 82


class TribesPanel(Panel):
    """The Lost Tribes as an opponent: what they have and what they will attack with."""

    def __init__(self, cast: Cast, name: str = "tribes") -> None:
        super().__init__(name=name)
        self.cast = cast
        self._shown: tuple[int, ...] | None = None

    def natural(self, m: Metrics, hint: bool = False) -> int:
        """Pixels of height it is made for, with or without the line about their next turn."""
        return m.px(_TALLER if hint else _TALL)

    def show(self, state: State) -> None:
        """Show a position."""
        held = state.held[TRIBES_SLOT]
        aside = state.hand[TRIBES_SLOT]
        stand = sum(state.tokens[r] for r in bits(held))
        regions = held.bit_count()
        on_turn = state.seat == TRIBES and state.phase != OVER
        facts = (aside, stand, regions, state.coins[TRIBES], on_turn, state.phase == OVER)
        if facts != self._shown:
            self._shown = facts
            self.touch()

    def draw(self, surface: Surface) -> None:
        """The parchment and what `show` was told."""
        on_turn = self._shown is not None and bool(self._shown[4])
        self.border = theme.GOLD_DARK if on_turn else theme.EDGE
        super().draw(surface)
        if self._shown is None:
            return
        m = self.m
        aside, stand, regions, coins, _, over = self._shown
        if on_turn:
            tall = self.rect.h - m.px(12)
            ribbon = Rect(self.rect.x + m.px(4), self.rect.y + m.px(6), m.px(5), tall)
            surface.blit(paint.rounded(ribbon.size, m.px(2.5), theme.TRIBES), ribbon)
        body = inset(self.rect, m.px(14), m.px(5))
        emblem, rest = cut_left(body, m.px(44), m.px(10))
        put(surface, pictures.tribes_token(m.px(44)), emblem.center)
        coin, words = cut_right(rest, m.px(42), m.px(6))
        put_coin(surface, str(coins), m.px(42), coin.center)
        style = Style(19, True, theme.mix(theme.TRIBES, theme.INK, 0.45))
        name = "The Lost Tribes"
        if text.measure(name, style, m) > words.w:
            name = "Lost Tribes"
        lines = [
            (name, fitting(name, style, m, words.w)),
            (self._counts(aside, stand, regions, words.w), NOTE),
        ]
        hint = self.rect.h >= m.px(_TALLER - 2)
        if hint and not over:
            lines.append((_next_words(aside, stand, regions, on_turn), QUIET))
        heights = [text.line_height(style, m) for _, style in lines]
        top = words.centery - sum(heights) // 2
        for (part, style), tall in zip(lines, heights, strict=True):
            line(surface, part, Rect(words.x, top, words.w, tall), style, m)
            top += tall

    def _counts(self, aside: int, stand: int, regions: int, width: int) -> str:
        """Tokens and Regions, in as many words as there is room for."""
        whole, held = f"{aside + stand} in all", plural(regions, "Region")
        forms = (
            f"{aside} beside the board · {whole} · {held}",
            f"{aside} aside · {whole} · {held}",
            f"{aside} beside the board · {whole}",
        )
        fitting = (words for words in forms if text.measure(words, NOTE, self.m) <= width)
        return next(fitting, f"{aside} of {aside + stand} aside")

    def tip_at(self, pos: tuple[int, int]) -> tuple[Tip, Rect] | None:
        """Their tokens, where they are, and their next turn."""
        if self._shown is None:
            return None
        aside, stand, regions, coins, on_turn, over = self._shown
        rows = [
            TipRow("on the board", plural(stand, "token")),
            TipRow("beside the board", plural(aside, "token")),
            TipRow("Regions held", str(regions)),
            TipRow("coins", str(coins)),
        ]
        note = ""
        if not over:
            note = (
                f"{_next_words(aside, stand, regions, bool(on_turn))}. They take the cheapest "
                "Region first, then the one worth most, then an Active race's; 1 coin per Region."
            )
        return Tip("The Lost Tribes", rows=tuple(rows), note=note), self.rect


def _next_words(aside: int, stand: int, regions: int, on_turn: bool) -> str:
    """With how many tokens they attack; one stays in each Region."""
    if on_turn:
        return f"{plural(aside, 'token')} left to attack with"
    ready = aside + stand - regions
    return f"next turn {ready} to attack with, +{regions} coins at least"
