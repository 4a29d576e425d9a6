"""The panel of the Lost Tribes: tokens beside the board and in all, Regions, coins."""

from __future__ import annotations

from pygame import Rect, Surface

from crusade.desktop import pictures, theme, whose
from crusade.desktop.kit import Tip, TipRow, paint, text
from crusade.desktop.layout import Metrics, cut_left, cut_right, inset
from crusade.desktop.panels.drawing import NOTE, fitting, line, put, put_coin
from crusade.desktop.panels.holding import HolderPanel, Pointed
from crusade.desktop.theme import Style
from crusade.desktop.words import Cast
from crusade.desktop.words.sentences import joined
from crusade.desktop.words.tribes import ladder_words
from crusade.rules import State, queries
from crusade.rules.board import bits
from crusade.rules.ids import OVER, TRIBES, TRIBES_SLOT
from crusade.texts import _, coins, regions, tokens

_TALL = 62


class TribesPanel(HolderPanel):
    """The Lost Tribes as an opponent: what they have and what they will attack with."""

    def __init__(self, cast: Cast, name: str = "tribes", pointed: Pointed | None = None) -> None:
        super().__init__(pointed, name)
        self.cast = cast
        self._held = self._rival = 0
        self._shown: tuple[int, ...] | None = None

    def natural(self, m: Metrics) -> int:
        """Pixels of height it is made for."""
        return m.px(_TALL)

    def show(self, state: State) -> None:
        """Show a position."""
        held = self._held = state.held[TRIBES_SLOT]
        aside = state.hand[TRIBES_SLOT]
        stand = sum(state.tokens[r] for r in bits(held))
        # A river that they only cross is none of their Regions.
        regions = sum(not queries.only_crossed(state, r) for r in bits(held))
        on_turn = whose.turn(state) == TRIBES
        self._rival = self.cast.rival(state)
        earned = queries.earnings(state, TRIBES).total
        facts = (aside, stand, regions, state.coins[TRIBES], on_turn, state.phase == OVER, earned)
        if facts != self._shown:
            self._shown = facts
            self.touch()

    def holds(self, pos: tuple[int, int]) -> frozenset[int]:
        """All Regions of the Lost Tribes."""
        return frozenset(bits(self._held))

    def draw(self, surface: Surface) -> None:
        """The parchment and what `show` was told."""
        on_turn = self._shown is not None and bool(self._shown[4])
        self.border = theme.GOLD_DARK if on_turn else theme.EDGE
        super().draw(surface)
        if self._shown is None:
            return
        m = self.m
        aside, stand, held, owned = self._shown[:4]
        if on_turn:
            tall = self.rect.h - m.px(12)
            ribbon = Rect(self.rect.x + m.px(4), self.rect.y + m.px(6), m.px(5), tall)
            surface.blit(paint.rounded(ribbon.size, m.px(2.5), theme.TRIBES), ribbon)
        body = inset(self.rect, m.px(14), m.px(5))
        emblem, rest = cut_left(body, m.px(44), m.px(10))
        put(
            surface,
            pictures.folk_token(self.cast.library.folk.name.message, m.px(44)),
            emblem.center,
        )
        coin, words = cut_right(rest, m.px(42), m.px(6))
        put_coin(surface, str(owned), m.px(42), coin.center)
        style = Style(19, True, theme.mix(theme.TRIBES, theme.INK, 0.45))
        name = self.cast.label(TRIBES)
        if text.measure(name, style, m) > words.w:
            name = self.cast.folk_name
        lines = [
            (name, fitting(name, style, m, words.w)),
            (self._counts(aside, stand, held, words.w), NOTE),
        ]
        heights = [text.line_height(style, m) for _unused, style in lines]
        top = words.centery - sum(heights) // 2
        for (part, style), tall in zip(lines, heights, strict=True):
            line(surface, part, Rect(words.x, top, words.w, tall), style, m)
            top += tall
        self.draw_focus(surface)

    def _counts(self, aside: int, stand: int, held: int, width: int) -> str:
        """Tokens and Regions, in as many words as there is room for."""
        values = {"aside": aside, "count": aside + stand, "regions": regions(held)}
        forms = (
            _("{aside} beside the board · {count} in all · {regions}", **values),
            _("{aside} aside · {count} in all · {regions}", **values),
            _("{aside} beside the board · {count} in all", **values),
        )
        fitting = (words for words in forms if text.measure(words, NOTE, self.m) <= width)
        return next(fitting, _("{aside} of {count} aside", **values))

    def tip_at(self, pos: tuple[int, int]) -> tuple[Tip, Rect] | None:
        """Their tokens, where they are, and their next turn."""
        if self._shown is None:
            return None
        aside, stand, held, owned, on_turn, over, earned = self._shown
        rows = (
            TipRow(_("on the board"), str(tokens(stand))),
            TipRow(_("beside the board"), str(tokens(aside))),
            TipRow(_("Regions held"), str(held)),
            TipRow(_("coins"), str(owned)),
        )
        note = ""
        if not over:
            ladder = ladder_words(self.cast.library, self.cast.who(self._rival))
            note = joined(_next_words(aside, stand, held, earned, bool(on_turn)), *ladder)
        return Tip(self.cast.label(TRIBES), rows=rows, note=note), self.rect


def _next_words(aside: int, stand: int, held: int, earned: int, on_turn: bool) -> str:
    """With how many tokens they attack, one stays in each Region; and what these earn already."""
    if on_turn:
        return _("They have {tokens} left to attack with.", tokens=tokens(aside))
    return _(
        "In their next turn they attack with {tokens} and earn {coins} at least.",
        tokens=tokens(aside + stand - held),
        coins=coins(earned),
    )
